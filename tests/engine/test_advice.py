"""The generic what-if: exact values against plain recursion, sampled ones against exact ones, and thinking in time."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest

from companion.engine.advice import (
    Expectimax,
    Rollouts,
    Tally,
    TooManyError,
    Value,
    margins,
    sampled,
    think,
)
from companion.engine.errors import CompanionError
from companion.engine.game import NOBODY, TABLE, Move
from companion.engine.odds import Table


class Roll(Move, frozen=True):
    """A die of three sides fell."""

    pips: int


class Keep(Move, frozen=True):
    """Keep what was rolled, or leave it to the other."""

    mine: bool


class Spot(msgspec.Struct, frozen=True):
    turn: int = 0
    die: int = 0
    ana: int = 0
    bo: int = 0


class Race:
    """Ana and Bo in turn see a die and keep it or give it away; four dice. A one costs whoever has it."""

    def __init__(self, faces: tuple[int, ...] = (1, 2, 3), turns: int = 4) -> None:
        self.faces, self.turns = faces, turns

    def actor(self, state: Spot) -> str:
        if state.turn >= self.turns:
            return NOBODY
        return ("ana", "bo")[state.turn % 2] if state.die else TABLE

    def automatic(self, state: Spot) -> Move | None:
        return None

    def legal(self, state: Spot) -> Any:
        return iter((Keep(mine=True), Keep(mine=False)))

    def chances(self, state: Spot) -> Table[Roll]:
        return Table({Roll(pips=pips): 1 + (pips == 1) for pips in self.faces})

    def apply(self, state: Spot, move: Move) -> Spot:
        if isinstance(move, Roll):
            return msgspec.structs.replace(state, die=move.pips)
        gain = -2 if state.die == 1 else state.die
        mine = isinstance(move, Keep) and move.mine
        who = ("ana", "bo")[state.turn % 2 if mine else 1 - state.turn % 2]
        return Spot(state.turn + 1, 0, state.ana + gain * (who == "ana"), state.bo + gain * (who == "bo"))


def payoff(state: Spot) -> dict[str, Fraction]:
    return margins({"ana": state.ana, "bo": state.bo})


def plainly(game: Race, state: Spot, seat: str) -> Fraction:
    """The same value, without memory, for one seat only: the other takes the least for it."""
    actor = game.actor(state)
    if actor == NOBODY:
        return payoff(state)[seat]
    if actor == TABLE:
        law = game.chances(state)
        return sum(law.weight(m) * plainly(game, game.apply(state, m), seat) for m in law) / law.total
    values = [plainly(game, game.apply(state, move), seat) for move in game.legal(state)]
    return max(values) if actor == seat else min(values)


@pytest.mark.parametrize("faces", [(1, 2, 3), (1,), (2, 5), (1, 4)])
def test_exact_values_as_by_plain_recursion(faces):
    game = Race(faces)
    search = Expectimax(game, payoff)
    for state in (Spot(), Spot(1, 0, 3, -2), Spot(2, faces[0], 1, 1)):
        assert search.value(state)["ana"] == plainly(game, state, "ana")
        assert search.value(state)["bo"] == plainly(game, state, "bo")


def test_equal_positions_are_looked_at_once():
    search = Expectimax(Race(turns=6), payoff)
    search.value(Spot())
    looked = search.looked
    search.value(Spot())
    assert search.looked == looked < 6**6 // 20, "lines that meet again are walked twice"


def test_the_ranking_is_proven_best_first():
    game = Race()
    ranking = Expectimax(game, payoff).rank(Spot(0, 1))
    assert [move.mine for move, _ in ranking] == [False, True]
    assert all(value == plainly(game, game.apply(Spot(0, 1), move), "ana") for move, value in ranking)


def test_ties_stay_in_the_order_of_the_rules():
    class Even(Race):
        def apply(self, state: Spot, move: Move) -> Spot:
            after = super().apply(state, move)
            return msgspec.structs.replace(after, ana=0, bo=0)

    assert [move.mine for move, _ in Expectimax(Even(), payoff).rank(Spot(0, 1))] == [True, False]


def test_too_many_positions_are_an_error_that_says_how_many():
    with pytest.raises(TooManyError, match="More than 5 positions"):
        Expectimax(Race(), payoff, limit=5).value(Spot())


def test_nothing_to_advise_at_a_reveal():
    with pytest.raises(CompanionError, match="nobody has to decide"):
        Expectimax(Race(), payoff).rank(Spot())


def test_a_truncated_walk_ends_where_it_is_told():
    search = Expectimax(Race(), payoff, end=lambda state: state.turn >= 1)
    assert search.value(Spot(0, 3))["ana"] == 3


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ({"ana": 5, "bo": 3}, {"ana": 2, "bo": -2}),
        ({"a": 1, "b": 4, "c": 4}, {"a": -3, "b": 0, "c": 0}),
        ({"a": 7}, {"a": 7}),
    ],
)
def test_margins(points, expected):
    assert margins(points) == expected


def cautious(game: Any, state: Spot, rng: Random) -> Move:
    return Keep(mine=state.die > 1)


def test_playouts_find_the_exact_value_within_their_interval():
    game = Race()
    inside = 0
    for seed in range(40):
        race = Rollouts(
            game, Spot(0, 2), [(Keep(mine=True),), (Keep(mine=False),)], cautious, lambda s: s.ana - s.bo, seed=seed
        )
        for _ in range(60):
            race.more()
        for (number, value), line in zip(sorted(race.ranking()), race.lines, strict=True):
            exact = plainly_with(game, game.apply(Spot(0, 2), line[0]))
            inside += value.low <= exact <= value.high
            assert value.samples == 60, number
        assert race.ranking()[0][0] == 0
    assert inside >= 68, "the true value lies outside far more often than 1 time in 20"


def plainly_with(game: Race, state: Spot) -> Fraction:
    """The value for Ana if both play cautiously."""
    if game.actor(state) == NOBODY:
        return payoff(state)["ana"]
    if game.actor(state) == TABLE:
        law = game.chances(state)
        return sum(law.weight(m) * plainly_with(game, game.apply(state, m)) for m in law) / law.total
    return plainly_with(game, game.apply(state, cautious(game, state, Random(0))))


def test_playouts_are_repeatable_and_share_their_luck():
    def run(seed: int) -> list[tuple[int, Value]]:
        race = Rollouts(Race(), Spot(0, 2), [(Keep(mine=True),)] * 2, cautious, lambda s: s.ana - s.bo, seed=seed)
        for _ in range(5):
            race.more()
        return race.ranking()

    assert run(3) == run(3)
    assert run(3) != run(4)
    assert run(3)[0][1] == run(3)[1][1]


def test_playouts_stop_after_so_many_decisions():
    race = Rollouts(Race(), Spot(0, 2), [(Keep(mine=True),)], cautious, lambda s: s.turn, steps=2)
    race.more()
    assert race.tallies[0].mean == 3


def test_the_order_in_which_chance_is_listed_means_nothing():
    class Backwards(Race):
        def chances(self, state: Spot) -> Table[Roll]:
            law = super().chances(state)
            return Table(dict(reversed(list(law.items()))))

    draws = [[sampled(game, Spot(), Random(seed)) for seed in range(50)] for game in (Race(), Backwards())]
    assert draws[0] == draws[1]
    assert {move.pips for move in draws[0]} == {1, 2, 3}


def test_a_tally_knows_its_error():
    tally = Tally()
    assert tally.value.samples == 0
    for x in (1.0, 2.0, 3.0, 4.0):
        tally.add(x)
    assert tally.mean == 2.5
    assert tally.error == pytest.approx(3.18 * (5 / 3 / 4) ** 0.5)
    same = Tally()
    for _ in range(3):
        same.add(7.0)
    assert (same.value.low, same.value.high) == (7.0, 7.0)


@pytest.mark.parametrize(
    ("value", "text"),
    [(Value.of(5), "= +5"), (Value.of(Fraction(-5, 2)), "= -2.5"), (Value(1.24, 2, 2.76, samples=9), "~ +1.2 to +2.8")],
)
def test_a_value_says_whether_it_is_exact(value, text):
    assert str(value) == text
    assert (value.exact is None) == text.startswith("~")
    assert msgspec.json.decode(msgspec.json.encode(value), type=Value) == value


def test_thinking_goes_on_until_the_time_is_up():
    ticks = count()
    asked = []

    def search():
        for n in count():
            asked.append(n)
            yield n

    assert think(search(), 5, clock=lambda: next(ticks)) == 4
    assert asked == [0, 1, 2, 3, 4]


def test_without_time_the_first_answer_counts():
    assert think(iter("abc"), 0, clock=lambda: 0.0) == "a"


def test_a_search_that_ends_early_is_not_waited_for():
    assert think(iter("abc"), 100, clock=lambda: 0.0) == "c"


def test_a_search_without_an_answer_is_an_error():
    with pytest.raises(CompanionError):
        think(iter(()), 1)
