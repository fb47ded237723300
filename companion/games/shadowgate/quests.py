"""The chance of a quest before the roll.

The total of the dice is divided freely over the traits, so all that counts is the summed deficit D: how much the traits
fall short of the numbers in the cost. The quest is met where the dice bring at least that. Under the house rule that a
die goes whole to one trait, the deficit of each trait counts for itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from companion.games.shadowgate.dice import ROLLED, Faces, reach, worth
from companion.games.shadowgate.vocabulary import TRAITS, Way

Values = tuple[int, int, int]
"""Strength, Resourceful, Mental as they stand for a quest."""
Lack = tuple[int, int, int]
"""How much each trait falls short, never below 0."""


def values(base: Sequence[int], *more: Sequence[int], clamp: bool = True) -> Values:
    """Add up traits: the mat, tokens, equipped symbols, boosts and the torch penalty.

    Args:
        base: the traits of the mat.
        more: three numbers each, for what is added or (below 0) taken off.
        clamp: whether no trait goes below 0 before the dice are added (ruling 19).
    """
    sums = [sum(parts) for parts in zip(base, *more, strict=True)]
    strength, resourceful, mental = (max(0, value) if clamp else value for value in sums)
    return strength, resourceful, mental


def lack(way: Way, traits: Sequence[int]) -> Lack:
    """Return how much each trait falls short of what one way to meet a cost asks for."""
    needed = [
        max((need.n for need in way if need.kind == "trait" and need.what == trait), default=0) for trait in TRAITS
    ]
    strength, resourceful, mental = (
        max(0, need - value) if need else 0 for need, value in zip(needed, traits, strict=True)
    )
    return strength, resourceful, mental


def deficit(way: Way, traits: Sequence[int]) -> int:
    """Return D, the summed deficit of one way to meet a cost."""
    return sum(lack(way, traits))


def least(ways: Sequence[Way], traits: Sequence[int]) -> int | None:
    """Return the least summed deficit of several ways, None where there is no way."""
    return min((deficit(way, traits) for way in ways), default=None)


def met(lacks: Sequence[Lack], rolled: Sequence[int], boost: int = 0, freely: bool = True) -> bool:
    """Say whether dice meet one of several ways.

    Args:
        lacks: what is short, for each way that can be paid for.
        rolled: what the dice show, skulls as 0; () where none were rolled.
        boost: what cards in play add to the roll.
        freely: whether the total is divided at will (ruling 21); else each die, and the boost, goes whole to one trait.
    """
    if not rolled:
        return any(not any(short) for short in lacks)
    if freely:
        return any(sum(short) <= max(0, sum(rolled) + boost) for short in lacks)
    return any(_whole(short, (*rolled, boost)) for short in lacks)


def _whole(short: Lack, parts: Sequence[int]) -> bool:
    """Say whether parts, each given whole to one trait, make up for what is short."""
    for places in product(range(len(short)), repeat=len(parts)):
        given = [sum(part for part, place in zip(parts, places, strict=True) if place == i) for i in range(len(short))]
        if all(part >= need for part, need in zip(given, short, strict=True)):
            return True
    return False


@lru_cache(maxsize=4096)
def success(lacks: tuple[Lack, ...], black: Faces, boost: int = 0, freely: bool = True) -> Fraction:
    """Return the chance that a quest is met, by the best of several ways once the dice lie there.

    Args:
        lacks: what is short, for each way that can be paid for; () has no chance.
        black: faces of a black die.
        boost: what cards in play add to the roll.
        freely: whether the total is divided at will.
    """
    if not lacks:
        return Fraction(0)
    if any(not any(short) for short in lacks):
        return Fraction(1)
    if freely:
        return reach(black, min(map(sum, lacks)) - boost)
    good = sum(met(lacks, [worth(one), worth(other)], boost, False) for one, other in product(black, repeat=ROLLED))
    return Fraction(good, len(black) ** ROLLED)


def needs_roll(lacks: Sequence[Lack]) -> bool:
    """Say whether rolling is of use: nothing is met without it."""
    return all(any(short) for short in lacks)


def token_gain(black: Faces, short: int) -> Fraction:
    """Return what +1 on a trait that falls short is worth: G(D - 1) - G(D); nothing where D is 0."""
    return reach(black, short - 1) - reach(black, short) if short > 0 else Fraction(0)


def harm(black: Faces, way: Way, raw: Sequence[int], trait: str) -> Fraction:
    """Return by how much a -1 token on a trait lowers the chance of a quest: G(D) - G(D + d).

    d is 1 only where the trait is asked for, really drops (it is clamped at 0) and then falls short.

    Args:
        black: faces of a black die.
        way: what is asked for.
        raw: traits before they are clamped at 0.
        trait: which is cursed.
    """
    after = [value - (name == trait) for name, value in zip(TRAITS, raw, strict=True)]
    before_short = deficit(way, [max(0, value) for value in raw])
    after_short = deficit(way, [max(0, value) for value in after])
    return reach(black, before_short) - reach(black, after_short)


def expected_harm(black: Faces, red: Faces, way: Way, raw: Sequence[int]) -> Fraction:
    """Return the expected loss of chance before the red die falls."""
    shares = [Fraction(red.count(trait), len(red)) for trait in TRAITS]
    return sum((p * harm(black, way, raw, trait) for p, trait in zip(shares, TRAITS, strict=True)), Fraction(0))


class Stakes(NamedTuple):
    """What an attempt may bring and cost, in XP.

    Args:
        gain: XP of the card, with its bonus and reward at stated values.
        loss: of a failure: 5 for each skull, and the worth of the torches.
    """

    gain: Fraction
    loss: Fraction


def attempt_value(chance: Fraction, stakes: Stakes) -> Fraction:
    """Return the expected XP of an attempt: what it brings by its chance, less what failing costs by the rest."""
    return chance * stakes.gain - (1 - chance) * stakes.loss


def within_tries(chance: Fraction, tries: int) -> Fraction:
    """Return the chance to meet a quest at least once in so many tries: 1 - (1 - G)**m."""
    return 1 - (1 - chance) ** tries


def expected_tries(chance: Fraction) -> Fraction | None:
    """Return how many tries it takes on average: 1/G; None where it never happens."""
    return 1 / chance if chance else None


class Plan(NamedTuple):
    """What to do in the Quest Phase, and what it is worth on average.

    Args:
        value: expected XP.
        cycle: the face-up quest to cycle first, None for none.
        deck: where the new one is drawn.
        attempt: the face-up quest to attempt, None for none; after cycling: whichever is best then.
    """

    value: Fraction
    cycle: int | None = None
    deck: str = ""
    attempt: int | None = None


def plans(face_up: Sequence[Fraction | None], decks: Mapping[str, Sequence[Fraction | None]]) -> list[Plan]:
    """Rank what may be done in the Quest Phase, best first.

    Args:
        face_up: the value of attempting each face-up quest now; None where it cannot be attempted.
        decks: for each deck that may be drawn from, the value of each card that may come.

    Returns:
        every plan: to do nothing, to attempt a quest, and to cycle one and then attempt the best.
    """
    found = [Plan(Fraction(0))]
    found += [Plan(value, attempt=i) for i, value in enumerate(face_up) if value is not None]
    for i in range(len(face_up)):
        stays = max((value for j, value in enumerate(face_up) if j != i and value is not None), default=Fraction(0))
        stays = max(stays, Fraction(0))
        for deck, coming in decks.items():
            if coming:
                hopes = [max(stays, value if value is not None else stays) for value in coming]
                found.append(Plan(sum(hopes, Fraction(0)) / len(hopes), i, deck))
    return sorted(found, key=lambda plan: plan.value, reverse=True)
