"""What would help now: skills and potions that the roll on the table allows, feats before a roll, each with its worth.

After the roll a use is weighed against placing the dice as they lie: chance is averaged, what it leaves to choose is
chosen for the best, and then the dice are placed. Each is weighed by itself, with no other use after it, so that what
is told is never too rosy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.abilities import Cost, Effect, Use
from companion.games.one_deck_dungeon.boxes import COLOURS
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.fight import Encounter
from companion.games.one_deck_dungeon.gaining import feats
from companion.games.one_deck_dungeon.losses import ALIVE, TIME, WOUNDS, falls, ranking
from companion.games.one_deck_dungeon.odds import by_colour, under_way
from companion.games.one_deck_dungeon.options import asides, decisions
from companion.games.one_deck_dungeon.placing import Present
from companion.games.one_deck_dungeon.playing import Playing, Standing, TooLargeError, Worth, effort
from companion.games.one_deck_dungeon.rooms import room_kind
from companion.games.one_deck_dungeon.state import Dice, Position, pool_of
from companion.games.one_deck_dungeon.tools import FREE, NOBODY, Hand, Tool, hand_of, in_order, less
from companion.games.one_deck_dungeon.using import potion_use, skill_use

MOST = 3_000
"""Moments that one use may lead to and still be weighed."""
TRIED = 10
"""Payments of one use that are tried: first those with dice that the best placement leaves lying."""
PLACINGS = 150
"""Rolls that are placed for all uses together: a few seconds with many dice."""
FEW = 40
"""Moments, by a rough count, up to which each is placed by itself; beyond, arrays of all placements are quicker."""
ROOM = 60_000
"""Entries of those arrays up to which uses are weighed that lead to more moments; with more dice that takes long."""


Weighed: TypeAlias = tuple[m.Skill | m.Potion, Use]
"""A skill or a potion with what it does."""


class Help(msgspec.Struct, frozen=True):
    """Something that may be used now.

    Args:
        move: how it is used, the best payment and way chosen.
        safe: by how much likelier it is that nobody falls.
        damage, time, poison: how much less is lost on average; below 0 if it is more.
        without: how likely nobody falls without it.
        sure: whether both are the odds; else they are what is proven at least.
    """

    move: m.Skill | m.Potion | m.Feat
    safe: Fraction
    damage: Fraction
    time: Fraction
    poison: Fraction
    without: Fraction = Fraction(0)
    sure: bool = True


ORDER: dict[str, Callable[[Help], tuple[Fraction, ...]]] = {
    ALIVE: lambda one: (one.safe, one.damage + one.poison, one.time),
    WOUNDS: lambda one: (one.damage, one.poison, one.time),
    TIME: lambda one: (one.safe, one.time, one.damage),
}
"""What counts most of what is gained, by preference."""
LEAST = Fraction(1, 20)
"""Hearts, tokens or time under which nothing is told of."""


def gains(one: Help, preference: str) -> bool:
    """Say whether something helps under a preference by as much as can be told: a chance in a hundred, or a loss."""
    safer = Fraction(round(100 * (one.without + one.safe)) - round(100 * one.without))
    first, *rest = ORDER[preference](one)
    told = [first if preference == WOUNDS else safer, *rest]
    return next((n > 0 for n in told if abs(n) >= LEAST), False)


def helping(cat: Catalogue, state: Position, preference: str) -> tuple[Help, ...]:
    """Return the skills and potions that better the roll on the table, the best first.

    Args:
        cat: the cards.
        state: a fight whose roll lies there, with nothing placed yet.
        preference: one of `losses.PREFERENCES`.
    """
    known = list(_uses(cat, state))
    uses = [(move, use) for move, use in known if Tool(NOBODY, FREE, (use,)).counts]
    if not known or state.fight is None:
        return ()
    lying = _Lying(cat, state, [use for _, use in uses])
    now = lying.now(preference)
    best: dict[tuple[str, str], tuple[Worth, m.Skill | m.Potion]] = {}
    for move, use in lying.tried(uses, preference):
        worth = lying.after(move, use, preference)
        key = (move.hero, move.name)
        if worth is not None and worth.better(now) and (key not in best or worth.better(best[key][0])):
            best[key] = (worth, move)
    found = [_help(lying.fight, move, now, worth) for worth, move in best.values()]
    found += [help_ for move, use in known if (help_ := _healed(state, lying, now, move, use)) is not None]
    return tuple(sorted(found, key=ORDER[preference], reverse=True))


def readying(cat: Catalogue, state: Position, preference: str = ALIVE, most: int = 150_000) -> tuple[Help, ...]:
    """Return the feats that better a fight whose roll is about to be made, the best first.

    Args:
        cat: the cards.
        state: the position.
        preference: one of `losses.PREFERENCES`.
        most: about how many microseconds it may take to count the fight once; nothing is told of larger ones.
    """
    fight = state.fight
    if fight is None:
        return ()
    allowed = {(move.hero, move.n): move for move in asides(cat, state) if isinstance(move, m.Feat)}
    if not allowed:
        return ()
    found = under_way(cat, state)
    if found.toil > most:
        return ()
    room = room_kind(cat, state, fight)
    helps = [
        Help(allowed[one.hero, one.n], one.safe, one.damage, one.time, one.poison, one.without, one.sure)
        for one in feats(cat, state, fight.part.heroes, found, room, preference=preference)
        if one.safe is not None and one.without is not None and (one.hero, one.n) in allowed
    ]
    good = [help_ for help_ in helps if gains(help_, preference)]
    return tuple(sorted(good, key=ORDER[preference], reverse=True))


def _uses(cat: Catalogue, state: Position) -> Iterator[Weighed]:
    """Yield the skills and potions that may be used now, in each way and with each payment."""
    for move in (*decisions(cat, state), *asides(cat, state)):
        if isinstance(move, m.Skill):
            use = skill_use(cat, state, move)
        elif isinstance(move, m.Potion):
            use = potion_use(cat, state, move.name)
        else:
            continue
        if use is not None:
            yield move, use


class _Placed(Playing):
    """The game tree after a roll where few moments are met: each is placed by itself, `PLACINGS` of them at most."""

    left = PLACINGS

    def settled(self, standing: Standing, preference: str) -> Worth:
        """Return what the best placement comes to."""
        if any(die[3] == "armor" for die in standing.hand):
            return super().settled(standing, preference)
        if not self.left:
            raise TooLargeError
        self.left -= 1
        dice = [(colour, value) for _, colour, value, only in standing.hand if value and not only]
        wards = (*self.fight.wards, *standing.wards)
        fight = replace(self.fight, wards=wards, paid=self.fight.paid.plus(standing.lost))
        priced = Present(fight, by_colour(dice), 0).priced(preference)
        rank = ranking(fight, preference)(priced.best.loss)
        return Worth({(priced.best.loss, len(priced.best.covered) == len(fight.all_boxes)): 1}, 1, rank)


class _Lying:
    """The roll on the table as the game tree sees it.

    Args:
        cat: the cards.
        state: the position.
        uses: what may be used, for the dice that it may bring.
    """

    def __init__(self, cat: Catalogue, state: Position, uses: list[Use]) -> None:
        assert state.fight is not None
        self.heroes = state.fight.part.heroes
        self.hand = hand_of(state.fight.dice, self.heroes)
        more = "".join(_brought(effect) for use in uses for effect in use.effects)
        counts = {c: max(sum(die[1] == c for die in self.hand), c in more) for c in COLOURS}
        self.fight: Fight = replace(under_way(cat, state).fight, pool=pool_of(counts), paid=Cost())
        self._placed = _Placed(self.fight, (), (), len(self.heroes), limit=MOST)
        self._tree = Playing(self.fight, (), (), len(self.heroes), limit=MOST)

    def tried(self, uses: Sequence[Weighed], preference: str) -> Iterator[Weighed]:
        """Yield uses with the payments that are tried: the cheapest of each first, those of equal dice once."""
        spare = self._spare(preference)

        def price(use: Weighed) -> tuple[int, int]:
            paid = Counter((die.colour, die.value) for die in _pay(use[0]))
            return (paid - spare).total(), sum(die.value for die in _pay(use[0]))

        groups: dict[tuple[str, str, int], dict[Hand, Weighed]] = {}
        for move, use in sorted(uses, key=price):
            alike = in_order([(0, die.colour, die.value, die.only) for die in _pay(move)])
            group = groups.setdefault((move.hero, move.name, getattr(move, "use", 1)), {})
            group.setdefault(alike, (move, use))
        for at in range(TRIED):
            for group in groups.values():
                yield from list(group.values())[at : at + 1]

    def _spare(self, preference: str) -> Counter[tuple[str, int]]:
        """Return the dice that the best placement leaves lying."""
        dice = [(colour, value) for _, colour, value, only in self.hand if value and not only]
        best = Present(self.fight, by_colour(dice), 0).priced(preference).best
        used = Counter(die for some in (*best.dice, *(black.of for black in best.blacks)) for die in some)
        return Counter((colour, value) for _, colour, value, _ in self.hand) - used

    @cached_property
    def entries(self) -> int:
        """Return how large the arrays of placements are."""
        return Encounter(self.fight).entries

    def now(self, preference: str) -> Worth:
        """Return what placing the dice as they lie comes to."""
        return self._placed.value(Standing(self.hand), preference)

    def after(self, move: m.Skill | m.Potion, use: Use, preference: str) -> Worth | None:
        """Return what one use comes to, with the dice placed after it; None where there is too much to go through."""
        owner = self.heroes.index(move.hero) if move.hero in self.heroes else 0
        paid = hand_of(_pay(move), self.heroes)
        lost = self.fight.fee if isinstance(move, m.Skill) else Cost()
        queue = tuple((owner, effect) for effect in use.effects)
        few = effort((), [Tool(owner, FREE, (use,))]) <= FEW
        if not few and self.entries > ROOM:
            return None
        tree = self._placed if few else self._tree
        tree.looked = 0
        try:
            return tree.value(Standing(less(self.hand, paid), 0, 0, (), lost, queue), preference)
        except TooLargeError:
            return None


def _pay(move: m.Skill | m.Potion) -> Dice:
    return move.pay if isinstance(move, m.Skill) else ()


def _brought(effect: Effect) -> str:
    """Return the colours of the dice that an effect may bring."""
    match effect:
        case a.Gain(dice=dice):
            return "".join(die.colour for die in dice)
        case a.Trade(die=die):
            return die.colour
        case a.Recolour(colour=colour):
            return colour
        case a.Roll(pool=pool):
            return "".join(colour for colour, many in zip(COLOURS, pool.counts(), strict=True) if many)
    return ""


def _means(fight: Fight, worth: Worth) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    safe = sum(weight for (loss, _), weight in worth.law.items() if not falls(fight, loss))
    sums = [sum(loss[at] * weight for (loss, _), weight in worth.law.items()) for at in range(3)]
    damage, time, poison = (Fraction(part, worth.total) for part in sums)
    return Fraction(safe, worth.total), damage, time, poison


def _help(fight: Fight, move: m.Skill | m.Potion, now: Worth, worth: Worth) -> Help:
    less_, more = _means(fight, now), _means(fight, worth)
    damage, time, poison = (before - after for before, after in zip(less_[1:], more[1:], strict=True))
    return Help(move, more[0] - less_[0], damage, time, poison, less_[0])


def _healed(state: Position, lying: _Lying, now: Worth, move: m.Skill | m.Potion, use: Use) -> Help | None:
    """Return what a potion that heals is worth: hearts that save somebody; None where nobody is the safer for it."""
    hearts = min(state.hero(move.hero).damage, sum(effect.n for effect in use.effects if isinstance(effect, a.Heal)))
    fight = lying.fight
    if not hearts or not fight.hearts or move.hero not in lying.heroes:
        return None
    stronger = replace(fight, hearts=(fight.hearts[0] + hearts, *fight.hearts[1:]))
    without = _means(fight, now)[0]
    safe = _means(stronger, now)[0] - without
    return Help(move, safe, Fraction(hearts), Fraction(0), Fraction(0), without) if safe else None
