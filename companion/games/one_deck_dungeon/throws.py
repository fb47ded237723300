"""Rolls of many dice: their law, kept factored, and what a told roll must be."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod

from companion.engine.game import Move
from companion.engine.odds import Distribution
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.boxes import COLOURS
from companion.games.one_deck_dungeon.state import Dice, Rolled, Throw, in_order

FACES = (1, 2, 3, 4, 5, 6)

Group = tuple[str, str, int]
"""Owner, colour and number of dice that are rolled together."""


def ways(values: Sequence[int]) -> int:
    """Return in how many orders dice may show these values."""
    return factorial(len(values)) // prod(factorial(n) for n in Counter(values).values())


@lru_cache(maxsize=256)
def faces(n: int) -> tuple[tuple[int, ...], ...]:
    """Return everything that n dice may show, each in one order, the highest first."""
    return tuple(combinations_with_replacement(reversed(FACES), n))


def lying(group: Group, values: Sequence[int]) -> Dice:
    """Return the dice of a group as they lie."""
    owner, colour, _ = group
    return tuple(Rolled(colour, value, owner) for value in values)


class RollLaw(Distribution[Move]):
    """The law of one roll: groups of dice, each with its law of sorted faces.

    The outcomes are many (up to 10^11); they are only gone through one by one when somebody iterates.

    Args:
        throw: what is rolled.
    """

    def __init__(self, throw: Throw) -> None:
        self.throw = throw

    @property
    def total(self) -> int:
        """Return 6 to the number of dice."""
        return int(6 ** sum(n for _, _, n in self.throw.dice))

    def weight(self, outcome: Move) -> int:
        """Return in how many ways ordered dice show this roll; 0 for another pool."""
        if not isinstance(outcome, m.Roll) or not fits_all(self.throw, outcome.dice) or unowned(self.throw, outcome):
            return 0
        by_group: dict[tuple[str, str], list[int]] = {}
        for die in outcome.dice:
            by_group.setdefault((die.owner, die.colour), []).append(die.value)
        return prod(ways(values) for values in by_group.values())

    def sample(self, rng: random.Random) -> Move:
        """Roll."""
        dice = [Rolled(c, rng.choice(FACES), owner) for owner, c, n in self.throw.dice for _ in range(n)]
        return m.Roll(in_order(dice))

    def __iter__(self) -> Iterator[Move]:
        each = [[lying(group, values) for values in faces(group[2])] for group in self.throw.dice]
        return (m.Roll(in_order([die for part in parts for die in part])) for parts in product(*each))


def first_rolls(throw: Throw) -> Iterator[Move]:
    """Yield the rolls of the first dice that are still to be told; telling all of them at once is short for that."""
    if throw.dice:
        group = throw.dice[0]
        yield from (m.Roll(in_order(lying(group, values))) for values in faces(group[2]))


def fits_all(throw: Throw, dice: Dice) -> bool:
    """Say whether a told roll is of exactly these dice; where no owner is told, colours count."""
    return _right(dice) and rest(throw, dice) == ()


def _right(dice: Dice) -> bool:
    return all(die.colour in COLOURS and 1 <= die.value <= len(FACES) for die in dice)


def rest(throw: Throw, dice: Dice) -> tuple[Group, ...] | None:
    """Return the dice still to be told after these, None where these are not the first of the throw, or not all.

    Args:
        throw: what is rolled.
        dice: what is told: whole groups from the first on, or the dice of all groups, where of some colours no owner
            is told.
    """
    told = Counter((die.owner, die.colour) for die in dice)
    groups = list(throw.dice)
    while groups and told:
        owner, colour, n = groups[0]
        if told.pop((owner, colour), 0) != n:
            return _by_colour(throw, dice)
        groups.pop(0)
    return _by_colour(throw, dice) if told else tuple(groups)


def _by_colour(throw: Throw, dice: Dice) -> tuple[Group, ...] | None:
    """Judge a roll of which not every owner is told: it is of all the dice, each color with owners or without."""
    return () if all(_right_colour(throw, dice, colour) for colour in COLOURS) else None


def _right_colour(throw: Throw, dice: Dice, colour: str) -> bool:
    """Say whether the dice of a color are those that are rolled: by owner, or, where none is told, in number."""
    want = Counter({owner: n for owner, c, n in throw.dice if c == colour})
    told = Counter(die.owner for die in dice if die.colour == colour)
    return told == want or (set(told) == {""} and told.total() == want.total())


def unowned(throw: Throw, roll: m.Roll) -> bool:
    """Say whether a roll leaves open whose dice they are, though that is known of the throw."""
    told = Counter((die.owner, die.colour) for die in roll.dice)
    want: Counter[tuple[str, str]] = Counter()
    for owner, colour, n in throw.dice:
        want[owner, colour] += n
    return told != want


def pool_text(throw: Throw) -> str:
    """Return the dice of a throw as people say them: "2 S, 1 M"."""
    want: Counter[str] = Counter()
    for _, colour, n in throw.dice:
        want[colour] += n
    return ", ".join(f"{want[colour]} {colour}" for colour in COLOURS if want[colour]) or "no dice"
