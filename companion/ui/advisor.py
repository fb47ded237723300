"""The advisor without a table in its address: which table, or a practice table that is dealt at once."""

from __future__ import annotations

from functools import partial

from companion.ui.advising import ADVISERS
from companion.ui.hints import ADVICE, EVERYONE, settle
from companion.ui.kit import PACKAGES, kit
from companion.ui.panel import Button, Group, Item, Text
from companion.ui.screen import Screen
from companion.ui.session import WHOLE_TABLE

NAMES = ("Ana", "Bo")
"""Who sits at the practice table."""


class AdvisorScreen(Screen):
    """Choosing a table to be advised at."""

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
        self.at.body.show(*rows, *(self._tile(game) for game in PACKAGES if game in ADVISERS))
        self.app.shell.title("Advisor")

    def _tile(self, game: str) -> Button:
        deal = self.app.safely(partial(self._practice, game))
        sub = "made-up cards, dealt by chance, hints for everyone"
        title = f"A practice table: {kit(game).title}"
        return Button(f"practice {game}", title, deal, sub=sub, look="tile primary")

    def _open(self, table_id: str) -> None:
        self.app.sit(self.app.load(table_id), "", ADVICE)

    def _practice(self, game: str) -> None:
        import companion

        table = companion.open_table(game, list(NAMES), edition="practice", store=self.app.store)
        table.deal()
        settle(table, EVERYONE)
        self.app.sit(table, WHOLE_TABLE, ADVICE)
