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
    assert "by hearts won or lost" in device.at.sheet.text


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
    assert all("hearts" in line.why and line.value for line in told)


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
