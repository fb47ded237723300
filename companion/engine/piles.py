"""Piles of cards: what is known on top, the unseen middle, and how many lie there.

An untold card stays a random member of the unseen cards of its pile, wherever it has gone: untold cards and the
face-down pile are one exchangeable population.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import factorial, prod
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import msgspec

from companion.engine.errors import ContradictionError, TooFewCardsError, UnknownCardError
from companion.engine.odds import Table

T = TypeVar("T", bound=Hashable)


class Multiset(msgspec.Struct, Generic[T], frozen=True):
    """An immutable multiset: pairs of an item and a positive count.

    The order of the pairs is that of their making; it is kept in JSON, and means nothing for equality.

    Args:
        pairs: the items that are there.
        owed: items that were taken although none was there, with counts; what is added next pays for them first. Not
            set where nothing is owed, so that the saved form has no entry.
    """

    pairs: tuple[tuple[T, int], ...] = ()
    owed: tuple[tuple[T, int], ...] | msgspec.UnsetType = msgspec.UNSET

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

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Multiset) and dict(self.pairs) == dict(other.pairs) and self.owing() == other.owing()

    def __hash__(self) -> int:
        return hash(frozenset(self.pairs))

    def owing(self) -> dict[T, int]:
        """Return what is owed, with counts."""
        return {} if self.owed is msgspec.UNSET else dict(self.owed)

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
        """Return this multiset with `n` more copies of the item; those that are owed are paid first.

        Raises:
            ValueError: a negative number of copies.
        """
        if n < 0:
            raise ValueError(f"cannot add {n} copies of {item}; remove takes copies away")
        if not n:
            return self
        if self.owed is not msgspec.UNSET:
            return self._paid(item, n)
        if item in self:
            return Multiset(tuple((other, c + n if other == item else c) for other, c in self.pairs))
        return Multiset((*self.pairs, (item, n)))

    def _paid(self, item: T, n: int) -> Multiset[T]:
        owing = self.owing()
        paid = min(n, owing.get(item, 0))
        left = tuple((other, count - paid * (other == item)) for other, count in owing.items())
        more = Multiset(self.pairs).add(item, n - paid)
        return Multiset(more.pairs, tuple(pair for pair in left if pair[1]) or msgspec.UNSET)

    def remove(self, item: T) -> Multiset[T]:
        """Return this multiset with one copy less; the other copies stay.

        Raises:
            UnknownCardError: there is none.
        """
        for i, (other, count) in enumerate(self.pairs):
            if other == item:
                rest = ((other, count - 1),) if count > 1 else ()
                return Multiset(self.pairs[:i] + rest + self.pairs[i + 1 :], self.owed)
        raise UnknownCardError(f"No copy of {item} is left unseen.")

    def take(self, item: T) -> Multiset[T]:
        """Return this multiset with one copy less; where there is none, one is owed."""
        if item in self:
            return self.remove(item)
        owing = self.owing()
        return Multiset(self.pairs, tuple({**owing, item: owing.get(item, 0) + 1}.items()))

    def ordered(self) -> Multiset[T]:
        """Return the same multiset with its pairs in one order, which tells nothing of the order of their making."""
        return Multiset(tuple(sorted(self.pairs, key=repr)), self.owed)


class Pile(msgspec.Struct, Generic[T], frozen=True):
    """A draw pile whose top card lies open.

    Args:
        down: how many cards lie in the pile, the open top included.
        top: the open top: a card, `UNTOLD` (nobody said), `UNSEEN` (just uncovered, not asked yet), or None (empty).
        unseen: every card of this pile's deck that nobody has told, wherever it lies: those under the top, and those
            that went elsewhere untold.
        removed: told cards of this deck that are out of the game in the box (they come back if the pile is rebuilt).
        removed_untold: how many cards went to the box untold; they are members of `unseen`.
        removed_partly: what was told of some of these; not set where nothing was, so that the saved form has no entry.
    """

    down: int
    top: T | str | None
    unseen: Multiset[T]
    removed: Multiset[T] = Multiset()
    removed_untold: int = 0
    removed_partly: Multiset[T] | msgspec.UnsetType = msgspec.UNSET

    def half_told(self) -> Multiset[T]:
        """Return what was told of untold cards that are out of the game in the box."""
        return Multiset() if self.removed_partly is msgspec.UNSET else self.removed_partly


UNTOLD = "?"
UNSEEN = "!"


class Pattern(Protocol):
    """What was told of a card, perhaps not all of it."""

    def fits(self, other: Any) -> bool:
        """Return whether it could be `other`."""
        ...


Mark: TypeAlias = tuple[int, ...]
"""The numbers of the groups of patterns that a card fits."""


def next_law(unseen: Multiset[T], patterns: Sequence[Pattern]) -> Table[T]:
    """Return the law of one further card from a shuffled deck of which some cards lie elsewhere, partly told.

    Every order of the unseen cards is equally likely. A card's weight is the number of ways to lay it in the next place
    and different cards in the places of all the patterns, but for a factor that is the same for all cards.

    Args:
        unseen: every card that nobody has wholly told, wherever it lies.
        patterns: one for each partly told card that lies elsewhere. Places of which nothing is told need no pattern.

    Raises:
        TooFewCardsError: no card is left for the next place.
        ContradictionError: the unseen cards cannot be what was told.
    """
    unpaid(unseen)
    if len(patterns) >= len(unseen):
        raise TooFewCardsError(len(patterns) + 1, len(unseen))
    kinds = tuple(unseen.kinds())
    rows = Counter(tuple(pattern.fits(kind) for kind in kinds) for pattern in patterns)
    # A pattern that fits every card only takes some card away from each way alike.
    groups = [(row, n) for row, n in rows.items() if not all(row)]
    if not groups:
        return Table(dict(unseen.pairs))
    marks = {kind: tuple(g for g, (row, _) in enumerate(groups) if row[i]) for i, kind in enumerate(kinds)}
    sizes: Counter[Mark] = Counter()
    for kind, count in unseen.pairs:
        sizes[marks[kind]] += count
    ways = _ways_without_one(sizes, [n for _, n in groups])
    weights = {kind: count * ways[marks[kind]] for kind, count in unseen.pairs}
    if not any(weights.values()):
        raise ContradictionError(patterns)
    return Table(weights)


def unpaid(unseen: Multiset[Any]) -> None:
    """Make sure that every card told was among the unseen ones, so that something exact can be said of the rest.

    Raises:
        ContradictionError: some were told on the table's word alone.
    """
    if unseen.owed is not msgspec.UNSET:
        raise ContradictionError(tuple(unseen.owing()))


def _ways_without_one(sizes: Mapping[Mark, int], needed: Sequence[int]) -> dict[Mark, int]:
    """Count, for each mark, the ways to fill all the groups when one card of that mark is taken away first.

    Groups that share no card are counted apart and multiplied.
    """
    ways = dict.fromkeys(sizes, 1)
    for groups in _components(sizes, len(needed)):
        inside = {mark: size for mark, size in sizes.items() if mark and mark[0] in groups}
        full, without = _fill(inside, {g: needed[g] for g in groups})
        for mark in ways:
            ways[mark] *= without.get(mark, full)
    return ways


def _components(marks: Iterable[Mark], groups: int) -> list[set[int]]:
    """Return the sets of groups that hang together through cards which fit several of them."""
    parts = [{g} for g in range(groups)]
    for mark in marks:
        touched = [part for part in parts if not part.isdisjoint(mark)]
        if len(touched) > 1:
            parts = [part for part in parts if part not in touched] + [set().union(*touched)]
    return parts


def _fill(sizes: Mapping[Mark, int], needed: Mapping[int, int]) -> tuple[int, dict[Mark, int]]:
    """Count the ways to fill groups from cards: with all of them, and with one card of each mark taken away.

    A card of mark m fills one place of one of its groups, or none: the ways are the coefficient of the product of
    x_g**needed[g] in the product of (1 + the sum of x_g over m) over all cards, times the orders of each group's
    places. One card less is one factor divided out.
    """
    orders = prod(factorial(n) for n in needed.values())
    states = list(product(*(range(n + 1) for n in needed.values())))
    below = _below(states, tuple(needed))
    series = [1] + [0] * len(states)
    for mark, size in sizes.items():
        for _ in range(size):
            for i in reversed(range(len(states))):
                series[i] += sum(series[below[g][i]] for g in mark)
    ways = {mark: _divided(series, [below[g] for g in mark]) * orders for mark in sizes}
    return series[len(states) - 1] * orders, ways


def _below(states: Sequence[tuple[int, ...]], groups: Sequence[int]) -> dict[int, list[int]]:
    """Return, for each group, the number of the state with one place of it less; `len(states)` where there is none."""
    number = {state: i for i, state in enumerate(states)}
    return {
        g: [number.get((*state[:at], state[at] - 1, *state[at + 1 :]), len(states)) for state in states]
        for at, g in enumerate(groups)
    }


def _divided(series: Sequence[int], below: Sequence[Sequence[int]]) -> int:
    """Divide a power series (its last entry a spare zero) by 1 + the sum of some x_g; return the last coefficient."""
    quotient = [0] * len(series)
    for i in range(len(series) - 1):
        quotient[i] = series[i] - sum(quotient[lower[i]] for lower in below)
    return quotient[-2]
