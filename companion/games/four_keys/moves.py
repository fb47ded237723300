"""Decisions, reveals and observations of 4 KEYS.

`by` names the seat where it is not the one whose turn it is. Piles are 0..3 for 1D, 1K, 2D, 2K; HAND stands for the
card that was taken and not yet placed.
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from companion.engine.game import Move
from companion.games.four_keys.cards import Card, Start
from companion.games.four_keys.dungeon import Cell

PILES = ("1D", "1K", "2D", "2K")
PILE_LABELS = ("Door I", "Key I", "Door II", "Key II")
"""What the piles are called at the table."""
PILE_NAMES = ("level 1 Doors", "level 1 Keys", "level 2 Doors", "level 2 Keys")
HAND = 4


class Order(Move, frozen=True):
    """Setup: the tiles on the Turn Order Line from the left; an Acolyte is its seat's handle with a star."""

    tiles: tuple[str, ...]


class Deal(Move, frozen=True, tag="start"):
    """Setup: the starting card of a seat; None if nobody says."""

    seat: str
    card: Start | None


class Reveal(Move, frozen=True):
    """The new top of a pile, or the card in hand; None if nobody says."""

    pile: int
    card: Card | None


class Renew(Move, frozen=True):
    """Pay one gold and put the first card of every pile back into the box."""


class Take(Move, frozen=True):
    """Move the tile to a space of the Choice Line and take the card of the pile there.

    `push` is the space to which the tile standing there goes. `source` is the pile that the card comes from where the
    pile of the space is empty and cannot be rebuilt (four-keys.collecting.rebuild).
    """

    pile: int
    push: int | None = None
    source: int | None = None


class Place(Move, frozen=True):
    """Lay the card in hand on a cell. `face`: the symbols shown, where a Key has two faces to choose from."""

    cell: int
    face: str = ""


class Point(Move, frozen=True):
    """Point the arrow of an open Compass: one of ^ > v <."""

    cell: int
    arrow: str


class Open(Move, frozen=True):
    """A door lies open: what room is behind it, "" if nobody says."""

    cell: int
    room: str = ""


class Gold(Move, frozen=True):
    """Observed: gold on a seat's tile changed."""

    observation: ClassVar[bool] = True

    seat: str
    change: int


class Put(Move, frozen=True, tag="card"):
    """Observed: this is what lies on a cell of a seat's dungeon."""

    observation: ClassVar[bool] = True

    seat: str
    cell: int
    what: Cell


class Light(Move, frozen=True):
    """Observed: from here on only dungeons and gold are followed."""

    observation: ClassVar[bool] = True


class Full(Move, frozen=True):
    """Observed: from here on piles, lines and turns are followed, starting with a new round."""

    observation: ClassVar[bool] = True


AnyMove: TypeAlias = Order | Deal | Reveal | Renew | Take | Place | Point | Open | Gold | Put | Light | Full
