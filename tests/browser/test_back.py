"""Back goes one view up, and leaves Companion from the start page only."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from .people import PHONE, Person


@pytest.fixture
def arrived(visitors):
    visitor = visitors(None, "loopback")
    person = Person(visitor.open(device=visitor.device(**PHONE)))
    return person, visitor


def asked(page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


def at_start(person):
    person.reads("one minute, then short lessons")
    person.page.wait_for_function("!location.search")


def test_back_goes_one_view_up(arrived):
    guest, visitor = arrived
    page = guest.page
    guest.tap("game four-keys", "count four-keys").says("Pick what you see, then tap where it lies")
    page.go_back()
    at_start(guest)
    guest.tap("game four-keys", "new four-keys").type("name1", "Ana").type("name2", "Bo").tap("box:practice", "next")
    guest.reads("All laid out: play")
    page.go_back()
    guest.reads("Who plays?")
    assert page.locator('input[data-id="name1"]').input_value() == "Ana"
    page.wait_for_timeout(400)
    guest.tap("next").reads("All laid out: play")
    page.wait_for_timeout(400)
    guest.tap("ready", "sit ana").says("Tap where your card goes")
    guest.tap("menu").reads("Bring phones to the table")
    page.go_back()
    guest.says("Tap where your card goes")
    # A reload forgets the views; the way up is still there.
    page.wait_for_function("/table=.*seat=ana|seat=ana.*table=/.test(location.search)")
    page.reload(wait_until="commit")
    visitor.up(page)
    guest.says("Tap where your card goes")
    assert asked(page)["seat"] == ["ana"]
    page.go_back()
    visitor.up(page)
    at_start(guest)
    page.locator('[data-id^="open "]').first.click()
    guest.tap("sit bo").says("Tap where your card goes").tap("menu", "try").reads("Trying")
    page.wait_for_function("history.state?.view")
    page.go_back()
    guest.reads("Undo").button("tab table").wait_for()
    guest.says("Tap where your card goes")
    page.wait_for_timeout(600)
    page.go_back()
    at_start(guest)
    page.go_back()
    page.wait_for_url("about:blank")
