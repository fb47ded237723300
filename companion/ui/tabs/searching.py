"""A field that is searched with: what was typed into it, and how what was found is put away again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.ui.panel import Button, Field, Group

if TYPE_CHECKING:
    from companion.ui.play import TableScreen


class Searching:
    """One field of a page.

    Args:
        screen: the table on this device.
        name: id of the field.
        button: the word after "find" and "clear" in the ids of its buttons; empty for none.
        found: what the button is for that puts away what was found.
        look: of the button that finds.
    """

    def __init__(self, screen: TableScreen, name: str, button: str, found: str, look: str = "") -> None:
        self.screen, self.name, self.button, self.found, self.look = screen, name, button, found, look
        self.words = ""
        self._turn = 0

    def item(self, label: str, hint: str) -> Group:
        """Return the field with its buttons; the one that empties it only where something was looked for."""
        find = f"find {self.button}".strip()
        safely = self.screen.app.safely
        buttons = [Button(find, "Find", safely(self._find), look=self.look)]
        if self.words:
            clear = safely(self._clear)
            buttons.append(Button(f"clear {self.button or 'find'}", "✕", clear, look="ghost", label=self.found))
        return Group((Field(self.name, label, hint=hint, enter=find, turn=self._turn), *buttons), "row")

    def _find(self) -> None:
        self.words = self.screen.at.body.values.get(self.name, "").strip()
        self.screen.refresh()

    def _clear(self) -> None:
        self.words, self._turn = "", self._turn + 1
        self.screen.refresh()
