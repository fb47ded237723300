"""Light on the page: each phone its own dungeon. Taps are counted as a finger would tap."""

from __future__ import annotations

import pytest


def test_a_door_a_key_a_room_and_a_second_phone(light, at):
    ana, bo = at(light, "ana"), at(light, "bo")
    assert ana.sentence == "Tap where your card goes"
    ana.board("ana:e4").pad("1D", "H")
    assert ana.taps == 4
    assert ana.table.log[-1].sentence == "Ana placed a level 1 Door (a Heart) on e4."
    ana.taps = 0
    ana.board("ana:f4").pad("1K", "H")
    assert ana.taps == 3
    assert ana.sentence == "It opens! What is behind it?"
    ana.pad("trap")
    assert ana.taps == 4
    bo.follow()
    assert bo.table.seq == ana.table.seq
    assert "Ana 5" in bo.at.top.text
    bo.tap("seat ana")
    assert "ana:f4" in bo.at.board.drawn.places


def test_the_room_is_asked_on_the_phone_of_its_owner_only(light, at):
    ana, bo = at(light, "ana"), at(light, "bo")
    ana.board("ana:e4").pad("1D", "H").board("ana:f4").pad("1K", "H")
    bo.follow()
    assert bo.at.pad.ask is None
    bo.board("bo:e4").pad("1K", "L")
    assert bo.table.state.pending == ("room ana e4",)
    ana.follow().skip()
    assert ana.table.state.pending == ()
    assert "ana:e4" in ana.table.game.tokens(ana.table.state)


def test_a_compass_is_pointed_on_the_board(light, at):
    ana = at(light, "ana")
    ana.board("ana:e4").pad("2D", "HL").board("ana:f4").pad("2K", "HL").pad("compass")
    assert set(ana.at.board.legal) == {"ana:e4:up", "ana:e4:right", "ana:e4:down", "ana:e4:left"}
    assert ana.sentence == "Point the Compass: tap an arrow"
    ana.taps = 0
    ana.board("ana:e4:left")
    assert ana.taps == 1
    assert ana.table.state.player("ana").dungeon["e4"].arrow == "<"


def test_the_arrow_may_wait(light, at):
    ana = at(light, "ana")
    ana.board("ana:e4").pad("2D", "HL").board("ana:f4").pad("2K", "HL").pad("compass")
    ana.tap("no arrow")
    assert ana.sentence == "Tap where your card goes"
    ana.board("ana:d5").pad("1K", "X")
    assert ana.table.state.player("ana").dungeon.card_count == 4


def test_gold_is_one_tap(light, at):
    ana = at(light, "ana")
    ana.tap("gold ana -1")
    assert ana.taps == 1
    assert ana.table.state.player("ana").dungeon.gold == 3
    assert "gold 3" in ana.at.head.text


def test_just_a_door_and_some_card(light, at):
    ana = at(light, "ana")
    ana.board("ana:e4").pad("1D", "?")
    assert str(ana.table.log[-1].text) == "card ana e4 !?1"
    ana.board("ana:f4").tap("primary")
    assert ana.table.log[-1].text == "card ana f4 ?"
    assert "4 to tell" in ana.at.top.text


def test_a_space_is_left_again(light, at):
    ana = at(light, "ana")
    ana.board("ana:e4").skip()
    assert ana.at.pad.ask is None
    ana.board("ana:e4", "ana:e4")
    assert ana.at.pad.ask is None
    assert ana.table.seq == 0


@pytest.mark.clause("four-keys.placement.orthogonal")
def test_a_refusal_says_what_is_in_the_way_and_the_table_wins(light, at):
    ana = at(light, "ana")
    ana.board("ana:c3")
    assert ana.at.sheet.text.splitlines()[0] == "Nothing next to it yet. A card must touch another by a side."
    assert "Placement: orthogonal" in ana.at.sheet.text
    assert ana.at.board.flash["places"] == ["ana:c3"]
    assert (ana.at.sheet["close"].text, ana.at.sheet["close"].look) == ("Take it back", "primary")
    assert (ana.at.sheet["happened"].text, ana.at.sheet["happened"].look) == ("It happened", "")
    ana.tap("happened")
    assert ana.table.log[-1].corrected
    assert ana.table.state.player("ana").dungeon["c3"] is not None
    assert ana.at.sheet.hidden


def test_a_wrong_card_three_turns_old_takes_three_taps(light, at):
    ana = at(light, "ana")
    ana.board("ana:e4").pad("2K", "LL")
    for cell, face in (("ana:d5", "H"), ("ana:d3", "X"), ("ana:e3", "C")):
        ana.board(cell).pad("1K", face)
    ana.taps = 0
    ana.hold("ana:e4")
    ana.pad("2K", "LC")
    assert ana.taps <= 3
    assert ana.table.state.player("ana").dungeon["e4"].shows == "LC"
    assert ana.table.log[0].changed_by == ana.table.seq
    assert all(record.standing for record in ana.table.log[1:])


def test_fix_then_tap_does_what_a_hold_does(light, at):
    ana = at(light, "ana")
    ana.board("ana:e4").pad("1K", "L")
    ana.tap("fix").board("ana:e4")
    assert ana.sentence == "What is it really?"
    ana.pad("do move").board("ana:d5")
    dungeon = ana.table.state.player("ana").dungeon
    assert dungeon["e4"] is None
    assert dungeon["d5"].shows == "L"
    assert "lies on d5" in ana.table.log[-1].sentence


