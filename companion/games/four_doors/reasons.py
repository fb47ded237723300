"""Why a plan is advised, in words: what it finds, clears, collects and keeps, and what is left to fear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from companion.engine.game import Move
from companion.games.four_doors import moves as m
from companion.games.four_doors.box import Box
from companion.games.four_doors.cards import FLUX, PlayerCard
from companion.games.four_doors.forecast import Clearing, risk
from companion.games.four_doors.hundreds import hundred
from companion.games.four_doors.people import mover
from companion.games.four_doors.state import Position
from companion.games.four_doors.telling import card_name, place_words, side_words, title
from companion.games.four_doors.translation import played

NEEDED = 4
"""Cards that find a relic (four-doors.actions.find)."""


def reason(box: Box, state: Position, moves: Sequence[Move], now: Fraction | None) -> str:
    """Return why a plan is good: "clears Purple left, 3 of 4 for the Oil of Evermore; 9 to 1 in 100 to lose now".

    Args:
        box: the box.
        state: the position before the plan.
        moves: its steps.
        now: the chance to lose in this fall after it.
    """
    before = state
    cleared: Counter[str] = Counter()
    said: list[str] = []
    for move in moves:
        cleared.update(side_words(card) for card in _cleared(move))
        said += _does(box, state, move)
        state = played(box, state, move)
    if state.ended == "won":
        return "lights the Beacon and wins"
    parts = [*said, *_clears(cleared)]
    return "; ".join(part for part in (", ".join(dict.fromkeys(parts)), _risk(before, now)) if part)


def clear_reason(clearing: Clearing) -> str:
    """Return what a single clear is good for: "9 to 1 in 100 to lose in the next fall"."""
    return f"{hundred(clearing.before)} to {hundred(clearing.after)} in 100 to lose in the next fall"


def _risk(before: Position, now: Fraction | None) -> str:
    if now is None or before.ended:
        return ""
    was = risk(before)
    if was == now:
        return f"{hundred(now)} in 100 to lose now" if now else ""
    return f"{hundred(was)} to {hundred(now)} in 100 to lose now"


def _clears(cleared: Counter[str]) -> list[str]:
    if not cleared:
        return []
    sides = [side if n == 1 else f"{side} {n} times" for side, n in cleared.items()]
    return [f"clears {' and '.join(sides)}"]


def _cleared(move: Move) -> Sequence[PlayerCard]:
    match move:
        case m.Illuminate(shadows=shadows):
            return shadows
        case m.Kindle(shadow=shadow) | m.Dispel(shadow=shadow):
            return (shadow,)
        case m.Cast(card=card, cards=cards) if card.spell != FLUX and cards and cards[0].side:
            return cards
    return ()


def _does(box: Box, state: Position, move: Move) -> Iterator[str]:
    """Yield what a move is good for, beside clearing."""
    match move:
        case m.Find():
            yield f"finds the {box.relic_name(state.player(mover(box, state, move)).at)}"
        case m.Give(seat=seat, card=card) | m.Pass(seat=seat, card=card) if card is not None:
            yield _collects(box, state, seat, card)
        case m.Prism(seat=seat, gift=card):
            yield _collects(box, state, seat, card)
        case m.Oil():
            yield "two shadows fewer fall"
        case m.Search():
            yield "searches for more"
        case m.Recall(card=card):
            yield f"takes {card_name(card)} back"
        case m.Swap(adventurer=adventurer):
            yield f"goes on as the {title(adventurer)}"
        case m.Shift(seat=seat, to=to) | m.Lumen(seat=seat, to=to):
            yield f"brings {state.player(seat).name} to {place_words(to)}"
        case m.Discard(card=card):
            yield f"lets go of {card_name(card)}, which is needed least"
        case m.Stand(way=way):
            yield f"{way} is where more can be done"
        case m.Step(way=way):
            at = state.player(mover(box, state, move)).at
            yield f"goes to {place_words(state.tower.beside(at, 'up' if way == 'up' else 'down'))}"


def _collects(box: Box, state: Position, seat: str, card: PlayerCard) -> str:
    """Say what a card brings to the one who gets it."""
    name = state.player(seat).name
    if not card.relic:
        return f"{name} gets {card_name(card)}"
    mine = sum(other.relic == card.relic for other in state.player(seat).hand) + 1
    return f"{name} has {min(mine, NEEDED)} of {NEEDED} for the {box.relic_name(box.door_of(card.relic))}"
