"""A player who sees the order of the pile: what no honest advice can reach, for tuning cards and measuring advice."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from companion.games.four_doors.compact import Board
from companion.games.four_doors.evaluation import worth
from companion.games.four_doors.plan import plans
from companion.games.four_doors.running import finish_turn


class _Line(NamedTuple):
    """A line of play: the board after its first turn's actions, the board it has come to, and what that is worth."""

    first: Board
    board: Board
    value: float


class Ceiling:
    """Plays with the pile open: plans a turn like the advisor, with the very cards that will be drawn and will fall.

    What a shuffle will bring is not seen: it is drawn by lot while a line is looked at. With more lines and turns it
    looks several turns ahead, and wins nearly every game.

    Args:
        width: beginnings of a turn that are followed further.
        ends: ends of a turn that are played on.
        lines: lines that are kept after each turn.
        turns: how many turns are looked at.
    """

    def __init__(self, width: int = 8, ends: int = 24, lines: int = 1, turns: int = 1) -> None:
        self.width, self.ends, self.lines, self.turns = width, ends, lines, turns

    def play(self, board: Board, random: Random) -> Board:
        """Play a game to its end, and return how it ended; the board is not changed."""
        while not board.ended:
            board = self.act(board, random).copy()
            if not board.ended:
                finish_turn(board, random)
        return board

    def act(self, board: Board, random: Random) -> Board:
        """Return the board after the best actions of this turn."""
        lines = [_Line(board, board, 0.0)]
        for turn in range(self.turns):
            lines = self._further(lines, turn == 0, Random(random.random()))
            if lines[0].board.ended:
                break
        return lines[0].first

    def _further(self, lines: list[_Line], first: bool, random: Random) -> list[_Line]:
        """Take every line one turn further, and return the best ones."""
        new = []
        for line in lines:
            if line.board.ended:
                new.append(line)
                continue
            for plan in plans(line.board, self.width, seen=random)[: self.ends]:
                after = plan.board.copy()
                if not after.ended:
                    finish_turn(after, random)
                new.append(_Line(plan.board if first else line.first, after, worth(after)))
        new.sort(key=lambda line: -line.value)
        return new[: self.lines]
