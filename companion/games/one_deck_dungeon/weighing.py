"""What lies before a party, weighed in hearts: fights, doors, and what a door may hide.

What hearts, time and cards are worth is told by rules of thumb (`stakes`); what is weighed is exact, or bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec

from companion.engine.errors import CompanionError
from companion.engine.told import law
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.counted import Counted
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.fight import Encounter
from companion.games.one_deck_dungeon.gaining import with_all_stored
from companion.games.one_deck_dungeon.losses import ALIVE, Loss, falls, loss_of
from companion.games.one_deck_dungeon.odds import Meeting, options
from companion.games.one_deck_dungeon.playing import Playing
from companion.games.one_deck_dungeon.reckoning import smaller, work
from companion.games.one_deck_dungeon.skilled import Skilled
from companion.games.one_deck_dungeon.splits import Pair
from companion.games.one_deck_dungeon.splits import ways as ways_to_part
from companion.games.one_deck_dungeon.stakes import FLED, Stakes, stakes_of
from companion.games.one_deck_dungeon.state import UNTOLD, Door, Face, Position, patterns

PATIENCE = 8
"""Microseconds that the game tree may take for each array entry of what is counted; one for what is counted at once."""

FASTER = 50
"""So many times more entries are gone through in the same time if nobody makes black dice."""


class TimeUpError(CompanionError):
    """There is no time left to weigh anything more."""


class Worth(msgspec.Struct, frozen=True):
    """What something is worth, in hearts.

    Args:
        low, high: bounds that are proven; the same where the worth is exact.
        safe: how likely nobody falls, at least.
        damage, time, poison: what is lost on average, at most.
    """

    low: Fraction
    high: Fraction
    safe: Fraction = Fraction(1)
    damage: Fraction = Fraction(0)
    time: Fraction = Fraction(0)
    poison: Fraction = Fraction(0)

    @property
    def exact(self) -> bool:
        """Whether both bounds are the same."""
        return self.low == self.high

    def plus(self, more: Fraction) -> Worth:
        """Return the worth with so much on top."""
        return msgspec.structs.replace(self, low=self.low + more, high=self.high + more)

    def beside(self, other: Worth) -> Worth:
        """Return what two fights come to together; who falls in one or the other is counted in both."""
        return Worth(
            self.low + other.low,
            self.high + other.high,
            self.safe * other.safe,
            self.damage + other.damage,
            self.time + other.time,
            self.poison + other.poison,
        )


@lru_cache(maxsize=4096)
def fought(found: Meeting, quick: int, stakes: Stakes, rough: bool = False) -> Worth:
    """Return what a fight is worth, played to stay alive.

    Args:
        found: the heroes before the card.
        quick: array entries up to which it is counted; beyond, it is bounded from below: nobody makes black dice.
        stakes: what outcomes are worth.
        rough: whether to bound it in any case.
    """
    fight = found.fight
    best = stakes.worth(fight, Loss().plus(fight.paid))
    whole = work(fight) <= quick and not rough
    if not whole and fight.tolls:
        return _nothing_covered(fight, best, stakes)
    law = _counted(found, quick).law(ALIVE) if whole else _bounded(fight, quick).law(ALIVE)
    means = [Fraction(sum(loss[at] * ways for loss, ways in law.items()), law.total) for at in range(3)]
    low = sum((stakes.worth(fight, loss) * ways for loss, ways in law.items()), Fraction(0)) / law.total
    safe = law.where(lambda loss: not falls(fight, loss))
    exact = whole and not found.left_out and not _large(found, quick)
    high = low if exact else max(best, low)
    return Worth(low, high, safe, means[0], means[1], means[2])


def _large(found: Meeting, quick: int) -> bool:
    """Return whether the odds of a fight go so deep that it takes long."""
    return found.deep and found.depth > (PATIENCE if found.tree else 1) * quick


def _counted(found: Meeting, quick: int) -> Skilled | Playing | Counted:
    """Return the odds of a fight, those that go deep only where that is soon done."""
    return Skilled(found.fight, found.fighters) if _large(found, quick) else found.odds()


def _bounded(fight: Fight, quick: int) -> Encounter:
    return Encounter(smaller(fight, FASTER * quick), making=False)


def _nothing_covered(fight: Fight, best: Fraction, stakes: Stakes) -> Worth:
    """Return the bounds of a fight of which nothing is counted: every die brings its toll, and covers nothing."""
    worst = loss_of(fight, 0)
    for toll in fight.tolls:
        worst = worst.plus(toll.cost, sum(fight.pool.counts()))
    safe = Fraction(not falls(fight, worst))
    losses = (Fraction(worst.damage), Fraction(worst.time), Fraction(worst.poison))
    return Worth(stakes.worth(fight, worst), best, safe, *losses)


class Scales:
    """Weighs what lies before the party.

    Args:
        cat: the cards.
        state: the position.
        quick: array entries up to which a fight is counted exactly.
        late: says whether there is no time left; asked before each fight that may take long.
    """

    def __init__(self, cat: Catalogue, state: Position, quick: int, late: Callable[[], bool] = lambda: False) -> None:
        self.cat, self.state, self.quick, self.late = cat, state, quick, late
        self.stakes = stakes_of(cat, state)
        self._closed: Worth | None = None
        self.unknown = False

    def ways(
        self, heroes: Sequence[str], face: Face, state: Position | None = None, rough: bool = False
    ) -> dict[int, Worth]:
        """Return what each way through a card is worth: 0 for a foe, 1 and 2 for the options of a peril.

        Stored dice count until an encounter begins: the rules let them be used.

        Raises:
            TimeUpError: there is no time for it.
            EditionIncompleteError: nobody has told what the card asks for.
        """
        if self.late():
            raise TimeUpError("There is no time left.")
        state = state or self.state
        found = options(self.cat, state, heroes, face)
        if state.fight is None or not state.fight.begun:
            found = {number: with_all_stored(self.cat, state, heroes, met) for number, met in found.items()}
        return {number: fought(meeting, self.quick, self.stakes, rough) for number, meeting in found.items()}

    def fight(self, heroes: Sequence[str], face: Face, state: Position | None = None, rough: bool = False) -> Worth:
        """Return what the better way through a card is worth."""
        return better(self.ways(heroes, face, state, rough).values())

    def door(self, door: Door) -> Worth:
        """Return what an open door is worth: its card, or with four heroes the best way to part."""
        without = tuple(other for other in self.state.doors if other is not door)
        there = msgspec.structs.replace(self.state, doors=without)
        if not self.state.four:
            return self.fight(self.state.handles, door.cards[0], there)
        return better(worth for _, worth in self.parted(door.cards, there))

    def parted(self, cards: Sequence[Face], state: Position) -> list[tuple[tuple[Pair, int], Worth]]:
        """Return for each pair and card what it comes to if the others meet the other card."""
        found = []
        for (pair, card), (others, other) in ways_to_part(state.handles):
            mine, theirs = self.fight(pair, cards[card], state), self.fight(others, cards[other], state)
            found.append(((pair, card), mine.beside(theirs)))
        return found

    def closed(self) -> Worth:
        """Return what a closed door is worth, over all cards that may lie there, if too hard a fight is fled from."""
        if self._closed is None:
            self._closed = self._hidden()
        return self._closed

    def _hidden(self) -> Worth:
        fled = Worth(FLED, FLED)
        cards = self.coming()
        total = sum(weight for _, weight in cards)
        sums = [Fraction(0)] * 6
        for face, weight in cards:
            try:
                met = better([self._met(face), fled])
            except TimeUpError:
                raise
            except CompanionError:
                self.unknown = True
                met = Worth(FLED, self.stakes.won * self.state.sets)
            parts = (met.low, met.high, met.safe, met.damage, met.time, met.poison)
            sums = [so_far + weight * part for so_far, part in zip(sums, parts, strict=True)]
        return Worth(*(part / total for part in sums)) if total else fled

    def _met(self, face: Face) -> Worth:
        """Return what a card turned up is worth; with four heroes as if two such came to the first and the last two."""
        handles = self.state.handles
        if not self.state.four:
            return self.fight(handles, face)
        met = self.fight(handles[:2], face).beside(self.fight(handles[2:], face))
        return msgspec.structs.replace(met, high=max(met.high, 2 * self.stakes.won))

    def coming(self) -> list[tuple[Face, int]]:
        """Return the cards that may be turned up next, by name, with weights; untold ones are one card."""
        found: dict[Face, int] = {}
        if self.state.unseen:
            for face, weight in law(self.state.unseen, patterns(self.state), UNTOLD).items():
                name = Face(face.name)
                found[name] = found.get(name, 0) + weight
        return list(found.items())


def better(worths: Iterable[Worth]) -> Worth:
    """Return the worth of the best of several choices: the one of the best lower bound; others may still be better."""
    known = list(worths)
    best = max(known, key=lambda worth: worth.low)
    return msgspec.structs.replace(best, high=max(worth.high for worth in known))
