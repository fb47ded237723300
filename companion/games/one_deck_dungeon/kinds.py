"""What the cards of One Deck Dungeon are.

A field that nobody has read from a box is None; what a card does not have is empty ("" or ()). Cards belong to a set:
`core`, the base game, or `forest`, Forest of Shadows; one edition may hold both. Names are as printed, and `handle`
turns them into what people type ("Plague Rat" is plague-rat).
"""

from __future__ import annotations

import re
from typing import TypeAlias

import msgspec

from companion.engine.told import Printed
from companion.games.one_deck_dungeon.abilities import COMBAT, PERIL, Ability, Cost
from companion.games.one_deck_dungeon.boxes import Box, Pool

CORE, FOREST = "core", "forest"
SETS = (CORE, FOREST)
KINDS = (COMBAT, PERIL)
"""What an encounter card is."""
CASTLE, LEAF = "castle", "leaf"
MARKS = ("", CASTLE, LEAF)
"""What stands beside the title: the castle of the core set's hybrid half, the leaf of Forest of Shadows, or nothing."""
DECK, BASIC, REFERENCE = "deck", "basic", "reference"
PLACES = (DECK, BASIC, REFERENCE)
"""Where a skill or potion is printed: on encounter cards, on a card of basic ones, on the turn reference."""
ITEM, SKILL = "item", "skill"
EDGES = ("", ITEM, SKILL)
"""The loot that the arrow beside an option of a split-loot peril points at; "" without an arrow."""


def handle(name: str | None) -> str:
    """Return a name as people type it: small letters and dashes; "" for an unknown one."""
    return re.sub(r"[^a-z0-9]+", "-", (name or "").lower().replace("'", "").replace("’", "")).strip("-")


class Item(msgspec.Struct, frozen=True):
    """The left edge of an encounter card: what the hero has more when it lies there.

    Args:
        dice: one letter a die: "S".
        health: hearts.
    """

    dice: str
    health: int = 0

    def __str__(self) -> str:
        return "+".join([*self.dice, *("h" * self.health)])

    @property
    def pool(self) -> Pool:
        """The dice as a pool."""
        return Pool(*(self.dice.count(colour) for colour in "SAMH"))


class Option(msgspec.Struct, frozen=True):
    """One of the two choices of a peril.

    Args:
        boxes: its challenge boxes; only dice of their colour (and black ones) are rolled.
        pays: what is lost at once by choosing it.
        edge: the loot that its arrow points at (`EDGES`).
    """

    boxes: tuple[Box, ...]
    pays: Cost = Cost()
    edge: str = ""


class EncounterCard(Printed, frozen=True, tag="encounter"):
    """One of the 44 encounter cards of a set. With every field None it is a card that nobody has told.

    Args:
        set: `core` or `forest`.
        name: as printed.
        kind: combat or peril.
        xp: the lanterns, which are XP when the card is claimed so, and its value when a door is opened.
        rule: what the foe does; () for none and for every peril.
        boxes: the boxes of a foe; () for a peril.
        options: the two choices of a peril, as printed; () for a foe.
        item: the left edge.
        skill: the name of the skill or potion at the bottom.
        mark: the small sign beside the title (`MARKS`).
    """

    set: str | None = None
    name: str | None = None
    kind: str | None = None
    xp: int | None = None
    rule: tuple[Ability, ...] | None = None
    boxes: tuple[Box, ...] | None = None
    options: tuple[Option, ...] | None = None
    item: Item | None = None
    skill: str | None = None
    mark: str | None = None

    @property
    def handle(self) -> str:
        """What people type for its name."""
        return handle(self.name)

    @property
    def leaves(self) -> int:
        """How many leaves it shows; none while that is untold."""
        return int(self.mark == LEAF)

    @property
    def face(self) -> EncounterCard:
        """The card without what differs between the two cards of a name: loot edges and mark."""
        return msgspec.structs.replace(self, item=None, skill=None, mark=None)

    @property
    def split(self) -> bool:
        """Whether its loot depends on the option chosen (arrows)."""
        return any(option.edge for option in self.options or ())


UNTOLD = EncounterCard()
"""An encounter card of which nobody has said anything."""


def order(card: EncounterCard) -> tuple[str, ...]:
    """Return what encounter cards are sorted by, so that the same cards always lie in the same order."""
    return (card.set or "~", card.name or "~", str(card.item or "~"), card.skill or "~", card.mark or "")


