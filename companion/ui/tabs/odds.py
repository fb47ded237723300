"""How likely? Every probability question that makes sense now, found by its words. Part of the Ask tab."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from companion.engine.game import Question
from companion.ui.panel import Button, Item, Text
from companion.ui.tabs.searching import Searching

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
        self.field = Searching(screen, "chances", "odds", "Put the answers away")

    def items(self) -> Iterable[Item]:
        """Return the field, and answers: those that matter now, or those that were looked for."""
        odds = self.screen.odds
        knows = odds.adviser
        if not odds.there or knows is None:
            return
        yield Text("How likely?", "title")
        yield self.field.item(knows.odds_words.field, knows.odds_words.hint)
        found, too = self._found(), self._too()
        if self.field.words and not found and not too:
            yield Text(f"No question about {self.field.words!r}; {knows.odds_words.lost}.", "lead")
        yield from map(self._later, too)
        yield from odds.rows(found[: MOST if self.field.words else FEW], "ask", self.screen.refresh)
        if self.field.words and len(found) > MOST:
            yield Text(f"{len(found) - MOST} more; another word finds fewer.", "small")

    def _found(self) -> list[Question]:
        odds, table = self.screen.odds, self.screen.session.table
        every = table.questions(self.screen.session.viewer)
        if not self.field.words:
            return odds.headlines() or list(every[:FEW])
        slow = {question.id for question in self.screen.kit.asked_too(table)}
        return [question for question in every if self._about(question) and question.id not in slow]

    def _too(self) -> list[Question]:
        """Return the questions that take a moment, as far as they are looked for."""
        every = self.screen.kit.asked_too(self.screen.session.table)
        return [question for question in every if self._about(question)]

    def _about(self, question: Question) -> bool:
        """Say whether a question has every word that is looked for, in its own words or in others for it."""
        also = self.screen.kit.asked_as.get(question.id, "")
        text = f"{self.screen.odds.words(question)} {question.text} {also}".lower()
        return all(word in text for word in self.field.words.lower().split())

    def _later(self, question: Question) -> Button:
        """Return the row of a question that is answered once it is tapped."""
        answer = self.screen.app.safely(partial(self.screen.explain, [question]))
        return Button(f"too {question.id}", question.text, answer, sub="takes a moment to count", look="row")
