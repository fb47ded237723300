"""The Four Doors on the page: hold what is wrong to put it right, and the table is asked whether what follows is so."""

from __future__ import annotations

import pytest

import companion
from companion.engine.errors import IllegalMoveError

NINE = ("purple-left",) * 3 + ("green-right",) * 2 + ("blue-right", "blue-left", "blue-right", "gold-right")


@pytest.fixture
def table(store):
    table = companion.open_table("four-doors", ["Ana", "Bo"], store=store, depth="light", edition="practice")
    table.play("doors purple green blue gold")
    for mark in NINE:
        table.play(f"shadow {mark}")
    return table


@pytest.fixture
def page(table, at):
    return at(table)


def sides(page, door):
    found = page.table.state.tower[door]
    return len(found.left), len(found.right)


def test_a_shadow_three_turns_old_is_moved_in_three_taps_and_the_table_is_asked(page, table):
    for step in ("done", "shadow blue-right", "shadow blue-right", "done", "shadow green-left", "shadow gold-left"):
        table.play(step)
    for step in ("clear gold left", "done", "shadow gold-left", "shadow green-left"):
        table.play(step)
    page.follow()
    assert page.table.state.tower["blue"].half
    page.hold("blue.right").pad("do other")
    assert page.taps <= 3
    assert page.table.log[-1].text.startswith("amend")
    assert page.at.sheet.text.splitlines()[0] == "By this, Blue would be open. Is it?"
    page.tap("so")
    assert not page.table.state.tower["blue"].half
    assert sides(page, "blue") == (2, 3)


def test_at_a_no_the_table_wins(page, table):
    for step in ("done", "shadow blue-right", "shadow blue-right"):
        table.play(step)
    page.follow().hold("blue.right").pad("do other").tap("not so")
    assert page.table.state.tower["blue"].half
    assert sides(page, "blue") == (2, 3)
    assert page.table.log[-1].text == "half blue"


@pytest.mark.clause("four-doors.shadows.three-a-side")
def test_a_change_that_shuts_a_door_is_asked_and_taken_back(page, table):
    for step in ("relic green", "done", "shadow green-right", "shadow green-right", "done", "shadow purple-left"):
        table.play(step)
    page.follow().hold("purple.left").pad("do door").board("green.right")
    assert "Green would be gone" in page.at.sheet.text
    page.tap("not so")
    assert page.table.state.tower.find("green") is not None
    assert page.table.state.tower["purple"].half


def test_a_shadow_lies_at_another_door(page):
    page.hold("blue.left").pad("do door")
    assert page.sentence == "Blue left: where does it really lie?"
    assert "gold.left" in page.at.board.legal
    page.board("gold.left")
    assert page.taps == 3
    assert sides(page, "blue") == (0, 2)
    assert sides(page, "gold") == (1, 1)


def test_moving_is_left_again(page):
    page.hold("blue.left").pad("do door").tap("leave")
    assert page.sentence == "Ana acts: tap a shadow that goes"
    page.board("blue.left")
    assert page.table.log[-1].text == "clear blue left"


def test_a_shadow_is_not_there_or_one_more_is(page):
    page.hold("purple.left").pad("do away")
    assert sides(page, "purple") == (2, 0)
    page.hold("purple.right").pad("do add")
    assert sides(page, "purple") == (2, 1)
    assert page.table.state.step == "act"
    assert page.table.log[-1].kind == "correct"


def test_while_shadows_fall_a_hold_is_the_other_verb(page):
    page.tap("primary").hold("purple.left").pad("do take")
    assert page.table.log[-1].text == "clear purple left"
    assert page.table.state.falling == 2


def test_a_door_is_put_right(page):
    page.hold("door/blue").pad("do half")
    assert page.table.state.tower["blue"].half
    page.hold("door/blue").pad("do found")
    assert page.table.state.tower.found == ("blue",)
    page.hold("door/blue").pad("do unfound")
    assert page.table.state.tower.found == ()
    page.hold("door/blue").pad("do gone")
    assert page.table.state.tower.gone == ("blue",)
    page.hold("door/blue").pad("do back")
    assert page.table.state.tower["blue"].half


