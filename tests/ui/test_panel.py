"""The panel: what it sends to the page, and what a tap does. No browser."""

from __future__ import annotations

import pytest

from companion.engine.errors import UnknownNameError
from companion.ui.panel import Button, Download, Field, Group, Panel, Pick, Text


@pytest.fixture
def done():
    return []


@pytest.fixture
def panel(done):
    made = Panel("c-tray")
    made.show(
        Text("Who plays?", "title"),
        Group((Field("name", "Player 1", enter="go"), Button("go", "Start", lambda: done.append("go"))), "row"),
        Pick("box", "Which cards?", (Button("ours", "Our box"), Button("none", "No box")), "ours"),
        Button("more", "More", inside=(Button("deep", "Deep", lambda: done.append("deep")),)),
        seq=3,
    )
    return made


def test_a_tap_does_what_its_button_says_wherever_it_lies(panel, done):
    panel.tap("go")
    panel.tap("deep")
    assert done == ["go", "deep"]


def test_what_is_typed_comes_with_the_tap(panel):
    message = {"kind": "tap", "id": "go", "seq": 3, "values": {"name": "<b>Ana</b>", "box": "none", "other": "x"}}
    panel._handle_custom_msg(message, [])
    assert panel.values == {"name": "<b>Ana</b>", "box": "none"}


def test_a_tap_that_saw_another_entry_does_nothing_and_is_told(panel, done):
    stale = []
    panel.on_stale(lambda: stale.append(True))
    panel._handle_custom_msg({"kind": "tap", "id": "go", "seq": 2, "values": {}}, [])
    panel._handle_custom_msg({"kind": "tap", "id": "nothing", "seq": 3, "values": {}}, [])
    panel._handle_custom_msg({"kind": "tap"}, [])
    assert done == []
    assert len(stale) == 3


def test_the_page_gets_data_and_never_what_a_tap_does(panel):
    sent = panel.items
    assert [item["type"] for item in sent] == ["text", "group", "pick", "button"]
    button = sent[1]["items"][1]
    assert button == {"type": "button", "tap": True, "id": "go", "text": "Start", "on": False, "enabled": True}
    assert "tap" not in sent[3]
    assert sent[3]["inside"][0]["tap"]


def test_fields_keep_what_was_typed_until_they_are_given_something_else(panel):
    panel.fill(name="Ana")
    panel.show(Field("name", "Player 1"), Field("other", "Player 2", "Bo"))
    assert panel.values == {"name": "Ana", "other": "Bo"}
    panel.show(Field("name", "Player 1", "Cy"))
    assert panel.values == {"name": "Cy"}


def test_a_grey_button_and_an_unknown_one_cannot_be_tapped(panel):
    panel.show(Button("go", "Start", print, enabled=False))
    with pytest.raises(UnknownNameError, match="'go'"):
        panel.tap("go")
    with pytest.raises(UnknownNameError, match="'stop'"):
        panel.tap("stop")
    with pytest.raises(UnknownNameError, match="'name'"):
        panel.fill(name="Ana")


def test_everything_on_it_can_be_read(panel):
    assert panel.text.splitlines()[:2] == ["Who plays?", "Start"]
    panel.show(Download("Save", "a.json", "{}"), Button("row", "Trap Room", end="3", sub="in a corner"))
    assert panel.text == "Save\nTrap Room 3 in a corner"
    assert "row" in panel
    assert "go" not in panel
