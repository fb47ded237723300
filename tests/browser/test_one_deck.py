"""One Deck Dungeon in a real browser: what a room costs in taps, everything within reach, by day and by night."""

from __future__ import annotations

import pytest

import companion
from companion.engine.store import Store

from .conftest import HOMES
from .people import LAPTOP, PHONE, Person

SETUP = ("hero ana warrior", "hero bo rogue", "hero cy mage", "hero di archer", "dungeon yetis-cavern")


@pytest.fixture
def here(visitors):
    return visitors(None, "loopback")


@pytest.fixture
def store(here):
    kept = Store(HOMES[here.server.pid] / "tables.db")
    yield kept
    kept.close()


def table_of(store, *lines, **options):
    given = {"edition": "practice", "depth": "light", "deck": "hybrid", "tier": "expert", "seed": 3, **options}
    table = companion.open_table("one-deck-dungeon", ["Ana", "Bo", "Cy", "Di"], store=store, **given)
    for line in lines:
        table.play(line)
    return table


def sit(visitor, table, view=PHONE, **look):
    return Person(visitor.open("table", device=visitor.device(**view, **look), table=table.id, seat="all"))


def settled(party, table):
    """Wait until the page shows all that has been entered; the same button ignores a second tap right after."""
    table.refresh()
    party.entered(table.seq).page.wait_for_timeout(400)
    return party


def test_a_light_evening_begins_explores_and_fights_within_its_taps(here, store):
    table = table_of(store)
    party = sit(here, table)
    party.fits()
    for n, place in enumerate(("warrior", "rogue", "mage", "archer", "yetis-cavern"), start=1):
        party.board(f"pick/{place}").entered(n)
    party.taps = 0
    party.tap("primary").entered(6).fits()
    assert party.taps <= 2  # exploring
    party.taps = 0
    party.board("door/1").entered(7).fits()
    party.board("foe/goblin").entered(8)
    party.board("foe/boulder").entered(9).reads("Nobody", ".c-tray")
    assert party.taps <= 3  # the odds stand there
    party.fits()
    party.tap("primary").says("what did it cost").fits()
    heart = party.page.locator('.c-board [data-place^="heart/"][data-place$="/1"]').first.get_attribute("data-place")
    party.board(heart, "time/2").tap("primary").reads("Boulder: tap what was lost", ".c-board")
    settled(party, table).tap("primary").says("Loot")
    settled(party, table).fits()
    party.board("loot/1/item").pad("cy")
    party.page.wait_for_selector('[data-place="loot/2/xp"]', state="detached")
    settled(party, table).fits()
    party.board("loot/1/xp").says("then explore or enter")
    assert party.taps <= 15
    party.fits()


def test_the_dice_of_a_full_fight_are_tapped_placed_and_done(here, store):
    lines = ("explore", "enter 1", "card #goblin", "card #boulder", "fight ana+bo #goblin | cy+di #boulder")
    table = table_of(store, *SETUP, *lines, depth="full")
    party = sit(here, table, color_scheme="dark")
    party.fits()
    keys = party.page.locator(".c-pad .pad-key")
    assert min(box["height"] for box in (keys.nth(n).bounding_box() for n in range(6))) >= 57.5
    for face in ("S6", "S5", "S2", "A5", "A4", "A4", "A1", "M3"):
        party.page.locator(f'.c-pad [data-key="{face}"]').click()
        party.taps += 1
    party.entered(table.seq + 1).says("best placement").fits()
    assert party.taps == 8
    party.tap("primary").reads("Boulder", ".c-board").fits()


def test_a_laptop_shows_all_of_it_without_scrolling(here, store):
    table = table_of(store, *SETUP, "explore", "enter 1", "card #goblin", "card #boulder")
    party = sit(here, table, LAPTOP)
    party.reads("Best split", ".c-right").fits()


def test_two_fights_are_asked_about_in_ten_taps(here):
    asked = Person(here.open("score", device=here.device(**PHONE), game="one-deck-dungeon"))
    asked.fits()
    asked.board("foe/goblin").says("second card").board("foe/boulder").says("Nobody").tap("heroes").says("Who fights")
    asked.board("pick/warrior", "pick/rogue").says("Boulder").board("pick/mage", "pick/archer").says("Nobody").fits()
    asked.tap("read").reads("A usual day")
    assert asked.taps <= 10


def test_dice_are_counted_as_fast_as_they_are_tapped(here):
    asking = Person(here.open("score", device=here.device(**PHONE), game="one-deck-dungeon"))
    asking.board("foe/ogre").tap("one")
    dice = asking.page.locator('[data-place="die/S/1"]')
    dice.wait_for()
    before = int(dice.get_attribute("aria-label").split()[0])
    dice.click(click_count=3, delay=20)
    asking.page.wait_for_selector(f'[data-place="die/S/1"][aria-label^="{before + 3} "]')
