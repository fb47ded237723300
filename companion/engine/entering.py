"""Entering things into a game that is being played, by several people on several devices."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, TypeAlias

import msgspec

from companion.engine.amend import Amended, Rewriting
from companion.engine.draft import Draft, steps
from companion.engine.errors import (
    CompanionError,
    IllegalMoveError,
    SaveError,
    StaleError,
    UnknownNameError,
    UnreadableError,
)
from companion.engine.game import NOBODY, TABLE, YES, Move, Outcome, State, Verdict
from companion.engine.header import Header
from companion.engine.journal import Entry, Intent, Journal, Moment, Node, ReplayError, enforce, fingerprint, move_of
from companion.engine.log import Log, Record
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

    @property
    def seq(self) -> int:
        """Return the number of the last entry."""
        return self._journal.seq

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
        return self._log.sentence(self._journal.entries[intents[-1].seq - 1]) if intents else ""

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

    def amend(self, target: int, what: str | Move, keep: bool = False, seq: int | None = None, by: str = "") -> Amended:
        """Change an old entry that stands; all later ones are followed again.

        Args:
            target: the number of the entry.
            what: the move that it should have been; empty text strikes the entry out.
            keep: keep what lies on the table: later entries that no longer fit stand on the table's word, or are left
                out where they have no meaning any more. The result lists them.
            seq: the last entry that whoever enters it has seen.
            by: who enters it.

        Raises:
            MisfitError: a later entry no longer fits, and `keep` is not set; nothing was changed.
            IllegalMoveError: the move may not be made there.
            CompanionError: that entry cannot be changed.
            UnreadableError, AmbiguousError, UnknownCardError, StaleError, SaveError: as `play`.
        """
        self._ready(seq, what)
        return self._amend(self._changeable(target), what, keep, by)

    def _amend(self, node: Node, what: str | Move, keep: bool, by: str) -> Amended:
        assert node.parent is not None, "a step in force follows another"
        draft = Draft(self._journal.moment(node.parent), self.seq, by, self._clock())
        move = None if what == "" else draft.read(what)
        misfits = Rewriting(self._journal, node, draft, keep).run(move)
        return Amended(self._commit(draft), misfits)

    def _changeable(self, target: int) -> Node:
        """Return the step in force of an entry that somebody entered."""
        if not 0 < target <= self.seq:
            raise UnknownNameError("entry", str(target), [f"1 to {self.seq}"] if self.seq else [])
        entry = self._journal.entries[target - 1]
        node = next((node for node in self._journal.line() if node.entry.seq == target), None)
        if node is None:
            record = self.log[target - 1]
            since = f"entry {record.changed_by} has changed it" if record.changed_by else "it has no effect to change"
            raise CompanionError(f"Entry {target} ({entry.text}) cannot be changed: {since}.")
        if entry.auto:
            instead = f"change entry {entry.group} instead" if entry.group else "nobody entered it"
            raise CompanionError(f"Entry {target} ({entry.text}) followed by itself; {instead}.")
        return node

    def tell(self, token: str, text: str, keep: bool = False, seq: int | None = None, by: str = "") -> Amended:
        """Tell what an untold thing is; or what a thing really is that was told wrongly, wherever it has been since.

        Args:
            token: its place, in the notation of the game.
            text: what it is.
            keep: as `amend`, where an earlier entry changes; else, that it stands although the rules refuse it.
            seq: the last entry that whoever enters it has seen.
            by: who enters it.

        Raises:
            UnreadableError: nothing lies there, or the text cannot be read.
            IllegalMoveError: it cannot be that.
            MisfitError, StaleError, SaveError: as `amend`.
        """
        self._ready(seq, f"tell {token} {text}")
        untold = {known.lower(): known for known in self.game.tokens(self.state)}
        place = untold.get(token.strip().lower())
        verdict = YES
        if place is not None:
            move = self.game.tell(self.state, place, text)
            verdict = self.game.check(self.state, move)
            if verdict:
                draft = self._draft(by)
                draft.play(move, "tell")
                return Amended(self._commit(draft))
        nodes, history = self._history()
        found = self.game.retell(history, self.state, token.strip(), text)
        if found is None:
            if not verdict and not keep:
                raise IllegalMoveError(self.game.spell(move, self.state), verdict)
            return Amended(self.it_happened(self._told(token, text, untold.values()), by=by))
        index, move = found
        return self._amend(self._changeable(nodes[index].entry.seq), move, keep, by)

    def _told(self, token: str, text: str, untold: Iterable[str]) -> Move:
        """Return the move that says from here on what no single entry said."""
        places = ", ".join(untold) or "nothing is untold now"
        expected = f"a place where something lies that can be told ({places})"
        try:
            move = self.game.tell(self.state, token.strip(), text)
        except UnreadableError as error:
            raise UnreadableError(error.text, f"{expected}, or {error.expected}") from None
        if enforce(self.game, self.state, move) is None:
            raise UnreadableError(token, expected)
        return move

    def _history(self) -> tuple[list[Node], list[tuple[Any, Move]]]:
        """Return the steps in force that are moves, and each move with the position before it."""
        nodes, history = [], []
        for node in self._journal.line():
            assert node.parent is not None, "a step in force follows another"
            game, before = self._journal.moment(node.parent)
            move = move_of(game, node.entry)
            if move is not None:
                nodes.append(node)
                history.append((before, move))
        return nodes, history

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
            raise UnreadableError(text, "some words")
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
        """Let chance make one reveal, in a practice game or a what-if copy.

        The draw depends on the seed of the table and on the position, so taking it back and drawing again gives the
        same.

        Raises:
            CompanionError: nothing is revealed now, or real cards lie on the table: enter what you see.
        """
        if self._store is not None and not self.game.edition.made_up:
            raise CompanionError("Chance plays only with practice cards; with your own box, enter what you see.")
        if self.actor != TABLE:
            raise CompanionError(f"Nothing is revealed now; expected a move of {self._header.name_of(self.actor)}.")
        state = self.state
        rng = random.Random(f"{self._header.seed}/{len(self._journal.line())}/{fingerprint(state)}")
        return self.play(self.game.chances(state).sample(rng), by=by)

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
            return stale(self._header, self._journal.entries[max(seen, 0)], text)
        return StaleError(f"{text!r} was not added: it was entered on entry {seen}, and this table has {self.seq}.")

    def _commit(self, draft: Draft) -> tuple[Entry, ...]:
        if self._store is not None:
            self._save(self._store, draft)
        self._journal.extend(draft.entries, draft.moments)
        self._version = (self._version[0], self.seq)
        return tuple(draft.entries)

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
