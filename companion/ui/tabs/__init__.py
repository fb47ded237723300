"""The tabs beside the table, and which of them there are. A tab is built when it is first opened."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import msgspec

from companion.ui.panel import Item
from companion.ui.teaching import TEACHERS

if TYPE_CHECKING:
    from companion.ui.play import TableScreen


class Tab(Protocol):
    """What stands in the place of board and tray while the tab is open."""

    def items(self) -> Iterable[Item]:
        """Return what is shown, from top to bottom."""
        ...


@runtime_checkable
class Whole(Protocol):
    """A tab that draws the page itself, board and tray included."""

    def draw(self) -> None:
        """Draw everything but head and tabs."""
        ...

    def tapped(self, place: str) -> None:
        """Take a tap on the board."""
        ...


class Entry(msgspec.Struct, frozen=True):
    """A tab of the bar.

    Args:
        id: its name in the address.
        title: what the bar says.
        where: "module:class"; the class takes the screen of the table.
    """

    id: str
    title: str
    where: str


TABLE = "table"
"""The tab that is the table itself."""
BAR = (
    Entry("ask", "Ask", "companion.ui.tabs.ask:AskTab"),
    Entry("score", "Score", "companion.ui.tabs.score:ScoreTab"),
    Entry("log", "Log", "companion.ui.tabs.log:LogTab"),
    Entry("learn", "Learn", "companion.ui.tabs.learn:LearnTab"),
)
"""The tabs beside the table, in the order of the bar. What is added here appears on every table."""
HIDDEN = (
    Entry("end", "Count up", "companion.ui.tabs.end:EndTab"),
    Entry("advisor", "Advice", "companion.ui.tabs.advice:AdviceTab"),
)
"""Tabs that a button opens."""
FEATURES: dict[str, str] = {"hint": "companion.ui.hints:hint"}
"""What the page can do besides, by name, each "module:class": "hint" puts the Hint button beside the large one."""


def bar(game_id: str) -> tuple[Entry, ...]:
    """Return the tabs beside the table that a game has: lessons only where somebody teaches it."""
    return tuple(entry for entry in BAR if entry.id != "learn" or game_id in TEACHERS)


def known(name: str) -> str:
    """Return the name of a tab, or that of the table where there is none of that name."""
    return name if any(entry.id == name for entry in (*BAR, *HIDDEN)) else TABLE


def build(name: str, screen: TableScreen) -> Tab:
    """Build a tab for a table."""
    entry = next(entry for entry in (*BAR, *HIDDEN) if entry.id == name)
    tab: Tab = load(entry.where)(screen)
    return tab


def load(where: str) -> type:
    """Import what "module:class" names."""
    module, _, name = where.partition(":")
    found: type = getattr(import_module(module), name)
    return found
