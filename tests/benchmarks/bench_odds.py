"""How fast 4 KEYS answers probability questions: `make bench`. Each kind stays under 20 ms, formula included."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import companion
from companion.engine.game import TABLE, Question
from companion.games.four_keys.cards import Key
from companion.games.four_keys.moves import HAND, PILES, Reveal
from companion.games.four_keys.state import Position

GAME = companion.game("four-keys")
KINDS = ("next-room", "next-needs", "next-symbol", "symbols", "renewal", "opens", "reach")
LIMIT = 0.02


@cache
def position(told: bool) -> Position:
    """The middle of a game of four; either everything was told, or of half of the Keys one side only."""
    rng = Random(11)
    state = companion.open_table("four-keys", ["Ana", "Bo", "Cy", "Dee"], seed=7, store=":memory:").state
    while state.round < 9:
        if GAME.actor(state) != TABLE:
            state = GAME.apply(state, GAME.policy("greedy")(GAME, state, rng))
            continue
        move = GAME.chances(state).sample(rng)
        if not told and isinstance(move, Reveal) and move.pile != HAND and rng.random() < 0.5:
            move = half(move)
        state = GAME.apply(state, move) if GAME.check(state, move) else GAME.apply(state, Reveal(move.pile, None))
    while GAME.actor(state) == TABLE:
        state = GAME.apply(state, GAME.chances(state).sample(rng))
    return state


def half(move: Reveal) -> Reveal:
    """The same top with one side told, where it is a Key."""
    return Reveal(move.pile, Key(move.card.level, move.card.a)) if isinstance(move.card, Key) else move


def answers(state: Position, questions: list[Question]) -> list[object]:
    return [GAME.answer(state, question).formula for question in questions]


@pytest.mark.parametrize("told", [True, False], ids=["all told", "half told"])
@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_with_its_formula(benchmark, kind, told):
    state = position(told)
    asked = [question for question in GAME.questions(state) if question.id == kind][:20]
    assert asked
    found = benchmark.pedantic(answers, args=(state, asked), rounds=15, warmup_rounds=1)
    assert len(found) == len(asked)
    assert benchmark.stats["median"] / len(asked) < LIMIT


@pytest.mark.parametrize("pile", PILES)
@pytest.mark.parametrize("told", [True, False], ids=["all told", "half told"])
def test_eight_tops(benchmark, pile, told):
    state = position(told)
    down = state.piles[PILES.index(pile)].down
    given = (("pile", pile), ("symbol", "H"), ("k", "3"), ("n", str(min(8, down - 1))))
    odds = benchmark(lambda: GAME.answer(state, Question("symbols", "", given)))
    assert 0 <= odds.fraction <= 1
    assert benchmark.stats["median"] < LIMIT


@pytest.mark.parametrize("told", [True, False], ids=["all told", "half told"])
def test_the_questions_of_a_position(benchmark, told):
    """They are asked again for whatever is tapped."""
    state = position(told)
    found = benchmark(lambda: GAME.questions(state))
    assert len(found) > 50
    assert benchmark.stats["median"] < 0.1
