"""Hypothesis strategies for 4 KEYS: faces, cards, cells, and dungeons of every kind."""

from __future__ import annotations

from hypothesis import strategies as st

from companion.games.four_keys.cards import (
    FRAME_CELLS,
    ROOM_LEVEL,
    ROOMS_1,
    ROOMS_2,
    SHAPES,
    Door,
    Key,
    Start,
    door,
    is_ajar,
    key,
    marked_cells,
    symbols,
)
from companion.games.four_keys.dungeon import (
    CENTRE,
    FRAMES,
    FULL,
    GRID,
    Cell,
    DoorCell,
    Dungeon,
    KeyCell,
    StartCell,
    TileCell,
    UntoldCell,
)

LEVELS = st.sampled_from((1, 2))
ARROWS = st.sampled_from("^>v<")
GOLD = st.integers(0, 4)


def words(most: int) -> st.SearchStrategy[str]:
    """Words of one to `most` symbols, in order."""
    return st.text(st.sampled_from(SHAPES), min_size=1, max_size=most).map(symbols)


FACES = words(2)
NEEDS = words(3)
MARKS = st.lists(st.sampled_from(FRAME_CELLS), min_size=2, max_size=2, unique=True).map(marked_cells)
ROOMS = st.sampled_from((*ROOMS_1, *ROOMS_2))


def maybe(known: bool, strategy: st.SearchStrategy[str]) -> st.SearchStrategy[str | None]:
    """Draw from a strategy, or None as well unless everything is to be known."""
    return strategy if known else st.none() | strategy


@st.composite
def doors(draw: st.DrawFn, known: bool = True) -> Door:
    """Door cards of the box; with `known=False` room and requirement may be unknown."""
    room = draw(maybe(known, ROOMS))
    level = draw(LEVELS) if room is None else ROOM_LEVEL[room]
    return door(level, room, None if is_ajar(room) else draw(maybe(known, NEEDS)))


@st.composite
def keys(draw: st.DrawFn, known: bool = True) -> Key:
    """Key cards; with `known=False` either face may be unknown."""
    return key(draw(LEVELS), draw(maybe(known, FACES)), draw(maybe(known, FACES)))


@st.composite
def starts(draw: st.DrawFn, known: bool = True) -> Start:
    """Starting cards; with `known=False` requirement and indicated spaces may be unknown."""
    return Start(draw(maybe(known, NEEDS)), draw(MARKS if known else st.none() | MARKS))


def cards(known: bool = True) -> st.SearchStrategy[Door | Key | Start]:
    """Cards of every kind."""
    return doors(known) | keys(known) | starts(known)


@st.composite
def key_cells(draw: st.DrawFn, known: bool = True) -> KeyCell:
    """Keys lying in a dungeon."""
    level = draw(LEVELS if known else st.sampled_from((0, 1, 2)))
    return KeyCell(draw(maybe(known, FACES)), draw(maybe(known, FACES)), level)


@st.composite
def door_cells(draw: st.DrawFn, known: bool = True) -> DoorCell:
    """Doors lying in a dungeon, closed or open whatever keys lie there; Compasses pointed unless `known=False`."""
    card = draw(doors(known))
    is_open = is_ajar(card.room) or draw(st.booleans())
    turned = is_open and card.room == "compass"
    arrow = draw(ARROWS if known else st.just("") | ARROWS) if turned else ""
    return DoorCell(card.level, card.room, card.needs, is_open, arrow)


@st.composite
def start_cells(draw: st.DrawFn, known: bool = True) -> StartCell:
    """Starting cards lying in a dungeon, closed or open."""
    card = draw(starts(known))
    return StartCell(card.marked, card.needs, draw(st.booleans()))


def cells(known: bool = True) -> st.SearchStrategy[Cell]:
    """Whatever may lie on a cell beside the starting card and the tile; with `known=False` an untold card too."""
    told: st.SearchStrategy[Cell] = key_cells(known) | door_cells(known)
    return told if known else told | st.just(UntoldCell())


def grown(picks: list[int]) -> list[int]:
    """Return the cells of a legal shape from the starting card on: every card next to another, never a fifth line."""
    shape = [CENTRE]
    for pick in picks:
        free = [cell for cell in range(GRID * GRID) if cell not in shape and _legal([*shape, cell])]
        shape.append(free[pick % len(free)])
    return shape


