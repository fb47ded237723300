"""The roll that lies on the table: the best placement, the ways beside it, and the moves that carry one out."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.abilities import Cost
from companion.games.one_deck_dungeon.boxes import COLOURS, Box
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.losses import Loss
from companion.games.one_deck_dungeon.placing import Die, Placement, Present
from companion.games.one_deck_dungeon.state import Position
from companion.ui.one_deck_dungeon.fights import of_position

PASSED = (a.Discard, a.Weaken, a.Toll)
"""What has acted on a roll by the time it lies there."""
MOST = 3
"""Placements that are shown: the best, and two ways beside it."""
QUICK = 9
"""Dice of a roll that is gone through while the page waits."""


class Lying(msgspec.Struct, frozen=True):
    """A roll and what it is placed on.

    Args:
        fight: boxes and rules, with what was paid already left out.
        dice: the dice that lie free, colour and value.
    """

    fight: Fight
    dice: tuple[Die, ...]

    @property
    def roll(self) -> tuple[tuple[int, ...], ...]:
        """The values by colour."""
        return tuple(tuple(value for c, value in self.dice if c == colour) for colour in COLOURS)


class Shown(msgspec.Struct, frozen=True):
    """A placement as people are told of it.

    Args:
        placement: boxes and dice.
        loss: what it costs.
        hits: skulls covered.
    """

    placement: Placement
    loss: Loss
    hits: int = 0


def lying(cat: Catalogue, state: Position) -> Lying | None:
    """Return the roll of the present fight; None where its boxes are not known."""
    going, fight = state.fight, of_position(cat, state)
    if going is None or fight is None:
        return None
    rules = tuple(rule for rule in fight.rules if not isinstance(rule, PASSED))
    dice = tuple((die.colour, die.value) for die in going.dice if die.only != "mana" and die.value > 0)
    return Lying(replace(fight, rules=rules, paid=Cost(), wards=going.wards), dice)


def shown(roll: Lying, preference: str) -> tuple[Shown, ...]:
    """Return the best placement and up to two that give more of something.

    Against a boss a skull that stays open counts like a heart: it is a round longer with it.
    """
    fight = replace(roll.fight, boxes=tuple(map(_weighed, roll.fight.boxes)))
    priced = Present(fight, roll.roll, 0).priced(preference)
    found: list[Shown] = []
    for one in (priced.best, *priced.others):
        told = _told(roll.fight, one)
        if all((told.loss, told.hits) != (other.loss, other.hits) for other in found):
            found.append(told)
    return tuple(found[:MOST])


def _weighed(box: Box) -> Box:
    return replace(box, damage=box.damage + 1) if box.skull else box


def _told(fight: Fight, placement: Placement) -> Shown:
    skulls = [at for at, box in enumerate(fight.boxes) if box.skull]
    hits = sum(at in placement.covered for at in skulls)
    if not skulls:
        return Shown(placement, placement.loss)
    loss = placement.loss._replace(damage=max(0, placement.loss.damage - (len(skulls) - hits)))
    return Shown(placement, loss, hits)


def line(placement: Placement) -> str:
    """Return the moves that carry a placement out, as table shorthand: black dice first, then all at once."""
    steps = [f"black {' '.join(f'{c}{v}' for c, v in black.of)}" for black in placement.blacks]
    placed = [
        f"{colour}{value} > {box + 1}"
        for box, dice in zip(placement.covered, placement.dice, strict=True)
        for colour, value in dice
    ]
    return "; ".join([*steps, " ".join(["settle", *placed])])


def unused(dice: Sequence[Die], placement: Placement) -> list[Die]:
    """Return the dice that a placement leaves lying."""
    left = list(dice)
    for black in placement.blacks:
        for die in black.of:
            left.remove(die)
    made = [("H", black.value) for black in placement.blacks]
    for on_box in placement.dice:
        for die in on_box:
            (made if die in made and die not in left else left).remove(die)
    return left


__all__ = ["QUICK", "Lying", "Shown", "line", "lying", "shown", "unused"]
