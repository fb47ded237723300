"""A tower that somebody paints or types, as a position: to ask about it without having followed the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.engine.errors import UnknownCardError, UnreadableError
from companion.engine.game import Seat
from companion.engine.piles import Multiset
from companion.engine.told import reveal
from companion.games.four_doors.cards import DECK, DOORS, UNTOLD, PlayerCard
from companion.games.four_doors.names import every_card
from companion.games.four_doors.notation import Painted, heap, parse_tower
from companion.games.four_doors.rules import FourDoors
from companion.games.four_doors.state import Player, Position
from companion.games.four_doors.turns import begin_turn


def paint(game: FourDoors, text: str, seats: Sequence[Seat] = (), options: Mapping[str, Any] | None = None) -> Position:
    """Return the position that a tower text describes, at the beginning of the first seat's turn.

    Args:
        game: the game with its box.
        text: the tower, as `notation` says; what it leaves out is not told.
        seats: who plays; by default those whom the text names, or one.
        options: as for `FourDoors.setup`; by default only the tower is followed.

    Raises:
        UnreadableError: the text cannot be read, lacks a door, or names somebody who does not play.
        UnknownCardError: more cards of a kind than the box holds.
    """
    painted = parse_tower(text, _names(game, text), game.language.ids)
    handles = list(dict.fromkeys([*painted.at, *painted.hands, *painted.relics]))
    seats = seats or [Seat(handle, handle.title()) for handle in handles or ["you"]]
    strange = [handle for handle in handles if handle not in {seat.handle for seat in seats}]
    if strange:
        raise UnreadableError(strange[0], f"somebody who plays: {', '.join(seat.handle for seat in seats)}")
    blank = game.setup(seats, {"depth": "light", **(options or {})})
    return begin_turn(_laid_out(game, blank, painted), seats[0].handle, 1)


def _names(game: FourDoors, text: str) -> tuple[str, ...]:
    """Return the doors of the box; where they are not told, those that the text names."""
    if game.box.named:
        return game.box.doors
    lines = [line.lower().split() for line in text.replace(" / ", "\n").splitlines() if line.strip()]
    standing = [words[0] for words in lines if any("|" in word for word in words)]
    names = (*standing, *(word for words in lines if words[0] == "gone" for word in words[1:]))
    if len(names) != DOORS:
        raise UnreadableError(" ".join(text.split())[:60], f"a line for each of {DOORS} doors, such as `purple 3|1`")
    return names


def _laid_out(game: FourDoors, blank: Position, painted: Painted) -> Position:
    players = tuple(_seated(player, painted) for player in blank.players)
    state = replace(
        blank,
        pending=(),
        players=players,
        tower=painted.tower,
        track=painted.track or blank.track,
        top=painted.top,
        discard=heap(painted.discard),
        hollow=heap(painted.hollow),
        ward=painted.ward,
    )
    outside = list(state.outside())
    down = painted.down if painted.down is not None else DECK - len(outside)
    if down + len(outside) > DECK or down < len(painted.top):
        raise UnknownCardError(f"{down} cards in the pile and {len(outside)} outside are more than {DECK}.")
    unseen = _unseen(game.box.deck, [*(card for _, card in outside), *painted.top])
    return replace(state, down=down, unseen=unseen)


def _seated(player: Player, painted: Painted) -> Player:
    hand = heap(painted.hands.get(player.handle, ()))
    relics = painted.relics.get(player.handle, ())
    return replace(player, at=painted.at.get(player.handle, ""), hand=hand, relics=relics)


def _unseen(deck: Multiset[PlayerCard], told: Sequence[PlayerCard]) -> Multiset[PlayerCard]:
    for card in told:
        deck = reveal(deck, UNTOLD, card)
        if deck.owing():
            raise UnknownCardError(f"{every_card(card)} has been seen already.")
    return deck
