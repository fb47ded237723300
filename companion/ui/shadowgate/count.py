"""Just ask: my number and the quest's number, and the chance is there. No game is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache

from companion.engine.edition import OUR_BOX, Edition
from companion.engine.errors import CompanionError, UnreadableError
from companion.engine.game import Question
from companion.engine.odds import Odds, in_words, natural_frequency
from companion.engine.rulebook import Rulebook, load
from companion.games.shadowgate.cards import Die
from companion.games.shadowgate.dice import most, reach
from companion.games.shadowgate.painting import paint
from companion.games.shadowgate.rules import Shadowgate
from companion.ui.boards.shadowgate_asking import asking_scene
from companion.ui.boards.shadowgate_places import read_place
from companion.ui.kit import Drawn
from companion.ui.odds_items import odds_row
from companion.ui.pad import Answer, Ask
from companion.ui.panel import Button, Group, Item, Text
from companion.ui.shadowgate.chances import dots_of
from companion.ui.shadowgate.pads import faces_ask

FORM = "mine 2 / quest 5 / dice 0 1 1 2 3 skull"
SIX = 6


def _own_faces() -> tuple[str, ...]:
    """Return the faces of a black die as the own box knows them; empty where it does not."""
    try:
        edition = Edition.load("shadowgate", OUR_BOX)
    except CompanionError:
        return ()
    told = next((card.faces for card in edition.cards if isinstance(card, Die) and card.colour == "black"), None)
    return tuple(face for face in told or () if face is not None)


@lru_cache(maxsize=8)
def _game(faces: tuple[str, ...]) -> Shadowgate:
    """Return the game with a box of which only the faces of a black die are told, if any."""
    game = Shadowgate(Edition.blank("shadowgate"), load("shadowgate"))
    return game.with_cards([Die("black", faces=faces)]) if faces else game


class Asking:
    """Two numbers and the faces of a die.

    Args:
        redraw: draws the page again.
        text: numbers to begin with; empty for none.
    """

    title = "Just ask about a quest"
    hint = FORM
    reads = "Odds"
    low = True

    def __init__(self, redraw: Callable[[], None], text: str = "") -> None:
        self._redraw = redraw
        self.mine = self.quest = -1
        self.faces = _own_faces()
        self.asking = False
        self._deep: set[str] = set()
        if text:
            self.read(text)

    # ------------------------------------------------------------- as text

    @property
    def text(self) -> str:
        """The question as text, empty while nothing was tapped."""
        parts = [f"mine {self.mine}"] if self.mine >= 0 else []
        parts += [f"quest {self.quest}"] if self.quest >= 0 else []
        if parts and self.faces:
            parts.append(f"dice {' '.join(self.faces)}")
        return " / ".join(parts)

    def read(self, text: str) -> None:
        """Take what a text says.

        Raises:
            UnreadableError: it cannot be read.
        """
        mine = quest = -1
        faces = self.faces
        for line in (part.split() for part in text.replace("\n", "/").split("/")):
            if line[:1] == ["mine"] and len(line) == 2 and line[1].isdecimal():
                mine = int(line[1])
            elif line[:1] == ["quest"] and len(line) == 2 and line[1].isdecimal():
                quest = int(line[1])
            elif line[:1] == ["dice"] and len(line) == SIX + 1 and all(map(_is_face, line[1:])):
                faces = tuple(line[1:])
            elif line:
                raise UnreadableError(" ".join(line), FORM)
        self.mine, self.quest, self.faces, self.asking = mine, quest, faces, False

    # ------------------------------------------------------------------ the numbers

    @property
    def short(self) -> int | None:
        """What is lacking; None while one of the numbers is not told."""
        return None if min(self.mine, self.quest) < 0 else max(0, self.quest - self.mine)

    @property
    def chance(self) -> Fraction | None:
        """The chance; None while it cannot be said."""
        if self.short is None or (self.short and not self.faces):
            return None
        return Fraction(1) if not self.short else reach(self.faces, self.short)

    def sentence(self) -> str:
        """Return the chance, or what is still wanted."""
        if self.short is None:
            return "Your number?" if self.mine < 0 else "And the quest's number?"
        if not self.short:
            return "No roll needed"
        if self.chance is None:
            return f"{self.short} short. Look at one black die: tap its six faces"
        if not self.chance:
            return f"{self.short} short: never, two dice bring at most {most(self.faces)}"
        return f"{self.short} short: {_said(self.chance)}"

    def heading(self) -> str:
        """Return the chance in a few words."""
        return "How likely?" if self.chance is None else _said(self.chance).capitalize()

    def button(self) -> str:
        """Return what the large button says."""
        return "How likely?" if self.chance is None else f"Why {_said(self.chance)}?"

    def rows(self, book: Rulebook, where: str) -> Iterable[Item]:
        """Return the answers, each open to how it was worked out.

        Args:
            book: the digest.
            where: a word for the ids of the rows.
        """
        if self.short is None:
            yield Text("Tap your number and the quest's number.", "lead")
            return
        if self.chance is None:
            yield Text(f"P(S ≥ {self.short}), where S is what two black dice show.", "lead")
            yield Text("Tell the six faces of a black die, and it is a number.", "small")
            return
        for number, (text, question) in enumerate(self._questions()):
            odds = _answer(self.faces, self.mine, self.quest, question)
            if odds is not None:
                open_it = lambda text=text: self._open(text)  # noqa: E731
                yield odds_row(f"{where} {number}", odds, book, text in self._deep, open_it, text)

    def _questions(self) -> list[tuple[str, Question]]:
        here = (("space", "1"), ("seat", "you"))
        return [
            ("The quest is met", Question("quest", "The quest is met", here)),
            ("+1 would add", Question("plus", "+1 would add", (*here, ("trait", "strength")))),
            ("It is met within two tries", Question("tries", "It is met within two tries", (*here, ("tries", "2")))),
        ]

    def _open(self, text: str) -> None:
        self._deep.add(text)
        self._redraw()

    # -------------------------------------------------------------------- drawing

    def draw(self, size: tuple[int, int]) -> Drawn:
        """Draw both rows of numbers and the chance."""
        filled = -1 if self.chance is None else dots_of(self.chance)
        said = "" if self.short is None else "no roll needed" if not self.short else f"{self.short} short"
        scene = asking_scene(
            size, self.mine, self.quest, said, filled, "" if self.chance is None else _said(self.chance)
        )
        heads = ("mine",) if self.mine < 0 else ("quest",) if self.quest < 0 else ()
        return Drawn(scene, tuple(place for place in scene.places if place.split("/")[1] in heads))

    # ----------------------------------------------------------------------- taps

    def tapped(self, place: str) -> None:
        """Take a tap on a number."""
        which, _, number = read_place(place).name.partition("/")
        if which == "mine":
            self.mine = int(number)
        else:
            self.quest = int(number)
        self.asking = bool(self.short) and not self.faces
        self._redraw()

    def act(self, name: str) -> None:
        """Do what a button of the tray says."""
        if name == "faces":
            self.asking = True
        elif name == "clear":
            self.mine = self.quest = -1
            self.asking = False
        self._redraw()

    def ask(self) -> Ask | None:
        """Return what the pad asks: the faces of a black die."""
        return faces_ask("black") if self.asking else None

    def answered(self, answer: Answer) -> None:
        """Take an answer of the pad."""
        self.faces, self.asking = tuple(face for (face,) in answer.value), False
        self._redraw()

    def later(self, ask: Ask) -> None:
        """Take a "Not now"."""
        self.asking = False
        self._redraw()

    def tray(self) -> Iterable[Item]:
        """Return the die, and how several traits are counted."""
        label = f"A black die: {' '.join('☠' if face == 'skull' else face for face in self.faces)}"
        text = label if self.faces else "Tell the faces of a black die"
        yield Group((Button("faces", text, lambda: self.act("faces"), look="chip"),), "row even")
        yield Text("Several traits? Add up what each is short: the dice are divided freely.", "small")


def _is_face(word: str) -> bool:
    return word.isdecimal() or word == "skull"


def _said(chance: Fraction) -> str:
    return in_words(chance) if chance in (0, 1) else natural_frequency(chance)


@lru_cache(maxsize=64)
def _answer(faces: tuple[str, ...], mine: int, quest: int, question: Question) -> Odds | None:
    """Answer a question about one trait; None where it cannot be said."""
    game = _game(faces)
    try:
        state = paint(game, f"you S{mine} / quest S{max(1, quest)} / turn you")
        return game.answer(state, question)
    except CompanionError:
        return None


__all__ = ["FORM", "Asking"]
