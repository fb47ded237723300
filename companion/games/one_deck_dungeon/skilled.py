"""A fight with the heroes' own skills and feats, played as well as can be.

What acts by itself is a ward, what rerolls 1s for nothing changes the law of the dice, and what changes dice after the
roll is a choice among rolls: every choice of every skill is tried for every roll at once. Feats are chosen before the
roll; they are in `feats`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property, reduce
from itertools import chain, combinations_with_replacement, product

import msgspec
import numpy as np

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.abilities import OWN, PARTNER, Cost, Effect, Price, Use
from companion.games.one_deck_dungeon.boxes import COLOURS, Pool
from companion.games.one_deck_dungeon.encounter import WARDS, Fight
from companion.games.one_deck_dungeon.fight import DiceLaws, Encounter, Group, weighed
from companion.games.one_deck_dungeon.grid import Grid, Ranks
from companion.games.one_deck_dungeon.losses import COVER, WOUNDS, Loss
from companion.games.one_deck_dungeon.plan import Choice as Best
from companion.games.one_deck_dungeon.plan import Plan
from companion.games.one_deck_dungeon.rolls import ONES_AGAIN, Dice, Faces, roll_law
from companion.games.one_deck_dungeon.sets import NONE, numbers
from companion.games.one_deck_dungeon.tools import NOBODY, Tool, meant


class Fighter(msgspec.Struct, frozen=True):
    """A hero in a fight.

    Args:
        pool: own dice; those of the fight's pool that are nobody's belong to the party.
        skills: for each free skill the ways to use it in this room, one of them once.
        bought: for each skill that is paid for its price and its ways; dice gained count, and coloured dice pay.
    """

    pool: Pool
    skills: tuple[tuple[Use, ...], ...] = ()
    bought: tuple[tuple[Price, tuple[Use, ...]], ...] = ()


Split = tuple[Dice, ...]
"""What the dice of each owner show: first hero, second hero, party."""

HEROIC = COLOURS.index("H")
SPENT = -100
"""Stands for a die that is paid."""


class Turn(msgspec.Struct, frozen=True):
    """One change of dice after the roll.

    Args:
        colour: the index of the colour that changes.
        owner: whose dice: 0 or 1; -1 for a die gained.
        value: the value that changes, or that of the die gained; 0 for the lowest die there is.
        by: what it becomes higher by; 0 for a die gained, `SPENT` for one that is gone.
    """

    colour: int
    owner: int
    value: int
    by: int = 0


Choice = tuple[Turn, ...]
"""Changes that one use of a skill makes together."""


class Step(msgspec.Struct, frozen=True):
    """One use of a skill that has its price by a foe.

    Args:
        turns: what it does to dice.
        wards: what it takes off the consequences.
    """

    turns: Choice = ()
    wards: tuple[Effect, ...] = ()


class Skilled(Encounter):
    """The odds of a fight with free skills.

    Black dice may pay for skills at the table; here they do not, so that with skills that are paid for the odds are a
    lower bound. Where a foe takes a toll for each skill used, using one is a choice. Where it takes one for 1s that are
    rolled, none is rolled again: the odds are then a lower bound too.

    Args:
        fight: the fight, without what the skills do.
        fighters: one hero or two.
    """

    def __init__(self, fight: Fight, fighters: Sequence[Fighter]) -> None:
        self.fighters = tuple(fighters)
        self.dear = any(not toll.face for toll in fight.having(a.Toll))
        acting = () if self.dear else self.fighters
        wards = [ways for fighter in acting for ways in _wards(fighter)]
        first = tuple(ward for ways in wards for ward in ways[0])
        super().__init__(msgspec.structs.replace(fight, wards=(*fight.wards, *first)))
        if _to_choose(wards):
            some = [(*fight.wards, *chain(*chosen)) for chosen in product(*([*ways, ()] for ways in wards))]
            self.plan = Plan(self.fight, wards=some)
        self.laws = self._owned_laws()
        self.choices = [
            choices
            for at, fighter in enumerate(acting)
            for choices in (*self._free(at, fighter), *_bought(at, fighter))
            if choices
        ]
        self.steps = [steps for at, fighter in enumerate(self.fighters) for steps in self._steps(at, fighter)]
        self.steps = [steps for steps in self.steps if steps] if self.dear else []
        self._splits: dict[tuple[int, int, int], list[Split]] = {}
        self._variants: dict[tuple[str, int], tuple[list[tuple[Grid, list[list[Turn]]]], list[Best]]] = {}

    def _owned_laws(self) -> DiceLaws:
        """Return the dice of each colour by owner: first hero, second hero, party."""
        laws = []
        for colour, (whole, faces) in enumerate(zip(self.fight.pool.counts(), self.plan.faces, strict=True)):
            own = [fighter.pool.counts()[colour] for fighter in self.fighters]
            again = [self._rerolled(at, COLOURS[colour], faces) for at in range(len(own))]
            laws.append((*zip(own, again, strict=True), (whole - sum(own), faces)))
        return tuple(laws)

    def _rerolled(self, owner: int, colour: str, faces: Faces) -> Faces:
        """Return the law of a hero's dice where a skill rerolls their 1s for nothing and there is no harm in it."""
        dear = any(toll.face in (0, 1) for toll in self.fight.having(a.Toll))
        again = any(
            isinstance(effect, a.Reroll) and _once_more(effect, at, owner, colour)
            for at, fighter in enumerate(self.fighters)
            for effect in _effects(fighter)
        )
        return Faces(ONES_AGAIN.weights, faces.becomes) if again and not dear and faces.becomes[0] == 1 else faces

    def _free(self, at: int, fighter: Fighter) -> Iterator[list[Choice]]:
        """Yield the choices that each free skill gives."""
        for uses in fighter.skills:
            yield [(turn,) for use in uses for effect in use.effects for turn in self._turn(at, effect)]

    def _turn(self, at: int, effect: Effect) -> Iterator[Turn]:
        alone = len(self.fighters) == 1
        if isinstance(effect, a.Gain) and len(effect.dice) == 1 and not effect.only:
            if alone and effect.owner == PARTNER:
                return
            die = effect.dice[0]
            yield Turn(COLOURS.index(die.colour), -1, die.value)
        if isinstance(effect, a.Add) and effect.which.most == 1:
            if alone and effect.which.owner == PARTNER:
                return
            owner = at if effect.which.owner == OWN else 1 - at
            for colour in effect.which.colours or COLOURS:
                for value in effect.which.values or range(1, 6):
                    yield Turn(COLOURS.index(colour), owner, value, effect.n)

    @cached_property
    def joins(self) -> bool:
        """Return whether no skill changes dice after the roll and colours may be joined."""
        return not self.choices and not self.steps and super().joins

    def groups(self) -> list[list[Group]]:
        """Return the rolls of each kind, those with the same dice apart if they belong to others."""
        found = []
        for axis, kind in enumerate(self.plan.kinds):
            if kind.colour < 0:
                found.append([(0, 0, np.zeros(1, dtype=np.int64), [1])])
                continue
            together: dict[tuple[int, int], list[tuple[Split, int]]] = {}
            for (split, tally), weight in self._split_throws(kind.colour).items():
                together.setdefault((sum(map(len, split)), tally), []).append((split, weight))
            for (many, tally), entries in together.items():
                self._splits[axis, many, tally] = [split for split, _ in entries]
            found.append(
                [
                    (many, tally, np.array([_number(split) for split, _ in entries]), [weight for _, weight in entries])
                    for (many, tally), entries in together.items()
                ]
            )
        return found

    def _split_throws(self, colour: int) -> dict[tuple[Split, int], int]:
        """Return what each owner's dice of a colour show, with the tally, and the weights."""
        law: dict[tuple[Split, int], int] = {((), 0): 1}
        for many, faces in self.laws[colour]:
            law = {
                ((*split, roll.dice), tally + roll.tally): weight * ways
                for (split, tally), weight in law.items()
                for roll, ways in roll_law(many, faces, self.plan.marks)
            }
        return law

    def ranks(self, grid: Grid, groups: Sequence[Group], black: Dice) -> Ranks:
        """Return the best ranks over all choices of all skills."""
        best = super().ranks(grid, groups, black)
        for chosen in product(*([(), *choices] for choices in self.choices)):
            turns = [turn for choice in chosen for turn in choice]
            if turns:
                best = grid.merge(best, self._turned(grid, groups, black, turns, best))
        return best

    # ------------------------------------------------------------------------------ where each skill has its price

    def _steps(self, at: int, fighter: Fighter) -> Iterator[list[Step]]:
        """Yield the uses of each skill of a hero, those that roll dice left out."""
        for uses in fighter.skills:
            steps: list[Step] = []
            for use in uses:
                wards = tuple(effect for effect in use.effects if isinstance(effect, WARDS))
                dice = [list(self._turn(at, effect)) for effect in use.effects if not isinstance(effect, WARDS)]
                steps += [Step(turns, wards) for turns in product(*dice)]
            yield steps
        for choices in _bought(at, fighter):
            yield [Step(turns) for turns in choices]

    def _priced(self, preference: str, damage: int) -> tuple[list[tuple[Grid, list[list[Turn]]]], list[Best]]:
        """Return arrays of ranks in one order, with the changes of dice that lead to each, and what ranks stand for.

        Args:
            preference: one of `losses.PREFERENCES`, or `COVER`.
            damage: damage by rolled faces that comes on top.
        """
        if (preference, damage) in self._variants:
            return self._variants[preference, damage]
        ways: dict[tuple[int, tuple[Effect, ...]], list[list[Turn]]] = {}
        for chosen in product(*([None, *steps] for steps in self.steps)):
            used = [step for step in chosen if step is not None]
            wards = tuple(ward for step in used for ward in step.wards)
            ways.setdefault((len(used), wards), []).append([turn for step in used for turn in step.turns])
        plans = [Plan(self._after_using(*key)) for key in ways]
        best = [plan.best(WOUNDS if preference == COVER else preference, damage) for plan in plans]
        keys = [[self._rank(preference, choice) for choice in choices] for choices in best]
        known = dict(zip(chain(*keys), chain(*best), strict=True))
        order = {key: at for at, key in enumerate(sorted(known))}
        grids = [
            Grid(
                self.plan.kinds,
                [order[key] for key in row],
                self.plan.joined,
                self.plan.covers,
                worst=len(order),
                supply=self.plan.supply,
            )
            for row in keys
        ]
        found = list(zip(grids, ways.values(), strict=True)), [known[key] for key in order]
        self._variants[preference, damage] = found
        return found

    def _rank(self, preference: str, choice: Best) -> tuple[int, ...]:
        return (choice.covered != self.plan.all, *choice.key) if preference == COVER else choice.key

    def _after_using(self, used: int, wards: tuple[Effect, ...]) -> Fight:
        """Return the fight after so many skills were used, with what they take off the consequences."""
        paid = reduce(Cost.plus, [self.fight.fee] * used, self.fight.paid)
        return msgspec.structs.replace(self.fight, paid=paid, wards=(*self.fight.wards, *wards))

    def _weights(self, preference: str) -> dict[tuple[Loss, bool], int]:
        if not self.steps:
            return super()._weights(preference)
        if preference not in self._laws:
            found: dict[tuple[Loss, bool], int] = {}
            for groups in product(*self.groups()):
                for black, weight in self.throws(HEROIC).items():
                    tally = black.tally + sum(group[1] for group in groups)
                    damage = self.plan.tolled(Loss(), tally).damage if self.fight.bearable is not None else 0
                    grids, choices = self._priced(preference, damage)
                    ranks = weighed(self._best_priced(grids, groups, black.dice), [group[3] for group in groups])
                    for rank, ways in ranks.items():
                        key = (self.plan.tolled(choices[rank].loss, tally), choices[rank].covered == self.plan.all)
                        found[key] = found.get(key, 0) + weight * ways
            self._laws[preference] = found
        return self._laws[preference]

    def _best_priced(
        self, grids: Sequence[tuple[Grid, list[list[Turn]]]], groups: Sequence[Group], black: Dice
    ) -> Ranks:
        best = Encounter.ranks(self, grids[0][0], groups, black)
        for grid, ways in grids:
            for turns in ways:
                best = grid.merge(best, self._turned(grid, groups, black, turns, best))
        return best

    @cached_property
    def full_cover(self) -> Fraction:
        """Return the chance to cover every box, if nothing else counts."""
        weights = self._weights(COVER if self.steps else WOUNDS)
        return Fraction(sum(weight for (_, full), weight in weights.items() if full), self.total)

    # ------------------------------------------------------------------------------------------------ changes of dice

    def _turned(self, grid: Grid, groups: Sequence[Group], black: Dice, turns: list[Turn], best: Ranks) -> Ranks:
        """Return the ranks after some changes; where one is not possible, the worst there is.

        Args:
            grid, groups, black: as for `ranks`.
            turns: the changes.
            best: what to return where no roll has the dice.
        """
        rolled = {kind.colour for kind in self.plan.kinds}
        if any(turn.by == SPENT and turn.colour not in rolled for turn in turns):
            return best
        changed = list(groups)
        for axis, kind in enumerate(self.plan.kinds):
            mine = [turn for turn in turns if turn.colour == kind.colour]
            if kind.colour >= 0 and mine:
                many, tally, _, weights = groups[axis]
                after = [_after(split, mine) for split in self._splits[axis, many, tally]]
                more = sum(turn.owner < 0 for turn in mine) - sum(turn.by == SPENT for turn in mine)
                if many + more < 0:
                    return best
                changed[axis] = (many + more, tally, np.array(after), weights)
        gained = [turn.value for turn in turns if turn.colour == HEROIC and turn.owner < 0]
        gained = gained[: self.fight.room(len(black))]
        return Encounter.ranks(self, grid, changed, tuple(sorted([*black, *gained], reverse=True)))


