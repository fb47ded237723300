"""Four heroes before two cards: who meets which, ranked.

Four heroes make three pairings, and each pairing meets the two cards either way: six ways, each in two orders, so
twelve. Both encounters are exact, and they are independent of each other, so what a way comes to is their product.
Nothing that the first encounter costs changes the odds of the second, as long as its time brings nobody to the stairs;
the safer one is named first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

import msgspec

from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.fight import Encounter
from companion.games.one_deck_dungeon.losses import ALIVE
from companion.games.one_deck_dungeon.reckoning import SLOW, counted

Pair = tuple[str, str]
Meeting = tuple[Pair, int]
"""A pair of heroes and the number of the card they meet."""


class Split(msgspec.Struct, frozen=True):
    """One way to meet two cards.

    Args:
        meetings: pairs and cards in the order in which they are fought.
        safe: the chance that nobody falls.
        damage, time, poison: what is lost on average.
        exact: whether these are the odds; if not, `safe` is a lower bound and the losses are upper bounds.
    """

    meetings: tuple[Meeting, Meeting]
    safe: Fraction
    damage: Fraction
    time: Fraction
    poison: Fraction
    exact: bool


def ways(heroes: Sequence[str]) -> Iterator[tuple[Meeting, Meeting]]:
    """Yield the twelve ways to meet cards 0 and 1 by pairs, in order of fighting.

    Raises:
        ValueError: there are not four heroes.
    """
    if len(heroes) != 4:
        raise ValueError(f"four heroes split into pairs, not {len(heroes)}")
    for first in combinations(heroes, 2):
        others = tuple(hero for hero in heroes if hero not in first)
        for card in (0, 1):
            yield ((first[0], first[1]), card), ((others[0], others[1]), 1 - card)


class Splits:
    """The twelve ways for one door.

    Args:
        heroes: the four.
        fight: what a pair has before it at a card, the better option of a peril included.
        preference: one of `losses.PREFERENCES`.
        quick: about how many microseconds may be spent on one encounter.
    """

    def __init__(
        self,
        heroes: Sequence[str],
        fight: Callable[[Pair, int], Sequence[Fight]],
        preference: str = ALIVE,
        quick: int = SLOW,
    ) -> None:
        self.heroes = tuple(heroes)
        self.fight = fight
        self.preference = preference
        self.quick = quick
        self._bounded: set[Meeting] = set()
        self._known: dict[tuple[Meeting, bool], tuple[Fraction, ...]] = {}

    def meetings(self) -> list[Meeting]:
        """Return the twelve encounters that may come about."""
        return [((a, b), card) for a, b in combinations(self.heroes, 2) for card in (0, 1)]

    def first(self) -> list[Split]:
        """Return a ranking at once: as if nobody made black dice, which bounds the odds from below."""
        return self._ranked(exact=False)

    def exact(self, progress: Callable[[int, int], None] = lambda done, of: None) -> list[Split]:
        """Return the ranking: the safest first, then the least lost.

        Ways with an encounter that is too large to be counted are bounded, and say so.

        Args:
            progress: told how many of how many encounters are counted.
        """
        meetings = self.meetings()
        for done, meeting in enumerate(meetings, 1):
            self._odds(meeting, True)
            progress(done, len(meetings))
        return self._ranked(exact=True)

    def _ranked(self, exact: bool) -> list[Split]:
        found = [self._split(meetings, exact) for meetings in ways(self.heroes)]
        found.sort(key=lambda split: (-split.safe, split.damage + split.poison, split.time, self._risk(split, exact)))
        return found

    def _risk(self, split: Split, exact: bool) -> Fraction:
        """Return the risk of the first encounter: of two orders the safer first is told first."""
        return -self._odds(split.meetings[0], exact)[0]

    def _split(self, meetings: tuple[Meeting, Meeting], exact: bool) -> Split:
        one, other = (self._odds(meeting, exact) for meeting in meetings)
        losses = [x + y for x, y in zip(one[1:], other[1:], strict=True)]
        exact = exact and not any(meeting in self._bounded for meeting in meetings)
        return Split(meetings, one[0] * other[0], losses[0], losses[1], losses[2], exact)

    def _odds(self, meeting: Meeting, exact: bool) -> tuple[Fraction, ...]:
        """Return the chance that nobody falls and the mean losses of one encounter, by its better option."""
        key = (meeting, exact)
        if key not in self._known:
            options = [means(self._counted(fight, meeting, exact), self.preference) for fight in self.fight(*meeting)]
            self._known[key] = max(options, key=lambda odds: (odds[0], -odds[1] - odds[3], -odds[2]))
        return self._known[key]

    def _counted(self, fight: Fight, meeting: Meeting, exact: bool) -> Encounter:
        if not exact:
            return Encounter(fight, making=False)
        encounter, sure = counted(fight, self.quick)
        if not sure:
            self._bounded.add(meeting)
        return encounter


def means(encounter: Encounter, preference: str) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Return the chance that nobody falls and the mean damage, time and poison under a preference."""
    law = encounter.law(preference)
    damage, time, poison = (
        Fraction(sum(loss[at] * weight for loss, weight in law.items()), law.total) for at in range(3)
    )
    return encounter.nobody_falls, damage, time, poison


def best_option(options: Mapping[int, Fight], preference: str = ALIVE) -> int:
    """Return which option of a peril is better: safer, then less lost, then less time.

    Args:
        options: the fight that each option is, what it costs included.
        preference: one of `losses.PREFERENCES`.
    """
    odds = {option: means(Encounter(fight), preference) for option, fight in options.items()}
    return max(odds, key=lambda option: (odds[option][0], -odds[option][1] - odds[option][3], -odds[option][2]))
