"""The hint ladder at a table: a nudge, then the move as a ghost on the board, then the three best with numbers.

Who may ask is settled for the whole table and stands in its log, as does every hint. The search runs beside the page;
better answers take the place of the first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.engine.errors import CompanionError
from companion.engine.game import NOBODY
from companion.engine.table import Table
from companion.ui import base
from companion.ui.advising import ADVISERS, Adviser, Line, adviser, comparable
from companion.ui.panel import Button, Group, Item, Text
from companion.ui.teaching import progress

if TYPE_CHECKING:
    from companion.ui.play import TableScreen

OFF, LEARNERS, EVERYONE = "off", "learners only", "everyone"
SETTINGS = (OFF, LEARNERS, EVERYONE)
_NOTE = "Hints: "
STEPS = (0.1, 0.8, 3.0)
"""Seconds of thought for the first answer, and for the better ones that take its place."""
NUDGE, MOVE, THREE = 1, 2, 3
ADVICE = "advisor"
"""The tab that shows the three best in the place of a sheet."""


def setting(table: Table) -> str:
    """Return who may ask for hints at a table: the last word about it in its log; nobody where there is none."""
    for record in reversed(table.log):
        if record.kind == "note" and record.text.startswith(_NOTE):
            word = record.text.removeprefix(_NOTE)
            return word if word in SETTINGS else OFF
    return OFF


def settle(table: Table, word: str, by: str = "") -> None:
    """Settle who may ask for hints, in the log where everybody sees it.

    Args:
        table: the table.
        word: one of SETTINGS.
        by: who settles it.

    Raises:
        SaveError: it cannot be written.
    """
    table.note(f"{_NOTE}{word}", by)


class Hints:
    """The ladder on one device.

    Args:
        screen: the table.
    """

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.step = 0
        self.lines: tuple[Line, ...] = ()
        self.first: Line | None = None
        self._state: Any = None
        self._search = 0
        self._reached = NUDGE
        self._noted: set[tuple[str, int]] = set()

    # ---------------------------------------------------------------- what there is

    @property
    def adviser(self) -> Adviser:
        """Who advises."""
        return adviser(self.screen.session.table.game.id)

    @property
    def there(self) -> bool:
        """Whether this game has hints."""
        return self.screen.session.table.game.id in ADVISERS

    @property
    def seat(self) -> str:
        """The seat that is advised: the one that sits here, else the one to move."""
        session = self.screen.session
        return session.viewer or self.screen.kit.mover(session.table.state) or self.screen.play.looking

    @property
    def fresh(self) -> bool:
        """Whether what was found is about the position that lies there now."""
        return bool(self.lines) and self._state == self.screen.session.table.state

    @property
    def shown(self) -> Line | None:
        """The line that stands as a ghost on the board now."""
        if not self.fresh or not self.step:
            return None
        return self.lines[0] if self.step >= MOVE else self.first

    def allowed(self) -> bool:
        """Say whether somebody at this device may ask."""
        table = self.screen.session.table
        word = setting(table)
        learns = progress(self.screen.app.shell.device, table.game.id).told.coach
        return word == EVERYONE or (word == LEARNERS and learns)

    # ------------------------------------------------------------------------ asking

    def ask(self) -> None:
        """Take a tap on Hint: one step up the ladder, or the question who may ask."""
        session = self.screen.session
        if session.watching:
            self.screen.say("Hints are for those who play.")
        elif not self.allowed():
            self.choose()
        else:
            why_not = self.adviser.not_now(session.table.state, self.seat)
            if why_not:
                self.screen.say(why_not)
            else:
                self._up()

    def consult(self) -> None:
        """Go to the top of the ladder at once."""
        self._up(THREE)

    def _up(self, step: int = 0) -> None:
        session = self.screen.session
        if self._state != session.table.state:
            self._reached = NUDGE
        # What was read before is not asked for again: the ladder opens where it was left.
        self.step = step or (min(THREE, self.step + 1) if self.fresh else self._reached)
        self._reached = max(self._reached, self.step)
        self._note()
        if not self.fresh:
            self._think()
        self.screen.refresh()
        self._show()

    def _note(self) -> None:
        """Tell the table of a hint: once a turn and step, however often it is looked at."""
        session = self.screen.session
        asked = (self.screen.coach.turn, self.step)
        if asked not in self._noted:
            self._noted.add(asked)
            session.table.note(f"{session.name_of(self.seat)} asked for a hint", session.viewer)

    def _think(self) -> None:
        table, seat = self.screen.session.table, self.seat
        self._state, self._search = table.state, self._search + 1
        think = partial(self.adviser.think, table.game, table.view(seat), seat)
        self.first = self.adviser.glance(table.game, table.view(seat), seat)
        self.lines = think(STEPS[0], table.header.seed)
        base.spawn(self._better(think, self._search), self.screen.app.shell)

    async def _better(self, think: Any, search: int) -> None:
        """Think longer beside the page, and show what was found if nothing has happened meanwhile."""
        for seconds in STEPS[1:]:
            lines = await asyncio.to_thread(think, seconds, self.screen.session.table.header.seed)
            if search != self._search or not self.fresh:
                return
            if lines != self.lines:
                self.lines = lines
                self.screen.refresh()
                self._show()

    def forget(self) -> None:
        """Put the hint away."""
        self.step, self.lines, self.first = 0, (), None
        self._search += 1
        self.screen.at.snack.show()
        if "hints" in self.screen.app.shell.sheets:
            self.screen.at.close_sheet()
        self.screen.refresh()

    # ----------------------------------------------------------------------- showing

    def _show(self) -> None:
        if not self.step or not self.fresh or self.screen.app.screen is not self.screen:
            return
        if self.screen.tab == ADVICE:
            return
        if self.step == THREE:
            self.screen.at.snack.show()
            close = Button("close", "Close", self.screen.app.safely(self.forget), look="ghost")
            self.screen.at.open_sheet("hints", (*self.three(), close), self.screen.session.table.seq)
        else:
            items = self._nudge() if self.step == NUDGE else self._move()
            self.screen.at.snack.show(Group(tuple(items), "toast hint"), seq=self.screen.session.table.seq)

    def _nudge(self) -> Iterable[Item]:
        state, first = self.screen.session.table.state, self.first
        yield Text(first.words if first is not None else self.adviser.nudge(state, self.seat, self.lines[0]), "grow")
        yield Group((self._more("more", "Show me"), self._away()), "row even")

    def _move(self) -> Iterable[Item]:
        line = self.lines[0]
        yield Text(line.words, "grow")
        yield Text(reason(line), "small")
        yield Group((*self._try(line, 0), self._more("numbers", "Numbers"), self._away()), "row even")

    def three(self) -> Iterable[Item]:
        """Return the three best with their numbers, all exact or all estimates."""
        lines = comparable(self.lines)
        yield Text(self.adviser.heading(lines), "title")
        for number, line in enumerate(lines):
            look = "row" if line.exact else "row dim"
            inside: tuple[Item, ...] = (Text(reason(line) or "No reason beyond the numbers."), *self._try(line, number))
            yield Button(f"hint {number}", line.words, end=line.value, look=look, inside=inside)
        if not any(line.value for line in lines):
            yield Text("A quick look; nothing has been searched yet.", "small")
        elif not all(line.exact for line in lines):
            yield Text(self.adviser.odds_words.estimates, "small")

    def _more(self, id: str, text: str) -> Button:
        return Button(id, text, self.screen.app.safely(self.ask), look="chip")

    def _away(self) -> Button:
        return Button("away", "Put away", self.screen.app.safely(self.forget), look="chip")

    def _try(self, line: Line, number: int) -> Iterable[Button]:
        if line.moves:
            go = self.screen.app.safely(lambda: self.screen.attempt(line.moves))
            yield Button(f"try {number}", "Try it", go, look="chip")

    # ------------------------------------------------------------------ who may ask

    def choose(self) -> None:
        """Ask the table who may ask for hints."""
        table = self.screen.session.table
        rows = [
            Button(
                f"hints {word}",
                label,
                self.screen.app.safely(partial(self._settle, word)),
                sub=sub,
                look="row",
                on=setting(table) == word,
            )
            for word, label, sub in _WORDS
        ]
        close = Button("close", "Close", self.screen.app.safely(self.screen.at.close_sheet), look="ghost")
        title = Text("Hints at this table", "sentence")
        say = Text("Agree on it; it stands in the log, and so does every hint.", "small")
        self.screen.at.open_sheet("hints", (title, say, *rows, close), table.seq)

    def _settle(self, word: str) -> None:
        settle(self.screen.session.table, word, self.screen.session.viewer)
        self.screen.at.close_sheet()
        self.screen.refresh()


_WORDS = (
    (OFF, "Off", "rivals play without"),
    (LEARNERS, "Learners only", "whoever has the coach switched on, under Learn"),
    (EVERYONE, "Everyone", "a nudge, then the move, then the numbers"),
)


def reason(line: Line) -> str:
    """Return one reason and the price of the obvious move, in one line."""
    why = line.why[:1].upper() + line.why[1:]
    why = f"{why}." if why and why[-1] not in ".!?" else why
    return " ".join(part for part in (why, line.price) if part)


def hint(screen: TableScreen) -> None:
    """Take a tap on the Hint button of a table."""
    if screen.session.table.actor == NOBODY:
        raise CompanionError("The game is over; look under Count up for what could have been.")
    screen.hints.ask()


__all__ = ["EVERYONE", "LEARNERS", "OFF", "SETTINGS", "Hints", "hint", "reason", "setting", "settle"]
