"""What the shadows will do to a position: exact chances as numbers, for answers, hints, plans and puzzles.

All of it is reckoned as if nobody does anything from here on but what a turn demands: draw two cards, let the shadows
fall. A hand that is full lets go of the cards it draws.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple, TypeVar

from companion.engine.errors import UnknownCardError
from companion.engine.odds import Table
from companion.games.four_doors import moves as m
from companion.games.four_doors.box import Box
from companion.games.four_doors.cards import SIDES
from companion.games.four_doors.course import DRAW, courses
from companion.games.four_doors.effects import apply
from companion.games.four_doors.falls import Deal, Ending, Gate, Law, Mark, Run, Side, View, harmless, law
from companion.games.four_doors.state import Position
from companion.games.four_doors.tower import CAPACITY, Door
from companion.games.four_doors.turns import guarded
from companion.games.four_doors.unseen import World, mark_worlds, worlds

T = TypeVar("T", bound=Hashable)

MOST_LOOSE = 6
"""Shadow cards that nobody named which are reckoned to lie beside the doors. Where there are more, most of them have
been cleared or tossed since, and they are taken to lie nowhere."""


class Case(NamedTuple):
    """One way in which the cards may lie and the draws may go, with its weight."""

    weight: Fraction
    deal: Deal
    run: Run


def cases(state: Position, falls: int = 1, only: str = "") -> Iterator[Case]:
    """Yield what may come in the next falls.

    Args:
        state: a position of a game that goes on.
        falls: how many falls, one that has begun included.
        only: the door to look at, where the others are left out.
    """
    spared = _spared(state)
    for world in mark_worlds(state):
        deal = _deal(state, world, spared, only)
        for course in courses(state, world, falls, spared):
            loose = course.loose if state.tower.loose <= MOST_LOOSE else 0
            yield Case(world.weight * course.weight, deal._replace(loose=loose), course.run)


def _spared(state: Position) -> tuple[Mark, ...]:
    """Return the marks whose cards the solo Wanderer discards (four-doors.solo.wanderer)."""
    door = guarded(state)
    if not door:
        return ()
    sides = [side for side in SIDES if state.rules.wanderer_overflow or not state.tower.full(door, side)]
    return tuple((door, side) for side in sides)


def _deal(state: Position, world: World, spared: tuple[Mark, ...], only: str) -> Deal:
    doors = [door for door in state.tower.doors if only in ("", door.name)]
    gates = tuple(
        Gate(door.name, _side(world, door, "left", spared), _side(world, door, "right", spared), door.half, door.found)
        for door in doors
    )
    unseen = world.size - sum(world.unseen.get(mark, 0) for mark in spared)
    discards = sum(count for mark, count in world.discard.items() if mark not in spared)
    bare = Deal(gates)
    return Deal(gates, unseen - bare.unseen, discards - bare.discards)


def _side(world: World, door: Door, side: str, spared: tuple[Mark, ...]) -> Side:
    room = max(0, CAPACITY - len(door.side(side)))
    mark = (door.name, side)
    if mark in spared:
        return Side(room)
    return Side(room, world.unseen.get(mark, 0), world.discard.get(mark, 0))


# ------------------------------------------------------------------------------------------------------------ the falls


def risk(state: Position, falls: int = 1) -> Fraction:
    """Return the chance that the game is lost within the next falls: by a door, by the skull, or for want of cards.

    Args:
        state: the position.
        falls: how many falls, one that has begun included.
    """
    if state.ended:
        return Fraction(int(state.ended != "won"))
    safe = whole = Fraction(0)
    for weight, deal, run in cases(state, falls):
        after, before = harmless(deal, run)
        whole += weight * before
        safe += 0 if run.end else weight * after
    if not whole:
        raise _impossible(state)
    return 1 - safe / whole


def fall_law(state: Position, falls: int = 1, views: Mapping[str, View] | None = None) -> Table[Ending]:
    """Return the joint law of the doors after the next falls, or where the game is lost on the way.

    Args:
        state: a position of a game that goes on.
        falls: how many falls, one that has begun included.
        views: door to what is told apart of it; by default the status of every door that stands.

    Returns:
        Endings: what was told apart of each door, from the top, and what lost the game ("" where nothing did).
    """
    parts = [(weight, law(deal, run, views)) for weight, deal, run in cases(state, falls)]
    return _mixed(state, parts)


def _mixed(state: Position, parts: Sequence[tuple[Fraction, Law]]) -> Table[Ending]:
    """Return one law for several cases, each with its weight."""
    scale = lcm(*(weight.denominator * part.scale for weight, part in parts))
    out: dict[Ending, int] = {}
    for weight, part in parts:
        factor = scale // (weight.denominator * part.scale) * weight.numerator
        for ending, ways in part.weights.items():
            out[ending] = out.get(ending, 0) + ways * factor
    if not out:
        raise _impossible(state)
    return reduced(out)


def _impossible(state: Position) -> UnknownCardError:
    return UnknownCardError(
        f"Any {state.tower.loose} of the unseen cards would have lost the game: name the shadows that nobody named."
    )


def door_law(state: Position, door: str, falls: int = 1) -> Table[tuple[str, str]]:
    """Return the law of one door, the others left out: the falls are counted on, even where another door is lost.

    Returns:
        Pairs: what became of the door, and what else ended the game: "", "skull" or "cards".
    """
    _standing(state, door)
    parts = [(weight, law(deal, run)) for weight, deal, run in cases(state, falls, only=door)]
    endings = _mixed(state, parts)
    return endings.map(lambda ending: (str(ending[0][0]), "" if ending[1] == door else ending[1]))


def side_law(state: Position, door: str, side: str, falls: int = 1) -> Table[int]:
    """Return the law of how many shadows come to a side in the next falls, those that push at the door included."""
    at = [gate.name for gate in state.tower.doors].index(_standing(state, door).name)
    view: View = "left" if side == "left" else "right"
    endings = fall_law(state, falls, {door: view})
    return endings.map(lambda ending: int(str(ending[0][at])))


def expected(counts: Table[int]) -> Fraction:
    """Return the mean."""
    return Fraction(sum(count * weight for count, weight in counts.items()), counts.total)


def _standing(state: Position, name: str) -> Door:
    """Return a door that stands.

    Raises:
        UnreadableError: it does not.
    """
    return state.tower[name]


# -------------------------------------------------------------------------------------------------------------- clears


class Clearing(NamedTuple):
    """What discarding one Shadow card of a side does to the chance to lose."""

    door: str
    side: str
    before: Fraction
    after: Fraction


def clears(box: Box, state: Position, falls: int = 1) -> tuple[Clearing, ...]:
    """Return every single Shadow card that may go, the one that lowers the chance to lose most first.

    Where two lower it alike, the one that lowers it more over one more fall comes first, then the upper, left one. The
    card goes to the discard pile; what is paid for it, if anything, is not counted.

    Args:
        box: the box.
        state: a position of a game that goes on.
        falls: the chance to lose within how many falls.
    """
    before = risk(state, falls)
    found = []
    for door, side, cards in state.tower.sides():
        if cards:
            after = apply(box, state, m.Clear(door.name, side))
            value = risk(after, falls)
            found.append((value, after, Clearing(door.name, side, before, value)))
    tied = {value for value, _, _ in found if sum(value == other for other, _, _ in found) > 1}
    found.sort(key=lambda one: (one[0], risk(one[1], falls + 1) if one[0] in tied else Fraction(0)))
    return tuple(clearing for _, _, clearing in found)


def best_clear(box: Box, state: Position, falls: int = 1) -> Clearing | None:
    """Return the single clear that lowers the chance to lose most, None where none lowers it."""
    ranked = clears(box, state, falls)
    return ranked[0] if ranked and ranked[0].after < ranked[0].before else None


# --------------------------------------------------------------------------------------------------- pile and level


class Shuffle(NamedTuple):
    """When the discard pile is shuffled next, if nobody draws more than a turn demands.

    Args:
        turn: the turn, counted as the position does.
        step: "draw" or "fall".
        card: which card of that step needs the new pile, counted from 1.
    """

    turn: int
    step: str
    card: int


def next_shuffle(state: Position) -> Shuffle:
    """Return when the discard pile is shuffled next (four-doors.pile.exact)."""
    down, turn, ward = state.down, state.turn, state.ward
    hand = state.to_draw + (DRAW if state.step == "act" else 0)
    taken = DRAW - state.to_draw if state.step == "draw" else 0
    drawn = state.drawn if state.step == "fall" else 0
    while True:
        if down < hand:
            return Shuffle(turn, "draw", taken + down + 1)
        down -= hand
        falling = max(0, state.track.rate - ward - drawn)
        if down < falling:
            return Shuffle(turn, "fall", drawn + down + 1)
        down, turn, hand, taken, drawn, ward = down - falling, turn + 1, DRAW, 0, 0, 0


def level_law(state: Position, turn: int) -> Table[tuple[int, str]]:
    """Return the law of the Shadow Level at the beginning of a turn, as long as no door ends the game.

    Returns:
        Pairs: the space, counted from 0, and what has ended the game by then: "", "skull" or "cards".
    """
    falls = max(0, turn - state.turn)
    spared = _spared(state)
    found = mark_worlds(state) if spared else worlds(state, lambda card: ("", ""), {})
    out: dict[tuple[int, str], Fraction] = {}
    for world in found:
        for weight, run, _ in courses(state, world, falls, spared):
            key = (state.track.step(run.rises).level, run.end)
            out[key] = out.get(key, Fraction(0)) + world.weight * weight
    return tabled(out)


def tabled(weights: Mapping[T, Fraction]) -> Table[T]:
    """Return a law with integer weights."""
    scale = lcm(*(weight.denominator for weight in weights.values()))
    return reduced({x: weight.numerator * (scale // weight.denominator) for x, weight in weights.items()})


def reduced(weights: Mapping[T, int]) -> Table[T]:
    """Return a law with its weights in lowest terms."""
    common = gcd(*weights.values()) or 1
    return Table({x: weight // common for x, weight in weights.items()})
