"""What people skip three times in a row is no longer asked, until they want it again."""

from __future__ import annotations

from collections import Counter

PATIENCE = 3
"""How often in a row the same kind of question may be skipped."""


class Fatigue:
    """Counts what one device has skipped, by kind of question."""

    def __init__(self) -> None:
        self._in_a_row: Counter[str] = Counter()

    def skipped(self, kind: str) -> None:
        """Note that a question was skipped."""
        self._in_a_row[kind] += 1

    def answered(self, kind: str) -> None:
        """Note that a question was answered, or that it is wanted again."""
        del self._in_a_row[kind]

    def tired(self, kind: str) -> bool:
        """Tell whether questions of that kind are no longer asked."""
        return self._in_a_row[kind] >= PATIENCE
