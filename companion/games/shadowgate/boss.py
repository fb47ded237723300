"""The Final Quest: who lands the last blow, after how many attacks, and who gets the Energy cards.

Players attack in turn. An attack takes its score off the boss's life, or leaves it where it is (two skulls, or a score
of 0); then it is the next one's turn. From one life total the rota may go round any number of times without moving the
marker. That is solved exactly: with w_i the weight of staying and n seats, what happens at one life total stands over
the denominator N_1 ... N_n - w_1 ... w_n. So all is whole numbers over known denominators; nothing is ever reduced.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import lcm, prod
from typing import NamedTuple

from companion.engine.odds import Table
from companion.games.shadowgate.dice import Attack

Laws = Callable[[int, int], Attack]
"""The law of an attack: of a seat, while so many Energy cards have been taken since the start."""


class Track(NamedTuple):
    """The Boss life track from where the marker stands.

    Args:
        life: where it stands.
        reds: red spaces still to come, each above 0 or at it.
        cards: Energy cards that can still be taken, the active one included.
    """

    life: int
    reds: tuple[int, ...] = ()
    cards: int = 7

    def crossed(self, old: int, new: int) -> int:
        """Return how many red spaces a step from `old` to `new` moves onto or past (ruling 37)."""
        return sum(new <= red < old for red in self.reds)

    def taken(self, life: int) -> int:
        """Return how many Energy cards have been taken once the marker stands there."""
        return min(self.cards, self.crossed(self.life, life))


class Chain(NamedTuple):
    """Whole numbers for every life total and seat to move, over one denominator for each life total.

    Args:
        rows: `rows[life][seat]`: the numerators.
        over: `over[life]`: the denominator.
    """

    rows: list[list[list[int]]]
    over: list[int]

    def at(self, life: int, seat: int) -> tuple[Fraction, ...]:
        """Return the values of one life total, with that seat to move."""
        return tuple(Fraction(n, self.over[life]) for n in self.rows[life][seat])


Brings = Callable[[int, int, Attack], Sequence[int]]
"""Of a life total, a seat and its law: what an attack brings, each number summed over its scores with their weights."""


def solve(track: Track, laws: Laws, seats: int, brings: Brings, width: int) -> Chain:
    """Return the expected sum of what attacks bring, from every life total and with every seat to move.

    Args:
        track: where the marker stands, and the red spaces.
        laws: the law of each seat's attack.
        seats: how many players attack in turn.
        brings: what one attack brings, as `width` whole numbers.
        width: how many numbers are followed side by side.

    Raises:
        ValueError: nobody can ever move the marker.
    """
    rows: list[list[list[int]]] = [[[0] * width for _ in range(seats)]]
    over = [1]
    for life in range(1, track.life + 1):
        attacks = _attacks(track, laws, seats, life)
        landed = []
        for seat, law in enumerate(attacks):
            sums = [over[-1] * part for part in brings(life, seat, law)]
            for score, weight in law.moves:
                left = max(0, life - score)
                scale = over[-1] // over[left] * weight
                sums = [part + value * scale for part, value in zip(sums, rows[left][(seat + 1) % seats], strict=True)]
            landed.append(sums)
        rows.append(
            [[sum(parts) for parts in zip(*_rota(landed, attacks, first), strict=True)] for first in range(seats)]
        )
        over.append(over[-1] * _unit(attacks))
    return Chain(rows, over)


def _attacks(track: Track, laws: Laws, seats: int, life: int) -> list[Attack]:
    """Return every seat's law at a life total.

    Raises:
        ValueError: none of them can move the marker.
    """
    attacks = [laws(seat, track.taken(life)) for seat in range(seats)]
    if not _unit(attacks):
        raise ValueError(f"nobody's attack ever moves the marker from {life}")
    return attacks


def _unit(attacks: Sequence[Attack]) -> int:
    return prod(law.total for law in attacks) - prod(law.still for law in attacks)


def _rota(landed: Sequence[Sequence[int]], attacks: Sequence[Attack], first: int) -> Iterator[list[int]]:
    """Yield what each attack of one round brings, weighted by the attacks before it having left the marker there."""
    seats = len(attacks)
    order = [(first + step) % seats for step in range(seats)]
    for step, seat in enumerate(order):
        factor = prod(attacks[i].still for i in order[:step]) * prod(attacks[i].total for i in order[step + 1 :])
        yield [value * factor for value in landed[seat]]


def last_blow(track: Track, laws: Laws, seats: int) -> Chain:
    """Return who lands the kill: for every life total and seat to move, the chance of each seat."""

    def brings(life: int, seat: int, law: Attack) -> list[int]:
        return _one(seats, seat, sum(weight for score, weight in law.scores if score >= life))

    return solve(track, laws, seats, brings, seats)


def energy_cards(track: Track, laws: Laws, seats: int) -> Chain:
    """Return how many Energy cards each seat takes on average, for every life total and seat to move."""

    def brings(life: int, seat: int, law: Attack) -> list[int]:
        here = track.taken(life)
        return _one(seats, seat, sum((track.taken(max(0, life - n)) - here) * weight for n, weight in law.moves))

    return solve(track, laws, seats, brings, seats)


def attacks_left(track: Track, laws: Laws, seats: int) -> Chain:
    """Return how many attacks it takes on average to bring the boss to 0."""
    return solve(track, laws, seats, lambda life, seat, law: (law.total,), 1)


def own_skulls(track: Track, laws: Laws, seats: int) -> Chain:
    """Return how many Death cards each seat takes on average for its own attacks that fail."""
    return solve(track, laws, seats, lambda life, seat, law: _one(seats, seat, law.fails), seats)


def boss_acts(track: Track, laws: Laws, seats: int) -> Chain:
    """Return how many times the boss acts on average: once for each attack onto or past red that does not kill it."""

    def brings(life: int, seat: int, law: Attack) -> tuple[int]:
        return (sum(weight for n, weight in law.moves if n < life and track.crossed(life, life - n)),)

    return solve(track, laws, seats, brings, 1)


def within(track: Track, laws: Laws, seats: int, first: int, attacks: int) -> Fraction:
    """Return the chance that the boss falls within so many attacks of the rota.

    Args:
        track: where the marker stands.
        laws: the law of each seat's attack.
        seats: how many attack in turn.
        first: who attacks first.
        attacks: how many attacks, all seats together.
    """
    lives, over = {track.life: 1}, 1
    for step in range(attacks):
        before, lives = lives, {}
        seat = (first + step) % seats
        unit = lcm(*(laws(seat, track.taken(life)).total for life in before))
        over *= unit
        for life, mass in before.items():
            law = laws(seat, track.taken(life))
            share = mass * (unit // law.total)
            for score, weight in (*law.moves, (0, law.still)):
                left = max(0, life - score) if life else 0
                lives[left] = lives.get(left, 0) + share * weight
    return Fraction(lives.get(0, 0), over)


def _one(seats: int, seat: int, value: int) -> list[int]:
    """Return a number for one seat and 0 for the others."""
    return [value if i == seat else 0 for i in range(seats)]


class Spoils(NamedTuple):
    """What one seat may have when the boss falls: so many Energy cards more, and the last blow or not."""

    cards: int
    kills: bool


def spoils_law(track: Track, laws: Laws, seats: int, seat: int, first: int) -> Table[Spoils]:
    """Return the joint law of a seat's Energy cards and of its landing the last blow.

    Every life total holds a polynomial whose exponent is what the seat has gained; it is kept as one long whole number,
    so that gaining a card is a shift.

    Args:
        track: where the marker stands.
        laws: the law of each seat's attack.
        seats: how many attack in turn.
        seat: whose spoils.
        first: who attacks first.
    """
    bits = sum(_unit(_attacks(track, laws, seats, life)).bit_length() for life in range(1, track.life + 1)) + 1
    rows, over = [[1] * seats], [1]
    for life in range(1, track.life + 1):
        attacks = _attacks(track, laws, seats, life)
        landed = []
        for who, law in enumerate(attacks):
            total = 0
            for score, weight in law.moves:
                left = max(0, life - score)
                won = track.taken(left) - track.taken(life) + (0 if left else track.cards + 1) if who == seat else 0
                total += rows[left][(who + 1) % seats] * (over[-1] // over[left] * weight) << won * bits
            landed.append([total])
        rows.append([sum(part for (part,) in _rota(landed, attacks, start)) for start in range(seats)])
        over.append(over[-1] * _unit(attacks))
    return Table(_terms(rows[track.life][first], bits, track.cards + 1))


def _terms(polynomial: int, bits: int, kill: int) -> dict[Spoils, int]:
    """Return the coefficients of a polynomial kept in a long number, by what their exponent means."""
    mask = (1 << bits) - 1
    slots = range(polynomial.bit_length() // bits + 1)
    return {Spoils(n % kill, n >= kill): polynomial >> n * bits & mask for n in slots}
