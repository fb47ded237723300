"""What is told of the table: the setup, cards that come, and dice."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.engine.game import Move
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.box import Box
from companion.games.shadowgate.costs import value
from companion.games.shadowgate.course import (
    curse,
    defence_of,
    die,
    drop,
    penalty,
    push,
    revealed,
    run,
    struck,
)
from companion.games.shadowgate.decks import (
    shuffle_in,
    take,
)
from companion.games.shadowgate.mats import (
    UNTOLD,
    got,
    won,
)
from companion.games.shadowgate.state import (
    Position,
)
from companion.games.shadowgate.traits import for_attack, roll_boost
from companion.games.shadowgate.vocabulary import SKULL, TRAITS, effects


def _assign(box: Box, state: Position, move: m.Assign) -> Position:
    if state.token == ["character", move.seat]:
        state = drop(state)
    else:
        state = replace(state, due=tuple(token for token in state.due if token != f"character {move.seat}"))
    if move.character == UNTOLD:
        return state
    player = replace(state.player(move.seat), character=move.character)
    state = state.with_player(player)
    told = box.ability(player, full=False)
    starts = told is not None and told.when == "start" and state.full
    return run(box, state, [move.seat], told.effects) if starts and told is not None else state


def _first(box: Box, state: Position, move: m.First) -> Position:
    state = replace(state, due=tuple(token for token in state.due if token != "first"))
    return replace(state, first=state.players[0].handle if move.seat == UNTOLD else move.seat)


def _deal(box: Box, state: Position, move: m.Deal) -> Position:
    if state.token[:2] in (["quest", str(move.space)], ["refill", str(move.space)]):
        state = drop(state)
    state, card = take(state, move.card.deck, move.card)
    replaced = state.step == "setup" and card.kind == "event" and not state.rules.setup_event_resolves
    if replaced:
        return push(shuffle_in(state, card), f"quest {move.space} I")
    return revealed(box, state.with_quest(move.space, card), move.space, card)


def _draw(box: Box, state: Position, move: m.Draw) -> Position:
    _, seat = state.token
    return got(drop(state), seat, move.card)


def _djinn(box: Box, state: Position, move: m.Djinn) -> Position:
    state = drop(state) if state.token == ["riddle"] else state
    state, card = take(state, "riddle", move.card)
    return replace(state, riddle=card)


def _energy(box: Box, state: Position, move: m.Energy) -> Position:
    word, *rest = state.token
    state, card = take(drop(state), "energy", move.card)
    if word == "spoil":
        return won(state, rest[0], card)
    state = replace(state, energy=card)
    return run(box, state, [player.handle for player in state.fighters()], effects(card.effect))


def _boss(box: Box, state: Position, move: m.Boss) -> Position:
    state, card = take(drop(state), "boss", move.card)
    return replace(state, boss=card)


def _roll(box: Box, state: Position, move: m.Roll) -> Position:
    if state.attempt:
        return replace(state, dice=move.black)
    if state.attack:
        return _attacked(box, state, move)
    return _defended(box, state, move)


def _attacked(box: Box, state: Position, move: m.Roll) -> Position:
    seat, trait = state.active, state.attack
    state = replace(state, attack="")
    if _fatal(state, move):
        return die(state, seat)
    player = state.player(seat)
    score = for_attack(box, state, player, trait) + roll_boost(box, state, player)
    return hurt(box, state, score + sum(map(value, move.black)) + value(move.blue))


def _fatal(state: Position, move: m.Roll) -> bool:
    """Say whether the skulls of an attack make it fail (shadowgate.attack.skulls, shadowgate.attack.which-skulls)."""
    if state.rules.skulls_of_three:
        return (*move.black, move.blue).count(SKULL) >= 2
    return move.black.count(SKULL) == 2


def _defended(box: Box, state: Position, move: m.Roll) -> Position:
    seat = state.token[1]
    player = state.player(seat)
    trait, number = defence_of(state)
    total = roll_boost(box, state, player) + sum(map(value, move.black)) + value(move.blue)
    if trait:
        total += for_attack(box, state, player, trait)
    return drop(state) if total >= number else struck(box, drop(state), seat)


def hurt(box: Box, state: Position, score: int) -> Position:
    """Take an attack off the life of the boss, with the red spaces that it crosses (shadowgate.boss)."""
    life = max(0, state.life - max(0, score))
    reds = sum(life <= red < state.life for red in box.board.red_boss or ())
    state = replace(state, life=life)
    if life == 0:
        return _killed(crossed(state, reds, fights=False))
    return crossed(state, reds, fights=True) if reds else state


def crossed(state: Position, reds: int, fights: bool) -> Position:
    """Give the Energy cards of crossed red spaces; the boss acts once, if it still stands (shadowgate.boss.crossed)."""
    if not reds:
        return state
    seat = state.active
    if state.energy is not None:
        state = won(replace(state, energy=None), seat, state.energy)
    more = [f"spoil {seat}"] * (reds - 1)
    return push(state, *more, *(("energy", "act") if fights else ()))


def _killed(state: Position) -> Position:
    seat = state.active
    if state.boss is not None:
        state = won(replace(state, boss=None), seat, state.boss)
    return replace(state, killer=seat, due=(*state.due, "fall"))


def _red(box: Box, state: Position, move: m.Red) -> Position:
    word, *rest = state.token or [""]
    if word == "curse":
        return curse(drop(state), rest[0], move.trait) if move.trait in TRAITS else drop(state)
    return penalty(drop(state) if word == "red" else state, move.trait)


EFFECTS: dict[type[Move], Any] = {
    m.Assign: _assign,
    m.First: _first,
    m.Deal: _deal,
    m.Draw: _draw,
    m.Djinn: _djinn,
    m.Energy: _energy,
    m.Boss: _boss,
    m.Roll: _roll,
    m.Red: _red,
}
"""What each kind of move does."""
