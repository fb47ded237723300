"""May this be done? The setup, and what is turned up or drawn."""

from __future__ import annotations

from typing import Any

from companion.engine.game import YES, Move, Verdict
from companion.games.four_doors import moves as m
from companion.games.four_doors.box import Box
from companion.games.four_doors.cards import ADVENTURERS, DOORS, UNTOLD, PlayerCard
from companion.games.four_doors.judging import Judged, due_first, must_run, name_of, no, possible_card
from companion.games.four_doors.names import card_name
from companion.games.four_doors.people import mover, seat_of
from companion.games.four_doors.state import (
    HAND_SIZES,
    Position,
)
from companion.games.four_doors.tower import BEACON


def _doors(box: Box, state: Position, move: m.Doors) -> Judged:
    if "doors" not in state.pending:
        yield no("The tower is built already.", "setup.tower")
    told = set(move.names)
    wrong = len(told) != DOORS or len(move.names) != DOORS or (box.named and told != set(box.doors))
    if wrong or not all(name.isalnum() and name != BEACON for name in told):
        yield no(f"Name each of the four doors once from the top: {', '.join(box.doors)}.", "setup.tower")


def _assign(box: Box, state: Position, move: m.Assign) -> Judged:
    if move.adventurer not in ADVENTURERS:
        yield no(f"The adventurers are {', '.join(ADVENTURERS)}.", "components.adventurers")
    if state.player(move.seat).adventurer:
        yield no(f"{name_of(state, move.seat)} has an adventurer already.", "setup.adventurers")
    other = seat_of(state, move.adventurer)
    if other:
        yield no(f"{name_of(state, other)} has the {move.adventurer.title()} already.", "setup.adventurers")


def _first(box: Box, state: Position, move: m.First) -> Judged:
    if "first" not in state.pending:
        yield no("Who begins is settled already.", "turn.first-player")


def _shadow(box: Box, state: Position, move: m.Shadow) -> Judged:
    if state.step == "setup":
        yield may_lay(state)
    else:
        yield must_run(state)
        yield due_first(state) if state.due else YES
        if state.step != "fall" or state.to_draw:
            yield no("Shadows fall after the two cards are drawn.", "turn.steps")
        yield pile_left(state, 1)
    yield from_the_pile(state, move.card)
    if move.card != UNTOLD:
        yield marked(state, move.card)


def may_lay(state: Position) -> Verdict:
    """The setup has come to the shadows."""
    if "doors" in state.pending:
        return no("First tell the doors from the top.", "setup.order")
    if "shadows" in state.pending:
        return YES
    return no("The nine Shadow cards lie there already.", "setup.nine-shadows")


def marked(state: Position, card: PlayerCard) -> Verdict:
    """A Shadow card is told with its mark."""
    if card.door is None or card.side is None:
        return no("Say its mark: a door and a side, or `?` if nobody saw it.", "shadows.placing")
    if card.door not in state.tower.names:
        return no(f"There is no door {card.door}.", "components.doors")
    return YES


def from_the_pile(state: Position, card: PlayerCard) -> Verdict:
    """Say whether the next card of the draw pile may be this one."""
    if state.top and state.top[0] != UNTOLD:
        known = state.top[0]
        return YES if known.fits(card) else no(f"On top lies {card_name(known)}.", "pile.known-top")
    return possible_card(state, card)


def pile_left(state: Position, n: int) -> Verdict:
    """The pile holds so many cards."""
    if state.down < n:
        return no("The pile has run out: raise the level and shuffle first (`reshuffled`).", "pile.run-out")
    return YES


def _draw(box: Box, state: Position, move: m.Draw) -> Judged:
    room = _room(box, state, move)
    if isinstance(room, Verdict):
        yield room
        return
    if not 0 < len(move.cards) <= room:
        yield no(f"{room} to draw now, not {len(move.cards)}.", "draw.two")
    yield pile_left(state, len(move.cards))
    for card in move.cards[:1]:
        yield from_the_pile(state, card)
    for card in move.cards[1:]:
        yield possible_card(state, card)


def _room(box: Box, state: Position, move: m.Draw) -> int | Verdict:
    """Return how many cards are to be drawn now, or why none are."""
    if state.step == "setup":
        seat = mover(box, state, move)
        if f"deal {seat}" not in state.pending or "shadows" in state.pending:
            return no("The nine Shadow cards come first, then the hands.", "setup.order")
        return HAND_SIZES[len(state.players)] - len(state.player(seat).hand)
    if state.ended:
        return no("The game is over.", "end.over")
    if state.to_draw:
        return state.to_draw
    if state.due:
        return due_first(state)
    if state.full and state.step == "act" and not state.left:
        return 2
    return no("Two cards are drawn after the actions: say `done` first.", "turn.steps")


def needs_card(state: Position) -> bool:
    """Say whether a card must be drawn now (four-doors.pile.exact)."""
    if state.due or state.ended or state.step == "setup":
        return False
    return bool(state.to_draw) or state.falling > 0 or (state.step == "act" and state.full and not state.left)


def _reshuffled(box: Box, state: Position, move: m.Reshuffled) -> Judged:
    yield must_run(state)
    if not state.full:
        return
    if state.down:
        yield no(f"{state.down} cards still lie in the pile.", "pile.run-out")
    if not needs_card(state):
        yield no("Nothing has to be drawn: an empty pile alone changes nothing.", "pile.exact")


CHECKS: dict[type[Move], Any] = {
    m.Doors: _doors,
    m.Assign: _assign,
    m.First: _first,
    m.Shadow: _shadow,
    m.Draw: _draw,
    m.Reshuffled: _reshuffled,
}
