"""What people do with the page in an evening, in a real browser."""

from __future__ import annotations

import os
import signal
from contextlib import contextmanager

import pytest

import companion
from companion.engine.store import Store

from .conftest import HOMES, kernels
from .people import LAPTOP, PHONE, Person


@pytest.fixture
def here(visitors):
    """Someone on this machine, at the dashboards."""
    return visitors(None, "loopback")


@pytest.fixture
def tables(here):
    """Set tables up in the folder that the pages use."""
    store = Store(HOMES[here.server.pid] / "tables.db")

    def give(depth, *moves, names=("Ana", "Bo"), edition="practice"):
        table = companion.open_table("four-keys", list(names), store=store, depth=depth, edition=edition, seed=4)
        for move in moves:
            table.play(move)
        return table

    yield give
    store.close()


def dealt(table):
    while table.actor == "TABLE":
        table.sample()
    return table


@contextmanager
def still(processes):
    """Let processes stand still for a moment."""
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


def sit(visitor, table, seat, how=PHONE, **more):
    return Person(visitor.open("table", device=visitor.device(**how), table=table.id, seat=seat, **more))


GONE = """(() => {
    const toast = document.querySelector('.c-snack .pn-group');
    toast.hidden = true;
    const shown = getComputedStyle(toast).display;
    toast.hidden = false;
    return shown;
})()"""
"""How a toast is shown whose time has run out."""


def test_an_evening_begins(visitors, via):
    visitor = visitors(None, via)
    ana = Person(visitor.open(device=visitor.device(**PHONE)))
    ana.tap("game four-keys", "new four-keys").type("name1", "Ana").type("name2", "<b>Bo</b> & 'Co'").tap(
        "box:practice", "next"
    )
    ana.reads("Four piles stand in the Exploration Line")
    assert ana.page.evaluate("document.querySelector('.c-scroll').scrollTop") == 0
    ana.tap("ready").tap("sit ana")
    assert ana.taps <= 20
    ana.says("Tap where your card goes").fits()
    ana.board("ana:e4").pad("1D", "H", ".").entered(1).board("ana:f4").pad("1K", "H").entered(2)
    ana.says("It opens! What is behind it?").pad("trap").entered(3)
    ana.reads("<b>Bo</b>")
    assert ana.page.locator("b").count() == 0
    ana.tap("undo").entered(4).reads("Taken back: Ana's door on e4 lies open: the Trap Room.")
    assert ana.page.evaluate(GONE) == "none"
    ana.tap("redo").entered(5)
    ana.page.reload(wait_until="commit")
    visitor.up(ana.page)
    ana.says("Tap where your card goes")
    assert "ana:e4" in ana.page.url or "seat=ana" in ana.page.url
    assert visitor.strangers() == []
    assert visitor.complaints == []


def test_a_second_phone_follows_and_the_slower_one_is_told(here, tables):
    table = tables("light")
    ana, bo = sit(here, table, "ana"), sit(here, table, "bo")
    ana.board("ana:e4").pad("1K", "H").entered(1)
    bo.entered(1).tap("seat ana").page.locator('[data-place="ana:f4"]').wait_for()
    bo.tap("seat bo")
    bo.board("bo:e4").pad("1K")
    ana.board("ana:d5").pad("1K")
    ana.page.wait_for_timeout(350)
    table.refresh()
    # Ana's page cannot hear of it before she ends her card: the kernels stand still.
    with still(kernels(here.server)):
        table.play("gold bo -1", by="bo")
        ana.page.locator('.c-pad [data-key="L"]').click()
    ana.page.wait_for_function("/yours was not added|look again/.test(document.getElementById('toasts')?.innerText)")
    ana.entered(table.seq)
    table.refresh()
    assert table.state.player("ana").dungeon["d5"] is None


