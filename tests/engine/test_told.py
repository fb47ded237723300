"""Cards told in contradiction narrow nothing and stop nobody; what is exact waits."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.draws import sum_law
from companion.engine.errors import ContradictionError
from companion.engine.game import contradicting
from companion.engine.piles import Multiset, next_law
from companion.engine.told import agree, clash, law, possible, reveal, see, unknowns


class Card(msgspec.Struct, frozen=True):
    """A card of a colour and a number, None for what nobody saw; its foot is "" until it is told."""

    colour: str | None = None
    number: int | None = None
    foot: str = ""

    @property
    def known(self) -> bool:
        return None not in (self.colour, self.number)

    def fits(self, other: Card) -> bool:
        pairs = ((self.colour, other.colour), (self.number, other.number))
        return all(mine is None or theirs is None or mine == theirs for mine, theirs in pairs)

    def __str__(self) -> str:
        return f"{self.colour or '?'} {self.number or '?'}"


RED, BLUE = Card("red"), Card("blue")
DECK = Multiset.of([Card("red", 1), Card("red", 2), Card("blue", 1), Card("blue", 2), Card("blue", 2)])
known = st.builds(Card, st.sampled_from(["red", "blue"]), st.integers(1, 3))


@given(st.lists(known, max_size=6), st.lists(known, max_size=6))
def test_what_is_taken_comes_back_whether_it_was_there_or_not(box, told):
    unseen = Multiset.of(box)
    for card in told:
        unseen = unseen.take(card)
    for card in reversed(told):
        unseen = unseen.add(card)
    assert unseen == Multiset.of(box)
    assert not unseen.owing()


@given(st.lists(known, max_size=4), st.lists(known, max_size=4))
def test_what_is_owed_survives_being_saved(box, told):
    unseen = Multiset.of(box)
    for card in told:
        unseen = unseen.take(card)
    saved = msgspec.json.encode(unseen)
    again = msgspec.json.decode(saved, type=Multiset[Card])
    assert again == unseen
    assert again.ordered() == unseen
    assert (b"owed" in saved) == bool(unseen.owing())


def test_a_multiset_that_owes_is_another_one():
    assert DECK.take(Card("red", 9)) != DECK
    assert len(DECK.take(Card("red", 9))) == len(DECK)


def test_a_told_card_leaves_by_its_own_kind_or_by_the_fullest_that_it_may_be():
    vague = Multiset.of([RED, Card("red", foot="x"), BLUE])
    assert see(DECK, Card("red", 1)) == DECK.remove(Card("red", 1))
    assert see(vague, Card("red", 1)) == vague.remove(Card("red", foot="x"))
    assert unknowns(Card()) == 3
    assert unknowns(Card("red", 1)) == 1


def test_a_card_that_no_unseen_one_can_be_is_owed_and_paid_once_it_is_put_right():
    wrong = reveal(DECK, Card(), Card("red", 9))
    assert wrong.owing() == {Card("red", 9): 1}
    assert reveal(wrong, Card("red", 9), Card("red", 1)) == DECK.remove(Card("red", 1))
    assert reveal(wrong, Card("red", 9), Card("red", 9)) == wrong
    assert reveal(DECK, None, RED) == DECK


@pytest.mark.parametrize(
    ("patterns", "wrong"),
    [
        ((), ()),
        ((RED, RED), ()),
        ((RED, RED, BLUE, BLUE, BLUE), ()),
        ((RED, RED, RED), (RED, RED, RED)),
        ((Card("red", 9), BLUE), (Card("red", 9),)),
        ((Card(number=1), Card(number=1), RED, RED), (Card(number=1), Card(number=1), RED, RED)),
    ],
)
def test_what_contradicts_is_named_and_what_does_not_is_left_out(patterns, wrong):
    assert clash(DECK, patterns) == wrong


def test_exact_laws_wait_for_what_cannot_be_and_name_it():
    owed = DECK.take(Card("red", 9))
    for unseen, told in ((owed, []), (DECK, [Card("red", 9)]), (DECK, [RED] * 3)):
        with pytest.raises(ContradictionError, match=r"odds cannot be told: what was told \(red"):
            next_law(unseen, told)
        with pytest.raises(ContradictionError, match="put one of them right"):
            sum_law(unseen, told, lambda card: card.number or 0, 1)
        with pytest.raises(ContradictionError):
            agree(unseen, told)
    agree(DECK, [RED, RED])


def test_for_play_an_impossible_card_narrows_nothing_and_the_others_still_do():
    assert possible(DECK, [Card("red", 9)]) == tuple(DECK.kinds())
    assert possible(DECK, [Card("red", 9), RED, RED]) == (Card("blue", 1), Card("blue", 2))
    assert possible(DECK.take(Card("red", 9)), [RED, RED]) == (Card("blue", 1), Card("blue", 2))
    assert dict(law(DECK, [RED, RED], Card()).items()) == dict(next_law(DECK, [RED, RED]).items())


def test_for_play_cards_that_contradict_each_other_narrow_nothing():
    assert possible(DECK, [RED] * 3) == tuple(DECK.kinds())
    assert dict(law(DECK, [RED] * 3, Card()).items()) == dict(DECK.pairs)


def test_for_play_there_is_always_a_next_card():
    assert list(law(Multiset(), [RED], Card())) == [Card()]
    assert possible(Multiset(), [RED]) == ()
    assert set(law(Multiset.of([Card("red", 1)]), [RED], Card())) == {Card("red", 1)}


def test_a_contradiction_is_one_problem_of_the_position():
    (problem,) = contradicting(clash(DECK, [Card("red", 9), Card("red", 9), RED]), "toy.cards")
    assert problem.text == (
        "What was told (red 9) contradicts other cards, or the list of this box; put one of them right. "
        "Until then their odds cannot be told."
    )
    assert problem.clauses == ("toy.cards",)
    assert contradicting((), "toy.cards") == []
