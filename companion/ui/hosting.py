"""The voila application behind `serve()`: which pages and handlers there are, and when a kernel ends."""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_core.utils import ensure_async
from jupyter_server.auth.login import LoginFormHandler
from jupyter_server.base.handlers import APIHandler
from tornado import web
from tornado.escape import url_escape
from tornado.httpserver import HTTPServer
from tornado.ioloop import PeriodicCallback
from tornado.netutil import bind_sockets
from traitlets.config import Config
from voila.app import Voila
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import AllowListFileHandler
from voila.tornado.contentshandler import VoilaContentsHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from companion.engine.data import data_dir
from companion.ui.server import PORTS_TRIED, ServerError

HERE = Path(__file__).resolve().parent
TEMPLATE_ROOT = HERE / "template"
TEMPLATE = TEMPLATE_ROOT / "voila" / "templates" / "companion"

UNLINKED = 60
"""Seconds that a kernel may live without a page; a reload makes a new one, so nothing is lost."""

UNSEEN = 120
"""Seconds that a page may take to load before its kernel is given up."""

EXTENSIONS = ("@voila-dashboards/widgets-manager8", "@jupyter-widgets/jupyterlab-manager", "anywidget")
"""The parts of the front end that a page loads; what else is installed on this machine stays out."""

_NOT_OFFERED = (TornadoVoilaTreeHandler, VoilaContentsHandler, AllowListFileHandler, VoilaShutdownKernelHandler)

_POLICY = "; ".join(
    [
        "default-src 'self'",
        # voila's and the widgets' own scripts are inline, and anywidget imports each module from a blob.
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self' ws: wss: data: blob:",
        "frame-ancestors 'none'",
        "base-uri 'self'",
        "form-action 'self'",
    ]
)


class OwnKernel(KernelSpecManager):
    """One kernel: this very interpreter, without the parts of IPython that a page does not use."""

    def find_kernel_specs(self) -> dict[str, str]:
        """Name the kernel, whatever else is installed on this machine."""
        return {"python3": str(HERE)}

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """Give the command of the kernel, for every name that a notebook may ask for."""
        quiet = ["--HistoryManager.enabled=False", "--IPKernelApp.capture_fd_output=False", "--log-level=ERROR"]
        argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}", *quiet]
        return KernelSpec(argv=argv, display_name="Companion", language="python")

    def get_all_specs(self) -> dict[str, Any]:
        """Describe the kernel in the form that voila reads."""
        spec = self.get_kernel_spec("python3").to_dict()
        return {"python3": {"resource_dir": str(HERE), "spec": spec}}


class ClosePage(APIHandler):
    """A page that closes takes its kernel with it.

    The browser sends this as a beacon, which cannot carry voila's xsrf header: voila's own handler answers 403 and the
    kernel stays (voila #1458). A beacon always names its origin, and that cannot be forged by another site.
    """

    def check_xsrf_cookie(self) -> None:
        """Accept a request that comes from a page of this server, by its Origin."""
        origin = self.request.headers.get("Origin", "")
        if origin != f"{self.request.protocol}://{self.request.host}":
            super().check_xsrf_cookie()

    @web.authenticated
    async def post(self, kernel_id: str) -> None:
        """End a kernel; one that has gone already is fine."""
        if kernel_id in self.kernel_manager:
            await ensure_async(self.kernel_manager.shutdown_kernel(kernel_id, now=True))
        self.set_status(204)
        self.finish()


class Alive(APIHandler):
    """Tell a page that has heard nothing for a while whether its kernel is still there."""

    @web.authenticated
    async def get(self, kernel_id: str) -> None:
        """Answer "here" or "gone"."""
        manager = self.kernel_manager
        here = kernel_id in manager and await ensure_async(manager.get_kernel(kernel_id).is_alive())
        self.finish({"kernel": "here" if here else "gone"})


class Door(LoginFormHandler):
    """What a device sees that came without the token."""

    def _render(self, message: object = None) -> None:
        words = "That is not the token." if message else "Scan the code on the laptop to come to the table."
        fill = {"css": stylesheet(), "words": words, "xsrf": self.xsrf_form_html()}
        self.finish(_part("door.html").format(**fill, next=url_escape(self.get_argument("next", default="/"))))


class NotFound(web.RequestHandler):
    """An address that leads nowhere."""

    def prepare(self) -> None:
        """Say so in one sentence, with the way back."""
        self.set_status(404)
        self.finish(plain_page("There is no such page here.", "Open the start page", "/"))


