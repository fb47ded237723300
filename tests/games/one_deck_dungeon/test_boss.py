"""Boss rounds and the special rules of the five bosses."""

from __future__ import annotations

import pytest

from companion.games.one_deck_dungeon.turns import settle
from tests.games.one_deck_dungeon.following import FOUR, begin, boss

GAME = "one-deck-dungeon"
DUO = "ana=warrior bo=rogue"


@pytest.mark.clause(f"{GAME}.boss.after", f"{GAME}.boss.plain")
def test_the_boss_waits_below_the_third_floor() -> None:
    follower = begin(DUO, dungeon="dragons-cave", floor=3)
    follower.play("explore").set(down=0, discard=follower.state.discard.add(follower.state.doors[0].cards[0], 29))
    lying = len(list(follower.state.outside()))
    follower.set(step="end", level=2).play("descend")
    assert follower.state.at_boss
    assert len(list(follower.state.outside())) == lying
    assert follower.state.doors == ()
    assert follower.fight.begun
    assert follower.pool == "+:1H ana:3S ana:1A bo:3A bo:1M"
    assert len(follower.boxes) == 7


@pytest.mark.clause(f"{GAME}.boss.damage", f"{GAME}.boss.health")
def test_covered_skulls_wound_the_boss_round_by_round() -> None:
    follower = boss(DUO, dungeon="dragons-cave").set(wounds=3).set_hero("ana", damage=-20)
    follower.play("roll ana S 6 6 5 A 5 bo A 6 5 5 M 6")
    follower.play("settle A6 > 3 M6 > 5 S6 > 7 A5 > 1 A5 > 2")
    assert follower.state.due[0].n == 4 + 4
    assert follower.game.outcome(follower.state) is None
    follower.play("damage ana 8")
    assert follower.state.ended == "won"
    more = boss(DUO, dungeon="yetis-cavern").play("result ana 1 skulls 2")
    assert more.state.wounds == 2
    assert more.state.round == 2
    assert more.fight.begun


@pytest.mark.clause(f"{GAME}.boss.fallen")
def test_a_hero_who_dies_loses_even_if_the_boss_would_die() -> None:
    follower = boss(dungeon="dragons-cave").set(wounds=5).set_hero("ana", damage=5)
    follower.play("roll S 6 5 5 1 A 5 6 M 1; settle A5 > 1 A6 > 2 S6 > 7")
    assert follower.state.ended == "fallen"
    assert follower.state.wounds == 5


@pytest.mark.clause(f"{GAME}.boss.time")
def test_no_time_is_lost_or_paid() -> None:
    follower = boss(dungeon="dragons-cave").give("ana", "force-wall-b")
    before = follower.state.down
    follower.play("roll S 6 5 5 1 A 5 6 M 1; skill ana poison A5")
    follower.refused("result time 2", "boss.time")
    follower.set_hero("ana", damage=-20).play("settle")
    assert follower.state.down == before


@pytest.mark.clause(f"{GAME}.boss.feats")
def test_no_feats() -> None:
    follower = boss("ana=rogue", dungeon="dragons-cave")
    follower.refused("feat ana 1", "boss.feats")
    assert follower.asides() == ["potion healing ana"]


@pytest.mark.clause(f"{GAME}.boss.dragon")
def test_no_black_die_on_the_skulls_of_the_dragon() -> None:
    follower = boss(DUO, dungeon="dragons-cave").set(level=1)
    follower.play("roll ana S 6 6 5 A 5 bo A 6 5 5 M 5; place A5.ana > 1; black A5 M5; place H5 > 2; black S6 A6")
    follower.refused("place H6 > 5", "boss.dragon")
    follower.play("place H6 > 4; place S6 > 7")


@pytest.mark.clause(f"{GAME}.boss.yeti")
def test_ones_are_discarded_against_the_yeti() -> None:
    follower = boss(DUO, dungeon="yetis-cavern").play("roll ana S 1 4 2 A 1 bo A 1 5 2 M 5")
    assert follower.dice == "S4 S2 A5 A2 M5"


