"""What lies under the board: the line of the moment, the chips, and the large button."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.game import Question
from companion.games.shadowgate.advice import warnings
from companion.games.shadowgate.costs import deficit, stage, traits_told
from companion.games.shadowgate.state import UNEQUIP, Position
from companion.ui.kit import Primary
from companion.ui.panel import Button, Group, Item, Text
from companion.ui.shadowgate import chances
from companion.ui.shadowgate.cards import due_deck, due_text
from companion.ui.shadowgate.picture import quest_name
from companion.ui.shadowgate.telling import DUE, Telling


class Tray(Telling):
    """The tray, the right rail and the large button of the Table tab."""

    def button(self, name: str, text: str, sub: str = "", look: str = "chip", on: bool = False) -> Button:
        """Return a button of the tray."""
        enabled = not self.session.watching
        return Button(name, text, lambda: self.act(name), sub=sub, look=look, enabled=enabled, on=on)

    def headline(self) -> Item:
        """Return the line over the chips: the odds of the attempt, what is still wanted, or how far the game is."""
        state = self.state
        if state.attempt and not state.due:
            return self._attempt_line(state)
        if state.step == "turn" and not self.session.watching:
            if chances.faces_wanted(self.game, state):
                return Group(
                    (self.button("faces black", "Odds? Look at one black die", "tap its six faces, once", "row grow"),),
                    "row",
                )
            careful = self._careful_line(state)
            if careful:
                return Group((Text(careful, "grow told"),), "row")
        return Group((Text(self._likely_line(state), "small grow"),), "row")

    def _likely_line(self, state: Position) -> str:
        """Return when the next deck opens, as far as that can be said; else how far the game is."""
        if self._maybe_red(state):
            return f"The torch is on {state.torch} now. A red number? Tap it, then what the red die shows."
        said = chances.opening(self.game, state) if state.step == "turn" and not state.final else ""
        return said or self.session.table.game.progress(state)

    def _maybe_red(self, state: Position) -> bool:
        """Say whether the torch has just moved in a box whose red numbers nobody has told."""
        new = state.step == "turn" and state.active == state.first and state.round > 1 and state.phase == UNEQUIP
        return new and not state.final and self.game.box.board.red_torch is None and not state.penalty

    def _careful_line(self, state: Position) -> str:
        """Return what scores nothing where it lies, once the end is near; in a tie, what still counts."""
        if state.tied:
            return "Tied: whoever brings the new boss to 0 wins; points no longer count."
        found = [
            problem.text for problem in warnings(self.game.box, state, state.active) if "Inventory" in problem.text
        ]
        return found[0] if found else ""

    def _attempt_line(self, state: Position) -> Item:
        here = chances.chance_of(self.game, state, state.active, state.attempt)
        card = state.quest(state.attempt)
        name = quest_name(card, state.attempt) if card is not None else ""
        if here.short is None:
            return Group((Text(f"{name}: what it takes is not told", "grow"),), "row")
        if here.short <= 0:
            said = "no roll needed" if not here.short else "what it costs is not there"
            return Group((Text(f"{name}: {said}", "grow"),), "row")
        words = f"needs {here.short} or more on two dice"
        if here.chance is None:
            return Group(
                (self.button("faces black", words, "the odds: look at one black die, tap its six faces", "row grow"),),
                "row",
            )
        filled = "●" * (here.filled or 0) + "○" * (10 - (here.filled or 0))
        return Group((self.button("why odds", words, f"{filled}  {here.words}", "row odds grow"),), "row")

    def chips(self) -> list[Button]:
        """Return the chips of the moment."""
        state = self.state
        if self.session.watching or state.ended or state.step == "setup":
            return []
        if self.slip is not None or self.telling or self.arming:
            return [self.button("leave", "Leave it")]
        chips = []
        if self.moment == "attempt" and self.game.box.black is not None and self._may_roll(state):
            chips.append(self.button("roll", "Dice", on=self.asking == "roll"))
        if self.moment == "turn" and not state.extra:
            chips.append(self.button("cycle", "Cycle"))
        if self.moment == "quest" and not self.made_up:
            chips.append(self.button("slip", "Tell it"))
        return chips

    def _may_roll(self, state: Position) -> bool:
        at = stage(self.game.box, state)
        return at.name == "roll" or at.open

    def tray(self) -> Iterable[Item]:
        """Return what lies in the tray while the pad asks nothing."""
        return [self.headline(), Group(tuple(self.chips()), "chips")]

    def rail(self) -> Iterable[Item]:
        """Return the quests that are best for whoever is to move, for the right rail of a wide page."""
        state = self.state
        if state.step != "turn" or state.ended or state.final:
            return
        rows = []
        for n, space in enumerate(state.spaces, start=1):
            here = chances.chance_of(self.game, state, state.active, n)
            if space.card is not None and here.chance is not None:
                worth = here.chance * (space.card.xp or 0)
                rows.append((worth, quest_name(space.card, n), here.words, space.card.xp or 0))
        if rows:
            yield Text(f"{self.name(state.active)}'s best", "title")
        for _, name, words, xp in sorted(rows, key=lambda row: -row[0]):
            yield Group((Text(name, "grow"), Text(f"{words}, {xp} XP")), "row")

    def attempt_questions(self) -> list[Question]:
        """Return the questions behind the odds of the quest that is attempted."""
        state = self.state
        mine = [q for q in self.game.questions(state) if dict(q.params).get("space") == str(state.attempt)]
        return [q for q in mine if dict(q.params).get("seat") == state.active]

    def primary(self) -> Primary:
        """Return the large button, moment by moment."""
        if self.moment == "over":
            return Primary("Count up", "count")
        if self.session.watching:
            return Primary("")
        if self.slip is not None:
            if self.telling != DUE and self.moment == "turn" and not self.slip.event:
                if self._needs_no_roll(self.slip):
                    return Primary("Made it, no roll", "now", "Only tell", "told")
                return Primary("Told: try it", "try", "Only tell", "told")
            return Primary("That is what it says", "told")
        if self.telling:
            untold = self.telling.startswith("quest.") and self.moment == "turn"
            beside = ("Try it untold", f"attempt {self.telling[6:]}") if untold else ("", "")
            return Primary("Not now", "leave", *beside)
        if self.arming:
            return Primary("Tap a quest")
        if self.ledger or self.asking:
            return Primary("Nothing changed", "leave") if self.ledger else Primary("Leave it", "leave")
        return self.of_moment()

    def of_moment(self) -> Primary:
        """Return the large button where nothing else was asked."""
        state, moment = self.state, self.moment
        if state.step == "setup" and self.made_up and moment != "traits":
            return Primary("Deal by chance", "deal all")
        if moment == "attempt":
            return self.of_attempt(state)
        if due_deck(state) and moment != "boss":
            return Primary("Turn it up", "deal", "Not now", "skip") if self.made_up else Primary("Not now", "skip")
        if moment == "defend":
            return Primary("Spared", "spared", "Struck", "struck")
        if moment == "fight":
            return Primary("No attack", "done")
        if moment in ("turn", "late"):
            return Primary(self.session.table.prompt(self.session.viewer).button.replace(" to ", " → "), "done")
        return Primary("")

    def of_attempt(self, state: Position) -> Primary:
        """Return the pair of buttons of an attempt."""
        player, card = state.player(state.active), state.quest(state.attempt)
        assert card is not None
        sure = traits_told(self.game.box, state, player, card) and not deficit(self.game.box, state, player, card)
        return Primary("Made it, no roll" if sure else "Made it", "made", "Failed", "failed")

    def act(self, name: str) -> None:
        """Do what a button says; what was refused must not leave keys that nothing asks any more."""
        try:
            self._act(name)
        finally:
            self.desk.refresh()

    def _act(self, name: str) -> None:
        word, _, rest = name.partition(" ")
        if word in ("made", "failed"):
            self._result(word)
        elif word in ("told", "try", "now"):
            self._slip_told(word)
        elif word in ("spared", "struck", "done"):
            self.enter(word)
        elif word == "skip":
            self.tab = ""
            self.enter(due_text(self.state, "?"))
        elif word == "leave":
            self.drop()
        elif word == "deal":
            self.tab = ""
            self.desk.deal(0 if rest == "all" else 1)
        elif word == "slip":
            self.slip_for_due()
        elif word == "cycle":
            self.arming = "" if self.arming else "cycle"
        elif name == "why odds":
            self.desk.explain(self.attempt_questions())
        elif word in ("faces", "roll"):
            self.asking = "" if self.asking == name else name
        else:
            self.telling = ""
            self.enter(name)

    def _result(self, word: str) -> None:
        """Enter that a quest was made or failed; what nobody has told of it is asked first."""
        state = self.state
        space = state.attempt
        card = state.quest(space)
        if card is not None and not card.known and word == "made" and card.xp is None:
            self.asking = f"xp {space}"
        elif card is not None and not card.known and word == "failed" and card.torch is None:
            self.asking = f"fails {space}"
        else:
            self.enter(f"{word} {space}")