@lru_cache
def stylesheet() -> str:
    """The text of the one stylesheet."""
    return (HERE / "style.css").read_text(encoding="utf-8")


@lru_cache
def _part(name: str) -> str:
    return (TEMPLATE / name).read_text(encoding="utf-8")


def plain_page(words: str, link: str, target: str) -> str:
    """Write a page of one sentence and one link, in the look of the others.

    Args:
        words: the sentence, as HTML text.
        link: what the link says.
        target: where it leads.
    """
    return _part("plain.html").format(css=stylesheet(), words=words, link=link, target=target)


class Reaper:
    """Ends the kernels that no page holds.

    A heartbeat counts as activity, so the culling of idle kernels alone would spare them for ever.

    Args:
        manager: the kernel manager of the server.
        unlinked: seconds that a kernel may live after its page has gone.
        unseen: seconds that a kernel may wait for its page.
        now: a clock in seconds.
    """

    def __init__(
        self, manager: Any, unlinked: float, unseen: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._manager, self._unlinked, self._unseen, self._now = manager, unlinked, unseen, now
        self._deadline: dict[str, float] = {}

    async def sweep(self) -> list[str]:
        """Look at every kernel once.

        Returns:
            The kernels that were ended.
        """
        present = list(self._manager.list_kernel_ids())
        self._deadline = {kernel: at for kernel, at in self._deadline.items() if kernel in present}
        ended = [kernel for kernel in present if await self._is_over(kernel)]
        for kernel in ended:
            self._deadline.pop(kernel, None)
            await ensure_async(self._manager.shutdown_kernel(kernel, now=True))
        return ended

    async def _is_over(self, kernel: str) -> bool:
        if not await self._manager.get_kernel(kernel).is_alive():
            return True
        if self._manager.kernel_model(kernel)["connections"] > 0:
            # A linked kernel starts a new, shorter wait at the first sweep that finds it alone.
            self._deadline[kernel] = float("inf")
            return False
        if self._deadline.get(kernel) == float("inf"):
            self._deadline[kernel] = self._now() + self._unlinked
        return self._now() >= self._deadline.setdefault(kernel, self._now() + self._unseen)


class Host(Voila):  # type: ignore[misc]
    """voila with our pages, our template, no file listing, and kernels that end with their page."""

    pages: Path
    port: int
    on_ready: Callable[[int], None]
    unlinked: int

    @classmethod
    def of(
        cls,
        *,
        port: int,
        lan: bool,
        token: str,
        on_ready: Callable[[int], None],
        pages: Path | None = None,
        unlinked: int | None = None,
    ) -> Host:
        """Set a server up without starting it.

        Args:
            port: the port wanted.
            lan: listen to the network, not only to this machine.
            token: what pages must bring; empty for none.
            on_ready: called with the port when the server answers.
            pages: the folder of notebooks; the dashboards where none is given.
            unlinked: seconds that a kernel without a page may live.
        """
        folder = pages or data_dir("dashboards")
        # voila looks for templates along this path only.
        os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [str(TEMPLATE_ROOT), os.environ.get("JUPYTER_PATH")]))
        host: Host = cls(config=settings(port, lan, token, folder), config_file_paths=[])
        host.pages, host.on_ready, host.unlinked = folder, on_ready, UNLINKED if unlinked is None else unlinked
        host.initialize(argv=[])
        return host

    def init_handlers(self) -> list[Any]:
        """Our pages and handlers, then those of voila that are wanted."""
        options = {
            "template_paths": self.template_paths,
            "config": self.config,
            "voila_configuration": self.voila_configuration,
        }
        pages = [
            (path, TornadoVoilaHandler, {**options, "notebook_path": notebook})
            for path, notebook in page_paths(self.pages).items()
        ]
        ours = [(r"/voila/api/shutdown/([\w-]+)", ClosePage), (r"/companion/alive/([\w-]+)", Alive), (r"/login", Door)]
        kept = [handler for handler in super().init_handlers() if handler[1] not in _NOT_OFFERED]
        return [*pages, *ours, *kept]

    def start(self) -> None:
        """Serve until the process is asked to stop."""
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self.connection_dir = tempfile.mkdtemp(prefix="companion-")
        # Kernels neither run the start-up files of this person's IPython nor write into its folder.
        os.environ["IPYTHONDIR"] = os.path.join(self.connection_dir, "ipython")
        self.app = web.Application(**self.init_settings())
        self.app.settings.update(self.tornado_settings)
        self.app.add_handlers(".*$", self.init_handlers())
        stopping = _stop_signal()
        server = HTTPServer(self.app)
        sockets, self.port = take_port(self.port, self.ip)
        server.add_sockets(sockets)
        reaper = Reaper(self.kernel_manager, self.unlinked, UNSEEN)
        sweeping = PeriodicCallback(reaper.sweep, 1000 * max(1, min(10, self.unlinked // 4)))
        sweeping.start()
        try:
            self.on_ready(self.port)
            await stopping.wait()
        finally:
            sweeping.stop()
            server.stop()
            await ensure_async(self.kernel_manager.shutdown_all(now=True))
            shutil.rmtree(self.connection_dir, ignore_errors=True)


def settings(port: int, lan: bool, token: str, folder: Path) -> Config:
    """The whole configuration of voila; no file of this machine adds to it.

    Args:
        port: the port wanted.
        lan: listen to the network.
        token: what pages must bring.
        folder: the folder of notebooks.
    """
    voila = {
        "ip": "0.0.0.0" if lan else "127.0.0.1",
        "port": port,
        "token": token,
        "root_dir": str(folder),
        "open_browser": False,
        "log_level": "ERROR",
        "cookie_secret": secrets.token_bytes(32),
        "tornado_settings": _tornado(lan),
    }
    pages = {
        "template": "companion",
        "allow_template_override": "NO",
        "allow_theme_override": "NO",
        "strip_sources": True,
        "show_tracebacks": False,
        "preheat_kernel": False,
        "kernel_spec_manager_class": OwnKernel,
        "file_allowlist": [],
        "extension_allowlist": list(EXTENSIONS),
        "resources": {"companion": {"css": stylesheet(), "script": _part("page.js"), "still": _part("still.svg")}},
    }
    return Config(
        {
            "Voila": voila,
            "VoilaConfiguration": pages,
            "VoilaExecutor": {"cell_error_instruction": "", "startup_timeout": 60},
            "MappingKernelManager": {"cull_idle_timeout": 1800, "cull_interval": 60, "cull_connected": False},
            # A kernel that has died must be seen as gone: an empty one under its name would swallow every tap.
            "KernelManager": {"autorestart": False, "transport": "tcp" if os.name == "nt" else "ipc"},
        }
    )


def _tornado(lan: bool) -> dict[str, Any]:
    return {
        "headers": {"Content-Security-Policy": _POLICY, "Referrer-Policy": "same-origin"},
        # On loopback a page of another site could otherwise reach us by a name of its own (DNS rebinding).
        "allow_remote_access": lan,
        "default_handler_class": NotFound,
        "log_function": _log_nothing,
    }


def _log_nothing(_handler: web.RequestHandler) -> None:
    """Keep addresses, which may hold the token, out of the terminal."""


def page_paths(folder: Path) -> dict[str, str]:
    """Give each notebook its address: "start" is the bare one.

    Args:
        folder: where the notebooks are.

    Raises:
        ServerError: there is no start page.
    """
    names = {notebook.stem: notebook.name for notebook in sorted(folder.glob("*.ipynb"))}
    if "start" not in names:
        raise ServerError(f"There is no start.ipynb in {str(folder)!r}. Install Companion again.")
    return {"/": names["start"], **{f"/{stem}": name for stem, name in names.items()}}


def take_port(wanted: int, address: str) -> tuple[list[Any], int]:
    """Bind the wanted port or the next free one.

    Args:
        wanted: the port asked for; 0 takes any.
        address: where to listen.

    Returns:
        The bound sockets and their port.

    Raises:
        ServerError: none of the next ports is free.
    """
    for port in range(wanted, min(wanted + PORTS_TRIED, 65536)):
        try:
            sockets = bind_sockets(port, address)
        except OSError:
            continue
        return sockets, int(sockets[0].getsockname()[1])
    raise ServerError(f"No port from {wanted} to {wanted + PORTS_TRIED - 1} is free; name another with --port.")


def _stop_signal() -> asyncio.Event:
    """An event that Ctrl-C or a request to end sets."""
    stopping, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stopping.set)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda _number, _frame: loop.call_soon_threadsafe(stopping.set))
    return stopping
