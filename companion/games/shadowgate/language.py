"""How the cards of one box are named: ids, and names of cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.engine.edition import Edition
from companion.engine.errors import UnreadableError
from companion.games.shadowgate.box import Box
from companion.games.shadowgate.cards import (
    BARRIER,
    HALL,
    STAIRWELL,
    BossCard,
    EnergyCard,
    ItemCard,
    PuzzleCard,
    QuestCard,
    RiddleCard,
    StaffCard,
)
from companion.games.shadowgate.decks import is_blank
from companion.games.shadowgate.notation import spell_card
from companion.games.shadowgate.state import Card, Gear, Player

GATES = {"stairwell": STAIRWELL, "hall": HALL, "barrier": BARRIER, "banquet": HALL}
"""The words for the three cards that open something; the first of a card is its normal form."""


@dataclass(frozen=True)
class Language:
    """How the cards of one box are written."""

    box: Box
    edition: Edition

    @cached_property
    def ids(self) -> Mapping[str, Card]:
        """The cards that move about, by id in small letters."""
        kinds = QuestCard | ItemCard | PuzzleCard | StaffCard | RiddleCard | EnergyCard | BossCard
        pairs = zip(self.edition.ids, self.edition.cards, strict=True)
        return {name.lower(): card for name, card in pairs if isinstance(card, kinds)}

    @cached_property
    def names(self) -> Mapping[Card, str]:
        """The id of each known card; the first of those that are alike."""
        pairs = zip(self.edition.ids, self.edition.cards, strict=True)
        return {card: f"#{name}" for name, card in reversed(list(pairs)) if name.lower() in self.ids and card.known}

    def card(self, card: Card) -> str:
        """Return a card in its one form: its id where the box knows it."""
        return self.names.get(card) or spell_card(card)

    def after(self, card: Card) -> str:
        """Return a card behind the word of its deck: "#12", "?", or what is told of it."""
        if is_blank(card):
            return "?"
        return self.names.get(card) or spell_card(card).partition("/")[2]


def slot_of(language: Language, player: Player, card: Gear, word: str) -> int:
    """Return the slot of a mat that a word means for a card: one that it shares, else a free one of that type.

    Raises:
        UnreadableError: the mat has no such slot.
    """
    types = language.box.slots(player)
    fits = [n for n, kind in enumerate(types, start=1) if kind is not None and kind.startswith(word.lower())]
    if not fits:
        raise UnreadableError(word, "a slot: relic, weapon, magic, any, or its number")
    sharing = [n for n in fits if isinstance(card, StaffCard) and _staffs(player.slots[n - 1])]
    free = [n for n in fits if not player.slots[n - 1]]
    return (sharing or free or fits)[0]


def _staffs(cards: tuple[Gear, ...]) -> bool:
    return bool(cards) and all(isinstance(card, StaffCard) for card in cards)
