"""The screen of a table: its board, its tray, its tabs, and everything that people enter on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from companion.engine.game import Question
from companion.ui import base, sheets, tabs
from companion.ui.advising import Line
from companion.ui.coach import Coach
from companion.ui.confirming import ask_words, missing
from companion.ui.entering import Entering
from companion.ui.hints import Hints
from companion.ui.kit import Play, Primary, apart, own_thing
from companion.ui.odds_here import WIDE, OddsHere
from companion.ui.pad import Answer, Ask
from companion.ui.panel import Button, Group, Item, Text
from companion.ui.right import PuttingRight
from companion.ui.session import WHOLE_TABLE, Session
from companion.ui.tabs import Tab
from companion.ui.words import LONG, box_words, points, shortened

if TYPE_CHECKING:
    from companion.ui.app import App

_BOARD = ("left", "top", "board", "right", "tray", "actions", "tabs")
_READING = ("left", "body", "right", "tabs")
_GLANCE = ("board",)
FEW = 2
"""Seats whose chips stand beside each other on a phone with the points in line; those of more have them underneath."""
RECENT = 8
"""Entries in the right rail."""


class TableScreen(Entering):
    """A table on this device.

    Args:
        app: the page.
        session: the table, and who sits here.
        tab: the tab that is open at first.
    """

    trying = False

    def __init__(self, app: App, session: Session, tab: str = tabs.TABLE) -> None:
        super().__init__(app, session)
        self.tab = tabs.known(tab)
        self.fixing = self.glancing = False
        self.putting_right: PuttingRight | None = None
        self.telling_all = ""
        self.typed = 0
        self.hints, self.coach, self.odds = Hints(self), Coach(self), OddsHere(self)
        self._tabs: dict[str, Tab] = {}
        self._play = self.kit.play(self)
        self._followed = self.kit.depth(session.table.state)

    @property
    def play(self) -> Play:
        """The Table tab of this game, for the depth that the table is followed at now."""
        now = self.kit.depth(self.session.table.state)
        if now != self._followed:
            self._followed, self._play = now, self.kit.play(self)
        return self._play

    @property
    def hinted(self) -> Line | None:
        """The hint that stands on the board as a ghost; None for none."""
        return self.hints.shown

    def explain(self, questions: Sequence[Question]) -> None:
        """Lay the answers to probability questions over the page."""
        again = partial(self.explain, questions)
        sheets.lay(self, "odds", Text("How likely?", "title"), *self.odds.rows(questions, "explained", again))

    def attempt(self, line: Sequence[str]) -> None:
        """Try something on a copy of the table.

        Args:
            line: moves that are tried at once.
        """
        from companion.ui.trying import TryScreen

        self.hints.forget()
        self.app.show(TryScreen(self.app, self, line))

    def seated(self) -> None:
        """Begin the Table tab anew, after somebody has sat down here."""
        self._play = self.kit.play(self)
        self.app.shell.set_query({"seat": self.session.seat})
        self.refresh()
        if self.app.shell.facts.get("touch") and not self.app.shell.facts.get("secure"):
            self.say("Your phone may sleep; waking it brings you straight back.")

    def welcome(self, seen: int) -> None:
        """Greet the device: ask who it is, say what happened while it slept, and what is wrong with the save.

        Where all win or lose together and see the same, nobody is asked: the device enters for everybody until
        somebody takes a seat from the menu.

        Args:
            seen: the last entry that it had seen; -1 for none.
        """
        table = self.session.table
        self.app.shell.wake()
        for notice in table.notices:
            self.app.shell.trouble(notice)
        missed = sum(not entry.auto for entry in table.log[seen:]) if 0 <= seen < table.seq else 0
        if missed:
            things = "One thing" if missed == 1 else f"{missed} things"
            look = Button("look", "Look", self.app.safely(lambda: self.open_tab("log")), look="chip")
            self.at.snack.show(Group((Text(f"{things} happened", "grow"), look), "toast", seconds=10))
        if not self.session.seat and self.kit.together and not apart(self.kit, table.state):
            self.session.seat = WHOLE_TABLE
            self.app.shell.set_query({"seat": WHOLE_TABLE})
            self.refresh()
        elif not self.session.seat:
            sheets.who(self)

    # -------------------------------------------------------------------- drawing

    def refresh(self) -> None:
        """Draw everything again, for the entry that the table has now."""
        table = self.session.table
        self.seq = table.seq
        if self.glancing:
            self._glance()
            return
        self.at.show(*(_BOARD if self.tab == tabs.TABLE else _READING))
        self.at.head.show(*self._head(), seq=self.seq)
        self.at.tabs.show(Group(tuple(self._bar()), "tabs"), seq=self.seq)
        self._draw_tab()
        self._rails()
        self._remember()

    def _remember(self) -> None:
        shell, table = self.app.shell, self.session.table
        shell.cache(None, table.id)
        shell.set_query({"n": str(table.seq)})
        shell.title(f"{table.header.title} · {table.id}")

    def _draw_tab(self) -> None:
        if self.tab == tabs.TABLE:
            self._draw_table()
            return
        try:
            self._draw_opened(self._open())
        except Exception as error:
            # What stood there before belongs to another tab: it must not look like this one.
            self._tabs.pop(self.tab, None)
            self._failed(error)

    def _draw_opened(self, opened: Tab) -> None:
        if isinstance(opened, tabs.Whole):
            opened.draw()
        else:
            self.at.body.show(*opened.items(), seq=self.seq)

    def _failed(self, error: Exception) -> None:
        """Show why a tab cannot be shown, and a way back."""
        base.report(error, self.app.shell)
        back = Button("to table", "To the table", self.app.safely(lambda: self.open_tab(tabs.TABLE)), look="primary")
        self.at.show(*_READING)
        self.at.body.show(Text("This page could not be shown", "title"), Text(base.sentence(error)), back, seq=self.seq)

    def _draw_table(self) -> None:
        play, size = self.play, self._size()
        if self.putting_right is not None and not self.putting_right.stands():
            self.putting_right = None
        play.drop(gone=True)
        right = self.putting_right
        asked = right.ask if right is not None else play.ask()
        drawn = play.draw(size)
        high = (right.place,) if right is not None else drawn.highlight
        # What may be asked about is what lies there: the board comes before its chips.
        self.at.board.show(drawn.scene, seq=self.seq, legal=drawn.legal, highlight=high)
        self.at.lower(play.low)
        self.at.top.show(*self._top(), seq=self.seq)
        self.at.pad.seq, self.at.pad.where = self.seq, self.session.table.id
        self.at.ask(asked)
        self.at.tray.show(*(self._tray() if asked is None else ()), seq=self.seq)
        self.at.actions.show(Group(tuple(self._actions()), "actions"), seq=self.seq)
        self.coach.look()

    def _tray(self) -> Iterable[Item]:
        items = list(self.odds.tray() or self.play.tray())
        helpers: tuple[Item, ...] = tuple(self._helpers())
        last = items[-1] if items else None
        if self.play.low and isinstance(last, Group) and last.look == "chips":
            # A game's own chips share the line with those of the page.
            helpers = (*last.items, *helpers)
            items.pop()
        yield from items
        if helpers:
            yield Group(helpers, "chips" if self.play.low else "chips wide")

    def _size(self) -> tuple[int, int]:
        w, h = self.at.board.size
        return w, h

    def _glance(self) -> None:
        self.at.show(*_GLANCE)
        back = Button("glance", "Back", self.app.safely(self.glance), look="ghost", key="g")
        self.at.head.show(Group((back, Text(self._title(), "title grow")), "row"), seq=self.seq)
        drawn = self.play.glance(self._size())
        self.at.board.show(drawn.scene, seq=self.seq)

    def glance(self) -> None:
        """Show the numbers that are read from across the table, or go back."""
        self.glancing = not self.glancing
        self.refresh()
        self.app.deepen(self.depth + self.glancing)

    def up(self) -> None:
        """Go to the view over this one: from the numbers at a glance to the table."""
        if self.glancing:
            self.glance()
        else:
            super().up()

    def _title(self) -> str:
        table, seat = self.session.table, self.session.viewer
        fact = self.kit.fact(table.state, seat)
        who = self.session.name_of(seat) if seat else ""
        parts = (table.header.title, shortened(who, 10), fact)
        if self.kit.together:
            # Whose turn it is matters more than what the table is called; the name of the game everybody knows.
            named = table.header.title if table.header.title != table.game.title or not fact else ""
            parts = (parts[1], fact, named) if seat else (fact, named, "")
        return " · ".join(part for part in parts if part)

    def _head(self) -> Iterable[Item]:
        table = self.session.table
        progress, said = table.game.progress(table.state), self._title().replace(" · ", ", ")
        facts = (
            "" if progress.lower() in said.lower() else progress,
            box_words(table.game.edition),
            f"table {table.id}" if table.id else "",
        )
        menu = Button("menu", "☰", self.app.safely(lambda: sheets.menu(self)), look="ghost", label="Menu")
        title = Group((Text(self._title(), "title"), Text(" · ".join(filter(None, facts)), "small")), "grow")
        wide = (
            Button("glance", "Glance", self.app.safely(self.glance), look="chip wide", key="g"),
            Button("phones", "Phones", self.app.safely(lambda: sheets.phones(self)), look="chip wide"),
        )
        return [Group((menu, title, *wide), "row")]

    def _bar(self) -> Iterable[Button]:
        first = tabs.Entry(tabs.TABLE, "Table", "")
        for entry in (first, *tabs.bar(self.session.table.game.id)):
            go = self.app.safely(lambda name=entry.id: self.open_tab(name))  # type: ignore[misc]
            title = "Party" if entry.id == "score" and self.kit.together else entry.title
            yield Button(f"tab {entry.id}", title, go, look="tab", on=entry.id == self.tab)

    def open_tab(self, name: str) -> None:
        """Open a tab, or go back to the table."""
        name = tabs.known(name)
        if name != self.tab:
            # A question belongs to the place where it was asked.
            self.putting_right, self.fixing, self.telling_all = None, False, ""
            self.play.drop()
        self.tab = name
        self.app.shell.set_query({"tab": self.tab})
        self.refresh()

    def _open(self) -> Tab:
        if self.tab not in self._tabs:
            self._tabs[self.tab] = tabs.build(self.tab, self)
        return self._tabs[self.tab]

    def _top(self) -> Iterable[Item]:
        words = self._sentence()
        sentence = Text(words, "sentence" if len(words) <= LONG else "sentence long")
        return [sentence] if self.play.low else [sentence, Group(tuple(self._chips()), "chips narrow")]

    def _sentence(self) -> str:
        table = self.session.table
        if table.read_only:
            return "This table can only be read"
        if table.header.ended is not None:
            return "The table agreed to end the game here"
        if self.putting_right is not None:
            return self.putting_right.sentence
        if self.fixing:
            return "Tap what you want to put right"
        words = ask_words(table, self.session.viewer)
        return words if words and self.play.ask() is None else self.play.sentence()

    def _chips(self) -> Iterable[Button]:
        yield from self._seats("chip")
        yield from self._helpers()

    def _helpers(self) -> Iterable[Button]:
        if not getattr(self.play, "explains", False):
            yield from self.odds.chips()
        if self.play.primary().beside:
            # Two large buttons leave no room for a third: the hint is a chip then.
            yield from self._hint("chip quiet")
        untold = self.play.untold()
        if untold and not self.session.watching:
            yield Button("to tell", f"{len(untold)} to tell", self.app.safely(self._to_tell), look="chip quiet")
        if not self.session.watching:
            yield Button("fix", "Fix", self.app.safely(self._fix), look="chip quiet", on=self.fixing)

    def _seats(self, look: str) -> Iterable[Button]:
        if self.kit.together:
            yield from self._party(look)
            return
        looking = self.play.looking
        most = 12 if len(self.session.table.players) <= FEW else 8
        for player, sheet in zip(self.session.table.players, self.session.table.score(), strict=True):
            see = self.app.safely(lambda seat=player.handle: self._look(seat))  # type: ignore[misc]
            name = shortened(player.name, most if look == "chip" else 24)
            sub = "" if look == "chip" else self.kit.fact(self.session.table.state, player.handle)
            end = f"{sheet.points} pts" if look == "chip" else points(sheet.points, sheet.up_to)
            if look == "chip" and len(self.session.table.players) > FEW:
                sub, end = end, ""
            on = player.handle == looking
            yield Button(f"seat {player.handle}", name, see, sub=sub, end=end, look=look, on=on)

    def _party(self, look: str) -> Iterable[Button]:
        """Return the seats of those who win or lose together: what each has, and no points."""
        state = self.session.table.state
        for player in self.session.table.players:
            see = self.app.safely(lambda seat=player.handle: self._look(seat))  # type: ignore[misc]
            name = shortened(player.name, 12 if look == "chip" else 24)
            fact = self.kit.stands(self.session.table, player.handle)
            turn = "▸" if look == "row" and player.handle == self.kit.mover(state) else ""
            on = player.handle == self.play.looking
            yield Button(f"seat {player.handle}", name, see, sub=fact, end=turn, look=look, on=on)

    def _look(self, seat: str) -> None:
        if seat != self.play.looking:
            self.putting_right = None
            self.play.drop()
        self.play.look(seat)
        self.tab = tabs.TABLE
        self.refresh()

    def _to_tell(self) -> None:
        untold = self.play.untold()
        if len(untold) == 1:
            self.tell_later(untold[0])
        else:
            sheets.untold(self, untold)

    def tell_later(self, token: str) -> None:
        """Open the pad for an untold thing."""
        self.at.close_sheet()
        self.putting_right = None
        self.play.tell(token)
        self.refresh()

    def untold_of(self, seat: str) -> tuple[str, ...]:
        """Return the untold things that belong to a seat and matter at this depth."""
        return tuple(token for token in self.play.untold() if self.kit.token_seat(token) == seat)

    def tell_all(self, seat: str) -> None:
        """Ask for each untold thing of a seat in turn; then lead back to counting up."""
        untold = self.untold_of(seat)
        if not untold:
            self.open_tab("end")
            return
        self.open_tab(tabs.TABLE)
        self.telling_all = seat
        self.tell_later(untold[0])

    def _fix(self) -> None:
        self.fixing = not self.fixing
        self.refresh()

    def _actions(self) -> Iterable[Item]:
        table = self.session.table
        what = shortened(table.undoable, 34)
        may = bool(what) and not self.session.watching
        enter = Button("enter line", "Enter", self.app.safely(self._typed), look="hidden")
        yield from sheets.typing(enter, self.typed, self.kit.line_hint)
        # What is being told is taken back first: it stands in no log yet.
        told, back = getattr(self.play, "told_last", ("", ""))
        if told:
            yield Button("undo", "Undo", self.app.safely(lambda: self.play.act(back)), sub=told, label=f"Undo: {told}")
        else:
            yield Button("undo", "Undo", self.app.safely(self.undo), sub=what, enabled=may, label=f"Undo: {what}")
        primary = self.play.primary()
        if primary.act == "count" and self.session.viewer in missing(table):
            primary = Primary("Is it right?", "count")
        if primary.beside:
            aside = self.app.safely(lambda: self._primary(primary.beside_act))
            yield Button("beside", primary.beside, aside, enabled=not self.session.watching)
        do = self.app.safely(lambda: self._primary(primary.act)) if primary.act else None
        yield Button("primary", primary.text, do, look="primary", enabled=do is not None)
        if not primary.beside:
            yield from self._hint()

    def _hint(self, look: str = "") -> Iterable[Button]:
        """Return the button that asks for a hint; none in a game without."""
        if "hint" in tabs.FEATURES and self.hints.there:
            hint = tabs.load(tabs.FEATURES["hint"])
            yield Button("hint", "Hint", self.app.safely(lambda: hint(self)), look=look)

    def _primary(self, act: str) -> None:
        if act == "count":
            self.open_tab("end")
        else:
            self.play.act(act)

    def _rails(self) -> None:
        log = [record for record in self.session.table.log if not record.auto][-RECENT:]
        rows = [
            Button(
                f"recent {record.seq}",
                record.sentence,
                self.app.safely(lambda seq=record.seq: self._recent(seq)),  # type: ignore[misc]
                look="row" if record.standing else "row struck",
            )
            for record in reversed(log)
        ]
        wide = self.at.board.size[0] >= WIDE
        told = self.play.rail() if wide else ()
        self.at.right.show(*told, *self.odds.rail(), Text("Log", "title"), *rows, seq=self.seq)
        self.at.left.show(Text("Players", "title"), *self._seats("row"), seq=self.seq)

    def _recent(self, seq: int) -> None:
        self.open_tab("log")
        sheets.record(self, seq)

    def _typed(self) -> None:
        text = self.at.actions.values.get("line", "")
        act = {"undo": self.undo, "redo": self.redo}.get(text.strip().lower())
        if act is not None:
            act()
        elif not text.strip() or not self.enter(text):
            return
        self.typed += 1
        self.refresh()

    # ----------------------------------------------------------------------- taps

    def tapped(self, place: str) -> None:
        """Take a tap on the board."""
        opened, before = None if self.tab == tabs.TABLE else self._open(), self.session.table.seq
        if self.glancing:
            self.glance()
        elif isinstance(opened, tabs.Whole):
            opened.tapped(place)
        elif self.fixing:
            self.held(place)
        elif not self.odds.takes(place):
            self.putting_right = None
            self.play.tapped(place)
            if self.telling_all and self.session.table.seq != before:
                self.tell_all(self.telling_all)

    def held(self, place: str) -> None:
        """Take a long press: what is it really?"""
        if self.tab != tabs.TABLE:
            return
        self.fixing = False
        change = None if self.session.watching else self.play.change(place)
        self.putting_right = None if change is None else PuttingRight.thing(self, place, change)
        self.refresh()

    def ask_again(self, seq: int) -> None:
        """Ask again what an entry of the log said."""
        right = PuttingRight.entry(self, seq)
        self.at.close_sheet()
        self.open_tab(tabs.TABLE)
        self.putting_right = right
        self.refresh()

    def answered(self, answer: Answer) -> None:
        """Take an answer of the pad."""
        right, self.putting_right = self.putting_right, None
        if right is not None:
            right.done(answer)
        else:
            self.play.answered(answer)
            if self.telling_all and answer.name.startswith("tell "):
                self.tell_all(self.telling_all)
        self.refresh()

    def later(self, ask: Ask) -> None:
        """Take a "Not now" of the pad."""
        right, self.putting_right = self.putting_right, None
        if right is None:
            self.play.later(ask)
            if self.telling_all and ask.name.startswith("tell "):
                self.open_tab("end")
        self.refresh()

    def poll(self) -> None:
        """Take in what others have entered."""
        table = self.session.table
        before, asked = self.kit.mover(table.state), self.session.viewer in missing(table)
        if not table.refresh():
            return
        self.refresh()
        if not asked and self.session.viewer in missing(table):
            self.app.shell.flash(f"Is this your {own_thing(self.kit)}?")
        mover = self.kit.mover(table.state)
        if mover != before and mover == self.session.viewer and mover:
            self.app.shell.flash("Your turn")
            self.app.shell.vibrate()
