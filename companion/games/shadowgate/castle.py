"""When the castle opens: the Cavern Stairwell, the Banquet Hall, the Great Barrier and the third Staff item.

A cycled quest goes to the bottom of its deck, under every card that nobody has seen; so the next draws of a deck are
the unseen cards in random order, and then what was cycled. Cards are counted by draws from the deck they lie in.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import NamedTuple

from companion.engine.odds import Table
from companion.games.shadowgate.cards import STAFFS


def within(draws: int, unseen: int) -> Fraction:
    """Return the chance that one card of a deck is among its next draws: m of u.

    Args:
        draws: m; more than there are unseen draw it for sure.
        unseen: cards of the deck that nobody has seen, the wanted one among them.
    """
    if draws < 0 or unseen < 1:
        raise ValueError(f"{draws} draws from {unseen} unseen cards: there are no such draws")
    return Fraction(min(draws, unseen), unseen)


def position_law(unseen: int) -> Table[int]:
    """Return the law of the draw that brings one card of the unseen ones; its mean is (u + 1)/2."""
    return Table(dict.fromkeys(range(1, unseen + 1), 1))


class Vault(NamedTuple):
    """What of deck III nobody has seen, for the time of the Final Quest.

    Args:
        barrier: whether the Great Barrier is still in the deck; if not, it was revealed.
        staffs: for each other card that nobody has named, how many Staff items its reward brings.
        down: how many cards of the deck may come in any order, the Barrier included; the cards that nobody has named
            are more than these where some were revealed without a word.
        left: Staff items still in the stack on the board.
        met: chance that a quest which brings a Staff item is met before long, once it is revealed.
    """

    barrier: bool
    staffs: tuple[int, ...]
    down: int
    left: int = STAFFS
    met: Fraction = Fraction(1)


def staffs_gone(vault: Vault, drawn: int) -> Fraction:
    """Return the chance that so many cards of the vault, the Barrier left out, bring every Staff item still there.

    Args:
        vault: the unseen cards.
        drawn: how many of the cards that are not the Barrier have been drawn.
    """
    if vault.left <= 0:
        return Fraction(1)
    p, q = vault.met.numerator, vault.met.denominator - vault.met.numerator
    # ways[n][k]: n cards taken, k Staff items (no more than are left) brought by those that were met.
    ways = [[0] * (vault.left + 1) for _ in range(drawn + 1)]
    ways[0][0] = 1
    for staffs in vault.staffs:
        for n in range(drawn - 1, -1, -1):
            for k, count in enumerate(ways[n]):
                ways[n + 1][min(vault.left, k + staffs)] += count * p
                ways[n + 1][k] += count * q
    total = comb(len(vault.staffs), drawn) * vault.met.denominator**drawn
    return Fraction(ways[drawn][vault.left], total)


def final_within(vault: Vault, draws: int) -> Fraction:
    """Return the chance that the Final Quest is unlocked within so many draws from deck III.

    That takes the Great Barrier revealed and all Staff items gone from the board, in whichever order.

    Args:
        vault: the unseen cards.
        draws: cards drawn; more than there are unseen count as all of them.
    """
    drawn = min(draws, vault.down)
    if not vault.barrier:
        return staffs_gone(vault, drawn)
    if not drawn:
        return Fraction(0)
    return Fraction(drawn, vault.down) * staffs_gone(vault, drawn - 1)


def final_law(vault: Vault) -> tuple[tuple[Fraction, ...], Fraction]:
    """Return the law of the draw that unlocks the Final Quest.

    Returns:
        the chance of each draw from 0 on, and the chance that the deck runs out before.
    """
    reached = [final_within(vault, draws) for draws in range(vault.down + 1)]
    steps = (reached[0], *(late - early for early, late in pairwise(reached)))
    return steps, 1 - reached[-1]
