"""Named ways to play: `random`, and `greedy`, a careful party that plays by rules of thumb.

The greedy party sees what lies open and nothing of the pile. It gives every move a number and makes the one of the
highest, equal ones by lot:

* a clear counts what one more shadow on that side would do now: most where it would shut a door whose relic is still to
  be found, less where it would half shut one, hardly anything where the side has room; the card paid counts against it;
* each relic is collected by the player who holds most of its cards; others walk there and give;
* four alike are used at once; once all four are found everybody walks to the Beacon, and the Luminous Flux is lit;
* a hand that is too large loses what nobody collects.

It reckons no odds, plans no second move, and uses no spell but Luminous Flux and, of the powers, only Kindle Staff and
Oil of Evermore. Where hands are not followed it leaves the tower as it is and has done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, cast

from companion.engine.game import TABLE, Game, Move, Policy
from companion.engine.policies import at_random, named
from companion.games.four_doors import moves as m
from companion.games.four_doors.box import Box
from companion.games.four_doors.cards import FLUX, SIDES, PlayerCard
from companion.games.four_doors.scoring import NEEDED, score
from companion.games.four_doors.state import HAND_LIMIT, Player, Position
from companion.games.four_doors.tower import BEACON, CAPACITY, Door

if TYPE_CHECKING:
    from companion.games.four_doors.rules import FourDoors


def policy(name: str) -> Policy:
    """Return a named policy.

    Raises:
        UnknownNameError: there is no such policy.
    """
    return named(POLICIES, name)


def greedy(game: Game, state: Position, rng: Random) -> Move:
    """Return the move that looks best: the spell that wins, a free clear, else the legal move of the highest worth."""
    if game.actor(state) == TABLE:
        return at_random(game, state, rng)
    box = cast("FourDoors", game).box
    for move in game.asides(state):
        lit = isinstance(move, m.Cast) and move.card.spell == FLUX and state.all_found() and state.assembled()
        if lit or isinstance(move, m.Dispel):
            return move
    return max(game.legal(state), key=lambda move: (_worth(box, state, move), rng.random()))


POLICIES: Mapping[str, Policy] = {"random": at_random, "greedy": greedy}

OF_THE_BEACON = 1.25
"""What a relic counts for: its own point, and its share of the chance of the two points of the Beacon."""


def evaluate(box: Box, state: Position) -> float:
    """Return about how many of the six points of the sheet the party will have at the end.

    A relic that is found is certain; one still to be found counts by the cards that one player has of it already, less
    as its door is nearer to being shut. The points of the Beacon come with the relics. A rule of thumb, no odds.
    """
    (sheet,) = score(box, state)
    if state.ended:
        return float(sheet.points)
    hopes = [_hope(box, state, door) for door in state.tower.doors if not door.found]
    return (len(state.tower.found) + sum(hopes)) * OF_THE_BEACON


def _hope(box: Box, state: Position, door: Door) -> float:
    relic = box.relics.get(door.name)
    held = [sum(card.relic == relic for card in player.hand) for player in state.players]
    most = min(max(held), NEEDED) if relic else 0
    risk = max(danger(door, side) for side in SIDES) / 16
    return (0.5 + most / NEEDED / 2) * (1 - risk)


def _worth(box: Box, state: Position, move: Move) -> float:
    judge = _JUDGES.get(type(move))
    return judge(box, state, move) if judge is not None else -5.0


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


def keep(box: Box, state: Position, player: Player, card: PlayerCard) -> float:
    """Return how much a card in hand is worth keeping."""
    if card.spell == FLUX:
        held = sum(c.spell == FLUX for p in state.players for c in p.hand)
        return 5.0 if held == 1 else 1.0
    if card.relic:
        door = state.tower.find(box.door_of(card.relic))
        if door is None or door.found:
            return 0.2
        return 1.0 + sum(c.relic == card.relic for c in player.hand) + _collects(box, state, player, card)
    return 0.6


def _illuminate(box: Box, state: Position, move: m.Illuminate) -> float:
    player = state.player(state.active)
    return _cleared(state, move.shadows) - 0.35 * keep(box, state, player, move.card)


def _kindle(box: Box, state: Position, move: m.Kindle) -> float:
    return _cleared(state, (move.shadow,)) - 0.1


def _step(box: Box, state: Position, move: m.Step) -> float:
    player = state.player(state.active)
    to = state.tower.beside(player.at, "up" if move.way == "up" else "down")
    return wish(box, state, player, to) - wish(box, state, player, player.at)


def wish(box: Box, state: Position, player: Player, place: str) -> float:
    """Return how much a pawn wants to be at a place: what could be done there, and less the farther it is."""
    places = state.tower.places()
    goals = {name: _goal(box, state, player, name) for name in places}
    here = places.index(place)
    return max(value / (1 + 0.6 * abs(places.index(name) - here)) for name, value in goals.items())


def _goal(box: Box, state: Position, player: Player, name: str) -> float:
    if name == BEACON:
        return 9.0 if state.all_found() else 0.0
    door = state.tower[name]
    relic = box.relics.get(name)
    same = sum(card.relic == relic for card in player.hand) if relic else 0
    worth = 6.0 if same >= 4 and not door.found else 0.0
    lamps = sum(name in (card.lanterns or ()) for card in player.hand)
    if lamps:
        worth += max(danger(door, side) for side in SIDES)
    mates = [p for p in state.players if p.handle != player.handle and p.at == name]
    return worth + sum(1.2 * gifts(box, state, player, mate) for mate in mates)


def gifts(box: Box, state: Position, giver: Player, taker: Player) -> int:
    """Return how many cards of the giver the taker collects: relics not yet found of which the taker has most."""
    if len(taker.hand) >= HAND_LIMIT:
        return 0
    return sum(_collects(box, state, taker, card) and not _collects(box, state, giver, card) for card in giver.hand)


def _collects(box: Box, state: Position, player: Player, card: PlayerCard) -> bool:
    """Say whether a player has most cards of a relic that is still to be found; the first seat where several have."""
    door = state.tower.find(box.door_of(card.relic or ""))
    if not card.relic or door is None or door.found:
        return False
    counts = {p.handle: sum(c.relic == card.relic for c in p.hand) for p in state.players}
    return max(counts, key=counts.__getitem__) == player.handle


def _give(box: Box, state: Position, move: m.Give) -> float:
    if move.card is None or not move.card.relic:
        return -1.0
    other = state.player(move.seat)
    return 2.0 if _collects(box, state, other, move.card) and len(other.hand) < HAND_LIMIT else -1.0


def _search(box: Box, state: Position, move: m.Search) -> float:
    player = state.player(state.active)
    if state.all_found() and any(card.spell == FLUX for p in state.players for card in p.hand):
        return -0.5
    return 0.4 if len(player.hand) < 5 else 0.05


def _discard(box: Box, state: Position, move: m.Discard) -> float:
    seat = move.by or state.due[0].split()[1]
    return -keep(box, state, state.player(seat), move.card)


def _swap(box: Box, state: Position, move: m.Swap) -> float:
    return 0.5 if move.adventurer == "shadowbinder" else -0.2


def _oil(box: Box, state: Position, move: m.Oil) -> float:
    risk = sum(danger(door, side) for door, side, _ in state.tower.sides())
    return 0.35 * risk if not state.ward else -1.0


def _find(box: Box, state: Position, move: m.Find) -> float:
    return 20.0


def _done(box: Box, state: Position, move: m.Done) -> float:
    return 0.0


def _stand(box: Box, state: Position, move: m.Stand) -> float:
    return 1.0 if move.way == "up" and state.all_found() else 0.0


_JUDGES: Mapping[type[Move], Callable[..., float]] = {
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
