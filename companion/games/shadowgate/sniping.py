"""Attack now, or hold and snipe? The boss fight as a game in which an attack is optional.

Every player wants the most points for the last blow and the Energy cards, less 5 for every two skulls. At each life
total, from 1 up, a choice for every seat is looked for that nobody at the table wants to change alone: what happens
below is known by then, so it takes one small exact solution for each of the choices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from companion.games.shadowgate.boss import Laws, Track
from companion.games.shadowgate.cards import DEATH_COST
from companion.games.shadowgate.dice import Attack

Points = tuple[Fraction, ...]
"""Expected points of every seat from here on."""


class Prize(NamedTuple):
    """What is to be had: points for the last blow, for an Energy card, and what two skulls cost."""

    blow: Fraction
    card: Fraction = Fraction(0)
    skulls: Fraction = Fraction(DEATH_COST)


class Choice(NamedTuple):
    """What the player to move does, and what it is worth to that player.

    Args:
        attack: expected points of attacking now, everybody playing on as well as they can.
        hold: expected points of not attacking this turn.
    """

    attack: Fraction
    hold: Fraction

    @property
    def holds(self) -> bool:
        """Whether waiting is better."""
        return self.hold > self.attack


def choices(track: Track, laws: Laws, seats: int, prize: Prize) -> list[list[Choice]]:
    """Return what attacking and holding are worth, by life total (from 0) and by seat to move.

    Args:
        track: where the marker stands.
        laws: the law of each seat's attack.
        seats: how many attack in turn.
        prize: what is to be had.

    Raises:
        ValueError: nobody can ever move the marker.
    """
    nothing = tuple(Fraction(0) for _ in range(seats))
    values = [[nothing] * seats]
    found = [[Choice(Fraction(0), Fraction(0))] * seats]
    for life in range(1, track.life + 1):
        attacks = [laws(seat, track.taken(life)) for seat in range(seats)]
        gained = [_gained(track, life, seat, law, (values, prize)) for seat, law in enumerate(attacks)]
        stays = [Fraction(law.still, law.total) for law in attacks]
        if all(stay == 1 for stay in stays):
            raise ValueError(f"nobody's attack ever moves the marker from {life}")
        here = _settled(gained, stays)
        values.append(here)
        found.append([_choice(gained[seat], stays[seat], here[(seat + 1) % seats], seat) for seat in range(seats)])
    return found


def _gained(track: Track, life: int, seat: int, law: Attack, below: tuple[list[list[Points]], Prize]) -> Points:
    """Return what an attack brings every seat on average, without what follows if the marker stays."""
    values, prize = below
    sums = [Fraction(0)] * len(values[0])
    sums[seat] -= prize.skulls * law.fails / law.total
    for score, weight in law.moves:
        left, share = max(0, life - score), Fraction(weight, law.total)
        sums[seat] += share * (prize.card * (track.taken(left) - track.taken(life)) + (0 if left else prize.blow))
        sums = [part + share * later for part, later in zip(sums, values[left][(seat + 1) % len(sums)], strict=True)]
    return tuple(sums)


def _choice(gained: Points, stay: Fraction, following: Points, seat: int) -> Choice:
    return Choice(gained[seat] + stay * following[seat], following[seat])


def _settled(gained: Sequence[Points], stays: Sequence[Fraction]) -> list[Points]:
    """Return the values at one life total, with everybody choosing so that nobody wants to choose otherwise alone.

    Of several such choices the one with the most attacks is taken. Where there is none, all attack.
    """
    best = None
    for attacking in _profiles(len(gained)):
        values = _played(gained, stays, attacking)
        best = best or values
        if all(_content(gained, stays, values, seat, attacking[seat]) for seat in range(len(gained))):
            return values
    assert best is not None
    return best


def _profiles(seats: int) -> Iterator[tuple[bool, ...]]:
    """Yield who attacks, those with the most attacks first; somebody does."""
    return iter(sorted((p for p in product((True, False), repeat=seats) if any(p)), key=lambda p: -sum(p)))


def _content(
    gained: Sequence[Points], stays: Sequence[Fraction], values: Sequence[Points], seat: int, attacks: bool
) -> bool:
    choice = _choice(gained[seat], stays[seat], values[(seat + 1) % len(gained)], seat)
    return choice.attack >= choice.hold if attacks else choice.hold > choice.attack


def _played(gained: Sequence[Points], stays: Sequence[Fraction], attacking: Sequence[bool]) -> list[Points]:
    """Return the values where some attack and the others hold: once round the table, solved for the marker staying."""
    seats = len(gained)
    stay = [stays[seat] if attacking[seat] else Fraction(1) for seat in range(seats)]
    brings = [gained[seat] if attacking[seat] else tuple([Fraction(0)] * seats) for seat in range(seats)]
    values = []
    for first in range(seats):
        sums, waited = [Fraction(0)] * seats, Fraction(1)
        for step in range(seats):
            seat = (first + step) % seats
            sums = [part + waited * more for part, more in zip(sums, brings[seat], strict=True)]
            waited *= stay[seat]
        values.append(tuple(part / (1 - waited) for part in sums))
    return values
