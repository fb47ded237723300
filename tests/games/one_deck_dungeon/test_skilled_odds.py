"""Starting skills: every choice after every roll, against trying all of them by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest

from companion.games.one_deck_dungeon.boxes import Pool
from companion.games.one_deck_dungeon.encounter import read_fight
from companion.games.one_deck_dungeon.fight import Encounter
from companion.games.one_deck_dungeon.losses import PREFERENCES, Loss
from companion.games.one_deck_dungeon.playing import Playing
from companion.games.one_deck_dungeon.skilled import Fighter, Skilled, plays_low
from companion.games.one_deck_dungeon.tools import FREE, Tool
from companion.games.one_deck_dungeon.wording import read_price, read_uses
from tests.games.one_deck_dungeon.following import core
from tests.oracle.one_deck_dungeon_fight import Slow


def slow_law(text, first, second, choices):
    """Return the law over ordered rolls of two heroes' dice, where `choices` yields the hands a skill may make."""
    fight = read_fight(text)
    slow, out = Slow(fight), Counter()
    dice = [(0, colour) for colour in first] + [(1, colour) for colour in second]
    for values in product(range(1, 7), repeat=len(dice)):
        hand = [(owner, colour, value) for (owner, colour), value in zip(dice, values, strict=True)]
        losses = [
            slow.loss(sets, (0, 0))
            for other in choices(hand)
            for sets in slow.sets(tuple(sorted((colour, value) for _, colour, value in other)))
        ]
        out[min(losses, key=lambda loss: slow.key(loss, "fewest wounds"))] += 1
    return out


def combined_shot(hand):
    yield hand
    for at, (owner, colour, value) in enumerate(hand):
        if owner == 1 and colour == "S" and value < 6:
            yield [*hand[:at], (owner, colour, value + 1), *hand[at + 1 :]]


def power_transfer(hand):
    yield hand
    yield [*hand, (1, "S", 1)]
    yield [*hand, (1, "A", 1)]


TABLE = [
    ("add 1 to 1 S partner", combined_shot, "SA", "SS", "3/1/0 | S5:h S6:hh A4:t"),
    ("gain S1 partner | gain A1 partner", power_transfer, "S", "SA", "2/1/0 | S9w:hh A2:t A1:h"),
]


@pytest.mark.parametrize(("skill", "choices", "first", "second", "text"), TABLE)
def test_a_choice_after_the_roll_equals_trying_all(skill, choices, first, second, text):
    pools = [Pool(dice.count("S"), dice.count("A")) for dice in (first, second)]
    fast = Skilled(read_fight(text), [Fighter(pools[0], (read_uses(skill),)), Fighter(pools[1])])
    assert {tuple(loss): many for loss, many in fast.law().items()} == slow_law(text, first, second, choices)


def paying(colour, many, gained):
    """Pay any dice of a colour of the first hero, and gain some."""

    def choices(hand):
        yield hand
        own = [at for at, (owner, c, _) in enumerate(hand) if owner == 0 and c == colour]
        for used in combinations(own, many):
            yield [*(die for at, die in enumerate(hand) if at not in used), *((0, c, v) for c, v in gained)]

    return choices


def two_mana(hand):
    yield hand
    blue = [at for at, (owner, c, _) in enumerate(hand) if owner == 0 and c == "M"]
    for many in range(1, len(blue) + 1):
        for used in combinations(blue, many):
            if sum(hand[at][2] for at in used) >= 2:
                yield [*(die for at, die in enumerate(hand) if at not in used), (0, "M", 5)]


BOUGHT = [
    ("3A", "gain H6", paying("A", 3, [("H", 6)]), "AAA", "S", "1/3/0 | S5:hh A4:h A2:t"),
    ("1S", "gain S6", paying("S", 1, [("S", 6)]), "SS", "A", "2/1/0 | S6:hh S3:t A4:h"),
    ("M2", "gain M5", two_mana, "MM", "SM", "1/0/3 | M5:hh M5:h S5:t"),
]


@pytest.mark.parametrize(("price", "skill", "choices", "first", "second", "text"), BOUGHT)
def test_a_skill_that_is_paid_for_equals_trying_all_payments(price, skill, choices, first, second, text):
    pools = [Pool(*(dice.count(colour) for colour in "SAM")) for dice in (first, second)]
    fighter = Fighter(pools[0], bought=((read_price(price), read_uses(skill)),))
    fast = Skilled(read_fight(text), [fighter, Fighter(pools[1])])
    assert {tuple(loss): many for loss, many in fast.law().items()} == slow_law(text, first, second, choices)


def test_a_partners_ones_are_rolled_again():
    fighters = [Fighter(Pool(1), (read_uses("reroll any =1 partner"),)), Fighter(Pool(1))]
    fight = read_fight("2/0/0 | S2:h S2:h")
    assert Skilled(fight, fighters).full_cover == Fraction(5, 6) * Fraction(35, 36)


def test_ones_that_cost_time_are_left_alone():
    fighters = [Fighter(Pool(1), (read_uses("reroll any =1 partner"),)), Fighter(Pool(1))]
    fight = read_fight("2/0/0 | S2:h S2:h | rules toll 1t per 1")
    assert Skilled(fight, fighters).full_cover == Fraction(25, 36)


@pytest.mark.parametrize(
    ("skill", "loss"),
    [("prevent 1t", Loss(2, 0)), ("prevent 1h", Loss(1, 1)), ("halve", Loss(1, 1)), ("prevent 2h", Loss(0, 1))],
)
def test_what_acts_by_itself_is_a_ward(skill, loss):
    fight = read_fight("0/1/0 | S6:hht")
    assert dict(Skilled(fight, [Fighter(Pool(0, 1), (read_uses(skill),))]).law().items()) == {loss: 6}


