"""Good finishes of a dungeon found quickly: walk uphill from some arrangement, shake, and walk again."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple, TypeAlias

from companion.games.four_keys.bitboard import FRAMES_WITH, NEXT_TO, Board, bits

Budget: TypeAlias = int | Callable[[], bool] | None
"""How long to search: so many looks, until a function says stop, or (None) to the end."""

_LOOKS_BETWEEN_QUESTIONS = 64
_SHAKES = 3


class Spent(Exception):  # noqa: N818
    """The budget is used up."""


class Purse:
    """A budget being spent, one look at an arrangement at a time.

    Args:
        budget: see `Budget`.
    """

    def __init__(self, budget: Budget) -> None:
        self._stop = budget if callable(budget) else None
        self._left = sys.maxsize if budget is None else 0 if callable(budget) else budget

    def spend(self) -> None:
        """Pay for one look.

        Raises:
            Spent: nothing is left.
        """
        self._left -= 1
        if self._left < 0:
            if self._stop is None or self._stop():
                raise Spent
            self._left = _LOOKS_BETWEEN_QUESTIONS


class Arrangement(NamedTuple):
    """Where every card to come lies, which of its faces shows, and what that is worth."""

    points: int
    where: tuple[int, ...]
    showing: tuple[int, ...]


def some(board: Board, random: Random) -> Arrangement:
    """Return an arrangement that can be laid, chosen card by card."""
    where: list[int] = []
    occupied, frames, free = board.occupied, board.frames, board.free
    for _ in range(board.cards):
        at = random.choice([at for at in bits(free) if NEXT_TO[at] & occupied])
        where.append(at)
        occupied |= 1 << at
        frames &= FRAMES_WITH[at]
        free = board.holes(0, frames) & ~occupied
    showing = [0] * board.cards
    for number, faces in board.keys:
        showing[number] = random.randrange(len(faces))
    return Arrangement(board.points(where, showing), tuple(where), tuple(showing))


def climb(board: Board, start: Arrangement, purse: Purse) -> Iterator[Arrangement]:
    """Yield better and better arrangements, until no single change is better.

    Raises:
        Spent: nothing is left in the purse.
    """
    best: Arrangement | None = start
    while best is not None:
        start, best = best, next(_better(board, best, purse), None)
        if best is not None:
            yield best


def _better(board: Board, start: Arrangement, purse: Purse) -> Iterator[Arrangement]:
    for where, showing in _changes(board, start):
        purse.spend()
        points = board.points(where, showing)
        if points > start.points and board.order(where) is not None:
            yield Arrangement(points, where, showing)


def _changes(board: Board, start: Arrangement) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield arrangements that differ by one face turned, one card moved, or two cards exchanged."""
    _, where, showing = start
    for number, faces in board.keys:
        if len(faces) > 1:
            yield where, (*showing[:number], 1 - showing[number], *showing[number + 1 :])
    for number in range(board.cards):
        for at in bits(board.free):
            if at != where[number]:
                yield moved(where, number, at), showing


def moved(where: tuple[int, ...], number: int, at: int) -> tuple[int, ...]:
    """Return the cells with one card moved; the card that lay there, if any, takes its place."""
    out = [where[number] if cell == at else cell for cell in where]
    out[number] = at
    return tuple(out)


def shaken(board: Board, start: Arrangement, random: Random) -> Arrangement:
    """Return an arrangement a few random changes away."""
    where = start.where
    for _ in range(_SHAKES):
        other = moved(where, random.randrange(board.cards), random.choice(bits(board.free)))
        if board.points(other, start.showing) >= 0 and board.order(other) is not None:
            where = other
    return Arrangement(board.points(where, start.showing), where, start.showing)
