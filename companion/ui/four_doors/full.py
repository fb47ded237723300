"""Full: hands, actions and every card. A card is its mark on the tower first, then one of the cards of that mark."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from companion.engine.game import Move
from companion.engine.told import possible
from companion.games.four_doors import moves as m
from companion.games.four_doors.cards import FLUX, UNTOLD, PlayerCard
from companion.games.four_doors.effects import card_at
from companion.games.four_doors.people import limited, mover
from companion.games.four_doors.state import patterns
from companion.games.four_doors.telling import card_name, title
from companion.games.four_doors.tower import BEACON
from companion.ui.boards.four_doors import ACT, DRAW
from companion.ui.boards.four_doors_places import Place, read_place
from companion.ui.four_doors import pads
from companion.ui.four_doors.base import ASKED_ON_THE_TOWER
from companion.ui.four_doors.hidden import HiddenHands
from companion.ui.four_doors.menus import Menu, card_key, choices, described, described_keys, menu, uses
from companion.ui.kit import Desk, Primary
from companion.ui.pad import Answer, Ask, Step
from companion.ui.panel import Button, Group, Item, Text

MARKED = "marked"
"""The question which card of a mark it is."""
MENU = "menu"
"""The question what is done."""
_NAMED = (m.Cast, m.Lumen, m.Prism, m.Extra)
"""What is called by its own name, which is no verb."""


class Full(HiddenHands):
    """The Table tab while every card and every action is followed."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.card = self.mark = ""
        self.menu: Menu | None = None
        self._menu_at: object = None
        self._joined = False
        self._listed: tuple[object, list[Move]] = (None, [])

    @property
    def begun(self) -> bool:
        """Say whether the next tap belongs to something that was begun: a chosen card, too."""
        return super().begun or bool(self.card)

    # ------------------------------------------------------------ what may be done

    def moves(self) -> list[Move]:
        """Return everything that may be done now, by whomever; what the table tells is left to the tower."""
        table = self.session.table
        if self._listed[0] is not table.state:
            self._listed = (table.state, self.shown(choices(chain(table.legal, table.asides))))
        return self._listed[1]

    def on_the_tower(self) -> list[Move]:
        """Return what may be done by a tap on the tower alone, without a look at every spell."""
        state = self.state
        sides = [card for door in state.tower.doors for side in state.dispel for card in door.side(side)]
        free = [m.Dispel(card) for card in sides]
        legal = self.shown(choices(self.session.table.legal))
        return [*legal, *(move for move in free if self.session.table.check(move))]

    def _holder(self) -> str:
        return self.card.partition(".")[0]

    def _chosen_card(self) -> PlayerCard | None:
        """Return the card of a hand that is chosen, as long as it lies there."""
        try:
            return card_at(self.state, self.card) if self.card else None
        except (LookupError, ValueError):
            return None

    def of_card(self) -> list[Move]:
        """Return what may be done with the chosen card."""
        card = self._chosen_card()
        if card is None:
            return []
        state, box = self.state, self.game.box
        found = [move for move in self.moves() if uses(move, card, self._holder(), mover(box, state, move))]
        held = self.state.player(self._holder()).hand
        gifts = [move for move in self.moves() if isinstance(move, m.Prism) and move.gift == card and card in held]
        return list(dict.fromkeys((*found, *gifts)))

    # ------------------------------------------------------------------ the board

    def hand(self) -> tuple[str, str]:
        """Return the hand that is shown and the card of it that is chosen."""
        if self.state.step == "setup" and self.moment in ("doors", "shadows"):
            return "", ""
        return self.looking, self.card

    @property
    def looking(self) -> str:
        """The seat whose hand is shown; while hands are dealt, the one that is dealt to."""
        state = self.state
        if state.step == "setup" and self.moment in ("deal", "adventurer"):
            return self.seat or state.pending[0].split()[1]
        return super().looking

    def face(self) -> str:
        """Return the look of the board; a card that is told late is asked for as one that is drawn."""
        if self._tells_card():
            return DRAW
        return ACT if self.mark and self.moment == "act" else super().face()

    def _tells_card(self) -> bool:
        return bool(self.telling) and self.telling != "shadow"

    def lit(self) -> Iterable[str]:
        """Light the sides of a card that is turned over; else what the pawn may do, and the cards that may be used."""
        state = self.state
        if self._tells_card() or self.arming or self.moving or self.telling or self.resync is not None:
            every = [f"{name}.{side}" for name in state.tower.names for side in ("left", "right")]
            return every if self._tells_card() else super().lit()
        if self.drawing and self.concealed(self.drawing):
            return []
        if self.moment in (*ASKED_ON_THE_TOWER, "stand"):
            return super().lit()
        return self._doable()

    def _doable(self) -> list[str]:
        """Return the places where something may be done by a tap: sides, doors beside the pawn, relics, the pile."""
        state = self.state
        over = limited(state)
        if over and self.concealed(over):
            return []
        if over and not self.card:
            return [f"card/{over}.{n}" for n in range(1, len(state.player(over).hand) + 1)]
        moves = self.of_card() if self.card else self.on_the_tower()
        out = []
        for move in moves:
            if isinstance(move, m.Illuminate):
                out.append(f"{move.shadows[0].door}.{move.shadows[0].side}")
            elif isinstance(move, m.Kindle | m.Dispel):
                out.append(f"{move.shadow.door}.{move.shadow.side}")
            elif isinstance(move, m.Step):
                at = state.player(state.active).at
                out.append(f"door/{state.tower.beside(at, 'up' if move.way == 'up' else 'down')}")
            elif isinstance(move, m.Find):
                out.append(f"star/{state.player(state.active).at}")
            elif isinstance(move, m.Search):
                out.append("level")
        return list(dict.fromkeys(out))

    def sentence(self) -> str:
        """Return the one sentence."""
        if self.mark and self.ask() is not None:
            return "Which card is it?"
        if self._tells_card():
            return "Which card is it? Tap the side of its mark"
        return super().sentence()

    # -------------------------------------------------------------------- the pad

    def ask(self) -> Ask | None:
        """Ask which card of a mark it is, what is done, or what is the same at every depth."""
        if self.session.watching or self.moving or self.arming:
            return None
        if self.mark:
            return self._of_mark()
        if self.menu is not None and self._menu_at == self.session.table.state:
            return self.menu.ask
        asked = super().ask()
        if asked is not None or self.state.ended:
            return asked
        if self.moment == "adventurer":
            return pads.adventurers_ask(self.state, self.state.pending[0].split()[1])
        return self._first() if self.moment == "first" else None

    def _of_mark(self) -> Ask | None:
        cards = self.cards_of(self.mark)
        keys = [card_key(self.game, card, marked=False) for card in cards]
        if self._new_ones(self.mark):
            keys += described_keys(self.state.tower.names)
        columns = 3 if len(keys) <= 6 else 4
        step = Step("Which card is it?" if cards else "What does it show?", tuple(keys), columns)
        return Ask(f"{MARKED} {self.mark}", (step,), None, "Only its mark")

    def _new_ones(self, mark: str) -> bool:
        """Say whether a card of a mark may be one that this box has not told yet."""
        door, _, side = mark.partition("-")
        wanted = PlayerCard(door=door, side=side)
        return any(not card.known and card.fits(wanted) for card in self.state.unseen.kinds())

    def _first(self) -> Ask:
        return Ask("first", (pads.seats_step(self.state, "Who saw their shadow last?"),), None, "")

    def answered(self, answer: Answer) -> None:
        """Take an answer of the pad."""
        word = answer.name.split()[0]
        if word == MARKED:
            mark, self.mark = self.mark, ""
            self._named(described(answer.value, mark))
        elif word == MENU and self.menu is not None:
            moves, self.menu = self.menu.left(answer.value), None
            self._choose(moves, "What exactly?", self._joined)
        elif word == "first":
            self.desk.enter(f"first {answer.value[0][0]}")
        else:
            super().answered(answer)
            return
        self.desk.refresh()

    def later(self, ask: Ask) -> None:
        """Take a "Not now": only the mark of a card is told, or nothing is done."""
        mark, self.mark, self.menu = self.mark, "", None
        if mark and ask.name.startswith(MARKED):
            self._named(mark)
            return
        super().later(ask)

    def _do(self, text: str) -> None:
        if self.desk.enter(text):
            self.card = ""

    # ------------------------------------------------------------ cards by their marks

    def cards_of(self, mark: str) -> list[PlayerCard]:
        """Return the cards of a mark that it may be: those still unseen, each kind once."""
        door, _, side = mark.partition("-")
        state = self.state
        if state.top and state.top[0].known and not self.telling:
            kinds: Sequence[PlayerCard] = (state.top[0],)
        else:
            kinds = possible(state.unseen, patterns(state))
        return [card for card in kinds if card.known and card.door == door and card.side == side]

    def _turned_over(self, spot: Place) -> None:
        """Take the mark of a card: it is the card where only one is left, else the pad asks which."""
        if self.drawing and not self._tells_card() and self.elsewhere(self.drawing):
            return
        cards = self.cards_of(spot.mark)
        if len(cards) > 1 or self._new_ones(spot.mark):
            self.mark = spot.mark
        else:
            self._named(self.game.language.card(cards[0]) if cards else spot.mark)

    def _named(self, text: str) -> None:
        """Enter a card, as an id or as its mark, for whatever asked for it."""
        if self._tells_card():
            token, self.telling = self.telling, ""
            self.desk.tell(token, text)
            return
        verb = "shadow" if self.moment in ("shadows", "fall") else "draw"
        who = f"{self.state.pending[0].split()[1]}: " if self.moment == "deal" else ""
        self.desk.enter(f"{who}{verb} {text}" if verb == "draw" else f"{verb} {text}")

    # ------------------------------------------------------------------- the taps

    def tapped(self, place: str) -> None:
        """Take a tap: the side of a card that is told late, or what the moment means."""
        spot = read_place(place)
        if self._tells_card() and spot.kind == "side" and not self.session.watching:
            self._turned_over(spot)
            self.desk.refresh()
            return
        self.mark, self.menu = "", None
        super().tapped(place)

    def touched(self, spot: Place) -> None:
        """Take a tap for which nothing else was asked."""
        if spot.kind == "card":
            self._card(spot.token)
        elif spot.kind == "side" and self.moment in ASKED_ON_THE_TOWER:
            self._turned_over(spot)
        elif self.state.step == "setup":
            return
        elif spot.kind == "side":
            self._side(spot)
        elif spot.kind == "star":
            self._star(spot.door)
        elif spot.kind == "level":
            self.desk.enter("search")
        elif spot.kind == "door":
            self._door(spot.door)

    def _card(self, token: str) -> None:
        """Choose a card of a hand, or leave it; over the limit a tap lets it go: what spends one has its own chip."""
        if self.elsewhere(token.partition(".")[0]):
            return
        if token in self.session.table.game.tokens(self.state) and card_at(self.state, token) == UNTOLD:
            self.telling = token
            return
        if limited(self.state) == token.partition(".")[0]:
            self._do(self.game.spell(m.Discard(card_at(self.state, token)), self.state))
        else:
            self.card = "" if token == self.card else token

    def _side(self, spot: Place) -> None:
        """Clear a shadow of a side: with the chosen card, or with any that can."""
        moves = [move for move in (self.of_card() if self.card else self.on_the_tower()) if _clears(move, spot)]
        # What the Illuminant may dispel on entering is free and goes with the next action: it comes first.
        free = [move for move in moves if isinstance(move, m.Dispel)]
        if moves:
            self._choose(free or _without_twins(moves), "How is it cleared?", joined=True)
        else:
            self._try_to_clear(spot)

    def _try_to_clear(self, spot: Place) -> None:
        """Try what cannot be done, so that its refusal is the one that is shown."""
        door, state = self.state.tower.find(spot.door), self.state
        hand = tuple(state.player(state.active).hand)
        card = self._chosen_card() or (hand[0] if hand else UNTOLD)
        if door is None or not door.side(spot.side):
            self.desk.enter(f"clear {spot.door} {spot.side}")
        elif not self.elsewhere(state.active):
            self.desk.enter(m.Illuminate(card, door.side(spot.side)[:1]))

    def _star(self, door: str) -> None:
        """Find the relic of a door."""
        state = self.state
        finds = [move for move in self.on_the_tower() if isinstance(move, m.Find)]
        if finds and state.player(state.active).at == door:
            self._choose(finds, "With which four?")
            return
        if self.elsewhere(state.active):
            return
        relic = self.game.box.relics.get(door)
        alike = [card for card in state.player(state.active).hand if card.relic == relic][:4]
        if state.player(state.active).at not in (door, ""):
            self.desk.say(f"{self.name(state.active)} does not stand at {title(door)}.")
        else:
            self.desk.enter(m.Find(tuple(alike)))

    def _door(self, place: str) -> None:
        """Move the pawn of whose turn it is: a door beside its own, or the Beacon."""
        state = self.state
        at = state.player(state.active).at
        ways = {state.tower.beside(at, way): way for way in ("up", "down")}
        if not at:
            self.desk.enter(f"pawn {state.active} {place}")
        elif place in ways:
            self.desk.enter(f"move {ways[place]}")
        elif place != at:
            where = "The Beacon" if place == BEACON else title(place)
            self.desk.say(f"{where} is not the next place: a pawn moves one up or down.")

    def _choose(self, moves: Sequence[Move], prompt: str, joined: bool = False) -> None:
        """Enter the only move there is, or ask which one is meant; `joined`: without asking for its kind."""
        if len(moves) == 1:
            self._do(self.game.spell(moves[0], self.state))
            return
        name = f"{MENU} {len(moves)} {type(moves[0]).__name__}"
        self.menu, self._joined = menu(self.game, self.state, moves, name, prompt, joined), joined
        self._menu_at = self.session.table.state

    # ------------------------------------------------------------------- the tray

    def headline(self) -> Item:
        """Return the chosen card, or what every depth says."""
        card = self._chosen_card()
        if card is None:
            return super().headline()
        name = card_name(card)
        able = "" if self.of_card() else ": nothing can be done with it now"
        return Group((Text(f"{name[:1].upper()}{name[1:]}{able}", "grow"),), "row")

    def chips(self) -> list[Button]:
        """Return what may be done: with the chosen card, or at all."""
        if self.card and self._chosen_card() is not None:
            return [*self._use_chips(self.of_card()), self.button("leave", "Leave it")]
        chips = super().chips()
        if not chips or self.moment in ("over",) or self.resync is not None or self.arming or self.moving:
            return chips
        seats = [self._seat_chip(player.handle) for player in self.state.players if player.handle != self.looking]
        done = [self.button("done", "Done acting")] if self.desk.trying and self.moment == "act" else []
        return [*done, *self._use_chips(self.spends()), self.button("acts", "More"), *seats, *chips]

    def _seat_chip(self, seat: str) -> Button:
        held = len(self.state.player(seat).hand)
        return self.button(f"look {seat}", f"{self.name(seat)} {held}")

    def _use_chips(self, moves: Iterable[Move]) -> list[Button]:
        labels = {self._label(move): "Use " * (self.moment == "limit" and isinstance(move, _NAMED)) for move in moves}
        return [self.button(f"use {label}", f"{use}{label}") for label, use in labels.items()]

    def spends(self) -> list[Move]:
        """Return what whoever is over the limit may do with some effect instead of letting a card go."""
        if self.moment != "limit":
            return []
        other = [move for move in self.moves() if not isinstance(move, m.Discard)]
        return [move for move in other if not self.game.check(self.state, move).reason]

    def _label(self, move: Move) -> str:
        """Return what a use of a card is called."""
        if isinstance(move, m.Give | m.Pass):
            return f"{'Give' if isinstance(move, m.Give) else 'Pass'} to {self.name(move.seat)}"
        if isinstance(move, m.Cast):
            return title(move.card.spell) if move.card.spell else "Use the spell"
        names = {m.Illuminate: "Clear here", m.Find: "Find the relic", m.Discard: "Let it go", m.Toss: "Toss"}
        powers = {m.Kindle: "Kindle Staff", m.Oil: "Oil", m.Lumen: "Lumen Stone", m.Prism: "Prism", m.Extra: "Prism"}
        return {**names, **powers}.get(type(move), type(move).__name__)

    def act(self, name: str) -> None:
        """Do what a button says."""
        word, _, rest = name.partition(" ")
        if word == "use":
            moves = self.of_card() if self.card else self.spends()
            self._choose([move for move in moves if self._label(move) == rest], "What exactly?")
        elif word == "look":
            self.look(rest)
        elif name == "acts":
            self._more()
        else:
            super().act(name)
            return
        self.desk.refresh()

    def _more(self) -> None:
        """Ask what is done: anything that may be done now, by anybody."""
        moves = self.moves()
        if moves:
            self._choose(moves, "What is done?")
        else:
            self.desk.say("Nothing can be done now but to tell what was turned over.")

    def drop(self, gone: bool = False) -> None:
        """Forget what was asked, and the card that was chosen; `gone`: only what is no longer there."""
        super().drop(gone)
        if not gone:
            self.card, self.mark, self.menu = "", "", None
        if self.card and (self._chosen_card() is None or limited(self.state)):
            self.card = ""
        if self.mark and not self._tells_card() and self.moment not in ASKED_ON_THE_TOWER:
            self.mark = ""

    # -------------------------------------------------------------- the large button

    def flux(self) -> str:
        """Return the move that lights the Beacon; empty where nobody can now."""
        state = self.state
        if not (state.all_found() and state.assembled()):
            return ""
        lights = [move for move in self.moves() if isinstance(move, m.Cast) and move.card.spell == FLUX]
        return self.game.spell(lights[0], state) if lights else ""

    def of_moment(self) -> Primary:
        """Return the large button."""
        state = self.state
        if self.mark:
            return Primary("Tap the card")
        if self._tells_card():
            return Primary("Tap the side of its mark")
        if self.moment in ("act", "draw", "fall") and self.flux():
            return Primary("Light the Beacon", "light")
        if self.moment == "act":
            return Primary(f"Done acting ({state.left} left)", "done")
        if self.moment == "limit":
            over = limited(state)
            return Primary(f"{self.name(over)} lets a card go" if self.concealed(over) else "Tap a card: it goes")
        if self.moment == "adventurer" and not self.game.edition.made_up:
            return Primary("Which adventurer?")
        if self.moment == "deal" and not self.game.edition.made_up:
            return Primary("Not seen: skip it", "again")
        return super().of_moment()


def _without_twins(moves: Sequence[Move]) -> list[Move]:
    """Leave out the Kindle Staff where the same card does the same as a lantern: both cost an action and the card."""
    lit = {(move.card, move.shadows) for move in moves if isinstance(move, m.Illuminate)}
    return [move for move in moves if not (isinstance(move, m.Kindle) and (move.card, (move.shadow,)) in lit)]


def _clears(move: Move, spot: Place) -> bool:
    """Say whether a move clears a shadow of a side."""
    if isinstance(move, m.Illuminate):
        shadow = move.shadows[0]
    elif isinstance(move, m.Kindle | m.Dispel):
        shadow = move.shadow
    else:
        return False
    return (shadow.door, shadow.side) == (spot.door, spot.side)
