"""Scenes that teach The Four Doors: a tower about which something is asked, and two small towers compared."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from companion.engine.svg import glyph, rect, shorten, words
from companion.games.four_doors.box import Box
from companion.games.four_doors.cards import SIDES
from companion.games.four_doors.state import Position
from companion.games.four_doors.telling import title
from companion.games.four_doors.tower import BEACON, CAPACITY, Door
from companion.ui.board import Item, Look, Scene
from companion.ui.boards import four_doors_look as look
from companion.ui.boards.four_doors import LOOK, View, fate, plain, tower_scene

HEAD = 44.0
"""Height of the two lines over each of two towers."""
GAP = 3.0
ROWS = 4
_CSS = """
.pl-title{fill:var(--fd-words);font-weight:700}
.pl-best{fill:none;stroke:var(--bd-high);stroke-width:3}
"""
TEACH = Look(LOOK.css + _CSS.replace("\n", ""), LOOK.defs)

Rect = tuple[float, float, float, float]


class Led(msgspec.Struct, frozen=True):
    """What an answer has led to.

    Args:
        title: whose it is: "Yours", "The best".
        line: what it means: "we lose 9 in 100"; may be empty.
        state: the position.
    """

    title: str
    line: str
    state: Position


def taught_scene(box: Box, state: Position, view: View) -> Scene:
    """Draw one tower as at the table; a hand lies under it where the view names one."""
    return replace(tower_scene(box, state, view), look=TEACH)


def compared_scene(led: Sequence[Led], size: tuple[int, int]) -> Scene:
    """Draw what an answer leads to beside what the best one leads to; nothing can be tapped.

    Args:
        led: the answer's, then the best.
        size: width and height in CSS pixels.
    """
    w, h = map(float, size)
    items: list[Item] = []
    half = min((w - 8) / 2, 420.0)
    left = (w - 2 * half - 8) / 2
    for n, (one, name) in enumerate(zip(led, ("yours", "best"), strict=True)):
        x = left + n * (half + 8)
        said = words(half / 2, 19, one.title, 16, "pl-title") + words(half / 2, 37, one.line, 13, "pl-title")
        items.append(plain(f"{name} title", x, 0, half, HEAD, said, f"{one.title}: {one.line}"))
        items += _tower(one.state, name, (x, HEAD, half, h - HEAD - 2))
    edge = rect(1.5, 1.5, half - 3, h - 3, "pl-best", 12)
    items.append(plain("best edge", left + half + 8, 0, half, h, edge))
    return Scene(w, h, "What it leads to, beside the best", tuple(items), TEACH)


def _tower(state: Position, name: str, at: Rect) -> list[Item]:
    """Draw a tower small: names, states and shadows, and no more."""
    x, y, w, h = at
    back = {"": "fd-board", "won": "fd-won"}.get(state.ended, "fd-fallen")
    items = [plain(f"{name}:table", x + 4, y, w - 8, h - 4, rect(1, 1, w - 10, h - 6, back, 10))]
    inside = (x + 8, y + 4, w - 16)
    rows: list[Door | str] = [*state.tower.doors, *state.tower.gone]
    each = (h - 14 - GAP * len(rows)) / (len(rows) + 0.8)
    items.append(_beacon(state, name, (*inside, each * 0.8)))
    for n, door in enumerate(rows):
        here = (inside[0], inside[1] + each * 0.8 + GAP + n * (each + GAP), inside[2], each)
        items.append(_row(state, name, door, here) if isinstance(door, Door) else _gone(state, name, door, here))
    return items


def _beacon(state: Position, name: str, at: Rect) -> Item:
    x, y, w, h = at
    lit = state.ended == "won"
    body = rect(w * 0.2, 1, w * 0.6, h - 2, "fd-beacon-lit" if lit else "fd-beacon", 8)
    there = any(player.at == BEACON for player in state.players)
    body += words(w / 2, h / 2 + (-1 if there else 5), "Beacon", 13.5, "fd-x fd-beacon-words")
    body += _pawns(state, BEACON, w / 2, h - 11)
    return plain(f"{name}:beacon", x, y, w, h, body, "the Beacon, lit" if lit else "the Beacon")


def _row(state: Position, name: str, door: Door, at: Rect) -> Item:
    x, y, w, h = at
    side = w * 0.28
    middle = w - 2 * side - 2 * GAP
    body = look.painted(side + GAP, 1, middle, h - 2, look.colour_of(door.name), "fd-frame", 8)
    body += words(w / 2, h * 0.36, shorten(title(door.name), middle - 4, 15), 14, "fd-x fd-pale")
    pawns = _pawns(state, door.name, w / 2, h - 12)
    if door.half and not pawns:
        body += words(w / 2, h * 0.36 + 16, "half", 12.5, "fd-b fd-pale")
    body += pawns
    if door.half:
        body += rect(side + GAP + middle - 9, 3, 7, h - 6, "fd-leaf", 2)
    if door.found:
        body += glyph(look.STAR, side + GAP + 9, h - 10, 14, "fd-star-found")
    for which, left in zip(SIDES, (0.0, w - side), strict=True):
        body += _pips(door, which, left, (side, h))
    counts = f"{len(door.left)} shadows left, {len(door.right)} right"
    label = f"{title(door.name)}, {'half shut' if door.half else 'open'}, {counts}"
    return plain(f"{name}:{door.name}", x, y, w, h, body, label)


def _pips(door: Door, which: str, left: float, room: tuple[float, float]) -> str:
    """Draw the shadows of a side as small cards, filled from the door outwards."""
    w, h = room
    doom = fate(door, which) in ("shuts", "loses")
    body = rect(left + 0.5, 1, w - 1, h - 2, "fd-side-full" if doom else "fd-side", 7)
    wide = min((w - 6) / CAPACITY - 2, h * 0.5, 26.0)
    high = min(h - 8, wide * 1.4)
    top = (h - high) / 2
    for n in range(CAPACITY):
        step = 4 + n * (wide + 2)
        x = left + (w - step - wide if which == "left" else step)
        if n < len(door.side(which)):
            body += rect(x, top, wide, high, "fd-card", 2)
            body += glyph(look.MOON, x + wide / 2, top + high / 2, wide * 0.7, "fd-moon")
        else:
            body += rect(x, top, wide, high, "fd-slot", 2)
    return body


def _pawns(state: Position, place: str, middle: float, y: float) -> str:
    there = [(i, player) for i, player in enumerate(state.players) if player.at == place]
    left = middle - (len(there) - 1) * 10
    return "".join(
        look.pawn(left + n * 20, y, 9, i, player.name[:1].upper(), player.handle == state.active)
        for n, (i, player) in enumerate(there)
    )


def _gone(state: Position, name: str, door: str, at: Rect) -> Item:
    x, y, w, h = at
    tone = "fd-night-words" if state.ended else "fd-soft"
    body = rect(w * 0.2, 1, w * 0.6, h - 2, "fd-gone", 8)
    body += words(w / 2, h / 2 + 5, f"{title(door)}: gone", 13.5, f"fd-b {tone}")
    return plain(f"{name}:{door}", x, y, w, h, body, f"{title(door)} has vanished")


__all__ = ["TEACH", "Led", "compared_scene", "taught_scene"]
