"""What is there: the position as this device sees it, what the table is at, and what was begun on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.errors import CompanionError
from companion.games.shadowgate.judging import understood
from companion.games.shadowgate.rules import Shadowgate
from companion.games.shadowgate.state import CYCLED, PHASES, Position
from companion.games.shadowgate.traits import told
from companion.ui.at_table import AtTable
from companion.ui.boards.shadowgate_list import Slip
from companion.ui.kit import Desk
from companion.ui.shadowgate.cards import due_text

if TYPE_CHECKING:
    pass

MOST_SKIPPED = 12
"""Reveals that are skipped behind one line."""


class Seen(AtTable[Shadowgate, Position]):
    """What every part of the Table tab rests on.

    Args:
        desk: the page.
    """

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.seat = ""
        self.ledger = self.asking = self.arming = self.telling = self.tab = self.trait = ""
        self.slip: Slip | None = None
        self.unasked: set[str] = set()
        self.warned: set[str] = set()

    def name(self, seat: str) -> str:
        """Return the name of a seat."""
        return self.state.player(seat).name

    @property
    def looking(self) -> str:
        """The seat whose mat is shown: whoever has to do something, unless another one was tapped."""
        state = self.state
        word, *rest = state.token or [""]
        due = rest[0] if word in ("item", "puzzle", "staff", "tokens", "uncurse", "character") else ""
        return self.seat or due or understood(state) or state.players[0].handle

    def look(self, seat: str) -> None:
        """Show the mat of a seat; once more, whatever the turn brings."""
        self.seat = "" if seat == self.seat else seat

    @property
    def moment(self) -> str:
        """What the table is at, in a word.

        "over", "traits" (of the setup), a word of what is due, "attempt", "attack", "fight" (an attack may be made),
        "turn" (a quest may be attempted), "late" (what is left is the next seat).
        """
        state = self.state
        if state.ended:
            return "over"
        if self.untold_traits():
            return "traits"
        if state.due:
            return state.token[0]
        if state.attempt:
            return "attempt"
        if state.attack:
            return "attack"
        if PHASES.index(state.phase) > PHASES.index(CYCLED):
            return "late"
        return "fight" if state.final else "turn"

    def untold_traits(self) -> str:
        """Return the seat whose traits are asked in the setup, once its character is settled; empty for none."""
        state = self.state
        if state.step != "setup":
            return ""
        for player in state.players:
            if f"character {player.handle}" in state.due:
                return ""
            if player.handle not in self.unasked and not all(told(self.game.box, player, n) for n in range(3)):
                return player.handle
        return ""

    @property
    def made_up(self) -> bool:
        """Whether the cards are made up, so that chance may turn them over."""
        return self.game.edition.made_up

    def shown_mat(self) -> str:
        """Return the seat whose mat is drawn; empty where mats are not followed."""
        return self.looking if self.state.full else ""

    def chosen_card(self) -> str:
        """Return the card that is chosen, as the game names it."""
        return ""

    def enter(self, line: str) -> bool:
        """Enter a line, and skip what this depth does not follow behind it."""
        return self.desk.enter(self.with_skips(line))

    def skips(self, state: Position) -> bool:
        """Say whether what is due is not asked at this depth."""
        return False

    def with_skips(self, line: str) -> str:
        """Return a line with what is skipped behind it; the line alone where it cannot be followed."""
        table = self.session.table.fork()
        try:
            table.play(line)
            for _ in range(MOST_SKIPPED):
                state: Position = table.state
                if not state.due or not self.skips(state):
                    break
                more = due_text(state, "?")
                table.play(more)
                line = f"{line}; {more}"
        except CompanionError:
            pass
        return line
