"""Sentences of 4 KEYS: what a move was, for the log, and what to do now, for the top of the page."""

from __future__ import annotations

from companion.engine.game import Move, Prompt
from companion.games.four_keys.cards import ROOM_NAMES, Card, Door, Key, Start, is_ajar, shape_words
from companion.games.four_keys.checks import point_seat
from companion.games.four_keys.dungeon import ARROW_WORDS, DoorCell, KeyCell, StartCell, cell_name
from companion.games.four_keys.moves import (
    HAND,
    PILE_LABELS,
    PILES,
    Deal,
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
from companion.games.four_keys.scoring import room_name
from companion.games.four_keys.state import Position, is_acolyte, is_told, seat_of


def card_name(card: Card | None) -> str:
    """Return a card as people say it: "a Trap Room door (a Heart)", "a Key (a Heart / a Cross)"."""
    if card is None:
        return "a card"
    if isinstance(card, Key):
        faces = [shape_words(face) for face in (card.a, card.b) if face is not None]
        return f"a Key ({' / '.join(faces)})" if faces else "a Key"
    needs = f" ({shape_words(card.needs)})" if card.needs else ""
    if isinstance(card, Start):
        return f"a starting card{needs}"
    if card.room is None:
        return f"a level {card.level} Door{needs}"
    return f"an {ROOM_NAMES[card.room]}" if is_ajar(card.room) else f"a {ROOM_NAMES[card.room]} door{needs}"


def describe(move: Move, state: Position) -> str:
    """Return a move as a sentence for the log, with what it opened."""
    sentence = _describe(move, state)
    return f"{sentence}." if sentence[-1] not in ".?" else sentence


def _name(state: Position, seat: str) -> str:
    return state.player(seat).name if seat else "Somebody"


def _describe(move: Move, state: Position) -> str:
    match move:
        case Order(tiles=tiles):
            return f"Order of the tiles: {', '.join(_tile(state, tile) for tile in tiles)}"
        case Deal(seat=seat, card=card):
            return f"{_name(state, seat)}'s starting card {'was not told' if card is None else 'is ' + card_name(card)}"
        case Reveal(pile=pile, card=card):
            place = "The card in hand" if pile == HAND else f"The new top of {PILE_LABELS[pile]}"
            return f"{place} {'was not told' if card is None else 'is ' + card_name(card)}"
        case Renew():
            return f"{_name(state, move.by or seat_of(state.order[0]))} paid a gold and renewed the cards"
        case Take():
            return _taken(state, move)
        case Place():
            return _placed(state, move)
        case Open(cell=cell, room=room):
            return _opened(state, move, cell, room)
        case Point(arrow=arrow):
            return f"{_name(state, point_seat(state, move))} pointed the Compass {ARROW_WORDS[arrow]}"
        case Gold(seat=seat, change=change):
            return f"{_name(state, seat)} {'paid' if change < 0 else 'has back'} {abs(change)} gold"
        case Put(seat=seat, cell=cell, what=what):
            new = state.player(seat).dungeon.cells[cell] is None
            return f"{_name(state, seat)} {'placed' if new else 'has'} {cell_words(what)} on {cell_name(cell)}"
        case Light():
            return "Only dungeons and gold are followed from here on"
    return "Piles, lines and turns are followed from here on"


def cell_words(cell: object) -> str:
    """Return what lies on a cell as people say it."""
    if isinstance(cell, KeyCell):
        return f"a Key showing {shape_words(cell.shows)}" if cell.shows else "a Key"
    if isinstance(cell, DoorCell) and cell.open:
        return f"an open {room_name(cell)}" if cell.room else "an open room"
    if isinstance(cell, DoorCell):
        return card_name(Door(cell.level, cell.room, cell.needs))
    return "the starting card" if isinstance(cell, StartCell) else "a card"


def _tile(state: Position, tile: str) -> str:
    return f"{_name(state, seat_of(tile))}{chr(39)}s Acolyte" if is_acolyte(tile) else _name(state, tile)


def _taken(state: Position, move: Take) -> str:
    tile = next((tile for tile in state.order if move.by in ("", seat_of(tile))), move.by)
    who = _tile(state, tile)
    pushed = ""
    if move.push is not None and state.choice[move.pile]:
        pushed = f"pushed {_tile(state, state.choice[move.pile])} to {PILE_LABELS[move.push]} and "
    if is_acolyte(tile) and not state.rules.acolyte_collects:
        return f"{who} {pushed}moved to {PILE_LABELS[move.pile]}"
    source = move.pile if move.source is None else move.source
    top = state.piles[source].top
    what = card_name(top) if isinstance(top, Door | Key) else "a card"
    return f"{who} {pushed}took {what} from {PILE_LABELS[source]}"


def _placed(state: Position, move: Place) -> str:
    hand = state.hand
    if hand is None:
        return f"A card was placed on {cell_name(move.cell)}"
    shown = move.face if move.face not in ("", "?") else ""
    what = f"the Key showing {shape_words(shown)}" if shown else card_name(hand.card).replace("a ", "the ", 1)
    return f"{_name(state, hand.seat)} placed {what} on {cell_name(move.cell)}"


def _opened(state: Position, move: Open, cell: int, room: str) -> str:
    owner = point_seat(state, move)
    behind = f"the {ROOM_NAMES[room]}" if room in ROOM_NAMES else "a room nobody named"
    content = state.player(owner).dungeon.cells[cell] if owner else None
    if isinstance(content, StartCell):
        behind = "the starting room"
    return f"{_name(state, owner)}'s door on {cell_name(cell)} lies open: {behind}"


# ------------------------------------------------------------------------------------------------------------ prompts


def prompt(state: Position, viewer: str = "") -> Prompt:
    """Return the one sentence and the likeliest next step."""
    if state.pending:
        return _prompt_seen(state, state.pending[0])
    if state.to_point:
        seat, cell = state.to_point[0].split()
        return Prompt(
            f"{_you(state, seat, viewer)} may point the Compass: tap an arrow", "", "arrow", "", (f"{seat}:{cell}",)
        )
    if state.finished:
        return Prompt("Every dungeon is full: count up", "Count up", "done")
    if not state.followed:
        return Prompt("Tap where your card goes", "", "cell")
    return _prompt_turn(state, viewer)


def _you(state: Position, seat: str, viewer: str) -> str:
    return "You" if seat == viewer else _name(state, seat)


def _prompt_seen(state: Position, token: str) -> Prompt:
    word, *rest = token.split()
    if word == "order":
        return Prompt("Who stands where? Tap the tiles from the left", "", "order")
    if word == "start":
        return Prompt(f"{_name(state, rest[0])}: which starting card?", "Not now", "reveal", f"start {rest[0]} ?")
    if word == "room":
        prefix = "" if point_seat(state, Open(_cell(rest[1]))) == rest[0] else f"{rest[0]}: "
        return Prompt("It opens! What is behind it?", "Not now", "room", f"{prefix}open {rest[1]} ?", (":".join(rest),))
    if word == "hand":
        return Prompt("Which card was it?", "Not now", "reveal", "reveal hand ?")
    label = PILE_LABELS[PILES.index(word)]
    return Prompt(f"What lies on {label} now?", "Not now", "reveal", f"reveal {word} ?", (word,))


def _cell(name: str) -> int:
    from companion.games.four_keys.dungeon import cell_number

    return cell_number(name)


def _prompt_turn(state: Position, viewer: str) -> Prompt:
    hand = state.hand
    if hand is not None:
        holes = tuple(f"{hand.seat}:{cell_name(i)}" for i in state.player(hand.seat).dungeon.holes())
        key = isinstance(hand.card, Key) and is_told(hand.card) and hand.card.a != hand.card.b
        what = "tap a lit space, or flip the Key" if key else "tap a lit space"
        return Prompt(f"{_you(state, hand.seat, viewer)}: {what}", "Flip it" if key else "", "cell", "", holes)
    tile = state.order[0]
    seat = seat_of(tile)
    who = "Your turn" if seat == viewer else f"{_name(state, seat)}'s turn"
    helper = ", with the Acolyte" if is_acolyte(tile) else ""
    return Prompt(f"{who}{helper}: tap a pile", "", "pile", "", PILES)
