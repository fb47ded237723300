"""Every payment for a skill that is worth a thought, as what it takes of the dice of each colour.

Of dice that pay by their number the lowest go. A black die that is made to pay is made of dice that could not pay
themselves: those of the other colours.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

import numpy as np

from companion.games.one_deck_dungeon.abilities import Price
from companion.games.one_deck_dungeon.encounter import PLENTY
from companion.games.one_deck_dungeon.handing import IDLE, Handling
from companion.games.one_deck_dungeon.rolls import Dice
from companion.games.one_deck_dungeon.sets import multisets, numbers

MAGIC = 2

Takes = tuple[tuple[int, bool], ...]
"""Dice that are taken one after the other: a value, and whether it is just this one or the lowest of at least this."""


class Payment(NamedTuple):
    """What one payment takes.

    Args:
        taken: for strength, agility and magic what is taken.
        black: the black dice that are left.
    """

    taken: tuple[Takes, Takes, Takes]
    black: Dice


@lru_cache(maxsize=4096)
def taking(many: int, takes: Takes) -> Handling | None:
    """Return what is left of each roll of so many dice after some are taken; None where none of them has these.

    Args:
        many: how many dice lie there.
        takes: what is taken.
    """
    if not takes:
        every = np.arange(len(multisets(many)))
        return Handling(IDLE, every, every, many)
    rows, lefts = [], []
    for row, dice in enumerate(multisets(many)):
        left = _less(dice, takes)
        if left is not None:
            rows.append(row)
            lefts.append(numbers(len(left))[left])
    return Handling(IDLE, np.array(rows), np.array(lefts), many - len(takes)) if rows else None


def _less(dice: Dice, takes: Takes) -> Dice | None:
    left = list(dice)
    for value, exact in takes:
        fitting = [die for die in left if (die == value if exact else die >= value)]
        if not fitting:
            return None
        left.remove(min(fitting))
    return tuple(left)


@lru_cache(maxsize=4096)
def payments(
    price: Price, many: tuple[int, int, int], black: Dice, joined: int, made: int = PLENTY
) -> tuple[Payment, ...]:
    """Return the payments that are worth a thought.

    Args:
        price: what is paid.
        many: how many dice of strength, agility and magic there are.
        black: the black dice that lie there.
        joined: how many dice make a black one.
        made: how many black dice may be made at most.
    """
    if price.free:
        return (Payment(((), (), ()), black),)
    found = _mana(price.mana, many, black, joined, made) if price.mana else _dice(price, many, black, joined, made)
    return tuple(dict.fromkeys(found))


def _dice(price: Price, many: tuple[int, int, int], black: Dice, joined: int, made: int) -> Iterator[Payment]:
    *wanted, dark = price.dice.counts()
    if dark > len(black):
        return
    others = [colour for colour in range(3) if not wanted[colour]]
    for own in product(*(range(min(wanted[colour], many[colour]) + 1) for colour in range(3))):
        lacking = sum(wanted) - sum(own)
        for lent in range(max(0, lacking - made), min(lacking, len(black) - dark) + 1):
            for going in combinations_with_replacement(others, joined * (lacking - lent)):
                low = [own[colour] + going.count(colour) for colour in range(3)]
                if all(gone <= there for gone, there in zip(low, many, strict=True)):
                    strength, agility, magic = (((1, False),) * gone for gone in low)
                    yield Payment((strength, agility, magic), black[: len(black) - dark - lent])


def _mana(mana: int, many: tuple[int, int, int], black: Dice, joined: int, made: int) -> Iterator[Payment]:
    """Yield payments of mana: any blue dice and black ones without waste, black ones that are made among them."""
    room = min(made, (many[0] + many[1]) // joined)
    for size in range(1, min(mana, many[MAGIC] + len(black) + room) + 1):
        for values in combinations_with_replacement(range(1, 7), size):
            if 0 <= sum(values) - mana < values[0]:
                yield from _sources(values, many, black, joined, room)


def _sources(values: Dice, many: tuple[int, int, int], black: Dice, joined: int, room: int) -> Iterator[Payment]:
    """Yield what may show these values: blue dice, black ones, and black ones made of two or more of other colours."""
    seen = set()
    for where in product("MHO", repeat=len(values)):
        parts = tuple(tuple(v for v, at in zip(values, where, strict=True) if at == one) for one in "MHO")
        if parts in seen or len(parts[0]) > many[MAGIC] or len(parts[2]) > room:
            continue
        seen.add(parts)
        left = _black_left(black, parts[1])
        if left is not None:
            blue = tuple((value, True) for value in parts[0])
            for strength, agility in _made(parts[2], many, joined):
                yield Payment((strength, agility, blue), left)


def _black_left(black: Dice, values: Dice) -> Dice | None:
    left = list(black)
    for value in values:
        if value not in left:
            return None
        left.remove(value)
    return tuple(left)


def _made(values: Dice, many: tuple[int, int, int], joined: int) -> Iterator[tuple[Takes, Takes]]:
    """Yield the strength and agility dice of which black ones of at least these values are made."""
    for split in product(range(joined + 1), repeat=len(values)):
        strength = tuple((value, False) for value, n in zip(values, split, strict=True) for _ in range(n))
        agility = tuple((value, False) for value, n in zip(values, split, strict=True) for _ in range(joined - n))
        if len(strength) <= many[0] and len(agility) <= many[1]:
            yield strength, agility
