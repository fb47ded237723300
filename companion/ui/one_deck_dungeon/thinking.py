"""What is worked out beside the page: the first answer at once, the others one by one, each shown when it is there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Iterator, Sequence
from time import monotonic
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.games.one_deck_dungeon.feats import Readied
from companion.ui import base
from companion.ui.one_deck_dungeon.fights import Days, Met, about, counted, rated, size, sure, whole

AT_ONCE = 60_000
"""Rolls of a fight of which the page says at once what is sure: a blink."""
TRIFLE = 3_000
"""Rolls of a fight whose odds are as quick."""
PAUSE = 0.3
"""Seconds between two drawings of what nobody waits for."""

HOW: dict[str, Callable[[Met, str], Days]] = {
    "whole": whole, "counted": counted, "rated": rated, "sure": sure, "about": about,
}  # fmt: skip
"""What can be known of a fight, the best first: by the whole game tree, as far as it is soon counted, or counted for
many fights at once, and what is sure; and what it is about, where none of these is exact."""


class Job(msgspec.Struct, frozen=True):
    """Something to be worked out.

    Args:
        key: what it is about.
        work: works it out.
        quick: whether the page may wait for it.
        awaited: whether the page shows it as soon as it is there.
        moot: says that it is no longer worth the work.
    """

    key: Hashable
    work: Callable[[], Any]
    quick: bool = False
    awaited: bool = True
    moot: Callable[[], bool] = lambda: False


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

    def look(self, met: Met | None, preference: str, how: str) -> Days | None:
        """Return what is known of a fight; None where nothing is, or where there is no fight.

        Args:
            met: the fight.
            preference: what the party prefers.
            how: one of `HOW`.
        """
        found: Days | None = self.known((how, met, preference)) if met is not None else None
        return found

    def best(self, met: Met | None, preference: str) -> Days | None:
        """Return the best that is known of a fight: its odds, else what it is about, else what is sure."""
        proven = self.bound(met, preference)
        if proven is not None and proven.exact:
            return proven
        told = self.look(met, preference, "about")
        return told if told is not None and (proven is None or told.safe > proven.safe) else proven

    def bound(self, met: Met | None, preference: str) -> Days | None:
        """Return the best that is proven of a fight."""
        return next((days for how in HOW if how != "about" and (days := self.look(met, preference, how))), None)

    def known(self, key: Hashable) -> Any:
        """Return what was worked out about something; None while it was not."""
        return self._known.get(key)

    @property
    def waiting(self) -> int:
        """How many things are still to be worked out."""
        return len(self._wanted) + self._busy

    def want(
        self,
        here: Sequence[Met | None],
        preference: str,
        others: Sequence[Met | None] = (),
        more: Sequence[Job] = (),
        beside: Sequence[Met | None] = (),
    ) -> None:
        """Ask for the odds of fights: first for what is sure of each, then for more.

        Args:
            here: the fights that are shown; the whole game tree is gone through for these alone.
            preference: what the party prefers.
            others: fights that are compared with them.
            more: what else is asked, after those that are shown.
            beside: the fights as they would be with or without a feat, to tell what it is worth.
        """
        mine, theirs = _told(here), [met for met in _told(others) if met not in _told(here)]
        # One that takes long is enough to compare all by what is sure: the largest are looked at first.
        compared = sorted(_told(others), key=lambda met: -size(met.fight))

        def moot() -> bool:
            return any((days := self.look(met, preference, "rated")) is not None and days.rough for met in compared)

        def known() -> bool:
            return all((days := self.bound(met, preference)) is not None and days.exact for met in mine)

        jobs = [
            *_jobs(mine, preference, "sure"),
            *_jobs(theirs, preference, "sure", awaited=False),
            *(replace(job, moot=known) for job in _jobs(list(filter(_samples, mine)), preference, "about")),
            *_jobs(mine, preference, "counted"),
            *_jobs([met for met in mine if met.deep], preference, "whole"),
            *more,
            *_jobs(_told(beside), preference, "counted"),
            *_jobs([met for met in _told(beside) if met.deep], preference, "whole"),
            *(replace(job, moot=moot) for job in _jobs(compared, preference, "rated", awaited=False)),
        ]
        self.do(sorted(jobs, key=lambda job: not job.quick))

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
            job = self._wanted.pop(0)
            if not job.moot():
                self._learn(job)

    def _learn(self, job: Job) -> None:
        self._known[job.key] = job.work()

    async def _work(self) -> None:
        drawn = monotonic()
        try:
            while self._wanted:
                job = self._wanted.pop(0)
                if job.key not in self._known and not job.moot():
                    self._known[job.key] = await asyncio.to_thread(job.work)
                    if job.awaited or monotonic() - drawn > PAUSE:
                        self._redraw()
                        drawn = monotonic()
        finally:
            self._busy = False
            self._redraw()


def _samples(met: Met) -> bool:
    """Whether rolls of a fight are sampled: the dice are told, and no feat rolls some of them first."""
    return bool(met.dice) and not isinstance(met, Readied)


def _told(fights: Sequence[Met | None]) -> list[Met]:
    return [met for met in dict.fromkeys(fights) if met is not None]


def _jobs(fights: Sequence[Met], preference: str, how: str, awaited: bool = True) -> Iterator[Job]:
    """Yield what is to be worked out of fights; what is sure is not asked where the odds are as quick."""
    for met in fights:
        rolls = size(met.fight)
        trifle = rolls <= TRIFLE and not met.deep
        if trifle and how in ("sure", "about"):
            continue
        quick = trifle if how in ("counted", "rated") else how == "sure" and rolls <= AT_ONCE
        yield Job((how, met, preference), lambda met=met: HOW[how](met, preference), quick, awaited)  # type: ignore[misc]


def _looping() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
