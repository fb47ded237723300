"""How fast the page is, in a real browser, and what it weighs: `make bench`. The limits are those of the plan."""

from __future__ import annotations

import contextlib
import re
import socket
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

import companion
from companion.engine.store import Store
from companion.ui.server import ServerProcess
from tests.browser.conftest import HOMES, browser, servers, visitors

__all__ = ["browser", "servers", "visitors"]

EMPTY = Path(__file__).parent / "pages"
LOADS = 5
TAPS = 12
PAGES = 4

TAP_TO_REPAINT = """(place) => new Promise((done) => {
  const board = document.querySelector('.c-board');
  const began = performance.now();
  const painted = () => { watch.disconnect(); done(performance.now() - began); };
  const watch = new MutationObserver(() => requestAnimationFrame(painted));
  watch.observe(board, {subtree: true, childList: true, attributes: true, characterData: true});
  board.querySelector(`[data-place="${place}"]`).dispatchEvent(new MouseEvent('click', {bubbles: true}));
  setTimeout(() => done(-1), 5000);
})"""


@pytest.fixture(scope="session")
def plain_voila() -> Iterator[str]:
    """voila as it comes, with a page of one button."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "voila", str(EMPTY / "empty.ipynb"), "--no-browser", f"--port={port}"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}/"
    for _ in range(200):
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{address}voila/static/", timeout=1):
            pass
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            break
        time.sleep(0.1)
    yield address
    server.terminate()
    server.wait(10)


def _empty_load(browser: Any, address: str) -> float:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    began = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.get_by_role("button", name="empty").wait_for(state="visible")
    took = time.perf_counter() - began
    page.close(run_before_unload=True)
    return took


def _our_load(visitor: Any) -> float:
    device = visitor.device()
    began = time.perf_counter()
    page = visitor.open("start", device=device)
    took = time.perf_counter() - began
    page.close(run_before_unload=True)
    return took


def test_the_page_is_usable_nearly_as_soon_as_an_empty_one(browser, visitors, plain_voila, capsys):
    visitor = visitors(None, "loopback")
    _empty_load(browser, plain_voila), _our_load(visitor)
    pairs = [(_empty_load(browser, plain_voila), _our_load(visitor)) for _ in range(LOADS)]
    empty, ours = (statistics.median(side) for side in zip(*pairs, strict=True))
    with capsys.disabled():
        print(f"\nempty page {empty:.2f} s, Companion {ours:.2f} s, {ours / empty:.2f} times (limit 1.3)")
    assert ours / empty < 1.3


def test_a_tap_repaints_at_once(visitors, capsys):
    visitor = visitors(None, "loopback")
    store = Store(HOMES[visitor.server.pid] / "tables.db")
    table = companion.open_table("four-keys", ["Ana", "Bo"], store=store, depth="light", seed=4)
    page = visitor.open("table", table=table.id, seat="ana")
    cells = ["ana:c4", "ana:e4", "ana:d3", "ana:d5"]
    took = []
    for i in range(TAPS):
        took.append(page.evaluate(TAP_TO_REPAINT, cells[i % len(cells)]))
        # A second tap puts the card back, so that the next one lights a space again.
        page.locator(f'.c-board [data-place="{cells[i % len(cells)]}"]').click()
        page.wait_for_timeout(400)
    with capsys.disabled():
        print(f"\ntap to repaint: median {statistics.median(took):.0f} ms, each of {TAPS} taps seen (limit 150)")
    assert min(took) > 0
    assert statistics.median(took) < 150


def _pss(pid: int) -> int:
    """Return the proportional share of memory of a process and its children, in bytes."""
    total = 0
    for process in (psutil.Process(pid), *psutil.Process(pid).children(recursive=True)):
        with contextlib.suppress(OSError):
            found = re.search(r"^Pss:\s+(\d+) kB", Path(f"/proc/{process.pid}/smaps_rollup").read_text(), re.MULTILINE)
            total += 1024 * int(found[1]) if found else 0
    return total


def test_four_pages_and_the_server_stay_small(visitors, capsys):
    visitor = visitors(None, "loopback")
    for _ in range(PAGES):
        visitor.open("start")
    server: ServerProcess = visitor.server
    used = _pss(server.pid) / 2**20
    with capsys.disabled():
        print(f"\n{PAGES} open pages and the server: {used:.0f} MB (limit 700)")
    assert used < 700
