"""What the courses of the co-operative games and of Shadowgate have in common, without a browser."""

from __future__ import annotations

import pytest

from companion.ui.four_doors.teacher import TEACHER as DOORS
from companion.ui.one_deck_dungeon.teacher import TEACHER as DUNGEON
from companion.ui.shadowgate.teacher import TEACHER as CASTLE
from tests.ui.learning import answer, lesser, school

COURSES = {"four-doors": DOORS.course, "one-deck-dungeon": DUNGEON.course, "shadowgate": CASTLE.course}
LESSONS = [(game, lesson) for game, course in COURSES.items() for lesson in course.lessons]


@pytest.fixture
def pupil(device):
    """Begin to learn a game on a device."""

    def begin(game):
        one = device()
        one.app.learn(game)
        return one

    return begin


@pytest.mark.parametrize("game", COURSES)
def test_the_minute_is_three_taps(pupil, game):
    one, course = pupil(game), COURSES[game]
    one.tap("learn minute", "body")
    assert len(course.minute) == 3
    for puzzle in course.minute:
        answer(one, puzzle.best.place)
        if puzzle is not course.minute[-1]:
            one.tap("next", "actions")
    assert school(one).progress.done("minute")
    assert one.at.actions["next"].text == f"Next: {course.lessons[0].title}"


@pytest.mark.parametrize(("game", "lesson"), LESSONS, ids=[f"{game}-{lesson.id}" for game, lesson in LESSONS])
def test_every_lesson_wrong_then_right(pupil, game, lesson):
    one = pupil(game)
    one.tap(f"learn {lesson.id}", "body")
    for puzzle in lesson.puzzles:
        answer(one, lesser(puzzle).place)
        assert puzzle.best.says in one.at.tray.text, "the best is said beside it"
        assert "next" not in one.at.actions
        one.tap("again", "actions")
        answer(one, puzzle.best.place)
        assert "again" not in one.at.actions
        assert (lesson.remember in one.at.tray.text) == (puzzle is lesson.puzzles[-1])
        one.tap("next", "actions")
