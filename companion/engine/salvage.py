"""Reading what is left of a damaged database, row by row."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

PARTS = {
    "tables": ("id", "header", "rev", "changed", "entries", "progress"),
    "entries": ("tbl", "seq", "kind", "text", "data", "who", "at", "auto", "grp", "hash"),
    "gone": ("id",),
}
"""The tables of the database and their columns."""

_SMALLEST_ROW = 8
"""Bytes that no row can be shorter than; bounds how many there can be in a file."""


def salvage(path: Path, fresh: sqlite3.Connection) -> tuple[int, int]:
    """Copy every row that can still be read.

    Args:
        path: the damaged file; it is not changed.
        fresh: an empty database with the same parts.

    Returns:
        How many tables were kept, and how many rows were seen to be there but could not be read.
    """
    lost = 0
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as old:
        old.text_factory = lambda raw: raw.decode("utf-8", "replace")
        for part, columns in PARTS.items():
            lost += _copy(old, fresh, part, columns, path.stat().st_size)
    kept: int = fresh.execute("SELECT count(*) FROM tables").fetchone()[0]
    return kept, lost


def _copy(old: sqlite3.Connection, fresh: sqlite3.Connection, part: str, columns: tuple[str, ...], size: int) -> int:
    lost = 0
    names, marks = ", ".join(columns), ", ".join("?" * len(columns))
    fresh.execute("BEGIN")
    for rowid in _rowids(old, part, size):
        try:
            row = old.execute(f"SELECT {names} FROM {part} WHERE rowid = ?", (rowid,)).fetchone()
        except sqlite3.DatabaseError:
            lost += 1
            continue
        if row is not None:
            fresh.execute(f"INSERT OR IGNORE INTO {part} ({names}) VALUES ({marks})", [_text(x) for x in row])
    fresh.execute("COMMIT")
    return lost


def _text(value: object) -> object:
    """Return a value that fits a column that must hold something."""
    return "" if value is None else value


def _rowids(old: sqlite3.Connection, part: str, size: int) -> list[int]:
    """Return the numbers of all rows that some way of reading still knows of, in order.

    The index knows rows whose page is gone, and a scan from either end knows rows that the index has lost.
    """
    found: set[int] = set()
    for order in (f"FROM {part} ORDER BY rowid", f"FROM {part} ORDER BY rowid DESC", f"FROM {part}"):
        found.update(rowid for rowid in _scan(old, f"SELECT rowid {order}") if 0 < rowid <= size // _SMALLEST_ROW + 1)
    return sorted(found)


def _scan(old: sqlite3.Connection, query: str) -> Iterator[int]:
    try:
        for (rowid,) in old.execute(query):
            yield rowid
    except sqlite3.DatabaseError:
        return
