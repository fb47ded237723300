"""Table shorthand of The Four Doors: one step of text to a move and back. Anything is read in any case.

    doors purple green blue gold      adventurer ana wanderer     first ana          (setup)
    draw #5 #6                        shadow #41                  reshuffled
    illuminate #17 > #41              move up                     search             done
    give #17 bo                       give staff bo               find #3 #8 #21 #40
    kindle #3 > #41                   oil #21                     shift bo green
    recall #12                        swap wanderer               discard #17
    spell #33                         spell #33 > #41             spell #33 bo green
    lumen #8 bo beacon                prism #21 > #40 bo          extra action #21
    walk green                        dispel #4                   pass #17 bo
    toss #3 #9 > #30                  stand up
    mark purple left                  clear purple left           relic purple bo    (observations)
    half purple      open purple      level +1      rate 3        skull
    pawn bo green    hand bo #5 #6    pile 14       is bo.2 #5    turn bo
    light            sides            full

A card is an id (#17), a description (staff{gold}/blue-left), a mark (blue left) or ?. A prefix `bo:` names the seat
where it is not the one that is understood.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from msgspec.structs import replace

from companion.engine.edition import Edition
from companion.engine.errors import AmbiguousError, UnreadableError
from companion.engine.game import Move
from companion.games.four_doors import moves as m
from companion.games.four_doors.box import Box
from companion.games.four_doors.cards import ADVENTURERS, RELICS, PlayerCard, order
from companion.games.four_doors.notation import door_name, parse_card, parse_mark, side_name, spell_card
from companion.games.four_doors.people import understood
from companion.games.four_doors.state import DEPTHS, Position
from companion.games.four_doors.tower import BEACON

USAGE = {
    "doors": "doors purple green blue gold (from the top)",
    "adventurer": "adventurer ana wanderer",
    "first": "first ana",
    "draw": "draw #5, draw #5 #6, draw blue left, or draw ?",
    "shadow": "shadow #41, shadow blue left, or shadow ?",
    "reshuffled": "reshuffled",
    "illuminate": "illuminate #17 > #41",
    "move": "move up, or move down",
    "search": "search",
    "give": "give #17 bo, or give staff bo",
    "find": "find #3 #8 #21 #40",
    "kindle": "kindle #3 > #41",
    "oil": "oil #21",
    "shift": "shift bo green",
    "recall": "recall #12",
    "swap": "swap wanderer",
    "done": "done",
    "discard": "discard #17",
    "spell": "spell #33, spell #33 > #41, or spell #33 bo green",
    "lumen": "lumen #8 bo beacon",
    "prism": "prism #21 > #40 bo (the card paid, the card passed, to whom)",
    "extra": "extra action #21",
    "walk": "walk green",
    "dispel": "dispel #4",
    "pass": "pass #17 bo, or pass staff bo",
    "toss": "toss #3 #9 > #30",
    "stand": "stand up, or stand down",
    "mark": "mark purple left",
    "clear": "clear purple left",
    "relic": "relic purple, or relic purple bo",
    "half": "half purple",
    "open": "open purple",
    "level": "level +1",
    "rate": "rate 3",
    "skull": "skull",
    "pawn": "pawn bo green, or pawn bo beacon",
    "hand": "hand bo #5 #6 ?",
    "pile": "pile 14",
    "is": "is bo.2 #5, or is shadow blue left",
    "turn": "turn bo",
    "light": "light",
    "sides": "sides",
    "full": "full",
}
"""Every word that a step may begin with, and how it goes on."""


def ids_of(edition: Edition) -> Mapping[str, PlayerCard]:
    """Return the Player cards of a box by id."""
    return {
        name.lower(): card
        for name, card in zip(edition.ids, edition.cards, strict=True)
        if isinstance(card, PlayerCard)
    }


@dataclass(frozen=True)
class Language:
    """How the cards of one box are written."""

    box: Box
    edition: Edition

    @cached_property
    def ids(self) -> Mapping[str, PlayerCard]:
        """The Player cards by id."""
        return ids_of(self.edition)

    @cached_property
    def names(self) -> Mapping[PlayerCard, str]:
        """The id of each known Player card; the first of those that are alike."""
        return {card: f"#{name}" for name, card in reversed(list(self.ids.items())) if card.known}

    def card(self, card: PlayerCard) -> str:
        """Return a card in its one form: its id where the box knows it."""
        return self.names.get(card) or spell_card(card)


class _Step:
    """One step being read."""

    def __init__(self, words: list[str], by: str, state: Position, language: Language) -> None:
        self.state, self.language, self.box = state, language, language.box
        self.doors = state.tower.names or language.box.doors
        self.by = by
        self.words, self.picks = _parted(_joined(words, self.doors))

    # -- pieces

    def exactly(self, *counts: int) -> None:
        """Make sure that so many words stand there."""
        if len(self.words) not in counts:
            raise ValueError(f"{len(self.words)} words")

    def card(self, word: str, among: Iterable[PlayerCard] = ()) -> PlayerCard:
        """Read a card; a description that fits one of the cards among which it lies is that card."""
        card = parse_card(word, self.doors, self.language.ids)
        kinds = dict.fromkeys(among)
        if card in kinds:
            return card
        fits = [kind for kind in kinds if kind.known and card.fits(kind)]
        if len(fits) > 1:
            raise AmbiguousError(word, sorted(self.language.card(kind) for kind in fits))
        return fits[0] if fits else card

    def seat(self, word: str) -> str:
        """Read a seat."""
        return self.state.player(word.lower()).handle

    def place(self, word: str) -> str:
        """Read a place: a door, or the Beacon."""
        return BEACON if len(word) > 1 and BEACON.startswith(word.lower()) else door_name(word, self.doors)

    def who(self, move: Move) -> str:
        """Return the seat whose hand a step means."""
        return self.by or understood(self.box, self.state, move)

    def hand(self, move: Move) -> Iterable[PlayerCard]:
        """Return the cards that the maker of a move holds."""
        who = self.who(move)
        return self.state.player(who).hand if who else ()

    def shadows(self, place: str = "") -> list[PlayerCard]:
        """Return the Shadow cards of a door, or of all."""
        return [card for door in self.state.tower.doors if place in ("", door.name) for card in door.shadows]

    # -- setup and reveals

    def doors_(self) -> Move:
        names = [door_name(word, self.box.doors) if self.box.named else word.lower() for word in self.words]
        return m.Doors(tuple(names))

    def adventurer(self) -> Move:
        self.exactly(2)
        return m.Assign(self.seat(self.words[0]), _adventurer(self.words[1]))

    def first(self) -> Move:
        self.exactly(1)
        return m.First(self.seat(self.words[0]))

    def draw(self) -> Move:
        self.exactly(1, 2, 3, 4)
        return m.Draw(tuple(self.card(word) for word in self.words))

    def shadow(self) -> Move:
        self.exactly(1)
        return m.Shadow(self.card(self.words[0]))

    def reshuffled(self) -> Move:
        self.exactly(0)
        return m.Reshuffled()

    # -- actions

    def illuminate(self) -> Move:
        self.exactly(1)
        card = self.card(self.words[0], self.hand(m.Done()))
        here = self.shadows(self.state.player(self.who(m.Done())).at)
        shadows = tuple(self.card(word, here) for word in self.picks)
        if not shadows:
            raise ValueError("no shadow")
        return m.Illuminate(card, tuple(sorted(shadows, key=order)))

    def move(self) -> Move:
        self.exactly(1)
        return m.Step(_way(self.words[0]))

    def search(self) -> Move:
        self.exactly(0)
        return m.Search()

    def give(self) -> Move:
        card, relic, seat = self._handed(m.Done())
        return m.Give(seat, card, relic)

    def _handed(self, kind: Move) -> tuple[PlayerCard | None, str, str]:
        self.exactly(2)
        what, to = self.words
        relic = self._relic(what, self.who(kind))
        card = None if relic else self.card(what, self.hand(kind))
        return card, relic, self.seat(to)

    def _relic(self, word: str, seat: str) -> str:
        """Return the door of the Relic card that a word means, "" where it means a Player card."""
        low = word.lower()
        if low.startswith("relic-"):
            return door_name(low[6:], self.doors)
        door = self.box.door_of(low) if low in RELICS else ""
        return door if door and door in self.state.player(seat).relics else ""

    def find(self) -> Move:
        if not self.words:
            return m.Find(self._only_four())
        hand = self.hand(m.Done())
        return m.Find(tuple(sorted((self.card(word, hand) for word in self.words), key=order)))

    def _only_four(self) -> tuple[PlayerCard, ...]:
        player = self.state.player(self.who(m.Done()))
        relic = self.box.relics.get(player.at)
        fours = {four for four in combinations(player.hand, 4) if all(c.relic == relic for c in four)}
        if len(fours) != 1:
            raise ValueError("which four")
        return tuple(sorted(fours.pop(), key=order))

    def kindle(self) -> Move:
        self.exactly(1)
        (pick,) = self.picks
        return m.Kindle(self.card(self.words[0], self.hand(m.Done())), self.card(pick, self.shadows()))

    def oil(self) -> Move:
        self.exactly(1)
        return m.Oil(self.card(self.words[0], self.hand(m.Done())))

    def shift(self) -> Move:
        self.exactly(2)
        return m.Shift(self.seat(self.words[0]), self.place(self.words[1]))

    def recall(self) -> Move:
        self.exactly(1)
        return m.Recall(self.card(self.words[0], self.state.discard.kinds()))

    def swap(self) -> Move:
        self.exactly(1)
        return m.Swap(_adventurer(self.words[0]))

    def done(self) -> Move:
        self.exactly(0)
        return m.Done()

    # -- what costs none

    def discard(self) -> Move:
        self.exactly(1)
        move = m.Discard(parse_card("?", self.doors))
        return m.Discard(self.card(self.words[0], self.hand(move)))

    def spell(self) -> Move:
        self.exactly(1, 3)
        card = self.card(self.words[0], self.hand(m.Cast(parse_card("?", self.doors))))
        verb = self.box.effect(card.spell).verb
        heaps: dict[str, Iterable[PlayerCard]] = {"summon": self.state.hollow, "top": self.state.discard}
        among = heaps.get(verb, self.shadows())
        cards = tuple(sorted((self.card(word, among) for word in self.picks), key=order))
        if len(self.words) == 1:
            return m.Cast(card, cards)
        return m.Cast(card, cards, self.seat(self.words[1]), self.place(self.words[2]))

    def lumen(self) -> Move:
        self.exactly(3)
        word, seat, to = self.words
        card = self.card(word, self.hand(m.Lumen(parse_card("?", self.doors), "", "")))
        return m.Lumen(card, self.seat(seat), self.place(to))

    def prism(self) -> Move:
        blank = parse_card("?", self.doors)
        hand = list(self.hand(m.Prism(blank, blank, "")))
        if self.picks:
            self.exactly(1)
            gift, seat = self.picks
            return m.Prism(self.card(self.words[0], hand), self.card(gift, hand), self.seat(seat))
        self.exactly(2)
        given = self.card(self.words[0], hand)
        return m.Prism(self._payment(hand, given), given, self.seat(self.words[1]))

    def _payment(self, hand: list[PlayerCard], gift: PlayerCard | None = None) -> PlayerCard:
        """Return the only card that can pay for the Prism."""
        rest = list(hand)
        if gift in rest:
            rest.remove(gift)
        fits = [card for card in dict.fromkeys(rest) if card.relic == "prism"]
        if len(fits) > 1:
            raise AmbiguousError("the card paid", sorted(self.language.card(card) for card in fits))
        if not fits:
            raise ValueError("nothing to pay with")
        return fits[0]

    def extra(self) -> Move:
        words = self.words[1:] if self.words[:1] and self.words[0].lower() == "action" else self.words
        hand = list(self.hand(m.Done()))
        if not words:
            return m.Extra(self._payment(hand))
        (word,) = words
        return m.Extra(self.card(word, hand))

    def walk(self) -> Move:
        self.exactly(1)
        return m.Walk(self.place(self.words[0]))

    def dispel(self) -> Move:
        self.exactly(1)
        who = self.who(m.Dispel(parse_card("?", self.doors)))
        return m.Dispel(self.card(self.words[0], self.shadows(self.state.player(who).at) if who else ()))

    def pass_(self) -> Move:
        card, relic, seat = self._handed(m.Pass(""))
        return m.Pass(seat, card, relic)

    def toss(self) -> Move:
        self.exactly(2)
        (pick,) = self.picks
        hand = self.hand(m.Done())
        one, other = sorted((self.card(word, hand) for word in self.words), key=order)
        return m.Toss((one, other), self.card(pick, self.state.hollow))

    def stand(self) -> Move:
        self.exactly(1)
        return m.Stand(_way(self.words[0]))

    # -- observations

    def _marked(self) -> tuple[str, str]:
        self.exactly(1)
        card = parse_mark(self.words[0], self.doors)
        if card is None or card.door is None or card.side is None:
            raise ValueError("no side")
        return card.door, card.side

    def mark(self) -> Move:
        return m.Mark(*self._marked())

    def clear(self) -> Move:
        return m.Clear(*self._marked())

    def relic(self) -> Move:
        self.exactly(1, 2)
        door = self.box.door_of(self.words[0].lower()) or door_name(self.words[0], self.doors)
        return m.Relic(door, self.seat(self.words[1]) if self.words[1:] else "")

    def half(self) -> Move:
        self.exactly(1)
        return m.Half(door_name(self.words[0], self.doors))

    def open(self) -> Move:
        self.exactly(1)
        return m.Half(door_name(self.words[0], self.doors), False)

    def number(self) -> int:
        """Read the only word as a number."""
        self.exactly(1)
        return int(self.words[0].replace("−", "-"))

    def level(self) -> Move:
        return m.Level(self.number())

    def rate(self) -> Move:
        return m.Rate(self.number())

    def skull(self) -> Move:
        self.exactly(0)
        return m.Skull()

    def pawn(self) -> Move:
        self.exactly(2)
        return m.Pawn(self.seat(self.words[0]), self.place(self.words[1]))

    def hold(self) -> Move:
        seat, *cards = self.words
        return m.Hold(self.seat(seat), tuple(sorted((self.card(word) for word in cards), key=order)))

    def pile(self) -> Move:
        return m.Count(self.number())

    def name(self) -> Move:
        self.exactly(2)
        return m.Name(self.words[0].lower(), self.card(self.words[1]))

    def turn(self) -> Move:
        self.exactly(1)
        return m.Turn(self.seat(self.words[0]))


def _adventurer(word: str) -> str:
    found = [name for name in ADVENTURERS if name.startswith(word.lower())]
    if len(found) == 1:
        return found[0]
    if found:
        raise AmbiguousError(word, found)
    raise UnreadableError(word, f"an adventurer: {', '.join(ADVENTURERS)}")


def _way(word: str) -> str:
    way = next((way for way in ("up", "down") if way.startswith(word.lower())), None)
    if way is None:
        raise UnreadableError(word, "up or down")
    return way


def _joined(words: list[str], doors: Iterable[str]) -> list[str]:
    """Write a mark of two words as one: "blue left"."""
    out: list[str] = []
    for word in words:
        before = out[-1].lower() if out else ""
        if word.lower() in ("left", "right", "l", "r") and before and any(name.startswith(before) for name in doors):
            out[-1] = f"{out[-1]}-{side_name(word)}"
        else:
            out.append(word)
    return out


def _parted(words: list[str]) -> tuple[list[str], list[str]]:
    """Part the words at `>`."""
    if ">" not in words:
        return words, []
    at = words.index(">")
    return words[:at], words[at + 1 :]


_READERS: dict[str, Callable[[_Step], Move]] = {
    word: getattr(_Step, {"doors": "doors_", "pass": "pass_", "hand": "hold", "is": "name"}.get(word, word))
    for word in USAGE
    if word not in DEPTHS
}


def parse(text: str, state: Position, language: Language) -> Move:
    """Read one step.

    Raises:
        UnreadableError: it cannot be read; the message says how such a step goes.
        AmbiguousError: a description fits several cards.
        UnknownNameError: it names nobody at this table.
    """
    by, rest = _prefix(text, state)
    verb, *words = rest.replace(">", " > ").split() or [""]
    verb = verb.lower()
    if verb in DEPTHS and not words:
        return m.Depth(verb)
    reader = _READERS.get(verb)
    if reader is None:
        near = difflib.get_close_matches(verb, USAGE, 1)
        raise UnreadableError(text.strip(), USAGE[near[0]] if near else f"a step: {', '.join(USAGE)}")
    try:
        move = reader(_Step(words, by, state, language))
    except (IndexError, ValueError) as fault:
        if isinstance(fault, UnreadableError | AmbiguousError):
            raise
        raise UnreadableError(text.strip(), USAGE[verb]) from None
    nobodys = isinstance(move, m.Shadow | m.Reshuffled)
    return replace(move, by=by) if by and not nobodys and by != understood(language.box, state, move) else move


def _prefix(text: str, state: Position) -> tuple[str, str]:
    match = re.match(r"\s*([A-Za-z0-9]+)\s*:\s*(.*)", text, re.DOTALL)
    if match is None:
        return "", text
    return state.player(match[1].lower()).handle, match[2]


def spell(move: Move, state: Position, language: Language) -> str:
    """Return a move in normal form."""
    text = _spell(move, language)
    return f"{move.by}: {text}" if move.by else text


def _spell(move: Move, language: Language) -> str:
    said = _spell_plays(move, language.card) or _spell_rest(move, language)
    return said or type(move).__name__.lower()


def _spell_plays(move: Move, say: Callable[[PlayerCard], str]) -> str:
    """Spell the moves that play Player cards; "" for the others."""
    match move:
        case m.Shadow(card=card):
            return f"shadow {say(card)}"
        case m.Draw(cards=cards):
            return f"draw {' '.join(map(say, cards))}"
        case m.Illuminate(card=card, shadows=shadows):
            return f"illuminate {say(card)} > {' '.join(map(say, shadows))}"
        case m.Find(cards=cards):
            return f"find {' '.join(map(say, cards))}"
        case m.Kindle(card=card, shadow=shadow):
            return f"kindle {say(card)} > {say(shadow)}"
        case m.Oil(card=card) | m.Recall(card=card) | m.Discard(card=card):
            return f"{type(move).__name__.lower()} {say(card)}"
        case m.Extra(card=card):
            return f"extra action {say(card)}"
        case m.Cast(card=card, cards=cards, seat=seat, to=to):
            picks = f" > {' '.join(map(say, cards))}" if cards else ""
            return f"spell {say(card)}{f' {seat} {to}' if seat else ''}{picks}"
        case m.Lumen(card=card, seat=seat, to=to):
            return f"lumen {say(card)} {seat} {to}"
        case m.Prism(card=card, gift=gift, seat=seat):
            return f"prism {say(card)} > {say(gift)} {seat}"
        case m.Dispel(shadow=shadow):
            return f"dispel {say(shadow)}"
        case m.Toss(cards=cards, take=take):
            return f"toss {' '.join(map(say, cards))} > {say(take)}"
        case m.Hold(seat=seat, cards=cards):
            return " ".join(["hand", seat, *map(say, cards)])
        case m.Name(place=place, card=card):
            return f"is {place} {say(card)}"
    return ""


def _spell_rest(move: Move, language: Language) -> str:
    """Spell the moves of pawns, relics and observations; "" for those that are one word."""
    match move:
        case m.Doors(names=names):
            return f"doors {' '.join(names)}"
        case m.Assign(seat=seat, adventurer=adventurer):
            return f"adventurer {seat} {adventurer}"
        case m.First(seat=seat) | m.Turn(seat=seat):
            return f"{type(move).__name__.lower()} {seat}"
        case m.Step(way=way):
            return f"move {way}"
        case m.Stand(way=way):
            return f"stand {way}"
        case m.Give(seat=seat, card=card, relic=relic) | m.Pass(seat=seat, card=card, relic=relic):
            what = language.card(card) if card is not None else language.box.relics.get(relic, f"relic-{relic}")
            return f"{type(move).__name__.lower()} {what} {seat}"
        case m.Shift(seat=seat, to=to) | m.Pawn(seat=seat, to=to):
            return f"{type(move).__name__.lower()} {seat} {to}"
        case m.Walk(to=to):
            return f"walk {to}"
        case m.Swap(adventurer=adventurer):
            return f"swap {adventurer}"
        case m.Mark(door=door, side=side) | m.Clear(door=door, side=side):
            return f"{type(move).__name__.lower()} {door} {side}"
        case m.Relic(door=door, seat=seat):
            return f"relic {door} {seat}".rstrip()
        case m.Half(door=door, half=half):
            return f"{'half' if half else 'open'} {door}"
        case m.Level(change=change):
            return f"level {change:+d}"
        case m.Rate(rate=number) | m.Count(down=number):
            return f"{'rate' if isinstance(move, m.Rate) else 'pile'} {number}"
        case m.Depth(depth=depth):
            return depth
    return ""
