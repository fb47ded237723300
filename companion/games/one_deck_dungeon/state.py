"""The position of a game of One Deck Dungeon: frozen values, and what can be read off them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion.engine.errors import UnknownNameError
from companion.engine.game import State
from companion.engine.piles import Multiset
from companion.games.one_deck_dungeon.abilities import Effect
from companion.games.one_deck_dungeon.boxes import COLOURS, Pool

SUPPLY = Pool(8, 8, 8, 6)
"""Dice of one set (one-deck-dungeon.supply.dice)."""
POTIONS = {1: 6, 2: 6, 4: 12}
"""Players to potion tokens (one-deck-dungeon.supply.potions)."""
POISON = 8
"""Poison tokens of one Forest of Shadows set (one-deck-dungeon.poison.supply)."""
DOORS = 4
"""Doors that exploring fills up to (one-deck-dungeon.turn.explore)."""
FLOORS = 3
BOSS_FLOOR = 4
"""The floor on which the boss waits."""
MAX_LEVEL = 4
DEPTHS = ("light", "full")
TIERS = ("novice", "standard", "expert")
DECKS = ("core", "forest", "hybrid")
REFERENCES = ("healing", "cure")
PLAYERS = (1, 2, 4)


class HouseRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """The six readings that tables are likeliest to dispute.

    Args:
        poison_counts_party: with four heroes a group resists against the tokens of the whole party
            (one-deck-dungeon.poison.group-tokens).
        boss_resist: with four heroes each pair resists at the start of its own fight (one-deck-dungeon.boss.resist).
        swarm_per_card: both cards of a door count as open doors (one-deck-dungeon.four.swarm).
        standard_xp_cards: the Standard tier gives four heroes one card of XP (one-deck-dungeon.tiers.standard-four).
        xp_cards_return: spent XP cards go to the discard pile (one-deck-dungeon.levels.spent).
        poison_supply_damage: damage for want of poison tokens is a consequence that may be prevented
            (one-deck-dungeon.poison.replaced).
    """

    poison_counts_party: bool = False
    boss_resist: bool = False
    swarm_per_card: bool = False
    standard_xp_cards: bool = False
    xp_cards_return: bool = False
    poison_supply_damage: bool = False


class Face(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is told of an encounter card; "" is not told.

    Args:
        name: the foe or peril.
        item: the left edge: a colour, with `+hp` where it adds a heart.
        skill: the bottom edge: a skill or a potion.
    """

    name: str = ""
    item: str = ""
    skill: str = ""

    @property
    def known(self) -> bool:
        """Whether everything is told."""
        return bool(self.name and self.item and self.skill)

    def fits(self, other: Face) -> bool:
        """Return whether this card could be `other`."""
        pairs = ((self.name, other.name), (self.item, other.item), (self.skill, other.skill))
        return all(not mine or not theirs or mine == theirs for mine, theirs in pairs)

    def merged(self, other: Face) -> Face:
        """Return a card with everything that two tellings of it say, this one first."""
        return Face(self.name or other.name, self.item or other.item, self.skill or other.skill)

    def __str__(self) -> str:
        return self.name or "?"


UNTOLD = Face()


class Rolled(msgspec.Struct, frozen=True, omit_defaults=True):
    """A die in play.

    Args:
        colour, value: as it lies; a value of 0 is of no use.
        owner: the hero whose die it is; "" where both heroes of the encounter may use it, or nobody told.
        only: "armor" or "mana" where it may be used for nothing else.
    """

    colour: str
    value: int
    owner: str = ""
    only: str = ""

    def __str__(self) -> str:
        return f"{self.colour}{self.value}"


Dice = tuple[Rolled, ...]


def in_order(dice: Iterator[Rolled] | Dice | list[Rolled]) -> Dice:
    """Return dice in their one order: by owner, colour, and value, the highest first."""
    return tuple(sorted(dice, key=lambda die: (die.owner, COLOURS.index(die.colour), -die.value, die.only)))


class Door(msgspec.Struct, frozen=True, omit_defaults=True):
    """A door.

    Args:
        cards: its one or two encounter cards.
        open: whether they lie face up.
        fresh: whether it was opened in this turn, so that the party may still flee.
    """

    cards: tuple[Face, ...] = (UNTOLD,)
    open: bool = False
    fresh: bool = False


