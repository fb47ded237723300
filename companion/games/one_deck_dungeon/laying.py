"""Dice on boxes: what may lie where, what is covered, and what the open boxes cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.abilities import Cost, Effect
from companion.games.one_deck_dungeon.boxes import GREY, Box
from companion.games.one_deck_dungeon.state import Fight, Rolled, in_order

Placed = Sequence[tuple[int, Rolled]]
"""Box numbers, from 0, and dice."""


def on(placed: Placed, box: int) -> list[Rolled]:
    """Return the dice on a box."""
    return [die for at, die in placed if at == box]


def covers(box: Box, dice: Sequence[Rolled]) -> bool:
    """Say whether dice cover a box: one of at least its value, or, where it is wide, any that add up to it."""
    if not dice:
        return False
    return sum(die.value for die in dice) >= box.target if box.wide else dice[0].value >= box.target


def covered(boxes: Sequence[Box], placed: Placed) -> list[bool]:
    """Return, for each box, whether it is covered."""
    return [covers(box, on(placed, at)) for at, box in enumerate(boxes)]


def armor_left(boxes: Sequence[Box], placed: Placed) -> list[int]:
    """Return the numbers of the armor boxes that are still open."""
    return [at for at, done in enumerate(covered(boxes, placed)) if boxes[at].armor and not done]


def matches(die: Rolled, box: Box) -> bool:
    """Say whether the colour of a die goes on a box: its own, black on any, any on a grey one."""
    return box.colour in (GREY, die.colour) or die.colour == "H"


def barred(die: Rolled, box: Box, rules: Sequence[Effect]) -> bool:
    """Say whether a rule of the boss keeps a die off a skull box."""
    return box.skull and any(isinstance(e, a.Bar) and e.colour == die.colour for e in rules)


def swallows(box: Box, at: int, fight: Fight, rules: Sequence[Effect]) -> bool:
    """Say whether a box takes a first die that is discarded (one-deck-dungeon.boss.lich)."""
    return box.skull and at not in fight.struck and any(isinstance(e, a.Twice) for e in rules)


def places_for(boxes: Sequence[Box], fight: Fight, rules: Sequence[Effect]) -> Iterator[tuple[int, Rolled]]:
    """Yield every box and die that may be placed there now; dice that are alike once."""
    done = covered(boxes, fight.placed)
    armor = bool(armor_left(boxes, fight.placed))
    for die in dict.fromkeys(fight.dice):
        for at, box in enumerate(boxes):
            if not done[at] and (box.armor or not armor) and goes(die, box, rules):
                yield at, die


def goes(die: Rolled, box: Box, rules: Sequence[Effect]) -> bool:
    """Say whether a die alone may lie on a box, whatever lies elsewhere."""
    if die.only == "mana" or (die.only == "armor" and not box.armor) or die.value < 1:
        return False
    return matches(die, box) and not barred(die, box, rules) and (box.wide or die.value >= box.target)


def place(boxes: Sequence[Box], fight: Fight, rules: Sequence[Effect], at: int, die: Rolled) -> Fight:
    """Return the fight with a free die placed on a box, or swallowed by it."""
    fight = without(fight, (die,))
    if swallows(boxes[at], at, fight, rules):
        return replace(fight, struck=(*fight.struck, at))
    laid = sorted((*fight.placed, (at, die)), key=lambda pair: (pair[0], -pair[1].value, pair[1].colour, pair[1].owner))
    return replace(fight, placed=tuple(laid))


def take(fight: Fight, at: int) -> Fight:
    """Return the fight with the dice of a box free again."""
    free = in_order((*fight.dice, *on(fight.placed, at)))
    return replace(fight, dice=free, placed=tuple(pair for pair in fight.placed if pair[0] != at))


def without(fight: Fight, dice: Sequence[Rolled]) -> Fight:
    """Return the fight without some of its free dice.

    Raises:
        ValueError: one of them does not lie there.
    """
    left = list(fight.dice)
    for die in dice:
        left.remove(die)
    return replace(fight, dice=tuple(left))


def open_cost(boxes: Sequence[Box], placed: Placed) -> Cost:
    """Return what the open boxes cost."""
    left = [box for box, done in zip(boxes, covered(boxes, placed), strict=True) if not done]
    return Cost(sum(b.damage for b in left), sum(b.time for b in left), sum(b.poison for b in left))


def with_extras(cost: Cost, rules: Sequence[Effect], any_open: bool) -> Cost:
    """Return the consequences with what is added once: by the foe first, then by the floors, in their order."""
    for extra in rules:
        if isinstance(extra, a.Extra) and _asked(extra, cost, any_open):
            cost = cost.plus(extra.cost)
    return cost


def _asked(extra: a.Extra, cost: Cost, any_open: bool) -> bool:
    least = extra.least
    if not least:
        return any_open
    return cost.damage >= least.damage and cost.time >= least.time and cost.poison >= least.poison


def prevented(cost: Cost, wards: Sequence[Effect]) -> Cost:
    """Return what is left of the consequences after all prevention (one-deck-dungeon.consequences.order).

    Where one of every two damage is prevented, nothing else prevents damage.
    """
    for ward in wards:
        if isinstance(ward, a.Convert) and cost.damage == ward.damage:
            cost = replace(cost, damage=0).plus(ward.into)
    halved = any(isinstance(ward, a.Halve) for ward in wards)
    for ward in wards:
        if isinstance(ward, a.Prevent):
            cost = _less(cost, replace(ward.cost, damage=0) if halved else ward.cost)
    return replace(cost, damage=cost.damage - cost.damage // 2) if halved else cost


def _less(cost: Cost, ward: Cost) -> Cost:
    return Cost(max(0, cost.damage - ward.damage), max(0, cost.time - ward.time), max(0, cost.poison - ward.poison))
