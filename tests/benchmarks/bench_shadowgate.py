"""How fast games of Shadowgate are followed: `make bench`. A move of random play takes under half a millisecond."""

from __future__ import annotations

import random
from statistics import median
from time import perf_counter

import pytest

import companion
from companion.engine.game import NOBODY, TABLE

GAME = companion.game("shadowgate")
MOST_MOVES = 3000
"""A random game need not end; none is followed further."""


def seconds_of_moves(seed: int, players: int, mode: str) -> list[float]:
    """Play a random game; return what each move took, its list of legal moves and its application together."""
    names = ["Ana", "Bo", "Cy", "Dee"][:players]
    state = companion.open_table("shadowgate", names, seed=seed, store=":memory:", mode=mode).state
    rng, taken = random.Random(seed), []
    while (actor := GAME.actor(state)) != NOBODY and len(taken) < MOST_MOVES:
        begin = perf_counter()
        moves = list(GAME.legal(state))
        between = perf_counter()
        move = GAME.chances(state).sample(rng) if actor == TABLE else rng.choice(moves)
        after = perf_counter()
        state = GAME.apply(state, move)
        taken.append(between - begin + perf_counter() - after)
    return taken


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("mode", ["beginner", "standard", "competition"])
def test_a_move_of_random_play(benchmark, players, mode):
    taken: list[float] = []

    def play(seed: int) -> None:
        taken.extend(seconds_of_moves(seed, players, mode))

    benchmark.pedantic(play, setup=lambda: ((random.getrandbits(32),), {}), rounds=5)
    print(f"\n{players} players, {mode}: {median(taken) * 1000:.3f} ms a move, {len(taken)} moves")
    assert median(taken) < 0.0005
