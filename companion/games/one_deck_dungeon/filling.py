"""The best use of dice that lie there, found quickly: which boxes to cover, with which dice, and what to make black.

Sets of boxes are tried from the most wanted down, and the first one that the dice cover is the answer. Of each colour
only ways that waste nothing are looked at; how they add up with black dice is told by counting, as in `wants`. What is
found can be laid so. Only where black dice and dice that add up compete may a better way be missed: `placing` proves,
this is for thousands of rolls.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import product

import msgspec

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.boxes import COLOURS, GREY
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.losses import Loss, allowed, loss_of
from companion.games.one_deck_dungeon.rolls import Dice, handfuls
from companion.games.one_deck_dungeon.wants import sums

MOST, PARTS = 12, 2
"""So much of a sum at most is left to black dice, and to so many of them."""
FEW = 3
"""Ways to add up that are looked at."""
MANY = 12
"""Ways of one colour that are looked at."""

DIGIT = 1 << 8
"""The base in which balances are written."""
EVEN = sum(64 << 8 * at for at in range(6))
"""Added to a balance, it leaves this bit of each digit set exactly where the digit is not negative."""
NEVER = -EVEN
"""What no balance makes good."""
STAIRS = tuple(sum(1 << 8 * at for at in range(value)) for value in range(7))
"""One for each value up to a die's."""

Wanted = tuple[tuple[float, int], ...]
"""Worths and sets of boxes, as masks, the highest first."""

Hands = tuple[Dice, Dice, Dice, Dice]
"""Values by colour, the highest first."""


class Way(msgspec.Struct, frozen=True):
    """One way of a colour to cover some of its boxes.

    Args:
        left: own dice left over.
        wanted: box and value of the black dice that it takes besides.
        used: box and value of own dice laid there.
        balance: see `balance`.
    """

    left: Dice
    wanted: tuple[tuple[int, int], ...] = ()
    used: tuple[tuple[int, int], ...] = ()
    balance: int = 0


class Slot(msgspec.Struct, frozen=True):
    """A box as the dice of its colour see it.

    Args:
        at: its number, from 0.
        target: its value.
        wide: whether dice add up in it.
        copies: dice that it takes one after the other.
        black: whether black dice may lie there.
    """

    at: int
    target: int
    wide: bool
    copies: int
    black: bool


def _order(slot: Slot) -> tuple[bool, bool, int]:
    return slot.wide, slot.black, -slot.target


class Filling:
    """Boxes, and the rules that say how dice cover them.

    Args:
        fight: the fight; its pool is not asked.
    """

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self.joined = fight.joined
        self.boxes = fight.all_boxes
        twice = any(fight.having(a.Twice))
        barred = any(rule.colour == "H" for rule in fight.having(a.Bar))
        slots = [
            Slot(at, box.target, box.wide, 2 if box.skull and twice else 1, not (box.skull and barred))
            for at, box in enumerate(self.boxes)
        ]
        order = sorted(slots, key=_order)
        self.slots = {
            colour: tuple(slot for slot in order if self.boxes[slot.at].colour == colour) for colour in (*COLOURS, GREY)
        }

    def first(self, hands: Hands, wanted: Wanted) -> tuple[float, int, tuple[Way, ...]]:
        """Return the worth of the most wanted set of boxes that dice cover, the set, and a way of each colour.

        Args:
            hands: the dice that lie there.
            wanted: what each set of boxes is worth, the highest first; the last must be no box at all.
        """
        roll = Thrown(self, hands)
        for worth, mask in wanted:
            ways = roll.covering(mask)
            if ways is not None:
                return worth, mask, ways
        raise ValueError("no box at all must be among what is wanted")

    def roll(self, hands: Hands) -> Thrown:
        """Return dice that lie there, to be asked which boxes they cover."""
        return Thrown(self, hands)


