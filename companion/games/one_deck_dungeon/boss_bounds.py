"""Rounds with many dice: bounds that are proven, where the exact law takes too long.

What makes a round dear is black dice in wide boxes, where every value counts. Told apart by fewer values, and each
taken for the least that it may be, they bound what can be had from below; taken for the most, from above. All else is
exact: own dice in all boxes, black dice in small ones, and how many black dice can be made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.games.one_deck_dungeon import reckoning
from companion.games.one_deck_dungeon.boss import Round
from companion.games.one_deck_dungeon.boss_law import Law, Outcomes, harder
from companion.games.one_deck_dungeon.covers import Slot
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.fight import Encounter
from companion.games.one_deck_dungeon.grid import Kind
from companion.games.one_deck_dungeon.losses import Loss
from companion.games.one_deck_dungeon.offers import States, joined, weighted
from companion.games.one_deck_dungeon.reckoning import QUICK, finest
from companion.games.one_deck_dungeon.rolls import Dice, Roll, handfuls
from companion.games.one_deck_dungeon.wants import Offer, Scale, Wants

Ints: TypeAlias = NDArray[np.int64]

Classes = tuple[tuple[int, int], ...]
"""Black dice of at least a value, and what each counts in a wide box; the highest value first."""

LEAST: tuple[Classes, ...] = (((5, 5), (3, 3)), ((5, 5),), ())
"""Classes for bounds from below, the best bound first."""

MOST: tuple[Classes, ...] = (((5, 6), (3, 4), (1, 2)), ((4, 6), (1, 3)), ((1, 6),))
"""Classes for bounds from above, the best bound first."""

ROWS = 3_000_000
"""Offers that are joined at most: some seconds."""

NO_CAP = 63
"""More than any balance."""

MANY = (8, 20)
"""Dice up to which the best and the second best bounds are tried."""


class Own(Wants):
    """The offers of one colour, black dice in wide boxes by classes only.

    Args:
        slots: the boxes that its dice cover.
        scale: what dice count.
        most: black dice that can be had at most.
        classes: what black dice count in wide boxes.
        barred: the bits of boxes that bar black dice.
    """

    def __init__(self, slots: Sequence[Slot], scale: Scale, most: int, classes: Classes, barred: int) -> None:
        super().__init__(slots, scale, most)
        self.classes, self.barred = classes, barred

    def _fills(self, slot: Slot, dice: Dice, most: int) -> Iterator[tuple[Dice, Dice]]:
        """Yield the ways to fill a box with own dice and black ones, nothing wasted."""
        bare = bool(slot.bit & self.barred)
        if not slot.wide:
            yield from (way for way in super()._fills(slot, dice, most) if not (bare and way[1]))
            return
        for used, left in handfuls(dice):
            missing = slot.target - sum(used)
            if not used or missing + used[-1] > 0:
                ways = reaching(max(0, missing), () if bare else self.classes, most)
                yield from ((left, wanted) for wanted in ways)


@lru_cache(maxsize=4096)
def reaching(total: int, classes: Classes, most: int) -> tuple[Dice, ...]:
    """Return the black dice, by the least value of each, that reach a total, none of them too many."""
    if total <= 0:
        return ((),)
    if not classes or not most:
        return ()
    (value, worth), *fewer = classes
    more = tuple((value, *rest) for rest in reaching(total - worth, classes, most - 1))
    return (*more, *reaching(total, tuple(fewer), most))


class Bounded(Law):
    """A round whose law bounds what can be had, from one side.

    Args:
        fight: the dice, the boss's boxes and rules.
        bearable: damage beyond which blows are not told apart.
        classes: what black dice count in wide boxes.
        keen: whether more hits are never worse.
        encounter: the fight with other laws of its dice.

    Raises:
        ValueError: grey boxes, or more joined offers than `ROWS`.
    """

    def __init__(
        self,
        fight: Fight,
        bearable: int,
        classes: Classes,
        keen: bool = False,
        encounter: Encounter | None = None,
    ) -> None:
        super().__init__(fight, keen)
        self.encounter = encounter or Encounter(fight)
        self.plan = self.encounter.plan
        if any(box.colour not in "SAM" for box in fight.all_boxes):
            raise ValueError("only boxes of one colour that is not black are bounded so")
        self.classes = classes if any(box.wide for box in fight.all_boxes) else ()
        outcomes = Outcomes(self.plan, bearable, sum(box.skull for box in self.plan.boxes))
        for (number, tally), weight in self._counted(outcomes).items():
            blows = outcomes.blows(number)
            struck = self.plan.tolled(Loss(), tally).damage
            self.begins(self.number(harder(blow, struck, bearable) for blow in blows), weight)

    @cached_property
    def slots(self) -> list[tuple[int, list[Slot]]]:
        """Return the boxes of each colour."""
        found: dict[int, list[Slot]] = {}
        for kind in self.plan.kinds:
            found.setdefault(_colour(kind, self.plan.kinds), []).extend(kind.slots)
        return sorted(found.items())

    @cached_property
    def barred(self) -> int:
        """Return the bits of the boxes that bar black dice."""
        return sum(slot.bit for kind in self.plan.kinds if not kind.black for slot in kind.slots)

    @cached_property
    def scale(self) -> Scale:
        """Return what dice count: at the targets of small boxes, and at the classes."""
        every = [slot for _, slots in self.slots for slot in slots if not slot.bit & self.barred]
        levels = {slot.target for slot in every if not slot.wide}
        levels |= {value for value, _ in self.classes} if any(slot.wide for slot in every) else set()
        return Scale(sorted(levels) or (7,), self.plan.joined)

    def _counted(self, outcomes: Outcomes) -> dict[tuple[int, int], int]:
        """Return the weight of each set of blows and tally."""
        black = self.encounter.throws(3)
        rolled = _most(black)
        throws = [self.encounter.throws(colour) for colour, _ in self.slots]
        dice = sum(map(_most, throws))
        had = rolled + self.scale.left * dice // self.scale.black
        sides = [
            self._side(Own(slots, self.scale, had, self.classes, self.barred), rolls)
            for (_, slots), rolls in zip(self.slots, throws, strict=True)
        ]
        sides.sort(key=lambda side: len(side.owner))
        whole, coming = sides[0], sum(side.supply for side in sides[1:]) + self.scale.black * rolled
        for side in sides[1:]:
            coming -= side.supply
            if len(whole.owner) * len(side.owner) > ROWS:
                raise ValueError("there are too many dice even for bounds")
            whole = joined(whole, side, coming, np.full(len(self.scale.levels), NO_CAP))
        return self._placed(whole, black, outcomes)

    def _side(self, own: Own, rolls: Mapping[Roll, int]) -> States:
        """Return the offers of one colour, rolls with the same offers as one."""
        offers: dict[Dice, tuple[Offer, ...]] = {}
        every: dict[tuple[Offer, ...], dict[int, int]] = {}
        for roll, weight in rolls.items():
            if roll.dice not in offers:
                offers[roll.dice] = tuple(sorted(own.offers(roll.dice)))
            tallies = every.setdefault(offers[roll.dice], {})
            tallies[roll.tally] = tallies.get(roll.tally, 0) + weight
        rows = [(state, *offer) for state, some in enumerate(every) for offer in some]
        owner, mask = (np.array([row[at] for row in rows], dtype=np.int64) for at in (0, 1))
        balance = np.array([row[2] for row in rows], dtype=np.int64).reshape(len(rows), -1)
        return States(owner, mask, balance, weighted(every.values()), self.scale.left * _most(rolls))

    def _placed(self, whole: States, black: Mapping[Roll, int], outcomes: Outcomes) -> dict[tuple[int, int], int]:
        """Return the weight of each set of blows and tally, the black dice added."""
        numbers = outcomes.grid.ranks[whole.mask]
        first = np.flatnonzero(np.diff(whole.owner, prepend=-1))
        out: dict[tuple[int, int], int] = {}
        for roll, weight in black.items():
            plus = self.scale.black * np.array(self.scale.counts(roll.dice))
            good = (whole.balance + plus >= 0).all(axis=1)
            gathered = np.bitwise_or.reduceat(np.where(good, numbers, np.uint64(0)), first)
            kinds, group = np.unique(gathered, return_inverse=True)
            weights = whole.weights.summed(group)
            for number, ways in zip(kinds.tolist(), weights.ways.tolist(), strict=True):
                for tally, times in zip(weights.tallies, ways, strict=True):
                    key = (number, tally + roll.tally)
                    out[key] = out.get(key, 0) + weight * times
        return {key: ways for key, ways in out.items() if ways}


def _most(throws: Mapping[Roll, int]) -> int:
    return max(len(roll.dice) for roll in throws)


def _colour(kind: Kind, kinds: Sequence[Kind]) -> int:
    """Return the colour of the dice that lie in a kind at first."""
    return kind.colour if kind.colour >= 0 else kinds[kind.takes[0]].colour


def bounds(
    fight: Fight, bearable: int, keen: bool = False, encounter: Encounter | None = None, quick: int = QUICK // 2
) -> tuple[Law | None, Law | None]:
    """Return laws that bound a round from below and from above, the best that are quickly counted; None for none.

    Args:
        fight, bearable, keen, encounter: as for `Bounded`.
        quick: about how many microseconds each may take where colours can be joined.
    """
    found = encounter or Encounter(fight)
    if found.joinable:
        low, high = (finest(fight, steps, quick, found.laws) for steps in (reckoning.LEAST, reckoning.MOST))
        return Round(fight, bearable, (), keen, low), Round(fight, bearable, (), keen, high)

    # How many black dice there are is not counted there: from below, none is made where they may run short.
    sure = Encounter(fight, found.laws, making=False) if found.scarce else found

    def first(every: Sequence[Classes], found: Encounter) -> Law | None:
        for classes in every[sum(sum(fight.pool.counts()) > many for many in MANY) :]:
            try:
                return Bounded(fight, bearable, classes, keen, found)
            except ValueError:
                continue
        return None

    return first(LEAST, sure), first(MOST, found)
