"""What is worked out beside the page: the first answer at once, the others one by one, each shown when it is there."""

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
LARGE = 1_000_000
"""Rolls from which on what is sure is said before the odds are."""
TOO_LARGE = 12_000_000
"""Rolls above which no more is said than what is sure."""


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

    def look(self, fight: Fight | None, exact: bool = True) -> Forecast | None:
        """Return what is known of a fight; None where nothing is, or where there is no fight.

        Args:
            fight: the fight.
            exact: the odds; False for what is sure.
        """
        found: Forecast | None = self.known((fight, exact)) if fight is not None else None
        return found

    def best(self, fight: Fight | None) -> Forecast | None:
        """Return the odds of a fight, or what is sure as long as they are not known."""
        return self.look(fight) or self.look(fight, False)

    def known(self, key: Hashable) -> Any:
        """Return what was worked out about something; None while it was not."""
        return self._known.get(key)

    @property
    def waiting(self) -> int:
        """How many things are still to be worked out."""
        return len(self._wanted) + self._busy

    def want(self, fights: Sequence[Fight | None], more: Sequence[Job] = ()) -> None:
        """Ask for the odds of fights, the most pressing first; where one is large, first for what is sure of each.

        Args:
            fights: the fights.
            more: what else is asked, after them.
        """
        told = [fight for fight in dict.fromkeys(fights) if fight is not None]
        large = any(size(fight) > LARGE for fight in told)
        sure = [_job(fight, False) for fight in told] if large else []
        self.do([*sure, *(_job(fight, True) for fight in told if size(fight) <= TOO_LARGE), *more])

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


def _job(fight: Fight, exact: bool) -> Job:
    quick = size(fight) <= (AT_ONCE if exact else LARGE)
    return Job((fight, exact), lambda: forecast(fight, exact), quick)


def _looping() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