class Thrown:
    """Dice that lie there.

    Args:
        filling: the boxes.
        hands: the dice.
    """

    def __init__(self, filling: Filling, hands: Hands) -> None:
        self.filling = filling
        self.black = hands[3]
        self.made = filling.fight.room(len(self.black))
        self.joined = filling.joined if self.made else 0
        self.all = sorted(value for dice in hands for value in dice)
        coloured = [at for at in range(3) if hands[at]]
        self.loose = filling.slots[GREY] if len(coloured) != 1 else ()
        self.hands = (*hands[:3], ())
        self.slots = [filling.slots[colour] for colour in COLOURS]
        if filling.slots[GREY] and len(coloured) == 1:
            at = coloured[0]
            self.slots[at] = tuple(sorted((*self.slots[at], *filling.slots[GREY]), key=_order))
        self.bits = [sum(1 << slot.at for slot in slots) for slots in self.slots]
        self.concerned = range(4 if self.bits[3] else 3)
        self.known: list[dict[int, Ways]] = [{}, {}, {}, {}]
        self.have = EVEN + balance((), tuple((0, value) for value in self.black), -(self.joined or 1))
        self.hopeless = self._hopeless()

    def _hopeless(self) -> int:
        """Return the boxes that none of these dice cover, alone or together."""
        mask = 0
        for at, slots in enumerate((*self.slots, self.loose)):
            own = self.all if at > 3 else [*self.hands[at], *self.black]
            most = sum(own) + 6 * min(self.made, len(self.all) // max(1, self.joined))
            for slot in slots:
                made = self.made and len(self.all) - bisect_left(self.all, slot.target) >= self.joined
                fits = slot.target <= most if slot.wide else made or any(value >= slot.target for value in own)
                mask |= 0 if fits else 1 << slot.at
        return mask

    def covering(self, mask: int) -> tuple[Way, ...] | None:
        """Return a way of each colour so that together they cover a set of boxes, None where there is none.

        Args:
            mask: the boxes, a bit for each.
        """
        if mask & self.hopeless:
            return None
        found, top = [], self.have
        for at in self.concerned:
            own = mask & self.bits[at]
            ways = self.known[at].get(own) or self._ways(at, own)
            found.append(ways)
            top += ways.top
        if top & EVEN != EVEN:
            return None
        if self.loose and any(mask >> slot.at & 1 for slot in self.loose):
            return self._with_grey(found, tuple(slot for slot in self.loose if mask >> slot.at & 1))
        return self._together(found)

    def _ways(self, at: int, own: int) -> Ways:
        """Return the ways of one colour to cover boxes of it."""
        some = tuple(slot for slot in self.slots[at] if own >> slot.at & 1)
        ways = self.known[at][own] = ways_of(self.hands[at], some, self.joined)
        return ways

    def _together(self, found: Sequence[Ways]) -> tuple[Way, ...] | None:
        """Return a way of each colour for which black dice are had."""
        for ways in product(*(each.ways for each in found)):
            if self.have + sum(way.balance for way in ways) & EVEN == EVEN and self._there(ways):
                return ways
        return None

    def _with_grey(self, found: Sequence[Ways], grey: tuple[Slot, ...]) -> tuple[Way, ...] | None:
        """Return a way of each colour and one of what is left over, which covers the grey boxes."""
        joined = self.joined
        for ways in product(*(each.ways for each in found)):
            left = tuple(sorted((value for way in ways for value in way.left), reverse=True))
            owed = self.have + sum(balance((), way.wanted, joined) for way in ways)
            for way in ways_of(left, grey, joined).ways:
                if owed + way.balance & EVEN == EVEN and self._there((*ways, way)):
                    return (*ways, way)
        return None

    def _there(self, ways: Sequence[Way]) -> bool:
        """Return whether the supply holds the black dice that are made for some ways."""
        wanted = [value for way in ways for _, value in way.wanted]
        if len(wanted) <= self.made:
            return True
        lacking = (
            sum(value >= level for value in wanted) - sum(value >= level for value in self.black)
            for level in set(wanted)
        )
        return max(lacking) <= self.made


def balance(left: Dice, wanted: tuple[tuple[int, int], ...], joined: int) -> int:
    """Return for each value from 1 the dice left of at least that, less those that the black ones wanted take.

    The six numbers stand in one, as digits to the base of `DIGIT`.

    Args:
        left: dice left over.
        wanted: boxes and values of black dice.
        joined: dice that make a black one; 0 if none is made.
    """
    found = 0
    for value in left if joined else ():
        found += STAIRS[value]
    for _, value in wanted:
        found -= (joined or 1) * STAIRS[value]
    return found


class Ways(msgspec.Struct, frozen=True):
    """What the dice of a colour can do about some of its boxes.

    Args:
        ways: the ways to cover them all.
        top: the highest balance that any of them has for each value; `NEVER` where there is none.
    """

    ways: tuple[Way, ...]
    top: int


@lru_cache(maxsize=1 << 16)
def ways_of(dice: Dice, slots: tuple[Slot, ...], joined: int) -> Ways:
    """Return the ways to cover all of some boxes, those left out that others better; the thriftiest first.

    Args:
        dice: the dice of their colour, highest first.
        slots: the boxes, small ones first.
        joined: dice that make a black one; 0 if none is made.
    """
    counted = [
        Way(way.left, way.wanted, way.used, balance(way.left, way.wanted, joined)) for way in _filled(dice, slots)
    ]
    counted.sort(key=lambda way: (len(way.wanted), -sum(way.left)))
    kept: list[Way] = []
    for way in counted:
        if not any(EVEN + other.balance - way.balance & EVEN == EVEN for other in kept):
            kept.append(way)
    digits = [[(EVEN + way.balance >> 8 * at & 127) - 64 for at in range(6)] for way in kept]
    top = sum(max(column) << 8 * at for at, column in enumerate(zip(*digits, strict=True))) if kept else NEVER
    return Ways(tuple(kept), top)


@lru_cache(maxsize=1 << 16)
def _filled(dice: Dice, slots: tuple[Slot, ...]) -> tuple[Way, ...]:
    """Return ways to cover boxes one after the other, no more than are worth looking at."""
    if not slots:
        return (Way(dice),)
    last = slots[-1]
    before = _filled(dice, slots[:-1])
    found = [further for way in before for further in (_wide if last.wide else _small)(way, last)]
    if len(found) > MANY:
        found = sorted(found, key=lambda way: (sum(v for _, v in way.wanted), -sum(way.left)))[:MANY]
    return tuple(found)


def _small(way: Way, slot: Slot) -> Iterator[Way]:
    """Yield the way with a small box covered by the lowest dice that do, or by black ones."""
    fitting = sum(value >= slot.target for value in way.left)
    for own in range(min(fitting, slot.copies), -1, -1):
        black = slot.copies - own
        if black and not slot.black:
            return
        used = tuple((slot.at, value) for value in way.left[fitting - own : fitting])
        left = way.left[: fitting - own] + way.left[fitting:]
        yield Way(left, (*way.wanted, *((slot.at, slot.target),) * black), (*way.used, *used))


def _wide(way: Way, slot: Slot) -> Iterator[Way]:
    """Yield the way with dice that add up in a box, own ones, or black ones too."""
    whole = sum(way.left)
    if whole >= slot.target:
        yield from (_added(way, slot, used, left, ()) for used, left in thrifty(way.left, slot.target)[:FEW])
    elif slot.black and slot.target - whole <= MOST:
        for more in sums(slot.target - whole):
            if len(more) <= PARTS:
                yield _added(way, slot, way.left, (), more)
    for value in range(1, min(6, slot.target) + 1) if slot.black and way.left else ():
        if value == slot.target:
            yield _added(way, slot, (), way.left, (value,))
        elif whole >= slot.target - value:
            used, left = thrifty(way.left, slot.target - value)[0]
            yield _added(way, slot, used, left, (value,))


def _added(way: Way, slot: Slot, used: Dice, left: Dice, more: Dice) -> Way:
    wanted = (*way.wanted, *((slot.at, value) for value in more))
    return Way(left, wanted, (*way.used, *((slot.at, value) for value in used)))


@lru_cache(maxsize=1 << 16)
def thrifty(dice: Dice, target: int) -> tuple[tuple[Dice, Dice], ...]:
    """Return ways to reach a sum with no die too many: dice used and dice left, those with the best left first."""
    splits = [(used, left) for used, left in handfuls(dice) if used and 0 <= sum(used) - target < used[-1]]
    splits.sort(key=lambda pair: (-sum(pair[1]), -len(pair[1])))
    kept: list[tuple[Dice, Dice]] = []
    for used, left in splits:
        if not any(_covers(other, left) for _, other in kept):
            kept.append((used, left))
    return tuple(kept)


def _covers(more: Dice, less: Dice) -> bool:
    return len(more) >= len(less) and all(x >= y for x, y in zip(more, less, strict=False))


Judge = Callable[[Loss, int, int], float]
"""What a loss with so many skulls covered and so many open is worth."""


def wanted(fight: Fight, judge: Judge) -> Wanted:
    """Return what each set of boxes is worth, those left out that a part of them betters.

    Args:
        fight: the fight with what prevents consequences.
        judge: what an outcome is worth.
    """
    boxes = fight.all_boxes
    skulls = sum(1 << at for at, box in enumerate(boxes) if box.skull)
    best: dict[int, float] = {}
    found: list[tuple[float, int]] = []
    for mask in range(1 << len(boxes)):
        below = max((best[mask & ~(1 << at)] for at in range(len(boxes)) if mask >> at & 1), default=float("-inf"))
        worth = float("-inf")
        if allowed(fight, mask) == mask:
            hits = (mask & skulls).bit_count()
            worth = judge(loss_of(fight, mask), hits, skulls.bit_count() - hits)
            if worth > below:
                found.append((worth, mask))
        best[mask] = max(worth, below)
    return tuple(sorted(found, key=lambda pair: (-pair[0], pair[1].bit_count())))
