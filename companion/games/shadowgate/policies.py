"""Policies for simulation: any move at random, and the quest of the highest chance times its experience points.

The greedy one equips what it can, answers riddles, attempts the quest that promises most, pays the first way it can,
takes every bonus, and attacks with its best trait. It trades nothing and keeps no card back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any, cast

from companion.engine.game import TABLE, Game, Move, Policy
from companion.engine.policies import at_random, named
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.box import Box
from companion.games.shadowgate.cards import QuestCard, quest_cost
from companion.games.shadowgate.costs import deficit, extras, payments, traits_told, value
from companion.games.shadowgate.scoring import PER_DEATH, points, worth
from companion.games.shadowgate.state import Player, Position
from companion.games.shadowgate.traits import for_attack, roll_boost

if TYPE_CHECKING:
    from companion.games.shadowgate.rules import Shadowgate


def policy(name: str) -> Policy:
    """Return a named policy.

    Raises:
        UnknownNameError: there is no such policy.
    """
    return named(POLICIES, name)


def greedy(game: Game, state: Position, rng: Random) -> Move:
    """Return the move that looks best at once."""
    if game.actor(state) == TABLE:
        return at_random(game, state, rng)
    box = cast("Shadowgate", game).box
    return max(game.legal(state), key=lambda move: (_worth(box, state, move), rng.random()))


POLICIES: Mapping[str, Policy] = {"random": at_random, "greedy": greedy}


def chance(box: Box, state: Position, player: Player, card: QuestCard) -> Fraction:
    """Return how likely a seat meets a quest as equipped now; 0 where it cannot pay, or where faces are not told."""
    if card.kind == "event" or not traits_told(box, state, player, card):
        return Fraction(0)
    if state.full and not any(not extras(way) or payments(state, player, way) for way in quest_cost(card)):
        return Fraction(0)
    short = deficit(box, state, player, card)
    if not short:
        return Fraction(1)
    faces = box.black or ()
    needed = short - roll_boost(box, state, player)
    wins = sum(value(one) + value(other) >= needed for one in faces for other in faces)
    return Fraction(wins, max(1, len(faces) ** 2))


def evaluate(box: Box, state: Position, seat: str) -> float:
    """Return about how many points a seat will be ahead of the best other, by what lies there now."""
    totals = {player.handle: float(points(player)) for player in state.players}
    for player in state.players:
        totals[player.handle] += 0.25 * sum(worth(card) for card in player.inventory)
    others = [total for handle, total in totals.items() if handle != seat]
    return totals[seat] - max(others, default=0.0)


def _worth(box: Box, state: Position, move: Move) -> float:
    judge = _JUDGES.get(type(move))
    return judge(box, state, move) if judge is not None else -1.0


def _attempt(box: Box, state: Position, move: m.Attempt) -> float:
    card = state.quest(move.space)
    assert card is not None
    p = float(chance(box, state, state.player(state.active), card))
    cost = -PER_DEATH * (card.skulls or 0) + 0.5 * (card.torch or 0)
    return p * (worth(card) + 1) - (1 - p) * cost


def _cycle(box: Box, state: Position, move: m.Cycle) -> float:
    card = state.quest(move.space)
    player = state.player(state.active)
    hopeless = card is not None and not chance(box, state, player, card)
    return 0.3 if hopeless else -0.5


def _attack(box: Box, state: Position, move: m.Attack) -> float:
    return 5.0 + for_attack(box, state, state.player(state.active), move.trait)


def _uncurse(box: Box, state: Position, move: m.Uncurse) -> float:
    return 1.0


def _always(number: float) -> Callable[[Box, Position, Any], float]:
    return lambda box, state, move: number


_JUDGES: Mapping[type[Move], Callable[[Box, Position, Any], float]] = {
    m.Equip: _always(20.0),
    m.Flip: _always(19.0),
    m.Answer: _always(15.0),
    m.Bonus: _always(12.0),
    m.Use: _always(2.0),
    m.Ability: _always(2.0),
    m.Pay: _always(3.0),
    m.GiveUp: _always(-9.0),
    m.Tokens: lambda box, state, move: float(len(move.tokens)),
    m.Refill: lambda box, state, move: float(len(move.deck)),
    m.Uncurse: _uncurse,
    m.Attempt: _attempt,
    m.Cycle: _cycle,
    m.Attack: _attack,
    m.Done: _always(0.0),
}
