"""Light: each phone follows its own dungeon. Cell, pile, what shows; rooms when they open, and the gold."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.four_keys.dungeon import FULL, DoorCell, KeyCell
from companion.ui.boards.places import Place, read_place
from companion.ui.four_keys import pads
from companion.ui.four_keys.base import Dungeons
from companion.ui.kit import Desk, Primary
from companion.ui.pad import Answer, Ask
from companion.ui.panel import Group, Item, Text


class Light(Dungeons):
    """The Table tab while only dungeons and gold are followed."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.cell = ""

    def _full(self, seat: str) -> bool:
        return self.state.player(seat).dungeon.card_count >= FULL

    def sentence(self) -> str:
        """Return the one sentence."""
        held = super().sentence()
        if held:
            return held
        seat = self.looking
        if self.waiting("room") and self.ask() is not None:
            return "It opens! What is behind it?"
        if self.state.finished:
            return self.session.table.prompt(seat).sentence
        if self._full(seat):
            return f"{self.name(seat)}'s dungeon is full; the others are still at it"
        if self.cell:
            return "Which card is it?"
        mine = seat == self.session.viewer
        return "Tap where your card goes" if mine else f"{self.name(seat)}: tap where the card goes"

    def lit(self) -> Iterable[str]:
        """Light the spaces where a card may go."""
        held = super().lit()
        return held or ([] if self.session.watching or self._full(self.looking) else self.holes(self.looking))

    def chosen(self) -> Iterable[str]:
        """Mark the space that was tapped."""
        return [*super().chosen(), *([self.cell] if self.cell else [])]

    def ask(self) -> Ask | None:
        """Ask what lies on the space that was tapped."""
        asked = super().ask()
        if asked is not None or not self.cell or self.session.watching:
            return asked
        return pads.laid_ask(f"lay {self.cell}", [self.kinds(pile) for pile in range(4)])

    def untold(self) -> tuple[str, ...]:
        """Return what is asked in Light and nobody has told: never the hidden side of a Key, or a room still shut."""
        return tuple(token for token in super().untold() if self._matters(read_place(token)))

    def _matters(self, spot: Place) -> bool:
        if spot.kind != "cell":
            return False
        cell = self.state.player(spot.seat).dungeon.cells[spot.cell]
        if isinstance(cell, KeyCell):
            return cell.shows is None
        if isinstance(cell, DoorCell) and cell.open:
            return cell.room is None or (cell.room == "compass" and not cell.arrow)
        return not isinstance(cell, DoorCell) or cell.needs is None

    def drop(self, gone: bool = False) -> None:
        """Forget what was asked about a thing, and the space that was tapped unless somebody has filled it."""
        super().drop(gone)
        if self.cell and (not gone or not self._empty(read_place(self.cell))):
            self.cell = ""

    def tapped(self, place: str) -> None:
        """Take a tap: an empty space begins a card."""
        spot = read_place(place)
        empty = spot.kind == "cell" and self.state.player(spot.seat).dungeon.cells[spot.cell] is None
        if not empty or self.moving or self.session.watching:
            self.cell = ""
            super().tapped(place)
            return
        self.telling = ""
        move = f"card {spot.seat} {place.partition(':')[2]} ?"
        if place != self.cell and not self.session.table.check(move):
            self.cell = ""
            self.desk.enter(move)
        else:
            self.cell = "" if self.cell == place else place
            if self.cell:
                self.look(spot.seat)
        self.desk.refresh()

    def answered(self, answer: Answer) -> None:
        """Take an answer: a card that was laid is entered at once."""
        if not answer.name.startswith("lay "):
            super().answered(answer)
        elif answer.name == f"lay {self.cell}":
            self._lay(pads.laid_text(answer.value))

    def _lay(self, text: str) -> None:
        seat, _, cell = self.cell.partition(":")
        self.cell = ""
        self.desk.enter(f"card {seat} {cell} {text}")

    def later(self, ask: Ask) -> None:
        """Take a "Not now": the space is left again."""
        if ask.name.startswith("lay "):
            self.cell = ""
        super().later(ask)

    def tray(self) -> Iterable[Item]:
        """Return the gold, while nothing is asked."""
        helpers = self.helpers()
        if helpers or self.state.finished:
            return helpers
        seat = self.looking
        told = f"{self.state.player(seat).dungeon.card_count} of {FULL} cards"
        again = self.tired_items("room", "Ask rooms again")
        return [Group(tuple(self.gold_items(seat)), "row"), Group((Text(told, "small grow"), *again), "row")]

    def primary(self) -> Primary:
        """Return the large button."""
        done = super().primary()
        if done.text or self.session.watching:
            return done
        if self.cell:
            return Primary("Some card", "untold")
        asked = self.ask()
        if asked is not None and asked.name.startswith("room"):
            return Primary("What is behind it?")
        return Primary("" if self._full(self.looking) else "Tap a space")

    def act(self, name: str) -> None:
        """Do what a button says."""
        if name == "untold" and self.cell:
            self._lay("?")
        super().act(name)
