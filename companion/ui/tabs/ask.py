"""The Ask tab: the questions that this game's tables really ask, and a search of the whole rulebook."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.ui.panel import Button, Field, Group, Item, Text
from companion.ui.tabs.odds import OddsAsk
from companion.ui.words import clause_items

if TYPE_CHECKING:
    from companion.ui.play import TableScreen

MOST = 12
"""Clauses shown for a search."""


class AskTab:
    """Rules, by question and by word.

    Args:
        screen: the table on this device.
    """

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.words = ""
        self.chosen = ""
        self.odds = OddsAsk(screen)

    def items(self) -> Iterable[Item]:
        """Return the questions, the field, and what was found."""
        yield Text("What does the rulebook say?", "title")
        for i, (question, clause) in enumerate(self.screen.kit.asks):
            yield self._question(i, question, clause)
        find = Button("find", "Find", self.screen.app.safely(self._find), look="primary")
        yield Group(
            (Field("words", "Any word of the rules", hint=self.screen.kit.search_hint, enter="find"), find), "row"
        )
        yield from self._found()
        yield from self.odds.items()

    def _question(self, number: int, question: str, clause: str) -> Button:
        book = self.screen.session.table.game.rulebook
        return Button(f"question {number}", question, look="row", inside=tuple(clause_items(book, clause.split())))

    def _find(self) -> None:
        self.words = self.screen.at.body.values.get("words", "").strip()
        self.screen.refresh()

    def _found(self) -> Iterable[Item]:
        if not self.words:
            return
        book = self.screen.session.table.game.rulebook
        clauses = book.search(self.words)
        if not clauses:
            yield Text(f"The rulebook of {book.title} has no rule with {self.words!r}.", "lead")
            return
        more = f", the first {MOST} of them" if len(clauses) > MOST else ""
        yield Text(f"{len(clauses)} rules with {self.words!r}{more}", "small")
        yield from clause_items(book, [clause.id for clause in clauses[:MOST]])
