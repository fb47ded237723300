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

A card is an id (#12), a name, a place (bo.2), a description (see `notation`) or ?. A prefix `bo:` names the seat where
it is not the one that is understood.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from msgspec.structs import replace

from companion.engine.edition import Edition
from companion.engine.errors import AmbiguousError, UnknownCardError, UnreadableError
from companion.engine.game import Move
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.box import Box
from companion.games.shadowgate.cards import (
    BARRIER,
    BOSSES,
    CHARACTERS,
    HALL,
    STAIRWELL,
    BossCard,
    EnergyCard,
    ItemCard,
    PuzzleCard,
    QuestCard,
    RiddleCard,
    StaffCard,
)
from companion.games.shadowgate.checks import decided, understood
from companion.games.shadowgate.costs import sorted_cards
from companion.games.shadowgate.decks import deck_of, is_blank
from companion.games.shadowgate.effects import UNTOLD, card_at
from companion.games.shadowgate.notation import deck_name, parse_card, spell_card, trait_name
from companion.games.shadowgate.options import face_order
from companion.games.shadowgate.reading import ALIASES as NAMES
from companion.games.shadowgate.state import DEPTHS, SLOTS, Card, Gear, Position, outside
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
    "turn": "turn bo",
    "light": "light",
    "full": "full",
}
"""Every word that a step may begin with, and how it goes on."""

_GATES = {"stairwell": STAIRWELL, "hall": HALL, "barrier": BARRIER}


@dataclass(frozen=True)
class Language:
    """How the cards of one box are written."""

    box: Box
    edition: Edition

    @cached_property
    def ids(self) -> Mapping[str, Card]:
        """The cards that move about, by id in small letters."""
        kinds = QuestCard | ItemCard | PuzzleCard | StaffCard | RiddleCard | EnergyCard | BossCard
        pairs = zip(self.edition.ids, self.edition.cards, strict=True)
        return {name.lower(): card for name, card in pairs if isinstance(card, kinds)}

    @cached_property
    def names(self) -> Mapping[Card, str]:
        """The id of each known card; the first of those that are alike."""
        pairs = zip(self.edition.ids, self.edition.cards, strict=True)
        return {card: f"#{name}" for name, card in reversed(list(pairs)) if name.lower() in self.ids and card.known}

    def card(self, card: Card) -> str:
        """Return a card in its one form: its id where the box knows it."""
        return self.names.get(card) or spell_card(card)

    def after(self, card: Card) -> str:
        """Return a card behind the word of its deck: "#12", "?", or what is told of it."""
        if is_blank(card):
            return "?"
        return self.names.get(card) or spell_card(card).partition("/")[2]


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
        types = self.box.slots(player)
        fits = [n for n, kind in enumerate(types, start=1) if kind is not None and kind.startswith(slot.lower())]
        if not fits:
            raise UnreadableError(slot, "a slot: relic, weapon, magic, any, or its number")
        sharing = [n for n in fits if isinstance(card, StaffCard) and _staffs(player.slots[n - 1])]
        free = [n for n in fits if not player.slots[n - 1]]
        return m.Equip(card, (sharing or free or fits)[0])

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

    def turn(self) -> Move:
        self.exactly(1)
        return m.Turn(self.seat(self.words[0]))


def _staffs(cards: tuple[Gear, ...]) -> bool:
    return bool(cards) and all(isinstance(card, StaffCard) for card in cards)


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
    word: getattr(_Step, _METHODS.get(word, word)) for word in USAGE if word not in (*DEPTHS, *_GATES)
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
    verb, *words = rest.split() or [""]
    verb = verb.lower()
    if not words and verb in DEPTHS:
        return m.Depth(verb)
    if not words and verb in _GATES:
        return m.Gate(_GATES[verb])
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


def _prefix(text: str, state: Position) -> tuple[str, str]:
    match = re.match(r"\s*([A-Za-z0-9]+)\s*:\s*(.*)", text, re.DOTALL)
    if match is None:
        return "", text
    return state.player(match[1].lower()).handle, match[2]


# -------------------------------------------------------------------------------------------------------------- writing


def spell(move: Move, state: Position, language: Language) -> str:
    """Return a move in normal form."""
    text = _spell_cards(move, state, language) or _spell_plain(move) or type(move).__name__.lower()
    return f"{move.by}: {text}" if move.by else text


