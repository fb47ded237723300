"""The twelve ways of four heroes to meet two cards."""

from __future__ import annotations

import pytest

from companion.games.one_deck_dungeon.encounter import read_fight
from companion.games.one_deck_dungeon.fight import Encounter
from companion.games.one_deck_dungeon.splits import Splits, best_option, ways

POOLS = {"ana": (2, 0, 0), "bo": (0, 2, 0), "cy": (0, 0, 2), "di": (1, 1, 0)}
CARDS = ("S5:h M6:h S2:t", "A5:h A5:h M4:tt")


def fight(pair, card):
    pool = "/".join(str(sum(POOLS[hero][at] for hero in pair)) for at in range(3))
    return [read_fight(f"{pool} | {CARDS[card]} | hearts 1 2")]


def test_there_are_twelve_ways_and_each_hero_fights_once():
    found = list(ways(list(POOLS)))
    assert len(set(found)) == 12
    for one, other in found:
        assert {*one[0], *other[0]} == set(POOLS)
        assert {one[1], other[1]} == {0, 1}
    with pytest.raises(ValueError, match="four heroes"):
        list(ways(["ana", "bo"]))


def test_the_ranking_is_that_of_each_way_by_itself():
    splits = Splits(list(POOLS), fight)
    seen = []
    ranked = splits.exact(lambda done, of: seen.append((done, of)))
    assert seen == [(done, 12) for done in range(1, 13)]
    for split in ranked:
        both = [Encounter(fight(*meeting)[0]) for meeting in split.meetings]
        assert split.safe == both[0].nobody_falls * both[1].nobody_falls
    order = [(-split.safe, split.damage + split.poison) for split in ranked]
    assert order == sorted(order)
    assert len(ranked) == 12


def test_the_first_ranking_bounds_the_exact_one():
    splits = Splits(list(POOLS), fight)
    exact = {split.meetings: split for split in splits.exact()}
    for split in splits.first():
        assert not split.exact
        assert split.safe <= exact[split.meetings].safe


def test_the_better_option_of_a_peril_counts_what_it_costs():
    cheap = read_fight("0/0/4 | M6w:ht | paid 2t | hearts 3")
    dear = read_fight("4/0/0 | S11w:hhhtt | hearts 3")
    assert best_option({1: cheap, 2: dear}) == 1
    assert best_option({1: read_fight("0/0/1 | M6w:hhht | paid 2t | hearts 3"), 2: dear}) == 2


def test_encounters_that_are_too_large_are_bounded_and_say_so():
    exact = {split.meetings: split for split in Splits(list(POOLS), fight).exact()}
    bounded = Splits(list(POOLS), fight, quick=60).exact()
    assert not any(split.exact for split in bounded)
    for split in bounded:
        assert split.safe <= exact[split.meetings].safe
        assert split.damage >= exact[split.meetings].damage
