"""What one round against a boss may come to: blows, the choice among them, and luck that skills bring in between.

A moment is a choice: of blows that can be had at once, and of dice that a skill rolls, which lead to other moments.
Moments with the same choices are one, so that few are left of however many rolls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import gcd
from typing import Any, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.grid import Grid
from companion.games.one_deck_dungeon.plan import Plan

Floats: TypeAlias = NDArray[np.float64]

BITS = 64
"""Kinds of blows that one count tells apart."""


class Blow(msgspec.Struct, frozen=True, order=True):
    """What a round comes to.

    Args:
        hits: skull boxes covered.
        missed: skull boxes left open.
        damage: hearts lost.
        poison: tokens placed.
    """

    hits: int
    missed: int
    damage: int
    poison: int = 0


Luck = tuple[tuple[int, int], ...]
"""Moments by number, each with its weight."""


class Node(msgspec.Struct, frozen=True):
    """A moment.

    Args:
        blows: the blows that can be had, one of them chosen.
        lucks: what may be rolled instead.
    """

    blows: frozenset[Blow]
    lucks: frozenset[Luck] = frozenset()


Standing = tuple[Fraction, Fraction, Fraction, Fraction]
"""What a moment is worth: the worth, then less damage, less poison, more hits among equals."""


class Law:
    """The moments of a round, those behind luck first.

    Args:
        fight: what is fought.
        keen: whether more hits are never worse, so that blows with fewer and as much damage are left out.
    """

    def __init__(self, fight: Fight, keen: bool = False) -> None:
        self.fight = fight
        self.keen = keen
        self.nodes: list[Node] = []
        self.starts: dict[int, int] = {}
        self.total = 0
        self._numbers: dict[Node, int] = {}
        self._arrays: tuple[tuple[Blow, ...], list[Any], Floats] | None = None

    def number(self, blows: Iterable[Blow], lucks: Iterable[Luck] = ()) -> int:
        """Return the number of the moment with these choices, a new one if there is none."""
        node = Node(worthwhile(blows, self.keen), frozenset(lucks))
        if node not in self._numbers:
            self._numbers[node] = len(self.nodes)
            self.nodes.append(node)
        return self._numbers[node]

    def begins(self, number: int, weight: int) -> None:
        """Add a moment with which the round may begin."""
        self.starts[number] = self.starts.get(number, 0) + weight
        self.total += weight

    @property
    def blows(self) -> frozenset[Blow]:
        """Return every blow that may be chosen."""
        return frozenset().union(*(node.blows for node in self.nodes))

    def odds(self, worth: Callable[[Blow], Fraction]) -> dict[Blow, Fraction]:
        """Return the chances of the round's blows if it is played for the most worth.

        Args:
            worth: what a blow is worth; among equals fewer hearts are lost and more skulls covered.
        """
        value = {blow: _standing(blow, worth(blow)) for blow in self.blows}
        best: list[Standing] = []
        chosen: list[Blow | Luck] = []
        for node in self.nodes:
            options: list[tuple[Standing, Blow | Luck]] = [(value[blow], blow) for blow in node.blows]
            options += [(_average(luck, best), luck) for luck in node.lucks]
            most, choice = max(options, key=lambda option: option[0])
            best.append(most)
            chosen.append(choice)
        return self._followed(chosen)

    def _followed(self, chosen: Sequence[Blow | Luck]) -> dict[Blow, Fraction]:
        """Return the chances of blows if at each moment something was chosen."""
        coming = [Fraction(0)] * len(self.nodes)
        for number, weight in self.starts.items():
            coming[number] = Fraction(weight, self.total)
        out: dict[Blow, Fraction] = {}
        for number in range(len(self.nodes) - 1, -1, -1):
            chance, choice = coming[number], chosen[number]
            if isinstance(choice, Blow):
                if chance:
                    out[choice] = out.get(choice, Fraction(0)) + chance
                continue
            whole = sum(weight for _, weight in choice)
            for after, weight in choice:
                coming[after] += chance * Fraction(weight, whole)
        return out

    # ------------------------------------------------------------------------------------------- many values at once

    @property
    def arrays(self) -> tuple[tuple[Blow, ...], list[Any], Floats]:
        """Return the blows in order, for each moment its blows' places and its lucks, and the chances to begin."""
        if self._arrays is None:
            order = tuple(sorted(self.blows))
            place = {blow: at for at, blow in enumerate(order)}
            steps = [
                (
                    np.array(sorted(place[blow] for blow in node.blows), dtype=np.intp),
                    [_shares(luck) for luck in node.lucks],
                )
                for node in self.nodes
            ]
            chances = np.array([self.starts.get(at, 0) / self.total for at in range(len(self.nodes))])
            self._arrays = order, steps, chances
        return self._arrays

    def moments(self, values: Floats) -> Floats:
        """Return what each moment is worth, in a first axis.

        Args:
            values: what each blow is worth, in the order of `arrays`, with any further axes.
        """
        _, steps, _ = self.arrays
        out = np.empty((len(steps), *values.shape[1:]))
        for at, (places, lucks) in enumerate(steps):
            best = values[places].max(axis=0) if len(places) else None
            for numbers, chances in lucks:
                rolled = np.tensordot(chances, out[numbers], axes=1)
                best = rolled if best is None else np.maximum(best, rolled)
            out[at] = best
        return out

    def expected(self, values: Floats) -> Floats:
        """Return what the round is worth, as for `moments`."""
        worth: Floats = np.tensordot(self.arrays[2], self.moments(values), axes=1)
        return worth

    def mixed(self, values: Floats) -> Floats:
        """Return the chance of each blow if the round is played for the most worth.

        Args:
            values: what each blow is worth, in the order of `arrays`.
        """
        _, steps, chances = self.arrays
        worth = self.moments(values)
        coming, out = chances.copy(), np.zeros(len(values))
        for at in range(len(steps) - 1, -1, -1):
            places, lucks = steps[at]
            if not coming[at]:
                continue
            best = places[values[places].argmax()] if len(places) else None
            rolled = [float(shares @ worth[numbers]) for numbers, shares in lucks]
            if best is not None and (not rolled or values[best] >= max(rolled)):
                out[best] += coming[at]
            else:
                numbers, shares = lucks[int(np.argmax(rolled))]
                coming[numbers] += coming[at] * shares
        return out


