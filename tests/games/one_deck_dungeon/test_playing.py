"""Skills by the game tree, against the rules of the game themselves: every move of every small fight is tried."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from companion.engine.game import TABLE
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.boxes import COLOURS, Pool
from companion.games.one_deck_dungeon.encounter import Fight, read_fight
from companion.games.one_deck_dungeon.gaining import gains
from companion.games.one_deck_dungeon.losses import Loss
from companion.games.one_deck_dungeon.odds import meeting
from companion.games.one_deck_dungeon.playing import Playing, TooLargeError
from companion.games.one_deck_dungeon.rooms import boxes, curses
from companion.games.one_deck_dungeon.skilled import Fighter, Skilled
from companion.games.one_deck_dungeon.state import Face, Task, Throw, pool_of
from companion.games.one_deck_dungeon.tools import FREE, NOBODY, Tool
from companion.games.one_deck_dungeon.wording import read_price, read_uses
from tests.games.one_deck_dungeon.following import begin, core, room
from tests.oracle.one_deck_dungeon_fight import Slow

HEART = 10**9
"""So much more than time that it never pays to lose a heart for it."""


def small(card, people, dice, *skills):
    """Come to an encounter with these dice only, and with skills by the ids of their cards: ("ana", "haste")."""
    follower = room(card, people, game=core())
    for handle, name in skills:
        face = next(face for face in core().cat.faces if face.skill == name)
        hero = follower.state.hero(handle)
        follower.state = follower.state.with_hero(replace(hero, skills=(*hero.skills, face)))
    throw = Throw(tuple(sorted(dice, key=lambda one: (one[0], COLOURS.index(one[1])))), main=True)
    return follower.set(fight=replace(follower.fight, tasks=(Task("", None, throw),))).state


class Rules:
    """The least that is lost on average if every skill, payment, choice of dice and black die is tried by the rules.

    How the dice that are left are best placed is told by the slow count of the oracle.
    """

    def __init__(self, state):
        self.start = state
        self.known, self.slow = {}, {}

    def value(self, state):
        key = (state.fight, state.down, state.heroes)
        if key not in self.known:
            self.known[key] = self._value(state)
        return self.known[key]

    def _value(self, state):
        game = core()
        if game.actor(state) == TABLE:
            law = game.chances(state)
            sums = sum((self.value(game.apply(state, move)) * weight for move, weight in law.items()), Fraction(0))
            return sums / law.total
        moves = [move for move in game.legal(state) if isinstance(move, m.Skill | m.Black | m.Pick)]
        values = [self.value(game.apply(state, move)) for move in moves]
        return min(values if state.fight.tasks else [*values, self.settled(state)])

    def settled(self, state):
        fight = state.fight
        asked = boxes(core().cat, state, fight)
        slow = self.slow.setdefault(
            fight.wards, Slow(Fight(Pool(), asked, rules=tuple(curses(core().cat, state, fight)), wards=fight.wards))
        )
        hand = tuple(sorted((die.colour, die.value) for die in fight.dice if die.value and not die.only))
        losses = [slow.loss(sets, (0, 0)) for sets in slow.sets(hand)]
        spent = self.start.down - state.down
        return min(Fraction(damage * HEART + time + spent) for damage, time, _, _ in losses)


def by_the_rules(state):
    return Rules(state).value(state)


def by_the_tree(state, *tools):
    fight = state.fight
    throw = fight.tasks[0].throw
    counts = {c: sum(n for _, colour, n in throw.dice if colour == c) for c in COLOURS}
    rules = tuple(curses(core().cat, state, fight))
    handles = [hero.handle for hero in state.heroes]
    odds = Playing(
        Fight(pool_of(counts), boxes(core().cat, state, fight), rules=rules),
        tuple((handles.index(owner), colour, n) for owner, colour, n in throw.dice),
        tools,
        heroes=len(handles),
    )
    law = odds.law("fewest wounds")
    lost = sum((loss.damage * HEART + loss.time) * ways for loss, ways in law.items())
    return Fraction(lost, law.total)


def tool(name, owner=0):
    ability = core().cat.ability(name)
    return Tool(owner, ability.price, ability.uses("fight", "combat"))


SKILLS = [
    ("shimmerblast", "SMM"),
    ("persistence", "SSA"),
    ("flameweave", "MMS"),
    ("accuracy", "AAA"),
    ("crushing-blow", "SSA"),
    ("backstab", "AA"),
    ("cleave", "SAA"),
    ("static-burst", "MMA"),
    ("dexterity", "SAA"),
    ("haste", "MS"),
    ("chaotic-aura", "MMA"),
    ("brute-force", "SAM"),
    ("triple-strike", "SSS"),
    ("lucky-familiar", "SA"),
    ("consistency", "AAS"),
    ("valor", "AS"),
    ("critical-strikes", "AAS"),
    ("crushing-fist", "MMS"),
    ("poison", "AAS"),
    ("dodge", "AS"),
]


def dice_of(owner, colours):
    return [(owner, colour, colours.count(colour)) for colour in COLOURS if colour in colours]


@pytest.mark.clause("one-deck-dungeon.skills.black-pays")
@pytest.mark.parametrize(("name", "colours"), SKILLS)
def test_a_skill_is_played_as_well_as_the_rules_allow(name, colours):
    state = small("ogre-a", "ana=rogue", dice_of("ana", colours), ("ana", name))
    assert by_the_tree(state, tool(name)) == by_the_rules(state)


@pytest.mark.parametrize("foe", ["shadow-a", "glooping-ooze-a", "phantom-a", "bandit-a"])
def test_foes_that_take_a_toll_or_dice_are_met_as_the_rules_say(foe):
    state = small(foe, "ana=rogue", dice_of("ana", "SA"), ("ana", "lucky-familiar"))
    assert by_the_tree(state, tool("lucky-familiar")) == by_the_rules(state)


def test_two_skills_are_used_in_the_better_order():
    state = small("ogre-a", "ana=rogue", dice_of("ana", "SA"), ("ana", "backstab"), ("ana", "dexterity"))
    assert by_the_tree(state, tool("backstab"), tool("dexterity")) == by_the_rules(state)


PARTNERS = [("archer", "ogre-a"), ("paladin", "ogre-a"), ("mage", "ogre-a"), ("paladin", "glooping-ooze-a")]


@pytest.mark.parametrize(("hero", "foe"), PARTNERS)
def test_the_skills_of_partners_touch_their_dice_only(hero, foe):
    state = small(foe, f"ana={hero} bo=rogue", [("ana", "S", 1), ("bo", "S", 1), ("bo", "A", 1)])
    ability = core().cat.side(hero, 2).skill
    mine = Tool(0, ability.price, ability.uses("fight", "combat"))
    assert by_the_tree(state, mine) == by_the_rules(state)


def test_dice_for_armor_cover_nothing_else():
    armor = Tool(0, read_price("1S"), read_uses("gain H6 armor"))
    walled, open_ = read_fight("1/0/0 | A4x:h S6:hh"), read_fight("1/0/0 | A4:h S6:hh")
    assert dict(Playing(walled, ((0, "S", 1),), [armor]).law().items()) == {Loss(2): 6}
    assert dict(Playing(open_, ((0, "S", 1),), [armor]).law().items()) == {Loss(3): 5, Loss(1): 1}


def test_mana_pays_for_a_spell_and_covers_nothing():
    fountain = Tool(0, FREE, read_uses("gain M6 mana"))
    spell = Tool(0, read_price("M6"), read_uses("gain S6 S6"))
    fight = read_fight("0/1/0 | S6:hh M1:h")
    assert Playing(fight, ((0, "A", 1),), [fountain, spell]).full_cover == 1
    assert Playing(fight, ((0, "A", 1),), [spell]).full_cover == 0
    assert dict(Playing(fight, ((0, "A", 1),), [fountain]).damage.items()) == {3: 6}


def test_a_potion_takes_a_token():
    potion = Tool(NOBODY, FREE, read_uses("set 6 to 2 SAM party"), potion=True)
    fight = read_fight("1/1/0 | S6:h A6:h")
    assert Playing(fight, ((0, "S", 1), (0, "A", 1)), [potion], tokens=1).full_cover == 1
    assert Playing(fight, ((0, "S", 1), (0, "A", 1)), [potion]).full_cover == Fraction(1, 36)


def test_too_large_a_tree_is_given_up():
    fight = read_fight("2/2/0 | S6:h A6:h")
    with pytest.raises(TooLargeError):
        Playing(fight, ((0, "S", 2), (0, "A", 2)), [tool("valor")], limit=100).law()


def test_a_meeting_names_nothing_that_the_tree_counts():
    state = begin("ana=warrior bo=mage", dungeon="dragons-cave", game=core()).give("ana", "boulder-a").state
    found = meeting(core().cat, replace(state, level=1), ("ana",), Face("cave-in"), 1)
    assert found.left_out == ()
    state = begin("ana=rogue", game=core()).give("ana", "shadow-a").state
    large = meeting(core().cat, state, ("ana",), Face("ogre"))
    assert ("static-burst" in large.left_out) == (not large.tree)


def test_what_skills_feats_and_potions_are_worth():
    follower = begin("ana=rogue bo=archer", game=core()).set_hero("bo", stored=1)
    follower.set(tucked=(Face("bear-traps", "M", "heroism"),))
    found = replace(
        meeting(core().cat, follower.state, ("ana", "bo"), Face("goblin")),
        fight=read_fight("1/1/0 | S5:hh A6:h | hearts 1 2"),
        dice=((0, "S", 1), (1, "A", 1)),
        fighters=(Fighter(Pool(1)), Fighter(Pool(0, 1))),
        tools=(replace(tool("valor"), name="valor"),),
    )
    weighed = gains(core().cat, follower.state, ("ana", "bo"), found, "combat")
    told = {(gain.what, gain.n): gain for gain in weighed}
    assert told["skill", 1].damage > 0
    assert told["skill", 1].safe > 0
    assert told["potion", 1].name == "heroism"
    assert told["potion", 1].damage >= 0
    feats = [gain for gain in weighed if gain.what == "feat"]
    owners = [(gain.hero, gain.name) for gain in feats]
    assert owners == [("ana", "Daring Gamble"), ("bo", "Eagle Eye"), ("bo", "Eagle Eye")]
    assert feats[0].time == -Fraction(3, 6)
    assert feats[-1].time == -2


def test_what_only_prevents_is_worth_the_same_without_a_tree():
    follower = begin("ana=warrior bo=archer", game=core())
    found = meeting(core().cat, follower.state, ("ana", "bo"), Face("goblin"))
    charge = found.tools[0]
    found = replace(
        found,
        fight=read_fight("1/1/0 | S5:hht A6:ht | hearts 1 2"),
        dice=((0, "S", 1), (1, "A", 1)),
        tools=(replace(charge, owner=1, name="another"), charge),
    )
    law = [found.playing().law("stay alive"), replace(found, tools=found.tools[:1]).playing().law("stay alive")]
    safe = [sum(weight for loss, weight in one.items() if loss.damage <= 1) / Fraction(one.total) for one in law]
    late = [sum(loss.time * weight for loss, weight in one.items()) / Fraction(one.total) for one in law]
    (gain,) = gains(core().cat, follower.state, ("ana", "bo"), found, "combat", "fearless-charge")
    assert (gain.safe, gain.time) == (safe[0] - safe[1], late[1] - late[0])
    assert gain.time > 0


def test_a_stored_die_is_weighed_beside_the_skills_that_count():
    follower = begin("ana=warrior bo=mage", game=core()).set_hero("ana", stored=1, damage=1).set_hero("bo", damage=1)
    found = meeting(core().cat, follower.state, ("ana", "bo"), Face("bandit"))
    (gain,) = gains(core().cat, follower.state, ("ana", "bo"), found, "combat", "Frenzy")
    pool = found.fight.pool
    stronger = replace(found.fight, pool=Pool(pool.strength, pool.agility, pool.magic, pool.heroic + 1))
    with_die, without = (Skilled(fight, found.fighters).nobody_falls for fight in (stronger, found.fight))
    assert gain.safe == with_die - without
    assert without > Skilled(found.fight, ()).nobody_falls
