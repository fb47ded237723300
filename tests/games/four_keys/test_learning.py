"""Lessons and puzzles: every answer is played out, and the right one is proven."""

from __future__ import annotations

import pytest

from companion.engine.errors import UnknownNameError
from companion.engine.game import PARTY
from companion.engine.lessons import Puzzle
from companion.games.four_keys.cards import Key
from companion.games.four_keys.dungeon import Dungeon, TileCell, cell_number, laid
from companion.games.four_keys.learning import KINDS, counting, course, missing, placing, puzzle, tips
from companion.games.four_keys.scoring import problems, score
from companion.games.four_keys.state import Position
from tests.games.four_keys.following import blank_box, follow, practice, random_game

COURSE = course(practice())
ALL = [*COURSE.minute, *(p for lesson in COURSE.lessons for p in lesson.puzzles)]


def test_the_minute_has_three_screens_and_the_course_seven_lessons() -> None:
    assert [p.id for p in COURSE.minute] == ["win", "do", "end"]
    assert len(COURSE.lessons) == 7
    assert len({p.id for p in ALL}) == len(ALL)


@pytest.mark.parametrize("made", ALL, ids=lambda p: p.id)
def test_a_lesson_has_a_right_and_a_wrong_answer_and_few_words(made: Puzzle) -> None:
    values = [choice.value for choice in made.choices]
    assert max(values) > min(values)
    assert made.say.count(".") + made.say.count("?") <= 2
    assert made.clauses
    assert all(clause in practice().rulebook for clause in made.clauses)
    assert made.right(made.best.place)
    worst = min(made.choices, key=lambda choice: choice.value)
    assert not made.right(worst.place)
    assert made.best.says in made.reply(worst.place)


@pytest.mark.parametrize("made", [p for p in ALL if isinstance(p.board, Dungeon)], ids=lambda p: p.id)
def test_lesson_positions_hold_no_missed_opening(made: Puzzle) -> None:
    assert not made.board.ready()
    assert not [p for p in problems(made.board) if "touch" in p.text]


def test_the_first_lesson_position_is_the_one_of_the_start_page() -> None:
    """11 legal spaces, 3 open nothing, 7 open one door, exactly one opens both: 5 + 3 points."""
    made = COURSE.minute[1]
    doors = [choice.value % 100 for choice in made.choices]
    assert sorted(doors) == [0] * 3 + [1] * 7 + [2]
    assert made.best.says == "Two doors open: +8."
    assert made.best.place == "f2"


def test_every_placement_is_worth_what_the_scorer_says() -> None:
    board = Dungeon.parse("!box{CX} . +X / . !start{HH} . / !throne{CC} +C .")
    card = Key(1, "H", "C")
    made = placing(board, card)
    assert len(made.choices) == 2 * len(board.holes())
    for choice in made.choices:
        cell, face = choice.place.split()
        after = board.put(cell_number(cell), laid(card, int(face == "C")))
        after = after.opened(after.ready())
        assert choice.after == after
        assert choice.value // 100 == score(after).points - score(board).points


def test_the_last_card_brings_the_tile() -> None:
    made = COURSE.minute[2]
    for choice in made.choices:
        assert choice.after.tile is not None
        assert isinstance(choice.after.cells[choice.after.tile], TileCell)


def test_a_compass_that_opens_is_pointed_at_its_best() -> None:
    board = Dungeon.parse("!compass{H} . / apartments{LC} start(a2,a3){LL}")
    after = placing(board, Key(1, "H", "H")).choices[0].after
    assert "compassv{H}" in str(after)


@pytest.mark.parametrize("kind", [kind for kind, _ in KINDS])
@pytest.mark.parametrize("seed", range(4))
def test_puzzles_without_end_have_one_proven_answer(kind: str, seed: int) -> None:
    made = puzzle(practice(), kind, seed)
    assert made == puzzle(practice(), kind, seed)
    assert made.id == f"{kind}-{seed}"
    values = [choice.value for choice in made.choices]
    assert values.count(max(values)) == 1
    if kind == "best-space":
        again = placing(made.board, made.hand)
        assert [c.place for c in again.choices if c.value == again.best.value] == [made.best.place]
    elif kind == "missed-opening":
        assert [made.best.place] == [c.place for c in made.choices if cell_number(c.place) in made.board.ready()]
        assert made.best.after.ready() == []
    else:
        assert int(made.best.place) == score(made.board).points
        assert made.board.tile is not None


def test_different_seeds_give_different_puzzles() -> None:
    boards = {str(puzzle(practice(), "count", seed).board) for seed in range(3)}
    assert len(boards) == 3


def test_an_unknown_puzzle_or_answer_is_named() -> None:
    with pytest.raises(UnknownNameError, match="best-space"):
        puzzle(practice(), "sudoku", 1)
    with pytest.raises(UnknownNameError, match="answer 'z9'"):
        COURSE.minute[1].choice("z9")
    with pytest.raises(UnknownNameError, match="lesson 'juggling'"):
        COURSE.lesson("juggling")


def test_a_wrong_total_says_by_how_much() -> None:
    import random

    made = counting(Dungeon.parse("ajar3 box / start(a2,a3){H} +H"), random.Random(1))
    assert len(made.choices) == 4
    wrong = [choice for choice in made.choices if not choice.value]
    right = int(made.best.place)
    for choice in wrong:
        many = "many" if int(choice.place) > right else "few"
        assert choice.says == f"{choice.place} is {abs(int(choice.place) - right)} too {many}."


def test_a_missed_opening_tells_what_the_others_lack() -> None:
    made = missing(Dungeon.parse("!box{H} +H / !start{LL} ."))
    assert made.best.place == "d3"
    assert "lacks" in made.choice("d4").says


def test_tips_come_when_they_fit() -> None:
    seen: dict[str, Position] = {}
    for seed in range(6):
        for state, _ in random_game(seed, 2):
            for player in state.players:
                for tip in tips(state, player.handle):
                    seen.setdefault(tip, state)
    assert set(seen) == {tip.id for tip in COURSE.tips}
    follower = follow(2, order="ana bo", game=blank_box())
    assert "first-turn" in tips(follower.state, "ana")
    assert "first-turn" not in tips(follower.state, "bo")
    follower.play("take 1D; place e4")
    assert "may-push" in tips(follower.state, "bo")
    follower.play("gold bo -4")
    assert "may-push" not in tips(follower.state, "bo")
    assert "no-gold" in tips(follower.state, "bo")


def test_tips_fit_light_tracking_too() -> None:
    follower = follow(2, game=blank_box(), depth="light")
    assert follower.game.actor(follower.state) == PARTY
    assert "may-push" not in tips(follower.state, "ana")


def test_every_tip_cites_the_digest() -> None:
    for tip in COURSE.tips:
        assert tip.clauses
        assert all(clause in practice().rulebook for clause in tip.clauses)
