"""The numbers that stand on the board: what each seat is short of for each quest, and how likely it is met.

Everything is exact and worked out once in each position.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from companion.engine.errors import CompanionError
from companion.engine.game import Question
from companion.engine.odds import in_words, natural_frequency
from companion.games.shadowgate.asking import FacesUntoldError
from companion.games.shadowgate.quest_odds import case_of
from companion.games.shadowgate.rules import Shadowgate
from companion.games.shadowgate.state import Position

DOTS = 10


class Chance(NamedTuple):
    """How a seat stands to a quest.

    Args:
        short: what its traits lack together; -1 where what it costs is not there; None where that is not told.
        chance: that it is met; None where dice decide whose faces nobody has told.
    """

    short: int | None = None
    chance: Fraction | None = None

    @property
    def lacks(self) -> str:
        """What is lacking, in two words: "2 short", "no roll needed", empty where it is not told."""
        if self.short is None:
            return ""
        if self.short < 0:
            return "cannot pay"
        return f"{self.short} short" if self.short else "no roll needed"

    @property
    def words(self) -> str:
        """The chance as people say it: "4 in 10"; empty where it cannot be said."""
        if self.chance is None:
            return ""
        return in_words(self.chance) if self.chance in (0, 1) else natural_frequency(self.chance)

    @property
    def filled(self) -> int | None:
        """How many of ten dots are filled; all or none only where exactly so. None where it cannot be said."""
        return None if self.chance is None else dots_of(self.chance)

    @property
    def tenths(self) -> str:
        """The chance in a word of one or two letters, for the others: "8", "sure", "no"; else what is short."""
        if self.chance is None:
            return "" if self.short is None else f"-{self.short}" if self.short > 0 else "no" if self.short else "sure"
        if self.chance in (0, 1):
            return "sure" if self.chance else "no"
        return str(max(1, min(9, round(self.chance * 10))))


def dots_of(chance: Fraction) -> int:
    """Return how many of ten dots are filled: none or all only where exactly so."""
    return DOTS * int(chance) if chance in (0, 1) else min(DOTS - 1, max(1, round(chance * DOTS)))


@lru_cache(maxsize=64)
def _all(game: Shadowgate, state: Position) -> dict[tuple[str, int], Chance]:
    found = {}
    for space in range(1, len(state.spaces) + 1):
        for player in state.players:
            found[player.handle, space] = _one(game, state, player.handle, space)
    return found


def chance_of(game: Shadowgate, state: Position, seat: str, space: int) -> Chance:
    """Return how a seat stands to the quest on a space (the first is 1)."""
    return _all(game, state).get((seat, space), Chance())


def _one(game: Shadowgate, state: Position, seat: str, space: int) -> Chance:
    card = state.quest(space)
    if card is None or card.kind == "event" or card.cost is None:
        return Chance()
    try:
        case = case_of(game.box, state, state.player(seat), card)
        short = case.deficit
        return Chance(short, case.chance())
    except FacesUntoldError:
        return Chance(short)
    except CompanionError:
        return Chance()


def faces_wanted(game: Shadowgate, state: Position) -> bool:
    """Say whether a number would stand on the board if the faces of the black dice were told."""
    if game.box.black is not None:
        return False
    return any(one.short is not None and one.short > 0 and one.chance is None for one in _all(game, state).values())


@lru_cache(maxsize=256)
def answered(game: Shadowgate, state: Position, kind: str, seat: str = "") -> Fraction | None:
    """Return the chance that answers a question without further parameters; None where it cannot be said."""
    params = (("seat", seat),) if seat else ()
    try:
        odds = game.answer(state, Question(kind, "", params))
    except CompanionError:
        return None
    return odds.fraction


def in_hundred(chance: Fraction) -> str:
    """Return "9 in 100", "under 1 in 100"; never 0 or 100 unless exactly so."""
    if chance in (0, 1):
        return "never" if not chance else "always"
    rounded = round(chance * 100)
    return "under 1 in 100" if chance < Fraction(1, 100) else f"{min(99, rounded)} in 100"


_NEXT = (
    ("II", "cavern-stairwell", "Stairwell"),
    ("III", "banquet-hall", "Banquet Hall"),
    ("", "great-barrier", "Great Barrier"),
)
DRAWS = 3


@lru_cache(maxsize=64)
def opening(game: Shadowgate, state: Position) -> str:
    """Return how likely what opens next is among the next draws: "Stairwell within 3 draws: 2 in 10"."""
    for deck, card, name in _NEXT:
        if deck in state.opened or (not deck and state.barrier):
            continue
        try:
            odds = game.answer(state, Question("gate", "", (("card", card), ("draws", str(DRAWS)))))
        except CompanionError:
            return ""
        return f"{name} within {DRAWS} draws: {odds.frequency}"
    return ""
