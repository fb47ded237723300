"""`make bench` prints: how often the advisor of Shadowgate wins among three, against greedy and against random play.

SHADOWGATE_GAMES lowers the number of games. The advisor's seat goes round; the cards stay for three games.
"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple

import pytest

from companion.engine.advice import sampled
from companion.engine.edition import Edition
from companion.engine.game import NOBODY, TABLE, Seat
from companion.engine.rulebook import load
from companion.games.shadowgate.advice import choose
from companion.games.shadowgate.rules import Shadowgate
from tests.benchmarks.intervals import wilson

GAMES = int(os.environ.get("SHADOWGATE_GAMES", "300"))
MOST_MOVES = 6000
"""Random games go on until somebody finds the way; then who is ahead has won."""
WANTED = {"greedy": 0.45, "random": 0.90}
SEATS = (Seat("ana", "Ana"), Seat("bo", "Bo"), Seat("cy", "Cy"))


class Played(NamedTuple):
    """A game: the advisor's share of the win, its points and the others' average, turns, and whether it ended."""

    won: float
    mine: int
    theirs: float
    turns: int
    ended: bool


@cache
def practice() -> Shadowgate:
    """Return the game with the practice cards."""
    return Shadowgate(Edition.load("shadowgate", "practice"), load("shadowgate"))


def play_game(rival: str, seed: int) -> Played:
    """Play one game of the advisor against two players of a policy."""
    game, mine = practice(), SEATS[seed % len(SEATS)].handle
    luck, mind, play = Random(f"cards {seed // 3}"), Random(f"players {seed}"), practice().policy(rival)
    state, moves = game.setup(SEATS, {}), 0
    while (actor := game.actor(state)) != NOBODY and moves < MOST_MOVES:
        if actor == TABLE:
            move = sampled(game, state, luck)
        else:
            move = choose(game, state, actor) if actor == mine else play(game, state, mind)
        state, moves = game.apply(state, move), moves + 1
    points = {sheet.seat: sheet.points for sheet in game.score(state)}
    others = [value for seat, value in points.items() if seat != mine]
    outcome = game.outcome(state)
    ahead = [seat for seat, value in points.items() if value == max(points.values())]
    winners = list(outcome.winners) if outcome is not None else ahead
    won = (mine in winners) / max(1, len(winners))
    return Played(won, points[mine], sum(others) / len(others), state.turn, outcome is not None)


def told(games: list[Played]) -> tuple[float, str]:
    """Return the share of games won, and the whole in words (Wilson's interval, 19 times in 20)."""
    n = len(games)
    share = sum(game.won for game in games) / n
    low, high = wilson(share, n)
    mine, theirs, turns = (sum(game[at] for game in games) / n for at in (1, 2, 3))
    ended = sum(game.ended for game in games)
    return share, (
        f"{share:.1%} of {n} games ({low:.1%} to {high:.1%}), {mine:.0f} XP against {theirs:.0f}, "
        f"{turns:.0f} turns, {ended} ended"
    )


def match(rival: str) -> list[Played]:
    """Play all games, one at a time on each processor."""
    with ProcessPoolExecutor(os.cpu_count() or 1) as pool:
        return list(pool.map(partial(play_game, rival), range(GAMES), chunksize=3))


@pytest.mark.parametrize("rival", list(WANTED))
def test_the_advisor_wins(benchmark: Any, capsys: Any, rival: str) -> None:
    share, words = told(benchmark.pedantic(match, (rival,), rounds=1))
    with capsys.disabled():
        print(f"\n    advisor against two {rival} players: {words}", flush=True)
    assert share >= WANTED[rival]
