"""The Board widget without a page: what it sends down, what it does with what comes up."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from companion.engine.errors import UnknownNameError
from companion.engine.svg import esc, num, rect, shorten, tag, width_of, words
from companion.ui import base
from companion.ui.board import Board, Item, Look, Scene

SCENE = Scene(
    100,
    50,
    "Two things",
    (
        Item("ground", 0, 0, 100, 50, rect(0, 0, 100, 50, "g")),
        Item("a", 0, 0, 50, 50, words(5, 20, "<b>Ana</b>", 12), "seat:ana", "Ana's dungeon", "x"),
        Item("b", 50, 0, 50, 50, "", "1D", "pile"),
    ),
    Look(".c-board{--x:1}", "<symbol id='s'/>"),
)


@pytest.fixture
def board():
    made = Board()
    made.show(SCENE, seq=7, legal=["1D"])
    made.heard = []
    made.on_tap(lambda place: made.heard.append(("tap", place)))
    made.on_hold(lambda place: made.heard.append(("hold", place)))
    made.on_stale(lambda place: made.heard.append(("stale", place)))
    return made


def send(board, **content):
    board._handle_custom_msg(content, [])


def test_a_scene_goes_down_in_one_message(board):
    sent = []
    board.send_state = lambda key=None: sent.append(set(key))
    board.show(Scene(9, 9, "other", ()), seq=8, legal=["x"], highlight=["y"])
    assert len(sent) == 1
    assert {"scene", "legal", "highlight", "seq"} <= sent[0]


def test_the_page_gets_the_items_and_the_look_once(board):
    assert board.look == {"css": ".c-board{--x:1}", "defs": "<symbol id='s'/>"}
    assert [item["key"] for item in board.scene["items"]] == ["ground", "a", "b"]
    assert board.scene["items"][0]["place"] == ""
    assert (board.scene["w"], board.scene["h"], board.legal, board.seq) == (100, 50, ["1D"], 7)
    sent = []
    board.observe(lambda change: sent.append(change["name"]), ["look", "scene"])
    board.show(Scene(90, 50, "other", SCENE.items, SCENE.look))
    assert sent == ["scene"]


def test_the_twin_does_what_a_finger_does(board):
    send(board, kind="tap", place="1D", seq=7)
    board.tap("1D")
    send(board, kind="hold", place="seat:ana", seq=7)
    board.hold("seat:ana")
    assert board.heard == [("tap", "1D")] * 2 + [("hold", "seat:ana")] * 2


@pytest.mark.parametrize("seq", [6, 8, None, "7"])
def test_a_tap_meant_for_another_picture_does_nothing_but_is_told(board, seq):
    send(board, kind="tap", place="1D", seq=seq)
    assert board.heard == [("stale", "1D")]


def test_a_place_that_is_not_drawn_any_more_is_stale(board):
    send(board, kind="tap", place="2K", seq=7)
    send(board, kind="hold", place="", seq=7)
    assert board.heard == [("stale", "2K"), ("stale", "")]


def test_the_twin_names_the_places_there_are(board):
    with pytest.raises(UnknownNameError, match="seat:ana, 1D"):
        board.tap("2K")
    with pytest.raises(UnknownNameError):
        board.hold("")


@pytest.mark.parametrize("content", [{}, {"kind": "tap"}, {"kind": "drop table", "place": "1D", "seq": 7}, "tap", None])
def test_garbage_from_the_page_is_ignored(board, content):
    board._handle_custom_msg(content, [])
    assert [heard for heard in board.heard if heard[0] != "stale"] == []


def test_an_error_in_a_callback_is_a_sentence_on_the_page(board):
    class Voice:
        said = ""

        def trouble(self, text):
            self.said = text

    voice = Voice()
    base.set_speaker(voice)
    board.on_tap(lambda place: 1 / 0)
    try:
        board.tap("1D")
    finally:
        base.set_speaker(None)
    assert "nothing was lost" in voice.said


def test_the_same_thing_in_the_way_flashes_again(board):
    seen = []
    board.observe(lambda change: seen.append(change["new"]), "flash")
    board.show_flash(["1D"])
    board.show_flash(["1D"])
    assert [flash["places"] for flash in seen] == [["1D"], ["1D"]]
    assert seen[0]["n"] != seen[1]["n"]


def test_a_still_is_the_same_picture_and_needs_nothing_else(board):
    board.highlight = ["seat:ana"]
    picture = ET.fromstring(board.still())
    text = board.still()
    assert picture.get("viewBox") == "0 0 100 50"
    assert "&lt;b&gt;Ana&lt;/b&gt;" in text
    assert "svg.bd{--x:1}" in text
    assert text.count('class="bd-it bd-lit"') == 1
    assert text.count('class="bd-it bd-high"') == 1


def test_nbval_sees_no_address_in_its_repr(board):
    assert repr(board) == "Board('Two things', 2 places)"


# --- the helpers that write SVG


def test_text_of_people_cannot_become_markup():
    nasty = "<script>&\"'\x00\x1b\ud800é"
    assert esc(nasty) == "&lt;script&gt;&amp;&quot;&#x27;é"
    assert ET.fromstring(words(1, 2, nasty, 12)).text == "<script>&\"'é"
    assert ET.fromstring(tag("g", aria_label=nasty)).get("aria-label") == "<script>&\"'é"


def test_numbers_are_short():
    assert [num(x) for x in (12, 3.10, 0.001, -0.001, -2.5, 1 / 3)] == ["12", "3.1", "0", "0", "-2.5", "0.33"]


@pytest.mark.parametrize("name", ["Ana", "Wilhelmina of the Long Name", "ディディディディ", "🐉🐉🐉🐉🐉", "ш" * 40, ""])
def test_a_name_is_cut_to_the_room_it_has(name):
    cut = shorten(name, 60, 14)
    assert width_of(cut, 14) <= 60
    assert cut == name or cut.endswith("…")
