"""A fight that is counted for all rolls at once, in its own way for each preference."""

from __future__ import annotations

from abc import abstractmethod

from companion.games.one_deck_dungeon.laws import Laws
from companion.games.one_deck_dungeon.losses import Loss


class Counted(Laws):
    """The odds of a fight, for all rolls at once.

    Attributes:
        many: how many dice are rolled.
        most: how many more are, at most, by what the heroes can do.
    """

    many: int
    most: int

    def __init__(self) -> None:
        self._laws: dict[str, dict[tuple[Loss, bool], int]] = {}

    @abstractmethod
    def _counted(self, preference: str) -> dict[tuple[Loss, bool], int]: ...

    def weights(self, preference: str) -> dict[tuple[Loss, bool], int]:
        """Return the weights of what happens under a preference, each with whether everything is covered."""
        if preference not in self._laws:
            self._laws[preference] = self._counted(preference)
        return self._laws[preference]

    @property
    def total(self) -> int:
        """Return the number of equally likely ways in which all dice may fall, those rolled later included."""
        return int(6 ** (self.many + self.most))
