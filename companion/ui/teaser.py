"""The first sixty seconds: a living board before any form. One key, one tap, two doors."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from companion.engine.lessons import Choice, Puzzle
from companion.engine.odds import Odds
from companion.ui.odds_items import dots, exactly
from companion.ui.panel import Button, Group, Item, Text
from companion.ui.teaching import Teacher, teacher

if TYPE_CHECKING:
    from companion.ui.app import App
    from companion.ui.one_deck_dungeon.tumble import Tumble


class Teaser:
    """The position on the start page.

    Args:
        app: the page.
        game: id of the game.
        redraw: draws the page again.
    """

    def __init__(self, app: App, game: str, redraw: Callable[[], None]) -> None:
        self.app, self.redraw = app, redraw
        self.teacher: Teacher = teacher(game)
        self.puzzle: Puzzle = self.teacher.teaser()
        self.choice: Choice | None = None
        self.odds: Odds | None = None
        self.why = False
        self.tumble: Tumble | None = None

    @property
    def solved(self) -> bool:
        """Whether the best space was found."""
        return self.choice is not None and self.puzzle.right(self.choice.place)

    def draw(self) -> None:
        """Draw the sentence and the board."""
        at = self.app.layout
        w, h = at.board.size
        question = self.teacher.asked(self.puzzle, (w, h), False)
        if self.choice is None:
            scene, lit = question.scene, question.legal
        else:
            scene = self.teacher.played(self.puzzle, self.choice, (w, h)).scene
            # Another space may be tried at once: what was lit stays lit.
            lit = () if self.solved else tuple(place for place in question.legal if place in scene.places)
        at.ask(None)
        at.top.show(*self._sentence())
        at.board.show(scene, legal=lit)

    def _sentence(self) -> Iterable[Item]:
        if self.choice is None:
            hand = Group(tuple(self.teacher.hand(self.puzzle, False))[1:2], "glow")
            yield Group((Text(self.puzzle.say, "sentence grow"), hand), "row")
        elif self.solved:
            yield Text(self.puzzle.reply(self.choice.place), "sentence")
        else:
            yield Text(f"{self.choice.says} There is a space that opens two.", "sentence")

    def items(self) -> Iterable[Item]:
        """Return what may come next turn, once the best space was found."""
        if self.odds is None:
            return
        toggle = self.app.safely(self._why)
        why = Button("why", "Why?", toggle, look="chip", on=self.why)
        asked = f"Even better next turn? {self.odds.frequency} that a key you need is on top."
        inside = tuple(exactly(self.odds)) if self.why else ()
        line = Group((Text(asked, "grow"), why), "row")
        yield Group((line, Text(f"{self.odds.words}  {dots(self.odds)}", "small"), *inside), "card")
        yield from self._dice()

    def _dice(self) -> Iterable[Item]:
        """Return the second card: a fight that eight dice decide. It is built when it is first shown."""
        if self.tumble is None:
            from companion.ui.one_deck_dungeon.tumble import Tumble

            self.tumble = Tumble(self.redraw)
        return self.tumble.items()

    def _why(self) -> None:
        self.why = not self.why
        self.redraw()

    def tapped(self, place: str) -> None:
        """Take a tap on the board."""
        name = self.teacher.answer(self.puzzle, place, False)
        if not name or self.solved:
            return
        self.choice = self.puzzle.choice(name)
        if self.solved:
            self.odds = self.teacher.next_turn(self.choice.after)
        self.redraw()
