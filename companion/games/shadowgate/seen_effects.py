"""What was seen to happen: observations."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.engine.game import Move
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.box import Box
from companion.games.shadowgate.cards import ItemCard
from companion.games.shadowgate.course import (
    begin_turn,
    curse,
    die,
    drop,
    gain,
    gate,
    left_board,
    penalty,
    revealed,
    struck,
)
from companion.games.shadowgate.decks import (
    merged,
    retold,
)
from companion.games.shadowgate.mats import (
    card_at,
    discarded,
    exchanged,
    from_mat,
    got,
)
from companion.games.shadowgate.phases import reach
from companion.games.shadowgate.quest_effects import completed, missed
from companion.games.shadowgate.state import (
    RESOLVE,
    Position,
)
from companion.games.shadowgate.table_effects import crossed, hurt
from companion.games.shadowgate.traits import followed
from companion.games.shadowgate.vocabulary import TRAITS


def _made(box: Box, state: Position, move: m.Made) -> Position:
    return completed(box, state, move.space) if move.space else drop(state)


def _failed(box: Box, state: Position, move: m.Failed) -> Position:
    if move.space:
        return missed(box, state, move.space)
    return struck(box, drop(state), state.token[1])


def _hit(box: Box, state: Position, move: m.Hit) -> Position:
    return hurt(box, replace(reach(state, RESOLVE), attack=""), move.score)


def _crossed(box: Box, state: Position, move: m.Crossed) -> Position:
    return crossed(state, move.number, fights=state.life > 0)


def _trait(box: Box, state: Position, move: m.Trait) -> Position:
    player = state.player(move.seat)
    at = TRAITS.index(move.trait)
    extra = list(player.extra)
    extra[at] = move.value - followed(box, state, player)[at]
    return state.with_player(replace(player, extra=(extra[0], extra[1], extra[2])))


def _xp(box: Box, state: Position, move: m.Xp) -> Position:
    player = state.player(move.seat)
    return state.with_player(replace(player, xp=player.xp + move.points))


def _death(box: Box, state: Position, move: m.Death) -> Position:
    return die(state, move.seat, move.number)


def _torch(box: Box, state: Position, move: m.Torch) -> Position:
    lower = move.number < state.torch
    reddened = (state.reddened or bool(box.is_red(move.number))) if lower else False
    return replace(state, torch=move.number, reddened=reddened)


def _penalty(box: Box, state: Position, move: m.Penalty) -> Position:
    return penalty(state, move.trait)


def _gate(box: Box, state: Position, move: m.Gate) -> Position:
    return gate(state, move.name)


def _leave(box: Box, state: Position, move: m.Leave) -> Position:
    return left_board(state, move.space)


def _token(box: Box, state: Position, move: m.Token) -> Position:
    word, _, trait = move.what.partition(" ")
    if word == "curse":
        return curse(state, move.seat, trait, move.number)
    return gain(state, move.seat, move.what, move.number)


def _get(box: Box, state: Position, move: m.Get) -> Position:
    return got(state, move.seat, move.card)


def _lose(box: Box, state: Position, move: m.Lose) -> Position:
    state, card = from_mat(state, move.seat, move.card)
    return discarded(state, card)


def _flipped(box: Box, state: Position, move: m.Flipped) -> Position:
    return state.with_player(replace(state.player(move.seat), full=True))


def _out(box: Box, state: Position, move: m.Out) -> Position:
    return state.with_player(replace(state.player(move.seat), out=True))


def _life(box: Box, state: Position, move: m.Life) -> Position:
    if move.number < state.life:
        return hurt(box, replace(reach(state, RESOLVE), attack=""), state.life - move.number)
    return replace(state, life=move.number)


def _name(box: Box, state: Position, move: m.Name) -> Position:
    """Tell what a card is; what an unknown quest did when it was revealed follows now."""
    old = card_at(state, move.place)
    new = merged(move.card, old)
    state = retold(state, old, new)
    state = exchanged(state, move.place, old, new)
    if move.place.startswith("quest.") and getattr(old, "kind", "") is None and new != old:
        assert not isinstance(new, ItemCard)
        return revealed(box, state, int(move.place[6:]), new)  # type: ignore[arg-type]
    return state


def _faces(box: Box, state: Position, move: m.Faces) -> Position:
    """What a die shows is learned by the box; nothing changes on the table."""
    return state


def _turn(box: Box, state: Position, move: m.Turn) -> Position:
    return begin_turn(replace(state, due=()), move.seat, state.turn)


def _depth(box: Box, state: Position, move: m.Depth) -> Position:
    return replace(state, depth=move.depth)


EFFECTS: dict[type[Move], Any] = {
    m.Made: _made,
    m.Failed: _failed,
    m.Hit: _hit,
    m.Crossed: _crossed,
    m.Trait: _trait,
    m.Xp: _xp,
    m.Death: _death,
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
    m.Name: _name,
    m.Faces: _faces,
    m.Turn: _turn,
    m.Depth: _depth,
}
"""What each kind of move does."""
