"""Score sheets of 4 KEYS: the only place where points are worked out.

`points` is what is certain in every frame that may still come out, with the gold that lies on the tile now, whatever
cards come. `up_to` is the most that the cards that lie there may become: frames, doors, arrows, the tile and
untold faces at their best, with the keys that lie there; keys still to come are not counted.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from companion.engine.errors import CompanionError
from companion.engine.game import Problem, ScoreLine, ScoreSheet
from companion.games.four_keys.cards import COPIES, ROOM_NAMES, ROOMS_1, ROOMS_2, SHAPE_NAMES, is_ajar, shape_words
from companion.games.four_keys.dungeon import (
    ARROW_WORDS,
    ARROWS,
    CENTRE,
    FRAMES,
    FULL,
    GRID,
    LINES,
    NEIGHBOURS,
    Cell,
    DoorCell,
    Dungeon,
    KeyCell,
    StartCell,
    TileCell,
    UntoldCell,
    cell_name,
    covered,
    frame_name,
    lacking,
)

GOLD = 4
"""Gold Pieces on an Adventurer tile at the start (four-keys.setup.gold)."""
WIDEST_FACE = 2
"""Symbols that an untold Key face is taken to show at most."""
BEST_FIXED = 5
"""The best printed value of a Room: what an arrow at an empty space is taken to reach at most."""

SCORING_OPTIONS = ("multiplicity", "compass_tile", "compass_cycles")
"""The house-rule switches that the score depends on."""

_CORNERS = frozenset({"a1", "d1", "a4", "d4"})
_MIDDLE = frozenset({"b2", "c2", "b3", "c3"})
_FIXED = {"ajar0": 0, "ajar3": 3, "ajar5": 5, "box": 2, "apartments": 5}


class Span(NamedTuple):
    """What is certain, and the most it may become."""

    low: int
    high: int


_NOTHING = Span(0, 0)


def score(dungeon: Dungeon, *, seat: str = "", **options: bool) -> ScoreSheet:
    """Score a full or partial dungeon, line by line.

    Args:
        dungeon: what lies there.
        seat: whose it is, for the sheet.
        options: house rules `multiplicity`, `compass_tile`, `compass_cycles`; all True as printed or ruled.

    Raises:
        CompanionError: an option that does not exist.
    """
    wrong = sorted(set(options) - set(SCORING_OPTIONS))
    if wrong:
        raise CompanionError(f"There is no scoring option {wrong[0]!r}; there are {', '.join(SCORING_OPTIONS)}.")
    rules = dict.fromkeys(SCORING_OPTIONS, True) | options
    lines = [_line(dungeon, i, rules) for i, cell in enumerate(dungeon.cells) if isinstance(cell, DoorCell | StartCell)]
    return ScoreSheet(seat, (*lines, _tile_line(dungeon)), problems(dungeon, rules["multiplicity"]))


def gold_span(dungeon: Dungeon) -> Span:
    """Return the gold on the tile: what was told, or anything up to four."""
    return Span(0, GOLD) if dungeon.gold is None else Span(dungeon.gold, dungeon.gold)


def _tile_line(dungeon: Dungeon) -> ScoreLine:
    gold = gold_span(dungeon)
    told = "gold not told" if dungeon.gold is None else f"{dungeon.gold} gold on it"
    place = dungeon.tile
    where = "" if place is None else cell_name(place)
    return ScoreLine("Adventurer tile", gold.low, gold.high, told, ("four-keys.scoring.tile",), where)


def _line(dungeon: Dungeon, cell: int, rules: dict[str, bool]) -> ScoreLine:
    """Score one door or room over every frame that may still come out."""
    spans = [_Frame(dungeon, frame, rules).worth(cell) for frame in dungeon.frames()]
    span = Span(min(s.low for s in spans), max(s.high for s in spans))
    content = dungeon.cells[cell]
    assert isinstance(content, DoorCell | StartCell)
    what = room_name(content)
    if not content.open:
        return ScoreLine(f"{what}, closed", *span, _why_closed(dungeon, cell), _clause(content), cell_name(cell))
    return ScoreLine(what, *span, _why(dungeon, cell, content, span), _clause(content), cell_name(cell))


def room_name(cell: DoorCell | StartCell) -> str:
    """Return the name of a room as people say it."""
    if isinstance(cell, StartCell):
        return "Starting room"
    return ROOM_NAMES[cell.room] if cell.room else f"Level {cell.level} room, not told"


def _clause(cell: DoorCell | StartCell) -> tuple[str, ...]:
    if not cell.open:
        return ("four-keys.scoring.closed-door",)
    if isinstance(cell, StartCell):
        return ("four-keys.rooms.start", "four-keys.scoring.frame")
    if cell.room is None:
        return ("four-keys.scoring.total",)
    name = "ajar" if is_ajar(cell.room) else cell.room.split("-")[0]
    extra = {
        "trap": ("four-keys.scoring.frame",),
        "control": ("four-keys.scoring.frame",),
        "larder": ("four-keys.scoring.next-to",),
        "chest": ("four-keys.rooms.symbols",),
        "fountain": ("four-keys.rooms.symbols",),
        "monster": ("four-keys.rooms.monster-start",),
    }
    return (f"four-keys.rooms.{name}", *extra.get(name, ()))


class _Frame:
    """A dungeon seen in one final frame: the worth of its cells, compasses followed."""

    def __init__(self, dungeon: Dungeon, frame: int, rules: dict[str, bool]) -> None:
        self.dungeon = dungeon
        self.frame = frame
        self.rules = rules
        self.inside = FRAMES[frame]
        self.free = [i for i in self.inside if dungeon.cells[i] is None]
        self.to_come = max(0, FULL - dungeon.card_count)
        tile = dungeon.tile
        self.tiles = self.free if tile is None else [tile]

    def worth(self, cell: int, path: tuple[int, ...] = ()) -> Span:
        """Return what a cell is worth; `path` holds the compasses whose arrows led here."""
        content = self.dungeon.cells[cell]
        if isinstance(content, DoorCell | StartCell):
            if content.open:
                return self._room(cell, content, path)
            return Span(0, self._room(cell, content, path).high) if self._may_open(cell, content) else _NOTHING
        if isinstance(content, TileCell):
            return gold_span(self.dungeon) if self.rules["compass_tile"] else _NOTHING
        if isinstance(content, UntoldCell):
            return Span(0, BEST_FIXED)
        return _NOTHING if isinstance(content, KeyCell) else self._empty(cell)

    def _empty(self, cell: int) -> Span:
        """Return what an arrow at an empty space is worth: the tile, or a card still to come."""
        if cell not in self.free:
            return _NOTHING
        tile = gold_span(self.dungeon) if self.rules["compass_tile"] else _NOTHING
        if not self.to_come:
            return tile
        return Span(0, max(BEST_FIXED, tile.high))

    def _may_open(self, cell: int, content: DoorCell | StartCell) -> bool:
        word, untold = self.dungeon.symbols_at(cell)
        if untold or content.needs is None or covered(content.needs, word, self.rules["multiplicity"]):
            return True
        return self.to_come > 0 and any(i in self.free for i in LINES[cell])

    def _room(self, cell: int, content: DoorCell | StartCell, path: tuple[int, ...]) -> Span:
        if isinstance(content, StartCell):
            return self._start(cell, content)
        if content.room is None:
            return self._untold_room(cell, content, path)
        if content.room == "compass":
            return self._compass(cell, content, path)
        return self._plain_room(cell, content.room)

    def _plain_room(self, cell: int, room: str) -> Span:
        if room in _FIXED:
            return Span(_FIXED[room], _FIXED[room])
        if room == "throne":
            return gold_span(self.dungeon)
        if room in ("trap", "control"):
            good = frame_name(cell, self.frame) in (_CORNERS if room == "trap" else _MIDDLE)
            return Span(3, 3) if good else Span(1, 1)
        if room == "larder":
            near = [tile in NEIGHBOURS[cell] for tile in self.tiles]
            return Span(3 * (all(near) and bool(near)), 3 * any(near))
        if room == "chest":
            return _count_keys([self.dungeon.cells[i] for i in LINES[cell]], "")
        if room == "monster":
            return self._monster()
        return _count_keys(list(self.dungeon.cells), room[-1])

    def _start(self, cell: int, content: StartCell) -> Span:
        if content.marked is None:
            return Span(1, 3)
        return Span(3, 3) if frame_name(cell, self.frame) in content.marked else Span(1, 1)

    def _untold_room(self, cell: int, content: DoorCell, path: tuple[int, ...]) -> Span:
        rooms = ROOMS_1 if content.level == 1 else ROOMS_2
        spans = [self._room(cell, DoorCell(content.level, room, content.needs, True), path) for room in rooms]
        return Span(min(s.low for s in spans), max(s.high for s in spans))

    def _monster(self) -> Span:
        low = high = 0
        for i, cell in enumerate(self.dungeon.cells):
            if isinstance(cell, DoorCell) and cell.level == 1:
                low += cell.open
                high += cell.open or self._may_open(i, cell)
            else:
                high += isinstance(cell, UntoldCell)
        return Span(low, high)

    def _compass(self, cell: int, content: DoorCell, path: tuple[int, ...]) -> Span:
        spans = [self._aim(cell, arrow, path) for arrow in (content.arrow or "^>v<")]
        return Span(min(s.low for s in spans), max(s.high for s in spans))

    def _aim(self, cell: int, arrow: str, path: tuple[int, ...]) -> Span:
        """Return what an arrow reaches (four-keys.rooms.compass-cycle: a circle gives nothing)."""
        target = pointed_at(cell, arrow)
        if target is None or target not in self.inside or target == cell or target in path:
            return _NOTHING
        other = self.dungeon.cells[target]
        if isinstance(other, DoorCell) and other.room == "compass" and not self.rules["compass_cycles"]:
            return _NOTHING
        return self.worth(target, (*path, cell))


def pointed_at(cell: int, arrow: str) -> int | None:
    """Return the cell that an arrow points to, None beyond the grid."""
    target = cell + ARROWS[arrow]
    return target if 0 <= target < GRID * GRID and target in NEIGHBOURS[cell] else None


def _count_keys(cells: list[Cell | None], shape: str) -> Span:
    """Count symbols on Key cards, of one shape or ("") of any (four-keys.rooms.symbols)."""
    low = high = 0
    for cell in cells:
        if isinstance(cell, UntoldCell):
            high += WIDEST_FACE
        elif isinstance(cell, KeyCell) and cell.shows is None:
            low += not shape
            high += WIDEST_FACE
        elif isinstance(cell, KeyCell) and cell.shows is not None:
            n = cell.shows.count(shape) if shape else len(cell.shows)
            low, high = low + n, high + n
    return Span(low, high)


def _why_closed(dungeon: Dungeon, cell: int) -> str:
    needs = dungeon.cells[cell].needs  # type: ignore[union-attr]
    if needs is None:
        return "still closed; what opens it is not told"
    lacks = lacking(needs, dungeon.symbols_at(cell)[0])
    return f"still closed; lacks {shape_words(lacks)}" if lacks else "still closed, though its keys are there"


def _why(dungeon: Dungeon, cell: int, content: DoorCell | StartCell, span: Span) -> str:
    if isinstance(content, StartCell):
        marks = " or ".join(content.marked) if content.marked else "its indicated spaces, not told"
        return _placed(span, f"on {marks} of the dungeon")
    if content.room is None:
        return "room not told"
    if content.room in _FIXED:
        return "printed value"
    if content.room == "compass":
        return _why_compass(dungeon, cell, content)
    return _why_room(dungeon, cell, content.room, span)


def _why_room(dungeon: Dungeon, cell: int, room: str, span: Span) -> str:
    if room == "throne":
        return "as much as the Adventurer tile"
    if room == "trap":
        return _placed(span, "in a corner of the dungeon")
    if room == "control":
        return _placed(span, "in the centre of the dungeon")
    if room == "larder":
        return {(3, 3): "next to the Adventurer tile", (0, 0): "not next to the Adventurer tile"}.get(
            span, "3 if the Adventurer tile comes next to it"
        )
    if room == "chest":
        word = dungeon.symbols_at(cell)[0]
        return f"{_keys(len(word))} in its row and column"
    if room == "monster":
        return f"{span.low} open level 1 room{'s' * (span.low != 1)}"
    return f"{_keys(_count_keys(list(dungeon.cells), room[-1]).low, SHAPE_NAMES[room[-1]] + ' ')} in the dungeon"


def _keys(n: int, shape: str = "") -> str:
    return f"{n} {shape}key{'s' * (n != 1)}"


def _placed(span: Span, place: str) -> str:
    if span == (3, 3):
        return place
    if span == (1, 1):
        return f"not {place}"
    return f"3 if {place}, else 1"


def _why_compass(dungeon: Dungeon, cell: int, content: DoorCell) -> str:
    if not content.arrow:
        return "arrow not pointed yet"
    target = pointed_at(cell, content.arrow)
    side = ARROW_WORDS[content.arrow]
    if target is None or all(target not in FRAMES[frame] for frame in dungeon.frames()):
        return f"points {side}, out of the dungeon"
    other = dungeon.cells[target]
    if other is None:
        return f"points {side} at an empty space"
    if isinstance(other, KeyCell):
        return f"points {side} at a Key"
    if isinstance(other, TileCell):
        return f"points {side} at the Adventurer tile"
    if isinstance(other, UntoldCell):
        return f"points {side} at a card not told"
    return f"points {side} at the {room_name(other)}{'' if other.open else ', closed'}"


def problems(dungeon: Dungeon, multiplicity: bool = True) -> tuple[Problem, ...]:
    """Return what is missed or impossible in a dungeon; shown, never a refusal."""
    return (
        *_missed(dungeon, multiplicity),
        *_opened_too_soon(dungeon, multiplicity),
        *_wrong_counts(dungeon),
        *_apart(dungeon),
    )


def _missed(dungeon: Dungeon, multiplicity: bool) -> list[Problem]:
    clause = ("four-keys.opening.missed",)
    return [
        Problem(f"The {_label(dungeon, i)} should be open: its keys are all there.", clause, (cell_name(i),))
        for i in dungeon.ready(multiplicity)
    ]


def _label(dungeon: Dungeon, cell: int) -> str:
    content = dungeon.cells[cell]
    assert isinstance(content, DoorCell | StartCell)
    return "starting door" if isinstance(content, StartCell) else ROOM_NAMES.get(content.room or "", "door")


def _opened_too_soon(dungeon: Dungeon, multiplicity: bool) -> list[Problem]:
    out = []
    for i, cell in enumerate(dungeon.cells):
        if not isinstance(cell, DoorCell | StartCell) or not cell.open or not cell.needs:
            continue
        word, untold = dungeon.symbols_at(i)
        if not untold and not covered(cell.needs, word, multiplicity):
            lacks = shape_words(lacking(cell.needs, word, multiplicity))
            out.append(
                Problem(
                    f"The {_label(dungeon, i)} lies open, but its keys are not there: it lacks {lacks}.",
                    ("four-keys.opening.row-and-column",),
                    (cell_name(i),),
                )
            )
    return out


def _wrong_counts(dungeon: Dungeon) -> list[Problem]:
    out = []
    cells = dungeon.cells
    if dungeon.card_count > FULL:
        out.append(Problem(f"{dungeon.card_count} cards; a finished dungeon has {FULL}.", ("four-keys.end.fifteen",)))
    starts = sum(isinstance(cell, StartCell) for cell in cells)
    if starts > 1:
        out.append(Problem(f"{starts} starting cards; each player has one.", ("four-keys.setup.starting-cards",)))
    if dungeon.tile is not None and dungeon.card_count < FULL:
        out.append(Problem("The Adventurer tile comes after the fifteenth card.", ("four-keys.end.tile",)))
    if dungeon.gold is not None and not 0 <= dungeon.gold <= GOLD:
        out.append(Problem(f"{dungeon.gold} gold; a tile holds 0 to {GOLD}.", ("four-keys.setup.gold",)))
    rooms = Counter(cell.room for cell in cells if isinstance(cell, DoorCell) and cell.room)
    for room, n in rooms.items():
        if n > COPIES[room]:
            clause = f"four-keys.components.rooms-level-{1 if room in ROOMS_1 else 2}"
            out.append(Problem(f"{n} copies of the {ROOM_NAMES[room]}; the box has {COPIES[room]}.", (clause,)))
    return out


def _apart(dungeon: Dungeon) -> list[Problem]:
    """Find cards that touch no other: every card was placed next to one (four-keys.placement.orthogonal)."""
    here = set(dungeon.occupied())
    if not here:
        return []
    seen, queue = set(), [CENTRE if CENTRE in here else min(here)]
    while queue:
        cell = queue.pop()
        if cell not in seen:
            seen.add(cell)
            queue += [j for j in NEIGHBOURS[cell] if j in here]
    loose = sorted(here - seen)
    if not loose:
        return []
    names = tuple(cell_name(i) for i in loose)
    return [Problem("Some cards do not touch the others by an edge.", ("four-keys.placement.orthogonal",), names)]
