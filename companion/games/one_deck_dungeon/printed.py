"""The cards of a box as one line each, for card lists that are read and told outside a game, and to describe a foe.

A line is the kind of card, then its fields, each behind its name and a colon; what nobody has read is left out, and
what a card does not have is `none`. Lists count from 1, parts follow a dot::

    encounter set: core name: Ogre kind: combat xp: 4 rule: none boxes: S6w:h A4:t item: M+h skill: Brute Force
    encounter set: forest name: Razorbeak kind: combat xp: 4 mark: leaf
    encounter set: core name: Cave-in kind: peril xp: 2 options.1: 2t S6w:httt options.2: A11w:hhtt item: A
    skill set: core potion: no place: deck ability: Haste [M3 combat boss] = roll AA
    hero set: core name: Warrior solo.dice: 4/2/1 solo.health: 6
    level level: 1 solo.1: 1 solo.2: 2
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.edition import Edition
from companion.engine.errors import UnreadableError
from companion.games.one_deck_dungeon.cards import SCHEMA
from companion.games.one_deck_dungeon.kinds import (
    UNTOLD,
    Card,
    DungeonCard,
    EncounterCard,
    HeroCard,
    HordesCard,
    LevelCard,
    SkillCard,
    StairsCard,
)
from companion.games.one_deck_dungeon.reading import kind_of, write_card

FIELDS: Mapping[str, tuple[str, ...]] = {
    str(card_type.__struct_config__.tag): card_type.__struct_fields__
    for card_type in (EncounterCard, SkillCard, HeroCard, DungeonCard, LevelCard, StairsCard, HordesCard)
}
"""The kinds of cards, and the names of their fields."""

_PARTED = ("solo", "party", "floors", "boss", "options")
"""Fields that are told in parts only, so that the room `boss:` within an ability is not taken for the boss."""
_WORDS = {True: "yes", False: "no", "": "none"}
_KEY = re.compile(r"(?<!\S)([a-z]+)((?:\.[a-z0-9]+)*):(?=\s|$)")


def spell(card: Card) -> str:
    """Return a card as `parse` reads it."""
    if card == UNTOLD:
        return "?"
    return " ".join([kind_of(card), *(f"{key}: {_spelled(value)}" for key, value in _flat("", write_card(card)))])


def _spelled(value: Any) -> str:
    return _WORDS.get(value, str(value)) if isinstance(value, bool | str) else str(value)


def _flat(stem: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the parts of a table entry with their dotted names."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _flat(f"{stem}.{name}" if stem else name, part)
    elif isinstance(value, list):
        for number, part in enumerate(value, start=1):
            yield from _flat(f"{stem}.{number}", part)
    else:
        yield stem, value


def parse(text: str, edition: Edition) -> Card | None:
    """Read a card, None for one of which nobody says anything.

    Args:
        text: a card as `spell` writes it.
        edition: the box that it belongs to; a set that it does not hold is refused.

    Raises:
        UnreadableError: no card of this box.
    """
    word, _, rest = text.strip().partition(" ")
    kind = word.lower()
    if kind in ("", "?"):
        return None
    if kind not in FIELDS:
        raise UnreadableError(text, f"a kind of card ({', '.join(FIELDS)}) and its fields")
    card = _read(text, kind, _entry(kind, rest))
    sets = {getattr(own, "set", None) for own in edition.cards} - {None}
    if getattr(card, "set", None) not in {None, *sets}:
        raise UnreadableError(text, f"a card of the sets in {edition.label}: {', '.join(sorted(map(str, sets)))}")
    return card


def _read(text: str, kind: str, entry: Mapping[str, Any]) -> Card:
    cards, complaints = SCHEMA.read({kind: [{"id": kind, **entry}]})
    if complaints or not cards:
        raise UnreadableError(text, f"{kind} and its {', '.join(FIELDS[kind])} ({'; '.join(complaints)})")
    return cards[0][1]


def _entry(kind: str, text: str) -> dict[str, Any]:
    """Return the fields of a line as an entry of a card list."""
    found = [key for key in _KEY.finditer(text) if key[1] in FIELDS[kind] and (key[2] or key[1] not in _PARTED)]
    ahead_of_all = text[: found[0].start()] if found else text
    if ahead_of_all.strip():
        raise UnreadableError(text, f"fields with a colon behind each, of {', '.join(FIELDS[kind])}")
    entry: dict[str, Any] = {}
    ends = [key.start() for key in found[1:]] + [len(text)]
    for key, end in zip(found, ends[: len(found)], strict=True):
        value = text[key.end() : end].strip()
        if value != "?":
            _put(entry, [key[1], *key[2].split(".")[1:]], _value(value))
    return {name: _listed(value) for name, value in entry.items()}


def _value(text: str) -> Any:
    """Return a value as a card list holds it: a number, yes or no, or a text."""
    words = {word: value for value, word in _WORDS.items()}
    return int(text) if text.isdigit() else words.get(text.lower(), text)


def _put(entry: dict[str, Any], path: list[str], value: Any) -> None:
    for part in path[:-1]:
        entry = entry.setdefault(part, {})
    entry[path[-1]] = value


def _listed(value: Any) -> Any:
    """Turn parts that are counted into a list."""
    if not isinstance(value, dict):
        return value
    parts = {name: _listed(part) for name, part in value.items()}
    numbers = [str(n) for n in range(1, len(parts) + 1)]
    return [parts[n] for n in numbers] if parts and set(parts) == set(numbers) else parts
