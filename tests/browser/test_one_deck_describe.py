"""Describing a foe that nobody has described, in a browser: the keypad fits a phone, and there are odds then."""

from __future__ import annotations

import pytest

import companion
from companion.engine.store import Store

from .conftest import HOMES
from .people import PHONE, Person

OPEN = ("hero ana warrior", "dungeon yetis-cavern", "explore", "enter 1", "card ?")
ABOUT_30 = 32


@pytest.fixture
def here(visitors):
    return visitors(None, "loopback")


@pytest.fixture
def table(here):
    store = Store(HOMES[here.server.pid] / "tables.db")
    given = {"edition": "our-box", "depth": "light", "deck": "hybrid", "tier": "expert"}
    opened = companion.open_table("one-deck-dungeon", ["Ana"], store=store, **given)
    for line in OPEN:
        opened.play(line)
    yield opened
    store.close()


def test_a_foe_is_described_on_a_phone_and_has_odds_then(here, table):
    party = Person(here.open("table", device=here.device(**PHONE), table=table.id, seat="all"))
    party.reads("nobody has said which card it is", ".c-tray").fits()
    party.tap("describe").says("What is it called?").fits()
    party.type("name", "Moor Hound").tap("called").says("Describe Moor Hound")
    party.pad("combat 2").pad("S", "4", "t")
    party.page.wait_for_selector(".c-pad [data-key='Mwx']")
    party.fits()
    party.pad("Awx", "9", "hh").pad("M", "5")
    large = party.button("primary")
    assert large.evaluate("(one) => getComputedStyle(one).pointerEvents") == "none"  # half a box is not thrown away
    party.pad("ht")
    assert large.evaluate("(one) => getComputedStyle(one).pointerEvents") == "auto"
    party.tap("primary").reads("by its text", ".c-pad").fits()
    party.pad("lose", "1h", "S+h").says("Moor Hound: is this right?").fits()
    party.tap("primary").says("Fight or flee").reads("Nobody", ".c-tray").fits()
    assert party.taps <= ABOUT_30
    table.refresh()
    assert table.state.doors[0].cards[0].name == "moor-hound"
    assert here.complaints == []
