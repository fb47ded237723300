"""The board of Shadowgate: the ledger, the torch and the locks, the quests with their odds, and perhaps a mat."""

from __future__ import annotations

from companion.engine.svg import rect, shorten, width_of, words
from companion.ui.board import Item, Look, Scene
from companion.ui.boards import shadowgate_look as look
from companion.ui.boards.shadowgate_mat import mat_height, mat_items
from companion.ui.boards.shadowgate_view import QuestLine, SeatLine, View

LOOK = Look(look.style(".c-board"))
GAP = 4.0
EDGE = 6.0
ROW = 44.0
"""Height of a line of the ledger: a finger."""
TALL = 470.0
"""From this height on the Torch track lies as a row of its own under the ledger."""
WIDE = 560.0
"""From this width on quests lie in two columns."""

BOLD = 1.1
"""How much wider than plain ones bold words are."""

Rect = tuple[float, float, float, float]
"""Left, top, width, height in pixels."""


def castle_scene(view: View) -> Scene:
    """Draw the table: who stands how, what lies there, and what of it is likely.

    Args:
        view: what is shown.
    """
    w, h = map(float, view.size)
    items = [table_item(w, h)]
    inside = (EDGE, EDGE, w - 2 * EDGE, h - 2 * EDGE)
    tiles = view.mat is not None or (len(view.seats) > 3 and h < TALL)
    high = _ledger_height(view, inside, tiles)
    items += (_tiles if tiles else _lines)(view, (inside[0], inside[1], inside[2], high))
    top = inside[1] + high + GAP
    bottom = h - EDGE
    if view.mat is not None:
        low = mat_height(view.mat, inside[2], inside[3] - high)
        items += mat_items(view.mat, (EDGE, bottom - low, inside[2], low))
        bottom -= low + GAP
    items += _quests(view, (EDGE, top, inside[2], bottom - top))
    if view.trying:
        items.append(trying_item(w, h))
    return Scene(w, h, _label(view), tuple(items), LOOK)


def _label(view: View) -> str:
    seats = ", ".join(f"{one.name} {one.xp} XP" for one in view.seats)
    return f"The castle: {seats}; torch {view.torch}; {sum(one.kind == 'quest' for one in view.quests)} quests"


def table_item(w: float, h: float) -> Item:
    """Return the stone that everything lies on."""
    body = rect(2, 2, w - 4, h - 4, "sg-table", 12)
    seams = "".join(f"M8 {y:.0f}H{w - 8:.0f}" for y in range(58, int(h) - 20, 58))
    return Item("table", 0, 0, w, h, body + f'<path d="{seams}" class="sg-seam"/>')


def trying_item(w: float, h: float) -> Item:
    """Return the striped edge of Try mode."""
    edge = rect(5, 5, w - 10, h - 10, "sg-try-a", 12) + rect(5, 5, w - 10, h - 10, "sg-try-b", 12)
    return Item("trying", 0, 0, w, h, edge)


# ----------------------------------------------------------------------------------------------------------- the ledger


def _ledger_height(view: View, inside: Rect, tiles: bool) -> float:
    if tiles:
        return 66.0 + (ROW + GAP if _has_track(view) else 0.0)
    return 17.0 + (ROW + 1) * max(2, len(view.seats)) + (ROW + GAP if _has_track(view) else 0.0)


def _has_track(view: View) -> bool:
    """Say whether there is room for the whole Torch track as a row of its own."""
    return view.size[1] >= TALL and view.size[0] >= WIDE


def _side(w: float) -> float:
    """Return the width of the column of the torch and the locks."""
    return min(112.0, w * 0.245)


def _lines(view: View, at: Rect) -> list[Item]:
    """Draw the ledger as lines, with the torch and the locks beside it."""
    x, y, w, h = at
    track = _has_track(view)
    side = 0.0 if track else _side(w) + GAP
    wide = w - side
    items = [Item("ledger head", x, y, wide, 17, _head(wide))]
    top = y + 17
    for number, seat in enumerate(view.seats):
        items.append(seat_item(seat, number, (x, top + number * (ROW + 1), wide, ROW)))
    if track:
        low = y + h - ROW
        castle = min(220.0, w * 0.4)
        items += [
            torch_track(view, (x, low, w - castle - GAP, ROW)),
            castle_item(view, (x + w - castle, low, castle, ROW)),
        ]
        return items
    half = (h - GAP) / 2
    items.append(_torch(view, (x + wide + GAP, y, side - GAP, half)))
    items.append(castle_item(view, (x + wide + GAP, y + half + GAP, side - GAP, half)))
    return items


