"""When a kernel ends: soon after its page has gone."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from jupyter_core.utils import ensure_async

UNLINKED = 60
"""Seconds that a kernel may live without a page; a reload makes a new one, so nothing is lost."""

UNSEEN = 120
"""Seconds that a page may take to load before its kernel is given up."""


class Reaper:
    """Ends the kernels that no page holds.

    A heartbeat counts as activity, so the culling of idle kernels alone would spare them for ever.

    Args:
        manager: the kernel manager of the server.
        unlinked: seconds that a kernel may live after its page has gone.
        unseen: seconds that a kernel may wait for its page.
        now: a clock in seconds.
    """

    def __init__(
        self,
        manager: Any,
        unlinked: float = UNLINKED,
        unseen: float = UNSEEN,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._manager, self._unlinked, self._unseen, self._now = manager, unlinked, unseen, now
        self._deadline: dict[str, float] = {}

    async def sweep(self) -> list[str]:
        """Look at every kernel once.

        Returns:
            The kernels that were ended.
        """
        present = list(self._manager.list_kernel_ids())
        self._deadline = {kernel: at for kernel, at in self._deadline.items() if kernel in present}
        ended = [kernel for kernel in present if await self._is_over(kernel)]
        for kernel in ended:
            self._deadline.pop(kernel, None)
            await ensure_async(self._manager.shutdown_kernel(kernel, now=True))
        return ended

    async def _is_over(self, kernel: str) -> bool:
        if not await ensure_async(self._manager.get_kernel(kernel).is_alive()):
            return True
        if self._manager.kernel_model(kernel)["connections"] > 0:
            # A linked kernel starts a new, shorter wait at the first sweep that finds it alone.
            self._deadline[kernel] = float("inf")
            return False
        if self._deadline.get(kernel) == float("inf"):
            self._deadline[kernel] = self._now() + self._unlinked
        return self._now() >= self._deadline.setdefault(kernel, self._now() + self._unseen)