def test_a_changed_key_opens_doors_and_the_page_says_so(light, at):
    ana = at(light, "ana")
    ana.board("ana:e4").pad("1D", "H").board("ana:f4").pad("1K", "L")
    ana.hold("ana:f4").pad("1K", "H")
    assert ana.table.state.player("ana").dungeon["e4"].open
    assert any(text.startswith("Open now: Ana's") for text in ana.toasts)


def test_what_is_untold_is_told_from_one_chip(light, at):
    ana = at(light, "ana")
    ana.board("ana:e4").pad("1D", "?")
    ana.tap("to tell").tap("tell ana:e4").pad("1D", "X")
    assert ana.table.state.player("ana").dungeon["e4"].needs == "X"


def test_what_light_never_asks_is_not_counted_as_untold(light, at):
    ana = at(light, "ana")
    before = ana.at.top["to tell"].text
    ana.board("ana:e4").pad("1D", "X").board("ana:f4").pad("2K", "HL")
    assert len(ana.table.game.tokens(ana.table.state)) == 4
    assert ana.at.top["to tell"].text == before == "2 to tell"


def test_the_starting_card_is_told_at_the_first_touch(light, at):
    ana = at(light, "ana")
    ana.board("ana:d4")
    ask = ana.at.pad.ask
    assert len(ask.steps[0].keys) == 4
    ana.pad("start(a2,a3){HL}")
    assert ana.table.state.player("ana").dungeon["d4"].marked == ("a2", "a3")


def test_undo_says_what_and_redo_brings_it_back(light, at):
    ana = at(light, "ana")
    ana.board("ana:e4").pad("1K", "L")
    assert ana.at.actions["undo"].sub.startswith("Ana placed a Key")
    ana.tap("undo")
    assert ana.table.state.player("ana").dungeon["e4"] is None
    assert "Taken back: Ana placed a Key showing a Lightning on e4." in ana.at.snack.text
    ana.tap("redo")
    assert ana.table.state.player("ana").dungeon["e4"].shows == "L"


def test_two_enter_at_once_and_the_second_is_told(light, at):
    ana, bo = at(light, "ana"), at(light, "bo")
    bo.board("bo:e4").pad("1K", "L")
    ana.board("ana:e4")
    seen = ana.table.seq
    ana.pad("1K", "H")
    assert ana.toasts[-1] == "Bo entered that first; yours was not added."
    assert ana.table.state.player("ana").dungeon["e4"] is None
    assert ana.table.seq == seen + 1


def test_a_tap_on_an_older_picture_does_nothing(light, at):
    ana = at(light, "ana")
    ana.at.board._handle_custom_msg({"kind": "tap", "place": "ana:e4", "seq": 99}, [])
    ana.at.actions._handle_custom_msg({"kind": "tap", "id": "undo", "seq": 99, "values": {}}, [])
    assert ana.table.seq == 0
    assert ana.at.pad.ask is None
    assert "look again" in ana.toasts[-1]


def test_who_watches_enters_nothing(light, at):
    dee = at(light, "watch")
    assert not dee.at.board.legal
    dee.board("ana:e4")
    assert dee.at.pad.ask is None
    assert "fix" not in dee.at.top
    assert not dee.at.actions["undo"].enabled


def test_a_phone_is_asked_who_it_is_and_the_address_keeps_it(light, at):
    phone = at(light, "")
    assert phone.at.sheet.text.splitlines()[0] == "Who are you?"
    phone.tap("sit bo")
    assert phone.taps == 1
    assert phone.app.screen.session.viewer == "bo"
    assert {"seat": "bo"} in [asked["changes"] for asked in phone.app.shell.sent if asked["do"] == "query"]
    assert "Bo · gold 4" in phone.at.head.text


def test_a_page_that_slept_says_what_happened(light, at):
    ana = at(light, "ana")
    ana.board("ana:e4").pad("1K", "L").board("ana:d5").pad("1K", "H")
    again = at(light, "ana", n="0")
    assert "2 things happened" in again.at.snack.text
    again.tap("look")
    assert again.app.screen.tab == "log"


def whole_turns(ana, seat, cards):
    """Play cards for a seat, each as (cell, pad steps, then what the table asks); return the taps of each."""
    counted = []
    for cell, steps, *after in cards:
        ana.taps = 0
        ana.board(f"{seat}:{cell}").pad(*steps)
        for room in after:
            if room in ("up", "right", "down", "left"):
                ana.board(next(place for place in ana.at.board.legal if place.endswith(room)))
            else:
                ana.pad(room)
        counted.append(ana.taps)
    return counted


DUNGEON = [
    ("e4", ("1K", "H")),
    ("f4", ("1D", "H"), "box"),
    ("g4", ("2K", "HL")),
    ("d5", ("1D", "X")),
    ("e5", ("2D", "HLC")),
    ("f5", ("1K", "X"), "control"),
    ("g5", ("1D", "ajar3")),
    ("d6", ("2D", "CX")),
    ("e6", ("2K", "CX"), "compass", "up"),
    ("f6", ("1D", "LC")),
    ("g6", ("2K", "LC"), "box"),
    ("d3", ("1K", "L")),
    ("e3", ("2D", "HX"), "monster"),
    ("f3", ("1D", "?")),
]
"""Fourteen cards as an evening brings them; together with the starting card they fill a dungeon."""


def test_a_whole_dungeon_in_light_costs_what_was_promised(light, at):
    ana = at(light, "ana")
    counted = whole_turns(ana, "ana", DUNGEON)
    assert ana.table.state.player("ana").dungeon.card_count == 15
    assert sum(counted) / len(counted) <= 5
    assert max(counted) <= 7
