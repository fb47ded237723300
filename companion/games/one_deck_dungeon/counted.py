"""What can be asked of a fight that is counted in its own way for each preference, as of one that is counted once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction

from companion.engine.odds import Table
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.fight import days
from companion.games.one_deck_dungeon.losses import ALIVE, WOUNDS, Loss, falls
from companion.games.one_deck_dungeon.skilled import COVER


class Counted(ABC):
    """The odds of a fight, for all rolls at once.

    Attributes:
        fight: the fight.
        many: how many dice are rolled.
        most: how many more are, at most, by what the heroes can do.
    """

    fight: Fight
    many: int
    most: int

    def __init__(self) -> None:
        self._laws: dict[str, dict[tuple[Loss, bool], int]] = {}

    @abstractmethod
    def _counted(self, preference: str) -> dict[tuple[Loss, bool], int]: ...

    def weights(self, preference: str) -> dict[tuple[Loss, bool], int]:
        """Return the weights of what happens under a preference, each with whether everything is covered.

        Args:
            preference: one of `losses.PREFERENCES`, or `skilled.COVER`.
        """
        if preference not in self._laws:
            self._laws[preference] = self._counted(preference)
        return self._laws[preference]

    @property
    def total(self) -> int:
        """Return the number of equally likely ways in which all dice may fall, those rolled later included."""
        return int(6 ** (self.many + self.most))

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
