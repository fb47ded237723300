"""How one dungeon of 4 KEYS lies on the board: cells, the spaces around them, arrows, ghosts and gains."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from companion.engine.game import ScoreSheet
from companion.engine.svg import circle, group, path, rect, use, words
from companion.games.four_keys.drawing import SMALL, Coin, cell_svg, cell_words, coins_of, drawn_cells, lacks_at
from companion.games.four_keys.dungeon import ARROW_WORDS, GRID, SIZE, Cell, DoorCell, Dungeon, StartCell, cell_number
from companion.games.four_keys.scoring import score
from companion.ui.board import PHONE, Item
from companion.ui.boards.places import cell_place

LARGEST = 124
"""The largest card, in pixels."""

EDGE = 8
"""Width of the striped edge that lies around a scene of Try mode."""

Box = tuple[float, float, float, float]
"""Left, top, width, height in pixels."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """How a scene is to be drawn.

    Args:
        size: width and height in CSS pixels; `Board.size`, in Try mode less the edge on every side.
        gains: what a card would bring on an empty cell, by cell name: "+7" or "+7\\nopens 2".
        ghost: a cell name and what would lie there: a hint, or a card not yet put down.
        pointing: name of the cell with a Compass whose arrow is being pointed.
        trying: Try mode: a striped edge lies around the scene, the table is untouched.
        as_of: a time of day; the picture is old and dimmed.
        letters: write H, L, C, X on the symbols.
        still_to_come: draw the ring of empty spaces around the cards.
    """

    size: tuple[int, int] = PHONE
    gains: Mapping[str, str] = {}
    ghost: tuple[str, Cell] | None = None
    pointing: str = ""
    trying: bool = False
    as_of: str = ""
    letters: bool = False
    still_to_come: bool = True


class Shown(msgspec.Struct, frozen=True):
    """A dungeon about to be drawn: whose it is, its colour, its score, the rules it is scored by."""

    dungeon: Dungeon
    seat: str
    number: int
    coins: Mapping[int, Coin]
    multiplicity: bool = True


def plain(key: str, x: float, y: float, w: float, h: float, svg: str, label: str = "") -> Item:
    """Return something that is only looked at."""
    return Item(key, x, y, w, h, svg, label=label)


def shown_of(
    dungeon: Dungeon, seat: str, number: int, sheet: ScoreSheet | None, rules: Mapping[str, bool] | None
) -> Shown:
    """Return a dungeon ready to be drawn.

    Args:
        dungeon: what lies there.
        seat: whose it is; empty for nobody's.
        number: 0..3, the colour of that seat.
        sheet: its score; None: it is worked out here.
        rules: the scoring options.
    """
    options = dict(rules or {})
    coins = _coins(dungeon, tuple(sorted(options.items()))) if sheet is None else coins_of(sheet)
    return Shown(dungeon, seat, number, coins, options.get("multiplicity", True))


@lru_cache(maxsize=64)
def _coins(dungeon: Dungeon, options: tuple[tuple[str, bool], ...]) -> Mapping[int, Coin]:
    """Score a dungeon; of all that lie on a table a move changes one."""
    return coins_of(score(dungeon, seat="", **dict(options)))


def region_of(dungeon: Dungeon, view: View) -> tuple[int, int, int, int]:
    """Return the rows and columns to draw, first and last; they may leave the grid where an arrow may."""
    ring = view.still_to_come and dungeon.tile is None
    top, bottom, left, right = drawn_cells(dungeon, ring)
    if view.pointing:
        row, column = divmod(cell_number(view.pointing), GRID)
        top, bottom = min(top, row - 1), max(bottom, row + 1)
        left, right = min(left, column - 1), max(right, column + 1)
    return top, bottom, left, right


def cell_size(region: tuple[int, int, int, int], w: float, h: float) -> float:
    """Return the largest edge of a card that fits, in pixels; few cards are not drawn larger than sixteen."""
    top, bottom, left, right = region
    return min((w - 4) / max(SIZE, right - left + 1), (h - 4) / max(SIZE, bottom - top + 1), LARGEST)


def dungeon_items(shown: Shown, view: View, box: Box, largest: float = LARGEST) -> list[Item]:
    """Draw a dungeon into a box, every cell a thing to tap."""
    x, y, w, h = box
    region = region_of(shown.dungeon, view)
    top, bottom, left, right = region
    size = min(largest, cell_size(region, w, h))
    wide, high = size * (right - left + 1), size * (bottom - top + 1)
    x0, y0 = x + (w - wide) / 2, y + (h - high) / 2
    back = rect(1, 1, wide + 2, high + 2, "fk-table", size * 0.12)
    items = [plain(f"{shown.seat}:table", x0 - 2, y0 - 2, wide + 4, high + 4, back)]
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            at = (x0 + (column - left) * size, y0 + (row - top) * size)
            words_at = f"row {row - top + 1}, column {column - left + 1}"
            item = _cell_item(shown, view, row, column, size, at, words_at)
            if item is not None:
                items.append(item)
    return items


def _cell_item(
    shown: Shown, view: View, row: int, column: int, size: float, at: tuple[float, float], where: str
) -> Item | None:
    arrow = _arrow_to(view.pointing, row, column)
    inside = 0 <= row < GRID and 0 <= column < GRID
    if not inside and not arrow:
        return None
    i = GRID * row + column
    cell = shown.dungeon.cells[i] if inside else None
    coin, lacks = (shown.coins.get(i), lacks_at(shown.dungeon, i, shown.multiplicity)) if inside else (None, None)
    place = cell_place(shown.seat, i) if inside else ""
    label = f"{cell_words(cell, coin, lacks, shown.dungeon.gold)}, {where}"
    if cell is None:
        svg = _empty(view, place.rpartition(":")[2], size, inside)
    else:
        svg = cell_svg(cell, size, coin, lacks, shown.dungeon.gold, shown.number, view.letters)
    key = f"{shown.seat}:{row}:{column}"
    if arrow:
        place = f"{cell_place(shown.seat, cell_number(view.pointing))}:{ARROW_WORDS[arrow]}"
        svg += _arrow_over(size, arrow)
        label = f"point {ARROW_WORDS[arrow]}, at {label if inside else 'nothing, outside the dungeon'}"
    return Item(key, round(at[0], 2), round(at[1], 2), round(size, 2), round(size, 2), svg, place, label, _face(cell))


def _face(cell: Cell | None) -> str:
    """Return a word that changes when a card is laid or turned over."""
    if cell is None:
        return ""
    return f"{type(cell).__name__}{cell.open}" if isinstance(cell, DoorCell | StartCell) else type(cell).__name__


def _empty(view: View, name: str, size: float, inside: bool) -> str:
    """Draw an empty space: a faint slot that can light up, what a card would bring there, or the ghost of one."""
    if not inside:
        return ""
    if view.ghost is not None and view.ghost[0] == name:
        edge = rect(3, 3, size - 6, size - 6, "fk-ghost-edge", size * 0.09)
        return group(cell_svg(view.ghost[1], size, letters=view.letters), cls="fk-ghost") + edge
    arm, mid = size * 0.1, size / 2
    slot = cell_svg(None, size) + rect(3, 3, size - 6, size - 6, "bd-glow bd-when-lit", size * 0.09)
    gain = view.gains.get(name, "")
    if gain:
        return slot + _gain(gain, size)
    plus = f"M{mid - arm:.1f} {mid:.1f}h{2 * arm:.1f}M{mid:.1f} {mid - arm:.1f}v{2 * arm:.1f}"
    return slot + path(plus, "bd-plus bd-when-lit")


def _gain(text: str, size: float) -> str:
    first, _, second = text.partition("\n")
    big = min(22.0, size * 0.3)
    if not second:
        return words(size / 2, size / 2 + big * 0.36, first, big, "fk-gain")
    return words(size / 2, size / 2 - 1, first, big, "fk-gain") + words(
        size / 2, size / 2 + 15, second, SMALL, "fk-gain"
    )


def _arrow_to(pointing: str, row: int, column: int) -> str:
    """Return the arrow of the Compass being pointed that would point to this cell."""
    if not pointing:
        return ""
    at = divmod(cell_number(pointing), GRID)
    return {(-1, 0): "^", (0, 1): ">", (1, 0): "v", (0, -1): "<"}.get((row - at[0], column - at[1]), "")


def _arrow_over(size: float, arrow: str) -> str:
    turn = {"^": 0, ">": 90, "v": 180, "<": 270}[arrow]
    mid = size / 2
    needle = f'<g transform="rotate({turn} {mid:.1f} {mid:.1f})">{use("fk-needle", mid, mid, size * 0.42)}</g>'
    return rect(3, 3, size - 6, size - 6, "bd-glow", size * 0.09) + circle(mid, mid, size * 0.32, "fk-panel") + needle
