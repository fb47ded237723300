"""The tower: the Door cards from the top with the Shadow cards beside them, and what one more Shadow card does to it.

Everything here is pure and knows no turn, no pile and no player, so that odds can walk through millions of towers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.engine.errors import UnknownCardError, UnreadableError
from companion.games.four_doors.cards import SIDES, PlayerCard, order

CAPACITY = 3
"""Shadow cards that a side of a door holds (four-doors.shadows.three-a-side)."""

BEACON = "beacon"
"""The place above the highest door."""

Cards: TypeAlias = tuple[PlayerCard, ...]


class Door(msgspec.Struct, frozen=True, omit_defaults=True):
    """A door that stands.

    Args:
        name: its colour.
        half: whether it shows its partially closed side.
        found: whether its relic has been found.
        left, right: the Shadow cards on each side, in the order of `cards.order`.
    """

    name: str
    half: bool = False
    found: bool = False
    left: Cards = ()
    right: Cards = ()

    def side(self, side: str) -> Cards:
        """Return the Shadow cards of a side."""
        return self.left if side == "left" else self.right

    def with_side(self, side: str, cards: Cards) -> Door:
        """Return the door with other Shadow cards on a side."""
        if side == "left":
            return Door(self.name, self.half, self.found, cards, self.right)
        return Door(self.name, self.half, self.found, self.left, cards)

    @property
    def shadows(self) -> Cards:
        """All Shadow cards of the door, left and right."""
        return self.left + self.right


class Tower(msgspec.Struct, frozen=True, omit_defaults=True):
    """The doors that stand, from the top, those that have vanished, and Shadow cards that nobody has named.

    Args:
        doors: from the top; the Beacon lies above the first.
        gone: names of the doors in the Hollow, in the order in which they went.
        loose: how many Shadow cards came that nobody named: each lies beside some door, or went to the Hollow.
        lost: the door that was shut before its relic was found, "" while there is none.
    """

    doors: tuple[Door, ...] = ()
    gone: tuple[str, ...] = ()
    loose: int = 0
    lost: str = ""

    def find(self, name: str) -> Door | None:
        """Return the door of that colour, or None where it does not stand."""
        for door in self.doors:
            if door.name == name:
                return door
        return None

    def __getitem__(self, name: str) -> Door:
        """Return the door of that colour.

        Raises:
            UnreadableError: no such door stands.
        """
        door = self.find(name)
        if door is None:
            raise UnreadableError(name, f"a door that stands: {', '.join(d.name for d in self.doors) or 'none does'}")
        return door

    @property
    def names(self) -> tuple[str, ...]:
        """Every door of the game, standing ones first."""
        return (*(door.name for door in self.doors), *self.gone)

    @property
    def found(self) -> tuple[str, ...]:
        """The doors whose relics have been found, vanished ones included."""
        return (*(door.name for door in self.doors if door.found), *(name for name in self.gone if name != self.lost))

    def put(self, door: Door) -> Tower:
        """Return the tower with this door in the place of the one of its name."""
        doors = tuple(door if d.name == door.name else d for d in self.doors)
        return Tower(doors, self.gone, self.loose, self.lost)

    def sides(self) -> Iterator[tuple[Door, str, Cards]]:
        """Yield door, side and Shadow cards of every side, from the top, left first."""
        for door in self.doors:
            for side in SIDES:
                yield door, side, door.side(side)

    def places(self) -> tuple[str, ...]:
        """Return every place of the tower from the top: the Beacon and the doors."""
        return (BEACON, *(door.name for door in self.doors))

    def beside(self, place: str, way: Literal["up", "down"]) -> str:
        """Return the place above or below one, "" where there is none (four-doors.actions.move)."""
        places = self.places()
        if place not in places:
            return ""
        at = places.index(place) + (-1 if way == "up" else 1)
        return places[at] if 0 <= at < len(places) else ""

    def full(self, name: str, side: str) -> bool:
        """Say whether a side holds as many Shadow cards as it can."""
        door = self.find(name)
        return door is not None and len(door.side(side)) >= CAPACITY


def arranged(cards: Cards) -> Cards:
    """Return Shadow cards in their order, so that equal sides are equal values."""
    return tuple(sorted(cards, key=order)) if len(cards) > 1 else cards


def add(tower: Tower, card: PlayerCard) -> Tower:
    """Return the tower with a Shadow card beside its door, whatever lies there."""
    assert card.door is not None, "a Shadow card lies where its mark says"
    assert card.side is not None, "a Shadow card lies where its mark says"
    door = tower[card.door]
    return tower.put(door.with_side(card.side, arranged((*door.side(card.side), card))))


def remove(tower: Tower, card: PlayerCard) -> Tower:
    """Return the tower without one Shadow card.

    Raises:
        UnknownCardError: it does not lie there.
    """
    door = tower.find(card.door or "")
    side = card.side or ""
    if door is None or card not in door.side(side):
        raise UnknownCardError(f"No such Shadow card lies beside a door: {card.door or '?'} {side or '?'}.")
    rest = list(door.side(side))
    rest.remove(card)
    return tower.put(door.with_side(side, tuple(rest)))


What: TypeAlias = Literal["added", "flipped", "shut", "lost", "vanished", "loose"]
"""What became of a Shadow card."""


class Fallen(NamedTuple):
    """What one Shadow card did.

    Args:
        tower: the tower after it.
        what: added beside its door; flipped the door (the card goes to the Hollow); shut it (the door, its Shadow
            cards and the card go to the Hollow); lost: shut a door whose relic had not been found; vanished: its door
            was gone already; loose: nobody said what it was.
        door: the door that was hit.
        tossed: the Player cards that went to the Hollow.
    """

    tower: Tower
    what: What
    door: str
    tossed: Cards


def fall(tower: Tower, card: PlayerCard) -> Fallen:
    """Resolve one Shadow card (four-doors.shadows): the one place where doors close.

    Args:
        tower: before the card.
        card: the card drawn; only its mark matters. One without a door or side becomes a loose one.
    """
    if card.door is None or card.side is None:
        return Fallen(replace(tower, loose=tower.loose + 1), "loose", "", ())
    door = tower.find(card.door)
    if door is None:
        return Fallen(tower, "vanished", card.door, (card,))
    here = door.side(card.side)
    if len(here) < CAPACITY:
        after = tower.put(door.with_side(card.side, arranged((*here, card))))
        return Fallen(after, "added", door.name, ())
    if not door.half:
        after = tower.put(Door(door.name, True, door.found, door.left, door.right))
        return Fallen(after, "flipped", door.name, (card,))
    standing = tuple(d for d in tower.doors if d.name != door.name)
    after = Tower(standing, (*tower.gone, door.name), tower.loose, tower.lost if door.found else door.name)
    return Fallen(after, "shut" if door.found else "lost", door.name, (*door.shadows, card))


class Track(msgspec.Struct, frozen=True, omit_defaults=True):
    """The Shadow Level: the rate of each space, and where its pawn stands.

    Args:
        rates: the Shadow rate of each space.
        level: the space of the pawn, counted from 0.
        complete: whether all spaces are told, so that the skull comes behind the last; otherwise the last rate is taken
            for those behind it, too, until somebody says what they show.
    """

    rates: tuple[int, ...] = (2,)
    level: int = 0
    complete: bool = False

    @property
    def rate(self) -> int:
        """Cards that Shadows Fall draws at this level; 0 on the skull."""
        if self.level < len(self.rates):
            return self.rates[self.level]
        return 0 if self.complete else self.rates[-1]

    @property
    def skull(self) -> bool:
        """Whether the pawn stands on the skull (four-doors.end.skull)."""
        return self.complete and self.level >= len(self.rates)

    @property
    def assumed(self) -> bool:
        """Whether the rate of this space is taken over from another, because nobody has told it."""
        return not self.complete and self.level >= len(self.rates)

    def step(self, change: int = 1) -> Track:
        """Return the track with its pawn so many spaces further."""
        most = len(self.rates) if self.complete else 99
        return replace(self, level=min(max(0, self.level + change), most))

    def told(self, rate: int) -> Track:
        """Return the track with the rate of the space of its pawn told."""
        filled = [*self.rates, *[self.rates[-1]] * (self.level + 1 - len(self.rates))]
        filled[self.level] = rate
        return replace(self, rates=tuple(filled))
