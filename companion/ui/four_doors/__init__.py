"""The Four Doors on the one page: its depths, its screens, its set-up and the questions that its tables ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.engine.piles import Multiset
from companion.engine.table import Table
from companion.games.four_doors.box import Box
from companion.games.four_doors.cards import DIFFICULTIES
from companion.games.four_doors.state import Position
from companion.games.four_doors.telling import place_words, title
from companion.ui.board import still
from companion.ui.boards.four_doors import View, tower_scene, trimmed
from companion.ui.common_kit import CommonKit
from companion.ui.four_doors.base import TowerPlay
from companion.ui.four_doors.full import Full
from companion.ui.four_doors.light import Light
from companion.ui.four_doors.pictures import depth_svg
from companion.ui.four_doors.standing import ending, standing
from companion.ui.kit import Counter, Depth, Desk, Doubt, Setting
from companion.ui.panel import Item

_SETUP = (
    "tower",
    "deck",
    "nine-shadows",
    "fourth-redrawn",
    "fourth-again",
    "adventurers",
    "hands",
    "relics-aside",
    "level",
    "difficulty",
    "hollow",
)


class FourDoorsKit(CommonKit):
    """What The Four Doors brings to the page."""

    id = "four-doors"
    laid_out = _SETUP
    named = "door"
    title = "The Four Doors"
    together = True
    hints = "everyone"
    search_hint = "lantern, hollow, spell"
    line_hint = "shadow pl; shadow gr"
    count_title = "Just ask about our tower"
    count_cost = "at most 20 taps, no game kept"
    first_evening = (
        "With nothing typed in: which door closes when, the risk under six marks a side, and every relic and Flux."
    )
    players = (1, 5)
    settings = (
        Setting("difficulty", "How hard?", tuple((word, word.capitalize(), "") for word in DIFFICULTIES), "standard"),
        Setting(
            "hidden",
            "How are hands held?",
            (("no", "Open", ""), ("yes", "Hidden", "harder; each on a phone of their own")),
            "no",
        ),
    )
    depths = (
        Depth("light", "Light", "shadows that come and go, relics", "about 4 taps a turn, one enters", depth_svg(1)),
        Depth("sides", "Sides", "and the mark of each drawn card", "about 8 taps a turn; exact odds", depth_svg(2)),
        Depth("full", "Full", "hands, actions, every card", "about 14 taps a turn; advice", depth_svg(3)),
    )
    asks = (
        ("When may I play a spell?", "four-doors.spells.any-time four-doors.spells.windows"),
        ("Does the pile's last card reshuffle at once?", "four-doors.pile.exact"),
        ("May I give at the Beacon?", "four-doors.actions.give-on-beacon"),
        ("What exactly loses?", "four-doors.end.door four-doors.end.cards four-doors.end.skull"),
        ("Is a card for a vanished door still counted?", "four-doors.shadows.vanished"),
        ("May I use a spell instead of discarding?", "four-doors.hand-limit.spell"),
    )

    def play(self, desk: Desk) -> TowerPlay:
        """Return the Table tab for the depth that the table is followed at now."""
        return Full(desk) if desk.session.table.state.full else Light(desk)

    def counter(self, redraw: Callable[[], None], text: str) -> Counter:
        """Return the *just ask* page: a tower that is tapped in as it stands."""
        from companion.ui.four_doors.count import Painting

        return Painting(redraw, text)

    def apart(self, state: Position) -> bool:
        """Say whether everybody enters on a device of their own: where hands are held hidden."""
        return state.hidden and not state.solo

    def fact(self, state: Position, seat: str) -> str:
        """Return who somebody is and where; of the whole table whose turn it is."""
        if not seat:
            mover = self.mover(state)
            return f"{state.player(mover).name}'s turn" if mover else ""
        player = state.player(seat)
        cards = f"{len(player.hand)} cards" if state.full and state.step != "setup" else ""
        place = place_words(player.at).removeprefix("the ") if player.at else ""
        return " · ".join(part for part in (title(player.adventurer), place, cards) if part)

    def token_words(self, state: Position, token: str) -> str:
        """Return an untold thing in words."""
        if token == "shadow":
            return "A shadow that nobody named"
        *where, number = token.split(".")
        if len(where) == 2:
            return f"{title(where[0])} {where[1]}: shadow {number}"
        heaps = {"discard": "the discard pile", "hollow": "the Hollow", "top": "the top of the pile"}
        if where[0] in heaps:
            return f"A card in {heaps[where[0]]}"
        return f"{state.player(where[0]).name}: card {number}"

    def token_seat(self, token: str) -> str:
        """Return the seat whose hand an untold card is in; empty for the tower's and the heaps'."""
        where = token.split(".")
        return where[0] if len(where) == 2 and where[0] not in ("discard", "hollow", "top") else ""

    def picture(self, state: Position, seat: str) -> str:
        """Return the tower as a picture, whoever asks."""
        box = Box(state.tower.names, {}, {}, {}, (), Multiset())
        return still(trimmed(tower_scene(box, state, View(size=(400, 360)))))

    def word(self, place: str, text: str) -> str:
        """Return nothing: what lies beside a door is put right on the position itself."""
        return ""

    def doubt(self, before: Position, after: Position) -> Doubt | None:
        """Ask whether the doors stand as they would by what was put right."""
        changed = []
        for name in after.tower.names:
            was, now = _shape(before, name), _shape(after, name)
            if was != now:
                changed.append((name, was, now))
        if not changed:
            return None
        said = " and ".join(f"{title(name)} would be {_SHAPES[now]}" for name, _, now in changed)
        gone = any("gone" in (was, now) for _, was, now in changed)
        steps = ("undo",) if gone else tuple(f"{was} {name}" for name, was, _ in changed)
        return Doubt(f"By this, {said}. {'Is it?' if len(changed) == 1 else 'Is that so?'}", steps)

    def standing(self, table: Table, viewer: str) -> Iterable[Item]:
        """Return how the party stands: the risk over time, and what would lose."""
        return standing(table, viewer)

    def ending(self, table: Table) -> Iterable[Item]:
        """Return how it ended, and how close it was."""
        return ending(table)


_SHAPES = {"gone": "gone", "half": "half shut", "open": "open"}


def _shape(state: Position, name: str) -> str:
    door = state.tower.find(name)
    return "gone" if door is None else "half" if door.half else "open"


KIT = FourDoorsKit()

__all__ = ["KIT", "FourDoorsKit"]
