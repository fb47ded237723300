"""4 KEYS with four small decks in a known order, told by halves; chances by laying each deck out in every order.

A deck is dealt from the front, so the card in place i is the i-th that leaves its pile, wherever it then goes. What was
told of it stays with its place. Every order of the deck that agrees with what was told is equally likely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations
from math import prod
from random import Random
from typing import Any

from companion.engine.edition import Edition
from companion.engine.game import TABLE, Move
from companion.engine.game import Seat as Player
from companion.engine.rulebook import load
from companion.games.four_keys.cards import Door, Key, Start, door, is_ajar, key
from companion.games.four_keys.dungeon import DoorCell, KeyCell, StartCell
from companion.games.four_keys.moves import HAND, PILES, Open, Place, Renew, Reveal, Take
from companion.games.four_keys.rules import FourKeys
from companion.games.four_keys.state import Position

Card = Any
Told = frozenset[tuple[str, str]]
"""What was told of a card: ("room", "box"), ("needs", "H"), ("face", "HL"), or which card it is ("all", ...)."""

STARTS = (Start("H", ("a2", "a3")), Start("LX", ("b1", "c1")))
DECKS: tuple[tuple[Card, ...], ...] = (
    (door(1, "box", "H"), door(1, "box", "H"), door(1, "trap", "HL"), door(1, "ajar3"), door(1, "larder", "LL")),
    (key(1, "H", "L"), key(1, "H", "L"), key(1, "H", "C"), key(1, "X", "X"), key(1, "C", "X")),
    (door(2, "compass", "C"), door(2, "compass", "HX"), door(2, "chest", "HX"), door(2, "monster", "X")),
    (key(2, "HH", "C"), key(2, "HL", "CX"), key(2, "L", "XX"), key(2, "HH", "LX"), key(2, "C", "H")),
)


def small_box() -> FourKeys:
    """The game with a box of 21 cards."""
    cards = (*STARTS, *(card for deck in DECKS for card in deck))
    ids = tuple(f"c{number}" for number in range(len(cards)))
    return FourKeys(Edition("four-keys", "small", "Small box", True, cards, ids), load("four-keys"))


def facts(card: Card) -> list[tuple[str, str]]:
    """Everything printed on a card of a pile."""
    if isinstance(card, Key):
        return [("face", card.a or ""), ("face", card.b or "")]
    return [("room", card.room), ("needs", card.needs)]


def agrees(card: Card, told: Told) -> bool:
    """Say whether a card is as it was told."""
    return told <= {*facts(card), ("all", str(card))}


class SmallGame:
    """A random game in which each thing seen is told in full, in part, or not at all, by lot.

    Args:
        seed: of the decks, the moves and what is told.
        telling: how likely something seen is told at all.
    """

    def __init__(self, seed: int, telling: float = 0.7) -> None:
        self.rng = Random(seed)
        self.telling = telling
        self.game = small_box()
        self.state: Position = self.game.setup([Player("ana", "Ana"), Player("bo", "Bo")], {"acolyte_renew": True})
        self.decks = [self.rng.sample(deck, len(deck)) for deck in DECKS]
        self.told: list[list[Told]] = [[frozenset()] * len(deck) for deck in DECKS]
        self.gone = [0, 0, 0, 0]
        self.lies: dict[tuple[str, int], tuple[int, int]] = {}
        self._orders: dict[tuple[int, tuple[Told, ...]], list[tuple[Card, ...]]] = {}

    def play(self, turns: int) -> None:
        """Play some turns, as long as every pile keeps two cards."""
        for _ in range(turns):
            self.see()
            if min(pile.down for pile in self.state.piles) < 3:
                return
            self.turn()
        self.see()

    def do(self, move: Move) -> None:
        verdict = self.game.check(self.state, move)
        assert verdict.legal, (move, verdict.reason)
        self.state = self.game.apply(self.state, move)

    # --------------------------------------------------------------------- telling

    def see(self) -> None:
        """Tell what the table is asked for, or not."""
        while self.game.actor(self.state) == TABLE:
            word, *rest = self.state.pending[0].split()
            if word in PILES:
                pile = PILES.index(word)
                self.do(Reveal(pile, self.tell(pile, self.gone[pile], Door(0), 0.5)))
            elif word == "room":
                self.behind(*rest)
            else:
                self.do(self.rng.choice(list(self.game.legal(self.state))))

    def tell(self, pile: int, place: int, known: Card, whole: float) -> Card | None:
        """Return as much of a card as is told now, and remember it."""
        card = self.decks[pile][place]
        if self.rng.random() >= self.telling:
            return None
        if self.rng.random() < whole or (isinstance(card, Door) and is_ajar(card.room)):
            self.told[pile][place] = frozenset([("all", str(card))])
            return card
        what, value = self.rng.choice(facts(card))
        if self.told[pile][place]:
            return None
        self.told[pile][place] = frozenset([(what, value)])
        return Key(card.level, value) if what == "face" else Door(card.level, **{what: value})

    def behind(self, seat: str, cell: str) -> None:
        """Tell the room of a door that has opened, or not."""
        moves = [move for move in self.game.legal(self.state) if isinstance(move, Open)]
        pile, place = self.lies[seat, moves[0].cell]
        card = self.decks[pile][place]
        says = card.room if self.rng.random() < self.telling else ""
        if says:
            self.told[pile][place] |= {("room", says)}
        self.do(next(move for move in moves if move.room == says))

    # ---------------------------------------------------------------------- moving

    def turn(self) -> None:
        """Take a card and place it, now and then after a renewal; sometimes tell late what is in hand."""
        state = self.state
        if state.to_point or self.rng.random() < 0.15:
            moves = [m for m in self.game.legal(state) if state.to_point or isinstance(m, Renew)]
            if moves:
                self.renew_or_point(self.rng.choice(moves))
                return
        move = self.rng.choice([m for m in self.game.legal(state) if isinstance(m, Take)])
        self.do(move)
        place = self.gone[move.pile]
        self.gone[move.pile] += 1
        if self.rng.random() < 0.3 and self.game.check(self.state, Reveal(HAND, self.decks[move.pile][place])):
            self.do(Reveal(HAND, self.decks[move.pile][place]))
            self.told[move.pile][place] = frozenset([("all", str(self.decks[move.pile][place]))])
        self.place(move.pile, place)

    def renew_or_point(self, move: Move) -> None:
        self.do(move)
        if isinstance(move, Renew):
            self.gone = [gone + 1 for gone in self.gone]

    def place(self, pile: int, place: int) -> None:
        """Lay the card in hand on any space, a Key with either side up; a side that is seen is often told."""
        hand = self.state.hand
        assert hand is not None
        cell = self.rng.choice(self.state.player(hand.seat).dungeon.holes())
        face, card = "", self.decks[pile][place]
        if isinstance(card, Key) and (self.rng.random() < self.telling or (hand.card is not None and hand.card.known)):
            face = self.rng.choice((card.a, card.b)) or ""
            self.told[pile][place] |= {("face", face)}
        self.lies[hand.seat, cell] = pile, place
        self.do(Place(cell, face))

    # -------------------------------------------------------------------- counting

    def orders(self, pile: int) -> list[tuple[Card, ...]]:
        """Every order of a deck that agrees with what was told of each place."""
        known = pile, tuple(self.told[pile])
        if known not in self._orders:
            self._orders[known] = [
                order
                for order in permutations(self.decks[pile])
                if all(agrees(card, told) for card, told in zip(order, self.told[pile], strict=True))
            ]
        return self._orders[known]

    def next_place(self, pile: int) -> int:
        """The place of the next card that nobody has told anything of: the top itself, where it was skipped."""
        return self.gone[pile] + (self.state.piles[pile].top not in ("?", "!"))

    def chance(self, pile: int, n: int, good: Callable[[tuple[Card, ...]], bool]) -> Fraction:
        """The chance that the next cards of a pile are good."""
        orders, at = self.orders(pile), self.next_place(pile)
        return Fraction(sum(good(order[at : at + n]) for order in orders), len(orders))

    def renewal(self, good: Callable[[Card], bool]) -> Fraction:
        """The chance that a renewal, which removes all four first cards, uncovers at least one good card."""
        misses = []
        for pile, gone in enumerate(self.gone):
            orders = [order for order in self.orders(pile) if gone + 1 < len(order)]
            misses.append(Fraction(sum(not good(order[gone + 1]) for order in orders), len(orders)) if orders else 1)
        return 1 - prod(misses)

    def closed(self) -> Iterator[tuple[str, int, str]]:
        """Yield seat, cell and requirement of every closed door whose requirement is told."""
        for player in self.state.players:
            for at in player.dungeon.closed():
                needs = getattr(player.dungeon.cells[at], "needs", None)
                if needs is not None:
                    yield player.handle, at, needs


def shows(card: Card, shape: str) -> int:
    """How many of a symbol a Key shows on its better side, or a Door needs."""
    if isinstance(card, Key):
        return max((card.a or "").count(shape), (card.b or "").count(shape))
    return (card.needs or "").count(shape)


def opens(state: Position, seat: str, at: int, card: Card) -> bool:
    """Say whether a Key opens a door if it is laid on some space with some side up: every way is tried."""
    if not isinstance(card, Key):
        return False
    dungeon = state.player(seat).dungeon
    return any(
        _open_now(dungeon.put(hole, KeyCell(face)).cells, at) for hole in dungeon.holes() for face in (card.a, card.b)
    )


def _open_now(cells: tuple[Any, ...], at: int) -> bool:
    cell = cells[at]
    assert isinstance(cell, DoorCell | StartCell)
    lines = [other for i, other in enumerate(cells) if i != at and (i // 7 == at // 7 or i % 7 == at % 7)]
    there = "".join(other.shows or "" for other in lines if isinstance(other, KeyCell))
    return all(there.count(shape) >= (cell.needs or "").count(shape) for shape in "HLCX")
