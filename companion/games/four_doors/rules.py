"""The rules of The Four Doors: setup, who acts, what may be done, what it does, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.engine.edition import Edition
from companion.engine.errors import CompanionError, UnreadableError
from companion.engine.game import (
    NOBODY,
    TABLE,
    Actor,
    Game,
    Move,
    Outcome,
    Policy,
    Problem,
    Prompt,
    Question,
    ScoreSheet,
    Seat,
    Verdict,
)
from companion.engine.odds import Distribution, Odds, Table
from companion.engine.piles import Multiset
from companion.engine.rulebook import Rulebook
from companion.engine.told import law
from companion.games.four_doors import moves as m
from companion.games.four_doors import options as offered
from companion.games.four_doors import policies, scoring, shorthand, telling
from companion.games.four_doors.box import box_of
from companion.games.four_doors.cards import (
    ADVENTURERS,
    DECK,
    DIFFICULTIES,
    DOORS,
    UNTOLD,
    Card,
    DoorCard,
    PlayerCard,
    mark,
)
from companion.games.four_doors.checks import check
from companion.games.four_doors.effects import apply, card_at
from companion.games.four_doors.latecomer import joined, may_join
from companion.games.four_doors.notation import spell_tower
from companion.games.four_doors.people import limited
from companion.games.four_doors.retelling import retell
from companion.games.four_doors.state import DEPTHS, HouseRules, Player, Position, patterns
from companion.games.four_doors.tower import Tower

SETTINGS = ("depth", "difficulty", "hidden")
"""Options that are no house rules."""


class FourDoors(Game):
    """The Four Doors for one to five players, bound to the cards of one box."""

    id = "four-doors"
    title = "The Four Doors"
    rules_version = 1
    seats_min = 1
    seats_max = 5
    settings: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "depth": DEPTHS,
        "difficulty": DIFFICULTIES,
        "hidden": ("no", "yes"),
    }
    state_type = Position
    move_type: ClassVar[Any] = m.AnyMove

    def __init__(self, edition: Edition, rulebook: Rulebook) -> None:
        super().__init__(edition, rulebook)
        self.box = box_of(edition)
        self.language = shorthand.Language(self.box, edition)

    def setup(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> Position:
        """Return the position before anything is laid out.

        Args:
            seats: in seating order, clockwise.
            options: house rules; `depth` (light, sides, full), `difficulty` (intro, standard, heroic, epic) and
                `hidden` (whether hands are held so that only their owner sees them: yes, no, or a truth value).
        """
        if not self.seats_min <= len(seats) <= self.seats_max:
            raise CompanionError(f"The Four Doors is for one to five players, not {len(seats)}.")
        depth = _word(options, "depth", DEPTHS, "full")
        difficulty = _word(options, "difficulty", DIFFICULTIES, "standard")
        return Position(
            tuple(Player(seat.handle, seat.name) for seat in seats),
            _house_rules(options),
            depth,
            Tower(),
            self.box.track(len(seats), difficulty),
            self.box.deck,
            DECK,
            hidden=_switch(options, "hidden"),
            pending=_asked([seat.handle for seat in seats], depth),
        )

    def may_join(self, state: Position) -> Verdict:
        """Say whether somebody may join: between turns, up to five players (four-doors.setup.latecomer)."""
        return may_join(state, self.seats_max)

    def joined(self, state: Position, seat: Seat) -> Position:
        """Return the position with one more seat, whose adventurer and hand are asked (four-doors.setup.latecomer)."""
        return joined(state, seat)

    def actor(self, state: Position) -> Actor:
        """Return who drives the game on."""
        if state.ended:
            return NOBODY
        if offered.table_sees(state):
            return TABLE
        return limited(state) or state.active

    def legal(self, state: Position) -> Iterator[Move]:
        """Yield the actor's moves. Cards are told one at a time; typing two at once is short for that."""
        if state.ended:
            return iter(())
        if offered.table_sees(state):
            return offered.seen(self.box, state)
        return offered.decisions(self.box, state)

    def asides(self, state: Position) -> Iterator[Move]:
        """Yield early parts of the setup, and everything that costs no action: spells, powers, abilities."""
        return offered.asides(self.box, state)

    def check(self, state: Position, move: Move) -> Verdict:
        """Say whether the move may be made."""
        return check(self.box, state, move)

    def apply(self, state: Position, move: Move) -> Position:
        """Return the position after the move."""
        return apply(self.box, state, move)

    def force(self, state: Position, move: Move) -> Position | None:
        """Carry out a refused move that did happen, where the table makes sense of it."""
        if state.ended or not _in_its_place(state, move):
            return None
        try:
            return apply(self.box, state, move)
        except (CompanionError, LookupError, ValueError, AssertionError):
            return None

    def automatic(self, state: Position) -> Move | None:
        """Return the reshuffle in the middle of drawing: nobody may do anything before it (four-doors.pile.run-out)."""
        return m.Reshuffled() if state.to_draw and state.pile_empty and not state.ended else None

    def chances(self, state: Position) -> Distribution[Move]:
        """Return the law of what the table sees next."""
        if state.ended or not offered.table_sees(state):
            raise CompanionError("Nothing is about to be revealed.")
        return _law(self, state)

    def score(self, state: Position) -> tuple[ScoreSheet, ...]:
        """Return the sheet of the party."""
        return scoring.score(self.box, state)

    def outcome(self, state: Position) -> Outcome | None:
        """Return how the game ended: everybody wins, or nobody."""
        return scoring.outcome(state)

    def problems(self, state: Position) -> tuple[Problem, ...]:
        """Return what is impossible in the position, and what makes winning impossible."""
        return scoring.problems(self.box, state)

    def view(self, state: Position, viewer: str) -> Position:
        """Return what a seat may see: everything, but for the hands of others where they are held hidden."""
        if not state.hidden:
            return state
        unseen, players = state.unseen, []
        for player in state.players:
            if player.handle != viewer:
                for card in player.hand:
                    unseen = unseen.add(card) if card.known else unseen
                hand = Multiset(((UNTOLD, len(player.hand)),)) if player.hand else player.hand
                player = replace(player, hand=hand)
            players.append(player)
        mixed = state.mixed or (state.reshuffles > 0 and len(unseen) > len(state.unseen))
        # The order in which unseen cards are kept would tell which of them were in a hand.
        kept = unseen.ordered()
        return replace(state, players=tuple(players), unseen=kept, mixed=mixed)

    def face_down(self, state: Position, viewer: str) -> tuple[str, ...]:
        """Return how the cards in the hands of others are written, where hands are held hidden."""
        others = (player for player in state.players if state.hidden and player.handle != viewer)
        return tuple(self.language.card(card) for player in others for card in player.hand if card.known)

    def prompt(self, state: Position, viewer: str = "") -> Prompt:
        """Return the one sentence and the likeliest next step."""
        return telling.prompt(self.box, state, viewer)

    def questions(self, state: Position) -> tuple[Question, ...]:
        """Return the probability questions that make sense now."""
        from companion.games.four_doors import odds

        return odds.questions(self, state)

    def answer(self, state: Position, question: Question) -> Odds:
        """Answer one of them, exactly."""
        from companion.games.four_doors import odds

        return odds.answer(self, state, question)

    def advise(self, state: Position, seat: str, top: int, seconds: float, seed: int) -> Any:
        """Return the best plans for a seat, best first; see `advice.advise`."""
        from companion.games.four_doors import advice

        return advice.advise(self, state, seat, top, seconds, seed)

    def evaluate(self, state: Position, seat: str) -> float:
        """Return about how many points of its sheet the party will have at the end, by a rule of thumb."""
        return policies.evaluate(self.box, state)

    def policy(self, name: str) -> Policy:
        """Return a named policy: "random" or "greedy"."""
        return policies.policy(name)

    def parse(self, text: str, state: Position) -> Move:
        """Read one step of table shorthand."""
        return shorthand.parse(text, state, self.language)

    def spell(self, move: Move, state: Position) -> str:
        """Return the move in normal form."""
        return shorthand.spell(move, state, self.language)

    def describe(self, move: Move, state: Position) -> str:
        """Return the move as a sentence for the log."""
        return telling.describe(self.box, move, state)

    def learns(self, state: Position, move: Move) -> tuple[Card, ...]:
        """Return the cards that this move tells in full and this box did not know."""
        if isinstance(move, m.Doors) and not self.box.named:
            return tuple(DoorCard(name) for name in move.names if name not in self.box.doors)
        told = [card for card in _told_by(state, move) if card.known]
        return tuple(card for card in told if card not in self.box.deck)

    def with_cards(self, cards: Sequence[Card]) -> FourDoors:
        """Return the same rules bound to this box with cards learned in play."""
        return FourDoors(self.edition.learn(cards), self.rulebook)

    def tokens(self, state: Position) -> tuple[str, ...]:
        """Return the untold things: "shadow", places in hands ("bo.2"), sides ("purple.left.1") and heaps."""
        return offered.tellable(state)

    def tell(self, state: Position, token: str, text: str) -> Move:
        """Return the move that says what an untold thing is."""
        place = token.strip().lower()
        if place != "shadow":
            try:
                card_at(state, place)
            except (LookupError, ValueError):
                raise UnreadableError(token, "shadow, or a place where a card lies: bo.2, purple.left.1") from None
        return self.parse(f"is {place} {text}", state)

    def retell(
        self, history: Sequence[tuple[Any, Move]], state: Position, token: str, text: str
    ) -> tuple[int, Move] | None:
        """Find what told, wrongly, the card that lies at a place now, and say what should have been told."""
        right = self.parse(f"is {token} {text}", state)
        assert isinstance(right, m.Name)
        return None if right.place == "shadow" else retell(history, state, token, right.card)

    def progress(self, state: Position) -> str:
        """Return how far the game is."""
        if state.ended:
            return "won" if state.ended == "won" else "lost"
        if state.step == "setup":
            return "setting up"
        return f"turn {state.turn}, {len(state.tower.found)} of {DOORS} relics"

    def text(self, state: Position) -> str:
        """Return the tower of a position as text, as `painting.paint` reads it."""
        return spell_tower(state)


