"""The position of a game of 4 KEYS: frozen values, and what can be read off them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.engine.game import State
from companion.engine.piles import Multiset, Pile
from companion.engine.seats import find, put
from companion.engine.told import clash
from companion.games.four_keys.cards import Card, Door, Key, Start, key
from companion.games.four_keys.dungeon import CENTRE, Cell, DoorCell, Dungeon, KeyCell, StartCell, TileCell, cell_name

ROUNDS = 14
"""Cards that every player collects: the starting card is the first of fifteen (four-keys.end.fifteen)."""


class HouseRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """The six readings that tables are likeliest to dispute, and how much is followed.

    Args:
        acolyte_collects: an Acolyte's turn takes a card (four-keys.two-players.acolyte-collects).
        acolyte_renew: an Acolyte's turn may renew (four-keys.two-players.acolyte-renew).
        multiplicity: a symbol needed twice must be there twice (four-keys.opening.multiplicity).
        compass_tile: an arrow at the Adventurer tile is worth its gold (four-keys.rooms.compass-tile).
        compass_cycles: arrows are followed from Compass to Compass, a circle giving 0; off: a Compass gives another 0.
        start_order_2p: two players draw by lot which tile of a colour comes first (four-keys.two-players.start-order).
    """

    acolyte_collects: bool = True
    acolyte_renew: bool = False
    multiplicity: bool = True
    compass_tile: bool = True
    compass_cycles: bool = True
    start_order_2p: bool = False


class Player(msgspec.Struct, frozen=True):
    """A seat with its dungeon; the gold on its Adventurer tile is the dungeon's."""

    handle: str
    name: str
    dungeon: Dungeon


class Hand(msgspec.Struct, frozen=True):
    """The card that a seat has taken and not yet placed; None if nobody said which."""

    seat: str
    pile: int
    card: Card | None


class Position(State, frozen=True, tag="four-keys", tag_field="game"):
    """A whole position.

    Args:
        players: in seating order.
        rules: house rules of this table.
        followed: whether piles, lines and turns are followed (full), or only dungeons and gold (light).
        piles: 1D, 1K, 2D, 2K.
        starts: the starting cards that nobody has told.
        order: the tiles still on the Turn Order Line, left to right; an Acolyte is a handle with a star.
        choice: the tile on each space of the Choice Line, "" where there is none.
        round: 1 for the first.
        hand: the card taken and not yet placed.
        pending: what the table is about to see: "order", "start ana", "2K" (a new top), "hand", "room ana c3".
        to_point: Compasses just opened whose arrow may be pointed now: "ana c3".
    """

    players: tuple[Player, ...]
    rules: HouseRules
    followed: bool
    piles: tuple[Pile[Door | Key], ...]
    starts: Multiset[Start]
    order: tuple[str, ...] = ()
    choice: tuple[str, ...] = ("", "", "", "")
    round: int = 1
    hand: Hand | None = None
    pending: tuple[str, ...] = ()
    to_point: tuple[str, ...] = ()

    def player(self, handle: str) -> Player:
        """Return the seat with this handle.

        Raises:
            UnknownNameError: no such seat.
        """
        return find(self.players, handle)

    def with_dungeon(self, handle: str, dungeon: Dungeon) -> Position:
        """Return the position with another dungeon for one seat."""
        player = msgspec.structs.replace(self.player(handle), dungeon=dungeon)
        return msgspec.structs.replace(self, players=put(self.players, player))

    @property
    def mover(self) -> str:
        """The seat whose turn it is, whatever is still to be seen; "" before the order is known and after the end."""
        if self.hand is not None:
            return self.hand.seat
        if self.to_point:
            return self.to_point[0].split()[0]
        if not self.order:
            return ""
        return seat_of(self.order[0])

    @property
    def rounds(self) -> int:
        """How many rounds the game has: seven where two tiles of each player collect, else fourteen."""
        return ROUNDS // 2 if len(self.players) == 2 and self.rules.acolyte_collects else ROUNDS

    @property
    def finished(self) -> bool:
        """Whether every dungeon has its Adventurer tile on the last space."""
        return all(player.dungeon.tile is not None for player in self.players)

    def untold_cards(self) -> Iterator[tuple[str, int, Cell]]:
        """Yield seat, cell and content of everything in a dungeon that is not fully told."""
        for player in self.players:
            for i, cell in enumerate(player.dungeon.cells):
                if cell is not None and not cell_known(cell):
                    yield player.handle, i, cell


