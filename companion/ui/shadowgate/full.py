"""Full: mats, items, tokens and riddles as well. A card is tapped, then what is done with it; two cards are a swap."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from companion.engine.game import Move
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.cards import PuzzleCard
from companion.games.shadowgate.costs import stage
from companion.games.shadowgate.mats import card_at
from companion.games.shadowgate.state import Gear, Position
from companion.ui.boards.shadowgate_list import Choice
from companion.ui.boards.shadowgate_places import Place
from companion.ui.kit import Desk, Primary
from companion.ui.pad import Answer, Ask
from companion.ui.panel import Button, Group, Item, Text
from companion.ui.shadowgate import pads
from companion.ui.shadowgate.base import CastlePlay
from companion.ui.shadowgate.menus import Menu, choices, path, said, spelled, unveiled, with_card


class Full(CastlePlay):
    """The Table tab while everything is followed.

    Args:
        desk: the page.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.card = ""
        self.menu: Menu | None = None
        self._listed: tuple[Position | None, list[Move]] = (None, [])

    # ------------------------------------------------------------ what may be done

    def moves(self) -> list[Move]:
        """Return everything that may be done now, as far as this device sees the cards."""
        state = self.state
        if self._listed[0] != state:
            self._listed = (state, choices(chain(self.game.legal(state), self.game.asides(state))))
        return self._listed[1]

    def _chosen(self) -> Gear | None:
        """Return the card that is chosen, as long as it lies there."""
        try:
            card = card_at(self.state, self.card) if self.card else None
        except LookupError:
            return None
        return card  # type: ignore[return-value]

    def of_card(self) -> list[Move]:
        """Return what may be done with the chosen card."""
        card = self._chosen()
        return with_card(self.moves(), card) if card is not None and self._own(self.card) else []

    def _own(self, place: str) -> bool:
        return place.partition(".")[0] == self.state.active

    def chosen_card(self) -> str:
        """Return the card that is chosen, as the game names it."""
        return self.card if self._chosen() is not None else ""

    def choice(self) -> Choice | None:
        """Return the list that is picked from now: a menu before all else."""
        if self.menu is not None:
            return self.menu.choice()
        return super().choice()

    def lit(self) -> Iterable[str]:
        """Return the places that may be tapped: quests, and cards with which something may be done."""
        yield from super().lit()
        state = self.state
        if state.ended or state.step == "setup" or self.looking != state.active:
            return
        player = state.player(state.active)
        usable = {card for move in self.moves() for card in _cards_of(move)}
        for n, card in enumerate(player.inventory, start=1):
            if card in usable:
                yield f"{player.handle}.{n}"
        for n, cards in enumerate(player.slots, start=1):
            if any(card in usable for card in cards):
                yield f"{player.handle}.slot{n}"

    # ------------------------------------------------------------------- the taps

    def seat_tapped(self, seat: str) -> None:
        """Take a tap on a seat: its mat is shown, or that of whose turn it is again."""
        self.seat = "" if seat == self.looking else seat

    def other_tapped(self, spot: Place) -> None:
        """Take a tap on a card, or on the riddle."""
        if spot.kind == "card":
            self._card(spot.name)
        elif spot.kind == "riddle":
            self._choose([move for move in self.moves() if isinstance(move, m.Answer)], "Answer it with what?")

    def _card(self, place: str) -> None:
        if place in self.game.tokens(self.state) and not self._down(place):
            self.tell(place)
            return
        if self.card and not self._own(place) and self._own(self.card):
            self._swap(place)
            return
        self.card = "" if place == self.card else place
        bonus = [move for move in self.of_card() if isinstance(move, m.Bonus | m.Pay)]
        if bonus and (self.state.bonus or self.state.attempt):
            self._choose(bonus, "How is it paid?")

    def _down(self, place: str) -> bool:
        """Say whether a card lies face down: then it is no untold thing to be asked for by a tap."""
        return isinstance(card_at(self.state, place), PuzzleCard)

    def _swap(self, place: str) -> None:
        mine, theirs = self._chosen(), card_at(self.state, place)
        if mine is not None:
            self._do(m.Trade(mine, place.partition(".")[0], theirs))  # type: ignore[arg-type]

    def quest_tapped(self, space: int) -> None:
        """Take a tap on a quest."""
        self.card = ""
        super().quest_tapped(space)

    def _picked(self, text: str) -> None:
        if self.menu is None:
            super()._picked(text)
            return
        self.menu.pick(text)
        if self.menu.move is not None:
            self._do(self.menu.move)

    def _choose(self, moves: Sequence[Move], asked: str) -> None:
        """Enter the only move there is, or ask which one is meant."""
        if len(moves) == 1:
            self._do(moves[0])
        elif moves:
            self.menu = Menu(self.game, self.state, moves, asked)

    def _fittest(self, moves: list[Move]) -> list[Move]:
        """Return only the slot of a card's own type where that is free: a slot for anything stays for what needs it."""
        types = self.game.box.slots(self.state.player(self.state.active))
        own: list[Move] = [
            move for move in moves if isinstance(move, m.Equip) and types[move.slot - 1] not in (None, "any")
        ]
        return own[:1] if own and all(isinstance(move, m.Equip) for move in moves) else moves

    def _do(self, move: Move) -> None:
        self.menu = None
        state = self.state
        if isinstance(move, m.Pay):
            move = unveiled(self.game, state, move)
        if self.enter(spelled(self.game, state, move, self.card)):
            self.card = ""
            if isinstance(move, m.Trade):
                self.seat = ""

    # ------------------------------------------------------------- what is asked

    def sentence(self) -> str:
        """Return the one sentence."""
        if self.menu is not None:
            return "Tap what is done"
        if self.state.bonus and self.moment == "late":
            return f"Bonus ({', '.join(self.state.bonus)}): tap an item to put away"
        return super().sentence()

    def ask(self) -> Ask | None:
        """Return what the pad asks now."""
        return None if self.menu is not None else super().ask()

    def of_due(self, state: Position) -> Ask | None:
        """Return what the moment asks: the dice of an attempt, too."""
        rolls = self.moment == "attempt" and self.game.box.black is not None and not self.card
        if rolls and stage(self.game.box, state).name == "roll":
            return pads.roll_ask("roll", self.game.box, False)
        return super().of_due(state)

    def _asked(self, state: Position) -> Ask | None:
        if self.asking == "else":
            return pads.else_ask(state, self.looking)
        return super()._asked(state)

    def _of_moment(self, word: str, value: tuple[tuple[str, ...], ...]) -> None:
        if word != "else":
            super()._of_moment(word, value)
            return
        self.asking = ""
        text = pads.else_text(self.looking, value)
        if text:
            self.enter(text)
        else:
            self.ledger = self.looking

    def later(self, ask: Ask) -> None:
        """Take a "Not now" of the pad: a roll that nobody told is settled by the large buttons."""
        if ask.name == "roll" and self.asking != "roll":
            self.desk.say("Made it, or failed?")
        super().later(ask)

    def answered(self, answer: Answer) -> None:
        """Take an answer of the pad."""
        self.card = ""
        super().answered(answer)

    def drop(self, gone: bool = False) -> None:
        """Forget what was asked, and the card that was chosen; `gone`: only what is no longer there."""
        super().drop(gone)
        if not gone:
            self.card, self.menu = "", None
        if self.menu is not None and self.menu.state != self.state:
            self.menu = None
        if self.card and self._chosen() is None:
            self.card = ""

    # ------------------------------------------------------------------- the tray

    def headline(self) -> Item:
        """Return the chosen card, or what every depth says."""
        card = self._chosen()
        if card is None:
            return super().headline()
        able = "" if self.of_card() or not self._own(self.card) else ": nothing can be done with it now"
        more = "; now tap one of theirs to swap" if any(isinstance(move, m.Trade) for move in self.of_card()) else ""
        return Group((Text(f"{said(card)}{able}{more}", "grow"),), "row")

    def chips(self) -> list[Button]:
        """Return what may be done: with the chosen card, or at all."""
        if self.menu is not None:
            return [self.button("leave", "Leave it")]
        if self._chosen() is not None:
            verbs = dict.fromkeys(path(self.game, self.state, move)[0] for move in self.of_card())
            return [*(self.button(f"use {verb}", verb) for verb in verbs), self.button("leave", "Leave it")]
        chips = super().chips()
        if self.session.watching or self.state.ended or self.state.step == "setup" or self.slip or self.telling:
            return chips
        kinds = {type(move) for move in self.moves()}
        if m.Ability in kinds:
            chips.append(self.button("use Ability", "Ability"))
        if m.Answer in kinds:
            chips.append(self.button("use Answer the riddle", "Riddle"))
        return [*chips, self.button("more", "More"), self.button("else", "Else")]

    def act(self, name: str) -> None:
        """Do what a button says."""
        word, _, rest = name.partition(" ")
        if word == "use":
            among = self.of_card() if self._chosen() is not None else self.moves()
            found = [move for move in among if path(self.game, self.state, move)[0] == rest]
            self._choose(self._fittest(found), rest)
        elif word == "more":
            self._choose(self.moves(), "What is done?")
        elif word == "pay":
            self._choose([move for move in self.moves() if isinstance(move, m.Pay)], "Pay with what?")
        elif word == "else":
            self.asking = "" if self.asking else "else"
        else:
            super().act(name)
            return
        self.desk.refresh()

    # -------------------------------------------------------------- the large button

    def primary(self) -> Primary:
        """Return the large button."""
        if self.menu is not None:
            return Primary("Nothing of it", "leave")
        return super().primary()

    def of_moment(self) -> Primary:
        """Return the large button where nothing else was asked."""
        state = self.state
        if state.token[:1] == ["puzzle"]:
            beside = ("By chance", "deal") if self.made_up else ("", "")
            return Primary("Face down", "skip", *beside)
        if self.moment == "late" and state.bonus:
            return Primary(f"Keep it; next: {self.name(state.next_seat())}", "done")
        return super().of_moment()

    def of_attempt(self, state: Position) -> Primary:
        """Return the buttons of an attempt: paying or not, where that is what is left."""
        if stage(self.game.box, state).name == "pay":
            return Primary("Pay for it", "pay", "Give up", "give up")
        return super().of_attempt(state)


def _cards_of(move: Move) -> tuple[Gear, ...]:
    if isinstance(move, m.Pay):
        return move.cards
    card = getattr(move, "card", None)
    return () if card is None or isinstance(move, m.Trade) else (card,)
