"""No more black dice than there are: laws, bounds, placements and advice, against counting out and at the table."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

import companion
from companion.engine.game import Question, Seat
from companion.games.one_deck_dungeon.encounter import UNLIMITED, Fight, read_fight
from companion.games.one_deck_dungeon.fight import Encounter
from companion.games.one_deck_dungeon.filling import Filling, wanted
from companion.games.one_deck_dungeon.joint import fits
from companion.games.one_deck_dungeon.losses import PREFERENCES, WOUNDS
from companion.games.one_deck_dungeon.odds import meeting, present
from companion.games.one_deck_dungeon.paying import payments
from companion.games.one_deck_dungeon.placing import Present
from companion.games.one_deck_dungeon.playing import there
from companion.games.one_deck_dungeon.reckoning import EVERY, smaller
from companion.games.one_deck_dungeon.state import Door, Face
from companion.games.one_deck_dungeon.wants import Coarse
from companion.games.one_deck_dungeon.wording import read_price
from tests.oracle.one_deck_dungeon_cases import some_fight
from tests.oracle.one_deck_dungeon_fight import Slow, rolls


def short(fight: Fight, made: int) -> Fight:
    """Return a fight in which only so many black dice may be made."""
    return replace(fight, supply=fight.pool.heroic + made)


@pytest.mark.parametrize("made", [0, 1, 2])
@pytest.mark.parametrize("seed", range(7))
def test_the_law_equals_counting_out(monkeypatch, seed, made):
    fight = short(some_fight(Random(f"supply {seed}"), 4), made)
    monkeypatch.setattr(Encounter, "joins", False)
    for preference in PREFERENCES:
        law = {tuple(loss): many for loss, many in Encounter(fight).law(preference).items()}
        assert law == Slow(fight).law(preference), fight


@pytest.mark.parametrize("made", [0, 1, 2])
@pytest.mark.parametrize("seed", range(20))
def test_sums_of_offers_equal_arrays_or_bound_them(monkeypatch, seed, made):
    fight = some_fight(Random(f"supply of offers {seed}"), 6)
    fight = short(replace(fight, pool=replace(fight.pool, heroic=0)) if seed % 3 else fight, made)
    if not fits(Encounter(fight).plan.kinds):
        return
    monkeypatch.setattr(Encounter, "joins", False)
    arrays = Encounter(fight)
    monkeypatch.setattr(Encounter, "joins", True)
    sums = Encounter(fight)
    if sums.joint.exact:
        assert dict(sums.law(WOUNDS).items()) == dict(arrays.law(WOUNDS).items()), fight
    low, high = (Encounter(fight, coarse=Coarse(EVERY, most)) for most in (False, True))
    assert low.nobody_falls <= arrays.nobody_falls <= high.nobody_falls
    assert low.full_cover <= arrays.full_cover <= high.full_cover


@pytest.mark.parametrize("made", [0, 1, 2])
@pytest.mark.parametrize("seed", range(15))
def test_a_placement_makes_no_more_than_there_are(seed, made):
    rng = Random(f"placed {seed}")
    fight = some_fight(rng, dice=5, boxes=5)
    dice, _ = rng.choice(list(rolls(fight)))
    hands = [[value for colour, value in dice if colour == name] for name in "SAMH"]
    fight = replace(fight, supply=len(hands[3]) + made)
    slow, lying = Slow(fight), Present(fight, hands, 0)
    losses = [slow.loss(covered, (0, 0)) for covered in slow.sets(dice)]
    for preference in PREFERENCES:
        priced = lying.priced(preference)
        assert tuple(priced.best.loss) == min(losses, key=lambda loss: slow.key(loss, preference))
        assert all(len(one.blacks) <= made for one in (priced.best, *priced.others))
    table = wanted(fight, lambda loss, hit, missed: -float(loss.damage))
    strength, agility, magic, black = (tuple(sorted(hand, reverse=True)) for hand in hands)
    worth, _, ways = Filling(fight).first((strength, agility, magic, black), table)
    assert worth <= max(-loss[0] for loss in losses)
    assert sum(len(way.wanted) for way in ways) <= len(black) + made


def test_the_supply_of_a_fight_is_written_and_read():
    fight = read_fight("2/1/0/1 | S3:h | supply 2")
    assert fight.supply == 2
    assert read_fight(str(fight)) == fight
    assert read_fight("2/1/0/1 | S3:h").supply == UNLIMITED
    assert (fight.room(1), fight.room(2), fight.room(3)) == (1, 0, 0)


def test_a_smaller_fight_makes_no_black_die_more():
    fight = read_fight("1/1/1/6 | S6w:h A9w:h M12w:h | supply 6")
    less = smaller(fight, 1000)
    assert less.pool.heroic < 6
    assert less.supply == less.pool.heroic


def test_skills_give_no_more_black_dice_than_there_are():
    fight = read_fight("2/0/0/1 | S3:h | supply 2")
    more = [(0, "H", 6, ""), (0, "H", 5, ""), (0, "S", 4, "")]
    assert there(fight, ((0, "H", 1, ""),), more) == [more[0], more[2]]


def at_the_ogre(exiled: int):
    game = companion.game("one-deck-dungeon", "practice")
    state = game.setup([Seat("ana", "Ana"), Seat("bo", "Bo")], {})
    for text in ("hero ana warrior", "hero bo rogue", "dungeon dragons-cave", *["exile H"] * exiled):
        move = game.parse(text, state)
        assert game.check(state, move)
        state = game.apply(state, move)
    for handle in ("ana", "bo"):
        state = state.with_hero(replace(state.hero(handle), damage=1))
    return game, replace(state, doors=(Door((Face("ogre"),), True),))


def played(game, state, *texts: str):
    for text in texts:
        move = game.parse(text, state)
        assert game.check(state, move), text
        state = game.apply(state, move)
    return state


@pytest.mark.clause("one-deck-dungeon.supply.dice", "one-deck-dungeon.supply.short")
@pytest.mark.parametrize("exiled", [4, 5, 6])
def test_exiled_dice_are_missing_from_the_odds(exiled):
    game, state = at_the_ogre(exiled)
    fight = meeting(game.cat, state, ("ana", "bo"), Face("ogre")).fight
    assert fight.supply == 6 - exiled
    told = game.answer(played(game, state, "enter 1"), Question("safe", "", ()))
    assert told.value == Encounter(fight).nobody_falls
    if exiled == 6:
        assert told.value == Encounter(replace(fight, supply=UNLIMITED), making=False).nobody_falls
    else:
        assert told.value > Encounter(fight, making=False).nobody_falls


@pytest.mark.clause("one-deck-dungeon.supply.short")
@pytest.mark.parametrize("exiled", [5, 6])
def test_advice_makes_no_black_die_that_there_is_not(exiled):
    game, state = at_the_ogre(exiled)
    state = played(game, state, "enter 1", "fight", "begin", "roll ana S 6 6 1 A 4 bo A 6 1 1 M 6")
    priced = present(game.cat, state).priced()
    assert all(len(one.blacks) <= 6 - exiled for one in (priced.best, *priced.others))
    for advice in game.advise(state, "ana", 3, 0.5, 1):
        played(game, state, *advice.moves)


def test_nothing_is_paid_with_black_dice_that_there_are_not():
    price = read_price("1M")
    assert payments(price, (1, 1, 0), (), 2, 1)
    assert not payments(price, (1, 1, 0), (), 2, 0)
    assert [paid.black for paid in payments(price, (1, 1, 0), (4,), 2, 0)] == [()]
