"""Score sheets of 4 KEYS: the rulebook's example and annex, circles of Compasses, and everything that is still open."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import rulebook
from companion.engine.edition import Edition
from companion.engine.errors import CompanionError
from companion.engine.game import ScoreLine, ScoreSheet
from companion.games.four_keys.cards import Card, Door, Start
from companion.games.four_keys.dungeon import (
    FRAMES,
    FULL,
    Cell,
    DoorCell,
    Dungeon,
    KeyCell,
    StartCell,
    TileCell,
    UntoldCell,
    cell_name,
    cell_number,
    laid,
)
from companion.games.four_keys.scoring import SCORING_OPTIONS, problems, score
from tests.games.four_keys import strategies as some
from tests.oracle.four_keys_score import Count, read
from tests.oracle.four_keys_worlds import spans, told_cell

SPACES = [f"{column}{row}" for row in "1234" for column in "abcd"]


def finished(rows: str) -> Dungeon:
    """A finished dungeon from the first rows of its frame: `#`, and whatever is not told, is a door that stays closed.

    The tile lies on the last space with 3 gold, unless it is told.
    """
    told = [row.split() for row in rows.split("/")]
    words = [[*row, *"####"][:4] for row in [*told, *[[] for _ in range(4 - len(told))]]]
    if not any(word.startswith("A") for row in words for word in row):
        words[3][3] = "A3"
    return Dungeon.parse(" / ".join(" ".join(row) for row in words).replace("#", "!?2{HHHHHHHH}"))


def lines(dungeon: Dungeon, **options: Any) -> dict[str, ScoreLine]:
    """The lines of a finished dungeon by the name of their space in the frame."""
    (frame,) = dungeon.frames()
    places = {cell_name(cell): space for cell, space in zip(FRAMES[frame], SPACES, strict=True)}
    return {places[found.where]: found for found in score(dungeon, **options).lines}


def points(dungeon: Dungeon, space: str, **options: Any) -> int:
    """What a space of a finished dungeon is worth; it must be settled."""
    found = lines(dungeon, **options)[space]
    assert found.points == found.up_to
    return found.points


def line(text: str, what: str, **options: Any) -> ScoreLine:
    """The first line of a sheet whose name begins so."""
    return next(found for found in score(Dungeon.parse(text), **options).lines if found.what.startswith(what))


def span(text: str, what: str, **options: Any) -> tuple[int, int]:
    """What that line is surely worth, and may become."""
    found = line(text, what, **options)
    return found.points, found.up_to


# ---------------------------------------------------------------------------- the rulebook's example

EXAMPLE = """
apartments{HCX} control{HL}     +L              +HL
compass^{CC}    control{CX}     compass<{LL}    +LC
+CX             start(a2,a3){X} fountain-L{LCX} throne{HX}
!chest{HH}      +LX             larder{X}       A3
"""
PRINTED = {
    "a1": (5, "Private Apartments", "printed value"),  # A
    "b1": (1, "Control Room", "not in the centre of the dungeon"),  # B
    "a2": (5, "Magic Compass", "points up at the Private Apartments"),  # C
    "a4": (0, "Treasure Chest Room, closed", "still closed; lacks two Hearts"),  # D
    "b2": (3, "Control Room", "in the centre of the dungeon"),  # E
    "b3": (1, "Starting room", "not on a2 or a3 of the dungeon"),  # F
    "d3": (3, "Throne Room", "as much as the Adventurer tile"),  # G
    "c3": (4, "Fountain of Wealth (Lightning)", "4 Lightning keys in the dungeon"),  # H
    "c4": (3, "Larder", "next to the Adventurer tile"),  # I
    "d4": (3, "Adventurer tile", "3 gold on it"),  # J
    "c2": (3, "Magic Compass", "points left at the Control Room"),  # K
}


@pytest.mark.clause(
    "four-keys.scoring.total",
    "four-keys.scoring.once",
    "four-keys.scoring.tile",
    "four-keys.scoring.closed-door",
    "four-keys.scoring.keys",
    "four-keys.overview.goal",
    "four-keys.overview.worth",
    "four-keys.overview.tile-is-the-sixteenth",
)
def test_the_example_of_the_rulebook_is_31() -> None:
    dungeon = Dungeon.parse(EXAMPLE)
    sheet = score(dungeon, seat="paul")
    assert (sheet.seat, sheet.points, sheet.up_to, sheet.settled, sheet.problems) == ("paul", 31, 31, True, ())
    assert {space: (one.points, one.what, one.why) for space, one in lines(dungeon).items()} == PRINTED


@pytest.mark.clause("four-keys.scoring.total")
def test_the_slow_count_of_the_example_is_31_too() -> None:
    assert Count(*read(EXAMPLE.strip())).total() == 31


# ---------------------------------------------------------------------------- the annex, room by room


def only(room: str, space: str, tile: str = "A3", at: str = "d4") -> Dungeon:
    """A finished dungeon with one room, the tile somewhere else, and closed doors."""
    words = ["#"] * 16
    words[SPACES.index(at)] = tile
    words[SPACES.index(space)] = room
    return finished("/".join(" ".join(words[i : i + 4]) for i in (0, 4, 8, 12)))


@pytest.mark.clause("four-keys.rooms.start", "four-keys.scoring.frame")
@pytest.mark.parametrize("space", SPACES[:-1])
def test_the_starting_room_is_worth_3_on_its_two_spaces(space: str) -> None:
    assert points(only("start(a2,a3)", space), space) == (3 if space in ("a2", "a3") else 1)


@pytest.mark.clause("four-keys.rooms.trap", "four-keys.scoring.frame")
@pytest.mark.parametrize("space", SPACES)
def test_the_trap_room_is_worth_3_in_a_corner(space: str) -> None:
    tile = "b2" if space != "b2" else "c2"
    assert points(only("trap", space, at=tile), space) == (3 if space in ("a1", "d1", "a4", "d4") else 1)


@pytest.mark.clause("four-keys.rooms.control", "four-keys.scoring.frame")
@pytest.mark.parametrize("space", SPACES[:-1])
def test_the_control_room_is_worth_3_in_the_centre(space: str) -> None:
    assert points(only("control", space), space) == (3 if space in ("b2", "c2", "b3", "c3") else 1)


@pytest.mark.clause("four-keys.rooms.larder", "four-keys.scoring.next-to", "four-keys.end.last-space")
@pytest.mark.parametrize("tile", SPACES)
def test_the_larder_is_worth_3_next_to_the_tile_by_an_edge(tile: str) -> None:
    for space in SPACES:
        apart = abs(ord(space[0]) - ord(tile[0])) + abs(ord(space[1]) - ord(tile[1]))
        if apart:
            assert points(only("larder", space, at=tile), space) == (3 if apart == 1 else 0)


@pytest.mark.clause("four-keys.rooms.ajar", "four-keys.rooms.box", "four-keys.rooms.apartments")
@pytest.mark.parametrize(("room", "printed"), [("ajar0", 0), ("ajar3", 3), ("ajar5", 5), ("box", 2), ("apartments", 5)])
def test_printed_values(room: str, printed: int) -> None:
    assert points(only(room, "b2"), "b2") == printed


@pytest.mark.clause("four-keys.rooms.throne", "four-keys.scoring.tile")
@pytest.mark.parametrize("gold", range(5))
def test_the_throne_room_is_worth_as_much_as_the_tile_and_the_tile_counts_as_well(gold: int) -> None:
    dungeon = only("throne", "b2", tile=f"A{gold}")
    assert (points(dungeon, "b2"), points(dungeon, "d4"), score(dungeon).points) == (gold, gold, 2 * gold)


@pytest.mark.clause("four-keys.rooms.chest", "four-keys.rooms.symbols", "four-keys.scoring.keys")
@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("chest +H", 1),
        ("chest +HL", 2),
        ("chest +HH / +C .", 3),
        ("chest . . +X / . +H / . / +LL", 3),
        ("chest . / . +H", 0),
        ("chest box +H(LCX)", 1),
    ],
)
def test_the_chest_counts_visible_symbols_in_its_row_and_column(text: str, keys: int) -> None:
    assert line(text, "Treasure Chest Room").points == keys


@pytest.mark.clause("four-keys.rooms.fountain", "four-keys.rooms.symbols", "four-keys.placement.key-side-stays")
@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("fountain-H +H", 1),
        ("fountain-H +HH +L / . +H", 3),
        ("fountain-X +H(X) +L / . +C", 0),
        ("fountain-L +HL / . +LX", 2),
        ("+C . / fountain-C box{CC} / . !larder{C}", 1),
    ],
)
def test_the_fountain_counts_visible_symbols_of_its_shape_anywhere(text: str, keys: int) -> None:
    assert line(text, "Fountain of Wealth").points == keys


@pytest.mark.clause("four-keys.rooms.monster", "four-keys.rooms.monster-symbol")
def test_the_monster_room_counts_open_level_1_rooms_ajar_doors_of_any_value_included() -> None:
    dungeon = finished("monster ajar0 ajar3 ajar5/box throne trap control/larder compass^ chest apartments")
    assert (lines(dungeon)["a1"].points, lines(dungeon)["a1"].why) == (8, "8 open level 1 rooms")


@pytest.mark.clause("four-keys.rooms.monster", "four-keys.scoring.closed-door")
def test_the_monster_room_does_not_count_closed_doors() -> None:
    assert points(finished("monster !box{HH} !trap{L} larder"), "a1") == 1


@pytest.mark.clause("four-keys.rooms.monster-start")
def test_the_monster_room_does_not_count_the_starting_room() -> None:
    assert points(finished("monster start(a1,a2) box"), "a1") == 1


@pytest.mark.clause("four-keys.scoring.keys")
def test_keys_have_no_line_of_their_own() -> None:
    found = score(Dungeon.parse("+H +LL start(a1,b1) gold=0")).lines
    assert [one.what for one in found] == ["Starting room", "Adventurer tile"]


# ---------------------------------------------------------------------------- the Magic Compass


@pytest.mark.clause("four-keys.rooms.compass", "four-keys.rooms.compass-copies")
@pytest.mark.parametrize(
    ("rows", "space", "copied"),
    [
        ("compass> apartments", "a1", 5),
        ("compass> ajar0", "a1", 0),
        ("compassv/box", "a1", 2),
        ("#/control/compass^", "a3", 1),
        ("#/# control compass<", "c2", 3),
        ("trap compass<", "b1", 3),
        ("compass> trap", "a1", 1),
        ("#/# # # #/# # compassv/# # larder", "c3", 3),
        ("compassv/larder", "a1", 0),
        ("compass> chest +H +LL", "a1", 3),
        ("compass> fountain-H +HH/# # # +H", "a1", 3),
        ("compass> monster box trap", "a1", 2),
        ("#/start(a2,b1) compass<", "b2", 3),
        ("compass> start(a1,b2)", "a1", 1),
    ],
)
def test_a_compass_is_worth_what_the_card_is_worth_in_its_own_place(rows: str, space: str, copied: int) -> None:
    assert points(finished(rows), space) == copied


@pytest.mark.clause("four-keys.rooms.compass-copies", "four-keys.rooms.throne")
def test_a_compass_at_the_throne_scores_the_gold_a_third_time() -> None:
    assert score(finished("compass> throne/# # # A4")).points == 12


@pytest.mark.clause("four-keys.rooms.compass-outside")
@pytest.mark.parametrize("rows", ["compass^", "compass<", "# # # compass>", "#/#/#/compassv"])
def test_a_compass_that_points_outside_is_worth_nothing(rows: str) -> None:
    found = next(one for one in lines(finished(rows)).values() if one.what == "Magic Compass")
    assert (found.points, found.up_to) == (0, 0)
    assert found.why.endswith(", out of the dungeon")
    assert "four-keys.rooms.compass-outside" in found.clauses


@pytest.mark.clause("four-keys.rooms.compass-key", "four-keys.rooms.compass-closed")
@pytest.mark.parametrize(("target", "clause"), [("+HH", "compass-key"), ("!apartments{HHHH}", "compass-closed")])
def test_a_compass_at_a_key_or_a_closed_door_is_worth_nothing(target: str, clause: str) -> None:
    found = lines(finished(f"compass> {target}"))["a1"]
    assert (found.points, found.up_to) == (0, 0)
    assert f"four-keys.rooms.{clause}" in found.clauses


@pytest.mark.clause("four-keys.rooms.compass-tile")
@pytest.mark.parametrize("gold", range(5))
def test_a_compass_at_the_tile_is_worth_its_gold_by_our_ruling(gold: int) -> None:
    dungeon = finished(f"compass> A{gold}")
    assert points(dungeon, "a1") == gold
    assert points(dungeon, "a1", compass_tile=False) == 0
    assert "gives nothing at this table" in lines(dungeon, compass_tile=False)["a1"].why
    assert points(dungeon, "b1", compass_tile=False) == gold


@pytest.mark.clause("four-keys.rooms.compass-chain")
@pytest.mark.parametrize(
    ("rows", "spaces", "each"),
    [
        ("compass> compass> apartments", "a1 b1", 5),
        ("compass> compassv/# compassv/# compass> ajar3", "a1 b1 b2 b3", 3),
        ("compass> compass> +H", "a1 b1", 0),
        ("compass> compass^", "a1 b1", 0),
        ("compass> compass> !box{HHHH}", "a1 b1", 0),
        ("compass> compass> A4", "a1 b1", 4),
        ("compass> compassv compass</compassv box", "a1 b1 c1", 2),
    ],
)
def test_a_chain_of_compasses_gives_each_what_stands_at_its_end(rows: str, spaces: str, each: int) -> None:
    dungeon = finished(rows)
    assert {points(dungeon, space) for space in spaces.split()} == {each}


CIRCLES = {
    2: "compass> compass<",
    4: "compass> compassv/compass^ compass<",
    6: "compass> compass> compassv/compass^ compass< compass<",
    8: "compass> compass> compassv/compass^ # compassv/compass^ compass< compass<",
}


@pytest.mark.clause("four-keys.rooms.compass-cycle")
@pytest.mark.parametrize("size", CIRCLES)
def test_compasses_in_a_circle_are_worth_nothing(size: int) -> None:
    found = [one for one in lines(finished(CIRCLES[size])).values() if one.what == "Magic Compass"]
    assert len(found) == size
    assert {(one.points, one.up_to) for one in found} == {(0, 0)}
    assert all(one.why.endswith("whose arrows run in a circle") for one in found)


@pytest.mark.clause("four-keys.rooms.compass-cycle")
@pytest.mark.parametrize(
    "rows",
    ["compass> compass> compass<", "compassv/compass> compassv/# compass^", "compass> compassv/# compassv/# compass^"],
)
def test_a_compass_that_leads_into_a_circle_is_worth_nothing(rows: str) -> None:
    assert points(finished(rows), "a1") == 0
    assert "four-keys.rooms.compass-cycle" in lines(finished(rows))["a1"].clauses


@pytest.mark.clause("four-keys.rooms.compass-cycle", "four-keys.rooms.compass-chain")
def test_at_a_table_that_does_not_follow_arrows_a_compass_gives_another_nothing() -> None:
    dungeon = finished("compass> compass> apartments")
    assert points(dungeon, "a1", compass_cycles=False) == 0
    assert points(dungeon, "b1", compass_cycles=False) == 5
    assert "gives nothing at this table" in lines(dungeon, compass_cycles=False)["a1"].why


@pytest.mark.clause("four-keys.rooms.compass-arrow", "four-keys.rooms.compass-stays")
@pytest.mark.parametrize(
    ("arrow", "expected"), [("^", (0, 5)), (">", (3, 3)), ("v", (0, 0)), ("<", (2, 2)), ("?", (0, 5))]
)
def test_an_arrow_counts_where_it_points_and_is_open_until_it_is_pointed(arrow: str, expected: tuple[int, int]) -> None:
    assert span(f". . . / box compass{arrow} ajar3 / . +H start", "Magic Compass") == expected


@pytest.mark.clause("four-keys.rooms.compass-arrow")
def test_an_arrow_at_the_last_empty_space_is_sure_of_the_gold_as_the_tile_always_comes_there() -> None:
    text = EXAMPLE.replace("A3", ".").replace("larder{X} ", "compass>{X}") + "gold=3"
    assert span(text.replace("compass<", "compass^"), "Magic Compass") == (5, 5)
    found = [one for one in score(Dungeon.parse(text)).lines if one.why == "points right at an empty space"]
    assert [(one.points, one.up_to) for one in found] == [(3, 3)]


# ---------------------------------------------------------------------------- against the slow count


@pytest.mark.clause("four-keys.scoring.total", "four-keys.scoring.once")
@settings(max_examples=100)
@given(some.full_dungeons(), st.booleans(), st.booleans())
def test_full_dungeons_score_as_the_slow_count_says(dungeon: Dungeon, tile: bool, cycles: bool) -> None:
    board, gold = read(str(dungeon))
    slow = Count(board, gold, compass_tile=tile, compass_cycles=cycles)
    found = lines(dungeon, compass_tile=tile, compass_cycles=cycles)
    expected = {f"{'?abcd'[x]}{y}": slow.worth((x, y)) for x, y in board if board[x, y][0] not in "+A"}
    assert {space: one.points for space, one in found.items() if one.what != "Adventurer tile"} == expected
    sheet = score(dungeon, compass_tile=tile, compass_cycles=cycles)
    assert sheet.points == slow.total()
    assert sheet.settled or dungeon.ready()  # a missed opening is all that may be open at the end


COMPASSES = ["compass^", "compass>", "compassv", "compass<"]
PLAIN = ["ajar0", "ajar3", "ajar5", "box", "throne", "trap", "control", "larder", "apartments", "chest", "monster", "#"]
KEYS = ["+H", "+L", "+CX", "+HL", "+XX", "+LC"]
FOUNTAINS = ["fountain-H", "fountain-L", "fountain-C", "fountain-X"]


@pytest.mark.clause("four-keys.rooms.compass-chain", "four-keys.rooms.compass-cycle")
@pytest.mark.parametrize("words", [[*COMPASSES, *COMPASSES, *PLAIN], [*COMPASSES, *PLAIN, *FOUNTAINS, *KEYS, *KEYS]])
@pytest.mark.parametrize("rules", [{}, {"compass_cycles": False}, {"compass_tile": False}])
def test_thousands_of_dungeons_score_as_the_slow_count_says(words: list[str], rules: dict[str, Any]) -> None:
    random = Random(7)
    for _ in range(500):
        board = [random.choice(words) for _ in range(16)]
        board[random.randrange(16)] = f"A{random.randrange(5)}"
        dungeon = finished("/".join(" ".join(board[i : i + 4]) for i in (0, 4, 8, 12)))
        sheet = score(dungeon, **rules)
        assert sheet.settled
        assert sheet.points == Count(*read(str(dungeon)), **rules).total(), str(dungeon)


def settled_cell(cell: Cell | None) -> Cell | None:
    """The cell with nothing left to tell, and no door left to open."""
    if isinstance(cell, UntoldCell):
        return KeyCell("H")
    if isinstance(cell, KeyCell):
        return KeyCell(cell.shows or "L")
    if isinstance(cell, StartCell):
        return StartCell(cell.marked or ("b1", "c1"), cell.needs, True)
    if isinstance(cell, DoorCell):
        room = cell.room or ("box" if cell.level == 1 else "compass")
        return DoorCell(cell.level, room, cell.needs, True, (cell.arrow or ">") if room == "compass" else "")
    return cell


def tamed(dungeon: Dungeon, most: int) -> Dungeon:
    """The dungeon with its last open questions settled, so that it has few worlds."""
    cells = list(dungeon.cells)
    ways = len(dungeon.frames()) * max(1, sum(cells[i] is None for i in FRAMES[dungeon.frames()[0]]))
    for i, cell in enumerate(cells):
        if cell is not None:
            closed = isinstance(cell, DoorCell | StartCell) and not cell.open
            ways *= (found := len(told_cell(cell, (1, 1))) * (2 if closed else 1))
            if ways > most:
                ways //= found
                cells[i] = settled_cell(cell)
    return Dungeon(tuple(cells), dungeon.gold, dungeon.frame)


def shared(dungeon: Dungeon) -> bool:
    """Whether several closed doors may want different faces of one untold card; each line then takes it at its best."""
    untold = any(isinstance(c, UntoldCell) or (isinstance(c, KeyCell) and c.shows is None) for c in dungeon.cells)
    return untold and len(list(dungeon.closed())) > 1


@pytest.mark.clause("four-keys.scoring.frame", "four-keys.scoring.total", "four-keys.rooms.compass-arrow")
@settings(max_examples=50, deadline=None)
@given(
    some.dungeons(known=False)
    | some.dungeons(known=False, fewest=12)
    | some.painted()
    | some.full_dungeons(known=False),
    st.fixed_dictionaries(dict.fromkeys(SCORING_OPTIONS, st.booleans())),
)
def test_points_hold_in_every_world_and_up_to_is_reached_in_one(dungeon: Dungeon, rules: dict[str, Any]) -> None:
    dungeon = tamed(dungeon, 200)
    worlds, number = spans(dungeon, **rules)
    assert number
    exact = not shared(dungeon) and UntoldCell() not in dungeon.cells
    for found in score(dungeon, **rules).lines:
        if found.what == "Adventurer tile":
            continue
        place = cell_number(found.where)
        low, high = worlds[place % 7, place // 7]
        if exact:
            assert (found.points, found.up_to) == (low, high), f"{found}\n{dungeon}"
        else:
            assert found.points == low, found
            assert found.up_to >= high, found


# ---------------------------------------------------------------------------- what is still open


@pytest.mark.clause(
    "four-keys.scoring.frame", "four-keys.rooms.trap", "four-keys.rooms.control", "four-keys.rooms.start"
)
@pytest.mark.parametrize(
    ("text", "what", "expected", "why"),
    [
        ("!start trap", "Trap Room", (1, 3), "3 if in a corner of the dungeon, else 1"),
        ("!start box +H trap", "Trap Room", (1, 3), "3 if in a corner of the dungeon, else 1"),
        ("!start trap +H box", "Trap Room", (1, 1), "not in a corner of the dungeon"),
        ("!start / box / +H / control", "Control Room", (1, 1), "not in the centre of the dungeon"),
        ("!start / control / +H / box", "Control Room", (1, 3), "3 if in the centre of the dungeon, else 1"),
        ("start(a2,a3) box", "Starting room", (1, 3), "3 if on a2 or a3 of the dungeon, else 1"),
        ("box start(a2,a3)", "Starting room", (1, 1), "not on a2 or a3 of the dungeon"),
        ("start box", "Starting room", (1, 3), "3 if on its indicated spaces (not told), else 1"),
    ],
)
def test_places_are_certain_only_once_the_frame_is(text: str, what: str, expected: tuple[int, int], why: str) -> None:
    found = line(text, what)
    assert ((found.points, found.up_to), found.why) == (expected, why)


@pytest.mark.clause("four-keys.rooms.larder", "four-keys.rooms.throne", "four-keys.scoring.tile")
@pytest.mark.parametrize(
    ("text", "what", "expected"),
    [
        ("!start larder", "Larder", (0, 3)),
        (EXAMPLE.replace("A3", "."), "Larder", (3, 3)),
        (EXAMPLE.replace("A3", "+C").replace("apartments{HCX}", "."), "Larder", (0, 0)),
        ("!start throne gold=2", "Throne Room", (2, 2)),
        ("!start throne", "Throne Room", (0, 4)),
        ("!start gold=2", "Adventurer tile", (2, 2)),
        ("!start", "Adventurer tile", (0, 4)),
    ],
)
def test_the_tile_counts_where_it_may_come_and_with_the_gold_that_is_told(
    text: str, what: str, expected: tuple[int, int]
) -> None:
    assert span(text, what) == expected


@pytest.mark.clause("four-keys.scoring.closed-door")
@pytest.mark.parametrize(
    ("text", "expected", "why"),
    [
        ("!apartments{HX} +H start", (0, 5), "still closed; lacks a Hexagon"),
        ("!apartments start", (0, 5), "still closed; what opens it is not told"),
        ("!apartments{H} +? start", (0, 5), "still closed; lacks a Heart"),
        (EXAMPLE.replace("apartments{HCX}", "!apartments{LLLL}"), (0, 0), "still closed; lacks two Lightnings"),
        ("!apartments{HHHH} box box trap / start", (0, 5), "still closed; lacks four Hearts"),
        ("!apartments{HHHHH} box box trap / start", (0, 0), "still closed; lacks 5 Hearts"),
        ("!apartments{HHHHH} box box +? / start", (0, 5), "still closed; lacks 5 Hearts"),
    ],
)
def test_a_closed_door_is_worth_nothing_yet_and_something_while_keys_may_come(
    text: str, expected: tuple[int, int], why: str
) -> None:
    found = line(text, "Private Apartments, closed")
    assert ((found.points, found.up_to), found.why) == (expected, why)


@pytest.mark.clause("four-keys.rooms.symbols", "four-keys.rooms.chest", "four-keys.rooms.fountain")
@pytest.mark.parametrize(
    ("text", "what", "expected", "why"),
    [
        ("start chest +? +H", "Treasure", (2, 3), "1 key and at least 1 on 1 Key not told in its row and column"),
        ("start fountain-H +? +H", "Fountain", (1, 3), "1 Heart key (1 Key not told) in the dungeon"),
        ("start ?2 +HH", "Level 2 room", (0, 5), "room not told"),
        ("start ?1", "Level 1 room", (0, 5), "room not told"),
        ("start ?", "Card, not told", (0, 5), "what lies here is not told"),
        ("start ? chest", "Treasure", (0, 2), "0 keys in its row and column"),
        ("start ? box monster", "Monster", (1, 2), "1 open level 1 room"),
        ("? +HH +HX +HC / start", "Card, not told", (0, 6), "what lies here is not told"),
        ("start !chest{LX} +L", "Treasure", (0, 2), "still closed; lacks a Hexagon"),
        ("start !fountain-H{HL} +?", "Fountain", (0, 3), "still closed; lacks a Heart and a Lightning"),
        ("start !fountain-H{LX} +H", "Fountain", (0, 1), "still closed; lacks a Lightning and a Hexagon"),
    ],
)
def test_what_nobody_told_is_left_open(text: str, what: str, expected: tuple[int, int], why: str) -> None:
    found = line(text, what)
    assert ((found.points, found.up_to), found.why) == (expected, why)


@pytest.mark.clause("four-keys.rooms.fountain", "four-keys.opening.requirement")
def test_at_the_end_an_untold_key_must_show_what_it_opened() -> None:
    found = lines(finished("!fountain-H{HL} +?"))["a1"]
    assert (found.points, found.up_to) == (0, 1)


@pytest.mark.clause("four-keys.scoring.closed-door", "four-keys.rooms.compass")
def test_a_closed_compass_that_cannot_open_any_more_is_settled() -> None:
    assert points(finished("!compass{HHHH} apartments +H"), "a1") == 0
    found = lines(finished("!compass{HH} apartments +HH"))["a1"]
    assert (found.points, found.up_to) == (0, 5)


def test_one_card_too_many_keeps_no_door_closed() -> None:
    text = "!box{H} +H box box/box trap trap trap/+H +H +H +H/+H +H +H +H"
    assert span(text, "Box Room, closed") == (0, 2)


@pytest.mark.clause("four-keys.rooms.compass-cycle")
def test_a_room_not_told_may_be_a_compass() -> None:
    dungeon = finished("compass> ?2 +HLCX +H/# +L/# box")
    assert [(lines(dungeon)[space].points, lines(dungeon)[space].up_to) for space in ("a1", "b1")] == [(0, 6), (0, 6)]
    unfollowed = lines(dungeon, compass_cycles=False)
    assert [(unfollowed[space].points, unfollowed[space].up_to) for space in ("a1", "b1")] == [(0, 6), (0, 6)]


def completed(dungeon: Dungeon, cards: list[Card], random: Random) -> Dungeon:
    """The dungeon played to its end by the rules with these cards, at random."""
    while dungeon.card_count < FULL:
        what = laid(cards.pop(), random.randrange(2))
        dungeon = dungeon.put(random.choice(dungeon.holes()), what)
        dungeon = dungeon.opened(dungeon.ready())
        for i, cell in enumerate(dungeon.cells):
            if isinstance(cell, DoorCell) and cell.open and cell.room == "compass" and not cell.arrow:
                dungeon = dungeon.put(i, DoorCell(2, "compass", cell.needs, True, random.choice("^>v<")))
    return dungeon.put(dungeon.holes()[0], TileCell())


BOX = [card for card in Edition.load("four-keys", "practice").cards if not isinstance(card, Start)]
COUNTING = ("Treasure", "Fountain", "Monster", "Magic")


@pytest.mark.clause("four-keys.scoring.frame", "four-keys.scoring.once")
@settings(max_examples=50)
@given(some.settled(some.dungeons()), st.randoms(use_true_random=False))
def test_what_is_certain_is_still_there_when_the_game_is_played_out(dungeon: Dungeon, random: Random) -> None:
    before = score(dungeon)
    after = score(completed(dungeon, random.sample(BOX, len(BOX)), random))
    assert after.settled
    ends = by_place(after)
    for found in before.lines:
        if found.what != "Adventurer tile":
            assert found.points <= ends[found.where].points, found
            # Keys and Rooms still to come are counted at the end, where a Room counts them, but are no promise before.
            if not found.what.startswith(COUNTING):
                assert ends[found.where].points <= found.up_to, found
    assert before.points <= after.points


@settings(max_examples=50)
@given(some.settled(some.dungeons()), st.randoms(use_true_random=False))
def test_up_to_bounds_what_lies_there_if_only_shut_doors_follow(dungeon: Dungeon, random: Random) -> None:
    shut: list[Card] = [Door(2, "chest", "H" * 20)] * FULL
    ends = by_place(score(completed(dungeon, shut, random)))
    assert all(ends[found.where].points <= found.up_to for found in score(dungeon).lines if found.what[0] != "A")


def by_place(sheet: ScoreSheet) -> dict[str, ScoreLine]:
    return {found.where: found for found in sheet.lines}


# ---------------------------------------------------------------------------- the sheet


@pytest.mark.clause("four-keys.scoring.total")
@settings(max_examples=50)
@given(some.painted())
def test_every_line_is_sound(dungeon: Dungeon) -> None:
    sheet = score(dungeon)
    clauses = {clause.id for clause in rulebook.load("four-keys")}
    assert sheet.points == sum(found.points for found in sheet.lines)
    assert sheet.up_to == sum(found.up_to for found in sheet.lines)
    for found in sheet.lines:
        assert 0 <= found.points <= found.up_to
        assert found.clauses
        assert set(found.clauses) <= clauses
        assert found.what
        assert found.why
        assert not found.where or dungeon[found.where] is not None
    for problem in sheet.problems:
        assert problem.clauses
        assert set(problem.clauses) <= clauses
        assert all(dungeon[name] is not None for name in problem.where)


@settings(max_examples=50)
@given(some.dungeons(known=False, most=14), some.cells(known=False), st.integers(0, 30))
def test_a_card_added_and_taken_away_leaves_every_sub_total_as_it_was(dungeon: Dungeon, cell: Cell, pick: int) -> None:
    holes = dungeon.holes()
    hole = holes[pick % len(holes)]
    assert score(dungeon.put(hole, cell).put(hole, None)) == score(dungeon)


@settings(max_examples=50)
@given(some.full_dungeons(), st.integers(0, 15))
def test_a_card_taken_away_and_put_back_leaves_every_sub_total_as_it_was(dungeon: Dungeon, pick: int) -> None:
    place = dungeon.occupied()[pick]
    assert score(dungeon.put(place, None).put(place, dungeon.cells[place])) == score(dungeon)


def test_a_tile_without_gold_shows_a_plain_0() -> None:
    found = line("!start gold=0", "Adventurer tile")
    assert (str(found.points), str(found.up_to), found.why) == ("0", "0", "0 gold on it")


def test_an_option_that_does_not_exist_is_named_with_those_that_do() -> None:
    with pytest.raises(CompanionError, match="no scoring option 'tiles'; there are multiplicity, compass_tile"):
        score(Dungeon(), tiles=True)


@pytest.mark.clause("four-keys.opening.multiplicity")
def test_the_multiplicity_option_decides_what_is_missed_and_what_is_lacking() -> None:
    text = "!box{HH} +H start"
    assert score(Dungeon.parse(text)).problems == ()
    assert line(text, "Box Room").why == "still closed; lacks a Heart"
    assert len(score(Dungeon.parse(text), multiplicity=False).problems) == 1
    assert line(text, "Box Room", multiplicity=False).why == "still closed, though its keys are there"


# ---------------------------------------------------------------------------- problems


@pytest.mark.clause("four-keys.opening.missed", "four-keys.opening.automatic")
def test_a_missed_opening_is_a_problem_and_no_refusal() -> None:
    sheet = score(Dungeon.parse("!box{HX} +HX / !start{X} ."))
    assert [(problem.text, problem.where) for problem in sheet.problems] == [
        ("The Box Room should be open: its keys are all there.", ("d3",))
    ]
    assert by_place(sheet)["d3"].points == 0
    assert "four-keys.opening.missed" in by_place(sheet)["d3"].clauses


@pytest.mark.parametrize(
    ("text", "words", "clause", "where"),
    [
        ("!?1{H} +H start", "The door should be open", "opening.missed", ("b4",)),
        ("!start{H} +H", "The starting door should be open", "opening.missed", ("d4",)),
        ("box{HL} +H start", "it lacks a Lightning", "opening.row-and-column", ("b4",)),
        ("start{CC} +C", "it lacks a Cross", "opening.row-and-column", ("d4",)),
        ("start start", "2 starting cards; each player has one", "setup.starting-cards", ()),
        ("start box box box / . . box box", "5 copies of the Box Room; the box has 4", "components.rooms-level-1", ()),
        ("start ajar5 ajar5", "2 copies of the Ajar Door (5); the box has 1", "components.rooms-level-1", ()),
        ("start !chest !chest chest / . . chest chest", "5 copies of the Treasure Ch", "components.rooms-level-2", ()),
        ("start A2", "comes after the fifteenth card; 1 lie there", "end.tile", ("e4",)),
        ("start A2 A2", "2 Adventurer tiles; a dungeon has one", "end.tile", ("e4", "f4")),
        ("start A7", "7 gold; a tile holds 0 to 4", "setup.gold", ()),
        ("start gold=5", "5 gold; a tile holds 0 to 4", "setup.gold", ()),
        ("start . / . box", "Some cards do not touch the others by an edge", "placement.orthogonal", ("e5",)),
        ("box . start", "Some cards do not touch the others by an edge", "placement.orthogonal", ("b4",)),
    ],
)
def test_what_cannot_be_is_a_problem_and_no_refusal(text: str, words: str, clause: str, where: tuple[str, ...]) -> None:
    found = [problem for problem in problems(Dungeon.parse(text)) if words in problem.text]
    assert [(problem.clauses, problem.where) for problem in found] == [((f"four-keys.{clause}",), where)]


@pytest.mark.clause("four-keys.placement.four-by-four", "four-keys.end.fifteen")
def test_a_dungeon_that_is_too_large_is_still_counted() -> None:
    cells: list[Cell | None] = [DoorCell(1, "box", None, True)] * 20 + [None] * 29
    sheet = score(Dungeon(tuple(cells), 0))
    assert sheet.points == 40
    assert [problem.text for problem in sheet.problems] == [
        "20 cards; a finished dungeon has 15.",
        "20 copies of the Box Room; the box has 4.",
        "7 columns; a dungeon has at most 4.",
    ]


@pytest.mark.clause("four-keys.placement.four-by-four")
def test_cards_outside_a_told_frame_are_a_problem() -> None:
    dungeon = Dungeon.parse(". . . ./. . . ./. . trap ./. . . .").put(cell_number("c4"), KeyCell("H"))
    assert [p.where for p in problems(dungeon) if "outside the frame" in p.text] == [("c4",)]


@pytest.mark.clause("four-keys.opening.missed")
def test_what_nobody_told_is_no_problem() -> None:
    assert problems(Dungeon.parse("box{HL} +? start")) == ()
    assert problems(Dungeon.parse("box{HL} ? !start")) == ()
    assert problems(Dungeon()) == ()


# ---------------------------------------------------------------------------- the start page's board


@pytest.mark.clause("four-keys.opening.every-door", "four-keys.scoring.total")
def test_the_best_space_of_the_first_minute_is_worth_5_and_3_more() -> None:
    dungeon = Dungeon.parse("!apartments{HX} . . / +H box !chest{LX} / !start . +L")
    assert score(dungeon).points == 2
    gains = []
    for hole in dungeon.holes():
        placed = dungeon.put(hole, KeyCell("X"))
        gains.append((score(placed.opened(placed.ready())).points - 2, cell_name(hole)))
    assert len(gains) == 11
    assert max(gains) == (8, "f2")
    assert sorted(gain for gain, _ in gains)[:3] == [0, 0, 0]
    placed = dungeon.put(cell_number("f2"), KeyCell("X"))
    opened = by_place(score(placed.opened(placed.ready())))
    assert (opened["d2"].points, opened["f3"].points) == (5, 3)
    promised = by_place(score(dungeon))
    assert (promised["d2"].up_to, promised["f3"].up_to) == (5, 3)
