"""After a game: what could have been made of the very cards that were taken, and how lucky those cards were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from companion.games.four_keys.cards import Card, key
from companion.games.four_keys.completion import HINDSIGHT_BUDGET, Completion, hindsight
from companion.games.four_keys.dungeon import Cell, DoorCell, Dungeon, KeyCell, StartCell, TileCell
from companion.games.four_keys.rules import FourKeys
from companion.games.four_keys.scoring import SCORING_OPTIONS
from companion.games.four_keys.state import Position, card_at, pile_of

LUCK_DEALS = 12
"""Hands of cards that a seat's own are compared with."""
LUCK_BUDGET = 1_500
"""Looks spent on each of them, and on the own cards for the same comparison."""


class Laid(NamedTuple):
    """A card that was laid.

    Args:
        turn: 1 for the first card after the starting card.
        before: the dungeon before it, with everything that was told about it later.
        card: the card; None where nobody ever told.
        cell: where it was laid.
    """

    turn: int
    before: Dungeon
    card: Card | None
    cell: int


def laid_cards(positions: Sequence[Position], seat: str) -> tuple[Laid, ...]:
    """Return the cards that a seat laid, in order, whatever was told or put right afterwards.

    Args:
        positions: the game from its beginning to its end.
        seat: handle.
    """
    dungeons = [position.player(seat).dungeon for position in positions]
    final = dungeons[-1]
    filled: dict[int, int] = {}
    for number, (one, next_) in enumerate(pairwise(dungeons)):
        for at, (was, now) in enumerate(zip(one.cells, next_.cells, strict=True)):
            if was is None and now is not None and not isinstance(now, TileCell | StartCell):
                filled[at] = number
    order = sorted((number, at) for at, number in filled.items() if final.cells[at] is not None)
    return tuple(
        Laid(turn, _known(dungeons[number], final), _card(final.cells[at]), at)
        for turn, (number, at) in enumerate(order, start=1)
    )


def _card(cell: Cell | None) -> Card | None:
    """Return the card on a cell; a Key whose back nobody told is taken to show the same on both sides."""
    if isinstance(cell, KeyCell) and cell.shows and not cell.hides:
        return key(cell.level or 1, cell.shows, cell.shows)
    return card_at(cell) if cell is not None else None


def _known(then: Dungeon, final: Dungeon) -> Dungeon:
    """Return a dungeon as it lay then, with what is known of its cards at the end."""
    for at, (was, now) in enumerate(zip(then.cells, final.cells, strict=True)):
        if was is None or now is None or isinstance(now, TileCell):
            continue
        if isinstance(now, DoorCell):
            open_then = isinstance(was, DoorCell) and was.open
            then = then.put(at, replace(now, open=open_then, arrow=was.arrow if isinstance(was, DoorCell) else ""))
        elif isinstance(now, KeyCell):
            then = then.put(at, now)
    return then


def from_turn(
    position: Position, seat: str, laid: Sequence[Laid], turn: int, budget: int = HINDSIGHT_BUDGET
) -> Completion:
    """Return what a seat could have had from a turn on with the very cards that it took.

    Args:
        position: the end of the game.
        seat: handle.
        laid: what `laid_cards` gave.
        turn: the first turn that is played anew.
        budget: looks; where they do not suffice, `bound` says what cannot be exceeded.
    """
    later = laid[turn - 1 :]
    gold = position.player(seat).dungeon.gold
    return hindsight(later[0].before, [one.card for one in later], gold, budget=budget, **_rules(position))


def luck(game: FourKeys, position: Position, seat: str, laid: Sequence[Laid], rng: Random) -> tuple[int, int] | None:
    """Return in how many of so many deals from the same piles the cards would have made less than the own ones.

    Ties count half, rounded down. Both are searched equally briefly. None where the box is not wholly known.

    Args:
        game: the rules and the cards.
        position: the end of the game.
        seat: handle.
        laid: what `laid_cards` gave.
        rng: draws the deals.
    """
    piles = [pile_of(one.card) for one in laid]
    decks = [[kind for kind, count in deck.pairs for _ in range(count)] for deck in game.decks]
    if not laid or None in piles or not all(card.known for deck in decks for card in deck):
        return None
    own = from_turn(position, seat, laid, 1, LUCK_BUDGET).points
    gold = position.player(seat).dungeon.gold
    better = 0
    for _ in range(LUCK_DEALS):
        dealt = _deal(decks, piles, rng)
        made = hindsight(laid[0].before, dealt, gold, budget=LUCK_BUDGET, **_rules(position)).points
        better += 2 * (own > made) + (own == made)
    return better // 2, LUCK_DEALS


def _deal(decks: Sequence[Sequence[Card]], piles: Sequence[int | None], rng: Random) -> list[Card]:
    """Draw as many cards from each pile as were taken from it, in the same order of piles."""
    drawn = {pile: rng.sample(decks[pile], count) for pile, count in Counter(piles).items() if pile is not None}
    return [drawn[pile].pop() for pile in piles if pile is not None]


def _rules(position: Position) -> dict[str, bool]:
    return {name: getattr(position.rules, name) for name in SCORING_OPTIONS}


class Split(NamedTuple):
    """A margin told apart.

    Args:
        margin: points of the winner less those of the best rival.
        cards: how much of it the cards made: the difference of what each could have had with the own ones.
        laying: the rest: how much nearer the winner came to that than the rival.
    """

    margin: int
    cards: int
    laying: int


def split(points: tuple[int, int], ceilings: tuple[int, int]) -> Split:
    """Tell a margin apart.

    Args:
        points: of the winner and the rival.
        ceilings: the most that either could have made of the own cards.
    """
    margin, cards = points[0] - points[1], ceilings[0] - ceilings[1]
    return Split(margin, cards, margin - cards)
