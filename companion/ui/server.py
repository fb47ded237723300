"""Serve the dashboards: `serve()` for people, `start_server()` for tests. Light to import: voila is loaded to serve."""

from __future__ import annotations

import argparse
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from companion.engine.errors import CompanionError
from companion.ui.address import JOIN_BASE, JOIN_TOKEN, join_url, lan_address, page_url, query

__all__ = ["ServerError", "ServerProcess", "join_url", "lan_address", "query", "serve", "start_server"]

SHORTEST_TOKEN = 8
PORTS_TRIED = 50


class ServerError(CompanionError):
    """The server cannot be started as asked."""


@dataclass(frozen=True)
class Place:
    """Where a server listens.

    Args:
        port: the port it got.
        base: its address on this machine.
        lan_base: its address for other devices; None when it listens on this machine only.
        token: what a page must bring; empty when it listens on this machine only.
    """

    port: int
    base: str
    lan_base: str | None
    token: str

    @property
    def here(self) -> str:
        """The address to open on this machine."""
        return page_url(self.base, "start", {"token": self.token} if self.token else {})

    @property
    def phones(self) -> str | None:
        """The address to open on a phone, with its token."""
        return page_url(self.lan_base, "start", {"token": self.token}) if self.lan_base else None


def serve(
    port: int = 8866,
    lan: bool = False,
    open_browser: bool = True,
    token: str | None = None,
    home: str | Path | None = None,
) -> None:
    """Serve the pages until Ctrl-C.

    Args:
        port: where to listen; the next free one is taken where it is busy, and 0 takes any.
        lan: also let other devices of the network in; they need the token.
        open_browser: open the start page in this machine's browser.
        token: the token for other devices, at least 8 characters; a random one where none is given.
        home: the folder of saved tables; the user's data folder where none is given.

    Raises:
        ServerError: the token is too short, or no port is free.
    """
    _run(port, lan=lan, open_browser=open_browser, token=token, home=home)


def _run(
    port: int,
    *,
    lan: bool,
    open_browser: bool,
    token: str | None,
    home: str | Path | None,
    pages: Path | None = None,
    ready: Path | None = None,
    unlinked: int | None = None,
) -> None:
    token = _token(lan, token)
    if home is not None:
        os.environ["COMPANION_HOME"] = str(home)
    print("Companion is starting ...", flush=True)
    # jsonschema would compile a grammar for 1.7 s, to check addresses in schemas that nobody uses here.
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
    from companion.ui.hosting import Host

    def announce(got: int) -> None:
        place = _place(got, lan, token)
        _tell_kernels(place)
        _announce(place, port)
        if ready is not None:
            _write_whole(ready, json.dumps({"port": got, "base": place.base, "lan": place.lan_base, "token": token}))
        if open_browser:
            _open(place.here)

    Host.of(port=port, lan=lan, token=token, pages=pages, on_ready=announce, unlinked=unlinked).start()
    print("Companion has stopped. Every table is saved.", flush=True)


def _token(lan: bool, token: str | None) -> str:
    if not lan:
        return ""
    if token is None:
        return secrets.token_urlsafe(16)
    if len(token) < SHORTEST_TOKEN:
        raise ServerError(f"The token {token!r} is too short: give {SHORTEST_TOKEN} characters or more, or none.")
    return token


def _place(port: int, lan: bool, token: str) -> Place:
    address = lan_address() if lan else None
    return Place(port, f"http://localhost:{port}", f"http://{address}:{port}" if address else None, token)


def _tell_kernels(place: Place) -> None:
    if place.lan_base:
        os.environ[JOIN_BASE], os.environ[JOIN_TOKEN] = place.lan_base, place.token


def _announce(place: Place, wanted: int) -> None:
    if wanted not in (0, place.port):
        print(f"Port {wanted} is busy (is Companion already running?); using {place.port}.")
    print(f"On this machine open  {place.here}")
    if place.phones:
        print(f"On a phone open       {place.phones}")
        _print_code(place.phones)
    elif place.token:
        print("This machine has no address on a network, so no phone can reach it.")
    else:
        print("Phones cannot reach it; start it with --lan to let them in.")
    print("Stop with Ctrl-C.", flush=True)


def _print_code(address: str) -> None:
    if sys.stdout.isatty():
        import segno

        segno.make(address, micro=False).terminal(compact=True)


