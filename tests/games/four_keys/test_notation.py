"""Text of cards, cells and dungeons: the grammar, round trips, and what people read when they slip."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.errors import UnreadableError
from companion.games.four_keys.cards import Card, Door, Start, key
from companion.games.four_keys.dungeon import (
    CENTRE,
    Cell,
    DoorCell,
    Dungeon,
    KeyCell,
    StartCell,
    UntoldCell,
    cell_number,
)
from companion.games.four_keys.notation import parse_card, parse_cell, spell_card, spell_cell
from companion.games.four_keys.scoring import score
from companion.games.four_keys.state import pile_of
from tests.games.four_keys import strategies as some

CELLS = {
    ".": None,
    "?": UntoldCell(),
    "+H": KeyCell("H"),
    "+HL": KeyCell("HL"),
    "+HH": KeyCell("HH"),
    "+HL(C)": KeyCell("HL", "C"),
    "+?": KeyCell(),
    "+?(C)": KeyCell(None, "C"),
    "+1H(C)": KeyCell("H", "C", 1),
    "+2?": KeyCell(level=2),
    "ajar0": DoorCell(1, "ajar0", "", True),
    "box": DoorCell(1, "box", None, True),
    "box{HL}": DoorCell(1, "box", "HL", True),
    "fountain-H": DoorCell(2, "fountain-H", None, True),
    "compass^": DoorCell(2, "compass", None, True, "^"),
    "compassv{CC}": DoorCell(2, "compass", "CC", True, "v"),
    "compass?": DoorCell(2, "compass", None, True),
    "?1": DoorCell(1, None, None, True),
    "?2{HX}": DoorCell(2, None, "HX", True),
    "!box{HL}": DoorCell(1, "box", "HL"),
    "!compass{CC}": DoorCell(2, "compass", "CC"),
    "!?1{HL}": DoorCell(1, None, "HL"),
    "!?2": DoorCell(2),
    "start": StartCell(open=True),
    "start(a2,a3)": StartCell(("a2", "a3"), None, True),
    "!start(b1,c1){H}": StartCell(("b1", "c1"), "H"),
    "!start{H}": StartCell(None, "H"),
}


@pytest.mark.parametrize("word", CELLS)
def test_each_cell_of_the_grammar(word: str) -> None:
    assert parse_cell(word) == CELLS[word]
    assert spell_cell(CELLS[word]) == word


@pytest.mark.parametrize(
    ("typed", "normal"),
    [
        ("!BOX{lh}", "!box{HL}"),
        ("!?2{?}", "!?2"),
        ("box{?}", "box"),
        ("+lh(?)", "+HL"),
        ("+", "+?"),
        ("compass", "compass?"),
        ("CompassV", "compassv"),
        ("FOUNTAIN-x", "fountain-X"),
        ("start(C1,b1)", "start(b1,c1)"),
        ("start(?,?)", "start"),
        ("a3", "A?"),
    ],
)
def test_other_spellings_have_one_normal_form(typed: str, normal: str) -> None:
    assert spell_cell(parse_cell(typed)) == normal


def test_the_tile_carries_the_gold_of_the_dungeon() -> None:
    placed = Dungeon.parse("box A3")
    assert (placed.gold, placed.tile) == (3, CENTRE + 1)
    assert str(placed) == "box A3"
    beside = Dungeon.parse("box gold=3")
    assert (beside.gold, beside.tile) == (3, None)
    assert str(beside) == "box\ngold=3"
    assert str(Dungeon.parse("box A?")) == "box A?"
    assert Dungeon.parse("A3 gold=3").gold == 3


def test_a_starting_card_lies_on_d4() -> None:
    dungeon = Dungeon.parse("+H . / box !start{H}")
    assert dungeon["d4"] == StartCell(None, "H")
    assert dungeon["c4"] == DoorCell(1, "box", None, True)
    assert dungeon["c3"] == KeyCell("H")


def test_without_a_starting_card_the_top_left_cell_lies_on_d4() -> None:
    dungeon = Dungeon.parse(". +H\nbox .")
    assert [i for i, cell in enumerate(dungeon.cells) if cell] == [cell_number("e4"), cell_number("d5")]


@pytest.mark.clause("four-keys.scoring.frame")
def test_four_rows_by_four_columns_are_the_final_frame() -> None:
    fixed = Dungeon.parse(". . . ./. . . ./. . . ./. . . trap")
    assert fixed.frame == 15
    assert len(fixed.frames()) == 1
    trap = score(fixed).lines[0]
    assert (trap.points, trap.up_to) == (3, 3)


@pytest.mark.parametrize("text", ["trap . .", ". trap . .", "./trap/./.", "trap . ./. . ./. . ./. . ."])
def test_a_smaller_text_floats(text: str) -> None:
    floating = Dungeon.parse(text)
    assert floating.frame is None
    assert len(floating.frames()) > 1


def test_a_frame_that_the_cards_settle_is_not_written_down_twice() -> None:
    text = "+H box . ./. start . ./. trap . ./. throne larder chest"
    assert Dungeon.parse(text).frame is None
    assert len(Dungeon.parse(text).frames()) == 1


def test_rows_of_uneven_length_are_filled_up_on_the_right() -> None:
    assert Dungeon.parse("start\n+H +L\n\nbox") == Dungeon.parse("start . / +H +L / . . / box .")
    assert Dungeon.parse("./. ./box . . .").card_count == 1


def test_the_print_is_aligned_and_has_no_blank_at_a_line_end() -> None:
    text = "!apartments{HX} . . / +H box !chest{LX} / !start . +L"
    assert str(Dungeon.parse(text)) == "!apartments{HX} .   .\n+H              box !chest{LX}\n!start          .   +L"


@pytest.mark.parametrize("text", ["trap", ". . ./. trap .", "./././trap", ". . . trap"])
def test_blank_borders_of_a_floating_text_settle_nothing(text: str) -> None:
    assert Dungeon.parse(text) == Dungeon.parse("trap")
    assert len(Dungeon.parse(text).frames()) == 16


def test_where_a_dungeon_lies_is_told_when_it_is_not_as_usual() -> None:
    dungeon = Dungeon().put(cell_number("b2"), KeyCell("H"))
    assert str(dungeon) == "+H\nat=b2"
    assert Dungeon.parse("+H at=b2") == dungeon


def test_an_empty_dungeon() -> None:
    assert Dungeon.parse(".") == Dungeon()
    assert str(Dungeon()) == "."
    assert Dungeon.parse("gold=4") == Dungeon(gold=4)


@given(some.painted())
def test_every_dungeon_round_trips(dungeon: Dungeon) -> None:
    assert Dungeon.parse(str(dungeon)) == dungeon


@settings(max_examples=40)
@given(some.painted())
def test_one_line_upper_case_and_extra_blanks_say_the_same(dungeon: Dungeon) -> None:
    line = " /  ".join(str(dungeon).upper().split("\n")) if dungeon.gold is None else str(dungeon).upper()
    assert Dungeon.parse(f"\n{line} \n") == dungeon


@given(some.dungeons(known=False) | some.full_dungeons())
def test_dungeons_of_a_game_round_trip_with_the_starting_card_on_d4(dungeon: Dungeon) -> None:
    text = str(dungeon)
    assert "at=" not in text
    assert Dungeon.parse(text) == dungeon


@given(some.cells(known=False) | some.start_cells(known=False))
def test_every_cell_round_trips(cell: Cell) -> None:
    assert parse_cell(spell_cell(cell)) == cell


@pytest.mark.parametrize(
    ("word", "pile", "card"),
    [
        ("box{HL}", 0, Door(1, "box", "HL")),
        ("box", None, Door(1, "box", None)),
        ("ajar3", 0, Door(1, "ajar3", "")),
        ("?1{HL}", 0, Door(1, None, "HL")),
        ("fountain-c{X}", 2, Door(2, "fountain-C", "X")),
        ("HL/C", 3, key(2, "HL", "C")),
        ("c/hl", 1, key(1, "HL", "C")),
        ("H/?", 1, key(1, "H")),
        ("?/?", 1, key(1)),
        ("1H/C", None, key(1, "H", "C")),
        ("H/C", None, key(0, "H", "C")),
        ("start(a2,a3){H}", None, Start("H", ("a2", "a3"))),
        ("?", 3, None),
    ],
)
def test_cards(word: str, pile: int | None, card: Card | None) -> None:
    assert parse_card(word, pile) == card


@given(some.cards(known=False))
def test_every_card_round_trips(card: Card | None) -> None:
    assert parse_card(spell_card(card), pile_of(card)) == card


@pytest.mark.parametrize(
    ("word", "pile", "right"),
    [
        ("box", 2, "a level 2 Door"),
        ("chest", 0, "a level 1 Door"),
        ("box", 1, "a level 1 Key"),
        ("H/C", 0, "a level 1 Door"),
        ("2H/C", 1, "a level 1 Key"),
        ("start", 0, "a level 1 Door"),
        ("!box", 0, "the card itself, box"),
        ("compass^", 2, "the card itself, compass"),
        ("trhone", 0, "throne"),
        ("box{HZ}", 0, "H, L, C, X"),
        ("ajar0{H}", 0, "an Ajar Door needs no key"),
        ("", 0, "a Door"),
    ],
)
def test_a_card_that_cannot_be_says_what_could(word: str, pile: int | None, right: str) -> None:
    with pytest.raises(UnreadableError) as fault:
        parse_card(word, pile)
    assert right in str(fault.value)
    assert repr(word) in str(fault.value)


@pytest.mark.parametrize(
    ("text", "word", "right"),
    [
        ("box / . trpa", "trpa", "trap in row 2, column 2"),
        (". !ajar3", "!ajar3", "never closed in row 1, column 2"),
        ("ajar3{H}", "ajar3{H}", "an Ajar Door needs no key"),
        ("box{}", "box{}", "at least one symbol"),
        ("+HQ", "+HQ", "H, L, C, X"),
        ("+H/+(C)x", "+(C)x", "+HL(C) with its hidden face"),
        ("box(a1,b1)", "box(a1,b1)", "only a starting card"),
        ("start(a1,a1)", "start(a1,a1)", "two different cells from a1 to d4"),
        ("start(a1,e1)", "start(a1,e1)", "two different cells from a1 to d4"),
        ("fountain", "fountain", "fountain-"),
        ("?3", "?3", "a closed Door"),
        ("!compass^", "!compass^", "compass"),
        (". . . . .", ". . . . .", "not 1 rows and 5 columns"),
        (". /./ . / . / .", ". /./ . / . / .", "not 5 rows and 1 columns"),
        ("box gold=x", "gold=x", "gold=0 to gold=4"),
        ("box gold=1 gold=2", "gold=1", "once after the last row"),
        ("A1 gold=2", "A1 gold=2", "one number of gold, not 1 and 2"),
        ("A1 A2", "A1 A2", "one number of gold, not 1 and 2"),
        (". box at=g7", "at=g7", "inside a1 to g7"),
        (". . . ./. . . ./. . . ./. . . . at=g7", "at=g7", "inside a1 to g7"),
        ("gold=1 box", "gold=1", "an empty space"),
        ("", "", "rows of cells"),
        (" \n / ", "", "rows of cells"),
    ],
)
def test_a_dungeon_that_cannot_be_read_names_the_cell_and_what_could_stand_there(
    text: str, word: str, right: str
) -> None:
    with pytest.raises(UnreadableError) as fault:
        Dungeon.parse(text)
    assert str(fault.value).startswith(f"Cannot read {word!r}: expected ")
    assert right in str(fault.value)


@given(st.text(max_size=60) | st.text("+HLCX?!{}()/ .\nbox123A=atgold,", max_size=60))
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    try:
        dungeon = Dungeon.parse(text)
    except UnreadableError:
        return
    assert Dungeon.parse(str(dungeon)) == dungeon
