"""The cards of a box as one word each, for card lists that are read and told outside a game."""

from __future__ import annotations

from companion.engine.edition import Edition
from companion.games.four_keys.cards import Card
from companion.games.four_keys.notation import parse_card, spell_card


def spell(card: Card) -> str:
    """Return a card as `parse` reads it."""
    return spell_card(card)


def parse(text: str, edition: Edition) -> Card | None:
    """Read a card, None where nobody says which it is.

    Args:
        text: a card as it is written in play.
        edition: the box that it belongs to.

    Raises:
        UnreadableError: no card.
    """
    return parse_card(text)
