"""Small pictures of One Deck Dungeon for tiles; each stands for itself, without defs."""

from __future__ import annotations

from functools import lru_cache


@lru_cache
def depth_svg(depth: int) -> str:
    """Return the picture of a depth: a door; with dice as well."""
    door = '<path d="M6 28V13a8 8 0 0 1 16 0v15z" fill="#7b5230" stroke="#2c1b0d"/>'
    bands = '<path d="M6 18h16M6 24h16" stroke="#2c1b0d" stroke-width="2"/>'
    dice = ""
    if depth > 1:
        for x, y, fill in ((27, 5, "#e2b53a"), (27, 17, "#c7468f"), (39, 11, "#2f6fbf")):
            dice += f'<rect x="{x}" y="{y}" width="10" height="10" rx="2" fill="{fill}" stroke="#1b130b"/>'
            dice += f'<circle cx="{x + 5}" cy="{y + 5}" r="1.8" fill="#fff"/>'
    width = 54 if depth > 1 else 28
    size = f'viewBox="0 0 {width} 30" width="{width}" height="30"'
    return f'<svg {size} xmlns="http://www.w3.org/2000/svg">{door}{bands}{dice}</svg>'
