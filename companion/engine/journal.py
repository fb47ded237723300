"""The journal of a table: numbered entries, which of them are in force, and the position they lead to.

Entries are only ever added. What stands is derived: undoing, redoing and amending are entries themselves, so a page
that saw entry 10 can never enter something onto a position that somebody has taken back since.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import blake2b
from typing import Any, Literal, NamedTuple, cast, get_args

import msgspec

from companion.engine.errors import SaveError
from companion.engine.game import Game, Move, Seat, Verdict

Kind = Literal["play", "observe", "tell", "learn", "undo", "redo", "amend", "correct", "call", "join", "note"]
KINDS: frozenset[str] = frozenset(get_args(Kind))
"""Everything an entry can be."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the journal.

    Args:
        seq: its number, from 1, without gaps.
        kind: what it is.
        text: it in normal form, as people would type it.
        data: JSON of what it carries: a move (play, observe, tell), the cards (learn), a `Change` (amend), a
            `Correction` (correct), a `Called` (call) or a `Seat` (join).
        by: the device or seat that entered it, free text.
        at: when, an ISO time told by the caller.
        auto: whether it followed by itself from the entry `group`.
        group: the number of that entry; 0 for what somebody entered, and for what followed from the set-up. Not by
            itself: the entry that began the step of which this one is a part, undone and redone together.
        hash: fingerprint of the position after it.
    """

    seq: int
    kind: Kind
    text: str = ""
    data: str = ""
    by: str = ""
    at: str = ""
    auto: bool = False
    group: int = 0
    hash: str = ""


NOTHING = msgspec.Raw(b"null")
"""The JSON of no move."""


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an `amend` entry carries.

    Args:
        target: the entry that it replaces.
        line: every entry in force from there on, in order; the amending entry stands for itself.
        move: JSON of the move that stands there now; `NOTHING` strikes the entry out.
        forced: the entries in `line` that rest on the table's word, because the rules refuse them now.
    """

    target: int
    line: tuple[int, ...]
    move: msgspec.Raw = NOTHING
    forced: tuple[int, ...] = ()


