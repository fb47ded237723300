"""What a dungeon can be expected to be worth at the end of the game: a quick estimate, the heart of advice.

The estimate is a weighted sum of plain quantities: what is open, what is closed at its chance of opening, what the Keys
are good for, the gold. `weights` holds the numbers. A full dungeon has its true points.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from companion.games.four_keys.bitboard import (
    CHEST,
    COLUMN,
    COMPASS,
    FIELD,
    FIXED,
    FOUNTAIN,
    GUARD,
    IN_LINE,
    LARDER,
    MONSTER,
    NEXT_TO,
    NUMBER,
    ROW,
    SPOT,
    bits,
)
from companion.games.four_keys.dungeon import FULL
from companion.games.four_keys.evaluation import points
from companion.games.four_keys.plan import THRONE, Plan, reach_of
from companion.games.four_keys.weights import CHANCES, LINE_CELLS, MOST_LACKING, WEIGHTS, Weights

SHAPES_ONLY = (1 << NUMBER) - 1
_STEER = 0.6
"""How far a player can steer where the final frame comes to lie: 1 not at all, 0 at will."""
STEERED = tuple(tuple((good / of) ** _STEER if of else 0.0 for of in range(17)) for good in range(17))
"""For so many good frames among so many: how likely a player who steers gets a good one."""
_TYPICAL = {SPOT: 1.8, CHEST: 4.0, FOUNTAIN: 4.0, MONSTER: 3.5, LARDER: 1.6, COMPASS: 3.0, THRONE: 2.5}
"""What a Room that is still to come is worth on average once it is open, by kind."""
_UNTOLD_ROOM = 2.0
SPACE = 2.5
"""What an arrow at an empty space is reckoned at."""
_NEAR, _TIME, _BEASTS, _BESIDE = 0.7, 0.25, 0.2, 2.2
"""Plain points, for arrows that copy: of a free space near a Chest, of a card to come, of a Larder well placed."""

Door: TypeAlias = tuple[int, int, int, Any]
"""A door without its cell: packed requirement, 1 for level 1 Doors, kind, what the kind needs to know."""

cells_of = lru_cache(maxsize=65536)(bits)
"""The cells of a mask, remembered."""


class Lying(NamedTuple):
    """A door as it lies: symbols it lacks, spaces free in its lines, the chance that it opens."""

    at: int
    needs: int
    here: int
    lack: int
    near: int
    opens: float
    first: int
    kind: int
    extra: Any


class Outlook:
    """What is to come, as far as the estimate uses it.

    Args:
        rules: house rules that the score depends on.
        doors: every kind of door that may still come, with how many there are.
    """

    def __init__(self, rules: Mapping[str, bool], doors: Iterable[tuple[Door, int]]) -> None:
        self.rules = rules
        coming = [(needs, float(extra) if kind == FIXED else _TYPICAL.get(kind, _UNTOLD_ROOM), n)
                  for (needs, _, kind, extra), n in doors]  # fmt: skip
        there = sum(n for _, _, n in coming) or 1
        shares: dict[int, float] = {}
        for needs, worth, n in coming:
            shares[needs] = shares.get(needs, 0.0) + worth * n / there
        self._coming = [(needs, share) for needs, share in shares.items() if share]
        self.uses: dict[int, float] = {}
        self.lacks: dict[int, int] = {}

    def expected(self, plan: Plan) -> float:
        """Return the points that a dungeon can be expected to end with."""
        left = FULL - plan.count
        return Survey(self, plan, left).value() if left > 0 else points(plan, self.rules)

    def lack(self, needs: int, here: int) -> int:
        """Return how many symbols of a packed requirement are not among those present."""
        key = needs << NUMBER | here & SHAPES_ONLY
        lack = self.lacks.get(key)
        if lack is None:
            lack = sum(max(0, (needs >> i & FIELD) - (here >> i & FIELD)) for i in (0, 8, 16, 24))
            self.lacks[key] = lack = min(lack, MOST_LACKING)
        return lack

    def use(self, symbols: int) -> float:
        """Return the mean worth of the doors still to come that would open at once among these symbols."""
        use = self.uses.get(symbols)
        if use is None:
            ready = symbols + GUARD
            use = sum([share for needs, share in self._coming if (ready - needs) & GUARD == GUARD])
            self.uses[symbols] = use
        return use


class Survey:
    """A dungeon looked over once: every door with its chance, and what rests on what.

    Args:
        outlook: what is to come.
        plan: the dungeon.
        left: how many cards are reckoned to be still to come; one less than there are before one is laid.
    """

    __slots__ = (
        "arrows", "beasts", "doors", "free", "hole", "larders", "left", "ones", "outlook", "plan", "spare", "units",
        "w", "worth",
    )  # fmt: skip

    def __init__(self, outlook: Outlook, plan: Plan, left: int) -> None:
        self.outlook = outlook
        self.plan = plan
        self.left = left
        self.w: Weights = WEIGHTS[left]
        self.free = reach_of(plan.frames) & ~plan.occupied
        self.worth: dict[int, float] = {}
        """Expected points by cell, for arrows to copy."""
        self.units: list[float] = []
        """What each door adds to the estimate once it is open."""
        self.ones = self.beasts = self.spare = 0.0
        self.larders: list[tuple[int, float]] = []
        self.arrows: list[tuple[int, Sequence[int], float]] = []
        self.doors = [self._lying(at, needs, first, kind, extra) for at, needs, first, kind, extra in plan.doors]
        self.hole = _best_hole(self.larders, self.free) if self.larders else 0
        if self.beasts or self.larders or self.arrows:
            self._settle()

    def _lying(self, at: int, needs: int, first: int, kind: int, extra: Any) -> Lying:
        plan = self.plan
        here = plan.rows[ROW[at]] + plan.columns[COLUMN[at]]
        near = LINE_CELLS - (IN_LINE[at] & plan.occupied).bit_count()
        lack, opens = 0, 1.0
        if (here + GUARD - needs) & GUARD != GUARD:
            lack = self.outlook.lack(needs, here)
            opens = CHANCES[self.left][near][lack]
        self.ones += opens * first
        unit = 0.0
        if kind == MONSTER:
            self.beasts += opens
        elif kind == LARDER:
            self.larders.append((at, opens))
        elif kind == COMPASS:
            self.arrows.append((at, extra, opens))
        else:
            worth, unit = self.unit(at, kind, extra, here, near, plan.frames)
            self.worth[at] = opens * worth
        self.units.append(unit)
        return Lying(at, needs, here, lack, near, opens, first, kind, extra)

    def unit(self, at: int, kind: int, extra: Any, here: int, near: int, frames: int) -> tuple[float, float]:
        """Return the plain worth of an open room, and what it adds to the estimate; not of one that rests on others.

        Args:
            at: its cell.
            kind, extra: which room.
            here: the symbols in its lines.
            near: free spaces in its lines.
            frames: the frames that may still come out.
        """
        w, left = self.w, self.left
        if kind == FIXED:
            return extra, w.fixed * extra
        if kind == SPOT:
            worth = 1 + 2 * STEERED[(frames & extra[at]).bit_count()][frames.bit_count()]
            return worth, w.spots * worth
        if kind == CHEST:
            keys, spaces = here >> NUMBER, near if near < left else left
            return keys + _NEAR * spaces, w.chests * keys + w.near * spaces
        if kind == FOUNTAIN:
            keys = self.plan.total >> extra & FIELD
            return keys + _TIME * left, w.fountains * keys + w.time * left
        if kind == THRONE:
            return self.plan.gold, w.thrones * self.plan.gold
        return _UNTOLD_ROOM, _UNTOLD_ROOM

    def _settle(self) -> None:
        """Work out the rooms that rest on others: Monster Rooms, Larders, then Compasses."""
        worth, w, left = self.worth, self.w, self.left
        for i, door in enumerate(self.doors):
            if door.kind == MONSTER:
                self.units[i] = w.monsters * self.ones + w.beasts * left
                worth[door.at] = door.opens * (self.ones + _BEASTS * left)
            elif door.kind == LARDER and NEXT_TO[door.at] & self.hole:
                self.units[i] = w.beside
                worth[door.at] = door.opens * (_BESIDE if left else 3)
        if not self.arrows:
            return
        for _ in self.arrows[:2]:
            for at, steps, opens in self.arrows:
                worth[at] = opens * max([worth.get(at + step, 0.0) for step in steps])
        for i, door in enumerate(self.doors):
            if door.kind == COMPASS:
                self.units[i] = w.pointed * worth[door.at] / door.opens if door.opens else w.pointed * SPACE
                self.spare += self._spare(door)

    def _spare(self, door: Lying) -> float:
        """Return what a Compass may still gain from an empty space."""
        if any(door.at + step >= 0 and self.free >> (door.at + step) & 1 for step in door.extra):
            return max(0.0, door.opens * SPACE - self.worth[door.at])
        return 0.0

    def value(self) -> float:
        """Return the estimate."""
        w = self.w
        value = w.constant + w.gold * self.plan.gold + w.keys * (self.plan.total >> NUMBER) + w.spare * self.spare
        for door, unit in zip(self.doors, self.units, strict=True):
            value += door.opens * unit + w.closed * (1 - door.opens)
        cells = cells_of(self.free)
        if not cells:
            return value
        return value + self.left * w.ground * sum(map(self.use, cells)) / len(cells)

    def use(self, at: int) -> float:
        """Return what a door still to come is worth on a free cell if it opens there at once."""
        return self.outlook.use(self.plan.rows[ROW[at]] + self.plan.columns[COLUMN[at]])


def _best_hole(larders: Sequence[tuple[int, float]], free: int) -> int:
    """Return the free cell, as a mask, next to the most Larders: where the tile should come to lie."""
    by_hole: dict[int, float] = {}
    for at, opens in larders:
        for cell in cells_of(NEXT_TO[at] & free):
            by_hole[cell] = by_hole.get(cell, 0.0) + opens
    return 1 << max(by_hole, key=lambda cell: by_hole[cell]) if by_hole else 0
