"""The coach laid over a real game: a tip the first time a thing can happen, one a turn, one sentence, one tap to go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.lessons import Tip
from companion.ui.panel import Button, Group, Text
from companion.ui.teaching import TEACHERS, Progress, Teacher, progress, teacher

if TYPE_CHECKING:
    from companion.ui.play import TableScreen


class Coach:
    """The coach on one device.

    Args:
        screen: the table.
    """

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self._turn = ""

    @property
    def progress(self) -> Progress:
        """What was learned on this device."""
        return progress(self.screen.app.shell.device, self.screen.session.table.game.id)

    @property
    def teacher(self) -> Teacher:
        """Who teaches this game."""
        return teacher(self.screen.session.table.game.id)

    @property
    def turn(self) -> str:
        """A word for the turn that is on, also where nobody teaches the game yet."""
        table = self.screen.session.table
        if table.game.id in TEACHERS:
            return self.teacher.turn(table.state)
        return f"{table.game.progress(table.state)} {self.screen.kit.mover(table.state)}"

    def look(self) -> None:
        """Give a tip if one fits that was not given before; nothing that is being said is spoken over."""
        session, snack = self.screen.session, self.screen.at.snack
        if session.table.game.id not in TEACHERS or not self.progress.told.coach or session.watching or snack.shown:
            return
        state = session.table.state
        turn = self.teacher.turn(state)
        if turn == self._turn:
            return
        tip = self._next()
        if tip is not None:
            self._turn = turn
            self.progress.heard(tip.id)
            done = Button("tip", "Got it", self.screen.app.safely(snack.show), look="chip")
            snack.show(Group((Text(tip.say, "grow"), done), "toast tip"), seq=session.table.seq)

    def _next(self) -> Tip | None:
        """Return the most pressing tip that fits and was not given yet."""
        session = self.screen.session
        seat = session.viewer or self.screen.kit.mover(session.table.state) or self.screen.play.looking
        fitting = self.teacher.tips(session.table.state, seat)
        tips = {tip.id: tip for tip in self.teacher.course.tips}
        return next((tips[name] for name in fitting if name in tips and name not in self.progress.told.tips), None)
