"""The rules of Shadowgate: The Living Castle: setup, who acts, what may be done, what it does, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.engine.edition import Edition
from companion.engine.errors import CompanionError, UnreadableError
from companion.engine.game import (
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
from companion.engine.odds import Distribution, Odds
from companion.engine.rulebook import Rulebook
from companion.games.shadowgate import moves as m
from companion.games.shadowgate import options as offered
from companion.games.shadowgate import policies, scoring, shorthand, spelling, telling
from companion.games.shadowgate.box import Box, box_of
from companion.games.shadowgate.cards import BOSSES, Die, PuzzleCard
from companion.games.shadowgate.cards import DECKS as QUEST_DECKS
from companion.games.shadowgate.checks import check
from companion.games.shadowgate.decks import blank, deck_of, is_blank
from companion.games.shadowgate.effects import apply, settle
from companion.games.shadowgate.language import Language
from companion.games.shadowgate.latecomer import joined, may_join
from companion.games.shadowgate.mats import card_at
from companion.games.shadowgate.retelling import retell
from companion.games.shadowgate.state import (
    DECKS,
    DEPTHS,
    MODES,
    STARTING_ITEMS,
    Card,
    Deck,
    HouseRules,
    Player,
    Position,
    Space,
)

SETTINGS = ("depth", "mode")
"""Options that are no house rules."""


class Shadowgate(Game):
    """Shadowgate: The Living Castle for two to four players, bound to the cards of one box."""

    id = "shadowgate"
    title = "Shadowgate: The Living Castle"
    rules_version = 1
    seats_min = 2
    seats_max = 4
    settings: ClassVar[Mapping[str, tuple[str, ...]]] = {"depth": DEPTHS, "mode": MODES}
    state_type = Position
    move_type: ClassVar[Any] = m.AnyMove

    def __init__(self, edition: Edition, rulebook: Rulebook) -> None:
        super().__init__(edition, rulebook)
        self.box = box_of(edition)
        self.language = Language(self.box, edition)

    def setup(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> Position:
        """Return the position before anything is laid out.

        Args:
            seats: in seating order, clockwise.
            options: house rules; `depth` (light, full) and `mode` (beginner, standard, competition).
        """
        if not self.seats_min <= len(seats) <= self.seats_max:
            raise CompanionError(f"Shadowgate is for two to four players, not {len(seats)}.")
        depth = _word(options, "depth", DEPTHS, "full")
        mode = _word(options, "mode", MODES, "standard")
        state = Position(
            tuple(Player(seat.handle, seat.name) for seat in seats),
            _house_rules(options),
            depth,
            mode,
            _decks(self.box, mode),
            (Space(),) * self.box.spaces,
            due=_asked(self.box, [seat.handle for seat in seats], depth, mode),
        )
        return settle(self.box, _lying(state) if depth == "light" else state)

    def may_join(self, state: Position) -> Verdict:
        """Say whether somebody may join: at the end of a round, up to four (shadowgate.setup.latecomer)."""
        return may_join(state, self.seats_max)

    def joined(self, state: Position, seat: Seat) -> Position:
        """Return the position with one more seat, whose mat and items are asked (shadowgate.setup.latecomer)."""
        return settle(self.box, joined(state, seat))

    def actor(self, state: Position) -> Actor:
        """Return who drives the game on."""
        return offered.actor(self.box, state)

    def legal(self, state: Position) -> Iterator[Move]:
        """Yield the actor's moves. Rolls and cards that are not told stand among them as `?` or as made and failed."""
        return offered.legal(self.box, state)

    def asides(self, state: Position) -> Iterator[Move]:
        """Yield early parts of the setup, rolls that are not needed, giving up, and abilities without a limit."""
        return offered.asides(self.box, state)

    def check(self, state: Position, move: Move) -> Verdict:
        """Say whether the move may be made."""
        return check(self.box, state, move)

    def apply(self, state: Position, move: Move) -> Position:
        """Return the position after the move."""
        return apply(self.box, state, move)

    def force(self, state: Position, move: Move) -> Position | None:
        """Carry out a refused move that did happen, where the table makes sense of it."""
        if state.ended or (state.step == "setup" and not _dealt(state, move)):
            return None
        try:
            return apply(self.box, state, move)
        except (CompanionError, LookupError, ValueError, AssertionError):
            return None

    def chances(self, state: Position) -> Distribution[Move]:
        """Return the law of what the table sees next."""
        if self.actor(state) != TABLE:
            raise CompanionError("Nothing is about to be revealed.")
        return offered.chances(self.box, state)

    def score(self, state: Position) -> tuple[ScoreSheet, ...]:
        """Return one sheet a seat, in seating order."""
        return scoring.score(state)

    def outcome(self, state: Position) -> Outcome | None:
        """Return why the game ended and who won."""
        return scoring.outcome(state)

    def problems(self, state: Position) -> tuple[Problem, ...]:
        """Return what is impossible or missed in the position."""
        return scoring.problems(state)

    def view(self, state: Position, viewer: str) -> Position:
        """Return what a seat may see: all but the Puzzle items in the Inventories of others, which lie face down."""
        deck = state.deck("puzzle")
        unseen, players = deck.unseen, []
        for player in state.players:
            if player.handle != viewer:
                for card in player.inventory:
                    hidden = isinstance(card, PuzzleCard) and card.known
                    unseen = unseen.add(card) if hidden else unseen
                bag = tuple(PuzzleCard() if isinstance(card, PuzzleCard) else card for card in player.inventory)
                player = replace(player, inventory=bag)
            players.append(player)
        # The order in which unseen cards are kept would tell which of them lie face down somewhere.
        kept = unseen.ordered()
        return replace(state.with_deck("puzzle", replace(deck, unseen=kept)), players=tuple(players))

    def face_down(self, state: Position, viewer: str) -> tuple[str, ...]:
        """Return how the Puzzle items in the Inventories of others are written (shadowgate.items.face-down)."""
        others = (player for player in state.players if player.handle != viewer)
        cards = (card for player in others for card in player.inventory)
        return tuple(self.language.after(card) for card in cards if isinstance(card, PuzzleCard) and card.known)

    def prompt(self, state: Position, viewer: str = "") -> Prompt:
        """Return the one sentence and the likeliest next step."""
        return telling.prompt(self.box, state, viewer)

    def questions(self, state: Position) -> tuple[Question, ...]:
        """Return the probability questions that make sense now."""
        from companion.games.shadowgate import odds

        return odds.questions(self, state)

    def answer(self, state: Position, question: Question) -> Odds:
        """Answer one of them, exactly."""
        from companion.games.shadowgate import odds

        return odds.answer(self, state, question)

    def advise(self, state: Position, seat: str, top: int, seconds: float, seed: int) -> Any:
        """Return the best next steps for a seat, best first; see `advice.advise`."""
        from companion.games.shadowgate import advice

        return advice.advise(self, state, seat, top, seconds, seed)

    def evaluate(self, state: Position, seat: str) -> float:
        """Return about how many points a seat will be ahead, by a rule of thumb."""
        return policies.evaluate(self.box, state, seat)

    def policy(self, name: str) -> Policy:
        """Return a named policy: "random" or "greedy"."""
        return policies.policy(name)

    def parse(self, text: str, state: Position) -> Move:
        """Read one step of table shorthand."""
        return shorthand.parse(text, state, self.language)

    def spell(self, move: Move, state: Position) -> str:
        """Return the move in normal form."""
        return spelling.spell(move, state, self.language)

    def describe(self, move: Move, state: Position) -> str:
        """Return the move as a sentence for the log."""
        return telling.describe(self.box, move, state)

    def learns(self, state: Position, move: Move) -> tuple[Card | Die, ...]:
        """Return the card that this move tells in full and this box did not know; or a die whose faces it tells."""
        if isinstance(move, m.Faces):
            die = Die(move.colour, faces=move.faces)
            known = any(isinstance(card, Die) and card.fits(die) and card.faces for card in self.edition.cards)
            return () if known else (die,)
        card = getattr(move, "card", None)
        told = isinstance(move, m.Deal | m.Draw | m.Djinn | m.Energy | m.Boss | m.Name | m.Get)
        if not told or card is None or not card.known or card in self.box.decks[deck_of(card)]:
            return ()
        return (card,)

    def with_cards(self, cards: Sequence[Card | Die]) -> Shadowgate:
        """Return the same rules bound to this box with cards learned in play."""
        return Shadowgate(self.edition.learn(cards), self.rulebook)

    def tokens(self, state: Position) -> tuple[str, ...]:
        """Return the untold things: "quest.2", places on mats ("bo.3", "bo.slot1"), heaps and the riddle."""
        return offered.tellable(state)

    def tell(self, state: Position, token: str, text: str) -> Move:
        """Return the move that says what an untold thing is."""
        place = token.strip().lower()
        try:
            card_at(state, place)
        except LookupError:
            raise UnreadableError(token, "a place where a card lies: quest.2, bo.3, bo.slot1, bo.done2") from None
        return self.parse(f"is {place} {text}", state)

    def retell(
        self, history: Sequence[tuple[Any, Move]], state: Position, token: str, text: str
    ) -> tuple[int, Move] | None:
        """Find what told, wrongly, the card that lies at a place now, and say what should have been told."""
        right = self.tell(state, token, text)
        assert isinstance(right, m.Name)
        return retell(history, state, token, right.card)

    def progress(self, state: Position) -> str:
        """Return how far the game is."""
        if state.ended:
            return "over"
        if state.step == "setup":
            return "setting up"
        if state.final:
            return f"boss at {state.life}"
        return f"round {state.round}, torch {state.torch}"

    def text(self, state: Position) -> str:
        """Return a position as text, as `painting.paint` reads it."""
        from companion.games.shadowgate.painting import spell

        return spell(self, state)


