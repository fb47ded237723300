"""What the boards of Shadowgate show, worked out already: plain values in, pictures out."""

from __future__ import annotations

import msgspec

from companion.ui.board import PHONE

Needs = tuple[tuple[int, int], ...]
"""Trait (0 Strength, 1 Resourceful, 2 Mental) and number."""


class SeatLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the ledger.

    Args:
        handle: the seat.
        name: who sits there.
        traits: how each trait stands, "?" where nobody told.
        xp: experience points.
        deaths: Death cards.
        turn: whether it is this seat's turn.
        looking: whether its mat is the one that is shown.
        out: whether it is defeated.
        last: whether its last full turn is still to come.
        chance: what stands behind the line in the fight: how likely it lands the last blow.
    """

    handle: str
    name: str
    traits: tuple[str, str, str]
    xp: int = 0
    deaths: int = 0
    turn: bool = False
    looking: bool = False
    out: bool = False
    last: bool = False
    chance: str = ""


class QuestLine(msgspec.Struct, frozen=True, kw_only=True):
    """A quest as it lies on its space.

    Args:
        space: 1 for the first.
        name: what it is called; empty while nothing is told.
        deck: I, II or III.
        kind: "quest", "event", "untold" or "empty".
        needs: what it asks of traits, the first way to meet it.
        more: what else it asks, in words: "fire", "or mental 7".
        xp: experience points, -1 where nobody told.
        torch, skulls: what failing costs.
        bonus: symbols of the bonus, in words.
        short: "2 short".
        filled: of ten dots; -1 where no chance can be said.
        odds: "4 in 10".
        others: the chances of the others, name and tenths: ("Ana", "8").
        tried: whether it is attempted now.
        hint: what a hint says of it.
    """

    space: int
    name: str = ""
    deck: str = "I"
    kind: str = "quest"
    needs: Needs = ()
    more: str = ""
    xp: int = -1
    torch: int = 0
    skulls: int = 0
    bonus: str = ""
    short: str = ""
    filled: int = -1
    odds: str = ""
    others: tuple[tuple[str, str], ...] = ()
    tried: bool = False
    hint: str = ""


class Tile(msgspec.Struct, frozen=True, kw_only=True):
    """A card on a mat.

    Args:
        place: what a tap sends; empty for an empty slot that cannot be tapped.
        name: what is written on it.
        type: its type, for the colour; "" for a card of which nothing is told.
        sub: symbols and points, in a few words.
        down: whether it lies face down.
        empty: whether it is a slot without a card.
        grey: whether it is worth nothing where it lies.
        chosen: whether it is chosen.
    """

    place: str = ""
    name: str = ""
    type: str = ""
    sub: str = ""
    down: bool = False
    empty: bool = False
    grey: bool = False
    chosen: bool = False


class Mat(msgspec.Struct, frozen=True, kw_only=True):
    """A player mat.

    Args:
        title: "Ana · Jair Cuthegar".
        tokens: tokens in words: "ice 2, fire 1".
        slots: the Equipped Item slots.
        bag: the Inventory.
    """

    title: str
    tokens: str = ""
    slots: tuple[Tile, ...] = ()
    bag: tuple[Tile, ...] = ()


class Fight(msgspec.Struct, frozen=True, kw_only=True):
    """The Final Quest.

    Args:
        boss: who is fought.
        life: what is left of it.
        full: of how much.
        reds: red spaces still ahead, the next first.
        kill: how likely this attack ends it.
        skulls: how likely it fails, and what that brings.
        traits: what each trait counts in an attack of whose turn it is.
        chosen: the trait that is attacked with, 0 to 2.
        energy: the Active Energy card in words.
        action: what the boss does, in words.
    """

    boss: str
    life: int
    full: int = 50
    reds: tuple[int, ...] = ()
    kill: str = ""
    skulls: str = ""
    traits: tuple[int, int, int] = (0, 0, 0)
    chosen: int = 0
    energy: str = ""
    action: str = ""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A whole board.

    Args:
        size: width and height in CSS pixels.
        seats: the ledger.
        quests: the quest spaces.
        torch: where the marker stands; 0 once it marks the life of the boss.
        reds: red numbers of the torch track; None where nobody told.
        penalty: the trait that the torch takes one from, "?" for one that nobody named.
        decks: each Quest deck with whether it is open.
        barrier: whether the Great Barrier has been revealed.
        staff: pieces of the Staff that are found.
        riddle: the riddle in words; empty for none.
        mat: the mat that is shown; None where mats are not followed.
        fight: the Final Quest; None before.
        trying: Try mode: a striped edge, the table is untouched.
    """

    size: tuple[int, int] = PHONE
    seats: tuple[SeatLine, ...] = ()
    quests: tuple[QuestLine, ...] = ()
    torch: int = 10
    reds: tuple[int, ...] | None = None
    penalty: str = ""
    decks: tuple[tuple[str, bool], ...] = ()
    barrier: bool = False
    staff: int = 0
    riddle: str = ""
    mat: Mat | None = None
    fight: Fight | None = None
    trying: bool = False
