"""The board of the loot: the cards that were won with their three edges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from companion.engine.svg import circle, glyph, rect, shorten, words
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.state import Position
from companion.ui.board import Item, Scene
from companion.ui.boards import one_deck_dungeon_look as look
from companion.ui.boards.one_deck_dungeon import GAP, STRIP, Rect, View, frame, room, split_words, strip


class Won(msgspec.Struct, frozen=True):
    """A card that was won.

    Args:
        n: its number among those won.
        name: what it is.
        tone: as on its card.
        xp: what it is worth; 0 where nobody knows.
        items: what its left edge may be: "S", "M+h".
        skills: what its bottom edge may be.
        potion: whether the bottom is a potion; None where nobody knows.
        limits: edges, "item" or "skill", that only one way gives, or that the way taken does not: what is said of them.
        barred: the edges that the way taken does not give.
    """

    n: int
    name: str
    tone: str = "plain"
    xp: int = 0
    items: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    potion: bool | None = None
    limits: Mapping[str, str] = msgspec.field(default_factory=dict)
    barred: tuple[str, ...] = ()


def loot_scene(cat: Catalogue, state: Position, won: Sequence[Won], view: View) -> Scene:
    """Draw the cards that were won with their three edges; XP is the largest."""
    x, y, w, h = room(view)
    items = strip(cat, state, (x, y, w, STRIP))
    y, h = y + STRIP + GAP, h - STRIP - GAP
    wide = (w - GAP * (len(won) - 1)) / max(1, len(won))
    for i, card in enumerate(won):
        items += _won(card, (x + i * (wide + GAP), y, min(wide, 420.0), h))
    return frame(view, "Loot", items)


def _won(card: Won, at: Rect) -> list[Item]:
    x, y, w, h = at
    head, side, low = 46.0, max(60.0, w * 0.3), max(64.0, h * 0.28)
    body = rect(1, 1, w - 2, head - 2, f"od-{card.tone}", 10)
    lines = split_words(card.name, w - 16, 16)
    for i, line in enumerate(lines):
        body += words(w / 2, head / 2 - (len(lines) - 1) * 9 + 6 + 18 * i, line, 16, "od-x od-pale")
    items = [Item(f"won {card.n}", x, y, w, head, body, f"card/{card.n}", card.name, card.name)]
    middle = h - head - low - 2 * GAP
    items.append(_edge(card, "item", _item_drawn(card, side, middle), (x, y + head + GAP, side, middle)))
    items.append(
        _edge(
            card,
            "xp",
            _xp_drawn(card, w - side - GAP, middle),
            (x + side + GAP, y + head + GAP, w - side - GAP, middle),
        )
    )
    skill = "potion" if card.potion else "skill"
    items.append(_edge(card, skill, _skill_drawn(card, w, low), (x, y + h - low, w, low)))
    return items


def _edge(card: Won, what: str, body: str, at: Rect) -> Item:
    x, y, w, h = at
    edge = "skill" if what == "potion" else what
    back = rect(1.5, 1.5, w - 3, h - 3, "od-no-door" if edge in card.barred else "od-panel", 10)
    said = card.limits.get(edge, "")
    if edge in card.barred:
        body = f'<g opacity="0.35">{body}</g>' if h > 90 else ""
    for i, line in enumerate(split_words(said, w - 8, 12.5) if said else ()):
        body += words(w / 2, 16 + 15 * i, line, 12.5, "od-b")
    label = f"{card.name}: {what}{', ' + said if said else ''}"
    return Item(f"loot {card.n} {what}", x, y, w, h, back + body, f"loot/{card.n}/{what}", label, what)


def _xp_drawn(card: Won, w: float, h: float) -> str:
    r = min(w, h) * 0.3
    body = circle(w / 2, h / 2 - 8, r, "od-xp") + words(
        w / 2, h / 2 - 8 + r * 0.36, card.xp or "?", r * 1.05, "od-x od-ink"
    )
    return body + words(w / 2, h / 2 + r + 14, "XP", 20, "od-x")


def _item_drawn(card: Won, w: float, h: float) -> str:
    body = words(w / 2, h - 14, "item", 15, "od-b")
    kinds = card.items or ("",)
    for k, text in enumerate(kinds):
        top = h / 2 - 18 * len(kinds) + 36 * k - 6
        letters = [one for one in text.split("+") if one and one != "h"]
        if not letters:
            body += words(w / 2, top + 22, "?", 22, "od-soft")
            continue
        wide = 30 + (20 if "h" in text else 0)
        body += look.die((w - wide) / 2, top, 30, letters[0])
        if "h" in text:
            body += glyph(look.HEART, (w - wide) / 2 + 41, top + 15, 18, "od-heart")
    return body


def _skill_drawn(card: Won, w: float, h: float) -> str:
    body = words(w / 2, h - 9, "potion" if card.potion else "skill", 14, "od-soft")
    names = card.skills or ("?",)
    for k, name in enumerate(names):
        body += words(w / 2, h / 2 - 10 * (len(names) - 1) + 19 * k, shorten(name, w - 12, 15), 15, "od-b")
    return body


__all__ = ["Won", "loot_scene"]
