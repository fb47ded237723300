"""The SQLite file behind the store: opened by several processes at once, repaired when damaged, read when it cannot be
written."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from companion.engine.errors import SaveError
from companion.engine.salvage import salvage

T = TypeVar("T")

SCHEMA_VERSION = 1
MEMORY = ":memory:"

SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, header TEXT NOT NULL, rev INTEGER NOT NULL DEFAULT 0,
    changed TEXT NOT NULL DEFAULT '', entries INTEGER NOT NULL DEFAULT 0, progress TEXT NOT NULL DEFAULT '');
CREATE TABLE IF NOT EXISTS entries (
    tbl TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL, data TEXT NOT NULL,
    who TEXT NOT NULL, at TEXT NOT NULL, auto INTEGER NOT NULL, grp INTEGER NOT NULL, hash TEXT NOT NULL,
    PRIMARY KEY (tbl, seq));
CREATE TABLE IF NOT EXISTS gone (id TEXT PRIMARY KEY);
"""

_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_UNWRITABLE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_IOERR)


class Database:
    """One file of tables, or one in memory.

    Args:
        path: the file, or ":memory:".
        patience: seconds to wait for another process that is writing.
    """

    def __init__(self, path: Path | str, patience: float = 5.0) -> None:
        self.path = Path(path) if path != MEMORY else None
        self.patience = patience
        self.notices: list[str] = []
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._opened: tuple[int, int] | None = None
        self._trouble = ""
        self._copy: str | None = None

    def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run something that only reads.

        Raises:
            SaveError: it cannot be read.
        """
        with self._lock:
            return self._run(work)

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run something that writes, in one transaction: all of it, or nothing.

        Raises:
            SaveError: it cannot be written; nothing was.
        """

        def whole(connection: sqlite3.Connection) -> T:
            if self._trouble:
                # What is open is a copy to look at: nobody would ever see again what is written there.
                raise SaveError(self._trouble)
            with _transaction(connection):
                return work(connection)

        with self._lock:
            if self._trouble:
                # Perhaps there is room again, or the folder may be written by now.
                self.close()
            return self._run(whole)

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            if self._copy is not None:
                shutil.rmtree(self._copy, ignore_errors=True)
            self._connection, self._copy, self._trouble = None, None, ""

    def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return work(self._open())
        except sqlite3.DatabaseError as error:
            if not is_damage(error) or self.path is None:
                raise SaveError(self._explain(error)) from error
        self._repair()
        try:
            return work(self._open())
        except sqlite3.DatabaseError as error:
            raise SaveError(self._explain(error)) from error

    def _open(self) -> sqlite3.Connection:
        if self._connection is not None and not self._trouble and self._opened != self._identity():
            # Another process has put a repaired file in its place.
            self.close()
        if self._connection is None:
            self._connection = self._connect()
            self._opened = self._identity()
        return self._connection

    def _identity(self) -> tuple[int, int] | None:
        if self.path is None:
            return None
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def _connect(self) -> sqlite3.Connection:
        if self.path is None:
            return self._prepare(_connect(MEMORY, self.patience))
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            return self._prepare(_connect(str(self.path), self.patience))
        except OSError as error:
            self._trouble = f"The folder {self.path.parent} cannot be made ({error.strerror}); {_LOOK_ONLY}"
        except sqlite3.OperationalError as error:
            if _code(error) not in (*_UNWRITABLE, sqlite3.SQLITE_FULL):
                raise
            self._trouble = self._explain(error)
        return self._look()

    def _look(self) -> sqlite3.Connection:
        """Open a copy to read from: SQLite needs to write beside the file even where it only reads."""
        if self.path is None or not self.path.exists():
            return self._prepare(_connect(MEMORY, self.patience))
        try:
            self._copy = tempfile.mkdtemp()
            for part in (self.path, _beside(self.path, "-wal")):
                if part.exists():
                    shutil.copyfile(part, Path(self._copy) / part.name)
        except OSError as error:
            raise SaveError(f"The saved tables in {self.path} cannot be read ({error.strerror}).") from error
        return self._prepare(_connect(str(Path(self._copy) / self.path.name), self.patience))

    def _prepare(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        try:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version > SCHEMA_VERSION:
                raise SaveError(f"A later version of Companion saved the tables in {self.path}; update this one.")
            _into_wal(connection)
            if version < SCHEMA_VERSION:
                create_schema(connection)
            # Touches the first page of each part, so that damage there shows now and not in the middle of a turn.
            for part in ("tables", "entries", "gone"):
                connection.execute(f"SELECT 1 FROM {part} LIMIT 1").fetchall()
            self._check_writable(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _check_writable(self, connection: sqlite3.Connection) -> None:
        if self._copy is None:
            with _transaction(connection):
                pass

    def _repair(self) -> None:
        """Move a damaged file aside and put what can be read of it in its place, unless somebody has done so."""
        assert self.path is not None, "a database in memory is never repaired"
        opened = self._opened
        self.close()
        if opened is not None and opened != self._identity():
            return
        try:
            self.notices += filter(None, [repair(self.path)])
        except (OSError, sqlite3.DatabaseError) as error:
            raise SaveError(f"The saved tables in {self.path} are damaged and cannot be repaired ({error}).") from error

    def _explain(self, error: sqlite3.DatabaseError) -> str:
        """Say in a sentence what is wrong with the file."""
        place = self.path or "memory"
        match _code(error):
            case sqlite3.SQLITE_FULL:
                return f"The disk is full: nothing could be written to {place}. Free some space; {_LOOK_ONLY}"
            case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
                return f"Another program holds the saved tables in {place}; nothing was added, enter it again."
            case code if code in _UNWRITABLE:
                return f"The saved tables in {place} cannot be written ({error}); {_LOOK_ONLY}"
        return f"The saved tables in {place} cannot be used ({error})."


_LOOK_ONLY = "until then tables can be read, and nothing on this page is lost."


def repair(path: Path) -> str:
    """Move a damaged file aside, put what can be read of it in its place, and say so in a sentence.

    Returns:
        The sentence; empty if the file is sound, because another process was quicker.

    Raises:
        OSError: the folder cannot be written; the damaged file is where it was.
    """
    if _sound(path):
        return ""
    fresh = _beside(path, f"-fresh-{os.getpid()}")
    fresh.unlink(missing_ok=True)
    connection = _connect(str(fresh), 5.0)
    try:
        create_schema(connection)
        kept = salvage(path, connection)
    finally:
        connection.close()
    aside = _free_name(path)
    for suffix in ("-wal", "-shm"):
        # The old log would otherwise be played onto the fresh file.
        if _beside(path, suffix).exists():
            _beside(path, suffix).replace(_beside(aside, suffix))
    shutil.copyfile(path, aside)
    fresh.replace(path)
    return f"The saved tables were damaged. {kept} of them could be kept; the damaged file is now {aside}."


def _sound(path: Path) -> bool:
    try:
        with contextlib.closing(_connect(str(path), 5.0)) as connection:
            return bool(connection.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok")
    except sqlite3.DatabaseError:
        return False


def create_schema(connection: sqlite3.Connection) -> None:
    """Make the parts of a database that are not there yet."""
    with _transaction(connection):
        for statement in SCHEMA.split(";"):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def is_damage(error: sqlite3.Error) -> bool:
    """Whether an error means that the file is damaged."""
    return _code(error) in _DAMAGE


def _code(error: sqlite3.Error) -> int:
    """Return the primary error code of SQLite, 0 for an error of the Python side."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _connect(place: str, patience: float) -> sqlite3.Connection:
    connection = sqlite3.connect(place, timeout=patience, isolation_level=None, check_same_thread=False)
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    return connection


def _into_wal(connection: sqlite3.Connection) -> None:
    """Let readers and one writer work side by side. Two processes that switch at once get "locked" without waiting."""
    for pause in (0.01, 0.05, 0.2, 0.5, 1.0, None):
        try:
            if connection.execute("PRAGMA journal_mode").fetchone()[0] not in ("wal", "memory"):
                connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if pause is None or _code(error) not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise
            time.sleep(pause)


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
        raise


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _free_name(path: Path) -> Path:
    """Return a name for the damaged copy that is not taken: tables-damaged-1.db."""
    number = 1
    while (candidate := path.with_name(f"{path.stem}-damaged-{number}{path.suffix}")).exists():
        number += 1
    return candidate
