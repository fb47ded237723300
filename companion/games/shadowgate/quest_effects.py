"""What is done with quests and against the boss: cycling, attempts, payments, bonus, attacks, choices."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.engine.game import Move
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.box import Box
from companion.games.shadowgate.cards import ItemCard, quest_reward
from companion.games.shadowgate.costs import shows
from companion.games.shadowgate.course import (
    boosted,
    burn,
    curse,
    die,
    drop,
    end_turn,
    gain,
    gate,
    push,
    run,
)
from companion.games.shadowgate.decks import (
    put_under,
)
from companion.games.shadowgate.mats import (
    discarded,
    from_mat,
    won,
)
from companion.games.shadowgate.phases import reach
from companion.games.shadowgate.state import (
    CYCLED,
    RESOLVE,
    Gear,
    Position,
)


def _cycle(box: Box, state: Position, move: m.Cycle) -> Position:
    again = state.phase == CYCLED
    card = state.quest(move.space)
    state = reach(state, RESOLVE if again else CYCLED).with_quest(move.space, None)
    state = put_under(state, card) if card is not None else state
    return push(state, f"quest {move.space} {move.deck}")


def _refill(box: Box, state: Position, move: m.Refill) -> Position:
    return push(drop(state), f"quest {state.token[1]} {move.deck}")


def _attempt(box: Box, state: Position, move: m.Attempt) -> Position:
    return replace(reach(state, RESOLVE), attempt=move.space, dice=())


def completed(box: Box, state: Position, space: int) -> Position:
    """A quest is completed: reward, points and perhaps a bonus for the seat whose turn it is (shadowgate.quests)."""
    seat, card = state.active, state.quest(space)
    state = replace(reach(state, RESOLVE), attempt=0, dice=()).with_quest(space, None)
    if card is None:
        return state
    state = gate(won(state, seat, card), card.name or "")
    state = replace(state, bonus=(card.bonus or ()) if state.full else ())
    reward = quest_reward(card)
    return run(box, boosted(state, reward, ""), [seat], reward)


def missed(box: Box, state: Position, space: int) -> Position:
    """A quest is failed: torches and skulls (shadowgate.failure)."""
    card = state.quest(space)
    state = replace(reach(state, RESOLVE), attempt=0, dice=())
    if card is None:
        return state
    return die(burn(box, state, card.torch or 0), state.active, card.skulls or 0)


def _pay(box: Box, state: Position, move: m.Pay) -> Position:
    seat = state.active
    for paid in move.cards:
        state, card = from_mat(state, seat, paid)
        state = discarded(state, card)
    for token in move.tokens:
        state = gain(state, seat, token, -1)
    return completed(box, state, state.attempt)


def _give_up(box: Box, state: Position, move: m.GiveUp) -> Position:
    return missed(box, state, state.attempt)


def _bonus(box: Box, state: Position, move: m.Bonus) -> Position:
    seat = state.active
    left = list(state.bonus)
    left.remove(symbol_for(move.card, state.bonus))
    state, card = from_mat(state, seat, move.card)
    return replace(won(state, seat, card), bonus=tuple(left))


def symbol_for(card: Gear, symbols: tuple[str, ...]) -> str:
    """Return the symbol of a Quest Bonus that a card is put away for: the rarest word that it shows."""
    fitting = [symbol for symbol in symbols if shows(card, symbol) is not False]
    categories = [symbol for symbol in fitting if isinstance(card, ItemCard) and symbol in (card.categories or ())]
    return (categories or fitting or list(symbols))[0]


def _attack(box: Box, state: Position, move: m.Attack) -> Position:
    return replace(reach(state, RESOLVE), attack=move.trait)


def _tokens(box: Box, state: Position, move: m.Tokens) -> Position:
    seat = state.token[1]
    state = drop(state)
    for token in move.tokens:
        state = gain(state, seat, token)
    return state


def _uncurse(box: Box, state: Position, move: m.Uncurse) -> Position:
    return curse(drop(state), state.token[1], move.trait, -1)


def _done(box: Box, state: Position, move: m.Done) -> Position:
    return end_turn(reach(state, RESOLVE))


EFFECTS: dict[type[Move], Any] = {
    m.Cycle: _cycle,
    m.Refill: _refill,
    m.Attempt: _attempt,
    m.Pay: _pay,
    m.GiveUp: _give_up,
    m.Bonus: _bonus,
    m.Attack: _attack,
    m.Tokens: _tokens,
    m.Uncurse: _uncurse,
    m.Done: _done,
}
"""What each kind of move does."""
