"""What the server answers besides voila: pages that show at once, the end of a page, the door for strangers."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from jupyter_core.utils import ensure_async
from jupyter_server.auth.login import LoginFormHandler
from jupyter_server.base.handlers import APIHandler
from tornado import web
from tornado.escape import url_escape
from voila.tornado.handler import TornadoVoilaHandler

HERE = Path(__file__).resolve().parent
TEMPLATE_ROOT = HERE / "template"
TEMPLATE = TEMPLATE_ROOT / "voila" / "templates" / "companion"

GIVE_UP = 6
"""How many of voila's signs of life (one each ten seconds) a page waits for before it says that it does not come up."""

KERNEL_NAME = re.compile(r'dataset\.kernelId = "([\w-]+)"')
"""How index.html.j2 tells a page its kernel."""

NOT_SET_UP = "This page could not be set up; no table was touched."
FAILED = f'<script>companion.failed("{NOT_SET_UP}")</script>'


@lru_cache
def stylesheet() -> str:
    """The text of the stylesheets of every page: the look, and what panels are made of."""
    return "\n".join((HERE / name).read_text(encoding="utf-8") for name in ("style.css", "panel.css"))


@lru_cache
def part(name: str) -> str:
    """The text of a file of the template folder."""
    return (TEMPLATE / name).read_text(encoding="utf-8")


class Learned:
    """The scripts that pages have asked for: the next page names them at its top, so that they load while it starts."""

    def __init__(self) -> None:
        self.scripts: dict[str, None] = {}

    def note(self, handler: web.RequestHandler) -> None:
        """See a finished request. Nothing is printed: an address may hold the token."""
        uri = handler.request.uri or ""
        if uri.startswith("/fixed/") and ".js" in uri and handler.get_status() in (200, 304):
            self.scripts[uri] = None


class Page(TornadoVoilaHandler):  # type: ignore[misc]
    """A notebook as a page. Its head and the still go out at once; voila's part follows when the kernel is up."""

    def initialize(self, title: str, learned: Learned, page_config: dict[str, Any], **options: Any) -> None:
        """Take the page's title, the scripts to load early and the front end's settings; the rest is voila's."""
        super().initialize(**options)
        self.title, self.learned, self.page_config = title, learned, page_config
        self.kernel = self._tail = ""
        self.left = False

    def on_connection_close(self) -> None:
        """See that the page was left while it was still coming."""
        self.left = True
        super().on_connection_close()

    @web.authenticated
    async def get(self, path: str | None = None) -> None:
        """Send the page."""
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.write(self._head())
        await self.flush()
        try:
            await self._rest()
        except Exception:
            self.log.exception("The page %r could not be set up.", self.request.path)
            self.write(FAILED)
        finally:
            # Nobody else knows this kernel: a page that was left before it had one cannot say goodbye to it.
            if self.left:
                await end_kernel(self.kernel_manager, self.kernel)

    def _head(self) -> str:
        facts = {"css": stylesheet(), "script": part("page.js"), "still": part("still.svg")}
        early = list(self.learned.scripts)
        head: str = self.render_template("head.html", title=self.title, early=early, config=self.page_config, **facts)
        return head

    async def _rest(self) -> None:
        waited = 0
        async for html in self.get_generator():
            waited = waited + 1 if html.startswith("<script>window.voila_heartbeat") else 0
            if waited == GIVE_UP:
                self.write(FAILED)
                return
            self._look_for_kernel(html)
            self.write(html)
            self.flush()

    def _look_for_kernel(self, html: str) -> None:
        # The template comes in pieces, and the name may be cut off from what is before it.
        self._tail = (self._tail + html)[-200:]
        named = KERNEL_NAME.search(self._tail)
        self.kernel = named[1] if named else self.kernel


async def end_kernel(manager: Any, kernel: str) -> None:
    """End a kernel; one that has gone already is fine.

    Args:
        manager: the kernel manager of the server.
        kernel: its id.
    """
    if kernel in manager:
        await ensure_async(manager.shutdown_kernel(kernel, now=True))


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
        """End the kernel of the page."""
        await end_kernel(self.kernel_manager, kernel_id)
        self.set_status(204)
        self.finish()


class Alive(APIHandler):
    """Tell a page that has heard nothing for a while whether its kernel is still there."""

    @web.authenticated
    async def get(self, kernel_id: str) -> None:
        """Answer "here" or "gone"."""
        manager: Any = self.kernel_manager
        here = kernel_id in manager and await ensure_async(manager.get_kernel(kernel_id).is_alive())
        self.finish({"kernel": "here" if here else "gone"})


class Door(LoginFormHandler):
    """What a device sees that came without the token."""

    def _render(self, message: object = None) -> None:
        words = "That is not the token." if message else "Scan the code on the laptop to come to the table."
        fill = {"css": stylesheet(), "words": words, "xsrf": self.xsrf_form_html()}
        self.finish(part("door.html").format(**fill, next=url_escape(self.get_argument("next", default="/"))))


class NotFound(web.RequestHandler):
    """An address that leads nowhere."""

    def prepare(self) -> None:
        """Say so in one sentence, with the way back."""
        self.set_status(404)
        self.finish(plain_page("There is no such page here.", "Open the start page", "/"))


def plain_page(words: str, link: str, target: str) -> str:
    """Write a page of one sentence and one link, in the look of the others.

    Args:
        words: the sentence, as HTML text.
        link: what the link says.
        target: where it leads.
    """
    return part("plain.html").format(css=stylesheet(), words=words, link=link, target=target)
