"""Telling cards: a quest on a slip, a card by its name in a list, and what is turned up next."""

from __future__ import annotations

from companion.games.shadowgate.cards import GATES
from companion.games.shadowgate.decks import deck_of, is_blank
from companion.games.shadowgate.mats import card_at
from companion.games.shadowgate.scoring import title
from companion.ui.boards.shadowgate_list import Choice, Slip, spelled, tapped
from companion.ui.boards.shadowgate_places import Place
from companion.ui.shadowgate.cards import asked_words, candidates, choice_of, coming, due_deck, due_text
from companion.ui.shadowgate.picture import trait_words
from companion.ui.shadowgate.seen import Seen

DUE = "due"
"""What the slip says where it tells the card that is turned up next."""


class Telling(Seen):
    """Slips and lists of the Table tab."""

    def gates(self, deck: str) -> list[tuple[str, str]]:
        """Return the event of a deck that opens something, as id and name."""
        return [(name, title(name)) for name, where in GATES.items() if where == deck]

    def choice(self) -> Choice | None:
        """Return the list that is picked from now; None for none."""
        if self.session.watching or self.slip is not None or self.ledger or self.asking:
            return None
        state = self.state
        if self.telling:
            cards = candidates(self.game, state, self.telling)
            return (
                choice_of(self.game, cards, "Which card is it?", self.tab, self._is_item(self.telling))
                if cards or self._is_item(self.telling)
                else None
            )
        deck = due_deck(state)
        if not deck or deck == "boss" or self.moment == "traits":
            return None
        cards = coming(self.game, state)
        if not cards and deck != "item":
            return None
        return choice_of(self.game, cards, asked_words(state, deck), self.tab, deck == "item")

    def _is_item(self, place: str) -> bool:
        try:
            return deck_of(card_at(self.state, place)) == "item"
        except LookupError:
            return False

    def _slipped(self, spot: Place) -> None:
        assert self.slip is not None
        key, _, number = spot.name.partition("/")
        if key == "event":
            from msgspec.structs import replace

            self.slip = replace(self.slip, event="" if self.slip.event == number else number)
        else:
            self.slip = tapped(self.slip, key, int(number))

    def _picked(self, text: str) -> None:
        place, self.telling, self.tab = self.telling, "", ""
        if place:
            self.desk.tell(place, text)
        else:
            self.enter(due_text(self.state, text))

    def tell(self, token: str) -> None:
        """Ask for an untold thing: by its name where the box knows what it may be, else on a slip."""
        self.drop()
        if token.startswith("quest.") and not candidates(self.game, self.state, token):
            space = int(token[6:])
            card = self.state.quest(space)
            self.slip = Slip(space=space, deck=card.deck if card is not None else "I")
        self.telling = token

    def slip_for_due(self) -> None:
        """Open a slip for the quest that is turned up next."""
        _, space, deck = self.state.token
        self.slip, self.telling = Slip(space=int(space), deck=deck), DUE

    def _needs_no_roll(self, slip: Slip) -> bool:
        """Say whether the traits of whose turn it is are enough for what a slip says so far."""
        values = trait_words(self.game, self.state, self.state.player(self.state.active))
        asked = [(n, value) for n, value in zip(slip.traits, values, strict=True) if n]
        return bool(asked) and slip.xp >= 0 and all(value != "?" and int(value) >= n for n, value in asked)

    def _slip_told(self, word: str) -> None:
        """Tell what a slip says; attempt the quest as well, or have made it at once."""
        assert self.slip is not None
        slip, place, self.slip, self.telling = self.slip, self.telling, None, ""
        text = spelled(slip)
        if place == DUE:
            self.enter(f"quest {slip.space} {text or '?'}")
        elif word != "told" and not slip.event:
            first = f"is {place} {text}; " if text else ""
            self.enter(f"{first}attempt {slip.space}" + (f"; made {slip.space}" if word == "now" else ""))
        elif text:
            self.desk.tell(place, text)

    def untold(self) -> tuple[str, ...]:
        """Return the untold things that matter: quests without a cost."""
        state = self.state
        if state.ended or state.step == "setup" or state.final:
            return ()
        return tuple(
            f"quest.{n}"
            for n, space in enumerate(state.spaces, start=1)
            if space.card is not None and is_blank(space.card)
        )

    def drop(self, gone: bool = False) -> None:
        """Forget what was asked about a thing; `gone`: only where it is no longer there to be asked about."""
        if not gone:
            self.ledger = self.asking = self.arming = self.telling = self.tab = ""
            self.slip = None
        state = self.state
        if self.asking.split()[:1] in (["xp"], ["fails"]) and state.quest(int(self.asking.split()[1])) is None:
            self.asking = ""
        if self.telling == DUE and due_deck(state) not in GATES.values():
            self.telling, self.slip = "", None
        if self.trait and not state.final:
            self.trait = ""
