"""What skills, potions, feats, foes, floors and bosses do: a closed vocabulary of small values.

An `Ability` is a name with its uses. A `Use` is one way to use it, or one way in which it acts by itself: a moment, the
kinds of room where it counts, and effects that happen one after the other. Where an ability has several uses for the
same moment and room, the hero chooses one of them. Effects are in families, which the rules and the exact odds treat
alike everywhere:

* `EDGES` change dice or consequences by choice alone: Gain, Add, Set, Recolour, Trade, Prevent, Halve, Convert.
* `CHANCES` roll dice: Roll, Reroll.
* `CURSES` hold as long as the foe, floor or boss is there: Discard, Weaken, Harden, Target, Black, Toll, Extra,
  Survive, Bar, Twice, Regrow, Limit.

The rest acts outside the placement: Lose, Drain, Heal, Cure, Store, Doors, Skip, Resist, Exile, and ByHand, which the
table does and enters what came of it. `companion.games.one_deck_dungeon.wording` reads and writes the text.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from companion.games.one_deck_dungeon.boxes import Pool

COMBAT, PERIL, BOSS = "combat", "peril", "boss"
ROOMS = (COMBAT, PERIL, BOSS)
"""The icons of a skill: where it may be used."""

FIGHT = "fight"
"""While dice are placed: after the roll, before consequences. The moment of every use that names no other."""
ANY = "any"
"""At any decision of the party, a fight included, but not while consequences are placed."""
MOMENTS = (
    FIGHT, ANY, "ready", "before", "turn", "explore", "flee", "open-4", "damage", "descend", "floor", "round",
    "use", "gain", "loot",
)  # fmt: skip
"""When a use acts or may be chosen.

ready: the heroic feat, when dice are taken, before the roll. before: once the party chose to fight, before dice are
taken (an Invisibility potion avoids it). turn: at the start of each turn, with the two time. explore: each explore
action. flee: when the party flees. open-4: a door of four XP or more is opened. damage: for each damage the hero takes.
descend: on going down. floor: before the first turn of each floor. round: at the start of each boss round. use, gain:
for each potion used, for each potion token gained. loot: when the card is won.
"""

OWN, PARTNER, PARTY = "own", "partner", "party"
OWNERS = (OWN, PARTNER, PARTY)
"""Whose dice: the hero's, the other hero's of the encounter, or anybody's in the encounter."""


class Cost(msgspec.Struct, frozen=True):
    """Hearts, time and poison: what is lost, prevented or asked for.

    Args:
        damage: damage tokens.
        time: cards of the encounter deck.
        poison: poison tokens.
    """

    damage: int = 0
    time: int = 0
    poison: int = 0

    def __bool__(self) -> bool:
        return bool(self.damage or self.time or self.poison)

    def plus(self, other: Cost) -> Cost:
        """Return both together."""
        if not other:
            return self
        return Cost(self.damage + other.damage, self.time + other.time, self.poison + other.poison)

    def __str__(self) -> str:
        parts = ((self.damage, "h"), (self.time, "t"), (self.poison, "p"))
        return "".join(f"{count}{letter}" for count, letter in parts if count) or "0"


class Die(msgspec.Struct, frozen=True):
    """A die that shows a value.

    Args:
        colour: S, A, M or H.
        value: 1 to 6.
    """

    colour: str
    value: int

    def __str__(self) -> str:
        return f"{self.colour}{self.value}"


class Which(msgspec.Struct, frozen=True):
    """Which rolled dice an effect may touch; the hero chooses among them, and may choose none.

    Args:
        most: how many at most; 0 is any number.
        same: all of them show one and the same value, which the hero chooses.
        colours: the colours that count, "" is every colour.
        values: the values that count, () is every value.
        owner: whose dice (`OWNERS`).
    """

    most: int = 1
    same: bool = False
    colours: str = ""
    values: tuple[int, ...] = ()
    owner: str = OWN


class Roll(msgspec.Struct, frozen=True, tag="roll"):
    """Take dice from the supply and roll them.

    Args:
        pool: the dice.
        drop: so many of them are discarded by choice before any other effect.
        face: if any of them shows this value, `risk` is lost before any other effect; 0 is no risk.
        risk: what is lost then, once.
        owner: who gets the dice.
    """

    pool: Pool
    drop: int = 0
    face: int = 0
    risk: Cost = Cost()
    owner: str = OWN


class Gain(msgspec.Struct, frozen=True, tag="gain"):
    """Take dice from the supply and turn them to these values; they are not rolled.

    Args:
        dice: the dice.
        only: "armor" if they cover armor boxes only, "mana" if they pay mana only, "" otherwise.
        owner: who gets the dice.
    """

    dice: tuple[Die, ...]
    only: str = ""
    owner: str = OWN


