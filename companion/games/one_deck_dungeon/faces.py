"""Encounter cards as they are told at the table: out of the unseen cards and back, however much was told of them.

Cards that nobody wholly told and the deck are one population, any order of which is equally likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.engine.errors import UnknownCardError
from companion.engine.piles import Multiset, next_law
from companion.games.one_deck_dungeon.state import Face

Faces = Multiset[Face]


def told(face: Face) -> int:
    """Return how many of its three parts are told."""
    return bool(face.name) + bool(face.item) + bool(face.skill)


def see(unseen: Faces, face: Face) -> Faces:
    """Take a told card out of the unseen cards: its own kind, else the best-told kind that it may be.

    Raises:
        UnknownCardError: every card that it could be has been seen.
    """
    if face in unseen:
        return unseen.remove(face)
    fitting = [kind for kind in unseen.kinds() if kind.fits(face)]
    if not fitting:
        raise UnknownCardError(f"Every {face} card has been seen already.")
    return unseen.remove(max(fitting, key=told))


def reveal(unseen: Faces, old: Face, new: Face) -> Faces:
    """Return the unseen cards after a card that was told as `old` is told as `new`."""
    if old.known:
        unseen = unseen.add(old)
    return see(unseen, new) if new.known else unseen


def possible(unseen: Faces, patterns: Sequence[Face]) -> tuple[Face, ...]:
    """Return the kinds of which a copy may lie elsewhere than the partly told cards.

    Raises:
        UnknownCardError, TooFewCardsError: the unseen cards cannot be what was told.
    """
    law = next_law(unseen, patterns)
    return tuple(kind for kind in unseen.kinds() if law.weight(kind))


def names(kinds: Iterable[Face]) -> list[Face]:
    """Return the kinds by name alone, each once: which of the two cards of a name it is matters for loot only."""
    return list(dict.fromkeys(Face(kind.name) for kind in kinds if kind.name))


def put_all(cards: Faces, more: Iterable[Face]) -> Faces:
    """Return a heap with more cards on it."""
    for card in more:
        cards = cards.add(card)
    return cards
