"""Where a share lies that was seen in a sample."""

from __future__ import annotations

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
