"""The present roll: what can be made of the dice that lie there, and how.

Every way to move and to join dice is gone through for this one roll; what each leads to is kept with the way there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product

import msgspec

from companion.games.one_deck_dungeon.boxes import COLOURS
from companion.games.one_deck_dungeon.covers import Slot
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.grid import Kind
from companion.games.one_deck_dungeon.losses import WOUNDS, Loss, ranking
from companion.games.one_deck_dungeon.plan import Plan
from companion.games.one_deck_dungeon.rolls import Dice, handfuls

Die = tuple[str, int]
"""Colour and value."""

MOST_POSITIONS = 12_000
"""Positions of one roll that are gone through before the search stops; those with few black dice made come first."""


class Black(msgspec.Struct, frozen=True):
    """A black die that is made.

    Args:
        value: what it shows.
        of: the dice discarded for it.
    """

    value: int
    of: tuple[Die, ...]


class Placement(msgspec.Struct, frozen=True):
    """One way to use the dice of a roll.

    Args:
        loss: what it leads to.
        covered: the numbers of the covered boxes, from 0.
        blacks: black dice to make first, in this order.
        dice: for each covered box, in the order of `covered`, the dice to place on it.
    """

    loss: Loss
    covered: tuple[int, ...]
    blacks: tuple[Black, ...]
    dice: tuple[tuple[Die, ...], ...]


class Priced(msgspec.Struct, frozen=True):
    """The placements worth knowing.

    Args:
        best: the best one of the preference.
        others: every other that is better in something: damage, time, poison or loot; the preferred first.
        proven: whether everything was gone through.
    """

    best: Placement
    others: tuple[Placement, ...]
    proven: bool


Heap = tuple[Die, ...]
"""Dice in one kind with the colours they have, the highest first; of equal ones the coloured first."""

Position = tuple[Heap, ...]
Way = tuple[Black, ...]


class Present:
    """A roll as it lies.

    Args:
        fight: the fight; its pool is not asked.
        roll: values by colour, in the order strength, agility, magic, black.
        struck: what the rolled faces have cost is told by these dice unless given as a tally of `Plan.marks`.
    """

    def __init__(self, fight: Fight, roll: Sequence[Sequence[int]], struck: int | None = None) -> None:
        counts = tuple(map(len, roll))
        pool = type(fight.pool)(*counts)
        self.fight = msgspec.structs.replace(fight, pool=pool)
        self.plan = Plan(self.fight)
        marks = self.plan.marks
        self.tally = sum(marks[v - 1] for dice in roll for v in dice if v) if struck is None else struck
        self.roll = roll
        self.found: dict[int, tuple[Position, Way]] = {}
        self.proven = True
        self._search()

    def _start(self) -> Position:
        return tuple(
            _heap((COLOURS[kind.colour], v) for v in self.roll[kind.colour]) if kind.colour >= 0 else ()
            for kind in self.plan.kinds
        )

    def _search(self) -> None:
        """Go through all positions, those without dice joined first, and keep the first way to each set of boxes."""
        blacks = tuple(sorted((v for v in self.roll[3] if v > 0), reverse=True))
        waiting: list[tuple[Position, Way]] = []
        seen: set[Position] = set()
        for position in self._barred(self._start()):
            for laid in self._laid(position, blacks):
                if laid not in seen:
                    seen.add(laid)
                    waiting.append((laid, ()))
        at = 0
        while at < len(waiting):
            position, way = waiting[at]
            at += 1
            self._note(position, way)
            for further, black in self._further(position):
                if further not in seen:
                    seen.add(further)
                    waiting.append((further, (*way, black) if black else way))
            if self.plan.all in self.found or len(seen) > MOST_POSITIONS:
                self.proven = self.plan.all in self.found
                break

    def _barred(self, position: Position) -> Iterator[Position]:
        """Yield the positions after coloured dice were laid to boxes that bar black ones."""
        yield position
        for to, kind in enumerate(self.plan.kinds):
            if not kind.black and len(position[to]) < kind.room:
                for further in self._shifted(position, to, kind):
                    yield from self._barred(further)

    def _laid(self, position: Position, blacks: Dice) -> Iterator[Position]:
        """Yield the positions after black dice were laid aside or to some kind."""
        if not blacks:
            yield position
            return
        for laid in self._laid(position, blacks[1:]):
            yield laid
            for to, kind in enumerate(self.plan.kinds):
                if kind.black and blacks[0] >= kind.least:
                    yield _with(laid, {to: _heap((*laid[to], ("H", blacks[0])))})

    def _further(self, position: Position) -> Iterator[tuple[Position, Black | None]]:
        for to, kind in enumerate(self.plan.kinds):
            if kind.black and (kind.colour >= 0 or len(position[to]) < kind.room) and not self._done(position, to):
                yield from ((further, None) for further in self._shifted(position, to, kind))
                yield from self._joined(position, to, kind)

    def _done(self, position: Position, to: int) -> bool:
        """Return whether the dice of a kind cover all its boxes as they lie."""
        everything = sum(slot.bit for slot in self.plan.kinds[to].slots)
        return everything in self.plan.covers[to].largest(tuple(value for _, value in position[to]))

    def _shifted(self, position: Position, to: int, kind: Kind) -> Iterator[Position]:
        for source in kind.takes:
            for die in dict.fromkeys(position[source]):
                if die[1] >= kind.least:
                    yield _with(position, {source: _less(position[source], (die,)), to: _heap((*position[to], die))})

    def _joined(self, position: Position, to: int, kind: Kind) -> Iterator[tuple[Position, Black]]:
        """Yield positions with a die made of the dice of other colours: one of its value, the smallest that do."""
        sources = [at for at, k in enumerate(self.plan.kinds) if k.colour >= 0 and at != to and at not in kind.takes]
        for low, others in product(sources, combinations_with_replacement(sources, self.fight.joined - 1)):
            for die in dict.fromkeys(position[low]):
                if die[1] < kind.least:
                    continue
                left = {low: _less(position[low], (die,))}
                used = [die]
                for at in others:
                    heap = left.get(at, position[at])
                    fitting = [one for one in heap if one[1] >= die[1]]
                    if not fitting:
                        break
                    used.append(fitting[-1])
                    left[at] = _less(heap, (fitting[-1],))
                else:
                    made = _heap((*position[to], ("H", die[1])))
                    yield _with(position, {**left, to: made}), Black(die[1], tuple(used))

    def _note(self, position: Position, way: Way) -> None:
        families = [
            covers.largest(tuple(v for _, v in heap)) for covers, heap in zip(self.plan.covers, position, strict=True)
        ]
        for masks in product(*families):
            self.found.setdefault(sum(masks), (position, way))

    def priced(self, preference: str = WOUNDS) -> Priced:
        """Return the best placement of a preference and every alternative that gives more of something."""
        rank = ranking(self.fight, preference, self.plan.tolled(Loss(), self.tally).damage)
        best: dict[Loss, tuple[int, int]] = {}
        for mask in self.found:
            for part, loss in self.plan.losses.items():
                if part & ~mask == 0 and (loss not in best or part.bit_count() > best[loss][1].bit_count()):
                    best[loss] = (mask, part)
        losses = sorted((loss for loss in best if not any(_beats(other, loss) for other in best)), key=rank)
        first = min(best, key=rank)
        placements = [self._placement(loss, *best[loss]) for loss in (first, *(x for x in losses if x != first))]
        return Priced(placements[0], tuple(placements[1:]), self.proven)

    def _placement(self, loss: Loss, mask: int, part: int) -> Placement:
        position, way = self.found[mask]
        lying: dict[int, tuple[Die, ...]] = {}
        for covers, heap in zip(self.plan.covers, position, strict=True):
            slots = [slot for slot in covers.slots if slot.bit & part]
            lying |= _dealt(slots, heap) or {}
        boxes = tuple(sorted(lying))
        used = [die for dice in lying.values() for die in dice if die[0] == "H"]
        blacks = tuple(black for black in way if _take(used, black.value))
        return Placement(self.plan.tolled(loss, self.tally), boxes, blacks, tuple(lying[box] for box in boxes))


def _take(values: list[Die], value: int) -> bool:
    if ("H", value) not in values:
        return False
    values.remove(("H", value))
    return True


def _dealt(slots: Sequence[Slot], heap: Heap) -> dict[int, tuple[Die, ...]] | None:
    """Return which dice of a heap to place on which box so that all are covered, or `None`."""
    if not slots:
        return {}
    slot, *rest = slots
    for values, _ in _choices(slot, tuple(v for _, v in heap)):
        dice = _pick(heap, values)
        further = _dealt(rest, _less(heap, dice))
        if further is not None:
            return {slot.bit.bit_length() - 1: dice, **further}
    return None


def _choices(slot: Slot, values: Dice) -> Iterator[tuple[Dice, Dice]]:
    """Yield the values that cover a box without waste, and those left."""
    if slot.wide:
        yield from ((used, left) for used, left in handfuls(values) if used and 0 <= sum(used) - slot.target < used[-1])
        return
    fitting = sum(value >= slot.target for value in values)
    if fitting >= slot.copies:
        first = fitting - slot.copies
        yield values[first:fitting], values[:first] + values[fitting:]


def _pick(heap: Heap, values: Dice) -> tuple[Die, ...]:
    """Return dice of a heap with these values, coloured ones before black ones."""
    left, picked = list(heap), []
    for value in values:
        die = next(die for die in left if die[1] == value)
        left.remove(die)
        picked.append(die)
    return tuple(picked)


def _heap(dice: Iterator[Die] | Sequence[Die]) -> Heap:
    return tuple(sorted((die for die in dice if die[1] > 0), key=lambda die: (-die[1], die[0] == "H", die[0])))


def _less(heap: Heap, dice: Sequence[Die]) -> Heap:
    left = list(heap)
    for die in dice:
        left.remove(die)
    return tuple(left)


def _with(position: Position, changes: dict[int, Heap]) -> Position:
    return tuple(changes.get(at, heap) for at, heap in enumerate(position))


def _beats(one: Loss, other: Loss) -> bool:
    """Return whether one loss is no worse in anything and another one."""
    better = all(x <= y for x, y in zip(one[:3], other[:3], strict=True)) and one.loot >= other.loot
    return better and one != other
