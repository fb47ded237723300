"""The first sixty seconds, lessons, puzzles and what is kept of them, without a browser."""

from __future__ import annotations

import pytest

from companion.games.four_keys.dungeon import Dungeon
from companion.games.four_keys.teaser import next_turn, teaser
from companion.ui.boards.four_keys_dungeon import View
from companion.ui.boards.four_keys_played import asked_scene, opened, played_scene
from companion.ui.four_keys.teacher import TEACHER
from companion.ui.odds_items import at_a_glance, dots, formula_words
from companion.ui.teaching import Progress


def wrong(puzzle):
    """A lesser answer."""
    return next(choice for choice in puzzle.choices if not puzzle.right(choice.place))


def school(device):
    return device.app.screen.school


def answer(device, place):
    """Answer as a person does: on the board, flipping the card where that is needed, or by a button."""
    puzzle = school(device).puzzle
    if not puzzle.on_board:
        return device.tap(f"answer {place}", "tray")
    cell, _, side = place.partition(" ")
    if side and TEACHER.answer(puzzle, cell, False) != place:
        device.tap("flip", "actions")
    return device.board(cell)


# --------------------------------------------------------------------------------------- the first sixty seconds


@pytest.mark.clause("four-keys.opening.row-and-column")
def test_the_first_position_by_enumeration():
    puzzle = teaser()
    opens = sorted(choice.value % 100 for choice in puzzle.choices)
    assert opens == [0] * 3 + [1] * 7 + [2]
    assert puzzle.best.says == "Two doors open: +8."


def test_what_comes_next_is_counted():
    puzzle = teaser()
    odds = next_turn(TEACHER.game, puzzle.best.after)
    deck = list(TEACHER.game.decks[1].pairs)
    crosses = sum(count for card, count in deck if "C" in (card.a, card.b))
    assert (odds.numerator, odds.denominator) == (6, 11)
    assert odds.counted.startswith(f"{crosses} of {sum(count for _, count in deck) - 2} level 1 Keys")


def test_one_tap_opens_two_doors(device):
    start = device()
    assert start.sentence == "Drop this key. Two doors should open."
    assert "practice cards (made up)" in start.at.head.text
    assert len(start.at.board.legal) == 11
    start.board(teaser().best.place)
    assert start.taps == 1
    assert start.sentence == "Two doors open: +8. Best of 11."
    assert "from 2 to 10 points" in [item.label for item in start.at.board.drawn.items]
    assert sum(item.key.startswith("run ") for item in start.at.board.drawn.items) == 4
    assert "5 in 10 that a key you need is on top" in start.at.body.text
    start.tap("why", "body")
    assert "= 6/11" in start.at.body.text


def test_another_space_is_never_wrong(device):
    start = device()
    lesser = next(choice for choice in teaser().choices if choice.value % 100 == 1)
    start.board(lesser.place)
    assert start.sentence.endswith("There is a space that opens two.")
    assert "wrong" not in start.sentence.lower()
    assert len(start.at.board.legal) >= 9, "another space may be tried at once"
    start.board(teaser().best.place)
    assert start.sentence.startswith("Two doors open")


def test_three_ways_on(device):
    start = device()
    assert [start.at.body[f"{name} four-keys"].text for name in ("new", "learn", "count")] == [
        "At my table",
        "Teach me",
        "Just count my dungeon",
    ]
    start.tap("learn four-keys", "body")
    assert "Learn 4 KEYS" in start.at.head.text


# ------------------------------------------------------------------------------------------------------- lessons


def test_the_minute_is_three_taps(device):
    pupil = device("learn")
    pupil.tap("learn minute", "body")
    taps = 0
    for puzzle in TEACHER.course.minute:
        assert school(pupil).puzzle is puzzle
        answer(pupil, puzzle.best.place)
        taps += 1
        if puzzle is not TEACHER.course.minute[-1]:
            pupil.tap("next", "actions")
    assert taps == 3
    assert school(pupil).progress.done("minute")
    assert pupil.at.actions["next"].text == f"Next: {TEACHER.course.lessons[0].title}"


@pytest.mark.parametrize("lesson", [lesson.id for lesson in TEACHER.course.lessons])
def test_every_lesson_wrong_then_right(device, lesson):
    pupil = device("learn")
    pupil.tap(f"learn {lesson}", "body")
    for puzzle in TEACHER.course.lesson(lesson).puzzles:
        lesser = wrong(puzzle)
        answer(pupil, lesser.place)
        assert puzzle.best.says in pupil.at.tray.text, "the best is shown beside it"
        assert "next" not in pupil.at.actions
        pupil.tap("again", "actions")
        answer(pupil, puzzle.best.place)
        assert "again" not in pupil.at.actions
        last = puzzle is TEACHER.course.lesson(lesson).puzzles[-1]
        assert (TEACHER.course.lesson(lesson).remember in pupil.at.tray.text) == last
        assert school(pupil).progress.done(lesson) == last
        pupil.tap("next", "actions")


