"""The Four Doors tapped at random: whatever is lit may be tapped, nothing goes wrong, and there is always a way on."""

from __future__ import annotations

import random

import pytest

import companion
from companion.engine.errors import CompanionError
from companion.ui import base
from companion.ui.four_doors.count import Painting
from companion.ui.pad import Draft
from companion.ui.panel import Button, walk
from companion.ui.play import TableScreen
from tests.ui.conftest import Device

NAMES = ("Ana", "Bo", "Cy", "Di", "Eve")
ELSEWHERE = ("hint", "home", "lessons", "enter line", "undo", "glance", "phones")
"""Buttons that lead away from the table, or that take back what the tapping has done."""


class Tapper:
    """Somebody who taps whatever can be tapped.

    Args:
        device: the device that is tapped.
        rng: where chance comes from.
    """

    def __init__(self, device: Device, rng: random.Random) -> None:
        self.device = device
        self.rng = rng

    def ways(self) -> list[tuple[str, str]]:
        """Return what can be tapped now, the likelier the more often it is named."""
        at = self.device.at
        if not at.sheet.hidden:
            return [("sheet", button.id) for button in self.buttons("sheet")] or [("back", "")]
        ways = [("board", place) for place in at.board.legal]
        if at.pad.ask is not None:
            ways += [("pad", "")] * 8 + ([("skip", "")] if at.pad.ask.later else [])
        if self.rng.random() < 0.08:
            ways += [(kind, place) for kind in ("board", "hold") for place in at.board.drawn.places]
        for name in ("snack", "tray", "actions"):
            for button in self.buttons(name):
                ways += [(name, button.id)] * (5 if button.id == "primary" else 1)
        return ways

    def buttons(self, name: str) -> list[Button]:
        """Return the buttons of a panel that may be tapped."""
        found = (one for one in walk(getattr(self.device.at, name).shown) if isinstance(one, Button))
        return [one for one in found if one.enabled and one.do is not None and one.id not in ELSEWHERE]

    def tap(self) -> tuple[str, str]:
        """Tap something, and say what."""
        at = self.device.at
        kind, what = self.rng.choice(self.ways())
        if kind == "board":
            at.board.tap(what)
        elif kind == "hold":
            at.board.hold(what)
        elif kind == "pad":
            self.answer()
        elif kind == "skip":
            at.pad.skip()
        elif kind == "back":
            self.device.app.screen.back("")
        else:
            getattr(at, kind).tap(what)
        return kind, what

    def answer(self) -> None:
        """Answer the pad at random; every half of an answer must lead on."""
        pad = self.device.at.pad
        draft = Draft(pad.ask)
        while draft.value is None:
            keys = [key.id for key in draft.step.keys if draft.may(key)]
            assert keys or draft.may_end(), f"{pad.ask.name} leads nowhere after {draft.picked}"
            if draft.may_end() and (not keys or self.rng.random() < 0.3):
                draft.end()
            else:
                draft.tap(self.rng.choice(keys))
        pad._receive({"kind": "pad", "value": list(draft.value), "seq": pad.seq, "showing": pad.showing})


def opened(store, depth, players, seed):
    return companion.open_table("four-doors", NAMES[:players], store=store, depth=depth, edition="practice", seed=seed)


@pytest.fixture
def wrong(monkeypatch):
    """Every error that is no sentence for people."""
    found = []
    told = base.report

    def report(error, speaker=None):
        if not isinstance(error, CompanionError) or "PlayerCard(" in str(error):
            found.append(repr(error))
        told(error, speaker)

    monkeypatch.setattr(base, "report", report)
    monkeypatch.setattr(base, "_log", lambda error: None)
    return found


@pytest.mark.parametrize(("depth", "players"), [("light", 2), ("sides", 1), ("full", 1), ("full", 5)])
def test_nothing_goes_wrong_whatever_is_tapped(store, at, wrong, depth, players):
    rng = random.Random(f"{depth} {players}")
    page = at(opened(store, depth, players, 3))
    for _ in range(60):
        tapped = Tapper(page, rng).tap()
        assert not wrong, tapped
        page.app.shell.calm()
        if not isinstance(page.app.screen, TableScreen) or page.table.state.ended:
            page = at(opened(store, depth, players, rng.randrange(99)))


def test_two_devices_tap_at_one_table(store, at, wrong):
    rng = random.Random(5)
    table = opened(store, "light", 2, 5)
    pages = [at(table), at(table)]
    for _ in range(80):
        page = rng.choice(pages)
        if rng.random() < 0.5:
            page.follow()
        tapped = Tapper(page, rng).tap()
        assert not wrong, tapped
        page.app.shell.calm()
        if any(not isinstance(one.app.screen, TableScreen) for one in pages) or page.table.state.ended:
            table = opened(store, "light", 2, rng.randrange(99))
            pages = [at(table), at(table)]


def test_any_tower_can_be_tapped_in():
    rng = random.Random(2)
    painting = Painting(lambda: None)
    for _ in range(40):
        places = [*painting.draw((370, 350)).legal, *("brush 1", "brush 3", "rate", "pile")]
        place = rng.choice(places)
        if place in ("brush 1", "brush 3", "rate", "pile"):
            painting.act(place)
        else:
            painting.tapped(place)
        assert painting.sentence()
        assert Painting(lambda: None, painting.text).text == painting.text
