"""How we stand, and how it ended: the risk over time, what would lose, and how close it was."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.engine.table import Table
from companion.games.four_doors.scoring import LOSSES
from companion.games.four_doors.state import Position
from companion.games.four_doors.telling import title
from companion.ui.four_doors import reviewer, risks
from companion.ui.panel import Group, Item, Text
from companion.ui.words import clause_items

if TYPE_CHECKING:
    from companion.engine.rulebook import Rulebook
    from companion.games.four_doors.rules import FourDoors

AHEAD = 3
"""Falls that the risk over time looks ahead."""
CHANGES = ("tell", "amend", "correct")
"""Kinds of entries that put something right."""
UNFOLLOWED = (
    "Hands, actions and adventurers are not followed here: use what your cards and adventurers can do as ever, "
    "and tap what it does to the tower."
)
"""What a depth without hands does not know."""


def standing(table: Table, viewer: str) -> Iterable[Item]:
    """Return the risk over time, what would lose, and what is not followed at this depth."""
    state = table.view(viewer)
    if state.ended or state.step == "setup":
        return
    found = [title(name) for name in state.tower.found]
    had = f"{len(found)} of {len(state.tower.names)}{': ' if found else ''}{', '.join(found)}"
    yield Group((Text("Relics found", "grow"), Text(had)), "row")
    for falls in range(1, AHEAD + 1):
        chance = risks.losing(state, falls)
        if chance is not None:
            when = "This fall" if falls == 1 else f"Within {falls} falls, if nobody acts"
            row = (Text(when, "grow"), Text(risks.dots(chance)), Text(risks.in_hundred(chance)))
            yield Group(row, "row")
    yield Text("What would lose", "title")
    threats = list(_threats(state))
    yield from threats or [Text("No single shadow: no half shut door has a full side.", "lead")]
    left = len(state.track.rates) - state.track.level
    if state.track.complete:
        yield Text(f"The skull comes after {left} more shuffle{'s' * (left != 1)}.", "small")
    if not state.full:
        yield Text(UNFOLLOWED, "small")


def _threats(state: Position) -> Iterable[Item]:
    for door, side, _ in state.tower.sides():
        if door.half and not door.found and state.tower.full(door.name, side):
            chance = risks.coming(state, door.name, side)
            said = risks.in_hundred(chance) if chance is not None else ""
            yield Group((Text(f"A shadow at {title(door.name)} {side}", "grow"), Text(said)), "row")


# ----------------------------------------------------------------------------------------------------------- the end


def ending(table: Table) -> Iterable[Item]:
    """Return how it ended, and how close it was."""
    state, outcome = table.state, table.outcome()
    book = table.game.rulebook
    if outcome is None:
        yield Text("The game is not over.", "lead")
        return
    if table.header.ended is not None or not state.ended:
        yield Text(outcome.reason, "big")
        return
    yield Text("The Beacon is lit!" if state.ended == "won" else "The tower has fallen", "big")
    if state.ended != "won":
        yield Text(outcome.reason, "lead")
        yield from _lost(table, book)
    yield Text("How close was it?", "title")
    yield from _closest(table)


def _lost(table: Table, book: Rulebook) -> Iterable[Item]:
    """Return the very card that lost, its rule, and how likely it was."""
    positions = table.positions
    before, after = positions[-2], positions[-1]
    last = next((record for record in reversed(table.log) if record.standing and record.kind != "note"), None)
    if last is not None and last.kind in CHANGES:
        # What was entered last, where that was no card: the card's own sentence would say the reason once more.
        yield Text(last.sentence)
    name = after.tower.lost
    if after.ended == "door" and name and before.tower.find(name) is not None:
        side = _which(before, after, name)
        chance = risks.one_card(before, name, side) if side else ""
        if chance:
            yield Text(f"The card: {title(name)} {side}. The chance of that was {chance}.", "lead")
    yield from clause_items(book, [LOSSES[after.ended][1]])


def _which(before: Position, after: Position, name: str) -> str:
    """Return the side whose shadow shut a door: the card that came to the Hollow with its own."""
    door = before.tower[name]
    full = [side for side in ("left", "right") if before.tower.full(name, side)]
    if len(full) == 1:
        return full[0]
    new = [card for card in after.hollow if card.door == name]
    for card in (*before.hollow, *door.shadows):
        if card in new:
            new.remove(card)
    return new[0].side or "" if len(new) == 1 else ""


def _closest(table: Table) -> Iterable[Item]:
    """Return the falls that were likeliest to lose, the worst first, each with the clear that would have helped."""
    game: FourDoors = table.game  # type: ignore[assignment]
    found = reviewer.falls(table.positions)
    for fall in reviewer.closest(found):
        said = f"Turn {fall.turn}, {fall.name}"
        row = (Text(said, "grow"), Text(risks.dots(fall.chance)), Text(risks.in_hundred(fall.chance)))
        yield Group(row, "row")
        better = reviewer.missed(game.box, fall)
        if better:
            yield Text(better, "small")
    if found:
        said = risks.in_hundred(reviewer.all_together(found))
        over = f"Over all {len(found)} falls" if len(found) > 1 else "At the one fall"
        yield Text(f"{over}, {said} games that stood like this one would have been lost.", "small")
