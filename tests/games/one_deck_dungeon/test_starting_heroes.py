"""Every starting hero, alone and in every pair, before every foe and peril: with their skills the odds are exact."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace

from companion.games.one_deck_dungeon.boxes import COLOURS, Pool
from companion.games.one_deck_dungeon.losses import PREFERENCES, ranking
from companion.games.one_deck_dungeon.odds import deepest, options
from companion.games.one_deck_dungeon.playing import Playing
from tests.games.one_deck_dungeon.following import NAMES, begin, practice

HEROES = (
    "warrior", "rogue", "mage", "archer", "paladin", "herbalist", "forester", "pathfinder", "beekeeper", "thornguard",
)  # fmt: skip


@cache
def before_all(heroes):
    """Return these heroes before every foe, and at every way of every peril."""
    cat = practice().cat
    state = begin(" ".join(f"{name}={hero}" for name, hero in zip(NAMES, heroes, strict=False))).state
    faces = {foe.name: face for face in cat.faces if (foe := cat.foe(face)) is not None}
    return [met for face in faces.values() for met in options(cat, state, state.handles, face).values()]


def cut_down(met, rng, dice=3):
    """Return a meeting with a few of its dice, hearts and lower wide boxes, as exact as it can be."""
    some = [(owner, colour, 1) for owner, colour, _ in met.dice]
    some = tuple(sorted(rng.sample(some, min(dice, len(some)))))
    pools = [
        Pool(*(sum(o == at and c == one for o, c, _ in some) for one in COLOURS)) for at in range(len(met.fighters))
    ]
    fight = replace(
        met.fight,
        pool=Pool(*(sum(c == one for _, c, _ in some) for one in COLOURS)),
        boxes=tuple(replace(box, target=max(1, box.target // 2)) if box.wide else box for box in met.fight.boxes),
        hearts=tuple(rng.randint(1, 2) for _ in met.fight.hearts),
    )
    fighters = tuple(replace(one, pool=pool) for one, pool in zip(met.fighters, pools, strict=True))
    return deepest(replace(met, fight=fight, dice=some, fighters=fighters))


def averages(law, fight, preference):
    rows = [(ranking(fight, preference)(loss), weight) for loss, weight in law.items()]
    return [Fraction(sum(row[at] * n for row, n in rows), law.total) for at in range(len(rows[0][0]))]


@pytest.mark.parametrize("many", [1, 2])
def test_no_skill_of_a_starting_hero_is_left_out(many):
    fights = [met for heroes in combinations(HEROES, many) for met in before_all(heroes)]
    assert len(fights) == {1: 640, 2: 2880}[many]
    assert not [met.left_out for met in fights if met.left_out]


def test_cut_down_fights_of_starting_heroes_are_played_as_the_tree_plays_them():
    rng = Random(7)
    teams = [heroes for many in (1, 2) for heroes in combinations(HEROES, many)]
    for heroes in rng.sample(teams, 24):
        met = cut_down(rng.choice([met for met in before_all(heroes) if met.tools] or before_all(heroes)), rng)
        preference = rng.choice(PREFERENCES)
        whole = Playing(met.fight, met.dice, met.tools, len(met.fighters), limit=10**7).law(preference)
        assert averages(met.odds().law(preference), met.fight, preference) == averages(whole, met.fight, preference)
        assert not met.left_out
