"""Multisets, and the law of the next card under partial knowledge, against brute force."""

from __future__ import annotations

import random
import time
from collections import Counter
from fractions import Fraction
from itertools import permutations

import icepool
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.errors import CompanionError, ContradictionError, TooFewCardsError, UnknownCardError
from companion.engine.piles import Multiset, Pile, next_law


class Told(msgspec.Struct, frozen=True):
    """What was told of a two-letter card, None for a letter that nobody saw."""

    first: str | None = None
    second: str | None = None

    def fits(self, other: str) -> bool:
        return self.first in (None, other[0]) and self.second in (None, other[1])


bags = st.lists(st.sampled_from("abcd"), max_size=8)
cards = st.sampled_from(["aa", "ab", "ba", "bb"])
tolds = st.builds(Told, st.none() | st.sampled_from("ab"), st.none() | st.sampled_from("ab"))


@given(bags)
def test_a_multiset_counts_like_a_counter(items):
    bag, counts = Multiset.of(items), Counter(items)
    assert len(bag) == len(items)
    assert bool(bag) == bool(items)
    assert Counter(bag) == counts
    assert set(bag.kinds()) == set(counts)
    assert all(bag.count(item) == counts[item] and (item in bag) == (item in items) for item in "abcde")
    assert Multiset.from_counts(counts) == bag


@given(bags, st.sampled_from("abcd"), st.integers(0, 3))
def test_adding_and_removing_cancel(items, item, n):
    bag = Multiset.of(items)
    more = bag.add(item, n)
    assert more.count(item) == bag.count(item) + n
    for _ in range(n):
        more = more.remove(item)
    assert more == bag


@given(bags, st.randoms())
def test_the_order_of_making_means_nothing(items, rng):
    shuffled = rng.sample(items, len(items))
    assert Multiset.of(items) == Multiset.of(shuffled)
    assert hash(Multiset.of(items)) == hash(Multiset.of(shuffled))


def test_multisets_with_other_counts_differ():
    assert Multiset.of("aab") != Multiset.of("abb")
    assert Multiset.of("ab") != ("a", "b")


def test_dyce_10_drawing_one_copy_leaves_the_others():
    """Drawing one of three equal keys leaves two."""
    deck = Multiset.of(["key", "key", "key", "door"]).remove("key")
    assert (deck.count("key"), deck.count("door")) == (2, 1)


def test_a_card_that_is_not_there_cannot_be_removed():
    with pytest.raises(UnknownCardError, match="No copy of z"):
        Multiset.of("ab").remove("z")
    with pytest.raises(UnknownCardError, match="No copy of a"):
        Multiset.of("a").remove("a").remove("a")


@pytest.mark.parametrize("make", [lambda: Multiset.from_counts({"a": -1}), lambda: Multiset.of("a").add("a", -1)])
def test_negative_counts_are_refused(make):
    with pytest.raises(ValueError, match="-1"):
        make()


def test_adding_nothing_adds_no_kind():
    assert Multiset.of("a").add("b", 0) == Multiset.of("a")
    assert "b" not in Multiset.of("a").add("b", 0)


@given(bags)
def test_a_pile_comes_back_from_json(items):
    pile = Pile(len(items) + 1, "z", Multiset.of(items), Multiset.of("ab"), 2)
    raw = msgspec.json.encode(pile)
    assert msgspec.json.decode(raw, type=Pile[str]) == pile


def brute_next(unseen: list[str], patterns: list[Told]) -> dict[str, Fraction]:
    """Lay the cards out in every order: those that the patterns describe, then the next one."""
    tally: Counter[str] = Counter()
    for order in permutations(unseen):
        if all(pattern.fits(card) for pattern, card in zip(patterns, order, strict=False)):
            tally[order[len(patterns)]] += 1
    return {card: Fraction(n, tally.total()) for card, n in tally.items()}


@given(st.lists(cards, min_size=1, max_size=7), st.lists(tolds, max_size=4))
def test_troll_news_the_next_card_is_what_brute_force_says(unseen, patterns):
    """The quick count and a walk through every order agree, or both find no order."""
    expected = brute_next(unseen, patterns) if len(patterns) < len(unseen) else {}
    try:
        law = next_law(Multiset.of(unseen), patterns)
    except CompanionError:
        assert expected == {}
        return
    assert {card: law.probability(card) for card in law} == expected


@given(st.lists(cards, min_size=1, max_size=9))
def test_with_nothing_told_the_law_is_the_counts(unseen):
    law = next_law(Multiset.of(unseen), [])
    assert dict(law.items()) == Counter(unseen)