def plays_low(fight: Fight, tool: Tool, beside: Sequence[Tool] = ()) -> bool:
    """Return whether `Skilled` may leave out something that a tool can do: its odds are then a lower bound.

    Black dice may pay, and black dice that are made may be changed and rolled again: none of it is counted, nor are
    several effects of one use, or dice that one skill gives and another changes. A reroll counts where nothing speaks
    against it and no black die is meant, or where nothing ever shows what it rolls again.

    Args:
        fight: the fight.
        tool: a skill that `Skilled` knows.
        beside: all skills that may be used, this one among them; dice that they bring may show what none rolls.
    """
    if not tool.price.free or _mixed(tool):
        return True
    adds = [effect.which for effect in tool.effects if isinstance(effect, a.Add)]
    if any("H" in (which.colours or COLOURS) or _given(tool, which, beside) for which in adds):
        return True
    harm = any(fight.having(a.Toll)) or any(fight.having(a.Discard))
    again = [effect.which for effect in tool.effects if isinstance(effect, a.Reroll)]
    shown = [which for which in again if not _never_shown(fight, which, beside)]
    return any(harm or "H" in (which.colours or COLOURS) for which in shown)


def _given(tool: Tool, which: a.Which, beside: Sequence[Tool]) -> bool:
    """Return whether another skill gives a die that this one may change."""
    whose = meant(tool.owner, which.owner, 2)
    gains = ((other, effect) for other in beside for effect in other.effects if isinstance(effect, a.Gain))
    return any(
        die.colour in (which.colours or COLOURS) and meant(other.owner, effect.owner, 2) in (NOBODY, whose)
        for other, effect in gains
        for die in effect.dice
    )


