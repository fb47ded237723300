"""What is worked out beside the page: the first answer at once, the others one after the other, each shown when there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Sequence
from typing import Any

import msgspec

from companion.games.one_deck_dungeon.encounter import Fight
from companion.ui import base
from companion.ui.one_deck_dungeon.fights import Forecast, forecast, size

AT_ONCE = 60_000
"""Rolls of a fight that is worked out while the page waits: a blink."""


class Job(msgspec.Struct, frozen=True):
    """Something to be worked out.

    Args:
        key: what it is about.
        work: works it out.
        quick: whether the page may wait for it.
    """

    key: Hashable
    work: Callable[[], Any]
    quick: bool


class Thinker:
    """What is known, and what is still to be worked out.

    Args:
        redraw: draws the page again when something new is known.
    """

    def __init__(self, redraw: Callable[[], None]) -> None:
        self._redraw = redraw
        self._known: dict[Hashable, Any] = {}
        self._wanted: list[Job] = []
        self._busy = False

    def look(self, fight: Fight | None) -> Forecast | None:
        """Return what is known of a fight; None where nothing is, or where there is no fight."""
        found: Forecast | None = self.known(fight) if fight is not None else None
        return found

    def known(self, key: Hashable) -> Any:
        """Return what was worked out about something; None while it was not."""
        return self._known.get(key)

    @property
    def waiting(self) -> int:
        """How many things are still to be worked out."""
        return len(self._wanted) + self._busy

    def want(self, fights: Sequence[Fight | None]) -> None:
        """Ask for the odds of fights, the most pressing first."""
        told = [fight for fight in dict.fromkeys(fights) if fight is not None]
        self.do([Job(fight, lambda fight=fight: forecast(fight), size(fight) <= AT_ONCE) for fight in told])  # type: ignore[misc]

    def do(self, jobs: Sequence[Job]) -> None:
        """Ask for things, the most pressing first; what was wanted before and has not begun is forgotten.

        On a page one quick thing is worked out before this returns, and the rest beside the page; where no page runs,
        all quick ones at the head are, and `finish` works out the rest.
        """
        wanted = [job for job in jobs if job.key not in self._known]
        looping = _looping()
        while wanted and wanted[0].quick:
            self._learn(wanted.pop(0))
            if looping:
                break
        self._wanted = wanted
        if wanted and not self._busy and looping:
            self._busy = True
            base.spawn(self._work())

    def finish(self) -> None:
        """Work out everything that is wanted, while the page waits."""
        while self._wanted:
            self._learn(self._wanted.pop(0))

    def _learn(self, job: Job) -> None:
        self._known[job.key] = job.work()

    async def _work(self) -> None:
        try:
            while self._wanted:
                job = self._wanted.pop(0)
                if job.key not in self._known:
                    self._known[job.key] = await asyncio.to_thread(job.work)
                    self._redraw()
        finally:
            self._busy = False
            self._redraw()


def _looping() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
