"""Challenge boxes and dice pools: what a foe asks for and what a party rolls, with the text of both.

A box is written `[S|A|M|H|G][1-24|*][w][x][k][:htp…]`: the colour (G is grey and takes any die), the target (`*` where
it depends on the table), w wide, x armor, k a boss's skull, and what it costs while it is open: h damage, t time,
p poison.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from companion.engine.errors import UnreadableError

COLOURS = ("S", "A", "M", "H")
"""Strength (yellow), Agility (pink), Magic (blue), Heroic (black): the order of every pool."""

GREY = "G"
"""A box that takes a die of any colour."""

_TEXT = re.compile(r"([SAMHG])([0-9]{1,2}|\*)(w?)(x?)(k?)(?::([htp]+))?", re.IGNORECASE)


class Pool(msgspec.Struct, frozen=True):
    """Numbers of dice by colour, in the order of `COLOURS`.

    Args:
        strength: yellow dice.
        agility: pink dice.
        magic: blue dice.
        heroic: black dice.
    """

    strength: int = 0
    agility: int = 0
    magic: int = 0
    heroic: int = 0

    def counts(self) -> tuple[int, int, int, int]:
        """Return the four numbers in the order of `COLOURS`."""
        return self.strength, self.agility, self.magic, self.heroic

    def __str__(self) -> str:
        return "/".join(str(count) for count in self.counts())


class Box(msgspec.Struct, frozen=True):
    """One challenge box.

    Args:
        colour: one of `COLOURS` or `GREY`.
        target: the value that covers it; 0 while it depends on the table (`*`).
        wide: whether any number of dice may add up in it.
        armor: whether it must be covered before boxes that are not armor.
        skull: whether covering it wounds a boss.
        damage: hearts lost while it is open.
        time: time lost while it is open.
        poison: poison tokens placed while it is open.
    """

    colour: str
    target: int
    wide: bool = False
    armor: bool = False
    skull: bool = False
    damage: int = 0
    time: int = 0
    poison: int = 0

    def __str__(self) -> str:
        marks = "w" * self.wide + "x" * self.armor + "k" * self.skull
        cost = "h" * self.damage + "t" * self.time + "p" * self.poison
        return f"{self.colour}{self.target or '*'}{marks}{':' + cost if cost else ''}"


def read_box(text: str) -> Box:
    """Read a box from its text.

    Raises:
        UnreadableError: if it is none.
    """
    found = _TEXT.fullmatch(text.strip())
    if found is None or found[2] == "0" or (found[2] != "*" and not 1 <= int(found[2]) <= 24):
        raise UnreadableError(
            text,
            "a box such as S6w:ht: colour (S, A, M, H or G), target 1 to 24 or *, then w, x, k, then : and h, t, p",
        )
    cost = (found[6] or "").lower()
    return Box(
        found[1].upper(), 0 if found[2] == "*" else int(found[2]),
        bool(found[3]), bool(found[4]), bool(found[5]), cost.count("h"), cost.count("t"), cost.count("p"),
    )  # fmt: skip


def read_boxes(text: str) -> tuple[Box, ...]:
    """Read boxes separated by blanks."""
    return tuple(read_box(part) for part in text.split())


def spell_boxes(boxes: Iterable[Box]) -> str:
    """Write boxes as `read_boxes` reads them."""
    return " ".join(str(box) for box in boxes)
