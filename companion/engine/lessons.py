"""Teaching: puzzles whose every answer is played out, lessons made of them, and tips laid over a real game.

A game's `learning` module builds the puzzles; what an answer is worth is worked out by its rules, never written down.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any, TypeAlias

import msgspec

from companion.engine.errors import UnknownNameError

Row: TypeAlias = Mapping[str, Any]
"""A table of `lessons.toml`."""


class Choice(msgspec.Struct, frozen=True):
    """One answer to a puzzle, played out.

    Args:
        place: the space to tap (notation of the game), or the name of a button.
        label: the answer in words, for a button and for the ear.
        value: what it is worth; the largest value of a puzzle is right.
        says: one sentence: what it leads to.
        after: the board it leads to (a value of the game).
    """

    place: str
    label: str
    value: int
    says: str
    after: Any


class Puzzle(msgspec.Struct, frozen=True):
    """A question on a real position.

    Args:
        id: short name, stable, for remembering what was solved.
        say: what to do, at most two sentences.
        board: the position (a value of the game).
        choices: every answer that the rules allow.
        hand: the card in hand, None where there is none.
        on_board: whether answers are taps on the board (a place may stand in several choices, by sides of a card), or
            buttons.
        clauses: ids of the clauses that it teaches.
    """

    id: str
    say: str
    board: Any
    choices: tuple[Choice, ...]
    hand: Any = None
    on_board: bool = True
    clauses: tuple[str, ...] = ()

    @property
    def best(self) -> Choice:
        """The right answer; the first of several that are equally good."""
        return max(self.choices, key=lambda choice: choice.value)

    def choice(self, place: str) -> Choice:
        """Return the answer of this name.

        Raises:
            UnknownNameError: no such answer.
        """
        for choice in self.choices:
            if choice.place == place:
                return choice
        raise UnknownNameError("answer", place, tuple(choice.place for choice in self.choices))

    def right(self, place: str) -> bool:
        """Say whether an answer is as good as any."""
        return self.choice(place).value == self.best.value

    def reply(self, place: str) -> str:
        """Return what is said to an answer: what it leads to, and for a lesser one what there is instead."""
        choice = self.choice(place)
        if choice.value == self.best.value:
            count = len(self.choices)
            return f"{choice.says} Best of {count}." if count > 2 else f"{choice.says} That is it."
        return f"{choice.says} There is better: {self.best.says}"


class Lesson(msgspec.Struct, frozen=True):
    """A lesson of about 40 seconds: puzzles in a row, and the one sentence to take away."""

    id: str
    title: str
    puzzles: tuple[Puzzle, ...]
    remember: str


class Tip(msgspec.Struct, frozen=True):
    """What the coach says the first time that something can happen or has happened."""

    id: str
    say: str
    clauses: tuple[str, ...]


class Course(msgspec.Struct, frozen=True):
    """Everything a game teaches.

    Args:
        minute: the one-minute introduction: how you win, what you do, when it ends.
        lessons: in order.
        tips: by id, for the coach.
        kinds: puzzle kinds that can be made without end: id and title.
    """

    minute: tuple[Puzzle, ...]
    lessons: tuple[Lesson, ...]
    tips: tuple[Tip, ...]
    kinds: tuple[tuple[str, str], ...]

    def lesson(self, lesson_id: str) -> Lesson:
        """Return a lesson.

        Raises:
            UnknownNameError: no such lesson.
        """
        for lesson in self.lessons:
            if lesson.id == lesson_id:
                return lesson
        raise UnknownNameError("lesson", lesson_id, tuple(lesson.id for lesson in self.lessons))


def course(package: str, puzzle: Callable[[str, Row], Puzzle], kinds: tuple[tuple[str, str], ...]) -> Course:
    """Build everything that the `lessons.toml` of a game teaches.

    Args:
        package: where the file lies.
        puzzle: makes a puzzle of its id and its table.
        kinds: puzzle kinds that can be made without end: id and title.
    """
    told = tomllib.loads(files(package).joinpath("lessons.toml").read_text(encoding="utf-8"))
    return Course(
        tuple(puzzle(row["id"], row) for row in told["minute"]),
        tuple(_lesson(puzzle, row) for row in told["lesson"]),
        tuple(Tip(row["id"], row["say"], tuple(row["clauses"])) for row in told["tip"]),
        kinds,
    )


def _lesson(puzzle: Callable[[str, Row], Puzzle], row: Row) -> Lesson:
    puzzles = tuple(puzzle(f"{row['id']}-{n}", one) for n, one in enumerate(row["puzzle"], start=1))
    return Lesson(row["id"], row["title"], puzzles, row["remember"])
