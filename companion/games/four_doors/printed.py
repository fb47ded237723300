"""The cards of a box as one line each, for card lists that are read and told outside a game.

Player cards are written as in play. The others begin with their kind, and say ? for what nobody has read::

    staff{gold,purple}/blue-left     door purple moon staff     adventurer wanderer gold
    spell sweep 2 clear 2            level 1,2,3 2,2,3,3,4 0,1,2,3
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.edition import Edition
from companion.engine.errors import UnreadableError
from companion.games.four_doors.cards import SCHEMA, Adventurer, Card, DoorCard, LevelCard, PlayerCard, SpellCard
from companion.games.four_doors.notation import parse_card, spell_card

FIELDS = {
    "door": ("colour", "symbol", "relic"),
    "adventurer": ("name", "start"),
    "spell": ("name", "copies", "effect"),
    "level": ("players", "rates", "starts"),
}
"""The kinds of cards that are no Player cards, and what follows the word, in this order."""
_WORDS: Mapping[type, str] = {DoorCard: "door", Adventurer: "adventurer", SpellCard: "spell", LevelCard: "level"}


def spell(card: Card) -> str:
    """Return a card as `parse` reads it."""
    if isinstance(card, PlayerCard):
        return spell_card(card)
    word = _WORDS[type(card)]
    return " ".join([word, *(_spelled(getattr(card, name)) for name in FIELDS[word])])


def _spelled(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return "?" if value is None else str(value)


def parse(text: str, edition: Edition) -> Card | None:
    """Read a card, None where nobody says which it is.

    Args:
        text: a card as `spell` writes it.
        edition: the box that it belongs to; a mark names one of its doors.

    Raises:
        UnreadableError: no card of this box.
    """
    word, *values = text.lower().split() or [""]
    if word not in FIELDS:
        doors = [card.colour for card in edition.cards if isinstance(card, DoorCard) and card.colour]
        return parse_card(text.strip(), doors, {})
    names = FIELDS[word]
    # The effect of a spell may be several words.
    values = [*values[: len(names) - 1], " ".join(values[len(names) - 1 :])]
    told = {name: _value(name, value) for name, value in zip(names, values, strict=False) if value not in ("", "?")}
    cards, complaints = SCHEMA.read({word: [{"id": text, **told}]})
    if complaints or not cards:
        raise UnreadableError(text, f"{word} and its {', '.join(names)} ({'; '.join(complaints)})")
    return cards[0][1]


def _value(name: str, text: str) -> Any:
    """Return a word as a card list holds it: a number, a list of numbers, or the word."""
    if name == "copies" and text.isdecimal():
        return int(text)
    if name in FIELDS["level"]:
        return [int(part) if part.isdecimal() else part for part in text.split(",")]
    return text
