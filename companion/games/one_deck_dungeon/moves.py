"""Moves of One Deck Dungeon: what the party decides, what the table sees, and what it saw happen without saying how."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from companion.engine.game import Move
from companion.games.one_deck_dungeon import kinds
from companion.games.one_deck_dungeon.state import Dice, Face, Rolled

Shares: TypeAlias = tuple[tuple[str, int], ...]
"""Heroes, in seating order, and how much each takes; those who take nothing are left out."""

Group: TypeAlias = tuple[str, ...]
"""Heroes who stand together, in seating order."""

# ---------------------------------------------------------------------------------------------------- setup and reveals


class Assign(Move, frozen=True, tag="hero"):
    """Revealed at the setup: which hero card somebody plays."""

    hero: str
    card: str


class Dungeon(Move, frozen=True):
    """Revealed at the setup: the dungeon, and so the boss."""

    name: str


class Basic(Move, frozen=True):
    """Decided at the setup: the basic potion that is tucked under the Cure potion."""

    name: str


class Card(Move, frozen=True):
    """Revealed: the next encounter card that is turned up; untold where nobody says."""

    card: Face


class Roll(Move, frozen=True):
    """Revealed: rolled dice, in their one order; none where nobody says."""

    dice: Dice = ()


class Resist(Move, frozen=True):
    """Resist Poison: a group and its die. Without a die it only says which group is first.

    Args:
        group: who resists.
        die: the face, 0 where it is still to be rolled.
    """

    group: Group
    die: int = 0


# ------------------------------------------------------------------------------------------------------------ decisions


class Explore(Move, frozen=True):
    """Fill the doors up."""


class Enter(Move, frozen=True):
    """Choose a door, by its number from 1."""

    door: int


class Flee(Move, frozen=True):
    """Leave the room that was opened in this turn."""


class Arrange(Move, frozen=True, tag="fight"):
    """Have the encounters of the open door, or a round against the boss: who meets what, in this order.

    Args:
        groups: who fights first, and second.
        cards: numbers of the cards of the door, from 1, in the same order; none against the boss.
        odd: colours of which the odd die of the supply goes to the second pair.
    """

    groups: tuple[Group, ...]
    cards: tuple[int, ...] = ()
    odd: str = ""


class Begin(Move, frozen=True):
    """Begin the encounter, with what its text does before."""


class Option(Move, frozen=True):
    """Choose one of the two ways at a peril."""

    n: int


class Feat(Move, frozen=True):
    """Use a heroic feat before the roll.

    Args:
        hero: whose feat.
        n: which of its uses, from 1; for stored dice, how many are rolled.
    """

    hero: str
    n: int = 1


class Skill(Move, frozen=True):
    """Use a skill.

    Args:
        hero: who uses it.
        name: the skill.
        pay: the dice that pay for it.
        use: which of its uses, from 1.
    """

    hero: str
    name: str
    pay: Dice = ()
    use: int = 1


class Potion(Move, frozen=True):
    """Use a potion; `hero` gets what it does."""

    name: str
    hero: str


class Pick(Move, frozen=True):
    """Choose dice for the effect that waits; none ends the choice."""

    dice: Dice = ()


class Black(Move, frozen=True):
    """Make a black die of these."""

    dice: Dice


class Place(Move, frozen=True):
    """Place a die on a box, by its number from 1."""

    die: Rolled
    box: int


class Take(Move, frozen=True):
    """Take the dice of a box back."""

    box: int


class Settle(Move, frozen=True):
    """Accept a placement and go on to the consequences.

    Args:
        placed: what is placed beside what lies there already: boxes from 1, with a die each.
    """

    placed: tuple[tuple[int, Rolled], ...] = ()


class Damage(Move, frozen=True):
    """Share out damage."""

    shares: Shares


class Poison(Move, frozen=True):
    """Share out poison tokens."""

    shares: Shares


class Choose(Move, frozen=True, tag="on"):
    """Choose the hero from whom a poison token is removed."""

    hero: str


class Heal(Move, frozen=True):
    """Remove one damage, or one poison token instead; `what` is "damage" or "poison"."""

    hero: str
    what: str


class Drain(Move, frozen=True):
    """Turn an item into XP: the number of the hero's item, from 1."""

    hero: str
    item: int


class Loot(Move, frozen=True):
    """Take a card as loot.

    Args:
        n: which of the cards won, from 1.
        what: "item", "skill", "potion" or "xp".
        hero: who takes it; "" for a potion and for XP.
        card: what is told of it now.
        drop: the number, from 1, of the hero's item or skill that makes way and turns to XP; 0 for none.
        xp: what it is worth, where the box does not tell; 0 where it does.
    """

    n: int
    what: str
    hero: str = ""
    card: Face = Face()
    drop: int = 0
    xp: int = 0


class Descend(Move, frozen=True):
    """Go down the stairs."""


class Next(Move, frozen=True):
    """Stay on this floor and begin the next turn."""


# --------------------------------------------------------------------------------------------------------- observations


class Result(Move, frozen=True):
    """Observed: what an encounter, or a fight against the boss, cost in all.

    Args:
        damage: hearts lost by each hero.
        time: time lost.
        poison: tokens placed on each hero.
        skulls: damage on the boss.
    """

    observation: ClassVar[bool] = True

    damage: Shares = ()
    time: int = 0
    poison: Shares = ()
    skulls: int = 0


class Set(Move, frozen=True):
    """Observed: how a number of the game stands.

    Args:
        what: one of `SETTABLE`.
        n: the number.
        hero: whose it is; "" for what the party shares.
    """

    observation: ClassVar[bool] = True

    what: str
    n: int
    hero: str = ""


SETTABLE = ("damage", "poison", "stored", "potions", "deck", "xp", "level", "stairs", "boss")
"""What `Set` may say; the first three are a hero's."""


class Exile(Move, frozen=True):
    """Observed: something goes to the box for the rest of the game: a die by its colour, or a "poison" token."""

    observation: ClassVar[bool] = True

    what: str


class End(Move, frozen=True):
    """Observed: the game was won, or lost."""

    observation: ClassVar[bool] = True

    won: bool


class Name(Move, frozen=True, tag="is"):
    """Observed: what a card that was not wholly told is. `place` as `tokens` gives it: "door.1.2", "discard.3"."""

    observation: ClassVar[bool] = True

    place: str
    card: Face


class Describe(Move, frozen=True):
    """Observed: what is printed on a card that nobody had described. The box learns it, the table stays as it is."""

    observation: ClassVar[bool] = True

    card: kinds.Card


class Depth(Move, frozen=True):
    """Observed: how much is followed from here on: "light" or "full"."""

    observation: ClassVar[bool] = True

    depth: str


AnyMove: TypeAlias = (
    Assign | Dungeon | Basic | Card | Roll | Resist
    | Explore | Enter | Flee | Arrange | Begin | Option | Feat | Skill | Potion | Pick | Black | Place | Take | Settle
    | Damage | Poison | Choose | Heal | Drain | Loot | Descend | Next
    | Result | Set | Exile | End | Name | Describe | Depth
)  # fmt: skip
