"""One encounter: pools, rolls, boxes, black dice, what acts on a roll, and consequences."""

from __future__ import annotations

import pytest

from companion.engine.game import PARTY, TABLE
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.throws import RollLaw
from tests.games.one_deck_dungeon.following import Follower, begin, meet, room

GAME = "one-deck-dungeon"
DUO = "ana=warrior bo=rogue"
ONES = "roll ana S 1 1 1 A 1 bo A 1 1 1 M 1"
"""Warrior and Rogue roll nothing but ones."""


@pytest.mark.clause(f"{GAME}.encounter.order", f"{GAME}.dice.pool")
def test_an_encounter_from_the_roll_to_the_loot() -> None:
    follower = room("goblin-a", DUO)
    assert follower.actor == TABLE
    assert follower.pool == "ana:3S ana:1A bo:3A bo:1M"
    follower.refused("settle", "encounter.order")
    follower.refused("place S6 > 1", "encounter.order")
    follower.play("roll ana S 6 5 3 A 4 bo A 6 4 2 M 1")
    assert follower.actor == PARTY
    follower.play("place S6 > 1; place S3 > 2; place S5 > 5; place A4.ana > 3")
    assert follower.costs == "1h1t"
    follower.play("place A4 > 4")
    assert follower.costs == "0"
    follower.play("settle")
    assert follower.state.step == "loot"
    follower.play("loot #goblin xp")
    assert follower.state.xp == 2
    assert follower.state.turn == 3


@pytest.mark.clause(f"{GAME}.dice.pool", f"{GAME}.dice.faces")
def test_wrong_rolls_are_refused_with_the_pool() -> None:
    follower = room("goblin-a", DUO)
    reason = follower.refused("roll S 6 5 4 3 A 1 1 1 1 M 1", "dice.pool")
    assert reason == "Rolled now: 3 S, 4 A, 1 M. That roll has 4 S."
    assert "3 S, 4 A, 1 M" in follower.refused("roll S 7 5 4 A 1 1 1 1 M 1", "dice.faces")
    assert "3 S, 4 A, 1 M" in follower.refused("roll S 6 5 4 A 1 1 1 1 M 1 H 3", "dice.pool")
    assert "of their owners" in follower.refused("roll ana S 6 5 4 A 1 1 1 1 M 1", "dice.pool")
    follower.refused("roll ana S 6 5 4 A 1 bo A 1 1 M 1", "dice.pool")


def test_a_roll_may_be_told_colour_by_colour_or_without_owners() -> None:
    follower = room("goblin-a", DUO)
    follower.play("roll ana S 6 5 4")
    assert follower.pool == "ana:1A bo:3A bo:1M"
    follower.play("roll ana A 2 bo A 3 2 1 M 1")
    assert follower.dice == "S6 S5 S4 A2 A3 A2 A1 M1"
    together = room("goblin-a", DUO).play("roll S 6 5 4 A 4 3 2 1 M 1")
    assert {die.owner for die in together.fight.dice} == {""}
    solo = room("goblin-a").play("roll S 6 5 4 4 A 1 1 M 1")
    assert {die.owner for die in solo.fight.dice} == {"ana"}


def test_a_roll_that_nobody_tells_leaves_the_result() -> None:
    follower = room("goblin-a", DUO).play("roll ?")
    assert follower.fight.untold
    assert "result ana 1 bo 1 time 2" in follower.legal()
    follower.play("result bo 1 time 2")
    assert follower.state.step == "loot"
    assert follower.hearts() == "0 1"


def test_light_tables_tell_results_only() -> None:
    follower = room("ice-elemental-a", DUO, depth="light")
    assert follower.fight.untold
    before = follower.state.down
    follower.play("result ana 2 time 5")
    assert follower.state.down == before - 5
    follower.play("loot #ice-elemental item ana")
    assert follower.hero("ana").items[0].name == "ice-elemental"


