"""Random 4 KEYS dungeons and cards to come, by an ordinary seeded generator: for oracles and benchmarks."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import msgspec

from companion.engine.edition import Edition
from companion.games.four_keys.cards import (
    COPIES,
    FRAME_CELLS,
    ROOM_LEVEL,
    SHAPES,
    Card,
    Start,
    door,
    is_ajar,
    key,
    marked_cells,
    symbols,
)
from companion.games.four_keys.dungeon import CENTRE, DoorCell, Dungeon, laid
from companion.games.four_keys.placing import placements

_ROOMS = [room for room, copies in COPIES.items() for _ in range(copies)]


class Case(NamedTuple):
    dungeon: Dungeon
    cards: tuple[Card, ...]


def word(random: Random, length: int) -> str:
    return symbols("".join(random.choice(SHAPES) for _ in range(length)))


def random_card(random: Random, keys: float = 0.5) -> Card:
    """A Key with that chance, else a door; level 2 shows and needs more symbols."""
    if random.random() < keys:
        level = random.choice((1, 2))
        return key(level, word(random, level), word(random, random.choice((1, level))))
    room = random.choice(_ROOMS)
    level = ROOM_LEVEL[room]
    return door(level, room, None if is_ajar(room) else word(random, random.randint(level, level + 1)))


def random_start(random: Random) -> Dungeon:
    one, two = random.sample(FRAME_CELLS, 2)
    start = Start(word(random, random.choice((1, 2))), marked_cells((one, two)))
    return Dungeon(gold=random.randint(0, 4)).put(CENTRE, laid(start))


def random_case(random: Random, lying: int, to_come: int, keys: float = 0.5) -> Case:
    """A dungeon of `lying` cards laid at random, doors opened, arrows pointed at random or left, and cards to come."""
    dungeon = random_start(random)
    for _ in range(lying - 1):
        dungeon = dungeon.put(random.choice(dungeon.holes()), laid(random_card(random, keys), random.choice((0, 1))))
        dungeon = _pointed(random, dungeon.opened(dungeon.ready()))
    return Case(dungeon, tuple(random_card(random, keys) for _ in range(to_come)))


def _pointed(random: Random, dungeon: Dungeon) -> Dungeon:
    for at, cell in enumerate(dungeon.cells):
        if isinstance(cell, DoorCell) and cell.open and cell.room == "compass" and not cell.arrow:
            dungeon = dungeon.put(at, msgspec.structs.replace(cell, arrow=random.choice(("^", ">", "v", "<", ""))))
    return dungeon


def practice_case(random: Random, lying: int, to_come: int) -> Case:
    """A dungeon and cards of the practice box; each card was laid where it then won most, ties by lot."""
    box = Edition.load("four-keys", "practice").cards
    start = random.choice([card for card in box if isinstance(card, Start)])
    drawn: list[Card] = random.sample([card for card in box if not isinstance(card, Start)], lying - 1 + to_come)
    dungeon = Dungeon(gold=random.randint(0, 4)).put(CENTRE, laid(start))
    for card in drawn[: lying - 1]:
        ways = placements(dungeon, card)
        best = [way for way in ways if (way.points_after, len(way.opens)) == (ways[0].points_after, len(ways[0].opens))]
        dungeon = random.choice(best).dungeon
    return Case(dungeon, tuple(drawn[lying - 1 :]))
