"""Exact finite probability: distributions with integer weights, and the answers that carry them.

Integers inside; fractions and sympy objects only when asked for. `sympy.stats` is never used: it is far too slow.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import ceil, comb, floor, prod
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from companion.engine.errors import TooFewCardsError

if TYPE_CHECKING:
    import sympy

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


class Distribution(ABC, Generic[T]):
    """A law over finitely many outcomes: non-negative integer weights over one total."""

    @property
    @abstractmethod
    def total(self) -> int:
        """Return the sum of all weights."""

    @abstractmethod
    def weight(self, outcome: T) -> int:
        """Return the integer weight of one outcome, 0 for an impossible one."""

    @abstractmethod
    def sample(self, rng: random.Random) -> T:
        """Draw one outcome with a generator of the caller's."""

    @abstractmethod
    def __iter__(self) -> Iterator[T]:
        """Yield the possible outcomes."""

    def probability(self, outcome: T) -> Fraction:
        """Return weight over total."""
        return Fraction(self.weight(outcome), self.total)

    def where(self, test: Callable[[T], bool]) -> Fraction:
        """Return the probability that `test` holds."""
        return Fraction(sum(self.weight(x) for x in self if test(x)), self.total)

    def items(self) -> Iterator[tuple[T, int]]:
        """Yield outcomes with their weights."""
        return ((x, self.weight(x)) for x in self)


class Table(Distribution[T]):
    """A small law written out.

    Args:
        weights: outcome to integer weight; zeros are left out.

    Raises:
        ValueError: a negative weight, or no weight at all.
    """

    def __init__(self, weights: Mapping[T, int]) -> None:
        if any(w < 0 for w in weights.values()):
            raise ValueError(f"weights must not be negative: {dict(weights)!r}")
        self._weights = {x: w for x, w in weights.items() if w}
        self._total = sum(self._weights.values())
        if not self._total:
            raise ValueError("a distribution needs at least one possible outcome")

    @property
    def total(self) -> int:
        """Return the sum of all weights."""
        return self._total

    def weight(self, outcome: T) -> int:
        """Return the weight of one outcome."""
        return self._weights.get(outcome, 0)

    def sample(self, rng: random.Random) -> T:
        """Draw one outcome."""
        ticket = rng.randrange(self._total)
        for outcome, weight in self._weights.items():
            ticket -= weight
            if ticket < 0:
                return outcome
        raise AssertionError("weights do not sum to their total")

    def __iter__(self) -> Iterator[T]:
        return iter(self._weights)

    def map(self, fn: Callable[[T], U]) -> Table[U]:
        """Return the law of `fn` of the outcome."""
        out: dict[U, int] = {}
        for x, w in self._weights.items():
            y = fn(x)
            out[y] = out.get(y, 0) + w
        return Table(out)


class Product(Distribution[tuple[T, ...]]):
    """Independent parts, kept factored: the outcomes are tuples, one entry a part."""

    def __init__(self, *parts: Distribution[T]) -> None:
        self.parts = parts

    @property
    def total(self) -> int:
        """Return the product of the parts' totals."""
        return prod(part.total for part in self.parts)

    def weight(self, outcome: tuple[T, ...]) -> int:
        """Return the product of the parts' weights; 0 for a tuple of another length."""
        if len(outcome) != len(self.parts):
            return 0
        return prod(part.weight(x) for part, x in zip(self.parts, outcome, strict=True))

    def sample(self, rng: random.Random) -> tuple[T, ...]:
        """Draw one outcome of each part."""
        return tuple(part.sample(rng) for part in self.parts)

    def __iter__(self) -> Iterator[tuple[T, ...]]:
        return iter(product(*self.parts))


def draws(population: int, hits: int, drawn: int) -> Table[int]:
    """Return the law of the number of hits among `drawn` cards taken without replacement (hypergeometric).

    Args:
        population: cards there are.
        hits: how many of them are wanted.
        drawn: how many are drawn.

    Raises:
        TooFewCardsError: more drawn than there are.
        ValueError: a negative number, or more hits than cards.
    """
    if min(population, hits, drawn) < 0 or hits > population:
        raise ValueError(f"need 0 <= hits <= population and drawn >= 0, got {hits} of {population}, {drawn} drawn")
    if drawn > population:
        raise TooFewCardsError(drawn, population)
    span = range(max(0, drawn - (population - hits)), min(hits, drawn) + 1)
    return Table({k: comb(hits, k) * comb(population - hits, drawn - k) for k in span})


def at_least(law: Distribution[int], k: int) -> Fraction:
    """Return P(X >= k)."""
    return law.where(lambda x: x >= k)


