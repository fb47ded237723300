"""The course of the draws: which cards of the pile are drawn into hands, which fall, and when the pile runs out.

How many cards are drawn is never a matter of chance, except through the solo Wanderer: shadows for the own door go to
the discard pile and come again. So those cards are drawn by chance here, one by one, and all others are left to
`falls`, which need only know how many of them fall before and after the shuffle.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import NamedTuple

from companion.games.four_doors.falls import Mark, Run
from companion.games.four_doors.state import HAND_LIMIT, Position
from companion.games.four_doors.unseen import Label, World

DRAW = 2
"""Cards that a turn draws into a hand (four-doors.draw.two)."""


class Split(NamedTuple):
    """How many cards that come back (see above) are among the unseen cards of each place."""

    pile: int = 0
    strays: int = 0
    loose: int = 0
    hollow: int = 0


class Course(NamedTuple):
    """One way in which the draws may go.

    Args:
        weight: how likely it is.
        run: the Shadow cards that matter.
        loose: Shadow cards among those that nobody named which do not come back.
    """

    weight: Fraction
    run: Run
    loose: int


class _At(NamedTuple):
    """In the middle of the course. `back` counts the cards that come back, the other counts leave them out.

    `hand` cards are to be drawn into a hand before the next shadow, `taken` have been drawn into hands.
    """

    pile: int
    pile_back: int
    heap: int
    heap_back: int
    hand: int
    drawn: int
    ward: int
    falls: int
    taken: int = 0
    used: int = 0
    shuffles: int = 0
    first: tuple[Mark | None, ...] = ()
    second: int = 0
    pool: int = 0
    end: str = ""


def courses(state: Position, world: World, falls: int, back: Collection[Label] = ()) -> list[Course]:
    """Return the ways in which the draws of the next falls may go, if nobody does anything.

    Args:
        state: the position.
        world: where its unseen cards lie.
        falls: how many falls, one that has begun included; each but that is preceded by its Draw 2.
        back: the sorts that the solo Wanderer discards.
    """
    out: dict[tuple[Run, int], Fraction] = {}
    over = _over(state, falls)
    for split, weight in _splits(world, back):
        told_back = sum(world.discard.get(sort, 0) for sort in back)
        told = sum(world.discard.values()) - told_back
        heap, heap_back = _heap(world, split, back)
        begin = (*_begin(state), state.ward, falls)
        start = _At(world.pile - split.pile, split.pile, heap + told, heap_back + told_back, *begin)
        for at, share in _walk(state, world, start, back, over).items():
            run = Run(at.first, at.second, at.pool, at.pool - told if at.pool else 0, at.end, at.shuffles)
            key = (run, world.loose - split.loose)
            out[key] = out.get(key, Fraction(0)) + weight * share
    return [Course(weight, run, loose) for (run, loose), weight in out.items()]


def _begin(state: Position) -> tuple[int, int]:
    """Return how many cards are to be drawn into hands before the next shadow, and how many have fallen already."""
    if state.step == "act":
        return state.to_draw + DRAW, 0
    return state.to_draw, state.drawn if state.step == "fall" else 0


def _over(state: Position, falls: int) -> tuple[bool, ...]:
    """Say of each card that will be drawn into a hand whether that hand is full: then a card goes to the discard pile.

    Cards drawn are unseen, and one is as good as another; so the card just drawn is taken to go
    (four-doors.hand-limit.five). Where hands are not followed, all that does not lie open counts as discarded anyway.
    """
    if not state.full:
        return ()
    sizes = {player.handle: len(player.hand) for player in state.players}
    order, at = list(sizes), list(sizes).index(state.active)
    drawing = [state.drawer or state.active] * state.to_draw + [state.active] * (DRAW * (state.step == "act"))
    for turn in range(1, falls):
        drawing += [order[(at + turn) % len(order)]] * DRAW
    out = []
    for seat in drawing:
        out.append(sizes[seat] >= HAND_LIMIT)
        sizes[seat] += not out[-1]
    return tuple(out)


def _heap(world: World, split: Split, back: Collection[Label]) -> tuple[int, int]:
    """Return how many unseen cards are to be shuffled back, and how many of them are of those that come back."""
    if world.strays is not None:
        return world.strays - split.strays, split.strays
    # Where hands are not followed, every card counts as discarded that does not lie open when the pile runs out.
    among = sum(world.unseen.get(sort, 0) for sort in back)
    open_ones = world.loose - split.loose + world.hollow - split.hollow
    return world.size - among - open_ones, among - split.loose - split.hollow


def _splits(world: World, back: Collection[Label]) -> Iterator[tuple[Split, Fraction]]:
    """Yield how the unseen cards that come back may lie over pile, discards and unnamed shadows."""
    among = sum(world.unseen.get(sort, 0) for sort in back)
    places = (world.pile, world.strays or 0, world.loose, world.hollow)
    if not among:
        yield Split(), Fraction(1)
        return
    whole, rest = comb(world.size, among), world.size - sum(places)
    for numbers in product(*(range(min(among, place) + 1) for place in places)):
        if sum(numbers) <= among:
            ways = comb(rest, among - sum(numbers)) * prod(map(comb, places, numbers))
            if ways:
                yield Split(*numbers), Fraction(ways, whole)


def _walk(
    state: Position, world: World, start: _At, back: Collection[Label], over: tuple[bool, ...]
) -> dict[_At, Fraction]:
    """Return where the course may end, with the chances."""
    ended: dict[_At, Fraction] = {}
    under_way = {start: Fraction(1)}
    while under_way:
        after: dict[_At, Fraction] = {}
        for at, chance in under_way.items():
            ready = _ready(state, world, at)
            if ready.end or not ready.falls:
                end = _bare(ready)
                ended[end] = ended.get(end, Fraction(0)) + chance
                continue
            for then, share in _drawn(world, ready, back, over):
                after[then] = after.get(then, Fraction(0)) + chance * share
        under_way = after
    return ended


def _bare(at: _At) -> _At:
    """Return what matters of a course that is over."""
    return at._replace(pile=0, pile_back=0, heap=0, heap_back=0, taken=0, used=0, hand=0, drawn=0, ward=0, falls=0)


def _ready(state: Position, world: World, at: _At) -> _At:
    """Go on to the next card that must be drawn: to the next fall, and past the shuffle where the pile is empty."""
    while at.falls and not at.end:
        if not at.hand and at.drawn >= _bound(state, at):
            at = at._replace(falls=at.falls - 1, drawn=0, ward=0, hand=DRAW)
        elif not at.pile + at.pile_back and at.used >= len(world.top):
            # The rate of the new level counts at once, so the number of shadows is looked at again.
            at = _shuffled(state, world, at)
        else:
            break
    return at


def _bound(state: Position, at: _At) -> int:
    return max(0, state.track.step(at.shuffles).rate - at.ward)


def _shuffled(state: Position, world: World, at: _At) -> _At:
    """Raise the level and shuffle the discard pile (four-doors.pile.order)."""
    at = at._replace(shuffles=at.shuffles + 1)
    if state.track.step(at.shuffles).skull:
        return at._replace(end="skull")
    if not at.heap + at.heap_back:
        return at._replace(end="cards")
    pool = at.heap if at.shuffles == 1 else at.pool
    if world.strays is not None:
        return at._replace(pile=at.heap, pile_back=at.heap_back, heap=0, heap_back=0, pool=pool)
    return at._replace(pile=at.heap, pile_back=at.heap_back, pool=pool)


def _drawn(world: World, at: _At, back: Collection[Label], over: tuple[bool, ...]) -> Iterator[tuple[_At, Fraction]]:
    """Yield the course after one more card, with the chances."""
    pooled = world.strays is None
    full = at.hand > 0 and at.taken < len(over) and over[at.taken]
    known = world.top[at.used] if at.used < len(world.top) else None
    at = at._replace(used=min(at.used + 1, len(world.top)))
    if known is not None:
        assert isinstance(known, tuple)
        yield _turned(at, known in back, known, pooled), Fraction(1)
        return
    size = at.pile + at.pile_back
    if at.pile:
        rest = at._replace(pile=at.pile - 1, heap=at.heap + full)
        yield _turned(rest, False, None, pooled), Fraction(at.pile, size)
    if at.pile_back:
        rest = at._replace(pile_back=at.pile_back - 1, heap_back=at.heap_back + full)
        yield _turned(rest, True, None, pooled), Fraction(at.pile_back, size)


def _turned(at: _At, returns: bool, mark: Mark | None, pooled: bool) -> _At:
    """Return the course after a card: into a hand, to the discard pile, or as a shadow.

    `pooled` says that the heap holds every card that does not lie open, those still in the pile included.
    """
    if at.hand:
        return at._replace(hand=at.hand - 1, taken=at.taken + 1)
    at = at._replace(drawn=at.drawn + 1)
    if returns:
        return at if pooled else at._replace(heap_back=at.heap_back + 1)
    if pooled and mark is None:
        at = at._replace(heap=at.heap - 1)
    if at.shuffles:
        return at._replace(second=at.second + 1)
    return at._replace(first=(*at.first, mark))
