"""What is done with dice of one colour and owner before 1s are rolled again: some go into black dice, some are rolled.

A black die that shows a 1 is rolled again, too, and is made of dice that may be of no other use. Made of a 1 and one
more die it is a fair die of any colour, so that it matters only how many dice go, not which: the lowest of a kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from companion.games.one_deck_dungeon.rolls import Dice
from companion.games.one_deck_dungeon.sets import NONE, Numbers, multisets, numbers


class Use(NamedTuple):
    """What happens to dice of one colour and owner.

    Args:
        ones: how many 1s that may be rolled again go into black dice.
        others: how many other dice of their owner do.
        stale: how many 1s that may not be rolled again do.
        dull: how many other dice do, of an owner whose dice may not.
        again: how many 1s are rolled again.
    """

    ones: int = 0
    others: int = 0
    stale: int = 0
    dull: int = 0
    again: int = 0


IDLE = Use()
"""Nothing happens."""


class Handling(NamedTuple):
    """A use, and what it leaves of each roll.

    Args:
        use: what happens.
        rows: the numbers of the rolls that allow it.
        left: the numbers of the dice that are left of each of these.
        many: how many are left.
    """

    use: Use
    rows: Numbers
    left: Numbers
    many: int

    def after(self, rolls: Numbers) -> Numbers:
        """Return the numbers of what is left of some rolls that allow it."""
        found = np.full(self.rows.max(initial=0) + 1, NONE, dtype=np.int64)
        found[self.rows] = self.left
        return found[rolls]


def kept(dice: Dice, fresh: bool, careful: bool) -> Iterator[tuple[Use, Dice]]:
    """Yield the uses of some dice that are worth a thought, each with what is left.

    Args:
        dice: the dice.
        fresh: whether their 1s may be rolled again.
        careful: whether rolling a 1 again may do harm; else all are that are left.
    """
    ones = dice.count(1)
    others = dice[: len(dice) - ones]
    if not fresh:
        for gone in range(len(dice) + 1):
            stale = min(gone, ones)
            yield Use(stale=stale, dull=gone - stale), dice[: len(dice) - gone]
        return
    for going in range(ones + 1):
        for again in range(0 if careful else ones - going, ones - going + 1):
            lying = ones - going - again
            # Where a 1 stays, it would rather go than a higher die.
            for more in range(len(others) + 1 if not lying else 1):
                yield Use(going, more, again=again), others[: len(others) - more] + (1,) * lying


@lru_cache(maxsize=1024)
def handlings(many: int, fresh: bool, careful: bool, gained: Dice = ()) -> tuple[Handling, ...]:
    """Return the uses of so many dice, for all rolls at once.

    Args:
        many: how many were rolled.
        fresh: whether their 1s may be rolled again.
        careful: whether rolling a 1 again may do harm.
        gained: dice that lie beside them.
    """
    found: dict[Use, tuple[list[int], list[Dice]]] = {}
    for row, dice in enumerate(multisets(many)):
        for use, left in kept(tuple(sorted((*dice, *gained), reverse=True)), fresh, careful):
            rows, lefts = found.setdefault(use, ([], []))
            rows.append(row)
            lefts.append(left)
    return tuple(
        Handling(use, np.array(rows), np.array([numbers(len(left))[left] for left in lefts]), len(lefts[0]))
        for use, (rows, lefts) in found.items()
    )


def made(uses: Sequence[Use], joined: int) -> int | None:
    """Return how many black 1s that may be rolled again can be made of what goes; None where it does not come out even.

    Each takes a 1, and a die that is not of the hero whose dice are not rolled again.

    Args:
        uses: what happens to the dice of each colour and owner.
        joined: how many dice make a black one.
    """
    fresh, others, stale, dull, _ = map(sum, zip(*uses, strict=True))
    going = fresh + others + stale + dull
    if not going:
        return 0
    if not joined or going % joined:
        return None
    lacking = max(0, going // joined - fresh)
    return going // joined if min(others, stale) >= lacking else None
