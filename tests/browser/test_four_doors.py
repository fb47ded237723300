"""The Four Doors in a real browser: what following it may cost, that everything fits, and its two looks."""

from __future__ import annotations

import random

import pytest

import companion
from companion.engine.store import Store
from companion.games.four_doors import moves as m
from companion.games.four_doors.policies import greedy

from .conftest import HOMES
from .people import Person

TALL = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LOW = {"viewport": {"width": 390, "height": 660}, "has_touch": True, "is_mobile": True}
NINE = ("purple.left",) * 3 + ("green.right",) * 2 + ("blue.right", "blue.left", "blue.right", "gold.right")
TURN = "() => new URLSearchParams(location.search).get('n')"


@pytest.fixture
def here(visitors):
    return visitors(None, "loopback")


@pytest.fixture
def store(here):
    kept = Store(HOMES[here.server.pid] / "tables.db")
    yield kept
    kept.close()


def opened(store, depth, players=2):
    names = ["Ana", "Bo", "Cy", "Di"][:players]
    return companion.open_table("four-doors", names, store=store, depth=depth, edition="practice", seed=1)


def sit(visitor, table, **device):
    return Person(visitor.open("table", device=visitor.device(**(device or LOW)), table=table.id, seat="all"))


def in_the_thumb_zone(person):
    """Everything that a turn needs lies above y = 660, on a screen of any height."""
    low = person.page.evaluate(
        """() => [...document.querySelectorAll('.c-actions button, .c-tabs button, .bd-lit')]
            .filter((one) => one.getBoundingClientRect().bottom > innerHeight + 0.5).length"""
    )
    assert low == 0


def turned(person, table, *places):
    """Tap sides one after the other; twice at the same place at once would be a double click."""
    last = ""
    for place in places:
        if place == last:
            person.page.wait_for_timeout(450)
        person.board(place)
        entered(person, table)
        last = place


def entered(person, table):
    """Wait until what was tapped stands on the table, and on the page."""
    person.page.wait_for_function(f"(n) => ({TURN})() !== String(n)", arg=table.seq)
    table.refresh()


def test_setting_up_and_a_light_game_keep_to_their_taps(here, store):
    table = opened(store, "light")
    ana = sit(here, table, **TALL)
    ana.pad("purple", "green", "blue")
    entered(ana, table)
    turned(ana, table, *NINE)
    assert ana.taps <= 20
    ana.says("Ana acts").fits()
    counted = []
    for clear, first, second in (
        ("purple.left", "gold.left", "blue.left"),
        ("green.right", "purple.left", "gold.left"),
        ("blue.right", "green.left", "blue.left"),
    ):
        ana.taps = 0
        turned(ana, table, clear)
        ana.tap("primary")
        entered(ana, table)
        in_the_thumb_zone(ana)
        turned(ana, table, first, second)
        counted.append(ana.taps)
    assert sum(counted) / len(counted) <= 4.5
    assert table.state.turn == 4


def test_the_two_looks_fit_and_differ_in_light_and_dark(here, store, tmp_path):
    table = opened(store, "light", players=4)
    table.play("doors purple green blue gold")
    for place in NINE:
        table.play(f"shadow {place.replace('.', ' ')}")
    ana = sit(here, table)
    shots = {}
    for theme in ("light", "dark"):
        ana.page.evaluate("(theme) => { document.documentElement.dataset.theme = theme }", theme)
        ana.fits()
        shots[theme, "act"] = board(ana, tmp_path / f"{theme}-act.png")
    ana.tap("primary")
    entered(ana, table)
    for theme in ("light", "dark"):
        ana.page.evaluate("(theme) => { document.documentElement.dataset.theme = theme }", theme)
        ana.fits()
        shots[theme, "fall"] = board(ana, tmp_path / f"{theme}-fall.png")
    assert shots["light", "act"][0] > 150 > shots["dark", "act"][0] > shots["dark", "fall"][0]
    assert shots["light", "fall"] == shots["dark", "fall"], "night is night"


def board(person, path):
    """The colour of the table round the tower, as the screen shows it."""
    person.page.screenshot(path=str(path))
    colour = person.page.evaluate(
        "() => getComputedStyle(document.querySelector('.c-board [data-key=table] rect')).fill"
    )
    return tuple(int(part) for part in colour.removeprefix("rgb(").removesuffix(")").split(","))


def test_sides_keep_to_their_taps(here, store):
    table = opened(store, "sides")
    table.play("doors purple green blue gold")
    for place in NINE:
        table.play(f"shadow {place.replace('.', ' ')}")
    ana = sit(here, table, **TALL)
    ana.board("purple.left")
    entered(ana, table)
    ana.tap("primary")
    entered(ana, table)
    turned(ana, table, "gold.left", "blue.left", "gold.left", "green.left")
    assert ana.taps <= 8.5
    assert table.state.turn == 2