def test_a_pawn_stands_elsewhere(page):
    page.hold("door/gold").pad("do pawn bo")
    assert page.taps == 2
    assert page.table.state.player("bo").at == "gold"
    page.tap("fix").board("door/beacon").pad("do pawn bo")
    assert page.table.state.player("bo").at == "beacon"


def test_the_level_is_put_right(page):
    page.hold("level").pad("do level +1")
    assert page.table.state.track.level == page.table.game.box.track(2, "standard").level + 1
    page.hold("level").pad("do rate 4")
    assert page.table.state.track.rate == 4


def test_an_entry_of_the_log_is_asked_again_on_the_pad(page):
    page.tap("tab log").tap("entry 4").tap("again")
    assert page.at.pad.ask.name == "entry 4"
    page.pad("gold-left")
    assert sides(page, "purple") == (2, 0)
    assert sides(page, "gold") == (1, 1)
    page.tap("tab log")
    assert "changed by entry" in page.at.body.text


def test_a_refusal_has_its_rule_and_the_table_wins(page):
    page.at.actions.fill(line="search")
    page.tap("enter line")
    assert page.at.sheet.text.splitlines()[0].startswith("Hands and actions are not followed now")
    assert "Turn: steps" in page.at.sheet.text
    assert page.at.sheet["close"].look == "primary"
    page.tap("close")
    assert page.at.sheet.hidden


def test_a_clear_of_a_side_that_was_empty_did_happen(page, table):
    """A shadow that nobody had told goes: the tower stays, one more card lies open, one fewer in the pile."""
    down, gone = table.state.down, len(table.state.discard)
    for times in (1, 2):
        page.at.actions.fill(line="clear purple right")
        page.tap("enter line").tap("happened")
        assert not page.app.shell.error
        assert sides(page, "purple") == (3, 0)
        assert (page.table.state.down, len(page.table.state.discard)) == (down - times, gone + times)


def test_told_cards_that_contradict_each_other_stop_nothing(store, at):
    """Nine marks of one side: odds of cards are not offered, chance still turns cards over."""
    full = companion.open_table("four-doors", ["Ana", "Bo"], store=store, depth="full", edition="practice", seed=2)
    while full.actor == "TABLE":
        full.sample()
    full.it_happened(f"hand ana {' '.join(['purple-left'] * 4)}")
    full.it_happened(f"hand bo {' '.join(['purple-left'] * 5)}")
    seat = at(full)
    seat.tap("odds").board("level")
    assert not seat.app.shell.error
    seat.tap("odds away", "tray").tap("primary").tap("deal", "tray")
    assert not seat.app.shell.error
    assert full.refresh()
    assert full.state.to_draw == 1


def test_a_loose_shadow_that_no_card_can_be_is_refused_with_the_reason(store):
    full = companion.open_table("four-doors", ["Ana", "Bo"], store=store, depth="full", edition="practice", seed=2)
    while full.actor == "TABLE":
        full.sample()
    seen = next(full.game.language.card(card) for card in full.state.player("ana").hand if card.known)
    full.play("done; draw ?; draw ?; shadow ?")
    with pytest.raises(IllegalMoveError, match="has been seen already"):
        full.tell("shadow", seen)


def test_a_try_goes_on_to_the_fall_and_the_table_stays(page, table):
    page.tap("menu").tap("try", "sheet").board("purple.left").tap("done", "tray")
    assert page.sentence == "Shadow 1 of 2: tap its mark"
    page.board("gold.left").tap("back", "actions")
    assert page.sentence == "Ana acts: tap a shadow that goes"
    assert sides(page, "purple") == (3, 0)
    assert page.table.seq == table.seq
