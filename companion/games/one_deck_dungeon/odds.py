"""From a position of the game to the odds of what the party thinks about: fights, options, splits, the boss, the roll.

Every skill counts where all rolls are counted at once, those in which 1s are rolled again (`rerolls`) and those of one
hero who pays, gains and rolls (`buying`), or where the game tree is small enough (`playing`). In larger ones free
skills and skills that buy dice do, and the others are left out and named, so that what is told is never too rosy. Feats
and potions are chosen apart: `gaining` says what each is worth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from math import prod

import msgspec
from msgspec.structs import replace

from companion.engine.errors import CompanionError, EditionIncompleteError
from companion.engine.piles import Multiset
from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.abilities import BOSS, COMBAT, FIGHT, PERIL, Cost, Effect, Use
from companion.games.one_deck_dungeon.boxes import COLOURS, Pool
from companion.games.one_deck_dungeon.buying import Buying, buying_toil, counts_buying
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.counted import Counted
from companion.games.one_deck_dungeon.encounter import UNLIMITED, WARDS
from companion.games.one_deck_dungeon.encounter import Fight as Fought
from companion.games.one_deck_dungeon.fight import Encounter
from companion.games.one_deck_dungeon.losses import WOUNDS
from companion.games.one_deck_dungeon.party import available, health, resist_bonus, share, skills
from companion.games.one_deck_dungeon.placing import Die, Present
from companion.games.one_deck_dungeon.playing import EFFORT, Playing, Rolled, effort
from companion.games.one_deck_dungeon.poison import resist_chance
from companion.games.one_deck_dungeon.rerolls import Rerolls, counts_rerolls, rerolls_toil
from companion.games.one_deck_dungeon.rooms import (
    boxes,
    curses,
    described,
    foe_of,
    leaves,
    own_rules,
    room_kind,
)
from companion.games.one_deck_dungeon.skilled import Fighter, Skilled, plays_low
from companion.games.one_deck_dungeon.splits import Pair, Splits, means
from companion.games.one_deck_dungeon.state import (
    Door,
    Face,
    Fight,
    HouseRules,
    Part,
    Position,
    Throw,
    count,
    pool_of,
)
from companion.games.one_deck_dungeon.tasks import main_throw, rolled_colours
from companion.games.one_deck_dungeon.tools import FREE, NOBODY, Tool
from companion.games.one_deck_dungeon.turns import pairs, tokens_against

COUNTED = (a.Discard, a.Weaken, a.Black, a.Toll, a.Extra, a.Survive, a.Bar, a.Twice, a.Regrow)
"""Rules that the odds of a fight rest on; others are in its boxes already."""


MOMENT = 33
"""Microseconds, about, that a moment of the game tree takes."""

LONG = 7_000_000
"""Microseconds, by a rough count, that counting all rolls at once may take: it takes some hundred megabytes then."""


class Meeting(msgspec.Struct, frozen=True):
    """Heroes before a card.

    Args:
        fight: what the odds rest on.
        fighters: the heroes with the free skills that count.
        left_out: skills by name that are not counted.
        dice: who rolls what.
        tools: every skill that could be used here.
        tree: whether the whole game tree after the roll is gone through.
        low: skills of which `Skilled` leaves out something, whether or not what goes deeper makes up for it.
        again: whether rolling 1s again is all that is to be chosen, and is counted for all rolls at once.
        buying: whether what one hero pays, gains and rolls is counted for all rolls at once.
    """

    fight: Fought
    fighters: tuple[Fighter, ...]
    left_out: tuple[str, ...] = ()
    dice: Rolled = ()
    tools: tuple[Tool, ...] = ()
    tree: bool = False
    low: tuple[str, ...] = ()
    again: bool = False
    buying: bool = False

    def odds(self) -> Skilled | Playing | Counted:
        """Return the odds under best play."""
        if self.again:
            return Rerolls(self.fight, self.dice, self.tools, len(self.fighters))
        if self.buying:
            return Buying(self.fight, self.dice, self.tools)
        return self.playing() if self.tree else Skilled(self.fight, self.fighters)

    @property
    def deep(self) -> bool:
        """Return whether the odds rest on more than what is best for each roll as it lies."""
        return self.tree or self.again or self.buying

    def playing(self, more: Sequence[Tool] = (), limit: int = 10_000_000) -> Playing:
        """Return the odds by the whole game tree.

        Args:
            more: tools beside the skills, such as a potion.
            limit: moments that may be gone through.
        """
        tokens = sum(tool.potion for tool in more)
        return Playing(self.fight, self.dice, (*self.tools, *more), len(self.fighters), tokens, limit)

    @property
    def branches(self) -> int:
        """Return about how many moments the whole game tree has."""
        return effort(self.dice, self.tools)

    @property
    def depth(self) -> int:
        """Return about how many microseconds it takes to count the fight where its odds are deep."""
        if self.again:
            return rerolls_toil(self.dice, self.tools)
        if self.buying:
            return buying_toil(self.dice, self.tools, self.fight.joined)
        return MOMENT * self.branches

    @property
    def toil(self) -> int:
        """Return about how many microseconds it takes to count the fight without the game tree."""
        skilled = Skilled(self.fight, self.fighters)
        return skilled.work * (8 + prod(1 + len(choices) for choices in skilled.choices)) // 8

    def sure(self) -> Encounter:
        """Return odds that are never too rosy, counted in a moment: nobody makes black dice or changes any."""
        return Encounter(Skilled(self.fight, self.fighters).fight, making=False)

    def bare(self) -> Meeting:
        """Return the same with those skills alone that act by themselves; the others are left out and named."""
        acting = tuple(replace(one, skills=tuple(filter(_acts, one.skills)), bought=()) for one in self.fighters)
        names = [tool.name for tool in self.tools if not tool.price.free or not _acts(tool.uses)]
        left_out = tuple(dict.fromkeys((*self.low, *names)))
        return replace(self, fighters=acting, left_out=left_out, tree=False, again=False, buying=False)


def _acts(uses: Sequence[Use]) -> bool:
    """Return whether a skill acts by itself: it prevents something, or rolls dice again."""
    return all(isinstance(effect, (*WARDS, a.Reroll)) for use in uses for effect in use.effects)


def _inside(state: Position, face: Face) -> Position:
    """Return the position with the party inside the room of a card: its door is none that it can choose any more."""
    for at, door in enumerate(state.doors if state.fight is None else ()):
        if door.open and face in door.cards:
            fight = Fight(tuple(Part((), card) for card in door.cards))
            return replace(state, doors=(*state.doors[:at], *state.doors[at + 1 :]), fight=fight)
    return state


def meeting(cat: Catalogue, state: Position, heroes: Sequence[str], face: Face, option: int = 0) -> Meeting:
    """Return what heroes would have before them with a card, were it fought now.

    Args:
        cat: the cards.
        state: the position; the card may lie behind an open door, or a closed one that would be opened for it.
        heroes: handles of the one or two who fight.
        face: the card; `Face()` for the boss.
        option: 1 or 2 at a peril.

    Raises:
        EditionIncompleteError: nobody has told what the card asks for, or the dice of a hero.
    """
    return _met(cat, state, Fight((Part(tuple(heroes), face, option),)))


def under_way(cat: Catalogue, state: Position, option: int = 0) -> Meeting:
    """Return the encounter that is going on, as far as it has got: what was paid is paid, dice that came on top count.

    Args:
        cat: the cards.
        state: the position.
        option: the way at a peril, where none was chosen yet.

    Raises:
        CompanionError: none is going on.
        EditionIncompleteError: nobody has told what the card asks for, or the dice of a hero.
    """
    fight = state.fight
    if fight is None:
        raise CompanionError("No encounter is going on: fight one first.")
    return _met(cat, state, fight.with_part(replace(fight.part, option=fight.part.option or option)))


def _met(cat: Catalogue, state: Position, fight: Fight) -> Meeting:
    """Return what the heroes of an encounter have before them."""
    face, heroes = fight.part.card, fight.part.heroes
    fight = fight if fight.begun else replace(fight, share=share(state, fight))
    if not described(cat, state, fight):
        raise EditionIncompleteError(f"Nobody has told what {face} asks for: describe its boxes first.")
    silent = [handle for handle in heroes if cat.side(state.hero(handle).card, len(state.heroes)).dice is None]
    if silent:
        raise EditionIncompleteError(f"Nobody has told the dice of {silent[0]}: name the hero card.")
    throw = _waiting(fight) or main_throw(cat, state, replace(fight, tasks=(), dice=(), placed=()))
    limits = [health(cat, state, state.hero(handle)) for handle in heroes]
    hearts = [limit - state.hero(h).damage for h, limit in zip(heroes, limits, strict=True) if limit is not None]
    fought = _fought(cat, state, fight, _pool(throw), tuple(hearts) if len(hearts) == len(limits) else ())
    fought = replace(fought, supply=fight.share.heroic)
    kind = room_kind(cat, state, fight)
    fighters, left_out = zip(*(_fighter(cat, state, handle, throw, kind) for handle in heroes), strict=True)
    dice = tuple((heroes.index(owner) if owner else NOBODY, colour, many) for owner, colour, many in throw.dice)
    tools = tuple(tool for at, handle in enumerate(heroes) for tool in _tools(cat, state, handle, at, kind))
    found = Meeting(fought, fighters, tuple(name for names in left_out for name in names), dice, tools)
    doubt = _in_doubt(found)
    found = replace(found, low=doubt)
    return replace(found, left_out=doubt) if kind == BOSS else deepest(found)


def deepest(found: Meeting) -> Meeting:
    """Return a meeting away from the boss counted as deep as its dice allow; skills that this leaves out are named.

    Args:
        found: the meeting, with its dice, its tools, and what `Skilled` leaves out of them.
    """
    dice, tools, doubt = found.dice, found.tools, found.low
    again = bool(doubt) and counts_rerolls(found.fight, dice, tools, len(found.fighters))
    again = again and rerolls_toil(dice, tools) <= LONG
    buying = bool(doubt) and counts_buying(found.fight, dice, tools, len(found.fighters))
    buying = buying and buying_toil(dice, tools, found.fight.joined) <= LONG
    tree = bool(doubt) and all(tool.counts for tool in tools) and effort(dice, tools) <= EFFORT
    found = replace(found, again=again, buying=buying, tree=tree and not (again or buying))
    return replace(found, left_out=() if found.deep else doubt)


def _in_doubt(found: Meeting) -> tuple[str, ...]:
    """Return the skills of which `Skilled` leaves out something: those not known to it, and those that it plays low."""
    low = [tool.name for tool in found.tools if plays_low(found.fight, tool, found.tools)]
    return tuple(dict.fromkeys((*found.left_out, *low)))


def _tools(cat: Catalogue, state: Position, handle: str, owner: int, kind: str) -> Iterator[Tool]:
    """Yield the skills of a hero that may be used here; of copies of one each."""
    for name, ability in skills(cat, state, state.hero(handle)):
        uses = ability.uses(FIGHT, kind)
        if uses and not all(isinstance(effect, a.Resist) for use in uses for effect in use.effects):
            yield Tool(owner, ability.price or FREE, uses, name=name)


def printed(cat: Catalogue, face: Face, pool: Pool, hearts: Sequence[int], option: int = 0, doors: int = 1) -> Fought:
    """Return a fight with a printed card by itself, away from any table.

    Args:
        cat: the cards.
        face: the card.
        pool: the dice; at a peril those that its way takes are rolled.
        hearts: hearts of those who fight.
        option: 1 or 2 at a peril.
        doors: open doors, for boxes whose target depends on them.

    Raises:
        EditionIncompleteError: nobody has told what the card asks for.
    """
    others = (Door(open=True),) * (doors - 1)
    state = Position((), HouseRules(), "full", "expert", "core", "healing", Multiset(), 0, doors=others)
    fight = Fight((Part((), face, option),))
    if not described(cat, state, fight):
        raise EditionIncompleteError(f"Nobody has told what {face} asks for: describe its boxes first.")
    colours = rolled_colours(cat, state, fight)
    rolled = pool_of({colour: count(pool, colour) if colour in colours else 0 for colour in COLOURS})
    return _fought(cat, state, fight, rolled, tuple(hearts))


def _fought(cat: Catalogue, state: Position, fight: Fight, pool: Pool, hearts: tuple[int, ...]) -> Fought:
    return Fought(
        pool,
        boxes(cat, _inside(state, fight.part.card), fight),
        rules=tuple(rule for rule in curses(cat, state, fight) if isinstance(rule, COUNTED)),
        wards=fight.wards,
        paid=_paid(cat, state, fight, room_kind(cat, state, fight)),
        hearts=hearts,
        tokens=state.poison_left if state.poison_total else UNLIMITED,
        early=state.rules.poison_supply_damage,
    )


def _waiting(fight: Fight) -> Throw | None:
    """Return the roll of an encounter that is about to be made; None where it is not, or some of it is told."""
    last = fight.tasks[-1] if fight.tasks else None
    whole = last is not None and last.throw is not None and last.throw.main and not last.rolled and not fight.dice
    return last.throw if last is not None and whole else None


def _pool(throw: Throw, owner: str | None = None) -> Pool:
    """Return the dice of a throw, or those of one owner."""
    counts = dict.fromkeys(COLOURS, 0)
    for whose, colour, many in throw.dice:
        counts[colour] += many if owner in (None, whose) else 0
    return pool_of(counts)


def _paid(cat: Catalogue, state: Position, fight: Fight, kind: str) -> Cost:
    """Return what is still lost before the roll: by the text of the foe or boss, and by the option of a peril."""
    begun = state.fight if fight.begun and not fight.untold else None
    when = "round" if kind == BOSS else "before"
    uses = [use for rule in own_rules(cat, state, fight) for use in rule.uses(when, kind)[:1] if begun is None]
    costs = [effect.cost for use in uses for effect in use.effects if isinstance(effect, a.Lose)]
    foe, option = foe_of(cat, fight), fight.part.option
    if kind == PERIL and foe is not None and foe.options and option and not (begun is not None and begun.part.option):
        costs.append(foe.options[option - 1].pays)
    return reduce(Cost.plus, costs, Cost())


def _fighter(cat: Catalogue, state: Position, handle: str, throw: Throw, kind: str) -> tuple[Fighter, tuple[str, ...]]:
    """Return a hero with the free skills that count, and the names of the others that could be used here."""
    counted, bought, left_out = [], [], []
    for name, ability in skills(cat, state, state.hero(handle)):
        uses = ability.uses(FIGHT, kind)
        effects: list[Effect] = [effect for use in uses for effect in use.effects]
        if not uses or all(isinstance(effect, a.Resist) for effect in effects):
            continue
        if ability.price is not None and ability.price.free and all(map(_counts, effects)):
            counted.append(uses)
        elif ability.price is not None and all(map(_buys, effects)):
            bought.append((ability.price, uses))
        else:
            left_out.append(name)
    return Fighter(_pool(throw, handle), tuple(counted), tuple(bought)), tuple(left_out)


def _buys(effect: Effect) -> bool:
    """Return whether the odds know an effect of a skill that is paid for: dice gained for any use."""
    return isinstance(effect, a.Gain) and not effect.only and effect.owner == a.OWN


def _counts(effect: Effect) -> bool:
    """Return whether the odds know an effect of a free skill."""
    if isinstance(effect, a.Gain):
        return len(effect.dice) == 1 and not effect.only
    if isinstance(effect, a.Add):
        return effect.which.most == 1 and effect.which.owner != a.PARTY
    if isinstance(effect, a.Reroll):
        return effect.which.values == (1,) and not effect.which.most and effect.which.owner != a.PARTY
    return isinstance(effect, a.Prevent | a.Halve | a.Convert)


def options(cat: Catalogue, state: Position, heroes: Sequence[str], face: Face) -> dict[int, Meeting]:
    """Return both ways through a peril by their numbers, or the one way through a combat as 0."""
    foe = cat.foe(face)
    numbers = range(1, len(foe.options) + 1) if foe is not None and foe.options else (0,)
    return {number: meeting(cat, state, heroes, face, number) for number in numbers}


def splits(cat: Catalogue, state: Position, faces: Sequence[Face]) -> Splits:
    """Return the twelve ways in which four heroes meet two cards, free skills left out.

    Raises:
        EditionIncompleteError: nobody has told what a card asks for.
    """

    def fight(pair: Pair, card: int) -> list[Fought]:
        return [found.fight for found in options(cat, state, pair, faces[card]).values()]

    return Splits(state.handles, fight)


def resist_groups(cat: Catalogue, state: Position) -> tuple[Fraction, tuple[tuple[str, ...], ...]]:
    """Return how four heroes part into groups so that both likeliest resist, and how likely that is.

    Before the boss no leaves are left; before that the leaves that are told count.
    """
    shown = 0 if state.at_boss else leaves(cat, state)[0]
    found = []
    for first, other in pairs(state):
        chance = Fraction(1)
        for group in (first, other):
            chance *= resist_chance(tokens_against(state, group), shown + resist_bonus(cat, state, group))
        found.append((chance, (first, other)))
    return max(found, key=lambda pair: pair[0])


def lying(cat: Catalogue, state: Position) -> tuple[Fought, tuple[Die, ...]]:
    """Return the fight whose roll lies on the table, with nothing left to pay, and the dice that may be placed.

    Raises:
        CompanionError: no roll lies there, or some dice are placed already.
        EditionIncompleteError: nobody has told what the card asks for, or the dice of a hero.
    """
    fight = state.fight
    if fight is None or not (fight.dice or fight.thrown) or fight.placed:
        raise CompanionError("No roll lies there to be placed: tell the dice first, or take back what is placed.")
    dice = tuple((die.colour, die.value) for die in fight.dice if not die.only and die.value)
    # Black dice for one use alone are not placed, but are out of the supply all the same.
    there = sum(colour == "H" for colour, _ in dice) + available(fight, "H")
    return replace(under_way(cat, state).fight, paid=Cost(), supply=there), dice


def by_colour(dice: Sequence[Die]) -> tuple[tuple[int, ...], ...]:
    """Return the values of dice, one row for each colour."""
    return tuple(tuple(value for colour, value in dice if colour == one) for one in COLOURS)


def present(cat: Catalogue, state: Position) -> Present:
    """Return the roll that lies on the table, to be placed.

    Raises:
        CompanionError: no roll lies there, or some dice are placed already.
    """
    fought, dice = lying(cat, state)
    return Present(fought, by_colour(dice), 0)


def item_worth(
    cat: Catalogue, state: Position, heroes: Sequence[str], faces: Sequence[Face], colour: str
) -> tuple[Fraction, Fraction]:
    """Return what a die more of a colour does against foes that are to be met, on average over them.

    Args:
        cat: the cards.
        state: the position.
        heroes: who would fight.
        faces: the foes, each as often as it may come.
        colour: "S", "A" or "M".

    Returns:
        By how much likelier nobody falls, and how many hearts fewer are expected to be lost.
    """
    known = Counter(meeting(cat, state, heroes, face).fight for face in faces if _is_foe(cat, face))
    safe = damage = Fraction(0)
    for fight, times in known.items():
        more, bare = _means(_with(fight, colour)), _means(fight)
        safe += times * (more[0] - bare[0])
        damage += times * (bare[1] - more[1])
    return safe / max(1, known.total()), damage / max(1, known.total())


@lru_cache(maxsize=256)
def _means(fight: Fought) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Return what a fight comes to on average if the fewest wounds count first."""
    return means(Skilled(fight, ()), WOUNDS)


def _is_foe(cat: Catalogue, face: Face) -> bool:
    foe = cat.foe(face)
    return foe is not None and foe.kind == COMBAT and foe.boxes is not None


def _with(fight: Fought, colour: str) -> Fought:
    more = {one: count(fight.pool, one) + (one == colour) for one in COLOURS}
    return replace(fight, pool=pool_of(more))
