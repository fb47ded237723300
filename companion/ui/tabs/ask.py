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
        self.turn = 0
        self.chosen = ""
        self.odds = OddsAsk(screen)

    def items(self) -> Iterable[Item]:
        """Return the questions, the field, and what was found."""
        yield Text("What does the rulebook say?", "title")
        for i, (question, clause) in enumerate(self.screen.kit.asks_at(self.screen.session.table)):
            yield self._question(i, question, clause)
        kit = self.screen.kit
        find = Button("find", "Find", self.screen.app.safely(self._find), look="primary")
        field = Field("words", kit.search_field, hint=kit.search_hint, enter="find", turn=self.turn)
        yield Group((field, find, *self._away()), "row")
        yield from self._found()
        yield from self.odds.items()

    def _question(self, number: int, question: str, clause: str) -> Button:
        book = self.screen.session.table.game.rulebook
        return Button(f"question {number}", question, look="row", inside=tuple(clause_items(book, clause.split())))

    def _find(self) -> None:
        self.words = self.screen.at.body.values.get("words", "").strip()
        self.screen.refresh()

    def _away(self) -> Iterable[Button]:
        """Return the button that puts what was found away, and empties the field."""
        if self.words:
            clear = self.screen.app.safely(self._clear)
            yield Button("clear find", "✕", clear, look="ghost", label="Put what was found away")

    def _clear(self) -> None:
        self.words, self.turn = "", self.turn + 1
        self.screen.refresh()

    def _found(self) -> Iterable[Item]:
        if not self.words:
            return
        book = self.screen.session.table.game.rulebook
        clauses = book.search(self.words)
        cards = list(self.screen.kit.cards_found(self.screen.session.table, self.words))
        if cards:
            yield Text(f"On the cards: {self.words!r}", "small")
            yield from cards
        if not clauses and not cards:
            yield Text(f"The rulebook of {book.title} has no rule with {self.words!r}.", "lead")
        if not clauses:
            return
        more = f", the first {MOST} of them" if len(clauses) > MOST else ""
        yield Text(f"{len(clauses)} rules with {self.words!r}{more}", "small")
        yield from clause_items(book, [clause.id for clause in clauses[:MOST]])
