"""The course of a turn: piles, hands, pawns, shadows, and what follows by itself. Functions give new positions."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from companion.engine.piles import Multiset
from companion.engine.told import reveal
from companion.games.four_doors.cards import DECK, SIDES, UNTOLD, PlayerCard
from companion.games.four_doors.state import (
    ACTIONS,
    HAND_LIMIT,
    HAND_SIZES,
    SETUP_SHADOWS,
    Player,
    Position,
    best_match,
    merged,
    put_all,
)
from companion.games.four_doors.tower import CAPACITY, Fallen, fall

# --------------------------------------------------------------------------------------------------------------- piles


def off_the_pile(state: Position, card: PlayerCard) -> tuple[Position, PlayerCard]:
    """Take the top card of the draw pile, told as `card`; return it with everything that is known of it."""
    known = state.top[0] if state.top else UNTOLD
    card = merged(card, known)
    unseen = reveal(state.unseen, known, card)
    return replace(state, down=max(0, state.down - 1), top=state.top[1:], unseen=unseen), card


def to_discard(state: Position, *cards: PlayerCard) -> Position:
    """Put cards on the discard pile."""
    return replace(state, discard=put_all(state.discard, cards))


def to_hollow(state: Position, *cards: PlayerCard) -> Position:
    """Toss cards into the Hollow."""
    return replace(state, hollow=put_all(state.hollow, cards))


def gain(state: Position, seat: str, card: PlayerCard) -> Position:
    """Add a card to a hand."""
    player = state.player(seat)
    return state.with_player(replace(player, hand=player.hand.add(card)))


def spend(state: Position, seat: str, card: PlayerCard) -> tuple[Position, PlayerCard]:
    """Take a card out of a hand; one that was not wholly told there is told now, as far as `card` says.

    Where hands are not followed, the card comes out of nowhere.
    """
    player = state.player(seat)
    held = best_match(player.hand, card)
    if held is None:
        return replace(state, unseen=reveal(state.unseen, UNTOLD, card)), card
    card = merged(held, card)
    state = state.with_player(replace(player, hand=player.hand.remove(held)))
    return replace(state, unseen=reveal(state.unseen, held, card)), card


def spend_all(state: Position, seat: str, cards: tuple[PlayerCard, ...]) -> tuple[Position, tuple[PlayerCard, ...]]:
    """Take several cards out of a hand."""
    spent = []
    for card in cards:
        state, told = spend(state, seat, card)
        spent.append(told)
    return state, tuple(spent)


def reshuffle(state: Position) -> Position:
    """Raise the level and make the discards the new pile (four-doors.pile.run-out); it may lose the game."""
    state = replace(state, track=state.track.step())
    if state.track.skull:
        return replace(state, ended="skull")
    if state.full and not state.discard:
        return replace(state, ended="cards")
    unseen = put_all(state.unseen, (card for card in state.discard if card.known))
    shuffled = len(state.discard)
    state = replace(state, unseen=unseen, discard=Multiset(), top=(), reshuffles=state.reshuffles + 1)
    if state.full:
        return replace(state, down=shuffled, mixed=state.mixed or shuffled < len(unseen))
    # Which of the cards drawn were discarded is not followed, so nothing is known of the hands any more.
    players = tuple(replace(p, hand=Multiset.of(c for c in p.hand if c.known)) for p in state.players)
    state = replace(state, players=players)
    left = DECK - sum(1 for _ in state.outside())
    return replace(state, down=left, mixed=True, ended="" if left > 0 else "cards")


# --------------------------------------------------------------------------------------------------------------- pawns


def enter(state: Position, seat: str, place: str) -> Position:
    """Move a pawn to a place; the Illuminant may then dispel (four-doors.adventurers.illuminant)."""
    player = state.player(seat)
    if player.at == place:
        return state
    state = state.with_player(replace(player, at=place))
    door = state.tower.find(place)
    if player.adventurer != "illuminant" or door is None:
        return state if player.adventurer != "illuminant" else replace(state, dispel=())
    return replace(state, dispel=tuple(side for side in SIDES if len(door.side(side)) >= CAPACITY))


def actions_of(state: Position, player: Player) -> int:
    """Return how many actions a player has in a turn (four-doors.adventurers.wanderer)."""
    return ACTIONS + (player.adventurer == "wanderer" and not state.solo)


# -------------------------------------------------------------------------------------------------------------- shadows


def guarded(state: Position) -> str:
    """Return the door whose shadows the solo Wanderer discards, "" where there is none (four-doors.solo.wanderer)."""
    player = state.players[0]
    return player.at if state.solo and player.adventurer == "wanderer" else ""


class Fell(NamedTuple):
    """What became of a shadow in a game: the position after it, and how it was resolved; None: the Wanderer's."""

    state: Position
    fallen: Fallen | None


