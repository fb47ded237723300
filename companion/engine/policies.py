"""What the policies of every game share: any move at random, and the look-up by name."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from companion.engine.errors import UnknownNameError
from companion.engine.game import TABLE, Game, Move, Policy


def named(policies: Mapping[str, Policy], name: str) -> Policy:
    """Return a named policy.

    Raises:
        UnknownNameError: there is no such policy.
    """
    if name not in policies:
        raise UnknownNameError("policy", name, tuple(policies))
    return policies[name]


def at_random(game: Game, state: Any, rng: Random) -> Move:
    """Return any legal move of the actor; at a reveal, one by its weight."""
    if game.actor(state) == TABLE:
        return game.chances(state).sample(rng)
    return rng.choice(list(game.legal(state)))
