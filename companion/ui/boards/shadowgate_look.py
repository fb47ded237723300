"""The shapes and colours that Shadowgate is drawn with: parchment on stone by day, stone under torchlight in the dark.

Everything was drawn for this project. Traits keep a letter and a colour each; nothing is told by colour alone.
"""

from __future__ import annotations

from functools import lru_cache

from companion.engine.svg import circle, glyph, rect, themed, words

TRAIT_COLOURS = ("#a8402f", "#3f7d3a", "#3d5fa8")
"""Strength, Resourceful, Mental; each bears white words."""
TRAIT_LETTERS = ("S", "R", "M")
SEATS = ("#b8472f", "#1f7f9c", "#6d8a1a", "#8b4fb0")
"""What the seats are painted with, in seating order."""
TYPE_COLOURS = {
    "weapon": "#a97a0b",
    "relic": "#2f62a8",
    "magic": "#2f7d4f",
    "general": "#6d675c",
    "puzzle": "#6f4a86",
    "wild": "#8a3f5c",
    "any": "#6d675c",
}
"""What the types of items are painted with; each bears white words."""

ELEMENT_SHAPES = {
    "ice": "M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.5 4.2 12 6.5l2.5-2.3M9.5 19.8 12 17.5l2.5 2.3",
    "fire": "M12 3c1 4 5 5.5 5 10.5a5 5 0 0 1-10 0c0-2.4 1.3-3.6 2-5.5 1 .7 1.6 1.5 1.8 2.5.6-2.2.6-4.8 1.2-7.5z",
    "wind": "M3 9h11a3 3 0 1 0-3-3M3 13h15a2.8 2.8 0 1 1-2.8 2.8M3 17h7a2.3 2.3 0 1 1-2.3 2.3",
}
"""Strokes of the Magic tokens in a square of 24; the letters of a phone need not have them."""
STAFF_SHAPE = "M8 21 15 10M15 10a3.6 3.6 0 1 1 3.4-3.6M15 6.4h.1"
"""Strokes of the Staff in a square of 24."""

_LIGHT = """--sg-table:#d9d2c3;--sg-edge:#8f8573;--sg-panel:#f6efdd;--sg-panel-edge:#a5977a;--sg-words:#2a2318;
--sg-soft:#5d5241;--sg-dim:#6f6450;--sg-warn:#9c1f17;--sg-dot:#8a5a00;--sg-hole:#b7a98a;--sg-turn:#fff7dc;
--sg-turn-edge:#b07a10;--sg-flame:#c7660a;--sg-red:#b3261e;--sg-key:#fffaf0;--sg-on:#8a5a00;--sg-on-words:#fff"""
_DARK = """--sg-table:#211f22;--sg-edge:#57504a;--sg-panel:#322d2a;--sg-panel-edge:#6b5f50;--sg-words:#f3e7cf;
--sg-soft:#cfbf9f;--sg-dim:#b3a588;--sg-warn:#ff9d8c;--sg-dot:#ffbe55;--sg-hole:#665a4a;--sg-turn:#43372a;
--sg-turn-edge:#e0a53c;--sg-flame:#ffb347;--sg-red:#ff8073;--sg-key:#3c3531;--sg-on:#ffbe55;--sg-on-words:#241a05"""

_RULES = """
.sg-table{fill:var(--sg-table);stroke:var(--sg-edge);stroke-width:1.5}
.sg-seam{stroke:var(--sg-edge);stroke-width:1;opacity:.35;fill:none}
.sg-panel{fill:var(--sg-panel);stroke:var(--sg-panel-edge);stroke-width:1.2}
.sg-turn{fill:var(--sg-turn);stroke:var(--sg-turn-edge);stroke-width:2.2}
.sg-tried{fill:var(--sg-turn);stroke:var(--sg-turn-edge);stroke-width:3}
.sg-event{fill:var(--sg-panel);stroke:var(--sg-panel-edge);stroke-width:1.2;stroke-dasharray:5 3}
.sg-blank{fill:none;stroke:var(--sg-dim);stroke-width:1.5;stroke-dasharray:6 5}
.sg-key{fill:var(--sg-key);stroke:var(--sg-panel-edge);stroke-width:1.2}
.sg-on{fill:var(--sg-on);stroke:var(--sg-words);stroke-width:1.2}.sg-on-words{fill:var(--sg-on-words)}
.sg-soft{fill:var(--sg-soft)}.sg-dim{fill:var(--sg-dim)}.sg-warn{fill:var(--sg-warn)}.sg-pale{fill:#fff}
.sg-b{font-weight:700}.sg-x{font-weight:800}
.sg-dot{fill:var(--sg-dot)}.sg-hole{fill:none;stroke:var(--sg-dim);stroke-width:1.2}
.sg-flame{fill:var(--sg-flame)}.sg-heart{fill:#fff3c4}.sg-haft{fill:var(--sg-soft)}
.sg-skull{fill:var(--sg-words)}.sg-eye{fill:var(--sg-panel)}
.sg-lock{fill:none;stroke:var(--sg-soft);stroke-width:2}.sg-lock-body{fill:var(--sg-soft)}
.sg-open{fill:var(--sg-flame)}
.sg-step{fill:var(--sg-panel);stroke:var(--sg-panel-edge)}.sg-step-red{fill:var(--sg-panel);stroke:var(--sg-red);stroke-width:2.2}
.sg-step-now{fill:var(--sg-flame);stroke:var(--sg-words);stroke-width:2}.sg-step-words{fill:#231300}
.sg-life{fill:#b3261e;stroke:none}.sg-life-back{fill:var(--sg-panel);stroke:var(--sg-edge);stroke-width:1.6}
.sg-life-red{fill:#fff;stroke:#7d120d;stroke-width:2}
.sg-bar{fill:var(--sg-dot)}
.sg-chosen{fill:none;stroke:#2d6fb3;stroke-width:4}
.sg-card{fill:var(--sg-key);stroke:var(--sg-panel-edge);stroke-width:1.3}
.sg-down{fill:#5c4a6b;stroke:#2b2133;stroke-width:1.4}
.sg-slot{fill:none;stroke:var(--sg-dim);stroke-width:1.6;stroke-dasharray:5 4}
.sg-grey{opacity:.5}
.sg-try-a{fill:none;stroke:var(--sg-table);stroke-width:7}
.sg-try-b{fill:none;stroke:#8a3d9e;stroke-width:7;stroke-dasharray:16 12}
.bd-lit .bd-edge{stroke:#c98a12;stroke-width:2.4;stroke-dasharray:none}
"""

