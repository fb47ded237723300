"""A dungeon of 4 KEYS: where cards may go, which frames may still come out, and which doors open."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.errors import UnreadableError
from companion.games.four_keys.cards import SHAPES, Door, Key, Start, door
from companion.games.four_keys.dungeon import (
    CENTRE,
    FRAMES,
    FULL,
    GRID,
    DoorCell,
    Dungeon,
    KeyCell,
    StartCell,
    TileCell,
    UntoldCell,
    cell_name,
    cell_number,
    covered,
    frame_name,
    lacking,
    laid,
)
from tests.games.four_keys import strategies as some


def names(cells: list[int]) -> list[str]:
    return [cell_name(cell) for cell in cells]


def solid(places: list[int]) -> Dungeon:
    """A dungeon with a Key without influence on every place."""
    cells = [KeyCell("H") if i in places else None for i in range(GRID * GRID)]
    return Dungeon(tuple(cells))


# ---------------------------------------------------------------------------- cells


def test_cells_are_named_column_then_row_from_the_top() -> None:
    assert [cell_name(i) for i in (0, 6, 42, 48, CENTRE)] == ["a1", "g1", "a7", "g7", "d4"]
    assert [cell_number(cell_name(i)) for i in range(49)] == list(range(49))
    assert cell_number(" D4 ") == CENTRE


@pytest.mark.parametrize("word", ["", "d", "h1", "a8", "a0", "4d", "d44"])
def test_a_cell_outside_the_grid_is_refused_with_what_would_do(word: str) -> None:
    with pytest.raises(UnreadableError, match="a cell from a1 to g7, column then row from the top"):
        cell_number(word)


@pytest.mark.clause("four-keys.setup.orientation")
def test_the_names_of_a_frame_run_from_its_top_left_corner() -> None:
    for number, frame in enumerate(FRAMES):
        assert [frame_name(cell, number) for cell in frame] == [f"{c}{r}" for r in "1234" for c in "abcd"]


# ---------------------------------------------------------------------------- placement


@pytest.mark.clause("four-keys.placement.orthogonal", "four-keys.placement.grows-every-way")
def test_the_second_card_goes_above_below_left_or_right() -> None:
    assert names(solid([CENTRE]).holes()) == ["d3", "c4", "e4", "d5"]


@pytest.mark.clause("four-keys.placement.four-by-four", "four-keys.placement.grows-every-way")
def test_four_in_a_row_grow_only_up_and_down() -> None:
    holes = Dungeon.parse("+H +L start +C").holes()
    assert names(holes) == ["b3", "c3", "d3", "e3", "b5", "c5", "d5", "e5"]


@pytest.mark.clause("four-keys.placement.four-by-four")
def test_four_in_a_column_grow_only_to_the_sides() -> None:
    holes = Dungeon.parse("+H / start / +L / +C").holes()
    assert {name[0] for name in names(holes)} == {"c", "e"}


@pytest.mark.clause("four-keys.placement.free-space")
@given(some.dungeons(known=False))
def test_a_card_never_goes_on_another(dungeon: Dungeon) -> None:
    assert not set(dungeon.holes()) & set(dungeon.occupied())


@pytest.mark.clause(
    "four-keys.placement.orthogonal",
    "four-keys.placement.four-by-four",
    "four-keys.placement.free-space",
    "four-keys.placement.grows-every-way",
)
@given(some.shapes())
def test_holes_are_what_the_placement_rules_say_card_by_card(shape: list[int]) -> None:
    allowed = []
    for cell in range(GRID * GRID):
        row, column = divmod(cell, GRID)
        rows = [other // GRID for other in shape] + [row]
        columns = [other % GRID for other in shape] + [column]
        touching = any((abs(row - o // GRID), abs(column - o % GRID)) in ((0, 1), (1, 0)) for o in shape)
        if cell not in shape and touching and max(rows) - min(rows) <= 3 and max(columns) - min(columns) <= 3:
            allowed.append(cell)
    assert solid(shape).holes() == allowed


@given(some.shapes(most=14))
def test_there_are_always_two_spaces_for_a_card(shape: list[int]) -> None:
    assert len(solid(shape).holes()) >= 2


@pytest.mark.clause("four-keys.scoring.frame", "four-keys.placement.grows-every-way")
@given(some.shapes())
def test_the_frames_are_those_that_hold_every_card(shape: list[int]) -> None:
    assert solid(shape).frames() == tuple(n for n, frame in enumerate(FRAMES) if set(shape) <= set(frame))


@pytest.mark.clause("four-keys.scoring.frame")
@given(some.shapes(fewest=13))
def test_thirteen_cards_settle_the_frame(shape: list[int]) -> None:
    assert len(solid(shape).frames()) == 1


@pytest.mark.clause("four-keys.end.last-space", "four-keys.overview.tile-is-the-sixteenth")
@pytest.mark.parametrize("hole", range(16))
@pytest.mark.parametrize("number", [0, 6, 15])
def test_each_of_the_sixteen_spaces_may_be_the_last(hole: int, number: int) -> None:
    frame = FRAMES[number]
    dungeon = solid([cell for cell in frame if cell != frame[hole]])
    assert dungeon.card_count == FULL
    assert dungeon.frames() == (number,)
    assert dungeon.holes() == [frame[hole]]
    done = dungeon.put(frame[hole], TileCell())
    assert (done.tile, done.card_count, done.holes()) == (frame[hole], FULL, [])


@pytest.mark.clause("four-keys.scoring.frame")
def test_a_frame_that_was_told_stays_when_cards_go() -> None:
    dungeon = Dungeon.parse(". . . ./. . . ./. box . ./. . . .")
    assert dungeon.put(dungeon.occupied()[0], None).frames() == dungeon.frames() == (15,)


# ---------------------------------------------------------------------------- lying cards down


@pytest.mark.clause("four-keys.placement.door-side-up", "four-keys.opening.ajar", "four-keys.setup.starting-door-up")
def test_doors_go_in_closed_and_only_the_ajar_door_open() -> None:
    assert laid(door(2, "chest", "HL")) == DoorCell(2, "chest", "HL", open=False)
    assert laid(Door(1)) == DoorCell(1, None, None, open=False)
    assert laid(Start("H", ("a2", "a3"))) == StartCell(("a2", "a3"), "H", open=False)
    for room in ("ajar0", "ajar3", "ajar5"):
        assert laid(door(1, room)) == DoorCell(1, room, "", open=True)


@pytest.mark.clause("four-keys.placement.key-side")
@given(some.keys(known=False))
def test_a_key_is_laid_with_either_side_up(card: Key) -> None:
    assert laid(card, 0) == KeyCell(card.a, card.b, card.level)
    assert laid(card, 1) == KeyCell(card.b, card.a, card.level)


def test_a_card_that_nobody_told_is_laid_as_such() -> None:
    assert laid(None) == UntoldCell()


# ---------------------------------------------------------------------------- opening


@pytest.mark.clause("four-keys.placement.key-side-stays", "four-keys.opening.row-and-column")
def test_the_hidden_side_of_a_key_opens_nothing() -> None:
    assert Dungeon.parse("!box{H} +C(H)").ready() == []
    assert Dungeon.parse("!box{H} +H(C)").ready() == [CENTRE]


@pytest.mark.clause("four-keys.opening.row-and-column", "four-keys.opening.requirement")
@pytest.mark.parametrize(
    ("text", "opens"),
    [
        ("!box{HL} +H / +L .", True),
        ("!box{HL} +HL / . .", True),
        ("!box{HL} +H / . +L", False),
        ("!box{HL} +H / +C .", False),
        ("!box{H} . / . +H", False),
    ],
)
def test_a_door_needs_every_key_in_its_row_and_column_together(text: str, opens: bool) -> None:
    assert bool(Dungeon.parse(text).ready()) == opens


@pytest.mark.clause("four-keys.opening.any-distance")
@pytest.mark.parametrize("text", ["!box{H} . . +H", "!box{H} +C trap +H", "!box{H}/./+C/+H", "+H/./!chest{H}/."])
def test_distance_and_gaps_do_not_matter(text: str) -> None:
    assert len(Dungeon.parse(text).ready()) == 1


@pytest.mark.clause("four-keys.opening.multiplicity")
@pytest.mark.parametrize(
    ("keys", "strict", "loose"),
    [
        ("+H .", False, True),
        ("+HH .", True, True),
        ("+H +H", True, True),
        ("+HL .", False, True),
        ("+L .", False, False),
    ],
)
def test_two_hearts_are_needed_where_a_door_shows_two(keys: str, strict: bool, loose: bool) -> None:
    dungeon = Dungeon.parse(f"!box{{HH}} {keys}")
    assert bool(dungeon.ready()) == strict
    assert bool(dungeon.ready(multiplicity=False)) == loose


@given(st.text(st.sampled_from(SHAPES), max_size=4), st.text(st.sampled_from(SHAPES), max_size=6))
def test_what_is_lacking_is_what_has_to_be_added(needs: str, present: str) -> None:
    for multiplicity in (True, False):
        lacks = lacking(needs, present, multiplicity)
        assert covered(needs, present, multiplicity) == (not lacks)
        assert covered(needs, present + lacks, multiplicity)
        assert all(not covered(needs, present + lacks.replace(s, "", 1), multiplicity) for s in lacks)


EXAMPLE = Dungeon.parse("+H trap !start / !box{HL} . !chest{CX} / . . +X")
"""The rulebook's example of opening doors, rebuilt: C1 is the Box Room on b5, C2 the Treasure Chest Room on d5."""


