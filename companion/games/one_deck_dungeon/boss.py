"""A boss fight to its end: the chance to win under best play, as an absorbing chain.

A round is a fight in which time counts nothing. What matters of it is how many skull boxes are covered and how much
the heroes are hurt; a hero without hearts loses, even if the boss would have died. As damage may be shared out freely,
all that the heroes have left is one number: how much they can still bear. So a position is (damage on the boss, what
can be borne), and after each roll the placement is chosen that leaves the best chance.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

import msgspec

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.boss_law import Blow, Law, Outcomes, harder
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.fight import Encounter
from companion.games.one_deck_dungeon.losses import Loss
from companion.games.one_deck_dungeon.skilled import Fighter, Skilled

State = tuple[int, int]
"""Damage on the boss, and damage that the heroes can still bear."""

S = TypeVar("S", bound=Hashable)
"""Positions of a chain."""

WON: State = (-1, 0)
LOST: State = (0, -1)


Count = Callable[[Fight, int, bool], Law]
"""Counts a round: the fight, the damage beyond which blows are not told apart, whether more hits are never worse."""


class Boss(msgspec.Struct, frozen=True):
    """A boss.

    Args:
        health: damage that kills it.
        round: the fight of a round by damage on the boss (the Minotaur's target depends on it).
        count: counts a round; if nothing is given, without skills that change dice.
    """

    health: int
    round: Callable[[int], Fight]
    count: Count | None = None

    @property
    def keen(self) -> bool:
        """Whether more damage on the boss is never worse: the fight stays the same whatever it has."""
        first = self.round(0)
        return all(self.round(wounds) == first for wounds in range(1, self.health))

    def counted(self, fight: Fight, bearable: int, keen: bool) -> Law:
        """Return what a round of a fight may come to."""
        return self.count(fight, bearable, keen) if self.count is not None else Round(fight, bearable, keen=keen)


class Laws:
    """The laws of a boss's rounds, each counted once.

    Args:
        boss: the boss.
        bearable: the most damage of a round that is told apart.
    """

    def __init__(self, boss: Boss, bearable: int) -> None:
        self.boss, self.bearable = boss, bearable
        self._fights: dict[int, Fight] = {}
        self._known: dict[Fight, Law] = {}

    @cached_property
    def keen(self) -> bool:
        """Whether more hits are never worse."""
        return self.boss.keen

    def fight(self, wounds: int) -> Fight:
        """Return the fight of a round with so much damage on the boss."""
        if wounds not in self._fights:
            self._fights[wounds] = self.boss.round(wounds)
        return self._fights[wounds]

    def law(self, wounds: int, tokens: int | None = None) -> Law:
        """Return the law of a round with so much damage on the boss.

        Args:
            wounds: the damage.
            tokens: poison tokens in the supply, where they are part of what is counted.
        """
        fight = self.fight(wounds)
        if tokens is not None:
            fight = msgspec.structs.replace(fight, tokens=tokens)
        if fight not in self._known:
            self._known[fight] = self.boss.counted(fight, self.bearable, self.keen)
        return self._known[fight]

    def regrown(self, wounds: int) -> int:
        """Return what each open skull takes off the damage on the boss."""
        return sum(rule.n for rule in self.fight(wounds).having(a.Regrow))


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
        self.hurts: dict[State, Fraction] = {}
        self.laws = Laws(boss, bearable)

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
        return bool(self.laws.regrown(0))

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
        out, hurts = dict[State, Fraction](), Fraction(0)
        values = {**self.win, **guess}
        for blow, chance in self.laws.law(wounds).odds(lambda blow: values[self.after(wounds, left, blow)]).items():
            after = self.after(wounds, left, blow)
            out[after] = out.get(after, Fraction(0)) + chance
            hurts += chance * blow.damage if after != LOST else 0
        self.hurts[state] = hurts
        return out

    def after(self, wounds: int, left: int, blow: Blow) -> State:
        """Return the position after a round; one beyond the end is `WON` or `LOST` (rulings 53 and 61)."""
        if blow.damage > left:
            return LOST
        hurt = max(0, wounds - self.laws.regrown(wounds) * blow.missed) + blow.hits
        return WON if hurt >= self.boss.health else (hurt, left - blow.damage)

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
        return _linear(reached, {state: self.hurts[state] for state in reached})[wounds, bearable]


class Round(Law):
    """One round against a boss, free skills that need no luck included.

    For every roll the set of blows that can be had is counted once; what is best of them is chosen later.

    Args:
        fight: the dice, the boss's boxes and rules.
        bearable: damage beyond which blows are not told apart: somebody falls.
        fighters: the heroes with the skills that count.
        keen: whether more hits are never worse.
        encounter: the fight with other dice, where it is bounded.

    Raises:
        ValueError: there are more kinds of blows than bits.
    """

    def __init__(
        self,
        fight: Fight,
        bearable: int,
        fighters: Sequence[Fighter] = (),
        keen: bool = False,
        encounter: Encounter | None = None,
    ) -> None:
        super().__init__(fight, keen)
        self.encounter = encounter or (Skilled(fight, fighters) if fighters else Encounter(fight))
        self.sets = self._count(bearable)
        for blows, weight in self.sets.items():
            self.begins(self.number(blows), weight)

    def _count(self, bearable: int) -> dict[frozenset[Blow], int]:
        """Return how often each set of blows can be had."""
        plan = self.encounter.plan
        outcomes = Outcomes(plan, bearable, sum(box.skull for box in plan.boxes))
        found: dict[tuple[int, int], int] = {}
        for tally, counts, weight in self.encounter.counted(lambda tally: outcomes.grid):
            struck = plan.tolled(Loss(), tally).damage
            for number, ways in counts.items():
                found[number, struck] = found.get((number, struck), 0) + weight * ways
        out: dict[frozenset[Blow], int] = {}
        for (number, struck), ways in found.items():
            blows = frozenset(harder(blow, struck, bearable) for blow in outcomes.blows(number))
            out[blows] = out.get(blows, 0) + ways
        return out


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
