"""4 KEYS looked back upon."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from companion.engine.game import Game
from companion.games.four_keys.cards import shape_words
from companion.games.four_keys.drawing import dungeon_svg
from companion.games.four_keys.dungeon import Dungeon, UntoldCell
from companion.games.four_keys.looking_back import Laid, from_turn, laid_cards, luck, split
from companion.games.four_keys.moves import Place
from companion.games.four_keys.rules import FourKeys
from companion.games.four_keys.scoring import SCORING_OPTIONS, score
from companion.games.four_keys.state import Position
from companion.games.four_keys.telling import card_name
from companion.ui.four_keys.adviser import beside, lying
from companion.ui.reviewing import Had, Seen

QUICK = 8_000
"""Looks for the one line after a game: about half a second a seat."""


class FourKeysReviewer:
    """Looks back on 4 KEYS."""

    def look_back(self, game: Game, positions: Sequence[Position], seat: str) -> Seen | None:
        """Look back on a seat's whole game, quickly."""
        laid, end = laid_cards(positions, seat), positions[-1]
        if not laid:
            return None
        best = from_turn(end, seat, laid, 1, QUICK)
        lucky = luck(game, end, seat, laid, Random(repr(end))) if isinstance(game, FourKeys) else None
        points = _points(end, seat)
        return Seen(seat, points, max(best.points, points), max(best.bound, points), lucky)

    def turns(self, positions: Sequence[Position], seat: str) -> int:
        """Return how many cards a seat has laid."""
        return len(laid_cards(positions, seat))

    def had(self, positions: Sequence[Position], seat: str, turn: int) -> Had:
        """Return what a seat could have had from a turn on."""
        laid, end = laid_cards(positions, seat), positions[-1]
        best = from_turn(end, seat, laid, turn)
        points = _points(end, seat)
        if best.points < points:
            # The search was cut short of what was really made.
            return Had(turn, points, max(best.bound, points), dungeon_svg(end.player(seat).dungeon))
        steps = _steps(laid[turn - 1].before, laid[turn - 1 :], best.line)
        return Had(turn, best.points, best.bound, dungeon_svg(best.dungeon), steps)

    def told_apart(self, winner: Seen, rival: Seen) -> tuple[int, int]:
        """Return how much of the margin the cards made, and how much where they were laid."""
        told = split((winner.points, rival.points), (winner.could, rival.could))
        return told.cards, told.laying


def _points(end: Position, seat: str) -> int:
    rules = {name: getattr(end.rules, name) for name in SCORING_OPTIONS}
    return score(end.player(seat).dungeon, seat=seat, **rules).points


def _steps(dungeon: Dungeon, laid: Sequence[Laid], line: Sequence[object]) -> tuple[str, ...]:
    """Return the first placements of a line in words."""
    out = []
    placed = [move for move in line if isinstance(move, Place)]
    for one, move in zip(laid[:3], placed, strict=False):
        shown = f", {shape_words(move.face)} up" if move.face not in ("", "?") else ""
        out.append(f"{card_name(one.card)}{shown}: {beside(dungeon, move.cell)}")
        dungeon = dungeon.put(move.cell, UntoldCell() if one.card is None else lying(one.card, move.face))
    return tuple(out)


REVIEWER = FourKeysReviewer()

__all__ = ["REVIEWER", "FourKeysReviewer"]
