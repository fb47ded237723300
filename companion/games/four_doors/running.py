"""How a game in compact form runs by itself: cards leave the pile, shadows fall, hands come down to five, turns pass.

Every function changes the board that it is given. `random` shuffles the discards where the pile runs out; without one
a plan is made, and what is drawn stays blank.
"""

from __future__ import annotations

from random import Random

from companion.games.four_doors.compact import (
    BLANK,
    LOST_CARDS,
    LOST_DOOR,
    LOST_SKULL,
    NOWHERE,
    Board,
    Piece,
    Pieces,
    actions,
    holding,
    marks_in,
    without,
)
from companion.games.four_doors.state import HAND_LIMIT
from companion.games.four_doors.tower import CAPACITY

# --------------------------------------------------------------------------------------------------------------- cards


def draw(board: Board, random: Random | None) -> Piece | None:
    """Take the next card of the pile, shuffling first where it is empty; None where the game is lost by that."""
    if not board.down:
        _shuffle(board, random)
        if board.ended:
            return None
    board.down -= 1
    if board.top:
        piece, board.top = board.top[0], board.top[1:]
    elif board.pile is None:
        return BLANK
    else:
        piece = board.pile.pop()
    board.stock[piece.mark] -= 1
    return piece


def _shuffle(board: Board, random: Random | None) -> None:
    board.level += 1
    if board.level >= board.scene.skull:
        board.ended = LOST_SKULL
        return
    if not board.discard:
        board.ended = LOST_CARDS
        return
    board.down, board.stock = len(board.discard), marks_in(board.scene, board.discard)
    if random is not None:
        board.pile = list(board.discard)
        random.shuffle(board.pile)
    board.discard = ()


def take(board: Board, player: int, count: int, random: Random | None) -> None:
    """Draw cards into a hand, together, and come down to five."""
    hand = board.hands[player]
    for _ in range(count):
        piece = draw(board, random)
        if piece is None:
            return
        hand = holding(hand, piece)
    board.hands[player] = hand
    trim(board, player)


def trim(board: Board, player: int) -> None:
    """Discard what is least worth keeping until five cards are left."""
    while len(board.hands[player]) > HAND_LIMIT:
        spend(board, player, min(board.hands[player], key=lambda piece: keep(board, player, piece)))


def spend(board: Board, player: int, piece: Piece) -> None:
    """Discard a card from a hand."""
    board.hands[player] = without(board.hands[player], piece)
    board.discard = (*board.discard, piece)


_POWERS = {"staff": 1.5, "oil": 1.2, "stone": 0.6, "prism": 0.3}
_SPELLS = {"clear": 2.0, "ward": 1.6, "draw": 1.3, "summon": 0.9, "move": 0.7, "top": 0.4}


def keep(board: Board, player: int, piece: Piece) -> float:
    """Return how much a card in a hand is worth keeping."""
    if piece is BLANK:
        return 1.5
    lamps = 0.25 * (piece.lamps & board.needed).bit_count()
    goal = piece.goal
    if goal == NOWHERE:
        return _spell_worth(board, piece) + lamps
    if board.found >> goal & 1:
        return lamps + (_POWERS[board.scene.powers[goal]] if board.owner[goal] == player else 0.1)
    counts = [sum([other.goal == goal for other in hand]) for hand in board.hands]
    mine = counts[player]
    return 0.6 + mine + (mine == max(counts)) + lamps - 3.0 * (mine > 4)


def _spell_worth(board: Board, piece: Piece) -> float:
    if piece.verb != "flux":
        return _SPELLS.get(piece.verb, 0.2)
    return 4.0 if sum([other.verb == "flux" for hand in board.hands for other in hand]) == 1 else 0.8


# ------------------------------------------------------------------------------------------------------------- shadows


def lift(board: Board, piece: Piece) -> None:
    """Discard a Shadow card from beside its door."""
    board.sides[piece.mark] = without(board.sides[piece.mark], piece)
    board.discard = (*board.discard, piece)


def fall(board: Board, piece: Piece) -> None:
    """Resolve one Shadow card."""
    mark, door = piece.mark, piece.mark >> 1
    here = board.sides[mark]
    if _spared(board, door, len(here)):
        board.discard = (*board.discard, piece)
    elif door not in board.tower:
        board.hollow = (*board.hollow, piece)
    elif len(here) < CAPACITY:
        board.sides[mark] = holding(here, piece)
    elif not board.half >> door & 1:
        board.half |= 1 << door
        board.hollow = (*board.hollow, piece)
    elif board.found >> door & 1:
        _vanish(board, door, piece)
    else:
        board.ended = LOST_DOOR


def _spared(board: Board, door: int, shadows: int) -> bool:
    """Say whether the solo Wanderer discards a shadow."""
    if not board.scene.solo or board.who[0] != "wanderer" or board.at[0] != door:
        return False
    return board.scene.overflow or shadows < CAPACITY


def _vanish(board: Board, door: int, piece: Piece) -> None:
    gone: Pieces = (*board.sides[2 * door], *board.sides[2 * door + 1], piece)
    board.hollow += gone
    board.sides[2 * door] = board.sides[2 * door + 1] = ()
    at = board.tower.index(door)
    above = board.tower[at - 1] if at else board.scene.beacon
    below = board.tower[at + 1] if at + 1 < len(board.tower) else above
    board.tower = board.tower[:at] + board.tower[at + 1 :]
    to = above if all_found(board) else below
    for player, place in enumerate(board.at):
        if place == door:
            enter(board, player, to)


def all_found(board: Board) -> bool:
    """Say whether every relic is found."""
    return board.found == (1 << len(board.scene.names)) - 1


def enter(board: Board, player: int, place: int) -> None:
    """Move a pawn; the Illuminant may then dispel."""
    if board.at[player] == place:
        return
    board.at[player] = place
    if board.who[player] == "illuminant":
        marks = (2 * place, 2 * place + 1) if place < board.scene.beacon else ()
        board.dispel = tuple(mark for mark in marks if len(board.sides[mark]) >= CAPACITY)


# --------------------------------------------------------------------------------------------------------------- turns


def finish_turn(board: Board, random: Random | None) -> None:
    """Draw two, let the shadows fall, and begin the next turn."""
    if not board.falling:
        take(board, board.active, 2, random)
    board.falling = True
    while not board.ended and board.bound:
        piece = draw(board, random)
        if piece is None:
            return
        board.drawn += 1
        fall(board, piece)
    if not board.ended:
        begin_turn(board, (board.active + 1) % len(board.at))


def begin_turn(board: Board, player: int) -> None:
    """Begin the turn of a player."""
    board.active, board.left, board.turn = player, actions(board, player), board.turn + 1
    board.ward = board.drawn = 0
    board.falling, board.dispel = False, ()
