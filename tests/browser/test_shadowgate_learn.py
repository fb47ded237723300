"""Shadowgate in a browser: a lesson with a wrong answer played out, and a puzzle without end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.ui.shadowgate.teacher import TEACHER

from .people import PHONE, Person

CALM = 350
"""Milliseconds in which a second tap on the same place would count as a double one."""


@pytest.fixture
def visitor(visitors: Callable[..., Any]) -> Any:
    """A visitor of the dashboards."""
    return visitors(None, "loopback")


def test_a_lesson_and_a_puzzle_on_a_phone(visitor):
    person = Person(visitor.open("learn", device=visitor.device(**PHONE), game="shadowgate"))
    lesson = TEACHER.course.lesson("lack")
    first, second = lesson.puzzles
    person.reads("Learn Shadowgate").tap("learn lack").says(first.say).tap(f"answer {first.best.place}")
    person.reads(first.best.says).tap("next").says(second.say)
    person.board("quest.3").reads("There is better")
    person.page.wait_for_function("document.querySelectorAll('.bd-it[data-key^=\"best:\"]').length > 4")
    person.fits()
    person.tap("again").board(second.best.place).reads(lesson.remember)
    person.tap("lessons").reads("✓").tap("train best-quest").says("brings Ana most XP on average")
    person.page.wait_for_selector(".bd-lit")
    person.board(person.lit()[0])
    person.page.wait_for_selector('[data-id="again"]:visible, [data-id="next"]:visible')
    if person.button("again").count():
        best = person.page.locator(".c-panel :text('There is better')").first.inner_text()
        name = best.partition("There is better: ")[2].partition(":")[0]
        person.page.wait_for_timeout(CALM)
        person.tap("again")
        person.page.wait_for_selector(".bd-lit")
        person.page.wait_for_timeout(CALM)
        person.board(person.page.locator(f'.c-board [data-place]:has-text("{name}")').get_attribute("data-place"))
    person.tap("next").says("brings Ana most XP on average")
    assert visitor.complaints == []
    assert visitor.strangers() == []
