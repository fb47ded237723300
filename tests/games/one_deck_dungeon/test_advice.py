"""Advice: doors, fights, perils, splits, the roll and the loot, weighed by the odds; the rest by rule of thumb."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from companion.engine.errors import CompanionError
from companion.engine.game import PARTY
from companion.engine.piles import Multiset
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.advice import searched
from companion.games.one_deck_dungeon.losses import ALIVE
from companion.games.one_deck_dungeon.odds import meeting
from companion.games.one_deck_dungeon.stakes import FLED, stakes_of
from companion.games.one_deck_dungeon.state import Face
from companion.games.one_deck_dungeon.weighing import Scales
from tests.games.one_deck_dungeon.following import FOUR, begin, blank_box, core, meet, room

LONG = 60.0
CAVE = {"dungeon": "dragons-cave", "game": core()}


def few(follower):
    """Leave six cards in the deck, so that little has to be counted."""
    ids = ("goblin-a", "skeleton-a", "cave-in-a", "rune-puzzle-a", "boulder-a", "ogre-a")
    return follower.set(unseen=Multiset.of([core().cards.ids[id] for id in ids]), down=6 - len(follower.state.doors))


def advice(follower, top=5, seconds=LONG):
    return follower.game.advise(follower.state, PARTY, top, seconds, 0)


def test_too_hard_a_foe_is_fled_from():
    found = advice(meet("ogre-a", **CAVE))
    assert [line.moves for line in found] == [("flee",), ("fight",)]
    assert all(line.label == "exact" for line in found)
    assert found[0].value.exact == FLED
    assert found[1].why.startswith("Nobody falls in 81 of 100")


def test_a_fight_is_worth_what_its_law_says():
    follower = meet("ogre-a", **CAVE)
    found = next(line for line in advice(follower) if line.moves == ("fight",))
    odds = meeting(core().cat, follower.state, ("ana",), Face("ogre")).odds()
    law, stakes = odds.law(ALIVE), stakes_of(core().cat, follower.state)
    worth = sum((stakes.worth(odds.fight, loss) * ways for loss, ways in law.items()), Fraction(0)) / law.total
    assert found.value.exact == worth


def test_the_better_way_through_a_peril_comes_first():
    found = advice(room("cave-in-a", **CAVE))
    assert {line.moves[0] for line in found} == {"option 1", "option 2"}
    assert found[0].value.mean >= found[1].value.mean
    assert found[0].moves == ("option 1",)


def test_the_placement_is_advised_as_moves_that_can_be_made():
    follower = room("ogre-a", **CAVE)
    follower.play("roll S 6 5 4 2 A 5 3 M 1")
    best = advice(follower)[0]
    for step in best.moves:
        follower.play(step)
    assert (follower.hero("ana").damage, best.why) == (4, "It costs 4 hearts and 2 time.")


def test_black_dice_are_made_before_they_are_placed():
    follower = room("ogre-a", **CAVE)
    follower.play("roll S 6 5 4 2 A 5 3 M 1")
    made = next(line for line in advice(follower) if line.moves[0].startswith("black"))
    for step in made.moves:
        follower.play(step)
    assert follower.state.ended == "fallen"


def test_closed_doors_are_weighed_over_the_unseen_cards():
    follower = few(begin("ana=warrior", **CAVE).play("explore"))
    scales = Scales(core().cat, follower.state, 60_000)
    by_hand = [(max(scales.fight(("ana",), face).low, FLED), n) for face, n in scales.coming()]
    assert sum(n for _, n in by_hand) == len(follower.state.unseen)
    expected = sum((worth * n for worth, n in by_hand), Fraction(0)) / len(follower.state.unseen)
    assert scales.closed().exact
    assert scales.closed().low == expected


def test_four_heroes_are_told_how_to_part():
    follower = meet("goblin-a cave-in-a", FOUR, **CAVE)
    found = searched(follower.game, follower.state, LONG, stages=(2_000,))
    assert len([line for line in found if isinstance(line.moves[0], m.Arrange)]) == 6
    assert all(follower.game.check(follower.state, line.moves[0]).legal for line in found)
    assert found[-1].worth.low <= found[0].worth.low
    assert m.Flee() in [line.moves[0] for line in found]


def test_the_chance_to_resist_counts_for_exploring():
    follower = few(begin("ana=warrior", **CAVE).play("explore"))
    clean = next(line for line in advice(follower) if line.moves == ("explore",))
    follower.set(poison_total=8).set_hero("ana", poison=2)
    ill = next(line for line in advice(follower) if line.moves == ("explore",))
    assert ill.value.exact is not None
    assert clean.value.exact is not None
    assert ill.value.exact - clean.value.exact == 1 - 2 * Fraction(2, 6)
    assert "67 in 100" in ill.why


def test_a_potion_is_for_whoever_is_wounded():
    follower = few(begin("ana=warrior", **CAVE).play("explore"))
    assert not any(line.moves[0].startswith("potion") for line in advice(follower))
    lines = {line.moves[0]: line for line in advice(follower.set_hero("ana", damage=3))}
    assert "3 of Ana's 3 wounds" in lines["potion healing ana"].why


def test_the_loot_is_weighed_in_fights_to_come():
    follower = room("goblin-a", "ana=warrior", **CAVE).play("result ana 0")
    few(follower)
    lines = searched(follower.game, follower.state, LONG, stages=(2_000,))
    assert {line.moves[0].what for line in lines} == {"item", "skill", "xp"}
    xp = next(line for line in lines if line.moves[0].what == "xp")
    assert xp.why.startswith("2 XP of the 6")


def test_without_time_it_is_a_rule_of_thumb():
    found = advice(begin("ana=warrior", **CAVE).play("explore"), seconds=0.0)
    assert (found[0].label, found[0].moves) == ("not searched", ("enter 1",))


def test_nobody_is_advised_where_the_table_rolls():
    with pytest.raises(CompanionError):
        advice(room("ogre-a", **CAVE))


def test_the_advisor_flees_where_the_careful_party_fights():
    follower = meet("ogre-a", **CAVE)
    assert follower.game.policy("greedy")(follower.game, follower.state, Random(0)) != m.Flee()
    assert follower.game.policy("advisor")(follower.game, follower.state, Random(0)) == m.Flee()


def test_a_card_told_by_a_name_that_the_box_lacks_is_learned():
    follower = begin("ana=warrior", game=blank_box(), deck="forest").play("explore; enter 1")
    move = m.Card(Face("panther"))
    (card,) = follower.game.learns(follower.state, move)
    assert (card.set, card.name, card.mark) == ("forest", "Panther", None)
    wiser = follower.game.with_cards([card])
    assert "panther" in wiser.cat.encounters
    assert wiser.learns(follower.state, move) == ()
    assert follower.game.learns(follower.state, m.Card(Face())) == ()
