"""4 KEYS on the one page: its depths, its screens, its set-up and the questions that its tables ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from companion.engine.game import Verdict, contradicting
from companion.engine.table import Table
from companion.games.four_keys.drawing import dungeon_svg
from companion.games.four_keys.dungeon import cell_name
from companion.games.four_keys.moves import PILE_LABELS
from companion.games.four_keys.scoring import SCORING_OPTIONS
from companion.games.four_keys.state import Position, contradictions
from companion.games.four_keys.telling import cell_words
from companion.ui.boards.places import placed, read_place
from companion.ui.common_kit import CommonKit
from companion.ui.four_keys.base import Dungeons
from companion.ui.four_keys.count import Painting
from companion.ui.four_keys.full import Full
from companion.ui.four_keys.glyphs import pile_svg
from companion.ui.four_keys.light import Light
from companion.ui.kit import Depth, Desk, Setting
from companion.ui.panel import Item, Text

_SETUP = ("piles", "door-piles", "shuffle", "starting-cards", "starting-door-up", "gold", "order", "first-player")
_TWO = ("tiles", "colours-alternate", "start-order")
_THREE = ("tiles", "order-line")


class FourKeysKit(CommonKit):
    """What 4 KEYS brings to the page."""

    id = "four-keys"
    title = "4 KEYS"
    together = False
    settings: tuple[Setting, ...] = ()
    hints = "off"
    search_hint = "diagonal, push, compass"
    line_hint = "take 1D; place e4"
    count_title = "Just count my dungeon"
    count_cost = "about 35 taps, under a minute"
    first_evening = "With nothing typed in: every score, who may push and renew, where cards may go, and room odds."
    players = (2, 4)
    depths = (
        Depth(
            "light",
            "Light",
            "my card, where, what shows",
            "about 4 taps a turn, each on the own phone",
            pile_svg(1, False),
        ),
        Depth(
            "full", "Full", "piles, order and every card", "about 5 taps a turn, one enters for all", pile_svg(2, True)
        ),
    )
    asks = (
        ("Does a diagonal count?", "four-keys.placement.orthogonal"),
        ("Do two Hearts on one Key count twice?", "four-keys.opening.multiplicity"),
        ("May I push twice?", "four-keys.pushing.one-tile"),
        ("Who goes first next round?", "four-keys.turn.next-round"),
        ("May my Acolyte renew?", "four-keys.two-players.acolyte-renew"),
        ("What is the Compass worth at the Adventurer?", "four-keys.rooms.compass-tile"),
    )

    def play(self, desk: Desk) -> Dungeons:
        """Return the Table tab for the depth that the table is followed at now."""
        return Full(desk) if desk.session.table.state.followed else Light(desk)

    def counter(self, redraw: Callable[[], None], text: str) -> Painting:
        """Return the *just count* page."""
        return Painting(redraw, text)

    def layout(self, players: int, chosen: Mapping[str, str] = MappingProxyType({})) -> tuple[str, ...]:
        """Return the clauses that say what to lay out, in order."""
        few = {2: ("two-players", _TWO), 3: ("three-players", _THREE)}.get(players, ("", ()))
        return (
            *(f"four-keys.setup.{name}" for name in _SETUP),
            *(f"four-keys.{few[0]}.{name}" for name in few[1]),
        )

    def depth(self, state: Position) -> str:
        """Return the depth that a position is followed at."""
        return "full" if state.followed else "light"

    def flash(self, verdict: Verdict, seat: str) -> tuple[str, ...]:
        """Return the places of the board that a verdict names."""
        return tuple(placed(verdict.where, seat))

    def fact(self, state: Position, seat: str) -> str:
        """Return what the header says of a seat: its gold; of the whole table: how far it is."""
        gold = state.player(seat).dungeon.gold if seat else None
        return "" if gold is None else f"gold {gold}"

    def token_words(self, state: Position, token: str) -> str:
        """Return an untold thing in words."""
        if token == "hand":
            return "The card in hand"
        spot = read_place(token)
        if spot.kind == "pile":
            return f"The top of {PILE_LABELS[spot.pile]}"
        player = state.player(spot.seat)
        return f"{player.name}: {cell_words(player.dungeon.cells[spot.cell])} on {cell_name(spot.cell)}"

    def token_seat(self, token: str) -> str:
        """Return the seat that an untold thing belongs to; empty for piles and the hand."""
        return token.partition(":")[0] if ":" in token else ""

    def picture(self, state: Position, seat: str) -> str:
        """Return the dungeon of a seat as a picture."""
        rules = {name: getattr(state.rules, name) for name in SCORING_OPTIONS}
        number = [player.handle for player in state.players].index(seat)
        return dungeon_svg(state.players[number].dungeon, rules=rules, seat=number)

    def word(self, place: str, text: str) -> str:
        """Return the move that says what lies on a space now, on the table's word."""
        spot = read_place(place)
        return f"card {spot.seat} {cell_name(spot.cell)} {text}" if spot.kind == "cell" else ""

    def consequences(self, before: Position, after: Position) -> str:
        """Return which doors a change of the past has opened or shut."""
        opened: list[str] = []
        shut: list[str] = []
        for old, new in zip(before.players, after.players, strict=True):
            for was, now in zip(old.dungeon.cells, new.dungeon.cells, strict=True):
                was_open, is_open = getattr(was, "open", None), getattr(now, "open", None)
                if None not in (was_open, is_open) and was_open != is_open:
                    (opened if is_open else shut).append(f"{new.name}'s {cell_words(now)}")
        lines = [
            f"Open now: {', '.join(opened)}." if opened else "",
            f"Closed again: {', '.join(shut)}." if shut else "",
        ]
        return " ".join(line for line in lines if line)

    def standing(self, table: Table, viewer: str) -> tuple[Item, ...]:
        """Return what was told of the piles and cannot be; all else the sheets say."""
        found = contradicting(contradictions(table.state), "four-keys.components.cards")
        return tuple(Text(problem.text) for problem in found)

    def ending(self, table: Table) -> tuple[Item, ...]:
        """Return nothing: every dungeon is counted up."""
        return ()

    def mover(self, state: Position) -> str:
        """Return the seat whose turn it is; empty where nobody knows."""
        return state.mover


KIT = FourKeysKit()

__all__ = ["KIT", "FourKeysKit"]
