"""Seeded games of The Four Doors: how often a party wins that plays at random, greedily, by advice, or seeing the pile.

All play from the same starts: doors, shadows, adventurers and hands of a seed are alike. The time for advice is
processor time, so that what else runs on the machine does not count.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random

from companion.engine.advice import sampled, think
from companion.engine.edition import Edition
from companion.engine.game import NOBODY, TABLE, Move, Seat
from companion.engine.rulebook import load
from companion.games.four_doors.advice import improving
from companion.games.four_doors.ceiling import Ceiling
from companion.games.four_doors.compact import WON as BOARD_WON
from companion.games.four_doors.compact import PieceMaker, board_of, scene_of
from companion.games.four_doors.rules import FourDoors
from companion.games.four_doors.state import Position
from tests.benchmarks.intervals import Won

SEATS = tuple(Seat(name, name.title()) for name in ("ana", "bo", "cy", "dee", "eve"))

Party = Callable[[Position, Random], str]
"""Plays a game from its start, and returns how it ended: "won", "door", "cards" or "skull"."""


@cache
def practice() -> FourDoors:
    """Return the game with the practice cards."""
    return FourDoors(Edition.load("four-doors", "practice"), load("four-doors"))


def start(players: int, seed: int, difficulty: str = "standard") -> Position:
    """Return the beginning of the first turn, everything dealt by chance."""
    game, luck = practice(), Random(f"start {players} {seed}")
    state = game.setup(SEATS[:players], {"difficulty": difficulty})
    while state.step == "setup":
        state = game.apply(state, sampled(game, state, luck))
    return state


def by_policy(name: str) -> Party:
    """Return a party that follows a policy."""

    def play(state: Position, rng: Random) -> str:
        game = practice()
        return _followed(state, rng, lambda now: (game.policy(name)(game, now, rng),))

    return play


def by_advice(seconds: float) -> Party:
    """Return a party that follows the best advice, given so long for each decision."""

    def play(state: Position, rng: Random) -> str:
        return _followed(state, rng, lambda now: _advised(now, rng, seconds))

    return play


def _advised(state: Position, rng: Random, seconds: float) -> tuple[Move, ...]:
    """Return the steps of the best plan up to the first card that it draws."""
    game = practice()
    answers = improving(game, state, game.actor(state), 1, rng.randrange(1 << 30))
    best = think(answers, seconds, time.process_time)[0]
    moves: list[Move] = []
    for text in best.moves:
        moves.append(game.parse(text, state))
        state = game.apply(state, moves[-1])
        if game.actor(state) in (TABLE, NOBODY):
            break
    return tuple(moves)


def _followed(state: Position, rng: Random, choose: Callable[[Position], tuple[Move, ...]]) -> str:
    """Play a game to its end, and return how it ended."""
    game = practice()
    while (actor := game.actor(state)) != NOBODY:
        forced = game.automatic(state)
        if forced is not None or actor == TABLE:
            state = game.apply(state, forced if forced is not None else sampled(game, state, rng))
            continue
        for move in choose(state):
            verdict = game.check(state, move)
            if not verdict.legal:
                raise AssertionError(f"{game.spell(move, state)}: {verdict.reason}")
            state = game.apply(state, move)
    return state.ended


def with_the_pile_open(state: Position, rng: Random) -> str:
    """Play with the order of the pile known."""
    box = practice().box
    board = board_of(scene_of(box, state), state, PieceMaker(box), rng)
    return "won" if Ceiling().play(board, rng).ended == BOARD_WON else "lost"


PARTIES: dict[str, Party] = {
    "random": by_policy("random"),
    "greedy": by_policy("greedy"),
    "advisor": by_advice(0.05),
    "ceiling": with_the_pile_open,
}


def play_game(party: str, players: int, difficulty: str, seed: int) -> str:
    """Play one game, and return how it ended."""
    return PARTIES[party](start(players, seed, difficulty), Random(f"{party} {players} {seed}"))


@dataclass(frozen=True)
class Record(Won):
    """What became of so many games."""

    ends: Counter[str]

    def __str__(self) -> str:
        low, high = self.interval
        lost = ", ".join(f"{end} {n}" for end, n in sorted(self.ends.items()) if end != "won")
        return f"won {self.share:.1%} of {self.games} ({low:.1%} to {high:.1%}); {lost}"


def summed_up(ends: list[str]) -> Record:
    """Return what became of games."""
    counts = Counter(ends)
    return Record(len(ends), counts["won"], counts)
