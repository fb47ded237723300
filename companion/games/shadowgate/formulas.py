"""Sympy expressions of Shadowgate that a person can follow: P(S >= D), ways over all rolls, tries and torches."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from companion.engine.formulas import less_than_one, plus, ratio, times
from companion.games.shadowgate.dice import ROLLED, Faces, reach_ways

if TYPE_CHECKING:
    import sympy


def reach(deficit: int) -> sympy.Expr:
    """Return P(S >= D), with D worked out and S the total of two black dice whose faces nobody has told."""
    import sympy

    if deficit <= 0:
        return sympy.Integer(1)
    return sympy.Function("P")(sympy.Ge(sympy.Symbol("S"), sympy.Integer(deficit), evaluate=False))


def rolled(black: Faces, deficit: int) -> sympy.Expr:
    """Return in how many of all rolls the deficit is made up for, unevaluated."""
    return ratio(reach_ways(black, deficit), len(black) ** ROLLED)


def rational(value: Fraction) -> sympy.Expr:
    """Return a fraction as sympy writes it."""
    import sympy

    return sympy.Rational(value.numerator, value.denominator)


def power(base: sympy.Expr, exponent: int) -> sympy.Expr:
    """Return a power, unevaluated."""
    import sympy

    return sympy.Pow(base, sympy.Integer(exponent), evaluate=False)


def difference(one: Fraction, other: Fraction) -> sympy.Expr:
    """Return a difference of two chances, unevaluated."""
    import sympy

    return sympy.Add(rational(one), -rational(other), evaluate=False)


def rest(chance: Fraction) -> sympy.Expr:
    """Return 1 - p as one number, which reads better than a difference."""
    return rational(1 - chance)


def within_tries(chance: Fraction, tries: int) -> sympy.Expr:
    """Return 1 - (1 - G)**m, with 1 - G worked out."""
    return less_than_one(power(rest(chance), tries))


def binomial_tail(turns: int, chance: Fraction, least: int) -> sympy.Expr:
    """Return P(Bin(n, p) >= k), term by term."""
    import sympy

    if least <= 0:
        return sympy.Integer(1)
    p = rational(chance)
    terms = [
        times([sympy.binomial(turns, k, evaluate=False), power(p, k), power(rest(chance), turns - k)])
        for k in range(least, turns + 1)
    ]
    return plus(terms)


def average(parts: Sequence[tuple[Fraction, Fraction]]) -> sympy.Expr:
    """Return a sum of chances times values, unevaluated: 1/3*1/36 + …"""
    return plus([times([rational(chance), rational(value)]) for chance, value in parts])


def clean(skull: Fraction, attacks: int) -> sympy.Expr:
    """Return (1 - s**2)**m: no two skulls in so many attacks."""
    return power(less_than_one(power(rational(skull), ROLLED)), attacks)
