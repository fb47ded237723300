"""Decisions, reveals and observations of Shadowgate.

`by` names the seat where it is not the one that is understood. Cards are values; one of which nothing is told is the
blank card of its deck. Quest spaces are numbered from 1.
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from companion.engine.game import Move
from companion.games.shadowgate.cards import BossCard, EnergyCard, QuestCard, RiddleCard
from companion.games.shadowgate.state import Card, Gear

# --------------------------------------------------------------------------------------------------- setup and reveals


class Assign(Move, frozen=True, tag="character"):
    """Setup: the character that a seat plays."""

    seat: str
    character: str


class First(Move, frozen=True):
    """Setup: who begins."""

    seat: str


class Deal(Move, frozen=True, tag="quest"):
    """A quest card was revealed on a space."""

    space: int
    card: QuestCard


class Draw(Move, frozen=True):
    """An Item, Puzzle or Staff card was drawn; whose it is says the position."""

    card: Gear


class Djinn(Move, frozen=True):
    """A riddle was turned face up."""

    card: RiddleCard


class Energy(Move, frozen=True):
    """An Energy card was turned up, or drawn by who crossed a further red space."""

    card: EnergyCard


class Boss(Move, frozen=True):
    """The Final Quest card was revealed."""

    card: BossCard


class Roll(Move, frozen=True):
    """Dice were rolled: two black faces, and the blue one where it is rolled."""

    black: tuple[str, ...]
    blue: str = ""


class Red(Move, frozen=True):
    """The red die: a trait, or "?"; for whom says the position."""

    trait: str


# ----------------------------------------------------------------------------------------------------------- decisions


class Unequip(Move, frozen=True):
    """Move a card from its slot to the Inventory."""

    card: Gear


class Equip(Move, frozen=True):
    """Move a card from the Inventory to a slot (1 to 4)."""

    card: Gear
    slot: int


class Flip(Move, frozen=True):
    """Turn the Character token to its fully equipped side, which ends the Equip Phase."""


class Use(Move, frozen=True):
    """Use an item; `trait`: what it boosts, where that is a choice."""

    card: Gear
    trait: str = ""


class Ability(Move, frozen=True):
    """Use the ability of the character; `full`: the fully equipped one."""

    full: bool = False
    trait: str = ""


class Answer(Move, frozen=True, tag="riddle"):
    """Answer the riddle with a card; None: with a Death card."""

    card: Gear | None = None


class Trade(Move, frozen=True):
    """Swap a card of the own Inventory for one of another's, as agreed."""

    card: Gear
    seat: str
    other: Gear


class Cycle(Move, frozen=True):
    """Put a face-up quest under its deck, to draw another from a deck."""

    space: int
    deck: str


class Refill(Move, frozen=True, tag="from"):
    """Say from which deck an empty space is filled."""

    deck: str


class Attempt(Move, frozen=True):
    """Place the Character token on a quest."""

    space: int


class Pay(Move, frozen=True):
    """Discard cards and Magic tokens to meet the cost of a quest."""

    cards: tuple[Gear, ...] = ()
    tokens: tuple[str, ...] = ()


class GiveUp(Move, frozen=True):
    """Fail a quest by choice: not to roll, or not to discard."""


class Bonus(Move, frozen=True):
    """Put an item away for its experience points, to a quest that has just been completed."""

    card: Gear


class Attack(Move, frozen=True):
    """Attack the boss with a trait."""

    trait: str


class Tokens(Move, frozen=True):
    """Take tokens of one's choice; () where nobody says."""

    tokens: tuple[str, ...]


class Uncurse(Move, frozen=True):
    """Say which curse goes."""

    trait: str


class Done(Move, frozen=True):
    """The turn is over."""


# -------------------------------------------------------------------------------------------------------- observations


class Made(Move, frozen=True):
    """Observed: a quest was completed; with 0: the roll against the boss spared somebody."""

    observation: ClassVar[bool] = True

    space: int


