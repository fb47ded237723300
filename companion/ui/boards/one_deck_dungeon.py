"""The boards of One Deck Dungeon: the dungeon with its doors and heroes, and names to pick. Pure functions.

Every scene is laid out in CSS pixels for the room that the page has. `places` names what can be tapped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from companion.engine.svg import circle, glyph, path, rect, shorten, words
from companion.games.one_deck_dungeon.boxes import COLOURS
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.party import dice_of, health, skills
from companion.games.one_deck_dungeon.rooms import boss, boss_health, door_limit
from companion.games.one_deck_dungeon.state import FLOORS, Door, Face, Hero, Position
from companion.games.one_deck_dungeon.telling import title
from companion.games.one_deck_dungeon.turns import price
from companion.ui.board import PHONE, Item, Look, Scene
from companion.ui.boards import one_deck_dungeon_look as look
from companion.ui.boards.one_deck_dungeon_look import style

LOOK = Look(style(".c-board"))
WIDEST = 900.0
STRIP = 50.0
"""Height of the line with floor, deck, experience and potions."""
GAP = 4.0

Rect = tuple[float, float, float, float]
"""Left, top, width, height in pixels."""


class Tile(msgspec.Struct, frozen=True):
    """A name that can be picked.

    Args:
        place: what a tap sends.
        name: what it says.
        sub: small type under it.
        tone: "combat", "peril", "plain" or "boss".
        xp: lanterns shown on it; 0 for none.
        dice: dice shown on it, colour and number.
        hearts: hearts shown on it.
        gone: whether it is used up: greyed in its place.
    """

    place: str
    name: str
    sub: str = ""
    tone: str = "plain"
    xp: int = 0
    dice: tuple[tuple[str, int], ...] = ()
    hearts: int = 0
    gone: bool = False


class View(msgspec.Struct, frozen=True, kw_only=True):
    """How a scene is to be drawn.

    Args:
        size: width and height in CSS pixels.
        trying: Try mode: a striped edge lies around the scene, the table is untouched.
        chosen: the hero that is shown large; empty for none.
        doors: words on doors by number, from 1.
    """

    size: tuple[int, int] = PHONE
    trying: bool = False
    chosen: str = ""
    doors: Mapping[int, str] = msgspec.field(default_factory=dict)


def plain(key: str, x: float, y: float, w: float, h: float, svg: str, label: str = "") -> Item:
    """Return something that cannot be tapped."""
    return Item(key, x, y, w, h, svg, "", label)


def frame(view: View, label: str, items: Sequence[Item]) -> Scene:
    """Return a scene: the stone that all lies on, the items, and the edge of Try mode."""
    w, h = map(float, view.size)
    back = plain("table", 0, 0, w, h, rect(2, 2, w - 4, h - 4, "od-board", 14))
    edge = []
    if view.trying:
        stripes = rect(5, 5, w - 10, h - 10, "od-try-a", 12) + rect(5, 5, w - 10, h - 10, "od-try-b", 12)
        edge = [plain("trying", 0, 0, w, h, stripes)]
    return Scene(w, h, label, (back, *items, *edge), LOOK)


def room(view: View) -> Rect:
    """Return the room inside the stone."""
    w, h = map(float, view.size)
    wide = min(w - 12, WIDEST)
    return (w - wide) / 2, 6.0, wide, h - 12


# ------------------------------------------------------------------------------------------------------- the dungeon


def dungeon_scene(cat: Catalogue, state: Position, view: View) -> Scene:
    """Draw the dungeon: how far it is, the doors, and the heroes."""
    x, y, w, h = room(view)
    low = hero_height(state, w, h)
    items = strip(cat, state, (x, y, w, STRIP))
    middle = (x, y + STRIP + GAP, w, h - STRIP - low - 2 * GAP)
    items += _boss(cat, state, middle) if state.at_boss else _doors(cat, state, view, middle)
    items += heroes(cat, state, view, (x, y + h - low, w, low))
    doors = sum(door.open for door in state.doors)
    return frame(view, f"{title(state.dungeon) or 'The dungeon'}: {len(state.doors)} doors, {doors} open", items)


def strip(cat: Catalogue, state: Position, at: Rect) -> list[Item]:
    """Draw floor, deck and stairs, experience and level, and potions."""
    x, y, w, h = at
    parts = [("deck", 0.29, _deck), ("xp", 0.44, _xp), ("potions", 0.27, _potions)]
    out, left = [], x
    for place, part, draw in parts:
        wide = w * part - GAP
        body, label = draw(cat, state, wide, h)
        back = rect(1, 1, wide - 2, h - 2, "od-panel", 9)
        out.append(Item(place, left, y, wide, h, back + body, place, label, label))
        left += w * part + GAP / 2
    return out


def _deck(cat: Catalogue, state: Position, w: float, h: float) -> tuple[str, str]:
    if state.at_boss:
        return glyph(look.SKULL, 20, h / 2, 24, "od-warn") + words(
            36, h / 2 + 6, "boss", 16, "od-b", "start"
        ), "the boss"
    if state.stairs_open:
        said = f"{state.stairs} of {6 if state.four else 3}"
        body = glyph(look.STAIRS, 20, h / 2 - 1, 26, "od-warn")
        body += words(38, h / 2 - 1, "stairs", 14, "od-b od-warn", "start")
        return body + words(38, h / 2 + 16, said, 13, "od-soft", "start"), f"the stairs are open, {said} tokens on them"
    body = glyph(look.CARDS, 20, h / 2 - 1, 24, "od-soft") + words(38, h / 2 + 1, state.down, 19, "od-x", "start")
    body += words(38, h / 2 + 17, f"floor {min(state.floor, FLOORS)}/{FLOORS}", 13, "od-soft", "start")
    return body, f"{state.down} cards in the deck, floor {state.floor}"


def _xp(cat: Catalogue, state: Position, w: float, h: float) -> tuple[str, str]:
    cost = price(cat, state)
    body = circle(20, h / 2, 14, "od-xp") + words(20, h / 2 + 6, state.level, 17, "od-x od-ink")
    said = f"{state.xp} of {cost} XP" if cost else f"{state.xp} XP"
    body += words(40, h / 2 - 4, said, 14, "od-b", "start")
    long = w - 48
    body += rect(40, h / 2 + 4, long, 9, "od-bar-back", 4)
    if cost and state.xp:
        body += rect(40, h / 2 + 4, max(6.0, long * min(1.0, state.xp / cost)), 9, "od-bar", 4)
    return body, f"level {state.level}, {said}"


def _potions(cat: Catalogue, state: Position, w: float, h: float) -> tuple[str, str]:
    half = w / 2 if state.poison_total else w
    body = glyph(look.POTION, 18, h / 2, 23, "od-potion") + words(32, h / 2 + 7, state.potions, 19, "od-x", "start")
    label = f"{state.potions} potions"
    if state.poison_total:
        body += glyph(look.DROP, half + 12, h / 2, 22, "od-drop")
        body += words(half + 24, h / 2 + 7, state.tokens, 19, "od-x", "start")
        label += f", {state.tokens} poison, {state.poison_left} left"
    return body, label


def _doors(cat: Catalogue, state: Position, view: View, at: Rect) -> list[Item]:
    x, y, w, h = at
    places = max(len(state.doors), door_limit(cat, state) if state.dungeon else 4)
    if not places:
        return []
    rows = 2 if places > 2 and w / places < 120 else 1
    columns = -(-places // rows)
    wide, high = (w - GAP * (columns - 1)) / columns, (h - GAP * (rows - 1)) / rows
    out = []
    for n in range(1, places + 1):
        row, column = divmod(n - 1, columns)
        where = (x + column * (wide + GAP), y + row * (high + GAP), wide, high)
        if n <= len(state.doors):
            out.append(_door(cat, n, state.doors[n - 1], view.doors.get(n, ""), where))
        else:
            body = rect(3, 3, wide - 6, high - 6, "od-no-door", 10)
            out.append(plain(f"no door {n}", *where, body))
    return out


def _door(cat: Catalogue, n: int, door: Door, said: str, at: Rect) -> Item:
    x, y, w, h = at
    if not door.open:
        label = f"door {n}, closed"
        return Item(f"door {n}", x, y, w, h, _closed(w, h, n, len(door.cards)), f"door/{n}", label, "closed")
    body = rect(1.5, 1.5, w - 3, h - 3, "od-arch", 10)
    each = (h - 12 - (18 if said else 0)) / len(door.cards)
    names = []
    for i, card in enumerate(door.cards):
        body += _name_plate(cat, card, (6, 6 + i * each, w - 12, each - 3))
        names.append(title(card.name) or "not told")
    if said:
        body += words(w / 2, h - 9, said, 13, "od-b od-pale")
    label = f"door {n}, open: {' and '.join(names)}{', ' + said if said else ''}"
    return Item(f"door {n}", x, y, w, h, body, f"door/{n}", label, "open")


def _closed(w: float, h: float, n: int, cards: int) -> str:
    """Draw a door in its arch, with a leaf for each card behind it."""
    leaf = min((w - 20) / cards, h * 0.62)
    left, bottom = (w - leaf * cards) / 2, h - 4
    body = rect(1.5, 1.5, w - 3, h - 3, "od-arch", 10)
    rise = min(h * 0.34, leaf * 0.9 * cards / 2)
    top = h * 0.1
    d = f"M{left:.1f} {bottom}V{top + rise:.1f}"
    d += f"a{leaf * cards / 2:.1f} {rise:.1f} 0 0 1 {leaf * cards:.1f} 0V{bottom}z"
    body += path(d, "od-door")
    for k in range(1, 2 * cards):
        x, at_seam = left + leaf * k / 2, cards > 1 and k == 2
        cut = rise * (1 - (1 - abs(k / cards - 1) ** 2) ** 0.5)
        body += path(f"M{x:.1f} {bottom - 1}V{top + cut + 2:.1f}", "od-seam" if at_seam else "od-plank")
    for at in (h * 0.48, h * 0.8):
        body += rect(left + 1, at, leaf * cards - 2, h * 0.055, "od-iron", 2)
    for k in range(cards):
        ring = left + leaf * (k + (0.82 if k == 0 else 0.18)) if cards > 1 else left + leaf * 0.8
        body += circle(ring, h * 0.67, 4, "od-ring")
    body += circle(19, 19, 12, "od-xp")
    return body + words(19, 25, n, 16, "od-x od-ink")


def _name_plate(cat: Catalogue, card: Face, at: Rect) -> str:
    x, y, w, h = at
    foe = cat.foe(card)
    tone = foe.kind if foe is not None and foe.kind else "plain"
    body = rect(x, y, w, h, f"od-{tone}", 7)
    name = title(card.name) or "not told"
    size = 15.0 if w > 120 else 13.5
    lines = split_words(name, w - 10, size) if h > 40 else [shorten(name, w - 10, size)]
    top = y + h / 2 - (len(lines) - 1) * size * 0.58 + size * 0.35
    for k, line in enumerate(lines):
        body += words(x + w / 2, top + k * size * 1.16, line, size, "od-b od-pale")
    return body


def split_words(text: str, width: float, size: float) -> list[str]:
    """Return a name in one line, or in two where it is too long for one."""
    if shorten(text, width, size) == text or " " not in text:
        return [shorten(text, width, size)]
    first, _, rest = text.partition(" ")
    return [shorten(first, width, size), shorten(rest, width, size)]


def _boss(cat: Catalogue, state: Position, at: Rect) -> list[Item]:
    x, y, w, h = at
    enemy, hearts = boss(cat, state), boss_health(cat, state)
    name = enemy.name if enemy is not None else "The boss"
    body = rect(1, 1, w - 2, h - 2, "od-boss", 12)
    body += glyph(look.SKULL, w / 2, h * 0.36, min(h * 0.5, 110), "od-pale")
    body += words(w / 2, h * 0.76, name, 24, "od-x od-pale")
    said = f"{min(state.wounds, hearts)} of {hearts} wounds" if hearts is not None else f"{state.wounds} wounds"
    body += words(w / 2, h * 0.9, said, 17, "od-b od-pale")
    return [Item("boss", x, y, w, h, body, "boss", f"{name}: {said}", said)]


# ------------------------------------------------------------------------------------------------------------ heroes


def hero_height(state: Position, w: float, h: float) -> float:
    """Return the height that the heroes take at the bottom."""
    return 96.0 if h < 430 else min(150.0, h * 0.26)


def heroes(cat: Catalogue, state: Position, view: View, at: Rect) -> list[Item]:
    """Draw the heroes side by side."""
    x, y, w, h = at
    n = len(state.heroes)
    wide = (w - GAP * (n - 1)) / n
    return [
        _hero(cat, state, hero, hero.handle == view.chosen, (x + i * (wide + GAP), y, wide, h))
        for i, hero in enumerate(state.heroes)
    ]


def _hero(cat: Catalogue, state: Position, hero: Hero, chosen: bool, at: Rect) -> Item:
    x, y, w, h = at
    body = rect(1.5, 1.5, w - 3, h - 3, "od-chosen" if chosen else "od-panel", 9)
    body += words(w / 2, 18, shorten(hero.name, w - 8, 15.5), 15.5, "od-x")
    body += words(w / 2, 33, shorten(title(hero.card) or "–", w - 6, 12.5), 12.5, "od-soft")
    body += hearts_row(cat, state, hero, (4, 39, w - 8, 22))
    body += _dice_row(cat, state, hero, (4, 64, w - 8, 24))
    if h > 110:
        body += _skills(cat, state, hero, (4, 92, w - 8, h - 96))
    most = health(cat, state, hero)
    left = f"{most - hero.damage} of {most} hearts" if most is not None else f"{hero.damage} damage"
    poison = f", {hero.poison} poison" if hero.poison else ""
    return Item(f"hero {hero.handle}", x, y, w, h, body, f"hero/{hero.handle}", f"{hero.name}: {left}{poison}", left)


def hearts_row(cat: Catalogue, state: Position, hero: Hero, at: Rect, lost: int = 0) -> str:
    """Draw the hearts of a hero: those left, those marked as lost now, those gone; and poison."""
    x, y, w, h = at
    most = health(cat, state, hero)
    if most is None:
        body = glyph(look.HEART, x + w / 2 - 12, y + h / 2, 18, "od-heart")
        return body + words(x + w / 2, y + h / 2 + 6, f"−{hero.damage + lost}", 15, "od-b", "start")
    signs = most + hero.poison
    size = min(h, 20.0, w / max(1, signs) * 1.12)
    step = min(size * 0.98, (w - size) / max(1, signs - 1)) if signs > 1 else 0.0
    left = x + (w - size - step * (signs - 1)) / 2 + size / 2
    body = ""
    for k in range(signs):
        if k >= most:
            d, cls = look.DROP, "od-drop"
        else:
            alive = most - hero.damage
            d = look.HEART
            cls = "od-heart" if k < alive - lost else "od-heart-lost" if k < alive else "od-heart-gone"
        body += glyph(d, left + k * step, y + h / 2, size, cls)
    return body


def counts(cat: Catalogue, state: Position, hero: Hero) -> tuple[tuple[str, int], ...]:
    """Return the dice of a hero by colour, those stored as black ones."""
    pool = dice_of(cat, state, hero).counts()
    found = [(colour, n + (hero.stored if colour == "H" else 0)) for colour, n in zip(COLOURS, pool, strict=True)]
    return tuple((colour, n) for colour, n in found if n)


def _dice_row(cat: Catalogue, state: Position, hero: Hero, at: Rect) -> str:
    x, y, w, h = at
    mine = counts(cat, state, hero)
    size = min(h, 23.0, (w - 2 * len(mine)) / max(1, len(mine)))
    long = len(mine) * (size + 2) - 2
    return look.pips(x + (w - long) / 2, y, size, mine)[0]


def _skills(cat: Catalogue, state: Position, hero: Hero, at: Rect) -> str:
    x, y, w, h = at
    lines = int(h // 16)
    names = [title(name) for name, _ in skills(cat, state, hero)]
    body = ""
    for k, name in enumerate(names[:lines]):
        body += words(x + w / 2, y + 13 + 16 * k, shorten(name, w, 13), 13, "od-soft")
    return body


# ------------------------------------------------------------------------------------------------------------ picking


def picking_scene(tiles: Sequence[Tile], columns: int, view: View, heading: str, sets: Sequence[Tile] = ()) -> Scene:
    """Draw names to pick in fixed places, row by row.

    Args:
        tiles: the names; one without a place leaves its place free.
        columns: how many stand in a row.
        view: how.
        heading: what they are.
        sets: names that lead to other names, in a line over them.
    """
    x, y, w, h = room(view)
    items: list[Item] = []
    if sets:
        wide = (w - GAP * (len(sets) - 1)) / len(sets)
        items += [_tile(one, (x + i * (wide + GAP), y, wide, 44.0)) for i, one in enumerate(sets)]
        y, h = y + 44 + GAP, h - 44 - GAP
    rows = -(-len(tiles) // columns)
    wide = (w - GAP * (columns - 1)) / columns
    high = min(92.0, (h - GAP * (rows - 1)) / max(1, rows))
    top = y + max(0.0, (h - rows * (high + GAP) + GAP) / 2)
    for i, one in enumerate(tiles):
        row, column = divmod(i, columns)
        if one.name:
            items.append(_tile(one, (x + column * (wide + GAP), top + row * (high + GAP), wide, high)))
    return frame(view, heading, items)


def _tile(one: Tile, at: Rect) -> Item:
    x, y, w, h = at
    pale = "od-soft" if one.gone else "od-pale"
    body = rect(1, 1, w - 2, h - 2, "od-no-door" if one.gone else f"od-{one.tone}", 8)
    size = 14.5 if w > 100 else 13.0
    lines = split_words(one.name, w - 8, size)
    extra = bool(one.dice or one.hearts) and h > 56
    block = len(lines) * size * 1.15 + (13 if one.sub else 0) + (22 if extra else 0) + (9 if one.xp else 0)
    top = (h - block) / 2 + size
    for line in lines:
        body += words(w / 2, top, line, size, f"od-b {pale}")
        top += size * 1.15
    if one.sub:
        body += words(w / 2, top, shorten(one.sub, w - 6, 12), 12, pale)
        top += 15
    if one.xp:
        body += _lanterns(w / 2, top - 3, one.xp)
    if extra:
        body += _tile_dice(one, w, top - 6)
    label = f"{one.name}{', ' + one.sub if one.sub else ''}{f', {one.xp} XP' if one.xp else ''}"
    return Item(one.place or f"tile {one.name}", x, y, w, h, body, "" if one.gone else one.place, label, one.tone)


def _lanterns(x: float, y: float, n: int) -> str:
    left = x - (n - 1) * 5.5
    return "".join(circle(left + k * 11, y, 3.6, "od-xp") for k in range(n))


def _tile_dice(one: Tile, w: float, y: float) -> str:
    long = len(one.dice) * 22 + (34 if one.hearts else 0)
    body, end = look.pips((w - long) / 2, y, 20, one.dice)
    if one.hearts:
        body += glyph(look.HEART, end + 12, y + 10, 18, "od-flame")
        body += words(end + 22, y + 16, one.hearts, 15, "od-b od-pale", "start")
    return body


__all__ = ["LOOK", "Tile", "View", "counts", "dungeon_scene", "frame", "hearts_row", "heroes", "picking_scene", "strip"]
