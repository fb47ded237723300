"""Names of the places on the boards of One Deck Dungeon: what a tap sends, both ways.

`door/2` a door, `hero/ana` a hero, `swap/ana` a hero on the card that she fights, `card/1` a card of the open room or
of the loot, `foe/goblin` a name to be picked, `set/forest` the names of another set, `pick/warrior` a hero card or a
dungeon, `heart/ana/2` so many hearts lost, `time/3`, `poison/ana` and `skull/2` what a fight cost, `way/1/2` the way at
a peril, `loot/1/xp` an edge of a card that was won, `die/3` a die, `use/1` something that may be used, and `deck`,
`xp`, `potions`, `boss`.
"""

from __future__ import annotations

import msgspec

from companion.engine.errors import UnreadableError

KINDS = (
    "door", "hero", "swap", "card", "foe", "set", "pick", "heart", "time", "poison", "skull", "way", "loot", "die",
    "use", "deck", "xp", "potions", "boss",
)  # fmt: skip


class Place(msgspec.Struct, frozen=True):
    """A place taken apart.

    Args:
        kind: one of `KINDS`.
        name: the hero, the name or the edge meant; empty where there is none.
        n: its number; 0 where there is none.
    """

    kind: str
    name: str = ""
    n: int = 0


def read_place(place: str) -> Place:
    """Take the name of a place apart.

    Raises:
        UnreadableError: no place of these boards.
    """
    kind, *rest = place.split("/")
    numbers = [int(word) for word in rest if word.isdecimal()]
    names = [word for word in rest if not word.isdecimal()]
    if kind not in KINDS or len(rest) > 2:
        raise UnreadableError(place, "a place such as door/2, hero/ana, foe/goblin or heart/ana/2")
    if kind == "way":
        return Place(kind, rest[0], int(rest[1]))
    return Place(kind, names[0] if names else "", numbers[0] if numbers else 0)
