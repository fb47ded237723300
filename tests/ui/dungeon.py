"""Tables of One Deck Dungeon for tests of its page: laid out, walked to a moment, and read."""

from __future__ import annotations

import random

import companion
from companion.ui.pad import Ask

FOUR = ("hero ana warrior", "hero bo rogue", "hero cy mage", "hero di archer")
TWO = ("hero ana warrior", "hero bo mage")
ROOM = ("explore", "enter 1", "card #goblin", "card #boulder")
"""An open room for four: a foe and a peril."""
DOWN = ("set deck 0", "explore", "descend") * 3
"""Down to the boss at once."""


def table_of(store, *lines, heroes=4, dungeon="yetis-cavern", **options):
    """A table of so many heroes after some lines."""
    names = ("Ana", "Bo", "Cy", "Di")[:heroes]
    given = {"edition": "practice", "depth": "light", "tier": "expert", "seed": 3, **options}
    table = companion.open_table("one-deck-dungeon", list(names), store=store, **given)
    setup = {1: ("hero ana warrior",), 2: TWO, 4: FOUR}[heroes]
    for line in (*setup, f"dungeon {dungeon}", *lines):
        table.play(line)
    return table


def rolled(ask: Ask, seed: int = 2) -> list[tuple[str, ...]]:
    """Faces for a dice pad."""
    rng = random.Random(seed)
    return [tuple(rng.choice(step.keys).id for _ in range(step.most)) for step in ask.steps]
