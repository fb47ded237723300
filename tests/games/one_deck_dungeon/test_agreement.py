"""The rules and the search for the best placement, each worked out without the other, agree on real encounters."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.abilities import Cost
from companion.games.one_deck_dungeon.boxes import COLOURS, Pool
from companion.games.one_deck_dungeon.course import consequences, lay
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.losses import PREFERENCES
from companion.games.one_deck_dungeon.placing import Placement, Present
from companion.games.one_deck_dungeon.rooms import boxes, curses
from companion.games.one_deck_dungeon.state import Rolled
from tests.games.one_deck_dungeon.following import Follower, begin, meet, practice

HEROES = ("warrior", "rogue", "mage", "archer", "paladin", "herbalist", "forester", "beekeeper")
DUNGEONS = {"core": ("yetis-cavern", "lichs-tomb", "hydras-reef"), "forest": ("burnt-wood", "amber-glade", "venom-fen")}
NOT_COUNTED = (a.Target, a.Harden, a.Limit, a.Regrow)


def rolled(seed: int) -> Follower:
    """Some hero before some card of some set on some floor, with the dice on the table."""
    rng = Random(seed)
    game = practice()
    id = rng.choice(sorted(id for id, face in game.cards.ids.items() if game.cat.described(face)))
    deck = game.cat.faces[game.cards.ids[id]].set or "core"
    dungeon = rng.choice(DUNGEONS[deck])
    people = f"ana={rng.choice(HEROES)}"
    follower = meet(id, people, deck=deck, dungeon=dungeon, floor=rng.randint(1, 3)).set(level=rng.randint(1, 4))
    return thrown(follower.set_hero("ana", damage=-30), rng)


def thrown(follower: Follower, rng: Random) -> Follower:
    """Fight, choose any way, and roll."""
    if follower.state.fight is None:
        follower.play("fight")
    if follower.legal()[0].startswith("option"):
        follower.play(rng.choice(follower.legal()))
    follower.play(follower.game.spell(follower.game.chances(follower.state).sample(rng), follower.state))
    return follower


def fight_of(follower: Follower) -> Fight:
    """The encounter as the odds see it."""
    cat, state = follower.game.cat, follower.state
    rules = tuple(rule for rule in curses(cat, state, follower.fight) if not isinstance(rule, NOT_COUNTED))
    return Fight(Pool(), boxes(cat, state, follower.fight), rules=rules)


def present(follower: Follower) -> Present:
    """The dice that lie there, and what can be made of them; what their faces cost was paid already."""
    values = [[die.value for die in follower.fight.dice if die.colour == colour] for colour in COLOURS]
    return Present(fight_of(follower), values, struck=0)


def carried_out(follower: Follower, placement: Placement) -> Follower:
    """Make the black dice, and lay the placement out; every step has to be allowed."""
    own = Follower(follower.game, follower.state)
    for black in placement.blacks:
        own.play("black " + " ".join(f"{colour}{value}" for colour, value in black.of))
    pairs = zip(placement.covered, placement.dice, strict=True)
    told = tuple((box + 1, Rolled(c, v, "ana")) for box, dice in pairs for c, v in dice)
    move = m.Settle(told)
    verdict = own.game.check(own.state, move)
    assert verdict, (verdict.reason, own.dice, own.boxes, placement)
    laid = lay(own.game.cat, own.state, tuple((box - 1, die) for box, die in told))
    return own.set(fight=laid)


def lost(follower: Follower) -> Cost:
    return consequences(follower.game.cat, follower.state, follower.fight)


@pytest.mark.parametrize("seed", range(18))
def test_the_best_placements_are_legal_and_cost_what_they_say(seed: int) -> None:
    follower = rolled(seed)
    found = present(follower)
    for preference in PREFERENCES:
        priced = found.priced(preference)
        for placement in (priced.best, *priced.others[:2]):
            cost = lost(carried_out(follower, placement))
            assert (cost.damage, cost.time, cost.poison) == placement.loss[:3]


@pytest.mark.parametrize("seed", range(60, 72))
def test_no_play_at_random_is_better_than_the_best(seed: int) -> None:
    rng = Random(seed)
    follower = rolled(seed)
    priced = present(follower).priced()
    if not priced.proven:
        return
    known = [placement.loss[:3] for placement in (priced.best, *priced.others)]
    for _ in range(12):
        own = Follower(follower.game, follower.state)
        while True:
            moves = [move for move in own.game.legal(own.state) if isinstance(move, m.Place | m.Black)]
            if not moves or rng.random() < 0.05:
                break
            own.state = own.game.apply(own.state, rng.choice(moves))
        cost = lost(own)
        mine = (cost.damage, cost.time, cost.poison)
        assert any(all(x <= y for x, y in zip(one, mine, strict=True)) for one in known), (mine, known)


@pytest.mark.parametrize("dungeon", ["dragons-cave", "yetis-cavern", "hydras-reef", "minotaurs-maze", "lichs-tomb"])
@pytest.mark.parametrize("seed", range(2))
def test_boss_rounds_agree(dungeon: str, seed: int) -> None:
    rng = Random(seed)
    follower = begin(f"ana={HEROES[seed]}", dungeon=dungeon, floor=4).set(level=4).set_hero("ana", damage=-60)
    thrown(follower, rng)
    best = present(follower).priced().best
    assert lost(carried_out(follower, best)).damage == best.loss.damage
