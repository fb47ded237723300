"""The server without a browser: where it listens, whom it lets in, what it offers, when kernels end."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import signal
import socket
import subprocess
import sys
from dataclasses import dataclass
from http.cookies import SimpleCookie
from pathlib import Path

import pytest

from companion.ui import address, handlers, hosting, server
from companion.ui.reaper import Reaper
from companion.ui.server import ServerError, start_server

PAGES = Path(__file__).resolve().parents[1] / "browser" / "pages"
KERNEL = "00000000-0000-4000-8000-000000000000"


def ask(port, path="/", method="GET", host="127.0.0.1", headers=None):
    """Ask a server on this machine; the answer with its text."""
    link = http.client.HTTPConnection(host, port, timeout=20)
    try:
        link.request(method, path, headers=headers or {})
        answer = link.getresponse()
        answer.text = answer.read().decode("utf-8", "replace")
        return answer
    finally:
        link.close()


@pytest.fixture(scope="module")
def here():
    with start_server(pages=PAGES) as running:
        yield running


@pytest.fixture(scope="module")
def on_network():
    if address.lan_address() is None:
        pytest.skip("This machine has no address besides loopback.")
    with start_server(pages=PAGES, lan=True) as running:
        yield running


# --- where it listens


def test_without_lan_it_listens_on_this_machine_only(here):
    own = address.lan_address()
    if own is None:
        pytest.skip("This machine has no address besides loopback.")
    assert ask(here.port, f"/companion/alive/{KERNEL}").status == 200
    with pytest.raises(OSError), socket.create_connection((own, here.port), timeout=3):
        pass
    assert here.token == ""
    assert here.lan_base is None
    assert "Phones cannot reach it" in here.output


def test_a_name_that_another_site_made_up_for_this_machine_is_refused(here):
    assert ask(here.port, f"/companion/alive/{KERNEL}", headers={"Host": "evil.example"}).status == 403
    assert ask(here.port, f"/companion/alive/{KERNEL}", headers={"Host": "localhost"}).status == 200


def test_with_lan_each_page_wants_the_token(on_network):
    host = address.lan_address()
    assert len(on_network.token) >= 20
    assert on_network.token in on_network.output
    refused = ask(on_network.port, "/table?table=K7QX", host=host)
    assert refused.status == 302
    assert refused.headers["Location"].startswith("/login")
    for path in (f"/companion/alive/{KERNEL}", f"/api/kernels/{KERNEL}"):
        assert ask(on_network.port, path, host=host).status in (302, 403), path
    wrong = ask(on_network.port, f"/companion/alive/{KERNEL}?token={on_network.token[:-1]}x", host=host)
    assert wrong.status == 403
    assert ask(on_network.port, f"/companion/alive/{KERNEL}?token={on_network.token}", host=host).status == 200


def test_a_cookie_takes_the_place_of_the_token(on_network):
    came = ask(on_network.port, f"/companion/alive/{KERNEL}?token={on_network.token}")
    cookies = SimpleCookie()
    for line in came.headers.get_all("Set-Cookie"):
        cookies.load(line)
    sent = "; ".join(f"{name}={morsel.coded_value}" for name, morsel in cookies.items())
    assert ask(on_network.port, f"/companion/alive/{KERNEL}", headers={"Cookie": sent}).status == 200


def test_a_short_token_is_refused_in_words():
    with pytest.raises(ServerError, match=r"'abc' is too short: give 8 characters or more"):
        server.serve(lan=True, token="abc")


def test_a_busy_port_gives_the_next_free_one():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        busy = taken.getsockname()[1]
        sockets, port = hosting.take_port(busy, "127.0.0.1")
        for one in sockets:
            one.close()
    assert busy < port < busy + server.PORTS_TRIED


def test_no_free_port_is_said_in_words(monkeypatch):
    def refuse(port, where):
        raise OSError

    monkeypatch.setattr(hosting, "bind_sockets", refuse)
    with pytest.raises(ServerError, match="No port from 9000 to 9049 is free; name another with --port"):
        hosting.take_port(9000, "127.0.0.1")


def test_the_busy_port_is_named(capsys):
    server._announce(server._place(8867, lan=False, token=""), wanted=8866)
    told = capsys.readouterr().out
    assert "Port 8866 is busy" in told
    assert "using 8867" in told
    assert "http://localhost:8867/" in told


def test_a_folder_without_a_start_page_is_refused(tmp_path):
    with pytest.raises(ServerError, match=re.escape(f"no start.ipynb in {str(tmp_path)!r}")):
        hosting.page_paths(tmp_path)


def test_the_dashboards_are_five_thin_pages():
    from companion.engine.data import data_dir

    folder = data_dir("dashboards")
    assert list(hosting.page_paths(folder)) == ["/", "/advisor", "/learn", "/score", "/start", "/table"]
    for notebook in folder.glob("*.ipynb"):
        (cell,) = json.loads(notebook.read_text())["cells"]
        assert f'open_app("{notebook.stem}")' in "".join(cell["source"])


# --- what it offers


def test_files_listings_and_voilas_own_paths_are_not_offered(here):
    paths = [
        "/voila/tree",
        "/voila/render/start.ipynb",
        "/voila/files/start.ipynb",
        "/voila/api/contents",
        "/start.ipynb",
    ]
    for path in paths:
        answer = ask(here.port, path)
        assert answer.status == 404, path
        assert "There is no such page here." in answer.text


def test_answers_forbid_other_hosts(here):
    policy = ask(here.port, f"/companion/alive/{KERNEL}").headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "http" not in policy


def test_no_template_asks_another_host():
    for file in [*handlers.TEMPLATE.iterdir(), handlers.HERE / "style.css"]:
        links = set(re.findall(r"https?://[\w.]+", file.read_text(encoding="utf-8"))) - {"http://www.w3.org"}
        assert links == set(), file.name


def test_scripts_are_kept_for_ever_under_an_address_that_names_their_versions(here):
    answer = ask(here.port, f"{hosting.fixed()}/static/voila.js")
    assert answer.status == 200
    assert "immutable" in answer.headers["Cache-Control"]


def test_closing_a_page_needs_its_own_origin(here):
    path = f"/voila/api/shutdown/{KERNEL}"
    own = {"Origin": f"http://127.0.0.1:{here.port}"}
    assert ask(here.port, path, "POST", headers=own).status == 204
    assert ask(here.port, path, "POST", headers={"Origin": "http://evil.example"}).status in (403, 404)
    assert ask(here.port, path, "POST").status == 403


def test_an_unknown_kernel_is_gone(here):
    assert json.loads(ask(here.port, f"/companion/alive/{KERNEL}").text) == {"kernel": "gone"}


def test_the_settings_keep_sources_and_traces_in():
    config = hosting.settings(8866, False, "", PAGES, handlers.Learned())
    pages = config.VoilaConfiguration
    assert pages.strip_sources is True
    assert pages.show_tracebacks is False
    assert pages.file_allowlist == []
    assert pages.allow_template_override == "NO"
    assert pages.preheat_kernel is False
    assert config.Voila.ip == "127.0.0.1"
    assert config.MappingKernelManager == {"cull_idle_timeout": 1800, "cull_interval": 60, "cull_connected": False}


def test_the_next_page_names_the_scripts_that_the_last_one_asked_for():
    class Request:
        def __init__(self, uri, status=200):
            self.request, self.status = self, status
            self.uri = uri

        def get_status(self):
            return self.status

    learned = handlers.Learned()
    seen = [
        ("/fixed/1/a.js",),
        ("/fixed/1/b.js?v=2", 304),
        ("/fixed/1/c.js", 404),
        ("/?token=secret.js",),
        ("/fixed/1/a.js",),
    ]
    for request in seen:
        learned.note(Request(*request))
    assert list(learned.scripts) == ["/fixed/1/a.js", "/fixed/1/b.js?v=2"]


# --- start and end


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_cleanly(sent):
    with start_server(pages=PAGES) as running:
        running.process.send_signal(sent)
        assert running.process.wait(20) == 0
        assert "Every table is saved." in running.output
        assert "Traceback" not in running.output


def test_a_server_that_cannot_start_says_why(tmp_path):
    with pytest.raises(ServerError, match=r"The server did not start.*no start\.ipynb"):
        start_server(pages=tmp_path)


def test_the_platform_is_light_for_a_kernel():
    probe = "import companion.ui.server, companion.ui.pad, companion.ui.shell, sys; print(*sys.modules)"
    loaded = set(subprocess.check_output([sys.executable, "-c", probe], text=True).split())
    assert loaded.isdisjoint({"voila", "jupyter_server", "sympy", "networkx", "segno", "argparse_manpage", "typer"})


# --- addresses


def test_the_join_address_holds_table_and_token(monkeypatch):
    monkeypatch.delenv(address.JOIN_BASE, raising=False)
    assert address.join_url("K7QX") is None
    monkeypatch.setenv(address.JOIN_BASE, "http://192.168.1.5:8866")
    monkeypatch.setenv(address.JOIN_TOKEN, "a b&c")
    assert address.join_url("K7QX") == "http://192.168.1.5:8866/table?table=K7QX&token=a+b%26c"


def test_the_query_is_read_without_the_token(monkeypatch):
    monkeypatch.setenv("QUERY_STRING", "table=K7QX&tab=score&token=secret&name=%C3%84na")
    assert address.query() == {"table": "K7QX", "tab": "score", "name": "Äna"}
    monkeypatch.delenv("QUERY_STRING")
    assert address.query() == {}


def test_the_address_of_this_machine_falls_back_to_its_name(monkeypatch):
    monkeypatch.setattr(address, "_routed_address", lambda: None)
    monkeypatch.setattr(address, "_named_addresses", lambda: ["127.0.1.1", "10.0.0.7"])
    assert address.lan_address() == "10.0.0.7"
    monkeypatch.setattr(address, "_named_addresses", lambda: ["127.0.1.1"])
    assert address.lan_address() is None


# --- kernels


@dataclass
class Kernel:
    alive: bool

    async def is_alive(self):
        return self.alive


class Manager:
    """Kernels that say what the test tells them."""

    def __init__(self):
        self.links = {}
        self.dead = set()

    def list_kernel_ids(self):
        return list(self.links)

    def get_kernel(self, kernel):
        return Kernel(kernel not in self.dead)

    def kernel_model(self, kernel):
        return {"connections": self.links[kernel]}

    async def shutdown_kernel(self, kernel, now):
        del self.links[kernel]


@pytest.fixture
def clock():
    return [0.0]


@pytest.fixture
def kernels():
    return Manager()


def sweep(manager, clock, reaper, at):
    clock[0] = at
    return asyncio.run(reaper.sweep())


def test_a_kernel_whose_page_is_gone_ends_after_a_while(kernels, clock):
    reaper = Reaper(kernels, unlinked=60, unseen=120, now=lambda: clock[0])
    kernels.links = {"a": 1, "b": 1}
    assert sweep(kernels, clock, reaper, 0) == []
    kernels.links["a"] = 0
    assert sweep(kernels, clock, reaper, 5000) == []
    assert sweep(kernels, clock, reaper, 5059) == []
    assert sweep(kernels, clock, reaper, 5060) == ["a"]
    assert kernels.links == {"b": 1}


def test_a_page_that_comes_back_in_time_keeps_its_kernel(kernels, clock):
    reaper = Reaper(kernels, unlinked=60, unseen=120, now=lambda: clock[0])
    kernels.links = {"a": 1}
    for at, links in ((0, 1), (10, 0), (60, 1), (100, 0), (159, 0)):
        kernels.links["a"] = links
        assert sweep(kernels, clock, reaper, at) == []


def test_a_page_that_loads_slowly_is_waited_for(kernels, clock):
    reaper = Reaper(kernels, unlinked=60, unseen=120, now=lambda: clock[0])
    kernels.links = {"a": 0}
    assert sweep(kernels, clock, reaper, 0) == []
    assert sweep(kernels, clock, reaper, 119) == []
    assert sweep(kernels, clock, reaper, 120) == ["a"]


def test_a_dead_kernel_is_cleared_away_at_once(kernels, clock):
    reaper = Reaper(kernels, now=lambda: clock[0])
    kernels.links, kernels.dead = {"a": 1}, {"a"}
    assert sweep(kernels, clock, reaper, 0) == ["a"]
