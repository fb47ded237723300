"""How much a Compass, a Treasure Chest Room or a Fountain can still become, and what a card to come would add.

The bound is true: no way to go on exceeds it, within the frames that may come out and the cards that nobody has seen
placed. What lies open on the piles and in the owner's hand counts among the cards that may come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from companion.games.four_keys.cards import ROOMS_1, ROOMS_2, SHAPE_NAMES, Card, Door, Key
from companion.games.four_keys.dungeon import (
    ARROW_WORDS,
    ARROWS,
    FRAMES,
    FULL,
    LINES,
    DoorCell,
    Dungeon,
    KeyCell,
    StartCell,
    TileCell,
    UntoldCell,
    cell_name,
)
from companion.games.four_keys.scoring import SCORING_OPTIONS, room_name, score
from companion.games.four_keys.state import Position, top_card
from companion.games.four_keys.worth import GOLD, PRINTED, WIDEST_FACE, keys_among, pointed_at

if TYPE_CHECKING:
    from companion.games.four_keys.odds import Wanted

_CORNERS, _MIDDLE = (0, 3, 12, 15), (5, 6, 9, 10)


class Reach(NamedTuple):
    """What a room is worth now, the most it can become, and what brings it there.

    Args:
        name: the room in words.
        now: its points as it lies (a closed one: once it is open).
        most: what no way to go on exceeds.
        sums: whether it grows by the sum of what the cards add; otherwise one card brings all.
        one, many: what adds to it, in words.
        adds: what a card adds at most; None where nobody told the card.
        bringing: for so many points, the cards of which one is enough.
        clauses: what the rules say of it.
        assumptions: what was taken for granted.
    """

    name: str
    now: int
    most: int
    sums: bool
    one: str
    many: str
    adds: Callable[[Card], int | None]
    bringing: Callable[[int], Wanted]
    clauses: tuple[str, ...]
    assumptions: tuple[str, ...] = ()


def reach_of(state: Position, seat: str, at: int) -> Reach | None:
    """Return how far a room of a seat may still come; None where no Compass, Chest or Fountain lies."""
    cell = state.player(seat).dungeon.cells[at]
    if not isinstance(cell, DoorCell) or cell.room is None:
        return None
    bound = Bound(state, seat)
    where = f"{state.player(seat).name}'s {room_name(cell)} on {cell_name(at)}"
    if cell.room == "chest" or cell.room.startswith("fountain"):
        return _counting(bound, at, cell.room, where)
    return _pointing(bound, at, cell, where) if cell.room == "compass" else None


def _counting(bound: Bound, at: int, room: str, where: str) -> Reach:
    shape = "" if room == "chest" else room[-1]
    name = f"{SHAPE_NAMES[shape]} keys" if shape else "keys"
    clauses = (f"four-keys.rooms.{room.split('-')[0]}", "four-keys.rooms.symbols")
    return Reach(
        where,
        bound.counted(at, room),
        bound.room(at, room),
        True,
        f"{name} on a Key (its better side)",
        f"Keys that show {name} (the better side)",
        lambda card: shown(card, shape),
        lambda points: _nothing(),
        clauses,
    )


def _pointing(bound: Bound, at: int, cell: DoorCell, where: str) -> Reach:
    """Return the reach of a Compass: that of what its arrow, or its best arrow, points to."""
    arrows = cell.arrow or "".join(ARROWS)
    arrow = max(arrows, key=lambda a: bound.through(at, a, frozenset((at,))))
    most = bound.through(at, arrow, frozenset((at,)))
    target = pointed_at(at, arrow)
    content = None if target is None else bound.dungeon.cells[target]
    clauses = ("four-keys.rooms.compass", "four-keys.rooms.compass-copies")
    assumed = () if cell.arrow else (f"Its arrow is taken to point {ARROW_WORDS[arrow]}, where it can reach most.",)
    room = content.room if isinstance(content, DoorCell) else None
    if target is not None and room is not None and (room == "chest" or room.startswith("fountain")):
        counting = _counting(bound, target, room, where)
        return counting._replace(most=most, clauses=(*clauses, *counting.clauses), assumptions=assumed)
    now = bound.now(at) if cell.arrow and cell.open else 0
    free = target is not None and content is None

    def bringing(points: int) -> Wanted:
        return _room_worth(bound, target, points) if target is not None and free else _nothing()

    one = "a Room that may be worth enough there"
    return Reach(
        where,
        now,
        most,
        False,
        one,
        "such Rooms",
        _adds_there(bound, target if free else None),
        bringing,
        clauses,
        assumed,
    )


def _adds_there(bound: Bound, target: int | None) -> Callable[[Card], int | None]:
    def adds(card: Card) -> int | None:
        if target is None or not isinstance(card, Door):
            return 0
        return None if card.room is None else bound.rooms_there(target, (card.room,), frozenset((target,)))

    return adds


def _room_worth(bound: Bound, target: int, points: int) -> Wanted:
    from companion.games.four_keys.odds import Wanted

    adds = _adds_there(bound, target)

    def enough(card: Card) -> int | None:
        worth = adds(card)
        return None if worth is None else int(worth >= points)

    where = cell_name(target)
    clauses = ("four-keys.rooms.compass", "four-keys.rooms.compass-arrow")
    return Wanted(
        f"a Room that may be worth {points} on {where}", f"Rooms that may be worth {points} on {where}", enough, clauses
    )


def _nothing() -> Wanted:
    from companion.games.four_keys.odds import Wanted

    return Wanted("a card that adds to it", "cards that add to it", lambda card: 0, ())


def shown(card: Card, shape: str) -> int | None:
    """Return how many symbols of one shape, or ("") of any, a Key shows on its better side; None if it is not told."""
    if not isinstance(card, Key):
        return 0
    if card.a is None or card.b is None:
        return None
    return max(face.count(shape) if shape else len(face) for face in (card.a, card.b))


class Bound:
    """What nothing in a seat's dungeon can exceed.

    Args:
        state: the position.
        seat: whose dungeon.
    """

    def __init__(self, state: Position, seat: str) -> None:
        self.state = state
        self.dungeon: Dungeon = state.player(seat).dungeon
        self.to_come = max(0, FULL - self.dungeon.card_count)
        self.frames = self.dungeon.frames()
        hand = state.hand.card if state.hand is not None and state.hand.seat == seat else None
        self.pool: list[Card] = [*self._unseen(), *([hand] if hand is not None else [])]
        self.gold = GOLD if self.dungeon.gold is None else self.dungeon.gold

    def _unseen(self) -> Iterator[Card]:
        for pile in self.state.piles:
            yield from pile.unseen
            top = top_card(pile)
            if top is not None and top.known:
                yield top

    def now(self, at: int) -> int:
        """Return the points that are certain on a cell, by the score sheet."""
        rules = {name: getattr(self.state.rules, name) for name in SCORING_OPTIONS}
        lines = score(self.dungeon, **rules).lines
        return next((line.points for line in lines if line.where == cell_name(at)), 0)

    def counted(self, at: int, room: str) -> int:
        """Return the symbols that a Chest or Fountain counts now, those that nobody told left out."""
        cells = [self.dungeon.cells[i] for i in LINES[at]] if room == "chest" else list(self.dungeon.cells)
        told = [c for c in cells if isinstance(c, KeyCell) and c.shows is not None]
        return keys_among(told, "" if room == "chest" else room[-1]).low

    def room(self, at: int, room: str, coming: bool = False) -> int:
        """Return the most that a room on a cell can become.

        Args:
            at: the cell.
            room: which room, not the Compass.
            coming: whether it has yet to be placed there, which takes one of the cards to come.
        """
        left = self.to_come - coming
        if room in PRINTED:
            return PRINTED[room]
        if room == "throne":
            return self.gold
        if room in ("trap", "control"):
            good = _CORNERS if room == "trap" else _MIDDLE
            return 3 if any(FRAMES[f][i] == at for f in self.frames for i in good) else 1
        if room == "larder":
            return 3
        if room == "monster":
            doors = [c for c in self.dungeon.cells if isinstance(c, DoorCell) and c.level == 1]
            return len(doors) + self._untold_cards() + left
        return self.counted(at, room) + self._keys_to_come(at, room, left)

    def _untold_cards(self) -> int:
        return sum(isinstance(c, UntoldCell) for c in self.dungeon.cells)

    def _keys_to_come(self, at: int, room: str, left: int) -> int:
        """Return the most symbols that Keys to come, and Keys lying untold, can bring a Chest or Fountain."""
        shape = "" if room == "chest" else room[-1]
        spaces = left
        near = list(LINES[at]) if room == "chest" else range(len(self.dungeon.cells))
        if room == "chest":
            cells = self.dungeon.cells
            spaces = min(left, max(sum(cells[i] is None and i in FRAMES[f] for i in near) for f in self.frames))
        untold = sum(self._hides(i) for i in near)
        best = sorted((WIDEST_FACE if n is None else n for n in (shown(c, shape) for c in self.pool)), reverse=True)
        return sum(best[: spaces + untold])

    def _hides(self, at: int) -> bool:
        cell = self.dungeon.cells[at]
        return isinstance(cell, UntoldCell) or (isinstance(cell, KeyCell) and cell.shows is None)

    def through(self, at: int, arrow: str, seen: frozenset[int]) -> int:
        """Return the most that an arrow can give, followed from Compass to Compass."""
        target = pointed_at(at, arrow)
        if target is None or target in seen or all(target not in FRAMES[f] for f in self.frames):
            return 0
        return self.cell(target, seen | {target})

    def cell(self, at: int, seen: frozenset[int]) -> int:
        """Return the most that an arrow at a cell can give."""
        content = self.dungeon.cells[at]
        if isinstance(content, KeyCell):
            return 0
        if isinstance(content, StartCell):
            return 3
        if isinstance(content, DoorCell):
            rooms = (content.room,) if content.room is not None else ROOMS_1 if content.level == 1 else ROOMS_2
            return max(self._known(at, content, room, seen) for room in rooms)
        tile = self.gold if self.state.rules.compass_tile and not isinstance(content, UntoldCell) else 0
        if isinstance(content, TileCell):
            return tile
        if content is None and not self.to_come:
            return tile
        coming = {card.room for card in self.pool if isinstance(card, Door) and card.room is not None}
        return max(tile, self.rooms_there(at, tuple(sorted(coming)), seen))

    def rooms_there(self, at: int, rooms: tuple[str, ...], seen: frozenset[int]) -> int:
        """Return the most that any of these rooms can become if it comes to lie on a cell."""
        worths = [
            self._best_arrow(at, "", seen) if room == "compass" else self.room(at, room, coming=True) for room in rooms
        ]
        return max(worths, default=0)

    def _known(self, at: int, content: DoorCell, room: str, seen: frozenset[int]) -> int:
        return self._best_arrow(at, content.arrow, seen) if room == "compass" else self.room(at, room)

    def _best_arrow(self, at: int, arrow: str, seen: frozenset[int]) -> int:
        if not self.state.rules.compass_cycles:
            return 0
        return max(self.through(at, way, seen) for way in arrow or ARROWS)
