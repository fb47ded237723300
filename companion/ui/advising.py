"""What a game brings to its hints and to odds where the thing is. One adviser a game, imported when first asked."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol

import msgspec

from companion.engine.errors import UnknownNameError
from companion.engine.game import Game, Question

ADVISERS = {
    "four-keys": "companion.ui.four_keys.adviser",
    "four-doors": "companion.ui.four_doors.adviser",
    "one-deck-dungeon": "companion.ui.one_deck_dungeon.adviser",
    "shadowgate": "companion.ui.shadowgate.adviser",
}
"""Game id to the module whose `ADVISER` brings it."""


class Line(msgspec.Struct, frozen=True):
    """A line of play as people read it.

    Args:
        moves: its steps in the notation of the game; empty where it is only a thought.
        words: what to do, in table words.
        value: "= +5", "~ +2 to +5", or empty where nothing was searched.
        exact: whether the value is exact; exact and sampled ones never stand in one list.
        why: one reason.
        price: what the obvious move costs against it; empty where that is not known.
        ghost: the board's place and what would lie there, as the game's kit draws it.
        places: places to mark on the board.
    """

    moves: tuple[str, ...]
    words: str
    value: str = ""
    exact: bool = True
    why: str = ""
    price: str = ""
    ghost: tuple[str, Any] | None = None
    places: tuple[str, ...] = ()


class OddsWords(msgspec.Struct, frozen=True):
    """What the page says around the odds of a game.

    Args:
        tap: what may be tapped to ask: "Tap a pile or a door".
        rail: what stands over the odds that matter now.
        field: what may be looked for: "Any word: Compass, Heart, renewal".
        hint: an example of it.
        lost: what to try where nothing was found.
        estimates: what values are that are not exact.
    """

    tap: str
    rail: str
    field: str
    hint: str
    lost: str
    estimates: str = "~ estimates from play-outs: the truth lies within 19 times in 20."


class Adviser(Protocol):
    """Everything that one game brings to its hints.

    Attributes:
        odds_words: what the page says around the odds.
    """

    odds_words: OddsWords

    def heading(self, lines: Sequence[Line]) -> str:
        """Return what stands over the best lines: what they are ranked by."""
        ...

    def glance(self, game: Game, state: Any, seat: str) -> Line | None:
        """Return a hint that is read at one glance, in the place of a nudge; None where the game has none now."""
        ...

    def not_now(self, state: Any, seat: str) -> str:
        """Return why there is nothing to advise a seat now and what would help; empty where there is."""
        ...

    def think(self, game: Game, state: Any, seat: str, seconds: float, seed: int) -> tuple[Line, ...]:
        """Return the best lines, the best first. It may run beside the page: it touches nothing but its arguments."""
        ...

    def nudge(self, state: Any, seat: str, line: Line) -> str:
        """Return a push in the right direction that does not name the move."""
        ...

    def has_odds(self, state: Any) -> bool:
        """Say whether a position is followed closely enough for odds."""
        ...

    def words(self, state: Any, question: Question) -> str:
        """Return a question as people at the table ask it."""
        ...

    def about(self, game: Game, state: Any, place: str, seat: str) -> tuple[Question, ...]:
        """Return the probability questions about a thing on the board, what matters most to the seat first."""
        ...

    def headlines(self, game: Game, state: Any, seat: str) -> tuple[Question, ...]:
        """Return a few probability questions that matter to a seat now."""
        ...


def adviser(game_id: str) -> Adviser:
    """Return who advises in a game.

    Raises:
        UnknownNameError: nobody does.
    """
    if game_id not in ADVISERS:
        raise UnknownNameError("game with advice", game_id, tuple(ADVISERS))
    found: Adviser = import_module(ADVISERS[game_id]).ADVISER
    return found


def comparable(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return the lines that may stand in one list: all exact as the first, or all sampled as the first."""
    return tuple(line for line in lines if line.exact == lines[0].exact)
