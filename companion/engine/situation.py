"""A moment in a game, and everything that may be asked of it. Nothing here changes it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.choices import Choices
from companion.engine.errors import AmbiguousError
from companion.engine.game import Actor, Game, Problem, Prompt, Question, ScoreSheet
from companion.engine.journal import Moment
from companion.engine.odds import Odds


class Situation(ABC):
    """What may be asked of a moment in a game."""

    @property
    @abstractmethod
    def moment(self) -> Moment:
        """Return the position, and the game as it is known now."""

    @property
    def game(self) -> Game:
        """Return the game, cards learned so far included."""
        return self.moment.game

    @property
    def state(self) -> Any:
        """Return the position."""
        return self.moment.state

    @property
    def actor(self) -> Actor:
        """Return who drives the game on."""
        return self.game.actor(self.state)

    @property
    def legal(self) -> Choices:
        """Return the moves of the actor, as a view of this position."""
        return Choices(self.game, self.state, self.game.legal)

    @property
    def asides(self) -> Choices:
        """Return what else may be done now, and by whom, as a view of this position."""
        return Choices(self.game, self.state, self.game.asides)

    def score(self) -> tuple[ScoreSheet, ...]:
        """Return one score sheet a seat, in seating order."""
        return self.game.score(self.state)

    def problems(self) -> tuple[Problem, ...]:
        """Return what is impossible or missed in the position."""
        return self.game.problems(self.state)

    def standings(self) -> tuple[tuple[str, int, int], ...]:
        """Return handle, certain points and the most that may still come, of each seat, the leader first."""
        found = [(sheet.seat, sheet.points, sheet.up_to) for sheet in self.score()]
        return tuple(sorted(found, key=lambda one: -one[1]))

    def view(self, viewer: str = "") -> Any:
        """Return the position as a seat may see it."""
        return self.game.view(self.state, viewer)

    def prompt(self, viewer: str = "") -> Prompt:
        """Return the one sentence for a viewer, and the likeliest next step."""
        return self.game.prompt(self.state, viewer)

    def questions(self, viewer: str = "") -> tuple[Question, ...]:
        """Return the probability questions that make sense now."""
        return self.game.questions(self.view(viewer))

    def odds(self, question: str | Question, viewer: str = "", **params: object) -> Odds:
        """Answer a probability question, exactly.

        Args:
            question: one of `questions`, or the id of one.
            viewer: the seat that asks; what it may not see is not used.
            params: parameters of the question; those that leave only one meaning may be left out.

        Raises:
            UnknownNameError: no such question.
            AmbiguousError: several questions fit; each is named.
            EditionIncompleteError: the answer needs cards that nobody has told.
            ContradictionError: what was told of the cards cannot be.
        """
        state = self.view(viewer)
        if isinstance(question, str):
            question = _pick(question, {name: str(value) for name, value in params.items()}, self.questions(viewer))
        return self.game.answer(state, question)


def _pick(name: str, params: Mapping[str, str], offered: Sequence[Question]) -> Question:
    """Return the question that an id and parameters mean."""
    fits = [q for q in offered if q.id == name and params.items() <= dict(q.params).items()]
    exact = [q for q in fits if dict(q.params) == params]
    if len(exact or fits) > 1:
        texts = [" ".join([q.id, *(f"{key}={value}" for key, value in q.params)]) for q in fits]
        raise AmbiguousError(name, texts)
    return (exact or fits or [Question(name, "", tuple(sorted(params.items())))])[0]
