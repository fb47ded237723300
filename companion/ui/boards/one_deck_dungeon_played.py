"""Scenes that teach One Deck Dungeon: boxes to tap, ways to place a roll, two pairs, and what answers lead to."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from companion.engine.svg import rect, shorten, words
from companion.games.one_deck_dungeon.boxes import Box
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.course import arrange
from companion.games.one_deck_dungeon.rooms import boss, boxes
from companion.games.one_deck_dungeon.state import Fight, Part, Position
from companion.games.one_deck_dungeon.telling import people, title
from companion.ui.board import Item, Look, Scene
from companion.ui.boards import one_deck_dungeon_look as look
from companion.ui.boards.one_deck_dungeon import (
    GAP,
    LOOK,
    Rect,
    View,
    counts,
    frame,
    hearts_row,
    hero_height,
    heroes,
    plain,
    room,
)
from companion.ui.boards.one_deck_dungeon_fight import FightCard, boxes_drawn, head_drawn, laid

Die = tuple[str, int]
"""Colour and value."""

HEAD = 34.0
"""Height of the name of a foe."""
TITLE = 44.0
"""Height of the two lines over each of two answers."""
DIE = 34.0
NAME = 23.0
"""Height of the letter of a way."""
SMALL = 72.0
"""Side of the largest box of a way."""
_CSS = """
.op-best{fill:none;stroke:var(--bd-high);stroke-width:3}
.op-die{fill:none;stroke:var(--bd-high);stroke-width:3}
"""
TEACH = Look(LOOK.css + _CSS.replace("\n", ""), LOOK.defs)


class Led(msgspec.Struct, frozen=True):
    """What an answer has led to.

    Args:
        title: whose it is: "Yours", "The best".
        line: what it means: "2 hearts"; may be empty.
        state: the position.
    """

    title: str
    line: str
    state: Position


class Shown(msgspec.Struct, frozen=True):
    """A way to place a roll, to be tapped.

    Args:
        place: what a tap sends.
        label: its name, with the black dice it makes after a colon.
        state: the position with the dice on the boxes.
    """

    place: str
    label: str
    state: Position


def _taught(scene: Scene) -> Scene:
    return replace(scene, look=TEACH)


def _fight(state: Position) -> Fight:
    assert state.fight is not None
    return state.fight


def foe_card(cat: Catalogue, state: Position, part: Part) -> FightCard:
    """Return the head of a fight's card: its name, and whether it is a boss."""
    if state.at_boss:
        enemy = boss(cat, state)
        return FightCard(n=0, name=enemy.name or "The boss" if enemy is not None else "The boss", tone="boss")
    foe = cat.foe(part.card)
    return FightCard(n=1, name=title(part.card.name), tone=foe.kind or "plain" if foe is not None else "plain")


# --------------------------------------------------------------------------------------------------- one card, asked


def card_scene(cat: Catalogue, state: Position, view: View, die: str = "", tapped: bool = False) -> Scene:
    """Draw the card of a fight, those who fight with their hearts, the boxes, and the dice that lie there.

    Args:
        cat: the cards.
        state: a fight whose dice were rolled.
        view: how.
        die: the die that it is about: "S6"; it gets an edge.
        tapped: whether boxes can be tapped.
    """
    x, y, w, h = room(view)
    fight, hero = _fight(state), 40.0
    card = foe_card(cat, state, fight.part)
    items = [head_drawn(card, "", card.name, (x, y, w, HEAD), "head")]
    items += _hearts(cat, state, fight.part.heroes, (x, y + HEAD + 2, w, hero))
    rows = _rows(len(fight.dice), w)
    low = rows * (DIE + 8) + 8
    top = y + HEAD + hero + GAP
    middle = h - HEAD - hero - 2 * GAP - low
    items.append(plain("card", x, top, w, middle, rect(1, 1, w - 2, middle - 2, "od-panel", 10)))
    asked = boxes(cat, state, fight)
    for n, (box, where) in enumerate(zip(asked, laid(asked, w, middle - 8, 96.0), strict=True), start=1):
        dice = [(one.colour, one.value) for at, one in fight.placed if at == n - 1]
        items.append(_box(n, box, dice, (x + where[0], top + 3 + where[1], where[2], where[3]), tapped))
    items.append(_dice(fight, (x, y + h - low, w, low), die))
    return _taught(frame(view, f"{card.name}: boxes and dice", items))


