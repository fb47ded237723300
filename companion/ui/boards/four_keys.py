"""The board of 4 KEYS: scenes made from a position. Pure functions; what they draw is in `games.four_keys.drawing`.

Every scene is laid out in CSS pixels for the room that the page has. `places` names what can be tapped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import structs

from companion.engine.game import ScoreSheet
from companion.engine.svg import rect, width_of, words
from companion.games.four_keys.dungeon import Dungeon
from companion.games.four_keys.glyphs import DEFS, style
from companion.games.four_keys.scoring import SCORING_OPTIONS, score
from companion.games.four_keys.state import Player, Position
from companion.ui.board import Item, Look, Scene
from companion.ui.boards.four_keys_dungeon import (
    EDGE,
    Box,
    Shown,
    View,
    cell_size,
    dungeon_items,
    plain,
    region_of,
    shown_of,
)
from companion.ui.boards.four_keys_table import cut_bold, gold_coins, name_plate, piles_and_lines, thumb

__all__ = ["LOOK", "View", "dungeon_scene", "glance_scene", "paint_scene", "table_scene"]

LOOK = Look(style(".c-board"), DEFS)
SIDE_BY_SIDE = 56
"""From this size of a card on all dungeons are drawn side by side."""


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
    shown = shown_of(dungeon, seat, number, sheet, rules)
    w, h = view.size
    items = dungeon_items(shown, view, (0, 0, w, h))
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
        items, top = piles_and_lines(position, w, h)
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
    left = f"{position.round} of {position.rounds}" if not position.finished else "the end"
    items = [plain("round", 0, 0, w, head, words(w / 2, 48, f"Round {left}", 42, "fk-b"))]
    for i, (player, sheet) in enumerate(zip(position.players, sheets, strict=True)):
        box = (i % columns * each_w, head + i // columns * each_h, each_w, each_h)
        items.append(_glance_card(player, sheet, i, position.mover == player.handle, box))
    return _scene(view, "Scores at a glance", items)


def _scene(view: View, label: str, items: list[Item]) -> Scene:
    w, h = view.size
    edge = EDGE if view.trying else 0
    inside = (structs.replace(item, x=item.x + edge, y=item.y + edge) for item in items)
    return Scene(w + 2 * edge, h + 2 * edge, label, (*inside, *_over(view)), LOOK)


def _over(view: View) -> list[Item]:
    """Return what lies over everything and lets taps through: the stripes of Try mode, the veil of an old picture."""
    w, h = view.size
    items = []
    if view.trying:
        w, h = w + 2 * EDGE, h + 2 * EDGE
        edge = rect(3.5, 3.5, w - 7, h - 7, "fk-try-a", 12) + rect(3.5, 3.5, w - 7, h - 7, "fk-try-b", 12)
        items.append(plain("trying", 0, 0, w, h, edge))
    if view.as_of:
        text = f"as of {view.as_of}"
        wide = width_of(text, 16) + 28
        chip = rect(w / 2 - wide / 2, h / 2 - 18, wide, 36, "fk-panel", 18) + words(w / 2, h / 2 + 6, text, 16, "fk-b")
        items.append(plain("as-of", 0, 0, w, h, rect(0, 0, w, h, "fk-veil") + chip))
    return items


def _options(position: Position) -> dict[str, bool]:
    return {name: getattr(position.rules, name) for name in SCORING_OPTIONS}


def _all_shown(position: Position, sheets: Sequence[ScoreSheet]) -> list[Shown]:
    rules = _options(position)
    told: list[ScoreSheet | None] = [*sheets] or [None] * len(position.players)
    return [
        shown_of(player.dungeon, player.handle, i, sheet, rules)
        for i, (player, sheet) in enumerate(zip(position.players, told, strict=True))
    ]


def _cells_beside(shown: Sequence[Shown], box: Box) -> float:
    """Return the size of a card where all dungeons are drawn side by side with all their spaces."""
    _, _, w, h = box
    return min((w / len(shown) - 16) / 5, (h - 44) / 5)


def _side_by_side(
    position: Position, shown: Sequence[Shown], view: View, box: Box, names: Mapping[str, str]
) -> list[Item]:
    x, y, w, h = box
    each = w / len(shown)
    views = [view if one.seat == position.mover else _bare(view) for one in shown]
    size = min(cell_size(region_of(one.dungeon, mine), each, h - 46) for one, mine in zip(shown, views, strict=True))
    items: list[Item] = []
    for i, (one, mine) in enumerate(zip(shown, views, strict=True)):
        items.append(name_plate(position, one, names[one.seat], (x + i * each + 4, y + 2, each - 8, 44)))
        items += dungeon_items(one, mine, (x + i * each, y + 46, each, h - 46), size)
    return items


def _bare(view: View) -> View:
    """Return the view without what belongs to the acting dungeon alone."""
    return msgspec.structs.replace(view, gains={}, ghost=None, pointing="")


def _one_large(
    position: Position, shown: Sequence[Shown], large: Shown, view: View, box: Box, names: Mapping[str, str]
) -> list[Item]:
    """Draw one dungeon large and the others small: beside it where the room is wide, under it where it is high."""
    x, y, w, h = box
    others = [one for one in shown if one.seat != large.seat]
    mine = view if large.seat == position.mover else _bare(view)
    strip = 92.0 if others else 0.0
    column = max(100.0, min(w - h - 24, w * 0.4))
    region = region_of(large.dungeon, mine)
    if cell_size(region, w, h - strip - 50) > cell_size(region, w - column - 4, h):
        each = w / max(1, len(others))
        items = [name_plate(position, large, names[large.seat], (x + 2, y + 2, w - 4, 44))]
        items += dungeon_items(large, mine, (x, y + 48, w, h - strip - 50))
        boxes = [(x + i * each + 2, y + h - strip + 2, each - 4, strip - 4) for i in range(len(others))]
    else:
        first = min(h / (len(others) + 1), 54.0)
        items = [name_plate(position, large, names[large.seat], (x + w - column, y + 1, column, first - 2))]
        items += dungeon_items(large, mine, (x, y, w - column - 4, h))
        each = min((h - first) / max(1, len(others)), column * 0.75)
        boxes = [(x + w - column, y + first + i * each + 1, column, each - 2) for i in range(len(others))]
    return items + [thumb(position, one, names[one.seat], place) for one, place in zip(others, boxes, strict=True)]


def _glance_card(player: Player, sheet: ScoreSheet, number: int, turn: bool, box: Box) -> Item:
    x, y, w, h = box
    big = min(h * 0.45, w * 0.62, 260.0)
    name = min(50.0, big * 0.5)
    gold = player.dungeon.gold
    back = rect(6, 6, w - 12, h - 12, "fk-table fk-turn" if turn else "fk-table", 22)
    bar = rect(6, 6, w - 12, 14, f"fk-seat{number % 4}", 7)
    text = words(w / 2, 22 + name, cut_bold(player.name, w - 40, name), name, "fk-b")
    text += words(w / 2, h * 0.5 + big * 0.36, sheet.points, big, "fk-b")
    small = min(40.0, w * 0.19) if h > 260 else 24.0
    maybe = f"up to {sheet.up_to}" if not sheet.settled else "settled"
    text += words(w / 2, h - 36 - small * 0.75, maybe, small, "fk-soft")
    coins = gold_coins(w / 2 - 4.45 * 12, h - 28, 12, gold) if gold is not None else ""
    told = "gold not told" if gold is None else f"{gold} gold"
    label = f"{player.name}: {sheet.points} points, up to {sheet.up_to}, {told}{'; to play' if turn else ''}"
    return plain(f"glance:{player.handle}", x, y, w, h, back + bar + text + coins, label)
