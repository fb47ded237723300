"""The numbers that the table sees: what falls now would cost, worked out once in each position."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from msgspec.structs import replace

from companion.engine.errors import CompanionError
from companion.engine.odds import natural_frequency
from companion.games.four_doors.forecast import risk, side_law
from companion.games.four_doors.hundreds import in_hundred
from companion.games.four_doors.state import Position
from companion.ui.boards.four_doors import NONE_LEFT
from companion.ui.boards.four_doors_places import side_place

DOTS = 10


@lru_cache(maxsize=256)
def losing(state: Position, falls: int = 1) -> Fraction | None:
    """Return the chance to lose within the next falls if nobody does anything; None where that cannot be said.

    Args:
        state: the position.
        falls: how many falls, one that has begun included.
    """
    if state.step == "setup" or state.ended:
        return None
    try:
        return risk(state, falls)
    except CompanionError:
        return None


@lru_cache(maxsize=256)
def coming(state: Position, door: str, side: str) -> Fraction | None:
    """Return the chance that a shadow comes to a side in the next fall, or in what is left of this one."""
    if state.step == "setup" or state.ended or state.tower.find(door) is None:
        return None
    try:
        return side_law(state, door, side).where(lambda n: n > 0)
    except CompanionError:
        return None


def numbers(state: Position) -> dict[str, str]:
    """Return what stands on the full sides, by their places: "18 in 100"."""
    out = {}
    for door, side, _ in state.tower.sides():
        if state.tower.full(door.name, side):
            chance = coming(state, door.name, side)
            if chance is not None:
                out[side_place(door.name, side)] = in_hundred(chance) if chance else NONE_LEFT
    return out


def dots(chance: Fraction) -> str:
    """Return ten dots, as many filled as chances in ten; none or all only where exactly so."""
    filled = DOTS * int(chance) if chance in (0, 1) else min(DOTS - 1, max(1, round(chance * DOTS)))
    return "●" * filled + "○" * (DOTS - filled)


def line(state: Position) -> str:
    """Return the one risk of the header in words; empty where it cannot be said."""
    chance = losing(state)
    if chance is None:
        return ""
    when = "What is left of this fall" if state.step == "fall" and state.drawn else "Fall now"
    if chance == 0:
        return f"{when}: we cannot lose"
    return f"{when}: we lose" if chance == 1 else f"{when}: we lose {in_hundred(chance)}"


def one_card(state: Position, door: str, side: str) -> str:
    """Return how likely it was that the very next card bears a mark: "1 in 14"; empty where that cannot be said.

    Args:
        state: the position before the card, in a fall.
        door: door of its mark.
        side: side of its mark.
    """
    next_one = replace(state, step="fall", to_draw=0, drawn=max(0, state.bound - 1))
    if next_one.falling != 1:
        return ""
    chance = coming(next_one, door, side)
    return "" if chance is None else natural_frequency(chance)


__all__ = ["coming", "dots", "in_hundred", "line", "losing", "numbers", "one_card"]
