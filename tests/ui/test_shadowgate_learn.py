"""Learning Shadowgate without a browser: the minute, lessons, puzzles without end, the coach."""

from __future__ import annotations

import pytest

import companion
from companion.ui.boards.shadowgate_played import Led, compared_scene, quiet
from companion.ui.shadowgate.picture import view_of
from companion.ui.shadowgate.teacher import TEACHER
from companion.ui.teaching import progress
from tests.ui.learning import answer, lesser, school

COURSE = TEACHER.course
PHONE = (370, 350)


@pytest.fixture
def pupil(device):
    """A device on which Shadowgate is learned."""
    one = device()
    one.app.learn("shadowgate")
    return one


def words_of(scene):
    return " ".join(item.svg for item in scene.items)


def test_a_wrong_answer_is_played_out_beside_the_best(pupil):
    pupil.tap("learn lack", "body")
    answer(pupil, COURSE.lesson("lack").puzzles[0].best.place)
    pupil.tap("next", "actions")
    answer(pupil, "quest.3")
    drawn = pupil.at.board.drawn
    heads = [item.label for item in drawn.items if item.key.endswith(" title")]
    assert heads == ["Yours: 6 in 10", "The best: 97 in 100"]
    tried = {item.key: item.label for item in drawn.items if ":quest." in item.key}
    assert tried["yours:quest.3"].startswith("Whispering Wall")
    assert tried["best:quest.4"].startswith("Goblin Lookout")
    assert not drawn.places, "nothing to tap but Try again"


@pytest.mark.parametrize("puzzle", [p for lesson in COURSE.lessons for p in lesson.puzzles], ids=lambda p: p.id)
def test_the_odds_are_not_given_away(puzzle):
    shown = words_of(TEACHER.asked(puzzle, PHONE, False).scene)
    told = words_of(TEACHER.played(puzzle, puzzle.best, PHONE).scene)
    for word in (" short<", " in 10<", " in 100<", "no roll"):
        assert word not in shown
    assert "sg-dot" not in shown
    assert told


def test_once_it_is_answered_the_numbers_stand_there():
    made = COURSE.lesson("boss").puzzles[-1]
    drawn = TEACHER.answered(made, lesser(made), PHONE)
    assert "in 100<" in words_of(drawn.scene)
    assert lesser(made).place in drawn.highlight


@pytest.mark.parametrize("size", [PHONE, (374, 330), (640, 520)])
@pytest.mark.parametrize("name", ["lack-2", "boss-2", "bonus-1"])
def test_two_outcomes_stand_side_by_side_and_nothing_leaves_the_picture(size, name):
    puzzle = next(p for lesson in COURSE.lessons for p in lesson.puzzles if p.id == name)
    views = [view_of(TEACHER.game, choice.after, size) for choice in (lesser(puzzle), puzzle.best)]
    scene = compared_scene([Led("Yours", "", views[0]), Led("The best", "", views[1])], size)
    assert all(item.x >= 0 and item.x + item.w <= scene.w + 1 for item in scene.items)
    assert all(item.y >= 0 and item.y + item.h <= scene.h + 1 for item in scene.items)
    edge = next(item for item in scene.items if item.key == "best edge")
    assert all(item.x >= edge.x for item in scene.items if item.key.startswith("best:"))


def test_a_quiet_board_keeps_what_lies_there():
    state = COURSE.minute[1].board
    view = view_of(TEACHER.game, state, PHONE)
    assert [one.needs for one in quiet(view).quests] == [one.needs for one in view.quests]
    assert {one.short for one in quiet(view).quests} == {""}


def test_the_best_trait_is_not_shown_as_chosen_before_it_is_asked():
    made = COURSE.minute[2]
    labels = [item.label for item in TEACHER.asked(made, PHONE, False).scene.items if item.place.startswith("trait/")]
    assert len(labels) == 3
    assert not any("chosen" in label for label in labels)
    settled = TEACHER.asked(COURSE.lesson("boss").puzzles[1], PHONE, False).scene
    assert any("Strength, 5, chosen" in item.label for item in settled.items)


def test_a_mat_lies_on_the_board_where_it_matters():
    places = TEACHER.asked(COURSE.lesson("bonus").puzzles[0], PHONE, False).scene.places
    assert {"ana.1", "ana.2"} <= set(places)


@pytest.mark.parametrize("kind", [kind for kind, _ in COURSE.kinds])
def test_puzzles_without_end(pupil, kind):
    pupil.tap(f"train {kind}", "body")
    first = school(pupil).puzzle
    answer(pupil, lesser(first).place)
    assert first.best.says in pupil.at.tray.text
    pupil.tap("again", "actions")
    answer(pupil, first.best.place)
    assert school(pupil).progress.told.solved == {kind: 1}
    pupil.tap("next", "actions")
    assert school(pupil).puzzle.id != first.id


def test_the_first_position_and_its_chance():
    teaser = TEACHER.teaser()
    assert TEACHER.next_turn(teaser.board) is None, "nothing is attempted yet"
    certain = TEACHER.next_turn(teaser.best.after)
    risky = TEACHER.next_turn(lesser(teaser).after)
    assert certain is not None
    assert risky is not None
    assert certain.fraction == 1 > risky.fraction


def test_the_coach_gives_one_tip_a_turn(store, at):
    table = companion.open_table("shadowgate", ["Ana", "Bo"], store=store, depth="light", seed=3)
    table.play("character ana jair; character bo katalia; first ana")
    progress("", "shadowgate").coach(True)
    seat = at(table)
    tips = {tip.say for tip in COURSE.tips}
    first = seat.at.snack.text.splitlines()[0]
    assert first in tips
    seat.tap("tip", "snack")
    table.play("xp ana 3")
    seat.follow()
    assert seat.at.snack.text == "", "one tip a turn"
    table.play("done")
    seat.follow()
    assert seat.at.snack.text.splitlines()[0] in tips - {first}


def test_lessons_at_a_table_leave_it_as_it_is(store, at):
    table = companion.open_table("shadowgate", ["Ana", "Bo"], store=store, depth="light", seed=3)
    table.play("character ana jair; character bo katalia; first ana")
    seat = at(table)
    before = table.state
    seat.tap("tab learn", "tabs").tap("learn fail", "body")
    seat.board(COURSE.lesson("fail").puzzles[0].best.place)
    assert "next" in seat.at.actions
    seat.tap("tab table", "tabs")
    assert seat.table.state == before
