"""Advice against the boss: who fights first, how a roll is placed and who bears what, by the chance to win.

Nothing is said where the odds of the fight would take longer than there is time: then others give advice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.engine.game import Move
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.boss_law import Blow
from companion.games.one_deck_dungeon.boss_odds import Before
from companion.games.one_deck_dungeon.boss_placing import Ahead, before, firsts, placements, ready
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.laying_out import steps
from companion.games.one_deck_dungeon.state import Fight, Position
from companion.games.one_deck_dungeon.telling import people

SHARE = 300_000
"""Microseconds of counting for each second that there is."""


class Way(NamedTuple):
    """A way on against the boss.

    Args:
        moves: its steps.
        chance: the chance to win that it leaves.
        sure: whether that is counted, with nothing left out; else it is an estimate.
        why: the reason.
    """

    moves: tuple[Move, ...]
    chance: float
    sure: bool
    why: str


def ways(cat: Catalogue, state: Position, seconds: float) -> list[Way]:
    """Return the ways on, the best first; none where nothing is to be weighed, or there is no time for it.

    Args:
        cat: the cards.
        state: the position before the boss.
        seconds: how long it may take.

    Raises:
        EditionIncompleteError: the boss or a hero is not told.
        UnknownSideError: the rounds are too large for any answer.
    """
    asked = _asked(state)
    if not asked:
        return []
    known = ready(cat, state)
    if known is None:
        known = before(cat, state)
        if known.toil > seconds * SHARE or not known.counted:
            return []
    return list({"round": _round, "due": _due, "roll": _roll}[asked](cat, state, known))


def _asked(state: Position) -> str:
    """Return what is to be decided: "round", "roll", "due", or "" for nothing that the odds say."""
    fight = state.fight
    if state.due:
        shared = fight is not None and fight.closed and len(fight.part.heroes) > 1
        return "due" if shared and len(state.due) == 1 and state.due[0].what == "damage" else ""
    if fight is None:
        return "round" if state.four and state.step == "round" else ""
    lies = bool(fight.dice) and not fight.placed and not fight.tasks
    return "roll" if state.step == "fight" and lies and not fight.closed else ""


def _round(cat: Catalogue, state: Position, known: Before) -> Iterator[Way]:
    """Yield who may fight first."""
    for chance, group in firsts(cat, state, known=known):
        pair = tuple(state.handles[at] for at in group)
        others = tuple(handle for handle in state.handles if handle not in pair)
        why = f"With {people(state, pair)} first, {_wins(chance)}."
        yield Way((m.Arrange((pair, others), ()),), chance, known.counted and not known.left_out, why)


def _roll(cat: Catalogue, state: Position, known: Before) -> Iterator[Way]:
    """Yield the placements of the roll."""
    for placed in placements(cat, state, known=known):
        blow = placed.blow
        cost = f"{_many(blow.damage, 'heart')}" + f" and {blow.poison} poison" * bool(blow.poison)
        why = f"{_many(blow.hits, 'skull')} for {cost}: {_wins(placed.chance)}."
        sure = known.counted and not known.left_out and placed.proven
        yield Way(steps(state, placed.placement), placed.chance, sure, why)


def _due(cat: Catalogue, state: Position, known: Before) -> Iterator[Way]:
    """Yield who bears the damage."""
    fight, due = state.fight, state.due[0]
    assert isinstance(fight, Fight)
    ahead = Ahead(known, state)
    blow = Blow(fight.part.hits, fight.part.missed, due.n)
    end = ahead.end(blow)
    if end[0] < 0:
        return
    lost = [(handle, have - left) for handle, have, left in zip(state.handles, ahead.place[1], end[1], strict=True)]
    shares = tuple((handle, n) for handle, n in lost if n)
    chance = ahead.chance(blow)
    yield Way((m.Damage(shares),), chance, known.counted and not known.left_out, f"Borne so, {_wins(chance)}.")


def _wins(chance: float) -> str:
    """Return a chance to win in words."""
    if 0 < chance < 0.005:
        return "the boss falls in less than 1 of 100"
    return f"the boss falls in {round(100 * chance)} of 100"


def _many(n: int, what: str) -> str:
    return f"{n or 'no'} {what}{'s' * (n != 1)}"
