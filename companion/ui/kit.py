"""What a game brings to the one page: its screens in terms of the page's own parts. One kit a game.

The page asks a kit what to draw, what a tap means and what to ask; the kit asks the table. Neither works out a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from companion.engine.errors import UnknownNameError
from companion.engine.game import Move, Question, State, Verdict
from companion.engine.rulebook import Rulebook
from companion.engine.table import Table
from companion.ui.advising import Line
from companion.ui.board import Scene
from companion.ui.pad import Answer, Ask, Key, Step
from companion.ui.panel import Item
from companion.ui.session import Session

PACKAGES = {
    "four-keys": "companion.ui.four_keys",
    "four-doors": "companion.ui.four_doors",
    "one-deck-dungeon": "companion.ui.one_deck_dungeon",
    "shadowgate": "companion.ui.shadowgate",
}
"""Game id to the module whose `KIT` brings it to the page."""


class Drawn(msgspec.Struct, frozen=True):
    """A board as it shall be shown.

    Args:
        scene: what is drawn.
        legal: places that light up.
        highlight: places with a thick edge.
    """

    scene: Scene
    legal: tuple[str, ...] = ()
    highlight: tuple[str, ...] = ()


class Depth(msgspec.Struct, frozen=True):
    """How closely a table is followed.

    Args:
        id: option of the set-up: "light".
        title: "Light".
        line: what is entered, in a few words.
        cost: what it costs: "about 4 taps a turn".
        svg: a picture.
    """

    id: str
    title: str
    line: str
    cost: str
    svg: str


class Setting(msgspec.Struct, frozen=True):
    """Something that is settled before a game begins.

    Args:
        id: the option of the game's setup.
        label: what is asked.
        options: values, each with what its button says and what stands under that.
        value: the one that is chosen at first.
    """

    id: str
    label: str
    options: tuple[tuple[str, str, str], ...]
    value: str


class Doubt(msgspec.Struct, frozen=True):
    """What the table is asked after something was put right: whether what follows from it is so.

    Args:
        question: "By this, Blue would be half shut. Is it?"
        otherwise: what is entered at a No, one step a line.
    """

    question: str
    otherwise: tuple[str, ...]


class Primary(msgspec.Struct, frozen=True):
    """The large button: what it says, what it enters, and whether it can be tapped.

    Args:
        text: the label.
        act: a name that `Play.act` understands; empty: it only says something.
        beside: the label of a second button left of it; empty for none.
        beside_act: what that one does.
    """

    text: str
    act: str = ""
    beside: str = ""
    beside_act: str = ""


DO = "do "
"""What the keys begin with that do something else with a held thing."""


class Change(msgspec.Struct, frozen=True):
    """What a held thing may be changed to.

    Args:
        title: what it is now, in words.
        ask: the pad that asks what it really is; None where nothing can be picked.
        more: other things to do with it, id to label with a sign before it ("move" to "→ It lies elsewhere").
    """

    title: str
    ask: Ask | None = None
    more: tuple[tuple[str, str], ...] = ()

    def question(self, place: str) -> Ask:
        """Return one question about the thing: what it really is, and behind that what else may be done with it."""
        more = tuple(_key(name, label) for name, label in self.more)
        if self.ask is None:
            return Ask(f"change {place}", (Step(self.title, more, columns=2),))
        first, *rest = self.ask.steps
        keys = (*first.keys, *more)
        step = replace(first, keys=keys, columns=max(first.columns, -(-len(keys) // 2)))
        answers = self.ask.answers
        if answers is not None:
            answers = (*answers, *(((key.id,),) for key in more))
        return replace(self.ask, name=f"change {place}", steps=(step, *rest), answers=answers)


def _key(name: str, label: str) -> Key:
    """Return the key of something else to do: its first word is a sign, the rest says what."""
    sign, _, words = label.partition(" ")
    return Key(f"{DO}{name}", sign, sub=words)


class Desk(Protocol):
    """What a kit may ask of the page that shows it.

    Attributes:
        session: the table, and who sits here.
        trying: whether it is a copy on which things are tried.
    """

    session: Session
    trying: bool

    @property
    def hinted(self) -> Line | None:
        """The hint that stands on the board as a ghost; None for none."""
        ...

    def enter(self, what: str | Move) -> bool:
        """Enter a move; refusals and late entries are shown by the page. Return whether it was entered."""
        ...

    def correct(self, state: State, note: str) -> bool:
        """Put the position to how it lies on the table."""
        ...

    def tell(self, place: str, text: str) -> bool:
        """Tell what a thing is, or what it really is."""
        ...

    def deal(self, most: int = 0) -> None:
        """Let chance turn over what is to be seen, in a game with made-up cards.

        Args:
            most: how many things at most; 0 for all that are to be seen now.
        """
        ...

    def choose(self, moves: Sequence[tuple[str, str]], title: str = "") -> None:
        """Ask which of several moves was meant, each as text with what its button says; the title may be the game's."""
        ...

    def explain(self, questions: Sequence[Question]) -> None:
        """Lay the answers to probability questions over the page, each opening to how it was worked out."""
        ...

    def field(self, id: str) -> str:
        """Return what stands in a field of the tray."""
        ...

    def refresh(self) -> None:
        """Draw everything again."""
        ...

    def say(self, text: str) -> None:
        """Show a short line that goes away by itself."""
        ...


