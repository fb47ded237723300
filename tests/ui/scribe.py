"""A scribe of The Four Doors: knows which taps enter a move on the page, and makes them on a device."""

from __future__ import annotations

from companion.games.four_doors import moves as m
from companion.games.four_doors.people import mover


def mark_of(card):
    return f"{card.door}.{card.side}"


def token_of(state, seat, card):
    """The place of a card in a hand."""
    return f"card/{seat}.{list(state.player(seat).hand).index(card) + 1}"


class Scribe:
    """Someone who enters what the table does.

    Args:
        device: the page; it has `board`, `pad`, `tap`, and counts its taps.
        table: a second look at the same table.
    """

    def __init__(self, device, table):
        self.device, self.table = device, table

    @property
    def state(self):
        return self.table.state

    @property
    def play(self):
        return self.device.app.screen.play

    def enter(self, move):
        """Make the taps that enter a move."""
        before = self.table.seq
        self._taps(move)
        assert self.table.seq > before, f"{self.table.game.spell(move, self.state)} was not entered"

    def _taps(self, move):
        device, state = self.device, self.state
        match move:
            case m.Doors(names=names):
                device.pad(*names[:3])
            case m.Shadow(card=card):
                self._turned(card)
            case m.Draw(cards=(card,)):
                self._turned(card)
            case m.Assign(adventurer=adventurer):
                device.pad(adventurer)
            case m.First(seat=seat):
                device.pad(seat)
            case m.Reshuffled():
                device.tap("primary" if self.play.moment == "empty" else "empty")
            case m.Done():
                device.tap("primary")
            case m.Clear(door=door, side=side):
                device.board(f"{door}.{side}")
            case m.Relic(door=door):
                device.board(f"star/{door}")
            case m.Stand(way=way):
                device.pad(way)
            case m.Search():
                device.board("level")
            case m.Step(way=way):
                device.board(f"door/{state.tower.beside(state.player(state.active).at, way)}")
            case m.Illuminate(shadows=(shadow, *_)):
                self._chosen(move, mark_of(shadow))
            case m.Dispel(shadow=shadow):
                self._chosen(move, mark_of(shadow))
            case m.Kindle(shadow=shadow):
                self._chosen(move, mark_of(shadow))
            case m.Find():
                self._chosen(move, f"star/{state.player(state.active).at}")
            case _:
                self._of_card(move)

    def _turned(self, card):
        """A card that was turned over: its mark, then which."""
        self.device.board(mark_of(card))
        if self.device.at.pad.ask is not None and self.device.at.pad.ask.name.startswith("marked"):
            self.device.pad(self.table.game.language.card(card))

    def _chosen(self, move, place):
        """A tap on the tower, then the pad where more than one thing may be meant."""
        self.device.board(place)
        self._menu(move)

    def _of_card(self, move):
        """A card of a hand, then what is done with it; what needs none of them is under More."""
        state, play = self.state, self.play
        card = getattr(move, "card", None)
        seat = mover(self.table.game.box, state, move)
        if play.moment == "limit" and not isinstance(move, m.Discard):
            self.device.tap(f"use {play._label(move)}")
        elif card is not None and seat and card in list(state.player(seat).hand):
            if play.looking != seat:
                self.device.tap(f"look {seat}")
            before = self.table.seq
            self.device.board(token_of(state, seat, card))
            if self.table.seq > before:
                return
            self.device.tap(f"use {play._label(move)}")
        else:
            self.device.tap("acts")
        self._menu(move)

    def _menu(self, move):
        """Answer the menu, as long as there is one, with the answers that lead to this move, or to one just as good."""
        meant = {move, m.Illuminate(move.card, (move.shadow,))} if isinstance(move, m.Kindle) else {move}
        while self.play.menu is not None and self.device.at.pad.ask == self.play.menu.ask:
            menu = self.play.menu
            value = next(value for value, moves in menu.moves.items() if meant.intersection(moves))
            self.device.answer(value)
