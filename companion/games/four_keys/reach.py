"""How much a Compass, a Treasure Chest Room or a Fountain can still become, and what a card to come would add.

The bound is true: no way to go on exceeds it, within the frames that may come out and the cards that nobody has seen
placed. What lies open on the piles and in the owner's hand counts among the cards that may come.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

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
        places: how many cards to come can add to it together; 0 where one card brings all.
        one, many: what adds to it, in words.
        adds: what a card adds at most; None where nobody told the card.
        bringing: for so many points, the cards of which one is enough.
        clauses: what the rules say of it.
        assumptions: what was taken for granted.
    """

    name: str
    now: int
    most: int
    places: int
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
        return _counting(bound, at, cell.room, where, bound.now(at, bound.dungeon.opened([at])))
    return _pointing(bound, at, cell, where) if cell.room == "compass" else None


def _counting(bound: Bound, at: int, room: str, where: str, now: int) -> Reach:
    """Return the reach of a room that counts: keys, or for a Monster Room level 1 Doors."""
    clauses: tuple[str, ...] = (f"four-keys.rooms.{room.split('-')[0]}",)
    if room == "monster":
        one, many = "a level 1 Door", "level 1 Doors"
        assumed: tuple[str, ...] = ("Level 1 Doors to come are counted as if they opened.",)

        def adds(card: Card) -> int | None:
            return int(isinstance(card, Door) and card.level == 1)

    else:
        shape = "" if room == "chest" else room[-1]
        name = f"{SHAPE_NAMES[shape]} keys" if shape else "keys"
        one, many, assumed = f"{name} on a Key (its better side)", f"Keys that show {name} (the better side)", ()
        clauses = (*clauses, "four-keys.rooms.symbols")

        def adds(card: Card) -> int | None:
            return shown(card, shape)

    most = max(now, bound.room(at, room))
    return Reach(where, now, most, bound.places(at, room), one, many, adds, lambda points: _nothing(), clauses, assumed)


def _pointing(bound: Bound, at: int, cell: DoorCell, where: str) -> Reach:
    """Return the reach of a Compass: that of what its arrow, or its best arrow, leads to."""
    arrow = max(cell.arrow or "".join(ARROWS), key=lambda a: bound.through(at, a))
    dungeon = bound.dungeon.put(at, replace(cell, open=True, arrow=arrow))
    target = _end(bound, at, arrow)
    content = None if target is None else dungeon.cells[target]
    assumed = () if cell.arrow else (f"Its arrow is taken to point {ARROW_WORDS[arrow]}, where it can reach most.",)
    if target is not None and isinstance(content, DoorCell | StartCell) and not content.open:
        dungeon = dungeon.opened([target])
        assumed = (*assumed, f"The Door on {cell_name(target)} is counted as if it were open.")
    now, most = bound.now(at, dungeon), bound.through(at, arrow)
    clauses = ("four-keys.rooms.compass", "four-keys.rooms.compass-copies")
    room = content.room if isinstance(content, DoorCell) else None
    if target is not None and room is not None and _counts(room):
        counting = _counting(bound, target, room, where, now)
        more = (*assumed, *counting.assumptions)
        return counting._replace(most=max(now, most), clauses=(*clauses, *counting.clauses), assumptions=more)
    free = target if content is None else None

    def bringing(points: int) -> Wanted:
        return _nothing() if free is None else _room_worth(bound, free, points)

    adds = _adds_there(bound, free)
    one, many = "a Room that may be worth enough there", "such Rooms"
    return Reach(where, now, max(now, most), 0, one, many, adds, bringing, clauses, assumed)


def _counts(room: str) -> bool:
    return room in ("chest", "monster") or room.startswith("fountain")


def _end(bound: Bound, at: int, arrow: str) -> int | None:
    """Return the cell where the arrows lead, from one pointed Compass to the next; None beyond the frames."""
    seen = {at}
    while (target := pointed_at(at, arrow)) is not None and target in bound.inside and target not in seen:
        content = bound.dungeon.cells[target]
        if not (isinstance(content, DoorCell) and content.open and content.room == "compass" and content.arrow):
            return target
        if not bound.state.rules.compass_cycles:
            return None
        seen.add(target)
        at, arrow = target, content.arrow
    return None