def _spell_cards(move: Move, state: Position, language: Language) -> str:
    """Spell the moves that name cards; "" for the others."""
    say = language.card
    match move:
        case m.Deal(space=space, card=card):
            return f"quest {space} {say(card)}"
        case m.Draw(card=card) | m.Djinn(card=card) | m.Energy(card=card):
            return f"{deck_of(card)} {language.after(card)}"
        case m.Boss(card=card):
            known = card.name in BOSSES and card in language.box.decks["boss"]
            return f"boss {card.name if known else language.after(card)}"
        case m.Unequip(card=card) | m.Bonus(card=card):
            return f"{type(move).__name__.lower()} {say(card)}"
        case m.Equip(card=card, slot=slot):
            return f"equip {say(card)} {_slot(move, state, language)}" if slot else ""
        case m.Use(card=card, trait=trait):
            return f"use {say(card)} {trait}".rstrip()
        case m.Answer(card=card):
            return f"riddle with {'death' if card is None else say(card)}"
        case m.Trade(card=card, seat=seat, other=other):
            return f"trade {say(card)} {seat} {say(other)}"
        case m.Pay(cards=cards, tokens=tokens):
            return " ".join(["pay", *map(say, cards), *tokens])
        case m.Get(seat=seat, card=card) | m.Lose(seat=seat, card=card):
            return f"{type(move).__name__.lower()} {seat} {say(card)}"
        case m.Name(place=place, card=card):
            return f"is {place} {say(card)}"
    return ""


def _slot(move: m.Equip, state: Position, language: Language) -> str:
    """Return the word of a slot where it means that slot, else its number."""
    player = state.player(move.by or state.active)
    kind = language.box.slots(player)[move.slot - 1] if 1 <= move.slot <= SLOTS else None
    if kind is None:
        return str(move.slot)
    read = _Step([language.card(move.card), kind], move.by, state, language).equip()
    return kind if read == replace(move, by="") else str(move.slot)


def _spell_plain(move: Move) -> str:
    """Spell the moves without cards; "" for those that are one word."""
    match move:
        case m.Assign(seat=seat, character=name):
            return f"character {seat} {name}"
        case m.First(seat=seat) | m.Turn(seat=seat) | m.Flipped(seat=seat) | m.Out(seat=seat):
            return f"{type(move).__name__.lower()} {seat}"
        case m.Roll(black=black, blue=blue):
            return f"roll {' '.join(black)}{f' blue {blue}' if blue else ''}"
        case m.Red(trait=trait) | m.Uncurse(trait=trait) | m.Attack(trait=trait):
            return f"{type(move).__name__.lower()} {trait}"
        case m.Ability(full=full, trait=trait):
            return " ".join(["ability", *(["full"] if full else []), *([trait] if trait else [])])
        case m.Cycle(space=space, deck=deck):
            return f"cycle {space} from {deck}"
        case m.Refill(deck=deck):
            return f"from {deck}"
        case m.GiveUp():
            return "give up"
        case m.Tokens(tokens=tokens):
            return f"tokens {' '.join(tokens) or UNTOLD}"
    return _spell_seen(move)


def _spell_seen(move: Move) -> str:
    """Spell the observations without cards, and what is one word and a number."""
    match move:
        case m.Made(space=0):
            return "spared"
        case m.Failed(space=0):
            return "struck"
        case m.Attempt(space=number) | m.Made(space=number) | m.Failed(space=number) | m.Leave(space=number):
            return f"{type(move).__name__.lower()} {number}"
        case m.Crossed(number=number) | m.Torch(number=number) | m.Life(number=number) | m.Hit(score=number):
            return f"{type(move).__name__.lower()} {number}"
        case m.Trait(seat=seat, trait=trait, value=number):
            return f"trait {seat} {trait} {number}"
        case m.Xp(seat=seat, points=number):
            return f"xp {seat} {number}"
        case m.Death(seat=seat, number=number):
            return f"death {seat}" if number == 1 else f"death {seat} {number}"
        case m.Penalty(trait=trait):
            return f"penalty {trait or 'none'}"
        case m.Gate(name=name):
            return next(word for word, gate in _GATES.items() if gate == name)
        case m.Token(seat=seat, what=what, number=number):
            return f"token {seat} {what}" if number == 1 else f"token {seat} {what} {number}"
        case m.Depth(depth=depth):
            return depth
    return ""
