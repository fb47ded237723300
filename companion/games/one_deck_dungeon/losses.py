"""What open boxes cost: consequences, what floors add, what is prevented; and which loss a party would rather bear."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from companion.games.one_deck_dungeon.encounter import (
    FREEZING,
    HALVED,
    KITING,
    STORM,
    SURVIVOR,
    UNDYING,
    UNLIMITED,
    Fight,
)

ALIVE, WOUNDS, TIME = "stay alive", "fewest wounds", "save time"
"""What a party may prefer."""

PREFERENCES = (ALIVE, WOUNDS, TIME)

MUCH_TIME = 3
"""Time in the consequences that brings Freezing Winds."""


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


def loss_of(fight: Fight, covered: int) -> Loss:
    """Return what a set of covered boxes leads to.

    Args:
        fight: the fight.
        covered: a bit for each of `fight.all_boxes`; must be a set that armor allows.
    """
    left = [box for at, box in enumerate(fight.all_boxes) if not covered >> at & 1]
    damage, time, poison = (sum(getattr(box, name) for box in left) for name in ("damage", "time", "poison"))
    damage += (STORM in fight.rules and damage > 0) + (FREEZING in fight.rules and time >= MUCH_TIME)
    time += 2 * (UNDYING in fight.rules and bool(left))
    damage, time = _prevented(fight, damage, time)
    kept = poison if fight.tokens == UNLIMITED else min(poison, fight.tokens)
    return Loss(
        fight.paid[0] + damage + poison - kept,
        fight.paid[1] + time,
        kept,
        not (SURVIVOR in fight.rules and any(box.armor for box in left)),
    )


def _prevented(fight: Fight, damage: int, time: int) -> tuple[int, int]:
    """Return damage and time after prevention; the Paladin's armor forbids any other of damage (ruling 56)."""
    time = max(0, time - fight.prevent[1])
    if HALVED in fight.rules:
        return damage - damage // 2, time
    damage = max(0, damage - fight.prevent[0])
    if KITING in fight.rules and damage == 1:
        return 0, time + 1
    return damage, time


def allowed(fight: Fight, covered: int) -> int:
    """Return the largest part of a set of boxes that armor allows: all of it, or its armor only."""
    armor = sum(1 << at for at, box in enumerate(fight.all_boxes) if box.armor)
    return covered if covered & armor == armor else covered & armor


def falls(fight: Fight, loss: Loss) -> bool:
    """Return whether somebody falls however the damage is shared out; never if no hearts are known."""
    return fight.bearable is not None and loss.damage > fight.bearable


Key = tuple[int, ...]


def ranking(fight: Fight, preference: str) -> Callable[[Loss], Key]:
    """Return the order of losses, smallest best, of a preference.

    To stay alive, nobody falls, then wounds and poison count alike, then time; fewest wounds are damage, then poison,
    then time; to save time, nobody falls, then time, then damage. A card won is better than one lost at equal cost.
    """
    orders: dict[str, Callable[[Loss], Key]] = {
        ALIVE: lambda loss: (falls(fight, loss), loss.damage + loss.poison, loss.time, loss.damage),
        WOUNDS: lambda loss: (loss.damage, loss.poison, loss.time),
        TIME: lambda loss: (falls(fight, loss), loss.time, loss.damage, loss.poison),
    }
    order = orders[preference]
    return lambda loss: (*order(loss), not loss.loot)
