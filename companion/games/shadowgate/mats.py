"""Where cards lie: taking them off mats, putting them down, and telling them in their place."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.shadowgate.cards import ItemCard, StaffCard
from companion.games.shadowgate.costs import is_general
from companion.games.shadowgate.decks import (
    best_match,
    blank,
    deck_of,
    merged,
    retold,
    take,
    without,
)
from companion.games.shadowgate.state import (
    Card,
    Gear,
    Player,
    Position,
    outside,
)

UNTOLD = "?"
"""What stands for something that nobody says."""


def off_slots(player: Player, card: Gear) -> tuple[Player, Gear]:
    """Take a card off the slots of a mat; return it as it lay there."""
    held = best_match(player.equipped, card)
    if held is None:
        return player, blank(deck_of(card))  # type: ignore[return-value]
    slots = list(player.slots)
    at = next(n for n, cards in enumerate(slots) if held in cards)
    slots[at] = without(slots[at], held)
    return replace(player, slots=tuple(slots)), held


def off_inventory(player: Player, card: Gear) -> tuple[Player, Gear]:
    """Take a card out of an Inventory; return it as it lay there."""
    held = best_match(player.inventory, card)
    if held is None:
        return player, blank(deck_of(card))  # type: ignore[return-value]
    return replace(player, inventory=without(player.inventory, held)), held


def told_now(state: Position, old: Card, new: Card) -> Position:
    """Note that a card which was not wholly told is told now."""
    after = merged(new, old)
    return state if old == after else retold(state, old, after)


def discarded(state: Position, card: Gear) -> Position:
    """Put a card face up on the discard space."""
    return replace(state, discard=(*state.discard, card))


def from_mat(state: Position, seat: str, card: Gear) -> tuple[Position, Gear]:
    """Take a card off a mat, out of the slots first where it lies in both; a Puzzle item and a General item out of the
    Inventory first."""
    player = state.player(seat)
    bags = [off_inventory, off_slots] if _from_bag(card) else [off_slots, off_inventory]
    if (card in player.inventory) != (card in player.equipped):
        bags = [off_inventory] if card in player.inventory else [off_slots]
    for bag in bags:
        after, held = bag(player, card)
        if after is not player:
            state = told_now(state.with_player(after), held, card)
            return state, merged(card, held)
    return state, card


def _from_bag(card: Gear) -> bool:
    return not isinstance(card, ItemCard | StaffCard) or is_general(card) is True


def got(state: Position, seat: str, card: Gear) -> Position:
    """Draw a card into an Inventory."""
    state, told = take(state, deck_of(card), card)
    player = state.player(seat)
    return state.with_player(replace(player, inventory=(*player.inventory, told)))


def won(state: Position, seat: str, card: Card) -> Position:
    """Lay a card on a Completed Quests space; in a tie-break it counts nothing (shadowgate.tie.no-points)."""
    player = state.player(seat)
    if state.tied:
        return state.with_player(replace(player, spoils=(*player.spoils, card)))
    return state.with_player(replace(player, done=(*player.done, card)))


def card_at(state: Position, place: str) -> Card:
    """Return the card at a place of `state.outside`.

    Raises:
        LookupError: nothing lies there.
    """
    for where, card in outside(state):
        if where == place:
            return card
    raise LookupError(place)


def exchanged(state: Position, place: str, old: Card, new: Card) -> Position:
    """Put a card in the place of another."""
    head, _, tail = place.partition(".")
    if head == "quest":
        return state.with_quest(int(tail), new)  # type: ignore[arg-type]
    if head in ("riddle", "energy", "boss"):
        return replace(state, **{head: new})
    if head in ("discard", "gone"):
        return replace(state, **{head: _swapped(getattr(state, head), old, new)})
    player = state.player(head)
    if tail.isdecimal():
        return state.with_player(replace(player, inventory=_swapped(player.inventory, old, new)))
    if tail.startswith("slot"):
        slots = tuple(_swapped(cards, old, new) if old in cards else cards for cards in player.slots)
        return state.with_player(replace(player, slots=slots))
    heap = "done" if tail.startswith("done") else "spoils"
    return state.with_player(replace(player, **{heap: _swapped(getattr(player, heap), old, new)}))


def _swapped(cards: tuple[Any, ...], old: Card, new: Card) -> tuple[Any, ...]:
    at = cards.index(old)
    return (*cards[:at], new, *cards[at + 1 :])
