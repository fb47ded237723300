"""The best finish of a dungeon for known cards to come, in their order: points, a line that reaches them, and a proof.

What is sought: the points of the dungeon once every given card lies in it. If it then has its fifteen cards, the
Adventurer tile takes the last space and these are the final points. If cards are still unknown after them, they are the
points that are certain from then on (`score(...).points`), every arrow pointed.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

import msgspec

from companion.engine.errors import CompanionError
from companion.games.four_keys.bitboard import Board
from companion.games.four_keys.branch import Branches, Prefix
from companion.games.four_keys.cards import Card
from companion.games.four_keys.climb import Arrangement, Budget, Purse, Spent, anneal, some
from companion.games.four_keys.dungeon import FRAMES, FULL, DoorCell, Dungeon, laid
from companion.games.four_keys.moves import Place, Point
from companion.games.four_keys.placing import face_word, finished
from companion.games.four_keys.scoring import score, scoring_rules

_LOOKS = (0, 0, 0, 0, 100, 200, 500, 1_000, 2_000, 4_000, 8_000, 12_000, 16_000, 20_000, 24_000)
"""Looks before the proof, by the number of cards to come."""
_SPLIT_EVERY = 4
"""Parts of the search are compared by their bounds down to one Key for every so many cards to come."""
HINDSIGHT_BUDGET = 40_000
"""Looks that `hindsight` spends unless told otherwise: a few seconds at most."""

Step: TypeAlias = Place | Point


class Completion(NamedTuple):
    """The best finish that was found.

    Args:
        points: what `dungeon` scores.
        line: the steps that lead there: cards in their order, each arrow when its Compass has opened.
        bound: what no finish can exceed.
        proven: whether `points` is the best there is.
        dungeon: the dungeon at the end of the line.
    """

    points: int
    line: tuple[Step, ...]
    bound: int
    proven: bool
    dungeon: Dungeon


def best_completion(
    dungeon: Dungeon,
    cards: Sequence[Card | None],
    gold: int | None = None,
    *,
    budget: Budget = None,
    **options: bool,
) -> Completion:
    """Find the best finish of a dungeon.

    Args:
        dungeon: what lies there now; closed doors whose keys are there open at once, arrows not pointed yet are free.
        cards: the cards to come, in the order in which they must be laid; None for one that nobody told.
        gold: Gold Pieces on the Adventurer tile at the end; None: what lies on it now.
        budget: how long to search: so many looks, a function that says stop (asked between looks), or None: to the end.
        options: house rules `multiplicity`, `compass_tile`, `compass_cycles`.

    Raises:
        CompanionError: an option that does not exist, an empty dungeon, or more cards than there are spaces.
    """
    rules = scoring_rules(options)
    start = msgspec.structs.replace(dungeon, gold=dungeon.gold if gold is None else gold)
    _check(start, cards)
    hunt = _Hunt(_boards(start, cards, rules), Purse(budget))
    hunt.run()
    return _told(start, cards, hunt, rules)


def hindsight(
    dungeon: Dungeon,
    cards: Sequence[Card | None],
    gold: int | None = None,
    *,
    budget: Budget = HINDSIGHT_BUDGET,
    **options: bool,
) -> Completion:
    """Say what a player could have had: the best finish from some turn on with the very cards that were taken.

    Args:
        dungeon: at that turn, before the first of the cards.
        cards: those taken from then on, in order.
        gold: on the tile at the end of the game.
        budget: see `best_completion`; where it does not suffice, `bound` says what cannot be exceeded.
        options: house rules.
    """
    return best_completion(dungeon, cards, gold, budget=budget, **options)


def _check(dungeon: Dungeon, cards: Sequence[Card | None]) -> None:
    """Refuse what has no answer."""
    if any(set(dungeon.occupied()) - set(FRAMES[frame]) for frame in dungeon.frames()):
        raise CompanionError("No frame of four by four holds this dungeon: take the cards beyond it away.")
    room = FULL - dungeon.card_count
    if cards and dungeon.tile is not None:
        raise CompanionError(
            f"{len(cards)} cards to come, but the Adventurer tile lies there already: nothing comes after it."
        )
    if len(cards) > room:
        raise CompanionError(f"{len(cards)} cards to come, but only {room} fit: a finished dungeon has {FULL}.")
    if cards and not dungeon.holes():
        raise CompanionError("The dungeon is empty: lay the starting card on d4 first.")


def _boards(dungeon: Dungeon, cards: Sequence[Card | None], rules: Mapping[str, bool]) -> list[Board]:
    """Return the problems to solve: one for every frame if the dungeon gets finished, else one for all of them."""
    frames = [1 << frame for frame in dungeon.frames()]
    if dungeon.card_count + len(cards) < FULL:
        frames = [sum(frames)]
    return [Board(dungeon, cards, dungeon.gold or 0, rules, frame) for frame in frames]


class _Hunt:
    """One search over all frames: quick climbs first, then branch and bound from the most promising end.

    Args:
        boards: one for every set of frames that is searched apart.
        purse: pays for every look.
    """

    def __init__(self, boards: list[Board], purse: Purse) -> None:
        self.purse = purse
        self.branches = [Branches(board, purse, self._keep) for board in boards]
        self.branches.sort(key=lambda branches: -branches.bound(()))
        self.board = self.branches[0].board
        self.random = Random(boards[0].cards)
        self.best = some(self.board, self.random)
        self.bound = self.branches[0].bound(())
        self.count = 0

    def run(self) -> None:
        """Search until the best is proven or the purse is empty; then `best`, `board` and `bound` hold the result."""
        queue: list[tuple[int, int, Prefix, Branches]] = [
            (-branches.bound(()), i, (), branches) for i, branches in enumerate(self.branches)
        ]
        self.count = len(queue)
        try:
            self._walk_all()
            while queue and -queue[0][0] > self.best.points:
                self._open_first(queue)
        except Spent:
            self.bound = max(self.best.points, -queue[0][0])
        else:
            self.bound = self.best.points

    def _walk_all(self) -> None:
        """Find good arrangements before the proof, which then has little left to look at.

        Half of the looks are spread over all frames, the others go to the two that did best.
        """
        looks = _LOOKS[min(self.board.cards, len(_LOOKS) - 1)]
        boards = [branches.board for branches in self.branches]
        starts = [self._walked(board, some(board, self.random), looks // (2 * len(boards))) for board in boards]
        starts.sort(key=lambda walked: -walked[0].points)
        for start, board in starts[:2]:
            self._walked(board, start, looks // 4)

    def _walked(self, board: Board, start: Arrangement, looks: int) -> tuple[Arrangement, Board]:
        self._keep(start, board)
        if looks and self.best.points < self.bound:
            for better in anneal(board, start, looks, self.purse, self.random):
                self._keep(better, board)
                start = better
        return start, board

    def _keep(self, found: Arrangement, board: Board) -> None:
        if found.points > self.best.points:
            self.best, self.board = found, board

    def _open_first(self, queue: list[tuple[int, int, Prefix, Branches]]) -> None:
        """Take the part that may hold the most: part it further, or look through it."""
        _, _, prefix, branches = queue[0]
        parts = []
        if len(prefix) < min(len(branches.keys), branches.board.cards // _SPLIT_EVERY):
            parts = self._parts(branches, prefix)
        else:
            branches.explore(prefix, self.best.points)
        # Only now: if the purse is empty before, this part still counts among what was not looked through.
        heapq.heappop(queue)
        for part in parts:
            heapq.heappush(queue, part)

    def _parts(self, branches: Branches, prefix: Prefix) -> list[tuple[int, int, Prefix, Branches]]:
        parts = []
        for child in branches.children(prefix):
            self.purse.spend()
            self.count += 1
            bound = branches.bound(child)
            if bound > self.best.points:
                parts.append((-bound, self.count, child, branches))
        return parts


def _told(start: Dungeon, cards: Sequence[Card | None], hunt: _Hunt, rules: dict[str, bool]) -> Completion:
    """Play the best arrangement card by card."""
    steps, played = _played(start, cards, hunt.board, hunt.best, rules)
    final = finished(played, rules)
    line: list[Step] = []
    for place, opened in steps:
        line += [place] if place is not None else []
        arrows = [(at, final.cells[at].arrow) for at in opened]  # type: ignore[union-attr]
        line += [Point(at, arrow) for at, arrow in arrows if arrow]
    points = score(final, seat="", **rules).points
    return Completion(points, tuple(line), hunt.bound, points == hunt.bound, final)


_Played: TypeAlias = list[tuple[Place | None, list[int]]]


def _played(
    dungeon: Dungeon, cards: Sequence[Card | None], board: Board, best: Arrangement, rules: dict[str, bool]
) -> tuple[_Played, Dungeon]:
    """Lay the cards; return each step with the Compasses whose arrow is then to be pointed, and the dungeon."""
    order = board.order(best.where)
    assert order is not None
    numbers = dict(board.keys)
    dungeon = dungeon.opened(dungeon.ready(rules["multiplicity"]))
    waiting = _to_point(dungeon)
    steps: _Played = [(None, waiting)]
    for card, number in zip(cards, order, strict=True):
        at = best.where[number]
        face = numbers[number][best.showing[number]][1] if number in numbers else 0
        dungeon = dungeon.put(at, laid(card, face))
        dungeon = dungeon.opened(dungeon.ready(rules["multiplicity"]))
        steps.append((Place(at, face_word(card, face)), [at for at in _to_point(dungeon) if at not in waiting]))
        waiting = _to_point(dungeon)
    return steps, dungeon


def _to_point(dungeon: Dungeon) -> list[int]:
    """Return the open Compasses whose arrow is not pointed."""
    return [
        at
        for at, cell in enumerate(dungeon.cells)
        if isinstance(cell, DoorCell) and cell.open and cell.room == "compass" and not cell.arrow
    ]
