"""What both depths have in common: what is drawn, and what a tap means."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.shadowgate.advice import warnings
from companion.games.shadowgate.costs import stage
from companion.games.shadowgate.decks import is_blank
from companion.games.shadowgate.scoring import title
from companion.games.shadowgate.state import Position
from companion.games.shadowgate.traits import for_attack
from companion.ui.boards.shadowgate import castle_scene
from companion.ui.boards.shadowgate_fight import fight_scene
from companion.ui.boards.shadowgate_glance import glance_scene
from companion.ui.boards.shadowgate_list import choice_scene, slip_scene
from companion.ui.boards.shadowgate_places import Place, read_place
from companion.ui.kit import Drawn
from companion.ui.shadowgate.asking import Asking
from companion.ui.shadowgate.fixing import Fixing
from companion.ui.shadowgate.picture import best_trait, quest_name, view_of
from companion.ui.shadowgate.tray import Tray


class CastlePlay(Fixing, Asking, Tray):
    """The Table tab, as far as both depths do the same.

    Args:
        desk: the page.
    """

    low = True

    @property
    def begun(self) -> bool:
        """Say that every tap has a meaning of its own here: odds stand on the board, or are asked by their chip."""
        return True

    def draw(self, size: tuple[int, int]) -> Drawn:
        """Draw the slip or the list that is open, the fight, or the castle."""
        state, trying = self.state, self.desk.trying
        if self.slip is not None:
            scene = slip_scene(self.slip, size, self.gates(self.slip.deck), trying)
            return Drawn(scene)
        choice = self.choice()
        if choice is not None:
            scene = choice_scene(choice, size, trying)
            return Drawn(scene, tuple(place for place in scene.places if place.startswith("pick/")))
        line = self.desk.hinted
        ghost = {line.ghost[0]: str(line.ghost[1])} if line is not None and line.ghost is not None else {}
        view = view_of(self.game, state, size, self.shown_mat(), self.chosen_card(), self.trait, ghost, trying)
        scene = fight_scene(view) if state.final else castle_scene(view)
        lit = () if self.session.watching else tuple(self.lit())
        marked = tuple(place for place in (line.places if line is not None else ()) if place in scene.places)
        return Drawn(scene, tuple(place for place in lit if place in scene.places), marked)

    def glance(self, size: tuple[int, int]) -> Drawn:
        """Draw the numbers large."""
        return Drawn(glance_scene(view_of(self.game, self.state, size)))

    def lit(self) -> Iterable[str]:
        """Return the places that may be tapped now for what the moment asks."""
        state = self.state
        if self.moment != "turn":
            return []
        events = self.arming == "cycle"
        return [
            f"quest.{n}"
            for n, space in enumerate(state.spaces, start=1)
            if space.card is not None and (events or space.card.kind != "event")
        ]

    def sentence(self) -> str:
        """Return the one sentence."""
        state = self.state
        if self.slip is not None:
            return "What does the quest say? Tap its numbers"
        if self.arming == "cycle":
            return "Tap the quest that goes under its deck"
        if self.telling:
            return "Which card is it?"
        if self.moment == "traits":
            return f"Read {self.name(self.untold_traits())}'s mat"
        if self.moment == "fight" and not self.session.watching:
            trait = self.trait or best_trait(self.game, state)
            best = "best with" if trait == best_trait(self.game, state) else "with"
            number = for_attack(self.game.box, state, state.player(state.active), trait)
            return f"{self.name(state.active)} attacks: {best} {trait.title()} ({number})"
        if self.moment == "attempt" and not self.session.watching:
            return f"{self.name(state.active)}: {self._tried(state)}"
        return self.session.table.prompt(self.session.viewer).sentence

    def _tried(self, state: Position) -> str:
        card = state.quest(state.attempt)
        name = quest_name(card, state.attempt) if card is not None else "the quest"
        what = "pay for it, or give up" if stage(self.game.box, state).name == "pay" else "made or failed?"
        return f"{name}, {what}"

    def tapped(self, place: str) -> None:
        """Take a tap on the board."""
        if self.session.watching:
            return
        spot = read_place(place)
        try:
            if spot.kind == "slip":
                self._slipped(spot)
            elif spot.kind == "tab":
                self.tab = spot.name
            elif spot.kind == "pick":
                self._picked(spot.name)
            else:
                self._touched(spot)
        finally:
            # What was refused must not leave a list on the board that nothing asks any more.
            self.desk.refresh()

    def _touched(self, spot: Place) -> None:
        self.ledger = ""
        if spot.kind == "quest":
            self.quest_tapped(spot.number)
        elif spot.kind == "seat":
            self.seat_tapped(spot.name)
        elif spot.kind in ("torch", "castle") and not self.state.ended and self.state.step != "setup":
            self.asking = "" if self.asking == spot.kind else spot.kind
        elif spot.kind == "trait" and self.moment == "fight":
            self.trait = spot.name
        else:
            self.other_tapped(spot)

    def seat_tapped(self, seat: str) -> None:
        """Take a tap on a line of the ledger: what has changed?"""
        self.asking = self.arming = ""
        if not self.state.ended:
            self.ledger = seat

    def other_tapped(self, spot: Place) -> None:
        """Take a tap on anything else."""

    def quest_tapped(self, space: int) -> None:
        """Take a tap on a quest: it is attempted, cycled where that was begun, or told where nobody has told it."""
        card, moment = self.state.quest(space), self.moment
        if card is None or moment in ("over", "traits"):
            return
        if self.arming == "cycle":
            self.arming = ""
            self._cycle(space)
        elif is_blank(card) and self.state.due:
            self.desk.say("First what is asked now; then the quest can be told.")
        elif is_blank(card):
            self.tell(f"quest.{space}")
        elif moment == "turn":
            self._careful(space)
            self.enter(f"attempt {space}")
        elif moment == "attempt":
            self.desk.say("That attempt is still open: made it, or failed?")
        else:
            self.enter(f"attempt {space}")

    def _cycle(self, space: int) -> None:
        decks = self.state.open_decks()
        if len(decks) > 1:
            self.asking = f"deck {space}"
        else:
            self.enter(f"cycle {space} from {decks[0] if decks else 'I'}")

    def _careful(self, space: int) -> None:
        """Say once what a careful friend would say before an attempt."""
        state = self.state
        card = state.quest(space)
        name = title(card.name) if card is not None and card.name else "a quest"
        for problem in warnings(self.game.box, state, state.active):
            if name.lower() in problem.text.lower() and problem.clauses[0] not in self.warned:
                self.warned.add(problem.clauses[0])
                self.desk.say(problem.text)
                return
