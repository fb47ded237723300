"""What a refused move means that did happen: on the table's word, or after the past was changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.engine.game import Move
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.effects import apply
from companion.games.one_deck_dungeon.laying import goes, without
from companion.games.one_deck_dungeon.rooms import boxes, curses
from companion.games.one_deck_dungeon.state import Dice, Due, Fight, Position, Rolled

MOST = 100
"""Whatever is told in numbers is at most so much."""


def insist(cat: Catalogue, state: Position, move: Move) -> Position:
    """Return the position after a refused move that did happen.

    A die that was told otherwise since is stood in for by one that lies there; what heroes have taken they have taken,
    whether it was due or not.

    Raises:
        CompanionError, LookupError, ValueError, AssertionError, TypeError: it has no meaning here.
    """
    if any(number > MOST for number in _numbers(msgspec.to_builtins(move))):
        raise ValueError(f"nothing is lost or told by more than {MOST}")
    if isinstance(move, m.Settle) and state.fight is not None:
        move = replace(move, placed=_standing_in(cat, state, state.fight, move.placed))
    if isinstance(move, m.Damage) and not _asked(state, "damage", "stairs"):
        state = _owing(state, "damage", move.shares)
    if isinstance(move, m.Poison) and not _asked(state, "poison"):
        state = _owing(state, "poison", move.shares)
    return apply(cat, state, move)


def _owing(state: Position, what: str, shares: m.Shares) -> Position:
    """Return the position in which just what was taken is due first."""
    return replace(state, due=(Due(what, sum(n for _, n in shares), state.handles), *state.due))


def _numbers(value: Any) -> Iterator[int]:
    """Yield every number in the plain values of a move."""
    if isinstance(value, int):
        yield value
    elif isinstance(value, dict | list | tuple):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _numbers(one)


def _asked(state: Position, *what: str) -> bool:
    return bool(state.due) and state.due[0].what in what


def _standing_in(
    cat: Catalogue, state: Position, fight: Fight, placed: tuple[tuple[int, Rolled], ...]
) -> tuple[tuple[int, Rolled], ...]:
    """Return a placement with the dice that lie free now; a box for which none of its color is left stays open."""
    asked, rules = boxes(cat, state, fight), curses(cat, state, fight)
    out = []
    for number, die in placed:
        found = _like(fight.dice, die)
        if found is not None and 0 < number <= len(asked) and goes(found, asked[number - 1], rules):
            out.append((number, found))
            fight = without(fight, (found,))
    return tuple(out)


def _like(dice: Dice, wanted: Rolled) -> Rolled | None:
    """Return the die itself, or the one of its color and owner whose value is nearest; None where there is none."""
    same = [die for die in dice if (die.colour, die.owner) == (wanted.colour, wanted.owner)]
    return min(same, key=lambda die: abs(die.value - wanted.value), default=None)
