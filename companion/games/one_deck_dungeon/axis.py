"""The colour that is joined last: what its rolls come to with every set of offers of the others and of black dice.

What an offer leaves over or wants, with the black dice rolled, says which dice the axis may give and which black ones
it then gains: a few trades, and each trade is a row of best outcomes over all rolls of the axis. Rows of the trades of
one offer are one row, the best of them; states with the same rows are one state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.games.one_deck_dungeon.covers import Slot
from companion.games.one_deck_dungeon.grid import Grid
from companion.games.one_deck_dungeon.heaps import Heaps, multisets_up_to
from companion.games.one_deck_dungeon.offers import (
    Ints,
    States,
    Weights,
    alike,
    coded,
    decoded,
    distinct,
    expanded,
    in_parts,
    merged_sets,
    rows_alike,
    sets_together,
    weighted,
)
from companion.games.one_deck_dungeon.rolls import Dice

if TYPE_CHECKING:
    from companion.games.one_deck_dungeon.joint import Joint

PART = 24
"""Bits of the parts into which weights are cut; sums of 2 to the 29 of them are exact in floating point."""

CHUNK = 8_000_000
"""Entries of one array that are worked on together."""

LEVEL = 6
"""Bits for the number of dice gained of one level or more."""

Trade: TypeAlias = tuple[Dice, Dice]
"""Dice that the axis gives, and black dice that it gains."""


class Axis:
    """The colour that is joined last.

    Args:
        joint: the fight.
        grid: what ranks the sets of boxes.
    """

    def __init__(self, joint: Joint, grid: Grid) -> None:
        self.grid, self.scale, self.joint = grid, joint.scale, joint
        self.gains = joint.gains
        self.heaps = Heaps(joint.values, joint.own + self.gains)
        self.rolls = list(joint.axis_rolls.items())
        dice = list(dict.fromkeys(roll.dice for roll, _ in self.rolls))
        self.column = {roll: at for at, roll in enumerate(dice)}
        self.sets, self.family = np.unique(self.heaps.covered(joint.axis)[:, 0], return_inverse=True)
        self.parts = [_mask(joint.axis, subset) for subset in range(1 << len(joint.axis))]
        self._given: dict[Dice, Ints] = {(): np.array([self.heaps.place(roll) for roll in dice])}

    def best(self, mask: int) -> NDArray[Any]:
        """Return the best rank that each family of sets comes to with boxes that others cover."""
        ranks = self.grid.ranks[[mask | part for part in self.parts]]
        held = (self.sets[:, None] >> np.arange(len(self.parts), dtype=np.uint64)) & np.uint64(1)
        worst = np.array(self.grid.worst, dtype=ranks.dtype)
        found: NDArray[Any] = self.grid.merge.reduce(np.where(held == 1, ranks[None, :], worst), axis=1)
        return found

    def counted(self, states: States) -> dict[tuple[int, int], int]:
        """Return the weight of each rank and tally."""
        blacks = list(self.joint.black.items())
        offer, known, values = self._rows(states, [roll.dice for roll, _ in blacks])
        rolled = weighted({roll.tally: weight} for roll, weight in blacks)
        parts = [self._sets(part, known[offer(part)], rolled) for part in in_parts(states, CHUNK // len(blacks))]
        owner, item, weights = sets_together(parts, len(values))
        return self._summed(values, owner, item, weights)

    def _sets(self, states: States, row: Ints, blacks: Weights) -> tuple[Ints, Ints, Weights]:
        """Return the different sets of rows that states come to with each roll of the black dice, with weights.

        Args:
            states: the states.
            row: for each offer and each roll of the black dice its row, -1 for none.
            blacks: the weights of these rolls.
        """
        many = row.shape[1]
        owner = np.add.outer(states.owner * many, np.arange(many)).ravel()
        some = np.flatnonzero(row.ravel() >= 0)
        owner, item = distinct(owner[some], row.ravel()[some], int(row.max(initial=0)) + 1)
        pairs, owner = np.unique(owner, return_inverse=True)
        weights = states.weights.times(pairs // many, blacks, pairs % many)
        return merged_sets(owner, item, weights)

    # ------------------------------------------------------------------------------------------------------- the rows

    def _rows(self, states: States, blacks: Sequence[Dice]) -> tuple[Callable[[States], Ints], Ints, NDArray[Any]]:
        """Return what numbers offers with each roll of the black dice, the row of each number, and the rows.

        The row of a number is -1 if such an offer cannot be had; a row holds the ranks of all rolls of the axis.
        """
        masks = np.unique(states.mask)
        kinds, codes, number = self._balances(states, blacks)
        at, pair, pairs = self._trades(kinds)
        starts = np.searchsorted(at, np.arange(len(kinds) + 1))

        def offer(part: States) -> Ints:
            mask, code = np.searchsorted(masks, part.mask), np.searchsorted(codes, coded(part.balance))
            return mask[:, None] * len(kinds) + number[code]

        known = np.full(len(masks) * len(kinds), -1, dtype=np.int64)
        for part in in_parts(states, CHUNK // len(blacks)):
            known[offer(part).ravel()] = 0
        offers = np.flatnonzero((known == 0) & np.tile(np.diff(starts) > 0, len(masks)))
        known[:] = -1
        source, place = expanded(offers % len(kinds), starts)
        which, values = self._values(masks, offers[source] // len(kinds) * len(pairs) + pair[place], pairs)
        source, which = distinct(source, which, len(values))
        group, same = alike(source, which)
        kept = np.isin(source, same)
        best = self._merged(values, group[source[kept]], which[kept])
        first, row = rows_alike(best)
        known[offers] = row[group]
        return offer, known, best[first]

    def _balances(self, states: States, blacks: Sequence[Dice]) -> tuple[Ints, Ints, Ints]:
        """Return the balances with the black dice, the codes of those without, and which comes of each with each."""
        levels = self.scale.columns
        codes = np.unique(coded(states.balance))
        plus = coded(self.scale.black * np.array([self.joint.lying(dice) for dice in blacks]).reshape(-1, levels))
        zero = coded(np.zeros((1, levels), dtype=np.int64))
        whole, number = np.unique(codes[:, None] + plus - zero, return_inverse=True)
        settled, kind = np.unique(coded(self._settled(decoded(whole, levels))), return_inverse=True)
        return decoded(settled, levels), codes, kind[number.reshape(len(codes), len(plus))]

    def _settled(self, balance: Ints) -> Ints:
        """Return balances without what is no use: where nothing is wanting, part of what makes a die."""
        steady = self._steady(balance)
        return np.where(steady[:, None], balance // self.scale.black * self.scale.black, balance)

    def _steady(self, balance: Ints) -> NDArray[np.bool_]:
        """Return which balances are nowhere negative and nowhere rise: no trade but to take is of use."""
        levels = balance[:, : len(self.scale.levels)]
        steady: NDArray[np.bool_] = (np.diff(levels, axis=1) <= 0).all(axis=1) & (levels[:, -1] >= 0)
        return steady

    def _values(self, masks: Ints, rows: Ints, pairs: Sequence[Trade]) -> tuple[Ints, NDArray[Any]]:
        """Return which row of ranks each mask and trade comes to, and the rows, a column a roll of the axis.

        Args:
            masks: sets of boxes.
            rows: for each the number of its mask times the number of trades, and its trade.
            pairs: the trades: dice given, dice gained.
        """
        asked, number = np.unique(rows, return_inverse=True)
        families = self._families(pairs)
        parts = []
        for at, mask in enumerate(masks):
            first, last = np.searchsorted(asked, [at * len(pairs), (at + 1) * len(pairs)])
            parts.append(self.best(int(mask))[families[asked[first:last] - at * len(pairs)]])
        values = np.concatenate(parts)
        first, same = rows_alike(values)
        return same[number], values[first]

    def _families(self, pairs: Sequence[Trade]) -> NDArray[np.int32]:
        """Return the families of sets that the rolls of the axis cover after each trade."""
        out = np.empty((len(pairs), len(self.column)), dtype=np.int32)
        more = np.stack(self.heaps.more).astype(np.int32)
        first = dict.fromkeys(given for given, _ in pairs)
        nodes: dict[Trade, int] = {(given, ()): at for at, given in enumerate(first)}
        places = np.stack([self._giving(given) for given, _ in nodes]).astype(np.int32)
        for many in range(1 + max(len(gained) for _, gained in pairs)):
            done = [at for at, (_, gained) in enumerate(pairs) if len(gained) == many]
            out[done] = self.family[places[[nodes[pairs[at]] for at in done]]]
            further = dict.fromkeys((given, gained[: many + 1]) for given, gained in pairs if len(gained) > many)
            if further:
                parents = [nodes[given, gained[:-1]] for given, gained in further]
                levels = [self.heaps.levels.index(self.scale.shows[gained[-1]]) for _, gained in further]
                places = more[np.array(levels)[:, None], places[parents]]
                nodes = {node: at for at, node in enumerate(further)}
        return out

    def _giving(self, dice: Dice) -> Ints:
        """Return the places of the rolls less dice that reach some levels, the highest first."""
        if dice not in self._given:
            self._given[dice] = self.heaps.without(self._giving(dice[:-1]), dice[-1])
        return self._given[dice]

    # ----------------------------------------------------------------------------------------------------- the trades

    def _trades(self, balance: Ints) -> tuple[Ints, Ints, list[Trade]]:
        """Return the trades worth making: the numbers of balances, in order, their trades, and what each trade is.

        A trade is not worth making if, with one die less given, no more is gained than that die.
        """
        steady, givable = self._steady(balance), self._givable()
        found = [self._gains(np.flatnonzero(steady), balance[steady], [()])]
        found.append(self._gains(np.flatnonzero(~steady), balance[~steady], givable))
        at, given, code = (np.concatenate(column) for column in zip(*found, strict=True))
        order = np.argsort(at, kind="stable")
        bits = LEVEL * len(self.scale.levels)
        kinds, pair = np.unique(given << bits | code, return_inverse=True)
        pairs = [(givable[kind >> bits], self._dice(kind & ((1 << bits) - 1))) for kind in kinds.tolist()]
        return at[order], pair[order], pairs

    def _gains(self, at: Ints, balance: Ints, givable: Sequence[Dice]) -> tuple[Ints, Ints, Ints]:
        """Return the trades of some balances: their numbers, what is given, and the code of what is gained."""
        place = {dice: number for number, dice in enumerate(givable)}
        levels = list(balance.T.astype(np.int16))
        gains: list[list[NDArray[np.int16]]] = []
        found: list[tuple[Ints, Ints, Ints]] = []
        for number, dice in enumerate(givable):
            have = self._had(levels, dice)
            gains.append(have)
            worth = have[-1] >= 0
            for x in dict.fromkeys(dice):
                less = list(dice)
                less.remove(x)
                before = gains[place[tuple(less)]]
                more = before[-1] < 0
                for level, now, then in zip(self.scale.levels, have, before, strict=True):
                    more |= now > then + (x >= level)
                worth &= more
            part = np.flatnonzero(worth)
            code = np.zeros(len(part), dtype=np.int64)
            for column in have:
                code = code << LEVEL | column[part]
            found.append((at[part], np.full(len(part), number), code))
        where, given, codes = (np.concatenate(column) for column in zip(*found, strict=True))
        return where, given, codes

    def _had(self, levels: Sequence[NDArray[np.int16]], dice: Dice) -> list[NDArray[np.int16]]:
        """Return how many black dice of each level or more can be had if dice are given; below 0 for none at all.

        Args:
            levels: balances by column; those behind the levels are the limits of the scale.
            dice: what is given.
        """
        found: list[NDArray[np.int16]] = []
        limits = dict(zip(self.scale.limits, levels[len(self.scale.levels) :], strict=True))
        useful = zip(self.scale.levels, self.joint.useful.tolist(), strict=True)
        for column, more, (level, most) in zip(levels, self.scale.counts(dice), useful, strict=False):
            had = np.minimum((column + np.int16(more)) // np.int16(self.scale.black), np.int16(most))
            if level in limits:
                had = np.minimum(had, limits[level] // np.int16(self.scale.black))
            found.append(np.minimum(found[-1], had) if found else had)
        return found

    def _givable(self) -> list[Dice]:
        """Return what the axis might give: dice for boxes of others, by the levels that these want."""
        if not self.scale.left:
            return [()]
        return multisets_up_to(self.joint.wanted, min(self.joint.own, self.joint.most_wanted * self.scale.black))

    def _dice(self, code: int) -> Dice:
        """Return the dice gained that a code stands for."""
        dice: list[int] = []
        for at, level in enumerate(reversed(self.scale.levels)):
            dice += [level] * ((code >> LEVEL * at & 63) - len(dice))
        return tuple(dice)

    # ------------------------------------------------------------------------------------------------------- the sums

    def _summed(self, values: NDArray[Any], owner: Ints, row: Ints, weights: Weights) -> dict[tuple[int, int], int]:
        """Return the weight of each rank and tally from the rows of each state, in order, and its weights."""
        tallies = sorted({roll.tally for roll, _ in self.rolls})
        worth = np.zeros((len(tallies), len(self.column)))
        for roll, weight in self.rolls:
            worth[tallies.index(roll.tally), self.column[roll.dice]] += weight
        columns, column = rows_alike(np.ascontiguousarray(values.T))
        values = np.ascontiguousarray(values[:, columns])
        worth = np.stack([np.bincount(column, part, len(columns)) for part in worth]).astype(np.int64).astype(object)
        out: dict[tuple[int, int], int] = {}
        step = max(1, CHUNK // values.shape[1])
        for begin in range(0, len(weights.ways), step):
            first, last = np.searchsorted(owner, [begin, begin + step])
            kinds, ranks = self._ranked(self._merged(values, owner[first:last] - begin, row[first:last]))
            ranks = np.ascontiguousarray(ranks.T)
            for tally, ways in zip(weights.tallies, weights.ways[begin : begin + step].T, strict=True):
                by_column = _weighed(ranks, ways, len(kinds))
                for more, by_roll in zip(tallies, worth, strict=True):
                    for rank, weight in zip(kinds.tolist(), (by_roll @ by_column).tolist(), strict=True):
                        if weight:
                            out[rank, tally + more] = out.get((rank, tally + more), 0) + weight
        return out

    def _merged(self, values: NDArray[Any], owner: Ints, row: Ints) -> NDArray[Any]:
        """Return the best of the rows of each owner; owners are numbered without gaps, in order."""
        starts = np.searchsorted(owner, np.arange(int(owner[-1]) + 1))
        sizes = np.diff(starts, append=len(owner))
        order = np.argsort(-sizes, kind="stable")
        out = np.empty((len(starts), values.shape[1]), dtype=values.dtype)
        step = max(1, CHUNK // values.shape[1] // 8)
        for begin in range(0, len(order), step):
            part = order[begin : begin + step]
            best = values[row[starts[part]]]
            for at in range(1, int(sizes[part[0]])):
                many = int(np.searchsorted(-sizes[part], -at))
                self.grid.merge(best[:many], values[row[starts[part[:many]] + at]], out=best[:many])
            out[part] = best
        return out

    def _ranked(self, best: NDArray[Any]) -> tuple[NDArray[Any], Ints]:
        """Return what an array holds, and the array with the places of its entries therein."""
        if best.dtype != np.uint64:
            return np.arange(self.grid.worst + 1), best
        kinds, ranks = np.unique(best, return_inverse=True)
        return kinds, ranks.reshape(best.shape)


def _weighed(ranks: Ints, weights: NDArray[Any], kinds: int) -> NDArray[Any]:
    """Return the weight of each rank by column; exact: weights are cut into parts whose sums floating point holds.

    Args:
        ranks: a row a column, with the rank of each state.
        weights: of the states; whole numbers of any size.
        kinds: how many ranks there are.
    """
    out = np.zeros((len(ranks), kinds), dtype=object)
    for shift in range(0, max(weights.tolist()).bit_length(), PART):
        part = (weights >> shift & (1 << PART) - 1).astype(np.float64)
        counts = np.stack([np.bincount(row, part, kinds) for row in ranks])
        out += counts.astype(np.int64).astype(object) << shift
    return out


def _mask(slots: Sequence[Slot], subset: int) -> int:
    return sum(slot.bit for at, slot in enumerate(slots) if subset >> at & 1)
