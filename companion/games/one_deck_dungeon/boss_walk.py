"""How a boss fight goes that is played for the best chance, followed round by round through every position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product

import msgspec
import numpy as np

from companion.games.one_deck_dungeon.boss_law import Blow, Floats
from companion.games.one_deck_dungeon.boss_party import Group, Numbers, Party
from companion.games.one_deck_dungeon.poison import FACES, HURT

Place = tuple[int, Numbers, Numbers]
"""Damage on the boss, hearts, and tokens; damage below 0 says that a hero has fallen."""

Parts = Iterator[tuple[float, Place]]
"""Positions with their chances."""

GONE = 1e-7
"""What is left open when the following stops."""

ROUNDS = 1000
"""Rounds that are followed at most."""

LESS = 1e-12
"""What a heart more counts among equal chances."""


class Followed(msgspec.Struct, frozen=True):
    """How a fight goes.

    Args:
        win: the chance to win.
        rounds: rounds on average, the last one counted.
        damage: the hearts that each hero loses on average; what fells somebody is not counted.
        open: the chance that it goes on beyond the rounds that were followed.
    """

    win: float
    rounds: float
    damage: tuple[float, ...]
    open: float


class Walk:
    """The fight of a party, its best play known.

    Args:
        party: the party, worked out.
    """

    def __init__(self, party: Party) -> None:
        self.party = party
        self.row = cache(self._row)
        self.fought = cache(self._fought)
        self._ways: dict[tuple[int, Group], Floats] = {}

    def follow(self, wounds: int, hearts: Numbers, tokens: Numbers = ()) -> Followed:
        """Follow a fight from the start of a round on until it is over, but for a chance of `GONE`."""
        self.party.chance(wounds, hearts, tokens)
        going: dict[Place, float] = {(wounds, hearts, tokens or (0,) * self.party.n): 1.0}
        win, rounds, left = 0.0, 0.0, np.zeros(self.party.n)
        for _ in range(ROUNDS):
            rounds += sum(going.values())
            after: dict[Place, float] = {}
            for place, chance in going.items():
                for there, part in self.row(place).items():
                    over = there[0] < 0 or there[0] >= self.party.fights.health
                    if over:
                        win += chance * part * (there[0] > 0)
                        left += chance * part * np.array(there[1])
                    else:
                        after[there] = after.get(there, 0.0) + chance * part
            going = after
            if sum(going.values()) < GONE:
                break
        for (_, hearts_then, _), chance in going.items():
            left += chance * np.array(hearts_then)
        return Followed(win, rounds, tuple((np.array(hearts) - left).tolist()), sum(going.values()))

    def _row(self, start: Place) -> Mapping[Place, float]:
        """Return where a round leads."""
        out: dict[Place, float] = {}
        for chance, place in self._rested(start):
            for part, there in self._rounds(place):
                out[there] = out.get(there, 0.0) + chance * part
        return out

    def _rounds(self, place: Place) -> Parts:
        """Yield where the fights of a round lead, the pairs parted as is best."""
        party, wounds = self.party, place[0]
        if wounds < 0:
            yield 1.0, place
            return
        group = max(party.groups, key=lambda one: self.begun(wounds, one)[self._at(place)])
        for chance, there in self.fought(place, group, party.n == 4):
            if party.n < 4 or not 0 <= there[0] < party.fights.health:
                yield chance, there
                continue
            for part, end in self.fought(there, party.others(group), False):
                yield chance * part, end

    def begun(self, wounds: int, group: Group) -> Floats:
        """Return what positions are worth if a group fights first."""
        if (wounds, group) not in self._ways:
            self._ways[wounds, group] = self.party.begun(group, wounds)
        return self._ways[wounds, group]

    def _at(self, place: Place) -> Numbers:
        return self.party.place(place[1], place[2])

    def worth(self, place: Place, after: Mapping[int, Floats]) -> float:
        """Return what a position is worth, by arrays of positions."""
        if place[0] < 0 or min(place[1]) <= 0:
            return 0.0
        return 1.0 if place[0] >= self.party.fights.health else float(after[place[0]][self._at(place)])

    # ------------------------------------------------------------------------------------------------------- a fight

    def _fought(self, place: Place, group: Group, first: bool) -> tuple[tuple[float, Place], ...]:
        """Return where the fight of one group leads."""
        out: dict[Place, float] = {}
        pairs = self.party.sickness.pairs and self.party.n == 4
        waits = self.after(group, first)
        before = self._resisting(place, group, {place[0]: self.party.fought(group, place[0], waits)} if pairs else {})
        for chance, there in before if pairs else iter([(1.0, place)]):
            for part, end in self._struck(there, group, waits):
                out[end] = out.get(end, 0.0) + chance * part
        return tuple((chance, there) for there, chance in out.items())

    def after(self, group: Group, first: bool) -> Mapping[int, Floats]:
        """Return what positions are worth after the fight of a group.

        Args:
            group: who has fought.
            first: whether the others fight afterwards, in the same round.
        """
        if not first:
            return self.party.values
        other = self.party.others(group)
        return {hits: array for (pair, hits), array in self.party.second.items() if pair == other}

    def _struck(self, place: Place, group: Group, after: Mapping[int, Floats]) -> Parts:
        """Yield where a roll leads, placed and shared out for the best."""
        if place[0] < 0:
            yield 1.0, place
            return
        party, (wounds, _, tokens) = self.party, place
        left = min(party.sickness.supply - sum(tokens), party.fights.early)
        law = party.fights.law(group, wounds, left)
        ends = [self.borne(place, group, blow, after) for blow in law.arrays[0]]
        worth = [self.worth(end, after) - LESS * blow.damage for end, blow in zip(ends, law.arrays[0], strict=True)]
        for chance, end in zip(law.mixed(np.array(worth)), ends, strict=True):
            if chance:
                yield float(chance), end

    def borne(self, place: Place, group: Group, blow: Blow, after: Mapping[int, Floats]) -> Place:
        """Return the best position that a blow may lead to."""
        party, (wounds, hearts, tokens) = self.party, place
        kept = min(blow.poison, party.sickness.supply - sum(tokens))
        hits = party.struck(wounds, blow)
        best, most = (-1, hearts, tokens), 0.0
        for lost in shares(blow.damage + blow.poison - kept, group, party.n):
            for more in shares(kept, group, party.n):
                there = (hits, _plus(hearts, lost, -1), _plus(tokens, more, 1))
                if min(there[1]) > 0 and (worth := self.worth(there, after)) >= most:
                    best, most = there, worth
        return best

    # -------------------------------------------------------------------------------------------------------- poison

    def _rested(self, place: Place) -> Parts:
        """Yield where the roll to resist at the start of a round leads."""
        party, wounds = self.party, place[0]
        first = party.first[wounds]
        if not sum(place[2]) or (party.sickness.pairs and party.n == 4):
            yield 1.0, place
        elif party.n < 4:
            yield from self._resisting(place, party.groups[0], {wounds: first})
        else:
            ways = {group: party.parted(first, group) for group in party.groups}
            group = max(party.groups, key=lambda one: ways[one][self._at(place)])
            other = party.others(group)
            for chance, there in self._resisting(place, group, {wounds: party.resisted(first, other)}):
                for part, end in self._resisting(there, other, {wounds: first}):
                    yield chance * part, end

    def _resisting(self, place: Place, group: Group, after: Mapping[int, Floats]) -> Parts:
        """Yield where the roll of a group to resist leads."""
        party, (wounds, hearts, tokens) = self.party, place
        own = [at for at in group if tokens[at]]
        against = sum(tokens) if party.sickness.party else sum(tokens[at] for at in group)
        if wounds < 0 or not against:
            yield 1.0, place
            return
        bad = min(FACES, max(0, against - party.sickness.help.get(group, 0))) / FACES
        cured = [(wounds, hearts, _less(tokens, at, 1)) for at in own] if not party.sickness.hybrid else []
        if bad < 1:
            yield 1 - bad, max(cured or [place], key=lambda there: self.worth(there, after))
        if bad:
            failed = [(wounds, _less(hearts, at, HURT), _less(tokens, at, 1)) for at in own or group]
            best = max(failed, key=lambda there: self.worth(there, after))
            yield bad, best if min(best[1]) > 0 else (-1, hearts, tokens)


def shares(n: int, group: Group, heroes: int) -> Iterator[Numbers]:
    """Yield every way to share something out in a group, as a number for each hero of the party."""
    for some in product(range(n + 1), repeat=len(group)):
        if sum(some) == n:
            yield tuple(some[group.index(at)] if at in group else 0 for at in range(heroes))


def _plus(numbers: Numbers, more: Numbers, sign: int) -> Numbers:
    return tuple(n + sign * by for n, by in zip(numbers, more, strict=True))


def _less(numbers: Numbers, at: int, by: int) -> Numbers:
    return tuple(max(0, n - by) if place == at else n for place, n in enumerate(numbers))