class Add(msgspec.Struct, frozen=True, tag="add"):
    """Raise the value of dice, up to 6.

    Args:
        n: by how much, below 0 to lower.
        which: the dice.
    """

    n: int
    which: Which


class Set(msgspec.Struct, frozen=True, tag="set"):
    """Turn dice to a value.

    Args:
        value: 1 to 6.
        which: the dice.
    """

    value: int
    which: Which


class Reroll(msgspec.Struct, frozen=True, tag="reroll"):
    """Roll dice again, all chosen ones at once.

    Args:
        which: the dice.
    """

    which: Which


class Recolour(msgspec.Struct, frozen=True, tag="recolour"):
    """Exchange dice for dice of another colour that show the same value.

    Args:
        colour: the new colour.
        which: the dice.
    """

    colour: str
    which: Which


class Trade(msgspec.Struct, frozen=True, tag="trade"):
    """Discard dice, and gain one new die for each.

    Args:
        die: what each becomes.
        which: the dice given.
    """

    die: Die
    which: Which


class Prevent(msgspec.Struct, frozen=True, tag="prevent"):
    """Take away so much of the consequences of this encounter, or of this boss round.

    Args:
        cost: up to how much.
    """

    cost: Cost


class Halve(msgspec.Struct, frozen=True, tag="halve"):
    """Of every two damage of the consequences one is prevented; no other prevention of damage may be used."""


class Convert(msgspec.Struct, frozen=True, tag="convert"):
    """If the consequences are exactly so much damage, take other losses instead.

    Args:
        damage: the damage, after all additions.
        into: what is lost instead.
    """

    damage: int
    into: Cost


class Lose(msgspec.Struct, frozen=True, tag="lose"):
    """Lose so much at once. It is a price or an attack, never a consequence, and nothing prevents it.

    Args:
        cost: what is lost.
    """

    cost: Cost


class Drain(msgspec.Struct, frozen=True, tag="drain"):
    """Turn one item of a hero in the encounter into XP; without an item nothing happens."""


class Heal(msgspec.Struct, frozen=True, tag="heal"):
    """Remove damage from one hero; a poison token may be removed instead of each.

    Args:
        n: how many.
    """

    n: int


class Cure(msgspec.Struct, frozen=True, tag="cure"):
    """Remove poison tokens from one hero.

    Args:
        n: how many.
    """

    n: int


class Store(msgspec.Struct, frozen=True, tag="store"):
    """Put dice from the supply on the hero card; the hero may roll them in an encounter.

    Args:
        pool: the dice.
        most: how many may lie there.
    """

    pool: Pool
    most: int


class Doors(msgspec.Struct, frozen=True, tag="doors"):
    """Add closed doors, up to the limit.

    Args:
        n: how many.
    """

    n: int = 1


class Skip(msgspec.Struct, frozen=True, tag="skip"):
    """Skip the encounter: go to its loot."""


class Resist(msgspec.Struct, frozen=True, tag="resist"):
    """Change rolls to Resist Poison.

    Args:
        n: what is added to each.
    """

    n: int


class Exile(msgspec.Struct, frozen=True, tag="exile"):
    """Put dice of the supply, or poison tokens, back into the box for the rest of the game.

    Args:
        pool: the dice.
        poison: poison tokens of the supply.
    """

    pool: Pool = Pool()
    poison: int = 0


class Discard(msgspec.Struct, frozen=True, tag="discard"):
    """Dice that are rolled with these values are discarded at once; dice gained or changed are not.

    Args:
        values: the values.
        colours: the colours that are struck, "" is all.
    """

    values: tuple[int, ...]
    colours: str = ""


class Weaken(msgspec.Struct, frozen=True, tag="weaken"):
    """Rolled dice of a colour lose value, after all other effects of the roll; below 1 they are of no use.

    Args:
        colour: the colour.
        n: how much.
    """

    colour: str
    n: int = 1


class Harden(msgspec.Struct, frozen=True, tag="harden"):
    """All boxes of a colour are armor.

    Args:
        colour: the colour.
    """

    colour: str


class Target(msgspec.Struct, frozen=True, tag="target"):
    """The value of the boxes marked `*`.

    Args:
        n: so much for each.
        per: "door": each open door, this one included; "damage": each damage on the boss.
        least: never less than this.
        four: so much for each in a game of four heroes; 0 is the same as `n`.
    """

    n: int
    per: str
    least: int = 0
    four: int = 0


class Black(msgspec.Struct, frozen=True, tag="black"):
    """A black die costs so many dice, and shows the lowest of them.

    Args:
        dice: how many.
    """

    dice: int


