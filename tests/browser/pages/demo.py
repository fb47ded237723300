"""A small page that knows no game: what the platform must carry, on one screen."""

from __future__ import annotations

import os
from typing import Any

import anywidget
import ipywidgets as widgets
import traitlets

from companion.engine.errors import CompanionError
from companion.ui import base
from companion.ui.address import join_url, query
from companion.ui.pad import Answer, Ask, Key, Pad, Step
from companion.ui.shell import Shell

SYMBOLS = tuple(Key(letter, letter) for letter in "HLCX")
ASK = Ask(
    "key",
    (
        Step("Front of the key?", SYMBOLS, columns=4, most=2),
        Step("Back of the key?", SYMBOLS, columns=4),
    ),
)


class Board(anywidget.AnyWidget):
    """Nine cells to tap."""

    _esm = """
    function render({ model, el }) {
      el.dataset.companion = "board";
      const draw = () => {
        const cells = [...Array(9).keys()].map((i) => {
          const x = 10 + 95 * (i % 3), y = 10 + 95 * Math.floor(i / 3);
          const on = model.get("marks").includes(i);
          return `<g role="button" tabindex="0" data-cell="${i}" aria-label="cell ${i}">
            <rect x="${x}" y="${y}" width="88" height="88" rx="10" fill="var(${on ? "--accent" : "--card"})"
              stroke="var(--line-strong)"/></g>`;
        });
        el.innerHTML = `<svg data-companion-board viewBox="0 0 300 300" width="300">${cells.join("")}</svg>`;
      };
      el.addEventListener("click", (event) => {
        const cell = event.target.closest("[data-cell]");
        if (cell) window.companion.send(model, { kind: "cell", cell: Number(cell.dataset.cell) });
      });
      model.on("change:marks", draw);
      draw();
    }
    export default { render };
    """
    marks = traitlets.List().tag(sync=True)


class Demo:
    """Shell, board, pad, and buttons that count, fail, compute and open a sheet."""

    def __init__(self) -> None:
        self.shell, self.board, self.pad = Shell(), Board(), Pad(where=query().get("table", ""))
        self.count = 0
        self.line = widgets.HTML("Tap a cell")
        self.line.add_class("c-sentence")
        base.listen(self.board, {"cell": self.tapped})
        self.pad.on_commit(self.answered)
        self.pad.on_later(lambda _ask: self.say("skipped"))
        self.shell.on_back(lambda name: self.sheet.add_class("c-gone"))
        self.sheet = self.make_sheet()
        self.root = self.make_root()
        self.pad.show(ASK)
        self.shell.start()

    def say(self, text: str) -> None:
        self.line.value = text
        self.shell.cache(None, self.pad.where)

    def tapped(self, content: dict[str, Any]) -> None:
        cell = content["cell"]
        self.board.marks = sorted(set(self.board.marks) ^ {cell})
        self.say(f"marks {self.board.marks}")

    def answered(self, answer: Answer) -> None:
        self.pad.seq += 1
        self.say(f"answer {self.pad.seq} {'/'.join(answer.keys)}")
        self.pad.show(ASK)

    def button(self, text: str, fn: Any, *classes: str, safe: bool = True) -> widgets.Button:
        made = widgets.Button(description=text)
        made.on_click((lambda _b: base.safely(fn)()) if safe else (lambda _b: fn()))
        for name in classes:
            made.add_class(name)
        return made

    def counted(self) -> None:
        self.count += 1
        self.say(f"count {self.count}")

    def fail(self) -> None:
        raise ValueError("secret words of the inside")

    def refuse(self) -> None:
        raise CompanionError("Bo has no gold left to push.")

    def open(self) -> None:
        self.sheet.remove_class("c-gone")
        self.shell.open_sheet("menu")

    def close(self) -> None:
        self.sheet.add_class("c-gone")
        self.shell.close_sheet("menu")

    def make_sheet(self) -> widgets.VBox:
        themes = [self.button(name, lambda name=name: self.shell.theme(name)) for name in ("light", "dark", "auto")]
        field = widgets.Text(placeholder="a name")
        facts = widgets.HTML()
        self.shell.on_ready(lambda: setattr(facts, "value", f"{self.shell.device} {join_url('K7QX')} {os.getpid()}"))
        facts.add_class("facts")
        close = self.button("Close", self.close)
        sheet = widgets.VBox([widgets.HTML("<b>Menu</b>"), widgets.HBox(themes), field, facts, close])
        for name in ("c-sheet", "c-gone"):
            sheet.add_class(name)
        return sheet

    def make_root(self) -> widgets.VBox:
        title = widgets.HTML("Demo page")
        title.add_class("c-grow")
        rail = widgets.VBox([widgets.HTML("<b class='c-title'>To play</b><br>Bo <span class='c-coin'>3</span>")])
        sure = "<b class='c-title'>Score</b><br>Ana 17 <span class='c-coin c-hollow'>26</span>"
        score = widgets.VBox([widgets.HTML(sure)])
        parts = {
            "c-head": widgets.HBox([self.button("Menu", self.open, "c-ghost"), title, self.shell]),
            "c-left": rail,
            "": self.line,
            "c-board": widgets.Box([self.board]),
            "c-right": score,
            "c-tray": self.pad,
            "c-actions": widgets.HBox(
                [
                    self.button("Fail", self.fail),
                    self.button("Put it down", self.counted, "c-primary"),
                    self.button("Refuse", self.refuse),
                ]
            ),
            "c-tabs": widgets.HBox(
                [self.button("Table", self.counted, "c-on"), self.button("Bare", self.fail, safe=False)]
            ),
        }
        for rail_ in (rail, score):
            rail_.add_class("c-card")
        for name, part in parts.items():
            part.add_class(name) if name else None
        root = widgets.VBox([*parts.values(), self.sheet])
        root.add_class("c-app")
        return root
