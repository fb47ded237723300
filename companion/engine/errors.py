"""The one family of errors. Each message holds the offending text and what would have been accepted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.engine.game import Verdict

LONGEST_QUOTE = 120
"""Characters of an offending text that a message quotes."""


class CompanionError(Exception):
    """Base of everything that Companion says no with; its text is fit to be shown to a person."""


def excerpt(text: str) -> str:
    """Return a text as a sentence quotes it: whole, or its beginning where somebody pasted a book."""
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}\u2026"


class UnreadableError(CompanionError, ValueError):
    """A text that cannot be read as what was asked for.

    Args:
        text: what was entered.
        expected: what would have been accepted, as a phrase: "a cell from a1 to g7".
    """

    def __init__(self, text: str, expected: str) -> None:
        self.text = text
        self.expected = expected
        super().__init__(f"Cannot read {excerpt(text)!r}: expected {expected}.")


class BlankError(UnreadableError):
    """A field that was left empty where people write in their own words.

    Args:
        text: what was entered: nothing, or blanks.
        expected: what would have been accepted, as a phrase: "some words".
    """

    def __init__(self, text: str, expected: str) -> None:
        super().__init__(text, expected)
        self.args = (f"Nothing was entered: expected {expected}.",)


class AmbiguousError(CompanionError, ValueError):
    """A text that fits several things.

    Args:
        text: what was entered.
        candidates: everything it could mean, each as text that would be accepted.
    """

    def __init__(self, text: str, candidates: Sequence[str]) -> None:
        self.text = text
        self.candidates = tuple(candidates)
        super().__init__(f"{excerpt(text)!r} could be {' or '.join(self.candidates)}; say which.")


class IllegalMoveError(CompanionError):
    """A move that can be read but may not be made now.

    Args:
        text: the move as text.
        verdict: why not, with the clauses that say so.
    """

    def __init__(self, text: str, verdict: Verdict) -> None:
        self.text = text
        self.verdict = verdict
        super().__init__(f"{text}: {verdict.reason}")


class MisfitError(CompanionError):
    """A change of an old entry after which a later one no longer fits; nothing has been changed.

    Args:
        seq: the number of the first later entry that no longer fits.
        text: that entry, as text.
        verdict: why not, with the clauses that say so.
    """

    def __init__(self, seq: int, text: str, verdict: Verdict) -> None:
        self.seq, self.text, self.verdict = seq, text, verdict
        super().__init__(
            f"Entry {seq} ({text}) would no longer fit: {verdict.reason} "
            "Nothing was changed; keep what lies on the table, or take the change back."
        )


class StaleError(CompanionError):
    """Somebody else entered first; what was entered now has not been added."""


class UnknownNameError(CompanionError, KeyError):
    """A name (game, clause, table, seat, question, edition) that is not there.

    Args:
        kind: what sort of name: "game", "clause".
        name: what was asked for.
        known: the names that would be accepted, nearest first.
    """

    def __init__(self, kind: str, name: str, known: Sequence[str] = ()) -> None:
        self.kind, self.name, self.known = kind, name, tuple(known)
        near = f" Known: {', '.join(self.known[:8])}." if self.known else ""
        self.message = f"There is no {kind} {excerpt(name)!r}.{near}"
        super().__init__(self.message)

    def __str__(self) -> str:
        return self.message


class UnknownCardError(CompanionError):
    """A card that the edition does not hold, or of which every copy has been seen."""


class ContradictionError(UnknownCardError):
    """Cards were told that cannot all be among the unseen ones: nothing exact can be said of the rest.

    Args:
        cards: what was told, without what fits.
    """

    def __init__(self, cards: Sequence[Any]) -> None:
        self.cards = tuple(cards)
        super().__init__(f"The odds cannot be told: {contradiction(self.cards)}")


def contradiction(cards: Sequence[Any]) -> str:
    """Return, as a sentence, that what was told of some cards cannot be, and what would put it right."""
    told = ", ".join(dict.fromkeys(map(str, cards)))
    return f"what was told ({told}) contradicts other cards, or the list of this box; put one of them right."


class EditionError(CompanionError):
    """A card list that does not fit the box.

    Args:
        name: the edition.
        complaints: everything that is wrong with it, all at once.
    """

    def __init__(self, name: str, complaints: Sequence[str]) -> None:
        self.name = name
        self.complaints = tuple(complaints)
        listed = "".join(f"\n  - {complaint}" for complaint in self.complaints)
        faults = "a fault" if len(self.complaints) == 1 else f"{len(self.complaints)} faults"
        super().__init__(f"The edition {name!r} has {faults}:{listed}")


class EditionIncompleteError(CompanionError):
    """An answer that needs cards which nobody has told."""


class TooFewCardsError(CompanionError, ValueError):
    """More cards asked for than there are.

    Args:
        drawn: how many were asked for.
        available: how many there are.
    """

    def __init__(self, drawn: int, available: int) -> None:
        self.drawn, self.available = drawn, available
        super().__init__(f"Cannot draw {drawn} of {available} cards; draw {available} or fewer.")


class SaveError(CompanionError):
    """A saved table that cannot be read, or only up to some entry."""
