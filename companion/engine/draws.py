"""Exact laws of several next cards of a pile, some of whose cards lie elsewhere partly told.

Every card either stays unseen, fills one place that was partly told, or is drawn. The ways are the coefficients of a
product over the cards. Those of a draw, by cards drawn and sum, are kept in one long integer, a slot for each; so one
card costs a shift and a few additions for each way to have filled the places so far.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias, TypeVar

from companion.engine.errors import ContradictionError, TooFewCardsError
from companion.engine.odds import Table
from companion.engine.piles import Multiset, Pattern, unpaid

T = TypeVar("T", bound=Hashable)

Mark: TypeAlias = tuple[int, ...]
"""The numbers of the groups of patterns that a card fits."""


class Slots(NamedTuple):
    """Where the ways of a draw stand in a long integer.

    Args:
        drawn: the most cards drawn.
        width: how many different sums are kept apart.
        bits: of one slot; more than any number of ways takes.
    """

    drawn: int
    width: int
    bits: int

    def shift(self, worth: int) -> int:
        """Return by how many bits one card more, of that worth, moves the ways."""
        return (self.width + worth) * self.bits

    @property
    def mask(self) -> int:
        """Return the bits of the draws that are not too large."""
        return (1 << (self.drawn + 1) * self.width * self.bits) - 1

    def sums(self, ways: int) -> dict[int, int]:
        """Return the ways of the whole draw by its sum."""
        ways >>= self.drawn * self.width * self.bits
        one = (1 << self.bits) - 1
        found = {total: ways >> total * self.bits & one for total in range(self.width)}
        return {total: count for total, count in found.items() if count}


def sum_law(unseen: Multiset[T], patterns: Sequence[Pattern], value: Callable[[T], int], drawn: int) -> Table[int]:
    """Return the law of the sum of a value over the next cards of a shuffled deck, drawn without replacement.

    Every order of the unseen cards is equally likely, given that some of them lie elsewhere as partly told.

    Args:
        unseen: every card that nobody has wholly told, wherever it lies.
        patterns: one for each partly told card that lies elsewhere. Places of which nothing is told need none.
        value: a whole number for each kind of card, not negative.
        drawn: how many cards are drawn.

    Raises:
        TooFewCardsError: fewer cards are left for the draw.
        ContradictionError: the unseen cards cannot be what was told.
    """
    unpaid(unseen)
    if len(patterns) + drawn > len(unseen):
        raise TooFewCardsError(drawn, max(0, len(unseen) - len(patterns)))
    groups = _groups(unseen, patterns)
    # Cards of the same groups follow each other, so that a group is soon full and needs no more looking at.
    cards = sorted((tuple(g for g, (row, _) in enumerate(groups) if row[kind]), value(kind)) for kind in unseen)
    most = max((worth for _, worth in cards), default=0)
    slots = Slots(drawn, drawn * most + 1, prod(len(mark) + 2 for mark, _ in cards).bit_length())
    sums = slots.sums(_ways(cards, [n for _, n in groups], slots))
    if not sums:
        raise ContradictionError(patterns)
    return Table(sums)


def _groups(unseen: Multiset[T], patterns: Sequence[Pattern]) -> list[tuple[Mapping[T, bool], int]]:
    """Return patterns that fit the same cards as one group each, with their number; those that fit all say nothing."""
    kinds = tuple(unseen.kinds())
    rows = Counter(tuple(pattern.fits(kind) for kind in kinds) for pattern in patterns)
    return [(dict(zip(kinds, row, strict=True)), n) for row, n in rows.items() if not all(row)]


def _ways(cards: Sequence[tuple[Mark, int]], needed: Sequence[int], slots: Slots) -> int:
    """Return the ways to fill every place and to draw, but for a factor that is the same for all draws.

    A state is how many places of each group are filled, as one number with a digit for each group. Two digits more than
    the places let a step below none of a group lead to a state that never is.
    """
    steps = [prod(n + 2 for n in needed[:g]) for g in range(len(needed))]
    series = {0: 1}
    seen = [0] * len(needed)
    left = [sum(g in mark for mark, _ in cards) for g in range(len(needed))]
    mask = slots.mask
    for mark, worth in cards:
        shift, below = slots.shift(worth), [steps[g] for g in mark]
        for g in mark:
            seen[g], left[g] = seen[g] + 1, left[g] - 1
        before, series = series, {}
        for state in _states(needed, seen, left, steps):
            here = before.get(state, 0)
            series[state] = here + (here << shift & mask) + sum(before.get(state - step, 0) for step in below)
    return series.get(sum(n * step for n, step in zip(needed, steps, strict=True)), 0)


def _states(needed: Sequence[int], seen: Sequence[int], left: Sequence[int], steps: Sequence[int]) -> Iterator[int]:
    """Yield the states that the cards seen so far can reach, and from which the cards left can fill every place."""
    spans = [
        range(max(0, n - after) * step, min(n, before) * step + 1, step)
        for n, before, after, step in zip(needed, seen, left, steps, strict=True)
    ]
    return map(sum, product(*spans))
