"""Whole turns: the sequences of actions and free plays that the evaluation likes best, equal ends joined."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from companion.games.four_doors.compact import BLANK, Board
from companion.games.four_doors.evaluation import worth
from companion.games.four_doors.state import HAND_LIMIT
from companion.games.four_doors.steps import ACTIONS, Step, do, free_plays, steps

FREE = 0.1
"""What a free play must gain: cards that cost nothing now may be worth more later."""
LONGEST = 8
"""Steps of a turn that are looked at."""


LESSENING = ("cast", "pass", "prism", "toss", "lumen")
"""Free plays that bring a hand down."""
NARROW = 12


class Plan(NamedTuple):
    """A way to play the rest of the actions.

    Args:
        steps: what is done, in order.
        board: the board after it; cards drawn on the way are blank.
        quick: what the evaluation says of it.
    """

    steps: tuple[Step, ...]
    board: Board
    quick: float


def plans(board: Board, width: int, free: bool = True, seen: Random | None = None) -> list[Plan]:
    """Return plans, the one that the evaluation likes best first; doing nothing is among them.

    Args:
        board: the board, not changed.
        width: how many beginnings are followed further at each step.
        free: whether free plays are looked at.
        seen: for one who sees the pile: what shuffles the discards; then cards drawn are those that lie there.
    """
    start = board.copy()
    if seen is None:
        start.pile = None
    here = Plan((), start, worth(start))
    found, beam = {start.key: here}, [here]
    for _ in range(LONGEST):
        beam = _further(beam, found, free, seen)[:width]
        if not beam:
            break
    return sorted(found.values(), key=lambda plan: -plan.quick)


def _overflows(board: Board, step: Step) -> bool:
    """Say whether a hand must come down after a step: what it loses nobody can say before, so a plan ends there."""
    drawn = 1 if step.kind == "search" else step.piece.n if step.piece.verb == "draw" else 0
    return drawn > 0 and len(board.hands[step.player]) - (step.kind == "cast") + drawn > HAND_LIMIT


def settlings(board: Board, due: str) -> list[Plan]:
    """Return the ways to settle what is due: where a displaced pawn goes, or how a hand comes down to five.

    Args:
        board: the board, not changed.
        due: what is due, as the position says it.
    """
    word, seat, *places = due.split()
    player = board.scene.handles.index(seat)
    if word == "stand":
        ways = [Step("stand", player, to=board.scene.place(place)) for place in places]
        found = [_plan_of(board, (step,)) for step in ways]
    else:
        found = _down_to_five(board, player)
    return sorted(found, key=lambda plan: -plan.quick)


def _plan_of(board: Board, taken: tuple[Step, ...]) -> Plan:
    after = board.copy()
    after.pile = None
    for step in taken:
        do(after, step, None)
    return Plan(taken, after, worth(after))


def _down_to_five(board: Board, player: int) -> list[Plan]:
    """Return ways to come down: discards, and free plays that use up cards of that hand."""
    found: dict[tuple[object, ...], Plan] = {}
    beam = [_plan_of(board, ())]
    for _ in range(LONGEST):
        beam = [_plan_of(board, (*plan.steps, step)) for plan in beam for step in _lessening(plan.board, player)]
        beam = sorted({plan.board.key: plan for plan in beam}.values(), key=lambda plan: -plan.quick)[:NARROW]
        found |= {plan.board.key: plan for plan in beam if len(plan.board.hands[player]) <= HAND_LIMIT}
        beam = [plan for plan in beam if len(plan.board.hands[player]) > HAND_LIMIT]
    return list(found.values())


def _lessening(board: Board, player: int) -> Iterator[Step]:
    for piece in dict.fromkeys(board.hands[player]):
        if piece is not BLANK:
            yield Step("discard", player, piece)
    yield from (step for step in free_plays(board) if step.player == player and step.kind in LESSENING)


def _further(beam: list[Plan], found: dict[tuple[object, ...], Plan], free: bool, seen: Random | None) -> list[Plan]:
    """Take every beginning one step further; what has been reached before is left out."""
    new = []
    for plan in beam:
        if plan.board.ended:
            continue
        for step in steps(plan.board, free):
            after = plan.board.copy()
            do(after, step, seen)
            key = after.key
            if key not in found:
                cost = FREE * sum(one.kind not in ACTIONS for one in (*plan.steps, step))
                found[key] = longer = Plan((*plan.steps, step), after, worth(after) - cost)
                if seen is not None or not _overflows(plan.board, step):
                    new.append(longer)
    new.sort(key=lambda plan: -plan.quick)
    return new
