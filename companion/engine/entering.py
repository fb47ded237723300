"""Entering things into a game that is being played, by several people on several devices."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from datetime import UTC, datetime
from typing import Any, TypeAlias

import msgspec

from companion.engine.dealing import deal
from companion.engine.draft import Draft, steps
from companion.engine.errors import (
    BlankError,
    CompanionError,
    IllegalMoveError,
    SaveError,
    StaleError,
    UnknownNameError,
    UnreadableError,
)
from companion.engine.game import NOBODY, TABLE, Move, Outcome, State, Verdict
from companion.engine.header import Header
from companion.engine.journal import (
    Called,
    Entry,
    Intent,
    Journal,
    Moment,
    Node,
    ReplayError,
    encode,
)
from companion.engine.log import Log, Record
from companion.engine.seats import clean, newcomer
from companion.engine.situation import Situation
from companion.engine.store import Store, stale

Clock: TypeAlias = Callable[[], str]
"""Tells the time as an ISO text."""

LONGEST_NOTE = 500
"""Characters of a note that are kept."""


def now() -> str:
    """Return the time, in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Entering(Situation):
    """The journal of a game, what stands of it, and everything that people enter.

    Whatever enters something takes `seq`, the number of the last entry that whoever enters it has seen (by default the
    last one that is known here), and `by`, who that is. It adds all of its entries, or raises and adds none.
    """

    def __init__(self, header: Header, journal: Journal, store: Store | None, clock: Clock = now) -> None:
        self._header = header
        self._journal = journal
        self._log = Log(journal)
        self._store = store
        self._clock = clock
        self._broken: ReplayError | None = None
        self._unfollowed: list[Entry] = []
        self._trouble = ""
        self._version = (0, 0)
        self._named: tuple[Node, Header, Header] | None = None

    @property
    def seq(self) -> int:
        """Return the number of the last entry."""
        return self._journal.seq

    @property
    def header(self) -> Header:
        """Return what the table is, beside its entries, with the names that its seats have now."""
        head = self._journal.head
        if self._named is None or self._named[0] is not head or self._named[1] is not self._header:
            now = {"called": self._journal.called(), "joined": self._journal.joined()}
            shown = msgspec.structs.replace(self._header, **now)
            self._named = (head, self._header, shown)
        return self._named[2]

    @property
    def read_only(self) -> str:
        """Return why nothing can be entered any more, as a sentence; empty where something can."""
        if self._broken is None:
            return ""
        shown = "The table is shown as it stood before that entry, and can only be read."
        if not self._journal.strict:
            return f"{self._broken} {shown}"
        old, new = self._header.rules_version, self.game.rules_version
        return f"Saved under version {old} of the rules of {self.game.title}, now version {new}. {self._broken} {shown}"

    @property
    def trouble(self) -> str:
        """Return why the last attempt to save failed, as a sentence; empty once saving works."""
        return self._trouble

    @property
    def notices(self) -> tuple[str, ...]:
        """Return what people should know about how the table was saved, as sentences."""
        out = [self.read_only, self._trouble]
        if self._journal.drift and not self._broken:
            old, new = self._header.rules_version, self.game.rules_version
            out.append(
                f"Saved under version {old} of the rules, now version {new}: "
                f"from entry {self._journal.drift} on the position differs from the one at the table then."
            )
        return tuple(filter(None, out))

    @property
    def moment(self) -> Moment:
        """Return the position, and the game as it is known now."""
        return self._journal.moment(self._journal.head)

    # ------------------------------------------------------------------ what may be asked

    def check(self, what: str | Move) -> Verdict:
        """Say whether a move, or all the moves of a line, may be made now. Nothing is entered.

        Raises:
            UnreadableError, AmbiguousError, UnknownCardError: it cannot be read.
        """
        *first, last = self._steps(what)
        draft = self._draft()
        try:
            verdicts = [draft.play(step) for step in first]
        except IllegalMoveError as error:
            return error.verdict
        final = draft.game.check(draft.state, draft.read(last))
        doubtful = [verdict for verdict in verdicts if verdict.cannot_tell]
        return doubtful[0] if final and doubtful else final

    def could_happen(self, what: str | Move) -> bool:
        """Say whether a refused move, or line, can be entered on the table's word: what it leads to is known.

        Nothing is entered, and what cannot be read could not happen.
        """
        draft = self._draft()
        try:
            for step in self._steps(what):
                draft.force(step)
        except CompanionError:
            return False
        return True

    def outcome(self) -> Outcome | None:
        """Return why the game ended and who won; an agreed end has no winner; None while it goes on."""
        found = self.game.outcome(self.state)
        if found is None and self._header.ended is not None:
            return Outcome("The table agreed to end the game here.", (), "")
        return found

    def advise(self, top: int = 3, seconds: float = 1.0, seat: str = "") -> Any:
        """Return advice: the best moves, best first, each with its value and the reason.

        Args:
            top: how many moves at most.
            seconds: how long it may think.
            seat: for whom; by default for the actor.

        Raises:
            CompanionError: nobody decides now, or there is no advice for this game.
        """
        seat = seat or self.actor
        if seat in (TABLE, NOBODY):
            raise CompanionError("There is nothing to advise: nobody has to decide now.")
        return self.game.advise(self.view(seat), seat, top, seconds, self._header.seed)

    @property
    def log(self) -> tuple[Record, ...]:
        """Return every entry as a sentence, oldest first, with what became of it."""
        return self._log.records()

    @property
    def positions(self) -> tuple[Any, ...]:
        """Return every position that led to this one, the first one included, oldest first."""
        line = self._journal.line()
        first = [node.parent for node in line[:1] if node.parent is not None]
        return tuple(self._journal.moment(node).state for node in (*first, *line))

    @property
    def undoable(self) -> str:
        """Return, as a sentence, what `undo` would take back; empty for nothing."""
        return self._sentence(self._journal.done)

    @property
    def redoable(self) -> str:
        """Return, as a sentence, what `redo` would bring back; empty for nothing."""
        return self._sentence(self._journal.undone)

    def _sentence(self, intents: Sequence[Intent]) -> str:
        return self._log.step(intents[-1].seq) if intents else ""

    # ------------------------------------------------------------------ what may be entered

    def play(self, what: str | Move, seq: int | None = None, by: str = "") -> tuple[Entry, ...]:
        """Enter a move, or several on one line with semicolons between them.

        Returns:
            The entries: the moves, the cards they taught and what followed by itself.

        Raises:
            UnreadableError, AmbiguousError, UnknownCardError: it cannot be read.
            IllegalMoveError: it may not be done; the error carries the verdict.
            StaleError: somebody else entered first.
            SaveError: it cannot be saved, or the table can only be read.
        """
        self._ready(seq, what)
        draft = self._draft(by)
        for step in self._steps(what):
            draft.play(step)
        return self._commit(draft)

    def it_happened(self, what: str | Move, seq: int | None = None, by: str = "") -> tuple[Entry, ...]:
        """Enter a move that was refused and happened all the same: the table wins.

        Raises:
            CompanionError: what it leads to cannot be worked out; `correct` the position instead.
            UnreadableError, AmbiguousError, UnknownCardError, StaleError, SaveError: as `play`.
        """
        self._ready(seq, what)
        draft = self._draft(by)
        for step in self._steps(what):
            draft.force(step)
        return self._commit(draft)

    def undo(self, seq: int | None = None, by: str = "") -> tuple[Entry, ...]:
        """Take back the last thing that somebody entered and that still stands, with all that followed from it.

        Raises:
            CompanionError: there is nothing to take back.
            StaleError, SaveError: as `play`.
        """
        self._ready(seq, "undo")
        if not self._journal.done:
            raise CompanionError("There is nothing to undo: nothing has been entered yet, or all of it was taken back.")
        draft = self._draft(by)
        draft.add("undo", "undo", "", self._journal.moment(self._journal.done[-1].before))
        return self._commit(draft)

    def redo(self, seq: int | None = None, by: str = "") -> tuple[Entry, ...]:
        """Bring back what was taken back last; until something else is entered.

        Raises:
            CompanionError: there is nothing to bring back.
            StaleError, SaveError: as `play`.
        """
        self._ready(seq, "redo")
        if not self._journal.undone:
            raise CompanionError("There is nothing to redo: nothing was taken back, or something was entered since.")
        draft = self._draft(by)
        draft.add("redo", "redo", "", self._journal.moment(self._journal.undone[-1].after))
        return self._commit(draft)

    def correct(
        self, state: State | str | bytes, note: str = "", seq: int | None = None, by: str = ""
    ) -> tuple[Entry, ...]:
        """Put the position to how it lies on the table.

        Args:
            state: the whole position, or its JSON.
            note: why, in words.
            seq: the last entry that whoever enters it has seen.
            by: who enters it.

        Raises:
            UnreadableError: it is no position of this game.
            StaleError, SaveError: as `play`.
        """
        self._ready(seq, "correct")
        raw = state if isinstance(state, str | bytes) else msgspec.json.encode(state)
        try:
            whole = msgspec.json.decode(raw, type=self.game.state_type)
        except (msgspec.MsgspecError, UnicodeError) as error:
            shown = raw if isinstance(raw, str) else raw.decode("utf-8", "replace")
            raise UnreadableError(shown[:80], f"a position of {self.game.title} ({error})") from None
        draft = self._draft(by)
        draft.correct(whole, one_line(note))
        return self._commit(draft)

    def note(self, text: str, by: str = "") -> tuple[Entry, ...]:
        """Write something into the log. It changes nothing, and may be written whatever others enter meanwhile.

        Raises:
            UnreadableError: the text is blank.
            SaveError: as `play`.
        """
        line = one_line(text)
        if not line:
            raise BlankError(text, "some words")
        self._writable()
        while True:
            self.refresh()
            draft = self._draft(by)
            draft.add("note", line, "", self.moment)
            seen = self.seq
            try:
                return self._commit(draft)
            except StaleError:
                # Somebody was quicker; the note goes behind. Without news, trying again would not help.
                if self.seq == seen:
                    raise

    def sample(self, by: str = "chance") -> tuple[Entry, ...]:
        """Let chance make one reveal; as `deal`."""
        return self.deal(1, by=by)

    def deal(
        self, most: int = 0, asks: Container[str] = (), seq: int | None = None, by: str = "chance"
    ) -> tuple[Entry, ...]:
        """Let chance make the reveals that are due, in a practice game or a what-if copy: one step to undo and redo.

        Taking them back and dealing again gives the same.

        Args:
            most: how many at most; 0 for all, until somebody has to decide.
            asks: what a tap means (`Prompt.expects`) where people say what they see, and chance waits.
            seq: the last entry that whoever enters it has seen.
            by: who enters it.

        Raises:
            CompanionError: nothing is revealed now, or real cards lie on the table: enter what you see.
            StaleError, SaveError: as `play`.
        """
        self._ready(seq, "deal")
        if self._store is not None and not self.game.edition.made_up:
            raise CompanionError("Chance plays only with practice cards; with your own box, enter what you see.")
        if self.actor != TABLE:
            raise CompanionError(f"Nothing is revealed now; expected a move of {self.header.name_of(self.actor)}.")
        draft = self._draft(by)
        turned = deal(draft, self._header.seed, len(self._journal.line()), most, asks)
        return self._commit(draft) if turned else ()

    def call(self, seat: str, name: str, seq: int | None = None, by: str = "") -> tuple[Entry, ...]:
        """Give a seat another name. Its handle, which notation uses, stays.

        Raises:
            UnknownNameError: there is no such seat.
            UnreadableError: the name is blank.
            StaleError, SaveError: as `play`.
        """
        self._ready(seq, f"call {seat} {name}")
        handles = [player.handle for player in self.header.seated]
        if seat not in handles:
            raise UnknownNameError("seat", seat, handles)
        shown, was = clean(name), self.header.name_of(seat)
        if not shown:
            raise BlankError(name, "a name of at least one letter")
        if shown == was:
            return ()
        draft = self._draft(by)
        after = Moment(draft.game, draft.game.renamed(draft.state, seat, shown))
        draft.add("call", f"call {seat} {shown}", encode(Called(seat, was, shown)), after)
        return self._commit(draft)

    def join(self, name: str, seq: int | None = None, by: str = "") -> tuple[Entry, ...]:
        """Let somebody sit down in the middle of the game, last in seating order.

        Raises:
            IllegalMoveError: the rules cannot bear it, or not now; the reason says what would be right.
            UnreadableError: the name is blank.
            StaleError, SaveError: as `play`.
        """
        text = f"join {name}"
        self._ready(seq, text)
        verdict = self.game.may_join(self.state)
        if not verdict:
            raise IllegalMoveError(text, verdict)
        if not clean(name):
            raise BlankError(name, "a name of at least one letter")
        seat = newcomer(name, [player.handle for player in self.header.seated])
        draft = self._draft(by)
        after = Moment(draft.game, draft.game.joined(draft.state, seat))
        entry = draft.add("join", f"join {seat.name}", encode(seat), after)
        draft.settle(entry.seq)
        return self._commit(draft)

    # ------------------------------------------------------------------ entering

    def _steps(self, what: str | Move) -> Sequence[str | Move]:
        return [what] if isinstance(what, Move) else steps(what)

    def _draft(self, by: str = "") -> Draft:
        return Draft(self.moment, self.seq, by, self._clock())

    def _writable(self) -> None:
        if self.read_only:
            raise SaveError(self.read_only)

    def _ready(self, seq: int | None, what: str | Move) -> None:
        """Make sure that what is entered now is entered on the position that whoever enters it has seen."""
        self._writable()
        seen = self.seq if seq is None else seq
        self.refresh()
        self._writable()
        if seen != self.seq:
            raise self._stale(seen, what)
        if self._header.ended is not None:
            raise CompanionError("The table agreed to end this game; reopen it to go on.")

    def _stale(self, seen: int, what: str | Move) -> StaleError:
        text = what if isinstance(what, str) else self.game.spell(what, self.state)
        if seen < self.seq:
            return stale(self.header, self._journal.entries[max(seen, 0)], text)
        return StaleError(f"{text!r} was not added: it was entered on entry {seen}, and this table has {self.seq}.")

    def _commit(self, draft: Draft) -> tuple[Entry, ...]:
        if self._store is not None:
            self._save(self._store, draft)
        self._journal.extend(draft.entries, draft.moments)
        self._version = (self._version[0], self.seq)
        self._list_names()
        return tuple(draft.entries)

    def _list_names(self) -> None:
        """Write who sits here now where the list of tables finds it."""
        called, joined = self.header.called, self.header.joined
        if (called, joined) == (self._header.called, self._header.joined):
            return
        self._header = msgspec.structs.replace(self._header, called=called, joined=joined)
        if self._store is not None:
            try:
                self._store.seat(self._header.id, called, joined)
            except SaveError as error:
                self._trouble = str(error)

    def _save(self, store: Store, draft: Draft) -> None:
        try:
            store.append(self._header, self._journal.entries, draft.entries, draft.game.progress(draft.state))
        except StaleError:
            self.refresh()
            raise
        except SaveError as error:
            self._trouble = str(error)
            raise
        self._trouble = ""

    # ------------------------------------------------------------------ following others

    def refresh(self) -> bool:
        """Take in what others have entered. Cheap where nothing has changed.

        Returns:
            Whether anything has changed.

        Raises:
            SaveError: the saved tables cannot be read.
        """
        if self._store is None:
            return False
        try:
            version = self._store.version(self._header.id)
            if version == self._version:
                return False
            self._header = self._store.header(self._header.id)
        except UnknownNameError:
            # Deleted, or lost with the file. What is known here stays; entering says which of the two it is.
            return False
        self._take_in(self._store.entries(self._header.id, self.seq))
        self._version = version
        return True

    def _take_in(self, entries: Sequence[Entry]) -> None:
        if self._broken is not None:
            self._unfollowed = list(entries)
            return
        known = self.seq
        try:
            self._journal.extend(entries)
        except ReplayError as error:
            self._broken = error
        self._unfollowed = list(entries[self.seq - known :])
        self._broken = self._journal.broken() or self._broken


def one_line(text: str) -> str:
    """Return a text on one line, without control characters, cut to what a note may hold."""
    kept = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(kept.split())[:LONGEST_NOTE]
