"""What the cards of The Four Doors are, how an edition lists them, and the counts that the rulebook gives.

A field that nobody has read from a box is None; a Player card that shows no relic has the relic "". Doors are named by
their colour, spells by their name in small letters with dashes ("luminous-flux"), a shadow mark is a door and a side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec

from companion.engine.edition import read_tables
from companion.engine.told import Printed, same

RELICS = ("staff", "stone", "oil", "prism")
RELIC_NAMES = {
    "staff": "Kindle Staff",
    "stone": "Lumen Stone",
    "oil": "Oil of Evermore",
    "prism": "Prism of Clarity",
}
ADVENTURERS = ("bestower", "illuminant", "placeshifter", "shadowbinder", "summoner", "wanderer")
FLUX = "luminous-flux"
SUMMON = "summon"
SIDES = ("left", "right")
DIFFICULTIES = ("intro", "standard", "heroic", "epic")
"""The start spaces of the Shadow Level, easiest first."""

DECK = 48
DOORS = 4
LEVELS = 2
SPELLS = 7
RELIC_COPIES = 8
FLUX_COPIES = 4
SPELL_COPIES = 2
"""Copies of every spell but Luminous Flux (four-doors.components.spells)."""
PER_SIDE = DECK // (DOORS * len(SIDES))
"""Cards of each shadow mark, if the marks are printed evenly (four-doors.components.six-per-side)."""

VERBS = ("clear", "move", "draw", "ward", "summon", "top")
"""What a spell may do that the rules resolve: see `effect`."""
BY_HAND = "by hand"
LIGHT = "light"
"""The effect of Luminous Flux: lighting the Beacon, and nothing else that is told."""


class Effect(msgspec.Struct, frozen=True):
    """What a spell does.

    Args:
        verb: clear (discard `n` Shadow cards), move (a pawn anywhere), draw (`n` cards), ward (`n` cards fewer in the
            next Shadows Fall), summon (take `n` cards from the Hollow), top (put a card of the discard pile on the draw
            pile), light (nothing but the Beacon), by hand (the table does it and enters what came of it).
        n: how many.
    """

    verb: str
    n: int = 1


@lru_cache(maxsize=64)
def effect(text: str | None) -> Effect:
    """Read the effect of a spell; what is not told is done by hand.

    Raises:
        ValueError: no such verb, or a number that is not 1 to 9.
    """
    if text is None:
        return Effect(BY_HAND)
    bare = text.strip().lower()
    if bare in (BY_HAND, LIGHT):
        return Effect(bare)
    verb, _, number = bare.partition(" ")
    if verb not in VERBS or not (number or "1").isdecimal() or not 1 <= int(number or "1") <= 9:
        known = f"{', '.join(VERBS)} with a number from 1 to 9, {LIGHT} or {BY_HAND}"
        raise ValueError(f"an effect is {known}: not {text!r}")
    return Effect(verb, int(number or "1"))


class DoorCard(Printed, frozen=True, tag="door"):
    """A Door card: its colour (which names it), the symbol beside it, and the relic that is found there."""

    colour: str | None = None
    symbol: str | None = None
    relic: str | None = None


class Adventurer(Printed, frozen=True, tag="adventurer"):
    """An Adventurer card, and the door where its pawn starts."""

    name: str
    start: str | None = None


class SpellCard(Printed, frozen=True, tag="spell"):
    """A spell: its name, how many cards show it, and what it does (see `effect`)."""

    name: str | None = None
    copies: int | None = None
    effect: str | None = None


class LevelCard(Printed, frozen=True, tag="level"):
    """A side of the Shadow Level card.

    Args:
        players: for how many players it is.
        rates: the Shadow rate of each space; the skull comes behind the last.
        starts: the space where Intro, Standard, Heroic and Epic start, counted from 0.
    """

    players: tuple[int, ...] | None = None
    rates: tuple[int, ...] | None = None
    starts: tuple[int, ...] | None = None


class PlayerCard(Printed, frozen=True, tag="card"):
    """A Player card: a relic or a spell, lanterns of some doors, and the shadow mark (a door and a side).

    With every field None it is a card that nobody has told.
    """

    relic: str | None = None
    spell: str | None = None
    lanterns: tuple[str, ...] | None = None
    door: str | None = None
    side: str | None = None

    @property
    def known(self) -> bool:
        """Whether everything printed on the card has been told."""
        return None not in (self.relic, self.spell, self.lanterns, self.door, self.side)

    def fits(self, other: object) -> bool:
        """Say whether this card and `other`, each with its unknowns, may be the same."""
        return (
            isinstance(other, PlayerCard)
            and same(self.door, other.door)
            and same(self.side, other.side)
            and same(self.relic, other.relic)
            and same(self.spell, other.spell)
            and same(self.lanterns, other.lanterns)
        )

    def __str__(self) -> str:
        """Return it as people say it."""
        from companion.games.four_doors.names import card_name

        return card_name(self)


Card: TypeAlias = DoorCard | Adventurer | SpellCard | LevelCard | PlayerCard

UNTOLD = PlayerCard()
"""A card of which nobody has said anything."""


def mark(door: str, side: str) -> PlayerCard:
    """Return a card of which only the shadow mark is told."""
    return PlayerCard(door=door, side=side)


@lru_cache(maxsize=4096)
def order(card: PlayerCard) -> tuple[object, ...]:
    """Return what Player cards are sorted by, so that the same cards always lie in the same order."""
    return (card.door or "~", card.side or "~", card.relic or "~", card.spell or "~", card.lanterns or ())


class FourDoorsSchema:
    """The card list of a box, as TOML tables `door`, `adventurer`, `spell`, `level` and `card`."""

    game = "four-doors"
    card_type = Card

    def read(self, tables: Mapping[str, Any]) -> tuple[list[tuple[str, Card]], list[str]]:
        """Turn parsed TOML tables into cards.

        Returns:
            pairs of an id and a card, and every complaint about entries that cannot be read.
        """
        return read_tables(tables, _READERS)

    def write(self, cards: Iterable[tuple[str, Card]]) -> dict[str, list[dict[str, Any]]]:
        """Return the cards as TOML tables; what is unknown is left out."""
        tables: dict[str, list[dict[str, Any]]] = {kind: [] for kind in _READERS}
        for name, card in cards:
            tables[_KINDS[type(card)]].append({"id": name} | _write(card))
        return {kind: rows for kind, rows in tables.items() if rows}

    def check(self, cards: Sequence[Card]) -> list[str]:
        """Return every complaint about the counts that the rulebook gives (four-doors.components)."""
        groups = {kind: [card for card in cards if isinstance(card, kind)] for kind in _KINDS}
        complaints = []
        for kind, right in _COUNTS.items():
            if len(groups[kind]) != right:
                complaints.append(f"a box has {right} {_PLURALS[kind]}, not {len(groups[kind])}")
        deck = [card for card in cards if isinstance(card, PlayerCard)]
        complaints += _wrong_adventurers([card for card in cards if isinstance(card, Adventurer)])
        complaints += _wrong_names(cards, deck)
        complaints += _wrong_players([card for card in cards if isinstance(card, LevelCard)])
        return complaints + ([] if _both(deck) else _wrong_faces(cards, deck))

    def blank(self) -> list[tuple[str, Card]]:
        """Return what the rulebook alone tells: relics and two spells with their copies, and nothing printed else."""
        doors: list[Card] = [DoorCard("purple"), *(DoorCard() for _ in range(DOORS - 1))]
        people: list[Card] = [Adventurer(name) for name in ADVENTURERS]
        spells: list[Card] = [SpellCard(FLUX, FLUX_COPIES), SpellCard(SUMMON, SPELL_COPIES)]
        spells += [SpellCard(None, SPELL_COPIES) for _ in range(SPELLS - 2)]
        levels: list[Card] = [LevelCard() for _ in range(LEVELS)]
        deck: list[Card] = [PlayerCard(relic, "") for relic in RELICS for _ in range(RELIC_COPIES)]
        deck += [PlayerCard("", FLUX) for _ in range(FLUX_COPIES)]
        deck += [PlayerCard("", SUMMON) for _ in range(SPELL_COPIES)]
        deck += [PlayerCard("") for _ in range(DECK - len(deck))]
        groups = (("door", doors), ("", people), ("spell", spells), ("level", levels), ("", deck))
        return [
            (card.name if isinstance(card, Adventurer) else f"{stem}{n}", card)
            for stem, group in groups
            for n, card in enumerate(group, start=1)
        ]

    def warnings(self, cards: Sequence[Card]) -> list[str]:
        """Return what is odd in a card list, but may be printed so all the same."""
        deck = [card for card in cards if isinstance(card, PlayerCard)]
        both = len(_both(deck))
        out = [f"{both} cards show a relic and a spell; the counts leave room for one"] if both else []
        marks = Counter((card.door, card.side) for card in deck if card.door is not None and card.side is not None)
        if sum(marks.values()) == DECK and any(n != PER_SIDE for n in marks.values()):
            uneven = ", ".join(f"{door} {side} {n}" for (door, side), n in sorted(marks.items()) if n != PER_SIDE)
            out.append(f"the shadow marks are not {PER_SIDE} a side: {uneven}")
        return out


SCHEMA = FourDoorsSchema()

_KINDS: dict[type, str] = {
    DoorCard: "door",
    Adventurer: "adventurer",
    SpellCard: "spell",
    LevelCard: "level",
    PlayerCard: "card",
}
_PLURALS: dict[type, str] = {
    DoorCard: "Door cards",
    Adventurer: "Adventurer cards",
    SpellCard: "spells",
    LevelCard: "sides of the Shadow Level",
    PlayerCard: "Player cards",
}
_COUNTS: dict[type, int] = {
    DoorCard: DOORS,
    Adventurer: len(ADVENTURERS),
    SpellCard: SPELLS,
    LevelCard: LEVELS,
    PlayerCard: DECK,
}


def _both(deck: Sequence[PlayerCard]) -> list[PlayerCard]:
    return [card for card in deck if card.relic and card.spell]


def _wrong_adventurers(people: Sequence[Adventurer]) -> list[str]:
    counts = Counter(card.name for card in people)
    return [f"there is one {name}, not {n}" for name, n in counts.items() if n > 1]


def _wrong_names(cards: Sequence[Card], deck: Sequence[PlayerCard]) -> list[str]:
    """Complain about doors that no Door card has, and about doors or relics that two of them share."""
    doors = [card for card in cards if isinstance(card, DoorCard)]
    complaints = []
    for what in ("colour", "relic"):
        counts = Counter(getattr(card, what) for card in doors if getattr(card, what) is not None)
        complaints += [f"{n} Door cards have the {what} {name!r}" for name, n in counts.items() if n > 1]
    colours = {card.colour for card in doors}
    if None in colours:
        return complaints
    named = [card.start for card in cards if isinstance(card, Adventurer)]
    named += [name for card in deck for name in (card.door, *(card.lanterns or ()))]
    strange = sorted({name for name in named if name is not None and name not in colours})
    return complaints + [f"there is no door {name!r}" for name in strange]


def _wrong_players(levels: Sequence[LevelCard]) -> list[str]:
    told = [n for level in levels for n in level.players or ()]
    if any(level.players is None for level in levels) or sorted(told) == [1, 2, 3, 4, 5]:
        return []
    return [f"each number of players from 1 to 5 has one side of the Shadow Level, not {told}"]


def _wrong_faces(cards: Sequence[Card], deck: Sequence[PlayerCard]) -> list[str]:
    """Compare relics and spells with their copies (four-doors.components.relic-cards, four-doors.components.spells)."""
    copies = dict.fromkeys(RELICS, RELIC_COPIES) | {FLUX: FLUX_COPIES, SUMMON: SPELL_COPIES}
    copies |= {card.name: card.copies for card in cards if isinstance(card, SpellCard) and card.name and card.copies}
    counts = Counter(card.relic or card.spell for card in deck if card.relic or card.spell)
    spare = any(card.relic is None or card.spell is None for card in deck)
    unnamed = any(isinstance(card, SpellCard) and card.name is None for card in cards)
    complaints = [f"there is no spell {name!r} in the list" for name in counts if name not in copies and not unnamed]
    for name, right in copies.items():
        if counts[name] > right or (counts[name] < right and not spare):
            complaints.append(f"there are {right} cards of {name}, not {counts[name]}")
    return complaints


def _write(card: Card) -> dict[str, Any]:
    told = {name: getattr(card, name) for name in card.__struct_fields__}
    return {name: list(v) if isinstance(v, tuple) else v for name, v in told.items() if v is not None}


def _reject_unknown(row: Mapping[str, Any], *known: str) -> None:
    extra = sorted(set(row) - set(known) - {"id"})
    if extra:
        raise ValueError(f"unknown entries {', '.join(extra)}; known: {', '.join(known)}")


def _word(row: Mapping[str, Any], name: str) -> str | None:
    value = row.get(name)
    if value is not None and not isinstance(value, str):
        raise ValueError(f"`{name}` is a word, not {value!r}")
    return None if value is None else "-".join(value.lower().split())


def _one_of(row: Mapping[str, Any], name: str, known: Sequence[str]) -> str | None:
    value = _word(row, name)
    if value is not None and value not in known:
        raise ValueError(f"`{name}` is one of {', '.join(filter(None, known))}, not {value!r}")
    return value


def _numbers(row: Mapping[str, Any], name: str, low: int, high: int) -> tuple[int, ...] | None:
    value = row.get(name)
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(n, int) and low <= n <= high for n in value):
        raise ValueError(f"`{name}` is a list of numbers from {low} to {high}, not {value!r}")
    return tuple(value)


def _read_door(row: Mapping[str, Any]) -> DoorCard:
    _reject_unknown(row, "colour", "symbol", "relic")
    return DoorCard(_word(row, "colour"), _word(row, "symbol"), _one_of(row, "relic", RELICS))


def _read_adventurer(row: Mapping[str, Any]) -> Adventurer:
    _reject_unknown(row, "name", "start")
    name = _one_of(row, "name", ADVENTURERS)
    if name is None:
        raise ValueError(f"an adventurer has a `name`: {', '.join(ADVENTURERS)}")
    return Adventurer(name, _word(row, "start"))


def _read_spell(row: Mapping[str, Any]) -> SpellCard:
    _reject_unknown(row, "name", "copies", "effect")
    copies, does = row.get("copies"), row.get("effect")
    if copies is not None and not isinstance(copies, int):
        raise ValueError(f"`copies` is a number, not {copies!r}")
    if does is not None and not isinstance(does, str):
        raise ValueError(f"`effect` is a text such as 'clear 1', not {does!r}")
    effect(does)
    return SpellCard(_word(row, "name"), copies, does)


def _read_level(row: Mapping[str, Any]) -> LevelCard:
    _reject_unknown(row, "players", "rates", "starts")
    rates = _numbers(row, "rates", 0, 24)
    starts = _numbers(row, "starts", 0, 24)
    if starts is not None and (len(starts) != len(DIFFICULTIES) or max(starts) >= len(rates or range(25))):
        raise ValueError(f"`starts` are the spaces of {', '.join(DIFFICULTIES)}, counted from 0, not {list(starts)}")
    return LevelCard(_numbers(row, "players", 1, 5), rates, starts)


def _read_card(row: Mapping[str, Any]) -> PlayerCard:
    _reject_unknown(row, "relic", "spell", "lanterns", "door", "side")
    relic, spell = _one_of(row, "relic", ("", *RELICS)), _word(row, "spell")
    lanterns = row.get("lanterns")
    if lanterns is not None and (not isinstance(lanterns, list) or not all(isinstance(n, str) for n in lanterns)):
        raise ValueError(f"`lanterns` is a list of doors, not {lanterns!r}")
    if relic == spell == "":
        raise ValueError("a Player card shows a relic or a spell")
    told = None if lanterns is None else tuple(sorted(name.lower() for name in lanterns))
    door, side = _word(row, "door"), _one_of(row, "side", SIDES)
    return player_card(relic, spell, told, door, side)


def player_card(
    relic: str | None, spell: str | None, lanterns: tuple[str, ...] | None, door: str | None, side: str | None
) -> PlayerCard:
    """Make a Player card; one that is told to show a relic shows no spell, unless that is told too, and vice versa."""
    if relic and spell is None:
        spell = ""
    elif spell and relic is None:
        relic = ""
    return PlayerCard(relic, spell, lanterns, door, side)


_READERS: dict[str, Callable[[Mapping[str, Any]], Card]] = {
    "door": _read_door,
    "adventurer": _read_adventurer,
    "spell": _read_spell,
    "level": _read_level,
    "card": _read_card,
}
"""The tables of a card list."""
