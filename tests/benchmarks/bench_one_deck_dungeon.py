"""How fast fights of One Deck Dungeon are counted: medians on two cores, cold plans each time."""

from __future__ import annotations

from itertools import combinations, cycle, product
from random import Random

import pytest

from companion.games.one_deck_dungeon.boss import Boss, Chain
from companion.games.one_deck_dungeon.encounter import read_fight
from companion.games.one_deck_dungeon.fight import Encounter
from companion.games.one_deck_dungeon.odds import options
from companion.games.one_deck_dungeon.placing import Present
from companion.games.one_deck_dungeon.reckoning import reckon
from companion.games.one_deck_dungeon.splits import Splits
from tests.games.one_deck_dungeon.following import NAMES, begin, core
from tests.oracle.one_deck_dungeon_cases import DRAGONS_CAVE, FOES, HEROES

PARTY = {"ana": (3, 1, 1), "bo": (1, 3, 1), "cy": (1, 1, 3), "di": (2, 2, 1)}
CARDS = (FOES["goblin"], FOES["ogre"])


def pair_fight(pair, card):
    pool = "/".join(str(sum(PARTY[hero][at] for hero in pair)) for at in range(3))
    return [read_fight(f"{pool} | {CARDS[card]} | floor S3:h | hearts 3 3")]


def test_starting_hero_against_base_foe(benchmark):
    fights = cycle([read_fight(f"{pool} | {foe}") for pool, foe in product(HEROES.values(), FOES.values())])
    benchmark.pedantic(lambda fight: Encounter(fight).law(), setup=lambda: ((next(fights),), {}), rounds=60)
    assert benchmark.stats["median"] < 0.1


def starting(heroes, kind="combat"):
    """Return the starting heroes together before each foe or peril of the core set, with their skills."""
    state = begin(" ".join(f"{name}={hero}" for name, hero in zip(NAMES, heroes, strict=False)), game=core()).state
    cat, names = core().cat, {}
    for face in cat.faces:
        foe = cat.foe(face)
        if foe is not None and foe.kind == kind:
            names.setdefault(foe.name, face)
    return [met for face in names.values() for met in options(cat, state, state.handles, face).values()]


def test_starting_hero_with_skills_against_base_foe(benchmark):
    fights = cycle([met for hero in HEROES for met in starting([hero])])
    benchmark.pedantic(lambda met: met.odds().law(), setup=lambda: ((next(fights),), {}), rounds=60)
    assert not next(fights).left_out
    assert benchmark.stats["median"] < 0.1


def test_starting_pair_with_skills_against_base_foe(benchmark):
    fights = cycle([met for pair in combinations(HEROES, 2) for met in starting(pair)][::7])
    benchmark.pedantic(lambda met: met.odds().law(), setup=lambda: ((next(fights),), {}), rounds=18)
    assert not next(fights).left_out
    assert benchmark.stats["median"] < 1


@pytest.mark.parametrize("partner", ["warrior", "rogue", "mage", "archer"])
def test_a_pair_that_rolls_ones_again(benchmark, partner):
    fights = cycle(starting([partner, "paladin"]))
    benchmark.pedantic(lambda met: met.odds().law(), setup=lambda: ((next(fights),), {}), rounds=12)
    assert not any(met.left_out for met in starting([partner, "paladin"]))


def test_starting_pair_before_a_peril(benchmark):
    fights = cycle([met for pair in combinations(HEROES, 2) for met in starting(pair, "peril")])
    benchmark.pedantic(lambda met: met.odds().law(), setup=lambda: ((next(fights),), {}), rounds=60)
    assert benchmark.stats["median"] < 0.1


@pytest.mark.parametrize("pool", ["4/3/2/1", "5/3/2/1"])
def test_mid_game_against_ogre_on_the_third_floor(benchmark, pool):
    fight = read_fight(f"{pool} | {FOES['ogre']} | {DRAGONS_CAVE}")
    benchmark.pedantic(lambda: Encounter(fight).law(), rounds=3)


def test_a_large_pool_against_ogre_on_the_third_floor(benchmark):
    fight = read_fight(f"6/4/3/2 | {FOES['ogre']} | {DRAGONS_CAVE}")
    law = benchmark.pedantic(lambda: Encounter(fight).law(), rounds=2)
    assert law.total == 6**15


def test_bounds_of_a_large_pool(benchmark):
    fight = read_fight(f"6/4/3/2 | {FOES['ogre']} | {DRAGONS_CAVE} | hearts 3 4")
    found = benchmark.pedantic(lambda: reckon(fight, Random(1), rolls=0), rounds=2)
    assert found.least < found.most < 1


def test_first_ranking_of_the_splits(benchmark):
    ranked = benchmark.pedantic(lambda: Splits(list(PARTY), pair_fight).first(), rounds=3)
    assert len(ranked) == 12
    assert benchmark.stats["median"] < 1


def test_exact_ranking_of_the_splits(benchmark):
    ranked = benchmark.pedantic(lambda: Splits(list(PARTY), pair_fight).exact(), rounds=1)
    assert all(split.exact for split in ranked)
    assert len(list(combinations(PARTY, 2))) == 6
    assert benchmark.stats["median"] < 15


@pytest.mark.parametrize("foe", ["ogre", "shadow", "fire elemental"])
@pytest.mark.parametrize("pool", ["6/4/3/2", "7/5/5/3"])
def test_the_present_roll(benchmark, pool, foe):
    fight = read_fight(f"{pool} | {FOES[foe]} | {DRAGONS_CAVE}")
    rng = Random(1)
    rolls = cycle([[[rng.randint(1, 6) for _ in range(many)] for many in fight.pool.counts()] for _ in range(10)])
    benchmark.pedantic(lambda roll: Present(fight, roll).priced(), setup=lambda: ((next(rolls),), {}), rounds=10)
    assert Present(fight, next(rolls)).proven


def test_a_boss_to_the_end(benchmark):
    boss = Boss(5, lambda wounds: read_fight("3/2/2/1 | S3k:h S9w:hh A3k:h A8w:hh M3k:h | rules twice"))
    assert benchmark.pedantic(lambda: Chain(boss, 4).chance(0, 4), rounds=2) > 0
