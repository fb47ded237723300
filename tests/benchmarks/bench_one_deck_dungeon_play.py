"""`make bench` prints: how often parties win whole games of One Deck Dungeon, by advice and greedily.

ONE_DECK_GAMES changes the number of games of each kind.
"""

from __future__ import annotations

import os
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import Any

import pytest

from companion.engine.game import NOBODY, PARTY, Move
from tests.benchmarks.one_deck_tournament import Kind, Record, game_of, play_game, start, summed_up

GAMES = int(os.environ.get("ONE_DECK_GAMES", "40"))
REAL = 0.2
"""The share of games in the easiest dungeon that the advisor wins, whatever chance does to it."""
DECISION = 0.3
"""Seconds of processor time in which a party decides, in the median."""


def record(kind: Kind, games: int = GAMES) -> Record:
    """Play games, one at a time on each processor."""
    with ProcessPoolExecutor(os.cpu_count() or 1) as pool:
        return summed_up(list(pool.map(partial(play_game, kind), range(games))))


def say(capsys: Any, kind: Kind, one: Record) -> None:
    """Print where `make bench` shows it."""
    heroes = "1 hero" if kind.heroes == 1 else f"{kind.heroes} heroes"
    with capsys.disabled():
        print(f"\n    {kind.edition}, {kind.dungeon or 'any dungeon'}, {heroes}, {kind.tier}, {kind.party}: {one}")


@pytest.mark.parametrize("heroes", [1, 2])
def test_the_advisor_in_the_easiest_dungeon(benchmark, capsys, heroes):
    kinds = [Kind("greedy", heroes), Kind("advisor", heroes)]
    greedy, advisor = benchmark.pedantic(lambda: [record(kind) for kind in kinds], rounds=1)
    say(capsys, kinds[0], greedy)
    say(capsys, kinds[1], advisor)
    assert advisor.interval[0] > greedy.share
    assert advisor.interval[1] >= REAL


@pytest.mark.parametrize(
    "kind",
    [
        Kind("advisor", 1, "practice", ""),
        Kind("advisor", 2, "practice", ""),
        Kind("advisor", 1, "core", "hydras-reef"),
        Kind("advisor", 1, "core", "yetis-cavern"),
        Kind("advisor", 1, "core", "lichs-tomb"),
        Kind("advisor", 1, "core", "minotaurs-maze"),
        Kind("advisor", 1, tier="novice"),
        Kind("advisor", 1, tier="expert"),
        Kind("advisor", 4),
    ],
    ids=str,
)
def test_other_games_are_reported(benchmark, capsys, kind):
    one: Record = benchmark.pedantic(record, (kind, max(1, GAMES // 2)), rounds=1)
    say(capsys, kind, one)
    assert one.games


def decisions(seed: int) -> list[float]:
    """Return how long each decision of a game took, in processor time."""
    kind = Kind("advisor")
    game, rng, state = game_of(kind.edition), Random(seed), start(kind, seed)
    policy, found = game.policy(kind.party), list[float]()
    while game.actor(state) != NOBODY:
        move: Move | None = game.automatic(state)
        began = time.process_time()
        chosen = move if move is not None else policy(game, state, rng)
        if move is None and game.actor(state) == PARTY:
            found.append(time.process_time() - began)
        state = game.apply(state, chosen)
    return found


def test_a_party_decides_at_once(benchmark):
    games = benchmark.pedantic(lambda: [decisions(seed) for seed in range(3)], rounds=1)
    times = sorted(seconds for game in games for seconds in game)
    assert times[len(times) // 2] < DECISION
