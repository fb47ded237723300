"""May this have been seen? Observations: always allowed where they are possible."""

from __future__ import annotations

from typing import Any

from companion.engine.game import YES, Move, Verdict
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.box import NUMBERS, Box, supply
from companion.games.shadowgate.cards import (
    GATES,
    TORCH_START,
)
from companion.games.shadowgate.decks import deck_of, may_be
from companion.games.shadowgate.judging import (
    Judged,
    among,
    in_phase,
    locked,
    name_of,
    no,
    no_event,
    none_can_be,
    not_over,
    possible,
    questing,
    running,
    settled,
    there,
)
from companion.games.shadowgate.mats import card_at
from companion.games.shadowgate.scoring import title
from companion.games.shadowgate.state import (
    CYCLED,
    DEPTHS,
    Position,
)
from companion.games.shadowgate.vocabulary import ELEMENTS, SKULL, STAFF, TRAITS

SIX = 6
"""Faces of a die."""


def _result(box: Box, state: Position, move: m.Made | m.Failed) -> Judged:
    yield running(state)
    if not move.space:
        if state.token[:1] != ["defend"]:
            yield no("Nobody rolls against the boss now.", "boss.defence")
        return
    if state.attempt:
        if move.space != state.attempt:
            yield no(f"The quest attempted is that of space {state.attempt}.", "quest-phase.attempt")
        if state.due:
            yield settled(state)
        return
    yield from questing(state, move)
    yield in_phase(state, CYCLED, "One attempt a turn, and the Quest Phase is over.", "quest-phase.two-things")
    yield there(state, move.space)
    yield no_event(state, move.space)


def _fighting(state: Position) -> Verdict:
    return YES if state.final and not state.due else no("No boss is fought now.", "attack.phase")


def _hit(box: Box, state: Position, move: m.Hit) -> Judged:
    yield running(state)
    yield _fighting(state)
    if not state.attack:
        yield in_phase(state, CYCLED, "One attack a turn, and it has been made or passed.", "attack.optional")
    if move.score < 0:
        yield no("An attack comes to 0 or more.", "attack.score")


def _crossed(box: Box, state: Position, move: m.Crossed) -> Judged:
    yield running(state)
    yield _fighting(state)
    if box.board.red_boss is not None:
        yield no("The red spaces of this box are told; they are counted by themselves.", "boss.crossed")
    if not 1 <= move.number <= 7:
        yield no("Say how many red spaces were crossed.", "boss.crossed")


def _trait(box: Box, state: Position, move: m.Trait) -> Judged:
    yield not_over(state)
    if move.trait not in TRAITS or not 0 <= move.value <= 40:
        yield no(f"A trait ({', '.join(TRAITS)}) is a number from 0.", "traits.floor")


def _anytime(box: Box, state: Position, move: Move) -> Judged:
    yield not_over(state)


def _torch(box: Box, state: Position, move: m.Torch) -> Judged:
    yield running(state)
    if state.final:
        yield no("The Torch track is out of use in the Final Quest.", "final.torch-gone")
    if not 1 <= move.number <= TORCH_START:
        yield no(f"The Torch track goes from {TORCH_START} to 1.", "torch.track")


def _penalty(box: Box, state: Position, move: m.Penalty) -> Judged:
    yield running(state)
    if state.final:
        yield no("The penalty of the torch is gone in the Final Quest.", "final.torch-gone")
    if move.trait not in ("", *TRAITS):
        yield no(f"The penalty is on {', '.join(TRAITS)}, or none.", "torch.penalty")


def _gate(box: Box, state: Position, move: m.Gate) -> Judged:
    yield not_over(state)
    if move.name not in GATES:
        yield no(f"The cards that open something are {', '.join(map(title, GATES))}.", "locks.stairwell")
    elif move.name != "cavern-stairwell" and GATES[move.name] not in state.opened:
        yield locked(GATES[move.name])


def _leave(box: Box, state: Position, move: m.Leave) -> Judged:
    yield running(state)
    yield settled(state)
    yield there(state, move.space)


