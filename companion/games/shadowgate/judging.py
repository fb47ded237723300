"""Saying yes, no or cannot tell; and what has to hold for many kinds of moves in Shadowgate."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.game import YES, Move, Verdict, cannot_tell
from companion.engine.game import no as refuse
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.decks import available, best_match, deck_of, is_blank, law, may_be
from companion.games.shadowgate.state import (
    PHASES,
    Card,
    Gear,
    Position,
)

Judged = Iterator[Verdict]
"""What has to hold for a move, in order; later conditions may rest on the earlier ones."""


def no(reason: str, *clauses: str) -> Verdict:
    """Build a refusal; clauses are named without the name of the game."""
    return refuse(reason, *(f"shadowgate.{clause}" for clause in clauses))


def doubt(reason: str, *needs: str) -> Verdict:
    """Build the third verdict."""
    return cannot_tell(reason, needs=needs)


def advice(reason: str, *clauses: str) -> Verdict:
    """Build a yes with a word of caution."""
    return Verdict(True, reason, tuple(f"shadowgate.{clause}" for clause in clauses))


def decided(move: Move) -> bool:
    """Say whether somebody decides a move, so that it matters who."""
    return not move.observation and not isinstance(move, _REVEALS)


def understood(state: Position) -> str:
    """Return the seat that decides now, and that a move without a name is of."""
    word, *rest = state.token or [""]
    return rest[0] if word in ("tokens", "uncurse") else state.active


_REVEALS = (m.Assign, m.First, m.Deal, m.Draw, m.Djinn, m.Energy, m.Boss, m.Roll, m.Red)


def name_of(state: Position, seat: str) -> str:
    """Return the name of a seat."""
    return state.player(seat).name if seat else "Nobody"


def running(state: Position) -> Verdict:
    """Say whether the setup is over and the game is not."""
    if state.ended:
        return no("The game is over.", "end.over")
    if state.step == "setup":
        return no("First the setup: tell what lies on the table.", "setup.order")
    return YES


def not_over(state: Position) -> Verdict:
    """Say whether the game goes on."""
    return no("The game is over.", "end.over") if state.ended else YES


def mats_followed(state: Position) -> Verdict:
    """Say whether mats and items are followed."""
    if state.full:
        return YES
    return no("Mats and items are not followed now; say `full` to follow them.", "turn.phases")


_WAITS = {
    "quest": "tell the new quest",
    "refill": "say from which deck the empty space is filled",
    "item": "tell the item that was drawn",
    "puzzle": "tell the Puzzle item that was drawn, or `draw ?`",
    "staff": "tell the Staff item that was drawn",
    "riddle": "turn up the next riddle",
    "tokens": "choose the tokens",
    "curse": "roll the red die for the curse",
    "uncurse": "choose the curse that goes",
    "red": "roll the red die for the torch",
    "boss": "reveal the Final Quest card",
    "energy": "turn up an Energy card",
    "spoil": "tell the further Energy card",
    "defend": "roll against the boss",
}


def settled(state: Position) -> Verdict:
    """Nothing is in the middle of being resolved."""
    if state.due:
        what = _WAITS.get(state.token[0], "settle what is due")
        return no(f"First {what}.", "turn.resolve-first")
    if state.attempt:
        return no(f"First settle the quest on space {state.attempt}: made or failed.", "quest-phase.attempt")
    if state.attack:
        return no("First roll the dice of the attack.", "attack.score")
    return YES


def in_phase(state: Position, latest: str, reason: str, *clauses: str) -> Verdict:
    """Say whether a phase can still be entered."""
    return YES if PHASES.index(state.phase) <= PHASES.index(latest) else no(reason, *clauses)


def acting(state: Position, move: Move) -> Judged:
    """A decision of the seat whose turn it is, with nothing in between."""
    yield running(state)
    yield settled(state)


def among(state: Position, cards: tuple[Gear, ...], card: Gear) -> Verdict | None:
    """Say whether a card is among others: None for no. An untold one is it only if it has not been seen elsewhere."""
    held = best_match(cards, card)
    if held is None:
        return None
    if held == card:
        return YES
    if card.known and not any(kind.fits(card) for kind in state.deck(deck_of(card)).unseen.kinds()):
        return None
    return doubt("That card is not told there; taking your word.", "which card it is")


def possible(state: Position, card: Card) -> Verdict:
    """Say whether the next card of its deck may be this one."""
    name = deck_of(card)
    if not available(state, name):
        return no(f"The {name} deck is empty.", "decks.empty")
    if is_blank(card):
        return YES
    if any(may_be(card, kind) or kind.fits(card) for kind in law(state, name)):
        return YES
    return no(none_can_be(card), "decks.one-each")


def none_can_be(card: Card) -> str:
    """Return, as a sentence, that no unseen card is what was told: it lies elsewhere, or no card of the box is that."""
    if getattr(card, "name", None):
        return f"{card} cannot come now: it lies elsewhere."
    return f"No unseen card of this box is {card}."


def locked(deck: str) -> Verdict:
    """Refuse a deck that has a lock, or that there is none of."""
    if deck == "II":
        return no("Deck II is locked until the Cavern Stairwell is revealed.", "locks.stairwell")
    if deck == "III":
        return no("Deck III is locked until the Banquet Hall is revealed.", "locks.hall")
    return no(f"There is no deck {deck}; there are I, II and III.", "components.quests")


def questing(state: Position, move: Move) -> Judged:
    """A decision of the Quest Phase."""
    yield from acting(state, move)
    if state.final:
        yield no("The Final Quest has an Attack Phase in the place of quests.", "attack.phase")


def there(state: Position, space: int) -> Verdict:
    """Say whether a card lies on a quest space."""
    if not 1 <= space <= len(state.spaces):
        return no(f"There are {len(state.spaces)} quest spaces.", "setup.active-quests")
    return YES if state.quest(space) is not None else no(f"No quest lies on space {space}.", "quest-phase.face-up")


def no_event(state: Position, space: int) -> Verdict:
    """Say whether what lies on a quest space may be attempted."""
    card = state.quest(space)
    if card is not None and card.kind == "event":
        return no("An event cannot be attempted.", "events.no-attempt")
    return YES
