"""Phases of a turn: entering one, and which one a use belongs to; what a card does when it is used."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.shadowgate.cards import ItemCard, StaffCard
from companion.games.shadowgate.mats import UNTOLD
from companion.games.shadowgate.state import (
    ACTION,
    EQUIP,
    PHASES,
    RESOLVE,
    Gear,
    Position,
)
from companion.games.shadowgate.vocabulary import Ability, ability


def reach(state: Position, phase: str) -> Position:
    """Enter a phase, closing those before it; who has filled every slot is fully equipped (shadowgate.full.when)."""
    if PHASES.index(state.phase) >= PHASES.index(phase):
        return state
    leaving = PHASES.index(state.phase) <= PHASES.index(EQUIP) < PHASES.index(phase)
    player = state.player(state.active)
    if leaving and state.full and player.filled and not player.full:
        state = state.with_player(replace(player, full=True))
    return replace(state, phase=phase)


def playing(state: Position) -> str:
    """Return the phase in which an item, a riddle or a trade is entered: Action while it is open, else Resolve."""
    return ACTION if PHASES.index(state.phase) <= PHASES.index(ACTION) else RESOLVE


def ability_of(card: Gear) -> Ability:
    """Return what a card does when it is used."""
    return ability(card.ability) if isinstance(card, ItemCard | StaffCard) else Ability("turn", ())


def key_of(card: Gear) -> str:
    """Return the word by which a used card is remembered."""
    return f"card {card.name or UNTOLD}"
