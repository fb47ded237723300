"""Cards as they are told at a table: out of the unseen cards of their deck and back, and what may still be unseen.

Cards that nobody wholly told and the face-down pile are one population, any order of which is equally likely. What
people tell may contradict itself, or the list of the box: on the table's word a card is told that no unseen card can
be. It is refused once, as every such card is, and shown among the problems of the position from then on; but it narrows
nothing for other cards and stops nobody. Only exact odds wait until it is put right.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Protocol, TypeVar

import msgspec

from companion.engine.errors import ContradictionError, TooFewCardsError, UnknownCardError
from companion.engine.odds import Table
from companion.engine.piles import Multiset, Pattern, next_law

T = TypeVar("T", bound=Hashable)


class Card(Pattern, Hashable, Protocol):
    """A card, perhaps not wholly told."""

    @property
    def known(self) -> bool:
        """Whether everything that matters of it has been told."""
        ...


C = TypeVar("C", bound=Card)


def is_known(value: object) -> bool:
    """Say whether nothing in a value is unknown, structs and tuples included."""
    if isinstance(value, msgspec.Struct):
        return all(is_known(getattr(value, name)) for name in value.__struct_fields__)
    return all(map(is_known, value)) if isinstance(value, tuple) else value is not None


def same(one: object, other: object) -> bool:
    """Say whether two values, each with its unknowns, may be the same."""
    if one is None or other is None or one == other:
        return True
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, msgspec.Struct) and type(one) is type(other):
        return all(same(getattr(one, name), getattr(other, name)) for name in one.__struct_fields__)
    return False


class Printed(msgspec.Struct, frozen=True):
    """A card whose fields are None until somebody reads them."""

    @property
    def known(self) -> bool:
        """Whether everything printed on the card has been told."""
        return is_known(self)

    def fits(self, other: object) -> bool:
        """Say whether this card and `other`, each with its unknowns, may be the same."""
        return type(self) is type(other) and same(self, other)


def unknowns(value: Any) -> int:
    """Count the unknown cells of a card (None, or an empty text where that is what a field is until it is told)."""
    if value is None:
        return 1
    if isinstance(value, msgspec.Struct):
        return sum(map(_unknown, *_cells(value)))
    if isinstance(value, tuple):
        return sum(map(unknowns, value))
    return 0


def _cells(card: msgspec.Struct) -> tuple[list[Any], list[Any]]:
    """Return the values of a card, and what each of them is by default."""
    names, defaults = card.__struct_fields__, card.__struct_defaults__
    known: list[Any] = [None] * (len(names) - len(defaults))
    return [getattr(card, name) for name in names], known + list(defaults)


def _unknown(value: Any, default: Any) -> int:
    return 1 if value == default == "" else unknowns(value)


def best(kinds: Iterable[C], wanted: Pattern) -> C | None:
    """Return the fullest told card that may be the wanted one; None where there is none."""
    fitting = [kind for kind in kinds if wanted.fits(kind)]
    return min(fitting, key=unknowns) if fitting else None


def see(unseen: Multiset[Any], card: Card) -> Multiset[Any]:
    """Take a told card out of the unseen cards: its own kind, else the fullest told kind that it may be.

    Where every card that it could be has been seen, the unseen cards owe it.
    """
    kind = card if card in unseen else best(unseen.kinds(), card)
    return unseen.take(card if kind is None else kind)


def reveal(unseen: Multiset[Any], old: Card | None, new: Card | None) -> Multiset[Any]:
    """Return the unseen cards after a card that was told as `old` is told as `new`; None is a card not told at all."""
    if old == new:
        return unseen
    if old is not None and old.known:
        unseen = unseen.add(old)
    return see(unseen, new) if new is not None and new.known else unseen


def clash(unseen: Multiset[T], patterns: Sequence[Pattern]) -> tuple[Any, ...]:
    """Return the told cards that contradict the others, or the list of the box; none where all of them may be true.

    Args:
        unseen: every card that nobody has wholly told, wherever it lies.
        patterns: one for each partly told card.
    """
    hopeless = [pattern for pattern in patterns if not _fits_any(pattern, unseen)]
    if unseen.owing() or hopeless:
        return (*unseen.owing(), *hopeless)
    if not patterns:
        return ()
    *others, last = patterns
    try:
        law = next_law(unseen, others)
    except (UnknownCardError, TooFewCardsError):
        return tuple(patterns)
    return () if any(last.fits(kind) for kind, _ in law.items()) else tuple(patterns)


def _fits_any(pattern: Pattern, unseen: Multiset[Any]) -> bool:
    return any(pattern.fits(kind) for kind in unseen.kinds())


def agree(unseen: Multiset[Any], patterns: Sequence[Pattern]) -> None:
    """Make sure that all that was told may be true, so that something exact can be said of the rest.

    Raises:
        ContradictionError: it cannot.
    """
    found = clash(unseen, patterns)
    if found:
        raise ContradictionError(found)


def law(unseen: Multiset[T], patterns: Sequence[Pattern], untold: T) -> Table[T]:
    """Return the law of one further card, for play: what was told in contradiction narrows nothing.

    Args:
        unseen: every card that nobody has wholly told, wherever it lies.
        patterns: one for each partly told card that lies elsewhere.
        untold: a card of which nothing is told: all that can be said where no listed card is left.
    """
    bare = Multiset(unseen.pairs)
    for told in (list(patterns), [pattern for pattern in patterns if _fits_any(pattern, bare)]):
        try:
            return next_law(bare, told)
        except (ContradictionError, TooFewCardsError):
            continue
    return Table(dict(bare.pairs) or {untold: 1})


@lru_cache(maxsize=512)
def _possible(unseen: Multiset[Any], patterns: tuple[Pattern, ...]) -> frozenset[Any]:
    return frozenset(law(unseen, patterns, None))


def possible(unseen: Multiset[T], patterns: Sequence[Pattern]) -> tuple[T, ...]:
    """Return the kinds of which a copy may lie elsewhere than the partly told cards, in the order of the unseen cards.

    What was told in contradiction narrows nothing.

    Args:
        unseen: every card that nobody has wholly told, wherever it lies.
        patterns: one for each partly told card that lies elsewhere.
    """
    kinds = tuple(unseen.kinds())
    if not patterns or not kinds:
        return kinds
    left = _possible(unseen, tuple(patterns))
    return tuple(kind for kind in kinds if kind in left)
