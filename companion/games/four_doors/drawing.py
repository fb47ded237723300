"""How many cards of a kind the next draws bring, a shuffle in the middle included, and how many are left at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

from companion.engine.errors import EditionIncompleteError, TooFewCardsError
from companion.engine.odds import Table
from companion.games.four_doors.box import Box
from companion.games.four_doors.cards import PlayerCard
from companion.games.four_doors.falls import Mark
from companion.games.four_doors.forecast import tabled
from companion.games.four_doors.state import Position
from companion.games.four_doors.unseen import World, mark_worlds, worlds


class Wanted(NamedTuple):
    """A kind of card.

    Args:
        one, many: what it is called, one and several.
        shows: whether a card is of it; None where nobody told.
        mark: the shadow mark, where it is all that is asked for.
    """

    one: str
    many: str
    shows: Callable[[PlayerCard], bool | None]
    mark: Mark | None = None


class Stock(NamedTuple):
    """The cards that the next draws may bring, in one world.

    Args:
        weight: how likely it is, up to a common factor.
        size, hits: unseen cards, and those of the kind among them.
        top: which of the cards known on top are of the kind; None is any unseen card.
        pile: unseen cards in the pile.
        back, back_hits: told cards that the shuffle brings, and those of the kind among them.
        strays: unseen cards that it brings.
        hollow, tossed: unseen cards in the Hollow, and told cards of the kind there.
    """

    weight: Fraction
    size: int
    hits: int
    top: tuple[bool | None, ...]
    pile: int
    back: int
    back_hits: int
    strays: int
    hollow: int
    tossed: int

    @property
    def down(self) -> int:
        """Cards in the pile."""
        return self.pile + sum(told is not None for told in self.top)


def stocks(state: Position, wanted: Wanted) -> list[Stock]:
    """Return the cards that the next draws may bring.

    Raises:
        EditionIncompleteError: the box does not tell which cards are of the kind.
    """
    if wanted.mark is not None:
        return _merged(_stock(world, lambda sort: sort == wanted.mark) for world in mark_worlds(state))
    blank = sum(count for kind, count in state.unseen.pairs if wanted.shows(kind) is None)
    if blank:
        raise EditionIncompleteError(
            f"This box lacks {blank} of its Player cards: tell them, and the chance of {wanted.one} is exact."
        )

    def label(card: PlayerCard) -> int | None:
        shown = wanted.shows(card)
        return None if shown is None else int(shown)

    return _merged(_stock(world, lambda sort: sort == 1) for world in worlds(state, label, {}))


def _merged(found: Iterable[Stock]) -> list[Stock]:
    """Add up the weights of worlds that are alike as far as the kind goes."""
    out: dict[Stock, Fraction] = {}
    for stock in found:
        bare = stock._replace(weight=Fraction(1))
        out[bare] = out.get(bare, Fraction(0)) + stock.weight
    return [stock._replace(weight=weight) for stock, weight in out.items()]


def _stock(world: World, hit: Callable[[object], bool]) -> Stock:
    def hits(counts: Iterable[tuple[object, int]]) -> int:
        return sum(count for sort, count in counts if hit(sort))

    strays = world.strays
    if strays is None:
        strays = world.size - world.pile - world.loose - world.hollow
    top = tuple(None if sort is None else hit(sort) for sort in world.top)
    back = sum(world.discard.values())
    heaps = (back, hits(world.discard.items()), strays, world.hollow, hits(world.tossed.items()))
    return Stock(world.weight, world.size, hits(world.unseen.items()), top, world.pile, *heaps)


def available(state: Position, stock: Stock) -> int:
    """Return how many cards can be drawn before the game is lost for want of them, or at the skull."""
    after = 0 if state.track.step().skull else stock.back + stock.strays
    return stock.down + after


def drawable(state: Position) -> int:
    """Return how many cards can be drawn before the game is lost for want of them, or at the skull."""
    return min(available(state, _stock(world, bool)) for world in worlds(state, lambda card: 0, {}))


def draw_law(state: Position, wanted: Wanted, n: int) -> Table[int]:
    """Return the law of how many of the next n cards are of a kind, a shuffle in the middle included.

    Raises:
        TooFewCardsError: before so many are drawn the game is lost: no card is left, or the level reaches the skull.
        EditionIncompleteError: the box does not tell which cards are of the kind.
    """
    return _drawn(state, stocks(state, wanted), n)


def _drawn(state: Position, found: Sequence[Stock], n: int) -> Table[int]:
    out: dict[int, Fraction] = {}
    for stock in found:
        if n > available(state, stock):
            raise TooFewCardsError(n, available(state, stock))
        for hits, chance in _of_stock(stock, n).items():
            out[hits] = out.get(hits, Fraction(0)) + stock.weight * chance
    return tabled(dict(sorted(out.items())))


def _of_stock(stock: Stock, n: int) -> dict[int, Fraction]:
    known = stock.top[:n]
    sure = sum(told is True for told in known)
    first = min(n, stock.down) - sum(told is not None for told in known)
    later = max(0, n - stock.down)
    pool = stock.back + stock.strays
    out: dict[int, Fraction] = {}
    for strays in range(max(0, later - stock.back), min(later, stock.strays) + 1):
        split = Fraction(comb(stock.strays, strays) * comb(stock.back, later - strays), comb(pool, later))
        mine = _hypergeometric(stock.size, stock.hits, first + strays)
        theirs = _hypergeometric(stock.back, stock.back_hits, later - strays)
        for a, one in mine.items():
            for b, other in theirs.items():
                out[sure + a + b] = out.get(sure + a + b, Fraction(0)) + split * one * other
    return out


def _hypergeometric(size: int, hits: int, drawn: int) -> dict[int, Fraction]:
    whole = comb(size, drawn)
    ways = {k: comb(hits, k) * comb(size - hits, drawn - k) for k in range(min(hits, drawn) + 1)}
    return {k: Fraction(count, whole) for k, count in ways.items() if count}


def wait_law(state: Position, wanted: Wanted, k: int) -> Table[int]:
    """Return the law of the draw that brings the k-th card of a kind; 0 is "never before the game is lost"."""
    found = stocks(state, wanted)
    most = min(available(state, stock) for stock in found)
    before, out = Fraction(0), {}
    for n in range(1, most + 1):
        now = _drawn(state, found, n).where(lambda hits: hits >= k)
        out[n] = now - before
        before = now
    return tabled({n: chance for n, chance in {**out, 0: 1 - before}.items() if chance})


def left_law(box: Box, state: Position, wanted: Wanted) -> Table[int]:
    """Return the law of how many cards of a kind lie outside the Hollow.

    Raises:
        EditionIncompleteError: the box does not tell which cards are of the kind.
    """
    total = sum(count for kind, count in box.deck.pairs if wanted.shows(kind))
    out: dict[int, Fraction] = {}
    for stock in stocks(state, wanted):
        for lost, chance in _hypergeometric(stock.size, stock.hits, stock.hollow).items():
            left = total - stock.tossed - lost
            out[left] = out.get(left, Fraction(0)) + stock.weight * chance
    return tabled(dict(sorted(out.items())))
