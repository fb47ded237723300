"""How a fight goes, in the numbers of the cards: safety, a good, a usual and a bad day; and who may meet what.

Nothing here knows a widget, and no rule is read here: what a fight is, and its exact law, are the game's
(`odds.meeting`). Each law is worked out once and kept.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import combinations

import msgspec

from companion.engine.errors import EditionIncompleteError
from companion.games.one_deck_dungeon import odds
from companion.games.one_deck_dungeon.abilities import PERIL
from companion.games.one_deck_dungeon.boxes import Box, Pool
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.counted import Counted
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.feats import Readied, RolledFirst
from companion.games.one_deck_dungeon.fight import Encounter, days
from companion.games.one_deck_dungeon.guessing import guessed
from companion.games.one_deck_dungeon.losses import ALIVE, PREFERENCES, TIME, WOUNDS, Loss, falls
from companion.games.one_deck_dungeon.odds import Meeting as Met
from companion.games.one_deck_dungeon.playing import Playing
from companion.games.one_deck_dungeon.skilled import Skilled
from companion.games.one_deck_dungeon.state import Face, Position

Pair = tuple[str, ...]
"""Heroes who fight together, in seating order."""

SHORT = 250_000
"""Microseconds, by a rough count, of odds that go deep and are counted rather than an answer without: a blink."""
SKILLED, SOON, LESS = 400_000, 1_200_000, 250_000
"""Microseconds, by a rough count, that the odds of one fight may take beside the page: with skills that change dice,
without them, and where many fights are only compared."""
VAST = 20_000_000
"""Rolls of a fight of which it is not even looked up how long it would take."""


class Days(msgspec.Struct, frozen=True):
    """How a fight goes under one preference.

    Args:
        safe: the chance that nobody of the pair falls.
        good, usual, bad: damage, time and poison on a good, a usual and a bad day.
        hearts: hearts lost on average.
        time: time lost on average.
        exact: whether these are the odds; else they are what is sure, and it goes no worse.
        without: skills that are left out of what is sure; nothing where black dice are left out too.
        about: whether these are what sampled rolls came to, an estimate with every skill.

    Attributes:
        rough: whether black dice are left out.
    """

    safe: Fraction
    good: Loss
    usual: Loss
    bad: Loss
    hearts: float
    time: float
    exact: bool = True
    without: tuple[str, ...] = ()
    about: bool = False

    @property
    def rough(self) -> bool:
        """Whether black dice are left out, not only some skills."""
        return not self.exact and not self.without and not self.about


def _days(
    law: Encounter | Playing | Counted | RolledFirst, preference: str, exact: bool = True, without: tuple[str, ...] = ()
) -> Days:
    losses = law.law(preference)
    total = losses.total
    hurt = sum(loss.damage * weight for loss, weight in losses.items()) / total
    time = sum(loss.time * weight for loss, weight in losses.items()) / total
    safe = losses.where(lambda loss: not falls(law.fight, loss))
    return Days(safe, *days(losses), hurt, time, exact, without)


@lru_cache(maxsize=512)
def about(met: Met, preference: str) -> Days:
    """Return what a fight is about, from sampled rolls that are played well with every skill; an estimate."""
    losses = guessed(met, preference)
    safe = losses.where(lambda loss: not falls(met.fight, loss))
    # Rolls that were not seen may still go the other way.
    safe = Fraction(int(safe * losses.total) + 1, losses.total + 2) if met.fight.hearts else Fraction(1)
    hurt, time = (sum(loss[at] * weight for loss, weight in losses.items()) / losses.total for at in (0, 1))
    return Days(safe, *days(losses), hurt, time, False, (), True)


@lru_cache(maxsize=2048)
def sure(met: Met, preference: str) -> Days:
    """Return what can be said of a fight fast: as if nobody made black dice or changed any, which is never better."""
    return _days(met.sure(), preference, exact=False)


@lru_cache(maxsize=1024)
def counted(met: Met, preference: str) -> Days:
    """Return how a fight goes as far as it can be counted soon; the skills that are left out are named.

    Where even that takes long, what is sure is all that is told.
    """
    if met.deep and met.depth <= SHORT:
        return whole(met, preference)
    if size(met.fight) <= VAST:
        if _toil(met) <= SKILLED:
            return _days(_skilled(met), preference, not met.low, met.low)
        bare = met.bare()
        if _toil(bare) <= SOON:
            return _days(_skilled(bare), preference, not bare.left_out, bare.left_out)
    return sure(met, preference)


def rated(met: Met, preference: str) -> Days:
    """Return how a fight goes where it is one of many that are compared: counted if that takes little."""
    quick = met.deep and met.depth <= SHORT
    quick = quick or (size(met.fight) <= VAST and min(_toil(met), _toil(met.bare())) <= LESS)
    return counted(met, preference) if quick else sure(met, preference)


def _skilled(met: Met) -> Skilled | RolledFirst:
    return met.skilled() if isinstance(met, Readied) else Skilled(met.fight, met.fighters)


@lru_cache(maxsize=1024)
def _toil(met: Met) -> int:
    return met.toil


@lru_cache(maxsize=256)
def whole(met: Met, preference: str) -> Days:
    """Return how a fight goes with every skill used as well as can be, where that goes deep."""
    return _days(met.odds(), preference)


def size(fight: Fight) -> int:
    """Return about how many different rolls a fight has: what its law costs to work out."""
    out = 1
    for n in fight.pool.counts():
        for k in range(5):
            out = out * (n + 5 - k)
        out //= 120
    return out


# ------------------------------------------------------------------------------------------------- off the position


def facing(cat: Catalogue, state: Position, pair: Pair, n: int, option: int = 0) -> Met | None:
    """Return what a pair has before it with a card of the open door; None where nobody described it.

    Args:
        cat: the cards.
        state: the position: behind an open door, or at a round against the boss.
        pair: who fights.
        n: number of the card, from 1; 0 against the boss.
        option: the way at a peril.
    """
    cards = state.doors[state.opening].cards if n else ()
    if n > len(cards):
        return None
    try:
        return odds.meeting(cat, state, pair, cards[n - 1] if n else Face(), option)
    except EditionIncompleteError:
        return None


def going(cat: Catalogue, state: Position, option: int = 0) -> Met | None:
    """Return the fight that is going on, as its roll lies ahead; None where nobody has described the foe."""
    if state.fight is None:
        return None
    try:
        return odds.under_way(cat, state, option)
    except EditionIncompleteError:
        return None


def printed(
    cat: Catalogue, name: str, told: tuple[Box, ...], pool: Pool, left: tuple[int, ...], way: int = 0, doors: int = 1
) -> Met | None:
    """Return a fight with a printed card, or with boxes that somebody told; None without boxes or dice.

    Args:
        cat: the cards.
        name: of the card; empty where boxes are told.
        told: the boxes then.
        pool: the dice; at a peril only those of the way's colour are rolled.
        left: hearts of the heroes.
        way: the way at a peril.
        doors: open doors, for boxes whose target depends on them.
    """
    if not sum(pool.counts()):
        return None
    if not name:
        return Met(Fight(pool, told, hearts=left), ()) if told else None
    try:
        return Met(odds.printed(cat, Face(name), pool, left, way, doors), ())
    except EditionIncompleteError:
        return None


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
    "Met",
    "Split",
    "about",
    "counted",
    "facing",
    "going",
    "printed",
    "rank",
    "rated",
    "size",
    "splits",
    "sure",
    "ways",
    "whole",
]
