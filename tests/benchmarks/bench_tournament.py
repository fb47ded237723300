"""`make bench` prints: the advisor against random and against greedy play, and how near it comes to its own ceiling."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from statistics import correlation, fmean
from typing import Any

import pytest

from companion.games.four_keys.plan import PieceMaker
from companion.games.four_keys.playouts import Playout, margin, rules_of, scene_of
from tests.benchmarks.tournament import (
    Ceiling,
    Played,
    advisor,
    by_policy,
    ceiling,
    play_game,
    practice,
    summed_up,
)
from tests.games.four_keys.test_advice import played as position_after

GAMES = int(os.environ.get("TOURNAMENT_GAMES", "200"))
LOOKED_BACK = min(GAMES, 60)
"""Games of which the best finish is sought: each takes seconds."""
SECONDS = 0.1
"""For each decision of the advisor."""
WANTED = {"random": 0.98, "greedy": 0.75}
WANTED_SHARE = 0.85


def game_of(rival: str, seed: int) -> Played:
    """Play one game of the advisor against a policy."""
    return play_game(practice(), advisor(SECONDS), by_policy(rival), seed)


def one_ceiling(played: Played) -> Ceiling:
    """Look back at one game."""
    return ceiling([played])


def everywhere(work: Callable[[Any], Any], things: Any) -> list[Any]:
    """Do work on all things, one at a time on each processor."""
    with ProcessPoolExecutor(os.cpu_count() or 1) as pool:
        return list(pool.map(work, things))


def say(capsys: Any, text: str) -> None:
    """Print where `make bench` shows it."""
    with capsys.disabled():
        print(f"\n    {text}", flush=True)


@pytest.mark.parametrize("rival", list(WANTED))
def test_the_advisor_wins(benchmark, capsys, rival):
    games = benchmark.pedantic(everywhere, (partial(game_of, rival), range(GAMES)), rounds=1)
    match = summed_up(games)
    say(capsys, f"advisor against {rival}, {SECONDS * 1000:.0f} ms a decision: {match}")
    if rival == "greedy":
        parts = everywhere(one_ceiling, games[:LOOKED_BACK])
        total = Ceiling(*(sum(part[i] for part in parts) for i in range(3)))
        say(capsys, f"advisor's hindsight over {LOOKED_BACK} of these games: {total}")
        assert total.had / total.found >= WANTED_SHARE
    assert match.share >= WANTED[rival]


def test_the_estimate_against_playouts_to_the_end(benchmark, capsys):
    def compare() -> dict[int, float]:
        return {turns: agreement(turns) for turns in (4, 10, 16, 22)}

    found = benchmark.pedantic(compare, rounds=1)
    told = ", ".join(f"{r:.2f} after {turns} turns" for turns, r in found.items())
    say(capsys, f"correlation of the static margin with the mean of 30 playouts to the end: {told}")
    assert found[16] > 0.7


def agreement(turns: int) -> float:
    """Return how the quick margin goes with the mean margin of games played to the end."""
    quick, long = [], []
    for seed in range(40):
        state = position_after(seed, turns)
        scene = scene_of(state, PieceMaker(rules_of(state)))
        random, ends = Random(seed), []
        for _ in range(30):
            playout = Playout(scene, scene.stacks(random, 30))
            playout.play(28)
            ends.append(margin(playout.expected(), 0))
        quick.append(margin([scene.outlook.expected(plan) for plan in scene.plans], 0))
        long.append(fmean(ends))
    return correlation(quick, long)


@pytest.mark.parametrize("turns", [0, 9, 18, 26])
def test_first_answer_within_a_fifth_of_a_second(benchmark, turns):
    state = position_after(3, turns)
    game = practice()

    def first() -> str:
        from companion.games.four_keys.advice import improving

        search = improving(game, state, game.actor(state), 3, 1)
        next(search)
        return str(next(search)[0].label)

    assert benchmark(first) in ("estimate", "exact")
    assert benchmark.stats["median"] < 0.2
