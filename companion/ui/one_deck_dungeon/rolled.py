"""The roll that lies on the table: a placement at once, the best one, the ways beside it, and the moves for one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

import msgspec
from msgspec.structs import replace

from companion.engine.errors import CompanionError
from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon import odds
from companion.games.one_deck_dungeon.abilities import PERIL, Cost
from companion.games.one_deck_dungeon.boss_placing import placements, ready
from companion.games.one_deck_dungeon.boxes import GREY, Box
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.losses import Loss, allowed, loss_of
from companion.games.one_deck_dungeon.losses import falls as lethal
from companion.games.one_deck_dungeon.placing import Die, Placement, Present
from companion.games.one_deck_dungeon.rooms import floors, room_kind
from companion.games.one_deck_dungeon.state import Position
from companion.games.one_deck_dungeon.telling import COLOUR_WORDS

MOST = 3
"""Placements that are shown: the best, and two ways beside it."""
QUICK = 8
"""Dice of a roll that is gone through while the page waits."""


class Lying(msgspec.Struct, frozen=True):
    """A roll and what it is placed on.

    Args:
        fight: boxes and rules, with what was paid already left out.
        dice: the dice that lie free, colour and value.
        standing: against a boss the damage on it and on each hero.
        rows: how many of the boxes, the last ones, each floor has brought.
    """

    fight: Fight
    dice: tuple[Die, ...]
    standing: tuple[int, ...] = ()
    rows: tuple[int, ...] = ()

    @property
    def roll(self) -> tuple[tuple[int, ...], ...]:
        """The values by colour."""
        return odds.by_colour(self.dice)

    @property
    def quick(self) -> bool:
        """Whether the best placement is found in a blink."""
        return len(self.dice) <= QUICK


class Shown(msgspec.Struct, frozen=True):
    """A placement as people are told of it.

    Args:
        placement: boxes and dice.
        loss: what it costs.
        hits: skulls covered.
        proven: whether every way was gone through, so that none is better.
    """

    placement: Placement
    loss: Loss
    hits: int = 0
    proven: bool = True


def lying(cat: Catalogue, state: Position) -> Lying | None:
    """Return the roll of the present fight; None where its boxes are not known, or some dice are placed already."""
    try:
        standing = (state.wounds, *(hero.damage for hero in state.heroes)) if state.at_boss else ()
        peril = state.fight is not None and room_kind(cat, state, state.fight) == PERIL
        rows = tuple(len(floor.peril if peril else floor.combat) for floor in floors(cat, state))
        return Lying(*odds.lying(cat, state), standing, rows)
    except CompanionError:
        return None


def shown(roll: Lying, preference: str) -> tuple[Shown, ...]:
    """Return the best placement and up to two that give more of something.

    Against a boss a skull that stays open counts like a heart, as long as `for_boss` knows no better.
    """
    fight = replace(roll.fight, boxes=tuple(map(_weighed, roll.fight.boxes)))
    priced = Present(fight, roll.roll, 0).priced(preference)
    found: list[Shown] = []
    for one in (priced.best, *priced.others):
        told = _told(roll.fight, one, priced.proven)
        if all((told.loss, told.hits) != (other.loss, other.hits) for other in found):
            found.append(told)
    return tuple(found[:MOST])


def for_boss(cat: Catalogue, state: Position) -> tuple[Shown, ...]:
    """Return the placements that leave the best chances to win; none where these are not worked out already."""
    known = ready(cat, state) if state.at_boss else None
    if known is None:
        return ()
    found = [Shown(one.placement, one.placement.loss, one.blow.hits, one.proven)
             for one in placements(cat, state, known=known)]  # fmt: skip
    return tuple(found[:MOST])


def first(roll: Lying) -> Shown:
    """Return a placement that the rules allow, found at once: box by box, armor first, then what costs most.

    It is drawn while the best one is sought, which makes black dice too and weighs boxes against each other.
    """
    fight = replace(roll.fight, boxes=tuple(map(_weighed, roll.fight.boxes)))
    left, laid = list(roll.dice), dict[int, tuple[Die, ...]]()
    for at in sorted(range(len(fight.boxes)), key=lambda at: _urgency(fight.boxes[at])):
        dice = _covering(fight, fight.boxes[at], left)
        for die in dice:
            left.remove(die)
        laid |= {at: dice} if dice else {}
    covered = allowed(fight, sum(1 << at for at in laid))
    boxes = tuple(at for at in sorted(laid) if covered >> at & 1)
    return _told(roll.fight, Placement(loss_of(fight, covered), boxes, (), tuple(laid[at] for at in boxes)), False)


def _urgency(box: Box) -> tuple[bool, int, int]:
    return not box.armor, -4 * (box.damage + box.poison) - box.time, box.target


def _covering(fight: Fight, box: Box, left: Sequence[Die]) -> tuple[Die, ...]:
    """Return dice that cover a box, as low as they may be, black ones last; nothing where none do."""
    barred = box.skull and any(rule.colour == "H" for rule in fight.having(a.Bar))
    usable = [d for d in left if box.colour in (GREY, d[0]) or (d[0] == "H" and not barred)]
    usable = [d for d in usable if not (barred and d[0] == "H")]
    if not box.wide:
        copies = 2 if box.skull and any(fight.having(a.Twice)) else 1
        fitting = sorted((d for d in usable if d[1] >= box.target), key=lambda d: (d[0] == "H", d[1]))
        return tuple(fitting[:copies]) if len(fitting) >= copies else ()
    picked: list[Die] = []
    for die in sorted(usable, key=lambda d: (d[0] == "H", -d[1])):
        if sum(value for _, value in picked) < box.target:
            picked.append(die)
    for die in sorted(picked, key=lambda d: d[1]):
        if sum(value for _, value in picked) - die[1] >= box.target:
            picked.remove(die)
    return tuple(picked) if sum(value for _, value in picked) >= box.target else ()


def _weighed(box: Box) -> Box:
    return replace(box, damage=box.damage + 1) if box.skull else box


def _told(fight: Fight, placement: Placement, proven: bool) -> Shown:
    skulls = [at for at, box in enumerate(fight.boxes) if box.skull]
    hits = sum(at in placement.covered for at in skulls)
    if not skulls:
        return Shown(placement, placement.loss, 0, proven)
    loss = placement.loss._replace(damage=max(0, placement.loss.damage - (len(skulls) - hits)))
    return Shown(placement, loss, hits, proven)


def line(placement: Placement) -> str:
    """Return the moves that carry a placement out, as table shorthand: black dice first, then all at once."""
    steps = [f"black {' '.join(f'{c}{v}' for c, v in black.of)}" for black in placement.blacks]
    placed = [
        f"{colour}{value} > {box + 1}"
        for box, dice in zip(placement.covered, placement.dice, strict=True)
        for colour, value in dice
    ]
    return "; ".join([*steps, " ".join(["settle", *placed])])


def falls(roll: Lying, one: Shown) -> bool:
    """Return whether somebody falls of a placement, however its damage is shared out."""
    return lethal(roll.fight, one.loss)


def open_words(roll: Lying, one: Shown) -> str:
    """Say what a loss comes from where it is not the card alone: open boxes of floors, rules, and what is prevented.

    "the card 1 heart; floor 2 (Magic 5) 2 hearts; 1 heart prevented"; empty where the card is all of it.
    """
    boxes, covered = roll.fight.all_boxes, set(one.placement.covered)
    first, rows = len(boxes) - sum(roll.rows), []
    card = _cost(box for at, box in enumerate(boxes[:first]) if at not in covered)
    for floor, many in enumerate(roll.rows, start=1):
        still = [boxes[at] for at in range(first, first + many) if at not in covered]
        first += many
        rows += [(f"floor {floor} ({', '.join(map(_box_words, still))})", _cost(still))] if still else []
    total = reduce(Cost.plus, (cost for _, cost in rows), card)
    lost = (one.loss.damage, one.loss.time, one.loss.poison)
    sums = [(part, now - before) for part, now, before in zip(PARTS, lost, _parts(total), strict=True)]
    more, less = (_lost_words([(part, sign * n) for part, n in sums if sign * n > 0]) for sign in (1, -1))
    if not rows and not more and not less:
        return ""
    told = [("the card", card), *rows]
    said = [f"{name} {_lost_words(list(zip(PARTS, _parts(cost), strict=True)))}" for name, cost in told if cost]
    return "; ".join([*said, *[f"by a rule {more}"] * bool(more), *[f"{less} prevented"] * bool(less)])


PARTS = ("heart", "time", "poison")


def _parts(cost: Cost) -> tuple[int, int, int]:
    return cost.damage, cost.time, cost.poison


def _cost(boxes: Iterable[Box]) -> Cost:
    return reduce(Cost.plus, (Cost(box.damage, box.time, box.poison) for box in boxes), Cost())


def _box_words(box: Box) -> str:
    """Return a box as people say it: "Magic 5", "any 11 wide"."""
    return f"{COLOUR_WORDS.get(box.colour, 'any')} {box.target}{' wide' * box.wide}"


def _lost_words(parts: Sequence[tuple[str, int]]) -> str:
    return ", ".join(f"{n} {what}{'s' * (n > 1 and what == 'heart')}" for what, n in parts if n)


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


__all__ = ["QUICK", "Lying", "Shown", "falls", "first", "for_boss", "line", "lying", "open_words", "shown", "unused"]
