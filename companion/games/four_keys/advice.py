"""Advice for the player to move."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from companion.engine.advice import NOT_SEARCHED, Advice, Value
from companion.engine.errors import CompanionError
from companion.games.four_keys.evaluation import points
from companion.games.four_keys.plan import plan_of
from companion.games.four_keys.policies import chance_by_unseen, policy
from companion.games.four_keys.state import Position

if TYPE_CHECKING:
    from companion.games.four_keys.rules import FourKeys

__all__ = ["evaluate", "policy"]


def evaluate(game: FourKeys, state: Position, seat: str) -> float:
    """Return a static estimate of the final margin of a seat over its best rival, in points."""
    rules = {name: getattr(state.rules, name) for name in ("multiplicity", "compass_tile", "compass_cycles")}
    chance = chance_by_unseen(state)
    worth = {p.handle: points(plan_of(p.dungeon, rules), rules, chance) for p in state.players}
    return worth[seat] - max((w for handle, w in worth.items() if handle != seat), default=0.0)


def advise(game: FourKeys, state: Position, seat: str, top: int, seconds: float, seed: int) -> tuple[Advice, ...]:
    """Return the best whole turns for a seat."""
    legal = list(game.legal(state)) if game.actor(state) == seat else []
    if not legal:
        raise CompanionError(f"There is nothing to advise: it is not the turn of {seat}.")
    move = policy("greedy")(game, state, Random(seed))
    worth = evaluate(game, state, seat)
    return (Advice((game.spell(move, state),), Value(worth, worth, worth), NOT_SEARCHED),)[:top]
