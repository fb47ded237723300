"""A careful player of The Four Doors for whole games in tests: rules of thumb over the legal moves, no search.

It sees what lies open, nothing of the pile. It plays for the whole party, so that games last and some are won.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from companion.engine.game import Move
from companion.games.four_doors import moves as m
from companion.games.four_doors.cards import FLUX, PlayerCard
from companion.games.four_doors.rules import FourDoors
from companion.games.four_doors.state import HAND_LIMIT, Player, Position
from companion.games.four_doors.tower import BEACON, CAPACITY, Door


def careful(game: FourDoors, state: Position, rng: Random) -> Move:
    """Return the move that looks best: a spell that wins, else the legal move of the highest worth."""
    flux = next((move for move in game.asides(state) if isinstance(move, m.Cast) and move.card.spell == FLUX), None)
    if flux is not None and state.all_found() and state.assembled():
        return flux
    dispel = next((move for move in game.asides(state) if isinstance(move, m.Dispel)), None)
    if dispel is not None:
        return dispel
    return max(game.legal(state), key=lambda move: (_worth(game, state, move), rng.random()))


def _worth(game: FourDoors, state: Position, move: Move) -> float:
    judge: Callable[[FourDoors, Position, Move], float] | None = _JUDGES.get(type(move))
    return judge(game, state, move) if judge is not None else -5.0


def danger(door: Door, side: str) -> float:
    """Return how bad the next shadow on a side would be."""
    if len(door.side(side)) < CAPACITY:
        return len(door.side(side)) * 0.1 * (1 if door.found else 2)
    if door.found:
        return 0.5
    return 8.0 if door.half else 4.0


def _cleared(state: Position, shadows: tuple[PlayerCard, ...]) -> float:
    shadow = shadows[0]
    door = state.tower[shadow.door or ""]
    return danger(door, shadow.side or "") + 0.3 * len(shadows)


def keep(game: FourDoors, state: Position, player: Player, card: PlayerCard) -> float:
    """Return how much a card in hand is worth keeping."""
    if card.spell == FLUX:
        held = sum(c.spell == FLUX for p in state.players for c in p.hand)
        return 5.0 if held == 1 else 1.0
    if card.relic:
        door = state.tower.find(game.box.door_of(card.relic))
        if door is None or door.found:
            return 0.2
        return 1.0 + sum(c.relic == card.relic for c in player.hand) + _collects(game, state, player, card)
    return 0.6


def _illuminate(game: FourDoors, state: Position, move: m.Illuminate) -> float:
    player = state.player(state.active)
    return _cleared(state, move.shadows) - 0.35 * keep(game, state, player, move.card)


def _kindle(game: FourDoors, state: Position, move: m.Kindle) -> float:
    return _cleared(state, (move.shadow,)) - 0.1


def _step(game: FourDoors, state: Position, move: m.Step) -> float:
    player = state.player(state.active)
    to = state.tower.beside(player.at, "up" if move.way == "up" else "down")
    return wish(game, state, player, to) - wish(game, state, player, player.at)


def wish(game: FourDoors, state: Position, player: Player, place: str) -> float:
    """Return how much a pawn wants to be at a place: what could be done there, and less the farther it is."""
    places = state.tower.places()
    goals = {name: _goal(game, state, player, name) for name in places}
    here = places.index(place)
    return max(value / (1 + 0.6 * abs(places.index(name) - here)) for name, value in goals.items())


def _goal(game: FourDoors, state: Position, player: Player, name: str) -> float:
    if name == BEACON:
        return 9.0 if state.all_found() else 0.0
    door = state.tower[name]
    relic = game.box.relics[name]
    same = sum(card.relic == relic for card in player.hand)
    worth = 6.0 if same >= 4 and not door.found else 0.0
    lamps = sum(name in (card.lanterns or ()) for card in player.hand)
    if lamps:
        worth += max(danger(door, side) for side in ("left", "right"))
    mates = [p for p in state.players if p.handle != player.handle and p.at == name]
    return worth + sum(1.2 * gifts(game, state, player, mate) for mate in mates)


def gifts(game: FourDoors, state: Position, giver: Player, taker: Player) -> int:
    """Return how many cards of the giver the taker collects: relics not yet found of which the taker has most."""
    if len(taker.hand) >= HAND_LIMIT:
        return 0
    return sum(_collects(game, state, taker, card) and not _collects(game, state, giver, card) for card in giver.hand)


def _collects(game: FourDoors, state: Position, player: Player, card: PlayerCard) -> bool:
    """Say whether a player has most cards of a relic that is still to be found; the first seat where several have."""
    door = state.tower.find(game.box.door_of(card.relic or ""))
    if not card.relic or door is None or door.found:
        return False
    counts = {p.handle: sum(c.relic == card.relic for c in p.hand) for p in state.players}
    return max(counts, key=counts.__getitem__) == player.handle


def _give(game: FourDoors, state: Position, move: m.Give) -> float:
    if move.card is None or not move.card.relic:
        return -1.0
    other = state.player(move.seat)
    return 2.0 if _collects(game, state, other, move.card) and len(other.hand) < HAND_LIMIT else -1.0


def _search(game: FourDoors, state: Position, move: m.Search) -> float:
    player = state.player(state.active)
    if state.all_found() and any(card.spell == FLUX for p in state.players for card in p.hand):
        return -0.5
    return 0.4 if len(player.hand) < 5 else 0.05


def _discard(game: FourDoors, state: Position, move: m.Discard) -> float:
    seat = move.by or state.due[0].split()[1]
    return -keep(game, state, state.player(seat), move.card)


def _swap(game: FourDoors, state: Position, move: m.Swap) -> float:
    return 0.5 if move.adventurer == "shadowbinder" else -0.2


def _oil(game: FourDoors, state: Position, move: m.Oil) -> float:
    risk = sum(danger(door, side) for door, side, _ in state.tower.sides())
    return 0.35 * risk if not state.ward else -1.0


def _find(game: FourDoors, state: Position, move: m.Find) -> float:
    return 20.0


def _done(game: FourDoors, state: Position, move: m.Done) -> float:
    return 0.0


def _stand(game: FourDoors, state: Position, move: m.Stand) -> float:
    return 1.0 if move.way == "up" and state.all_found() else 0.0


_JUDGES: dict[type[Move], Callable[..., float]] = {
    m.Illuminate: _illuminate,
    m.Kindle: _kindle,
    m.Step: _step,
    m.Give: _give,
    m.Search: _search,
    m.Discard: _discard,
    m.Swap: _swap,
    m.Oil: _oil,
    m.Find: _find,
    m.Done: _done,
    m.Stand: _stand,
}