GAME = FourDoors


def _asked(handles: Sequence[str], depth: str) -> tuple[str, ...]:
    """Return what the setup asks, in its order (four-doors.setup.order)."""
    if depth != "full":
        return ("doors", "shadows")
    people = (f"adventurer {handle}" for handle in handles)
    return ("doors", "shadows", *people, *(f"deal {handle}" for handle in handles), "first")


def _word(options: Mapping[str, Any], name: str, known: Sequence[str], usual: str) -> str:
    value = options.get(name, usual)
    if value not in known:
        raise CompanionError(f"`{name}` is {', '.join(known)}, not {value!r}.")
    return str(value)


def _switch(options: Mapping[str, Any], name: str) -> bool:
    value = options.get(name, False)
    value = {"yes": True, "no": False}.get(value, value) if isinstance(value, str) else value
    if not isinstance(value, bool):
        raise CompanionError(f"`{name}` is on or off (yes or no), not {value!r}.")
    return value


def _house_rules(options: Mapping[str, Any]) -> HouseRules:
    names = HouseRules.__struct_fields__
    for name, value in options.items():
        if name in SETTINGS:
            continue
        if name not in names:
            raise CompanionError(f"There is no house rule {name!r}; there are {', '.join(names)}.")
        if not isinstance(value, bool):
            raise CompanionError(f"The house rule {name} is on or off (true or false), not {value!r}.")
    return HouseRules(**{name: value for name, value in options.items() if name not in SETTINGS})