class Play(Protocol):
    """The Table tab of one game at one depth.

    Attributes:
        low: whether the board needs the room of a phone's tray and chips.
    """

    low: bool

    @property
    def begun(self) -> bool:
        """Say whether the next tap belongs to something that was begun, so that it never asks for odds."""
        ...

    def draw(self, size: tuple[int, int]) -> Drawn:
        """Return the board for a room of that many pixels."""
        ...

    def glance(self, size: tuple[int, int]) -> Drawn:
        """Return the numbers that are read from across the table."""
        ...

    def sentence(self) -> str:
        """Return the one sentence."""
        ...

    def ask(self) -> Ask | None:
        """Return what the pad asks now."""
        ...

    def tray(self) -> Iterable[Item]:
        """Return what lies in the tray while the pad asks nothing."""
        ...

    def primary(self) -> Primary:
        """Return the large button."""
        ...

    def act(self, name: str) -> None:
        """Do what a button of the tray or the large button says."""
        ...

    def tapped(self, place: str) -> None:
        """Take a tap on the board."""
        ...

    def answered(self, answer: Answer) -> None:
        """Take an answer of the pad."""
        ...

    def later(self, ask: Ask) -> None:
        """Take a "Not now" of the pad."""
        ...

    def rail(self) -> Iterable[Item]:
        """Return what stands at the top of the right rail of a wide page; the log comes under it."""
        ...

    def change(self, place: str) -> Change | None:
        """Say what a held thing may be changed to; None where nothing lies there."""
        ...

    def changed(self, place: str, answer: Answer) -> tuple[str, str]:
        """Return the token and the text that `Table.tell` takes for what was picked for a held thing."""
        ...

    def entry_ask(self, text: str) -> Ask | None:
        """Ask again what an entry said; None where that cannot be picked on a pad."""
        ...

    def entry_text(self, text: str, answer: Answer) -> str:
        """Return the entry as it should have been, as text.

        Args:
            text: the entry as it is.
            answer: what was picked.
        """
        ...

    def do(self, place: str, name: str) -> None:
        """Do something else with a held thing: an id of `Change.more`."""
        ...

    def look(self, seat: str) -> None:
        """Show the dungeon, or whatever a seat has."""
        ...

    @property
    def looking(self) -> str:
        """The seat that is shown large."""
        ...

    def untold(self) -> tuple[str, ...]:
        """Return the untold things that matter at this depth, as the game's own tokens."""
        ...

    def tell(self, token: str) -> None:
        """Open the pad for an untold thing."""
        ...

    def drop(self, gone: bool = False) -> None:
        """Forget what was asked about a thing.

        Args:
            gone: only where that thing is no longer there to be asked about.
        """
        ...


class Counter(Protocol):
    """The *just count* page of one game: a position that is painted, and what it is worth. No game is kept.

    Attributes:
        title: what is counted.
        hint: a position that shows what may be typed.
        reads: what the tab with the answers is called.
    """

    title: str
    hint: str
    reads: str

    def draw(self, size: tuple[int, int]) -> Drawn:
        """Return the board for a room of that many pixels."""
        ...

    def sentence(self) -> str:
        """Return the one sentence."""
        ...

    def ask(self) -> Ask | None:
        """Return what the pad asks now."""
        ...

    def tray(self) -> Iterable[Item]:
        """Return the brushes."""
        ...

    def act(self, name: str) -> None:
        """Do what a button of the tray says."""
        ...

    def tapped(self, place: str) -> None:
        """Take a tap on the board."""
        ...

    def answered(self, answer: Answer) -> None:
        """Take an answer of the pad."""
        ...

    def later(self, ask: Ask) -> None:
        """Take a "Not now" of the pad."""
        ...

    def heading(self) -> str:
        """Return the result in a few words: "Score 31"."""
        ...

    def button(self) -> str:
        """Return what the large button says, which opens the answers."""
        ...

    def rows(self, book: Rulebook, where: str) -> Iterable[Item]:
        """Return the answers, each open to how it was worked out.

        Args:
            book: the digest.
            where: a word for the ids of the rows.
        """
        ...

    @property
    def text(self) -> str:
        """The position as text."""
        ...

    def read(self, text: str) -> None:
        """Paint what a text says.

        Raises:
            UnreadableError: it cannot be read.
        """
        ...