def test_a_phone_comes_by_the_code_and_says_who_it_is(visitors):
    visitor = visitors(None, "network")
    store = Store(HOMES[visitor.server.pid] / "tables.db")
    table = companion.open_table("four-keys", ["Ana", "Bo"], store=store, depth="light", edition="practice")
    laptop = Person(visitor.open("table", device=visitor.device(**LAPTOP), table=table.id, seat="all"))
    laptop.tap("phones").reads("Hold your phone here")
    address = laptop.page.locator(".c-sheet .pn-line-small").inner_text()
    phone = Person(visitor.device(**PHONE).new_page())
    phone.page.goto(address)
    visitor.up(phone.page)
    phone.tap("sit bo").says("Tap where your card goes")
    assert phone.taps <= 2
    phone.board("bo:e4").pad("1K", "X").entered(1)
    laptop.tap("close").entered(1)
    assert "token" not in phone.page.url
    store.close()


def test_the_scribe_plays_a_round_in_full(here, tables):
    table = tables("full")
    scribe = sit(here, table, "all")
    scribe.says("Who stands where?").fits()
    scribe.tap("primary").says("tap a pile").fits()
    table.refresh()
    mover = table.state.mover
    scribe.board("1K").says(f"{mover.title()}: tap a lit space").fits()
    scribe.tap("flip").page.wait_for_timeout(200)
    scribe.board(f"{mover}:e4").says("What lies on Key I now?").fits()
    scribe.pad("-").says("tap a pile")
    scribe.board("1K").reads("Push", ".c-pad").fits()
    scribe.pad("2K").says("tap a lit space")
    assert scribe.taps == 7


def test_a_refusal_its_rule_and_the_table_wins(here, tables):
    table = tables("light")
    ana = sit(here, table, "ana")
    ana.board("ana:c3").reads("Nothing next to it yet. A card must touch another by a side.", ".c-sheet")
    assert ana.page.locator(".bd-flash").count() == 1
    taps = ana.taps
    ana.tap("why").reads("Placement: orthogonal", ".c-sheet")
    assert ana.taps == taps + 1
    ana.page.go_back()
    ana.page.locator(".c-sheet").wait_for(state="hidden")
    # So soon after the first, a second tap at the same place would be the other half of a double click.
    ana.page.wait_for_timeout(450)
    ana.board("ana:c3").tap("happened").entered(1)
    table.refresh()
    assert table.log[-1].corrected


def test_a_wrong_card_is_held_and_put_right(here, tables):
    table = tables("light", "card ana e4 +2LL", "card ana d5 +1H", "card ana d3 +1X", "card ana e3 +1C")
    ana = sit(here, table, "ana")
    ana.hold("ana:e4").says("What is it really?").fits()
    ana.pad("2K", "LC").entered(5)
    assert ana.taps == 3
    table.refresh()
    assert table.state.player("ana").dungeon["e4"].shows == "LC"
    ana.tap("tab log").reads("Changed 1")
    assert ana.page.locator(".pn-struck").count() >= 1


def test_a_page_that_was_away_comes_back_and_says_what_happened(here, tables):
    table = tables("light")
    ana = sit(here, table, "ana")
    ana.board("ana:e4").pad("1K", "H").entered(1)
    address = ana.page.url
    ana.page.goto("about:blank")
    table.refresh()
    table.play("card bo e4 +1L", by="bo")
    table.play("gold bo -1", by="bo")
    ana.page.goto(address, wait_until="commit")
    ana.page.wait_for_selector("#still.still-cached svg")
    here.up(ana.page)
    ana.reads("2 things happened").tap("look").reads("Bo paid 1 gold.", ".c-scroll")
    ana.page.wait_for_selector('[data-id="tab log"].pn-on')


