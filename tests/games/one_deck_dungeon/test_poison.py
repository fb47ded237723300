"""Forest of Shadows: poison, leaves, exile, hybrid decks and the Cure potion."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.one_deck_dungeon.turns import needed
from tests.games.one_deck_dungeon.following import FOUR, Follower, begin, boss, core, meet, room

GAME = "one-deck-dungeon"
DUO = "ana=warrior bo=rogue"


def poisoned(people: str = DUO, *, deck: str = "forest", **options: Any) -> Follower:
    """A game in the Forest."""
    return begin(people, deck=deck, **options)


@pytest.mark.clause(f"{GAME}.poison.placed", f"{GAME}.poison.choose", f"{GAME}.poison.not-damage")
def test_open_icons_poison_heroes_of_the_encounter() -> None:
    follower = room("nettle-sprite-a", DUO, deck="forest").play("roll ana S 1 1 1 A 1 bo A 1 1 1 M 1")
    assert follower.costs == "2h2t2p"
    follower.play("settle")
    assert [(due.what, due.n) for due in follower.state.due] == [("poison", 2), ("damage", 2)]
    assert follower.legal() == ["poison ana 2", "poison ana 1 bo 1", "poison bo 2"]
    follower.refused("poison ana 1", "consequences.damage")
    follower.play("poison ana 1 bo 1; damage ana 2")
    assert [hero.poison for hero in follower.state.heroes] == [1, 1]
    assert follower.hearts() == "2 0"
    four = room("nettle-sprite-a great-stag-a", FOUR, deck="forest").play("roll ana S 1 1 1 A 1 bo A 1 1 1 M 1; settle")
    four.refused("poison cy 2", "four.damage")
    begin().refused("poison ana 1", "poison.placed")


@pytest.mark.clause(f"{GAME}.poison.not-damage")
def test_poison_is_neither_prevented_nor_counted_as_damage() -> None:
    follower = meet("fen-toad-a", "ana=archer", deck="forest").play("fight; roll S 5 4 A 3 1 1 M 4 1; skill ana kiting")
    follower.play("place S5 > 4; place S4 > 2; place A3 > 1; place M4 > 3")
    assert follower.costs == "1p"


@pytest.mark.clause(f"{GAME}.poison.when", f"{GAME}.poison.timing", f"{GAME}.poison.none")
def test_poison_is_resisted_on_a_turn_of_exploring() -> None:
    follower = poisoned()
    follower.play("explore")
    assert follower.state.step == "turn"
    follower.set_hero("bo", poison=2).play("explore")
    assert follower.state.step == "resist"
    assert len(follower.state.doors) == 4
    assert follower.legal() == [f"resist ana+bo {face}" for face in range(1, 7)]
    follower.play("resist 6")
    assert follower.hero("bo").poison == 1
    assert follower.state.step == "turn"
    entered = follower.play("enter 1; card ?; flee")
    assert entered.state.step == "turn"
    fight = boss(DUO, dungeon="venom-fen", deck="forest").set_hero("ana", poison=1).play("result")
    assert fight.state.step == "resist"
    assert fight.state.round == 2


@pytest.mark.clause(f"{GAME}.poison.resist", f"{GAME}.poison.strict", f"{GAME}.poison.fail")
@pytest.mark.parametrize(("die", "who", "poison", "damage"), [
    (4, "bo", (2, 0), "0 0"), (3, "ana", (1, 1), "2 0"), (2, "ana", (1, 1), "2 0"),
])  # fmt: skip
def test_a_roll_has_to_be_more_than_the_tokens(die: int, who: str, poison: tuple[int, int], damage: str) -> None:
    follower = poisoned().set_hero("ana", poison=2).set_hero("bo", poison=1).play("explore")
    assert needed(follower.game.cat, follower.state, ("ana", "bo")) == 4
    follower.play(f"resist {die}")
    assert follower.legal() == ["on ana", "on bo"]
    follower.play(f"on {who}")
    assert tuple(hero.poison for hero in follower.state.heroes) == poison
    assert follower.hearts() == damage


@pytest.mark.clause(f"{GAME}.poison.fail")
def test_only_a_poisoned_hero_bears_a_failure_and_it_is_damage() -> None:
    follower = poisoned("ana=warrior bo=rogue").set_hero("ana", poison=6).play("explore; resist 5")
    assert follower.hearts() == "2 0"
    assert follower.hero("ana").stored == 1
    deadly = poisoned().set_hero("bo", poison=6, damage=1).play("explore; resist 1")
    assert deadly.state.ended == "fallen"


@pytest.mark.clause(f"{GAME}.poison.leaves")
def test_leaves_on_open_doors_add_to_the_roll() -> None:
    follower = meet("great-stag-a", DUO, deck="forest").play("flee").set_hero("ana", poison=3).play("explore")
    assert needed(follower.game.cat, follower.state, ("ana", "bo")) == 3
    follower.play("resist 3")
    assert follower.hero("ana").poison == 2
    blank = meet("great-stag", DUO, deck="forest").play("flee").set_hero("ana", poison=3).play("explore")
    assert "leaves" in blank.doubted("resist 3")
    assert not blank.check("resist 2").needs
    four = meet("great-stag-a mist-lynx-b", FOUR, deck="forest").play("flee").set_hero("ana", poison=3).play("explore")
    assert needed(four.game.cat, four.state, ("ana", "bo")) == 2


@pytest.mark.clause(f"{GAME}.poison.boss-leaves")
def test_no_leaves_against_the_boss() -> None:
    follower = boss(DUO, dungeon="venom-fen", deck="forest").set_hero("ana", poison=3).play("result")
    assert needed(follower.game.cat, follower.state, ("ana", "bo")) == 4


@pytest.mark.clause(f"{GAME}.poison.roll-alone")
def test_only_what_names_the_roll_acts_on_it() -> None:
    follower = poisoned(DUO, dungeon="burnt-wood", floor=2).give("bo", "barrow-adder-a").set_hero("bo", poison=3)
    follower.play("explore")
    assert needed(follower.game.cat, follower.state, ("ana", "bo")) == 3
    assert follower.asides() == ["potion healing ana", "potion healing bo"]
    follower.play("resist 2")
    assert follower.hearts() == "0 2"


@pytest.mark.clause(f"{GAME}.poison.supply", f"{GAME}.poison.replaced")
def test_missing_tokens_are_damage() -> None:
    follower = meet("nettle-sprite-a", DUO, deck="forest", dungeon="amber-glade").set_hero("ana", poison=7)
    follower.play("fight; roll ana S 5 4 3 A 4 bo A 1 1 1 M 1")
    assert follower.costs == "3h3t3p"
    follower.play("settle")
    assert [(due.what, due.n) for due in follower.state.due] == [("poison", 1), ("damage", 2), ("damage", 3)]
    plain = meet("barrow-adder-a", DUO, deck="forest").set_hero("ana", poison=8).play("fight")
    assert [(due.what, due.n) for due in plain.state.due] == [("damage", 1)]


def test_damage_for_want_of_tokens_may_be_a_consequence() -> None:
    follower = meet("nettle-sprite-a", DUO, deck="forest", poison_supply_damage=True).set_hero("ana", poison=7)
    follower.give("bo", "thorn-gate-a").play("fight; roll ana S 1 1 1 A 1 bo A 1 1 1 M 1")
    assert follower.costs == "3h2t1p"


@pytest.mark.clause(f"{GAME}.poison.healed")
def test_healing_may_take_poison() -> None:
    follower = poisoned().set_hero("ana", damage=2, poison=2).play("potion healing ana")
    assert follower.legal() == ["heal ana damage", "heal ana poison"]
    follower.play("heal ana poison; heal ana damage")
    follower.play("heal ana poison")
    assert follower.hearts() == "1 0"
    assert follower.hero("ana").poison == 0
    follower.refused("heal ana damage", "potions.healing")
    alone = poisoned().set_hero("ana", damage=4 - 1).play("potion healing ana")
    assert alone.hearts() == "0 0"
    once = poisoned().set_hero("ana", damage=1, poison=1).play("potion healing ana; heal ana damage")
    assert once.hero("ana").poison == 0


@pytest.mark.clause(f"{GAME}.poison.groups", f"{GAME}.poison.group-tokens")
def test_four_heroes_resist_in_two_groups() -> None:
    follower = poisoned(FOUR).set_hero("ana", poison=3).set_hero("di", poison=1).play("explore")
    assert len(follower.legal()) == 6
    follower.refused("resist ana", "poison.groups")
    follower.play("resist ana+bo")
    assert needed(follower.game.cat, follower.state, ("ana", "bo")) == 4
    follower.refused("resist cy+di 3", "poison.groups")
    follower.play("resist 1; resist cy+di 2")
    assert follower.hearts() == "2 0 0 0"
    assert [hero.poison for hero in follower.state.heroes] == [2, 0, 0, 0]
    clean = poisoned(FOUR).set_hero("ana", poison=1).set_hero("bo", poison=1).play("explore; resist ana+bo")
    clean.play("resist 3")
    clean.play("on ana")
    assert clean.state.step == "turn"


def test_a_group_may_resist_against_all_tokens_of_the_party() -> None:
    follower = poisoned(FOUR, poison_counts_party=True).set_hero("ana", poison=3).play("explore; resist cy+di")
    assert needed(follower.game.cat, follower.state, ("cy", "di")) == 4
    follower.play("resist 5; resist 4")
    assert follower.hero("ana").poison == 2


@pytest.mark.clause(f"{GAME}.exile.gone")
def test_what_is_exiled_stays_out() -> None:
    follower = meet("bog-wight-a", "ana=mage", deck="forest").play("fight")
    assert follower.state.exiled.magic == 1
    assert follower.fight.share.magic == 7
    tokens = poisoned()
    for _ in range(8):
        tokens.play("exile poison")
    assert tokens.state.poison_left == 0
    tokens.refused("exile poison", "exile.gone")
    follower.refused("exile M", "exile.gone")


@pytest.mark.clause(f"{GAME}.hybrid.resist")
def test_with_a_hybrid_deck_a_success_removes_nothing() -> None:
    follower = poisoned(deck="hybrid").set_hero("ana", poison=2).play("explore; resist 3")
    assert follower.hero("ana").poison == 2
    follower.play("explore; resist 2")
    assert follower.hero("ana").poison == 1
    assert follower.hearts() == "2 0"


@pytest.mark.clause(f"{GAME}.cure.passive", f"{GAME}.cure.lost")
def test_the_cure_potion_heals_on_use_and_on_gain() -> None:
    follower = begin(DUO, deck="forest", reference="cure").set(basic="bitterroot", potions=2)
    follower.set_hero("ana", damage=2).set_hero("bo", damage=1, poison=2)
    follower.play("potion bitterroot bo")
    assert follower.hero("bo").poison == 0
    follower.play("heal ana damage")
    assert follower.hearts() == "1 1"
    follower.play("potion cure bo")
    assert follower.state.potions == 0
    assert follower.hearts() == "1 0"
    gained = room("web-weaver-a", DUO, deck="forest", reference="cure").set(xp=4).set_hero("ana", damage=2)
    gained.play("result; loot #web-weaver xp")
    assert gained.state.potions == 2
    assert gained.hearts() == "1 0"
    healthy = begin(DUO, deck="forest", reference="cure").play("potion cure ana")
    assert healthy.state.potions == 0
    assert not healthy.state.due


@pytest.mark.clause(f"{GAME}.hybrid.deck")
def test_leaves_of_a_hybrid_deck_are_those_of_the_forest() -> None:
    follower = begin(DUO, deck="hybrid")
    cat = follower.game.cat
    assert sum(cat.leaves(face) or 0 for face in follower.state.unseen) == 22
    assert core().cat.leaves(core().cards.ids["ogre-a"]) == 0
