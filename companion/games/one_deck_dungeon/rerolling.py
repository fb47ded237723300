"""What is best to do with every roll before 1s are rolled again: which black dice are made, and which 1s are rolled.

All rolls of some sizes are looked at together. What may be done with the dice of one colour and owner (`handing`) and
with the others leads to a moment whose worth is known for all that may be left (`averages`); the best of it counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from companion.games.one_deck_dungeon.averages import HEROIC, Averages, Axis, Node, Words, laid, less
from companion.games.one_deck_dungeon.handing import IDLE, Handling, Use, handlings, kept, made
from companion.games.one_deck_dungeon.plan import Plan
from companion.games.one_deck_dungeon.rolls import FAIR, Dice, Faces, Marks, roll_law
from companion.games.one_deck_dungeon.sets import NONE, Numbers, multisets, numbers


class Heap(NamedTuple):
    """Dice of one colour whose 1s may all be rolled again, or none of them.

    Args:
        colour: the index of the colour.
        fresh: whether they may.
        many: how many are rolled.
    """

    colour: int
    fresh: bool
    many: int


class Gift(NamedTuple):
    """A die that a skill may give before 1s are rolled again.

    Args:
        tool: the number of the skill.
        colour: the index of its colour.
        fresh: whether it belongs to the dice that may be rolled again.
        value: what it shows.
    """

    tool: int
    colour: int
    fresh: bool
    value: int


class Setting(NamedTuple):
    """What is known before the roll.

    Args:
        plan: the boxes, and the law of each die.
        heaps: the dice of each colour, those first that may be rolled again, black ones last.
        axes: what lies where.
        again: the number of the skill that rolls again.
        gifts: dice that other skills give.
        most: how many dice are rolled again at most.
    """

    plan: Plan
    heaps: tuple[Heap, ...]
    axes: tuple[Axis, ...]
    again: int
    gifts: tuple[Gift, ...]
    most: int

    @property
    def coloured(self) -> tuple[Heap, ...]:
        """Return the heaps but those of black dice."""
        return tuple(heap for heap in self.heaps if heap.colour != HEROIC)


class Lot(NamedTuple):
    """Rolls of one heap with equally many dice left.

    Args:
        many: how many.
        rolls: their numbers.
        weights: for each tally the weights of the rolls.
    """

    many: int
    rolls: Numbers
    weights: dict[int, Words]


class Black(NamedTuple):
    """A roll of the black dice.

    Args:
        fresh: those that may be rolled again.
        stale: those that may not.
        tally: what was counted of the rolled faces.
        weight: its weight.
    """

    fresh: Dice
    stale: Dice
    tally: int
    weight: int


class Act(NamedTuple):
    """Something that may be done with rolls of these sizes, and the moment that it leads to.

    Args:
        node: the moment.
        heaps: what is done with each heap of coloured dice.
    """

    node: Node
    heaps: tuple[Handling, ...]


class Rerolling:
    """What is best to do with every roll before 1s are rolled again, and what comes of it.

    Args:
        setting: what is known before the roll.
        averages: what comes of each moment.
    """

    def __init__(self, setting: Setting, averages: Averages) -> None:
        self.setting, self.averages, self.plan = setting, averages, setting.plan
        self.faces = self.plan.faces
        tolls = bool(self.plan.fight.tolls)
        self.careful = tuple(tolls or faces.becomes != FAIR.becomes for faces in self.faces)
        self.mass: dict[Node, dict[int, Words]] = {}

    def counted(self) -> dict[tuple[int, int], int]:
        """Return the weight of each rank and tally."""
        faces, marks = self.faces, self.plan.marks
        for chosen in product(*(lots(heap.many, faces[heap.colour], marks) for heap in self.setting.coloured)):
            for black in self._blacks():
                self._block(chosen, black)
        return self.averages.poured(self.mass)

    def _blacks(self) -> Iterator[Black]:
        fresh, stale = (heap.many for heap in self.setting.heaps if heap.colour == HEROIC)
        faces, marks = self.faces[HEROIC], self.plan.marks
        for one, weight in roll_law(fresh, faces, marks):
            for other, ways in roll_law(stale, faces, marks):
                yield Black(one.dice, other.dice, one.tally + other.tally, weight * ways)

    def _block(self, lots: Sequence[Lot], black: Black) -> None:
        """Find what is best with all rolls of some sizes, and weigh the moments that it leads to."""
        nothing = self._nothing(lots, black)
        acts, most = [nothing], self.setting.most
        best = self._values(nothing) * 6**most
        chosen = np.zeros(best.shape[1:], dtype=np.int32)
        for act in self._acts(lots, black):
            rows = np.ix_(*(heap.rows for heap in act.heaps))
            worth, before = self._values(act) * 6 ** (most - act.node.many), best[:, *rows]
            better = less(worth, before)
            if better.any():
                best[:, *rows] = np.where(better, worth, before)
                chosen[rows] = np.where(better, len(acts), chosen[rows])
                acts.append(act)
        self._weigh(lots, black, acts, chosen)

    def _nothing(self, lots: Sequence[Lot], black: Black) -> Act:
        heaps = []
        for lot in lots:
            heaps.append(Handling(IDLE, np.arange(len(lot.rolls)), lot.rolls, lot.many))
        return self._act(heaps, (*black.fresh, *black.stale), 0, frozenset())

    def _acts(self, lots: Sequence[Lot], black: Black) -> Iterator[Act]:
        """Yield what may be done before 1s are rolled again, with each choice of dice that skills give before."""
        tools = sorted({gift.tool for gift in self.setting.gifts})
        for gifts in product(*([None, *(g for g in self.setting.gifts if g.tool == tool)] for tool in tools)):
            given = [gift for gift in gifts if gift is not None]
            done = frozenset({self.setting.again, *(gift.tool for gift in given)})
            heaps = [self._handlings(heap, lot, given) for heap, lot in zip(self.setting.coloured, lots, strict=True)]
            blacks = (self._kept(black, True, given), self._kept(black, False, given))
            for (fresh, lying), (stale, other) in product(*blacks):
                for chosen in product(*heaps):
                    thrown = made((fresh, stale, *(heap.use for heap in chosen)), self.joined)
                    if thrown is None or len(lying) + len(other) + thrown + fresh.again > self.plan.fight.room(0):
                        continue
                    if thrown or fresh.again or any(heap.use.again for heap in chosen):
                        yield self._act(chosen, (*lying, *other), thrown + fresh.again, done)

    def _handlings(self, heap: Heap, lot: Lot, given: Sequence[Gift]) -> list[Handling]:
        """Return what may be done with a heap; a die that is given must be of use at once."""
        gained = _gained(given, heap.colour, heap.fresh)
        found = handlings(lot.many, heap.fresh, self.careful[heap.colour], gained)
        found = tuple(one for one in found if not gained or one.use != IDLE)
        return [here for one in found if len((here := _among(one, lot.rolls)).rows)]

    def _kept(self, black: Black, fresh: bool, given: Sequence[Gift]) -> list[tuple[Use, Dice]]:
        """Return what may be done with black dice, and what is left of them."""
        gained = _gained(given, HEROIC, fresh)
        dice = tuple(sorted((*(black.fresh if fresh else black.stale), *gained), reverse=True))
        found = kept(dice, fresh, self.careful[HEROIC])
        return [(use, left) for use, left in found if not gained or use != IDLE]

    def _act(self, heaps: Sequence[Handling], black: Dice, thrown: int, done: frozenset[int]) -> Act:
        lying, rolled = [], []
        for (fresh, stale), apart in zip(_pairs(heaps), self.apart, strict=True):
            lying += [fresh.many, stale.many] if apart else [fresh.many + stale.many]
            rolled += [fresh.use.again, 0] if apart else [fresh.use.again]
        dice = tuple(sorted(black, reverse=True))
        return Act(Node(tuple(lying), tuple(rolled), dice, thrown, done), tuple(heaps))

    @cached_property
    def apart(self) -> tuple[bool, ...]:
        """Return for each colour whether its dice lie on two axes."""
        kinds = [axis.kind for axis in self.setting.axes]
        return tuple(kinds.count(kind) == 2 for kind in dict.fromkeys(kinds))

    @property
    def joined(self) -> int:
        """Return how many dice make a black one."""
        return self.plan.fight.joined

    def _values(self, act: Act) -> Words:
        """Return the sums of what counts after an act, for the rolls of each heap that allow it."""
        out, at = self.averages.sums(act.node), 1
        for place in self._places([heap.left for heap in act.heaps], act.heaps):
            out = out.take(place, axis=at)
            at += place.ndim
        return out

    def _places(self, left: Sequence[Numbers], heaps: Sequence[Handling]) -> Iterator[Numbers]:
        """Yield for each axis the numbers of the dice that lie there, by what is left of its heaps."""
        for (one, other), (fresh, stale), apart in zip(_pairs(left), _pairs(heaps), self.apart, strict=True):
            if apart:
                yield from (one, other)
            else:
                yield laid((fresh.many, stale.many), (-1, -1), ())[np.ix_(one, other)]

    def _weigh(self, lots: Sequence[Lot], black: Black, acts: Sequence[Act], chosen: NDArray[np.int32]) -> None:
        """Add the weights of rolls to the moments that what is best leads to."""
        every: dict[int, Words] = {black.tally: np.full((), black.weight, dtype=np.int64)}
        for lot in lots:
            every = together(every, lot.weights)
        order = np.argsort(chosen.ravel(), kind="stable")
        ends = np.searchsorted(chosen.ravel()[order], np.arange(len(acts) + 1))
        for act, first, last in zip(acts, ends, ends[1:], strict=False):
            rolls = order[first:last]
            for tally, weights in every.items() if len(rolls) else ():
                mine = weights.ravel()[rolls] * 6 ** (self.setting.most - act.node.many)
                self._add(act, tally, np.unravel_index(rolls, chosen.shape), mine)

    def _add(self, act: Act, tally: int, rolls: Sequence[Numbers], weights: Words) -> None:
        lying = [heap.after(roll) for heap, roll in zip(act.heaps, rolls, strict=True)]
        places: list[Numbers] = []
        for (one, other), (fresh, stale), apart in zip(_pairs(lying), _pairs(act.heaps), self.apart, strict=True):
            places += [one, other] if apart else [laid((fresh.many, stale.many), (-1, -1), ())[one, other]]
        tallies = self.mass.setdefault(act.node, {})
        if tally not in tallies:
            tallies[tally] = np.zeros([len(multisets(many)) for many in act.node.lying], dtype=np.int64)
        np.add.at(tallies[tally], tuple(places), weights)


def lots(many: int, faces: Faces, marks: Marks) -> list[Lot]:
    """Return the rolls of some dice by how many are left.

    Args:
        many: how many are rolled.
        faces: the law of each.
        marks: what each face that is rolled adds to the tally.
    """
    found: dict[int, dict[int, dict[int, int]]] = {}
    for roll, weight in roll_law(many, faces, marks):
        left = len(roll.dice)
        ways = found.setdefault(left, {}).setdefault(numbers(left)[roll.dice], {})
        ways[roll.tally] = ways.get(roll.tally, 0) + weight
    return [_lot(left, rolls) for left, rolls in found.items()]


def _lot(many: int, rolls: Mapping[int, Mapping[int, int]]) -> Lot:
    weights: dict[int, Words] = {}
    for at, ways in enumerate(rolls.values()):
        for tally, weight in ways.items():
            weights.setdefault(tally, np.zeros(len(rolls), dtype=np.int64))[at] = weight
    return Lot(many, np.array(list(rolls)), weights)


def _among(handling: Handling, rolls: Numbers) -> Handling:
    """Return a handling of those rolls alone that come, with their places for their numbers."""
    places = np.full(max(handling.rows.max(), rolls.max()) + 1, NONE, dtype=np.int64)
    places[rolls] = np.arange(len(rolls))
    come = places[handling.rows] != NONE
    return handling._replace(rows=places[handling.rows][come], left=handling.left[come])


def together(every: Mapping[int, Words], more: Mapping[int, Words]) -> dict[int, Words]:
    """Return the weights of rolls by tally, with an axis more for those of more dice.

    Args:
        every: the weights of rolls by tally.
        more: those of other dice.
    """
    found: dict[int, Words] = {}
    for tally, weights in every.items():
        for mark, ways in more.items():
            joint = weights[..., None] * ways
            found[tally + mark] = found[tally + mark] + joint if tally + mark in found else joint
    return found


T = TypeVar("T")


def _pairs(parts: Sequence[T]) -> list[tuple[T, T]]:
    """Return what belongs to the heaps of each colour together."""
    return list(zip(parts[::2], parts[1::2], strict=True))


def _gained(given: Sequence[Gift], colour: int, fresh: bool) -> Dice:
    return tuple(sorted((gift.value for gift in given if (gift.colour, gift.fresh) == (colour, fresh)), reverse=True))
