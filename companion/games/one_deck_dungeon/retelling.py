"""Finding where a card was told wrongly, so that it is changed there and followed again from there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from msgspec.structs import replace

from companion.engine.errors import UnreadableError
from companion.engine.game import Move
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.places import card_at
from companion.games.one_deck_dungeon.state import UNTOLD, Face, Position

History: TypeAlias = Sequence[tuple[Any, Move]]
"""Moves in force with the position before each, oldest first."""


def retell(history: History, state: Position, token: str, card: Face) -> tuple[int, Move] | None:
    """Find the move that told the card which lies at a place now, and the move that should have stood there.

    Args:
        history: every move in force with the position before it.
        state: the position now.
        token: "door.1.2", "fight.1", "ana.item.1", "discard.3".
        card: what it really is.

    Returns:
        The index into `history` and the move that takes its place; None where nobody told such a card.

    Raises:
        UnreadableError: no card lies there.
    """
    try:
        wrong = card_at(state, token.strip().lower())
    except (LookupError, ValueError):
        raise UnreadableError(token, "a place where a card lies: door.1.2, fight.1, ana.item.1, discard.3") from None
    for i in range(len(history) - 1, -1, -1):
        move = history[i][1]
        told = isinstance(move, m.Card | m.Name | m.Loot) and move.card != UNTOLD and move.card.fits(wrong)
        # Which of two cards of a name it is was perhaps told with the loot, its name when the door was opened.
        if told and (not isinstance(move, m.Loot) or card.name in ("", wrong.name)):
            return i, replace(move, card=card)
    return None
