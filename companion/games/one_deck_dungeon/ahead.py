"""What lies ahead: the cards behind the next doors, the pace of XP, and the turns left before the stairs."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb

from companion.engine.errors import TooFewCardsError
from companion.engine.odds import Table, draws


def at_least_one(unseen: int, wanted: int, drawn: int) -> Fraction:
    """Return the chance that at least one of the next cards is of a kind.

    Args:
        unseen: cards nobody has seen.
        wanted: how many of them are of the kind.
        drawn: how many are turned up.

    Raises:
        TooFewCardsError: more are drawn than there are.
    """
    return draws(unseen, wanted, drawn).where(lambda hits: hits > 0)


def xp_law(unseen: Mapping[int, int], rooms: int) -> Table[int]:
    """Return the law of the XP on so many unseen cards, none of them twice.

    Args:
        unseen: XP of a card to how many unseen cards bear it.
        rooms: how many are entered.

    Raises:
        TooFewCardsError: more rooms than cards.
    """
    if rooms > sum(unseen.values()):
        raise TooFewCardsError(rooms, sum(unseen.values()))
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for xp, many in unseen.items():
        more: dict[tuple[int, int], int] = {}
        for (taken, total), weight in ways.items():
            for here in range(min(many, rooms - taken) + 1):
                key = (taken + here, total + here * xp)
                more[key] = more.get(key, 0) + weight * comb(many, here)
        ways = more
    return Table({total: weight for (taken, total), weight in ways.items() if taken == rooms})


def level_by(unseen: Mapping[int, int], rooms: int, have: int, cost: int) -> Fraction:
    """Return the chance that the XP of so many rooms, all of it claimed as XP, pays for the next level.

    Args:
        unseen: XP of a card to how many unseen cards bear it.
        rooms: how many are entered.
        have: XP the party has.
        cost: XP of the level.
    """
    return xp_law(unseen, rooms).where(lambda xp: have + xp >= cost)


def turns_to_stairs(deck: int, doors: int, a_turn: int, extra: int = 0, size: int = 1) -> int:
    """Return after how many turns the last card has left the deck.

    Args:
        deck: cards in it.
        doors: doors that are still to be laid from it.
        a_turn: time of each turn.
        extra: further time of each turn that is expected.
        size: cards of a door.

    Raises:
        ValueError: no time passes, so that it never comes to it.
    """
    if a_turn + extra <= 0:
        raise ValueError("time must pass: each turn takes at least one card")
    return -(-max(0, deck - doors * size) // (a_turn + extra))


def stairs_damage(tokens: int, time: int, full: int = 3, victims: int = 1) -> int:
    """Return the damage that time spent on the open stairs does.

    Args:
        tokens: tokens on the stairs now.
        time: time spent.
        full: tokens that set them off: 3, with four heroes 6.
        victims: heroes hurt each time: 1, with four heroes 2.
    """
    return victims * ((tokens + time) // full)
