"""Odds of 4 KEYS by dealing small decks in every order: slow, and simple enough to be checked by hand.

A deal gives every place its card: first the places of which something was told, then the pile from the top. All deals
that agree with what was told are equally likely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

from companion.games.four_keys.cards import Card, Door, Key
from companion.games.four_keys.dungeon import GRID, DoorCell, Dungeon, KeyCell, StartCell
from companion.games.four_keys.state import Position, patterns

Cards = tuple[Any, ...]


def deals(unseen: Sequence[Card], told: Sequence[Card], drawn: int) -> Iterator[Cards]:
    """Yield the next cards of every deal that agrees with what was told of cards elsewhere, each once a deal."""
    for order in permutations(unseen, len(told) + drawn):
        if all(pattern.fits(card) for pattern, card in zip(told, order, strict=False)):
            yield order[len(told) :]


def chance(state: Position, pile: int, drawn: int, good: Callable[[Cards], bool]) -> Fraction:
    """Return the chance that the next cards of a pile are good, by counting deals."""
    found = [good(cards) for cards in deals(list(state.piles[pile].unseen), patterns(state, pile), drawn)]
    return Fraction(sum(found), len(found))


def symbols_on(card: Card, shape: str) -> int:
    """Return the symbols that a Key shows on its better side, or that a Door needs."""
    if isinstance(card, Key):
        return max((card.a or "").count(shape), (card.b or "").count(shape))
    return (card.needs or "").count(shape) if isinstance(card, Door) else 0


def opens(dungeon: Dungeon, at: int, card: Card) -> bool:
    """Say whether a door opens if a card is taken and laid anywhere, with either side up."""
    if not isinstance(card, Key):
        return False
    for hole in dungeon.holes():
        for face in (card.a, card.b):
            if at in _ready(dungeon.put(hole, KeyCell(face, None, card.level))):
                return True
    return False


def _ready(dungeon: Dungeon) -> list[int]:
    """Return the closed doors whose keys are all there, by looking along the four lines."""
    out = []
    for at, cell in enumerate(dungeon.cells):
        if isinstance(cell, DoorCell | StartCell) and not cell.open and cell.needs is not None:
            lines = [i for i in range(GRID * GRID) if (i // GRID == at // GRID) != (i % GRID == at % GRID)]
            shown = "".join(
                other.shows or "" for other in (dungeon.cells[i] for i in lines) if isinstance(other, KeyCell)
            )
            if all(cell.needs.count(shape) <= shown.count(shape) for shape in cell.needs):
                out.append(at)
    return out