def seat_of(tile: str) -> str:
    """Return the seat that a tile belongs to."""
    return tile.rstrip("*")


def is_acolyte(tile: str) -> bool:
    """Say whether a tile is an Acolyte."""
    return tile.endswith("*")


def cell_known(cell: Cell) -> bool:
    """Say whether everything about a card in a dungeon has been told."""
    if isinstance(cell, TileCell):
        return True
    if isinstance(cell, DoorCell) and cell.open and cell.room == "compass" and not cell.arrow:
        return False
    card = card_at(cell)
    return card is not None and card.known


def card_at(cell: Cell) -> Card | None:
    """Return the card that lies on a cell as far as it is told; None for the tile and for an untold card."""
    if isinstance(cell, KeyCell):
        return key(cell.level, cell.shows, cell.hides)
    if isinstance(cell, DoorCell):
        return Door(cell.level, cell.room, cell.needs)
    if isinstance(cell, StartCell):
        return Start(cell.needs, cell.marked)
    return None


def pile_of(card: Card | None) -> int | None:
    """Return the number of the pile that a card comes from, None for starting cards and where the level is not told."""
    if isinstance(card, Door):
        return 2 * (card.level - 1)
    if isinstance(card, Key) and card.level:
        return 2 * (card.level - 1) + 1
    return None


def untold_card(pile: int) -> Door | Key:
    """Return a card of a pile of which nothing is told but where it came from."""
    return Key(pile // 2 + 1) if pile % 2 else Door(pile // 2 + 1)


def contradictions(state: Position) -> tuple[Card, ...]:
    """Return the told cards that contradict others, or the list of the box."""
    piles = [card for index, pile in enumerate(state.piles) for card in clash(pile.unseen, patterns(state, index))]
    return (*clash(state.starts, start_patterns(state, "")), *piles)


def card_words(card: Card) -> str:
    """Return a card in shorthand, for messages."""
    from companion.games.four_keys.notation import spell_card

    return spell_card(card)


def is_told(card: Card | None) -> bool:
    """Say whether a card is told so far that it leaves the unseen cards of its pile."""
    return card is not None and card.known


def top_card(pile: Pile[Any]) -> Door | Key | None:
    """Return the open top of a pile where it is told, else None."""
    return pile.top if isinstance(pile.top, Door | Key) else None


def says_nothing(card: Card) -> bool:
    """Say whether nothing printed on a card is told."""
    return all(getattr(card, name) is None for name in card.__struct_fields__ if name != "level")


def patterns(state: Position, pile: int, but: str = "") -> list[Card]:
    """Return the partly told cards of a pile's deck, wherever they lie; they are still among its unseen cards.

    Args:
        state: the position.
        pile: 0..3.
        but: a place that is left out: a pile ("1D"), "hand", or a cell ("bo e4").
    """
    places: list[tuple[str, Card | None]] = [(("1D", "1K", "2D", "2K")[pile], top_card(state.piles[pile]))]
    places += [("box", card) for card in state.piles[pile].half_told()]
    if state.hand is not None and state.hand.pile == pile:
        places.append(("hand", state.hand.card))
    for seat, i, cell in state.untold_cards():
        card = card_at(cell)
        if pile_of(card) == pile:
            places.append((f"{seat} {cell_name(i)}", card))
    return [c for place, c in places if c is not None and not c.known and not says_nothing(c) and place != but]


def start_patterns(state: Position, but: str) -> list[Start]:
    """Return the partly told starting cards of all seats but one."""
    cells = [player.dungeon.cells[CENTRE] for player in state.players if player.handle != but]
    cards = [card_at(cell) for cell in cells if isinstance(cell, StartCell)]
    return [card for card in cards if isinstance(card, Start) and not card.known and not says_nothing(card)]
