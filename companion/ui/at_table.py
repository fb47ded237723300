"""What every part of every game's Table tab reads: this device, the game with its box, and the position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

if TYPE_CHECKING:
    from companion.ui.kit import Desk
    from companion.ui.session import Session

G = TypeVar("G")
P = TypeVar("P")


class AtTable(Generic[G, P]):
    """A part of the Table tab of the game `G`, whose positions are `P`.

    Attributes:
        desk: the page.
    """

    desk: Desk
    _viewed: tuple[Any, str, P] | None = None

    @property
    def session(self) -> Session:
        """This device at the table."""
        return self.desk.session

    @property
    def game(self) -> G:
        """The game with its box, as it is known now."""
        return cast("G", self.session.table.game)

    @property
    def state(self) -> P:
        """The position, as this device may see it."""
        table, viewer = self.session.table, self.session.viewer
        if self._viewed is None or self._viewed[0] is not table.state or self._viewed[1] != viewer:
            self._viewed = (table.state, viewer, cast("P", table.view(viewer)))
        return self._viewed[2]
