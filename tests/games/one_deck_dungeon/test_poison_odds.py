"""Resist Poison: closed forms against rolling it out face by face."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from companion.engine.odds import Table
from companion.games.one_deck_dungeon.encounter import read_fight
from companion.games.one_deck_dungeon.losses import loss_of
from companion.games.one_deck_dungeon.poison import (
    damage_formula,
    expected_damage,
    expected_turns,
    failures,
    forecast,
    groups_chance,
    leaves_law,
    resist_chance,
    turns_formula,
)

CASES = [(tokens, leaves) for tokens in range(9) for leaves in range(5)]


def by_faces(tokens: int, leaves: int, hybrid: bool) -> Fraction:
    """Return the damage expected, face by face, until no roll can fail any more."""
    if (tokens <= leaves and hybrid) or tokens == 0:
        return Fraction(0)
    fails = sum(face + leaves <= tokens for face in range(1, 7))
    down = by_faces(tokens - 1, leaves, hybrid)
    if hybrid:
        return down + 2
    return down + Fraction(2 * fails, 6)


@pytest.mark.parametrize(("tokens", "leaves"), CASES)
@pytest.mark.parametrize("hybrid", [False, True])
def test_expected_damage_is_that_of_rolling_it_out(tokens, leaves, hybrid):
    value = expected_damage(tokens, leaves, hybrid)
    assert value == by_faces(tokens, leaves, hybrid)
    assert Fraction(str(damage_formula(tokens, leaves, hybrid).doit())) == value


@pytest.mark.parametrize(("tokens", "leaves"), CASES)
def test_standard_damage_is_twice_the_expected_failures(tokens, leaves):
    law = failures(tokens, leaves)
    assert law.total == 6**tokens
    assert 2 * Fraction(sum(k * weight for k, weight in law.items()), law.total) == expected_damage(tokens, leaves)


def test_the_closed_form_of_the_facts():
    for tokens, leaves in CASES:
        if 0 <= tokens - leaves <= 6:
            assert expected_damage(tokens, leaves) == Fraction((tokens - leaves) * (tokens - leaves + 1), 6)
    assert expected_damage(8, 0) == Fraction(6 * 7, 6) + 2 * 2


@pytest.mark.parametrize("hybrid", [False, True])
def test_turns(hybrid):
    assert expected_turns(5, 2, hybrid) == (Fraction(6, 1) + Fraction(6, 2) + Fraction(6, 3) if hybrid else 5)
    for tokens, leaves in CASES:
        value = expected_turns(tokens, leaves, hybrid)
        assert Fraction(str(turns_formula(tokens, leaves, hybrid).doit())) == value


def test_resisting_now():
    assert resist_chance(0) == 1
    assert resist_chance(1) == Fraction(5, 6)
    assert resist_chance(6) == 0
    assert resist_chance(6, 2) == Fraction(2, 6)
    assert resist_chance(3, 9) == 1
    assert groups_chance([2, 0]) == Fraction(4, 6)


def test_hybrid_damage_is_twice_the_tokens_removed_by_failing():
    law = forecast(5, [Table({0: 1})] * 4, [1, 0, 2, 0], 8, hybrid=True)
    assert all(damage == 2 * (5 - tokens) for tokens, damage in law)


def test_standard_rolls_take_a_token_each():
    law = forecast(3, [Table({0: 1})] * 5, [0] * 5, 8)
    assert {tokens for tokens, _ in law} == {0}
    assert Fraction(sum(d * w for (_, d), w in law.items()), law.total) == expected_damage(3)


def test_tokens_that_the_supply_lacks_are_damage():
    law = forecast(1, [Table({2: 1})], [9], 2)
    assert dict(law.items()) == {(1, 1): 6}


def test_arrivals_come_before_the_roll():
    law = forecast(0, [Table({0: 1, 3: 1})], [0], 8)
    assert dict(law.items()) == {(0, 0): 6, (2, 0): 3, (2, 2): 3}


def test_leaves_on_doors_are_hypergeometric():
    law = leaves_law(44, 22, 4)
    assert law.probability(2) == Fraction(comb(22, 2) ** 2, comb(44, 4))
    assert [round(float(law.probability(k)), 4) for k in range(5)] == [0.0539, 0.2496, 0.3931, 0.2496, 0.0539]


@pytest.mark.parametrize(("paid", "tokens", "lost"), [(2, 3, (2, 3)), (2, 1, (4, 1)), (2, 9, (0, 5)), (0, 2, (1, 2))])
def test_poison_that_is_paid_before_the_fight_uses_up_tokens(paid: int, tokens: int, lost: tuple[int, int]) -> None:
    fight = read_fight(f"1/0/0/0 | S6:ppp | paid {paid}p | tokens {tokens}")
    loss = loss_of(fight, 0)
    assert (loss.damage, loss.poison) == lost