def test_full_keeps_to_its_taps_and_its_pads_fit(here, store):
    table = opened(store, "full", players=4)
    rng, first = random.Random(6), 10
    while table.state.turn < first:
        table.play(greedy(table.game, table.state, rng))
    ana = sit(here, table)
    ana.fits()
    while table.state.turn < first + 2:
        enter(ana, table, greedy(table.game, table.state, rng))
    assert ana.taps / 2 <= 15
    ana.fits()


def paying(table, door, cards):
    """Let whoever acts stand at a door with some cards."""
    seat = table.state.active
    table.play(f"hand {seat} {' '.join(table.game.language.card(card) for card in cards)}")
    if table.state.player(seat).at != door:
        table.play(f"pawn {seat} {door}")


def laid(store):
    table = opened(store, "full")
    table.play("doors purple green blue gold")
    while table.actor == "TABLE":
        table.sample()
    return table


def test_the_widest_grid_of_a_clear_fits_and_takes_two_taps(here, store):
    """Five cards that may pay, over the three shadows of a side, on the lowest screen."""
    table = laid(store)
    door, side, _ = max(table.state.tower.sides(), key=lambda found: len(found[2]))
    while len(table.state.tower[door.name].side(side)) < 3:
        table.play(f"mark {door.name} {side}")
    lamps = [card for card in table.state.unseen.kinds() if door.name in (card.lanterns or ())]
    paying(table, door.name, lamps[:5])
    for token in table.game.tokens(table.state):
        kinds = (card for card in table.state.unseen.kinds() if (card.door, card.side) == (door.name, side))
        table.tell(token, table.game.language.card(next(kinds)))
    ana = sit(here, table)
    ana.board(f"{door.name}.{side}")
    ana.page.locator(".c-pad .pad-key:enabled").first.wait_for(state="visible")
    assert ana.page.locator(".c-pad .pad-key:enabled").count() == 15
    assert ana.page.locator(".c-pad .pad-head").count() == 5
    ana.fits()
    ana.pad(ana.page.locator(".c-pad .pad-key").nth(7).get_attribute("data-key"))
    entered(ana, table)
    assert ana.taps == 2
    assert len(table.state.tower[door.name].side(side)) == 2


def test_what_was_picked_is_named_as_on_its_key(here, store):
    """After the card that pays, the pad says its name and not the number that it has in the box."""
    table = laid(store)
    staffs = [card for card in table.state.unseen.kinds() if card.relic == "staff"][:2]
    table.play(f"relic purple {table.state.active}")
    paying(table, "purple", staffs)
    ana = sit(here, table, **TALL)
    ana.tap("acts").pad("kindle")
    key = ana.page.locator(".c-pad .pad-key:enabled").first
    label = key.locator(".pad-label").inner_text()
    ana.pad(key.get_attribute("data-key"))
    ana.reads(label, ".pad-done")


def enter(person, table, move):
    """Enter a move of a careful party as one who writes for all."""
    state, seq = table.state, table.seq
    match move:
        case m.Draw(cards=(card,)) | m.Shadow(card=card):
            person.board(f"{card.door}.{card.side}")
            answer(person, table, seq, table.game.language.card(card))
        case m.Search():
            person.board("level")
        case m.Step(way=way):
            person.board(f"door/{state.tower.beside(state.player(state.active).at, way)}")
        case m.Done() | m.Reshuffled():
            person.tap("primary")
        case m.Stand(way=way):
            person.pad(way)
        case m.Discard(card=card):
            seat = state.due[0].split()[1]
            person.page.wait_for_timeout(450)
            person.board(f"card/{seat}.{list(state.player(seat).hand).index(card) + 1}")
        case m.Illuminate(shadows=(shadow, *_)) | m.Dispel(shadow=shadow):
            person.board(f"{shadow.door}.{shadow.side}")
            answer(person, table, seq)
        case m.Find():
            person.board(f"star/{state.player(state.active).at}")
            answer(person, table, seq)
        case m.Give(card=card, seat=seat):
            person.board(f"card/{state.active}.{list(state.player(state.active).hand).index(card) + 1}")
            person.tap(f"use Give to {state.player(seat).name}")
        case _:
            pytest.fail(f"not known how to enter {move}")
    entered(person, table)


def still(person, seq):
    """Wait until what was tapped is entered, or the pad asks; say whether it asks."""
    asks = "document.querySelector('.c-pad .pad-key:enabled')"
    person.page.wait_for_function(f"(n) => ({TURN})() !== String(n) || {asks}", arg=seq)
    return person.page.evaluate(TURN) in (None, str(seq))


def answer(person, table, seq, key=""):
    """Answer the pad where it asks: with a card, or with the first thing that it offers."""
    if not still(person, seq):
        return
    name = key or person.page.locator(".c-pad .pad-key:enabled").first.get_attribute("data-key")
    person.fits()
    person.pad(name)
