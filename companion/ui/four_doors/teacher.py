"""The Four Doors for those who learn it: how its puzzles are drawn, tapped and played out."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.game import Question
from companion.engine.lessons import Choice, Puzzle
from companion.engine.odds import Odds
from companion.games.four_doors import learning
from companion.games.four_doors.forecast import risk
from companion.games.four_doors.hundreds import in_hundred
from companion.games.four_doors.rules import FourDoors
from companion.games.four_doors.state import Position
from companion.ui.boards.four_doors import ACT, FALL, View
from companion.ui.boards.four_doors_places import read_place
from companion.ui.boards.four_doors_played import Led, compared_scene, taught_scene
from companion.ui.kit import Drawn
from companion.ui.panel import Item
from companion.ui.teaching import Taught

Size = tuple[int, int]
BAND = "One more shadow"
"""What stands over a tower where it is asked what one more shadow does."""


class FourDoorsTeacher(Taught[FourDoors]):
    """What The Four Doors brings to its lessons."""

    title = "The Four Doors"
    rules, lessons = FourDoors, learning

    def teaser(self) -> Puzzle:
        """Return the first position with a clear best answer: a shadow to illuminate."""
        return self.course.minute[1]

    def next_turn(self, board: Position) -> Odds | None:
        """Return the chance that the next fall loses the game; None where it is over."""
        if board.ended:
            return None
        return self.game.answer(board, Question("lose", "", (("falls", "1"),)))

    def tips(self, state: Position, seat: str) -> tuple[str, ...]:
        """Return the ids of the tips that fit."""
        return learning.tips(state, seat) if seat else ()

    def turn(self, state: Position) -> str:
        """Return a name of the turn that is being played."""
        return str(state.turn)

    # ------------------------------------------------------------------ the question

    def asked(self, puzzle: Puzzle, size: Size, turned: bool) -> Drawn:
        """Draw the question; what the odds are is left out, as it may be the very thing that is asked."""
        scene = taught_scene(self.game.box, puzzle.board, _view(puzzle, size, puzzle.hand or ""))
        if not puzzle.on_board:
            return Drawn(scene)
        wanted = {choice.place for choice in puzzle.choices}
        return Drawn(scene, tuple(place for place in scene.places if _name(place) in wanted))

    def answer(self, puzzle: Puzzle, place: str, turned: bool) -> str:
        """Return the answer that a tap means."""
        name = _name(place)
        return name if any(choice.place == name for choice in puzzle.choices) else ""

    # --------------------------------------------------------------------- the hand

    def hand(self, puzzle: Puzzle, turned: bool) -> Iterable[Item]:
        """Return nothing: a hand lies on the board, under the tower."""
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
        yours, theirs = _lines(choice.after, best.after)
        return Drawn(compared_scene([Led("Yours", yours, choice.after), Led("The best", theirs, best.after)], size))

    def played(self, puzzle: Puzzle, choice: Choice, size: Size) -> Drawn:
        """Draw what an answer leads to, alone."""
        scene = taught_scene(self.game.box, choice.after, View(size=size))
        marked = tuple(place for place in scene.places if _name(place) == choice.place)
        return Drawn(scene, (), marked)


def _name(place: str) -> str:
    """Return the answer of a place of the board: a side by its name, a door or the Beacon by its own."""
    spot = read_place(place)
    return place if spot.kind == "side" else spot.door if spot.kind == "door" else ""


def _falls(puzzle: Puzzle) -> bool:
    """Say whether the answers are shadows that come, and not shadows that go or places to stand."""
    return puzzle.on_board and any(choice.after.laid > puzzle.board.laid for choice in puzzle.choices)


def _view(puzzle: Puzzle, size: Size, hand: str) -> View:
    falls = _falls(puzzle)
    return View(size=size, look=FALL if falls else ACT, band=BAND if falls else "", hand=hand, quiet=falls)


def _lines(yours: Position, best: Position) -> tuple[str, str]:
    """Return what two answers mean in a few words: how they ended, or where that differs how likely a fall loses."""
    if yours.ended or best.ended:
        return _ended(yours), _ended(best)
    one, other = risk(yours), risk(best)
    return ("", "") if one <= other else (f"we lose {in_hundred(one)}", f"we lose {in_hundred(other)}")


def _ended(state: Position) -> str:
    return {"": "", "won": "won"}.get(state.ended, "lost")


TEACHER = FourDoorsTeacher()

__all__ = ["TEACHER", "FourDoorsTeacher"]
