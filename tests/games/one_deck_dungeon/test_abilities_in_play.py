"""Feats, skills and potions at the table."""

from __future__ import annotations

import pytest

from tests.games.one_deck_dungeon.following import FOUR, begin, boss, meet, room

GAME = "one-deck-dungeon"
DUO = "ana=warrior bo=rogue"

# ---------------------------------------------------------------------------------------------------------------- feats


@pytest.mark.clause(f"{GAME}.feats.before", f"{GAME}.feats.gamble", f"{GAME}.feats.once")
def test_a_gamble_rolls_first_and_may_cost() -> None:
    follower = room("goblin-a", "ana=rogue")
    assert {"feat ana 1", "feat ana 2"} <= set(follower.asides())
    before = follower.state.down
    follower.play("feat ana 2")
    assert follower.pool == "ana:2H"
    follower.refused("feat ana 1", "encounter.order")
    follower.play("roll H 1 1")
    assert follower.hearts() == "1"
    assert follower.state.down == before - 3
    assert follower.dice == "H1 H1"
    follower.refused("feat ana 1", "feats.once")
    follower.play("roll S 1 A 4 3 2 1 M 2 1")
    follower.refused("feat ana 1", "feats.before")
    lucky = room("goblin-a", "ana=rogue").play("feat ana 1; roll H 6")
    assert lucky.hearts() == "0"


def test_a_gamble_may_end_the_game_before_the_fight() -> None:
    follower = meet("goblin-a", "ana=rogue").set_hero("ana", damage=4).play("fight; feat ana 1; roll H 1")
    assert follower.state.ended == "fallen"
    assert len(list(follower.state.outside())) + follower.state.down == 44


@pytest.mark.clause(f"{GAME}.feats.drop")
def test_eagle_eye_discards_one_before_anything_else() -> None:
    follower = room("glooping-ooze-a", "ana=archer")
    before = follower.state.down
    follower.play("feat ana 2; roll H 6 3 1")
    assert follower.state.down == before - 4
    follower.refused("pick H4", "dice.free")
    follower.refused("pick", "feats.drop")
    follower.play("pick H1")
    assert follower.state.down == before - 4
    assert follower.dice == "H6 H3"
    paid = room("glooping-ooze-a", "ana=archer").play("feat ana 1; roll H 1 1; pick H1")
    assert paid.state.down == before - 2 - 1


@pytest.mark.clause(f"{GAME}.feats.stored", f"{GAME}.feats.store")
def test_stored_dice_join_the_roll_by_choice() -> None:
    follower = meet("goblin-a").play("fight; roll S 1 1 1 1 A 1 1 M 1; settle")
    assert follower.hearts() == "4"
    assert follower.hero("ana").stored == 2
    follower.play("loot #goblin xp; set ana damage 0; enter 1; card #ogre-a; fight")
    follower.refused("feat ana 3", "feats.stored")
    follower.play("feat ana 1")
    assert follower.pool == "ana:4S ana:2A ana:1M ana:1H"
    assert follower.hero("ana").stored == 1
    flames = meet("fire-elemental-a").play("fight")
    assert flames.hero("ana").stored == 1
    assert "feat ana 1" in flames.asides()


def test_valiant_and_mana_charge_store() -> None:
    follower = meet("ogre-a", "ana=paladin")
    assert follower.hero("ana").stored == 1
    assert meet("goblin-a", "ana=paladin").hero("ana").stored == 0
    mage = meet("ogre-a", "ana=mage")
    assert mage.hero("ana").stored == 1
    mage.play("flee; explore")
    assert mage.hero("ana").stored == 2
    thief = meet("ogre-a", "ana=rogue").play("flee")
    assert len(thief.state.doors) == 4
    thief.play("enter 2; card #goblin-a; fight; result; loot #goblin xp; enter 2; card #goblin-b; flee")
    assert len(thief.state.doors) == 4


def test_second_wind_heals_on_going_down() -> None:
    follower = begin().set_hero("ana", damage=3).set(step="end", down=0)
    follower.set(discard=follower.state.discard.add(follower.state.discard.pairs[0][0], 42)).play("descend")
    assert follower.hearts() == "1"


# --------------------------------------------------------------------------------------------------------------- skills


@pytest.mark.clause(f"{GAME}.skills.own", f"{GAME}.skills.price", f"{GAME}.skills.once", f"{GAME}.skills.icons")
def test_skills_are_paid_and_used_once() -> None:
    follower = meet("goblin-a", DUO).give("ana", "beetle-b")
    follower.play("fight; roll ana S 6 5 3 A 4 bo A 6 4 2 M 1")
    follower.refused("skill bo crushing-blow", "skills.own")
    follower.refused("skill ana crushing-blow A4", "skills.price")
    follower.refused("skill ana crushing-blow S3 S5", "skills.price")
    follower.play("skill ana crushing-blow S3")
    assert follower.dice == "S6 S6 S5 A4 A6 A4 A2 M1"
    follower.refused("skill ana crushing-blow S5", "skills.once")
    follower.refused("skill bo dungeoneering", "skills.icons")


