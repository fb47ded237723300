"""How four heroes part to resist poison: only partings that differ are asked about, the best first."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from companion.engine.odds import natural_frequency
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.poison import FACES
from companion.games.one_deck_dungeon.state import Position
from companion.games.one_deck_dungeon.turns import needed, pairs, tokens_against
from companion.ui.one_deck_dungeon.fights import Pair


class Parting(msgspec.Struct, frozen=True):
    """Two groups of two.

    Args:
        groups: the groups that roll, those with poison; the first of them rolls first.
        chances: the chance of each to resist.
    """

    groups: tuple[Pair, ...]
    chances: tuple[Fraction, ...]

    @property
    def chance(self) -> Fraction:
        """The chance that everybody resists."""
        out = Fraction(1)
        for one in self.chances:
            out *= one
        return out

    @property
    def words(self) -> str:
        """How likely it is, in small type."""
        return f"{'both ' if len(self.groups) > 1 else ''}{natural_frequency(self.chance)}"


def chance(cat: Catalogue, state: Position, group: Pair) -> Fraction:
    """Return the chance that a group resists now, with the leaves that are told."""
    return Fraction(min(FACES, max(0, FACES + 1 - needed(cat, state, group))), FACES)


def partings(cat: Catalogue, state: Position) -> list[Parting]:
    """Return the partings that differ in what is rolled and who may be hurt, the best first.

    With one poisoned hero any partner does, unless a skill helps; so there is often nothing to be asked.
    """
    found: dict[frozenset[tuple[Pair, int]], Parting] = {}
    for groups in pairs(state):
        rolls = tuple(group for group in groups if tokens_against(state, group))
        victims = [tuple(who for who in group if state.hero(who).poison) or group for group in rolls]
        what = frozenset(zip(victims, (needed(cat, state, group) for group in rolls), strict=True))
        if rolls:
            found.setdefault(what, Parting(rolls, tuple(chance(cat, state, group) for group in rolls)))
    return sorted(found.values(), key=lambda one: (-one.chance, sum(1 - each for each in one.chances)))
