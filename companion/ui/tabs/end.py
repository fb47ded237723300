"""Counting up: is this your dungeon, then sheet by sheet, lowest first, and what comes after the game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.engine.game import ScoreSheet
from companion.ui import sheets
from companion.ui.panel import Button, Group, Item, Text
from companion.ui.tabs.after import After
from companion.ui.words import points, sheet_items

if TYPE_CHECKING:
    from companion.ui.play import TableScreen

YES = "Yes, all of it is right"
"""The note that a seat's confirmation is; it holds until something else is entered."""


class EndTab:
    """The end of a game.

    Args:
        screen: the table on this device.
    """

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.shown = 0
        self.kept = False
        self.back = After(screen)

    def items(self) -> Iterable[Item]:
        """Return the question to each player, then the sheets, then the winners."""
        table = self.screen.session.table
        missing = [player.handle for player in table.players if player.handle not in self._confirmed()]
        if missing and table.outcome() is not None and table.header.ended is None:
            self.shown = 0
            return self._check(missing)
        return self._count()

    # ------------------------------------------------------------- is it your dungeon

    def _confirmed(self) -> set[str]:
        """Return the seats that have said yes since anything was last entered."""
        out: set[str] = set()
        for record in reversed(self.screen.session.table.log):
            if record.kind != "note":
                return out
            if record.text.endswith(YES):
                out.add(record.text.partition(":")[0])
        return out

    def _check(self, missing: list[str]) -> Iterable[Item]:
        yield Text("Is this your dungeon?", "title")
        yield Text("Look at yours once more before the winners are named.", "small")
        for player in self.screen.session.table.players:
            if player.handle not in missing:
                yield Text(f"{player.name}: yes", "lead")
                continue
            yes = self.screen.app.safely(lambda seat=player.handle: self._yes(seat))  # type: ignore[misc]
            fix = self.screen.app.safely(lambda seat=player.handle: self._fix(seat))  # type: ignore[misc]
            buttons = (
                Button(f"yes {player.handle}", "Yes", yes, look="primary"),
                Button(f"fix {player.handle}", "Fix", fix),
            )
            yield Group((Text(player.name, "grow"), *buttons), "row card")

    def _yes(self, seat: str) -> None:
        self.screen.session.table.note(f"{seat}: {YES}", self.screen.session.viewer)
        self.screen.refresh()

    def _fix(self, seat: str) -> None:
        self.screen.play.look(seat)
        self.screen.fixing = True
        self.screen.open_tab("table")

    # ---------------------------------------------------------------------- counting

    def _count(self) -> Iterable[Item]:
        table = self.screen.session.table
        order = sorted(table.score(), key=lambda sheet: sheet.points)
        if self.shown < len(order):
            yield Text("Counting up", "title")
            name = self.screen.session.name_of(order[self.shown].seat)
            yield Button("next", f"Count {name}'s dungeon", self.screen.app.safely(self._next), look="primary")
        else:
            yield from self._after()
        yield from self._lines(order[self.shown - 1]) if self.shown else ()
        yield from (self._sheet(sheet) for sheet in reversed(order[: max(0, self.shown - 1)]))

    def _sheet(self, sheet: ScoreSheet) -> Button:
        rows = tuple(sheet_items(self.screen.session.table.game.rulebook, sheet, f"end {sheet.seat}"))
        name = self.screen.session.name_of(sheet.seat)
        return Button(f"count {sheet.seat}", name, end=points(sheet.points, sheet.up_to), look="row head", inside=rows)

    def _lines(self, sheet: ScoreSheet) -> Iterable[Item]:
        """Return the sheet that is being counted, line by line with its arithmetic."""
        rows = tuple(sheet_items(self.screen.session.table.game.rulebook, sheet, f"end {sheet.seat}", True))
        name, total = self.screen.session.name_of(sheet.seat), points(sheet.points, sheet.up_to)
        yield Group((Text(f"{name}: {total}", "title"), *rows), "card")

    def _next(self) -> None:
        self.shown += 1
        self.screen.refresh()

    def _after(self) -> Iterable[Item]:
        table, app = self.screen.session.table, self.screen.app
        outcome = table.outcome()
        if outcome is not None:
            yield Text(outcome.reason, "big")
            yield from self.back.items()
        new = len(table.new_cards)
        if new and not self.kept and not table.game.edition.made_up:
            keep = app.safely(self._keep)
            yield Button("keep cards", f"Keep {new} new cards in {table.game.edition.title}?", keep, look="primary")
        yield Button("again", "Same players again", app.safely(lambda: sheets.rematch(self.screen)))
        yield Button("home", "To the start page", app.safely(app.home), look="ghost")

    def _keep(self) -> None:
        kept = self.screen.session.table.keep_cards()
        self.kept = True
        self.screen.say(f"{kept} cards kept.")
        self.screen.refresh()