def columns(w: float) -> tuple[float, ...]:
    """Return where the columns of a line stand: three traits, XP, skulls."""
    name = max(74.0, w * 0.31)
    each = (w - name - 8) / 5
    return tuple(name + each * (n + 0.5) for n in range(5))


def _head(w: float) -> str:
    at = columns(w)
    body = "".join(
        words(x, 13, text, 13, "sg-b sg-soft") for x, text in zip(at, ("Str", "Res", "Men", "XP", ""), strict=True)
    )
    return body + look.skull(at[4], 9, 15)


def seat_item(seat: SeatLine, number: int, at: Rect) -> Item:
    """Draw a line of the ledger; a tap says what has changed."""
    x, y, w, h = at
    body = rect(1, 1, w - 2, h - 2, "sg-turn" if seat.turn else "sg-panel", 8)
    body += look.disc(17, h / 2, 11, number, seat.name[:1].upper())
    where = columns(w)
    name = shorten(seat.name, (where[0] - 13 - 34) / BOLD, 15.5)
    middle = h / 2 + 5.5
    under = "last turn" if seat.last else "defeated" if seat.out else ""
    body += words(32, middle - (6 if under else 0), name, 15.5, "sg-b", "start")
    if under:
        body += words(32, h - 7, under, 12, "sg-b sg-warn", "start")
    for n, value in enumerate(seat.traits):
        body += look.painted(where[n] - 13, h / 2 - 12, 26, 24, look.TRAIT_COLOURS[n], 6)
        body += words(where[n], middle, value, 16, "sg-x sg-pale")
    body += words(where[3], middle, str(seat.xp), 18, "sg-x")
    body += words(
        where[4], middle, str(seat.deaths) if seat.deaths else "·", 17, "sg-x sg-warn" if seat.deaths else "sg-dim"
    )
    said = " ".join(
        f"{name} {value}," for name, value in zip(("Strength", "Resourceful", "Mental"), seat.traits, strict=True)
    )
    label = f"{seat.name}: {said} {seat.xp} XP, {seat.deaths} Death cards{', to move' if seat.turn else ''}"
    return Item(
        f"seat {seat.handle}",
        x,
        y,
        w,
        h,
        f'<g class="sg-grey">{body}</g>' if seat.out else body,
        f"seat/{seat.handle}",
        label,
    )


def _tiles(view: View, at: Rect) -> list[Item]:
    """Draw the ledger as tiles side by side, with the torch and the locks as two more."""
    x, y, w, h = at
    high = 66.0
    track = _has_track(view)
    count = len(view.seats) + (0 if track else 2)
    each = (w - GAP * (count - 1)) / count
    items = [_tile(seat, n, (x + n * (each + GAP), y, each, high)) for n, seat in enumerate(view.seats)]
    if track:
        low, castle = y + h - ROW, min(230.0, w * 0.42)
        items.append(torch_track(view, (x, low, w - castle - GAP, ROW)))
        items.append(castle_item(view, (x + w - castle, low, castle, ROW)))
        return items
    left = x + len(view.seats) * (each + GAP)
    items.append(_torch(view, (left, y, each, high)))
    items.append(castle_item(view, (left + each + GAP, y, each, high)))
    return items


def _tile(seat: SeatLine, number: int, at: Rect) -> Item:
    x, y, w, h = at
    body = rect(1, 1, w - 2, h - 2, "sg-turn" if seat.turn else "sg-panel", 8)
    if seat.looking:
        body += rect(3, 3, w - 6, h - 6, "sg-chosen", 7).replace("sg-chosen", "sg-seam")
    body += look.disc(13, 13, 8, number, seat.name[:1].upper())
    body += words(24, 18, shorten(seat.name, w - 27, 13.5), 13.5, "sg-b", "start")
    each = (w - 8) / 3
    for n, value in enumerate(seat.traits):
        body += look.painted(4 + n * each + 1, 25, each - 2, 18, look.TRAIT_COLOURS[n], 4)
        body += words(4 + (n + 0.5) * each, 39, value, 14, "sg-x sg-pale")
    tight = w < 84 and (seat.deaths or seat.last)
    body += words(6, h - 7, str(seat.xp) if tight else f"{seat.xp} XP", 13.5, "sg-x", "start")
    if seat.last:
        body += words(w - 5, h - 7, "last", 12.5, "sg-b sg-warn", "end")
    elif seat.deaths:
        body += look.skull(w - 22, h - 12, 14) + words(w - 8, h - 7, str(seat.deaths), 13, "sg-x sg-warn")
    label = f"{seat.name}: traits {', '.join(seat.traits)}, {seat.xp} XP, {seat.deaths} Death cards"
    return Item(f"seat {seat.handle}", x, y, w, h, body, f"seat/{seat.handle}", label)