def icepool_next(unseen: list[str], patterns: list[Told]) -> icepool.Die:
    """Let icepool draw the cards one after the other, keep the deals that fit, and look at the last card."""

    def draw(deal: str) -> icepool.Die:
        hand, left = deal.split("|")
        two = [left[i : i + 2] for i in range(0, len(left), 2)]
        return icepool.Die([f"{hand}{card}|{''.join(two[:i] + two[i + 1 :])}" for i, card in enumerate(two)])

    deals = icepool.Die(["|" + "".join(unseen)])
    for place, told in enumerate([*patterns, Told()]):
        deals = deals.map(draw)
        deals = deals.filter(lambda deal, place=place, told=told: told.fits(deal[2 * place :]), star=False, depth="inf")
    return deals.map(lambda deal: deal.split("|")[0][-2:])


@given(st.lists(cards, min_size=4, max_size=6), st.lists(tolds, max_size=2))
def test_the_next_card_is_what_icepool_says(unseen, patterns):
    try:
        law = next_law(Multiset.of(unseen), patterns)
    except CompanionError:
        return
    die = icepool_next(unseen, patterns)
    assert {card: die.probability(card) for card in die} == {card: law.probability(card) for card in law}


@given(st.lists(cards, min_size=4, max_size=9), st.integers(0, 3))
def test_untold_cards_that_lie_elsewhere_change_nothing(unseen, untold):
    bag = Multiset.of(unseen)
    law, reference = next_law(bag, [Told()] * untold), next_law(bag, [])
    assert all(law.probability(card) == reference.probability(card) for card in reference)


@given(st.lists(cards, min_size=3, max_size=8), st.lists(tolds, max_size=2), st.randoms())
def test_the_order_of_what_was_told_means_nothing(unseen, patterns, rng):
    bag = Multiset.of(unseen)
    try:
        law = next_law(bag, patterns)
    except CompanionError:
        return
    other = next_law(Multiset.of(rng.sample(unseen, len(unseen))), patterns[::-1])
    assert all(law.probability(card) == other.probability(card) for card in bag.kinds())


@given(st.lists(cards, min_size=3, max_size=7), tolds)
def test_telling_a_card_and_averaging_gives_the_law_back(unseen, pattern):
    """The law under a half-told card is the mean of the laws under each card that it may be."""
    bag = Multiset.of(unseen)
    try:
        law = next_law(bag, [pattern])
    except CompanionError:
        return
    able = {card: n for card, n in bag.pairs if pattern.fits(card)}
    for card in bag.kinds():
        mean = sum(
            Fraction(n, sum(able.values())) * Fraction(bag.remove(seen).count(card), len(bag) - 1)
            for seen, n in able.items()
        )
        assert law.probability(card) == mean


def test_gbfpokerbot_119_cards_that_were_seen_no_longer_count():
    """After three told cards the law is that of the deck without them."""
    deck = Multiset.of(["aa"] * 4 + ["ab"] * 5)
    told = [Told("a", "a"), Told("a", "b"), Told("a", "b")]
    law = next_law(deck, told)
    assert (law.probability("aa"), law.probability("ab")) == (Fraction(1, 2), Fraction(1, 2))


def test_a_half_told_card_leans_the_law_away_from_what_it_may_be():
    law = next_law(Multiset.of(["aa", "ab", "bb"]), [Told("a", None)])
    assert [law.probability(card) for card in ("aa", "ab", "bb")] == [Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)]


def test_dice_13_more_places_than_cards_says_so():
    """Three cards elsewhere out of three leave none for the next place; no crash and no probability."""
    with pytest.raises(TooFewCardsError, match="draw 4 of 3"):
        next_law(Multiset.of(["aa", "ab", "bb"]), [Told()] * 3)
    with pytest.raises(TooFewCardsError, match="draw 1 of 0"):
        next_law(Multiset.of([]), [])


def test_what_was_told_may_be_impossible():
    with pytest.raises(ContradictionError, match=r"first='b'.*contradicts other cards"):
        next_law(Multiset.of(["aa", "ab"]), [Told("b", None)])
    with pytest.raises(ContradictionError, match=r"second='a'.*put one of them right"):
        next_law(Multiset.of(["aa", "ab", "ab"]), [Told("a", "a"), Told("a", "a")])


def test_a_whole_deck_with_ten_half_told_cards_is_quick():
    """49 kinds and ten different half-told cards: the size of a real game, answered while people look."""
    rng = random.Random(4)
    letters = "abcdefg"
    deck = Multiset.of([x + y for x in letters for y in letters])
    told = [Told(x, None) for x in letters[:5]] + [Told(None, y) for y in letters[:5]]
    start = time.process_time()
    law = next_law(deck, rng.sample(told, 10))
    assert time.process_time() - start < 2
    assert sum(weight for _, weight in law.items()) == law.total
    assert law.probability("gg") > law.probability("aa")
