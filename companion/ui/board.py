"""The Board widget: one SVG made of items that can be tapped and held. It knows no game.

A game draws a `Scene`; the page repaints only the items that changed. `tap` and `hold` do from Python exactly what a
finger does in the page, for tests and for whoever has no finger on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import anywidget
import msgspec
import traitlets

from companion.engine.errors import UnknownNameError
from companion.engine.svg import group, num, rect, tag
from companion.ui import base

PHONE = (370, 350)
"""Width and height in CSS pixels that a board gets on a phone of 390 before the page has told its own."""

_HERE = Path(__file__)
_STATES = _HERE.with_suffix(".css").read_text(encoding="utf-8")


class Look(msgspec.Struct, frozen=True):
    """What all scenes of a game are drawn with; sent to the page once.

    Args:
        css: a style sheet, scoped to `.c-board`.
        defs: what stands in `<defs>`: symbols.
    """

    css: str = ""
    defs: str = ""


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing of a scene.

    Args:
        key: its name within the scene; the same key is the same thing in the next scene.
        x: left edge, in pixels of the scene.
        y: top edge.
        w: width.
        h: height.
        svg: trusted markup from 0, 0 to w, h; names typed by people are in it as escaped text only.
        place: what a tap on it sends ("bo:e4", "1D"); empty: it cannot be tapped.
        label: what a screen reader says.
        face: what it shows, in a word; another face later turns over before the eyes, "" is nothing there.
        counts: whether every tap counts one more, however soon it follows; else two at once are a double click.
    """

    key: str
    x: float
    y: float
    w: float
    h: float
    svg: str
    place: str = ""
    label: str = ""
    face: str = ""
    counts: bool = False


class Scene(msgspec.Struct, frozen=True):
    """A whole picture: its size in CSS pixels, its items from back to front, and what a screen reader calls it."""

    w: float
    h: float
    label: str
    items: tuple[Item, ...]
    look: Look = Look()

    def __getitem__(self, place: str) -> Item:
        """Return the item at a place.

        Raises:
            UnknownNameError: there is none.
        """
        for item in self.items:
            if item.place == place and place:
                return item
        raise UnknownNameError("place on the board", place, self.places)

    @property
    def places(self) -> tuple[str, ...]:
        """Every place that can be tapped, back to front."""
        return tuple(item.place for item in self.items if item.place)


