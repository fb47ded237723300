"""How fast games are followed: `make bench`. The limits are those that people at a table would feel."""

from __future__ import annotations

import random

import pytest

import companion
from companion.engine.game import TABLE

GAME = companion.game("four-keys")
START = companion.open_table("four-keys", ["Ana", "Bo"], seed=7, store=":memory:").state


def random_game(seed: int) -> object:
    """Play a two-player game: every decision one of `legal`, every reveal sampled, everything through `apply`."""
    rng, state = random.Random(seed), START
    while GAME.outcome(state) is None:
        seen = GAME.actor(state) == TABLE
        state = GAME.apply(state, GAME.chances(state).sample(rng) if seen else rng.choice(list(GAME.legal(state))))
    return state


def positions(seed: int) -> list[object]:
    """Return every position of a random game in which somebody decides."""
    rng, state, out = random.Random(seed), START, []
    while GAME.outcome(state) is None:
        moves = list(GAME.legal(state))
        if GAME.actor(state) != TABLE:
            out.append(state)
        state = GAME.apply(state, rng.choice(moves))
    return out


def test_a_random_game(benchmark):
    benchmark.pedantic(random_game, setup=lambda: ((random.getrandbits(32),), {}), rounds=50)
    assert benchmark.stats["median"] < 0.015


def test_the_legal_moves_of_a_position(benchmark):
    found = positions(3)
    benchmark.pedantic(lambda: [list(GAME.legal(state)) for state in found], rounds=50)
    assert benchmark.stats["median"] / len(found) < 0.001


@pytest.fixture
def long_table(tmp_path):
    """A saved table of 1,000 entries."""
    place = tmp_path / "tables.db"
    table = companion.open_table("four-keys", ["Ana", "Bo"], seed=7, store=place)
    rng = random.Random(5)
    while table.seq < 1000:
        if table.outcome() is not None or table.seq % 50 == 49:
            table.undo()
        elif table.actor == TABLE:
            table.sample()
        else:
            table.play(rng.choice(list(table.legal)))
    return place, table.id, table.state


def test_a_long_journal_opens(benchmark, long_table):
    place, table_id, state = long_table
    table = benchmark.pedantic(companion.load_table, args=(table_id, place), rounds=10)
    assert table.state == state
    assert benchmark.stats["median"] < 0.2
