"""What four heroes change."""

from __future__ import annotations

import pytest

from companion.games.one_deck_dungeon.boxes import Pool
from companion.games.one_deck_dungeon.party import dice_of, health, supply
from companion.games.one_deck_dungeon.state import UNTOLD
from tests.games.one_deck_dungeon.following import FOUR, Follower, begin, meet, room

GAME = "one-deck-dungeon"


def emptied(follower: Follower, n: int) -> Follower:
    """Leave so many cards in the deck."""
    return follower.set(down=n, discard=follower.state.discard.add(UNTOLD, follower.state.down - n))


@pytest.mark.clause(f"{GAME}.four.sets", f"{GAME}.four.time", f"{GAME}.four.sides")
def test_two_decks_four_time_and_the_party_sides() -> None:
    follower = begin(FOUR)
    assert follower.state.down == 88 - 4
    assert supply(follower.state) == Pool(16, 16, 16, 12)
    ana = follower.hero("ana")
    assert dice_of(follower.game.cat, follower.state, ana) == Pool(3, 1, 0, 0)
    assert health(follower.game.cat, follower.state, ana) == 4


@pytest.mark.clause(f"{GAME}.four.doors", f"{GAME}.four.both", f"{GAME}.four.flee")
def test_doors_are_two_cards() -> None:
    follower = begin(FOUR).play("explore")
    assert [len(door.cards) for door in follower.state.doors] == [2, 2, 2, 2]
    assert follower.state.down == 84 - 8 - 4
    follower.play("enter 1; card #goblin-a")
    assert follower.state.step == "open"
    follower.play("card #ogre-a")
    assert "flee" in follower.legal()
    follower.refused("fight ana+bo+cy #goblin", "four.pairs")
    follower.refused("fight ana+bo 1 | cy+di 1", "four.both")
    follower.play("flee")
    assert follower.state.doors[0].open
    follower.play("enter 1")
    assert len(follower.state.doors[0].cards) == 2
    assert "flee" not in follower.legal()


@pytest.mark.clause(f"{GAME}.four.lone-card")
def test_a_lone_card_is_discarded_and_shows_the_stairs() -> None:
    follower = emptied(begin(FOUR), 3)
    follower.play("explore")
    assert len(follower.state.doors) == 1
    assert follower.state.down == 0
    assert follower.state.step == "end"


@pytest.mark.clause(f"{GAME}.four.pairs", f"{GAME}.four.order")
def test_pairs_cards_and_order_are_free() -> None:
    follower = meet("goblin-a ogre-a", FOUR)
    assert len([move for move in follower.legal() if move.startswith("fight") and "odd" not in move]) == 12
    assert "fight ana+cy #ogre | bo+di #goblin" in follower.legal()
    follower.refused("fight ana+bo+cy #ogre | di #goblin", "four.pairs")
    follower.play("fight cy+bo #ogre | di+ana #goblin")
    assert follower.fight.parts[0].heroes == ("bo", "cy")
    follower.play("result bo 1 cy 2")
    assert follower.hearts() == "0 1 2 0"
    assert follower.fight.part.card.name == "goblin"
    dead = meet("goblin-a ogre-a", FOUR).play("fight ana+bo #ogre | cy+di #goblin; result bo 3")
    assert dead.state.ended == "fallen"
    assert len(list(dead.state.outside())) + dead.state.down == 88


@pytest.mark.clause(f"{GAME}.four.damage")
def test_damage_stays_in_the_encounter() -> None:
    follower = room("goblin-a ogre-a", FOUR).play("roll ana S 1 1 1 A 1 bo A 1 1 1 M 1; settle")
    reason = follower.refused("damage cy 4", "four.damage")
    assert reason == "Cy is not in this encounter: Ana and Bo are."
    follower.refused("result cy 1", "four.damage")
    flames = room("fire-elemental-a ogre-a", FOUR)
    assert flames.state.due[0].among == ("ana", "bo")


@pytest.mark.clause(f"{GAME}.four.each")
def test_each_encounter_fills_the_boxes_of_the_dungeon() -> None:
    follower = meet("goblin-a ogre-a", FOUR, dungeon="dragons-cave").set(level=2)
    follower.play("fight ana+bo 1 | cy+di 2")
    assert follower.pool.startswith("+:1H")
    assert follower.boxes[-1] == "S3:h"
    follower.play("roll + H 6 ana S 3 4 5 A 1 bo A 1 1 1 M 1; settle S3 > 6 S4 > 1")
    follower.play("damage ana 2 bo 2")
    assert follower.boxes == ["S6w:h", "A4:t", "S9w:hh", "A5:ht", "S12w:hhh", "A6:ht", "S3:h"]
    assert follower.pool.startswith("+:1H")
    assert not follower.fight.dice
    assert not follower.fight.placed


@pytest.mark.clause(f"{GAME}.four.options")
def test_each_pair_chooses_its_own_way() -> None:
    follower = room("locked-door-a boulder-a", FOUR).play("option 2; result; option 1")
    assert [part.option for part in follower.fight.parts] == [2, 1]


