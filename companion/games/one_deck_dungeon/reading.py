"""Card list entries turned into cards and back: what each table of a TOML file may hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.games.one_deck_dungeon.abilities import COMBAT, PERIL, Ability, Cost
from companion.games.one_deck_dungeon.boxes import COLOURS, Box, Pool, read_boxes, spell_boxes
from companion.games.one_deck_dungeon.kinds import (
    DECK,
    ITEM,
    KINDS,
    MARKS,
    PLACES,
    SETS,
    SKILL,
    Boss,
    Card,
    DungeonCard,
    EncounterCard,
    Floor,
    HeroCard,
    HeroSide,
    HordesCard,
    Item,
    LevelCard,
    Option,
    SkillCard,
    StairsCard,
)
from companion.games.one_deck_dungeon.wording import read_ability, read_cost, spell_ability


def reject_unknown(row: Mapping[str, Any], *known: str) -> None:
    """Refuse entries that a card does not have.

    Raises:
        ValueError: it names them, and those there are.
    """
    extra = sorted(set(row) - set(known) - {"id"})
    if extra:
        raise ValueError(f"unknown entries {', '.join(extra)}; known: {', '.join(known)}")


def _text(row: Mapping[str, Any], name: str) -> str | None:
    value = row.get(name)
    if value is not None and (not isinstance(value, str) or value != value.strip()):
        raise ValueError(f"`{name}` is a text, not {value!r}")
    return value


def _one_of(row: Mapping[str, Any], name: str, known: Sequence[str]) -> str | None:
    value = _text(row, name)
    if value is not None and value not in known:
        raise ValueError(f"`{name}` is one of {', '.join(word or repr('') for word in known)}, not {value!r}")
    return value


def _given(row: Mapping[str, Any], name: str, known: Sequence[str]) -> str:
    value = _one_of(row, name, known)
    if value is None:
        raise ValueError(f"a card has a `{name}`: {', '.join(known)}")
    return value


def _number(row: Mapping[str, Any], name: str, low: int, high: int) -> int | None:
    value = row.get(name)
    if value is not None and (type(value) is not int or not low <= value <= high):
        raise ValueError(f"`{name}` is a number from {low} to {high}, not {value!r}")
    return value


def _flag(row: Mapping[str, Any], name: str) -> bool:
    value = row.get(name)
    if not isinstance(value, bool):
        raise ValueError(f"`{name}` is true or false, not {value!r}")
    return value


def _table(row: Mapping[str, Any], name: str) -> Mapping[str, Any] | None:
    value = row.get(name)
    if value is not None and not isinstance(value, dict):
        raise ValueError(f"`{name}` is a table such as {{ name = ... }}, not {value!r}")
    return value


def _boxes(row: Mapping[str, Any], name: str) -> tuple[Box, ...] | None:
    text = _text(row, name)
    return None if text is None else read_boxes(text)


def _abilities(row: Mapping[str, Any], name: str) -> tuple[Ability, ...] | None:
    """Read one ability or a list of them; an empty text is none at all."""
    value = row.get(name)
    if value is None:
        return None
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise ValueError(f"`{name}` is an ability such as 'Swarm = target 4 per door', or a list, not {value!r}")
    return tuple(read_ability(text) for text in texts if text.strip())


def _ability(row: Mapping[str, Any], name: str) -> Ability | None:
    text = _text(row, name)
    return read_ability(text) if text else None


def read_item(text: str) -> Item:
    """Read the left edge of a card: dice and hearts, as in S or S+h.

    Raises:
        ValueError: anything else.
    """
    parts = text.strip().split("+")
    hearts = parts.count("h")
    dice = "".join(part.upper() for part in parts if part != "h" and part.upper() in COLOURS)
    if len(dice) + hearts != len(parts):
        raise ValueError(f"`item` is dice and hearts (h) joined by +, as in S or S+h, not {text!r}")
    return Item(dice, hearts)


_OPTION = re.compile(r"(?:(item|skill)\s+)?(?:((?:[0-9]+[htp])+)\s+)?(\S.*)")


def read_option(text: str) -> Option:
    """Read an option of a peril: the loot of its arrow, if any, what it pays, if anything, and its boxes.

    Raises:
        ValueError: it cannot be read.
    """
    found = _OPTION.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"an option is its arrow (item, skill), what it pays and its boxes: not {text!r}")
    return Option(read_boxes(found[3]), read_cost(found[2]) if found[2] else Cost(), found[1] or "")


def spell_option(option: Option) -> str:
    """Write an option as `read_option` reads it."""
    return " ".join(filter(None, [option.edge, str(option.pays) if option.pays else "", spell_boxes(option.boxes)]))


def _options(row: Mapping[str, Any], name: str) -> tuple[Option, ...] | None:
    value = row.get(name)
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2 or not all(isinstance(text, str) for text in value):
        raise ValueError(f"`{name}` is the two options of a peril, as in ['2t M6w:htt', 'S11w:hht'], not {value!r}")
    first, second = (read_option(text) for text in value)
    if sorted((first.edge, second.edge)) not in (["", ""], [ITEM, SKILL]):
        raise ValueError(f"one option has the arrow item and the other the arrow skill, or none has one: not {value!r}")
    return first, second


def _read_encounter(row: Mapping[str, Any]) -> EncounterCard:
    reject_unknown(row, *EncounterCard.__struct_fields__)
    kind = _one_of(row, "kind", KINDS)
    rule, boxes, options = _abilities(row, "rule"), _boxes(row, "boxes"), _options(row, "options")
    if (kind == COMBAT and options) or (kind == PERIL and (boxes or rule)):
        raise ValueError("a combat has `boxes` and perhaps a `rule`, a peril has two `options`")
    # Whoever tells boxes or options need not say what kind of card has them.
    kind = kind or (COMBAT if boxes else PERIL if options else None)
    if kind == COMBAT:
        options = ()
    elif kind == PERIL:
        rule, boxes = (), ()
    item = _text(row, "item")
    return EncounterCard(
        _given(row, "set", SETS),
        _text(row, "name"),
        kind,
        _number(row, "xp", 1, 9),
        rule,
        boxes,
        options,
        None if item is None else read_item(item),
        _text(row, "skill"),
        _one_of(row, "mark", MARKS),
    )


def _read_skill(row: Mapping[str, Any]) -> SkillCard:
    reject_unknown(row, *SkillCard.__struct_fields__)
    potion = _flag(row, "potion") if "potion" in row else None
    place = _one_of(row, "place", PLACES) or DECK
    return SkillCard(_given(row, "set", SETS), potion, place, _ability(row, "ability"))


def _read_side(row: Mapping[str, Any]) -> HeroSide:
    reject_unknown(row, *HeroSide.__struct_fields__)
    dice = row.get("dice")
    return HeroSide(
        None if dice is None else _pool(dice),
        _number(row, "health", 1, 20),
        _ability(row, "feat"),
        _ability(row, "skill"),
    )


def _pool(text: object) -> Pool:
    if not isinstance(text, str) or not re.fullmatch(r"[0-9]/[0-9]/[0-9](/[0-9])?", text):
        raise ValueError(f"`dice` are strength, agility and magic, as in 4/2/1, not {text!r}")
    return Pool(*(int(n) for n in text.split("/")))


def _read_hero(row: Mapping[str, Any]) -> HeroCard:
    reject_unknown(row, *HeroCard.__struct_fields__)
    solo, party = _table(row, "solo"), _table(row, "party")
    return HeroCard(
        _given(row, "set", SETS),
        _text(row, "name"),
        None if solo is None else _read_side(solo),
        None if party is None else _read_side(party),
    )


def _read_floor(row: Any) -> Floor:
    if not isinstance(row, dict):
        raise ValueError(f"a floor is a table {{ peril = ..., combat = ... }}, not {row!r}")
    reject_unknown(row, *Floor.__struct_fields__)
    return Floor(_boxes(row, "peril") or (), _boxes(row, "combat") or (), _abilities(row, "rules") or ())


def _read_boss(row: Mapping[str, Any]) -> Boss:
    reject_unknown(row, *Boss.__struct_fields__)
    name = _text(row, "name")
    if not name:
        raise ValueError("a boss has a `name`")
    return Boss(name, _number(row, "health", 1, 30), _boxes(row, "boxes"), _abilities(row, "rules"))


def _read_dungeon(row: Mapping[str, Any]) -> DungeonCard:
    reject_unknown(row, *DungeonCard.__struct_fields__)
    floors, boss = row.get("floors"), _table(row, "boss")
    if floors is not None and (not isinstance(floors, list) or len(floors) != 3):
        raise ValueError(f"`floors` are three, not {floors!r}")
    return DungeonCard(
        _given(row, "set", SETS),
        _text(row, "name"),
        _number(row, "dots", 1, 3),
        None if floors is None else tuple(_read_floor(floor) for floor in floors),
        None if boss is None else _read_boss(boss),
    )


def _pair(row: Mapping[str, Any], name: str) -> tuple[int, int] | None:
    value = row.get(name)
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2 or not all(type(n) is int and 0 <= n <= 9 for n in value):
        raise ValueError(f"`{name}` are places for items and for skills, as in [1, 2], not {value!r}")
    return value[0], value[1]


def _read_level(row: Mapping[str, Any]) -> LevelCard:
    reject_unknown(row, *LevelCard.__struct_fields__)
    level = _number(row, "level", 1, 4)
    if level is None:
        raise ValueError("a level card has a `level` from 1 to 4")
    bonus, xp, potions = (_number(row, name, 0, 30) for name in ("bonus", "xp", "potions"))
    return LevelCard(level, _pair(row, "solo"), _pair(row, "party"), bonus, xp, potions)


def _read_stairs(row: Mapping[str, Any]) -> StairsCard:
    reject_unknown(row, *StairsCard.__struct_fields__)
    return StairsCard(_flag(row, "four"), _number(row, "tokens", 1, 20), _number(row, "victims", 1, 4))


def _read_hordes(row: Mapping[str, Any]) -> HordesCard:
    reject_unknown(row, *HordesCard.__struct_fields__)
    return HordesCard(_text(row, "text"))


READERS: dict[str, Callable[[Mapping[str, Any]], Card]] = {
    "encounter": _read_encounter,
    "skill": _read_skill,
    "hero": _read_hero,
    "dungeon": _read_dungeon,
    "level": _read_level,
    "stairs": _read_stairs,
    "hordes": _read_hordes,
}
"""The tables of a card list."""


def kind_of(card: Card) -> str:
    """Return the table that a card stands in."""
    return str(card.__struct_config__.tag)


def write_card(card: Card) -> dict[str, Any]:
    """Return a card as an entry of its table; what is unknown is left out."""
    fields = {name: getattr(card, name) for name in card.__struct_fields__}
    if isinstance(card, EncounterCard):
        # What follows from the kind is not written.
        left_out = ("options",) if card.kind == COMBAT else ("rule", "boxes") if card.kind == PERIL else ()
        fields = {name: value for name, value in fields.items() if name not in left_out}
    return {name: _written(name, value) for name, value in fields.items() if value is not None}


def _written(name: str, value: Any) -> Any:
    """Return one entry of a table as TOML holds it."""
    match value:
        case Ability():
            return spell_ability(value)
        case Pool():
            return "/".join(map(str, value.counts()[:3] if not value.heroic else value.counts()))
        case Item():
            return str(value)
        case HeroSide() | Boss() | Floor():
            fields = {field: getattr(value, field) for field in value.__struct_fields__}
            return {field: _written(field, told) for field, told in fields.items() if told is not None}
        case tuple():
            return _written_list(name, value)
        case _:
            return value


def _written_list(name: str, values: tuple[Any, ...]) -> Any:
    if name in ("boxes", "peril", "combat"):
        return spell_boxes(values)
    if name in ("rule", "rules") and len(values) < 2:
        return spell_ability(values[0]) if values else ""
    if name == "options":
        return [spell_option(option) for option in values]
    return [_written(name, value) for value in values]
