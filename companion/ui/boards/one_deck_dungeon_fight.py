"""The boards of an encounter: the cards of an open room with their odds, and what a fight cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from companion.engine.svg import circle, glyph, rect, shorten, words
from companion.games.one_deck_dungeon.boxes import Box
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.party import health
from companion.games.one_deck_dungeon.rooms import boss_health, boxes
from companion.games.one_deck_dungeon.state import Position
from companion.ui.board import Item, Scene
from companion.ui.boards import one_deck_dungeon_look as look
from companion.ui.boards.one_deck_dungeon import (
    GAP,
    STRIP,
    Rect,
    View,
    frame,
    hearts_row,
    plain,
    room,
    split_words,
    strip,
)

Cost = tuple[int, int, int]
"""Hearts, time and poison."""

AID = 46.0
"""Height of what may be used before a roll."""
FINGER = 44.0
"""Height of what a finger meets."""
ABREAST = 300.0
"""Width of a card from which these stand side by side."""
HEAD, HERO, SAFE, MARGIN = 46.0, 52.0, 24.0, 6.0
"""Heights of the parts of a card: its name, the heroes, how safe it is, and the room between them."""
ROOMY, DAYS, DAYS_LOW = 380.0, 76.0, 62.0
"""Height of a card from which the days have more room, and their height with it and without."""
WAYS = 100.0
"""Height that two ways of a peril need to be tapped."""


class Way(msgspec.Struct, frozen=True):
    """One of the two ways at a peril.

    Args:
        title: "Pay 3 time" or "Free".
        safe: "9 in 10"; empty while it is not known.
        usual: what a usual day costs; None while it is not known.
        best: whether it is the better one.
        on: whether it is chosen.
        boxes: what it asks for.
        edge: the only loot besides XP that it gives: "item" or "skill"; empty where it gives both.
    """

    title: str
    safe: str = ""
    usual: Cost | None = None
    best: bool = False
    on: bool = False
    boxes: tuple[Box, ...] = ()
    edge: str = ""


class FightCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card of the open room as it is drawn, or the boss.

    Args:
        n: its number behind the door, 0 for the boss.
        name: "Goblin".
        tone: "combat", "peril", "boss" or "plain".
        xp: what it is worth; 0 where nobody knows.
        hearts: how many hearts the boss has left; 0 elsewhere, and where nobody knows.
        heroes: who fights it.
        boxes: what it asks for, with those of the floors; nothing where nobody knows.
        ways: the two ways of a peril.
        safe: "safe 9 in 10"; empty while it is being worked out.
        days: a good, a usual and a bad day; nothing while they are not known.
        order: 1 or 2: who is first; 0 where only one fights.
        note: a line in the place of the days.
        swaps: whether heroes can be tapped.
        picked: the hero that was tapped first.
        aids: what may be used before the roll: place, name, worth, and whether it is to be used.
    """

    n: int
    name: str
    tone: str = "plain"
    xp: int = 0
    hearts: int = 0
    heroes: tuple[str, ...] = ()
    boxes: tuple[Box, ...] = ()
    ways: tuple[Way, ...] = ()
    safe: str = ""
    days: tuple[Cost, ...] = ()
    order: int = 0
    note: str = ""
    swaps: bool = True
    picked: str = ""
    aids: tuple[tuple[str, str, str, bool], ...] = ()


def meeting_scene(cat: Catalogue, state: Position, cards: Sequence[FightCard], view: View) -> Scene:
    """Draw the cards of an open room beside each other, each with who fights it and how that goes."""
    x, y, w, h = room(view)
    items = strip(cat, state, (x, y, w, STRIP))
    y, h = y + STRIP + GAP, h - STRIP - GAP
    wide = (w - GAP * (len(cards) - 1)) / max(1, len(cards))
    for i, card in enumerate(cards):
        items += _card(cat, state, card, i, (x + i * (wide + GAP), y, wide, h))
    return frame(view, " and ".join(card.name for card in cards), items)


