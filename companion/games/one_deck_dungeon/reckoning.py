"""Odds for any pool: exact where that is quick enough, else a proven lower bound and a labelled estimate.

Fewer dice are never better, so the exact odds of a smaller pool bound those of a larger one from below. The estimate
rolls by chance and places each roll as well as a short search can; it tells how many rolls it saw.
"""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb, sqrt

import msgspec

from companion.games.one_deck_dungeon.boxes import Pool
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.fight import Encounter
from companion.games.one_deck_dungeon.losses import WOUNDS, Loss, falls
from companion.games.one_deck_dungeon.placing import Present
from companion.games.one_deck_dungeon.plan import Plan
from companion.games.one_deck_dungeon.rolls import Faces

QUICK = 2_000_000
"""Array entries that are gone through in a few seconds."""

WIDE = 2.58
"""Standard deviations of the interval told with an estimate: 99 in 100."""


class Reckoning(msgspec.Struct, frozen=True):
    """The chance that nobody falls, and how sure it is.

    Args:
        exact: the chance, if it was counted.
        least: what it is at least; proven.
        seen: rolls of the estimate; 0 without one.
        safe: how many of them went well.
    """

    exact: Fraction | None
    least: Fraction
    seen: int = 0
    safe: int = 0

    @property
    def interval(self) -> tuple[float, float]:
        """Return the interval in which the chance lies in 99 cases of 100, never below what is proven."""
        if self.exact is not None or not self.seen:
            return float(self.least), float(self.exact if self.exact is not None else 1)
        n, p = self.seen, self.safe / self.seen
        middle = (p + WIDE**2 / (2 * n)) / (1 + WIDE**2 / n)
        half = WIDE * sqrt(p * (1 - p) / n + WIDE**2 / (4 * n * n)) / (1 + WIDE**2 / n)
        return max(float(self.least), middle - half), min(1.0, middle + half)


def work(fight: Fight) -> int:
    """Return how many entries the largest arrays of a fight have together."""
    kinds = Plan(fight).kinds
    dice = fight.pool.counts()
    sizes = [dice[kind.colour] if kind.colour >= 0 else 0 for kind in kinds]
    return _spread(sizes, fight.pool.heroic)


def _spread(sizes: list[int], black: int) -> int:
    """Return the entries of all arrays in which black dice are laid to kinds one way or another."""
    if not sizes:
        return 1 if black == 0 else 0
    return sum(comb(sizes[0] + n + 5, 5) * _spread(sizes[1:], black - n) for n in range(black + 1))


def smaller(fight: Fight, quick: int = QUICK) -> Fight:
    """Return the fight with so many dice taken away, of the largest colour each time, that it is quickly counted."""
    while work(fight) > quick:
        counts = list(fight.pool.counts())
        counts[counts.index(max(counts))] -= 1
        fight = msgspec.structs.replace(fight, pool=Pool(*counts))
    return fight


def reckon(fight: Fight, rng: random.Random, rolls: int = 200, quick: int = QUICK) -> Reckoning:
    """Return the chance that nobody falls.

    Args:
        fight: the fight.
        rng: the generator for the estimate.
        rolls: rolls of the estimate, where one is needed.
        quick: array entries up to which it is counted exactly.
    """
    if work(fight) <= quick:
        exact = Encounter(fight).nobody_falls
        return Reckoning(exact, exact)
    bounded = smaller(fight, quick)
    least = Encounter(bounded).nobody_falls if _monotone(fight) else Fraction(0)
    return Reckoning(None, least, rolls, sum(_survived(fight, rng) for _ in range(rolls)))


def _monotone(fight: Fight) -> bool:
    """Return whether dice more never hurt: nothing that a rolled face costs."""
    return not fight.tolls


def _survived(fight: Fight, rng: random.Random) -> bool:
    plan, roll, tally = Plan(fight), list[list[int]](), 0
    for many, faces in zip(fight.pool.counts(), plan.faces, strict=True):
        shown = [_face(faces, rng) for _ in range(many)]
        tally += sum(plan.marks[face - 1] for face in shown)
        roll.append([value for face in shown if (value := faces.becomes[face - 1])])
    loss: Loss = Present(fight, roll, tally).priced(WOUNDS).best.loss
    return not falls(fight, loss)


def _face(faces: Faces, rng: random.Random) -> int:
    return rng.choices(range(1, 7), faces.weights)[0]
