"""What a move does to a position. The caller has checked; what the table insists on is carried out all the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.engine.game import Move
from companion.engine.piles import Multiset
from companion.engine.told import reveal
from companion.games.four_doors import moves as m
from companion.games.four_doors.box import Box
from companion.games.four_doors.cards import FLUX, UNTOLD, PlayerCard, mark
from companion.games.four_doors.people import mover
from companion.games.four_doors.state import HAND_SIZES, Position, merged, put_all
from companion.games.four_doors.tower import Cards, Door, Tower, add, arranged, remove
from companion.games.four_doors.turns import (
    begin_turn,
    enter,
    gain,
    off_the_pile,
    reshuffle,
    resolve,
    settle,
    spend,
    spend_all,
    to_discard,
    to_hollow,
)


def apply(box: Box, state: Position, move: Move) -> Position:
    """Return the position after a move, and after all that follows from it by itself."""
    effect: Callable[[Box, Position, Any], Position] = _EFFECTS[type(move)]
    return settle(effect(box, state, move))


# --------------------------------------------------------------------------------------------------- setup and reveals


def _doors(box: Box, state: Position, move: m.Doors) -> Position:
    return replace(state, tower=Tower(tuple(Door(name) for name in move.names)))


def _assign(box: Box, state: Position, move: m.Assign) -> Position:
    player = replace(state.player(move.seat), adventurer=move.adventurer)
    if state.full:
        player = replace(player, at=box.starts.get(move.adventurer, ""))
    return state.with_player(player)


def _first(box: Box, state: Position, move: m.First) -> Position:
    return replace(state, active=move.seat)


def _shadow(box: Box, state: Position, move: m.Shadow) -> Position:
    if state.step == "setup":
        return _lay(state, move.card)
    state = _falling(state)
    state, card = off_the_pile(state, move.card)
    return resolve(replace(state, drawn=state.drawn + 1, dispel=()), card).state


def _falling(state: Position) -> Position:
    """Begin Shadows Fall where a shadow is told during the actions: only where hands are not followed."""
    if state.step == "act" and not state.full:
        return replace(state, step="fall", drawn=0, down=max(0, state.down - 2))
    return replace(state, step="fall") if state.step == "draw" else state


def _lay(state: Position, card: PlayerCard) -> Position:
    """Lay one of the nine Shadow cards; a fourth on a side goes back (four-doors.setup.fourth-redrawn, -again)."""
    if card.door is None or card.side is None:
        state, _ = off_the_pile(state, card)
        return replace(state, tower=replace(state.tower, loose=state.tower.loose + 1))
    if state.tower.full(card.door, card.side):
        return state
    state, card = off_the_pile(state, card)
    return replace(state, tower=add(state.tower, card))


def _draw(box: Box, state: Position, move: m.Draw) -> Position:
    if state.step == "setup":
        return _deal(state, move)
    if not state.to_draw:
        state = replace(state, step="draw", to_draw=2, drawer=state.active)
    for card in move.cards:
        state, told = off_the_pile(state, card)
        state = gain(state, state.drawer, told)
    return replace(state, to_draw=max(0, state.to_draw - len(move.cards)), dispel=())


def _deal(state: Position, move: m.Draw) -> Position:
    seat = move.by or state.pending[0].split()[1]
    room = HAND_SIZES[len(state.players)] - len(state.player(seat).hand)
    for card in move.cards[:room]:
        state, told = off_the_pile(state, card)
        state = gain(state, seat, told)
    return state


def _reshuffled(box: Box, state: Position, move: m.Reshuffled) -> Position:
    if state.step == "act" and not state.to_draw and state.full:
        # The first card of Draw 2 needs the new pile, so the time between actions and drawing is over.
        state = replace(state, step="draw", to_draw=2, drawer=state.active, dispel=())
    return reshuffle(state)


# ------------------------------------------------------------------------------------------------------------- actions


def _acted(state: Position) -> Position:
    return replace(state, left=max(0, state.left - 1), dispel=())


def _illuminate(box: Box, state: Position, move: m.Illuminate) -> Position:
    state, card = spend(_acted(state), mover(box, state, move), move.card)
    return _dispelled(to_discard(state, card), *move.shadows)


def _dispelled(state: Position, *shadows: PlayerCard) -> Position:
    """Discard Shadow cards that lie beside doors."""
    for shadow in shadows:
        state, told = _lifted(state, shadow)
        state = to_discard(state, told)
    return state


def _lifted(state: Position, shadow: PlayerCard) -> tuple[Position, PlayerCard]:
    """Take a Shadow card from beside its door; one not wholly told there is told now, as far as `shadow` says."""
    lying = lying_as(state.tower, shadow)
    if lying is None:
        return state, shadow
    told = merged(lying, shadow)
    return replace(state, tower=remove(state.tower, lying), unseen=reveal(state.unseen, lying, told)), told


def lying_as(tower: Tower, shadow: PlayerCard) -> PlayerCard | None:
    """Return the Shadow card beside its door that is meant: itself, else a less told one that it may be."""
    door = tower.find(shadow.door or "")
    here: Cards = door.side(shadow.side or "") if door is not None else ()
    if shadow in here:
        return shadow
    return next((card for card in here if not card.known and card.fits(shadow)), None)


def _step(box: Box, state: Position, move: m.Step) -> Position:
    seat = mover(box, state, move)
    place = state.tower.beside(state.player(seat).at, "up" if move.way == "up" else "down")
    return enter(_acted(state), seat, place) if place else _acted(state)


def _search(box: Box, state: Position, move: m.Search) -> Position:
    return replace(_acted(state), to_draw=1, drawer=mover(box, state, move))


def _give(box: Box, state: Position, move: m.Give) -> Position:
    return _handed(_acted(state), mover(box, state, move), move.seat, move.card, move.relic)


def _handed(state: Position, giver: str, taker: str, card: PlayerCard | None, relic: str) -> Position:
    if card is not None:
        state, told = spend(state, giver, card)
        return gain(state, taker, told)
    one = state.player(giver)
    state = state.with_player(replace(one, relics=tuple(door for door in one.relics if door != relic)))
    other = state.player(taker)
    return state.with_player(replace(other, relics=(*other.relics, relic)))


def _find(box: Box, state: Position, move: m.Find) -> Position:
    seat = mover(box, state, move)
    state, cards = spend_all(_acted(state), seat, move.cards)
    return _found(to_discard(state, *cards), state.player(seat).at, seat)


def _found(state: Position, name: str, seat: str) -> Position:
    door = state.tower.find(name)
    if door is not None:
        state = replace(state, tower=state.tower.put(replace(door, found=True)))
    if not seat or name in state.player(seat).relics:
        return state
    player = state.player(seat)
    return state.with_player(replace(player, relics=(*player.relics, name)))


def _kindle(box: Box, state: Position, move: m.Kindle) -> Position:
    state, card = spend(_acted(state), mover(box, state, move), move.card)
    return _dispelled(to_discard(state, card), move.shadow)


def _oil(box: Box, state: Position, move: m.Oil) -> Position:
    state, card = spend(_acted(state), mover(box, state, move), move.card)
    ward = state.ward + 2 if state.rules.oil_stacks else max(state.ward, 2)
    return to_discard(replace(state, ward=ward), card)


def _shift(box: Box, state: Position, move: m.Shift) -> Position:
    return enter(_acted(state), move.seat, move.to)


def _recall(box: Box, state: Position, move: m.Recall) -> Position:
    state, card = _out_of(_acted(state), "discard", move.card)
    return gain(state, mover(box, state, move), card)


def _out_of(state: Position, heap: str, card: PlayerCard) -> tuple[Position, PlayerCard]:
    """Take a card out of the discard pile or the Hollow; one not wholly told there is told now."""
    cards: Multiset[PlayerCard] = getattr(state, heap)
    lying = card if card in cards else next((c for c in cards.kinds() if not c.known and c.fits(card)), None)
    if lying is None:
        return state, card
    told = merged(lying, card)
    unseen = reveal(state.unseen, lying, told)
    rest = cards.remove(lying)
    state = replace(state, unseen=unseen)
    return (replace(state, discard=rest) if heap == "discard" else replace(state, hollow=rest)), told


def _swap(box: Box, state: Position, move: m.Swap) -> Position:
    player = state.player(mover(box, state, move))
    return _acted(state).with_player(replace(player, adventurer=move.adventurer))


def _done(box: Box, state: Position, move: m.Done) -> Position:
    if state.depth == "light":
        return replace(_falling(state), dispel=())
    if state.depth == "sides":
        return replace(state, step="draw", to_draw=2, drawer=state.active, dispel=())
    return replace(state, left=0, dispel=())


# ---------------------------------------------------------------------------------------------------- what costs none


def _discard(box: Box, state: Position, move: m.Discard) -> Position:
    state, card = spend(state, mover(box, state, move), move.card)
    return to_discard(state, card)


def _cast(box: Box, state: Position, move: m.Cast) -> Position:
    seat = mover(box, state, move)
    state, card = spend(state, seat, move.card)
    if card.spell == FLUX and state.all_found() and (state.assembled() or not state.full):
        return to_hollow(replace(state, ended="won"), card)
    does = box.effect(card.spell)
    state = _VERBS[does.verb](state, seat, move, does.n) if does.verb in _VERBS else state
    # The spell lies aside until its effect is over, so that a Summon cannot fetch itself.
    return to_hollow(state, card)


def _verb_clear(state: Position, seat: str, move: m.Cast, n: int) -> Position:
    return _dispelled(state, *move.cards)


def _verb_move(state: Position, seat: str, move: m.Cast, n: int) -> Position:
    return enter(state, move.seat, move.to) if move.seat else state


def _verb_draw(state: Position, seat: str, move: m.Cast, n: int) -> Position:
    return replace(state, to_draw=n, drawer=seat)


def _verb_ward(state: Position, seat: str, move: m.Cast, n: int) -> Position:
    return replace(state, ward=state.ward + n)


def _verb_summon(state: Position, seat: str, move: m.Cast, n: int) -> Position:
    for card in move.cards:
        state, told = _out_of(state, "hollow", card)
        state = gain(state, seat, told)
    return state


def _verb_top(state: Position, seat: str, move: m.Cast, n: int) -> Position:
    for card in move.cards:
        state, told = _out_of(state, "discard", card)
        state = replace(state, top=(told, *state.top), down=state.down + 1)
    return state


_VERBS: dict[str, Callable[[Position, str, m.Cast, int], Position]] = {
    "clear": _verb_clear,
    "move": _verb_move,
    "draw": _verb_draw,
    "ward": _verb_ward,
    "summon": _verb_summon,
    "top": _verb_top,
}


def _lumen(box: Box, state: Position, move: m.Lumen) -> Position:
    state, card = spend(state, mover(box, state, move), move.card)
    return enter(to_discard(state, card), move.seat, move.to)


def _prism(box: Box, state: Position, move: m.Prism) -> Position:
    seat = mover(box, state, move)
    state, card = spend(state, seat, move.card)
    return _handed(to_discard(state, card), seat, move.seat, move.gift, "")


def _extra(box: Box, state: Position, move: m.Extra) -> Position:
    state, card = spend(state, mover(box, state, move), move.card)
    more = state.left + 1 if state.step == "act" else state.left
    return to_discard(replace(state, left=more), card)


def _walk(box: Box, state: Position, move: m.Walk) -> Position:
    return enter(state, mover(box, state, move), move.to)


def _dispel(box: Box, state: Position, move: m.Dispel) -> Position:
    rest = tuple(side for side in state.dispel if side != move.shadow.side)
    return replace(_dispelled(state, move.shadow), dispel=rest)


def _pass(box: Box, state: Position, move: m.Pass) -> Position:
    return _handed(state, mover(box, state, move), move.seat, move.card, move.relic)


def _toss(box: Box, state: Position, move: m.Toss) -> Position:
    seat = mover(box, state, move)
    state, cards = spend_all(state, seat, move.cards)
    state, card = _out_of(to_hollow(state, *cards), "hollow", move.take)
    return gain(state, seat, card)


def _stand(box: Box, state: Position, move: m.Stand) -> Position:
    _, seat, above, below = state.due[0].split()
    state = replace(state, due=state.due[1:])
    return enter(state, seat, above if move.way == "up" else below)


# -------------------------------------------------------------------------------------------------------- observations


def _mark(box: Box, state: Position, move: m.Mark) -> Position:
    came = m.Shadow(mark(move.door, move.side))
    if state.full and state.step in ("act", "draw"):
        state, card = off_the_pile(state, came.card)
        return resolve(state, card).state
    return _shadow(box, state, came)


def _clear(box: Box, state: Position, move: m.Clear) -> Position:
    door = state.tower.find(move.door)
    here = door.side(move.side) if door is not None else ()
    if not here:
        # On the table's word one lay there that nobody had told: it came off the pile at some time, and goes now.
        return to_discard(replace(state, down=max(0, state.down - 1)), mark(move.door, move.side))
    return _dispelled(state, next((card for card in here if not card.known), here[0]))


def _relic(box: Box, state: Position, move: m.Relic) -> Position:
    return _found(state, move.door, move.seat or (state.active if state.full else ""))


def _half(box: Box, state: Position, move: m.Half) -> Position:
    return replace(state, tower=state.tower.put(replace(state.tower[move.door], half=move.half)))


def _level(box: Box, state: Position, move: m.Level) -> Position:
    state = replace(state, track=state.track.step(move.change))
    return replace(state, ended="skull") if state.track.skull else state


def _rate(box: Box, state: Position, move: m.Rate) -> Position:
    return replace(state, track=state.track.told(move.rate))


def _skull(box: Box, state: Position, move: m.Skull) -> Position:
    return replace(state, ended="skull")


def _pawn(box: Box, state: Position, move: m.Pawn) -> Position:
    waiting = tuple(token for token in state.due if not token.startswith(f"stand {move.seat} "))
    state = replace(state, due=waiting)
    return state.with_player(replace(state.player(move.seat), at=move.to))


def _hold(box: Box, state: Position, move: m.Hold) -> Position:
    player = state.player(move.seat)
    unseen = put_all(state.unseen, (card for card in player.hand if card.known))
    for card in move.cards:
        unseen = reveal(unseen, UNTOLD, card)
    down = max(0, state.down + len(player.hand) - len(move.cards)) if state.full else state.down
    state = replace(state, unseen=unseen, down=down)
    return state.with_player(replace(player, hand=Multiset.of(move.cards)))


def _count(box: Box, state: Position, move: m.Count) -> Position:
    return replace(state, down=move.down, top=state.top[: move.down])


def _name(box: Box, state: Position, move: m.Name) -> Position:
    """Tell what a card is; what a loose shadow did follows from it (four-doors.shadows.placing)."""
    if move.place == "shadow":
        tower = replace(state.tower, loose=state.tower.loose - 1)
        state = replace(state, tower=tower, unseen=reveal(state.unseen, UNTOLD, move.card))
        if state.step == "setup":
            return replace(state, tower=add(state.tower, move.card))
        return resolve(state, move.card).state
    old = card_at(state, move.place)
    new = merged(move.card, old)
    state = replace(state, unseen=reveal(state.unseen, old, new))
    return _exchanged(state, move.place, old, new)


def card_at(state: Position, place: str) -> PlayerCard:
    """Return the card at a place of `tokens`: "bo.2" (a hand), "purple.left.1", "discard.3", "hollow.1", "top.1".

    Raises:
        LookupError: nothing lies there.
    """
    *where, number = place.split(".")
    return list(_lying(state, where))[int(number) - 1]


def _lying(state: Position, where: list[str]) -> Cards:
    if len(where) == 2:
        door = state.tower.find(where[0])
        return door.side(where[1]) if door is not None else ()
    if where[0] == "top":
        return state.top
    if where[0] in ("discard", "hollow"):
        return tuple(getattr(state, where[0]))
    hand = next((player.hand for player in state.players if player.handle == where[0]), Multiset[PlayerCard]())
    return tuple(hand)


def _exchanged(state: Position, place: str, old: PlayerCard, new: PlayerCard) -> Position:
    """Put a card in the place of another."""
    *where, number = place.split(".")
    if len(where) == 2:
        door = state.tower[where[0]]
        cards = list(door.side(where[1]))
        cards[int(number) - 1] = new
        return replace(state, tower=state.tower.put(door.with_side(where[1], arranged(tuple(cards)))))
    if where[0] == "top":
        at = int(number) - 1
        return replace(state, top=(*state.top[:at], new, *state.top[at + 1 :]))
    if where[0] == "discard":
        return replace(state, discard=state.discard.remove(old).add(new))
    if where[0] == "hollow":
        return replace(state, hollow=state.hollow.remove(old).add(new))
    player = state.player(where[0])
    return state.with_player(replace(player, hand=player.hand.remove(old).add(new)))


def _turn(box: Box, state: Position, move: m.Turn) -> Position:
    return begin_turn(replace(state, ward=0, due=(), dispel=()), move.seat, state.turn)


def _depth(box: Box, state: Position, move: m.Depth) -> Position:
    state = replace(state, depth=move.depth)
    if move.depth != "full":
        return replace(state, due=(), dispel=(), to_draw=0, step="act" if state.step == "draw" else state.step)
    return begin_turn(state, state.active, state.turn) if state.step == "draw" else state


_EFFECTS: dict[type[Move], Any] = {
    m.Doors: _doors,
    m.Assign: _assign,
    m.First: _first,
    m.Shadow: _shadow,
    m.Draw: _draw,
    m.Reshuffled: _reshuffled,
    m.Illuminate: _illuminate,
    m.Step: _step,
    m.Search: _search,
    m.Give: _give,
    m.Find: _find,
    m.Kindle: _kindle,
    m.Oil: _oil,
    m.Shift: _shift,
    m.Recall: _recall,
    m.Swap: _swap,
    m.Done: _done,
    m.Discard: _discard,
    m.Cast: _cast,
    m.Lumen: _lumen,
    m.Prism: _prism,
    m.Extra: _extra,
    m.Walk: _walk,
    m.Dispel: _dispel,
    m.Pass: _pass,
    m.Toss: _toss,
    m.Stand: _stand,
    m.Mark: _mark,
    m.Clear: _clear,
    m.Relic: _relic,
    m.Half: _half,
    m.Level: _level,
    m.Rate: _rate,
    m.Skull: _skull,
    m.Pawn: _pawn,
    m.Hold: _hold,
    m.Count: _count,
    m.Name: _name,
    m.Turn: _turn,
    m.Depth: _depth,
}