class Toll(msgspec.Struct, frozen=True, tag="toll"):
    """Something is lost at once for each skill used, or for each die rolled with a value.

    Args:
        cost: what is lost for each.
        face: the value of the die; 0 is for each skill used.
    """

    cost: Cost
    face: int = 0


class Extra(msgspec.Struct, frozen=True, tag="extra"):
    """Once after the consequences are summed, more is added to them.

    Args:
        cost: what is added.
        least: the sum must hold at least this; nothing asked (`Cost()`) means: if any box is open.
    """

    cost: Cost
    least: Cost = Cost()


class Survive(msgspec.Struct, frozen=True, tag="survive"):
    """If an armor box is open at the end, the card is discarded and there is no loot."""


class Bar(msgspec.Struct, frozen=True, tag="bar"):
    """Dice of a colour may not be placed on boxes with a skull.

    Args:
        colour: the colour.
    """

    colour: str


class Twice(msgspec.Struct, frozen=True, tag="twice"):
    """The first die that covers each box with a skull is discarded in each round; it takes a second."""


class Regrow(msgspec.Struct, frozen=True, tag="regrow"):
    """Before damage is placed on the boss, so much is removed for each open box with a skull, down to none.

    Args:
        n: how much for each.
    """

    n: int = 1


class Limit(msgspec.Struct, frozen=True, tag="limit"):
    """Exploring fills up to so many doors instead of four.

    Args:
        doors: how many.
    """

    doors: int


class ByHand(msgspec.Struct, frozen=True, tag="by-hand"):
    """Something the table does and enters what came of it.

    Args:
        text: what it is, in the owner's words.
    """

    text: str


Effect: TypeAlias = (
    Roll | Gain | Add | Set | Reroll | Recolour | Trade | Prevent | Halve | Convert
    | Lose | Drain | Heal | Cure | Store | Doors | Skip | Resist | Exile
    | Discard | Weaken | Harden | Target | Black | Toll | Extra | Survive | Bar | Twice | Regrow | Limit | ByHand
)  # fmt: skip

EDGES = (Gain, Add, Set, Recolour, Trade, Prevent, Halve, Convert)
CHANCES = (Roll, Reroll)
CURSES = (Discard, Weaken, Harden, Target, Black, Toll, Extra, Survive, Bar, Twice, Regrow, Limit)


class Use(msgspec.Struct, frozen=True):
    """One way to use an ability, or one way in which it acts by itself.

    Args:
        effects: what happens, one after the other.
        when: the moment (`MOMENTS`).
        rooms: the kinds of room where it counts (`ROOMS`), () is all of them.
    """

    effects: tuple[Effect, ...]
    when: str = FIGHT
    rooms: tuple[str, ...] = ()

    def counts(self, when: str, room: str = "") -> bool:
        """Say whether this use is for that moment and, where one is given, that kind of room."""
        return self.when == when and (not room or not self.rooms or room in self.rooms)


class Price(msgspec.Struct, frozen=True):
    """What a skill costs: own dice of a colour, or mana. Neither is a free skill.

    Args:
        dice: dice to discard, of any value.
        mana: blue dice to discard whose values add up to at least this.
    """

    dice: Pool = Pool()
    mana: int = 0

    @property
    def free(self) -> bool:
        """Whether it costs nothing."""
        return not self.mana and not any(self.dice.counts())


class Ability(msgspec.Struct, frozen=True):
    """A feat, a skill of a hero, the rule of a foe, of a floor or of a boss.

    Args:
        name: as printed.
        does: its uses; None while nobody has told them (the table does it by hand).
        price: what a use costs in dice; None while nobody has told it.
        rooms: the icons: where it may be used; () is everywhere, None while nobody has told it.
    """

    name: str
    does: tuple[Use, ...] | None = None
    price: Price | None = None
    rooms: tuple[str, ...] | None = None

    @property
    def known(self) -> bool:
        """Whether everything about it has been told."""
        return None not in (self.does, self.price, self.rooms)

    def uses(self, when: str, room: str = "") -> tuple[Use, ...]:
        """Return the uses for a moment and a kind of room; one of them is chosen where there are several.

        Args:
            when: one of `MOMENTS`.
            room: one of `ROOMS`, or "" outside rooms.
        """
        if room and self.rooms and room not in self.rooms:
            return ()
        return tuple(use for use in self.does or () if use.counts(when, room))

    def effects(self, family: tuple[type, ...]) -> tuple[Effect, ...]:
        """Return all effects of a family, such as `CURSES`, over all uses."""
        return tuple(e for use in self.does or () for e in use.effects if isinstance(e, family))
