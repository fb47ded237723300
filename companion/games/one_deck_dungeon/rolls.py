"""Rolls of like dice as multisets with integer weights.

A roll of n dice is counted once for its sorted values; its weight is the number of ordered rolls that look so. What a
foe or a floor takes away on the roll (value 0) is gone from the multiset, but keeps its weight.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import comb

import msgspec

Dice = tuple[int, ...]
"""Values of dice of one colour, highest first."""

GONE = 0
"""What becomes of a face that is discarded as soon as it is rolled."""


class Faces(msgspec.Struct, frozen=True):
    """The law of one die after what happens to it on the roll.

    Args:
        weights: for each value 1 to 6, in how many of `total` cases it is rolled.
        becomes: for each value 1 to 6, the value it then has; `GONE` for none.
    """

    weights: tuple[int, ...] = (1, 1, 1, 1, 1, 1)
    becomes: tuple[int, ...] = (1, 2, 3, 4, 5, 6)

    @property
    def total(self) -> int:
        """Return the cases of one die."""
        return sum(self.weights)


FAIR = Faces()
"""A die on which nothing acts."""

ONES_AGAIN = Faces((1, 7, 7, 7, 7, 7))
"""A die whose 1 is rolled once more."""


def discarding(faces: Faces, values: Iterable[int]) -> Faces:
    """Return the die with some rolled values discarded on the roll (Phantom, cursed floors)."""
    lost = set(values)
    return Faces(faces.weights, tuple(GONE if rolled in lost else v for rolled, v in enumerate(faces.becomes, 1)))


def lowered(faces: Faces, by: int) -> Faces:
    """Return the die with every value so much less; what falls below 1 is of no more use (Hydra's Reef, floor 3)."""
    return Faces(faces.weights, tuple(max(v - by, GONE) for v in faces.becomes))


Marks = tuple[int, int, int, int, int, int]
"""What each rolled face, 1 to 6, adds to a tally."""

UNMARKED: Marks = (0, 0, 0, 0, 0, 0)


class Roll(msgspec.Struct, frozen=True):
    """What lies on the table of one colour after a roll.

    Args:
        dice: the values left, highest first.
        tally: what was counted of the rolled faces, also where they are discarded at once.
    """

    dice: Dice
    tally: int = 0


@lru_cache(maxsize=512)
def roll_law(many: int, faces: Faces = FAIR, marks: Marks = UNMARKED) -> tuple[tuple[Roll, int], ...]:
    """Return the rolls of `many` dice with their integer weights, which sum to `faces.total ** many`.

    Args:
        many: how many dice are rolled.
        faces: the law of each.
        marks: what each face that is rolled adds to the tally.
    """
    found: dict[Roll, int] = {}
    for counts, weight in _counts(many, faces.weights):
        pairs = sorted(zip(faces.becomes, counts, strict=True), reverse=True)
        dice = tuple(value for value, count in pairs if value for _ in range(count))
        roll = Roll(dice, sum(count * mark for count, mark in zip(counts, marks, strict=True)))
        found[roll] = found.get(roll, 0) + weight
    return tuple(found.items())


def _counts(many: int, weights: tuple[int, ...]) -> Iterator[tuple[Dice, int]]:
    """Yield how often each face may come, with the number of ordered ways times the faces' weights."""
    if len(weights) == 1:
        yield (many,), weights[0] ** many
        return
    for here in range(many + 1):
        ways = comb(many, here) * weights[0] ** here
        if ways:
            for rest, weight in _counts(many - here, weights[1:]):
                yield (here, *rest), ways * weight


def chance_of_sum(many: int, target: int) -> tuple[int, int]:
    """Return in how many of how many cases `many` fair dice add up to at least `target`.

    Args:
        many: dice rolled.
        target: the sum that is wanted.
    """
    ways = {0: 1}
    for _ in range(many):
        more: dict[int, int] = {}
        for total, count in ways.items():
            for value in range(1, 7):
                more[total + value] = more.get(total + value, 0) + count
        ways = more
    return sum(count for total, count in ways.items() if total >= target), 6**many


@lru_cache(maxsize=65536)
def handfuls(dice: Dice) -> tuple[tuple[Dice, Dice], ...]:
    """Return every way to split sorted dice into (taken, left), like dice told apart by number only."""
    if not dice:
        return (((), ()),)
    value, many = dice[0], dice.count(dice[0])
    return tuple(
        ((value,) * k + taken, (value,) * (many - k) + left)
        for taken, left in handfuls(dice[many:])
        for k in range(many + 1)
    )
