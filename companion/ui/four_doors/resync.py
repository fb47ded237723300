"""After a reshuffle the whole table is open: the marks of the cards in hands, told by taps on the tower."""

from __future__ import annotations

from companion.games.four_doors.state import HAND_LIMIT, Position
from companion.games.four_doors.telling import title


class Resync:
    """The marks of the cards in each hand, one seat after the other.

    Args:
        state: the position.
    """

    def __init__(self, state: Position) -> None:
        self.seats = [player.handle for player in state.in_turn()]
        self.told: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.at = 0

    @property
    def seat(self) -> str:
        """The seat whose hand is told now."""
        return self.seats[self.at]

    def add(self, mark: str) -> None:
        """Take the mark of one more card ("purple-left"); a hand holds no more than the limit."""
        if len(self.told[self.seat]) < HAND_LIMIT:
            self.told[self.seat].append(mark)

    def words(self, state: Position) -> str:
        """Return what was told of this hand so far."""
        marks = [f"{title(mark.partition('-')[0])} {mark.partition('-')[2]}" for mark in self.told[self.seat]]
        return ", ".join(marks) or f"{state.player(self.seat).name}'s cards lie open: each mark is one tap"

    def button(self, state: Position) -> str:
        """Return what the large button says."""
        last = self.at == len(self.seats) - 1
        return "That is all" if last else f"Next: {state.player(self.seats[self.at + 1]).name}"

    def next(self, state: Position) -> str:
        """Go on to the next hand; after the last one return the line that tells all of them, empty before."""
        if self.at < len(self.seats) - 1:
            self.at += 1
            return ""
        hands = [f"hand {seat} {' '.join(marks)}" for seat, marks in self.told.items() if marks]
        return "; ".join(hands)
