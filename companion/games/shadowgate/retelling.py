"""Finding where a card was told wrongly, so that it is changed there and followed again from there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from msgspec.structs import replace

from companion.engine.errors import UnreadableError
from companion.engine.game import Move
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.mats import card_at
from companion.games.shadowgate.state import Card, Position

History: TypeAlias = Sequence[tuple[Any, Move]]
"""Moves in force with the position before each, oldest first."""
_TELLS = (m.Deal, m.Draw, m.Djinn, m.Energy, m.Boss, m.Name, m.Get)


def retell(history: History, state: Position, token: str, card: Card) -> tuple[int, Move] | None:
    """Find the move that told the card which lies at a place now, and the move that should have stood there.

    Args:
        history: every move in force with the position before it.
        state: the position now.
        token: "quest.2", "bo.3", "bo.slot1" or "bo.done2".
        card: what it really is.

    Returns:
        The index into `history` and the move that takes its place; None where nobody told such a card.

    Raises:
        UnreadableError: no card lies there.
    """
    try:
        wrong = card_at(state, token.strip().lower())
    except LookupError:
        raise UnreadableError(token, "a place where a card lies: quest.2, bo.3, bo.slot1, bo.done2") from None
    for i in range(len(history) - 1, -1, -1):
        move = history[i][1]
        if isinstance(move, _TELLS) and move.card == wrong:
            return i, replace(move, card=card)
    return None