class Kit(Protocol):
    """Everything that one game brings.

    Attributes:
        id: id of the game.
        title: its name.
        players: fewest and most.
        seat_word: what the set-up calls a seat.
        seats_line: how many may play, in a line; empty where every number from the fewest to the most may.
        depths: from the lightest to the fullest.
        together: whether everybody wins or loses together: one sheet for all, and nobody looks over a dungeon.
        settings: what else is settled before a game begins.
        hints: who may ask for hints at first, one of `hints.SETTINGS`.
        count_title: what *just count* is called here; empty while the game has none.
        count_cost: what it costs.
        search_field: what may be looked for in the Ask tab.
        search_hint: words of the rules that show what may be looked for.
        line_hint: a line of shorthand that shows what may be typed.
        first_evening: what its cards can answer with nothing typed in, in one line.
        asked_as: other words for the kinds of its questions of chance, by their ids.
        asks: the questions that its tables really ask, each with the clauses that answer it, blanks between.
    """

    id: str
    title: str
    players: tuple[int, int]
    seat_word: str
    seats_line: str
    depths: tuple[Depth, ...]
    together: bool
    settings: tuple[Setting, ...]
    hints: str
    count_title: str
    count_cost: str
    search_field: str
    search_hint: str
    line_hint: str
    first_evening: str
    asks: tuple[tuple[str, str], ...]
    asked_as: Mapping[str, str]

    def asks_at(self, table: Table) -> tuple[tuple[str, str], ...]:
        """Return the questions of `asks` that make sense at a table: a game for one has no partner to ask about."""
        ...

    def asked_too(self, table: Table) -> tuple[Question, ...]:
        """Return questions beside those of the game that take a moment: each is answered once it is tapped."""
        ...

    def cards_found(self, table: Table, words: str) -> Iterable[Item]:
        """Return what the cards of the box tell about some words; nothing where they tell nothing."""
        ...

    def play(self, desk: Desk) -> Play:
        """Return the Table tab for the depth that the table is followed at now."""
        ...

    def counter(self, redraw: Callable[[], None], text: str) -> Counter:
        """Return the *just count* page, with a position painted already where a text names one."""
        ...

    def wrong_number(self, players: int) -> str:
        """Return why so many cannot play and how many can, as a sentence; empty where they can."""
        ...

    def layout(self, players: int, chosen: Mapping[str, str] = ...) -> tuple[str, ...]:
        """Return the ids of the clauses that say what to lay out, in order.

        Args:
            players: how many seats there are.
            chosen: what was chosen of the settings, by their ids.
        """
        ...

    def depth(self, state: Any) -> str:
        """Return the id of the depth that a position is followed at; it is also the move that goes there."""
        ...

    def mover(self, state: Any) -> str:
        """Return the seat whose turn it is; empty where nobody knows."""
        ...

    def fact(self, state: Any, seat: str) -> str:
        """Return a short fact about a seat: "gold 3"; empty for none."""
        ...

    def stands(self, table: Table, seat: str) -> str:
        """Return how a seat stands, for the rail of a wide page: the short fact and what belongs to it."""
        ...

    def token_words(self, state: Any, token: str) -> str:
        """Return an untold thing in words."""
        ...

    def token_seat(self, token: str) -> str:
        """Return the seat that an untold thing belongs to; empty for the whole table's."""
        ...

    def picture(self, state: Any, seat: str) -> str:
        """Return what a seat has laid as a whole SVG picture."""
        ...

    def word(self, place: str, text: str) -> str:
        """Return the move that says what lies at a place now, on the table's word; empty where there is none."""
        ...

    def flash(self, verdict: Verdict, seat: str) -> tuple[str, ...]:
        """Return the places of the board that a verdict names; `seat` is meant where it names none."""
        ...

    def flipped(self, state: Any, option: str) -> Any:
        """Return the position with a house rule turned round."""
        ...

    def consequences(self, before: Any, after: Any) -> str:
        """Return in one line what a change of the past has led to; empty for nothing."""
        ...

    def doubt(self, before: Any, after: Any) -> Doubt | None:
        """Return what the table is asked after a change of the past; None where nothing is in doubt."""
        ...

    def standing(self, table: Table, viewer: str) -> Iterable[Item]:
        """Return what the Score tab says before the sheets; nothing where the sheets say it all."""
        ...

    def ending(self, table: Table) -> Iterable[Item]:
        """Return how a game that all win or lose together came to its end; for rivals what to do before the count."""
        ...

    def looking_back(self, table: Table) -> Callable[[], tuple[Item, ...]] | None:
        """Return what works out how a game went that is over; it may take long, and run beside the page."""
        ...


def kit(game_id: str) -> Kit:
    """Return what a game brings to the page; its module is imported when first asked for.

    Raises:
        UnknownNameError: no such game.
    """
    if game_id not in PACKAGES:
        raise UnknownNameError("game", game_id, tuple(PACKAGES))
    found: Kit = import_module(PACKAGES[game_id]).KIT
    return found


def own_thing(game: Kit) -> str:
    """Return what each seat looks over before the winners are named: a "dungeon", unless the kit's `own` says else."""
    return str(getattr(game, "own", "dungeon"))


def apart(game: Kit, state: Any) -> bool:
    """Say whether everybody enters on a device of their own: no device may see all hands.

    Only a kit with such a variant has a method `apart`.
    """
    found = getattr(game, "apart", None)
    return found is not None and bool(found(state))


def in_terminal(table_id: str) -> str:
    """Return what is said of a table whose game has no page."""
    return f"followed in the terminal: companion play {table_id}"
