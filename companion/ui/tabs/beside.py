"""What takes long to be told of a game that is over: worked out beside the page, shown once it is there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from companion.ui import base
from companion.ui.panel import Item, Text

if TYPE_CHECKING:
    from companion.ui.play import TableScreen


class Beside:
    """How a game went, on one device.

    Args:
        screen: the table.
    """

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self._seq = -1
        self._found: tuple[Item, ...] | None = ()

    def items(self) -> Iterable[Item]:
        """Return what is known, or that it is being looked for; where no event loop runs it is worked out at once."""
        table = self.screen.session.table
        if self._seq != table.seq:
            self._seq = table.seq
            work = self.screen.kit.looking_back(table)
            self._found = None if work is not None else ()
            if work is not None and base.spawn(self._work(work, table.seq), self.screen.app.shell) is None:
                self._found = work()
        return (Text("Looking back …", "small"),) if self._found is None else self._found

    async def _work(self, work: Callable[[], tuple[Item, ...]], seq: int) -> None:
        found = await asyncio.to_thread(work)
        if seq != self._seq:
            return
        self._found = found
        if self.screen.app.screen is self.screen:
            self.screen.refresh()
