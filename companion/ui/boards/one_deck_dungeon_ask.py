"""The board of *just ask*: one or two fights that are tapped together, and how they go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from companion.engine.svg import glyph, rect, words
from companion.games.one_deck_dungeon.boxes import COLOURS, Box
from companion.ui.board import Item, Scene
from companion.ui.boards import one_deck_dungeon_look as look
from companion.ui.boards.one_deck_dungeon import GAP, LOOK, Rect, View, frame, plain, room
from companion.ui.boards.one_deck_dungeon_dice import Die, dice_on
from companion.ui.boards.one_deck_dungeon_fight import FightCard, boxes_drawn, days_drawn, head_drawn, laid, ways_drawn


class Asked(msgspec.Struct, frozen=True):
    """A fight that is asked about.

    Args:
        card: as it is drawn.
        pool: numbers of dice: S, A, M, H.
        hearts: hearts of each hero.
    """

    card: FightCard
    pool: tuple[int, int, int, int]
    hearts: tuple[int, ...]


def asking_scene(fights: Sequence[Asked], view: View) -> Scene:
    """Draw the fights beside each other; dice and hearts are tapped to make them more.

    Args:
        fights: what is asked about.
        view: how.
    """
    x, y, w, h = room(view)
    wide = min((w - GAP * (len(fights) - 1)) / max(1, len(fights)), 460.0)
    left = x + (w - wide * len(fights) - GAP * (len(fights) - 1)) / 2
    items: list[Item] = []
    for i, one in enumerate(fights):
        items += _fight(one, (left + i * (wide + GAP), y, wide, h))
    return frame(view, " and ".join(one.card.name for one in fights) or "A fight", items)


def _fight(one: Asked, at: Rect) -> list[Item]:
    x, y, w, h = at
    n = one.card.n
    key = f"card/{n}"
    head, row, tail = 46.0, 48.0, 88.0
    items = [plain(f"panel {n}", x, y, w, h, rect(1, 1, w - 2, h - 2, "od-panel", 10))]
    items.append(head_drawn(one.card, key, one.card.name, (x, y, w, head)))
    middle = h - head - 2 * row - tail
    where = (x, y + head, w, middle)
    if one.card.ways:
        items += ways_drawn(one.card, where)
    else:
        items.append(plain(f"boxes {n}", *where, boxes_drawn(one.card.boxes, w, middle)))
    top = y + head + middle
    each = w / 4
    for i, (colour, many) in enumerate(zip(COLOURS, one.pool, strict=True)):
        size = min(36.0, each - 8)
        body = look.die((each - size) / 2, (row - size) / 2, size, colour, many)
        label = f"{many} {look.COLOUR_NAMES[colour]} dice"
        items.append(
            Item(f"dice {n} {colour}", x + i * each, top, each, row, body, f"die/{colour}/{n}", label, str(many))
        )
    wide = (w - 6) / max(1, len(one.hearts))
    for i, many in enumerate(one.hearts, start=1):
        body = rect(2, 3, wide - 4, row - 6, "od-well", 8) + glyph(look.HEART, wide / 2 - 12, row / 2, 24, "od-heart")
        body += words(wide / 2 + 4, row / 2 + 7, many, 20, "od-x", "start")
        place = f"heart/{'ab'[i - 1]}/{n}"
        items.append(
            Item(
                f"hearts {n} {i}",
                x + 3 + (i - 1) * wide,
                top + row,
                wide,
                row,
                body,
                place,
                f"{many} hearts",
                str(many),
            )
        )
    items.append(plain(f"days {n}", x, top + 2 * row, w, tail, days_drawn(one.card, w, 24.0, tail - 24)))
    return items


def tumbled_scene(
    boxes: Sequence[Box], lying: Mapping[int, Sequence[Die]], spare: Sequence[Die], size: tuple[int, int]
) -> Scene:
    """Draw boxes with the dice on them, and the dice beside them; a die that shows 0 was not rolled yet.

    Args:
        boxes: the boxes.
        lying: dice by the number of the box that they lie on, from 0.
        spare: the other dice.
        size: width and height in CSS pixels.
    """
    w, h = map(float, size)
    row = 40.0
    items = [
        plain(
            f"box {at}", x, y, wide, high, look.box(0, 0, wide, high, box, dice_on(lying.get(at, ()), wide, high, box))
        )
        for at, (box, (x, y, wide, high)) in enumerate(zip(boxes, laid(boxes, w, h - row - 4, 50), strict=True))
    ]
    left = (w - 38 * len(spare)) / 2
    for k, (colour, value) in enumerate(spare):
        body = look.die(2, 2, 34, colour, value or "?")
        items.append(plain(f"spare {k}", left + 38 * k, h - row, 38, 38, body))
    return Scene(w, h, "A Goblin and dice", tuple(items), LOOK)
