"""Rounds against a boss, skills, bounds of large rounds and samples among them, against what is counted out."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from msgspec.structs import replace

from companion.games.one_deck_dungeon.boss import Boss, Chain, Round
from companion.games.one_deck_dungeon.boss_bounds import LEAST, MOST, Bounded, bounds
from companion.games.one_deck_dungeon.boss_law import Blow, Law, luck_of, mapped
from companion.games.one_deck_dungeon.boss_party import Fights, Party
from companion.games.one_deck_dungeon.boss_rounds import Counting, sample
from companion.games.one_deck_dungeon.boss_tree import Tree
from companion.games.one_deck_dungeon.encounter import read_fight
from companion.games.one_deck_dungeon.fight import Encounter
from companion.games.one_deck_dungeon.losses import WOUNDS
from companion.games.one_deck_dungeon.odds import meeting
from companion.games.one_deck_dungeon.state import Face
from tests.games.one_deck_dungeon.bosses import den

EVERY = tuple((value, value) for value in range(6, 0, -1))
"""Black dice told apart by every value: the exact law."""

LARGE = [
    "1/1/1/1 | A5x A6k:h M9w:hhh M6k:h S12w:hh S6k:h | rules bar H",
    "2/1/1 | S8wk:hh M6:h S11wk:hh A7wk:h A6:h | rules regrow 1",
    "2/1/0/1 | S9wxk S4k:h A5:hh | rules discard 1",
    "2/2/0/1 | S3k:h S9w:hh A3k:h A8w:hh | rules twice",
    "1/2/1 | S7wk:hh S5k:h A5k:h M6:hh | rules toll 1h per 6",
]


def told(law: Law) -> dict[object, int]:
    """Return how often a round begins with each choice."""
    return {law.nodes[at]: ways for at, ways in law.starts.items()}


def worth(law: Law, heart: Fraction) -> Fraction:
    """Return what a round comes to if a skull counts 1 and a heart lost so much."""
    chances = law.odds(lambda blow: blow.hits - heart * blow.damage)
    return sum((chance * (blow.hits - heart * blow.damage) for blow, chance in chances.items()), Fraction(0))


@pytest.mark.parametrize("text", LARGE)
def test_bounds_hold_and_meet_where_every_value_is_told_apart(text):
    fight = read_fight(text)
    exact = Round(fight, 9, keen=True)
    whole = Bounded(fight, 9, EVERY, keen=True)
    assert told(whole) == told(exact)
    for heart in (Fraction(0), Fraction(1, 3), Fraction(2)):
        low = [worth(Bounded(fight, 9, classes, keen=True), heart) for classes in LEAST]
        high = [worth(Bounded(fight, 9, classes, keen=True), heart) for classes in MOST]
        assert low == sorted(low, reverse=True)
        assert max(low) <= worth(exact, heart) <= min(high)
        assert high == sorted(high)


def test_bounds_of_a_chain_hold():
    fight = read_fight("2/1/0/2 | S9wk:h A7wk:h A6:h")
    low, high = bounds(fight, 9, keen=True)
    assert low is not None
    assert high is not None
    chances = [
        Chain(Boss(2, lambda wounds: fight, lambda fight, bearable, keen, law=law: law), 9).chance(0, 9)
        for law in (low, Round(fight, 9, keen=True), high)
    ]
    assert chances == sorted(chances)
    assert chances[0] < chances[2]


def test_boxes_in_which_colours_add_up_have_no_bounds():
    assert bounds(read_fight("1/1/0 | S4k:h G9w:h"), 3) == (None, None)


@pytest.mark.parametrize("text", LARGE)
def test_the_bounds_that_are_told_hold(text):
    fight = read_fight(text)
    exact = Round(fight, 9, keen=True)
    low, high = bounds(fight, 9, keen=True, quick=1)
    assert low is not None
    assert high is not None
    for heart in (Fraction(0), Fraction(1, 3), Fraction(2)):
        assert worth(low, heart) <= worth(exact, heart) <= worth(high, heart)


def test_a_large_round_is_bounded_closely():
    fight = read_fight("4/3/3/2 | S13wk:hhh M6:hh S19wk:hhh M6:hh A13wk:hhh A6:hh | rules regrow 1")
    low, high = bounds(fight, 6, keen=True)
    assert low is not None
    assert high is not None
    hits, more = worth(low, Fraction(0)), worth(high, Fraction(0))
    assert 0 < hits < more < hits + Fraction(1, 2)


@pytest.mark.parametrize("text", LARGE[2:4])
def test_a_sample_of_all_rolls_comes_near_the_law(text):
    fight = read_fight(text)
    exact = worth(Round(fight, 9), Fraction(1))
    drawn = worth(sample(Encounter(fight), 9, True, 200), Fraction(1))
    assert abs(float(exact - drawn)) < 0.6
    assert exact != drawn


SKILLS = ["dodge", "backstab", "lucky-familiar", "valor", "static-burst", "cleave", "armor-crush", "critical-strikes"]


@pytest.mark.parametrize("skill", SKILLS)
@pytest.mark.clause("one-deck-dungeon.skills.once")
def test_every_skill_in_a_round_is_worth_what_the_game_tree_says(skill):
    game = den(2, "S4k:hh A5x M6w:hhh S9w:hh")
    state = game.with_skill(skill)
    found = meeting(game.cat, state, state.handles, Face())
    law = Tree(found, 20)
    mean = sum(
        (chance * blow.damage for blow, chance in law.odds(lambda blow: Fraction(-blow.damage)).items()), Fraction(0)
    )
    tree = found.playing().law(WOUNDS)
    assert mean == Fraction(sum(loss.damage * weight for loss, weight in tree.items()), tree.total)
    bare = Round(replace(found.fight, wards=()), 20)
    without = bare.odds(lambda blow: Fraction(-blow.damage))
    assert mean < sum((chance * blow.damage for blow, chance in without.items()), Fraction(0))


def test_free_skills_change_dice_in_rounds_without_the_tree():
    game = den(2, "S6k:h A6:h")
    state = game.with_skill("lucky-familiar")
    found = meeting(game.cat, state, state.handles, Face())
    fighting = replace(found, tools=(), left_out=())
    plain, skilled = (Counting(5).sides(one).low for one in (replace(fighting, fighters=()), fighting))
    assert worth(skilled, Fraction(1)) >= worth(plain, Fraction(1))


def test_what_takes_too_long_is_bounded_and_its_skills_are_named():
    game = den(2, "S9wk:hh A7w:h M4k:h")
    state = game.with_skill("dodge")
    found = meeting(game.cat, state, state.handles, Face())
    exact = Counting(5).sides(found)
    assert exact.exact
    assert exact.left_out == ()
    short = Counting(5, quick=0, rolls=20).sides(replace(found, tools=found.tools * 9))
    assert short.left_out == ("dodge",)
    assert short.high is None
    assert short.low is not None
    assert short.middle is not None
    assert worth(short.low, Fraction(1)) <= worth(exact.low, Fraction(1))


def coin() -> Law:
    """Return a law: one skull for two hearts, or a coin between nothing and two skulls for a heart."""
    law = Law(read_fight("1/0/0 | S4k:h"))
    good, bad = law.number([Blow(2, 0, 1)]), law.number([Blow(0, 2, 0)])
    law.begins(law.number([Blow(1, 1, 2)], [luck_of({good: 2, bad: 2})]), 3)
    return law


def test_luck_is_chosen_where_it_is_worth_more():
    law = coin()
    half = Fraction(1, 2)
    assert law.odds(lambda blow: Fraction(blow.hits - blow.damage)) == {Blow(2, 0, 1): half, Blow(0, 2, 0): half}
    assert law.odds(lambda blow: Fraction(blow.hits == 1)) == {Blow(1, 1, 2): 1}


def test_arrays_say_the_same_as_fractions():
    law = coin()
    blows = law.arrays[0]
    for heart in (Fraction(1), Fraction(1, 9)):
        values = np.array([float(blow.hits - heart * blow.damage) for blow in blows])
        chances = law.odds(lambda blow, heart=heart: blow.hits - heart * blow.damage)
        assert dict(zip(blows, law.mixed(values), strict=True)) == {blow: chances.get(blow, 0) for blow in blows}
        assert law.expected(values) == pytest.approx(float(worth(law, heart)))


def test_a_law_with_other_blows():
    harder = mapped(coin(), lambda blow: replace(blow, damage=blow.damage + 1))
    assert sorted(blow.damage for blow in harder.blows) == [1, 2, 3]
    assert harder.total == 3


def test_luck_in_a_whole_fight():
    """A boss with two hearts, one hero with two: worked out by hand."""
    law = coin()
    chain = Chain(Boss(2, lambda wounds: law.fight, lambda fight, bearable, keen: law), 1)
    assert chain.chance(0, 1) == 1
    party = Party(Fights(2, lambda group, wounds, left: law), (2,))
    assert party.chance(0, (2,)) == pytest.approx(1)
