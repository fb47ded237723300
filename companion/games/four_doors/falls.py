"""The exact law of Shadow cards that fall on a tower, by counting ways to draw rather than by walking through orders.

A Shadow card only matters by its mark. What a door has become depends on how many cards came to its left and to its
right, not on their order: every card beyond what a side holds pushes the door once, the first push flips an open door,
the next one shuts it. So each door has a polynomial whose coefficients count the ways to draw so many of its cards, and
the product over the doors counts the ways for the tower. Order matters only for a door that is shut without its relic,
because the game ends there: these endings are counted card by card, as the ways that were harmless until then times
the cards that end it.

Two stocks are drawn from: the unseen cards, and the told cards of the discard pile once it has been shuffled.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from typing import Literal, NamedTuple, TypeAlias

Mark: TypeAlias = tuple[str, str]
"""Door and side of a shadow mark."""

View: TypeAlias = Literal["all", "status", "left", "right"]
"""What is told apart of a door: nothing; what became of it; how many cards came to its left, or to its right."""

Ending: TypeAlias = tuple[tuple[Hashable, ...], str]
"""What is told apart of each door, and what lost the game: "", a door, "skull" or "cards"."""

STANDS, FLIPPED, SHUT, LOST = "", "flipped", "shut", "lost"
"""What becomes of a door: nothing, flipped, shut with its relic found, shut without."""

Ways: TypeAlias = tuple[tuple[int, int], ...]
"""A polynomial: positions (see `_Grid`) with the ways to get there."""


class Side(NamedTuple):
    """One side of a door.

    Args:
        room: Shadow cards that it still holds; negative where more have come than it holds.
        unseen: cards of its mark among the unseen ones.
        discard: cards of its mark in the told part of the discard pile.
        came: cards that have come to it already.
    """

    room: int
    unseen: int = 0
    discard: int = 0
    came: int = 0

    def after(self) -> Side:
        """Return the side after a card whose mark was known beforehand."""
        return self._replace(room=self.room - 1, came=self.came + 1)


class Gate(NamedTuple):
    """A door that stands, as far as falling shadows are concerned."""

    name: str
    left: Side
    right: Side
    half: bool = False
    found: bool = False

    @property
    def bears(self) -> int:
        """Pushes that it takes to shut it."""
        return 1 if self.half else 2

    def pushes(self, left: int, right: int) -> int:
        """Return how many of so many cards a side push at the door."""
        return max(0, left - self.left.room) + max(0, right - self.right.room)


class Run(NamedTuple):
    """Which Shadow cards are turned until the end.

    Args:
        first: from the pile, one by one: a mark that was known beforehand, or None for any unseen card.
        second: how many are turned after the discard pile was shuffled.
        pool: cards in that new pile.
        strays: how many of those are unseen cards: discards that nobody told.
        end: what ends the game after them all: "", "skull" or "cards".
        rises: how often the Shadow Level has risen.
    """

    first: tuple[Mark | None, ...] = ()
    second: int = 0
    pool: int = 0
    strays: int = 0
    end: str = ""
    rises: int = 0

    @property
    def random(self) -> int:
        """Shadow cards from the pile whose mark was not known beforehand."""
        return self.first.count(None)


class Deal(NamedTuple):
    """The cards that may come.

    Args:
        gates: the doors that stand.
        others: unseen cards that touch no standing door.
        other_discards: told discards that touch none.
        loose: Shadow cards that came before and nobody named. They have not lost the game.
    """

    gates: tuple[Gate, ...]
    others: int = 0
    other_discards: int = 0
    loose: int = 0

    @property
    def unseen(self) -> int:
        """All unseen cards."""
        return self.others + sum(gate.left.unseen + gate.right.unseen for gate in self.gates)

    @property
    def discards(self) -> int:
        """All told discards."""
        return self.other_discards + sum(gate.left.discard + gate.right.discard for gate in self.gates)

    def after(self, mark: Mark) -> Deal:
        """Return the deal after a Shadow card of a known mark; marks of vanished doors do nothing."""
        name, side = mark
        gates = tuple(_hit(gate, side) if gate.name == name else gate for gate in self.gates)
        return self._replace(gates=gates)


def _hit(gate: Gate, side: str) -> Gate:
    return gate._replace(left=gate.left.after()) if side == "left" else gate._replace(right=gate.right.after())


class Law(NamedTuple):
    """Integer weights of endings over `scale`. They add up to it, less the ways in which loose cards lost the game."""

    weights: dict[Ending, int]
    scale: int


# --------------------------------------------------------------------------------------------------------- polynomials


class _Grid(NamedTuple):
    """How polynomials in two variables are laid out: position = unseen * stride + discard, up to the two bounds.

    The stride leaves room for the sum of two discard exponents, so that adding positions multiplies monomials.
    """

    unseen: int
    discard: int

    @property
    def stride(self) -> int:
        return 2 * self.discard + 1

    def at(self, unseen: int, discard: int) -> int:
        return unseen * self.stride + discard


def _times(one: Ways, other: Ways, grid: _Grid) -> Ways:
    """Multiply, leaving out what lies beyond the grid."""
    stride, bound = grid.stride, grid.discard
    size = (grid.unseen + 1) * stride
    out = [0] * size
    for i, ways in one:
        for j, more in other:
            if i + j >= size:
                break
            out[i + j] += ways * more
    if not bound:
        return tuple([(i, ways) for i, ways in enumerate(out) if ways])
    return tuple([(i, ways) for i, ways in enumerate(out) if ways and i % stride <= bound])


def _at(one: Ways, other: Ways, position: int) -> int:
    """Return one coefficient of a product."""
    values = dict(other)
    return sum(ways * values.get(position - i, 0) for i, ways in one)


class _Draws(NamedTuple):
    """So many cards of a door: from the unseen ones and the discards, to its left and its right."""

    left: int
    left_back: int
    right: int
    right_back: int


def _draws(gate: Gate, grid: _Grid) -> Iterator[tuple[_Draws, int, int]]:
    """Yield draws of a door with their position and their ways."""
    left, right = gate.left, gate.right
    for a in range(min(left.unseen, grid.unseen) + 1):
        for b in range(min(left.discard, grid.discard) + 1):
            ways = comb(left.unseen, a) * comb(left.discard, b)
            for c in range(min(right.unseen, grid.unseen - a) + 1):
                more = ways * comb(right.unseen, c)
                for d in range(min(right.discard, grid.discard - b) + 1):
                    yield _Draws(a, b, c, d), grid.at(a + c, b + d), more * comb(right.discard, d)


def _seen(gate: Gate, view: View, left: int, right: int) -> Hashable:
    """Return what is told apart of a door to which so many cards came."""
    if view == "all":
        return None
    if view in ("left", "right"):
        return left + gate.left.came if view == "left" else right + gate.right.came
    pushes = gate.pushes(left, right)
    if pushes >= gate.bears:
        return SHUT if gate.found else LOST
    return FLIPPED if pushes else STANDS


_Family: TypeAlias = Mapping[Hashable, Ways]


def _sorted(family: dict[Hashable, dict[int, int]]) -> _Family:
    return {seen: tuple(sorted(ways.items())) for seen, ways in family.items()}


@lru_cache(maxsize=4096)
def _alive(gate: Gate, grid: _Grid, view: View) -> _Family:
    """Return the ways in which a door has not lost the game, by what is told apart of it."""
    out: dict[Hashable, dict[int, int]] = {}
    for draws, position, ways in _draws(gate, grid):
        left, right = draws.left + draws.left_back, draws.right + draws.right_back
        if gate.found or gate.pushes(left, right) < gate.bears:
            here = out.setdefault(_seen(gate, view, left, right), {})
            here[position] = here.get(position, 0) + ways
    return _sorted(out)


Stock: TypeAlias = Literal["unseen", "discard", "known"]
"""Where the next card comes from; of a known one there is a single way."""


@lru_cache(maxsize=4096)
def _fatal(gate: Gate, grid: _Grid, view: View, stock: Stock, sides: tuple[str, ...]) -> _Family:
    """Return the ways in which a door stands, times those in which the next card shuts it without its relic."""
    out: dict[Hashable, dict[int, int]] = {}
    for draws, position, ways in () if gate.found else _draws(gate, grid):
        left, right = draws.left + draws.left_back, draws.right + draws.right_back
        if gate.pushes(left, right) != gate.bears - 1:
            continue
        for side in sides:
            after = (left + 1, right) if side == "left" else (left, right + 1)
            if gate.pushes(*after) == gate.bears:
                here = out.setdefault(_seen(gate, view, *after), {})
                here[position] = here.get(position, 0) + ways * _next(gate, draws, side, stock)
    return _sorted({seen: {i: n for i, n in ways.items() if n} for seen, ways in out.items()})


def _next(gate: Gate, draws: _Draws, side: str, stock: Stock) -> int:
    """Return how many cards of a side are left in a stock."""
    if stock == "known":
        return 1
    here = gate.left if side == "left" else gate.right
    if stock == "unseen":
        return here.unseen - (draws.left if side == "left" else draws.right)
    return here.discard - (draws.left_back if side == "left" else draws.right_back)


# ------------------------------------------------------------------------------------------------------------- moments


class _Moment(NamedTuple):
    """A next card, for ways at one position of the grid.

    Args:
        position: where.
        chance: weight of one way.
        stock: where the card comes from.
        mark: the mark that was known beforehand.
    """

    position: tuple[int, int]
    chance: Fraction
    stock: Stock
    mark: Mark | None = None


def _spread(deal: Deal, run: Run, turned: int) -> Iterator[tuple[int, int, Fraction]]:
    """Yield how many unseen cards and discards the first `turned` cards of the new pile may bring, with the weight of
    a way."""
    drawn = deal.loose + run.random
    for strays in range(min(turned, run.strays) + 1):
        others = turned - strays
        if others > run.pool - run.strays:
            continue
        law = Fraction(
            comb(run.strays, strays) * comb(run.pool - run.strays, others),
            comb(run.pool, turned) * comb(deal.unseen, drawn + strays) * comb(deal.discards, others),
        )
        yield strays, others, law


def _later(deal: Deal, run: Run) -> Iterator[_Moment]:
    """Yield the next cards after the discard pile was shuffled."""
    drawn = deal.loose + run.random
    for turned in range(run.second):
        left = run.pool - turned
        for strays, others, chance in _spread(deal, run, turned):
            place = (drawn + strays, others)
            if run.strays > strays:
                share = Fraction(run.strays - strays, left * (deal.unseen - drawn - strays))
                yield _Moment(place, chance * share, "unseen")
            if run.pool - run.strays > others:
                share = Fraction(run.pool - run.strays - others, left * (deal.discards - others))
                yield _Moment(place, chance * share, "discard")


def _stretches(deal: Deal, run: Run) -> Iterator[tuple[Deal, list[_Moment]]]:
    """Yield the next cards in stretches: each known card ends one, as its door is another one afterwards."""
    moments: list[_Moment] = []
    drawn = deal.loose
    for mark in run.first:
        if mark is None:
            moments.append(_Moment((drawn, 0), Fraction(1, comb(deal.unseen, drawn) * (deal.unseen - drawn)), "unseen"))
            drawn += 1
            continue
        yield deal, [*moments, _Moment((drawn, 0), Fraction(1, comb(deal.unseen, drawn)), "known", mark)]
        moments, deal = [], deal.after(mark)
    yield deal, [*moments, *_later(deal, run)]


# ----------------------------------------------------------------------------------------------------------------- law


def law(deal: Deal, run: Run, views: Mapping[str, View] | None = None) -> Law:
    """Return the law of how the Shadow cards end. The fall stops where a door is shut without its relic.

    Args:
        deal: doors and cards.
        run: which cards are turned.
        views: what is told apart of a door, by name; of the others nothing. By default the status of all.

    """
    views = views if views is not None else {gate.name: "status" for gate in deal.gates}
    parts: list[tuple[Ending, Fraction, int]] = []
    last = deal
    for stretch, moments in _stretches(deal, run):
        parts += _losses(stretch, moments, views)
        last = stretch
    parts += _survivals(last, run, views)
    scale = lcm(*(chance.denominator for _, chance, _ in parts)) if parts else 1
    weights: dict[Ending, int] = {}
    for ending, chance, ways in parts:
        weights[ending] = weights.get(ending, 0) + ways * chance.numerator * (scale // chance.denominator)
    weights = {ending: weight for ending, weight in weights.items() if weight}
    return Law(weights, scale)


_Products: TypeAlias = dict[tuple[Hashable, ...], Ways]


def _product(one: _Products, family: _Family, grid: _Grid) -> _Products:
    return {(*seen, more): _times(ways, other, grid) for seen, ways in one.items() for more, other in family.items()}


def _rest(deal: Deal, grid: _Grid) -> Ways:
    """Return the ways to draw cards that touch no door."""
    return tuple(
        (grid.at(x, y), comb(deal.others, x) * comb(deal.other_discards, y))
        for x in range(min(deal.others, grid.unseen) + 1)
        for y in range(min(deal.other_discards, grid.discard) + 1)
    )


def _families(deal: Deal, grid: _Grid, views: Mapping[str, View]) -> list[_Family]:
    return [_alive(gate._replace(name=""), grid, views.get(gate.name, "all")) for gate in deal.gates]


def _losses(
    deal: Deal, moments: Sequence[_Moment], views: Mapping[str, View]
) -> Iterator[tuple[Ending, Fraction, int]]:
    """Yield the endings in which one of the next cards shuts a door whose relic is not found."""
    if not moments:
        return
    grid = _Grid(max(m.position[0] for m in moments), max(m.position[1] for m in moments))
    families = _families(deal, grid, views)
    for n, gate in enumerate(deal.gates):
        fatal = {
            key: _fatal(gate._replace(name=""), grid, views.get(gate.name, "all"), *key)
            for key in {_key(m, gate) for m in moments}
        }
        if not any(fatal.values()):
            continue
        others: _Products = {(): _rest(deal, grid)}
        for other in (*families[:n], *families[n + 1 :]):
            others = _product(others, other, grid)
        for key, family in fatal.items():
            now = [m for m in moments if _key(m, gate) == key]
            yield from _fatal_parts(others, family, now, grid, n, gate.name)


def _key(moment: _Moment, gate: Gate) -> tuple[Stock, tuple[str, ...]]:
    if moment.mark is None:
        return moment.stock, ("left", "right")
    return moment.stock, (moment.mark[1],) if moment.mark[0] == gate.name else ()


def _fatal_parts(
    others: _Products, family: _Family, moments: Sequence[_Moment], grid: _Grid, n: int, name: str
) -> Iterator[tuple[Ending, Fraction, int]]:
    wanted = [(grid.at(*moment.position), moment.chance) for moment in moments]
    for seen, ways in others.items():
        for mine, fatal in family.items():
            both = dict(_times(ways, fatal, grid))
            for position, chance in wanted:
                if position in both:
                    yield ((*seen[:n], mine, *seen[n:]), name), chance, both[position]


def _survivals(deal: Deal, run: Run, views: Mapping[str, View]) -> Iterator[tuple[Ending, Fraction, int]]:
    """Yield the endings in which every Shadow card was turned."""
    drawn = deal.loose + run.random
    places = list(_spread(deal, run, run.second))
    grid = _Grid(drawn + max(x for x, _, _ in places), max(y for _, y, _ in places))
    products: _Products = {(): _rest(deal, grid)}
    families = _families(deal, grid, views)
    # Of the last product only a few coefficients are wanted.
    last = families.pop() if families else {}
    for family in families:
        products = _product(products, family, grid)
    for seen, ways in products.items():
        for strays, others, chance in places:
            position = grid.at(drawn + strays, others)
            if not deal.gates:
                yield (seen, run.end), chance, dict(ways).get(position, 0)
            for mine, other in last.items():
                yield ((*seen, mine), run.end), chance, _at(ways, other, position)


def harmless(deal: Deal, run: Run) -> tuple[Fraction, Fraction]:
    """Return the chances that no door is shut without its relic: after everything, and after the loose cards alone."""
    after = deal
    for mark in run.first:
        after = after.after(mark) if mark is not None else after
    whole = sum((chance * ways for _, chance, ways in _survivals(after, run, {})), Fraction(0))
    if not deal.loose:
        return whole, Fraction(1)
    return whole, sum((chance * ways for _, chance, ways in _survivals(deal, Run(), {})), Fraction(0))


def forget() -> None:
    """Drop what is remembered of doors that were reckoned before; only for measuring."""
    _alive.cache_clear()
    _fatal.cache_clear()
