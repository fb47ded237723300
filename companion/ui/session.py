"""One device at one table: who sits there, what it enters, and what became of it. It knows no game and no widget."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

import msgspec

from companion.engine.errors import IllegalMoveError, StaleError
from companion.engine.game import Move, Verdict
from companion.engine.table import Table

WHOLE_TABLE = "all"
"""The seat of a device that enters for everybody."""
WATCHING = "watch"
"""The seat of a device that only looks on."""


class Refusal(msgspec.Struct, frozen=True):
    """Something that may not be done.

    Args:
        what: the move, or the line that was typed.
        verdict: why not.
        seq: the entry that it was meant for.
    """

    what: str | Move
    verdict: Verdict
    seq: int


class News(Enum):
    """What became of something that was entered."""

    DONE = "done"
    STALE = "stale"
    REFUSED = "refused"


class Session:
    """A table as one device sees it.

    Args:
        table: the table.
        seat: handle of the seat that sits here, `WHOLE_TABLE`, `WATCHING`, or empty while nobody has said.
    """

    def __init__(self, table: Table, seat: str = "") -> None:
        self.table = table
        handles = {player.handle for player in table.players}
        self.seat = seat if seat in handles | {WHOLE_TABLE, WATCHING} else ""
        self.refusal: Refusal | None = None
        self.word: Verdict | None = None
        self.late = ""

    @property
    def viewer(self) -> str:
        """The seat whose eyes the device has; empty for everybody's."""
        return "" if self.seat in (WHOLE_TABLE, WATCHING) else self.seat

    @property
    def watching(self) -> bool:
        """Whether the device only looks on."""
        return self.seat == WATCHING

    def name_of(self, handle: str) -> str:
        """Return the name of a seat as it was typed."""
        return self.table.header.name_of(handle)

    def enter(self, what: str | Move, seq: int | None = None) -> News:
        """Enter a move or a line of shorthand.

        Args:
            what: the move.
            seq: the entry that the page showed; None: the last one.

        Returns:
            Done; stale (`late` says who was quicker); or refused (`refusal` says why).

        Raises:
            CompanionError: it cannot be read, or it cannot be saved.
        """
        seen = self.table.seq if seq is None else seq
        self.refusal = self.word = None
        try:
            doubtful = self.table.check(what) if seen == self.table.seq else None
            self.table.play(what, seen, self.viewer)
        except IllegalMoveError as error:
            self.refusal = Refusal(what, error.verdict, seen)
            return News.REFUSED
        except StaleError:
            return self._too_late(seen)
        self.word = doubtful if doubtful is not None and doubtful.cannot_tell else None
        return News.DONE

    def happened(self) -> News:
        """Enter what was refused: it happened all the same.

        Raises:
            CompanionError: what it leads to cannot be worked out, or it cannot be saved.
        """
        refusal = self.refusal
        if refusal is None:
            return News.STALE
        return self.guarded(lambda: self.table.it_happened(refusal.what, refusal.seq, self.viewer), refusal.seq)

    def guarded(self, enters: Callable[[], object], seq: int) -> News:
        """Do something that enters, and notice if somebody else was quicker.

        Args:
            enters: what to do.
            seq: the entry that the page showed.

        Raises:
            CompanionError: whatever else it raises.
        """
        try:
            enters()
        except StaleError:
            return self._too_late(seq)
        return News.DONE

    def _too_late(self, seen: int) -> News:
        self.table.refresh()
        first = next((entry for entry in self.table.log[seen:] if not entry.auto), None)
        who = self.name_of(first.by) if first is not None else "Somebody"
        self.late = f"{who} entered that first; yours was not added."
        return News.STALE
