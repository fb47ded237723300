"""The contract that every game keeps: values for moves and states, and the `Game` that knows the rules.

States and moves are frozen msgspec structs: hashable, comparable, and their JSON form is the save format.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.engine.errors import CompanionError, UnreadableError, contradiction

if TYPE_CHECKING:
    from companion.engine.edition import Edition
    from companion.engine.odds import Distribution, Odds
    from companion.engine.rulebook import Rulebook

Actor: TypeAlias = str
"""Who drives the game on: the handle of a seat (`[a-z0-9]+`), or one of the three below."""

PARTY: Actor = "PARTY"
"""A choice of all players together (co-operative, or whoever cares to enter it)."""
TABLE: Actor = "TABLE"
"""Cards are revealed or dice rolled: the moves are what the table may see."""
NOBODY: Actor = "NOBODY"
"""The game is over."""


class Move(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", tag=str.lower, omit_defaults=True):
    """A decision, a reveal or an observation. `by` is the seat that makes it; empty where it is the actor.

    A subclass that is an observation sets `observation`; the journal keeps the two kinds apart.
    """

    observation: ClassVar[bool] = False

    by: str = ""


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """A whole position. Every game has its own subclass."""


class Verdict(msgspec.Struct, frozen=True):
    """May this be done? Yes, no, or *cannot tell* (playable, but it rests on `needs`).

    Args:
        legal: False is a refusal; True is yes, or cannot tell where `needs` is not empty.
        reason: one plain sentence: what is in the way, and what would make it right. Empty for a plain yes.
        clauses: ids of the digest clauses that decide; never empty for a refusal.
        needs: what nobody has told and the answer depends on, in table words.
        where: the places on the board that are in the way, for the board to flash (notation of the game).
    """

    legal: bool
    reason: str = ""
    clauses: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    where: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.legal

    @property
    def cannot_tell(self) -> bool:
        """Whether the move is playable only because the table's word is taken for something untold."""
        return self.legal and bool(self.needs)


YES = Verdict(True)


def no(reason: str, *clauses: str, where: Sequence[str] = ()) -> Verdict:
    """Build a refusal: a sentence, and at least one clause id that says so."""
    if not clauses:
        raise ValueError(f"a refusal needs a clause: {reason!r}")
    return Verdict(False, reason, clauses, (), tuple(where))


def cannot_tell(reason: str, *clauses: str, needs: Sequence[str]) -> Verdict:
    """Build the third verdict: playable, taking the table's word for `needs`."""
    return Verdict(True, reason, clauses, tuple(needs))


