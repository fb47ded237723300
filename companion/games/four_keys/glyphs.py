"""The shapes and colours that 4 KEYS is drawn with: symbols for `<use>`, and the style sheet of the cards.

Everything was drawn for this project on a grid of 24 by 24. Colours are CSS variables, light and dark.
"""

from __future__ import annotations

from pathlib import Path

from companion.engine.svg import themed

SYMBOL_PATHS = {
    "H": "M12 21.4C5.4 16 1.8 12.4 1.8 8.3 1.8 5 4.3 2.8 7.1 2.8c2 0 3.8 1 4.9 2.9 1.1-1.9 2.9-2.9 4.9-2.9 2.8 0 "
    "5.3 2.2 5.3 5.5 0 4.1-3.6 7.7-10.2 13.1z",
    "L": "M14.8 1.2 3.6 13.6h6.9L7.9 22.8 20.4 9.6h-7.2z",
    "C": "M8.6 1.8h6.8v6.8h6.8v6.8h-6.8v6.8H8.6v-6.8H1.8V8.6h6.8z",
    "X": "M6.7 2.8h10.6L22.6 12l-5.3 9.2H6.7L1.4 12z",
}
"""Heart, Lightning, Cross and Hexagon: four outlines that nobody needs colour to tell apart."""

_ROOM_GLYPHS = {
    "ajar": '<path class="fk-ink" d="M3 22.5V10a9 9 0 0 1 18 0v12.5z"/><path class="fk-glow" d="M6 22.5V10a6 6 0 0 1 '
    '12 0v12.5z"/><path class="fk-wood" d="M6 22.5V10c0-2.6 1.6-4.7 3.9-5.6l3.6 3.4v15.6z"/>'
    '<circle class="fk-gold" cx="11.6" cy="14.8" r="1.2"/>',
    "box": '<path class="fk-wood" d="M2.5 8.5h19v13h-19z"/><path class="fk-ink" d="M1.5 6h21v3.6h-21z"/>'
    '<path class="fk-line" d="M4.5 20l15-9M4.5 11l15 9"/><path class="fk-gold" d="M9.6 6.2C7.6 5 8.6 2.6 10.7 3l-1-1.8h'
    '4.6l-1 1.8c2.1-.4 3.1 2 1.1 3.2z"/>',
    "throne": '<path class="fk-red" d="M6 15V6l3 2.2L12 3l3 5.2L18 6v9z"/><path class="fk-gold" d="M5.2 7.2 4.4 3l4.1 '
    '2.6L12 .8l3.5 4.8L19.6 3l-.8 4.2-3.4-1L12 9.6 8.6 6.2z"/><path class="fk-ink" d="M4 14h16v4.4H4zM5 18h3.4v4.5H5z'
    'M15.6 18H19v4.5h-3.4z"/>',
    "trap": '<path class="fk-steel" d="M2.2 20.5 5.6 8 9 20.5zM8.2 20.5 12 3l3.8 17.5zM15 20.5 18.4 8l3.4 12.5z"/>'
    '<path class="fk-ink" d="M1 19.5h22v3.2H1z"/><path class="fk-red" d="M12 3l1.5 7h-3z"/>',
    "control": '<circle class="fk-teeth" cx="12" cy="12" r="8.6"/><circle class="fk-steel" cx="12" cy="12" r="7.6"/>'
    '<circle class="fk-ink" cx="12" cy="12" r="4.4"/><circle class="fk-red" cx="12" cy="12" r="2.2"/>',
    "larder": '<path class="fk-bone" d="M13 13.2l5.2 5.4"/><circle class="fk-cream" cx="20.3" cy="18.2" r="2"/>'
    '<circle class="fk-cream" cx="18.2" cy="20.5" r="2"/><path class="fk-red" d="M15.7 3.9c3 3 2.6 7.5-.6 10.4-2.8 2.5'
    '-7 3-10.4.6-3.6-2.5-4-7-1-10s8.7-3.9 12-1z"/><path class="fk-shine" d="M5.6 8.6C6.2 6.6 8 5.2 10 5.2"/>',
    "apartments": '<path class="fk-ink" d="M2 3.5h2.6v19H2zM19.4 9.5H22v13h-2.6z"/><path class="fk-red" d="M4 13.6'
    'h16v5.6H4z"/><path class="fk-cream" d="M5.2 9.8h6v4h-6z"/><path class="fk-gold" d="M11.6 12.2h8v2.6h-8z"/>'
    '<path class="fk-red" d="M4 3.5h9.5c0 2.4-3 4.4-9.5 4.4z"/>',
    "compass": '<circle class="fk-ring" cx="12" cy="12" r="10.3"/><path class="fk-steel" d="M12 2.8l2.6 6.6L21.2 12l'
    '-6.6 2.6L12 21.2l-2.6-6.6L2.8 12l6.6-2.6z"/>',
    "chest": '<path class="fk-wood" d="M2.5 11V9.2A6.2 6.2 0 0 1 8.7 3h6.6a6.2 6.2 0 0 1 6.2 6.2V11zM2.5 12.5h19'
    'v9h-19z"/><path class="fk-ink" d="M1.7 10.4h20.6v2.6H1.7zM5 3.6h2v18H5zM17 3.6h2v18h-2z"/>'
    '<path class="fk-gold" d="M9.4 9.6h5.2v6H9.4z"/><circle class="fk-ink" cx="12" cy="12.2" r="1.2"/>',
    "monster": '<path class="fk-monster" d="M12 22.6c-5 0-8.4-3.5-8.4-8.2 0-2 .6-3.8 1.5-5.2C3.1 7.6 2.2 4.8 2.9 '
    "1.4c1.6 2.8 3.7 3.9 5.6 4.2a9.6 9.6 0 0 1 7 0c1.9-.3 4-1.4 5.6-4.2.7 3.4-.2 6.2-2.2 7.8.9 1.4 1.5 3.2 "
    '1.5 5.2 0 4.7-3.4 8.2-8.4 8.2z"/><path class="fk-glow" d="M6.2 11.4l4.9 1.9c-.5 2.3-4.3 2.1-4.9-1.9zM17.8 '
    '11.4l-4.9 1.9c.5 2.3 4.3 2.1 4.9-1.9z"/><path class="fk-teethline" d="M7.6 17.3l1.7 2 1.4-2 1.3 2 1.3-2 1.4 '
    '2 1.7-2"/>',
    "fountain": '<path class="fk-water" d="M4.5 14.5c-.6-5 .6-8.5 3-9.3M19.5 14.5c.6-5-.6-8.5-3-9.3M12 15V12"/>'
    '<path class="fk-steel" d="M1.8 14h20.4c0 3.7-3 5.8-6.6 6.3l1 2.4H7.4l1-2.4C4.8 19.8 1.8 17.7 1.8 14z"/>'
    '<path class="fk-pool" d="M3.6 14h16.8v1.9H3.6z"/>',
    "start": '<path class="fk-wood" d="M10.7 2h2.6v20.6h-2.6z"/><path class="fk-red" d="M3.6 4.2h12.6l3.6 2.9-3.6 '
    '2.9H3.6z"/><path class="fk-ink" d="M20.4 11.6H8l-3.6 2.9L8 17.4h12.4z"/>',
}
_MARKS = {
    "flame": '<path class="fk-flame" d="M12 1c.8 4.6 6.7 6.8 6.7 13.2a6.7 6.7 0 0 1-13.4 0c0-3.4 2.1-5 2.7-7.7 1.6 '
    '1 2.5 2.3 2.8 3.7C12 8.2 12.6 4.6 12 1z"/><path class="fk-glow" d="M12 12.5c.4 1.9 2.6 2.7 2.6 5a2.6 2.6 0 0 '
    '1-5.2 0c0-2.1 2.2-2.6 2.6-5z"/>',
    "pip": '<path class="fk-pip" d="M8 2.5a5.5 5.5 0 1 0 3.5 9.7l7 7M15 15.7l2.6-2.6M18.5 19.2l2.8-2.8"/>',
    "pawn": '<path class="fk-cream" d="M12 1.5a5 5 0 0 1 3.3 8.8c3.6 1.3 5.7 5 5.7 12.2H3c0-7.2 2.1-10.9 5.7-12.2A5 5 '
    '0 0 1 12 1.5z"/>',
    "acolyte": '<path class="fk-cream" d="M12 1.5c3.2 2.3 4.2 5.2 3.3 8.8 3.6 1.3 5.7 5 5.7 12.2H3c0-7.2 2.1-10.9 '
    '5.7-12.2-.9-3.6.1-6.5 3.3-8.8z"/>',
    "needle": '<path class="fk-needle" d="M12 0l8.5 13.5L12 10.2 3.5 13.5z"/>',
}