@pytest.mark.clause(f"{GAME}.skills.once")
def test_a_skill_comes_back_in_each_boss_round() -> None:
    follower = boss(dungeon="dragons-cave").give("ana", "goblin-b")
    for _ in range(2):
        follower.set_hero("ana", damage=0)
        follower.play("roll S 5 5 6 1 A 6 6 M 6; skill ana dodge A6")
        follower.refused("skill ana dodge A6", "skills.once")
        follower.set_hero("ana", damage=-20).play("settle")


@pytest.mark.clause(f"{GAME}.skills.copies")
def test_two_copies_may_be_used_both() -> None:
    follower = meet("beetle-a").give("ana", "beetle-b", "cave-in-b")
    assert [card.skill for card in follower.hero("ana").skills] == ["crushing-blow"] * 2
    follower.play("fight; roll S 4 3 2 1 A 1 1 M 1; skill ana crushing-blow S1; skill ana crushing-blow S2")
    assert follower.dice == "S6 S6 S4 S3 A1 A1 M1"
    follower.refused("skill ana crushing-blow S3", "skills.once")


@pytest.mark.clause(f"{GAME}.skills.mana")
def test_mana_is_the_sum_of_magic_dice() -> None:
    follower = meet("goblin-b", "ana=mage").give("ana", "goblin-a", "plague-rat-b", "fire-elemental-b")
    follower.play("fight; roll S 1 A 2 1 M 5 1 1 1")
    follower.refused("skill ana shimmerblast M1 M1", "skills.price")
    follower.play("skill ana shimmerblast M5; roll H 6")
    follower.refused("skill ana flameweave M1", "skills.price")
    follower.play("skill ana flameweave M1 M1")
    assert follower.dice == "S1 A2 A1 M5 M1 H6"
    follower.play("skill ana mana-fountain")
    assert "skill ana mana-fountain" not in follower.legal()


@pytest.mark.clause(f"{GAME}.skills.black-pays")
def test_black_dice_pay() -> None:
    follower = meet("goblin-a").set(level=2).give("ana", "goblin-b")
    follower.play("fight; roll S 6 5 3 2 A 4 4 M 1 H 2; skill ana dodge H2")
    assert "H2" not in follower.dice


@pytest.mark.clause(f"{GAME}.skills.own-dice", f"{GAME}.skills.choice")
def test_own_dice_and_those_of_the_partner() -> None:
    follower = meet("goblin-a", "ana=paladin bo=rogue").give("bo", "bandit-b")
    follower.play("fight; roll ana S 1 5 M 1 3 bo A 6 4 2 M 1")
    follower.play("skill ana support-aura")
    assert set(follower.legal()) == {"pick M1.bo", "pick"}
    follower.refused("pick S1", "skills.own-dice")
    follower.play("pick M1.bo")
    follower.play("roll bo M 6")
    assert follower.dice == "S5 S1 M3 M1 A6 A4 A2 M6"
    follower.refused("skill bo cleave S5", "dice.free")
    combined = meet("ogre-a", "ana=archer bo=warrior")
    combined.play("fight; roll ana S 3 A 1 1 M 1 bo S 4 4 2 A 1; skill ana combined-shot; pick S4; place S5 > 5")
    assert combined.fight.placed[0][1].owner == "bo"


@pytest.mark.clause(f"{GAME}.skills.choice")
def test_changes_of_dice() -> None:
    cleave = meet("goblin-a").give("ana", "bandit-b", "phantom-b")
    cleave.play("fight; roll S 5 5 4 1 A 2 2 M 1; skill ana cleave S1")
    cleave.refused("pick S5 S4", "skills.choice")
    cleave.play("pick S5; pick S5; pick A2; pick M1")
    assert cleave.dice == "S6 S6 S4 A3 A2 M2"
    aura = meet("ogre-b").give("ana", "ogre-a", "boulder-b")
    aura.play("fight; roll S 5 5 4 1 A 2 2 M 6; skill ana chaotic-aura M6; pick A2")
    assert set(aura.legal()) == {"pick A2", "pick"}
    aura.play("pick A2")
    assert aura.dice == "S5 S5 S4 S1 A6 A6"
    aura.play("skill ana critical-strikes; pick A6; pick")
    assert aura.dice == "S5 S5 S4 S1 A6 H6"
    brute = meet("ogre-a").give("ana", "ogre-b").play("fight; roll S 5 5 4 1 A 5 2 M 1; skill ana brute-force")
    brute.play("pick A5; pick S5; pick")
    assert brute.dice == "S6 S6 S5 S4 S1 A2 M1"


@pytest.mark.clause(f"{GAME}.skills.only")
def test_dice_for_armor_or_mana_alone() -> None:
    follower = meet("phantom-a").give("ana", "glooping-ooze-a", "fire-elemental-b", "goblin-a")
    follower.play("fight; roll S 6 5 4 2 A 2 2 M 5; skill ana armor-crush S2; skill ana mana-fountain")
    assert "place H6!armor > 2" in follower.legal()
    follower.refused("place M6!mana > 1", "skills.only")
    follower.refused("black H6!armor S6", "skills.only")
    follower.play("skill ana shimmerblast M6!mana; roll H 4; place S4 > 1; place H6!armor > 2")
    assert follower.costs == "6h2t"


