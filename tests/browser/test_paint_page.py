"""Painting on a tall phone: every brush can be seen, and the board stays where it is. Toasts lie over the head."""

from __future__ import annotations

import pytest

from .people import Person

TALL = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
CUT = """() => {
  const tray = document.querySelector('.c-tray').getBoundingClientRect();
  return [...document.querySelectorAll('.c-tray button')].map((one) => [one.dataset.id, one.getBoundingClientRect()])
    .filter(([, box]) => box.bottom > tray.bottom + 0.5 || box.top < tray.top - 0.5).map(([id]) => id);
}"""
BOARD = "() => { const b = document.querySelector('.c-board svg').getBoundingClientRect(); return [b.top, b.height]; }"
TOAST = """() => {
  window.companion.toast('Your phone may sleep; waking it brings you straight back.');
  const below = document.querySelector('.c-stage').getBoundingClientRect().top;
  return document.querySelector('.toast').getBoundingClientRect().bottom <= below;
}"""


@pytest.fixture
def painter(visitors):
    visitor = visitors(None, "loopback")
    person = Person(visitor.open(device=visitor.device(**TALL)))
    return person.tap("game four-keys", "count four-keys").says("Pick what you see, then tap where it lies")


def test_no_brush_is_cut_and_the_board_stands_still(painter):
    page = painter.page
    page.locator('.c-board [data-place="d4"]').wait_for()
    page.wait_for_timeout(400)
    before = page.evaluate(BOARD)
    assert page.evaluate(CUT) == []
    painter.tap("box rooms1").button("brush trap").wait_for()
    assert page.evaluate(CUT) == []
    assert page.evaluate(BOARD) == before
    painter.tap("brush trap").board("d4").reads("cards to go")
    assert page.evaluate(BOARD) == before
    assert page.evaluate(TOAST)
