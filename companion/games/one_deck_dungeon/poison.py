"""Resist Poison: now, until so many tokens are down, and over the turns with what comes on top.

A die beats T tokens with l leaves and a bonus of b if d + l + b > T, so with chance (6 + l + b - T) / 6, held between 0
and 1; help h = l + b is all that counts. Standard rolls take a token away either way, and failing costs two damage.
With a hybrid deck only failing takes a token away, so at T <= h tokens stay and hurt nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from companion.engine.odds import Table, draws

if TYPE_CHECKING:
    import sympy

FACES = 6
HURT = 2
"""Damage of a failed roll."""


def resist_chance(tokens: int, help_: int = 0) -> Fraction:
    """Return the chance that a roll to resist succeeds; without tokens it always does.

    Args:
        tokens: poison tokens of the group.
        help_: leaves on open doors and what skills add.
    """
    return Fraction(FACES - fail_faces(tokens, help_), FACES)


def fail_faces(tokens: int, help_: int = 0) -> int:
    """Return on how many faces a roll to resist fails."""
    return min(FACES, max(0, tokens - help_)) if tokens > 0 else 0


def expected_damage(tokens: int, help_: int = 0, hybrid: bool = False) -> Fraction:
    """Return the damage expected until the tokens are down, the help staying as it is.

    Args:
        tokens: poison tokens of the group.
        help_: leaves and bonus of each roll.
        hybrid: whether success leaves the token; then only tokens above the help ever hurt, each exactly once.
    """
    if hybrid:
        return Fraction(HURT * max(0, tokens - max(0, help_)))
    return sum((Fraction(HURT * fail_faces(k, help_), FACES) for k in range(1, tokens + 1)), Fraction(0))


def damage_formula(tokens: int, help_: int = 0, hybrid: bool = False) -> sympy.Expr:
    """Return the closed form of `expected_damage`, unevaluated."""
    import sympy

    high = max(0, tokens - max(0, help_))
    if hybrid:
        return sympy.Mul(HURT, high, evaluate=False)
    if help_ < 0:
        return sympy.Rational(*expected_damage(tokens, help_).as_integer_ratio())
    n, more = min(high, FACES), max(0, high - FACES)
    triangle = sympy.Mul(n, n + 1, sympy.Rational(1, FACES), evaluate=False)
    return triangle if not more else sympy.Add(triangle, sympy.Mul(HURT, more, evaluate=False), evaluate=False)


def expected_turns(tokens: int, help_: int = 0, hybrid: bool = False) -> Fraction:
    """Return how many rolls are expected until no token can hurt any more.

    Standard, that is when the last token is down, a roll for each; hybrid, when no more are left than the help.
    """
    if not hybrid:
        return Fraction(tokens)
    low = max(0, help_)
    return sum((Fraction(FACES, fail_faces(k, help_)) for k in range(low + 1, tokens + 1)), Fraction(0))


def turns_formula(tokens: int, help_: int = 0, hybrid: bool = False) -> sympy.Expr:
    """Return the closed form of `expected_turns`, unevaluated."""
    import sympy

    if not hybrid:
        return sympy.Integer(tokens)
    low = max(0, help_)
    terms = [sympy.Rational(FACES, fail_faces(k, help_)) for k in range(low + 1, tokens + 1)]
    return sympy.Add(*terms, evaluate=False) if terms else sympy.Integer(0)


def failures(tokens: int, help_: int = 0) -> Table[int]:
    """Return the law of failed rolls until the tokens are down, standard deck: a sum of unequal coins."""
    ways = {0: 1}
    for k in range(1, tokens + 1):
        bad, more = fail_faces(k, help_), dict[int, int]()
        for count, weight in ways.items():
            more[count] = more.get(count, 0) + weight * (FACES - bad)
            more[count + 1] = more.get(count + 1, 0) + weight * bad
        ways = more
    return Table(ways)


Standing = tuple[int, int]
"""Tokens of a group, and damage that the roll has done so far."""


def resisted(law: Mapping[Standing, int], help_: int, hybrid: bool) -> dict[Standing, int]:
    """Return the law after one more roll; weights grow by the factor 6.

    Args:
        law: weights of tokens and damage so far.
        help_: leaves and bonus of this roll.
        hybrid: whether success leaves the token.
    """
    out: dict[Standing, int] = {}
    for (tokens, damage), weight in law.items():
        bad = fail_faces(tokens, help_)
        kept = tokens if hybrid else max(0, tokens - 1)
        for after, faces in (((kept, damage), FACES - bad), ((max(0, tokens - 1), damage + HURT), bad)):
            if faces:
                out[after] = out.get(after, 0) + weight * faces
    return out


def forecast(
    tokens: int, arrivals: list[Table[int]], help_: list[int], supply: int, hybrid: bool = False
) -> Table[Standing]:
    """Return the law of tokens and damage after some turns, in each of which tokens may come before the roll.

    Args:
        tokens: tokens of the group now.
        arrivals: for each turn, the law of the tokens placed before its roll.
        help_: for each turn, leaves and bonus.
        supply: tokens there are; what goes beyond them is damage at once.
        hybrid: whether success leaves the token.

    Raises:
        ValueError: there are not as many helps as turns.
    """
    law: dict[Standing, int] = {(tokens, 0): 1}
    for coming, help_now in zip(arrivals, help_, strict=True):
        more: dict[Standing, int] = {}
        for (have, damage), weight in law.items():
            for count, ways in coming.items():
                kept = min(supply, have + count)
                after = (kept, damage + have + count - kept)
                more[after] = more.get(after, 0) + weight * ways
        law = resisted(more, help_now, hybrid)
    return Table(law)


def groups_chance(tokens: list[int], help_: int = 0) -> Fraction:
    """Return the chance that every group resists, each against its own tokens (four heroes)."""
    chance = Fraction(1)
    for group in tokens:
        chance *= resist_chance(group, help_)
    return chance


def leaves_law(unseen: int, leafy: int, shown: int) -> Table[int]:
    """Return the law of leaves on cards that are still to be turned up: hypergeometric.

    Args:
        unseen: cards nobody has seen.
        leafy: how many of them bear a leaf.
        shown: how many will be turned up.
    """
    return draws(unseen, leafy, shown)