@pytest.mark.clause(f"{GAME}.boss.lich")
def test_the_first_die_on_each_skull_of_the_lich_is_discarded() -> None:
    follower = boss(dungeon="lichs-tomb").play("roll S 6 5 2 1 A 5 4 M 1")
    follower.refused("place S2 > 1", "boxes.small")
    follower.play("place S6 > 1")
    assert follower.dice == "S5 S2 S1 A5 A4 M1"
    assert follower.fight.placed == ()
    assert follower.costs == "15h"
    follower.play("place S5 > 1")
    assert follower.costs == "14h"
    follower.set_hero("ana", damage=-20).play("settle A4 > 3 A5 > 3")
    assert follower.state.wounds == 2


@pytest.mark.clause(f"{GAME}.boss.hydra")
@pytest.mark.parametrize(("wounds", "after"), [(0, 1), (1, 1), (3, 2)])
def test_the_hydra_grows_before_it_is_hurt(wounds: int, after: int) -> None:
    follower = boss(dungeon="hydras-reef").set(wounds=wounds).set_hero("ana", damage=-20)
    follower.play("roll S 6 6 1 1 A 5 4 M 1; settle S6 > 1 S6 > 1 S1 > 1")
    assert follower.state.wounds == after


@pytest.mark.clause(f"{GAME}.boss.minotaur", f"{GAME}.four.minotaur")
@pytest.mark.parametrize(("people", "wounds", "box"), [
    ("ana=warrior", 0, "S12wk:hhhh"), ("ana=warrior", 4, "S16wk:hhhh"),
    (FOUR, 4, "S12wk:hhhh"), (FOUR, 9, "S18wk:hhhh"),
])  # fmt: skip
def test_the_box_of_the_minotaur_grows_with_its_damage(people: str, wounds: int, box: str) -> None:
    follower = boss(people, dungeon="minotaurs-maze").set(wounds=wounds)
    assert follower.boxes[0] == box


@pytest.mark.clause(f"{GAME}.four.boss-health", f"{GAME}.four.boss-pairs")
def test_two_pairs_fight_in_each_round() -> None:
    follower = begin(FOUR, dungeon="yetis-cavern", floor=4)
    assert follower.state.step == "round"
    assert len(follower.legal()) == 6
    follower.play("fight cy+di | ana+bo")
    follower.play("result cy 1 skulls 3")
    assert follower.state.wounds == 3
    assert follower.fight.part.heroes == ("ana", "bo")
    follower.play("result skulls 4")
    assert follower.state.round == 2
    assert follower.state.wounds == 7
    follower.play("fight ana+di | bo+cy; result skulls 5")
    assert follower.state.ended == "won"
    assert follower.state.wounds == 12


def test_the_hydra_grows_by_a_result_as_well() -> None:
    follower = boss(dungeon="hydras-reef").set(wounds=3).play("result ana 1 skulls 1")
    assert follower.state.wounds == 3 - 2 + 1


def test_the_hydra_counts_each_pair() -> None:
    follower = boss(FOUR, dungeon="hydras-reef").set(wounds=2)
    for handle in follower.state.handles:
        follower.set_hero(handle, damage=-20)
    follower.play("roll ana S 6 6 6 A 1 bo A 1 1 1 M 1; settle S6 > 1 S6 > 1 S6 > 1")
    follower.play(follower.legal()[0])
    assert follower.state.wounds == 1
    follower.play("roll cy A 1 M 1 1 1 di S 1 A 1 1 M 1; settle")
    follower.play(follower.legal()[0])
    assert follower.state.wounds == 0


@pytest.mark.clause(f"{GAME}.boss.resist")
def test_both_groups_resist_before_the_first_fight() -> None:
    follower = begin(FOUR, dungeon="venom-fen", floor=4, deck="forest")
    follower.set_hero("ana", poison=1).set_hero("cy", poison=1).set(step="boss", round=0)
    follower.state = settle(follower.game.cat, follower.state)
    follower.play("resist ana+di; resist 6")
    assert follower.state.step == "resist"
    follower.play("resist bo+cy 6")
    assert follower.state.step == "round"
    assert follower.state.tokens == 0


def test_each_pair_resists_before_its_own_fight_where_the_table_plays_it_so() -> None:
    follower = begin(FOUR, dungeon="venom-fen", floor=4, deck="forest", boss_resist=True)
    follower.set_hero("ana", poison=1).set_hero("cy", poison=1)
    follower.play("fight ana+bo | cy+di")
    assert follower.state.step == "resist"
    follower.play("resist 6; result")
    assert follower.state.resisting == (("cy", "di"),)
    follower.play("resist 1")
    assert follower.hearts() == "0 0 2 0"
    assert follower.fight.at == 1
