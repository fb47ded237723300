"""Small pictures of The Four Doors for tiles and keys; each stands for itself, without defs."""

from __future__ import annotations

from functools import lru_cache


@lru_cache
def depth_svg(depth: int) -> str:
    """Return the picture of a depth: a door; with a mark beside it; with a card as well."""
    door = '<path d="M10 28V13a7 7 0 0 1 14 0v15z" fill="#6b3fa0" stroke="#1b130b"/>'
    arch = '<path d="M13 28V14a4 4 0 0 1 8 0v14z" fill="#120d14"/>'
    marks = '<rect x="3" y="14" width="5" height="9" rx="1.5" fill="#3a3446"/>'
    if depth > 1:
        marks += '<rect x="26" y="14" width="5" height="9" rx="1.5" fill="#3a3446"/>'
    if depth > 2:
        marks += '<rect x="33" y="9" width="11" height="17" rx="2" fill="#fffaf0" stroke="#8b7b5e"/>'
        marks += '<rect x="34.5" y="20" width="8" height="4" fill="#27599f"/>'
    width = 48 if depth > 2 else 34
    size = f'viewBox="0 0 {width} 30" width="{width}" height="30"'
    return f'<svg {size} xmlns="http://www.w3.org/2000/svg">{door}{arch}{marks}</svg>'