def test_the_law_of_a_roll_is_kept_factored() -> None:
    throw = room("goblin-a", DUO).fight.tasks[0].throw
    assert throw is not None
    law = RollLaw(throw)
    assert law.total == 6**8
    follower = room("goblin-a", DUO)
    assert law.weight(follower.game.parse("roll ana S 6 5 3 A 4 bo A 6 4 2 M 1", follower.state)) == 36
    assert law.weight(follower.game.parse(ONES, follower.state)) == 1
    assert law.weight(follower.game.parse("roll S 6 5 3 A 4 6 4 2 M 1", follower.state)) == 0
    few = room("locked-door-a", "ana=warrior").play("option 2").fight.tasks[0].throw
    assert few is not None
    small = RollLaw(few)
    assert sum(small.weight(move) for move in small) == small.total == 6**4
    assert next(follower.game.legal(follower.state)) == follower.game.parse("roll ana S 6 6 6", follower.state)


@pytest.mark.clause(f"{GAME}.encounter.before", f"{GAME}.consequences.costs")
def test_what_a_foe_does_before_comes_first_and_only_in_a_fight() -> None:
    frost = meet("ice-elemental-a", "ana=archer")
    frost.play("flee")
    assert frost.state.down == 44 - 2 - 4 - 2 - 2
    frost = meet("ice-elemental-a")
    before = frost.state.down
    frost.play("fight")
    assert frost.state.down == before - 3
    flames = meet("fire-elemental-a", DUO)
    flames.play("fight")
    assert flames.state.due[0].among == ("ana", "bo")
    flames.play("damage bo 1")
    assert flames.hearts() == "0 1"
    assert flames.actor == TABLE
    deadly = meet("fire-elemental-a").set_hero("ana", damage=5)
    deadly.play("fight")
    assert deadly.state.ended == "fallen"


@pytest.mark.clause(f"{GAME}.encounter.drain")
def test_drain_turns_an_item_of_the_pair_into_xp() -> None:
    follower = meet("wraith-a", DUO)
    follower.give("ana", "goblin-a", edge="items").give("bo", "ogre-a", edge="items").set(xp=3)
    follower.play("fight")
    assert follower.state.due[0].what == "drain"
    follower.refused("drain bo 2", "encounter.drain")
    follower.play("drain bo 1")
    assert follower.hero("bo").items == ()
    assert follower.state.xp == 7
    assert follower.state.level == 1
    follower.play("result; loot #wraith xp")
    assert follower.state.level == 2
    assert not meet("wraith-a", DUO).play("fight").state.due


@pytest.mark.clause(f"{GAME}.peril.options", f"{GAME}.peril.price")
def test_a_peril_is_met_one_way() -> None:
    follower = room("locked-door-a", DUO)
    assert follower.legal() == ["option 1", "option 2"]
    follower.refused("settle", "peril.options")
    follower.refused("option 3", "peril.options")
    before = follower.state.down
    follower.play("option 1")
    assert follower.state.down == before - 1
    assert follower.boxes == ["A8w:htttt"]
    assert follower.pool == "ana:1A bo:3A"
    follower.refused("option 2", "peril.options")
    free = room("locked-door-a", DUO).play("option 2")
    assert free.state.down == before
    assert free.pool == "ana:3S"
    assert free.boxes == ["S11w:hhtt"]


@pytest.mark.clause(f"{GAME}.dice.bonus")
def test_black_dice_of_the_level_are_rolled_everywhere() -> None:
    follower = meet("goblin-a", DUO).set(level=4).play("fight")
    assert follower.pool == "+:2H ana:3S ana:1A bo:3A bo:1M"
    peril = meet("locked-door-a", DUO).set(level=4).play("fight; option 2")
    assert peril.pool == "+:2H ana:3S"
    follower.play("roll + H 5 4 ana S 1 1 1 A 1 bo A 1 1 1 M 1")
    assert [die.owner for die in follower.fight.dice if die.colour == "H"] == ["", ""]


@pytest.mark.clause(f"{GAME}.dice.black")
def test_two_dice_make_a_black_one_of_the_lower_value() -> None:
    follower = room("goblin-a", DUO).play("roll ana S 6 5 3 A 4 bo A 6 4 2 M 1")
    follower.play("black S5 A6")
    assert [str(die) for die in follower.fight.dice if die.colour == "H"] == ["H5"]
    assert next(die for die in follower.fight.dice if die.colour == "H").owner == ""
    follower.play("place H5 > 1")
    follower.refused("black S6", "dice.black")
    bandit = room("bandit-a", DUO).play("roll ana S 6 5 3 A 4 bo A 6 4 2 M 1")
    assert "3 dice" in bandit.refused("black S5 A6", "dice.black")
    bandit.play("black S5 A6 S6")
    assert "H5" in bandit.dice


