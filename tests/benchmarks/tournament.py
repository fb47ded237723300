"""Seeded games of 4 KEYS between policies: who wins, by how much, and how much of what could have been had was had.

A player is a policy of the game ("random", "greedy") or `advisor`, which follows `Game.advise` turn by turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from companion.engine.advice import sampled
from companion.engine.edition import Edition
from companion.engine.game import NOBODY, TABLE, Move, Seat
from companion.engine.rulebook import load
from companion.games.four_keys.completion import Completion, hindsight
from companion.games.four_keys.dungeon import Dungeon
from companion.games.four_keys.rules import FourKeys
from companion.games.four_keys.state import Position
from tests.benchmarks.intervals import Won

SEATS = (Seat("ana", "Ana"), Seat("bo", "Bo"), Seat("cy", "Cy"), Seat("dee", "Dee"))

Player = Callable[[FourKeys, Position, Random], Sequence[Move]]
"""Names the next moves of whoever is to act."""


class Played(NamedTuple):
    """A finished game from the side of the first player: points, and what it was dealt."""

    mine: int
    theirs: int
    start: Dungeon
    cards: tuple[Any, ...]
    gold: int


def practice() -> FourKeys:
    """Return the game with the practice cards."""
    return FourKeys(Edition.load("four-keys", "practice"), load("four-keys"))


def by_policy(name: str) -> Player:
    """Return a player that follows a policy."""

    def play(game: FourKeys, state: Position, rng: Random) -> Sequence[Move]:
        return (game.policy(name)(game, state, rng),)

    return play


def advisor(seconds: float) -> Player:
    """Return a player that follows the best advice, given so long for each decision."""

    def play(game: FourKeys, state: Position, rng: Random) -> Sequence[Move]:
        best = game.advise(state, game.actor(state), 1, seconds, rng.randrange(1 << 30))[0]
        moves = []
        for text in best.moves:
            moves.append(game.parse(text, state))
            state = game.apply(state, moves[-1])
        return moves

    return play


def play_game(game: FourKeys, me: Player, other: Player, seed: int) -> Played:
    """Play one game of two; the seats change with the seed, the cards only with every second one."""
    number = seed % 2
    mine = SEATS[number].handle
    luck, mind = Random(f"cards {seed // 2}"), Random(f"players {seed}")
    state = game.setup(SEATS[:2], {})
    taken: list[Any] = []
    start: Dungeon | None = None
    while (actor := game.actor(state)) != NOBODY:
        if actor == TABLE:
            state = game.apply(state, sampled(game, state, luck))
            continue
        start = start or state.player(mine).dungeon
        for move in (me if actor == mine else other)(game, state, mind):
            verdict = game.check(state, move)
            if not verdict.legal:
                raise AssertionError(f"{game.spell(move, state)}: {verdict.reason}")
            state = game.apply(state, move)
            if actor == mine and type(move).__name__ == "Take" and state.hand is not None:
                taken.append(state.hand.card)
    points = {sheet.seat: sheet.points for sheet in game.score(state)}
    assert start is not None
    gold = state.player(mine).dungeon.gold or 0
    return Played(points[mine], points[SEATS[1 - number].handle], start, tuple(taken), gold)


@dataclass(frozen=True)
class Match(Won):
    """What a match came to."""

    mine: float
    theirs: float

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{self.share:.1%} of {self.games} games ({low:.1%} to {high:.1%}), "
            f"mean score {self.mine:.1f} against {self.theirs:.1f}"
        )


def summed_up(played: Sequence[Played]) -> Match:
    """Return what a match came to."""
    n = len(played)
    wins = sum((one.mine > one.theirs) + 0.5 * (one.mine == one.theirs) for one in played)
    return Match(n, wins, sum(one.mine for one in played) / n, sum(one.theirs for one in played) / n)


class Ceiling(NamedTuple):
    """Points had, the best finish found with the very cards that were taken, and what no finish exceeds."""

    had: int
    found: int
    bound: int

    def __str__(self) -> str:
        return (
            f"{self.had / self.found:.1%} of the best finish found with the same cards, "
            f"at least {self.had / self.bound:.1%} of the best there is"
        )


def ceiling(played: Iterable[Played]) -> Ceiling:
    """Look back: how much of what could have been had with its own cards did the first player have?"""
    had = found = bound = 0
    for one in played:
        best: Completion = hindsight(one.start, one.cards, one.gold)
        had, found, bound = had + one.mine, found + max(best.points, one.mine), bound + best.bound
    return Ceiling(had, found, bound)
