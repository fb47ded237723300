"""Loot at a glance: dice in all fights to come, hearts, and the share of a level that XP is.

A die counts by what is still asked of its colour, a skill by what its dice are worth less its price. Nothing is rolled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.engine.game import Move
from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.abilities import COMBAT, PERIL, Ability, Effect
from companion.games.one_deck_dungeon.boxes import COLOURS, Box
from companion.games.one_deck_dungeon.catalogue import Catalogue, item_of
from companion.games.one_deck_dungeon.kinds import EncounterCard
from companion.games.one_deck_dungeon.party import dice_of
from companion.games.one_deck_dungeon.rooms import boss
from companion.games.one_deck_dungeon.stakes import TOKEN, fights_left
from companion.games.one_deck_dungeon.state import MAX_LEVEL, Face, Hero, Position, count
from companion.games.one_deck_dungeon.turns import price

if TYPE_CHECKING:
    from companion.games.one_deck_dungeon.rules import OneDeckDungeon

PER_DIE = 0.35
"""What a die more saves in an encounter."""
HEART = 1.3
"""A heart of an item."""
PLACES = 3.0
"""What the places for items and skills of a new level are worth."""
BLACK = 1.4
"""A black die, in dice."""
BOSS_SHARE = 0.4
"""The share that the boxes of the boss have in what is asked of a colour."""
MAKES_WAY = 0.9
"""What makes way is XP, but what was hoped of it is lost."""
KINDS = 0.7
"""A potion of a new kind, beside its token."""
SHOWN = 0.22
"""A die that shows a value, in dice, for each pip."""
PAID = 0.55
"""A die that is paid, in dice."""
MANA = 0.17
"""A pip of mana, in dice."""


def best_loot(game: OneDeckDungeon, state: Position) -> Move | None:
    """Return how the first card that was won is best taken."""
    moves = [move for move in game.legal(state) if isinstance(move, m.Loot) and move.n == 1 and move.what != "gone"]
    part = state.spoils[0].card
    known = [move for move in moves if move.card.merged(part).known or move.what == "xp"]
    return max(known or moves, key=lambda move: loot_worth(game.cat, state, move), default=None)


def loot_worth(cat: Catalogue, state: Position, move: m.Loot) -> float:
    """Return what it is worth, in hearts, to take a card in some way; what makes way for it turns to XP."""
    card = move.card.merged(state.spoils[move.n - 1].card)
    if move.what == "xp":
        return xp_worth(cat, state, cat.xp(card) or move.xp or 0)
    if move.what == "potion":
        kinds = {tucked.skill for tucked in state.tucked}
        return float(TOKEN) + (KINDS if card.skill and card.skill not in kinds else 0.0)
    hero = state.hero(move.hero)
    worth = item_worth if move.what == "item" else _held_worth
    if not move.drop:
        return worth(cat, state, hero, card)
    field = "items" if move.what == "item" else "skills"
    cards = list(getattr(hero, field))
    held = cards.pop(move.drop - 1)
    less = replace(hero, **{field: tuple(cards)})
    there = state.with_hero(less)
    spared = MAKES_WAY * xp_worth(cat, state, cat.xp(held) or 0)
    return worth(cat, there, less, card) - worth(cat, there, less, held) + spared


def _held_worth(cat: Catalogue, state: Position, hero: Hero, card: Face) -> float:
    return skill_worth(cat, state, hero, card.skill)


def xp_worth(cat: Catalogue, state: Position, xp: int) -> float:
    """Return what XP is worth: its share of the next level, or of a potion token on the last."""
    needed = price(cat, state) or 6 * state.sets
    if state.level >= MAX_LEVEL:
        return float(TOKEN) * xp / needed
    now, then = (cat.levels.get(state.level + more) for more in (0, 1))
    dice = ((then.bonus or 0) if then else 0) - ((now.bonus or 0) if now else 0)
    level = BLACK * dice * PER_DIE * fights_left(state) * state.sets + float(TOKEN) * state.sets
    level += PLACES * len(state.heroes) * (fights_left(state) > 5)
    whole = xp >= needed - state.xp
    return level * min(xp, needed - state.xp + 2) / needed + 0.5 * whole


def asked(cat: Catalogue, state: Position) -> dict[str, float]:
    """Return the share of each colour in what cards, floors and boss still ask for."""
    sums = dict.fromkeys(COLOURS[:3], 0.0)
    dungeon = cat.dungeons.get(state.dungeon)
    floors = dungeon.floors if dungeon is not None and dungeon.floors is not None else ()
    rows = [box for floor in floors[state.floor - 1 :] for box in floor.combat] * 6
    cards = [box for card in cat.encounters.values() for box in _boxes(card)]
    _count(sums, [*cards, *rows], 1 - BOSS_SHARE)
    enemy = boss(cat, state)
    _count(sums, (enemy.boxes or ()) if enemy is not None else (), BOSS_SHARE)
    return sums


def _boxes(card: EncounterCard) -> tuple[Box, ...]:
    if card.kind == PERIL:
        return tuple(box for option in card.options or () for box in option.boxes)
    return card.boxes or () if card.kind == COMBAT else ()


def _count(sums: dict[str, float], boxes: list[Box] | tuple[Box, ...], share: float) -> None:
    """Add what boxes ask for to the sums, so that together it is the share."""
    found = dict.fromkeys(sums, 0.0)
    for box in boxes:
        if box.colour in found:
            cost = box.damage + 0.3 * box.time + 0.8 * box.armor + box.skull
            found[box.colour] += cost * (max(1.0, box.target / 3.5) if box.wide else 1.0)
    whole = sum(found.values()) or 1.0
    for colour, value in found.items():
        sums[colour] += share * value / whole


def item_worth(cat: Catalogue, state: Position, hero: Hero, card: Face) -> float:
    """Return what an item is worth to a hero: its dice by what is asked of their colour, and its hearts."""
    item = item_of(card.item)
    have = {c: sum(count(dice_of(cat, state, one), c) for one in state.heroes) for c in COLOURS}
    need = asked(cat, state)
    whole = sum(have[colour] for colour in COLOURS[:3]) or 1
    dice = sum(
        n * (need[colour] * 3) ** 0.5 * ((whole / 3 + 1) / (have[colour] + 1)) ** 0.5 if colour in need else n * BLACK
        for colour in COLOURS
        if (n := count(item.pool, colour))
    )
    return dice * PER_DIE * fights_left(state) + HEART * item.health


def skill_worth(cat: Catalogue, state: Position, hero: Hero, name: str) -> float:
    """Return what a skill is worth to a hero."""
    ability = cat.ability(name)
    if ability is None or ability.does is None or any(face.skill == name for face in hero.skills):
        return 0.5
    dice = dice_of(cat, state, hero)
    price_ = ability.price
    if price_ is not None:
        lacking = any(count(price_.dice, c) > count(dice, c) for c in COLOURS)
        if lacking or 3 * count(dice, "M") < price_.mana:
            return 0.5
    return max(0.3, _strength(ability)) * PER_DIE * fights_left(state)


def _strength(ability: Ability) -> float:
    """Return what a skill does in one use, in dice."""
    gains = [sum(map(_effect, use.effects)) for use in ability.does or ()]
    rooms = 1.0 if not ability.rooms or COMBAT in ability.rooms else 0.4
    price_ = ability.price
    paid = 0.0 if price_ is None else PAID * sum(price_.dice.counts()) + MANA * price_.mana
    return rooms * (max(gains, default=0.0) - paid)


def _effect(effect: Effect) -> float:
    """Return what an effect is worth, in dice."""
    match effect:
        case a.Gain(dice=dice):
            scale = 0.5 if effect.only == "mana" else 0.8 if effect.only else 1.0
            return scale * sum(SHOWN * die.value * (BLACK if die.colour == "H" else 1.0) for die in dice)
        case a.Roll(pool=pool):
            return sum(pool.counts()[:3]) * 0.9 + pool.heroic * BLACK
        case a.Prevent(cost=cost):
            return 1.6 * cost.damage + 0.6 * cost.time + 2.0 * cost.poison
        case a.Set() | a.Add() | a.Recolour() | a.Trade() | a.Reroll():
            return 0.5 * min(3, effect.which.most or 2)
        case a.Halve() | a.Convert():
            return 1.5
    return 0.0


def least_item(game: OneDeckDungeon, state: Position) -> Move | None:
    """Return the item that is missed least."""
    moves = [move for move in game.legal(state) if isinstance(move, m.Drain)]

    def kept(move: m.Drain) -> float:
        hero = state.hero(move.hero)
        return item_worth(game.cat, state, hero, hero.items[move.item - 1])

    return min(moves, key=kept, default=None)
