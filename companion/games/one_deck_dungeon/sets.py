"""Numbered multisets of dice values, and what taking a die away or adding one makes of their numbers."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.games.one_deck_dungeon.rolls import Dice

Numbers: TypeAlias = NDArray[np.int64]
NONE = -1
"""The number of no multiset."""


class There(NamedTuple):
    """Which multisets allow a change, and what it makes of them.

    Args:
        whole: the numbers after the change, `NONE` where it is not possible.
        rows: the numbers of those that allow it.
        places: the numbers after it, of these alone.
        every: whether all allow it.
    """

    whole: Numbers
    rows: Numbers
    places: Numbers
    every: bool


_THERE: dict[int, There] = {}
MOST = 8192
"""Changes that are kept in mind."""


def there(numbers: Numbers) -> There:
    """Return which multisets allow a change.

    Args:
        numbers: the numbers after the change; always the same array for a change.
    """
    found = _THERE.get(id(numbers))
    # The array is kept as well: while it is, no other has its identity.
    if found is None or found.whole is not numbers:
        if len(_THERE) >= MOST:
            _THERE.clear()
        rows = np.flatnonzero(numbers >= 0)
        found = _THERE[id(numbers)] = There(numbers, rows, numbers[rows], len(rows) == len(numbers))
    return found


@lru_cache(maxsize=64)
def multisets(many: int) -> tuple[Dice, ...]:
    """Return the multisets of so many values 1 to 6, each highest first; their places are their numbers."""
    return tuple(combinations_with_replacement(range(6, 0, -1), many))


@lru_cache(maxsize=64)
def numbers(many: int) -> dict[Dice, int]:
    """Return the number of each multiset."""
    return {dice: number for number, dice in enumerate(multisets(many))}


@lru_cache(maxsize=1024)
def added(many: int, value: int) -> Numbers:
    """Return the numbers of the multisets with one die more."""
    larger = numbers(many + 1)
    return np.array([larger[tuple(sorted((*dice, value), reverse=True))] for dice in multisets(many)])


@lru_cache(maxsize=4096)
def taken(many: int, value: int, exact: bool, more: int) -> Numbers:
    """Return the numbers of the multisets less some dice, `NONE` where they are not there.

    Args:
        many: dice in each.
        value: the lowest value taken.
        exact: whether a die of just this value goes.
        more: how many further dice of this value or more go, the smallest first.
    """
    return np.array([_less(dice, value, exact, more) for dice in multisets(many)])


def _less(dice: Dice, value: int, exact: bool, more: int) -> int:
    if exact and value not in dice:
        return NONE
    fitting = sum(one >= value for one in dice)
    first = fitting - more - exact
    return NONE if first < 0 else numbers(len(dice) - more - exact)[dice[:first] + dice[fitting:]]


@lru_cache(maxsize=1024)
def moved(many: int, value: int) -> Numbers:
    """Return the numbers of the multisets less one die of just this value."""
    return taken(many, value, True, 0)
