"""The face-down decks: what may come next, taking a card, putting one under, and what untold cards may be."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from companion.engine import told as tellings
from companion.engine.odds import Table
from companion.engine.told import agree, best, clash, reveal
from companion.games.shadowgate.cards import (
    STAIRWELL,
    BossCard,
    EnergyCard,
    ItemCard,
    PuzzleCard,
    QuestCard,
    RiddleCard,
    StaffCard,
)
from companion.games.shadowgate.state import DECKS, Card, Deck, Gear, Position, outside

T = TypeVar("T", bound=Card)

_BLANKS: dict[str, Card] = {
    "item": ItemCard(),
    "puzzle": PuzzleCard(),
    "staff": StaffCard(),
    "riddle": RiddleCard(),
    "energy": EnergyCard(),
    "boss": BossCard("?"),
}
_NAMES: dict[type, str] = {type(card): name for name, card in _BLANKS.items()}


def blank(deck: str) -> Card:
    """Return the card of a deck of which nobody has said anything."""
    return _BLANKS[deck] if deck in _BLANKS else QuestCard(deck)


def deck_of(card: Card) -> str:
    """Return the deck that a card belongs to."""
    return card.deck if isinstance(card, QuestCard) else _NAMES[type(card)]


def is_blank(card: Card) -> bool:
    """Say whether nobody has said anything of a card."""
    return card == blank(deck_of(card))


def may_be(told: Card, card: Card) -> bool:
    """Say whether what was told fits a card."""
    return is_blank(told) if isinstance(told, BossCard) and told.name == "?" else told.fits(card)


def merged(one: T, other: Card) -> T:
    """Return a card with everything that two tellings of it say; the first counts where both do."""
    if type(one) is not type(other) or is_blank(other):
        return one
    if is_blank(one):
        return other
    told = {
        name: getattr(one, name) if getattr(one, name) is not None else getattr(other, name)
        for name in one.__struct_fields__
    }
    return type(one)(**told)


def retold(state: Position, old: Card, new: Card) -> Position:
    """Return the position after a card that was told as `old` is told as `new`; it stays where it lies."""
    name = deck_of(new)
    deck = state.deck(name)
    return state.with_deck(name, replace(deck, unseen=reveal(deck.unseen, old, new)))


def patterns(state: Position, name: str, but: Card | None = None) -> list[Card]:
    """Return the cards of a deck that are told in part, wherever they lie; they are still among the unseen cards.

    Args:
        state: the position.
        name: the deck.
        but: a card that is left out once.
    """
    found = [card for _, card in outside(state) if deck_of(card) == name and not card.known and not is_blank(card)]
    found += [card for card in state.deck(name).bottom if not card.known and not is_blank(card)]
    if but is not None and but in found:
        found.remove(but)
    return found


def replenished(state: Position, name: str) -> Position:
    """Return the position with the discarded items shuffled into their empty deck (shadowgate.discard.reshuffle)."""
    deck = state.deck(name)
    if name != "item" or deck.down:
        return state
    back = [card for card in state.discard if isinstance(card, ItemCard)]
    unseen = deck.unseen
    for card in back:
        unseen = unseen.add(card) if card.known else unseen
    left = tuple(card for card in state.discard if not isinstance(card, ItemCard))
    return replace(state.with_deck(name, Deck(len(back), unseen)), discard=left)


def available(state: Position, name: str) -> int:
    """Return how many cards can still be drawn from a deck, discarded items included."""
    down = state.deck(name).down
    return down or (sum(isinstance(card, ItemCard) for card in state.discard) if name == "item" else 0)


def law(state: Position, name: str) -> Table[Card]:
    """Return the law of the next card of a deck that is not empty; what was told in contradiction narrows nothing."""
    state = replenished(state, name)
    deck = state.deck(name)
    known: Card = blank(name)
    if deck.down <= len(deck.bottom):
        known = deck.bottom[0]
        if known.known:
            return Table({known: 1})
    whole = dict(tellings.law(deck.unseen, patterns(state, name, known), blank(name)).items())
    weights = {kind: weight for kind, weight in whole.items() if may_be(known, kind)} or whole
    if state.step == "setup" and name == "I":
        # The Cavern Stairwell is set aside until the first quests lie there (shadowgate.setup.stairwell).
        weights = {kind: weight for kind, weight in weights.items() if getattr(kind, "name", "") != STAIRWELL}
    return Table(weights)


def agreed(state: Position, name: str) -> None:
    """Make sure that all that was told of the cards of a deck may be true.

    Raises:
        ContradictionError: it cannot.
    """
    agree(state.deck(name).unseen, patterns(state, name))


def clashes(state: Position) -> tuple[Card, ...]:
    """Return the told cards that contradict others, or the list of the box."""
    return tuple(card for name in DECKS for card in clash(state.deck(name).unseen, patterns(state, name)))


def next_kinds(state: Position, name: str) -> list[Card]:
    """Return what the next card of a deck may be told as, "nobody says" last."""
    kinds = [kind for kind in law(state, name) if not is_blank(kind)]
    return [*kinds, blank(name)]


def take(state: Position, name: str, card: T) -> tuple[Position, T]:
    """Take the next card off a deck, told as `card`; return it with everything that is known of it."""
    state = replenished(state, name)
    deck = state.deck(name)
    known: Card = blank(name)
    if deck.bottom and deck.down <= len(deck.bottom):
        known, deck = deck.bottom[0], replace(deck, bottom=deck.bottom[1:])
    told = merged(card, known)
    deck = replace(deck, down=max(0, deck.down - 1), unseen=reveal(deck.unseen, known, told))
    return state.with_deck(name, deck), told


def put_under(state: Position, card: Card) -> Position:
    """Put a card face down under its own deck (shadowgate.cycle.bottom)."""
    name = deck_of(card)
    deck = state.deck(name)
    return state.with_deck(name, replace(deck, down=deck.down + 1, bottom=(*deck.bottom, card)))


def shuffle_in(state: Position, card: Card) -> Position:
    """Shuffle a card into its own deck."""
    name = deck_of(card)
    deck = state.deck(name)
    unseen = deck.unseen.add(card) if card.known else deck.unseen
    return state.with_deck(name, replace(deck, down=deck.down + 1, unseen=unseen))


def best_match(cards: tuple[Gear, ...], wanted: Gear) -> Gear | None:
    """Return the card that a told one is: itself, else the best-told one that it may be, else None."""
    if wanted in cards:
        return wanted
    return best((card for card in cards if not card.known and type(card) is type(wanted)), wanted)


def without(cards: tuple[T, ...], card: Card) -> tuple[T, ...]:
    """Return the cards with one copy less."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def every(state: Position) -> dict[str, int]:
    """Return how many cards of each deck lie anywhere: what a box holds, if nothing was lost."""
    counts = {name: state.deck(name).down for name in DECKS}
    for _, card in outside(state):
        counts[deck_of(card)] += 1
    return counts
