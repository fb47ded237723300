"""One entry of a Shadowgate card list, read and written: every field checked, with what would be right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import msgspec

from companion.games.shadowgate.vocabulary import (
    CATEGORIES,
    MOST,
    SKULL,
    STAFF,
    TRAITS,
    TYPES,
    ability,
    cost,
    effects,
    spell_cost,
    spell_effects,
)

UNREAD = "?"
"""What a list in a file holds where nobody has read that part."""
FACES = 20
"""The most faces of a die, and the largest number on one."""
ALIASES = {"theradun": "thuradun"}
"""Other spellings of a name that the rulebook uses too (ruling 1)."""

CHOICES: dict[tuple[str, str], tuple[str, ...]] = {
    ("board", "riddles"): ("always", "drawn"),
    ("die", "colour"): ("black", "red", "blue"),
    ("character", "name"): ("akaaria", "fezlyn", "gorin", "jair", "katalia", "lakmir", "thuradun", "willowmere"),
    ("quest", "deck"): ("I", "II", "III"),
    ("quest", "kind"): ("standard", "monster", "puzzle", "event"),
    ("boss", "name"): ("warlock-lord", "reaper", "behemoth"),
}
"""Fields that take one of a few words, by the kind of card."""
NUMBERS = {
    "quest_spaces": (1, 9),
    "copies": (1, 6),
    "mat": (1, 4),
    "torch": (0, 9),
    "skulls": (0, 9),
    "xp": (-99, 99),
}
"""Fields that are a number, and its bounds."""
SWITCHES = ("star", "stays", "discard")
"""Fields that are yes or no."""
LISTS: dict[str, tuple[str, ...]] = {
    "slots": ("relic", "weapon", "magic", "any"),
    "types": TYPES,
    "categories": tuple(CATEGORIES),
    "bonus": (*TYPES, *CATEGORIES),
}
"""Fields that list words."""
SPACES = {"red_torch": (1, 10), "red_boss": (0, 50)}
"""Fields that list spaces of a track, and its bounds."""


def reader(word: str, kind: type[Any]) -> Callable[[Mapping[str, Any]], Any]:
    """Return what turns an entry of one table into a card.

    Args:
        word: the table.
        kind: the struct of its cards.
    """
    return partial(_read, word, kind)


def _read(word: str, kind: type[Any], entry: Mapping[str, Any]) -> Any:
    names = kind.__struct_fields__
    if extra := sorted(set(entry) - set(names) - {"id"}):
        raise ValueError(f"unknown entries {', '.join(extra)}; known: {', '.join(names)}")
    told = {name: field(word, name, entry[name]) for name in names if name in entry}
    try:
        return kind(**told)
    except TypeError:
        first = next(name for name in names if (word, name) in CHOICES and name not in told)
        raise ValueError(f"its `{first}` is missing: one of {', '.join(CHOICES[word, first])}") from None


def field(word: str, name: str, value: Any) -> Any:
    """Return the value of one field as a card holds it.

    Args:
        word: the table of the card: "quest".
        name: the field.
        value: as a card list holds it.

    Raises:
        ValueError: a value that the field cannot have, with what it can.
    """
    if (word, name) in CHOICES:
        return _choice(name, value, CHOICES[word, name])
    if name in NUMBERS:
        return _number(name, value, *NUMBERS[name])
    if name in SWITCHES:
        return _switch(name, value)
    if name == "traits":
        return _traits(value)
    if name == "faces":
        return _faces(value)
    if name in SPACES:
        return _spaces(name, value)
    if name in LISTS:
        return _words(name, value, LISTS[name])
    return _line(name, value)


def _choice(name: str, value: Any, known: tuple[str, ...]) -> str:
    text = dashed(value) if isinstance(value, str) else ""
    text = ALIASES.get(text, text)
    found = next((choice for choice in known if choice.lower() == text), None)
    if found is None:
        raise ValueError(f"`{name}` is one of {', '.join(known)}, not {value!r}")
    return found


def dashed(text: str) -> str:
    """Return a name in small letters with dashes for spaces."""
    return "-".join(text.lower().split())


def _number(name: str, value: Any, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"`{name}` is a number from {low} to {high}, not {value!r}")
    return value


def _switch(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"`{name}` is true or false, not {value!r}")
    return value


def _traits(value: Any) -> tuple[int | None, ...]:
    if not isinstance(value, list) or len(value) != len(TRAITS):
        raise ValueError(f"`traits` are three numbers, for {', '.join(TRAITS)}, not {value!r}")
    return tuple(None if n == UNREAD else _number("traits", n, 0, MOST) for n in value)


def _faces(value: Any) -> tuple[str | None, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= FACES:
        raise ValueError(f"`faces` lists the faces of a die, such as [1, 2, 'skull'], not {value!r}")
    return tuple(None if face == UNREAD else _face(face) for face in value)


def _face(value: Any) -> str:
    text = str(value).strip().lower()
    if text in (SKULL, STAFF, *TRAITS) or (text.isdecimal() and int(text) <= FACES):
        return text
    raise ValueError(f"a face is a number up to {FACES}, {SKULL}, {STAFF} or a trait, not {value!r}")


def _spaces(name: str, value: Any) -> tuple[int, ...]:
    low, high = SPACES[name]
    if not isinstance(value, list):
        raise ValueError(f"`{name}` lists numbers from {low} to {high}, not {value!r}")
    return tuple(sorted({_number(name, n, low, high) for n in value}, reverse=True))


def _words(name: str, value: Any, known: tuple[str, ...]) -> tuple[str | None, ...]:
    if not isinstance(value, list):
        raise ValueError(f"`{name}` lists words out of {', '.join(known)}, not {value!r}")
    return tuple(None if word == UNREAD and name == "slots" else _choice(name, word, known) for word in value)


def _line(name: str, value: Any) -> str:
    """Return a line of text: a name with dashes, or what a card costs or does in its normal form."""
    if not isinstance(value, str):
        raise ValueError(f"`{name}` is a text, not {value!r}")
    if name in ("reward", "effect", "action"):
        return spell_effects(effects(value))
    if name in ("ability", "full", "djinn"):
        does = ability(value)
        return str(does) if does.effects else ""
    if name == "cost":
        return spell_cost(cost(value))
    if name == "defence":
        return _defence(value)
    return dashed(value)


def _defence(value: str) -> str:
    ways = cost(value)
    if value.strip() and not (len(ways) == len(ways[0]) == 1 and ways[0][0].kind == "trait"):
        raise ValueError(f"`defence` is a trait and a number, such as `mental 6`, or empty, not {value!r}")
    return spell_cost(ways)


def row(card: msgspec.Struct) -> dict[str, Any]:
    """Return what is told of a card as an entry of a list, which `reader` reads back."""
    told = {name: getattr(card, name) for name in card.__struct_fields__}
    return {name: _plain(value) for name, value in told.items() if value is not None}


def _plain(value: Any) -> Any:
    return [UNREAD if part is None else part for part in value] if isinstance(value, tuple) else value