def mapped(law: Law, change: Callable[[Blow], Blow]) -> Law:
    """Return a law with other blows in the place of its own."""
    out = Law(law.fight, law.keen)
    place: list[int] = []
    for node in law.nodes:
        lucks = [luck_of(_summed((place[number], weight) for number, weight in luck)) for luck in node.lucks]
        place.append(out.number(map(change, node.blows), lucks))
    for number, weight in law.starts.items():
        out.begins(place[number], weight)
    return out


def _summed(weights: Iterable[tuple[int, int]]) -> dict[int, int]:
    out: dict[int, int] = {}
    for number, weight in weights:
        out[number] = out.get(number, 0) + weight
    return out


def _standing(blow: Blow, worth: Fraction) -> Standing:
    return worth, Fraction(-blow.damage), Fraction(-blow.poison), Fraction(blow.hits)


def _average(luck: Luck, best: Sequence[Standing]) -> Standing:
    whole = sum(weight for _, weight in luck)
    worth, damage, poison, hits = (
        sum((best[number][part] * weight for number, weight in luck), Fraction(0)) / whole for part in range(4)
    )
    return worth, damage, poison, hits


def _shares(luck: Luck) -> tuple[NDArray[np.intp], Floats]:
    whole = sum(weight for _, weight in luck)
    return np.array([number for number, _ in luck], dtype=np.intp), np.array([weight / whole for _, weight in luck])


def luck_of(weights: Mapping[int, int]) -> Luck:
    """Return moments with weights in their one form."""
    common = gcd(*weights.values())
    return tuple(sorted((number, weight // common) for number, weight in weights.items()))


def worthwhile(blows: Iterable[Blow], keen: bool) -> frozenset[Blow]:
    """Return the blows that may be best: fewer hearts lost are never worse, nor more hits if they are wanted."""
    known = frozenset(blows)
    if len(known) == 1:
        return known
    return frozenset(blow for blow in known if not any(_beats(other, blow, keen) for other in known))


def _beats(one: Blow, other: Blow, keen: bool) -> bool:
    if one == other or one.poison != other.poison or one.damage > other.damage:
        return False
    return one.hits == other.hits or (keen and one.hits > other.hits)


def harder(blow: Blow, struck: int, bearable: int) -> Blow:
    """Return a blow with so much damage more, as far as it is told apart."""
    if not struck:
        return blow
    return msgspec.structs.replace(blow, damage=min(blow.damage + struck, bearable + 1))


class Outcomes:
    """The blows that dice may be placed for, however they lie.

    Args:
        plan: the boxes, and what was lost and is prevented.
        bearable: damage beyond which blows are not told apart: somebody falls.
        skulls: the boss's skull boxes, those counted that were covered before.

    Raises:
        ValueError: there are more kinds of blows than bits.
    """

    def __init__(self, plan: Plan, bearable: int, skulls: int) -> None:
        self.plan = plan
        self.known: dict[int, frozenset[Blow]] = {}
        open_ = sum(1 << at for at, box in enumerate(plan.boxes) if box.skull)
        blows: dict[int, Blow] = {}
        for mask, loss in plan.losses.items():
            missed = (open_ & ~mask).bit_count()
            blows[mask] = Blow(skulls - missed, missed, min(loss.damage, bearable + 1), loss.poison)
        self.told = sorted(set(blows.values()))
        if len(self.told) > BITS:
            raise ValueError(f"{len(self.told)} kinds of blows are more than the {BITS} that one count tells apart")
        place = {blow: 1 << at for at, blow in enumerate(self.told)}
        numbers: list[int] = []
        for mask in range(plan.all + 1):
            number = place[blows[mask]] if mask in blows else 0
            for at in range(len(plan.boxes)):
                number |= numbers[mask & ~(1 << at)] if mask >> at & 1 else 0
            numbers.append(number)
        self.grid = Grid(plan.kinds, numbers, plan.joined, plan.covers, gather=True, supply=plan.supply)

    def blows(self, number: int) -> frozenset[Blow]:
        """Return the blows that a number of the grid stands for."""
        if number not in self.known:
            self.known[number] = frozenset(blow for at, blow in enumerate(self.told) if number >> at & 1)
        return self.known[number]
