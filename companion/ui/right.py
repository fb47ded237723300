"""Putting something right: a question on the pad about a thing on the board, or about an entry of the log."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from companion.ui.kit import DO, Change
from companion.ui.pad import Answer, Ask

if TYPE_CHECKING:
    from companion.ui.play import TableScreen


class PuttingRight(msgspec.Struct, frozen=True):
    """A question that stands on the pad in place of the game's own.

    Args:
        ask: the question.
        sentence: the one sentence meanwhile.
        done: what an answer does.
        stands: whether the thing is still as it was when the question came up.
        place: the place of the board that it is about; empty for none.
    """

    ask: Ask
    sentence: str
    done: Callable[[Answer], object]
    stands: Callable[[], bool]
    place: str = ""

    @classmethod
    def thing(cls, screen: TableScreen, place: str, change: Change) -> PuttingRight:
        """Ask what a thing on the board really is.

        Args:
            screen: the table on this device.
            place: where it lies.
            change: what it may be changed to.
        """
        sentence = "What is it really?" if change.ask is not None else change.title
        stands = partial(_unchanged, screen, place, change)
        return cls(change.question(place), sentence, partial(_thing, screen, place), stands, place)

    @classmethod
    def entry(cls, screen: TableScreen, seq: int) -> PuttingRight | None:
        """Ask again what an entry of the log said; None where that cannot be picked.

        Args:
            screen: the table on this device.
            seq: its number.
        """
        text = screen.session.table.log[seq - 1].text
        ask = screen.play.entry_ask(text)
        if ask is None:
            return None
        done = partial(_entry, screen, seq, text)
        stands = partial(_as_entered, screen, seq, text)
        ask = msgspec.structs.replace(ask, name=f"entry {seq}")
        return cls(ask, f"What should entry {seq} have been?", done, stands)


def _unchanged(screen: TableScreen, place: str, change: Change) -> bool:
    return screen.play.change(place) == change


def _as_entered(screen: TableScreen, seq: int, text: str) -> bool:
    record = screen.session.table.log[seq - 1]
    return record.standing and record.text == text


def _thing(screen: TableScreen, place: str, answer: Answer) -> None:
    picked = answer.value[0][0]
    if picked.startswith(DO):
        screen.play.do(place, picked.removeprefix(DO))
    else:
        screen.tell(*screen.play.changed(place, answer))


def _entry(screen: TableScreen, seq: int, text: str, answer: Answer) -> None:
    screen.amend(seq, screen.play.entry_text(text, answer))
