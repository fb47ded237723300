"""What dice come to on average that are rolled once more, for all rolls at once, and which outcomes that is made of.

A node is a moment before dice are rolled: some lie there, and so many will be rolled. Its array has an entry for every
roll of the dice that lie there; it holds the sum, over all faces that the others may show, of what a preference counts.
Such sums are whole numbers; their parts are packed into one number, or into several where that would grow too large.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.games.one_deck_dungeon.abilities import Effect
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.grid import Grid, Ranks
from companion.games.one_deck_dungeon.losses import COVER, WOUNDS, Loss
from companion.games.one_deck_dungeon.plan import Choice, Plan
from companion.games.one_deck_dungeon.playing import counted
from companion.games.one_deck_dungeon.rolls import Dice, Faces
from companion.games.one_deck_dungeon.sets import NONE, Numbers, added, multisets, numbers
from companion.games.one_deck_dungeon.skilled import Step, Turn

Words = NDArray[np.int64]
"""Sums, those of what counts most first, along the first axis; the others are those of the dice."""

ROOM = 1 << 62
"""Below this, sums are held in one number."""

HEROIC = 3


class Axis(NamedTuple):
    """Dice of one colour that need not be told apart.

    Args:
        kind: the number of the kind of place where they lie.
        colour: the index of their colour.
        owner: the hero whose dice they are alone; -1 where that makes no difference.
    """

    kind: int
    colour: int
    owner: int = -1


class Node(NamedTuple):
    """A moment before dice are rolled.

    Args:
        lying: how many dice lie on each axis.
        rolled: how many more will, once they are rolled.
        black: the black dice that lie there.
        thrown: how many black dice are rolled.
        done: the numbers of the skills that were used.
    """

    lying: tuple[int, ...]
    rolled: tuple[int, ...]
    black: Dice = ()
    thrown: int = 0
    done: frozenset[int] = frozenset()

    @property
    def many(self) -> int:
        """Return how many dice are rolled."""
        return sum(self.rolled) + self.thrown


class Outcomes:
    """The outcomes of a fight in the order of a preference, and the arrays of the best of them.

    Args:
        fight: the fight; its pool has a die of each colour that skills bring.
        preference: one of `losses.PREFERENCES`, or `COVER`.
        steps: for each skill that may be used once the dice lie the ways to use it.
        most: how many dice are rolled after the roll, at most.
        before: the skills that may be used while dice are still to be rolled, with what each takes off.
    """

    def __init__(
        self,
        fight: Fight,
        preference: str,
        steps: Mapping[int, Sequence[Step]],
        most: int,
        before: Mapping[int, tuple[Effect, ...]],
    ) -> None:
        self.fight, self.preference, self.steps, self.before = fight, preference, steps, before
        self.plan = Plan(fight)
        self.fee = fight.fee
        plans = {key: Plan(self._after(*key)) for key in self._usable()}
        best = {key: plan.best(WOUNDS if preference == COVER else preference) for key, plan in plans.items()}
        keys = {key: [self._order(choice) for choice in choices] for key, choices in best.items()}
        known = {rank: choice for key in keys for rank, choice in zip(keys[key], best[key], strict=True)}
        order = {rank: at for at, rank in enumerate(sorted(known))}
        self.choices = [known[rank] for rank in order]
        self.grids = {
            key: Grid(
                plan.kinds,
                [order[rank] for rank in keys[key]],
                plan.joined,
                self.plan.covers,
                worst=len(order),
                supply=fight.supply,
            )
            for key, plan in plans.items()
        }
        self.most = most
        self.words, self.tolls = self._packed(most)

    def _usable(self) -> Iterator[tuple[int, tuple[Effect, ...]]]:
        """Yield how many skills may be used, with what they take off the consequences."""
        seen = set()
        for many in range(len(self.before) + 1):
            for done in combinations(self.before, many):
                seen |= {self._used(done, used) for used in self._choices(done)}
        yield from sorted(seen, key=repr)

    def _choices(self, done: Collection[int]) -> Iterator[list[Step]]:
        """Yield the ways to use skills once the dice lie, after others were used."""
        waiting = [steps for at, steps in self.steps.items() if at not in done]
        for chosen in product(*([None, *steps] for steps in waiting)):
            yield [step for step in chosen if step is not None]

    def _used(self, done: Collection[int], used: Sequence[Step]) -> tuple[int, tuple[Effect, ...]]:
        """Return how many skills were used, where that costs something, and what they take off the consequences."""
        wards = [ward for at in sorted(done) for ward in self.before[at]]
        wards += [ward for step in used for ward in step.wards]
        return (len(done) + len(used) if self.fee else 0), tuple(wards)

    def _after(self, used: int, wards: tuple[Effect, ...]) -> Fight:
        paid = self.fight.paid
        for _ in range(used):
            paid = paid.plus(self.fee)
        return msgspec.structs.replace(self.fight, paid=paid, wards=(*self.fight.wards, *wards))

    def _order(self, choice: Choice) -> tuple[int, ...]:
        full = choice.covered == self.plan.all
        return (*counted(self.fight, self.preference, choice.loss, full), not full)

    def _packed(self, most: int) -> tuple[Words, Mapping[int, Words]]:
        """Return what each outcome counts, and what each tally of the dice rolled again adds, as packed numbers."""
        rows = np.array([self._order(choice)[:-1] for choice in self.choices], dtype=np.int64)
        rows -= rows.min(axis=0)
        none = np.array(counted(self.fight, self.preference, Loss(), True), dtype=np.int64)
        tallies = {mark for mark in self.plan.marks if mark}
        more = {
            mark: np.array(counted(self.fight, self.preference, self.plan.tolled(Loss(), mark), True)) - none
            for mark in tallies
        }
        every = np.concatenate([rows, *(tolls[None] for tolls in more.values())])
        first = [at for at in range(every.shape[1]) if _news(every, at)] or [0]
        tops = [rows[:, at].max() + sum(most * tolls[at] for tolls in more.values()) for at in first]
        bases = [int(top) * 6**most + 1 for top in tops]
        words = _pack(rows[:, first], bases)
        return words, {mark: _pack(tolls[None, first], bases)[:, 0] for mark, tolls in more.items()}

    def ranks(self, node: Node, axes: Sequence[Axis]) -> Ranks:
        """Return the best outcomes of what lies there once nothing more is rolled, by axes.

        Args:
            node: the moment; no dice are rolled.
            axes: what its numbers of dice mean.
        """
        best: Ranks | None = None
        for used in self._choices(node.done):
            grid = self.grids[self._used(node.done, used)]
            found = self._changed(grid, node, axes, [turn for step in used for turn in step.turns])
            best = found if best is None else np.minimum(best, found)
        assert best is not None
        return best

    def weighed(self, ranks: Mapping[tuple[int, int], int]) -> dict[tuple[Loss, bool], int]:
        """Return the weights of what happens, each with whether everything is covered.

        Args:
            ranks: the weights of ranks and tallies.
        """
        found: dict[tuple[Loss, bool], int] = {}
        for (rank, tally), weight in ranks.items():
            choice = self.choices[rank]
            key = (self.plan.tolled(choice.loss, tally), choice.covered == self.plan.all)
            found[key] = found.get(key, 0) + weight
        return found

    def _changed(self, grid: Grid, node: Node, axes: Sequence[Axis], turns: Sequence[Turn]) -> Ranks:
        """Return the outcomes after some changes of dice; where one is not possible, the worst there is."""
        sizes, places = [], []
        for at, kind in enumerate(self.plan.kinds):
            mine = [axis for axis in range(len(axes)) if axes[axis].kind == at]
            parts = tuple(node.lying[axis] for axis in mine)
            own = tuple(turn for turn in turns if turn.colour == kind.colour >= 0)
            owners = tuple(axes[axis].owner for axis in mine)
            sizes.append(sum(parts) + sum(turn.owner < 0 for turn in own))
            places.append(laid(parts, owners, own))
        gained = [turn.value for turn in turns if turn.colour == HEROIC][: self.fight.room(len(node.black))]
        ranks = grid.rolled(tuple(sizes), tuple(sorted((*node.black, *gained), reverse=True)))
        at = 0
        for place in places:
            ranks = ranks.take(place, axis=at)
            at += place.ndim
        return ranks


@lru_cache(maxsize=1024)
def laid(parts: tuple[int, ...], owners: tuple[int, ...], turns: tuple[Turn, ...]) -> Numbers:
    """Return the numbers of dice of one colour after some changes, with an axis for each part of them.

    Args:
        parts: how many dice each part has.
        owners: whose they are.
        turns: the changes; `sets.NONE` stands where one is not possible.
    """
    out = np.zeros([len(multisets(many)) for many in parts], dtype=np.int64)
    for place in np.ndindex(*out.shape):
        hands = [list(multisets(many)[at]) for many, at in zip(parts, place, strict=True)]
        out[place] = _number(hands, owners, turns)
    return out


def _number(hands: Sequence[list[int]], owners: Sequence[int], turns: Sequence[Turn]) -> int:
    gained = [turn.value for turn in turns if turn.owner < 0]
    for turn in turns:
        if turn.owner >= 0:
            hand = hands[owners.index(turn.owner)] if turn.owner in owners else []
            if turn.value not in hand:
                return NONE
            hand.remove(turn.value)
            hand.append(min(6, turn.value + turn.by))
    dice = tuple(sorted((*gained, *(value for hand in hands for value in hand)), reverse=True))
    return numbers(len(dice))[dice]


def _news(rows: NDArray[np.int64], at: int) -> bool:
    """Return whether a column says anything that those before it do not say."""
    column = rows[:, at]
    return bool(column.any()) and not any(np.array_equal(column, rows[:, before]) for before in range(at))


def _pack(rows: NDArray[np.int64], bases: Sequence[int]) -> Words:
    """Return the columns of rows as few numbers, by the room that each needs; the first counts most."""
    words: list[NDArray[np.int64]] = []
    space = ROOM
    for column, base in zip(rows.T, bases, strict=True):
        space *= base
        if space >= ROOM:
            words.append(np.zeros(len(rows), dtype=np.int64))
            space = base
        words[-1] = words[-1] * base + column
    return np.array(words)


class Averages:
    """The sums over what is rolled again.

    Args:
        outcomes: the outcomes.
        axes: what lies where.
        faces: the law of a die of each colour.
    """

    def __init__(self, outcomes: Outcomes, axes: Sequence[Axis], faces: Sequence[Faces]) -> None:
        self.outcomes, self.axes, self.faces = outcomes, tuple(axes), tuple(faces)
        self.marks = outcomes.plan.marks
        self._sums: dict[Node, Words] = {}
        self._ranks: dict[Node, Ranks] = {}

    def sums(self, node: Node) -> Words:
        """Return the sums of what counts, over all faces of the dice that are rolled."""
        found = self._sums.get(node)
        if found is None:
            found = self._sums[node] = self._added(node) if node.many else self.settled(node)
        return found

    def settled(self, node: Node) -> Words:
        """Return what counts where no dice are to be rolled."""
        return self.outcomes.words[:, self.ranks(node)]

    def later(self, node: Node) -> int:
        """Return how many dice may be rolled after those of a moment."""
        return 0

    def parted(self, node: Node, mass: Words) -> Iterator[tuple[Node, Words]]:
        """Yield the moments that a moment without dice to be rolled leads to, with weights; the others stay.

        Args:
            node: the moment.
            mass: the weights of what lies there; what goes elsewhere is taken from it.
        """
        yield from ()

    def _added(self, node: Node) -> Words:
        out: Words | None = None
        for after, axis, places, mark in self._faces(node):
            part = self.sums(after)
            part = part.take(places, axis=axis + 1) if places is not None else part
            if mark:
                tolls = self.outcomes.tolls[mark] * 6 ** (after.many + self.later(after))
                part = part + tolls.reshape(-1, *(1 for _ in self.axes))
            out = part.copy() if out is None else np.add(out, part, out=out)
        assert out is not None
        return out

    def ranks(self, node: Node) -> Ranks:
        """Return the best outcomes of what lies there where no dice are rolled."""
        found = self._ranks.get(node)
        if found is None:
            found = self._ranks[node] = self.outcomes.ranks(node, self.axes)
        return found

    def _faces(self, node: Node) -> Iterator[tuple[Node, int, Numbers | None, int]]:
        """Yield what one die may show that is rolled: the moment after it, what it is added to, and its tally.

        Returns:
            The moment; the axis and the numbers of the dice with it, None where they stay the same; the tally.
        """
        at = next((axis for axis, many in enumerate(node.rolled) if many), -1)
        colour = HEROIC if node.thrown else self.axes[at].colour
        for value, mark in zip(self.faces[colour].becomes, self.marks, strict=True):
            if node.thrown:
                black = tuple(sorted((*node.black, value), reverse=True)) if value else node.black
                yield node._replace(black=black, thrown=node.thrown - 1), 0, None, mark
                continue
            after = node._replace(rolled=_more(node.rolled, at, -1))
            if value:
                places = added(node.lying[at], value)
                yield after._replace(lying=_more(node.lying, at, 1)), at, places, mark
            else:
                yield after, at, None, mark

    def poured(self, weights: Mapping[Node, Mapping[int, Words]]) -> dict[tuple[int, int], int]:
        """Return the weights of ranks and tallies that weights of moments come to.

        Args:
            weights: for each moment and tally, the weights of what lies there; they are used up.
        """
        levels: dict[tuple[int, int], dict[Node, dict[int, Words]]] = {}
        for node, tallies in weights.items():
            levels.setdefault(_level(node), {})[node] = dict(tallies)
        found: dict[tuple[int, int], int] = {}
        while levels:
            for node, tallies in levels.pop(min(levels)).items():
                for tally, mass in tallies.items():
                    for after, more, mark in self._flows(node, mass, tally):
                        into = levels.setdefault(_level(after), {}).setdefault(after, {})
                        into[mark] = into[mark] + more if mark in into else more
                    if not node.many:
                        self._end(found, node, tally, mass)
        return found

    def _flows(self, node: Node, mass: Words, tally: int) -> Iterator[tuple[Node, Words, int]]:
        """Yield where weights go: to what a die shows that is rolled, or to what is done with dice that lie there."""
        if not node.many:
            yield from ((after, more, tally) for after, more in self.parted(node, mass))
            return
        for after, axis, places, mark in self._faces(node):
            more = mass.copy()
            if places is not None:
                more = np.zeros([len(multisets(many)) for many in after.lying], dtype=np.int64)
                more[(slice(None),) * axis + (places,)] = mass
            yield after, more, tally + mark

    def _end(self, found: dict[tuple[int, int], int], node: Node, tally: int, mass: Words) -> None:
        sums = np.zeros(len(self.outcomes.choices), dtype=np.int64)
        np.add.at(sums, self.ranks(node).ravel(), mass.ravel())
        for rank in np.flatnonzero(sums).tolist():
            weight = int(sums[rank]) * 6 ** self.later(node)
            found[rank, tally] = found.get((rank, tally), 0) + weight


def _level(node: Node) -> tuple[int, int]:
    """Return a number that grows with everything that happens."""
    return len(node.done), -node.many


def _more(counts: tuple[int, ...], at: int, by: int) -> tuple[int, ...]:
    return (*counts[:at], counts[at] + by, *counts[at + 1 :])


def less(one: Words, other: Words) -> NDArray[np.bool_]:
    """Return where sums are less: the first number that differs is."""
    found: NDArray[np.bool_] = one[-1] < other[-1]
    for mine, theirs in zip(one[-2::-1], other[-2::-1], strict=True):
        found = (mine < theirs) | ((mine == theirs) & found)
    return found
