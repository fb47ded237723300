"""The board of a fight whose dice are followed: its boxes with the dice on them, and the dice that are left over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from companion.engine.svg import rect, shorten, words
from companion.games.one_deck_dungeon.boxes import Box
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.state import Position
from companion.ui.board import Item, Scene
from companion.ui.boards import one_deck_dungeon_look as look
from companion.ui.boards.one_deck_dungeon import GAP, Rect, View, frame, hearts_row, plain, room
from companion.ui.boards.one_deck_dungeon_fight import laid

Die = tuple[str, int]
"""Colour and value."""
NARROW = 600
"""Width under which the board is that of a phone."""
ROW, UNCOVERED = 30.0, 34.0
"""Height of a row of the dice pad, and how much of its rows finds room under a phone's board."""
HELPS = 52.0
"""Height of what may be used before the roll."""


class Rolling(msgspec.Struct, frozen=True, kw_only=True):
    """A fight as it is drawn while dice are rolled and placed.

    Args:
        name: the foe.
        tone: "combat", "peril" or "boss".
        pair: who fights.
        boxes: what it asks for.
        lying: dice by the number of the box that they lie on, from 0.
        spare: dice that lie beside the card, each with its number among the free dice.
        pool: dice that are about to be rolled, in words; empty once they lie there.
        helps: what may be used before the roll: place, name and worth.
        rows: how many rows of dice the pad has while they are tapped.
        sought: whether a better placement than the one that is drawn is still being looked for.
    """

    name: str
    tone: str
    pair: tuple[str, ...]
    boxes: tuple[Box, ...]
    lying: Mapping[int, tuple[Die, ...]] = msgspec.field(default_factory=dict)
    spare: tuple[tuple[int, Die], ...] = ()
    pool: str = ""
    helps: tuple[tuple[str, str, str], ...] = ()
    rows: int = 3
    sought: bool = False


def rolling_scene(cat: Catalogue, state: Position, one: Rolling, view: View) -> Scene:
    """Draw the card of a fight with its heroes, its boxes and the dice."""
    x, y, w, h = room(view)
    head, hero, dice = 32.0, 48.0, 50.0
    back = rect(1, 1, w - 2, head - 2, f"od-{one.tone}", 9)
    body = back + words(w / 2, head / 2 + 6, shorten(one.name, w - 20, 17), 17, "od-x od-pale")
    items = [plain("head", x, y, w, head, body)]
    items += _heroes(cat, state, one, (x, y + head + 2, w, hero))
    top = y + head + hero + GAP
    helps = HELPS if one.helps else 0.0
    items += _helps(one, (x, top, w, helps - GAP))
    top += helps
    rows = -(-max(1, len(one.spare)) // max(1, int(w // 47)))
    low = dice * rows if not one.pool else 0.0
    middle = h - head - hero - GAP - helps - low
    items.append(plain("card", x, top, w, middle, rect(1, 1, w - 2, middle - 2, "od-panel", 10)))
    most = 64.0 if view.size[1] < 450 else 96.0
    # The pad with the dice lies over the lower part of a phone's board.
    covered = max(0.0, ROW * one.rows - UNCOVERED) if one.pool and view.size[0] < NARROW else 0.0
    free = max(48.0, middle - covered)
    for at, (one_box, where) in enumerate(zip(one.boxes, laid(one.boxes, w, free - 8, most), strict=True)):
        items.append(_box(at, one_box, one, (x + where[0], top + 2 + where[1], where[2], where[3])))
    if low:
        items += _spare(one.spare, (x, top + middle, w, low))
    return frame(view, f"{one.name}: boxes and dice", items)


def _heroes(cat: Catalogue, state: Position, one: Rolling, at: Rect) -> list[Item]:
    x, y, w, h = at
    wide = (w - GAP * (len(one.pair) - 1)) / max(1, len(one.pair))
    items = []
    for i, handle in enumerate(one.pair):
        hero = state.hero(handle)
        body = rect(1, 1, wide - 2, h - 2, "od-well", 8)
        body += words(10, h / 2 + 5, shorten(hero.name, wide * 0.4, 15), 15, "od-x", "start")
        body += hearts_row(cat, state, hero, (wide * 0.42, h / 2 - 10, wide * 0.55, 20))
        place = f"hero/{handle}"
        items.append(Item(place, x + i * (wide + GAP), y, wide, h, body, place, hero.name, ""))
    return items


def _helps(one: Rolling, at: Rect) -> list[Item]:
    """Draw what may be used before the roll, with its worth; a tap uses it."""
    x, y, w, h = at
    wide = (w - GAP * (len(one.helps) - 1)) / max(1, len(one.helps))
    items = []
    for i, (place, name, worth) in enumerate(one.helps):
        body = rect(1, 1, wide - 2, h - 2, "od-chosen", 8)
        body += words(wide / 2, h / 2 - 2, shorten(name, wide - 8, 14), 14, "od-x")
        body += words(wide / 2, h / 2 + 14, shorten(worth, wide - 8, 12.5), 12.5, "od-good")
        items.append(Item(place, x + i * (wide + GAP), y, wide, h, body, place, f"{name}: {worth}", worth))
    return items


def _box(at: int, box: Box, one: Rolling, where: Rect) -> Item:
    """Draw a box with the dice that lie on it, pale while a better place for them may still be found."""
    x, y, w, h = where
    dice = one.lying.get(at, ())
    lying = dice_on(dice, w, h, box)
    if one.sought and lying:
        lying = f'<g opacity="0.6">{lying}</g>'
    label = f"box {at + 1}: {box}{', covered by ' + ' '.join(f'{c}{v}' for c, v in dice) if dice else ''}"
    body = look.box(0, 0, w, h, box, lying)
    return Item(f"box {at + 1}", x, y, w, h, body, "", label, "covered" if dice else "open")


def dice_on(dice: Sequence[Die], w: float, h: float, box: Box) -> str:
    """Draw the dice that lie on a box side by side; nothing where none do."""
    if not dice:
        return ""
    cost = box.damage + box.time + box.poison
    room = h - (min(22.0, h * 0.32) if cost else 0.0)
    size = min(room - 6, (w - 6) / len(dice) - 2, 56.0)
    left = (w - len(dice) * (size + 2) + 2) / 2
    return "".join(
        look.die(left + k * (size + 2), (room - size) / 2 + 1, size, colour, value)
        for k, (colour, value) in enumerate(dice)
    )


def _spare(dice: Sequence[tuple[int, Die]], at: Rect) -> list[Item]:
    """Draw the dice that are left over; a tap changes one."""
    x, y, w, _ = at
    each = 46.0
    columns = max(1, int(w // (each + 1)))
    items = [] if dice else [plain("none left", x, y, w, 40, words(w / 2, 28, "no die left over", 14, "od-soft"))]
    for k, (n, (colour, value)) in enumerate(dice):
        row, column = divmod(k, columns)
        body = look.die(5, 6, 36, colour, value)
        place = f"die/{n}"
        label = f"{look.COLOUR_NAMES[colour]} die showing {value}"
        items.append(Item(place, x + column * (each + 1), y + row * 50, each, 48, body, place, label, str(value)))
    return items
