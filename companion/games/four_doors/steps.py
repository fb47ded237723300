"""What may be done in a turn, in compact form: steps, what they do, and which of them are worth looking at.

Steps that differ only in which of several cards alike in effect they use are looked at once: of one side always the
Shadow card goes that serves the party most when it is drawn again, and spells take cards that are still wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, combinations_with_replacement
from random import Random
from typing import NamedTuple

from companion.games.four_doors.compact import (
    BLANK,
    NOWHERE,
    WON,
    Board,
    Piece,
    Pieces,
    holding,
    without,
)
from companion.games.four_doors.running import all_found, enter, keep, lift, spend, take, trim
from companion.games.four_doors.state import HAND_LIMIT
from companion.games.four_doors.tower import CAPACITY

MOST_SIDES = 4
"""Sides among which a spell that clears several Shadow cards chooses."""
COMPLETE = 4
"""Cards that find a relic."""


class Step(NamedTuple):
    """An action or a free play.

    Args:
        kind: the name of the move in the shorthand.
        player: who does it.
        piece: the card that is used.
        picks: the cards that are picked with it.
        seat: the player to whom it is done, NOWHERE where nobody is named.
        to: a place, NOWHERE where none is named.
        who: the adventurer that is swapped for.
    """

    kind: str
    player: int
    piece: Piece = BLANK
    picks: Pieces = ()
    seat: int = NOWHERE
    to: int = NOWHERE
    who: str = ""


# ------------------------------------------------------------------------------------------------------- what they do


def do(board: Board, step: Step, random: Random | None) -> None:
    """Carry out a step."""
    if step.kind in ACTIONS:
        board.left -= 1
        board.dispel = ()
    _EFFECTS[step.kind](board, step, random)


def _illuminate(board: Board, step: Step, random: Random | None) -> None:
    spend(board, step.player, step.piece)
    for shadow in step.picks:
        lift(board, shadow)


def _move(board: Board, step: Step, random: Random | None) -> None:
    enter(board, step.player, step.to)


def _search(board: Board, step: Step, random: Random | None) -> None:
    take(board, step.player, 1, random)


def _give(board: Board, step: Step, random: Random | None) -> None:
    board.hands[step.player] = without(board.hands[step.player], step.piece)
    board.hands[step.seat] = holding(board.hands[step.seat], step.piece)


def _find(board: Board, step: Step, random: Random | None) -> None:
    for piece in step.picks:
        spend(board, step.player, piece)
    board.found |= 1 << step.to
    board.owner[step.to] = step.player


def _oil(board: Board, step: Step, random: Random | None) -> None:
    spend(board, step.player, step.piece)
    board.ward = board.ward + 2 if board.scene.stacks else max(board.ward, 2)


def _shift(board: Board, step: Step, random: Random | None) -> None:
    enter(board, step.seat, step.to)


def _recall(board: Board, step: Step, random: Random | None) -> None:
    board.discard = without(board.discard, step.picks[0])
    board.hands[step.player] = holding(board.hands[step.player], step.picks[0])


def _swap(board: Board, step: Step, random: Random | None) -> None:
    board.who[step.player] = step.who


def _lumen(board: Board, step: Step, random: Random | None) -> None:
    spend(board, step.player, step.piece)
    enter(board, step.seat, step.to)


def _prism(board: Board, step: Step, random: Random | None) -> None:
    spend(board, step.player, step.piece)
    _give(board, step._replace(piece=step.picks[0]), random)


def _extra(board: Board, step: Step, random: Random | None) -> None:
    spend(board, step.player, step.piece)
    board.left += 1


def _dispel(board: Board, step: Step, random: Random | None) -> None:
    lift(board, step.picks[0])
    board.dispel = tuple(mark for mark in board.dispel if mark != step.picks[0].mark)


def _toss(board: Board, step: Step, random: Random | None) -> None:
    hand = board.hands[step.player]
    for piece in step.picks:
        hand = without(hand, piece)
    board.hollow = without((*board.hollow, *step.picks), step.piece)
    board.hands[step.player] = holding(hand, step.piece)


def _discard(board: Board, step: Step, random: Random | None) -> None:
    spend(board, step.player, step.piece)


def _cast(board: Board, step: Step, random: Random | None) -> None:
    piece = step.piece
    board.hands[step.player] = without(board.hands[step.player], piece)
    if piece.verb == "flux":
        board.ended = WON if wins(board) else board.ended
    elif piece.verb == "clear":
        for shadow in step.picks:
            lift(board, shadow)
    elif piece.verb == "move":
        enter(board, step.seat, step.to)
    elif piece.verb == "draw":
        take(board, step.player, piece.n, random)
    elif piece.verb == "ward":
        board.ward += piece.n
    else:
        _fetch(board, step)
    board.hollow = (*board.hollow, piece)


def _fetch(board: Board, step: Step) -> None:
    """Take cards out of the Hollow into the hand, or out of the discard pile onto the draw pile."""
    for piece in step.picks:
        if step.piece.verb == "summon":
            board.hollow = without(board.hollow, piece)
            board.hands[step.player] = holding(board.hands[step.player], piece)
        else:
            board.discard = without(board.discard, piece)
            board.top = (piece, *board.top)
            board.down += 1
            board.stock[piece.mark] += 1
    trim(board, step.player)


def held(board: Board, step: Step) -> bool:
    """Say whether the cards that a step uses are still in the hand: a card drawn meanwhile may have driven them out."""
    own = step.picks if step.kind in ("find", "toss", "prism") else ()
    used = own if step.piece is BLANK or step.kind == "toss" else (step.piece, *own)
    hand = board.hands[step.player]
    return all(hand.count(piece) >= used.count(piece) for piece in used)


def wins(board: Board) -> bool:
    """Say whether a Luminous Flux lights the Beacon now."""
    return all_found(board) and all(at == board.scene.beacon for at in board.at)


_EFFECTS: dict[str, Callable[[Board, Step, Random | None], None]] = {
    "illuminate": _illuminate,
    "kindle": _illuminate,
    "move": _move,
    "walk": _move,
    "search": _search,
    "give": _give,
    "pass": _give,
    "find": _find,
    "oil": _oil,
    "shift": _shift,
    "recall": _recall,
    "swap": _swap,
    "lumen": _lumen,
    "prism": _prism,
    "extra": _extra,
    "dispel": _dispel,
    "toss": _toss,
    "discard": _discard,
    "cast": _cast,
    "stand": _move,
}
ACTIONS = frozenset(("illuminate", "kindle", "move", "search", "give", "find", "oil", "shift", "recall", "swap"))
"""The kinds of steps that cost an action."""


# --------------------------------------------------------------------------------------------------- what may be done


def steps(board: Board, free: bool = True) -> Iterator[Step]:
    """Yield the steps of the player whose turn it is, and the free plays of everybody that are worth looking at."""
    flux = _flux(board)
    if flux is not None:
        yield flux
        return
    if board.left > 0:
        yield from _actions(board)
    if free:
        yield from free_plays(board)


def _flux(board: Board) -> Step | None:
    if not wins(board):
        return None
    for player, hand in enumerate(board.hands):
        for piece in hand:
            if piece.verb == "flux":
                return Step("cast", player, piece)
    return None


def _actions(board: Board) -> Iterator[Step]:
    me, here = board.active, board.at[board.active]
    hand = distinct(board.hands[me])
    places = (board.scene.beacon, *board.tower)
    at = places.index(here)
    yield from (Step("move", me, to=places[n]) for n in (at - 1, at + 1) if 0 <= n < len(places))
    if board.down or board.discard:
        yield Step("search", me)
    if here != board.scene.beacon:
        yield from _illuminations(board, me, here, hand)
        yield from _findings(board, me, here)
    yield from _gifts(board, me, "give")
    yield from _powers(board, me, hand)
    yield from _abilities(board, me, here)


def distinct(pieces: Pieces) -> tuple[Piece, ...]:
    """Return each kind of card once."""
    return tuple(dict.fromkeys(pieces))


def _illuminations(board: Board, me: int, here: int, hand: Pieces) -> Iterator[Step]:
    most = CAPACITY if board.who[me] == "shadowbinder" else 1
    groups = [_lifted(board, mark, most) for mark in (2 * here, 2 * here + 1) if board.sides[mark]]
    for piece in hand:
        if piece.lamps >> here & 1:
            yield from (Step("illuminate", me, piece, group) for group in groups)


def _lifted(board: Board, mark: int, most: int) -> Pieces:
    """Return the Shadow cards of a side that go: those first that serve the party most when they are drawn again."""
    here = board.sides[mark]
    if len(here) <= most:
        return here
    return tuple(sorted(here, key=lambda piece: -_wanted(board, piece))[:most])


def _wanted(board: Board, piece: Piece) -> float:
    """Return how much the party wants a card to be in a hand."""
    if piece.goal == NOWHERE:
        left = sum(other.verb == "flux" for hand in board.hands for other in hand)
        return (3.0 if not left else 0.5) if piece.verb == "flux" else 1.0
    if board.found >> piece.goal & 1:
        return 0.2
    return 1.0 + max(sum(other.goal == piece.goal for other in hand) for hand in board.hands)


def _findings(board: Board, me: int, here: int) -> Iterator[Step]:
    if board.found >> here & 1:
        return
    shown = [piece for piece in board.hands[me] if piece.goal == here]
    yield from (Step("find", me, picks=four, to=here) for four in dict.fromkeys(combinations(shown, COMPLETE)))


def _gifts(board: Board, me: int, kind: str) -> Iterator[Step]:
    """Yield gifts of cards that the taker has some use for: relics still to be found, and spells."""
    here = board.at[me]
    if here == board.scene.beacon and not board.scene.give_on_beacon:
        return
    for other, place in enumerate(board.at):
        if other != me and place == here and len(board.hands[other]) < HAND_LIMIT:
            for piece in distinct(board.hands[me]):
                if piece is not BLANK and not (piece.goal >= 0 and board.found >> piece.goal & 1):
                    yield Step(kind, me, piece, seat=other)


def _powers(board: Board, me: int, hand: Pieces) -> Iterator[Step]:
    for piece in hand:
        if piece.goal == NOWHERE or board.owner[piece.goal] != me:
            continue
        power = board.scene.powers[piece.goal]
        if power == "staff":
            for mark, side in enumerate(board.sides):
                if side and not board.found >> (mark >> 1) & 1:
                    yield Step("kindle", me, piece, _lifted(board, mark, 1))
        elif power == "oil" and board.bound:
            yield Step("oil", me, piece)


def _abilities(board: Board, me: int, here: int) -> Iterator[Step]:
    who = board.who[me]
    if who == "placeshifter" and not board.scene.solo:
        for other, place in enumerate(board.at):
            yield from (Step("shift", me, seat=other, to=door) for door in board.tower if door != place)
    if who == "summoner" and here != board.scene.beacon and len(board.hands[me]) < HAND_LIMIT:
        fitting = [piece for piece in board.discard if piece.mark >> 1 == here]
        yield from (Step("recall", me, picks=(piece,)) for piece in _of_use(board, fitting))
    if board.scene.solo:
        for name, start in board.scene.starts.items():
            if start == here and name != who:
                yield Step("swap", me, who=name)


def _of_use(board: Board, pieces: Iterator[Piece] | list[Piece] | Pieces) -> list[Piece]:
    """Return one card of each relic that is still to be found and of each spell."""
    best: dict[object, Piece] = {}
    for piece in pieces:
        sort = piece.goal if piece.goal >= 0 else piece.verb
        if not piece.card.known or (piece.goal >= 0 and board.found >> piece.goal & 1):
            continue
        if sort not in best or piece.lamps.bit_count() > best[sort].lamps.bit_count():
            best[sort] = piece
    return list(best.values())


# ---------------------------------------------------------------------------------------------------------- free plays


def free_plays(board: Board) -> Iterator[Step]:
    """Yield the free plays that are worth looking at."""
    for mark in board.dispel:
        if board.sides[mark]:
            yield Step("dispel", board.who.index("illuminant"), picks=_lifted(board, mark, 1))
    for player, hand in enumerate(board.hands):
        for piece in distinct(hand):
            if piece.goal == NOWHERE:
                yield from _casts(board, player, piece)
            elif board.owner[piece.goal] == player:
                yield from _free_powers(board, player, piece)
        if board.who[player] == "bestower":
            yield from _tosses(board, player) if board.scene.solo else _gifts(board, player, "pass")
    if board.scene.solo and board.who[0] == "placeshifter":
        yield from (Step("walk", 0, to=to) for to in _places(board) if to != board.at[0])


def _places(board: Board) -> tuple[int, ...]:
    return (board.scene.beacon, *board.tower)


def _casts(board: Board, player: int, piece: Piece) -> Iterator[Step]:
    verb = piece.verb
    if verb == "clear":
        yield from (Step("cast", player, piece, picks) for picks in _sweeps(board, piece.n))
    elif verb == "move":
        yield from (Step("cast", player, piece, seat=seat, to=to) for seat, to in _trips(board))
    elif verb == "draw" or (verb == "ward" and board.bound):
        yield Step("cast", player, piece)
    elif verb == "summon":
        yield from (Step("cast", player, piece, picks) for picks in _choices(board, board.hollow, piece.n))
    elif verb == "top":
        yield from (Step("cast", player, piece, picks) for picks in _choices(board, board.discard, piece.n))


def _choices(board: Board, heap: Pieces, n: int) -> Iterator[Pieces]:
    useful = sorted(_of_use(board, heap), key=lambda piece: -_wanted(board, piece))
    return combinations(useful[:3], min(n, len(useful), 3)) if useful else iter(())


def _sweeps(board: Board, n: int) -> Iterator[Pieces]:
    """Yield choices of Shadow cards from the sides that are fullest."""
    marks = [mark for mark, side in enumerate(board.sides) if side and not board.found >> (mark >> 1) & 1]
    marks.sort(key=lambda mark: (-len(board.sides[mark]), -(board.half >> (mark >> 1) & 1)))
    marks = marks[:MOST_SIDES]
    ranked = {mark: sorted(board.sides[mark], key=lambda piece: -_wanted(board, piece)) for mark in marks}
    for chosen in combinations_with_replacement(marks, n):
        counts = {mark: chosen.count(mark) for mark in chosen}
        if all(count <= len(ranked[mark]) for mark, count in counts.items()):
            yield tuple(piece for mark, count in counts.items() for piece in ranked[mark][:count])


def _trips(board: Board) -> Iterator[tuple[int, int]]:
    for seat, place in enumerate(board.at):
        yield from ((seat, to) for to in _places(board) if to != place)


def _free_powers(board: Board, player: int, piece: Piece) -> Iterator[Step]:
    power = board.scene.powers[piece.goal]
    if power == "stone":
        yield from (Step("lumen", player, piece, seat=seat, to=to) for seat, to in _trips(board))
    elif power == "prism" and board.scene.solo:
        if board.left:
            yield Step("extra", player, piece)
    elif power == "prism":
        gifts = [gift for gift in distinct(without(board.hands[player], piece)) if _wanted(board, gift) >= 1.0]
        for other, hand in enumerate(board.hands):
            if other != player and len(hand) < HAND_LIMIT:
                yield from (Step("prism", player, piece, (gift,), other) for gift in gifts if gift is not BLANK)


def _tosses(board: Board, player: int) -> Iterator[Step]:
    """Yield what two cards that are least worth keeping bring out of the Hollow."""
    hand = sorted(board.hands[player], key=lambda piece: keep(board, player, piece))
    if len(hand) >= 2 and BLANK not in hand[:2]:
        yield from (Step("toss", player, piece, (hand[0], hand[1])) for piece in _of_use(board, board.hollow))
