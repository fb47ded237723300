"""A dungeon in the compact form that advice works on: masks and packed symbols, copied cheaply with one card more.

See `bitboard` for the packing. A closed door opens by itself as soon as its symbols are there, so nothing is stored of
that; an arrow that is not pointed yet is free.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from companion.games.four_keys.bitboard import (
    COLUMN,
    FRAME_MASKS,
    FRAMES_WITH,
    ROW,
    bits,
    faces_of,
    mask_of,
    pack,
    room_of,
)
from companion.games.four_keys.cards import Card, Key
from companion.games.four_keys.dungeon import FULL, GRID, DoorCell, Dungeon, KeyCell, StartCell, laid

THRONE = 8
"""A kind of Room besides those of `bitboard`: its worth is the gold, which changes."""

Spot: TypeAlias = tuple[int, int, int, int, Any]
"""A door lying somewhere: cell, packed requirement (0: open), 1 for level 1 Doors, kind, what it needs to know."""

_INNER = mask_of([i for i in range(GRID * GRID) if COLUMN[i] < GRID - 1])
_OUTER = mask_of([i for i in range(GRID * GRID) if COLUMN[i] > 0])
_ALL = (1 << GRID * GRID) - 1


class Piece(NamedTuple):
    """A card to lay: the packed faces worth showing of a Key, or a door without its cell."""

    faces: tuple[int, ...]
    door: tuple[int, int, int, Any] | None


class Plan:
    """One dungeon.

    Args:
        occupied: mask of the cells where something lies.
        frames: mask of the frames that may still come out.
        rows, columns: symbols in every line.
        total: symbols altogether.
        doors: all doors, open ones included.
        count: cards that lie there.
        gold: on the Adventurer tile.
    """

    __slots__ = ("columns", "count", "doors", "frames", "gold", "memo", "occupied", "rows", "total")

    def __init__(
        self,
        occupied: int,
        frames: int,
        rows: list[int],
        columns: list[int],
        total: int,
        doors: tuple[Spot, ...],
        count: int,
        gold: int,
    ) -> None:
        self.occupied = occupied
        self.frames = frames
        self.rows = rows
        self.columns = columns
        self.total = total
        self.doors = doors
        self.count = count
        self.gold = gold
        self.memo: Any = None
        """What was found out about it, kept by whoever found it out."""

    def with_key(self, at: int, symbols: int) -> Plan:
        """Return the plan with a Key face on a cell."""
        rows, columns = self.rows[:], self.columns[:]
        rows[ROW[at]] += symbols
        columns[COLUMN[at]] += symbols
        frames = self.frames & FRAMES_WITH[at]
        total = self.total + symbols
        return Plan(self.occupied | 1 << at, frames, rows, columns, total, self.doors, self.count + 1, self.gold)

    def with_door(self, at: int, door: tuple[int, int, int, Any]) -> Plan:
        """Return the plan with a door on a cell; it opens if its symbols are there."""
        doors = (*self.doors, (at, *door))
        frames = self.frames & FRAMES_WITH[at]
        return Plan(
            self.occupied | 1 << at, frames, self.rows, self.columns, self.total, doors, self.count + 1, self.gold
        )

    def with_doors(self, doors: tuple[Spot, ...]) -> Plan:
        """Return the plan with other doors in the same places: an arrow pointed."""
        return Plan(self.occupied, self.frames, self.rows, self.columns, self.total, doors, self.count, self.gold)

    def paying(self, gold: int) -> Plan:
        """Return the plan with so much less gold."""
        if not gold:
            return self
        return Plan(
            self.occupied, self.frames, self.rows, self.columns, self.total, self.doors, self.count, self.gold - gold
        )

    def holes(self) -> list[int]:
        """Return the cells where a card may go."""
        return _holes(self.occupied, self.frames)

    @property
    def to_come(self) -> int:
        """How many cards are still to come."""
        return FULL - self.count


@lru_cache(maxsize=65536)
def _holes(occupied: int, frames: int) -> list[int]:
    near = (occupied & _INNER) << 1 | (occupied & _OUTER) >> 1 | occupied << GRID | occupied >> GRID
    return bits(near & reach_of(frames) & ~occupied & _ALL)


@lru_cache(maxsize=65536)
def reach_of(frames: int) -> int:
    """Return the cells that lie in some of these frames, as a mask."""
    union = 0
    for frame, mask in enumerate(FRAME_MASKS):
        if frames >> frame & 1:
            union |= mask
    return union


def plan_of(dungeon: Dungeon, rules: Mapping[str, bool]) -> Plan:
    """Return a dungeon in compact form; what nobody told counts as little as it may."""
    rows, columns, total = [0] * GRID, [0] * GRID, 0
    doors: list[Spot] = []
    gold = dungeon.gold or 0
    for at, cell in enumerate(dungeon.cells):
        if isinstance(cell, KeyCell):
            symbols = pack(cell.shows)
            rows[ROW[at]] += symbols
            columns[COLUMN[at]] += symbols
            total += symbols
        elif isinstance(cell, DoorCell | StartCell):
            doors.append((at, *_door(cell, rules)))
    frames = sum(1 << frame for frame in dungeon.frames())
    # The tile's space counts as the hole it takes, so that Larders and arrows beside it keep their worth.
    occupied = mask_of([i for i in dungeon.occupied() if i != dungeon.tile])
    return Plan(occupied, frames, rows, columns, total, tuple(doors), dungeon.card_count, gold)


def _door(cell: DoorCell | StartCell, rules: Mapping[str, bool]) -> tuple[int, int, int, Any]:
    room = room_of(cell, 0, rules)
    if isinstance(cell, DoorCell) and cell.room == "throne":
        return room.needs, room.first, THRONE, None
    return room.needs, room.first, room.kind, room.extra


class PieceMaker:
    """Turns cards into pieces, each kind once."""

    def __init__(self, rules: Mapping[str, bool]) -> None:
        self.rules = rules
        self._made: dict[Card | None, Piece] = {}

    def __call__(self, card: Card | None) -> Piece:
        """Return the piece of a card; a card that nobody told only takes a space."""
        piece = self._made.get(card)
        if piece is None:
            piece = self._made[card] = self._make(card)
        return piece

    def _make(self, card: Card | None) -> Piece:
        if isinstance(card, Key):
            return Piece(tuple(symbols for symbols, _ in faces_of(card)), None)
        if card is None:
            return Piece((0,), None)
        cell = laid(card)
        assert isinstance(cell, DoorCell | StartCell)
        return Piece((), _door(cell, self.rules))


def layings(plan: Plan, piece: Piece) -> Sequence[tuple[int, int, Plan]]:
    """Return every way to lay a piece: cell, packed face (0 for a door), and the plan after it."""
    if piece.door is not None:
        return [(at, 0, plan.with_door(at, piece.door)) for at in plan.holes()]
    return [(at, face, plan.with_key(at, face)) for at in plan.holes() for face in piece.faces]
