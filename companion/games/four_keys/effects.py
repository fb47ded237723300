"""What a move does to a position. The caller has checked; what the table insists on is carried out all the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.engine.game import Move
from companion.engine.piles import UNSEEN, UNTOLD, Pile
from companion.engine.told import reveal
from companion.games.four_keys.cards import Card, Door, Key
from companion.games.four_keys.checks import point_seat
from companion.games.four_keys.dungeon import (
    CENTRE,
    FULL,
    Cell,
    DoorCell,
    KeyCell,
    StartCell,
    TileCell,
    cell_name,
    laid,
)
from companion.games.four_keys.moves import (
    HAND,
    PILES,
    Deal,
    Full,
    Gold,
    Light,
    Open,
    Order,
    Place,
    Point,
    Put,
    Renew,
    Reveal,
    Take,
)
from companion.games.four_keys.state import (
    Hand,
    Position,
    card_at,
    is_acolyte,
    is_told,
    pile_of,
    says_nothing,
    seat_of,
    top_card,
)


def apply(state: Position, move: Move) -> Position:
    """Return the position after a move."""
    effect: Callable[[Position, Any], Position] = _EFFECTS[type(move)]
    return effect(state, move)


def _without(state: Position, token: str) -> Position:
    if token not in state.pending:
        return state
    return replace(state, pending=tuple(t for t in state.pending if t != token))


def _with_pile(state: Position, index: int, pile: Pile[Any]) -> Position:
    return replace(state, piles=(*state.piles[:index], pile, *state.piles[index + 1 :]))


def _retell(state: Position, index: int, old: Card | None, new: Card | None) -> Position:
    if not is_told(old) and not is_told(new):
        return state
    pile = state.piles[index]
    return _with_pile(state, index, replace(pile, unseen=reveal(pile.unseen, old, new)))


# ------------------------------------------------------------------------------------------------- setup and reveals


def _order(state: Position, move: Order) -> Position:
    return _without(replace(state, order=move.tiles), "order")


def _deal(state: Position, move: Deal) -> Position:
    state = _without(state, f"start {move.seat}")
    if move.card is None:
        return state
    dungeon = state.player(move.seat).dungeon
    old = dungeon.cells[CENTRE]
    lies_open = isinstance(old, StartCell) and old.open
    new = StartCell(move.card.marked, move.card.needs, lies_open)
    state = replace(state, starts=reveal(state.starts, None if old is None else card_at(old), move.card))
    return _opened(state.with_dungeon(move.seat, dungeon.put(CENTRE, new)), move.seat)


def _reveal(state: Position, move: Reveal) -> Position:
    if move.pile == HAND:
        return _reveal_hand(state, move)
    pile = state.piles[move.pile]
    if move.card is None:
        return _without(_with_pile(state, move.pile, replace(pile, top=UNTOLD)), PILES[move.pile])
    unseen = reveal(pile.unseen, top_card(pile), move.card)
    return _without(_with_pile(state, move.pile, replace(pile, top=move.card, unseen=unseen)), PILES[move.pile])


def _reveal_hand(state: Position, move: Reveal) -> Position:
    state = _without(state, "hand")
    hand = state.hand
    if move.card is None or hand is None:
        return state
    state = _retell(state, hand.pile, hand.card, move.card)
    return replace(state, hand=Hand(hand.seat, hand.pile, move.card))


def _skip(state: Position) -> Position:
    """Leave untold what the table has not said by the time that the next tile acts (four-keys.collecting.visible)."""
    if not state.pending and not state.to_point:
        return state
    piles = tuple(replace(p, top=UNTOLD) if p.top == UNSEEN else p for p in state.piles)
    return replace(state, pending=(), to_point=(), piles=piles)


# ---------------------------------------------------------------------------------------------------------- decisions


def _spend(state: Position, seat: str) -> Position:
    dungeon = state.player(seat).dungeon
    return state.with_dungeon(seat, replace(dungeon, gold=max(0, (dungeon.gold or 0) - 1)))


def _renew(state: Position, move: Renew) -> Position:
    state = _spend(_skip(state), move.by or seat_of(state.order[0]))
    asked = tuple(PILES[i] for i, pile in enumerate(state.piles) if pile.down > 1)
    return replace(state, piles=tuple(_renewed(pile) for pile in state.piles), pending=asked)


def _renewed(pile: Pile[Any]) -> Pile[Any]:
    """Return a pile without its first card, which goes to the box (four-keys.renewing.gone)."""
    if not pile.down:
        return pile
    top = top_card(pile)
    if top is not None and is_told(top):
        return replace(_uncovered(pile), removed=pile.removed.add(top))
    rest = replace(_uncovered(pile), removed_untold=pile.removed_untold + 1)
    return rest if top is None or says_nothing(top) else replace(rest, removed_partly=pile.half_told().add(top))


def _uncovered(pile: Pile[Any]) -> Pile[Any]:
    """Return a pile whose first card is gone and whose next one lies open."""
    return replace(pile, down=pile.down - 1, top=UNSEEN if pile.down > 1 else None)


def _take(state: Position, move: Take) -> Position:
    state = _skip(state)
    tile = _acting(state, move)
    seat = seat_of(tile)
    if move.push is not None:
        state = _push(_spend(state, seat), move.pile, move.push)
    choice = (*state.choice[: move.pile], tile, *state.choice[move.pile + 1 :])
    order = list(state.order)
    order.remove(tile)
    state = replace(state, choice=choice, order=tuple(order))
    if is_acolyte(tile) and not state.rules.acolyte_collects:
        return _round_end(state)
    return _collect(state, seat, move)


def _acting(state: Position, move: Take) -> str:
    """Return the tile that moves: the first of the line, or the first of the seat that the table insists on."""
    if not move.by:
        return state.order[0]
    return next((tile for tile in state.order if seat_of(tile) == move.by), state.order[0])


def _push(state: Position, space: int, to: int) -> Position:
    choice = list(state.choice)
    choice[to], choice[space] = choice[space], ""
    return replace(state, choice=tuple(choice))


def _collect(state: Position, seat: str, move: Take) -> Position:
    """Take the card: the open top, the first of a rebuilt pile, or the top of another pile (four-keys.collecting)."""
    index = move.pile if move.source is None else move.source
    pile = state.piles[index]
    rebuilt = not pile.down
    if rebuilt:
        pile = _rebuilt(pile)
    card = None if rebuilt else top_card(pile)
    state = _with_pile(state, index, _uncovered(pile))
    asked = (*(("hand",) if rebuilt else ()), *((PILES[index],) if pile.down > 1 else ()))
    return replace(state, hand=Hand(seat, index, card), pending=(*state.pending, *asked))


def _rebuilt(pile: Pile[Any]) -> Pile[Any]:
    unseen = pile.unseen
    for card, count in pile.removed.pairs:
        unseen = unseen.add(card, count)
    return Pile(len(pile.removed) + pile.removed_untold, UNSEEN, unseen)


def _place(state: Position, move: Place) -> Position:
    hand = state.hand
    assert hand is not None
    cell = _laid(hand, move.face)
    state = _without(replace(state, hand=None), "hand")
    state = _retell(state, hand.pile, hand.card, card_at(cell))
    dungeon = state.player(hand.seat).dungeon.put(move.cell, cell)
    return _round_end(_opened(state.with_dungeon(hand.seat, dungeon), hand.seat))


def _laid(hand: Hand, face: str) -> Cell:
    """Return the card in hand as it comes to lie (four-keys.placement.key-side, four-keys.placement.door-side-up)."""
    level = 1 if hand.pile < 2 else 2
    if hand.pile in (0, 2):
        return laid(hand.card) if isinstance(hand.card, Door) else DoorCell(level)
    shown = None if face in ("", "?") else face
    card = hand.card
    if not isinstance(card, Key):
        return KeyCell(shown, None, level)
    if shown is None and not card.known:
        return KeyCell(None, card.a, level) if face == "?" else KeyCell(card.a, None, level)
    if shown is None or shown == card.a:
        return KeyCell(card.a, card.b, level)
    return KeyCell(shown, card.a, level)


def _opened(state: Position, seat: str) -> Position:
    """Open every door of a dungeon whose keys are all there, and ask what the table has to say about them."""
    dungeon = state.player(seat).dungeon
    ready = dungeon.ready(state.rules.multiplicity)
    if not ready:
        return state
    opened = dungeon.opened(ready)
    state = state.with_dungeon(seat, opened)
    for cell in ready:
        state = _asked(state, seat, cell, opened.cells[cell])
    return state


def _asked(state: Position, seat: str, cell: int, content: Cell | None) -> Position:
    """Ask for the room or the arrow of a door that has just opened."""
    if not isinstance(content, DoorCell):
        return state
    if content.room is None:
        return replace(state, pending=(*state.pending, f"room {seat} {cell_name(cell)}"))
    if content.room == "compass" and not content.arrow:
        return replace(state, to_point=(*state.to_point, f"{seat} {cell_name(cell)}"))
    return state


def _round_end(state: Position) -> Position:
    """Slide the tiles back when all have played, and place the Adventurer tiles when all dungeons are full."""
    if all(player.dungeon.card_count >= FULL for player in state.players):
        return _finish(state)
    if not state.followed or state.order or state.hand is not None or not any(state.choice):
        return state
    order = tuple(tile for tile in state.choice if tile)
    return replace(state, order=order, choice=("", "", "", ""), round=state.round + 1)


def _finish(state: Position) -> Position:
    for player in state.players:
        dungeon = player.dungeon
        holes = dungeon.holes()
        if dungeon.tile is None and holes:
            state = state.with_dungeon(player.handle, dungeon.put(holes[0], TileCell()))
    pending = tuple(token for token in state.pending if token.startswith("room "))
    piles = tuple(replace(p, top=UNTOLD) if p.top == UNSEEN else p for p in state.piles)
    return replace(state, order=(), choice=("", "", "", ""), pending=pending, piles=piles)


def _point(state: Position, move: Point) -> Position:
    seat = point_seat(state, move)
    dungeon = state.player(seat).dungeon
    cell = dungeon.cells[move.cell]
    assert isinstance(cell, DoorCell)
    token = f"{seat} {cell_name(move.cell)}"
    state = replace(state, to_point=tuple(t for t in state.to_point if t != token))
    return state.with_dungeon(seat, dungeon.put(move.cell, replace(cell, arrow=move.arrow)))


# ------------------------------------------------------------------------------------------------------- observations


def _open(state: Position, move: Open) -> Position:
    seat = point_seat(state, move)
    dungeon = state.player(seat).dungeon
    old = dungeon.cells[move.cell]
    assert isinstance(old, DoorCell | StartCell)
    state = _without(state, f"room {seat} {cell_name(move.cell)}")
    if isinstance(old, StartCell):
        return state.with_dungeon(seat, dungeon.put(move.cell, replace(old, open=True)))
    new = replace(old, open=True, room=move.room or old.room)
    state = _retell(state, 2 * old.level - 2, card_at(old), card_at(new))
    state = state.with_dungeon(seat, dungeon.put(move.cell, new))
    told_late = old.open and not move.room
    return state if told_late or (new.room is None) else _asked(state, seat, move.cell, new)


def _gold(state: Position, move: Gold) -> Position:
    dungeon = state.player(move.seat).dungeon
    return state.with_dungeon(move.seat, replace(dungeon, gold=max(0, (dungeon.gold or 0) + move.change)))


def _put(state: Position, move: Put) -> Position:
    dungeon = state.player(move.seat).dungeon
    old = dungeon.cells[move.cell]
    before = None if old is None else card_at(old)
    after = card_at(move.what)
    if isinstance(move.what, StartCell):
        state = replace(state, starts=reveal(state.starts, before, after))
    else:
        state = _retell_put(state, before, after)
        state = _drawn(state, pile_of(after)) if old is None else _recounted(state, pile_of(before), pile_of(after))
    state = state.with_dungeon(move.seat, dungeon.put(move.cell, move.what))
    was_open = isinstance(old, DoorCell) and old.open
    if isinstance(move.what, DoorCell) and move.what.open and not was_open:
        state = _asked(state, move.seat, move.cell, move.what)
    return _round_end(_opened(state, move.seat))


def _retell_put(state: Position, before: Card | None, after: Card | None) -> Position:
    for card, new in ((before, None), (None, after)):
        pile = pile_of(card or new)
        if pile is not None:
            state = _retell(state, pile, card, new)
    return state


def _drawn(state: Position, index: int | None) -> Position:
    """Take the card that was seen in a dungeon off its pile, where it is known which."""
    if index is None or not state.piles[index].down:
        return state
    pile = state.piles[index]
    top = top_card(pile)
    unseen = pile.unseen.add(top) if top is not None and is_told(top) else pile.unseen
    down = pile.down - 1
    return _without(
        _with_pile(state, index, replace(pile, down=down, top=UNTOLD if down else None, unseen=unseen)), PILES[index]
    )


def _recounted(state: Position, before: int | None, after: int | None) -> Position:
    """Count a card to the pile that it is known to come from by now, no more to the one that was said before."""
    if before == after:
        return state
    if before is not None:
        pile = state.piles[before]
        state = _with_pile(state, before, replace(pile, down=pile.down + 1, top=pile.top or UNTOLD))
    if after is None or state.piles[after].down <= 1:
        return _drawn(state, after)
    return _with_pile(state, after, replace(state.piles[after], down=state.piles[after].down - 1))


def _light(state: Position, move: Light) -> Position:
    state = _skip(state)
    return replace(state, followed=False, order=(), choice=("", "", "", ""))


def _full(state: Position, move: Full) -> Position:
    cards = state.players[0].dungeon.card_count - 1
    rounds = cards // 2 if len(state.players) == 2 and state.rules.acolyte_collects else cards
    return replace(state, followed=True, pending=("order",), round=rounds + 1)


_EFFECTS: dict[type[Move], Any] = {
    Order: _order,
    Deal: _deal,
    Reveal: _reveal,
    Renew: _renew,
    Take: _take,
    Place: _place,
    Point: _point,
    Open: _open,
    Gold: _gold,
    Put: _put,
    Light: _light,
    Full: _full,
}
