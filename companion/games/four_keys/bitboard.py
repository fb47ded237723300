"""A dungeon and the cards to come as bit masks and packed numbers: what the completion search works on.

Cells are bits 0..48 of a mask, frames bits 0..15 of another. The symbols of a row, a column or a face are one integer
of five fields of eight bits: Hearts, Lightnings, Crosses, Hexagons, and on top how many symbols a Chest counts (an
untold face counts one symbol of no shape). Sums of such integers are sums of symbols, and one subtraction tells whether
a requirement is met.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from companion.games.four_keys.cards import SHAPES, Card, Key
from companion.games.four_keys.dungeon import (
    ARROWS,
    FRAMES,
    FULL,
    GRID,
    LINES,
    NEIGHBOURS,
    SIZE,
    Cell,
    DoorCell,
    Dungeon,
    KeyCell,
    StartCell,
    laid,
)

CELLS = GRID * GRID
ROW = tuple(i // GRID for i in range(CELLS))
COLUMN = tuple(i % GRID for i in range(CELLS))
GUARD = 0x80808080
"""The top bit of each of the four fields of shapes: no field ever reaches it."""
SHAPE_FIELDS = 0xFFFFFFFF
"""The four fields of shapes without the number on top."""
NUMBER = 32
"""Where the field that a Chest counts begins."""
FIELD = 255
NEVER = 0x7F
"""A requirement that nothing meets: that of a door whose requirement was not told."""

FIXED, SPOT, CHEST, FOUNTAIN, MONSTER, LARDER, COMPASS, BLANK = range(8)
"""Kinds of Rooms: fixed worth, worth by its place in the frame, ..., a level 2 Room that nobody told."""

_CORNERS = ("a1", "d1", "a4", "d4")
_MIDDLE = ("b2", "c2", "b3", "c3")
_WORTHS = {"ajar0": 0, "ajar3": 3, "ajar5": 5, "box": 2, "apartments": 5}
_KINDS = {"chest": CHEST, "monster": MONSTER, "larder": LARDER}
BLANK_MOST = 5
"""The most that an untold level 2 Room is certain to be worth: it may be the Private Apartments, never more."""


def mask_of(cells: Sequence[int]) -> int:
    """Return the mask of some cells."""
    return sum(1 << cell for cell in cells)


NEXT_TO = tuple(mask_of(cells) for cells in NEIGHBOURS)
IN_LINE = tuple(mask_of(cells) for cells in LINES)
FRAME_MASKS = tuple(mask_of(cells) for cells in FRAMES)
FRAMES_WITH = tuple(sum(1 << f for f in range(len(FRAMES)) if FRAME_MASKS[f] >> cell & 1) for cell in range(CELLS))
"""For every cell the frames that hold it."""


def bits(mask: int) -> list[int]:
    """Return the cells of a mask in order."""
    out = []
    while mask:
        low = mask & -mask
        out.append(low.bit_length() - 1)
        mask ^= low
    return out


def pack(face: str | None) -> int:
    """Return the symbols of a face as one integer."""
    if face is None:
        return 1 << NUMBER
    return sum(face.count(shape) << 8 * i for i, shape in enumerate(SHAPES)) + (len(face) << NUMBER)


def pack_needs(needs: str | None, multiplicity: bool) -> int:
    """Return a requirement as one integer; without multiplicity each shape is needed once at most."""
    if needs is None:
        return NEVER
    return sum(
        (needs.count(shape) if multiplicity else min(1, needs.count(shape))) << 8 * i for i, shape in enumerate(SHAPES)
    )


def lacking(needs: int, here: int) -> int:
    """Return what a packed requirement still lacks, field by field, with the shapes that are here."""
    over = (needs | GUARD) - here
    short = over & GUARD
    return over & (short - (short >> 7))


class Room(NamedTuple):
    """A door: packed requirement (0: open), 1 for level 1 Doors, kind, and what the kind needs to know."""

    needs: int
    first: int
    kind: int
    extra: Any


Faces: TypeAlias = tuple[tuple[int, int], ...]
"""The faces of a Key worth showing, each as packed symbols and its number, 0 or 1."""


def _twins(cards: Sequence[Card | None]) -> tuple[tuple[int, ...], ...]:
    """Return for every card the numbers of all cards like it, itself among them."""
    alike: dict[Card | None, list[int]] = {}
    for number, card in enumerate(cards):
        alike.setdefault(card, []).append(number)
    return tuple(tuple(alike[card]) for card in cards)


def _good_frames(names: Sequence[str]) -> tuple[int, ...]:
    """Return for every cell the frames in which its place is one of these."""
    good = [0] * CELLS
    for frame, cells in enumerate(FRAMES):
        for name in names:
            good[cells[(int(name[1]) - 1) * SIZE + "abcd".index(name[0])]] |= 1 << frame
    return tuple(good)


_CORNER_FRAMES = _good_frames(_CORNERS)
_MIDDLE_FRAMES = _good_frames(_MIDDLE)


def room_of(cell: DoorCell | StartCell, gold: int, rules: Mapping[str, bool]) -> Room:
    """Return a door of the dungeon in the form that the search uses."""
    needs = 0 if cell.open else pack_needs(cell.needs, rules["multiplicity"])
    if isinstance(cell, StartCell):
        marked = cell.marked
        return Room(needs, 0, SPOT, _good_frames(marked)) if marked else Room(needs, 0, FIXED, 1)
    first, room = int(cell.level == 1), cell.room
    if room is None:
        return Room(needs, first, FIXED, 0) if first else Room(needs, 0, BLANK, None)
    if room == "compass":
        return Room(needs, first, COMPASS, tuple(ARROWS[arrow] for arrow in cell.arrow or ARROWS))
    if room in ("trap", "control"):
        return Room(needs, first, SPOT, _CORNER_FRAMES if room == "trap" else _MIDDLE_FRAMES)
    if room.startswith("fountain"):
        return Room(needs, first, FOUNTAIN, 8 * SHAPES.index(room[-1]))
    if room in _KINDS:
        return Room(needs, first, _KINDS[room], None)
    return Room(needs, first, FIXED, gold if room == "throne" else _WORTHS[room])


def faces_of(card: Key) -> Faces:
    """Return the faces of a Key that can be best: one that shows no more of any shape than the other is left out."""
    faces = [(pack(card.a), 0)] if card.a == card.b else [(pack(card.a), 0), (pack(card.b), 1)]
    if len(faces) == 2:
        (one, _), (other, _) = faces
        if _shows_all(one, other):
            return (faces[0],)
        if _shows_all(other, one):
            return (faces[1],)
    return tuple(faces)


def _shows_all(one: int, other: int) -> bool:
    """Say whether a face shows at least what another shows, field by field."""
    guard = GUARD | 0x80 << NUMBER
    return (one + guard - other) & guard == guard


class Symbols(NamedTuple):
    """Symbols in every row, in every column and altogether."""

    rows: list[int]
    columns: list[int]
    total: int


class Board:
    """What lies there and the cards to come, for a set of frames.

    Args:
        dungeon: what lies there.
        cards: what comes, in order; None for a card that nobody told.
        gold: on the Adventurer tile.
        rules: `multiplicity`, `compass_tile`, `compass_cycles`.
        frames: mask of the frames that may come out.
    """

    def __init__(
        self, dungeon: Dungeon, cards: Sequence[Card | None], gold: int, rules: Mapping[str, bool], frames: int
    ) -> None:
        self.gold = gold
        self.frames = frames
        self.cycles = rules["compass_cycles"]
        self.tile_worth = gold if rules["compass_tile"] else 0
        self.occupied = mask_of(dungeon.occupied())
        self.tile = 0 if dungeon.tile is None else 1 << dungeon.tile
        self.free = self._union(frames) & ~self.occupied
        self.laid: list[tuple[Room, int]] = []
        self.rows, self.columns, self.total = [0] * GRID, [0] * GRID, 0
        for at, cell in enumerate(dungeon.cells):
            self._lay(at, cell, rules)
        self.keys: list[tuple[int, Faces]] = []
        self.doors: list[tuple[int, Room]] = []
        for number, card in enumerate(cards):
            self._deal(number, card, rules)
        self.cards = len(cards)
        self.full = bool(self.tile) or dungeon.card_count + len(cards) == FULL
        self.twins = _twins(cards)

    def _lay(self, at: int, cell: Cell | None, rules: Mapping[str, bool]) -> None:
        if isinstance(cell, KeyCell):
            symbols = pack(cell.shows)
            self.rows[ROW[at]] += symbols
            self.columns[COLUMN[at]] += symbols
            self.total += symbols
        elif isinstance(cell, DoorCell | StartCell):
            self.laid.append((room_of(cell, self.gold, rules), at))

    def _deal(self, number: int, card: Card | None, rules: Mapping[str, bool]) -> None:
        """Sort a card to come: a Key, a door, or (nobody told) a card that only takes a space."""
        if isinstance(card, Key):
            self.keys.append((number, faces_of(card)))
        elif card is None:
            self.keys.append((number, ((0, 0),)))
        else:
            cell = laid(card)
            assert isinstance(cell, DoorCell | StartCell)
            self.doors.append((number, room_of(cell, self.gold, rules)))

    def _union(self, frames: int) -> int:
        union = 0
        for frame in bits(frames):
            union |= FRAME_MASKS[frame]
        return union

    def alive(self, used: int) -> int:
        """Return the frames that hold every cell of a mask of new cells."""
        frames = self.frames
        for cell in bits(used):
            frames &= FRAMES_WITH[cell]
        return frames

    def holes(self, used: int, frames: int) -> int:
        """Return the cells where the Adventurer tile may come to lie once these cells are used."""
        return self.tile or self._union(frames) & ~self.occupied & ~used

    def order(self, where: Sequence[int]) -> tuple[int, ...] | None:
        """Say whether the cards can be laid in their order, each next to another, onto these cells.

        Returns:
            for every card the number of the card whose cell and face it takes: itself, or one like it; None if the
            cards cannot be laid so.
        """
        if all(NEXT_TO[at] & self.occupied for at in where):
            return tuple(range(self.cards))
        return self._order(where, (), self.occupied)

    def _order(self, where: Sequence[int], done: tuple[int, ...], occupied: int) -> tuple[int, ...] | None:
        if len(done) == self.cards:
            return done
        for number in self.twins[len(done)]:
            if number not in done and NEXT_TO[where[number]] & occupied:
                found = self._order(where, (*done, number), occupied | 1 << where[number])
                if found is not None:
                    return found
        return None

    def symbols(self, where: Sequence[int], showing: Sequence[int]) -> Symbols:
        """Return the symbols of all lines with the Keys to come laid down.

        Args:
            where: the cell of every card to come.
            showing: for every card to come the place in its `Faces`.
        """
        rows, columns, total = self.rows[:], self.columns[:], self.total
        for number, faces in self.keys:
            shown, at = faces[showing[number]][0], where[number]
            rows[ROW[at]] += shown
            columns[COLUMN[at]] += shown
            total += shown
        return Symbols(rows, columns, total)

    def points(self, where: Sequence[int], showing: Sequence[int]) -> int:
        """Return the points of an arrangement, every free arrow pointed best; -1 where no frame holds it."""
        used = mask_of(where)
        frames = self.alive(used)
        if not frames:
            return -1
        return self.settle(self.symbols(where, showing), where, frames, self.holes(used, frames))

    def settle(self, symbols: Symbols, where: Sequence[int], frames: int, holes: int) -> int:
        """Return the points once all symbols are known: what opens, what it is worth, and the arrows at their best."""
        rows, columns, total = symbols
        worth: dict[int, int] = {}
        late: list[tuple[Room, int]] = []
        ones = 0
        for room, at in [*self.laid, *((room, where[number]) for number, room in self.doors)]:
            needs, first, kind, extra = room
            here = rows[ROW[at]] + columns[COLUMN[at]]
            if (here + GUARD - needs) & GUARD != GUARD:
                continue
            ones += first
            if kind == FIXED:
                worth[at] = extra
            elif kind == SPOT:
                worth[at] = 1 if frames & ~extra[at] else 3
            elif kind == CHEST:
                worth[at] = here >> NUMBER
            elif kind == FOUNTAIN:
                worth[at] = total >> extra & FIELD
            elif kind == LARDER:
                worth[at] = 3 if holes and not holes & ~NEXT_TO[at] else 0
            else:
                late.append((room, at))
        return self.gold + self._with_late(worth, late, ones, symbols, holes)

    def _with_late(
        self, worth: dict[int, int], late: list[tuple[Room, int]], ones: int, symbols: Symbols, holes: int
    ) -> int:
        """Return the worth of all Rooms: those that rest on the others are worked out now."""
        if not late:
            return sum(worth.values())
        arrows, blanks = {}, []
        for (_, _, kind, extra), at in late:
            if kind == MONSTER:
                worth[at] = ones
            elif kind == COMPASS:
                arrows[at] = extra
            else:
                blanks.append(at)
        targets = worth
        if self.full and holes and self.tile_worth:
            targets = worth | {holes.bit_length() - 1: self.tile_worth}
        pointed = follow(arrows, targets, self.cycles)
        certain = sum(worth.values()) + sum(pointed.values())
        if not blanks:
            return certain
        seen = targets | pointed if self.cycles else targets
        return certain + sum(_blank(at, symbols, ones, seen) for at in blanks)


def follow(arrows: Mapping[int, Sequence[int]], worth: Mapping[int, int], cycles: bool) -> dict[int, int]:
    """Return what every Compass is worth at best.

    Args:
        arrows: cell of a Compass to the offsets that its arrow may take.
        worth: cell to worth, for everything that is no Compass and is worth anything.
        cycles: whether arrows are followed from Compass to Compass; a circle gives nothing.
    """
    pointed = {at: max(worth.get(at + step, 0) for step in steps) for at, steps in arrows.items()}
    changed = cycles and len(pointed) > 1
    while changed:
        changed = False
        for at, steps in arrows.items():
            best = max(pointed.get(at + step, 0) for step in steps)
            if best > pointed[at]:
                pointed[at] = best
                changed = True
    return pointed


def _blank(at: int, symbols: Symbols, ones: int, seen: Mapping[int, int]) -> int:
    """Return what an open level 2 Room that nobody told is worth whatever it is, and wherever an arrow of it points."""
    rows, columns, total = symbols
    least = min(seen.get(at + step, 0) for step in ARROWS.values())
    shapes = min(total >> 8 * i & FIELD for i in range(len(SHAPES)))
    return min(BLANK_MOST, ones, least, shapes, (rows[ROW[at]] + columns[COLUMN[at]]) >> NUMBER)
