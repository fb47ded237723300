"""Small pictures for keys: dice, boxes and signs, each for itself, without defs."""

from __future__ import annotations

from functools import lru_cache

from companion.ui.boards import one_deck_dungeon_look as look

_FILLS = {
    "S": ("#e2b53a", "#2b2005"),
    "A": ("#c7468f", "#fff"),
    "M": ("#2f6fbf", "#fff"),
    "H": ("#26242b", "#fff"),
    "G": ("#8d877a", "#fff"),
}
_SIGNS = {
    "h": (look.HEART, "#b92d2a"),
    "t": (look.GLASS, "#6b6152"),
    "p": (look.DROP, "#4f8f3a"),
}


def _svg(body: str, width: int = 28) -> str:
    size = f'viewBox="0 0 {width} 28" style="width:{width}px;height:28px"'
    return f'<svg {size} xmlns="http://www.w3.org/2000/svg">{body}</svg>'


def _words(text: object, x: float, fill: str, size: float = 17) -> str:
    style = f'font-size="{size}" font-weight="800" text-anchor="middle"'
    return f'<text x="{x}" y="20" {style} fill="{fill}">{text}</text>'


def _glyph(d: str, x: float, y: float, scale: float, fill: str) -> str:
    return f'<path d="{d}" fill="{fill}" transform="translate({x} {y}) scale({scale})"/>'


@lru_cache
def die_svg(colour: str, face: int = 0) -> str:
    """Return the picture of a die: its colour with its letter, or with a face."""
    fill, ink = _FILLS[colour]
    said = face or ("?" if colour == "G" else colour)
    body = f'<rect x="2" y="2" width="24" height="24" rx="5" fill="{fill}" stroke="#2b2118"/>'
    return _svg(body + _words(said, 14, ink))


@lru_cache
def box_svg(colour: str, signs: str) -> str:
    """Return the picture of a kind of box: its colour, and signs of it: "w" a sum, "x" armor, "k" a skull."""
    fill, ink = _FILLS[colour]
    width = 54 if "w" in signs and len(signs) > 1 else 44
    body = f'<rect x="1" y="1" width="{width - 2}" height="26" rx="5" fill="{fill}" stroke="#2b2118"/>'
    said = ("Σ" if "w" in signs else "") + ("?" if colour == "G" else colour)
    body += _words(said, width / 2 - 7 * (len(signs) > len(said) - 1), ink)
    for n, sign in enumerate(one for one in signs if one != "w"):
        d = look.SHIELD if sign == "x" else look.SKULL
        body += _glyph(d, width - 18, 3 + 12 * n, 0.62, ink)
    return _svg(body, width)


@lru_cache
def cost_svg(cost: str) -> str:
    """Return the picture of what is lost: signs as often as letters stand there, from three on with a number."""
    parts = [(sign, cost.count(sign)) for sign in _SIGNS if sign in cost]
    x, body = 0.0, ""
    for sign, many in parts:
        if many > 2:
            body += _words(many, x + 6, "currentColor", 15)
            x += 12
        for _ in range(1 if many > 2 else many):
            d, fill = _SIGNS[sign]
            body += _glyph(d, x, 6, 0.66, fill)
            x += 15
    return _svg(body or _words("–", 8, "currentColor"), max(16, round(x)))


@lru_cache
def item_svg(item: str) -> str:
    """Return the picture of an item: a die, and hearts with it: "S", "A+h"."""
    colour, *more = item.split("+")
    fill, ink = _FILLS[colour]
    body = f'<rect x="2" y="2" width="24" height="24" rx="5" fill="{fill}" stroke="#2b2118"/>' + _words(colour, 14, ink)
    for n, _ in enumerate(more):
        body += _glyph(look.HEART, 30 + 16 * n, 6, 0.66, _SIGNS["h"][1])
    return _svg(body, 28 + 18 * len(more))
