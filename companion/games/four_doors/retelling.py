"""Finding where a card was told wrongly, so that it is changed there and followed again from there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from msgspec.structs import replace

from companion.engine.errors import UnreadableError
from companion.engine.game import Move
from companion.games.four_doors import moves as m
from companion.games.four_doors.cards import PlayerCard
from companion.games.four_doors.effects import card_at
from companion.games.four_doors.state import Position

History: TypeAlias = Sequence[tuple[Any, Move]]
"""Moves in force with the position before each, oldest first."""
Found: TypeAlias = tuple[int, Move] | None


def retell(history: History, state: Position, token: str, card: PlayerCard) -> Found:
    """Find the move that told the card which lies at a place now, and the move that should have stood there.

    Args:
        history: every move in force with the position before it.
        state: the position now.
        token: "bo.2", "purple.left.1", "discard.3", "hollow.1" or "top.1".
        card: what it really is.

    Returns:
        The index into `history` and the move that takes its place; None where nobody told such a card.

    Raises:
        UnreadableError: no card lies there.
    """
    try:
        wrong = card_at(state, token.strip().lower())
    except (LookupError, ValueError):
        raise UnreadableError(token, "a place where a card lies: bo.2, purple.left.1, discard.3, hollow.1") from None
    for i in range(len(history) - 1, -1, -1):
        again = _again(history[i][1], wrong, card)
        if again is not None:
            return i, again
    return None


def _again(move: Move, wrong: PlayerCard, right: PlayerCard) -> Move | None:
    """Return the move with the right card, where it told the wrong one."""
    if isinstance(move, m.Shadow | m.Name) and move.card == wrong:
        return replace(move, card=right)
    if isinstance(move, m.Draw | m.Hold) and wrong in move.cards:
        cards = list(move.cards)
        cards[cards.index(wrong)] = right
        return replace(move, cards=tuple(cards))
    marked = isinstance(move, m.Mark) and wrong == PlayerCard(door=move.door, side=move.side)
    if marked and right.door is not None and right.side is not None:
        return m.Mark(right.door, right.side)
    return None
