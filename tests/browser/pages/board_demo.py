"""One dungeon on a Board, without a game behind it: what a tap and a hold do to the page."""

from __future__ import annotations

import os
from typing import Any

import ipywidgets as widgets

from companion.engine.piles import Multiset, Pile
from companion.games.four_keys.cards import Key, door
from companion.games.four_keys.dungeon import Cell, Dungeon, KeyCell
from companion.games.four_keys.state import HouseRules, Player, Position
from companion.ui import base
from companion.ui.board import Board
from companion.ui.boards.four_keys import View, dungeon_scene, table_scene
from companion.ui.boards.places import cell_place, placed, read_place
from companion.ui.shell import Shell

NASTY = "<img src=x onerror=\"window.pwned=1\"> & 'Bo'"


class BoardDemo:
    """A Heart goes where a lit space is tapped; a hold asks; another tap is refused with a flash."""

    def __init__(self) -> None:
        self.shell, self.board = Shell(), Board()
        self.dungeon = Dungeon.parse("+1L . / !start(a2,a3){HL} +2LC(X) / gold=3")
        self.whole = False
        self.line = widgets.HTML("Tap a lit space")
        self.line.add_class("c-sentence")
        self.board.on_tap(self.tapped)
        self.board.on_hold(lambda place: self.say(f"hold {place}"))
        self.board.on_stale(lambda place: self.say(f"stale {place}"))
        self.board.observe(lambda _change: self.draw(), "size")
        self.root = self.make_root()
        self.draw()
        self.shell.start()

    def say(self, text: str) -> None:
        self.line.value = text

    def tapped(self, place: str) -> None:
        spot = read_place(place)
        if self.whole or spot.cell not in self.dungeon.holes():
            self.board.show_flash(placed(["d4"], "bo"))
            return self.say(f"refused {place}")
        self.put(spot.cell, KeyCell("H", "X", 1))
        return self.say(f"tap {place}, {self.dungeon.card_count} cards")

    def put(self, cell: int, what: Cell) -> None:
        dungeon = self.dungeon.put(cell, what)
        self.dungeon = dungeon.opened(dungeon.ready())
        self.board.seq += 1
        self.draw()

    def position(self) -> Position:
        ana = Dungeon.parse("!start{CC} / gold=4")
        players = (Player("bo", NASTY, self.dungeon), Player("ana", "Ana", ana))
        piles = (
            Pile(28, door(1, "box", "HL"), Multiset()),
            Pile(24, Key(1, "H", "CX"), Multiset()),
            Pile(28, "?", Multiset()),
            Pile(24, "?", Multiset()),
        )
        order, choice = ("bo", "ana*"), ("", "ana", "", "bo*")
        return Position(players, HouseRules(), True, piles, Multiset(), order, choice)

    def draw(self) -> None:
        view = View(size=(self.board.size[0], self.board.size[1]))
        scene = table_scene(self.position(), view) if self.whole else dungeon_scene(self.dungeon, view, seat="bo")
        legal = [place for cell in self.dungeon.holes() if (place := cell_place("bo", cell)) in scene.places]
        self.board.show(scene, legal=legal)

    def button(self, text: str, fn: Any) -> widgets.Button:
        made = widgets.Button(description=text)
        made.on_click(base.safely(lambda _b: fn()))
        return made

    def table(self) -> None:
        self.whole = not self.whole
        self.draw()

    def make_root(self) -> widgets.VBox:
        pid = widgets.HTML(f"{os.getpid()}")
        pid.add_class("pid")
        head = widgets.HBox([widgets.HTML("Board"), pid, self.shell])
        actions = widgets.HBox([self.button("Table", self.table), self.button("Turn", self.turn), widgets.HTML("")])
        tray = widgets.HTML("")
        for part, name in ((head, "c-head"), (actions, "c-actions"), (tray, "c-tray")):
            part.add_class(name)
        root = widgets.VBox([head, self.line, self.board, tray, actions])
        root.add_class("c-app")
        return root

    def turn(self) -> None:
        self.board.turned = not self.board.turned
