"""Shadowgate at a glance: numbers that are read from across the table."""

from __future__ import annotations

from companion.engine.svg import rect, shorten, words
from companion.ui.board import Item, Scene
from companion.ui.boards import shadowgate_look as look
from companion.ui.boards.shadowgate import LOOK, table_item
from companion.ui.boards.shadowgate_view import View


def glance_scene(view: View) -> Scene:
    """Draw every seat's points and Deaths, the torch or the life of the boss, and whose turn it is."""
    w, h = map(float, view.size)
    items = [table_item(w, h)]
    top = 12.0
    band = min(110.0, h * 0.22)
    if view.fight is not None:
        said, sign = str(view.fight.life), look.skull(w / 2 - 60, top + band / 2, band * 0.6)
    else:
        said, sign = str(view.torch), look.torch(w / 2 - 60, top + band / 2, band * 0.7)
    body = sign + words(w / 2 + 30, top + band / 2 + band * 0.28, said, band * 0.8, "sg-x")
    items.append(Item("glance head", 0, 0, w, band + top, body, "", f"{'life' if view.fight else 'torch'} {said}"))
    each = (h - band - top - 12) / max(1, len(view.seats))
    for n, seat in enumerate(view.seats):
        high = each - 6
        size = max(24.0, min(64.0, high * 0.6))
        line = rect(8, 1, w - 16, high - 2, "sg-turn" if seat.turn else "sg-panel", 12)
        line += look.disc(40, high / 2, min(22.0, high * 0.36), n, seat.name[:1].upper())
        line += words(74, high / 2 + size * 0.25, shorten(seat.name, w * 0.4, size * 0.7), size * 0.7, "sg-b", "start")
        line += words(w - 96, high / 2 + size * 0.36, str(seat.xp), size, "sg-x", "end")
        line += look.skull(w - 70, high / 2, size * 0.5) + words(
            w - 24, high / 2 + size * 0.3, str(seat.deaths), size * 0.8, "sg-x", "end"
        )
        label = f"{seat.name}: {seat.xp} XP, {seat.deaths} Death cards"
        items.append(Item(f"glance {seat.handle}", 0, band + top + n * each, w, high, line, "", label))
    return Scene(w, h, "The ledger, to be read from across the table", tuple(items), LOOK)
