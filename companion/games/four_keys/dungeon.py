"""A dungeon: cards on a grid of 7 by 7 cells whose 4 by 4 frame may still float, and what opens its doors.

Cells are numbered 0..48, row by row from the top; their names run from a1 to g7, column then row. In a game the
starting card lies on d4 all along, so that every frame that may still come out fits into the grid.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

import msgspec

from companion.engine.errors import UnreadableError
from companion.games.four_keys.cards import SHAPES, Card, Door, Key, is_ajar

GRID = 7
SIZE = 4
CENTRE = 24
"""The cell d4, where the starting card lies."""
FULL = 15
"""Cards in a finished dungeon; the Adventurer tile takes the sixteenth space (four-keys.end.fifteen)."""

ARROWS = {"^": -GRID, ">": 1, "v": GRID, "<": -1}
ARROW_WORDS = {"^": "up", ">": "right", "v": "down", "<": "left"}


class KeyCell(msgspec.Struct, frozen=True, tag="key"):
    """A Key card lying in a dungeon: the face it shows, the hidden one, and its level (0: not told)."""

    shows: str | None = None
    hides: str | None = None
    level: int = 0


class DoorCell(msgspec.Struct, frozen=True, tag="door"):
    """A Door card lying in a dungeon, closed or open. `arrow` is one of ^ > v < or "" (not pointed)."""

    level: int
    room: str | None = None
    needs: str | None = None
    open: bool = False
    arrow: str = ""


class StartCell(msgspec.Struct, frozen=True, tag="start"):
    """The starting card: its two indicated spaces of the final frame, its requirement, closed or open."""

    marked: tuple[str, str] | None = None
    needs: str | None = None
    open: bool = False


class TileCell(msgspec.Struct, frozen=True, tag="tile"):
    """The Adventurer tile on the last space."""


class UntoldCell(msgspec.Struct, frozen=True, tag="untold"):
    """Some card lies here; nobody said which."""


Cell: TypeAlias = KeyCell | DoorCell | StartCell | TileCell | UntoldCell

_ROWS = [i // GRID for i in range(GRID * GRID)]
_COLUMNS = [i % GRID for i in range(GRID * GRID)]
NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(
    tuple(j for j in range(GRID * GRID) if abs(_ROWS[i] - _ROWS[j]) + abs(_COLUMNS[i] - _COLUMNS[j]) == 1)
    for i in range(GRID * GRID)
)
"""For every cell the cells that share an edge with it."""
LINES: tuple[tuple[int, ...], ...] = tuple(
    tuple(j for j in range(GRID * GRID) if j != i and (_ROWS[i] == _ROWS[j] or _COLUMNS[i] == _COLUMNS[j]))
    for i in range(GRID * GRID)
)
"""For every cell the other cells of its row and its column."""
FRAMES: tuple[tuple[int, ...], ...] = tuple(
    tuple((top + r) * GRID + left + c for r in range(SIZE) for c in range(SIZE))
    for top in range(SIZE)
    for left in range(SIZE)
)
"""The sixteen frames of 4 by 4 in the grid: frame number 4 * top + left, as cells row by row."""


def cell_name(cell: int) -> str:
    """Return the name of a cell: 24 is d4."""
    return f"{'abcdefg'[_COLUMNS[cell]]}{_ROWS[cell] + 1}"


def cell_number(name: str) -> int:
    """Return the number of a cell.

    Raises:
        UnreadableError: not a cell from a1 to g7.
    """
    word = name.strip().lower()
    if len(word) != 2 or word[0] not in "abcdefg" or word[1] not in "1234567":
        raise UnreadableError(name, "a cell from a1 to g7, column then row from the top")
    return (int(word[1]) - 1) * GRID + "abcdefg".index(word[0])


def frame_name(cell: int, frame: int) -> str:
    """Return the name of a cell inside a frame, a1 to d4."""
    top, left = divmod(frame, SIZE)
    return f"{'abcd'[_COLUMNS[cell] - left]}{_ROWS[cell] - top + 1}"


@lru_cache(maxsize=4096)
def counts(word: str) -> tuple[int, int, int, int]:
    """Return how often each of H, L, C, X stands in a word of symbols."""
    h, l, c, x = (word.count(s) for s in SHAPES)  # noqa: E741
    return h, l, c, x


def covered(needs: str, present: str, multiplicity: bool = True) -> bool:
    """Say whether the symbols present meet a requirement (four-keys.opening.multiplicity)."""
    if not multiplicity:
        return set(needs) <= set(present)
    return all(n <= p for n, p in zip(counts(needs), counts(present), strict=True))


def lacking(needs: str, present: str, multiplicity: bool = True) -> str:
    """Return the symbols of a requirement that are not present yet."""
    if not multiplicity:
        return "".join(s for s in SHAPES if s in needs and s not in present)
    return "".join(s * max(0, needs.count(s) - present.count(s)) for s in SHAPES)


class Dungeon(msgspec.Struct, frozen=True):
    """What lies in front of one player.

    Args:
        cells: 49 entries, row by row; None is empty.
        gold: Gold Pieces on the Adventurer tile, None where nobody said.
        frame: number of the final frame where the text fixed it; None: whatever the cards allow.
    """

    cells: tuple[Cell | None, ...] = (None,) * (GRID * GRID)
    gold: int | None = None
    frame: int | None = None

    @classmethod
    def parse(cls, text: str) -> Dungeon:
        """Read a dungeon text (see `notation.parse_dungeon`).

        Raises:
            UnreadableError: names the cell that cannot be read and what could stand there.
        """
        from companion.games.four_keys.notation import parse_dungeon

        return parse_dungeon(text)

    def __str__(self) -> str:
        from companion.games.four_keys.notation import spell_dungeon

        return spell_dungeon(self)

    def _repr_svg_(self) -> str:
        """Draw the dungeon where a notebook shows it."""
        from companion.games.four_keys.drawing import dungeon_svg

        return dungeon_svg(self)

    def __repr__(self) -> str:
        rows = " / ".join(" ".join(line.split()) for line in str(self).splitlines())
        return f"Dungeon.parse({rows!r})"

    def __getitem__(self, name: str) -> Cell | None:
        return self.cells[cell_number(name)]

    def put(self, cell: int, what: Cell | None) -> Dungeon:
        """Return the dungeon with another content of one cell."""
        return Dungeon((*self.cells[:cell], what, *self.cells[cell + 1 :]), self.gold, self.frame)

    def occupied(self) -> list[int]:
        """Return the numbers of the cells where something lies."""
        return [i for i, cell in enumerate(self.cells) if cell is not None]

    @property
    def tile(self) -> int | None:
        """The cell of the Adventurer tile, None while it has not been placed."""
        return next((i for i, cell in enumerate(self.cells) if isinstance(cell, TileCell)), None)

    @property
    def card_count(self) -> int:
        """How many cards lie there, the tile not counted."""
        return sum(cell is not None and not isinstance(cell, TileCell) for cell in self.cells)

    def frames(self) -> tuple[int, ...]:
        """Return the frames that may still come out (four-keys.scoring.frame); all where the cards fit none."""
        if self.frame is not None:
            return (self.frame,)
        return _frames(*self.box()) or tuple(range(SIZE * SIZE))

    def box(self) -> tuple[int, int, int, int]:
        """Return the first and last row and column where something lies; 3, 3, 3, 3 if nothing does."""
        here = self.occupied()
        if not here:
            return 3, 3, 3, 3
        columns = [_COLUMNS[i] for i in here]
        return here[0] // GRID, here[-1] // GRID, min(columns), max(columns)

    def holes(self) -> list[int]:
        """Return the cells where a card may go: next to another by an edge, inside some frame (four-keys.placement)."""
        cells = self.cells
        inside = _inside(self.frames())
        return [i for i in inside if cells[i] is None and any(cells[j] is not None for j in NEIGHBOURS[i])]

    def symbols_at(self, cell: int) -> tuple[str, int]:
        """Return the symbols shown in the row and column of a cell, and how many Keys there were not told."""
        word, untold = "", 0
        cells = self.cells
        for i in LINES[cell]:
            other = cells[i]
            if isinstance(other, KeyCell):
                if other.shows is None:
                    untold += 1
                else:
                    word += other.shows
            elif isinstance(other, UntoldCell):
                untold += 1
        return word, untold

    def closed(self) -> Iterator[int]:
        """Yield the cells with a closed door."""
        return (i for i, cell in enumerate(self.cells) if isinstance(cell, DoorCell | StartCell) and not cell.open)

    def ready(self, multiplicity: bool = True) -> list[int]:
        """Return the closed doors whose keys are all there: they open by themselves (four-keys.opening.automatic)."""
        out = []
        for i in self.closed():
            needs = self.cells[i].needs  # type: ignore[union-attr]
            if needs is not None and covered(needs, self.symbols_at(i)[0], multiplicity):
                out.append(i)
        return out

    def opened(self, cells: list[int]) -> Dungeon:
        """Return the dungeon with these doors turned over."""
        if not cells:
            return self
        content = list(self.cells)
        for i in cells:
            content[i] = msgspec.structs.replace(content[i], open=True)  # type: ignore[type-var]
        return Dungeon(tuple(content), self.gold, self.frame)


@lru_cache(maxsize=1024)
def _frames(top: int, bottom: int, left: int, right: int) -> tuple[int, ...]:
    return tuple(
        SIZE * t + l
        for t in range(max(0, bottom - SIZE + 1), min(top, SIZE - 1) + 1)
        for l in range(max(0, right - SIZE + 1), min(left, SIZE - 1) + 1)  # noqa: E741
    )


@lru_cache(maxsize=1024)
def _inside(frames: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted({cell for frame in frames for cell in FRAMES[frame]}))


def laid(card: Card | None, face: int = 0) -> Cell:
    """Return a pile card as it lies in a dungeon: an Ajar Door open, another Door closed, a Key with one face up.

    Args:
        card: what was taken; None if nobody said.
        face: 0 or 1, which face of a Key shows.
    """
    if isinstance(card, Key):
        shows, hides = (card.a, card.b) if face == 0 else (card.b, card.a)
        return KeyCell(shows, hides, card.level)
    if isinstance(card, Door):
        return DoorCell(card.level, card.room, card.needs, is_ajar(card.room))
    if card is None:
        return UntoldCell()
    return StartCell(card.marked, card.needs)
