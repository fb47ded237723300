"""Just ask: a tower is tapped in as it stands, and the risk is read as it grows. No game is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from companion.engine.edition import Edition
from companion.engine.errors import CompanionError
from companion.engine.game import Question
from companion.engine.odds import Odds
from companion.engine.rulebook import Rulebook, load
from companion.games.four_doors.forecast import Clearing, best_clear
from companion.games.four_doors.hundreds import in_hundred, lowered
from companion.games.four_doors.painting import paint
from companion.games.four_doors.rules import FourDoors
from companion.games.four_doors.state import Position
from companion.games.four_doors.telling import title
from companion.ui.boards.four_doors import DRAW, View, tower_scene
from companion.ui.boards.four_doors_places import read_place, side_place
from companion.ui.four_doors import risks
from companion.ui.kit import Drawn
from companion.ui.odds_items import odds_row
from companion.ui.pad import Answer, Ask, Key, Step
from companion.ui.panel import Button, Group, Item, Text

NAMES = ("first", "second", "third", "fourth")
"""What doors are called whose colours nobody has told: counted from the top."""
RATES = (2, 3, 4, 5, 1)
"""The Shadow rates, in the order in which taps go through them."""
BRUSHES = (3, 2, 1)
"""How many shadows a tap lays on a side: the full sides first."""
PLENTY = 10
"""From so many cards on, the pile lasts for every fall that is asked about."""
_STATES = ("open", "half", "gone")


class Painted(msgspec.Struct, frozen=True):
    """A door being painted.

    Args:
        name: its colour, or which from the top.
        state: "open", "half" or "gone".
        found: whether its relic has been found.
        left: Shadow cards on its left.
        right: Shadow cards on its right.
    """

    name: str
    state: str = "open"
    found: bool = False
    left: int = 0
    right: int = 0

    @property
    def line(self) -> str:
        """The door as a line of a tower text."""
        words = [self.name, *(["half"] if self.state == "half" else []), *(["found"] if self.found else [])]
        return " ".join([*words, f"{self.left}|{self.right}"])


_BARE = tuple(Painted(name) for name in NAMES)


@lru_cache(maxsize=1)
def _game() -> FourDoors:
    """Return the game with a box that nobody has read: six marks are taken for each side, and the answers say so."""
    return FourDoors(Edition.blank("four-doors"), load("four-doors"))


class Painting:
    """A tower being painted.

    Args:
        redraw: draws the page again.
        text: a tower to begin with; empty for none.
    """

    title = "Just ask about our tower"
    hint = "half 3|1 / found 2|2 / 0|1 / 1|1"
    reads = "Odds"

    def __init__(self, redraw: Callable[[], None], text: str = "") -> None:
        self._redraw = redraw
        self.doors = _BARE
        self.rate, self.pile = RATES[0], PLENTY
        self.brush = BRUSHES[0]
        self.asking = False
        self._deep: set[str] = set()
        if text:
            self.read(text)

    # ------------------------------------------------------------- the tower as text

    @property
    def text(self) -> str:
        """The tower as text, empty while nothing was tapped."""
        if self.doors == _BARE and self.rate == RATES[0] and self.pile == PLENTY:
            return ""
        return " / ".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield from (door.line for door in self.doors if door.state != "gone")
        gone = [door.name for door in self.doors if door.state == "gone"]
        if gone:
            yield f"gone {' '.join(gone)}"
        yield f"rates [{self.rate}],..."
        if self.pile < PLENTY:
            yield f"pile {self.pile}"

    def read(self, text: str) -> None:
        """Paint what a text says; doors without a name are counted from the top.

        Raises:
            UnreadableError: it cannot be read.
        """
        lines = [line.strip() for line in text.replace("\n", " / ").split(" / ") if line.strip()]
        told = iter(NAMES)
        bare = ("half", "found", "open")
        named = [f"{next(told, '')} {line}" if line.split()[0] in bare or line[0].isdigit() else line for line in lines]
        state = paint(_game(), " / ".join(named))
        standing = [
            Painted(door.name, _STATES[door.half], door.found, len(door.left), len(door.right))
            for door in state.tower.doors
        ]
        self.doors = (*standing, *(Painted(name, "gone", True) for name in state.tower.gone))
        self.rate = state.track.rate
        self.pile = min(PLENTY, state.down)
        self.asking = False

    @property
    def state(self) -> Position:
        """The position that is painted."""
        return _position(" / ".join(self._lines()))

    # ------------------------------------------------------------------ the numbers

    def best(self) -> Clearing | None:
        """Return the one shadow whose going helps most; None where none helps."""
        return _best(self.state)

    def sentence(self) -> str:
        """Return the risk so far and what would help most, or what to do."""
        if self.doors == _BARE:
            return "Tap the sides that hold three shadows, then those with two, then with one"
        best = self.best()
        risk = risks.line(self.state)
        if best is None:
            return risk
        return f"{risk}. Best clear: {title(best.door)} {best.side}, {lowered(best.before, best.after)}"

    def heading(self) -> str:
        """Return the risk in a few words."""
        chance = risks.losing(self.state)
        return "How likely?" if chance is None else f"We lose {in_hundred(chance)}"

    def button(self) -> str:
        """Return what the large button says."""
        chance = risks.losing(self.state)
        return "How likely?" if chance is None else f"Read the odds: {in_hundred(chance)}"

    def rows(self, book: Rulebook, where: str) -> Iterable[Item]:
        """Return the answers about this tower, each open to how it was worked out.

        Args:
            book: the digest.
            where: a word for the ids of the rows.
        """
        state = self.state
        best = self.best()
        if best is not None:
            said = f"Clear {title(best.door)} {best.side}: we lose {lowered(best.before, best.after)}"
            yield Group((Text("What would help most", "title"), Text(said, "lead")), "card")
        for number, question in enumerate(_questions(state)):
            odds = _answer(state, question)
            if isinstance(odds, str):
                yield Text(odds, "small")
                continue
            key, text = f"{where} {number}", question.text
            yield odds_row(key, odds, book, text in self._deep, lambda text=text: self._open(text), text)  # type: ignore[misc]

    def _open(self, text: str) -> None:
        self._deep.add(text)
        self._redraw()

    # -------------------------------------------------------------------- drawing

    def draw(self, size: tuple[int, int]) -> Drawn:
        """Draw the tower; the side whose shadow had best be cleared has a thick edge."""
        state = self.state
        scene = tower_scene(_game().box, state, View(size=size, look=DRAW, numbers=risks.numbers(state)))
        lit = tuple(place for place in scene.places if self._takes(place))
        best = self.best()
        marked = (side_place(best.door, best.side),) if best is not None else ()
        return Drawn(scene, lit, marked)

    def _takes(self, place: str) -> bool:
        spot = read_place(place)
        if spot.kind == "side":
            return self._door(spot.door).state != "gone"
        return (spot.kind in ("door", "star") and spot.door != "beacon") or spot.kind == "level"

    def _door(self, name: str) -> Painted:
        return next(door for door in self.doors if door.name == name)

    def _put(self, door: Painted) -> None:
        self.doors = tuple(door if one.name == door.name else one for one in self.doors)

    # ----------------------------------------------------------------------- taps

    def tapped(self, place: str) -> None:
        """Take a tap: lay shadows on a side, half shut a door and make it vanish, find its relic, raise the rate."""
        spot = read_place(place)
        if spot.kind == "level":
            self.act("rate")
            return
        if not self._takes(place):
            return
        door = self._door(spot.door)
        if spot.kind == "side":
            count: int = getattr(door, spot.side)
            laid = 0 if count == self.brush else self.brush
            self._put(replace(door, **{spot.side: laid}))
        elif spot.kind == "star":
            self._put(replace(door, found=not door.found))
        else:
            self._put(_next_state(door))
        self._redraw()

    def act(self, name: str) -> None:
        """Do what a button of the tray says."""
        verb, _, what = name.partition(" ")
        if verb == "brush":
            self.brush = int(what)
        elif verb == "rate":
            self.rate = RATES[(RATES.index(self.rate) + 1) % len(RATES)] if self.rate in RATES else RATES[0]
        elif verb == "pile":
            self.asking = True
        elif verb == "clear":
            self.doors, self.rate, self.pile, self.brush = _BARE, RATES[0], PLENTY, BRUSHES[0]
            self.asking = False
        self._redraw()

    def ask(self) -> Ask | None:
        """Return what the pad asks: how many cards are left in the pile."""
        if not self.asking:
            return None
        keys = (*(Key(str(n), str(n)) for n in range(PLENTY)), Key(str(PLENTY), f"{PLENTY} or more"))
        return Ask("pile", (Step("Cards left in the draw pile?", keys, columns=6),))

    def answered(self, answer: Answer) -> None:
        """Take an answer of the pad."""
        self.pile, self.asking = int(answer.value[0][0]), False
        self._redraw()

    def later(self, ask: Ask) -> None:
        """Take a "Not now"."""
        self.asking = False
        self._redraw()

    # -------------------------------------------------------------------- brushes

    def tray(self) -> Iterable[Item]:
        """Return the brushes, the rate and the pile."""
        brushes = tuple(self._chip(f"brush {n}", f"{n} shadow{'s' * (n != 1)}", n == self.brush) for n in BRUSHES)
        pile = "pile: plenty" if self.pile >= PLENTY else f"pile: {self.pile}"
        yield Group(brushes, "row even")
        yield Group((self._chip("rate", f"rate {self.rate}"), self._chip("pile", pile)), "row even")
        yield Text("Tap a door: half shut, then gone. Tap its star: relic found.", "small")

    def _chip(self, name: str, text: str, on: bool = False) -> Button:
        return Button(name, text, lambda: self.act(name), look="chip", on=on)


def _next_state(door: Painted) -> Painted:
    """Return a door half shut, then gone (with its relic found: it would have lost else), then open again."""
    state = _STATES[(_STATES.index(door.state) + 1) % len(_STATES)]
    if state == "gone":
        return Painted(door.name, state, True)
    return Painted(door.name) if state == "open" else replace(door, state=state)


@lru_cache(maxsize=64)
def _position(text: str) -> Position:
    return paint(_game(), text)


@lru_cache(maxsize=64)
def _best(state: Position) -> Clearing | None:
    return best_clear(_game().box, state)


@lru_cache(maxsize=128)
def _answer(state: Position, question: Question) -> Odds | str:
    """Answer a question, or say why it cannot be answered."""
    try:
        return _game().answer(state, question)
    except CompanionError as error:
        return str(error)


def _questions(state: Position) -> Iterator[Question]:
    """Yield what is asked of a painted tower: the next fall, each full side, two and three falls ahead."""
    yield Question("lose", "The next fall loses the game", (("falls", "1"),))
    for door, side, _ in state.tower.sides():
        if state.tower.full(door.name, side):
            params = (("door", door.name), ("side", side))
            yield Question("side", f"A shadow comes to {title(door.name)} {side}", params)
    for falls in (2, 3):
        text = f"{falls} falls in a row lose it, if nobody acts"
        yield Question("lose", text, (("falls", str(falls)),))
    yield Question("doors", "Nothing happens to any door in the next fall")


__all__ = ["NAMES", "Painted", "Painting"]
