"""The cards, dice and board of a box as one line each, for card lists that are read and told outside a game.

Cards are written as in play (see `notation`), and so are the others: the kind, its name, and what is told of it, parted
by slashes; what nobody has read is left out, and within a list it is `?`::

    I/rope-bridge/kind:standard/cost:resourceful_5/torch:1/skulls:0/reward:draw_1_item/xp:4/bonus:general/stays:no
    die/black/copies:4/faces:1,2,?,?,4,skull          board/quest_spaces:4/red_torch:4,3,2,1
    character/jair/traits:3,?,?/slots:relic,weapon,magic,any
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.edition import Edition
from companion.engine.errors import UnreadableError
from companion.games.shadowgate import reading
from companion.games.shadowgate.cards import CHARACTERS, COLOURS, Board, Card, Character, Die
from companion.games.shadowgate.notation import parse_card, spell_card
from companion.games.shadowgate.state import DECKS

_NAMED: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "board": ("", ()),
    "die": ("colour", COLOURS),
    "character": ("name", CHARACTERS),
}
"""What is no card of a deck: the field that names it, and the names there are."""
_WORDS: Mapping[type, str] = {Board: "board", Die: "die", Character: "character"}
_LISTS = ("faces", "red_torch", "red_boss", "traits", "slots")


def spell(card: Card) -> str:
    """Return a card, the board, a die or a character as `parse` reads it."""
    if not isinstance(card, Board | Die | Character):
        return spell_card(card)
    word = _WORDS[type(card)]
    name = _NAMED[word][0]
    told = [(field, getattr(card, field)) for field in card.__struct_fields__ if field != name]
    parts = [word, *([getattr(card, name)] if name else [])]
    return "/".join([*parts, *(f"{field}:{_spelled(value)}" for field, value in told if value is not None)])


def _spelled(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(reading.UNREAD if part is None else str(part) for part in value)
    return str(value).replace(" ", "_")


def parse(text: str, edition: Edition) -> Card | None:
    """Read a card, None where nothing is said of it.

    Args:
        text: a card as `spell` writes it; blanks may stand for `_`.
        edition: the box that it belongs to.

    Raises:
        UnreadableError: no card of this box.
    """
    word, _, rest = text.strip().partition("/")
    word = word.strip().lower()
    if word in _NAMED:
        return _part(text.strip(), word, rest)
    if word.upper() not in map(str.upper, DECKS):
        raise UnreadableError(
            text, f"what is told of a card, beginning with {', '.join((*DECKS, *_NAMED))} and a slash"
        )
    card: Card = parse_card(text)
    return card if any(getattr(card, name) is not None for name in card.__struct_fields__ if name != "deck") else None


def _part(text: str, word: str, rest: str) -> Card:
    """Read the board, a die or a character."""
    name, names = _NAMED[word]
    parts = [part.strip(" _") for part in rest.split("/") if part.strip(" _")]
    head = parts.pop(0) if name and parts else ""
    if name and reading.ALIASES.get(head.lower(), head.lower()) not in names:
        raise UnreadableError(text, f"{word}/ and one of {', '.join(names)}")
    fields = {name: head} if name else {}
    for part in parts:
        field, colon, value = part.partition(":")
        if not colon:
            raise UnreadableError(part, "a field and its value, such as copies:4")
        fields[field.strip(" _").lower()] = value.strip(" _")
    return _made(text, word, fields)


def _made(text: str, word: str, fields: Mapping[str, str]) -> Card:
    kind = {"board": Board, "die": Die, "character": Character}[word]
    told = {name: _plain(name, value) for name, value in fields.items()}
    try:
        card: Card = reading.reader(word, kind)(told)
    except ValueError as fault:
        raise UnreadableError(text, str(fault)) from None
    return card


def _plain(name: str, text: str) -> Any:
    """Return the value of a field as a card list holds it."""
    if name in _LISTS:
        return [
            int(one) if one.isdecimal() else one for one in text.replace("_", "").replace(" ", "").split(",") if one
        ]
    if name in reading.SWITCHES and text in ("yes", "no"):
        return text == "yes"
    plain = text.replace("_", " ")
    return int(plain) if plain.isdecimal() and name in reading.NUMBERS else plain
