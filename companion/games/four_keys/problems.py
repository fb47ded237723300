"""What is missed or impossible in a dungeon that somebody typed in: shown, never a refusal."""

from __future__ import annotations

from collections import Counter

from companion.engine.game import Problem
from companion.games.four_keys.cards import COPIES, ROOM_NAMES, ROOMS_1, shape_words
from companion.games.four_keys.dungeon import (
    CENTRE,
    FRAMES,
    FULL,
    NEIGHBOURS,
    SIZE,
    DoorCell,
    Dungeon,
    StartCell,
    TileCell,
    cell_name,
    covered,
    lacking,
)
from companion.games.four_keys.worth import GOLD


def problems(dungeon: Dungeon, multiplicity: bool = True) -> tuple[Problem, ...]:
    """Return what is missed or impossible in a dungeon.

    Args:
        dungeon: what lies there.
        multiplicity: whether a symbol needed twice must be there twice (four-keys.opening.multiplicity).
    """
    return (
        *_missed(dungeon, multiplicity),
        *_opened_too_soon(dungeon, multiplicity),
        *_wrong_counts(dungeon),
        *_wrong_tile(dungeon),
        *_too_wide(dungeon),
        *_apart(dungeon),
    )


def _missed(dungeon: Dungeon, multiplicity: bool) -> list[Problem]:
    clause = ("four-keys.opening.missed",)
    return [
        Problem(f"The {_label(dungeon, i)} should be open: its keys are all there.", clause, (cell_name(i),))
        for i in dungeon.ready(multiplicity)
    ]


def _label(dungeon: Dungeon, cell: int) -> str:
    content = dungeon.cells[cell]
    assert isinstance(content, DoorCell | StartCell)
    return "starting door" if isinstance(content, StartCell) else ROOM_NAMES.get(content.room or "", "door")


def _opened_too_soon(dungeon: Dungeon, multiplicity: bool) -> list[Problem]:
    out = []
    for i, cell in enumerate(dungeon.cells):
        if not isinstance(cell, DoorCell | StartCell) or not cell.open or not cell.needs:
            continue
        word, untold = dungeon.symbols_at(i)
        if not untold and not covered(cell.needs, word, multiplicity):
            lacks = shape_words(lacking(cell.needs, word, multiplicity))
            text = f"The {_label(dungeon, i)} lies open, but its keys are not there: it lacks {lacks}."
            out.append(Problem(text, ("four-keys.opening.row-and-column",), (cell_name(i),)))
    return out


def _wrong_counts(dungeon: Dungeon) -> list[Problem]:
    out = []
    if dungeon.card_count > FULL:
        out.append(Problem(f"{dungeon.card_count} cards; a finished dungeon has {FULL}.", ("four-keys.end.fifteen",)))
    starts = sum(isinstance(cell, StartCell) for cell in dungeon.cells)
    if starts > 1:
        out.append(Problem(f"{starts} starting cards; each player has one.", ("four-keys.setup.starting-cards",)))
    rooms = Counter(cell.room for cell in dungeon.cells if isinstance(cell, DoorCell) and cell.room)
    for room, n in rooms.items():
        if n > COPIES[room]:
            clause = f"four-keys.components.rooms-level-{1 if room in ROOMS_1 else 2}"
            out.append(Problem(f"{n} copies of the {ROOM_NAMES[room]}; the box has {COPIES[room]}.", (clause,)))
    return out


def _wrong_tile(dungeon: Dungeon) -> list[Problem]:
    """Find a tile that came too early, more than one of them, and gold that no tile holds."""
    tiles = tuple(cell_name(i) for i, cell in enumerate(dungeon.cells) if isinstance(cell, TileCell))
    out = []
    if len(tiles) > 1:
        text = f"{len(tiles)} Adventurer tiles; a dungeon has one."
        out.append(Problem(text, ("four-keys.end.tile",), tiles))
    if tiles and dungeon.card_count < FULL:
        text = f"The Adventurer tile comes after the fifteenth card; {dungeon.card_count} lie there."
        out.append(Problem(text, ("four-keys.end.tile",), tiles))
    if dungeon.gold is not None and not 0 <= dungeon.gold <= GOLD:
        out.append(Problem(f"{dungeon.gold} gold; a tile holds 0 to {GOLD}.", ("four-keys.setup.gold",)))
    return out


def _too_wide(dungeon: Dungeon) -> list[Problem]:
    """Find a dungeon that fits into no frame of four by four (four-keys.placement.four-by-four)."""
    clause = ("four-keys.placement.four-by-four",)
    top, bottom, left, right = dungeon.box()
    spans = ((bottom - top + 1, "rows"), (right - left + 1, "columns"))
    out = [Problem(f"{n} {lines}; a dungeon has at most {SIZE}.", clause) for n, lines in spans if n > SIZE]
    if not out and dungeon.frame is not None:
        names = tuple(cell_name(i) for i in dungeon.occupied() if i not in FRAMES[dungeon.frame])
        out += [Problem("Some cards lie outside the frame of four by four.", clause, names)] if names else []
    return out


def _apart(dungeon: Dungeon) -> list[Problem]:
    """Find cards that touch no other: every card was placed next to one (four-keys.placement.orthogonal)."""
    here = set(dungeon.occupied())
    if not here:
        return []
    seen, queue = set(), [CENTRE if CENTRE in here else min(here)]
    while queue:
        cell = queue.pop()
        if cell not in seen:
            seen.add(cell)
            queue += [j for j in NEIGHBOURS[cell] if j in here]
    loose = sorted(here - seen)
    if not loose:
        return []
    names = tuple(cell_name(i) for i in loose)
    return [Problem("Some cards do not touch the others by an edge.", ("four-keys.placement.orthogonal",), names)]
