"""The best use of dice that lie there, found quickly: which boxes to cover, with which dice, and what to make black.

Sets of boxes are tried from the most wanted down, and the first one that the dice cover is the answer. Of each colour
only ways that waste nothing are looked at; how they add up with black dice is told by counting, as in `wants`. What is
found can be laid so. Only where black dice and dice that add up compete may a better way be missed: `placing` proves,
this is for thousands of rolls.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import product
from operator import ge

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
    balance: tuple[int, ...] = ()


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
        self.slots = {colour: [slot for slot in order if self.boxes[slot.at].colour == colour] for colour in "SAMHG"}

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
        coloured = [COLOURS[at] for at in range(3) if hands[at]]
        self.grey = coloured[0] if len(coloured) == 1 else ""
        self.hands = dict(zip(COLOURS[:3], hands, strict=False)) | {"H": (), GREY: ()}
        self.all = sorted(value for dice in hands for value in dice)
        self.known: dict[tuple[str, int], tuple[Way, ...]] = {}
        each = filling.joined or 1
        self.have = [each * sum(value >= level for value in self.black) for level in range(1, 7)]
        self.hopeless = self._hopeless()

    def _hopeless(self) -> int:
        """Return the boxes that none of these dice cover, alone or together."""
        mask = 0
        for colour, slots in self.filling.slots.items():
            own = self.all if colour == GREY else [*self.hands[colour], *self.black]
            most = sum(own) + 6 * (len(self.all) // max(1, self.filling.joined))
            for slot in slots:
                made = len(self.all) - bisect_left(self.all, slot.target) >= self.filling.joined
                fits = slot.target <= most if slot.wide else made or any(value >= slot.target for value in own)
                mask |= 0 if fits else 1 << slot.at
        return mask

    def covering(self, mask: int) -> tuple[Way, ...] | None:
        """Return a way of each colour so that together they cover a set of boxes, None where there is none."""
        if mask & self.hopeless:
            return None
        found = []
        for colour in self._concerned(mask):
            ways = self._ways(colour, mask)
            if not ways:
                return None
            found.append(ways)
        grey = [slot for slot in self.filling.slots[GREY] if mask >> slot.at & 1] if not self.grey else []
        if grey:
            return self._with_grey(found, tuple(grey))
        return self._together(found)

    def _concerned(self, mask: int) -> str:
        """Return the colours whose dice are there, and black where a box asks for black dice alone."""
        heroic = any(mask >> slot.at & 1 for slot in self.filling.slots["H"])
        return "".join(COLOURS) if heroic else "".join(COLOURS[:3])

    def _ways(self, colour: str, mask: int) -> tuple[Way, ...]:
        slots = self._slots[colour]
        own = mask & sum(1 << slot.at for slot in slots)
        key = (colour, own)
        if key not in self.known:
            some = tuple(slot for slot in slots if own >> slot.at & 1)
            self.known[key] = ways_of(self.hands[colour], some, self.filling.joined)
        return self.known[key]

    @cached_property
    def _slots(self) -> dict[str, list[Slot]]:
        """Return the boxes of each colour; grey ones are those of the only colour that was rolled."""
        slots = dict(self.filling.slots)
        if self.grey and slots[GREY]:
            slots[self.grey] = sorted((*slots[self.grey], *slots[GREY]), key=_order)
        return slots

    def _together(self, found: Sequence[tuple[Way, ...]]) -> tuple[Way, ...] | None:
        """Return a way of each colour for which black dice are had."""
        tops = [[max(way.balance[at] for way in ways) for at in LEVELS] for ways in found]
        if any(self.have[at] + sum(top[at] for top in tops) < 0 for at in LEVELS):
            return None
        for ways in product(*found):
            if min(map(sum, zip(self.have, *(way.balance for way in ways), strict=True))) >= 0:
                return ways
        return None

    def _with_grey(self, found: Sequence[tuple[Way, ...]], grey: tuple[Slot, ...]) -> tuple[Way, ...] | None:
        """Return a way of each colour and one of what is left over, which covers the grey boxes."""
        for ways in product(*found):
            left = tuple(sorted((value for way in ways for value in way.left), reverse=True))
            bare = [msgspec.structs.replace(way, balance=balance((), way.wanted, self.filling.joined)) for way in ways]
            together = self._together([*((way,) for way in bare), ways_of(left, grey, self.filling.joined)])
            if together is not None:
                return together
        return None


LEVELS = range(6)


@lru_cache(maxsize=1 << 16)
def balance(left: Dice, wanted: tuple[tuple[int, int], ...], joined: int) -> tuple[int, ...]:
    """Return for each value from 1 the dice left of at least that, less those that the black ones wanted take.

    Args:
        left: dice left over.
        wanted: boxes and values of black dice.
        joined: dice that make a black one; 0 if none is made.
    """
    each = joined or 1
    values = [value for _, value in wanted]
    had = left if joined else ()
    return tuple(
        sum(value >= level for value in had) - each * sum(value >= level for value in values) for level in range(1, 7)
    )


@lru_cache(maxsize=1 << 16)
def ways_of(dice: Dice, slots: tuple[Slot, ...], joined: int) -> tuple[Way, ...]:
    """Return the ways to cover all of some boxes, those left out that others better; the thriftiest first.

    Args:
        dice: the dice of their colour, highest first.
        slots: the boxes, small ones first.
        joined: dice that make a black one; 0 if none is made.
    """
    found = _filled(dice, slots)
    counted = [Way(way.left, way.wanted, way.used, balance(way.left, way.wanted, joined)) for way in found]
    counted.sort(key=lambda way: (-sum(way.balance), len(way.wanted)))
    kept: list[Way] = []
    for way in counted:
        if not any(all(map(ge, other.balance, way.balance)) for other in kept):
            kept.append(way)
    return tuple(kept)


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
