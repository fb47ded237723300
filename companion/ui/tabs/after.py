"""After a game: luck and decisions told apart in one line, and what could have been had from any turn on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.ui import base
from companion.ui.panel import Button, Group, Item, Picture, Text
from companion.ui.reviewing import REVIEWERS, Had, Reviewer, Seen, reviewer

if TYPE_CHECKING:
    from companion.ui.play import TableScreen


class After:
    """Looking back, on one device.

    Args:
        screen: the table.
    """

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.seen: dict[str, Seen] = {}
        self.had: Had | None = None
        self._about: tuple[Any, ...] = ()
        self._looking = False

    @property
    def reviewer(self) -> Reviewer:
        """Who looks back."""
        return reviewer(self.screen.session.table.game.id)

    def items(self) -> Iterable[Item]:
        """Return the line, and a row for each seat; without an event loop a button that works it out."""
        table = self.screen.session.table
        if table.game.id not in REVIEWERS:
            return
        positions = table.positions
        if self._about != positions:
            self._about, self.seen, self._looking = positions, {}, False
        if not self.seen and not self._looking:
            self._looking = base.spawn(self._look_beside(), self.screen.app.shell) is not None
        if self._looking:
            yield Text("Looking back …", "small")
        elif not self.seen:
            yield Button("look back", "What could we have had?", self.screen.app.safely(self.look_back), look="row")
        else:
            yield from self._told()

    # --------------------------------------------------------------------- the line

    def look_back(self) -> None:
        """Work it out here and now."""
        self._take([self._look(seat.handle) for seat in self.screen.session.table.players])

    async def _look_beside(self) -> None:
        about = self._about
        found = [await asyncio.to_thread(self._look, seat.handle) for seat in self.screen.session.table.players]
        if self._about == about:
            self._take(found)

    def _look(self, seat: str) -> Seen | None:
        return self.reviewer.look_back(self.screen.session.table.game, self._about, seat)

    def _take(self, found: Iterable[Seen | None]) -> None:
        self.seen, self._looking = {one.seat: one for one in found if one is not None}, False
        if self.screen.app.screen is self.screen:
            self.screen.refresh()

    def _told(self) -> Iterable[Item]:
        outcome = self.screen.session.table.outcome()
        line = self.line() if outcome is not None and outcome.winners else ""
        if line:
            yield Text(line, "lead")
        for one in self.seen.values():
            name = self.screen.session.name_of(one.seat)
            go = self.screen.app.safely(partial(self.open, one.seat))
            yield Button(f"back {one.seat}", f"{name}: what could I have had?", go, sub=words(one), look="row")
        if any(one.luck for one in self.seen.values()):
            yield Text("~ Compared with random deals from the same piles, each searched briefly.", "small")

    def line(self) -> str:
        """Return the margin of the winner over the best rival, told apart; empty for one seat, or a tie."""
        first, *rest = sorted(self.seen.values(), key=lambda one: -one.points)
        if not rest or first.points == rest[0].points:
            return ""
        cards, laying = self.reviewer.told_apart(first, rest[0])
        name = self.screen.session.name_of(first.seat)
        proven = all(one.could == one.bound for one in (first, rest[0]))
        about = "" if proven else "about "
        margin = first.points - rest[0].points
        return f"{name} won by {margin}: {about}{cards:+d} from the cards taken, {about}{laying:+d} from laying them."

    # -------------------------------------------------------------- what could I have had

    def open(self, seat: str, turn: int = 0) -> None:
        """Show what a seat could have had, from a turn on; 0: only the turns to choose from."""
        self.had = None
        self._sheet(seat, turn)
        if turn:
            work = partial(self.reviewer.had, self._about, seat, turn)
            if base.spawn(self._had_beside(seat, turn, work), self.screen.app.shell) is None:
                self.had = work()
                self._sheet(seat, turn)

    async def _had_beside(self, seat: str, turn: int, work: Callable[[], Had]) -> None:
        had = await asyncio.to_thread(work)
        if "back" in self.screen.app.shell.sheets:
            self.had = had
            self._sheet(seat, turn)

    def _sheet(self, seat: str, turn: int) -> None:
        session = self.screen.session
        name = session.name_of(seat)
        count = self.reviewer.turns(self._about, seat)
        chips = tuple(
            Button(f"turn {n}", str(n), self.screen.app.safely(partial(self.open, seat, n)), look="step", on=n == turn)
            for n in range(1, count + 1)
        )
        items: list[Item] = [
            Text(f"{name}: what could I have had?", "sentence"),
            Text("From which card on, with the very cards that came?", "small"),
            Group(chips, "grid grid7"),
        ]
        if turn and self.had is None:
            items.append(Text("Looking …", "small"))
        elif self.had is not None:
            items += self._found(self.had, self.seen[seat])
        close = Button("close", "Close", self.screen.app.safely(self.screen.at.close_sheet), look="ghost")
        self.screen.at.open_sheet("back", (*items, close), session.table.seq)

    def _found(self, had: Had, seen: Seen) -> Iterable[Item]:
        exact = had.points == had.bound
        proven = "proven best" if exact else f"the best found; no more than {had.bound} can be reached"
        yield Text(f"{had.points} instead of {seen.points}: {proven}.", "lead" if exact else "lead dim")
        for step in had.steps:
            yield Text(step[:1].upper() + step[1:], "small")
        yield Picture(had.svg, f"A dungeon worth {had.points}", "board")


def words(one: Seen) -> str:
    """Return a seat's game in a line: how much of what the cards could make, and how lucky they were."""
    could = f"{one.could}" if one.could == one.bound else f"{one.could} to {one.bound}"
    made = f"made {one.points} of the {could} that these cards could make"
    if one.luck is None:
        return made
    better, deals = one.luck
    return f"{made} · cards luckier than ~{round(10 * better / deals)} in 10"
