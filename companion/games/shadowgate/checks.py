"""May this be done? Each kind of move yields what has to hold, in order; the first refusal counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.game import Move, Verdict, joined
from companion.games.shadowgate import mat_checks, quest_checks, seen_checks, table_checks
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.box import Box
from companion.games.shadowgate.judging import (
    Judged,
    decided,
    name_of,
    no,
    understood,
)
from companion.games.shadowgate.mats import UNTOLD
from companion.games.shadowgate.state import (
    Position,
)


def check(box: Box, state: Position, move: Move) -> Verdict:
    """Say whether a move may be made in a position."""
    seats = {player.handle for player in state.players}
    for seat in (move.by, getattr(move, "seat", "")):
        if seat and seat not in seats and not (isinstance(move, m.First | m.Assign) and seat == UNTOLD):
            return no(f"Nobody at this table is called {seat}.", "setup.players")
    if move.by and decided(move) and move.by != understood(state) and not state.ended:
        return no(f"That is {name_of(state, understood(state))}'s to do.", "turn.order")
    judge: Callable[[Box, Position, Any], Judged] = _CHECKS[type(move)]
    return joined(judge(box, state, move))


_CHECKS: dict[type[Move], Any] = {
    **table_checks.CHECKS,
    **mat_checks.CHECKS,
    **quest_checks.CHECKS,
    **seen_checks.CHECKS,
}
