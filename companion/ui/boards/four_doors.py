"""The board of The Four Doors: scenes made from a position. Pure functions; `four_doors_look` has what they draw with.

Every scene is laid out in CSS pixels for the room that the page has. `places` names what can be tapped.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import structs

from companion.engine.svg import glyph, rect, shorten, width_of, words
from companion.games.four_doors.box import Box
from companion.games.four_doors.cards import SIDES
from companion.games.four_doors.state import Position
from companion.games.four_doors.tower import BEACON, CAPACITY, Cards, Door
from companion.ui.board import PHONE, Item, Look, Scene
from companion.ui.boards import four_doors_look as look
from companion.ui.boards.four_doors_hand import hand_items
from companion.ui.boards.four_doors_look import ACT, DRAW, FALL, style
from companion.ui.boards.four_doors_places import side_place

__all__ = ["ACT", "DRAW", "FALL", "LOOK", "View", "glance_scene", "tower_scene"]

LOOK = Look(style(".c-board"))
WIDEST = 720.0
"""The widest tower, in pixels."""
HAND = 90.0
"""Height of the hand under the tower on a phone."""
NONE_LEFT = "none"
"""The number of a side to which no shadow can come."""
GAP = 4.0
CAPITAL, SMALL, LEAST = 0.72, 0.58, 9.0
"""The width of letters in bold, in sizes of the letters; and the least size of words on a side."""
LOW = 60.0
"""A row lower than this has no line of its own for the state of its door."""
TALL = 430.0
"""From this height on the Shadow Level and the heaps lie in a row of their own."""

Rect = tuple[float, float, float, float]
"""Left, top, width, height in pixels."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """How a scene is to be drawn.

    Args:
        size: width and height in CSS pixels.
        look: ACT, DRAW or FALL.
        band: what stands in the place of the Beacon while shadows fall: "Shadow 1 of 2".
        numbers: what stands on a full side by its place: "18 in 100".
        arrows: what stands on a side in the place of all else: "9 → 1", what clearing it makes of the chance to lose.
        spells: whether spells may be played now; None where that is not followed.
        hand: the seat whose hand lies under the tower; empty for none.
        chosen: the card of it that is chosen, as the game names it.
        search: whether a tap on the pile draws a card now.
        trying: Try mode: a striped edge lies around the scene, the table is untouched.
        ended: how the game ended, as the position says; empty while it goes on.
        quiet: whether the sides keep to themselves what one more shadow does: it may be the very thing that is asked.
    """

    size: tuple[int, int] = PHONE
    look: str = ACT
    band: str = ""
    numbers: Mapping[str, str] = msgspec.field(default_factory=dict)
    arrows: Mapping[str, str] = msgspec.field(default_factory=dict)
    spells: bool | None = None
    hand: str = ""
    chosen: str = ""
    search: bool = False
    trying: bool = False
    ended: str = ""
    quiet: bool = False

    @property
    def night(self) -> bool:
        """Whether the board is dark: shadows fall, or the tower has fallen."""
        return self.look == FALL or self.lost

    @property
    def lost(self) -> bool:
        """Whether the game is lost."""
        return self.ended not in ("", "won")


def tower_scene(box: Box, state: Position, view: View) -> Scene:
    """Draw the tower: the Beacon on top, the doors with their shadows, what has vanished, and perhaps a hand.

    Args:
        box: names of relics.
        state: as the viewer may see it.
        view: how.
    """
    w, h = map(float, view.size)
    view = structs.replace(view, ended=state.ended)
    back = {ACT: "fd-board", DRAW: "fd-drawing", FALL: "fd-night"}[view.look]
    if state.ended:
        back = "fd-won" if state.ended == "won" else "fd-fallen"
    items = [plain("table", 0, 0, w, h, rect(2, 2, w - 4, h - 4, back, 14))]
    low = _hand_height(state, view)
    wide = min(w - 12, WIDEST)
    left = (w - wide) / 2
    inside = (left, 6.0, wide, h - 12 - low)
    items += _rows(box, state, view, inside)
    if low:
        items += hand_items(box, state, view.hand, view.chosen, (left, h - low - 2, wide, low - 4), view.night)
    if view.trying:
        edge = rect(5, 5, w - 10, h - 10, "fd-try-a", 12) + rect(5, 5, w - 10, h - 10, "fd-try-b", 12)
        items.append(plain("trying", 0, 0, w, h, edge))
    return Scene(w, h, _label(state, view), tuple(items), LOOK)


def _label(state: Position, view: View) -> str:
    doors = ", ".join(f"{title(door.name)} {'half shut' if door.half else 'open'}" for door in state.tower.doors)
    return f"The tower, {'shadows fall' if view.night else 'the doors from the top'}: {doors or 'not built yet'}"


def _hand_height(state: Position, view: View) -> float:
    if not view.hand:
        return 0.0
    return HAND if view.size[1] < TALL else 118.0


def title(name: str) -> str:
    """Return the name of a door or of the Beacon as people write it."""
    return name.replace("-", " ").title()


def plain(key: str, x: float, y: float, w: float, h: float, svg: str, label: str = "") -> Item:
    """Return something that cannot be tapped."""
    return Item(key, x, y, w, h, svg, "", label)


# ------------------------------------------------------------------------------------------------------------ the rows


def _rows(box: Box, state: Position, view: View, inside: Rect) -> list[Item]:
    x, y, w, h = inside
    standing = state.tower.doors
    gone = state.tower.gone
    top = 52.0 if h < TALL else 64.0
    if h < 275:
        top = 46.0
    foot = 54.0 if h >= TALL else 0.0
    rows = max(4, len(standing) + len(gone))
    each = (h - top - foot - GAP * (rows + bool(foot))) / rows
    items = _beacon_row(box, state, view, (x, y, w, top))
    at = y + top + GAP
    for door in standing:
        items += _door_row(box, state, view, door, (x, at, w, each))
        at += each + GAP
    for name in gone:
        items += _gone_row(state, view, name, (x, at, w, each))
        at += each + GAP
    for number in range(rows - len(standing) - len(gone)):
        items.append(_hole(number, (x, at, w, each)))
        at += each + GAP
    if foot:
        items += _foot(state, view, (x, at, w, foot))
    return items


def _columns(w: float) -> tuple[float, float]:
    """Return the width of a side and that of a door."""
    side = min((w - 2 * GAP) * 0.315, 240.0)
    return side, w - 2 * side - 2 * GAP


def _hole(number: int, at: Rect) -> Item:
    x, y, w, h = at
    side, door = _columns(w)
    body = rect(side + GAP, 1, door, h - 2, "fd-empty", 10)
    body += words(w / 2, h / 2 + 5, "a door", 14, "fd-soft")
    return plain(f"hole {number}", x, y, w, h, body)


def _door_row(box: Box, state: Position, view: View, door: Door, at: Rect) -> list[Item]:
    x, y, w, h = at
    side, middle = _columns(w)
    return [
        _side(view, door, "left", (x, y, side, h)),
        _door(box, state, door, (x + side + GAP, y, middle, h)),
        _star(box, door, (x + side + GAP, y, _arch(middle, h), h)),
        _side(view, door, "right", (x + w - side, y, side, h)),
    ]


def _arch(w: float, h: float) -> float:
    """Return the width of the arch with the star in it: at least a finger."""
    return max(46.0, min(h * 0.95, w * 0.4, 76.0))


def _door(box: Box, state: Position, door: Door, at: Rect) -> Item:
    x, y, w, h = at
    arch = _arch(w, h)
    body = look.painted(0.8, 0.8, w - 1.6, h - 1.6, look.colour_of(door.name), "fd-frame", 10)
    size = min(19.0, max(15.0, w / 10))
    room = w - arch - 8
    low = h < LOW
    line = 16.5 if low else h * 0.31
    told = "half" if door.half else "open"
    name = shorten(title(door.name), room - (36 if low and door.half else 0), size * 1.1)
    body += words(arch + 5, line, name, size, "fd-x fd-pale", "start")
    if low and door.half:
        body += words(w - 6, line, told, 13, "fd-b fd-dim", "end")
    elif not low:
        body += words(arch + 5, line + 17, "half shut" if door.half else "open", 13.5, "fd-b fd-dim", "start")
    body += _pawns(state, door.name, (arch + 5, h - (12 if low else 15), room, 0), 9.5 if low else 10.5)
    label = f"{title(door.name)}, {'half shut' if door.half else 'open'}{_who(state, door.name)}"
    return Item(f"door {door.name}", x, y, w, h, body, f"door/{door.name}", label, told)


def _pawns(state: Position, place: str, at: Rect, r: float = 10.5) -> str:
    """Draw the pawns that stand at a place, in a row from the left."""
    x, y, w, _ = at
    there = [(i, player) for i, player in enumerate(state.players) if player.at == place]
    if not there:
        return ""
    step = min(24.0, (w - 20) / max(1, len(there) - 1)) if len(there) > 1 else 0.0
    return "".join(
        look.pawn(x + 10 + n * step, y, r, i, player.name[:1].upper(), player.handle == state.active)
        for n, (i, player) in enumerate(there)
    )


def _who(state: Position, place: str) -> str:
    names = [player.name for player in state.players if player.at == place]
    return f", with {' and '.join(names)}" if names else ""


def _star(box: Box, door: Door, at: Rect) -> Item:
    """Draw the arch of a door with its relic in it; tapped, the relic is found."""
    x, y, w, h = at
    top, bottom = 5.0, h - 5.0
    inner, radius = w - 12, min((w - 12) / 2, h * 0.4)
    d = f"M6 {bottom}V{top + radius:.1f}a{inner / 2:.1f} {radius:.1f} 0 0 1 {inner:.1f} 0V{bottom}z"
    body = f'<path d="{d}" class="fd-arch"/>'
    size = min(inner - 4, h * 0.5)
    body += glyph(look.STAR, w / 2, h * 0.56, size, "fd-star-found" if door.found else "fd-star")
    letter = look.LETTERS.get(box.relics.get(door.name, ""), "")
    if letter:
        body += words(
            w / 2, h * 0.56 + size * 0.2, letter, size * 0.42, "fd-x " + ("fd-ink" if door.found else "fd-pale")
        )
    if door.half:
        half = inner / 2
        leaf = f"M{6 + half:.1f} {bottom}V{top}a{half:.1f} {radius:.1f} 0 0 1 {half:.1f} {radius:.1f}V{bottom}z"
        body += f'<path d="{leaf}" class="fd-leaf"/>' + rect(6 + half + 3, h * 0.56, 4, 4, "fd-iron", 2)
    found = "found" if door.found else "not found yet"
    return Item(
        f"star {door.name}", x, y, w, h, body, f"star/{door.name}", f"{box.relic_name(door.name)}, {found}", found
    )


# ------------------------------------------------------------------------------------------------------------ the sides


def fate(door: Door, side: str) -> str:
    """Return what one more shadow on a side does to its door: "", "flips", "shuts" or "loses"."""
    if len(door.side(side)) < CAPACITY:
        return ""
    return "flips" if not door.half else "shuts" if door.found else "loses"


def _side(view: View, door: Door, side: str, at: Rect) -> Item:
    x, y, w, h = at
    cards, what = door.side(side), "" if view.quiet else fate(door, side)
    doom = what in ("shuts", "loses")
    if view.night:
        back, tone = "fd-side-doom" if doom else "fd-side-night", "fd-doom-words" if doom else "fd-night-words"
    else:
        back, tone = "fd-side-full" if doom else "fd-side", "fd-warn" if doom else "fd-soft"
    body = rect(1, 1, w - 2, h - 2, back, 9)
    said = _fitting(_said(view, door, side, what), w)
    line = 0.0 if not said else 17.0 if h >= LOW else 15.0
    body += _slots(view, cards, side, (0, 3, w, h - line - 6))
    body += words(w / 2, h - 6, said, _size(said, w, h), f"fd-b {tone}") if said else ""
    body += _sign(view, cards, side, (w, h - line))
    label = f"{title(door.name)} {side}: {len(cards)} of {CAPACITY} shadows{_warned(what)}"
    return Item(f"side {door.name} {side}", x, y, w, h, body, side_place(door.name, side), label, str(len(cards)))


def _warned(what: str) -> str:
    return {"flips": "; one more half shuts it", "shuts": "; one more shuts it", "loses": "; one more loses"}.get(
        what, ""
    )


def _said(view: View, door: Door, side: str, what: str) -> str:
    """Return the words under the shadows of a side: what the next one does, and how likely it comes."""
    arrow = view.arrows.get(side_place(door.name, side))
    if arrow:
        return arrow
    if not what or view.ended:
        return ""
    if view.night:
        return {"flips": "FLIPS", "shuts": "SHUTS", "loses": "SHUTS: lost"}[what]
    number = view.numbers.get(side_place(door.name, side), "")
    if number == NONE_LEFT:
        return "none left"
    return f"{number} {'SHUTS' if what in ('shuts', 'loses') else what}".strip()


def _fitting(said: str, w: float) -> str:
    """Return words as they fit into a side: a chance is a fraction where it is narrow."""
    return said.replace(" in 100", "/100") if len(said) * 8.2 > w - 6 else said


def _size(said: str, w: float, h: float) -> float:
    """Return the size of the words of a side: the usual one, or less where they would touch its edges."""
    width = sum(CAPITAL if letter.isupper() else SMALL for letter in said)
    return min(13.5 if h >= LOW else 13.0, max(LEAST, (w - 12) / width))


def _sign(view: View, cards: Cards, side: str, room: tuple[float, float]) -> str:
    """Draw what a tap on a side does now, at its outer end: a lantern clears, a plus adds, an arrow takes in hand."""
    w, h = room
    if view.ended:
        return ""
    x = 17.0 if side == "left" else w - 17.0
    y = h / 2 + 1
    if view.night:
        return look.plus(x, y, 9)
    if view.look == DRAW:
        return f'<path d="M{x} {y - 9}V{y + 7}M{x - 7} {y}L{x} {y + 8}L{x + 7} {y}" class="fd-take"/>'
    return look.lantern(x, y, 25) if cards else ""


def _slots(view: View, cards: Cards, side: str, at: Rect) -> str:
    """Draw the three spaces of a side, filled from the door outwards."""
    _, y, w, h = at
    room = w - 36
    wide = min(room / CAPACITY - 4, h * 0.72, 40.0)
    high = min(h - 4, wide * 1.45, 54.0)
    slot, card = ("fd-slot-night", "fd-card-night") if view.night else ("fd-slot", "fd-card")
    moon = "fd-moon-night" if view.night else "fd-moon"
    body = ""
    for n in range(max(CAPACITY, len(cards))):
        step = n * (wide + 4)
        left = w - 6 - wide - step if side == "left" else 6 + step
        top = y + (h - high) / 2
        if n < len(cards):
            body += rect(left, top, wide, high, card, 3) + glyph(
                look.MOON, left + wide / 2, top + high / 2, wide * 0.72, moon
            )
        else:
            body += rect(left, top, wide, high, slot, 3)
    return body


def _gone_row(state: Position, view: View, name: str, at: Rect) -> list[Item]:
    """Draw a door that has vanished: a card drawn for it while shadows fall goes straight to the Hollow."""
    x, y, w, h = at
    side, middle = _columns(w)
    lost = name == state.tower.lost
    tone, frame = ("fd-night-words", "fd-gone-night") if view.night else ("fd-soft", "fd-gone")
    body = rect(1, 1, middle - 2, h - 2, frame, 10)
    body += words(middle / 2, h / 2 - 2, title(name), 15, f"fd-b {tone}")
    body += words(middle / 2, h / 2 + 16, "shut, relic lost" if lost else "gone, relic found", 13, tone)
    label = f"{title(name)} has vanished{', its relic was not found' if lost else ''}"
    items = [Item(f"door {name}", x + side + GAP, y, middle, h, body, f"door/{name}", label, "gone")]
    for which, left in zip(SIDES, (x, x + w - side), strict=True):
        mark = rect(1, 1, side - 2, h - 2, frame, 9)
        mark += words(side / 2, h / 2 + 5, "Gone" if view.look != ACT else "–", 15, f"fd-b {tone}")
        mark += look.plus(17 if which == "left" else side - 17, h / 2, 8) if view.look == FALL else ""
        label = f"A card for {title(name)} {which}, which is gone"
        items.append(Item(f"side {name} {which}", left, y, side, h, mark, side_place(name, which), label))
    return items


# ------------------------------------------------------------------------------------------- Beacon, level and heaps


def _beacon_row(box: Box, state: Position, view: View, at: Rect) -> list[Item]:
    x, y, w, h = at
    side, middle = _columns(w)
    if view.band:
        body = words(w / 2, h * 0.5 + 2, view.band, 21, "fd-x fd-night-words")
        body += words(w / 2, h * 0.5 + 19, "tap the side that its mark names", 13, "fd-night-words")
        body += glyph(look.MOON, 26, h / 2, 30, "fd-moon") + glyph(look.MOON, w - 26, h / 2, 30, "fd-moon")
        return [plain("band", x, y, w, h, body, view.band)]
    lit = state.ended == "won"
    body = rect(1, 1, middle - 2, h - 2, "fd-beacon-lit" if lit else "fd-beacon", 10)
    there = any(player.at == BEACON for player in state.players)
    line = h / 2 - 3 if there else h / 2 + 6
    body += words(middle / 2, line, "The Beacon is lit" if lit else "Beacon", 15, "fd-x fd-beacon-words")
    body += _pawns(state, BEACON, (8, h - 14, middle - 14, 0))
    label = f"The Beacon, {'lit' if lit else 'unlit'}{_who(state, BEACON)}"
    return [
        plain("lamps", x, y, side, h, _lamps(box, state, view, side, h), _found_words(box, state)),
        Item("beacon", x + side + GAP, y, middle, h, body, f"door/{BEACON}", label, "lit" if lit else "unlit"),
        Item("level", x + w - side, y, side, h, _level(state, view, side, h), "level", _level_words(state)),
    ]


def _lamps(box: Box, state: Position, view: View, w: float, h: float) -> str:
    """Draw a star for each relic, gold once it is found, and under them whether spells may be played."""
    names = state.tower.names or box.doors
    size = min(26.0, w / 4 - 2)
    y = h * 0.33 if view.spells is not None else h * 0.4
    body = ""
    for n, name in enumerate(names):
        x = w / 2 + (n - (len(names) - 1) / 2) * (size + 1)
        found = name in state.tower.found
        off = "fd-lamp-off-night" if view.night else "fd-lamp-off"
        body += glyph(look.STAR, x, y, size, "fd-star-found" if found else off)
    said = f"{len(state.tower.found)} of {len(names)} relics"
    if view.spells is not None:
        said = f"spells: {'yes' if view.spells else 'wait'}"
    return body + words(w / 2, h - 7, said, 13, _soft(view))


def _soft(view: View) -> str:
    """Return the classes of small words on the board itself."""
    return "fd-b fd-night-words" if view.night else "fd-b fd-soft"


def _found_words(box: Box, state: Position) -> str:
    found = [box.relic_name(name) for name in state.tower.found]
    return f"Relics found: {', '.join(found) or 'none yet'}"


def _level(state: Position, view: View, w: float, h: float) -> str:
    rate = "the skull" if state.track.skull else f"rate {state.track.rate}"
    asked = "?" if state.track.assumed else ""
    body = words(w / 2, h * 0.42, f"{rate}{asked}", 19, "fd-x fd-night-words" if view.night else "fd-x")
    said = f"Search ({state.down})" if view.search else pile_words(state)
    return body + words(w / 2, h - 7, said, 14 if view.search else 13, _soft(view))


def pile_words(state: Position) -> str:
    """Return how many cards lie in the pile; where hands are not followed, at most so many."""
    return f"pile {state.down}" if state.full else f"pile ≤ {state.down}"


def _level_words(state: Position) -> str:
    return f"Shadow rate {state.track.rate}, {pile_words(state)} cards"


def _foot(state: Position, view: View, at: Rect) -> list[Item]:
    """Draw the spaces of the Shadow Level, and the heaps where they are followed."""
    x, y, w, h = at
    spaces = [str(rate) for rate in state.track.rates] + (["✗"] if state.track.complete else ["…"])
    narrow = w < 480
    room = w * (0.7 if narrow else 0.56) if state.full else w
    size = min(38.0, room / max(7, len(spaces)) - 4)
    left = (room - len(spaces) * (size + 4)) / 2
    body = ""
    for n, text in enumerate(spaces):
        now = n == state.track.level
        body += rect(left + n * (size + 4), 8, size, size, "fd-space-now" if now else "fd-space", 8)
        tone = "fd-x fd-space-now-words" if now else "fd-b"
        body += words(left + n * (size + 4) + size / 2, 8 + size / 2 + 6, text, 16, tone)
    items = [plain("track", x, y, room, h, body, f"Shadow Level, space {state.track.level + 1} of {len(spaces)}")]
    if state.full:
        heaps = (f"discard {len(state.discard)}", f"Hollow {len(state.hollow)}")
        tone = "fd-b fd-night-words" if view.night else "fd-b"
        said = " · ".join(heaps)
        body = words((w - room) / 2, 32, said, 15, tone)
        if narrow:
            body = "".join(words((w - room) / 2, 22 + 18 * n, one, 14, tone) for n, one in enumerate(heaps))
        items.append(plain("heaps", x + room, y, w - room, h, body, said))
    return items


# --------------------------------------------------------------------------------------------------------------- glance


def glance_scene(state: Position, risk: str, view: View) -> Scene:
    """Draw the numbers that are read from across the table: the risk, the relics, the rate, whose turn it is.

    Args:
        state: as everybody may see it.
        risk: "9 in 100".
        view: how; the size is the whole page.
    """
    w, h = map(float, view.size)
    across = w >= h
    who = state.player(state.active).name if state.active else ""
    tiles = [
        ("we lose if shadows fall now", risk, "fd-warn"),
        ("relics", f"{len(state.tower.found)} of 4", ""),
        ("shadows a fall", str(state.track.rate), ""),
        ("turn", who, ""),
    ]
    columns = 2 if across else 1
    rows = -(-len(tiles) // columns)
    each_w, each_h = w / columns, h / rows
    items = []
    for n, (what, value, tone) in enumerate(tiles):
        x, y = n % columns * each_w, n // columns * each_h
        size = min(120.0, each_h * 0.42, each_w / max(4, len(value)) * 1.35)
        body = rect(6, 6, each_w - 12, each_h - 12, "fd-board", 20)
        body += words(each_w / 2, each_h * 0.3, what, min(40.0, (each_w - 40) / width_of(what, 1)), "fd-soft")
        body += words(each_w / 2, each_h * 0.72, value, max(44.0, size), f"fd-x {tone}".strip())
        items.append(plain(f"glance {n}", x, y, each_w, each_h, body, f"{what}: {value}"))
    return Scene(w, h, "The tower at a glance", tuple(items), LOOK)


def trimmed(scene: Scene) -> Scene:
    """Return a scene in which nothing can be tapped, for pictures."""
    return structs.replace(scene, items=tuple(structs.replace(item, place="") for item in scene.items))
