"""The harder game, in which hands are held hidden: what a device shows and takes of hands that are not its own.

Everybody enters on a device of their own; what is done without a card may be entered on any of them.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.game import Move
from companion.games.four_doors import moves as m
from companion.games.four_doors.people import mover
from companion.ui.four_doors.card_fixing import CardFixing

OUT_OF_A_HAND = (
    m.Illuminate,
    m.Find,
    m.Give,
    m.Pass,
    m.Kindle,
    m.Oil,
    m.Discard,
    m.Cast,
    m.Lumen,
    m.Prism,
    m.Extra,
    m.Toss,
)
"""What is paid with a card, so that naming it shows what somebody holds."""


class HiddenHands(CardFixing):
    """A Table tab that keeps to the hands its device may see."""

    def shown(self, moves: Iterable[Move]) -> list[Move]:
        """Leave out what would show a hand that is hidden from this device."""
        state, box = self.state, self.game.box
        return [
            move for move in moves if not isinstance(move, OUT_OF_A_HAND) or not self.concealed(mover(box, state, move))
        ]

    def elsewhere(self, seat: str) -> bool:
        """Say whether something is entered on another device, as the hand is hidden from this one; tell so."""
        if not self.concealed(seat):
            return False
        name = self.name(seat)
        self.desk.say(f"{name}'s hand is hidden: {name} enters that on a phone of their own.")
        return True

    @property
    def drawing(self) -> str:
        """The seat that draws now; empty for nobody."""
        state = self.state
        if self.moment == "deal":
            return state.pending[0].split()[1]
        return (state.drawer or state.active) if self.moment == "draw" else ""
