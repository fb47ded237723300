"""A new game: who plays, with which cards, how closely it is followed; then what to lay out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.engine import rulebook
from companion.engine.edition import OUR_BOX, PRACTICE_LABEL, Edition
from companion.engine.table import Table
from companion.ui.advising import ADVISERS
from companion.ui.hints import OFF, SETTINGS, settle
from companion.ui.kit import Kit, apart
from companion.ui.panel import Button, Field, Group, Item, Pick, Text
from companion.ui.screen import Screen
from companion.ui.session import WHOLE_TABLE
from companion.ui.words import box_words

if TYPE_CHECKING:
    from companion.ui.app import App

PRACTICE = "practice"


class NewGameScreen(Screen):
    """Setting up a game on this device.

    Args:
        app: the page.
        game: what is played.
    """

    def __init__(self, app: App, game: Kit) -> None:
        super().__init__(app)
        self.kit = game
        self.chosen: dict[str, str] = {}
        self.laying = False
        self.wrong = ""

    def refresh(self) -> None:
        """Draw everything again."""
        self.at.show("body")
        back = Button("home", "‹", self.app.safely(self.up), look="ghost", label="Back")
        title = Group((Text(self.kit.title, "title"), Text("a new game", "small")), "grow")
        self.at.head.show(Group((back, title), "row"))
        self.at.body.show(*(self._layout() if self.laying else self._form()))

    def up(self) -> None:
        """Go back to the form as it was filled in, and from there to the start page."""
        if self.laying:
            self._lay(False)
        else:
            self.app.home()

    def _lay(self, laying: bool) -> None:
        self.laying = laying
        self.refresh()
        self.app.deepen(2 if laying else 1)

    def _form(self) -> Iterable[Item]:
        least, most = self.kit.players
        yield Text("Who plays? Clockwise; leave empty what you do not need", "lead")
        if self.kit.seats_line:
            yield Text(self.kit.seats_line, "small")
        yield Group(tuple(self._names(least, most)), "grid tiles")
        depths = tuple(
            Button(depth.id, depth.title, sub=f"{depth.line}; {depth.cost}", svg=depth.svg, look="tile")
            for depth in self.kit.depths
        )
        yield Pick(
            "depth",
            "How closely shall it be followed?",
            depths,
            self.chosen.get("depth", self.kit.depths[0].id),
            "tiles",
        )
        for setting in self.kit.settings:
            chips = tuple(Button(value, text, sub=sub, look="chip") for value, text, sub in setting.options)
            yield Pick(setting.id, setting.label, chips, self.chosen.get(setting.id, setting.value))
        box = Edition.load(self.kit.id, OUR_BOX)
        cards = (
            Button(OUR_BOX, "Our box", sub=box_words(box), look="tile"),
            Button(PRACTICE, "No box", sub=PRACTICE_LABEL, look="tile"),
        )
        yield Pick("box", "Which cards?", cards, self.chosen.get("box", OUR_BOX), "tiles")
        if self.kit.id in ADVISERS:
            hints = tuple(Button(word, word.capitalize(), look="chip") for word in SETTINGS)
            yield Pick("hints", "Who may ask for hints?", hints, self.chosen.get("hints", self.kit.hints))
        if self.wrong:
            yield Text(self.wrong, "warn")
        yield Button("next", "Next: lay it out", self.app.safely(self._next), look="primary")

    def _names(self, least: int, most: int) -> Iterable[Field]:
        """Yield the fields for the names; those that may not stay empty show what they are called then."""
        for i in range(1, most + 1):
            said = f"{self.kit.seat_word} {i}"
            yield Field(f"name{i}", said, self.chosen.get(f"name{i}", ""), most=40, hint="" if i > least else said)

    def _next(self) -> None:
        self.chosen = dict(self.at.body.values)
        self.wrong = self.kit.wrong_number(len(self.names))
        self._lay(not self.wrong)

    @property
    def names(self) -> list[str]:
        """The names as typed; as many blank ones as the game needs to begin."""
        least, most = self.kit.players
        typed = [self.chosen.get(f"name{i}", "").strip() for i in range(1, most + 1)]
        while len(typed) > least and "" in typed:
            typed.remove("")
        return typed

    def _layout(self) -> Iterable[Item]:
        book = rulebook.load(self.kit.id)
        yield Text("Lay out", "title")
        for i, name in enumerate(self.kit.layout(len(self.names), self._settings)):
            clause = book[name]
            why = (Text(clause.silent, "warn"), Text(clause.why, "small")) if clause.is_ruling else ()
            yield Group((Text(f"{i + 1}", "number"), Group((Text(clause.text), *why), "grow")), "row check")
        yield Button("ready", "All laid out: play", self.app.safely(self._ready), look="primary")

    @property
    def _settings(self) -> dict[str, str]:
        return {setting.id: self.chosen.get(setting.id, setting.value) for setting in self.kit.settings}

    def _ready(self) -> None:
        from companion.games import game_class

        edition = Edition.load(self.kit.id, self.chosen["box"])
        game = game_class(self.kit.id)(edition, rulebook.load(self.kit.id))
        depth = self.chosen["depth"]
        table = Table.start(game, self.names, {"depth": depth, **self._settings}, self.app.store)
        if self.chosen.get("hints", OFF) != OFF:
            settle(table, self.chosen["hints"])
        whole = self.kit.together or depth == self.kit.depths[-1].id
        self.app.sit(table, WHOLE_TABLE if whole and not apart(self.kit, table.state) else "")
