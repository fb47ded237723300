"""The exact law of a fight in which a skill rolls 1s again, beside free skills that give a die, add to one or prevent.

After the roll a party may make black dice that show a 1 and have them rolled again with the others; what is best to do
with every roll is found for all rolls at once (`rerolling`). Everything else waits until the dice lie: it is best done
when they are known. Only a die that a skill gives may have to come first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb, prod

import msgspec

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.abilities import Effect
from companion.games.one_deck_dungeon.averages import HEROIC, Averages, Axis, Outcomes
from companion.games.one_deck_dungeon.boxes import COLOURS, Pool
from companion.games.one_deck_dungeon.counted import Counted
from companion.games.one_deck_dungeon.encounter import WARDS, Fight
from companion.games.one_deck_dungeon.losses import Loss
from companion.games.one_deck_dungeon.plan import Plan
from companion.games.one_deck_dungeon.playing import Rolled
from companion.games.one_deck_dungeon.rerolling import Gift, Heap, Rerolling, Setting
from companion.games.one_deck_dungeon.skilled import Step, Turn
from companion.games.one_deck_dungeon.tools import NOBODY, Tool, meant

MOST = 20
"""Dice rolled and rolled again up to which all weights are held in numbers of a machine."""


def counts_rerolls(fight: Fight, dice: Rolled, tools: Sequence[Tool], heroes: int) -> bool:
    """Return whether `Rerolls` counts everything that the heroes can do.

    Args:
        fight: the fight.
        dice: who rolls what.
        tools: the skills.
        heroes: how many are in the fight.
    """
    effects = [effect for tool in tools for effect in tool.effects]
    again = [effect for effect in effects if isinstance(effect, a.Reroll)]
    single = all(tool.price.free and all(len(use.effects) == 1 for use in tool.uses) for tool in tools)
    wounding = bool(fight.hearts) and any(toll.cost.damage for toll in fight.tolls)
    if len(again) != 1 or not single or wounding or sum(many for _, _, many in dice) > MOST // 2:
        return False
    adding = any(isinstance(effect, a.Add) for effect in effects)
    giving = any(isinstance(effect, a.Gain) for effect in effects)
    shared = any(owner == NOBODY and colour != "H" for owner, colour, _ in dice) or again[0].which.owner == a.PARTY
    if adding and (giving or (shared and heroes == 2)):
        return False
    return all(_known(tool, effect, heroes) for tool in tools for effect in tool.effects)


def _known(tool: Tool, effect: Effect, heroes: int) -> bool:
    match effect:
        case a.Reroll(which=which):
            plain = which.values == (1,) and not (which.most or which.colours or which.same)
            return plain and len(tool.uses) == 1 and meant(tool.owner, which.owner, heroes) is not None
        case a.Gain(dice=dice, only=only):
            return len(dice) == 1 and not only
        case a.Add(n=n, which=which):
            return n > 0 and which.most == 1 and "H" not in (which.colours or COLOURS) and which.owner != a.PARTY
    return isinstance(effect, WARDS)


class Rerolls(Counted):
    """The odds of a fight in which 1s are rolled again; one for which `counts_rerolls` holds.

    Args:
        fight: the fight, without what the skills do.
        dice: who rolls what, over the whole pool.
        tools: the skills.
        heroes: how many are in the fight.
    """

    def __init__(self, fight: Fight, dice: Rolled, tools: Sequence[Tool], heroes: int) -> None:
        super().__init__()
        self.tools, self.heroes = tuple(tools), heroes
        self.again = next(at for at, tool in enumerate(tools) if isinstance(tool.effects[0], a.Reroll))
        self.stale = self._stale()
        self.gifts = tuple(gift for at, tool in enumerate(tools) for gift in self._gifts(at, tool))
        self.fight = self._ready(fight)
        self.steps = {at: steps for at, tool in enumerate(tools) if (steps := self._steps(fight, tool))}
        self.plan = Plan(self.fight)
        self.before: dict[int, tuple[Effect, ...]] = {self.again: (), **{gift.tool: () for gift in self.gifts}}
        self.heaps = self._heaps(dice)
        self.axes = self._axes()
        self.many = sum(heap.many for heap in self.heaps)
        self.most = sum(heap.many for heap in self.heaps if heap.fresh) + len({g.tool for g in self.gifts if g.fresh})

    def _stale(self) -> int | None:
        """Return the hero whose dice are not rolled again; None where all may be."""
        tool = self.tools[self.again]
        effect = tool.effects[0]
        assert isinstance(effect, a.Reroll)
        whose = meant(tool.owner, effect.which.owner, self.heroes)
        return None if whose in (NOBODY, None) or self.heroes == 1 else 1 - whose

    def _gifts(self, at: int, tool: Tool) -> Iterator[Gift]:
        for effect in tool.effects:
            whose = meant(tool.owner, effect.owner, self.heroes) if isinstance(effect, a.Gain) else None
            if isinstance(effect, a.Gain) and whose is not None:
                die = effect.dice[0]
                yield Gift(at, COLOURS.index(die.colour), self.stale is None or whose != self.stale, die.value)

    def _ready(self, fight: Fight) -> Fight:
        """Return the fight with what is prevented in any case, and a die of each colour that skills bring."""
        brought = {gift.colour for gift in self.gifts}
        pool = Pool(*(max(many, at in brought) for at, many in enumerate(fight.pool.counts())))
        wards = tuple(tool.effects[0] for tool in self.tools if _prevents(fight, tool))
        return msgspec.structs.replace(fight, pool=pool, wards=(*fight.wards, *wards))

    def _steps(self, fight: Fight, tool: Tool) -> tuple[Step, ...]:
        """Return the uses of a skill once the dice lie."""
        if _prevents(fight, tool):
            return ()
        found: list[Step] = []
        for effect in tool.effects:
            if isinstance(effect, WARDS):
                found.append(Step(wards=(effect,)))
            else:
                found += [Step((turn,)) for turn in self._turns(tool.owner, effect)]
        return tuple(found)

    def _turns(self, owner: int, effect: Effect) -> Iterator[Turn]:
        if isinstance(effect, a.Gain) and meant(owner, effect.owner, self.heroes) is not None:
            yield Turn(COLOURS.index(effect.dice[0].colour), -1, effect.dice[0].value)
        if isinstance(effect, a.Add) and (whose := meant(owner, effect.which.owner, self.heroes)) is not None:
            for colour in effect.which.colours or COLOURS:
                for value in effect.which.values or range(1, 6):
                    yield Turn(COLOURS.index(colour), whose, value, effect.n)

    def _heaps(self, dice: Rolled) -> tuple[Heap, ...]:
        """Return the dice of each colour that there is, those that may be rolled again first."""
        found = []
        for colour in (*(kind.colour for kind in self.plan.kinds if kind.colour >= 0), HEROIC):
            for fresh in (True, False):
                mine = (n for owner, c, n in dice if c == COLOURS[colour] and (owner != self.stale) == fresh)
                found.append(Heap(colour, fresh, sum(mine)))
        return tuple(found)

    def _axes(self) -> tuple[Axis, ...]:
        """Return what lies where: those dice apart of which one hero's may be changed."""
        changed = {turn.colour for steps in self.steps.values() for step in steps for turn in step.turns if turn.by}
        found = []
        for at, kind in enumerate(self.plan.kinds):
            if kind.colour in changed:
                stale = self.stale
                found.append(Axis(at, kind.colour, 0 if stale is None else 1 - stale))
                if stale is not None:
                    found.append(Axis(at, kind.colour, stale))
            elif kind.colour >= 0:
                found.append(Axis(at, kind.colour))
        return tuple(found)

    def _counted(self, preference: str) -> dict[tuple[Loss, bool], int]:
        outcomes = Outcomes(self.fight, preference, self.steps, self.most, self.before)
        setting = Setting(self.plan, self.heaps, self.axes, self.again, self.gifts, self.most)
        best = Rerolling(setting, Averages(outcomes, self.axes, self.plan.faces))
        return outcomes.weighed(best.counted())


def _prevents(fight: Fight, tool: Tool) -> bool:
    """Return whether a skill prevents something in any case."""
    return not fight.fee and len(tool.effects) == 1 and isinstance(tool.effects[0], a.Prevent)


def rerolls_toil(dice: Rolled, tools: Sequence[Tool]) -> int:
    """Return about how many microseconds it takes to count a fight in which 1s are rolled again.

    Args:
        dice: who rolls what.
        tools: the skills.
    """
    gifts = sum(isinstance(effect, a.Gain) for tool in tools for effect in tool.effects)
    return 3 * prod(comb(many + 5, 5) for _, _, many in dice) * (1 + gifts)
