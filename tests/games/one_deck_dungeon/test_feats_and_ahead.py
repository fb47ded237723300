"""Feats before the roll, counted out; and what lies ahead, against dealing every order."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest
from msgspec.structs import replace

from companion.engine.errors import TooFewCardsError
from companion.games.one_deck_dungeon.ahead import at_least_one, level_by, stairs_damage, turns_to_stairs, xp_law
from companion.games.one_deck_dungeon.boxes import Pool
from companion.games.one_deck_dungeon.encounter import read_fight
from companion.games.one_deck_dungeon.feats import rolled_first, with_stored
from companion.games.one_deck_dungeon.losses import PREFERENCES
from companion.games.one_deck_dungeon.odds import Meeting, under_way
from companion.games.one_deck_dungeon.skilled import Fighter
from companion.games.one_deck_dungeon.tools import FREE, Tool
from companion.games.one_deck_dungeon.wording import read_use
from tests.games.one_deck_dungeon.following import core, room
from tests.oracle.one_deck_dungeon_fight import Slow

TEXT = "1/1/0 | S4:h A5:hh A3:t"


ONE, TWO = "roll H risk 1 1h3t", "roll HH risk 1 1h3t"
EYE, EYES = "lose 2t; roll HH drop 1", "lose 4t; roll HHH drop 1"


def best(slow: Slow, hand) -> tuple[int, int, int, bool]:
    losses = [slow.loss(sets, (0, 0)) for sets in slow.sets(tuple(sorted(hand)))]
    return min(losses, key=lambda loss: slow.key(loss, "fewest wounds"))


def before(text: str, use: str, *fighters: Fighter):
    """A fight as text before which a feat is used."""
    fight = read_fight(text)
    return rolled_first(Meeting(fight, fighters or (Fighter(fight.pool),)), 0, read_use(use))


@pytest.mark.clause("one-deck-dungeon.feats.gamble")
@pytest.mark.parametrize(("use", "many"), [(ONE, 1), (TWO, 2)])
def test_a_gamble_is_paid_when_a_die_shows_one(use, many):
    fight = read_fight(TEXT)
    slow, expected = Slow(fight), Counter()
    for strength, agility, *black in product(range(1, 7), repeat=2 + many):
        damage, time, poison, won = best(slow, [("S", strength), ("A", agility), *(("H", value) for value in black)])
        bad = 1 in black
        expected[damage + bad, time + 3 * bad, poison, won] += 1
    law = before(TEXT, use).skilled().law()
    assert {tuple(loss): weight for loss, weight in law.items()} == expected


@pytest.mark.clause("one-deck-dungeon.feats.drop")
@pytest.mark.parametrize(("use", "many"), [(EYE, 2), (EYES, 3)])
def test_the_lowest_die_is_dropped(use, many):
    fight = read_fight(TEXT)
    slow, expected = Slow(fight), Counter()
    for strength, agility, *black in product(range(1, 7), repeat=2 + many):
        kept = sorted(black)[1:]
        damage, time, poison, won = best(slow, [("S", strength), ("A", agility), *(("H", value) for value in kept)])
        expected[damage, time + 2 * (many - 1), poison, won] += 1
    law = before(TEXT, use).skilled().law()
    assert {tuple(loss): weight for loss, weight in law.items()} == expected


def test_the_better_of_two_black_dice():
    law = before("0/0/0 | S5:h", EYE).skilled().law()
    assert law.where(lambda loss: not loss.damage) == 1 - Fraction(4, 6) ** 2


@pytest.mark.parametrize("use", [ONE, EYE])
@pytest.mark.parametrize("preference", PREFERENCES)
def test_the_skills_that_change_dice_count_beside_a_feat(use, preference):
    """The game tree and the count of all rolls at once know the same skills, and a feat is worth the same in both."""
    skill = read_use("add 1 to 1 SA")
    fighter = Fighter(Pool(1, 1), ((skill,),))
    tool = Tool(0, FREE, (skill,), name="shot")
    met = Meeting(read_fight(TEXT), (fighter,), (), ((0, "S", 1), (0, "A", 1)), (tool,))
    made = rolled_first(met, 0, read_use(use))
    laws = [one.law(preference) for one in (made.playing(), made.skilled())]
    assert [{loss: Fraction(n, law.total) for loss, n in law.items()} for law in laws[:1]] == [
        {loss: Fraction(n, law.total) for loss, n in law.items()} for law in laws[1:]
    ]
    bare = rolled_first(replace(met, fighters=(Fighter(Pool(1, 1)),)), 0, read_use(use)).skilled().law(preference)
    hurt = [sum(loss.damage * n for loss, n in law.items()) / Fraction(law.total) for law in (laws[1], bare)]
    assert hurt[0] < hurt[1]


def test_the_copies_of_a_feat_that_does_something_else_roll_nothing():
    assert before(TEXT, "heal 1") is None


@pytest.mark.clause("one-deck-dungeon.feats.stored")
def test_stored_dice_count_as_they_do_once_they_are_used():
    """What is told at the door with a stored die is what the fight is once the feat was used."""
    follower = room("bandit-a", "ana=warrior bo=mage", game=core()).set_hero("ana", stored=1)
    cat = core().cat
    found = with_stored(under_way(cat, follower.state), 0, 1)
    used = under_way(cat, follower.play("feat ana").state)
    assert found.fight == used.fight
    assert found.fighters == used.fighters
    assert sorted(found.dice) == sorted(used.dice)
    assert (found.tree, found.left_out) == (used.tree, used.left_out)


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
