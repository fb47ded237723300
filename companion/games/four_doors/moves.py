"""Decisions, reveals and observations of The Four Doors.

`by` names the seat where it is not the one whose turn it is. Cards are values: one that is wholly untold is
`cards.UNTOLD`. A relic is named by its door, a place by its door or "beacon".
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from companion.engine.game import Move
from companion.games.four_doors.cards import UNTOLD, PlayerCard

# --------------------------------------------------------------------------------------------------- setup and reveals


class Doors(Move, frozen=True):
    """Setup: the doors from the top."""

    names: tuple[str, ...]


class Assign(Move, frozen=True, tag="adventurer"):
    """Setup: the adventurer that a seat was dealt."""

    seat: str
    adventurer: str


class First(Move, frozen=True):
    """Setup: who begins."""

    seat: str


class Shadow(Move, frozen=True):
    """A Shadow card was drawn and placed: in the setup, or in Shadows Fall."""

    card: PlayerCard = UNTOLD


class Draw(Move, frozen=True):
    """Player cards were drawn into a hand, in this order; usually one. Two at once is short for one after the other."""

    cards: tuple[PlayerCard, ...] = (UNTOLD,)


class Reshuffled(Move, frozen=True):
    """The draw pile ran out: the level rose, and the discards are the new pile."""

    observation: ClassVar[bool] = True


# ------------------------------------------------------------------------------------------------------------- actions


class Illuminate(Move, frozen=True):
    """Discard a card with a lantern of the door to discard a Shadow card there (the Shadowbinder: up to three)."""

    card: PlayerCard
    shadows: tuple[PlayerCard, ...]


class Step(Move, frozen=True, tag="move"):
    """Move the own pawn to the next place: "up" or "down"."""

    way: str


class Search(Move, frozen=True):
    """Draw the top card of the pile."""


class Give(Move, frozen=True):
    """Give a Player card, or the relic of a door, to a player at the same door."""

    seat: str
    card: PlayerCard | None = None
    relic: str = ""


class Find(Move, frozen=True):
    """Discard four cards with the relic of the door to take the Relic card."""

    cards: tuple[PlayerCard, ...]


class Kindle(Move, frozen=True):
    """Kindle Staff: discard a card that shows it, to discard a Shadow card anywhere."""

    card: PlayerCard
    shadow: PlayerCard


class Oil(Move, frozen=True):
    """Oil of Evermore: discard a card that shows it; the next Shadows Fall draws two cards fewer."""

    card: PlayerCard


class Shift(Move, frozen=True):
    """Placeshifter: move a pawn to any door."""

    seat: str
    to: str


class Recall(Move, frozen=True):
    """Summoner: take a card from the discard pile whose shadow belongs to the own door."""

    card: PlayerCard


class Swap(Move, frozen=True):
    """Solo: become another adventurer at its starting door."""

    adventurer: str


class Done(Move, frozen=True):
    """No more actions this turn."""


# ---------------------------------------------------------------------------------------------------- what costs none


class Discard(Move, frozen=True):
    """Let go of a card while over the hand limit."""

    card: PlayerCard


class Cast(Move, frozen=True, tag="spell"):
    """Use a card for its spell.

    Args:
        card: the spell.
        cards: the cards that it picks: Shadow cards, cards of the Hollow, a card of the discard pile.
        seat, to: the pawn that it moves, and where.
    """

    card: PlayerCard
    cards: tuple[PlayerCard, ...] = ()
    seat: str = ""
    to: str = ""


class Lumen(Move, frozen=True):
    """Lumen Stone: discard a card that shows it, to move a pawn anywhere."""

    card: PlayerCard
    seat: str
    to: str


class Prism(Move, frozen=True):
    """Prism of Clarity: discard a card that shows it, to pass a Player card to anyone."""

    card: PlayerCard
    gift: PlayerCard
    seat: str


class Extra(Move, frozen=True):
    """Prism of Clarity, solo: discard a card that shows it, for one more action."""

    card: PlayerCard


class Walk(Move, frozen=True):
    """Placeshifter, solo: walk to a place for free."""

    to: str


class Dispel(Move, frozen=True):
    """Illuminant: discard a Shadow card of a side with three, on entering the door."""

    shadow: PlayerCard


class Pass(Move, frozen=True):
    """Bestower: pass a Player card, or the relic of a door, for free."""

    seat: str
    card: PlayerCard | None = None
    relic: str = ""


class Toss(Move, frozen=True):
    """Bestower, solo: toss two cards into the Hollow to take one from it."""

    cards: tuple[PlayerCard, PlayerCard]
    take: PlayerCard


class Stand(Move, frozen=True):
    """A pawn whose door has vanished goes "up" or "down"; whose it is says the position."""

    way: str


# -------------------------------------------------------------------------------------------------------- observations


class Mark(Move, frozen=True):
    """Observed: a shadow came to a side."""

    observation: ClassVar[bool] = True

    door: str
    side: str


class Clear(Move, frozen=True):
    """Observed: a Shadow card of a side was discarded."""

    observation: ClassVar[bool] = True

    door: str
    side: str


class Relic(Move, frozen=True):
    """Observed: the relic of a door was found, by a seat if that is told."""

    observation: ClassVar[bool] = True

    door: str
    seat: str = ""


class Half(Move, frozen=True):
    """Observed: a door lies with its partially closed side up, or fully open."""

    observation: ClassVar[bool] = True

    door: str
    half: bool = True


class Level(Move, frozen=True):
    """Observed: the pawn of the Shadow Level moved so many spaces."""

    observation: ClassVar[bool] = True

    change: int


class Rate(Move, frozen=True):
    """Observed: the Shadow rate beside the space of the level pawn."""

    observation: ClassVar[bool] = True

    rate: int


class Skull(Move, frozen=True):
    """Observed: the level pawn has reached the skull."""

    observation: ClassVar[bool] = True


class Pawn(Move, frozen=True):
    """Observed: where a pawn stands."""

    observation: ClassVar[bool] = True

    seat: str
    to: str


class Hold(Move, frozen=True, tag="hand"):
    """Observed: these are the Player cards in a hand."""

    observation: ClassVar[bool] = True

    seat: str
    cards: tuple[PlayerCard, ...]


class Count(Move, frozen=True, tag="pile"):
    """Observed: how many cards the draw pile holds."""

    observation: ClassVar[bool] = True

    down: int


class Name(Move, frozen=True, tag="is"):
    """Observed: what a card that was not wholly told is. `place` as `tokens` gives it: "bo.2", "shadow"."""

    observation: ClassVar[bool] = True

    place: str
    card: PlayerCard


class Turn(Move, frozen=True):
    """Observed: whose turn it is."""

    observation: ClassVar[bool] = True

    seat: str


class Depth(Move, frozen=True):
    """Observed: how much is followed from here on: "light", "sides" or "full"."""

    observation: ClassVar[bool] = True

    depth: str


AnyMove: TypeAlias = (
    Doors
    | Assign
    | First
    | Shadow
    | Draw
    | Reshuffled
    | Illuminate
    | Step
    | Search
    | Give
    | Find
    | Kindle
    | Oil
    | Shift
    | Recall
    | Swap
    | Done
    | Discard
    | Cast
    | Lumen
    | Prism
    | Extra
    | Walk
    | Dispel
    | Pass
    | Toss
    | Stand
    | Mark
    | Clear
    | Relic
    | Half
    | Level
    | Rate
    | Skull
    | Pawn
    | Hold
    | Count
    | Name
    | Turn
    | Depth
)
