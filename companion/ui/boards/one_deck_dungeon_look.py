"""What the boards of One Deck Dungeon are drawn with: stone, wooden doors, dice in the colours of the box.

Everything was drawn for this project. A colour never stands alone: dice and boxes bear the letter of their colour too.
"""

from __future__ import annotations

from functools import lru_cache

from companion.engine.svg import glyph, rect, themed, words
from companion.games.one_deck_dungeon.boxes import Box

COLOUR_NAMES = {"S": "Strength", "A": "Agility", "M": "Magic", "H": "black", "G": "any colour"}
"""What the letters of dice and boxes stand for."""

_LIGHT = """--od-table:#d8d2c3;--od-edge:#8f8672;--od-words:#27231c;--od-soft:#575044;--od-panel:#f8f3e6;
--od-well:#e9e2d1;--od-line:#b3a98f;--od-good:#1f6a35;--od-warn:#a11f1b;--od-heart:#b92d2a;--od-gone:#b9ad97;
--od-bar:#5a6b2a;--od-black:#26242b"""
_DARK = """--od-table:#26231f;--od-edge:#6d6455;--od-words:#f3ead7;--od-soft:#c9bda4;--od-panel:#37322a;
--od-well:#2d2923;--od-line:#62594a;--od-good:#8fd69a;--od-warn:#ff9f8e;--od-heart:#ff7d72;--od-gone:#6b6152;
--od-bar:#a9c05a;--od-black:#0c0b0e"""

_RULES = """
.od-board{fill:var(--od-table);stroke:var(--od-edge);stroke-width:1.5}
.od-panel{fill:var(--od-panel);stroke:var(--od-line);stroke-width:1.2}
.od-well{fill:var(--od-well);stroke:var(--od-line);stroke-width:1}
.od-chosen{fill:var(--od-panel);stroke:var(--bd-high);stroke-width:3}
.od-on{fill:var(--od-warn);stroke:var(--od-warn)}.od-on-words{fill:var(--od-table)}
.od-b{font-weight:700}.od-x{font-weight:800}
.od-soft{fill:var(--od-soft)}.od-warn{fill:var(--od-warn)}.od-good{fill:var(--od-good)}.od-pale{fill:#fff}
.od-ink{fill:#27231c}
.od-heart{fill:var(--od-heart)}.od-heart-gone{fill:none;stroke:var(--od-gone);stroke-width:2}
.od-heart-lost{fill:none;stroke:var(--od-heart);stroke-width:2.4;stroke-dasharray:3 2}
.od-drop{fill:#4f8f3a}.od-drop-none{fill:none;stroke:var(--od-gone);stroke-width:2}
.od-glass{fill:var(--od-soft)}
.od-door{fill:#7b5230;stroke:#2c1b0d;stroke-width:2}.od-plank{stroke:#4b3019;stroke-width:1.6;fill:none}
.od-iron{fill:#2c1b0d}.od-seam{stroke:#1c1009;stroke-width:3.5;fill:none}.od-ring{fill:none;stroke:#d9b25a;stroke-width:2.2}.od-arch{fill:#3a352d;stroke:#1c1914;stroke-width:1.5}
.od-no-door{fill:none;stroke:var(--od-line);stroke-width:1.6;stroke-dasharray:6 5}
.od-combat{fill:#8c2f2b}.od-peril{fill:#2f5d6b}.od-boss{fill:#4a2a63}.od-plain{fill:#57503f}
.od-s{fill:#e2b53a;stroke:#7b5c06}.od-a{fill:#c7468f;stroke:#6d1748}.od-m{fill:#2f6fbf;stroke:#123a70}
.od-h{fill:var(--od-black);stroke:#a39cae}.od-g{fill:#8d877a;stroke:#4b463c}
.od-s-ink{fill:#2b2005}.od-a-ink,.od-m-ink,.od-g-ink,.od-h-ink{fill:#fff}
.od-box{stroke-width:1.8}
.od-xp{fill:#f0c33c;stroke:#7b5c06;stroke-width:1.2}.od-xp-none{fill:none;stroke:var(--od-line);stroke-width:1.4}
.od-bar-back{fill:var(--od-well);stroke:var(--od-line)}.od-bar{fill:var(--od-bar)}
.od-potion{fill:#a3469b}.od-flame{fill:#f2a53b}
.od-open-hand{fill:none;stroke:var(--od-soft);stroke-width:1.6}
.od-try-a{fill:none;stroke:var(--od-table);stroke-width:7}
.od-try-b{fill:none;stroke:#8a3d9e;stroke-width:7;stroke-dasharray:16 12}
.bd-lit .bd-edge{stroke:#b9801c;stroke-width:2.4;stroke-dasharray:none}
"""

_TEXT = (
    "fill:var(--od-words);"
    'font-family:var(--text,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",sans-serif)'
)

