"""Shadowgate on the one page: its depths, its screens, its set-up and the questions that its tables ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.engine.table import Table
from companion.games.shadowgate.scoring import points
from companion.games.shadowgate.state import DEPTHS, MODES, Position
from companion.games.shadowgate.telling import character_name
from companion.ui.common_kit import CommonKit
from companion.ui.kit import Counter, Depth, Desk, Setting
from companion.ui.panel import Item
from companion.ui.shadowgate.base import CastlePlay
from companion.ui.shadowgate.full import Full
from companion.ui.shadowgate.light import Light
from companion.ui.shadowgate.pictures import depth_svg
from companion.ui.shadowgate.standing import ending_lines, ledger_svg, standing

_SETUP = (
    "order",
    "characters",
    "active-quests",
    "stairwell",
    "items",
    "torch",
    "first",
)
_MODES = {
    "beginner": ("Beginner", "the star sides, Talimar only"),
    "standard": ("Standard", "any character, two items"),
    "competition": ("Competition", "no items; a fifth Death defeats"),
}


class ShadowgateKit(CommonKit):
    """What Shadowgate brings to the page."""

    id = "shadowgate"
    laid_out = _SETUP
    named = "seat"
    title = "Shadowgate"
    together = False
    own = "ledger"
    hints = "off"
    search_hint = "torch, bonus, two skulls"
    line_hint = "attempt 1; made 1"
    count_title = "Just ask about a quest"
    count_cost = "at most 4 taps, no game kept"
    first_evening = (
        "With nothing typed in: the ledger, the torch and when decks open; quest odds after six taps on a die."
    )
    players = (2, 4)
    settings = (Setting("mode", "Which mode?", tuple((mode, *_MODES[mode]) for mode in MODES), "standard"),)
    depths = (
        Depth(DEPTHS[0], "Light", "traits, quests' costs, XP, Deaths, torch", "about 6 taps a turn", depth_svg(1)),
        Depth(DEPTHS[1], "Full", "and items, slots, tokens, riddles", "about 9 taps a turn; advice", depth_svg(2)),
    )
    asks = (
        ("Do two skulls kill me on a quest?", "shadowgate.dice.skulls-quest shadowgate.attack.skulls"),
        ("When do I pay?", "shadowgate.cost.after-roll shadowgate.cost.decline"),
        ("Can a riddle take a Death card?", "shadowgate.riddles.death shadowgate.riddles.death-discard"),
        ("What counts at the end?", "shadowgate.end.equipped shadowgate.end.inventory shadowgate.end.count"),
        ("When does the castle open?", "shadowgate.locks.stairwell shadowgate.locks.hall shadowgate.final.trigger"),
        ("Does the torch curse count against the boss?", "shadowgate.final.torch-gone shadowgate.torch.scope"),
    )

    def play(self, desk: Desk) -> CastlePlay:
        """Return the Table tab for the depth that the table is followed at now."""
        return Full(desk) if desk.session.table.state.full else Light(desk)

    def counter(self, redraw: Callable[[], None], text: str) -> Counter:
        """Return the *just ask* page: my number, the quest's number, the chance."""
        from companion.ui.shadowgate.count import Asking

        return Asking(redraw, text)

    def fact(self, state: Position, seat: str) -> str:
        """Return who somebody is, with the points and Deaths; of the whole table whose turn it is."""
        if not seat:
            mover = self.mover(state)
            return f"{state.player(mover).name}'s turn" if mover else ""
        player = state.player(seat)
        who = character_name(player.character).split()[0] if player.character else ""
        deaths = f"{player.deaths} Death{'s' * (player.deaths != 1)}" if player.deaths else ""
        return " · ".join(part for part in (who, f"{points(player)} XP", deaths) if part)

    def token_words(self, state: Position, token: str) -> str:
        """Return an untold thing in words."""
        where, _, rest = token.partition(".")
        if where == "quest":
            return f"The quest on space {rest}"
        if where in ("discard", "gone"):
            return "A card on the discard space" if where == "discard" else "An event that has left"
        if not rest:
            return {"riddle": "The riddle", "energy": "The Energy card", "boss": "The boss"}.get(where, where)
        name = state.player(where).name
        kinds = (("slot", "an equipped card"), ("done", "a completed card"), ("spoils", "a card of the tie"))
        return f"{name}: {next((words for word, words in kinds if rest.startswith(word)), 'a card in the Inventory')}"

    def token_seat(self, token: str) -> str:
        """Return the seat that an untold card belongs to; empty for the board's."""
        where, _, rest = token.partition(".")
        return where if rest and where not in ("quest", "discard", "gone") else ""

    def picture(self, state: Position, seat: str) -> str:
        """Return the ledger of a seat as a whole picture."""
        return ledger_svg(state, seat)

    def consequences(self, before: Position, after: Position) -> str:
        """Return in one line what a change of the past has led to; empty for nothing."""
        said = []
        for old, new in zip(before.players, after.players, strict=True):
            if points(old) != points(new):
                said.append(f"{new.name} has {points(new)} XP now, not {points(old)}")
        if before.torch != after.torch and after.torch:
            said.append(f"the torch stands on {after.torch}")
        text = "; ".join(said)
        return f"{text[:1].upper()}{text[1:]}." if text else ""

    def standing(self, table: Table, viewer: str) -> Iterable[Item]:
        """Return how the race stands: what waits equipped, and what scores nothing."""
        return standing(table, viewer)

    def ending(self, table: Table) -> Iterable[Item]:
        """Return what is done before anything is counted."""
        return ending_lines(table)


KIT = ShadowgateKit()

__all__ = ["KIT", "ShadowgateKit"]
