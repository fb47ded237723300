"""Who sits where with what: adventurers in play, holders of relics, and whose move a move without a name is."""

from __future__ import annotations

from companion.engine.game import Move
from companion.games.four_doors import moves as m
from companion.games.four_doors.box import Box
from companion.games.four_doors.state import Position


def seat_of(state: Position, adventurer: str) -> str:
    """Return the seat that plays an adventurer, "" where nobody does."""
    return next((player.handle for player in state.players if player.adventurer == adventurer), "")


def holder(box: Box, state: Position, relic: str) -> str:
    """Return the seat that holds a relic, "" where nobody does."""
    door = box.door_of(relic)
    return next((player.handle for player in state.players if door in player.relics), "")


def limited(state: Position) -> str:
    """Return the seat that is over the hand limit and comes down first, "" where nobody is."""
    word, _, rest = (state.due[0] if state.due else "").partition(" ")
    return rest if word == "limit" else ""


def mover(box: Box, state: Position, move: Move) -> str:
    """Return the seat that makes a move: the one named, else the one that is understood."""
    return move.by or understood(box, state, move)


def understood(box: Box, state: Position, move: Move) -> str:
    """Return the seat that a move without a name belongs to."""
    if isinstance(move, m.Dispel):
        return seat_of(state, "illuminant") or state.active
    if isinstance(move, m.Pass):
        return seat_of(state, "bestower") or state.active
    if isinstance(move, m.Lumen):
        return holder(box, state, "stone") or state.active
    if isinstance(move, m.Prism):
        return holder(box, state, "prism") or state.active
    if isinstance(move, m.Discard | m.Cast | m.Toss):
        return limited(state) or state.active
    if isinstance(move, m.Draw) and state.step == "setup":
        return next((token.split()[1] for token in state.pending if token.startswith("deal ")), "")
    return state.active
