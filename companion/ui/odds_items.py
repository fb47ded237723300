"""An exact probability as people read it: words, ten dots, natural frequency; the mathematics one tap deeper."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.engine.odds import Odds
from companion.engine.rulebook import Rulebook
from companion.ui.panel import Button, Item, Text
from companion.ui.words import clause_items


def dots(odds: Odds) -> str:
    """Return ten dots, as many filled as chances in ten."""
    return "●" * odds.dots + "○" * (10 - odds.dots)


def at_a_glance(odds: Odds) -> str:
    """Return "likely  ●●●●●●●○○○  7 in 10"; what is never or sure needs no frequency.

    Of what a thing is worth the chance without it stands before the chance with it: "●●●●●●●●●○  97 → 99 in 100".
    """
    if odds.change:
        return f"{dots(odds)}  {odds.change}"
    if odds.settled:
        return f"{odds.words}  {dots(odds)}"
    return f"{odds.words}  {dots(odds)}  {odds.frequency}"


def odds_row(
    id: str, odds: Odds, book: Rulebook, deep: bool, open: Callable[[], object] | None, text: str = ""
) -> Button:
    """Return a row that shows an answer at a glance and opens to how it was worked out.

    Args:
        id: of the button.
        odds: the answer.
        book: the digest.
        deep: whether it has been opened: only then the formula is built, which takes a moment.
        open: called when it is opened for the first time.
        text: what it says; the question where none is given.
    """
    inside = tuple(deeper(odds, book)) if deep else (Text("Working it out …", "small"),)
    words, do = text or odds.question, None if deep else open
    return Button(id, words, do, sub=at_a_glance(odds), look="row odds", inside=inside)


def exactly(odds: Odds) -> Iterable[Item]:
    """Return the fraction and what was counted, without the formula: it is there at once."""
    yield Text(_value(odds), "formula")
    yield Text(f"{odds.counted}.", "small")


def _value(odds: Odds) -> str:
    """Return the fraction; of an answer that is only bounded, its bounds."""
    if odds.bounded:
        return f"between {float(odds.span[0]):.2%} and {float(odds.span[1]):.2%}"
    return f"= {fraction_words(odds)}"


def fraction_words(odds: Odds) -> str:
    """Return the value as people write it: "6/11"."""
    return str(odds.numerator) if odds.denominator == 1 else f"{odds.numerator}/{odds.denominator}"


def deeper(odds: Odds, book: Rulebook) -> Iterable[Item]:
    """Return fraction, formula, cards counted, what is untold, what was assumed, and the clauses."""
    formula = "" if odds.bounded else formula_words(odds)
    told = _value(odds)
    yield Text(told if formula in ("", fraction_words(odds)) else f"{formula} {told}", "formula")
    if odds.counted:
        yield Text(f"Counted: {odds.counted}.")
    if odds.untold:
        yield Text(untold_words(odds), "small")
    for assumed in odds.assumptions:
        yield Text(assumed, "small")
    yield from clause_items(book, odds.clauses)


def formula_words(odds: Odds) -> str:
    """Return the unevaluated formula on one line: "1 - C(31, 2)/C(35, 2)"."""
    return str(odds.formula).replace("binomial", "C").replace("*", "·")


def untold_words(odds: Odds) -> str:
    """Return how many turned cards nobody has named, and what that means for the answer."""
    count = len(odds.untold)
    cards = "1 card is" if count == 1 else f"{count} cards are"
    return f"{cards} not told; counted as unseen."
