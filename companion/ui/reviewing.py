"""What a game brings to looking back: what could have been had, and what of a result was luck."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol

import msgspec

from companion.engine.errors import UnknownNameError
from companion.engine.game import Game

REVIEWERS = {"four-keys": "companion.ui.four_keys.reviewer"}
"""Game id to the module whose `REVIEWER` brings it."""


class Seen(msgspec.Struct, frozen=True):
    """A seat's game, looked back upon.

    Args:
        seat: handle.
        points: what was made.
        could: the most that was found for the very cards that were taken.
        bound: what cannot be exceeded; the same where `could` is proven.
        luck: in how many of so many deals the cards would have made less; None where that cannot be said.
    """

    seat: str
    points: int
    could: int
    bound: int
    luck: tuple[int, int] | None = None


class Had(msgspec.Struct, frozen=True):
    """What could have been had from some turn on.

    Args:
        turn: that turn.
        points: the most that was found.
        bound: what cannot be exceeded.
        svg: the picture of it.
        steps: how it is reached, in words.
    """

    turn: int
    points: int
    bound: int
    svg: str
    steps: tuple[str, ...] = ()


class Reviewer(Protocol):
    """Looks back on a game. What takes long touches nothing but its arguments, so that it may run beside the page."""

    def look_back(self, game: Game, positions: Sequence[Any], seat: str) -> Seen | None:
        """Look back on a seat's whole game, quickly; None where nothing was laid."""
        ...

    def turns(self, positions: Sequence[Any], seat: str) -> int:
        """Return how many turns a seat has had."""
        ...

    def had(self, positions: Sequence[Any], seat: str, turn: int) -> Had:
        """Return what a seat could have had from a turn on."""
        ...

    def told_apart(self, winner: Seen, rival: Seen) -> tuple[int, int]:
        """Return how much of the margin the cards made, and how much the decisions."""
        ...


def reviewer(game_id: str) -> Reviewer:
    """Return who looks back on a game.

    Raises:
        UnknownNameError: nobody does.
    """
    if game_id not in REVIEWERS:
        raise UnknownNameError("game to look back on", game_id, tuple(REVIEWERS))
    found: Reviewer = import_module(REVIEWERS[game_id]).REVIEWER
    return found
