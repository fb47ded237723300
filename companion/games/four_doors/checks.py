"""May this be done? Each kind of move yields what has to hold, in order; the first refusal counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.game import Move, Verdict, joined
from companion.games.four_doors import action_checks, free_checks, reveal_checks, seen_checks
from companion.games.four_doors.box import Box
from companion.games.four_doors.judging import Judged, no
from companion.games.four_doors.state import (
    Position,
)


def check(box: Box, state: Position, move: Move) -> Verdict:
    """Say whether a move may be made in a position."""
    seats = {player.handle for player in state.players}
    for seat in (move.by, getattr(move, "seat", "")):
        if seat and seat not in seats:
            return no(f"Nobody at this table is called {seat}.", "setup.players")
    judge: Callable[[Box, Position, Any], Judged] = _CHECKS[type(move)]
    return joined(judge(box, state, move))


_CHECKS: dict[type[Move], Any] = {
    **reveal_checks.CHECKS,
    **action_checks.CHECKS,
    **free_checks.CHECKS,
    **seen_checks.CHECKS,
}
