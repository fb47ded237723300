"""The present roll: what can be made of the dice that lie there, and how.

Every set of boxes that the dice can cover is known (`reach`); the best of them, and what is better in something, is
drawn with the black dice to make and the dice to place.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from companion.games.one_deck_dungeon.boxes import COLOURS
from companion.games.one_deck_dungeon.covers import maximal
from companion.games.one_deck_dungeon.encounter import UNLIMITED, Fight
from companion.games.one_deck_dungeon.fills import Fill
from companion.games.one_deck_dungeon.losses import WOUNDS, Loss, ranking
from companion.games.one_deck_dungeon.plan import Plan
from companion.games.one_deck_dungeon.reach import reached

Die = tuple[str, int]
"""Colour and value."""


MOST_DRAWN = 8
"""Placements that cost the same and cover equally many boxes, of which the simplest is drawn."""


class Black(msgspec.Struct, frozen=True):
    """A black die that is made.

    Args:
        value: what it shows.
        of: the dice discarded for it.
    """

    value: int
    of: tuple[Die, ...]


class Placement(msgspec.Struct, frozen=True):
    """One way to use the dice of a roll.

    Args:
        loss: what it leads to.
        covered: the numbers of the covered boxes, from 0.
        blacks: black dice to make first, in this order.
        dice: for each covered box, in the order of `covered`, the dice to place on it.
    """

    loss: Loss
    covered: tuple[int, ...]
    blacks: tuple[Black, ...]
    dice: tuple[tuple[Die, ...], ...]


class Priced(msgspec.Struct, frozen=True):
    """The placements worth knowing.

    Args:
        best: the best one of the preference.
        others: every other that is better in something: damage, time, poison or loot; the preferred first.
        proven: whether everything was gone through.
    """

    best: Placement
    others: tuple[Placement, ...]
    proven: bool


class Present:
    """A roll as it lies.

    Args:
        fight: the fight; its pool is not asked.
        roll: values by colour, in the order strength, agility, magic, black.
        struck: what the rolled faces have cost is told by these dice unless given as a tally of `Plan.marks`.
    """

    def __init__(self, fight: Fight, roll: Sequence[Sequence[int]], struck: int | None = None) -> None:
        counts = tuple(map(len, roll))
        pool = type(fight.pool)(*counts)
        self.fight = msgspec.structs.replace(fight, pool=pool)
        self.plan = Plan(self.fight)
        marks = self.plan.marks
        self.tally = sum(marks[v - 1] for dice in roll for v in dice if v) if struck is None else struck
        self.roll = roll
        made = None if fight.supply == UNLIMITED else max(0, fight.supply - len(roll[3]))
        self.reach = reached(self.plan.kinds, fight.joined, roll, self.plan.all, made)

    @property
    def proven(self) -> bool:
        """Say whether everything was gone through."""
        return self.reach.proven

    @property
    def largest(self) -> frozenset[int]:
        """Return the largest sets of boxes, as masks, that can be covered."""
        return maximal(self.reach.sets)

    def _coverable(self) -> list[int]:
        """Return the sets of boxes that armor allows and dice cover."""
        can = np.zeros(self.plan.all + 1, dtype=np.bool_)
        can[list(self.reach.sets)] = True
        for at in range(len(self.plan.boxes)):
            halves = can.reshape(-1, 2, 1 << at)
            halves[:, 0] |= halves[:, 1]
        return [part for part in self.plan.losses if can[part]]

    def priced(self, preference: str = WOUNDS) -> Priced:
        """Return the best placement of a preference and every alternative that gives more of something."""
        rank = ranking(self.fight, preference, self.plan.tolled(Loss(), self.tally).damage)
        parts: dict[Loss, list[int]] = {}
        for part in self._coverable():
            parts.setdefault(self.plan.losses[part], []).append(part)
        first = min(parts, key=rank)
        losses = sorted((loss for loss in parts if not any(_beats(other, loss) for other in parts)), key=rank)
        best, *others = [self._simplest(parts[loss]) for loss in (first, *(x for x in losses if x != first))]
        return Priced(best, tuple(others), self.reach.proven)

    def _simplest(self, parts: Sequence[int]) -> Placement:
        """Return how to cover the most boxes of sets that cost the same; of these with the fewest black dice made."""
        most = max(part.bit_count() for part in parts)
        largest = [part for part in parts if part.bit_count() == most]
        return min((self.placement(part) for part in largest[:MOST_DRAWN]), key=lambda placement: len(placement.blacks))

    def placement(self, part: int) -> Placement:
        """Return how to cover boxes that can be covered together; as few black dice are made as can be.

        Args:
            part: the boxes, as a mask.
        """
        hand = _Hand(self.roll)
        waiting: list[tuple[int, int]] = []
        lying: dict[int, list[Die]] = {}
        for fill in self.reach.dealt(part):
            box = fill.bit.bit_length() - 1
            lying.setdefault(box, []).extend(hand.take(fill))
            waiting += [(value, box) for value in fill.black]
        blacks = []
        for value, box in hand.rolled(sorted(waiting, reverse=True), lying):
            blacks.append(hand.joined(value, self.fight.joined))
            lying[box].append(("H", blacks[-1].value))
        boxes = tuple(sorted(lying))
        dice = tuple(tuple(self._needed(box, lying[box])) for box in boxes)
        return Placement(self.plan.tolled(self.plan.losses[part], self.tally), boxes, _used(blacks, dice), dice)

    def _needed(self, box: int, dice: list[Die]) -> list[Die]:
        """Return dice on a box without those that it is covered without: black ones may show more than was asked."""
        dice = sorted(dice, key=_order)
        if self.plan.boxes[box].wide:
            while sum(value for _, value in dice[:-1]) >= self.plan.boxes[box].target:
                dice.pop()
        return dice


def _used(blacks: list[Black], dice: Sequence[Sequence[Die]]) -> tuple[Black, ...]:
    """Return the black dice that are placed."""
    values = [value for lying in dice for colour, value in lying if colour == "H"]
    used = []
    for black in blacks:
        if black.value in values:
            values.remove(black.value)
            used.append(black)
    return tuple(used)


class _Hand:
    """Dice that are not placed yet."""

    def __init__(self, roll: Sequence[Sequence[int]]) -> None:
        self.dice = [(COLOURS[at], value) for at, dice in enumerate(roll) for value in dice if value > 0]

    def take(self, fill: Fill) -> list[Die]:
        """Take the natural dice of a fill."""
        taken = [(COLOURS[fill.colour], value) for value in fill.own]
        for die in taken:
            self.dice.remove(die)
        return taken

    def rolled(self, waiting: list[tuple[int, int]], lying: dict[int, list[Die]]) -> list[tuple[int, int]]:
        """Lay each rolled black die, the highest first, where the most is asked that it has; return what still waits.

        Args:
            waiting: values and boxes of the black dice that are wanted, the highest first.
            lying: the dice on each box.
        """
        for die in sorted((die for die in self.dice if die[0] == "H"), key=_order):
            fitting = next((one for one in waiting if one[0] <= die[1]), None)
            if fitting is not None:
                self.dice.remove(die)
                waiting.remove(fitting)
                lying[fitting[1]].append(die)
        return waiting

    def joined(self, value: int, many: int) -> Black:
        """Join the smallest dice of so much or more to a black one."""
        used = sorted((die for die in self.dice if die[0] != "H" and die[1] >= value), key=lambda die: die[1])[:many]
        for die in used:
            self.dice.remove(die)
        return Black(used[0][1], tuple(used))


def _order(die: Die) -> tuple[int, bool, str]:
    """Return the order of dice: the highest first, of equal ones the coloured first."""
    return -die[1], die[0] == "H", die[0]


def _beats(one: Loss, other: Loss) -> bool:
    """Return whether one loss is no worse in anything and another one."""
    better = all(x <= y for x, y in zip(one[:3], other[:3], strict=True)) and one.loot >= other.loot
    return better and one != other
