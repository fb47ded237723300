"""A player mat on the board of Shadowgate: the Equipped Item slots, and the Inventory under them."""

from __future__ import annotations

from companion.engine.svg import rect, shorten, words
from companion.ui.board import Item
from companion.ui.boards import shadowgate_look as look
from companion.ui.boards.shadowgate_view import Mat, Tile

Rect = tuple[float, float, float, float]
HEAD = 17.0
FINGER = 46.0
"""The least height of a card."""
GAP = 4.0
MOST = 6
"""Cards of an Inventory in a row on a phone."""


def mat_height(mat: Mat, w: float, room: float) -> float:
    """Return how high a mat is drawn in a room of that width and height."""
    rows = 1 + _rows(mat, w)
    return HEAD + rows * ((FINGER if room < 420 else 58.0) + GAP)


def _per_row(mat: Mat, w: float) -> int:
    return max(MOST if w < 500 else 9, 1)


def _rows(mat: Mat, w: float) -> int:
    return max(1, -(-len(mat.bag) // _per_row(mat, w)))


def mat_items(mat: Mat, at: Rect) -> list[Item]:
    """Draw a mat.

    Args:
        mat: what is shown.
        at: where.
    """
    x, y, w, h = at
    rows = 1 + _rows(mat, w)
    high = (h - HEAD) / rows - GAP
    head = words(2, 13, shorten(mat.title, w * 0.62, 13.5), 13.5, "sg-b", "start")
    head += words(w - 2, 13, shorten(mat.tokens, w * 0.4, 12.5), 12.5, "sg-soft", "end")
    items = [Item("mat head", x, y, w, HEAD, head, "", f"{mat.title} {mat.tokens}".strip())]
    top = y + HEAD
    items += _row(mat.slots, (x, top, w, high), "slot", max(4, len(mat.slots)))
    if not mat.bag:
        body = words(w / 2, high / 2 + 5, "the Inventory is empty", 13.5, "sg-soft")
        return [*items, Item("bag none", x, top + high + GAP, w, high, body)]
    per = _per_row(mat, w)
    for n in range(0, len(mat.bag), per):
        top += high + GAP
        items += _row(mat.bag[n : n + per], (x, top, w, high), f"bag {n}", max(4, min(per, len(mat.bag))))
    return items


def _row(tiles: tuple[Tile, ...], at: Rect, key: str, count: int) -> list[Item]:
    x, y, w, h = at
    each = min((w - GAP * (count - 1)) / count, 150.0)
    return [
        Item(
            f"{key} {n} {tile.place}",
            x + n * (each + GAP),
            y,
            each,
            h,
            tile_face(tile, each, h),
            tile.place,
            f"{tile.name} {tile.sub}".strip(),
            tile.name,
        )
        for n, tile in enumerate(tiles)
    ]


def tile_face(tile: Tile, w: float, h: float) -> str:
    """Draw a card of a mat: its type on a coloured strip, its name in two lines, symbols and points."""
    colour = look.TYPE_COLOURS.get(tile.type, look.TYPE_COLOURS["general"])
    if tile.empty:
        body = rect(1.5, 1.5, w - 3, h - 3, "sg-slot", 7)
        body += words(w / 2, h / 2 + 5, shorten(tile.type or "slot", w - 6, 13), 13, "sg-soft")
    elif tile.down:
        body = rect(1, 1, w - 2, h - 2, "sg-down", 7) + words(w / 2, h / 2 + 8, "?", 22, "sg-x sg-pale")
    else:
        body = rect(1, 1, w - 2, h - 2, "sg-card", 7) + look.painted(2, 2, w - 4, 6, colour, 3)
        size, top = (13.0, 21.0) if h >= 54 else (12.0, 18.0)
        first, second = _two_lines(tile.name, w - 6, size)
        body += words(w / 2, top, first, size, "sg-b") + words(w / 2, top + size - 1, second, size, "sg-b")
        body += words(w / 2, h - 4.5, shorten(tile.sub, w - 4, 11.5), 11.5, "sg-x sg-soft")
    if tile.grey:
        body = f'<g class="sg-grey">{body}</g>'
    return body + (rect(3, 3, w - 6, h - 6, "sg-chosen", 6) if tile.chosen else "")


def _two_lines(text: str, w: float, size: float) -> tuple[str, str]:
    """Break a name into two lines at a blank, each cut where it does not fit."""
    first: list[str] = []
    rest = text.split()
    while rest and (not first or len(" ".join([*first, rest[0]])) <= w / (size * 0.62)):
        first.append(rest.pop(0))
    return shorten(" ".join(first), w, size), shorten(" ".join(rest), w, size)
