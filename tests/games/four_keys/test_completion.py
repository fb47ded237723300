"""The best finish of a dungeon: equal to trying everything and to CP-SAT, playable line, honest bound."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.errors import CompanionError
from companion.games.four_keys.bitboard import Board, pack, pack_needs
from companion.games.four_keys.cards import SHAPES, Card, door, key
from companion.games.four_keys.completion import Completion, best_completion, hindsight
from companion.games.four_keys.dungeon import CENTRE, Dungeon, StartCell, cell_number, covered, laid
from companion.games.four_keys.moves import Place, Point
from companion.games.four_keys.placing import finished, pointed, scoring_rules
from companion.games.four_keys.scoring import SCORING_OPTIONS, score
from tests.games.four_keys import strategies
from tests.oracle.four_keys_cases import Case, practice_case, random_case
from tests.oracle.four_keys_completion import best_by_cp_sat, best_by_trying, every_arrow

OPTIONS = st.fixed_dictionaries({name: st.booleans() for name in SCORING_OPTIONS})
SMALL = ((12, 3), (13, 2), (14, 1), (15, 0), (12, 2), (12, 1), (10, 2), (9, 1), (6, 1), (5, 2), (3, 1), (1, 1))


def some_options(random: Random) -> dict[str, bool]:
    return {name: random.random() < 0.7 for name in SCORING_OPTIONS}


def play(dungeon: Dungeon, cards: tuple[Card | None, ...], line: tuple[Place | Point, ...]) -> Dungeon:
    """Play a line by the rules: each card into a hole, doors opening by themselves, arrows only of open Compasses."""
    dungeon = dungeon.opened(dungeon.ready())
    coming = list(cards)
    for step in line:
        if isinstance(step, Point):
            cell = dungeon.cells[step.cell]
            assert cell.room == "compass"
            assert cell.open
            assert not cell.arrow
            dungeon = dungeon.put(step.cell, msgspec.structs.replace(cell, arrow=step.arrow))
            continue
        card = coming.pop(0)
        assert step.cell in dungeon.holes()
        shown = laid(card, int(step.face != "" and step.face == card.b))
        dungeon = dungeon.put(step.cell, shown)
        dungeon = dungeon.opened(dungeon.ready())
    assert not coming
    return dungeon


# ------------------------------------------------------------------------------------------------------ the fast score


@given(strategies.full_dungeons() | strategies.dungeons(known=False) | strategies.full_dungeons(known=False), OPTIONS)
def test_masks_score_like_the_score_sheet_with_the_best_arrows(dungeon: Dungeon, options: dict[str, bool]) -> None:
    rules = scoring_rules(options)
    dungeon = dungeon.opened(dungeon.ready(rules["multiplicity"]))
    board = Board(dungeon, (), dungeon.gold or 0, rules, sum(1 << frame for frame in dungeon.frames()))
    arrows = sum(getattr(cell, "room", None) == "compass" for cell in dungeon.cells)
    if arrows < 5:
        best = max(score(way, **options).points for way in every_arrow(dungeon))
        assert board.points((), ()) == best
    assert score(pointed(dungeon, **options), **options).points == board.points((), ())


@given(strategies.NEEDS, st.text(SHAPES, max_size=9), st.booleans())
def test_packed_symbols_open_what_words_open(needs: str, present: str, multiplicity: bool) -> None:
    guard = 0x80808080
    met = (pack(present) + guard - pack_needs(needs, multiplicity)) & guard == guard
    assert met == covered(needs, present, multiplicity)


@pytest.mark.clause("four-keys.rooms.compass-chain", "four-keys.rooms.compass-cycle")
def test_neighbouring_compasses_never_point_in_a_circle() -> None:
    dungeon = Dungeon.parse("start(a1,b1) compass? compass? apartments")
    assert [cell.arrow for cell in pointed(dungeon).cells if getattr(cell, "room", None) == "compass"] == [">", ">"]


# ---------------------------------------------------------------------------------------------------------- the search


@pytest.mark.parametrize("chunk", range(8))
@pytest.mark.clause("four-keys.placement.key-side", "four-keys.opening.multiplicity")
def test_equals_trying_everything(chunk: int) -> None:
    for seed in range(chunk * 30, chunk * 30 + 30):
        random = Random(seed)
        dungeon, cards = random_case(random, *random.choice(SMALL), keys=random.random())
        options = some_options(random)
        best = best_by_trying(dungeon, cards, **options)
        found = best_completion(dungeon, cards, **options)
        assert (found.points, found.bound, found.proven) == (best, best, True), f"seed {seed}"


@pytest.mark.parametrize("to_come", [5, 6, 7])
def test_equals_cp_sat(to_come: int) -> None:
    for seed in range(12):
        random = Random(seed)
        dungeon, cards = random_case(random, 15 - to_come, to_come, keys=random.random())
        options = some_options(random)
        best = best_by_cp_sat(dungeon, cards, **options)
        found = best_completion(dungeon, cards, **options)
        assert best is not None
        assert (found.points, found.bound, found.proven) == (best, best, True), f"seed {seed}"


def test_equals_cp_sat_on_practice_cards() -> None:
    for seed in range(4):
        dungeon, cards = practice_case(Random(seed), 9, 6)
        assert best_completion(dungeon, cards).points == best_by_cp_sat(dungeon, cards)


@pytest.mark.clause("four-keys.end.last-space", "four-keys.rooms.compass-arrow", "four-keys.placement.orthogonal")
def test_the_line_can_be_played_and_scores_what_it_says() -> None:
    arrows = 0
    for seed in range(40):
        random = Random(seed)
        dungeon, cards = random_case(random, *random.choice(((12, 3), (10, 5), (9, 2), (4, 2))))
        found = best_completion(dungeon, cards)
        end = finished(play(dungeon, cards, found.line), scoring_rules({}))
        assert end == found.dungeon, f"seed {seed}"
        assert score(end).points == found.points
        assert (end.tile is not None) == (end.card_count == 15)
        arrows += sum(isinstance(step, Point) for step in found.line)
    assert arrows > 5


def corner_case() -> Case:
    """Two full rows: only what lies in the third row lets a card into the fourth."""
    dungeon = Dungeon.parse("start(a1,b1) box box box\nbox box box box\n. . . .\n. . . .\ngold=2")
    return Case(dungeon, (door(1, "trap", "HH"), *(key(1, "H") for _ in range(6))))


@pytest.mark.clause("four-keys.placement.orthogonal", "four-keys.rooms.trap")
def test_a_card_cannot_wait_for_its_neighbours() -> None:
    dungeon, (trap, *keys) = corner_case()
    first = best_completion(dungeon, (trap, *keys))
    last = best_completion(dungeon, (*keys, trap))
    certain = 2 + 3 + 7 * 2
    assert (first.points, last.points) == (certain + 1, certain + 3)
    assert last.line[-1].cell in (cell_number("d7"), cell_number("g7"))


def test_cards_that_are_alike_may_change_places() -> None:
    dungeon, (trap, *keys) = corner_case()
    different = [key(1, "H", "HH") for _ in keys]
    for cards in ((*keys, trap), (*different, trap)):
        found = best_completion(dungeon, cards)
        assert finished(play(dungeon, cards, found.line), scoring_rules({})) == found.dungeon


@pytest.mark.clause("four-keys.opening.every-door", "four-keys.opening.missed")
def test_doors_that_were_missed_open_at_once() -> None:
    dungeon = Dungeon.parse("!start(a1,b1){H} +H\n!compass{H} +H\ngold=1")
    found = best_completion(dungeon, ())
    assert found.points == 1 + 1 + 1
    assert found.line == (Point(cell_number("d5"), "^"),)


def test_untold_cards_take_space_and_bring_nothing_certain() -> None:
    dungeon, cards = random_case(Random(4), 12, 2)
    found = best_completion(dungeon, (cards[0], None, cards[1]))
    assert found.proven
    assert found.points == best_by_trying(dungeon, (cards[0], None, cards[1]))


def test_gold_is_what_is_left_at_the_end() -> None:
    dungeon = Dungeon.parse("start(a1,b1) throne\ngold=4")
    assert best_completion(dungeon, (), 1).points == 1 + 1 + 1
    assert best_completion(dungeon, ()).points == 1 + 4 + 4


# ------------------------------------------------------------------------------------------------------------- budgets


def looks_until_proven(dungeon: Dungeon, cards: tuple[Card, ...]) -> list[Completion]:
    return [best_completion(dungeon, cards, budget=budget) for budget in (0, 10, 100, 1_000, 10_000)]


def test_bounds_hold_and_shrink_while_points_grow() -> None:
    unproven = 0
    for seed in range(10):
        dungeon, cards = random_case(Random(seed), 9, 6)
        truth = best_completion(dungeon, cards).points
        found = looks_until_proven(dungeon, cards)
        assert all(c.points <= truth <= c.bound for c in found)
        assert all(c.proven == (c.points == c.bound) for c in found)
        assert [c.points for c in found] == sorted(c.points for c in found)
        assert [c.bound for c in found] == sorted((c.bound for c in found), reverse=True)
        unproven += sum(not c.proven for c in found)
    assert unproven > 10


def test_a_budget_of_nothing_still_gives_a_line_to_play() -> None:
    dungeon, cards = random_case(Random(1), 1, 14)
    found = best_completion(dungeon, cards, budget=0)
    assert not found.proven
    assert score(finished(play(dungeon, cards, found.line), scoring_rules({}))).points == found.points


def test_a_function_may_say_stop() -> None:
    dungeon, cards = random_case(Random(0), 1, 14)
    asked = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 5

    found = best_completion(dungeon, cards, budget=stop)
    assert len(asked) == 6
    assert not found.proven
    assert found.points < found.bound


def test_the_same_question_has_the_same_answer() -> None:
    dungeon, cards = random_case(Random(3), 3, 12)
    assert best_completion(dungeon, cards, budget=500) == best_completion(dungeon, cards, budget=500)


def test_hindsight_is_at_least_what_was_played() -> None:
    for seed in range(5):
        random = Random(seed)
        dungeon, cards = random_case(random, 8, 7)
        played = dungeon
        for card in cards:
            played = played.put(random.choice(played.holes()), laid(card))
            played = played.opened(played.ready())
        had = score(finished(played, scoring_rules({}))).points
        could = hindsight(dungeon, cards)
        assert had <= could.points <= could.bound
        assert could.proven


# -------------------------------------------------------------------------------------------------------- what is said


def test_refusals_name_what_is_wrong() -> None:
    dungeon, cards = random_case(Random(0), 12, 4)
    with pytest.raises(CompanionError, match="4 cards to come, but only 3 fit"):
        best_completion(dungeon, cards)
    with pytest.raises(CompanionError, match="'multi'"):
        best_completion(dungeon, cards[:1], multi=True)
    with pytest.raises(CompanionError, match="empty"):
        best_completion(Dungeon(), cards)
    done = best_completion(dungeon, cards[:3]).dungeon
    with pytest.raises(CompanionError, match="1 cards to come, but the Adventurer tile"):
        best_completion(done, cards[:1])
    wide = Dungeon().put(CENTRE, StartCell()).put(CENTRE - 3, StartCell()).put(CENTRE + 1, StartCell())
    with pytest.raises(CompanionError, match="four by four"):
        best_completion(wide, cards[:1])
