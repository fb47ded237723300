"""The Four Doors on the page: how it ends, and how close it was."""

from __future__ import annotations

import pytest

import companion
from companion.ui.four_doors import risks
from companion.ui.kit import kit


@pytest.fixture
def table(store):
    table = companion.open_table("four-doors", ["Ana", "Bo"], store=store, depth="light", edition="practice")
    table.play("doors purple green blue gold")
    for mark in ("purple-left",) * 3 + ("green-right",) * 3 + ("blue-right", "blue-left", "gold-right"):
        table.play(f"shadow {mark}")
    return table


def fall(table, *marks):
    table.play("done")
    for mark in marks:
        table.play(f"shadow {mark}")


@pytest.mark.clause("four-doors.end.door", "four-doors.end.door-at-once")
def test_a_loss_names_the_card_the_rule_and_the_chance(table, at):
    fall(table, "purple-left", "gold-left")
    fall(table, "green-left")
    before = table.state
    page = at(table)
    page.board("purple.left")
    assert page.sentence == "The tower has fallen"
    assert "fd-fallen" in page.at.board.drawn.items[0].svg
    assert page.at.actions["primary"].text == "How close was it?"
    assert page.at.tray.text.startswith("Purple was shut before its relic was found."), "the table says why at once"
    page.tap("primary")
    text = page.at.body.text
    assert text.count("before its relic was found") == 1, "said once"
    chance = risks.one_card(before, "purple", "left")
    assert f"The card: Purple left. The chance of that was {chance}." in text
    assert chance.startswith("1 in ")
    assert "End: door" in text
    assert "Turn 2, Bo" in text
    assert "Is this your dungeon?" not in text
    assert "What we reached" in text


@pytest.mark.clause("four-doors.end.skull")
def test_the_skull_loses_too(table, at):
    page = at(table)
    page.tap("else").pad("skull").tap("primary")
    assert "The Shadow Level has reached the skull." in page.at.body.text
    assert "End: skull" in page.at.body.text
    assert "The chance of that" not in page.at.body.text


@pytest.mark.clause("four-doors.end.win")
def test_a_win_shows_the_closest_call(table, at):
    fall(table, "purple-left", "gold-left")
    page = at(table)
    for door in ("purple", "green", "blue", "gold"):
        page.board(f"star/{door}")
    assert page.at.actions["primary"].text == "Light the Beacon"
    assert "done" in page.at.tray
    page.taps = 0
    page.tap("primary")
    assert page.taps == 1
    assert page.sentence == "The Beacon is lit!"
    page.tap("primary")
    assert page.at.body.text.startswith("The Beacon is lit!")
    assert "How close was it?" in page.at.body.text
    page.tap("again")
    assert page.table.state.step == "setup"
    assert [player.name for player in page.table.players] == ["Ana", "Bo"]


def test_an_agreed_end_is_told_and_taken_up_again(table, at):
    page = at(table)
    page.tap("menu").tap("end")
    assert "The table agreed to end the game here." in page.at.body.text
    page.tap("tab table").tap("menu").tap("reopen")
    assert page.sentence == "Ana acts: tap a shadow that goes"


def test_a_loss_is_undone_like_anything_else(table, at):
    fall(table, "purple-left", "purple-left")
    page = at(table)
    assert page.table.state.ended == "door"
    page.tap("undo")
    assert page.table.state.ended == ""
    assert page.sentence == "Shadow 2 of 2: tap its mark"


def test_the_chance_of_one_card_is_that_of_the_next_card(table):
    table.play("done")
    chances = table.game.chances(table.state)
    law = chances.where(lambda move: (move.card.door, move.card.side) == ("purple", "left"))
    from companion.engine.odds import natural_frequency

    assert risks.one_card(table.state, "purple", "left") == natural_frequency(law)


def test_the_tower_is_a_picture_by_itself(table):
    svg = kit("four-doors").picture(table.state, "ana")
    assert svg.startswith("<svg")
    assert "Purple" in svg
    assert 'data-place="' not in svg


def test_what_a_party_reaches_is_so_many_of_six(table, at):
    table.play("relic purple")
    page = at(table).tap("tab score")
    assert page.at.body["sheet PARTY"].end == "1 of 6"
    assert "to 1" not in page.at.body.text
    assert page.at.body["PARTY line 1"].end in ("1", "0 of 1")


def test_the_rate_of_a_new_space_is_asked_once(store, at):
    blank = companion.open_table("four-doors", ["Ana", "Bo"], store=store, depth="light", edition="our-box")
    blank.play("doors purple green blue gold")
    for mark in ("purple-left",) * 3 + ("green-right",) * 3 + ("blue-right", "blue-left", "gold-right"):
        blank.play(f"shadow {mark}")
    page = at(blank)
    assert page.at.pad.ask is None
    page.tap("empty", "tray")
    assert page.at.pad.ask.steps[0].prompt == "What does the new space say?"
    page.skip()
    assert page.at.pad.ask is None
    page.tap("empty", "tray").pad("4")
    assert page.table.state.track.rate == 4
    assert page.at.pad.ask is None


def test_practice_cards_ask_for_no_rate(table, at):
    page = at(table).tap("empty", "tray")
    assert page.at.pad.ask is None


def test_a_pawn_without_a_door_stands_where_it_is_tapped(table, at):
    table.play("relic green; pawn bo green; half green; done")
    page = at(table)
    page.board("green.right")
    assert page.sentence == "Where does Bo stand: Purple or Blue?"
    assert set(page.at.board.legal) == {"door/purple", "door/blue"}
    page.board("door/blue")
    assert page.table.state.player("bo").at == "blue"


def test_nothing_else_is_asked_once_the_game_is_over(table, at):
    page, other = at(table), at(table)
    page.tap("else")
    assert page.at.pad.ask.name == "else"
    other.tap("else").pad("skull")
    page.follow()
    assert page.at.pad.ask is None
    assert page.at.actions["primary"].text == "How close was it?"


def test_at_the_skull_the_level_is_called_that_and_no_rate(store, at):
    table = companion.open_table("four-doors", ["Ana", "Bo"], store=store, depth="light", edition="practice", seed=1)
    table.play("doors purple green blue gold")
    while table.actor == "TABLE":
        table.sample()
    while not table.state.ended:
        table.play("level +1")
    page = at(table)
    drawn = " ".join(item.svg for item in page.at.board.drawn.items)
    assert "the skull" in drawn
    assert "rate skull" not in drawn
