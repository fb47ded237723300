"""Lessons, puzzles and tips of The Four Doors: every answer is played out, and the right one is proven."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from companion.engine.errors import UnknownNameError
from companion.engine.lessons import Puzzle
from companion.games.four_doors.cards import PlayerCard
from companion.games.four_doors.coaching import tips
from companion.games.four_doors.forecast import risk
from companion.games.four_doors.hundreds import hundred, in_hundred, lowered
from companion.games.four_doors.learning import CLEAR_MARGIN, KINDS, clearing, course, puzzle
from companion.games.four_doors.state import Position
from companion.games.four_doors.tower import Tower, fall
from tests.games.four_doors.following import PLAIN, begin, lay, practice, random_game

COURSE = course(practice())
ALL = [*COURSE.minute, *(p for lesson in COURSE.lessons for p in lesson.puzzles)]
SEEDS = range(8)


def lesson(name: str, number: int = 1) -> Puzzle:
    return COURSE.lesson(name).puzzles[number - 1]


def walked(tower: Tower, marks: Counter[tuple[str, str]], shadows: int) -> Fraction:
    """Return the chance that a door is lost, by turning one card after the other from the unseen ones."""
    if tower.lost:
        return Fraction(1)
    if not shadows:
        return Fraction(0)
    lost = Fraction(0)
    for mark, count in marks.items():
        if count:
            left = marks - Counter({mark: 1})
            after = fall(tower, PlayerCard(door=mark[0], side=mark[1])).tower
            lost += Fraction(count, marks.total()) * walked(after, left, shadows - 1)
    return lost


def by_walking(state: Position) -> Fraction:
    """Return the chance to lose in the next fall of a position in which all is told and no shuffle comes."""
    assert state.down >= 2 + state.bound
    marks = Counter((card.door or "", card.side or "") for card in state.unseen)
    return walked(state.tower, marks, state.bound)


# ------------------------------------------------------------------------------------------------------- the lessons


def test_the_minute_has_three_screens_and_the_course_seven_lessons() -> None:
    assert [made.id for made in COURSE.minute] == ["win", "do", "end"]
    assert all(made.on_board for made in COURSE.minute), "a tap each on a tower"
    assert len(COURSE.lessons) == 7
    assert len({made.id for made in ALL}) == len(ALL)


@pytest.mark.parametrize("made", ALL, ids=lambda made: made.id)
def test_a_lesson_has_one_right_answer_or_more_and_a_wrong_one_and_few_words(made: Puzzle) -> None:
    values = [choice.value for choice in made.choices]
    assert max(values) > min(values)
    assert made.say.count(".") + made.say.count("?") <= 2
    assert "{" not in made.say + "".join(choice.label for choice in made.choices)
    assert made.clauses
    assert all(clause in practice().rulebook for clause in made.clauses)
    worst = min(made.choices, key=lambda choice: choice.value)
    assert not made.right(worst.place)
    assert made.best.says in made.reply(worst.place)


def test_the_right_answers_of_the_rules() -> None:
    """Worked out by hand from the digest, not by the module that is tested."""
    assert COURSE.minute[0].best.place == "beacon"
    assert COURSE.minute[2].best.place == "green.right"
    assert lesson("full").best.place == "purple.right"
    assert lesson("full", 2).best.place == "gold.right"
    assert lesson("relic").best.place == "green"
    assert lesson("relic", 2).best.label == "Ana gives Bo the Staff card"
    assert lesson("spell").best.label == "Now, before it shows"
    assert lesson("last").best.label == "3 shadows"
    assert lesson("last", 2).best.label == "Up twice, then light it"


@pytest.mark.parametrize(("name", "number"), [("clear", 1), ("clear", 2), ("spell", 2)])
def test_the_best_clear_of_a_lesson_is_the_only_one(name: str, number: int) -> None:
    values = sorted(choice.value for choice in lesson(name, number).choices)
    assert values[-1] > values[-2]


def test_only_what_the_rules_allow_can_be_illuminated() -> None:
    assert {choice.place for choice in COURSE.minute[1].choices} == {"purple.left", "purple.right"}


@pytest.mark.clause("four-doors.actions.illuminate", "four-doors.actions.give-one-way")
def test_a_plan_that_is_refused_says_why_and_is_the_worst() -> None:
    made = lesson("actions")
    assert "lantern" in made.choices[0].says
    assert made.choices[0].value == min(choice.value for choice in made.choices)
    taken = next(choice for choice in lesson("relic", 2).choices if choice.label.startswith("Bo gives"))
    assert "turn" in taken.says


@pytest.mark.clause("four-doors.spells.no-interrupt")
def test_a_spell_after_the_card_is_too_late() -> None:
    late = lesson("spell").choices[1]
    assert late.says.startswith("Too late")
    assert late.after.ended == "door"


def test_an_answer_is_the_position_it_leads_to() -> None:
    made = lesson("clear")
    for choice in made.choices:
        door, side = choice.place.split(".")
        assert len(choice.after.tower[door].side(side)) == len(made.board.tower[door].side(side)) - 1
    shut = lesson("full", 2).choice("purple.left").after
    assert "purple" in shut.tower.gone
    assert not shut.ended


# ----------------------------------------------------------------------------------------------------- the puzzles


@pytest.mark.parametrize("seed", SEEDS)
def test_a_puzzle_has_one_best_clear_by_a_clear_margin(seed: int) -> None:
    made = puzzle(practice(), "best-clear", seed)
    assert made.id == f"best-clear-{seed}"
    risks = sorted(risk(choice.after) for choice in made.choices)
    assert risk(made.best.after) == risks[0]
    assert risks[1] - risks[0] >= CLEAR_MARGIN
    assert risks[1] < risk(made.board), "another one is tempting"
    assert lowered(risk(made.board), risks[0]) in made.best.says


@pytest.mark.clause("four-doors.shadows.flip", "four-doors.shadows.shut", "four-doors.end.door")
def test_the_best_clear_of_puzzles_is_proven_by_turning_the_cards_one_by_one() -> None:
    checked = 0
    for seed in SEEDS:
        made = puzzle(practice(), "best-clear", seed)
        if made.board.down >= 2 + made.board.bound <= 4:
            slow = {choice.place: by_walking(choice.after) for choice in made.choices}
            assert min(slow, key=slow.__getitem__) == made.best.place
            assert slow[made.best.place] == risk(made.best.after)
            checked += 1
    assert checked >= 3


def test_a_seed_gives_the_same_puzzle_and_another_seed_another() -> None:
    assert puzzle(practice(), "best-clear", 1) == puzzle(practice(), "best-clear", 1)
    boards = {practice().text(puzzle(practice(), "best-clear", seed).board) for seed in range(3)}
    assert len(boards) == 3


def test_equal_clears_are_equally_good() -> None:
    state = lay("purple half 3|3 / green / blue / gold / rates [2],2").state
    made = clearing(practice(), state)
    assert {choice.value for choice in made.choices} == {made.best.value}


def test_an_unknown_puzzle_is_named() -> None:
    with pytest.raises(UnknownNameError, match="best-clear"):
        puzzle(practice(), "sudoku", 1)
    assert [kind for kind, _ in KINDS] == ["best-clear"]


# -------------------------------------------------------------------------------------------------------- the coach


AT_PURPLE = PLAIN.replace("purple", "purple @ana @bo", 1)
ALL_FOUND = "purple found / green found / blue found / gold found / rates [2],2"
WHEN = {
    "first-turn": (AT_PURPLE, ""),
    "full-side": ("purple 3|0 / green / blue / gold / rates [2],2", ""),
    "half-door": ("purple half / green / blue / gold / rates [2],2", ""),
    "vanished": ("green / blue / gold / gone purple / rates [2],2", ""),
    "displaced": (
        "purple half found 3|0 / green half found 3|0 @ana / blue / gold / rates [2],2",
        "done; draw ?; draw ?; shadow green left",
    ),
    "may-illuminate": (f"{AT_PURPLE.replace('@bo', '1|0')} / hand ana #1", ""),
    "may-give": (f"{AT_PURPLE} / hand ana ?", ""),
    "may-find": (f"{AT_PURPLE} / hand ana staff+staff+staff+staff", ""),
    "may-cast": (f"{AT_PURPLE} / hand ana summon", ""),
    "falling": (AT_PURPLE, "done; draw ?; draw ?"),
    "over-limit": (f"{AT_PURPLE} / hand ana 5", "search; draw ?"),
    "pile-short": (f"{AT_PURPLE} / pile 3 / discard 9", ""),
    "level-up": (f"{AT_PURPLE} / pile 1 / discard 9", "done; draw ?; draw ?"),
    "has-relic": (f"{AT_PURPLE.replace('purple', 'purple found', 1)} / relics ana purple", ""),
    "all-found": (ALL_FOUND, ""),
}
"""Tower and steps after which a tip fits Ana, an ordinary one."""


@pytest.mark.parametrize("tip", WHEN)
def test_a_tip_comes_when_the_thing_can_happen(tip: str) -> None:
    tower, steps = WHEN[tip]
    follower = lay(tower, "ana=wanderer bo=summoner")
    if steps:
        follower.play(steps)
    assert tip in tips(follower.state, "ana")
    quiet = lay(PLAIN, "ana=wanderer bo=summoner").state
    assert tip in ("first-turn", "falling") or tip not in tips(quiet, "ana")


def test_tips_of_adventurers_and_of_light() -> None:
    light = follow_light()
    assert "light" in tips(light, "ana")
    entered = lay("purple @ana / green 3|0 / blue / gold / rates [2],2", "ana=illuminant bo").play("move down").state
    assert "may-dispel" in tips(entered, "ana")
    alone = lay("purple @ana / green / blue / gold / rates [2],2 / pile 30", "ana=placeshifter", step="fall")
    alone.play("shadow ?; shadow ?")
    assert "may-swap" in tips(alone.state, "ana")
    told = {*WHEN, "light", "may-dispel", "may-swap"}
    assert told == {tip.id for tip in COURSE.tips}


def follow_light() -> Position:
    """A game that is followed light, laid out."""
    return next(state for state, _ in random_game(1, depth="light") if state.step == "act")


def test_tips_are_for_those_whom_they_concern() -> None:
    state = lay("purple 3|0 @ana @bo / green / blue / gold / rates [2],2 / hand ana ?", "ana=wanderer bo=summoner")
    assert {"first-turn", "full-side", "may-give"} <= set(tips(state.state, "ana"))
    assert "may-give" not in tips(state.state, "bo")
    assert tips(begin(2).state, "ana") == (), "nothing can happen before the tower is laid out"


def test_every_tip_cites_the_digest_in_one_or_two_sentences() -> None:
    for tip in COURSE.tips:
        assert tip.clauses
        assert all(clause in practice().rulebook for clause in tip.clauses)
        assert tip.say.count(".") + tip.say.count("?") <= 2


# ---------------------------------------------------------------------------------------------------------- numbers


@pytest.mark.parametrize(
    ("chance", "text"),
    [(0, "0"), (1, "100"), (Fraction(1, 1000), "under 1"), (Fraction(999, 1000), "over 99"), (Fraction(9, 100), "9")],
)
def test_never_nought_or_a_hundred_unless_exactly_so(chance: Fraction, text: str) -> None:
    assert hundred(Fraction(chance)) == text
    assert in_hundred(Fraction(chance)) == f"{text} in 100"


def test_an_arrow_says_what_a_chance_becomes() -> None:
    assert lowered(Fraction(9, 100), Fraction(1, 100)) == "9 → 1 in 100"
