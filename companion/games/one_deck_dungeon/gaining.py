"""What each skill, feat and potion is worth in a fight: the odds with it beside the odds without.

Both are counted in the same way and under the same preference, by the whole game tree where that is small enough; with
feats, which are chosen before the roll, every skill counts that counts without them. What cannot be counted is named
with no numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec

from companion.engine.odds import Table
from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.abilities import FIGHT
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.encounter import WARDS, Fight
from companion.games.one_deck_dungeon.feats import rolled_first, with_stored
from companion.games.one_deck_dungeon.fight import Encounter
from companion.games.one_deck_dungeon.losses import ALIVE, Loss, falls
from companion.games.one_deck_dungeon.odds import Meeting, deepest
from companion.games.one_deck_dungeon.party import feat, potion_kinds
from companion.games.one_deck_dungeon.playing import EFFORT, Playing, effort
from companion.games.one_deck_dungeon.state import Position
from companion.games.one_deck_dungeon.tools import FREE, NOBODY, Tool

MOST = 4 * EFFORT
"""Moments, by a rough count, of the game trees that are gone through here."""


class Gain(msgspec.Struct, frozen=True):
    """What something is worth in a fight.

    Args:
        what: "skill", "feat" or "potion".
        name: which.
        hero: whose; "" for a potion.
        n: for a feat which use of it, or how many stored dice.
        safe: by how much likelier it is that nobody falls; None where that was not counted.
        damage, time, poison: how much less is lost on average; below 0 if it is more.
        without: how likely nobody falls without it; None where that was not counted.
        sure: whether both are the odds; else they are what is proven at least.
    """

    what: str
    name: str
    hero: str = ""
    n: int = 1
    safe: Fraction | None = None
    damage: Fraction = Fraction(0)
    time: Fraction = Fraction(0)
    poison: Fraction = Fraction(0)
    without: Fraction | None = None
    sure: bool = True


class Ready(msgspec.Struct, frozen=True):
    """A way to use a feat before the roll.

    Args:
        hero: whose feat it is.
        name: which.
        n: which use of it, or how many stored dice.
        stored: whether these are dice that were stored.
        met: what the heroes have before them with it.
        bare: what they have before them without it.
    """

    hero: str
    name: str
    n: int
    stored: bool
    met: Meeting
    bare: Meeting


Means = tuple[Fraction, Fraction, Fraction, Fraction]


def gains(
    cat: Catalogue,
    state: Position,
    heroes: Sequence[str],
    found: Meeting,
    room: str,
    name: str = "",
    preference: str = ALIVE,
) -> tuple[Gain, ...]:
    """Return what skills, feats and potions are worth in a fight, in this order.

    Args:
        cat: the cards.
        state: the position.
        heroes: who fights.
        found: the heroes before the card (`odds.meeting`).
        room: the kind of room: "combat", "peril" or "boss".
        name: the one that is asked about; "" for all.
        preference: what the party prefers.
    """
    begun = state.fight is not None and state.fight.begun
    whole = found if begun else with_all_stored(cat, state, heroes, found)
    return (
        *_skills(heroes, whole, name, preference),
        *feats(cat, state, heroes, found, room, name, preference),
        *_potions(cat, state, whole, room, name, preference),
    )


def _skills(heroes: Sequence[str], found: Meeting, asked: str, preference: str) -> Iterator[Gain]:
    for at, tool in enumerate(found.tools):
        if asked not in ("", tool.name):
            continue
        both = _with_and_without(found, at, preference)
        if both is None:
            yield Gain("skill", tool.name, heroes[tool.owner])
        else:
            yield _gain("skill", tool.name, heroes[tool.owner], 1, *both)


def _with_and_without(found: Meeting, at: int, preference: str) -> tuple[Means, Means] | None:
    """Return what a fight comes to with a skill and without; None where that is too much to go through."""
    tools = found.tools
    rest, at_once = (*tools[:at], *tools[at + 1 :]), found.again or found.buying
    known = at_once or tools[at].uses in found.fighters[tools[at].owner].skills
    doubt = not at_once and (found.low or not known or all(map(_prevents, tools)))
    if doubt and effort(found.dice, tools) <= MOST and all(one.counts for one in tools):
        return _with_tools(found, tools, preference), _with_tools(found, rest, preference)
    less = _without(found, at)
    if found.left_out or less.left_out or not known:
        return None
    return _odds(found, preference), _odds(less, preference)


def _without(found: Meeting, at: int) -> Meeting:
    """Return a meeting without one of the skills."""
    tool = found.tools[at]
    fighter, rest = found.fighters[tool.owner], (*found.tools[:at], *found.tools[at + 1 :])
    skills, bought = list(fighter.skills), list(fighter.bought)
    if tool.uses in skills:
        skills.remove(tool.uses)
    elif (tool.price, tool.uses) in bought:
        bought.remove((tool.price, tool.uses))
    fighters = list(found.fighters)
    fighters[tool.owner] = msgspec.structs.replace(fighter, skills=tuple(skills), bought=tuple(bought))
    low = tuple(name for name in found.low if any(one.name == name for one in rest))
    return deepest(msgspec.structs.replace(found, fighters=tuple(fighters), tools=rest, low=low))


def _with_tools(found: Meeting, tools: Sequence[Tool], preference: str) -> Means:
    """Return what a fight comes to with some tools; those that only prevent for nothing need no game tree."""
    fight = found.fight
    if any(fight.having(a.Toll)) or not all(map(_prevents, tools)):
        return _means(fight, Playing(fight, found.dice, tools, len(found.fighters)).law(preference))
    wards = tuple(effect for tool in tools for effect in tool.effects if isinstance(effect, WARDS))
    return _means(fight, Encounter(msgspec.structs.replace(fight, wards=(*fight.wards, *wards))).law(preference))


def _prevents(tool: Tool) -> bool:
    return tool.price.free and len(tool.uses) == 1 and all(isinstance(effect, a.Prevent) for effect in tool.effects)


def _potions(cat: Catalogue, state: Position, found: Meeting, room: str, asked: str, preference: str) -> Iterator[Gain]:
    for name in potion_kinds(cat, state) if state.potions else ():
        ability = cat.ability(name) if asked in ("", name) else None
        uses = ability.uses(FIGHT, room) if ability is not None else ()
        tool = Tool(NOBODY, FREE, uses, potion=True, name=name)
        if not uses:
            continue
        tools = (*found.tools, tool)
        if effort(found.dice, tools) > MOST or not all(one.counts for one in tools):
            yield Gain("potion", name)
            continue
        bare = _means(found.fight, found.playing().law(preference))
        yield _gain("potion", name, "", 1, _means(found.fight, found.playing((tool,)).law(preference)), bare)


def readied(cat: Catalogue, state: Position, heroes: Sequence[str], found: Meeting, room: str) -> Iterator[Ready]:
    """Yield the ways to use feats before a roll; there are none against the boss (one-deck-dungeon.boss.feats).

    Before an encounter has begun all stored dice are counted but those that are asked about; once it has, what is used
    is told.

    Args:
        cat: the cards.
        state: the position.
        heroes: who fights.
        found: what they have before them without feats.
        room: the kind of room: "combat" or "peril".
    """
    begun = state.fight is not None
    for at, handle in enumerate(() if state.at_boss else heroes):
        hero = state.hero(handle)
        ability = feat(cat, state, hero)
        if ability is None:
            continue
        others = [other for other in heroes if other != handle]
        bare = found if begun else with_all_stored(cat, state, heroes, found, others)
        for n in range(1, hero.stored + 1):
            yield Ready(handle, ability.name, n, True, with_stored(bare, at, n), bare)
        bare = found if begun else with_all_stored(cat, state, heroes, found)
        for n, use in enumerate(ability.uses("ready", room), start=1):
            met = rolled_first(bare, at, use)
            if met is not None:
                yield Ready(handle, ability.name, n, False, met, bare)


def with_all_stored(
    cat: Catalogue, state: Position, heroes: Sequence[str], found: Meeting, some: Sequence[str] | None = None
) -> Meeting:
    """Return a meeting in which every die that its heroes have stored is rolled too; none are against the boss.

    Args:
        cat: the cards.
        state: the position.
        heroes: who fights.
        found: what they have before them without these dice.
        some: whose dice alone; None for those of all.
    """
    for at, handle in enumerate(() if state.at_boss else heroes):
        hero = state.hero(handle)
        if hero.stored and (some is None or handle in some) and feat(cat, state, hero) is not None:
            found = with_stored(found, at, hero.stored)
    return found


def feats(
    cat: Catalogue,
    state: Position,
    heroes: Sequence[str],
    found: Meeting,
    room: str,
    asked: str = "",
    preference: str = ALIVE,
) -> Iterator[Gain]:
    """Yield what feats are worth, counted as the fight without them is, under a preference."""
    for one in readied(cat, state, heroes, found, room):
        if asked not in ("", one.name):
            continue
        gain = _gain("feat", one.name, one.hero, one.n, _odds(one.met, preference), _odds(one.bare, preference))
        # Where the fight with the feat is not counted as deep, what is proven of it may be less than what is so.
        if one.bare.deep and not one.met.deep and gain.safe is not None and gain.safe < 0:
            gain = Gain("feat", one.name, one.hero, one.n)
        yield msgspec.structs.replace(gain, sure=not one.met.left_out and not one.bare.left_out)


@lru_cache(maxsize=64)
def _odds(met: Meeting, preference: str) -> Means:
    return _means(met.fight, met.odds().law(preference))


def _means(fight: Fight, law: Table[Loss]) -> Means:
    safe = law.where(lambda loss: not falls(fight, loss))
    damage, time, poison = (Fraction(sum(loss[at] * ways for loss, ways in law.items()), law.total) for at in range(3))
    return safe, damage, time, poison


def _gain(what: str, name: str, hero: str, n: int, more: Means, less: Means) -> Gain:
    damage, time, poison = (before - after for before, after in zip(less[1:], more[1:], strict=True))
    return Gain(what, name, hero, n, more[0] - less[0], damage, time, poison, less[0])
