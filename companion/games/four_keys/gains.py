"""What laying one more card gains, for every free cell at once: the estimate of `outlook`, but for small change.

A card that comes to lie in the row or column of a door does the same for it wherever in that line it lies. So what a
card gains is a number for its row, a number for its column, and little else; each is worked out once, not once a cell.
"""

from __future__ import annotations

from typing import TypeAlias

from companion.games.four_keys.bitboard import (
    CHEST,
    COLUMN,
    COMPASS,
    FIELD,
    FOUNTAIN,
    FRAMES_WITH,
    GUARD,
    IN_LINE,
    LARDER,
    MONSTER,
    NEXT_TO,
    NUMBER,
    ROW,
    SPOT,
)
from companion.games.four_keys.dungeon import FULL, GRID
from companion.games.four_keys.outlook import SHAPES_ONLY, SPACE, STEERED, Door, Lying, Outlook, Survey, cells_of
from companion.games.four_keys.plan import Piece, Plan
from companion.games.four_keys.weights import CHANCES, LINE_CELLS

_LESSER_SPACE = 0.8
"""The share at which a Larder counts beside a free space that is not the best one for the tile."""


Laying: TypeAlias = tuple[float, int, int]
"""A card laid: what it gains, its cell, and the packed face that shows (0 for a door)."""


