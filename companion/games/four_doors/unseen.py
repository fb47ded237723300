"""What the unseen cards may be, for all that is told: how many of each sort lie where.

Cards that nobody told and the face-down pile are one population, any order of which is equally likely. A card that is
told in part narrows it: which sort it is decides what is left for the pile, so a position may stand for several worlds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from companion.engine.errors import ContradictionError, EditionIncompleteError
from companion.engine.piles import unpaid
from companion.engine.told import clash
from companion.games.four_doors.cards import PER_SIDE, SIDES, UNTOLD, PlayerCard
from companion.games.four_doors.falls import Mark
from companion.games.four_doors.state import Position

Label: TypeAlias = Mark | int
"""A sort of cards: a shadow mark, or how much of what is asked for a card shows."""
Labeller: TypeAlias = Callable[[PlayerCard], "Label | None"]
"""Gives the sort of a card, None where that is not told."""


class World(NamedTuple):
    """How many cards of each sort lie where.

    Args:
        weight: how likely this world is, up to a common factor.
        unseen: sort to number, of the cards in the pile and of those that nobody told, wherever they lie.
        top: the sorts of the cards known on top of the pile, the next one first; None is any unseen card.
        discard: sort to number, of the told cards that the next shuffle brings back.
        pile: unseen cards in the pile, those known on top left out.
        strays: unseen cards that the next shuffle brings back, None where every card is that does not lie open.
        loose: unseen cards among the Shadow cards.
        hollow: unseen cards in the Hollow.
        tossed: sort to number, of the told cards in the Hollow.
    """

    weight: Fraction
    unseen: Mapping[Label, int]
    top: tuple[Label | None, ...]
    discard: Mapping[Label, int]
    pile: int
    strays: int | None
    loose: int
    hollow: int
    tossed: Mapping[Label, int]

    @property
    def size(self) -> int:
        """How many unseen cards there are."""
        return sum(self.unseen.values())


def shadow_mark(card: PlayerCard) -> Mark | None:
    """Return the shadow mark of a card."""
    return (card.door, card.side) if card.door is not None and card.side is not None else None


def blank_marks(state: Position) -> bool:
    """Say whether the marks of some unseen cards are not told."""
    return any(shadow_mark(kind) is None for kind in state.unseen.kinds())


def mark_worlds(state: Position) -> list[World]:
    """Return the worlds of shadow marks; unread marks are dealt out so that there are six of each.

    Raises:
        EditionIncompleteError: there are more than six of one mark already.
        ContradictionError: the unseen cards cannot be what was told.
    """
    return worlds(state, shadow_mark, _unread(state) if blank_marks(state) else {})


def _unread(state: Position) -> dict[Label, int]:
    """Return how many of the unread marks are of each sort (four-doors.components.six-per-side)."""
    left: Counter[Label] = Counter({(name, side): PER_SIDE for name in state.tower.names for side in SIDES})
    told = [card for _, card in state.outside() if card.known] + [card for card in state.top if card.known]
    for card in (*told, *state.unseen):
        mark = shadow_mark(card)
        if mark is not None:
            left[mark] -= 1
    missing = sum(shadow_mark(kind) is None for kind in state.unseen)
    if min(left.values()) < 0 or sum(left.values()) != missing:
        raise EditionIncompleteError(
            "The marks of this box are not told, and it does not hold six of each: tell the marks of its Player cards."
        )
    return dict(left)


# -------------------------------------------------------------------------------------------------------------- worlds


class _Place(NamedTuple):
    """Where a card that is told in part lies: known on top of the pile, to be shuffled back, in the Hollow, or away."""

    where: Literal["top", "back", "hollow", "away"]
    number: int = 0


class _Part(NamedTuple):
    """A world in the making: unseen cards left in each class and of each unread mark, and what was placed so far.

    `settled` counts, by sort, the cards of classes that no card to come can be: worlds that differ in nothing else are
    one, however many cards are told in part.
    """

    left: tuple[int, ...]
    unread: tuple[int, ...]
    settled: tuple[int, ...]
    top: tuple[tuple[int, Label], ...] = ()
    back: tuple[Label, ...] = ()
    strays: int = 0
    tossed: tuple[Label, ...] = ()
    hollow: int = 0


class _Told(NamedTuple):
    """What lies open or is told in part."""

    part: list[tuple[_Place, PlayerCard]]
    discard: Counter[Label]
    tossed: Counter[Label]
    strays: int
    loose: int
    hollow: int


def worlds(state: Position, label: Labeller, unread: Mapping[Label, int]) -> list[World]:
    """Return the worlds that a position may stand for.

    Args:
        state: the position.
        label: the sort of a card; only cards whose sort is in `unread` may be without.
        unread: sort to number, of the cards whose sort nobody has read from the box: any arrangement is as likely.

    Raises:
        ContradictionError: the unseen cards cannot be what was told.
    """
    unpaid(state.unseen)
    told = _told(state, label)
    patterns = tuple(dict.fromkeys(card for _, card in told.part))
    classes: Counter[tuple[Label | None, tuple[bool, ...]]] = Counter()
    for kind, count in state.unseen.pairs:
        classes[label(kind), tuple(pattern.fits(kind) for pattern in patterns)] += count
    keys = tuple(classes)
    sorts = tuple(unread)
    read = tuple(dict.fromkeys(own for own, _ in keys if own is not None))
    parts = {_Part(tuple(classes.values()), tuple(unread.values()), (0,) * len(read)): Fraction(1)}
    for n, pattern in enumerate(patterns):
        fits = [sig[n] for _, sig in keys]
        for place, card in told.part:
            if card == pattern:
                parts = _placed(parts, place, label(card), fits, keys, sorts)
        parts = _settled(parts, [None if own is None or any(sig[n + 1 :]) else read.index(own) for own, sig in keys])
    if not parts:
        raise ContradictionError(clash(state.unseen, [card for _, card in told.part]) or patterns)
    last = _settled(parts, [None if own is None else read.index(own) for own, _ in keys])
    return [_world(state, label, told, part, weight, read, sorts) for part, weight in last.items()]


def _settled(parts: Mapping[_Part, Fraction], into: Sequence[int | None]) -> dict[_Part, Fraction]:
    """Count the cards of some classes by sort alone: `into` says where, None for a class that is kept."""
    out: dict[_Part, Fraction] = {}
    for part, weight in parts.items():
        counts = list(part.settled)
        for at, left in zip(into, part.left, strict=True):
            if at is not None:
                counts[at] += left
        kept = tuple(0 if at is not None else left for at, left in zip(into, part.left, strict=True))
        bare = part._replace(left=kept, settled=tuple(counts))
        out[bare] = out.get(bare, Fraction(0)) + weight
    return out


def _told(state: Position, label: Labeller) -> _Told:
    part: list[tuple[_Place, PlayerCard]] = []
    heaps: dict[str, Counter[Label]] = {"discard": Counter(), "hollow": Counter()}
    untold: Counter[str] = Counter()
    for where, card in state.outside():
        sort = label(card)
        if card == UNTOLD:
            untold[where] += 1
        elif not card.known:
            part.append((_lies(state, where), card))
        elif where in heaps and sort is not None:
            heaps[where][sort] += 1
    for n, card in enumerate(state.top):
        if not card.known and card != UNTOLD:
            part.append((_Place("top", n), card))
    return _Told(part, heaps["discard"], heaps["hollow"], untold["discard"], untold["shadow"], untold["hollow"])


def _lies(state: Position, where: str) -> _Place:
    if where == "hollow":
        return _Place("hollow")
    # Where hands are not followed, nobody can say which of their cards were discarded.
    return _Place("back" if where == "discard" or (not state.full and where != "shadow") else "away")


def _placed(
    parts: Mapping[_Part, Fraction],
    place: _Place,
    sort: Label | None,
    fits: Sequence[bool],
    keys: Sequence[tuple[Label | None, tuple[bool, ...]]],
    sorts: Sequence[Label],
) -> dict[_Part, Fraction]:
    """Return the parts with one more card placed that is told in part: each unseen card it may be, in turn."""
    out: dict[_Part, Fraction] = {}
    mixed = any(own is not None for own, _ in keys)
    for part, weight in parts.items():
        for i, ((own, _), fit) in enumerate(zip(keys, fits, strict=True)):
            if not fit or not part.left[i]:
                continue
            after = part._replace(left=_less(part.left, i))
            for own_sort, unread, share in _sorts(part, own, sort, sorts, mixed):
                then = _laid(after._replace(unread=unread), place, own_sort)
                out[then] = out.get(then, Fraction(0)) + weight * share * part.left[i]
    return out


def _sorts(
    part: _Part, own: Label | None, told: Label | None, sorts: Sequence[Label], mixed: bool
) -> Iterator[tuple[Label | None, tuple[int, ...], Fraction]]:
    """Yield the sorts that a card may be of, with the unread ones that are left then, and their chances.

    Args:
        part: what was placed before.
        own: the sort of the card in the box, None where nobody has read it there.
        told: what was told of it at the table.
        sorts: the unread sorts.
        mixed: whether other unseen cards are read. If not, an unread card may stay among those that nobody told.
    """
    if own is not None:
        yield own, part.unread, Fraction(1)
    elif told is None and not mixed:
        yield None, part.unread, Fraction(1)
    else:
        for at, sort in enumerate(sorts):
            if part.unread[at] and told in (None, sort):
                yield sort, _less(part.unread, at), Fraction(part.unread[at], sum(part.unread))


def _less(counts: tuple[int, ...], at: int) -> tuple[int, ...]:
    return (*counts[:at], counts[at] - 1, *counts[at + 1 :])


def _laid(part: _Part, place: _Place, sort: Label | None) -> _Part:
    """Return the part with a card of this sort at its place; one of no sort is as good as untold."""
    if place.where == "top" and sort is not None:
        return part._replace(top=(*part.top, (place.number, sort)))
    if place.where == "back":
        if sort is None:
            return part._replace(strays=part.strays + 1)
        return part._replace(back=tuple(sorted((*part.back, sort), key=str)))
    if place.where == "hollow":
        if sort is None:
            return part._replace(hollow=part.hollow + 1)
        return part._replace(tossed=tuple(sorted((*part.tossed, sort), key=str)))
    return part


def _world(
    state: Position,
    label: Labeller,
    told: _Told,
    part: _Part,
    weight: Fraction,
    read: Sequence[Label],
    sorts: Sequence[Label],
) -> World:
    unseen: Counter[Label] = Counter(dict(zip(sorts, part.unread, strict=True)))
    for own, count in zip(read, part.settled, strict=True):
        unseen[own] += count
    placed = dict(part.top)
    top = tuple(label(card) if card.known else placed.get(n) for n, card in enumerate(state.top))
    pile = state.down - sum(sort is not None for sort in top)
    strays = told.strays + part.strays if state.full else None
    discard, tossed = told.discard + Counter(part.back), told.tossed + Counter(part.tossed)
    size = sum(unseen.values())
    lying = (max(0, min(pile, size)), strays, told.loose, told.hollow + part.hollow)
    return World(weight, +unseen, top, discard, *lying, tossed)
