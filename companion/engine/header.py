"""What is known of a table beside its entries, its one-line listing, and a table as one JSON text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from companion.engine.errors import SaveError, excerpt
from companion.engine.game import PARTY, Seat
from companion.engine.journal import Entry

FORMAT = "companion-table"
FORMAT_VERSION = 1
HANDLE = re.compile("[a-z0-9]+")


class Ended(msgspec.Struct, frozen=True):
    """A game that the table agreed to end early.

    Args:
        at: when, an ISO time.
        by: who entered it.
        standings: handle, certain points and the most that may still come, the leader first.
    """

    at: str
    by: str
    standings: tuple[tuple[str, int, int], ...]


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a table is, beside its entries.

    Args:
        id: four letters and digits that can be read aloud.
        game: id of the game.
        title: what people call the table.
        rules_version: version of the rules that it was begun under.
        players: seats, in seating order.
        options: house-rule switches and the depth, as the set-up takes them.
        edition: JSON of the cards, copied, so that no file on disk is needed again.
        seed: start of the chance of practice games.
        created: when, an ISO time.
        archived: whether it is put away from the list.
        ended: the agreed end, if there was one.
        rematch_of: id of the table that this one follows.
        called: what seats are called now that were given another name since, by handle.
        joined: seats that were added during the game, with the names they came with.
    """

    id: str
    game: str
    title: str
    rules_version: int
    players: tuple[Seat, ...]
    options: dict[str, Any]
    edition: str
    seed: int
    created: str
    archived: bool = False
    ended: Ended | None = None
    rematch_of: str = ""
    called: dict[str, str] = {}
    joined: tuple[Seat, ...] = ()

    @property
    def seated(self) -> tuple[Seat, ...]:
        """Return the seats of now with the names that they have now."""
        everybody = (*self.players, *self.joined)
        return tuple(Seat(seat.handle, self.called.get(seat.handle, seat.name)) for seat in everybody)

    def name_of(self, who: str) -> str:
        """Return the name of the seat with that handle, or the text as it is; "Everybody" for the party, "Somebody" for
        nobody.
        """
        if who == PARTY:
            return "Everybody"
        return next((seat.name for seat in self.seated if seat.handle == who), who) or "Somebody"


class Listing(msgspec.Struct, frozen=True):
    """A table in the list.

    Args:
        id: its id.
        game: id of the game; empty where it cannot be read.
        title: what people call it.
        players: their names.
        created: when it was made, an ISO time.
        changed: when something was entered last, an ISO time.
        entries: how many there are.
        archived: whether it is put away.
        ended: whether the table agreed to end it.
        line: all of it on one line.
        damaged: whether its header cannot be read.
    """

    id: str
    game: str
    title: str
    players: tuple[str, ...]
    created: str
    changed: str
    entries: int
    archived: bool
    ended: bool
    line: str
    damaged: bool = False


def listing(header: Header, changed: str, entries: int, progress: str) -> Listing:
    """Build the list entry of a table from what is stored, without following its entries."""
    names = tuple(seat.name for seat in header.seated)
    facts = [header.title, ", ".join(names), progress, "agreed end" if header.ended else ""]
    line = " · ".join(fact for fact in facts if fact)
    ended = header.ended is not None
    return Listing(
        header.id, header.game, header.title, names, header.created, changed, entries, header.archived, ended, line
    )


def unreadable(table_id: str, changed: str, entries: int, why: str) -> Listing:
    """Build the list entry of a table whose header is damaged."""
    line = f"{table_id}: its description is damaged ({why})"
    return Listing(table_id, "", table_id, (), "", changed, entries, False, False, line, True)


def read_header(table_id: str, raw: str) -> Header:
    """Decode a header.

    Raises:
        SaveError: it is damaged.
    """
    try:
        header = msgspec.json.decode(raw, type=Header)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise SaveError(f"The description of table {table_id} is damaged ({error}).") from None
    return msgspec.structs.replace(header, id=table_id)


class _Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry in a text, with its data as JSON inside JSON instead of as a text."""

    entry: Entry
    data: msgspec.Raw = msgspec.Raw(b"null")


class _Text(msgspec.Struct, frozen=True):
    format: str
    version: int
    header: Header
    entries: tuple[_Line, ...]


def to_text(header: Header, entries: Sequence[Entry]) -> str:
    """Return a table as one JSON text."""
    lines = tuple(_Line(msgspec.structs.replace(entry, data=""), _raw(entry.data)) for entry in entries)
    return msgspec.json.encode(_Text(FORMAT, FORMAT_VERSION, header, lines)).decode()


def _raw(data: str) -> msgspec.Raw:
    """Return the JSON of an entry, or, where it is damaged, that text as a JSON string."""
    try:
        msgspec.json.decode(data or "null")
    except msgspec.MsgspecError:
        return msgspec.Raw(msgspec.json.encode(data))
    return msgspec.Raw(data or "null")


def from_text(text: str | bytes) -> tuple[Header, tuple[Entry, ...]]:
    """Read back what `to_text` wrote.

    Raises:
        SaveError: it is no table, is damaged, or was written by a later version of Companion.
    """
    try:
        whole = msgspec.json.decode(text, type=_Text)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise SaveError(f"This is not a table that Companion exported ({error}).") from None
    if whole.format != FORMAT or whole.version > FORMAT_VERSION:
        raise SaveError(
            f"This text is {whole.format!r} version {whole.version}; "
            f"expected {FORMAT!r}, at most version {FORMAT_VERSION}."
        )
    fault = _fault(whole)
    if fault:
        raise SaveError(f"This is not a table that Companion exported, or somebody has changed it: {fault}.")
    return whole.header, tuple(_entry(line) for line in whole.entries)


def _fault(whole: _Text) -> str:
    """Say what cannot be in a text that `to_text` wrote: seats that notation could not name, numbers out of order."""
    handles = [seat.handle for seat in (*whole.header.players, *whole.header.joined)]
    wrong = next((handle for handle in handles if not HANDLE.fullmatch(handle) or handles.count(handle) > 1), None)
    if wrong is not None:
        return f"{excerpt(wrong)!r} is the handle of a seat; expected small letters and digits, each seat its own"
    numbers = [line.entry.seq for line in whole.entries]
    for before, number in zip([0, *numbers], numbers, strict=False):
        if not before < number < 2**63:
            return f"entry {number} follows entry {before}; expected numbers that rise"
    return ""


def _entry(line: _Line) -> Entry:
    data = bytes(line.data).decode()
    return msgspec.structs.replace(line.entry, data="" if data == "null" else data)
