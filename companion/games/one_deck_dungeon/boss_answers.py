"""Answers about the fight against the boss to its end."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from companion.engine import formulas
from companion.engine.odds import Odds
from companion.games.one_deck_dungeon.asked import Asked
from companion.games.one_deck_dungeon.boss_odds import Before, Outlook
from companion.games.one_deck_dungeon.telling import people, title

ROUND = 500_000
"""Microseconds, about, that the exact count of one round may take here."""
SAMPLE = 60
"""Rolls of a sample where it takes longer."""
DIGITS = 10**6
"""What is not counted in integers is told to so many parts."""
CLAUSES = ("one-deck-dungeon.boss.damage", "one-deck-dungeon.boss.fallen", "one-deck-dungeon.end.won")


def win(asked: Asked) -> Odds:
    """Return the chance to beat the boss from here, rounds and hearts with it (questions 25 to 29).

    It is a fraction where it was counted in integers, else the proven lower bound; where that is too small to be told
    the upper one, so that what may happen is not called impossible.
    """
    found = Before(asked.cat, asked.state, ROUND, SAMPLE).outlook()
    value = found.exact if found.exact is not None else _bound(found)
    return Odds.of(
        asked.text,
        value,
        recipe=lambda: formulas.ratio(value.numerator, value.denominator),
        counted=f"{found.rounds:.1f} rounds on average; hearts lost on average: {_hearts(asked, found)}",
        assumptions=tuple(_assumed(found)),
        clauses=(*CLAUSES, *(("one-deck-dungeon.four.boss-pairs",) if asked.state.four else ())),
    )


def _bound(found: Outlook) -> Fraction:
    """Return the proven lower bound; the upper one where the lower is too small to be told."""
    least = Fraction(max(0, floor(found.least * DIGITS)), DIGITS)
    return least or Fraction(min(DIGITS, ceil(found.most * DIGITS)), DIGITS)


def _hearts(asked: Asked, found: Outlook) -> str:
    handles = asked.state.handles
    lost = [max(0.0, n) for n in found.damage]
    return ", ".join(f"{people(asked.state, (one,))} {n:.1f}" for one, n in zip(handles, lost, strict=True))


def _assumed(found: Outlook) -> list[str]:
    out = ["every round and every roll is played for the best chance"]
    if found.exact is None:
        side = "lower" if found.least * DIGITS >= 1 else "upper"
        out.append(
            f"a proven {side} bound: it lies between {found.least:.2%} and {found.most:.2%}, about {found.estimate:.2%}"
        )
    if found.left_out:
        out.append(f"{', '.join(map(title, found.left_out))} left out: with it the odds are no worse")
    return out
