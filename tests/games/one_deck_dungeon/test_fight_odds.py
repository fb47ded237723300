"""The odds of one encounter against counting every ordered roll and every placement, and what must hold of them."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import icepool
import pytest
from msgspec.structs import replace

from companion.engine.errors import UnreadableError
from companion.games.one_deck_dungeon.boxes import Box, Pool, read_box, read_boxes, spell_boxes
from companion.games.one_deck_dungeon.encounter import Fight, read_fight, spell_fight
from companion.games.one_deck_dungeon.fight import Encounter, weighed
from companion.games.one_deck_dungeon.losses import PREFERENCES, Loss
from companion.games.one_deck_dungeon.odds import meeting
from companion.games.one_deck_dungeon.rolls import ONES_AGAIN, chance_of_sum, roll_law
from companion.games.one_deck_dungeon.state import Face
from tests.games.one_deck_dungeon.following import begin, practice
from tests.oracle.one_deck_dungeon_cases import DRAGONS_CAVE, FOES, HEROES, some_fight
from tests.oracle.one_deck_dungeon_fight import Slow


def odds(text: str) -> Encounter:
    return Encounter(read_fight(text))


@pytest.mark.parametrize("dice", [3] * 20 + [4])
def test_every_law_equals_counting_out(dice, request):
    rng = Random(request.node.name)
    for _ in range(10):
        fight = some_fight(rng, dice)
        fast, slow = Encounter(fight), Slow(fight)
        for preference in PREFERENCES:
            assert {tuple(loss): many for loss, many in fast.law(preference).items()} == slow.law(preference), fight
        assert fast.full_cover * fast.total == slow.full(), fight


@pytest.mark.parametrize("foe", FOES)
def test_base_foes_equal_counting_out_for_one_die_of_each_kind(foe):
    fight = read_fight(f"1/1/1 | {FOES[foe]}")
    assert {tuple(loss): many for loss, many in Encounter(fight).law().items()} == Slow(fight).law("fewest wounds")


@pytest.mark.parametrize("seed", range(12))
def test_more_dice_never_lower_full_cover_nor_raise_wounds(seed):
    rng = Random(seed)
    fight = replace(some_fight(rng), rules=())
    counts = list(fight.pool.counts())
    counts[rng.randrange(4)] += 1
    less, more = Encounter(fight), Encounter(replace(fight, pool=Pool(*counts)))
    assert more.full_cover >= less.full_cover
    assert more.nobody_falls >= less.nobody_falls


@pytest.mark.parametrize("seed", range(12))
def test_a_higher_target_never_helps(seed):
    rng = Random(seed)
    fight = some_fight(rng)
    first, *rest = fight.boxes
    harder = replace(fight, boxes=(replace(first, target=first.target + 1), *rest))
    assert Encounter(harder).full_cover <= Encounter(fight).full_cover


@pytest.mark.parametrize("seed", range(12))
def test_a_black_die_is_never_worse_than_a_coloured_one(seed):
    fight = replace(some_fight(Random(seed)), rules=())
    strength, *rest = fight.pool.counts()
    one_more = replace(fight, pool=Pool(strength + 1, *rest))
    one_black = replace(fight, pool=Pool(strength, *rest[:2], rest[2] + 1))
    assert Encounter(one_black).full_cover >= Encounter(one_more).full_cover


def test_a_black_die_is_worse_than_a_coloured_one_on_the_dragons_skulls():
    coloured, black = odds("1/0/0/0 | S6k:h | rules bar H"), odds("0/0/0/1 | S6k:h | rules bar H")
    assert (coloured.full_cover, black.full_cover) == (Fraction(1, 6), 0)


def test_least_damage_belongs_to_every_preference():
    fight = odds(f"4/2/1 | {FOES['goblin']} | hearts 3")
    least = fight.damage
    for preference in PREFERENCES:
        law = fight.law(preference)
        for damage in range(5):
            assert law.where(lambda loss, d=damage: loss.damage <= d) <= least.where(lambda loss, d=damage: loss <= d)


def test_wide_boxes_against_icepool():
    for many, target in ((3, 11), (4, 14), (5, 11), (6, 21)):
        known = icepool.d6.repeat_and_sum(many) >= target if hasattr(icepool.d6, "repeat_and_sum") else None
        known = known if known is not None else (many @ icepool.d6) >= target
        ours = odds(f"{many}/0/0/0 | S{target}w:h").full_cover
        assert ours == Fraction(known.probability(True)) == Fraction(*chance_of_sum(many, target))


def test_small_boxes_of_one_colour_against_icepool():
    pool = icepool.d6.pool(4)
    known = pool.highest(2).expand().map(lambda high: high[0] >= 3 and high[1] >= 5)
    assert odds("4/0/0/0 | S5:h S3:t").full_cover == Fraction(known.probability(True))


def test_phantom_leaves_two_thirds_of_the_dice():
    survivors = dict.fromkeys(range(5), 0)
    encounter = odds("4/0/0/0 | S6 | rules discard 13")
    for roll, weight in encounter.throws(0).items():
        assert set(roll.dice) <= {2, 4, 5, 6}
        survivors[len(roll.dice)] += weight
    assert [Fraction(many, 6**4) for many in survivors.values()] == [
        Fraction(c * 2**k, 81) for k, c in enumerate((1, 4, 6, 4, 1))
    ]


def test_split_costs_a_sixth_of_a_time_a_die():
    law = odds("2/1/1/1 | S1:h | rules toll 1t per 1").law()
    assert sum(Fraction(loss.time * weight, law.total) for loss, weight in law.items()) == Fraction(5, 6)


def test_the_bandit_wants_three_dice_for_a_black_one():
    boxes = "M4:h"
    assert odds(f"2/0/0/0 | {boxes}").full_cover == Fraction(1, 4)
    assert odds(f"2/0/0/0 | {boxes} | rules black 3").full_cover == 0
    assert odds(f"3/0/0/0 | {boxes} | rules black 3").full_cover == Fraction(1, 8)


def test_armor_first():
    law = odds("1/0/0/0 | S3:h A6x:t").law()
    assert dict(law.items()) == {Loss(1, 1): 6}
    assert odds("1/1/0/0 | S3:h A6x:t").law().where(lambda loss: loss == Loss(0, 0)) == Fraction(4 * 1 + 0, 36)


def test_good_usual_and_bad_day():
    fight = odds(f"4/2/1 | {FOES['goblin']} | hearts 2")
    assert [loss.damage for loss in fight.days()] == [0, 0, 2]
    assert fight.nobody_falls == fight.damage.where(lambda damage: damage <= 1)


def test_poison_turns_into_damage_when_the_supply_is_empty():
    assert dict(odds("0/1/0/0 | S6:ppp | wards prevent 1h | tokens 2").law().items()) == {Loss(1, 0, 2): 6}


@pytest.mark.clause("one-deck-dungeon.poison.supply", "one-deck-dungeon.poison.replaced")
def test_damage_in_place_of_poison_may_be_prevented_by_a_house_rule():
    printed = read_fight("1/0/0 | A6:pp | wards prevent 1h | tokens 1")
    ruled = read_fight("1/0/0 | A6:pp | wards prevent 1h | tokens 1 | early")
    assert set(Encounter(printed).law("fewest wounds")) == {Loss(1, 0, 1)}
    assert set(Encounter(ruled).law("fewest wounds")) == {Loss(0, 0, 1)}
    assert str(ruled).endswith("| tokens 1 | early")
    state = begin("ana=warrior", poison_supply_damage=True, deck="forest").state
    assert meeting(practice().cat, state, ("ana",), Face("great-stag")).fight.early


def test_a_die_whose_ones_are_rolled_again():
    assert {roll.dice: weight for roll, weight in roll_law(1, ONES_AGAIN)} == {
        (1,): 1, **{(value,): 7 for value in range(2, 7)},
    }  # fmt: skip


def test_weights_beyond_floating_point_stay_exact():
    import numpy as np

    ranks = np.array([[0, 1], [1, 0]])
    odd = (1 << 60) + 1
    assert weighed(ranks, [[odd, 3], [5, 7]]) == {0: 5 * odd + 21, 1: 7 * odd + 15}


def test_a_mid_game_fight_sums_to_all_rolls():
    fight = odds(f"3/2/2/1 | {FOES['ogre']} | {DRAGONS_CAVE}")
    assert fight.law().total == fight.total == 6**8


@pytest.mark.parametrize("seed", range(40))
def test_fights_are_read_as_they_are_written(seed):
    fight = some_fight(Random(seed), dice=20, boxes=9)
    assert read_fight(spell_fight(fight)) == fight


def test_boxes_are_read_as_they_are_written():
    text = "S6w:ht A4x G4x:t S5:hp M*wx H2 S24wxk:hht"
    assert spell_boxes(read_boxes(text)) == text
    assert read_box("s6W:TH") == Box("S", 6, True, damage=1, time=1)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("6/4/3/2 | S6q", "S6q"),
        ("6/4/x | S6", "6/4/x"),
        ("1 | S6 | rules slow", "slow"),
        ("1 | S6 | wards black 3", "black 3"),
        ("1 | S6 | paid k", "k"),
        ("1 | S6 | hearts four", "four"),
        ("1 | S6 | odd 3", "odd 3"),
        ("1 | S*w", r"S\*w"),
        ("1 | S25w", "S25w"),
        ("9/0/0/0 | S6", "9/0/0/0.*at most 8/8/8/6"),
        ("0/0/0/7 | S6", "0/0/0/7.*at most 8/8/8/6"),
        ("1 | " + "S1:h " * 15, "15 boxes.*at most 14"),
        ("1 | S6 | hearts 1 2 3", "1 2 3.*at most 2 heroes"),
        ("1 | S6 | rules twice | rules black 3", "rules black 3.*one section rules"),
        ("1 | S6 | tokens 1 2", "1 2.*one number of tokens"),
        ("1 | S6 | early yes", "yes.*nothing behind early"),
        ("\u0661 | S6", "\u0661"),
        ("1 | S\u0666", "S\u0666"),
        ("1 | S6 | hearts \u0663", "\u0663"),
        ("1 | S6 | paid \u0663h", "\u0663h"),
        ("0/1/1/1 | M5w:tt A9wk:t | rules twice", "A9wk:t.*not wide"),
    ],
)
def test_what_is_no_fight_is_refused_with_its_text(text, word):
    with pytest.raises(UnreadableError, match=word):
        read_fight(text)


def test_a_long_word_is_quoted_in_part():
    for text in ("x" * 5000, f"1 | {'x' * 5000}", f"1 | S6 | {'x' * 5000}", f"1 | S6 | rules {'x' * 5000}"):
        with pytest.raises(UnreadableError) as refused:
            read_fight(text)
        assert len(str(refused.value)) < 500


def test_every_hero_can_meet_every_foe():
    for pool in HEROES.values():
        for boxes in FOES.values():
            fight = read_fight(f"{pool} | {boxes}")
            assert read_fight(str(fight)) == fight
            assert isinstance(fight, Fight)
