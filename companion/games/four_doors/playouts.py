"""Games played on from a board: everybody does, one after the other, what the evaluation likes best."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from companion.games.four_doors.compact import Board
from companion.games.four_doors.plan import plans
from companion.games.four_doors.running import finish_turn
from companion.games.four_doors.steps import Step, do, held


def play_actions(board: Board, random: Random, width: int = 4) -> None:
    """Do the actions of the turn; after each card that is drawn, think again."""
    for _ in range(9):
        if board.ended:
            return
        best = plans(board, width)[0]
        if not best.steps:
            return
        for step in best.steps:
            do(board, step, random)
            if step.kind == "search" or step.piece.verb == "draw":
                break
        else:
            return


def play(board: Board, random: Random, turns: int, width: int = 4) -> Board:
    """Play so many turns on, or to the end."""
    for _ in range(turns):
        if board.ended:
            break
        play_actions(board, random, width)
        if not board.ended:
            finish_turn(board, random)
    return board


def played_on(board: Board, taken: Sequence[Step], random: Random, turns: int = 0, width: int = 1) -> Board:
    """Play a plan, the rest of its turn and so many turns more.

    Args:
        board: where it starts; used up.
        taken: the plan.
        random: the luck.
        turns: further turns.
        width: how carefully these are played, see `plan.plans`.
    """
    for step in taken:
        if held(board, step):
            do(board, step, random)
        if board.ended:
            return board
    if taken and taken[0].kind in ("discard", "stand") and board.left and not board.falling:
        play_actions(board, random, width)
    if not board.ended:
        finish_turn(board, random)
    return play(board, random, turns, width)
