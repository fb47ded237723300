"""A fight as a good player plays it: what to do with the dice that lie there, and what it comes to on sampled rolls.

One thing after another is done as long as it helps: the skill or the potion, with its payment, that raises the worth of
the best placement most; where it rolls dice, on average over their faces or over a few rolls. It is no proof (`playing`
is one), but it takes thousandths of a second for any pool, and every hero, skill and potion counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import TypeAlias

import msgspec

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.abilities import Cost, Effect
from companion.games.one_deck_dungeon.boxes import COLOURS
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.filling import Filling, Hands, Judge, Wanted, Way, wanted
from companion.games.one_deck_dungeon.losses import allowed, loss_of
from companion.games.one_deck_dungeon.playing import Rolled, changed, there
from companion.games.one_deck_dungeon.tools import Die, Hand, Tool, choices, in_order, landed, less, meant, payments

PICKS = 5
"""Choices of dice that one effect is tried with."""
PAYMENTS = 3
"""Payments for a skill that are tried."""
DRAWS = 4
"""Rolls that stand for what several dice may show."""
LEAST = 0.05
"""By how much something must help to be done."""

Changing: TypeAlias = a.Add | a.Set | a.Recolour | a.Trade | a.Reroll
"""Effects on dice that are chosen."""

Blow = tuple[int, int, int]
"""Skulls covered, skulls open, hearts lost."""


class Lying(msgspec.Struct, frozen=True):
    """A moment after the roll.

    Args:
        hand: dice that lie free.
        wards: what will be taken off the consequences.
        lost: what was lost since the roll.
    """

    hand: Hand
    wards: tuple[Effect, ...] = ()
    lost: Cost = Cost()

    def losing(self, cost: Cost) -> Lying:
        """Return the moment with something more lost."""
        return msgspec.structs.replace(self, lost=self.lost.plus(cost)) if cost else self

    def holding(self, hand: Sequence[Die]) -> Lying:
        """Return the moment with other dice."""
        return Lying(in_order(list(hand)), self.wards, self.lost)


class Use(msgspec.Struct, frozen=True):
    """A skill or a potion, and how it is used.

    Args:
        at: its number among the tools, from 0.
        way: the number of its use, from 0.
        paid: the dice that pay.
        owner: who uses it.
        worth: what comes of it.
    """

    at: int
    way: int
    paid: Hand
    owner: int
    worth: float


class Trying:
    """A fight on the scale of somebody's judgment.

    Args:
        fight: the fight.
        tools: skills and potions that may be used.
        heroes: how many are in it.
        judge: what an outcome is worth.
        token: what a potion token is worth.
    """

    def __init__(self, fight: Fight, tools: Sequence[Tool], heroes: int, judge: Judge, token: float) -> None:
        self.fight, self.heroes, self.judge, self.token = fight, heroes, judge, token
        self.tools = tuple(tool for tool in tools if tool.counts)
        self.filling = Filling(fight)
        self.armor = any(box.armor for box in self.filling.boxes)
        self._tables: dict[tuple[tuple[Effect, ...], Cost], Wanted] = {}
        self._blows: dict[tuple[tuple[Effect, ...], Cost], dict[Blow, list[int]]] = {}
        self._known: dict[Lying, float] = {}

    # ------------------------------------------------------------------------------------------------------- placing

    def table(self, lying: Lying) -> Wanted:
        """Return what sets of boxes are worth with what is prevented and lost at a moment."""
        key = (lying.wards, lying.lost)
        if key not in self._tables:
            self._tables[key] = wanted(self._left(lying), self.judge)
        return self._tables[key]

    def _left(self, lying: Lying) -> Fight:
        paid = self.fight.paid.plus(lying.lost)
        return msgspec.structs.replace(self.fight, wards=(*self.fight.wards, *lying.wards), paid=paid)

    def settled(self, lying: Lying) -> float:
        """Return what the best placement is worth."""
        if lying not in self._known:
            self._known[lying] = self.placed(lying)[0]
        return self._known[lying]

    def placed(self, lying: Lying) -> tuple[float, int, tuple[Way, ...]]:
        """Return the worth of the best placement, the boxes covered, and a way of each colour."""
        return self.filling.first(_hands(lying.hand, self.armor), self.table(lying))

    # --------------------------------------------------------------------------------------------------------- using

    def best_use(self, lying: Lying, used: int = 0, tokens: int = 0) -> Use | None:
        """Return the skill or potion that helps most now, None where nothing does.

        Args:
            lying: the moment.
            used: a bit for each tool that was used.
            tokens: potion tokens that may be used.
        """
        now = self.settled(lying)
        if now >= self.table(lying)[0][0] - LEAST:
            return None
        usable = [
            (at, tool) for at, tool in enumerate(self.tools) if not used >> at & 1 and (tokens or not tool.potion)
        ]
        uses = [use for at, tool in usable for use in self._uses(at, tool, lying)]
        best = max(uses, key=lambda use: use.worth, default=None)
        return best if best is not None and best.worth > now + LEAST else None

    def _uses(self, at: int, tool: Tool, lying: Lying) -> Iterator[Use]:
        """Yield the ways to use a tool that are tried: paid with the lowest dice."""
        paying = sorted(payments(lying.hand, tool.owner, tool.price), key=_dearness)
        after = lying if tool.potion else lying.losing(self.fight.fee)
        for paid in paying[:PAYMENTS]:
            left = after.holding(less(lying.hand, paid))
            for way, use in enumerate(tool.uses):
                for owner in range(self.heroes) if tool.potion else (tool.owner,):
                    worth = self._after(left, use.effects, owner) - (self.token if tool.potion else 0.0)
                    yield Use(at, way, paid, owner, worth)

    def _after(self, lying: Lying, effects: tuple[Effect, ...], owner: int) -> float:
        """Return what a moment is worth after effects, one after the other."""
        if not effects:
            return self.settled(lying)
        effect, more = effects[0], effects[1:]
        match effect:
            case a.Roll():
                return self._rolled(lying, self._taken(effect, owner), more, owner)
            case a.Add() | a.Set() | a.Recolour() | a.Trade() | a.Reroll():
                return self.picked(lying, effect, more, owner)[0]
        return self._after(self._simply(lying, effect, owner), more, owner)

    def _simply(self, lying: Lying, effect: Effect, owner: int) -> Lying:
        """Return the moment after an effect without luck or choice."""
        match effect:
            case a.Gain():
                whose = meant(owner, effect.owner, self.heroes)
                new = () if whose is None else [(whose, d.colour, d.value, effect.only) for d in effect.dice]
                return lying.holding((*lying.hand, *there(self.fight, lying.hand, new)))
            case a.Lose(cost=cost):
                return lying.losing(cost)
            case a.Prevent() | a.Halve() | a.Convert():
                return msgspec.structs.replace(lying, wards=(*lying.wards, effect))
        return lying

    def _taken(self, effect: a.Roll, owner: int) -> list[tuple[int, str]]:
        """Return the dice that an effect rolls, with their owner."""
        whose = meant(owner, effect.owner, self.heroes)
        pool = zip(COLOURS, effect.pool.counts(), strict=True)
        return [] if whose is None else [(whose, colour) for colour, n in pool for _ in range(n)]

    def picked(self, lying: Lying, effect: Changing, more: tuple[Effect, ...], owner: int) -> tuple[float, Hand]:
        """Return the worth of the best choice of dice for an effect, and the choice.

        Args:
            lying: the moment.
            effect: what the dice are chosen for.
            more: what happens after it.
            owner: who uses it.
        """
        whose = meant(owner, effect.which.owner, self.heroes)
        best: tuple[float, Hand] = (self._after(lying, more, owner), ())
        for dice in promising(lying.hand, effect, whose):
            left = lying.holding(less(lying.hand, dice))
            if isinstance(effect, a.Reroll):
                worth = self._rolled(left, [(die[0], die[1]) for die in dice], more, owner)
            else:
                worth = self._after(_with_changed(left, effect, dice), more, owner)
            best = max(best, (worth, dice), key=lambda pair: pair[0])
        return best

    # ---------------------------------------------------------------------------------------------------------- luck

    def _rolled(self, lying: Lying, dice: Sequence[tuple[int, str]], more: tuple[Effect, ...], owner: int) -> float:
        """Return the average over what dice may show: every face of one die, a few rolls of more."""
        if not dice:
            return self._after(lying, more, owner)
        total, rolls = 0.0, self._rolls(lying, len(dice))
        for roll in rolls:
            new, cost = landed(self.fight, [(*die, value) for die, value in zip(dice, roll, strict=True)])
            total += self._after(lying.holding((*lying.hand, *new)).losing(cost), more, owner)
        return total / len(rolls)

    def _rolls(self, lying: Lying, many: int) -> Sequence[Sequence[int]]:
        """Return the rolls that stand for what so many dice may show."""
        if many == 1:
            return [[face] for face in range(1, 7)]
        rng = Random(many)
        return [[rng.randint(1, 6) for _ in range(many)] for _ in range(DRAWS)]

    def throw(self, dice: Rolled, rng: Random) -> Lying:
        """Return what lies there after one roll of all dice."""
        new, cost = landed(self.fight, [(who, c, rng.randint(1, 6)) for who, c, n in dice for _ in range(n)])
        return Lying(in_order(new), (), cost)

    # ------------------------------------------------------------------------------------------------------ the fight

    def played(self, lying: Lying, tokens: int = 0) -> float:
        """Return what a roll comes to: tools are used as long as they help; where one rolls dice, on average."""
        worth, used = self.settled(lying), 0
        while (use := self.best_use(lying, used, tokens)) is not None:
            worth, used = use.worth, used | 1 << use.at
            if self._lucky(use):
                break
            lying = self._done(lying, use)
            tokens -= self.tools[use.at].potion
        return worth

    def _lucky(self, use: Use) -> bool:
        return any(isinstance(effect, a.Roll | a.Reroll) for effect in self.tools[use.at].uses[use.way].effects)

    def _done(self, lying: Lying, use: Use) -> Lying:
        """Return what lies there after a use; dice that it rolls are drawn by chance, always alike for a hand."""
        tool, rng = self.tools[use.at], Random(repr(lying.hand))
        lying = lying.holding(less(lying.hand, use.paid))
        lying = lying if tool.potion else lying.losing(self.fight.fee)
        effects = tool.uses[use.way].effects
        for at, effect in enumerate(effects):
            lying = self._happened(lying, effect, effects[at + 1 :], use.owner, rng)
        return lying

    def _happened(self, lying: Lying, effect: Effect, more: tuple[Effect, ...], owner: int, rng: Random) -> Lying:
        """Return what lies there after one effect of a use; dice that are rolled again stay as they are.

        Args:
            lying: the moment.
            effect: what happens.
            more: what happens after it.
            owner: who uses it.
            rng: chance.
        """
        match effect:
            case a.Roll():
                new, cost = landed(self.fight, [(*die, rng.randint(1, 6)) for die in self._taken(effect, owner)])
                return lying.holding((*lying.hand, *new)).losing(cost)
            case a.Add() | a.Set() | a.Recolour() | a.Trade():
                dice = self.picked(lying, effect, (), owner)[1]
                return _with_changed(lying.holding(less(lying.hand, dice)), effect, dice)
        return self._simply(lying, effect, owner)

    def mean(self, dice: Rolled, rolls: int, tokens: int = 0) -> float:
        """Return what the fight is worth on average over sampled rolls.

        Args:
            dice: who rolls what.
            rolls: how many.
            tokens: potion tokens that may be used.
        """
        rng = Random(0)
        return sum(self.played(self.throw(dice, rng), tokens) for _ in range(rolls)) / rolls

    def blows(self, lying: Lying) -> list[Blow]:
        """Return the blows that can be had of a boss, none that another betters; with skills, and without."""
        after, used = lying, 0
        while (use := self.best_use(after, used)) is not None:
            after, used = self._done(after, use), used | 1 << use.at
        found: dict[Blow, None] = {}
        for moment in dict.fromkeys((lying, after)):
            roll = self.filling.roll(_hands(moment.hand, self.armor))
            for blow, masks in self._by_blow(moment).items():
                if blow not in found and any(roll.covering(mask) is not None for mask in masks):
                    found[blow] = None
        return [b for b in found if not any(o != b and o[0] >= b[0] and o[2] <= b[2] for o in found)]

    def _by_blow(self, lying: Lying) -> dict[Blow, list[int]]:
        """Return the least sets of boxes that bring each blow."""
        key = (lying.wards, lying.lost)
        if key not in self._blows:
            fight = self._left(lying)
            skulls = sum(1 << at for at, box in enumerate(fight.all_boxes) if box.skull)
            out: dict[Blow, list[int]] = {}
            for mask in sorted(range(1 << len(fight.all_boxes)), key=int.bit_count):
                if allowed(fight, mask) == mask:
                    hits = (mask & skulls).bit_count()
                    some = out.setdefault((hits, skulls.bit_count() - hits, loss_of(fight, mask).damage), [])
                    some += [mask] if not any(mask & other == other for other in some) else []
            self._blows[key] = out
        return self._blows[key]


def _dearness(dice: Hand) -> int:
    """Return how much dice are missed that pay for something."""
    return sum(die[2] + (die[1] == "H") for die in dice)


@lru_cache(maxsize=1 << 14)
def promising(hand: Hand, effect: Changing, owner: int | None) -> tuple[Hand, ...]:
    """Return the choices of dice that are worth trying for an effect.

    Args:
        hand: the dice that lie there.
        effect: what they are chosen for.
        owner: whose they must be (`tools.touches`).
    """
    found = sorted((some for some in choices(hand, effect.which, owner) if some), key=lambda d: _promise(effect, d))
    return tuple(found[:PICKS])


def _promise(effect: Changing, dice: Hand) -> tuple[int, int]:
    """Return how little a choice of dice promises: those that may win most are tried first."""
    values = [die[2] for die in dice]
    match effect:
        case a.Set(value=to):
            return -sum(to - value for value in values), len(values)
        case a.Reroll():
            return sum(2 * value - 7 for value in values), 0
        case a.Add():
            return -sum(value < 6 for value in values), sum(values)
    return -len(values), -sum(values)


def _with_changed(lying: Lying, effect: Changing, dice: Hand) -> Lying:
    return lying.holding((*lying.hand, *(changed(effect, die) for die in dice)))


def _hands(hand: Hand, armor: bool) -> Hands:
    """Return the dice of a hand by colour; one for armor alone counts where there is armor, one for mana never."""
    found: dict[str, list[int]] = {colour: [] for colour in COLOURS}
    for _, colour, value, only in hand:
        if value and (not only or (only == "armor" and armor)):
            found[colour].append(value)
    strength, agility, magic, heroic = (tuple(sorted(found[colour], reverse=True)) for colour in COLOURS)
    return strength, agility, magic, heroic
