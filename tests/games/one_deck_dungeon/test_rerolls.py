"""1s that are rolled again, black ones too: all rolls at once against the game tree, as exact fractions."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from companion.games.one_deck_dungeon.boxes import COLOURS, Pool
from companion.games.one_deck_dungeon.encounter import Fight, read_fight
from companion.games.one_deck_dungeon.gaining import gains
from companion.games.one_deck_dungeon.losses import ALIVE, COVER, PREFERENCES, WOUNDS, Loss
from companion.games.one_deck_dungeon.odds import meeting
from companion.games.one_deck_dungeon.playing import Playing, counted
from companion.games.one_deck_dungeon.rerolls import Rerolls, counts_rerolls
from companion.games.one_deck_dungeon.skilled import Skilled
from companion.games.one_deck_dungeon.state import Face
from companion.games.one_deck_dungeon.tools import FREE, NOBODY, Tool
from companion.games.one_deck_dungeon.wording import read_effect, read_price, read_uses
from tests.games.one_deck_dungeon.following import begin, core
from tests.oracle.one_deck_dungeon_cases import some_box

ALL = (*PREFERENCES, COVER)
AGAIN = ("reroll any =1 partner", "reroll any =1 partner", "reroll any =1", "reroll any =1 party")
BESIDE = (
    "gain S1 partner | gain A1 partner", "add 1 to 1 S partner", "add 1 to 1 SA", "add 2 to 1 S", "prevent 1t",
    "prevent 1h", "convert 1h into 1t", "gain M1", "gain A3 partner", "gain S1 party", "prevent 1h | prevent 2t",
    "gain H1 partner", "halve",
)  # fmt: skip
RULES = (
    "black 3", "discard 13", "discard 2", "discard 1 H", "weaken H 1", "toll 1t per 1", "toll 1t per 6",
    "toll 1t per skill", "survive", "extra 1h if 1h", "extra 1h if 3t", "bar H", "twice", "harden S",
)  # fmt: skip


def some_case(rng, dice=3):
    """Return a random small fight with its dice by owner, its skills, and how many heroes there are."""
    heroes, owned = rng.choice([1, 2, 2, 2]), {}
    for _ in range(rng.randint(1, dice)):
        colour, owner = rng.choice("SSAAMH"), rng.randrange(heroes)
        owner = rng.choice([NOBODY, owner]) if colour == "H" else owner
        owned[owner, colour] = owned.get((owner, colour), 0) + 1
    rolled = tuple((owner, colour, many) for (owner, colour), many in owned.items())
    fight = Fight(
        Pool(*(sum(n for _, colour, n in rolled if colour == one) for one in COLOURS)),
        tuple(some_box(rng, rng.choice(["SAM", "SA", "SSA", "SAG", "SAH"]), 10) for _ in range(rng.randint(1, 4))),
        rules=tuple(read_effect(rule) for rule in RULES if rng.random() < 0.12),
        hearts=tuple(rng.randint(1, 3) for _ in range(heroes)) if rng.random() < 0.7 else (),
        tokens=rng.choice([-1, -1, 0, 1]),
    )
    skills = [rng.choice(AGAIN), *(rng.choice(BESIDE) for _ in range(rng.choice([0, 1, 1])))]
    tools = [Tool(rng.randrange(heroes), FREE, read_uses(skill)) for skill in skills]
    rng.shuffle(tools)
    return fight, rolled, tools, heroes


def averages(law, fight, preference):
    """Return what a preference counts, each part on average over a law."""
    rows = [(counted(fight, preference, loss, full), weight) for (loss, full), weight in law.items()]
    return [Fraction(sum(row[at] * n for row, n in rows), sum(law.values())) for at in range(len(rows[0][0]))]


def agree(fight, rolled, tools, heroes, preferences=ALL):
    """Compare preferences with the whole game tree; what counts is the same, whichever of equal ways is gone."""
    fast, slow = Rerolls(fight, rolled, tools, heroes), Playing(fight, rolled, tools, heroes, limit=10**7)
    for preference in preferences:
        weights, whole = fast.weights(preference), slow.whole(preference)
        assert sum(weights.values()) == fast.total
        assert averages(weights, fight, preference) == [Fraction(part, whole.total) for part in whole.key]
    if COVER in preferences:
        assert fast.full_cover == slow.full_cover
    if ALIVE in preferences:
        assert fast.nobody_falls == slow.nobody_falls


@pytest.mark.clause("one-deck-dungeon.immediate.rerolls")
@pytest.mark.clause("one-deck-dungeon.immediate.later")
@pytest.mark.parametrize("tens", range(20))
def test_random_fights_are_played_as_the_tree_plays_them(tens):
    for seed in range(10 * tens, 10 * tens + 10):
        case = some_case(Random(seed))
        if counts_rerolls(*case):
            agree(*case, [ALL[seed % len(ALL)]])


MIDDLING = [
    ("1/2/1 | S5:hh A4:t M6:ht | hearts 2 2", ((0, "S", 1), (0, "A", 1), (1, "A", 1), (1, "M", 1)), ()),
    ("1/1/2 | S9w:hh M3x A5:ht | rules black 3", ((0, "S", 1), (0, "A", 1), (1, "M", 2)), ()),
    ("2/1/0 | S6:hh A4:t | rules toll 1t per 1", ((0, "S", 1), (0, "A", 1), (1, "S", 1)), ("gain S1 | gain A1",)),
    ("2/1 | S6:hh A6:t | rules toll 1t per skill", ((0, "S", 1), (0, "A", 1), (1, "S", 1)), ("add 1 to 1 S partner",)),
    ("1/1/1/1 | M6:hh S5:h", ((0, "S", 1), (1, "A", 1), (0, "M", 1), (NOBODY, "H", 1)), ()),
    ("2/0/1/1 | M6:hh S8w:h", ((0, "S", 1), (1, "S", 1), (1, "M", 1), (1, "H", 1)), ()),
]  # fmt: skip


@pytest.mark.clause("one-deck-dungeon.skills.own-dice")
@pytest.mark.clause("one-deck-dungeon.dice.black")
@pytest.mark.parametrize(("text", "rolled", "beside"), MIDDLING)
def test_black_ones_of_both_heroes_are_rolled_again(text, rolled, beside):
    tools = [Tool(1, FREE, read_uses("reroll any =1 partner")), *(Tool(0, FREE, read_uses(skill)) for skill in beside)]
    fight = read_fight(text)
    assert counts_rerolls(fight, rolled, tools, 2)
    agree(fight, rolled, tools, 2)


def test_a_black_die_is_made_to_be_rolled_again():
    fight, again = read_fight("1/1/0 | M6:h"), Tool(1, FREE, read_uses("reroll any =1 partner"))
    odds = Rerolls(fight, ((0, "S", 1), (1, "A", 1)), [again], 2)
    # A six by both dice at once, or by a black 1 made of any two of which one is a 1.
    assert odds.full_cover == Fraction(1, 36) + Fraction(11, 36) / 6
    # A partner who gives nothing has nothing rolled again.
    lone = Rerolls(read_fight("0/2/0 | M6:h"), ((1, "A", 2),), [again], 2)
    assert lone.full_cover == Fraction(1, 36)


@pytest.mark.clause("one-deck-dungeon.immediate.later")
def test_a_die_that_is_given_may_be_rolled_again_as_part_of_a_black_one():
    fight = read_fight("0/0/1 | A5:h | rules discard 13")
    tools = [Tool(1, FREE, read_uses("reroll any =1 partner")), Tool(0, FREE, read_uses("gain A1 partner"))]
    odds = Rerolls(fight, ((0, "M", 1),), tools, 2)
    # The die is there in four of six cases; with the 1 it makes a black die that is rolled: 5 and 6 do.
    assert odds.full_cover == Fraction(4, 6) * Fraction(2, 6)


def test_long_sums_are_held_in_several_numbers():
    fight = read_fight("2/2/1 | S5:hht A4:htp M6x:hp | rules survive | hearts 3 3")
    rolled = ((0, "S", 2), (0, "A", 2), (1, "M", 1))
    tools = [Tool(1, FREE, read_uses("reroll any =1 partner"))]
    odds = Rerolls(fight, rolled, tools, 2)
    law = odds.law(ALIVE)
    assert law.total == 6**9
    assert law.where(lambda loss: not loss.loot) < law.where(lambda loss: loss.damage > 0)


def test_the_days_and_the_damage_come_from_the_law():
    fight, again = read_fight("1/0/0 | S4:hh"), Tool(1, FREE, read_uses("reroll any =1 partner"))
    odds = Rerolls(fight, ((0, "S", 1),), [again], 2)
    assert dict(odds.law(WOUNDS).items()) == {Loss(0): 21, Loss(2): 15}
    assert odds.damage.where(lambda damage: damage == 0) == Fraction(21, 36)
    assert odds.days() == (Loss(0), Loss(0), Loss(2))


def test_what_it_does_not_know_is_left_to_the_tree():
    fight, rolled = read_fight("1/1/0 | S4:h | hearts 1 1"), ((0, "S", 1), (1, "A", 1))
    again, gain = Tool(1, FREE, read_uses("reroll any =1 partner")), Tool(0, FREE, read_uses("gain S1"))
    assert counts_rerolls(fight, rolled, [again, gain], 2)
    assert not counts_rerolls(fight, rolled, [gain], 2)
    assert not counts_rerolls(fight, rolled, [again, Tool(0, read_price("1S"), gain.uses)], 2)
    assert not counts_rerolls(fight, rolled, [Tool(1, FREE, read_uses("reroll 1"))], 2)
    assert not counts_rerolls(fight, rolled, [again, Tool(0, FREE, read_uses("roll H"))], 2)
    wounding = replace(fight, rules=(read_effect("toll 1h per 6"),))
    assert not counts_rerolls(wounding, rolled, [again], 2)


def test_what_a_reroll_is_worth_is_told_of_a_whole_party():
    game = core()
    state = begin("ana=warrior bo=paladin", game=game).set_hero("ana", damage=2).state
    found = meeting(game.cat, state, ("ana", "bo"), Face("bandit"))
    assert found.again
    assert found.left_out == ()
    charge, aura = (gain for gain in gains(game.cat, state, ("ana", "bo"), found, "combat") if gain.what == "skill")
    bare = Skilled(found.fight, [replace(one, skills=()) for one in found.fighters])
    with_charge = Skilled(found.fight, [found.fighters[0], replace(found.fighters[1], skills=())])
    assert aura.without == with_charge.law(ALIVE).where(lambda loss: loss.damage <= found.fight.bearable)
    assert aura.safe == found.odds().nobody_falls - aura.without > 0
    assert charge.time > 0
    assert aura.damage > 0
    assert bare.nobody_falls == aura.without
