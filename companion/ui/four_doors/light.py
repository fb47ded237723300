"""Light: shadows that come and go, relics, the level. Sides: the mark of every drawn card as well, one tap each."""

from __future__ import annotations

from companion.ui.boards.four_doors_places import Place
from companion.ui.four_doors.base import TowerPlay
from companion.ui.kit import Primary
from companion.ui.panel import Button


class Light(TowerPlay):
    """The Table tab while hands and actions are not followed, with or without the marks of drawn cards."""

    def touched(self, spot: Place) -> None:
        """Take a tap: on a side what the moment means, on a star that its relic is found."""
        if spot.kind == "star":
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
