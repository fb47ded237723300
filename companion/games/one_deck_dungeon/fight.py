"""The exact law of one encounter under best play after the roll.

Every roll is counted, as sorted values with the number of ordered rolls that look so; all numbers are integers. What is
best depends on the preference, so each preference has its own law; the law of the least damage belongs to all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.engine.odds import Table, percentiles
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.grid import Grid, Ranks
from companion.games.one_deck_dungeon.joint import Joint, fits
from companion.games.one_deck_dungeon.losses import WOUNDS, Loss, falls
from companion.games.one_deck_dungeon.plan import Plan
from companion.games.one_deck_dungeon.rolls import Dice, Faces, Roll, roll_law
from companion.games.one_deck_dungeon.sets import numbers
from companion.games.one_deck_dungeon.wants import Coarse

EXACT = 1 << 53
"""Below this, sums of integers in floating point are exact."""

SMALL = 40_000
"""Entries of arrays up to which they are quicker than sums of offers."""

LOOK, WAYS = 8, 100_000
"""Microseconds, about, that it takes to look at one way of using a colour's dice; ways beyond which that is long."""

GLANCE, FORESEEN = 1, 2_500_000
"""The same where only some black dice are told apart: most ways are alike."""

Group = tuple[int, int, NDArray[np.int64], list[int]]
"""Rolls of one colour with equally many dice left and one tally: these two, their numbers, their weights."""

Throws = Mapping[Roll, int]
"""Rolls with weights."""

DiceLaws = tuple[tuple[tuple[int, Faces], ...], ...]
"""For strength, agility, magic and black, how many dice are rolled with which law."""


class Encounter:
    """The odds of one fight.

    Args:
        fight: the fight.
        laws: the dice of each colour by the law they follow, where skills change it; otherwise the pool's.
        making: whether black dice are made. Without, play is worse, so that every chance of success is a lower bound;
            it is counted in a fraction of the time.
        coarse: which black dice are told apart, where that is to bound the chances of success; only for fights whose
            colours can be joined.
    """

    def __init__(
        self, fight: Fight, laws: DiceLaws | None = None, making: bool = True, coarse: Coarse | None = None
    ) -> None:
        self.fight = fight
        self.coarse = coarse
        self.plan = Plan(fight, making)
        self.laws = laws or self._plain()
        self._laws: dict[str, dict[tuple[Loss, bool], int]] = {}

    def _plain(self) -> DiceLaws:
        return tuple(((many, law),) for many, law in zip(self.fight.pool.counts(), self.plan.faces, strict=True))

    @cached_property
    def total(self) -> int:
        """Return the number of equally likely ordered rolls."""
        return prod(faces.total**many for groups in self.laws for many, faces in groups)

    def throws(self, colour: int) -> Throws:
        """Return the rolls of a colour's dice (0 strength to 3 black), whatever laws they follow, with weights."""
        law: dict[Roll, int] = {Roll(()): 1}
        for many, faces in self.laws[colour]:
            more: dict[Roll, int] = {}
            for before, weight in law.items():
                for roll, ways in roll_law(many, faces, self.plan.marks):
                    joined = Roll(tuple(sorted(before.dice + roll.dice, reverse=True)), before.tally + roll.tally)
                    more[joined] = more.get(joined, 0) + weight * ways
            law = more
        return law

    def groups(self) -> list[list[Group]]:
        """Return, for each kind of place where dice lie, the rolls by size."""
        return [
            grouped(self.throws(kind.colour)) if kind.colour >= 0 else [(0, 0, np.zeros(1, dtype=np.int64), [1])]
            for kind in self.plan.kinds
        ]

    def _weights(self, preference: str) -> dict[tuple[Loss, bool], int]:
        """Return the weights of what happens, each with whether everything is covered."""
        if preference not in self._laws:
            found: dict[tuple[Loss, bool], int] = {}
            for tally, ranks, weight in self.counted(lambda tally: self.plan.grid(preference, tally)[0]):
                choices = self.plan.grid(preference, tally)[1]
                for rank, ways in ranks.items():
                    key = (self.plan.tolled(choices[rank].loss, tally), choices[rank].covered == self.plan.all)
                    found[key] = found.get(key, 0) + weight * ways
            self._laws[preference] = found
        return self._laws[preference]

    def counted(self, grid: Callable[[int], Grid]) -> Iterator[tuple[int, dict[int, int], int]]:
        """Yield, for each roll of the black dice and each tally, the weights of ranks and what they are multiplied by.

        Args:
            grid: the arrays of ranks to be used, by tally.
        """
        if self.joins:
            yield from self._joined(grid)
            return
        for groups in product(*self.groups()):
            for black, weight in self.throws(3).items():
                tally = black.tally + sum(group[1] for group in groups)
                ranks = self.ranks(grid(tally), groups, black.dice)
                yield tally, weighed(ranks, [group[3] for group in groups]), weight

    @cached_property
    def joins(self) -> bool:
        """Return whether colours are joined as sums of offers: where that is possible and quicker than arrays."""
        if self.coarse:
            return True
        foreseen = self.entries > SMALL and self.joinable and self.joint.exact and LOOK * self.joint.ways < self.entries
        return foreseen and self.joint.effort < self.entries

    @property
    def scarce(self) -> bool:
        """Return whether there are dice for more black ones than may be made."""
        *coloured, black = (sum(many for many, _ in groups) for groups in self.laws)
        return self.plan.joined > 0 and self.fight.room(black) < sum(coloured) // self.plan.joined

    @cached_property
    def joinable(self) -> bool:
        """Return whether colours can be joined as sums of offers."""
        return fits(self.plan.kinds)

    @property
    def work(self) -> int:
        """Return about how many microseconds counting takes, at most where even to foresee that takes long."""
        if self.coarse:
            return self.glance if self.joint.ways > FORESEEN else max(self.glance, self.joint.effort)
        vast = self.entries > SMALL and self.joinable and self.joint.exact and self.joint.ways > WAYS
        return self.joint.effort if not vast and self.joins else self.entries

    @property
    def glance(self) -> int:
        """Return about how many microseconds it takes to foresee the work of a bound."""
        return GLANCE * self.joint.ways

    @property
    def entries(self) -> int:
        """Return how many entries the largest arrays of all rolls have together."""
        most = [sum(many for many, _ in groups) for groups in self.laws]
        return spread([most[kind.colour] if kind.colour >= 0 else 0 for kind in self.plan.kinds], most[3])

    @cached_property
    def joint(self) -> Joint:
        """Return the fight as sums of offers."""
        throws = [self.throws(kind.colour) for kind in self.plan.kinds if kind.colour >= 0]
        return Joint(self.plan.kinds, self.plan.joined, throws, self.throws(3), self.coarse, self.plan.supply)

    def _joined(self, grid: Callable[[int], Grid]) -> Iterator[tuple[int, dict[int, int], int]]:
        """Yield the weights of ranks by tally, counted once for each different array of ranks."""
        grids = {tally: grid(tally) for tally in self.joint.tallies}
        for one in {id(grid): grid for grid in grids.values()}.values():
            by_tally: dict[int, dict[int, int]] = {}
            for (rank, tally), weight in self.joint.counted(one).items():
                by_tally.setdefault(tally, {})[rank] = weight
            yield from ((tally, ranks, 1) for tally, ranks in by_tally.items() if grids[tally] is one)

    def ranks(self, grid: Grid, groups: Sequence[Group], black: Dice) -> Ranks:
        """Return the ranks of rolls.

        Args:
            grid: the arrays of ranks.
            groups: the rolls of each kind.
            black: the black dice rolled.
        """
        rolled = grid.rolled(tuple(group[0] for group in groups), black)
        return rolled[np.ix_(*(group[2] for group in groups))]

    def law(self, preference: str = WOUNDS) -> Table[Loss]:
        """Return the joint law of damage, time, poison and loot under a preference, placed as well as can be."""
        out: dict[Loss, int] = {}
        for (loss, _), weight in self._weights(preference).items():
            out[loss] = out.get(loss, 0) + weight
        return Table(out)

    @cached_property
    def full_cover(self) -> Fraction:
        """Return the chance to cover every box."""
        return Fraction(sum(weight for (_, full), weight in self._weights(WOUNDS).items() if full), self.total)

    @cached_property
    def damage(self) -> Table[int]:
        """Return the law of the least damage; no way to play has less chance of more than any number."""
        return self.law(WOUNDS).map(lambda loss: loss.damage)

    @cached_property
    def nobody_falls(self) -> Fraction:
        """Return the chance that nobody need fall; 1 if no hearts are known."""
        return self.law(WOUNDS).where(lambda loss: not falls(self.fight, loss))

    def days(self, preference: str = WOUNDS) -> tuple[Loss, Loss, Loss]:
        """Return a good, a usual and a bad day: the 10th, 50th and 90th percentile of damage, of time, of poison."""
        return days(self.law(preference))


