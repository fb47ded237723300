"""The torch: whether a failure lights the skull, when it comes, and how many Death cards it brings over a game.

The marker goes down one number at the end of every round, and one for every torch of a failed quest. From the 1 it goes
to the skull: every player takes a Death card and the marker stands on 5 again.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb

from companion.engine.odds import Table
from companion.games.shadowgate.cards import DEATH_COST, TORCH_RESET


def lights(position: int, moves: int) -> int:
    """Return how many times so many steps light the skull."""
    return 0 if moves < position else 1 + (moves - position) // TORCH_RESET


def after(position: int, moves: int) -> int:
    """Return where the marker stands after so many steps down."""
    return position - moves if moves < position else TORCH_RESET - (moves - position) % TORCH_RESET


def failure_lights(position: int, torches: int, chance: Fraction, pending: int = 0) -> Fraction:
    """Return the chance that this attempt fails and that its torches light the skull, which would stay dark without.

    Args:
        position: where the Torch marker stands, 1 to 10.
        torches: of a failure.
        chance: that the quest is met.
        pending: steps that come before the turn is over all the same (1 for the last player of the round).
    """
    return 1 - chance if lights(position, torches + pending) > lights(position, pending) else Fraction(0)


def first_skull(position: int, seats: int, fails: Fraction, rounds: int) -> Fraction:
    """Return the chance that the skull is lit within so many rounds.

    After r rounds the marker has gone r steps, and one for each of n r turns that failed: by then the skull is lit with
    the chance P(Bin(n r, p) >= position - r).

    Args:
        position: where the marker stands at the start of a round.
        seats: players, n.
        fails: the chance that a turn moves the torch, p.
        rounds: r.
    """
    turns, needed = seats * rounds, position - rounds
    if needed <= 0:
        return Fraction(1)
    return sum(
        (comb(turns, k) * fails**k * (1 - fails) ** (turns - k) for k in range(needed, turns + 1)), start=Fraction(0)
    )


def rounds_law(position: int, seats: int, fails: Fraction) -> Table[int]:
    """Return the law of the round in which the skull is first lit; it is lit at the latest in round `position`."""
    reached = [first_skull(position, seats, fails, r) for r in range(position + 1)]
    steps = {r: reached[r] - reached[r - 1] for r in range(1, position + 1)}
    unit = fails.denominator ** (seats * position)
    return Table({r: int(step * unit) for r, step in steps.items()})


def skulls_law(position: int, seats: int, fails: Fraction, rounds: int) -> Table[int]:
    """Return the law of how many times the skull is lit within so many rounds: Death cards for every player.

    Args:
        position: where the marker stands at the start of a round.
        seats: players.
        fails: the chance that a turn moves the torch by one.
        rounds: how many.
    """
    turns = seats * rounds
    p, q = fails.numerator, fails.denominator - fails.numerator
    weights: dict[int, int] = {}
    for k in range(turns + 1):
        skulls = lights(position, rounds + k)
        weights[skulls] = weights.get(skulls, 0) + comb(turns, k) * p**k * q ** (turns - k)
    return Table(weights)


def mean(law: Table[int]) -> Fraction:
    """Return the expected value of a law."""
    return Fraction(sum(x * weight for x, weight in law.items()), law.total)


@lru_cache(maxsize=1024)
def torch_cost(position: int, torches: int, seats: int, fails: Fraction, rounds: int) -> Fraction:
    """Return how many XP the torches of a failure cost each player: 5 for every further Death card on average.

    Args:
        position: where the marker stands.
        torches: of the failure.
        seats: players.
        fails: the chance that a later turn moves the torch by one.
        rounds: how many rounds the torch still burns.
    """
    before = mean(skulls_law(position, seats, fails, rounds))
    now = lights(position, torches)
    return DEATH_COST * (now + mean(skulls_law(after(position, torches), seats, fails, rounds)) - before)
