"""Hints of One Deck Dungeon on the page: the ladder at each moment, and what is said where nothing can be advised."""

from __future__ import annotations

import pytest

from companion.engine.game import TABLE
from companion.ui.hints import EVERYONE, settle
from companion.ui.one_deck_dungeon.adviser import ADVISER

from .dungeon import DOWN, ROOM, table_of

FIGHT = "fight ana+bo #goblin | cy+di #boulder"


@pytest.fixture
def party(store, at):
    """A table at a moment where everybody may ask for hints."""

    def give(*lines, **options):
        table = table_of(store, *lines, **options)
        settle(table, EVERYONE)
        return at(table)

    return give


def think(device, seconds=0.0):
    table = device.table
    return ADVISER.think(table.game, table.state, "", seconds, 1)


def test_a_hint_is_a_nudge_then_the_step_then_the_numbers(party):
    device = party(*ROOM, "flee", "enter 1")  # a door seen before: no one may flee, so Hint has room
    device.tap("hint")
    assert "card asks for" in device.at.snack.text
    device.tap("more")
    assert "meet" in device.at.snack.text
    device.tap("numbers")
    assert "a fall weighs as much as 14 hearts" in device.at.sheet.text


def test_a_step_that_is_tried_is_played(party):
    device = party("explore")
    device.tap("hint").tap("more")
    assert "Explore" in device.at.snack.text or "Enter door" in device.at.snack.text
    device.tap("try 0")
    assert len(device.table.log) > 6


@pytest.mark.parametrize("lines", [("explore",), ROOM, (*ROOM, FIGHT, "result", "result"), DOWN])
def test_every_moment_has_steps_in_words_that_may_be_played(party, lines):
    device = party(*lines)
    for line in think(device):
        assert line.words
        assert device.table.game.check(device.table.state, device.table.game.parse(line.moves[0], device.table.state))


def test_a_placement_is_told_with_what_it_costs(party):
    device = party(*ROOM, FIGHT, "roll S 6 5 2 A 5 4 4 1 M 3", depth="full")
    told = [line for line in think(device, 3.0) if "settle" in " ".join(line.moves)]
    assert told
    assert all("costs" in line.why and line.value for line in told)


def test_where_nothing_can_be_advised_it_says_what_helps(party):
    device = party("explore", "enter 1")
    device.tap("hint")
    assert "names of the cards" in device.toasts[-1]
    untold = party(*ROOM, FIGHT)
    untold.tap("hint")
    assert "enter what it cost" in untold.toasts[-1]


def test_dice_that_wait_are_a_thought_and_no_move(party):
    device = party(*ROOM, FIGHT, depth="full")
    assert device.table.actor == TABLE
    (line,) = think(device)
    assert not line.moves
    assert "dice decide" in line.words


def test_a_tap_on_the_deck_says_what_the_next_card_is(party):
    device = party("explore")
    device.board("deck")
    assert "next card" in device.at.tray.text


def test_at_an_open_door_the_room_beside_the_board_belongs_to_the_splits(party):
    for lines, some in ((("explore",), True), (ROOM, False)):
        table = party(*lines).table
        assert bool(ADVISER.headlines(table.game, table.state, "")) == some


def test_the_words_of_bounds_speak_of_no_play_outs():
    assert "play-out" not in ADVISER.odds_words.estimates


def test_a_step_is_told_by_who_falls_and_the_hearts_lost_and_so_is_the_price_of_the_obvious_one(store, at):
    table = table_of(store, "explore", "enter 1", "card #ogre", heroes=1, deck="core", dungeon="dragons-cave")
    settle(table, EVERYONE)
    flee, fight = think(at(table), 60.0)
    assert (flee.words, flee.value) == ("Flee", "nobody falls")
    assert fight.value.startswith("safe 81 in 100, −")
    lost = fight.value.partition("−")[2].removesuffix(" ♥")
    falls = "somebody falls in 19 of 100, not in 0"
    assert flee.price == f"The obvious step, fight: {falls}; {lost} hearts are lost on average, not 0."
    assert "hearts less" not in flee.price
    assert not fight.price


def test_a_stored_die_counts_in_a_hint_as_on_the_card(store, at):
    lines = ("set ana stored 1", "explore", "enter 1", "card #ogre")
    table = table_of(store, *lines, heroes=1, deck="core", dungeon="dragons-cave")
    device = at(table)
    device.app.screen.play.thinker.finish()
    shown = device.app.screen.play.meeting.shown[0].safe
    told = next(line for line in think(device, 60.0) if line.words == "Fight")
    assert told.value.startswith(f"safe {round(100 * shown)} in 100")


def test_loot_is_told_by_what_it_brings(party):
    device = party("explore", "enter 1", "card #goblin", "fight", "result", heroes=1, deck="core")
    values = {line.words: line.value for line in think(device, 60.0)}
    assert any(value.endswith(("a fight", "XP")) for value in values.values())
    assert not any("+" in value for value in values.values())


def test_what_is_a_rule_of_thumb_is_told_apart_from_the_odds_on_the_board(party):
    (line,) = think(party(*ROOM), 0.0)
    assert not line.value
    assert "rule of thumb, not searched" in line.why
    assert "counted apart" in line.why


@pytest.mark.parametrize("heroes", [1, 2, 4])
def test_a_nudge_speaks_of_what_lies_there(party, heroes):
    cards = ROOM if heroes == 4 else ("explore", "enter 1", "card #goblin")
    nudges = {}
    for name, lines in {"none": (), "closed": ("explore",), "meet": cards, "open": (*cards, "flee")}.items():
        device = party(*lines, heroes=heroes)
        nudges[name] = ADVISER.nudge(device.table.state, "", None)
        assert heroes == 4 or "pair" not in nudges[name]
    assert "No door" in nudges["none"]
    assert "open" not in nudges["closed"]
    assert "lies open" in nudges["open"]
    assert ("pairs" in nudges["meet"]) == (heroes == 4)
