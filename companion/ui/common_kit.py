"""What the kits of several games share: how a clause list, a depth, a turn and a house rule are read off a position.

A game whose position is of another shape says so itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from companion.engine.game import Question, Verdict
from companion.engine.table import Table
from companion.ui.kit import Doubt
from companion.ui.panel import Item


class CommonKit:
    """A kit in which every method of `Kit` that games have in common is written once.

    Attributes:
        id: id of the game, before whose clauses it stands.
        laid_out: the clauses of the setup that say what to lay out, without their beginning.
        named: what the places of the board begin with that a verdict names by a bare name; empty for nothing.
        seat_word: what the set-up calls a seat.
        search_field: what may be looked for in the Ask tab.
        asks: the questions that tables really ask, each with the clauses that answer it.
        asked_as: other words for the kinds of questions, by their ids.
        seats_line: how many may play, where that is not every number from the least to the most; else empty.
    """

    id: str
    laid_out: tuple[str, ...] = ()
    named = ""
    seat_word = "Player"
    seats_line = ""
    search_field = "Any word of the rules"
    asks: tuple[tuple[str, str], ...] = ()
    asked_as: Mapping[str, str] = MappingProxyType({})

    def stands(self, table: Table, seat: str) -> str:
        """Return the short fact about a seat: the rail of a wide page has room for no more in most games."""
        return str(self.fact(table.state, seat))

    def fact(self, state: Any, seat: str) -> str:
        """Return a short fact about a seat."""
        raise NotImplementedError

    def looking_back(self, table: Table) -> Callable[[], tuple[Item, ...]] | None:
        """Return nothing: what is told of a game that is over is known at once."""
        return None

    def asks_at(self, table: Table) -> tuple[tuple[str, str], ...]:
        """Return all of them: they are asked at every table."""
        return self.asks

    def asked_too(self, table: Table) -> tuple[Question, ...]:
        """Return nothing: all that can be asked now is among the questions of the game."""
        return ()

    def cards_found(self, table: Table, words: str) -> Iterable[Item]:
        """Return nothing: only the rules are looked through."""
        return ()

    def wrong_number(self, players: int) -> str:
        """Return nothing: every number from the least to the most can play."""
        return ""

    def layout(self, players: int, chosen: Mapping[str, str] = MappingProxyType({})) -> tuple[str, ...]:
        """Return the clauses that say what to lay out, in order."""
        return tuple(f"{self.id}.setup.{name}" for name in self.laid_out)

    def depth(self, state: Any) -> str:
        """Return the depth that a position is followed at."""
        return str(state.depth)

    def mover(self, state: Any) -> str:
        """Return the seat whose turn it is; empty before the first turn and after the end."""
        return "" if state.ended or state.step == "setup" else str(state.active)

    def word(self, place: str, text: str) -> str:
        """Return the move that says what lies at a place now."""
        return f"is {place} {text}"

    def flash(self, verdict: Verdict, seat: str) -> tuple[str, ...]:
        """Return the places of the board that a verdict names."""
        return tuple(name if "." in name else f"{self.named}/{name}" for name in verdict.where if name)

    def flipped(self, state: Any, option: str) -> Any:
        """Return the position with a house rule turned round."""
        return replace(state, rules=replace(state.rules, **{option: not getattr(state.rules, option)}))

    def consequences(self, before: Any, after: Any) -> str:
        """Return nothing: what a change of the past has led to is asked, or seen."""
        return ""

    def doubt(self, before: Any, after: Any) -> Doubt | None:
        """Return nothing: what a change of the past has led to is told, or seen."""
        return None