def _adds_there(bound: Bound, target: int | None) -> Callable[[Card], int | None]:
    def adds(card: Card) -> int | None:
        if target is None or not isinstance(card, Door):
            return 0
        return None if card.room is None else worth(card.room)

    @cache
    def worth(room: str) -> int:
        return 0 if target is None or not bound.to_come else bound.coming(target, room)

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
        self.inside = {cell for frame in self.frames for cell in FRAMES[frame]}
        hand = state.hand.card if state.hand is not None and state.hand.seat == seat else None
        self.pool: list[Card] = [*self._unseen(), *([hand] if hand is not None and hand.known else [])]
        self.rooms = {room for card in self.pool if isinstance(card, Door) for room in _behind(card)}
        self.compasses = sum("compass" in _behind(card) for card in self.pool if isinstance(card, Door))
        lying = dict(enumerate(self.dungeon.cells))
        self._told = {i: c for i, c in lying.items() if isinstance(c, KeyCell) and c.shows is not None}
        self._hidden = {i for i, c in lying.items() if isinstance(c, UntoldCell | KeyCell) and i not in self._told}
        self._shown: dict[str, list[int]] = {}
        self.gold = GOLD if self.dungeon.gold is None else self.dungeon.gold

    def _unseen(self) -> Iterator[Card]:
        drain = _drain(self.state)
        for pile in self.state.piles:
            yield from pile.unseen
            top = top_card(pile)
            if top is not None and top.known:
                yield top
            if not self.state.followed or drain >= pile.down:
                yield from pile.removed

    def now(self, at: int, dungeon: Dungeon) -> int:
        """Return the points that are certain on a cell of a dungeon, by the score sheet."""
        rules = {name: getattr(self.state.rules, name) for name in SCORING_OPTIONS}
        lines = score(dungeon, **rules).lines
        return next((line.points for line in lines if line.where == cell_name(at)), 0)

    def _counted(self, at: int, room: str) -> int:
        """Return the symbols that a Chest or Fountain counts now, those that nobody told left out."""
        near = LINES[at] if room == "chest" else self._told
        return keys_among((self._told[i] for i in near if i in self._told), "" if room == "chest" else room[-1]).low

    def room(self, at: int, room: str, spent: int = 0) -> int:
        """Return the most that a room on a cell can become.

        Args:
            at: the cell.
            room: which room, not the Compass.
            spent: how many of the cards to come are used up by it, and by what leads to it.
        """
        left = max(0, self.to_come - spent)
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
        return self._counted(at, room) + self._keys_to_come(at, room, left)

    def _untold_cards(self) -> int:
        return sum(isinstance(c, UntoldCell) for c in self.dungeon.cells)

    def places(self, at: int, room: str) -> int:
        """Return how many of the cards to come can lie where a Chest counts them, or a Fountain or Monster Room."""
        if room != "chest":
            return self.to_come
        free = {i for i in LINES[at] if self.dungeon.cells[i] is None}
        return min(self.to_come, max(len(free.intersection(FRAMES[frame])) for frame in self.frames))

    def _keys_to_come(self, at: int, room: str, left: int) -> int:
        """Return the most symbols that Keys to come, and Keys lying untold, can bring a Chest or Fountain."""
        shape = "" if room == "chest" else room[-1]
        untold = len(self._hidden.intersection(LINES[at]) if room == "chest" else self._hidden)
        best = self._widest(shape)
        return sum(best[: min(left, self.places(at, room)) + untold])

    def _widest(self, shape: str) -> list[int]:
        """Return what the Keys that may come show of a shape, the most first; read off the pool once."""
        if shape not in self._shown:
            there = (WIDEST_FACE if n is None else n for n in (shown(card, shape) for card in self.pool))
            self._shown[shape] = sorted(there, reverse=True)
        return self._shown[shape]

    def through(self, at: int, arrows: str, spent: int = 0) -> int:
        """Return the most that a Compass on a cell can give, its arrow followed from Compass to Compass.

        Every cell is looked at once, by the way to it that takes the fewest of the cards to come.

        Args:
            at: where the Compass lies.
            arrows: the ways that it may point.
            spent: how many of the cards to come it takes.
        """
        most, seen = 0, {at}
        ways = deque([(at, arrows, spent)])
        while ways:
            cell, here, used = ways.popleft()
            for target in self._targets(cell, here):
                if target in seen:
                    continue
                seen.add(target)
                most = max(most, self._still(target, used))
                more = used + (self.dungeon.cells[target] is None)
                if more == used:
                    ways.appendleft((target, self._arrows(target, more), more))
                else:
                    ways.append((target, self._arrows(target, more), more))
        return most

    def _targets(self, at: int, arrows: str) -> list[int]:
        found = (pointed_at(at, arrow) for arrow in arrows)
        return [target for target in found if target is not None and target in self.inside]

    def _arrows(self, at: int, used: int) -> str:
        """Return the arrows that a cell may come to have, if that many of the cards to come are used up with it."""
        content, every = self.dungeon.cells[at], "".join(ARROWS)
        if not self.state.rules.compass_cycles:
            return ""
        if content is None:
            return every if used <= min(self.to_come, self.compasses) else ""
        if isinstance(content, DoorCell) and content.level == 2 and content.room in ("compass", None):
            return content.arrow or every
        return every if isinstance(content, UntoldCell) and self.compasses else ""

    def _still(self, at: int, used: int) -> int:
        """Return the most that a cell can give an arrow by itself: no Compass that leads on."""
        content = self.dungeon.cells[at]
        if isinstance(content, KeyCell):
            return 0
        if isinstance(content, StartCell):
            return 3
        if isinstance(content, DoorCell):
            return self._best(at, _behind(Door(content.level, content.room)), used)
        if isinstance(content, UntoldCell):
            return self._best(at, self.rooms, used)
        tile = self.gold if self.state.rules.compass_tile else 0
        if isinstance(content, TileCell) or self.to_come <= used:
            return tile
        return max(tile, self._best(at, self.rooms, used + 1))

    def _best(self, at: int, rooms: Iterable[str], spent: int) -> int:
        return max((self.room(at, room, spent) for room in rooms if room != "compass"), default=0)

    def coming(self, at: int, room: str) -> int:
        """Return the most that a room can become if it comes to lie on a free cell."""
        return self.through(at, "".join(ARROWS), 1) if room == "compass" else self.room(at, room, 1)


def _behind(card: Door) -> tuple[str, ...]:
    """Return the rooms that may be behind a Door."""
    if card.room is not None:
        return (card.room,)
    return ROOMS_1 if card.level == 1 else ROOMS_2


def _drain(state: Position) -> int:
    """Return the most cards that may still leave one pile: one a round, and one for every Gold Piece.

    A pile that lasts is never rebuilt from the box (four-keys.collecting.rebuild).
    """
    gold = sum(GOLD if player.dungeon.gold is None else player.dungeon.gold for player in state.players)
    return gold + max(FULL - player.dungeon.card_count for player in state.players)
