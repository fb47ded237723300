"""Following a game lightly: a ledger of traits, quests, XP, deaths, the torch and the locks."""

from __future__ import annotations

import pytest

from companion.engine.game import TABLE
from tests.games.shadowgate.following import Follower, begin, blank_box


def ledger(**options: object) -> Follower:
    """Ana, Bo and Cy with a box of which nothing is told."""
    follower = begin(3, game=blank_box(), depth="light", **options)
    follower.play("character ana jair; character bo katalia; character cy fezlyn; first ana")
    return follower


def traits(follower: Follower, seat: str, *values: int) -> None:
    for name, value in zip(("strength", "resourceful", "mental"), values, strict=True):
        follower.play(f"trait {seat} {name} {value}")


def test_traits_are_told_as_they_stand_and_move_with_tokens() -> None:
    follower = ledger()
    assert follower.traits("ana")[0] == 3, "the rulebook tells Jair's Strength"
    traits(follower, "bo", 2, 2, 3)
    assert follower.traits("bo") == (2, 2, 3)
    follower.play("token bo strength; token bo curse mental")
    assert follower.traits("bo") == (3, 2, 2)
    follower.play("trait bo strength 5; penalty resourceful; torch 3")
    assert follower.traits("bo") == (5, 1, 2)


@pytest.mark.clause("shadowgate.rewards.gain")
def test_a_told_quest_is_tried_and_pays() -> None:
    follower = ledger()
    traits(follower, "ana", 4, 1, 2)
    follower.play('is quest.1 "Bat Cave" S4 M3 5xp torch; attempt 1')
    assert follower.actor == TABLE
    assert "1 short" not in follower.game.prompt(follower.state).sentence
    follower.play("made 1")
    assert follower.points() == 5
    assert follower.state.active == "ana"
    follower.play("done; quest 1 ?")
    assert follower.state.active == "bo"


def test_a_failure_moves_torch_and_skulls_by_the_icons() -> None:
    follower = ledger()
    follower.play("is quest.2 S4 torch skull; failed 2")
    assert (follower.state.torch, follower.player().deaths) == (9, 1)
    follower.play("death ana; xp ana 3; xp ana -1")
    assert follower.points() == -8
    follower.play("torch 6; done; stairwell; made 1; done; quest 1 II ?")
    assert follower.state.opened == ("I", "II")


def test_a_result_is_taken_where_faces_are_not_told_and_dice_where_they_are() -> None:
    follower = ledger()
    traits(follower, "ana", 1, 1, 1)
    follower.play("is quest.3 strength 3 xp 2; attempt 3")
    seen = [follower.game.spell(move, follower.state) for move in follower.game.legal(follower.state)]
    assert seen == ["made 3", "failed 3"]
    follower.play("roll 1 1")
    assert follower.points() == 2
    known = begin(2, depth="light")
    known.play("character ana jair; character bo katalia; first ana")
    known.play("is quest.1 #I-4; attempt 1")
    assert known.offers("roll 3 skull")
    known.play("roll 3 4")
    assert known.points() == 4
    assert known.state.due == ()


def test_a_boss_is_followed_with_three_taps() -> None:
    follower = ledger()
    follower.play("stairwell; hall; barrier; get ana staff; get bo staff; get cy staff")
    assert follower.state.unlocked
    follower.play("done; done; done; done; boss ?; energy ?")
    assert follower.state.final
    follower.play("attack strength; roll 2 3 blue 1")
    assert follower.state.life == 50 - 7, "Katalia, who is next, has Strength 1"
    follower.play("done; hit 8; done; life 20")
    assert follower.state.life == 20


def test_going_deeper_and_lighter_keeps_what_is_told() -> None:
    follower = ledger()
    traits(follower, "ana", 4, 4, 4)
    follower.refused("equip item 1", "turn.phases")
    follower.play("full")
    assert follower.traits("ana") == (4, 4, 4)
    follower.play("get ana item/sword/types:weapon/traits:2,0,0; equip ana.1 2")
    assert follower.traits("ana") == (6, 4, 4)
    follower.play("light; xp bo 2")
    assert follower.points("bo") == 2


def test_a_turn_can_be_set_right() -> None:
    follower = ledger()
    follower.play("turn cy; made 1; flipped bo")
    assert follower.player("cy").done
    assert follower.player("bo").full
    follower.refused("flipped bo", "full.stays")


@pytest.mark.clause("shadowgate.final.torch-gone")
def test_what_was_told_wrongly_is_found() -> None:
    follower = begin(2)
    history = []
    people = ("character ana jair", "character bo fezlyn")
    for step in (*people, "quest 1 #I-4", "quest 2 #I-5", "quest 3 #I-6", "quest 4 #I-7"):
        move = follower.game.parse(step, follower.state)
        history.append((follower.state, move))
        follower.play(step)
    found = follower.game.retell(history, follower.state, "quest.2", "#I-8")
    assert found is not None
    assert found[0] == 3
    assert follower.game.spell(found[1], follower.state) == "quest 2 #I-8"
    told = follower.game.tokens(follower.state)
    assert told == ()
