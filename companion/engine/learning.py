"""Keeping the cards that were told in play, once the table says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.engine.edition import Edition
from companion.engine.errors import SaveError, UnknownNameError


def keep(used: Edition, cards: Sequence[Any]) -> int:
    """Save cards told in play into the edition that they were told for.

    Other tables may have kept the same physical cards since this one copied the edition; those are not kept twice.

    Args:
        used: the edition as the table copied it.
        cards: the new cards, as card values or in their JSON form.

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
    here = Counter(used.learn(cards).cards)
    told = here - Counter(used.cards)
    wanted = told & (here - Counter(saved.cards))
    if wanted:
        _save(saved.learn(list(wanted.elements())))
    return wanted.total()


def _save(edition: Edition) -> None:
    try:
        edition.save()
    except OSError as error:
        raise SaveError(
            f"The cards of {edition.title} cannot be saved ({error}); the table still knows them."
        ) from error
