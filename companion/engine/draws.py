"""Exact laws of several next cards of a pile, some of whose cards lie elsewhere partly told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from math import comb
from typing import TypeAlias, TypeVar

from companion.engine.errors import TooFewCardsError, UnknownCardError
from companion.engine.odds import Table
from companion.engine.piles import Multiset, Pattern

T = TypeVar("T", bound=Hashable)

Places: TypeAlias = tuple[int, ...]
"""How many places of each group of patterns are filled."""
Series: TypeAlias = dict[tuple[Places, int, int], int]
"""Ways by the places that are filled, the cards that are drawn, and the sum of their values."""


def sum_law(unseen: Multiset[T], patterns: Sequence[Pattern], value: Callable[[T], int], drawn: int) -> Table[int]:
    """Return the law of the sum of a value over the next cards of a shuffled deck, drawn without replacement.

    Every order of the unseen cards is equally likely, given that some of them lie elsewhere as partly told.

    Args:
        unseen: every card that nobody has wholly told, wherever it lies.
        patterns: one for each partly told card that lies elsewhere. Places of which nothing is told need none.
        value: a whole number for each kind of card, not negative.
        drawn: how many cards are drawn.

    Raises:
        TooFewCardsError: fewer cards are left for the draw.
        UnknownCardError: the unseen cards cannot be what was told.
    """
    if len(patterns) + drawn > len(unseen):
        raise TooFewCardsError(drawn, max(0, len(unseen) - len(patterns)))
    groups = _groups(unseen, patterns)
    classes: Counter[tuple[tuple[int, ...], int]] = Counter()
    for kind, count in unseen.pairs:
        mark = tuple(g for g, (row, _) in enumerate(groups) if row[kind])
        classes[mark, value(kind)] += count
    needed = tuple(n for _, n in groups)
    series: Series = {((0,) * len(groups), 0, 0): 1}
    for (mark, worth), count in classes.items():
        series = _with_class(series, mark, worth, count, needed, drawn)
    weights: dict[int, int] = {}
    for (places, cards, total), ways in series.items():
        if places == needed and cards == drawn:
            weights[total] = weights.get(total, 0) + ways
    if not weights:
        told = ", ".join(str(pattern) for pattern in patterns)
        raise UnknownCardError(f"These cannot all be among the {len(unseen)} unseen cards: {told}.")
    return Table(dict(sorted(weights.items())))


def _groups(unseen: Multiset[T], patterns: Sequence[Pattern]) -> list[tuple[Mapping[T, bool], int]]:
    """Return patterns that fit the same cards as one group each, with their number; those that fit all say nothing."""
    kinds = tuple(unseen.kinds())
    rows = Counter(tuple(pattern.fits(kind) for kind in kinds) for pattern in patterns)
    return [(dict(zip(kinds, row, strict=True)), n) for row, n in rows.items() if not all(row)]


def _with_class(series: Series, mark: tuple[int, ...], worth: int, count: int, needed: Places, drawn: int) -> Series:
    """Return the ways with `count` alike cards more: some are drawn, some fill places of their groups, the rest do not.

    A card that fills one of several places of a group is counted once: their order is the same factor for all.
    """
    out: Series = {}
    fillings = [_fillings(mark, left, needed) for left in range(count + 1)]
    for (places, cards, total), ways in series.items():
        for taken in range(min(count, drawn - cards) + 1):
            here = ways * comb(count, taken)
            for filled, more in fillings[count - taken].items():
                sums = tuple(map(int.__add__, places, filled))
                if all(map(int.__le__, sums, needed)):
                    key = (sums, cards + taken, total + worth * taken)
                    out[key] = out.get(key, 0) + here * more
    return out


def _fillings(mark: tuple[int, ...], cards: int, needed: Places) -> dict[Places, int]:
    """Return in how many ways so many alike cards fill places of the groups that they fit."""
    ways = {(0,) * len(needed): 1}
    left = {(0,) * len(needed): cards}
    for group in mark:
        out: dict[Places, int] = {}
        rest: dict[Places, int] = {}
        for places, count in ways.items():
            for n in range(min(needed[group], left[places]) + 1):
                more = (*places[:group], n, *places[group + 1 :])
                out[more] = count * comb(left[places], n)
                rest[more] = left[places] - n
        ways, left = out, rest
    return ways
