"""Skills of one hero that cost dice, give dice or roll some: all rolls at once against the game tree, as fractions."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from companion.games.one_deck_dungeon.boxes import COLOURS, Pool
from companion.games.one_deck_dungeon.buying import Buying, buying_toil, counts_buying
from companion.games.one_deck_dungeon.encounter import Fight, read_fight
from companion.games.one_deck_dungeon.losses import COVER, PREFERENCES
from companion.games.one_deck_dungeon.odds import meeting
from companion.games.one_deck_dungeon.paying import payments
from companion.games.one_deck_dungeon.playing import Playing
from companion.games.one_deck_dungeon.state import Face
from companion.games.one_deck_dungeon.tools import FREE, NOBODY, Tool
from companion.games.one_deck_dungeon.wording import read_effect, read_price, read_uses
from tests.games.one_deck_dungeon.following import begin, core
from tests.games.one_deck_dungeon.test_rerolls import averages
from tests.oracle.one_deck_dungeon_cases import some_box

SKILLS = (
    "M3 roll H", "2S roll SH", "M2 gain M5", "3A gain H6", "1S gain S6", "1A roll SS", "1A gain A6", "M3 roll AA",
    "- roll H", "2S roll AAS", "M6 gain S6 S6", "1A prevent 2t", "1A prevent 1h", "- convert 1h into 1t",
    "- add 1 to 1 S", "1S gain A1 | roll A", "- gain S1", "M4 gain S4 A4", "- prevent 1h | prevent 1t", "- halve",
)  # fmt: skip
RULES = (
    "black 3", "discard 13", "discard 2", "discard 1 H", "toll 1t per 1", "toll 1t per 6", "toll 1t per skill",
    "survive", "extra 1h if 1h", "extra 1h if 3t", "bar H", "twice", "harden S",
)  # fmt: skip
ALL = (*PREFERENCES, COVER)


def skill(text):
    price, _, does = text.partition(" ")
    return Tool(0, FREE if price == "-" else read_price(price), read_uses(does))


def some_case(rng, dice=4):
    """Return a random small fight of one hero, with the dice by owner and the skills."""
    counts = dict.fromkeys(COLOURS, 0)
    for _ in range(rng.randint(1, dice)):
        counts[rng.choice("SSAAMMH")] += 1
    rolled = tuple((rng.choice([NOBODY, 0]) if c == "H" else 0, c, n) for c, n in counts.items() if n)
    fight = Fight(
        Pool(*counts.values()),
        tuple(some_box(rng, rng.choice(["SAM", "SA", "SSA", "SAG", "SAH"]), 10) for _ in range(rng.randint(1, 4))),
        rules=tuple(read_effect(rule) for rule in RULES if rng.random() < 0.1),
        hearts=(rng.randint(1, 3),) if rng.random() < 0.7 else (),
        tokens=rng.choice([-1, -1, 0, 1]),
    )
    return fight, rolled, [skill(text) for text in rng.sample(SKILLS, rng.choice([1, 1, 2]))]


@pytest.mark.clause("one-deck-dungeon.skills.black-pays")
@pytest.mark.parametrize("tens", range(20))
def test_random_fights_are_played_as_the_tree_plays_them(tens):
    for seed in range(10 * tens, 10 * tens + 10):
        fight, rolled, tools = some_case(Random(seed))
        if not counts_buying(fight, rolled, tools, 1):
            continue
        preference = ALL[seed % len(ALL)]
        fast, slow = Buying(fight, rolled, tools), Playing(fight, rolled, tools, limit=10**7).whole(preference)
        weights = fast.weights(preference)
        assert sum(weights.values()) == fast.total
        assert averages(weights, fight, preference) == [Fraction(part, slow.total) for part in slow.key]


def test_three_skills_are_used_in_the_best_order():
    fight, rolled = read_fight("1/1/1 | S6:hh A6:ht M6:t | hearts 2"), ((0, "S", 1), (0, "A", 1), (0, "M", 1))
    tools = [skill("1S roll AA"), skill("1A gain M5"), skill("M3 roll H")]
    fast, slow = Buying(fight, rolled, tools), Playing(fight, rolled, tools, limit=10**7)
    assert fast.full_cover == slow.full_cover
    assert fast.nobody_falls == slow.nobody_falls


def test_a_skill_is_paid_with_the_lowest_die_or_with_a_black_one_made_for_it():
    fight, free = read_fight("0/2/0 | A6:h A6:h"), ((0, "A", 2),)
    assert Buying(fight, free, [skill("1A gain A6")]).full_cover == Fraction(11, 36)
    # Two dice of another colour make the black die that pays.
    fight, made = read_fight("2/0/0 | A6:h"), ((0, "S", 2),)
    assert Buying(fight, made, [skill("1A gain A6")]).full_cover == 1
    assert Buying(fight, ((0, "S", 1),), [skill("1A gain A6")]).full_cover == 0


@pytest.mark.clause("one-deck-dungeon.skills.black-pays")
def test_payments_waste_no_die():
    price = read_price("M3")
    assert {paid.taken[2] for paid in payments(price, (0, 0, 2), (), 2)} == {
        ((3, True),), ((4, True),), ((5, True),), ((6, True),), ((1, True), (2, True)), ((2, True), (2, True)),
    }  # fmt: skip
    assert [paid.black for paid in payments(price, (0, 0, 0), (6, 2, 1), 2)] == [(2, 1), (6,)]
    (made,) = {paid.taken[:2] for paid in payments(read_price("1M"), (1, 1, 0), (), 2)}
    assert made == (((1, False),), ((1, False),))


def test_what_it_does_not_know_is_left_to_the_tree():
    fight, rolled = read_fight("1/1/0 | S4:h | hearts 1"), ((0, "S", 1), (0, "A", 1))
    assert counts_buying(fight, rolled, [skill("1S roll H")], 1)
    assert not counts_buying(fight, rolled, [skill("1S roll H")], 2)
    for text in (
        "- reroll 1",
        "1S gain H6 armor",
        "1S add 1 to 4",
        "1S gain S5 A5; set 6 to 1 =5",
        "1S lose 1t; roll H",
    ):
        assert not counts_buying(fight, rolled, [skill(text)], 1)
    assert not counts_buying(fight, rolled, [skill("M3 roll H"), skill("- add 1 to 1 M")], 1)
    for rule in ("weaken H 1", "toll 1h per 6"):
        assert not counts_buying(replace(fight, rules=(read_effect(rule),)), rolled, [skill("1S roll H")], 1)


def test_the_odds_of_a_position_count_what_a_hero_buys():
    game = core()
    state = begin("ana=mage", game=game).state
    face = next(face for face in game.cat.faces if face.skill == "shimmerblast")
    state = state.with_hero(replace(state.hero("ana"), skills=(face,)))
    found = meeting(game.cat, state, ("ana",), Face("ogre"))
    assert (found.buying, found.left_out, found.low) == (True, (), ("shimmerblast",))
    assert isinstance(found.odds(), Buying)
    assert buying_toil(found.dice, found.tools) < 1_000_000
    assert found.bare().left_out == ("shimmerblast",)
    assert not found.bare().deep