def _rows(dice: int, w: float) -> int:
    return -(-max(1, dice) // max(1, int(w // (DIE + 7))))


def _hearts(cat: Catalogue, state: Position, pair: Sequence[str], at: Rect) -> list[Item]:
    x, y, w, h = at
    wide = (w - GAP * (len(pair) - 1)) / max(1, len(pair))
    items = []
    for i, handle in enumerate(pair):
        hero = state.hero(handle)
        body = rect(1, 1, wide - 2, h - 2, "od-well", 8)
        body += words(10, h / 2 + 5, shorten(hero.name, wide * 0.36, 15), 15, "od-x", "start")
        body += hearts_row(cat, state, hero, (wide * 0.36, h / 2 - 10, wide * 0.61, 20))
        items.append(plain(f"hero {handle}", x + i * (wide + GAP), y, wide, h, body, hero.name))
    return items


def _box(n: int, box: Box, dice: Sequence[Die], where: Rect, tapped: bool) -> Item:
    x, y, w, h = where
    label = f"box {n}: {box}{', ' + ' '.join(f'{c}{v}' for c, v in dice) if dice else ''}"
    body = look.box(0, 0, w, h, box, _lying(dice, w, h, box))
    return Item(f"box {n}", x, y, w, h, body, f"box/{n}" if tapped else "", label)


def _lying(dice: Sequence[Die], w: float, h: float, box: Box) -> str:
    """Draw dice side by side on a box; nothing where it is empty."""
    if not dice:
        return ""
    room_ = h - (min(22.0, h * 0.32) if box.damage + box.time + box.poison else 0.0)
    size = min(room_ - 4, (w - 4) / len(dice) - 1, 56.0)
    left = (w - len(dice) * (size + 1) + 1) / 2
    return "".join(look.die(left + k * (size + 1), (room_ - size) / 2 + 1, size, c, v) for k, (c, v) in enumerate(dice))


def _dice(fight: Fight, at: Rect, about: str) -> Item:
    """Draw the dice that lie free; the first of those that the question is about has an edge."""
    x, y, w, h = at
    columns = max(1, int(w // (DIE + 7)))
    body, said = "", [str(die) for die in fight.dice]
    long = min(columns, max(1, len(said))) * (DIE + 7) - 7
    for k, die in enumerate(fight.dice):
        row, column = divmod(k, columns)
        left, top = (w - long) / 2 + column * (DIE + 7), 8 + row * (DIE + 8)
        body += look.die(left, top, DIE, die.colour, die.value)
        if about and said.index(about) == k:
            body += rect(left - 3, top - 3, DIE + 6, DIE + 6, "op-die", 9)
    if not fight.dice:
        body = words(w / 2, h / 2 + 6, "no die left over", 14, "od-soft")
    return plain("dice", x, y, w, h, body, f"dice: {' '.join(said)}")


# ------------------------------------------------------------------------------------------------- ways to be tapped


def ways_scene(cat: Catalogue, state: Position, ways: Sequence[Shown], view: View) -> Scene:
    """Draw the roll, and the ways to place it beside and under each other.

    Args:
        cat: the cards.
        state: the roll as it lies.
        ways: at most four.
        view: how.
    """
    x, y, w, h = room(view)
    fight = _fight(state)
    card = foe_card(cat, state, fight.part)
    head = HEAD if h > 430 else 26.0
    items = [head_drawn(card, "", card.name, (x, y, w, head), "head")]
    top = _rows(len(fight.dice), w) * (DIE + 8) + 8
    items.append(_dice(fight, (x, y + head, w, top), ""))
    columns, wide, high = _tiled(boxes(cat, state, fight), len(ways), w, h - head - top)
    for k, way in enumerate(ways):
        row, column = divmod(k, columns)
        body = _way(cat, way, wide, high)
        at = (x + column * (wide + GAP), y + head + top + row * (high + GAP), wide, high)
        items.append(Item(way.place, *at, body, way.place, _way_label(cat, way)))
    return _taught(frame(view, f"{card.name}: {len(ways)} ways to place the dice", items))


def _tiled(asked: Sequence[Box], ways: int, w: float, h: float) -> tuple[int, float, float]:
    """Return columns, width and height of tiles such that the boxes on them are as large as can be."""
    tiles = []
    for columns in range(1, ways + 1):
        rows = -(-ways // columns)
        wide, high = (w - GAP * (columns - 1)) / columns, (h - GAP * (rows - 1)) / rows
        side = laid(asked, wide, high - NAME, SMALL)[0][3]
        tiles.append((side, columns, wide, high))
    _, columns, wide, high = max(tiles)
    return columns, wide, high


def _way(cat: Catalogue, way: Shown, w: float, h: float) -> str:
    name, _, made = way.label.partition(": ")
    body = rect(1, 1, w - 2, h - 2, "od-panel", 10)
    body += words(12, 19, name.removeprefix("Way "), 17, "od-x", "start")
    body += words(w - 8, 17, _made(made, w - 38), 12.5, "od-b", "end")
    return body + _small(cat, way.state, (0, NAME - 3, w, h - NAME))


def _made(made: str, w: float) -> str:
    """Return which black dice are made of which, as short as there is room: "A5+A6=H5", or "A5+A6"."""
    blacks = [black.replace(" ", "") for black in made.split(", ")]
    said = ", ".join(blacks)
    if shorten(said, w, 12.5) == said:
        return said
    return shorten(", ".join(black.partition("=")[0] for black in blacks), w, 12.5)


def _small(cat: Catalogue, state: Position, at: Rect) -> str:
    """Draw the boxes of a fight with the dice on them."""
    x, y, w, h = at
    fight = _fight(state)
    asked = boxes(cat, state, fight)
    body = ""
    for n, (box, (left, top, wide, high)) in enumerate(zip(asked, laid(asked, w, h, SMALL), strict=True)):
        dice = [(one.colour, one.value) for spot, one in fight.placed if spot == n]
        shape = look.box(0, 0, wide, high, box, _lying(dice, wide, high, box))
        body += f'<g transform="translate({x + left:.1f} {y + top:.1f})">{shape}</g>'
    return body


def _way_label(cat: Catalogue, way: Shown) -> str:
    fight = _fight(way.state)
    asked = boxes(cat, way.state, fight)
    covered = {at for at, _ in fight.placed}
    said = [f"{box} {'covered' if at in covered else 'open'}" for at, box in enumerate(asked)]
    return f"{way.label}; {', '.join(said)}"


# ------------------------------------------------------------------------------------------------------ two pairs


def doors_scene(cat: Catalogue, state: Position, view: View) -> Scene:
    """Draw the two cards of an open door, with who meets them where that is known, and the heroes with their dice."""
    x, y, w, h = room(view)
    low = hero_height(state, w, h)
    high = h - low - GAP
    there = state if state.fight else arrange(cat, state, (state.handles[:2], state.handles[2:]), (1, 2), "")
    parts = [part if state.fight else replace(part, heroes=()) for part in _fight(there).parts]
    wide = (w - GAP * (len(parts) - 1)) / len(parts)
    items = []
    for i, part in enumerate(parts):
        items += _foe(cat, there, part, f"card {i}", (x + i * (wide + GAP), y, wide, high))
    items += heroes(cat, state, view, (x, y + high + GAP, w, low))
    return _taught(frame(view, " and ".join(title(part.card.name) for part in parts), items))


def _foe(cat: Catalogue, state: Position, part: Part, key: str, at: Rect) -> list[Item]:
    """Draw the name of a foe, who meets it where that is known, and its boxes."""
    x, y, w, h = at
    card = foe_card(cat, state, part)
    line = 22.0 if part.heroes else 0.0
    body = rect(1, 1, w - 2, h - HEAD - 2, "od-panel", 10)
    body += words(w / 2, 19, shorten(people(state, part.heroes), w - 8, 15), 15, "od-x") if line else ""
    asked = boxes(cat, state, Fight((part,)))
    shape = boxes_drawn(asked, w, h - HEAD - line - 6)
    body += f'<g transform="translate(0 {line + 3})">{shape}</g>'
    return [
        head_drawn(card, "", card.name, (x, y, w, HEAD), f"{key} head"),
        plain(f"{key} boxes", x, y + HEAD, w, h - HEAD, body, f"{people(state, part.heroes)} {card.name}".strip()),
    ]


# ------------------------------------------------------------------------------------------------------ what it led to


def compared_scene(cat: Catalogue, led: Sequence[Led], size: tuple[int, int]) -> Scene:
    """Draw what an answer leads to beside what the best one leads to; nothing can be tapped.

    Args:
        cat: the cards.
        led: the answer's, then the best.
        size: width and height in CSS pixels.
    """
    w, h = map(float, size)
    half = min((w - 8) / 2, 440.0)
    left = (w - 2 * half - 8) / 2
    items: list[Item] = []
    for n, (one, name) in enumerate(zip(led, ("yours", "best"), strict=True)):
        x = left + n * (half + 8)
        said = words(half / 2, 19, one.title, 16, "od-x")
        said += words(half / 2, 37, shorten(one.line, half - 8, 13.5), 13.5, "od-b")
        items.append(plain(f"{name} title", x, 0, half, TITLE, said, f"{one.title}: {one.line}"))
        items += _half(cat, one.state, name, (x + 4, TITLE, half - 8, h - TITLE - 6))
    edge = rect(1.5, 1.5, half - 3, h - 3, "op-best", 12)
    items.append(plain("best edge", left + half + 8, 0, half, h, edge))
    return Scene(w, h, "What it leads to, beside the best", tuple(items), TEACH)


def _half(cat: Catalogue, state: Position, name: str, at: Rect) -> list[Item]:
    """Draw a position small: a fight with its dice, two pairs, or the heroes."""
    x, y, w, h = at
    fight = state.fight
    if fight is None:
        return _party(cat, state, name, at)
    if fight.dice or fight.placed:
        card = foe_card(cat, state, fight.part)
        low = (_rows(len(fight.dice), w) * (DIE + 8) + 8) if fight.dice else 0.0
        high = h - HEAD - low
        body = rect(1, 1, w - 2, high - 2, "od-panel", 10) + _small(cat, state, (0, 2, w, high - 6))
        head = head_drawn(card, "", card.name, (x, y, w, HEAD), f"{name}:head")
        label = _way_label(cat, Shown("", name, state))
        dice = [replace(_dice(fight, (x, y + h - low, w, low), ""), key=f"{name}:dice")] if low else []
        return [head, plain(f"{name}:boxes", x, y + HEAD, w, high, body, label), *dice]
    high = (h - GAP) / len(fight.parts)
    items = []
    for k, part in enumerate(fight.parts):
        items += _foe(cat, state, part, f"{name}:{k}", (x, y + k * (high + GAP), w, high - GAP))
    return items


def _party(cat: Catalogue, state: Position, name: str, at: Rect) -> list[Item]:
    """Draw the heroes one under the other: names, dice, hearts and poison."""
    x, y, w, h = at
    high = min(120.0, h / len(state.heroes))
    items = []
    for k, hero in enumerate(state.heroes):
        body = rect(1, 1, w - 2, high - 6, "od-panel", 10)
        body += words(w / 2, high * 0.24, shorten(hero.name, w - 8, 16), 16, "od-x")
        body += hearts_row(cat, state, hero, (4, high * 0.34, w - 8, 24))
        dice = counts(cat, state, hero)
        size = min(24.0, high * 0.26)
        body += look.pips((w - len(dice) * (size + 2) + 2) / 2, high * 0.62, size, dice)[0]
        label = f"{hero.name}: {hero.damage} damage, {hero.poison} poison"
        items.append(plain(f"{name}:{hero.handle}", x, y + k * high, w, high, body, label))
    return items


__all__ = ["TEACH", "Led", "Shown", "card_scene", "compared_scene", "doors_scene", "foe_card", "ways_scene"]
