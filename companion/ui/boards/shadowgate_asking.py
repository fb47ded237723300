"""The board of *just ask* about a quest of Shadowgate: my number, the quest's number, and the chance."""

from __future__ import annotations

from companion.engine.svg import rect, words
from companion.ui.board import Item, Scene
from companion.ui.boards import shadowgate_look as look
from companion.ui.boards.shadowgate import LOOK, table_item

EDGE = 6.0
COLUMNS = 7
GAP = 3.0


def asking_scene(size: tuple[int, int], mine: int, quest: int, short: str, filled: int, odds: str) -> Scene:
    """Draw two rows of numbers and what follows from them.

    Args:
        size: width and height in CSS pixels.
        mine, quest: the numbers that are chosen; below 0 for none.
        short: "2 short"; empty while it is not known.
        filled: of ten dots; -1 where no chance can be said.
        odds: "4 in 10".
    """
    w, h = map(float, size)
    wide = min(w - 2 * EDGE, 560.0)
    left = (w - wide) / 2
    key = max(44.0, min(58.0, (h - 2 * EDGE - 130) / 4))
    items = [table_item(w, h)]
    top = EDGE
    for name, title, first, chosen in (("mine", "My number", 0, mine), ("quest", "The quest's number", 1, quest)):
        items.append(Item(f"head {name}", left, top, wide, 20, words(2, 15, title, 15, "sg-b", "start")))
        top += 21
        for n in range(2 * COLUMNS):
            at = (left + n % COLUMNS * wide / COLUMNS, top + n // COLUMNS * key)
            items.append(_key(f"slip/{name}/{first + n}", first + n, chosen, at, (wide / COLUMNS - GAP, key - GAP)))
        top += 2 * key + 2
    items.append(_result(short, filled, odds, (left, top, wide, h - top - EDGE)))
    return Scene(w, h, f"My number and the quest's number: {short} {odds}".strip(": "), tuple(items), LOOK)


def _key(place: str, number: int, chosen: int, at: tuple[float, float], size: tuple[float, float]) -> Item:
    (x, y), (w, h) = at, size
    on = number == chosen
    body = rect(1, 1, w - 2, h - 2, "sg-on" if on else "sg-key", 8)
    body += words(w / 2, h / 2 + 6.5, str(number), 18, "sg-b" + (" sg-on-words" if on else ""))
    _, name, _ = place.split("/")
    return Item(place, x, y, w, h, body, place, f"{'my' if name == 'mine' else 'the quest'} {number}")


def _result(short: str, filled: int, odds: str, at: tuple[float, float, float, float]) -> Item:
    x, y, w, h = at
    body = rect(1, 1, w - 2, h - 2, "sg-panel", 9)
    if not short:
        body += words(w / 2, h / 2 + 5, "the chance stands here", 14, "sg-soft")
        return Item("result", x, y, w, h, body)
    body += words(14, h / 2 + 7, short, 20, "sg-x", "start")
    if filled >= 0:
        body += look.dots(w / 2 - 50, h / 2, filled, 12, 4.6)
        body += words(w - 14, h / 2 + 7, odds, 20, "sg-x", "end")
    return Item("result", x, y, w, h, body, "", f"{short}: {odds}")
