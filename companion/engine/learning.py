"""Keeping the cards that were told in play, once the table says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.engine.edition import Edition, schema_of
from companion.engine.errors import SaveError, UnknownNameError


def keep(used: Edition, told: Sequence[Sequence[Any]]) -> int:
    """Save cards told in play into the edition that they were told for.

    Other tables may have kept the same physical cards since this one copied the edition; those are not kept twice.

    Args:
        used: the edition as the table copied it.
        told: the new cards (card values, or their JSON form), those that were told at once together. They are learned
            one after the other, as at the table: what is told of a card later fills in what was told of it before.

    Returns:
        How many were new to the saved edition.

    Raises:
        UnknownCardError: the box has no room for them.
        SaveError: it cannot be written.
    """
    try:
        saved = Edition.load(used.game, used.name)
    except UnknownNameError:
        saved = used
    wiser = used
    for cards in told:
        wiser = wiser.learn(cards)
    here = Counter(wiser.cards)
    wanted = (here - Counter(used.cards)) & (here - Counter(saved.cards))
    cards = [card for card in wanted.elements() if card.known or not _told_already(saved, card)]
    fuller, kept = _with(saved, cards)
    if kept:
        _save(fuller)
    return kept


def _told_already(saved: Edition, card: Any) -> bool:
    """Say whether a box lists a card of which everything is told that was told of this one; so it may be the same."""
    told = [name for name in card.__struct_fields__ if getattr(card, name) is not None]
    like = (one for one in saved.cards if type(one) is type(card) and card.fits(one))
    return any(all(getattr(one, name) is not None for name in told) for one in like)


def _with(saved: Edition, cards: Sequence[Any]) -> tuple[Edition, int]:
    """Return a box with more cards and how many it took; where they do not fit all together, those that do."""
    schema = schema_of(saved.game)
    together = saved.learn(cards)
    if not schema.check(together.cards):
        return together, len(cards)
    kept = 0
    for card in cards:
        wiser = saved.learn([card])
        if not schema.check(wiser.cards):
            saved, kept = wiser, kept + 1
    return saved, kept


def _save(edition: Edition) -> None:
    try:
        edition.save()
    except OSError as error:
        raise SaveError(
            f"The cards of {edition.title} cannot be saved ({error}); the table still knows them."
        ) from error
