"""Odds where the thing is: a tap on a pile or a door puts one line into the tray; the rest is one tap deeper."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.engine.errors import CompanionError
from companion.engine.game import Question
from companion.engine.odds import Odds
from companion.ui.advising import ADVISERS, Adviser, adviser
from companion.ui.odds_items import at_a_glance, odds_row
from companion.ui.panel import Button, Group, Item, Text

if TYPE_CHECKING:
    from companion.ui.play import TableScreen

MOST = 12
"""Questions in a sheet."""
RAIL = 3
"""Questions in the right rail."""
WIDE = 600
"""From this width of the board on the right rail is seen."""


class OddsHere:
    """Odds on the Table tab of one device.

    Args:
        screen: the table.
    """

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.armed = False
        self.place = ""
        self._deep: set[str] = set()
        self._state: Any = None
        self._known: dict[Question, Odds | str] = {}

    @property
    def adviser(self) -> Adviser | None:
        """Who knows which questions belong to a thing; None where this game has none."""
        game = self.screen.session.table.game.id
        return adviser(game) if game in ADVISERS else None

    @property
    def there(self) -> bool:
        """Whether there are odds at this table now."""
        knows = self.adviser
        return knows is not None and knows.has_odds(self.screen.session.table.state)

    def _answer(self, question: Question) -> Odds | str:
        """Answer a question, or say what the answer would need; once in each position."""
        table, viewer = self.screen.session.table, self.screen.session.viewer
        if self._state != table.state:
            self._state, self._known, self._deep = table.state, {}, set()
        if question not in self._known:
            try:
                self._known[question] = table.odds(question, viewer)
            except CompanionError as error:
                self._known[question] = str(error)
        return self._known[question]

    def _possible(self, question: Question) -> bool:
        answer = self._answer(question)
        return isinstance(answer, Odds) and answer.numerator > 0

    def words(self, question: Question) -> str:
        """Return a question as people at the table ask it."""
        knows = self.adviser
        return knows.words(self.screen.session.table.state, question) if knows is not None else question.text

    def _about(self, place: str) -> tuple[Question, ...]:
        table, knows = self.screen.session.table, self.adviser
        if knows is None or not self.there:
            return ()
        return knows.about(table.game, table.view(self.screen.session.viewer), place, self.screen.hints.seat)

    # ------------------------------------------------------------------------ taps

    def arm(self) -> None:
        """Let the next tap on the board ask for odds, whatever it would do otherwise."""
        self.armed = not self.armed
        self.place = ""
        self.screen.refresh()

    def takes(self, place: str) -> bool:
        """Take a tap if it asks for odds: any tap once armed, else one on a thing that nothing can be done with now."""
        free = place in self.screen.at.board.legal or place in self.screen.session.table.game.tokens(
            self.screen.session.table.state
        )
        if ((free or self.screen.play.begun) and not self.armed) or not self._about(place):
            self.place = ""
            if self.armed and self.adviser is not None:
                # What was asked for is an answer: a tap beside it must not do something else.
                self.screen.say(f"No odds about that. {self.adviser.odds_words.tap}.")
            return self.armed
        self.place, self.armed = "" if place == self.place else place, False
        self.screen.refresh()
        return True

    def away(self) -> None:
        """Put the line away."""
        self.place, self.armed = "", False
        self.screen.refresh()

    # --------------------------------------------------------------------- showing

    @property
    def askable(self) -> bool:
        """Whether anything that lies on the board can be asked about."""
        scene = self.screen.at.board.drawn
        return self.there and scene is not None and any(map(self._about, scene.places))

    def chips(self) -> Iterable[Button]:
        """Return the chip that arms the next tap, where there is something to ask about."""
        askable = self.askable
        self.armed = self.armed and askable
        if askable:
            yield Button("odds", "Odds", self.screen.app.safely(self.arm), look="chip quiet", on=self.armed)

    def tray(self) -> tuple[Item, ...]:
        """Return the line for the tray; empty where nothing was asked."""
        asked = self._about(self.place) if self.place else ()
        if not asked:
            knows = self.adviser
            return (Text(knows.odds_words.tap, "lead"),) if self.armed and knows is not None else ()
        first = next((question for question in asked if self._possible(question)), asked[0])
        answer = self._answer(first)
        sub = at_a_glance(answer) if isinstance(answer, Odds) else answer
        more = self.screen.app.safely(self.sheet)
        line = Button("odds line", self.words(first), more, sub=sub, look="row odds grow")
        away = Button("odds away", "✕", self.screen.app.safely(self.away), look="ghost", label="Put away")
        return (Group((line, away), "row"),)

    def sheet(self) -> None:
        """Show everything about the thing, each answer with its fraction, formula and clauses one tap deeper."""
        rows = tuple(self.rows(self._about(self.place)[:MOST], "sheet", self.sheet))
        close = Button("close", "Close", self.screen.app.safely(self.screen.at.close_sheet), look="ghost")
        self.screen.at.open_sheet("odds", (Text("How likely?", "title"), *rows, close), self.screen.session.table.seq)

    def rows(self, questions: Iterable[Question], where: str, redraw: Any) -> Iterable[Item]:
        """Return a row for each question.

        Args:
            questions: what is asked.
            where: a word for the ids of the buttons.
            redraw: draws them again, once one has been opened.
        """
        book = self.screen.session.table.game.rulebook
        for number, question in enumerate(questions):
            answer, key = self._answer(question), f"{where} {number}"
            if isinstance(answer, str):
                yield Button(key, self.words(question), sub=answer, look="row", enabled=False)
            else:
                deep = question.text in self._deep
                open_it = self.screen.app.safely(partial(self._open, question, redraw))
                yield odds_row(key, answer, book, deep, open_it, self.words(question))

    def _open(self, question: Question, redraw: Any) -> None:
        self._deep.add(question.text)
        redraw()

    def headlines(self) -> list[Question]:
        """Return the questions that matter to whoever is to play, as far as the answer is not never."""
        knows, table = self.adviser, self.screen.session.table
        if knows is None or not self.there:
            return []
        asked = knows.headlines(table.game, table.view(self.screen.session.viewer), self.screen.hints.seat)
        return [question for question in asked if self._possible(question)]

    def rail(self) -> Iterable[Item]:
        """Return what the right rail of a wide page shows: the odds that matter to whoever is to play."""
        likely = self.headlines()[:RAIL] if self.screen.at.board.size[0] >= WIDE else []
        if likely:
            knows = self.adviser
            yield Text(knows.odds_words.rail if knows is not None else "", "title")
            yield from self.rows(likely, "rail", self.screen.refresh)