def joined(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the first refusal, else the first doubt, else the first word of caution, else yes."""
    found = YES
    for verdict in verdicts:
        if not verdict.legal:
            return verdict
        if (verdict.needs and not found.needs) or (verdict.reason and not found.reason):
            found = verdict
    return found


class Outcome(msgspec.Struct, frozen=True):
    """Why the game ended and who won (ties: all of them; co-operative: all or none)."""

    reason: str
    winners: tuple[str, ...]
    clause: str


class ScoreLine(msgspec.Struct, frozen=True):
    """One line of a score sheet.

    Args:
        what: what scores, in table words: "Trap Room".
        points: points that are certain.
        up_to: the most that this line may still become; equal to `points` when settled.
        why: the arithmetic in words.
        clauses: ids of the clauses that say so.
        where: the place (notation of the game), empty where there is none.
    """

    what: str
    points: int
    up_to: int
    why: str
    clauses: tuple[str, ...]
    where: str = ""


class Problem(msgspec.Struct, frozen=True):
    """Something impossible or missed in a position. Shown, never a refusal."""

    text: str
    clauses: tuple[str, ...] = ()
    where: tuple[str, ...] = ()


def contradicting(cards: Sequence[Any], *clauses: str) -> list[Problem]:
    """Return, as a problem of the position, that cards were told that cannot be; nothing where there are none.

    Args:
        cards: what was told of them.
        clauses: ids of the clauses that say which cards there are.
    """
    text = contradiction(cards)
    return [Problem(f"{text[:1].upper()}{text[1:]} Until then their odds cannot be told.", clauses)] if cards else []


class ScoreSheet(msgspec.Struct, frozen=True):
    """One player's score: its lines, and what is wrong with the position it was read from."""

    seat: str
    lines: tuple[ScoreLine, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def points(self) -> int:
        """The points that are certain: the sum of the lines."""
        return sum(line.points for line in self.lines)

    @property
    def up_to(self) -> int:
        """The most that what lies there may become: the sum of the lines."""
        return sum(line.up_to for line in self.lines)

    @property
    def settled(self) -> bool:
        """Whether every line is certain."""
        return all(line.points == line.up_to for line in self.lines)


class Prompt(msgspec.Struct, frozen=True):
    """The one sentence on the page, in the second person, and the likeliest next step.

    Args:
        sentence: what to do now, at most about ten words.
        button: the label of the primary button; empty where tapping the board is the step.
        expects: what a tap means now, a word of the game ("pile", "cell", "arrow", "room", "reveal", "done").
        move: text of the move that the primary button makes, empty if it makes none by itself.
        targets: places (notation) that may be tapped now.
    """

    sentence: str
    button: str = ""
    expects: str = ""
    move: str = ""
    targets: tuple[str, ...] = ()


class Question(msgspec.Struct, frozen=True):
    """A probability question that can be asked now.

    Args:
        id: short name: "next-top".
        text: the question in words, with the parameters filled in.
        params: parameter name to value, all as text.
    """

    id: str
    text: str
    params: tuple[tuple[str, str], ...] = ()

    def param(self, name: str, default: str = "") -> str:
        """Return the parameter called `name`, or `default`."""
        return dict(self.params).get(name, default)


def number_in(params: Mapping[str, str], name: str, usual: str = "", most: int = 0) -> int:
    """Return a parameter of a question that is a whole number.

    Args:
        params: parameter name to value, as text.
        name: which.
        usual: what it is where it is left out.
        most: the largest that makes sense; 0 for no limit.

    Raises:
        UnreadableError: it is none, or too large.
    """
    text = params.get(name, usual)
    if not text.isdecimal() or 0 < most < int(text):
        raise UnreadableError(text, f"a whole number{f' up to {most}' if most else ''} for {name}")
    return int(text)


class Seat(msgspec.Struct, frozen=True):
    """A seat at the table: the handle that notation uses, and the name that people see (text, never HTML)."""

    handle: str
    name: str


class Policy(Protocol):
    """Chooses a move for the actor. Seeded by its caller; holds no state of its own."""

    def __call__(self, game: Game, state: Any, rng: Any) -> Move:
        """Return one legal move of the actor of `state`."""
        ...


class Game(ABC):
    """The rules of one game, bound to one edition. Immutable; nothing in it touches the clock, a file or a generator.

    Subclasses set the class attributes and implement the methods. `state_type` and `move_type` decode saved JSON.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[int]
    seats_min: ClassVar[int]
    seats_max: ClassVar[int]
    settings: ClassVar[Mapping[str, tuple[str, ...]]] = {"depth": ("light", "full")}
    """What is chosen at the start beside the house rules, and the words it may be."""
    seated: ClassVar[str] = "players"
    """The field of a position that holds the seats, each with its handle and its name."""
    state_type: ClassVar[type[State]]
    move_type: ClassVar[Any]

    def __init__(self, edition: Edition, rulebook: Rulebook) -> None:
        self.edition = edition
        self.rulebook = rulebook

    @abstractmethod
    def setup(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> State:
        """Return the position before anything is drawn.

        Args:
            seats: in seating order, clockwise.
            options: house-rule switches (names from the digest) and `depth` ("light" or "full").

        Raises:
            CompanionError: a wrong number of seats, or an option that does not exist.
        """

    @abstractmethod
    def actor(self, state: Any) -> Actor:
        """Return who drives the game on."""

    @abstractmethod
    def legal(self, state: Any) -> Iterator[Move]:
        """Yield the actor's moves: exactly those decisions and reveals that `check` allows."""

    @abstractmethod
    def asides(self, state: Any) -> Iterator[Move]:
        """Yield what else may be done now, and by whom (`Move.by`): late reveals, moves that skip a reveal."""

    @abstractmethod
    def check(self, state: Any, move: Move) -> Verdict:
        """Say whether the move may be made. Never raises for a well-formed move."""

    @abstractmethod
    def apply(self, state: Any, move: Move) -> Any:
        """Return the position after the move. Pure; the caller has checked."""

    def force(self, state: Any, move: Move) -> Any | None:
        """Return the position after a refused move that did happen all the same, or None if it has no meaning here."""
        return None

    def named(self, move: Move, state: Any) -> Move:
        """Return a move with its seat named, where it is understood without; by default as it is."""
        return move

    def renamed(self, state: Any, seat: str, name: str) -> Any:
        """Return the position with another name for a seat; as it is where positions hold no names."""
        seats = getattr(state, self.seated, None)
        if seats is None:
            return state
        called = tuple(replace(one, name=name) if one.handle == seat else one for one in seats)
        return replace(state, **{self.seated: called})

    def may_join(self, state: Any) -> Verdict:
        """Say whether somebody may sit down in the middle of the game; by default nobody may."""
        return no(f"Nobody joins {self.title} once it has begun: share a seat.", f"{self.id}.setup.players")

    def joined(self, state: Any, seat: Seat) -> Any:
        """Return the position with one more seat, last in seating order, and what is asked of it.

        Args:
            state: a position in which `may_join` has allowed it; after a change of the past any other.
            seat: who sits down.

        Raises:
            CompanionError: nobody ever does in this game.
        """
        raise CompanionError(f"Nobody joins {self.title} once it has begun.")

    def automatic(self, state: Any) -> Move | None:
        """Return the move that plays itself here (forced, or the end of a phase), or None where somebody decides."""
        return None

    @abstractmethod
    def chances(self, state: Any) -> Distribution[Move]:
        """Return the law of the reveals at a TABLE point, with integer weights."""

    @abstractmethod
    def score(self, state: Any) -> tuple[ScoreSheet, ...]:
        """Return one sheet a seat, in seating order."""

    @abstractmethod
    def outcome(self, state: Any) -> Outcome | None:
        """Return why the game ended and who won, or None while it goes on."""

    @abstractmethod
    def problems(self, state: Any) -> tuple[Problem, ...]:
        """Return what is impossible or missed in the position."""

    @abstractmethod
    def view(self, state: Any, viewer: str) -> Any:
        """Return what that seat may see."""

    def face_down(self, state: Any, viewer: str) -> tuple[str, ...]:
        """Return how cards are written that lie hidden from a viewer now: no entry that holds one is shown as text."""
        return ()

    @abstractmethod
    def prompt(self, state: Any, viewer: str = "") -> Prompt:
        """Return the one sentence and the likeliest next step for a viewer."""

    @abstractmethod
    def questions(self, state: Any) -> tuple[Question, ...]:
        """Return the probability questions that make sense now."""

    @abstractmethod
    def answer(self, state: Any, question: Question) -> Odds:
        """Answer one of them, exactly.

        Raises:
            UnknownNameError: no such question.
            EditionIncompleteError: the answer needs cards nobody has told.
            ContradictionError: what was told of the cards cannot be.
        """

    @abstractmethod
    def evaluate(self, state: Any, seat: str) -> float:
        """Return a static estimate of the final margin of `seat`, in points."""

    @abstractmethod
    def policy(self, name: str) -> Policy:
        """Return a named policy: at least "random" and "greedy".

        Raises:
            UnknownNameError: no such policy.
        """

    @abstractmethod
    def parse(self, text: str, state: Any) -> Move:
        """Read one step of table shorthand.

        Raises:
            UnreadableError: it cannot be read; the message says what could.
            AmbiguousError: it fits several moves.
            UnknownCardError: it names a card that is not in the box, or not any more.
        """

    @abstractmethod
    def spell(self, move: Move, state: Any) -> str:
        """Return the move in normal form, so that `parse(spell(m, s), s) == m`."""

    @abstractmethod
    def describe(self, move: Move, state: Any) -> str:
        """Return the move as a sentence for the log: "Bo took the Key from pile II"."""

    @abstractmethod
    def learns(self, state: Any, move: Move) -> tuple[Any, ...]:
        """Return the cards that this move told and the edition did not know (JSON values of the edition's schema)."""

    @abstractmethod
    def with_cards(self, cards: Sequence[Any]) -> Game:
        """Return the same game bound to its edition plus cards learned in play."""

    def tokens(self, state: Any) -> tuple[str, ...]:
        """Return the untold things that may be told, as places in the notation of the game."""
        return ()

    def tell(self, state: Any, token: str, text: str) -> Move:
        """Return the move that tells an untold thing: `token` is one of `tokens`, `text` what it really is.

        Raises:
            UnreadableError: not a token of this position, or a text that cannot be read.
        """
        raise NotImplementedError

    def retell(self, history: Sequence[tuple[Any, Move]], state: Any, token: str, text: str) -> tuple[int, Move] | None:
        """Find what told, wrongly, the thing that lies at `token` now, and say what should have been told.

        Args:
            history: every move in force with the position before it, oldest first.
            state: the position now.
            token: a place in the notation of the game.
            text: what the thing really is.

        Returns:
            The index into `history` and the move that takes its place; None where nobody told such a thing.

        Raises:
            UnreadableError: the text cannot be read.
        """
        return None

    def progress(self, state: Any) -> str:
        """Return how far the game is, for lists of tables: "round 6 of 14". Empty where there is nothing to say."""
        return ""

    def advise(self, state: Any, seat: str, top: int, seconds: float, seed: int) -> Any:
        """Return advice for a seat: the best moves, best first, each with its value and the reason.

        Args:
            state: the position, as that seat sees it.
            seat: handle of the seat, or PARTY.
            top: how many moves at most.
            seconds: how long it may think.
            seed: makes sampled values repeatable.

        Raises:
            CompanionError: there is no advice for this game.
        """
        raise CompanionError(f"There is no advice for {self.title} yet.")
