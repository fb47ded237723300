"""Who wins the game: the points of the boss fight on top of what the players have, ties broken by the next boss."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from companion.games.shadowgate.boss import Track, last_blow
from companion.games.shadowgate.cards import DEATH_COST, FATAL, TIE_LIFE
from companion.games.shadowgate.dice import Attack
from companion.games.shadowgate.fight import MISSES, Fight, Outcome, endings, hit_law


class Race(NamedTuple):
    """The points that the players bring into the fight.

    Args:
        fight: where it stands.
        xp: of each seat, everything that counts in the end but for the rest of the fight, Death cards taken off.
        boss_xp: of the Final Quest card.
    """

    fight: Fight
    xp: tuple[int, ...]
    boss_xp: int


class Chances(NamedTuple):
    """Of every seat to win, of a tie that the next boss breaks, and of nobody winning; and what was not followed."""

    wins: tuple[Fraction, ...]
    tie: Fraction
    nobody: Fraction
    left_out: Fraction


Top = tuple[int, tuple[int, ...]]
"""The most points, and who has them."""


def win_chances(race: Race, tie_laws: Callable[[int], Attack], misses: int = MISSES) -> Chances:
    """Return who wins the game.

    Args:
        race: the fight and the points.
        tie_laws: the law of each seat's attack against the second boss.
        misses: attacks without effect that are followed.
    """
    ending = endings(race.fight, misses)
    groups = _groups(race, ending.law.items())
    total = sum(groups.values())
    seats = len(race.xp)
    wins = [Fraction(0)] * seats
    for (tied, killer), weight in groups.items():
        for seat, chance in tie_break(tied, killer, seats, tie_laws).items():
            wins[seat] += chance * Fraction(weight, total)
    ties = sum(weight for (tied, _), weight in groups.items() if len(tied) > 1)
    nobody = sum(weight for (tied, _), weight in groups.items() if not tied)
    return Chances(tuple(wins), Fraction(ties, total), Fraction(nobody, total), ending.left_out)


def _groups(race: Race, outcomes: Iterator[tuple[Outcome, int]]) -> dict[tuple[tuple[int, ...], int], int]:
    """Return the weight of each set of leaders together with who landed the last blow."""
    alike: dict[tuple[int, int, tuple[int, ...]], int] = {}
    for outcome, weight in outcomes:
        points = _points(race, outcome)
        best = max(points)
        key = (-1 if outcome.killer is None else outcome.killer, outcome.acts, tuple(n - best for n in points))
        alike[key] = alike.get(key, 0) + weight
    most = max(acts for _, acts, _ in alike)
    unit = lcm(*(fighter.spared.denominator for fighter in race.fight.fighters))
    groups: dict[tuple[tuple[int, ...], int], int] = {}
    for (killer, acts, points), weight in alike.items():
        for leaders, ways in _leaders(race, killer, acts, points).items():
            scaled = weight * ways * unit ** (len(points) * (most - acts))
            groups[leaders, killer] = groups.get((leaders, killer), 0) + scaled
    return groups


_OUT = -(1 << 20)
"""Points of a player who is defeated: fewer than anybody's."""


def _points(race: Race, outcome: Outcome) -> tuple[int, ...]:
    """Return the points of each seat, without Death cards that the boss's actions brought."""
    fight = race.fight
    points = []
    for seat, base in enumerate(race.xp):
        before = fight.fighters[seat].deaths if fight.competition else 0
        gained = outcome.xp[seat] - DEATH_COST * (outcome.deaths[seat] - before)
        defeated = fight.competition and outcome.deaths[seat] >= FATAL
        points.append(_OUT if defeated else base + gained + (race.boss_xp if seat == outcome.killer else 0))
    return tuple(points)


def _leaders(race: Race, killer: int, acts: int, points: Sequence[int]) -> dict[tuple[int, ...], int]:
    """Return the weight of each set of leaders over what the boss's actions brought; seat by seat."""
    if killer < 0:
        return {(): lcm(*(f.spared.denominator for f in race.fight.fighters)) ** (len(points) * acts)}
    unit = lcm(*(fighter.spared.denominator for fighter in race.fight.fighters))
    tops: dict[Top, int] = {(2 * _OUT, ()): 1}
    for seat, base in enumerate(points):
        fighter = race.fight.fighters[seat]
        law = hit_law(fighter, race.fight)(acts)
        scale = (unit // fighter.spared.denominator) ** acts
        before, tops = tops, {}
        for (best, held), weight in before.items():
            for deaths, ways in law.items():
                mine = base - DEATH_COST * deaths
                top = (best, held) if mine < best else (mine, (*held, seat) if mine == best else (seat,))
                tops[top] = tops.get(top, 0) + weight * ways * scale
    found: dict[tuple[int, ...], int] = {}
    for (_, held), weight in tops.items():
        found[held] = found.get(held, 0) + weight
    return found


def tie_break(
    tied: Sequence[int], killer: int, seats: int, laws: Callable[[int], Attack], life: int = TIE_LIFE
) -> Mapping[int, Fraction]:
    """Return the chance of each tied seat to fell the second boss; who comes next after the killer begins (ruling 44).

    Args:
        tied: seats with the same XP.
        killer: who felled the first boss.
        seats: players at the table.
        laws: the law of each seat's attack.
        life: of the second boss.
    """
    if len(tied) < 2:
        return dict.fromkeys(tied, Fraction(1))
    order = sorted(tied, key=lambda seat: (seat - killer - 1) % seats)
    chain = last_blow(Track(life), lambda place, _: laws(order[place]), len(order))
    return dict(zip(order, chain.at(life, 0), strict=True))
