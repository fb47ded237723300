"""Putting right where every card is followed: what is untold, and which card a held one really is."""

from __future__ import annotations

from companion.games.four_doors import moves as m
from companion.games.four_doors.effects import card_at
from companion.games.four_doors.telling import card_name, title
from companion.ui.boards.four_doors_places import Place, read_place
from companion.ui.four_doors import pads
from companion.ui.four_doors.base import TowerPlay
from companion.ui.four_doors.menus import card_key
from companion.ui.kit import Change
from companion.ui.pad import Ask, Key, Step


class CardFixing(TowerPlay):
    """A Table tab on which cards are held and put right, too."""

    def untold(self) -> tuple[str, ...]:
        """Return the cards of which nobody has told even the mark; where the box is known, all that are not named."""
        state = self.state
        named = all(card.known for card in self.game.box.deck.kinds())
        out = list(super().untold())
        for token in self.session.table.game.tokens(state):
            if token == "shadow" or self.concealed(_hand(token)):
                continue
            if named or card_at(state, token).door is None:
                out.append(token)
        return tuple(out)

    def change(self, place: str) -> Change | None:
        """Say what a held thing may be changed to: a card may be any of the box."""
        spot = read_place(place)
        if spot.kind != "card":
            return super().change(place)
        if self.concealed(_hand(spot.token)):
            return None
        try:
            card = card_at(self.state, spot.token)
        except (LookupError, ValueError):
            return None
        name = card_name(card)
        return Change(f"{name[:1].upper()}{name[1:]}", self._any_card(place), (("left", "× not in this hand"),))

    def which(self, spot: Place) -> Ask | None:
        """Ask which card a shadow really is."""
        return self._any_card(f"{spot.door}.{spot.side}")

    def _any_card(self, place: str) -> Ask:
        """Ask for any card of the box: its mark, then which of that mark."""
        keys = []
        for side in ("left", "right"):
            for name in self.state.tower.names:
                kinds = [c for c in self.game.box.deck.kinds() if c.known and c.door == name and c.side == side]
                cards = tuple(card_key(self.game, card, marked=False) for card in kinds)
                then = (Step("Which card is it?", cards, columns=3),)
                key = Key(f"{name}-{side}", f"{title(name)} {side}", sub=side, svg=pads.swatch(name))
                keys.append(Key(key.id, key.label, key.sub, key.svg, then=then if len(kinds) > 1 else ()))
        return Ask(f"change {place}", (Step("What is it really?", tuple(keys), columns=4),))

    def do(self, place: str, name: str) -> None:
        """Do something else with a held thing."""
        spot = read_place(place)
        if spot.kind != "card":
            super().do(place, name)
            return
        seat = spot.token.partition(".")[0]
        held = list(self.state.player(seat).hand)
        held.pop(int(spot.token.partition(".")[2]) - 1)
        self.desk.enter(m.Hold(seat, tuple(held)))
        self.desk.refresh()


def _hand(token: str) -> str:
    """Return the seat in whose hand a card lies; of a card that lies elsewhere nothing that is a seat."""
    where = token.split(".")
    return where[0] if len(where) == 2 else ""