def _legal(shape: list[int]) -> bool:
    """Say whether the last cell of a shape may be the next card."""
    rows, columns = {cell // GRID for cell in shape}, {cell % GRID for cell in shape}
    *before, last = shape
    touching = any(abs(last // GRID - i // GRID) + abs(last % GRID - i % GRID) == 1 for i in before)
    return touching and max(rows) - min(rows) < 4 and max(columns) - min(columns) < 4


def shapes(fewest: int = 1, most: int = FULL) -> st.SearchStrategy[list[int]]:
    """Legal shapes of that many cards, the starting card first."""
    return st.lists(st.integers(0, 99), min_size=fewest - 1, max_size=most - 1).map(grown)


@st.composite
def full_shapes(draw: st.DrawFn) -> tuple[list[int], int]:
    """Fifteen cells of a frame with the starting card first, and the hole."""
    frame = draw(st.sampled_from(FRAMES))
    hole = draw(st.sampled_from([cell for cell in frame if cell != CENTRE]))
    return [CENTRE, *(cell for cell in frame if cell not in (CENTRE, hole))], hole


@st.composite
def dungeons(draw: st.DrawFn, fewest: int = 1, most: int = FULL, known: bool = True) -> Dungeon:
    """Dungeons of legal shape, the starting card on d4; doors closed or open whatever keys lie there."""
    shape = draw(shapes(fewest, most))
    return _laid_out(draw, shape, known, draw(GOLD if known else st.none() | GOLD))


@st.composite
def full_dungeons(draw: st.DrawFn, known: bool = True) -> Dungeon:
    """Finished dungeons: fifteen cards in a frame, and the tile in the hole."""
    shape, hole = draw(full_shapes())
    return _laid_out(draw, shape, known, draw(GOLD if known else st.none() | GOLD)).put(hole, TileCell())


def _laid_out(draw: st.DrawFn, shape: list[int], known: bool, gold: int | None) -> Dungeon:
    content: list[Cell | None] = [None] * (GRID * GRID)
    content[shape[0]] = draw(start_cells(known))
    for place in shape[1:]:
        content[place] = draw(cells(known))
    return Dungeon(tuple(content), gold)


@st.composite
def settled(draw: st.DrawFn, dungeon: st.SearchStrategy[Dungeon]) -> Dungeon:
    """Dungeons as the rules leave them: exactly those doors lie open whose keys are there, Compasses pointed."""
    shut = draw(dungeon)
    content = [_shut(cell) for cell in shut.cells]
    shut = Dungeon(tuple(content), shut.gold, shut.frame)
    opened = list(shut.opened(shut.ready()).cells)
    for i, cell in enumerate(opened):
        if isinstance(cell, DoorCell) and cell.open and cell.room == "compass":
            opened[i] = DoorCell(cell.level, cell.room, cell.needs, True, draw(ARROWS))
    return Dungeon(tuple(opened), shut.gold, shut.frame)


def _shut(cell: Cell | None) -> Cell | None:
    if isinstance(cell, DoorCell) and not is_ajar(cell.room):
        return DoorCell(cell.level, cell.room, cell.needs)
    return StartCell(cell.marked, cell.needs) if isinstance(cell, StartCell) else cell


@st.composite
def painted(draw: st.DrawFn) -> Dungeon:
    """Anything that a person may paint into some frame: gaps, no starting card or several, a fixed frame or not."""
    number = draw(st.integers(0, 15))
    any_cell = st.none() | cells(known=False) | start_cells(known=False)
    content: list[Cell | None] = [None] * (GRID * GRID)
    for place in FRAMES[number]:
        content[place] = draw(any_cell)
    if draw(st.booleans()):
        content[draw(st.sampled_from(FRAMES[number]))] = TileCell()
    floating = Dungeon(tuple(content), draw(st.none() | GOLD))
    top, bottom, left, right = floating.box()
    fixed = draw(st.booleans()) and not bottom - top == right - left == 3
    return Dungeon(floating.cells, floating.gold, number) if fixed else floating
