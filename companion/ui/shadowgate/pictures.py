"""Small pictures of Shadowgate for tiles; each stands for itself, without defs."""

from __future__ import annotations

from functools import lru_cache


@lru_cache
def depth_svg(depth: int) -> str:
    """Return the picture of a depth: a torch over a ledger; with a mat of cards as well."""
    flame = '<path d="M12 3c1 5 6 7 6 12a6 6 0 0 1-12 0c0-4 3-6 3-9 1 1 2 2 2 3 1-2 1-4 1-6z" fill="#d9760e"/>'
    haft = '<rect x="10.5" y="20" width="3" height="8" fill="#5d4a32"/>'
    lines = "".join(f'<rect x="20" y="{y}" width="13" height="3" rx="1" fill="#8f8573"/>' for y in (8, 15, 22))
    cards = ""
    if depth > 1:
        for x, colour in ((36, "#a97a0b"), (44, "#2f62a8"), (52, "#2f7d4f")):
            cards += f'<rect x="{x}" y="9" width="10" height="16" rx="2" fill="#fffaf0" stroke="#8b7b5e"/>'
            cards += f'<rect x="{x + 1}" y="10" width="8" height="3.5" fill="{colour}"/>'
    width = 64 if depth > 1 else 34
    size = f'viewBox="0 0 {width} 30" width="{width}" height="30"'
    return f'<svg {size} xmlns="http://www.w3.org/2000/svg">{flame}{haft}{lines}{cards}</svg>'
