"""The best outcome of every roll at once, as arrays over numbered multisets.

Dice lie in kinds: one for each colour, and one for boxes that several colours or only black dice may fill. Three moves
make everything a party can do: dice that lie in a kind cover its boxes; a die is moved to a kind that takes it; dice
are joined into a black one, which is at once laid to the kind it is meant for. So the outcome of a roll is the best of
what it covers as it lies and of what the rolls behind one move come to, and an array of outcomes for all rolls of given
sizes follows from arrays of fewer dice. Nothing here depends on how many boxes there are or how wide.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.games.one_deck_dungeon.covers import Covers, Slot
from companion.games.one_deck_dungeon.encounter import UNLIMITED
from companion.games.one_deck_dungeon.rolls import Dice
from companion.games.one_deck_dungeon.sets import Numbers, added, moved, multisets, taken, there

Ranks: TypeAlias = NDArray[Any]
"""Places in the order of outcomes, 0 the best, with an axis for each kind."""

Sizes = tuple[int, ...]

Made: TypeAlias = int | None
"""How many black dice may be made; None for as many as there are dice for."""


class Kind(msgspec.Struct, frozen=True):
    """A place where dice lie that may cover the same boxes.

    Args:
        slots: its boxes.
        colour: the index of the colour whose dice begin here, or -1.
        takes: indices of kinds whose dice may be moved here.
        black: whether black dice may be laid here.
    """

    slots: tuple[Slot, ...]
    colour: int = -1
    takes: tuple[int, ...] = ()
    black: bool = True

    @property
    def least(self) -> int:
        """Return the lowest value that is of use here."""
        return 1 if any(slot.wide for slot in self.slots) else min((slot.target for slot in self.slots), default=7)

    @property
    def room(self) -> int:
        """Return how many dice are of use here, at most."""
        return sum(slot.target if slot.wide else slot.copies for slot in self.slots)


class Grid:
    """Arrays of best outcomes for one fight and one preference.

    Args:
        kinds: where dice lie.
        ranks: for each set of boxes that dice can cover, the place of the best outcome it allows.
        joined: dice that make a black one; 0 if none is made.
        covers: the kinds' sets of boxes, if they are known from another preference.
        worst: a number worse than any, where that is not the next after the highest of `ranks`.
        supply: black dice that there are, those that lie there included, or `UNLIMITED`.
        gather: whether numbers are sets of outcomes, a bit for each, and all that can be had are gathered, instead of
            places in an order of which the first is taken.
    """

    def __init__(
        self,
        kinds: Sequence[Kind],
        ranks: Sequence[int],
        joined: int,
        covers: Sequence[Covers] | None = None,
        gather: bool = False,
        worst: int = 0,
        supply: int = UNLIMITED,
    ) -> None:
        self.kinds = tuple(kinds)
        self.joined = joined
        self.supply = supply
        self.covers = tuple(covers or (Covers(kind.slots) for kind in kinds))
        self.worst = 0 if gather else worst or max(ranks) + 1
        self.merge: np.ufunc = np.bitwise_or if gather else np.minimum
        self.ranks = np.array(ranks, dtype=np.uint64 if gather else np.uint8 if self.worst < 256 else np.uint16)
        self._values: dict[tuple[Sizes, Made], Ranks] = {}
        self._families: dict[tuple[int, int], tuple[tuple[frozenset[int], ...], Numbers]] = {}
        self._with_black: dict[tuple[Sizes, Dice, Made], Ranks] = {}
        self._rolled: dict[tuple[Sizes, Dice, Made], Ranks] = {}

    def value(self, sizes: Sizes, made: Made = None) -> Ranks:
        """Return the best outcomes for all rolls with so many dice of each kind and no black ones.

        The last entry of each axis stands for no roll; it is worse than any.

        Args:
            sizes: dice of each kind.
            made: how many black dice may be made; None for as many as there are dice for.
        """
        key = (sizes, self._binding(sizes, made))
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = self._best(*key)
        return found

    def _binding(self, sizes: Sizes, made: Made) -> Made:
        """Return how many black dice may be made, None where there are dice for no more."""
        if made is None or not self.joined:
            return None
        dice = sum(many for many, kind in zip(sizes, self.kinds, strict=True) if kind.colour >= 0)
        return made if made < dice // self.joined else None

    def _best(self, sizes: Sizes, made: Made) -> Ranks:
        out = self._as_it_lies(sizes)
        for behind, maps, left in self._moves(sizes, made):
            self._improve(_inner(out), self.value(behind, left), maps)
        return out

    def _improve(self, out: Ranks, behind: Ranks, maps: Mapping[int, Numbers]) -> None:
        """Lower the entries of an array where a move leads to something better.

        Args:
            out: the array.
            behind: outcomes after the move.
            maps: for each kind that the move changes, the numbers after it.
        """
        known = {axis: there(places) for axis, places in maps.items()}
        first = min(maps, key=lambda axis: (known[axis].every, axis))
        rows, places = known[first].rows, known[first].places
        block = behind.take(places, axis=first)
        for axis in range(out.ndim):
            if axis in maps and axis != first:
                block = block.take(maps[axis], axis=axis)
            elif axis != first:
                block = block[(slice(None),) * axis + (slice(0, -1),)]
        place = (slice(None),) * first + (rows,)
        out[place] = self.merge(out[place], block)

    def _moves(self, sizes: Sizes, made: Made) -> Iterator[tuple[Sizes, dict[int, Numbers], Made]]:
        """Yield the sizes after each move, with the changed numbers by kind, and the black dice that may be made."""
        left = None if made is None else made - 1
        for to, kind in enumerate(self.kinds):
            if kind.black and self._open(sizes, to):
                yield from ((*move, made) for move in self._shifts(sizes, to, kind))
                if self.joined and made != 0:
                    yield from ((*move, left) for move in self._joins(sizes, to, kind))

    def _open(self, sizes: Sizes, to: int) -> bool:
        """Return whether another die may be of use in a kind."""
        return self.kinds[to].colour >= 0 or sizes[to] < self.kinds[to].room

    def _shifts(self, sizes: Sizes, to: int, kind: Kind) -> Iterator[tuple[Sizes, dict[int, Numbers]]]:
        for source in kind.takes:
            if sizes[source]:
                behind = _changed(sizes, {source: -1, to: 1})
                for value in range(kind.least, 7):
                    yield behind, {source: moved(sizes[source], value), to: added(sizes[to], value)}

    def _joins(self, sizes: Sizes, to: int, kind: Kind) -> Iterator[tuple[Sizes, dict[int, Numbers]]]:
        """Yield joining dice that could not be laid to the kind themselves."""
        sources = [
            at
            for at, source in enumerate(self.kinds)
            if source.colour >= 0 and sizes[at] and at != to and at not in kind.takes
        ]
        for low in sources:
            for others in combinations_with_replacement(sources, self.joined - 1):
                going = {at: others.count(at) + (at == low) for at in {low, *others}}
                if all(sizes[at] >= many for at, many in going.items()):
                    behind = _changed(sizes, {to: 1, **{at: -many for at, many in going.items()}})
                    for value in range(kind.least, 7):
                        maps = {
                            at: taken(sizes[at], value, at == low, many - (at == low)) for at, many in going.items()
                        }
                        yield behind, {to: added(sizes[to], value), **maps}

    def _as_it_lies(self, sizes: Sizes) -> Ranks:
        """Return the outcomes if nothing is moved: every kind covers what it can."""
        families, places = zip(*(self._family(kind, many) for kind, many in enumerate(sizes)), strict=True)
        out = np.full([len(place) + 1 for place in places], self.worst, dtype=self.ranks.dtype)
        _inner(out)[...] = self._reduced(families)[np.ix_(*places)]
        return out

    def _family(self, kind: int, many: int) -> tuple[tuple[frozenset[int], ...], Numbers]:
        """Return the families of sets that so many dice of a kind cover, and the family of each multiset."""
        key = (kind, many)
        if key not in self._families:
            seen: dict[frozenset[int], int] = {}
            places = [seen.setdefault(self.covers[kind].largest(dice), len(seen)) for dice in multisets(many)]
            self._families[key] = tuple(seen), np.array(places)
        return self._families[key]

    def _reduced(self, families: Sequence[Sequence[frozenset[int]]]) -> Ranks:
        """Return the best outcome of each combination of families, kind by kind."""
        masks = [np.array(sorted(set().union(*kind)), dtype=np.int64) for kind in families]
        sets = np.zeros((), dtype=np.int64)
        for more in masks:
            sets = sets[..., None] | more
        table = self.ranks[sets]
        for axis, kind in enumerate(families):
            place = {int(mask): number for number, mask in enumerate(masks[axis])}
            best = [
                self.merge.reduce(table.take([place[mask] for mask in family], axis=axis), axis=axis) for family in kind
            ]
            table = np.stack(best, axis=axis)
        return table

    def with_black(self, sizes: Sizes, black: Dice, made: Made = None) -> Ranks:
        """Return the best outcomes if these black dice lie on the table too; `made` as for `value`."""
        if not black:
            return self.value(sizes, made)
        key = (sizes, black, made)
        found = self._with_black.get(key)
        if found is None:
            found = self._with_black[key] = self._lay(*key)
        return found

    def _lay(self, sizes: Sizes, black: Dice, made: Made) -> Ranks:
        """Return the best of laying the first black die aside or to any kind."""
        value, *rest = black
        out = self.with_black(sizes, tuple(rest), made).copy()
        for to, kind in enumerate(self.kinds):
            if kind.black and value >= kind.least and self._open(sizes, to):
                behind = self.with_black(_changed(sizes, {to: 1}), tuple(rest), made)
                self._improve(_inner(out), behind, {to: added(sizes[to], value)})
        return out

    def rolled(self, sizes: Sizes, black: Dice) -> Ranks:
        """Return the best outcomes of rolls, dice for boxes that bar black ones being laid before any is made."""
        made = None if self.supply == UNLIMITED else max(0, self.supply - len(black))
        return self._laid(sizes, black, self._binding(sizes, made))

    def _laid(self, sizes: Sizes, black: Dice, made: Made) -> Ranks:
        """Return what `rolled` does; `made` as for `value`."""
        barring = [to for to, kind in enumerate(self.kinds) if not kind.black and self._open(sizes, to)]
        if not barring:
            return self.with_black(sizes, black, made)
        key = (sizes, black, made)
        found = self._rolled.get(key)
        if found is None:
            found = self._rolled[key] = self.with_black(sizes, black, made).copy()
            for to in barring:
                for behind, maps in self._shifts(sizes, to, self.kinds[to]):
                    self._improve(_inner(found), self._laid(behind, black, made), maps)
        return found


def _inner(ranks: Ranks) -> Ranks:
    """Return an array without the entries that stand for no roll."""
    return ranks[tuple(slice(0, -1) for _ in range(ranks.ndim))]


def _changed(sizes: Sizes, by: Mapping[int, int]) -> Sizes:
    return tuple(many + by.get(at, 0) for at, many in enumerate(sizes))
