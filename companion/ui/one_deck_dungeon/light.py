"""Light: names of the cards met, hearts and time lost, loot."""

from __future__ import annotations

from companion.ui.one_deck_dungeon.base import DungeonPlay


class Light(DungeonPlay):
    """The Table tab while dice are not followed: every fight is told by its result."""