def _open(address: str) -> None:
    import threading
    import webbrowser

    # Some browsers do not return until they are closed.
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _write_whole(path: Path, text: str) -> None:
    part = path.with_suffix(".part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


class ServerProcess:
    """A server in a process of its own. A context manager: leaving it stops the server and its kernels.

    Args:
        process: the running process.
        facts: what it wrote when it was ready.
        folder: its scratch folder, removed with it.
    """

    def __init__(
        self, process: subprocess.Popen[bytes], facts: dict[str, Any], folder: tempfile.TemporaryDirectory[str]
    ) -> None:
        self.process = process
        self.pid = process.pid
        self.port = int(facts["port"])
        self.base: str = facts["base"]
        self.lan_base: str | None = facts["lan"]
        self.token: str = facts["token"]
        self._folder = folder

    @property
    def output(self) -> str:
        """What the server has printed so far."""
        return _output(self._folder)

    def url(self, page: str = "start", *, lan: bool = False, token: bool = True, **query: str) -> str:
        """Write the address of a page.

        Args:
            page: "start", "table" and so on.
            lan: by the network address instead of loopback.
            token: bring the token along.
            query: further parts of the query.
        """
        base = self.lan_base if lan else self.base
        if base is None:
            raise ServerError("This server listens on this machine only; start it with lan=True.")
        return page_url(base, page, {**query, **({"token": self.token} if token and self.token else {})})

    def stop(self, timeout: float = 15.0) -> None:
        """Stop the server and its kernels, and wait for it.

        Args:
            timeout: seconds to wait before it is killed.
        """
        self.process.terminate()
        try:
            self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def start_server(
    *,
    lan: bool = False,
    token: str | None = None,
    home: str | Path | None = None,
    pages: Path | None = None,
    port: int = 0,
    timeout: float = 60.0,
    unlinked: int | None = None,
) -> ServerProcess:
    """Start a server in a process of its own and wait until it answers.

    Args:
        lan: see `serve`.
        token: see `serve`.
        home: see `serve`.
        pages: a folder of notebooks to serve instead of the dashboards.
        port: 0 takes any free one.
        timeout: seconds to wait for it.
        unlinked: seconds that a kernel without a page may live; the usual minute where none is given.

    Raises:
        ServerError: it ended or was not ready in time; what it printed is in the message.
    """
    folder = tempfile.TemporaryDirectory(prefix="companion-server-")
    ready = Path(folder.name, "ready.json")
    words = ["--port", str(port), "--no-browser", "--ready", str(ready)]
    words += ["--lan"] if lan else []
    for flag, value in (("--token", token), ("--home", home), ("--pages", pages), ("--unlinked", unlinked)):
        words += [flag, str(value)] if value is not None else []
    with Path(folder.name, "output.txt").open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "companion.ui", *words], stdout=output, stderr=subprocess.STDOUT
        )
    return ServerProcess(process, _wait_ready(process, ready, folder, timeout), folder)


def _wait_ready(
    process: subprocess.Popen[bytes], ready: Path, folder: tempfile.TemporaryDirectory[str], timeout: float
) -> dict[str, Any]:
    end = time.monotonic() + timeout
    while not ready.exists():
        if process.poll() is not None or time.monotonic() > end:
            process.kill()
            process.wait()
            raise ServerError(f"The server did not start. It printed: {_output(folder)!r}")
        time.sleep(0.02)
    facts: dict[str, Any] = json.loads(ready.read_text(encoding="utf-8"))
    return facts


def _output(folder: tempfile.TemporaryDirectory[str]) -> str:
    return Path(folder.name, "output.txt").read_text(encoding="utf-8", errors="replace")


def main(words: Sequence[str] | None = None) -> None:
    """Run a server from the command line; `companion serve` is the one for people.

    Args:
        words: the arguments; those of the process where none are given.
    """
    parser = argparse.ArgumentParser(prog="python -m companion.ui")
    parser.add_argument("--port", type=int, default=8866)
    parser.add_argument("--lan", action="store_true")
    parser.add_argument("--no-browser", dest="open_browser", action="store_false")
    parser.add_argument("--token")
    parser.add_argument("--home")
    parser.add_argument("--pages", type=Path)
    parser.add_argument("--ready", type=Path)
    parser.add_argument("--unlinked", type=int)
    try:
        _run(**vars(parser.parse_args(words)))
    except ServerError as error:
        raise SystemExit(str(error)) from None
