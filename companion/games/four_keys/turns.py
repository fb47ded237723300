"""Whole turns of the player to move: which there are, as moves, and which of them are worth a closer look."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from companion.engine.game import Move
from companion.games.four_keys.bitboard import COLUMN, COMPASS, GUARD, ROW, pack
from companion.games.four_keys.cards import Key
from companion.games.four_keys.dungeon import ARROWS, cell_number
from companion.games.four_keys.evaluation import points
from companion.games.four_keys.gains import Gains, laid_out
from companion.games.four_keys.moves import Place, Point, Renew, Take
from companion.games.four_keys.outlook import Outlook
from companion.games.four_keys.plan import Piece, PieceMaker, Plan
from companion.games.four_keys.playouts import Scene, rules_of, scene_of
from companion.games.four_keys.state import Position, is_acolyte

if TYPE_CHECKING:
    from companion.games.four_keys.rules import FourKeys

SHORTLIST = 10
"""Turns that get a closer look."""
EACH_PILE = 2
"""Of these at least so many for every pile."""


class Turn(NamedTuple):
    """A whole turn, or what is left of one.

    Args:
        first: the moves that begin it: renewing, or taking a card; none where the card is in hand.
        pile: the pile that is taken from; None for a renewal.
        push: where the tile that stands there goes.
        cell: where the card is laid; None where none is laid, or the card is not known yet.
        face: the packed face that shows, 0 for a door.
        plan: the dungeon afterwards, arrows pointed; before the card is laid where it is not known yet.
        quick: what the dungeon can be expected to end with, by the quick estimate.
        done: whether `plan` is the dungeon after the whole turn.
    """

    first: tuple[Move, ...]
    pile: int | None
    push: int | None
    cell: int | None
    face: int
    plan: Plan
    quick: float
    done: bool = True

    @property
    def group(self) -> tuple[int | None, int | None]:
        """What the others find afterwards depends on this alone."""
        return self.pile, self.push


class Choice:
    """The choice that a seat has to make now.

    Args:
        game: the rules.
        state: the position; it is the seat's turn.
        seat: who decides.
    """

    def __init__(self, game: FourKeys, state: Position, seat: str) -> None:
        self.game = game
        self.state = state
        self.seat = seat
        self.rules = rules_of(state)
        self.make = PieceMaker(self.rules)
        self.scene: Scene = scene_of(state, self.make)
        self.number = next(i for i, player in enumerate(state.players) if player.handle == seat)
        self.outlook: Outlook = self.scene.outlook

    def turns(self) -> list[Turn]:
        """Return every turn, or what is left of it."""
        if self.state.to_point:
            return list(self._arrows())
        return list(self._with_hand() if self.state.hand is not None else self._from_piles())

    def _arrows(self) -> Iterator[Turn]:
        """Yield the four ways to point the first Compass; others that opened with it are pointed best."""
        at = cell_number(self.state.to_point[0].split()[1])
        plan = self.scene.plans[self.number]
        number = next(i for i, door in enumerate(plan.doors) if door[0] == at)
        for arrow, step in ARROWS.items():
            after = self.pointed(_fixed(plan, number, step))
            yield Turn((Point(at, arrow),), None, None, None, 0, after, self.outlook.expected(after))

    def _with_hand(self) -> Iterator[Turn]:
        hand = self.state.hand
        assert hand is not None
        yield from self._laid((), hand.pile, None, self.make(hand.card), self.scene.plans[self.number])

    def _from_piles(self) -> Iterator[Turn]:
        plan = self.scene.plans[self.number]
        tile = self.state.order[0]
        for move in self._openings():
            if isinstance(move, Renew):
                paid = plan.paying(1)
                yield Turn((move,), None, None, None, 0, paid, self.outlook.expected(paid), False)
            elif isinstance(move, Take):
                paid = plan.paying(move.push is not None)
                if is_acolyte(tile) and not self.scene.collects:
                    yield Turn((move,), move.pile, None, None, 0, plan, self.outlook.expected(plan), False)
                    continue
                piece = self.scene.tops[move.pile] if move.source is None else self.scene.tops[move.source]
                yield from self._laid((move,), move.pile, move.push, piece, paid)

    def _openings(self) -> list[Move]:
        """Return the moves that may begin the turn, also while the table has not told what it sees."""
        if not self.state.pending:
            return list(self.game.legal(self.state))
        return [move for move in self.game.asides(self.state) if isinstance(move, Take | Renew)]

    def _laid(
        self, first: tuple[Move, ...], pile: int, push: int | None, piece: Piece | None, plan: Plan
    ) -> Iterator[Turn]:
        if piece is None:
            yield Turn(first, pile, push, None, 0, plan, self.outlook.expected(plan), False)
            return
        for laying in Gains(self.outlook, plan).layings(piece):
            _, at, face = laying
            after = self.pointed(laid_out(plan, piece, laying))
            yield Turn(first, pile, push, at, face, after, self.outlook.expected(after))

    def pointed(self, plan: Plan) -> Plan:
        """Return a dungeon with the arrows of open Compasses pointed where most can be expected."""
        for i, (at, needs, _, kind, extra) in enumerate(plan.doors):
            here = plan.rows[ROW[at]] + plan.columns[COLUMN[at]]
            if kind == COMPASS and len(extra) > 1 and (here + GUARD - needs) & GUARD == GUARD:
                plan = max((_fixed(plan, i, step) for step in ARROWS.values()), key=self.outlook.expected)
        return plan

    def shortlist(self, turns: list[Turn]) -> list[Turn]:
        """Return the turns that look best, some of every pile, those with unknown cards, and the obvious one."""
        ordered = sorted(turns, key=lambda turn: -turn.quick)
        chosen = [turn for turn in ordered if not turn.done]
        known = [turn for turn in ordered if turn.done]
        groups: dict[tuple[int | None, int | None], int] = {}
        for rank, turn in enumerate(known):
            groups[turn.group] = groups.get(turn.group, 0) + 1
            if groups[turn.group] <= EACH_PILE or rank < SHORTLIST:
                chosen.append(turn)
        obvious = self.obvious(turns)
        return chosen if obvious is None or obvious in chosen else [*chosen, obvious]

    def obvious(self, turns: list[Turn]) -> Turn | None:
        """Return the turn that brings most points at once, without gold if that is as good."""
        known = [turn for turn in turns if turn.done]
        return max(known, key=lambda turn: (points(turn.plan, self.rules), turn.quick), default=None)

    def moves(self, turn: Turn) -> list[Move]:
        """Return a turn as moves, arrows included."""
        moves, state = list(turn.first), self.state
        for move in moves:
            state = self.game.apply(state, move)
        if turn.cell is not None:
            moves.append(Place(turn.cell, _face(state, turn.face)))
            state = self.game.apply(state, moves[-1])
        arrows = {at: extra[0] for at, _, _, kind, extra in turn.plan.doors if kind == COMPASS}
        own = [token for token in state.to_point if token.split()[0] == self.seat]
        return [*moves, *(_point(token, arrows) for token in own)]


def _face(state: Position, face: int) -> str:
    """Return the symbols of the side that shows, "" where there is no choice of sides."""
    card = state.hand.card if state.hand is not None else None
    if not isinstance(card, Key) or card.a == card.b or not card.known:
        return ""
    return next(side for side in (card.a, card.b) if side is not None and pack(side) == face)


def _fixed(plan: Plan, number: int, step: int) -> Plan:
    """Return a dungeon with one arrow pointed."""
    at, needs, first, kind, _ = plan.doors[number]
    doors = (*plan.doors[:number], (at, needs, first, kind, (step,)), *plan.doors[number + 1 :])
    return plan.with_doors(doors)


def _point(token: str, arrows: dict[int, int]) -> Point:
    """Return the move that points an arrow as it lies in the plan."""
    cell = cell_number(token.split()[1])
    return Point(cell, next(arrow for arrow, step in ARROWS.items() if step == arrows[cell]))
