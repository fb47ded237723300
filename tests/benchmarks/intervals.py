"""Games that were won, and where the true share lies."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt


def wilson(share: float, n: int, z: float = 1.96) -> tuple[float, float]:
    """Return the interval in which the true share lies, by Wilson.

    Args:
        share: the share seen.
        n: the size of the sample.
        z: standard deviations; 1.96 for 19 times in 20.
    """
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return middle - half, middle + half


@dataclass(frozen=True)
class Won:
    """So many games.

    Args:
        games: how many.
        wins: how many were won; a tie may be half a win.
    """

    games: int
    wins: float

    @property
    def share(self) -> float:
        """The share of games won."""
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies 19 times in 20 (Wilson)."""
        return wilson(self.share, self.games)
