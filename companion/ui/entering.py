"""What a device enters at its table, and what the page shows when that is refused, came late, or no longer fits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from companion.engine.errors import IllegalMoveError, MisfitError, UnreadableError
from companion.engine.game import Move, Verdict
from companion.ui import sheets
from companion.ui.kit import Play, kit
from companion.ui.panel import Button, Group, Text
from companion.ui.screen import Screen
from companion.ui.session import News, Session

if TYPE_CHECKING:
    from companion.ui.app import App


class Entering(Screen):
    """A screen on which things are entered at a table.

    Args:
        app: the page.
        session: the table, and who sits here.

    Attributes:
        seq: the entry that the page shows; whatever is entered is meant for that one.
    """

    def __init__(self, app: App, session: Session) -> None:
        super().__init__(app)
        self.session = session
        self.kit = kit(session.table.game.id)
        self.seq = session.table.seq

    @property
    def play(self) -> Play:
        """The Table tab of this game."""
        raise NotImplementedError

    def enter(self, what: str | Move) -> bool:
        """Enter a move; refusals and late entries are shown here. Return whether it was entered."""
        news = self.session.enter(what, self.seq)
        if news is News.REFUSED:
            self._refused()
        elif news is News.DONE and self.session.word is not None:
            self.say(f"○ {self.session.word.reason}")
        return self._after(news)

    def _after(self, news: News) -> bool:
        """Draw what an entry has led to; return whether there is one."""
        if news is News.STALE:
            self.app.shell.toast(self.session.late)
        self.at.snack.show()
        self.refresh()
        return news is News.DONE

    def _refused(self) -> None:
        refusal = self.session.refusal
        assert refusal is not None
        verdict = refusal.verdict
        happened = self.happened if self.session.table.could_happen(refusal.what) else None
        self._why_not(verdict, happened, tuple(sheets.differently(self, verdict)))

    def _why_not(self, verdict: Verdict, happened: Callable[[], object] | None, more: Sequence[Button] = ()) -> None:
        self.at.board.show_flash(self.kit.flash(verdict, self.play.looking))
        sheets.refused(self, verdict, happened, more)

    def happened(self) -> None:
        """Enter what was refused: it happened all the same."""
        self.at.close_sheet()
        self._after(self.session.happened())

    def differently(self, option: str) -> None:
        """Turn a house rule round from here on, and enter what was refused."""
        refusal = self.session.refusal
        self.at.close_sheet()
        table = self.session.table
        state = self.kit.flipped(table.state, option)
        clause = table.game.rulebook.options()[option]
        if self.correct(state, f"we play it differently: {clause.id}") and refusal is not None:
            self.enter(refusal.what)

    def field(self, id: str) -> str:
        """Return what stands in a field of the tray."""
        return str(self.at.tray.values.get(id, ""))

    def correct(self, state: object, note: str) -> bool:
        """Put the position to how it lies on the table."""
        table, viewer = self.session.table, self.session.viewer
        return self._after(self.session.guarded(lambda: table.correct(state, note, self.seq, viewer), self.seq))  # type: ignore[arg-type]

    def tell(self, place: str, text: str, keep: bool = False) -> bool:
        """Tell what a thing is, or really is; a later entry that no longer fits is shown before anything changes."""
        table, viewer = self.session.table, self.session.viewer

        def change(keep: bool) -> object:
            try:
                return table.tell(place, text, keep, self.seq, viewer)
            except UnreadableError:
                # No single entry said it: it stands on the table's word from here on.
                word = self.kit.word(place, text)
                if not word:
                    raise
                return table.it_happened(word, self.seq, viewer)

        return self._change(change, keep)

    def call(self, seat: str, name: str) -> bool:
        """Give a seat another name."""
        table, viewer = self.session.table, self.session.viewer
        return self._after(self.session.guarded(lambda: table.call(seat, name, self.seq, viewer), self.seq))

    def join(self, name: str) -> bool:
        """Let somebody sit down in the middle of the game."""
        table, viewer = self.session.table, self.session.viewer
        return self._after(self.session.guarded(lambda: table.join(name, self.seq, viewer), self.seq))

    def amend(self, seq: int, text: str, keep: bool = False) -> bool:
        """Change an old entry, or strike it out with an empty text."""
        table, viewer = self.session.table, self.session.viewer
        return self._change(lambda keep: table.amend(seq, text, keep, self.seq, viewer), keep)

    def _change(self, change: Callable[[bool], object], keep: bool) -> bool:
        before = self.session.table.state
        try:
            news = self.session.guarded(lambda: change(keep), self.seq)
        except MisfitError as misfit:
            sheets.misfit(self, misfit, lambda: self._change(change, True))
            return False
        except IllegalMoveError as error:
            if keep:
                raise
            self._why_not(error.verdict, lambda: self._change(change, True))
            return False
        self.at.close_sheet()
        if news is News.DONE:
            self.say(self.kit.consequences(before, self.session.table.state))
        done = self._after(news)
        if done:
            self.ask_about(before)
        return done

    def ask_about(self, before: object) -> None:
        """Ask the table whether what follows from a change of the past is so; at a No the table's word stands.

        Args:
            before: the position before the change.
        """
        doubt = self.kit.doubt(before, self.session.table.state)
        if doubt is not None:
            sheets.doubted(self, doubt)

    def undo(self) -> None:
        """Take the last thing back, and offer to bring it back again."""
        table, viewer = self.session.table, self.session.viewer
        what = table.undoable
        if self._after(self.session.guarded(lambda: table.undo(self.seq, viewer), self.seq)):
            redo = Button("redo", "Redo", self.app.safely(self.redo), look="chip")
            line = Text(f"Taken back: {what}", "grow")
            self.at.snack.show(Group((line, redo), "toast", seconds=8), seq=self.session.table.seq)

    def redo(self) -> None:
        """Bring back what was taken back last."""
        table, viewer = self.session.table, self.session.viewer
        self._after(self.session.guarded(lambda: table.redo(self.seq, viewer), self.seq))

    def deal(self, most: int = 0) -> None:
        """Let chance turn over what is to be seen now, in a game with made-up cards.

        Args:
            most: how many things at most; 0 for everything.
        """
        table, viewer = self.session.table, self.session.viewer

        self._after(self.session.guarded(lambda: table.deal(most, ("room",), self.seq, viewer), self.seq))

    def choose(self, moves: Sequence[tuple[str, str]], title: str = "") -> None:
        """Ask which of several moves was meant.

        Args:
            moves: each as text, with what its button says.
            title: what is asked; by default which card comes along.
        """
        sheets.choose(self, moves, title or "Which card comes along?")

    def say(self, text: str) -> None:
        """Show a short line that goes away by itself."""
        if text:
            self.app.shell.toast(text)
