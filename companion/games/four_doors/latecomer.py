"""Who joins in the middle of the game, by agreement of the table (four-doors.setup.latecomer)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.game import YES, Seat, Verdict
from companion.games.four_doors.judging import must_run, name_of, no
from companion.games.four_doors.state import HAND_SIZES, Player, Position
from companion.games.four_doors.turns import actions_of


def may_join(state: Position, most: int) -> Verdict:
    """Say whether somebody may join now: between turns, while the pile holds a starting hand, up to so many players."""
    running = must_run(state)
    if not running:
        return running
    if len(state.players) == most:
        return no("The Four Doors is for one to five players: share a seat.", "setup.players")
    if not _between_turns(state):
        return no(f"Somebody joins between turns: when {name_of(state, state.next_seat())} begins.", "setup.latecomer")
    if state.down < HAND_SIZES[len(state.players) + 1]:
        return no("The pile holds too few cards for another hand: join after the shuffle.", "setup.latecomer")
    return YES


def _between_turns(state: Position) -> bool:
    fresh = not state.full or state.left == actions_of(state, state.player(state.active))
    return state.step == "act" and fresh and not state.due and not state.to_draw


def joined(state: Position, seat: Seat) -> Position:
    """Return the position with one more seat: in full its adventurer and its hand are asked before the turn goes on;
    else only its hand has left the pile.
    """
    state = replace(state, players=(*state.players, Player(seat.handle, seat.name)))
    if state.ended:
        return state
    if state.full:
        asked = (f"adventurer {seat.handle}", f"deal {seat.handle}")
        return replace(state, step="setup", pending=(*state.pending, *asked))
    if state.step == "setup":
        return state
    return replace(state, down=max(0, state.down - HAND_SIZES[len(state.players)]))
