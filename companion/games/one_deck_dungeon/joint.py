"""The best outcome of every roll, colour joined to colour, without going through the rolls one by one.

Each roll of a colour is a state: a set of offers (`wants`). States of two colours together are the sums of their
offers; states with the same offers are one. The colour with the largest choice, the axis, is joined last: what the
others' offers and the black dice come to says which dice the axis gains and gives away, and so which boxes it covers,
for all its rolls at once. Exact; every weight is an integer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import comb, prod
from typing import Any, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.games.one_deck_dungeon.covers import Slot
from companion.games.one_deck_dungeon.grid import Grid, Kind
from companion.games.one_deck_dungeon.heaps import MOST_SLOTS, Heaps, multisets_up_to
from companion.games.one_deck_dungeon.rolls import Dice, Roll
from companion.games.one_deck_dungeon.wants import Balance, Wants, scale_of

Ints: TypeAlias = NDArray[np.int64]
Weights = dict[int, int]
"""Weights by tally."""

OFFSET, FIELD = 64, 128
"""Balances are written as digits to this base, so much added to each."""

EXACT = 1 << 53
"""Below this, sums of integers in floating point are exact."""

CHUNK = 8_000_000
"""Entries of one array that are worked on together."""

DEAR = 12
"""How much dearer offers are if dice of several colours add up in boxes."""

HEAP = 5
"""What a multiset of dice of the axis comes to beside an offer."""

TURNS = 3
"""How many rows of each state the others are compared with."""


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
    weights: list[Weights]
    supply: int


def fits(kinds: Sequence[Kind]) -> bool:
    """Return whether the boxes are such that colours can be joined: none that bars black dice, none that adds colours.

    Args:
        kinds: where dice lie.
    """
    if any(not kind.black for kind in kinds) or not any(kind.colour >= 0 for kind in kinds):
        return False
    if any(kind.takes and any(slot.wide for slot in kind.slots) for kind in kinds):
        return False
    grey = sum(len(kind.slots) for kind in kinds if kind.takes)
    return max(len(kind.slots) + grey for kind in kinds if kind.colour >= 0) <= MOST_SLOTS


class Joint:
    """The weights of best outcomes of one fight.

    Args:
        kinds: where dice lie; such that `fits` holds.
        joined: dice that make a black one; 0 if none is made.
        throws: for each kind with a colour its rolls with weights.
        black: the rolls of the black dice.
    """

    def __init__(
        self, kinds: Sequence[Kind], joined: int, throws: Sequence[Mapping[Roll, int]], black: Mapping[Roll, int]
    ) -> None:
        coloured = [kind for kind in kinds if kind.colour >= 0]
        grey = tuple(slot for kind in kinds if kind.takes for slot in kind.slots)
        heroic = tuple(slot for kind in kinds if kind.colour < 0 and not kind.takes for slot in kind.slots)
        slots = [kind.slots + grey for kind in coloured]
        self.scale = scale_of((slot for part in (*slots, heroic) for slot in part), joined)
        rolls = [self._levelled(part) for part in throws]
        self.black = self._levelled(black)
        self.many = [_most(part) for part in rolls]
        self.rolled = _most(self.black)
        at = max(range(len(slots)), key=lambda k: (sum(s.wide for s in slots[k]), len(rolls[k]), k))
        self.axis, self.axis_rolls, self.own = slots[at], rolls[at], self.many[at]
        self.others = [(slots[k], rolls[k]) for k in range(len(slots)) if k != at]
        if heroic:
            self.others.append((heroic, {Roll(()): 1}))
        asked = [slot for part, _ in self.others for slot in part]
        self.wanted = [v for v in self.scale.levels if any(slot.wide or slot.target == v for slot in asked)]
        self.most_wanted = min(self.had, sum(slot.target if slot.wide else slot.copies for slot in asked))

    def _levelled(self, throws: Mapping[Roll, int]) -> dict[Roll, int]:
        """Return rolls with those as one that no box tells apart."""
        out: dict[Roll, int] = {}
        for roll, weight in throws.items():
            key = Roll(self.scale.level(roll.dice), roll.tally)
            out[key] = out.get(key, 0) + weight
        return out

    @property
    def had(self) -> int:
        """Return how many black dice can be had at most, rolled or made."""
        return self.rolled + self.scale.left * sum(self.many) // self.scale.black

    @cached_property
    def tallies(self) -> set[int]:
        """Return what may be counted of the rolled faces."""
        found = {0}
        for rolls in (self.axis_rolls, self.black, *(part for _, part in self.others)):
            found = {before + roll for before in found for roll in {roll.tally for roll in rolls}}
        return found

    @cached_property
    def sides(self) -> list[States]:
        """Return the states of each colour but the axis."""
        return [self._side(slots, rolls) for slots, rolls in self.others]

    @cached_property
    def effort(self) -> int:
        """Return about how many microseconds counting takes."""
        wide = any(slot.wide for slots, _ in self.others for slot in slots)
        heaps = comb(self.own + self.gains + len(self.scale.levels), len(self.scale.levels))
        return (DEAR if wide else 1) * len(self.black) * prod(len(side.owner) for side in self.sides) + HEAP * heaps

    @property
    def gains(self) -> int:
        """Return how many black dice the axis can use at most."""
        return min(sum(slot.target if slot.wide else slot.copies for slot in self.axis), self.had)

    @cached_property
    def states(self) -> States:
        """Return the states of all colours but the axis."""
        zero = np.zeros(1, dtype=np.int64)
        whole = States(zero, zero, np.zeros((1, len(self.scale.levels)), dtype=np.int64), [{0: 1}], 0)
        coming = sum(side.supply for side in self.sides) + self.scale.black * self.rolled + self.scale.left * self.own
        for side in sorted(self.sides, key=lambda side: len(side.owner)):
            coming -= side.supply
            whole = joined(whole, side, coming)
        return whole

    def _side(self, slots: Sequence[Slot], rolls: Mapping[Roll, int]) -> States:
        wants = Wants(slots, self.scale, self.had)
        known: dict[Dice, int] = {}
        weights: list[Weights] = []
        rows: list[tuple[int, int, Balance]] = []
        for roll, weight in rolls.items():
            if roll.dice not in known:
                known[roll.dice] = len(known)
                weights.append({})
                rows += [(known[roll.dice], mask, balance) for mask, balance in wants.offers(roll.dice)]
            own = weights[known[roll.dice]]
            own[roll.tally] = own.get(roll.tally, 0) + weight
        owner, mask, balance = (np.array(column, dtype=np.int64) for column in zip(*rows, strict=True))
        return States(owner, mask, balance, weights, self.scale.left * _most(rolls))

    def counted(self, grid: Grid) -> dict[tuple[int, int], int]:
        """Return the weight of each rank and tally.

        Args:
            grid: what ranks the sets of boxes.
        """
        return Axis(self, grid).counted(self.states)


def joined(one: States, other: States, coming: int) -> States:
    """Return the states of two parts together.

    Args:
        one, other: the parts.
        coming: the most that what is not joined yet can add to a balance.
    """
    many = len(other.weights)
    owner = np.add.outer(one.owner * many, other.owner).ravel()
    mask = np.bitwise_or.outer(one.mask, other.mask).ravel()
    balance = (one.balance[:, None, :] + other.balance[None, :, :]).reshape(len(owner), -1)
    good = (balance + coming >= 0).all(axis=1)
    owner, mask, balance = owner[good], mask[good], balance[good]
    kinds, offer = _numbered(mask, balance)
    owner, offer = _distinct(owner, offer, len(kinds))
    first: dict[bytes, int] = {}
    weights: list[Weights] = []
    kept: list[tuple[int, Ints]] = []
    for state, offers in _parts(owner, offer):
        own = _times(one.weights[state // many], other.weights[state % many])
        key = offers.tobytes()
        if key not in first:
            first[key] = len(weights)
            weights.append(own)
            kept.append((len(kept), offers))
        else:
            _add(weights[first[key]], own)
    owner = np.repeat([state for state, _ in kept], [len(offers) for _, offers in kept])
    chosen = kinds[np.concatenate([offers for _, offers in kept])]
    return States(owner, mask[chosen], balance[chosen], weights, one.supply + other.supply)


class Axis:
    """The colour that is joined last.

    Args:
        joint: the fight.
        grid: what ranks the sets of boxes.
    """

    def __init__(self, joint: Joint, grid: Grid) -> None:
        self.grid, self.scale, self.joint = grid, joint.scale, joint
        self.gains = joint.gains
        self.heaps = Heaps(self.scale.levels, joint.own + self.gains)
        self.rolls = list(joint.axis_rolls.items())
        dice = list(dict.fromkeys(roll.dice for roll, _ in self.rolls))
        self.column = {roll: at for at, roll in enumerate(dice)}
        self.start = np.array([self.heaps.place(roll) for roll in dice])
        sets, self.family = np.unique(self.heaps.covered(joint.axis)[:, 0], return_inverse=True)
        self.sets = sets
        self.parts = [_mask(joint.axis, subset) for subset in range(1 << len(joint.axis))]
        self._gaining: dict[Dice, Ints] = {(): np.arange(self.heaps.none + 1)}
        self._giving: dict[Dice, Ints] = {(): self.start}
        self._best: dict[int, NDArray[Any]] = {}
        self.pairs: list[tuple[Dice, Dice]] = []

    def best(self, mask: int) -> NDArray[Any]:
        """Return the best rank that each family of sets comes to with boxes that others cover."""
        if mask not in self._best:
            ranks = self.grid.ranks[[mask | part for part in self.parts]]
            held = (self.sets[:, None] >> np.arange(len(self.parts), dtype=np.uint64)) & np.uint64(1)
            worst = np.array(self.grid.worst, dtype=ranks.dtype)
            self._best[mask] = self.grid.merge.reduce(np.where(held == 1, ranks[None, :], worst), axis=1)
        return self._best[mask]

    def gaining(self, dice: Dice) -> Ints:
        """Return the places of all heaps with some dice more."""
        if dice not in self._gaining:
            more = self.heaps.more[self.scale.levels.index(dice[-1])]
            self._gaining[dice] = more[self.gaining(dice[:-1])]
        return self._gaining[dice]

    def giving(self, dice: Dice) -> Ints:
        """Return the places of the rolls less dice that reach some levels, the highest first."""
        if dice not in self._giving:
            self._giving[dice] = self.heaps.without(self.giving(dice[:-1]), dice[-1])
        return self._giving[dice]

    def counted(self, states: States) -> dict[tuple[int, int], int]:
        """Return the weight of each rank and tally."""
        items, blacks, values = self._items(states)
        merged: dict[bytes, Weights] = {}
        for (roll, weight), (owner, row) in zip(blacks, items, strict=True):
            for state, own in _parts(owner, row):
                key = own.tobytes()
                if key not in merged:
                    merged[key] = {}
                _add(merged[key], _times(states.weights[state], {roll.tally: weight}))
        return self._summed(values, merged)

    def _items(self, states: States) -> tuple[list[tuple[Ints, Ints]], list[tuple[Roll, int]], NDArray[Any]]:
        """Return for each roll of the black dice the rows of each state, and the ranks in each row."""
        blacks = list(self.joint.black.items())
        first, offer = _numbered(states.mask, states.balance)
        plus = self.scale.black * np.array([self.scale.counts(roll.dice) for roll, _ in blacks])
        whole = self._settled((states.balance[first][:, None, :] + plus).reshape(-1, plus.shape[1]))
        kinds, number = _numbered(np.zeros(len(whole), dtype=np.int64), whole)
        at, pair = self._trades(whole[kinds])
        starts = np.searchsorted(at, np.arange(len(kinds) + 1))
        masks, mask_of = np.unique(states.mask[first], return_inverse=True)
        source, place = _expanded(number, starts)
        rows, row = np.unique(mask_of[source // len(blacks)] * len(self.pairs) + pair[place], return_inverse=True)
        values, same = self._values(masks, rows)
        row = same[row]
        ends = np.searchsorted(source, np.arange(len(whole) + 1))
        items = []
        for black in range(len(blacks)):
            which, where = _expanded(offer * len(blacks) + black, ends)
            items.append(_distinct(states.owner[which], row[where], len(values)))
        return items, blacks, values

    def _settled(self, balance: Ints) -> Ints:
        """Return balances without what is no use: where nothing is wanting, part of what makes a die."""
        steady = self._steady(balance)
        return np.where(steady[:, None], balance // self.scale.black * self.scale.black, balance)

    def _steady(self, balance: Ints) -> NDArray[np.bool_]:
        """Return which balances are nowhere negative and nowhere rise: no trade but to take is of use."""
        return (np.diff(balance, axis=1) <= 0).all(axis=1) & (balance[:, -1] >= 0)

    def _values(self, masks: Ints, rows: Ints) -> tuple[NDArray[Any], Ints]:
        """Return rows of best ranks, all different, a column a roll of the axis, and which of them each row is."""
        best = np.stack([self.best(int(mask)) for mask in masks])
        families = np.stack([self.family[self.gaining(gained)[self.giving(given)]] for given, gained in self.pairs])
        found: dict[bytes, int] = {}
        kept: list[NDArray[Any]] = []
        same = np.empty(len(rows), dtype=np.int64)
        for at, row in enumerate(rows.tolist()):
            value = best[row // len(self.pairs)][families[row % len(self.pairs)]]
            same[at] = found.setdefault(value.tobytes(), len(kept))
            if same[at] == len(kept):
                kept.append(value)
        values = np.array(kept)
        order = np.argsort(values.sum(axis=1, dtype=np.float64) * (-1 if values.dtype == np.uint64 else 1))
        place = np.empty(len(order), dtype=np.int64)
        place[order] = np.arange(len(order))
        return values[order], place[same]

    def _trades(self, balance: Ints) -> tuple[Ints, Ints]:
        """Return the trades worth making: the numbers of balances, in order, and of pairs (dice given, dice gained).

        A trade is not worth making if, with one die less given, no more is gained than that die.
        """
        steady = self._steady(balance)
        found = [self._gains(np.flatnonzero(steady), balance[steady], [()])]
        found.append(self._gains(np.flatnonzero(~steady), balance[~steady], self._givable()))
        at, given, code = (np.concatenate(column) for column in zip(*found, strict=True))
        order = np.argsort(at, kind="stable")
        kinds, pair = np.unique(given * (1 << 36) + code, return_inverse=True)
        givable = self._givable()
        self.pairs = [(givable[kind >> 36], self._dice(kind & ((1 << 36) - 1))) for kind in kinds.tolist()]
        return at[order], pair[order]

    def _gains(self, at: Ints, balance: Ints, givable: Sequence[Dice]) -> tuple[Ints, Ints, Ints]:
        """Return the trades of some balances: their numbers, what is given, and the code of what is gained."""
        levels, place = np.array(self.scale.levels), {dice: number for number, dice in enumerate(givable)}
        gains: list[Ints] = []
        parts: list[Ints] = []
        for dice in givable:
            have = np.minimum.accumulate((balance + self.scale.counts(dice)) // self.scale.black, axis=1)
            have = np.minimum(have, self.gains)
            worth = have[:, -1] >= 0
            gains.append(have)
            for x in dict.fromkeys(dice):
                less = list(dice)
                less.remove(x)
                before = gains[place[tuple(less)]]
                worth &= (before[:, -1] < 0) | (have > before + (x >= levels)).any(axis=1)
            parts.append(np.flatnonzero(worth))
        codes = [_coded(gain[part]) for gain, part in zip(gains, parts, strict=True)]
        given = np.repeat(np.arange(len(givable)), [len(part) for part in parts])
        return at[np.concatenate(parts)], given, np.concatenate(codes)

    def _givable(self) -> list[Dice]:
        """Return what the axis might give: dice for boxes of others, by the levels that these want."""
        if not self.scale.left:
            return [()]
        return multisets_up_to(self.joint.wanted, min(self.joint.own, self.joint.most_wanted * self.scale.black))

    def _dice(self, code: int) -> Dice:
        """Return the dice gained that a code stands for."""
        dice: list[int] = []
        for at, level in enumerate(reversed(self.scale.levels)):
            dice += [level] * ((code >> 6 * at & 63) - len(dice))
        return tuple(dice)

    def _summed(self, values: NDArray[Any], merged: Mapping[bytes, Weights]) -> dict[tuple[int, int], int]:
        """Return the weight of each rank and tally from the rows of each state and its weights."""
        tallies = sorted({roll.tally for roll, _ in self.rolls})
        worth = np.zeros((len(tallies), len(self.column)))
        for roll, weight in self.rolls:
            worth[tallies.index(roll.tally), self.column[roll.dice]] += weight
        values, column = np.unique(values, axis=1, return_inverse=True)
        worth = np.stack([np.bincount(column.ravel(), row, values.shape[1]) for row in worth])
        rows, weights = self._pruned(values, merged)
        out: dict[tuple[int, int], int] = {}
        step = max(1, CHUNK // values.shape[1])
        for begin in range(0, len(rows), step):
            kinds, ranks = self._ranked(self._merged(values, rows[begin : begin + step]))
            for tally, by_state in _by_tally(weights[begin : begin + step]).items():
                for more, row in zip(tallies, worth, strict=True):
                    for rank, weight in enumerate(_weighed(ranks, row, by_state, len(kinds))):
                        if weight:
                            key = (int(kinds[rank]), tally + more)
                            out[key] = out.get(key, 0) + int(weight)
        return out

    def _merged(self, values: NDArray[Any], rows: Sequence[Ints]) -> NDArray[Any]:
        """Return the best of the rows of each state; states with many rows come first."""
        best = values[[part[0] for part in rows]]
        for at in range(1, max(map(len, rows))):
            further = [part[at] for part in rows if len(part) > at]
            best[: len(further)] = self.grid.merge(best[: len(further)], values[further])
        return best

    def _pruned(self, values: NDArray[Any], merged: Mapping[bytes, Weights]) -> tuple[list[Ints], list[Weights]]:
        """Return the rows of states that no other row of theirs betters, states with equal ones as one."""
        weights = list(merged.values())
        rows = [np.frombuffer(key, dtype=np.int64) for key in merged]
        owner, row = np.repeat(np.arange(len(rows)), list(map(len, rows))), np.concatenate(rows)
        for turn in range(TURNS):
            starts = np.searchsorted(owner, np.arange(len(rows)))
            own = np.minimum(starts + turn, np.append(starts[1:], len(row)) - 1)
            leader = row[own][owner]
            pairs, place = np.unique(leader * len(values) + row, return_inverse=True)
            beaten = self._beaten(values, pairs // len(values), pairs % len(values))
            keep = ~beaten[place]
            owner, row = owner[keep], row[keep]
        alike: dict[bytes, Weights] = {}
        for state, kept in _parts(owner, row):
            _add(alike.setdefault(kept.tobytes(), {}), weights[state])
        found = [(np.frombuffer(key, dtype=np.int64), own) for key, own in alike.items()]
        found.sort(key=lambda part: -len(part[0]))
        return [part for part, _ in found], [own for _, own in found]

    def _beaten(self, values: NDArray[Any], leader: Ints, row: Ints) -> NDArray[np.bool_]:
        """Return which rows add nothing to their leader."""
        out = np.empty(len(row), dtype=np.bool_)
        step = max(1, CHUNK // values.shape[1])
        for begin in range(0, len(row), step):
            part = slice(begin, begin + step)
            lead = values[leader[part]]
            out[part] = (self.grid.merge(lead, values[row[part]]) == lead).all(axis=1)
        out &= leader != row
        return out

    def _ranked(self, best: NDArray[Any]) -> tuple[NDArray[Any], Ints]:
        """Return what an array holds, and the array with the places of its entries therein."""
        if best.dtype != np.uint64:
            return np.arange(self.grid.worst + 1), best
        kinds, ranks = np.unique(best, return_inverse=True)
        return kinds, ranks.reshape(best.shape)


def _by_tally(weights: Sequence[Weights]) -> dict[int, list[int]]:
    """Return for each tally the weights of all states."""
    return {tally: [own.get(tally, 0) for own in weights] for tally in {t for own in weights for t in own}}


def _weighed(ranks: Ints, worth: NDArray[np.float64], weights: Sequence[int], kinds: int) -> list[int]:
    """Return the weight of each rank in an array of ranks with weighted rows and columns; exact."""
    if sum(weights) * int(worth.sum()) < EXACT:
        joint = np.array(weights, dtype=np.float64)[:, None] * worth
        return [int(weight) for weight in np.bincount(ranks.ravel(), joint.ravel(), kinds)]
    place = (ranks + np.arange(len(ranks))[:, None] * kinds).ravel()
    counts = np.bincount(place, np.broadcast_to(worth, ranks.shape).ravel(), len(ranks) * kinds)
    whole = np.array(weights, dtype=object) @ counts.reshape(-1, kinds).astype(np.int64).astype(object)
    return [int(weight) for weight in whole]


def _coded(gains: Ints) -> Ints:
    """Return counts by level as one number each, six bits a level, the lowest level first."""
    code = np.zeros(len(gains), dtype=np.int64)
    for column in gains.T:
        code = code << 6 | column
    return code


def _expanded(number: Ints, starts: Ints) -> tuple[Ints, Ints]:
    """Return for each number all places from its start to the next one's: the index of the number, and the place."""
    many = starts[number + 1] - starts[number]
    source = np.repeat(np.arange(len(number)), many)
    return source, np.arange(len(source)) - np.repeat(np.cumsum(many) - many, many) + starts[number][source]


