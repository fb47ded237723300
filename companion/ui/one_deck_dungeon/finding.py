"""The cards of the box found by their words: foes and perils, feats, skills and potions, dungeons with their bosses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from companion.engine.table import Table
from companion.games.one_deck_dungeon.abilities import COMBAT, Ability, Cost
from companion.games.one_deck_dungeon.boxes import GREY, Box
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.kinds import DungeonCard, EncounterCard, Floor, Option, handle
from companion.games.one_deck_dungeon.plainly import ability_words, cost_words, pool_words
from companion.games.one_deck_dungeon.telling import COLOUR_WORDS, title
from companion.ui.panel import Button, Item, Text

MOST = 8
"""Cards shown for a search."""


class Found(msgspec.Struct, frozen=True):
    """Something that is printed on a card of the box.

    Args:
        name: as printed.
        what: what it is: "feat of the Warrior".
        lines: what it does or asks for.
    """

    name: str
    what: str
    lines: tuple[str, ...]


def cards_found(table: Table, words: str) -> Iterable[Item]:
    """Return what the box of a table tells about some words, a row each; nothing where it tells nothing."""
    cat, heroes = table.game.cat, len(table.state.heroes)  # type: ignore[attr-defined]
    found = list(find(cat, heroes, words))
    for n, one in enumerate(found[:MOST]):
        yield Button(f"card {n}", one.name, sub=one.what, look="row", inside=tuple(map(Text, one.lines)))
    if len(found) > MOST:
        yield Text(f"{len(found) - MOST} more cards; another word finds fewer.", "small")


def find(cat: Catalogue, heroes: int, words: str) -> Iterator[Found]:
    """Yield what has every word, or its beginning, in its name or in what it is; names first.

    Args:
        cat: the cards.
        heroes: how many play: they use one side of their cards.
        words: in any case.
    """
    wanted = _folded(words)
    every = list(everything(cat, heroes)) if wanted else []
    named = [one for one in every if _holds(one.name, wanted)]
    yield from named
    yield from (one for one in every if one not in named and _holds(f"{one.name} {one.what}", wanted))


def _folded(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold().replace("'", "").replace("’", ""))


def _holds(text: str, wanted: Sequence[str]) -> bool:
    held = _folded(text)
    return all(any(word.startswith(one) for word in held) for one in wanted)


def everything(cat: Catalogue, heroes: int) -> Iterator[Found]:
    """Yield all that is printed on the cards of a box, as far as somebody has told it."""
    yield from _heroes(cat, heroes)
    for card in cat.skills.values():
        ability = card.ability
        if ability is not None:
            what = "potion" if card.potion else "skill"
            yield Found(ability.name, what, (ability_words(ability), *_printed_on(cat, card.handle)))
    for foe in cat.encounters.values():
        if foe.name and foe.kind is not None:
            yield Found(foe.name, _foe_words(foe), tuple(_foe_lines(foe)))
    for dungeon in cat.dungeons.values():
        yield from _dungeon(dungeon)


def _heroes(cat: Catalogue, heroes: int) -> Iterator[Found]:
    for name, card in cat.heroes.items():
        side, called = cat.side(name, heroes), card.name or title(name)
        has = [(kind, one) for kind, one in (("feat", side.feat), ("skill", side.skill)) if one is not None]
        dice = [f"{pool_words(side.dice)}, {side.health} hearts."] if side.dice is not None else []
        yield Found(called, "hero", (*dice, *(f"{kind.capitalize()}: {_rule(one)}" for kind, one in has)))
        yield from (Found(one.name, f"{kind} of the {called}", (ability_words(one),)) for kind, one in has)


def _printed_on(cat: Catalogue, skill: str) -> Iterator[str]:
    """Yield on which encounter cards a skill is printed."""
    names = dict.fromkeys(card.name for card in cat.cards if card.skill and handle(card.skill) == skill and card.name)
    if names:
        yield f"On {', '.join(filter(None, names))}."


def _foe_words(foe: EncounterCard) -> str:
    return f"{'foe' if foe.kind == COMBAT else 'peril'}{f', {foe.xp} XP' if foe.xp else ''}"


def _foe_lines(foe: EncounterCard) -> Iterator[str]:
    yield from (_rule(one) for one in foe.rule or ())
    if foe.boxes:
        yield boxes_words(foe.boxes)
    yield from (f"{_pays(option)}: {boxes_words(option.boxes)}" for option in foe.options or ())


def _rule(one: Ability) -> str:
    return f"{one.name}. {ability_words(one)}"


def _pays(option: Option) -> str:
    return f"Pay {cost_words(option.pays)}" if option.pays else "Free"


def boxes_words(boxes: Sequence[Box]) -> str:
    """Return boxes in words, with what each costs while it is open."""
    return f"{'; '.join(map(_box, boxes))}."


def _box(one: Box) -> str:
    colour = "any colour" if one.colour == GREY else COLOUR_WORDS[one.colour]
    signs = [word for word, there in (("a sum", one.wide), ("armor", one.armor), ("skull", one.skull)) if there]
    cost = Cost(one.damage, one.time, one.poison)
    facts = ", ".join([*signs, *([cost_words(cost)] if cost else [])])
    return f"{colour} {one.target or '*'}{f' ({facts})' if facts else ''}"


def _dungeon(dungeon: DungeonCard) -> Iterator[Found]:
    name = dungeon.name or ""
    floors = dungeon.floors or ()
    yield Found(name, "dungeon", tuple(line for n, floor in enumerate(floors, start=1) for line in _floor(n, floor)))
    for n, floor in enumerate(floors, start=1):
        yield from (Found(one.name, f"floor {n} of {name}", (ability_words(one),)) for one in floor.rules)
    if (boss := dungeon.boss) is not None:
        health = [f"{boss.health} hearts; twice as many with four heroes."] if boss.health else []
        lines = (*health, *([boxes_words(boss.boxes)] if boss.boxes else ()), *map(_rule, boss.rules or ()))
        yield Found(boss.name, f"boss of {name}", lines)


def _floor(n: int, floor: Floor) -> Iterator[str]:
    for what, boxes in (("perils", floor.peril), ("combats", floor.combat)):
        if boxes:
            yield f"Floor {n}, {what}: {boxes_words(boxes)}"
    yield from (f"Floor {n}: {_rule(one)}" for one in floor.rules)


__all__ = ["Found", "boxes_words", "cards_found", "everything", "find"]
