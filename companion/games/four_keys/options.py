"""The options of the player to move as a directed graph of dungeons, and the best lines through it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from companion.engine.errors import CompanionError
from companion.games.four_keys.cards import Card
from companion.games.four_keys.dungeon import ARROWS, DoorCell, Dungeon
from companion.games.four_keys.moves import Place, Point, Take
from companion.games.four_keys.placing import laid_down
from companion.games.four_keys.scoring import score, scoring_rules
from companion.games.four_keys.state import Position

if TYPE_CHECKING:
    import networkx as nx

    from companion.engine.game import Move

_MANY = 1000
"""More than any dungeon scores: makes points outweigh the length of a line."""


class Option(NamedTuple):
    """A node of the option graph: a dungeon, the gold on its tile, and its certain points."""

    dungeon: Dungeon
    gold: int | None
    points: int


class HasState(Protocol):
    """A table: anything that holds a position."""

    @property
    def state(self) -> Any:
        """The position."""
        ...


def option_graph(start: Dungeon | Position | HasState, *cards: Card, **options: bool) -> nx.DiGraph:
    """Return what the player to move can do as a directed graph of dungeons; equal dungeons are one node.

    Nodes are `Option`; an edge carries `moves` (a tuple: laying a card, pointing an arrow, or taking and laying one),
    `ways` (all such tuples that lead there) and `gain` (certain points won). Doors open by themselves on the way. The
    first node is `graph.graph["root"]`.

    Args:
        start: a dungeon, with the cards to lay in order; or a position or table: the turn of the seat whose turn it is,
            without renewing, which nobody can look behind. Of cards that were not told, only the space is known.
        cards: for a dungeon only.
        options: house rules, for a dungeon only.
    """
    if isinstance(start, Dungeon):
        return _graph_of(start, _Laying(cards, scoring_rules(options)))
    position = start if isinstance(start, Position) else start.state
    if cards or options:
        raise CompanionError("A position has its own cards and house rules: give neither beside it.")
    return _graph_of(position.player(position.mover).dungeon, _Turn(position))


class _Options(Protocol):
    """What can be done from a dungeon."""

    rules: dict[str, bool]

    def onwards(self, dungeon: Dungeon, depth: int) -> Iterator[tuple[tuple[Move, ...], Dungeon]]:
        """Yield moves and the dungeon after them; `depth`: cards laid so far."""
        ...


class _Laying:
    """Given cards, laid one after the other."""

    def __init__(self, cards: Sequence[Card], rules: dict[str, bool]) -> None:
        self.cards = cards
        self.rules = rules

    def onwards(self, dungeon: Dungeon, depth: int) -> Iterator[tuple[tuple[Move, ...], Dungeon]]:
        """Lay the next card."""
        if depth >= len(self.cards):
            return
        for at in dungeon.holes():
            for face, after in laid_down(dungeon, at, self.cards[depth]):
                yield (Place(at, face),), after.opened(after.ready(self.rules["multiplicity"]))


class _Turn:
    """The turn of the seat to move: taking a card, by pushing or not, and laying it."""

    def __init__(self, position: Position) -> None:
        from companion.games.four_keys.rules import scoring_rules as rules_of

        self.position = position
        self.seat = position.mover
        self.rules = rules_of(position)

    def onwards(self, dungeon: Dungeon, depth: int) -> Iterator[tuple[tuple[Move, ...], Dungeon]]:
        """Take and lay one card."""
        if depth:
            return
        if self.position.hand is not None:
            yield from self._placed((), self.position)
            return
        for take in self._takes():
            yield from self._placed((take,), self._after(self.position, take))

    def _takes(self) -> Iterator[Take]:
        from companion.games.four_keys.checks import check

        piles = (None, 0, 1, 2, 3)
        takes = (Take(pile, push, source) for pile in range(4) for push in piles for source in piles)
        return (take for take in takes if check(self.position, take))

    def _placed(self, moves: tuple[Move, ...], taken: Position) -> Iterator[tuple[tuple[Move, ...], Dungeon]]:
        if taken.hand is None:
            return
        dungeon = taken.player(self.seat).dungeon
        for at in dungeon.holes():
            for face, _ in laid_down(dungeon, at, taken.hand.card):
                place = Place(at, face)
                yield (*moves, place), self._after(taken, place).player(self.seat).dungeon

    def _after(self, position: Position, move: Move) -> Position:
        from companion.games.four_keys.effects import apply

        return apply(position, move)


def _graph_of(dungeon: Dungeon, options: _Options) -> nx.DiGraph:
    import networkx as nx

    root = _option(dungeon, options.rules)
    graph = nx.DiGraph(root=root)
    graph.add_node(root)
    queue = [(root, 0)]
    for node, depth in queue:
        for moves, after in _onwards(node.dungeon, depth, options):
            option = _option(after, options.rules)
            if option not in graph:
                queue.append((option, depth + any(isinstance(move, Place) for move in moves)))
            _join(graph, node, option, moves)
    return graph


def _onwards(dungeon: Dungeon, depth: int, options: _Options) -> Iterator[tuple[tuple[Move, ...], Dungeon]]:
    """Yield what comes next: arrows to point come before the next card (four-keys.rooms.compass-arrow)."""
    for at, cell in enumerate(dungeon.cells):
        if isinstance(cell, DoorCell) and cell.open and cell.room == "compass" and not cell.arrow:
            for arrow in ARROWS:
                turned = DoorCell(cell.level, cell.room, cell.needs, True, arrow)
                yield (Point(at, arrow),), dungeon.put(at, turned)
            return
    yield from options.onwards(dungeon, depth)


def _option(dungeon: Dungeon, rules: dict[str, bool]) -> Option:
    return Option(dungeon, dungeon.gold, score(dungeon, seat="", **rules).points)


def _join(graph: nx.DiGraph, node: Option, option: Option, moves: tuple[Move, ...]) -> None:
    if graph.has_edge(node, option):
        graph.edges[node, option]["ways"].append(moves)
    else:
        graph.add_edge(node, option, moves=moves, ways=[moves], gain=option.points - node.points)


class Line(NamedTuple):
    """A way through the option graph: its moves, and where it ends."""

    moves: tuple[Move, ...]
    end: Option


def best_line(graph: nx.DiGraph) -> Line:
    """Return the line that wins most certain points: the longest path of the graph, with points as lengths."""
    import networkx as nx

    root = graph.graph["root"]
    for node, _, edge in graph.edges(data=True):
        # A push costs gold, so a gain may be negative; the path has to start at the root all the same.
        edge["length"] = _MANY * edge["gain"] + 1 + (_MANY * _MANY if node == root else 0)
    return _line(graph, nx.dag_longest_path(graph, weight="length"))


def best_lines(graph: nx.DiGraph, top: int = 3) -> tuple[Line, ...]:
    """Return a line to each of the best dungeons that the graph ends in, the best first."""
    import networkx as nx

    ends = sorted((node for node in graph if not graph.out_degree(node)), key=lambda node: -node.points)
    root = graph.graph["root"]
    return tuple(_line(graph, nx.shortest_path(graph, root, end)) for end in ends[:top])


def _line(graph: nx.DiGraph, path: Sequence[Option]) -> Line:
    moves = [move for edge in pairwise(path) for move in graph.edges[edge]["moves"]]
    return Line(tuple(moves), path[-1])
