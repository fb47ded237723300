"""Scenes that teach Shadowgate: a castle about which something is asked, and two outcomes side by side."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from companion.engine.svg import rect, shorten, words
from companion.ui.board import Item, Look, Scene
from companion.ui.boards import shadowgate_look as look
from companion.ui.boards.shadowgate import LOOK, castle_item, castle_scene, quest_item
from companion.ui.boards.shadowgate_fight import fight_scene
from companion.ui.boards.shadowgate_view import Fight, QuestLine, SeatLine, View

HEAD = 44.0
"""Height of the two lines over each of two outcomes."""
GAP = 4.0
SEAT = 46.0
"""Height of a seat in one of two outcomes."""
MOST = 420.0
"""How wide one of two outcomes is at most."""
_CSS = ".pl-title{fill:var(--sg-words);font-weight:700}.pl-best{fill:none;stroke:var(--bd-high);stroke-width:3}"
TEACH = Look(LOOK.css + _CSS, LOOK.defs)

Rect = tuple[float, float, float, float]


class Led(msgspec.Struct, frozen=True):
    """What an answer has led to.

    Args:
        title: whose it is: "Yours", "The best".
        line: what it means: "4 in 10"; may be empty.
        view: the position, as the board shows it.
    """

    title: str
    line: str
    view: View


def quiet(view: View, attacking: bool = False) -> View:
    """Return what a board shows without the odds and what is short: they may be the very thing that is asked.

    Args:
        view: what the board shows.
        attacking: whether the trait of an attack is settled; else none is shown as chosen.
    """
    quests = tuple(replace(one, short="", filled=-1, odds="", others=(), tried=False) for one in view.quests)
    seats = tuple(replace(one, chance="") for one in view.seats)
    fight = view.fight
    if fight is not None:
        fight = replace(fight, kill="", skulls="", chosen=fight.chosen if attacking else -1)
    return replace(view, quests=quests, seats=seats, fight=fight)


def taught_scene(view: View) -> Scene:
    """Draw one position as at the table."""
    return replace(castle_scene(view) if view.fight is None else fight_scene(view), look=TEACH)


def compared_scene(led: Sequence[Led], size: tuple[int, int]) -> Scene:
    """Draw what an answer leads to beside what the best one leads to; nothing can be tapped.

    Args:
        led: the answer's, then the best.
        size: width and height in CSS pixels.
    """
    w, h = map(float, size)
    half = min((w - 8) / 2, MOST)
    left = (w - 2 * half - 8) / 2
    items: list[Item] = []
    for n, (one, name) in enumerate(zip(led, ("yours", "best"), strict=True)):
        x = left + n * (half + 8)
        said = words(half / 2, 19, one.title, 16, "pl-title") + words(half / 2, 37, one.line, 13.5, "pl-title")
        items.append(Item(f"{name} title", x, 0, half, HEAD, said, "", f"{one.title}: {one.line}"))
        items += _outcome(one.view, name, (x + 4, HEAD, half - 8, h - HEAD - 6))
    edge = rect(1.5, 1.5, half - 3, h - 3, "pl-best", 12)
    items.append(Item("best edge", left + half + 8, 0, half, h, edge))
    return Scene(w, h, "What it leads to, beside the best", tuple(items), TEACH)


def _outcome(view: View, name: str, at: Rect) -> list[Item]:
    """Draw a position small: the boss or the torch, whoever sits there, and the quest that is tried."""
    x, y, w, h = at
    items = [Item(f"{name}:table", x, y, w, h, rect(1, 1, w - 2, h - 2, "sg-table", 10))]
    x, y, w = x + 5, y + 5, w - 10
    bottom = at[1] + h - 5
    items.append(_torch(view, name, (x, y, w, 50)) if view.fight is None else _life(view.fight, name, (x, y, w, 50)))
    y += 50 + GAP
    if view.fight is None:
        items.append(_plain(castle_item(view, (x, y, w, SEAT)), name))
        y += SEAT + GAP
    for number, seat in enumerate(view.seats):
        if y + SEAT <= bottom:
            items.append(_seat(seat, number, name, (x, y, w, SEAT)))
            y += SEAT + GAP
    tried = next((one for one in view.quests if one.tried and view.fight is None), None)
    if tried is not None and bottom - y >= 60:
        items.append(_quest(tried, name, (x, y, w, min(bottom - y, 118.0))))
    return items


def _plain(item: Item, name: str) -> Item:
    """Return a thing of the board as part of an outcome: nothing to tap."""
    return replace(item, key=f"{name}:{item.key}", place="")


def _quest(quest: QuestLine, name: str, at: Rect) -> Item:
    return _plain(quest_item(quest, at, True), name)


def _torch(view: View, name: str, at: Rect) -> Item:
    x, y, w, h = at
    body = rect(1, 1, w - 2, h - 2, "sg-panel", 8) + look.torch(w / 2 - 26, h / 2, 30)
    body += words(w / 2 + 14, h / 2 + 8, str(view.torch or "–"), 24, "sg-x")
    return Item(f"{name}:torch", x, y, w, h, body, "", f"The torch stands on {view.torch}")


def _life(fight: Fight, name: str, at: Rect) -> Item:
    x, y, w, h = at
    body = rect(1, 1, w - 2, h - 2, "sg-panel", 8)
    body += words(8, 18, shorten(fight.boss, w - 50, 14), 14, "sg-b", "start")
    body += words(w - 8, 20, str(fight.life), 19, "sg-x", "end")
    body += rect(8, 27, w - 16, 14, "sg-life-back", 4)
    share = max(0.0, min(1.0, fight.life / fight.full))
    if share:
        body += rect(10, 29, max(2.0, (w - 20) * share), 10, "sg-life", 3)
    for red in fight.reds:
        body += rect(8 + (w - 16) * red / fight.full - 2, 25, 4, 18, "sg-life-red", 2)
    return Item(f"{name}:life", x, y, w, h, body, "", f"{fight.life} life left")


def _seat(seat: SeatLine, number: int, name: str, at: Rect) -> Item:
    """Draw a seat in two lines: who it is with XP and Deaths, and the traits."""
    x, y, w, h = at
    body = rect(1, 1, w - 2, h - 2, "sg-turn" if seat.turn else "sg-panel", 8)
    body += look.disc(14, 14, 8.5, number, seat.name[:1].upper())
    body += words(27, 19, shorten(seat.name, w * 0.4, 14), 14, "sg-b", "start")
    right = w - 8
    if seat.deaths:
        body += words(right, 19, str(seat.deaths), 14, "sg-x sg-warn", "end") + look.skull(right - 17, 14, 15)
        right -= 30
    body += words(right, 19, f"{seat.xp} XP", 14, "sg-x", "end")
    each = (w - 12) / 3
    for n, value in enumerate(seat.traits):
        left = 6 + n * each
        body += look.painted(left + 1, 25, each - 2, 17, look.TRAIT_COLOURS[n], 4)
        body += words(left + each / 2, 38, f"{look.TRAIT_LETTERS[n]} {value}", 13, "sg-x sg-pale")
    label = f"{seat.name}: traits {', '.join(seat.traits)}, {seat.xp} XP, {seat.deaths} Death cards"
    return Item(f"{name}:{seat.handle}", x, y, w, h, body, "", label)


__all__ = ["TEACH", "Led", "compared_scene", "quiet", "taught_scene"]
