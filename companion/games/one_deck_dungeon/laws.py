"""What can be asked of a fight whose law is another one for each preference."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from fractions import Fraction

from companion.engine.odds import Table
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.fight import days
from companion.games.one_deck_dungeon.losses import ALIVE, COVER, WOUNDS, Loss, falls


class Laws(ABC):
    """The odds of a fight, counted for each preference by itself.

    Attributes:
        fight: the fight.
    """

    fight: Fight

    @abstractmethod
    def weights(self, preference: str) -> Mapping[tuple[Loss, bool], int]:
        """Return the weights of what happens under a preference, each with whether everything is covered.

        Args:
            preference: one of `losses.PREFERENCES`, or `losses.COVER`.
        """

    def law(self, preference: str = WOUNDS) -> Table[Loss]:
        """Return the joint law of damage, time, poison and loot under a preference."""
        out: dict[Loss, int] = {}
        for (loss, _), weight in self.weights(preference).items():
            out[loss] = out.get(loss, 0) + weight
        return Table(out)

    @property
    def full_cover(self) -> Fraction:
        """Return the chance to cover every box, if nothing else counts."""
        weights = self.weights(COVER)
        return Fraction(sum(weight for (_, full), weight in weights.items() if full), sum(weights.values()))

    @property
    def damage(self) -> Table[int]:
        """Return the law of the damage if the fewest wounds count first."""
        return self.law(WOUNDS).map(lambda loss: loss.damage)

    @property
    def nobody_falls(self) -> Fraction:
        """Return the chance that nobody falls if that counts first; 1 if no hearts are known."""
        return self.law(ALIVE).where(lambda loss: not falls(self.fight, loss))

    def days(self, preference: str = WOUNDS) -> tuple[Loss, Loss, Loss]:
        """Return a good, a usual and a bad day."""
        return days(self.law(preference))
