"""The fitted numbers of the estimate in `outlook`.

They were fitted by least squares to the final points of 2,700 dungeons that the estimate built in games against itself
with the practice cards, and say nothing about any printed card. What a number stands for comes first in its line.
"""

from __future__ import annotations

from math import exp, log

from companion.games.four_keys.dungeon import FULL

LINE_CELLS = 6
"""Cells that share a row or a column with a cell inside a frame."""
MOST_LACKING = 8
"""Symbols lacking beyond which it makes no difference how many they are."""

_PHASES = (1.5, 3.5, 6.0, 9.0, 12.0)
"""Cards still to come, to which the columns below belong."""
_FITTED = {
    "gold": (1.25, 1.40, 1.61, 1.87, 2.43),  # a Gold Piece
    "fixed": (0.99, 0.99, 0.95, 0.95, 1.00),  # a point of a Room that is worth the same everywhere
    "spots": (0.97, 0.96, 0.94, 0.95, 1.07),  # a point of a Room that is worth 3 in some places
    "chests": (0.97, 0.95, 0.94, 0.97, 1.05),  # a key that a Treasure Chest Room counts
    "near": (0.99, 1.10, 1.17, 1.27, 1.25),  # a free space in its row or column
    "fountains": (0.95, 0.93, 0.90, 0.82, 0.69),  # a key that a Fountain counts
    "time": (0.26, 0.22, 0.19, 0.19, 0.20),  # a card to come, for a Fountain
    "thrones": (0.88, 0.81, 0.78, 0.82, 1.04),  # a Gold Piece, for a Throne Room
    "monsters": (1.00, 1.12, 1.18, 1.20, 1.33),  # an open level 1 Room, for a Monster Room
    "beasts": (0.17, 0.07, 0.12, 0.15, 0.14),  # a card to come, for a Monster Room
    "beside": (2.24, 1.99, 1.85, 1.76, 1.75),  # a Larder next to the best last space
    "pointed": (1.02, 1.05, 1.12, 1.17, 1.23),  # a point of what a Compass points to
    "spare": (0.51, 0.55, 0.64, 0.77, 0.95),  # a point that an arrow at an empty space may gain
    "closed": (-0.67, -1.07, -1.43, -1.42, -1.04),  # a door that stays closed
    "keys": (0.00, 0.16, 0.42, 0.79, 0.85),  # a visible symbol
    "ground": (0.32, 0.26, 0.18, 0.06, 0.10),  # a point of a door to come that would open where it is placed
}
_AT_THE_END = dict.fromkeys(_FITTED, 0.0) | dict.fromkeys(
    ("gold", "fixed", "spots", "chests", "fountains", "thrones", "monsters", "pointed"), 1.0
)
_AT_THE_END["beside"] = 3.0
_CONSTANTS = (0.0, 0.91, 2.11, 2.45, 3.89, 4.45, 6.06, 6.78, 8.54, 9.62, 11.21, 12.01, 13.7, 15.17, 15.17)
"""By cards still to come: what everything else is worth."""
_OPENING = (-0.41, -1.68, 0.62, 0.62, 0.92)
"""Log odds that a door opens: at one symbol lacking and one space, and by more symbols, spaces, time, both."""


class Weights:
    """The numbers for so many cards to come."""

    __slots__ = (*_FITTED, "constant")

    gold: float
    fixed: float
    spots: float
    chests: float
    near: float
    fountains: float
    time: float
    thrones: float
    monsters: float
    beasts: float
    beside: float
    pointed: float
    spare: float
    closed: float
    keys: float
    ground: float
    constant: float

    def __init__(self, left: int) -> None:
        for name, fitted in _FITTED.items():
            setattr(self, name, _between(left, fitted) if left else _AT_THE_END[name])
        self.constant = _CONSTANTS[left]


def _between(left: int, fitted: tuple[float, ...]) -> float:
    """Return a number between those of the phases before and after."""
    if left <= _PHASES[0]:
        return fitted[0]
    for i, phase in enumerate(_PHASES[1:], start=1):
        if left <= phase:
            share = (left - _PHASES[i - 1]) / (phase - _PHASES[i - 1])
            return fitted[i - 1] + share * (fitted[i] - fitted[i - 1])
    return fitted[-1]


WEIGHTS = tuple(Weights(left) for left in range(FULL))
"""By cards still to come. At the end they are what the rules count."""


def _chance(lack: int, spaces: int, left: int) -> float:
    places = min(spaces, left)
    if not lack or not places:
        return float(not lack)
    base, more, room, time, both = _OPENING
    x = base + more * (lack - 1) + room * log(places) + time * log(left) + both * (lack - 1) * log(places)
    return 1 / (1 + exp(-x))


CHANCES = tuple(
    tuple(tuple(_chance(lack, spaces, left) for lack in range(MOST_LACKING + 1)) for spaces in range(LINE_CELLS + 1))
    for left in range(FULL)
)
"""The chance that a door opens by the end: by cards to come, free spaces in its lines, and symbols lacking."""
