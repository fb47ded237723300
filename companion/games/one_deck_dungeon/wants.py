"""What the dice of one colour can do: which boxes they cover, what they leave over, and which black dice they want.

Dice left over and dice wanted meet in one number for each value v. With j dice to a black one, wanted black dice can be
had if and only if for every v the wanted ones of at least v are no more than the black dice rolled and the j-th part of
the dice left over of at least v: greatest dice are joined with greatest. So a die left over counts 1, a black die j and
one wanted -j for all v up to its value, and nothing but the sum over all colours, the *balance*, matters; nowhere must
it be negative. It follows that of two ways to cover the same boxes the one with the higher balance is better.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from companion.games.one_deck_dungeon.covers import Slot
from companion.games.one_deck_dungeon.rolls import Dice, handfuls

Balance = tuple[int, ...]
"""For each level, dice left over less dice wanted."""

Offer = tuple[int, Balance]
"""Boxes covered, as a mask, and the balance that this leaves."""


Packed = tuple[int, int]
"""An offer with its balance in one number, sixteen bits a level."""

BITS = 16
EVEN = 1 << 14
"""Added to a level of a packed balance, it leaves this bit set exactly where the level is not negative."""

COLUMNS = 9
"""The most numbers of a balance."""

MASKS = COLUMNS * BITS
"""Where the boxes covered stand in a number with a balance."""

GUARDS = sum(EVEN << BITS * at for at in range(COLUMNS)) + sum(2 << MASKS + 2 * at for at in range(32))
"""Added to the difference of two such numbers, it leaves its bits set exactly where the second is nowhere higher."""

HIGH = sum(1 << 10 + BITS * at for at in range(COLUMNS))
"""Added to a packed balance, it makes all levels positive, and their sum is what is left modulo 65535."""


class Coarse(NamedTuple):
    """Which black dice are told apart where a count is to bound what can be had.

    Args:
        levels: the values told apart, the lowest first.
        most: whether a black die is taken for the most that it may show, which bounds from above; else from below.
    """

    levels: tuple[int, ...]
    most: bool


class Scale:
    """What dice count in balances.

    With fewer levels than boxes tell apart, black dice are taken for the least or for the most that they may show, and
    what can be covered is bounded.

    Args:
        levels: the values that are told apart, the lowest first; a die counts as the highest level it reaches.
        joined: dice that make a black one; 0 if none is made.
        most: whether a black die is taken for the most that it may show. The lowest level must then be of no more
            than the least value that is of use.
        limits: how many columns more balances have, one for each of the lowest levels. A die wanted
            counts there as it does for that level, dice left over do not: they tell how many black dice of that level
            or more there are, however many coloured ones could make more.
    """

    def __init__(self, levels: Sequence[int], joined: int, most: bool = False, limits: int = 0) -> None:
        self.levels = tuple(levels)
        # Many black dice are wanted of low levels, where they add up: that is where few of them matter.
        self.limits = self.levels[:limits]
        self.black = joined or 1
        self.left = 1 if joined else 0
        self.most = most
        above = (*(level - 1 for level in self.levels[1:]), max(6, self.levels[-1]))
        self.shows = dict(zip(self.levels, above if most else self.levels, strict=True))

    @property
    def columns(self) -> int:
        """Return how many numbers a balance has."""
        return len(self.levels) + len(self.limits)

    def wanted(self, target: int) -> int | None:
        """Return the level that a black die must reach to cover a small box; None if none does."""
        return next((level for level in self.levels if self.shows[level] >= target), None)

    def sums(self, total: int) -> tuple[Dice, ...]:
        """Return the black dice, by their levels, that come to a total, none of them too high or too many."""
        return _sums(total, tuple(reversed(self.shows.items())))

    def counts(self, dice: Iterable[int]) -> Balance:
        """Return for each level how many dice reach it."""
        dice = tuple(dice)
        return tuple(sum(value >= level for value in dice) for level in self.levels)

    def balance(self, left: Dice, wanted: Dice) -> Balance:
        """Return what dice left over and dice wanted come to."""
        pairs = zip(self.counts(left), self.counts(wanted), strict=True)
        return tuple(self.left * have - self.black * want for have, want in pairs)


def levels_of(slots: Iterable[Slot]) -> tuple[int, ...]:
    """Return the levels that boxes tell apart: their targets, or all values where dice add up."""
    slots = tuple(slots)
    values = range(1, 7) if any(slot.wide for slot in slots) else sorted({min(slot.target, 7) for slot in slots})
    return tuple(values) or (7,)


def scale_of(slots: Iterable[Slot], joined: int) -> Scale:
    """Return the scale for boxes."""
    return Scale(levels_of(slots), joined)


class Wants:
    """The offers of one colour.

    Args:
        slots: the boxes that its dice, or black ones, cover.
        scale: what dice count.
        most: black dice that can be had at most.
    """

    def __init__(self, slots: Iterable[Slot], scale: Scale, most: int) -> None:
        self.slots = tuple(sorted(slots, key=lambda slot: (-slot.wide, -slot.target)))
        self.scale = scale
        self.most = most
        self._levels = tuple(enumerate(scale.levels))
        self._limits = tuple(enumerate(scale.limits, len(scale.levels)))
        self._even = sum(EVEN << BITS * at for at in range(scale.columns))
        self._lack = self._even + sum(scale.black * most << BITS * at for at in range(scale.columns))
        self._known: dict[tuple[int, Dice], list[Packed]] = {}

    def offers(self, dice: Dice) -> list[Offer]:
        """Return every way that no other way betters; dice highest first."""
        return [(mask, self._unpacked(packed)) for mask, packed in self._found(0, dice)]

    def _found(self, at: int, dice: Dice) -> list[Packed]:
        """Return the offers of some dice from a box on, by numbers."""
        found = self._known.get((at, dice))
        if found is None:
            found = self._known[at, dice] = self._search(at, dice)
        return found

    def _search(self, at: int, dice: Dice) -> list[Packed]:
        if at == len(self.slots):
            return [(0, self._packed(dice, self.scale.left, self._levels))]
        slot, found = self.slots[at], set(self._found(at + 1, dice))
        for left, wanted in self._fills(slot, dice, self.most):
            cost = self._packed(wanted, self.scale.black, (*self._levels, *self._limits))
            found |= {(mask | slot.bit, packed - cost) for mask, packed in self._found(at + 1, left)}
        return unbettered(offer for offer in found if (offer[1] + self._lack) & self._even == self._even)

    def _packed(self, dice: Dice, worth: int, columns: Sequence[tuple[int, int]]) -> int:
        """Return what dice count in columns, each with its level; sixteen bits a column."""
        return worth * sum(sum(value >= level for value in dice) << BITS * at for at, level in columns)

    def _unpacked(self, packed: int) -> Balance:
        packed += self._even
        return tuple((packed >> BITS * at & (1 << BITS) - 1) - EVEN for at in range(self.scale.columns))

    def looked_at(self, dice: Dice, most: int) -> int:
        """Return how many ways `offers` looks at, counted up to a number.

        Args:
            dice: the dice, highest first.
            most: where counting stops.
        """
        return sum(1 for _ in islice(self._ways(0, dice, self.most), most))

    def _ways(self, at: int, dice: Dice, most: int) -> Iterator[tuple[int, Dice, Dice]]:
        """Yield boxes covered, dice left over and black dice wanted, from a box on."""
        if at == len(self.slots):
            yield 0, dice, ()
            return
        yield from self._ways(at + 1, dice, most)
        slot = self.slots[at]
        for left, wanted in self._fills(slot, dice, most):
            for mask, rest, more in self._ways(at + 1, left, most - len(wanted)):
                yield mask | slot.bit, rest, wanted + more

    def _fills(self, slot: Slot, dice: Dice, most: int) -> Iterator[tuple[Dice, Dice]]:
        """Yield the ways to fill a box with own dice and black ones, nothing wasted."""
        if slot.wide:
            for used, left in handfuls(dice):
                missing = slot.target - sum(used)
                if not used or missing + used[-1] > 0:
                    yield from ((left, wanted) for wanted in self.scale.sums(max(0, missing)) if len(wanted) <= most)
            return
        fitting, level = sum(value >= slot.target for value in dice), self.scale.wanted(slot.target)
        for own in range(min(fitting, slot.copies) + 1):
            if slot.copies == own or (level is not None and slot.copies - own <= most):
                yield dice[: fitting - own] + dice[fitting:], (level or 0,) * (slot.copies - own)


@lru_cache(maxsize=4096)
def _sums(total: int, shown: tuple[tuple[int, int], ...]) -> tuple[Dice, ...]:
    """Return the multisets of levels that come to a total and would not with any die a level lower.

    Args:
        total: what they must come to at least.
        shown: the levels and what each counts, the highest first.
    """
    counts = dict(shown)
    steps = {level: worth - less for (level, worth), (_, less) in zip(shown, (*shown[1:], (0, 0)), strict=True)}
    return tuple(
        dice
        for dice in _reaching(total, shown)
        if all(sum(counts[die] for die in dice) - steps[level] < total for level in set(dice))
    )


def _reaching(total: int, shown: tuple[tuple[int, int], ...]) -> Iterator[Dice]:
    """Yield the multisets of levels that come to a total and would not without their last die."""
    if total <= 0:
        yield ()
    elif shown:
        (level, worth), *fewer = shown
        yield from ((level, *rest) for rest in _reaching(total - worth, shown))
        yield from _reaching(total, tuple(fewer))


@lru_cache(maxsize=1024)
def sums(total: int, top: int = 6) -> tuple[Dice, ...]:
    """Return the multisets of values that add up to just a total, each highest first."""
    if not total:
        return ((),)
    return tuple((value, *rest) for value in range(min(top, total), 0, -1) for rest in sums(total - value, value))


def undominated(offers: Iterable[Offer]) -> list[Offer]:
    """Return the offers that no other betters: no box less covered and nowhere a lower balance."""
    by_number = {(mask, sum(n << BITS * at for at, n in enumerate(balance))): balance for mask, balance in offers}
    return [(mask, by_number[mask, packed]) for mask, packed in unbettered(by_number)]


def unbettered(offers: Iterable[Packed]) -> list[Packed]:
    """Return the offers, each different, that no other betters."""
    kept, found = list[int](), list[Packed]()
    for offer in sorted(offers, key=_promising):
        number = offer[1] + _spread(offer[0])
        less = number - GUARDS
        if not any(other - less & GUARDS == GUARDS for other in kept):
            kept.append(number)
            found.append(offer)
    return found


@lru_cache(maxsize=65536)
def _spread(mask: int) -> int:
    """Return a mask with two bits a box, above all levels."""
    return sum(1 << MASKS + 2 * at for at in range(mask.bit_length()) if mask >> at & 1)


def _promising(offer: Packed) -> tuple[int, int]:
    """Return an order in which no offer stands after one that it betters."""
    return -offer[0].bit_count(), -((offer[1] + HIGH) % ((1 << BITS) - 1))
