"""What the coach says over a real game: which tips fit a seat's situation now, the most pressing first."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.four_doors.forecast import next_shuffle
from companion.games.four_doors.scoring import NEEDED
from companion.games.four_doors.state import Player, Position
from companion.games.four_doors.tower import BEACON, CAPACITY


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
    return state.step == "act" and state.active == player.handle and not state.due


def _displaced(state: Position, player: Player) -> bool:
    return any(token.startswith("stand ") for token in state.due)


def _over_limit(state: Position, player: Player) -> bool:
    return f"limit {player.handle}" in state.due


def _all_found(state: Position, player: Player) -> bool:
    return state.all_found()


def _may_find(state: Position, player: Player) -> bool:
    """Four alike in hand: whose door it is says the box, and the coach only says that there is one."""
    relics = [card.relic for card in player.hand if card.relic]
    return _acts(state, player) and any(relics.count(relic) >= NEEDED for relic in relics)


def _may_dispel(state: Position, player: Player) -> bool:
    return bool(state.dispel) and player.adventurer == "illuminant"


def _pile_short(state: Position, player: Player) -> bool:
    return next_shuffle(state).turn == state.turn


def _level_up(state: Position, player: Player) -> bool:
    return state.reshuffles > 0


def _vanished(state: Position, player: Player) -> bool:
    return bool(state.tower.gone)


def _half_door(state: Position, player: Player) -> bool:
    return any(door.half for door in state.tower.doors)


def _full_side(state: Position, player: Player) -> bool:
    return any(len(cards) >= CAPACITY for _, _, cards in state.tower.sides())


def _falling(state: Position, player: Player) -> bool:
    return state.step == "fall" and not state.due


def _may_illuminate(state: Position, player: Player) -> bool:
    door = state.tower.find(player.at)
    if door is None or not door.shadows or not _acts(state, player):
        return False
    return any(door.name in (card.lanterns or ()) for card in player.hand)


def _may_give(state: Position, player: Player) -> bool:
    together = any(other.at == player.at for other in state.players if other is not player)
    return _acts(state, player) and together and player.at not in ("", BEACON) and bool(player.hand)


def _may_cast(state: Position, player: Player) -> bool:
    return _acts(state, player) and any(card.spell for card in player.hand)


def _has_relic(state: Position, player: Player) -> bool:
    return bool(player.relics)


def _may_swap(state: Position, player: Player) -> bool:
    return state.solo and state.full and _acts(state, player) and state.turn > 1


def _light(state: Position, player: Player) -> bool:
    return not state.full and state.step == "act"


def _first_turn(state: Position, player: Player) -> bool:
    return _acts(state, player) and state.turn <= len(state.players)


_WHEN: Mapping[str, Callable[[Position, Player], bool]] = {
    "displaced": _displaced,
    "over-limit": _over_limit,
    "all-found": _all_found,
    "may-find": _may_find,
    "may-dispel": _may_dispel,
    "first-turn": _first_turn,
    "vanished": _vanished,
    "pile-short": _pile_short,
    "level-up": _level_up,
    "half-door": _half_door,
    "full-side": _full_side,
    "falling": _falling,
    "may-illuminate": _may_illuminate,
    "may-give": _may_give,
    "may-cast": _may_cast,
    "has-relic": _has_relic,
    "may-swap": _may_swap,
    "light": _light,
}
"""Each tip with when it fits, the most pressing first."""
