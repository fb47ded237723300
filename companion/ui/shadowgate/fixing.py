"""Putting right: hold a quest, a line of the ledger or a card, and say what it really is. The table wins, always."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.games.shadowgate.cards import StaffCard
from companion.games.shadowgate.mats import card_at
from companion.games.shadowgate.state import Gear
from companion.games.shadowgate.telling import card_name
from companion.games.shadowgate.vocabulary import TRAITS
from companion.ui.boards.shadowgate_list import Slip
from companion.ui.boards.shadowgate_places import read_place
from companion.ui.kit import Change
from companion.ui.pad import Answer, Ask
from companion.ui.shadowgate import pads
from companion.ui.shadowgate.picture import quest_name
from companion.ui.shadowgate.telling import Telling

if TYPE_CHECKING:
    from companion.games.shadowgate.cards import QuestCard


class Fixing(Telling):
    """What a held thing may be changed to, and what that does."""

    # -------------------------------------------------------------------- holding

    def change(self, place: str) -> Change | None:
        """Say what a held thing may be changed to; None where nothing lies there."""
        state, spot = self.state, read_place(place)
        if state.step == "setup" or state.ended:
            return None
        if spot.kind == "quest":
            card = state.quest(spot.number)
            if card is None:
                return None
            more = (("tell", "✎ what it says"), ("leave", "× left the board"), *self._decided(spot.number))
            return Change(quest_name(card, spot.number), None, more)
        if spot.kind == "seat":
            return self._of_seat(spot.name)
        if spot.kind == "card":
            return self._of_card(spot.name)
        if spot.kind == "life":
            return Change("The life of the boss", None, (("life", "# what is left"),))
        return None

    def _decided(self, space: int) -> tuple[tuple[str, str], ...]:
        """Offer what may have been done with a quest without a word."""
        if self.state.attempt or self.state.due:
            return ()
        return (("made", "✓ completed"), ("failed", "☠ failed"))

    def _of_seat(self, seat: str) -> Change:
        state, player = self.state, self.state.player(seat)
        more = [("ledger", "± traits, XP, Deaths")]
        if state.active != seat:
            more.append(("turn", "▸ it is their turn"))
        if state.full and not player.full:
            more.append(("flipped", "★ fully equipped"))
        if state.final and not state.full:
            blue = any(isinstance(card, StaffCard) for card in player.equipped)
            more.append(("staff", "− no Staff" if blue else "+ Staff equipped"))
        if state.mode == "competition" and not player.out:
            more.append(("out", "× is defeated"))
        return Change(player.name, None, tuple(more))

    def _of_card(self, place: str) -> Change | None:
        try:
            card = card_at(self.state, place)
        except LookupError:
            return None
        name = card_name(card)
        return Change(name[:1].upper() + name[1:], None, (("tell", "✎ another card"), ("lose", "× discarded")))

    # --------------------------------------------------------------- what is done then

    def do(self, place: str, name: str) -> None:
        """Do something else with a held thing: an id of `Change.more`."""
        spot = read_place(place)
        if spot.kind == "quest":
            self._do_quest(spot.number, name)
        elif spot.kind == "seat":
            self._do_seat(spot.name, name)
        elif name == "life":
            self.asking = "life"
        elif name == "tell":
            self.tell(spot.name)
        else:
            seat = spot.name.partition(".")[0]
            self.desk.enter(f"lose {seat} {spot.name}")
        self.desk.refresh()

    def _do_quest(self, space: int, name: str) -> None:
        if name != "tell":
            self.desk.enter(f"{name} {space}")
            return
        self.tell(f"quest.{space}")
        card = self.state.quest(space)
        if self.slip is not None and card is not None:
            self.slip = slip_of(card, space)

    def _do_seat(self, seat: str, name: str) -> None:
        if name == "ledger":
            self.ledger = seat
        elif name == "staff":
            self._blue(seat)
        else:
            self.desk.enter(f"{name} {seat}")

    def _blue(self, seat: str) -> None:
        """Say whether a seat has a Staff item equipped: in the fight it rolls the blue die."""
        player = self.state.player(seat)
        slots: tuple[tuple[Gear, ...], ...]
        if any(isinstance(card, StaffCard) for card in player.equipped):
            slots = tuple(tuple(card for card in slot if not isinstance(card, StaffCard)) for slot in player.slots)
            note = f"{player.name} has no Staff item equipped"
        else:
            slots = ((*player.slots[0], StaffCard()), *player.slots[1:])
            note = f"{player.name} has a Staff item equipped"
        self.desk.correct(self.state.with_player(replace(player, slots=slots)), note)

    # ------------------------------------------------------------- an entry of the log

    def entry_ask(self, text: str) -> Ask | None:
        """Ask again what an entry said; None where that cannot be picked on a pad."""
        verb, *rest = text.split()
        if verb in ("red", "penalty", "uncurse", "attack"):
            return pads.red_ask(text, "Which trait should it have been?")
        if verb in ("xp", "trait", "torch", "hit", "life", "death") and rest:
            numbers = range(10, 0, -1) if verb == "torch" else range(15)
            return Ask(text, (pads.number_step("Which number should it have been?", numbers, 5),))
        if verb == "is" and "/xp:" in text:
            return Ask(text, (pads.number_step("How many XP should it have been?", range(1, 11), 5),))
        if verb in ("made", "failed"):
            return pads.result_ask(text)
        return None

    def entry_text(self, text: str, answer: Answer) -> str:
        """Return an entry as it should have been."""
        picked = answer.value[0][0]
        verb, *rest = text.split()
        if verb == "is":
            head, _, tail = text.partition("/xp:")
            return f"{head}/xp:{picked}{tail.lstrip('0123456789')}"
        if verb in ("made", "failed"):
            return f"{picked} {rest[0]}"
        return " ".join([verb, *rest[:-1], picked])

    def changed(self, place: str, answer: Answer) -> tuple[str, str]:
        """Return the token and the text for what was picked for a held thing."""
        return place, answer.value[0][0]


def slip_of(card: QuestCard, space: int) -> Slip:
    """Return the slip of a quest as far as it is told."""
    from companion.games.shadowgate.cards import quest_cost

    traits = [0, 0, 0]
    needs = quest_cost(card)[0] if card.cost else ()
    for need in needs:
        if need.kind == "trait":
            traits[TRAITS.index(need.what)] = need.n
    return Slip(
        space=space,
        deck=card.deck,
        traits=(traits[0], traits[1], traits[2]),
        xp=-1 if card.xp is None else card.xp,
        torch=card.torch or 0,
        skulls=card.skulls or 0,
        item=any(need.kind == "by hand" for need in needs) and card.cost is not None,
        magic=any(need.kind == "token" for need in needs),
        fails=card.torch is not None,
        event=card.name or "event" if card.kind == "event" else "",
    )
