"""A real browser on served pages, by loopback and by an address of this machine on its network."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil
import pytest

from companion.ui.server import ServerProcess, lan_address, start_server

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed; make test installs it")

PAGES = Path(__file__).resolve().parent / "pages"
NETWORK_TOKEN = "only-for-these-tests"
PHONE = {"width": 390, "height": 844}
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
HOMES: dict[int, Path] = {}
"""Where the tables of each server are kept, by its process id."""
UP = "document.documentElement.dataset.app === 'up'"
LIVE = "document.documentElement.dataset.live === '1'"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(item.path).is_relative_to(PAGES.parent):
            item.add_marker(pytest.mark.browser)


def _missing(reason: str) -> None:
    if os.environ.get("CI") == "true":
        pytest.fail(f"{reason} With CI=true the browser tests may not be skipped.")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One Chromium for the whole run."""
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        _missing("No Chromium is installed on this machine.")
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=path, args=QUIET)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., ServerProcess]]:
    """Give the server for some pages and a way to reach it; each is started once.

    Call it with `pages` (None: the dashboards) and `via` ("loopback" or "network").
    """
    running: dict[tuple[Path | None, str], ServerProcess] = {}

    def give(pages: Path | None = None, via: str = "loopback") -> ServerProcess:
        if via == "network" and lan_address() is None:
            pytest.skip("This machine has no address besides loopback.")
        if (pages, via) not in running:
            token = NETWORK_TOKEN if via == "network" else None
            home = tmp_path_factory.mktemp("home")
            running[pages, via] = start_server(pages=pages, lan=via == "network", token=token, home=home, unlinked=4)
            HOMES[running[pages, via].pid] = home
        return running[pages, via]

    yield give
    for server in running.values():
        server.stop()


@pytest.fixture(params=["loopback", "network"])
def via(request: pytest.FixtureRequest) -> str:
    """The way by which the page is reached."""
    return str(request.param)


def kernels(server: ServerProcess) -> list[int]:
    """The process ids of the kernels of a server."""
    found = []
    for child in psutil.Process(server.pid).children(recursive=True):
        try:
            if "ipykernel_launcher" in " ".join(child.cmdline()):
                found.append(child.pid)
        except psutil.Error:
            continue
    return found


def wait_until(true: Callable[[], bool], seconds: float = 20.0, what: str = "") -> None:
    """Wait for something that is not on a page; fails with `what` when it does not come."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f"waited {seconds} s in vain: {what}"
        time.sleep(0.05)


def leave(sheet: Any) -> None:
    """Close a page as a person does."""
    with sheet.expect_event("close"):
        sheet.close(run_before_unload=True)


@dataclass
class Visitor:
    """Someone with a browser at a server.

    Args:
        browser: the Chromium.
        server: the server.
        via: "loopback" or "network".
        asked: every address that any of the pages asked for.
        complaints: errors in any page's console.
    """

    browser: Any
    server: ServerProcess
    via: str
    asked: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    _contexts: list[Any] = field(default_factory=list)

    def url(self, page: str = "start", **query: str) -> str:
        """The address of a page, with its token where one is needed."""
        return self.server.url(page, lan=self.via == "network", **query)

    def device(self, **options: Any) -> Any:
        """A device of its own: a browser context; the options are Playwright's."""
        context = self.browser.new_context(**{"viewport": PHONE, "has_touch": True, **options})
        context.set_default_timeout(20_000)
        self._contexts.append(context)
        return context

    def open(self, page: str = "start", *, device: Any = None, wait: bool = True, **query: str) -> Any:
        """Open a page and wait until its app is painted and live."""
        sheet = (device or self.device()).new_page()
        sheet.on("request", lambda request: self.asked.append(request.url))
        sheet.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        sheet.on("pageerror", lambda error: self.complaints.append(str(error)))
        sheet.goto(self.url(page, **query), wait_until="commit")
        if wait:
            self.up(sheet)
        return sheet

    def up(self, sheet: Any) -> None:
        """Wait until the page is painted and live."""
        sheet.wait_for_function(f"{UP} && {LIVE}")

    def strangers(self) -> list[str]:
        """The addresses of other hosts that were asked for."""
        own = urlsplit(self.url()).netloc
        return [url for url in self.asked if url.startswith(("http", "ws")) and urlsplit(url).netloc != own]

    def close(self) -> None:
        """Close every page as a person does, and every device."""
        for context in self._contexts:
            for sheet in list(context.pages):
                leave(sheet)
            context.close()


@pytest.fixture
def visitors(browser: Any, servers: Callable[..., ServerProcess]) -> Iterator[Callable[..., Visitor]]:
    """Give a visitor of some pages: call it with `pages` and `via`, as `servers`."""
    made: list[Visitor] = []

    def give(pages: Path | None = None, via: str = "loopback") -> Visitor:
        made.append(Visitor(browser, servers(pages, via), via))
        return made[-1]

    yield give
    for visitor in made:
        visitor.close()


@pytest.fixture
def demo(visitors: Callable[..., Visitor], via: str) -> Visitor:
    """A visitor of the demo page, by each way."""
    return visitors(PAGES, via)


@pytest.fixture
def demo_here(visitors: Callable[..., Visitor]) -> Visitor:
    """A visitor of the demo page on this machine: for what does not depend on the way."""
    return visitors(PAGES, "loopback")
