"""What Light and Full have in common: whose dungeon is shown, telling and fixing cards, rooms and arrows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.engine.game import Move
from companion.engine.told import possible
from companion.games.four_keys.cards import ROOM_LEVEL, ROOM_NAMES, Card, Start
from companion.games.four_keys.dungeon import Cell, DoorCell, StartCell, cell_name
from companion.games.four_keys.moves import PILE_LABELS, PILES, Open
from companion.games.four_keys.notation import spell_cell
from companion.games.four_keys.rules import FourKeys
from companion.games.four_keys.scoring import SCORING_OPTIONS
from companion.games.four_keys.state import Position, is_told, patterns, start_patterns, top_card
from companion.games.four_keys.telling import cell_words
from companion.ui.at_table import AtTable
from companion.ui.boards.four_keys import View, dungeon_scene, glance_scene, table_scene
from companion.ui.boards.four_keys_dungeon import EDGE
from companion.ui.boards.places import Place, read_place
from companion.ui.fatigue import Fatigue
from companion.ui.four_keys import pads
from companion.ui.kit import Change, Desk, Drawn, Primary
from companion.ui.pad import Answer, Ask
from companion.ui.panel import Button, Item, Text

if TYPE_CHECKING:
    from companion.ui.pad import Picked

WIDE = 560
"""From this width on the board shows every dungeon."""


class Dungeons(AtTable[FourKeys, Position]):
    """The Table tab, as far as Light and Full do the same.

    Args:
        desk: the page.
    """

    low = False
    begun = False

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.seat = self.session.viewer
        self.telling = ""
        self.moving = ""
        self.skipped: set[str] = set()
        self.fatigue = Fatigue()

    # ------------------------------------------------------------ what is there

    @property
    def moves(self) -> Iterator[Move]:
        """Everything that may be done or told now, by whomever."""
        table = self.session.table
        yield from table.legal
        yield from table.asides

    @property
    def looking(self) -> str:
        """The seat whose dungeon is large."""
        return self.seat or self.state.mover or self.state.players[0].handle

    def look(self, seat: str) -> None:
        """Show the dungeon of a seat."""
        self.seat = seat

    def drop(self, gone: bool = False) -> None:
        """Forget what was asked about a thing; `gone`: only where nobody can tell it any more."""
        if not gone or self.telling not in self.game.tokens(self.state):
            self.telling = ""
        if not gone or (self.moving and self._empty(read_place(self.moving))):
            self.moving = ""

    def _empty(self, spot: Place) -> bool:
        return self.state.player(spot.seat).dungeon.cells[spot.cell] is None

    def name(self, seat: str) -> str:
        """Return the name of a seat."""
        return self.state.player(seat).name

    def kinds(self, pile: int) -> list[Card]:
        """Return the cards that may still come from a pile."""
        return [*possible(self.state.piles[pile].unseen, patterns(self.state, pile))]

    def starts(self, seat: str) -> list[Start]:
        """Return the starting cards that a seat may have."""
        return list(possible(self.state.starts, start_patterns(self.state, seat)))

    def waiting(self, word: str) -> list[str]:
        """Return what the table is asked and nobody has put off, of one kind: "room", "start", "1D"."""
        return [t for t in self.state.pending if t.split()[0] == word and t not in self.skipped]

    def pointing(self) -> str:
        """Return "seat cell" of the Compass whose arrow is to be pointed here; empty for none."""
        mine = [token for token in self.state.to_point if token not in self.skipped]
        viewer = self.session.viewer
        return next((token for token in mine if not viewer or token.split()[0] == viewer), "")

    # ------------------------------------------------------------------ drawing

    def view(self, size: tuple[int, int]) -> View:
        """Return how the board is drawn now."""
        token = self.pointing()
        pointing = token.split()[1] if token else ""
        trying = self.desk.trying
        w, h = size
        inside = (w - 2 * EDGE, h - 2 * EDGE) if trying else size
        return View(size=inside, pointing=pointing, ghost=self.ghost(), trying=trying)

    def ghost(self) -> tuple[str, Cell] | None:
        """Return what a hint would lay, by the name of its cell, where it belongs to the dungeon that is large."""
        line = self.desk.hinted
        seat, _, name = line.ghost[0].partition(":") if line is not None and line.ghost is not None else ("", "", "")
        return (name, line.ghost[1]) if line is not None and line.ghost is not None and seat == self.looking else None

    def draw(self, size: tuple[int, int]) -> Drawn:
        """Draw the dungeon that is looked at, or the whole table where there is room."""
        sheets = self.session.table.score()
        token = self.pointing()
        seat = token.split()[0] if token else self.looking
        if self.state.followed or size[0] >= WIDE:
            scene = table_scene(self.state, self.view(size), looking=seat, sheets=sheets)
        else:
            number = [player.handle for player in self.state.players].index(seat)
            rules = {name: getattr(self.state.rules, name) for name in SCORING_OPTIONS}
            dungeon = self.state.player(seat).dungeon
            view = self.view(size)
            scene = dungeon_scene(dungeon, view, seat=seat, number=number, sheet=sheets[number], rules=rules)
        arrows = tuple(place for place in scene.places if place.count(":") == 2)
        lit = arrows or tuple(place for place in self.lit() if place in scene.places)
        return Drawn(scene, lit, tuple(place for place in self.chosen() if place in scene.places))

    def glance(self, size: tuple[int, int]) -> Drawn:
        """Draw the scores large."""
        return Drawn(glance_scene(self.state, View(size=size), sheets=self.session.table.score()))

    def lit(self) -> Iterable[str]:
        """Return the places that may be tapped now."""
        if self.moving:
            seat = self.moving.partition(":")[0]
            return self.holes(seat)
        return ()

    def chosen(self) -> Iterable[str]:
        """Return the places with a thick edge."""
        line = self.desk.hinted
        return [*(place for place in (self.moving, self.telling) if place), *(line.places if line is not None else ())]

    def holes(self, seat: str) -> list[str]:
        """Return the empty spaces of a dungeon where a card may go, as places."""
        dungeon = self.state.player(seat).dungeon
        return [f"{seat}:{cell_name(i)}" for i in dungeon.holes()] if dungeon.tile is None else []

    # ------------------------------------------------------------- what is asked

    def sentence(self) -> str:
        """Return what to do about an arrow, a move or a telling; empty where it is a matter of the turn."""
        if self.moving:
            return "Where does it really lie? Tap the space"
        if self.telling:
            return "What is it really?"
        token = self.pointing()
        if token:
            seat = token.split()[0]
            mine = seat == self.session.viewer
            return "Point the Compass: tap an arrow" if mine else f"{self.name(seat)}: point the Compass"
        return ""

    def ask(self) -> Ask | None:
        """Return the question about an untold thing, or the room behind a door that has just opened."""
        if self.telling:
            return self.tell_ask(self.telling)
        mine = [t for t in self.waiting("room") if not self.session.viewer or t.split()[1] == self.session.viewer]
        tired = self.session.watching or self.fatigue.tired("room")
        return self.room(mine[0]) if mine and not tired else None

    def room(self, token: str) -> Ask:
        """Ask for the room of "room ana c3"."""
        _, seat, name = token.split()
        cell = self.state.player(seat).dungeon[name]
        moves = [move for move in self.moves if isinstance(move, Open) and cell_name(move.cell) == name]
        return pads.room_ask(token, cell.level if isinstance(cell, DoorCell) else 1, moves)

    def card_ask(self, name: str, kinds: list[list[Card]]) -> Ask:
        """Ask what lies on a space: as much of the card as is followed."""
        return pads.laid_ask(name, kinds)

    def card_text(self, value: tuple[Picked, ...]) -> str:
        """Return what was picked for a space as the text of a cell."""
        return pads.laid_text(value)

    def tell_ask(self, place: str) -> Ask | None:
        """Ask what lies untold at a place, or what a thing really is."""
        spot = read_place(place)
        name = f"tell {place}"
        if place == "hand" or spot.kind == "pile":
            pile = self.state.hand.pile if place == "hand" and self.state.hand else spot.pile
            return pads.card_ask(name, pile, self.kinds(pile))
        return self._cell_ask(name, spot) if spot.kind == "cell" else None

    def _cell_ask(self, name: str, spot: Place) -> Ask | None:
        cell = self.state.player(spot.seat).dungeon.cells[spot.cell]
        if cell is None:
            return None
        if isinstance(cell, StartCell):
            return pads.start_ask(name, self.name(spot.seat), self.starts(spot.seat))
        if isinstance(cell, DoorCell) and cell.open and cell.room is None:
            rooms = [Open(spot.cell, room) for room in ROOM_NAMES]
            return pads.room_ask(name, cell.level, rooms)
        return self.card_ask(name, [self.kinds(pile) for pile in range(4)])

    def told(self, place: str, answer: Answer) -> str:
        """Return what was picked for a thing as the text that `Table.tell` takes."""
        spot = read_place(place)
        if place == "hand" or spot.kind == "pile":
            pile = self.state.hand.pile if place == "hand" and self.state.hand else spot.pile
            return pads.card_text(pile, answer.value)
        cell = self.state.player(spot.seat).dungeon.cells[spot.cell]
        if isinstance(cell, StartCell):
            return ("" if cell.open else "!") + pads.start_answer(answer.value)
        if isinstance(cell, DoorCell) and cell.open and cell.room is None:
            return answer.value[0][0]
        return self.card_text(answer.value)

    # ------------------------------------------------------------ what is tapped

    def tapped(self, place: str) -> None:
        """Take a tap that is the same at every depth."""
        spot = read_place(place)
        if spot.kind == "seat":
            if spot.seat != self.looking and not self.moving:
                self.drop()
            self.look(spot.seat)
        elif spot.kind == "arrow":
            self.desk.enter(f"{spot.seat}: point {cell_name(spot.cell)} {place.rpartition(':')[2]}")
        elif self.moving:
            self._move(spot)
        elif place in self.game.tokens(self.state):
            self.telling = "" if self.telling == place else place
        elif spot.kind == "cell" and self.state.player(spot.seat).dungeon.cells[spot.cell] is not None:
            self.desk.say("Hold it to say what it really is.")
        self.desk.refresh()

    def answered(self, answer: Answer) -> None:
        """Take an answer about a room or an untold thing."""
        word, *rest = answer.name.split()
        if word == "room":
            self.fatigue.answered("room")
            self.desk.enter(f"{rest[0]}: open {rest[1]} {answer.value[0][0]}")
        elif word == "tell" and self.telling:
            place, self.telling = self.telling, ""
            self.desk.tell(place, self.told(place, answer))

    def later(self, ask: Ask) -> None:
        """Take a "Not now"."""
        word, *rest = ask.name.split()
        if word == "tell":
            self.telling = ""
        elif word == "room":
            self.tire("room", "Rooms are no longer asked")
            self.desk.enter(f"{rest[0]}: open {rest[1]} ?")
        self.desk.refresh()

    def untold(self) -> tuple[str, ...]:
        """Return what nobody has told yet."""
        return self.game.tokens(self.state)

    def tell(self, token: str) -> None:
        """Open the pad for an untold thing."""
        spot = read_place(token)
        if spot.kind == "cell":
            cell = self.state.player(spot.seat).dungeon.cells[spot.cell]
            if isinstance(cell, DoorCell) and cell.room == "compass":
                self.skipped.discard(f"{spot.seat} {cell_name(spot.cell)}")
            self.look(spot.seat)
        self.telling = token

    # --------------------------------------------------------------- what is held

    def change(self, place: str) -> Change | None:
        """Say what a held thing may be changed to."""
        spot = read_place(place)
        if spot.kind == "gold":
            gold = self.state.player(spot.seat).dungeon.gold or 0
            more = [("gold -1", "−1 one gold less")] * (gold > 0) + [("gold +1", "+1 one gold more")] * (gold < 4)
            return Change(f"{self.name(spot.seat)}: {gold} gold", None, tuple(more))
        if spot.kind == "pile":
            top = top_card(self.state.piles[spot.pile])
            return Change(f"The top of {PILE_LABELS[spot.pile]}", self.tell_ask(place)) if is_told(top) else None
        if spot.kind != "cell":
            return None
        cell = self.state.player(spot.seat).dungeon.cells[spot.cell]
        if cell is None:
            return None
        words = cell_words(cell)
        more = [] if isinstance(cell, StartCell) else [("move", "→ It lies elsewhere"), ("away", "× It is not there")]
        if isinstance(cell, DoorCell | StartCell):
            more.insert(0, ("shut", "▮ It is closed") if cell.open else ("open", "▯ It lies open"))
        if isinstance(cell, DoorCell) and cell.room == "compass" and cell.arrow:
            more.insert(0, ("arrow", "↻ Its arrow points elsewhere"))
        return Change(words[:1].upper() + words[1:], self.change_ask(place), tuple(more))

    def change_ask(self, place: str) -> Ask | None:
        """Ask what a held card really is: anything of the box."""
        spot = read_place(place)
        cell = self.state.player(spot.seat).dungeon.cells[spot.cell]
        name = f"change {place}"
        if isinstance(cell, DoorCell) and cell.open:
            return pads.room_ask(name, cell.level, [Open(spot.cell, room) for room in ROOM_NAMES])
        if isinstance(cell, StartCell):
            every = [card for card in self.game.edition.cards if isinstance(card, Start)]
            return pads.start_ask(name, self.name(spot.seat), dict.fromkeys(every))
        return self.card_ask(name, [self._every(pile) for pile in range(4)])

    def _every(self, pile: int) -> list[Card]:
        """Return every card of the box that belongs to a pile, seen or not."""
        return list(self.game.decks[pile].kinds())

    def changed(self, place: str, answer: Answer) -> tuple[str, str]:
        """Return the token and the text for what was picked for a held thing."""
        spot = read_place(place)
        if spot.kind != "cell":
            return place, self.told(place, answer)
        cell = self.state.player(spot.seat).dungeon.cells[spot.cell]
        if isinstance(cell, DoorCell) and cell.open:
            return place, spell_cell(replace(cell, room=answer.value[0][0], arrow=""))
        return place, self.told(place, answer)

    def rail(self) -> tuple[Item, ...]:
        """Return nothing: the scores stand beside the names."""
        return ()

    # ---------------------------------------------------------- an entry of the log

    def entry_ask(self, text: str) -> Ask | None:
        """Ask again what an entry said: a card, a room, a pile, an arrow."""
        verb, *words = _bare(text).split()
        every = [self._every(pile) for pile in range(4)]
        if verb == "card":
            return self.card_ask(text, every)
        if verb == "open":
            return pads.room_ask(text, ROOM_LEVEL.get(words[-1], 1), [Open(0, room) for room in ROOM_NAMES])
        if verb == "reveal" and words[0] in PILES:
            return pads.card_ask(text, PILES.index(words[0]), every[PILES.index(words[0])])
        if verb == "start":
            starts = [card for card in self.game.edition.cards if isinstance(card, Start)]
            return pads.start_ask(text, self.name(words[0]), dict.fromkeys(starts))
        return pads.way_ask(text, verb) if verb in ("point", "take") else None

    def entry_text(self, text: str, answer: Answer) -> str:
        """Return an entry as it should have been."""
        by = text[: len(text) - len(_bare(text))]
        verb, *words = _bare(text).split()
        picked = answer.value
        if verb == "card":
            return f"card {words[0]} {words[1]} {self.card_text(picked)}"
        if verb == "reveal":
            return f"reveal {words[0]} {pads.card_text(PILES.index(words[0]), picked)}"
        if verb == "start":
            return f"start {words[0]} {pads.start_answer(picked)}"
        return f"{by}take {picked[0][0]}" if verb == "take" else f"{by}{verb} {words[0]} {picked[0][0]}"

    def do(self, place: str, name: str) -> None:
        """Do something else with a held thing."""
        spot = read_place(place)
        if name.startswith("gold"):
            self.desk.enter(f"gold {spot.seat} {name.split()[1]}")
        elif name == "open":
            self.desk.enter(f"{spot.seat}: open {cell_name(spot.cell)} ?")
        elif name == "move":
            self.moving = place
            self.look(spot.seat)
        else:
            self._corrected(spot, name)
        self.desk.refresh()

    def _corrected(self, spot: Place, name: str) -> None:
        dungeon = self.state.player(spot.seat).dungeon
        cell = dungeon.cells[spot.cell]
        words = f"{self.name(spot.seat)}, {cell_name(spot.cell)}"
        if name == "away":
            self._put_right(spot.seat, spot.cell, None, f"{words}: nothing lies there")
        elif name == "shut" and isinstance(cell, DoorCell | StartCell):
            self._put_right(spot.seat, spot.cell, replace(cell, open=False), f"{words} is closed")
        elif name == "arrow" and isinstance(cell, DoorCell):
            state = self.state.with_dungeon(spot.seat, dungeon.put(spot.cell, replace(cell, arrow="")))
            token = f"{spot.seat} {cell_name(spot.cell)}"
            self.desk.correct(replace(state, to_point=(*state.to_point, token)), f"{words}: the arrow points elsewhere")

    def _put_right(self, seat: str, cell: int, what: Cell | None, note: str) -> None:
        self.desk.correct(self.state.with_dungeon(seat, self.state.player(seat).dungeon.put(cell, what)), note)

    def _move(self, spot: Place) -> None:
        """Put a card to where it really lies."""
        source, self.moving = read_place(self.moving), ""
        if spot.kind != "cell" or not spot.seat:
            return
        what = self.state.player(source.seat).dungeon.cells[source.cell]
        state = self.state.with_dungeon(source.seat, self.state.player(source.seat).dungeon.put(source.cell, None))
        dungeon = state.player(spot.seat).dungeon
        if dungeon.cells[spot.cell] is not None:
            self.desk.say("Something lies there already.")
            return
        note = f"{self.name(source.seat)}, {cell_name(source.cell)} lies on {cell_name(spot.cell)}"
        self.desk.correct(state.with_dungeon(spot.seat, dungeon.put(spot.cell, what)), note)

    # ------------------------------------------------------------------- the tray

    def gold_items(self, seat: str) -> list[Item]:
        """Return the line about the gold of a seat, with the button that spends one."""
        gold = self.state.player(seat).dungeon.gold
        known = "?" if gold is None else str(gold)
        act = self.act_button(f"gold {seat} -1", "−1 gold", enabled=bool(gold), sub="push or renew")
        return [Text(f"{self.name(seat)}: {known} gold", "grow"), act]

    def act_button(self, name: str, text: str, enabled: bool = True, sub: str = "", on: bool = False) -> Button:
        """Return a button of the tray."""
        return Button(name, text, lambda: self.act(name), sub=sub, enabled=enabled and not self.session.watching, on=on)

    def act(self, name: str) -> None:
        """Do what a button says."""
        if name.startswith("gold "):
            self.desk.enter(name)
        elif name == "no move":
            self.moving = ""
        elif name == "no arrow":
            self.skipped.add(self.pointing())
        elif name == "point":
            self.skipped.difference_update(self.state.to_point)
        elif name.startswith("ask again "):
            self.fatigue.answered(name.removeprefix("ask again "))
        self.desk.refresh()

    def helpers(self) -> list[Item]:
        """Return what lies in the tray while something is moved or an arrow pointed."""
        if self.moving:
            return [self.act_button("no move", "Leave it where it is")]
        if self.pointing():
            return [self.act_button("no arrow", "Not now")]
        return []

    def tire(self, kind: str, words: str) -> None:
        """Note that a kind of question was skipped, and say so when it is not asked any more."""
        self.fatigue.skipped(kind)
        if self.fatigue.tired(kind):
            self.desk.say(f"{words}. The tray turns it on again.")

    def tired_items(self, kind: str, text: str) -> list[Item]:
        """Return the button that has a kind of question asked again, where it no longer is."""
        return [self.act_button(f"ask again {kind}", text)] if self.fatigue.tired(kind) else []

    def primary(self) -> Primary:
        """Return the large button at the end of the game, or nothing."""
        if self.pointing():
            return Primary("Tap an arrow")
        if not self.state.finished or self.state.pending:
            return Primary("")
        late = any(self.session.viewer in ("", token.split()[0]) for token in self.state.to_point)
        return Primary("Point the Compass", "point") if late else Primary("Count up", "count")


def _bare(text: str) -> str:
    """Return an entry without the seat before its colon."""
    head, colon, rest = text.partition(": ")
    return rest if colon and " " not in head else text
