"""Putting right: hold a side, a door, a pawn or a card, and say what it really is. The table wins, always."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.engine.errors import UnreadableError
from companion.games.four_doors.cards import UNTOLD, PlayerCard, mark
from companion.games.four_doors.rules import FourDoors
from companion.games.four_doors.state import Position, put_all
from companion.games.four_doors.telling import side_words, title
from companion.games.four_doors.tower import BEACON, Door, add, remove
from companion.ui.at_table import AtTable
from companion.ui.boards.four_doors_places import Place, read_place
from companion.ui.four_doors import pads
from companion.ui.kit import Change
from companion.ui.pad import Answer, Ask

if TYPE_CHECKING:
    pass

OTHER = {"left": "right", "right": "left"}


class Fixing(AtTable[FourDoors, Position]):
    """What a held thing may be changed to, and what that does."""

    moving: str
    seat: str

    if TYPE_CHECKING:

        @property
        def moment(self) -> str:
            """What the table is at."""

    @property
    def whole(self) -> Position:
        """The position with all hands, as a correction has to keep them; nothing of it is shown."""
        state: Position = self.session.table.state
        return state

    # -------------------------------------------------------------------- holding

    def there(self, spot: Place) -> bool:
        """Say whether a shadow lies at a side."""
        door = self.state.tower.find(spot.door)
        return spot.kind == "side" and door is not None and bool(door.side(spot.side))

    def change(self, place: str) -> Change | None:
        """Say what a held thing may be changed to; None where nothing lies there."""
        if self.state.step == "setup" and self.moment == "doors":
            return None
        spot = read_place(place)
        if spot.kind == "side" and self.state.tower.find(spot.door) is not None:
            return self._of_side(spot)
        if spot.kind in ("door", "star"):
            return self._of_door(spot.door)
        if spot.kind == "level":
            rates = tuple((f"rate {n}", f"{n} a fall") for n in pads.RATES)
            return Change(
                "The Shadow Level", None, (("level +1", "▲ one space on"), ("level -1", "▼ one back"), *rates)
            )
        return None

    def _of_side(self, spot: Place) -> Change:
        """Offer the other verb, and where its shadow really lies."""
        words = f"{title(spot.door)} {spot.side}"
        if not self.there(spot):
            return Change(f"{words}: no shadow lies there", None, (("add", "+ one lies there"),))
        verb = ("take", "− one goes") if self.moment in ("fall", "draw") else ("add", "+ one more lies there")
        more = (verb, ("other", f"⇄ {OTHER[spot.side]} instead"), ("door", "→ other door"), ("away", "× not there"))
        return Change(f"{words}: a shadow", self.which(spot), more)

    def which(self, spot: Place) -> Ask | None:
        """Ask which card a shadow really is; None where only marks are followed."""
        return None

    def _of_door(self, name: str) -> Change | None:
        state, door = self.state, self.state.tower.find(name)
        if door is None and name != BEACON:
            return Change(f"{title(name)} is gone", None, (("back", "↥ it still stands"),))
        more: list[tuple[str, str]] = []
        if door is not None:
            more.append(("open", "▯ it is open") if door.half else ("half", "▮ it is half shut"))
            more.append(("unfound", "☆ relic not found") if door.found else ("found", "★ relic is found"))
            more.append(("gone", "× it is gone"))
        more += [
            (f"pawn {player.handle}", f"♟ {player.name} stands here") for player in state.players if player.at != name
        ]
        return Change("The Beacon" if door is None else title(name), None, tuple(more)) if more else None

    # --------------------------------------------------------------- what is done then

    def do(self, place: str, name: str) -> None:
        """Do something else with a held thing: an id of `Change.more`."""
        spot = read_place(place)
        word, _, rest = name.partition(" ")
        if spot.kind == "side":
            self._do_side(spot, word)
        elif word in ("level", "rate"):
            self.desk.enter(name)
        elif word == "pawn":
            self.desk.enter(f"pawn {rest} {spot.door}")
        elif word in ("half", "open"):
            self.desk.enter(f"{word} {spot.door}")
        elif word == "found":
            self.desk.enter(f"relic {spot.door}")
        else:
            self._do_door(spot.door, word)
        self.desk.refresh()

    def _do_side(self, spot: Place, word: str) -> None:
        if word == "take":
            self.desk.enter(f"clear {spot.door} {spot.side}")
        elif word == "add":
            self.came(spot)
        elif word == "other":
            self._told(spot, f"{spot.door}-{OTHER[spot.side]}")
        elif word == "door":
            self.moving = f"{spot.door}.{spot.side}"
        else:
            card = self.state.tower[spot.door].side(spot.side)[0]
            state = _out_of_tower(self.whole, card)
            self.desk.correct(replace(state, down=state.down + 1), f"{side_words(card)}: one shadow is not there")

    def came(self, spot: Place) -> None:
        """Lay a shadow beside a door, on the table's word; while shadows fall it is the one that falls."""
        if self.moment in ("shadows", "fall"):
            self.desk.enter(f"shadow {spot.mark}")
        elif self.state.tower.find(spot.door) is not None:
            card = mark(spot.door, spot.side)
            tower = add(self.state.tower, card)
            state = replace(self.whole, tower=tower, down=max(0, self.state.down - 1))
            self.desk.correct(state, f"A shadow lies at {side_words(card)}")

    def moved(self, spot: Place) -> None:
        """Take the side at which a shadow really lies."""
        source, self.moving = read_place(self.moving), ""
        if spot.kind == "side" and spot != source:
            self._told(source, spot.mark)

    def _told(self, spot: Place, text: str) -> None:
        """Say that a shadow bears another mark: in the entry that told it, else from here on."""
        try:
            self.desk.tell(f"{spot.door}.{spot.side}.1", text)
        except UnreadableError:
            old = self.state.tower[spot.door].side(spot.side)[0]
            door, _, side = text.partition("-")
            state = _out_of_tower(self.whole, old)
            tower = state.tower if state.tower.find(door) is None else add(state.tower, mark(door, side))
            self.desk.correct(
                replace(state, tower=tower), f"The shadow at {side_words(old)} lies at {title(door)} {side}"
            )

    def _do_door(self, name: str, word: str) -> None:
        state = self.whole
        if word == "back":
            tower = replace(
                state.tower,
                doors=(*state.tower.doors, Door(name, True, name != state.tower.lost)),
                gone=tuple(one for one in state.tower.gone if one != name),
                lost="" if state.tower.lost == name else state.tower.lost,
            )
            self.desk.correct(replace(state, tower=tower), f"{title(name)} still stands")
        elif word == "unfound":
            players = tuple(
                replace(player, relics=tuple(one for one in player.relics if one != name)) for player in state.players
            )
            tower = state.tower.put(replace(state.tower[name], found=False))
            self.desk.correct(replace(state, tower=tower, players=players), f"The relic of {title(name)} is not found")
        elif word == "gone":
            self.desk.correct(_vanished(state, name), f"{title(name)} is gone")

    # ------------------------------------------------------------- an entry of the log

    def entry_ask(self, text: str) -> Ask | None:
        """Ask again what an entry said; None where that cannot be picked on a pad."""
        verb, *_ = text.split()
        if verb in ("shadow", "mark", "clear", "draw"):
            return pads.sides_ask(text, self.state, "Which side should it have been?")
        return None

    def entry_text(self, text: str, answer: Answer) -> str:
        """Return an entry as it should have been."""
        verb = text.split()[0]
        side = answer.value[0][0]
        return f"{verb} {side.replace('-', ' ')}" if verb in ("mark", "clear") else f"{verb} {side}"

    def changed(self, place: str, answer: Answer) -> tuple[str, str]:
        """Return the token and the text for what was picked for a held thing."""
        spot = read_place(place)
        picked = answer.value[-1][0]
        return (f"{spot.door}.{spot.side}.1" if spot.kind == "side" else spot.token), picked


def _out_of_tower(state: Position, card: PlayerCard) -> Position:
    """Take a card from beside its door as if it had never lain there."""
    unseen = put_all(state.unseen, [card]) if card.known else state.unseen
    return replace(state, tower=remove(state.tower, card), unseen=unseen)


def _vanished(state: Position, name: str) -> Position:
    """Take a door out of the tower: it is in the Hollow with its shadows, and nobody stands there."""
    door = state.tower[name]
    tower = replace(
        state.tower,
        doors=tuple(one for one in state.tower.doors if one.name != name),
        gone=(*state.tower.gone, name),
    )
    above = state.tower.beside(name, "up") or BEACON
    players = tuple(replace(player, at=above) if player.at == name else player for player in state.players)
    hollow = put_all(state.hollow, (card for card in door.shadows if card != UNTOLD))
    return replace(state, tower=tower, players=players, hollow=hollow)
