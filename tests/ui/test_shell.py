"""The Shell widget and the guards of callbacks, without a page; and the colours of the stylesheet."""

from __future__ import annotations

import asyncio
import re
import sys
from itertools import pairwise

import pytest

from companion.engine.errors import CompanionError
from companion.ui import base, shell
from companion.ui.handlers import stylesheet
from companion.ui.shell import Shell


@pytest.fixture
def page():
    made = Shell()
    yield made
    base.set_speaker(None)


@pytest.fixture
def sent(page, monkeypatch):
    """What the page received."""
    received = []
    monkeypatch.setattr(page, "send", received.append)
    return received


def arrive(page, **facts):
    page._handle_custom_msg({"kind": "ready", "facts": {"device": "0123456789abcdef", **facts}}, [])


# --- requests to the page


def test_requests_wait_until_the_page_is_there(page, sent):
    page.toast("3 things happened")
    page.set_query({"table": "K7QX", "tab": None})
    assert sent == []
    arrive(page)
    assert [request["do"] for request in sent] == ["toast", "query"]
    assert sent[1]["changes"] == {"table": "K7QX", "tab": None}
    page.flash("Your turn")
    assert sent[2] == {"do": "flash", "text": "Your turn"}
    assert list(page.sent) == sent


def test_the_device_is_known_when_the_page_is_there(page):
    heard = []
    page.on_ready(lambda: heard.append(page.device))
    assert page.device == ""
    arrive(page, secure=False)
    assert heard == ["0123456789abcdef"]
    assert page.facts["secure"] is False
    page.on_ready(lambda: heard.append("again"))
    assert heard[-1] == "again"


def test_leaving_names_a_page_and_a_query(page):
    page.go("table", table="K7QX")
    assert page.sent[-1] == {"do": "go", "address": "/table?table=K7QX"}
    page.go("start")
    assert page.sent[-1]["address"] == "/"


def test_back_closes_the_sheet_that_is_open_and_no_other(page):
    closed = []
    page.on_back(closed.append)
    page.open_sheet("menu")
    page.open_sheet("log")
    page._handle_custom_msg({"kind": "back", "sheet": "log"}, [])
    page._handle_custom_msg({"kind": "back", "sheet": "log"}, [])
    assert closed == ["log"]
    assert page.sheets == ["menu"]
    page.close_sheet("menu")
    page.close_sheet("menu")
    assert [request["do"] for request in page.sent] == ["open", "open", "close"]


def test_it_looks_the_same_in_every_notebook(page):
    assert repr(page) == "Shell()"


# --- heartbeat


def test_it_beats_while_a_loop_runs_and_stops_when_told(page, monkeypatch):
    beats = []
    page.observe(lambda change: beats.append(change["new"]), "beat")
    monkeypatch.setattr(shell, "HEARTBEAT", 0.002)

    async def run():
        page.start()
        page.start()
        while len(beats) < 4:
            await asyncio.sleep(0.002)
        page.stop()
        await asyncio.sleep(0)
        count = len(beats)
        await asyncio.sleep(0.02)
        return count

    assert asyncio.run(run()) == len(beats)
    assert all(early < late for early, late in pairwise(beats))


def test_without_a_loop_it_does_not_beat(page):
    page.start()
    assert page.beat == 0


# --- errors become sentences


def test_a_companion_error_speaks_for_itself(page):
    @base.safely
    def refuse():
        raise CompanionError("Bo has no gold left to push.")

    assert refuse() is None
    assert page.error == "Bo has no gold left to push."
    assert page.sent[-1] == {"do": "trouble", "text": page.error}
    page.calm()
    assert page.error == ""
    assert page.sent[-1] == {"do": "trouble", "text": ""}


def test_another_error_is_only_named_and_its_trace_goes_to_the_terminal(page, monkeypatch, tmp_path):
    terminal = (tmp_path / "terminal").open("w+")
    monkeypatch.setattr(sys, "__stderr__", terminal)
    base.safely(lambda: 1 / 0)()
    assert page.error == "Something went wrong here; nothing was lost. (ZeroDivisionError)"
    terminal.seek(0)
    assert "1 / 0" in terminal.read()


def test_what_does_not_fail_passes_through(page):
    assert base.safely(lambda a, b=0: a + b)(2, b=3) == 5
    assert page.error == ""


def test_errors_of_work_beside_the_page_are_shown(page):
    async def work():
        raise CompanionError("The table K7QX is not there any more.")

    async def run():
        await base.spawn(work())

    asyncio.run(run())
    assert page.error == "The table K7QX is not there any more."


def test_an_unguarded_callback_of_a_kernel_is_shown_too(page, monkeypatch):
    class Interactive:
        _showtraceback = None

    interactive = Interactive()
    monkeypatch.setattr(base, "_interactive_shell", lambda: interactive)
    base.guard_kernel()
    interactive._showtraceback(CompanionError, CompanionError("No."), ["File /home/somebody/secret.py"])
    assert page.error == "No."


# --- messages


class Widget:
    def on_msg(self, receive):
        self.receive = receive


def test_messages_go_by_their_kind(page):
    widget, seen = Widget(), []
    base.listen(widget, {"cell": seen.append})
    for content in ({"kind": "cell", "cell": 3}, {"kind": "other"}, "rubbish", None, {}):
        widget.receive(widget, content, [])
    assert seen == [{"kind": "cell", "cell": 3}]


def test_a_tap_that_was_delivered_late_is_refused(page, monkeypatch):
    widget, seen = Widget(), []
    base.listen(widget, {"cell": seen.append})
    monkeypatch.setattr(base, "clock", lambda: 100_000)
    widget.receive(widget, {"kind": "cell", "beat": 100_000 - base.TOO_LATE}, [])
    assert len(seen) == 1
    widget.receive(widget, {"kind": "cell", "beat": 100_000 - base.TOO_LATE - 1}, [])
    assert len(seen) == 1
    assert "came late" in page.error


# --- colours


def tokens(block):
    return dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})", block))


def themes():
    css = stylesheet()
    light = re.search(r"^:root \{(.*?)^\}", css, re.S | re.M).group(1)
    dark = [
        re.search(start + r" \{(.*?)\}", css, re.S).group(1) for start in (r'="light"\]\)', r'\[data-theme="dark"\]')
    ]
    return tokens(light), *map(tokens, dark)


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


INKS = ("ink", "muted", "accent", "ok", "warn", "danger", "gold")
GROUNDS = ("bg", "bg-deep", "card", "card-edge")


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_every_text_colour_can_be_read_on_every_ground(theme):
    colours = themes()[theme]
    pairs = [(ink, ground) for ink in INKS for ground in GROUNDS]
    pairs += [("on-accent", "accent"), ("on-accent", "accent-deep"), ("on-coin", "coin")]
    poor = {pair: round(contrast(colours[pair[0]], colours[pair[1]]), 2) for pair in pairs}
    assert {pair: ratio for pair, ratio in poor.items() if ratio < 4.5} == {}


def test_dark_by_choice_is_dark_by_device():
    _, device, choice = themes()
    assert device == choice
    assert len(device) == 18
