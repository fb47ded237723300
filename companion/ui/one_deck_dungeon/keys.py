"""Small pictures for keys: dice and signs, each for itself, without defs."""

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
    "x": (look.SHIELD, "#6b6152"),
}


def _svg(body: str) -> str:
    return f'<svg viewBox="0 0 28 28" width="28" height="28" xmlns="http://www.w3.org/2000/svg">{body}</svg>'


@lru_cache
def die_svg(colour: str, face: int = 0) -> str:
    """Return the picture of a die: its colour with its letter, or with a face."""
    fill, ink = _FILLS[colour]
    said = face or ("?" if colour == "G" else colour)
    body = f'<rect x="2" y="2" width="24" height="24" rx="5" fill="{fill}" stroke="#2b2118"/>'
    return _svg(
        body + f'<text x="14" y="20" font-size="17" font-weight="800" text-anchor="middle" fill="{ink}">{said}</text>'
    )


@lru_cache
def sign_svg(sign: str) -> str:
    """Return the picture of a sign of a box: a heart, an hourglass, a drop, a shield, a sum."""
    if sign == "w":
        return _svg('<text x="14" y="21" font-size="22" font-weight="800" text-anchor="middle" fill="#6b6152">Σ</text>')
    d, fill = _SIGNS[sign]
    return _svg(f'<path d="{d}" fill="{fill}" transform="translate(2 2)"/>')
