"""The rules of One Deck Dungeon: setup, who acts, what may be done, what it does, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar

from companion.engine.edition import Edition
from companion.engine.errors import CompanionError, UnreadableError
from companion.engine.game import (
    NOBODY,
    PARTY,
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
    no,
)
from companion.engine.odds import Distribution, Odds, Table
from companion.engine.rulebook import Rulebook
from companion.engine.told import law
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon import options as offered
from companion.games.one_deck_dungeon import policies, scoring, shorthand, spelling, telling
from companion.games.one_deck_dungeon.catalogue import Catalogue, catalogue_of, item_of
from companion.games.one_deck_dungeon.checks import check
from companion.games.one_deck_dungeon.described import judged, taught
from companion.games.one_deck_dungeon.effects import apply
from companion.games.one_deck_dungeon.insisting import insist
from companion.games.one_deck_dungeon.kinds import FOREST, Card, EncounterCard
from companion.games.one_deck_dungeon.notation import Cards
from companion.games.one_deck_dungeon.party import potion_kinds
from companion.games.one_deck_dungeon.places import card_at, tellable
from companion.games.one_deck_dungeon.retelling import retell
from companion.games.one_deck_dungeon.state import (
    DECKS,
    DEPTHS,
    PLAYERS,
    POISON,
    REFERENCES,
    TIERS,
    UNTOLD,
    Hero,
    HouseRules,
    Position,
    patterns,
)
from companion.games.one_deck_dungeon.throws import FACES, RollLaw

HORDES = ("no", "yes")
SETTINGS = ("depth", "tier", "deck", "reference", "hordes")
"""Options that are no house rules."""


class OneDeckDungeon(Game):
    """One Deck Dungeon for one, two or four heroes, bound to the cards of one box."""

    id = "one-deck-dungeon"
    title = "One Deck Dungeon"
    rules_version = 1
    seated = "heroes"
    seats_min = 1
    seats_max = 4
    settings: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "depth": DEPTHS, "tier": TIERS, "deck": DECKS, "reference": REFERENCES, "hordes": HORDES,
    }  # fmt: skip
    state_type = Position
    move_type: ClassVar[Any] = m.AnyMove

    def __init__(self, edition: Edition, rulebook: Rulebook) -> None:
        super().__init__(edition, rulebook)
        self.cat: Catalogue = catalogue_of(edition)
        self.cards = Cards(self.cat, edition)

    def setup(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> Position:
        """Return the position before anything is drawn.

        Args:
            seats: one for each hero, in seating order; one person may play several.
            options: house rules; `depth` (light, full), `tier` (novice, standard, expert), `deck` (core, forest,
                hybrid), `reference` (the potion of the turn reference: healing, cure) and `hordes` (yes with the card).
        """
        n = len(seats)
        if n not in PLAYERS:
            raise CompanionError(f"One Deck Dungeon is for one, two or four heroes, not {n}.")
        chosen = {name: _word(options, name, words) for name, words in self.settings.items()}
        if chosen["hordes"] == "yes" and n != 4:
            raise CompanionError(f"Hordes of the Things is for four heroes, not {n}: leave `hordes` at no.")
        rules = _house_rules(options)
        deck = self.cat.deck(chosen["deck"], n == 4)
        novice = chosen["tier"] == "novice"
        return Position(
            tuple(Hero(seat.handle, seat.name) for seat in seats),
            rules,
            chosen["depth"],
            chosen["tier"],
            chosen["deck"],
            chosen["reference"],
            deck,
            len(deck),
            poison_total=_poison(chosen["deck"], n),
            level=2 if novice else 1,
            potions=(2 if novice else 1) * (2 if n == 4 else 1),
            pending=_asked(seats, chosen, rules),
            hordes=chosen["hordes"] == "yes",
        )

    def may_join(self, state: Position) -> Verdict:
        """Say that nobody may: cards, doors and dice go by the number of heroes (one-deck-dungeon.setup.latecomer)."""
        reason = "Cards, doors and dice go by the number of heroes: share a hero, or begin anew."
        return no(reason, "one-deck-dungeon.setup.latecomer")

    def actor(self, state: Position) -> Actor:
        """Return who drives the game on: the party decides together, the table turns cards up and rolls."""
        if state.ended:
            return NOBODY
        return TABLE if offered.table_sees(state) else PARTY

    def legal(self, state: Position) -> Iterator[Move]:
        """Yield the moves that drive the game on.

        Of a roll those of its first dice are named, of a settling that of the dice that lie there; telling all dice at
        once, and a settling with a placement in it, are short for several moves.
        """
        if state.ended:
            return iter(())
        if offered.table_sees(state):
            return offered.seen(self.cat, state)
        return offered.decisions(self.cat, state)

    def asides(self, state: Position) -> Iterator[Move]:
        """Yield potions, feats before a roll, and dice that are taken back."""
        return offered.asides(self.cat, state)

    def check(self, state: Position, move: Move) -> Verdict:
        """Say whether the move may be made."""
        if isinstance(move, m.Describe):
            return judged(self.edition, move.card)
        return check(self.cat, state, move)

    def apply(self, state: Position, move: Move) -> Position:
        """Return the position after the move."""
        return apply(self.cat, state, move)

    def force(self, state: Position, move: Move) -> Position | None:
        """Carry out a refused move that did happen, where the table makes sense of it."""
        dealt = isinstance(move, m.Card) and state.pending[:1] == ("xp",)
        if state.ended or (state.step == "setup" and not dealt):
            return None
        try:
            return insist(self.cat, state, move)
        except (CompanionError, LookupError, ValueError, AssertionError, TypeError):
            return None

    def automatic(self, state: Position) -> Move | None:
        """Return what plays itself: the only way to share something out, to meet what is behind a door, or to begin.

        An encounter waits where a potion may still be used before it.
        """
        if state.ended or self.actor(state) != PARTY:
            return None
        begins = state.fight is not None and not state.fight.begun
        if not (state.due or begins or state.step in ("meet", "round")):
            return None
        if begins and not state.due and self._may_skip(state):
            return None
        found = list(islice(self.legal(state), 2))
        return found[0] if len(found) == 1 else None

    def _may_skip(self, state: Position) -> bool:
        """Say whether the party has a potion for the moment before an encounter."""
        if not state.potions or state.at_boss:
            return False
        held = (self.cat.ability(name) for name in potion_kinds(self.cat, state))
        return any(ability is not None and ability.uses("before") for ability in held)

    def chances(self, state: Position) -> Distribution[Move]:
        """Return the law of what the table sees next; of a roll all its dice at once."""
        if state.ended or not offered.table_sees(state):
            raise CompanionError("Nothing is about to be revealed.")
        return _law(self, state)

    def score(self, state: Position) -> tuple[ScoreSheet, ...]:
        """Return the sheet of the party."""
        return scoring.score(self.cat, state)

    def outcome(self, state: Position) -> Outcome | None:
        """Return how the game ended: everybody wins, or nobody."""
        return scoring.outcome(state)

    def problems(self, state: Position) -> tuple[Problem, ...]:
        """Return what is impossible in the position, and what the table does by itself."""
        return scoring.problems(self.cat, state)

    def view(self, state: Position, viewer: str) -> Position:
        """Return what anybody may see: everything lies open, but for the deck."""
        return state

    def prompt(self, state: Position, viewer: str = "") -> Prompt:
        """Return the one sentence and the likeliest next step."""
        return telling.prompt(self.cat, state)

    def questions(self, state: Position) -> tuple[Question, ...]:
        """Return the probability questions that make sense now."""
        from companion.games.one_deck_dungeon import asking

        return asking.questions(self, state)

    def answer(self, state: Position, question: Question) -> Odds:
        """Answer one of them, exactly."""
        from companion.games.one_deck_dungeon import asking

        return asking.answer(self, state, question)

    def advise(self, state: Position, seat: str, top: int, seconds: float, seed: int) -> Any:
        """Return the best next steps of the party, best first; see `advice.advise`."""
        from companion.games.one_deck_dungeon import advice

        return advice.advise(self, state, seat, top, seconds, seed)

    def evaluate(self, state: Position, seat: str) -> float:
        """Return about how many marks the party will have at the end, by a rule of thumb."""
        return policies.evaluate(self.cat, state)

    def policy(self, name: str) -> Policy:
        """Return a named policy: "random", "greedy" or "advisor"."""
        return policies.policy(name)

    def parse(self, text: str, state: Position) -> Move:
        """Read one step of table shorthand."""
        return shorthand.parse(text, state, self.cards)

    def spell(self, move: Move, state: Position) -> str:
        """Return the move in normal form."""
        return spelling.spell(move, state, self.cards)

    def describe(self, move: Move, state: Position) -> str:
        """Return the move as a sentence for the log."""
        return telling.describe(self.cat, move, state)

    def learns(self, state: Position, move: Move) -> tuple[Card, ...]:
        """Return the card turned up by a name that the box does not know, or the cards that somebody describes."""
        if isinstance(move, m.Describe):
            return taught(self.edition, move.card)
        if not isinstance(move, m.Card) or not move.card.name or move.card.name in self.cat.encounters:
            return ()
        face = move.card
        item = item_of(face.item) if face.item else None
        return (EncounterCard(FOREST, telling.title(face.name), item=item, skill=_title(face.skill)),)

    def with_cards(self, cards: Sequence[Card]) -> OneDeckDungeon:
        """Return the same rules bound to this box with cards learned in play."""
        return OneDeckDungeon(self.edition.learn(cards), self.rulebook)

    def tokens(self, state: Position) -> tuple[str, ...]:
        """Return the untold cards: behind open doors ("door.1.2"), won ("ana.item.1") and turned over ("discard.3")."""
        return tellable(state)

    def tell(self, state: Position, token: str, text: str) -> Move:
        """Return the move that says what an untold card is."""
        place = token.strip().lower()
        try:
            card_at(state, place)
        except (LookupError, ValueError):
            raise UnreadableError(token, "a place where a card lies: door.1.2, discard.3, ana.item.1") from None
        return self.parse(f"is {place} {text}", state)

    def retell(
        self, history: Sequence[tuple[Any, Move]], state: Position, token: str, text: str
    ) -> tuple[int, Move] | None:
        """Find what told, wrongly, the card that lies at a place now, and say what should have been told."""
        return retell(history, state, token, self.cards.read(text))

    def progress(self, state: Position) -> str:
        """Return how far the game is."""
        if state.ended:
            return "won" if state.ended == "won" else "lost"
        if state.step == "setup":
            return "setting up"
        if state.at_boss:
            return f"boss, round {state.round}"
        return f"floor {state.floor}, turn {state.turn}"


GAME = OneDeckDungeon


def _title(name: str) -> str | None:
    return telling.title(name) if name else None


def _asked(seats: Sequence[Seat], chosen: Mapping[str, str], rules: HouseRules) -> tuple[str, ...]:
    """Return what the setup asks, in its order (one-deck-dungeon.setup.order)."""
    cards = 0 if chosen["tier"] != "standard" else 2 if len(seats) == 4 and not rules.standard_xp_cards else 1
    basic = ("basic",) if chosen["reference"] == "cure" else ()
    return (*(f"hero {seat.handle}" for seat in seats), "dungeon", *basic, *("xp",) * cards)


def _poison(deck: str, heroes: int) -> int:
    """Return the poison tokens there are: one set's with a hybrid deck (one-deck-dungeon.hybrid.tokens)."""
    if deck == "core":
        return 0
    return 2 * POISON if deck == "forest" and heroes == 4 else POISON


def _word(options: Mapping[str, Any], name: str, known: Sequence[str]) -> str:
    usual = {"depth": "full", "tier": "expert"}.get(name, known[0])
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


def _law(game: OneDeckDungeon, state: Position) -> Distribution[Move]:
    if state.step == "resist":
        return Table({m.Resist(state.resisting[0], face): 1 for face in FACES})
    if state.step == "open" or state.pending[:1] == ("xp",):
        weights: dict[Move, int] = {}
        for kind, weight in law(state.unseen, patterns(state), UNTOLD).items():
            move = m.Card(kind if kind.name else UNTOLD)
            weights[move] = weights.get(move, 0) + weight
        return Table(weights)
    if state.step == "setup":
        *named, untold = offered.seen(game.cat, state)
        return Table(dict.fromkeys(named or [untold], 1))
    assert state.fight is not None
    throw = state.fight.tasks[0].throw
    assert throw is not None
    return RollLaw(throw)
