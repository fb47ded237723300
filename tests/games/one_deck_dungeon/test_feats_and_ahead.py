"""Feats before the roll, counted out; and what lies ahead, against dealing every order."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest
from msgspec.structs import replace

from companion.engine.errors import TooFewCardsError
from companion.games.one_deck_dungeon.abilities import Cost
from companion.games.one_deck_dungeon.ahead import at_least_one, level_by, stairs_damage, turns_to_stairs, xp_law
from companion.games.one_deck_dungeon.encounter import read_fight
from companion.games.one_deck_dungeon.feats import Dropping, gambled
from tests.oracle.one_deck_dungeon_fight import Slow

TEXT = "1/1/0 | S4:h A5:hh A3:t"


def best(slow: Slow, hand) -> tuple[int, int, int, bool]:
    losses = [slow.loss(sets, (0, 0)) for sets in slow.sets(tuple(sorted(hand)))]
    return min(losses, key=lambda loss: slow.key(loss, "fewest wounds"))


@pytest.mark.parametrize("many", [1, 2])
def test_a_gamble_is_paid_when_a_die_shows_one(many):
    fight = read_fight(TEXT)
    slow, expected = Slow(fight), Counter()
    for strength, agility, *black in product(range(1, 7), repeat=2 + many):
        damage, time, poison, won = best(slow, [("S", strength), ("A", agility), *(("H", value) for value in black)])
        bad = 1 in black
        expected[damage + bad, time + 3 * bad, poison, won] += 1
    law = gambled(fight, many, Cost(1, 3))
    assert {tuple(loss): weight for loss, weight in law.items()} == expected


@pytest.mark.parametrize("many", [2, 3])
def test_the_lowest_die_is_dropped(many):
    fight = read_fight(TEXT)
    slow, expected = Slow(fight), Counter()
    for strength, agility, *black in product(range(1, 7), repeat=2 + many):
        kept = sorted(black)[1:]
        damage, time, poison, won = best(slow, [("S", strength), ("A", agility), *(("H", value) for value in kept)])
        expected[damage, time + 2, poison, won] += 1
    law = Dropping(fight, many, 1, Cost(0, 2)).law()
    assert {tuple(loss): weight for loss, weight in law.items()} == expected


def test_the_better_of_two_black_dice():
    chances = Dropping(read_fight("0/0/0 | S5:h"), 2, 1, Cost(0, 2))
    assert chances.full_cover == 1 - Fraction(4, 6) ** 2
    assert replace(chances.fight, paid=Cost()).pool.heroic == 2


def test_xp_is_that_of_every_deal():
    cards = [2, 2, 2, 3, 4]
    dealt = Counter(sum(hand) for hand in combinations(cards, 3))
    assert dict(xp_law({2: 3, 3: 1, 4: 1}, 3).items()) == dealt
    assert level_by({2: 3, 3: 1, 4: 1}, 3, 1, 9) == Fraction(sum(n for xp, n in dealt.items() if xp >= 8), 10)
    with pytest.raises(TooFewCardsError):
        xp_law({2: 1}, 2)


def test_the_base_deck():
    law = xp_law({2: 18, 3: 14, 4: 12}, 1)
    assert Fraction(sum(xp * weight for xp, weight in law.items()), law.total) == Fraction(126, 44)
    assert round(float(at_least_one(44, 12, 4)), 4) == 0.7351


def test_stairs():
    assert turns_to_stairs(30, 2, 2) == 14
    assert turns_to_stairs(30, 2, 4, 1, size=2) == 6
    assert stairs_damage(2, 7) == 3
    assert stairs_damage(5, 8, 6, 2) == 4
    with pytest.raises(ValueError, match="time must pass"):
        turns_to_stairs(3, 0, 0)
