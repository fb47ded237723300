"""Cards of Shadowgate as text, both ways.

A card is one word: the id of the box (#12), or its deck and what is told of it, parted by slashes::

    II                                                  a card of Quest deck II that nobody has told
    I/bat-cave/cost:strength_4,_mental_3/xp:5/torch:1   a quest of which some is told
    item/sword/xp:3     puzzle     staff/xp:4           items

A field is `name:value`; blanks in a value are written `_`, lists have commas, an untold part of a list is `?`. Typed by
people, blanks may stand, and for a quest the short form does too: `"Bat Cave" S4 M3 5xp torch skull`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from companion.engine.errors import UnreadableError
from companion.games.shadowgate import reading
from companion.games.shadowgate.cards import DECKS as QUEST_DECKS
from companion.games.shadowgate.decks import blank, deck_of, is_blank
from companion.games.shadowgate.state import DECKS, Card
from companion.games.shadowgate.vocabulary import ELEMENTS, TRAITS, TYPES

CARD_FORM = "a card: #12, ?, or what is told of it, such as II/bat-cave/cost:strength_4/xp:5"
_WORDS = {"I": "quest", "II": "quest", "III": "quest"}
_LISTS = ("types", "categories", "traits", "bonus")
_SHORT = {
    "trait": re.compile(r"(s|r|m|str|res|men|strength|resourceful|mental)(\d+)"),
    "xp": re.compile(r"(-?\d+)xp"),
    "torch": re.compile(r"(\d*)torch(?:es)?"),
    "skulls": re.compile(r"(\d*)skulls?"),
}


def trait_name(word: str) -> str:
    """Return the trait that a word means: "str", "m", "resourceful".

    Raises:
        UnreadableError: none.
    """
    low = word.lower()
    found = [trait for trait in TRAITS if low and trait.startswith(low)]
    if not found:
        raise UnreadableError(word, f"a trait: {', '.join(TRAITS)}")
    return found[0]


def deck_name(word: str) -> str:
    """Return the Quest deck that a word means.

    Raises:
        UnreadableError: none.
    """
    names = {"1": "I", "2": "II", "3": "III"} | {deck.lower(): deck for deck in QUEST_DECKS}
    if word.lower() not in names:
        raise UnreadableError(word, "a Quest deck: I, II or III")
    return names[word.lower()]


# -------------------------------------------------------------------------------------------------------------- writing


def spell_card(card: Card) -> str:
    """Return a card in its one form, without an id."""
    deck = deck_of(card)
    if is_blank(card):
        return deck
    parts = [deck]
    for name in card.__struct_fields__:
        value = getattr(card, name)
        if value is None or name == "deck":
            continue
        text = _spelled(value)
        parts.append(text if name == "name" and text else f"{name}:{text}")
    return "/".join(parts)


def _spelled(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join("?" if one is None else str(one) for one in value)
    return str(value).replace(" ", "_")


# -------------------------------------------------------------------------------------------------------------- reading


def parse_card(text: str, deck: str = "") -> Card:
    """Read a card.

    Args:
        text: the card; blanks may stand for `_`.
        deck: the deck it is taken to be of, where the text does not say.

    Raises:
        UnreadableError: it is no card.
    """
    bare = text.strip()
    head, _, rest = bare.partition("/")
    named = next((name for name in DECKS if name.lower() == head.strip().lower()), "")
    if named:
        deck, bare = named, rest.strip()
    if not deck:
        raise UnreadableError(text, CARD_FORM)
    if bare in ("", "?"):
        return blank(deck)
    fields = _short(bare) if _is_short(bare, deck) else _long(bare)
    return _made(text, deck, fields)


def _made(text: str, deck: str, fields: dict[str, Any]) -> Card:
    word = _WORDS.get(deck, deck)
    card = blank(deck)
    for name, value in fields.items():
        if name not in card.__struct_fields__ or name == "deck":
            known = ", ".join(field for field in card.__struct_fields__ if field != "deck")
            raise UnreadableError(name, f"what a {word} card shows: {known}")
        try:
            card = replace(card, **{name: reading.field(word, name, value)})
        except ValueError as fault:
            raise UnreadableError(text.strip(), str(fault)) from None
    return card


def _long(text: str) -> dict[str, Any]:
    """Read fields parted by slashes."""
    fields: dict[str, Any] = {}
    for part in text.split("/"):
        name, colon, value = part.partition(":")
        if colon:
            field = name.strip(" _").lower()
            fields[field] = _value(field, value.strip(" _"))
        elif part.strip(" _"):
            fields["name"] = part.strip(' _"').replace("_", " ")
    return fields


def _value(name: str, text: str) -> Any:
    if name in _LISTS:
        return [int(one) if one.lstrip("-").isdecimal() else one for one in text.replace("_", "").split(",") if one]
    if text in ("yes", "no"):
        return text == "yes"
    plain = text.replace("_", " ")
    return int(plain) if plain.lstrip("-").isdecimal() and name in reading.NUMBERS else plain


def _is_short(text: str, deck: str) -> bool:
    return deck in QUEST_DECKS and "/" not in text and ":" not in text


def _short(text: str) -> dict[str, Any]:
    """Read a quest as people say it: `"Bat Cave" S4 M3 5xp torch skull`."""
    fields: dict[str, Any] = {}
    quoted = re.match(r'\s*"([^"]*)"\s*', text)
    if quoted:
        fields["name"], text = quoted[1], text[quoted.end() :]
    needs: list[str] = []
    names: list[str] = []
    words = text.lower().replace(",", " ").split()
    while words:
        words = _short_word(words, fields, needs, names)
    if names:
        fields["name"] = " ".join(names)
    return fields | ({"cost": ", ".join(needs)} if needs else {})


def _short_word(words: Sequence[str], fields: dict[str, Any], needs: list[str], names: list[str]) -> list[str]:
    """Read one word of a short quest, and a number that belongs to it; return the words that are left."""
    word, rest = words[0], list(words[1:])
    number = rest[0] if rest and rest[0].isdecimal() else ""
    if (match := _SHORT["trait"].fullmatch(word)) is not None:
        needs.append(f"{trait_name(match[1])} {match[2]}")
    elif number and any(trait.startswith(word) for trait in TRAITS):
        needs.append(f"{trait_name(word)} {rest.pop(0)}")
    elif word == "xp" and number:
        fields["xp"] = int(rest.pop(0))
    elif (match := _SHORT["xp"].fullmatch(word)) is not None:
        fields["xp"] = int(match[1])
    elif (match := _SHORT["torch"].fullmatch(word)) is not None:
        fields["torch"] = int(match[1] or "1")
    elif (match := _SHORT["skulls"].fullmatch(word)) is not None:
        fields["skulls"] = int(match[1] or "1")
    elif word in (*TYPES, *ELEMENTS, "token", "puzzle"):
        needs.append(word)
    elif word == "event":
        fields |= {"kind": "event", "cost": ""}
    else:
        names.append(word)
    return rest
