"""`make bench` prints: how far the advisor's party and the greedy one come in seeded games with the core cards.

ONE_DECK_GAMES changes the number of games of each kind. Nothing is asserted of who wins: full games are hard.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest

from companion.engine.edition import Edition
from companion.engine.game import NOBODY, TABLE, Seat
from companion.engine.rulebook import load
from companion.games.one_deck_dungeon.rules import OneDeckDungeon
from companion.games.one_deck_dungeon.state import Position

GAMES = int(os.environ.get("ONE_DECK_GAMES", "8"))
MOST_MOVES = 4000
NAMES = ("Ana", "Bo")


def play_game(policy: str, seed: int, heroes: int, tier: str) -> Position:
    """Play one game to its end, the cards and dice by the same seed for every policy."""
    game = OneDeckDungeon(Edition.load("one-deck-dungeon", "core"), load("one-deck-dungeon"))
    luck, mind = Random(f"cards {seed}"), Random(f"party {seed}")
    state = game.setup([Seat(name.lower(), name) for name in NAMES[:heroes]], {"tier": tier})
    for _ in range(MOST_MOVES):
        if game.actor(state) == NOBODY:
            break
        move = game.automatic(state)
        if move is None:
            chance = game.actor(state) == TABLE
            move = game.chances(state).sample(luck) if chance else game.policy(policy)(game, state, mind)
        state = game.apply(state, move)
    return state


@pytest.mark.parametrize("tier", ["standard", "novice"])
@pytest.mark.parametrize("heroes", [1, 2])
@pytest.mark.parametrize("policy", ["greedy", "advisor"])
def test_how_far_a_party_comes(policy: str, heroes: int, tier: str) -> None:
    games = [play_game(policy, seed, heroes, tier) for seed in range(GAMES)]
    floors = Counter(game.floor for game in games)
    won = sum(game.ended == "won" for game in games)
    level = sum(game.level for game in games) / len(games)
    turns = sum(game.turn for game in games) / len(games)
    reached = ", ".join(f"{count} on floor {floor}" for floor, count in sorted(floors.items()))
    print(f"{policy}, {heroes} heroes, {tier}: {won} of {len(games)} won; {reached};", end=" ")
    print(f"level {level:.1f}, {turns:.0f} turns")
    assert all(game.ended for game in games)