def _symbol(name: str, body: str) -> str:
    return f'<symbol id="fk-{name}" viewBox="0 0 24 24">{body}</symbol>'


DEFS = "".join(
    [
        *(_symbol(shape, f'<path d="{d}"/>') for shape, d in SYMBOL_PATHS.items()),
        *(_symbol(name, body) for name, body in (_ROOM_GLYPHS | _MARKS).items()),
    ]
)
"""`<symbol>` elements `fk-H`, `fk-box`, ...: put them once into the `<defs>` of a picture."""

_LIGHT = """--fk-table:#e6d5b1;--fk-table-edge:#b89c69;--fk-slot:#a78d5d;--fk-words:#33271a;--fk-soft:#5f4d33;
--fk-key:#fffaf0;--fk-key-edge:#8b7b5e;--fk-stone:#51473d;--fk-stone-edge:#2d251e;--fk-room1:#f6dfa6;--fk-room2:#ddd3ee;
--fk-room-start:#d3e0bd;--fk-room-edge:#6a4c22;--fk-plate:#fff3d6;--fk-ink:#34281c;--fk-back:#6b5a48;
--fk-h:#bf2339;--fk-l:#b05f00;--fk-c:#177549;--fk-x:#2a4f9e;--fk-gain:#0b6b3c;--fk-try:#8a3d9e;--fk-panel:#f5ead0"""
_DARK = """--fk-table:#31271d;--fk-table-edge:#5b4a34;--fk-slot:#7d6849;--fk-words:#f4e7cd;--fk-soft:#cdb994;
--fk-key:#f1e7d1;--fk-key-edge:#b3a07a;--fk-stone:#5a4f45;--fk-stone-edge:#9a8769;--fk-room1:#ecd093;--fk-room2:#cfc4e2;
--fk-room-start:#c3d2ab;--fk-room-edge:#a98a55;--fk-plate:#f6e6c1;--fk-ink:#2f2419;--fk-back:#75644f;
--fk-h:#bf2339;--fk-l:#a95b00;--fk-c:#177549;--fk-x:#2a4f9e;--fk-gain:#7fe0a6;--fk-try:#d59be6;--fk-panel:#3a2f23"""

_TEXT = (
    "fill:var(--fk-words);"
    'font-family:var(--text,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",sans-serif)'
)
_RULES = Path(__file__).with_name("drawing.css").read_text(encoding="utf-8")


def style(scope: str) -> str:
    """Return the style sheet of the cards, for whatever stands inside one element.

    Args:
        scope: a CSS selector such as ".c-board". The page's theme is followed where `<html data-theme>` names one.
    """
    return themed(scope, _LIGHT, _DARK, _TEXT, _RULES)