GAME = Shadowgate


def _decks(box: Box, mode: str) -> tuple[Deck, ...]:
    """Return the decks after the setup; in Beginner Mode only the starred boss (shadowgate.modes.beginner)."""
    decks = [Deck(len(box.decks[name]), box.decks[name]) for name in DECKS]
    if mode == "beginner":
        bosses = box.decks["boss"]
        star = next(card for card in bosses.kinds() if getattr(card, "name", "") == BOSSES[0])
        unseen = bosses.remove(star) if star.known else bosses
        decks[DECKS.index("boss")] = Deck(1, unseen, (star,))
    return tuple(decks)


def _asked(box: Box, handles: Sequence[str], depth: str, mode: str) -> tuple[str, ...]:
    """Return what the setup asks, in its order (shadowgate.setup.order)."""
    people = [f"character {handle}" for handle in handles]
    if depth == "light":
        return (*people, "first")
    quests = [f"quest {n} {QUEST_DECKS[0]}" for n in range(1, box.spaces + 1)]
    dealt = 0 if mode == "competition" else STARTING_ITEMS
    items = [f"item {handle}" for handle in handles for _ in range(dealt)]
    riddle = ["riddle"] if box.board.riddles == "always" else []
    return (*people, *quests, *items, *riddle, "first")


def _lying(state: Position) -> Position:
    """Lay untold quests on every space: where little is followed they are told when somebody asks for their odds."""
    deck = state.deck(QUEST_DECKS[0])
    card = blank(QUEST_DECKS[0])
    assert is_blank(card)
    state = state.with_deck(QUEST_DECKS[0], replace(deck, down=deck.down - len(state.spaces)))
    return replace(state, spaces=tuple(Space(card) for _ in state.spaces))  # type: ignore[arg-type]


def _word(options: Mapping[str, Any], name: str, known: Sequence[str], usual: str) -> str:
    value = options.get(name, usual)
    if value not in known:
        raise CompanionError(f"`{name}` is {', '.join(known)}, not {value!r}.")
    return str(value)


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


def _dealt(state: Position, move: Move) -> bool:
    """Say whether a move tells the card that the setup asks for."""
    if isinstance(move, m.Deal):
        return state.token[:2] == ["quest", str(move.space)]
    return isinstance(move, m.Draw) and state.token[:1] == [deck_of(move.card)]
