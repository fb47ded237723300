"""Table shorthand of Shadowgate: one step of text to a move and back. Anything is read in any case.

    character ana katalia       first ana                                    (setup)
    quest 2 #II-4               item #12   puzzle ?   staff #staff-1         (cards that come)
    riddle #riddle-3            energy #energy-2      boss reaper
    roll 2 skull                roll 1 2 blue staff   red mental
    unequip #12                 equip #12 weapon      flip
    use #12                     use #12 strength      ability      ability full
    riddle with #12             riddle with death     trade #12 bo #40
    cycle 2 from II             from II               attempt 3
    pay #12 ice                 give up               bonus #12
    attack strength             tokens ice fire       uncurse mental         done
    made 2      failed 2        spared      struck    hit 8        crossed 1 (observations)
    trait bo strength 3         xp bo 3     death bo  torch 6      penalty mental
    stairwell   hall   barrier  leave 2     token bo ice           token bo curse mental
    get bo item                 lose bo #12           flipped bo   out bo    life 23
    is quest.2 "Bat Cave" S4 M3 5xp         turn bo   light        full
    ?                           what is due now stays untold
    faces black 0 1 1 2 3 skull             faces blue 0 1 2 2 staff skull

A card is an id (#12), a name, a place (bo.2), a description (see `notation`) or ?. A prefix `bo:` names the seat where
it is not the one that is understood.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from companion.engine.errors import AmbiguousError, UnknownCardError, UnreadableError
from companion.engine.game import Move
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.cards import (
    BOSSES,
    CHARACTERS,
    BossCard,
    EnergyCard,
    ItemCard,
    PuzzleCard,
    QuestCard,
    RiddleCard,
    StaffCard,
)
from companion.games.shadowgate.costs import sorted_cards
from companion.games.shadowgate.decks import deck_of
from companion.games.shadowgate.judging import decided, understood
from companion.games.shadowgate.language import GATES, Language, slot_of
from companion.games.shadowgate.mats import UNTOLD, card_at
from companion.games.shadowgate.notation import deck_name, parse_card, trait_name
from companion.games.shadowgate.options import face_order, legal
from companion.games.shadowgate.reading import ALIASES as NAMES
from companion.games.shadowgate.state import DEPTHS, Card, Gear, Position, outside
from companion.games.shadowgate.vocabulary import ELEMENTS, SKULL, STAFF, TRAITS

USAGE = {
    "character": "character ana katalia",
    "first": "first ana",
    "quest": 'quest 2 #II-4, quest 2 ?, quest 2 II ?, or quest 2 "Bat Cave" S4 M3 5xp',
    "item": "item #12, or item ?",
    "puzzle": "puzzle #puzzle-3, or puzzle ?",
    "staff": "staff #staff-1, or staff ?",
    "riddle": "riddle with #12, riddle with death, or riddle #riddle-3 when one is turned up",
    "energy": "energy #energy-2, or energy ?",
    "boss": "boss reaper",
    "roll": "roll 2 skull, or roll 1 2 blue staff",
    "red": "red mental",
    "unequip": "unequip #12",
    "equip": "equip #12 weapon, or equip #12 4 (the slot)",
    "flip": "flip",
    "use": "use #12, or use #12 strength",
    "ability": "ability, ability strength, or ability full",
    "trade": "trade #12 bo #40",
    "cycle": "cycle 2 from II",
    "from": "from II",
    "attempt": "attempt 3",
    "pay": "pay #12 ice",
    "give": "give up",
    "bonus": "bonus #12",
    "attack": "attack strength",
    "tokens": "tokens ice fire",
    "uncurse": "uncurse mental",
    "done": "done",
    "made": "made 2",
    "failed": "failed 2",
    "spared": "spared",
    "struck": "struck",
    "hit": "hit 8",
    "crossed": "crossed 1",
    "trait": "trait bo strength 3",
    "xp": "xp bo 3",
    "death": "death bo, or death bo -1",
    "torch": "torch 6",
    "penalty": "penalty mental, or penalty none",
    "stairwell": "stairwell",
    "hall": "hall",
    "barrier": "barrier",
    "leave": "leave 2",
    "token": "token bo ice, token bo strength, or token bo curse mental",
    "get": "get bo #12, or get bo staff",
    "lose": "lose bo #12",
    "flipped": "flipped bo",
    "out": "out bo",
    "life": "life 23",
    "is": "is quest.2 #II-4, or is bo.1 #puzzle-3",
    "faces": "faces black 0 1 1 2 3 skull",
    "turn": "turn bo",
    "light": "light",
    "full": "full",
}
"""Every word that a step may begin with, and how it goes on."""


class _Step:
    """One step being read."""

    def __init__(self, words: list[str], by: str, state: Position, language: Language) -> None:
        self.state, self.language, self.box = state, language, language.box
        self.by, self.words = by, words

    # -- pieces

    def exactly(self, *counts: int) -> None:
        """Make sure that so many words stand there."""
        if len(self.words) not in counts:
            raise ValueError(f"{len(self.words)} words")

    def seat(self, word: str) -> str:
        """Read a seat."""
        return self.state.player(word.lower()).handle

    def space(self) -> int:
        """Read the first word as the number of a quest space."""
        return int(self.words[0])

    def number(self, at: int = 0) -> int:
        """Read a word as a number."""
        return int(self.words[at].replace("\u2212", "-"))

    def card(self, text: str, deck: str = "", among: Iterable[Card] = ()) -> Card:
        """Read a card: an id, a place, a name of those it lies among, or a description."""
        low = text.strip().lower()
        if low.startswith("#"):
            return self._by_id(low)
        if re.fullmatch(r"[a-z0-9]+\.[a-z0-9]+", low):
            try:
                return card_at(self.state, low)
            except LookupError:
                raise UnreadableError(text, "a place where a card lies: bo.2, quest.1, bo.slot3") from None
        wanted = low.strip('"').replace(" ", "-").replace("_", "-")
        named = [card for card in dict.fromkeys(among) if wanted and card.name == wanted]
        if len(named) > 1:
            raise AmbiguousError(text, sorted(self.language.card(card) for card in named))
        return named[0] if named else parse_card(text, deck)

    def _by_id(self, low: str) -> Card:
        found = self.language.ids.get(low[1:])
        if found is None:
            raise UnknownCardError(f"There is no card {low} in this box.")
        return found

    def gear(self, text: str, among: Iterable[Card] = (), deck: str = "") -> Gear:
        """Read a card of an Inventory."""
        card = self.card(text, deck, among)
        if not isinstance(card, ItemCard | PuzzleCard | StaffCard):
            raise UnreadableError(text, "an Item, a Puzzle item or a Staff item")
        return card

    def mine(self) -> tuple[Gear, ...]:
        """Return what lies on the mat of the seat that acts."""
        player = self.state.player(self.by or self.state.active)
        return (*player.inventory, *player.equipped)

    def tail(self, start: int = 0) -> str:
        """Return the words from one on, as they were typed."""
        if start >= len(self.words):
            raise ValueError("no card")
        return " ".join(self.words[start:])

    # -- setup and reveals

    def character(self) -> Move:
        self.exactly(2)
        word = self.words[1].lower()
        if word == UNTOLD:
            return m.Assign(self.seat(self.words[0]), UNTOLD)
        found = [name for name in CHARACTERS if name.startswith(NAMES.get(word, word))]
        if len(found) != 1:
            raise UnreadableError(self.words[1], f"a character: {', '.join(CHARACTERS)}")
        return m.Assign(self.seat(self.words[0]), found[0])

    def first(self) -> Move:
        self.exactly(1)
        return m.First(UNTOLD if self.words[0] == UNTOLD else self.seat(self.words[0]))

    def quest(self) -> Move:
        space = self.space()
        token = self.state.token
        deck = token[2] if token[:1] == ["quest"] else ""
        decks = self.state.open_decks()
        text = self.tail(1)
        if self.words[1].lower() in ("i", "ii", "iii"):
            deck, text = deck_name(self.words[1]), " ".join(self.words[2:]) or UNTOLD
        return m.Deal(space, self._quest_card(text, deck or (decks[0] if len(decks) == 1 else "")))

    def _quest_card(self, text: str, deck: str) -> QuestCard:
        known = [card for cards in self.box.decks.values() for card in cards.kinds() if isinstance(card, QuestCard)]
        card = self.card(text, deck, [card for card in known if not deck or card.deck == deck])
        if not isinstance(card, QuestCard):
            raise UnreadableError(text, "a quest card")
        return card

    def _drawn(self, deck: str) -> Move:
        kinds = [card for card in self.box.decks[deck].kinds() if card.known]
        return m.Draw(self.gear(self.tail(), kinds, deck))

    def item(self) -> Move:
        return self._drawn("item")

    def puzzle(self) -> Move:
        return self._drawn("puzzle")

    def staff(self) -> Move:
        return self._drawn("staff")

    def riddle(self) -> Move:
        if self.words and self.words[0].lower() == "with":
            text = self.tail(1)
            return m.Answer(None if text.lower() == "death" else self.gear(text, self.mine()))
        card = self.card(self.tail(), "riddle", self.box.decks["riddle"].kinds())
        if not isinstance(card, RiddleCard):
            raise UnreadableError(self.tail(), "a riddle")
        return m.Djinn(card)

    def energy(self) -> Move:
        card = self.card(self.tail(), "energy", self.box.decks["energy"].kinds())
        if not isinstance(card, EnergyCard):
            raise UnreadableError(self.tail(), "an Energy card")
        return m.Energy(card)

    def boss(self) -> Move:
        text = self.tail()
        word = text.lower().replace(" ", "-")
        names = [name for name in BOSSES if word and (name.startswith(word) or word in name)]
        among = self.box.decks["boss"].kinds()
        if len(names) == 1 and not text.startswith("#"):
            return m.Boss(next(card for card in among if isinstance(card, BossCard) and card.name == names[0]))
        card = self.card(text, "boss", among)
        if not isinstance(card, BossCard):
            raise UnreadableError(text, f"a boss: {', '.join(BOSSES)}")
        return m.Boss(card)

    def roll(self) -> Move:
        words = [word.lower() for word in self.words]
        blue = ""
        if "blue" in words:
            at = words.index("blue")
            blue = _face(words[at + 1])
            words = words[:at]
        black = tuple(sorted(map(_face, words), key=face_order))
        if len(black) != 2:
            raise ValueError("two black dice")
        return m.Roll(black, blue)

    def red(self) -> Move:
        self.exactly(1)
        return m.Red(UNTOLD if self.words[0] == UNTOLD else trait_name(self.words[0]))

    # -- decisions

    def unequip(self) -> Move:
        return m.Unequip(self.gear(self.tail(), self.state.player(self.by or self.state.active).equipped))

    def equip(self) -> Move:
        player = self.state.player(self.by or self.state.active)
        *text, slot = self.words
        card = self.gear(" ".join(text), player.inventory)
        if slot.isdecimal():
            return m.Equip(card, int(slot))
        return m.Equip(card, slot_of(self.language, player, card, slot))

    def flip(self) -> Move:
        self.exactly(0)
        return m.Flip()

    def use(self) -> Move:
        *text, last = self.words
        if text and last.lower() in TRAITS:
            return m.Use(self.gear(" ".join(text), self.mine()), last.lower())
        return m.Use(self.gear(self.tail(), self.mine()))

    def ability(self) -> Move:
        words = [word.lower() for word in self.words]
        full = "full" in words
        rest = [word for word in words if word != "full"]
        return m.Ability(full, trait_name(rest[0]) if rest else "")

    def trade(self) -> Move:
        self.exactly(3)
        one, to, other = self.words
        seat = self.seat(to)
        return m.Trade(self.gear(one, self.mine()), seat, self.gear(other, self.state.player(seat).inventory))

    def cycle(self) -> Move:
        words = [word for word in self.words if word.lower() != "from"]
        space, deck = words
        return m.Cycle(int(space), deck_name(deck))

    def from_(self) -> Move:
        self.exactly(1)
        return m.Refill(deck_name(self.words[0]))

    def attempt(self) -> Move:
        self.exactly(1)
        return m.Attempt(self.space())

    def pay(self) -> Move:
        tokens = tuple(element for element in ELEMENTS for word in self.words if word.lower() == element)
        cards = [self.gear(word, self.mine()) for word in self.words if word.lower() not in ELEMENTS]
        return m.Pay(sorted_cards(cards), tokens)

    def give(self) -> Move:
        if [word.lower() for word in self.words] not in (["up"], []):
            raise ValueError("give up")
        return m.GiveUp()

    def bonus(self) -> Move:
        return m.Bonus(self.gear(self.tail(), self.mine()))

    def attack(self) -> Move:
        self.exactly(1)
        return m.Attack(trait_name(self.words[0]))

    def tokens(self) -> Move:
        if self.words == [UNTOLD]:
            return m.Tokens(())
        names = [_token(word) for word in self.words]
        order = (*TRAITS, *ELEMENTS)
        return m.Tokens(tuple(sorted(names, key=order.index)))

    def uncurse(self) -> Move:
        self.exactly(1)
        return m.Uncurse(trait_name(self.words[0]))

    def done(self) -> Move:
        self.exactly(0)
        return m.Done()

    # -- observations

    def made(self) -> Move:
        self.exactly(1)
        return m.Made(self.space())

    def failed(self) -> Move:
        self.exactly(1)
        return m.Failed(self.space())

    def spared(self) -> Move:
        return m.Made(0)

    def struck(self) -> Move:
        return m.Failed(0)

    def hit(self) -> Move:
        self.exactly(1)
        return m.Hit(self.number())

    def crossed(self) -> Move:
        self.exactly(1)
        return m.Crossed(self.number())

    def trait(self) -> Move:
        self.exactly(3)
        return m.Trait(self.seat(self.words[0]), trait_name(self.words[1]), self.number(2))

    def xp(self) -> Move:
        self.exactly(2)
        return m.Xp(self.seat(self.words[0]), self.number(1))

    def death(self) -> Move:
        self.exactly(1, 2)
        return m.Death(self.seat(self.words[0]), self.number(1) if len(self.words) > 1 else 1)

    def torch(self) -> Move:
        self.exactly(1)
        return m.Torch(self.number())

    def penalty(self) -> Move:
        self.exactly(1)
        return m.Penalty("" if self.words[0].lower() == "none" else trait_name(self.words[0]))

    def leave(self) -> Move:
        self.exactly(1)
        return m.Leave(self.space())

    def token(self) -> Move:
        seat, *rest = self.words
        last = rest[-1]
        number = int(rest.pop()) if last.lstrip("+-").isdecimal() else 1
        if rest[0].lower() == "curse":
            return m.Token(self.seat(seat), f"curse {trait_name(rest[1])}", number)
        (word,) = rest
        return m.Token(self.seat(seat), _token(word), number)

    def get(self) -> Move:
        known = [card for name in ("item", "puzzle", "staff") for card in self.box.decks[name].kinds() if card.known]
        return m.Get(self.seat(self.words[0]), self.gear(self.tail(1), known, "item"))

    def lose(self) -> Move:
        seat = self.seat(self.words[0])
        player = self.state.player(seat)
        return m.Lose(seat, self.gear(self.tail(1), (*player.inventory, *player.equipped), "item"))

    def flipped(self) -> Move:
        self.exactly(1)
        return m.Flipped(self.seat(self.words[0]))

    def out(self) -> Move:
        self.exactly(1)
        return m.Out(self.seat(self.words[0]))

    def life(self) -> Move:
        self.exactly(1)
        return m.Life(self.number())

    def name(self) -> Move:
        place = self.words[0].lower()
        try:
            deck = deck_of(card_at(self.state, place))
        except LookupError:
            places = ", ".join(dict.fromkeys(where for where, _ in outside(self.state))) or "none yet"
            raise UnreadableError(self.words[0], f"a place where a card lies: {places}") from None
        among = [card for card in self.box.decks[deck].kinds() if card.known]
        return m.Name(place, self.card(self.tail(1), deck, among))

    def faces(self) -> Move:
        colour, *words = (word.lower() for word in self.words)
        return m.Faces(colour, tuple(trait_name(word) if colour == "red" else _face(word) for word in words))

    def turn(self) -> Move:
        self.exactly(1)
        return m.Turn(self.seat(self.words[0]))


def _face(word: str) -> str:
    """Return the face of a die that a word means."""
    if word and (SKULL.startswith(word) or STAFF.startswith(word)) and word not in ("s",):
        return SKULL if SKULL.startswith(word) else STAFF
    if not word.isdecimal():
        raise UnreadableError(word, "a face: a number, skull or staff")
    return str(int(word))


def _token(word: str) -> str:
    low = word.lower()
    found = next((element for element in ELEMENTS if low and element.startswith(low)), "")
    return found or trait_name(word)


_METHODS = {"from": "from_", "is": "name"}
_READERS: dict[str, Callable[[_Step], Move]] = {
    word: getattr(_Step, _METHODS.get(word, word)) for word in USAGE if word not in (*DEPTHS, *GATES)
}


def parse(text: str, state: Position, language: Language) -> Move:
    """Read one step.

    Raises:
        UnreadableError: it cannot be read; the message says how such a step goes.
        AmbiguousError: a name fits several cards.
        UnknownNameError: it names nobody at this table.
        UnknownCardError: it names a card that is not in the box.
    """
    by, rest = _prefix(text, state)
    if rest.strip() == UNTOLD:
        return _not_told(text, state, language)
    verb, *words = rest.split() or [""]
    verb = verb.lower()
    if not words and verb in DEPTHS:
        return m.Depth(verb)
    if not words and verb in GATES:
        return m.Gate(GATES[verb])
    reader = _READERS.get(verb)
    if reader is None:
        near = difflib.get_close_matches(verb, USAGE, 1)
        raise UnreadableError(text.strip(), USAGE[near[0]] if near else f"a step: {', '.join(USAGE)}")
    try:
        move = reader(_Step(words, by, state, language))
    except (IndexError, ValueError, StopIteration) as fault:
        if isinstance(fault, UnreadableError | AmbiguousError):
            raise
        raise UnreadableError(text.strip(), USAGE[verb]) from None
    return replace(move, by=by) if by and by != understood(state) and decided(move) else move


def _not_told(text: str, state: Position, language: Language) -> Move:
    """Return the move that leaves untold what is due now."""
    moves = list(legal(language.box, state)) if state.due else []
    if not moves or state.token[0] in ("refill", "uncurse", "defend"):
        raise UnreadableError(text.strip(), "what happens; nothing is due that may stay untold")
    return moves[-1]


def _prefix(text: str, state: Position) -> tuple[str, str]:
    match = re.match(r"\s*([A-Za-z0-9]+)\s*:\s*(.*)", text, re.DOTALL)
    if match is None:
        return "", text
    return state.player(match[1].lower()).handle, match[2]
