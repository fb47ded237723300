"""Loot: items, skills, potions, XP, and arrows on perils."""

from __future__ import annotations

import pytest

from companion.games.one_deck_dungeon.boxes import Pool
from companion.games.one_deck_dungeon.party import dice_of, health
from tests.games.one_deck_dungeon.following import begin, meet, room

GAME = "one-deck-dungeon"
DUO = "ana=warrior bo=rogue"


@pytest.mark.clause(f"{GAME}.loot.take", f"{GAME}.loot.xp")
def test_ways_to_take_a_card() -> None:
    follower = room("ogre-a", DUO).play("result")
    assert follower.legal() == [
        "loot #ogre xp", "loot #ogre item ana", "loot #ogre skill ana", "loot #ogre item bo", "loot #ogre skill bo",
    ]  # fmt: skip
    follower.refused("loot #ogre potion", "loot.potion")
    follower.refused("loot #ogre xp ana", "loot.xp")
    follower.refused("loot #ogre xp worth 3", "loot.xp")
    follower.refused("loot 2 xp", "loot.take")
    follower.refused("loot #ogre item", "loot.take")
    follower.play("loot #ogre item bo")
    bo = follower.hero("bo")
    assert dice_of(follower.game.cat, follower.state, bo) == Pool(1, 3, 1, 0)
    assert health(follower.game.cat, follower.state, bo) == 4
    skill = room("ogre-a", DUO).play("result; loot #ogre skill ana")
    assert skill.hero("ana").skills[0].skill == "chaotic-aura"


def test_which_of_two_cards_it_is_matters_for_the_loot_only() -> None:
    follower = meet("goblin", DUO).play("fight; result")
    assert "loot #goblin xp" in follower.legal()
    assert "loot #goblin skill ana as #goblin-b" in follower.legal()
    assert "not told" in follower.doubted("loot #goblin item ana")
    unseen = len(follower.state.unseen)
    follower.play("loot #goblin-b skill bo")
    assert follower.hero("bo").skills[0].skill == "dodge"
    assert len(follower.state.unseen) == unseen - 1
    follower.play("enter 1")
    follower.refused("card #goblin-b", "components.encounters")
    assert follower.check("card #goblin-a")


@pytest.mark.clause(f"{GAME}.loot.potion")
def test_a_potion_is_tucked_and_brings_a_token() -> None:
    follower = room("skeleton-a", DUO).play("result")
    follower.refused("loot #skeleton skill ana", "loot.potion")
    follower.play("loot #skeleton potion")
    assert follower.state.potions == 2
    assert follower.state.tucked[0].skill == "invisibility"
    assert "potion invisibility ana" not in follower.asides()


@pytest.mark.clause(f"{GAME}.loot.limit", f"{GAME}.loot.replace")
def test_what_makes_way_turns_to_xp() -> None:
    follower = meet("ogre-a", DUO).give("ana", "goblin-b", edge="items").give("ana", "plague-rat-a")
    follower.play("fight; result")
    follower.refused("loot #ogre item ana", "loot.limit")
    assert "loot #ogre item ana over 1" in follower.legal()
    follower.refused("loot #ogre item bo over 1", "loot.replace")
    follower.play("loot #ogre item ana over 1")
    assert [card.name for card in follower.hero("ana").items] == ["ogre"]
    assert follower.state.xp == 2
    solo = meet("ogre-a").give("ana", "goblin-b", "plague-rat-a").play("fight; result")
    solo.refused("loot #ogre skill ana", "loot.limit")
    solo.play("loot #ogre skill ana over 2")
    assert [card.skill for card in solo.hero("ana").skills] == ["dodge", "chaotic-aura"]


def test_a_lost_heart_may_be_the_last_one() -> None:
    follower = meet("ogre-a", DUO).give("bo", "shadow-b", edge="items").set_hero("bo", damage=3)
    follower.play("fight; result; loot #ogre item bo over 1")
    assert not follower.state.ended
    drained = meet("wraith-a", "ana=rogue").give("ana", "shadow-b", edge="items").set_hero("ana", damage=5)
    drained.play("fight")
    assert drained.state.ended == "fallen"


@pytest.mark.clause(f"{GAME}.loot.always")
def test_a_card_is_won_with_all_boxes_open() -> None:
    follower = room("goblin-a").play("roll S 1 1 1 1 A 1 1 M 1; settle")
    assert follower.state.step == "loot"
    follower.refused("loot #goblin gone", "loot.always")


@pytest.mark.clause(f"{GAME}.loot.survive")
def test_a_survivor_is_discarded() -> None:
    follower = room("beetle-a").play("roll S 1 1 1 1 A 1 1 M 1; settle")
    assert follower.state.step == "turn"
    assert follower.game.cards.ids["beetle-a"] in follower.state.discard
    won = meet("beetle-a").set(level=4).play("fight; roll S 6 5 1 1 A 4 3 M 3 H 6 6")
    won.play("settle A3 > 1 A4 > 2 S5 > 3 M3 > 4")
    assert won.state.step == "loot"
    told = room("beetle-a").play("result; loot #beetle gone")
    assert told.game.cards.ids["beetle-a"] in told.state.discard


# --------------------------------------------------------------------------------------------------- arrows on perils


@pytest.mark.clause(f"{GAME}.split.choice", f"{GAME}.split.xp")
def test_arrows_point_at_the_loot() -> None:
    follower = room("quicksand-a", deck="forest").play("option 1; roll M 1; settle")
    assert follower.state.step == "loot"
    follower.refused("loot #quicksand skill ana", "split.choice")
    assert set(follower.legal()) == {"loot #quicksand xp", "loot #quicksand item ana"}
    other = room("quicksand-a", deck="forest").play("option 2; roll S 6 6 5 4; settle S6 > 1 S6 > 1 S5 > 1")
    other.refused("loot #quicksand item ana", "split.choice")
    other.play("loot #quicksand skill ana")
    plain = room("thorn-gate-a", deck="forest").play("option 2; roll A 6 5; settle A6 > 1 A5 > 1")
    assert plain.state.step == "loot"
    assert "loot #thorn-gate item ana" in plain.legal()


@pytest.mark.clause(f"{GAME}.split.skipped")
def test_a_skipped_peril_is_xp_only() -> None:
    follower = meet("quicksand-a", deck="forest")
    dreamcap = follower.game.cards.ids["spore-cap-a"]
    follower.set(tucked=(dreamcap,), unseen=follower.state.unseen.remove(dreamcap), down=follower.state.down - 1)
    follower.play("fight; potion dreamcap ana")
    assert follower.legal() == ["loot #quicksand xp"]
    follower.refused("loot #quicksand item ana", "split.skipped")


def test_a_peril_played_by_its_result_takes_the_word_of_the_table() -> None:
    follower = room("quicksand-a", deck="forest", depth="light").play("result")
    assert "taking your word" in follower.doubted("loot #quicksand item ana")
    assert begin().state.full
