"""Odds for any pool: exact where that is quick enough, else proven bounds on both sides and a labelled estimate.

What makes a count long is black dice, rolled or made, that every value tells apart. With fewer values told apart, each
taken for the least it may be, they bound the odds from below, and for the most, from above; all other dice are counted
as they are. Where that cannot be, fewer dice are never better, so the exact odds of a smaller pool bound those of a
larger one from below, and the values of all dice are rounded; boxes in which dice of several colours add up are taken
for boxes of one colour, or of any die. The estimate rolls by chance and places each roll as well
as a short search can; it tells how many rolls it saw.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import sqrt

import msgspec

from companion.games.one_deck_dungeon.boxes import COLOURS, GREY, Box, Pool
from companion.games.one_deck_dungeon.encounter import UNLIMITED, Fight
from companion.games.one_deck_dungeon.fight import DiceLaws, Encounter
from companion.games.one_deck_dungeon.losses import WOUNDS, Loss, falls
from companion.games.one_deck_dungeon.placing import Present
from companion.games.one_deck_dungeon.plan import Plan
from companion.games.one_deck_dungeon.rolls import GONE, Faces
from companion.games.one_deck_dungeon.wants import Coarse

QUICK = 1_000_000
"""Microseconds, about, that a count may take without saying so."""

SLOW = 5_000_000
"""Microseconds, about, that the count of one fight may take where people see how it goes on."""

FAR = 2_000_000_000
"""Entries of arrays beyond which nothing is exact in a moment, whichever way it is counted."""

COARSE = (
    ((1, 1, 3, 3, 5, 5), (2, 2, 4, 4, 6, 6)),
    ((1, 1, 1, 4, 4, 6), (3, 3, 3, 5, 5, 6)),
)
"""What the values 1 to 6 are taken for: for a lower bound and for an upper one."""

LEAST = tuple(Coarse(levels, False) for levels in ((3,), (3, 6), (2, 4, 6), (2, 3, 4, 6), (2, 3, 4, 5, 6)))
MOST = tuple(Coarse(levels, True) for levels in ((1,), (1, 4), (1, 4, 6), (1, 3, 5), (1, 3, 5, 6), (1, 3, 4, 5, 6)))
"""Which black dice are told apart, and dice that make them, for a lower bound and for an upper one: coarsest first."""

EVERY = tuple(range(1, 7))
"""All values told apart: of use where it is bounded how many black dice there are."""

BLACK = COLOURS.index("H")

THOROUGH = 4
"""So many times longer than a count may take a bound may: there is only one on each side."""

WIDE = 2.58
"""Standard deviations of the interval told with an estimate: 99 in 100."""


class Reckoning(msgspec.Struct, frozen=True):
    """The chance that nobody falls, and how sure it is.

    Args:
        exact: the chance, if it was counted.
        least: what it is at least; proven.
        seen: rolls of the estimate; 0 without one.
        safe: how many of them went well.
        most: what it is at most; proven.
    """

    exact: Fraction | None
    least: Fraction
    seen: int = 0
    safe: int = 0
    most: Fraction = Fraction(1)

    @property
    def interval(self) -> tuple[float, float]:
        """Return the interval in which the chance lies in 99 cases of 100, never outside what is proven."""
        if self.exact is not None or not self.seen:
            return float(self.least), float(self.exact if self.exact is not None else self.most)
        n, p = self.seen, self.safe / self.seen
        middle = (p + WIDE**2 / (2 * n)) / (1 + WIDE**2 / n)
        half = WIDE * sqrt(p * (1 - p) / n + WIDE**2 / (4 * n * n)) / (1 + WIDE**2 / n)
        return max(float(self.least), middle - half), min(float(self.most), middle + half)


def work(fight: Fight) -> int:
    """Return about how many microseconds it takes to count a fight exactly."""
    encounter = Encounter(fight)
    return encounter.entries if encounter.entries > FAR else encounter.work


def counted(fight: Fight, quick: int = SLOW) -> tuple[Encounter, bool]:
    """Return the odds of a fight and whether they are exact; where it is too large, those of a harder one.

    Harder are the fight in which fewer black dice are told apart, each taken for the least it may show, the one in
    which nobody makes black dice, the one with fewer dice where more never hurt, and the one in which every die is gone
    as soon as it is rolled, what it costs remaining.

    Args:
        fight: the fight.
        quick: about how many microseconds may be spent on counting.
    """
    if work(fight) <= quick:
        return Encounter(fight), True
    if Encounter(fight).joinable:
        return finest(fight, LEAST, quick), False
    bare = Encounter(fight, making=False)
    if bare.entries <= FAR and bare.work <= quick:
        return bare, False
    if _monotone(fight):
        return Encounter(smaller(fight, quick)), False
    return rounded(fight, (GONE,) * 6), False


def smaller(fight: Fight, quick: int = QUICK) -> Fight:
    """Return the fight with so many dice taken away, of the largest colour each time, that it is quickly counted."""
    while work(fight) > quick:
        fight = _fewer(fight)
    return fight


def _fewer(fight: Fight) -> Fight:
    """Return the fight with one die of the largest colour less."""
    counts = list(fight.pool.counts())
    largest = counts.index(max(counts))
    counts[largest] -= 1
    # A black die less is none more to be made.
    there = max(0, fight.supply - 1) if largest == BLACK and fight.supply != UNLIMITED else fight.supply
    return msgspec.structs.replace(fight, pool=Pool(*counts), supply=there)


def reckon(fight: Fight, rng: random.Random, rolls: int = 200, quick: int = QUICK) -> Reckoning:
    """Return the chance that nobody falls.

    Args:
        fight: the fight.
        rng: the generator for the estimate.
        rolls: rolls of the estimate, where one is needed; 0 for none.
        quick: about how many microseconds may be spent on counting.
    """
    if work(fight) <= quick:
        exact = Encounter(fight).nobody_falls
        return Reckoning(exact, exact, most=exact)
    least, most = bounds(fight, quick, lambda encounter: encounter.nobody_falls)
    return Reckoning(None, least, rolls, sum(_survived(fight, rng) for _ in range(rolls)), most)


def bounds(fight: Fight, quick: int, chance: Callable[[Encounter], Fraction]) -> tuple[Fraction, Fraction]:
    """Return what a chance is at least and at most; proven.

    Args:
        fight: the fight.
        quick: about how many microseconds may be spent on each count.
        chance: what is asked; it must not fall if dice show more, nor if there are more of them.
    """
    harder, easier = bounding(fight, quick)
    return max(map(chance, harder), default=Fraction(0)), min(map(chance, easier), default=Fraction(1))


@lru_cache(maxsize=2)
def bounding(fight: Fight, quick: int) -> tuple[tuple[Encounter, ...], tuple[Encounter, ...]]:
    """Return fights that are no easier, and fights that are no harder; kept, as one fight is asked several things.

    Args:
        fight: the fight.
        quick: about how many microseconds may be spent on each count.
    """
    long, look = THOROUGH * quick, THOROUGH * quick // 2
    if Encounter(fight).joinable:
        return (finest(fight, LEAST, long, look=look),), (finest(fight, MOST, long, look=look),)
    harder, easier = list[Encounter](), list[Encounter]()
    narrow, free = _ungathered(fight)
    if Encounter(narrow).joinable:
        harder.append(finest(narrow, LEAST, long, look=look))
        easier.append(finest(free, MOST, long, look=look))
        if Encounter(fight).entries > FAR:
            # Of so many dice few are left in what follows, which says less.
            return tuple(harder), tuple(easier)
    if _monotone(fight):
        harder.append(Encounter(smaller(fight, quick)))
    for low, high in COARSE:
        for found, steps in ((harder, low), (easier, high)):
            encounter, less = rounded(fight, steps), fight
            while encounter.work > quick and found is harder and _monotone(fight):
                less = _fewer(less)
                encounter = rounded(less, steps)
            if encounter.work <= quick:
                found.append(encounter)
    return tuple(harder), tuple(easier)


def _ungathered(fight: Fight) -> tuple[Fight, Fight]:
    """Return a harder and an easier fight in which no box adds up dice of several colours.

    In the harder one such a box takes dice of the largest colour alone, in the easier one any die covers it.
    """
    counts = fight.pool.counts()[:3]
    colour = COLOURS[counts.index(max(counts))]

    def changed(**fields: object) -> Fight:
        def one(box: Box) -> Box:
            return msgspec.structs.replace(box, **fields) if box.wide and box.colour == GREY else box

        rows = tuple(tuple(map(one, row)) for row in fight.rows)
        return msgspec.structs.replace(fight, boxes=tuple(map(one, fight.boxes)), rows=rows)

    return changed(colour=colour), changed(wide=False, target=1)


def finest(fight: Fight, steps: Sequence[Coarse], quick: int, laws: DiceLaws | None = None, look: int = 0) -> Encounter:
    """Return the finest count that is quick, or the coarsest there is.

    Args:
        fight: a fight whose colours can be joined.
        steps: which black dice are told apart, the fewest first.
        quick: about how many microseconds may be spent on counting.
        laws: as for `Encounter`.
        look: about how many microseconds may be spent on foreseeing one count; as many as on counting where left out.
    """
    found = Encounter(fight, laws, coarse=steps[0])
    if found.scarce:
        every = Encounter(fight, laws, coarse=Coarse(EVERY, steps[0].most))
        if every.glance <= (look or quick) and every.work <= quick:
            return every
    for coarse in steps[1:]:
        encounter = Encounter(fight, laws, coarse=coarse)
        if encounter.glance > (look or quick) or encounter.work > quick:
            break
        found = encounter
    return found


def rounded(fight: Fight, steps: tuple[int, ...]) -> Encounter:
    """Return a fight in which every die shows another value, so that there are fewer rolls to tell apart.

    Args:
        fight: the fight.
        steps: what 1 to 6 become.
    """
    laws = tuple(
        ((many, Faces(faces.weights, tuple(steps[v - 1] if v else GONE for v in faces.becomes))),)
        for many, faces in zip(fight.pool.counts(), Plan(fight).faces, strict=True)
    )
    return Encounter(fight, laws)


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
