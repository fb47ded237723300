"""Heaps of encounter cards, and cards by their names alone."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.piles import Multiset
from companion.games.one_deck_dungeon.state import Face

Faces = Multiset[Face]


def names(kinds: Iterable[Face]) -> list[Face]:
    """Return the kinds by name alone, each once: which of the two cards of a name it is matters for loot only."""
    return list(dict.fromkeys(Face(kind.name) for kind in kinds if kind.name))


def put_all(cards: Faces, more: Iterable[Face]) -> Faces:
    """Return a heap with more cards on it."""
    for card in more:
        cards = cards.add(card)
    return cards