@pytest.mark.clause(f"{GAME}.dice.black-black")
def test_black_dice_go_into_black_dice() -> None:
    follower = meet("goblin-a").set(level=4).play("fight; roll S 6 5 3 2 A 4 4 M 1 H 6 3; black H6 H3")
    assert "H3" in follower.dice
    assert "H6" not in follower.dice


@pytest.mark.clause(f"{GAME}.dice.free")
def test_only_free_dice_are_used() -> None:
    follower = room("goblin-a").play("roll S 6 5 3 2 A 4 4 M 1; place S6 > 1")
    follower.refused("place S6 > 5", "dice.free")
    follower.refused("black S6 S5", "dice.free")
    follower.refused("settle S6 > 5", "dice.free")
    follower.play("take back 1; place S6 > 1")
    follower.refused("take back 2", "boxes.place")


@pytest.mark.clause(f"{GAME}.supply.dice", f"{GAME}.supply.short")
def test_no_more_dice_than_there_are() -> None:
    follower = meet("goblin-a")
    items = ["goblin-b", "skeleton-b", "wraith-a", "wraith-b", "rune-puzzle-b"]
    follower.give("ana", *items, edge="items")
    assert all(follower.game.cards.ids[id].item == "S" for id in items)
    follower.play("fight")
    assert follower.pool == "ana:8S ana:2A ana:1M"
    follower.give("ana", "beetle-b")
    follower.play("roll S 6 6 5 5 4 3 2 1 A 4 4 M 1")
    before = follower.dice.count("S6")
    follower.play("skill ana crushing-blow S1")
    assert follower.dice.count("S6") == before + 1
    exiled = meet("goblin-a")
    for _ in range(5):
        exiled.play("exile S")
    exiled.play("fight")
    assert exiled.pool == "ana:3S ana:2A ana:1M"


@pytest.mark.clause(f"{GAME}.supply.short")
def test_an_empty_supply_gives_no_die() -> None:
    follower = meet("goblin-a").give("ana", "beetle-b")
    for _ in range(4):
        follower.play("exile S")
    for _ in range(6):
        follower.play("exile H")
    follower.play("fight; roll S 4 3 2 1 A 4 4 M 1")
    follower.refused("black S4 S3", "supply.short")
    follower.play("skill ana crushing-blow S1")
    assert follower.dice == "S6 S4 S3 S2 A4 A4 M1"


# ------------------------------------------------------------------------------------------------ what acts on the roll


@pytest.mark.clause(f"{GAME}.immediate.discard", f"{GAME}.immediate.later")
def test_ethereal_discards_ones_and_threes() -> None:
    follower = meet("phantom-a").give("ana", "goblin-a", "beetle-b")
    follower.play("fight; roll S 6 3 1 2 A 3 4 M 5")
    assert follower.dice == "S6 S2 A4 M5"
    follower.play("skill ana crushing-blow S2")
    assert follower.dice == "S6 S6 A4 M5"
    follower.play("skill ana shimmerblast M5; roll H 3")
    assert follower.dice == "S6 S6 A4"


@pytest.mark.clause(f"{GAME}.immediate.toll", f"{GAME}.immediate.rerolls")
def test_split_costs_a_card_for_each_one_of_each_roll() -> None:
    follower = meet("glooping-ooze-a").give("ana", "ice-elemental-a", "plague-rat-a")
    follower.play("fight")
    before = follower.state.down
    follower.play("roll S 1 1 4 4 A 1 2 M 5")
    assert follower.state.down == before - 3
    follower.play("skill ana lucky-familiar; pick S1; roll S 1")
    assert follower.state.down == before - 4
    follower.play("skill ana persistence S1 S1; roll S 1 H 1")
    assert follower.state.down == before - 6
    shadow = meet("shadow-a").give("ana", "beetle-b").play("fight; roll S 1 1 4 4 A 1 2 M 5")
    before = shadow.state.down
    shadow.play("skill ana crushing-blow S1")
    assert shadow.state.down == before - 1


