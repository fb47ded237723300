"""A boss fight to its end: the chance to win under best play, as an absorbing chain.

A round is a fight in which time counts nothing. What matters of it is how many skull boxes are covered and how much
the heroes are hurt; a hero without hearts loses, even if the boss would have died. As damage may be shared out freely,
all that the heroes have left is one number: how much they can still bear. So a position is (damage on the boss, what
can be borne), and after each roll the placement is chosen that leaves the best chance.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import TypeVar

import msgspec

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.fight import Encounter
from companion.games.one_deck_dungeon.grid import Grid

State = tuple[int, int]
"""Damage on the boss, and damage that the heroes can still bear."""

S = TypeVar("S", bound=Hashable)
"""Positions of a chain."""

WON: State = (-1, 0)
LOST: State = (0, -1)


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


class Boss(msgspec.Struct, frozen=True):
    """A boss.

    Args:
        health: damage that kills it.
        round: the fight of a round by damage on the boss (the Minotaur's target depends on it).
    """

    health: int
    round: Callable[[int], Fight]


class Chain:
    """A boss fight from any position on.

    Args:
        boss: the boss, with the pool and the wards of those who fight every round.
        bearable: the most damage that the heroes can bear.
        progress: told how many positions are worked out.
    """

    def __init__(self, boss: Boss, bearable: int, progress: Callable[[int], None] = lambda done: None) -> None:
        self.boss = boss
        self.bearable = bearable
        self.progress = progress
        self.win: dict[State, Fraction] = {WON: Fraction(1), LOST: Fraction(0)}
        self.steps: dict[State, dict[State, Fraction]] = {}
        self._rounds: dict[int, Round] = {}

    def chance(self, wounds: int, bearable: int) -> Fraction:
        """Return the chance to win under best play.

        Args:
            wounds: damage on the boss.
            bearable: damage that the heroes can bear so that nobody falls; no more than the chain was made for.
        """
        if wounds >= self.boss.health:
            return Fraction(1)
        for left in range(bearable + 1):
            if (wounds, left) not in self.win:
                self._solve(left, wounds)
        return self.win[wounds, bearable]

    def _solve(self, left: int, wounds: int) -> None:
        """Work out every position with so much to bear, by improving the policy until it is best."""
        lowest = 0 if self._regrows else wounds
        states = [(hits, left) for hits in range(self.boss.health - 1, lowest - 1, -1) if (hits, left) not in self.win]
        if self._regrows:
            self._improve(states)
        else:
            for state in states:
                self._improve([state])

    @property
    def _regrows(self) -> bool:
        return any(self.round(0).fight.having(a.Regrow))

    def _improve(self, states: list[State]) -> None:
        """Find the best policy of positions that lead to one another, and with it their chances."""
        guess = {state: Fraction(0) for state in states}
        while True:
            steps = {state: self._step(state, guess) for state in states}
            better = solved(steps, self.win)
            if better == guess:
                break
            guess = better
        self.win |= guess
        self.steps |= steps
        self.progress(len(self.steps))

    def _step(self, state: State, guess: Mapping[State, Fraction]) -> dict[State, Fraction]:
        """Return where a round leads if each roll is placed for the best chance."""
        wounds, left = state
        round_, out = self.round(wounds), dict[State, Fraction]()
        values = {**self.win, **guess}
        for blow, weight in round_.law(lambda blow: values[self.after(wounds, left, blow)]).items():
            after = self.after(wounds, left, blow)
            out[after] = out.get(after, Fraction(0)) + Fraction(weight, round_.encounter.total)
        return out

    def after(self, wounds: int, left: int, blow: Blow) -> State:
        """Return the position after a round; one beyond the end is `WON` or `LOST` (rulings 53 and 61)."""
        if blow.damage > left:
            return LOST
        regrown = sum(rule.n for rule in self.round(wounds).fight.having(a.Regrow)) * blow.missed
        hurt = max(0, wounds - regrown) + blow.hits
        return WON if hurt >= self.boss.health else (hurt, left - blow.damage)

    def round(self, wounds: int) -> Round:
        """Return the odds of one round with so much damage on the boss."""
        if wounds not in self._rounds:
            fight = self.boss.round(wounds)
            same = next((known for known in self._rounds.values() if known.fight == fight), None)
            self._rounds[wounds] = same or Round(fight, self.bearable)
        return self._rounds[wounds]

    def rounds(self, wounds: int, bearable: int) -> Fraction:
        """Return how many rounds are expected until one side has fallen, played for the best chance to win.

        Raises:
            ValueError: the fight may never end, because nobody can hurt anybody.
        """
        self.chance(wounds, bearable)
        reached = _reached(self.steps, (wounds, bearable))
        return _linear(reached, {state: Fraction(1) for state in reached})[wounds, bearable]

    def damage(self, wounds: int, bearable: int) -> Fraction:
        """Return the damage expected until the boss is dead or a hero falls, what fells a hero not counted."""
        self.chance(wounds, bearable)
        reached = _reached(self.steps, (wounds, bearable))
        return _linear(reached, {state: _borne(state, row) for state, row in reached.items()})[wounds, bearable]


class Round:
    """One round against a boss.

    For every roll the set of blows that can be had is counted once; what is best of them is chosen later.

    Args:
        fight: the dice, the boss's boxes and rules.
        bearable: damage beyond which blows are not told apart: somebody falls.

    Raises:
        ValueError: there are more kinds of blows than bits.
    """

    def __init__(self, fight: Fight, bearable: int) -> None:
        self.fight = fight
        self.encounter = Encounter(fight)
        self.sets = self._count(bearable)

    def _count(self, bearable: int) -> dict[frozenset[Blow], int]:
        """Return how often each set of blows can be had."""
        plan = self.encounter.plan
        skulls = sum(1 << at for at, box in enumerate(plan.boxes) if box.skull)
        blows = {
            mask: Blow(
                (mask & skulls).bit_count(), (skulls & ~mask).bit_count(), min(loss.damage, bearable + 1), loss.poison
            )
            for mask, loss in plan.losses.items()
        }
        told = sorted(set(blows.values()))
        if len(told) > BITS:
            raise ValueError(f"{len(told)} kinds of blows are more than the {BITS} that one count tells apart")
        place = {blow: 1 << at for at, blow in enumerate(told)}
        numbers: list[int] = []
        for mask in range(plan.all + 1):
            number = place[blows[mask]] if mask in blows else 0
            for at in range(len(plan.boxes)):
                number |= numbers[mask & ~(1 << at)] if mask >> at & 1 else 0
            numbers.append(number)
        grid = Grid(plan.kinds, numbers, plan.joined, plan.covers, gather=True)
        found: dict[int, int] = {}
        for _, counts, weight in self.encounter.counted(lambda tally: grid):
            for number, ways in counts.items():
                found[number] = found.get(number, 0) + weight * ways
        return {frozenset(blow for blow in told if place[blow] & number): ways for number, ways in found.items()}

    def law(self, worth: Callable[[Blow], Fraction]) -> dict[Blow, int]:
        """Return the law of the round's blows if every roll is placed for the most worth.

        Args:
            worth: what a blow is worth; among equals fewer hearts are lost and more skulls covered.
        """
        out: dict[Blow, int] = {}
        value = {blow: (worth(blow), -blow.damage, -blow.poison, blow.hits) for blow in frozenset().union(*self.sets)}
        for blows, ways in self.sets.items():
            best = max(blows, key=value.__getitem__)
            out[best] = out.get(best, 0) + ways
        return out


def _borne(state: State, row: Mapping[State, Fraction]) -> Fraction:
    """Return the damage that one round is expected to do, where nothing ends in it."""
    going = ((after, chance) for after, chance in row.items() if after not in (WON, LOST))
    return sum((chance * (state[1] - after[1]) for after, chance in going), Fraction(0))


def _reached(steps: Mapping[State, Mapping[State, Fraction]], start: State) -> dict[State, Mapping[State, Fraction]]:
    found: dict[State, Mapping[State, Fraction]] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state in steps and state not in found:
            found[state] = steps[state]
            waiting += list(steps[state])
    return found


def solved(steps: Mapping[S, Mapping[S, Fraction]], known: Mapping[S, Fraction]) -> dict[S, Fraction]:
    """Return the chances to win that steps lead to; never coming to an end is no win.

    Args:
        steps: for each position where a round leads, with chances.
        known: the chances of all other positions that are reached.
    """
    gains = {
        state: sum((chance * known[after] for after, chance in row.items() if after not in steps), Fraction(0))
        for state, row in steps.items()
    }
    ending = {state: row for state, row in steps.items() if any(after not in steps for after in _closure(steps, state))}
    found = _linear(ending, {state: gains[state] for state in ending}) if ending else {}
    return {state: found.get(state, Fraction(0)) for state in steps}


def _closure(steps: Mapping[S, Mapping[S, Fraction]], start: S) -> set[S]:
    seen: set[S] = set()
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state not in seen:
            seen.add(state)
            waiting += list(steps.get(state, ()))
    return seen


def _linear(steps: Mapping[S, Mapping[S, Fraction]], gains: Mapping[S, Fraction]) -> dict[S, Fraction]:
    """Solve x = gains + steps x exactly, over the states that have steps.

    Raises:
        ValueError: there is no single solution: some states never come to an end.
    """
    states = list(steps)
    place = {state: at for at, state in enumerate(states)}
    rows = [[Fraction(at == other) for other in range(len(states))] + [gains[state]] for at, state in enumerate(states)]
    for at, state in enumerate(states):
        for after, chance in steps[state].items():
            if after in place:
                rows[at][place[after]] -= chance
    for at in range(len(states)):
        pivot = next((row for row in range(at, len(states)) if rows[row][at]), None)
        if pivot is None:
            raise ValueError("the fight may never end: nobody can hurt anybody")
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [entry / rows[at][at] for entry in rows[at]]
        for row in range(len(states)):
            if row != at and rows[row][at]:
                factor = rows[row][at]
                rows[row] = [x - factor * y for x, y in zip(rows[row], rows[at], strict=True)]
    return {state: rows[place[state]][-1] for state in states}