class Gains(Survey):
    """A dungeon before a card is laid.

    Args:
        outlook: what is to come.
        plan: the dungeon; at least one card is to come.
    """

    __slots__ = (
        "_best",
        "_chests",
        "_columns",
        "_framed",
        "_ground",
        "_local",
        "_rows",
        "_shapes",
        "_spaces",
        "_used",
        "_waiting",
        "holes",
    )

    def __init__(self, outlook: Outlook, plan: Plan) -> None:
        super().__init__(outlook, plan, FULL - plan.count - 1)
        self.holes = plan.holes()
        self._rows, self._columns = [0.0] * GRID, [0.0] * GRID
        self._shapes = [0.0] * 4
        self._waiting: list[tuple[int, int, int, int, tuple[float, ...], int, float, float]] = []
        self._chests: list[tuple[int, int]] = []
        for door, unit in zip(self.doors, self.units, strict=True):
            self._line(door, unit)
        cells = cells_of(self.free) if self.left else []
        self._spaces = [(at, ROW[at], COLUMN[at], self.use(at)) for at in cells]
        self._used = {at: use for at, _, _, use in self._spaces}
        self._ground = self.left * self.w.ground / max(1, len(cells))
        self._framed = {plan.frames: 0.0}
        self._local = self._locals()
        self._best: dict[int, tuple[float, Plan]] = {}

    def _line(self, door: Lying, unit: float) -> None:
        """Note what any card in the lines of a door takes from it, and which doors wait for Keys."""
        w, left = self.w, self.left
        row, column = ROW[door.at], COLUMN[door.at]
        if door.kind == FOUNTAIN:
            self._shapes[door.extra >> 3] += w.fountains * door.opens
        if door.lack:
            full = unit - w.closed + door.first * w.monsters * self.beasts
            near = max(0, door.near - 1)
            chances = CHANCES[left][near]
            loss = (chances[door.lack] - door.opens) * full
            chest = w.chests if door.kind == CHEST else 0.0
            self._waiting.append((row, column, door.needs, door.here, chances, door.lack, full, chest))
        elif door.kind == CHEST:
            loss = -w.near if door.near <= left else 0.0
            self._chests.append((row, column))
        else:
            return
        self._rows[row] += loss
        self._columns[column] += loss

    def _locals(self) -> dict[int, float]:
        """Return what filling single cells loses: the best space for the tile, and where arrows point."""
        lost: dict[int, float] = {}
        if self.larders:
            lost = self._holes_lost()
        for at, steps, opens in self.arrows:
            target = at + steps[0]
            if len(steps) == 1 and target >= 0 and self.free >> target & 1:
                lost[target] = lost.get(target, 0.0) - self.w.spare * opens * SPACE
        return lost

    def _holes_lost(self) -> dict[int, float]:
        """Return what the Larders lose where the space is filled on which they rest."""
        if not self.left:
            kept = {at: self.free & ~(1 << at) for at in self.holes}
            beside = {hole: self._beside(hole) for hole in {*kept.values(), self.hole}}
            return {at: 3 * (beside[rest] - beside[self.hole]) for at, rest in kept.items()}
        by_hole: dict[int, float] = {}
        for at, opens in self.larders:
            for cell in cells_of(NEXT_TO[at] & self.free):
                by_hole[cell] = by_hole.get(cell, 0.0) + opens
        if not by_hole:
            return {}
        best = self.hole.bit_length() - 1
        second = max((n for cell, n in by_hole.items() if cell != best), default=0.0)
        return {best: self.w.beside * (second - by_hole[best])}

    def _beside(self, hole: int) -> float:
        return sum(opens for at, opens in self.larders if NEXT_TO[at] & hole)

    def _frame(self, frames: int) -> float:
        """Return what narrowing the frames to these does for the Rooms that depend on their place."""
        found = self._framed.get(frames)
        if found is None:
            before, found = self.plan.frames, 0.0
            now, then = before.bit_count(), frames.bit_count()
            for door in self.doors:
                if door.kind == SPOT:
                    good = door.extra[door.at]
                    change = STEERED[(frames & good).bit_count()][then] - STEERED[(before & good).bit_count()][now]
                    found += 2 * self.w.spots * door.opens * change
            self._framed[frames] = found
        return found

    def key(self, face: int) -> list[Laying]:
        """Return what a Key face gains on every cell."""
        rows, columns = self._rows[:], self._columns[:]
        number, lack_of, lacks = face >> NUMBER, self.outlook.lack, self.outlook.lacks
        for row, column, needs, here, chances, before, full, chest in self._waiting:
            present = here + face
            after = lacks.get(needs << NUMBER | present & SHAPES_ONLY)
            if after is None:
                after = lack_of(needs, present)
            if after != before or chest:
                gain = (chances[after] - chances[before]) * full + chest * number * chances[after]
                rows[row] += gain
                columns[column] += gain
        for row, column in self._chests:
            rows[row] += self.w.chests * number
            columns[column] += self.w.chests * number
        self._ground_gained(face, rows, columns)
        base = self.w.keys * number
        for i, worth in enumerate(self._shapes):
            if worth:
                base += worth * (face >> 8 * i & FIELD)
        local, frames, framed = self._local, self.plan.frames, self._framed
        found = []
        for at in self.holes:
            gain = base + rows[ROW[at]] + columns[COLUMN[at]]
            narrowed = frames & FRAMES_WITH[at]
            gain += framed[narrowed] if narrowed in framed else self._frame(narrowed)
            if at in local:
                gain += local[at]
            found.append((gain, at, face))
        return found

    def _ground_gained(self, face: int, rows: list[float], columns: list[float]) -> None:
        """Add what a face does, in each line, for doors still to come."""
        use_of, uses, share = self.outlook.use, self.outlook.uses, self._ground
        here_rows, here_columns = self.plan.rows, self.plan.columns
        for _, row, column, before in self._spaces:
            symbols = here_rows[row] + here_columns[column] + face
            use = uses.get(symbols)
            if use is None:
                use = use_of(symbols)
            if use != before:
                gain = share * (use - before)
                rows[row] += gain
                columns[column] += gain

    def door(self, door: Door) -> list[Laying]:
        """Return what a door gains on every cell."""
        needs, first, kind, extra = door
        plan, left, w = self.plan, self.left, self.w
        bonus = w.monsters * self.beasts if first else 0.0
        found = []
        for at in self.holes:
            row, column = ROW[at], COLUMN[at]
            here = plan.rows[row] + plan.columns[column]
            near = LINE_CELLS - (IN_LINE[at] & plan.occupied).bit_count()
            opens = 1.0
            if (here + GUARD - needs) & GUARD != GUARD:
                opens = CHANCES[left][near][self.outlook.lack(needs, here)]
            narrowed = plan.frames & FRAMES_WITH[at]
            worth, unit = self._new_room(at, kind, extra, here, near, narrowed)
            gain = opens * (unit + bonus) + w.closed * (1 - opens) + self._rows[row] + self._columns[column]
            gain += self._frame(narrowed) + self._local.get(at, 0.0) - self._ground * self._used.get(at, 0.0)
            for arrow, steps, pointed in self.arrows:
                if at - arrow in steps:
                    gain += w.pointed * max(0.0, pointed * opens * worth - self.worth[arrow])
            found.append((gain, at, 0))
        return found

    def _new_room(self, at: int, kind: int, extra: object, here: int, near: int, frames: int) -> tuple[float, float]:
        """Return the plain worth of a room newly laid on a cell once it is open, and what it adds to the estimate."""
        w = self.w
        if kind == MONSTER:
            return self.ones, w.monsters * self.ones + w.beasts * self.left
        if kind == LARDER:
            beside = NEXT_TO[at] & self.free
            return 2.0 * bool(beside), w.beside * (1.0 if beside & self.hole else _LESSER_SPACE * bool(beside))
        if kind == COMPASS:
            worth = max([self.worth.get(at + step, 0.0) for step in extra])  # type: ignore[attr-defined]
            return worth, w.pointed * worth + w.spare * max(0.0, SPACE - worth)
        return self.unit(at, kind, extra, here, near, frames)

    def layings(self, piece: Piece) -> list[Laying]:
        """Return every way to lay a card with what it gains."""
        if piece.door is not None:
            return self.door(piece.door)
        if len(piece.faces) == 1:
            return self.key(piece.faces[0])
        return [laying for face in piece.faces for laying in self.key(face)]

    def best(self, piece: Piece) -> tuple[float, Plan]:
        """Return what a card gains if it is laid best, and the dungeon after that."""
        known = self._best.get(id(piece))
        if known is None:
            laying = max(self.layings(piece))
            self._best[id(piece)] = known = laying[0], laid_out(self.plan, piece, laying)
        return known


def gains_of(outlook: Outlook, plan: Plan) -> Gains:
    """Return the gains of a dungeon, worked out once for each plan."""
    gains: Gains | None = plan.memo
    if gains is None or gains.outlook is not outlook:
        plan.memo = gains = Gains(outlook, plan)
    return gains


def laid_out(plan: Plan, piece: Piece, laying: Laying) -> Plan:
    """Return the dungeon after a card was laid."""
    _, at, face = laying
    return plan.with_key(at, face) if piece.door is None else plan.with_door(at, piece.door)
