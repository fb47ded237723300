"""How fast the best finish of a dungeon is proven: medians over dungeons of the practice box, and what limits allow."""

from __future__ import annotations

from itertools import count, cycle
from random import Random

import pytest

from companion.games.four_keys.completion import best_completion, hindsight
from companion.games.four_keys.search import fewest_keys, option_graph, placements
from tests.oracle.four_keys_cases import Case, practice_case

MANY = 40
LIMITS = {3: 0.005, 5: 0.1, 7: 5.0}
"""Seconds by the number of cards to come; one free cell more takes the tile."""


def cases(to_come: int, many: int = MANY) -> list[Case]:
    return [practice_case(Random(seed), 15 - to_come, to_come) for seed in range(many)]


@pytest.mark.parametrize("to_come", LIMITS)
def test_proven_finish(benchmark, to_come):
    waiting = cycle(cases(to_come))
    found = []

    def setup():
        return tuple(next(waiting)), {}

    benchmark.pedantic(lambda *case: found.append(best_completion(*case)), setup=setup, rounds=MANY)
    assert all(completion.proven for completion in found)
    assert benchmark.stats["median"] < LIMITS[to_come]


@pytest.mark.parametrize("to_come", [9, 11, 14])
def test_hindsight_shows_points_and_bound(benchmark, to_come):
    waiting = cycle(cases(to_come, 6))
    found = []
    benchmark.pedantic(lambda *case: found.append(hindsight(*case)), setup=lambda: (tuple(next(waiting)), {}), rounds=6)
    gaps = [completion.bound - completion.points for completion in found]
    benchmark.extra_info.update(proven=sum(completion.proven for completion in found), gaps=gaps)
    assert min(gaps) >= 0


def test_placements_of_one_card(benchmark):
    dungeon, cards = practice_case(Random(1), 9, 1)
    assert benchmark(placements, dungeon, cards[0])


def test_fewest_keys(benchmark):
    dungeons = [practice_case(Random(seed), 10, 0).dungeon for seed in range(20)]
    turn = count()
    benchmark.pedantic(lambda: fewest_keys(dungeons[next(turn) % 20]), rounds=20)


def test_option_graph_of_two_cards(benchmark):
    dungeon, cards = practice_case(Random(2), 10, 2)
    assert len(benchmark.pedantic(option_graph, (dungeon, *cards), rounds=3)) > 20