class Board(anywidget.AnyWidget):
    """One picture with places that send "tap" and "hold" (a long press, a right click, Shift+Enter: say what it is).

    Attributes:
        scene: what is drawn; set it by `show`.
        legal: places that are lit.
        highlight: places with a thick edge: chosen, hinted.
        flash: the last thing in the way; set it by `show_flash`.
        labels: words for a screen reader that go before those of the scene, by place.
        seq: the entry that the picture shows; a message that saw another one is stale.
        size: width and height in CSS pixels that the page has for the board; observe it and draw again.
        turned: whether the picture stands on its head, for the other side of the table.
    """

    _esm = _HERE.with_suffix(".js")
    _css = _HERE.with_suffix(".css")
    scene = traitlets.Dict().tag(sync=True)
    look = traitlets.Dict().tag(sync=True)
    legal = traitlets.List(traitlets.Unicode()).tag(sync=True)
    highlight = traitlets.List(traitlets.Unicode()).tag(sync=True)
    flash = traitlets.Dict(default_value={"n": 0, "places": []}).tag(sync=True)
    labels = traitlets.Dict().tag(sync=True)
    seq = traitlets.Int(0).tag(sync=True)
    size = traitlets.List(traitlets.Int(), default_value=list(PHONE)).tag(sync=True)
    turned = traitlets.Bool(False).tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self._drawn = Scene(PHONE[0], PHONE[1], "", ())
        self._flashes = 0
        self._tapped: list[Callable[[str], None]] = []
        self._held: list[Callable[[str], None]] = []
        self._stale: list[Callable[[str], None]] = []
        base.listen(self, {"tap": self._on_tap, "hold": self._on_hold})

    def __repr__(self) -> str:
        return f"Board({self._drawn.label!r}, {len(self._drawn.places)} places)"

    @property
    def drawn(self) -> Scene:
        """The scene that is shown."""
        return self._drawn

    def show(
        self,
        scene: Scene,
        *,
        seq: int | None = None,
        legal: Iterable[str] = (),
        highlight: Iterable[str] = (),
        labels: Mapping[str, str] | None = None,
    ) -> None:
        """Draw a scene and say what may be tapped, in one message to the page.

        Args:
            scene: what to draw.
            seq: the entry that it shows; None leaves it.
            legal: places to light up.
            highlight: places with a thick edge.
            labels: words for a screen reader, by place.
        """
        with self.hold_sync():
            self._drawn = scene
            self.look = msgspec.to_builtins(scene.look)
            self.scene = {
                "w": scene.w,
                "h": scene.h,
                "label": scene.label,
                "items": [{"place": "", **msgspec.to_builtins(item)} for item in scene.items],
            }
            self.legal, self.highlight = list(legal), list(highlight)
            self.labels = dict(labels or {})
            if seq is not None:
                self.seq = seq

    def show_flash(self, places: Iterable[str]) -> None:
        """Flash what is in the way, even where it was the same thing a moment ago.

        Args:
            places: names of places of the scene; others are ignored by the page.
        """
        self._flashes += 1
        self.flash = {"n": self._flashes, "places": list(places)}

    def on_tap(self, callback: Callable[[str], None]) -> None:
        """Call this with the place at each tap."""
        self._tapped.append(callback)

    def on_hold(self, callback: Callable[[str], None]) -> None:
        """Call this with the place at each long press: somebody says what it really is."""
        self._held.append(callback)

    def on_stale(self, callback: Callable[[str], None]) -> None:
        """Call this with the place of a tap or hold that was meant for an older picture and did nothing."""
        self._stale.append(callback)

    def tap(self, place: str) -> None:
        """Do what a tap on a place of the page does.

        Raises:
            UnknownNameError: the scene has no such place.
        """
        self._press("tap", place)

    def hold(self, place: str) -> None:
        """Do what a long press on a place of the page does.

        Raises:
            UnknownNameError: the scene has no such place.
        """
        self._press("hold", place)

    def _press(self, kind: str, place: str) -> None:
        self._handle_custom_msg({"kind": kind, "place": self._drawn[place].place, "seq": self.seq}, [])

    def _on_tap(self, content: dict[str, Any]) -> None:
        self._hear(content, self._tapped)

    def _on_hold(self, content: dict[str, Any]) -> None:
        self._hear(content, self._held)

    def _hear(self, content: dict[str, Any], callbacks: list[Callable[[str], None]]) -> None:
        place = str(content.get("place", ""))
        fresh = content.get("seq") == self.seq and place in self._drawn.places
        for callback in callbacks if fresh else self._stale:
            callback(place)

    def still(self) -> str:
        """Return the same picture as one SVG that needs nothing else."""
        return still(self._drawn, self.legal, self.highlight)


def still(scene: Scene, legal: Iterable[str] = (), highlight: Iterable[str] = ()) -> str:
    """Return a scene as one SVG that needs nothing else: for a first paint, a file, a README.

    Args:
        scene: what to draw.
        legal: places to light up.
        highlight: places with a thick edge.
    """
    lit, high = set(legal), set(highlight)
    body = "".join(_still_item(item, item.place in lit, item.place in high) for item in scene.items)
    # The sheets are written for the widget's element, which a lone picture does not have.
    css = (_STATES + scene.look.css).replace(".c-board", "svg.bd")
    inside = f"<style>{css}</style><defs>{scene.look.defs}</defs>{body}"
    return tag(
        "svg",
        inside,
        xmlns="http://www.w3.org/2000/svg",
        cls="bd",
        viewBox=f"0 0 {num(scene.w)} {num(scene.h)}",
        width=float(scene.w),
        height=float(scene.h),
        role="img",
        aria_label=scene.label,
    )


def _still_item(item: Item, lit: bool, high: bool) -> str:
    classes = " ".join(["bd-it", *(["bd-lit"] if lit else []), *(["bd-high"] if high else [])])
    edge = rect(2, 2, item.w - 4, item.h - 4, "bd-edge", min(item.w, item.h) * 0.09) if lit or high else ""
    return group(group(item.svg, cls="bd-art") + edge, item.x, item.y, cls=classes)