def _law(game: FourDoors, state: Position) -> Distribution[Move]:
    setup = state.step == "setup" and state.pending[0].split()[0] not in ("shadows", "deal")
    if setup or state.pile_empty:
        return Table(dict.fromkeys(offered.seen(game.box, state), 1))
    shadow = (state.step == "fall" and not state.to_draw) or state.pending[:1] == ("shadows",)
    if state.top and state.top[0] != UNTOLD:
        return Table({_reveal(state, state.top[0], shadow): 1})
    weights: dict[Move, int] = {}
    for kind, weight in law(state.unseen, patterns(state), UNTOLD).items():
        move = _reveal(state, kind, shadow)
        weights[move] = weights.get(move, 0) + weight
    return Table(weights)


def _in_its_place(state: Position, move: Move) -> bool:
    """Say whether a move belongs to the setup during the setup, and to the game afterwards."""
    if state.step != "setup":
        return not isinstance(move, m.Doors | m.Assign | m.First)
    asked = {"shadows": m.Shadow, "deal": m.Draw}.get(state.pending[0].split()[0])
    return isinstance(move, m.Doors | m.Assign | m.First) or (asked is not None and isinstance(move, asked))


def _reveal(state: Position, kind: PlayerCard, shadow: bool) -> Move:
    """Return how a card is told: wholly, or only its mark where no more is followed."""
    if not state.full:
        kind = mark(kind.door, kind.side) if kind.door and kind.side else UNTOLD
    if not shadow:
        return m.Draw((kind,))
    return m.Shadow(kind if kind.door is not None else UNTOLD)


def _told_by(state: Position, move: Move) -> Sequence[PlayerCard]:
    if isinstance(move, m.Draw | m.Hold):
        return move.cards
    return (move.card,) if isinstance(move, m.Shadow | m.Name) else ()


def adventurers_left(state: Position) -> tuple[str, ...]:
    """Return the adventurers that nobody plays: reference cards, or the supply of the game for one."""
    used = {player.adventurer for player in state.players}
    return tuple(name for name in ADVENTURERS if name not in used)
