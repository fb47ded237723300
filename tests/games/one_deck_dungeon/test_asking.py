"""Questions of chance that a position raises, against counting by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from companion.engine.errors import CompanionError, EditionIncompleteError, UnknownNameError
from companion.engine.game import Question
from companion.engine.odds import Odds
from tests.games.one_deck_dungeon.following import FOUR, Follower, begin, blank_box, meet, room


def asked(follower: Follower, id: str, **params: str) -> Odds:
    return follower.game.answer(follower.state, Question(id, "", tuple(params.items())))


def ids(follower: Follower) -> set[str]:
    return {question.id for question in follower.game.questions(follower.state)}


def test_the_chance_to_cover_and_to_survive_before_the_roll() -> None:
    follower = room("locked-door-a").play("option 2").set_hero("ana", damage=4)
    assert {"safe", "cover"} <= ids(follower)
    enough = sum(sum(faces) >= 11 for faces in product(range(1, 7), repeat=4))
    cover = asked(follower, "cover")
    assert cover.fraction == Fraction(enough, 6**4)
    assert cover.formula.doit() == cover.value
    # The open box costs two hearts, all that the Warrior has left.
    assert asked(follower, "safe").fraction == cover.fraction
    follower.set_hero("ana", damage=3)
    assert asked(follower, "safe").fraction == 1


def test_what_was_rolled_already_is_no_question() -> None:
    follower = room("locked-door-a").play("option 2; roll S 6 5 4 3")
    assert not {"safe", "cover"} & ids(follower)
    with pytest.raises(CompanionError, match="No encounter is about to be rolled"):
        asked(follower, "cover")
    half = room("goblin-a").play("roll S 6 5 4 3")
    assert not {"safe", "cover"} & ids(half)


def test_what_the_next_card_is() -> None:
    follower = begin("ana=warrior")
    assert asked(follower, "behind", what="foe").fraction == Fraction(24, 44)
    assert asked(follower, "behind", what="peril").fraction == Fraction(20, 44)
    assert asked(follower, "behind", what="rich").fraction == Fraction(12, 44)
    follower.play("explore; enter 1; card #ogre")
    # One of the two Ogres lies open, whichever it is.
    assert asked(follower, "behind", what="foe").fraction == Fraction(23, 43)
    assert asked(follower, "behind", what="rich").fraction == Fraction(11, 43)
    with pytest.raises(UnknownNameError, match="trap"):
        asked(follower, "behind", what="trap")


def test_cards_without_a_name_are_not_guessed() -> None:
    follower = begin("ana=warrior", game=blank_box(), deck="forest")
    assert "behind" not in ids(follower)
    with pytest.raises(EditionIncompleteError, match="tell the cards of the box first"):
        asked(follower, "behind", what="foe")


def test_resisting_poison() -> None:
    follower = begin("ana=warrior bo=rogue", deck="forest").set_hero("bo", poison=2)
    assert asked(follower, "resist").fraction == Fraction(4, 6)
    leafy = meet("great-stag-a", "ana=warrior bo=rogue", deck="forest").play("flee").set_hero("bo", poison=2)
    assert asked(leafy, "resist").fraction == Fraction(5, 6)
    blank = meet("great-stag", "ana=warrior bo=rogue", deck="forest").play("flee").set_hero("bo", poison=2)
    assert asked(blank, "resist").assumptions
    four = begin(FOUR, deck="forest").set_hero("ana", poison=3).play("explore; resist ana+bo")
    (question,) = [q for q in four.game.questions(four.state) if q.id == "resist"]
    assert question.param("group") == "ana+bo"
    assert four.game.answer(four.state, question).fraction == Fraction(3, 6)


def test_there_is_nothing_to_ask_outside_the_game() -> None:
    follower = begin("ana=warrior").play("set ana damage 6")
    assert ids(follower) == set()
    with pytest.raises(UnknownNameError):
        asked(follower, "weather")
