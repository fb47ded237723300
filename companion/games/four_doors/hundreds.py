"""A chance to lose as people read it: so many in a hundred, and what an act makes of it."""

from __future__ import annotations

from fractions import Fraction


def hundred(risk: Fraction) -> str:
    """Return a chance as a number out of a hundred: "9", "under 1", "over 99"; 0 and 100 only where exactly so.

    The bounds are those of a chance in words (`natural_frequency`), so that the two never disagree beside each other.
    """
    if risk in (0, 1):
        return str(int(risk) * 100)
    if risk < Fraction(1, 100):
        return "under 1"
    return "over 99" if risk > Fraction(99, 100) else str(round(risk * 100))


def in_hundred(risk: Fraction) -> str:
    """Return "9 in 100"."""
    return f"{hundred(risk)} in 100"


def lowered(before: Fraction, after: Fraction) -> str:
    """Return what a chance becomes: "9 → 1 in 100"."""
    return f"{hundred(before)} → {hundred(after)} in 100"
