"""Light: shadows that come and go, relics, the level. Sides: the mark of every drawn card as well, one tap each."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.four_doors.turns import actions_of
from companion.ui.boards.four_doors_places import Place
from companion.ui.four_doors import pads
from companion.ui.four_doors.base import TowerPlay
from companion.ui.kit import Desk, Primary
from companion.ui.pad import Answer, Ask
from companion.ui.panel import Button


class Light(TowerPlay):
    """The Table tab while hands and actions are not followed, with or without the marks of drawn cards."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.asking_who = False
        self._who_skipped: set[str] = set()

    # ---------------------------------------------------------- who plays which adventurer

    @property
    def unknown(self) -> bool:
        """Say whether nobody told, and nobody declined to tell, which adventurer acts."""
        seat = self.state.active
        return self.moment == "act" and seat not in self._who_skipped and not self.state.player(seat).adventurer

    @property
    def guards(self) -> bool:
        """Say whether it matters where the pawn stands: alone, the Wanderer discards the shadows of that door."""
        return self.moment == "act" and self.state.solo and self.state.players[0].adventurer == "wanderer"

    def ask(self) -> Ask | None:
        """Ask what is the same at every depth, and who acts where somebody wants to tell."""
        if self.asking_who and self.unknown:
            return pads.adventurers_ask(self.state, self.state.active, "Never mind")
        return super().ask()

    def answered(self, answer: Answer) -> None:
        """Take an answer of the pad."""
        self.asking_who = False
        super().answered(answer)

    def later(self, ask: Ask) -> None:
        """Take a "Not now"; who declines to tell an adventurer is not asked again."""
        if ask.name.startswith("adventurer "):
            self._who_skipped.add(ask.name.split()[1])
        self.asking_who = False
        super().later(ask)

    def drop(self, gone: bool = False) -> None:
        """Forget what was asked."""
        super().drop(gone)
        self.asking_who = self.asking_who and gone

    def act(self, name: str) -> None:
        """Do what a button says."""
        if name == "who":
            self.asking_who = True
            self.desk.refresh()
        else:
            super().act(name)

    def sentence(self) -> str:
        """Return the one sentence; with the number of actions, where it is told who acts."""
        said, player = super().sentence(), self.state.player(self.state.active) if self.moment == "act" else None
        if player is None or not player.adventurer:
            return said
        where = " or where the Wanderer goes" if self.guards else ""
        return said.replace(" acts:", f" has {actions_of(self.state, player)} actions:") + where

    def lit(self) -> Iterable[str]:
        """Return the places that may be tapped now; where the Wanderer guards, the doors, too."""
        doors = [f"door/{door.name}" for door in self.state.tower.doors] if self.guards and not self.begun else []
        return [*super().lit(), *doors]

    def touched(self, spot: Place) -> None:
        """Take a tap: on a side what the moment means, on a star that its relic is found."""
        if spot.kind == "door" and self.guards:
            self.desk.enter(f"pawn {self.state.active} {spot.door}")
        elif spot.kind == "star":
            self._found(spot.door)
        elif spot.kind == "side":
            verb = {"shadows": "shadow", "fall": "shadow", "draw": "draw", "act": "clear"}.get(self.moment, "")
            if verb == "clear":
                self.desk.enter(f"clear {spot.door} {spot.side}")
            elif verb:
                self.desk.enter(f"{verb} {spot.mark}")
            elif self.moment == "empty":
                self.desk.say("The pile is empty: shuffle the discards first.")

    def _found(self, door: str) -> None:
        standing = self.state.tower.find(door)
        if standing is not None and standing.found:
            self.desk.say("That relic is found already. Hold the door to put it right.")
        elif self.state.step != "setup":
            self.desk.enter(f"relic {door}")

    def chips(self) -> list[Button]:
        """Return the chips; one lets shadows fall where the large button is for something else: the Beacon, a try."""
        chips = super().chips()
        if self.moment == "act" and (self.state.all_found() or self.desk.trying) and chips:
            chips.insert(0, self.button("done", f"Shadows fall ({self.state.bound})"))
        if self.unknown and chips and not self.begun:
            chips.append(self.button("who", f"Who is {self.name(self.state.active)}?"))
        return chips

    def of_moment(self) -> Primary:
        """Return the large button."""
        if self.moment != "act":
            return super().of_moment()
        if self.state.all_found():
            return Primary("Light the Beacon", "light")
        if self.state.depth == "sides":
            return Primary("Draw 2: tap their marks", "done")
        return Primary(f"Shadows fall ({self.state.bound})", "done")
