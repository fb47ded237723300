"""Lessons, puzzles and tips of Shadowgate: every answer is played out, and the right one is proven."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product

import pytest

from companion.engine.errors import UnknownNameError
from companion.engine.game import Seat
from companion.engine.lessons import Puzzle
from companion.games.shadowgate.cards import QuestCard, quest_cost
from companion.games.shadowgate.coaching import tips
from companion.games.shadowgate.learning import (
    KINDS,
    MARGIN,
    course,
    more_values,
    proven,
    puzzle,
    quest_values,
    raised,
    ranked,
)
from companion.games.shadowgate.painting import paint
from companion.games.shadowgate.scoring import points
from companion.games.shadowgate.state import Position
from companion.games.shadowgate.traits import standing
from companion.games.shadowgate.vocabulary import TRAITS
from tests.games.shadowgate.following import practice

COURSE = course(practice())
ALL = [*COURSE.minute, *(p for lesson in COURSE.lessons for p in lesson.puzzles)]
SEEDS = range(12)
SYMBOLS = {"1": 1, "2": 2, "3": 3, "4": 4, "skull": 0}


def lesson(name: str, number: int = 1) -> Puzzle:
    return COURSE.lesson(name).puzzles[number - 1]


def label(made: Puzzle) -> str:
    return made.best.label


def by_rolling(state: Position, card: QuestCard, traits: list[int]) -> Fraction:
    """Return what an attempt brings on average, by rolling all 36 pairs; for a cost of traits alone."""
    black = practice().box.black
    assert black is not None
    lit = state.torch <= (card.torch or 0)
    lost = 5 * ((card.skulls or 0) + lit)
    total = 0
    for one, other in product(black, repeat=2):
        rolled = SYMBOLS[one] + SYMBOLS[other]
        short = min(sum(max(0, need.n - traits[TRAITS.index(need.what)]) for need in way) for way in quest_cost(card))
        total += (card.xp or 0) if rolled >= short else -lost
    return Fraction(total, 36)


@lru_cache(maxsize=64)
def endless(kind: str, seed: int) -> Puzzle:
    return puzzle(practice(), kind, seed)


def quests_of(state: Position) -> list[QuestCard]:
    return [space.card for space in state.spaces if space.card is not None]


# ------------------------------------------------------------------------------------------------------- the lessons


def test_the_minute_has_three_screens_and_the_course_eight_lessons() -> None:
    assert [made.id for made in COURSE.minute] == ["win", "do", "end"]
    assert all(made.on_board for made in COURSE.minute), "a tap each on a board"
    assert [one.id for one in COURSE.lessons] == ["turn", "lack", "roll", "pay", "fail", "bonus", "unlock", "boss"]
    assert len({made.id for made in ALL}) == len(ALL)


@pytest.mark.parametrize("made", ALL, ids=lambda made: made.id)
def test_a_lesson_has_a_right_answer_and_a_wrong_one_and_few_words(made: Puzzle) -> None:
    values = [choice.value for choice in made.choices]
    assert values.count(max(values)) == 1
    assert made.say.count(". ") + made.say.count("?") <= 2
    assert len(made.say) < 125
    assert made.clauses
    assert all(clause in practice().rulebook for clause in made.clauses)
    worst = min(made.choices, key=lambda choice: choice.value)
    assert not made.right(worst.place)
    assert made.best.says in made.reply(worst.place)
    assert all(choice.says.endswith(".") for choice in made.choices)


def test_the_right_answers_of_the_rules() -> None:
    """Worked out by hand from the digest, not by the module that is tested."""
    assert [made.best.place for made in COURSE.minute] == ["seat/bo", "quest.2", "trait/mental"]
    assert label(lesson("turn")) == "Equip the hammer, then try it"
    assert label(lesson("lack")) == "3 short"
    assert label(lesson("lack", 2)) == "Goblin Lookout"
    assert label(lesson("pay")) == "After the roll, if the dice suffice"
    assert label(lesson("pay", 2)) == "Pay the ice token"
    assert label(lesson("fail")) == "Collapsed Shaft"
    assert label(lesson("fail", 2)) == "4"
    assert label(lesson("bonus")) == "The Broad Axe"
    assert label(lesson("bonus", 2)) == "Equip both"
    assert label(lesson("unlock")) == "The Banquet Hall shows"
    assert label(lesson("unlock", 2)) == "Bo gets the third piece"
    assert label(lesson("boss")) == "2 Energy"
    assert label(lesson("boss", 2)) == "4 and a skull"


@pytest.mark.clause("shadowgate.quest-phase.dice", "shadowgate.dice.skull")
def test_the_chance_of_a_roll_is_that_of_all_pairs() -> None:
    black = practice().box.black
    assert black is not None
    good = sum(SYMBOLS[one] + SYMBOLS[other] >= 4 for one, other in product(black, repeat=2))
    made = lesson("roll")
    assert f"in {good} of 36 rolls" in made.best.says
    assert made.best.place == "4"


def test_bold_or_sure_is_weighed_by_rolling() -> None:
    made = lesson("roll", 2)
    state = made.board
    traits = list(standing(practice().box, state, state.player("ana")))
    told = {f"quest.{n}": by_rolling(state, card, traits) for n, card in enumerate(quests_of(state), 1) if n != 1}
    told["quest.1"] = Fraction(3)
    assert max(told, key=lambda place: told[place]) == made.best.place
    assert sorted(told, key=lambda place: told[place]) == [
        choice.place for choice in sorted(made.choices, key=lambda choice: choice.value)
    ]


@pytest.mark.clause("shadowgate.turn.close", "shadowgate.cost.after-roll")
def test_a_plan_that_is_refused_says_why_and_is_the_worst() -> None:
    made = lesson("turn")
    assert "Equip Phase" in made.choices[0].says
    assert made.choices[0].value == min(choice.value for choice in made.choices)
    assert lesson("pay").choices[0].says == "That does not meet the cost."


@pytest.mark.clause("shadowgate.torch.skull", "shadowgate.failure.skull")
def test_a_failure_is_played_out() -> None:
    made = lesson("fail")
    dark, alone = made.best.after, made.choice("quest.1").after
    assert [player.deaths for player in dark.players] == [1, 1, 1]
    assert dark.torch == 5
    assert [player.deaths for player in alone.players] == [1, 0, 0]
    assert alone.torch == 1


@pytest.mark.clause("shadowgate.attack.skulls")
def test_two_skulls_cost_a_death_and_leave_the_boss_where_it_was() -> None:
    after = lesson("boss", 2).choices[0].after
    assert after.life == 27
    assert after.player("ana").deaths == 1


def test_who_lands_the_last_blow_adds_up_to_one() -> None:
    made = lesson("boss", 3)
    total = sum(choice.value for choice in made.choices)
    assert made.best.place == "seat/bo"
    assert Fraction(made.best.value, total) > Fraction(9, 10)


@pytest.mark.clause("shadowgate.bonus.xp", "shadowgate.end.inventory")
def test_what_stays_in_the_bag_is_worth_nothing() -> None:
    made = lesson("bonus", 2)
    assert [points(choice.after.player("ana")) for choice in made.choices] == [28, 24, 20]
    assert "by what is equipped" in made.best.says


# ----------------------------------------------------------------------------------------------------- the puzzles


@pytest.mark.parametrize("seed", SEEDS)
def test_the_best_quest_is_proven_by_rolling_all_pairs(seed: int) -> None:
    made = endless("best-quest", seed)
    state = made.board
    traits = list(standing(practice().box, state, state.player("ana")))
    values = [by_rolling(state, card, traits) for card in quests_of(state)]
    assert values == quest_values(practice(), state)
    first, second = sorted(values, reverse=True)[:2]
    assert first - second >= MARGIN
    assert made.best.place == f"quest.{values.index(first) + 1}"


@pytest.mark.parametrize("seed", SEEDS)
def test_one_more_of_a_trait_is_proven_by_rolling_all_pairs(seed: int) -> None:
    made = endless("one-more", seed)
    state = made.board
    traits = list(standing(practice().box, state, state.player("ana")))
    values = []
    for n in range(3):
        more = [value + (i == n) for i, value in enumerate(traits)]
        values.append(max(by_rolling(state, card, more) for card in quests_of(state)))
    assert values == more_values(practice(), state)
    first, second = sorted(values, reverse=True)[:2]
    assert first - second >= MARGIN
    assert made.best.place == TRAITS[values.index(first)]


def test_one_more_of_a_trait_changes_that_trait_alone() -> None:
    state = endless("one-more", 0).board
    before = standing(practice().box, state, state.player("ana"))
    after = raised(practice(), state, "mental")
    assert standing(practice().box, after, after.player("ana")) == (*before[:2], before[2] + 1)
    assert after.player("bo") == state.player("bo")


def test_the_same_seed_gives_the_same_puzzle_and_others_differ() -> None:
    for kind, _ in KINDS:
        assert puzzle(practice(), kind, 3) == endless(kind, 3)
        assert len({endless(kind, seed).board for seed in SEEDS}) > len(SEEDS) // 2
        assert endless(kind, 3).id == f"{kind}-3"
    with pytest.raises(UnknownNameError, match="best-quset"):
        puzzle(practice(), "best-quset", 1)


def test_what_proves_a_puzzle() -> None:
    one, half = Fraction(1), Fraction(1, 2)
    assert proven([3 * one, 2 * one, one])
    assert not proven([2 * one, 2 * one - half / 2, one]), "too close"
    assert not proven([2 * one, one, one]), "nothing is tempting"
    assert not proven([-one, -2 * one, -3 * one]), "nothing is worth while"
    assert not proven([2 * one, one])
    assert ranked([half, Fraction(1, 3)]) == [3, 2]


# -------------------------------------------------------------------------------------------------------- the coach


def told(castle: str, depth: str = "light") -> tuple[str, ...]:
    return tips(paint(practice(), castle, options={"depth": depth}), "ana")


def test_every_tip_has_its_moment_and_its_clauses() -> None:
    from companion.games.shadowgate.coaching import _WHEN

    assert set(_WHEN) == {tip.id for tip in COURSE.tips}
    for tip in COURSE.tips:
        assert all(clause in practice().rulebook for clause in tip.clauses)
        assert len(tip.say) < 125


def test_tips_fit_the_moment() -> None:
    plain = "ana jair / bo katalia / quest #I-4 / torch {} / {}turn ana"
    assert told(plain.format(8, ""))[0] == "first-turn"
    assert "dark" in told(plain.format(2, ""))
    assert "dark" not in told(plain.format(3, ""))
    assert "penalty" in told(plain.format("3 mental", ""))
    assert "open-ii" in told(plain.format(8, "open II / "))
    assert "barrier" in told(plain.format(8, "open II III / barrier / "))
    assert "death" in told("ana jair deaths 1 / bo katalia / quest #I-4 / turn ana")
    assert told("ana jair / bo katalia / boss reaper 20 / turn ana")[0] == "boss"
    assert "may-equip" not in told(plain.format(8, ""))


def test_tips_of_a_full_game() -> None:
    game = practice()
    state = paint(game, "ana jair / bo katalia / quest #I-7 / turn ana", options={"depth": "full"})
    assert "may-equip" not in tips(state, "ana")
    state = game.apply(state, game.parse("get ana #3", state))
    assert "may-equip" in tips(state, "ana")
    assert "may-equip" not in tips(state, "bo")
    state = game.apply(state, game.parse("attempt 1", state))
    assert tips(state, "ana")[0] == "attempting"
    state = game.apply(state, game.parse("made 1", state))
    for _ in range(2):
        state = game.apply(state, game.parse("item ?", state))
    assert tips(state, "ana")[0] == "bonus"


def test_the_fifth_death_is_warned_of_in_competition_only() -> None:
    castle = "ana jair deaths 4 / bo katalia / quest #I-4 / turn ana"
    state = paint(practice(), castle, options={"mode": "competition"})
    assert tips(state, "ana")[0] == "fifth"
    assert "fifth" not in told(castle)


def test_there_are_no_tips_before_the_game_begins() -> None:
    assert tips(practice().setup([Seat("ana", "Ana"), Seat("bo", "Bo")], {}), "ana") == ()
