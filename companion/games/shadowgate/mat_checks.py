"""May this be done with a mat? Equipping, items and abilities, riddles, trades."""

from __future__ import annotations

from typing import Any

from companion.engine.game import YES, Move, Verdict
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.box import Box
from companion.games.shadowgate.cards import (
    ItemCard,
    PuzzleCard,
    StaffCard,
)
from companion.games.shadowgate.costs import is_general, shows
from companion.games.shadowgate.judging import (
    Judged,
    acting,
    among,
    doubt,
    in_phase,
    mats_followed,
    name_of,
    no,
)
from companion.games.shadowgate.phases import ability_of, key_of, playing
from companion.games.shadowgate.scoring import title
from companion.games.shadowgate.state import (
    ACTION,
    EQUIP,
    RESOLVE,
    SLOTS,
    UNEQUIP,
    Gear,
    Player,
    Position,
)
from companion.games.shadowgate.vocabulary import SLOT_TYPES, TRAITS, Ability


def _equipping(state: Position, move: Move, latest: str) -> Judged:
    yield from acting(state, move)
    yield mats_followed(state)
    late = "Cards come off before others go on." if state.phase == EQUIP else "The Equip Phase of this turn is over."
    yield in_phase(state, latest, late, "equip.out-first" if state.phase == EQUIP else "turn.phases")


def _unequip(box: Box, state: Position, move: m.Unequip) -> Judged:
    yield from _equipping(state, move, UNEQUIP)
    yield among(state, state.player(state.active).equipped, move.card) or no(
        "That card is not equipped.", "equip.out-first"
    )


def _equip(box: Box, state: Position, move: m.Equip) -> Judged:
    yield from _equipping(state, move, EQUIP)
    player = state.player(state.active)
    yield among(state, player.inventory, move.card) or no("That card is not in the Inventory.", "equip.from-inventory")
    if not 1 <= move.slot <= SLOTS:
        yield no(f"A mat has {SLOTS} slots.", "components.mats")
        return
    yield fits_slot(box, state, player, move.card, move.slot)


def fits_slot(box: Box, state: Position, player: Player, card: Gear, slot: int) -> Verdict:
    """Say whether a card may go to a slot (1 to 4) of a mat."""
    there = player.slots[slot - 1]
    shared = isinstance(card, StaffCard) and there and all(isinstance(other, StaffCard) for other in there)
    if there and not shared:
        return no("That slot is taken; only Staff items share one.", "equip.empty-slot", "equip.staff-share")
    if isinstance(card, PuzzleCard):
        return no("Puzzle items are not equipped.", "items.puzzle")
    kind = box.slots(player)[slot - 1]
    symbols = types_of(card)
    if symbols is not None and not any(symbol in SLOT_TYPES for symbol in symbols):
        if kind == "any" and not state.rules.general_from_inventory:
            return YES
        return no("A General item works from the Inventory; it is not equipped.", "items.general")
    if kind is None or symbols is None:
        return doubt("What fits that slot is not told; taking your word.", "the type of the card and of the slot")
    if kind == "any" or kind in symbols:
        return YES
    return no(f"That slot is for {kind} items.", "equip.match")


def types_of(card: Gear) -> tuple[str, ...] | None:
    """Return the types of a card, None where they are not told."""
    if isinstance(card, StaffCard):
        return ("relic",)
    return card.types if isinstance(card, ItemCard) else ()


def _flip(box: Box, state: Position, move: m.Flip) -> Judged:
    yield from _equipping(state, move, EQUIP)
    player = state.player(state.active)
    if player.full:
        yield no("The token shows its fully equipped side already, and stays so.", "full.stays")
    if not player.filled:
        yield no("Not every slot of the mat is full.", "full.when")


def _use(box: Box, state: Position, move: m.Use) -> Judged:
    yield from acting(state, move)
    yield mats_followed(state)
    player = state.player(state.active)
    yield _usable(state, player, move.card)
    does = ability_of(move.card)
    yield _ready(state, player, does, key_of(move.card), copies(player, move.card))
    yield _chosen(does, move.trait)


def copies(player: Player, card: Gear) -> int:
    """Return how many cards of that name lie on a mat."""
    return sum(key_of(other) == key_of(card) for other in (*player.inventory, *player.equipped)) or 1


