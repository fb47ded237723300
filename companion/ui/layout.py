"""The skeleton of the one page: its areas, and which of them a screen shows."""

from __future__ import annotations

from collections.abc import Iterable

import ipywidgets as widgets

from companion.ui.board import Board
from companion.ui.pad import Pad
from companion.ui.panel import Item, Panel
from companion.ui.shell import Shell

AREAS = ("left", "top", "board", "body", "right", "tray", "actions", "tabs")
"""What a screen may show or leave out; the head is always there."""


class Layout:
    """Every widget of the page, made once.

    Attributes:
        root: the page.
        board: the picture in the middle.
        pad: the picker in the tray.
        head, top, left, right, tray, actions, tabs, body, sheet, snack: panels.
    """

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.board, self.pad = Board(), Pad()
        self.head = Panel("c-grow")
        self.top, self.left, self.right = Panel("c-sentence"), Panel("c-left"), Panel("c-right")
        self.tray, self.actions, self.tabs = Panel(), Panel("c-actions"), Panel("c-tabs")
        self.body, self.sheet, self.snack = Panel("c-scroll"), Panel("c-sheet", hidden=True), Panel("c-snack")
        head = widgets.HBox([self.head, shell])
        head.add_class("c-head")
        board = widgets.Box([self.board])
        board.add_class("c-stage")
        tray = widgets.VBox([self.pad, self.tray])
        tray.add_class("c-tray")
        self._areas: dict[str, widgets.DOMWidget] = {
            "left": self.left,
            "top": self.top,
            "board": board,
            "body": self.body,
            "right": self.right,
            "tray": tray,
            "actions": self.actions,
            "tabs": self.tabs,
        }
        self._shown: set[str] = set(AREAS)
        self._look: tuple[str, ...] = ()
        self.low = False
        # The tray stands before the right rail, which makes room for it on a wide page.
        order = ("left", "top", "board", "body", "tray", "right", "actions", "tabs")
        parts = [head, *(self._areas[name] for name in order), self.snack, self.sheet]
        self.root = widgets.VBox(parts)
        self.root.add_class("c-app")

    @property
    def panels(self) -> tuple[Panel, ...]:
        """Every panel."""
        named = (self.head, self.top, self.left, self.right, self.tray, self.actions, self.tabs)
        return (*named, self.body, self.sheet, self.snack)

    def show(self, *areas: str, look: str = "") -> None:
        """Show these areas and hide the others.

        Args:
            areas: of AREAS.
            look: how the whole page is dressed while they are shown: "start", "school", or several with blanks between.
        """
        self._dress(tuple(f"c-{word}" for word in look.split()))
        for name, widget in self._areas.items():
            if isinstance(widget, Panel):
                widget.hidden = name not in areas
            elif (name in areas) != (name in self._shown):
                (widget.remove_class if name in areas else widget.add_class)("c-gone")
        self._shown = set(areas)

    def _dress(self, look: tuple[str, ...]) -> None:
        for word in set(self._look) - set(look):
            self.root.remove_class(word)
        for word in set(look) - set(self._look):
            self.root.add_class(word)
        self._look = look

    def shows(self, area: str) -> bool:
        """Tell whether an area is shown."""
        return area in self._shown

    def lower(self, low: bool) -> None:
        """Make the tray low, so that a phone leaves more room to the board, or high."""
        if low != self.low:
            self.low = low
            tray = self._areas["tray"]
            (tray.add_class if low else tray.remove_class)("c-low")

    def ask(self, ask: object | None) -> None:
        """Show a question on the pad, or none; the same question is left as it is."""
        from companion.ui.pad import Ask

        if ask is None:
            if self.pad.ask is not None:
                self.pad.hide()
        elif isinstance(ask, Ask) and ask != self.pad.ask:
            self.pad.show(ask)

    def open_sheet(self, name: str, items: Iterable[Item], seq: int | None = None) -> None:
        """Lay a sheet over the page; Back closes it."""
        self.sheet.show(*items, seq=seq)
        if name not in self.shell.sheets:
            self.shell.open_sheet(name)
        self.sheet.hidden = False

    def close_sheet(self) -> None:
        """Take the sheet away."""
        for name in tuple(self.shell.sheets):
            self.shell.close_sheet(name)
        self.sheet.hidden = True
        self.sheet.show()