@pytest.mark.clause(f"{GAME}.immediate.weaken")
def test_weakened_black_dice_may_be_worth_nothing() -> None:
    follower = meet("goblin-a", dungeon="hydras-reef", floor=3).set(level=4).give("ana", "bandit-a", "beetle-a")
    follower.play("fight; roll S 6 5 3 2 A 4 4 M 1 H 4 1")
    assert [str(die) for die in follower.fight.dice if die.colour == "H"] == ["H3", "H0"]
    follower.refused("place H0 > 1", "skills.only")
    follower.play("skill ana accuracy A4 A4 H0")
    assert "H6" in follower.dice
    follower.play("black S6 S5")
    assert "H5" in follower.dice


# ---------------------------------------------------------------------------------------------------------------- boxes


@pytest.mark.clause(f"{GAME}.boxes.small", f"{GAME}.boxes.wide", f"{GAME}.boxes.colour", f"{GAME}.boxes.place")
def test_dice_on_boxes() -> None:
    follower = room("ogre-a").play("roll S 4 4 3 2 A 4 5 M 6")
    assert follower.boxes == ["S6w:h", "A4:t", "S9w:hh", "A5:ht", "S12w:hhh", "A6:ht"]
    follower.refused("place A4 > 4", "boxes.small")
    follower.refused("place M6 > 6", "boxes.colour")
    follower.refused("place A4 > 7", "boxes.place")
    follower.play("place S4 > 1; place S2 > 1")
    follower.refused("place S4 > 1", "boxes.place")
    assert follower.costs == "7h3t"
    follower.play("place A4 > 2")
    follower.refused("place A5 > 2", "boxes.place")
    follower.play("place S4 > 3; place S3 > 3")
    assert follower.costs == "7h2t"
    follower.play("black A5 M6; place H5 > 3")
    assert follower.costs == "5h2t"


@pytest.mark.clause(f"{GAME}.boxes.armor")
def test_armor_first() -> None:
    follower = room("phantom-a").play("roll S 6 5 4 2 A 4 5 M 6")
    assert follower.boxes[:2] == ["S4x", "A4x"]
    reason = follower.refused("place S6 > 6", "boxes.armor")
    assert reason == "Armor first: 2 shields are still open."
    assert follower.check("place S6 > 6").where == ("1", "2")
    follower.play("place S4 > 1")
    assert follower.refused("place S6 > 6", "boxes.armor") == "Armor first: 1 shield is still open."
    follower.play("place A4 > 2; place S6 > 6")
    follower.refused("take back 1", "boxes.armor")
    follower.play("take back 6; take back 1")
    follower.play("settle S6 > 6 S4 > 1 S5 > 5")
    assert follower.hearts() == "3"


def test_a_whole_placement_is_one_move_and_may_be_told_in_any_order() -> None:
    follower = room("phantom-a").play("roll S 6 5 4 2 A 4 5 M 6")
    follower.refused("settle S6 > 6 A4 > 2", "boxes.armor")
    follower.play("settle S6 > 6 S4 > 1 S5 > 5 A4 > 2 A5 > 3")
    assert follower.hearts() == "1"


@pytest.mark.clause(f"{GAME}.boxes.dungeon")
def test_boxes_of_all_floors_so_far_are_added() -> None:
    for floor, more in ((1, ["S3:h"]), (2, ["S3:h", "M5:hh"]), (3, ["S3:h", "M5:hh", "S10wx"])):
        follower = room("goblin-a", dungeon="dragons-cave", floor=floor)
        assert follower.boxes[5:] == more
    peril = room("locked-door-a", dungeon="dragons-cave", floor=2).play("option 2")
    assert peril.boxes == ["S11w:hhtt", "G2x", "G6:h"]
    peril.play("roll S 6 5 4 2")
    peril.play("place S2 > 2; place S6 > 3")
    assert peril.costs == "2h2t"


@pytest.mark.clause(f"{GAME}.boxes.harden")
def test_a_floor_may_make_armor_of_a_colour() -> None:
    follower = room("goblin-a", dungeon="yetis-cavern", floor=3)
    assert [box for box in follower.boxes if box[0] == "S"] == ["S4wx", "S3x:h", "S5x:hh", "S5x:hh", "S3x:h", "S3x:h"]
    yeti = begin(dungeon="yetis-cavern", floor=4)
    assert yeti.boxes[1] == "S4k:h"


