"""How one round against a boss is counted: with every skill where the game tree is small, else with the free ones.

Where even that takes too long, one law bounds the round from below, one from above, and a third is a sample of rolls.
"""

from __future__ import annotations

from math import prod
from random import Random

import msgspec

from companion.games.one_deck_dungeon.boss import Round
from companion.games.one_deck_dungeon.boss_bounds import bounds
from companion.games.one_deck_dungeon.boss_law import Law, Outcomes, harder
from companion.games.one_deck_dungeon.boss_tree import Tree
from companion.games.one_deck_dungeon.fight import Encounter
from companion.games.one_deck_dungeon.losses import Loss
from companion.games.one_deck_dungeon.odds import Meeting
from companion.games.one_deck_dungeon.placing import Present
from companion.games.one_deck_dungeon.playing import EFFORT, TooLargeError
from companion.games.one_deck_dungeon.reckoning import QUICK
from companion.games.one_deck_dungeon.skilled import Skilled

ROLLS = 60
"""Rolls of a sample."""

PATIENT = 4
"""So many times as much is spent on an exact count where bounds would be no quicker."""

SEED = 22
"""Samples are the same each time, so that nothing changes while nobody rolls."""


class Sides(msgspec.Struct, frozen=True):
    """What is known of a round.

    Args:
        low: a law that bounds it from below; None where nothing is known.
        high: one that bounds it from above, likewise.
        middle: a sample; None where it is exact.
        left_out: skills that are not counted, by name.
    """

    low: Law | None
    high: Law | None
    middle: Law | None = None
    left_out: tuple[str, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether nothing is left out and both sides are the same."""
        return self.low is not None and self.low is self.high


class Counting(msgspec.Struct, frozen=True):
    """How rounds are counted.

    Args:
        bearable: damage beyond which blows are not told apart.
        keen: whether more hits are never worse.
        quick: about how many microseconds an exact count may take.
        rolls: rolls of a sample where it takes longer; 0 for none.
        bounded: whether bounds are looked for where it takes longer.
        long: about how many microseconds each bound may take.
    """

    bearable: int
    keen: bool = False
    quick: int = QUICK
    rolls: int = ROLLS
    bounded: bool = True
    long: int = QUICK * 3 // 5

    def sides(self, found: Meeting) -> Sides:
        """Return what is known of the round of a group.

        Args:
            found: the group before the boss.
        """
        if self._small(found):
            try:
                law: Law = Tree(found, self.bearable, self.keen)
                return Sides(law, law)
            except TooLargeError:
                pass
        skilled = Skilled(found.fight, found.fighters)
        if self._quick(skilled):
            law = Round(found.fight, self.bearable, found.fighters, self.keen)
            return Sides(law, None if found.left_out else law, law if found.left_out else None, found.left_out)
        return self._bounded(found, skilled)

    def _quick(self, skilled: Skilled) -> bool:
        """Return whether a round is quickly counted; with several wide boxes even to foresee that may take long."""
        ways = prod(1 + len(choices) for choices in skilled.choices)
        if _wide(skilled) and skilled.entries > self.quick:
            return False
        # Where bounds would be no quicker, more is spent on the exact count.
        return skilled.work * ways <= self.quick * (1 if _wide(skilled) else PATIENT)

    def _small(self, found: Meeting) -> bool:
        """Return whether the game tree says more than free skills do, and is small."""
        more = bool(found.left_out) or any(not tool.price.free for tool in found.tools)
        return more and all(tool.counts for tool in found.tools) and found.branches <= EFFORT

    def _bounded(self, found: Meeting, skilled: Skilled) -> Sides:
        """Return bounds without skills that change dice; with such skills there is none from above."""
        low, high = None, None
        if self.bounded and _wide(skilled):
            low, high = bounds(skilled.fight, self.bearable, self.keen, skilled, self.long)
        changes = [tool.name for tool in found.tools if skilled.choices and tool.price.free]
        left_out = tuple(dict.fromkeys((*found.left_out, *changes)))
        middle = sample(skilled, self.bearable, self.keen, self.rolls) if self.rolls else None
        return Sides(low, None if skilled.choices or found.left_out else high, middle, left_out)


def _wide(encounter: Encounter) -> bool:
    """Return whether several boxes are wide: that makes a round dear, and is what bounds make cheaper."""
    return sum(box.wide for box in encounter.fight.all_boxes) > 1


MOMENT = 40
"""Microseconds, about, that a moment of the game tree takes."""


def foreseen(found: Meeting) -> int:
    """Return about how many microseconds counting a round takes, as far as that is foreseen at once."""
    skilled = Skilled(found.fight, found.fighters)
    if found.left_out and found.branches <= EFFORT:
        return MOMENT * found.branches
    return skilled.entries * prod(1 + len(choices) for choices in skilled.choices)


def sample(encounter: Encounter, bearable: int, keen: bool, rolls: int) -> Law:
    """Return the law of rolls that were drawn by lot, each placed in every way that there is.

    Args:
        encounter: the fight, with the laws of its dice.
        bearable: damage beyond which blows are not told apart.
        keen: whether more hits are never worse.
        rolls: how many.
    """
    law, rng = Law(encounter.fight, keen), Random(SEED)
    plan = encounter.plan
    outcomes = Outcomes(plan, bearable, sum(box.skull for box in plan.boxes))
    throws = [(list(throws), list(throws.values())) for throws in map(encounter.throws, range(4))]
    for _ in range(rolls):
        drawn = [rng.choices(shown, weights)[0] for shown, weights in throws]
        lying = Present(encounter.fight, [roll.dice for roll in drawn], 0)
        number = 0
        for mask in lying.largest:
            number |= int(outcomes.grid.ranks[mask])
        struck = plan.tolled(Loss(), sum(roll.tally for roll in drawn)).damage
        law.begins(law.number(harder(blow, struck, bearable) for blow in outcomes.blows(number)), 1)
    return law
