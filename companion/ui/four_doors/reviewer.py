"""The Four Doors looked back upon: the falls that came closest to losing, and the one clear that would have helped."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import msgspec

from companion.engine.errors import CompanionError
from companion.games.four_doors.box import Box
from companion.games.four_doors.forecast import Clearing, best_clear
from companion.games.four_doors.hundreds import lowered
from companion.games.four_doors.state import Position
from companion.games.four_doors.telling import title
from companion.ui.four_doors import risks

MOST = 3
"""Falls that are told."""


class Fall(msgspec.Struct, frozen=True):
    """A Shadows Fall as it stood before its first card.

    Args:
        turn: the turn.
        name: whose turn it was.
        chance: how likely it was to lose the game.
        before: the position.
    """

    turn: int
    name: str
    chance: Fraction
    before: Position


def falls(positions: Sequence[Position]) -> list[Fall]:
    """Return every fall of a game, in order, as far as its chance can be said.

    Args:
        positions: the game from its beginning on.
    """
    out = []
    for now, then in pairwise(positions):
        if now.step in ("act", "draw") and then.step in ("fall", "over") and not now.ended:
            first = then if then.step == "fall" and not then.drawn else now
            chance = risks.losing(first)
            if chance is not None:
                out.append(Fall(now.turn, now.player(now.active).name, chance, first))
    return out


def closest(found: Sequence[Fall]) -> list[Fall]:
    """Return the falls that were likeliest to lose, the worst first."""
    worst = sorted(found, key=lambda fall: -fall.chance)[:MOST]
    return [fall for fall in worst if fall.chance]


def missed(box: Box, fall: Fall) -> str:
    """Return what one more clear before a fall would have done; empty where none would have helped."""
    best = _best(box, fall.before)
    if best is None:
        return ""
    return f"One more clear, at {title(best.door)} {best.side}: {lowered(best.before, best.after)}"


def _best(box: Box, state: Position) -> Clearing | None:
    try:
        return best_clear(box, state)
    except CompanionError:
        return None


def all_together(found: Sequence[Fall]) -> Fraction:
    """Return how likely one of the falls was to lose, each as it stood."""
    safe = Fraction(1)
    for fall in found:
        safe *= 1 - fall.chance
    return 1 - safe
