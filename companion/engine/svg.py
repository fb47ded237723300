"""Small helpers to write SVG as text: numbers, escaped words, elements. It draws nothing by itself."""

from __future__ import annotations

import re
import unicodedata
from html import escape
from typing import Any

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ELLIPSIS = "…"


def esc(text: object) -> str:
    """Return text that is safe inside an element or an attribute; what XML cannot hold at all is left out."""
    return escape(_NOT_XML.sub("", str(text)))


def num(value: float) -> str:
    """Return a number as short as it can be drawn: 12, 3.25, -0.5."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def tag(name: str, body: str = "", /, **attributes: Any) -> str:
    """Return an element.

    Args:
        name: "rect".
        body: markup inside it, taken as it is.
        attributes: values are escaped; None leaves one out; `cls` is class, and `_` in a name stands for `-`.
    """
    parts = [_attribute(key, value) for key, value in attributes.items() if value is not None and value != ""]
    return f"<{name}{''.join(parts)}>{body}</{name}>" if body else f"<{name}{''.join(parts)}/>"


def _attribute(key: str, value: Any) -> str:
    name = "class" if key == "cls" else key.replace("_", "-")
    return f' {name}="{num(value) if isinstance(value, float) else esc(value)}"'


def group(body: str, x: float = 0, y: float = 0, **attributes: Any) -> str:
    """Return a group, moved by x and y."""
    moved = f"translate({num(x)} {num(y)})" if x or y else None
    return tag("g", body, transform=moved, **attributes)


def rect(x: float, y: float, w: float, h: float, cls: str, r: float = 0) -> str:
    """Return a rectangle with corners of radius r; `cls` is taken as it is."""
    round_ = f' rx="{num(r)}"' if r else ""
    return f'<rect x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}"{round_} class="{cls}"/>'


def circle(x: float, y: float, r: float, cls: str) -> str:
    """Return a circle; `cls` is taken as it is."""
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" class="{cls}"/>'


def path(d: str, cls: str) -> str:
    """Return a path; both are taken as they are."""
    return f'<path d="{d}" class="{cls}"/>'


def use(name: str, x: float, y: float, size: float, cls: str = "") -> str:
    """Return a square symbol of the defs, its middle at x, y.

    Args:
        name: id of a `<symbol>`, taken as it is.
        x: middle, in the units of the drawing.
        y: middle.
        size: width and height.
        cls: classes, taken as they are.
    """
    at = f'x="{num(x - size / 2)}" y="{num(y - size / 2)}" width="{num(size)}" height="{num(size)}"'
    return f'<use href="#{name}" {at} class="{cls}"/>' if cls else f'<use href="#{name}" {at}/>'


def words(x: float, y: float, text: object, size: float, cls: str = "", anchor: str = "middle") -> str:
    """Return a line of text, escaped.

    Args:
        x: where the anchor stands.
        y: base line.
        text: plain text, never markup.
        size: font size.
        cls: classes.
        anchor: "start", "middle" or "end".
    """
    at = "" if anchor == "start" else f' text-anchor="{anchor}"'
    kind = f' class="{cls}"' if cls else ""
    return f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}"{at}{kind}>{esc(text)}</text>'


def width_of(text: str, size: float) -> float:
    """Estimate the width of a line of text in a usual sans-serif face: never much too small."""
    return sum(_advance(letter) for letter in text) * size


def _advance(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.1
    if letter in "ilj.,:;'|! tfrI()[]":
        return 0.42
    return 0.98 if letter in "mwMW@%" else 0.74 if letter.isupper() else 0.63


def shorten(text: str, width: float, size: float) -> str:
    """Cut a text that would not fit, with an ellipsis.

    Args:
        text: one line.
        width: room for it.
        size: font size.
    """
    if width_of(text, size) <= width:
        return text
    cut = text
    while cut and width_of(cut + _ELLIPSIS, size) > width:
        cut = cut[:-1]
    return cut.rstrip() + _ELLIPSIS


def glyph(d: str, x: float, y: float, size: float, cls: str) -> str:
    """Return a path of 24 by 24 as large as `size`, with its middle at x, y."""
    at = f"translate({x - size / 2:.1f} {y - size / 2:.1f}) scale({size / 24:.3f})"
    return tag("path", d=d, cls=cls, transform=at)


def themed(scope: str, light: str, dark: str, text: str, rules: str) -> str:
    """Return a style sheet for whatever stands inside one element, by day and by night.

    Args:
        scope: a CSS selector such as ".c-board". The page's theme is followed where `<html data-theme>` names one.
        light, dark: the variables of each.
        text: declarations for all text.
        rules: what is not scoped.
    """
    # What a <use> shows is styled outside the tree it stands in: only variables and text can be scoped.
    return (
        f"{scope}{{{light}}}@media(prefers-color-scheme:dark){{{scope}{{{dark}}}}}"
        f"[data-theme=light] {scope}{{{light}}}[data-theme=dark] {scope}{{{dark}}}"
        f":where({scope}) text{{{text}}}{rules}"
    ).replace("\n", "")