HEART = "M12 21s-8.5-5.3-8.5-11.3A4.7 4.7 0 0 1 12 6.6a4.7 4.7 0 0 1 8.5 3.1C20.5 15.7 12 21 12 21z"
DROP = "M12 2.5c3.5 5 6.5 8.2 6.5 12a6.5 6.5 0 0 1-13 0c0-3.8 3-7 6.5-12z"
GLASS = "M6 2h12v3l-4.5 7 4.5 7v3H6v-3l4.5-7L6 5z"
LANTERN = "M9 2h6v2H9zM8 5h8l2 4v9l-2 3H8l-2-3V9z"
POTION = "M10 2h4v2l-1 1v4l5 8.5A3 3 0 0 1 15.4 22H8.6A3 3 0 0 1 6 17.5L11 9V5l-1-1z"
STAIRS = "M3 21v-4h5v-4h5V9h5V5h4v16z"
CARDS = "M6 3h10a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zm13 2 2 1v14l-2 1z"
SKULL = (
    "M12 2a8 8 0 0 0-8 8c0 3 1.4 4.8 3 6v4h10v-4c1.6-1.2 3-3 3-6a8 8 0 0 0-8-8z"
    "M9 9a2 2 0 1 1 0 4 2 2 0 0 1 0-4zm6 0a2 2 0 1 1 0 4 2 2 0 0 1 0-4z"
)
SHIELD = "M12 2l8 3v6c0 5.5-3.4 9-8 11-4.6-2-8-5.5-8-11V5z"
LEAF = "M20 3C9 3 4 8 4 14c0 2 .6 3.6 1.5 4.6L3 22l1.5 1 2.6-3.2c1 .5 2.2.7 3.4.7C17 20.5 20 13 20 3z"


@lru_cache
def style(scope: str) -> str:
    """Return the style sheet, for whatever stands inside one element.

    Args:
        scope: a CSS selector such as ".c-board". The page's theme is followed where `<html data-theme>` names one.
    """
    return themed(scope, _LIGHT, _DARK, _TEXT, _RULES)


def die(x: float, y: float, size: float, colour: str, face: int | str = "") -> str:
    """Return a die with its upper left corner at x, y; without a face it shows the letter of its colour."""
    tone = colour.lower()
    body = rect(x + 0.8, y + 0.8, size - 1.6, size - 1.6, f"od-box od-{tone}", size * 0.22)
    said = str(face) if face != "" else colour
    return body + words(x + size / 2, y + size * 0.73, said, size * 0.64, f"od-x od-{tone}-ink")


def pips(x: float, y: float, size: float, counts: tuple[tuple[str, int], ...], gap: float = 2) -> tuple[str, float]:
    """Return small dice with their numbers in a row, and where the row ends.

    Args:
        x: left edge.
        y: upper edge.
        size: of each die.
        counts: colour and number.
        gap: between the dice.
    """
    body = ""
    for colour, n in counts:
        body += die(x, y, size, colour, n)
        x += size + gap
    return body, x


def cost_signs(x: float, y: float, size: float, damage: int, time: int, poison: int) -> tuple[str, float]:
    """Return hearts, hourglasses and drops in a row around the height y, and where the row ends."""
    body = ""
    signs = ((HEART, "od-heart", damage), (GLASS, "od-glass", time), (DROP, "od-drop", poison))
    for d, cls, n in signs:
        for _ in range(n):
            body += glyph(d, x + size / 2, y, size, cls)
            x += size * 0.86
    return body, x


def box(x: float, y: float, w: float, h: float, one: Box, lying: str = "") -> str:
    """Return a challenge box: colour and target, armor and skull, and below what it costs while it is open.

    Args:
        x, y, w, h: where.
        one: the box; the target of a wide one stands behind a sign for a sum.
        lying: what is drawn in the place of the target: dice that lie on it.
    """
    tone = one.colour.lower()
    cost = one.damage + one.time + one.poison
    body = rect(x + 1, y + 1, w - 2, h - 2, f"od-box od-{tone}", 6)
    low = min(22.0, h * 0.32) if cost else 0.0
    middle = y + (h - low) / 2
    size = min(34.0, (h - low) * 0.6)
    signs = bool(one.armor) + bool(one.skull)
    room = w - 4 - 14 * signs
    if lying:
        body += lying
    else:
        said = f"{'Σ' if one.wide else ''}{one.target or '*'}"
        size = min(size, room / (0.62 * len(said)))
        body += words(x + 2 + room / 2, middle + size * 0.36, said, size, f"od-x od-{tone}-ink")
    if one.armor:
        body += glyph(SHIELD, x + w - 9, y + 10, 15, f"od-{tone}-ink")
    if one.skull:
        body += glyph(SKULL, x + w - 9 - 14 * one.armor, y + 10, 14, f"od-{tone}-ink")
    return body + _cost_line(x, y, w, h, one)


def width(one: Box, side: float) -> float:
    """Return how wide a box is drawn: a wide one takes more room."""
    return side * (1.5 if one.wide else 1.0)


def _cost_line(x: float, y: float, w: float, h: float, one: Box) -> str:
    cost = one.damage + one.time + one.poison
    if not cost:
        return ""
    size = min(20.0, h * 0.3, (w - 6) / (cost * 0.86 + 0.14))
    strip = rect(x + 2, y + h - size - 4, w - 4, size + 2, "od-panel", 4)
    long = size * (cost * 0.86 + 0.14)
    return strip + cost_signs(x + (w - long) / 2, y + h - size / 2 - 3, size, one.damage, one.time, one.poison)[0]
