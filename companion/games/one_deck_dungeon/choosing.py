"""Loot: what a card is worth as an item, a skill, a potion or XP, against the cards not seen yet.

The measure is greedy: an item or a skill is worth what it saves in one fight, on average over the foes and perils that
are left, times the fights that still come, the boss counted as some; XP is worth its share of the next level, which is
a black die in every fight, a potion and places (`taking`). Loot that comes later is not foreseen.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from companion.engine.errors import CompanionError
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.stakes import TOKEN, fights_left
from companion.games.one_deck_dungeon.state import Face, Position
from companion.games.one_deck_dungeon.taking import xp_worth
from companion.games.one_deck_dungeon.turns import price
from companion.games.one_deck_dungeon.weighing import Scales, TimeUpError, Worth

FRESH = Fraction(1, 2)
"""What a potion of a kind that is new to the party is worth beside the token."""


def taking(scales: Scales, move: m.Loot) -> tuple[Worth, str]:
    """Return what it is worth to take a card in some way, and why.

    Args:
        scales: the scales, at the position in which the card lies there.
        move: how it is taken.

    Raises:
        TimeUpError: there is no time for it.
    """
    state = scales.state
    card = state.spoils[move.n - 1].card.merged(move.card)
    if move.what == "xp":
        xp = scales.cat.xp(card) or move.xp or 0
        needed = price(scales.cat, state)
        gain = Fraction(xp_worth(scales.cat, state, xp)).limit_denominator(1000)
        return Worth(gain, gain), f"{xp} XP of the {needed or '?'} for the next level."
    if move.what == "potion":
        kinds = {tucked.skill for tucked in state.tucked}
        gain = TOKEN + (FRESH if card.skill and card.skill not in kinds else 0)
        return Worth(gain, gain), "A potion token, and a kind of potion to use it for."
    after = _with(state, move, card)
    saved, high = _saved(scales, state, after)
    many = round(fights_left(state))
    words = f"It saves {float(saved):.2f} hearts in a fight on average, and about {many} fights come."
    return Worth(saved * many, high * many), words


def _with(state: Position, move: m.Loot, card: Face) -> Position:
    """Return the position with the card taken by a hero."""
    hero = state.hero(move.hero)
    field = "items" if move.what == "item" else "skills"
    held = list(getattr(hero, field))
    if move.drop:
        del held[move.drop - 1]
    return state.with_hero(msgspec.structs.replace(hero, **{field: (*held, card)}))


def _saved(scales: Scales, before: Position, after: Position) -> tuple[Fraction, Fraction]:
    """Return what is saved in a fight on average over the cards to come: at least, and at most."""
    low = high = total = Fraction(0)
    for face, weight in scales.coming():
        for heroes in _groups(before):
            try:
                bare, better = _both(scales, heroes, face, before, after)
            except TimeUpError:
                raise
            except CompanionError:
                continue
            low += weight * (better.low - bare.low)
            high += weight * max(better.high - bare.low, better.low - bare.low)
            total += weight
    return (low / total, high / total) if total else (Fraction(0), Fraction(0))


def _both(
    scales: Scales, heroes: tuple[str, ...], face: Face, before: Position, after: Position
) -> tuple[Worth, Worth]:
    """Return what a fight is worth before and after, both exactly or both bounded in the same way."""
    bare, more = scales.fight(heroes, face, before), scales.fight(heroes, face, after)
    if bare.exact and more.exact:
        return bare, more
    return scales.fight(heroes, face, before, rough=True), scales.fight(heroes, face, after, rough=True)


def _groups(state: Position) -> list[tuple[str, ...]]:
    """Return who fights together: everybody, or with four heroes the first two and the last two."""
    return [state.handles[:2], state.handles[2:]] if state.four else [state.handles]
