"""The voila application behind `serve()`: its configuration, its pages, its start and its end."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import secrets
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_core.utils import ensure_async
from jupyter_server.base.handlers import FileFindHandler
from tornado import web
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
from voila.utils import get_page_config

from companion.engine.data import data_dir
from companion.ui.handlers import HERE, TEMPLATE_ROOT, Alive, ClosePage, Door, Learned, NotFound, Page
from companion.ui.reaper import UNLINKED, Reaper
from companion.ui.server import PORTS_TRIED, ServerError

EXTENSIONS = ("@voila-dashboards/widgets-manager8", "@jupyter-widgets/jupyterlab-manager", "anywidget")
"""The parts of the front end that a page loads; what else is installed on this machine stays out."""

_NOT_OFFERED = (
    TornadoVoilaHandler,
    TornadoVoilaTreeHandler,
    VoilaContentsHandler,
    AllowListFileHandler,
    VoilaShutdownKernelHandler,
)

_POLICY = "; ".join(
    [
        "default-src 'self'",
        # voila's and the widgets' own scripts are inline, and anywidget imports each module from a blob.
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self' ws: data: blob:",
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


class Host(Voila):  # type: ignore[misc]
    """voila with our pages, our template, no file listing, and kernels that end with their page."""

    pages: Path
    port: int
    on_ready: Callable[[int], None]
    unlinked: int
    learned: Learned

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
        learned = Learned()
        # voila looks for templates along this path only.
        os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [str(TEMPLATE_ROOT), os.environ.get("JUPYTER_PATH")]))
        host: Host = cls(config=settings(port, lan, token, folder, learned), config_file_paths=[])
        host.pages, host.on_ready, host.unlinked = folder, on_ready, UNLINKED if unlinked is None else unlinked
        host.learned = learned
        host.initialize(argv=[])
        return host

    def init_handlers(self) -> list[Any]:
        """Our pages and handlers, then those of voila that are wanted."""
        shared = {
            "template_paths": self.template_paths,
            "config": self.config,
            "voila_configuration": self.voila_configuration,
            "learned": self.learned,
            "page_config": self._page_config(),
        }
        pages = [
            (path, Page, {**shared, "notebook_path": notebook.name, "title": _title(notebook)})
            for path, notebook in page_paths(self.pages).items()
        ]
        ours = [
            (r"/voila/api/shutdown/([\w-]+)", ClosePage),
            (r"/companion/alive/([\w-]+)", Alive),
            (r"/login", Door),
            (rf"{fixed()}/static/(.*)", FileFindHandler, {"path": self.static_paths}),
            (rf"{fixed()}/labextensions/(.*)", FileFindHandler, {"path": self.labextensions_path}),
        ]
        kept = [handler for handler in super().init_handlers() if handler[1] not in _NOT_OFFERED]
        return [*pages, *ours, *kept]

    def _page_config(self) -> dict[str, Any]:
        facts = {"settings": self.app.settings, "log": self.log, "voila_configuration": self.voila_configuration}
        return _fixed_addresses(get_page_config(base_url=self.base_url, **facts))

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
        reaper = Reaper(self.kernel_manager, self.unlinked)
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


def settings(port: int, lan: bool, token: str, folder: Path, learned: Learned) -> Config:
    """The whole configuration of voila; no file of this machine adds to it.

    Args:
        port: the port wanted.
        lan: listen to the network.
        token: what pages must bring.
        folder: the folder of notebooks.
        learned: what takes note of each request.
    """
    voila = {
        "ip": "0.0.0.0" if lan else "127.0.0.1",
        "port": port,
        "token": token,
        "root_dir": str(folder),
        "open_browser": False,
        "log_level": "ERROR",
        "cookie_secret": secrets.token_bytes(32),
        "tornado_settings": _tornado(lan, learned),
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
        "page_config_hook": _fixed_addresses,
    }
    return Config(
        {
            "Voila": voila,
            "VoilaConfiguration": pages,
            "VoilaExecutor": {"cell_error_instruction": "", "startup_timeout": 30},
            "MappingKernelManager": {"cull_idle_timeout": 1800, "cull_interval": 60, "cull_connected": False},
            # A kernel that has died must be seen as gone: an empty one under its name would swallow every tap.
            "KernelManager": {"autorestart": False, "transport": "tcp" if os.name == "nt" else "ipc"},
        }
    )


def _tornado(lan: bool, learned: Learned) -> dict[str, Any]:
    return {
        "headers": {"Content-Security-Policy": _POLICY, "Referrer-Policy": "same-origin"},
        # On loopback a page of another site could otherwise reach us by a name of its own (DNS rebinding).
        "allow_remote_access": lan,
        # 4.7 MB of scripts are a second on a busy wireless network, and nothing on this machine.
        "compress_response": lan,
        "static_immutable_cache": [fixed()],
        "ws_ping_interval": 15_000,
        "ws_ping_timeout": 15_000,
        "default_handler_class": NotFound,
        "log_function": learned.note,
    }


def fixed() -> str:
    """The path of scripts that never change: it names the versions they belong to, so browsers may keep them."""
    versions = [metadata.version(name) for name in ("voila", "ipywidgets", "jupyterlab_widgets", "anywidget")]
    return "/fixed/" + hashlib.sha256(" ".join(versions).encode()).hexdigest()[:12]


def _fixed_addresses(page_config: dict[str, Any], **_facts: Any) -> dict[str, Any]:
    addresses = {"fullStaticUrl": f"{fixed()}/static", "fullLabextensionsUrl": f"{fixed()}/labextensions"}
    return {**page_config, **addresses}


def page_paths(folder: Path) -> dict[str, Path]:
    """Give each notebook its address: "start" is the bare one.

    Args:
        folder: where the notebooks are.

    Raises:
        ServerError: there is no start page.
    """
    notebooks = {notebook.stem: notebook for notebook in sorted(folder.glob("*.ipynb"))}
    if "start" not in notebooks:
        raise ServerError(f"There is no start.ipynb in {str(folder)!r}. Install Companion again.")
    return {"/": notebooks["start"], **{f"/{stem}": notebook for stem, notebook in notebooks.items()}}


def _title(notebook: Path) -> str:
    return str(json.loads(notebook.read_text(encoding="utf-8"))["metadata"].get("title", "Companion"))


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
