"""Learning One Deck Dungeon without a browser: the minute, lessons, puzzles without end, the coach."""

from __future__ import annotations

import pytest

import companion
from companion.ui.boards.one_deck_dungeon_played import Led, compared_scene
from companion.ui.one_deck_dungeon.teacher import TEACHER
from companion.ui.teaching import progress
from tests.ui.learning import answer, lesser, school

COURSE = TEACHER.course
ALL = [*COURSE.minute, *(puzzle for lesson in COURSE.lessons for puzzle in lesson.puzzles)]
SIZES = [(370, 350), (640, 520)]


@pytest.fixture
def pupil(device):
    """A device on which One Deck Dungeon is learned."""
    one = device()
    one.app.learn("one-deck-dungeon")
    return one


def test_a_wrong_placement_is_played_out_beside_the_best(pupil):
    pupil.tap("learn wide", "body").board("box/5").tap("again", "actions").board("box/3")
    drawn = pupil.at.board.drawn
    heads = [item.label for item in drawn.items if item.key.endswith(" title")]
    assert heads == ["Yours: 5 hearts, 2 time", "The best: 4 hearts, 2 time"]
    assert not drawn.places, "nothing to tap but Try again"


def test_a_refused_placement_says_which_rule(pupil):
    pupil.tap("learn armour", "body").board("box/6")
    assert "Armor first" in pupil.at.tray.text
    assert "Yours: not allowed" in [item.label for item in pupil.at.board.drawn.items]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("puzzle", ALL, ids=lambda puzzle: puzzle.id)
def test_nothing_leaves_the_picture(puzzle, size):
    drawn = [TEACHER.asked(puzzle, size, False), TEACHER.played(puzzle, puzzle.best, size)]
    drawn.append(TEACHER.answered(puzzle, lesser(puzzle), size))
    for scene in (one.scene for one in drawn):
        assert all(item.x >= 0 and item.x + item.w <= scene.w + 1 for item in scene.items)
        assert all(item.y >= 0 and item.y + item.h <= scene.h + 1 for item in scene.items)
        assert len({item.key for item in scene.items}) == len(scene.items)


def test_what_a_way_costs_is_not_given_away():
    puzzle = COURSE.lesson("wide").puzzles[1]
    scene = TEACHER.asked(puzzle, (370, 350), False).scene
    assert [item.place for item in scene.items if item.place] == [choice.place for choice in puzzle.choices]
    assert "costs" not in " ".join(item.svg + item.label for item in scene.items)


def test_black_dice_that_a_way_makes_stand_on_it():
    scene = TEACHER.asked(COURSE.lesson("black").puzzles[1], (370, 350), False).scene
    ways = [item for item in scene.items if item.place]
    assert all(">A5+A6=H5<" in item.svg for item in ways)
    assert all(item.label.startswith(f"Way {letter}: A5 + A6 = H5") for item, letter in zip(ways, "ABC", strict=True))


def test_the_die_in_question_has_an_edge_and_boxes_are_told_to_the_ear():
    scene = TEACHER.asked(COURSE.minute[1], (370, 350), False).scene
    dice = next(item for item in scene.items if item.key == "dice")
    assert dice.svg.count("op-die") == 1
    assert "box 1: S4wx, S4" in [item.label for item in scene.items]


def test_two_answers_stand_side_by_side_with_an_edge_around_the_best():
    puzzle = COURSE.lesson("poison").puzzles[2]
    led = [Led("Yours", "", puzzle.choices[0].after), Led("The best", "", puzzle.best.after)]
    scene = compared_scene(TEACHER.game.cat, led, (370, 350))
    edge = next(item for item in scene.items if item.key == "best edge")
    labels = {item.key: item.label for item in scene.items}
    assert labels["yours:ana"] == "Ana: 0 damage, 6 poison"
    assert labels["best:ana"] == "Ana: 3 damage, 3 poison"
    assert all(item.x >= edge.x for item in scene.items if item.key.startswith("best:"))


def test_leaves_of_open_doors_are_told_on_the_door():
    scene = TEACHER.asked(COURSE.lesson("poison").puzzles[1], (370, 350), False).scene
    assert any("1 leaf" in item.label for item in scene.items)


def test_puzzles_without_end(pupil):
    pupil.tap("train place", "body")
    first = school(pupil).puzzle
    assert set(pupil.at.board.legal) == {choice.place for choice in first.choices}
    answer(pupil, first.best.place)
    assert "costs" in pupil.at.tray.text
    assert school(pupil).progress.told.solved == {"place": 1}
    pupil.tap("next", "actions")
    assert school(pupil).puzzle.id != first.id


def test_the_coach_gives_one_tip_a_turn(store, at):
    table = companion.open_table("one-deck-dungeon", ["Ana", "Bo"], store=store, depth="light", seed=3)
    while table.state.step == "setup":
        table.sample()
    progress("", "one-deck-dungeon").coach(True)
    seat = at(table)
    tips = {tip.say for tip in COURSE.tips}
    first = seat.at.snack.text.splitlines()[0]
    assert first in tips
    seat.tap("tip", "snack")
    table.play("explore")
    seat.follow()
    second = seat.at.snack.text.splitlines()[0]
    assert second in tips - {first}
    seat.tap("tip", "snack")
    table.play("enter 1")
    seat.follow()
    assert seat.at.snack.text == "", "one tip a turn"
    assert TEACHER.next_turn(table.state) is None


def test_lessons_at_a_table_leave_it_as_it_is(store, at):
    table = companion.open_table("one-deck-dungeon", ["Ana", "Bo"], store=store, depth="light", seed=3)
    while table.state.step == "setup":
        table.sample()
    seat = at(table)
    before = table.state
    seat.tap("tab learn", "tabs").tap("learn boxes", "body")
    seat.board(COURSE.lesson("boxes").puzzles[0].best.place)
    assert "next" in seat.at.actions
    seat.tap("tab table", "tabs")
    assert seat.table.state == before
