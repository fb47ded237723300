"""What a fight is about: sampled rolls, each played as a good player would, with every skill, for a pool of any size.

An estimate, and labelled as one wherever it is told: the play is good but not proven best (`trying`), and so many rolls
leave a few hundredths open. The exact odds of large pools take long, and what is proven fast leaves skills out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from msgspec.structs import replace

from companion.engine.odds import Table
from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.abilities import Effect
from companion.games.one_deck_dungeon.boxes import COLOURS
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.filling import Judge
from companion.games.one_deck_dungeon.losses import ALIVE, TIME, WOUNDS, Loss, falls, loss_of
from companion.games.one_deck_dungeon.odds import Meeting
from companion.games.one_deck_dungeon.playing import Rolled
from companion.games.one_deck_dungeon.tools import in_order, landed, less
from companion.games.one_deck_dungeon.trying import Lying, Trying

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
    found = Counter(loss for loss, _ in endings(met, judge(met.fight, preference), rolls))
    return Table(found)


def endings(met: Meeting, worth: Judge, rolls: int = ROLLS) -> Iterator[tuple[Loss, int]]:
    """Yield what sampled rolls come to, and the boxes covered, as a mask.

    Args:
        met: the heroes before the card; a fight without heroes is rolled by one who has no skill.
        worth: what an outcome is worth.
        rolls: how many rolls; always the same ones for a fight.
    """
    sample = Sample(met.fight, met.tools, max(1, len(met.fighters)), worth, 0.0)
    pool = zip(COLOURS, met.fight.pool.counts(), strict=True)
    dice = met.dice or tuple((0, colour, many) for colour, many in pool if many)
    rng = Random(0)
    for _ in range(rolls // 2):
        values = [rng.randint(1, 6) for _, _, many in dice for _ in range(many)]
        # With each roll the one that shows the other sides of its dice: luck evens out.
        for shown in (values, [7 - value for value in values]):
            yield sample.ending(sample.lying(dice, shown))


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
        new, cost = landed(self.fight, [(who, colour, next(faces)) for who, colour, many in dice for _ in range(many)])
        return Lying(in_order(new), (), cost)

    def outcome(self, lying: Lying) -> Loss:
        """Return what a roll comes to: whatever helps is used, then the dice are placed."""
        return self.ending(lying)[0]

    def ending(self, lying: Lying) -> tuple[Loss, int]:
        """Return what a roll comes to, and the boxes covered, as a mask."""
        used = 0
        while (use := self.best_use(lying, used)) is not None:
            lying, used = self._done(lying, use), used | 1 << use.at
        wards, paid = (*self.fight.wards, *lying.wards), self.fight.paid.plus(lying.lost)
        covered = self.placed(lying)[1]
        return loss_of(replace(self.fight, wards=wards, paid=paid), covered), covered

    def _rolls(self, lying: Lying, many: int) -> Sequence[Sequence[int]]:
        """Return every pair of faces for two dice, so many rolls of more."""
        if many < 2:
            return super()._rolls(lying, many)
        if many == 2:
            return list(product(range(1, 7), repeat=2))
        rng = Random(repr(lying.hand))
        return [[rng.randint(1, 6) for _ in range(many)] for _ in range(DRAWS)]

    def _happened(self, lying: Lying, effect: Effect, more: tuple[Effect, ...], owner: int, rng: Random) -> Lying:
        """Return what lies there after one effect of a use; dice that are rolled again are drawn too."""
        if not isinstance(effect, a.Reroll):
            return super()._happened(lying, effect, more, owner, rng)
        dice = self.picked(lying, effect, more, owner)[1]
        new, cost = landed(self.fight, [(die[0], die[1], rng.randint(1, 6)) for die in dice])
        return lying.holding((*less(lying.hand, dice), *new)).losing(cost)