@pytest.mark.clause(f"{GAME}.four.supply", f"{GAME}.exile.split", f"{GAME}.exile.gone")
def test_the_supply_is_halved_for_each_pair() -> None:
    follower = meet("goblin-a ogre-a", FOUR)
    follower.refused("fight ana+bo 1 | cy+di 2 odd S", "four.supply")
    follower.play("exile S; exile S; exile S; exile M")
    assert supply(follower.state) == Pool(13, 16, 15, 11)
    people = FOUR.replace("mage", "paladin")
    first = meet("goblin-a skeleton-a", people).set(exiled=Pool(3, 0, 1, 0)).set_hero("ana", stored=1)
    first.play("fight ana+bo 1 | cy+di 2")
    assert first.fight.share == Pool(7, 8, 8, 6)
    first.play("result")
    assert first.fight.share == Pool(6, 8, 7, 5)
    other = meet("goblin-a skeleton-a", people).set(exiled=Pool(3, 0, 1, 0)).set_hero("ana", stored=1)
    other.play("fight ana+bo 1 | cy+di 2 odd SH")
    assert other.fight.share == Pool(6, 8, 8, 5)
    other.play("feat ana 1")
    assert other.fight.share == Pool(6, 8, 8, 6)
    assert "ana:1H" in other.pool
    other.play("result")
    # The black die that Ana rolled has gone back, so that there is no odd one any more.
    assert other.fight.share == Pool(7, 8, 7, 6)
    follower.refused("exile poison", "exile.gone")


@pytest.mark.clause(f"{GAME}.four.loot")
def test_loot_after_both_and_both_to_one_hero() -> None:
    follower = meet("goblin-a ogre-a", FOUR).set(level=2).play("fight ana+bo 1 | cy+di 2; result")
    follower.refused("loot #goblin xp", "turn.order")
    follower.play("result; loot #ogre item di; loot #goblin item di")
    assert [card.name for card in follower.hero("di").items] == ["ogre", "goblin"]
    tight = room("goblin-a ogre-a", FOUR).play("result; result; loot #ogre item di")
    tight.refused("loot #goblin item di", "loot.limit")


@pytest.mark.clause(f"{GAME}.four.xp")
def test_levels_cost_twice_as_much_and_bring_two_potions() -> None:
    follower = room("goblin-a ogre-a", FOUR).set(xp=8).play("result; result; loot #goblin xp")
    assert follower.state.level == 1
    follower.play("loot #ogre xp")
    assert follower.state.level == 2
    assert follower.state.xp == 2
    assert follower.state.potions == 4


@pytest.mark.clause(f"{GAME}.four.stairs")
def test_the_stairs_hurt_two_different_heroes_at_six() -> None:
    follower = emptied(meet("goblin-a ogre-a", FOUR), 0).set(stairs=5).play("fight ana+bo 1 | cy+di 2; result time 1")
    assert follower.state.due[0].n == 2
    assert len(follower.legal()) == 6
    follower.refused("damage ana 2", "four.stairs")
    follower.play("damage ana 1 di 1")
    assert follower.hearts() == "1 0 0 1"
    assert follower.state.stairs == 0


@pytest.mark.clause(f"{GAME}.four.dungeon-effects", f"{GAME}.four.limit")
def test_effects_of_the_dungeon_are_doubled_but_no_limit() -> None:
    assert begin(FOUR, dungeon="dragons-cave").state.down == 88 - 10 - 4
    assert begin(FOUR, dungeon="hydras-reef").state.down == 88 - 4 - 2
    maze = begin(FOUR, dungeon="minotaurs-maze", floor=2)
    before = maze.state.down
    maze.play("explore")
    assert len(maze.state.doors) == 3
    assert maze.state.down == before - 2 - 6 - 4


@pytest.mark.clause(f"{GAME}.four.invisibility")
def test_invisibility_skips_one_encounter_only() -> None:
    follower = meet("goblin-a fire-elemental-a", FOUR)
    card = follower.game.cards.ids["skeleton-a"]
    follower.set(tucked=(card,), unseen=follower.state.unseen.remove(card), down=follower.state.down - 1)
    follower.play("fight ana+bo #fire-elemental | cy+di #goblin")
    before = follower.state.down
    follower.play("potion invisibility ana")
    assert follower.state.down == before - 2
    assert follower.fight.at == 1
    assert not follower.fight.begun
    follower.play("begin; roll cy A 1 M 1 1 1 di S 1 A 1 1 M 1")
    assert follower.costs == "4h2t"
    follower.play("settle; damage cy 2 di 2")
    assert len(follower.state.spoils) == 2


@pytest.mark.clause(f"{GAME}.four.swarm")
@pytest.mark.parametrize(("option", "box"), [(False, "S8wx"), (True, "S16wx")])
def test_swarm_counts_doors(option: bool, box: str) -> None:
    follower = meet("phantom-a ogre-b", FOUR, swarm_per_card=option).play("flee; enter 2; card #goblin-a; card #ogre-a")
    follower.play("fight ana+bo #goblin | cy+di #ogre")
    assert follower.boxes[0] == box


@pytest.mark.clause(f"{GAME}.four.valiant")
def test_valiant_stores_once_for_a_door() -> None:
    people = FOUR.replace("archer", "paladin")
    assert meet("goblin-a ogre-a", people).hero("di").stored == 1
    assert meet("ogre-b ogre-a", people).hero("di").stored == 1
    assert meet("goblin-a goblin-b", people).hero("di").stored == 0


def test_the_second_pair_need_not_be_named() -> None:
    follower = meet("goblin-a ogre-a", FOUR)
    read = follower.game.parse
    assert read("fight cy+bo #ogre", follower.state) == read("fight bo+cy #ogre | ana+di #goblin", follower.state)
    assert read("fight", follower.state) == read("fight ana+bo #goblin | cy+di #ogre", follower.state)
    round_ = begin(FOUR, dungeon="yetis-cavern", floor=4)
    assert read("fight ana+di", round_.state) == read("fight ana+di | bo+cy", round_.state)


def test_two_cards_of_one_name_are_told_apart_by_number() -> None:
    follower = meet("goblin-a goblin-b", FOUR)
    assert "fight ana+bo 2 | cy+di 1" in follower.legal()
    follower.play("fight ana+bo 2 | cy+di 1; result; result")
    assert "loot 2 xp" in follower.legal()
