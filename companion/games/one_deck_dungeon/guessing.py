"""What a fight is about: sampled rolls, each played as a good player would, with every skill, for a pool of any size.

An estimate, and labelled as one wherever it is told: the play is good but not proven best (`trying`), and so many rolls
leave a few hundredths open. The exact odds of large pools take long, and what is proven fast leaves skills out.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

from msgspec.structs import replace

from companion.engine.odds import Table
from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.abilities import Effect
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.filling import Judge
from companion.games.one_deck_dungeon.losses import ALIVE, TIME, WOUNDS, Loss, falls, loss_of
from companion.games.one_deck_dungeon.odds import Meeting
from companion.games.one_deck_dungeon.playing import Rolled
from companion.games.one_deck_dungeon.tools import in_order, less
from companion.games.one_deck_dungeon.trying import Lying, Trying, Use, plus

ROLLS = 300
"""Rolls of a sample: what it tells of a chance is a few hundredths off at most times."""
DRAWS = 12
"""Rolls that stand for what three or more dice may show."""
FALLEN = 1000.0
"""Hearts that it counts if somebody falls."""


def guessed(met: Meeting, preference: str, rolls: int = ROLLS) -> Table[Loss]:
    """Return the losses of sampled rolls, each with how often it came; none better than the best play makes it.

    Args:
        met: the heroes before the card.
        preference: one of `losses.PREFERENCES`.
        rolls: how many rolls; always the same ones for a fight.
    """
    sample = Sample(met.fight, met.tools, len(met.fighters), judge(met.fight, preference), 0.0)
    rng, found = Random(0), dict[Loss, int]()
    for _ in range(rolls // 2):
        values = [rng.randint(1, 6) for _, _, many in met.dice for _ in range(many)]
        # With each roll the one that shows the other sides of its dice: luck evens out.
        for shown in (values, [7 - value for value in values]):
            loss = sample.outcome(sample.lying(met.dice, shown))
            found[loss] = found.get(loss, 0) + 1
    return Table(found)


def judge(fight: Fight, preference: str) -> Judge:
    """Return what an outcome is worth under a preference, what counts less in fractions of what counts more."""
    weights = {ALIVE: (FALLEN, 1.0, 1.0, 0.1), WOUNDS: (0.0, 1.0, 0.3, 0.1), TIME: (FALLEN, 0.1, 0.1, 1.0)}
    fall, heart, poison, time = weights[preference]

    def worth(loss: Loss, hits: int, missed: int) -> float:
        return -fall * falls(fight, loss) - heart * loss.damage - poison * loss.poison - time * loss.time

    return worth


class Sample(Trying):
    """A fight whose rolls are played to the end, luck drawn instead of averaged."""

    def lying(self, dice: Rolled, shown: Sequence[int]) -> Lying:
        """Return what lies there after a roll that shows these values."""
        faces = iter(shown)
        new, cost = self.landed([(who, colour, next(faces)) for who, colour, many in dice for _ in range(many)])
        return Lying(in_order(new), (), cost)

    def outcome(self, lying: Lying) -> Loss:
        """Return what a roll comes to: whatever helps is used, then the dice are placed."""
        used = 0
        while (use := self.best_use(lying, used)) is not None:
            lying, used = self._done(lying, use), used | 1 << use.at
        wards, paid = (*self.fight.wards, *lying.wards), plus(self.fight.paid, lying.lost)
        return loss_of(replace(self.fight, wards=wards, paid=paid), self.placed(lying)[1])

    def _rolled(self, lying: Lying, dice: Sequence[tuple[int, str]], more: tuple[Effect, ...], owner: int) -> float:
        """Return the average over what several dice may show: every pair of faces, or so many rolls of more dice."""
        if len(dice) < 2:
            return super()._rolled(lying, dice, more, owner)
        rng, total = Random(repr(lying.hand)), 0.0
        rolls = list(product(range(1, 7), repeat=2))
        if len(dice) > 2:
            rolls = [tuple(rng.randint(1, 6) for _ in dice) for _ in range(DRAWS)]
        for roll in rolls:
            new, cost = self.landed([(*die, value) for die, value in zip(dice, roll, strict=True)])
            total += self._after(lying.holding((*lying.hand, *new)).losing(cost), more, owner)
        return total / len(rolls)

    def _done(self, lying: Lying, use: Use) -> Lying:
        """Return what lies there after a use; dice that are rolled again are drawn too, always alike for a hand."""
        effects = self.tools[use.at].uses[use.way].effects
        if not any(isinstance(effect, a.Reroll) for effect in effects):
            return super()._done(lying, use)
        rng = Random(repr(lying.hand))
        lying = lying.holding(less(lying.hand, use.paid))
        lying = lying if self.tools[use.at].potion else lying.losing(self._toll())
        for at, effect in enumerate(effects):
            if isinstance(effect, a.Reroll):
                dice = self.picked(lying, effect, effects[at + 1 :], use.owner)[1]
                new, cost = self.landed([(die[0], die[1], rng.randint(1, 6)) for die in dice])
                lying = lying.holding((*less(lying.hand, dice), *new)).losing(cost)
            else:
                lying = self._simply(lying, effect, use.owner)
        return lying
