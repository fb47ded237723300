"""The whole boss fight at once: who lands the last blow, with which Energy cards and Death cards, and who is left.

The fight is followed from the life total where the marker stands down to 0. Every course is weighted by a whole number:
the start weighs so much that it can be divided by the ways of an attack as often as there can be attacks. What the
seats have gained is packed into one number, so that to gain something is an addition.

Outside Competition Mode Death cards only cost points, and whether a player is spared by the boss decides nothing else;
so it is enough to count how many times the boss acted. There, misses could go on for ever: no more than `misses` of
them are followed, and all chances are those given that no more come. `Ending.left_out` tells the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb, lcm, prod
from typing import NamedTuple

from companion.engine.odds import Table
from companion.games.shadowgate.boss import Laws, Track
from companion.games.shadowgate.cards import FATAL

MISSES = 3
"""Misses that are followed. With one skull on a die two skulls fall in 1 of 36 attacks; four in one fight are rare."""

_XP_BITS, _DEATH_BITS = 14, 6
_SEAT_BITS = _XP_BITS + _DEATH_BITS
_BIAS = 1 << _XP_BITS - 1
"""What stands for no points, so that a sum may fall below 0."""


class Fighter(NamedTuple):
    """A player in the fight.

    Args:
        deaths: Death cards taken so far.
        spared: the chance to be spared when the boss acts.
    """

    deaths: int = 0
    spared: Fraction = Fraction(0)


class Fight(NamedTuple):
    """A boss fight from where it stands.

    Args:
        track: the marker and the red spaces.
        laws: the law of each seat's attack.
        fighters: by seat.
        first: the seat that attacks next.
        energy_xp: experience points of the Energy cards still to be taken, in order; the last one counts on.
        action_deaths: Death cards that the boss brings whoever is not spared.
        competition: whether the fifth Death card defeats.
    """

    track: Track
    laws: Laws
    fighters: tuple[Fighter, ...]
    first: int = 0
    energy_xp: tuple[int, ...] = (0,)
    action_deaths: int = 0
    competition: bool = False


class Outcome(NamedTuple):
    """How a fight ended.

    Args:
        killer: who landed the last blow, None where the boss outlived all.
        xp: experience points of each seat from Energy cards.
        deaths: Death cards of each seat: in Competition Mode all it has; else those of its own two skulls.
        acts: how many times the boss acted; counted only outside Competition Mode.
    """

    killer: int | None
    xp: tuple[int, ...]
    deaths: tuple[int, ...]
    acts: int


class Ending(NamedTuple):
    """How a fight ends: the law, and the chance of the courses that were not followed."""

    law: Table[Outcome]
    left_out: Fraction


def endings(fight: Fight, misses: int = MISSES) -> Ending:
    """Return how the fight ends.

    Args:
        fight: where it stands.
        misses: attacks without effect that are followed; in Competition Mode those that bring no Death card either.

    Raises:
        ValueError: no course ends within so many misses.
    """
    walk = _Walk(fight, misses)
    walk.run()
    if not walk.done:
        raise ValueError(f"no course of the fight ends within {misses} misses")
    law = Table({walk.outcome(key): mass for key, mass in walk.done.items()})
    return Ending(law, 1 - Fraction(law.total, walk.start))


class _Step(NamedTuple):
    """What an attack may do: the life total after it, what it adds to the packed gains, and its weight."""

    left: int
    adds: int
    weight: int
    acts: bool


class _Fallen(NamedTuple):
    """What the Death cards of all seats mean.

    Args:
        deaths: how many there are.
        following: for each seat, who attacks after it; () where all are defeated.
        hurt: what the boss's action adds to the packed gains, with weights; `total` is their sum.
    """

    deaths: int
    following: tuple[int, ...]
    hurt: tuple[tuple[int, int], ...]
    total: int


class _Walk:
    """The courses of one fight, from the highest life total down."""

    def __init__(self, fight: Fight, misses: int) -> None:
        self.fight = fight
        self.misses = misses
        self.seats = len(fight.fighters)
        self.acts_at = _SEAT_BITS * self.seats
        self.blanks_at = self.acts_at + 4
        self.seat_at = self.blanks_at + 8
        self.done: dict[int, int] = {}
        self._fallen: dict[int, _Fallen] = {}
        self.waiting: list[dict[int, dict[int, int]]] = [{} for _ in range(fight.track.life + 1)]

    @cached_property
    def unit(self) -> int:
        """Return a denominator that all attacks share."""
        track = self.fight.track
        lives = range(1, track.life + 1)
        return lcm(*(self.fight.laws(s, track.taken(life)).total for s in range(self.seats) for life in lives))

    @cached_property
    def harms(self) -> list[tuple[tuple[int, ...], int]]:
        """Return which seats take Death cards when the boss acts in Competition Mode, with weights."""
        parts = []
        for fighter in self.fight.fighters:
            spared = fighter.spared if self.fight.action_deaths else Fraction(1)
            chances = ((0, spared.numerator), (1, spared.denominator - spared.numerator))
            parts.append([part for part in chances if part[1]])
        return [(tuple(n for n, _ in way), prod(w for _, w in way)) for way in product(*parts)]

    @cached_property
    def start(self) -> int:
        """Return the weight of the start: divisible once for each attack that there can be."""
        track, laws = self.fight.track, self.fight.laws
        scores = [laws(s, track.taken(life)).moves for s in range(self.seats) for life in range(1, track.life + 1)]
        slowest = min((score for moves in scores for score, _ in moves), default=track.life)
        spare = self.misses + (FATAL * self.seats if self.fight.competition else 0)
        ways = self.unit * (sum(weight for _, weight in self.harms) if self.fight.competition else 1)
        return int(ways ** (-(-track.life // slowest) + spare + 1))

    def run(self) -> None:
        """Follow every course."""
        fight = self.fight
        deaths = [fighter.deaths if fight.competition else 0 for fighter in fight.fighters]
        key = sum((_BIAS + (n << _XP_BITS)) << _SEAT_BITS * i for i, n in enumerate(deaths))
        self._put(fight.track.life, key | fight.first << self.seat_at, self.start)
        for life in range(fight.track.life, 0, -1):
            ranks = self.waiting[life]
            while ranks:
                for key, mass in ranks.pop(min(ranks)).items():
                    self._attack(life, key, mass)

    def _put(self, life: int, key: int, mass: int) -> None:
        nodes = self.waiting[life].setdefault(self._rank(key), {})
        nodes[key] = nodes.get(key, 0) + mass

    def _rank(self, key: int) -> int:
        """Return a number that grows with every attack that leaves the marker where it is."""
        return self._told(key).deaths + (key >> self.blanks_at & 255)

    def _deaths(self, key: int, seat: int) -> int:
        return key >> _SEAT_BITS * seat + _XP_BITS & (1 << _DEATH_BITS) - 1

    @cached_property
    def _mask(self) -> int:
        """Return the bits of a packed number that hold Death cards."""
        return sum(((1 << _DEATH_BITS) - 1) << _SEAT_BITS * seat + _XP_BITS for seat in range(self.seats))

    def _told(self, key: int) -> _Fallen:
        """Return what the Death cards in a packed number mean; each vector of them is worked out once."""
        bits = key & self._mask
        if (found := self._fallen.get(bits)) is None:
            found = self._fallen[bits] = self._reckoned(bits)
        return found

    def _reckoned(self, bits: int) -> _Fallen:
        seats = range(self.seats)
        deaths = [self._deaths(bits, seat) for seat in seats]
        alive = [seat for seat in seats if not (self.fight.competition and deaths[seat] >= FATAL)]
        following = [min(alive, key=lambda other: (other - seat - 1) % self.seats) for seat in seats] if alive else []
        hurt: dict[int, int] = {}
        for hit, weight in self.harms if self.fight.competition else ():
            dies = {seat: min(hit[seat] * self.fight.action_deaths, FATAL - deaths[seat]) for seat in alive}
            adds = sum(n << _SEAT_BITS * seat + _XP_BITS for seat, n in dies.items())
            hurt[adds] = hurt.get(adds, 0) + weight
        return _Fallen(sum(deaths), tuple(following), tuple(hurt.items()), sum(hurt.values()))

    @cached_property
    def _plans(self) -> list[list[tuple[int, int, list[_Step]]]]:
        """Return for each life total and seat: weights of failing and of a score of 0, and the steps that move."""
        return [
            [self._plan(life, seat) if life else (0, 0, []) for seat in range(self.seats)]
            for life in range(self.fight.track.life + 1)
        ]

    def _plan(self, life: int, seat: int) -> tuple[int, int, list[_Step]]:
        track, xp = self.fight.track, self.fight.energy_xp
        taken = track.taken(life)
        law = self.fight.laws(seat, taken)
        scale = self.unit // law.total
        found: dict[tuple[int, int, bool], int] = {}
        for score, weight in law.moves:
            left = max(0, life - score)
            points = sum(xp[min(n, len(xp) - 1)] for n in range(taken, track.taken(left)))
            what = (left, points << _SEAT_BITS * seat, bool(left and track.crossed(life, left)))
            found[what] = found.get(what, 0) + weight * scale
        steps = [_Step(left, adds, weight, acts) for (left, adds, acts), weight in found.items()]
        return law.fails * scale, (law.still - law.fails) * scale, steps

    def _attack(self, life: int, key: int, mass: int) -> None:
        seat = key >> self.seat_at
        fails, blank, steps = self._plans[life][seat]
        if fails:
            self._stay(life, key + (1 << _SEAT_BITS * seat + _XP_BITS), mass * fails // self.unit)
        if blank:
            self._stay(life, key + (1 << self.blanks_at), mass * blank // self.unit)
        for left, adds, weight, acts in steps:
            share = mass * weight // self.unit
            if not left:
                self._end(key + adds, share)
            elif acts and self.fight.competition:
                for after, part in self._hurt(key + adds, share):
                    self._pass_on(left, after, part)
            else:
                self._pass_on(left, key + adds + (acts << self.acts_at), share)

    def _stay(self, life: int, key: int, mass: int) -> None:
        """Keep a course with one miss more, unless it has too many."""
        rank = key >> self.blanks_at & 255 if self.fight.competition else self._rank(key)
        if rank <= self.misses:
            self._pass_on(life, key, mass)

    def _hurt(self, key: int, mass: int) -> Iterator[tuple[int, int]]:
        """Yield what the boss's action leads to in Competition Mode."""
        told = self._told(key)
        for adds, weight in told.hurt:
            yield key + adds, mass * weight // told.total

    def _pass_on(self, life: int, key: int, mass: int) -> None:
        """Let the next player who is not defeated attack; where there is none, the fight is over."""
        seat, gains = key >> self.seat_at, key & (1 << self.seat_at) - 1
        following = self._told(key).following
        if following:
            self._put(life, gains | following[seat] << self.seat_at, mass)
        else:
            self._end(gains | self.seats << self.seat_at, mass)

    def _end(self, key: int, mass: int) -> None:
        self.done[key] = self.done.get(key, 0) + mass

    def outcome(self, key: int) -> Outcome:
        """Return what a packed number says."""
        killer = key >> self.seat_at
        fields = [key >> _SEAT_BITS * seat & (1 << _XP_BITS) - 1 for seat in range(self.seats)]
        return Outcome(
            killer if killer < self.seats else None,
            tuple(field - _BIAS for field in fields),
            tuple(self._deaths(key, seat) for seat in range(self.seats)),
            key >> self.acts_at & 15,
        )


