"""What checks of many kinds of move share: refusals, doubts, and what has to hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.engine.game import YES, Move, Verdict, cannot_tell, joined
from companion.engine.game import no as refuse
from companion.engine.told import possible
from companion.games.four_doors import moves as m
from companion.games.four_doors.box import Box
from companion.games.four_doors.cards import RELIC_NAMES, UNTOLD, PlayerCard
from companion.games.four_doors.effects import lying_as
from companion.games.four_doors.names import card_name, every_card
from companion.games.four_doors.people import limited, mover, seat_of
from companion.games.four_doors.state import (
    Position,
    best_match,
    patterns,
)
from companion.games.four_doors.tower import BEACON

Judged = Iterator[Verdict]
"""What has to hold for a move, in order; later conditions may rest on the earlier ones."""


def no(reason: str, *clauses: str, where: tuple[str, ...] = ()) -> Verdict:
    """Build a refusal; clauses are named without the name of the game."""
    return refuse(reason, *(f"four-doors.{clause}" for clause in clauses), where=where)


def doubt(reason: str, *needs: str) -> Verdict:
    """Build the third verdict."""
    return cannot_tell(reason, needs=needs)


def advice(reason: str, *clauses: str) -> Verdict:
    """Build a yes with a word of caution."""
    return Verdict(True, reason, tuple(f"four-doors.{clause}" for clause in clauses))


def name_of(state: Position, seat: str) -> str:
    """Return how somebody is called; nobody has a name too."""
    return state.player(seat).name if seat else "Nobody"


def must_run(state: Position) -> Verdict:
    """The game has begun and is not over."""
    if state.ended:
        return no("The game is over.", "end.over")
    if state.step == "setup":
        return no("First the setup: tell what lies on the table.", "setup.order")
    return YES


def must_follow(state: Position) -> Verdict:
    """Hands and actions are followed (depth full)."""
    if state.full:
        return YES
    return no("Hands and actions are not followed now; say `full` to follow them.", "turn.steps")


def acting(box: Box, state: Position, move: Move) -> Judged:
    """An action: on one's own turn, in its first step, with an action left (four-doors.turn)."""
    yield must_run(state)
    yield must_follow(state)
    yield settled(state)
    if state.step != "act":
        yield no("Actions come before the shadows: this turn's are over.", "turn.steps", "turn.own-turn")
    if move.by and move.by != state.active:
        yield no(f"It is {name_of(state, state.active)}'s turn: actions wait for one's own.", "turn.own-turn")
    if not state.left:
        yield no(f"{name_of(state, state.active)} has no action left: draw two cards.", "turn.actions")


def settled(state: Position) -> Verdict:
    """Nothing is in the middle of being resolved."""
    if state.due:
        return due_first(state)
    if state.to_draw or state.step == "draw":
        return no("Not in the middle of drawing: wait until the cards are drawn.", "spells.no-interrupt")
    return YES


def due_first(state: Position) -> Verdict:
    """Refuse: what somebody owes comes first."""
    word, seat, *_ = state.due[0].split()
    if word == "stand":
        reason = f"First {name_of(state, seat)}'s pawn leaves the vanished door: `stand up` or `stand down`."
        return no(reason, "shadows.displaced", "spells.no-interrupt")
    return no(f"{name_of(state, seat)} is over the hand limit and comes first.", "hand-limit.first")


def window(state: Position, seat: str) -> Verdict:
    """Say whether somebody may play spells now (four-doors.spells.windows)."""
    running = must_run(state)
    if not running:
        return running
    return YES if seat and limited(state) == seat else settled(state)


def free_play(state: Position, seat: str) -> Verdict:
    """Say whether somebody may use a relic power or an ability that costs no action (four-doors.relics.windows)."""
    return window(state, seat) if state.rules.relic_windows else must_run(state)


def in_hand(state: Position, seat: str, card: PlayerCard) -> Verdict:
    """Say whether a card is in a hand."""
    held = best_match(state.player(seat).hand, card)
    if held == card:
        return YES
    if held is None and state.full:
        return no(f"{name_of(state, seat)} does not hold {card_name(card)}.", "actions.own-hand")
    told = possible_card(state, card, held)
    if not told:
        return told
    return doubt(f"{name_of(state, seat)}'s hand is not told; taking your word.", f"{name_of(state, seat)}'s hand")


