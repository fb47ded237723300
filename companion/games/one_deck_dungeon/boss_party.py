"""A boss fight to its end by value iteration over arrays, for parties whose hearts count one by one.

A position is the damage on the boss, the hearts and the poison tokens of each hero. Four heroes fight by pairs, one
after the other, parted anew each round; each pair's damage is its own. Every choice is made for the best chance to win:
the pairs and their order, the placement of every roll, who bears what, and who resists with whom. Iterating from below
bounds the chance from below, iterating from above bounds it from above; where rounds are counted exactly, both meet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import combinations

import msgspec
import numpy as np

from companion.games.one_deck_dungeon.boss_law import Blow, Floats, Law
from companion.games.one_deck_dungeon.poison import FACES, HURT

Group = tuple[int, ...]
"""Heroes who fight or resist together, by their places."""

Numbers = tuple[int, ...]

CLOSE = 1e-11
"""Values that change by less are done with."""

SWEEPS = 2000
"""So often a group of positions is gone through at most."""


class Fights(msgspec.Struct, frozen=True):
    """What is fought.

    Args:
        health: damage that kills the boss.
        law: the law of a group's round, by group and damage on the boss; with poison also by the tokens in the supply.
        regrow: what each open skull takes off the damage on the boss.
        early: whether the laws depend on the tokens in the supply (house rule); then up to this many of them.
    """

    health: int
    law: Callable[[Group, int, int], Law]
    regrow: int = 0
    early: int = 0


class Sickness(msgspec.Struct, frozen=True):
    """How the party stands to poison.

    Args:
        supply: tokens of the game that are not exiled.
        help: what skills add to the roll of each group.
        hybrid: whether a success leaves the token.
        party: whether a group resists against the tokens of all heroes (house rule).
        pairs: whether each pair resists before its own fight (house rule).
        more: whether rounds may place tokens.
    """

    supply: int = 0
    help: Mapping[Group, int] = {}
    hybrid: bool = False
    party: bool = False
    pairs: bool = False
    more: bool = False


class Party:
    """The fight of a party against a boss.

    Args:
        fights: the boss, and the rounds of all groups.
        hearts: the most hearts that each hero may have left.
        tokens: the most poison tokens that each hero may have, if no more are placed.
        sickness: how poison is resisted.
        start: what a position is worth before anything is known: 0 bounds the chance from below, 1 from above.
        progress: told how many of how many positions of the boss are worked out.
    """

    def __init__(
        self,
        fights: Fights,
        hearts: Numbers,
        tokens: Numbers = (),
        sickness: Sickness | None = None,
        start: float = 0.0,
        progress: Callable[[int, int], None] = lambda done, of: None,
    ) -> None:
        self.fights, self.sickness, self.start, self.progress = fights, sickness or Sickness(), start, progress
        self.n = len(hearts)
        most = [self.sickness.supply] * self.n if self.sickness.more else list(tokens or (0,) * self.n)
        self.shape = (*(n + 1 for n in hearts), *(n + 1 for n in most))
        axes = np.indices(self.shape)
        self.tokens = axes[self.n :]
        self.alive = np.all(axes[: self.n] > 0, axis=0).astype(float)
        self.values: dict[int, Floats] = {}
        self.second: dict[tuple[Group, int], Floats] = {}
        self.first: dict[int, Floats] = {}

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """Return the groups that may fight: pairs of four heroes, or all."""
        return tuple(combinations(range(4), 2)) if self.n == 4 else (tuple(range(self.n)),)

    def others(self, group: Group) -> Group:
        """Return the heroes who are not in a group."""
        return tuple(at for at in range(self.n) if at not in group)

    def chance(self, wounds: int, hearts: Numbers, tokens: Numbers = ()) -> float:
        """Return the chance to win with a round about to begin.

        Args:
            wounds: damage on the boss.
            hearts: hearts that each hero has left.
            tokens: poison tokens of each hero.
        """
        if wounds >= self.fights.health:
            return 1.0
        self.solve(wounds)
        return float(self.values[wounds][self.place(hearts, tokens)])

    def place(self, hearts: Numbers, tokens: Numbers = ()) -> Numbers:
        """Return where a position lies in the arrays."""
        return (*hearts, *(tokens or (0,) * self.n))

    def solve(self, wounds: int) -> None:
        """Work out every position from so much damage on the boss on."""
        lowest = 0 if self.fights.regrow else wounds
        waiting = [hits for hits in range(self.fights.health - 1, lowest - 1, -1) if hits not in self.values]
        for together in [waiting] if self.fights.regrow and waiting else [[hits] for hits in waiting]:
            self._iterate(together)
            self.progress(len(self.values), self.fights.health - lowest)

    def _iterate(self, together: Sequence[int]) -> None:
        """Go through positions that lead to one another until nothing changes."""
        for wounds in together:
            self.values[wounds] = self.alive * self.start
            for group in self.groups:
                self.second[group, wounds] = self.alive * self.start
        for _ in range(SWEEPS):
            change = max(self._sweep(wounds) for wounds in together)
            if change < CLOSE:
                break

    def _sweep(self, wounds: int) -> float:
        """Work out the positions with some damage on the boss anew, and return by how much they changed most."""
        if self.n == 4:
            for group in self.groups:
                worth = self.fought(group, wounds, self.values)
                self.second[group, wounds] = self._prepared(worth, group)
        ways = [self.begun(group, wounds) for group in self.groups]
        self.first[wounds] = best_of(ways)
        before, after = self.values[wounds], self._rested(self.first[wounds])
        self.values[wounds] = after
        return float(np.max(np.abs(after - before)))

    def begun(self, group: Group, wounds: int) -> Floats:
        """Return what positions are worth if this group fights first."""
        if self.n < 4:
            return self.fought(group, wounds, self.values)
        other = self.others(group)
        after = {hits: array for (pair, hits), array in self.second.items() if pair == other}
        return self._prepared(self.fought(group, wounds, after), group)

    def _prepared(self, worth: Floats, group: Group) -> Floats:
        """Return what it is worth if the group resists before its own fight, where the table plays it so."""
        return self.resisted(worth, group) if self.sickness.pairs and self.n == 4 else worth

    # ------------------------------------------------------------------------------------------------------- a fight

    def fought(self, group: Group, wounds: int, after: Mapping[int, Floats]) -> Floats:
        """Return what positions are worth before a group rolls.

        Args:
            group: who fights.
            wounds: damage on the boss.
            after: what positions are worth afterwards, by damage on the boss.
        """
        if not self.fights.early:
            return self._fought(self.fights.law(group, wounds, 0), group, wounds, after)
        left = np.minimum(self.sickness.supply - self.tokens.sum(axis=0), self.fights.early)
        out = np.zeros(self.shape)
        for there in range(self.fights.early + 1):
            worth = self._fought(self.fights.law(group, wounds, there), group, wounds, after)
            out = np.where(left == there, worth, out)
        return out

    def _fought(self, law: Law, group: Group, wounds: int, after: Mapping[int, Floats]) -> Floats:
        blows = law.arrays[0]
        borne: dict[int, Borne] = {}
        values = np.empty((len(blows), *self.shape))
        for at, blow in enumerate(blows):
            hits = self.struck(wounds, blow)
            if hits not in borne:
                borne[hits] = Borne(self, group, self.alive if hits >= self.fights.health else after[hits])
            values[at] = borne[hits].worth(blow)
        return law.expected(values)

    def struck(self, wounds: int, blow: Blow) -> int:
        """Return the damage on the boss after a blow (rulings 53 and 61)."""
        return max(0, wounds - self.fights.regrow * blow.missed) + blow.hits

    # -------------------------------------------------------------------------------------------------------- poison

    def _rested(self, worth: Floats) -> Floats:
        """Return what positions are worth before the roll to resist at the start of a round."""
        if not np.any(self.tokens) or (self.sickness.pairs and self.n == 4):
            return worth
        if self.n < 4:
            return self.resisted(worth, self.groups[0])
        return best_of([self.parted(worth, group) for group in self.groups])

    def parted(self, worth: Floats, group: Group) -> Floats:
        """Return what positions are worth if this group resists first, and the others after it."""
        return self.resisted(self.resisted(worth, self.others(group)), group)

    def resisted(self, worth: Floats, group: Group) -> Floats:
        """Return what positions are worth before a group rolls to resist (one-deck-dungeon.poison.resist).

        Args:
            worth: what they are worth afterwards.
            group: who resists.
        """
        if not np.any(self.tokens):
            return worth
        own = self.tokens[list(group)].sum(axis=0)
        against = self.tokens.sum(axis=0) if self.sickness.party else own
        bad = np.clip(against - self.sickness.help.get(group, 0), 0, FACES) * (against > 0) / FACES
        cured, failed = np.where(own > 0, -1.0, worth), np.full(self.shape, -1.0)
        for at in group:
            less = np.where(self.tokens[at] > 0, self.moved(worth, self.n + at, 1), -1.0)
            cured = np.maximum(cured, less)
            hurt = self.moved(np.where(own > 0, less, worth), at, HURT)
            able = (self.tokens[at] > 0) | (own == 0)
            failed = np.maximum(failed, np.where(able, np.maximum(hurt, 0.0), -1.0))
        kept = worth if self.sickness.hybrid else cured
        out: Floats = (1 - bad) * kept + bad * np.maximum(failed, 0.0)
        return out

    def moved(self, worth: Floats, axis: int, by: int) -> Floats:
        """Return what positions are worth with so much less on an axis; 0 where there is not so much."""
        out = np.zeros(self.shape)
        size = self.shape[axis]
        if by < size:
            lead = (slice(None),) * axis
            out[(*lead, slice(by, None))] = worth[(*lead, slice(0, size - by))]
        return out

    def added(self, worth: Floats, axis: int) -> Floats:
        """Return what positions are worth with one more on an axis; 0 where there is no room."""
        out = np.zeros(self.shape)
        lead = (slice(None),) * axis
        out[(*lead, slice(0, -1))] = worth[(*lead, slice(1, None))]
        return out


class Borne:
    """What positions are worth before a blow is shared out in a group, however that is best done.

    Args:
        party: the party.
        group: who may bear it.
        after: what positions are worth afterwards.
    """

    def __init__(self, party: Party, group: Group, after: Floats) -> None:
        self.party, self.group = party, group
        self._known: dict[tuple[int, int], Floats] = {(0, 0): after}

    def worth(self, blow: Blow) -> Floats:
        """Return what positions are worth before a blow; tokens that the supply lacks are damage."""
        if not blow.poison:
            return self.shared(blow.damage, 0)
        kept = np.minimum(blow.poison, self.party.sickness.supply - self.party.tokens.sum(axis=0))
        out = np.zeros(self.party.shape)
        for tokens in range(blow.poison + 1):
            if np.any(kept == tokens):
                out = np.where(kept == tokens, self.shared(blow.damage + blow.poison - tokens, tokens), out)
        return out

    def shared(self, damage: int, tokens: int) -> Floats:
        """Return what positions are worth before so much damage and so many tokens are shared out."""
        key = (damage, tokens)
        if key not in self._known:
            if damage:
                before = self.shared(damage - 1, tokens)
                ways = [self.party.moved(before, at, 1) for at in self.group]
            else:
                before = self.shared(0, tokens - 1)
                ways = [self.party.added(before, self.party.n + at) for at in self.group]
            self._known[key] = best_of(ways)
        return self._known[key]


def best_of(ways: Sequence[Floats]) -> Floats:
    """Return the best of several ways, position by position."""
    best: Floats = np.maximum.reduce(ways)
    return best
