"""The one hint at a glance: which single Shadow card to discard, and what that does to the chance to lose.

It needs nothing but the marks beside the doors and the unseen cards, so it works at every depth, on a painted tower
too.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from companion.games.four_doors.box import Box
from companion.games.four_doors.forecast import Clearing, clears
from companion.games.four_doors.hundreds import hundred
from companion.games.four_doors.state import Position
from companion.games.four_doors.telling import title


class Hint(NamedTuple):
    """What to clear.

    Args:
        door, side: the side from which a Shadow card should go.
        before, after: the chance to lose in the next falls, as it is and without that card.
        alone: whether no other single clear does as much.
    """

    door: str
    side: str
    before: Fraction
    after: Fraction
    alone: bool

    def __str__(self) -> str:
        before, after = hundred(self.before), hundred(self.after)
        return f"Clear {title(self.door)} {self.side}: {before} to {after} in 100"


def hint(box: Box, state: Position, falls: int = 1) -> Hint | None:
    """Return the single clear that lowers the chance to lose most; None where none lowers it, or nothing goes on.

    Args:
        box: the box.
        state: the position, at any depth.
        falls: the chance to lose within how many falls, one that has begun included.

    Raises:
        EditionIncompleteError, UnknownCardError: what was told does not say what the shadows may be.
    """
    if state.ended or state.step == "setup":
        return None
    ranked = clears(box, state, falls)
    if not ranked or ranked[0].after >= ranked[0].before:
        return None
    best = ranked[0]
    return Hint(best.door, best.side, best.before, best.after, _alone(ranked))


def only_clear(box: Box, state: Position, falls: int = 1) -> Clearing | None:
    """Return the clear that saves most if it is the only best one: what a puzzle may ask for; else None."""
    found = hint(box, state, falls)
    return Clearing(*found[:4]) if found is not None and found.alone else None


def _alone(ranked: tuple[Clearing, ...]) -> bool:
    return len(ranked) == 1 or ranked[1].after > ranked[0].after
