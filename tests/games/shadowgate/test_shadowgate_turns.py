"""Turns: phases, equipping, items and abilities, riddles, trades."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.shadowgate.state import RESOLVE
from tests.games.shadowgate.following import Follower, blank_box, card, lay

# ---------------------------------------------------------------------------------------------------------- the phases


@pytest.mark.clause("shadowgate.turn.order", "shadowgate.turn.phases", "shadowgate.turn.close")
def test_a_later_phase_closes_those_before_it() -> None:
    follower = lay("ana=jair bo=katalia", "I/hole/cost:strength_1/xp:2").give("ana", "#1", "#43")
    follower.play("attempt 1")
    assert follower.player().done[0].name == "hole"
    follower.refused("equip #1 weapon", "turn.phases")
    follower.refused("ability", "abilities.when")
    follower.refused("bo: done", "turn.order")
    follower.play("use #43")
    follower.refused("attempt 1", "quest-phase.two-things")
    follower.play("done; quest 1 ?")
    assert follower.state.active == "bo"


@pytest.mark.clause("shadowgate.turn.resolve-first")
def test_what_has_begun_is_settled_first() -> None:
    follower = lay("ana=jair bo=katalia", "I/hole/cost:strength_1/reward:draw_1_item")
    follower.play("attempt 1")
    assert follower.state.due == ("item ana",)
    follower.refused("done", "turn.resolve-first")
    assert "item" in follower.refused("trade #1 bo #2", "turn.resolve-first")


# ------------------------------------------------------------------------------------------------------------ equipping


@pytest.mark.clause("shadowgate.equip.out-first", "shadowgate.equip.from-inventory", "shadowgate.equip.optional")
def test_cards_come_off_before_others_go_on() -> None:
    follower = lay().give("ana", "#1", slot=2).give("ana", "#3")
    follower.refused("equip #5 weapon", "equip.from-inventory")
    follower.refused("unequip #3", "equip.out-first")
    assert follower.offers("done")
    follower.play("unequip #1")
    assert follower.names() == ["war-hammer", "short-sword"]
    follower.play("equip #3 weapon")
    assert follower.player().slots[1] == (card("#3"),)
    follower.refused("unequip #3", "equip.out-first")


@pytest.mark.clause("shadowgate.equip.match", "shadowgate.equip.empty-slot", "shadowgate.equip.fourth")
def test_a_slot_takes_its_own_type_once() -> None:
    follower = lay().give("ana", "#1", "#3", "#16", "#31")
    follower.refused("equip #1 relic", "equip.match")
    follower.play("equip #1 weapon")
    follower.refused("equip #3 weapon", "equip.empty-slot")
    follower.play("equip #3 any")
    assert [len(cards) for cards in follower.player().slots] == [0, 1, 0, 1]
    assert follower.traits() == (6, 2, 2)


@pytest.mark.clause("shadowgate.equip.wild", "shadowgate.items.wild")
def test_a_wild_item_fits_each_type_that_it_lists() -> None:
    for slot in ("weapon", "magic", "any"):
        follower = lay().give("ana", "#39")
        follower.play(f"equip #39 {slot}")
    lay().give("ana", "#39").refused("equip #39 relic", "equip.match")


@pytest.mark.clause("shadowgate.equip.staff-share", "shadowgate.equip.staff-alone")
def test_staff_items_share_a_slot_with_each_other_only() -> None:
    follower = lay().give("ana", "#staff-1", "#staff-2", "#16")
    follower.play("equip #staff-1 relic; equip #staff-2 relic")
    assert len(follower.player().slots[0]) == 2
    follower.refused("equip #16 relic", "equip.empty-slot", "equip.staff-share")
    other = lay().give("ana", "#16", slot=1).give("ana", "#staff-1")
    other.refused("equip #staff-1 relic", "equip.empty-slot")
    other.play("equip #staff-1 any")


def full_mat() -> Follower:
    return lay("ana=jair bo=katalia").give("ana", "#16", slot=1).give("ana", "#31", slot=3).give("ana", "#8", slot=4)


@pytest.mark.clause("shadowgate.full.when", "shadowgate.full.auto")
def test_a_full_mat_turns_the_token_when_the_equip_phase_ends() -> None:
    follower = full_mat().give("ana", "#1")
    follower.refused("flip", "full.when")
    follower.play("equip #1 weapon")
    assert not follower.player().full
    follower.play("use #31")
    assert follower.player().full
    by_hand = full_mat().give("ana", "#1")
    by_hand.play("equip #1 weapon; flip")
    assert by_hand.player().full
    assert by_hand.traits()[0] == 5, "Jair: 3, the sword, and one for being fully equipped"


@pytest.mark.clause("shadowgate.full.stays", "shadowgate.full.ability")
def test_the_token_never_turns_back() -> None:
    follower = full_mat().mat("ana", full=True)
    follower.refused("flip", "full.stays")
    follower.play("unequip #16; done")
    assert follower.player().full
    other = lay("ana=katalia bo=jair").mat("ana", curses=(1, 0, 0))
    other.refused("ability full", "full.ability")
    other.mat("ana", full=True).play("ability full")
    assert other.player().curses == (0, 0, 0)


# ----------------------------------------------------------------------------------------------------- items, abilities


@pytest.mark.clause("shadowgate.items.general", "shadowgate.action.items", "shadowgate.items.discard")
def test_a_general_item_works_from_the_inventory_and_goes() -> None:
    follower = lay().give("ana", "#45", "#51").mat("ana", deaths=2)
    follower.refused("equip #45 any", "items.general")
    follower.refused("use #47", "action.items")
    follower.play("use #45")
    assert follower.player().deaths == 1
    assert follower.state.discard == (card("#45"),)
    follower.play("use #51")
    assert follower.state.token == ["puzzle", "ana"]
    assert follower.state.discard[-1] == card("#51")


@pytest.mark.clause("shadowgate.items.equipped", "shadowgate.resolve.items", "shadowgate.resolve.no-abilities")
def test_what_is_equipped_works_in_the_action_phase_only() -> None:
    follower = lay("ana=jair bo=katalia", "I/hole/cost:strength_1").give("ana", "#31", "#33")
    follower.refused("use #33", "items.equipped")
    follower.play("equip #33 magic; use #33")
    assert follower.traits() == (3, 2, 4), "two for the scroll, which is discarded with its symbol"
    late = lay("ana=jair bo=katalia", "I/hole/cost:strength_1").give("ana", "#31", slot=3).give("ana", "#43")
    late.play("attempt 1")
    late.refused("use #31", "resolve.items")
    late.refused("ability", "abilities.when")
    late.play("use #43")
    assert late.state.phase == RESOLVE


@pytest.mark.clause("shadowgate.items.puzzle", "shadowgate.items.face-down", "shadowgate.information.view")
def test_puzzle_items_lie_face_down() -> None:
    follower = lay().give("ana", "#puzzle-1", "#1").give("bo", "#puzzle-2")
    follower.refused("use #puzzle-1", "items.puzzle")
    follower.refused("equip #puzzle-1 any", "items.puzzle")
    mine, theirs = (follower.game.view(follower.state, seat) for seat in ("ana", "bo"))
    assert mine.player("ana").inventory[0].name == card("#puzzle-1").name
    assert theirs.player("ana").inventory[0].name is None
    assert theirs.player("ana").inventory[1].name == "short-sword"
    assert mine.player("bo").inventory[0].name is None
    assert len(theirs.deck("puzzle").unseen) == 9
    for text in ("trade #puzzle-1 bo #puzzle-2", "get ana #puzzle-3", "is ana.1 #puzzle-1"):
        said = follower.game.describe(follower.game.parse(text, follower.state), follower.state)
        assert "a Puzzle item" in said, "the log names no card that lies face down"
        assert str(card("#puzzle-1").name).split("-")[0].title() not in said


@pytest.mark.clause("shadowgate.abilities.when", "shadowgate.abilities.limit")
def test_abilities_have_their_limits() -> None:
    follower = lay("ana=jair bo=fezlyn")
    follower.play("ability")
    assert follower.state.boosts == (0, 0, 0, 3)
    assert "once a game" in follower.refused("ability", "abilities.limit")
    follower.play("done; ability; item ?; item ?; done")
    assert follower.state.boosts == (0, 0, 0, 0)
    follower.refused("ability", "abilities.limit")
    weekly = lay("ana=katalia bo=jair").mat("ana", full=True)
    weekly.play("ability full")
    assert "once a turn" in weekly.refused("ability full", "abilities.limit")
    weekly.play("done; done; ability full")
    assert "by itself" in lay("ana=lakmir bo=jair").refused("ability", "abilities.limit")


@pytest.mark.clause("shadowgate.abilities.choice")
def test_a_choice_is_made_when_the_item_is_used() -> None:
    follower = lay("ana=jair bo=katalia")
    made_up = card("item/charm/types:general/categories:/traits:0,0,0/ability:boost_2_trait/discard:no/xp:1")
    follower.mat("ana", inventory=(made_up,))
    follower.refused("use ana.1", "abilities.choice")
    assert follower.offers("use ana.1 mental")
    follower.play("use ana.1 mental")
    assert follower.traits() == (3, 2, 4)
    follower.play("done")
    assert follower.traits() == (3, 2, 2)


def test_what_nobody_told_is_used_by_hand_as_often_as_wished() -> None:
    follower = lay("ana=jair bo=katalia", game=blank_box())
    assert follower.game.parse("ability", follower.state) not in set(follower.game.legal(follower.state))
    assert follower.offers("ability")
    before = follower.play("ability").state
    assert follower.play("ability").state == before


# ------------------------------------------------------------------------------------------------------------- riddles


def asked(riddle: str) -> Follower:
    follower = lay()
    return follower.set(riddle=card(riddle))


@pytest.mark.clause("shadowgate.riddles.card", "shadowgate.riddles.answer", "shadowgate.riddles.face-up")
def test_a_riddle_takes_the_card_that_it_asks_for() -> None:
    follower = asked("riddle/what/answer:melee/reward:gain_1_ice/xp:4").give("ana", "#1", "#16")
    follower.give("bo", "#3", slot=2)
    follower.refused("riddle with #16", "riddles.card")
    follower.refused("riddle with #3", "riddles.card")
    follower.play("riddle with #1")
    assert follower.player().magic == (1, 0, 0)
    assert [one.name for one in follower.player().done] == ["what"]
    assert follower.state.discard == (card("#1"),)
    assert follower.state.token == ["riddle"]
    follower.play("riddle #riddle-2")
    assert follower.state.riddle == card("#riddle-2")
    nothing = lay().give("ana", "#1")
    nothing.refused("riddle with #1", "riddles.face-up")


@pytest.mark.clause("shadowgate.riddles.death", "shadowgate.riddles.death-discard")
def test_a_death_card_can_answer_a_riddle() -> None:
    follower = asked("riddle/what/answer:death/reward:/xp:4")
    follower.refused("riddle with death", "riddles.death")
    follower.mat("ana", deaths=2)
    assert follower.points() == -10
    follower.play("riddle with death")
    assert (follower.player().deaths, follower.state.lost_deaths) == (1, 1)
    assert follower.points() == -1
    assert follower.state.discard == ()


def test_a_riddle_is_answered_with_equipped_cards_and_puzzle_items_too() -> None:
    follower = asked("riddle/what/answer:puzzle/reward:/xp:1").give("ana", "#puzzle-4")
    follower.play("riddle with #puzzle-4")
    named = asked("riddle/what/answer:war-hammer/reward:/xp:1").give("ana", "#3", slot=2)
    named.play("riddle with #3")
    assert named.player().slots[1] == ()


@pytest.mark.clause("shadowgate.riddles.one", "shadowgate.riddles.when")
def test_one_riddle_lies_face_up_and_the_box_says_when() -> None:
    follower = asked("#riddle-3")
    follower.refused("riddle #riddle-4", "riddles.one")
    lay().refused("riddle #riddle-4", "riddles.when")
    untold = lay("ana=jair bo=katalia", game=blank_box())
    untold.play("riddle ?")
    assert untold.state.riddle is not None
    untold.mat("ana", deaths=1)
    assert untold.doubted("riddle with death")


# -------------------------------------------------------------------------------------------------------------- trades


@pytest.mark.clause("shadowgate.trade.once", "shadowgate.trade.inventory", "shadowgate.trade.agreed")
def test_one_card_for_one_card_once_a_turn() -> None:
    follower = lay("ana=jair bo=katalia cy=fezlyn").give("ana", "#1", "#puzzle-1").give("bo", "#16", "#staff-1")
    follower.give("bo", "#31", slot=3)
    follower.refused("trade #1 bo #31", "trade.inventory")
    follower.refused("trade #3 bo #16", "trade.inventory")
    assert follower.offers("trade #puzzle-1 bo #staff-1")
    follower.play("trade #puzzle-1 bo #staff-1")
    assert follower.names("ana") == ["short-sword", card("#staff-1").name]
    assert "Ana has had it" in follower.refused("trade #1 bo #16", "trade.once")
    follower.play("done; trade #16 ana #1")
    assert follower.names("bo")[-1] == "short-sword"


@pytest.mark.clause("shadowgate.trade.other")
def test_the_partner_keeps_the_own_trade() -> None:
    follower = lay("ana=jair bo=katalia").give("ana", "#1").give("bo", "#16")
    follower.refused("trade #1 ana #1", "trade.other")
    follower.play("trade #1 bo #16; done; trade #1 ana #16")
    out = lay("ana=jair bo=katalia cy=fezlyn").give("ana", "#1").give("bo", "#16").mat("bo", out=True)
    out.refused("trade #1 bo #16", "trade.other")
    assert not out.offers("trade #1 bo #16")


def test_a_trade_waits_for_the_resolve_phase_too() -> None:
    follower = lay("ana=jair bo=katalia", "I/hole/cost:strength_1").give("ana", "#1").give("bo", "#16")
    follower.play("attempt 1; trade #1 bo #16")
    assert follower.state.phase == RESOLVE
    early = lay("ana=jair bo=katalia", "I/hole/cost:strength_1", "#I-4").give("ana", "#1").give("bo", "#16")
    early.play("cycle 2 from I; quest 2 ?; trade #1 bo #16")
    early.refused("attempt 1", "quest-phase.two-things")
    assert replace(early.state, traded=False).phase == RESOLVE
