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

from companion.games.one_deck_dungeon.covers import Slot
from companion.games.one_deck_dungeon.rolls import Dice, handfuls

Balance = tuple[int, ...]
"""For each level, dice left over less dice wanted."""

Offer = tuple[int, Balance]
"""Boxes covered, as a mask, and the balance that this leaves."""


class Scale:
    """What dice count in balances.

    Args:
        levels: the values that any box tells apart, the lowest first; a die counts as the highest level it reaches.
        joined: dice that make a black one; 0 if none is made.
    """

    def __init__(self, levels: Sequence[int], joined: int) -> None:
        self.levels = tuple(levels)
        self.black = joined or 1
        self.left = 1 if joined else 0

    def level(self, dice: Dice) -> Dice:
        """Return dice with their values lowered to levels; those below all levels are gone."""
        return tuple(max(level for level in self.levels if level <= v) for v in dice if v >= self.levels[0])

    def counts(self, dice: Iterable[int]) -> Balance:
        """Return for each level how many dice reach it."""
        dice = tuple(dice)
        return tuple(sum(value >= level for value in dice) for level in self.levels)

    def balance(self, left: Dice, wanted: Dice) -> Balance:
        """Return what dice left over and dice wanted come to."""
        pairs = zip(self.counts(left), self.counts(wanted), strict=True)
        return tuple(self.left * have - self.black * want for have, want in pairs)


def scale_of(slots: Iterable[Slot], joined: int) -> Scale:
    """Return the scale for boxes: their targets, or all values where dice add up."""
    slots = tuple(slots)
    values = range(1, 7) if any(slot.wide for slot in slots) else sorted({min(slot.target, 7) for slot in slots})
    return Scale(tuple(values) or (7,), joined)


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

    def offers(self, dice: Dice) -> list[Offer]:
        """Return every way that no other way betters; dice highest first."""
        found = {(mask, self.scale.balance(left, wanted)) for mask, left, wanted in self._ways(0, dice, self.most)}
        return undominated(found)

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
                    yield from ((left, wanted) for wanted in sums(max(0, missing)) if len(wanted) <= most)
            return
        fitting = sum(value >= slot.target for value in dice)
        for own in range(min(fitting, slot.copies) + 1):
            if slot.copies - own <= most:
                yield dice[: fitting - own] + dice[fitting:], (slot.target,) * (slot.copies - own)


@lru_cache(maxsize=1024)
def sums(total: int, top: int = 6) -> tuple[Dice, ...]:
    """Return the multisets of values that add up to just a total, each highest first."""
    if not total:
        return ((),)
    return tuple((value, *rest) for value in range(min(top, total), 0, -1) for rest in sums(total - value, value))


EVEN = 1 << 14
"""Added to a digit of a packed balance, it leaves this bit set exactly where the digit is not negative."""


def undominated(offers: Iterable[Offer]) -> list[Offer]:
    """Return the offers that no other betters: no box less covered and nowhere a lower balance."""
    kept: dict[int, list[int]] = {}
    found: list[Offer] = []
    even = 0
    for mask, balance in sorted(set(offers), key=lambda offer: (-offer[0].bit_count(), -sum(offer[1]))):
        even = even or sum(EVEN << 16 * at for at in range(len(balance)))
        packed = sum(n << 16 * at for at, n in enumerate(balance))
        if not any(_as_high(packed, some, even) for m, some in kept.items() if mask & ~m == 0):
            kept.setdefault(mask, []).append(packed)
            found.append((mask, balance))
    return found


def _as_high(packed: int, others: Sequence[int], even: int) -> bool:
    """Return whether one of other balances is nowhere lower; each stands in one number, sixteen bits a level."""
    packed -= even
    return any(other - packed & even == even for other in others)
