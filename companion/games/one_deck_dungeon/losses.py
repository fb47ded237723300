"""What open boxes cost: consequences, what is added, what is prevented; and which loss a party would rather bear."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.abilities import Cost
from companion.games.one_deck_dungeon.encounter import UNLIMITED, Fight
from companion.games.one_deck_dungeon.laying import prevented, with_extras

ALIVE, WOUNDS, TIME = "stay alive", "fewest wounds", "save time"
"""What a party may prefer."""

PREFERENCES = (ALIVE, WOUNDS, TIME)

COVER = "cover everything"
"""A preference beside these: all boxes covered, then the fewest wounds."""


class Loss(NamedTuple):
    """What an encounter costs.

    Args:
        damage: hearts lost by the heroes of the fight together.
        time: time spent.
        poison: tokens placed.
        loot: whether the card is won.
    """

    damage: int = 0
    time: int = 0
    poison: int = 0
    loot: bool = True

    def plus(self, cost: Cost, times: int = 1) -> Loss:
        """Return the loss with so many times something more."""
        damage, time, poison = times * cost.damage, times * cost.time, times * cost.poison
        return Loss(self.damage + damage, self.time + time, self.poison + poison, self.loot)


def loss_of(fight: Fight, covered: int) -> Loss:
    """Return what a set of covered boxes leads to.

    Args:
        fight: the fight.
        covered: a bit for each of `fight.all_boxes`; must be a set that armor allows.
    """
    left = [box for at, box in enumerate(fight.all_boxes) if not covered >> at & 1]
    cost = Cost(sum(box.damage for box in left), sum(box.time for box in left), sum(box.poison for box in left))
    cost = with_extras(cost, fight.rules, bool(left))
    if fight.early:
        cost = cost.plus(_lack(fight, cost, fight.paid.poison))
    cost = prevented(cost, fight.wards)
    before = fight.paid.plus(_lack(fight, fight.paid))
    cost = cost.plus(_lack(fight, cost, before.poison))
    lost = any(fight.having(a.Survive)) and any(box.armor for box in left)
    return Loss(cost.damage, cost.time, cost.poison, not lost).plus(before)


def _lack(fight: Fight, cost: Cost, gone: int = 0) -> Cost:
    """Return what changes where the supply lacks tokens: damage in their place (one-deck-dungeon.poison.supply).

    Args:
        fight: the fight.
        cost: what is to be placed.
        gone: tokens of the supply that are placed before.
    """
    there = cost.poison if fight.tokens == UNLIMITED else max(0, fight.tokens - gone)
    lack = max(0, cost.poison - there)
    return Cost(lack, 0, -lack)


def allowed(fight: Fight, covered: int) -> int:
    """Return the largest part of a set of boxes that armor allows: all of it, or its armor only."""
    armor = sum(1 << at for at, box in enumerate(fight.all_boxes) if box.armor)
    return covered if covered & armor == armor else covered & armor


def falls(fight: Fight, loss: Loss) -> bool:
    """Return whether somebody falls however the damage is shared out; never if no hearts are known."""
    return fight.bearable is not None and loss.damage > fight.bearable


Key = tuple[int, ...]


def ranking(fight: Fight, preference: str, damage: int = 0) -> Callable[[Loss], Key]:
    """Return the order of losses, smallest best, of a preference.

    To stay alive, nobody falls, then wounds and poison count alike, then time; fewest wounds are damage, then poison,
    then time; to save time, nobody falls, then time, then damage. A card won is better than one lost at equal cost.

    Args:
        fight: the fight.
        preference: one of `PREFERENCES`.
        damage: damage that comes on top of every loss.
    """
    risk = Cost(damage)
    orders: dict[str, Callable[[Loss], Key]] = {
        ALIVE: lambda loss: (falls(fight, loss.plus(risk)), loss.damage + loss.poison, loss.time, loss.damage),
        WOUNDS: lambda loss: (loss.damage, loss.poison, loss.time),
        TIME: lambda loss: (falls(fight, loss.plus(risk)), loss.time, loss.damage, loss.poison),
    }
    order = orders[preference]
    return lambda loss: (*order(loss), not loss.loot)
