"""A fight with the heroes' own skills and feats, played as well as can be.

What acts by itself is a ward, what rerolls 1s for nothing changes the law of the dice, and what changes dice after the
roll is a choice among rolls: every choice of every skill is tried for every roll at once. Feats are chosen before the
roll, so each choice is a fight of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import msgspec
import numpy as np

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.abilities import OWN, PARTNER, Effect, Use
from companion.games.one_deck_dungeon.boxes import COLOURS, Pool
from companion.games.one_deck_dungeon.encounter import WARDS, Fight
from companion.games.one_deck_dungeon.fight import DiceLaws, Encounter, Group
from companion.games.one_deck_dungeon.grid import Grid, Ranks
from companion.games.one_deck_dungeon.rolls import ONES_AGAIN, Dice, Faces, roll_law
from companion.games.one_deck_dungeon.sets import NONE, numbers


class Fighter(msgspec.Struct, frozen=True):
    """A hero in a fight.

    Args:
        pool: own dice; those of the fight's pool that are nobody's belong to the party.
        skills: for each free skill the ways to use it in this room, one of them once.
    """

    pool: Pool
    skills: tuple[tuple[Use, ...], ...] = ()


Split = tuple[Dice, ...]
"""What the dice of each owner show: first hero, second hero, party."""

HEROIC = COLOURS.index("H")


class Turn(msgspec.Struct, frozen=True):
    """One choice of a skill after the roll.

    Args:
        colour: the index of the colour that changes.
        owner: whose dice: 0 or 1; -1 for a die gained.
        value: the value that changes, or that of the die gained.
        by: what it becomes higher by; 0 for a die gained.
    """

    colour: int
    owner: int
    value: int
    by: int = 0


class Skilled(Encounter):
    """The odds of a fight with free skills.

    Where a foe takes a toll for each skill used, or for 1s that are rolled, what would bring it is left out: the odds
    are then a lower bound.

    Args:
        fight: the fight, without what the skills do.
        fighters: one hero or two.
    """

    def __init__(self, fight: Fight, fighters: Sequence[Fighter]) -> None:
        self.fighters = tuple(fighters)
        acting = () if any(not toll.face for toll in fight.having(a.Toll)) else self.fighters
        wards = tuple(ward for fighter in acting for ward in _wards(fighter))
        fight = msgspec.structs.replace(fight, wards=(*fight.wards, *wards))
        super().__init__(fight)
        self.laws = self._owned_laws()
        self.turns = [
            turns
            for at, fighter in enumerate(acting)
            for uses in fighter.skills
            if (turns := [turn for use in uses for effect in use.effects for turn in self._turn(at, effect)])
        ]
        self._splits: dict[tuple[int, int, int], list[Split]] = {}

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
        for chosen in product(*([None, *turns] for turns in self.turns)):
            turns = [turn for turn in chosen if turn is not None]
            if turns:
                best = grid.merge(best, self._turned(grid, groups, black, turns))
        return best

    def _turned(self, grid: Grid, groups: Sequence[Group], black: Dice, turns: list[Turn]) -> Ranks:
        """Return the ranks after some changes; where one is not possible, the worst there is."""
        changed = list(groups)
        for axis, kind in enumerate(self.plan.kinds):
            mine = [turn for turn in turns if turn.colour == kind.colour]
            if kind.colour >= 0 and mine:
                many, tally, _, weights = groups[axis]
                after = [_after(split, mine) for split in self._splits[axis, many, tally]]
                more = sum(turn.owner < 0 for turn in mine)
                changed[axis] = (many + more, tally, np.array(after), weights)
        gained = [turn.value for turn in turns if turn.colour == HEROIC and turn.owner < 0]
        return super().ranks(grid, changed, tuple(sorted([*black, *gained], reverse=True)))


def _number(split: Split) -> int:
    dice = tuple(sorted((value for part in split for value in part), reverse=True))
    return numbers(len(dice))[dice]


def _after(split: Split, turns: list[Turn]) -> int:
    """Return the number of a roll after some changes, `NONE` where a die is not there."""
    parts = [list(part) for part in split]
    for turn in turns:
        if turn.owner < 0:
            parts.append([turn.value])
        elif turn.value in parts[turn.owner]:
            parts[turn.owner].remove(turn.value)
            parts[turn.owner].append(min(6, turn.value + turn.by))
        else:
            return NONE
    return _number(tuple(tuple(part) for part in parts))


def _effects(fighter: Fighter) -> Iterator[Effect]:
    return (effect for uses in fighter.skills for use in uses for effect in use.effects)


def _wards(fighter: Fighter) -> Iterator[Effect]:
    """Yield what a hero's skills prevent; of several ways to use one the first."""
    effects = (effect for uses in fighter.skills for use in uses[:1] for effect in use.effects)
    return (effect for effect in effects if isinstance(effect, WARDS))


def _once_more(effect: a.Reroll, at: int, owner: int, colour: str) -> bool:
    which = effect.which
    meant = owner != at if which.owner == PARTNER else owner == at
    return meant and which.values == (1,) and not which.most and colour in (which.colours or COLOURS)


