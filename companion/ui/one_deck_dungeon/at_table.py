"""What every part of the Table tab reads: the game with its box, the position, and what the table is at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.one_deck_dungeon.kinds import CORE, FOREST
from companion.games.one_deck_dungeon.rules import OneDeckDungeon
from companion.games.one_deck_dungeon.state import Position
from companion.ui import at_table

if TYPE_CHECKING:
    from companion.games.one_deck_dungeon.catalogue import Catalogue
    from companion.ui.one_deck_dungeon.jobs import Job


class AtTable(at_table.AtTable[OneDeckDungeon, Position]):
    """A part of the Table tab.

    Attributes:
        telling: the place of what is being told; empty for nothing.
        foes: the set whose names are shown, where the deck holds both.
        job: what is being described.
        choosing: whether somebody chooses what to describe.
    """

    telling: str
    foes: str
    job: Job | None
    choosing: bool

    @property
    def cat(self) -> Catalogue:
        """The cards of the box."""
        return self.game.cat

    @property
    def described_here(self) -> bool:
        """Whether something is being described, or is about to be."""
        return self.job is not None or self.choosing

    @property
    def moment(self) -> str:
        """What the table is at, in a word.

        "hero", "dungeon", "basic", "xp" (the setup), "turn", "open", "meet", "round", "before" (a fight that has not
        begun), "result", "dice" (a fight that is followed), "due", "loot", "resist", "end", "over"; and "describe"
        while somebody describes a card.
        """
        state = self.state
        if self.described_here:
            return "describe"
        if state.ended:
            return "over"
        if state.due:
            return "due"
        if state.step == "setup":
            return state.pending[0].split()[0]
        if state.step == "fight" and state.fight is not None:
            if not state.fight.begun:
                return "before"
            return "result" if state.fight.untold else "dice"
        return state.step

    @property
    def shown_set(self) -> str:
        """The set whose names are shown."""
        deck = self.state.deck
        return self.foes if deck == "hybrid" else FOREST if deck == "forest" else CORE
