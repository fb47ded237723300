"""One Deck Dungeon for those who learn it: how its puzzles are drawn, tapped and played out."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.engine.lessons import Choice, Puzzle
from companion.engine.odds import Odds
from companion.games.one_deck_dungeon import learning
from companion.games.one_deck_dungeon.puzzles import cost_words, costs
from companion.games.one_deck_dungeon.rules import OneDeckDungeon
from companion.games.one_deck_dungeon.state import Position
from companion.ui.board import Scene
from companion.ui.boards.one_deck_dungeon import View, dungeon_scene
from companion.ui.boards.one_deck_dungeon_played import (
    TEACH,
    Led,
    Shown,
    card_scene,
    compared_scene,
    doors_scene,
    ways_scene,
)
from companion.ui.kit import Drawn
from companion.ui.panel import Item
from companion.ui.teaching import Taught

Size = tuple[int, int]


class OneDeckTeacher(Taught[OneDeckDungeon]):
    """What One Deck Dungeon brings to its lessons."""

    title = "One Deck Dungeon"
    rules, lessons = OneDeckDungeon, learning

    def teaser(self) -> Puzzle:
        """Return the first position with a clear best answer: a box for a die."""
        return self.course.minute[1]

    def next_turn(self, board: Position) -> Odds | None:
        """Return nothing: in these positions the dice have been rolled already."""
        return None

    def tips(self, state: Position, seat: str) -> tuple[str, ...]:
        """Return the ids of the tips that fit; heroes are no people, so they are for everybody."""
        return learning.tips(self.game.cat, state)

    def turn(self, state: Position) -> str:
        """Return a name of the turn that is being played."""
        return f"{state.floor}.{state.turn}.{state.round}"

    # ------------------------------------------------------------------ the question

    def asked(self, puzzle: Puzzle, size: Size, turned: bool) -> Drawn:
        """Draw the question."""
        scene = self._question(puzzle, size)
        return Drawn(scene, tuple(choice.place for choice in puzzle.choices) if puzzle.on_board else ())

    def _question(self, puzzle: Puzzle, size: Size) -> Scene:
        view, state, cat = View(size=size), puzzle.board, self.game.cat
        if puzzle.choices[0].place.startswith("way/"):
            shown = [Shown(choice.place, choice.label, choice.after) for choice in puzzle.choices]
            return ways_scene(cat, state, shown, view)
        if state.fight is not None:
            return card_scene(cat, state, view, puzzle.hand or "", puzzle.on_board)
        return doors_scene(cat, state, view) if state.step == "meet" else self._dungeon(state, size)

    def _dungeon(self, state: Position, size: Size) -> Scene:
        """Draw the dungeon, with the leaves on open doors in words."""
        leaves = {
            n: f"{count} leaf" if count == 1 else f"{count} leaves"
            for n, door in enumerate(state.doors, start=1)
            if door.open and (count := sum(self.game.cat.leaves(card) or 0 for card in door.cards))
        }
        return replace(dungeon_scene(self.game.cat, state, View(size=size, doors=leaves)), look=TEACH)

    def answer(self, puzzle: Puzzle, place: str, turned: bool) -> str:
        """Return the answer that a tap means."""
        return place if any(choice.place == place for choice in puzzle.choices) else ""

    # --------------------------------------------------------------------- the hand

    def hand(self, puzzle: Puzzle, turned: bool) -> Iterable[Item]:
        """Return nothing: dice lie on the board."""
        return ()

    def sides(self, puzzle: Puzzle) -> bool:
        """Say that nothing is turned over here."""
        return False

    # ------------------------------------------------------------------- played out

    def answered(self, puzzle: Puzzle, choice: Choice, size: Size) -> Drawn:
        """Draw what an answer leads to; for a lesser one beside the best."""
        best = puzzle.best
        if puzzle.right(choice.place) or choice.after == best.after:
            return self.played(puzzle, choice, size)
        pairs = (("Yours", choice), ("The best", best))
        led = [Led(name, self._line(puzzle, one), one.after) for name, one in pairs]
        return Drawn(compared_scene(self.game.cat, led, size))

    def _line(self, puzzle: Puzzle, choice: Choice) -> str:
        """Return what an answer means in a few words: what its open boxes cost, or that the rules refuse it."""
        if choice.after == puzzle.board and puzzle.on_board:
            return "not allowed"
        fight = choice.after.fight
        if fight is None or not fight.placed:
            return ""
        return cost_words(costs(self.game, choice.after)).replace(" and ", ", ")

    def played(self, puzzle: Puzzle, choice: Choice, size: Size) -> Drawn:
        """Draw what an answer leads to, alone."""
        state, fight = choice.after, choice.after.fight
        if fight is None:
            return Drawn(self._dungeon(state, size))
        scene = card_scene if fight.dice or fight.placed else doors_scene
        return Drawn(scene(self.game.cat, state, View(size=size)))


TEACHER = OneDeckTeacher()

__all__ = ["TEACHER", "OneDeckTeacher"]
