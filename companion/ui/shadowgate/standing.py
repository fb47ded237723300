"""How the race stands, one seat's ledger as a picture, and what is done before the points are counted."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.svg import rect, shorten, tag, words
from companion.engine.table import Table
from companion.games.shadowgate.cards import PuzzleCard
from companion.games.shadowgate.scoring import points, score, worth
from companion.games.shadowgate.state import Gear, Player, Position
from companion.games.shadowgate.telling import card_name
from companion.ui.boards.shadowgate import LOOK
from companion.ui.panel import Group, Item, Text

WIDE = 370.0
LINE = 22.0


def standing(table: Table, viewer: str) -> Iterable[Item]:
    """Return what of each seat counts only if it is moved in time."""
    state: Position = table.view(viewer)
    for player in state.players:
        kept = [card for card in player.inventory if worth(card) > 0 and not isinstance(card, PuzzleCard)]
        if kept and not state.ended:
            said = f"{player.name}: {sum(map(worth, kept))} XP lie in the Inventory; what stays there scores nothing."
            yield Text(said, "small")


def ending_lines(table: Table) -> Iterable[Item]:
    """Return what is done on the table before anything is counted, and what is worth nothing now."""
    state: Position = table.state
    if state.ended != "boss" or not state.full:
        return
    yield Text("Move everything equipped to completed", "title")
    for player in state.players:
        moved = ", ".join(card_name(card) for card in player.equipped)
        left = ", ".join(card_name(card) for card in player.inventory)
        lines = (
            Text(f"{player.name}: {moved or 'nothing equipped'}"),
            *((Text(f"worth nothing now: {left}", "small dim"),) if left else ()),
        )
        yield Group(lines, "card")


def ledger_svg(state: Position, seat: str) -> str:
    """Return the ledger of a seat as a picture: a line for everything that counts, and what counts nothing."""
    player = state.player(seat)
    sheet = next(one for one in score(state) if one.seat == seat)
    rows = [(line.what, str(line.points), False) for line in sheet.lines]
    if state.ended:
        rows += [(f"{_named(card)}, in the Inventory", "0", True) for card in player.inventory]
    body = "".join(_line(n, *row) for n, row in enumerate(rows[:20]))
    high = 34 + LINE * max(1, min(len(rows), 20)) + 30
    total = words(14, high - 12, "Together", 16, "sg-b", "start")
    total += words(WIDE - 14, high - 12, str(points(player)), 20, "sg-x", "end")
    back = rect(1, 1, WIDE - 2, high - 2, "sg-panel", 10)
    head = words(14, 24, f"{player.name}: {len(player.done)} completed, {_deaths(player)}", 15, "sg-b", "start")
    css = LOOK.css.replace(".c-board", "svg.bd")
    inside = f"<style>{css}</style>{back}{head}{body}{total}"
    box = f"0 0 {WIDE:.0f} {high:.0f}"
    return tag("svg", inside, xmlns="http://www.w3.org/2000/svg", cls="bd", viewBox=box, width=WIDE, height=high)


def _deaths(player: Player) -> str:
    return f"{player.deaths} Death card{'s' * (player.deaths != 1)}"


def _named(card: Gear) -> str:
    name = card_name(card)
    return name[:1].upper() + name[1:]


def _line(n: int, what: str, number: str, grey: bool) -> str:
    y = 48 + n * LINE
    tone = "sg-dim" if grey else ""
    return words(14, y, shorten(what, WIDE - 90, 14), 14, tone, "start") + words(
        WIDE - 14, y, number, 15, f"sg-b {tone}".strip(), "end"
    )
