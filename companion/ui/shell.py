"""The Shell widget: heartbeat and lamp, sentences, history, address, device. One a page; it knows no game."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from companion.ui import base
from companion.ui.address import page_url

HEARTBEAT = 1.0
"""Seconds between two beats. A page that has heard none for three seconds refuses taps."""


class Shell(anywidget.AnyWidget):
    """The lamp of a page, and everything a page does that belongs to no game.

    Put it where the lamp shall be. What is asked of it before the page is there is kept and done when it comes.

    Attributes:
        sent: what the page was last asked to do, newest last; tests read it.
        facts: what the page told about itself: device, secure, touch, width, height, theme; empty until it came.
        error: the sentence of the last error, empty once dismissed by `calm`.
        depth: how many views Back can go up before it leaves the page.
    """

    _esm = Path(__file__).with_suffix(".js")
    beat = traitlets.Int(0).tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self.sent: deque[dict[str, Any]] = deque(maxlen=200)
        self.facts: dict[str, Any] = {}
        self.error = ""
        self.sheets: list[str] = []
        self.depth = 0
        self._waiting: list[dict[str, Any]] | None = []
        self._ready: list[Callable[[], None]] = []
        self._back: list[Callable[[str], None]] = []
        self._up: list[Callable[[], None]] = []
        self._beating: asyncio.Task[None] | None = None
        base.listen(self, {"ready": self._on_ready, "back": self._on_back})
        base.set_speaker(self)

    def __repr__(self) -> str:
        return "Shell()"

    def start(self) -> None:
        """Begin the heartbeat, and show the errors of callbacks that nobody wrapped. Without an event loop: no beat."""
        base.guard_kernel()
        if self._beating is None:
            self._beating = base.spawn(self._beat_for_ever(), self)

    def stop(self) -> None:
        """End the heartbeat: the page goes stale and comes back by itself if it can."""
        if self._beating is not None:
            self._beating.cancel()
            self._beating = None

    async def _beat_for_ever(self) -> None:
        while True:
            self.beat = base.clock()
            await asyncio.sleep(HEARTBEAT)

    @property
    def device(self) -> str:
        """The name that this browser gave itself, 16 hex digits; empty until the page is there."""
        return str(self.facts.get("device", ""))

    def toast(self, text: str, seconds: float = 4.0) -> None:
        """Show a short line that goes away by itself.

        Args:
            text: plain text, never HTML.
            seconds: how long.
        """
        self._ask(do="toast", text=text, seconds=seconds)

    def trouble(self, text: str) -> None:
        """Show a sentence that stays until it is dismissed.

        Args:
            text: plain text, never HTML.
        """
        self.error = text
        self._ask(do="trouble", text=text)

    def calm(self) -> None:
        """Take the sentence of an error away."""
        if self.error:
            self.error = ""
            self._ask(do="trouble", text="")

    def title(self, text: str) -> None:
        """Name the page in its tab."""
        self._ask(do="title", text=text)

    def flash(self, text: str) -> None:
        """Flash the title of a page that is out of sight, until it is looked at; an empty text stops it."""
        self._ask(do="flash", text=text)

    def vibrate(self, ms: int = 30) -> None:
        """Shake the phone, where it can.

        Args:
            ms: milliseconds.
        """
        self._ask(do="vibrate", ms=ms)

    def wake(self, on: bool = True) -> None:
        """Keep the screen on, where the browser lets a page do that (this machine only, not a phone over http)."""
        self._ask(do="wake", on=on)

    def theme(self, name: str) -> None:
        """Choose "light", "dark" or "auto"; the device remembers it."""
        self._ask(do="theme", name=name)

    def cache(self, html: str | None, where: str) -> None:
        """Keep the board for the moment after a sleep or a reload, when no kernel is there yet.

        Args:
            html: markup with every typed name escaped; None takes the page's `data-companion-board` as it stands.
            where: the table's name in the address; empty for a page without a table.
        """
        self._ask(do="cache", html=html, where=where)

    def set_query(self, changes: Mapping[str, str | None]) -> None:
        """Change the query of the address without loading anything.

        Args:
            changes: new values; None or an empty text removes a part.
        """
        self._ask(do="query", changes=dict(changes))

    def go(self, page: str, **query: str) -> None:
        """Leave for another page.

        Args:
            page: "start", "table" and so on.
            query: its query.
        """
        self._ask(do="go", address=page_url("", page, query))

    def open_sheet(self, name: str) -> None:
        """Note that a sheet covers the page, so that Back closes it."""
        self.sheets.append(name)
        self._ask(do="open", sheet=name)

    def close_sheet(self, name: str) -> None:
        """Note that a sheet was closed by the page itself; one that is not open is ignored."""
        if name in self.sheets:
            self.sheets.remove(name)
            self._ask(do="close", sheet=name)

    def on_back(self, fn: Callable[[str], None]) -> None:
        """Call `fn` with the name of a sheet that Back has just closed."""
        self._back.append(fn)

    def go_to(self, depth: int) -> None:
        """Note how deep the view lies that is shown now, so that Back goes up one view at a time.

        Args:
            depth: 0 for the first view; Back leaves the page from there.
        """
        for level in range(self.depth, depth, -1):
            self._ask(do="close", sheet=f"view {level}")
        for level in range(self.depth + 1, depth + 1):
            self._ask(do="open", sheet=f"view {level}", view=True)
        self.depth = depth

    def on_up(self, fn: Callable[[], None]) -> None:
        """Call `fn` when Back has gone one view up."""
        self._up.append(fn)

    def on_ready(self, fn: Callable[[], None]) -> None:
        """Call `fn` when the page is there and `facts` is known; at once if it is there already."""
        if self._waiting is None:
            fn()
        else:
            self._ready.append(fn)

    def _ask(self, **request: Any) -> None:
        self.sent.append(request)
        if self._waiting is None:
            self.send(request)
        else:
            self._waiting.append(request)

    def _on_ready(self, content: dict[str, Any]) -> None:
        self.facts = dict(content.get("facts", {}))
        waiting, self._waiting = self._waiting or [], None
        for request in waiting:
            self.send(request)
        for fn in self._ready:
            fn()
        self._ready.clear()

    def _on_back(self, content: dict[str, Any]) -> None:
        name = str(content.get("sheet", ""))
        if name == f"view {self.depth}":
            self.depth -= 1
            for up in self._up:
                up()
        if name in self.sheets:
            self.sheets.remove(name)
            for fn in self._back:
                fn(name)