def survival(fight: Fight, misses: int = MISSES) -> tuple[Fraction, ...]:
    """Return the chance of every seat to be there when the boss falls; in Competition Mode the fifth Death defeats."""
    law = endings(fight._replace(energy_xp=(0,)), misses).law
    return tuple(_stands(law, fight, seat) for seat in range(len(fight.fighters)))


def _stands(law: Table[Outcome], fight: Fight, seat: int) -> Fraction:
    return law.where(lambda outcome: not fight.competition or outcome.deaths[seat] < FATAL)


def deaths_law(fight: Fight, seat: int, misses: int = MISSES) -> Table[int]:
    """Return the law of the Death cards that a seat takes in the rest of the fight."""
    law = endings(fight._replace(energy_xp=(0,)), misses).law
    fighter = fight.fighters[seat]
    if fight.competition:
        return law.map(lambda outcome: outcome.deaths[seat] - fighter.deaths)
    hits, unit = hit_law(fighter, fight), fighter.spared.denominator
    most = max((outcome.acts for outcome in law), default=0)
    weights: dict[int, int] = {}
    for outcome, weight in law.items():
        for n, ways in hits(outcome.acts).items():
            total = outcome.deaths[seat] + n
            weights[total] = weights.get(total, 0) + weight * ways * unit ** (most - outcome.acts)
    return Table(weights)


class HitLaw(NamedTuple):
    """The Death cards of one player from the boss's actions: so many of them hit, each with the same chance.

    Args:
        missed, hit: weights of being spared and of being hit by one action.
        each: Death cards of a hit.
    """

    missed: int
    hit: int
    each: int

    def __call__(self, acts: int) -> dict[int, int]:
        """Return Death cards to weight, after so many actions; the weights add up to (missed + hit)**acts."""
        found: dict[int, int] = {}
        for n in range(acts + 1):
            ways = comb(acts, n) * self.hit**n * self.missed ** (acts - n)
            if ways:
                found[n * self.each] = found.get(n * self.each, 0) + ways
        return found


def hit_law(fighter: Fighter, fight: Fight) -> HitLaw:
    """Return how many Death cards the boss's actions bring a player."""
    spared = fighter.spared
    return HitLaw(spared.numerator, spared.denominator - spared.numerator, fight.action_deaths)