class Hero(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hero.

    Args:
        handle, name: who it is at this table.
        card: the hero card, "" while nobody has told.
        damage, poison: tokens on it.
        items, skills: the encounter cards tucked there.
        stored: black dice on the hero card.
    """

    handle: str
    name: str
    card: str = ""
    damage: int = 0
    poison: int = 0
    items: tuple[Face, ...] = ()
    skills: tuple[Face, ...] = ()
    stored: int = 0


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """One encounter: who has it with which card, and what became of it.

    Args:
        heroes: the heroes in it.
        card: the encounter card; untold for the boss.
        option: the choice at a peril, 0 while none was made.
        skipped: whether an Invisibility potion skipped it.
        gone: whether the card was discarded without loot.
        hits, missed: skull boxes of the boss that were covered, and that were not.
    """

    heroes: tuple[str, ...]
    card: Face = UNTOLD
    option: int = 0
    skipped: bool = False
    gone: bool = False
    hits: int = 0
    missed: int = 0

    def __post_init__(self) -> None:
        """Keep one untold card for all: it alone is left out of what is written, and saved games compare that."""
        if self.card == UNTOLD and self.card is not UNTOLD:
            msgspec.structs.force_setattr(self, "card", UNTOLD)


class Throw(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice that are about to be rolled.

    Args:
        dice: owner, colour and number.
        drop: so many of them are discarded by choice, before anything else.
        face, damage, time: if any shows this value, so much is lost at once by `hero`; 0 is no risk.
        hero: who rolls, "" for all.
        main: whether it is the roll of the encounter itself.
    """

    dice: tuple[tuple[str, str, int], ...]
    drop: int = 0
    face: int = 0
    damage: int = 0
    time: int = 0
    hero: str = ""
    main: bool = False


class Task(msgspec.Struct, frozen=True, omit_defaults=True):
    """An effect that waits for its turn, or in the midst of which dice are chosen.

    Args:
        hero: who uses it.
        effect: what is to happen; None for a throw.
        throw: what is to be rolled; None for an effect.
        chosen: dice picked so far; they lie apart until all are chosen.
        rolled: dice of a throw of which some are still to be dropped.
    """

    hero: str = ""
    effect: Effect | None = None
    throw: Throw | None = None
    chosen: Dice = ()
    rolled: Dice = ()


class Fight(msgspec.Struct, frozen=True, omit_defaults=True):
    """The encounters of a room, or the fights of a boss round; one of them is going on.

    Args:
        parts: in the order in which they are fought.
        at: which one is going on.
        odd: colours of which the odd die goes to the second pair.
        begun: whether the present one has begun.
        share: dice of the supply for the present one.
        tasks: what is to be rolled or chosen next, the first one first.
        dice: dice that lie free.
        placed: box number, from 0, and die.
        struck: boxes that have swallowed their first die.
        wards: prevention that counts when the consequences are summed.
        used: hero and skill, of what was used in this encounter.
        thrown: whether the main roll was made.
        untold: whether nobody told the roll, so that only the result is entered.
        closed: whether the consequences were summed: the encounter ends when they are placed.
        resisted: whether the pair has resisted poison before its fight against the boss.
    """

    parts: tuple[Part, ...]
    at: int = 0
    odd: str = ""
    begun: bool = False
    share: Pool = SUPPLY
    tasks: tuple[Task, ...] = ()
    dice: Dice = ()
    placed: tuple[tuple[int, Rolled], ...] = ()
    struck: tuple[int, ...] = ()
    wards: tuple[Effect, ...] = ()
    used: tuple[tuple[str, str], ...] = ()
    thrown: bool = False
    untold: bool = False
    closed: bool = False
    resisted: bool = False

    @property
    def part(self) -> Part:
        """The encounter that is going on."""
        return self.parts[self.at]

    def with_part(self, part: Part) -> Fight:
        """Return the fight with another value for the encounter that is going on."""
        return replace(self, parts=(*self.parts[: self.at], part, *self.parts[self.at + 1 :]))


class Due(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something the party settles before anything else.

    Args:
        what: "damage" or "poison" (share out `n`), "stairs" (`n` heroes take one damage each), "cleanse" (a hero loses
            a poison token), "sicken" (a hero loses one and takes two damage), "heal" (`n` times), "drain" (an item).
        n: how many.
        among: the heroes that may be chosen.
    """

    what: str
    n: int
    among: tuple[str, ...]


class Position(State, frozen=True, tag="one-deck-dungeon", tag_field="game", omit_defaults=True):
    """A whole position.

    Args:
        heroes: in seating order.
        rules: house rules of this table.
        depth, tier, deck, reference: words of `DEPTHS`, `TIERS`, `DECKS` and `REFERENCES`.
        unseen: every encounter card that is not wholly told, wherever it lies, and the deck.
        down: cards in the deck.
        poison_total: poison tokens of the game.
        dungeon: the dungeon card, "" while nobody has told.
        floor: 1 to 3, 4 for the boss.
        doors: closed and open ones.
        discard, out: encounter cards there; `out` is the box.
        xp_cards: cards won as XP that are not spent.
        xp: points of experience towards the next level.
        tucked: potion cards under the turn reference.
        basic: the basic potion under the Cure potion.
        level: 1 to 4.
        potions: potion tokens.
        stairs: damage tokens on the stairs.
        sighted: whether the time of this turn's start has uncovered the stairs.
        exiled: dice that are out of the game; `poison_exiled` tokens likewise.
        step: "setup", "turn", "open" (a door), "meet" (what is behind it), "fight", "loot", "resist", "resisted", "end"
            (of a turn at the stairs), "boss" (a round begins), "round" (who fights first) or "over".
        fresh: whether nothing was done yet in this turn.
        pending: what the setup still asks: "hero ana", "dungeon", "basic", "xp".
        due: what is settled first.
        opening: the number of the door that was entered, from 0.
        shown: how many of its cards have been turned up.
        fight: the encounters that are going on, None outside.
        spoils: encounters whose cards are still to be taken as loot.
        resisting: groups that still resist poison.
        wounds: damage on the boss.
        turn, round: 1 for the first turn; rounds against the boss.
        hordes: whether the Hordes card is in play.
        ended: "", "won" or "fallen".
    """

    heroes: tuple[Hero, ...]
    rules: HouseRules
    depth: str
    tier: str
    deck: str
    reference: str
    unseen: Multiset[Face]
    down: int
    poison_total: int = 0
    dungeon: str = ""
    floor: int = 1
    doors: tuple[Door, ...] = ()
    discard: Multiset[Face] = Multiset()
    out: Multiset[Face] = Multiset()
    xp_cards: tuple[Face, ...] = ()
    xp: int = 0
    tucked: tuple[Face, ...] = ()
    basic: str = ""
    level: int = 1
    potions: int = 0
    stairs: int = 0
    sighted: bool = False
    exiled: Pool = Pool()
    poison_exiled: int = 0
    step: str = "setup"
    fresh: bool = True
    pending: tuple[str, ...] = ()
    due: tuple[Due, ...] = ()
    opening: int = 0
    shown: int = 0
    fight: Fight | None = None
    spoils: tuple[Part, ...] = ()
    resisting: tuple[tuple[str, ...], ...] = ()
    wounds: int = 0
    turn: int = 1
    round: int = 0
    hordes: bool = False
    ended: str = ""

    def hero(self, handle: str) -> Hero:
        """Return the hero with this handle.

        Raises:
            UnknownNameError: there is none.
        """
        for hero in self.heroes:
            if hero.handle == handle:
                return hero
        raise UnknownNameError("hero", handle, self.handles)

    def with_hero(self, hero: Hero) -> Position:
        """Return the position with this hero in the place of the one of its handle."""
        return replace(self, heroes=tuple(hero if h.handle == hero.handle else h for h in self.heroes))

    @property
    def handles(self) -> tuple[str, ...]:
        """The handles of all heroes, in order."""
        return tuple(hero.handle for hero in self.heroes)

    @property
    def four(self) -> bool:
        """Whether four heroes play."""
        return len(self.heroes) == 4

    @property
    def sets(self) -> int:
        """How many copies of the game are in use: two for four heroes."""
        return 2 if self.four else 1

    @property
    def full(self) -> bool:
        """Whether dice are followed."""
        return self.depth == "full"

    @property
    def at_boss(self) -> bool:
        """Whether the party faces the boss."""
        return self.floor == BOSS_FLOOR

    @property
    def stairs_open(self) -> bool:
        """Whether the stairs are visible: the last card of the deck has gone (one-deck-dungeon.stairs.visible)."""
        return self.down == 0 and not self.at_boss and self.step != "setup"

    @property
    def tokens(self) -> int:
        """Poison tokens on all heroes."""
        return sum(hero.poison for hero in self.heroes)

    @property
    def poison_left(self) -> int:
        """Poison tokens in the supply."""
        return max(0, self.poison_total - self.poison_exiled - self.tokens)

    def outside(self) -> Iterator[tuple[str, Face]]:
        """Yield place and card of every encounter card that lies outside the deck.

        Places are "door", "discard", "out", "xp", "tucked", "fight", "loot" and "ana.item", "ana.skill".
        """
        for door in self.doors:
            yield from (("door", card) for card in door.cards)
        for hero in self.heroes:
            yield from ((f"{hero.handle}.item", card) for card in hero.items)
            yield from ((f"{hero.handle}.skill", card) for card in hero.skills)
        if self.fight is not None and not self.at_boss:
            done = self.fight.at
            yield from (("fight", p.card) for at, p in enumerate(self.fight.parts) if at >= done or not p.gone)
        yield from (("loot", part.card) for part in self.spoils)
        yield from (("discard", card) for card in self.discard)
        yield from (("out", card) for card in self.out)
        yield from (("xp", card) for card in self.xp_cards)
        yield from (("tucked", card) for card in self.tucked)


def patterns(state: Position) -> list[Face]:
    """Return the partly told cards, wherever they lie; they are still among the unseen cards."""
    return [card for _, card in state.outside() if not card.known and card != UNTOLD]


def pool_of(counts: dict[str, int]) -> Pool:
    """Return a pool with these numbers of dice by colour, none below 0."""
    return Pool(*(max(0, counts.get(colour, 0)) for colour in COLOURS))


def count(pool: Pool, colour: str) -> int:
    """Return how many dice of a colour a pool holds."""
    return pool.counts()[COLOURS.index(colour)]
