"""Sets of offers as arrays: rolls of some colours together, those with the same offers as one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]

CHUNK = 4_000_000
"""Offers that are joined at once."""

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


def joined(one: States, other: States, coming: int | Ints, cap: Ints) -> States:
    """Return the states of two parts together.

    Args:
        one, other: the parts.
        coming: the most that what is not joined yet can add to a balance, or to each of its levels.
        cap: for each level the balance above which nothing is gained.
    """
    every = np.broadcast_to(coming, cap.shape)
    parts = [_joined(part, other, every, cap) for part in in_parts(one, CHUNK // len(other.owner))]
    return _together(parts) if len(parts) > 1 else parts[0]


def in_parts(states: States, most: int) -> Iterator[States]:
    """Yield states in parts of so many offers at most, or of one state."""
    starts = np.searchsorted(states.owner, np.arange(len(states.weights.ways) + 1))
    begin = 0
    while begin < len(states.weights.ways):
        end = max(begin + 1, int(np.searchsorted(starts, starts[begin] + most, side="right")) - 1)
        part = slice(starts[begin], starts[end])
        weights = Weights(states.weights.tallies, states.weights.ways[begin:end])
        yield States(states.owner[part] - begin, states.mask[part], states.balance[part], weights, states.supply)
        begin = end


def _joined(one: States, other: States, coming: Ints, cap: Ints) -> States:
    many = len(other.weights.ways)
    owner = np.add.outer(one.owner * many, other.owner).ravel()
    mask = np.bitwise_or.outer(one.mask, other.mask).ravel()
    code, good = np.zeros(len(owner), dtype=np.int64), np.ones(len(owner), dtype=bool)
    for first, second, more, most in zip(one.balance.T, other.balance.T, coming, cap, strict=True):
        column = np.minimum(np.add.outer(first, second).ravel(), most)
        good &= column >= -more
        code = code * FIELD + (column + OFFSET)
    first, offer = numbered(mask[good], code[good])
    owner, offer = distinct(owner[good], offer, len(first))
    states, owner = np.unique(owner, return_inverse=True)
    weights = one.weights.times(states // many, other.weights, states % many)
    mask, balance = mask[good][first], decoded(code[good][first], len(cap))
    return _merged(owner, offer, mask, balance, weights, one.supply + other.supply)


def _merged(owner: Ints, offer: Ints, mask: Ints, balance: Ints, weights: Weights, supply: int) -> States:
    """Return states of offers that are numbered, those with the same as one; the masks and balances are by number."""
    owner, offer, weights = merged_sets(owner, offer, weights)
    return States(owner, mask[offer], balance[offer], weights, supply)


def merged_sets(owner: Ints, item: Ints, weights: Weights) -> tuple[Ints, Ints, Weights]:
    """Return sets of items, the same ones as one.

    Args:
        owner, item: for each item of each set, in order, the set and the item.
        weights: of each set.
    """
    group, same = alike(owner, item)
    kept = np.isin(owner, same)
    return group[owner[kept]], item[kept], weights.summed(group)


def sets_together(parts: Sequence[tuple[Ints, Ints, Weights]], kinds: int) -> tuple[Ints, Ints, Weights]:
    """Return sets of items that were found part by part, the same ones as one; items are below `kinds`."""
    if len(parts) == 1:
        return parts[0]
    before = np.cumsum([0, *(len(weights.ways) for _, _, weights in parts)])
    owner = np.concatenate([part[0] + more for part, more in zip(parts, before[:-1], strict=True)])
    owner, item = distinct(owner, np.concatenate([part[1] for part in parts]), kinds)
    weights = Weights(parts[0][2].tallies, np.concatenate([part[2].ways for part in parts]))
    return merged_sets(owner, item, weights)


def _together(parts: Sequence[States]) -> States:
    """Return states that were found part by part, the same ones as one."""
    mask = np.concatenate([part.mask for part in parts])
    balance = np.concatenate([part.balance for part in parts])
    first, offer = numbered(mask, coded(balance))
    ends = np.cumsum([len(part.owner) for part in parts])[:-1]
    numbers = zip(parts, np.split(offer, ends), strict=True)
    sets = sets_together([(part.owner, number, part.weights) for part, number in numbers], len(first))
    return States(sets[0], mask[first[sets[1]]], balance[first[sets[1]]], sets[2], parts[0].supply)


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
