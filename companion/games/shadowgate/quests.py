"""The chance of a quest before the roll.

The total of the dice is divided freely over the traits, so all that counts is the summed deficit D: how much the traits
fall short of the numbers in the cost. The quest is met where the dice bring at least that. Under the house rule that a
die goes whole to one trait, the deficit of each trait counts for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from companion.games.shadowgate.dice import ROLLED, Faces, reach, worth
from companion.games.shadowgate.vocabulary import TRAITS, Effect, Way

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


Chance = Callable[[Sequence[int]], Fraction]
"""The chance of a quest, of the traits before they are clamped at 0."""


def token_gain(chance: Chance, traits: Sequence[int], trait: str) -> Fraction:
    """Return what +1 on a trait is worth: G(D - 1) - G(D), or nothing where the trait is not short.

    Args:
        chance: of the quest.
        traits: before they are clamped at 0.
        trait: which is raised.
    """
    return chance(_moved(traits, trait, 1)) - chance(traits)


def harm(chance: Chance, traits: Sequence[int], trait: str) -> Fraction:
    """Return by how much a -1 token on a trait lowers the chance of a quest: G(D) - G(D + d).

    d is 1 only where the trait is asked for, really drops (it is clamped at 0) and then falls short.

    Args:
        chance: of the quest.
        traits: before they are clamped at 0.
        trait: which is cursed.
    """
    return chance(traits) - chance(_moved(traits, trait, -1))


def expected_harm(chance: Chance, traits: Sequence[int], red: Faces) -> Fraction:
    """Return the expected loss of chance before the red die falls."""
    losses = [Fraction(red.count(trait), len(red)) * harm(chance, traits, trait) for trait in TRAITS]
    return sum(losses, Fraction(0))


def _moved(traits: Sequence[int], trait: str, by: int) -> list[int]:
    return [value + by * (name == trait) for name, value in zip(TRAITS, traits, strict=True)]


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


class Prospect(NamedTuple):
    """What attempting a quest is worth on average, in XP, and the chance that it is met."""

    value: Fraction
    chance: Fraction


NOTHING = Prospect(Fraction(0), Fraction(0))
"""What it is worth to attempt nothing."""


class Plan(NamedTuple):
    """What to do in the Quest Phase.

    Args:
        prospect: what it is worth, and the chance that a quest is met.
        cycle: the face-up quest to cycle first, None for none.
        deck: where the new one is drawn.
        attempt: the face-up quest to attempt, None for none; after cycling: whichever is best then.
    """

    prospect: Prospect
    cycle: int | None = None
    deck: str = ""
    attempt: int | None = None


def plans(face_up: Sequence[Prospect | None], decks: Mapping[str, Sequence[tuple[Prospect | None, int]]]) -> list[Plan]:
    """Rank what may be done in the Quest Phase, best first.

    Args:
        face_up: each face-up quest; None where it cannot be attempted.
        decks: for each deck that may be drawn from, the cards that may come, with their weights.

    Returns:
        every plan: to do nothing, to attempt a quest, and to cycle one and then attempt the best.
    """
    found = [Plan(NOTHING)]
    found += [Plan(prospect, attempt=i) for i, prospect in enumerate(face_up) if prospect is not None]
    for i in range(len(face_up)):
        stays = max([NOTHING, *(p for j, p in enumerate(face_up) if j != i and p is not None)])
        for deck, coming in decks.items():
            total = sum(weight for _, weight in coming)
            if total:
                best = [(max(stays, prospect or stays), weight) for prospect, weight in coming]
                value = sum((prospect.value * weight for prospect, weight in best), Fraction(0)) / total
                chance = sum((prospect.chance * weight for prospect, weight in best), Fraction(0)) / total
                found.append(Plan(Prospect(value, chance), i, deck))
    return sorted(found, key=lambda plan: plan.prospect, reverse=True)


STATED = {
    "item": 2,
    "puzzle": 2,
    "staff": 6,
    "riddle": 2,
    "trait": 3,
    "token": 1,
    "death": -5,
    "curse": -2,
    "torch": -1,
}
"""What a card drawn, a token gained, and one Death card, curse or step of the torch are taken to be worth, in XP."""


def reward_value(steps: Sequence[Effect]) -> int:
    """Return what a reward is worth at the stated values; what is done by hand counts nothing."""
    return sum(step.n * STATED.get(_stated(step), 0) for step in steps)


def _stated(step: Effect) -> str:
    if step.verb == "gain":
        return "trait" if step.what in (*TRAITS, "trait") else "token"
    return step.what if step.verb == "draw" else step.verb
