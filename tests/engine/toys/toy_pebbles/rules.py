"""Pebbles: see the next pebble, take it or pay a coin to leave it. Nobody holds more than two; the biggest hand wins.

Holds all that the engine must cope with: a chance point, an aside, an untold reveal that may come late, an observation,
moves that play themselves (two in a row at the end), a hidden hand, and cards learned in play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.engine.errors import CompanionError, UnknownNameError, UnreadableError
from companion.engine.game import (
    NOBODY,
    TABLE,
    YES,
    Actor,
    Game,
    Move,
    Outcome,
    Policy,
    Problem,
    Prompt,
    Question,
    ScoreLine,
    ScoreSheet,
    Seat,
    State,
    Verdict,
    cannot_tell,
    no,
)
from companion.engine.odds import Distribution, Odds, Table

PEBBLES = 8
HAND = 2


class Held(msgspec.Struct, frozen=True):
    """A pebble: the how-manieth of the pile it was, and its size, 0 if nobody told."""

    nth: int
    size: int = 0


class Pebbles(State, frozen=True):
    seats: tuple[str, ...]
    leave_cost: int
    phase: str
    turn: int
    dealt: int
    top: Held | None
    hands: tuple[tuple[Held, ...], ...]
    coins: tuple[int, ...]
    shouted: tuple[bool, ...]
    boxed: tuple[Held, ...] = ()


class Reveal(Move, frozen=True):
    size: int


class Take(Move, frozen=True):
    pass


class Leave(Move, frozen=True):
    pass


class Shout(Move, frozen=True):
    pass


class Tidy(Move, frozen=True):
    pass


class Count(Move, frozen=True):
    pass


class Coins(Move, frozen=True):
    observation: ClassVar[bool] = True
    seat: str
    change: int


class Name(Move, frozen=True):
    seat: str
    nth: int
    size: int


AnyMove: TypeAlias = Reveal | Take | Leave | Shout | Tidy | Count | Coins | Name


class PebbleGame(Game):
    id = "toy-pebbles"
    title = "Pebbles"
    rules_version = 1
    seats_min = 2
    seats_max = 4
    state_type = Pebbles
    move_type: ClassVar[Any] = AnyMove

    def setup(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> Pebbles:
        unknown = [name for name in options if name not in ("depth", "leave_cost")]
        if unknown or not self.seats_min <= len(seats) <= self.seats_max:
            raise CompanionError(f"Pebbles is for 2 to 4 players with leave_cost, not {len(seats)} with {unknown}.")
        none = tuple(() for _ in seats)
        ones, nays = tuple(1 for _ in seats), tuple(False for _ in seats)
        handles = tuple(seat.handle for seat in seats)
        return Pebbles(handles, options.get("leave_cost", 1), "see", 0, 0, None, none, ones, nays)

    def actor(self, state: Pebbles) -> Actor:
        return {"see": TABLE, "over": NOBODY}.get(state.phase, state.seats[state.turn])

    def legal(self, state: Pebbles) -> Iterator[Move]:
        moves: dict[str, tuple[Move, ...]] = {
            "see": (*(Reveal(size) for size in range(1, 10)), Reveal(0)),
            "take": (Take(), Leave()),
            "tidy": (Tidy(),),
            "count": (Count(),),
            "over": (),
        }
        return (move for move in moves[state.phase] if self.check(state, move))

    def asides(self, state: Pebbles) -> Iterator[Move]:
        moves = [Take(by=state.seats[state.turn])] if state.phase == "see" else []
        shouts = (Shout(by=seat) for seat in state.seats)
        return (move for move in (*moves, *shouts) if self.check(state, move))

    def check(self, state: Pebbles, move: Move) -> Verdict:
        match move:
            case Coins(seat=seat) | Name(seat=seat) if seat not in state.seats:
                return no(f"Nobody here is {seat!r}.", "toy.seats")
            case Coins():
                return YES
            case Name(seat=seat, nth=nth, size=size):
                held = next((h for h in state.hands[state.seats.index(seat)] if h.nth == nth and not h.size), None)
                return self._room_for(state, size) if held else no("Nothing untold lies there.", "toy.tell")
            case Shout(by=by):
                return self._may_shout(state, by)
            case Reveal(size=size):
                return self._room_for(state, size) if state.phase == "see" else no("No pebble is due.", "toy.see")
        return self._turn(state, move)

    def _turn(self, state: Pebbles, move: Move) -> Verdict:
        phases = {"take": (Take, Leave), "see": (Take,), "tidy": (Tidy,), "count": (Count,)}
        seat = state.seats[state.turn]
        if not isinstance(move, phases.get(state.phase, ())):
            return no(f"This is the time to {state.phase}.", "toy.turn")
        if move.by not in ("", seat):
            return no(f"It is {seat}'s turn.", "toy.turn")
        if isinstance(move, Leave) and state.coins[state.turn] < state.leave_cost:
            return no(f"Leaving costs {state.leave_cost} and {seat} has {state.coins[state.turn]}.", "toy.leave")
        if isinstance(move, Leave) and state.top is not None and not state.top.size:
            return cannot_tell("Only pebbles under 5 are left.", "toy.leave", needs=["the pebble on the pile"])
        return YES

    def _may_shout(self, state: Pebbles, by: str) -> Verdict:
        if by not in state.seats or state.phase == "over":
            return no(f"{by!r} cannot shout now.", "toy.shout")
        return no("One shout each.", "toy.shout") if state.shouted[state.seats.index(by)] else YES

    def _room_for(self, state: Pebbles, size: int) -> Verdict:
        if size == 0 or self.unseen(state)[size] > 0 or self._blanks(state):
            return YES
        return no(f"Every pebble of size {size} has been seen.", "toy.box")

    def unseen(self, state: Pebbles) -> Counter[int]:
        """Count the known pebbles that have not been told."""
        told = [held.size for held in everywhere(state) if held.size]
        return Counter(card.size for card in self.edition.cards if card.known) - Counter(told)

    def _blanks(self, state: Pebbles) -> int:
        known = Counter(card.size for card in self.edition.cards if card.known)
        told = Counter(held.size for held in everywhere(state) if held.size)
        return sum(not card.known for card in self.edition.cards) - (told - known).total()

    def apply(self, state: Pebbles, move: Move) -> Pebbles:
        match move:
            case Reveal(size=size):
                return replace(state, phase="take", dealt=state.dealt + 1, top=Held(state.dealt + 1, size))
            case Take():
                return self._taken(state, state.turn if not move.by else state.seats.index(move.by))
            case Leave():
                coins = put(state.coins, state.turn, max(0, state.coins[state.turn] - state.leave_cost))
                boxed = (*state.boxed, state.top) if state.top else state.boxed
                return advance(replace(state, coins=coins, top=None, boxed=boxed))
            case Shout(by=by):
                seat = state.seats.index(by)
                coins = put(state.coins, seat, state.coins[seat] + 1)
                return replace(state, coins=coins, shouted=put(state.shouted, seat, True))
            case Tidy():
                return advance(drop_smallest(state))
            case Coins(seat=name, change=change):
                seat = state.seats.index(name)
                return replace(state, coins=put(state.coins, seat, state.coins[seat] + change))
            case Name(seat=name, nth=nth, size=size):
                seat = state.seats.index(name)
                told = tuple(Held(nth, size) if held.nth == nth else held for held in state.hands[seat])
                return replace(state, hands=put(state.hands, seat, told))
        return replace(state, phase="over")

    def _taken(self, state: Pebbles, seat: int) -> Pebbles:
        top = state.top or Held(state.dealt + 1)
        hand = (*state.hands[seat], top)
        after = replace(state, hands=put(state.hands, seat, hand), top=None, dealt=top.nth, turn=seat)
        return replace(after, phase="tidy") if len(hand) > HAND else advance(after)

    def force(self, state: Pebbles, move: Move) -> Pebbles | None:
        sensible = isinstance(move, Take | Leave | Shout | Reveal) and state.phase in ("see", "take")
        if not sensible or move.by not in ("", *state.seats) or (isinstance(move, Leave) and state.top is None):
            return None
        if isinstance(move, Reveal) and state.top is not None:
            return replace(state, top=Held(state.top.nth, move.size))
        return self.apply(state, move)

    def automatic(self, state: Pebbles) -> Move | None:
        return {"tidy": Tidy(), "count": Count()}.get(state.phase)

    def chances(self, state: Pebbles) -> Distribution[Move]:
        return Table({Reveal(size): count for size, count in self.unseen(state).items()})

    def score(self, state: Pebbles) -> tuple[ScoreSheet, ...]:
        return tuple(
            ScoreSheet(seat, tuple(_line(held) for held in hand))
            for seat, hand in zip(state.seats, state.hands, strict=True)
        )

    def outcome(self, state: Pebbles) -> Outcome | None:
        if state.phase != "over":
            return None
        best = max(sheet.points for sheet in self.score(state))
        winners = tuple(sheet.seat for sheet in self.score(state) if sheet.points == best)
        return Outcome("The pile is used up.", winners, "toy.end")

    def problems(self, state: Pebbles) -> tuple[Problem, ...]:
        short = (seat for seat, coins in zip(state.seats, state.coins, strict=True) if coins < 0)
        return tuple(Problem(f"{seat} has less than no coins.", ("toy.coins",)) for seat in short)

    def view(self, state: Pebbles, viewer: str) -> Pebbles:
        if not viewer:
            return state
        hidden = (tuple(Held(held.nth) for held in hand) for hand in state.hands)
        hands = zip(state.seats, state.hands, hidden, strict=True)
        return replace(state, hands=tuple(own if seat == viewer else other for seat, own, other in hands))

    def prompt(self, state: Pebbles, viewer: str = "") -> Prompt:
        return Prompt(f"{self.actor(state)}: {state.phase}")

    def questions(self, state: Pebbles) -> tuple[Question, ...]:
        sizes = sorted(self.unseen(state)) if state.phase == "see" else []
        return tuple(Question("next", f"The next pebble is a {size}", (("size", str(size)),)) for size in sizes)

    def answer(self, state: Pebbles, question: Question) -> Odds:
        if question.id != "next":
            raise UnknownNameError("question", question.id, ["next"])
        size = question.param("size", "0")
        return Odds.of(question.text, self.chances(state).probability(Reveal(int(size))))

    def evaluate(self, state: Pebbles, seat: str) -> float:
        return float(next(sheet.points for sheet in self.score(state) if sheet.seat == seat))

    def policy(self, name: str) -> Policy:
        if name not in ("random", "greedy"):
            raise UnknownNameError("policy", name, ["random", "greedy"])
        return lambda game, state, rng: rng.choice(list(game.legal(state)))

    def parse(self, text: str, state: Pebbles) -> Move:
        who, _, step = text.strip().lower().rpartition(":")
        words = step.split() or [""]
        plain = {"take": Take, "leave": Leave, "shout": Shout, "tidy": Tidy, "count": Count}
        try:
            if words[0] in plain and len(words) == 1:
                return plain[words[0]](by=who)
            if words[0] == "reveal":
                return Reveal(0 if words[1] == "?" else int(words[1]))
            if words[0] == "coins":
                return Coins(words[1], int(words[2]))
            if words[0] == "tell":
                seat, _, nth = words[1].partition(".")
                return Name(seat, int(nth), int(words[2]))
        except (LookupError, ValueError):
            pass
        raise UnreadableError(text, "take, leave, shout, reveal 1..9 or ?, coins SEAT N, tell SEAT.N SIZE")

    def spell(self, move: Move, state: Pebbles) -> str:
        who = f"{move.by}: " if move.by else ""
        match move:
            case Reveal(size=size):
                return f"reveal {size or '?'}"
            case Coins(seat=seat, change=change):
                return f"coins {seat} {change:+d}"
            case Name(seat=seat, nth=nth, size=size):
                return f"tell {seat}.{nth} {size}"
        return who + type(move).__name__.lower()

    def describe(self, move: Move, state: Pebbles) -> str:
        who = move.by or self.actor(state)
        return f"{who} did: {self.spell(replace(move, by=''), state)}"

    def learns(self, state: Pebbles, move: Move) -> tuple[Any, ...]:
        from companion.games.toy_pebbles.cards import Pebble

        size = move.size if isinstance(move, Reveal | Name) else 0
        return (Pebble(size),) if size and not self.unseen(state)[size] else ()

    def with_cards(self, cards: Sequence[Any]) -> PebbleGame:
        return type(self)(self.edition.learn(cards), self.rulebook)

    def tokens(self, state: Pebbles) -> tuple[str, ...]:
        hands = zip(state.seats, state.hands, strict=True)
        return tuple(f"{seat}.{held.nth}" for seat, hand in hands for held in hand if not held.size)

    def tell(self, state: Pebbles, token: str, text: str) -> Move:
        return self.parse(f"tell {token} {text}", state)

    def retell(self, history: Sequence[tuple[Any, Move]], state: Any, token: str, text: str) -> tuple[int, Move] | None:
        named = self.tell(state, token, text)
        assert isinstance(named, Name)
        for index, (before, move) in enumerate(history):
            if isinstance(move, Reveal) and before.dealt + 1 == named.nth and move.size:
                return index, Reveal(named.size)
            if isinstance(move, Name) and move.nth == named.nth:
                return index, replace(move, size=named.size)
        return None

    def progress(self, state: Pebbles) -> str:
        return f"pebble {state.dealt} of {PEBBLES}"


GAME = PebbleGame


def everywhere(state: Pebbles) -> list[Held]:
    return [*(held for hand in state.hands for held in hand), *state.boxed, *([state.top] if state.top else [])]


def put(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*values[:index], value, *values[index + 1 :])


def drop_smallest(state: Pebbles) -> Pebbles:
    hand = state.hands[state.turn]
    out = min(hand, key=lambda held: (held.size, held.nth))
    kept = tuple(held for held in hand if held != out)
    return replace(state, hands=put(state.hands, state.turn, kept), boxed=(*state.boxed, out))


def advance(state: Pebbles) -> Pebbles:
    turn = (state.turn + 1) % len(state.seats)
    return replace(state, turn=turn, phase="count" if state.dealt >= PEBBLES else "see")


def _line(held: Held) -> ScoreLine:
    return ScoreLine(f"pebble {held.nth}", held.size, held.size or 9, "its size", ("toy.score",))
