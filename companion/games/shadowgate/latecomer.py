"""Who joins in the middle of the game, by agreement of the table (shadowgate.setup.latecomer)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.game import YES, Seat, Verdict
from companion.games.shadowgate.judging import name_of, no, running
from companion.games.shadowgate.state import STARTING_ITEMS, UNEQUIP, Player, Position


def may_join(state: Position, most: int) -> Verdict:
    """Say whether somebody may join now: between two rounds, before the Final Quest, up to so many players."""
    goes_on = running(state)
    if not goes_on:
        return goes_on
    if len(state.players) == most:
        return no("Shadowgate is for two to four players: share a seat.", "setup.players")
    if state.unlocked or state.final:
        return no("The Final Quest is unlocked: too late to join. Share a seat.", "setup.latecomer")
    first = next(player.handle for player in state.in_order(state.first) if not player.out)
    if state.active != first or state.phase != UNEQUIP or state.due or state.attempt:
        return no(f"Somebody joins at a round's end: before {name_of(state, first)}'s turn.", "setup.latecomer")
    return YES


def joined(state: Position, seat: Seat) -> Position:
    """Return the position with one more seat: its character is asked, and in full its starting items."""
    state = replace(state, players=(*state.players, Player(seat.handle, seat.name)))
    if state.ended:
        return state
    dealt = STARTING_ITEMS if state.full and state.mode != "competition" else 0
    return replace(state, due=(f"character {seat.handle}", *[f"item {seat.handle}"] * dealt, *state.due))
