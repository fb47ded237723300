"""From a position of the game to the odds of the fight against the boss: the chance to win, rounds and hearts.

One or two heroes are exact as long as a round is quickly counted. Four heroes are counted position by position with
arrays; exact rounds make the chance exact but for the ninth digit. Larger rounds are bounded on both sides, and an
estimate stands between the bounds: what sampled rolls come to under best play.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import prod

import msgspec
from msgspec.structs import replace

from companion.engine.errors import CompanionError, EditionIncompleteError
from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.boss import Boss, Chain
from companion.games.one_deck_dungeon.boss_law import Blow, Law, mapped
from companion.games.one_deck_dungeon.boss_party import Fights, Group, Numbers, Party, Sickness
from companion.games.one_deck_dungeon.boss_poison import Poisoned, most_poison
from companion.games.one_deck_dungeon.boss_rounds import ROLLS, Counting, Sides, foreseen
from companion.games.one_deck_dungeon.boss_walk import Walk
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.encounter import UNLIMITED
from companion.games.one_deck_dungeon.encounter import Fight as Fought
from companion.games.one_deck_dungeon.odds import Meeting, meeting
from companion.games.one_deck_dungeon.party import health, odd_colours, resist_bonus
from companion.games.one_deck_dungeon.poison import HURT
from companion.games.one_deck_dungeon.rooms import boss_health
from companion.games.one_deck_dungeon.state import BOSS_FLOOR, Face, Position, count, pool_of

Standing = tuple[int, Numbers, Numbers]
"""Damage on the boss, hearts that each hero has left, poison tokens of each hero."""

CELLS = 60_000
"""Positions of hearts and tokens beyond which tokens that rounds place are bounded: each as two wounds, or as none."""

QUICK = 3_000_000
"""Microseconds, about, that the exact count of one round may take."""

ALIKE = 8
"""Different rounds that are not many; up to so many, bounds are looked for where exact counts take too long."""

FEW = 400
"""Positions with poison that are counted in integers."""

NINTH = 1e-9
"""What iteration and rounding may leave open."""

LOW, HIGH, MIDDLE = "low", "high", "middle"
"""From which side a round is counted; a middle is an estimate."""


class Outlook(msgspec.Struct, frozen=True):
    """How the fight against the boss is likely to end.

    Args:
        least, most: what the chance to win is at least and at most; proven, `NINTH` apart where rounds are exact.
        exact: the chance as a fraction, where it was counted in integers.
        estimate: what it is about; the same as the bounds where they meet.
        rounds: rounds expected until one side has fallen, played for the best chance.
        damage: hearts that each hero loses on average until then; what fells somebody is not counted.
        left_out: skills that are not counted, by name.
        seen: rolls of a round that the estimate rests on, drawn by lot; 0 where every round is counted.
    """

    least: float
    most: float
    exact: Fraction | None
    estimate: float
    rounds: float
    damage: tuple[float, ...]
    left_out: tuple[str, ...] = ()
    seen: int = 0

    @property
    def sure(self) -> bool:
        """Whether the bounds meet and no skill is left out."""
        return self.most - self.least < 1e-6 and not self.left_out


def standing_of(cat: Catalogue, state: Position) -> Standing:
    """Return where the fight against the boss stands.

    Raises:
        EditionIncompleteError: the hearts of a hero are not told.
    """
    limits = [health(cat, state, hero) for hero in state.heroes]
    if None in limits:
        raise EditionIncompleteError("The hearts of a hero are not told: name the hero card.")
    hearts = tuple((limit or 0) - hero.damage for limit, hero in zip(limits, state.heroes, strict=True))
    return state.wounds, hearts, tuple(hero.poison for hero in state.heroes)


class Before:
    """A party before the boss of its dungeon, as the odds see it.

    Args:
        cat: the cards.
        state: the position; where the boss is still far, as if it came now.
        quick: about how many microseconds the exact count of one round may take; a quarter where rounds are many.
        rolls: rolls of a sample where it takes longer; 0 for none.
        progress: told in words what is worked out, how much of it, and of how much.

    Raises:
        EditionIncompleteError: the boss or a hero is not told.
    """

    def __init__(
        self,
        cat: Catalogue,
        state: Position,
        quick: int = QUICK,
        rolls: int = ROLLS,
        progress: Callable[[str, int, int], None] = lambda what, done, of: None,
    ) -> None:
        self.cat, self.quick, self.rolls, self.progress = cat, quick, rolls, progress
        self.state = replace(state, floor=BOSS_FLOOR, doors=(), fight=None, due=())
        full = boss_health(cat, self.state)
        if full is None:
            raise EditionIncompleteError("The health of the boss is not told.")
        self.health = full
        self.standing = standing_of(cat, state)
        _, self.hearts, self.tokens = self.standing
        self.supply = max(0, state.poison_total - state.poison_exiled)
        self._met: dict[tuple[Group, int, bool], Meeting] = {}
        self._sides: dict[tuple[Meeting, int], Sides] = {}
        self._parties: dict[str, Party] = {}
        self.left_out: dict[str, None] = {}

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """Return the groups that may fight."""
        every = tuple(range(len(self.hearts)))
        return tuple(combinations(every, 2)) if self.state.four else (every,)

    def met(self, group: Group, wounds: int = 0, scarce: bool = False) -> Meeting:
        """Return a group before the boss.

        Args:
            group: who fights.
            wounds: damage on the boss.
            scarce: whether the odd dice of the supply are with the other pair.
        """
        key = (group, wounds, scarce)
        if key not in self._met:
            there = replace(self.state, wounds=wounds)
            if scarce and (odd := odd_colours(there)):
                there = replace(there, exiled=pool_of({c: count(there.exiled, c) + (c in odd) for c in "SAMH"}))
            found = meeting(self.cat, there, [self.state.handles[at] for at in group], Face())
            self._met[key] = replace(found, fight=replace(found.fight, tokens=UNLIMITED))
        return self._met[key]

    @property
    def early(self) -> bool:
        """Whether damage for want of poison tokens is a consequence here (house rule)."""
        return self.state.rules.poison_supply_damage and bool(self.places)

    @cached_property
    def places(self) -> int:
        """Return the most poison tokens that a round may place."""
        return max(most_poison(self.met(group).fight) for group in self.groups)

    @cached_property
    def regrow(self) -> int:
        """Return what each open skull takes off the damage on the boss."""
        return sum(rule.n for rule in self.met(self.groups[0]).fight.having(a.Regrow))

    @cached_property
    def keen(self) -> bool:
        """Return whether more hits are never worse: the fight stays the same whatever damage is on the boss."""
        first = self.met(self.groups[0]).fight
        return all(self.met(self.groups[0], wounds).fight == first for wounds in range(1, self.health))

    # ------------------------------------------------------------------------------------------------------ the rounds

    def sides(self, found: Meeting, group: Group, tokens: int = UNLIMITED) -> Sides:
        """Return what is known of a round, each one worked out once.

        Args:
            found: the group before the boss.
            group: who fights.
            tokens: poison tokens in the supply, where they are part of what is counted.
        """
        bearable = sum(self.hearts[at] - 1 for at in group)
        found = replace(found, fight=replace(found.fight, tokens=tokens))
        if (found, bearable) not in self._sides:
            few = self.rounds <= ALIKE
            quick = self.quick if few else self.quick // 4
            long = self.quick * 3 // 5 // max(1, self.rounds // 2)
            sides = Counting(bearable, self.keen, quick, self.rolls, few, long).sides(found)
            self._sides[found, bearable] = sides
            self.left_out |= dict.fromkeys(sides.left_out)
            self.progress("rounds", len(self._sides), self.rounds)
        return self._sides[found, bearable]

    @cached_property
    def rounds(self) -> int:
        """Return how many different rounds there are."""
        every = {(group, self.met(group, wounds).fight) for group in self.groups for wounds in range(self.health)}
        return len(every) * (self.places + 1 if self.early else 1)

    @property
    def done(self) -> bool:
        """Whether positions are worked out already, so that asking about them costs nothing."""
        return MIDDLE in self._parties and self.standing[0] in self._parties[MIDDLE].values

    @cached_property
    def toil(self) -> int:
        """Return about how many microseconds counting all rounds exactly takes, by arrays or by the game tree."""
        every = {self.met(group, wounds) for group in self.groups for wounds in range(self.health)}
        return sum(foreseen(one) for one in every)

    def law(self, side: str, group: Group, wounds: int, left: int) -> Law:
        """Return the law of a round from one side.

        Args:
            side: LOW, HIGH or MIDDLE.
            group: who fights.
            wounds: damage on the boss.
            left: poison tokens in the supply.

        Raises:
            UnknownSideError: nothing is known from this side.
        """
        found = self.met(group, wounds, side == LOW)
        sides = self.sides(found, group, left if self.early else UNLIMITED)
        law = sides.high if side == HIGH else sides.low if side == LOW else sides.middle or sides.low
        if law is None:
            raise UnknownSideError(f"Of a round of {found.fight.pool} nothing is known from that side.")
        return law

    @cached_property
    def counted(self) -> bool:
        """Whether every round is counted exactly, but for skills that are left out."""
        try:
            return all(
                self.law(LOW, group, wounds, 0) is self.law(MIDDLE, group, wounds, 0)
                for group in self.groups
                for wounds in range(self.health)
            )
        except UnknownSideError:
            return False

    # ------------------------------------------------------------------------------------------------------- the fight

    @cached_property
    def sickness(self) -> Sickness:
        """Return how the party stands to poison."""
        rules, handles = self.state.rules, self.state.handles
        help_ = {group: resist_bonus(self.cat, self.state, tuple(handles[at] for at in group)) for group in self.groups}
        return Sickness(
            self.supply, help_, self.state.deck == "hybrid", rules.poison_counts_party, rules.boss_resist,
            bool(self.places and self.supply),
        )  # fmt: skip

    @property
    def crowded(self) -> bool:
        """Whether tokens that rounds place make too many positions to go through."""
        return self.sickness.more and prod(n + 1 for n in self.hearts) * (self.supply + 1) ** len(self.hearts) > CELLS

    def party(self, side: str) -> Party:
        """Return the fight worked out from one side.

        Raises:
            UnknownSideError: nothing is known from this side.
        """
        if side not in self._parties:
            self._parties[side] = self._party(side)
        return self._parties[side]

    def _party(self, side: str) -> Party:
        def told(done: int, of: int) -> None:
            self.progress("boss", done, of)

        def law(group: Group, wounds: int, left: int) -> Law:
            return self.law(side, group, wounds, left)

        fights = Fights(self.health, law, self.regrow, self.places if self.early else 0)
        start = 1.0 if side == HIGH else 0.0
        if not self.crowded:
            return Party(fights, self.hearts, self.tokens, self.sickness, start, told)
        price = {LOW: HURT, MIDDLE: 1, HIGH: 0}[side]
        known: dict[Law, Law] = {}

        def eased(group: Group, wounds: int, left: int) -> Law:
            """Return a law in which tokens are wounds at once, or nothing."""
            plain = self.law(side, group, wounds, self.supply)
            if plain not in known:
                bearable = sum(self.hearts[at] - 1 for at in group)
                known[plain] = mapped(plain, lambda blow: _eased(blow, price, bearable))
            return known[plain]

        there = Fights(self.health, eased, self.regrow)
        if side == MIDDLE:
            return Party(there, self.hearts, self.tokens, replace(self.sickness, more=False), start, told)
        return Party(there, self.hearts, start=start, progress=told)

    def eased(self, side: str, at: Standing) -> Standing:
        """Return a position as it counts: from below each token has hurt already, from above none ever does."""
        if not self.crowded or side == MIDDLE:
            return at
        wounds, hearts, tokens = at
        price = HURT if side == LOW else 0
        return wounds, tuple(n - price * t for n, t in zip(hearts, tokens, strict=True)), (0,) * len(hearts)

    def chance(self, side: str, at: Standing | None = None) -> float:
        """Return the chance to win from one side; 0 or 1 where nothing is known from it.

        Args:
            side: LOW, HIGH or MIDDLE.
            at: where the fight stands with a round about to begin, nobody healed since; as it stood if nothing is said.
        """
        wounds, hearts, tokens = self.eased(side, at or self.standing)
        if min(hearts) <= 0:
            return 0.0
        try:
            return self.party(side).chance(wounds, hearts, tokens)
        except UnknownSideError:
            return 1.0 if side == HIGH else 0.0

    def outlook(self, at: Standing | None = None) -> Outlook:
        """Return how the fight is likely to end.

        Args:
            at: as for `chance`.
        """
        at = at or self.standing
        least, most = max(0.0, self.chance(LOW, at) - NINTH), min(1.0, self.chance(HIGH, at) + NINTH)
        exact = self.fraction(at)
        middle = min(most, max(least, self.chance(MIDDLE, at)))
        if exact is not None:
            least, middle = float(exact), float(exact)
            most = middle if not self.left_out else 1.0
        followed = Walk(self.party(MIDDLE)).follow(*at)
        seen = 0 if self.counted else self.rolls
        return Outlook(least, most, exact, middle, followed.rounds, followed.damage, tuple(self.left_out), seen)

    def fraction(self, at: Standing) -> Fraction | None:
        """Return the chance to win in integers, for one or two heroes and rounds that are counted exactly."""
        wounds, hearts, tokens = at
        if self.state.four or not self.counted:
            return None
        if not any(tokens) and not self.places:
            return self._chain.chance(wounds, sum(hearts) - len(hearts))
        most = self.supply if self.sickness.more else max(tokens)
        if prod(hearts) * (most + 1) ** len(hearts) * self.health > FEW:
            return None
        return self._poisoned.chance(wounds, hearts, tokens)

    @cached_property
    def _chain(self) -> Chain:
        return self.chain()

    @cached_property
    def _poisoned(self) -> Poisoned:
        return self.poisoned()

    # -------------------------------------------------------------------------------------------------------- integers

    def boss(self) -> Boss:
        """Return the boss before one or two heroes."""
        (group,) = self.groups

        def counted(fight: Fought, bearable: int, keen: bool) -> Law:
            found = replace(self.met(group), fight=fight)
            sides = self.sides(found, group, fight.tokens)
            if sides.low is None or sides.middle not in (None, sides.low):
                raise UnknownSideError(f"A round of {fight.pool} takes too long to be counted exactly.")
            return sides.low

        return Boss(self.health, lambda wounds: self.met(group, wounds).fight, counted)

    def chain(self) -> Chain:
        """Return the fight of one or two heroes without poison."""
        return Chain(self.boss(), sum(self.hearts) - len(self.hearts))

    def poisoned(self) -> Poisoned:
        """Return the fight of one or two heroes with poison."""
        (group,) = self.groups
        bearable = sum(self.hearts) - len(self.hearts)
        help_, hybrid = self.sickness.help[group], self.sickness.hybrid
        return Poisoned(self.boss(), self.supply, help_, hybrid, bearable, self.early)


class UnknownSideError(CompanionError):
    """Nothing is known of a round from one side, or it takes too long to count."""


def _eased(blow: Blow, price: int, bearable: int) -> Blow:
    return Blow(blow.hits, blow.missed, min(blow.damage + price * blow.poison, bearable + 1))


EVER = 10**15
"""Microseconds that a round may take where nothing but the exact chance will do."""


def boss_chain(cat: Catalogue, state: Position) -> tuple[Chain, int, int]:
    """Return the boss fight of one or two heroes as a chain, with the damage on the boss and what can be borne.

    Raises:
        CompanionError: four heroes fight by pairs, of which the chain knows nothing: ask `Before`.
        EditionIncompleteError: the boss or the hearts of a hero are not told.
    """
    if state.four:
        raise CompanionError("The hearts of four heroes count one by one: a chain knows their sum alone.")
    before = Before(cat, state, EVER)
    return before.chain(), state.wounds, sum(before.hearts) - len(before.hearts)


def boss_poisoned(cat: Catalogue, state: Position) -> tuple[Poisoned, Standing]:
    """Return the boss fight of one or two heroes with poison, and where it stands with a round about to begin.

    Raises:
        CompanionError: four heroes fight by pairs: ask `Before`.
        EditionIncompleteError: the boss or the hearts of a hero are not told.
    """
    if state.four:
        raise CompanionError("The hearts of four heroes count one by one: a chain knows their sum alone.")
    before = Before(cat, state, EVER)
    return before.poisoned(), before.standing