def _token(box: Box, state: Position, move: m.Token) -> Judged:
    yield not_over(state)
    word, _, trait = move.what.partition(" ")
    if move.what not in (*TRAITS, *ELEMENTS) and not (word == "curse" and trait in TRAITS):
        yield no(f"Tokens are {', '.join((*TRAITS, *ELEMENTS))}, or a curse of a trait.", "components.tokens")
        return
    if move.number > 0 and supply(state, trait or word) < move.number:
        yield no(f"The board has {supply(state, trait or word)} of these left.", "tokens.limited")


def _get(box: Box, state: Position, move: m.Get) -> Judged:
    yield running(state)
    yield settled(state)
    yield possible(state, move.card)


def _lose(box: Box, state: Position, move: m.Lose) -> Judged:
    yield running(state)
    yield settled(state)
    player = state.player(move.seat)
    found = among(state, (*player.inventory, *player.equipped), move.card)
    yield found or no(f"{player.name} does not have that card.", "action.items")


def _flipped(box: Box, state: Position, move: m.Flipped) -> Judged:
    yield not_over(state)
    if state.player(move.seat).full:
        yield no("The token shows its fully equipped side already, and stays so.", "full.stays")


def _out(box: Box, state: Position, move: m.Out) -> Judged:
    yield running(state)
    if state.mode != "competition":
        yield no("Only Competition Mode takes players out.", "death.unlimited")


def _life(box: Box, state: Position, move: m.Life) -> Judged:
    yield running(state)
    yield _fighting(state)
    if not 0 <= move.number <= 50:
        yield no("The Boss life track goes from 50 to 0.", "final.begin")
    if move.number < state.life and not state.attack:
        yield in_phase(state, CYCLED, "One attack a turn, and it has been made or passed.", "attack.optional")


def _named(box: Box, state: Position, move: m.Name) -> Judged:
    yield not_over(state)
    try:
        old = card_at(state, move.place)
    except LookupError:
        yield no(f"No card lies at {move.place}.", "decks.one-each")
        return
    if deck_of(old) != deck_of(move.card):
        yield no(f"A {deck_of(old)} card lies at {move.place}.", "decks.one-each")
        return
    if move.place.startswith("quest.") and state.due:
        yield settled(state)
    kinds_left = (*state.deck(deck_of(old)).unseen.kinds(), *((old,) if old.known else ()))
    told = [kind for kind in kinds_left if may_be(old, kind) and (kind == move.card or kind.fits(move.card))]
    if not told:
        yield no(none_can_be(move.card), "decks.one-each")


def _faces(box: Box, state: Position, move: m.Faces) -> Judged:
    known = {"black": (*NUMBERS, SKULL), "red": TRAITS, "blue": (*NUMBERS, SKULL, STAFF)}.get(move.colour)
    if known is None:
        yield no("A die is black, red or blue.", "components.dice")
        return
    if len(move.faces) != SIX or any(face not in known for face in move.faces):
        yield no(f"A {move.colour} die has {SIX} faces; each shows one of {', '.join(known)}.", "components.dice")
    told = {"black": box.black, "blue": box.blue}.get(move.colour)
    if told is not None and told != move.faces:
        yield no(f"The {move.colour} die of this box shows {', '.join(told)}.", "components.dice")


def _turn(box: Box, state: Position, move: m.Turn) -> Judged:
    yield running(state)
    if state.player(move.seat).out:
        yield no(f"{name_of(state, move.seat)} is defeated.", "death.fifth")


def _depth(box: Box, state: Position, move: m.Depth) -> Judged:
    yield not_over(state)
    if move.depth not in DEPTHS:
        yield no(f"Follow {' or '.join(DEPTHS)}.", "turn.phases")


CHECKS: dict[type[Move], Any] = {
    m.Made: _result,
    m.Failed: _result,
    m.Hit: _hit,
    m.Crossed: _crossed,
    m.Trait: _trait,
    m.Xp: _anytime,
    m.Death: _anytime,
    m.Torch: _torch,
    m.Penalty: _penalty,
    m.Gate: _gate,
    m.Leave: _leave,
    m.Token: _token,
    m.Get: _get,
    m.Lose: _lose,
    m.Flipped: _flipped,
    m.Out: _out,
    m.Life: _life,
    m.Name: _named,
    m.Faces: _faces,
    m.Turn: _turn,
    m.Depth: _depth,
}
"""What has to hold for each kind of move."""
