"""Which sets of boxes the dice of one roll can cover, black dice made included, and with which dice.

A natural die laid on a box is lost for making black ones; a black die on a box must have been rolled or made. With j
dice to a black one, black dice wanted can be had if and only if for every value v those wanted of at least v are no
more than the black dice rolled and the j-th part of the coloured dice left over of at least v. So the ways of each
colour are joined by adding up what they leave over and what they want; a way that covers no more, leaves over no more
and wants no less than another is no use. The colour with the largest choice, the axis, comes last: what the others
leave it says at once the most black dice that it can have, and a table says what those cover together with its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.games.one_deck_dungeon.covers import Slot
from companion.games.one_deck_dungeon.fills import (
    ADDED,
    BLACK,
    VALUES,
    Fill,
    Ints,
    Part,
    Way,
    adds_up,
    counts_of,
    dice_of,
    fills,
    in_order,
    parts_of,
    undominated,
)
from companion.games.one_deck_dungeon.grid import Kind
from companion.games.one_deck_dungeon.heaps import WIDTH, Families, Heaps
from companion.games.one_deck_dungeon.rolls import Dice, handfuls
from companion.games.one_deck_dungeon.wants import sums

MOST_WAYS = 2_500
"""Ways that are kept of a colour, or of colours together; where there are more, those that cover most."""

MOST_TRADES = 600_000
"""Ways of the other colours with ways of the axis that are gone through."""

FEW_WAYS = 40
"""Ways that are kept at first: often they are enough to cover everything."""


def reached(
    kinds: Sequence[Kind], joined: int, roll: Sequence[Sequence[int]], everything: int, made: int | None = None
) -> Reach:
    """Return what a roll can cover, after a first look that is enough where that is all boxes.

    Args:
        kinds, joined, roll, made: as for `Reach`.
        everything: all boxes.
    """
    first = Reach(kinds, joined, roll, FEW_WAYS, made)
    if everything in first.sets:
        first.proven = True
    return first if first.proven else Reach(kinds, joined, roll, made=made)


class Ways(msgspec.Struct):
    """Ways of several parts together, one a row.

    Args:
        mask: boxes covered.
        left, black: how many dice of each value or more are left over, and are wanted.
        added: what is laid on each box in which colours add up.
        source: for each part joined so far the number of its way.
    """

    mask: Ints
    left: Ints
    black: Ints
    added: Ints
    source: Ints

    def only(self, rows: Ints | NDArray[np.bool_]) -> Ways:
        """Return some of the rows."""
        return Ways(*(column[rows] for column in (self.mask, self.left, self.black, self.added, self.source)))


class Reach:
    """What one roll can cover.

    Args:
        kinds: where dice lie.
        joined: dice that make a black one.
        roll: values by colour, in the order strength, agility, magic, black.
        most: how many ways of a colour, or of several, are gone through.
        made: how many black dice may be made; None for as many as there are dice for.
    """

    def __init__(
        self,
        kinds: Sequence[Kind],
        joined: int,
        roll: Sequence[Sequence[int]],
        most: int = MOST_WAYS,
        made: int | None = None,
    ) -> None:
        self.joined = joined
        self.most = most
        self.rolled = counts_of(in_order(roll[BLACK]))
        self.coloured = counts_of(in_order(value for dice in roll[:BLACK] for value in dice))
        possible = int(self.coloured[0]) // joined
        self.made = possible if made is None else min(made, possible)
        self.shared = [(slot, kind.black) for kind in kinds if kind.takes for slot in kind.slots if adds_up(kind, slot)]
        self.proven = True
        parts = parts_of(kinds, roll)
        parts.sort(key=lambda part: (sum(slot.wide for slot in part.free), len(part.dice)))
        self.axis = parts.pop() if parts else Part(0)
        self.parts = parts
        if any(black for _, black in self.shared):
            self.parts.append(Part(ADDED))

    # -------------------------------------------------------------------------------------------- the colours but one

    @cached_property
    def ways(self) -> list[list[Way]]:
        """Return the ways of each part but the axis."""
        return [self._useful(self._ways(part)) for part in self.parts]

    @cached_property
    def others(self) -> Ways:
        """Return the ways of all parts but the axis together."""
        none = np.zeros((1, len(VALUES)), dtype=np.int64)
        added = np.zeros((1, len(self.shared)), dtype=np.int64)
        whole = Ways(np.zeros(1, dtype=np.int64), none, none, added, np.zeros((1, 0), dtype=np.int64))
        coming = self.coloured
        for part, ways in zip(self.parts, self.ways, strict=True):
            coming = coming - counts_of(part.dice)
            whole = self._joined(whole, self._rows(ways), coming)
        most = MOST_TRADES // len(self.given.mask)
        self.proven &= len(whole.mask) <= most
        return whole.only(np.arange(min(most, len(whole.mask))))

    def _ways(self, part: Part) -> list[Way]:
        found = [Way(0, part.dice, added=(0,) * len(self.shared))]
        for slot, black in [*((s, False) for s in part.barred), *((s, True) for s in part.free)]:
            more = [way for before in found for way in self._filled(before, slot, black, part.colour)]
            found = self._useful([*found, *more])
        for at in range(len(self.shared)):
            more = [way for before in found for way in self._more(part, before, at)]
            found = self._useful([*found, *more])
        return found

    def _filled(self, before: Way, slot: Slot, black: bool, colour: int) -> Iterator[Way]:
        """Yield the ways on in which a box is filled too."""
        for own, left, wanted in fills(slot, before.left, black):
            way = Way(
                before.mask | slot.bit, left, in_order((*before.black, *wanted)), before.added,
                (*before.fills, Fill(slot.bit, colour, own, wanted)),
            )  # fmt: skip
            if self._bearable(way):
                yield way

    def _more(self, part: Part, before: Way, at: int) -> Iterator[Way]:
        """Yield the ways on in which dice are laid on a box where colours add up; black ones are a part apart."""
        slot, black = self.shared[at]
        handful: list[tuple[Dice, Dice, Dice]] = [(own, left, ()) for own, left in handfuls(before.left) if own]
        if part.colour == ADDED and black:
            handful = [((), (), dice) for total in range(1, slot.target + 1) for dice in sums(total)]
        for own, left, wanted in handful:
            total = min(slot.target, sum(own) + sum(wanted))
            added = (*before.added[:at], total, *before.added[at + 1 :])
            fills = (*before.fills, Fill(slot.bit, part.colour, own, wanted))
            way = Way(before.mask, left, in_order((*before.black, *wanted)), added, fills)
            if self._bearable(way):
                yield way

    def _bearable(self, way: Way) -> bool:
        """Return whether the black dice that a way wants can be had at all."""
        spent = [die for fill in way.fills for die in fill.own]
        for value in set(way.black):
            left = int(self.coloured[value - 1]) - sum(die >= value for die in spent)
            if sum(die >= value for die in way.black) > self.rolled[value - 1] + min(self.made, left // self.joined):
                return False
        return True

    def _useful(self, ways: list[Way]) -> list[Way]:
        """Return the ways of one part that no other betters."""
        ways = list({(way.mask, way.left, way.black, way.added): way for way in reversed(ways)}.values())[::-1]
        rows = self._rows(ways)
        kept = self._kept_of(rows.mask, np.concatenate([rows.left, -rows.black, rows.added], axis=1))
        return [ways[at] for at in kept]

    def _rows(self, ways: Sequence[Way]) -> Ways:
        """Return the ways of one part as rows."""
        return Ways(
            np.array([way.mask for way in ways], dtype=np.int64),
            np.array([counts_of(way.left) for way in ways]),
            np.array([counts_of(way.black) for way in ways]),
            np.array([way.added for way in ways], dtype=np.int64).reshape(len(ways), len(self.shared)),
            np.arange(len(ways))[:, None],
        )

    def _joined(self, one: Ways, other: Ways, coming: Ints) -> Ways:
        """Return two parts together.

        Args:
            one, other: the parts.
            coming: dice of what is not joined yet, by value or more.
        """
        first, second = (at.ravel() for at in np.indices((len(one.mask), len(other.mask))))
        caps = np.array([slot.target for slot, _ in self.shared], dtype=np.int64)
        whole = Ways(
            one.mask[first] | other.mask[second],
            one.left[first] + other.left[second],
            one.black[first] + other.black[second],
            np.minimum(caps, one.added[first] + other.added[second]),
            np.concatenate([one.source[first], other.source[second]], axis=1),
        )
        short = whole.black > self.rolled + np.minimum(self.made, (whole.left + coming) // self.joined)
        whole = whole.only(np.flatnonzero(~short.any(axis=1)))
        balance = whole.left - self.joined * whole.black
        return whole.only(self._kept_of(whole.mask, np.concatenate([balance, -whole.black, whole.added], axis=1)))

    def _kept_of(self, mask: Ints, counts: Ints) -> Ints:
        kept = undominated(mask, counts, self.most)
        self.proven &= len(kept) < self.most
        return kept

    # ------------------------------------------------------------------------------------------------------- the axis

    @cached_property
    def given(self) -> Ways:
        """Return what dice of the axis may be kept from its free boxes: to be joined, or laid on other boxes.

        `left` counts those that may be joined; `source` is the number of the way in `laid`.
        """
        rows = self._rows(self.laid)
        found = [(at, counts_of(given)) for at, way in enumerate(self.laid) for given, _ in handfuls(way.left)]
        ways = rows.only(np.array([at for at, _ in found]))
        ways.left = np.array([left for _, left in found], dtype=np.int64)
        return ways

    @cached_property
    def laid(self) -> list[Way]:
        """Return the ways to lay dice of the axis on boxes that bar black ones or add colours up."""
        return self._useful(self._ways(Part(self.axis.colour, self.axis.dice, (), self.axis.barred)))

    @cached_property
    def _kept(self) -> Ints:
        """Return how many dice of each value or more the axis keeps for its free boxes, by row of `given`."""
        left = np.array([counts_of(way.left) for way in self.laid], dtype=np.int64)
        return left[self.given.source[:, 0]] - self.given.left

    @property
    def room(self) -> int:
        """Return how many black dice the axis has a use for."""
        return sum(slot.target if slot.wide else slot.copies for slot in self.axis.free)

    def _traded(self, rows: Ways, made: int) -> tuple[Ints, Ints, Ints]:
        """Return the trades that are possible: rows of the others, rows of `given`, black dice of each value or more.

        Args:
            rows: ways of the others.
            made: how many black dice are made at most.
        """
        others, given = (at.ravel() for at in np.indices((len(rows.mask), len(self.given.mask))))
        left = rows.left[others] + self.given.left[given]
        had = self.rolled + np.minimum(made, left // self.joined) - rows.black[others]
        had = np.minimum.accumulate(np.minimum(had, self.room), axis=1)
        good = had[:, -1] >= 0
        return others[good], given[good], had[good]

    def _families(self, given: Ints, had: Ints) -> Families:
        """Return the sets of its free boxes that the axis covers by each trade."""
        counts = self._kept[given] + had
        enough = _enough(self.axis.free, counts)
        heaps, covered = _table(self.axis.free, int(counts[~enough, 0].max(initial=0)))
        exact = counts - np.append(counts[:, 1:], np.zeros((len(counts), 1), dtype=np.int64), axis=1)
        codes = exact @ (1 << WIDTH * np.arange(len(VALUES), dtype=np.int64))
        return covered[np.where(enough, -1, np.searchsorted(heaps.codes, np.where(enough, 0, codes)))]

    def _masks(self, rows: Ways, others: Ints, given: Ints) -> Ints:
        """Return the boxes that trades cover beside the free ones of the axis."""
        mask = rows.mask[others] | self.given.mask[given]
        total = rows.added[others] + self.given.added[given]
        for at, (slot, _) in enumerate(self.shared):
            mask = mask | np.where(total[:, at] >= slot.target, slot.bit, 0)
        return mask

    @cached_property
    def sets(self) -> frozenset[int]:
        """Return sets of boxes that can be covered, the largest ones among them."""
        others, given, had = self._traded(self.others, self.made)
        families = self._families(given, had)
        masks = self._masks(self.others, others, given)
        found: set[int] = set()
        subsets = np.array([_mask(self.axis.free, subset) for subset in range(1 << len(self.axis.free))])
        bits = np.arange(64, dtype=np.uint64)
        for row in _different([masks, *families.T]):
            held = families[row][:, None] >> bits & np.uint64(1)
            found.update((subsets[held.ravel()[: len(subsets)] == 1] | masks[row]).tolist())
        return frozenset(found)

    # -------------------------------------------------------------------------------------------------------- the dice

    def dealt(self, part: int) -> list[Fill]:
        """Return what to lay on boxes that can be covered together: as few black dice made, then used, as can be.

        Args:
            part: the boxes.

        Raises:
            ValueError: they cannot.
        """
        mine = sum({slot.bit for slot in (*self.axis.free, *self.axis.barred)})
        elsewhere = sum({slot.bit for p in self.parts for slot in (*p.free, *p.barred)} - _bits(mine))
        rows = self.others.only(part & elsewhere & ~self.others.mask == 0)
        for made in range(self.made + 1):
            others, given, had = self._traded(rows, made)
            for used in range(int(self.rolled[0]) + made + 1):
                spare = used - rows.black[others, :1]
                some = np.flatnonzero(spare[:, 0] >= 0)
                found = self._dealt(part, rows, others[some], given[some], np.minimum(had, spare)[some])
                if found is not None:
                    return found
        raise ValueError(f"these boxes cannot be covered together: {part:b}")

    def _dealt(self, part: int, rows: Ways, others: Ints, given: Ints, had: Ints) -> list[Fill] | None:
        """Return what to lay on boxes by the first trade that covers them, or `None`."""
        if not len(others):
            return None
        missing = part & ~self._masks(rows, others, given)
        index = np.zeros(len(missing), dtype=np.int64)
        for at, slot in enumerate(self.axis.free):
            index |= np.where(missing & slot.bit, 1 << at, 0)
        word = self._families(given, had)[np.arange(len(index)), index >> 6] >> (index & 63).astype(np.uint64)
        mine = sum(slot.bit for slot in self.axis.free)
        fits = np.flatnonzero((missing & ~mine == 0) & (word & np.uint64(1) == 1))
        if not len(fits):
            return None
        at = fits[0]
        found = [fill for ways, n in zip(self.ways, rows.source[others[at]], strict=True) for fill in ways[n].fills]
        found += self.laid[self.given.source[given[at], 0]].fills
        slots = [slot for slot in self.axis.free if slot.bit & missing[at]]
        heap = [(v, 1) for v in dice_of(self._kept[given[at]])] + [(v, 0) for v in dice_of(had[at])]
        found += _laid_out(slots, tuple(sorted(heap, reverse=True)), self.axis.colour) or []
        return [fill for fill in found if fill.bit & part]


Heap = tuple[tuple[int, int], ...]
"""Values of dice, the highest first, each with 1 for a natural die and 0 for a black one."""


def _laid_out(slots: Sequence[Slot], heap: Heap, colour: int) -> list[Fill] | None:
    """Return what dice of a heap to lay on each of some boxes, natural ones of a value first, or `None`."""
    if not slots:
        return []
    slot, *rest = slots
    for used, _, _ in fills(slot, tuple(value for value, _ in heap), False):
        dice = list(heap)
        own, black = list[int](), list[int]()
        for value in used:
            die = next(die for die in dice if die[0] == value)
            dice.remove(die)
            (own if die[1] else black).append(value)
        further = _laid_out(rest, tuple(dice), colour)
        if further is not None:
            return [Fill(slot.bit, colour, tuple(own), tuple(black)), *further]
    return None


def _enough(slots: Sequence[Slot], counts: Ints) -> NDArray[np.bool_]:
    """Return which heaps cover all of some boxes for sure, whichever dice are laid on which first.

    Args:
        slots: the boxes.
        counts: for each heap how many dice show each value or more.
    """
    small = [slot.target for slot in slots if not slot.wide for _ in range(slot.copies)]
    wide = [slot.target + VALUES[-2] for slot in slots if slot.wide]
    enough: NDArray[np.bool_] = counts.sum(axis=1) >= VALUES[-1] * len(small) + sum(wide)
    for target in set(small):
        enough &= counts[:, target - 1] >= sum(t >= target for t in small) if target <= VALUES[-1] else False
    return enough


@lru_cache(maxsize=16)
def _table(slots: tuple[Slot, ...], most: int) -> tuple[Heaps, Families]:
    """Return all heaps of up to so many dice, and the sets of boxes that each covers; the last place is for all."""
    heaps = Heaps(VALUES, most)
    covered = heaps.covered(slots)
    covered[-1] = np.uint64((1 << min(64, 1 << len(slots))) - 1)
    return heaps, covered


def _different(columns: Sequence[NDArray[Any]]) -> Ints:
    """Return the first of the rows that are alike in all columns."""
    code = np.zeros(len(columns[0]), dtype=np.int64)
    for column in columns:
        kinds, number = np.unique(column, return_inverse=True)
        code = np.unique(code * len(kinds) + number, return_inverse=True)[1]
    return np.unique(code, return_index=True)[1]


def _bits(mask: int) -> set[int]:
    return {1 << at for at in range(mask.bit_length()) if mask >> at & 1}


def _mask(slots: Sequence[Slot], subset: int) -> int:
    return sum(slot.bit for at, slot in enumerate(slots) if subset >> at & 1)
