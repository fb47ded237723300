"""What the closed doors of a dungeon still lack, and where symbols would help or open them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from companion.engine.errors import CompanionError
from companion.games.four_keys.cards import symbols
from companion.games.four_keys.dungeon import (
    FRAMES,
    LINES,
    DoorCell,
    Dungeon,
    KeyCell,
    StartCell,
    cell_name,
    cell_number,
    lacking,
)
from companion.games.four_keys.placing import certain_points
from companion.games.four_keys.scoring import scoring_rules

if TYPE_CHECKING:
    import networkx as nx


class Spot(NamedTuple):
    """Symbols lying on a free cell: a node of the opening graph."""

    cell: str
    symbols: str


class Opening(NamedTuple):
    """What opens a closed door.

    Args:
        door: its cell.
        lacks: the symbols that its row and column do not show yet; None where its requirement was not told.
        cells: the free cells of its row and column; `now`: those where a card may be laid at once.
    """

    door: str
    lacks: str | None
    cells: tuple[str, ...]
    now: tuple[str, ...]


class Space(NamedTuple):
    """What some symbols would do on a free cell.

    Args:
        cell: where.
        opens: doors that open.
        helps: doors that come closer to opening.
        gain: certain points won at once.
    """

    cell: str
    opens: tuple[str, ...]
    helps: tuple[str, ...]
    gain: int


class Missed(NamedTuple):
    """A door that should lie open, and the Keys that opened it."""

    door: str
    keys: tuple[str, ...]


def opening_graph(dungeon: Dungeon, *, multiplicity: bool = True) -> nx.Graph:
    """Return the bipartite graph between closed doors and the symbols that would help them, cell by cell.

    A door is a node named by its cell (`kind="door"`, `lacks`); a `Spot` is one symbol, or all that a door lacks, on a
    free cell (`kind="spot"`, `now`: whether a card may be laid there at once). An edge says that the spot helps the
    door; `opens`: whether it opens it (four-keys.opening.row-and-column).
    """
    import networkx as nx

    graph = nx.Graph()
    for opening in _openings(dungeon, multiplicity):
        graph.add_node(opening.door, kind="door", bipartite=0, lacks=opening.lacks)
        lacks = opening.lacks or ""
        for cell in opening.cells:
            for word in sorted({*lacks, lacks} - {""}):
                graph.add_node(Spot(cell, word), kind="spot", bipartite=1, now=cell in opening.now)
                graph.add_edge(opening.door, Spot(cell, word), opens=word == lacks)
    return graph


def _openings(dungeon: Dungeon, multiplicity: bool) -> Iterator[Opening]:
    return (_opening(dungeon, at, multiplicity) for at in dungeon.closed())


def _opening(dungeon: Dungeon, at: int, multiplicity: bool) -> Opening:
    content = dungeon.cells[at]
    assert isinstance(content, DoorCell | StartCell)
    lacks = None if content.needs is None else lacking(content.needs, dungeon.symbols_at(at)[0], multiplicity)
    cells = [i for i in free_cells(dungeon) if i in LINES[at]]
    holes = dungeon.holes()
    names = tuple(cell_name(i) for i in cells)
    return Opening(cell_name(at), lacks, names, tuple(cell_name(i) for i in cells if i in holes))


def free_cells(dungeon: Dungeon) -> list[int]:
    """Return the empty cells of every frame that may still come out."""
    cells = {i for frame in dungeon.frames() for i in FRAMES[frame]}
    return sorted(i for i in cells if dungeon.cells[i] is None)


def what_opens(dungeon: Dungeon, cell: str, *, multiplicity: bool = True) -> Opening:
    """Say what a closed door lacks, and where Keys could bring it.

    Raises:
        CompanionError: there is no closed door on that cell.
    """
    at = cell_number(cell)
    if at not in dungeon.closed():
        doors = ", ".join(cell_name(i) for i in dungeon.closed()) or "none"
        raise CompanionError(f"There is no closed door on {cell_name(at)}; closed doors: {doors}.")
    return _opening(dungeon, at, multiplicity)


def best_spaces(dungeon: Dungeon, word: str, **options: bool) -> tuple[Space, ...]:
    """Say where a Key with these symbols would do most: most doors opened, then points won, then doors helped.

    Args:
        dungeon: what lies there.
        word: the symbols of the face, such as "H".
        options: house rules `multiplicity`, `compass_tile`, `compass_cycles`.

    Raises:
        CompanionError: a letter that is no symbol.
    """
    rules = scoring_rules(options)
    try:
        face = symbols(word.upper())
    except ValueError as fault:
        raise CompanionError(f"{fault}.") from fault
    before = {opening.door: opening.lacks for opening in _openings(dungeon, rules["multiplicity"])}
    points = certain_points(dungeon, rules)
    spaces = [_space(dungeon, at, face, before, points, rules) for at in dungeon.holes()]
    return tuple(sorted(spaces, key=lambda s: (-len(s.opens), -s.gain, -len(s.helps), s.cell)))


def _space(
    dungeon: Dungeon, at: int, face: str, before: dict[str, str | None], points: int, rules: dict[str, bool]
) -> Space:
    after = dungeon.put(at, KeyCell(face))
    openings = list(_openings(after, rules["multiplicity"]))
    changed = [opening for opening in openings if opening.lacks != before[opening.door]]
    opens = tuple(opening.door for opening in changed if not opening.lacks)
    helps = tuple(opening.door for opening in changed if opening.lacks)
    return Space(cell_name(at), opens, helps, certain_points(after, rules) - points)


def missed(dungeon: Dungeon, *, multiplicity: bool = True) -> tuple[Missed, ...]:
    """List the closed doors whose keys are all there, with these Keys (four-keys.opening.missed)."""
    return tuple(Missed(cell_name(at), _keys_of(dungeon, at)) for at in dungeon.ready(multiplicity))


def _keys_of(dungeon: Dungeon, at: int) -> tuple[str, ...]:
    needs = dungeon.cells[at].needs or ""  # type: ignore[union-attr]
    keys = [(i, dungeon.cells[i]) for i in LINES[at]]
    return tuple(cell_name(i) for i, key in keys if isinstance(key, KeyCell) and set(key.shows or "") & set(needs))
