"""Branch and bound over the ways to lay the cards to come: Keys first, then doors, cut off by what can still be had.

The order in which cards come only says which spaces can be reached in time; the points depend on where they end. So the
Keys are laid first: from then on it is known what opens where, and laying the doors is close to a plain assignment.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from companion.games.four_keys.bitboard import (
    BLANK,
    BLANK_MOST,
    CELLS,
    CHEST,
    COLUMN,
    COMPASS,
    FIELD,
    FIXED,
    FOUNTAIN,
    FRAMES_WITH,
    GUARD,
    IN_LINE,
    LARDER,
    MONSTER,
    NEXT_TO,
    NUMBER,
    ROW,
    SHAPE_FIELDS,
    SPOT,
    Board,
    Faces,
    Room,
    Symbols,
    bits,
    lacking,
)
from companion.games.four_keys.climb import Arrangement, Purse

_LINE = 6
"""Other spaces in the row and column of a space of the final frame."""
_WIDE = 12
"""Other spaces in a row and a column of the grid: more than can be filled, while the frame still floats."""
_FIELDS = (0, 8, 16, 24, NUMBER)

Prefix: TypeAlias = tuple[tuple[int, int], ...]
"""The first Keys laid, in the order of the search: the cell of each, and which of its faces shows."""


class Ceiling(NamedTuple):
    """What can be reached at most: points, open level 1 Rooms, and the best single Room."""

    points: int
    ones: int
    top: int


class _Laid(NamedTuple):
    """The doors that lie there, at their best: Compasses and Monster Rooms are only listed."""

    points: int
    ones: int
    top: int
    worth: dict[int, int]
    monsters_at: list[int]
    compasses_at: list[tuple[int, Sequence[int]]]

    @property
    def monsters(self) -> int:
        return len(self.monsters_at)


class _Coming(NamedTuple):
    """The doors to come, each on its best space: Compasses and Monster Rooms are only counted."""

    points: int
    ones: int
    top: int
    monsters: int
    compasses: int


_NOTHING_COMES = _Coming(0, 0, 0, 0, 0)


class Cover:
    """What the Keys from some point on can open: for so many spaces in its lines, can a door get what it lacks?

    Args:
        faces: those of the first of these Keys.
        rest: the same question for the Keys after it; None where no Key is left.
    """

    def __init__(self, faces: Faces, rest: Cover | None) -> None:
        self.faces = [shown & SHAPE_FIELDS for shown, _ in faces]
        self.rest = rest
        self.known: list[dict[int, bool]] = [{} for _ in range(_LINE + 1)]

    def __call__(self, here: int, needs: int, spaces: int) -> bool:
        """Say whether the lacking symbols may come to lie in so many spaces."""
        lacks = lacking(needs, here & SHAPE_FIELDS)
        return not lacks or self.covers(lacks, min(spaces, _LINE))

    def covers(self, lacks: int, spaces: int) -> bool:
        """Say whether at most so many of the Keys can show these symbols."""
        if not spaces or self.rest is None:
            return False
        found = self.known[spaces].get(lacks)
        if found is None:
            found = self.rest.covers(lacks, spaces) or any(self._with(face, lacks, spaces) for face in self.faces)
            self.known[spaces][lacks] = found
        return found

    def _with(self, face: int, lacks: int, spaces: int) -> bool:
        left = lacking(lacks, face)
        return not left or (self.rest is not None and self.rest.covers(left, spaces - 1))


class Branches:
    """The ways to lay the cards of one board.

    Args:
        board: what lies there and the cards to come.
        purse: pays for every look.
        found: called with each arrangement that is better than `best`.
    """

    def __init__(self, board: Board, purse: Purse, found: Callable[[Arrangement, Board], None]) -> None:
        self.board = board
        self.spend = purse.spend
        self.found = found
        self.best = -1
        self.keys = sorted(board.keys, key=lambda item: (-max(s >> NUMBER for s, _ in item[1]), item[0]))
        self.can = self._covers()
        self.more = [_more([faces for _, faces in self.keys[j:]]) for j in range(len(self.keys) + 1)]
        self.where = [-1] * board.cards
        self.showing = [0] * board.cards
        self.first_like = [group[0] for group in board.twins]
        self.last_like = [group[-1] for group in board.twins]
        self.reach = self._distances()
        self._split_laid()

    def _split_laid(self) -> None:
        """Part the rooms that are worth the same whatever comes from those to watch."""
        settled = [(room, at) for room, at in self.board.laid if not room.needs and room.kind == FIXED]
        self.watched = [
            (room, at, ROW[at], COLUMN[at], IN_LINE[at])
            for room, at in self.board.laid
            if room.needs or room.kind != FIXED
        ]
        self.tile_worth = self.board.tile_worth if self.board.full else 0
        self.settled = self.board.gold + sum(room.extra for room, _ in settled)
        self.settled_ones = sum(room.first for room, _ in settled)
        self.settled_top = max([self.tile_worth, *(room.extra for room, _ in settled)])
        self.settled_worth = {at: room.extra for room, at in settled}
        if self.board.tile:
            self.settled_worth[self.board.tile.bit_length() - 1] = self.tile_worth
        self.compass_cells = {at for room, at in self.board.laid if room.kind == COMPASS}

    def _covers(self) -> list[Cover]:
        """Return for every number of Keys laid what the others can open."""
        covers = [Cover((), None)]
        for _, faces in reversed(self.keys):
            covers.append(Cover(faces, covers[-1]))
        return covers[::-1]

    def _distances(self) -> list[int]:
        """Return for every card the cells that are near enough to be reached by the time it comes."""
        board, near = self.board, self.board.occupied
        rings = []
        for _ in range(board.cards):
            for at in bits(near):
                near |= NEXT_TO[at] & board.free
            rings.append(near & board.free)
        return [rings[self.last_like[number]] for number in range(board.cards)]

    def in_time(self, number: int, at: int, free: int) -> bool:
        """Say whether a card may find a neighbour on a cell when it comes; False only if it surely cannot."""
        near = NEXT_TO[at]
        if near & self.board.occupied:
            return True
        pending = False
        for other, cell in enumerate(self.where):
            if other != number and self.first_like[other] < self.last_like[number]:
                if cell < 0:
                    pending = True
                elif near >> cell & 1:
                    return True
        return pending and near & free != 0

    def ceiling(self, j: int, free: int, frames: int, symbols: Symbols) -> Ceiling:
        """Return what can be reached at most with the first `j` Keys laid, everything else at its best."""
        laid = self._laid_at_best(j, free, frames, symbols)
        coming = self._coming_at_best(j, free, frames, symbols)
        ones, monsters = self.settled_ones + laid.ones + coming.ones, laid.monsters + coming.monsters
        top = max(self.settled_top, laid.top, coming.top, ones if monsters else 0)
        for at in laid.monsters_at:
            laid.worth[at] = ones
        points = self.settled + laid.points + coming.points + monsters * ones + coming.compasses * top
        best_coming = top if coming.compasses else max(coming.top, self.tile_worth, ones if coming.monsters else 0)
        for at, arrows in laid.compasses_at:
            points += self._reach(at, arrows, laid, free, best_coming, top)
        return Ceiling(points, ones, top)

    def _laid_at_best(self, j: int, free: int, frames: int, symbols: Symbols) -> _Laid:
        """Look at the doors that lie there: what may open, and what it is worth at most."""
        rows, columns, total = symbols
        more, can = self.more[j], self.can[j]
        far = total + more[-1]
        points = ones = top = 0
        worths: dict[int, int] = {}
        monsters, compasses = [], []
        for (needs, first, kind, extra), at, row, column, line in self.watched:
            here = rows[row] + columns[column]
            spaces = (line & free).bit_count()
            if needs and not can(here, needs, spaces):
                continue
            ones += first
            if kind == MONSTER:
                monsters.append(at)
                continue
            if kind == COMPASS:
                compasses.append((at, extra))
                continue
            if kind == FIXED:
                worth = extra
            elif kind == CHEST:
                worth = (here + more[spaces]) >> NUMBER
            else:
                worth = _worth(kind, extra, at, free, frames, far)
            points += worth
            worths[at] = worth
            if worth > top:
                top = worth
        return _Laid(points, ones, top, worths, monsters, compasses)

    def _coming_at_best(self, j: int, free: int, frames: int, symbols: Symbols) -> _Coming:
        """Look at the doors to come: where each may open, and what it is worth there at most."""
        if not self.board.doors:
            return _NOTHING_COMES
        rows, columns, total = symbols
        more, can = self.more[j], self.can[j]
        far = total + more[-1]
        spaces = [(at, rows[ROW[at]] + columns[COLUMN[at]], (IN_LINE[at] & free).bit_count()) for at in bits(free)]
        points = ones = top = monsters = compasses = 0
        for _, (needs, first, kind, extra) in self.board.doors:
            open_at = [item for item in spaces if not needs or can(item[1], needs, item[2])]
            if not open_at:
                continue
            ones += first
            monsters += kind == MONSTER
            compasses += kind == COMPASS
            if kind == CHEST:
                worth = max(here + more[n] for _, here, n in open_at) >> NUMBER
            elif kind in (SPOT, LARDER):
                worth = max(_worth(kind, extra, at, free, frames, far) for at, _, _ in open_at)
            else:
                worth = 0 if kind in (MONSTER, COMPASS) else _worth(kind, extra, 0, free, frames, far)
            points += worth
            top = max(top, worth)
        return _Coming(points, ones, top, monsters, compasses)

    def _reach(self, at: int, arrows: Sequence[int], laid: _Laid, free: int, best_coming: int, top: int) -> int:
        """Return what the arrow of a Compass that lies there may reach at most."""
        reach = 0
        for step in arrows:
            to = at + step
            if to in self.compass_cells:
                return top
            reach = max(reach, self.settled_worth.get(to, 0), laid.worth.get(to, 0))
            if 0 <= to < CELLS and free >> to & 1:
                reach = max(reach, best_coming)
        return reach

    def after(self, prefix: Prefix) -> tuple[int, int, Symbols]:
        """Lay the first Keys; return the free cells, the frames left, and the symbols."""
        rows, columns, total = self.board.rows[:], self.board.columns[:], self.board.total
        frames, used = self.board.frames, 0
        self.where = [-1] * self.board.cards
        for (number, faces), (at, showing) in zip(self.keys, prefix, strict=False):
            self.where[number], self.showing[number] = at, showing
            shown = faces[showing][0]
            rows[ROW[at]] += shown
            columns[COLUMN[at]] += shown
            total += shown
            used |= 1 << at
            frames &= FRAMES_WITH[at]
        return self.board.holes(used, frames), frames, Symbols(rows, columns, total)

    def bound(self, prefix: Prefix) -> int:
        """Return what can be reached at most from here."""
        return self.ceiling(len(prefix), *self.after(prefix)).points

    def children(self, prefix: Prefix) -> list[Prefix]:
        """Return the ways to lay one Key more."""
        free, frames, _ = self.after(prefix)
        number, faces = self.keys[len(prefix)]
        return [(*prefix, (at, i)) for at in self._spaces(number, free, frames) for i in range(len(faces))]

    def explore(self, prefix: Prefix, best: int) -> None:
        """Look through everything from here that is better than `best`.

        Raises:
            Spent: nothing is left in the purse.
        """
        self.best = best
        self._lay_keys(len(prefix), *self.after(prefix))

    def _spaces(self, number: int, free: int, frames: int) -> list[int]:
        """Return the cells for a card; of cards that are alike, a later one lies on a later cell."""
        floor = max((self.where[twin] for twin in self.board.twins[number] if twin != number), default=-1)
        return [
            at
            for at in bits(free & self.reach[number])
            if at > floor and frames & FRAMES_WITH[at] and self.in_time(number, at, free)
        ]

    def _lay_keys(self, j: int, free: int, frames: int, symbols: Symbols) -> None:
        self.spend()
        ceiling = self.ceiling(j, free, frames, symbols)
        if ceiling.points <= self.best:
            return
        if j == len(self.keys):
            _Doors(self, ceiling, symbols, free, frames).lay(0, 0, free, frames)
            return
        number, faces = self.keys[j]
        rows, columns, total = symbols
        for at in self._spaces(number, free, frames):
            left = frames & FRAMES_WITH[at]
            rest = free & ~(1 << at) if left == frames else self.board.holes(0, left) & free & ~(1 << at)
            row, column = ROW[at], COLUMN[at]
            self.where[number] = at
            for i, (shown, _) in enumerate(faces):
                self.showing[number] = i
                rows[row] += shown
                columns[column] += shown
                self._lay_keys(j + 1, rest, left, Symbols(rows, columns, total + shown))
                rows[row] -= shown
                columns[column] -= shown
        self.where[number] = -1

    def finish(self, symbols: Symbols, free: int, frames: int) -> None:
        """Look at a complete arrangement."""
        points = self.board.settle(symbols, self.where, frames, self.board.tile or free)
        if points > self.best and self.board.order(self.where) is not None:
            self.best = points
            self.found(Arrangement(points, tuple(self.where), tuple(self.showing)), self.board)


class _Doors:
    """Laying the doors once every Key lies: each space is an amount lost against the ceiling.

    Args:
        branches: the search.
        ceiling: what can be reached at most.
        symbols: of all lines, final.
        free: the free cells.
        frames: the frames left.
    """

    def __init__(self, branches: Branches, ceiling: Ceiling, symbols: Symbols, free: int, frames: int) -> None:
        self.branches = branches
        self.symbols = symbols
        self.points = ceiling.points
        spaces = [(at, symbols.rows[ROW[at]] + symbols.columns[COLUMN[at]]) for at in bits(free)]
        # A level 1 Room that stays closed takes a point from the Monster Rooms that lie open for certain, no others.
        sure = sum(
            room.kind == MONSTER and _opens(room, symbols.rows[row] + symbols.columns[column])
            for room, _, row, column, _ in branches.watched
        )
        losses = []
        for number, room in branches.board.doors:
            worths = [(self._worth(room, at, here, free, frames, ceiling, sure), at) for at, here in spaces]
            most = max(worths)[0]
            losses.append((number, sorted((most - worth, at) for worth, at in worths)))
        self.doors = sorted(losses, key=lambda item: -sum(loss for loss, _ in item[1]))

    def _worth(self, room: Room, at: int, here: int, free: int, frames: int, ceiling: Ceiling, sure: int) -> int:
        if not _opens(room, here):
            return 0
        if room.kind == MONSTER:
            return ceiling.ones
        if room.kind == COMPASS:
            return ceiling.top
        if room.kind == CHEST:
            return here >> NUMBER
        return _worth(room.kind, room.extra, at, free, frames, self.symbols.total) + room.first * sure

    def lay(self, i: int, lost: int, free: int, frames: int) -> None:
        """Lay the doors from number `i` on."""
        branches = self.branches
        branches.spend()
        if i == len(self.doors):
            branches.finish(self.symbols, free, frames)
            return
        if self.points - lost - self._least_lost(i, free) <= branches.best:
            return
        number, losses = self.doors[i]
        allowed = 0
        for at in branches._spaces(number, free, frames):
            allowed |= 1 << at
        for loss, at in losses:
            if self.points - lost - loss <= branches.best:
                break
            if allowed >> at & 1:
                left = frames & FRAMES_WITH[at]
                rest = free & ~(1 << at) if left == frames else branches.board.holes(0, left) & free & ~(1 << at)
                branches.where[number] = at
                self.lay(i + 1, lost + loss, rest, left)
        branches.where[number] = -1

    def _least_lost(self, i: int, free: int) -> int:
        """Return what the doors still to lay lose at least, each on its best free cell."""
        least = 0
        for _, losses in self.doors[i:]:
            for loss, at in losses:
                if free >> at & 1:
                    least += loss
                    break
        return least


def _opens(room: Room, here: int) -> bool:
    return (here + GUARD - room.needs) & GUARD == GUARD


def _worth(kind: int, extra: object, at: int, free: int, frames: int, far: int) -> int:
    """Return what an open Room is worth at most; Chests, Monster Rooms and Compasses are worked out elsewhere."""
    if kind == SPOT:
        return 3 if frames & extra[at] else 1  # type: ignore[index]
    if kind == FOUNTAIN:
        return far >> extra & FIELD  # type: ignore[operator]
    if kind == LARDER:
        return 3 if NEXT_TO[at] & free else 0
    return BLANK_MOST if kind == BLANK else extra  # type: ignore[return-value]


def _more(faces: list[tuple[tuple[int, int], ...]]) -> list[int]:
    """Return what the Keys still to come can add to a line at most, by the number of free cells in it.

    Returns:
        packed symbols for 0 to 12 free cells, and last for the whole dungeon.
    """
    most = [[max(shown >> field & FIELD for shown, _ in card) for card in faces] for field in _FIELDS]
    for column in most:
        column.sort(reverse=True)
    places = [*(min(n, _LINE) for n in range(_WIDE + 1)), len(faces)]
    return [sum(sum(column[:n]) << field for column, field in zip(most, _FIELDS, strict=True)) for n in places]