_TEXT = (
    "fill:var(--sg-words);"
    'font-family:var(--text,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",sans-serif)'
)

_FLAME = "M12 1.5c1.2 4.6 6.5 6.9 6.5 12.6a6.5 6.5 0 0 1-13 0c0-3 1.7-4.6 2.6-7 1.2.8 2 1.8 2.3 3 .8-2.6.9-5.4 1.6-8.6z"
_HEART = "M12 11c.5 2.2 2.6 3 2.6 5.4a2.6 2.6 0 0 1-5.2 0c0-1.4 1-2.1 1.3-3.2.4.3.7.7.8 1.2.3-1.2.2-2.3.5-3.4z"
_SKULL = (
    "M12 2a9 9 0 0 0-9 9c0 3.4 1.9 5.6 4 6.9V21h2.4v-2h1.4v2h2.4v-2h1.4v2H17v-3.1c2.1-1.3 4-3.5 4-6.9a9 9 0 0 0-9-9z"
)


@lru_cache
def style(scope: str) -> str:
    """Return the style sheet, for whatever stands inside one element.

    Args:
        scope: a CSS selector such as ".c-board". The page's theme is followed where `<html data-theme>` names one.
    """
    return themed(scope, _LIGHT, _DARK, _TEXT, _RULES)


def torch(x: float, y: float, size: float) -> str:
    """Return a burning torch with its middle at x, y."""
    return glyph(_FLAME, x, y, size, "sg-flame") + glyph(_HEART, x, y, size, "sg-heart")


def skull(x: float, y: float, size: float) -> str:
    """Return a skull with its middle at x, y: a Death card."""
    eye = size * 0.11
    eyes = circle(x - size * 0.16, y - size * 0.02, eye, "sg-eye") + circle(
        x + size * 0.16, y - size * 0.02, eye, "sg-eye"
    )
    return glyph(_SKULL, x, y, size, "sg-skull") + eyes


def lock(x: float, y: float, size: float, closed: bool) -> str:
    """Return a lock of which the shackle is shut, or turned away."""
    half = size * 0.3
    turn = 0.0 if closed else half
    arc = f"M{x - half + turn:.1f} {y}v{-size * 0.2:.1f}a{half:.1f} {half:.1f} 0 0 1 {2 * half:.1f} 0v{size * 0.2:.1f}"
    body = rect(x - size * 0.4, y - size * 0.02, size * 0.8, size * 0.5, "sg-lock-body" if closed else "sg-open", 2)
    return f'<path d="{arc}" class="sg-lock"/>' + body


def painted(x: float, y: float, w: float, h: float, colour: str, r: float = 0, cls: str = "") -> str:
    """Return a rectangle in a colour of its own; what else it is dressed with says its class."""
    return rect(x, y, w, h, cls, r).replace("<rect ", f'<rect fill="{colour}" ')


def disc(x: float, y: float, r: float, seat: int, letter: str) -> str:
    """Return the disc of a seat: its colour, and the first letter of who sits there."""
    body = circle(x, y, r, "").replace("<circle ", f'<circle fill="{SEATS[seat % len(SEATS)]}" ')
    return body + words(x, y + r * 0.4, letter, r * 1.2, "sg-x sg-pale")


def need(x: float, y: float, trait: int, number: int, size: float = 20) -> str:
    """Return what a quest asks of a trait, a shield with letter and number; its left edge at x, its middle at y."""
    wide = size * (1.75 if number < 10 else 2.1)
    body = painted(x, y - size / 2, wide, size, TRAIT_COLOURS[trait], 5)
    return body + words(x + wide / 2, y + size * 0.26, f"{TRAIT_LETTERS[trait]}{number}", size * 0.74, "sg-x sg-pale")


def need_width(number: int, size: float = 20) -> float:
    """Return how wide such a shield is."""
    return size * (1.75 if number < 10 else 2.1)


def dots(x: float, y: float, filled: int, step: float = 9.5, r: float = 3.6) -> str:
    """Return ten dots in a row, so many of them filled; the left edge at x, the middle at y."""
    return "".join(circle(x + r + n * step, y, r, "sg-dot" if n < filled else "sg-hole") for n in range(10))


def chip(x: float, y: float, text: str, colour: str, size: float = 12.5) -> tuple[str, float]:
    """Return a word on a coloured ground, and its width; the left edge at x, the middle at y."""
    from companion.engine.svg import width_of

    wide = width_of(text, size) + 8
    body = painted(x, y - size * 0.78, wide, size * 1.56, colour, 5)
    return body + words(x + wide / 2, y + size * 0.34, text, size, "sg-b sg-pale"), wide
