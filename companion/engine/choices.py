"""What may be done in a position, as a view that works the moves out only when they are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import msgspec

from companion.engine.errors import CompanionError
from companion.engine.game import Game, Move

SHOWN = 12
"""Moves that the printed form of a view names."""


class Choices:
    """The moves of one position. It stays what it is when the table goes on.

    Args:
        game: the game.
        state: the position.
        source: gives the moves of the position: `game.legal` or `game.asides`.
    """

    def __init__(self, game: Game, state: Any, source: Callable[[Any], Iterator[Move]]) -> None:
        self._game, self._state, self._source = game, state, source

    def __iter__(self) -> Iterator[Move]:
        return self._source(self._state)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __contains__(self, what: object) -> bool:
        """Whether a move, or the move that a text means, is among them."""
        move = self._read(what)
        return move is not None and any(self._plain(one) == move for one in self)

    def texts(self) -> Iterator[str]:
        """Yield each move in normal form."""
        return (self._game.spell(move, self._state) for move in self)

    def __repr__(self) -> str:
        shown = list(islice(self.texts(), SHOWN + 1))
        more = ", …" if len(shown) > SHOWN else ""
        return f"<moves: {', '.join(shown[:SHOWN])}{more}>" if shown else "<no moves>"

    def _read(self, what: object) -> Move | None:
        if isinstance(what, Move):
            return self._plain(what)
        try:
            return self._plain(self._game.parse(what, self._state)) if isinstance(what, str) else None
        except CompanionError:
            return None

    def _plain(self, move: Move) -> Move:
        """Leave out the name of the actor, who is meant anyway."""
        if move.by and move.by == self._game.actor(self._state):
            return msgspec.structs.replace(move, by="")
        return move
