"""The log: every entry as a sentence, with what became of it. What was undone is shown as undone, never erased."""

from __future__ import annotations

import msgspec

from companion.engine.errors import CompanionError
from companion.engine.journal import (
    NOTHING,
    Entry,
    Journal,
    Kind,
    move_of,
    read_called,
    read_change,
    read_correction,
    read_joined,
)


class Record(msgspec.Struct, frozen=True):
    """One line of the log.

    Args:
        seq: the number of the entry.
        kind: what it is: "play", "undo".
        sentence: what happened, in words.
        text: it in normal form, as it would be typed.
        standing: whether it counts now.
        undone: whether somebody took it back.
        changed_by: the entry that replaced it, or left it out, by changing the past; 0 for none.
        auto: whether it followed by itself.
        group: the entry that it followed; 0 for none.
        corrected: whether it stands on the table's word instead of the rules'.
        by: who entered it.
        at: when, an ISO time.
    """

    seq: int
    kind: Kind
    sentence: str
    text: str
    standing: bool
    undone: bool
    changed_by: int
    auto: bool
    group: int
    corrected: bool
    by: str
    at: str


class Log:
    """Turns a journal into records. Sentences are made once."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._sentences: dict[int, str] = {}

    def records(self) -> tuple[Record, ...]:
        """Return a record of every entry, oldest first."""
        journal = self._journal
        line = journal.line()
        counts = {node.entry.seq for node in line}
        forced = {node.entry.seq for node in line if node.forced}
        alive = {intent.seq for intent in journal.done}
        changed = self._changed(counts, alive)
        out = []
        for entry in journal.entries:
            stands = self._stands(entry, counts, alive)
            out.append(self._record(entry, stands, changed.get(entry.seq, 0), entry.seq in forced))
        return tuple(out)

    def _record(self, entry: Entry, stands: bool, changed_by: int, forced: bool) -> Record:
        undone = not stands and not changed_by and entry.seq not in self._journal.cut
        corrected = stands and (forced or entry.kind == "correct")
        return Record(
            entry.seq,
            entry.kind,
            self.sentence(entry),
            entry.text,
            stands,
            undone,
            changed_by,
            entry.auto,
            entry.group,
            corrected,
            entry.by,
            entry.at,
        )

    def _stands(self, entry: Entry, counts: set[int], alive: set[int]) -> bool:
        if entry.kind in ("undo", "redo", "note"):
            return True
        return entry.seq in (alive if entry.kind == "amend" else counts)

    def _changed(self, counts: set[int], alive: set[int]) -> dict[int, int]:
        """Map each entry that a change in force replaced or left out to that change."""
        out: dict[int, int] = {}
        for intent in self._journal.done:
            entry = self._journal.entries[intent.seq - 1]
            if entry.kind != "amend":
                continue
            target = self._journal.targets[entry.seq]
            node = intent.before
            while node.parent is not None:
                out.setdefault(node.entry.seq, entry.seq)
                if node.entry.seq == target:
                    break
                node = node.parent
        return {seq: by for seq, by in out.items() if seq not in counts}

    def sentence(self, entry: Entry) -> str:
        """Return what happened, in words."""
        known = self._sentences.get(entry.seq)
        if known is None:
            known = self._sentences[entry.seq] = self._sentence(entry)
        return known

    def step(self, seq: int) -> str:
        """Return what somebody entered in one go, in words: of what was dealt how much it is, and its first entry."""
        first, later = self._journal.entries[seq - 1], self._journal.entries[seq:]
        more = sum(entry.group == seq and not entry.auto for entry in later)
        return f"{more + 1} dealt: {self.sentence(first)}" if more else self.sentence(first)

    def _sentence(self, entry: Entry) -> str:
        if entry.kind in ("undo", "redo"):
            step = self.step(self._journal.targets[entry.seq])
            return f"{'Taken back' if entry.kind == 'undo' else 'Brought back'}: {step}"
        if entry.kind == "note":
            return entry.text
        if entry.kind == "call":
            called = read_called(entry)
            return f"{called.was} is called {called.name} from now on"
        if entry.kind == "join":
            return f"{read_joined(entry).name} joins the game, by agreement of the table"
        if entry.kind == "learn":
            return f"New to this box: {entry.text.removeprefix('learn ')} card(s)"
        return self._told(entry)

    def _told(self, entry: Entry) -> str:
        """Return the sentence of an entry that changes the position."""
        if entry.kind == "amend":
            old = self.sentence(self._journal.entries[self._journal.targets[entry.seq] - 1])
            if read_change(entry).move == NOTHING:
                return f"Struck out {read_change(entry).target}: {old}"
            return f"Changed {read_change(entry).target} ({old}) to: {self._described(entry)}"
        if entry.kind == "correct" and read_correction(entry).move == NOTHING:
            return "Corrected the position" + entry.text.removeprefix("correct")
        described = self._described(entry)
        return f"It happened: {described}" if entry.kind == "correct" else described

    def _described(self, entry: Entry) -> str:
        """Let the game describe a move; its own text stands in where it makes no sense in the position before it."""
        node = self._journal.made[entry.seq]
        if node.parent is None:
            return entry.text
        try:
            game, state = self._journal.moment(node.parent)
            move = move_of(game, entry)
            return entry.text if move is None else game.describe(move, state)
        except (CompanionError, msgspec.MsgspecError, LookupError, ValueError):
            return entry.text
