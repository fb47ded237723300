"""A fight with every skill and potion, by going through the game tree after each roll: best choices, average luck.

Whatever may be done between the roll and the consequences is tried in every order: skills, potions, payments, which
dice are changed or rolled again, and black dice that a skill could take; the rest is the best placement. What is best
is told by the expected value of a preference, its parts one after the other. Exact; for small and middling pools.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import comb, prod

import msgspec

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.abilities import Cost, Effect
from companion.games.one_deck_dungeon.boxes import COLOURS, Box, Pool
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.grid import Grid
from companion.games.one_deck_dungeon.laws import Laws
from companion.games.one_deck_dungeon.losses import COVER, WOUNDS, Loss, ranking
from companion.games.one_deck_dungeon.plan import Choice, Plan
from companion.games.one_deck_dungeon.rolls import FAIR, UNMARKED, roll_law
from companion.games.one_deck_dungeon.sets import numbers
from companion.games.one_deck_dungeon.tools import (
    NOBODY,
    Die,
    Hand,
    Tool,
    choices,
    in_order,
    joins,
    landed,
    less,
    meant,
    payments,
)

Rolled = tuple[tuple[int, str, int], ...]
"""Owner, colour and number of dice that are rolled together."""


EFFORT = 60_000
"""Moments, by a rough count, that are gone through in about two seconds."""


def effort(dice: Rolled, tools: Sequence[Tool]) -> int:
    """Return about how many moments there are after a roll.

    Args:
        dice: who rolls what.
        tools: what may be used.
    """
    alike = len({colour for _, colour, _ in dice}) == 1
    return prod([*(comb(many + 5, 5) for _, _, many in dice), *(1 + _branches(tool, alike) for tool in tools)])


def _branches(tool: Tool, alike: bool) -> int:
    """Return about how many moments a tool leads to, payments included.

    Args:
        tool: the tool.
        alike: whether all dice have one colour; those that are rolled again then often come to the same.
    """
    found = 0
    for use in tool.uses:
        ways = 1
        for effect in use.effects:
            if isinstance(effect, a.Roll):
                ways *= prod(comb(many + 5, 5) for many in effect.pool.counts())
            elif isinstance(effect, a.Reroll):
                ways *= (3 if alike else 6) if effect.which.values else 18
            elif isinstance(effect, a.Add | a.Set | a.Recolour | a.Trade):
                ways *= 4
        found += ways
    return found if tool.price.free else 3 * found


class TooLargeError(Exception):
    """There is more to be gone through than was allowed."""


class Standing(msgspec.Struct, frozen=True):
    """A moment after the roll.

    Args:
        hand: dice that lie free.
        used: a bit for each tool that was used.
        tokens: potion tokens that may still be used.
        wards: what will be taken off the consequences.
        lost: what was lost since the roll, the roll included.
        queue: effects that are still to happen, each with who caused it.
    """

    hand: Hand
    used: int = 0
    tokens: int = 0
    wards: tuple[Effect, ...] = ()
    lost: Cost = Cost()
    queue: tuple[tuple[int, Effect], ...] = ()


class Worth:
    """What a moment comes to under best play.

    Args:
        law: weights of the outcomes, each with whether everything is covered.
        total: their sum.
        key: the sums of what the preference counts, over the same total.
    """

    __slots__ = ("key", "law", "total")

    def __init__(self, law: Mapping[tuple[Loss, bool], int], total: int, key: tuple[int, ...]) -> None:
        self.law, self.total, self.key = law, total, key

    def better(self, other: Worth) -> bool:
        """Return whether this is better: the first part of the preference that differs is less."""
        if self.total == other.total:
            return self.key < other.key
        return [part * other.total for part in self.key] < [part * self.total for part in other.key]


def average(parts: Sequence[tuple[Worth, int]]) -> Worth:
    """Return what luck comes to, of outcomes with weights."""
    top = max(worth.total for worth, _ in parts)
    whole = top if all(top % worth.total == 0 for worth, _ in parts) else prod({w.total for w, _ in parts})
    law: dict[tuple[Loss, bool], int] = {}
    key = [0] * len(parts[0][0].key)
    for worth, weight in parts:
        times = weight * (whole // worth.total)
        for outcome, ways in worth.law.items():
            law[outcome] = law.get(outcome, 0) + ways * times
        key = [so_far + part * times for so_far, part in zip(key, worth.key, strict=True)]
    return Worth(law, whole * sum(weight for _, weight in parts), tuple(key))


class End:
    """Placements once nothing else is done.

    Args:
        plan: the boxes, and what was lost and is prevented.
        preference: what is best.
    """

    def __init__(self, plan: Plan, preference: str) -> None:
        self.plan = plan
        self.grid, found = plan.grid(WOUNDS if preference == COVER else preference)
        self.worths = [_sure(plan, preference, choice) for choice in found]
        self.colours = [COLOURS[kind.colour] if kind.colour >= 0 else "" for kind in plan.kinds]

    def worth(self, hand: Hand) -> Worth:
        """Return what the best placement of a hand comes to."""
        return self.worths[ranked(self.grid, self.colours, hand)]


def ranked(grid: Grid, colours: Sequence[str], hand: Hand) -> int:
    """Return the rank of the best placement of a hand; dice for one use alone do not count.

    Args:
        grid: the ranks.
        colours: for each kind of place the colour of its dice; "" for black ones alone.
        hand: the dice.
    """
    shown: dict[str, list[int]] = {"S": [], "A": [], "M": [], "H": [], "": []}
    for _, colour, value, only in hand:
        if value and not only:
            shown[colour].append(value)
    own = [tuple(sorted(shown[colour], reverse=True)) for colour in colours]
    ranks = grid.rolled(tuple(map(len, own)), tuple(sorted(shown["H"], reverse=True)))
    return int(ranks[tuple(numbers(len(dice))[dice] for dice in own)])


def _sure(plan: Plan, preference: str, choice: Choice) -> Worth:
    full = choice.covered == plan.all
    return Worth({(choice.loss, full): 1}, 1, counted(plan.fight, preference, choice.loss, full))


def counted(fight: Fight, preference: str, loss: Loss, full: bool) -> tuple[int, ...]:
    """Return what a preference counts of an outcome; the average of the first part that differs says what is better.

    Args:
        fight: the fight.
        preference: one of `losses.PREFERENCES`, or `COVER`.
        loss: what is lost.
        full: whether everything is covered.
    """
    if preference == COVER:
        return (not full, *ranking(fight, WOUNDS)(loss))
    return ranking(fight, preference)(loss)


class Playing(Laws):
    """The odds of a fight in which every tool is used as well as can be.

    Args:
        fight: the fight, without what the tools do.
        dice: who rolls what, over the whole pool; `tools.NOBODY` owns what belongs to nobody.
        tools: skills and potions.
        heroes: how many are in the fight.
        tokens: potion tokens that the party would use here.
        limit: moments that may be gone through.
    """

    def __init__(
        self, fight: Fight, dice: Rolled, tools: Sequence[Tool], heroes: int = 1, tokens: int = 0, limit: int = 400_000
    ) -> None:
        self.fight, self.tools, self.heroes, self.tokens, self.limit = fight, tuple(tools), heroes, tokens, limit
        self.dice = tuple((self._owner(owner, colour), colour, n) for owner, colour, n in dice)
        self.looked = 0
        self._fee = fight.fee
        self._everything = (1 << len(self.tools)) - 1
        self._known: dict[str, dict[Standing, Worth]] = {}
        self._laws: dict[str, Worth] = {}
        self._ends: dict[tuple[object, ...], End] = {}
        self._ideals: dict[tuple[Cost, str], tuple[int, ...]] = {}

    # ------------------------------------------------------------------------------------------------------- the odds

    def whole(self, preference: str) -> Worth:
        """Return what the fight comes to under a preference.

        Raises:
            TooLargeError: more than `limit` moments would have to be gone through.
        """
        if preference not in self._laws:
            parts = [(self.value(standing, preference), weight) for standing, weight in self.starts.items()]
            self._laws[preference] = average(parts)
        return self._laws[preference]

    @cached_property
    def starts(self) -> dict[Standing, int]:
        """Return the moments after the roll, with weights."""
        out: dict[Standing, int] = {}
        for hand, lost, weight in self.thrown(self.dice):
            standing = Standing(hand, 0, self.tokens, (), lost)
            out[standing] = out.get(standing, 0) + weight
        return out

    @property
    def total(self) -> int:
        """Return the number of equally likely ways in which all dice may fall, those of skills included."""
        return self.whole(WOUNDS).total

    def weights(self, preference: str) -> Mapping[tuple[Loss, bool], int]:
        """Return the weights of what happens under a preference, each with whether everything is covered."""
        return self.whole(preference).law

    # ------------------------------------------------------------------------------------------------------- the tree

    def value(self, standing: Standing, preference: str) -> Worth:
        """Return what a moment is worth.

        Raises:
            TooLargeError: more than `limit` moments were gone through.
        """
        known = self._known.setdefault(preference, {})
        found = known.get(standing)
        if found is None:
            self.looked += 1
            if self.looked > self.limit:
                raise TooLargeError
            act = self._happening if standing.queue else self._decided
            found = known[standing] = act(standing, preference)
        return found

    def _decided(self, standing: Standing, preference: str) -> Worth:
        """Return the best of settling now and of everything that may be done before."""
        best = self.settled(standing, preference)
        if best.key <= self._ideal(standing, preference):
            return best
        if standing.used == self._everything:
            return best
        for after in self.after(standing):
            worth = self.value(after, preference)
            best = worth if worth.better(best) else best
        return best

    def after(self, standing: Standing) -> Iterator[Standing]:
        """Yield the moments that a skill, a potion or a black die leads to."""
        left = tuple(tool for at, tool in enumerate(self.tools) if not standing.used >> at & 1)
        for at, tool in enumerate(self.tools):
            if standing.used >> at & 1 or (tool.potion and not standing.tokens):
                continue
            for paid in payments(standing.hand, tool.owner, tool.price):
                yield from self._using(standing, at, paid)
        if left and self.fight.room(sum(die[1] == "H" for die in standing.hand)):
            for hand in joins(standing.hand, self.fight.joined, left, self.heroes):
                yield msgspec.structs.replace(standing, hand=hand)

    def _using(self, standing: Standing, at: int, paid: Hand) -> Iterator[Standing]:
        tool = self.tools[at]
        lost = standing.lost if tool.potion else standing.lost.plus(self._fee)
        for use in tool.uses:
            for owner in (0, 1)[: self.heroes] if tool.owner == NOBODY else (tool.owner,):
                yield Standing(
                    less(standing.hand, paid),
                    standing.used | 1 << at,
                    standing.tokens - tool.potion,
                    standing.wards,
                    lost,
                    tuple((owner, effect) for effect in use.effects),
                )

    def _happening(self, standing: Standing, preference: str) -> Worth:
        """Return what the first effect that waits leads to, chosen or by luck."""
        (owner, effect), *more = standing.queue
        rest = msgspec.structs.replace(standing, queue=tuple(more))
        match effect:
            case a.Roll():
                return self._rolls(rest, owner, effect, preference)
            case a.Gain():
                hand = self._gained(rest.hand, owner, effect)
                return self.value(msgspec.structs.replace(rest, hand=hand), preference)
            case a.Lose(cost=cost):
                return self.value(msgspec.structs.replace(rest, lost=rest.lost.plus(cost)), preference)
            case a.Prevent() | a.Halve() | a.Convert():
                wards = tuple(sorted((*rest.wards, effect), key=repr))
                return self.value(msgspec.structs.replace(rest, wards=wards), preference)
            case a.Add() | a.Set() | a.Reroll() | a.Recolour() | a.Trade():
                return self._chosen(rest, owner, effect, preference)
        return self.value(rest, preference)

    def _chosen(
        self, rest: Standing, owner: int, effect: a.Add | a.Set | a.Reroll | a.Recolour | a.Trade, preference: str
    ) -> Worth:
        best: Worth | None = None
        for dice in choices(rest.hand, effect.which, meant(owner, effect.which.owner, self.heroes)):
            left = msgspec.structs.replace(rest, hand=less(rest.hand, dice))
            if isinstance(effect, a.Reroll):
                worth = self._lands(left, tuple((mine, colour, 1) for mine, colour, _, _ in dice), preference)
            else:
                hand = in_order([*left.hand, *(changed(effect, die) for die in dice)])
                worth = self.value(msgspec.structs.replace(left, hand=hand), preference)
            best = worth if best is None or worth.better(best) else best
        assert best is not None
        return best

    def _gained(self, hand: Hand, owner: int, effect: a.Gain) -> Hand:
        whose = meant(owner, effect.owner, self.heroes)
        if whose is None:
            return hand
        more = [(self._owner(whose, die.colour), die.colour, die.value, effect.only) for die in effect.dice]
        return in_order([*hand, *there(self.fight, hand, more)])

    # --------------------------------------------------------------------------------------------------------- luck

    def _rolls(self, rest: Standing, owner: int, effect: a.Roll, preference: str) -> Worth:
        whose = meant(owner, effect.owner, self.heroes)
        if whose is None:
            return self.value(rest, preference)
        room = self.fight.room(sum(die[1] == "H" for die in rest.hand))
        counts = (*effect.pool.counts()[:-1], min(room, effect.pool.heroic))
        dice = [(self._owner(whose, c), c, n) for c, n in zip(COLOURS, counts, strict=True) if n]
        return self._lands(rest, tuple(dice), preference)

    def _lands(self, rest: Standing, dice: Rolled, preference: str) -> Worth:
        """Return the average over what dice may show that join a hand."""
        if not dice:
            return self.value(rest, preference)
        parts: dict[Standing, int] = {}
        for hand, lost, weight in self.thrown(together(dice)):
            after = msgspec.structs.replace(rest, hand=in_order([*rest.hand, *hand]), lost=rest.lost.plus(lost))
            parts[after] = parts.get(after, 0) + weight
        return average([(self.value(after, preference), weight) for after, weight in parts.items()])

    def thrown(self, dice: Rolled) -> Iterator[tuple[Hand, Cost, int]]:
        """Yield what dice may show once foe and floors have acted on it, what that cost, and the weight."""
        law: dict[tuple[Hand, Cost], int] = {((), Cost()): 1}
        for owner, colour, many in dice:
            more: dict[tuple[Hand, Cost], int] = {}
            for roll, ways in roll_law(many, FAIR, UNMARKED):
                new, cost = landed(self.fight, [(owner, colour, value) for value in roll.dice])
                for (hand, lost), weight in law.items():
                    key = ((*hand, *new), lost.plus(cost))
                    more[key] = more.get(key, 0) + weight * ways
            law = more
        yield from ((in_order(hand), lost, weight) for (hand, lost), weight in law.items())

    def _owner(self, owner: int, colour: str) -> int:
        """Return whose a die is, `NOBODY` where that makes no difference."""
        return owner if self.heroes == 2 and (colour in self._owned or "H" in self._owned) else NOBODY

    @cached_property
    def _owned(self) -> str:
        """Return the colours of which it matters whose dice they are."""
        found = set[str]()
        for tool in self.tools:
            if not tool.price.free:
                found |= set(COLOURS)
            for effect in tool.effects:
                if isinstance(effect, a.Add | a.Set | a.Reroll | a.Recolour | a.Trade):
                    found |= set(effect.which.colours or COLOURS) if effect.which.owner != a.PARTY else set()
        return "".join(sorted(found))

    # ------------------------------------------------------------------------------------------------------- the end

    def settled(self, standing: Standing, preference: str) -> Worth:
        """Return what the best placement comes to."""
        armor = tuple(die[2] for die in standing.hand if die[3] == "armor")
        if not armor:
            return self._end(standing.wards, standing.lost, self._boxes, preference).worth(standing.hand)
        ends = [self._end(standing.wards, standing.lost, boxes, preference) for boxes in self._armored(armor)]
        return min((end.worth(standing.hand) for end in ends), key=lambda worth: worth.key)

    @cached_property
    def _boxes(self) -> tuple[Box, ...]:
        return self.fight.all_boxes

    def _end(self, wards: tuple[Effect, ...], lost: Cost, boxes: tuple[Box, ...], preference: str) -> End:
        key = (wards, lost, boxes, preference)
        if key not in self._ends:
            self._ends[key] = End(self._plan(wards, lost, boxes), preference)
        return self._ends[key]

    def _ideal(self, standing: Standing, preference: str) -> tuple[int, ...]:
        """Return the key of what nothing can better: everything covered, no more lost than is lost already."""
        key = (standing.lost, preference)
        if key not in self._ideals:
            loss = Loss().plus(self.fight.paid).plus(standing.lost)
            self._ideals[key] = counted(self.fight, preference, loss, True)
        return self._ideals[key]

    def _plan(self, wards: tuple[Effect, ...], lost: Cost, boxes: tuple[Box, ...]) -> Plan:
        gained = {d.colour for tool in self.tools for e in tool.effects if isinstance(e, a.Gain) for d in e.dice}
        gained |= {e.die.colour for tool in self.tools for e in tool.effects if isinstance(e, a.Trade)}
        rolled = [e.pool.counts() for tool in self.tools for e in tool.effects if isinstance(e, a.Roll)]
        counts = [n + sum(r[at] for r in rolled) for at, n in enumerate(self.fight.pool.counts())]
        pool = Pool(*(max(n, colour in gained) for n, colour in zip(counts, COLOURS, strict=True)))
        paid = self.fight.paid.plus(lost)
        wards = (*self.fight.wards, *wards)
        return Plan(msgspec.structs.replace(self.fight, pool=pool, boxes=boxes, rows=(), wards=wards, paid=paid))

    def _armored(self, values: tuple[int, ...]) -> Iterator[tuple[Box, ...]]:
        """Yield the boxes that are left once dice that cover armor only lie on some."""
        waiting = {self.fight.all_boxes}
        for value in values:
            waiting |= {_lessened(boxes, at, value) for boxes in waiting for at, box in enumerate(boxes) if box.armor}
        yield from waiting


def _lessened(boxes: tuple[Box, ...], at: int, value: int) -> tuple[Box, ...]:
    """Return boxes after a die was laid to one of them."""
    box = boxes[at]
    if box.target <= value:
        return boxes[:at] + boxes[at + 1 :]
    wide = (msgspec.structs.replace(box, target=box.target - value),) if box.wide else (box,)
    return boxes[:at] + wide + boxes[at + 1 :]


def there(fight: Fight, hand: Hand, more: Sequence[Die]) -> list[Die]:
    """Return dice that come to a hand, black ones as far as the supply goes (one-deck-dungeon.supply.short)."""
    room, found = fight.room(sum(die[1] == "H" for die in hand)), list[Die]()
    for die in more:
        room -= die[1] == "H"
        found += [die] if die[1] != "H" or room >= 0 else []
    return found


def together(dice: Rolled) -> Rolled:
    """Return dice with those of one owner and colour as one entry."""
    counts: dict[tuple[int, str], int] = {}
    for owner, colour, many in dice:
        counts[owner, colour] = counts.get((owner, colour), 0) + many
    return tuple((owner, colour, many) for (owner, colour), many in counts.items())


def changed(effect: Effect, die: Die) -> Die:
    """Return a die after an effect that changes it."""
    owner, colour, value, only = die
    match effect:
        case a.Add(n=n):
            return (owner, colour, min(6, max(1, value + n)) if value else 0, only)
        case a.Set(value=to):
            return (owner, colour, to, only)
        case a.Recolour(colour=to):
            return (owner, to, value, only)
        case a.Trade(die=new):
            return (owner, new.colour, new.value, "")
    return die
