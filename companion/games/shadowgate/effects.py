"""What each move does to a position. The caller has checked the move, or knows that it happened all the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.engine.game import Move
from companion.games.shadowgate import mat_effects, quest_effects, seen_effects, table_effects
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.box import Box
from companion.games.shadowgate.costs import stage
from companion.games.shadowgate.course import (
    begin_turn,
    due_once,
    fallen,
    unlock,
)
from companion.games.shadowgate.quest_effects import completed, missed
from companion.games.shadowgate.state import (
    Position,
)

_KEEPS_BONUS = (m.Bonus, m.Draw, m.Djinn, m.Deal, m.Red, m.Tokens, m.Uncurse)
"""Moves after which a Quest Bonus may still be paid: those that settle the reward, and the bonus itself."""


def apply(box: Box, state: Position, move: Move) -> Position:
    """Return the position after a move, with everything that follows by itself."""
    closes = not move.observation and not isinstance(move, _KEEPS_BONUS)
    if closes and state.bonus:
        state = replace(state, bonus=())
    carry: Callable[[Box, Position, Any], Position] = _EFFECTS[type(move)]
    return settle(box, carry(box, state, move))


def settle(box: Box, state: Position) -> Position:
    """Go on as far as nobody has to decide or see anything."""
    while not state.ended:
        state = unlock(fallen(state))
        if state.ended:
            break
        after = _onwards(box, state)
        if after is None:
            return state
        state = after
    return replace(state, step="over", due=(), attempt=0, attack="", dice=(), bonus=())


def _onwards(box: Box, state: Position) -> Position | None:
    if state.due:
        return due_once(box, state)
    if state.step == "setup":
        return begin_turn(state, state.first or state.players[0].handle, 1) if state.first else _nobody_first(state)
    if state.attempt:
        name = stage(box, state).name
        if name == "won":
            return completed(box, state, state.attempt)
        if name == "lost":
            return missed(box, state, state.attempt)
    return None


def _nobody_first(state: Position) -> Position:
    return replace(state, first=state.players[0].handle)


_EFFECTS: dict[type[Move], Any] = {
    **table_effects.EFFECTS,
    **mat_effects.EFFECTS,
    **quest_effects.EFFECTS,
    **seen_effects.EFFECTS,
}
