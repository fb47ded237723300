"""The best outcome of every roll, colour joined to colour, without going through the rolls one by one.

Each roll of a colour is a state: a set of offers (`wants`). States of two colours together are the sums of their
offers; states with the same offers are one. The colour with the largest choice, the axis, is joined last: what the
others' offers and the black dice come to says which dice the axis gains and gives away, and so which boxes it covers,
for all its rolls at once. Exact; every weight is an integer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import comb, prod

import numpy as np

from companion.games.one_deck_dungeon.axis import Axis
from companion.games.one_deck_dungeon.covers import Slot
from companion.games.one_deck_dungeon.encounter import UNLIMITED
from companion.games.one_deck_dungeon.grid import Grid, Kind
from companion.games.one_deck_dungeon.heaps import MOST_SLOTS
from companion.games.one_deck_dungeon.offers import Ints, States, joined, weighted
from companion.games.one_deck_dungeon.rolls import Dice, Roll
from companion.games.one_deck_dungeon.wants import COLUMNS, Coarse, Offer, Scale, Wants, levels_of

DEAR = 3
"""How much dearer offers are if dice of several colours add up in boxes, and all black dice are told apart."""

HEAP = 2
"""Microseconds that a multiset of dice of the axis takes, about."""

SWIFT = 4
"""Offers that are joined, and offers with rolls of the black dice, that are gone through in a microsecond, about."""

QUICK = 1_000_000
"""Offers that are joined to see how many are left."""

ALIKE = 5
"""Offers of which one is left when colours are joined, about, if dice add up in boxes of one colour only."""

SAMPLED = 4
"""Rolls of a colour that tell how many ways of using its dice must be looked at."""

MOST_WAYS = 20_000
"""Ways of one roll that are counted; more are not told apart."""


def fits(kinds: Sequence[Kind]) -> bool:
    """Return whether the boxes are such that colours can be joined: none that bars black dice, none that adds colours.

    Args:
        kinds: where dice lie.
    """
    if any(not kind.black for kind in kinds) or not any(kind.colour >= 0 for kind in kinds):
        return False
    if any(kind.takes and any(slot.wide for slot in kind.slots) for kind in kinds):
        return False
    grey = sum(len(kind.slots) for kind in kinds if kind.takes)
    return max(len(kind.slots) + grey for kind in kinds if kind.colour >= 0) <= MOST_SLOTS


class Joint:
    """The weights of best outcomes of one fight.

    Args:
        kinds: where dice lie; such that `fits` holds.
        joined: dice that make a black one; 0 if none is made.
        throws: for each kind with a colour its rolls with weights.
        black: the rolls of the black dice.
        coarse: which black dice are told apart, where that is to bound what can be had.
        supply: black dice that there are, rolled ones included, or `UNLIMITED`. Where dice could make more, and black
            ones of several levels are rolled, what can be had is bounded: from below, or above if `coarse` is so.
    """

    def __init__(
        self,
        kinds: Sequence[Kind],
        joined: int,
        throws: Sequence[Mapping[Roll, int]],
        black: Mapping[Roll, int],
        coarse: Coarse | None = None,
        supply: int = UNLIMITED,
    ) -> None:
        self.coarse = coarse
        self.limit = _limit(joined, throws, black, supply, coarse is not None and coarse.most)
        self.steady = len({len(roll.dice) for roll in black}) == 1
        coloured = [kind for kind in kinds if kind.colour >= 0]
        grey = tuple(slot for kind in kinds if kind.takes for slot in kind.slots)
        heroic = tuple(slot for kind in kinds if kind.colour < 0 and not kind.takes for slot in kind.slots)
        slots = [kind.slots + grey for kind in coloured]
        every = [slot for part in (*slots, heroic) for slot in part]
        levels = coarse.levels if coarse else levels_of(every)
        limits = min(len(levels), COLUMNS - len(levels)) if any(roll.dice for roll in black) else 1
        limits = 0 if self.limit is None else limits
        self.scale = Scale(levels, joined, coarse is not None and coarse.most, limits)
        rolls = [self._levelled(part, boxes) for part, boxes in zip(throws, slots, strict=True)]
        self.black = self._levelled(black, ())
        self.many = [_most(part) for part in rolls]
        self.rolled = _most(self.black)
        at = max(range(len(slots)), key=lambda k: (sum(s.wide for s in slots[k]), len(rolls[k]), k))
        self.axis, self.axis_rolls, self.own = slots[at], rolls[at], self.many[at]
        self.values = sorted({*self._values(slots[at]), *self.scale.shows.values()})
        self.others = [(slots[k], rolls[k]) for k in range(len(slots)) if k != at]
        if heroic:
            self.others.append((heroic, {Roll(()): 1}))
        asked = [slot for part, _ in self.others for slot in part]
        self.wanted = [v for v in self.scale.levels if any(s.wide or self.scale.wanted(s.target) == v for s in asked)]
        self.most_wanted = min(self.had, sum(slot.target if slot.wide else slot.copies for slot in asked))

    def _values(self, slots: Sequence[Slot]) -> list[int]:
        """Return the values that boxes, or what black dice count, tell apart, the lowest first."""
        if any(slot.wide for slot in slots):
            return list(range(1, 7))
        return sorted({*self.scale.levels, *(min(slot.target, 7) for slot in slots)})

    def _levelled(self, throws: Mapping[Roll, int], slots: Sequence[Slot]) -> dict[Roll, int]:
        """Return rolls with those as one that boxes do not tell apart."""
        values = self._values(slots)
        out: dict[Roll, int] = {}
        for roll, weight in throws.items():
            dice = tuple(max(value for value in values if value <= v) for v in roll.dice if v >= values[0])
            key = Roll(dice, roll.tally)
            out[key] = out.get(key, 0) + weight
        return out

    @property
    def had(self) -> int:
        """Return how many black dice can be had at most, rolled or made."""
        made = self.scale.left * sum(self.many) // self.scale.black
        return self.rolled + (made if self.limit is None else self.limit)

    @property
    def exact(self) -> bool:
        """Return whether nothing is bounded: all black dice are told apart, and no more are made than there are."""
        told = self.steady and (not self.rolled or self.scale.limits == self.scale.levels)
        return self.coarse is None and (self.limit is None or told)

    def lying(self, dice: Dice) -> tuple[int, ...]:
        """Return what rolled black dice are worth: how many reach each level, and how many there may be with made ones.

        With m more to be made, wanted ones must be nowhere more than the rolled ones of that level or more and m. Where
        this is looked at for some levels only, an upper bound leaves it out for the others; for a lower one the last
        that is looked at answers for those above, with the rolled ones that reach them all.
        """
        levels = self.scale.counts(dice)
        limits = len(self.scale.limits)
        limited = levels[:limits] if self.scale.most else (*levels[: limits - 1], levels[-1])
        return (*levels, *(many + (self.limit or 0) for many in limited[:limits]))

    @cached_property
    def tallies(self) -> set[int]:
        """Return what may be counted of the rolled faces."""
        found = {0}
        for rolls in (self.axis_rolls, self.black, *(part for _, part in self.others)):
            found = {before + roll for before in found for roll in {roll.tally for roll in rolls}}
        return found

    @cached_property
    def sides(self) -> list[States]:
        """Return the states of each colour but the axis."""
        return [self._side(slots, rolls) for slots, rolls in self.others]

    @cached_property
    def ways(self) -> int:
        """Return about how many ways to use dice must be looked at to foresee the effort, as a few rolls tell."""
        return sum(self._looked_at(slots, rolls) for slots, rolls in self.others)

    def _looked_at(self, slots: Sequence[Slot], rolls: Mapping[Roll, int]) -> int:
        """Return about how many ways the offers of a colour are picked from."""
        wants, every = Wants(slots, self.scale, self.had), list(dict.fromkeys(roll.dice for roll in rolls))
        some = every[:: max(1, len(every) // SAMPLED)]
        return sum(wants.looked_at(dice, MOST_WAYS) for dice in some) * len(every) // len(some)

    @cached_property
    def effort(self) -> int:
        """Return about how many microseconds counting takes; colours are joined to foresee it where that is quick."""
        heaps = comb(self.own + self.gains + len(self.values), len(self.values))
        pairs = prod(len(side.owner) for side in self.sides)
        wide = any(slot.wide for slots, _ in self.others for slot in slots)
        offers = len(self.states.owner) if pairs <= QUICK else pairs // (1 if wide else ALIKE)
        dear = DEAR if wide and not self.coarse else 1
        return dear * (pairs + offers * len(self.black)) // SWIFT + HEAP * heaps

    @property
    def gains(self) -> int:
        """Return how many black dice the axis can use at most."""
        return int(self.useful[0])

    @cached_property
    def useful(self) -> Ints:
        """Return for each level how many black dice that reach it the axis can use at most."""
        most = [sum(self._of_use(slot, level) for slot in self.axis) for level in self.scale.levels]
        return np.minimum(self.had, most)

    def _of_use(self, slot: Slot, level: int) -> int:
        return -(-slot.target // self.scale.shows[level]) if slot.wide else slot.copies

    @cached_property
    def states(self) -> States:
        """Return the states of all colours but the axis."""
        zero = np.zeros(1, dtype=np.int64)
        none = np.zeros((1, self.scale.columns), dtype=np.int64)
        whole = States(zero, zero, none, weighted([{0: 1}]), 0)
        coming = np.full(self.scale.columns, sum(side.supply for side in self.sides))
        coming += self.scale.black * self.rolled + self.scale.left * self.own
        useful = self.useful
        if self.limit is not None:
            limits = len(self.scale.limits)
            coming[-limits:], useful = self.scale.black * (self.rolled + self.limit), np.append(useful, [0] * limits)
        wanting = sum(np.maximum(0, -side.balance.min(axis=0)) for side in self.sides)
        for side in sorted(self.sides, key=lambda side: len(side.owner)):
            coming[: len(self.scale.levels)] -= side.supply
            wanting = wanting - np.maximum(0, -side.balance.min(axis=0))
            whole = joined(whole, side, coming, self.scale.black * useful + wanting)
        return whole

    def _side(self, slots: Sequence[Slot], rolls: Mapping[Roll, int]) -> States:
        wants = Wants(slots, self.scale, self.had)
        found: dict[Dice, frozenset[Offer]] = {}
        weights: dict[frozenset[Offer], dict[int, int]] = {}
        for roll, weight in rolls.items():
            if roll.dice not in found:
                found[roll.dice] = frozenset(wants.offers(roll.dice))
            own = weights.setdefault(found[roll.dice], {})
            own[roll.tally] = own.get(roll.tally, 0) + weight
        rows = [(number, *offer) for number, offers in enumerate(weights) for offer in offers]
        owner, mask, balance = (np.array(column, dtype=np.int64) for column in zip(*rows, strict=True))
        return States(owner, mask, balance, weighted(weights.values()), self.scale.left * _most(rolls))

    def counted(self, grid: Grid) -> dict[tuple[int, int], int]:
        """Return the weight of each rank and tally.

        Args:
            grid: what ranks the sets of boxes.
        """
        return Axis(self, grid).counted(self.states)


def _limit(
    joined: int, throws: Sequence[Mapping[Roll, int]], black: Mapping[Roll, int], supply: int, most: bool
) -> int | None:
    """Return how many black dice may be made, None where there are dice for no more.

    Args:
        joined: dice that make a black one; 0 if none is made.
        throws, black: the rolls of each colour and of the black dice.
        supply: black dice that there are, or `UNLIMITED`.
        most: whether dice that are discarded, and so can be made again, count for all rolls; else for none.
    """
    if not joined or supply == UNLIMITED:
        return None
    lying = [len(roll.dice) for roll in black]
    limit = max(0, supply - (min(lying) if most else max(lying)))
    return limit if limit < sum(map(_most, throws)) // joined else None


def _most(throws: Mapping[Roll, int]) -> int:
    return max(len(roll.dice) for roll in throws)
