"""What heroes can do between the roll and the consequences, as the game tree sees it: dice in hand, and tools.

A hand is the dice that lie free, each with its owner: 0 or 1 for the heroes of the fight, -1 where both may use it. A
tool is a skill or a potion with its price and its uses. Functions give every way to pay and to choose.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

import msgspec

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.abilities import OWN, PARTY, Cost, Effect, Price, Use, Which
from companion.games.one_deck_dungeon.boxes import COLOURS, Pool
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.state import Rolled

Die = tuple[int, str, int, str]
"""Owner, colour, value, and what it is for alone: "armor", "mana" or ""."""

Hand = tuple[Die, ...]

NOBODY = -1
"""The owner of dice that both heroes may use."""

FREE = Price(Pool())

KNOWN = (
    a.Roll, a.Gain, a.Add, a.Set, a.Reroll, a.Recolour, a.Trade, a.Prevent, a.Halve, a.Convert, a.Lose,
)  # fmt: skip
"""Effects that the tree plays."""


class Tool(msgspec.Struct, frozen=True):
    """A skill or a potion that may be used once.

    Args:
        owner: who uses it: 0 or 1; `NOBODY` for a potion, which anybody may use.
        price: what it costs.
        uses: the ways to use it, one of them at a time.
        potion: whether it takes a potion token instead of dice.
        name: what people type.
    """

    owner: int
    price: Price
    uses: tuple[Use, ...]
    potion: bool = False
    name: str = ""

    @property
    def effects(self) -> tuple[Effect, ...]:
        """All effects of all uses."""
        return tuple(effect for use in self.uses for effect in use.effects)

    @property
    def counts(self) -> bool:
        """Whether the tree plays everything that it does."""
        return bool(self.uses) and all(isinstance(effect, KNOWN) for effect in self.effects)


def in_order(dice: Iterator[Die] | Hand | list[Die]) -> Hand:
    """Return dice in their one order."""
    return tuple(sorted(dice))


def hand_of(dice: Iterable[Rolled], heroes: Sequence[str]) -> Hand:
    """Return dice that lie on the table as a hand.

    Args:
        dice: the dice.
        heroes: the handles of those in the fight.
    """
    return in_order([(_owner(die, heroes), die.colour, die.value, die.only) for die in dice])


def _owner(die: Rolled, heroes: Sequence[str]) -> int:
    return heroes.index(die.owner) if die.owner in heroes else NOBODY


def landed(fight: Fight, dice: Iterable[tuple[int, str, int]]) -> tuple[Hand, Cost]:
    """Return rolled dice once foe and floors have acted on them, and what that cost.

    Args:
        fight: what is fought.
        dice: owner, colour and value of each.
    """
    kept, cost = list(dice), Cost()
    for toll in fight.tolls:
        for _ in range(sum(value == toll.face for _, _, value in kept)):
            cost = cost.plus(toll.cost)
    for rule in fight.having(a.Discard):
        kept = [die for die in kept if die[2] not in rule.values or (rule.colours and die[1] not in rule.colours)]
    for weak in fight.having(a.Weaken):
        kept = [(who, c, max(0, v - weak.n) if c == weak.colour else v) for who, c, v in kept]
    return tuple((who, colour, value, "") for who, colour, value in kept), cost


def less(hand: Hand, dice: Hand) -> Hand:
    """Return a hand without some dice."""
    left = list(hand)
    for die in dice:
        left.remove(die)
    return tuple(left)


def meant(owner: int, whose: str, heroes: int) -> int | None:
    """Return whose dice an effect means: a hero, `NOBODY` for anybody's, None for a partner who is not there.

    Args:
        owner: who uses it.
        whose: one of `abilities.OWNERS`.
        heroes: how many are in the fight.
    """
    if whose == PARTY:
        return NOBODY
    if whose == OWN:
        return owner
    return 1 - owner if heroes == 2 and owner != NOBODY else None


def touches(which: Which, owner: int | None, die: Die) -> bool:
    """Return whether an effect may touch a die.

    Args:
        which: the dice it may touch.
        owner: whose they must be; `NOBODY` is anybody's, None nobody's at all.
        die: the die.
    """
    mine, colour, value, only = die
    if owner is None or only == "mana" or (owner != NOBODY and mine not in (NOBODY, owner)):
        return False
    return (not which.colours or colour in which.colours) and (not which.values or value in which.values)


@lru_cache(maxsize=65536)
def choices(hand: Hand, which: Which, owner: int | None) -> tuple[Hand, ...]:
    """Return every choice of dice that an effect leaves, none at all included; alike ones once."""
    dice = [die for die in hand if touches(which, owner, die)]
    most = min(len(dice), which.most or len(dice))
    found = dict.fromkeys(some for n in range(most + 1) for some in combinations(dice, n))
    return tuple(some for some in found if not which.same or len({die[2] for die in some}) <= 1)


@lru_cache(maxsize=65536)
def payments(hand: Hand, owner: int, price: Price) -> tuple[Hand, ...]:
    """Return every payment worth making: no die more than the price needs; alike ones once.

    Args:
        hand: the dice that lie free.
        owner: who pays.
        price: dice, or mana.
    """
    if price.free or owner == NOBODY:
        return ((),)
    mine = [die for die in hand if die[0] in (NOBODY, owner) and die[3] != "armor"]
    if price.mana:
        blue = [die for die in mine if die[1] in "MH"]
        found = dict.fromkeys(some for n in range(1, len(blue) + 1) for some in combinations(blue, n))
        return tuple(some for some in found if 0 <= sum(d[2] for d in some) - price.mana < min(d[2] for d in some))
    wanted = dict(zip(COLOURS, price.dice.counts(), strict=True))
    fitting = [die for die in mine if not die[3] and (wanted[die[1]] or die[1] == "H")]
    found = dict.fromkeys(combinations(fitting, sum(wanted.values())))
    return tuple(some for some in found if all(sum(d[1] == c for d in some) <= wanted[c] for c in COLOURS[:3]))


def pays(price: Price, owner: int, die: Die) -> bool:
    """Return whether a die could pay a part of a price."""
    if price.free or die[3] or die[0] not in (NOBODY, owner):
        return False
    return die[1] in "MH" if price.mana else die[1] == "H" or bool(price.dice.counts()[COLOURS.index(die[1])])


def joins(hand: Hand, joined: int, tools: tuple[Tool, ...], heroes: int) -> Iterator[Hand]:
    """Yield hands after a black die was made that a tool could take as a price or change; others are made later.

    Args:
        hand: the dice that lie free.
        joined: how many dice make a black one.
        tools: what may still be used.
        heroes: how many are in the fight.
    """
    if not any(_wants_black(tool) for tool in tools):
        return
    dice = [die for die in hand if not die[3]]
    for used in dict.fromkeys(combinations(dice, joined)):
        owners = {die[0] for die in used}
        made = (owners.pop() if len(owners) == 1 else NOBODY, "H", min(die[2] for die in used), "")
        if any(_worth(tool, used, made, heroes) for tool in tools):
            yield in_order((*less(hand, used), made))


def _wants_black(tool: Tool) -> bool:
    changing = (a.Add, a.Set, a.Reroll, a.Recolour, a.Trade)
    some = (effect.which for effect in tool.effects if isinstance(effect, changing))
    return not tool.price.free or any(not which.colours or "H" in which.colours for which in some)


def _worth(tool: Tool, used: Hand, made: Die, heroes: int) -> bool:
    """Return whether a black die could serve a tool; one made of dice that could pay themselves need not pay."""
    if pays(tool.price, tool.owner, made) and not any(pays(tool.price, tool.owner, die) for die in used):
        return True
    return any(
        touches(effect.which, meant(tool.owner, effect.which.owner, heroes), made)
        for effect in tool.effects
        if isinstance(effect, a.Add | a.Set | a.Reroll | a.Recolour | a.Trade)
    )
