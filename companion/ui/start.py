"""The start page: the tables that are open, and the ways to begin."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from companion.engine.edition import PRACTICE_LABEL
from companion.engine.errors import CompanionError
from companion.engine.header import Listing
from companion.ui import base
from companion.ui.address import start_url
from companion.ui.kit import PACKAGES, Kit, in_terminal, kit
from companion.ui.panel import Button, Download, Field, Group, Item, Text
from companion.ui.screen import Screen
from companion.ui.sheets import phone_items
from companion.ui.teaching import TEACHERS
from companion.ui.teaser import Teaser

if TYPE_CHECKING:
    from companion.ui.app import App

SELDOM = 7
"""Every so many looks at what others enter, the list of tables is looked at."""
GRACE = 8.0
"""Seconds in which a deleted table can be brought back."""


class StartScreen(Screen):
    """The start page on this device."""

    depth = 0

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.doomed: str = ""
        self._looks = 0
        self._picked: str = ""
        self._listed: tuple[Listing, ...] = ()
        self.teaser = Teaser(app, next(iter(PACKAGES)), self.refresh)

    def refresh(self) -> None:
        """Draw everything again."""
        self.at.show("top", "board", "body", look="start")
        title = Group((Text("Companion", "title"), Text("follows the game on your table", "small")), "grow")
        self.at.head.show(Group((title, Text(PRACTICE_LABEL, "badge")), "row"))
        self.teaser.draw()
        self.at.body.show(*self.teaser.items(), *self._tiles(), *self._tables(), *self._bring())
        self.app.shell.title("Companion")

    def poll(self) -> None:
        """Look now and then whether other devices have begun or changed a table."""
        self._looks = (self._looks + 1) % SELDOM
        if self._looks == 0 and self.app.store.tables(archived=True) != self._listed and not self.app.shell.sheets:
            self.refresh()

    def tapped(self, place: str) -> None:
        """Take a tap on the board."""
        self.teaser.tapped(place)

    @property
    def game(self) -> str:
        """The game whose ways to begin are shown: the one picked here, else the one played last, else the first."""
        tables = sorted(self.app.store.tables(), key=lambda one: one.changed, reverse=True)
        played = (one.game for one in tables if one.game in PACKAGES)
        return self._picked or next(played, next(iter(PACKAGES)))

    def _tiles(self) -> Iterable[Item]:
        shown = self.game
        yield Group(tuple(self._game(kit(game_id), shown) for game_id in PACKAGES), "grid grid4")
        yield Group(tuple(self._ways(kit(shown))), "grid tiles")
        yield Text(kit(shown).first_evening, "small")

    def _game(self, game: Kit, shown: str) -> Button:
        pick = self.app.safely(partial(self._pick, game.id))
        return Button(f"game {game.id}", game.title, pick, look="game", on=game.id == shown)

    def _pick(self, game_id: str) -> None:
        self._picked = game_id
        self.refresh()

    def _ways(self, game: Kit) -> Iterable[Button]:
        """Yield the ways to begin with a game, as far as it has them."""
        at_table = self.app.safely(partial(self._new, game))
        said = f"{game.title}: {game.depths[0].cost}"
        yield Button(f"new {game.id}", "At my table", at_table, sub=said, look="tile primary")
        if game.id in TEACHERS:
            teach = self.app.safely(partial(self.app.learn, game.id))
            yield Button(f"learn {game.id}", "Teach me", teach, sub="one minute, then short lessons", look="tile")
        if game.count_title:
            count = self.app.safely(partial(self.app.count, game.id))
            yield Button(f"count {game.id}", game.count_title, count, sub=game.count_cost, look="tile")

    def _new(self, game: Kit) -> None:
        from companion.ui.new_game import NewGameScreen

        self.app.show(NewGameScreen(self.app, game))

    # ---------------------------------------------------------------------- tables

    def _tables(self) -> Iterable[Item]:
        for notice in self.app.store.notices:
            yield Text(notice, "warn")
        self._listed = self.app.store.tables(archived=True)
        every = [one for one in self._listed if one.id != self.doomed]
        live = [one for one in every if not one.archived]
        away = [one for one in every if one.archived]
        if live:
            yield Text("Open tables", "title")
            yield from (self._table(one) for one in live)
        if away:
            rows = tuple(self._table(one) for one in away)
            yield Button("away", f"Put away ({len(away)})", look="row", inside=rows)

    def _table(self, one: Listing) -> Item:
        more = Button(
            f"more {one.id}", "⋯", self.app.safely(lambda: self._more(one)), look="ghost", label=f"More: {one.id}"
        )
        if one.damaged:
            return Group((Text(one.line, "warn grow"), more), "row card")
        if one.game not in PACKAGES:
            return Group((Text(f"{one.line} · {in_terminal(one.id)}", "grow"), more), "row card")
        go = self.app.safely(lambda: self._go_on(one.id))
        sub = f"{one.id} · {one.changed[:10]} {one.changed[11:16]}"
        return Group((Button(f"open {one.id}", one.line, go, sub=sub, look="row grow"), more), "row card")

    def _go_on(self, table_id: str) -> None:
        self.settle()
        self.app.sit(self.app.load(table_id))

    def _more(self, one: Listing) -> None:
        app = self.app
        items: list[Item] = [Text(one.line, "sentence")]
        if not one.damaged:
            put = "Take it out again" if one.archived else "Put it away"
            items += [
                Field("title", "Call the table", one.title, most=60, enter="rename"),
                Button("rename", "Rename", app.safely(lambda: self._rename(one.id))),
                Button("archive", put, app.safely(lambda: self._archive(one))),
                Download("Save it as a file", f"companion-{one.id}.json", app.store.export(one.id)),
            ]
        items.append(Button("delete", "Delete", app.safely(lambda: self._delete(one)), look="danger"))
        items.append(Button("close", "Close", app.safely(self.at.close_sheet), look="ghost"))
        self.at.open_sheet("more", items)

    def _rename(self, table_id: str) -> None:
        title = self.at.sheet.values.get("title", "").strip()
        if title:
            self.app.store.rename(table_id, title)
        self._done()

    def _archive(self, one: Listing) -> None:
        self.app.store.archive(one.id, not one.archived)
        self._done()

    def _done(self) -> None:
        self.at.close_sheet()
        self.refresh()

    # -------------------------------------------------------------------- deleting

    def _delete(self, one: Listing) -> None:
        """Put a table away, and delete it for good a little later: until then it can be brought back."""
        self.settle()
        self.doomed = one.id
        self._done()
        undo = Button("undo delete", "Undo", self.app.safely(self._spare), look="chip")
        self.at.snack.show(Group((Text(f"Deleted {one.id}", "grow"), undo), "toast", seconds=GRACE))
        base.spawn(self._doom(one.id), self.app.shell)

    def _spare(self) -> None:
        self.doomed = ""
        self.at.snack.show()
        self.refresh()

    async def _doom(self, table_id: str) -> None:
        await asyncio.sleep(GRACE)
        if self.doomed == table_id:
            self.settle()

    def settle(self) -> None:
        """Delete for good what was deleted and not brought back."""
        doomed, self.doomed = self.doomed, ""
        if doomed:
            self.app.store.delete(doomed)
            self.at.snack.show()

    # --------------------------------------------------------------------- importing

    def _bring(self) -> Iterable[Item]:
        """Yield how phones and saved tables come here."""
        phones = self.app.safely(self._phones)
        yield Button("phones", "Bring phones to this page", phones, sub="a code to hold them to", look="row")
        yield from self._foreign()

    def _phones(self) -> None:
        close = Button("close", "Close", self.app.safely(self.at.close_sheet), look="ghost")
        self.at.open_sheet("phones", (*phone_items(start_url()), close))

    def _foreign(self) -> Iterable[Item]:
        fields = (
            Field("file", "A table that was saved as a file", kind="file"),
            Button("import", "Open the file", self.app.safely(self._import)),
        )
        yield Button("bring", "Bring a saved table", look="row", inside=fields)

    def _import(self) -> None:
        text = self.at.body.values.get("file", "")
        if not text.strip():
            raise CompanionError("Choose a file first: one that was saved from a table's menu.")
        import companion

        self._go_on(companion.import_table(text, self.app.store).id)
