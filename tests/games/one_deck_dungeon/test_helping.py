"""What would help now: skills and potions after the roll against the rules themselves, feats before it."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from msgspec.structs import replace

from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.gaining import gains
from companion.games.one_deck_dungeon.helping import helping, readying
from companion.games.one_deck_dungeon.losses import ALIVE, WOUNDS
from companion.games.one_deck_dungeon.odds import under_way
from tests.games.one_deck_dungeon.following import core, room
from tests.games.one_deck_dungeon.test_playing import HEART, Rules, dice_of, small

SKILLS = ["dodge", "backstab", "cleave", "dexterity", "valor", "static-burst", "lucky-familiar", "haste", "persistence"]


class Alone(Rules):
    """What one use comes to by the rules, with the dice placed after it."""

    def _value(self, state):
        if state.fight.tasks:
            return super()._value(state)
        return self.settled(state)


def rolled(foe, people, dice, *skills, seed=1):
    """A roll on the table, by chance."""
    state, rng = small(foe, people, dice, *skills), random.Random(seed)
    law = core().chances(state)
    return core().apply(state, law.sample(rng))


def by_the_rules(state):
    """By how much each skill betters the roll, in hearts and time."""
    alone = Alone(state)
    now, best = alone.settled(state), {}
    for move in core().legal(state):
        if isinstance(move, m.Skill):
            worth = alone.value(core().apply(state, move))
            best[move.hero, move.name] = min(worth, best.get((move.hero, move.name), now))
    return {key: now - worth for key, worth in best.items() if worth < now}


@pytest.mark.clause("one-deck-dungeon.skills.once")
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", SKILLS)
def test_a_use_is_worth_what_the_rules_make_of_it(name, seed):
    state = rolled("ogre-a", "ana=rogue", dice_of("ana", "SSAM"), ("ana", name), seed=seed + 1)
    told = {(one.move.hero, one.move.name): one.damage * HEART + one.time for one in helping(core().cat, state, WOUNDS)}
    assert told == by_the_rules(state)
    for one in helping(core().cat, state, WOUNDS):
        assert core().check(state, one.move)


@pytest.mark.clause("one-deck-dungeon.skills.black-pays")
def test_the_dice_of_a_partner_are_helped_too():
    dice = [("ana", "S", 2), ("bo", "S", 1), ("bo", "A", 2)]
    state = rolled("ogre-a", "ana=archer bo=rogue", dice, seed=4)
    told = {(one.move.hero, one.move.name): one.damage * HEART + one.time for one in helping(core().cat, state, WOUNDS)}
    assert told == by_the_rules(state)


def test_a_potion_that_heals_is_worth_what_it_saves():
    state = replace(rolled("goblin-a", "ana=rogue", dice_of("ana", "SA")), potions=1)
    told = {}
    for damage in range(5):
        hurt = state.with_hero(replace(state.heroes[0], damage=damage))
        told[damage] = [one for one in helping(core().cat, hurt, ALIVE) if isinstance(one.move, m.Potion)]
    saved = {damage: (one.safe, one.damage) for damage, (one,) in ((d, h) for d, h in told.items() if h)}
    assert saved
    assert min(saved) > 0
    assert all(safe == 1 and hearts == min(2, damage) for damage, (safe, hearts) in saved.items())


def test_feats_are_weighed_before_the_roll_as_they_are_worth():
    follower = room("goblin-a", "ana=rogue bo=archer", game=core())
    state = follower.state
    found = {one.move.hero: one for one in readying(core().cat, state)}
    every = gains(core().cat, state, ("ana", "bo"), under_way(core().cat, state), "combat")
    feats = {gain.hero: gain for gain in every if gain.what == "feat" and gain.safe + gain.damage > 0}
    assert found
    assert set(found) <= set(feats)
    for hero, one in found.items():
        assert core().check(state, one.move)
        same = [gain for gain in every if gain.what == "feat" and (gain.hero, gain.n) == (hero, one.move.n)]
        assert same[0].damage == one.damage
    assert readying(core().cat, state, most=10) == ()


def test_what_helps_is_told_best_first():
    state = rolled("ogre-a", "ana=rogue", dice_of("ana", "SSAAMM"), ("ana", "dodge"), ("ana", "cleave"), seed=2)
    helps = helping(core().cat, state, WOUNDS)
    gained = [(one.damage, one.poison, one.time) for one in helps]
    assert gained == sorted(gained, reverse=True)
    assert all(isinstance(one.damage, Fraction | int) for one in helps)