def percentiles(law: Distribution[int], points: Iterable[int] = (10, 50, 90)) -> tuple[int, ...]:
    """Return, for each percentage, the smallest outcome with at least that share of the weight at or below it.

    Raises:
        ValueError: a point that is no percentage, 0 to 100.
    """
    points = tuple(points)
    if not all(0 <= point <= 100 for point in points):
        raise ValueError(f"percentiles lie from 0 to 100, not {points}")
    ordered = sorted(law.items())
    out = []
    for point in points:
        running = 0
        for outcome, weight in ordered:
            running += weight
            if running * 100 >= point * law.total:
                out.append(outcome)
                break
    return tuple(out)


class Odds(msgspec.Struct, frozen=True):
    """An answer to a probability question: exact, or proven to lie between two bounds.

    Args:
        question: the question in words.
        numerator, denominator: the value as a fraction in lowest terms; where only bounds are known, the estimate, or
            without one the bound that says more.
        recipe: builds the unevaluated sympy expression that a person can follow.
        table: the whole distribution, outcome (as text) to integer weight, where there is one.
        counted: what was counted, in words: "8 Compasses among 28 unseen cards".
        assumptions: what was taken for granted for this answer.
        untold: what nobody has told and was counted as unseen.
        clauses: ids of the clauses the answer rests on.
        without: the chance without the thing that is asked about, where it is asked what that is worth.
        least, most: proven bounds, where the exact value is not known; `None` where it is.
        about: an estimate between them, from sampled rolls, where there is one.
    """

    question: str
    numerator: int
    denominator: int
    recipe: Callable[[], sympy.Expr] | None = None
    table: tuple[tuple[str, int], ...] = ()
    counted: str = ""
    assumptions: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    without: Fraction | None = None
    least: Fraction | None = None
    most: Fraction | None = None
    about: Fraction | None = None

    @classmethod
    def of(cls, question: str, value: Fraction, **rest: Any) -> Odds:
        """Build an answer from a fraction between 0 and 1."""
        if not 0 <= value <= 1:
            raise ValueError(f"a probability lies between 0 and 1, not {value}")
        return cls(question, value.numerator, value.denominator, **rest)

    @classmethod
    def between(
        cls, question: str, least: Fraction, most: Fraction, about: Fraction | None = None, **rest: Any
    ) -> Odds:
        """Build an answer from proven bounds; bounds that meet are exact.

        Args:
            question: the question in words.
            least, most: what the chance is at least and at most.
            about: an estimate; what lies outside the bounds is taken for the nearer one.
            rest: further fields.

        Raises:
            ValueError: bounds that are no bounds.
        """
        if not 0 <= least <= most <= 1:
            raise ValueError(f"bounds lie from 0 to 1, the lower one first, not {least} and {most}")
        if least == most:
            return cls.of(question, least, **rest)
        if about is not None:
            about = min(max(about, least), most)
        value = about if about is not None else least if least + most >= 1 else most
        return cls.of(question, value, least=least, most=most, about=about, **rest)

    @property
    def bounded(self) -> bool:
        """Return whether the exact value is not known, only that it lies between bounds."""
        return self.least is not None and self.most is not None

    @property
    def settled(self) -> bool:
        """Return whether the value is exactly 0 or 1."""
        return not self.bounded and self.fraction in (0, 1)

    @property
    def span(self) -> tuple[Fraction, Fraction]:
        """Return between what the value lies, which is the value itself where it is exact."""
        value = self.fraction
        return (value if self.least is None else self.least), (value if self.most is None else self.most)

    @property
    def fraction(self) -> Fraction:
        """Return the value as a `Fraction`."""
        return Fraction(self.numerator, self.denominator)

    @property
    def value(self) -> sympy.Rational:
        """Return the value as an exact `sympy.Rational`."""
        import sympy

        return sympy.Rational(self.numerator, self.denominator)

    @property
    def formula(self) -> sympy.Expr:
        """Return the unevaluated expression, or the value where no closed form is told."""
        return self.recipe() if self.recipe is not None else self.value

    @property
    def words(self) -> str:
        """Return the value as a word that people use: "likely"; never or sure only where it is exactly so."""
        if not self.bounded:
            return in_words(self.fraction)
        if self._sampled or self._one_sided:
            return _unsure_words(self.fraction)
        if _says_nothing(*self.span):
            return "not known"
        lower, upper = map(_unsure_words, self.span)
        return lower if lower == upper else f"{lower} to {upper}"

    @property
    def frequency(self) -> str:
        """Return the value as a natural frequency: "7 in 10", "at least 98 in 100", "between 4 and 5 in 10".

        Where the bounds lie far apart, an estimate comes first: "about 6 in 10 (sampled), between 2 and 9 in 10".
        """
        if not self.bounded:
            return natural_frequency(self.fraction)
        if not self._sampled:
            return _span_words(*self.span)
        return f"{_sampled_words(self.fraction)} (sampled), {_span_words(*self.span)}"

    @property
    def _sampled(self) -> bool:
        """Return whether there is an estimate that says more than the bounds."""
        lower, upper = self.span
        return self.about is not None and upper - lower > FAR_APART

    @property
    def _one_sided(self) -> bool:
        """Return whether only one of the bounds says anything."""
        lower, upper = self.span
        return (lower < SLIGHT) != (1 - upper < SLIGHT)

    @property
    def change(self) -> str:
        """Return what a thing is worth, "97 → 99 in 100"; empty where that was not asked."""
        if self.without is None:
            return ""
        before, after = in_hundred(self.without), in_hundred(self.fraction)
        proven = "at least " if self.bounded else ""
        return f"{proven}{after} in 100 either way" if before == after else f"{proven}{before} → {after} in 100"

    @property
    def dots(self) -> int:
        """Return how many of ten dots are filled; 0 or 10 only where the value is exactly so."""
        if self.settled:
            return 10 * int(self.fraction)
        value = self.fraction if self.about is not None or self._one_sided else sum(self.span) / 2
        return min(9, max(1, _nearest(Fraction(value) * 10)))


