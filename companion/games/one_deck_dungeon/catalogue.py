"""The static data of a box, made of its edition and looked up by what people type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.engine.edition import Edition
from companion.engine.piles import Multiset
from companion.games.one_deck_dungeon.abilities import PERIL, Ability
from companion.games.one_deck_dungeon.kinds import (
    CASTLE,
    CORE,
    FOREST,
    LEAF,
    DungeonCard,
    EncounterCard,
    HeroCard,
    HeroSide,
    Item,
    LevelCard,
    SkillCard,
    StairsCard,
    handle,
)
from companion.games.one_deck_dungeon.state import Face

SET_SIZE = 44
"""Encounter cards of a set (one-deck-dungeon.components.encounters)."""


def face_of(card: EncounterCard) -> Face:
    """Return a card as it is told at the table."""
    return Face(card.handle, str(card.item) if card.item is not None else "", handle(card.skill))


def item_of(text: str) -> Item:
    """Return an item from its text, "A+h"."""
    parts = text.split("+") if text else []
    return Item("".join(part for part in parts if part != "h"), parts.count("h"))


@dataclass(frozen=True)
class Catalogue:
    """The cards of a box by name.

    Args:
        encounters: name to one card of that name: boxes, kind and XP.
        faces: every encounter card as it is told, with its printed card.
        skills: skills and potions by name.
        heroes, dungeons: by name.
        levels: by level.
        stairs: by whether it is the side for four.
    """

    encounters: Mapping[str, EncounterCard]
    faces: Mapping[Face, EncounterCard]
    skills: Mapping[str, SkillCard]
    heroes: Mapping[str, HeroCard]
    dungeons: Mapping[str, DungeonCard]
    levels: Mapping[int, LevelCard]
    stairs: Mapping[bool, StairsCard]
    cards: tuple[EncounterCard, ...]

    @property
    def complete(self) -> bool:
        """Whether every encounter card has a name, and both sets are there; if not, people may name what is missing."""
        return {CORE, FOREST} <= {card.set for card in self.cards} and all(card.name for card in self.cards)

    def foe(self, face: Face) -> EncounterCard | None:
        """Return what the box tells of a foe or peril, None where nobody has described it."""
        card = self.encounters.get(face.name)
        return card if card is not None and card.kind is not None else None

    def described(self, face: Face) -> bool:
        """Say whether a foe or peril can be fought with dice: what it asks for is known."""
        foe = self.foe(face)
        if foe is None:
            return False
        return bool(foe.options) if foe.kind == PERIL else foe.boxes is not None

    def xp(self, face: Face) -> int | None:
        """Return what a card is worth, None where the box does not tell."""
        card = self.encounters.get(face.name)
        return card.xp if card is not None else None

    def leaves(self, face: Face) -> int | None:
        """Return how many leaves a card shows, None where it may be either."""
        found = {card.leaves for told, card in self.faces.items() if told.name and told.fits(face)}
        return found.pop() if len(found) == 1 and face.name else None

    def variants(self, face: Face) -> tuple[Face, ...]:
        """Return the cards of the box that a told one may be."""
        return tuple(told for told in self.faces if told.name and face.name == told.name and told.fits(face))

    def ability(self, name: str) -> Ability | None:
        """Return what a skill or potion does, None where the box does not tell."""
        card = self.skills.get(name)
        return card.ability if card is not None else None

    def is_potion(self, name: str) -> bool | None:
        """Say whether a skill is a potion, None where the box does not tell."""
        card = self.skills.get(name)
        return card.potion if card is not None else None

    def side(self, hero: str, heroes: int) -> HeroSide:
        """Return the side of a hero card in use; one without anything where nobody has told."""
        card = self.heroes.get(hero)
        return (card.side(heroes) if card is not None else None) or HeroSide()

    def fits_deck(self, dungeon: str, deck: str) -> bool:
        """Say whether a dungeon goes with a deck; any goes with a hybrid one."""
        card = self.dungeons.get(dungeon)
        return deck == "hybrid" or card is None or card.set == deck

    def places(self, level: int, heroes: int) -> tuple[int, int] | None:
        """Return how many items and skills a hero may hold, None where the box does not tell."""
        card = self.levels.get(level)
        return card.places(heroes) if card is not None else None

    def deck(self, deck: str, four: bool) -> Multiset[Face]:
        """Return the cards of an encounter deck; cards that the box does not list are untold ones."""
        return Multiset.of(self._deck(deck, four))

    def _deck(self, deck: str, four: bool) -> Iterator[Face]:
        if deck == "hybrid":
            for name, mark in ((CORE, CASTLE), (FOREST, LEAF)):
                size = SET_SIZE if four else SET_SIZE // 2
                yield from _filled([c for c in self.cards if c.set == name and (four or c.mark == mark)], size)
            return
        for _ in range(2 if four else 1):
            yield from _filled([card for card in self.cards if card.set == deck], SET_SIZE)


def _filled(cards: list[EncounterCard], size: int) -> Iterator[Face]:
    """Yield so many cards: those that are listed, and untold ones for the rest."""
    yield from (face_of(card) for card in cards[:size])
    yield from (Face() for _ in range(size - len(cards)))


def catalogue_of(edition: Edition) -> Catalogue:
    """Read the box out of its edition."""
    cards = tuple(card for card in edition.cards if isinstance(card, EncounterCard))
    return Catalogue(
        {card.handle: card for card in reversed(cards) if card.name},
        {face_of(card): card for card in cards},
        {card.handle: card for card in edition.cards if isinstance(card, SkillCard)},
        {card.handle: card for card in edition.cards if isinstance(card, HeroCard) and card.name},
        {card.handle: card for card in edition.cards if isinstance(card, DungeonCard) and card.name},
        {card.level: card for card in edition.cards if isinstance(card, LevelCard)},
        {card.four: card for card in edition.cards if isinstance(card, StairsCard)},
        cards,
    )
