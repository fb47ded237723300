"""Odds worked out beside the page: the first at once, the others one after the other, each shown when it is there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from companion.games.one_deck_dungeon.encounter import Fight
from companion.ui import base
from companion.ui.one_deck_dungeon.fights import Forecast, forecast, size

AT_ONCE = 60_000
"""Rolls of a fight that is worked out while the page waits: a blink."""


class Thinker:
    """What is known of the fights that are asked about, and what is still to be worked out.

    Args:
        redraw: draws the page again when something new is known.
    """

    def __init__(self, redraw: Callable[[], None]) -> None:
        self._redraw = redraw
        self._known: dict[Fight, Forecast] = {}
        self._wanted: list[Fight] = []
        self._busy = False

    def look(self, fight: Fight | None) -> Forecast | None:
        """Return what is known of a fight; None where nothing is, or where there is no fight."""
        return self._known.get(fight) if fight is not None else None

    @property
    def waiting(self) -> int:
        """How many fights are still to be worked out."""
        return len(self._wanted)

    def want(self, fights: Sequence[Fight | None]) -> None:
        """Ask for the odds of fights, the most pressing first; what was wanted before is forgotten.

        A small fight is answered before this returns, as long as nothing larger was asked for before it.
        """
        wanted = [fight for fight in dict.fromkeys(fights) if fight is not None and fight not in self._known]
        while wanted and size(wanted[0]) <= AT_ONCE and len(self._known) < 4096:
            self._learn(wanted.pop(0))
            if not _looping():
                continue
            break
        self._wanted = wanted
        if wanted and not self._busy and _looping():
            self._busy = True
            base.spawn(self._work())

    def finish(self) -> None:
        """Work out everything that is wanted, while the page waits."""
        while self._wanted:
            self._learn(self._wanted.pop(0))

    def _learn(self, fight: Fight) -> None:
        self._known[fight] = forecast(fight)

    async def _work(self) -> None:
        try:
            while self._wanted:
                fight = self._wanted.pop(0)
                if fight not in self._known:
                    self._known[fight] = await asyncio.to_thread(forecast, fight)
                    self._redraw()
        finally:
            self._busy = False


def _looping() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