FAR_APART = Fraction(1, 5)
"""Bounds farther apart than this say little: an estimate is read first."""

SLIGHT = Fraction(1, 100)
"""A bound this near to 0 or 1 goes without saying."""

_WORDS = ((3, "hardly ever"), (25, "unlikely"), (45, "maybe"), (55, "even"), (80, "likely"), (97, "very likely"))


def in_words(value: Fraction) -> str:
    """Return the word for a probability: hardly ever under 3 %, unlikely under 25, and so on to almost sure."""
    if value == 0:
        return "never"
    if value == 1:
        return "sure"
    return next((word for limit, word in _WORDS if value * 100 < limit), "almost sure")


def natural_frequency(value: Fraction) -> str:
    """Return "7 in 10", "1 in 12" or "under 1 in 100"; 0 and 1 only where exactly so."""
    if value == 0:
        return "never"
    if value == 1:
        return "always"
    if value < Fraction(1, 100):
        return "under 1 in 100"
    if value > Fraction(99, 100):
        return "over 99 in 100"
    if value < Fraction(15, 100):
        return f"1 in {round(1 / value)}"
    if value >= Fraction(19, 20):
        return f"{min(99, round(value * 100))} in 100"
    return f"{_nearest(value * 10)} in 10"


def in_hundred(value: Fraction) -> str:
    """Return a chance as a number out of a hundred: "97", "under 1", "over 99"; 0 and 100 only where exactly so."""
    if 0 < value < Fraction(1, 100):
        return "under 1"
    return "over 99" if Fraction(99, 100) < value < 1 else str(_nearest(value * 100))


def _unsure_words(value: Fraction) -> str:
    """Return the word for a probability that is not exactly known, which is never called never or sure."""
    return {"never": "hardly ever", "sure": "almost sure"}.get(in_words(value), in_words(value))


def _sampled_words(value: Fraction) -> str:
    """Return a sampled chance as a frequency; what no sample has shown is not told as never."""
    if value in (0, 1):
        return "over 99 in 100" if value else "under 1 in 100"
    said = natural_frequency(value)
    return said if said.startswith(("under", "over")) else f"about {said}"


def _says_nothing(least: Fraction, most: Fraction) -> bool:
    """Return whether neither bound says more than that it is a chance."""
    return least < SLIGHT and 1 - most < SLIGHT


def _span_words(least: Fraction, most: Fraction) -> str:
    """Return bounds as a frequency, each rounded outwards: "between 78 and 83 in 100", "at least 98 in 100"."""
    if most < SLIGHT or 1 - least < SLIGHT or natural_frequency(least) == natural_frequency(most):
        return natural_frequency((least + most) / 2)
    if _says_nothing(least, most):
        return "nothing proven either way"
    if 1 - most < SLIGHT:
        return f"at least {_out_of(least, floor)}"
    if least < SLIGHT:
        return f"at most {_out_of(most, ceil)}"
    tenths = floor(least * 10), ceil(most * 10)
    # So far apart tenths say enough; both stay within 1 to 9.
    if most - least > FAR_APART and tenths[0] > 0 and tenths[1] < 10:
        return f"between {tenths[0]} and {tenths[1]} in 10"
    return f"between {floor(least * 100)} and {ceil(most * 100)} in 100"


def _out_of(value: Fraction, rounded: Callable[[Fraction], int]) -> str:
    """Return a bound, out of ten where that is no rounding, else out of a hundred."""
    return f"{value * 10} in 10" if (value * 10).denominator == 1 else f"{rounded(value * 100)} in 100"


def _nearest(value: Fraction) -> int:
    """Return the nearest whole number, the higher of two: what is called even is five in ten, never four."""
    return floor(value + Fraction(1, 2))
