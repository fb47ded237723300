"""What the coach says over a real game: which tips fit a seat's situation now, the most pressing first."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.shadowgate.cards import FATAL, PuzzleCard
from companion.games.shadowgate.decks import is_blank
from companion.games.shadowgate.state import UNEQUIP, Player, Position

DARK = 2
"""From here on down the next torches light the skull."""


def tips(state: Position, seat: str) -> tuple[str, ...]:
    """Return the ids of the tips that fit a seat's situation now, the most pressing first.

    Args:
        state: the position.
        seat: handle of whoever is coached.
    """
    if state.ended or state.step == "setup":
        return ()
    player = state.player(seat)
    return tuple(name for name, holds in _WHEN.items() if holds(state, player))


def _acts(state: Position, player: Player) -> bool:
    return state.active == player.handle and not state.due


def _begins(state: Position, player: Player) -> bool:
    """Say whether the turn has just begun, so that everything can still be done in it."""
    return _acts(state, player) and state.phase == UNEQUIP and not state.attempt


def _competing(state: Position, player: Player) -> bool:
    return state.mode == "competition" and player.deaths == FATAL - 1


def _boss(state: Position, player: Player) -> bool:
    return state.final


def _last_turn(state: Position, player: Player) -> bool:
    return state.extra and state.active == player.handle


def _unlocked(state: Position, player: Player) -> bool:
    return state.unlocked and not state.final


def _bonus(state: Position, player: Player) -> bool:
    return bool(state.bonus) and state.active == player.handle


def _attempting(state: Position, player: Player) -> bool:
    return bool(state.attempt) and state.active == player.handle


def _dark(state: Position, player: Player) -> bool:
    return 0 < state.torch <= DARK


def _penalty(state: Position, player: Player) -> bool:
    return bool(state.penalty) and not state.final


def _death(state: Position, player: Player) -> bool:
    return player.deaths > 0


def _cursed(state: Position, player: Player) -> bool:
    return any(player.curses)


def _opened(deck: str) -> Callable[[Position, Player], bool]:
    return lambda state, player: deck in state.opened and not state.final


def _barrier(state: Position, player: Player) -> bool:
    return state.barrier and not state.unlocked


def _first_turn(state: Position, player: Player) -> bool:
    return _begins(state, player) and state.round == 1


def _may_equip(state: Position, player: Player) -> bool:
    items = any(not isinstance(card, PuzzleCard) for card in player.inventory)
    return state.full and _begins(state, player) and items and not player.filled


def _riddle(state: Position, player: Player) -> bool:
    return state.full and _begins(state, player) and state.riddle is not None


def _may_trade(state: Position, player: Player) -> bool:
    others = any(other.inventory for other in state.players if other is not player)
    return state.full and _begins(state, player) and state.round > 1 and bool(player.inventory) and others


def _tell(state: Position, player: Player) -> bool:
    return _begins(state, player) and any(space.card is not None and is_blank(space.card) for space in state.spaces)


def _may_cycle(state: Position, player: Player) -> bool:
    return _begins(state, player) and state.round > 1 and state.revealing


_WHEN: Mapping[str, Callable[[Position, Player], bool]] = {
    "fifth": _competing,
    "boss": _boss,
    "last-turn": _last_turn,
    "unlocked": _unlocked,
    "bonus": _bonus,
    "attempting": _attempting,
    "first-turn": _first_turn,
    "dark": _dark,
    "penalty": _penalty,
    "death": _death,
    "cursed": _cursed,
    "barrier": _barrier,
    "open-iii": _opened("III"),
    "open-ii": _opened("II"),
    "tell": _tell,
    "may-equip": _may_equip,
    "riddle": _riddle,
    "may-cycle": _may_cycle,
    "may-trade": _may_trade,
}
"""Each tip with when it fits, the most pressing first."""
