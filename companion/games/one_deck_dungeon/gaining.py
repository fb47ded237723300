"""What each skill, feat and potion is worth in a fight: the odds with it less the odds without, played to stay alive.

Skills and potions are weighed by the whole game tree where that is small enough; feats beside wards alone, as they are
chosen before the roll. What cannot be counted is named with no numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import reduce

import msgspec

from companion.engine.odds import Table
from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.abilities import FIGHT, Cost, Use
from companion.games.one_deck_dungeon.boxes import COLOURS
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.encounter import WARDS, Fight
from companion.games.one_deck_dungeon.feats import Dropping, gambled
from companion.games.one_deck_dungeon.fight import Encounter
from companion.games.one_deck_dungeon.losses import ALIVE, Loss, falls
from companion.games.one_deck_dungeon.odds import Meeting
from companion.games.one_deck_dungeon.party import feat, potion_kinds
from companion.games.one_deck_dungeon.playing import EFFORT, Playing, effort
from companion.games.one_deck_dungeon.skilled import Fighter, Skilled
from companion.games.one_deck_dungeon.state import Position, count, pool_of
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
    """

    what: str
    name: str
    hero: str = ""
    n: int = 1
    safe: Fraction | None = None
    damage: Fraction = Fraction(0)
    time: Fraction = Fraction(0)
    poison: Fraction = Fraction(0)


Means = tuple[Fraction, Fraction, Fraction, Fraction]


def gains(
    cat: Catalogue, state: Position, heroes: Sequence[str], found: Meeting, room: str, name: str = ""
) -> tuple[Gain, ...]:
    """Return what skills, feats and potions are worth in a fight, in this order.

    Args:
        cat: the cards.
        state: the position.
        heroes: who fights.
        found: the heroes before the card (`odds.meeting`).
        room: the kind of room: "combat", "peril" or "boss".
        name: the one that is asked about; "" for all.
    """
    return (
        *_skills(heroes, found, name),
        *feats(cat, state, heroes, found, room, name),
        *_potions(cat, state, found, room, name),
    )


def _skills(heroes: Sequence[str], found: Meeting, asked: str) -> Iterator[Gain]:
    whole: Means | None = None
    for at, tool in enumerate(found.tools):
        name = tool.name
        if asked not in ("", name):
            continue
        if effort(found.dice, found.tools) > MOST or not all(one.counts for one in found.tools):
            yield Gain("skill", name, heroes[tool.owner])
            continue
        whole = whole or _with_tools(found, found.tools)
        without = _with_tools(found, (*found.tools[:at], *found.tools[at + 1 :]))
        yield _gain("skill", name, heroes[tool.owner], 1, whole, without)


def _with_tools(found: Meeting, tools: Sequence[Tool]) -> Means:
    """Return what a fight comes to with some tools; those that only prevent for nothing need no game tree."""
    fight = found.fight
    if any(fight.having(a.Toll)) or not all(map(_prevents, tools)):
        return _means(fight, Playing(fight, found.dice, tools, len(found.fighters)).law(ALIVE))
    wards = tuple(effect for tool in tools for effect in tool.effects if isinstance(effect, WARDS))
    return _means(fight, Encounter(msgspec.structs.replace(fight, wards=(*fight.wards, *wards))).law(ALIVE))


def _prevents(tool: Tool) -> bool:
    return tool.price.free and len(tool.uses) == 1 and all(isinstance(effect, WARDS) for effect in tool.effects)


def _potions(cat: Catalogue, state: Position, found: Meeting, room: str, asked: str) -> Iterator[Gain]:
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
        bare = _means(found.fight, found.playing().law(ALIVE))
        yield _gain("potion", name, "", 1, _means(found.fight, found.playing((tool,)).law(ALIVE)), bare)


def feats(
    cat: Catalogue, state: Position, heroes: Sequence[str], found: Meeting, room: str, asked: str = ""
) -> Iterator[Gain]:
    """Yield what feats are worth; there are none against the boss (one-deck-dungeon.boss.feats)."""
    held = [(state.hero(handle), ability) for handle in heroes if (ability := feat(cat, state, state.hero(handle)))]
    held = [(hero, ability) for hero, ability in held if asked in ("", ability.name)]
    if state.at_boss or not held:
        return
    skilled = Skilled(found.fight, found.fighters)
    fight = skilled.fight
    for hero, ability in held:
        handle = hero.handle
        for n in range(1, hero.stored + 1):
            more = _means(fight, with_stored(found.fight, n, found.fighters).law(ALIVE))
            yield _gain("feat", ability.name, handle, n, more, _means(fight, skilled.law(ALIVE)))
        for n, use in enumerate(ability.uses("ready", room), start=1):
            law = rolled_first(fight, use)
            if law is not None:
                bare = _means(fight, Encounter(fight).law(ALIVE))
                yield _gain("feat", ability.name, handle, n, _means(fight, law), bare)


def with_stored(fight: Fight, n: int, fighters: Sequence[Fighter] = ()) -> Skilled:
    """Return a fight in which stored black dice are rolled too.

    Args:
        fight: the fight.
        n: how many.
        fighters: the heroes with the free skills that count.
    """
    more = {colour: count(fight.pool, colour) + n * (colour == "H") for colour in COLOURS}
    return Skilled(msgspec.structs.replace(fight, pool=pool_of(more)), fighters)


def rolled_first(fight: Fight, use: Use) -> Table[Loss] | None:
    """Return the law of a fight if a feat rolls black dice before it, None for a feat that does something else.

    Args:
        fight: the fight.
        use: the way to use the feat.
    """
    costs = [effect.cost for effect in use.effects if isinstance(effect, a.Lose)]
    rolls = [effect for effect in use.effects if isinstance(effect, a.Roll)]
    if len(rolls) != 1 or len(costs) + 1 != len(use.effects) or sum(rolls[0].pool.counts()) != rolls[0].pool.heroic:
        return None
    cost = reduce(Cost.plus, costs, Cost())
    many, roll = rolls[0].pool.heroic, rolls[0]
    if not roll.face:
        return Dropping(fight, many, roll.drop, cost).law(ALIVE)
    return gambled(fight, many, roll.risk, roll.face, ALIVE) if not cost and not roll.drop else None


def _means(fight: Fight, law: Table[Loss]) -> Means:
    safe = law.where(lambda loss: not falls(fight, loss))
    damage, time, poison = (Fraction(sum(loss[at] * ways for loss, ways in law.items()), law.total) for at in range(3))
    return safe, damage, time, poison


def _gain(what: str, name: str, hero: str, n: int, more: Means, less: Means) -> Gain:
    return Gain(what, name, hero, n, more[0] - less[0], less[1] - more[1], less[2] - more[2], less[3] - more[3])
