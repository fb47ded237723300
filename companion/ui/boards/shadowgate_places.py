"""Names of the places on the board of Shadowgate: what a tap sends, both ways.

`quest.2` a quest space, `seat/bo` a line of the ledger, `torch` the Torch track, `castle` the locks and decks,
`bo.3`, `bo.slot1` cards of a mat as the game names them, `free/2` an empty slot, `riddle`, `energy`, `boss`, `life`,
`trait/mental` what is attacked with, `slip/mental/4` a key of the slip of a quest, `pick/#II-4` an entry of a list,
`tab/weapon` a part of it.
"""

from __future__ import annotations

import msgspec

from companion.engine.errors import UnreadableError

_ALONE = ("torch", "castle", "riddle", "energy", "boss", "life")
_HEADS = ("seat", "free", "trait", "slip", "pick", "tab")
_KNOWN = "a place such as quest.2, seat/bo, bo.3, torch, castle or trait/mental"


class Place(msgspec.Struct, frozen=True):
    """A place taken apart.

    Args:
        kind: "quest", "card", or the first word of the place.
        name: what stands behind it: a number, a seat, a token of the game, a trait.
    """

    kind: str
    name: str = ""

    @property
    def number(self) -> int:
        """The name as a number."""
        return int(self.name)


def read_place(place: str) -> Place:
    """Take the name of a place apart.

    Raises:
        UnreadableError: no place of this board.
    """
    if place in _ALONE:
        return Place(place)
    head, slash, rest = place.partition("/")
    if slash and head in _HEADS and rest:
        return Place(head, rest)
    head, dot, rest = place.partition(".")
    if dot and head == "quest" and rest.isdecimal():
        return Place("quest", rest)
    if dot and head and rest:
        return Place("card", place)
    raise UnreadableError(place, _KNOWN)
