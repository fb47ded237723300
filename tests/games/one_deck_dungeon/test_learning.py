"""Lessons, puzzles and tips of One Deck Dungeon: every answer is played out, and the right one is proven."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.errors import UnknownNameError
from companion.engine.lessons import Puzzle
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.coaching import tips
from companion.games.one_deck_dungeon.course import arrange
from companion.games.one_deck_dungeon.fight import Encounter
from companion.games.one_deck_dungeon.learning import KINDS, course, in_hundred, puzzle
from companion.games.one_deck_dungeon.odds import meeting
from companion.games.one_deck_dungeon.puzzles import costs, everything, laid, settled
from companion.games.one_deck_dungeon.state import Position
from tests.games.one_deck_dungeon.following import FOUR, Follower, begin, boss, meet, practice, room

GAME = "one-deck-dungeon"
COURSE = course(practice())
ALL = [*COURSE.minute, *(p for lesson in COURSE.lessons for p in lesson.puzzles)]
SEEDS = range(6)


def lesson(name: str, number: int = 1) -> Puzzle:
    return COURSE.lesson(name).puzzles[number - 1]


def lost(state: Position) -> tuple[int, int, int]:
    cost = costs(practice(), state)
    return cost.damage, cost.poison, cost.time


# ------------------------------------------------------------------------------------------------------- the lessons


def test_the_minute_has_three_screens_and_the_course_eight_lessons() -> None:
    assert [made.id for made in COURSE.minute] == ["win", "do", "end"]
    assert all(made.on_board for made in COURSE.minute), "a tap each on boxes"
    assert len(COURSE.lessons) == 8
    assert len({made.id for made in ALL}) == len(ALL)


@pytest.mark.parametrize("made", ALL, ids=lambda made: made.id)
def test_a_lesson_has_one_best_answer_and_few_words(made: Puzzle) -> None:
    values = sorted(choice.value for choice in made.choices)
    assert values[-1] > values[-2], "one is the best, the others are not"
    assert made.say.count(".") + made.say.count("?") <= 2
    assert made.clauses
    assert all(clause in practice().rulebook for clause in made.clauses)
    worst = min(made.choices, key=lambda choice: choice.value)
    assert made.best.says in made.reply(worst.place)


@pytest.mark.clause(f"{GAME}.boxes.small", f"{GAME}.boxes.wide", f"{GAME}.boxes.armor", f"{GAME}.dice.black")
def test_the_right_answers_of_the_rules() -> None:
    """Worked out by hand from the digest, not by the module that is tested."""
    assert COURSE.minute[0].best.place == "box/5", "the second blue skull"
    assert COURSE.minute[1].best.place == "box/5", "two hearts, and the 3 still covers the 3"
    assert COURSE.minute[2].best.place == "box/5", "the box that would wound"
    assert lesson("boxes").best.place == "box/5"
    assert lesson("boxes", 2).best.place == "box/4"
    assert lesson("wide").best.place == "box/1", "5, 4 and 3 make twelve without it"
    assert lesson("armour").best.place == "box/3"
    assert lesson("black").best.label == "a black 5"
    assert lesson("cost").best.label == "3 time"
    assert lesson("cost", 2).best.label == "The item: a yellow die"
    assert lesson("poison").best.label == "4 or more"
    assert lesson("poison", 2).best.label == "3 or more"
    assert lesson("poison", 3).best.label == "Three poison"
    assert "you win" in lesson("boss").best.says


@pytest.mark.clause(f"{GAME}.boxes.armor", f"{GAME}.boxes.colour")
def test_what_the_rules_refuse_says_why_and_is_worst() -> None:
    made = lesson("armour")
    assert "Armor first" in made.choice("box/6").says
    assert "does not match" in made.choice("box/1").says
    assert {choice.value for choice in made.choices if choice.after == made.board} == {0}


@pytest.mark.clause(f"{GAME}.end.fallen", f"{GAME}.boss.fallen")
def test_a_placement_that_loses_the_game_is_worse_than_any_that_does_not() -> None:
    last, dragon = COURSE.minute[2], lesson("boss")
    assert "the game is lost" in last.choice("box/4").says
    assert settled(practice(), last.choice("box/4").after).ended == "fallen"
    ended = {choice.place: settled(practice(), choice.after).ended for choice in dragon.choices}
    assert ended == {"way/A": "fallen", "way/B": "won", "way/C": "fallen"}


def test_the_best_split_is_the_safest_with_black_dice_too() -> None:
    """The lesson leaves black dice out; the two best ways it ranks are counted here with them."""
    made = lesson("split")
    state, safe = made.board, {}
    for choice in sorted(made.choices, key=lambda choice: -choice.value)[:2]:
        assert choice.after.fight is not None
        parts, chance = choice.after.fight.parts, 1.0
        for at, part in enumerate(parts):
            order = ((0, 1), (1, 0))[at]
            groups = (parts[order[0]].heroes, parts[order[1]].heroes)
            there = arrange(practice().cat, state, groups, (order[0] + 1, order[1] + 1), "")
            fight = meeting(practice().cat, there, part.heroes, part.card).fight
            chance *= float(Encounter(fight).nobody_falls)
        safe[choice.place] = chance
    assert max(safe, key=safe.__getitem__) == made.best.place


@pytest.mark.clause(f"{GAME}.poison.leaves", f"{GAME}.poison.strict")
def test_a_leaf_lowers_what_the_die_must_show_by_one() -> None:
    def tokens(made: Puzzle) -> int:
        state: Position = made.board
        return state.tokens

    bare, leafy = lesson("poison"), lesson("poison", 2)
    assert tokens(bare) == tokens(leafy) == 3
    assert int(bare.best.place) - int(leafy.best.place) == 1
    assert "two hearts" in leafy.choice("2").says


# ----------------------------------------------------------------------------------------------------- the puzzles


@pytest.mark.parametrize("seed", SEEDS)
def test_a_puzzle_has_one_best_way_among_all_that_there_are(seed: int) -> None:
    made = puzzle(practice(), "place", seed)
    assert made.id == f"place-{seed}"
    best, *others = sorted(lost(choice.after) for choice in made.choices)
    assert lost(made.best.after) == best
    assert best < others[0], "by the stated measure no other is as good"
    assert len(others) >= 2
    ways = everything(practice(), made.board).ways()
    assert len(ways) >= len(made.choices)
    for way in ways:
        done = laid(practice(), made.board, way)
        assert done.key == (way.loss.damage, way.loss.poison, way.loss.time), "rules and search agree"
        assert done.key > best or done.state == made.best.after


def by_hand(state: Position) -> tuple[int, int, int]:
    """Return the least that a roll costs, by the rules' own moves: every black die, then every box in every order."""
    game, best, seen, waiting = practice(), lost(state), {state}, [state]
    while waiting:
        at = waiting.pop()
        best = min(best, lost(at))
        for move in game.legal(at):
            if isinstance(move, m.Place | m.Black):
                after = game.apply(at, move)
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return best


