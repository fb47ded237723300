"""Every way in which an unfinished 4 KEYS dungeon may turn out, one by one, as finished boards for the slow count.

A world settles what is open: the frame, the place and gold of the tile, whether each door opens, where each Compass
points, what nobody told. Cards still to come are stand-ins that count for nothing (closed doors), or that an arrow may
find worth 5. A door may open if two symbols on each card that may still come into its lines can make up what it lacks;
those symbols then count for its own room.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import msgspec

from companion.games.four_keys.cards import ROOMS_1, ROOMS_2, SHAPES
from companion.games.four_keys.dungeon import Cell, DoorCell, Dungeon, KeyCell, StartCell, TileCell, UntoldCell
from tests.oracle.four_keys_score import Board, Count, Place

FACES = [*SHAPES, *("".join(pair) for pair in combinations_with_replacement(SHAPES, 2))]
Grid = dict[Place, Cell]


class Turned(Count):
    """A count in which the keys that opened a door lie there for that door's own room."""

    brought: dict[Place, str]

    def chest(self, place: Place) -> int:
        return super().chest(place) + len(self.brought.get(place, ""))

    def fountain(self, place: Place) -> int:
        return super().fountain(place) + self.brought.get(place, "").count(self.board[place][-1])


def spans(dungeon: Dungeon, **rules: bool) -> tuple[dict[Place, tuple[int, int]], int]:
    """Return the least and the most that each place of the grid (column, row) is worth, and the number of worlds."""
    found: dict[Place, list[int]] = {}
    number = 0
    for world, (left, top) in worlds(dungeon, **rules):
        number += 1
        for x, y in world.board:
            found.setdefault((left + x, top + y), []).append(world.worth((x, y)))
    return {place: (min(worths), max(worths)) for place, worths in found.items()}, number


def worlds(dungeon: Dungeon, multiplicity: bool = True, **rules: bool) -> Iterator[tuple[Turned, Place]]:
    """Yield every world, with the grid place left of and above its frame."""
    lying = {(i % 7, i // 7): cell for i, cell in enumerate(dungeon.cells) if cell is not None}
    for left, top in product(range(4), repeat=2):
        grid = {(x - left + 1, y - top + 1): cell for (x, y), cell in lying.items()}
        fixed = dungeon.frame in (None, 4 * top + left)
        if fixed and all(1 <= x <= 4 and 1 <= y <= 4 for x, y in grid):
            for told in told_ways(grid):
                yield from ((world, (left - 1, top - 1)) for world in turned(told, dungeon.gold, multiplicity, rules))


def told_ways(grid: Grid) -> Iterator[Grid]:
    """Settle what nobody told: faces, rooms, arrows, indicated spaces, whole cards."""
    options = [told_cell(cell, place) for place, cell in grid.items()]
    return (dict(zip(grid, choice, strict=True)) for choice in product(*options))


def told_cell(cell: Cell, place: Place) -> list[Cell]:
    if isinstance(cell, UntoldCell):
        doors: list[Cell] = [door for level in (1, 2) for door in told_cell(DoorCell(level, open=True), place)]
        return [*(KeyCell(face) for face in FACES), *doors, DoorCell(2)]
    if isinstance(cell, KeyCell):
        return [cell] if cell.shows else [KeyCell(face) for face in FACES]
    if isinstance(cell, StartCell) and cell.marked is None:
        own = f"{'?abcd'[place[0]]}{place[1]}"
        return [msgspec.structs.replace(cell, marked=marks) for marks in ((own, own), ("", ""))]
    if isinstance(cell, DoorCell) and cell.room is None:
        rooms = ROOMS_1 if cell.level == 1 else ROOMS_2
        return [way for room in rooms for way in told_cell(msgspec.structs.replace(cell, room=room), place)]
    if isinstance(cell, DoorCell) and cell.room == "compass" and not cell.arrow:
        return [msgspec.structs.replace(cell, arrow=arrow) for arrow in "^>v<"]
    return [cell]


def turned(grid: Grid, gold: int | None, multiplicity: bool, rules: dict[str, bool]) -> Iterator[Turned]:
    """Settle which doors open, what comes into the empty spaces, and the tile with its gold."""
    spaces = [(x, y) for x in range(1, 5) for y in range(1, 5) if (x, y) not in grid]
    to_come = max(0, 15 - sum(not isinstance(cell, TileCell) for cell in grid.values()))
    shut = [place for place, cell in grid.items() if isinstance(cell, DoorCell | StartCell) and not cell.open]
    brought = {place: keys_to_come(grid, place, spaces, to_come, multiplicity) for place in shut}
    able = [place for place in shut if brought[place] is not None]
    tiles: list[Place | None] = [None] if TileCell() in grid.values() or not spaces else list(spaces)
    for states, tile, comes, coins in product(
        product((False, True), repeat=len(able)),
        tiles,
        ("!later", "apartments") if to_come else (".",),
        (0, 4) if gold is None else (gold,),
    ):
        opened = {place for place, is_open in zip(able, states, strict=True) if is_open}
        board: Board = {place: "A" if place == tile else comes for place in spaces}
        board |= {place: word(cell, place in opened) for place, cell in grid.items()}
        world = Turned(board, coins, **rules)
        world.brought = {place: brought[place] or "" for place in opened}
        yield world


def keys_to_come(grid: Grid, place: Place, spaces: list[Place], to_come: int, multiplicity: bool) -> str | None:
    """Return the symbols that must still come for a door to open, "" if none must; None if it cannot open any more."""
    door = grid[place]
    assert isinstance(door, DoorCell | StartCell)
    in_lines = [other for other in (*grid, *spaces) if (other[0] == place[0]) != (other[1] == place[1])]
    shown = "".join(cell.shows or "" for cell in map(grid.get, in_lines) if isinstance(cell, KeyCell))
    room_for = 2 * min(to_come, sum(other in spaces for other in in_lines))
    if door.needs is None:
        return "" if shown or room_for else None
    if multiplicity:
        missing = "".join(shape * (door.needs.count(shape) - shown.count(shape)) for shape in SHAPES)
    else:
        missing = "".join(shape for shape in SHAPES if shape in door.needs and shape not in shown)
    return missing if len(missing) <= room_for else None


def word(cell: Cell, opened: bool) -> str:
    """Return a cell as the slow count reads it."""
    if isinstance(cell, TileCell):
        return "A"
    if isinstance(cell, KeyCell):
        return f"+{cell.shows}"
    assert isinstance(cell, DoorCell | StartCell)
    if not cell.open and not opened:
        return "!"
    if isinstance(cell, StartCell):
        assert cell.marked is not None
        return f"start({cell.marked[0]},{cell.marked[1]})"
    return f"{cell.room}{cell.arrow}"
