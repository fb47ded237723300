"""Finding where something was told wrongly, so that it is changed there and followed again from there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from companion.engine.errors import UnreadableError
from companion.engine.game import Move
from companion.games.four_keys.cards import Card, Key, Start
from companion.games.four_keys.checks import point_seat
from companion.games.four_keys.dungeon import CENTRE, Cell, DoorCell, KeyCell, StartCell, cell_number
from companion.games.four_keys.moves import HAND, PILES, Deal, Open, Place, Point, Put, Renew, Reveal, Take
from companion.games.four_keys.notation import parse_card, parse_cell
from companion.games.four_keys.state import Position, card_at

History: TypeAlias = Sequence[tuple[Any, Move]]
"""Moves in force with the position before each, oldest first."""
Found: TypeAlias = tuple[int, Move] | None


def retell(history: History, state: Position, token: str, text: str) -> Found:
    """Find the move that told what lies at a place now, and the move that should have stood there.

    Args:
        history: every move in force with the position before it.
        state: the position now.
        token: "hand", a pile ("2K") or a cell of a seat ("bo:e4").
        text: what really lies there, as a card (piles, hand) or as a cell of a dungeon.

    Returns:
        The index into `history` and the move that takes its place; None where one move does not say it all.

    Raises:
        UnreadableError: no such place, or the text cannot be read.
        UnknownNameError: nobody sits there.
    """
    place = token.strip()
    if place.upper() in PILES:
        index = PILES.index(place.upper())
        return _revealed(history, len(history), index, parse_card(text, index))
    if place.lower() == "hand":
        return _hand(history, state, text)
    seat, _, cell = place.partition(":")
    if not cell:
        raise UnreadableError(token, "hand, a pile (1D 1K 2D 2K) or a cell of a seat (bo:e4)")
    state.player(seat)
    return _cell(history, seat, cell_number(cell), text)


def _hand(history: History, state: Position, text: str) -> Found:
    if state.hand is None:
        return None
    card = parse_card(text, state.hand.pile)
    taken = _last(history, len(history), lambda before, move: isinstance(move, Take))
    for i in range(len(history) - 1, taken, -1):
        move = history[i][1]
        if isinstance(move, Reveal) and move.pile == HAND:
            return i, Reveal(HAND, card)
    return _revealed(history, taken, state.hand.pile, card)


def _revealed(history: History, end: int, pile: int, card: Card | None) -> Found:
    """Find what told the top of a pile, as it lay there just before the move number `end`."""
    for i in range(end - 1, -1, -1):
        move = history[i][1]
        if isinstance(move, Reveal) and move.pile == pile:
            return i, Reveal(pile, card)
        if isinstance(move, Renew) or (isinstance(move, Take) and pile in (move.pile, move.source)):
            return None
    return None


def _last(history: History, end: int, wanted: Any) -> int:
    return next((i for i in range(end - 1, -1, -1) if wanted(*history[i])), -1)


def _cell(history: History, seat: str, cell: int, text: str) -> Found:
    what = parse_cell(text)
    if what is None:
        raise UnreadableError(text, "a card: +H, !box{HL}, box or ?")
    for i in range(len(history) - 1, -1, -1):
        before, move = history[i]
        if isinstance(move, Put) and (move.seat, move.cell) == (seat, cell):
            return i, Put(seat, cell, _closed_if_it_was(move.what, what))
        if isinstance(move, Deal) and (move.seat, CENTRE) == (seat, cell) and isinstance(what, StartCell):
            return i, Deal(seat, Start(what.needs, what.marked))
        if isinstance(move, Point | Open) and move.cell == cell and point_seat(before, move) == seat:
            again = _turned(before, move, what)
            if again is not None:
                return i, again
        if isinstance(move, Place) and move.cell == cell and before.hand is not None and before.hand.seat == seat:
            return _placed(history, i, what)
    return None


def _closed_if_it_was(old: Cell, new: Cell) -> Cell:
    """Keep a door closed that was closed when it was put down: it opens again by itself if it may."""
    if isinstance(old, DoorCell) and isinstance(new, DoorCell) and not old.open and new.needs is not None:
        return DoorCell(new.level, new.room, new.needs)
    return new


def _turned(before: Position, move: Point | Open, what: Cell) -> Move | None:
    """Return the arrow or the room that should have been told, where that is what differs."""
    if not isinstance(what, DoorCell):
        return None
    if isinstance(move, Point):
        return Point(move.cell, what.arrow, by=move.by) if what.arrow not in ("", move.arrow) else None
    return Open(move.cell, what.room, by=move.by) if what.room and what.room != move.room else None


def _placed(history: History, placed: int, what: Cell) -> Found:
    """Find what told a card that was taken and placed: its other side, or the card itself where its side still fits."""
    before, move = history[placed]
    assert isinstance(move, Place)
    hand = before.hand
    card = card_at(what)
    if isinstance(what, KeyCell) and isinstance(hand.card, Key) and hand.card.fits(card):
        return placed, Place(move.cell, what.shows or "")
    if hand.card is None or card is None:
        return None
    if isinstance(what, KeyCell) and (what.hides is None or move.face not in ("", what.shows)):
        return None
    taken = _last(history, placed, lambda _, step: isinstance(step, Take))
    return _revealed(history, taken, hand.pile, card)
