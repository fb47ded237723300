"""Estimates of fights from sampled rolls, against the odds where these are known."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.one_deck_dungeon.boxes import Pool
from companion.games.one_deck_dungeon.encounter import read_fight
from companion.games.one_deck_dungeon.fight import Encounter
from companion.games.one_deck_dungeon.guessing import ROLLS, guessed, judge
from companion.games.one_deck_dungeon.losses import PREFERENCES, Loss, falls, ranking
from companion.games.one_deck_dungeon.odds import Meeting
from companion.games.one_deck_dungeon.playing import Playing
from companion.games.one_deck_dungeon.skilled import Fighter
from companion.games.one_deck_dungeon.tools import FREE, Tool
from companion.games.one_deck_dungeon.wording import read_price, read_uses

OGRE = "2/2/1/0 | S6w:h A4:t S5:hh A5:ht M4:h A6:ht | hearts 3"
SKILLS = {
    "nothing": (),
    "ward": (Tool(0, read_price("1A"), read_uses("prevent 1h"), name="ward"),),
    "again": (Tool(0, FREE, read_uses("reroll 1 SAM"), name="again"),),
    "roll": (Tool(0, read_price("1M"), read_uses("roll SS"), name="roll"),),
}
DICE = ((0, "S", 2), (0, "A", 2), (0, "M", 1))
FAR, LOW = 0.07, 0.17
"""How far above the odds an estimate may be by luck, and below them, as its play is good but not the best."""


def met(name, fight=OGRE):
    return Meeting(read_fight(fight), (Fighter(Pool(2, 2, 1)),), (), DICE, SKILLS[name], True)


@pytest.mark.parametrize("name", SKILLS)
def test_an_estimate_is_near_the_odds(name):
    one, preference = met(name), "stay alive"
    law = Playing(one.fight, one.dice, one.tools).law(preference)
    sample = guessed(one, preference)
    assert sample.total == ROLLS
    safe, about = (table.where(lambda loss: not falls(one.fight, loss)) for table in (law, sample))
    assert -LOW < float(about) - float(safe) < FAR
    bare = Encounter(one.fight).law(preference).where(lambda loss: not falls(one.fight, loss))
    assert float(about) > float(bare) - FAR


def test_the_same_fight_has_the_same_estimate():
    one, other = (dict(guessed(met("roll"), "stay alive").items()) for _ in range(2))
    assert one == other


def test_a_skill_that_rolls_again_is_played():
    rolled = guessed(met("again"), "fewest wounds")
    plain = Encounter(met("nothing").fight).law("fewest wounds")
    assert (
        sum(loss.damage * w for loss, w in rolled.items()) / rolled.total
        < sum(loss.damage * w for loss, w in plain.items()) / plain.total
    )


@pytest.mark.parametrize("preference", PREFERENCES)
def test_outcomes_are_weighed_in_the_order_of_the_preference(preference):
    fight = replace(met("nothing").fight, hearts=(3,))
    worth, rank = judge(fight, preference), ranking(fight, preference)
    losses = [Loss(0, 0), Loss(0, 2), Loss(1, 0), Loss(3, 0)]
    assert sorted(losses, key=lambda loss: -worth(loss, 0, 0)) == sorted(losses, key=rank)
