"""On a phone: a deal is taken back with one tap, and somebody is called something else, in a real browser."""

from __future__ import annotations

import pytest

import companion
from companion.engine.store import Store

from .conftest import HOMES
from .people import TARGETS, Person

PHONE = {"viewport": {"width": 390, "height": 660}, "has_touch": True, "is_mobile": True}

SHOWN = """(name) => [...document.querySelectorAll('[data-id="seat bo"]')].some(
    (one) => one.textContent.includes(name))"""
"""Whether the page knows the second seat by a name."""


@pytest.fixture
def here(visitors):
    return visitors(None, "loopback")


@pytest.fixture
def table(here):
    kept = Store(HOMES[here.server.pid] / "tables.db")
    yield companion.open_table("four-keys", ["Ana", "Bo", "Cy", "Di"], store=kept, edition="practice", seed=5)
    kept.close()


def test_names_change_and_a_deal_goes_back_as_one(here, table):
    person = Person(here.open("table", device=here.device(**PHONE), table=table.id, seat="all"))
    person.tap("primary")
    person.reads("dealt", "[data-id=undo]")
    table.refresh()
    assert not table.state.pending
    person.tap("menu", "names")
    person.type("name bo", "Beatrix")
    assert person.page.evaluate(TARGETS) == []
    person.tap("save names")
    person.page.wait_for_function(SHOWN, arg="Beatrix")
    person.tap("undo")
    person.page.wait_for_function(f"(name) => !({SHOWN})(name)", arg="Beatrix")
    person.page.wait_for_timeout(450)
    person.tap("undo").says("Who stands where? Tap the tiles from the left")
    table.refresh()
    assert table.state.pending[0] == "order"
    assert not here.complaints
