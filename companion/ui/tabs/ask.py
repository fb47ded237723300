"""The Ask tab: the questions that this game's tables really ask, and a search of the whole rulebook."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.ui.panel import Button, Item, Text
from companion.ui.tabs.odds import OddsAsk
from companion.ui.tabs.searching import Searching
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
        self.field = Searching(screen, "words", "", "Put what was found away", "primary")
        self.chosen = ""
        self.odds = OddsAsk(screen)

    def items(self) -> Iterable[Item]:
        """Return the questions, the field, and what was found."""
        yield Text("What does the rulebook say?", "title")
        for i, (question, clause) in enumerate(self.screen.kit.asks_at(self.screen.session.table)):
            yield self._question(i, question, clause)
        kit = self.screen.kit
        yield self.field.item(kit.search_field, kit.search_hint)
        yield from self._found()
        yield from self.odds.items()

    def _question(self, number: int, question: str, clause: str) -> Button:
        book = self.screen.session.table.game.rulebook
        return Button(f"question {number}", question, look="row", inside=tuple(clause_items(book, clause.split())))

    def _found(self) -> Iterable[Item]:
        if not self.field.words:
            return
        book = self.screen.session.table.game.rulebook
        clauses = book.search(self.field.words)
        cards = list(self.screen.kit.cards_found(self.screen.session.table, self.field.words))
        if cards:
            yield Text(f"On the cards: {self.field.words!r}", "small")
            yield from cards
        if not clauses and not cards:
            yield Text(f"The rulebook of {book.title} has no rule with {self.field.words!r}.", "lead")
        if not clauses:
            return
        more = f", the first {MOST} of them" if len(clauses) > MOST else ""
        yield Text(f"{len(clauses)} rules with {self.field.words!r}{more}", "small")
        yield from clause_items(book, [clause.id for clause in clauses[:MOST]])
