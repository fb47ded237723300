"""Full: piles, lines and turns. Pile, cell; flip the Key in hand; the new top when somebody has a hand free."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from msgspec.structs import replace

from companion.games.four_keys.cards import Card, Door, Key
from companion.games.four_keys.dungeon import cell_name
from companion.games.four_keys.moves import HAND, PILE_LABELS, PILES, Deal, Order, Place, Renew, Reveal, Take
from companion.games.four_keys.state import is_told, seat_of
from companion.games.four_keys.telling import card_name
from companion.ui.boards.places import read_place
from companion.ui.four_keys import pads
from companion.ui.four_keys.base import Dungeons
from companion.ui.four_keys.glyphs import pile_svg, room_svg, word_svg
from companion.ui.kit import Desk, Primary
from companion.ui.pad import Answer, Ask, Picked
from companion.ui.panel import Button, Group, Item, Picture, Text


class Full(Dungeons):
    """The Table tab while piles, lines and turns are followed."""

    low = True

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.seat = ""
        self.flipped = False
        self.pushing = -1

    @property
    def looking(self) -> str:
        """The seat that acts, unless somebody looks at another."""
        return self.seat or self.state.mover or self.state.players[0].handle

    # -------------------------------------------------------------- who does what

    def _mine(self) -> bool:
        """Whether this device holds the card in hand: the scribe's, or that of the seat."""
        hand = self.state.hand
        return hand is not None and self.session.viewer in ("", hand.seat)

    def _asked(self) -> str:
        """Return what the pad asks the table about here and now; empty for nothing."""
        if self.session.watching:
            return ""
        waiting = [token for token in self.state.pending if token not in self.skipped and not self._tired(token)]
        rooms = [token for token in waiting if token.startswith("room ")]
        if rooms:
            return rooms[0]
        return "" if self._mine() and "hand" not in waiting else next(iter(waiting), "")

    def _tired(self, token: str) -> bool:
        """Whether nobody wants to be asked this any more. Setting up is no such thing."""
        kind = "room" if token.startswith("room ") else "top" if token in PILES and self.laid_out else ""
        return bool(kind) and self.fatigue.tired(kind)

    @property
    def laid_out(self) -> bool:
        """Whether a turn has been played: before that the new tops are the set-up's."""
        return any(player.dungeon.card_count > 1 for player in self.state.players) or self.state.hand is not None

    # ------------------------------------------------------------------ the board

    def lit(self) -> Iterable[str]:
        """Light the piles, or the spaces for the card in hand."""
        held = list(super().lit())
        if held or self.session.watching:
            return held
        if self.pushing >= 0:
            free = [PILES[pile] for pile in self._pushes()]
            return [*free, *(f"choice/{pile}" for pile in free)]
        hand = self.state.hand
        if hand is not None:
            return [f"{hand.seat}:{cell_name(m.cell)}" for m in self.moves if isinstance(m, Place)]
        return list(dict.fromkeys(PILES[m.pile] for m in self.moves if isinstance(m, Take)))

    def sentence(self) -> str:
        """Return the one sentence."""
        held = super().sentence()
        if held:
            return held
        standing = self.state.choice[self.pushing] if self.pushing >= 0 else ""
        if standing:
            return f"Where does {self.name(seat_of(standing))} go?"
        asked = self._asked()
        state = replace(self.state, pending=(asked,) if asked else (), to_point=())
        return self.game.prompt(state, self.session.viewer).sentence

    def drop(self, gone: bool = False) -> None:
        """Forget what was asked about a thing, and a push; `gone`: only one that can no longer be made."""
        super().drop(gone)
        if not gone or not self._pushes():
            self.pushing = -1

    def _pushes(self) -> list[int]:
        """Return the free spaces that the tile on the space that was tapped may be pushed to."""
        return [move.push for move in self._takes(self.pushing) if move.push is not None] if self.pushing >= 0 else []

    # -------------------------------------------------------------------- the pad

    def ask(self) -> Ask | None:
        """Ask where a pushed tile goes, or what the table sees."""
        if self.telling:
            return self.tell_ask(self.telling)
        if self.pushing >= 0:
            standing = self.state.choice[self.pushing]
            return pads.push_ask(self.pushing, self._pushes(), self.name(seat_of(standing))) if standing else None
        token = self._asked()
        return self._seen(token) if token else None

    def card_ask(self, name: str, kinds: list[list[Card]]) -> Ask:
        """Ask for the whole card on a space."""
        return pads.whole_ask(name, kinds)

    def card_text(self, value: tuple[Picked, ...]) -> str:
        """Return what was picked for a space as the text of a cell."""
        return pads.whole_text(value)

    def _seen(self, token: str) -> Ask | None:
        word, *rest = token.split()
        moves = list(self.moves)
        if word == "room":
            return self.room(token)
        if word == "order":
            names = {player.handle: player.name for player in self.state.players}
            return pads.order_ask([move for move in moves if isinstance(move, Order)], names)
        if word == "start":
            starts = [m.card for m in moves if isinstance(m, Deal) and m.seat == rest[0] and m.card is not None]
            return pads.start_ask(token, self.name(rest[0]), starts)
        index = HAND if word == "hand" else PILES.index(word)
        pile = self.state.hand.pile if word == "hand" and self.state.hand else index
        cards = [m.card for m in moves if isinstance(m, Reveal) and m.pile == index and m.card is not None]
        return pads.card_ask(token, pile, cards or self.kinds(pile))

    def answered(self, answer: Answer) -> None:
        """Take an answer of the pad."""
        word, *rest = answer.name.split()
        if word == "push":
            self._pushed(PILES.index(answer.value[0][0]))
        elif word == "order":
            self.desk.enter(f"order {' '.join(tile for (tile,) in answer.value)}")
        elif word == "start":
            self.desk.enter(f"start {rest[0]} {pads.start_answer(answer.value)}")
        elif word in (*PILES, "hand"):
            pile = self.state.hand.pile if word == "hand" and self.state.hand else PILES.index(word)
            self.fatigue.answered("top")
            self.desk.enter(f"reveal {word} {pads.card_text(pile, answer.value)}")
        else:
            super().answered(answer)

    def later(self, ask: Ask) -> None:
        """Take a "Not now": what nobody says stays untold."""
        word, *rest = ask.name.split()
        if word == "push":
            self.pushing = -1
        elif word == "start":
            self.desk.enter(f"start {rest[0]} ?")
        elif word in (*PILES, "hand"):
            if self.laid_out:
                self.tire("top", "New tops are no longer asked")
            self.desk.enter(f"reveal {word} ?")
        super().later(ask)

    # ------------------------------------------------------------------- the taps

    def tapped(self, place: str) -> None:
        """Take a tap: a pile, a space for the card in hand, or what is the same at every depth."""
        spot = read_place(place)
        if self.session.watching and spot.kind != "seat":
            return
        if self.moving or self.pointing():
            super().tapped(place)
        elif spot.kind in ("pile", "choice") and self.pushing >= 0:
            self._pushed(spot.pile)
        elif spot.kind in ("pile", "choice") and self.state.hand is None:
            self._pile(spot.pile, place)
        elif spot.kind == "cell" and self._hand_goes(spot.seat, spot.cell):
            self._place(cell_name(spot.cell))
        else:
            super().tapped(place)
        self.desk.refresh()

    def _hand_goes(self, seat: str, cell: int) -> bool:
        hand = self.state.hand
        return hand is not None and hand.seat == seat and self.state.player(seat).dungeon.cells[cell] is None

    def _takes(self, pile: int) -> list[Take]:
        return [move for move in self.moves if isinstance(move, Take) and move.pile == pile]

    def _pile(self, pile: int, place: str) -> None:
        """Take from a pile; ask where the tile on its space goes only where there is a choice."""
        if not self.state.order and place in self.game.tokens(self.state):
            self.telling = place
            return
        takes = self._takes(pile)
        self.telling = ""
        if len(takes) == 1:
            self._take(self.game.spell(takes[0], self.state))
        elif takes and takes[0].push is not None:
            self.pushing = pile
        elif takes:
            self.desk.choose([(self.game.spell(m, self.state), PILE_LABELS[m.source or 0]) for m in takes])
        else:
            self._take(self._push(pile) if self.state.choice[pile] else f"take {PILES[pile]}")

    def _pushed(self, space: int) -> None:
        """Push the tile that stands there to a space; a tap on where it stands already leaves it."""
        pile = self.pushing
        if space == pile:
            self.pushing = -1
        elif space not in self._pushes():
            self.desk.say(f"The space under {PILE_LABELS[space]} is not free.")
        else:
            self._take(f"take {PILES[pile]} push {PILES[space]}")

    def _push(self, pile: int) -> str:
        """Return the push that is tried where none is allowed, so that its refusal is the one that is shown."""
        free = next((i for i in range(4) if not self.state.choice[i]), pile)
        return f"take {PILES[pile]} push {PILES[free]}"

    def _take(self, move: str) -> None:
        self.flipped, self.seat, self.pushing = False, "", -1
        self.desk.enter(move)

    def _place(self, cell: str) -> None:
        face = self._face()
        if self.desk.enter(f"place {cell} {face}".rstrip()):
            self.flipped, self.seat = False, ""

    # ---------------------------------------------------------------- the hand

    def _sides(self) -> tuple[str, ...]:
        """Return the different sides of the Key in hand; empty where there is nothing to choose."""
        hand = self.state.hand
        if hand is None or not isinstance(hand.card, Key) or not is_told(hand.card) or hand.card.a == hand.card.b:
            return ()
        return hand.card.a or "", hand.card.b or ""

    def _face(self) -> str:
        sides = self._sides()
        return sides[int(self.flipped)] if sides else ""

    def tray(self) -> Iterable[Item]:
        """Return the card in hand, or the gold and the renewal of whoever is to play."""
        helpers = self.helpers()
        if helpers or self.state.finished or self.session.watching:
            return helpers
        if self.state.hand is not None:
            return self._hand_items()
        if not self.state.order:
            return []
        seat = seat_of(self.state.order[0])
        gold = self.state.player(seat).dungeon.gold
        renew = any(isinstance(move, Renew) for move in self.moves)
        button = Button("renew", "Renew", lambda: self.act("renew"), sub="−1 gold", look="" if renew else "ghost")
        again = self.tired_items("top", "Ask tops again") + self.tired_items("room", "Ask rooms again")
        return [Group((Text(f"{self.name(seat)}: {gold} gold", "grow"), *again, button), "row")]

    def _hand_items(self) -> list[Item]:
        hand = self.state.hand
        assert hand is not None
        sides = self._sides()
        if sides:
            shown, other = sides if not self.flipped else sides[::-1]
            flip = partial(self.act, "flip")
            face = Button("flip", "shows", flip, svg=word_svg(shown), sub="tap to flip", look="hand")
            back = Button("flip back", "on its back", flip, svg=word_svg(other), look="ghost")
            return [Group((Text("In hand", "small"), face, back), "row")]
        words = card_name(hand.card) if hand.card is not None else f"a card from {PILE_LABELS[hand.pile]}"
        items: list[Item] = [Picture(_picture(hand.card)), Text(f"In hand: {words}", "grow")]
        if not is_told(hand.card):
            items.append(self.act_button("tell hand", "Tell it"))
        return [Group(tuple(items), "row")]

    def primary(self) -> Primary:
        """Return the large button."""
        done = super().primary()
        if done.text or self.session.watching:
            return done
        asked = self._asked()
        if asked and self.game.edition.made_up and not asked.startswith("room "):
            return Primary("Deal the practice cards by chance", "deal")
        if self.state.hand is not None and self._mine():
            return Primary("Flip it", "flip") if self._sides() else Primary("Tap a lit space")
        if asked.split(" ")[0] in PILES:
            return Primary(f"New top of {PILE_LABELS[PILES.index(asked)]}?")
        if not asked and self.state.order:
            return Primary(f"{self.name(seat_of(self.state.order[0]))}: tap a pile")
        return Primary("")

    def act(self, name: str) -> None:
        """Do what a button says."""
        if name == "flip":
            self.flipped = not self.flipped
        elif name == "renew":
            self.desk.enter("renew")
        elif name == "deal":
            self.desk.deal()
        elif name == "tell hand":
            self.telling = "hand"
        super().act(name)


def _picture(card: object) -> str:
    """Return the card in hand as a small picture."""
    if isinstance(card, Door) and card.room is not None:
        return room_svg(card.room)
    if isinstance(card, Key) and card.a:
        return word_svg(card.a)
    return pile_svg(getattr(card, "level", 1), isinstance(card, Door))
