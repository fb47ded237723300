"""The store: every table in one SQLite file, one row an entry, one transaction a line of entries.

Several processes use it at once. Whoever enters second on the same position is told, and adds nothing.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import msgspec

from companion.engine.database import MEMORY, Database
from companion.engine.errors import SaveError, StaleError, UnknownNameError
from companion.engine.game import Seat
from companion.engine.header import Ended, Header, Listing, from_text, listing, read_header, to_text, unreadable
from companion.engine.home import home
from companion.engine.journal import Entry, encode

Version: TypeAlias = tuple[int, int]
"""How often the header of a table has changed, and the number of its last entry. Differs whenever anything has."""

LETTERS = "BCDFGHJKLMNPQRSTVWXYZ23456789"
"""What ids are made of: nothing that sounds or looks like something else (0 O, 1 I), no vowels, so no words."""
FILE = "tables.db"

_COLUMNS = "seq, kind, text, data, who, at, auto, grp, hash"


class Store:
    """Saved tables.

    Args:
        path: the file, or ":memory:" for tables that nobody keeps; by default in the folder that `COMPANION_HOME`
            names, or the user data folder.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        place: str | Path = home() / FILE if path is None else os.fspath(path)
        self._db = Database(place)

    @property
    def path(self) -> Path | None:
        """Return the file; None in memory."""
        return self._db.path

    @property
    def notices(self) -> tuple[str, ...]:
        """Return what people should know about the saved tables: that a damaged file was moved aside."""
        return tuple(self._db.notices)

    def close(self) -> None:
        """Let go of the file. The store opens it again when it is used again."""
        self._db.close()

    def create(self, header: Header, entries: Sequence[Entry] = (), progress: str = "") -> Header:
        """Save a new table.

        Args:
            header: what it is; its `id` is used if it is a good one that nobody has, and made otherwise.
            entries: its first entries.
            progress: how far it is, for the list.

        Returns:
            The header with its id.

        Raises:
            SaveError: it cannot be written.
        """

        def work(connection: sqlite3.Connection) -> Header:
            named = msgspec.structs.replace(header, id=_free_id(connection, header.id))
            changed = entries[-1].at if entries else header.created
            connection.execute(
                "INSERT INTO tables (id, header, changed, entries, progress) VALUES (?, ?, ?, ?, ?)",
                (named.id, encode(named), changed, len(entries), progress),
            )
            _insert(connection, named.id, [_copy(named), *entries])
            return named

        return self._db.write(work)

    def append(self, header: Header, history: Sequence[Entry], entries: Sequence[Entry], progress: str = "") -> None:
        """Add entries to a table, all or nothing.

        Args:
            header: the table.
            history: every entry before them. Whatever the file has lost of those is written again.
            entries: the new ones.
            progress: how far the game is now, for the list.

        Raises:
            StaleError: somebody else has entered since; nothing was added.
            SaveError: it cannot be written, or somebody has deleted the table; nothing was added.
        """

        def work(connection: sqlite3.Connection) -> None:
            self._restore(connection, header)
            have = _last(connection, header.id)
            if have > len(history):
                raise stale(header, _entries(connection, header.id, len(history))[0], entries[0].text)
            _insert(connection, header.id, [*history[have:], *entries])
            connection.execute(
                "UPDATE tables SET changed = ?, entries = ?, progress = ? WHERE id = ?",
                (entries[-1].at, entries[-1].seq, progress, header.id),
            )

        self._db.write(work)

    def _restore(self, connection: sqlite3.Connection, header: Header) -> None:
        """Write the header again if the file has lost it (not if somebody has deleted the table)."""
        if connection.execute("SELECT 1 FROM tables WHERE id = ?", (header.id,)).fetchone():
            return
        if connection.execute("SELECT 1 FROM gone WHERE id = ?", (header.id,)).fetchone():
            raise SaveError(f"Somebody has deleted table {header.id}: nothing was added. Export it here to keep it.")
        connection.execute("INSERT INTO tables (id, header) VALUES (?, ?)", (header.id, encode(header)))
        connection.execute("DELETE FROM entries WHERE tbl = ? AND seq = 0", (header.id,))
        _insert(connection, header.id, [_copy(header)])

    def header(self, table_id: str) -> Header:
        """Return what a table is.

        Raises:
            UnknownNameError: there is no such table.
            SaveError: its description is damaged.
        """
        return read_header(*self._raw_header(table_id))

    def _raw_header(self, table_id: str) -> tuple[str, str]:
        wanted = _normal(table_id)
        row = self._db.read(lambda c: c.execute("SELECT id, header FROM tables WHERE id = ?", (wanted,)).fetchone())
        if row is None:
            raise UnknownNameError("table", table_id, [found.id for found in self.tables()])
        return row[0], row[1]

    def entries(self, table_id: str, after: int = 0) -> list[Entry]:
        """Return the entries of a table behind the one numbered `after`, in order; what cannot be read is missing."""
        return self._db.read(lambda c: _entries(c, _normal(table_id), after))

    def version(self, table_id: str) -> Version:
        """Return what differs whenever something in the table has changed; cheap enough to ask all the time.

        Raises:
            UnknownNameError: there is no such table (any more).
        """
        wanted = _normal(table_id)
        query = "SELECT rev, (SELECT coalesce(max(seq), 0) FROM entries WHERE tbl = id) FROM tables WHERE id = ?"
        row = self._db.read(lambda c: c.execute(query, (wanted,)).fetchone())
        if row is None:
            raise UnknownNameError("table", table_id)
        return row[0], row[1]

    def tables(self, archived: bool = False) -> tuple[Listing, ...]:
        """List the tables, the one entered last first, without following a single entry.

        Args:
            archived: whether those that were put away are listed too.
        """
        query = "SELECT id, header, changed, entries, progress FROM tables ORDER BY changed DESC, rowid DESC"
        rows = self._db.read(lambda c: c.execute(query).fetchall())
        found = [_listed(*row) for row in rows]
        return tuple(one for one in found if archived or not one.archived)

    def rename(self, table_id: str, title: str) -> Header:
        """Call a table something else.

        Raises:
            UnknownNameError, SaveError: there is no such table, or it cannot be written.
        """
        return self._change(table_id, lambda header: msgspec.structs.replace(header, title=title))

    def seat(self, table_id: str, called: Mapping[str, str], joined: tuple[Seat, ...]) -> Header:
        """Write down what seats of a table are called now, and who has joined, for the list.

        Raises:
            UnknownNameError, SaveError: there is no such table, or it cannot be written.
        """
        return self._change(
            table_id, lambda header: msgspec.structs.replace(header, called=dict(called), joined=joined)
        )

    def archive(self, table_id: str, archived: bool = True) -> Header:
        """Put a table away, or take it out again.

        Raises:
            UnknownNameError, SaveError: there is no such table, or it cannot be written.
        """
        return self._change(table_id, lambda header: msgspec.structs.replace(header, archived=archived))

    def end(self, table_id: str, ended: Ended | None) -> Header:
        """Write down that the table agreed to end the game; None: that it goes on after all.

        Raises:
            UnknownNameError, SaveError: there is no such table, or it cannot be written.
        """
        return self._change(table_id, lambda header: msgspec.structs.replace(header, ended=ended))

    def _change(self, table_id: str, change: Callable[[Header], Header]) -> Header:
        def work(connection: sqlite3.Connection) -> Header | None:
            row = connection.execute("SELECT id, header FROM tables WHERE id = ?", (_normal(table_id),)).fetchone()
            if row is None:
                return None
            header = change(read_header(*row))
            connection.execute("UPDATE tables SET header = ?, rev = rev + 1 WHERE id = ?", (encode(header), header.id))
            return header

        header = self._db.write(work)
        if header is None:
            raise UnknownNameError("table", table_id)
        return header

    def delete(self, table_id: str) -> None:
        """Remove a table and all its entries for good.

        Raises:
            UnknownNameError, SaveError: there is no such table, or it cannot be written.
        """
        wanted = _normal(table_id)

        def work(connection: sqlite3.Connection) -> int:
            removed = connection.execute("DELETE FROM tables WHERE id = ?", (wanted,)).rowcount
            if removed:
                connection.execute("DELETE FROM entries WHERE tbl = ?", (wanted,))
                connection.execute("INSERT OR IGNORE INTO gone (id) VALUES (?)", (wanted,))
            return removed

        if not self._db.write(work):
            raise UnknownNameError("table", table_id)

    def export(self, table_id: str) -> str:
        """Return a table as one JSON text.

        Raises:
            UnknownNameError, SaveError: there is no such table, or its description is damaged.
        """
        return to_text(self.header(table_id), self.entries(table_id))

    def import_text(self, text: str | bytes) -> Header:
        """Save a table that was exported, under its own id if that is free.

        Raises:
            SaveError: it is no table, or it cannot be written.
        """
        header, entries = from_text(text)
        return self.create(header, entries)