def _mixed(tool: Tool) -> bool:
    """Return whether a use does several things, or one use prevents something and another does not."""
    kinds = {isinstance(effect, WARDS) for effect in tool.effects}
    return len(kinds) > 1 or (False in kinds and any(len(use.effects) > 1 for use in tool.uses))


def _never_shown(fight: Fight, which: a.Which, beside: Sequence[Tool]) -> bool:
    """Return whether no die ever shows what is rolled again: the foe or a floor discards it, and no skill brings it."""
    gone = {value for rule in fight.having(a.Discard) if not rule.colours for value in rule.values}
    brought = {value for tool in beside for effect in tool.effects for value in _brought(effect)}
    weak = any(fight.having(a.Weaken))
    return bool(which.values) and not weak and set(which.values) <= gone - brought


def _brought(effect: Effect) -> Iterator[int]:
    """Yield what dice may show that an effect brings or changes, but for those that it rolls."""
    match effect:
        case a.Gain(dice=dice):
            yield from (die.value for die in dice)
        case a.Trade(die=die):
            yield die.value
        case a.Set(value=value):
            yield value
        case a.Add(n=n):
            yield from range(1 + n, 7 + n) if n < 0 else ()


def _number(split: Split) -> int:
    dice = tuple(sorted((value for part in split for value in part), reverse=True))
    return numbers(len(dice))[dice]


