"""Exact values at the very end: the last card of the game, and the last but one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from companion.games.four_keys.turns import Choice, Turn


def exact_values(choice: Choice, turns: Sequence[Turn]) -> list[tuple[Turn, Fraction]] | None:
    """Return the exact margins."""
    return None
