"""Small pictures for the keys of the pad: symbols, faces of Keys, rooms, piles. Each stands for itself, without defs.

The classes of the rooms' drawings are those of the board, which is on every page that has a pad.
"""

from __future__ import annotations

from functools import lru_cache

from companion.games.four_keys.cards import FRAME_CELLS
from companion.games.four_keys.glyphs import DEFS, SYMBOL_PATHS

COLOURS = {"H": "#bf2339", "L": "#b05f00", "C": "#177549", "X": "#2a4f9e"}


def _svg(body: str, w: float, h: float) -> str:
    size = f'viewBox="0 0 {w:g} {h:g}" width="{w:g}" height="{h:g}"'
    return f'<svg {size} style="--fk-ink:#34281c" xmlns="http://www.w3.org/2000/svg">{body}</svg>'


def _symbol(letter: str, x: float, y: float, size: float) -> str:
    scale = size / 24
    return (
        f'<path transform="translate({x - size / 2:.1f} {y - size / 2:.1f}) scale({scale:.3f})" '
        f'fill="{COLOURS[letter]}" d="{SYMBOL_PATHS[letter]}"/>'
    )


def _paper(w: float, h: float) -> str:
    return f'<rect x="1" y="1" width="{w - 2:g}" height="{h - 2:g}" rx="5" fill="#fffaf0" stroke="#8b7b5e"/>'


@lru_cache
def word_svg(word: str) -> str:
    """Return a word of symbols on a scrap of paper: a face of a Key, or what opens a Door."""
    n = max(1, len(word))
    size = 22 if n == 1 else 17 if n == 2 else 13
    w, h = max(30.0, 6 + n * (size + 1)), 28.0
    left = (w - (n - 1) * (size + 1)) / 2
    marks = "".join(_symbol(letter, left + i * (size + 1), h / 2, size) for i, letter in enumerate(word))
    return _svg(_paper(w, h) + marks, w, h)


@lru_cache
def pair_svg(one: str, other: str) -> str:
    """Return both faces of a Key with a slash between them."""
    w, h = 14.0 + 15 * (len(one) + len(other)), 28.0
    marks = "".join(_symbol(letter, 9 + 15 * i, h / 2, 14) for i, letter in enumerate(one))
    start = 9 + 15 * len(one)
    slash = f'<path d="M{start - 1:g} 5L{start - 6:g} 23" stroke="#2f2419" stroke-width="1.4"/>'
    marks += slash + "".join(_symbol(letter, start + 4 + 15 * i, h / 2, 14) for i, letter in enumerate(other))
    return _svg(_paper(w, h) + marks, w, h)


@lru_cache
def room_svg(room: str) -> str:
    """Return the picture of a room; a Fountain carries its symbol, an Ajar Door its worth."""
    name = "ajar" if room.startswith("ajar") else room.split("-")[0]
    body = f'<rect x="1" y="1" width="28" height="28" rx="5" fill="#f6dfa6" stroke="#6a4c22"/>{_drawn(name)}'
    if room.startswith("fountain-"):
        body += _symbol(room[-1], 15, 9, 11)
    if room.startswith("ajar"):
        coin = '<circle cx="22" cy="22" r="7.5" fill="#f5bd37" stroke="#6e4300"/>'
        number = f'<text x="22" y="26" text-anchor="middle" font-size="11" font-weight="800" fill="#2e1c00">{room[-1]}'
        body += f"{coin}{number}</text>"
    return _svg(body, 30, 30)


def _drawn(name: str) -> str:
    """Return the drawing of a room, taken out of the symbols that boards use."""
    head = f'<symbol id="fk-{name}" viewBox="0 0 24 24">'
    start = DEFS.index(head) + len(head)
    body = DEFS[start : DEFS.index("</symbol>", start)]
    return f'<g transform="translate(4 4) scale(.92)">{body}</g>'


@lru_cache
def pile_svg(level: int, door: bool) -> str:
    """Return the picture of a pile: an arched door or a key, once or twice."""
    x = 8.0 if level == 2 else 14.0
    step = 14.0
    shape = (
        '<path d="M0 18V7a5.5 5.5 0 0 1 11 0v11z" fill="#7d4a22" stroke="#2d1a0a"/>'
        if door
        else '<path d="M3.6 7.6a3.6 3.6 0 1 1 3.8 0V17h3M7.4 13.4h2.6" fill="none" stroke="#7a5a10" stroke-width="2"/>'
    )
    body = "".join(f'<g transform="translate({x + i * step - 5.5:g} 5)">{shape}</g>' for i in range(level))
    return _svg(_paper(30, 28) + body, 30, 28)


@lru_cache
def start_svg(needs: str, marked: tuple[str, str] | None) -> str:
    """Return a starting card: its plan with the two indicated spaces, and what opens it."""
    cells = "".join(
        f'<rect x="{4 + i % 4 * 6}" y="{4 + i // 4 * 6}" width="5" height="5" '
        f'fill="{"#a8352a" if marked and place in marked else "#d9cdb4"}"/>'
        for i, place in enumerate(FRAME_CELLS)
    )
    marks = "".join(_symbol(letter, 39 + 14 * i, 15, 13) for i, letter in enumerate(needs))
    w = 34.0 + 14 * max(1, len(needs))
    return _svg(_paper(w, 32) + cells + marks, w, 32)