def _after(split: Split, turns: list[Turn]) -> int:
    """Return the number of a roll after some changes, `NONE` where a die is not there."""
    parts = [list(part) for part in split]
    for turn in turns:
        if turn.owner < 0:
            parts.append([turn.value])
            continue
        own = parts[turn.owner]
        value = turn.value or min(own, default=0)
        if value not in own:
            return NONE
        own.remove(value)
        if turn.by != SPENT:
            own.append(min(6, value + turn.by))
    return _number(tuple(tuple(part) for part in parts))


def _bought(at: int, fighter: Fighter) -> Iterator[list[Choice]]:
    """Yield the choices of each skill that is paid for: every payment worth making, with the dice gained."""
    for price, uses in fighter.bought:
        gains = [
            tuple(
                Turn(COLOURS.index(die.colour), -1, die.value)
                for effect in use.effects
                if isinstance(effect, a.Gain)
                for die in effect.dice
            )
            for use in uses
        ]
        yield [(*paid, *gained) for paid in _payments(at, price) for gained in gains]


def _payments(at: int, price: Price) -> Iterator[Choice]:
    """Yield payments: of dice the lowest, of mana every handful of values without waste."""
    if not price.mana:
        dice = (colour for colour, many in enumerate(price.dice.counts()) for _ in range(many))
        yield tuple(Turn(colour, at, 0, SPENT) for colour in dice)
        return
    magic = COLOURS.index("M")
    for many in range(1, price.mana + 1):
        for values in combinations_with_replacement(range(1, 7), many):
            if 0 <= sum(values) - price.mana < values[0]:
                yield tuple(Turn(magic, at, value, SPENT) for value in values)


def _effects(fighter: Fighter) -> Iterator[Effect]:
    return (effect for uses in fighter.skills for use in uses for effect in use.effects)


def _wards(fighter: Fighter) -> Iterator[list[tuple[Effect, ...]]]:
    """Yield what each skill of a hero prevents that does nothing else, by the ways to use it."""
    for uses in fighter.skills:
        if all(isinstance(effect, WARDS) for use in uses for effect in use.effects):
            yield [use.effects for use in uses]


def _to_choose(wards: Sequence[Sequence[tuple[Effect, ...]]]) -> bool:
    """Return whether it is to be chosen what is prevented: not all of it together is best whatever is open."""
    plain = all(len(ways) == 1 and all(isinstance(ward, a.Prevent) for ward in ways[0]) for ways in wards)
    alone = len(wards) == 1 and wards[0] == [(a.Halve(),)]
    return not plain and not alone


def _once_more(effect: a.Reroll, at: int, owner: int, colour: str) -> bool:
    which = effect.which
    meant = owner != at if which.owner == PARTNER else owner == at
    return meant and which.values == (1,) and not which.most and colour in (which.colours or COLOURS)
