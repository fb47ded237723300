"""The Four Doors in a browser: a tower asked about in twenty taps, a lesson, a puzzle, the hint on the tower."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import companion
from companion.engine.store import Store
from companion.games.four_doors.painting import paint
from companion.ui.four_doors.teacher import TEACHER
from companion.ui.hints import EVERYONE, settle

from .conftest import HOMES
from .people import LAPTOP, PHONE, Person

BUDGET = 20
CALM = 350
"""Milliseconds in which a second tap on the same place would count as a double one."""


@pytest.fixture
def visitor(visitors: Callable[..., Any]) -> Any:
    """A visitor of the dashboards."""
    return visitors(None, "loopback")


@pytest.fixture
def here(visitor: Any) -> Any:
    """Open a page as a person at some screen; nothing may be complained about."""

    def give(screen: dict[str, Any], page: str, **query: str) -> Person:
        return Person(visitor.open(page, device=visitor.device(**screen), **query))

    yield give
    assert visitor.complaints == []
    assert visitor.strangers() == []


def test_just_ask_on_a_phone(here):
    person = here(PHONE, "start")
    person.tap("game four-doors", "count four-doors").says("Tap the sides that hold three")
    start = person.taps
    person.board("first.left", "third.right").tap("brush 2").board("second.left", "fourth.left").tap("brush 1")
    person.board("first.right", "second.right", "door/first", "door/third", "star/third", "level")
    person.tap("pile").pad("4")
    person.says("Best clear: First left")
    person.fits()
    assert person.taps - start <= BUDGET
    person.tap("read").reads("What would help most").reads("The next fall loses the game")
    person.page.wait_for_timeout(CALM)
    person.tap(" 0").reads("six cards are taken for each side").reads("Shadows: shut")
    assert person.page.locator(".pn-line-formula").first.inner_text().count("/") >= 1


def test_a_lesson_and_a_puzzle_on_a_laptop(here):
    person = here(LAPTOP, "learn", game="four-doors")
    person.reads("Learn The Four Doors").tap("learn full")
    first, second = TEACHER.course.lesson("full").puzzles
    person.says(first.say).board("green.left").reads("There is better")
    person.page.wait_for_function("document.querySelectorAll('.bd-it[data-key^=\"best:\"]').length > 4")
    person.fits()
    person.tap("again").board(first.best.place).reads(first.best.says).tap("next")
    person.says(second.say).board(second.best.place).reads(TEACHER.course.lesson("full").remember)
    person.tap("lessons").reads("✓").tap("train best-clear").says("Which single clear saves most?")
    person.page.wait_for_selector(".bd-lit")
    for place in person.lit():
        person.board(place)
        person.page.wait_for_selector('[data-id="again"]:visible, [data-id="next"]:visible')
        person.page.wait_for_timeout(CALM)
        if person.button("next").count():
            break
        person.tap("again")
        person.page.wait_for_selector(".bd-lit")
        person.page.wait_for_timeout(CALM)
    person.reads("→").tap("next").says("Which single clear saves most?")


def test_the_hint_stands_on_the_tower_after_one_tap(here, visitor):
    store = Store(HOMES[visitor.server.pid] / "tables.db")
    table = companion.open_table("four-doors", ["Ana", "Bo"], store=store, depth="light", seed=1)
    settle(table, EVERYONE)
    text = "purple half 3|1 / green 3|1 / blue 1|2 / gold 0|1 / rates [2],2,2,2,3,3,4"
    table.correct(paint(table.game, text, table.players, {"depth": "light"}), note="as it lies")
    person = here(PHONE, "table", table=table.id, seat="all")
    person.tap("hint").reads("Clear Purple left: we lose")
    assert person.taps == 1
    person.page.wait_for_selector('.bd-high[data-place="purple.left"]')
    assert "→" in person.page.locator('.c-board [data-place="purple.left"]').text_content()
    person.fits()
    store.close()
