"""What every screen of the page is: it fills the areas of the layout and takes what is tapped there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.ui.pad import Answer, Ask

if TYPE_CHECKING:
    from companion.ui.app import App
    from companion.ui.layout import Layout


class Screen:
    """One screen. It does nothing by itself; each screen says what it shows and what its taps mean.

    Args:
        app: the page that shows it.

    Attributes:
        depth: how many views lie over it; the start page has none.
    """

    depth = 1

    def __init__(self, app: App) -> None:
        self.app = app

    @property
    def at(self) -> Layout:
        """The areas of the page."""
        return self.app.layout

    def refresh(self) -> None:
        """Draw everything again."""
        raise NotImplementedError

    def tapped(self, place: str) -> None:
        """Take a tap on the board."""

    def held(self, place: str) -> None:
        """Take a long press on the board."""

    def answered(self, answer: Answer) -> None:
        """Take an answer of the pad."""

    def later(self, ask: Ask) -> None:
        """Take a "Not now" of the pad."""

    def resized(self) -> None:
        """Draw the board again for the room that the page has for it."""
        self.refresh()

    def back(self, sheet: str) -> None:
        """Take a sheet away that Back has closed."""
        self.at.close_sheet()

    def up(self) -> None:
        """Go to the view over this one; Back has left it already."""
        self.app.home()

    def poll(self) -> None:
        """Look whether others have entered something."""