def _torch(view: View, at: Rect) -> Item:
    x, y, w, h = at
    body = rect(1, 1, w - 2, h - 2, "sg-panel", 8)
    red = view.reds is not None and view.torch in view.reds
    low = h < 62
    body += look.torch(w * 0.28, h / 2 - (0 if low else 8), min(30.0, h * 0.6))
    body += words(
        w * 0.66, h / 2 + (3 if low else -1), str(view.torch or "–"), 22, "sg-x" + (" sg-warn" if red else "")
    )
    if view.penalty:
        body += words(w / 2, h - 6, f"{view.penalty[:3].title()} −1", 12.5, "sg-b sg-warn")
    elif not low:
        body += words(w / 2, h - 6, "on red" if red else "torch", 12.5, "sg-b sg-warn" if red else "sg-soft")
    return Item("torch", x, y, w, h, body, "torch", _torch_label(view))


def _torch_label(view: View) -> str:
    hurt = f", one less {view.penalty.title()}" if view.penalty else ""
    return f"The torch stands on {view.torch}{hurt}"


def torch_track(view: View, at: Rect) -> Item:
    """Draw the whole Torch track from 10 to the skull."""
    x, y, w, h = at
    body = rect(1, 1, w - 2, h - 2, "sg-panel", 8)
    tail = 62.0 if view.penalty else 0.0
    each = (w - 30 - tail) / 11
    body += look.torch(16, h / 2, 24)
    for n in range(11):
        left, number = 28 + n * each, 10 - n
        now = number == view.torch
        red = view.reds is not None and number in view.reds
        kind = "sg-step-now" if now else "sg-step-red" if red else "sg-step"
        body += rect(left + 1.5, 8, each - 3, h - 16, kind, 5)
        middle = left + each / 2
        if number:
            body += words(
                middle,
                h / 2 + 5,
                str(number),
                14,
                "sg-x" + (" sg-step-words" if now else " sg-warn" if red else " sg-soft"),
            )
        else:
            body += look.skull(middle, h / 2, 18)
    if view.penalty:
        body += words(w - tail / 2 - 2, h / 2 + 5, f"{view.penalty[:3].title()} −1", 14, "sg-b sg-warn")
    return Item("torch", x, y, w, h, body, "torch", _torch_label(view))


def castle_item(view: View, at: Rect) -> Item:
    """Draw the locks of the decks, the pieces of the Staff, and the Great Barrier."""
    x, y, w, h = at
    body = rect(1, 1, w - 2, h - 2, "sg-panel", 8)
    decks = view.decks
    each = (w - 8) / max(1, len(decks))
    low = h < 58
    line = h / 2 - (6 if low else 9)
    for n, (deck, opened) in enumerate(decks):
        middle = 4 + (n + 0.5) * each
        tone = "sg-x" + ("" if opened else " sg-dim")
        if each > 36 or low:
            body += words(middle - 8, line + 5, deck, 14, tone) + look.lock(middle + 10, line + 1, 13, not opened)
        else:
            body += words(middle, h * 0.29, deck, 13, tone) + look.lock(middle, h * 0.53, 13, not opened)
    said = f"staff {view.staff}/3" + (" · barrier" if view.barrier and w > 130 else "")
    if w < 70:
        said = f"staff {view.staff}" + ("▣" if view.barrier else "")
    body += words(w / 2, h - 6, shorten(said, w - 4, 12.5), 12.5, "sg-b sg-soft")
    told = ", ".join(f"deck {deck} {'open' if is_open else 'locked'}" for deck, is_open in decks)
    label = f"The castle: {told}; {view.staff} of 3 pieces of the Staff"
    label += "; the Great Barrier is out" if view.barrier else ""
    return Item("castle", x, y, w, h, body, "castle", label)


