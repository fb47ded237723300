"""Names of the places on the board of The Four Doors: what a tap sends, both ways.

`purple.left` a side, `door/purple` a door, `star/purple` its relic, `door/beacon` the Beacon, `card/bo.2` the second
card in a hand, `heap/pile`, `heap/discard`, `heap/hollow` the heaps, `level` the Shadow Level.
"""

from __future__ import annotations

import msgspec

from companion.engine.errors import UnreadableError
from companion.games.four_doors.cards import SIDES

_KNOWN = "a place such as purple.left, door/purple, star/purple, card/bo.2, heap/pile or level"
_KINDS = ("door", "star", "card", "heap")


class Place(msgspec.Struct, frozen=True):
    """A place taken apart.

    Args:
        kind: "side", "door", "star", "card", "heap" or "level".
        door: of a side, a door or a star; "beacon" is a door here.
        side: left or right, of a side.
        token: of a card, as the game names it ("bo.2"), or the name of a heap.
    """

    kind: str
    door: str = ""
    side: str = ""
    token: str = ""

    @property
    def mark(self) -> str:
        """The side as table shorthand: "purple-left"."""
        return f"{self.door}-{self.side}"


def side_place(door: str, side: str) -> str:
    """Return the place of a side."""
    return f"{door}.{side}"


def read_place(place: str) -> Place:
    """Take the name of a place apart.

    Raises:
        UnreadableError: no place of this board.
    """
    if place == "level":
        return Place("level")
    kind, slash, rest = place.partition("/")
    if slash and kind in _KINDS and rest:
        return Place(kind, token=rest) if kind in ("card", "heap") else Place(kind, rest)
    door, dot, side = place.partition(".")
    if dot and door and side in SIDES:
        return Place("side", door, side)
    raise UnreadableError(place, _KNOWN)
