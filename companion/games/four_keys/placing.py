"""Laying one card: what opens, how arrows are pointed best, and every way to lay a card, the best first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from companion.games.four_keys.bitboard import follow
from companion.games.four_keys.cards import Card, Key
from companion.games.four_keys.dungeon import (
    ARROWS,
    FULL,
    DoorCell,
    Dungeon,
    StartCell,
    TileCell,
    cell_name,
    cell_number,
    laid,
)
from companion.games.four_keys.moves import Place
from companion.games.four_keys.scoring import score, scoring_rules


class Placement(NamedTuple):
    """One way to lay a card.

    Args:
        cell: where.
        face: what a Key shows; "" where there is nothing to choose.
        opens: the doors that open by it.
        gain: certain points won.
        points_after: certain points afterwards, free arrows pointed best.
        up_to: the most that what lies there afterwards may become.
        dungeon: the dungeon afterwards.
    """

    cell: str
    face: str
    opens: tuple[str, ...]
    gain: int
    points_after: int
    up_to: int
    dungeon: Dungeon

    @property
    def move(self) -> Place:
        """The move that lays it so."""
        return Place(cell_number(self.cell), self.face)


def placements(dungeon: Dungeon, card: Card | None, **options: bool) -> tuple[Placement, ...]:
    """List every way to lay a card, the best first; ways that are worth the same stand side by side.

    Args:
        dungeon: what lies there.
        card: the card to lay.
        options: house rules.
    """
    rules = scoring_rules(options)
    dungeon = dungeon.opened(dungeon.ready(rules["multiplicity"]))
    points = certain_points(dungeon, rules)
    ways = [
        _placement(dungeon, at, face, after, points, rules)
        for at in dungeon.holes()
        for face, after in laid_down(dungeon, at, card)
    ]
    return tuple(sorted(ways, key=lambda w: (-w.points_after, -len(w.opens), -w.up_to, w.cell, w.face)))


def _placement(dungeon: Dungeon, at: int, face: str, after: Dungeon, points: int, rules: dict[str, bool]) -> Placement:
    opens = tuple(cell_name(i) for i in after.ready(rules["multiplicity"]))
    final = finished(after, rules)
    sheet = score(final, seat="", **rules)
    return Placement(cell_name(at), face, opens, sheet.points - points, sheet.points, sheet.up_to, final)


def certain_points(dungeon: Dungeon, rules: dict[str, bool]) -> int:
    """Return the certain points once every door whose keys are there lies open and every arrow is pointed best."""
    return score(finished(dungeon, rules), seat="", **rules).points


def finished(dungeon: Dungeon, rules: dict[str, bool]) -> Dungeon:
    """Return the dungeon with what happens by itself: doors open, the tile takes the last space, arrows point best."""
    dungeon = dungeon.opened(dungeon.ready(rules["multiplicity"]))
    if dungeon.card_count == FULL and dungeon.tile is None:
        for hole in dungeon.holes():
            dungeon = dungeon.put(hole, TileCell())
    return pointed(dungeon, **rules)


def laid_down(dungeon: Dungeon, at: int, card: Card | None) -> Iterator[tuple[str, Dungeon]]:
    """Yield the ways to lay a card on a cell: the face that a `Place` names, and the dungeon before any door opens."""
    sides = 2 if isinstance(card, Key) and card.a != card.b else 1
    for face in range(sides):
        yield face_word(card, face), dungeon.put(at, laid(card, face))


def face_word(card: Card | None, face: int) -> str:
    """Return the face that a `Place` of this card names: "" where there is nothing to choose."""
    if not isinstance(card, Key) or card.a == card.b:
        return ""
    return (card.b if face else card.a) or "?"


def pointed(dungeon: Dungeon, **options: bool) -> Dungeon:
    """Return the dungeon with every arrow that is not pointed yet pointed best, by what is certain now.

    While cards are to come, an arrow that nothing certain awaits stays as it is: any space may still become the best.
    """
    rules = scoring_rules(options)
    arrows = {
        at: cell.arrow or "".join(ARROWS)
        for at, cell in enumerate(dungeon.cells)
        if isinstance(cell, DoorCell) and cell.open and cell.room == "compass"
    }
    loose = [at for at, choice in arrows.items() if len(choice) > 1]
    if not loose:
        return dungeon
    chosen = _best_arrows(arrows, _targets(dungeon, rules), rules["compass_cycles"])
    idle = "" if dungeon.tile is None else "^"
    for at in loose:
        arrow = chosen.get(at, idle)
        dungeon = dungeon.put(at, msgspec.structs.replace(dungeon.cells[at], arrow=arrow))  # type: ignore[type-var]
    return dungeon


def _best_arrows(arrows: Mapping[int, str], worth: Mapping[int, int], cycles: bool) -> dict[int, str]:
    """Choose arrows so that every Compass gets the most that it can reach; those that can reach nothing are left out.

    Compasses are settled outwards from the Rooms they copy, so that no circle arises.
    """
    steps = {at: [ARROWS[arrow] for arrow in choice] for at, choice in arrows.items()}
    values = follow(steps, worth, cycles)
    known = {at: worth[at] for at in worth}
    chosen: dict[int, str] = {}
    settled = True
    while settled:
        settled = False
        for at, choice in arrows.items():
            good = [a for a in choice if values[at] and known.get(at + ARROWS[a]) == values[at]]
            if at not in chosen and good:
                chosen[at] = good[0]
                settled = True
                if cycles:
                    known[at] = values[at]
    return chosen


def _targets(dungeon: Dungeon, rules: dict[str, bool]) -> dict[int, int]:
    """Return what an arrow gets from every cell that is no Compass and worth something."""
    worth = {}
    for line in score(dungeon, seat="", **rules).lines:
        at = cell_number(line.where) if line.where else -1
        cell = dungeon.cells[at]
        certain = isinstance(cell, StartCell) or (isinstance(cell, DoorCell) and cell.room not in ("compass", None))
        if at >= 0 and (certain or (isinstance(cell, TileCell) and rules["compass_tile"])):
            worth[at] = line.points
    return worth
