"""The board of 4 KEYS: scenes made from a position. Pure functions; what they draw is in `games.four_keys.drawing`.

Every scene is laid out in CSS pixels for the room that the page has. `places` names what can be tapped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from companion.engine.game import ScoreSheet
from companion.engine.svg import circle, group, path, rect, shorten, use, width_of, words
from companion.games.four_keys.drawing import (
    SMALL,
    Coin,
    card_svg,
    cell_svg,
    cell_words,
    coins_of,
    drawn_cells,
    inner_svg,
    lacks_at,
    tile_svg,
)
from companion.games.four_keys.drawing import card_words as words_of_card
from companion.games.four_keys.dungeon import ARROW_WORDS, GRID, SIZE, Cell, DoorCell, Dungeon, StartCell, cell_number
from companion.games.four_keys.glyphs import DEFS, style
from companion.games.four_keys.moves import PILE_NAMES, PILES
from companion.games.four_keys.scoring import SCORING_OPTIONS, score
from companion.games.four_keys.state import Player, Position, is_acolyte, seat_of, top_card
from companion.ui.board import PHONE, Item, Look, Scene
from companion.ui.boards.places import cell_place

LOOK = Look(style(".c-board"), DEFS)
TARGET = 44
"""The smallest thing to tap, in pixels."""
LARGEST = 124
"""The largest card, in pixels."""
SIDE_BY_SIDE = 56
"""From this size of a card on all dungeons are drawn side by side."""
PILE_LABELS = ("Door I", "Key I", "Door II", "Key II")

HEAD = 15.0
"""Height of the words over a pile."""

Box = tuple[float, float, float, float]
"""Left, top, width, height in pixels."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """How a scene is to be drawn.

    Args:
        size: width and height in CSS pixels; `Board.size`.
        gains: what a card would bring on an empty cell, by cell name: "+7" or "+7\\nopens 2".
        ghost: a cell name and what would lie there: a hint, or a card not yet put down.
        pointing: name of the cell with a Compass whose arrow is being pointed.
        trying: Try mode: the edge is striped, the table is untouched.
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


class _Shown(msgspec.Struct, frozen=True):
    """A dungeon about to be drawn: whose it is, its colour, its score, the rules it is scored by."""

    dungeon: Dungeon
    seat: str
    number: int
    coins: Mapping[int, Coin]
    multiplicity: bool = True


# ------------------------------------------------------------------- scenes


def dungeon_scene(
    dungeon: Dungeon,
    view: View | None = None,
    *,
    seat: str = "",
    number: int = 0,
    sheet: ScoreSheet | None = None,
    rules: Mapping[str, bool] | None = None,
) -> Scene:
    """Draw one dungeon: its frame as far as it floats, and the spaces around it.

    Args:
        dungeon: what lies there; with a fixed frame all of its sixteen spaces are drawn.
        view: how.
        seat: whose it is; places are `bo:e4`, or `e4` without a seat.
        number: 0..3, the colour of that seat.
        sheet: its score, where it is worked out already.
        rules: the scoring options of the table.
    """
    view = view or View()
    shown = _shown(dungeon, seat, number, sheet, rules)
    w, h = view.size
    items = _dungeon_items(shown, view, (0, 0, w, h))
    return _scene(view, f"Dungeon with {dungeon.card_count} cards", items)


def paint_scene(dungeon: Dungeon, view: View | None = None, *, rules: Mapping[str, bool] | None = None) -> Scene:
    """Draw the final frame of four by four for painting: every space can be tapped, its place is the cell's name.

    Args:
        dungeon: what is painted so far; begin with `Dungeon(frame=0)`.
        view: how.
        rules: the scoring options.
    """
    framed = dungeon if dungeon.frame is not None else Dungeon(dungeon.cells, dungeon.gold, dungeon.frames()[0])
    scene = dungeon_scene(framed, view, rules=rules)
    return msgspec.structs.replace(scene, label=f"Your dungeon, {framed.card_count} of 15 cards")


