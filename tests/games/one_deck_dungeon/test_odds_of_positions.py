"""From positions of the game to the odds: pools, prices, boxes, skills and rolls as they lie at the table."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from companion.engine.errors import CompanionError, EditionIncompleteError
from companion.games.one_deck_dungeon.boss_odds import boss_chain
from companion.games.one_deck_dungeon.boxes import Pool
from companion.games.one_deck_dungeon.losses import Loss
from companion.games.one_deck_dungeon.odds import item_worth, meeting, options, present, splits
from companion.games.one_deck_dungeon.state import Face, Fight, Part, Rolled
from tests.games.one_deck_dungeon.following import NAMES, begin, core, meet

PARTY = ("warrior", "mage")


def position(*cards: str, dungeon: str = "dragons-cave", **fields):
    people = " ".join(f"{name}={card}" for name, card in zip(NAMES, cards, strict=False))
    return replace(begin(people, dungeon=dungeon, game=core(), depth="full").state, **fields)


def test_a_solo_warrior_before_the_ogre_on_the_first_floor():
    found = meeting(core().cat, position("warrior"), ("ana",), Face("ogre"))
    assert str(found.fight) == "4/2/1/0 | S6w:h A4:t S9w:hh A5:ht S12w:hhh A6:ht S3:h | hearts 6 | supply 6"


def test_the_room_one_stands_in_counts_as_one_open_door():
    follower = meet("goblin-a")
    state = follower.state
    face = state.doors[state.opening].cards[0]
    asked = meeting(follower.game.cat, state, ("ana",), face).fight.boxes
    assert str(asked[0]) == "S4wx"
    fled = follower.play("flee").state
    assert meeting(follower.game.cat, fled, ("ana",), face).fight.boxes == asked
    assert str(meeting(follower.game.cat, fled, ("ana",), Face("goblin")).fight.boxes[0]) == "S8wx"


def test_what_comes_before_the_roll_is_paid():
    state = position("paladin")
    assert meeting(core().cat, state, ("ana",), Face("fire-elemental")).fight.paid.damage == 1
    assert meeting(core().cat, state, ("ana",), Face("ice-elemental")).fight.paid.time == 3
    both = options(core().cat, state, ("ana",), Face("boulder"))
    assert {number: found.fight.paid.time for number, found in both.items()} == {1: 3, 2: 0}
    assert {number: str(found.fight.pool) for number, found in both.items()} == {1: "0/0/3/0", 2: "0/1/0/0"}


def test_the_level_die_is_nobodys_and_wounds_count():
    state = position(*PARTY, level=2)
    state = state.with_hero(replace(state.heroes[0], damage=1))
    found = meeting(core().cat, state, state.handles, Face("skeleton"))
    assert found.fight.pool == Pool(3, 2, 3, 1)
    assert found.fight.hearts == (3, 3)
    assert [fighter.pool for fighter in found.fighters] == [Pool(3, 1), Pool(0, 1, 3)]


def test_starting_skills_count():
    state = position(*PARTY)
    found = meeting(core().cat, state, state.handles, Face("goblin"))
    with_skills, bare = found.odds(), replace(found, fighters=()).odds()
    assert with_skills.nobody_falls >= bare.nobody_falls
    law, plain = with_skills.law("save time"), bare.law("save time")
    assert sum(loss.time * w for loss, w in law.items()) < sum(loss.time * w for loss, w in plain.items())
    assert found.left_out == ()


def test_the_roll_that_lies_there_is_placed():
    state = position("warrior")
    dice = tuple(Rolled(colour, value, "ana") for colour, value in (("S", 6), ("S", 3), ("A", 5)))
    fight = Fight((Part(("ana",), Face("goblin")),), begun=True, dice=dice, thrown=True)
    priced = present(core().cat, replace(state, fight=fight)).priced()
    assert priced.best.loss == Loss(3, 1)
    assert priced.proven
    with pytest.raises(CompanionError, match="No roll lies there"):
        present(core().cat, state)


def test_an_untold_foe_has_no_odds():
    with pytest.raises(EditionIncompleteError, match="describe its boxes"):
        meeting(core().cat, position("warrior"), ("ana",), Face("vine-trap"))


def test_the_boss_of_one_hero_as_a_chain():
    chain, wounds, bearable = boss_chain(core().cat, position("warrior", dungeon="lichs-tomb"))
    assert (wounds, bearable) == (0, 5)
    assert 0 <= chain.chance(wounds, bearable) < Fraction(1, 100)
    four = position("warrior", "mage", "rogue", "archer")
    with pytest.raises(CompanionError, match="four heroes"):
        boss_chain(core().cat, four)


def test_the_ranking_of_four_heroes():
    state = position("warrior", "mage", "rogue", "archer")
    ranked = splits(core().cat, state, (Face("beetle"), Face("rune-puzzle"))).first()
    assert len(ranked) == 12
    assert ranked[0].safe >= ranked[-1].safe


def test_a_strength_die_helps_most_against_the_ogre():
    ogre = [Face("ogre")]
    worth = {colour: item_worth(core().cat, position("mage"), ("ana",), ogre, colour) for colour in "SAM"}
    assert max(worth, key=worth.__getitem__) == "S"
    assert min(worth.values()) >= (0, 0)
