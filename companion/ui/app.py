"""The one page that people use: it opens at a table, at *just count* or at the start, and follows what happens."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from companion.engine.errors import CompanionError
from companion.engine.store import Store, store_at
from companion.engine.table import Table
from companion.ui import base
from companion.ui.address import query as page_query
from companion.ui.kit import PACKAGES, apart, in_terminal, kit
from companion.ui.layout import Layout
from companion.ui.pad import Answer
from companion.ui.screen import Screen
from companion.ui.session import WHOLE_TABLE, Session
from companion.ui.shell import Shell

FOLLOW = 0.3
"""Seconds between two looks at what others have entered."""


class App:
    """The page of one device.

    Args:
        tab: where it opens: "start", "table", "score", "ask", "log".
        query: what stands in its address; read from the page where none is given.
        store: where tables are kept; the user's own where none is given.
    """

    def __init__(self, tab: str = "start", query: Mapping[str, str] | None = None, store: Store | None = None) -> None:
        self.store = store or store_at(None)
        self.shell = Shell()
        self.layout = Layout(self.shell)
        self._wire()
        self.screen: Screen = Screen(self)
        self._floor = -1
        asked = dict(page_query() if query is None else query)
        base.safely(self._open_at)(asked.get("tab") or tab, asked)

    @property
    def root(self) -> Any:
        """The widget that holds the whole page."""
        return self.layout.root

    def start(self) -> None:
        """Begin to beat and to follow. Without an event loop (a test) nothing runs by itself."""
        self.shell.start()
        self._following = base.spawn(self._follow(), self.shell)

    def _wire(self) -> None:
        at = self.layout
        at.board.on_tap(lambda place: self.screen.tapped(place))
        at.board.on_hold(lambda place: self.screen.held(place))
        at.board.on_stale(lambda _place: self.moved_on())
        at.board.observe(base.safely(lambda _change: self.screen.resized()), "size")
        at.pad.on_commit(self._answered)
        at.pad.on_later(lambda ask: self.screen.later(ask))
        for panel in at.panels:
            panel.on_stale(self.moved_on)
        self.shell.on_back(lambda sheet: self.screen.back(sheet))
        self.shell.on_up(lambda: self.screen.up())

    def _answered(self, answer: Answer) -> None:
        if answer.seq != self.layout.pad.seq:
            self.moved_on()
        else:
            self.screen.answered(answer)

    def moved_on(self) -> None:
        """Say that a tap was meant for an older picture."""
        self.screen.poll()
        self.shell.toast("That changed a moment ago; look again.")

    async def _follow(self) -> None:
        while True:
            await asyncio.sleep(FOLLOW)
            base.safely(self.screen.poll)()

    # ------------------------------------------------------------------ where it is

    def _open_at(self, tab: str, asked: Mapping[str, str]) -> None:
        """Open what an address asks for; the start page, with the reason, where there is no such thing."""
        try:
            self._open(tab, asked)
        except CompanionError as error:
            self.home()
            self.shell.trouble(str(error))

    def _open(self, tab: str, asked: Mapping[str, str]) -> None:
        game = asked.get("game", next(iter(PACKAGES)))
        if asked.get("table"):
            self.sit(self.load(asked["table"]), asked.get("seat", ""), tab, _number(asked.get("n", "")))
        elif tab in ("score", "count"):
            self.count(game, asked.get("paint", ""))
        elif tab == "learn":
            self.learn(game)
        elif tab == "advisor":
            self.advisor()
        else:
            self.home()

    def load(self, table_id: str) -> Table:
        """Open a saved table of a game that has a page.

        Raises:
            CompanionError: there is no such table, it cannot be opened, or its game is followed in the terminal only.
        """
        import companion

        table = companion.load_table(table_id, self.store)
        if table.game.id not in PACKAGES:
            raise CompanionError(f"{table.game.title} is {in_terminal(table.id)}.")
        return table

    def home(self) -> None:
        """Go to the start page."""
        from companion.ui.start import StartScreen

        self._go(StartScreen(self), table=None, seat=None, tab=None, n=None, paint=None, game=None)

    def count(self, game: str, text: str = "") -> None:
        """Go to *just count*.

        Args:
            game: id of the game.
            text: a position that is painted already.
        """
        from companion.ui.count import CountScreen

        self._go(CountScreen(self, game, text), table=None, seat=None, n=None, tab="count", game=game)

    def learn(self, game: str) -> None:
        """Go to *Teach me*.

        Args:
            game: id of the game.
        """
        from companion.ui.learn import LearnScreen

        self._go(LearnScreen(self, game), table=None, seat=None, n=None, paint=None, tab="learn", game=game)

    def advisor(self) -> None:
        """Go to where a table is chosen to be advised at."""
        from companion.ui.advisor import AdvisorScreen

        self._go(AdvisorScreen(self), table=None, seat=None, n=None, paint=None, tab="advisor", game=None)

    def sit(self, table: Table, seat: str = "", tab: str = "table", seen: int = -1) -> None:
        """Go to a table.

        Args:
            table: the table.
            seat: who sits here; empty where nobody has said.
            tab: which tab is open.
            seen: the last entry that this device had seen before it slept; -1 for none.
        """
        from companion.ui.play import TableScreen

        if seat == WHOLE_TABLE and table.game.id in PACKAGES and apart(kit(table.game.id), table.state):
            seat = ""
        screen = TableScreen(self, Session(table, seat), tab)
        self._go(screen, table=table.id, seat=screen.session.seat, tab=screen.tab, paint=None, game=None)
        screen.welcome(seen)

    def _go(self, screen: Screen, **address: str | None) -> None:
        self.layout.close_sheet()
        self.layout.ask(None)
        self.layout.snack.show()
        self.show(screen)
        self.shell.set_query(address)

    def show(self, screen: Screen) -> None:
        """Show a screen; the address stays as it is.

        Args:
            screen: what is shown.
        """
        self.screen = screen
        screen.refresh()
        self.deepen(screen.depth)

    def deepen(self, depth: int) -> None:
        """Tell the browser how many views lie over what is shown.

        Args:
            depth: counted from the start page; above the view that the page was opened at, Back leaves the page.
        """
        if self._floor < 0 or depth < self._floor:
            self._floor = depth
        self.shell.go_to(depth - self._floor)

    def safely(self, fn: Callable[[], object]) -> Callable[[], object]:
        """Wrap what a button does, so that an error is a sentence on the page."""
        return base.safely(fn, self.shell)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else -1


def open_app(tab: str = "start") -> Any:
    """Open the page at one of its tabs and return its widget; the dashboards call this.

    Args:
        tab: "start", "table", "score", "advisor", "learn".
    """
    app = App(tab)
    app.start()
    return app.root
