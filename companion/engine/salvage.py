"""Reading what is left of a damaged database, page by page, without the index pages that usually lead to the rows.

The layout of the pages is that of https://www.sqlite.org/fileformat2.html, sections 1.3 to 2.1.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

Value: TypeAlias = str | bytes | int | float | None

MAGIC = b"SQLite format 3\x00"
USUAL_PAGE = 4096
"""Bytes of a page where the head of the file does not say so any more."""
HEAD = 100
"""Bytes before the content of the first page."""
LEAF = 0x0D
"""What a page with rows begins with."""
LEAF_HEAD = 8
"""Bytes before the list of where the rows of a page are."""

_INTEGERS = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 7: 8, 8: 0, 9: 0}
"""Bytes of a value, by its code; texts and other data carry their length in the code."""


def salvage(path: Path, fresh: sqlite3.Connection) -> int:
    """Copy every row that can still be read.

    Args:
        path: the damaged file; it is not changed.
        fresh: an empty database of the store.

    Returns:
        How many tables were kept.
    """
    fresh.execute("BEGIN")
    for row in rows(path.read_bytes()):
        match row:
            case (str(), int(), str(), str(), str(), str(), str(), int(), int(), str()):
                fresh.execute("INSERT OR IGNORE INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
            case (str(), str(), int(), str(), int(), str()):
                # A row that was moved may be there twice; the later one counts.
                fresh.execute(
                    "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET header = "
                    "excluded.header, rev = excluded.rev, changed = excluded.changed, entries = excluded.entries, "
                    "progress = excluded.progress WHERE (excluded.rev, excluded.entries) > (rev, entries)",
                    row,
                )
            case (str(),):
                fresh.execute("INSERT OR IGNORE INTO gone VALUES (?)", row)
    _complete(fresh)
    fresh.execute("COMMIT")
    kept: int = fresh.execute("SELECT count(*) FROM tables").fetchone()[0]
    return kept


def _complete(fresh: sqlite3.Connection) -> None:
    """Drop what somebody had deleted, and restore headers from the copies among the entries."""
    for part, key in (("tables", "id"), ("entries", "tbl")):
        fresh.execute(f"DELETE FROM {part} WHERE {key} IN (SELECT id FROM gone)")
    fresh.execute(
        "INSERT OR IGNORE INTO tables (id, header, changed, entries) SELECT tbl, data, at, "
        "(SELECT max(seq) FROM entries AS e WHERE e.tbl = head.tbl) FROM entries AS head WHERE seq = 0"
    )


def rows(raw: bytes) -> Iterator[tuple[Value, ...]]:
    """Yield every row of every page that can still be read, in no order."""
    size = page_size(raw)
    for start in range(0, len(raw), size):
        page = raw[start : start + size]
        head = HEAD if start == 0 else 0
        if page[head : head + 1] == bytes([LEAF]):
            yield from _rows_on(raw, page, head, size)


def page_size(raw: bytes) -> int:
    """Return the bytes of a page, as the head of the file says, or the usual number where it is damaged."""
    size = int.from_bytes(raw[16:18], "big") if raw.startswith(MAGIC) else 0
    size = 65536 if size == 1 else size
    return size if size >= 512 and size & (size - 1) == 0 else USUAL_PAGE


def _rows_on(raw: bytes, page: bytes, head: int, size: int) -> Iterator[tuple[Value, ...]]:
    count = int.from_bytes(page[head + 3 : head + 5], "big")
    for place in range(head + LEAF_HEAD, head + LEAF_HEAD + 2 * count, 2):
        at = int.from_bytes(page[place : place + 2], "big")
        try:
            yield _record(_payload(raw, page, at, size))
        except (IndexError, ValueError):
            continue


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return the number that starts at a place, and the place behind it."""
    value = 0
    for step in range(8):
        byte = data[at + step]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + step + 1
    return value << 8 | data[at + 8], at + 9


def _payload(raw: bytes, page: bytes, at: int, size: int) -> bytes:
    """Return the bytes of a row, those on further pages included."""
    length, at = _varint(page, at)
    _, at = _varint(page, at)
    if length > len(raw):
        raise ValueError(f"a row of {length} bytes in a file of {len(raw)}")
    longest = size - 35
    if length <= longest:
        return page[at : at + length]
    least = (size - 12) * 32 // 255 - 23
    here = least + (length - least) % (size - 4)
    here = here if here <= longest else least
    out = page[at : at + here]
    following = int.from_bytes(page[at + here : at + here + 4], "big")
    while len(out) < length:
        start = (following - 1) * size
        if not 0 < start < len(raw):
            raise ValueError(f"a row goes on at page {following}, which is not there")
        out += raw[start + 4 : start + size]
        following = int.from_bytes(raw[start : start + 4], "big")
    return out[:length]


def _record(payload: bytes) -> tuple[Value, ...]:
    """Return the values of a row."""
    end, at = _varint(payload, 0)
    codes = []
    while at < end:
        code, at = _varint(payload, at)
        codes.append(code)
    values = []
    for code in codes:
        length = _INTEGERS[code] if code < 10 else (code - 12) // 2
        if code in (7, 10, 11) or at + length > len(payload):
            raise ValueError(f"a value of code {code} that the store never writes, or that is cut off")
        values.append(_value(code, payload[at : at + length]))
        at += length
    return tuple(values)


def _value(code: int, raw: bytes) -> Value:
    if code == 0:
        return None
    if code < 10:
        return code - 8 if code >= 8 else int.from_bytes(raw, "big", signed=True)
    return raw.decode() if code % 2 else raw