def test_a_skill_that_nobody_described_is_done_by_hand() -> None:
    follower = meet("goblin-a")
    face = follower.game.cards.read("#goblin/S/?")
    follower.set_hero("ana", skills=(type(face)("ogre", "M+h", "new-trick"),))
    follower.play("fight; roll S 6 5 4 2 A 2 2 M 5")
    assert "not told" in follower.doubted("skill ana new-trick S2")
    follower.play("skill ana new-trick S2")
    assert follower.dice == "S6 S5 S4 A2 A2 M5"


# -------------------------------------------------------------------------------------------------------------- potions


@pytest.mark.clause(f"{GAME}.potions.tokens", f"{GAME}.potions.kinds", f"{GAME}.potions.healing")
def test_healing_heals_three_at_the_start_of_a_turn_and_two_later() -> None:
    follower = begin(DUO).set_hero("bo", damage=2).set_hero("ana", damage=3).set(potions=2)
    follower.refused("potion mana bo", "potions.kinds")
    follower.play("potion healing ana")
    assert follower.hearts() == "0 2"
    follower.set_hero("ana", damage=3).play("explore; enter 1; card #goblin-a; potion healing ana")
    assert follower.hearts() == "1 2"
    follower.refused("potion healing bo", "potions.tokens")


@pytest.mark.clause(f"{GAME}.potions.moments")
def test_a_healing_potion_may_come_after_the_roll() -> None:
    follower = meet("goblin-a").set_hero("ana", damage=3).play("fight")
    assert "potion healing ana" in follower.asides()
    follower.play("roll S 1 1 1 1 A 1 1 M 1; potion healing ana")
    assert follower.hearts() == "1"
    assert follower.actor == "PARTY"
    wrong = meet("goblin-a").give("ana", "skeleton-a")
    card = wrong.hero("ana").skills[0]
    wrong.set_hero("ana", skills=()).set(tucked=(card,))
    wrong.play("fight; begin; roll S 1 1 1 1 A 1 1 M 1")
    wrong.refused("potion invisibility ana", "potions.moments")


@pytest.mark.clause(f"{GAME}.potions.skip")
def test_invisibility_skips_to_the_loot() -> None:
    follower = meet("fire-elemental-a").set(tucked=(begin().game.cards.ids["skeleton-a"],))
    follower.set(unseen=follower.state.unseen.remove(follower.state.tucked[0]), down=follower.state.down - 1)
    follower.play("fight")
    assert not follower.fight.begun
    assert follower.legal() == ["begin"]
    before = follower.state.down
    follower.play("potion invisibility ana")
    assert follower.state.down == before - 2
    assert follower.hearts() == "0"
    assert follower.state.step == "loot"
    follower.play("loot #fire-elemental xp")
    assert follower.state.xp == 4


def test_potions_in_a_fight_change_dice() -> None:
    follower = meet("goblin-a", DUO).set(potions=3)
    ids = follower.game.cards.ids
    tucked = (ids["shadow-b"], ids["skeleton-b"], ids["arrow-wall-b"])
    follower.set(tucked=tucked).play("fight; roll ana S 1 2 3 A 1 bo A 2 1 1 M 4")
    follower.play("potion heroism ana; pick S2; pick A2")
    assert follower.dice == "S6 S3 S1 A1 A6 A1 A1 M4"
    follower.play("potion clarity bo; pick A1.bo; pick A1.bo; roll bo A 5 4; roll bo H 3")
    assert follower.dice == "S6 S3 S1 A1 A6 A5 A4 M4 H3"
    follower.play("potion mana ana; roll ana M 6 5 1")
    assert follower.dice == "S6 S3 S1 A1 M6 M5 M1 A6 A5 A4 M4 H3"
    assert follower.state.potions == 0


@pytest.mark.clause(f"{GAME}.supply.potions", f"{GAME}.supply.tokens")
def test_potion_tokens_are_a_limit() -> None:
    for people, most in (("ana=warrior", 6), (FOUR, 12)):
        follower = begin(people).set(potions=most)
        follower.refused(f"set potions {most + 1}", "supply.tokens")
        follower = meet("ogre-a goblin-a" if " " in people else "ogre-a", people).set(potions=most - 1)
        follower.play("fight ana+bo | cy+di" if " " in people else "fight").play("result")
        follower.play("result") if " " in people else None
        follower.set(xp=8 if " " in people else 2).play("loot #ogre xp")
        follower.play("loot #goblin xp") if " " in people else None
        assert follower.state.level == 2
        assert follower.state.potions == most


def test_power_transfer_gives_a_die_to_the_partner() -> None:
    follower = room("goblin-a", "ana=mage bo=warrior").play("roll ana A 1 M 1 1 1 bo S 1 1 1 A 1")
    follower.play("skill ana power-transfer way 2")
    assert [die.owner for die in follower.fight.dice].count("bo") == 5
    alone = room("goblin-a", "ana=warrior")
    assert alone.fight.part.heroes == ("ana",)
