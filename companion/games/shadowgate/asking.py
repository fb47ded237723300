"""What questions are asked with: seats, spaces, traits and numbers out of their parameters, and what is not told."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from companion.engine.errors import CompanionError, EditionIncompleteError, UnreadableError
from companion.engine.game import number_in
from companion.games.shadowgate import formulas
from companion.games.shadowgate.box import Box
from companion.games.shadowgate.cards import QuestCard
from companion.games.shadowgate.state import Player, Position
from companion.games.shadowgate.vocabulary import TRAITS

if TYPE_CHECKING:
    import sympy

Params = Mapping[str, str]
USUAL = {
    "draws": "1",
    "k": "1",
    "n": "2",
    "tries": "2",
    "rounds": "3",
    "curses": "1",
    "attacks": "3",
    "fails": "1/2",
    "met": "1",
}
"""Parameters that may be left out."""
MOST = 99
"""The largest number that a question takes."""


class Asked(NamedTuple):
    """A question with what it is asked of.

    Args:
        box: the box.
        state: the position.
        params: the parameters, as text.
        text: the question in words.
    """

    box: Box
    state: Position
    params: Params
    text: str

    def number(self, name: str) -> int:
        """Return a parameter that is a whole number.

        Raises:
            UnreadableError: it is none, or too large.
        """
        return number_in(self.params, name, USUAL.get(name, ""), MOST)

    def share(self, name: str) -> Fraction:
        """Return a parameter that is a chance: "1/2".

        Raises:
            UnreadableError: it is none.
        """
        text = self.params.get(name, USUAL.get(name, ""))
        try:
            value = Fraction(text)
        except (ValueError, ZeroDivisionError):
            raise UnreadableError(text, f"a chance such as 1/3 for {name}") from None
        if not 0 <= value <= 1:
            raise UnreadableError(text, f"a chance from 0 to 1 for {name}")
        return value

    @property
    def player(self) -> Player:
        """Return the seat that is asked about: the one named, else the one to move.

        Raises:
            UnknownNameError: no such seat.
        """
        handle = self.params.get("seat", "").lower() or self.state.active or self.state.players[0].handle
        return self.state.player(handle)

    @property
    def seat(self) -> int:
        """Return the number of that seat, the first being 0."""
        return self.state.players.index(self.player)

    @property
    def quest(self) -> QuestCard:
        """Return the face-up quest that is asked about.

        Raises:
            UnreadableError: no quest lies there.
            CompanionError: it is an event.
            EditionIncompleteError: nobody has told its cost.
        """
        text = self.params.get("space", "")
        card = self.state.quest(int(text)) if text.isdecimal() else None
        if card is None:
            there = [str(n) for n, space in enumerate(self.state.spaces, start=1) if space.card is not None]
            raise UnreadableError(text, f"a space with a quest: {', '.join(there) or 'there is none'}")
        if card.kind == "event":
            raise CompanionError(f"{named(card)} is an event and cannot be attempted; ask about another space.")
        if card.cost is None:
            raise EditionIncompleteError(f"Tell what quest {text} costs; then its chance can be said.")
        return card

    @property
    def trait(self) -> str:
        """Return the trait that is asked about.

        Raises:
            UnreadableError: no trait.
        """
        text = self.params.get("trait", "").lower()
        found = [trait for trait in TRAITS if text and trait.startswith(text)]
        if len(found) != 1:
            raise UnreadableError(text, f"a trait: {', '.join(TRAITS)}")
        return found[0]

    def black(self, deficit: int | None = None) -> tuple[str, ...]:
        """Return the faces of a black die.

        Args:
            deficit: what the dice must bring, where that is known.

        Raises:
            FacesUntoldError: nobody has told them.
        """
        if self.box.black is None:
            raise FacesUntoldError(deficit)
        return self.box.black

    @property
    def red_assumed(self) -> tuple[str, ...]:
        """Return what is taken for granted of the red die, in words: of faces that are not told, each trait alike."""
        return ("each trait is as likely on the red die",) if self.box.red == TRAITS else ()


class FacesUntoldError(EditionIncompleteError):
    """A chance that rests on the faces of the black dice, which nobody has told.

    Args:
        deficit: what the dice must bring, D; None where no formula is asked for.
    """

    def __init__(self, deficit: int | None) -> None:
        self.deficit = deficit
        short = f"{deficit} short: P(S >= {deficit}). " if deficit is not None else ""
        super().__init__(f"{short}Tell what the faces of a black die show, and it is a number.")

    @property
    def formula(self) -> sympy.Expr:
        """Return P(S >= D) as a sympy expression; S itself where no deficit is told."""
        import sympy

        return sympy.Symbol("S") if self.deficit is None else formulas.reach(self.deficit)


def named(card: QuestCard) -> str:
    """Return what people call a quest: "Rope Bridge"."""
    return (card.name or "a quest").replace("-", " ").title()
