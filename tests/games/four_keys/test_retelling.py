"""Hold the thing and say what it really is: the entry that told it wrongly changes, and all later ones follow again."""

from __future__ import annotations

import pytest

import companion
from companion.engine.errors import CompanionError
from companion.games.four_keys.cards import key
from companion.games.four_keys.dungeon import DoorCell, KeyCell, StartCell


def table(depth: str = "full") -> companion.Table:
    return companion.open_table("four-keys", players=["Ana", "Bo"], edition="our-box", depth=depth, seed=1)


def test_a_wrong_key_three_turns_ago_opens_the_door_it_should_have() -> None:
    t = table("light")
    t.play("card ana e4 !box{C}; card ana e5 +1L; card bo e4 +1H; card bo e5 +1H; card ana d5 +1H")
    assert not t.state.player("ana").dungeon["e4"].open
    t.tell("ana:e5", "+1C")
    assert t.state.player("ana").dungeon["e5"] == KeyCell("C", None, 1)
    assert t.state.player("ana").dungeon["e4"] == DoorCell(1, "box", "C", open=True)
    assert len([r for r in t.log if r.kind == "amend"]) == 1
    t.undo()
    assert t.state.player("ana").dungeon["e5"] == KeyCell("L", None, 1)
    assert not t.state.player("ana").dungeon["e4"].open


def test_a_door_fixed_after_it_opened_is_judged_again() -> None:
    t = table("light")
    t.play("card ana e4 !box{H}; card ana e5 +1H")
    assert t.state.player("ana").dungeon["e4"].open
    t.tell("ana:e4", "!box{HL}")
    assert not t.state.player("ana").dungeon["e4"].open


def test_the_other_side_of_a_key_was_up() -> None:
    t = table()
    t.play("order ana bo; reveal 1K H/C; take 1K; place e4 H; take 1D; place e4")
    t.tell("ana:e4", "+1C(H)")
    assert t.state.player("ana").dungeon["e4"] == KeyCell("C", "H", 1)


def test_the_top_was_another_card() -> None:
    t = table()
    t.play("order ana bo; reveal 1K H/C")
    t.tell("1K", "H/L")
    assert t.state.piles[1].top == key(1, "H", "L")
    t.play("take 1K")
    t.tell("hand", "C/X")
    assert t.state.hand.card == key(1, "C", "X")


def test_a_door_that_was_revealed_wrongly_changes_wherever_it_went() -> None:
    t = table()
    t.play("order ana bo; reveal 1D box{HL}; take 1D; place e4; take 2D; place e4")
    t.tell("ana:e4", "!trap{HL}")
    assert t.state.player("ana").dungeon["e4"] == DoorCell(1, "trap", "HL")
    texts = [record.text for record in t.log if record.kind == "amend"]
    assert texts == [texts[0]]
    assert "reveal 1D trap{HL}" in texts[0]


def test_the_starting_card_and_the_arrow_may_be_told_anew() -> None:
    t = table()
    t.play("order ana bo; start ana start(a2,a3){H}")
    t.tell("ana:d4", "!start(b1,c1){C}")
    assert t.state.player("ana").dungeon["d4"] == StartCell(("b1", "c1"), "C")
    light = table("light")
    light.play("card bo e4 !compass{H}; card bo e5 +1H; bo: point e4 up")
    light.tell("bo:e4", "compass>{H}")
    assert light.state.player("bo").dungeon["e4"] == DoorCell(2, "compass", "H", True, ">")


def test_a_room_behind_a_door_may_be_told_anew() -> None:
    t = table("light")
    t.play("card bo e4 !?2{H}; card bo e5 +1H; open e4 chest")
    t.tell("bo:e4", "monster{H}")
    assert t.state.player("bo").dungeon["e4"] == DoorCell(2, "monster", "H", True)


def test_what_one_entry_does_not_say_is_told_as_it_lies() -> None:
    """A Key of which another side of another card shows: the table's word stands from here on."""
    t = table()
    t.play("order ana bo; reveal 1K H/C; take 1K; place e4 H; take 1D; place e4")
    t.tell("ana:e4", "+1L(X)")
    assert t.state.player("ana").dungeon["e4"] == KeyCell("L", "X", 1)
    assert len(t.state.piles[1].unseen) == 23


@pytest.mark.parametrize("token", ["ana:z9", "nowhere", "zoe:e4", "ana:c3"])
def test_a_place_where_nothing_lies_is_named(token: str) -> None:
    t = table("light")
    with pytest.raises(CompanionError):
        t.tell(token, "+1H" if token != "ana:c3" else "box{")


def test_a_changed_past_leaves_every_card_with_the_one_who_took_it() -> None:
    """A push that is changed gives the next round another order; what people did after it stays theirs."""
    t = companion.open_table("four-keys", players=["Ana", "Bo", "Cy"], edition="our-box", seed=1)
    t.play("order ana bo cy; take 1K; place e4; take 1D; place e4; take 1K push 2K; place e4")
    t.play("take 1K; place e5")
    assert [p.dungeon.card_count for p in t.state.players] == [2, 3, 2]
    pushed = next(record.seq for record in t.log if record.text == "take 1K push 2K")
    with pytest.raises(companion.MisfitError, match="Cy's turn"):
        t.amend(pushed, "take 1D push 2D")
    t.amend(pushed, "take 1D push 2D", keep=True)
    assert [p.dungeon.card_count for p in t.state.players] == [2, 3, 2]
    assert t.state.round == 2
    again = companion.import_table(t.export(), store=":memory:")
    assert again.state == t.state
