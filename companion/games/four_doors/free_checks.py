"""May this be done? Spells, powers and abilities that cost no action, and what comes after."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.engine.game import YES, Move, Verdict
from companion.games.four_doors import moves as m
from companion.games.four_doors.action_checks import handing, lie_together, moved
from companion.games.four_doors.box import Box
from companion.games.four_doors.cards import FLUX, PlayerCard
from companion.games.four_doors.judging import (
    Judged,
    advice,
    all_in_hand,
    doubt,
    due_first,
    free_play,
    in_hand,
    is_adventurer,
    lies,
    must_follow,
    must_run,
    name_of,
    no,
    pays,
    settled,
    window,
)
from companion.games.four_doors.people import limited, mover
from companion.games.four_doors.state import (
    Position,
)


def _discard(box: Box, state: Position, move: m.Discard) -> Judged:
    seat = limited(state)
    if not seat:
        yield no("Cards are let go of only while over the hand limit.", "hand-limit.five")
    if state.to_draw:
        yield settled(state)
    if move.by and move.by != seat:
        yield no(f"{name_of(state, seat)} is over the limit and comes first.", "hand-limit.first", "hand-limit.order")
    yield in_hand(state, seat, move.card)


def _cast(box: Box, state: Position, move: m.Cast) -> Judged:
    seat = mover(box, state, move)
    yield window(state, seat)
    yield in_hand(state, seat, move.card)
    if move.card.spell == "":
        yield no("That card shows no spell.", "components.face")
    if move.card.spell is None:
        yield doubt("The spell is not told: do it by hand, and enter what came of it.", "the spell")
        return
    if move.card.spell == FLUX:
        yield _light(state)
    yield from _aimed(box, state, move)


def _light(state: Position) -> Verdict:
    """Say whether Luminous Flux lights the Beacon now (four-doors.end.win); it may be wasted (four-doors.end.flux)."""
    missing = [name for name in state.tower.names if name not in state.tower.found]
    if missing:
        return advice("Too early: not all relics are found, and the spell goes to the Hollow.", "end.flux", "end.win")
    if not all(player.at for player in state.players):
        return doubt("Where everybody stands is not told; taking your word.", "where the pawns stand")
    if not state.assembled():
        return advice("Too early: not everybody is on the Beacon.", "end.flux", "end.win")
    return YES


def _aimed(box: Box, state: Position, move: m.Cast) -> Judged:
    """What a spell picks must be there, and a spell without any effect is not played (four-doors.spells.no-effect)."""
    does = box.effect(move.card.spell)
    if does.verb == "move":
        if not move.seat:
            yield no("Say whose pawn goes where.", "spells.no-effect")
        yield from moved(state, move.seat, move.to)
    elif does.verb in ("clear", "summon", "top"):
        if not 0 < len(move.cards) <= does.n:
            yield no(f"Say what it picks: 1 to {does.n}.", "spells.no-effect")
        yield from _picked(state, does.verb, move.cards)
    elif move.cards or move.seat:
        yield no("That spell picks nothing.", "spells.no-effect")


def _picked(state: Position, verb: str, cards: tuple[PlayerCard, ...]) -> Judged:
    if verb == "clear":
        yield from lie_together(state, cards)
        return
    heap = state.hollow if verb == "summon" else state.discard
    where = "Hollow" if verb == "summon" else "discard pile"
    for card, n in Counter(cards).items():
        if heap.count(card) < n:
            yield no(f"That card is not in the {where}.", "spells.no-effect", "spells.summon")


def _lumen(box: Box, state: Position, move: m.Lumen) -> Judged:
    seat = mover(box, state, move)
    yield free_play(state, seat)
    if limited(state) == seat and not state.rules.lumen_over_limit:
        yield no("The Lumen Stone is no way down to five cards at this table.", "hand-limit.lumen")
    yield from pays(box, state, move, "stone")
    yield from moved(state, move.seat, move.to)
    if state.rules.lumen_consent and move.seat != seat:
        yield advice(f"With {name_of(state, move.seat)}'s consent.", "relics.lumen-consent")


def _prism(box: Box, state: Position, move: m.Prism) -> Judged:
    seat = mover(box, state, move)
    yield free_play(state, seat)
    if state.solo:
        yield no("Alone, the Prism gives one more action: `extra action`.", "solo.prism")
    yield from pays(box, state, move, "prism")
    if move.seat == seat:
        yield no("Pass to another player.", "relics.prism")
    yield from all_in_hand(state, seat, (move.card, move.gift))


def _extra(box: Box, state: Position, move: m.Extra) -> Judged:
    if not state.solo:
        yield no("With others, the Prism passes a card: `prism`.", "solo.prism")
    yield free_play(state, state.active)
    if state.step != "act" and not limited(state):
        yield no("One more action is of use only while acting.", "solo.prism-when")
    yield from pays(box, state, move, "prism")


def _walk(box: Box, state: Position, move: m.Walk) -> Judged:
    yield window(state, state.active)
    if limited(state):
        yield due_first(state)
    yield is_adventurer(state, state.active, "placeshifter", solo=True)
    if state.step != "act":
        yield no("Walking is free during the actions only.", "solo.placeshifter-when")
    yield from moved(state, state.active, move.to)


def _dispel(box: Box, state: Position, move: m.Dispel) -> Judged:
    yield must_run(state)
    seat = mover(box, state, move)
    yield is_adventurer(state, seat, "illuminant")
    if move.shadow.side not in state.dispel or move.shadow.door != state.player(seat).at:
        yield no("On entering a door, one shadow of each side with three may go.", "adventurers.illuminant")
    yield lies(state, move.shadow)


def _pass(box: Box, state: Position, move: m.Pass) -> Judged:
    seat = mover(box, state, move)
    yield free_play(state, seat)
    yield is_adventurer(state, seat, "bestower", solo=False)
    yield must_follow(state)
    yield from handing(state, seat, move)


def _toss(box: Box, state: Position, move: m.Toss) -> Judged:
    seat = mover(box, state, move)
    yield free_play(state, seat)
    yield is_adventurer(state, seat, "bestower", solo=True)
    yield from all_in_hand(state, seat, move.cards)
    if move.take not in state.hollow and move.take not in move.cards:
        yield no("That card is not in the Hollow.", "solo.bestower")


def _stand(box: Box, state: Position, move: m.Stand) -> Judged:
    if not state.due or not state.due[0].startswith("stand "):
        yield no("No pawn has lost its door.", "shadows.displaced")
    if move.way not in ("up", "down"):
        yield no("Up or down.", "shadows.displaced")


CHECKS: dict[type[Move], Any] = {
    m.Discard: _discard,
    m.Cast: _cast,
    m.Lumen: _lumen,
    m.Prism: _prism,
    m.Extra: _extra,
    m.Walk: _walk,
    m.Dispel: _dispel,
    m.Pass: _pass,
    m.Toss: _toss,
    m.Stand: _stand,
}
