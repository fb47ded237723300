"""Advice: the whole turns of the player to move, each with its exact chances to lose and an estimated chance to win.

Plans are sequences of this turn's actions and free plays; plans that come to the same are one (`plan`). The best of
them by the evaluation are played on with unseen cards drawn by lot, all with the same luck, and what falls behind is
left behind. Better and better answers follow. Where hands are not followed, single clears are compared, exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from companion.engine.advice import ESTIMATE, EXACT, NOT_SEARCHED, Advice, Tally, Value, think
from companion.engine.errors import CompanionError
from companion.engine.game import Move
from companion.games.four_doors.compact import Board, PieceMaker, Scene, board_of, missing, plan_board, scene_of
from companion.games.four_doors.evaluation import chance, probability
from companion.games.four_doors.forecast import clears, risk
from companion.games.four_doors.plan import Plan, plans, settlings
from companion.games.four_doors.playouts import played_on
from companion.games.four_doors.reasons import clear_reason, reason
from companion.games.four_doors.state import Position
from companion.games.four_doors.translation import followed, played

if TYPE_CHECKING:
    from companion.games.four_doors.rules import FourDoors

FIRST = 2
"""Beginnings of plans that are followed further for the first answer."""


class Stage(NamedTuple):
    """How widely plans are looked for, how many of the best are played on, and how often.

    A narrow look that leaves time for playing on is worth more than a wide one that does not.
    """

    width: int
    shortlist: int
    rounds: int


STAGES = Stage(5, 8, 32), Stage(16, 24, 400)
HALVES = (8, 16, 40)
"""After so many playouts of each, the worse half of the plans is left behind."""
FEWEST = 3
"""Plans that are never left behind."""
PRIOR = 6.0
"""How many playouts the evaluation counts for."""
EVERY = 4
"""Playouts of each plan from one answer to the next: to put a plan into words costs as much."""
ASSUMPTION = (
    "The chance until the next turn rests on nobody acting meanwhile: two cards are drawn a turn, and a hand of five "
    "lets go of what it draws."
)


class TurnPlan(Advice, frozen=True):
    """A plan that is recommended; its value is the chance to win, from 0 to 1.

    Args:
        now: the exact chance to lose in this Shadows Fall.
        until: the exact chance to lose until this player's next turn, if nobody acts meanwhile.
        assumption: what `until` rests on.
    """

    now: Value = Value.of(0)
    until: Value = Value.of(0)
    assumption: str = ""


def advise(game: FourDoors, state: Position, seat: str, top: int, seconds: float, seed: int) -> tuple[TurnPlan, ...]:
    """Return the best plans for a seat, best first.

    Args:
        game: the rules.
        state: the position, as that seat sees it.
        seat: who decides.
        top: how many plans at most.
        seconds: how long to think; without any time one plan is named that was not played on.
        seed: makes the playouts repeatable.

    Raises:
        CompanionError: nobody decides now, it is not for that seat to decide, or something is not told.
    """
    return think(improving(game, state, seat, top, seed), seconds)


def improving(game: FourDoors, state: Position, seat: str, top: int, seed: int) -> Iterator[tuple[TurnPlan, ...]]:
    """Yield better and better advice. See `advise`."""
    _refuse(game, state, seat)
    if not state.full:
        yield _single_clears(game, state, top)
        return
    lacking = missing(game.box, state)
    if lacking:
        raise CompanionError(f"{lacking}. {_instead(game, state)}")
    choice = Choice(game, state, seed)
    yield choice.answer(choice.ranked(), 1, NOT_SEARCHED)
    for stage in STAGES:
        choice.look(stage)
        for played_out in range(1, stage.rounds + 1):
            choice.run()
            if played_out in HALVES:
                choice.halve()
            if played_out % EVERY == 0:
                yield choice.answer(choice.ranked(), top, ESTIMATE)


def _refuse(game: FourDoors, state: Position, seat: str) -> None:
    if state.ended:
        raise CompanionError("There is nothing to advise: the game is over.")
    actor = game.actor(state)
    if actor != seat:
        name = state.player(seat).name
        seats = [player.handle for player in state.players]
        waits = f"{state.player(actor).name} decides" if actor in seats else "the table sees a card first"
        raise CompanionError(f"There is nothing to advise {name}: {waits}.")


def _instead(game: FourDoors, state: Position) -> str:
    """Name what can be said all the same."""
    from companion.games.four_doors.hint import hint

    try:
        found = hint(game.box, state)
    except CompanionError:
        return "The odds tell what they lack."
    return f"{found}." if found is not None else "No single clear lowers the chance to lose in the next fall."


def _single_clears(game: FourDoors, state: Position, top: int) -> tuple[TurnPlan, ...]:
    """Return the single clears that lower the chance to lose, with what they do to it; else to leave all as it is."""
    found = [clearing for clearing in clears(game.box, state) if clearing.after < clearing.before]
    if not found:
        return (_without_hands(("done",), risk(state), "no single clear lowers the chance to lose in the next fall"),)
    return tuple(_without_hands((f"clear {one.door} {one.side}",), one.after, clear_reason(one)) for one in found[:top])


def _without_hands(moves: tuple[str, ...], lost: Fraction, why: str) -> TurnPlan:
    assumption = "The value is the chance to stand after the next fall: hands are not followed, so plans are not known."
    return TurnPlan(
        moves, Value.of(1 - lost), EXACT, why, now=Value.of(lost), until=Value.of(lost), assumption=assumption
    )


class _Words(NamedTuple):
    """What is said of a plan, and what is exact about it."""

    moves: tuple[str, ...]
    why: str
    now: Value
    until: Value


class Choice:
    """Plans compared by playing on from each, all with the same luck.

    Args:
        game: the rules.
        state: a position in which somebody decides.
        seed: makes the luck repeatable.
    """

    def __init__(self, game: FourDoors, state: Position, seed: int) -> None:
        self.game, self.state, self.seed = game, state, seed
        self.scene: Scene = scene_of(game.box, state)
        self.make = PieceMaker(game.box)
        self.rounds = 0
        self.board: Board = plan_board(self.scene, state, self.make)
        self.found = self._plans(FIRST)
        self._tallies: dict[tuple[object, ...], Tally] = {}
        self._words: dict[tuple[object, ...], _Words] = {}

    def _plans(self, width: int) -> list[Plan]:
        if self.state.due:
            return settlings(self.board, self.state.due[0])
        return plans(self.board, width)

    def look(self, stage: Stage) -> None:
        """Look for plans, and choose those that are played on."""
        self.found = self._plans(stage.width)
        self.found = self.ranked()[: stage.shortlist]

    def run(self) -> None:
        """Play on once from every plan."""
        luck = f"{self.seed}:{self.rounds}"
        board = board_of(self.scene, self.state, self.make, Random(luck))
        for plan in self.found:
            tally = self._tallies.setdefault(plan.steps, Tally())
            tally.add(chance(played_on(board.copy(), plan.steps, Random(luck))))
        self.rounds += 1

    def halve(self) -> None:
        """Leave the worse half of the plans behind."""
        self.found = self.ranked()[: max(FEWEST, len(self.found) // 2)]

    def ranked(self) -> list[Plan]:
        """Return the plans that still run, the best first."""
        return sorted(self.found, key=lambda plan: -self.mean(plan))

    def mean(self, plan: Plan) -> float:
        """Return the estimated chance to win; the evaluation counts as a few playouts, so that luck decides less."""
        if plan.board.ended:
            return chance(plan.board)
        tally, prior = self._tallies.get(plan.steps), probability(plan.quick)
        if tally is None:
            return prior
        return (tally.mean * tally.n + prior * PRIOR) / (tally.n + PRIOR)

    def answer(self, ranking: Sequence[Plan], top: int, label: str) -> tuple[TurnPlan, ...]:
        """Return the best plans in words."""
        return tuple(self._told(plan, label) for plan in ranking[:top])

    def _told(self, plan: Plan, label: str) -> TurnPlan:
        words = self._words.get(plan.steps)
        if words is None:
            words = self._words[plan.steps] = self._in_words(plan)
        return TurnPlan(
            words.moves, self._value(plan), label, words.why, now=words.now, until=words.until, assumption=ASSUMPTION
        )

    def _in_words(self, plan: Plan) -> _Words:
        moves, after = followed(self.scene, self.state, plan.steps)
        falls = len(self.state.players)
        now = risk(after)
        until = now if falls == 1 else risk(after, falls)
        why = reason(self.game.box, self.state, moves, now)
        return _Words(spelled(self.game, self.state, moves), why, Value.of(now), Value.of(until))

    def _value(self, plan: Plan) -> Value:
        if plan.board.ended:
            return Value.of(round(chance(plan.board)))
        tally, mean = self._tallies.get(plan.steps), self.mean(plan)
        if tally is None or tally.n < 2:
            return Value(mean, mean, mean)
        low, high = max(0.0, mean - tally.error), min(1.0, mean + tally.error)
        return Value(low, mean, high, samples=tally.n)


def spelled(game: FourDoors, state: Position, moves: Sequence[Move]) -> tuple[str, ...]:
    """Return moves in the notation of the game."""
    texts = []
    for move in moves:
        texts.append(game.spell(move, state))
        state = played(game.box, state, move)
    return tuple(texts)
