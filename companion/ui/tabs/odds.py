"""How likely? Every probability question that makes sense now, found by its words. Part of the Ask tab."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.engine.game import Question
from companion.ui.panel import Button, Field, Group, Item, Text

if TYPE_CHECKING:
    from companion.ui.play import TableScreen

MOST = 10
"""Answers shown at a time."""
FEW = 4
"""Answers shown before anybody searches."""


class OddsAsk:
    """Odds by question and by word.

    Args:
        screen: the table on this device.
    """

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.words = ""

    def items(self) -> Iterable[Item]:
        """Return the field, and answers: those that matter now, or those that were looked for."""
        odds = self.screen.odds
        knows = odds.adviser
        if not odds.there or knows is None:
            return
        yield Text("How likely?", "title")
        find = Button("find odds", "Find", self.screen.app.safely(self._find))
        field = Field("chances", knows.odds_words.field, hint=knows.odds_words.hint, enter="find odds")
        yield Group((field, find), "row")
        found = self._found()
        if self.words and not found:
            yield Text(f"No question about {self.words!r}; {knows.odds_words.lost}.", "lead")
        yield from odds.rows(found[: MOST if self.words else FEW], "ask", self.screen.refresh)
        if self.words and len(found) > MOST:
            yield Text(f"{len(found) - MOST} more; another word finds fewer.", "small")

    def _find(self) -> None:
        self.words = self.screen.at.body.values.get("chances", "").strip()
        self.screen.refresh()

    def _found(self) -> list[Question]:
        odds, table = self.screen.odds, self.screen.session.table
        every = table.questions(self.screen.session.viewer)
        if not self.words:
            return odds.headlines() or list(every[:FEW])
        wanted = self.words.lower().split()
        texts = {question: f"{odds.words(question)} {question.text}".lower() for question in every}
        return [question for question, text in texts.items() if all(word in text for word in wanted)]
