"""How fast fights of One Deck Dungeon are counted: medians on two cores, cold plans each time."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, cycle, product
from random import Random
from time import process_time

import pytest

from companion.games.one_deck_dungeon.boss import Boss, Chain
from companion.games.one_deck_dungeon.boss_bounds import bounds
from companion.games.one_deck_dungeon.encounter import read_fight
from companion.games.one_deck_dungeon.fight import Encounter
from companion.games.one_deck_dungeon.odds import meeting, options
from companion.games.one_deck_dungeon.placing import Present
from companion.games.one_deck_dungeon.reckoning import QUICK, reckon
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


BOUGHT = [("mage", "shimmerblast"), ("warrior", "backstab"), ("rogue", "accuracy"), ("archer", "haste")]


@pytest.mark.parametrize(("hero", "skill"), BOUGHT)
def test_a_hero_with_a_skill_that_costs_dice(benchmark, hero, skill):
    game = core()
    card = next(face for face in game.cat.faces if face.skill == skill)
    state = begin(f"ana={hero}", game=game).set_hero("ana", skills=(card,)).state
    foes = [face for face in game.cat.faces if (foe := game.cat.foe(face)) is not None and foe.kind == "combat"]
    fights = cycle([meeting(game.cat, state, ("ana",), face) for face in foes])
    benchmark.pedantic(lambda met: met.odds().law(), setup=lambda: ((next(fights),), {}), rounds=12)
    assert not next(fights).left_out


def test_starting_pair_before_a_peril(benchmark):
    fights = cycle([met for pair in combinations(HEROES, 2) for met in starting(pair, "peril")])
    benchmark.pedantic(lambda met: met.odds().law(), setup=lambda: ((next(fights),), {}), rounds=60)
    assert benchmark.stats["median"] < 0.1


@pytest.mark.parametrize("pool", ["4/3/2/1", "5/3/2/1"])
def test_mid_game_against_ogre_on_the_third_floor(benchmark, pool):
    fight = read_fight(f"{pool} | {FOES['ogre']} | {DRAGONS_CAVE}")
    benchmark.pedantic(lambda: Encounter(fight).law(), rounds=3)


@pytest.mark.benchmark(timer=process_time)
def test_a_large_pool_against_ogre_on_the_third_floor(benchmark):
    fight = read_fight(f"6/4/3/2 | {FOES['ogre']} | {DRAGONS_CAVE}")
    law = benchmark.pedantic(lambda: Encounter(fight).law(), rounds=5)
    assert law.total == 6**15
    assert benchmark.stats["min"] < 1


MINOTAURS_MAZE = "floor A2:h A2:h / S3x S3x / A12w:hhh"


@pytest.mark.parametrize(
    ("pool", "floors", "hearts", "apart"),
    [("8/8/8/6", DRAGONS_CAVE, 1, 0.08), ("8/6/5/2", MINOTAURS_MAZE, 1, 0.6), ("7/5/5/3", DRAGONS_CAVE, 1, 0.25)],
)
def test_bounds_of_pools_too_large_to_be_counted(benchmark, pool, floors, hearts, apart):
    fight = read_fight(f"{pool} | {FOES['ogre']} | {floors} | hearts {hearts}")
    found = benchmark.pedantic(lambda: reckon(fight, Random(1), rolls=0, quick=QUICK // 2), rounds=2)
    assert found.exact is None
    assert 0 < found.least < found.most < found.least + Fraction(apart)


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


@pytest.mark.parametrize(
    "boss",
    [
        "S13wk:hhh M6:hh S19wk:hhh M6:hh A13wk:hhh A6:hh | rules regrow 1",
        "S3k:h S17w:hhh A3k:h A16w:hhhh M3k:h M15w:hhhhh | rules twice",
        "S24wxk S4k:h S5k:h M5:hh M6:hh S6k:h A5:hh A6:hh | rules discard 1",
        "A5x A5x A6k:h M16w:hhhh M6k:h S17w:hhhh S6k:h | rules bar H",
    ],
    ids=["hydra", "lich", "yeti", "dragon"],
)
def test_bounds_of_a_late_round_against_a_boss(benchmark, boss):
    fight = read_fight(f"5/4/4/3 | {boss}")
    low, high = benchmark.pedantic(lambda: bounds(fight, 6, keen=True), rounds=2)
    assert low is not None
    assert high is not None
