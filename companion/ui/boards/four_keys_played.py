"""Scenes that teach: dungeons without their coins, a card played out with lines from keys to doors, two compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from companion.engine.svg import circle, num, rect, tag, words
from companion.games.four_keys.drawing import cell_svg
from companion.games.four_keys.dungeon import (
    GRID,
    LINES,
    DoorCell,
    Dungeon,
    KeyCell,
    StartCell,
    cell_name,
)
from companion.games.four_keys.scoring import score
from companion.games.four_keys.state import Position
from companion.ui.board import Item, Look, Scene
from companion.ui.boards.four_keys import LOOK
from companion.ui.boards.four_keys_dungeon import Box, Shown, View, dungeon_items, plain, shown_of
from companion.ui.boards.four_keys_table import piles_and_lines

RUN = 0.45
"""Seconds that a line takes from a key to its door."""
TICK = 0.11
"""Seconds between two numbers of the coin that counts."""

_CSS = f"""
.pl-run {{ fill: none; stroke: #ffb31a; stroke-width: 5; stroke-linecap: round;
  stroke-dasharray: 1; stroke-dashoffset: 1; opacity: .9; animation: pl-run {RUN}s ease-out forwards; }}
.pl-spark {{ fill: #ffb31a; }}
.pl-num {{ opacity: 0; animation: pl-num {TICK}s linear forwards; }}
.pl-last {{ opacity: 0; animation: pl-last .1s linear forwards; }}
.pl-title {{ fill: var(--fk-words); font-weight: 700; }}
.pl-best {{ fill: none; stroke: var(--bd-high); stroke-width: 3; }}
@keyframes pl-run {{ to {{ stroke-dashoffset: 0; }} }}
@keyframes pl-num {{ 0%, 99% {{ opacity: 1; }} 100% {{ opacity: 0; }} }}
@keyframes pl-last {{ to {{ opacity: 1; }} }}
@media (prefers-reduced-motion: reduce) {{ .pl-run {{ stroke-dashoffset: 0; }} .pl-last {{ opacity: 1; }} }}
"""
TEACH = Look(LOOK.css + _CSS.replace("\n", " "), LOOK.defs)


def asked_scene(dungeon: Dungeon, view: View, *, coins: bool = False, lacks: bool = True) -> Scene:
    """Draw a dungeon about which something is asked.

    Args:
        dungeon: what lies there.
        view: how.
        coins: draw what the rooms are worth; it may be the very thing that is asked.
        lacks: draw what closed doors lack; likewise.
    """
    w, h = view.size
    shown = shown_of(dungeon, "", 0, None, {})
    if not coins:
        shown = msgspec.structs.replace(shown, coins={})
    items = dungeon_items(shown, view, (0, 0, w, h))
    if not lacks:
        items = [_unhelped(dungeon, item) for item in items]
    return Scene(w, h, f"Dungeon with {dungeon.card_count} cards", tuple(items), TEACH)


def _unhelped(dungeon: Dungeon, item: Item) -> Item:
    """Return a cell without the strip that says what a closed door lacks."""
    at = next((i for i in range(GRID * GRID) if item.place == cell_name(i)), -1)
    cell = dungeon.cells[at] if at >= 0 else None
    if not isinstance(cell, DoorCell | StartCell) or cell.open:
        return item
    return msgspec.structs.replace(item, svg=cell_svg(cell, item.w), label="a closed door")


def played_scene(before: Dungeon, after: Dungeon, view: View, *, count: bool = True) -> Scene:
    """Draw a card that has just been laid: lines run from the keys to the doors that open, a coin counts up.

    Args:
        before: without the card.
        after: with it, its doors open.
        view: how.
        count: show the coin that counts from the points before to those after.
    """
    w, h = view.size
    items = dungeon_items(shown_of(after, "", 0, None, {}), view, (0, 0, w, h))
    items += list(_lines(before, after, items))
    if count:
        table = items[0]
        items.append(_counter(score(before).points, score(after).points, min(w, table.x + table.w + 20), table.y))
    return Scene(w, h, f"Dungeon with {after.card_count} cards, {score(after).points} points", tuple(items), TEACH)


def opened(before: Dungeon, after: Dungeon) -> list[int]:
    """Return the cells of the doors that are open after, and were closed or not there before."""
    out = []
    for at, cell in enumerate(after.cells):
        was = before.cells[at]
        shut = not (isinstance(was, DoorCell | StartCell) and was.open)
        if isinstance(cell, DoorCell | StartCell) and cell.open and cell.needs and shut:
            out.append(at)
    return out


def _lines(before: Dungeon, after: Dungeon, items: Iterable[Item]) -> Iterator[Item]:
    """Draw a line to each door that opened from each key in its row and column that shows what it needs."""
    middle = {item.place: (item.x + item.w / 2, item.y + item.h / 2) for item in items if item.place}
    for door in opened(before, after):
        lying = after.cells[door]
        needs = set(lying.needs or "") if isinstance(lying, DoorCell | StartCell) else set()
        for at in LINES[door]:
            cell = after.cells[at]
            if not isinstance(cell, KeyCell) or not needs & set(cell.shows or ""):
                continue
            start, end = middle.get(cell_name(at)), middle.get(cell_name(door))
            if start and end:
                yield _line(f"run {at} {door}", start, end)


def _line(key: str, start: tuple[float, float], end: tuple[float, float]) -> Item:
    d = f"M{num(start[0])} {num(start[1])}L{num(end[0])} {num(end[1])}"
    run = tag("path", d=d, cls="pl-run", pathLength="1")
    return plain(key, 0, 0, 0, 0, run + circle(start[0], start[1], 6, "pl-spark"))


def _counter(low: int, high: int, right: float, top: float) -> Item:
    """Draw a coin at a corner, whose number runs from one to the other; the last stays."""
    r = 23.0
    step = 1 if high >= low else -1
    numbers = [*range(low, high, step), high]
    body = circle(r, r, r - 2, "fk-coin")
    for i, number in enumerate(numbers):
        cls = "fk-coin-words pl-last" if i == len(numbers) - 1 else "fk-coin-words pl-num"
        text = words(r, r + 7, number, 20, cls)
        body += text.replace("<text ", f'<text style="animation-delay:{RUN + i * TICK:.2f}s" ')
    label = f"{high} points" if low == high else f"from {low} to {high} points"
    return plain("counter", right - 2 * r - 2, max(0.0, top - 18), 2 * r, 2 * r, body, label)


def compared_scene(before: Dungeon, yours: Dungeon, best: Dungeon, view: View) -> Scene:
    """Draw what an answer leads to beside what the best one leads to.

    Args:
        before: the dungeon of the question.
        yours: what the answer leads to.
        best: what the best answer leads to.
        view: how.
    """
    w, h = view.size
    pairs = [("yours", "Yours", yours), ("best", "The best", best)]
    items: list[Item] = []
    for (name, title, dungeon), box in zip(pairs, _halves(w, h), strict=True):
        x, y, wide, high = box
        head = f"{title}: {score(dungeon).points}"
        items.append(plain(f"{name} title", x, y + 5, wide, 24, words(wide / 2, 17, head, 16, "pl-title")))
        shown = shown_of(dungeon, name, 0, None, {})
        cells = dungeon_items(shown, view, (x + 4, y + 30, wide - 8, high - 35))
        lines = _lines(before, dungeon, [msgspec.structs.replace(c, place=c.place.partition(":")[2]) for c in cells])
        items += [msgspec.structs.replace(cell, place="") for cell in cells]
        items += [msgspec.structs.replace(line, key=f"{name} {line.key}") for line in lines]
    x, y, wide, high = _halves(w, h)[1]
    items.append(plain("best edge", x, y, wide, high, rect(1.5, 1.5, wide - 3, high - 3, "pl-best", 12)))
    return Scene(w, h, "What it leads to, beside the best", tuple(items), TEACH)


def _halves(w: float, h: float) -> tuple[Box, Box]:
    """Return two boxes: side by side where it is wide, else one over the other."""
    if w >= h:
        return (0, 0, w / 2 - 4, h), (w / 2 + 4, 0, w / 2 - 4, h)
    return (0, 0, w, h / 2 - 4), (0, h / 2 + 4, w, h / 2 - 4)


def lines_scene(positions: Iterable[tuple[str, Position]], view: View) -> Scene:
    """Draw piles, Choice Line and Turn Order Line of one position, or of two to compare.

    Args:
        positions: each with its title; an empty title draws none.
        view: how.
    """
    w, h = view.size
    told = list(positions)
    items: list[Item] = []
    room = h / len(told)
    for number, (title, position) in enumerate(told):
        head = 24.0 if title else 0.0
        made, high = piles_and_lines(position, w, min(room - head, 640.0))
        top = number * room + max(0.0, (room - head - high) / 2)
        if title:
            items.append(plain(f"title {number}", 0, top, w, head, words(w / 2, 17, title, 16, "pl-title")))
        items += [
            msgspec.structs.replace(item, key=f"{number} {item.key}", y=item.y + top + head, place="") for item in made
        ]
    return Scene(w, h, "The Choice Line", tuple(items), TEACH)


__all__ = ["TEACH", "Shown", "asked_scene", "compared_scene", "lines_scene", "opened", "played_scene"]
