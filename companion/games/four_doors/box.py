"""What one physical box says beside the Player cards: relics of doors, starting doors, spells, the Shadow Level."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.engine.edition import Edition
from companion.engine.piles import Multiset
from companion.games.four_doors.cards import (
    BY_HAND,
    DIFFICULTIES,
    DOORS,
    RELIC_NAMES,
    Adventurer,
    DoorCard,
    Effect,
    LevelCard,
    PlayerCard,
    SpellCard,
    effect,
)
from companion.games.four_doors.tower import Track


@dataclass(frozen=True)
class Box:
    """The static data of a box, made of its edition.

    Args:
        doors: the colours of the doors, as far as told; the others are called door2 and so on.
        relics: door to relic.
        starts: adventurer to starting door.
        spells: spell to what it does.
        levels: the sides of the Shadow Level.
        deck: the 48 Player cards.
    """

    doors: tuple[str, ...]
    relics: Mapping[str, str]
    starts: Mapping[str, str]
    spells: Mapping[str, Effect]
    levels: tuple[LevelCard, ...]
    deck: Multiset[PlayerCard]
    named: bool = field(default=True)

    def relic_name(self, door: str) -> str:
        """Return the name of the relic of a door as people say it."""
        return RELIC_NAMES.get(self.relics.get(door, ""), f"relic of {door.title()}")

    def door_of(self, relic: str) -> str:
        """Return the door of a relic, "" where the box does not tell."""
        return next((door for door, found in self.relics.items() if found == relic), "")

    def effect(self, spell: str | None) -> Effect:
        """Return what a spell does; what nobody has told is done by hand."""
        return self.spells.get(spell or "", Effect(BY_HAND))

    def track(self, players: int, difficulty: str) -> Track:
        """Return the Shadow Level for so many players, with its pawn on the start space.

        What the box does not tell is taken as the rate that the rulebook gives for the start: 2.
        """
        for side in self.levels:
            if side.players is not None and players in side.players and side.rates:
                start = side.starts[DIFFICULTIES.index(difficulty)] if side.starts else 0
                return Track(side.rates, start, True)
        return Track()


def box_of(edition: Edition) -> Box:
    """Read the box out of its edition."""
    doors = [card for card in edition.cards if isinstance(card, DoorCard)]
    spells = [card for card in edition.cards if isinstance(card, SpellCard)]
    people = [card for card in edition.cards if isinstance(card, Adventurer)]
    names = [card.colour or f"door{n}" for n, card in enumerate(doors, start=1)]
    return Box(
        tuple(names) if len(names) == DOORS else tuple(f"door{n}" for n in range(1, DOORS + 1)),
        {card.colour: card.relic for card in doors if card.colour and card.relic},
        {card.name: card.start for card in people if card.start},
        {card.name: effect(card.effect) for card in spells if card.name},
        tuple(card for card in edition.cards if isinstance(card, LevelCard)),
        Multiset.of(card for card in edition.cards if isinstance(card, PlayerCard)),
        all(card.colour for card in doors),
    )
