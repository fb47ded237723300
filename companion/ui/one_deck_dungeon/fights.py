"""What a fight would be, read off a position, and how its days go: the numbers on the fight cards.

Nothing here knows a widget. The exact law of a fight is the game's; it is worked out once for each fight and kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

import msgspec
from msgspec.structs import replace

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon import encounter as e
from companion.games.one_deck_dungeon.abilities import FIGHT, PERIL, Cost, Effect
from companion.games.one_deck_dungeon.boxes import COLOURS, Box, Pool
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.course import arrange
from companion.games.one_deck_dungeon.fight import Encounter
from companion.games.one_deck_dungeon.kinds import EncounterCard
from companion.games.one_deck_dungeon.laying import plus
from companion.games.one_deck_dungeon.losses import ALIVE, PREFERENCES, TIME, WOUNDS, Loss
from companion.games.one_deck_dungeon.party import health, share, skills
from companion.games.one_deck_dungeon.rooms import boxes, curses, foe_of, own_rules, room_kind
from companion.games.one_deck_dungeon.state import Fight as Going
from companion.games.one_deck_dungeon.state import Position, pool_of
from companion.games.one_deck_dungeon.tasks import main_throw

Pair = tuple[str, ...]
"""Heroes who fight together, in seating order."""


class Days(msgspec.Struct, frozen=True):
    """How a fight goes under one preference.

    Args:
        safe: the chance that nobody of the pair falls.
        good, usual, bad: damage, time and poison on a good, a usual and a bad day.
        hearts: hearts lost on average.
        time: time lost on average.
        exact: whether these are the odds; else they are what is sure without black dice, and it goes no worse.
    """

    safe: Fraction
    good: Loss
    usual: Loss
    bad: Loss
    hearts: float
    time: float
    exact: bool = True


Forecast = dict[str, Days]
"""The days by preference: stay alive, fewest wounds, save time."""


@lru_cache(maxsize=1024)
def forecast(fight: e.Fight, exact: bool = True) -> Forecast:
    """Return how a fight goes under each preference and the best placement.

    Args:
        fight: the fight.
        exact: False for what can be said fast: as if nobody made black dice, which is never better.
    """
    law = Encounter(fight, making=exact)
    out = {}
    for preference in PREFERENCES:
        good, usual, bad = law.days(preference)
        losses = law.law(preference)
        total = losses.total
        hurt = sum(loss.damage * weight for loss, weight in losses.items()) / total
        time = sum(loss.time * weight for loss, weight in losses.items()) / total
        out[preference] = Days(law.nobody_falls, good, usual, bad, hurt, time, exact)
    return out


def size(fight: e.Fight) -> int:
    """Return about how many different rolls a fight has: what its law costs to work out."""
    out = 1
    for n in fight.pool.counts():
        for k in range(5):
            out = out * (n + 5 - k)
        out //= 120
    return out


# ------------------------------------------------------------------------------------------------- off the position


def facing(cat: Catalogue, state: Position, pair: Pair, n: int, option: int = 0) -> e.Fight | None:
    """Return the fight of a pair with a card of the open door, as things stand; None where nobody described it.

    Args:
        cat: the cards.
        state: the position: behind an open door, or at a round against the boss.
        pair: who fights.
        n: number of the card, from 1; 0 against the boss.
        option: the way at a peril.
    """
    others = tuple(handle for handle in state.handles if handle not in pair)
    groups = (pair, others) if others else (pair,)
    cards = () if not n else (n, 3 - n) if others else (n,)
    if n and others and len(state.doors[state.opening].cards) < 2:
        return None
    return of_position(cat, arrange(cat, state, groups, cards, ""), option)


def of_position(cat: Catalogue, state: Position, option: int = 0) -> e.Fight | None:
    """Return the fight that is going on, before its roll; None where nobody has described the foe."""
    going = state.fight
    if going is None or not _described(cat, state, going):
        return None
    if any(cat.side(state.hero(handle).card, len(state.heroes)).dice is None for handle in going.part.heroes):
        return None
    if option:
        going = going.with_part(replace(going.part, option=option))
    going = replace(going, begun=True, share=share(state, going))
    state = replace(state, fight=going)
    asked = boxes(cat, state, going)
    if not asked or any(not box.target for box in asked):
        return None
    throw = main_throw(cat, state, going)
    counts = dict.fromkeys(COLOURS, 0)
    for _, colour, many in throw.dice:
        counts[colour] += many
    kind = room_kind(cat, state, going)
    return e.Fight(
        pool_of(counts), asked, (), _counted(curses(cat, state, going)), _wards(cat, state, going.part.heroes, kind),
        _paid(cat, state, going), hearts(cat, state, going.part.heroes),
        state.poison_left if state.poison_total else e.UNLIMITED,
    )  # fmt: skip


def _counted(rules: Sequence[Effect]) -> tuple[Effect, ...]:
    """Return the rules that the odds of a fight rest on: targets and armor are in its boxes already."""
    return tuple(rule for rule in rules if not isinstance(rule, a.Target | a.Harden | a.Limit))


def foe_rules(card: EncounterCard, doors: int) -> tuple[tuple[Effect, ...], int, Cost]:
    """Return what a foe does by its own text: what holds in the fight, the target of `*` boxes, what is lost before.

    Args:
        card: the foe.
        doors: open doors, its own included.
    """
    found: list[Effect] = []
    target, paid = 0, Cost()
    for rule in card.rule or ():
        for use in rule.does or ():
            for effect in use.effects:
                if isinstance(effect, a.Target):
                    target = max(target, effect.least, effect.n * doors)
                elif isinstance(effect, a.CURSES):
                    found.append(effect)
                elif isinstance(effect, a.Lose) and use.when == "before":
                    paid = plus(paid, effect.cost)
    return tuple(found), target, paid


def printed_fight(
    card: EncounterCard | None, told: tuple[Box, ...], pool: Pool, left: tuple[int, ...], way: int = 0, doors: int = 1
) -> e.Fight | None:
    """Return a fight with a printed card, or with boxes that somebody told; None without boxes or dice.

    Args:
        card: the card; None where boxes are told.
        told: the boxes then.
        pool: the dice; at a peril only those of the way's colour are rolled.
        left: hearts of the heroes.
        way: the way at a peril.
        doors: open doors, for boxes whose target depends on them.
    """
    if card is None:
        return e.Fight(pool, told, hearts=left) if told and sum(pool.counts()) else None
    if card.options and way:
        option = card.options[way - 1]
        colours = {box.colour for box in option.boxes} | {"H"}
        counts = {c: n for c, n in zip(COLOURS, pool.counts(), strict=True) if c in colours}
        return e.Fight(pool_of(counts), option.boxes, paid=option.pays, hearts=left)
    if not card.boxes or not sum(pool.counts()):
        return None
    rules, target, paid = foe_rules(card, doors)
    boxes = tuple(replace(box, target=box.target or target or 24) for box in card.boxes)
    return e.Fight(pool, boxes, rules=_counted(rules), paid=paid, hearts=left)


def _described(cat: Catalogue, state: Position, going: Going) -> bool:
    if state.at_boss:
        card = cat.dungeons.get(state.dungeon)
        return card is not None and card.boss is not None and card.boss.boxes is not None
    return cat.described(going.part.card)


def hearts(cat: Catalogue, state: Position, heroes: Pair) -> tuple[int, ...]:
    """Return the hearts that each hero has left; nothing where one is not told."""
    left = []
    for handle in heroes:
        most = health(cat, state, state.hero(handle))
        if most is None:
            return ()
        left.append(max(1, most - state.hero(handle).damage))
    return tuple(left)


def _paid(cat: Catalogue, state: Position, going: Going) -> Cost:
    """Return what is lost before the roll: by the text of the foe, and for the way at a peril."""
    kind, paid = room_kind(cat, state, going), Cost()
    for rule in own_rules(cat, state, going):
        for use in rule.uses("before", kind)[:1]:
            for effect in use.effects:
                if isinstance(effect, a.Lose):
                    paid = plus(paid, effect.cost)
    foe = foe_of(cat, going)
    if kind == PERIL and foe is not None and foe.options and going.part.option:
        paid = plus(paid, foe.options[going.part.option - 1].pays)
    return paid


def _wards(cat: Catalogue, state: Position, pair: Pair, kind: str) -> tuple[Effect, ...]:
    """Return what the free skills of a pair take off the consequences."""
    found: list[Effect] = []
    for handle in pair:
        for _, ability in skills(cat, state, state.hero(handle)):
            if ability.price is None or ability.price.free:
                for use in ability.uses(FIGHT, kind)[:1]:
                    found += [effect for effect in use.effects if isinstance(effect, e.WARDS)]
    return tuple(found)


# ---------------------------------------------------------------------------------------------------------- splits


class Split(msgspec.Struct, frozen=True):
    """Who meets which card, and who is first.

    Args:
        pairs: who fights the first card of the door, and who the second; one group where all fight one card.
        second_first: whether the second card is fought first.
    """

    pairs: tuple[Pair, ...]
    second_first: bool = False

    def swapped(self, one: str, other: str) -> Split:
        """Return the split with two heroes of different pairs exchanged."""
        change = {one: other, other: one}
        pairs = tuple(tuple(change.get(handle, handle) for handle in pair) for pair in self.pairs)
        return Split(pairs, self.second_first)

    def ordered(self, handles: Pair) -> Split:
        """Return the split with the heroes of each pair in seating order."""
        return Split(tuple(tuple(h for h in handles if h in pair) for pair in self.pairs), self.second_first)


def splits(state: Position) -> list[Split]:
    """Return every way to share the heroes out among the cards of a door, or among the fights of a round."""
    if not state.four:
        return [Split((state.handles,))]
    firsts = list(combinations(state.handles, 2))
    return [Split((first, tuple(h for h in state.handles if h not in first))) for first in firsts]


def ways(cat: Catalogue, state: Position, n: int) -> tuple[int, ...]:
    """Return the ways at a card of the open door: 1 and 2 at a peril, else 0."""
    if state.at_boss or not n:
        return (0,)
    foe = cat.foe(state.doors[state.opening].cards[n - 1])
    return (1, 2) if foe is not None and foe.kind == PERIL and foe.options else (0,)


def better(one: Days, other: Days, preference: str) -> bool:
    """Say whether one forecast is better than another under a preference."""
    return rank(one, preference) > rank(other, preference)


def rank(days: Days, preference: str) -> tuple[float, ...]:
    """Return what forecasts are compared by, the highest best."""
    if preference == TIME:
        return (float(days.safe), -days.time, -days.hearts)
    if preference == WOUNDS:
        return (-days.hearts, float(days.safe), -days.time)
    return (float(days.safe), -days.hearts, -days.time)


__all__ = [
    "ALIVE",
    "PREFERENCES",
    "TIME",
    "WOUNDS",
    "Days",
    "Forecast",
    "Split",
    "better",
    "facing",
    "foe_rules",
    "forecast",
    "hearts",
    "of_position",
    "printed_fight",
    "rank",
    "size",
    "splits",
    "ways",
]