# ----------------------------------------------------------------------------------------------------------- the quests


def _quests(view: View, at: Rect) -> list[Item]:
    x, y, w, h = at
    count = max(1, len(view.quests))
    two = w >= WIDE or view.mat is not None or (h - GAP * count) / count < ROW + 2
    cols = 2 if two else 1
    rows = -(-count // cols)
    high = min((h - GAP * (rows - 1)) / rows, 176.0 if w >= WIDE else 124.0)
    each = (w - GAP * (cols - 1)) / cols
    items = []
    for n, quest in enumerate(view.quests):
        left, top = x + (n % cols) * (each + GAP), y + (n // cols) * (high + GAP)
        items.append(quest_item(quest, (left, top, each, high), two))
    return items


def quest_item(quest: QuestLine, at: Rect, narrow: bool) -> Item:
    """Draw a quest with what it asks and how likely it is met; a tap attempts it, or tells it.

    Args:
        quest: what is shown.
        at: where.
        narrow: whether it stands in one of two columns.
    """
    x, y, w, h = at
    place = f"quest.{quest.space}"
    if quest.kind in ("untold", "empty"):
        body = rect(2, 2, w - 4, h - 4, "sg-blank", 9)
        said = f"+ a quest of deck {quest.deck}, not told" if quest.kind == "untold" else "an empty space"
        body += words(w / 2, h / 2 + 5, shorten(said, w - 10, 14), 14, "sg-soft")
        return Item(place, x, y, w, h, body, place, f"Space {quest.space}: {said.removeprefix('+ ')}")
    body = rect(1, 1, w - 2, h - 2, {"event": "sg-event"}.get(quest.kind, "sg-tried" if quest.tried else "sg-panel"), 9)
    body += (_narrow if narrow else _broad)(quest, w, h)
    return Item(place, x, y, w, h, body, place, _quest_label(quest))


def _quest_label(quest: QuestLine) -> str:
    asks = ", ".join(f"{('Strength', 'Resourceful', 'Mental')[trait]} {n}" for trait, n in quest.needs)
    parts = [
        quest.name,
        asks,
        quest.more,
        f"{quest.xp} XP" if quest.xp >= 0 else "",
        quest.short,
        quest.odds,
        ", ".join(" ".join(one) for one in quest.others),
    ]
    return "; ".join(part for part in parts if part)


def _needs(quest: QuestLine, x: float, y: float, size: float) -> tuple[str, float]:
    """Draw what a quest asks; return it and where the next thing may stand."""
    body = ""
    for trait, number in quest.needs:
        body += look.need(x, y, trait, number, size)
        x += look.need_width(number, size) + 4
    return body, x


def _fails(quest: QuestLine, x: float, y: float, size: float = 15) -> str:
    """Draw what failing costs, from the right edge at x leftwards."""
    body = ""
    for _ in range(quest.skulls):
        body += look.skull(x - size / 2, y, size)
        x -= size + 1
    for _ in range(quest.torch):
        body += look.torch(x - size / 2, y, size)
        x -= size + 1
    return body


def _points(quest: QuestLine) -> str:
    return f"{quest.xp} XP" if quest.xp >= 0 else ""


def _broad(quest: QuestLine, w: float, h: float) -> str:
    """Draw a quest over the whole width: name and cost above, odds and the others below."""
    top, low = h * 0.3, h * 0.74
    points = _points(quest)
    icons = (quest.torch + quest.skulls) * 16
    right = w - 9
    body = words(right, top + 5, points, 15.5, "sg-x", "end") + _fails(quest, right - width_of(points, 15.5) - 5, top)
    asks, wide = _needs(quest, 0, 0, 19)
    room = right - width_of(points, 15.5) - icons - 12
    name = shorten(quest.name, max(60.0, room - wide - 16) / BOLD, 15)
    body += words(9, top + 5, name, 15, "sg-b", "start")
    left = 15 + _bold(name, 15)
    asks, after = _needs(quest, left, top, 19)
    body += asks
    if quest.more:
        body += words(after + 2, top + 5, shorten(quest.more, room - after, 13), 13, "sg-soft", "start")
    return body + _odds_line(quest, w, low)


def _bold(text: str, size: float) -> float:
    """Return the width of bold words."""
    return width_of(text, size) * BOLD


def others_words(quest: QuestLine, room: float, size: float) -> str:
    """Return the chances of the others as they fit, names cut short; a hint stands in their place."""
    if quest.hint:
        return shorten(quest.hint, room, size)
    for letters in (12, 3, 1):
        said = " · ".join(f"{name[:letters]} {tenths}" for name, tenths in quest.others)
        if width_of(said, size) <= room:
            return said
    return shorten(said, room, size) if quest.others else ""


def _odds_line(quest: QuestLine, w: float, y: float) -> str:
    """Draw what is short, the ten dots, the chance, and the others dimmed at the right."""
    if quest.kind == "event":
        return words(9, y + 5, shorten(_event(quest), w - 18, 13.5), 13.5, "sg-soft", "start")
    sure = quest.filled == 10
    body = words(9, y + 5, quest.short, 14, "sg-b sg-soft" if sure else "sg-b", "start")
    left = 9 + max(60.0, _bold(quest.short, 14) + 6)
    if quest.filled >= 0:
        if not sure:
            body += look.dots(left, y, quest.filled)
            left += 101
        body += words(left, y + 5, quest.odds, 14.5, "sg-x", "start")
        left += _bold(quest.odds, 14.5) + 8
    return body + words(w - 9, y + 5, others_words(quest, w - 9 - left, 12.5), 12.5, "sg-dim", "end")


def _event(quest: QuestLine) -> str:
    return f"event: {quest.more}" if quest.more else "event"


def _narrow(quest: QuestLine, w: float, h: float) -> str:
    """Draw a quest in one of two columns: name, cost, odds and the others, a line each as far as there is room."""
    lines = 4 if h >= 74 else 3
    step = (h - 8) / lines
    y = 4 + step / 2
    big = h >= 110
    size = 17.0 if big else min(15.0, step * 0.8)
    points = _points(quest)
    wide = _bold(points, size)
    # Where four lines have room the points stand in the last one, and the first is the name's alone.
    below = big and quest.kind != "event"
    body = words(w - 8, h - 4 - step / 2 + 5 if below else y + 5, points, size, "sg-x", "end")
    room = w - 16 if below else w - 22 - wide
    high = size if _bold(quest.name, size) <= room else min(size, 14.0)
    body += words(8, y + 5, shorten(quest.name, room / BOLD, high), high, "sg-b", "start")
    y += step
    if quest.kind == "event":
        return body + words(8, y + 5, shorten(_event(quest), w - 14, 13), 13, "sg-soft", "start")
    body += _asked(quest, w, y, min(24.0 if big else 18.0, step - 2))
    y += step
    if quest.filled >= 0:
        far, r = (11.5, 4.4) if w >= 250 else (7.2, 2.9)
        body += look.dots(8, y, quest.filled, far, r) + words(
            14 + 10 * far, y + 5, quest.odds, size if big else 14, "sg-x", "start"
        )
    if lines == 4:
        y += step
        room = w - 14 - (wide + 8 if below else 0)
        body += words(8, y + 5, others_words(quest, room, 13), 13, "sg-dim", "start")
    return body


def _asked(quest: QuestLine, w: float, y: float, size: float) -> str:
    """Draw what a quest asks, what of that is short, and what failing costs at the right."""
    body, after = _needs(quest, 8, y, size)
    icon = min(16.0, size)
    fails = (icon + 1) * (quest.torch + quest.skulls)
    body += _fails(quest, w - 7, y, icon)
    room = w - 10 - fails - after
    short = quest.short if quest.filled != 10 else "no roll" if room < 118 else quest.short
    need = _bold(short, 13.5)
    if quest.more and room - need > 34:
        more = shorten(quest.more, room - need - 8, 12.5)
        body += words(after + 1, y + 5, more, 12.5, "sg-soft", "start")
        after += width_of(more, 12.5) + 7
    return body + words(after + 1, y + 5, shorten(short, w - 10 - fails - after, 13.5), 13.5, "sg-b", "start")


__all__ = ["LOOK", "castle_scene", "quest_item", "seat_item", "table_item", "torch_track", "trying_item"]
