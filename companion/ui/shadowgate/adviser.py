"""Hints and odds of Shadowgate in the words of the table: which quest, what it is worth, and how likely it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.engine.advice import EXACT, Advice
from companion.engine.game import NOBODY, TABLE, Game, Question
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.rules import Shadowgate
from companion.games.shadowgate.state import Position
from companion.ui.advising import Line, OddsWords
from companion.ui.boards.shadowgate_places import read_place
from companion.ui.common_adviser import CommonAdviser, advised, asked
from companion.ui.shadowgate.menus import path

FIRST = ("quest", "worth", "tries", "lights", "plus", "harm")
"""Questions about a quest, what matters most first."""


class ShadowgateAdviser(CommonAdviser):
    """What Shadowgate brings to its hints."""

    odds_words = OddsWords(
        tap="Tap a quest, the torch, the castle or a seat",
        rail="How likely?",
        field="Any word: torch, Stairwell, curse",
        hint="Stairwell",
        lost="try a quest, the torch or the boss",
    )

    def heading(self, lines: Sequence[Line]) -> str:
        """Return what the lines are ranked by."""
        return "The best steps, by the XP that they are worth"

    setup = "First lay out the castle, then ask again."

    def waits(self, state: Position, seat: str) -> str:
        """Return why there is nothing to advise in the middle of a game; empty where there is."""
        if state.due or state.attack:
            return "First settle what is open on the table, then ask again."
        if seat and seat != state.active:
            return f"It is {state.player(state.active).name}'s turn."
        return ""

    def think(self, game: Game, state: Position, seat: str, seconds: float, seed: int) -> tuple[Line, ...]:
        """Return the best next steps of whose turn it is; a thought where dice or traits are not told."""
        assert isinstance(game, Shadowgate)
        actor = game.actor(state)
        if actor in (TABLE, NOBODY):
            return (Line((), "The dice decide now: two black ones, and then pay only if it helps."),)
        found = advised(game, state, actor, seconds, seed)
        if isinstance(found, str):
            return (Line((), found),)
        return tuple(_line(game, state, advice, found) for advice in found)

    def nudge(self, state: Position, seat: str, line: Line) -> str:
        """Return a push in the right direction that does not name the move."""
        if state.final:
            return "Look at the next red space, and at who stands to land the last blow."
        return "Chance times XP: which quest is worth most, less what failing costs?"

    # ------------------------------------------------------------------------- odds

    def at(self, game: Game, state: Position, place: str) -> Iterable[Question]:
        """Return the questions about a quest, the torch, the castle, a seat or the boss."""
        spot = read_place(place)
        every = asked(game, state)
        if spot.kind == "quest":
            here = [q for q, p in every if p.get("space") == spot.name]
            return tuple(sorted(here, key=lambda q: FIRST.index(q.id) if q.id in FIRST else len(FIRST)))
        if spot.kind == "torch":
            return tuple(q for q, _ in every if q.id in ("skull", "torch", "curse"))
        if spot.kind == "castle":
            return tuple(q for q, _ in every if q.id in ("gate", "final"))
        if spot.kind == "seat":
            return tuple(q for q, p in every if p.get("seat") == spot.name)
        if spot.kind == "life":
            return tuple(q for q, _ in every if q.id in ("kill", "attacks", "blow", "clean"))
        return ()

    def headlines(self, game: Game, state: Position, seat: str) -> tuple[Question, ...]:
        """Return what matters to whoever is to move: the fight, or when the castle opens and the skull is lit."""
        wanted = ("kill", "blow", "fails") if state.final else ("gate", "skull", "final")
        found = [q for q in game.questions(state) if q.id in wanted]
        return tuple(sorted(found, key=lambda q: wanted.index(q.id)))


def _line(game: Shadowgate, state: Position, advice: Advice, among: Sequence[Advice]) -> Line:
    """Return a step in words, with what it is worth and the quest that it touches."""
    move = game.parse(advice.moves[0], state)
    words = " ".join(path(game, state, move))
    space = move.space if isinstance(move, m.Attempt | m.Cycle) else 0
    place = f"quest.{space}" if space else f"trait/{move.trait}" if isinstance(move, m.Attack) else ""
    value = f"= {float(advice.value.exact):.1f}" if advice.value.exact is not None and advice.label == EXACT else ""
    ghost = (place, f"hint: worth {value.removeprefix('= ')} XP") if space and value and advice is among[0] else None
    price = f"The obvious step is worth {advice.price:.1f} less." if advice.price else ""
    return Line(advice.moves, words, value, True, advice.why, price, ghost, (place,) if place else ())


ADVISER = ShadowgateAdviser()

__all__ = ["ADVISER", "ShadowgateAdviser"]