def aids_fit(view: View, cards: int) -> int:
    """Return how many things that may be used fit on each card of an open room, so that all can still be tapped.

    Args:
        view: how it is drawn.
        cards: how many cards lie beside each other.
    """
    _, _, w, h = room(view)
    h -= STRIP + GAP
    rows = int((h - HEAD - HERO - (DAYS if h > ROOMY else DAYS_LOW) - SAFE - MARGIN - WAYS) // AID)
    abreast = (w - GAP * (cards - 1)) / max(1, cards) >= ABREAST
    return max(0, 2 * rows if abreast else rows)


def _card(cat: Catalogue, state: Position, card: FightCard, number: int, at: Rect) -> list[Item]:
    x, y, w, h = at
    place = f"card/{card.n}" if card.n else "boss"
    key = f"{place} {number}"
    roomy = h > 380
    # Where a phone's board is low, what may be used takes the room of two of the days.
    tight = not roomy and bool(card.aids)
    head, hero = (44.0, 46.0) if tight else (46.0, 52.0)
    days = ONE_DAY if tight else 62.0 if not roomy else 76.0
    safe = 24.0
    body = rect(1, 1, w - 2, h - 2, "od-panel", 10)
    label = f"{card.name}{': ' + card.safe if card.safe else ''}"
    items = [plain(f"panel {key}", x, y, w, h, body)]
    items.append(head_drawn(card, place, label, (x, y, w, head), key))
    beside = w >= 300 or tight or not card.aids
    aids = AID * (bool(card.aids) if beside else len(card.aids))
    left = h - head - hero - days - safe - MARGIN - aids
    # Ways are tapped: what they lack to a finger's height, the days give.
    lack = max(0.0, FINGER * len(card.ways) + 2 * GAP - left) if card.ways else 0.0
    left, days = left + lack, days - lack
    middle = (x, y + head, w, left)
    items += (
        ways_drawn(card, middle) if card.ways else [plain(f"boxes {key}", *middle, boxes_drawn(card.boxes, w, left))]
    )
    items += _aids(card, (x + 3, y + head + left, w - 6, aids), beside)
    left += aids
    items += _fighters(cat, state, card, (x + 3, y + head + left, w - 6, hero))
    items.append(plain(f"days {key}", x, y + head + left + hero, w, safe + days, days_drawn(card, w, safe, days)))
    return items


def head_drawn(card: FightCard, place: str, label: str, at: Rect, key: str = "") -> Item:
    """Draw the name of a card, what it is worth, and who is first; the key is the place where none is given."""
    x, y, w, h = at
    body = rect(1, 1, w - 2, h - 2, f"od-{card.tone}", 10)
    left = 12.0
    if card.order:
        body += circle(20, h / 2, 12, "od-xp") + words(20, h / 2 + 6, card.order, 17, "od-x od-ink")
        left = 38.0
    lines = split_words(card.name, w - left - (46 if card.hearts else 42 if card.xp else 8), 16)
    top = h / 2 - (len(lines) - 1) * 9 + 6
    for i, line in enumerate(lines):
        body += words(left, top + 18 * i, line, 16, "od-x od-pale", "start")
    if card.xp:
        body += circle(w - 21, h / 2, 14, "od-xp") + words(w - 21, h / 2 + 5.5, f"{card.xp}xp", 12, "od-x od-ink")
    if card.hearts:
        body += glyph(look.HEART, w - 14, h / 2, 20, "od-flame")
        body += words(w - 26, h / 2 + 6.5, card.hearts, 18, "od-x od-pale", "end")
    return Item(key or place, x, y, w, h, body, place, label, card.name)


def boxes_drawn(boxes: Sequence[Box], w: float, h: float) -> str:
    """Draw boxes as large as they fit, in as many rows as they need."""
    return "".join(
        look.box(x, y, wide, high, one) for one, (x, y, wide, high) in zip(boxes, laid(boxes, w, h), strict=True)
    )


def laid(boxes: Sequence[Box], w: float, h: float, most: float = 0.0) -> list[Rect]:
    """Return where boxes lie: rows in the middle of a room, wide boxes taking more of it.

    Args:
        boxes: the boxes.
        w: width of the room.
        h: its height.
        most: the side of the largest box; 0 for what suits the room.
    """
    side = most or min(84.0, max(50.0, w * 0.2))
    while side > 20 and len(_rows(boxes, side, w)) * (side + 3) > h:
        side -= 1
    rows = _rows(boxes, side, w)
    y = (h - len(rows) * (side + 3) + 3) / 2
    out = []
    for row in rows:
        x = (w - sum(look.width(one, side) + 3 for one in row) + 3) / 2
        for one in row:
            wide = look.width(one, side)
            out.append((x, y, wide, side))
            x += wide + 3
        y += side + 3
    return out


def _rows(boxes: Sequence[Box], side: float, w: float) -> list[list[Box]]:
    """Break boxes into rows, in their order."""
    rows: list[list[Box]] = [[]]
    used = 0.0
    for one in boxes:
        wide = look.width(one, side) + 3
        if rows[-1] and used + wide > w - 6:
            rows.append([])
            used = 0.0
        rows[-1].append(one)
        used += wide
    return rows if boxes else []


def ways_drawn(card: FightCard, at: Rect) -> list[Item]:
    """Draw the two ways of a peril one over the other; a tap chooses one."""
    x, y, w, h = at
    high = (h - 2 * GAP) / len(card.ways)
    items = []
    for i, way in enumerate(card.ways, start=1):
        top = y + 2 + (i - 1) * (high + GAP)
        body = rect(3, 1, w - 6, high - 2, "od-chosen" if way.on else "od-well", 8)
        reach = min(w * 0.44, 150.0)
        side = min(64.0, max(42.0, high * 0.5))
        side *= min(1.0, reach / max(look.width(one, side) for one in way.boxes)) if way.boxes else 1.0
        for one, (bx, by, bw, bh) in zip(way.boxes, laid(way.boxes, reach, high - 6, side), strict=True):
            body += look.box(6 + bx, 3 + by, bw, bh, one)
        left = reach + 10
        # Where two ways are low, the loot stands beside what the way pays.
        low, loot = high < LOW_WAY, f"{way.edge} or XP" if way.edge else ""
        title = f"{way.title.removeprefix('Pay ')} → {way.edge}" if low and loot else way.title
        fit = min(13.5, 1.65 * (w - left - 6) / max(1, len(title)))
        body += words(left, high / 2 - 5, title, fit, "od-b", "start")
        tone = "od-b od-good" if way.best else "od-soft"
        body += words(left, high / 2 + 12, shorten(way.safe, w - left, 13), 13, tone, "start")
        if loot and not low:
            body += words(left, high / 2 + 27, shorten(loot, w - left, 12.5), 12.5, "od-b", "start")
        if way.usual is not None and high > (120 if loot else 90):
            body += _loss(left - 6, high / 2 + (49 if loot else 34), w - left, way.usual)
        said = (way.title, way.safe, "best" if way.best else "", f"loot: {loot}" if loot else "")
        label = f"{card.name}: {', '.join(filter(None, said))}"
        place = f"way/{card.n}/{i}"
        items.append(Item(f"way {card.n} {i}", x, top, w, high, body, place, label, "on" if way.on else "off"))
    return items


def _fighters(cat: Catalogue, state: Position, card: FightCard, at: Rect) -> list[Item]:
    x, y, w, h = at
    n = max(1, len(card.heroes))
    wide = (w - GAP * (n - 1)) / n
    items = []
    for i, handle in enumerate(card.heroes):
        hero = state.hero(handle)
        back = "od-chosen" if handle == card.picked else "od-well"
        body = rect(1, 1, wide - 2, h - 2, back, 8) + words(wide / 2, 20, shorten(hero.name, wide - 6, 15), 15, "od-x")
        body += hearts_row(cat, state, hero, (4, 26, wide - 8, 20))
        place = f"swap/{handle}" if card.swaps else f"hero/{handle}"
        items.append(Item(f"fighter {handle}", x + i * (wide + GAP), y, wide, h, body, place, hero.name, ""))
    return items


def _aids(card: FightCard, at: Rect, beside: bool) -> list[Item]:
    """Draw what may be used before the roll, with its worth; a tap uses it, or spares it."""
    x, y, w, _ = at
    wide = (w - GAP * (len(card.aids) - 1)) / len(card.aids) if card.aids and beside else w
    items = []
    for i, (place, name, worth, on) in enumerate(card.aids):
        body = rect(1, 1, wide - 2, AID - 4, "od-chosen" if on else "od-well", 8)
        body += words(wide / 2, 17 if worth else 25, shorten(name, wide - 8, 14), 14, "od-x")
        body += words(wide / 2, 33, shorten(worth, wide - 6, 12.5), 12.5, "od-good") if worth else ""
        where = (x + i * (wide + GAP), y) if beside else (x, y + i * AID)
        label = f"{name}{': ' + worth if worth else ''}"
        items.append(Item(place, *where, wide, AID - 2, body, place, label, "used" if on else "not used"))
    return items


def days_drawn(card: FightCard, w: float, safe: float, h: float) -> str:
    """Draw how a fight goes: how safe it is, and a good, a usual and a bad day.

    Args:
        card: the card.
        w: width of the room.
        safe: height of the first line.
        h: height of the days.
    """
    if card.note:
        return "".join(
            words(w / 2, 20 + 19 * i, line, 14, "od-soft") for i, line in enumerate(split_words(card.note, w - 10, 14))
        )
    if not card.safe:
        return words(w / 2, 30, "working it out …", 14.5, "od-soft")
    sure = card.safe.startswith(("nobody can", "safe: sure"))
    body = words(w / 2, 18, card.safe, 16.5, "od-x" + (" od-good" if sure else ""))
    days = list(zip(("good", "usual", "bad"), card.days, strict=False))
    shown = days[1:2] if h <= ONE_DAY else days
    each = h / (1 if h <= ONE_DAY else 3)
    timed = card.tone != "boss"
    # Three numbers stand closer together where two cards share a phone.
    near = w < 200
    close = near and timed and any(poison for _, _, poison in card.days)
    left, apart = (52.0, 37.0) if close else (max(66.0, w / 2 - 20), 42.0)
    for i, (name, cost) in enumerate(shown):
        at = safe + each * (i + 0.62)
        body += words(7.0 if near else w / 2 - 78, at, name, 13 if near else 14.5, "od-soft", "start")
        body += _cost(left, at - 5, cost, timed, apart)
    return body


def _loss(x: float, y: float, room: float, cost: Cost) -> str:
    """Draw a loss where there is little room: what is lost alone, in numbers, smaller where three stand there."""
    lost = [(n, *sign) for n, sign in zip(cost, _SIGNS, strict=True) if n]
    if not lost:
        return words(x + 6, y + 5.5, "no loss", 13.5, "od-soft", "start")
    scale = min(1.0, room / (42.0 * len(lost)))
    body = ""
    for k, (n, d, cls) in enumerate(lost):
        at = x + 42 * scale * k
        body += words(at + 21 * scale, y + 5.5, f"−{n}" if d == look.HEART else n, 15.5 * scale, "od-b", "end")
        body += glyph(d, at + 31 * scale, y, 15 * scale, cls)
    return body


_SIGNS = ((look.HEART, "od-heart"), (look.GLASS, "od-glass"), (look.DROP, "od-drop"))
"""Signs of hearts, time and poison."""


def _cost(x: float, y: float, cost: Cost, timed: bool = True, apart: float = 42.0) -> str:
    """Draw a loss in numbers: hearts, time (against a boss there is none), and poison where there is any."""
    body = ""
    for (d, cls), n in zip(_SIGNS, cost, strict=True):
        if (d == look.DROP and not n) or (d == look.GLASS and not timed):
            continue
        said = f"−{n}" if n and d == look.HEART else str(n)
        body += words(x + 18, y + 5.5, said, 15.5, "od-b", "end") + glyph(d, x + 28, y, 15, cls)
        x += apart
    return body


# ------------------------------------------------------------------------------------------------------- the result


class Marks(msgspec.Struct, frozen=True):
    """What a fight cost, as it was tapped.

    Args:
        lost: hearts by hero.
        time: cards turned over.
        poison: tokens by hero.
        skulls: skulls covered, against a boss.
        way: the way that was taken at a peril; 0 for none told. What it pays comes on top of the time.
    """

    lost: Mapping[str, int] = msgspec.field(default_factory=dict)
    time: int = 0
    poison: Mapping[str, int] = msgspec.field(default_factory=dict)
    skulls: int = 0
    way: int = 0

    @property
    def nothing(self) -> bool:
        """Whether nobody was hurt and nothing was lost."""
        return not (any(self.lost.values()) or self.time or any(self.poison.values()) or self.skulls)


ONE_DAY = 22.0
"""Height of the days where only the usual one is shown."""
LOW_WAY = 66.0
"""Height under which a way of a peril has room for two lines only."""
LEAST = 60.0
"""Height from which on there is room for what a card asks."""
UNDER = {"time": "time", "skull": "hits"}
"""What stands under the sign of a row of numbers."""


class Costs(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked after a fight.

    Args:
        name: the foe.
        tone: as on its card.
        pair: who fought.
        times: up to how much time is offered; 0 against a boss.
        skulls: how many skulls there are to cover; 0 elsewhere.
        poison: whether there are poison tokens.
        ways: the ways of a peril: what each pays, with its number; nothing where the way is settled.
    """

    name: str
    tone: str
    pair: tuple[str, ...]
    times: int = 7
    skulls: int = 0
    poison: bool = False
    ways: tuple[tuple[int, str], ...] = ()


def result_scene(cat: Catalogue, state: Position, costs: Costs, marks: Marks, view: View) -> Scene:
    """Draw what a fight may have cost: a row of hearts for each hero, one of time, one of skulls."""
    x, y, w, h = room(view)
    rows = len(costs.pair) + bool(costs.times) + bool(costs.skulls) + bool(costs.ways)
    head = 34.0
    items = [plain("head", x, y, w, head, _title(cat, state, costs, w, head))]
    high = min(74.0, (h - head - GAP * rows) / max(1, rows))
    y += head + GAP
    for handle in costs.pair:
        items += _hearts(cat, state, costs, marks, handle, (x, y, w, high))
        y += high + GAP
    if costs.times:
        items += _numbers("time", costs.times, marks.time, look.GLASS, "od-glass", "time", (x, y, w, high))
        y += high + GAP
    if costs.skulls:
        items += _numbers("skull", costs.skulls, marks.skulls, look.SKULL, "od-warn", "skulls covered", (x, y, w, high))
        y += high + GAP
    if costs.ways:
        items += _paid(costs, marks.way, (x, y, w, high))
        y += high + GAP
    items += _asked(cat, state, (x, y, w, view.size[1] - y - 6))
    return frame(view, f"{costs.name}: what did it cost?", items)


def _asked(cat: Catalogue, state: Position, at: Rect) -> list[Item]:
    """Draw what the card asks for in the room that is left, so that nobody has to look for it."""
    x, y, w, h = at
    asked = boxes(cat, state, state.fight) if state.fight is not None else ()
    if not asked or h < LEAST:
        return []
    body = rect(1, 1, w - 2, h - 2, "od-panel", 10) + boxes_drawn(asked, w, h - 4)
    return [plain("asked", x, y, w, h, body, f"what it asks for: {', '.join(map(str, asked))}")]


def _title(cat: Catalogue, state: Position, costs: Costs, w: float, h: float) -> str:
    """Draw who it is against; of the boss how many hearts it has left."""
    hearts = boss_health(cat, state) if state.at_boss else None
    said = "tap what was lost"
    if hearts is not None:
        said = f"{max(0, hearts - state.wounds)} of {hearts} hearts left"
    body = rect(1, 1, w - 2, h - 2, f"od-{costs.tone}", 8)
    return body + words(w / 2, h / 2 + 6, f"{costs.name}: {said}", 16, "od-x od-pale")


def _hearts(cat: Catalogue, state: Position, costs: Costs, marks: Marks, handle: str, at: Rect) -> list[Item]:
    """Draw a hero with hearts to tap from the left, as people count: each says how many are lost then."""
    x, y, w, h = at
    hero, name = state.hero(handle), min(92.0, w * 0.25)
    most = health(cat, state, hero)
    left = max(1, most - hero.damage) if most is not None else 4
    drop = 52.0 if costs.poison else 0.0
    items = [
        plain(
            f"row {handle}",
            x,
            y,
            w,
            h,
            rect(1, 1, w - 2, h - 2, "od-panel", 9)
            + words(10, h / 2 + 6, shorten(hero.name, name - 14, 16), 16, "od-x", "start"),
        )
    ]
    wide = min(64.0, (w - name - drop - 4) / left)
    lost = marks.lost.get(handle, 0)
    for k in range(1, left + 1):
        at_x = x + name + (k - 1) * wide
        gone = k <= lost
        body = glyph(look.HEART, wide / 2, h / 2 - 6, min(30.0, wide - 8), "od-heart-lost" if gone else "od-heart")
        body += words(wide / 2, h / 2 + 23, f"−{k}", 13, "od-x" if k == lost else "od-soft")
        label = f"{hero.name} lost {k}"
        items.append(Item(f"heart {handle} {k}", at_x, y, wide, h, body, f"heart/{handle}/{k}", label, str(gone)))
    if drop:
        n = marks.poison.get(handle, 0)
        body = glyph(look.DROP, 20, h / 2, 28, "od-drop" if n else "od-drop-none")
        body += words(36, h / 2 + 7, f"+{n}" if n else "", 16, "od-x", "start")
        label = f"poison on {hero.name}: {n}"
        items.append(Item(f"drop {handle}", x + w - drop, y, drop, h, body, f"poison/{handle}", label, str(n)))
    return items


def _numbers(kind: str, most: int, now: int, sign: str, cls: str, label: str, at: Rect) -> list[Item]:
    """Draw the numbers 1 to `most` as keys."""
    x, y, w, h = at
    name = 46.0
    back = rect(1, 1, w - 2, h - 2, "od-panel", 9) + glyph(sign, 24, h / 2 - 7, 24, cls)
    items = [plain(f"row {kind}", x, y, w, h, back + words(24, h / 2 + 20, UNDER[kind], 12, "od-soft"))]
    wide = min(56.0, (w - name - 4) / most)
    for k in range(1, most + 1):
        on = k == now
        body = rect(2, 3, wide - 4, h - 6, "od-on" if on else "od-well", 8)
        body += words(wide / 2, h / 2 + 6.5, k, 18, "od-x" + (" od-on-words" if on else ""))
        place = f"{kind}/{k}"
        items.append(
            Item(place, x + name + (k - 1) * wide, y, wide, h, body, place, f"{k} {label}", "on" if on else "off")
        )
    return items


def _paid(costs: Costs, taken: int, at: Rect) -> list[Item]:
    """Draw the ways of a peril: a tap says which was taken, and what it pays is counted by itself."""
    x, y, w, h = at
    wide = (w - GAP * (len(costs.ways) - 1)) / len(costs.ways)
    items = []
    for i, (n, said) in enumerate(costs.ways):
        on = n == taken
        body = rect(1, 1, wide - 2, h - 2, "od-on" if on else "od-well", 9)
        body += words(wide / 2, h / 2 + 6, said, 16, "od-x" + (" od-on-words" if on else ""))
        state = "on" if on else "off"
        items.append(Item(f"paid {n}", x + i * (wide + GAP), y, wide, h, body, f"way/0/{n}", said, state))
    return items


__all__ = [
    "Cost",
    "Costs",
    "FightCard",
    "Marks",
    "Way",
    "boxes_drawn",
    "days_drawn",
    "head_drawn",
    "meeting_scene",
    "result_scene",
    "ways_drawn",
]
