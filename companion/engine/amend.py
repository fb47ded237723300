"""Changing an old entry: everything after it is followed again, and what no longer fits is found or kept."""

from __future__ import annotations

import msgspec

from companion.engine.draft import MOST_FOLLOWERS, Draft, learned
from companion.engine.errors import IllegalMoveError, MisfitError
from companion.engine.game import Move, Verdict
from companion.engine.journal import (
    NOTHING,
    Change,
    Entry,
    Journal,
    Moment,
    Node,
    encode,
    enforce,
    fingerprint,
    move_of,
    read_correction,
    reseated,
)


class Misfit(msgspec.Struct, frozen=True):
    """A later entry that the rules refuse after a change.

    Args:
        entry: the entry.
        verdict: why it is refused.
        kept: True: it stands all the same, on the table's word; False: it has no meaning any more and was left out.
    """

    entry: Entry
    verdict: Verdict
    kept: bool


class Amended(msgspec.Struct, frozen=True):
    """What a change led to: the entries written, and the later ones that no longer fit the rules."""

    entries: tuple[Entry, ...]
    misfits: tuple[Misfit, ...] = ()


class Rewriting:
    """One change of an old entry, worked out in a draft; the journal is not touched.

    Args:
        journal: the journal.
        target: the step in force that is changed.
        draft: an empty draft that starts on the position before `target` and numbers on from the journal's end.
        keep: whether later entries that no longer fit are kept on the table's word instead of refused.
    """

    def __init__(self, journal: Journal, target: Node, draft: Draft, keep: bool) -> None:
        self._target = target
        self._draft = draft
        self._keep = keep
        line = journal.line()
        self._later = [n for n in line[line.index(target) + 1 :] if n.entry.kind != "learn"]
        self._taught = {n.entry.data: n.entry.seq for n in line if n.entry.kind == "learn"}
        self._number = draft.next_seq
        self._line: list[int] = []
        self._forced: list[int] = []
        self._misfits: list[Misfit] = []

    def run(self, move: Move | None) -> tuple[Misfit, ...]:
        """Put `move` in the place of the target (None: strike it out) and fill the draft.

        Returns:
            The later entries that no longer fit; empty unless they are to be kept.

        Raises:
            IllegalMoveError: the move itself is not allowed there, and cannot be kept.
            MisfitError: a later entry no longer fits, and is not to be kept.
        """
        old = self._target.entry.seq
        text = f"strike out {old}" if move is None else f"amend {old}: {self._draft.spell(move)}"
        self._draft.add("amend", text, "", self._draft.moment)
        if move is not None:
            self._replace(move)
        for node, following in zip(self._later, [*self._later, None][1:], strict=True):
            self._settle(node)
            self._again(node, following)
        self._settle(None)
        self._finish(move)
        return tuple(self._misfits)

    def _finish(self, move: Move | None) -> None:
        raw = NOTHING if move is None else msgspec.Raw(encode(move))
        change = Change(self._target.entry.seq, tuple(self._line), raw, tuple(self._forced))
        entries = self._draft.entries
        mark = fingerprint(self._draft.state)
        entries[0] = msgspec.structs.replace(entries[0], data=encode(change), hash=mark)

    def _replace(self, move: Move) -> None:
        game, state = self._draft.moment
        verdict = game.check(state, move)
        after = enforce(game, state, move) if verdict or self._keep else None
        if after is None:
            raise IllegalMoveError(self._draft.spell(move), verdict)
        self._stand(self._number, move, after, forced=not verdict)
        self._draft.moments[self._number] = Moment(game, after)

    def _stand(self, seq: int, move: Move, after: object, forced: bool) -> None:
        """Let the entry `seq` stand next in the line, with what it teaches."""
        game, before = self._draft.moment
        self._line.append(seq)
        if forced:
            self._forced.append(seq)
        self._draft.moment = Moment(game, after)
        self._learn(before, move)

    def _learn(self, before: object, move: Move) -> None:
        known = learned(self._draft.game, before, move)
        if known is None:
            return
        cards, game = known
        seq = self._taught.pop(encode(cards), 0)
        moment = Moment(game, self._draft.state)
        if seq:
            self._draft.moment = moment
        else:
            seq = self._draft.add("learn", f"learn {len(cards)}", encode(cards), moment, self._number).seq
        self._line.append(seq)

    def _move(self, node: Node | None) -> Move | None:
        return None if node is None else move_of(self._draft.game, node.entry)

    def _settle(self, upcoming: Node | None) -> None:
        """Add what plays itself here now, unless it is what comes next anyway."""
        for _ in range(MOST_FOLLOWERS):
            move = self._draft.game.automatic(self._draft.state)
            if move is None or move == self._move(upcoming):
                return
            first = len(self._draft.entries)
            self._draft.follow(move, self._number)
            self._line += [entry.seq for entry in self._draft.entries[first:]]

    def _again(self, node: Node, following: Node | None) -> None:
        """Follow a later step once more."""
        entry, (game, state) = node.entry, self._draft.moment
        seated = reseated(game, state, entry)
        if seated is not None:
            self._line.append(entry.seq)
            self._draft.moment = Moment(game, seated)
            return
        move = self._move(node)
        if move is None:
            # A whole position stands whatever came before it.
            whole = msgspec.json.decode(read_correction(entry).state, type=game.state_type)
            self._line.append(entry.seq)
            self._draft.moment = Moment(game, whole)
            return
        verdict = game.check(state, move)
        if entry.auto and not self._still_follows(move, verdict, following):
            return
        word = node.forced or entry.kind == "correct"
        if verdict and entry.kind != "correct":
            self._stand(entry.seq, move, game.apply(state, move), forced=False)
        else:
            self._misfit(entry, move, verdict, word)

    def _still_follows(self, move: Move, verdict: Verdict, following: Node | None) -> bool:
        """Whether a move that once played itself still does, or is at least what the table must have done here."""
        game, state = self._draft.moment
        if game.automatic(state) == move:
            return True
        after = self._move(following)
        return bool(verdict) and after is not None and not game.check(state, after)

    def _misfit(self, entry: Entry, move: Move, verdict: Verdict, word: bool) -> None:
        """Keep a step on the table's word, or leave it out; refuse where neither was asked for."""
        if not self._keep and not word:
            raise MisfitError(entry.seq, entry.text, verdict)
        after = enforce(self._draft.game, self._draft.state, move)
        if after is not None:
            self._stand(entry.seq, move, after, forced=True)
        elif not self._keep:
            raise MisfitError(entry.seq, entry.text, verdict)
        if (not verdict and not word) or after is None:
            self._misfits.append(Misfit(entry, verdict, kept=after is not None))
