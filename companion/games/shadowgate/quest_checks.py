"""May this be done with a quest or against the boss? Cycling, attempts, payments, bonus, attacks, choices."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.engine.game import YES, Move, Verdict
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.box import Box, kinds, supply
from companion.games.shadowgate.cards import (
    PuzzleCard,
    QuestCard,
    quest_cost,
)
from companion.games.shadowgate.costs import Payment, shows, sorted_cards, stage
from companion.games.shadowgate.decks import best_match
from companion.games.shadowgate.judging import (
    Judged,
    acting,
    advice,
    among,
    doubt,
    in_phase,
    locked,
    mats_followed,
    name_of,
    no,
    no_event,
    questing,
    there,
)
from companion.games.shadowgate.state import (
    CYCLED,
    Gear,
    Player,
    Position,
)
from companion.games.shadowgate.vocabulary import TRAITS


def _cycle(box: Box, state: Position, move: m.Cycle) -> Judged:
    yield from questing(state, move)
    late = "Cycle first, then attempt; not after, and twice at most."
    yield in_phase(state, CYCLED, late, "quest-phase.order", "quest-phase.two-things")
    yield there(state, move.space)
    if state.extra:
        yield no("No quest is revealed any more, so none can be cycled.", "final.no-reveals")
    if move.deck not in state.opened:
        yield locked(move.deck)
        return
    card = state.quest(move.space)
    if not state.deck(move.deck).down and (card is None or card.deck != move.deck):
        yield no(f"Deck {move.deck} is empty.", "cycle.draw")


def _refill(box: Box, state: Position, move: m.Refill) -> Judged:
    if (state.token or [""])[0] != "refill":
        yield no("No empty space waits for a deck.", "end-phase.refill")
    if move.deck not in state.opened:
        yield locked(move.deck)
    elif not state.deck(move.deck).down:
        yield no(f"Deck {move.deck} is empty.", "decks.empty")


def _attempt(box: Box, state: Position, move: m.Attempt) -> Judged:
    yield from questing(state, move)
    yield in_phase(state, CYCLED, "One attempt a turn, and the Quest Phase is over.", "quest-phase.two-things")
    yield there(state, move.space)
    yield no_event(state, move.space)
    card = state.quest(move.space)
    assert card is not None
    yield from _warned(box, state, card)


def _warned(box: Box, state: Position, card: QuestCard) -> Judged:
    """A careful friend's word: a failure would light the skull (shadowgate.torch.skull)."""
    if card.torch and 0 < state.torch <= card.torch and card.kind != "event":
        yield advice("A failure would light the skull: a Death for everybody.", "torch.skull", "failure.torch")


def _attempting(state: Position) -> Verdict:
    if state.attempt and not state.due:
        return YES
    return no("No quest is being attempted.", "quest-phase.attempt")


def _pay(box: Box, state: Position, move: m.Pay) -> Judged:
    yield _attempting(state)
    yield mats_followed(state)
    at = stage(box, state)
    paid = Payment(sorted_cards(move.cards), move.tokens)
    if paid in at.payments:
        return
    yield _payable(box, state, paid)


def _payable(box: Box, state: Position, paid: Payment) -> Verdict:
    """Say whether a payment is possible, if untold cards are those that are paid now."""
    player = state.player(state.active)
    if all(among(state, (*player.equipped, *player.inventory), card) for card in paid.cards):
        told = state.with_player(_told(player, paid.cards))
        if paid in stage(box, told).payments:
            return doubt("Not every card paid was told before; taking your word.", "what was paid")
    card = state.quest(state.attempt)
    where = "Pay from equipped cards; puzzle cards from the Inventory."
    needs = [need for way in quest_cost(card) for need in way] if card is not None else []
    clause = "cost.equipped" if any(need.kind == "item" for need in needs) else "cost.discard"
    return no(where if paid.cards else "That does not meet the cost.", clause)


def _told(player: Player, cards: tuple[Gear, ...]) -> Player:
    """Return a mat on which these cards are told."""
    for card in cards:
        if card in (*player.equipped, *player.inventory):
            continue
        bag = best_match(player.inventory, card)
        slots = tuple(_swapped(there, best_match(there, card), card) for there in player.slots)
        if slots == player.slots:
            player = replace(player, inventory=_swapped(player.inventory, bag, card))
        else:
            player = replace(player, slots=slots)
    return player


def _swapped(cards: tuple[Gear, ...], old: Gear | None, new: Gear) -> tuple[Gear, ...]:
    if old is None:
        return cards
    at = cards.index(old)
    return (*cards[:at], new, *cards[at + 1 :])


def _give_up(box: Box, state: Position, move: m.GiveUp) -> Judged:
    yield _attempting(state)


def _bonus(box: Box, state: Position, move: m.Bonus) -> Judged:
    yield from acting(state, move)
    if not state.bonus:
        yield no("No Quest Bonus is open: it is paid right after the quest.", "bonus.at-once")
        return
    player = state.player(state.active)
    if isinstance(move.card, PuzzleCard):
        yield no("Only Item cards are put away for a Quest Bonus.", "bonus.items-only")
    found = among(state, (*player.equipped, *player.inventory), move.card)
    yield found or no(f"{player.name} does not have that card.", "bonus.where")
    fits = [shows(move.card, symbol) for symbol in state.bonus]
    if not any(fits):
        if None in fits:
            yield doubt("What that card shows is not told; taking your word.", "what the card shows")
        else:
            yield no(f"The bonus is for {' or '.join(dict.fromkeys(state.bonus))}.", "bonus.symbol")


def _attack(box: Box, state: Position, move: m.Attack) -> Judged:
    yield from acting(state, move)
    if not state.final:
        yield no("There is no boss to attack yet.", "attack.phase")
    yield in_phase(state, CYCLED, "One attack a turn, and it has been made or passed.", "attack.optional")
    if move.trait not in TRAITS:
        yield no(f"Attack with {', '.join(TRAITS)}.", "attack.score")


def _tokens(box: Box, state: Position, move: m.Tokens) -> Judged:
    word, *rest = state.token or [""]
    if word != "tokens":
        yield no("No tokens are to be chosen now.", "rewards.tokens")
        return
    _, number, choice = rest
    if not move.tokens:
        return
    if len(move.tokens) != int(number) or any(token not in kinds(choice) for token in move.tokens):
        yield no(f"Choose {number} of {', '.join(kinds(choice))}.", "rewards.tokens")
        return
    for token in set(move.tokens):
        if move.tokens.count(token) > supply(state, token):
            yield no(f"The board has {supply(state, token)} {token} tokens left.", "tokens.limited")


def _uncurse(box: Box, state: Position, move: m.Uncurse) -> Judged:
    word, *rest = state.token or [""]
    if word != "uncurse":
        yield no("No curse is lifted now.", "curses.lift")
        return
    if move.trait not in TRAITS or not state.player(rest[0]).curses[TRAITS.index(move.trait)]:
        yield no(f"{name_of(state, rest[0])} has no such curse.", "curses.lift")


def _done(box: Box, state: Position, move: m.Done) -> Judged:
    yield from acting(state, move)


CHECKS: dict[type[Move], Any] = {
    m.Cycle: _cycle,
    m.Refill: _refill,
    m.Attempt: _attempt,
    m.Pay: _pay,
    m.GiveUp: _give_up,
    m.Bonus: _bonus,
    m.Attack: _attack,
    m.Tokens: _tokens,
    m.Uncurse: _uncurse,
    m.Done: _done,
}
"""What has to hold for each kind of move."""
