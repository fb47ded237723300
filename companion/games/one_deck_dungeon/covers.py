"""Which boxes of one kind dice of one kind can cover, with no help from others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from companion.games.one_deck_dungeon.rolls import Dice, handfuls


class Slot(msgspec.Struct, frozen=True):
    """A box as the dice see it that may lie on it.

    Args:
        bit: its bit in masks of the whole fight.
        target: the value that covers it.
        wide: whether dice add up in it.
        copies: how many dice it takes, one after the other (the Lich's skulls take two).
    """

    bit: int
    target: int
    wide: bool = False
    copies: int = 1


class Covers:
    """The sets of boxes that dice of one kind cover.

    Args:
        slots: the boxes of the kind.
    """

    def __init__(self, slots: Iterable[Slot]) -> None:
        self.slots = tuple(sorted(slots, key=lambda slot: (-slot.wide, -slot.target)))
        self._found: dict[tuple[Dice, int], frozenset[int]] = {}

    def largest(self, dice: Dice, at: int = 0) -> frozenset[int]:
        """Return the sets of boxes, as masks, that no larger set of these dice holds."""
        key = (dice, at)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._search(dice, at)
        return found

    def _search(self, dice: Dice, at: int) -> frozenset[int]:
        if at == len(self.slots):
            return frozenset((0,))
        slot = self.slots[at]
        masks = set(self.largest(dice, at + 1))
        for rest in self._left(slot, dice):
            masks.update(mask | slot.bit for mask in self.largest(rest, at + 1))
        return maximal(masks)

    def _left(self, slot: Slot, dice: Dice) -> Iterator[Dice]:
        """Yield the dice left after a box is covered without waste."""
        if slot.wide:
            for used, left in handfuls(dice):
                if used and 0 <= sum(used) - slot.target < used[-1]:
                    yield left
        else:
            fitting = sum(value >= slot.target for value in dice)
            if fitting >= slot.copies:
                yield dice[: fitting - slot.copies] + dice[fitting:]


def maximal(masks: Iterable[int]) -> frozenset[int]:
    """Return the masks that are no part of another."""
    kept: list[int] = []
    for mask in sorted(set(masks), key=int.bit_count, reverse=True):
        if not any(mask & ~other == 0 for other in kept):
            kept.append(mask)
    return frozenset(kept)