def _mask(slots: Sequence[Slot], subset: int) -> int:
    return sum(slot.bit for at, slot in enumerate(slots) if subset >> at & 1)


def _most(throws: Mapping[Roll, int]) -> int:
    return max(len(roll.dice) for roll in throws)


def _numbered(mask: Ints, balance: Ints) -> tuple[Ints, Ints]:
    """Return where each different offer first stands, and the number of each offer."""
    code = np.zeros(len(mask), dtype=np.int64)
    for column in balance.T:
        code = code * FIELD + (column + OFFSET)
    _, number = np.unique(code, return_inverse=True)
    both = number * (int(mask.max(initial=0)) + 1) + mask
    _, first, number = np.unique(both, return_index=True, return_inverse=True)
    return first, number


def _distinct(owner: Ints, item: Ints, kinds: int) -> tuple[Ints, Ints]:
    """Return pairs sorted, each once."""
    pairs = np.sort(owner * kinds + item)
    pairs = pairs[np.diff(pairs, prepend=-1) > 0]
    return pairs // kinds, pairs % kinds


def _parts(owner: Ints, item: Ints) -> Iterator[tuple[int, Ints]]:
    """Yield each owner with its items; both sorted."""
    ends = np.flatnonzero(np.diff(owner)) + 1
    starts = np.concatenate([[0], ends])
    return zip(owner[starts].tolist(), np.split(item, ends), strict=True)


def _times(one: Weights, other: Weights) -> Weights:
    out: Weights = {}
    for a, x in one.items():
        for b, y in other.items():
            out[a + b] = out.get(a + b, 0) + x * y
    return out


def _add(to: Weights, more: Weights) -> None:
    for tally, weight in more.items():
        to[tally] = to.get(tally, 0) + weight
