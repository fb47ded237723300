"""What all depths have in common: the tower, the risk, what a tap on it means, and putting things right."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.engine.game import Question
from companion.games.four_doors.judging import window
from companion.games.four_doors.people import limited
from companion.games.four_doors.reveal_checks import needs_card
from companion.games.four_doors.state import SETUP_SHADOWS, Position
from companion.games.four_doors.telling import title
from companion.ui.boards.four_doors import ACT, DRAW, FALL, NONE_LEFT, View, glance_scene, tower_scene
from companion.ui.boards.four_doors_places import Place, read_place, side_place
from companion.ui.four_doors import pads, risks
from companion.ui.four_doors.fixing import Fixing
from companion.ui.four_doors.resync import Resync
from companion.ui.kit import Desk, Drawn, Primary
from companion.ui.pad import Answer, Ask
from companion.ui.panel import Button, Group, Item, Text

if TYPE_CHECKING:
    pass

ASKED_ON_THE_TOWER = ("shadows", "draw", "deal", "fall")
"""Moments in which a side is tapped for a card that was turned over."""


class TowerPlay(Fixing):
    """The Table tab, as far as all depths do the same.

    Args:
        desk: the page.
    """

    low = True

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.seat = ""
        self.telling = self.moving = self.arming = ""
        self.asking_else = False
        self.resync: Resync | None = None
        self._rate_skipped = -1

    # ------------------------------------------------------------ what is there

    @property
    def begun(self) -> bool:
        """Say whether the next tap belongs to something that was begun."""
        return bool(self.moving or self.arming or self.telling or self.resync)

    def name(self, seat: str) -> str:
        """Return the name of a seat."""
        return self.state.player(seat).name

    @property
    def looking(self) -> str:
        """The seat whose hand is shown."""
        state = self.state
        own = self.session.viewer if state.hidden else ""
        deciding = limited(state) or (state.drawer if state.to_draw else "")
        return self.seat or own or deciding or state.active or state.players[0].handle

    def concealed(self, seat: str) -> bool:
        """Say whether the hand of a seat is hidden from this device."""
        return self.state.hidden and seat != self.session.viewer

    def look(self, seat: str) -> None:
        """Show what a seat has; once more, whatever the turn brings."""
        self.seat = "" if seat == self.seat else seat

    @property
    def moment(self) -> str:
        """What the table is at, in a word.

        "doors", "shadows", "adventurer", "deal", "first" (the setup), "act", "draw", "fall", "empty" (the pile, and a
        card is needed), "stand" (a pawn without a door), "limit" (too many cards), "over".
        """
        state = self.state
        if state.ended:
            return "over"
        if state.step == "setup":
            return state.pending[0].split()[0]
        if state.due:
            return state.due[0].split()[0]
        if state.pile_empty and needs_card(state):
            return "empty"
        if state.to_draw or state.step == "draw" or (state.full and state.step == "act" and not state.left):
            return "draw"
        return state.step

    # ------------------------------------------------------------------ drawing

    def face(self) -> str:
        """Return the look of the board: what a tap on a side means."""
        if self.arming == pads.ADD or self.telling == "shadow":
            return FALL
        if self.resync is not None:
            return DRAW
        return {"shadows": FALL, "fall": FALL, "draw": DRAW, "deal": DRAW}.get(self.moment, ACT)

    def band(self) -> str:
        """Return what stands in the place of the Beacon while shadows fall."""
        state = self.state
        if self.arming == pads.ADD or self.telling == "shadow":
            return "WHERE DID IT COME?"
        if self.moment == "shadows":
            return f"SHADOW {state.laid + 1} OF {SETUP_SHADOWS}"
        if self.moment == "fall":
            return f"SHADOW {state.drawn + 1} OF {state.bound}"
        return ""

    def view(self, size: tuple[int, int]) -> View:
        """Return how the board is drawn now."""
        state = self.state
        acting = self.face() != FALL and state.step != "setup"
        return View(
            size=size,
            look=self.face(),
            band=self.band(),
            numbers=risks.numbers(state) if acting else {},
            arrows=self.arrows(),
            spells=self.spells() if acting else None,
            search=state.full and self.moment == "act",
            trying=self.desk.trying,
            hand=self.hand()[0],
            chosen=self.hand()[1],
        )

    def arrows(self) -> dict[str, str]:
        """Return what a hinted clear makes of the chance to lose, by the place of its side."""
        line = self.desk.hinted
        return {line.ghost[0]: str(line.ghost[1])} if line is not None and line.ghost is not None else {}

    def hand(self) -> tuple[str, str]:
        """Return whose hand lies under the tower, and which card of it is chosen; empty for none."""
        return "", ""

    def spells(self) -> bool | None:
        """Say whether spells may be played now; None while the game is not under way."""
        state = self.state
        if state.ended or state.step == "setup":
            return None
        return any(window(state, player.handle) for player in state.players)

    def draw(self, size: tuple[int, int]) -> Drawn:
        """Draw the tower."""
        scene = tower_scene(self.game.box, self.state, self.view(size))
        lit = () if self.session.watching else tuple(self.lit())
        places = scene.places
        marked = tuple(place for place in self.chosen() if place in places)
        return Drawn(scene, tuple(place for place in lit if place in places), marked)

    def glance(self, size: tuple[int, int]) -> Drawn:
        """Draw the numbers large."""
        chance = risks.losing(self.state)
        said = "–" if chance is None else risks.in_hundred(chance)
        return Drawn(glance_scene(self.state, said, View(size=size)))

    def lit(self) -> Iterable[str]:
        """Return the places that may be tapped now."""
        every = [side_place(name, side) for name in self.state.tower.names for side in ("left", "right")]
        standing = [side_place(door.name, side) for door, side, _ in self.state.tower.sides()]
        if self.arming == pads.TAKE or (self.moment == "act" and not self.arming and not self.moving):
            stars = [f"star/{door.name}" for door in self.state.tower.doors if not door.found]
            return [*(side_place(door.name, side) for door, side, cards in self.state.tower.sides() if cards), *stars]
        if self.moving:
            return standing
        if self.moment == "stand" and not self.arming:
            return [f"door/{place}" for place in self._beside()]
        tapped = self.arming or self.telling == "shadow" or self.resync is not None
        return every if tapped or self.moment in ASKED_ON_THE_TOWER else []

    def chosen(self) -> Iterable[str]:
        """Return the places with a thick edge: what was changed last, what is moved, what a hint means."""
        line = self.desk.hinted
        changed = [f"door/{name}" for name in self.changed_doors()]
        return [*changed, *([self.moving] if self.moving else []), *(line.places if line is not None else ())]

    # -------------------------------------------------------------- what has just happened

    def before(self) -> Position | None:
        """Return the position before the last thing that happened; None at the very beginning."""
        found = self.session.table.positions[-2:]
        return found[0] if len(found) == 2 else None

    def changed_doors(self) -> list[str]:
        """Return the doors that the last shadow flipped or shut."""
        before, state = self.before(), self.state
        if before is None or before.step == "setup" or not self._shadow_came():
            return []
        return [door.name for door in before.tower.doors if _shape(before, door.name) != _shape(state, door.name)]

    def _shadow_came(self) -> bool:
        """Say whether the last thing that happened was a shadow."""
        last = next((one for one in reversed(self.session.table.log) if one.standing and not one.auto), None)
        return last is not None and last.text.startswith(("shadow", "mark", "is shadow"))

    def instruction(self) -> str:
        """Return what has to be done on the table now because of the last thing; empty for nothing."""
        before, state = self.before(), self.state
        if before is None or state.ended or before.step == "setup":
            return ""
        said = [self._turn_over(name) for name in self.changed_doors()]
        rate = state.track.rate
        if before.track.rate != rate and state.step == "fall" and state.falling:
            more = f"{state.falling} more" if state.falling > 1 else "one more"
            said.append(f"The rate is {rate} now: {more}")
        return ". ".join(said)

    def _turn_over(self, name: str) -> str:
        door = self.state.tower.find(name)
        if door is None:
            return f"{title(name)} is shut: it goes to the Hollow with its shadows"
        return f"Flip {title(name)} to its half side" if door.half else f"Turn {title(name)} to its open side"

    # ------------------------------------------------------------- what is asked

    def sentence(self) -> str:
        """Return the one sentence."""
        if self.moving:
            spot = read_place(self.moving)
            return f"{title(spot.door)} {spot.side}: where does it really lie?"
        if self.arming:
            return "Tap where a shadow came" if self.arming == pads.ADD else "Tap the shadow that went"
        if self.telling == "shadow":
            return "Which mark had it? Tap its side"
        if self.resync is not None:
            return f"{self.name(self.resync.seat)}'s hand: tap the mark of each card"
        said = self.session.table.prompt(self.session.viewer).sentence
        if self.moment == "draw" and not self.session.watching:
            return f"{said}: tap the {'marks' if self.state.to_draw != 1 else 'mark'}"
        return said

    def ask(self) -> Ask | None:
        """Return what the pad asks now."""
        if self.session.watching or self.moving or self.arming or self.telling == "shadow":
            return None
        if self.asking_else and not self.state.ended:
            return pads.else_ask(self.state)
        if self.moment == "doors":
            return pads.doors_ask(self.game.box)
        if self._new_space():
            return pads.rate_ask()
        return pads.stand_ask(self.state) if self.moment == "stand" else None

    def answered(self, answer: Answer) -> None:
        """Take an answer of the pad."""
        word = answer.name.split()[0]
        if word == "doors":
            self.desk.enter(pads.doors_text(answer))
        elif word == "rate":
            self.desk.enter(f"rate {answer.value[0][0]}")
        elif word == "stand":
            self.desk.enter(f"stand {answer.value[0][0]}")
        elif word == "adventurer":
            self.desk.enter(f"{answer.name} {answer.value[0][0]}")
        elif word == "else":
            self.asking_else = False
            text, what = pads.else_text(answer), answer.value[0][0]
            if text:
                self.desk.enter(text)
            else:
                self.arming = what
        self.desk.refresh()

    def later(self, ask: Ask) -> None:
        """Take a "Not now" of the pad."""
        if ask.name == "rate":
            self._rate_skipped = self.state.track.level
        self.asking_else = False
        self.telling = ""
        self.desk.refresh()

    # ------------------------------------------------------------------- the taps

    def tapped(self, place: str) -> None:
        """Take a tap on the tower."""
        if self.session.watching:
            return
        spot = read_place(place)
        if self.moving:
            self.moved(spot)
        elif spot.kind == "side" and self.resync is not None:
            self.resync.add(spot.mark)
        elif spot.kind == "side" and self.arming:
            self._armed(spot)
        elif spot.kind == "side" and self.telling == "shadow":
            self.telling = ""
            self.desk.tell("shadow", spot.mark)
        elif spot.kind == "door" and self.moment == "stand" and spot.door in self._beside():
            self.desk.enter(f"stand {'up' if spot.door == self._beside()[0] else 'down'}")
        else:
            self.arming = ""
            self.touched(spot)
        self.desk.refresh()

    def _beside(self) -> list[str]:
        """Return the places, the upper one first, of which one is chosen for a pawn whose door has vanished."""
        return self.state.due[0].split()[2:]

    def touched(self, spot: Place) -> None:
        """Take a tap for which nothing else was asked."""
        raise NotImplementedError

    def _armed(self, spot: Place) -> None:
        what, self.arming = self.arming, ""
        if what == pads.TAKE:
            self.desk.enter(f"clear {spot.door} {spot.side}")
        else:
            self.came(spot)

    # ------------------------------------------------------------------ what is untold

    def untold(self) -> tuple[str, ...]:
        """Return the untold things that matter: shadows that nobody named."""
        return ("shadow",) if self.state.tower.loose else ()

    def tell(self, token: str) -> None:
        """Ask for an untold thing."""
        self.telling = token

    def drop(self, gone: bool = False) -> None:
        """Forget what was asked about a thing; `gone`: only where it is no longer there to be asked about."""
        if not gone:
            self.telling = self.moving = self.arming = ""
            self.asking_else, self.resync = False, None
        if self.telling and self.telling not in self.session.table.game.tokens(self.state):
            self.telling = ""
        if self.moving and not self.there(read_place(self.moving)):
            self.moving = ""

    # ------------------------------------------------------------------- the tray

    def button(self, name: str, text: str, sub: str = "", look: str = "chip", on: bool = False) -> Button:
        """Return a button of the tray."""
        enabled = not self.session.watching
        return Button(name, text, lambda: self.act(name), sub=sub, look=look, enabled=enabled, on=on)

    def headline(self) -> Item:
        """Return the line over the chips: what has to be done on the table now, else the risk."""
        told = self.instruction()
        if told:
            return Group((Text(told, "grow told"),), "row")
        outcome = self.session.table.outcome()
        if outcome is not None:
            return Group((Text(outcome.reason, "grow told"),), "row")
        chance, said = risks.losing(self.state), risks.line(self.state)
        if chance is None or not said:
            return Group((Text(self.session.table.game.progress(self.state), "small grow"),), "row")
        look = "row odds grow"
        open_it = Button("risk", said, lambda: self.act("risk"), sub=risks.dots(chance), look=look)
        return Group((open_it,), "row")

    def chips(self) -> list[Button]:
        """Return the chips of the moment."""
        state = self.state
        if self.session.watching or state.ended or state.step == "setup":
            return []
        if self.resync is not None or self.moving or self.arming:
            return [self.button("leave", "Leave it")]
        chips = []
        if self.game.edition.made_up and self.moment in ("fall", "draw"):
            chips.append(self.button("deal", "Turn one over"))
        if not state.full and self.moment != "draw":
            chips.append(self.button("empty", "Pile empty"))
        if state.reshuffles and not state.full and self._just_shuffled():
            chips.append(self.button("resync", "Hands' marks"))
        return [*chips, self.button("else", "Else" if state.full else "Something else")]

    def _new_space(self) -> bool:
        """Say whether the level has just come to a space of untold rate: asked once, and skipped at will."""
        before, track = self.before(), self.state.track
        if before is None or self.state.ended or self._rate_skipped == track.level:
            return False
        return track.assumed and before.track.level < track.level

    def _just_shuffled(self) -> bool:
        before = self.before()
        return before is not None and before.reshuffles < self.state.reshuffles

    def tray(self) -> Iterable[Item]:
        """Return what lies in the tray while the pad asks nothing."""
        if self.resync is not None:
            told = Group((Text(self.resync.words(self.state), "grow"),), "row")
            return [told, Group(tuple(self.chips()), "chips")]
        return [self.headline(), Group(tuple(self.chips()), "chips")]

    def rail(self) -> Iterable[Item]:
        """Return what would happen if shadows fell now, for the right rail of a wide page."""
        state = self.state
        chance = risks.losing(state)
        if chance is None:
            return
        yield Text("If shadows fall now", "title")
        yield Group((Text("we lose", "grow"), Text(risks.in_hundred(chance))), "row")
        for door, side, _ in state.tower.sides():
            number = risks.numbers(state).get(side_place(door.name, side), NONE_LEFT)
            if number != NONE_LEFT:
                what = "flips" if not door.half else "shuts" + (" (its relic is found)" if door.found else "")
                yield Group((Text(f"{title(door.name)} {side} {what}", "grow"), Text(number)), "row")

    def act(self, name: str) -> None:
        """Do what a button says."""
        if name == "empty":
            self.desk.enter("reshuffled")
        elif name == "else":
            self.asking_else = not self.asking_else
        elif name == "risk":
            self.desk.explain(self.risk_questions())
        elif name == "resync":
            self.resync = Resync(self.state)
        elif name == "next hand":
            self._next_hand()
        elif name == "leave":
            self.drop()
        elif name == "deal":
            self.desk.deal(0 if self.state.step == "setup" else 1)
        elif name == "again":
            self.desk.enter("shadow ?" if self.moment != "draw" else "draw ?")
        elif name == "light":
            self.desk.enter(self.flux())
        else:
            self.desk.enter(name)
        self.desk.refresh()

    def risk_questions(self) -> list[Question]:
        """Return the questions behind the one risk: this fall, and until everybody has had a turn."""
        every = self.game.questions(self.state)
        return [question for question in every if question.id in ("lose", "door")]

    def flux(self) -> str:
        """Return the move that lights the Beacon."""
        return "spell luminous-flux"

    def _next_hand(self) -> None:
        assert self.resync is not None
        line = self.resync.next(self.state)
        if line:
            self.resync = None
            self.desk.enter(line)

    # -------------------------------------------------------------- the large button

    def primary(self) -> Primary:
        """Return the large button, moment by moment."""
        if self.moment == "over":
            return Primary("How close was it?", "count")
        if self.session.watching:
            return Primary("")
        if self.resync is not None:
            return Primary(self.resync.button(self.state), "next hand")
        if self.moving or self.arming or self.telling == "shadow":
            return Primary("Tap the tower")
        return self.of_moment()

    def of_moment(self) -> Primary:
        """Return the large button where nothing else was asked."""
        state, made_up = self.state, self.game.edition.made_up
        if state.step == "setup" and made_up:
            return Primary("Deal the practice cards by chance", "deal")
        if self.moment == "shadows":
            return Primary("Not seen: skip it", "again")
        if self.moment == "empty":
            return Primary("Pile empty: shuffle", "empty")
        if self.moment in ("fall", "draw"):
            n = state.falling if self.moment == "fall" else max(1, state.to_draw)
            return Primary("Not now: skip it" if n == 1 else f"Not now: {n} to come", "again")
        return Primary("")


def _shape(state: Position, name: str) -> str:
    door = state.tower.find(name)
    return "gone" if door is None else "half" if door.half else "open"
