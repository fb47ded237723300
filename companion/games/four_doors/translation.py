"""Steps of plans as moves of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from companion.engine.game import Move
from companion.games.four_doors import moves as m
from companion.games.four_doors.box import Box
from companion.games.four_doors.cards import UNTOLD, PlayerCard
from companion.games.four_doors.compact import Scene
from companion.games.four_doors.effects import apply
from companion.games.four_doors.people import understood
from companion.games.four_doors.state import Position
from companion.games.four_doors.steps import Step


def move_of(scene: Scene, state: Position, step: Step) -> Move:
    """Return a step as a move in a position, with its seat named where it would be taken for another's."""
    move = _MOVES[step.kind](scene, state, step)
    seat = scene.handles[step.player]
    if step.kind == "stand" or understood(scene.box, state, move) == seat:
        return move
    return replace(move, by=seat)


def played(box: Box, state: Position, move: Move) -> Position:
    """Return the position after a move, with what it makes somebody draw left untold."""
    state = apply(box, state, move)
    while state.to_draw and not state.ended and not state.due:
        drawn = m.Reshuffled() if state.pile_empty else m.Draw((UNTOLD,))
        state = apply(box, state, drawn)
    return state


def followed(scene: Scene, state: Position, steps: Sequence[Step]) -> tuple[tuple[Move, ...], Position]:
    """Return the moves of a plan and the position after them; where actions are left over, it ends by having done."""
    out: list[Move] = []
    for step in steps:
        out.append(move_of(scene, state, step))
        state = played(scene.box, state, out[-1])
    if state.step == "act" and state.left and not state.due and not state.ended and not _settling(steps):
        out.append(m.Done())
        state = apply(scene.box, state, out[-1])
    return tuple(out), state


def _settling(steps: Sequence[Step]) -> bool:
    """Say whether the steps only settle what is due, in the middle of a turn."""
    return bool(steps) and steps[0].kind in ("discard", "stand")


def _cards(step: Step) -> tuple[PlayerCard, ...]:
    return tuple(piece.card for piece in step.picks)


def _way(scene: Scene, state: Position, step: Step) -> Move:
    places = state.tower.places()
    here, there = state.player(scene.handles[step.player]).at, scene.place_name(step.to)
    return m.Step("up" if places.index(there) < places.index(here) else "down")


def _toss(scene: Scene, state: Position, step: Step) -> Move:
    one, two = _cards(step)
    return m.Toss((one, two), step.piece.card)


def _cast(scene: Scene, state: Position, step: Step) -> Move:
    if step.seat < 0:
        return m.Cast(step.piece.card, _cards(step))
    return m.Cast(step.piece.card, (), scene.handles[step.seat], scene.place_name(step.to))


def _stand(scene: Scene, state: Position, step: Step) -> Move:
    _, _, above, _ = state.due[0].split()
    return m.Stand("up" if scene.place_name(step.to) == above else "down")


_MOVES: dict[str, Callable[[Scene, Position, Step], Move]] = {
    "illuminate": lambda scene, state, step: m.Illuminate(step.piece.card, _cards(step)),
    "kindle": lambda scene, state, step: m.Kindle(step.piece.card, step.picks[0].card),
    "move": _way,
    "walk": lambda scene, state, step: m.Walk(scene.place_name(step.to)),
    "search": lambda scene, state, step: m.Search(),
    "give": lambda scene, state, step: m.Give(scene.handles[step.seat], step.piece.card),
    "pass": lambda scene, state, step: m.Pass(scene.handles[step.seat], step.piece.card),
    "find": lambda scene, state, step: m.Find(_cards(step)),
    "oil": lambda scene, state, step: m.Oil(step.piece.card),
    "shift": lambda scene, state, step: m.Shift(scene.handles[step.seat], scene.place_name(step.to)),
    "recall": lambda scene, state, step: m.Recall(step.picks[0].card),
    "swap": lambda scene, state, step: m.Swap(step.who),
    "lumen": lambda scene, state, step: m.Lumen(step.piece.card, scene.handles[step.seat], scene.place_name(step.to)),
    "prism": lambda scene, state, step: m.Prism(step.piece.card, step.picks[0].card, scene.handles[step.seat]),
    "extra": lambda scene, state, step: m.Extra(step.piece.card),
    "dispel": lambda scene, state, step: m.Dispel(step.picks[0].card),
    "toss": _toss,
    "discard": lambda scene, state, step: m.Discard(step.piece.card),
    "cast": _cast,
    "stand": _stand,
}
