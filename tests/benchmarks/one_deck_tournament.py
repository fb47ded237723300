"""Seeded games of One Deck Dungeon: how often a party wins that plays greedily or by advice.

All parties play from the same starts: heroes and dungeon of a seed are alike, and so is the card of the Standard tier.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import NamedTuple

from companion.engine.edition import Edition
from companion.engine.game import NOBODY, Move, Seat
from companion.engine.rulebook import load
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.rules import OneDeckDungeon
from companion.games.one_deck_dungeon.state import BOSS_FLOOR, Position
from tests.benchmarks.intervals import Won

SEATS = tuple(Seat(name, name.title()) for name in ("ana", "bo", "cy", "dee"))
MOST_MOVES = 6000
DECKS = {"core": "core", "practice": "forest"}
"""The deck that goes with the cards of an edition."""


class Kind(NamedTuple):
    """What is played.

    Args:
        party: a named policy.
        heroes: how many.
        edition, dungeon: the cards; any dungeon of them where it is "".
        tier: how hard.
    """

    party: str
    heroes: int = 1
    edition: str = "core"
    dungeon: str = "dragons-cave"
    tier: str = "standard"


@cache
def game_of(edition: str) -> OneDeckDungeon:
    """Return the game with the cards of an edition."""
    return OneDeckDungeon(Edition.load("one-deck-dungeon", edition), load("one-deck-dungeon"))


def start(kind: Kind, seed: int) -> Position:
    """Return the first turn of a game."""
    game, luck = game_of(kind.edition), Random(f"start {kind.heroes} {seed}")
    state = game.setup(SEATS[: kind.heroes], {"tier": kind.tier, "deck": DECKS[kind.edition]})
    while state.step == "setup":
        move = game.chances(state).sample(luck)
        if isinstance(move, m.Dungeon) and kind.dungeon:
            move = m.Dungeon(kind.dungeon)
        state = game.apply(state, move)
    return state


def play_game(kind: Kind, seed: int) -> Position:
    """Play one game to its end. A policy is asked before rolls too, where it may use a feat; else it rolls."""
    game, rng = game_of(kind.edition), Random(f"game {seed}")
    state, policy = start(kind, seed), game.policy(kind.party)
    for _ in range(MOST_MOVES):
        if game.actor(state) == NOBODY:
            break
        move: Move | None = game.automatic(state)
        state = game.apply(state, move if move is not None else policy(game, state, rng))
    return state


@dataclass(frozen=True)
class Record(Won):
    """What became of so many games.

    Args:
        floors: games by the floor on which they ended, 4 before the boss.
        level: the level at the end, on average.
    """

    floors: Counter[int]
    level: float

    def __str__(self) -> str:
        low, high = self.interval
        lost = ", ".join(
            f"{n} {'before the boss' if floor == BOSS_FLOOR else f'on floor {floor}'}"
            for floor, n in sorted(self.floors.items())
        )
        won = f"won {self.share:.0%} of {self.games} ({low:.0%} to {high:.0%})"
        return f"{won}; lost: {lost or 'none'}; level {self.level:.1f}"


def summed_up(ends: list[Position]) -> Record:
    """Return what became of games."""
    floors = Counter(state.floor for state in ends if state.ended != "won")
    wins = sum(state.ended == "won" for state in ends)
    return Record(len(ends), wins, floors, sum(state.level for state in ends) / len(ends))
