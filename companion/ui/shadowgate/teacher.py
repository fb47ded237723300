"""Shadowgate for those who learn it: how its puzzles are drawn, tapped and played out."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.game import Question
from companion.engine.lessons import Choice, Puzzle
from companion.engine.odds import Odds
from companion.games.shadowgate import learning
from companion.games.shadowgate.rules import Shadowgate
from companion.games.shadowgate.scoring import points
from companion.games.shadowgate.state import Position
from companion.ui.boards.shadowgate_played import Led, compared_scene, quiet, taught_scene
from companion.ui.boards.shadowgate_view import View
from companion.ui.kit import Drawn
from companion.ui.panel import Item
from companion.ui.shadowgate import chances
from companion.ui.shadowgate.picture import view_of
from companion.ui.teaching import Taught

Size = tuple[int, int]


class ShadowgateTeacher(Taught[Shadowgate]):
    """What Shadowgate brings to its lessons."""

    title = "Shadowgate"
    rules, lessons = Shadowgate, learning

    def teaser(self) -> Puzzle:
        """Return the first position with a clear best answer: the quest that takes no dice."""
        return self.course.minute[1]

    def next_turn(self, board: Position) -> Odds | None:
        """Return the chance that the attempt that is under way succeeds; None where nothing is attempted."""
        if not board.attempt or board.ended:
            return None
        return self.game.answer(board, Question("quest", "", (("space", str(board.attempt)), ("seat", board.active))))

    def tips(self, state: Position, seat: str) -> tuple[str, ...]:
        """Return the ids of the tips that fit."""
        return learning.tips(state, seat) if seat else ()

    def turn(self, state: Position) -> str:
        """Return a name of the turn that is being played."""
        return str(state.turn)

    # ------------------------------------------------------------------ the question

    def asked(self, puzzle: Puzzle, size: Size, turned: bool) -> Drawn:
        """Draw the question; what the odds are is left out, as it may be the very thing that is asked."""
        scene = taught_scene(quiet(self._view(puzzle.board, size, puzzle.hand or ""), bool(puzzle.board.attack)))
        if not puzzle.on_board:
            return Drawn(scene)
        wanted = {choice.place for choice in puzzle.choices}
        return Drawn(scene, tuple(place for place in scene.places if place in wanted))

    def answer(self, puzzle: Puzzle, place: str, turned: bool) -> str:
        """Return the answer that a tap means."""
        return place if any(choice.place == place for choice in puzzle.choices) else ""

    # --------------------------------------------------------------------- the hand

    def hand(self, puzzle: Puzzle, turned: bool) -> Iterable[Item]:
        """Return nothing: a mat lies on the board, under the quests."""
        return ()

    def sides(self, puzzle: Puzzle) -> bool:
        """Say that no card is turned over here."""
        return False

    # ------------------------------------------------------------------- played out

    def answered(self, puzzle: Puzzle, choice: Choice, size: Size) -> Drawn:
        """Draw what an answer leads to; for a lesser one beside the best."""
        best = puzzle.best
        if puzzle.right(choice.place) or choice.after == best.after:
            return self.played(puzzle, choice, size)
        yours, theirs = self._lines(puzzle.board, choice.after, best.after)
        led = [
            Led("Yours", yours, self._view(choice.after, size)),
            Led("The best", theirs, self._view(best.after, size)),
        ]
        return Drawn(compared_scene(led, size))

    def played(self, puzzle: Puzzle, choice: Choice, size: Size) -> Drawn:
        """Draw what an answer leads to, alone."""
        scene = taught_scene(self._view(choice.after, size, puzzle.hand or ""))
        return Drawn(scene, (), tuple(place for place in scene.places if place == choice.place))

    def _view(self, state: Position, size: Size, hand: str = "") -> View:
        return view_of(self.game, state, size, hand, trait=state.attack)

    def _lines(self, before: Position, yours: Position, best: Position) -> tuple[str, str]:
        """Return what two answers mean in a few words, by what they differ in; empty where that is none of these."""
        for tell in (self._attacks, self._attempts, _life, _locks, _points, _torch):
            one, other = tell(before, yours), tell(before, best)
            if one and other and one != other:
                return one, other
        return "", ""

    def _attacks(self, before: Position, after: Position) -> str:
        if not after.attack or before.attack:
            return ""
        question = Question("kill", "", (("seat", after.active), ("trait", after.attack)))
        return f"ends it {learning.likely(self.game.answer(after, question).fraction)}"

    def _attempts(self, before: Position, after: Position) -> str:
        return chances.chance_of(self.game, after, after.active, after.attempt).words if after.attempt else ""


def _life(before: Position, after: Position) -> str:
    return f"{before.life} → {after.life}" if before.final else ""


def _locks(before: Position, after: Position) -> str:
    opens = after.opened != before.opened or after.unlocked != before.unlocked
    return "it opens" if opens else "nothing opens"


def _points(before: Position, after: Position) -> str:
    seat = before.active
    more = points(after.player(seat)) - points(before.player(seat))
    return f"{after.player(seat).name}: {more:+d} XP".replace("-", "−")


def _torch(before: Position, after: Position) -> str:
    return f"torch {before.torch} → {after.torch}"


TEACHER = ShadowgateTeacher()

__all__ = ["TEACHER", "ShadowgateTeacher"]
