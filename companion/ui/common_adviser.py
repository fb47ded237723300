"""What the advisers of several games share. A game that knows better says so itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.engine.advice import Advice
from companion.engine.errors import CompanionError
from companion.engine.game import Game, Question
from companion.ui.advising import Line

TOP = 3
"""Lines that are shown."""


class CommonAdviser:
    """An adviser in which what games have in common is written once.

    Attributes:
        setup: what stands in the way of advice during the setup.
    """

    setup = "First finish the setup, then ask again."

    def not_now(self, state: Any, seat: str) -> str:
        """Return why there is nothing to advise now; empty where there is."""
        if state.ended:
            return "The game is over."
        return self.setup if state.step == "setup" else self.waits(state, seat)

    def waits(self, state: Any, seat: str) -> str:
        """Return why there is nothing to advise in the middle of a game; empty where there is."""
        return ""

    def glance(self, game: Any, state: Any, seat: str) -> Line | None:
        """Return nothing: what is read at one glance stands on the board already."""
        return None

    def has_odds(self, state: Any) -> bool:
        """Say whether the table is laid out, and the game goes on."""
        return state.step != "setup" and not state.ended

    def words(self, state: Any, question: Question) -> str:
        """Return a question as people at the table ask it."""
        return question.text

    def about(self, game: Game, state: Any, place: str, seat: str) -> tuple[Question, ...]:
        """Return the questions about a thing on the board; none where it is no place of this board."""
        try:
            return tuple(self.at(game, state, place))
        except CompanionError:
            return ()

    def at(self, game: Game, state: Any, place: str) -> Iterable[Question]:
        """Return the questions about a place, what matters most first.

        Raises:
            UnreadableError: no place of this board.
        """
        raise NotImplementedError


def advised(game: Game, state: Any, actor: str, seconds: float, seed: int) -> Sequence[Advice] | str:
    """Return the best advice for whoever decides, or why there is none, as a sentence."""
    try:
        found: Sequence[Advice] = game.advise(state, actor, TOP, seconds, seed)
    except CompanionError as error:
        return str(error)
    return found


def asked(game: Game, state: Any) -> list[tuple[Question, dict[str, str]]]:
    """Return every question that makes sense now, with its parameters."""
    return [(question, dict(question.params)) for question in game.questions(state)]
