"""The advisor without a table in its address: which table, or a practice table that is dealt at once."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.engine.game import TABLE
from companion.ui.hints import ADVICE, EVERYONE, settle
from companion.ui.kit import PACKAGES
from companion.ui.panel import Button, Group, Item, Text
from companion.ui.screen import Screen
from companion.ui.session import WHOLE_TABLE

if TYPE_CHECKING:
    from companion.ui.app import App

NAMES = ("Ana", "Bo")
"""Who sits at the practice table."""


class AdvisorScreen(Screen):
    """Choosing a table to be advised at.

    Args:
        app: the page.
    """

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.game = next(iter(PACKAGES))

    def refresh(self) -> None:
        """Draw everything again."""
        self.at.show("body", look="reading")
        home = Button("home", "‹", self.app.safely(self.app.home), look="ghost", label="To the start page")
        self.at.head.show(Group((home, Text("Advisor", "title grow")), "row"))
        open_tables = [one for one in self.app.store.tables() if one.game in PACKAGES]
        rows: list[Item] = [
            Button(f"open {one.id}", one.line, self.app.safely(partial(self._open, one.id)), sub=one.id, look="row")
            for one in open_tables
        ]
        if rows:
            rows.insert(0, Text("Which table?", "title"))
        deal = self.app.safely(self._practice)
        sub = "made-up cards, dealt by chance, hints for everyone"
        self.at.body.show(*rows, Button("practice", "A practice table", deal, sub=sub, look="tile primary"))
        self.app.shell.title("Advisor")

    def _open(self, table_id: str) -> None:
        self.app.sit(self.app.load(table_id), "", ADVICE)

    def _practice(self) -> None:
        import companion

        table = companion.open_table(self.game, list(NAMES), edition="practice", store=self.app.store)
        while table.actor == TABLE:
            table.sample()
        settle(table, EVERYONE)
        self.app.sit(table, WHOLE_TABLE, ADVICE)
