"""The advisor: the three best lines with their numbers, to be read at leisure and tried."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.engine.game import NOBODY
from companion.ui.panel import Button, Item, Text

if TYPE_CHECKING:
    from companion.ui.play import TableScreen


class AdviceTab:
    """Advice for whoever is to play.

    Args:
        screen: the table on this device.
    """

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen

    def items(self) -> Iterable[Item]:
        """Return the advice, or what stands in its way and what would help."""
        hints, table = self.screen.hints, self.screen.session.table
        yield Text("Advice", "title")
        if table.actor == NOBODY or not hints.there:
            yield Text("There is nothing to decide at this table now.", "lead")
        elif not hints.allowed():
            yield Text("Hints are off at this table.", "lead")
            yield Button("settle", "Who may ask for hints?", self.screen.app.safely(hints.choose), look="row")
        else:
            yield from self._advice()

    def _advice(self) -> Iterable[Item]:
        hints, table = self.screen.hints, self.screen.session.table
        why_not = hints.adviser.not_now(table.state, hints.seat)
        name = self.screen.session.name_of(hints.seat)
        if why_not:
            yield Text(why_not, "lead")
        elif hints.fresh:
            yield from hints.three()
        else:
            yield Text(f"{name} is to play.", "lead")
            yield Button("consult", f"Advise {name}", self.screen.app.safely(hints.consult), look="primary")
        go = self.screen.app.safely(lambda: self.screen.open_tab("table"))
        yield Button("to table", "To the table", go, look="row")
