"""Boss fights against value iteration over counted rolls, the four special bosses among them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from companion.games.one_deck_dungeon.boss import Boss, Chain, Round
from companion.games.one_deck_dungeon.boss_law import Blow
from companion.games.one_deck_dungeon.encounter import read_fight
from tests.oracle.one_deck_dungeon_fight import Slow, rolls

SMALL = {
    "plain": (2, "2/1/0 | S4k:h A5:h"),
    "two skulls": (3, "1/1/1/1 | S4k:h A5k:h M6:hh"),
    "hydra": (3, "2/2/0 | S5wk:h A4k:h | rules regrow 1"),
    "lich": (2, "3/1/0 | S3k:h A2k:h | rules twice"),
    "dragon": (2, "1/1/0/1 | S4k:h A3x A5k:h | rules bar H"),
    "yeti": (2, "2/2/0 | S5wxk S4k:h A5:h | rules discard 1"),
    "nobody is hurt": (2, "1/0/0 | S6k"),
}


def frontiers(text: str) -> tuple[Counter[frozenset[tuple[int, int, int]]], int]:
    """Return how often each set of (hits, missed, damage) can be had, and the number of ordered rolls."""
    fight = read_fight(text)
    slow = Slow(fight)
    skulls = {at for at, box in enumerate(fight.all_boxes) if box.skull}
    found: Counter[frozenset[tuple[int, int, int]]] = Counter()
    for (dice, _), many in Counter(rolls(fight)).items():
        found[
            frozenset((len(skulls & sets), len(skulls - sets), slow.loss(sets, (0, 0))[0]) for sets in slow.sets(dice))
        ] += many
    return found, sum(found.values())


def iterated(health: int, text: str, bearable: int, times: int = 400) -> float:
    """Return the chance to win after so many rounds at most, by value iteration with floating point."""
    found, total = frontiers(text)
    regrow = "regrow" in text
    win = {(b, c): 0.0 for b in range(health) for c in range(bearable + 1)}

    def value(b: int, c: int, hits: int, missed: int, damage: int) -> float:
        if damage > c:
            return 0.0
        after = max(0, b - missed * regrow) + hits
        return 1.0 if after >= health else win[after, c - damage]

    for _ in range(times):
        win = {
            (b, c): sum(many * max(value(b, c, *blow) for blow in blows) for blows, many in found.items()) / total
            for b, c in win
        }
    return win[0, bearable]


@pytest.mark.parametrize("name", SMALL)
def test_win_chance_is_the_limit_of_value_iteration(name):
    health, text = SMALL[name]
    chain = Chain(Boss(health, lambda wounds: read_fight(text)), 3)
    assert float(chain.chance(0, 3)) == pytest.approx(iterated(health, text, 3), abs=1e-9)


def test_the_minotaurs_target_rises_with_its_wounds():
    def fight(wounds: int):
        return read_fight(f"3/0/0 | S{max(6, 4 * wounds)}wk:h")

    chain = Chain(Boss(3, fight), 0)
    first, later = (Round(fight(wounds), 0).odds(lambda blow: Fraction(blow.hits)) for wounds in (0, 2))
    hit = [law[Blow(1, 0, 0)] for law in (first, later)]
    assert hit[0] > hit[1]
    assert chain.chance(0, 0) == hit[0] ** 2 * hit[1]


def test_hydra_grows_again_before_it_is_hurt_and_never_above_its_health():
    chain = Chain(Boss(5, lambda wounds: read_fight("1/0/0 | S6k:h S6k:h | rules regrow 1")), 3)
    assert chain.after(1, 3, Blow(1, 2, 1)) == (1, 2)
    assert chain.after(3, 3, Blow(1, 1, 0)) == (3, 3)


def test_who_falls_in_the_last_round_has_lost():
    chain = Chain(Boss(1, lambda wounds: read_fight("1/0/0 | S1k A6:h")), 1)
    assert chain.chance(0, 0) == 0
    assert chain.chance(0, 1) == 1


def test_rounds_and_damage_of_a_coin():
    chain = Chain(Boss(1, lambda wounds: read_fight("1/0/0 | S4k")), 0)
    assert chain.chance(0, 0) == 1
    assert chain.rounds(0, 0) == 2
    hurting = Chain(Boss(1, lambda wounds: read_fight("1/0/0 | S4k:h")), 2)
    assert hurting.chance(0, 2) == Fraction(7, 8)
    assert hurting.rounds(0, 2) == Fraction(7, 4)
    assert hurting.damage(0, 2) == Fraction(3, 4)


def test_the_chain_tells_its_progress():
    seen = []
    Chain(Boss(2, lambda wounds: read_fight("1/0/0 | S4k:h")), 1, seen.append).chance(0, 1)
    assert seen == [1, 2, 3, 4]