def resolve(state: Position, card: PlayerCard) -> Fell:
    """Resolve a Shadow card that has left the pile: on the tower, in the Hollow, or by the solo Wanderer."""
    if card.door and card.side and card.door == guarded(state):
        spared = state.rules.wanderer_overflow or not state.tower.full(card.door, card.side)
        if spared:
            return Fell(to_discard(state, card), None)
    before = state.tower
    fallen = fall(before, card)
    state = to_hollow(replace(state, tower=fallen.tower), *fallen.tossed)
    if fallen.what == "lost":
        state = replace(state, ended="door")
    if fallen.what in ("shut", "lost"):
        beside = before.beside(fallen.door, "up"), before.beside(fallen.door, "down")
        state = _displace(state, fallen.door, beside)
    return Fell(state, fallen)


def _displace(state: Position, door: str, beside: tuple[str, str]) -> Position:
    """Place the pawns of a vanished door (four-doors.shadows.displaced); where there is a choice, somebody decides."""
    above, below = beside
    for player in state.in_turn():
        if player.at != door:
            continue
        if below:
            state = state.with_player(replace(player, at=""))
            state = replace(state, due=(*state.due, f"stand {player.handle} {above} {below}"))
        else:
            state = enter(state, player.handle, above)
    return state


# ------------------------------------------------------------------------------------------------------ what follows


def settle(state: Position) -> Position:
    """Go on as far as nobody has to decide or see anything: limits, steps, the next turn, the end."""
    if state.ended:
        return replace(state, step="over", due=(), dispel=(), to_draw=0, pending=())
    if state.step == "setup":
        return _set_up(state)
    if state.full:
        state = _limits(state)
    if state.due or state.to_draw:
        return state
    if state.step == "draw":
        state = replace(state, step="fall", drawn=0)
    if state.step == "fall" and not state.falling:
        return begin_turn(replace(state, ward=0), state.next_seat(), state.turn + 1)
    return state


def _limits(state: Position) -> Position:
    """Ask everybody over the hand limit to come down, in turn order (four-doors.hand-limit.order)."""
    stands = tuple(token for token in state.due if token.startswith("stand"))
    # The cards of one draw come together: hands are counted after the last of them.
    counted = () if state.to_draw else state.in_turn()
    over = tuple(f"limit {p.handle}" for p in counted if len(p.hand) > HAND_LIMIT)
    due = (*stands, *over)
    return state if due == state.due else replace(state, due=due)


def begin_turn(state: Position, seat: str, turn: int) -> Position:
    """Begin the turn of a seat."""
    left = actions_of(state, state.player(seat))
    return replace(state, active=seat, step="act", left=left, drawn=0, turn=turn, to_draw=0, drawer=seat)


def _set_up(state: Position) -> Position:
    """Cross off what the setup has been told, and begin when nothing is left to tell."""
    pending = state.pending
    while pending and _is_told(state, pending[0]):
        pending = pending[1:]
    state = replace(state, pending=pending)
    if pending:
        return state
    if not state.full:
        # The starting hands left the pile, although nobody says what they are.
        state = replace(state, down=state.down - len(state.players) * HAND_SIZES[len(state.players)])
    return begin_turn(state, state.active or state.players[0].handle, state.turn)


def _is_told(state: Position, token: str) -> bool:
    word, *rest = token.split()
    if word == "doors":
        return bool(state.tower.doors)
    if word == "shadows":
        return state.laid >= SETUP_SHADOWS
    if word == "adventurer":
        return bool(state.player(rest[0]).adventurer)
    if word == "deal":
        return len(state.player(rest[0]).hand) >= HAND_SIZES[len(state.players)]
    return bool(state.active)
