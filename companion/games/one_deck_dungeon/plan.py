"""A fight made ready for counting: where its dice lie, the law of each die, and the worth of each set of boxes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import msgspec

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.abilities import Effect
from companion.games.one_deck_dungeon.boxes import COLOURS, GREY, Box
from companion.games.one_deck_dungeon.covers import Covers, Slot
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.grid import Grid, Kind
from companion.games.one_deck_dungeon.losses import Key, Loss, allowed, loss_of, ranking
from companion.games.one_deck_dungeon.rolls import FAIR, Faces, Marks, discarding, lowered

COLOURED = COLOURS[:3]
"""The colours whose dice are not black."""


TALLY = 64
"""More than the dice of any pool."""


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
        making: whether black dice are made; without, everything is only a lower bound, and much faster.
        wards: all that may be taken off the consequences, one or the other; left out, what the fight says.
    """

    def __init__(self, fight: Fight, making: bool = True, wards: Sequence[tuple[Effect, ...]] = ()) -> None:
        self.fight = fight
        self.wards = tuple(dict.fromkeys(wards)) or (fight.wards,)
        self.joined = fight.joined if making and fight.supply else 0
        self.supply = fight.supply
        self.boxes = fight.all_boxes
        self.all = (1 << len(self.boxes)) - 1
        self.kinds = self._kinds()
        self.covers = tuple(Covers(kind.slots) for kind in self.kinds)
        self._grids: dict[tuple[str, int], tuple[Grid, list[Choice]]] = {}

    def _kinds(self) -> tuple[Kind, ...]:
        """Return the colours, then what takes dice of several of them, of black ones only, or of no black ones."""
        dice = self.fight.pool.counts()
        wild = {colour: self._slots(colour, black=True) for colour in (*COLOURED, GREY)}
        own = {colour: self._slots(colour, black=False) for colour in (*COLOURED, GREY)}
        coloured = [at for at in range(3) if dice[at] or wild[COLOURED[at]] or own[COLOURED[at]]]
        alone = len(coloured) == 1
        kinds = [Kind(wild[COLOURED[at]] + (wild[GREY] if alone else ()), at) for at in coloured]
        everywhere = tuple(range(len(coloured)))
        if wild[GREY] and not alone:
            kinds.append(Kind(wild[GREY], takes=everywhere))
        if self._slots("H", black=True):
            kinds.append(Kind(self._slots("H", black=True)))
        barred = [(place, own[COLOURED[at]]) for place, at in enumerate(coloured) if own[COLOURED[at]]]
        kinds += [Kind(slots, takes=(place,), black=False) for place, slots in barred]
        if own[GREY]:
            kinds.append(Kind(own[GREY], takes=everywhere, black=False))
        return tuple(kinds)

    def _slots(self, colour: str, black: bool) -> tuple[Slot, ...]:
        """Return the boxes of a colour that black dice may fill, or those that they may not."""
        return tuple(
            Slot(1 << at, box.target, box.wide, 2 if box.skull and any(self.fight.having(a.Twice)) else 1)
            for at, box in enumerate(self.boxes)
            if box.colour == colour and self._barred(box) != black
        )

    def _barred(self, box: Box) -> bool:
        return box.skull and any(rule.colour == "H" for rule in self.fight.having(a.Bar))

    @cached_property
    def faces(self) -> tuple[Faces, Faces, Faces, Faces]:
        """Return the law of a die of each colour on the roll."""
        strength, agility, magic, heroic = (self._faces(colour) for colour in COLOURS)
        return strength, agility, magic, heroic

    def _faces(self, colour: str) -> Faces:
        gone = {v for rule in self.fight.having(a.Discard) if colour in (rule.colours or COLOURS) for v in rule.values}
        faces = discarding(FAIR, gone)
        for rule in self.fight.having(a.Weaken):
            faces = lowered(faces, rule.n) if rule.colour == colour else faces
        return faces

    @cached_property
    def marks(self) -> Marks:
        """Return what rolled faces add to the tally: a digit to the base of `TALLY` for each toll."""
        tolls = self.fight.tolls
        marks = [sum(TALLY**at for at, toll in enumerate(tolls) if toll.face == face) for face in range(1, 7)]
        return (marks[0], marks[1], marks[2], marks[3], marks[4], marks[5])

    def tolled(self, loss: Loss, tally: int) -> Loss:
        """Return a loss with what the rolled faces cost."""
        for toll in self.fight.tolls:
            loss = loss.plus(toll.cost, tally % TALLY)
            tally //= TALLY
        return loss

    @cached_property
    def losses(self) -> dict[int, Loss]:
        """Return the loss of each set of covered boxes that armor allows."""
        sets = {mask for mask in range(self.all + 1) if allowed(self.fight, mask) == mask}
        return {mask: loss_of(self.fight, mask) for mask in sets}

    def _warded(self, mask: int) -> Iterator[Loss]:
        """Yield the loss of a set of covered boxes by what may be taken off; nothing where armor bars the set."""
        if mask not in self.losses:
            return
        for wards in self.wards:
            same = wards == self.fight.wards
            yield self.losses[mask] if same else loss_of(msgspec.structs.replace(self.fight, wards=wards), mask)

    def best(self, preference: str, damage: int = 0) -> list[Choice]:
        """Return for each set of boxes that dice can cover the best it allows; among equals, to cover everything."""
        rank = ranking(self.fight, preference, damage)
        found: list[Choice] = []
        for mask in range(self.all + 1):
            choices = [found[mask & ~(1 << at)] for at in range(len(self.boxes)) if mask >> at & 1]
            choices += [Choice((*rank(loss), mask != self.all), loss, mask) for loss in self._warded(mask)]
            found.append(min(choices, key=lambda choice: (choice.key, -choice.covered.bit_count())))
        return found

    def grid(self, preference: str, tally: int = 0) -> tuple[Grid, list[Choice]]:
        """Return the arrays of best outcomes for a preference, and what each number in them stands for.

        Args:
            preference: one of `losses.PREFERENCES`.
            tally: what was counted of the rolled faces; it matters where they wound.
        """
        damage = self.tolled(Loss(), tally).damage if self.fight.bearable is not None else 0
        key = (preference, damage)
        if key not in self._grids:
            best = self.best(preference, damage)
            order = {choice.key: choice for choice in sorted(best, key=lambda choice: choice.key)}
            place = {ranked: number for number, ranked in enumerate(order)}
            ranks = [place[choice.key] for choice in best]
            grid = Grid(self.kinds, ranks, self.joined, self.covers, supply=self.supply)
            self._grids[key] = grid, list(order.values())
        return self._grids[key]
