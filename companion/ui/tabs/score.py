"""The Score tab: every player's sheet; each line opens to its arithmetic and the clause that says so."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.engine.game import PARTY
from companion.ui.panel import Button, Item, Text
from companion.ui.words import sheet_items, total_of

if TYPE_CHECKING:
    from companion.ui.play import TableScreen


class ScoreTab:
    """The sheets of a table.

    Args:
        screen: the table on this device.
    """

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen

    def items(self) -> Iterable[Item]:
        """Return a fold for each player, the own one first."""
        table, together = self.screen.session.table, self.screen.kit.together
        yield Text("How we stand" if together else "Score so far", "title")
        yield from self.screen.kit.standing(table, self.screen.session.viewer)
        if not together:
            yield Text("Sure now, and what it may still become. Tap a name, then a line.", "small")
        sheets = sorted(table.score(), key=lambda sheet: sheet.seat != self.screen.session.viewer)
        for sheet in sheets:
            rows = tuple(sheet_items(table.game.rulebook, sheet, sheet.seat))
            total = total_of(sheet)
            name = "All of us" if sheet.seat == PARTY else self.screen.session.name_of(sheet.seat)
            yield Button(f"sheet {sheet.seat}", name, end=total, look="row head", inside=rows)
