"""Odds by sums of offers against counting out, and against arrays over all rolls."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from companion.games.one_deck_dungeon import axis, offers
from companion.games.one_deck_dungeon.boss import Round
from companion.games.one_deck_dungeon.covers import Slot
from companion.games.one_deck_dungeon.encounter import read_fight
from companion.games.one_deck_dungeon.fight import Encounter
from companion.games.one_deck_dungeon.heaps import Heaps
from companion.games.one_deck_dungeon.joint import fits
from companion.games.one_deck_dungeon.losses import PREFERENCES, WOUNDS
from companion.games.one_deck_dungeon.reckoning import LEAST, MOST
from companion.games.one_deck_dungeon.wants import Scale, Wants, scale_of, sums, undominated
from tests.oracle.one_deck_dungeon_cases import DRAGONS_CAVE, FOES, some_fight
from tests.oracle.one_deck_dungeon_fight import Slow


@pytest.mark.parametrize("seed", range(60))
def test_sums_of_offers_equal_counting_out(monkeypatch, seed):
    fight = some_fight(Random(f"joint {seed}"), 3)
    monkeypatch.setattr(Encounter, "joins", fits(Encounter(fight).plan.kinds))
    fast, slow = Encounter(fight), Slow(fight)
    for preference in PREFERENCES:
        assert {tuple(loss): many for loss, many in fast.law(preference).items()} == slow.law(preference), fight
    assert fast.full_cover * fast.total == slow.full(), fight


@pytest.mark.parametrize("seed", range(40))
def test_both_ways_agree_on_larger_pools(monkeypatch, seed):
    fight = some_fight(Random(f"both {seed}"), 6)
    monkeypatch.setattr(Encounter, "joins", fits(Encounter(fight).plan.kinds))
    joint = Encounter(fight).law(WOUNDS)
    monkeypatch.setattr(Encounter, "joins", False)
    assert dict(joint.items()) == dict(Encounter(fight).law(WOUNDS).items()), fight


@pytest.mark.parametrize("seed", range(30))
def test_offers_that_another_betters_are_left_out(seed):
    rng = Random(f"offers {seed}")
    some = [(rng.randrange(8), tuple(rng.randint(-9, 9) for _ in range(3))) for _ in range(40)]

    def betters(one, other):
        return one != other and other[0] & ~one[0] == 0 and all(x >= y for x, y in zip(one[1], other[1], strict=True))

    assert set(undominated(some)) == {one for one in some if not any(betters(other, one) for other in some)}


def test_what_takes_long_even_to_foresee_is_not_foreseen():
    boxes = "S6w:h A4:t S9w:hh A5:ht S12w:hhh A6:ht A2:h A2:h S3x S3x A12w:hhh"
    encounter = Encounter(read_fight(f"5/4/3/1 | {boxes}"))
    assert fits(encounter.plan.kinds)
    assert encounter.work == encounter.entries
    assert not {"effort", "sides"} & set(vars(encounter.joint))


@pytest.mark.parametrize("seed", range(40))
def test_telling_fewer_black_dice_apart_bounds_the_odds_and_the_finest_way_best(seed):
    rng = Random(f"coarse {seed}")
    fight = next(fight for _ in count() if Encounter(fight := some_fight(rng, 4, 5)).joinable)
    exact = Encounter(fight)
    for chance in (lambda one: one.nobody_falls, lambda one: one.full_cover):
        lower, upper = ([chance(Encounter(fight, coarse=one)) for one in steps] for steps in (LEAST, MOST))
        assert max(lower) == lower[-1] <= chance(exact) <= upper[-1] == min(upper), fight


def test_black_dice_are_taken_for_the_least_or_for_the_most_that_they_may_show():
    least, most = Scale((3, 6), 2), Scale((1, 4), 2, most=True)
    assert least.shows == {3: 3, 6: 6}
    assert most.shows == {1: 3, 4: 6}
    assert [least.wanted(target) for target in (1, 3, 4, 6)] == [3, 3, 6, 6]
    assert [most.wanted(target) for target in (1, 3, 4, 6)] == [1, 1, 4, 4]
    assert set(least.sums(7)) == {(6, 3), (3, 3, 3)}
    assert set(most.sums(7)) == {(4, 1), (1, 1, 1)}


def test_joining_piece_by_piece_comes_to_the_same(monkeypatch):
    fight = read_fight(f"2/2/2/1 | {FOES['ogre']} | {DRAGONS_CAVE}")
    monkeypatch.setattr(Encounter, "joins", True)
    whole = dict(Encounter(fight).law(WOUNDS).items())
    monkeypatch.setattr(offers, "CHUNK", 50)
    monkeypatch.setattr(axis, "CHUNK", 50)
    assert dict(Encounter(fight).law(WOUNDS).items()) == whole


@pytest.mark.parametrize("making", [True, False])
@pytest.mark.parametrize("foe", ["ogre", "goblin", "phantom", "ooze", "bandit"])
def test_both_ways_agree_on_base_foes(monkeypatch, foe, making):
    fight = read_fight(f"2/2/2/1 | {FOES[foe]} | {DRAGONS_CAVE} | hearts 2 3")
    monkeypatch.setattr(Encounter, "joins", True)
    joint = Encounter(fight, making=making)
    found = joint.law(WOUNDS)
    monkeypatch.setattr(Encounter, "joins", False)
    assert dict(found.items()) == dict(Encounter(fight, making=making).law(WOUNDS).items())


def test_both_ways_agree_on_what_a_boss_round_can_come_to(monkeypatch):
    fight = read_fight("2/2/2/1 | S3k:h S9w:hh A3k:h M3k:h H5:h | rules twice")
    monkeypatch.setattr(Encounter, "joins", True)
    joint = Round(fight, 4).sets
    monkeypatch.setattr(Encounter, "joins", False)
    assert joint == Round(fight, 4).sets


def test_a_die_of_this_colour_is_worth_giving_for_a_better_black_one(monkeypatch):
    monkeypatch.setattr(Encounter, "joins", True)
    fight = read_fight("1/0/3 | S5:h A4:h")
    fast, slow = Encounter(fight), Slow(fight)
    assert fast.full_cover * fast.total == slow.full() > 0


def test_natural_dice_that_just_fit_are_better_than_black_ones():
    slots = (Slot(1, 4), Slot(2, 6))
    scale = scale_of(slots, 2)
    assert scale.levels == (4, 6)
    assert Wants(slots, scale, 1).offers((6, 4)) == [(3, (0, 0)), (1, (1, 1)), (2, (1, 0)), (0, (2, 1))]


def test_sums_are_those_of_a_total():
    assert sorted(sums(4)) == [(1, 1, 1, 1), (2, 1, 1), (2, 2), (3, 1), (4,)]


def test_heaps_tell_which_boxes_are_covered():
    heaps = Heaps(range(1, 7), 3)
    found = heaps.covered([Slot(1, 7, wide=True), Slot(2, 4)])
    families = {dice: int(found[heaps.place(dice), 0]) for dice in [(), (4,), (6, 1), (4, 4), (6, 4, 3)]}
    assert families == {(): 0b0001, (4,): 0b0101, (6, 1): 0b0111, (4, 4): 0b0111, (6, 4, 3): 0b1111}
