"""May this be done? What costs an action."""

from __future__ import annotations

from typing import Any

from companion.engine.game import YES, Move, Verdict
from companion.games.four_doors import moves as m
from companion.games.four_doors.box import Box
from companion.games.four_doors.cards import ADVENTURERS, RELIC_NAMES, PlayerCard
from companion.games.four_doors.effects import lying_as
from companion.games.four_doors.judging import (
    Judged,
    acting,
    advice,
    all_in_hand,
    at_door,
    doubt,
    in_hand,
    is_adventurer,
    is_place,
    lies,
    must_run,
    name_of,
    no,
    pays,
)
from companion.games.four_doors.state import (
    Position,
)
from companion.games.four_doors.tower import BEACON, remove


def _illuminate(box: Box, state: Position, move: m.Illuminate) -> Judged:
    yield from acting(box, state, move)
    seat = state.active
    yield at_door(state, seat, "Illuminating")
    place = state.player(seat).at
    if place and not state.tower[place].shadows:
        yield no("No shadow lies at this door.", "actions.illuminate-needs-shadow", where=(place,))
    yield in_hand(state, seat, move.card)
    yield _lantern(state, seat, move.card, place)
    yield from _chosen(state, seat, move.shadows, place)


def _lantern(state: Position, seat: str, card: PlayerCard, place: str) -> Verdict:
    if card.lanterns is None or not place:
        return doubt("The card's lanterns are not told; taking your word.", "what the card shows")
    if place in card.lanterns:
        return YES
    return no(f"That card has no {place} lantern.", "actions.illuminate", where=(place,))


def _chosen(state: Position, seat: str, shadows: tuple[PlayerCard, ...], place: str) -> Judged:
    """Shadow cards of one side of the own door: one, or up to three for the Shadowbinder."""
    if not shadows:
        yield no("Say which shadow goes.", "actions.illuminate")
    if len(shadows) > 1:
        binder = is_adventurer(state, seat, "shadowbinder")
        reason = "One shadow for one card; only the Shadowbinder takes more."
        yield binder if binder else no(reason, "adventurers.shadowbinder")
    if len(shadows) > 3 or len({card.side for card in shadows}) > 1:
        yield no("Up to three shadows, all of one side.", "adventurers.shadowbinder")
    if place and any(card.door != place for card in shadows):
        yield no("That shadow lies at another door.", "actions.illuminate", where=(place,))
    yield from lie_together(state, shadows)


def lie_together(state: Position, shadows: tuple[PlayerCard, ...]) -> Judged:
    """Shadows cleared together lie beside one door."""
    tower = state.tower
    for shadow in shadows:
        lying = lying_as(tower, shadow)
        if lying is None:
            yield no("Not so many such Shadow cards lie there.", "actions.any-shadow")
            return
        yield lies(state, shadow)
        tower = remove(tower, lying)


def _step(box: Box, state: Position, move: m.Step) -> Judged:
    yield from acting(box, state, move)
    if move.way not in ("up", "down"):
        yield no("A pawn moves up or down.", "actions.move")
    place = state.player(state.active).at
    if not place:
        yield no(f"Say first where {name_of(state, state.active)} stands: `pawn` and the place.", "actions.move")
    if not state.tower.beside(place, "up" if move.way == "up" else "down"):
        above = "The Beacon is the top of the tower." if move.way == "up" else "Below is no further door."
        yield no(above, "actions.move")


def _search(box: Box, state: Position, move: m.Search) -> Judged:
    yield from acting(box, state, move)
    if not state.down and not state.discard:
        yield advice("No card is left anywhere: searching loses the game.", "actions.search-empty", "end.cards")


def _give(box: Box, state: Position, move: m.Give) -> Judged:
    yield from acting(box, state, move)
    yield from handing(state, state.active, move)


def handing(state: Position, giver: str, move: m.Give | m.Pass) -> Judged:
    """Giving and passing: to another player at the same door."""
    if move.seat == giver or not move.seat:
        yield no("Give to another player.", "actions.give")
    place = state.player(giver).at
    if not state.rules.give_on_beacon:
        yield at_door(state, giver, "Giving", "actions.give-on-beacon")
    other = state.player(move.seat).at
    if place and other and place != other:
        yield no(f"{name_of(state, move.seat)} stands at another place.", "actions.give")
    if not other or not place:
        yield doubt(f"Where {name_of(state, move.seat)} stands is not told.", f"{name_of(state, move.seat)}'s place")
    if move.card is not None:
        yield in_hand(state, giver, move.card)
    elif move.relic not in state.player(giver).relics:
        yield no(f"{name_of(state, giver)} does not hold that relic.", "relics.holder")


