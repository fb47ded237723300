"""Learning The Four Doors without a browser: the minute, lessons, puzzles without end, the coach."""

from __future__ import annotations

import pytest

import companion
from companion.games.four_doors.cards import SIDES
from companion.ui.boards.four_doors_played import Led, compared_scene
from companion.ui.four_doors.teacher import BAND, TEACHER
from companion.ui.teaching import progress
from tests.ui.learning import answer, lesser, school

COURSE = TEACHER.course


@pytest.fixture
def pupil(device):
    """A device on which The Four Doors is learned."""
    one = device()
    one.app.learn("four-doors")
    return one


def test_a_wrong_answer_is_played_out_beside_the_best(pupil):
    pupil.tap("learn clear", "body")
    puzzle = school(pupil).puzzle
    answer(pupil, lesser(puzzle).place)
    drawn = pupil.at.board.drawn
    assert {item.key.partition(":")[0] for item in drawn.items} >= {"yours", "best"}
    heads = [item.label for item in drawn.items if item.key.endswith(" title")]
    assert heads[0].startswith("Yours: we lose ")
    assert heads[1].startswith("The best: we lose ")
    assert heads[0] != heads[1]
    assert not drawn.places, "nothing to tap but Try again"


def test_what_one_more_shadow_does_is_not_given_away():
    puzzle = COURSE.lesson("full").puzzles[0]
    scene = TEACHER.asked(puzzle, (370, 350), False).scene
    text = " ".join(item.svg for item in scene.items)
    assert BAND in text
    assert "FLIPS" not in text
    assert "SHUTS" not in text


def test_a_tower_that_is_lost_or_won_says_so():
    lost = COURSE.lesson("full").puzzles[1]
    shown = TEACHER.answered(lost, lesser(lost), (370, 350)).scene
    assert "The best: lost" in [item.label for item in shown.items]
    won = COURSE.minute[0]
    shown = TEACHER.answered(won, lesser(won), (370, 350)).scene
    assert "The best: won" in [item.label for item in shown.items]


@pytest.mark.parametrize("size", [(183 * 2 + 8, 330), (640, 520)])
def test_two_towers_stand_side_by_side_and_nothing_leaves_the_picture(size):
    puzzle = COURSE.lesson("full").puzzles[1]
    led = [Led("Yours", "", puzzle.choices[0].after), Led("The best", "", puzzle.best.after)]
    scene = compared_scene(led, size)
    assert all(item.x >= 0 and item.x + item.w <= scene.w + 1 for item in scene.items)
    assert all(item.y + item.h <= scene.h + 1 for item in scene.items)
    edge = next(item for item in scene.items if item.key == "best edge")
    assert all(item.x >= edge.x for item in scene.items if item.key.startswith("best:"))


def test_a_hand_lies_under_the_tower_where_it_matters():
    puzzle = COURSE.lesson("limit").puzzles[0]
    scene = TEACHER.asked(puzzle, (370, 350), False).scene
    assert sum(item.place.startswith("card/ana.") for item in scene.items) == 6
    assert not tuple(TEACHER.hand(puzzle, False))


def test_puzzles_without_end(pupil):
    pupil.tap("train best-clear", "body")
    first = school(pupil).puzzle
    assert set(pupil.at.board.legal) == {
        f"{door.name}.{side}" for door in first.board.tower.doors for side in SIDES if door.side(side)
    }
    answer(pupil, first.best.place)
    assert "→" in pupil.at.tray.text
    assert school(pupil).progress.told.solved == {"best-clear": 1}
    pupil.tap("next", "actions")
    assert school(pupil).puzzle.id != first.id


def test_the_first_position_and_what_the_next_fall_does():
    teaser = TEACHER.teaser()
    before, after = TEACHER.next_turn(teaser.board), TEACHER.next_turn(teaser.best.after)
    assert before is not None
    assert after is not None
    assert after.fraction < before.fraction
    assert TEACHER.next_turn(COURSE.minute[0].best.after) is None, "the game is won"


def test_the_coach_gives_one_tip_a_turn(store, at):
    table = companion.open_table("four-doors", ["Ana", "Bo"], store=store, depth="light", seed=3)
    while table.actor == "TABLE":
        table.sample()
    progress("", "four-doors").coach(True)
    seat = at(table)
    tips = {tip.say for tip in COURSE.tips}
    first = seat.at.snack.text.splitlines()[0]
    assert first in tips
    seat.tap("tip", "snack")
    door = next(door for door in table.state.tower.doors if door.shadows)
    side = "left" if door.left else "right"
    table.play(f"clear {door.name} {side}")
    seat.follow()
    assert seat.at.snack.text == "", "one tip a turn"
    table.play("done")
    while table.actor == "TABLE":
        table.sample()
    seat.follow()
    assert seat.at.snack.text.splitlines()[0] in tips - {first}


def test_lessons_at_a_table_leave_it_as_it_is(store, at):
    table = companion.open_table("four-doors", ["Ana", "Bo"], store=store, depth="light", seed=3)
    while table.actor == "TABLE":
        table.sample()
    seat = at(table)
    before = table.state
    seat.tap("tab learn", "tabs").tap("learn full", "body")
    seat.board(COURSE.lesson("full").puzzles[0].best.place)
    assert "next" in seat.at.actions
    seat.tap("tab table", "tabs")
    assert seat.table.state == before
    assert "hint" in seat.at.actions
