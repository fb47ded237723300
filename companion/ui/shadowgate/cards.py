"""Cards picked by their names: what a place, or what is turned up next, may be, as a list on the board."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.errors import CompanionError
from companion.games.shadowgate.cards import ItemCard, QuestCard
from companion.games.shadowgate.decks import deck_of, may_be, next_kinds
from companion.games.shadowgate.mats import card_at
from companion.games.shadowgate.rules import Shadowgate
from companion.games.shadowgate.scoring import title
from companion.games.shadowgate.state import Card, Position
from companion.games.shadowgate.telling import card_name
from companion.games.shadowgate.vocabulary import CATEGORIES
from companion.ui.boards.shadowgate_list import Choice, Entry
from companion.ui.boards.shadowgate_look import TYPE_COLOURS
from companion.ui.shadowgate.picture import symbols_of, type_of

REVEALS = ("quest", "item", "puzzle", "staff", "riddle", "energy", "spoil", "boss")
"""What is turned up and told by its name."""
TABS = (("weapon", "Weapon"), ("relic", "Relic"), ("magic", "Magic"), ("general", "General"), ("wild", "Wild"))
"""The parts of the list of items, always in the same place."""


def due_deck(state: Position) -> str:
    """Return the deck whose next card is told now; empty where none is."""
    word, *rest = state.token or [""]
    if word not in REVEALS:
        return ""
    return rest[1] if word == "quest" else "energy" if word == "spoil" else word


def due_text(state: Position, card: str) -> str:
    """Return the move that tells the next card.

    Args:
        state: the position.
        card: the card as text, "?" for one that nobody saw.
    """
    word, *rest = state.token
    return f"quest {rest[0]} {card}" if word == "quest" else f"{'energy' if word == 'spoil' else word} {card}"


def coming(game: Shadowgate, state: Position) -> list[Card]:
    """Return the known cards that may be turned up next, in the order of the box."""
    deck = due_deck(state)
    if not deck:
        return []
    try:
        kinds = list(next_kinds(state, deck))
    except CompanionError:
        return []
    return _in_order(game, (card for card in kinds if card.known))


def candidates(game: Shadowgate, state: Position, place: str) -> list[Card]:
    """Return the known cards that may lie at a place, in the order of the box."""
    try:
        old = card_at(state, place)
    except LookupError:
        return []
    kinds = state.deck(deck_of(old)).unseen.kinds()
    return _in_order(game, (card for card in kinds if card.known and (old.known or may_be(old, card))))


def _in_order(game: Shadowgate, cards: Iterable[Card]) -> list[Card]:
    order = {card: n for n, card in reversed(list(enumerate(game.edition.cards)))}
    return sorted(dict.fromkeys(cards), key=lambda card: order.get(card, len(order)))


def tab_of(card: Card) -> str:
    """Return the part of the list of items in which a card stands."""
    return type_of(card) if isinstance(card, ItemCard) else ""


def choice_of(game: Shadowgate, cards: list[Card], asked: str, tab: str, vague: bool = False) -> Choice:
    """Return a list of cards to pick from; items have a part for each type.

    Args:
        game: the game with its box.
        cards: what it may be.
        asked: what is asked.
        tab: the part that is shown; empty for the first one.
        vague: whether an item of which only its type is seen may be told, too.
    """
    if cards and all(isinstance(card, ItemCard) for card in cards):
        there = {tab_of(card) for card in cards}
        tabs = tuple((name, label) for name, label in TABS if name in there)
        shown = tab if tab in there else tabs[0][0]
        entries = tuple(_entry(game, card) for card in cards if tab_of(card) == shown)
        return Choice(title=asked, entries=entries, tabs=tabs, tab=shown)
    entries = tuple(_entry(game, card) for card in cards)
    return Choice(title=asked, entries=entries or (_vague() if vague else ()))


def _vague() -> tuple[Entry, ...]:
    """Return items of which only type and category are told."""
    named = tuple(
        Entry(f"item/types:{kind}/categories:{name}", title(name), kind, TYPE_COLOURS[kind])
        for name, kind in CATEGORIES.items()
        if name != "staff"
    )
    return (
        *named,
        Entry("item/types:general/categories:", "General", "stays in the Inventory", TYPE_COLOURS["general"]),
    )


def _entry(game: Shadowgate, card: Card) -> Entry:
    text = game.language.card(card)
    if isinstance(card, QuestCard):
        event = card.kind == "event"
        what = "event" if event else (card.cost or "")
        sub = " · ".join(filter(None, (what, "" if event else f"{card.xp} XP")))
        return Entry(text, card_name(card), sub)
    sub = " ".join(filter(None, (symbols_of(card) if not isinstance(card, QuestCard) else "", _points(card))))  # type: ignore[arg-type]
    colour = TYPE_COLOURS.get(type_of(card), "") if deck_of(card) in ("item", "staff", "puzzle") else ""  # type: ignore[arg-type]
    return Entry(text, card_name(card), sub, colour)


def _points(card: Card) -> str:
    return f"{card.xp} XP" if card.xp is not None else ""


def asked_words(state: Position, deck: str) -> str:
    """Return what is asked when a card of a deck is turned up."""
    word, *rest = state.token
    if word == "quest":
        return f"New quest on space {rest[0]}, deck {rest[1]}: which?"
    if word in ("item", "puzzle", "staff"):
        name = state.player(rest[0]).name
        what = {"item": "an item", "puzzle": "a Puzzle item", "staff": "a Staff item"}[word]
        return f"{name} draws {what}: which?"
    return {"riddle": "Which riddle is turned up?", "boss": "Which boss?"}.get(word, "Which Energy card?")