@pytest.mark.clause("four-keys.opening.every-door", "four-keys.opening.automatic", "four-keys.opening.turn-over")
@pytest.mark.clause("four-keys.components.room-side")
def test_one_key_opens_two_doors_as_in_the_example() -> None:
    c1, c2 = cell_number("b5"), cell_number("d5")
    assert EXAMPLE.ready() == []
    after = EXAMPLE.put(cell_number("c5"), KeyCell("LC", "H"))
    assert after.ready() == [c1, c2]
    done = after.opened(after.ready())
    assert (done.cells[c1], done.cells[c2]) == (DoorCell(1, "box", "HL", True), DoorCell(2, "chest", "CX", True))


@pytest.mark.clause("four-keys.opening.on-arrival", "four-keys.opening.keys-stay")
def test_a_door_opens_on_arrival_by_keys_that_opened_others_as_in_the_example() -> None:
    after = EXAMPLE.put(cell_number("c5"), KeyCell("LC", "H"))
    done = after.opened(after.ready())
    arrived = done.put(cell_number("c6"), DoorCell(1, "throne", "CX"))
    assert arrived.ready() == [cell_number("c6")]


@pytest.mark.clause("four-keys.opening.start")
def test_the_starting_door_opens_like_any_other() -> None:
    dungeon = Dungeon.parse("!start(a2,a3){HX} +H / +X .")
    assert dungeon.ready() == [CENTRE]
    assert dungeon.opened([CENTRE])["d4"] == StartCell(("a2", "a3"), "HX", True)


