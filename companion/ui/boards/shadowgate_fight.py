"""The Final Quest on the board of Shadowgate: the life of the boss, the red spaces, the traits, who lands it."""

from __future__ import annotations

from companion.engine.svg import rect, shorten, words
from companion.ui.board import Item, Scene
from companion.ui.boards import shadowgate_look as look
from companion.ui.boards.shadowgate import EDGE, GAP, LOOK, ROW, seat_item, table_item, trying_item
from companion.ui.boards.shadowgate_mat import mat_height, mat_items
from companion.ui.boards.shadowgate_view import Fight, SeatLine, View

TRAITS = ("Strength", "Resourceful", "Mental")
Rect = tuple[float, float, float, float]


def fight_scene(view: View) -> Scene:
    """Draw the fight.

    Args:
        view: what is shown; its `fight` is there.
    """
    fight = view.fight
    assert fight is not None
    w, h = map(float, view.size)
    wide = w - 2 * EDGE
    items = [table_item(w, h)]
    bottom = h - EDGE
    if view.mat is not None:
        low = mat_height(view.mat, wide, h - 150)
        items += mat_items(view.mat, (EDGE, bottom - low, wide, low))
        bottom -= low + GAP
    top = EDGE
    bar = 62.0 if h < 430 else 78.0
    items.append(_life(fight, (EDGE, top, wide, bar)))
    top += bar + GAP
    items += _traits(fight, (EDGE, top, wide, ROW))
    top += ROW + GAP
    if view.mat is None:
        line = 40.0
        items.append(_words(fight, (EDGE, top, wide, line)))
        top += line + GAP
    items += _seats(view, (EDGE, top, wide, bottom - top))
    if view.trying:
        items.append(trying_item(w, h))
    label = f"{fight.boss} has {fight.life} of {fight.full} left"
    return Scene(w, h, label, tuple(items), LOOK)


def _life(fight: Fight, at: Rect) -> Item:
    x, y, w, h = at
    body = rect(1, 1, w - 2, h - 2, "sg-panel", 8)
    body += words(8, 18, shorten(fight.boss, w * 0.5, 15), 15, "sg-b", "start")
    reds = (
        f"next red {fight.reds[0]}" + (f", then {fight.reds[1]}" if len(fight.reds) > 1 else "") if fight.reds else ""
    )
    body += words(w - 8, 18, reds, 13.5, "sg-soft", "end")
    left, top, high = 54.0, 27.0, h - 34
    bar = w - left - 10
    body += words(27, top + high * 0.78, str(fight.life), 27, "sg-x")
    body += rect(left, top, bar, high, "sg-life-back", 5)
    share = max(0.0, min(1.0, fight.life / fight.full))
    if share:
        body += rect(left + 2, top + 2, max(2.0, (bar - 4) * share), high - 4, "sg-life", 4)
    for red in fight.reds:
        at_x = left + bar * red / fight.full
        body += rect(at_x - 2.5, top - 2, 5, high + 4, "sg-life-red", 2)
    return Item(
        "life",
        x,
        y,
        w,
        h,
        body,
        "life",
        f"{fight.life} life left; red spaces at {', '.join(map(str, fight.reds)) or 'none told'}",
    )


def _traits(fight: Fight, at: Rect) -> list[Item]:
    x, y, w, h = at
    each = (w - 2 * GAP) / 3
    out = []
    for n, name in enumerate(TRAITS):
        chosen = n == fight.chosen
        body = look.painted(1, 1, each - 2, h - 2, look.TRAIT_COLOURS[n], 8, "" if chosen else "sg-grey")
        body += words(10, h / 2 + 5, shorten(name, each - 44, 14), 14, "sg-b sg-pale", "start")
        body += words(each - 10, h / 2 + 7, str(fight.traits[n]), 19, "sg-x sg-pale", "end")
        if chosen:
            body += rect(3, 3, each - 6, h - 6, "sg-chosen", 7)
        place = f"trait/{name.lower()}"
        said = ", chosen" if chosen else ""
        out.append(
            Item(place, x + n * (each + GAP), y, each, h, body, place, f"Attack with {name}, {fight.traits[n]}{said}")
        )
    return out


def _words(fight: Fight, at: Rect) -> Item:
    x, y, w, h = at
    kill = f"kill now: {fight.kill}" if fight.kill else ""
    body = words(4, 15, kill, 14.5, "sg-b", "start")
    body += words(w - 4, 15, shorten(fight.energy, w * 0.5, 13), 13, "sg-soft", "end")
    second = f"two skulls: {fight.skulls}, then a Death" if fight.skulls else "two skulls: it fails, and a Death"
    body += words(4, 34, second, 13.5, "sg-soft", "start")
    body += words(w - 4, 34, shorten(fight.action, w * 0.46, 13), 13, "sg-soft", "end")
    return Item("fight words", x, y, w, h, body, "", f"{kill}; {second}")


def _seats(view: View, at: Rect) -> list[Item]:
    x, y, w, h = at
    count = max(1, len(view.seats))
    if (h - 17) / count < ROW + 1:
        return _landers(view, at)
    step = min(60.0, (h - 17) / count)
    head = words(4, 13, "who lands the last blow", 13, "sg-b sg-soft", "start")
    items = [Item("fight head", x, y, w, 17, head)]
    side = 100.0
    for n, seat in enumerate(view.seats):
        top = y + 17 + n * step
        items.append(seat_item(seat, n, (x, top, w - side - GAP, step - 2)))
        items.append(_lands(seat, (x + w - side, top, side, step - 2)))
    return items


def _lands(seat: SeatLine, at: Rect) -> Item:
    x, y, w, h = at
    body = rect(1, 1, w - 2, h - 2, "sg-turn" if seat.turn else "sg-panel", 8)
    size = 14.5 if len(seat.chance) < 12 else 12.0
    body += words(w / 2, h / 2 + 6, shorten(seat.chance or "–", w - 4, size * 0.94), size, "sg-x")
    return Item(f"lands {seat.handle}", x, y, w, h, body, "", f"{seat.name} lands the last blow: {seat.chance}")


def _landers(view: View, at: Rect) -> list[Item]:
    """Draw the seats side by side where a mat leaves little room."""
    x, y, w, h = at
    count = max(1, len(view.seats))
    each = (w - GAP * (count - 1)) / count
    high = max(ROW, min(h, 64.0))
    out = []
    for n, seat in enumerate(view.seats):
        body = rect(1, 1, each - 2, high - 2, "sg-turn" if seat.turn else "sg-panel", 8)
        body += look.disc(13, 14, 8, n, seat.name[:1].upper())
        body += words(25, 19, shorten(seat.name, each - 28, 13.5), 13.5, "sg-b", "start")
        if high > 58:
            body += words(each / 2, high - 22, f"{seat.xp} XP", 12.5, "sg-b sg-soft")
        body += words(each / 2, high - 8, shorten(seat.chance or f"{seat.xp} XP", each - 4, 12.5), 12.5, "sg-x")
        label = f"{seat.name}: {seat.xp} XP, {seat.deaths} Death cards; lands the last blow: {seat.chance}"
        out.append(Item(f"seat {seat.handle}", x + n * (each + GAP), y, each, high, body, f"seat/{seat.handle}", label))
    return out