class SkillCard(Printed, frozen=True, tag="skill"):
    """A skill or a potion: what is printed at the bottom of encounter cards, on basic cards or on a turn reference.

    Args:
        set: `core` or `forest`.
        potion: whether it is a potion, used for a potion token.
        place: where it is printed (`PLACES`); the potion of a turn reference is Healing or Cure.
        ability: its name and what it does.
    """

    set: str
    potion: bool | None = None
    place: str = DECK
    ability: Ability | None = None

    @property
    def name(self) -> str:
        """Its name as printed, "" while it is untold."""
        return self.ability.name if self.ability else ""

    @property
    def handle(self) -> str:
        """What people type for its name."""
        return handle(self.name)


class HeroSide(msgspec.Struct, frozen=True):
    """One side of a hero card.

    Args:
        dice: the dice of the hero.
        health: so much damage is one too many.
        feat: the heroic feat, which is not for boss fights.
        skill: the skill that the hero starts with; it takes no place.
    """

    dice: Pool | None = None
    health: int | None = None
    feat: Ability | None = None
    skill: Ability | None = None


class HeroCard(Printed, frozen=True, tag="hero"):
    """A hero card.

    Args:
        set: `core` or `forest`.
        name: as printed.
        solo: the 1P side.
        party: the 2P side, which parties of two and four use.
    """

    set: str
    name: str | None = None
    solo: HeroSide | None = None
    party: HeroSide | None = None

    @property
    def handle(self) -> str:
        """What people type for its name."""
        return handle(self.name)

    def side(self, heroes: int) -> HeroSide | None:
        """Return the side for a party of so many heroes."""
        return self.solo if heroes == 1 else self.party


class Floor(msgspec.Struct, frozen=True):
    """A floor of a dungeon; its boxes and rules add to those of the floors above.

    Args:
        peril: boxes added to perils; grey ones take any colour.
        combat: boxes added to combats.
        rules: what holds from here on.
    """

    peril: tuple[Box, ...]
    combat: tuple[Box, ...]
    rules: tuple[Ability, ...] = ()


class Boss(msgspec.Struct, frozen=True):
    """The back of a dungeon card.

    Args:
        name: as printed.
        health: damage that kills it, before it is doubled for four heroes.
        boxes: its boxes, skulls among them.
        rules: what is special; () for nothing.
    """

    name: str
    health: int | None = None
    boxes: tuple[Box, ...] | None = None
    rules: tuple[Ability, ...] | None = None


class DungeonCard(Printed, frozen=True, tag="dungeon"):
    """A dungeon and its boss.

    Args:
        set: `core` or `forest`: the deck that it goes with; any dungeon goes with a hybrid deck.
        name: as printed.
        dots: how difficult it is, 1 to 3.
        floors: its three floors.
        boss: its other side.
    """

    set: str
    name: str | None = None
    dots: int | None = None
    floors: tuple[Floor, ...] | None = None
    boss: Boss | None = None

    @property
    def handle(self) -> str:
        """What people type for its name."""
        return handle(self.name)


class LevelCard(Printed, frozen=True, tag="level"):
    """A level card.

    Args:
        level: 1 to 4.
        solo: places for items and for skills, on the 1P side.
        party: the same for each hero, on the 2P side.
        bonus: black dice of each encounter.
        xp: the XP that the next level costs (four heroes pay double); on level 4 the XP of one potion token.
        potions: potion tokens gained on reaching it.
    """

    level: int
    solo: tuple[int, int] | None = None
    party: tuple[int, int] | None = None
    bonus: int | None = None
    xp: int | None = None
    potions: int | None = None

    def places(self, heroes: int) -> tuple[int, int] | None:
        """Return how many items and skills each hero of a party of so many may hold."""
        return self.solo if heroes == 1 else self.party


class StairsCard(Printed, frozen=True, tag="stairs"):
    """A side of the stairs card.

    Args:
        four: whether it is the side for four heroes.
        tokens: so many damage tokens on it are one too many.
        victims: so many different heroes then take one each.
    """

    four: bool
    tokens: int | None = None
    victims: int | None = None


class HordesCard(Printed, frozen=True, tag="hordes"):
    """The optional card Hordes of the Things for four heroes.

    Args:
        text: what its owner reads on it; done by hand.
    """

    text: str | None = None


Card: TypeAlias = EncounterCard | SkillCard | HeroCard | DungeonCard | LevelCard | StairsCard | HordesCard
