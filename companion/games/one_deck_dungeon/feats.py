"""Feats before the roll: a meeting in which stored dice are rolled too, or black dice are rolled before all others.

What a feat makes of a meeting is a meeting, so that its odds are counted in the same way, with the same skills and
under the same preference, as those of the fight without it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, reduce
from itertools import product
from math import comb, prod

import msgspec
from msgspec.structs import replace

from companion.engine.odds import Table
from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.abilities import Cost, Use
from companion.games.one_deck_dungeon.boxes import COLOURS, Pool
from companion.games.one_deck_dungeon.encounter import UNLIMITED, Fight
from companion.games.one_deck_dungeon.fight import Encounter, Throws
from companion.games.one_deck_dungeon.losses import WOUNDS, Loss
from companion.games.one_deck_dungeon.odds import Meeting, deepest
from companion.games.one_deck_dungeon.plan import Plan
from companion.games.one_deck_dungeon.playing import EFFORT, Playing, Standing, effort, together
from companion.games.one_deck_dungeon.rolls import Roll
from companion.games.one_deck_dungeon.skilled import Fighter, Skilled
from companion.games.one_deck_dungeon.tools import Tool, in_order, landed

HEROIC = COLOURS.index("H")
Faces = tuple[int, ...]
"""What the black dice of a feat show, those that are dropped left out."""


class Thrown(msgspec.Struct, frozen=True):
    """One way in which the black dice of a feat may fall.

    Args:
        faces: what those that are kept show.
        cost: what it costs: the price of the feat, and its risk where it has come true.
        weight: in how many ordered rolls.
    """

    faces: Faces
    cost: Cost
    weight: int


class Readied(Meeting, frozen=True):
    """Heroes before a card, one of whom rolls black dice before the others are rolled.

    Args:
        owner: which of the heroes.
        first: how those dice may fall; the pool of the fight holds those that are kept.
    """

    owner: int = 0
    first: tuple[Thrown, ...] = ()

    def playing(self, more: Sequence[Tool] = (), limit: int = 10_000_000) -> Playing:
        """Return the odds by the whole game tree (see `Meeting.playing`)."""
        return _Tree(self, more, limit)

    def odds(self) -> Playing | RolledFirst:  # type: ignore[override]
        """Return the odds under best play."""
        return self.playing() if self.tree else self.skilled()

    def skilled(self) -> RolledFirst:
        """Return the odds with the skills that count without the game tree."""
        return RolledFirst(self)

    def sure(self) -> Encounter:
        """Return odds that are never too rosy, counted at once: all that the feat may cost, and none of its dice."""
        kept = max(len(one.faces) for one in self.first)
        costs = [one.cost for one in self.first]
        worst = Cost(max(cost.damage for cost in costs), max(cost.time for cost in costs))
        fight = replace(self.fight, pool=_more(self.fight.pool, -kept), paid=self.fight.paid.plus(worst))
        return Encounter(Skilled(fight, self.fighters).fight, making=False)

    @property
    def branches(self) -> int:
        """Return about how many moments the whole game tree has."""
        return super().branches * len(self.first)

    @property
    def toil(self) -> int:
        """Return about how many microseconds it takes to count the fight without the game tree."""
        parts = self.skilled().parts
        return sum(part.work * (8 + prod(1 + len(choices) for choices in part.choices)) // 8 for part in parts)


class _Tree(Playing):
    """The game tree with the black dice of a feat in every hand."""

    def __init__(self, met: Readied, more: Sequence[Tool], limit: int) -> None:
        tokens = sum(tool.potion for tool in more)
        super().__init__(met.fight, met.dice, (*met.tools, *more), len(met.fighters), tokens, limit)
        self.met = met

    @cached_property
    def starts(self) -> dict[Standing, int]:
        """Return the moments after the roll, with weights."""
        out: dict[Standing, int] = {}
        owner = self._owner(self.met.owner, "H")
        ahead = [(*landed(self.fight, [(owner, "H", face) for face in one.faces]), one) for one in self.met.first]
        for hand, lost, weight in self.thrown(self.dice):
            for new, cost, one in ahead:
                paid = lost.plus(cost).plus(one.cost)
                standing = Standing(in_order([*hand, *new]), 0, self.tokens, (), paid)
                out[standing] = out.get(standing, 0) + weight * one.weight
        return out


class _Kept(Skilled):
    """A fight in which some black dice fall in these ways only.

    Args:
        fight: the fight; its pool holds them.
        fighters: the heroes.
        falls: what they show, with weights.
    """

    def __init__(self, fight: Fight, fighters: Sequence[Fighter], falls: Mapping[Faces, int]) -> None:
        self.falls = falls
        self.many = max(map(len, falls))
        super().__init__(fight, fighters)

    def throws(self, colour: int) -> Throws:
        """Return the rolls of a colour; of the black dice of the feat those that are kept."""
        if colour != HEROIC:
            return super().throws(colour)
        laws, faces, marks = self.laws, self.plan.faces[HEROIC], self.plan.marks
        *owned, (many, party) = laws[HEROIC]
        self.laws = (*laws[:HEROIC], (*owned, (many - self.many, party)))
        base = super().throws(HEROIC)
        self.laws = laws
        found: dict[Roll, int] = {}
        for values, ways in self.falls.items():
            dice = [faces.becomes[value - 1] for value in values if faces.becomes[value - 1]]
            tally = sum(marks[value - 1] for value in values)
            for roll, weight in base.items():
                joined = Roll(tuple(sorted((*roll.dice, *dice), reverse=True)), roll.tally + tally)
                found[joined] = found.get(joined, 0) + weight * ways
        return found


class RolledFirst:
    """The odds of a fight before which a feat rolls black dice, with the skills that count without the game tree.

    Args:
        met: the meeting.
    """

    def __init__(self, met: Readied) -> None:
        self.fight = met.fight
        by_cost: dict[Cost, dict[Faces, int]] = {}
        for one in met.first:
            falls = by_cost.setdefault(one.cost, {})
            falls[one.faces] = falls.get(one.faces, 0) + one.weight
        self.parts = [
            _Kept(replace(met.fight, paid=met.fight.paid.plus(cost)), met.fighters, falls)
            for cost, falls in by_cost.items()
        ]

    def law(self, preference: str = WOUNDS) -> Table[Loss]:
        """Return the joint law of damage, time, poison and loot under a preference."""
        out: dict[Loss, int] = {}
        for part in self.parts:
            for loss, weight in part.law(preference).items():
                out[loss] = out.get(loss, 0) + weight
        return Table(out)


def with_stored(met: Meeting, owner: int, n: int) -> Meeting:
    """Return a meeting in which stored black dice are rolled too.

    Args:
        met: the meeting without them.
        owner: which of the heroes has stored them.
        n: how many.
    """
    fighters = list(met.fighters)
    fighters[owner] = replace(fighters[owner], pool=_more(fighters[owner].pool, n))
    dice = together((*met.dice, (owner, "H", n)))
    there = met.fight.supply if met.fight.supply == UNLIMITED else met.fight.supply + n
    fight = replace(met.fight, pool=_more(met.fight.pool, n), supply=there)
    return deepest(replace(met, fight=fight, fighters=tuple(fighters), dice=dice))


def rolled_first(met: Meeting, owner: int, use: Use) -> Readied | None:
    """Return a meeting before which a feat rolls black dice, None for a feat that does something else.

    Args:
        met: the meeting without it.
        owner: whose feat it is.
        use: the way to use it.
    """
    costs = [effect.cost for effect in use.effects if isinstance(effect, a.Lose)]
    rolls = [effect for effect in use.effects if isinstance(effect, a.Roll)]
    if len(rolls) != 1 or len(costs) + 1 != len(use.effects) or sum(rolls[0].pool.counts()) != rolls[0].pool.heroic:
        return None
    first = _falls(met.fight, rolls[0], reduce(Cost.plus, costs, Cost()))
    kept = rolls[0].pool.heroic - rolls[0].drop
    moments = effort(met.dice, met.tools) * comb(rolls[0].pool.heroic + 5, 5)
    tree = met.deep and moments <= EFFORT
    parts = {name: getattr(met, name) for name in Meeting.__struct_fields__}
    parts |= {"fight": replace(met.fight, pool=_more(met.fight.pool, kept))}
    parts |= {"tree": tree, "again": False, "buying": False, "left_out": () if tree else met.low}
    return Readied(**parts, owner=owner, first=first)


def _falls(fight: Fight, roll: a.Roll, cost: Cost) -> tuple[Thrown, ...]:
    """Return how the black dice of a feat may fall; the lowest are dropped before anything acts on them.

    A higher black die is never worse outside boss fights, in which there are no feats.
    """
    plan = Plan(fight)
    becomes, marks = plan.faces[HEROIC].becomes, plan.marks
    found: dict[tuple[Faces, Cost], int] = {}
    for values in product(range(1, 7), repeat=roll.pool.heroic):
        kept = sorted(values, key=lambda value: (becomes[value - 1], -marks[value - 1]))[roll.drop :]
        paid = cost.plus(roll.risk) if roll.face in values else cost
        key = (tuple(kept), paid)
        found[key] = found.get(key, 0) + 1
    return tuple(Thrown(faces, paid, weight) for (faces, paid), weight in found.items())


def _more(pool: Pool, n: int) -> Pool:
    return replace(pool, heroic=pool.heroic + n)
