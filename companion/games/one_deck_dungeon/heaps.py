"""All multisets of dice up to a number, and the sets of boxes of one colour that each covers, as bits of one number."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.games.one_deck_dungeon.covers import Slot
from companion.games.one_deck_dungeon.rolls import Dice

Places: TypeAlias = NDArray[np.int64]
Families: TypeAlias = NDArray[np.uint64]

MOST_SLOTS = 6
"""Boxes whose sets one word of 64 bits tells apart."""

WIDTH = 5
"""Bits for the number of dice of one level."""


class Heaps:
    """Multisets of up to so many dice of some levels, in order of their codes; the last place stands for none.

    Args:
        levels: the values that dice have.
        most: dice at most, below 32.
    """

    def __init__(self, levels: Sequence[int], most: int) -> None:
        self.levels = tuple(levels)
        self.most = most
        counts, left = np.zeros((1, 0), dtype=np.int64), np.array([most])
        for _ in self.levels:
            source = np.repeat(np.arange(len(left)), left + 1)
            here = np.arange(len(source)) - np.repeat(np.cumsum(left + 1) - left - 1, left + 1)
            counts, left = np.column_stack([counts[source], here]), left[source] - here
        codes = counts @ (1 << WIDTH * np.arange(len(self.levels), dtype=np.int64))
        order = np.argsort(codes)
        self.codes, self.sizes = codes[order], counts[order].sum(axis=1)
        self.none = len(codes)
        self.less = [self._less(at, counts[order, at]) for at in range(len(self.levels))]
        self.more = [self._more(less) for less in self.less]

    def _less(self, at: int, count: Places) -> Places:
        """Return the places with a die of a level less."""
        places = np.searchsorted(self.codes, self.codes - (1 << WIDTH * at))
        return np.append(np.where(count > 0, places, self.none), self.none)

    def _more(self, less: Places) -> Places:
        """Return the places with a die of a level more."""
        more = np.full(self.none + 1, self.none)
        more[less[:-1]] = np.arange(self.none)
        more[-1] = self.none
        return more

    def place(self, dice: Dice) -> int:
        """Return the place of a multiset."""
        return int(np.searchsorted(self.codes, sum(1 << WIDTH * self.levels.index(value) for value in dice)))

    def without(self, places: Places, level: int) -> Places:
        """Return the places less the smallest die that reaches a level; none where there is no such die."""
        out = np.full(len(places), self.none)
        for at in range(len(self.levels) - 1, self.levels.index(level) - 1, -1):
            found = self.less[at][places]
            out = np.where(found == self.none, out, found)
        return out

    def covered(self, slots: Sequence[Slot]) -> Families:
        """Return for each place the sets of boxes that can be covered, in words of 64 bits, a row a place.

        Bit k, counted over the words, is for the set whose mask over `slots` is k.

        Args:
            slots: the boxes.
        """
        first = np.ones(self.none + 1, dtype=np.uint64)
        first[-1] = 0
        words = [first]
        for at, slot in enumerate(slots):
            filled = [self._filled(word, slot) for word in words]
            if at < MOST_SLOTS:
                words = [words[0] | filled[0] << np.uint64(1 << at)]
            else:
                words += filled
        return np.column_stack(words)

    def _filled(self, before: Families, slot: Slot) -> Families:
        """Return what could be covered before by the dice left when a box is filled."""
        if not slot.wide:
            for _ in range(slot.copies):
                fits = [less for less, level in zip(self.less, self.levels, strict=True) if level >= slot.target]
                before = np.bitwise_or.reduce([before[less] for less in fits] or [np.zeros_like(before)])
            return before
        missing = [before]
        for still in range(1, slot.target + 1):
            steps = [missing[max(0, still - level)][less] for less, level in zip(self.less, self.levels, strict=True)]
            missing.append(np.bitwise_or.reduce(steps))
        return missing[-1]


def multisets_up_to(levels: Sequence[int], most: int) -> list[Dice]:
    """Return the multisets of up to so many levels, each highest first, the smaller ones first."""
    return [dice for n in range(most + 1) for dice in combinations_with_replacement(sorted(levels, reverse=True), n)]
