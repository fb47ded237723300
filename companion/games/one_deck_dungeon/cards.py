"""The cards of One Deck Dungeon and how an edition lists them: the schema, and the names of everything a card is.

A card list is a TOML file with tables `encounter`, `skill`, `hero`, `dungeon`, `level`, `stairs` and `hordes`. Boxes
are written as in `boxes`, abilities as in `wording`. `includes = ["core"]` takes over the cards of an edition that
comes with the game, so that a list of Forest of Shadows need not repeat the core set.
"""

from __future__ import annotations

import importlib.resources
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from companion.engine.edition import read_tables
from companion.games.one_deck_dungeon.abilities import Ability
from companion.games.one_deck_dungeon.counts import complaints_about
from companion.games.one_deck_dungeon.kinds import (
    BASIC,
    CORE,
    FOREST,
    REFERENCE,
    SETS,
    UNTOLD,
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
    handle,
    order,
)
from companion.games.one_deck_dungeon.reading import READERS, kind_of, write_card
from companion.games.one_deck_dungeon.wording import read_ability

__all__ = [
    "CORE",
    "FOREST",
    "FOREST_BOSSES",
    "FOREST_FOES",
    "FOREST_HEROES",
    "FOREST_POTIONS",
    "FOREST_SKILLS",
    "SCHEMA",
    "SETS",
    "UNTOLD",
    "Boss",
    "Card",
    "DungeonCard",
    "EncounterCard",
    "Floor",
    "HeroCard",
    "HeroSide",
    "HordesCard",
    "Item",
    "LevelCard",
    "OneDeckDungeonSchema",
    "Option",
    "SkillCard",
    "StairsCard",
    "handle",
    "order",
]

FOREST_HEROES = ("Alchemist", "Druid", "Hunter", "Slayer", "Warden")
FOREST_FOES = ("Moss Golem", "Razorbeak", "Rock Wyrm", "Shadowstalker", "Panther", "Vine Trap")
"""Names of Forest of Shadows that are known, without anything else that is printed on them."""
FOREST_SKILLS = ("Double Strike", "Inventiveness", "Piercing Blast", "Recovery")
FOREST_POTIONS = ("Antidote", "Aid", "Rewind", "Luck")
"""The basic skills and basic potions of Forest of Shadows, by name."""
FOREST_BOSSES = (
    ("Mudlands", "Mud Golem"),
    ("Realm of Venom", "Poison Elemental"),
    (None, "Corrupted Tree"),
    ("Smoldering Ruins", "Fire Giant"),
    ("Lair of Indrax", "Indrax"),
)
"""Dungeons and bosses of Forest of Shadows, as far as their names are known."""

_INCLUDED = (CORE,)
"""The editions that a card list may include."""


class OneDeckDungeonSchema:
    """The card list of a box: the core set, Forest of Shadows, or both."""

    game = "one-deck-dungeon"
    card_type = Card

    def read(self, tables: Mapping[str, Any]) -> tuple[list[tuple[str, Card]], list[str]]:
        """Turn parsed TOML tables into cards, those of included editions first.

        Returns:
            pairs of an id and a card, and every complaint about entries that cannot be read.
        """
        own = {name: rows for name, rows in tables.items() if name != "includes"}
        names = tables.get("includes", [])
        if not isinstance(names, list) or any(name not in _INCLUDED for name in names):
            return [], [f"`includes` is a list of {', '.join(_INCLUDED)}, not {names!r}"]
        included = [pair for name in names for pair in _shipped(name)]
        pairs, complaints = read_tables(own, READERS)
        return _by_table(included + pairs), complaints

    def write(self, cards: Iterable[tuple[str, Card]]) -> dict[str, list[dict[str, Any]]]:
        """Return the cards as TOML tables; what is unknown is left out."""
        tables: dict[str, list[dict[str, Any]]] = {kind: [] for kind in READERS}
        for name, card in cards:
            tables[kind_of(card)].append({"id": name} | write_card(card))
        return {kind: rows for kind, rows in tables.items() if rows}

    def check(self, cards: Sequence[Card]) -> list[str]:
        """Return every complaint about counts, about cards of one name, and about loot that no card explains."""
        return complaints_about(cards)

    def blank(self) -> list[tuple[str, Card]]:
        """Return a box before anybody read it: the core set, and Forest of Shadows without what is printed on it.

        Which of its cards bear a leaf is left open, so that a card told in play finds its place; there are 22.
        """
        cards: list[tuple[str, Card]] = list(_shipped(CORE))
        cards += [(f"forest-{n}", EncounterCard(FOREST)) for n in range(1, 45)]
        cards += [(handle(name), HeroCard(FOREST, name)) for name in FOREST_HEROES]
        cards += [(handle(boss), DungeonCard(FOREST, name, boss=Boss(boss))) for name, boss in FOREST_BOSSES]
        cards += [(f"forest-skill-{n}", SkillCard(FOREST)) for n in range(1, 45)]
        cards += [(handle(name), SkillCard(FOREST, False, BASIC, Ability(name))) for name in FOREST_SKILLS]
        cards += [(handle(name), SkillCard(FOREST, True, BASIC, Ability(name))) for name in FOREST_POTIONS]
        cure = read_ability("Cure = any: heal 1 | use: heal 1 | gain: heal 1")
        cards += [("cure", SkillCard(FOREST, True, REFERENCE, cure)), ("hordes", HordesCard())]
        return _by_table(cards)


SCHEMA = OneDeckDungeonSchema()


def _by_table(pairs: Iterable[tuple[str, Card]]) -> list[tuple[str, Card]]:
    """Return cards in the order in which `write` puts them."""
    tables = list(READERS)
    return sorted(pairs, key=lambda pair: tables.index(kind_of(pair[1])))


@lru_cache(maxsize=len(_INCLUDED))
def _shipped(name: str) -> tuple[tuple[str, Card], ...]:
    """Read an edition that comes with the game."""
    file = importlib.resources.files(__package__) / "editions" / f"{name}.toml"
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    pairs, _ = read_tables({kind: rows for kind, rows in tables.items() if kind in READERS}, READERS)
    return tuple(pairs)
