"""The exact law of a fight of one hero whose skills cost dice, give dice, roll some or prevent something.

After the roll, and after every skill, each skill that is left may be used with each payment, for all rolls at once. A
moment whose dice all lie is worth the best of settling and of every such use; one with dice still to be rolled is worth
the average (`averages`). Black dice pay, too, those that are made for it among them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import comb, prod
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.abilities import Effect, Use
from companion.games.one_deck_dungeon.averages import HEROIC, Averages, Axis, Node, Outcomes, Words, less
from companion.games.one_deck_dungeon.boxes import COLOURS, Pool
from companion.games.one_deck_dungeon.counted import Counted
from companion.games.one_deck_dungeon.encounter import WARDS, Fight
from companion.games.one_deck_dungeon.handing import Handling
from companion.games.one_deck_dungeon.losses import Loss
from companion.games.one_deck_dungeon.paying import payments, taking
from companion.games.one_deck_dungeon.plan import Plan
from companion.games.one_deck_dungeon.playing import Rolled
from companion.games.one_deck_dungeon.rerolling import lots, together
from companion.games.one_deck_dungeon.rolls import Dice, roll_law
from companion.games.one_deck_dungeon.sets import added, multisets
from companion.games.one_deck_dungeon.skilled import Step, Turn
from companion.games.one_deck_dungeon.tools import Tool

MOST = 22
"""Dice rolled at first and later up to which all weights are held in numbers of a machine."""


SLIGHT, DEAR = 120_000, 60
"""Microseconds, about, that even a small fight takes, and that a hundred entries of arrays take."""

VAST = 50_000_000
"""Entries of arrays beyond which it does not matter how many there are."""


def counts_buying(fight: Fight, dice: Rolled, tools: Sequence[Tool], heroes: int) -> bool:
    """Return whether `Buying` counts everything that the heroes can do.

    Args:
        fight: the fight.
        dice: who rolls what.
        tools: the skills.
        heroes: how many are in the fight.
    """
    wounding = bool(fight.hearts) and any(toll.cost.damage for toll in fight.tolls)
    most = sum(many for _, _, many in dice) + sum(map(_rolled, tools))
    mana = any(tool.price.mana for tool in tools)
    # A black die that is weakened to nothing still pays; here it is gone.
    if heroes != 1 or wounding or most > MOST or any(fight.having(a.Weaken)):
        return False
    return all(_known(tool, mana) for tool in tools)


def _known(tool: Tool, mana: bool) -> bool:
    if _late(tool):
        added = [effect for effect in tool.effects if isinstance(effect, a.Add)]
        return all(len(use.effects) == 1 for use in tool.uses) and not (mana and added)
    if all(isinstance(effect, WARDS) for effect in tool.effects):
        return len(tool.uses) == 1
    return all(_brings(effect) for effect in tool.effects)


def _brings(effect: Effect) -> bool:
    """Return whether an effect brings dice that are like all others."""
    if isinstance(effect, a.Gain):
        return not effect.only and effect.owner == a.OWN
    return isinstance(effect, a.Roll) and not (effect.drop or effect.face) and effect.owner == a.OWN


def _late(tool: Tool) -> bool:
    """Return whether a skill is best used once all dice lie: it costs none, and prevents something or adds to one."""
    return tool.price.free and all(isinstance(effect, WARDS) or _adds(effect) for effect in tool.effects)


def _adds(effect: Effect) -> bool:
    if not isinstance(effect, a.Add):
        return False
    which = effect.which
    return effect.n > 0 and which.most == 1 and which.owner == a.OWN and "H" not in (which.colours or COLOURS)


def _rolled(tool: Tool) -> int:
    """Return how many dice a use of a skill rolls, at most."""
    return max((sum(_pool(use)) for use in tool.uses), default=0)


def _pool(use: Use) -> tuple[int, ...]:
    """Return how many dice of each colour a use rolls."""
    rolls = [effect.pool.counts() for effect in use.effects if isinstance(effect, a.Roll)]
    return tuple(sum(roll[colour] for roll in rolls) for colour in range(len(COLOURS)))


def buying_toil(dice: Rolled, tools: Sequence[Tool], joined: int = 2) -> int:
    """Return about how many microseconds it takes to count a fight so.

    Args:
        dice: who rolls what.
        tools: the skills.
        joined: how many dice make a black one.
    """
    early = {at: tool for at, tool in enumerate(tools) if not _late(tool)}
    strength, agility, magic, black = (sum(n for _, c, n in dice if c == colour) for colour in COLOURS)
    waiting: list[tuple[Counts, frozenset[int]]] = [((strength, agility, magic, black), frozenset())]
    seen, entries = set(waiting), 0
    while waiting and entries < VAST:
        counts, done = waiting.pop()
        entries += prod(comb(many + 5, 5) for many in counts)
        for at, tool in early.items():
            if at not in done:
                after = {(there, done | {at}) for there in _after(counts, tool, joined)} - seen
                waiting += after
                seen |= after
    return SLIGHT + DEAR * entries // 100


Counts = tuple[int, int, int, int]
"""How many dice of each colour there are."""


def _after(counts: Counts, tool: Tool, joined: int) -> Iterator[Counts]:
    """Yield how many dice there may be after a skill was used."""
    *many, black = counts
    for paid in payments(tool.price, (many[0], many[1], many[2]), (3,) * black, joined):
        left = [*(n - len(taken) for n, taken in zip(many, paid.taken, strict=True)), len(paid.black)]
        for use in tool.uses:
            new = [die.colour for effect in use.effects if isinstance(effect, a.Gain) for die in effect.dice]
            more = [new.count(colour) + rolled for colour, rolled in zip(COLOURS, _pool(use), strict=True)]
            yield (left[0] + more[0], left[1] + more[1], left[2] + more[2], left[3] + more[3])


class Buying(Counted):
    """The odds of a fight of one hero; one for which `counts_buying` holds.

    Args:
        fight: the fight, without what the skills do.
        dice: who rolls what, over the whole pool.
        tools: the skills.
    """

    def __init__(self, fight: Fight, dice: Rolled, tools: Sequence[Tool]) -> None:
        super().__init__()
        self.early = {at: tool for at, tool in enumerate(tools) if not _late(tool)}
        self.steps = {at: _steps(tool) for at, tool in enumerate(tools) if _late(tool)}
        brought = {colour for tool in self.early.values() for colour in _colours(tool)}
        pool = Pool(*(max(many, at in brought) for at, many in enumerate(fight.pool.counts())))
        self.fight = msgspec.structs.replace(fight, pool=pool)
        self.plan = Plan(self.fight)
        self.dice = {colour: sum(n for _, c, n in dice if c == colour) for colour in COLOURS}
        kinds = enumerate(self.plan.kinds)
        self.axes = tuple(Axis(at, kind.colour, 0) for at, kind in kinds if kind.colour >= 0)
        self.many, self.most = sum(self.dice.values()), sum(map(_rolled, self.early.values()))

    def _counted(self, preference: str) -> dict[tuple[Loss, bool], int]:
        wards = {
            at: tuple(effect for effect in tool.effects if isinstance(effect, WARDS)) for at, tool in self.early.items()
        }
        outcomes = Outcomes(self.fight, preference, self.steps, self.most, wards)
        using = Using(outcomes, self.axes, self.plan, self.early)
        return outcomes.weighed(using.poured(self._starts()))

    def _starts(self) -> dict[Node, dict[int, Words]]:
        """Return the moments after the roll, with the weights of what lies there by tally."""
        faces, marks = self.plan.faces, self.plan.marks
        every = [lots(self.dice[COLOURS[axis.colour]], faces[axis.colour], marks) for axis in self.axes]
        found: dict[Node, dict[int, Words]] = {}
        for dark, ways in roll_law(self.dice["H"], faces[HEROIC], marks):
            for chosen in product(*every):
                lying = tuple(lot.many for lot in chosen)
                weights: dict[int, Words] = {dark.tally: np.full((), ways, dtype=np.int64)}
                for lot in chosen:
                    weights = together(weights, lot.weights)
                into = found.setdefault(Node(lying, (0,) * len(lying), dark.dice), {})
                for tally, some in weights.items():
                    mass = into.setdefault(tally, np.zeros([len(multisets(many)) for many in lying], dtype=np.int64))
                    mass[np.ix_(*(lot.rolls for lot in chosen))] += some
        return found


def _colours(tool: Tool) -> Iterator[int]:
    for effect in tool.effects:
        if isinstance(effect, a.Gain):
            yield from (COLOURS.index(die.colour) for die in effect.dice)
        if isinstance(effect, a.Roll):
            yield from (colour for colour, many in enumerate(effect.pool.counts()) if many)


def _steps(tool: Tool) -> tuple[Step, ...]:
    """Return the uses of a skill once the dice lie."""
    found: list[Step] = []
    for effect in tool.effects:
        if isinstance(effect, a.Add):
            for colour in effect.which.colours or COLOURS[:HEROIC]:
                values = effect.which.values or range(1, 6)
                found += [Step((Turn(COLOURS.index(colour), 0, value, effect.n),)) for value in values]
        else:
            found.append(Step(wards=(effect,)))
    return tuple(found)


class Act(NamedTuple):
    """A use of a skill with a payment, and the moment that it leads to.

    Args:
        node: the moment.
        axes: for each axis what is left of the dice, those that are gained among them.
    """

    node: Node
    axes: tuple[Handling, ...]


class Using(Averages):
    """The best of every moment, skills being left to be used.

    Args:
        outcomes: the outcomes.
        axes: what lies where; one for each colour.
        plan: the boxes.
        tools: by their numbers the skills that are used while the dice do not all lie.
    """

    def __init__(self, outcomes: Outcomes, axes: Sequence[Axis], plan: Plan, tools: dict[int, Tool]) -> None:
        super().__init__(outcomes, axes, plan.faces)
        self.tools, self.joined, self.fight = tools, plan.fight.joined, plan.fight
        self._chosen: dict[Node, tuple[list[Act], NDArray[np.int32]]] = {}

    def later(self, node: Node) -> int:
        """Return how many dice may be rolled yet, by skills."""
        return sum(_rolled(tool) for at, tool in self.tools.items() if at not in node.done)

    def settled(self, node: Node) -> Words:
        """Return the sums of the best of settling and of using a skill, where no dice are to be rolled."""
        best: Words = super().settled(node) * 6 ** self.later(node)
        chosen = np.zeros(best.shape[1:], dtype=np.int32)
        acts: list[Act] = []
        for act in self._acts(node):
            rows: tuple[Any, ...] = np.ix_(*(axis.rows for axis in act.axes))
            worth = self.sums(act.node)
            for at, axis in enumerate(act.axes, start=1):
                worth = worth.take(axis.left, axis=at)
            worth, before = worth * self._times(node, act), best[:, *rows]
            better = less(worth, before)
            if better.any():
                acts.append(act)
                best[:, *rows] = np.where(better, worth, before)
                chosen[rows] = np.where(better, len(acts), chosen[rows])
        self._chosen[node] = acts, chosen
        return best

    def _times(self, node: Node, act: Act) -> int:
        """Return how many times over the sums after a use count, so that those of all uses have the same total."""
        return int(6 ** (self.later(node) - act.node.many - self.later(act.node)))

    def _acts(self, node: Node) -> Iterator[Act]:
        counts = dict.fromkeys(range(HEROIC), 0)
        counts.update({axis.colour: many for axis, many in zip(self.axes, node.lying, strict=True)})
        for at, tool in self.tools.items():
            if at in node.done:
                continue
            for paid in payments(
                tool.price, (counts[0], counts[1], counts[2]), node.black, self.joined, self.fight.room(len(node.black))
            ):
                left = [taking(counts[axis.colour], paid.taken[axis.colour]) for axis in self.axes]
                if all(left):
                    for use in tool.uses:
                        yield self._used([one for one in left if one], paid.black, use, node.done | {at})

    def _used(self, left: Sequence[Handling], black: Dice, use: Use, done: frozenset[int]) -> Act:
        """Return a use: dice are gained at once, and rolled afterwards."""
        dice = [die for effect in use.effects if isinstance(effect, a.Gain) for die in effect.dice]
        found = []
        for axis, handling in zip(self.axes, left, strict=True):
            one = handling
            for die in dice:
                if COLOURS.index(die.colour) == axis.colour:
                    one = one._replace(left=added(one.many, die.value)[one.left], many=one.many + 1)
            found.append(one)
        room = self.fight.room(len(black))
        dark = tuple(sorted((*black, *[die.value for die in dice if die.colour == "H"][:room]), reverse=True))
        rolled = _pool(use)
        lying = tuple(one.many for one in found)
        more = min(rolled[HEROIC], self.fight.room(len(dark)))
        node = Node(lying, tuple(rolled[axis.colour] for axis in self.axes), dark, more, done)
        return Act(node, tuple(found))

    def parted(self, node: Node, mass: Words) -> Iterator[tuple[Node, Words]]:
        """Yield the moments that the best of a moment leads to, with the weights of what lies there."""
        self.sums(node)
        acts, chosen = self._chosen[node]
        for number, act in enumerate(acts, start=1):
            rolls = np.nonzero((chosen == number) & (mass > 0))
            if len(rolls[0]):
                after = np.zeros([len(multisets(many)) for many in act.node.lying], dtype=np.int64)
                places = tuple(axis.after(roll) for axis, roll in zip(act.axes, rolls, strict=True))
                np.add.at(after, places, mass[rolls] * self._times(node, act))
                mass[rolls] = 0
                yield act.node, after
