"""Just count: a dungeon of 4 KEYS is painted, brush first, cells after, and its sheet is read as it grows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from msgspec.structs import replace

from companion.engine.game import ScoreLine, ScoreSheet
from companion.engine.rulebook import Rulebook
from companion.games.four_keys.cards import ROOM_LEVEL, ROOM_NAMES, ROOMS_1, ROOMS_2
from companion.games.four_keys.dungeon import (
    ARROW_WORDS,
    FRAMES,
    FULL,
    Cell,
    DoorCell,
    Dungeon,
    StartCell,
    TileCell,
    cell_name,
    cell_number,
    frame_name,
)
from companion.games.four_keys.notation import parse_cell, spell_cell
from companion.games.four_keys.scoring import GOLD, score
from companion.ui.boards.four_keys import View, paint_scene
from companion.ui.four_keys.glyphs import pile_svg, room_svg, word_svg
from companion.ui.four_keys.pads import FACES
from companion.ui.kit import Drawn
from companion.ui.pad import Answer, Ask, Key, Step
from companion.ui.panel import Button, Group, Item
from companion.ui.words import points, sheet_items

FRAME = 15
"""The frame that is painted: its first cell is d4."""
BOXES = (("keys", "Keys"), ("rooms1", "Rooms I"), ("rooms2", "Rooms II"), ("more", "More"))


class Painting:
    """A dungeon being painted.

    Args:
        redraw: draws the page again.
        text: a dungeon to begin with; empty for none.
    """

    title = "Just count my dungeon"
    hint = "+H !chest{LX} / start ."
    reads = "Sheet"

    def __init__(self, redraw: Callable[[], None], text: str = "") -> None:
        self._redraw = redraw
        self.dungeon = Dungeon(frame=FRAME)
        self.box, self.brush = "keys", "+H"
        self.asked = ""
        self.asked_about = -1
        self.put_off: set[str] = set()
        if text:
            self.read(text)

    @property
    def text(self) -> str:
        """The dungeon as text."""
        if not self.dungeon.occupied():
            return ""
        return "\n".join(" ".join(row.split()) for row in str(self.dungeon).splitlines())

    def read(self, text: str) -> None:
        """Paint what a text says; a smaller one lies in the top left corner of the final frame.

        Raises:
            UnreadableError: it cannot be read.
        """
        found = Dungeon.parse(text)
        frame = found.frame if found.frame is not None else found.frames()[-1]
        cells: list[Cell | None] = [None] * len(found.cells)
        for source, target in zip(FRAMES[frame], FRAMES[FRAME], strict=True):
            cells[target] = found.cells[source]
        self.dungeon = Dungeon(tuple(cells), found.gold, FRAME)
        self.asked = ""

    def sheet(self) -> ScoreSheet:
        """Return the score sheet; in a full dungeon what was painted closed stays closed, whatever it needs."""
        if self.dungeon.card_count < FULL:
            return score(self.dungeon)
        sheet = score(_never_opening(self.dungeon))
        lines = tuple(_closed_line(line) if line.what.endswith(", closed") else line for line in sheet.lines)
        return replace(sheet, lines=lines)

    def heading(self) -> str:
        """Return the score."""
        return f"Score {self._total()}"

    def button(self) -> str:
        """Return what the large button says."""
        return f"Read the sheet: {self._total()}"

    def _total(self) -> str:
        sheet = self.sheet()
        return points(sheet.points, sheet.up_to)

    def rows(self, book: Rulebook, where: str) -> Iterable[Item]:
        """Return the sheet, line by line."""
        return sheet_items(book, self.sheet(), where)

    # -------------------------------------------------------------------- drawing

    def draw(self, size: tuple[int, int]) -> Drawn:
        """Draw the sixteen spaces."""
        pointing = cell_name(self.asked_about) if self.asked == "arrow" else ""
        scene = paint_scene(self.dungeon, View(size=size, pointing=pointing))
        arrows = tuple(place for place in scene.places if ":" in place)
        empty = tuple(cell_name(i) for i in FRAMES[FRAME] if self.dungeon.cells[i] is None)
        return Drawn(scene, arrows or empty)

    def sentence(self) -> str:
        """Return the score so far, and what to do."""
        question = self._question()
        if question == "gold":
            return "How much gold lies on your Adventurer tile?"
        if question == "mark":
            return "Does the starting card lie on a space it marks?"
        if self.asked == "arrow":
            return "Where does the arrow point? Tap it"
        left = FULL - self.dungeon.card_count
        sheet = self.sheet()
        if left <= 0:
            return f"{sheet.points} points" if sheet.settled else f"{sheet.points} sure, up to {sheet.up_to}"
        if left == FULL:
            return "Pick what you see, then tap where it lies"
        cards = "card" if left == 1 else "cards"
        return f"{sheet.points} sure, {sheet.up_to} possible; {left} {cards} to go"

    # ------------------------------------------------------------------ questions

    def _question(self) -> str:
        """Return what the page asks by itself once all cards lie there: the gold, the starting card's spaces."""
        if self.dungeon.card_count < FULL:
            return ""
        if self.dungeon.gold is None and "gold" not in self.put_off:
            return "gold"
        start = self._start()
        unmarked = start >= 0 and self.dungeon.cells[start].marked is None  # type: ignore[union-attr]
        return "mark" if unmarked and self._cell_open(start) and "mark" not in self.put_off else ""

    def _cell_open(self, cell: int) -> bool:
        return bool(getattr(self.dungeon.cells[cell], "open", False))

    def _start(self) -> int:
        return next((i for i, cell in enumerate(self.dungeon.cells) if isinstance(cell, StartCell)), -1)

    def ask(self) -> Ask | None:
        """Return what the pad asks: the gold, or about the starting card."""
        question = self._question()
        if question == "gold":
            keys = tuple(Key(str(n), str(n)) for n in range(GOLD + 1))
            return Ask("gold", (Step("Gold on the Adventurer tile", keys, columns=5),))
        if question == "mark":
            keys = (Key("yes", "Yes", sub="worth 3"), Key("no", "No", sub="worth 1"))
            return Ask("mark", (Step("On one of its two marked spaces?", keys, columns=2),))
        return None

    def answered(self, answer: Answer) -> None:
        """Take an answer of the pad."""
        (picked,) = answer.value[0]
        if answer.name == "gold":
            self._gold(int(picked))
        elif answer.name == "mark":
            self._mark(picked == "yes")
        self._redraw()

    def later(self, ask: Ask) -> None:
        """Take a "Not now"."""
        self.put_off.add(ask.name)
        self._redraw()

    def _gold(self, gold: int) -> None:
        """Note the gold; with all cards there the tile takes the last space (four-keys.end.last-space)."""
        self.dungeon = replace(self.dungeon, gold=gold)
        empty = [i for i in FRAMES[FRAME] if self.dungeon.cells[i] is None]
        if self.dungeon.card_count == FULL and len(empty) == 1 and self.dungeon.tile is None:
            self.dungeon = self.dungeon.put(empty[0], TileCell())

    def _mark(self, yes: bool) -> None:
        """Give the starting card two indicated spaces, its own among them or not."""
        cell = self._start()
        here = frame_name(cell, FRAME)
        others = [frame_name(i, FRAME) for i in FRAMES[FRAME] if i != cell]
        one, two = sorted([here, others[0]] if yes else others[:2])
        self.dungeon = self.dungeon.put(cell, replace(self.dungeon.cells[cell], marked=(one, two)))  # type: ignore[type-var]

    # ----------------------------------------------------------------------- taps

    def tapped(self, place: str) -> None:
        """Take a tap: paint the cell, point an arrow, or ask about what lies there."""
        name, _, way = place.rpartition(":") if ":" in place else (place, "", "")
        cell = cell_number(name)
        if way:
            self._point(cell, way)
        elif self._same(cell):
            self._again(cell)
        else:
            self._paint(cell)
        self._redraw()

    def _same(self, cell: int) -> bool:
        content = self.dungeon.cells[cell]
        return content is not None and self._bare(content) == self.brush

    def _bare(self, cell: Cell) -> str:
        if isinstance(cell, StartCell):
            return "start" if cell.open else "!start"
        return spell_cell(replace(cell, arrow="") if isinstance(cell, DoorCell) else cell)

    def _again(self, cell: int) -> None:
        """A second tap with the same brush takes the card away; a Compass is asked for its arrow."""
        content = self.dungeon.cells[cell]
        compass = isinstance(content, DoorCell) and content.room == "compass"
        if compass and self.asked != "arrow":
            self.asked, self.asked_about = "arrow", cell
        else:
            self.asked = ""
            self.dungeon = self.dungeon.put(cell, None)

    def _paint(self, cell: int) -> None:
        what = parse_cell(self.brush)
        self.asked = ""
        if isinstance(what, StartCell) and self._start() >= 0:
            self.dungeon = self.dungeon.put(self._start(), None)
        full = self.dungeon.card_count >= FULL and self.dungeon.cells[cell] is None
        if full and what is not None:
            return
        self.dungeon = self.dungeon.put(cell, what)
        if isinstance(what, DoorCell) and what.room == "compass":
            self.asked, self.asked_about = "arrow", cell

    def _point(self, cell: int, way: str) -> None:
        arrow = next(sign for sign, word in ARROW_WORDS.items() if word == way)
        self.asked = ""
        self.dungeon = self.dungeon.put(cell, replace(self.dungeon.cells[cell], arrow=arrow))  # type: ignore[type-var]

    # -------------------------------------------------------------------- brushes

    def tray(self) -> Iterable[Item]:
        """Return the boxes of brushes, and the brushes of the open one."""
        boxes = tuple(
            Button(f"box {name}", label, partial(self.act, f"box {name}"), look="chip", on=name == self.box)
            for name, label in BOXES
        )
        look = {"keys": "grid grid7", "more": "grid grid4"}.get(self.box, "grid grid4")
        return [Group(boxes, "row even"), Group(tuple(self._brushes()), look)]

    def _brushes(self) -> Iterable[Button]:
        if self.box == "keys":
            for face in FACES:
                yield self._brush(f"+{face}", "", word_svg(face), label=f"Key showing {face}")
        elif self.box == "more":
            yield self._brush("!?1", "Closed", pile_svg(1, True), label="closed Door")
            yield self._brush("!start", "Start, closed")
            yield self._brush("start", "Start, open")
            yield self._brush(".", "Rub out")
        else:
            for room in ROOMS_1 if self.box == "rooms1" else ROOMS_2:
                word = f"{room}?" if room == "compass" else room
                yield self._brush(word, _short(room), room_svg(room), label=ROOM_NAMES[room])

    def _brush(self, brush: str, text: str, svg: str = "", label: str = "") -> Button:
        return Button(
            f"brush {brush}",
            text,
            partial(self.act, f"brush {brush}"),
            look="brush",
            svg=svg,
            on=brush == self.brush,
            label=label or text,
        )

    def act(self, name: str) -> None:
        """Do what a button of the tray says."""
        verb, _, what = name.partition(" ")
        if verb == "box":
            self.box = what
        elif verb == "brush":
            self.brush = what
        elif verb == "clear":
            self.dungeon, self.asked, self.put_off = Dungeon(frame=FRAME), "", set()
        elif verb == "gold":
            self.put_off.discard("gold")
            self.dungeon = replace(self.dungeon, gold=None)
        self._redraw()


def _short(room: str) -> str:
    name = ROOM_NAMES[room].split()
    return {"ajar0": "Ajar", "ajar3": "Ajar", "ajar5": "Ajar", "apartments": "Apartm.", "compass": "Compass"}.get(
        room, name[0] if ROOM_LEVEL[room] == 1 else {"chest": "Chest", "monster": "Monster"}.get(room, "Fountain")
    )


def _never_opening(dungeon: Dungeon) -> Dungeon:
    """Give each closed door that nobody told a requirement that its keys do not meet, so that it counts as closed."""
    for i in dungeon.closed():
        cell = dungeon.cells[i]
        if isinstance(cell, DoorCell | StartCell) and cell.needs is None:
            present, untold = dungeon.symbols_at(i)
            dungeon = dungeon.put(i, replace(cell, needs="H" * (present.count("H") + 2 * untold + 1)))
    return dungeon


def _closed_line(line: ScoreLine) -> ScoreLine:
    return replace(line, up_to=line.points, why="closed at the end", clauses=("four-keys.scoring.closed-door",))