def _usable(state: Position, player: Player, card: Gear) -> Verdict:
    """Say whether a card lies where it may be used from (shadowgate.action.items, shadowgate.resolve.items)."""
    if isinstance(card, PuzzleCard):
        return no("Puzzle items are for Puzzle quests; they are not used.", "items.puzzle")
    bag, worn = among(state, player.inventory, card), among(state, player.equipped, card)
    if bag is None and worn is None:
        return no(f"{player.name} does not have that card.", "action.items")
    general = is_general(card)
    if playing(state) == RESOLVE and bag is None:
        return no("After the Quest Phase only cards of the Inventory are used.", "resolve.items")
    if general is False and (worn is None or playing(state) == RESOLVE):
        reason = "That card works only while equipped, in the Action Phase."
        return no(reason, "items.equipped", "resolve.items")
    return (bag if general else worn) or bag or worn or YES


def _ready(state: Position, player: Player, does: Ability, key: str, number: int = 1) -> Verdict:
    """Say whether an ability may be used now (shadowgate.abilities.limit)."""
    if not does.effects:
        return no("There is nothing to use on it.", "action.items")
    if does.when in ("always", "start"):
        return no("That works by itself.", "abilities.limit")
    if does.when == "turn" and state.used.count(key) >= number:
        return no("That is used once a turn, and has been.", "abilities.limit")
    if does.when == "game" and player.spent.count(key) >= number:
        return no("That is used once a game, and has been.", "abilities.limit")
    return YES


def needs_trait(does: Ability) -> bool:
    """Say whether an ability boosts a trait of one's choice."""
    return any(step.verb == "boost" and step.what == "trait" for step in does.effects)


def _chosen(does: Ability, trait: str) -> Verdict:
    if needs_trait(does) != bool(trait) or (trait and trait not in TRAITS):
        if needs_trait(does):
            return no(f"Say which trait it boosts: {', '.join(TRAITS)}.", "abilities.choice")
        return no("It leaves no choice of a trait.", "abilities.choice")
    return YES


def _ability(box: Box, state: Position, move: m.Ability) -> Judged:
    yield from acting(state, move)
    yield mats_followed(state)
    yield in_phase(state, ACTION, "Abilities are used in the Action Phase, before the quest.", "abilities.when")
    player = state.player(state.active)
    if move.full and not player.full:
        yield no("That ability needs the fully equipped side of the token.", "full.ability")
    does = box.ability(player, move.full)
    if does is None:
        yield doubt("The character is not told; taking your word.", f"{player.name}'s character")
        return
    yield _ready(state, player, does, "full" if move.full else "ability")
    yield _chosen(does, move.trait)


def _answer(box: Box, state: Position, move: m.Answer) -> Judged:
    yield from acting(state, move)
    yield mats_followed(state)
    player = state.player(state.active)
    if state.riddle is None:
        if box.board.riddles is None:
            yield doubt("No riddle is told; taking your word.", "the riddle")
        else:
            yield no("No riddle lies face up.", "riddles.face-up")
    if move.card is None:
        if not player.deaths:
            yield no(f"{player.name} has no Death card.", "riddles.death")
    else:
        found = among(state, (*player.inventory, *player.equipped), move.card)
        yield found or no(f"{player.name} does not have that card.", "riddles.card")
    if state.riddle is not None:
        yield answers(state.riddle.answer, move.card)


def answers(answer: str | None, card: Gear | None) -> Verdict:
    """Say whether a card is what a riddle asks for; None is a Death card."""
    if answer is None:
        return doubt("What the riddle asks for is not told; taking your word.", "the answer of the riddle")
    wrong = no(f"The riddle asks for {title(answer)}.", "riddles.card")
    if card is None or answer == "death":
        return YES if card is None and answer == "death" else wrong
    if answer == "puzzle":
        return YES if isinstance(card, PuzzleCard) else wrong
    if card.name == answer:
        return YES
    fits = shows(card, answer)
    if fits or (fits is None and card.name is None):
        return YES if fits else doubt("That card is not told; taking your word.", "what the card shows")
    return wrong


def _trade(box: Box, state: Position, move: m.Trade) -> Judged:
    yield from acting(state, move)
    yield mats_followed(state)
    me = state.player(state.active)
    if state.traded:
        yield no(f"One trade a turn, and {me.name} has had it.", "trade.once")
    if move.seat == me.handle or state.player(move.seat).out:
        yield no("Trade with another player who is still in the game.", "trade.other")
    mine, theirs = among(state, me.inventory, move.card), among(state, state.player(move.seat).inventory, move.other)
    yield mine or no(f"{me.name} does not have that card in the Inventory.", "trade.inventory")
    yield theirs or no(f"{name_of(state, move.seat)} does not have that card in the Inventory.", "trade.inventory")


CHECKS: dict[type[Move], Any] = {
    m.Unequip: _unequip,
    m.Equip: _equip,
    m.Flip: _flip,
    m.Use: _use,
    m.Ability: _ability,
    m.Answer: _answer,
    m.Trade: _trade,
}
"""What has to hold for each kind of move."""
