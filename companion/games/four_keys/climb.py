"""Good finishes of a dungeon found quickly: a walk that accepts losses at first and fewer and fewer later on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from math import exp
from random import Random
from typing import NamedTuple, TypeAlias

from companion.games.four_keys.bitboard import FRAMES_WITH, NEXT_TO, Board, bits

Budget: TypeAlias = int | Callable[[], bool] | None
"""How long to search: so many looks, until a function says stop, or (None) to the end."""

_LOOKS_BETWEEN_QUESTIONS = 64
_WARM, _COLD = 2.0, 0.3
"""Losses in points that are accepted with a chance of about a third, at the start and at the end of a walk."""
_TURN = 0.4
"""How often a step turns a Key over; half of these steps move a card as well."""


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


def anneal(board: Board, start: Arrangement, looks: int, purse: Purse, random: Random) -> Iterator[Arrangement]:
    """Yield better and better arrangements found on a walk that accepts losses, ever smaller ones.

    Args:
        board: the problem.
        start: where the walk begins.
        looks: how many changes are tried.
        purse: pays for each of them.
        random: chooses the changes.

    Raises:
        Spent: nothing is left in the purse.
    """
    free = bits(board.free)
    turning = [number for number, faces in board.keys if len(faces) > 1]
    here = best = start
    for look in range(looks):
        purse.spend()
        warmth = _WARM * (_COLD / _WARM) ** (look / looks)
        where, showing = _changed(here, free, turning, random)
        points = board.points(where, showing)
        if points < 0 or random.random() >= exp(min(0, points - here.points) / warmth):
            continue
        if board.order(where) is not None:
            here = Arrangement(points, where, showing)
            if points > best.points:
                best = here
                yield best


def _changed(
    start: Arrangement, free: Sequence[int], turning: Sequence[int], random: Random
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Move a card, turn a Key over, or both."""
    _, where, showing = start
    chance = random.random()
    if turning and chance < _TURN:
        number = random.choice(turning)
        showing = (*showing[:number], 1 - showing[number], *showing[number + 1 :])
    if not turning or chance > _TURN / 2:
        where = moved(where, random.randrange(len(where)), random.choice(free))
    return where, showing


def moved(where: tuple[int, ...], number: int, at: int) -> tuple[int, ...]:
    """Return the cells with one card moved; the card that lay there, if any, takes its place."""
    out = [where[number] if cell == at else cell for cell in where]
    out[number] = at
    return tuple(out)
