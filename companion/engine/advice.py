"""What if: advice and what it rests on, exact or sampled, for any game that keeps the contract.

`Expectimax` walks every line to the end over `actor`, `legal` and `chances`. `Rollouts` plays lines a few steps on with
sampled chances and a policy, and gives intervals. A ranking is exact throughout or sampled throughout, never a mixture:
the best of many noisy values promises too much beside a true one. `think` is the only place that knows the time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import inf, sqrt
from random import Random
from typing import Any, TypeAlias, TypeVar

import msgspec

from companion.engine.errors import CompanionError
from companion.engine.game import NOBODY, PARTY, TABLE, Game, Move, Policy

T = TypeVar("T")

EXACT, ESTIMATE, NOT_SEARCHED = "exact", "estimate", "not searched"


class Value(msgspec.Struct, frozen=True):
    """What a line is worth, in points of margin: exactly, or an interval that holds the truth 19 times in 20.

    Args:
        low, mean, high: the interval; all the same where it is exact.
        numerator, denominator: the exact value in lowest terms; a denominator of 0 says that it is sampled.
        samples: how many samples the interval rests on.
    """

    low: float
    mean: float
    high: float
    numerator: int = 0
    denominator: int = 0
    samples: int = 0

    @classmethod
    def of(cls, exact: Fraction | int) -> Value:
        """Return an exact value."""
        value = Fraction(exact)
        return cls(float(value), float(value), float(value), value.numerator, value.denominator)

    @property
    def exact(self) -> Fraction | None:
        """Return the exact value, None where it is sampled."""
        return Fraction(self.numerator, self.denominator) if self.denominator else None

    def __str__(self) -> str:
        if self.exact is not None:
            return f"= {float(self.exact):+.1f}".replace(".0", "")
        return f"~ {self.low:+.1f} to {self.high:+.1f}"


class Advice(msgspec.Struct, frozen=True):
    """One line of play that is recommended.

    Args:
        moves: its steps, in the notation of the game.
        value: the expected margin at the end.
        label: "exact", "estimate" or "not searched".
        why: the reason in words.
        obvious: the steps of the move that lies at hand (most points at once).
        price: what the obvious move costs against this line, in points; None where nothing was searched.
    """

    moves: tuple[str, ...]
    value: Value
    label: str
    why: str = ""
    obvious: tuple[str, ...] = ()
    price: float | None = None


def think(answers: Iterable[T], seconds: float, clock: Callable[[], float] = time.monotonic) -> T:
    """Take better and better answers from a search until the time is up, and return the last.

    Args:
        answers: successive answers; the first must cost next to nothing. With no time at all it is the answer.
        seconds: how long to go on.
        clock: what tells the time, in seconds.

    Raises:
        CompanionError: the search has no answer at all.
    """
    end = clock() + seconds
    last: list[T] = []
    for answer in answers:
        last = [answer]
        if clock() >= end:
            break
    if not last:
        raise CompanionError("The search gave no answer.")
    return last[0]


# -------------------------------------------------------------------------------------------------------------- exact

Payoff: TypeAlias = Callable[[Any], Mapping[str, Fraction]]
"""What the end of a game is worth to everyone who decides: seat (or PARTY) to value."""


class TooManyError(CompanionError):
    """There are more positions than the search was allowed to look at."""


class Expectimax:
    """The exact value of positions: everyone who decides takes what is worth most to them, chance is averaged.

    Equal positions are valued once. Asides are not walked: nobody need use them.

    Args:
        game: the rules.
        payoff: what the end is worth to everyone.
        limit: positions that may be looked at.
        end: which positions count as the end; by default those at which the game is over.
    """

    def __init__(
        self, game: Game, payoff: Payoff, limit: int = 100_000, end: Callable[[Any], bool] | None = None
    ) -> None:
        self.game = game
        self.payoff = payoff
        self.limit = limit
        self.end = end or (lambda state: game.actor(state) == NOBODY)
        self._known: dict[Any, Mapping[str, Fraction]] = {}

    @property
    def looked(self) -> int:
        """How many different positions have been looked at."""
        return len(self._known)

    def value(self, state: Any) -> Mapping[str, Fraction]:
        """Return what a position is worth to everyone.

        Raises:
            TooManyError: more positions than `limit`.
        """
        known = self._known.get(state)
        if known is None:
            if len(self._known) >= self.limit:
                raise TooManyError(f"More than {self.limit} positions would have to be looked at.")
            self._known[state] = known = self._work_out(state)
        return known

    def _work_out(self, state: Any) -> Mapping[str, Fraction]:
        if self.end(state):
            return self.payoff(state)
        forced = self.game.automatic(state)
        if forced is not None:
            return self.value(self.game.apply(state, forced))
        actor = self.game.actor(state)
        if actor == TABLE:
            return self._average(state)
        return max(
            (self.value(self.game.apply(state, move)) for move in self.game.legal(state)), key=lambda v: v[actor]
        )

    def _average(self, state: Any) -> Mapping[str, Fraction]:
        law = self.game.chances(state)
        sums: dict[str, Fraction] = {}
        for move, weight in law.items():
            for seat, worth in self.value(self.game.apply(state, move)).items():
                sums[seat] = sums.get(seat, Fraction(0)) + worth * weight
        return {seat: total / law.total for seat, total in sums.items()}

    def rank(self, state: Any) -> list[tuple[Move, Fraction]]:
        """Return the actor's moves with what each is worth to them, best first; equal ones in the order of `legal`.

        Raises:
            TooManyError: more positions than `limit`.
            CompanionError: nobody decides here.
        """
        actor = self.game.actor(state)
        if actor in (TABLE, NOBODY):
            raise CompanionError("There is nothing to advise: nobody has to decide now.")
        found = [(move, self.value(self.game.apply(state, move))[actor]) for move in self.game.legal(state)]
        return sorted(found, key=lambda pair: -pair[1])


def margins(points: Mapping[str, int | Fraction]) -> dict[str, Fraction]:
    """Return everyone's points less those of their best rival; points themselves where there is no rival."""
    out = {}
    for seat, mine in points.items():
        rivals = [theirs for other, theirs in points.items() if other != seat]
        out[seat] = Fraction(mine) - max(rivals, default=0)
    return out


