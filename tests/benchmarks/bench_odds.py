"""How fast probability questions of 4 KEYS are answered: each within 20 milliseconds, those of many tops included."""

from __future__ import annotations

from time import perf_counter

import pytest

from companion.engine.game import Question
from companion.games.four_keys.state import Position
from tests.games.four_keys.test_advice import played
from tests.games.four_keys.test_odds import practice

LIMIT = 0.02


@pytest.mark.parametrize("turns", [4, 14, 24])
def test_every_question_is_answered_in_time(benchmark, turns):
    state: Position = played(3, turns)
    game = practice()
    offered = game.questions(state)
    best: dict[Question, float] = {}

    def ask() -> None:
        for question in offered:
            begin = perf_counter()
            game.answer(state, question)
            best[question] = min(best.get(question, 1.0), perf_counter() - begin)

    benchmark.pedantic(ask, rounds=3, warmup_rounds=1)
    assert max(best.values()) < LIMIT


@pytest.mark.parametrize("n", [3, 8, 14])
def test_symbols_among_many_tops(benchmark, n):
    state = played(3, 4)
    asked = Question("symbols", "", (("pile", "2K"), ("symbol", "H"), ("k", "3"), ("n", str(n))))
    benchmark(practice().answer, state, asked)
    assert benchmark.stats["median"] < LIMIT


def test_the_list_of_questions(benchmark):
    state = played(3, 14)
    assert benchmark(practice().questions, state)
