"""The screen *just count*, or *just ask*: a position is painted and read, and no game is kept."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.engine import rulebook
from companion.ui.kit import kit
from companion.ui.pad import Answer, Ask
from companion.ui.panel import Button, Field, Group, Item, Text
from companion.ui.screen import Screen
from companion.ui.words import LONG

if TYPE_CHECKING:
    from companion.ui.app import App

_PAINT = ("left", "top", "board", "right", "tray", "actions", "tabs")
_SHEET = ("left", "body", "right", "tabs")


class CountScreen(Screen):
    """*Just count* on this device.

    Args:
        app: the page.
        game: id of the game.
        text: a position that is painted already; one that cannot be read is said to be so.
    """

    def __init__(self, app: App, game: str, text: str = "") -> None:
        super().__init__(app)
        self.kit = kit(game)
        self.rulebook = rulebook.load(game)
        self.painting = self.kit.counter(self.refresh, "")
        self.tab = "paint"
        self.typed = ""
        if text:
            app.safely(lambda: self.painting.read(text))()

    def refresh(self) -> None:
        """Draw everything again."""
        self.at.show(*(_PAINT if self.tab == "paint" else _SHEET), look="paint")
        home = Button("home", "‹", self.app.safely(self.app.home), look="ghost", label="To the start page")
        title = Group((Text(self.kit.count_title, "title"), Text(self.kit.title, "small")), "grow")
        self.at.head.show(Group((home, title), "row"))
        self.at.tabs.show(Group(tuple(self._bar()), "tabs"))
        heading = Text(self.painting.heading(), "title")
        self.at.right.show(heading, *self.painting.rows(self.rulebook, "right"))
        self.at.left.show(*self._typing())
        if self.tab == "paint":
            self._draw()
        else:
            self.at.body.show(heading, *self.painting.rows(self.rulebook, ""), *self._typing())
        self.app.shell.set_query({"paint": self.painting.text.replace("\n", "/") or None})
        self.app.shell.cache(None, "")

    def _draw(self) -> None:
        asked = self.painting.ask()
        # A game whose board needs the room of the tray says so by `low`; the others need not know of it.
        self.at.lower(getattr(self.painting, "low", False))
        w, h = self.at.board.size
        drawn = self.painting.draw((w, h))
        words = self.painting.sentence()
        self.at.top.show(Text(words, "sentence" if len(words) <= LONG else "sentence long"))
        self.at.ask(asked)
        self.at.tray.show(*(self.painting.tray() if asked is None else ()))
        actions = (
            Button("clear", "Clear", self.app.safely(lambda: self.painting.act("clear"))),
            Button("read", self.painting.button(), self.app.safely(lambda: self.open("sheet")), look="primary"),
        )
        self.at.actions.show(Group(actions, "actions"))
        self.at.board.show(drawn.scene, seq=0, legal=drawn.legal, highlight=drawn.highlight)

    def _bar(self) -> Iterable[Button]:
        for name, label in (("paint", "Paint"), ("sheet", self.painting.reads)):
            go = self.app.safely(lambda name=name: self.open(name))  # type: ignore[misc]
            yield Button(f"tab {name}", label, go, look="tab", on=name == self.tab)

    def open(self, tab: str) -> None:
        """Open "paint" or "sheet"."""
        self.tab = tab
        self.refresh()

    def _typing(self) -> list[Item]:
        read = Button("paint it", "Paint it", self.app.safely(self._read))
        field = Field("text", "Or type it", self.painting.text, hint=self.painting.hint, kind="area", most=600)
        return [field, read]

    def _read(self) -> None:
        panel = self.at.left if self.tab == "paint" else self.at.body
        self.painting.read(panel.values.get("text", ""))
        self.tab = "paint"
        self.refresh()

    def tapped(self, place: str) -> None:
        """Take a tap on the board."""
        self.painting.tapped(place)

    def answered(self, answer: Answer) -> None:
        """Take an answer of the pad."""
        self.painting.answered(answer)

    def later(self, ask: Ask) -> None:
        """Take a "Not now" of the pad."""
        self.painting.later(ask)
