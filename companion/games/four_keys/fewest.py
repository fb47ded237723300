"""The fewest more key symbols, and cells for them, that open given doors: exact, trying one symbol more each time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from companion.engine.errors import CompanionError
from companion.games.four_keys.cards import SHAPES, symbols
from companion.games.four_keys.dungeon import FRAMES, FULL, LINES, Dungeon, cell_name
from companion.games.four_keys.openings import what_opens

Wants: TypeAlias = Mapping[tuple[int, str], int]
"""For a door and a shape, how many symbols are still missing."""
Put: TypeAlias = tuple[tuple[int, str], ...]
"""Symbols on cells."""


class Fewest(NamedTuple):
    """The fewest Keys that open some doors: no smaller number of symbols does, nor fewer cards with as many.

    Args:
        symbols: how many symbols it takes.
        cards: how many Key cards carry them.
        keys: each with its cell and the symbols that it shows.
    """

    symbols: int
    cards: int
    keys: tuple[tuple[str, str], ...]


def fewest_keys(
    dungeon: Dungeon, doors: Iterable[str] | None = None, per_face: int = 2, *, multiplicity: bool = True
) -> Fewest | None:
    """Find the fewest more key symbols that open these doors, then the fewest Key cards that carry them.

    The cells lie in one frame and leave a space for the tile. Whether other cards must come first, so that each touches
    another, is not asked: by the end every space but one is filled.

    Args:
        dungeon: what lies there.
        doors: cells of closed doors; None: all whose requirement was told.
        per_face: the most symbols that a face may show.
        multiplicity: the house rule.

    Returns:
        None if no Keys on the free cells can open them all.

    Raises:
        CompanionError: a cell without a closed door, a door whose requirement was not told, or a face without symbols.
    """
    if per_face < 1:
        raise CompanionError(f"A face of a Key shows at least one symbol, not {per_face}.")
    wants = _wants(dungeon, doors, multiplicity)
    most = sum(wants.values())
    frames = [_free(dungeon, frame) for frame in dungeon.frames()]
    limit = FULL - dungeon.card_count
    for count in range(_least(wants), most + 1):
        for cards in range(-(-count // per_face), min(count, limit) + 1):
            for free in frames:
                put = next(_Filling(free, count, cards, per_face).fill(wants, ()), None)
                if put is not None:
                    return _told(put)
    return None


def _wants(dungeon: Dungeon, doors: Iterable[str] | None, multiplicity: bool) -> Wants:
    names = [cell_name(at) for at in dungeon.closed()] if doors is None else list(dict.fromkeys(doors))
    wants = {}
    for name in names:
        opening = what_opens(dungeon, name, multiplicity=multiplicity)
        if opening.lacks is None and doors is not None:
            raise CompanionError(f"Nobody told what the door on {opening.door} needs: tell it first.")
        for shape in opening.lacks or "":
            at = next(i for i in dungeon.closed() if cell_name(i) == opening.door)
            wants[at, shape] = (opening.lacks or "").count(shape)
    return wants


def _free(dungeon: Dungeon, frame: int) -> tuple[int, ...]:
    return tuple(at for at in FRAMES[frame] if dungeon.cells[at] is None)


def _least(wants: Wants) -> int:
    """Return what it surely takes: of each shape as many as the neediest door lacks."""
    return sum(max((n for (_, other), n in wants.items() if other == shape), default=0) for shape in SHAPES)


class _Filling:
    """Putting symbols on free cells, within limits.

    Args:
        free: the cells.
        count: the most symbols.
        cards: the most cells used.
        per_face: the most symbols on a cell.
    """

    def __init__(self, free: tuple[int, ...], count: int, cards: int, per_face: int) -> None:
        self.free = free
        self.count = count
        self.cards = cards
        self.per_face = per_face
        self.seen: set[Put] = set()

    def fill(self, wants: Wants, put: Put) -> Iterator[Put]:
        """Yield the fillings that leave nothing wanting."""
        if not wants:
            yield put
            return
        if len(put) + _least(wants) > self.count or put in self.seen:
            return
        self.seen.add(put)
        (door, shape), _ = min(wants.items(), key=lambda want: self._choices(want[0][0]))
        for at in self._cells(door, put):
            yield from self.fill(_served(wants, at, shape), tuple(sorted((*put, (at, shape)))))

    def _choices(self, door: int) -> int:
        return sum(at in LINES[door] for at in self.free)

    def _cells(self, door: int, put: Put) -> list[int]:
        """Return the cells in the lines of a door where one symbol more may lie."""
        used = [at for at, _ in put]
        may_add = len(set(used)) < self.cards
        return [
            at for at in self.free if at in LINES[door] and used.count(at) < self.per_face and (may_add or at in used)
        ]


def _served(wants: Wants, at: int, shape: str) -> Wants:
    """Return what is still wanting after one symbol more on a cell."""
    less = {want: n - (want[1] == shape and at in LINES[want[0]]) for want, n in wants.items()}
    return {want: n for want, n in less.items() if n}


def _told(put: Put) -> Fewest:
    faces: dict[int, str] = {}
    for at, shape in put:
        faces[at] = symbols(faces.get(at, "") + shape)
    return Fewest(len(put), len(faces), tuple((cell_name(at), face) for at, face in sorted(faces.items())))
