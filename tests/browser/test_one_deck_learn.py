"""Learning One Deck Dungeon in a browser: a lesson wrong and right on a phone, a placement puzzle on a laptop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.ui.one_deck_dungeon.teacher import TEACHER

from .people import LAPTOP, PHONE, Person

CALM = 350
"""Milliseconds in which a second tap on the same place would count as a double one."""


@pytest.fixture
def visitor(visitors: Callable[..., Any]) -> Any:
    """A visitor of the dashboards."""
    return visitors(None, "loopback")


@pytest.fixture
def here(visitor: Any) -> Any:
    """Open the lessons as a person at some screen; nothing may be complained about."""

    def give(screen: dict[str, Any]) -> Person:
        return Person(visitor.open("learn", device=visitor.device(**screen), game="one-deck-dungeon"))

    yield give
    assert visitor.complaints == []
    assert visitor.strangers() == []


def test_a_lesson_wrong_then_right_on_a_phone(here):
    person = here(PHONE)
    person.reads("Learn One Deck Dungeon").tap("learn armour")
    first, second = TEACHER.course.lesson("armour").puzzles
    person.says(first.say).board("box/6").reads("Armor first").reads("There is better")
    person.page.wait_for_selector('.bd-it[data-key="best edge"]')
    person.fits()
    person.tap("again").board(first.best.place).reads(first.best.says).tap("next")
    person.says(second.say).fits()
    person.board(second.best.place).reads(TEACHER.course.lesson("armour").remember).tap("lessons").reads("✓")


def test_a_placement_puzzle_on_a_laptop(here):
    person = here(LAPTOP)
    person.tap("train place").says("Which way to place these dice")
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
    person.reads("costs").tap("next").says("Which way to place these dice")
    person.fits()
