"""`make bench` prints: how often the advisor of The Four Doors wins, against random and greedy parties and the ceiling.

DOORS_GAMES lowers the number of games.
"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

import pytest

from tests.benchmarks.four_doors_tournament import PARTIES, Record, play_game, summed_up

GAMES = int(os.environ.get("DOORS_GAMES", "300"))
OF_THE_CEILING = 0.6
"""The share of the ceiling's wins that the advisor reaches."""
ABOVE_GREEDY = 0.2
"""By how much it wins more games than a greedy party."""
CEILING = 0.7, 0.95
"""How often one who sees the pile wins with the practice cards at Standard."""


def record(party: str, players: int, difficulty: str = "standard", games: int = GAMES) -> Record:
    """Play games, one at a time on each processor."""
    with ProcessPoolExecutor(os.cpu_count() or 1) as pool:
        return summed_up(list(pool.map(partial(play_game, party, players, difficulty), range(games))))


def say(capsys: Any, text: str) -> None:
    """Print where `make bench` shows it."""
    with capsys.disabled():
        print(f"\n    {text}", flush=True)


@pytest.mark.parametrize("players", [2, 4])
def test_the_advisor_at_standard(benchmark, capsys, players):
    found: dict[str, Record] = benchmark.pedantic(
        lambda: {party: record(party, players) for party in PARTIES}, rounds=1
    )
    for party, one in found.items():
        say(capsys, f"{players} players, standard, {party}: {one}")
    advisor, greedy, ceiling = found["advisor"], found["greedy"], found["ceiling"]
    assert advisor.share >= OF_THE_CEILING * ceiling.share
    assert advisor.share >= greedy.share + ABOVE_GREEDY
    assert ceiling.interval[0] <= CEILING[1]
    assert ceiling.interval[1] >= CEILING[0]


@pytest.mark.parametrize("difficulty", ["heroic", "epic"])
@pytest.mark.parametrize("players", [2, 4])
def test_harder_games_are_reported(benchmark, capsys, players, difficulty):
    one: Record = benchmark.pedantic(record, ("advisor", players, difficulty, max(1, GAMES // 3)), rounds=1)
    say(capsys, f"{players} players, {difficulty}, advisor: {one}")
    assert one.games


def test_one_who_sees_the_pile_alone(benchmark, capsys):
    one: Record = benchmark.pedantic(record, ("ceiling", 1), rounds=1)
    say(capsys, f"alone, standard, ceiling: {one}")
    assert one.interval[0] <= CEILING[1]
    assert one.interval[1] >= CEILING[0]