def test_without_skills_nothing_changes():
    fight = read_fight("2/2/1/1 | S5:h A8w:ht M3x | rules toll 1t per 1")
    plain, skilled = Encounter(fight), Skilled(fight, [Fighter(Pool(1, 1)), Fighter(Pool(1, 1, 1))])
    assert dict(plain.law().items()) == dict(skilled.law().items())


def test_a_skill_never_hurts():
    fight = read_fight("3/1/1 | S5:h S6:hh A8w:ht | hearts 2 1")
    with_skill = Skilled(fight, [Fighter(Pool(1, 1)), Fighter(Pool(2, 0, 1), (read_uses("gain S1 partner"),))])
    assert with_skill.nobody_falls >= Encounter(fight).nobody_falls


TEAMS = [("warrior", "mage"), ("archer", "rogue"), ("warrior", "archer"), ("mage", "archer")]


@pytest.mark.parametrize("boxes", ["S3x:h A5:hht M4:ht", "S6:ht A4:tt M5:h S5:hp"])
@pytest.mark.parametrize("team", TEAMS)
def test_where_each_skill_costs_time_it_is_used_only_where_it_pays(team, boxes):
    fight = read_fight(f"1/1/1 | {boxes} | rules toll 1t per skill | hearts 2 2")
    dice = ((0, "S", 1), (1, "A", 1), (1, "M", 1))
    skills = [core().cat.side(hero, 2).skill for hero in team]
    uses = [skill.uses("fight", "combat") for skill in skills]
    pools = (Pool(1), Pool(0, 1, 1))
    fast = Skilled(fight, [Fighter(pool, (use,) if use else ()) for pool, use in zip(pools, uses, strict=True)])
    slow = Playing(fight, dice, [Tool(at, FREE, use) for at, use in enumerate(uses) if use], heroes=2)
    for preference in PREFERENCES:
        assert dict(fast.law(preference).items()) == dict(slow.law(preference).items())
    assert fast.full_cover == slow.full_cover


WARDING = [
    ["convert 1h into 1t"],
    ["prevent 1p | prevent 1h"],
    ["halve", "prevent 1h"],
    ["convert 1h into 1t", "prevent 1t"],
]


@pytest.mark.parametrize("text", ["1/1/0 | S6:h A5:tp | hearts 3", "1/1/0 | S6:hh A5:ht | hearts 1"])
@pytest.mark.parametrize("skills", WARDING)
def test_what_is_prevented_is_chosen_as_the_party_prefers(skills, text):
    fight, uses = read_fight(text), [read_uses(skill) for skill in skills]
    fast = Skilled(fight, [Fighter(Pool(1, 1), tuple(uses))])
    slow = Playing(fight, ((0, "S", 1), (0, "A", 1)), [Tool(0, FREE, use) for use in uses])
    for preference in PREFERENCES:
        assert dict(fast.law(preference).items()) == dict(slow.law(preference).items())


def test_what_is_played_low_is_known():
    again = Tool(0, FREE, read_uses("reroll any =1 partner"))
    assert plays_low(read_fight("1/0/0 | S4:h"), again)
    assert not plays_low(read_fight("1/0/0 | S4:h | rules discard 13"), again)
    assert plays_low(read_fight("1/0/0 | S4:h | rules discard 1 H"), again)
    assert plays_low(read_fight("1/0/0 | S4:h"), Tool(0, read_price("1S"), read_uses("gain S6")))
    assert not plays_low(read_fight("1/0/0 | S4:h | rules toll 1t per skill"), Tool(0, FREE, read_uses("prevent 1t")))
    assert plays_low(read_fight("1/0/0 | S4:h"), Tool(0, FREE, read_uses("gain S1 | prevent 1t")))
    assert plays_low(read_fight("1/0/0 | S4:h"), Tool(0, FREE, read_uses("gain S1; gain A1")))


def test_a_die_that_another_skill_gives_is_played_low():
    gone = read_fight("1/0/0 | S4:h | rules discard 13")
    again, one = Tool(0, FREE, read_uses("reroll any =1 partner")), Tool(1, FREE, read_uses("gain S1 partner"))
    assert plays_low(gone, again, [again, one])
    assert not plays_low(gone, again, [again, Tool(1, FREE, read_uses("gain S2 partner"))])
    add = Tool(0, FREE, read_uses("add 1 to 1 S"))
    assert plays_low(read_fight("1/0/0 | S4:h"), add, [add, one])
    assert not plays_low(read_fight("1/0/0 | S4:h"), add, [add, Tool(1, FREE, read_uses("gain S1"))])


@pytest.mark.parametrize("text", ["0/0/3 | M6w:htt G5:ht", "1/0/2 | M6w:htt S3:h", "1/0/2 | G5:ht A6:h"])
@pytest.mark.clause("one-deck-dungeon.skills.price")
def test_a_price_in_a_colour_that_nobody_rolls_cannot_be_paid(text):
    fight = read_fight(text)
    accuracy = (read_price("3A"), read_uses("gain H6"))
    first = Fighter(Pool(*fight.pool.counts()), bought=(accuracy,))
    with_it, without = Skilled(fight, [first]), Encounter(fight)
    assert with_it.full_cover == without.full_cover
    for one in PREFERENCES:
        assert dict(with_it.law(one).items()) == dict(without.law(one).items())