def table_scene(
    position: Position, view: View | None = None, *, looking: str = "", sheets: Sequence[ScoreSheet] = ()
) -> Scene:
    """Draw the whole table: piles, Choice Line, Turn Order Line, the dungeons with the acting one large.

    Args:
        position: as the viewer may see it.
        view: how.
        looking: the seat whose dungeon is large; the one whose turn it is where none is named.
        sheets: the scores in seating order, where they are worked out already.
    """
    view = view or View()
    w, h = view.size
    shown = _all_shown(position, sheets)
    large = next((s for s in shown if s.seat == (looking or position.mover)), shown[0])
    items: list[Item] = []
    top = 0.0
    if position.followed:
        items, top = _piles(position, w, h)
    below = (0.0, top, float(w), h - top)
    names = {player.handle: player.name for player in position.players}
    if _cells_beside(shown, below) >= SIDE_BY_SIDE:
        items += _side_by_side(position, shown, view, below, names)
    else:
        items += _one_large(position, shown, large, view, below, names)
    return _scene(view, f"The table, round {position.round}; {names[large.seat]}'s dungeon", items)


def glance_scene(position: Position, view: View | None = None, *, sheets: Sequence[ScoreSheet] = ()) -> Scene:
    """Draw the scores so large that they are read from across the table.

    Args:
        position: as everybody may see it.
        view: how; the size is the whole page.
        sheets: the scores in seating order, where they are worked out already.
    """
    view = view or View(size=(1280, 700))
    w, h = view.size
    sheets = sheets or [score(p.dungeon, seat=p.handle, **_options(position)) for p in position.players]
    across = w >= h
    n = len(position.players)
    columns = n if across else 1 if n < 3 else 2
    rows = -(-n // columns)
    head = 64.0
    each_w, each_h = w / columns, (h - head) / rows
    left = f"{position.round} of 14" if not position.finished else "the end"
    items = [_plain("round", 0, 0, w, head, words(w / 2, 48, f"Round {left}", 42, "fk-b"))]
    for i, (player, sheet) in enumerate(zip(position.players, sheets, strict=True)):
        box = (i % columns * each_w, head + i // columns * each_h, each_w, each_h)
        items.append(_glance_card(player, sheet, i, position.mover == player.handle, box))
    return _scene(view, "Scores at a glance", items)


def _scene(view: View, label: str, items: list[Item]) -> Scene:
    w, h = view.size
    return Scene(w, h, label, (*items, *_over(view)), LOOK)


def _over(view: View) -> list[Item]:
    """Return what lies over everything and lets taps through: the stripes of Try mode, the veil of an old picture."""
    w, h = view.size
    items = []
    if view.trying:
        edge = rect(3.5, 3.5, w - 7, h - 7, "fk-try-a", 12) + rect(3.5, 3.5, w - 7, h - 7, "fk-try-b", 12)
        items.append(_plain("trying", 0, 0, w, h, edge))
    if view.as_of:
        text = f"as of {view.as_of}"
        wide = width_of(text, 16) + 28
        chip = rect(w / 2 - wide / 2, h / 2 - 18, wide, 36, "fk-panel", 18) + words(w / 2, h / 2 + 6, text, 16, "fk-b")
        items.append(_plain("as-of", 0, 0, w, h, rect(0, 0, w, h, "fk-veil") + chip))
    return items


def _cut(name: str, width: float, size: float) -> str:
    """Cut a name that is to be drawn bold, which is wider."""
    return shorten(name, width, size * 1.12)


def _plain(key: str, x: float, y: float, w: float, h: float, svg: str, label: str = "") -> Item:
    return Item(key, x, y, w, h, svg, label=label)


def _shown(
    dungeon: Dungeon, seat: str, number: int, sheet: ScoreSheet | None, rules: Mapping[str, bool] | None
) -> _Shown:
    options = dict(rules or {})
    coins = _coins(dungeon, tuple(sorted(options.items()))) if sheet is None else coins_of(sheet)
    return _Shown(dungeon, seat, number, coins, options.get("multiplicity", True))


@lru_cache(maxsize=64)
def _coins(dungeon: Dungeon, options: tuple[tuple[str, bool], ...]) -> Mapping[int, Coin]:
    """Score a dungeon; of all that lie on a table a move changes one."""
    return coins_of(score(dungeon, seat="", **dict(options)))


def _options(position: Position) -> dict[str, bool]:
    return {name: getattr(position.rules, name) for name in SCORING_OPTIONS}


def _all_shown(position: Position, sheets: Sequence[ScoreSheet]) -> list[_Shown]:
    rules = _options(position)
    told: list[ScoreSheet | None] = [*sheets] or [None] * len(position.players)
    return [
        _shown(player.dungeon, player.handle, i, sheet, rules)
        for i, (player, sheet) in enumerate(zip(position.players, told, strict=True))
    ]


# ------------------------------------------------------------------ dungeons


def _region(dungeon: Dungeon, view: View) -> tuple[int, int, int, int]:
    """Return the rows and columns to draw, first and last; they may leave the grid where an arrow may."""
    ring = view.still_to_come and dungeon.tile is None
    top, bottom, left, right = drawn_cells(dungeon, ring)
    if view.pointing:
        row, column = divmod(cell_number(view.pointing), GRID)
        top, bottom = min(top, row - 1), max(bottom, row + 1)
        left, right = min(left, column - 1), max(right, column + 1)
    return top, bottom, left, right


def _cell_size(region: tuple[int, int, int, int], w: float, h: float) -> float:
    """Return the largest edge of a card that fits, in pixels; few cards are not drawn larger than sixteen."""
    top, bottom, left, right = region
    return min((w - 4) / max(SIZE, right - left + 1), (h - 4) / max(SIZE, bottom - top + 1), LARGEST)


def _dungeon_items(shown: _Shown, view: View, box: Box, largest: float = LARGEST) -> list[Item]:
    """Draw a dungeon into a box, every cell a thing to tap."""
    x, y, w, h = box
    inset = 8 if view.trying else 0
    x, y, w, h = x + inset, y + inset, w - 2 * inset, h - 2 * inset
    region = _region(shown.dungeon, view)
    top, bottom, left, right = region
    size = min(largest, _cell_size(region, w, h))
    wide, high = size * (right - left + 1), size * (bottom - top + 1)
    x0, y0 = x + (w - wide) / 2, y + (h - high) / 2
    back = rect(1, 1, wide + 2, high + 2, "fk-table", size * 0.12)
    items = [_plain(f"{shown.seat}:table", x0 - 2, y0 - 2, wide + 4, high + 4, back)]
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            at = (x0 + (column - left) * size, y0 + (row - top) * size)
            words_at = f"row {row - top + 1}, column {column - left + 1}"
            item = _cell_item(shown, view, row, column, size, at, words_at)
            if item is not None:
                items.append(item)
    return items


def _cell_item(
    shown: _Shown, view: View, row: int, column: int, size: float, at: tuple[float, float], where: str
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


# --------------------------------------------------------------- the table


def _cells_beside(shown: Sequence[_Shown], box: Box) -> float:
    """Return the size of a card where all dungeons are drawn side by side with all their spaces."""
    _, _, w, h = box
    return min((w / len(shown) - 16) / 5, (h - 44) / 5)


def _side_by_side(
    position: Position, shown: Sequence[_Shown], view: View, box: Box, names: Mapping[str, str]
) -> list[Item]:
    x, y, w, h = box
    each = w / len(shown)
    views = [view if one.seat == position.mover else _bare(view) for one in shown]
    size = min(_cell_size(_region(one.dungeon, mine), each, h - 46) for one, mine in zip(shown, views, strict=True))
    items: list[Item] = []
    for i, (one, mine) in enumerate(zip(shown, views, strict=True)):
        items.append(_name_plate(position, one, names[one.seat], (x + i * each + 4, y + 2, each - 8, 44)))
        items += _dungeon_items(one, mine, (x + i * each, y + 46, each, h - 46), size)
    return items


def _bare(view: View) -> View:
    """Return the view without what belongs to the acting dungeon alone."""
    return msgspec.structs.replace(view, gains={}, ghost=None, pointing="")


def _one_large(
    position: Position, shown: Sequence[_Shown], large: _Shown, view: View, box: Box, names: Mapping[str, str]
) -> list[Item]:
    """Draw one dungeon large and the others small: beside it where the room is wide, under it where it is high."""
    x, y, w, h = box
    others = [one for one in shown if one.seat != large.seat]
    mine = view if large.seat == position.mover else _bare(view)
    strip = 92.0 if others else 0.0
    column = max(100.0, min(w - h - 24, w * 0.4))
    region = _region(large.dungeon, mine)
    if _cell_size(region, w, h - strip - 50) > _cell_size(region, w - column - 4, h):
        each = w / max(1, len(others))
        items = [_name_plate(position, large, names[large.seat], (x + 2, y + 2, w - 4, 44))]
        items += _dungeon_items(large, mine, (x, y + 48, w, h - strip - 50))
        boxes = [(x + i * each + 2, y + h - strip + 2, each - 4, strip - 4) for i in range(len(others))]
    else:
        first = min(h / (len(others) + 1), 54.0)
        items = [_name_plate(position, large, names[large.seat], (x + w - column, y + 1, column, first - 2))]
        items += _dungeon_items(large, mine, (x, y, w - column - 4, h))
        each = min((h - first) / max(1, len(others)), column * 0.75)
        boxes = [(x + w - column, y + first + i * each + 1, column, each - 2) for i in range(len(others))]
    return items + [_thumb(position, one, names[one.seat], place) for one, place in zip(others, boxes, strict=True)]


def _gold_coins(x: float, y: float, r: float, gold: int | None) -> str:
    """Draw the four recesses of a tile with the coins still in them."""
    if gold is None:
        return words(x, y + 4.5, "gold ?", SMALL, "fk-soft", "start")
    return "".join(circle(x + r + i * r * 2.3, y, r, "fk-coin" if i < gold else "fk-hole") for i in range(4))


def _name_plate(position: Position, shown: _Shown, name: str, box: Box) -> Item:
    """Draw whose dungeon it is, with the tile and the gold on it. Tapped, it is about that gold."""
    x, y, w, h = box
    gold = shown.dungeon.gold
    side = min(h - 4, 40.0)
    tile = group(tile_svg(side, gold, shown.number, letter=name[:1].upper()), 2, (h - side) / 2)
    turn = position.mover == shown.seat
    text = words(side + 8, h / 2 - 3, _cut(name, w - side - 14, 15), 15, "fk-b", "start")
    coins = _gold_coins(side + 8, h / 2 + 11, min(6.0, (w - side - 12) / 10), gold)
    back = rect(1, 1, w - 2, h - 2, "fk-panel fk-turn" if turn else "fk-panel", 10)
    label = f"{name}, {'gold not told' if gold is None else f'{gold} gold'}{', whose turn it is' if turn else ''}"
    return Item(f"{shown.seat}:name", x, y, w, h, back + tile + text + coins, f"gold/{shown.seat}", label)


def _thumb(position: Position, shown: _Shown, name: str, box: Box) -> Item:
    """Draw another dungeon small; a tap looks at it."""
    x, y, w, h = box
    dungeon = shown.dungeon
    top, bottom, left, right = drawn_cells(dungeon, False)
    side = min(h - 6, w * 0.5)
    size = min(side / max(3, bottom - top + 1, right - left + 1), 60.0)
    cells, wide, high = inner_svg(dungeon, size, shown.coins, seat=shown.number, multiplicity=shown.multiplicity)
    picture = group(cells, 3 + (side - wide) / 2, (h - high) / 2)
    low = sum(coin[0] for coin in shown.coins.values()) + (dungeon.gold or 0)
    text = side + 8
    room = w - text - 3
    step = min(18.0, h * 0.28)
    lines = words(text, h / 2 - step + 6, _cut(name, room, 14), 14, "fk-b", "start")
    lines += words(text, h / 2 + 4.5, f"{low} sure", SMALL, "fk-soft", "start")
    lines += _gold_coins(text, h / 2 + step - 1, min(4.5, room / 9.5), dungeon.gold)
    turn = position.mover == shown.seat
    back = rect(1, 1, w - 2, h - 2, "fk-table fk-turn" if turn else "fk-table", 10)
    label = f"{name}'s dungeon, {dungeon.card_count} cards, {low} points sure; look at it"
    return Item(f"{shown.seat}:small", x, y, w, h, back + picture + lines, f"seat/{shown.seat}", label)


# ------------------------------------------------------------ piles and lines


def _piles(position: Position, w: float, h: float) -> tuple[list[Item], float]:
    """Draw the four piles, the Choice Line under them and the Turn Order Line; return also the height they take."""
    card = 44.0 if h < 430 else 72.0 if h < 640 else 92.0
    label, slot, line = HEAD, float(TARGET), 20.0
    each = min(w / 4, 190.0)
    x0 = (w - 4 * each) / 2
    items = []
    for i in range(4):
        x = x0 + i * each
        items.append(_pile(position, i, (x + 1, 0, each - 2, label + card)))
        items.append(_choice(position, i, (x + 1, label + card, each - 2, slot)))
    items.append(_order_line(position, (x0, label + card + slot, 4 * each, line)))
    return items, label + card + slot + line + 1


def _pile(position: Position, number: int, box: Box) -> Item:
    x, y, w, h = box
    pile = position.piles[number]
    label = HEAD
    top, told = top_card(pile), top_card(pile) is not None
    head = f"{PILE_LABELS[number]} · {pile.down}"
    svg = words(w / 2, 11.5, shorten(head, w, SMALL), SMALL, "fk-soft fk-b")
    spoken = f"pile of {PILE_NAMES[number]}, {pile.down} cards; "
    if pile.down == 0:
        body = rect(3, label + 2, w - 6, h - label - 4, "fk-slot", 6) + words(
            w / 2, h / 2 + 12, "empty", SMALL, "fk-soft"
        )
        spoken += "empty"
    else:
        wide = min(w - 8, (h - label) * 1.7)
        left = (w - wide) / 2
        stack = "".join(
            rect(left + d, label + d, wide - 4, h - label - 4, "fk-under", 5) for d in (5.0, 2.5)[: pile.down - 1]
        )
        body = stack + group(card_svg(top, wide, h - label - 2), left, label)
        spoken += words_of_card(top) if told else "its top is not told yet"
    face = repr(pile.top) if pile.down else ""
    return Item(f"pile{number}", x, y, w, h, svg + body, PILES[number], spoken, face)


def _choice(position: Position, number: int, box: Box) -> Item:
    x, y, w, h = box
    tile = position.choice[number]
    key, place = f"choice{number}", f"choice/{PILES[number]}"
    above = PILE_NAMES[number]
    if not tile:
        svg = rect(3, 3, w - 6, h - 6, "fk-slot", 8) + words(w / 2, h / 2 + 4.5, "free", SMALL + 1, "fk-soft")
        return Item(key, x, y, w, h, svg, place, f"Choice Line under the {above}: free")
    seat = seat_of(tile)
    i = next(n for n, player in enumerate(position.players) if player.handle == seat)
    player = position.players[i]
    side = h - 8
    kind = "Acolyte" if is_acolyte(tile) else "Adventurer"
    svg = rect(2, 3, w - 4, h - 6, "fk-panel", 8)
    svg += group(tile_svg(side, None, i, acolyte=is_acolyte(tile), letter=player.name[:1].upper()), 4, 4)
    svg += words(side + 8, h / 2 - 1, _cut(player.name, w - side - 12, 13), 13, "fk-b", "start")
    if is_acolyte(tile):
        svg += words(side + 8, h / 2 + 13, shorten("Acolyte", w - side - 10, SMALL), SMALL, "fk-soft", "start")
    else:
        svg += _gold_coins(side + 8, h / 2 + 9, min(5.0, (w - side - 12) / 9.4), player.dungeon.gold)
    return Item(key, x, y, w, h, svg, place, f"Choice Line under the {above}: {player.name}'s {kind} tile", tile)


def _order_line(position: Position, box: Box) -> Item:
    """Draw who is still to play, left to right, and the order of the next round as the Choice Line has it so far."""
    x, y, w, h = box
    coming = [tile for tile in position.choice if tile]
    names = {player.handle: player.name for player in position.players}
    parts, at = [], 4.0
    for label, tiles in (("to play", position.order), ("next round", coming)):
        parts.append(words(at, h / 2 + 4.5, label, SMALL, "fk-soft", "start"))
        at += width_of(label, SMALL) + 4
        for tile in tiles:
            i = next(n for n, player in enumerate(position.players) if player.handle == seat_of(tile))
            letter = names[seat_of(tile)][:1].upper()
            parts.append(group(_chip(h, i, letter, is_acolyte(tile)), at, 0))
            at += h + 2
        if not tiles:
            parts.append(words(at, h / 2 + 4.5, "–", SMALL, "fk-soft", "start"))
        at = w / 2 + 4
    spoken = [
        f"{label}: {', '.join(names[seat_of(t)] + (' (Acolyte)' if is_acolyte(t) else '') for t in tiles) or 'nobody'}"
        for label, tiles in (("still to play", position.order), ("next round so far", coming))
    ]
    return _plain("order", x, y, w, h, "".join(parts), "; ".join(spoken))


def _chip(size: float, number: int, letter: str, acolyte: bool) -> str:
    """Draw a tile as a chip with a letter: square for an Adventurer, round for an Acolyte."""
    corner = size / 2 - 1 if acolyte else 5.0
    body = rect(1, 1, size - 2, size - 2, f"fk-seat{number % 4} fk-tile", corner)
    return body + words(size / 2, size / 2 + 4.5, letter, SMALL + 0.5, "fk-white fk-b")


def _glance_card(player: Player, sheet: ScoreSheet, number: int, turn: bool, box: Box) -> Item:
    x, y, w, h = box
    big = min(h * 0.45, w * 0.62, 260.0)
    name = min(50.0, big * 0.5)
    gold = player.dungeon.gold
    back = rect(6, 6, w - 12, h - 12, "fk-table fk-turn" if turn else "fk-table", 22)
    bar = rect(6, 6, w - 12, 14, f"fk-seat{number % 4}", 7)
    text = words(w / 2, 22 + name, _cut(player.name, w - 40, name), name, "fk-b")
    text += words(w / 2, h * 0.5 + big * 0.36, sheet.points, big, "fk-b")
    small = min(40.0, w * 0.19) if h > 260 else 24.0
    maybe = f"up to {sheet.up_to}" if not sheet.settled else "settled"
    text += words(w / 2, h - 36 - small * 0.75, maybe, small, "fk-soft")
    coins = _gold_coins(w / 2 - 4.45 * 12, h - 28, 12, gold) if gold is not None else ""
    told = "gold not told" if gold is None else f"{gold} gold"
    label = f"{player.name}: {sheet.points} points, up to {sheet.up_to}, {told}{'; to play' if turn else ''}"
    return _plain(f"glance:{player.handle}", x, y, w, h, back + bar + text + coins, label)