def test_the_laptop_shows_people_log_and_a_line_to_type(here, tables):
    table = dealt(tables("full", names=("Ana", "Bo", "Cy")))
    laptop = sit(here, table, "all", LAPTOP)
    laptop.fits()
    mover = table.state.mover
    field = laptop.page.locator('input[data-id="line"]:visible')
    field.fill("take 1D; place e4")
    field.press("Enter")
    laptop.entered(table.seq + 2)
    laptop.page.wait_for_function("!document.querySelector('input[data-id=line]').value.trim()")
    laptop.reads("on e4.", ".c-right")
    table.refresh()
    assert table.state.player(mover).dungeon["e4"] is not None
    field.blur()
    laptop.page.keyboard.press("g")
    laptop.reads("Back", ".c-head")
    laptop.page.keyboard.press("g")
    laptop.reads("Players", ".c-left")
    field.fill("")
    field.press("g")
    assert field.input_value() == "g"


def test_a_dungeon_is_painted_and_its_sheet_read(here):
    page = Person(here.open("score", device=here.device(**PHONE)))
    page.fits()
    page.board("d4", "e4").tap("box rooms1", "brush box").board("d5")
    page.says("2 sure, 6 possible; 12 cards to go").fits()
    page.tap("box rooms2", "brush compass?").board("e5").says("Where does the arrow point?").board("e5:left")
    page.tap("read").reads("Magic Compass").tap(" line 1").reads("points left at the Box Room")
    page.page.reload(wait_until="commit")
    here.up(page.page)
    page.says("11 cards to go")


def test_the_rules_are_found_by_any_word(here, tables):
    ana = sit(here, tables("light"), "ana")
    ana.tap("tab ask", "question 0").reads("Placement: orthogonal")
    field = ana.page.locator('input[data-id="words"]')
    field.fill("larder")
    field.press("Enter")
    ana.reads("Rooms: larder")


def test_a_deleted_table_can_be_brought_back(here, tables):
    table = tables("light")
    page = Person(here.open(device=here.device(**PHONE)))
    page.tap(f"more {table.id}", "delete").reads(f"Deleted {table.id}").tap("undo delete").reads(table.id)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_tab_fits_a_phone(here, tables, theme):
    table = tables("light", "card ana e4 !?1{H}", "card ana f4 +1H", "ana: open e4 trap")
    device = here.device(**PHONE, color_scheme=theme)
    ana = Person(here.open("table", device=device, table=table.id, seat="ana"))
    for tab in ("ask", "score", "log", "table"):
        ana.tap(f"tab {tab}")
        ana.page.wait_for_selector(f'[data-id="tab {tab}"].pn-on')
        ana.fits()
    ana.tap("menu").page.wait_for_selector(".c-sheet:visible")
    ana.fits()


def test_a_closed_sheet_leaves_the_address_as_it_is_now(here, tables):
    table = tables("light")
    phone = Person(here.open("table", device=here.device(**PHONE), table=table.id))
    phone.tap("sit bo").says("Tap where your card goes")
    phone.tap("menu").page.wait_for_selector(".c-sheet:visible")
    table.play("gold ana -1", by="ana")
    phone.entered(1).tap("close").page.locator(".c-sheet").wait_for(state="hidden")
    phone.page.wait_for_timeout(300)
    assert "seat=bo" in phone.page.url
    assert "n=1" in phone.page.url
    phone.page.reload(wait_until="commit")
    here.up(phone.page)
    phone.says("Tap where your card goes")


def test_what_is_being_typed_survives_what_others_enter(here, tables):
    table = tables("light")
    ana = sit(here, table, "ana")
    ana.tap("tab log")
    field = ana.page.locator('input[data-id="note"]')
    field.click()
    ana.page.keyboard.type("Dee sits ")
    table.play("gold bo -1", by="bo")
    ana.entered(1).reads("Bo paid 1 gold.", ".c-scroll")
    ana.page.keyboard.type("with Cy")
    assert field.input_value() == "Dee sits with Cy"
    ana.page.keyboard.press("Enter")
    ana.entered(2).reads("Dee sits with Cy", ".c-scroll button")
    ana.page.wait_for_function("document.querySelector('input[data-id=note]').value === ''")
