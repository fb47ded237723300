"""4 KEYS for those who learn it: how its puzzles are drawn, tapped and played out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.engine.lessons import Choice, Puzzle
from companion.engine.odds import Odds
from companion.games.four_keys import learning
from companion.games.four_keys.cards import Door, Key
from companion.games.four_keys.dungeon import ARROW_WORDS, DoorCell, Dungeon, cell_name
from companion.games.four_keys.rules import FourKeys
from companion.games.four_keys.state import Position
from companion.games.four_keys.teaser import next_turn, teaser
from companion.games.four_keys.telling import card_name
from companion.ui.board import Scene
from companion.ui.boards.four_keys_dungeon import View
from companion.ui.boards.four_keys_played import asked_scene, compared_scene, lines_scene, played_scene
from companion.ui.four_keys.glyphs import pile_svg, room_svg, word_svg
from companion.ui.kit import Drawn
from companion.ui.panel import Item, Picture, Text
from companion.ui.teaching import Taught

Size = tuple[int, int]
_ARROWS = frozenset(ARROW_WORDS.values())


class FourKeysTeacher(Taught[FourKeys]):
    """What 4 KEYS brings to its lessons."""

    title = "4 KEYS"
    rules, lessons = FourKeys, learning

    def teaser(self) -> Puzzle:
        """Return the position that anybody sees first."""
        return teaser()

    def next_turn(self, board: Dungeon) -> Odds | None:
        """Return the chance that the next Key opens what is still closed."""
        return next_turn(self.game, board)

    def tips(self, state: Position, seat: str) -> tuple[str, ...]:
        """Return the ids of the tips that fit."""
        return learning.tips(state, seat)

    def turn(self, state: Position) -> str:
        """Return a name of the turn that is being played."""
        return f"{state.round} {state.mover} {len(state.order)}"

    # ------------------------------------------------------------------ the question

    def asked(self, puzzle: Puzzle, size: Size, turned: bool) -> Drawn:
        """Draw the question."""
        board = puzzle.board
        if isinstance(board, Position):
            return Drawn(lines_scene([("", board)], View(size=size)))
        scene = self._asked_scene(puzzle, board, size)
        wanted = {choice.place.partition(" ")[0] for choice in puzzle.choices}
        if puzzle.on_board:
            return Drawn(scene, tuple(place for place in scene.places if place in wanted))
        return Drawn(scene, tuple(place for place in scene.places if place.rpartition(":")[2] in wanted & _ARROWS))

    def _asked_scene(self, puzzle: Puzzle, board: Dungeon, size: Size) -> Scene:
        placing = puzzle.hand is not None
        view = View(size=size, pointing=_to_point(puzzle, board), still_to_come=placing)
        hidden = "four-keys.opening.missed" in puzzle.clauses
        return asked_scene(board, view, coins=placing, lacks=not hidden)

    def answer(self, puzzle: Puzzle, place: str, turned: bool) -> str:
        """Return the answer that a tap means."""
        name = place.rpartition(":")[2] if ":" in place else place
        words = f"{name} {self._shown(puzzle, turned)}" if self.sides(puzzle) else name
        return words if any(choice.place == words for choice in puzzle.choices) else ""

    # --------------------------------------------------------------------- the hand

    def sides(self, puzzle: Puzzle) -> bool:
        """Say whether the Key in hand has two different sides."""
        return isinstance(puzzle.hand, Key) and puzzle.hand.a != puzzle.hand.b

    def _shown(self, puzzle: Puzzle, turned: bool) -> str:
        return (puzzle.hand.b if turned else puzzle.hand.a) or ""

    def hand(self, puzzle: Puzzle, turned: bool) -> Iterable[Item]:
        """Return the card in hand."""
        card = puzzle.hand
        if card is None:
            return ()
        if isinstance(card, Key):
            return tuple(self._key(puzzle, turned))
        picture = room_svg(card.room) if isinstance(card, Door) and card.room else pile_svg(1, True)
        items: list[Item] = [Text("In hand", "small"), Picture(picture, look="hand"), Text(card_name(card), "grow")]
        if isinstance(card, Door) and card.needs:
            items += [Text("needs", "small"), Picture(word_svg(card.needs))]
        return items

    def _key(self, puzzle: Puzzle, turned: bool) -> Iterator[Item]:
        yield Text("In hand", "small")
        yield Picture(word_svg(self._shown(puzzle, turned)), look="hand")
        if self.sides(puzzle):
            yield Text("on its back", "small")
            yield Picture(word_svg(self._shown(puzzle, not turned)), look="back")

    # ------------------------------------------------------------------- played out

    def answered(self, puzzle: Puzzle, choice: Choice, size: Size) -> Drawn:
        """Draw what an answer leads to; for a lesser one beside the best."""
        view = View(size=size, still_to_come=puzzle.hand is not None)
        right = puzzle.right(choice.place)
        if isinstance(puzzle.board, Position):
            told = [("" if right else "Yours", choice.after), *([] if right else [("The best", puzzle.best.after)])]
            return Drawn(lines_scene(told, view))
        if right or choice.after == puzzle.best.after:
            return self.played(puzzle, choice, size)
        return Drawn(compared_scene(puzzle.board, choice.after, puzzle.best.after, view))

    def played(self, puzzle: Puzzle, choice: Choice, size: Size) -> Drawn:
        """Draw what an answer leads to, alone."""
        view = View(size=size, still_to_come=puzzle.hand is not None)
        scene = played_scene(puzzle.board, choice.after, view, count=choice.after != puzzle.board)
        marked = dict.fromkeys([_place_of(choice), _place_of(puzzle.best)])
        return Drawn(scene, (), tuple(place for place in marked if place in scene.places))


def _place_of(choice: Choice) -> str:
    return choice.place.partition(" ")[0]


def _to_point(puzzle: Puzzle, board: Dungeon) -> str:
    """Return the cell of the Compass whose arrow is asked for; empty for none."""
    if not {choice.place for choice in puzzle.choices} <= _ARROWS:
        return ""
    loose = [i for i, c in enumerate(board.cells) if isinstance(c, DoorCell) and c.room == "compass" and not c.arrow]
    return cell_name(loose[0]) if loose else ""


TEACHER = FourKeysTeacher()

__all__ = ["TEACHER", "FourKeysTeacher"]
