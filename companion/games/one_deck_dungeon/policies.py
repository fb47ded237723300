"""Named ways to play: `random`, `advisor` (see `leading`), and `greedy`, which plays by rules of thumb.

The greedy party explores while doors are missing and enters otherwise, never flees, takes the way at a peril for which
it has more dice, and covers the box that costs most with the lowest die that does. Dice that fit nowhere pay for a
skill, or become a black die that covers one box more. It heals whoever has three wounds, rolls stored dice, gives
damage to the hero with the most hearts, takes items while there is room, then XP, and goes down at once. It reckons no
odds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, cast

from companion.engine.game import TABLE, Game, Move, Policy
from companion.engine.policies import at_random, named
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.abilities import Heal
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.laying import armor_left, covered
from companion.games.one_deck_dungeon.party import dice_of, health
from companion.games.one_deck_dungeon.rooms import boss_health, boxes, door_limit, foe_of
from companion.games.one_deck_dungeon.state import FLOORS, Position, count
from companion.games.one_deck_dungeon.using import potion_use

if TYPE_CHECKING:
    from companion.games.one_deck_dungeon.rules import OneDeckDungeon


def policy(name: str) -> Policy:
    """Return a named policy.

    Raises:
        UnknownNameError: there is no such policy.
    """
    return named(POLICIES, name)


def greedy(game: Game, state: Position, rng: Random) -> Move:
    """Return the legal move of the highest worth, equal ones by lot."""
    if game.actor(state) == TABLE:
        return game.chances(state).sample(rng)
    cat = cast("OneDeckDungeon", game).cat
    for move in game.asides(state):
        if isinstance(move, m.Potion) and _heals(cat, state, move):
            return move
        if isinstance(move, m.Feat) and state.hero(move.hero).stored:
            return move
    return max(game.legal(state), key=lambda move: (_worth(cat, state, move), rng.random()))


WOUNDS = 3
"""Damage of a hero from which a potion of healing is used."""


def advisor(game: Game, state: Position, rng: Random) -> Move:
    """Return what an experienced party does (see `leading`)."""
    from companion.games.one_deck_dungeon.leading import lead

    return lead(game, state, rng)


POLICIES: Mapping[str, Policy] = {"random": at_random, "greedy": greedy, "advisor": advisor}


def evaluate(cat: Catalogue, state: Position) -> float:
    """Return about how far the party will come, from 0 to 10 marks: floors and boss, less for every heart lost."""
    if state.ended:
        return 10.0 if state.ended == "won" else state.floor - 1.0
    hearts = [(health(cat, state, hero) or 5) - hero.damage for hero in state.heroes]
    whole = boss_health(cat, state)
    boss = 4.0 * state.wounds / whole if whole else 0.0
    return min(state.floor, FLOORS) - 1 + state.level * 0.5 + min(hearts) * 0.3 + boss


def _worth(cat: Catalogue, state: Position, move: Move) -> float:
    judge = _JUDGES.get(type(move))
    return judge(cat, state, move) if judge is not None else 0.0


def _heals(cat: Catalogue, state: Position, move: m.Potion) -> bool:
    """Say whether a potion that heals goes to a hero with so many wounds that none of it is lost."""
    use = potion_use(cat, state, move.name)
    heals = sum(effect.n for effect in use.effects if isinstance(effect, Heal)) if use is not None else 0
    return heals > 1 and state.hero(move.hero).damage >= WOUNDS


def _black(cat: Catalogue, state: Position, move: m.Black) -> float:
    """Make a black die where it covers a box that no free die does, of the lowest dice that do."""
    fight = state.fight
    assert fight is not None
    asked = boxes(cat, state, fight)
    done, armor = covered(asked, fight.placed), armor_left(asked, fight.placed)
    value = min(die.value for die in move.dice)
    fits = [box for at, box in enumerate(asked) if not done[at] and (box.armor or not armor) and box.target <= value]
    saved = max((2.0 * box.damage + box.time + box.poison + 3.0 * (box.armor + box.skull) for box in fits), default=0.0)
    return 1.5 + saved - 0.05 * sum(die.value for die in move.dice) if saved else -1.0


def _explore(cat: Catalogue, state: Position, move: m.Explore) -> float:
    return 3.0 if len(state.doors) < min(2, door_limit(cat, state)) and state.down else 0.5


def _option(cat: Catalogue, state: Position, move: m.Option) -> float:
    """Prefer the way for which the heroes roll more, counted against what it asks for and costs."""
    fight = state.fight
    foe = foe_of(cat, fight) if fight is not None else None
    if fight is None or foe is None or not foe.options:
        return 0.0
    way = foe.options[move.n - 1]
    pools = [dice_of(cat, state, state.hero(handle)) for handle in fight.part.heroes]
    hopes = [3.5 * sum(count(pool, box.colour) for pool in pools) - box.target for box in way.boxes]
    return sum(hopes) - way.pays.time


def _place(cat: Catalogue, state: Position, move: m.Place) -> float:
    assert state.fight is not None
    box = boxes(cat, state, state.fight)[move.box - 1]
    saved = 2.0 * box.damage + box.time + 1.5 * box.poison + 4.0 * box.armor + 3.0 * box.skull
    return 5.0 + saved - 0.3 * move.die.value * (not box.wide) + 0.05 * box.target


def _damage(cat: Catalogue, state: Position, move: m.Damage) -> float:
    left = [(health(cat, state, h) or 5) - h.damage - dict(move.shares).get(h.handle, 0) for h in state.heroes]
    return float(min(left))


def _result(cat: Catalogue, state: Position, move: m.Result) -> float:
    return -float(sum(n for _, n in move.damage) * 2 + move.time + len(move.poison)) + move.skulls * 0.1


def _loot(cat: Catalogue, state: Position, move: m.Loot) -> float:
    if move.drop:
        return -1.0
    return {"item": 3.0, "skill": 2.0, "potion": 2.5, "xp": 1.0, "gone": -5.0}[move.what] + 0.1 * move.card.known


_JUDGES: Mapping[type[Move], Callable[[Catalogue, Position, Any], float]] = {
    m.Explore: _explore,
    m.Enter: lambda cat, state, move: 2.0,
    m.Descend: lambda cat, state, move: 4.0,
    m.Flee: lambda cat, state, move: -1.0,
    m.Option: _option,
    m.Place: _place,
    m.Settle: lambda cat, state, move: 1.0,
    m.Black: _black,
    m.Skill: lambda cat, state, move: 4.0 if not move.pay else 1.2,
    m.Damage: _damage,
    m.Result: _result,
    m.Loot: _loot,
}
