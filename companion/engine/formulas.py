"""Unevaluated sympy expressions that a person can follow: ways over ways, and drawing without replacement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sympy


def choose(n: int, k: int) -> sympy.Expr:
    """Return the number of ways to choose k of n, unevaluated."""
    import sympy

    return sympy.binomial(sympy.Integer(n), sympy.Integer(k), evaluate=False)


def over(top: sympy.Expr, *below: sympy.Expr) -> sympy.Expr:
    """Return a fraction, unevaluated."""
    import sympy

    return sympy.Mul(top, *(sympy.Pow(part, -1, evaluate=False) for part in below), evaluate=False)


def ratio(ways: int, total: int) -> sympy.Expr:
    """Return so many ways over so many in all, unevaluated."""
    import sympy

    return over(sympy.Integer(ways), sympy.Integer(total))


def times(factors: Sequence[sympy.Expr]) -> sympy.Expr:
    """Return a product, unevaluated; of nothing: one."""
    import sympy

    return sympy.Mul(*factors, evaluate=False) if len(factors) > 1 else (factors or [sympy.Integer(1)])[0]


def plus(terms: Sequence[sympy.Expr]) -> sympy.Expr:
    """Return a sum, unevaluated; of nothing: zero."""
    import sympy

    return sympy.Add(*terms, evaluate=False) if len(terms) > 1 else (terms or [sympy.Integer(0)])[0]


def hands(draws: Iterable[tuple[int, int]], population: int, drawn: int) -> sympy.Expr:
    """Return the chance of one kind of hand: from each sort of card so many, over all hands.

    Args:
        draws: pairs of how many cards of a sort there are and how many of them are drawn.
        population: cards in all.
        drawn: cards drawn in all.
    """
    import sympy

    picked = [choose(n, k) for n, k in draws if k]
    return sympy.Mul(*picked, sympy.Pow(choose(population, drawn), -1, evaluate=False), evaluate=False)


def less_than_one(part: sympy.Expr) -> sympy.Expr:
    """Return 1 - part, unevaluated."""
    import sympy

    return sympy.Add(sympy.Integer(1), sympy.Mul(-1, part, evaluate=False), evaluate=False)


def none_of(population: int, hits: int, drawn: int) -> sympy.Expr:
    """Return the chance that no hit is among the cards drawn."""
    return over(choose(population - hits, drawn), choose(population, drawn))


def ways(count: int, *draws: tuple[int, int]) -> sympy.Expr:
    """Return so many ways over all ways to draw: pairs of a population and how many are drawn from it."""
    import sympy

    return over(sympy.Integer(count), *(choose(n, k) for n, k in draws if k))


def at_least(population: int, hits: int, drawn: int, k: int) -> sympy.Expr:
    """Return the chance of at least k hits among the cards drawn, in the fewest terms: for one, by the complement."""
    import sympy

    if k <= 0:
        return sympy.Integer(1)
    if drawn == 1:
        return ratio(hits, population) if k == 1 else sympy.Integer(0)
    if k == 1:
        return less_than_one(none_of(population, hits, drawn))
    return plus(
        [
            hands(((hits, i), (population - hits, drawn - i)), population, drawn)
            for i in range(k, min(hits, drawn) + 1)
            if comb(population - hits, drawn - i)
        ]
    )
