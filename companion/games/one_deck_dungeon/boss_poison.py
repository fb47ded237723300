"""A boss fight of one or two heroes with poison, to its end: each round begins with a roll to resist.

A failed roll takes a token from a poisoned hero and gives the same hero two damage, so hearts and tokens of each hero
count apart: a position is the damage on the boss, the hearts and the tokens. Who bears what is chosen for the best
chance, as is the placement of every roll. There are no leaves: only skills help. What the supply has no tokens for is
damage, that nothing prevents; where the table plays it as a consequence, it is part of what a round's law counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.boss import Boss, Laws, solved
from companion.games.one_deck_dungeon.boss_law import Blow, Law
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.poison import HURT, resist_chance

Numbers = tuple[int, ...]

Standing = tuple[int, Numbers, Numbers]
"""Damage on the boss, hearts that each hero has left, poison tokens of each hero."""

WON: Standing = (-1, (), ())
LOST: Standing = (-2, (), ())


class Poisoned:
    """A boss fight with poison.

    Args:
        boss: the boss, with the pool and the wards of those who fight every round.
        supply: poison tokens of the game that are not exiled.
        help_: what skills add to the roll to resist.
        hybrid: whether a success leaves the token.
        bearable: the most damage of a round that is told apart.
        early: whether damage for want of tokens is a consequence that may be prevented (`poison_supply_damage`); the
            boss must count its rounds so.
        progress: told how many positions are worked out.
    """

    def __init__(
        self,
        boss: Boss,
        supply: int,
        help_: int = 0,
        hybrid: bool = False,
        bearable: int = 12,
        early: bool = False,
        progress: Callable[[int], None] = lambda done: None,
    ) -> None:
        self.boss, self.supply, self.help, self.hybrid, self.bearable = boss, supply, help_, hybrid, bearable
        self.early, self.progress = early, progress
        self.win: dict[Standing, Fraction] = {WON: Fraction(1), LOST: Fraction(0)}
        self.laws = Laws(boss, bearable)

    def chance(self, wounds: int, hearts: Numbers, tokens: Numbers) -> Fraction:
        """Return the chance to win under best play, a round about to begin.

        Args:
            wounds: damage on the boss.
            hearts: hearts that each hero has left.
            tokens: poison tokens of each hero.
        """
        if wounds >= self.boss.health:
            return Fraction(1)
        start = (wounds, hearts, tokens)
        for group in self._groups(start):
            if any(standing not in self.win for standing in group):
                self._improve(group)
        return self.win[start]

    def _groups(self, start: Standing) -> Iterator[list[Standing]]:
        """Yield the positions that may be reached, in an order in which each leads to itself, its group, or earlier."""
        _, hearts, tokens = start
        back, more = self.laws.regrown(0), self._poisons
        sick = sorted(product(range(self.supply + 1), repeat=len(tokens)), key=sum)
        sick = [some for some in sick if sum(some) <= (self.supply if more else sum(tokens))]
        hurt = sorted(product(*(range(1, n + 1) for n in hearts)), key=sum)
        for left in hurt:
            strikes = range(self.boss.health - 1, -1 if back else start[0] - 1, -1)
            if back:
                yield [(hits, left, some) for hits in strikes for some in sick]
            elif more:
                yield from ([(hits, left, some) for some in sick] for hits in strikes)
            else:
                yield from ([(hits, left, some)] for hits in strikes for some in sick)

    @property
    def _poisons(self) -> bool:
        """Whether rounds place tokens."""
        return bool(most_poison(self.laws.fight(0)))

    def _improve(self, group: list[Standing]) -> None:
        """Find the best policy of positions that lead to one another, and with it their chances."""
        guess = {standing: Fraction(0) for standing in group}
        while True:
            values = {**self.win, **guess}
            steps = {standing: self._step(standing, values) for standing in group}
            better = solved(steps, self.win)
            if better == guess:
                break
            guess = better
        self.win |= guess
        self.progress(len(self.win))

    def _step(self, standing: Standing, values: Mapping[Standing, Fraction]) -> dict[Standing, Fraction]:
        """Return where a round leads, the roll to resist first."""
        out: dict[Standing, Fraction] = {}
        for chance, choices in self._resisted(standing):
            rows = [self._fought(choice, values) for choice in choices]
            best = max(rows, key=lambda row: sum((values[after] * part for after, part in row.items()), Fraction(0)))
            for after, part in best.items():
                out[after] = out.get(after, Fraction(0)) + chance * part
        return out

    def _resisted(self, standing: Standing) -> Iterator[tuple[Fraction, list[Standing]]]:
        """Yield the outcomes of the roll to resist, each with the choices it leaves (one-deck-dungeon.boss.resist)."""
        wounds, hearts, tokens = standing
        chance = resist_chance(sum(tokens), self.help)
        ill = [at for at, n in enumerate(tokens) if n]
        if chance:
            cured = [(wounds, hearts, _less(tokens, at, 1)) for at in ill] if not self.hybrid else []
            yield chance, cured or [standing]
        if chance < 1:
            yield 1 - chance, [self._alive(wounds, _less(hearts, at, HURT), _less(tokens, at, 1)) for at in ill]

    def _alive(self, wounds: int, hearts: Numbers, tokens: Numbers) -> Standing:
        return (wounds, hearts, tokens) if min(hearts) > 0 else LOST

    def _fought(self, standing: Standing, values: Mapping[Standing, Fraction]) -> dict[Standing, Fraction]:
        """Return where the fight of a round leads if each roll is placed, and its damage shared out, for the best."""
        if standing == LOST:
            return {LOST: Fraction(1)}
        law = self.law(standing)
        best = {blow: max(self.after(standing, blow), key=values.__getitem__) for blow in law.blows}
        out: dict[Standing, Fraction] = {}
        for blow, chance in law.odds(lambda blow: values[best[blow]]).items():
            after = best[blow]
            out[after] = out.get(after, Fraction(0)) + chance
        return out

    def law(self, standing: Standing) -> Law:
        """Return the law of the round that is fought from a position on."""
        wounds, _, tokens = standing
        if not self.early or not self._poisons:
            return self.laws.law(wounds)
        left = self.supply - sum(tokens)
        return self.laws.law(wounds, min(left, most_poison(self.laws.fight(wounds))))

    def after(self, standing: Standing, blow: Blow) -> list[Standing]:
        """Return the positions that a blow may lead to, however hearts and tokens are shared out."""
        wounds, hearts, tokens = standing
        kept = min(blow.poison, self.supply - sum(tokens))
        damage = blow.damage + blow.poison - kept
        hits = max(0, wounds - self.laws.regrown(wounds) * blow.missed) + blow.hits
        found = []
        for lost in _shares(damage, len(hearts)):
            left = tuple(have - n for have, n in zip(hearts, lost, strict=True))
            if min(left) <= 0:
                continue
            for more in _shares(kept, len(tokens)):
                after = (hits, left, tuple(have + n for have, n in zip(tokens, more, strict=True)))
                found.append(WON if hits >= self.boss.health else after)
        return found or [LOST]


def most_poison(fight: Fight) -> int:
    """Return the most tokens that a round may place."""
    placed = sum(box.poison for box in fight.all_boxes) + fight.paid.poison
    return placed + sum(rule.cost.poison for rule in fight.having(a.Extra))


def _less(numbers: Numbers, at: int, by: int) -> Numbers:
    return tuple(n - by * (place == at) for place, n in enumerate(numbers))


def _shares(n: int, heroes: int) -> Iterator[Numbers]:
    """Yield every way to share something out."""
    if heroes == 1:
        yield (n,)
        return
    for first in range(n + 1):
        yield from ((first, *rest) for rest in _shares(n - first, heroes - 1))