def store_at(place: str | os.PathLike[str] | None = None) -> Store:
    """Return the store of a file, the same one each time; a new one for ":memory:".

    Args:
        place: the file; by default the user's own.
    """
    file = os.fspath(home() / FILE if place is None else place)
    if file == MEMORY:
        return Store(file)
    return _shared.setdefault(os.path.abspath(file), Store(file))


_shared: dict[str, Store] = {}


def stale(header: Header, first: Entry, text: str) -> StaleError:
    """Build the error that says who entered first, and that this was not added."""
    return StaleError(f"{header.name_of(first.by)} entered {first.text!r} first; {text!r} was not added.")


def _normal(table_id: str) -> str:
    return table_id.strip().upper()


def _good(table_id: str) -> bool:
    return len(table_id) == 4 and all(letter in LETTERS for letter in table_id)


def _free_id(connection: sqlite3.Connection, wished: str) -> str:
    """Return the id wished for, or a new one; never one that was ever used here."""
    candidate = wished if _good(wished) else _random_id()
    query = "SELECT 1 FROM tables WHERE id = ? UNION SELECT 1 FROM gone WHERE id = ?"
    while connection.execute(query, (candidate, candidate)).fetchone():
        candidate = _random_id()
    return candidate


def _random_id() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(4))


def _last(connection: sqlite3.Connection, table_id: str) -> int:
    row = connection.execute("SELECT coalesce(max(seq), 0) FROM entries WHERE tbl = ?", (table_id,)).fetchone()
    return int(row[0])


def _entries(connection: sqlite3.Connection, table_id: str, after: int) -> list[Entry]:
    query = f"SELECT {_COLUMNS} FROM entries WHERE tbl = ? AND seq > ? ORDER BY seq"
    return [
        Entry(seq, kind, text, data, who, at, bool(auto), group, hash)
        for seq, kind, text, data, who, at, auto, group, hash in connection.execute(query, (table_id, after))
    ]


def _insert(connection: sqlite3.Connection, table_id: str, entries: Sequence[Entry]) -> None:
    connection.executemany(
        f"INSERT INTO entries (tbl, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(table_id, e.seq, e.kind, e.text, e.data, e.by, e.at, int(e.auto), e.group, e.hash) for e in entries],
    )


def _copy(header: Header) -> Entry:
    """Return the header as a row among the entries, for the day when a damaged page holds the other one."""
    return Entry(0, "note", data=encode(header), at=header.created)


def _listed(table_id: str, header: str, changed: str, entries: int, progress: str) -> Listing:
    try:
        return listing(read_header(table_id, header), changed, entries, progress)
    except SaveError as error:
        return unreadable(table_id, changed, entries, str(error))
