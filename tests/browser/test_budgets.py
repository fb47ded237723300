"""What following a game may cost: taps in a real browser, as they were promised, and nothing out of reach."""

from __future__ import annotations

import random

import pytest

import companion
from companion.engine.store import Store
from companion.games.four_keys.dungeon import cell_name
from companion.games.four_keys.moves import PILES, Place, Take

from .conftest import HOMES
from .people import PHONE, Person

TURNS = [
    ("e4", ("1K", "H")),
    ("f4", ("1D", "H", "."), "box"),
    ("d5", ("1D", "X", ".")),
    ("e5", ("2D", "H", "L", "C")),
    ("g4", ("2K", "HL")),
    ("d6", ("2D", "C", "X", ".")),
    ("e6", ("2K", "CX"), "compass", "up"),
    ("g5", ("1D", "ajar3")),
]
"""Turns of Light as an evening brings them, in keys of the pad; a room that opens, an arrow to point."""


@pytest.fixture
def here(visitors):
    return visitors(None, "loopback")


@pytest.fixture
def store(here):
    kept = Store(HOMES[here.server.pid] / "tables.db")
    yield kept
    kept.close()


def sit(visitor, table, seat):
    return Person(visitor.open("table", device=visitor.device(**PHONE), table=table.id, seat=seat))


def test_light_costs_five_taps_a_turn_and_never_more_than_seven(here, store):
    table = companion.open_table("four-keys", ["Ana", "Bo"], store=store, depth="light", edition="practice")
    ana, counted = sit(here, table, "ana"), []
    for cell, keys, *after in TURNS:
        ana.taps = 0
        ana.board(f"ana:{cell}").pad(*keys).entered(table.seq + 1)
        table.refresh()
        for room in after:
            if room == "up":
                ana.board(f"ana:{table.state.to_point[0].split()[1]}:up")
            else:
                ana.pad(room)
            ana.entered(table.seq + 1)
            table.refresh()
        counted.append(ana.taps)
        ana.fits()
    assert table.state.player("ana").dungeon.card_count == 1 + len(TURNS)
    assert sum(counted) / len(counted) <= 5
    assert max(counted) <= 7


def test_full_costs_four_and_a_half_taps_a_turn_and_never_more_than_eight(here, store):
    table = companion.open_table("four-keys", ["Ana", "Bo"], store=store, edition="practice", seed=4)
    while table.actor == "TABLE":
        table.sample()
    scribe, rng, counted = sit(here, table, "all"), random.Random(5), []
    renewals = 1
    for turn in range(8):
        scribe.taps = 0
        if turn > 2 and renewals and not table.state.order[0].endswith("*"):
            renewals -= 1
            scribe.tap("renew").entered(table.seq + 1)
            table.refresh()
        one_turn(scribe, table, rng)
        counted.append(scribe.taps)
        scribe.fits()
    assert renewals == 0
    assert sum(counted) / len(counted) <= 4.5
    assert max(counted) <= 8


def one_turn(scribe, table, rng):
    """Take, lay and tell, as one who enters for everybody."""
    seat = table.state.mover
    takes = [move for move in (*table.legal, *table.asides) if isinstance(move, Take)]
    take = rng.choice([move for move in takes if move.push is None] or takes)
    scribe.board(PILES[take.pile])
    if take.push is not None:
        scribe.pad(PILES[take.push])
    scribe.entered(table.seq + 1)
    table.refresh()
    space = rng.choice([move.cell for move in (*table.legal, *table.asides) if isinstance(move, Place)])
    scribe.board(f"{seat}:{cell_name(space)}").entered(table.seq + 1)
    table.refresh()
    while table.state.to_point or table.state.pending:
        seen = table.seq
        if table.state.to_point:
            scribe.board(next(place for place in scribe.lit() if place.count(":") == 2))
        elif table.state.pending[0].startswith("room"):
            scribe.pad(first_key(scribe))
        elif len(table.state.pending) > 1:
            break
        else:
            tell(scribe, seen)
        scribe.page.wait_for_function("(n) => new URLSearchParams(location.search).get('n') !== String(n)", arg=seen)
        table.refresh()


ANSWERED = """(n) => new URLSearchParams(location.search).get('n') !== String(n)
    || document.querySelector('.c-pad .pad-key:enabled')"""
"""Whether something was entered, or the pad asks on."""


def first_key(scribe):
    """The first key that may be tapped."""
    return scribe.page.locator(".c-pad .pad-key:enabled").first.get_attribute("data-key")


def tell(scribe, seen):
    """Answer the pad with the first key each time, until it has been entered."""
    for _ in range(4):
        scribe.pad(first_key(scribe))
        scribe.page.wait_for_timeout(300)
        scribe.page.wait_for_function(ANSWERED, arg=seen)
        if f"n={seen}" not in scribe.page.url.replace("&", "?").split("?"):
            return
        if scribe.page.locator('.c-pad [data-pad="end"]:enabled').count():
            scribe.pad(".")
            return


def test_a_dungeon_is_painted_in_forty_taps(here):
    page = Person(here.open("score", device=here.device(**PHONE)))
    cells = [f"{column}{row}" for row in "4567" for column in "defg"]
    brushes = [
        ("keys", ["+H", "+L", "+X"], [0, 2, 5], [1, 7], [10]),
        ("rooms1", ["trap", "box", "larder"], [3, 12], [4], [11]),
        ("rooms2", ["apartments", "chest"], [6], [8]),
        ("more", ["!?1", "start"], [9, 13], [14]),
    ]
    for box, names, *places in brushes:
        page.tap(f"box {box}")
        for name, where in zip(names, places, strict=True):
            page.tap(f"brush {name}").board(*(cells[i] for i in where))
    page.says("How much gold").fits()
    page.pad("3", "yes").says("points")
    assert page.taps <= 40


def test_the_rule_of_any_refusal_is_one_tap_away_and_a_wrong_card_three(here, store):
    table = companion.open_table("four-keys", ["Ana", "Bo"], store=store, depth="light", edition="practice")
    for move in ("card ana e4 +2LL", "card bo e4 +1H", "card ana d5 +1X", "card bo d5 +1L"):
        table.play(move)
    ana = sit(here, table, "ana")
    ana.hold("ana:e4").pad("2K", "CX").entered(5)
    assert ana.taps <= 3
    ana.board("ana:c3")
    ana.taps = 0
    ana.tap("why").reads("touching only diagonally", ".c-sheet")
    assert ana.taps == 1


def test_waking_takes_no_tap_and_shows_the_board_at_once(here, store):
    table = companion.open_table("four-keys", ["Ana", "Bo"], store=store, depth="light", edition="practice")
    ana = sit(here, table, "ana")
    ana.board("ana:e4").pad("1K", "H").entered(1)
    ana.page.reload(wait_until="commit")
    ana.page.wait_for_selector("#still.still-cached svg")
    assert ana.page.locator("#still-when").inner_text().startswith("as of ")
    here.up(ana.page)
    ana.says("Tap where your card goes").fits()
    assert "ana:f4" in ana.lit()