def days(law: Table[Loss]) -> tuple[Loss, Loss, Loss]:
    """Return a good, a usual and a bad day of a law: the 10th, 50th and 90th percentile of each loss by itself."""
    damage = percentiles(law.map(lambda loss: loss.damage))
    time = percentiles(law.map(lambda loss: loss.time))
    poison = percentiles(law.map(lambda loss: loss.poison))
    good, usual, bad = (Loss(*parts) for parts in zip(damage, time, poison, strict=True))
    return good, usual, bad


def spread(sizes: Sequence[int], black: int) -> int:
    """Return the entries of all arrays in which black dice are laid to kinds one way or another.

    Args:
        sizes: dice of each kind.
        black: black dice, all of them laid.
    """
    if not sizes:
        return 1 if black == 0 else 0
    return sum(comb(sizes[0] + n + 5, 5) * spread(sizes[1:], black - n) for n in range(black + 1))


def grouped(throws: Throws) -> list[Group]:
    """Return rolls by the number of dice left and by tally."""
    found: dict[tuple[int, int], tuple[list[int], list[int]]] = {}
    for roll, weight in throws.items():
        places, weights = found.setdefault((len(roll.dice), roll.tally), ([], []))
        places.append(numbers(len(roll.dice))[roll.dice])
        weights.append(weight)
    return [(many, tally, np.array(places), weights) for (many, tally), (places, weights) in found.items()]


def weighed(ranks: NDArray[Any], weights: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return the weight of each rank in an array whose axes have these weights; exact."""
    if ranks.dtype == np.uint64:
        kinds, places = np.unique(ranks, return_inverse=True)
        found = weighed(places.reshape(ranks.shape), weights)
        return {int(kinds[place]): weight for place, weight in found.items()}
    if prod(sum(axis) for axis in weights) < EXACT:
        joint = np.ones(())
        for axis in weights:
            joint = joint[..., None] * np.array(axis, dtype=np.float64)
        counts = np.bincount(ranks.ravel(), joint.ravel())
        return {rank: int(weight) for rank, weight in enumerate(counts) if weight}
    out: dict[int, int] = {}
    for part, weight in zip(ranks, weights[0], strict=True):
        for rank, ways in weighed(part, weights[1:]).items():
            out[rank] = out.get(rank, 0) + weight * ways
    return out
