"""A fight made ready for counting: where its dice lie, the law of each die, and the worth of each set of boxes."""

from __future__ import annotations

from functools import cached_property

import msgspec

from companion.games.one_deck_dungeon.boxes import COLOURS, GREY
from companion.games.one_deck_dungeon.covers import Covers, Slot
from companion.games.one_deck_dungeon.encounter import AURA, BARRED, DODGE, ETHEREAL, SPLIT, TWICE, Fight
from companion.games.one_deck_dungeon.grid import Grid, Kind
from companion.games.one_deck_dungeon.losses import Key, Loss, allowed, loss_of, ranking
from companion.games.one_deck_dungeon.rolls import FAIR, Faces, discarding, lowered

COLOURED = COLOURS[:3]
"""The colours whose dice are not black."""


class Choice(msgspec.Struct, frozen=True):
    """The best that a set of coverable boxes allows.

    Args:
        key: its place in the order of a preference; smaller is better.
        loss: what it leads to.
        covered: the boxes that are covered, a part of the set.
    """

    key: Key
    loss: Loss
    covered: int


class Plan:
    """One fight and what follows from it alone, whatever is rolled.

    Args:
        fight: the fight.
    """

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self.boxes = fight.all_boxes
        self.joined = 3 if DODGE in fight.rules else 2
        self.all = (1 << len(self.boxes)) - 1
        self.kinds = self._kinds()
        self.covers = tuple(Covers(kind.slots) for kind in self.kinds)
        self._grids: dict[str, tuple[Grid, list[Choice]]] = {}

    def _kinds(self) -> tuple[Kind, ...]:
        """Return the colours, then what takes dice of several of them, of black ones only, or of no black ones."""
        dice = self.fight.pool.counts()
        coloured = [at for at in range(3) if dice[at] or self._slots(COLOURED[at])]
        grey = self._slots(GREY)
        alone = len(coloured) == 1
        kinds = [Kind(self._slots(COLOURED[at]) + (grey if alone else ()), at) for at in coloured]
        if grey and not alone:
            kinds.append(Kind(grey, takes=tuple(range(len(coloured)))))
        if self._slots("H"):
            kinds.append(Kind(self._slots("H")))
        for place, at in enumerate(coloured):
            if self._slots(COLOURED[at], barred=True):
                kinds.append(Kind(self._slots(COLOURED[at], barred=True), takes=(place,), black=False))
        return tuple(kinds)

    def _slots(self, colour: str, barred: bool = False) -> tuple[Slot, ...]:
        """Return the boxes of a colour, those that black dice may not fill apart from the others."""
        rules = self.fight.rules
        return tuple(
            Slot(1 << at, box.target, box.wide, 2 if TWICE in rules and box.skull else 1)
            for at, box in enumerate(self.boxes)
            if box.colour == colour and (BARRED in rules and box.skull) == barred
        )

    @cached_property
    def faces(self) -> tuple[Faces, Faces]:
        """Return the law of a coloured and of a black die on the roll."""
        values = set(self.fight.cursed) | ({1, 3} if ETHEREAL in self.fight.rules else set())
        plain = discarding(FAIR, values)
        return plain, lowered(plain) if AURA in self.fight.rules else plain

    @property
    def counts_ones(self) -> bool:
        """Return whether rolled 1s cost something by themselves."""
        return SPLIT in self.fight.rules

    @cached_property
    def losses(self) -> dict[int, Loss]:
        """Return the loss of each set of covered boxes that armor allows."""
        sets = {mask for mask in range(self.all + 1) if allowed(self.fight, mask) == mask}
        return {mask: loss_of(self.fight, mask) for mask in sets}

    def best(self, preference: str) -> list[Choice]:
        """Return for each set of boxes that dice can cover the best it allows; among equals, to cover everything."""
        rank = ranking(self.fight, preference)
        found: list[Choice] = []
        for mask in range(self.all + 1):
            choices = [found[mask & ~(1 << at)] for at in range(len(self.boxes)) if mask >> at & 1]
            loss = self.losses.get(mask)
            if loss is not None:
                choices.append(Choice((*rank(loss), mask != self.all), loss, mask))
            found.append(min(choices, key=lambda choice: (choice.key, -choice.covered.bit_count())))
        return found

    def grid(self, preference: str) -> tuple[Grid, list[Choice]]:
        """Return the arrays of best outcomes for a preference, and what each number in them stands for."""
        if preference not in self._grids:
            best = self.best(preference)
            order = {choice.key: choice for choice in sorted(best, key=lambda choice: choice.key)}
            place = {key: number for number, key in enumerate(order)}
            ranks = [place[choice.key] for choice in best]
            self._grids[preference] = Grid(self.kinds, ranks, self.joined, self.covers), list(order.values())
        return self._grids[preference]
