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

    It is a fraction where it was counted in integers, else it lies between proven bounds; an estimate stands between
    them where rolls were sampled.
    """
    found = Before(asked.cat, asked.state, ROUND, SAMPLE).outlook()
    least, most = _bounds(found)
    return Odds.between(
        asked.text,
        least,
        most,
        Fraction(round(found.estimate * DIGITS), DIGITS) if found.seen else None,
        recipe=lambda: formulas.ratio(least.numerator, least.denominator),
        counted=f"{found.rounds:.1f} rounds on average; hearts lost on average: {_hearts(asked, found)}",
        assumptions=tuple(_assumed(found)),
        clauses=(*CLAUSES, *(("one-deck-dungeon.four.boss-pairs",) if asked.state.four else ())),
    )


def _bounds(found: Outlook) -> tuple[Fraction, Fraction]:
    """Return the proven bounds, rounded outwards; a skill that is left out can only better what is found."""
    least = found.exact if found.exact is not None else Fraction(max(0, floor(found.least * DIGITS)), DIGITS)
    most = found.exact if found.exact is not None else Fraction(min(DIGITS, ceil(found.most * DIGITS)), DIGITS)
    return least, Fraction(1) if found.left_out else most


def _hearts(asked: Asked, found: Outlook) -> str:
    handles = asked.state.handles
    lost = [max(0.0, n) for n in found.damage]
    return ", ".join(f"{people(asked.state, (one,))} {n:.1f}" for one, n in zip(handles, lost, strict=True))


def _assumed(found: Outlook) -> list[str]:
    out = ["every round and every roll is played for the best chance"]
    if found.exact is None:
        out.append(f"proven: it lies between {found.least:.2%} and {found.most:.2%}, about {found.estimate:.2%}")
    if found.left_out:
        out.append(f"{', '.join(map(title, found.left_out))} left out: with it the odds are no worse")
    return out
