"""Devices at a table, without a browser: the app is built, tapped and read as a page would."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import companion
from companion.engine.store import Store
from companion.ui import base
from companion.ui.app import App


class Device:
    """One device with the page open.

    Attributes:
        app: its app.
        taps: how often somebody has tapped.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self.taps = 0

    @property
    def at(self) -> Any:
        return self.app.layout

    @property
    def table(self) -> Any:
        return self.app.screen.session.table

    @property
    def sentence(self) -> str:
        return self.at.top.text.splitlines()[0]

    @property
    def toasts(self) -> list[str]:
        return [asked["text"] for asked in self.app.shell.sent if asked["do"] == "toast"]

    def board(self, *places: str) -> Device:
        for place in places:
            self.at.board.tap(place)
            self.taps += 1
        return self

    def hold(self, place: str) -> Device:
        self.at.board.hold(place)
        self.taps += 1
        return self

    def pad(self, *steps: str) -> Device:
        """Pick keys; a step of several keys that is not complete by itself takes one more tap to end."""
        from companion.ui.pad import Draft

        draft = Draft(self.at.pad.ask)
        for value in steps:
            at = len(draft.picked)
            known = {key.id for key in draft.step.keys}
            for key in [value] if value in known else list(value):
                if draft.value is None:
                    draft.tap(key)
                    self.taps += 1
            if draft.value is None and len(draft.picked) == at:
                draft.end()
                self.taps += 1
        self.at.pad.choose(*steps)
        return self

    def answer(self, value: Any) -> Device:
        """Pick a whole answer of the pad, a tuple of keys for each step."""
        from companion.ui.pad import Draft

        pad = self.at.pad
        draft = Draft(pad.ask)
        for picked in value:
            at = len(draft.picked)
            for key in picked:
                if draft.value is None:
                    draft.tap(key)
                    self.taps += 1
            if draft.value is None and len(draft.picked) == at:
                draft.end()
                self.taps += 1
        pad._receive({"kind": "pad", "value": list(draft.value), "seq": pad.seq, "showing": pad.showing})
        return self

    def skip(self) -> Device:
        self.at.pad.skip()
        self.taps += 1
        return self

    def tap(self, id: str, panel: str = "") -> Device:
        names = (
            [panel] if panel else ["sheet", "snack", "actions", "tray", "top", "body", "tabs", "head", "left", "right"]
        )
        found = next(getattr(self.at, name) for name in names if id in getattr(self.at, name))
        found.tap(id)
        self.taps += 1
        return self

    def follow(self) -> Device:
        self.app.screen.poll()
        return self


@pytest.fixture
def store(tmp_path, monkeypatch) -> Iterator[Store]:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    kept = Store(tmp_path / "tables.db")
    yield kept
    kept.close()
    base.set_speaker(None)


@pytest.fixture
def device(store) -> Callable[..., Device]:
    """Open the page on a device of its own; words go into its address."""

    def give(tab: str = "start", **query: str) -> Device:
        return Device(App(tab, query, store))

    return give


@pytest.fixture
def light(store) -> Any:
    """A table of Ana and Bo that is followed light, with practice cards."""
    return companion.open_table("four-keys", ["Ana", "Bo"], store=store, depth="light", seed=1)


@pytest.fixture
def full(store) -> Any:
    """A table of Ana and Bo that is followed in full, with everything laid out that can be seen at the start."""
    table = companion.open_table("four-keys", ["Ana", "Bo"], store=store, seed=4)
    while table.actor == "TABLE":
        table.sample()
    return table


@pytest.fixture
def at(device) -> Callable[..., Device]:
    """Open a table on a device of its own."""

    def give(table: Any, seat: str = "all", **query: str) -> Device:
        return device("table", table=table.id, seat=seat, **query)

    return give
