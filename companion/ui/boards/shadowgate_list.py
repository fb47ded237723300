"""Lists and slips on the board of Shadowgate: a card picked by its name, and a quest that is told in a few taps."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.engine.svg import rect, shorten, words
from companion.ui.board import Item, Scene
from companion.ui.boards import shadowgate_look as look
from companion.ui.boards.shadowgate import LOOK, table_item, trying_item

GAP = 4.0
EDGE = 6.0
ROW = 45.0
FEWEST, MOST_SHOWN = 1, 7
"""Numbers of a row of the slip; the last key stands for itself and everything above, one more with each tap."""


class Entry(msgspec.Struct, frozen=True):
    """An entry of a list.

    Args:
        id: what a tap sends behind "pick/".
        name: what it says.
        sub: small type under it.
        colour: of the strip at its left; empty for none.
    """

    id: str
    name: str
    sub: str = ""
    colour: str = ""


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """A list to pick from.

    Args:
        title: what is asked.
        entries: the entries in their fixed order.
        tabs: parts of the list, each with its label; empty for one part.
        tab: the part that is shown.
    """

    title: str
    entries: tuple[Entry, ...]
    tabs: tuple[tuple[str, str], ...] = ()
    tab: str = ""


class Slip(msgspec.Struct, frozen=True, kw_only=True):
    """A quest card as it is being told.

    Args:
        space: the quest space.
        deck: its deck.
        traits: the number that is asked of each trait, 0 for none.
        xp: experience points, -1 while nobody told.
        torch, skulls: what failing costs; `fails` says whether that was told.
        item, magic: whether it costs an item, a Magic token, too.
        fails: whether what failing costs has been told.
        event: name of the event that it is; empty for none.
    """

    space: int
    deck: str = "I"
    traits: tuple[int, int, int] = (0, 0, 0)
    xp: int = -1
    torch: int = 0
    skulls: int = 0
    item: bool = False
    magic: bool = False
    fails: bool = False
    event: str = ""


def choice_scene(choice: Choice, size: tuple[int, int], trying: bool = False) -> Scene:
    """Draw a list in two columns, or three where it is wide.

    Args:
        choice: what may be picked.
        size: width and height in CSS pixels.
        trying: Try mode.
    """
    w, h = map(float, size)
    items = [table_item(w, h)]
    top = EDGE
    items.append(Item("title", EDGE, top, w - 2 * EDGE, 22, words(4, 16, choice.title, 15, "sg-b", "start")))
    top += 24
    if choice.tabs:
        each = (w - 2 * EDGE - GAP * (len(choice.tabs) - 1)) / len(choice.tabs)
        for n, (tab, label) in enumerate(choice.tabs):
            on = tab == choice.tab
            body = rect(1, 1, each - 2, 43, "sg-on" if on else "sg-key", 8)
            body += words(each / 2, 28, shorten(label, each - 6, 14), 14, "sg-b" + (" sg-on-words" if on else ""))
            items.append(Item(f"tab {tab}", EDGE + n * (each + GAP), top, each, ROW, body, f"tab/{tab}", label))
        top += ROW + GAP
    cols = 3 if w > 560 or len(choice.entries) * (ROW + 2) / 2 > h - top - EDGE else 2
    items += _entries(choice.entries, cols, (EDGE, top, w - 2 * EDGE, h - top - EDGE))
    if trying:
        items.append(trying_item(w, h))
    return Scene(w, h, choice.title, tuple(items), LOOK)


def _entries(entries: Sequence[Entry], cols: int, at: tuple[float, float, float, float]) -> list[Item]:
    x, y, w, h = at
    rows = max(1, -(-len(entries) // cols))
    high = min(56.0, (h - GAP * (rows - 1)) / rows)
    each = (w - GAP * (cols - 1)) / cols
    out = []
    for n, entry in enumerate(entries):
        body = rect(1, 1, each - 2, high - 2, "sg-key", 8)
        if entry.colour:
            body += look.painted(1, 1, 7, high - 2, entry.colour, 3)
        middle = high / 2 + (5 if not entry.sub else -1)
        body += words(13, middle, shorten(entry.name, each - 18, 14), 14, "sg-b", "start")
        if entry.sub:
            body += words(13, high / 2 + 15, shorten(entry.sub, each - 18, 12.5), 12.5, "sg-soft", "start")
        left, top = x + (n % cols) * (each + GAP), y + (n // cols) * (high + GAP)
        out.append(
            Item(
                f"pick {entry.id}", left, top, each, high, body, f"pick/{entry.id}", f"{entry.name} {entry.sub}".strip()
            )
        )
    return out


# ------------------------------------------------------------------------------------------------------------- the slip


def slip_scene(slip: Slip, size: tuple[int, int], gates: Sequence[tuple[str, str]], trying: bool = False) -> Scene:
    """Draw the slip of a quest: a row of numbers for each trait and the points, and what failing costs.

    Args:
        slip: what is told so far.
        size: width and height in CSS pixels.
        gates: events that open something and may lie there, id and name.
        trying: Try mode.
    """
    w, h = map(float, size)
    items = [table_item(w, h)]
    wide = min(w - 2 * EDGE, 560.0)
    left = (w - wide) / 2
    step = min(56.0, (h - 2 * EDGE) / 6)
    high = max(44.0, step - GAP)
    top = EDGE
    items += _top(slip, gates, (left, top, wide, high))
    for n, trait in enumerate(("strength", "resourceful", "mental")):
        top += step
        items += _numbers(trait, n, slip.traits[n], (left, top, wide, high))
    top += step
    items += _numbers("xp", -1, slip.xp, (left, top, wide, high))
    top += step
    items += _last(slip, (left, top, wide, high))
    if trying:
        items.append(trying_item(w, h))
    return Scene(w, h, f"The quest on space {slip.space}", tuple(items), LOOK)


def _top(slip: Slip, gates: Sequence[tuple[str, str]], at: tuple[float, float, float, float]) -> list[Item]:
    x, y, w, h = at
    title = words(2, h / 2 + 5, f"Space {slip.space}, deck {slip.deck}", 15, "sg-b", "start")
    room = w * 0.36
    items = [Item("slip title", x, y, room, h, title)]
    keys = [*gates, ("event", "Other event")]
    each = (w - room - GAP * len(keys)) / len(keys)
    for n, (name, label) in enumerate(keys):
        on = slip.event == name
        items.append(_key(f"slip/event/{name}", label, on, (x + room + GAP + n * (each + GAP), y, each, h), 13))
    return items


def _numbers(name: str, trait: int, value: int, at: tuple[float, float, float, float]) -> list[Item]:
    x, y, w, h = at
    room = w - 7 * 44.5
    if trait >= 0:
        body = look.painted(0, h / 2 - 14, 30, 28, look.TRAIT_COLOURS[trait], 7)
        body += words(15, h / 2 + 6, look.TRAIT_LETTERS[trait], 17, "sg-x sg-pale")
    else:
        body = words(15, h / 2 + 6, "XP", 16, "sg-x")
    room = max(34.0, min(room, 60.0))
    each = (w - room) / MOST_SHOWN
    items = [Item(f"slip head {name}", x, y, room, h, body)]
    for number in range(FEWEST, MOST_SHOWN + 1):
        last = number == MOST_SHOWN
        on = value == number or (last and value > number)
        label = str(max(value, number)) + ("+" if last else "")
        spot = (x + room + (number - 1) * each, y, each - 1, h)
        items.append(_key(f"slip/{name}/{number}", label, on, spot, 17))
    return items


def _last(slip: Slip, at: tuple[float, float, float, float]) -> list[Item]:
    x, y, w, h = at
    keys = (
        ("torch", "torch", slip.torch > 0, slip.torch),
        ("skull", "skull", slip.skulls > 0, slip.skulls),
        ("safe", "no harm", slip.fails and not slip.torch and not slip.skulls, 0),
        ("item", "+ item", slip.item, 0),
        ("magic", "+ magic", slip.magic, 0),
    )
    each = (w - GAP * (len(keys) - 1)) / len(keys)
    out = []
    for n, (name, label, on, count) in enumerate(keys):
        said = f"{label} ×{count}" if count > 1 else label
        out.append(_key(f"slip/{name}/1", said, on, (x + n * (each + GAP), y, each, h), 13.5))
    return out


def _key(place: str, label: str, on: bool, at: tuple[float, float, float, float], size: float) -> Item:
    x, y, w, h = at
    body = rect(1, 1, w - 2, h - 2, "sg-on" if on else "sg-key", 8)
    body += words(
        w / 2, h / 2 + size * 0.36, shorten(label, w - 4, size), size, "sg-b" + (" sg-on-words" if on else "")
    )
    _, *rest = place.split("/")
    return Item(place, x, y, w, h, body, place, " ".join(rest) if label.isdecimal() else label)


def tapped(slip: Slip, key: str, number: int) -> Slip:
    """Return a slip after a tap on one of its keys: the same key once more takes it back, or counts one more.

    Args:
        slip: what is told so far.
        key: "strength", "xp", "torch", "skull", "safe", "item", "magic".
        number: of the key.
    """
    from msgspec.structs import replace

    if key in ("item", "magic"):
        return replace(slip, **{key: not getattr(slip, key)})
    if key == "safe":
        return replace(slip, torch=0, skulls=0, fails=True)
    if key in ("torch", "skull"):
        name = "skulls" if key == "skull" else key
        return replace(slip, fails=True, **{name: (getattr(slip, name) + 1) % 4})
    if key == "xp":
        return replace(slip, xp=_next(slip.xp, number, -1))
    at = ("strength", "resourceful", "mental").index(key)
    traits = list(slip.traits)
    traits[at] = _next(traits[at], number, 0)
    return replace(slip, traits=(traits[0], traits[1], traits[2]), event="")


def _next(value: int, number: int, none: int) -> int:
    """Return the number after a tap: the key above all counts on, every other one sets or takes back."""
    if number == MOST_SHOWN:
        return value + 1 if MOST_SHOWN <= value < 12 else none if value >= 12 else MOST_SHOWN
    return none if value == number else number


def spelled(slip: Slip) -> str:
    """Return a slip as the text of a card; empty where nothing was told."""
    if slip.event:
        name = "" if slip.event == "event" else f"/{slip.event}"
        return f"{slip.deck}{name}/kind:event/cost:"
    needs = [f"{trait}_{n}" for trait, n in zip(("strength", "resourceful", "mental"), slip.traits, strict=True) if n]
    needs += ["token"] if slip.magic else []
    needs += ["by_hand"] if slip.item else []
    parts = [slip.deck]
    parts += [f"cost:{',_'.join(needs)}"] if needs else []
    parts += [f"xp:{slip.xp}"] if slip.xp >= 0 else []
    parts += [f"torch:{slip.torch}", f"skulls:{slip.skulls}"] if slip.fails else []
    return "/".join(parts) if len(parts) > 1 else ""


__all__ = ["Choice", "Entry", "Slip", "choice_scene", "slip_scene", "spelled", "tapped"]