class Correction(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a `correct` entry carries: the whole position, and the refused move that led to it, if it was one."""

    state: msgspec.Raw
    move: msgspec.Raw = NOTHING


class Called(msgspec.Struct, frozen=True):
    """What a `call` entry carries: a seat, by its handle, what it was called before, and what it is called now."""

    seat: str
    was: str
    name: str


class Moment(NamedTuple):
    """A position, and the game as it was known then (cards learned in play included)."""

    game: Game
    state: Any


class ReplayError(SaveError):
    """An entry that cannot be followed.

    Args:
        entry: the entry.
        why: what is wrong, as a sentence.
        clauses: ids of the clauses that refuse it, where a rule does.
    """

    def __init__(self, entry: Entry, why: str, clauses: tuple[str, ...] = ()) -> None:
        self.entry, self.why, self.clauses = entry, why, clauses
        rules = f" (rule {', '.join(clauses)})" if clauses else ""
        super().__init__(f"Entry {entry.seq} ({entry.text or entry.kind}) cannot be followed: {why}{rules}")


class Node:
    """A step that stands or once stood: its entry, the step before it, and, once worked out, where it leads."""

    __slots__ = ("entry", "expected", "forced", "moment", "parent")

    def __init__(self, parent: Node | None, entry: Entry, forced: bool = False, expected: str = "") -> None:
        self.parent, self.entry = parent, entry
        self.forced = forced
        self.expected = expected
        self.moment: Moment | None = None


class Intent(NamedTuple):
    """Something a person entered: undoing it leads back to `before`, redoing it to `after`, its followers included."""

    seq: int
    before: Node
    after: Node


def fingerprint(state: Any) -> str:
    """Return eight hex digits that tell one position from another."""
    return blake2b(msgspec.json.encode(state, order="deterministic"), digest_size=4).hexdigest()


def encode(value: Any) -> str:
    """Return the JSON of a move, a position or a payload."""
    return msgspec.json.encode(value).decode()


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def read_move(game: Game, raw: str | msgspec.Raw) -> Move:
    """Decode the JSON of a move.

    Raises:
        msgspec.MsgspecError: it is none of this game's.
    """
    move: Move = _decoder(game.move_type).decode(raw)
    return move


def read_change(entry: Entry) -> Change:
    """Decode what an `amend` entry carries.

    Raises:
        ReplayError: it is damaged.
    """
    try:
        return msgspec.json.decode(entry.data, type=Change)
    except msgspec.MsgspecError as error:
        raise ReplayError(entry, f"it is damaged ({error}).") from None


def read_correction(entry: Entry) -> Correction:
    """Decode what a `correct` entry carries.

    Raises:
        msgspec.MsgspecError: it is damaged.
    """
    return msgspec.json.decode(entry.data, type=Correction)


def read_called(entry: Entry) -> Called:
    """Decode what a `call` entry carries.

    Raises:
        msgspec.MsgspecError: it is damaged.
    """
    return msgspec.json.decode(entry.data, type=Called)


def read_joined(entry: Entry) -> Seat:
    """Decode what a `join` entry carries.

    Raises:
        msgspec.MsgspecError: it is damaged.
    """
    return msgspec.json.decode(entry.data, type=Seat)


def reseated(game: Game, state: Any, entry: Entry) -> Any | None:
    """Return the position after an entry that concerns who sits there (call, join); None after any other."""
    if entry.kind == "call":
        called = read_called(entry)
        return game.renamed(state, called.seat, called.name)
    return game.joined(state, read_joined(entry)) if entry.kind == "join" else None


def move_of(game: Game, entry: Entry) -> Move | None:
    """Return the move that an entry makes; None where it makes none (a note, a strike-out, a whole position).

    Raises:
        ReplayError: the entry is damaged.
        msgspec.MsgspecError: so is its move.
    """
    if entry.kind in ("play", "observe", "tell"):
        return read_move(game, entry.data)
    raw = NOTHING
    if entry.kind == "amend":
        raw = read_change(entry).move
    elif entry.kind == "correct":
        raw = read_correction(entry).move
    return None if raw == NOTHING else read_move(game, raw)


def enforce(game: Game, state: Any, move: Move) -> Any | None:
    """Return the position after a move that happened, whatever the rules say of it; None where it has no meaning."""
    if game.check(state, move):
        return game.apply(state, move)
    return game.force(state, move)


class Journal:
    """Every entry of a table, and what stands.

    Args:
        start: the position before the first entry.
        strict: whether each move is checked again when followed, because it was entered under other rules. Then a
            position that differs is only noticed (`drift`); otherwise it is a `ReplayError`.
    """

    def __init__(self, start: Moment, strict: bool = False) -> None:
        self.strict = strict
        self.drift = 0
        self.entries: list[Entry] = []
        self.done: list[Intent] = []
        self.undone: list[Intent] = []
        self.made: dict[int, Node] = {}
        self.targets: dict[int, int] = {}
        self.cut: frozenset[int] = frozenset()
        self._placed: set[int] = set()
        self._root = Node(None, Entry(0, "note"))
        self._root.moment = start
        self.head = self._root

    def copy(self) -> Journal:
        """Return a journal that goes its own way from here; the steps so far are shared."""
        other = Journal(self.moment(self._root), self.strict)
        other._root, other.head, other.drift = self._root, self.head, self.drift
        other.entries, other.done, other.undone = list(self.entries), list(self.done), list(self.undone)
        other.cut = self.cut
        other.made, other.targets, other._placed = dict(self.made), dict(self.targets), set(self._placed)
        return other

    @property
    def seq(self) -> int:
        """Return the number of the last entry, 0 before the first."""
        return len(self.entries)

    def line(self) -> list[Node]:
        """Return the steps in force, oldest first."""
        out: list[Node] = []
        node = self.head
        while node.parent is not None:
            out.append(node)
            node = node.parent
        return out[::-1]

    def called(self) -> dict[str, str]:
        """Return what seats are called now that were given another name, by handle."""
        renamed = (read_called(node.entry) for node in self.line() if node.entry.kind == "call")
        return {called.seat: called.name for called in renamed}

    def joined(self) -> tuple[Seat, ...]:
        """Return the seats that were added since the set-up, in order, with the names they came with."""
        return tuple(read_joined(node.entry) for node in self.line() if node.entry.kind == "join")

    def extend(self, entries: Iterable[Entry], moments: Mapping[int, Moment] | None = None) -> None:
        """Take in entries that follow the last one.

        Args:
            entries: whole transactions, in order.
            moments: positions after some of them, where the caller has worked them out already.

        Raises:
            ReplayError: one does not belong here; those before it have been taken in.
        """
        batch = list(entries)
        known = {entry.seq: entry for entry in batch}
        for entry in batch:
            self._enter(entry, known)
            self.entries.append(entry)
        for seq, moment in (moments or {}).items():
            if seq in self.made:
                self.made[seq].moment = moment

    def _enter(self, entry: Entry, known: Mapping[int, Entry]) -> None:
        if entry.seq != self.seq + 1:
            raise ReplayError(entry, f"entry {self.seq + 1} was expected here and is missing.")
        if entry.kind not in KINDS:
            raise ReplayError(entry, f"{entry.kind!r} is not a kind of entry.")
        if entry.kind == "undo":
            self._swap(entry, self.done, self.undone)
        elif entry.kind == "redo":
            self._swap(entry, self.undone, self.done)
        elif entry.kind == "amend":
            self._amend(entry, known)
        elif entry.kind != "note" and entry.seq not in self._placed:
            self._step(entry)

    def _swap(self, entry: Entry, source: list[Intent], target: list[Intent]) -> None:
        if not source:
            raise ReplayError(entry, f"there is nothing to {entry.kind}.")
        intent = source.pop()
        target.append(intent)
        self.targets[entry.seq] = intent.seq
        self.head = intent.before if entry.kind == "undo" else intent.after

    def _step(self, entry: Entry) -> None:
        node = self.made[entry.seq] = Node(self.head, entry, expected=entry.hash)
        if not entry.auto and not entry.group:
            self._intend(entry, self.head, node)
        elif self.done:
            self.done[-1] = self.done[-1]._replace(after=node)
        self.head = node

    def _intend(self, entry: Entry, before: Node, after: Node) -> None:
        self.done.append(Intent(entry.seq, before, after))
        self.undone.clear()

    def _amend(self, entry: Entry, known: Mapping[int, Entry]) -> None:
        change = read_change(entry)
        self.targets[entry.seq] = change.target
        old = next((node for node in self.line() if node.entry.seq == change.target), None)
        if old is None or old.parent is None:
            raise ReplayError(entry, f"entry {change.target}, which it changes, does not stand.")
        node = old.parent
        for seq in change.line:
            step = self._entry(seq, known)
            if step is None:
                raise ReplayError(entry, f"entry {seq}, which belongs to it, is missing.")
            node = Node(node, step, forced=seq in change.forced)
            self.made.setdefault(seq, node)
        if change.line:
            node.expected = entry.hash
        self._placed.update(seq for seq in change.line if seq > entry.seq)
        self._intend(entry, self.head, node)
        self.head = node

    def _entry(self, seq: int, known: Mapping[int, Entry]) -> Entry | None:
        return self.entries[seq - 1] if 0 < seq <= self.seq else known.get(seq)

    def moment(self, node: Node) -> Moment:
        """Return where a step leads, following every step before it that has not been followed yet.

        Raises:
            ReplayError: some step cannot be followed.
        """
        pending: list[Node] = []
        while node.moment is None:
            pending.append(node)
            assert node.parent is not None, "the first node knows its position"
            node = node.parent
        moment = node.moment
        for step in reversed(pending):
            moment = step.moment = self._follow(moment, step)
        return moment

    def broken(self) -> ReplayError | None:
        """Follow everything in force; stop before the first step that cannot be followed, and say which it is.

        That step and those after it are `cut`: they stand no more, although nobody took them back.
        """
        line = self.line()
        for place, node in enumerate(line):
            try:
                self.moment(node)
            except ReplayError as error:
                assert node.parent is not None, "a line never holds the first node"
                self.head = node.parent
                self.cut = frozenset(lost.entry.seq for lost in line[place:])
                return error
        return None

    def _follow(self, moment: Moment, node: Node) -> Moment:
        try:
            after = self._lead(moment, node)
        except ReplayError:
            raise
        except Exception as error:
            # Whatever other rules, or a damaged row, make a game raise: the table opens before that entry.
            raise ReplayError(node.entry, f"it fits no position here ({error}).") from error
        self._verify(moment, node, after)
        return after

    def _lead(self, moment: Moment, node: Node) -> Moment:
        game, state = moment
        if node.entry.kind == "learn":
            return Moment(game.with_cards(msgspec.json.decode(node.entry.data)), state)
        seated = reseated(game, state, node.entry)
        if seated is not None:
            return Moment(game, seated)
        if node.entry.kind == "correct" and not node.forced:
            return Moment(game, _decoder(game.state_type).decode(read_correction(node.entry).state))
        move = move_of(game, node.entry)
        if move is None:
            raise ReplayError(node.entry, "it makes no move.")
        if node.forced:
            return Moment(game, self._enforced(moment, node.entry, move))
        if self.strict:
            refuse(node.entry, game.check(state, move))
        return Moment(game, game.apply(state, move))

    def _enforced(self, moment: Moment, entry: Entry, move: Move) -> Any:
        state = enforce(moment.game, moment.state, move)
        if state is None:
            raise ReplayError(entry, "it has no meaning in this position.")
        return state

    def _verify(self, before: Moment, node: Node, after: Moment) -> None:
        if not node.expected or node.expected == fingerprint(after.state):
            return
        if self.strict:
            self.drift = self.drift or node.entry.seq
            return
        move = None if node.entry.kind == "learn" or node.forced else move_of(before.game, node.entry)
        if move is not None and node.entry.kind != "correct":
            refuse(node.entry, before.game.check(before.state, move))
        raise ReplayError(node.entry, "it leads to another position now than when it was entered.")


def refuse(entry: Entry, verdict: Verdict) -> None:
    """Raise for an entry that the rules do not allow.

    Raises:
        ReplayError: with the reason and the clauses of the verdict.
    """
    if not verdict:
        raise ReplayError(entry, verdict.reason, verdict.clauses)


def standing(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return the entries in force, in the order in which they count. No game is needed for that.

    Raises:
        ReplayError: an entry that cannot be there, such as an undo of nothing.
    """
    journal = Journal(Moment(cast(Game, None), None))
    journal.extend(entries)
    return tuple(node.entry for node in journal.line())
