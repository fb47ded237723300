"""Distributions and odds against brute force (itertools), icepool and identities."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb

import icepool
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from companion import printing
from companion.engine.errors import TooFewCardsError
from companion.engine.odds import Odds, Product, Table, at_least, draws, in_words, natural_frequency, percentiles
from companion.ui.odds_items import at_a_glance, deeper

weights = st.dictionaries(st.integers(-5, 5), st.integers(0, 9), min_size=1).filter(lambda w: any(w.values()))
decks = st.integers(0, 9).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(0, n)))


class Tickets(random.Random):
    """A generator that hands out the tickets it was given."""

    def __init__(self, *tickets: int) -> None:
        super().__init__(0)
        self.tickets = list(tickets)

    def randrange(self, start: int, *rest: object) -> int:
        return self.tickets.pop(0)


def brute_draws(population: int, hits: int, drawn: int) -> dict[int, int]:
    """Count the hits of every hand."""
    return dict(Counter(sum(card < hits for card in hand) for hand in combinations(range(population), drawn)))


@given(weights)
def test_weights_sum_to_the_total(given_weights):
    law = Table(given_weights)
    assert law.total == sum(given_weights.values()) == sum(w for _, w in law.items())
    assert sum(law.probability(x) for x in law) == 1
    assert all(0 < law.probability(x) <= 1 for x in law)
    assert law.weight(99) == 0


@given(weights)
def test_sampling_gives_every_outcome_its_weight(given_weights):
    """Each of the `total` tickets draws an outcome; together they are exactly the weights."""
    law = Table(given_weights)
    drawn = Counter(law.sample(Tickets(ticket)) for ticket in range(law.total))
    assert drawn == {x: w for x, w in given_weights.items() if w}


@given(weights, st.integers(0, 2**32))
def test_the_same_seed_samples_the_same(given_weights, seed):
    law = Table(given_weights)
    assert law.sample(random.Random(seed)) == law.sample(random.Random(seed))


@given(weights)
def test_mapping_adds_up_what_falls_together(given_weights):
    law = Table(given_weights).map(abs)
    assert all(law.weight(x) == given_weights.get(x, 0) + (given_weights.get(-x, 0) if x else 0) for x in range(6))


@given(weights, st.integers(-6, 6))
def test_an_event_and_its_complement_are_sure(given_weights, limit):
    law = Table(given_weights)
    assert law.where(lambda x: x < limit) + law.where(lambda x: x >= limit) == 1


@pytest.mark.parametrize(
    ("bad", "message"), [({}, "at least one"), ({"a": 0}, "at least one"), ({"a": -1}, "negative")]
)
def test_no_law_without_weight(bad, message):
    with pytest.raises(ValueError, match=message):
        Table(bad)


@given(st.lists(weights, max_size=3))
def test_a_product_is_the_table_of_all_pairs(parts):
    law = Product(*map(Table, parts))
    written_out = {outcome: law.weight(outcome) for outcome in law}
    assert sum(written_out.values()) == law.total
    for outcome in product(*(part for part in law.parts)):
        expected = Fraction(1)
        for part, x in zip(law.parts, outcome, strict=True):
            expected *= part.probability(x)
        assert law.probability(outcome) == expected


def test_a_product_knows_no_tuple_of_another_length():
    law = Product(Table({1: 1}), Table({1: 1}))
    assert law.weight((1,)) == law.weight((1, 1, 1)) == 0


def test_a_product_of_many_dice_stays_factored():
    """Twenty dice have 6**20 outcomes; their total and one weight are there at once."""
    law = Product(*[Table(dict.fromkeys(range(1, 7), 1))] * 20)
    assert law.total == 6**20
    assert law.weight((6,) * 20) == 1
    assert len(law.sample(random.Random(1))) == 20


@given(decks)
def test_troll_news_draws_agree_with_every_hand_written_out(deck):
    law = draws(*deck)
    assert {k: law.weight(k) for k in law} == brute_draws(*deck)
    assert law.total == comb(deck[0], deck[2])


@given(decks.filter(lambda deck: deck[0] > 0))
def test_draws_agree_with_icepool(deck):
    population, hits, drawn = deck
    cards = icepool.Deck({1: hits, 0: population - hits})
    law, die = draws(*deck), cards.deal(drawn).sum()
    assert {k: law.probability(k) for k in law} == {k: die.probability(k) for k in die}


def test_hearthstone_deck_tracker_1537_no_probability_leaves_zero_to_one():
    """Every deck up to twelve cards, every number of hits and draws; one card left and two wanted is an error."""
    for population in range(13):
        for hits in range(population + 1):
            for drawn in range(population + 1):
                law = draws(population, hits, drawn)
                assert all(0 <= at_least(law, k) <= 1 for k in range(-1, population + 2))
    with pytest.raises(TooFewCardsError):
        draws(1, 1, 2)


def test_distributions3_49_more_than_there_are_names_both_numbers():
    with pytest.raises(TooFewCardsError, match="draw 7 of 5") as caught:
        draws(5, 2, 7)
    assert (caught.value.drawn, caught.value.available) == (7, 5)


@pytest.mark.parametrize("deck", [(5, 6, 1), (-1, 0, 0), (5, -1, 1), (5, 1, -1)])
def test_impossible_decks_are_refused(deck):
    with pytest.raises(ValueError, match="need 0 <= hits <= population"):
        draws(*deck)


@given(decks)
def test_scipy_7837_at_least_is_not_more_than(deck):
    law = draws(*deck)
    assert at_least(law, 0) == 1
    assert at_least(law, deck[0] + 1) == 0
    for k in range(deck[0] + 2):
        assert at_least(law, k) - at_least(law, k + 1) == law.probability(k)


def test_dyce_10_one_draw_takes_one_copy():
    """After one of three equal keys is drawn, two of the four cards left are keys."""
    assert draws(4, 2, 1).probability(1) == Fraction(1, 2)
    assert draws(5, 3, 2).probability(2) == Fraction(3, 5) * Fraction(2, 4)


@given(st.integers(1, 6), st.integers(0, 6), st.integers(1, 4))
def test_gbfpokerbot_119_known_draws_count(hits, misses, drawn):
    """The mean over the first card of the reduced decks' odds is the whole deck's."""
    population = hits + misses
    drawn = min(drawn, population)
    first_hit = Fraction(hits, population)
    after_hit = draws(population - 1, hits - 1, drawn - 1)
    after_miss = draws(population - 1, hits, drawn - 1) if misses else after_hit
    whole = draws(population, hits, drawn)
    for k in range(drawn + 1):
        mean = first_hit * after_hit.probability(k - 1) + (1 - first_hit) * after_miss.probability(k)
        assert whole.probability(k) == mean


def test_dice_13_a_hand_that_cannot_be_filled_is_impossible_not_a_crash():
    """Five hits wanted of three there are: a plain zero."""
    assert at_least(draws(10, 3, 5), 5) == 0


def test_a_poker_flush_has_its_published_odds():
    assert 4 * draws(52, 13, 5).probability(5) == Fraction(5148, 2598960)


@given(weights, st.integers(0, 100))
def test_a_percentile_is_the_smallest_that_reaches_its_share(given_weights, point):
    law = Table(given_weights)
    (value,) = percentiles(law, [point])
    assert law.where(lambda x: x <= value) >= Fraction(point, 100)
    smaller = [x for x in law if x < value]
    assert all(law.where(lambda x, y=y: x <= y) < Fraction(point, 100) for y in smaller)


def test_good_usual_and_bad_day():
    assert percentiles(Table(dict.fromkeys(range(1, 11), 1))) == (1, 5, 9)
    with pytest.raises(ValueError, match="from 0 to 100"):
        percentiles(Table({1: 1}), [101])


def test_odds_carry_value_and_formula():
    odds = Odds.of(
        "at least one Compass in two",
        Fraction(17, 119),
        recipe=lambda: sympy.Add(1, sympy.Mul(-1, sympy.Rational(6, 7), evaluate=False), evaluate=False),
    )
    assert odds.fraction == Fraction(1, 7)
    assert (odds.numerator, odds.denominator) == (1, 7)
    assert odds.value == sympy.Rational(1, 7)
    assert odds.formula != odds.value
    assert odds.formula.doit() == odds.value


def test_odds_without_a_recipe_show_the_value():
    assert Odds.of("?", Fraction(2, 6)).formula == sympy.Rational(1, 3)


@pytest.mark.parametrize("value", [Fraction(-1, 2), Fraction(101, 100), Fraction(2)])
def test_odds_above_one_cannot_be_built(value):
    with pytest.raises(ValueError, match=f"not {value}"):
        Odds.of("?", value)


EVERY = [Fraction(n, 1000) for n in range(1001)]


def test_dots_are_empty_or_full_only_where_it_is_so():
    for value in EVERY:
        dots = Odds.of("?", value).dots
        assert 0 <= dots <= 10
        assert (dots == 0) == (value == 0)
        assert (dots == 10) == (value == 1)
    assert Odds.of("?", Fraction(7, 10)).dots == 7


def test_words_never_promise_what_is_not_sure():
    for value in EVERY:
        assert (in_words(value) == "never") == (value == 0)
        assert (in_words(value) == "sure") == (value == 1)


@pytest.mark.parametrize(
    ("percent", "word"),
    [
        *((1, "hardly ever"), (3, "unlikely"), (24, "unlikely"), (25, "maybe"), (44, "maybe"), (45, "even")),
        *((54, "even"), (55, "likely"), (79, "likely"), (80, "very likely"), (96, "very likely"), (97, "almost sure")),
    ],
)
def test_words_change_at_their_limits(percent, word):
    assert in_words(Fraction(percent, 100)) == Odds.of("?", Fraction(percent, 100)).words == word


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (Fraction(0), "never"),
        (Fraction(1), "always"),
        (Fraction(1, 1000), "under 1 in 100"),
        (Fraction(1, 100), "1 in 100"),
        (Fraction(1, 12), "1 in 12"),
        (Fraction(3, 10), "3 in 10"),
        (Fraction(7, 10), "7 in 10"),
        (Fraction(94, 100), "9 in 10"),
        (Fraction(95, 100), "95 in 100"),
        (Fraction(99, 100), "99 in 100"),
        (Fraction(999, 1000), "over 99 in 100"),
    ],
)
def test_natural_frequencies(value, said):
    assert natural_frequency(value) == Odds.of("?", value).frequency == said


def test_a_natural_frequency_is_near_the_value_and_never_whole():
    """Every thousandth: what is said is within five in a hundred, and never all of all."""
    for value in EVERY[10:991]:
        part, whole = map(int, natural_frequency(value).split(" in "))
        assert 0 < part < whole
        assert abs(Fraction(part, whole) - value) <= Fraction(1, 20)


@pytest.mark.parametrize(
    ("least", "most", "about", "words", "often", "dots"),
    [
        (980, 1000, None, "almost sure", "at least 98 in 100", 9),
        (240, 870, 580, "likely", "about 6 in 10 (sampled), between 2 and 9 in 10", 6),
        (240, 870, None, "unlikely to very likely", "between 2 and 9 in 10", 6),
        (786, 833, 800, "likely to very likely", "8 in 10", 8),
        (412, 470, None, "maybe to even", "between 41 and 47 in 100", 4),
        (0, 300, None, "maybe", "at most 3 in 10", 3),
        (0, 1, None, "hardly ever", "under 1 in 100", 1),
        (999, 1000, None, "almost sure", "over 99 in 100", 9),
        (0, 1000, 570, "likely", "about 6 in 10 (sampled), nothing proven either way", 6),
        (0, 1000, 0, "hardly ever", "under 1 in 100 (sampled), nothing proven either way", 1),
        (0, 1000, 1000, "almost sure", "over 99 in 100 (sampled), nothing proven either way", 9),
        (0, 1000, None, "not known", "nothing proven either way", 5),
    ],
)
def test_what_is_only_bounded_is_told_as_bounds(least, most, about, words, often, dots):
    told = between(least, most, about)
    assert (told.words, told.frequency, told.dots) == (words, often, dots)
    line = printing.odds_line(told)
    assert line == f"?: {words}  {'o' * dots}{'.' * (10 - dots)}  {often}".replace("?:", "?")
    assert at_a_glance(told) == f"{words}  {'●' * dots}{'○' * (10 - dots)}  {often}"
    assert told.bounded
    assert not told.settled


def between(least, most, about=None, **rest):
    """Return bounds told in thousandths."""
    thousandths = [None if n is None else Fraction(n, 1000) for n in (least, most, about)]
    return Odds.between("?", *thousandths, **rest)


def test_bounds_are_never_called_sure_or_exact():
    """All bounds and estimates in steps of a twentieth."""
    steps = range(0, 1001, 50)
    for least in steps:
        for most in range(least + 50, 1001, 50):
            for about in (None, least, most):
                told = between(least, most, about)
                assert told.fraction in (told.about, told.least, told.most)
                assert told.words not in ("never", "sure")
                assert told.frequency not in ("never", "always")
                assert 0 < told.dots < 10


def test_bounds_that_meet_are_exact():
    told = between(1000, 1000)
    assert (told.words, told.settled, told.bounded, told.span) == ("sure", True, False, (1, 1))
    assert printing.odds_line(told) == "? sure  oooooooooo"
    for least, most in ((500, 400), (-1, 500), (500, 1001)):
        with pytest.raises(ValueError, match="bounds lie from 0 to 1"):
            between(least, most)


def test_an_estimate_outside_the_bounds_is_moved_to_the_nearer_one():
    assert between(200, 600, 700).about == Fraction(6, 10)
    assert between(200, 600, 100).fraction == Fraction(2, 10)


def test_what_lies_behind_bounds_is_no_fraction():
    told = between(240, 870, 580, recipe=lambda: None)
    assert printing.odds_lines(told)[1] == "  between 24.00% and 87.00%"
    (value,) = [item.text for item in deeper(told, None) if item.look == "formula"]
    assert value == "between 24.00% and 87.00%"
    assert between(500, 900, without=Fraction(1, 4)).change == "at least 25 → 50 in 100"
