"""What a space of a dungeon is worth in one final frame: what is certain there, and the most it may become.

`Span.low` holds whatever cards come. `Span.high` is the most that the cards that lie there may become: closed doors,
arrows, the tile and untold faces each at their best. Cards still to come are not counted, with three exceptions: they
may open doors, a closed door counts the keys that it lacks as lying there once it is open, and an arrow at an empty
space may reach a printed value. A card that nobody told is taken at its best wherever it matters.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion.games.four_keys.cards import ROOMS_1, ROOMS_2
from companion.games.four_keys.dungeon import (
    ARROWS,
    FRAMES,
    FULL,
    GRID,
    LINES,
    NEIGHBOURS,
    Cell,
    DoorCell,
    Dungeon,
    KeyCell,
    StartCell,
    TileCell,
    UntoldCell,
    frame_name,
    lacking,
)

GOLD = 4
"""Gold Pieces on an Adventurer tile at the start (four-keys.setup.gold)."""
WIDEST_FACE = 2
"""Symbols that a Key face which nobody told is taken to show at most."""
BEST_PRINTED = 5
"""The best printed value of a Room: what an arrow at an empty space is taken to reach at most."""
PRINTED = {"ajar0": 0, "ajar3": 3, "ajar5": 5, "box": 2, "apartments": 5}
"""Rooms that are worth the same everywhere."""

_CORNERS = (0, 3, 12, 15)
_MIDDLE = (5, 6, 9, 10)
_EVERY_ROOM = tuple(room for room in (*ROOMS_1, *ROOMS_2) if room != "compass")


class Span(NamedTuple):
    """What is certain, and the most it may become."""

    low: int
    high: int


_NOTHING = Span(0, 0)


def joined(spans: Iterable[Span]) -> Span:
    """Return the span of what may be any of several things."""
    lows, highs = zip(*spans, strict=True)
    return Span(min(lows), max(highs))


def gold_span(dungeon: Dungeon) -> Span:
    """Return the gold on the tile: what was told, or anything up to four."""
    return Span(0, GOLD) if dungeon.gold is None else Span(dungeon.gold, dungeon.gold)


def pointed_at(cell: int, arrow: str) -> int | None:
    """Return the cell that an arrow points to, None beyond the grid."""
    target = cell + ARROWS[arrow]
    return target if 0 <= target < GRID * GRID and target in NEIGHBOURS[cell] else None


class Framed:
    """A dungeon seen in one final frame.

    Args:
        dungeon: what lies there.
        frame: number of the frame, 0 to 15.
        rules: the house rules `multiplicity`, `compass_tile`, `compass_cycles`.
    """

    def __init__(self, dungeon: Dungeon, frame: int, rules: dict[str, bool]) -> None:
        self.dungeon = dungeon
        self.frame = frame
        self.rules = rules
        self.inside = FRAMES[frame]
        self.free = [i for i in self.inside if dungeon.cells[i] is None]
        self.to_come = max(0, FULL - dungeon.card_count)
        tile = dungeon.tile
        self.tiles = self.free if tile is None else [tile]

    def worth(self, cell: int) -> Span:
        """Return what a cell is worth, arrows followed as far as they lead (four-keys.rooms.compass-chain)."""
        found: list[Span] = []
        self._follow(cell, (), set(), found)
        return joined(found)

    def _follow(self, cell: int, path: tuple[int, ...], seen: set[int], found: list[Span]) -> None:
        """Collect what a cell may give: as it lies, and through each arrow that it may have.

        Args:
            cell: where the last arrow points.
            path: the Compasses whose arrows led here.
            seen: every cell that was collected already; grows.
            found: what was collected; grows.
        """
        seen.add(cell)
        still = self._still(cell)
        if still is not None:
            found.append(still)
        for arrow in self._arrows(cell):
            target = pointed_at(cell, arrow)
            if target is None or target not in self.inside or target == cell or target in path:
                found.append(_NOTHING)
            elif not self.rules["compass_cycles"]:
                found.append(self._copied_once(target))
            elif target not in seen:
                self._follow(target, (*path, cell), seen, found)

    def _copied_once(self, target: int) -> Span:
        """Return what an arrow gives where a Compass gives another nothing (option `compass_cycles` off)."""
        still = self._still(target)
        if still is None:
            return _NOTHING
        return joined((still, _NOTHING)) if self._arrows(target) else still

    def _arrows(self, cell: int) -> str:
        """Return the arrows that a cell may have: "" where no open Compass can be."""
        content = self.dungeon.cells[cell]
        if isinstance(content, UntoldCell):
            return "".join(ARROWS)
        if not isinstance(content, DoorCell) or content.level != 2 or content.room not in ("compass", None):
            return ""
        if not content.open and not self._may_open(cell, content):
            return ""
        return content.arrow or "".join(ARROWS)

    def _still(self, cell: int) -> Span | None:
        """Return what a cell gives without any arrow; None where an open Compass lies."""
        content = self.dungeon.cells[cell]
        if isinstance(content, DoorCell | StartCell):
            return self._door(cell, content)
        if isinstance(content, TileCell):
            return gold_span(self.dungeon) if self.rules["compass_tile"] else _NOTHING
        if isinstance(content, UntoldCell):
            return Span(0, max(self._room(cell, room).high for room in _EVERY_ROOM))
        return _NOTHING if isinstance(content, KeyCell) else self._empty()

    def _empty(self) -> Span:
        """Return what an arrow at an empty space is worth: a card still to come, at the end the tile."""
        if self.to_come:
            return Span(0, BEST_PRINTED)
        return gold_span(self.dungeon) if self.rules["compass_tile"] else _NOTHING

    def _door(self, cell: int, content: DoorCell | StartCell) -> Span | None:
        """Return what a door gives as it lies, closed ones as far as they may open; None for an open Compass."""
        if isinstance(content, StartCell):
            spans = [self._start(cell, content)]
        else:
            spans = [self._behind(cell, content, room) for room in _rooms(content) if room != "compass"]
        if content.open:
            return joined(spans) if spans else None
        if not spans or not self._may_open(cell, content):
            return _NOTHING
        return Span(0, joined(spans).high)

    def _behind(self, cell: int, content: DoorCell, room: str) -> Span:
        """Return what a Door is worth with that room behind it, with the keys that open it where it is closed."""
        span = self._room(cell, room)
        if content.open or not room.startswith(("chest", "fountain")):
            return span
        return Span(span.low, span.high + self._brought(cell, content, room))

    def _brought(self, cell: int, content: DoorCell, room: str) -> int:
        """Return what the keys that open a door add to a room that counts keys, over what lies there at its best.

        Each lacking symbol that comes on a card still to come adds one. Where a Fountain's door lacks other shapes, the
        Keys that nobody told must show them, or they must come.
        """
        lacks = lacking(content.needs or "", self.dungeon.symbols_at(cell)[0], self.rules["multiplicity"])
        others = 0 if room == "chest" else len(lacks) - lacks.count(room[-1])
        return min(len(lacks), WIDEST_FACE * self._places(cell)) - others

    def _places(self, cell: int) -> int:
        """Return how many cards may still come to lie in the row and column of a cell."""
        return min(self.to_come, sum(i in self.free for i in LINES[cell]))

    def _counted(self, cell: int, room: str) -> list[Cell | None]:
        """Return the cells among which a Treasure Chest Room or a Fountain counts keys."""
        if room == "chest":
            return [self.dungeon.cells[i] for i in LINES[cell]]
        return [other for i, other in enumerate(self.dungeon.cells) if i != cell]

    def _may_open(self, cell: int, content: DoorCell | StartCell) -> bool:
        """Say whether the Keys in its lines that nobody told, and those that still fit there, can open a door."""
        word, untold = self.dungeon.symbols_at(cell)
        places = untold + self._places(cell)
        if content.needs is None:
            return bool(word) or places > 0
        return len(lacking(content.needs, word, self.rules["multiplicity"])) <= WIDEST_FACE * places

    def _room(self, cell: int, room: str) -> Span:
        if room in PRINTED:
            return Span(PRINTED[room], PRINTED[room])
        if room == "throne":
            return gold_span(self.dungeon)
        if room in ("trap", "control"):
            good = any(self.inside[i] == cell for i in (_CORNERS if room == "trap" else _MIDDLE))
            return Span(3, 3) if good else Span(1, 1)
        if room == "larder":
            near = [tile in NEIGHBOURS[cell] for tile in self.tiles]
            return Span(3 * (all(near) and bool(near)), 3 * any(near))
        if room == "monster":
            return self._monster(cell)
        return keys_among(self._counted(cell, room), "" if room == "chest" else room[-1])

    def _start(self, cell: int, content: StartCell) -> Span:
        if content.marked is None:
            return Span(1, 3)
        good = cell in self.inside and frame_name(cell, self.frame) in content.marked
        return Span(3, 3) if good else Span(1, 1)

    def _monster(self, cell: int) -> Span:
        low = high = 0
        for i, other in enumerate(self.dungeon.cells):
            if isinstance(other, DoorCell) and other.level == 1:
                low += other.open
                high += other.open or self._may_open(i, other)
            else:
                high += isinstance(other, UntoldCell) and i != cell
        return Span(low, high)


def _rooms(content: DoorCell) -> tuple[str, ...]:
    """Return the rooms that may be behind a Door."""
    if content.room is not None:
        return (content.room,)
    return ROOMS_1 if content.level == 1 else ROOMS_2


def keys_among(cells: Iterable[Cell | None], shape: str) -> Span:
    """Count symbols on Key cards, of one shape or ("") of any (four-keys.rooms.symbols)."""
    low = high = 0
    for cell in cells:
        if isinstance(cell, UntoldCell):
            high += WIDEST_FACE
        elif isinstance(cell, KeyCell) and cell.shows is None:
            low += not shape
            high += WIDEST_FACE
        elif isinstance(cell, KeyCell) and cell.shows is not None:
            n = cell.shows.count(shape) if shape else len(cell.shows)
            low, high = low + n, high + n
    return Span(low, high)
