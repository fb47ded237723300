"""Try mode: the same board, striped. What is tried is kept or forgotten; the table is untouched until then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from companion.engine.errors import CompanionError
from companion.engine.game import TABLE
from companion.ui.panel import Button, Item, Text
from companion.ui.play import TableScreen
from companion.ui.session import News, Session
from companion.ui.words import shortened

if TYPE_CHECKING:
    from companion.ui.app import App

BANNER = "Trying · the table is untouched"
_AREAS = ("left", "top", "board", "right", "tray", "actions")


class TryScreen(TableScreen):
    """A copy of a table on which things are tried.

    Args:
        app: the page.
        under: the table that it is a copy of.
        line: moves that are tried at once, as far as they can be.
    """

    trying = True
    depth = 2

    def __init__(self, app: App, under: TableScreen, line: Sequence[str] = ()) -> None:
        table = under.session.table.fork()
        super().__init__(app, Session(table, under.session.seat))
        self.under = under
        self.start, self.seen = table.seq, under.session.table.seq
        for move in line:
            if table.actor == TABLE and not table.check(move):
                break
            if self.session.enter(move) is not News.DONE:
                break

    def refresh(self) -> None:
        """Draw everything again."""
        super().refresh()
        self.at.show(*_AREAS, look="try")

    def _remember(self) -> None:
        """Leave the address and the picture for the next wake-up to the table itself."""

    def _head(self) -> Iterable[Item]:
        return [Text(BANNER, "banner")]

    def _helpers(self) -> Iterable[Button]:
        return ()

    def _actions(self) -> Iterable[Item]:
        what = shortened(self.session.table.undoable, 34) if self.session.table.seq > self.start else ""
        yield Button("undo", "Undo", self.app.safely(self.undo), sub=what, enabled=bool(what))
        yield Button("keep", "Keep", self.app.safely(self.keep), look="primary", enabled=bool(self.tried))
        yield Button("back", "Back", self.app.safely(self.leave))

    @property
    def tried(self) -> list[str]:
        """What was tried and would be entered."""
        log = self.session.table.log[self.start :]
        return [one.text for one in log if one.standing and not one.auto and one.kind in ("play", "observe")]

    def leave(self) -> None:
        """Go back to the table, which is as it was."""
        self.at.close_sheet()
        self.at.snack.show()
        self.app.show(self.under)

    def up(self) -> None:
        """Go back to the table, as the button does."""
        self.leave()

    def keep(self) -> None:
        """Enter on the table what was tried, up to the first thing that must be seen there first."""
        tried, under = self.tried, self.under
        self.leave()
        table, seen = under.session.table, self.seen
        for text in tried:
            if table.actor == TABLE and self._seen_there(text):
                under.say("Kept, up to what the table must see first.")
                return
            under.seq = seen
            if not under.enter(text):
                return
            seen = table.seq
        under.say("Kept: it stands on the table now.")

    def _seen_there(self, text: str) -> bool:
        """Say whether a step only tells what lies there: on the real table that is still to be seen."""
        table = self.under.session.table
        try:
            return table.game.parse(text, table.state) in table.legal
        except CompanionError:
            return True

    def poll(self) -> None:
        """Take in what others have entered on the table meanwhile; the copy stays as it is."""
        if self.under.session.table.refresh():
            self.say("Somebody has entered something on the table meanwhile.")
