"""Poison against the boss: each round begins with a roll to resist; against turn-by-turn counting and plain chains."""

from __future__ import annotations

from fractions import Fraction

import pytest

from companion.games.one_deck_dungeon.boss import Boss, Chain
from companion.games.one_deck_dungeon.boss_odds import boss_chain, boss_poisoned
from companion.games.one_deck_dungeon.boss_poison import Poisoned
from companion.games.one_deck_dungeon.encounter import read_fight
from companion.games.one_deck_dungeon.odds import resist_groups
from tests.games.one_deck_dungeon.following import FOUR, begin


def boss(health, text):
    return Boss(health, lambda wounds: read_fight(text))


@pytest.mark.parametrize("text", ["1/0/0 | S4k:h", "2/0/0 | S5k:h S3k:h", "1/0/0 | S4k:h | rules regrow 1"])
def test_without_poison_it_is_the_plain_chain(text):
    plain = Chain(boss(2, text), 2)
    assert Poisoned(boss(2, text), supply=8).chance(0, (3,), (0,)) == plain.chance(0, 2)
    assert Poisoned(boss(2, text), supply=8).chance(0, (2, 2), (0, 0)) == plain.chance(0, 2)


@pytest.mark.clause("one-deck-dungeon.boss.resist")
def test_a_token_is_resisted_before_the_first_round():
    sure = boss(1, "1/0/0 | S1k")
    assert Poisoned(sure, supply=8).chance(0, (2,), (1,)) == Fraction(5, 6)
    assert Poisoned(sure, supply=8).chance(0, (3,), (1,)) == 1
    assert Poisoned(sure, supply=8, help_=1).chance(0, (2,), (1,)) == 1


def test_a_failed_roll_hurts_the_poisoned_hero():
    sure = boss(1, "1/0/0 | S1k")
    assert Poisoned(sure, supply=8).chance(0, (2, 9), (2, 0)) == Fraction(4, 6)
    assert Poisoned(sure, supply=8).chance(0, (9, 2), (2, 0)) == 1
    assert Poisoned(sure, supply=8).chance(0, (9, 2), (1, 1)) == 1


def test_standard_and_hybrid_differ_in_what_success_does():
    two = boss(2, "1/0/0 | S1k")
    assert Poisoned(two, supply=8).chance(0, (2,), (2,)) == Fraction(4, 6) * Fraction(5, 6)
    assert Poisoned(two, supply=8, hybrid=True).chance(0, (2,), (2,)) == Fraction(4, 6) ** 2


def test_tokens_of_open_boxes_count_in_the_next_round():
    text = "1/0/0 | S4k:p"

    def by_hand(tokens, depth=60):
        """Play rounds one after the other: half of them win at once, else there is a token more to resist."""
        if not depth:
            return 0.0
        fails = min(6, tokens) / 6
        total = 0.0
        for chance, kept, hurt in ((1 - fails, max(0, tokens - 1), 0), (fails, tokens - 1, 1)):
            if chance and not hurt:
                total += chance * (0.5 + 0.5 * by_hand(kept + 1, depth - 1))
        return total

    assert float(Poisoned(boss(1, text), supply=8).chance(0, (2,), (1,))) == pytest.approx(by_hand(1, 30))


def test_without_tokens_in_the_supply_poison_is_damage():
    text = "1/0/0 | S4k:p"
    assert Poisoned(boss(1, text), supply=0).chance(0, (1,), (0,)) == Fraction(1, 2)
    assert Poisoned(boss(1, text), supply=0).chance(0, (2,), (0,)) == Fraction(3, 4)


def test_from_a_position_before_the_boss():
    follower = begin("ana=warrior", dungeon="dragons-cave", floor=4)
    clean, start = boss_poisoned(follower.game.cat, follower.state)
    chain, wounds, bearable = boss_chain(follower.game.cat, follower.state)
    assert start == (0, (6,), (0,))
    assert clean.chance(*start) == chain.chance(wounds, bearable)
    follower.set(poison_total=8, wounds=5).set_hero("ana", poison=4)
    ill, start = boss_poisoned(follower.game.cat, follower.state)
    assert start == (5, (6,), (4,))
    assert 0 < ill.chance(*start) < clean.chance(5, (6,), (0,))


def test_four_heroes_keep_the_poison_apart():
    follower = begin(FOUR, dungeon="dragons-cave").set(poison_total=16)
    follower.set_hero("ana", poison=2).set_hero("di", poison=2)
    chance, groups = resist_groups(follower.game.cat, follower.state)
    assert chance == Fraction(4, 9)
    assert not any({"ana", "di"} <= set(group) for group in groups)
