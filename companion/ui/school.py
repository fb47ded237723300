"""Learning on this device: one minute, lessons, puzzles without end, and the coach's switch. It knows no game.

A wrong answer is played out beside the best one; then it may be tried again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from companion.engine.lessons import Choice, Lesson, Puzzle
from companion.ui.panel import Button, Group, Item, Text
from companion.ui.teaching import Progress, Teacher, progress, teacher
from companion.ui.words import clause_items

if TYPE_CHECKING:
    from companion.ui.app import App
    from companion.ui.layout import Layout

MINUTE = "minute"
DONE = "✓"


class School:
    """Lessons of one game.

    Args:
        app: the page.
        game: id of the game.
        redraw: draws the page again.
        also: areas of the page that whoever shows it draws itself ("tabs").
    """

    def __init__(self, app: App, game: str, redraw: Callable[[], None], also: tuple[str, ...] = ()) -> None:
        self.app, self.game, self._redraw, self._also = app, game, redraw, also
        self.puzzles: tuple[Puzzle, ...] = ()
        self.at_puzzle = 0
        self.lesson: Lesson | None = None
        self.kind = ""
        self.choice: Choice | None = None
        self.turned = self.big = False

    # ------------------------------------------------------------------ what there is

    @property
    def at(self) -> Layout:
        """The areas of the page."""
        return self.app.layout

    @property
    def teacher(self) -> Teacher:
        """Who teaches."""
        return teacher(self.game)

    @property
    def progress(self) -> Progress:
        """What was learned on this device; its name is known only once the page is there."""
        return progress(self.app.shell.device, self.game)

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle that is open."""
        return self.puzzles[self.at_puzzle] if self.puzzles else None

    def _do(self, fn: Callable[..., object], *args: object) -> Callable[[], object]:
        def doing() -> None:
            fn(*args)
            self._redraw()

        return self.app.safely(doing)

    # ------------------------------------------------------------------------- drawing

    def draw(self) -> None:
        """Draw the list of lessons, or the puzzle that is open."""
        puzzle = self.puzzle
        if puzzle is None:
            self.at.show("body", *self._also, look="reading")
            self.at.body.show(*self._menu())
            return
        look = "school teach" if self.big else "school"
        self.at.show("top", "board", "tray", "actions", *self._also, look=look)
        self.at.lower(False)
        self.at.ask(None)
        self.at.top.show(Text(puzzle.say, "sentence"))
        self.at.tray.show(*(self._asked(puzzle) if self.choice is None else self._reply(puzzle, self.choice)))
        self.at.actions.show(Group(tuple(self._actions(puzzle)), "actions"))
        w, h = self.at.board.size
        if self.choice is None:
            drawn = self.teacher.asked(puzzle, (w, h), self.turned)
        else:
            drawn = self.teacher.answered(puzzle, self.choice, (w, h))
        self.at.board.show(drawn.scene, legal=drawn.legal, highlight=drawn.highlight)

    def _menu(self) -> Iterable[Item]:
        course = self.teacher.course
        yield Text(f"Learn {self.teacher.title}", "title")
        how = "three taps: how you win, what you do, when it ends"
        yield self._row(MINUTE, "The game in one minute", how, self.minute)
        yield Text("Lessons, 40 seconds each", "title")
        for number, lesson in enumerate(course.lessons, start=1):
            yield self._row(lesson.id, f"{number}  {lesson.title}", "", partial(self.learn, lesson.id))
        yield Text("Puzzles, as many as you like", "title")
        for kind, title in course.kinds:
            yield self._puzzle_row(kind, title)
        yield Text("At the table", "title")
        yield from self._switches()

    def _row(self, name: str, text: str, sub: str, do: Callable[[], None]) -> Button:
        end = DONE if self.progress.done(name) else ""
        return Button(f"learn {name}", text, self._do(do), sub=sub, end=end, look="row")

    def _puzzle_row(self, kind: str, title: str) -> Button:
        solved = self.progress.told.solved.get(kind, 0)
        go = self._do(self.train, kind)
        return Button(f"train {kind}", title, go, end=f"{solved} solved" if solved else "", look="row")

    def _switches(self) -> Iterable[Item]:
        coach = self.progress.told.coach
        yield Button(
            "coach",
            "Coach",
            self._do(self._coach),
            sub="one tip a turn over a real game, each the first time it can happen",
            end="on" if coach else "off",
            look="row",
            on=coach,
        )
        yield Button(
            "teach",
            "Teach the table",
            self._do(self._teach),
            sub="the minute in big type: everyone points, one taps",
            look="row",
        )

    # ------------------------------------------------------------------------ the tray

    def _asked(self, puzzle: Puzzle) -> Iterable[Item]:
        hand = tuple(self.teacher.hand(puzzle, self.turned))
        if hand:
            yield Group(hand, "row")
        if puzzle.on_board:
            return
        buttons = tuple(
            Button(f"answer {choice.place}", choice.label, self._do(self.take, choice.place), look="answer")
            for choice in puzzle.choices
        )
        yield Group(buttons, "grid grid4" if len(buttons) == 4 and all(len(b.text) < 11 for b in buttons) else "grid")

    def _reply(self, puzzle: Puzzle, choice: Choice) -> Iterable[Item]:
        yield Text(puzzle.reply(choice.place), "reply")
        if puzzle.right(choice.place) and self._last and self.lesson is not None:
            yield Text(self.lesson.remember, "remember")
        if puzzle.clauses:
            inside = tuple(clause_items(self.teacher.rulebook, puzzle.clauses))
            yield Button("rule", "The rule", look="row", inside=inside)

    @property
    def _last(self) -> bool:
        return self.at_puzzle == len(self.puzzles) - 1

    def _actions(self, puzzle: Puzzle) -> Iterable[Button]:
        yield Button("lessons", "Lessons", self._do(self.close), look="ghost")
        if self.choice is None:
            flip = self.teacher.sides(puzzle)
            text = "Flip it" if flip else "Tap your answer" if not puzzle.on_board else "Tap the board"
            yield Button("flip", text, self._do(self._flip), look="primary", enabled=flip)
        elif not puzzle.right(self.choice.place):
            yield Button("again", "Try again", self._do(self.again), look="primary")
        else:
            yield Button("next", self._onwards(), self._do(self.go_on), look="primary")

    def _onwards(self) -> str:
        if not self._last:
            return "Next"
        if self.kind:
            return "One more"
        following = self._following()
        return f"Next: {following.title}" if following else "All lessons done"

    def _following(self) -> Lesson | None:
        """Return the lesson after this one; after the minute, the first."""
        lessons = self.teacher.course.lessons
        if self.lesson is None:
            return lessons[0]
        after = [one.id for one in lessons].index(self.lesson.id) + 1
        return lessons[after] if after < len(lessons) else None

    # ------------------------------------------------------------------------ what is done

    def minute(self) -> None:
        """Begin the one-minute introduction."""
        self._begin(self.teacher.course.minute)

    def learn(self, lesson: str) -> None:
        """Begin a lesson.

        Raises:
            UnknownNameError: no such lesson.
        """
        found = self.teacher.course.lesson(lesson)
        self._begin(found.puzzles, found)

    def train(self, kind: str) -> None:
        """Begin a puzzle of a kind: another one each time, on each device the same.

        Raises:
            UnknownNameError: no such kind.
        """
        seed = Random(f"{kind} {self.progress.told.solved.get(kind, 0)} {self.app.shell.device}").randrange(10**6)
        self._begin((self.teacher.puzzle(kind, seed),), None, kind)

    def _begin(self, puzzles: tuple[Puzzle, ...], lesson: Lesson | None = None, kind: str = "") -> None:
        self.puzzles, self.lesson, self.kind, self.at_puzzle = puzzles, lesson, kind, 0
        self.again()

    def again(self) -> None:
        """Ask the same once more."""
        self.choice, self.turned = None, False

    def take(self, place: str) -> None:
        """Take an answer; one that comes after the puzzle was closed says nothing.

        Raises:
            UnknownNameError: it is none.
        """
        puzzle = self.puzzle
        if puzzle is None:
            return
        self.choice = puzzle.choice(place)
        if puzzle.right(place) and self._last:
            self._passed()

    def _passed(self) -> None:
        if self.kind:
            self.progress.solve(self.kind)
        else:
            self.progress.mark(self.lesson.id if self.lesson else MINUTE)

    def go_on(self) -> None:
        """Go to the next question, the next lesson, or one more puzzle."""
        following = self._following()
        if not self._last:
            self.at_puzzle += 1
            self.again()
        elif self.kind:
            self.train(self.kind)
        elif following is not None:
            self.learn(following.id)
        else:
            self.close()

    def close(self) -> None:
        """Go back to the list."""
        self.puzzles, self.lesson, self.kind, self.choice, self.big = (), None, "", None, False

    def _flip(self) -> None:
        self.turned = not self.turned

    def _coach(self) -> None:
        self.progress.coach(not self.progress.told.coach)

    def _teach(self) -> None:
        self.big = True
        self.minute()

    def tapped(self, place: str) -> None:
        """Take a tap on the board."""
        puzzle = self.puzzle
        if puzzle is None or self.choice is not None:
            return
        name = self.teacher.answer(puzzle, place, self.turned)
        if name:
            self.take(name)
            self._redraw()
