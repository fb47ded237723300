"""A party that plays as experienced ones do: fights tried on sampled rolls, and what it decides in a whole game."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from companion.engine.game import NOBODY, PARTY, Seat
from companion.engine.piles import Multiset
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.boss import Boss, Chain
from companion.games.one_deck_dungeon.boxes import Pool, read_boxes
from companion.games.one_deck_dungeon.encounter import read_fight
from companion.games.one_deck_dungeon.felling import SCALE, Felling
from companion.games.one_deck_dungeon.fight import Encounter
from companion.games.one_deck_dungeon.filling import Filling, wanted
from companion.games.one_deck_dungeon.leading import lead
from companion.games.one_deck_dungeon.losses import ALIVE, Loss
from companion.games.one_deck_dungeon.odds import meeting
from companion.games.one_deck_dungeon.placing import Present
from companion.games.one_deck_dungeon.stakes import Stakes, behind, stakes_of
from companion.games.one_deck_dungeon.state import Face
from companion.games.one_deck_dungeon.taking import item_worth, loot_worth, skill_worth, xp_worth
from companion.games.one_deck_dungeon.trying import Lying, Trying
from tests.games.one_deck_dungeon.following import NAMES, begin, boss, core, meet, practice, room

CAVE = {"dungeon": "dragons-cave", "game": core()}
FIGHTS = (
    "4/2/1 | S6w:h A4:t S9w:hh A5:ht S12w:hhh A6:ht",
    "3/3/2/1 | A3x A4x S5x M3x A4:tt S6:ht | floor S3:h",
    "2/3/3/2 | S2w:t A10wx S5:ht M3:ht M4:ht | rules black 3",
    "0/4/0/1 | A8w:htttt G2x G6:h",
    "3/2/2/2 | S3k:h S10w:hhh A3k:h M3k:h | rules twice",
    "3/3/2/2 | A5x A6k:h M6k:h S9w:hhh | rules bar H",
    "2/2/1/1 | G3x G5w:h S4:t A5:hh",
)


def worth(loss: Loss, hits: int, missed: int) -> float:
    return -loss.damage - loss.time / 4


def next_step(follower, rng=None):
    return follower.game.spell(lead(follower.game, follower.state, rng or Random(0)), follower.state)


# ------------------------------------------------------------------------------------------------- placing and trying


@pytest.mark.parametrize("text", FIGHTS)
def test_quick_placements_are_possible_and_nearly_always_the_best(text):
    fight, rng, same = read_fight(text), Random(text), 0
    filling, table = Filling(fight), wanted(read_fight(text), worth)
    for _ in range(30):
        roll = [tuple(sorted((rng.randint(1, 6) for _ in range(n)), reverse=True)) for n in fight.pool.counts()]
        found, _, _ = filling.first(tuple(roll), table)
        priced = Present(fight, roll, 0).priced(ALIVE)
        best = max(worth(placement.loss, 0, 0) for placement in (priced.best, *priced.others))
        assert found <= best, roll
        same += found == best
    assert same >= 26


def test_a_fight_without_skills_comes_to_about_what_its_law_says():
    follower = meet("goblin-a", **CAVE)
    met = meeting(core().cat, follower.state, ("ana",), Face("goblin"))
    stakes = stakes_of(core().cat, follower.state)
    law = Encounter(met.fight).law(ALIVE)
    exact = float(sum(stakes.worth(met.fight, loss) * ways for loss, ways in law.items()) / law.total)
    assert Trying(met.fight, (), 1, stakes.judge(met.fight), 2.5).mean(met.dice, 400) == pytest.approx(exact, abs=0.25)


def test_a_skill_helps_and_its_payment_counts():
    follower = meet("ogre-a", **CAVE).give("ana", "beetle-b", edge="skills")
    met = meeting(core().cat, follower.state, ("ana",), Face("ogre"))
    judge = stakes_of(core().cat, follower.state).judge(met.fight)
    bare, skilled = Trying(met.fight, (), 1, judge, 2.5), Trying(met.fight, met.tools, 1, judge, 2.5)
    assert skilled.mean(met.dice, 40) > bare.mean(met.dice, 40) + 0.2
    fitting = Lying(((-1, "S", 6, ""), (-1, "S", 3, ""), (-1, "S", 3, "")))
    nothing_to_pay = Lying(((-1, "A", 6, ""),))
    assert skilled.best_use(nothing_to_pay) is None
    assert skilled.settled(fitting) >= bare.settled(fitting)


def test_hearts_are_dearer_the_fewer_are_left():
    stakes = Stakes()
    costs = [stakes.hearts(1, left) for left in range(6, 0, -1)]
    assert costs == sorted(costs)
    assert costs[0] < costs[-1]
    assert stakes.hearts(3, 4) == sum(stakes.hearts(1, left) for left in (4, 3, 2))
    assert replace(stakes, potions=2).hearts(1, 1) < stakes.hearts(1, 1)


def test_time_at_the_stairs_is_dearer_than_in_the_deck():
    assert Stakes(down=0).time(3) > Stakes(down=3).time(3)
    assert Stakes(down=2).time(3) == Stakes(down=2).time(2) + Stakes(down=0).time(1)


def test_a_card_is_dearer_to_a_party_that_has_fewer():
    late = begin("ana=warrior", **CAVE).set(floor=2, down=20)
    ahead = begin("ana=warrior", **CAVE).set(floor=2, down=20, level=3)
    assert behind(core().cat, late.state) > behind(core().cat, ahead.state)
    assert stakes_of(core().cat, late.state).won > stakes_of(core().cat, ahead.state).won


# ---------------------------------------------------------------------------------------------------------- decisions


def test_a_hard_foe_is_fled_from_and_an_easy_one_fought():
    assert next_step(meet("ogre-a", **CAVE)) == "flee"
    assert next_step(meet("goblin-a", **CAVE)) == "fight"


def test_doors_are_laid_when_none_is_left_and_then_opened():
    follower = begin("ana=warrior", **CAVE)
    assert next_step(follower) == "explore"
    assert next_step(follower.play("explore")) == "enter 1"


def test_who_is_wounded_drinks_where_nothing_of_the_potion_is_lost():
    follower = begin("ana=warrior", **CAVE).play("explore").set_hero("ana", damage=2)
    assert next_step(follower) == "enter 1"
    assert next_step(follower.set_hero("ana", damage=3)) == "potion healing ana"


def test_one_with_a_last_heart_drinks_though_some_is_lost():
    follower = begin("ana=rogue bo=mage", **CAVE).play("explore").set_hero("ana", damage=2)
    assert next_step(follower) == "potion healing ana"


def test_stored_dice_are_rolled_where_they_help():
    follower = room("skeleton-a", **CAVE).set_hero("ana", stored=2)
    assert next_step(follower).startswith("feat ana")
    assert next_step(follower.set_hero("ana", stored=0)).startswith("roll")


def test_a_skill_is_used_and_its_dice_are_picked():
    follower = meet("ogre-a", **CAVE).give("ana", "bandit-b", edge="skills").play("fight")
    follower.play("roll S 5 5 5 5 A 4 1 M 1")
    assert "cleave" in next_step(follower)
    for _ in range(8):
        follower.play(next_step(follower))
        if follower.state.step != "fight":
            break
    assert follower.state.step == "loot"
    assert follower.hero("ana").damage <= 4


def test_a_potion_keeps_alive_who_would_fall():
    follower = meet("ogre-a", **CAVE).set_hero("ana", damage=3).play("fight").play("roll S 2 2 1 1 A 1 1 M 1")
    follower.set(potions=3)
    assert next_step(follower) == "potion healing ana"


def test_the_best_way_through_a_peril_is_taken():
    assert next_step(room("cave-in-a", **CAVE)) == "option 1"


def test_invisible_past_a_foe_that_is_too_hard():
    follower = meet("phantom-a", **CAVE).set_hero("ana", damage=5)
    card = core().cards.ids["skeleton-a"]
    follower.set(tucked=(card,), potions=2, unseen=follower.state.unseen.remove(card), down=follower.state.down - 1)
    follower.play("fight")
    assert next_step(follower) == "potion invisibility ana"


def test_the_stairs_are_taken_when_nothing_is_left_behind_doors():
    follower = begin("ana=warrior", **CAVE)
    cards = Multiset.of([Face("x")])
    follower.set(unseen=cards, down=0, doors=(), step="end")
    assert next_step(follower) == "descend"


def test_places_are_filled_before_xp_and_then_levels_are_bought():
    follower = room("goblin-a", **CAVE).play("result ana 0")
    assert next_step(follower).startswith(("loot #goblin item", "loot #goblin skill"))
    cat, state = core().cat, follower.state
    full = follower.give("ana", "ogre-a", edge="items").give("ana", "bandit-a", "bandit-b", edge="skills")
    assert next_step(full).endswith((" xp", " over 1", " over 2"))
    assert xp_worth(cat, replace(state, xp=3), 3) > xp_worth(cat, state, 3)


def test_a_colour_that_is_lacking_is_worth_more():
    follower = begin("ana=warrior", **CAVE)
    cat, state, ana = core().cat, follower.state, follower.hero("ana")
    magic, strength, heart = (item_worth(cat, state, ana, Face("x", item, "")) for item in ("M", "S", "M+hp"))
    assert strength < magic
    assert strength < heart


def test_a_skill_that_cannot_be_paid_for_is_worth_little():
    follower = begin("ana=warrior", **CAVE)
    cat, state, ana = core().cat, follower.state, follower.hero("ana")
    assert skill_worth(cat, state, ana, "chaotic-aura") < skill_worth(cat, state, ana, "crushing-blow")


def test_what_makes_way_is_taken_off():
    follower = room("goblin-a", **CAVE).give("ana", "plague-rat-a", edge="items").play("result ana 0")
    spare = loot_worth(core().cat, follower.state, m.Loot(1, "item", "ana", core().cards.ids["goblin-a"], 1))
    plain = item_worth(core().cat, follower.state, follower.hero("ana"), core().cards.ids["goblin-a"])
    assert spare < plain


# --------------------------------------------------------------------------------------------------------- the boss


def test_the_boss_by_trial_is_near_the_exact_chance():
    follower = boss(dungeon="hydras-reef", game=core())
    met = meeting(core().cat, follower.state, ("ana",), Face())
    small = replace(met.fight, pool=Pool(2, 1, 0, 0), boxes=read_boxes("S3k:h A4k:h S7w:hh"), rules=(), hearts=())
    rounds = tuple(replace(met, fight=small, dice=((-1, "S", 2), (-1, "A", 1)), tools=()) for _ in range(3))
    felling, chain = Felling(rounds), Chain(Boss(3, lambda wounds: small), 5)
    for hurt, left in ((0, 5), (1, 3), (2, 1)):
        assert felling.chance(hurt, left) == pytest.approx(float(chain.chance(hurt, left)), abs=0.15)
    assert felling.chance(3, 0) == 1
    assert felling.chance(0, -1) == 0


def test_the_last_skull_counts_more_than_hearts():
    follower = boss(dungeon="dragons-cave", game=core()).set(wounds=5)
    felling = Felling.of(core().cat, follower.state)
    judge = felling.judge(felling.rounds[5].fight, 5, 5)
    assert judge(Loss(4), 1, 2) > SCALE - 1 > judge(Loss(0), 0, 3)
    assert judge(Loss(6), 1, 2) < 0


# ------------------------------------------------------------------------------------------------------- whole games


@pytest.mark.parametrize(("game", "heroes", "options"), [
    (core(), 1, {"tier": "standard"}),
    (core(), 2, {"tier": "novice"}),
    (practice(), 2, {"deck": "forest", "reference": "cure"}),
    (practice(), 4, {"deck": "hybrid"}),
], ids=["solo", "two", "forest", "four"])  # fmt: skip
def test_a_game_is_played_by_allowed_moves(game, heroes, options):
    rng, seen = Random(1), set()
    state = game.setup([Seat(name, name.title()) for name in NAMES[:heroes]], options)
    while game.actor(state) != NOBODY and state.turn <= (3 if heroes == 4 else 4):
        move = game.automatic(state) or lead(game, state, rng)
        assert game.check(state, move).legal
        if game.actor(state) == PARTY:
            seen.add(type(move))
        state = game.apply(state, move)
    assert {m.Enter, m.Explore, m.Arrange} <= seen


def test_a_boss_is_fought_to_the_end():
    follower = boss("ana=warrior bo=mage", dungeon="dragons-cave", game=core()).set(level=4, potions=2, wounds=3)
    game, state, rng = follower.game, follower.state, Random(5)
    while game.actor(state) != NOBODY:
        move = game.automatic(state) or lead(game, state, rng)
        assert game.check(state, move).legal
        state = game.apply(state, move)
    assert state.ended == ("won" if state.wounds >= 6 else "fallen")
    assert state.round >= 1
