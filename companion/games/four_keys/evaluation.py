"""What a dungeon in compact form is worth as it lies: exact for a full one, closed doors by chance. See `plan`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from companion.games.four_keys.bitboard import (
    CHEST,
    COLUMN,
    COMPASS,
    FIELD,
    FIXED,
    FOUNTAIN,
    GUARD,
    LARDER,
    MONSTER,
    NEXT_TO,
    NUMBER,
    ROW,
    SPOT,
    follow,
)
from companion.games.four_keys.plan import THRONE, Plan, reach_of

Chance: TypeAlias = Callable[[Plan, int, int, int], float]
"""The chance that a closed door opens: from the plan, its cell and requirement, and the symbols in its lines."""


def points(plan: Plan, rules: Mapping[str, bool], chance: Chance | None = None) -> float:
    """Return the points of a dungeon as it lies, every free arrow pointed best.

    What rests on the final frame counts by the share of the frames in which it comes out well.

    Args:
        plan: the dungeon.
        rules: house rules.
        chance: the chance that a closed door opens; None: none does.
    """
    worth: dict[int, float] = {}
    late: list[tuple[int, int, Any, float]] = []
    ones = 0.0
    rows, columns = plan.rows, plan.columns
    holes = reach_of(plan.frames) & ~plan.occupied
    for at, needs, first, kind, extra in plan.doors:
        here = rows[ROW[at]] + columns[COLUMN[at]]
        opens = 1.0
        if (here + GUARD - needs) & GUARD != GUARD:
            opens = chance(plan, at, needs, here) if chance is not None else 0.0
            if not opens:
                continue
        ones += opens * first
        if kind in (COMPASS, MONSTER):
            late.append((at, kind, extra, opens))
        else:
            worth[at] = opens * _worth(plan, at, kind, extra, here, holes)
    for at, kind, _, opens in late:
        if kind == MONSTER:
            worth[at] = opens * ones
    arrows = {at: (extra, opens) for at, kind, extra, opens in late if kind == COMPASS}
    return plan.gold + sum(worth.values()) + _arrows(plan, rules, arrows, worth, holes)


def _worth(plan: Plan, at: int, kind: int, extra: Any, here: int, holes: int) -> float:
    """Return what an open room is worth where it lies, Monster Rooms and Compasses left out."""
    if kind == FIXED:
        return float(extra)
    if kind == SPOT:
        good: int = plan.frames & extra[at]
        return 1 + 2 * good.bit_count() / plan.frames.bit_count()
    if kind == CHEST:
        return float(here >> NUMBER)
    if kind == FOUNTAIN:
        return float(plan.total >> extra & FIELD)
    if kind == LARDER:
        return 3 * (holes & NEXT_TO[at]).bit_count() / max(1, holes.bit_count())
    return float(plan.gold) if kind == THRONE else 0.0


def _arrows(
    plan: Plan,
    rules: Mapping[str, bool],
    arrows: Mapping[int, tuple[Any, float]],
    worth: dict[int, float],
    holes: int,
) -> float:
    """Return what the Compasses are worth, each at the chance that it opens."""
    if not arrows:
        return 0.0
    targets: Any = worth
    tile = plan.gold / max(1, holes.bit_count()) if rules["compass_tile"] else 0.0
    if tile:
        near = (at + step for at, (steps, _) in arrows.items() for step in steps)
        targets = worth | {cell: tile for cell in near if cell >= 0 and holes >> cell & 1}
    pointed = follow({at: steps for at, (steps, _) in arrows.items()}, targets, rules["compass_cycles"])
    return float(sum(opens * pointed[at] for at, (_, opens) in arrows.items()))
