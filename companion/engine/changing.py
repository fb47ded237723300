"""Changing what was entered: an old entry, what was told of a thing, and what a thing is that nobody has told yet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.engine.amend import Amended, Rewriting
from companion.engine.draft import Draft
from companion.engine.entering import Entering
from companion.engine.errors import CompanionError, IllegalMoveError, UnknownNameError, UnreadableError
from companion.engine.game import YES, Move
from companion.engine.journal import Node, enforce, move_of


class Changing(Entering):
    """Everything that people enter, changes of the past included."""

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
