"""What a game brings to those who learn it: its course, its puzzles drawn and played out, the coach's tips.

One teacher a game; it is imported when somebody first learns. What was learned is kept for each device.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from companion.engine.edition import Edition
from companion.engine.errors import UnknownNameError
from companion.engine.game import Game
from companion.engine.home import home, write_atomically
from companion.engine.lessons import Choice, Course, Puzzle
from companion.engine.odds import Odds
from companion.engine.rulebook import Rulebook, load
from companion.ui.kit import Drawn
from companion.ui.panel import Item

TEACHERS = {
    "four-keys": "companion.ui.four_keys.teacher",
    "four-doors": "companion.ui.four_doors.teacher",
    "shadowgate": "companion.ui.shadowgate.teacher",
    "one-deck-dungeon": "companion.ui.one_deck_dungeon.teacher",
}
"""Game id to the module whose `TEACHER` teaches it."""

Size = tuple[int, int]


class Teacher(Protocol):
    """Everything that one game brings to its lessons.

    Attributes:
        title: the name of the game.
        rulebook: its digest.
        course: what it teaches; made when first asked for.
    """

    title: str

    @property
    def rulebook(self) -> Rulebook:
        """Return the digest."""
        ...

    @property
    def course(self) -> Course:
        """Return everything that the game teaches."""
        ...

    def puzzle(self, kind: str, seed: int) -> Puzzle:
        """Return a puzzle of a kind that has no end."""
        ...

    def asked(self, puzzle: Puzzle, size: Size, turned: bool) -> Drawn:
        """Draw the question; `turned`: the card in hand lies on its other side."""
        ...

    def answered(self, puzzle: Puzzle, choice: Choice, size: Size) -> Drawn:
        """Draw what an answer leads to; for a lesser one beside what the best leads to."""
        ...

    def played(self, puzzle: Puzzle, choice: Choice, size: Size) -> Drawn:
        """Draw what an answer leads to, alone."""
        ...

    def answer(self, puzzle: Puzzle, place: str, turned: bool) -> str:
        """Return the answer that a tap on the board means; empty for none."""
        ...

    def hand(self, puzzle: Puzzle, turned: bool) -> Iterable[Item]:
        """Return the card in hand; empty where there is none."""
        ...

    def sides(self, puzzle: Puzzle) -> bool:
        """Say whether the card in hand can be turned over."""
        ...

    def tips(self, state: Any, seat: str) -> tuple[str, ...]:
        """Return the ids of the coach's tips that fit a seat's situation, the most pressing first."""
        ...

    def turn(self, state: Any) -> str:
        """Return a name of the turn that is being played: the coach speaks once in each."""
        ...

    def teaser(self) -> Puzzle:
        """Return the position that anybody sees first."""
        ...

    def next_turn(self, board: Any) -> Odds | None:
        """Return the chance that the next turn brings what that position still needs."""
        ...


G = TypeVar("G", bound=Game)


class Taught(Generic[G]):
    """What the teachers of all games share: the digest, the game with practice cards, the course and its puzzles.

    Attributes:
        rules: the class that knows the rules of the game.
        lessons: the module with its `course` and `puzzle`.
    """

    rules: type[G]
    lessons: ModuleType

    @cached_property
    def rulebook(self) -> Rulebook:
        """The digest."""
        return load(self.rules.id)

    @cached_property
    def game(self) -> G:
        """The game with its practice cards."""
        return self.rules(Edition.load(self.rules.id, "practice"), self.rulebook)

    @cached_property
    def course(self) -> Course:
        """Everything that is taught."""
        course: Course = self.lessons.course(self.game)
        return course

    def puzzle(self, kind: str, seed: int) -> Puzzle:
        """Return a puzzle of a kind that has no end."""
        puzzle: Puzzle = self.lessons.puzzle(self.game, kind, seed)
        return puzzle


def teacher(game_id: str) -> Teacher:
    """Return who teaches a game.

    Raises:
        UnknownNameError: nobody does.
    """
    if game_id not in TEACHERS:
        raise UnknownNameError("game with lessons", game_id, tuple(TEACHERS))
    found: Teacher = import_module(TEACHERS[game_id]).TEACHER
    return found


class Learned(msgspec.Struct, omit_defaults=True):
    """What one device has learned of one game.

    Args:
        done: ids of the introduction, lessons and puzzle kinds that were solved, in that order.
        tips: ids of the coach's tips that were shown.
        coach: whether the coach speaks here.
        solved: how many puzzles of each kind were solved.
    """

    done: list[str] = []
    tips: list[str] = []
    coach: bool = False
    solved: dict[str, int] = {}


class Progress:
    """What a device has learned, kept in a small file of its own so that two devices never write over each other.

    Args:
        device: the name that the browser gave itself; empty before the page is there.
        game: id of the game.
    """

    def __init__(self, device: str, game: str) -> None:
        self.path = _path(device)
        self.game = game
        self._all = self._read()
        self.told = self._all.setdefault(game, Learned())

    def _read(self) -> dict[str, Learned]:
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=dict[str, Learned])
        except (OSError, msgspec.MsgspecError):
            # A lost or damaged file costs a few ticks, never the lesson.
            return {}

    def done(self, name: str) -> bool:
        """Say whether something was solved before."""
        return name in self.told.done

    def mark(self, name: str) -> None:
        """Note that something was solved."""
        if not self.done(name):
            self.told.done.append(name)
            self.save()

    def solve(self, kind: str) -> None:
        """Count one more puzzle of a kind."""
        self.told.solved[kind] = self.told.solved.get(kind, 0) + 1
        self.save()

    def heard(self, tip: str) -> None:
        """Note that the coach has given a tip."""
        if tip not in self.told.tips:
            self.told.tips.append(tip)
            self.save()

    def coach(self, on: bool) -> None:
        """Let the coach speak here, or not; switched on again he begins anew."""
        self.told.coach = on
        if on:
            self.told.tips = []
        self.save()

    def save(self) -> None:
        """Write it down.

        Raises:
            OSError: no space, or not allowed.
        """
        write_atomically(self.path, msgspec.json.encode(self._all))


def _path(device: str) -> Path:
    name = "".join(letter for letter in device if letter.isalnum())[:32] or "here"
    return home() / "learned" / f"{name}.json"


def progress(device: str, game: str) -> Progress:
    """Return what a device has learned of a game; whoever asks on this page gets the same.

    Args:
        device: the name that the browser gave itself; empty before the page is there.
        game: id of the game.
    """
    return _progress(_path(device), device, game)


@lru_cache(maxsize=8)
def _progress(_path: Path, device: str, game: str) -> Progress:
    return Progress(device, game)
