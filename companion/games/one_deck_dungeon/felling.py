"""The boss by trial: the chance to win from sampled rounds, which tells what a skull and a heart are worth.

Each sampled roll gives the blows that can be had, so many skulls for so many hearts; the chance to win is that of the
best choice for each roll, until the boss or a hero has fallen. `boss` counts it exactly for small pools.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random

from msgspec.structs import replace

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.abilities import Cost
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.losses import Loss, falls
from companion.games.one_deck_dungeon.odds import Meeting, meeting
from companion.games.one_deck_dungeon.party import health
from companion.games.one_deck_dungeon.rooms import boss_health
from companion.games.one_deck_dungeon.state import BOSS_FLOOR, UNTOLD, Position
from companion.games.one_deck_dungeon.trying import Blow, Trying

ROLLS = 30
"""Rolls that stand for a round."""
MOST_ROUNDS = 40
"""Rounds after which nobody wins any more."""
MOST_HEARTS = 20
"""More hearts to lose than that are not told apart."""
POTION = 2
"""Hearts that a token is good for."""
SCALE = 20.0
"""Hearts that the game counts."""
SKULL = 2.5
"""Hearts that a skull counts while rounds are sampled."""


class Felling:
    """A boss before a party.

    Args:
        rounds: the party before the boss, for each damage on it, nobody's hearts counted.
    """

    def __init__(self, rounds: tuple[Meeting, ...]) -> None:
        self.rounds, self.health = rounds, len(rounds)
        self.regrow = sum(rule.n for rule in rounds[0].fight.having(a.Regrow))
        self.known: dict[tuple[int, int], float] = {}
        self._sampled: dict[object, tuple[tuple[Blow, ...], ...]] = {}

    @classmethod
    def of(cls, cat: Catalogue, state: Position) -> Felling:
        """Return the boss of a position, before those who fight it now, or the first two of four."""
        fight = state.fight if state.at_boss else None
        heroes = fight.part.heroes if fight is not None else state.handles[:2]
        there = replace(state, floor=BOSS_FLOOR, step="boss", fight=None, doors=())
        found = (meeting(cat, replace(there, wounds=n), heroes, UNTOLD) for n in range(boss_health(cat, state) or 6))
        return _felling(tuple(replace(met, fight=replace(met.fight, hearts=(), paid=Cost())) for met in found))

    def blows(self, wounds: int) -> tuple[tuple[Blow, ...], ...]:
        """Return for each sampled roll the blows that can be had with so much damage on the boss."""
        met = self.rounds[wounds]
        key = met.fight.all_boxes
        if key not in self._sampled:
            self._sampled[key] = _sampled(met)
        return self._sampled[key]

    def chance(self, wounds: int, left: int) -> float:
        """Return about how likely the party wins.

        Args:
            wounds: damage on the boss.
            left: hearts that it can still lose.
        """
        if wounds >= self.health:
            return 1.0
        if left < 0:
            return 0.0
        if (wounds, left) not in self.known:
            self._solve(left)
        return self.known[wounds, left]

    def _solve(self, left: int) -> None:
        """Work out all positions with so much to lose, those with less first."""
        for less in range(left):
            if (0, less) not in self.known:
                self._solve(less)
        values = dict.fromkeys(range(self.health), 0.0)
        for _ in range(MOST_ROUNDS):
            before = dict(values)
            for wounds in range(self.health - 1, -1, -1):
                rolls = self.blows(wounds)
                values[wounds] = sum(max(self._led(wounds, left, b, values) for b in each) for each in rolls) / len(
                    rolls
                )
            if all(abs(values[w] - before[w]) < 1e-3 for w in values):
                break
        self.known |= {(wounds, left): value for wounds, value in values.items()}

    def _led(self, wounds: int, left: int, blow: Blow, values: dict[int, float]) -> float:
        hits, missed, damage = blow
        if damage > left:
            return 0.0
        hurt = max(0, wounds - self.regrow * missed) + hits
        if hurt >= self.health:
            return 1.0
        return values[hurt] if not damage else self.known[hurt, left - damage]

    def judge(self, fight: Fight, wounds: int, left: int) -> Callable[[Loss, int, int], float]:
        """Return what an outcome of a round is worth, on the scale of hearts.

        Args:
            fight: the round.
            wounds: damage on the boss.
            left: hearts that the party can lose, potions counted.
        """

        def worth(loss: Loss, hits: int, missed: int) -> float:
            hurt = max(0, wounds - self.regrow * missed) + hits
            tie = 0.02 * hits - 0.01 * loss.damage
            if loss.damage > left:
                return -1.0 - 0.1 * loss.damage + tie
            return SCALE * self.chance(hurt, left - loss.damage) + tie - 0.5 * falls(fight, loss)

        return worth


def to_lose(cat: Catalogue, state: Position) -> int:
    """Return the hearts that the party can lose, those counted that potions bring back."""
    left = sum((health(cat, state, hero) or 5) - hero.damage - 1 for hero in state.heroes)
    return min(MOST_HEARTS, left + POTION * state.potions)


@lru_cache(maxsize=64)
def _felling(rounds: tuple[Meeting, ...]) -> Felling:
    return Felling(rounds)


def _prized(loss: Loss, hits: int, missed: int) -> float:
    return SKULL * hits - loss.damage


def _sampled(met: Meeting) -> tuple[tuple[Blow, ...], ...]:
    """Return the blows that can be had on each sampled roll; skills are used as if a skull were worth some hearts."""
    trying = Trying(met.fight, met.tools, len(met.fighters), _prized, 9.0)
    rng = Random(7)
    found = []
    for _ in range(ROLLS):
        found.append(tuple(trying.blows(trying.throw(met.dice, rng))))
    return tuple(found)