class Failed(Move, frozen=True):
    """Observed: a quest was failed; with 0: the roll against the boss spared nobody."""

    observation: ClassVar[bool] = True

    space: int


class Hit(Move, frozen=True):
    """Observed: what an attack came to."""

    observation: ClassVar[bool] = True

    score: int


class Crossed(Move, frozen=True):
    """Observed: how many red spaces the life of the boss has just crossed, where the box does not tell them."""

    observation: ClassVar[bool] = True

    number: int


class Trait(Move, frozen=True):
    """Observed: how a trait of a seat stands now, without the penalty of the torch."""

    observation: ClassVar[bool] = True

    seat: str
    trait: str
    value: int


class Xp(Move, frozen=True):
    """Observed: a seat has gained (or lost) experience points."""

    observation: ClassVar[bool] = True

    seat: str
    points: int


class Death(Move, frozen=True):
    """Observed: a seat has taken Death cards, or given some back."""

    observation: ClassVar[bool] = True

    seat: str
    number: int = 1


class Torch(Move, frozen=True):
    """Observed: where the Torch marker stands."""

    observation: ClassVar[bool] = True

    number: int


class Penalty(Move, frozen=True):
    """Observed: which token lies beside the Torch track, "" for none."""

    observation: ClassVar[bool] = True

    trait: str


class Gate(Move, frozen=True):
    """Observed: the Cavern Stairwell, the Banquet Hall or the Great Barrier has been revealed."""

    observation: ClassVar[bool] = True

    name: str


class Leave(Move, frozen=True):
    """Observed: the card of a quest space has left the board."""

    observation: ClassVar[bool] = True

    space: int


class Token(Move, frozen=True):
    """Observed: a seat has gained (or lost) tokens: of an element, of a trait, or curses ("curse strength")."""

    observation: ClassVar[bool] = True

    seat: str
    what: str
    number: int = 1


class Get(Move, frozen=True):
    """Observed: a seat has drawn a card."""

    observation: ClassVar[bool] = True

    seat: str
    card: Gear


class Lose(Move, frozen=True):
    """Observed: a card of a seat went to the discard space."""

    observation: ClassVar[bool] = True

    seat: str
    card: Gear


class Flipped(Move, frozen=True):
    """Observed: the Character token of a seat shows its fully equipped side."""

    observation: ClassVar[bool] = True

    seat: str


class Out(Move, frozen=True):
    """Observed: a seat is defeated."""

    observation: ClassVar[bool] = True

    seat: str


class Life(Move, frozen=True):
    """Observed: how much life the boss has left."""

    observation: ClassVar[bool] = True

    number: int


class Name(Move, frozen=True, tag="is"):
    """Observed: what a card is, or what is printed on it. `place` as `outside` gives it: "quest.2", "bo.3"."""

    observation: ClassVar[bool] = True

    place: str
    card: Card


class Faces(Move, frozen=True):
    """Observed: what the six faces of a die show; `colour`: black, red or blue."""

    observation: ClassVar[bool] = True

    colour: str
    faces: tuple[str, ...]


class Turn(Move, frozen=True):
    """Observed: whose turn it is."""

    observation: ClassVar[bool] = True

    seat: str


class Depth(Move, frozen=True):
    """Observed: how much is followed from here on: "light" or "full"."""

    observation: ClassVar[bool] = True

    depth: str


AnyMove: TypeAlias = (
    Assign
    | First
    | Deal
    | Draw
    | Djinn
    | Energy
    | Boss
    | Roll
    | Red
    | Unequip
    | Equip
    | Flip
    | Use
    | Ability
    | Answer
    | Trade
    | Cycle
    | Refill
    | Attempt
    | Pay
    | GiveUp
    | Bonus
    | Attack
    | Tokens
    | Uncurse
    | Done
    | Made
    | Failed
    | Hit
    | Crossed
    | Trait
    | Xp
    | Death
    | Torch
    | Penalty
    | Gate
    | Leave
    | Token
    | Get
    | Lose
    | Flipped
    | Out
    | Life
    | Name
    | Faces
    | Turn
    | Depth
)