def test_a_wrong_answer_is_played_out_beside_the_best(device):
    pupil = device("learn")
    pupil.tap("learn key", "body")
    puzzle = school(pupil).puzzle
    answer(pupil, next(c.place for c in puzzle.choices if c.after != puzzle.best.after and not puzzle.right(c.place)))
    keys = {item.key.partition(":")[0].partition(" ")[0] for item in pupil.at.board.drawn.items}
    assert {"yours", "best"} <= keys
    assert not pupil.at.board.drawn.places, "nothing to tap but Try again"


def test_arrows_may_be_tapped_on_the_board(device):
    pupil = device("learn")
    pupil.tap("learn arrow", "body")
    place = next(place for place in pupil.at.board.legal if place.endswith(f":{school(pupil).puzzle.best.place}"))
    pupil.board(place)
    assert "next" in pupil.at.actions


@pytest.mark.parametrize("kind", [kind for kind, _ in TEACHER.course.kinds])
def test_puzzles_without_end(device, kind):
    pupil = device("learn")
    pupil.tap(f"train {kind}", "body")
    first = school(pupil).puzzle
    answer(pupil, first.best.place)
    assert school(pupil).progress.told.solved == {kind: 1}
    assert pupil.at.actions["next"].text == "One more"
    pupil.tap("next", "actions")
    assert school(pupil).puzzle.id != first.id
    assert school(pupil).choice is None


def test_what_is_asked_is_not_given_away():
    lesson = TEACHER.course.lesson("worth").puzzles[0]
    scene = TEACHER.asked(lesson, (400, 400), False).scene
    assert "worth" not in " ".join(item.label for item in scene.items)
    missed = TEACHER.puzzle("missed-opening", 1)
    scene = TEACHER.asked(missed, (400, 400), False).scene
    assert "lacks" not in " ".join(item.svg + item.label for item in scene.items)


def test_teach_the_table_is_in_big_type(device):
    pupil = device("learn")
    pupil.tap("teach", "body")
    assert "c-teach" in pupil.at.root._dom_classes
    pupil.tap("lessons", "actions")
    assert "c-teach" not in pupil.at.root._dom_classes


# ------------------------------------------------------------------------------------------------------ what is kept


def test_progress_is_kept_for_each_device(store, tmp_path):
    Progress("0123abcd", "four-keys").mark("key")
    assert Progress("0123abcd", "four-keys").done("key")
    assert not Progress("ffff", "four-keys").done("key")
    assert {path.name for path in (tmp_path / "learned").iterdir()} == {"0123abcd.json"}


def test_a_damaged_file_costs_no_lesson(store, tmp_path):
    (tmp_path / "learned").mkdir()
    (tmp_path / "learned" / "here.json").write_text("{")
    assert not Progress("", "four-keys").done("key")


def test_a_strange_device_name_stays_in_its_folder(store, tmp_path):
    Progress("../../etc/x", "four-keys").mark("key")
    assert [path.name for path in (tmp_path / "learned").iterdir()] == ["etcx.json"]


def test_ticks_survive_a_reload(device):
    pupil = device("learn")
    pupil.tap("learn worth", "body")
    for puzzle in TEACHER.course.lesson("worth").puzzles:
        answer(pupil, puzzle.best.place).tap("next", "actions")
    again = device("learn")
    assert again.at.body["learn worth"].end == "✓"
    assert again.at.body["learn key"].end == ""


def test_lessons_at_a_table_leave_it_as_it_is(full, at):
    pupil = at(full)
    before = full.state
    pupil.tap("tab learn", "tabs").tap("learn key", "body")
    lesson = pupil.app.screen._open().school
    pupil.board(lesson.puzzle.best.place)
    assert "next" in pupil.at.actions
    pupil.hold(pupil.at.board.drawn.places[0])
    pupil.tap("tab table", "tabs")
    assert pupil.table.state == before
    assert "hint" in pupil.at.actions
    assert "c-school" not in pupil.at.root._dom_classes


# ------------------------------------------------------------------------------------------------------- scenes, odds


def test_lines_run_from_the_keys_that_a_door_needs():
    before, after = Dungeon.parse("!box{H} . / start ."), Dungeon.parse("box{H} +H / start .")
    assert len(opened(before, after)) == 1
    scene = played_scene(before, after, View(size=(300, 300)))
    assert sum(item.key.startswith("run ") for item in scene.items) == 1


def test_coins_only_where_they_are_not_the_question():
    dungeon = Dungeon.parse("box +H / start .")
    with_coins = asked_scene(dungeon, View(), coins=True)
    without = asked_scene(dungeon, View())
    assert "fk-coin" in " ".join(item.svg for item in with_coins.items)
    assert "fk-coin" not in " ".join(item.svg for item in without.items)


def test_ten_dots():
    odds = next_turn(TEACHER.game, teaser().best.after)
    assert dots(odds) == "●●●●●○○○○○"
    assert at_a_glance(odds) == "even  ●●●●●○○○○○  5 in 10"
    assert formula_words(odds) == "12/22"
