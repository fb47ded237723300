"""Sets of offers as arrays: rolls of some colours together, those with the same offers as one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]

OFFSET, FIELD = 64, 128
"""Balances are written as digits to this base, so much added to each."""


class Weights(msgspec.Struct):
    """Weights of states by tally; whole numbers of any size.

    Args:
        tallies: what may be counted of the rolled faces, one a column.
        ways: a row a state.
    """

    tallies: list[int]
    ways: NDArray[Any]

    def times(self, at: Ints, other: Weights, to: Ints) -> Weights:
        """Return the weights of pairs.

        Args:
            at, to: numbers of the states of this and of the other.
            other: what is joined.
        """
        tallies = sorted({a + b for a in self.tallies for b in other.tallies})
        ways = np.zeros((len(at), len(tallies)), dtype=object)
        for a, first in zip(self.tallies, self.ways.T, strict=True):
            for b, second in zip(other.tallies, other.ways.T, strict=True):
                ways[:, tallies.index(a + b)] += first[at] * second[to]
        return Weights(tallies, ways)

    def summed(self, group: Ints) -> Weights:
        """Return the sums of the weights of each group; groups are numbered without gaps."""
        order = np.argsort(group, kind="stable")
        starts = np.searchsorted(group[order], np.arange(int(group.max(initial=-1)) + 1))
        return Weights(self.tallies, np.add.reduceat(self.ways[order], starts, axis=0))


class States(msgspec.Struct):
    """Rolls of some colours together, those with the same offers as one.

    Args:
        owner: for each offer its state, in order.
        mask: for each offer the boxes covered.
        balance: for each offer its balance, a column a level.
        weights: for each state its weights.
        supply: the highest that any balance of these dice can be.
    """

    owner: Ints
    mask: Ints
    balance: Ints
    weights: Weights
    supply: int


def joined(one: States, other: States, coming: int) -> States:
    """Return the states of two parts together.

    Args:
        one, other: the parts.
        coming: the most that what is not joined yet can add to a balance.
    """
    many = len(other.weights.ways)
    owner = np.add.outer(one.owner * many, other.owner).ravel()
    mask = np.bitwise_or.outer(one.mask, other.mask).ravel()
    balance = (one.balance[:, None, :] + other.balance[None, :, :]).reshape(len(owner), -1)
    good = (balance + coming >= 0).all(axis=1)
    owner, mask, balance = owner[good], mask[good], balance[good]
    first, offer = numbered(mask, coded(balance))
    owner, offer = distinct(owner, offer, len(first))
    states, owner = np.unique(owner, return_inverse=True)
    group, same = alike(owner, offer)
    weights = one.weights.times(states // many, other.weights, states % many).summed(group)
    kept = np.isin(owner, same)
    chosen = first[offer[kept]]
    return States(group[owner[kept]], mask[chosen], balance[chosen], weights, one.supply + other.supply)


def coded(balance: Ints) -> Ints:
    """Return balances as one number each: digits, the lowest level first."""
    code = np.zeros(len(balance), dtype=np.int64)
    for column in balance.T:
        code = code * FIELD + (column + OFFSET)
    return code


def decoded(code: Ints, levels: int) -> Ints:
    """Return the balances of so many levels that codes stand for."""
    digits = [(code // FIELD ** (levels - 1 - at)) % FIELD - OFFSET for at in range(levels)]
    return np.stack(digits, axis=1) if digits else np.zeros((len(code), 0), dtype=np.int64)


def numbered(mask: Ints, code: Ints) -> tuple[Ints, Ints]:
    """Return where each different pair of a mask and a code first stands, and the number of each pair."""
    _, number = np.unique(code, return_inverse=True)
    both = number * (int(mask.max(initial=0)) + 1) + mask
    _, first, number = np.unique(both, return_index=True, return_inverse=True)
    return first, number


def distinct(owner: Ints, item: Ints, kinds: int) -> tuple[Ints, Ints]:
    """Return pairs sorted, each once; items are below `kinds`."""
    bits = max(1, kinds - 1).bit_length()
    pairs = owner << bits | item
    pairs.sort()
    pairs = pairs[np.flatnonzero(np.append(True, pairs[1:] != pairs[:-1]))]
    return pairs >> bits, pairs & (1 << bits) - 1


def alike(owner: Ints, item: Ints) -> tuple[Ints, Ints]:
    """Return the group of each owner, those with the same items being one, and an owner of each group, rising.

    Args:
        owner: owners, numbered without gaps, in order.
        item: their items, for each owner in order.
    """
    starts = np.searchsorted(owner, np.arange(int(owner[-1]) + 1))
    sizes = np.diff(starts, append=len(owner))
    for seed in range(1 << 16):
        marks = np.random.default_rng(seed).integers(0, 1 << 63, int(item.max()) + 1, dtype=np.uint64)
        sums = np.add.reduceat(marks[item], starts) + sizes.astype(np.uint64)
        _, first, group = np.unique(sums, return_index=True, return_inverse=True)
        like = first[group]
        if (sizes[like] == sizes).all():
            place = np.repeat(starts[like] - starts, sizes) + np.arange(len(item))
            if (item[place] == item).all():
                break
    order = np.argsort(first)
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    return place[group], first[order]


def rows_alike(rows: NDArray[Any]) -> tuple[Ints, Ints]:
    """Return where each different row first stands, and the number of each row."""
    size = rows.shape[1] * rows.itemsize
    padded = np.zeros((len(rows), -(-size // 8) * 8), dtype=np.uint8)
    padded[:, :size] = np.ascontiguousarray(rows).view(np.uint8).reshape(len(rows), size)
    words = padded.view(np.uint64)
    for seed in range(1 << 16):
        marks = np.random.default_rng(seed).integers(0, 1 << 63, words.shape[1], dtype=np.uint64)
        _, first, number = np.unique((words * marks).sum(axis=1), return_index=True, return_inverse=True)
        if (words[first[number]] == words).all():
            break
    return first, number


def expanded(number: Ints, starts: Ints) -> tuple[Ints, Ints]:
    """Return for each number all places from its start to the next one's: the index of the number, and the place."""
    many = starts[number + 1] - starts[number]
    source = np.repeat(np.arange(len(number)), many)
    return source, np.arange(len(source)) - np.repeat(np.cumsum(many) - many, many) + starts[number][source]


def weighted(states: Iterable[dict[int, int]]) -> Weights:
    """Return the weights of states, each a dictionary by tally."""
    rows = list(states)
    tallies = sorted({tally for row in rows for tally in row})
    ways = np.zeros((len(rows), len(tallies)), dtype=object)
    for at, row in enumerate(rows):
        for tally, weight in row.items():
            ways[at, tallies.index(tally)] = weight
    return Weights(tallies, ways)
