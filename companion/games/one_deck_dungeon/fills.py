"""Ways to use the dice of one colour: natural dice laid on boxes, dice left over, and black dice wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.games.one_deck_dungeon.boxes import COLOURS
from companion.games.one_deck_dungeon.covers import Slot
from companion.games.one_deck_dungeon.grid import Kind
from companion.games.one_deck_dungeon.rolls import Dice, handfuls
from companion.games.one_deck_dungeon.wants import sums

Ints: TypeAlias = NDArray[np.int64]

VALUES = tuple(range(1, 7))
BLACK = COLOURS.index("H")
ADDED = len(COLOURS)
"""Stands for the colour of black dice that are laid on boxes in which colours add up."""

GUARDS = np.uint64(0x8000_8000_8000_8000)
"""The highest bit of each of four fields in a word: it is lost where a greater field is taken off."""


class Fill(msgspec.Struct, frozen=True):
    """The dice of one colour, and black ones, that are laid on a box.

    Args:
        bit: the box.
        colour: the index of the colour.
        own: values of dice of this colour.
        black: values that black dice must have at least.
    """

    bit: int
    colour: int
    own: Dice = ()
    black: Dice = ()


class Way(msgspec.Struct, frozen=True):
    """One way to use the dice of a part.

    Args:
        mask: boxes covered.
        left: natural dice left over.
        black: black dice wanted, highest first.
        added: what is laid on each box in which the dice of several colours add up.
        fills: how.
    """

    mask: int
    left: Dice
    black: Dice = ()
    added: Dice = ()
    fills: tuple[Fill, ...] = ()


class Part(msgspec.Struct):
    """Dice of one colour, and the boxes they may lie on.

    Args:
        colour: the index of the colour; `BLACK` or `ADDED` for black ones alone.
        dice: natural dice, highest first.
        free: boxes that these dice and black ones may fill.
        barred: boxes that only these dice may fill.
    """

    colour: int
    dice: Dice = ()
    free: tuple[Slot, ...] = ()
    barred: tuple[Slot, ...] = ()


def parts_of(kinds: Sequence[Kind], roll: Sequence[Sequence[int]]) -> list[Part]:
    """Return the dice of each colour with all boxes they may lie on but those in which colours add up."""
    found = []
    for place, kind in enumerate(kinds):
        if kind.colour >= 0:
            more = [k for k in kinds if place in k.takes]
            free = [slot for k in more if k.black for slot in k.slots if not adds_up(k, slot)]
            barred = [slot for k in more if not k.black for slot in k.slots if not adds_up(k, slot)]
            dice = in_order(value for value in roll[kind.colour] if value > 0)
            found.append(Part(kind.colour, dice, _hardest((*kind.slots, *free)), _hardest(barred)))
        elif not kind.takes:
            found.append(Part(BLACK, (), _hardest(kind.slots)))
    return found


def adds_up(kind: Kind, slot: Slot) -> bool:
    """Return whether dice of several colours add up in a box."""
    return slot.wide and len(kind.takes) > 1


def _hardest(slots: Iterable[Slot]) -> tuple[Slot, ...]:
    """Return boxes with the hardest first."""
    return tuple(sorted(slots, key=lambda slot: (-slot.wide, -slot.target)))


def fills(slot: Slot, dice: Dice, black: bool) -> Iterator[tuple[Dice, Dice, Dice]]:
    """Yield the ways to fill a box, nothing wasted: dice laid on it, dice left, black dice wanted.

    Args:
        slot: the box.
        dice: dice that may be laid on it, the highest first.
        black: whether black ones may be laid there too.
    """
    if slot.wide:
        for used, left in handfuls(dice):
            missing = slot.target - sum(used)
            if (black or missing <= 0) and (not used or missing + used[-1] > 0):
                yield from ((used, left, wanted) for wanted in sums(max(0, missing)))
        return
    fitting = sum(value >= slot.target for value in dice)
    for own in range(min(fitting, slot.copies), -1, -1):
        if own == slot.copies or (black and slot.target <= VALUES[-1]):
            first = fitting - own
            yield dice[first:fitting], dice[:first] + dice[fitting:], (slot.target,) * (slot.copies - own)


def undominated(mask: Ints, counts: Ints, most: int) -> Ints:
    """Return the rows that no other betters, the highest sums first; of equal ones the first.

    Args:
        mask: boxes covered, the more the better.
        counts: numbers, the higher the better, a row each; below 8192 and above -8192.
        most: how many rows to return at most.
    """
    rest = np.lexsort((-counts.sum(axis=1), -np.bitwise_count(mask).astype(np.int64)))
    fields = np.zeros((len(mask), -(-counts.shape[1] // 4) * 4), dtype=np.uint16)
    fields[:, : counts.shape[1]] = counts + (1 << 13)
    words = [np.ascontiguousarray(word) for word in fields.view(np.uint64)[rest].T]
    masks, kept = mask[rest], list[int]()
    while len(rest) and len(kept) < most:
        kept.append(int(rest[0]))
        above = masks & ~masks[0] != 0
        for word in words:
            above |= ((word[0] | GUARDS) - word) & GUARDS != GUARDS
        rest, masks, words = rest[above], masks[above], [word[above] for word in words]
    return np.array(kept, dtype=np.int64)


@lru_cache(maxsize=16384)
def counts_of(dice: Dice) -> Ints:
    """Return for each value how many dice show it or more."""
    shown = np.bincount([value for value in dice if value > 0], minlength=len(VALUES) + 1)[1:]
    return np.cumsum(shown[::-1], dtype=np.int64)[::-1]


def dice_of(counts: Ints) -> Dice:
    """Return the dice of which so many show each value or more."""
    return tuple(int(np.count_nonzero(counts >= n)) for n in range(1, int(counts[0]) + 1))


def in_order(dice: Iterable[int]) -> Dice:
    """Return dice with the highest first."""
    return tuple(sorted(dice, reverse=True))
