"""The best finish of a 4 KEYS dungeon, found two other ways: by trying everything, and by OR-Tools CP-SAT."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import msgspec

from companion.games.four_keys.cards import Card, Key
from companion.games.four_keys.dungeon import (
    ARROWS,
    FRAMES,
    FULL,
    LINES,
    NEIGHBOURS,
    DoorCell,
    Dungeon,
    KeyCell,
    StartCell,
    TileCell,
    laid,
)
from companion.games.four_keys.scoring import score


def every_finish(dungeon: Dungeon, cards: Sequence[Card | None], **options: bool) -> Iterator[Dungeon]:
    """Every way to lay the cards one after the other, doors opening by themselves, the tile last."""
    dungeon = dungeon.opened(dungeon.ready(options.get("multiplicity", True)))
    if not cards:
        yield _with_tile(dungeon)
        return
    card, *rest = cards
    faces = (0, 1) if isinstance(card, Key) and card.a != card.b else (0,)
    for at in dungeon.holes():
        for face in faces:
            yield from every_finish(dungeon.put(at, laid(card, face)), rest, **options)


def _with_tile(dungeon: Dungeon) -> Dungeon:
    if dungeon.card_count == FULL and dungeon.tile is None:
        (hole,) = dungeon.holes()
        return dungeon.put(hole, TileCell())
    return dungeon


def every_arrow(dungeon: Dungeon) -> Iterator[Dungeon]:
    """Every way to point the arrows that are not pointed."""
    loose = [
        at
        for at, cell in enumerate(dungeon.cells)
        if isinstance(cell, DoorCell) and cell.open and cell.room == "compass" and not cell.arrow
    ]
    for arrows in product("^>v<", repeat=len(loose)):
        out = dungeon
        for at, arrow in zip(loose, arrows, strict=True):
            out = out.put(at, msgspec.structs.replace(out.cells[at], arrow=arrow))
        yield out


def best_by_trying(dungeon: Dungeon, cards: Sequence[Card | None], **options: bool) -> int:
    """The most points of all finishes."""
    return max(
        score(pointed, **options).points
        for finish in set(every_finish(dungeon, cards, **options))
        for pointed in every_arrow(finish)
    )


# --------------------------------------------------------------------------------------------- the same by CP-SAT

MOST = 120
"""More than any Room is worth."""
WORTHS = {"ajar0": 0, "ajar3": 3, "ajar5": 5, "box": 2, "apartments": 5}


def best_by_cp_sat(dungeon: Dungeon, cards: Sequence[Card], seconds: float = 60.0, **options: bool) -> int | None:
    """The most points of a finished dungeon, everything told; None if the solver ran out of time."""
    rules = {"multiplicity": True, "compass_tile": True, "compass_cycles": True} | options
    best = -1
    for frame in dungeon.frames():
        found = _Model(dungeon, cards, FRAMES[frame], rules).solve(seconds)
        if found is None:
            return None
        best = max(best, found)
    return best


class _Model:
    """One frame as a CP-SAT model: a boolean for every card, cell and face; worths are bounded integers."""

    def __init__(
        self, dungeon: Dungeon, cards: Sequence[Card], frame: Sequence[int], rules: Mapping[str, bool]
    ) -> None:
        from ortools.sat.python import cp_model

        self.model = cp_model.CpModel()
        self.dungeon, self.cards, self.frame, self.rules = dungeon, cards, frame, rules
        self.gold = dungeon.gold or 0
        self.free = [at for at in frame if dungeon.cells[at] is None]
        self.lies = {
            (i, at, face): self.model.new_bool_var(f"card {i} on {at} face {face}")
            for i, card in enumerate(cards)
            for at in self.free
            for face in ((0, 1) if isinstance(card, Key) else (0,))
        }
        self.hole = {at: self.model.new_bool_var(f"hole {at}") for at in self.free}
        self.worths: dict[int, list[Any]] = {at: [] for at in frame}
        self.copied: dict[int, list[Any]] = {at: [] for at in frame}
        self.opens: list[tuple[int, Any]] = []
        self._lay()
        doors = list(self._doors())
        self._depths = {at: self.model.new_int_var(0, 16, f"depth {at}") for at in frame}
        worths = [(at, content, self._open(at, content, present)) for at, content, present in doors]
        for at, content, is_open in worths:
            self._value(at, content, is_open)
        for at, steps in self.pending:
            self._compass(at, *steps)
        self.model.maximize(sum(worth for cell in self.worths.values() for worth in cell) + self.gold)

    pending: list[tuple[int, Any]]

    def _lay(self) -> None:
        """Every card lies once, every cell holds one card or the tile, and each card touches one before it."""
        self.pending = []
        for i in range(len(self.cards)):
            self.model.add_exactly_one(v for (j, _, _), v in self.lies.items() if j == i)
        for at in self.free:
            self.model.add_exactly_one([v for (_, c, _), v in self.lies.items() if c == at] + [self.hole[at]])
        for (i, at, _), v in self.lies.items():
            if not any(self.dungeon.cells[j] is not None for j in NEIGHBOURS[at]):
                earlier = [w for (j, c, _), w in self.lies.items() if j < i and c in NEIGHBOURS[at]]
                self.model.add(sum(earlier) >= v)

    def _doors(self) -> Iterator[tuple[int, DoorCell | StartCell, Any]]:
        """Every door and whether it lies there: 1, or a boolean for each cell of a door to come."""
        for at in self.frame:
            content = self.dungeon.cells[at]
            if isinstance(content, DoorCell | StartCell):
                yield at, content, 1
        for (i, at, _), v in self.lies.items():
            content = laid(self.cards[i])
            if isinstance(content, DoorCell | StartCell):
                yield at, content, v

    def _symbols(self, cells: Iterable[int], shape: str) -> Any:
        """How many symbols of a shape ("": of any) show on these cells."""

        def count(face: str | None) -> int:
            return len(face or "") if not shape else (face or "").count(shape)

        total: Any = 0
        for at in cells:
            content = self.dungeon.cells[at]
            if isinstance(content, KeyCell):
                total += count(content.shows)
        for (i, at, face), v in self.lies.items():
            card = self.cards[i]
            if isinstance(card, Key) and at in cells:
                total += v * count(card.b if face else card.a)
        return total

    def _open(self, at: int, content: DoorCell | StartCell, present: Any) -> Any:
        is_open = self.model.new_bool_var(f"open {at}")
        self.model.add(is_open <= present)
        if not content.open:
            for shape in set(content.needs or ""):
                need = (content.needs or "").count(shape) if self.rules["multiplicity"] else 1
                self.model.add(self._symbols(LINES[at], shape) >= need * is_open)
        if isinstance(content, DoorCell) and content.level == 1:
            self.opens.append((at, is_open))
        return is_open

    def _value(self, at: int, content: DoorCell | StartCell, is_open: Any) -> None:
        worth = self.model.new_int_var(0, MOST, f"worth {at}")
        self.model.add(worth <= MOST * is_open)
        self.worths[at].append(worth)
        room = "start" if isinstance(content, StartCell) else content.room
        if room == "compass":
            self.pending.append((at, (content, worth)))
            if self.rules["compass_cycles"]:
                self.copied[at].append(worth)
            return
        self.copied[at].append(worth)
        self.model.add(worth <= self._most(at, content, str(room)))

    def _most(self, at: int, content: DoorCell | StartCell, room: str) -> Any:
        place = f"{'abcd'[self.frame.index(at) % 4]}{self.frame.index(at) // 4 + 1}"
        if isinstance(content, StartCell):
            return 3 if place in (content.marked or ()) else 1
        if room in WORTHS:
            return WORTHS[room]
        if room == "throne":
            return self.gold
        if room in ("trap", "control"):
            good = ("a1", "d1", "a4", "d4") if room == "trap" else ("b2", "c2", "b3", "c3")
            return 3 if place in good else 1
        if room == "larder":
            return 3 * sum(self.hole[c] for c in NEIGHBOURS[at] if c in self.hole)
        if room == "monster":
            return sum(is_open for _, is_open in self.opens)
        return self._symbols(LINES[at], "") if room == "chest" else self._symbols(self.frame, room[-1])

    def _compass(self, at: int, content: DoorCell, worth: Any) -> None:
        """One arrow, worth no more than what it points to; depths fall along arrows, so that no circle feeds itself."""
        arrows = {arrow: self.model.new_bool_var(f"arrow {at}{arrow}") for arrow in content.arrow or "^>v<"}
        self.model.add_exactly_one(arrows.values())
        for arrow, chosen in arrows.items():
            target = at + ARROWS[arrow]
            if target not in self.frame or target not in NEIGHBOURS[at]:
                self.model.add(worth <= MOST * (1 - chosen))
                continue
            tile = self.gold * self.hole[target] if target in self.hole and self.rules["compass_tile"] else 0
            self.model.add(worth <= sum(self.copied[target]) + tile + MOST * (1 - chosen))
            fed = self.model.new_bool_var(f"fed {at}{arrow}")
            self.model.add(worth <= MOST * fed + MOST * (1 - chosen))
            self.model.add(self._depths[at] >= self._depths[target] + 1 - 20 * (2 - chosen - fed))

    def solve(self, seconds: float) -> int | None:
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        solver.parameters.max_time_in_seconds = seconds
        solver.parameters.num_workers = 1
        status = solver.solve(self.model)
        if status == cp_model.INFEASIBLE:
            return -1
        return round(solver.objective_value) if status == cp_model.OPTIMAL else None
