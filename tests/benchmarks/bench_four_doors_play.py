"""How fast The Four Doors is followed and advised on: `make bench`. The limits are what a table would feel."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from companion.engine.advice import ESTIMATE
from companion.engine.game import NOBODY, TABLE
from companion.games.four_doors.advice import improving
from companion.games.four_doors.hint import hint
from companion.games.four_doors.policies import policy
from companion.games.four_doors.state import Position
from tests.benchmarks.four_doors_tournament import SEATS, practice, start

FIRST_ANSWER, SETTLED = 0.3, 2.0
"""Seconds."""


def random_game(seed: int) -> Position:
    """Play a five-player game: every decision one of `legal`, every reveal sampled, everything through `apply`."""
    game, rng = practice(), Random(seed)
    state = game.setup(SEATS, {})
    while (actor := game.actor(state)) != NOBODY:
        move = game.chances(state).sample(rng) if actor == TABLE else rng.choice(list(game.legal(state)))
        state = game.apply(state, move)
    return state


def test_a_random_game_of_five(benchmark):
    seeds = iter(range(1000))
    benchmark.pedantic(random_game, setup=lambda: ((next(seeds),), {}), rounds=50)
    assert benchmark.stats["median"] < 0.06


def later(players: int, turns: int) -> Position:
    """Return a decision in the middle of a game."""
    game, rng = practice(), Random(players)
    state = start(players, players)
    while state.turn <= turns or game.actor(state) == TABLE:
        forced = game.automatic(state)
        state = game.apply(state, forced if forced is not None else policy("greedy")(game, state, rng))
    return state


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_the_first_advice(benchmark, players):
    game, state = practice(), later(players, 5)
    benchmark(lambda: next(improving(game, state, game.actor(state), 3, 1)))
    assert benchmark.stats["median"] < FIRST_ANSWER


@pytest.mark.parametrize("players", [1, 2, 5])
def test_settled_advice(benchmark, players):
    """All playouts of the first few plans, and a dozen of each plan that a wider look finds."""
    game, state = practice(), later(players, 5)
    *_, last = benchmark.pedantic(lambda: list(islice(improving(game, state, game.actor(state), 3, 1), 12)), rounds=5)
    assert {plan.label for plan in last} == {ESTIMATE}
    assert benchmark.stats["median"] < SETTLED


def test_the_single_clear(benchmark):
    state = later(4, 5)
    benchmark(hint, practice().box, state)
    assert benchmark.stats["median"] < 0.1
