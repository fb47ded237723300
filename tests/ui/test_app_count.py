"""Just count: a dungeon is painted and its sheet read, without a game."""

from __future__ import annotations

import pytest

from companion.games.four_keys.dungeon import FRAMES, DoorCell, Dungeon, KeyCell, StartCell, TileCell, cell_name
from companion.games.four_keys.scoring import score
from companion.ui.four_keys.count import FRAME

EXAMPLE = "+H trap +LC +H / control start(c1,d1) box !chest{LX} / +L compass^ +X throne / larder ajar5 +C A3"
"""A finished dungeon: seven keys, seven rooms, the starting room, and the tile with three gold."""


def painted(device, text):
    """Paint a dungeon with a finger, brush by brush; return the device."""
    wanted = Dungeon.parse(text)
    by_brush = {}
    for i in FRAMES[wanted.frames()[0]]:
        at = FRAMES[FRAME][FRAMES[wanted.frames()[0]].index(i)]
        cell = wanted.cells[i]
        if not isinstance(cell, TileCell):
            by_brush.setdefault(brush_of(cell), []).append((at, cell))
    for (box, brush), cells in sorted(by_brush.items()):
        if device.app.screen.painting.box != box:
            device.tap(f"box {box}")
        if device.app.screen.painting.brush != brush:
            device.tap(f"brush {brush}")
        for at, cell in cells:
            device.board(cell_name(at))
            if getattr(cell, "arrow", ""):
                word = {"^": "up", ">": "right", "v": "down", "<": "left"}[cell.arrow]
                device.board(f"{cell_name(at)}:{word}")
    return device


def brush_of(cell):
    if isinstance(cell, KeyCell):
        return "keys", f"+{cell.shows}"
    if isinstance(cell, StartCell):
        return "more", "start" if cell.open else "!start"
    if isinstance(cell, DoorCell) and not cell.open:
        return "more", "!?1"
    return f"rooms{cell.level}", "compass?" if cell.room == "compass" else cell.room


def test_a_whole_dungeon_is_painted_and_counted_in_forty_taps(device):
    page = painted(device("score"), EXAMPLE)
    assert page.sentence == "How much gold lies on your Adventurer tile?"
    page.pad("3").pad("no")
    assert page.taps <= 40
    sheet = page.app.screen.painting.sheet()
    wanted = score(Dungeon.parse(EXAMPLE))
    assert sheet.points == wanted.points
    assert sheet.settled
    assert page.sentence == f"{wanted.points} points"


def test_the_sheet_grows_with_the_painting(device):
    page = device("score")
    page.board("d4")
    page.tap("box rooms1").tap("brush box").board("e4")
    assert page.sentence == "2 sure, 6 possible; 13 cards to go"
    assert page.at.actions["read"].text == "Read the sheet: 2 to 6"
    page.tap("read")
    assert "Box Room 2\nprinted value" in page.at.body.text
    assert "Rooms: box" in page.at.body.text


def test_a_second_tap_takes_the_card_away(device):
    page = device("score").board("d4", "d4")
    assert page.app.screen.painting.dungeon.card_count == 0


def test_what_is_missed_is_shown_not_refused(device):
    page = device("score", paint="!box{H} +H / start .")
    page.tap("read")
    assert "The Box Room should be open: its keys are all there." in page.at.body.text


def test_a_dungeon_is_typed_and_one_that_cannot_be_read_changes_nothing(device):
    page = device("score")
    page.at.left.fill(text="+H box / start .")
    page.tap("paint it", "left")
    assert page.app.screen.painting.text.splitlines()[0] == "+H box . ."
    page.at.left.fill(text="+H bocks")
    page.tap("paint it", "left")
    assert "'bocks'" in page.app.shell.error
    assert "box" in page.app.shell.error
    assert page.app.screen.painting.text.splitlines()[0] == "+H box . ."


def test_the_address_keeps_what_was_painted(device):
    page = device("score").board("d4")
    kept = [asked["changes"]["paint"] for asked in page.app.shell.sent if "paint" in asked.get("changes", {})][-1]
    again = device("score", paint=kept)
    assert again.app.screen.painting.text == page.app.screen.painting.text


@pytest.mark.clause("four-keys.rooms.compass-arrow")
def test_an_arrow_points_on_the_board_and_can_be_pointed_again(device):
    page = device("score").tap("box rooms2").tap("brush compass?").board("e5")
    assert page.sentence == "Where does the arrow point? Tap it"
    page.board("e5:up").board("e5").board("e5:left")
    assert page.app.screen.painting.dungeon["e5"].arrow == "<"


def test_there_is_one_starting_card(device):
    page = device("score").tap("box more").tap("brush start").board("d4").board("e5")
    painting = page.app.screen.painting
    assert painting.dungeon["d4"] is None
    assert painting.dungeon["e5"].open