def all_in_hand(state: Position, seat: str, cards: Iterable[PlayerCard]) -> Judged:
    """Each of these cards is in a hand, as often as it is told."""
    hand = state.player(seat).hand
    for card, n in Counter(cards).items():
        yield in_hand(state, seat, card)
        if card.known and hand.count(card) not in (0, *range(n, 99)):
            yield no(f"{name_of(state, seat)} does not hold {card_name(card)} {n} times.", "actions.own-hand")


def possible_card(state: Position, card: PlayerCard, held: PlayerCard | None = None) -> Verdict:
    """Say whether an unseen card may be this one; `held`: what was told of it before."""
    if card == UNTOLD:
        return YES
    told = patterns(state)
    if held is not None and held in told:
        told.remove(held)
    if any(card.fits(kind) for kind in possible(state.unseen, told)):
        return YES
    return no(f"{every_card(card)} has been seen already.", "components.player-cards")


def _shows(card: PlayerCard, relic: str) -> Verdict:
    """Say whether a card pays for the power of a relic (four-doors.relics.payment)."""
    if card.relic is None:
        return doubt("The card is not told; taking your word for its relic.", "what the card shows")
    if card.relic == relic:
        return YES
    return no(f"Pay with a card that shows the {RELIC_NAMES[relic]}.", "relics.payment")


def _holds(box: Box, state: Position, seat: str, relic: str) -> Verdict:
    """Say whether somebody holds a Relic card (four-doors.relics.holder)."""
    held = state.player(seat).relics
    if any(box.relics.get(door) == relic for door in held):
        return YES
    if any(door not in box.relics for door in held):
        return doubt("Which relic it is was not told; taking your word.", "which door has which relic")
    return no(f"{name_of(state, seat)} does not hold the {RELIC_NAMES[relic]}.", "relics.holder")


def pays(box: Box, state: Position, move: m.Kindle | m.Oil | m.Lumen | m.Prism | m.Extra, relic: str) -> Judged:
    """Somebody holds the relic, and a card that shows it."""
    seat = mover(box, state, move)
    yield _holds(box, state, seat, relic)
    yield in_hand(state, seat, move.card)
    yield _shows(move.card, relic)


def is_adventurer(state: Position, seat: str, adventurer: str, solo: bool | None = None) -> Verdict:
    """Say whether somebody plays an adventurer; `solo`: whether the ability is the solo one or the other."""
    if solo is not None and solo != state.solo:
        which = "the game for one" if solo else "two or more players"
        return no(f"That ability of the {adventurer.title()} is for {which}.", "solo.instead")
    if state.player(seat).adventurer == adventurer:
        return YES
    if not state.player(seat).adventurer and not seat_of(state, adventurer):
        return doubt("The adventurer is not told; taking your word.", f"{name_of(state, seat)}'s adventurer")
    return no(f"Only the {adventurer.title()} may do that.", f"adventurers.{adventurer}")


def lies(state: Position, shadow: PlayerCard) -> Verdict:
    """Say whether a Shadow card lies beside its door."""
    lying = lying_as(state.tower, shadow)
    if lying == shadow:
        return YES
    if lying is None:
        reason = "No such Shadow card lies beside a door."
        return no(reason, "actions.any-shadow", where=(shadow.door or "",))
    return joined(
        (possible_card(state, shadow, lying), doubt("That shadow is not told; taking your word.", "the shadow"))
    )


def at_door(state: Position, seat: str, what: str, *clauses: str) -> Verdict:
    """Say whether a pawn stands at a door."""
    place = state.player(seat).at
    if place == BEACON:
        return no(f"{what} is done at a door; there is none on the Beacon.", "actions.not-on-beacon", *clauses)
    who = name_of(state, seat)
    return YES if place else doubt(f"Where {who} stands is not told.", f"{who}'s place")


def is_place(state: Position, place: str) -> Verdict:
    """The tower has such a place."""
    if place in state.tower.places():
        return YES
    return no(f"{place.title()} does not stand: choose {', '.join(state.tower.places())}.", "actions.move")
