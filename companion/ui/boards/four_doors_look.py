"""The shapes and colours that The Four Doors is drawn with: two looks of the tower that nobody can confuse.

While people act the board is parchment and the sides show lanterns; while shadows fall it is night, and they show a
plus. Everything was drawn for this project. Doors keep their colours in every look; nothing is told by colour alone.
"""

from __future__ import annotations

from functools import lru_cache

from companion.engine.svg import circle, glyph, path, rect, themed, words

ACT, DRAW, FALL = "act", "draw", "fall"
"""The looks: acting, drawing cards, shadows falling."""

DOOR_COLOURS = {
    "purple": "#6b3fa0",
    "green": "#2c7548",
    "blue": "#27599f",
    "gold": "#9a6a08",
    "red": "#a5312a",
    "orange": "#b2551a",
    "yellow": "#8a7210",
    "white": "#6d675c",
    "black": "#33333d",
    "grey": "#5b6270",
    "pink": "#a8446f",
    "brown": "#75502f",
}
"""What a door of that name is painted with; each bears white words."""
COLOURS = tuple(DOOR_COLOURS)
_OTHERS = ("#3f6b73", "#7a4a5e", "#55632a", "#4c4f86")

SEATS = ("#c2452f", "#1f7f9c", "#6d8a1a", "#8b4fb0", "#c98a12")
"""What the pawns of the seats are painted with, in seating order; each bears the first letter of a name."""

LETTERS = {"staff": "K", "stone": "L", "oil": "O", "prism": "P"}
"""What stands in a relic's picture."""


def colour_of(door: str) -> str:
    """Return the colour of a door; one that nobody has named gets one of its own."""
    return DOOR_COLOURS.get(door, _OTHERS[sum(map(ord, door)) % len(_OTHERS)])


_LIGHT = """--fd-table:#ead9b4;--fd-edge:#b3955f;--fd-words:#2f2417;--fd-soft:#5d4b32;
--fd-slot:#a68c5c;--fd-panel:#f7edd5;
--fd-card:#3a3446;--fd-card-edge:#17131f;--fd-lamp:#a85d00;--fd-warn:#a11f1b;--fd-draw:#d3e2e8;--fd-draw-edge:#6f94a4"""
_DARK = """--fd-table:#362a1d;--fd-edge:#6b573b;--fd-words:#f4e7cd;--fd-soft:#cdb994;
--fd-slot:#86704c;--fd-panel:#41331f;
--fd-card:#b9b0cf;--fd-card-edge:#efe9ff;--fd-lamp:#ffc45c;--fd-warn:#ff9f8e;--fd-draw:#23363f;--fd-draw-edge:#5d8496"""

