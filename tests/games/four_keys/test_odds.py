"""Odds of 4 KEYS against dealing small decks in every order, against icepool, and on what a new box knows."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import icepool
import pytest
from msgspec.structs import replace

from companion.engine.edition import Edition
from companion.engine.errors import (
    EditionIncompleteError,
)
from companion.engine.game import Question, Seat
from companion.engine.piles import UNTOLD, Multiset
from companion.engine.rulebook import load
from companion.games.four_keys.cards import SHAPES, Door, Key, Start, door, key
from companion.games.four_keys.dungeon import (
    CENTRE,
    DoorCell,
    KeyCell,
    StartCell,
    cell_name,
    cell_number,
)
from companion.games.four_keys.moves import PILES
from companion.games.four_keys.odds import _below
from companion.games.four_keys.rules import FourKeys
from companion.games.four_keys.state import Position
from tests.games.four_keys.following import follow, practice
from tests.oracle.four_keys_odds import chance, opens, symbols_on

pytestmark = pytest.mark.clause("four-keys.components.cards")

DOORS_1 = (door(1, "box", "H"), door(1, "box", "H"), door(1, "trap", "HL"), door(1, "ajar3"), door(1, "larder", "LL"))
DOORS_2 = (door(2, "compass", "C"), door(2, "compass", "CX"), door(2, "chest", "HX"), door(2, "monster", "X"))
KEYS_1 = (key(1, "H", "L"), key(1, "H", "C"), key(1, "X", "X"), key(1, "C", "L"), key(1, "H", "X"))
KEYS_2 = (key(2, "HH", "C"), key(2, "HL", "CX"), key(2, "L", "XX"), key(2, "HC", "LX"), key(2, "CC", "H"))
STARTS = (Start("H", ("a2", "a3")), Start("LX", ("b1", "c1")))


@cache
def tiny() -> FourKeys:
    """A box of nineteen cards."""
    cards = (*STARTS, *DOORS_1, *KEYS_1, *DOORS_2, *KEYS_2)
    ids = tuple(f"c{i}" for i in range(len(cards)))
    return FourKeys(Edition("four-keys", "tiny", "Tiny box", True, cards, ids), load("four-keys"))


def partly(card: Door | Key, rng: Random) -> Door | Key:
    """Leave some of a card untold."""
    if isinstance(card, Key):
        return Key(card.level, card.a if rng.random() < 0.7 else card.b)
    return Door(card.level, *((card.room, None) if rng.random() < 0.5 and card.needs else (None, card.needs)))


def tiny_position(seed: int) -> Position:
    """A position of the tiny box in which cards lie told, partly told and untold in two dungeons."""
    rng = Random(seed)
    state = tiny().setup((Seat("ana", "Ana"), Seat("bo", "Bo")), {})
    piles = []
    spaces = {seat: [cell_number(name) for name in ("c4", "e4", "d5", "d3")] for seat in ("ana", "bo")}
    for seat, start in zip(("ana", "bo"), STARTS, strict=True):
        laid = state.player(seat).dungeon.put(CENTRE, StartCell(start.marked, start.needs))
        state = state.with_dungeon(seat, laid)
    for pile in state.piles:
        order = list(pile.unseen)
        rng.shuffle(order)
        told, hidden = order.pop(), order.pop()
        seat = rng.choice(("ana", "bo"))
        where = spaces[seat].pop(rng.randrange(len(spaces[seat])))
        shown = partly(hidden, rng) if rng.random() < 0.8 else hidden
        what = (
            KeyCell(shown.a, None, shown.level)
            if isinstance(shown, Key)
            else DoorCell(shown.level, shown.room, shown.needs)
        )
        state = state.with_dungeon(seat, state.player(seat).dungeon.put(where, what))
        known = isinstance(shown, Door) and shown.known
        unseen = Multiset.of([*order, *([] if known else [hidden])])
        top = told if rng.random() < 0.7 else UNTOLD
        unseen = unseen if top is told else unseen.add(told)
        piles.append(replace(pile, down=len(order) + 1, top=top, unseen=unseen))
    return replace(state, piles=tuple(piles), order=("ana", "bo", "ana*", "bo*"), pending=())


def ask(state: Position, name: str, game: FourKeys | None = None, **params: object) -> Fraction:
    odds = (game or tiny()).answer(state, Question(name, "", tuple((k, str(v)) for k, v in params.items())))
    assert 0 <= odds.fraction <= 1
    assert odds.formula.doit() == odds.value
    return odds.fraction


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.clause("four-keys.components.copies", "four-keys.opening.requirement")
def test_the_next_top_as_by_dealing_in_every_order(seed):
    state = tiny_position(seed)
    for pile in (0, 2):
        assert ask(state, "next-room", pile=PILES[pile], room="box") == chance(
            state, pile, 1, lambda c: c[0].room == "box"
        )
        assert ask(state, "next-needs", pile=PILES[pile], needs="xc") == chance(
            state, pile, 1, lambda c: c[0].needs == "CX"
        )
    for pile, shape in product(range(4), SHAPES):
        expected = chance(state, pile, 1, lambda c, shape=shape: symbols_on(c[0], shape) > 0)
        assert ask(state, "next-symbol", pile=PILES[pile], symbol=shape) == expected


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.clause("four-keys.placement.key-side")
def test_symbols_among_the_next_tops_as_by_dealing_in_every_order(seed):
    state = tiny_position(seed)
    for pile, shape, n, k in product(range(4), "HX", (1, 2, 3), (0, 1, 2, 3)):
        if n <= _below(state, pile):
            asked = ask(state, "symbols", pile=PILES[pile], symbol=shape, k=k, n=n)
            want = chance(state, pile, n, lambda cards, k=k, shape=shape: sum(symbols_on(c, shape) for c in cards) >= k)
            assert asked == want, (pile, shape, n, k)


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.clause("four-keys.renewing.every-pile")
def test_a_renewal_as_by_dealing_four_piles(seed):
    state = tiny_position(seed)
    misses = [
        1 - chance(state, pile, 1, lambda c: isinstance(c[0], Key) and symbols_on(c[0], "H") > 0)
        for pile in range(4)
        if state.piles[pile].down > 1
    ]
    none = misses[0] * misses[1] * misses[2] * misses[3]
    assert ask(state, "renewal", symbol="H") == 1 - none
    assert ask(state, "renewal", room="compass") == chance(state, 2, 1, lambda c: c[0].room == "compass")


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.clause("four-keys.opening.row-and-column", "four-keys.opening.any-distance")
def test_a_key_that_opens_a_door_as_by_trying_every_space(seed):
    state = tiny_position(seed)
    for seat, pile in product(("ana", "bo"), (1, 3)):
        dungeon = state.player(seat).dungeon
        for at in dungeon.closed():
            if dungeon.cells[at].needs is None:
                with pytest.raises(EditionIncompleteError, match=cell_name(at)):
                    ask(state, "opens", pile=PILES[pile], door=f"{seat}:{cell_name(at)}")
                continue
            expected = chance(state, pile, 1, lambda c, at=at, d=dungeon: opens(d, at, c[0]))
            assert ask(state, "opens", pile=PILES[pile], door=f"{seat}:{cell_name(at)}") == expected


def test_a_deck_without_partial_knowledge_as_icepool_deals_it():
    state = follow(2, order="ana bo").state
    deck = icepool.Deck([symbols_on(card, "C") for card in state.piles[3].unseen])
    for n, k in product((1, 2, 4), (1, 2, 3)):
        dealt = deck.deal(n).sum()
        assert ask(state, "symbols", practice(), pile="2K", symbol="C", k=k, n=n) == Fraction(
            dealt.probability(">=", k)
        )


def test_identities():
    state = tiny_position(4)
    for pile in range(4):
        chances = [ask(state, "symbols", pile=PILES[pile], symbol="H", k=k, n=2) for k in range(6)]
        assert chances[0] == 1
        assert chances == sorted(chances, reverse=True)
    rooms = {kind.room for kind in tiny().decks[0].kinds()}
    assert sum(ask(state, "next-room", pile="1D", room=room) for room in rooms) == 1


def test_the_formula_can_be_followed():
    state = follow(2, order="ana bo").state
    odds = practice().answer(state, Question("symbols", "", (("pile", "1D"), ("symbol", "H"), ("k", "1"), ("n", "2"))))
    assert str(odds.formula) == "1 - binomial(20, 2)/binomial(28, 2)"
    assert odds.untold == ("the top of 1D",)
    assert sum(weight for _, weight in odds.table) > 0
    assert "of 28 unseen level 1 Doors" in odds.counted
