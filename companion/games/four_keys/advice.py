"""Advice: the whole turns of the player to move, ranked by the margin they can be expected to end with.

A turn's value is exact where so few cards remain that everything can be tried (`endgame`), else the mean of games
played on with unseen cards drawn by lot (`playouts`), all turns with the same luck. Better and better answers follow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING

from companion.engine.advice import ESTIMATE, EXACT, NOT_SEARCHED, Advice, Tally, Value, think
from companion.engine.errors import CompanionError
from companion.games.four_keys.endgame import exact_values
from companion.games.four_keys.plan import PieceMaker
from companion.games.four_keys.playouts import Playout, Scene, Stack, margin, rules_of, scene_of
from companion.games.four_keys.policies import policy
from companion.games.four_keys.reasons import reason
from companion.games.four_keys.state import Position
from companion.games.four_keys.turns import Choice, Turn

if TYPE_CHECKING:
    from companion.games.four_keys.rules import FourKeys

__all__ = ["advise", "evaluate", "improving", "policy"]

FIRST, BATCH = 4, 2
"""Playouts of every turn before the first answer that rests on them, and between two answers."""
HALVES = (8, 24, 60)
"""After so many playouts of each, the worse half of the turns is left behind."""
FEWEST = 3
"""Turns that are never left behind."""
PRIOR = 2.0
"""How many playouts the quick estimate counts for."""
MOST_PLAYOUTS = 4000


def evaluate(game: FourKeys, state: Position, seat: str) -> float:
    """Return a static estimate of the final margin of a seat over its best rival, in points."""
    scene = scene_of(state, PieceMaker(rules_of(state)))
    number = next(i for i, player in enumerate(state.players) if player.handle == state.player(seat).handle)
    return margin([scene.outlook.expected(plan) for plan in scene.plans], number)


def advise(game: FourKeys, state: Position, seat: str, top: int, seconds: float, seed: int) -> tuple[Advice, ...]:
    """Return the best whole turns for a seat, best first.

    Args:
        game: the rules.
        state: the position.
        seat: whose turn it is.
        top: how many turns at most.
        seconds: how long to think; without any time one legal turn is named that was not searched.
        seed: makes the playouts repeatable.

    Raises:
        CompanionError: it is not the turn of that seat, or only dungeons are followed.
    """
    return think(improving(game, state, seat, top, seed), seconds)


def improving(game: FourKeys, state: Position, seat: str, top: int, seed: int) -> Iterator[tuple[Advice, ...]]:
    """Yield better and better advice; the first answer costs next to nothing. See `advise`."""
    _refuse(state, seat)
    choice = Choice(game, state, seat)
    turns = choice.turns()
    yield (_not_searched(choice, max(turns, key=lambda turn: turn.quick)),)
    obvious = choice.obvious(turns)
    exact = exact_values(choice, turns)
    if exact is not None:
        found = [(turn, Value.of(value)) for turn, value in exact]
        yield _ranked(choice, found, obvious, EXACT, top)
        return
    race = Race(choice, choice.shortlist(turns), obvious, seed)
    while race.rounds < MOST_PLAYOUTS:
        for _ in range(BATCH if race.rounds else FIRST):
            race.run()
        yield _ranked(choice, race.values(), obvious, ESTIMATE, top)


def _refuse(state: Position, seat: str) -> None:
    if not state.followed:
        raise CompanionError("There is advice only while piles and turns are followed: say `full` to follow them.")
    if "order" in state.pending:
        raise CompanionError("First tell the order of the tiles; then there is advice.")
    name = state.player(seat).name
    if state.finished or state.mover != seat:
        whose = f"it is {state.player(state.mover).name}'s turn" if state.mover else "nobody has to decide now"
        raise CompanionError(f"There is nothing to advise {name}: {whose}.")


def _not_searched(choice: Choice, turn: Turn) -> Advice:
    worth = turn.quick - max(
        (choice.outlook.expected(plan) for i, plan in enumerate(choice.scene.plans) if i != choice.number), default=0.0
    )
    return Advice(_steps(choice, turn), Value(worth, worth, worth), NOT_SEARCHED)


def _steps(choice: Choice, turn: Turn) -> tuple[str, ...]:
    """Return a turn in the notation of the game."""
    state, steps = choice.state, []
    for move in choice.moves(turn):
        steps.append(choice.game.spell(move, state))
        state = choice.game.apply(state, move)
    return tuple(steps)


def _ranked(
    choice: Choice, found: Sequence[tuple[Turn, Value]], obvious: Turn | None, label: str, top: int
) -> tuple[Advice, ...]:
    """Return the best turns in words: the higher value first, then the quick estimate."""
    ranking = sorted(found, key=lambda pair: (-pair[1].mean, -pair[0].quick))
    at_hand = next((value for turn, value in ranking if turn is obvious), None)
    steps = () if obvious is None else _steps(choice, obvious)
    return tuple(
        Advice(
            _steps(choice, turn),
            value,
            label,
            reason(choice, turn),
            steps,
            None if at_hand is None else max(0.0, value.mean - at_hand.mean),
        )
        for turn, value in ranking[:top]
    )


class Race:
    """Turns compared by playing on from each, all with the same luck; what falls behind is left behind.

    What the others end with depends on the pile that is taken from and on the push, hardly on where the card is laid;
    so it is averaged over all the turns that have these in common.

    Args:
        choice: the choice to make.
        turns: the turns to compare.
        obvious: a turn that is never left behind.
        seed: makes the luck repeatable.
    """

    def __init__(self, choice: Choice, turns: Sequence[Turn], obvious: Turn | None, seed: int) -> None:
        self.choice = choice
        self.running = list(turns)
        self.obvious = obvious
        self.seed = seed
        self.rounds = 0
        self.ahead = choice.scene.tiles
        """Turns that a playout goes on: one of every tile. Longer ones were tried, and play worse in the same time."""
        self._own = {id(turn): Tally() for turn in turns}
        self._margins = {id(turn): Tally() for turn in turns}
        self._rivals: dict[tuple[int | None, int | None], Tally] = {turn.group: Tally() for turn in turns}

    def run(self) -> None:
        """Play on once from every turn."""
        scene = self.choice.scene
        stacks = scene.stacks(Random(f"{self.seed}:{self.rounds}"), self.ahead + 2)
        theirs: dict[tuple[int | None, int | None], list[float]] = {}
        for turn in self.running:
            own, rival = self._once(turn, scene, stacks)
            self._own[id(turn)].add(own)
            self._margins[id(turn)].add(own - rival)
            theirs.setdefault(turn.group, []).append(rival)
        for group, worths in theirs.items():
            self._rivals[group].add(sum(worths) / len(worths))
        self.rounds += 1
        if self.rounds in HALVES:
            self._leave_behind()

    def _once(self, turn: Turn, scene: Scene, stacks: Sequence[Stack]) -> tuple[float, float]:
        """Return what the seat and its best rival can be expected to end with after a turn, with this luck."""
        number, playout = self.choice.number, Playout(scene, stacks)
        if turn.done and not (turn.first and turn.pile is not None):
            playout.plans[number] = turn.plan
        elif turn.done and turn.pile is not None:
            playout.take(turn.pile, turn.push, turn.plan)
        elif turn.pile is None:
            playout.renew()
            playout.play(1)
        else:
            playout.plans[number] = turn.plan
            playout.take_best(turn.pile, turn.push)
        playout.play(self.ahead)
        worths = playout.expected()
        return worths[number], worths[number] - margin(worths, number)

    def values(self) -> list[tuple[Turn, Value]]:
        """Return the turns that still run with their values."""
        means = [self._own[id(turn)].mean for turn in self.running]
        shift = sum(means) / len(means) - sum(turn.quick for turn in self.running) / len(means)
        return [
            (turn, self._value(turn, mean, turn.quick + shift)) for turn, mean in zip(self.running, means, strict=True)
        ]

    def _value(self, turn: Turn, mean: float, prior: float) -> Value:
        """Return the margin of a turn; the quick estimate counts as a few playouts, so that luck decides less."""
        margins = self._margins[id(turn)]
        own = (mean * margins.n + prior * PRIOR) / (margins.n + PRIOR)
        worth = own - self._rivals[turn.group].mean
        return Value(worth - margins.error, worth, worth + margins.error, samples=margins.n)

    def _leave_behind(self) -> None:
        """Go on with the better half, and with the obvious turn."""
        ranking = sorted(self.values(), key=lambda pair: -pair[1].mean)
        kept = [turn for turn, _ in ranking[: max(FEWEST, len(ranking) // 2)]]
        if self.obvious is not None and self.obvious not in kept and self.obvious in self.running:
            kept.append(self.obvious)
        self.running = kept
