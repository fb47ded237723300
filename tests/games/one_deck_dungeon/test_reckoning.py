"""Any pool gets an answer: exact, or a proven bound with an estimate that says what it is."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import msgspec
import pytest

from companion.games.one_deck_dungeon.boxes import Box
from companion.games.one_deck_dungeon.encounter import read_fight
from companion.games.one_deck_dungeon.fight import Encounter
from companion.games.one_deck_dungeon.losses import TIME
from companion.games.one_deck_dungeon.reckoning import (
    COARSE,
    LEAST,
    Reckoning,
    bounding,
    bounds,
    counted,
    reckon,
    rounded,
    smaller,
    work,
)
from tests.oracle.one_deck_dungeon_cases import DRAGONS_CAVE, FOES, some_fight

TEXT = f"3/2/1/1 | {FOES['goblin']} | hearts 2"


def test_a_small_fight_is_exact():
    found = reckon(read_fight(TEXT), Random(1))
    exact = Encounter(read_fight(TEXT)).nobody_falls
    assert found == Reckoning(exact, exact, most=exact)
    assert found.interval == (float(exact), float(exact))


def test_a_large_fight_has_a_proven_bound_and_an_estimate_around_the_truth():
    fight = read_fight(TEXT)
    found = reckon(fight, Random(1), rolls=150, quick=500)
    exact = Encounter(fight).nobody_falls
    assert found.exact is None
    assert found.seen == 150
    assert found.least <= exact <= found.most
    low, high = found.interval
    assert low <= float(exact) <= high
    assert float(found.least) <= low


def test_dice_are_taken_away_until_it_is_quick():
    fight = smaller(read_fight(f"8/8/8/6 | {FOES['ogre']}"))
    assert work(fight) <= 1_000_000
    assert max(fight.pool.counts()) <= 8
    assert sum(fight.pool.counts()) >= 8


def test_where_faces_cost_something_rounded_values_bound_the_odds():
    fight = read_fight("3/2/1/1 | S4:h A5:h | rules toll 1h per 1 | hearts 2")
    found = reckon(fight, Random(2), rolls=0, quick=work(fight) - 1)
    assert found.exact is None
    assert found.least <= Encounter(fight).nobody_falls <= found.most


@pytest.mark.parametrize("steps", COARSE)
@pytest.mark.parametrize("foe", ["goblin", "ogre", "phantom"])
def test_rounding_values_bounds_the_odds_on_both_sides(steps, foe):
    fight = read_fight(f"2/2/1/1 | {FOES[foe]} | hearts 2")
    low, high = (rounded(fight, values).nobody_falls for values in steps)
    assert low <= Encounter(fight).nobody_falls <= high


def test_both_bounds_come_of_rounding_where_a_pool_is_large():
    fight = read_fight(f"6/4/3/2 | {FOES['ogre']} | {DRAGONS_CAVE} | hearts 3 4")
    least, most = bounds(fight, 50_000, lambda encounter: encounter.nobody_falls)
    assert 0.85 < least < most < 0.995


@pytest.mark.parametrize(("pool", "entries"), [("1/0/0", 6), ("2/1/0", 126), ("0/0/0/1", 6 + 6)])
def test_work_is_counted_in_entries(pool, entries):
    assert work(read_fight(f"{pool} | S4:h A4:h")) == entries


@pytest.mark.parametrize("rules", ["", " | rules toll 1h per 1"])
@pytest.mark.parametrize("quick", [10, 2_000, 10_000_000])
def test_a_fight_that_is_too_large_is_counted_as_a_harder_one(rules, quick):
    fight = read_fight(TEXT + rules)
    encounter, exact = counted(fight, quick)
    whole = Encounter(fight)
    assert exact == (work(fight) <= quick)
    assert encounter.nobody_falls <= whole.nobody_falls
    if exact:
        assert encounter.nobody_falls == whole.nobody_falls


def test_a_pool_far_too_large_still_has_bounds_that_say_something():
    boxes = "S6w:h A4:t S9w:hh A5:ht S12w:hhh A6:ht A2:h A2:h S3x S3x A12w:hhh"
    fight = read_fight(f"4/3/3/1 | {boxes} | hearts 4 3")
    least, most = bounds(fight, 10_000, lambda encounter: encounter.nobody_falls)
    assert 0 < least < most < 1


def test_a_fight_that_is_too_large_is_counted_as_if_fewer_black_dice_were_told_apart():
    fight = read_fight(TEXT)
    encounter, exact = counted(fight, 100)
    assert not exact
    assert encounter.coarse in LEAST
    assert encounter.nobody_falls <= Encounter(fight).nobody_falls


@pytest.mark.parametrize("seed", range(8))
def test_a_box_that_adds_up_colours_lies_between_one_of_a_colour_and_one_of_any_die(seed: int) -> None:
    rng = Random(seed)
    fight = some_fight(rng, dice=5, boxes=3)
    gathered = (Box("G", rng.randint(5, 12), wide=True, damage=2), Box("G", 3, wide=True, time=1))
    fight = msgspec.structs.replace(fight, boxes=(*fight.boxes, *gathered))
    assert not Encounter(fight).joinable
    harder, easier = bounding(fight, 1_000_000)
    for chance in (lambda law: law.nobody_falls, lambda law: law.full_cover, in_time):
        exact = chance(Encounter(fight))
        assert all(chance(law) <= exact for law in harder)
        assert all(exact <= chance(law) for law in easier)


def in_time(law: Encounter) -> Fraction:
    """Return the chance that no time is lost."""
    return law.law(TIME).where(lambda loss: not loss.time)


def test_a_vast_pool_before_a_box_that_adds_up_colours_has_bounds_on_both_sides() -> None:
    fight = read_fight("8/8/8/6 | S6:h A4:h G9w:hh M5:h | hearts 2 2")
    least, most = bounds(fight, 100_000, lambda law: law.nobody_falls)
    assert Fraction(1, 2) < least <= most