# ------------------------------------------------------------------------------------------------------------ sampled

_STUDENT = (inf, 12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14, 2.13, 2.12, 2.11)


class Tally:
    """Samples of one quantity: their mean and an interval around it."""

    def __init__(self) -> None:
        self.n = 0
        self._sum = 0.0
        self._squares = 0.0

    def add(self, x: float) -> None:
        """Take one more sample."""
        self.n += 1
        self._sum += x
        self._squares += x * x

    @property
    def mean(self) -> float:
        """The mean, 0 before the first sample."""
        return self._sum / self.n if self.n else 0.0

    @property
    def error(self) -> float:
        """Half the width of the interval that holds the true mean 19 times in 20; infinite below two samples."""
        if self.n < 2:
            return inf
        variance = max(0.0, self._squares - self._sum * self._sum / self.n) / (self.n - 1)
        factor = _STUDENT[self.n - 1] if self.n <= len(_STUDENT) else 1.96 + 2.4 / self.n
        return factor * sqrt(variance / self.n)

    @property
    def value(self) -> Value:
        """The interval as a value."""
        return Value(self.mean - self.error, self.mean, self.mean + self.error, samples=self.n)


class Rollouts:
    """Lines of play compared by playing each a few steps on, all with the same luck.

    Args:
        game: the rules.
        state: the position from which the lines start.
        lines: for each candidate its moves.
        policy: how everyone plays after the line.
        judge: what a position is worth to the one who asks.
        steps: after how many further decisions to stop; None: at the end of the game.
        seed: makes the samples repeatable.
    """

    def __init__(
        self,
        game: Game,
        state: Any,
        lines: Sequence[Sequence[Move]],
        policy: Policy,
        judge: Callable[[Any], float],
        steps: int | None = None,
        seed: int = 0,
    ) -> None:
        self.game, self.policy, self.judge, self.steps, self.seed = game, policy, judge, steps, seed
        self.state = state
        self.lines = [tuple(line) for line in lines]
        self.tallies = [Tally() for _ in self.lines]

    def more(self) -> None:
        """Play every line once more."""
        number = self.tallies[0].n if self.tallies else 0
        for line, tally in zip(self.lines, self.tallies, strict=True):
            tally.add(self._once(line, Random(f"{self.seed}:{number}")))

    def ranking(self) -> list[tuple[int, Value]]:
        """Return the numbers of the lines with their values, the best mean first."""
        order = sorted(range(len(self.lines)), key=lambda i: -self.tallies[i].mean)
        return [(i, self.tallies[i].value) for i in order]

    def _once(self, line: Sequence[Move], rng: Random) -> float:
        state = self.state
        for move in line:
            state = self.game.apply(self._seen(state, rng), move)
        left = inf if self.steps is None else self.steps
        state = self._seen(state, rng)
        while left > 0 and self.game.actor(state) != NOBODY:
            state = self._seen(self.game.apply(state, self.policy(self.game, state, rng)), rng)
            left -= 1
        return self.judge(state)

    def _seen(self, state: Any, rng: Random) -> Any:
        """Return the position once chance, and what plays itself, has been carried out."""
        while True:
            forced = self.game.automatic(state)
            if forced is None and self.game.actor(state) != TABLE:
                return state
            state = self.game.apply(state, forced if forced is not None else sampled(self.game, state, rng))


def sampled(game: Game, state: Any, rng: Random) -> Move:
    """Draw what the table sees next. The order in which a law lists its outcomes does not matter."""
    law = game.chances(state)
    ticket = rng.randrange(law.total)
    for move in sorted(law, key=repr):
        ticket -= law.weight(move)
        if ticket < 0:
            return move
    raise AssertionError("weights do not sum to their total")


__all__ = [
    "ESTIMATE",
    "EXACT",
    "NOT_SEARCHED",
    "PARTY",
    "Advice",
    "Expectimax",
    "Rollouts",
    "Tally",
    "TooManyError",
    "Value",
    "margins",
    "sampled",
    "think",
]