_RULES = """
.fd-board{fill:var(--fd-table);stroke:var(--fd-edge);stroke-width:1.5}
.fd-drawing{fill:var(--fd-draw);stroke:var(--fd-draw-edge);stroke-width:2}
.fd-night{fill:#0f0d1c;stroke:#7a66c9;stroke-width:3}
.fd-side{fill:var(--fd-panel);stroke:var(--fd-edge);stroke-width:1.2}
.fd-side-full{fill:var(--fd-panel);stroke:var(--fd-warn);stroke-width:2.4}
.fd-side-night{fill:#211d38;stroke:#6f63a8;stroke-width:1.4}
.fd-side-doom{fill:#4a1420;stroke:#ff8a7a;stroke-width:2.2}
.fd-slot{fill:none;stroke:var(--fd-slot);stroke-width:1.3;stroke-dasharray:3 3}
.fd-slot-night{fill:none;stroke:#6f63a8;stroke-width:1.3;stroke-dasharray:3 3}
.fd-card{fill:var(--fd-card);stroke:var(--fd-card-edge);stroke-width:1.4}
.fd-card-night{fill:#b7abe6;stroke:#efe9ff;stroke-width:1.4}
.fd-moon{fill:#f1e9d0}.fd-moon-night{fill:#171327}
.fd-b{font-weight:700}.fd-x{font-weight:800}
.fd-soft{fill:var(--fd-soft)}.fd-warn{fill:var(--fd-warn)}.fd-pale{fill:#fff}.fd-dim{fill:#fffc}
.fd-night-words{fill:#e8e2ff}.fd-doom-words{fill:#ffb3a6}
.fd-plus{stroke:#ffd76a;stroke-width:4.5;stroke-linecap:round;fill:none}
.fd-take{stroke:var(--fd-draw-edge);stroke-width:3.5;stroke-linecap:round;fill:none}
.fd-lamp{fill:var(--fd-lamp)}.fd-flame{fill:#fff3b8}
.fd-frame{stroke:#1b130b;stroke-width:1.6}
.fd-arch{fill:#120d14}.fd-leaf{fill:#6b4526;stroke:#1b130b;stroke-width:1.2}.fd-iron{fill:#1b130b}
.fd-star{fill:none;stroke:#ffe9a8;stroke-width:2;stroke-linejoin:round}
.fd-star-found{fill:#ffcf3f;stroke:#5b3c00;stroke-width:1.4;stroke-linejoin:round}
.fd-lamp-off{fill:none;stroke:var(--fd-soft);stroke-width:1.8;stroke-linejoin:round}
.fd-lamp-off-night{fill:none;stroke:#a59bd6;stroke-width:1.8;stroke-linejoin:round}
.fd-beacon{fill:#f9e6ae;stroke:#8a6414;stroke-width:1.8}.fd-beacon-words{fill:#3a2705}
.fd-beacon-lit{fill:#ffd24a;stroke:#7d5200;stroke-width:2.4}
.fd-gone{fill:none;stroke:var(--fd-slot);stroke-width:1.4;stroke-dasharray:5 4}
.fd-gone-night{fill:#1a1630;stroke:#6f63a8;stroke-width:1.4;stroke-dasharray:5 4}
.fd-empty{fill:none;stroke:var(--fd-slot);stroke-width:1.6;stroke-dasharray:6 5}
.fd-pawn{stroke:#fff;stroke-width:1.6}.fd-pawn-turn{stroke:#ffe066;stroke-width:3}
.fd-face{fill:#fffaf0;stroke:#8b7b5e;stroke-width:1.5}.fd-lamp-ink{fill:#a85d00}
.fd-face-untold{fill:#e7dcc4;stroke:#8b7b5e;stroke-width:1.5;stroke-dasharray:4 3}
.fd-ink{fill:#2f2417}.fd-ink-soft{fill:#5d4b32}.fd-chosen{fill:none;stroke:#1c5c94;stroke-width:4}
.fd-glass{fill:#fff8;stroke:#fff;stroke-width:1}
.fd-space{fill:var(--fd-panel);stroke:var(--fd-edge)}.fd-space-now{fill:#ffcf3f;stroke:#5b3c00;stroke-width:2}
.fd-space-now-words{fill:#2e1c00}
.fd-ghost{fill:none;stroke:var(--bd-high);stroke-width:4}
.fd-try-a{fill:none;stroke:var(--fd-table);stroke-width:7}
.fd-try-b{fill:none;stroke:#8a3d9e;stroke-width:7;stroke-dasharray:16 12}
.fd-fallen{fill:#1a1024;stroke:#8f4a63;stroke-width:3}
.fd-won{fill:#fbe7a6;stroke:#b98212;stroke-width:3}
.bd-it[data-place^="star/"] .bd-edge{stroke-opacity:0}
.bd-it[data-place^="star/"]:focus-visible .bd-edge{stroke-opacity:1}
.bd-lit .bd-edge{stroke:#cf9420;stroke-width:2.2;stroke-dasharray:none}
"""

_TEXT = (
    "fill:var(--fd-words);"
    'font-family:var(--text,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",sans-serif)'
)

STAR = "M12 2.2l2.9 6.2 6.8.8-5 4.7 1.3 6.7-6-3.3-6 3.3 1.3-6.7-5-4.7 6.8-.8z"
MOON = "M15.5 2.5a10 10 0 1 0 6 13.4A8.2 8.2 0 0 1 15.5 2.5z"
LAMP = "M9 3h6v2H9zM8 6h8l2 3v9l-2 3H8l-2-3V9z"
FLAME = "M12 9c.4 2 2.4 2.7 2.4 5a2.4 2.4 0 0 1-4.8 0c0-1.3.9-1.8 1.2-2.8.4.3.6.7.7 1.1.2-1.1.2-2.2.5-3.3z"


@lru_cache
def style(scope: str) -> str:
    """Return the style sheet, for whatever stands inside one element.

    Args:
        scope: a CSS selector such as ".c-board". The page's theme is followed where `<html data-theme>` names one.
    """
    return themed(scope, _LIGHT, _DARK, _TEXT, _RULES)


def plus(x: float, y: float, r: float, cls: str = "fd-plus") -> str:
    """Return a plus with arms of length r."""
    return path(f"M{x - r:.1f} {y:.1f}H{x + r:.1f}M{x:.1f} {y - r:.1f}V{y + r:.1f}", cls)


def lantern(x: float, y: float, size: float) -> str:
    """Return a lantern: here a shadow may be cleared."""
    return glyph(LAMP, x, y, size, "fd-lamp") + glyph(FLAME, x, y, size, "fd-flame")


def pawn(x: float, y: float, r: float, seat: int, letter: str, turn: bool) -> str:
    """Return a pawn: a disc in the colour of its seat with the first letter of its owner."""
    disc = dot(x, y, r, SEATS[seat % 5], "fd-pawn-turn" if turn else "fd-pawn")
    return disc + words(x, y + r * 0.42, letter, r * 1.25, "fd-x fd-pale")


def painted(x: float, y: float, w: float, h: float, colour: str, cls: str, r: float = 0) -> str:
    """Return a rectangle in a colour of its own; what else it is dressed with says its class."""
    return rect(x, y, w, h, cls, r).replace("<rect ", f'<rect fill="{colour}" ')


def dot(x: float, y: float, r: float, colour: str, cls: str) -> str:
    """Return a disc in a colour of its own."""
    return circle(x, y, r, cls).replace("<circle ", f'<circle fill="{colour}" ')