@pytest.mark.clause("four-keys.opening.own-dungeon")
def test_the_keys_of_another_dungeon_open_nothing() -> None:
    mine, other = Dungeon.parse("!start{H} trap"), Dungeon.parse("start +H")
    assert mine.ready() == []
    assert mine.put(cell_number("e4"), other["e4"]).ready() == [CENTRE]


@pytest.mark.clause("four-keys.opening.requirement")
def test_a_door_of_which_nobody_knows_what_it_needs_waits_for_the_table() -> None:
    assert Dungeon.parse("!box +HLCX").ready() == []
    assert Dungeon.parse("!box{H} ?").ready() == []
    assert Dungeon.parse("!box{H} +?").symbols_at(CENTRE) == ("", 1)


def test_opening_nothing_changes_nothing() -> None:
    dungeon = Dungeon.parse("!box{H} +L")
    assert dungeon.opened([]) is dungeon


@pytest.mark.clause("four-keys.opening.row-and-column", "four-keys.opening.every-door")
@given(some.painted())
def test_ready_doors_are_those_whose_symbols_lie_in_their_lines(dungeon: Dungeon) -> None:
    expected = []
    for i, cell in enumerate(dungeon.cells):
        if not isinstance(cell, DoorCell | StartCell) or cell.open or cell.needs is None:
            continue
        row, column = divmod(i, GRID)
        lines = [j for j in range(GRID * GRID) if (j // GRID == row) != (j % GRID == column)]
        shown = [c.shows or "" for c in (dungeon.cells[j] for j in lines) if isinstance(c, KeyCell)]
        if all("".join(shown).count(shape) >= cell.needs.count(shape) for shape in SHAPES):
            expected.append(i)
    assert dungeon.ready() == expected


@pytest.mark.clause("four-keys.opening.every-door", "four-keys.opening.keys-stay")
@given(some.dungeons())
def test_rooms_add_no_keys_so_one_look_opens_everything(dungeon: Dungeon) -> None:
    opened = dungeon.opened(dungeon.ready())
    assert opened.ready() == []
    assert [opened.symbols_at(i) for i in range(49)] == [dungeon.symbols_at(i) for i in range(49)]
    assert opened.frames() == dungeon.frames()


@given(some.dungeons(), some.key_cells(), st.integers(0, 30))
def test_another_key_never_keeps_a_door_closed(dungeon: Dungeon, cell: KeyCell, pick: int) -> None:
    holes = dungeon.holes()
    if holes:
        more = dungeon.put(holes[pick % len(holes)], cell)
        assert set(dungeon.ready()) <= set(more.ready())


# ---------------------------------------------------------------------------- the start page's board

SIXTY_SECONDS = "!apartments{HX} . . / +H box !chest{LX} / !start . +L"


@pytest.mark.clause("four-keys.opening.row-and-column", "four-keys.opening.every-door")
def test_the_board_of_the_first_minute() -> None:
    dungeon = Dungeon.parse(SIXTY_SECONDS)
    opens = {hole: dungeon.put(hole, KeyCell("X", level=1)).ready() for hole in dungeon.holes()}
    assert len(opens) == 11
    assert sorted(len(doors) for doors in opens.values()) == [0] * 3 + [1] * 7 + [2]
    best = max(opens, key=lambda hole: len(opens[hole]))
    assert cell_name(best) == "f2"
    assert [dungeon.cells[i] for i in opens[best]] == [DoorCell(2, "apartments", "HX"), DoorCell(2, "chest", "LX")]
