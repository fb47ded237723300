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


def taking(scales: Scales, move: m.Loot) -> tuple[Worth, str, str]:
    """Return what it is worth to take a card in some way, why, and the same in a few words.

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
        return Worth(gain, gain), f"{xp} XP of the {needed or '?'} for the next level.", f"{xp} of {needed or '?'} XP"
    if move.what == "potion":
        kinds = {tucked.skill for tucked in state.tucked}
        gain = TOKEN + (FRESH if card.skill and card.skill not in kinds else 0)
        return Worth(gain, gain), "A potion token, and a kind of potion to use it for.", "a potion"
    after = _with(state, move, card)
    saved = _saved(scales, state, after)
    many = round(fights_left(state))
    hearts = f"{float(saved.damage):.2f} hearts"
    rarer = f" and {float(100 * saved.safe):.1f} falls in 100" if saved.safe >= Fraction(1, 2000) else ""
    words = f"In a fight it saves {hearts}{rarer} on average, and about {many} fights come."
    return msgspec.structs.replace(saved, low=saved.low * many, high=saved.high * many), words, f"{hearts} a fight"


def _with(state: Position, move: m.Loot, card: Face) -> Position:
    """Return the position with the card taken by a hero."""
    hero = state.hero(move.hero)
    field = "items" if move.what == "item" else "skills"
    held = list(getattr(hero, field))
    if move.drop:
        del held[move.drop - 1]
    return state.with_hero(msgspec.structs.replace(hero, **{field: (*held, card)}))


def _saved(scales: Scales, before: Position, after: Position) -> Worth:
    """Return what is saved in a fight on average over the cards to come: falls, hearts, and their worth."""
    sums = [Fraction(0)] * 5
    for face, weight in scales.coming():
        for heroes in _groups(before):
            try:
                bare, more = _both(scales, heroes, face, before, after)
            except TimeUpError:
                raise
            except CompanionError:
                continue
            low = more.low - bare.low
            parts = (low, max(more.high - bare.low, low), more.safe - bare.safe, bare.damage - more.damage, Fraction(1))
            sums = [so_far + weight * part for so_far, part in zip(sums, parts, strict=True)]
    *found, total = sums
    low, high, safe, damage = (part / total for part in found) if total else found
    return Worth(low, high, safe, damage)


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
