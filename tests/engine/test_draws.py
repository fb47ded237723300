"""The law of a sum over several next cards under partial knowledge, against laying the cards out in every order."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.draws import sum_law
from companion.engine.errors import CompanionError, ContradictionError, TooFewCardsError
from companion.engine.piles import Multiset, next_law


class Told(msgspec.Struct, frozen=True):
    """What was told of a card of two letters: one of them, whichever."""

    letter: str

    def fits(self, other: str) -> bool:
        return self.letter in other


decks = st.lists(st.sampled_from(["ab", "ac", "bb", "bc", "cd"]), min_size=1, max_size=7)
told_cards = st.lists(st.builds(Told, st.sampled_from("abcd")), max_size=3)


def bees(card: str) -> int:
    return card.count("b")


def brute(deck: list[str], told: list[Told], drawn: int) -> dict[int, Fraction]:
    """Lay the cards out in every order: first those that were told, then those that are drawn."""
    found: Counter[int] = Counter()
    for order in permutations(deck):
        if all(pattern.fits(card) for pattern, card in zip(told, order, strict=False)):
            found[sum(map(bees, order[len(told) : len(told) + drawn]))] += 1
    return {total: Fraction(ways, found.total()) for total, ways in found.items()}


@given(decks, told_cards, st.integers(0, 4))
def test_troll_news_the_sum_is_what_every_order_says(deck, told, drawn):
    expected = brute(deck, told, drawn) if len(told) + drawn <= len(deck) else {}
    try:
        law = sum_law(Multiset.of(deck), told, bees, drawn)
    except CompanionError:
        assert expected == {}
        return
    assert {total: law.probability(total) for total in law} == expected


@given(decks, told_cards)
def test_one_card_is_as_the_law_of_the_next(deck, told):
    try:
        law = next_law(Multiset.of(deck), told).map(bees)
    except CompanionError:
        return
    one = sum_law(Multiset.of(deck), told, bees, 1)
    assert {total: one.probability(total) for total in one} == {total: law.probability(total) for total in law}


def test_dice_13_more_cards_than_there_are_and_what_cannot_be():
    with pytest.raises(TooFewCardsError, match="draw 3 of 2 cards"):
        sum_law(Multiset.of(["ab", "ac", "bb"]), [Told("a")], bees, 3)
    with pytest.raises(ContradictionError, match="contradicts other cards"):
        sum_law(Multiset.of(["ab", "bb", "bb"]), [Told("a"), Told("a")], bees, 1)


def test_a_deck_with_eighteen_half_told_cards_sums_as_its_means_do():
    """Far too many orders to lay out: the mean of six cards is six times the mean of one."""
    rng = Random(2)
    deck = [one + two for one in "abcdefgh" for two in "bdh"]
    told = [Told(rng.choice(card)) for card in rng.sample(deck, 18)]
    one, six = (sum_law(Multiset.of(deck), told, bees, drawn) for drawn in (1, 6))
    means = [sum(total * law.probability(total) for total in law) for law in (one, six)]
    assert means[1] == 6 * means[0] > 0
