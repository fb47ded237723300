"""Light: a ledger that knows odds. Items, tokens, riddles and Energy cards are not followed."""

from __future__ import annotations

from companion.games.shadowgate.state import Position
from companion.ui.shadowgate.base import CastlePlay

NEVER_ASKED = ("energy", "spoil", "item", "puzzle", "staff", "riddle")


class Light(CastlePlay):
    """The Table tab while mats are not followed."""

    def skips(self, state: Position) -> bool:
        """Say whether what is due is skipped: a new quest of the own box is told when somebody wants its odds."""
        word = state.token[0]
        return word in NEVER_ASKED or (word == "quest" and not self.made_up)

    def seat_tapped(self, seat: str) -> None:
        """Take a tap on a line of the ledger: what has changed? In the setup nothing has."""
        if self.state.step != "setup":
            super().seat_tapped(seat)