@pytest.mark.clause(f"{GAME}.boxes.target")
def test_swarm_grows_with_open_doors() -> None:
    follower = meet("goblin-a").play("flee; enter 2; card #plague-rat-a; fight")
    assert follower.boxes[0] == "A8wx"


# --------------------------------------------------------------------------------------------------------- consequences


@pytest.mark.clause(f"{GAME}.consequences.order", f"{GAME}.consequences.damage", f"{GAME}.consequences.first")
def test_damage_is_shared_out_as_the_party_likes() -> None:
    follower = room("goblin-a", DUO).play(ONES)
    before = follower.state.down
    follower.play("settle")
    assert follower.state.down == before - 2
    assert follower.legal() == [
        "damage ana 4",
        "damage ana 3 bo 1",
        "damage ana 2 bo 2",
        "damage ana 1 bo 3",
        "damage bo 4",
    ]
    follower.refused("loot #goblin xp", "consequences.first")
    follower.refused("damage ana 1 bo 1", "consequences.damage")
    follower.refused("potion healing ana", "consequences.first")
    follower.play("damage ana 2 bo 2")
    assert follower.hearts() == "2 2"


@pytest.mark.clause(f"{GAME}.consequences.extra")
def test_floors_add_once_before_prevention() -> None:
    follower = room("goblin-a", DUO, dungeon="yetis-cavern").play("roll ana S 5 4 4 A 4 bo A 1 1 1 M 1")
    assert follower.costs == "5h4t"
    follower.play("skill ana fearless-charge")
    assert follower.costs == "5h3t"
    lich = room("goblin-a", dungeon="lichs-tomb", floor=3).play("roll S 3 1 1 1 A 1 1 M 1")
    assert lich.costs == "7h4t"


@pytest.mark.clause(f"{GAME}.consequences.any-open")
def test_undying_counts_boxes_of_the_dungeon() -> None:
    follower = room("skeleton-a", "ana=mage", dungeon="dragons-cave")
    follower.play("roll S 6 A 6 5 M 6 5 4 3")
    assert follower.boxes == ["M2x", "M4x", "S3:t", "S5:ht", "A5:ht", "S6:tt", "S3:h"]
    assert follower.costs == "3h7t"
    single = room("skeleton-a").play("roll S 6 5 3 6 A 6 5 M 6")
    single.play("black S6 A6; place H6 > 2; place M6 > 1; place S3 > 3; place S5 > 4; place A5 > 5; place S6 > 6")
    assert single.costs == "0"


@pytest.mark.clause(f"{GAME}.consequences.halve")
def test_armor_of_the_paladin_halves_and_forbids_other_prevention() -> None:
    follower = meet("goblin-a", "ana=paladin").give("ana", "goblin-b")
    follower.play("fight; roll S 1 1 1 A 1 M 1 1 1; skill ana armor")
    assert follower.costs == "2h2t"
    follower.play("skill ana dodge A1")
    assert follower.costs == "2h2t"
    odd = room("beetle-a", "ana=paladin").play("roll S 1 1 1 A 1 M 1 1 1; skill ana armor")
    assert odd.costs == "1h3t"


@pytest.mark.clause(f"{GAME}.consequences.convert")
def test_kiting_turns_exactly_one_damage_into_time() -> None:
    follower = room("beetle-a", "ana=archer").play("roll S 1 1 A 1 1 1 M 1 1; skill ana kiting")
    assert follower.costs == "4t"
    added = room("beetle-a", "ana=archer", dungeon="yetis-cavern").play("roll S 1 1 A 1 1 1 M 1 1; skill ana kiting")
    assert added.costs == "2h5t"


@pytest.mark.clause(f"{GAME}.consequences.costs")
def test_prices_are_no_consequences() -> None:
    follower = meet("bear-traps-a", dungeon="yetis-cavern").play("fight; option 1")
    follower.play("roll A 4 1; place A4 > 2")
    assert follower.boxes == ["A6w:hht", "G4x:t"]
    assert follower.costs == "2h1t"


def test_results_are_kept_within_what_can_be() -> None:
    follower: Follower = room("goblin-a", DUO)
    follower.refused("result time 99", "encounter.result")
    follower.refused("result skulls 1", "encounter.result")
    follower.refused("result poison ana 1", "poison.supply")
    assert follower.game.force(follower.state, m.Explore()) is not None
