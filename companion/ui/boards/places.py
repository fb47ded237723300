"""Names of the places on the board of 4 KEYS: what a tap sends, both ways.

`bo:e4` a cell of a dungeon (`e4` where nobody owns it), `bo:e4:up` where the arrow of the Compass on e4 may point,
`1D 1K 2D 2K` the piles, `choice/1D` the space of the Choice Line under a pile, `seat/bo` a small dungeon, `gold/bo` the
gold on an Adventurer tile, `hand` the card in hand. A colon always follows a seat: somebody may be called Gold.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from companion.engine.errors import UnreadableError
from companion.games.four_keys.dungeon import ARROW_WORDS, cell_name, cell_number
from companion.games.four_keys.moves import PILES

_ARROWS = {word: arrow for arrow, word in ARROW_WORDS.items()}
_KNOWN = "a place such as bo:e4, bo:e4:up, 1D, choice/1D, seat/bo, gold/bo or hand"


class Place(msgspec.Struct, frozen=True):
    """A place taken apart.

    Args:
        kind: "cell", "arrow", "pile", "choice", "seat", "gold" or "hand".
        seat: handle of the seat; empty where there is none.
        cell: number of the cell of a "cell" or "arrow", else -1.
        pile: 0..3 for a "pile" or "choice", else -1.
        arrow: one of ^ > v < for an "arrow", else "".
    """

    kind: str
    seat: str = ""
    cell: int = -1
    pile: int = -1
    arrow: str = ""


def cell_place(seat: str, cell: int) -> str:
    """Return the place of a cell: "bo:e4", or "e4" without a seat."""
    return f"{seat}:{cell_name(cell)}" if seat else cell_name(cell)


def read_place(place: str) -> Place:
    """Take the name of a place apart.

    Raises:
        UnreadableError: no place of this board.
    """
    if ":" in place:
        return _owned(place)
    head, _, rest = place.partition("/")
    if head == "choice" and rest in PILES:
        return Place("choice", pile=PILES.index(rest))
    if head in ("seat", "gold") and rest:
        return Place(head, rest)
    if place == "hand":
        return Place("hand")
    if place in PILES:
        return Place("pile", pile=PILES.index(place))
    return Place("cell", cell=_cell(place, place))


def _owned(place: str) -> Place:
    """Read a cell of a seat, perhaps with the side that an arrow points to."""
    seat, _, rest = place.partition(":")
    name, _, arrow = rest.partition(":")
    if not seat or (arrow and arrow not in _ARROWS):
        raise UnreadableError(place, _KNOWN)
    return Place("arrow" if arrow else "cell", seat, _cell(name, place), arrow=_ARROWS.get(arrow, ""))


def _cell(name: str, place: str) -> int:
    try:
        return cell_number(name)
    except UnreadableError:
        raise UnreadableError(place, _KNOWN) from None


def placed(where: Iterable[str], seat: str) -> list[str]:
    """Return the places of this board for what a verdict, problem or score line names: "e4" is that seat's cell.

    Args:
        where: names as rules and scores give them.
        seat: whose dungeon is meant where they do not say.
    """
    out = []
    for name in where:
        spot = read_place(name)
        out.append(cell_place(seat, spot.cell) if spot.kind == "cell" and not spot.seat else name)
    return out
