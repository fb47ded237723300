"""Placements as moves: black dice to make, then everything placed at once."""

from __future__ import annotations

from companion.engine.game import Move
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.boxes import COLOURS
from companion.games.one_deck_dungeon.filling import Way
from companion.games.one_deck_dungeon.party import available
from companion.games.one_deck_dungeon.placing import Placement
from companion.games.one_deck_dungeon.state import Fight, Position, Rolled, in_order
from companion.games.one_deck_dungeon.trying import Lying, Trying
from companion.games.one_deck_dungeon.using import payment_owner


def laid(trying: Trying, fight: Fight, lying: Lying) -> tuple[Move, ...]:
    """Return the moves of the best placement of the dice that lie there.

    Args:
        trying: the fight.
        fight: it, as the rules see it; nothing is placed.
        lying: its dice, as `trying` sees them.
    """
    _, _, ways = trying.placed(lying)
    free = list(fight.dice)
    placed = [pair for at, way in enumerate(ways) for pair in _own(free, way, at)]
    wanted = sorted((want for way in ways for want in way.wanted), key=lambda want: -want[1])
    made: list[Move] = []
    for box, value in wanted:
        die = _black(free, value, trying.filling.boxes[box].armor)
        if die is None:
            dice = _pair(free, value, trying.filling.joined) if len(made) < available(fight, "H") else None
            if dice is None:
                continue
            made.append(m.Black(dice))
            die = Rolled("H", min(one.value for one in dice), payment_owner(dice))
        placed.append((box + 1, die))
    return (*made, m.Settle(tuple(sorted(placed, key=lambda pair: pair[0]))))


def _own(free: list[Rolled], way: Way, at: int) -> list[tuple[int, Rolled]]:
    """Take the dice of one colour, or of any where a way covers grey boxes, and return where they lie."""
    colours = COLOURS[at] if at < len(COLOURS) - 1 else "".join(COLOURS)
    found = []
    for box, value in way.used:
        die = next(die for die in free if die.colour in colours and die.value == value and not die.only)
        free.remove(die)
        found.append((box + 1, die))
    return found


def _black(free: list[Rolled], value: int, armor: bool) -> Rolled | None:
    """Take the lowest black die that does, one for armor alone first where that is allowed."""
    fitting = [
        d for d in free if d.colour == "H" and d.value >= value and (not d.only or (armor and d.only == "armor"))
    ]
    if not fitting:
        return None
    die = min(fitting, key=lambda one: (not one.only, one.value))
    free.remove(die)
    return die


def _pair(free: list[Rolled], value: int, joined: int) -> tuple[Rolled, ...] | None:
    """Take the lowest dice that make a black one of a value."""
    fitting = sorted((d for d in free if d.value >= value and not d.only), key=lambda d: (d.value, d.colour == "H"))
    if not joined or len(fitting) < joined:
        return None
    dice = fitting[:joined]
    for die in dice:
        free.remove(die)
    return in_order(dice)


def steps(state: Position, placement: Placement) -> tuple[Move, ...]:
    """Return a placement as moves: the black dice to make, and the dice to place.

    Args:
        state: the position, with nothing placed.
        placement: what to do with the dice that lie there.
    """
    fight = state.fight
    assert fight is not None
    lying = list(fight.dice)
    made: list[Move] = []
    for black in placement.blacks:
        dice = tuple(_take(lying, colour, value) for colour, value in black.of)
        lying.append(Rolled("H", black.value, payment_owner(dice)))
        made.append(m.Black(dice))
    placed = tuple(
        (box + 1, _take(lying, colour, value))
        for box, dice in zip(placement.covered, placement.dice, strict=True)
        for colour, value in dice
    )
    return (*made, m.Settle(placed))


def _take(lying: list[Rolled], colour: str, value: int) -> Rolled:
    die = next(die for die in lying if (die.colour, die.value) == (colour, value) and not die.only)
    lying.remove(die)
    return die
