"""The screen *Teach me*: the lessons of a game, without a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.ui.panel import Button, Group, Text
from companion.ui.school import School
from companion.ui.screen import Screen

if TYPE_CHECKING:
    from companion.ui.app import App


class LearnScreen(Screen):
    """Lessons on this device.

    Args:
        app: the page.
        game: id of the game.
    """

    def __init__(self, app: App, game: str) -> None:
        super().__init__(app)
        self.school = School(app, game, self.refresh)
        # What was learned here is known only once the browser has told its name.
        app.shell.on_ready(lambda: self.refresh() if app.screen is self else None)

    def refresh(self) -> None:
        """Draw everything again."""
        home = Button("home", "‹", self.app.safely(self.app.home), look="ghost", label="To the start page")
        self.at.head.show(Group((home, Text(f"Learn {self.school.teacher.title}", "title grow")), "row"))
        self.school.draw()
        self.app.shell.title(f"Learn {self.school.teacher.title}")

    def tapped(self, place: str) -> None:
        """Take a tap on the board."""
        self.school.tapped(place)
