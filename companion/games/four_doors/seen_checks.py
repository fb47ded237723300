"""May this be told? What the table says of itself: shadows, doors, pawns, hands, names."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.engine.game import YES, Move, Verdict
from companion.games.four_doors import moves as m
from companion.games.four_doors.box import Box
from companion.games.four_doors.cards import SIDES, UNTOLD, PlayerCard
from companion.games.four_doors.effects import card_at
from companion.games.four_doors.judging import Judged, doubt, due_first, is_place, must_run, name_of, no, possible_card
from companion.games.four_doors.names import every_card
from companion.games.four_doors.reveal_checks import from_the_pile, marked, may_lay, pile_left
from companion.games.four_doors.state import (
    DEPTHS,
    Position,
)


def _side(state: Position, door: str, side: str) -> Verdict:
    if side not in SIDES or door not in state.tower.names:
        return no(f"A side is one of {', '.join(state.tower.names)}, left or right.", "components.doors")
    return YES


def _mark(box: Box, state: Position, move: m.Mark) -> Judged:
    if state.step == "setup":
        yield may_lay(state)
    else:
        yield must_run(state)
        yield due_first(state) if state.due else YES
        yield pile_left(state, 1)
    yield _side(state, move.door, move.side)
    yield from_the_pile(state, PlayerCard(door=move.door, side=move.side))


def _clear(box: Box, state: Position, move: m.Clear) -> Judged:
    yield must_run(state)
    door = state.tower.find(move.door)
    if door is None or not door.side(move.side):
        yield no("No shadow lies on that side.", "actions.any-shadow", where=(move.door,))
        return
    here = door.side(move.side)
    if all(card.known for card in here) and len(set(here)) > 1:
        yield doubt("Which of its shadows went is not told.", "which shadow went")


def _relic(box: Box, state: Position, move: m.Relic) -> Judged:
    yield must_run(state)
    door = state.tower.find(move.door)
    if door is None or door.found:
        yield no("That relic is found already, or its door does not stand.", "actions.find-once")


def _half(box: Box, state: Position, move: m.Half) -> Judged:
    door = state.tower.find(move.door)
    if door is None or door.half == move.half:
        yield no("The door lies so already, or does not stand.", "shadows.flip")


def _level(box: Box, state: Position, move: m.Level) -> Judged:
    yield must_run(state)
    level = state.track.level + move.change
    if not move.change or level < 0 or (state.track.complete and level > len(state.track.rates)):
        yield no("The Shadow Level has no such space.", "setup.level")


def _rate(box: Box, state: Position, move: m.Rate) -> Judged:
    yield must_run(state)
    if not 0 <= move.rate <= 24:
        yield no("A Shadow rate is a number from 0 to 24.", "setup.level")


def _skull(box: Box, state: Position, move: m.Skull) -> Judged:
    yield must_run(state)


def _pawn(box: Box, state: Position, move: m.Pawn) -> Judged:
    if not state.tower.doors and "doors" in state.pending:
        yield no("First tell the doors from the top.", "setup.order")
    yield is_place(state, move.to)
    if state.player(move.seat).at == move.to:
        yield no(f"{name_of(state, move.seat)} stands there already.", "adventurers.no-move")


def _hold(box: Box, state: Position, move: m.Hold) -> Judged:
    if state.ended:
        yield must_run(state)
    if "shadows" in state.pending:
        yield no("The nine Shadow cards come first, then the hands.", "setup.order")
    hand = state.player(move.seat).hand
    for card, n in Counter(card for card in move.cards if card != UNTOLD).items():
        if hand.count(card) < n:
            yield possible_card(state, card)
            if card.known and state.unseen.count(card) + hand.count(card) < n and not _blank(state, card):
                yield no(f"{every_card(card)} has been seen already.", "components.player-cards")
    if state.full and len(move.cards) > state.down + len(hand):
        yield no("The pile does not hold so many cards.", "components.player-cards")


def _blank(state: Position, card: PlayerCard) -> bool:
    """Say whether the box has cards that are not wholly known and may be this one."""
    return any(not kind.known and kind.fits(card) for kind in state.unseen.kinds())


def _count(box: Box, state: Position, move: m.Count) -> Judged:
    yield must_run(state)
    outside = sum(card.known for _, card in state.outside())
    if not 0 <= move.down <= 48 - outside:
        yield no(f"At most {48 - outside} cards can lie in the pile.", "components.player-cards")


def _name_it(box: Box, state: Position, move: m.Name) -> Judged:
    if move.place == "shadow":
        if not state.tower.loose:
            yield no("No shadow is untold.", "shadows.placing")
        yield marked(state, move.card)
        yield possible_card(state, move.card)
        return
    try:
        old = card_at(state, move.place)
    except (LookupError, ValueError):
        yield no(f"No card lies at {move.place}.", "information.open")
        return
    if old.known:
        yield no("That card is told already; hold it to fix it.", "information.open")
    if not old.fits(move.card) or move.card == UNTOLD:
        yield no("That is not what was told of this card before.", "information.open")
    yield possible_card(state, move.card, old)


def _turn(box: Box, state: Position, move: m.Turn) -> Judged:
    yield must_run(state)


def _depth(box: Box, state: Position, move: m.Depth) -> Judged:
    if move.depth not in DEPTHS or move.depth == state.depth:
        yield no(f"A game is followed {', '.join(DEPTHS)}; it is {state.depth} now.", "turn.steps")
    if state.step == "setup":
        yield must_run(state)


CHECKS: dict[type[Move], Any] = {
    m.Mark: _mark,
    m.Clear: _clear,
    m.Relic: _relic,
    m.Half: _half,
    m.Level: _level,
    m.Rate: _rate,
    m.Skull: _skull,
    m.Pawn: _pawn,
    m.Hold: _hold,
    m.Count: _count,
    m.Name: _name_it,
    m.Turn: _turn,
    m.Depth: _depth,
}
