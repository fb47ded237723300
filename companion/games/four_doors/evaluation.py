"""What a position is worth: signs of how the game will go, read off the board, and the chance to win they speak for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb, exp, log

from companion.games.four_doors.compact import WON, Board
from companion.games.four_doors.running import all_found
from companion.games.four_doors.tower import CAPACITY

NEEDED = 4


@lru_cache(maxsize=1 << 17)
def shut_chance(left: int, lefts: int, right: int, rights: int, bears: int, size: int, n: int) -> float:
    """Return the chance that a door is shut by the next shadows.

    Args:
        left, right: shadows that each side still holds.
        lefts, rights: cards of each mark in the pile.
        bears: pushes that shut the door.
        size: cards in the pile.
        n: how many of them fall.
    """
    if min(lefts - left, n - left) < bears and min(rights - right, n - right) < bears and bears == 1:
        return 0.0
    ways = 0
    for a in range(min(lefts, n) + 1):
        for b in range(min(rights, n - a) + 1):
            if max(0, a - left) + max(0, b - right) >= bears:
                ways += comb(lefts, a) * comb(rights, b) * comb(size - lefts - rights, n - a - b)
    return ways / comb(size, n)


def safety(board: Board) -> tuple[float, float, float]:
    """Return the logarithms of the chances that no door is lost to the next fall, the next two, and the next four."""
    first, rate, stock = board.bound, board.rate, board.stock
    if first + 3 * rate > sum(stock):
        stock = stock[:]
        for piece in board.discard:
            if piece.mark >= 0:
                stock[piece.mark] += 1
    needed = tuple([door for door in board.tower if not board.found >> door & 1])
    return _safety(needed, tuple(map(len, board.sides)), board.half, tuple(stock), (first, rate))


@lru_cache(maxsize=1 << 16)
def _safety(
    doors: tuple[int, ...], shadows: tuple[int, ...], half: int, stock: tuple[int, ...], falls: tuple[int, int]
) -> tuple[float, float, float]:
    first, rate = falls
    one, two, four = (_harmless(doors, shadows, half, stock, first + more * rate) for more in (0, 1, 3))
    return one, two, four


def _harmless(doors: Sequence[int], shadows: Sequence[int], half: int, stock: Sequence[int], n: int) -> float:
    """Return the logarithm of the chance that none of the doors is shut by n shadows, taken one by one."""
    size = sum(stock)
    n, total = min(n, size), 0.0
    for door in doors:
        left, right = 2 * door, 2 * door + 1
        rooms = max(0, CAPACITY - shadows[left]), max(0, CAPACITY - shadows[right])
        if n > min(rooms):
            bears = 1 if half >> door & 1 else 2
            shut = shut_chance(rooms[0], stock[left], rooms[1], stock[right], bears, size, n)
            total += log(1 - min(shut, 0.995)) if shut else 0.0
    return total


class _Hands:
    """What the hands hold, counted once: relic cards by door and player, lanterns, spells."""

    __slots__ = ("count", "held", "lit", "verbs")

    def __init__(self, board: Board) -> None:
        players = len(board.hands)
        self.held = held = [[0] * players for _ in board.scene.names]
        self.lit = lit = [0] * players
        self.verbs = verbs = dict.fromkeys(("flux", "clear", "ward", "draw", "summon", "move", "top", "by hand"), 0)
        self.count = 0
        for player, hand in enumerate(board.hands):
            for piece in hand:
                self.count += 1
                lit[player] |= piece.lamps
                if piece.goal >= 0:
                    held[piece.goal][player] += 1
                elif piece.verb:
                    verbs[piece.verb] += 1


def features(board: Board) -> list[float]:
    """Return the signs that the evaluation weighs, in the order of `WEIGHTS`."""
    hands, rank = _Hands(board), _ranks(board)
    unfound = [door for door in board.tower if not board.found >> door & 1]
    done, verbs = all_found(board), hands.verbs
    return [
        1.0,
        *safety(board),
        float(board.found.bit_count()),
        *_collected(board, unfound, hands.held, rank),
        float(verbs["flux"] > 0),
        float(done),
        float(sum(rank[place] for place in board.at)) if done else 0.0,
        hands.count / 5,
        log(1 + _turns_left(board)),
        min(1.0, (board.down + len(board.discard)) / 12),
        _slack(board, unfound) if board.hollow else 0.0,
        float(verbs["clear"]),
        float(verbs["ward"]),
        float(verbs["draw"]),
        _guards(board, unfound, hands.lit, rank),
        float((board.half & ~board.found).bit_count()),
        _paid(board, "staff", hands.held),
        _paid(board, "oil", hands.held),
        float(sum([len(board.sides[2 * door]) + len(board.sides[2 * door + 1]) for door in unfound])),
        float(not verbs["flux"] and board.down == 0 and not any(piece.verb == "flux" for piece in board.discard)),
    ]


def _ranks(board: Board) -> list[int]:
    """Return how far each place is from the Beacon; the last entry, for a displaced pawn, is the middle."""
    rank = [1] * (len(board.scene.names) + 2)
    for n, door in enumerate(board.tower):
        rank[door] = n + 1
    rank[board.scene.beacon] = 0
    rank[-1] = 2
    return rank


def _collected(
    board: Board, unfound: Sequence[int], held: Sequence[Sequence[int]], rank: Sequence[int]
) -> tuple[float, ...]:
    """Return how many relics can be found at once, lack one card, lack two; cards that others hold of them; how far the
    collectors are from the doors, and the others from the collectors."""
    lacking = [0] * (NEEDED + 1)
    support = walk = apart = 0.0
    ranks = [rank[place] for place in board.at]
    for door in unfound:
        counts = held[door]
        most = max(counts)
        lacking[NEEDED - most if most < NEEDED else 0] += 1
        if not most:
            continue
        who = _collector(counts, most, ranks, rank[door])
        walk += abs(ranks[who] - rank[door]) * (0.0, 0.25, 0.5, 1.0)[min(most, NEEDED) - 1]
        rest = NEEDED - most
        if rest > 0:
            for n, k in enumerate(counts):
                if k and n != who:
                    given = k if k < rest else rest
                    support += given
                    apart += given * abs(ranks[n] - ranks[who])
    return float(lacking[0]), float(lacking[1]), float(lacking[2]), support, walk, apart


def _collector(counts: Sequence[int], most: int, ranks: Sequence[int], goal: int) -> int:
    """Return who holds most cards of a relic; of several the one who is nearest to its door."""
    best, near = -1, 99
    for n, k in enumerate(counts):
        if k == most and abs(ranks[n] - goal) < near:
            best, near = n, abs(ranks[n] - goal)
    return best


def _turns_left(board: Board) -> float:
    """Return about how many turns the cards last before the skull, if nobody searches."""
    shuffles = max(0, min(9, board.scene.skull - 1 - board.level))
    return (board.down + shuffles * (board.down + len(board.discard)) * 0.8) / (2 + board.rate)


def _slack(board: Board, unfound: Sequence[int]) -> float:
    """Return 0, or how many cards of relics are lacking for good, below zero."""
    gone = [0] * len(board.scene.names)
    for piece in board.hollow:
        if piece.goal >= 0:
            gone[piece.goal] += 1
    return -float(sum(max(0, gone[door] - 2) for door in unfound))


def _guards(board: Board, unfound: Sequence[int], lit: Sequence[int], rank: Sequence[int]) -> float:
    """Return how far the nearest lantern is from each full side of a door that is still needed."""
    total = 0
    for door in unfound:
        full = (len(board.sides[2 * door]) >= CAPACITY) + (len(board.sides[2 * door + 1]) >= CAPACITY)
        if full:
            near = 4
            for n, lamps in enumerate(lit):
                if lamps >> door & 1:
                    near = min(near, abs(rank[board.at[n]] - rank[door]))
            total += full * near
    return float(total)


def _paid(board: Board, power: str, held: Sequence[Sequence[int]]) -> float:
    """Return how many cards the holder of a relic has to pay for its power."""
    if power not in board.scene.powers:
        return 0.0
    door = board.scene.powers.index(power)
    return float(held[door][board.owner[door]]) if board.owner[door] >= 0 else 0.0


WEIGHTS = (
    *(-5.0, 1.0, 0.5, 0.5, 2.6),
    *(2.0, 1.1, 0.5, 0.2, -0.25, -0.08),
    *(0.3, 1.0, -0.2, 0.7, 2.2, 1.0, 0.5),
    *(0.2, 0.2, 0.2, -0.12, -0.2, 0.2, 0.2, -0.02, -1.0),
)
"""What each sign counts for, tuned by playing whole games."""

PER_POINT, AT_EVEN = 0.25, 2.17
"""How the value of a position goes with the share of games won from it: fitted to 1,285 positions of 56 games."""
CERTAIN = 60.0
"""What an end counts for: more than any position that goes on."""


def worth(board: Board) -> float:
    """Return the value of a position: the higher, the likelier it is won."""
    if board.ended:
        return CERTAIN if board.ended == WON else -CERTAIN
    return sum(map(float.__mul__, WEIGHTS, features(board)))


def chance(board: Board) -> float:
    """Return the estimated chance to win."""
    if board.ended:
        return float(board.ended == WON)
    return probability(worth(board))


def probability(value: float) -> float:
    """Return the chance to win that a value speaks for: what became of games from such positions."""
    return 1 / (1 + exp(AT_EVEN - PER_POINT * value))
