"""Who has looked at the own dungeon once more at the end of a game. A yes is a note, so every device knows of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from companion.ui.kit import kit, own_thing

if TYPE_CHECKING:
    from companion.engine.table import Table

YES = "Yes, all of it is right"
"""The note that a seat's confirmation is; it holds until something about that seat is entered."""


def confirm(table: Table, seat: str, by: str) -> None:
    """Note that a seat has looked and finds everything right.

    Args:
        table: the table.
        seat: whose dungeon it is.
        by: the seat of the device; empty for that of the whole table.
    """
    table.note(f"{seat}: {YES}", by)


def confirmed(table: Table) -> set[str]:
    """Return the seats whose yes still holds: nothing was entered since that may concern them."""
    handles = [player.handle for player in table.players]
    out: set[str] = set()
    doubted: set[str] = set()
    for record in reversed(table.log):
        if record.kind == "call":
            continue
        if record.kind != "note":
            named = {seat for seat in handles if re.search(rf"\b{re.escape(seat)}\b", record.text)}
            doubted |= named or set(handles)
        elif record.text.endswith(YES):
            out |= {record.text.partition(":")[0]} - doubted
        if len(out | doubted) == len(handles):
            break
    return out


def missing(table: Table) -> list[str]:
    """Return the seats that are still to say yes, in their order; none where nothing is asked."""
    if table.outcome() is None or table.header.ended is not None or kit(table.game.id).together:
        return []
    said = confirmed(table)
    return [player.handle for player in table.players if player.handle not in said]


def ask_words(table: Table, viewer: str) -> str:
    """Return what a seat's own device says at the end of a game; empty where nothing is asked.

    Args:
        table: the table.
        viewer: the seat; empty for a device that is nobody's own.
    """
    waiting = missing(table) if viewer else []
    if viewer in waiting:
        return f"Is this your {own_thing(kit(table.game.id))}? Look it over"
    return f"Waiting for {' and '.join(table.header.name_of(seat) for seat in waiting)} to look" if waiting else ""
