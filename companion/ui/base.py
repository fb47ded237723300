"""What every widget callback needs: errors become sentences, late taps are refused."""

from __future__ import annotations

import asyncio
import functools
import sys
import time
import traceback
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, ParamSpec, Protocol, TypeVar

from companion.engine.errors import CompanionError

P = ParamSpec("P")
R = TypeVar("R")

TOO_LATE = 10_000
"""Milliseconds after which a message is no longer what the person means now."""


class Speaker(Protocol):
    """Whoever shows a sentence to the person at the page; the Shell widget does."""

    def trouble(self, text: str) -> None:
        """Show a sentence that stays until it is dismissed."""


class LateTapError(CompanionError):
    """A tap that reached the game long after it was made."""


class _Page:
    """The page of this process: one page, one kernel."""

    speaker: Speaker | None = None


def set_speaker(speaker: Speaker | None) -> None:
    """Name who shows the sentences of errors on this process's page; None for nobody."""
    _Page.speaker = speaker


def sentence(error: BaseException) -> str:
    """Turn an exception into one sentence fit for the page: no path, no source, no trace.

    Args:
        error: a CompanionError speaks for itself; anything else is only named by its type.
    """
    if isinstance(error, CompanionError):
        return str(error)
    return f"Something went wrong here; nothing was lost. ({type(error).__name__})"


def report(error: BaseException, speaker: Speaker | None = None) -> None:
    """Show an exception as a sentence on the page and log it where the server was started.

    Args:
        error: what happened.
        speaker: who shows it; the page's own where none is given.
    """
    if not isinstance(error, CompanionError):
        _log(error)
    voice = speaker or _Page.speaker
    if voice is not None:
        voice.trouble(sentence(error))


def _log(error: BaseException) -> None:
    # sys.stderr of a kernel is sent to the browser; the original stream goes to the terminal of the server.
    stream = sys.__stderr__ or sys.stderr
    if stream is not None:
        traceback.print_exception(error, file=stream)


def safely(fn: Callable[P, R], speaker: Speaker | None = None) -> Callable[P, R | None]:
    """Wrap a widget callback so that an exception becomes a sentence on the page, never silence.

    Args:
        fn: the callback.
        speaker: who shows the sentence; the page's own where none is given.

    Returns:
        A callback of the same arguments; it returns None where `fn` raised.
    """

    @functools.wraps(fn)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R | None:
        try:
            return fn(*args, **kwargs)
        except Exception as error:
            report(error, speaker)
            return None

    return guarded


def spawn(work: Coroutine[Any, Any, None], speaker: Speaker | None = None) -> asyncio.Task[None] | None:
    """Run a coroutine beside the page, with its errors shown like those of a callback.

    Args:
        work: the coroutine; closed unrun where no event loop runs (a test without a kernel).
        speaker: who shows its errors.

    Returns:
        The task; keep it to cancel it.
    """
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        work.close()
        return None
    return loop.create_task(_watched(work, speaker))


async def _watched(work: Coroutine[Any, Any, None], speaker: Speaker | None) -> None:
    try:
        await work
    except Exception as error:
        report(error, speaker)


def clock() -> int:
    """Milliseconds of a clock that only runs forward; the unit and origin of every beat."""
    return time.monotonic_ns() // 1_000_000


def is_late(content: Mapping[str, Any]) -> bool:
    """Tell whether a message was sent by a page that had lost touch, and delivered when the link came back.

    Args:
        content: the message; `beat` is the last heartbeat its page had seen (absent: not late).
    """
    beat = content.get("beat")
    return isinstance(beat, int) and clock() - beat > TOO_LATE


def listen(widget: Any, handlers: Mapping[str, Callable[[dict[str, Any]], None]]) -> None:
    """Route a widget's messages by their `kind`, safely, and refuse the late ones.

    Args:
        widget: any widget with `on_msg`.
        handlers: what to do for each kind; a message of another kind is ignored.
    """

    def receive(_widget: Any, content: Any, _buffers: Any) -> None:
        handler = handlers.get(str(content.get("kind"))) if isinstance(content, dict) else None
        if handler is None:
            return
        if is_late(content):
            raise LateTapError("That tap came late, after the connection was lost; nothing was entered. Tap again.")
        handler(content)

    widget.on_msg(safely(receive))


def guard_kernel() -> None:
    """Keep tracebacks of unguarded callbacks off the wire: a sentence on the page, the trace in the terminal."""
    shell = _interactive_shell()
    if shell is not None:
        shell._showtraceback = _show_unguarded


def _interactive_shell() -> Any:
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython is not None else None


def _show_unguarded(_kind: type[BaseException], error: BaseException, _lines: list[str]) -> None:
    report(error)
