"""The Learn tab of a table: the lessons of its game, without leaving it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.ui.school import School

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.ui.panel import Item
    from companion.ui.play import TableScreen


class LearnTab:
    """Lessons at a table.

    Args:
        screen: the table on this device.
    """

    def __init__(self, screen: TableScreen) -> None:
        self.school = School(screen.app, screen.session.table.game.id, screen.refresh, ("tabs",))

    def items(self) -> Iterable[Item]:
        """Return nothing: the lessons draw the page themselves."""
        return ()

    def draw(self) -> None:
        """Draw the list of lessons, or the puzzle that is open."""
        self.school.draw()

    def tapped(self, place: str) -> None:
        """Take a tap on the board."""
        self.school.tapped(place)
