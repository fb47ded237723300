"""Odds of 4 KEYS in random games of four small decks, told by halves, against laying every deck out in every order."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise, product

import icepool
import pytest

from companion.engine.errors import TooFewCardsError
from companion.engine.game import Question
from companion.engine.odds import Odds
from companion.games.four_keys.cards import SHAPES, Door, Key
from companion.games.four_keys.dungeon import cell_name
from companion.games.four_keys.moves import PILES, Reveal
from tests.oracle.four_keys_decks import SmallGame, opens, shows

pytestmark = [
    pytest.mark.clause("four-keys.components.cards", "four-keys.components.copies", "four-keys.renewing.gone"),
    pytest.mark.parametrize("seed", range(40)),
]


@cache
def played(seed: int) -> SmallGame:
    """A game of up to eight turns in which little to almost everything was told."""
    game = SmallGame(seed, telling=(seed % 4 + 1) / 4.5)
    game.play(seed % 9)
    return game


def ask(game: SmallGame, name: str, **params: object) -> Odds:
    return game.game.answer(game.state, Question(name, "", tuple((k, str(v)) for k, v in params.items())))


def below(game: SmallGame, pile: int) -> int:
    return len(game.decks[pile]) - game.next_place(pile)


@pytest.mark.clause("four-keys.opening.requirement")
def test_troll_news_the_next_top(seed):
    game = played(seed)
    for pile in filter(lambda pile: below(game, pile), range(4)):
        for shape in SHAPES:
            expected = game.chance(pile, 1, lambda cards, shape=shape: shows(cards[0], shape) > 0)
            assert ask(game, "next-symbol", pile=PILES[pile], symbol=shape).fraction == expected
    for pile in filter(lambda pile: below(game, pile), (0, 2)):
        for card in game.decks[pile]:
            room = game.chance(pile, 1, lambda cards, card=card: cards[0].room == card.room)
            needs = game.chance(pile, 1, lambda cards, card=card: cards[0].needs == card.needs)
            assert ask(game, "next-room", pile=PILES[pile], room=card.room).fraction == room
            assert ask(game, "next-needs", pile=PILES[pile], needs=card.needs).fraction == needs


@pytest.mark.clause("four-keys.placement.key-side")
def test_troll_news_symbols_among_the_next_tops(seed):
    game = played(seed)
    for pile, shape in product(range(4), SHAPES):
        for n, k in product(range(below(game, pile) + 1), range(5)):
            expected = game.chance(pile, n, lambda cards, k=k, shape=shape: sum(shows(c, shape) for c in cards) >= k)
            assert ask(game, "symbols", pile=PILES[pile], symbol=shape, n=n, k=k).fraction == expected, (pile, n, k)


@pytest.mark.clause("four-keys.renewing.every-pile")
def test_a_renewal(seed):
    game = played(seed)
    for room in ("box", "ajar3", "compass", "chest"):
        expected = game.renewal(lambda card, room=room: isinstance(card, Door) and card.room == room)
        assert ask(game, "renewal", room=room).fraction == expected
    for shape in SHAPES:
        expected = game.renewal(lambda card, shape=shape: isinstance(card, Key) and shows(card, shape) > 0)
        assert ask(game, "renewal", symbol=shape).fraction == expected


@pytest.mark.clause(
    "four-keys.opening.row-and-column", "four-keys.opening.any-distance", "four-keys.placement.orthogonal"
)
def test_a_door_that_opens_by_trying_every_space_and_side(seed):
    game = played(seed)
    for seat, at, _ in game.closed():
        door = f"{seat}:{cell_name(at)}"
        for pile in (1, 3):
            if below(game, pile):
                expected = game.chance(pile, 1, lambda cards, d=(seat, at): opens(game.state, *d, cards[0]))
                assert ask(game, "opens", pile=PILES[pile], door=door).fraction == expected
        expected = game.renewal(lambda card, d=(seat, at): opens(game.state, *d, card))
        assert ask(game, "renewal", door=door).fraction == expected


def test_scipy_7837_at_least_is_not_more_than(seed):
    """P(>= 0) is 1, P(>= k) falls, and P(>= k) - P(>= k + 1) is what the table says of k."""
    game = played(seed)
    for pile, shape in product(range(4), "HX"):
        n = min(2, below(game, pile))
        answers = [ask(game, "symbols", pile=PILES[pile], symbol=shape, n=n, k=k) for k in range(7)]
        chances = [answer.fraction for answer in answers]
        table = dict(answers[0].table)
        total = sum(table.values())
        assert (chances[0], chances[-1]) == (1, 0)
        for k, (here, more) in enumerate(pairwise(chances)):
            assert here - more == Fraction(table.get(str(k), 0), total)


def test_rooms_and_requirements_sum_to_one(seed):
    game = played(seed)
    for pile in filter(lambda pile: below(game, pile), (0, 2)):
        rooms, needs = ({getattr(card, name) for card in game.decks[pile]} for name in ("room", "needs"))
        assert sum(ask(game, "next-room", pile=PILES[pile], room=room).fraction for room in rooms) == 1
        assert sum(ask(game, "next-needs", pile=PILES[pile], needs=word).fraction for word in needs) == 1


def test_telling_the_top_and_averaging_gives_the_chance_before(seed):
    """The answers after each card that an untold top may be, by their chances, average to the answer before."""
    game = played(seed)
    for pile in filter(lambda pile: game.state.piles[pile].top == "?" and below(game, pile) > 1, range(4)):
        question = Question("next-symbol", "", (("pile", PILES[pile]), ("symbol", "H")))
        mean = Fraction(0)
        for card in set(game.decks[pile]):
            weight = game.chance(pile, 1, lambda cards, card=card: cards[0] == card)
            if weight:
                told = game.game.apply(game.state, Reveal(pile, card))
                mean += weight * game.game.answer(told, question).fraction
        assert game.game.answer(game.state, question).fraction == mean


def test_hearthstone_deck_tracker_1537_more_than_there_are_names_both_numbers(seed):
    game = played(seed)
    for pile in range(4):
        there = below(game, pile)
        with pytest.raises(TooFewCardsError, match=f"draw {there + 1} of {there} cards") as caught:
            ask(game, "symbols", pile=PILES[pile], symbol="H", n=there + 1, k=1)
        assert (caught.value.drawn, caught.value.available) == (there + 1, there)


def test_formulas_come_to_the_value(seed):
    game = played(seed)
    for pile, n, k in product(range(4), (1, 2), (1, 2, 3)):
        if n <= below(game, pile):
            answer = ask(game, "symbols", pile=PILES[pile], symbol="HLCX"[seed % 4], n=n, k=k)
            assert answer.formula.doit() == answer.value
    for answer in (ask(game, "renewal", room="box"), ask(game, "renewal", symbol="C")):
        assert answer.formula.doit() == answer.value


def test_icepool_deals_the_same(seed):
    """A second voice, where nothing is told by halves: its decks know no half-told cards."""
    game = SmallGame(seed, telling=0)
    game.play(seed % 5)
    for pile, n in product(range(4), (1, 2, 3)):
        if n <= below(game, pile):
            dealt = icepool.Deck([shows(card, "H") for card in game.state.piles[pile].unseen]).deal(n).sum()
            for k in (1, 2, 3):
                here = ask(game, "symbols", pile=PILES[pile], symbol="H", n=n, k=k).fraction
                assert here == dealt.probability(">=", k)
