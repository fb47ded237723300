"""What is done with a mat: equipping, items and abilities, riddles, trades."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.engine.game import Move
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.box import Box
from companion.games.shadowgate.cards import ItemCard
from companion.games.shadowgate.course import (
    boosted,
    die,
    push,
    run,
)
from companion.games.shadowgate.decks import (
    merged,
)
from companion.games.shadowgate.mats import (
    discarded,
    from_mat,
    off_inventory,
    off_slots,
    told_now,
    won,
)
from companion.games.shadowgate.phases import ability_of, key_of, playing, reach
from companion.games.shadowgate.state import (
    ACTION,
    EQUIP,
    Position,
)
from companion.games.shadowgate.vocabulary import Ability, ability, effects


def _unequip(box: Box, state: Position, move: m.Unequip) -> Position:
    player, card = off_slots(state.player(state.active), move.card)
    state = told_now(state, card, move.card)
    return state.with_player(replace(player, inventory=(*player.inventory, merged(move.card, card))))


def _equip(box: Box, state: Position, move: m.Equip) -> Position:
    state = reach(state, EQUIP)
    player, card = off_inventory(state.player(state.active), move.card)
    state = told_now(state, card, move.card)
    slots = list(player.slots)
    slots[move.slot - 1] = (*slots[move.slot - 1], merged(move.card, card))
    return state.with_player(replace(player, slots=tuple(slots)))


def _flip(box: Box, state: Position, move: m.Flip) -> Position:
    state = reach(state, ACTION)
    return state.with_player(replace(state.player(state.active), full=True))


def _use(box: Box, state: Position, move: m.Use) -> Position:
    state = reach(state, playing(state))
    seat = state.active
    does = ability_of(move.card)
    goes = isinstance(move.card, ItemCard) and move.card.discard
    state = _worked(box, state, does, move.trait, "" if goes else key_of(move.card))
    if goes:
        # After its other instructions (shadowgate.items.discard); what they draw comes when it lies there.
        state, card = from_mat(state, seat, move.card)
        state = discarded(state, card)
    return state


def _worked(box: Box, state: Position, does: Ability, trait: str, key: str) -> Position:
    """Carry out an ability; `key`: by what it is remembered, "" for a card that is discarded after it."""
    if key and does.when == "turn":
        state = replace(state, used=(*state.used, key))
    if key and does.when == "game":
        player = state.player(state.active)
        state = state.with_player(replace(player, spent=(*player.spent, key)))
    return run(box, boosted(state, does.effects, trait), [state.active], does.effects)


def _ability(box: Box, state: Position, move: m.Ability) -> Position:
    state = reach(state, ACTION)
    does = box.ability(state.player(state.active), move.full) or ability(None)
    return _worked(box, state, does, move.trait, "full" if move.full else "ability")


def _answer(box: Box, state: Position, move: m.Answer) -> Position:
    state = reach(state, playing(state))
    seat, riddle = state.active, state.riddle
    if move.card is None:
        state = replace(die(state, seat, -1), lost_deaths=state.lost_deaths + 1)
    else:
        state, card = from_mat(state, seat, move.card)
        state = discarded(state, card)
    if riddle is None:
        return state
    state = won(replace(state, riddle=None), seat, riddle)
    if box.board.riddles == "always":
        state = push(state, "riddle")
    return run(box, boosted(state, effects(riddle.reward), ""), [seat], effects(riddle.reward))


def _trade(box: Box, state: Position, move: m.Trade) -> Position:
    state = replace(reach(state, playing(state)), traded=True)
    mine, given = off_inventory(state.player(state.active), move.card)
    theirs, taken = off_inventory(state.player(move.seat), move.other)
    state = told_now(told_now(state, given, move.card), taken, move.other)
    given, taken = merged(move.card, given), merged(move.other, taken)
    state = state.with_player(replace(mine, inventory=(*mine.inventory, taken)))
    return state.with_player(replace(theirs, inventory=(*theirs.inventory, given)))


EFFECTS: dict[type[Move], Any] = {
    m.Unequip: _unequip,
    m.Equip: _equip,
    m.Flip: _flip,
    m.Use: _use,
    m.Ability: _ability,
    m.Answer: _answer,
    m.Trade: _trade,
}
"""What each kind of move does."""
