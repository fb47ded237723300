"""Any pool gets an answer: exact, or a proven bound with an estimate that says what it is."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.one_deck_dungeon.encounter import read_fight
from companion.games.one_deck_dungeon.fight import Encounter
from companion.games.one_deck_dungeon.reckoning import Reckoning, reckon, smaller, work
from tests.oracle.one_deck_dungeon_cases import FOES

TEXT = f"3/2/1/1 | {FOES['goblin']} | hearts 2"


def test_a_small_fight_is_exact():
    found = reckon(read_fight(TEXT), Random(1))
    exact = Encounter(read_fight(TEXT)).nobody_falls
    assert found == Reckoning(exact, exact)
    assert found.interval == (float(exact), float(exact))


def test_a_large_fight_has_a_proven_bound_and_an_estimate_around_the_truth():
    fight = read_fight(TEXT)
    found = reckon(fight, Random(1), rolls=150, quick=500)
    exact = Encounter(fight).nobody_falls
    assert found.exact is None
    assert found.seen == 150
    assert found.least <= exact
    low, high = found.interval
    assert low <= float(exact) <= high
    assert float(found.least) <= low


def test_dice_are_taken_away_until_it_is_quick():
    fight = smaller(read_fight(f"8/8/8/6 | {FOES['ogre']}"))
    assert work(fight) <= 2_000_000
    assert max(fight.pool.counts()) <= 8
    assert sum(fight.pool.counts()) >= 8


def test_where_faces_cost_something_nothing_is_promised():
    fight = read_fight("3/2/1/1 | S4:h A5:h | rules toll 1h per 1 | hearts 2")
    assert reckon(fight, Random(2), rolls=5, quick=500).least == 0


@pytest.mark.parametrize(("pool", "entries"), [("1/0/0", 6), ("2/1/0", 126), ("0/0/0/1", 6 + 6)])
def test_work_is_counted_in_entries(pool, entries):
    assert work(read_fight(f"{pool} | S4:h A4:h")) == entries
