"""Placement and door-opening search: the one place to import it from.

What opens this door, and where would a Heart do most (`openings`); the fewest Keys that open these doors (`fewest`);
every way to lay a card (`placing`); the options of the player to move as a graph (`options`); the best finish for known
cards (`completion`).
"""

from __future__ import annotations

from companion.games.four_keys.completion import Completion, best_completion, hindsight
from companion.games.four_keys.fewest import Fewest, fewest_keys
from companion.games.four_keys.openings import (
    Missed,
    Opening,
    Space,
    Spot,
    best_spaces,
    missed,
    opening_graph,
    what_opens,
)
from companion.games.four_keys.options import Line, Option, best_line, best_lines, option_graph
from companion.games.four_keys.placing import Placement, placements, pointed

__all__ = [
    "Completion",
    "Fewest",
    "Line",
    "Missed",
    "Opening",
    "Option",
    "Placement",
    "Space",
    "Spot",
    "best_completion",
    "best_line",
    "best_lines",
    "best_spaces",
    "fewest_keys",
    "hindsight",
    "missed",
    "opening_graph",
    "option_graph",
    "placements",
    "pointed",
    "what_opens",
]
