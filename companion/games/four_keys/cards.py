"""What a card of 4 KEYS is, how an edition lists them, and the counts that the rulebook gives.

A field that nobody has read from a box is None. Symbols are written H (Heart), L (Lightning), C (Cross), X (Hexagon);
a face or a requirement is a word of symbols in that order: "HHL".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from companion.engine.edition import read_tables
from companion.engine.told import same

SHAPES = "HLCX"
SHAPE_NAMES = {"H": "Heart", "L": "Lightning", "C": "Cross", "X": "Hexagon"}

ROOMS_1 = ("ajar0", "ajar3", "ajar5", "box", "throne", "trap", "control", "larder")
ROOMS_2 = ("apartments", "compass", "chest", "monster", "fountain-H", "fountain-L", "fountain-C", "fountain-X")
ROOM_LEVEL = dict.fromkeys(ROOMS_1, 1) | dict.fromkeys(ROOMS_2, 2)
ROOM_NAMES = {
    "ajar0": "Ajar Door (0)",
    "ajar3": "Ajar Door (3)",
    "ajar5": "Ajar Door (5)",
    "box": "Box Room",
    "throne": "Throne Room",
    "trap": "Trap Room",
    "control": "Control Room",
    "larder": "Larder",
    "apartments": "Private Apartments",
    "compass": "Magic Compass",
    "chest": "Treasure Chest Room",
    "monster": "Monster Room",
    "fountain-H": "Fountain of Wealth (Heart)",
    "fountain-L": "Fountain of Wealth (Lightning)",
    "fountain-C": "Fountain of Wealth (Cross)",
    "fountain-X": "Fountain of Wealth (Hexagon)",
}
COPIES = {
    "ajar0": 4,
    "ajar3": 3,
    "ajar5": 1,
    "box": 4,
    "throne": 4,
    "trap": 4,
    "control": 4,
    "larder": 4,
    "apartments": 4,
    "compass": 8,
    "chest": 4,
    "monster": 4,
    "fountain-H": 2,
    "fountain-L": 2,
    "fountain-C": 2,
    "fountain-X": 2,
}
"""Room to number of copies (four-keys.components.rooms-level-1, four-keys.components.rooms-level-2)."""

DOORS_PER_LEVEL = 28
KEYS_PER_LEVEL = 24
STARTS = 4
FRAME_CELLS = tuple(f"{column}{row}" for row in "1234" for column in "abcd")
"""The cells of the final frame: a to d from the left, 1 to 4 from the top."""


def is_ajar(room: str | None) -> bool:
    """Say whether a room is an Ajar Door, which needs no key (four-keys.opening.ajar)."""
    return room is not None and room.startswith("ajar")


def symbols(word: str) -> str:
    """Return a word of symbols in the order H L C X.

    Raises:
        ValueError: a letter that is no symbol.
    """
    if any(letter not in SHAPES for letter in word):
        raise ValueError(f"{word!r} is not a word of {', '.join(SHAPES)}")
    return "".join(sorted(word, key=SHAPES.index))


def shape_words(word: str) -> str:
    """Return a word of symbols as people say it: "two Hearts and a Cross"."""
    numbers = {1: "a", 2: "two", 3: "three", 4: "four"}
    parts = [
        f"{numbers.get(n, n)} {SHAPE_NAMES[s]}{'es' if n > 1 and s == 'C' else 's' if n > 1 else ''}"
        for s, n in Counter(symbols(word)).items()
    ]
    return " and ".join(parts) if len(parts) < 3 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _shorthand(card: Card) -> str:
    from companion.games.four_keys.notation import spell_card

    return spell_card(card)


class Start(msgspec.Struct, frozen=True, tag="start"):
    """A starting Door: what opens it, and its two indicated spaces of the final frame."""

    needs: str | None = None
    marked: tuple[str, str] | None = None

    def __str__(self) -> str:
        return _shorthand(self)

    @property
    def known(self) -> bool:
        """Whether everything printed on it has been told."""
        return self.needs is not None and self.marked is not None

    def fits(self, other: object) -> bool:
        """Say whether this card and `other`, each with its unknowns, may be the same."""
        return isinstance(other, Start) and same(self.needs, other.needs) and same(self.marked, other.marked)


class Door(msgspec.Struct, frozen=True, tag="door"):
    """A Door card: level 1 or 2, the Room behind it, and the symbols that open it ("" for an Ajar Door)."""

    level: int
    room: str | None = None
    needs: str | None = None

    def __str__(self) -> str:
        return _shorthand(self)

    @property
    def known(self) -> bool:
        """Whether everything printed on it has been told."""
        return self.room is not None and self.needs is not None

    def fits(self, other: object) -> bool:
        """Say whether this card and `other`, each with its unknowns, may be the same."""
        return (
            isinstance(other, Door)
            and self.level == other.level
            and same(self.room, other.room)
            and same(self.needs, other.needs)
        )


class Key(msgspec.Struct, frozen=True, tag="key"):
    """A Key card: level 1 or 2 and its two faces. Make it with `key()`, which puts the faces in order."""

    level: int
    a: str | None = None
    b: str | None = None

    def __str__(self) -> str:
        return _shorthand(self)

    @property
    def known(self) -> bool:
        """Whether both faces have been told."""
        return self.a is not None and self.b is not None

    @property
    def faces(self) -> tuple[str | None, ...]:
        """The different faces that can be shown."""
        return (self.a,) if self.a == self.b else (self.a, self.b)

    def fits(self, other: object) -> bool:
        """Say whether this card and `other`, each with its unknowns, may be the same, faces in any order."""
        if not isinstance(other, Key) or self.level != other.level:
            return False
        straight = same(self.a, other.a) and same(self.b, other.b)
        return straight or (same(self.a, other.b) and same(self.b, other.a))


Card: TypeAlias = Start | Door | Key


def key(level: int, one: str | None = None, other: str | None = None) -> Key:
    """Make a Key card; the order of the faces does not matter.

    Raises:
        ValueError: a letter that is no symbol, or an empty face.
    """
    faces = [None if face is None else symbols(face) for face in (one, other)]
    if "" in faces:
        raise ValueError("each face of a Key card shows at least one symbol")
    a, b = sorted(faces, key=_face_order)
    return Key(level, a, b)


def _face_order(face: str | None) -> tuple[bool, int, list[int]]:
    return (face is None, len(face or ""), [SHAPES.index(s) for s in face or ""])


class FourKeysSchema:
    """The card list of a box: starting Doors, Doors and Keys, as TOML tables `start`, `door` and `key`."""

    game = "four-keys"
    card_type = Card

    def read(self, tables: Mapping[str, Any]) -> tuple[list[tuple[str, Card]], list[str]]:
        """Turn parsed TOML tables into cards.

        Returns:
            pairs of an id and a card, and every complaint about entries that cannot be read.
        """
        return read_tables(tables, _READERS)

    def write(self, cards: Iterable[tuple[str, Card]]) -> dict[str, list[dict[str, Any]]]:
        """Return the cards as TOML tables; what is unknown is left out."""
        tables: dict[str, list[dict[str, Any]]] = {"start": [], "door": [], "key": []}
        for name, card in cards:
            tables[_kind(card)].append({"id": name} | _write(card))
        return {kind: rows for kind, rows in tables.items() if rows}

    def check(self, cards: Sequence[Card]) -> list[str]:
        """Return every complaint about the counts that the rulebook gives (four-keys.components)."""
        doors = [card for card in cards if isinstance(card, Door)]
        keys = [card for card in cards if isinstance(card, Key)]
        starts = len(cards) - len(doors) - len(keys)
        complaints = [] if starts == STARTS else [f"a box has {STARTS} starting Doors, not {starts}"]
        for level in (1, 2):
            complaints += _wrong(f"level {level} Doors", sum(d.level == level for d in doors), DOORS_PER_LEVEL)
            complaints += _wrong(f"level {level} Keys", sum(k.level == level for k in keys), KEYS_PER_LEVEL)
        return complaints + _wrong_rooms(doors)

    def blank(self) -> list[tuple[str, Card]]:
        """Return what the rulebook alone tells: every Room with its copies, and nothing printed on the cards."""
        starts: list[Card] = [Start() for _ in range(STARTS)]
        rooms = [room for room, copies in COPIES.items() for _ in range(copies)]
        doors: list[Card] = [Door(ROOM_LEVEL[room], room, "" if is_ajar(room) else None) for room in rooms]
        keys: list[Card] = [Key(level) for level in (1, 2) for _ in range(KEYS_PER_LEVEL)]
        return [
            (f"{letter}{n}", card)
            for letter, group in (("s", starts), ("d", doors), ("k", keys))
            for n, card in enumerate(group, start=1)
        ]


SCHEMA = FourKeysSchema()


def _wrong(what: str, found: int, right: int) -> list[str]:
    return [] if found == right else [f"a box has {right} {what}, not {found}"]


def _wrong_rooms(doors: Sequence[Door]) -> list[str]:
    counts = Counter(door.room for door in doors if door.room is not None)
    spare = {level: sum(d.level == level and d.room is None for d in doors) for level in (1, 2)}
    complaints = []
    for room, copies in COPIES.items():
        short = counts[room] < copies and not spare[ROOM_LEVEL[room]]
        if counts[room] > copies or short:
            complaints.append(f"there are {copies} copies of the {ROOM_NAMES[room]}, not {counts[room]}")
    return complaints


def _kind(card: Card) -> str:
    return "start" if isinstance(card, Start) else "door" if isinstance(card, Door) else "key"


def _write(card: Card) -> dict[str, Any]:
    if isinstance(card, Key):
        faces = [face for face in (card.a, card.b) if face is not None]
        return {"level": card.level} | ({"faces": faces} if faces else {})
    told = {name: getattr(card, name) for name in card.__struct_fields__}
    return {name: list(v) if isinstance(v, tuple) else v for name, v in told.items() if v is not None}


def _read_needs(row: Mapping[str, Any]) -> str | None:
    needs = row.get("needs")
    if needs is None:
        return None
    if not isinstance(needs, str):
        raise ValueError(f"`needs` is a word of symbols such as 'HL', not {needs!r}")
    return symbols(needs.upper())


def _read_level(row: Mapping[str, Any]) -> int:
    level = row.get("level")
    if level not in (1, 2):
        raise ValueError(f"`level` is 1 or 2, not {level!r}")
    return int(level)


def _reject_unknown(row: Mapping[str, Any], *known: str) -> None:
    extra = sorted(set(row) - set(known) - {"id"})
    if extra:
        raise ValueError(f"unknown entries {', '.join(extra)}; known: {', '.join(known)}")


def _read_start(row: Mapping[str, Any]) -> Start:
    _reject_unknown(row, "needs", "marked")
    needs = _read_needs(row)
    if needs == "":
        raise ValueError("a starting Door needs at least one symbol")
    marked = row.get("marked")
    if marked is None:
        return Start(needs, None)
    if not isinstance(marked, list):
        raise ValueError(f"`marked` is two spaces such as ['a2', 'a3'], not {marked!r}")
    return Start(needs, marked_cells(marked))


def marked_cells(cells: Sequence[str]) -> tuple[str, str]:
    """Return the two indicated spaces of a starting card, in order.

    Raises:
        ValueError: not two different cells of the final frame, a1 to d4.
    """
    if len(cells) != 2 or cells[0] == cells[1] or any(cell not in FRAME_CELLS for cell in cells):
        told = ", ".join(map(str, cells))
        raise ValueError(f"the indicated spaces are two different cells from a1 to d4, not {told}")
    one, two = sorted(cells)
    return one, two


def _read_door(row: Mapping[str, Any]) -> Door:
    _reject_unknown(row, "level", "room", "needs")
    level, room, needs = _read_level(row), row.get("room"), _read_needs(row)
    if room is not None and room not in (ROOMS_1 if level == 1 else ROOMS_2):
        names = ", ".join(ROOMS_1 if level == 1 else ROOMS_2)
        raise ValueError(f"`room` of a level {level} Door is one of {names}, not {room!r}")
    return door(level, room, needs)


def door(level: int, room: str | None = None, needs: str | None = None) -> Door:
    """Make a Door card.

    Raises:
        ValueError: an Ajar Door with a requirement, or another Door without any.
    """
    if is_ajar(room):
        if needs:
            raise ValueError(f"an Ajar Door needs no key, not {needs!r}")
        needs = ""
    elif needs is not None:
        needs = symbols(needs)
        if not needs:
            raise ValueError("only an Ajar Door opens without a key")
    return Door(level, room, needs)


def _read_key(row: Mapping[str, Any]) -> Key:
    _reject_unknown(row, "level", "faces")
    faces = row.get("faces", [])
    if not isinstance(faces, list) or len(faces) > 2 or not all(isinstance(face, str) for face in faces):
        raise ValueError(f"`faces` are at most two words of symbols such as ['H', 'LC'], not {faces!r}")
    return key(_read_level(row), *(face.upper() for face in faces))


_READERS: dict[str, Callable[[Mapping[str, Any]], Card]] = {"start": _read_start, "door": _read_door, "key": _read_key}
"""The tables of a card list."""