def _find(box: Box, state: Position, move: m.Find) -> Judged:
    yield from acting(box, state, move)
    seat = state.active
    yield at_door(state, seat, "Finding a relic")
    place = state.player(seat).at
    if place and state.tower[place].found:
        yield no("The relic of this door is found already.", "actions.find-once", where=(place,))
    if len(move.cards) != 4:
        yield no(f"Four cards with its relic, not {len(move.cards)}.", "actions.find")
    yield from all_in_hand(state, seat, move.cards)
    relic = box.relics.get(place)
    if relic is None:
        yield doubt("Which relic this door has is not told; taking your word.", "which door has which relic")
        return
    for card in move.cards:
        yield _matching(card, relic)


def _matching(card: PlayerCard, relic: str) -> Verdict:
    if card.relic is None:
        return doubt("A card is not told; taking your word for its relic.", "what the card shows")
    if card.relic == relic:
        return YES
    return no(f"This door takes four cards with the {RELIC_NAMES[relic]}.", "actions.find")


def _kindle(box: Box, state: Position, move: m.Kindle) -> Judged:
    yield from acting(box, state, move)
    yield from pays(box, state, move, "staff")
    if not any(door.shadows for door in state.tower.doors):
        yield no("No shadow lies at any door.", "relics.kindle")
    yield lies(state, move.shadow)


def _oil(box: Box, state: Position, move: m.Oil) -> Judged:
    yield from acting(box, state, move)
    yield from pays(box, state, move, "oil")


def _shift(box: Box, state: Position, move: m.Shift) -> Judged:
    yield from acting(box, state, move)
    yield is_adventurer(state, state.active, "placeshifter", solo=False)
    if move.to == BEACON:
        yield no("The Placeshifter moves pawns to doors, not to the Beacon.", "adventurers.placeshifter-doors")
    yield from moved(state, move.seat, move.to)
    if move.seat != state.active:
        yield advice(f"With {name_of(state, move.seat)}'s consent.", "adventurers.placeshifter-consent")


def moved(state: Position, seat: str, to: str) -> Judged:
    """A pawn goes to another place of the tower."""
    yield is_place(state, to)
    if state.player(seat).at == to:
        yield no(f"{name_of(state, seat)} stands there already.", "adventurers.no-move")


def _recall(box: Box, state: Position, move: m.Recall) -> Judged:
    yield from acting(box, state, move)
    yield is_adventurer(state, state.active, "summoner")
    yield at_door(state, state.active, "Recalling")
    if move.card not in state.discard:
        yield no("That card is not in the discard pile.", "adventurers.summoner")
    place = state.player(state.active).at
    if move.card.door is None or not place:
        yield doubt("The card's shadow is not told; taking your word.", "what the card shows")
    elif move.card.door != place:
        yield no("Its shadow belongs to another door.", "adventurers.summoner", where=(place,))


def _swap(box: Box, state: Position, move: m.Swap) -> Judged:
    yield from acting(box, state, move)
    if not state.solo:
        yield no("Adventurers are swapped in the game for one only.", "solo.swap")
    if move.adventurer not in ADVENTURERS or move.adventurer == state.players[0].adventurer:
        yield no("Swap to an adventurer that is not in use.", "solo.swap")
    start = box.starts.get(move.adventurer)
    if start is None:
        yield doubt("Where that adventurer starts is not told; taking your word.", "its starting door")
    elif state.players[0].at != start:
        yield no(f"The {move.adventurer.title()} is taken up at {start.title()}.", "solo.swap", where=(start,))


def _done(box: Box, state: Position, move: m.Done) -> Judged:
    if state.full:
        yield from acting(box, state, move)
        return
    yield must_run(state)
    if state.step != "act":
        yield no("The shadows are falling already.", "turn.steps")
    if move.by and move.by != state.active:
        yield no(f"It is {name_of(state, state.active)}'s turn.", "turn.own-turn")


CHECKS: dict[type[Move], Any] = {
    m.Illuminate: _illuminate,
    m.Step: _step,
    m.Search: _search,
    m.Give: _give,
    m.Find: _find,
    m.Kindle: _kindle,
    m.Oil: _oil,
    m.Shift: _shift,
    m.Recall: _recall,
    m.Swap: _swap,
    m.Done: _done,
}
