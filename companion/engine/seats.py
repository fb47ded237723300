"""Seats from the names that people type. A name is text, whatever is in it; the handle is what notation uses."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from companion.engine.errors import UnknownNameError
from companion.engine.game import Seat

LONGEST_NAME = 40
"""Characters of a name that are kept."""
LONGEST_HANDLE = 12
"""Characters of a handle before the number that tells two of them apart."""
RESERVED = frozenset({"party", "table", "nobody"})
"""Handles that would read like an actor that is no seat."""

_INVISIBLE = frozenset("\u200b\u200c\u200d\u2060\ufeff")
_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def seats(names: Sequence[str]) -> tuple[Seat, ...]:
    """Make a seat of each name, in order.

    Args:
        names: anything that people type: markup, emoji, right-to-left, blank, twice the same.

    Returns:
        Seats whose names have 1 to 40 characters on one line, and whose handles are `[a-z0-9]+` and all different.
    """
    shown = [clean(name) or f"Player {number}" for number, name in enumerate(names, 1)]
    handles: list[str] = []
    for number, (name, typed) in enumerate(zip(shown, names, strict=True), 1):
        base = handle(name) if clean(typed) else ""
        handles.append(_free(base or f"p{number}", handles))
    return tuple(Seat(h, name) for h, name in zip(handles, shown, strict=True))


def newcomer(name: str, taken: Sequence[str]) -> Seat:
    """Make a seat of a name beside others; `taken` are their handles."""
    shown = clean(name)
    return Seat(_free(handle(shown) or f"p{len(taken) + 1}", taken), shown)


def clean(name: str) -> str:
    """Return a name on one line, without what would disturb the text around it, cut to 40 characters.

    Blanks and line ends become one blank; control characters and marks that turn the direction of the text go.
    """
    kept = (c if c.isprintable() or c in "\u200c\u200d\u200e\u200f" else " " for c in name if c not in _OVERRIDES)
    line = " ".join("".join(kept).split())
    cut = line[:LONGEST_NAME].strip().rstrip("\u200d")
    return cut if any(c not in _INVISIBLE for c in cut) else ""


def handle(name: str) -> str:
    """Return the letters and digits of a name that everybody can type: "D'Ark" gives "dark". May be empty."""
    plain = unicodedata.normalize("NFKD", name).lower()
    found = re.sub(r"[^a-z0-9]", "", plain)[:LONGEST_HANDLE]
    return f"p{found}" if found[:1].isdigit() else found


def _free(base: str, taken: Iterable[str]) -> str:
    """Return the handle itself, or with the first number from 2 that makes it one of its own."""
    used = RESERVED.union(taken)
    number, candidate = 1, base
    while candidate in used:
        number += 1
        candidate = f"{base}{number}"
    return candidate


class Seated(Protocol):
    """Whatever a position keeps of a seat."""

    @property
    def handle(self) -> str:
        """The handle of the seat."""
        ...


S = TypeVar("S", bound=Seated)


def find(seats: Iterable[S], handle: str) -> S:
    """Return the seat with this handle.

    Raises:
        UnknownNameError: no such seat.
    """
    handles = []
    for seat in seats:
        if seat.handle == handle:
            return seat
        handles.append(seat.handle)
    raise UnknownNameError("seat", handle, handles)


def put(seats: Iterable[S], seat: S) -> tuple[S, ...]:
    """Return the seats with this one in the place of the one of its handle."""
    return tuple(seat if other.handle == seat.handle else other for other in seats)
