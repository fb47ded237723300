"""Table shorthand of 4 KEYS: one step of text to a move and back. Anything is read in any case.

    order bo ana        start ana #s3       first ana              (setup)
    renew               take 1D             take 2K push 1D        take 1K from 2D
    place e4            place e4 HL         open c3 compass        point c3 up
    reveal 1D box{HL}   reveal 2K HL/C      reveal hand ?
    gold bo -1          card bo e4 +H       light       full       (observations)

A prefix `bo:` names the seat where it is not the one whose turn it is.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable

from msgspec.structs import replace

from companion.engine.edition import Edition
from companion.engine.errors import UnreadableError
from companion.engine.game import Move
from companion.games.four_keys.cards import ROOM_NAMES, Card, Start, symbols
from companion.games.four_keys.checks import point_seat
from companion.games.four_keys.dungeon import ARROW_WORDS, cell_name, cell_number
from companion.games.four_keys.moves import (
    HAND,
    PILES,
    AnyMove,
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
from companion.games.four_keys.notation import parse_card, parse_cell, spell_card, spell_cell
from companion.games.four_keys.state import Position, seat_of

USAGE = {
    "order": "order bo ana (the tiles from the left)",
    "first": "first ana (two players: who begins)",
    "start": "start ana #s3, or start ana ?",
    "renew": "renew",
    "take": "take 1D, take 2K push 1D, or take 1K from 2D",
    "place": "place e4, or place e4 HL (the side that shows)",
    "open": "open c3 compass, or open c3 ?",
    "point": "point c3 up (or right, down, left)",
    "reveal": "reveal 1D box{HL}, reveal 2K HL/C, or reveal 2D ?",
    "gold": "gold bo -1",
    "card": "card bo e4 +H",
    "light": "light",
    "full": "full",
}
"""Every word that a step may begin with, and how it goes on."""


def parse(text: str, state: Position, edition: Edition) -> AnyMove:
    """Read one step.

    Raises:
        UnreadableError: it cannot be read; the message says how such a step goes.
        UnknownNameError: it names nobody at this table.
        UnknownCardError: it names a card by an id that the box does not have.
    """
    by, rest = _prefix(text, state)
    verb, *words = rest.split() or [""]
    reader = _READERS.get(verb.lower())
    if reader is None:
        near = difflib.get_close_matches(verb.lower(), USAGE, 1)
        raise UnreadableError(text.strip(), USAGE[near[0]] if near else f"a step: {', '.join(USAGE)}")
    try:
        move = reader(words, state, edition)
    except (IndexError, ValueError) as fault:
        if isinstance(fault, UnreadableError):
            raise
        raise UnreadableError(text.strip(), USAGE[verb.lower()]) from None
    return _normal(replace(move, by=by), state)


def _prefix(text: str, state: Position) -> tuple[str, str]:
    match = re.match(r"\s*([A-Za-z0-9]+)\s*:\s*(.*)", text, re.DOTALL)
    if match is None:
        return "", text
    return state.player(match[1].lower()).handle, match[2]


def _normal(move: AnyMove, state: Position) -> AnyMove:
    """Leave out a name that says what is understood without it."""
    if not move.by:
        return move
    return replace(move, by="") if move.by == understood(replace(move, by=""), state) else move


def understood(move: Move, state: Position) -> str:
    """Return the seat that a move without a name belongs to."""
    if isinstance(move, Point | Open):
        return point_seat(state, move)
    if isinstance(move, Take | Renew):
        return seat_of(state.order[0]) if state.order else ""
    return state.mover


def _none(words: list[str]) -> None:
    if words:
        raise ValueError(f"nothing may follow, not {words[0]}")


def _pile(word: str) -> int:
    code = word.upper()
    if code in PILES:
        return PILES.index(code)
    if code[::-1] in PILES:
        return PILES.index(code[::-1])
    raise UnreadableError(word, "a pile: 1D, 1K, 2D or 2K")


def _order(words: list[str], state: Position, edition: Edition) -> Order:
    tiles = tuple(f"{state.player(word.lower().rstrip('*')).handle}{'*' * word.endswith('*')}" for word in words)
    if not tiles:
        raise ValueError("nobody named")
    if len(state.players) == 2 and not any(tile.endswith("*") for tile in tiles):
        tiles = (*tiles, *(f"{tile}*" for tile in tiles))
    return Order(tiles)


def _first(words: list[str], state: Position, edition: Edition) -> Order:
    (word,) = words
    first = state.player(word.lower()).handle
    if len(state.players) != 2:
        raise UnreadableError(
            f"first {word}", "the whole line with more than two players: order and everyone from the left"
        )
    other = next(player.handle for player in state.players if player.handle != first)
    return Order((first, other, f"{first}*", f"{other}*"))


def _card(words: list[str], pile: int | None, edition: Edition) -> Card | None:
    (word,) = words
    if word.startswith("#"):
        found: Card = edition[word[1:].lower()]
        return found
    return parse_card(word, pile)


def _deal(words: list[str], state: Position, edition: Edition) -> Deal:
    seat, *rest = words
    card = _card(rest, None, edition)
    if card is not None and not isinstance(card, Start):
        raise UnreadableError(rest[0], "a starting card: start(a2,a3){H}, its id, or ?")
    return Deal(state.player(seat.lower()).handle, card)


def _reveal(words: list[str], state: Position, edition: Edition) -> Reveal:
    place, *rest = words
    if place.lower() == "hand":
        return Reveal(HAND, _card(rest, state.hand.pile if state.hand else None, edition))
    pile = _pile(place)
    return Reveal(pile, _card(rest, pile, edition))


def _renew(words: list[str], state: Position, edition: Edition) -> Renew:
    _none(words)
    return Renew()


def _take(words: list[str], state: Position, edition: Edition) -> Take:
    pile, *rest = words
    if not rest:
        return Take(_pile(pile))
    verb, to = rest
    if verb.lower() == "push":
        return Take(_pile(pile), _pile(to))
    if verb.lower() == "from":
        return Take(_pile(pile), None, _pile(to))
    raise ValueError(f"not {verb}")


def _place(words: list[str], state: Position, edition: Edition) -> Place:
    cell, *rest = words
    face = _face(rest[0]) if rest else ""
    _none(rest[1:])
    return Place(cell_number(cell), "" if rest and _only_side(state, face) else face)


def _face(word: str) -> str:
    bare = word.lstrip("+").upper()
    return bare if bare == "?" else symbols(bare)


def _only_side(state: Position, face: str) -> bool:
    """Say whether the side need not be named: both sides of the Key in hand show it."""
    card = state.hand.card if state.hand is not None else None
    return card is not None and getattr(card, "a", None) == getattr(card, "b", "") == face


def _open(words: list[str], state: Position, edition: Edition) -> Open:
    cell, *rest = words
    _none(rest[1:])
    word = rest[0].lower() if rest else "?"
    rooms = {name.lower(): name for name in ROOM_NAMES} | {"?": "", "start": "start"}
    if word not in rooms:
        near = difflib.get_close_matches(word, rooms, 1)
        raise UnreadableError(rest[0], near[0] if near else f"a room: {', '.join(ROOM_NAMES)}")
    return Open(cell_number(cell), rooms[word])


def _point(words: list[str], state: Position, edition: Edition) -> Point:
    cell, way = words
    arrow = next((a for a, word in ARROW_WORDS.items() if way.lower() in (a, word, word[0])), None)
    if arrow is None:
        raise UnreadableError(way, "up, right, down or left")
    return Point(cell_number(cell), arrow)


def _gold(words: list[str], state: Position, edition: Edition) -> Gold:
    seat, change = words
    return Gold(state.player(seat.lower()).handle, int(change.replace("−", "-")))


def _put(words: list[str], state: Position, edition: Edition) -> Put:
    seat, cell, word = words
    what = parse_cell(word)
    if what is None:
        raise UnreadableError(word, "a card: +H, !box{HL}, box or ?")
    return Put(state.player(seat.lower()).handle, cell_number(cell), what)


def _light(words: list[str], state: Position, edition: Edition) -> Light:
    _none(words)
    return Light()


def _full(words: list[str], state: Position, edition: Edition) -> Full:
    _none(words)
    return Full()


_READERS: dict[str, Callable[[list[str], Position, Edition], AnyMove]] = {
    "order": _order,
    "first": _first,
    "start": _deal,
    "renew": _renew,
    "take": _take,
    "place": _place,
    "open": _open,
    "point": _point,
    "reveal": _reveal,
    "gold": _gold,
    "card": _put,
    "light": _light,
    "full": _full,
}


def spell(move: Move, state: Position) -> str:
    """Return a move in normal form."""
    return f"{move.by}: {_spell(move)}" if move.by else _spell(move)


def _spell(move: Move) -> str:
    match move:
        case Order(tiles=tiles):
            return f"order {' '.join(_short_order(tiles))}"
        case Deal(seat=seat, card=card):
            return f"start {seat} {_spell_card(card)}"
        case Reveal(pile=pile, card=card):
            return f"reveal {'hand' if pile == HAND else PILES[pile]} {_spell_card(card)}"
        case Take(pile=pile, push=push, source=source):
            more = (
                f" push {PILES[push]}" if push is not None else f" from {PILES[source]}" if source is not None else ""
            )
            return f"take {PILES[pile]}{more}"
        case Place(cell=cell, face=face):
            return f"place {cell_name(cell)} {face}".rstrip()
        case Open(cell=cell, room=room):
            return f"open {cell_name(cell)} {room or '?'}"
        case Point(cell=cell, arrow=arrow):
            return f"point {cell_name(cell)} {ARROW_WORDS[arrow]}"
        case Gold(seat=seat, change=change):
            return f"gold {seat} {change:+d}"
        case Put(seat=seat, cell=cell, what=what):
            return f"card {seat} {cell_name(cell)} {spell_cell(what)}"
    return type(move).__name__.lower()


def _short_order(tiles: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out the Acolytes where they stand behind the Adventurers in the same order."""
    half = len(tiles) // 2
    usual = tiles[half:] == tuple(f"{tile}*" for tile in tiles[:half])
    return tiles[:half] if half and usual else tiles


def _spell_card(card: Card | None) -> str:
    return "?" if card is None else spell_card(card)
