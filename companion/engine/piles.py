"""Piles of cards: what is known on top, the unseen middle, and how many lie there.

An untold card stays a random member of the unseen cards of its pile, wherever it has gone: untold cards and the
face-down pile are one exchangeable population.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from companion.engine.errors import UnknownCardError

T = TypeVar("T", bound=Hashable)


class Multiset(msgspec.Struct, Generic[T], frozen=True):
    """An immutable multiset: pairs of an item and a positive count, in a fixed order (that of its first maker)."""

    pairs: tuple[tuple[T, int], ...] = ()

    @classmethod
    def of(cls, items: Iterable[T]) -> Multiset[T]:
        """Count the items, in order of first appearance."""
        counts: dict[T, int] = {}
        for item in items:
            counts[item] = counts.get(item, 0) + 1
        return cls(tuple(counts.items()))

    @classmethod
    def from_counts(cls, counts: Mapping[T, int]) -> Multiset[T]:
        """Take counts as they are, leaving out zeros.

        Raises:
            ValueError: a negative count.
        """
        if any(count < 0 for count in counts.values()):
            raise ValueError(f"a multiset cannot hold a negative count: {dict(counts)!r}")
        return cls(tuple((item, count) for item, count in counts.items() if count))

    def __len__(self) -> int:
        return sum(count for _, count in self.pairs)

    def __bool__(self) -> bool:
        return bool(self.pairs)

    def __iter__(self) -> Iterator[T]:
        for item, count in self.pairs:
            for _ in range(count):
                yield item

    def __contains__(self, item: object) -> bool:
        return any(item == other for other, _ in self.pairs)

    def count(self, item: T) -> int:
        """Return how many copies there are."""
        return next((count for other, count in self.pairs if other == item), 0)

    def kinds(self) -> Iterator[T]:
        """Yield each different item once."""
        return (item for item, _ in self.pairs)

    def add(self, item: T, n: int = 1) -> Multiset[T]:
        """Return this multiset with `n` more copies of the item."""
        if item in self:
            return Multiset(tuple((other, c + n if other == item else c) for other, c in self.pairs))
        return Multiset((*self.pairs, (item, n)))

    def remove(self, item: T) -> Multiset[T]:
        """Return this multiset with one copy less; the other copies stay.

        Raises:
            UnknownCardError: there is none.
        """
        for i, (other, count) in enumerate(self.pairs):
            if other == item:
                rest = ((other, count - 1),) if count > 1 else ()
                return Multiset(self.pairs[:i] + rest + self.pairs[i + 1 :])
        raise UnknownCardError(f"No copy of {item} is left unseen.")


class Pile(msgspec.Struct, frozen=True):
    """A draw pile whose top card lies open.

    Args:
        down: how many cards lie in the pile, the open top included.
        top: the open top: a card, `UNTOLD` (nobody said), `UNSEEN` (just uncovered, not asked yet), or None (empty).
        unseen: every card of this pile's deck that nobody has told, wherever it lies: those under the top, and those
            that went elsewhere untold.
        removed: told cards of this deck that are out of the game in the box (they come back if the pile is rebuilt).
        removed_untold: how many cards went to the box untold; they are members of `unseen`.
    """

    down: int
    top: Any
    unseen: Multiset[Any]
    removed: Multiset[Any] = Multiset()
    removed_untold: int = 0


UNTOLD = "?"
UNSEEN = "!"