@pytest.mark.clause(f"{GAME}.boxes.place", f"{GAME}.dice.black")
@pytest.mark.parametrize("seed", range(3))
def test_no_sequence_of_moves_is_better_than_the_best_way(seed: int) -> None:
    """On the first four dice of a roll, so that every sequence of moves can be walked."""
    made = puzzle(practice(), "place", seed)
    assert made.board.fight is not None
    few = made.board.fight.dice[:4]
    state = replace(made.board, fight=replace(made.board.fight, dice=few))
    ways = everything(practice(), state).ways()
    assert min((w.loss.damage, w.loss.poison, w.loss.time) for w in ways) == by_hand(state)


def test_a_seed_gives_the_same_puzzle_and_another_seed_another() -> None:
    assert puzzle(practice(), "place", 1) == puzzle(practice(), "place", 1)
    assert len({puzzle(practice(), "place", seed).board for seed in range(3)}) == 3


def test_an_unknown_puzzle_is_named() -> None:
    with pytest.raises(UnknownNameError, match="place"):
        puzzle(practice(), "sudoku", 1)
    assert [kind for kind, _ in KINDS] == ["place"]


# -------------------------------------------------------------------------------------------------------- the coach

ROLLED = "roll S 6 4 3 1 A 3 2 M 1"
WHEN: dict[str, Any] = {
    "first-turn": lambda: begin(),
    "doors": lambda: begin().play("explore"),
    "meet": lambda: meet("goblin-a"),
    "split": lambda: meet("goblin-a ogre-a", FOUR),
    "peril": lambda: meet("arrow-wall-a").play("fight"),
    "place": lambda: room("ogre-a").play(ROLLED),
    "armour": lambda: room("goblin-a").play(ROLLED),
    "black": lambda: room("ogre-a").play(f"{ROLLED}; place S6 > 1"),
    "share": lambda: room("ogre-a", "ana=warrior bo=rogue").play("roll ana S 6 6 6 A 6 bo A 1 1 1 M 1; settle"),
    "loot": lambda: room("goblin-a").play(f"{ROLLED}; settle"),
    "potion": lambda: begin().set_hero("ana", damage=2),
    "last-heart": lambda: begin().set_hero("ana", damage=5),
    "level": lambda: begin().set(level=2),
    "stairs": lambda: begin().set(down=0),
    "poison": lambda: begin(deck="forest").set_hero("ana", poison=1),
    "resist": lambda: begin(deck="forest").set_hero("ana", poison=1).play("explore"),
    "boss": lambda: boss(dungeon="dragons-cave"),
    "light": lambda: begin(depth="light"),
}
"""A position in which a tip fits."""


def test_every_tip_has_a_moment() -> None:
    assert set(WHEN) == {tip.id for tip in COURSE.tips}


@pytest.mark.parametrize("tip", WHEN)
def test_a_tip_comes_when_the_thing_can_happen(tip: str) -> None:
    follower: Follower = WHEN[tip]()
    assert tip in tips(practice().cat, follower.state)
    quiet = begin().play("explore; enter 1; card #goblin-a; flee").set(doors=())
    assert tip not in tips(practice().cat, quiet.state)


def test_nothing_is_said_before_the_first_turn_and_after_the_end() -> None:
    assert tips(practice().cat, begin().set(step="setup").state) == ()
    assert tips(practice().cat, begin().set(ended="fallen").state) == ()


def test_every_tip_cites_the_digest_in_one_sentence_or_two() -> None:
    for tip in COURSE.tips:
        assert tip.clauses
        assert all(clause in practice().rulebook for clause in tip.clauses)
        assert tip.say.count(".") + tip.say.count("?") <= 2


def test_never_nought_or_a_hundred_unless_exactly_so() -> None:
    assert [in_hundred(Fraction(n, 1000)) for n in (0, 1, 90, 999, 1000)] == [
        "0 in 100", "1 in 100", "9 in 100", "99 in 100", "100 in 100",
    ]  # fmt: skip
