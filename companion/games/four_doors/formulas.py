"""Unevaluated sympy expressions that a person can follow: ways over ways, and drawing without replacement."""

from __future__ import annotations

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
        return over(sympy.Integer(hits), sympy.Integer(population)) if k == 1 else sympy.Integer(0)
    if k == 1:
        return less_than_one(none_of(population, hits, drawn))
    whole = choose(population, drawn)
    terms = [
        over(sympy.Mul(choose(hits, i), choose(population - hits, drawn - i), evaluate=False), whole)
        for i in range(k, min(hits, drawn) + 1)
        if comb(population - hits, drawn - i)
    ]
    return sympy.Add(*terms, evaluate=False) if len(terms) > 1 else (terms or [sympy.Integer(0)])[0]
