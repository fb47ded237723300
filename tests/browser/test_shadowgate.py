"""Shadowgate in a real browser: what following it may cost, that everything fits, and its two looks."""

from __future__ import annotations

import random

import pytest

import companion
from companion.engine.edition import OUR_BOX
from companion.engine.store import Store

from .conftest import HOMES
from .people import LAPTOP, PHONE, Person

TALL = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TURN = "() => new URLSearchParams(location.search).get('n')"
LOWEST = """() => Math.max(...[...document.querySelectorAll('.c-actions button, .c-board [data-place]')]
    .map((one) => one.getBoundingClientRect().bottom))"""
FACES = "0 1 1 2 3 skull"
DOUBLE = 450
"""Milliseconds in which two taps at one place are a double click, which counts as one."""


@pytest.fixture
def here(visitors):
    return visitors(None, "loopback")


@pytest.fixture
def store(here):
    kept = Store(HOMES[here.server.pid] / "tables.db")
    yield kept
    kept.close()


def own_box(store, players=3):
    """A table with the own box, of which the traits of three people are told; Bo is to move."""
    names = ["Ana", "Bo", "Cy", "Dee"][:players]
    table = companion.open_table("shadowgate", names, store=store, depth="light", edition=OUR_BOX)
    for seat, name in zip(("ana", "bo", "cy", "dee"), ("jair", "katalia", "fezlyn", "gorin"), strict=True):
        if players == 4 or seat != "dee":
            table.play(f"character {seat} {name}")
    table.play("first bo")
    for player in table.players:
        table.play(f"trait {player.handle} strength 3; trait {player.handle} resourceful 2")
        table.play(f"trait {player.handle} mental 1")
    return table


def sit(visitor, table, **device):
    return Person(visitor.open("table", device=visitor.device(**(device or PHONE)), table=table.id, seat="all"))


def entered(person, table):
    """Wait until what was tapped stands on the table, and on the page."""
    person.page.wait_for_function(f"(n) => ({TURN})() !== String(n)", arg=table.seq)
    table.refresh()


def test_a_light_evening_keeps_to_its_taps_and_fits(here, store):
    table = own_box(store)
    ana = sit(here, table)
    ana.says("Bo: tap the quest Bo tries").fits()
    counted = []
    for space, traits, result in (
        (1, ("strength/5",), "beside"),
        (2, ("mental/1",), ""),
        (3, ("strength/4",), "primary"),
    ):
        ana.taps = 0
        ana.board(f"quest.{space}").says("What does the quest say?")
        ana.fits()
        ana.board(*(f"slip/{trait}" for trait in traits), "slip/xp/4", "slip/torch/1").tap("primary")
        entered(ana, table)
        ana.page.wait_for_timeout(DOUBLE)
        if result:
            ana.says("made or failed?").fits()
            ana.tap(result)
            entered(ana, table)
            ana.page.wait_for_timeout(DOUBLE)
        ana.tap("primary")
        entered(ana, table)
        counted.append(ana.taps)
    assert max(counted) <= 8
    assert [player.xp or sum(card.xp or 0 for card in player.done) for player in table.state.players] == [4, 0, 4]
    ana.board("seat/ana")
    ana.page.wait_for_selector('.c-pad [data-key="xp +"]')
    ana.fits()
    ana.pad("xp +", "5")
    entered(ana, table)
    ana.board("castle")
    ana.page.wait_for_selector('.c-pad [data-key="stairwell"]')
    ana.fits()
    ana.pad("stairwell")
    entered(ana, table)
    assert table.state.opened == ("I", "II")


def test_a_boss_attack_is_at_most_four_taps(here, store):
    table = own_box(store)
    table.play(f"faces black {FACES}; faces blue 0 1 2 2 staff skull; stairwell; hall; barrier")
    for seat in ("ana", "bo", "cy"):
        table.play(f"get {seat} staff")
    for _ in range(4):
        table.play("done")
    table.play("boss reaper; energy ?; life 23; turn ana")
    ana = sit(here, table)
    ana.says("Ana attacks: best with Strength (3)").fits()
    ana.hold("seat/ana").pad("do staff")
    entered(ana, table)
    ana.taps = 0
    ana.pad("2", "3", "2")
    entered(ana, table)
    assert ana.taps <= 4
    assert table.state.life == 23 - 3 - 2 - 3 - 2
    ana.fits()


def test_both_looks_fit_phones_and_a_laptop(here, store):
    table = own_box(store, players=4)
    table.play("is quest.1 I/bat-cave/cost:strength_4,_mental_3/xp:5/torch:1/skulls:1")
    table.play(f"faces black {FACES}; torch 3; penalty mental")
    colours = {}
    ana = sit(here, table)
    for device in (PHONE, TALL, LAPTOP):
        ana.page.set_viewport_size(device["viewport"])
        ana.page.wait_for_timeout(DOUBLE)
        for theme in ("light", "dark"):
            ana.page.evaluate("(theme) => { document.documentElement.dataset.theme = theme }", theme)
            ana.fits()
            colours[theme] = ana.page.evaluate(
                "() => getComputedStyle(document.querySelector('.c-board [data-key=table] rect')).fill"
            )
        if device is PHONE:
            assert ana.page.evaluate(LOWEST) <= 660
    light, dark = (int(colours[theme].removeprefix("rgb(").split(",")[0]) for theme in ("light", "dark"))
    assert light > 150 > dark


def test_full_fits_with_its_mats_and_lists(here, store):
    table = companion.open_table("shadowgate", ["Ana", "Bo", "Cy", "Dee"], store=store, edition="practice", seed=7)
    rng, policy = random.Random(7), table.game.policy("greedy")
    while table.state.turn < 9 or table.state.due or table.state.phase != "unequip":
        table.play(policy(table.game, table.state, rng))
    ana = sit(here, table)
    ana.fits()
    ana.tap("more").says("Tap what is done").fits()
    ana.tap("primary")
    ana.says("tap the quest")
    ana.board(f"quest.{next(n for n, one in enumerate(table.state.spaces, 1) if one.card.kind != 'event')}")
    entered(ana, table)
    ana.fits()


def test_just_ask_takes_two_taps_and_once_six_faces(here):
    page = Person(here.open("score", device=here.device(**PHONE), game="shadowgate"))
    page.says("Your number?").fits()
    page.board("slip/mine/2", "slip/quest/4").says("2 short")
    assert page.taps <= 4
    page.fits()
    page.pad(*FACES.split()).says("2 short: 7 in 10").fits()
