"""Why a turn is advised, in words."""

from __future__ import annotations

from companion.games.four_keys.turns import Choice, Turn


def reason(choice: Choice, turn: Turn) -> str:
    """Return the reason."""
    return ""
