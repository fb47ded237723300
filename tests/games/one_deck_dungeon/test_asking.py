"""Questions of chance that a position raises, against counting by hand."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from companion.engine.errors import (
    CompanionError,
    EditionIncompleteError,
    TooFewCardsError,
    UnknownNameError,
    UnreadableError,
)
from companion.engine.game import Question
from companion.engine.odds import FAR_APART, Odds
from companion.games.one_deck_dungeon import fight_answers
from companion.games.one_deck_dungeon.boss_odds import Before, Outlook, boss_chain
from companion.games.one_deck_dungeon.encounter import read_fight
from companion.games.one_deck_dungeon.fight_answers import answer_of, questions_of
from companion.games.one_deck_dungeon.gaining import gains
from companion.games.one_deck_dungeon.odds import item_worth, meeting, splits
from companion.games.one_deck_dungeon.reckoning import bounding, bounds, work
from companion.games.one_deck_dungeon.state import Face
from tests.games.one_deck_dungeon.following import FOUR, Follower, begin, blank_box, core, meet, practice, room


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


def test_a_chance_that_takes_long_is_bounded_from_both_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    follower = room("locked-door-a").play("option 2").set_hero("ana", damage=4)
    exact = {name: asked(follower, name).fraction for name in ("safe", "cover")}
    monkeypatch.setattr(fight_answers, "QUICK", 60)
    for name, value in exact.items():
        bounded = asked(follower, name)
        low, high = (float(part) / 100 for part in re.findall(r"([0-9.]+)%", bounded.counted))
        assert bounded.span[0] <= value <= bounded.span[1]
        assert low - 0.001 <= float(value) <= high + 0.001
        assert any("proven bounds" in said for said in bounded.assumptions)


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


# ------------------------------------------------------------------------------------------------ behind an open door


def test_both_ways_through_a_peril_before_anybody_commits() -> None:
    follower = meet("boulder-a", "ana=mage bo=archer", dungeon="dragons-cave").set_hero("ana", stored=0)
    rolls = list(product(range(1, 7), repeat=4))
    # One die of 2 or more breaks the floor's armor, and the other three Magic dice must come to 11.
    covered = sum(any(d >= 2 and sum(roll) - d >= 11 for d in roll) for roll in rolls)
    assert asked(follower, "cover", option="1").fraction == Fraction(covered, 6**4)
    assert asked(follower, "armor", option="1").fraction == 1 - Fraction(1, 6**4)
    hurt = asked(follower, "hearts", option="1", k="1")
    assert hurt.fraction == 1 - Fraction(covered, 6**4)
    assert sum(weight for _, weight in hurt.table) % 6**4 == 0
    assert "a bad one 3" in hurt.counted
    assert asked(follower, "late", option="1", k="3").fraction == 1
    # Three Agility dice never come to 14 with one of them on the armor.
    assert asked(follower, "cover", option="2").fraction == 0
    assert {q.param("option") for q in follower.game.questions(follower.state) if q.id == "safe"} == {"1", "2"}


@pytest.mark.clause("one-deck-dungeon.boxes.target")
def test_how_many_open_doors_one_can_afford() -> None:
    follower = meet("goblin-a", "ana=warrior")
    assert asked(follower, "doors", n="1").fraction == asked(follower, "cover").fraction
    chances = [asked(follower, "doors", n=str(n)).fraction for n in (1, 2, 3, 4)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > chances[1]
    # With another door left open the card itself asks for 8.
    other = follower.play("flee; explore; enter 2; card #boulder-a")
    assert asked(other, "cover", door="1").fraction == chances[1]
    inside = room("goblin-a", "ana=warrior")
    assert asked(inside, "doors", n="2").fraction == chances[1]
    with pytest.raises(UnreadableError, match="number"):
        asked(inside, "doors", n="two")


def test_what_a_feat_and_a_skill_are_worth() -> None:
    follower = meet("boulder-a", "ana=mage bo=archer").set_hero("ana", stored=1, damage=2).set_hero("bo", damage=2)
    found = meeting(follower.game.cat, follower.state, ("ana", "bo"), follower.state.doors[0].cards[0], 1)
    every = gains(follower.game.cat, follower.state, ("ana", "bo"), found, "peril")
    known = {gain.name: gain for gain in every if gain.safe is not None}
    assert "Mana Charge" in known
    told = asked(follower, "worth", what="Mana Charge", option="1")
    gain = known["Mana Charge"]
    assert (told.fraction, told.without) == (gain.without + gain.safe, gain.without)
    assert told.change == "84 → 97 in 100"
    # With the die is what the question who survives says: the rules let it be used.
    whole = asked(follower, "safe", option="1")
    assert whole.fraction == told.fraction
    assert "Ana's stored die is rolled too" in whole.assumptions
    assert asked(follower.set_hero("ana", stored=0), "safe", option="1").fraction == told.without
    follower.set_hero("ana", stored=1)
    with pytest.raises(UnknownNameError, match="Mana Charge"):
        asked(follower, "worth", what="Luck", option="1")


@pytest.mark.parametrize(("people", "heroes"), [("ana=rogue", 1), ("ana=warrior bo=mage", 2), (FOUR, 4)])
def test_questions_are_asked_as_people_speak(people: str, heroes: int) -> None:
    cards = "goblin-a boulder-a" if heroes == 4 else "goblin-a"
    for follower in (begin(people), meet(cards, people), begin(people, deck="hybrid").set_hero("ana", poison=2)):
        told = [question.text for question in follower.game.questions(follower.state)]
        assert told
        for text in told:
            assert text[0].isupper()
            assert text.endswith("?")
            assert not re.search(r"likely|need|none of|\bway \d|\b1 \w+s\b|[{}]", text), text
            assert heroes > 1 or " both " not in text
            assert heroes > 1 or " and " not in text
        assert len(set(told)) == len(told)


def test_the_way_through_a_peril_is_named_by_what_it_pays() -> None:
    follower = meet("boulder-a", "ana=rogue")
    told = {question.text for question in follower.game.questions(follower.state) if question.id == "safe"}
    assert told == {"Does Ana survive the Boulder (pay 3 time)?", "Does Ana survive the Boulder (the free way)?"}


def test_the_best_split_of_four() -> None:
    follower = meet("beetle-a rune-puzzle-a", FOUR, game=practice())
    best = splits(follower.game.cat, follower.state, follower.state.doors[0].cards).exact()[0]
    told = asked(follower, "split")
    assert told.fraction == best.safe
    assert "meet the Beetle" in told.counted
    assert {q.param("group") for q in follower.game.questions(follower.state) if q.id == "safe"} >= {"ana+bo", "cy+di"}
    with pytest.raises(CompanionError, match="Only four heroes"):
        asked(meet("beetle-a"), "split")


def test_which_die_helps_most_against_what_is_left() -> None:
    follower = begin("ana=mage", game=core())
    faces = [face for face, many in follower.state.unseen.pairs for _ in range(many)]
    told = asked(follower, "item", colour="S")
    safe, fewer = item_worth(follower.game.cat, follower.state, ("ana",), faces, "S")
    assert told.fraction - told.without == safe > 0
    assert told.counted.startswith(f"{float(fewer):.2g} hearts less")
    assert "24 foes" in told.counted


def test_a_fight_that_would_take_long_is_bounded_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fight_answers, "QUICK", 100_000)
    many = tuple(Face("ogre", item, "") for item in "SSAAMM")
    follower = meet("ogre-a", "ana=warrior", dungeon="dragons-cave", floor=3).set_hero("ana", items=many, damage=5)
    follower.set(level=4)
    found = meeting(follower.game.cat, follower.state, ("ana",), follower.state.doors[0].cards[0])
    assert work(found.fight) > fight_answers.QUICK
    for name in ("safe", "hearts"):
        told = asked(follower, name)
        assert told.bounded
        assert "proven bounds: the exact chance takes longer" in told.assumptions
        assert "lies between" in told.counted


def test_where_bounds_lie_far_apart_sampled_rolls_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    fight = read_fight("3/3/2/1 | S4:h A9w:hh M5:ht | floor A3:h / S8w:ht | rules toll 1t per 1 | hearts 3")
    exact = {q.text: answer_of(fight, q).fraction for q in questions_of(fight)}
    monkeypatch.setattr(fight_answers, "QUICK", 1_000)
    sampled = 0
    for question in questions_of(fight):
        told = answer_of(fight, question)
        least, most = told.span
        assert least <= exact[question.text] <= most
        assert told.words not in ("never", "sure") or told.settled
        if told.about is None:
            assert most - least <= FAR_APART
            continue
        sampled += 1
        assert "(sampled)" in told.frequency
        assert abs(told.about - exact[question.text]) < Fraction(12, 100)
        assert any("sampled rolls" in said for said in told.assumptions)
    assert sampled >= 3


def test_questions_about_one_fight_share_the_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fight_answers, "QUICK", 10_000)
    fight = read_fight("4/4/4/2 | S6w:h A4:t M11w:hh | hearts 3 4")
    found = bounding(fight, fight_answers.QUICK)
    told = answer_of(fight, Question("safe", "?", ()))
    assert told.span == bounds(fight, fight_answers.QUICK, lambda law: law.nobody_falls)
    assert bounding(fight, fight_answers.QUICK) is found


@pytest.mark.clause("one-deck-dungeon.potions.skip")
@pytest.mark.parametrize("cards", ["fire-elemental-a", "spiked-log-b"])
def test_an_encounter_that_has_not_begun_can_be_asked_about(cards: str) -> None:
    follower = meet(cards)
    before = _how_safe(follower)
    follower.set(tucked=(follower.game.cards.ids["skeleton-a"],)).play("fight")
    assert not follower.fight.begun
    assert _how_safe(follower) == before
    assert len(before) == (2 if cards.startswith("spiked") else 1)


def _how_safe(follower: Follower) -> list[Fraction]:
    """Return the chance to survive each way that can be asked about."""
    questions = [question for question in follower.game.questions(follower.state) if question.id == "safe"]
    return [follower.game.answer(follower.state, question).fraction for question in questions]


# ----------------------------------------------------------------------------------------------------------- the cards


def test_several_cards_ahead() -> None:
    follower = begin("ana=warrior", deck="hybrid")
    assert asked(follower, "behind", what="peril", n="2").fraction == 1 - Fraction(comb(24, 2), comb(44, 2))
    assert asked(follower, "behind", what="potion").fraction > 0
    leafy = Fraction(sum(comb(22, k) * comb(22, 4 - k) for k in (2, 3, 4)), comb(44, 4))
    assert asked(follower, "leaf", n="4", k="2").fraction == leafy
    with pytest.raises(TooFewCardsError):
        asked(follower, "behind", what="peril", n="45")


def test_the_pace_of_xp() -> None:
    follower = begin("ana=warrior", game=core())
    assert asked(follower, "xp", rooms="1", k="4").fraction == Fraction(12, 44)
    assert asked(follower, "xp", rooms="2", k="8").fraction == Fraction(comb(12, 2), comb(44, 2))
    # Two cards of 2 XP do not pay for level 2, which costs 6; with 2 XP there, they do.
    pays = asked(follower, "level", rooms="2")
    assert pays.fraction == 1 - Fraction(comb(18, 2) + 18 * 14, comb(44, 2))
    assert asked(follower.set(xp=2), "level", rooms="2").fraction == 1


@pytest.mark.clause("one-deck-dungeon.stairs.visible", "one-deck-dungeon.stairs.tokens")
def test_turns_to_the_stairs_and_what_time_costs_there() -> None:
    follower = begin("ana=warrior")
    left = follower.state.down
    assert asked(follower, "stairs", turns=str(-(-left // 2))).fraction == 1
    assert asked(follower, "stairs", turns=str(-(-left // 2) - 1)).fraction == 0
    with pytest.raises(CompanionError, match="not open yet"):
        asked(follower, "crumble", time="3")
    follower.set(down=0, stairs=1)
    assert asked(follower, "crumble", time="1").fraction == 0
    assert asked(follower, "crumble", time="2").fraction == 1
    assert "5 more: 2 hearts" in asked(follower, "crumble", time="5").counted
    assert asked(follower, "stairs", turns="0").fraction == 1


# -------------------------------------------------------------------------------------------------------------- poison


def test_what_tokens_cost_until_they_are_down() -> None:
    follower = begin("ana=warrior bo=rogue", deck="forest").set_hero("bo", poison=2)
    # Two tokens: the first roll fails on 2 faces, the second on 1.
    assert asked(follower, "sick", k="1").fraction == 1 - Fraction(4, 6) * Fraction(5, 6)
    assert asked(follower, "sick", k="3").fraction == Fraction(2, 36)
    assert asked(follower, "over", rolls="1").fraction == 0
    assert asked(follower, "over", rolls="2").fraction == 1
    hybrid = begin("ana=warrior bo=rogue", deck="hybrid").set_hero("bo", poison=2)
    assert asked(hybrid, "sick", k="4").fraction == 1
    assert asked(hybrid, "over", rolls="2").fraction == Fraction(2, 6) * Fraction(1, 6)


@pytest.mark.parametrize(
    ("cards", "people"),
    [("goblin-a", "ana=warrior"), ("spiked-log-b", "ana=mage bo=archer"), ("goblin-a boulder-a", FOUR)],
)
def test_every_question_that_is_offered_has_an_answer(cards: str, people: str) -> None:
    follower = meet(cards, people, deck="hybrid").set_hero("ana", poison=1)
    every = follower.game.questions(follower.state)
    assert len({question.text for question in every}) == len(every)
    for question in every:
        if question.id != "item":
            told = follower.game.answer(follower.state, question)
            assert told.question == question.text
            assert 0 <= told.fraction <= 1
            assert told.clauses


def test_the_boss_to_the_end() -> None:
    follower = begin("ana=warrior", dungeon="lichs-tomb", floor=4, game=core())
    chain, wounds, bearable = boss_chain(follower.game.cat, follower.state)
    (question,) = [q for q in follower.game.questions(follower.state) if q.id == "win"]
    told = follower.game.answer(follower.state, question)
    assert told.fraction == chain.chance(wounds, bearable)
    assert f"{float(chain.rounds(wounds, bearable)):.1f} rounds on average" in told.counted
    assert "Ana" in told.counted
    # Above ground it is asked as if the boss came now.
    above = begin("ana=warrior", dungeon="lichs-tomb", game=core())
    assert "win" not in ids(above)
    assert asked(above, "win").fraction == told.fraction


def test_four_heroes_before_the_boss_get_a_bound_that_says_so() -> None:
    follower = begin(FOUR, dungeon="yetis-cavern", floor=4, game=core())
    told = asked(follower, "win")
    # A chance that is slim is not called impossible.
    assert any(text.startswith("proven: it lies between") for text in told.assumptions)
    assert told.bounded
    assert told.fraction > 0
    assert told.frequency == "under 1 in 100"
    assert "e-" not in told.counted
    assert "one-deck-dungeon.four.boss-pairs" in told.clauses
    assert all(name in told.counted for name in ("Ana", "Bo", "Cy", "Di"))


@pytest.mark.parametrize(
    ("least", "most", "seen", "left_out", "said"),
    [
        (0.0, 1.0, 60, (), "about 6 in 10 (sampled), nothing proven either way"),
        (0.52, 0.58, 60, (), "between 52 and 58 in 100"),
        (0.57, 0.57 + 1e-9, 0, (), "6 in 10"),
        (0.57, 0.57 + 1e-9, 0, ("charge",), "at least 57 in 100"),
    ],
)
def test_what_is_proven_of_the_boss_is_told_with_the_estimate(
    monkeypatch: pytest.MonkeyPatch, least: float, most: float, seen: int, left_out: tuple[str, ...], said: str
) -> None:
    found = Outlook(least, most, None, 0.57, 3.0, (-4.4e-16, 1.0), left_out, seen)
    monkeypatch.setattr(Before, "outlook", lambda self: found)
    told = asked(begin("ana=warrior bo=rogue", dungeon="yetis-cavern", floor=4), "win")
    assert told.frequency == said
    assert told.words not in ("never", "sure")
    assert told.counted == "3.0 rounds on average; hearts lost on average: Ana 0.0, Bo 1.0"
