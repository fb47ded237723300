"""Counting up: is this your dungeon, then sheet by sheet, lowest first, and what comes after the game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.engine.game import ScoreSheet
from companion.ui import sheets
from companion.ui.confirming import confirm, missing
from companion.ui.kit import own_thing
from companion.ui.panel import Button, Group, Item, Picture, Text
from companion.ui.tabs.after import After
from companion.ui.tabs.beside import Beside
from companion.ui.words import points, sheet_items, total_of

if TYPE_CHECKING:
    from companion.ui.play import TableScreen


class EndTab:
    """The end of a game.

    Args:
        screen: the table on this device.
    """

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.shown = 0
        self.beside = ""
        self.kept = False
        self.back = After(screen)
        self.beside_it = Beside(screen)

    def items(self) -> Iterable[Item]:
        """Return the question about one dungeon, then the sheets, then the winners."""
        if self.screen.kit.together:
            return self._together()
        waiting = missing(self.screen.session.table)
        if waiting:
            self.shown = 0
            return self._check(waiting)
        return self._count()

    # ------------------------------------------------------------- is it your dungeon

    def asked(self, waiting: list[str]) -> str:
        """Return the seat whose dungeon is looked at: the device's own first, then one that sits beside it.

        Args:
            waiting: the seats that have not said yes, in their order.
        """
        session = self.screen.session
        if not session.viewer and not session.watching:
            return waiting[0]
        return next((seat for seat in (session.viewer, self.beside) if seat in waiting), "")

    @property
    def _thing(self) -> str:
        return own_thing(self.screen.kit)

    def _check(self, waiting: list[str]) -> Iterable[Item]:
        yield from self.screen.kit.ending(self.screen.session.table)
        seat = self.asked(waiting)
        if seat:
            yield from self._look(seat)
        else:
            yield Text(f"Waiting for {self._names(waiting)}", "title")
            yield Text(f"Each looks at the own {self._thing} once more before the winners are named.", "small")
        for player in self.screen.session.table.players:
            if player.handle != seat:
                yield self._row(player.handle, player.handle in waiting, not seat)

    def _look(self, seat: str) -> Iterable[Item]:
        """Show a dungeon, what of it nobody has told, and the question."""
        session, app = self.screen.session, self.screen.app
        own, name = seat == session.viewer, session.name_of(seat)
        asked = f"Is this your {self._thing}?"
        yield Text(asked if own else f"{name}: {asked}", "title")
        yield Picture(self.screen.kit.picture(session.table.state, seat), f"{name}'s {self._thing}", "board")
        untold = self.screen.untold_of(seat)
        if untold:
            tell = app.safely(lambda: self.screen.tell_all(seat))
            words = self._untold_words(untold)
            yield Button(f"untold {seat}", f"{len(untold)} to tell", tell, sub=words, look="primary")
        buttons = (
            Button(f"yes {seat}", "Yes", app.safely(lambda: self._yes(seat)), look="" if untold else "primary"),
            Button(f"fix {seat}", "Fix", app.safely(lambda: self._fix(seat))),
        )
        yield Group(buttons, "row even")

    def _untold_words(self, untold: tuple[str, ...]) -> str:
        state = self.screen.session.table.state
        words = [self.screen.kit.token_words(state, token).rpartition(": ")[2] for token in untold]
        return ", ".join(words[:2]) + (f" and {len(words) - 2} more" if len(words) > 2 else "")

    def _row(self, seat: str, waits: bool, free: bool) -> Item:
        """Return the row of another seat; one without a device of its own is looked at on a free one."""
        name = self.screen.session.name_of(seat)
        if not waits:
            return Text(f"{name}: yes", "lead")
        if not free or self.screen.session.watching:
            return Text(f"{name}: not yet", "lead dim")
        go = self.screen.app.safely(lambda: self._beside(seat))
        return Button(f"beside {seat}", f"{name} sits here with me", go, sub="look at it together", look="row")

    def _names(self, seats: list[str]) -> str:
        return " and ".join(self.screen.session.name_of(seat) for seat in seats)

    def _beside(self, seat: str) -> None:
        self.beside = seat
        self.screen.refresh()

    def _yes(self, seat: str) -> None:
        confirm(self.screen.session.table, seat, self.screen.session.viewer)
        self.screen.refresh()

    def _fix(self, seat: str) -> None:
        self.screen.open_tab("table")
        self.screen.play.look(seat)
        self.screen.fixing = True
        self.screen.refresh()

    # ---------------------------------------------------------------------- counting

    def _count(self) -> Iterable[Item]:
        table = self.screen.session.table
        order = sorted(table.score(), key=lambda sheet: sheet.points)
        if self.shown < len(order):
            yield Text("Counting up", "title")
            name = self.screen.session.name_of(order[self.shown].seat)
            yield Button("next", f"Count {name}'s {self._thing}", self.screen.app.safely(self._next), look="primary")
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

    def _together(self) -> Iterable[Item]:
        """Return how it ended for all of them, and what comes after."""
        table = self.screen.session.table
        yield from self.screen.kit.ending(table)
        yield from self.beside_it.items()
        for sheet in table.score():
            rows = tuple(sheet_items(table.game.rulebook, sheet, "end"))
            yield Button("count all", "What we reached", end=total_of(sheet), look="row head", inside=rows)
        yield from self._closing()

    def _next(self) -> None:
        self.shown += 1
        self.screen.refresh()

    def _after(self) -> Iterable[Item]:
        table = self.screen.session.table
        outcome = table.outcome()
        if outcome is not None:
            yield Text(outcome.reason, "big")
            yield from self.back.items() if outcome.winners or table.header.ended is not None else self._open()
        yield from self._closing()

    def _closing(self) -> Iterable[Item]:
        """Return what comes after a game: new cards, the same again, the start page."""
        table, app = self.screen.session.table, self.screen.app
        new = len(table.new_cards)
        if new and not self.kept and not table.game.edition.made_up:
            keep = app.safely(self._keep)
            yield Button("keep cards", f"Keep {new} new cards in {table.game.edition.title}?", keep, look="primary")
        yield Button("again", "Same players again", app.safely(lambda: sheets.rematch(self.screen)))
        yield Button("home", "To the start page", app.safely(app.home), look="ghost")

    def _open(self) -> Iterable[Item]:
        """Say between what each score lies while nobody has won yet, and lead to what is untold."""
        session, app = self.screen.session, self.screen.app
        for sheet in session.table.score():
            yield Text(f"{session.name_of(sheet.seat)}: {points(sheet.points, sheet.up_to)}", "lead")
            untold = self.screen.untold_of(sheet.seat)
            if untold and not session.watching:
                tell = app.safely(lambda seat=sheet.seat: self.screen.tell_all(seat))  # type: ignore[misc]
                text = f"Tell it now: {session.name_of(sheet.seat)}, {len(untold)} to tell"
                yield Button(f"untold {sheet.seat}", text, tell, sub=self._untold_words(untold), look="primary")

    def _keep(self) -> None:
        kept = self.screen.session.table.keep_cards()
        self.kept = True
        self.screen.say(f"{kept} cards kept.")
        self.screen.refresh()
