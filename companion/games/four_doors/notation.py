"""Text of Player cards and of whole towers, both ways. Anything is read in any case; each thing is printed in one form.

A card is a face, lanterns and a shadow mark, each left out where it is not told::

    staff{gold,purple}/blue-left     summon{}/gold-right     blue-left     oil     spell     ?

The face is a relic (staff, stone, oil, prism), a spell ("luminous-flux"), `spell` for a spell nobody has named, or both
(`staff&summon`). A mark is also read as `blue left` and, where it is clear, as `bl`.

A tower is lines, parted by a line break or ` / `, doors from the top::

    beacon @ana
    purple half found 3|1+staff{}/purple-right @bo @cy
    blue 2|0
    gone gold
    loose 1
    rates 2,[2],3,3,4
    pile 14
    top blue-left
    discard 2+oil
    hollow 3
    hand bo staff{}/blue-left+?
    relics bo purple
    ward 2

A number among the cards is so many untold ones; beside a door their mark is told. `rates` marks the space of the level
pawn; `...` at the end says that the spaces behind are not told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from companion.engine.errors import AmbiguousError, UnreadableError
from companion.engine.piles import Multiset
from companion.games.four_doors.cards import RELICS, SIDES, UNTOLD, PlayerCard, mark, order, player_card
from companion.games.four_doors.state import Pile, Position
from companion.games.four_doors.tower import BEACON, Cards, Door, Tower, Track, arranged

CARD_FORM = "a card such as staff{gold}/blue-left, a mark such as blue-left, an id such as #17, or ?"

_CARD = re.compile(r"(?P<face>[a-z0-9&?-]*)(?P<lamps>\{[a-z0-9,]*\})?(?:/(?P<mark>[a-z0-9-]+))?")
_MARK = re.compile(r"(?P<door>[a-z0-9]+)-(?P<side>left|right|l|r)")


# -------------------------------------------------------------------------------------------------------------- cards


def door_name(word: str, names: Sequence[str]) -> str:
    """Return the door that a word, or the beginning of one, means.

    Raises:
        UnreadableError: no door begins so.
        AmbiguousError: several do.
    """
    low = word.lower()
    fits = [name for name in names if name == low] or [name for name in names if low and name.startswith(low)]
    if len(fits) > 1:
        raise AmbiguousError(word, fits)
    if not fits:
        raise UnreadableError(word, f"a door: {', '.join(names)}")
    return fits[0]


def side_name(word: str) -> str:
    """Return the side that a word means.

    Raises:
        UnreadableError: neither left nor right.
    """
    for side in SIDES:
        if word and side.startswith(word.lower()):
            return side
    raise UnreadableError(word, "left or right")


def parse_mark(word: str, names: Sequence[str]) -> PlayerCard | None:
    """Return the card of a shadow mark, None where the word is none: "blue-left", "bl"."""
    low = word.lower()
    if match := _MARK.fullmatch(low):
        return mark(door_name(match["door"], names), side_name(match["side"]))
    if len(low) == 2 and low[1] in "lr" and any(name.startswith(low[0]) for name in names):
        return mark(door_name(low[0], names), side_name(low[1]))
    return None


def parse_card(word: str, names: Sequence[str], ids: Mapping[str, PlayerCard] | None = None) -> PlayerCard:
    """Read one card.

    Args:
        word: its text, without blanks.
        names: the doors of the game.
        ids: the cards of the box by their id, where ids may be used.

    Raises:
        UnreadableError: it is no card.
        AmbiguousError: a door that is not clear.
    """
    low = word.lower()
    if low == "?":
        return UNTOLD
    if low.startswith("#"):
        found = (ids or {}).get(low[1:])
        if found is None:
            raise UnreadableError(word, "the id of a Player card of this box")
        return found
    marked = parse_mark(low, names)
    if marked is not None:
        return marked
    match = _CARD.fullmatch(low)
    if match is None or not low:
        raise UnreadableError(word, CARD_FORM)
    lamps = None if match["lamps"] is None else _lamps(match["lamps"], names)
    place = parse_mark(match["mark"], names) if match["mark"] else UNTOLD
    if place is None:
        raise UnreadableError(word, CARD_FORM)
    relic, spell = _face(match["face"])
    return player_card(relic, spell, lamps, place.door, place.side)


def _lamps(text: str, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(door_name(word, names) for word in text[1:-1].split(",") if word))


def _face(face: str) -> tuple[str | None, str | None]:
    """Return relic and spell of a face; "" is none, None is not told."""
    if not face:
        return None, None
    if "&" in face:
        relic, _, spell = face.partition("&")
        return None if relic == "?" else relic, None if spell == "?" else spell
    if face == "spell":
        return "", None
    return (face, "") if face in RELICS else ("", face)


def spell_card(card: PlayerCard) -> str:
    """Return a card in its one form."""
    face = _spell_face(card)
    lamps = "" if card.lanterns is None else "{" + ",".join(card.lanterns) + "}"
    if card.door is None or card.side is None:
        return face + lamps or "?"
    where = f"{card.door}-{card.side}"
    return f"{face}{lamps}/{where}" if face or lamps else where


def _spell_face(card: PlayerCard) -> str:
    if card.relic is None and card.spell is None:
        return ""
    if card.relic == "":
        return card.spell or "spell"
    if card.spell == "":
        return card.relic or "?&"
    return f"{card.relic or '?'}&{card.spell or '?'}"


# ------------------------------------------------------------------------------------------------------------- towers


class Painted(NamedTuple):
    """What a tower text says.

    Args:
        tower: the doors with their shadows.
        track: the Shadow Level; None where the text does not say.
        at: handle to the place of its pawn.
        hands, relics: handle to Player cards, and to the doors whose Relic cards lie there.
        down: cards in the draw pile; None where the text does not say.
        top: cards known to lie on top, the next one first.
        discard, hollow: the Player cards there.
        ward: how many cards fewer the next Shadows Fall draws.
    """

    tower: Tower
    track: Track | None
    at: Mapping[str, str]
    hands: Mapping[str, Cards]
    relics: Mapping[str, tuple[str, ...]]
    down: int | None
    top: Cards
    discard: Cards
    hollow: Cards
    ward: int


class _Reader:
    """A tower text being read, line by line."""

    def __init__(self, names: Sequence[str], ids: Mapping[str, PlayerCard] | None) -> None:
        self.names, self.ids = names, ids
        self.doors: list[Door] = []
        self.gone: tuple[str, ...] = ()
        self.loose = self.ward = 0
        self.track: Track | None = None
        self.down: int | None = None
        self.at: dict[str, str] = {}
        self.hands: dict[str, Cards] = {}
        self.relics: dict[str, tuple[str, ...]] = {}
        self.heaps: dict[str, Cards] = {}

    def line(self, text: str) -> None:
        """Read one line."""
        word, *rest = text.split()
        reader = getattr(self, f"_{word.lower()}", None) if word.lower() in _LINES else None
        if reader is not None:
            reader(rest, text)
            return
        self._door(word, rest, text)

    def _door(self, word: str, rest: list[str], text: str) -> None:
        name = door_name(word, self.names)
        states = [w.lower() for w in rest if not w.startswith("@") and "|" not in w]
        bars = [w for w in rest if "|" in w]
        if set(states) - {"open", "half", "found"} or len(bars) > 1:
            raise UnreadableError(text, "a door line such as `purple half found 3|1 @bo`")
        left, right = (bars[0] if bars else "|").split("|")
        sides = [self._side(cards, name, side) for cards, side in ((left, "left"), (right, "right"))]
        self.doors.append(Door(name, "half" in states, "found" in states, *sides))
        self._pawns(rest, name)

    def _pawns(self, words: Iterable[str], place: str) -> None:
        for word in words:
            if word.startswith("@"):
                self.at[word[1:].lower()] = place

    def _side(self, text: str, name: str, side: str) -> Cards:
        marked = mark(name, side)
        cards = [marked if card == UNTOLD else card for card in self._cards(text)]
        wrong = next((card for card in cards if not card.fits(marked)), None)
        if wrong is not None:
            raise UnreadableError(spell_card(wrong), f"a card whose mark is {name} {side}")
        return arranged(tuple(replace(card, door=name, side=side) for card in cards))

    def _cards(self, text: str) -> Cards:
        cards: list[PlayerCard] = []
        for word in filter(None, text.split("+")):
            if word.isdecimal():
                cards += [UNTOLD] * int(word)
            else:
                cards.append(parse_card(word, self.names, self.ids))
        return tuple(cards)

    def _beacon(self, rest: list[str], text: str) -> None:
        self._pawns(rest, BEACON)

    def _gone(self, rest: list[str], text: str) -> None:
        self.gone = tuple(door_name(word, self.names) for word in rest)

    def _rates(self, rest: list[str], text: str) -> None:
        words = "".join(rest).split(",")
        complete = words[-1] != "..."
        spaces = [word.strip("[]") for word in words if word != "..."]
        levels = [i for i, word in enumerate(words) if word.startswith("[")]
        skull = spaces[-1:] == ["x"]
        numbers = spaces[:-1] if skull else spaces
        if not numbers or not all(word.isdecimal() for word in numbers) or len(levels) > 1:
            raise UnreadableError(text, "the spaces of the Shadow Level such as `rates 2,[2],3,3,4`")
        self.track = Track(tuple(map(int, numbers)), levels[0] if levels else 0, complete)

    def _number(self, rest: list[str], text: str) -> int:
        if len(rest) != 1 or not rest[0].isdecimal():
            raise UnreadableError(text, f"a number: {text.split()[0]} 3")
        return int(rest[0])

    def _pile(self, rest: list[str], text: str) -> None:
        self.down = self._number(rest, text)

    def _loose(self, rest: list[str], text: str) -> None:
        self.loose = self._number(rest, text)

    def _ward(self, rest: list[str], text: str) -> None:
        self.ward = self._number(rest, text)

    def _heap(self, rest: list[str], text: str) -> None:
        self.heaps[text.split()[0].lower()] = self._cards("+".join(rest))

    _top = _discard = _hollow = _heap

    def _hand(self, rest: list[str], text: str) -> None:
        self.hands[_seat(rest, text)] = self._cards("+".join(rest[1:]))

    def _relics(self, rest: list[str], text: str) -> None:
        self.relics[_seat(rest, text)] = tuple(door_name(word, self.names) for word in rest[1:])


def _seat(rest: list[str], text: str) -> str:
    if not rest:
        raise UnreadableError(text, "whose it is: hand bo, relics bo")
    return rest[0].lower()


_LINES = ("beacon", "gone", "rates", "pile", "loose", "ward", "top", "discard", "hollow", "hand", "relics")


def parse_tower(text: str, names: Sequence[str], ids: Mapping[str, PlayerCard] | None = None) -> Painted:
    """Read a tower.

    Args:
        text: lines, parted by line breaks or ` / `.
        names: the doors of the game.
        ids: the cards of the box by their id, where ids may be used.

    Raises:
        UnreadableError, AmbiguousError: a line that cannot be read, or a door that is named twice or not at all.
    """
    reader = _Reader(names, ids)
    for line in filter(None, map(str.strip, re.split(r"\n|\s/\s", text))):
        reader.line(line)
    if sorted([*(door.name for door in reader.doors), *reader.gone]) != sorted(names):
        raise UnreadableError(" ".join(text.split())[:60], f"a line for each door: {', '.join(names)}")
    tower = Tower(tuple(reader.doors), reader.gone, reader.loose)
    top, discard, hollow = (reader.heaps.get(name, ()) for name in ("top", "discard", "hollow"))
    told = (reader.at, reader.hands, reader.relics, reader.down)
    return Painted(tower, reader.track, *told, top, discard, hollow, reader.ward)


def spell_tower(state: Position) -> str:
    """Return the tower of a position, with pawns, piles and the Shadow Level, so that `parse_tower` reads it back."""
    lines = [f"{BEACON}{_pawns_at(state, BEACON)}"]
    lines += [_door_line(door) + _pawns_at(state, door.name) for door in state.tower.doors]
    if state.tower.gone:
        lines.append(f"gone {' '.join(state.tower.gone)}")
    lines += [f"loose {state.tower.loose}"] if state.tower.loose else []
    lines.append(f"rates {_spell_track(state.track)}")
    lines.append(f"pile {state.down}")
    if state.top:
        lines.append(f"top {'+'.join(map(spell_card, state.top))}")
    for name, heap in (("discard", state.discard), ("hollow", state.hollow)):
        lines += [f"{name} {_heap(heap)}"] if heap else []
    for player in state.players:
        lines += [f"hand {player.handle} {_heap(player.hand)}"] if player.hand else []
        lines += [f"relics {player.handle} {' '.join(player.relics)}"] if player.relics else []
    return "\n".join([*lines, *([f"ward {state.ward}"] if state.ward else [])])


def _pawns_at(state: Position, place: str) -> str:
    return "".join(f" @{player.handle}" for player in state.players if player.at == place)


def _door_line(door: Door) -> str:
    words = [door.name, *(["half"] if door.half else []), *(["found"] if door.found else [])]
    sides = [_side_text(door.side(side), mark(door.name, side)) for side in SIDES]
    return " ".join([*words, "|".join(sides)])


def _side_text(cards: Cards, marked: PlayerCard) -> str:
    return _counted([card for card in cards if card != marked], cards.count(marked))


def _heap(cards: Pile) -> str:
    return _counted(sorted((card for card in cards if card != UNTOLD), key=order), cards.count(UNTOLD))


def _counted(cards: Sequence[PlayerCard], others: int) -> str:
    return "+".join([*([str(others)] if others or not cards else []), *map(spell_card, cards)])


def _spell_track(track: Track) -> str:
    spaces = [str(rate) for rate in track.rates] + (["x"] if track.skull else [])
    spaces += [str(track.rates[-1])] * (0 if track.complete else track.level + 1 - len(spaces))
    spaces[track.level] = f"[{spaces[track.level]}]"
    return ",".join([*spaces, *([] if track.complete else ["..."])])


def heap(cards: Iterable[PlayerCard]) -> Pile:
    """Return cards as a heap in their order."""
    return Multiset.of(sorted(cards, key=order))
