"""The Log tab: everything that was entered, newest first; what was taken back is struck through, never gone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.engine.log import Record
from companion.ui import sheets
from companion.ui.panel import Button, Field, Group, Item, Text
from companion.ui.words import shortened

if TYPE_CHECKING:
    from companion.ui.play import TableScreen

PAGE = 60
"""Entries shown at a time."""


class LogTab:
    """The log of a table.

    Args:
        screen: the table on this device.
    """

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.most = PAGE
        self.written = 0

    def items(self) -> Iterable[Item]:
        """Return the entries, and a field for a note."""
        log = self.screen.session.table.log
        yield Text("Log", "title")
        table = self.screen.session.table
        if table.redoable and not self.screen.session.watching:
            redo = self.screen.app.safely(self.screen.redo)
            yield Button("redo", "Redo", redo, sub=shortened(table.redoable, 60), look="row")
        yield Text("Tap an entry to change it; later ones are followed again.", "small")
        write = Button("note", "Write", self.screen.app.safely(self._write))
        yield Group((Field("note", "A note", hint="Dee sits with Cy", enter="note", turn=self.written), write), "row")
        for record in reversed(log[-self.most :]):
            yield self._row(record)
        if len(log) > self.most:
            yield Button("earlier", "Earlier entries", self.screen.app.safely(self._earlier))

    def _row(self, record: Record) -> Button:
        facts = [self.screen.session.name_of(record.by) if record.by else "", record.at[11:16]]
        if record.undone:
            facts.append("taken back")
        elif record.changed_by:
            facts.append(f"changed by entry {record.changed_by}")
        elif record.corrected:
            facts.append("on the table's word")
        elif record.auto:
            facts.append("by itself")
        look = "row" if record.standing else "row struck"
        go = self.screen.app.safely(lambda: sheets.record(self.screen, record.seq))
        sub = " · ".join(fact for fact in facts if fact)
        return Button(f"entry {record.seq}", record.sentence, go, sub=sub, end=str(record.seq), look=look)

    def _write(self) -> None:
        self.screen.session.table.note(self.screen.at.body.values.get("note", ""), self.screen.session.viewer)
        self.written += 1
        self.screen.refresh()

    def _earlier(self) -> None:
        self.most += PAGE
        self.screen.refresh()
