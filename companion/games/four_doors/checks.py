"""May this be done? Each kind of move yields what has to hold, in order; the first refusal counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from companion.engine.game import YES, Move, Verdict, cannot_tell, joined
from companion.engine.game import no as refuse
from companion.engine.told import possible
from companion.games.four_doors import moves as m
from companion.games.four_doors.box import Box
from companion.games.four_doors.cards import ADVENTURERS, DOORS, FLUX, RELIC_NAMES, SIDES, UNTOLD, PlayerCard
from companion.games.four_doors.effects import card_at, lying_as
from companion.games.four_doors.names import card_name, every_card
from companion.games.four_doors.people import limited, mover, seat_of
from companion.games.four_doors.state import (
    DEPTHS,
    HAND_SIZES,
    Position,
    best_match,
    patterns,
)
from companion.games.four_doors.tower import BEACON, remove

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


def check(box: Box, state: Position, move: Move) -> Verdict:
    """Say whether a move may be made in a position."""
    seats = {player.handle for player in state.players}
    for seat in (move.by, getattr(move, "seat", "")):
        if seat and seat not in seats:
            return no(f"Nobody at this table is called {seat}.", "setup.players")
    judge: Callable[[Box, Position, Any], Judged] = _CHECKS[type(move)]
    return joined(judge(box, state, move))


# ------------------------------------------------------------------------------------------------------- small things


def _name(state: Position, seat: str) -> str:
    return state.player(seat).name if seat else "Nobody"


def _running(state: Position) -> Verdict:
    if state.ended:
        return no("The game is over.", "end.over")
    if state.step == "setup":
        return no("First the setup: tell what lies on the table.", "setup.order")
    return YES


def _followed(state: Position) -> Verdict:
    if state.full:
        return YES
    return no("Hands and actions are not followed now; say `full` to follow them.", "turn.steps")


def _acting(box: Box, state: Position, move: Move) -> Judged:
    """An action: on one's own turn, in its first step, with an action left (four-doors.turn)."""
    yield _running(state)
    yield _followed(state)
    yield _settled(state)
    if state.step != "act":
        yield no("Actions come before the shadows: this turn's are over.", "turn.steps", "turn.own-turn")
    if move.by and move.by != state.active:
        yield no(f"It is {_name(state, state.active)}'s turn: actions wait for one's own.", "turn.own-turn")
    if not state.left:
        yield no(f"{_name(state, state.active)} has no action left: draw two cards.", "turn.actions")


def _settled(state: Position) -> Verdict:
    """Nothing is in the middle of being resolved."""
    if state.due:
        return _due(state)
    if state.to_draw or state.step == "draw":
        return no("Not in the middle of drawing: wait until the cards are drawn.", "spells.no-interrupt")
    return YES


def _due(state: Position) -> Verdict:
    word, seat, *_ = state.due[0].split()
    if word == "stand":
        reason = f"First {_name(state, seat)}'s pawn leaves the vanished door: `stand up` or `stand down`."
        return no(reason, "shadows.displaced", "spells.no-interrupt")
    return no(f"{_name(state, seat)} is over the hand limit and comes first.", "hand-limit.first")


def window(state: Position, seat: str) -> Verdict:
    """Say whether somebody may play spells now (four-doors.spells.windows)."""
    running = _running(state)
    if not running:
        return running
    return YES if seat and limited(state) == seat else _settled(state)


def _free_play(state: Position, seat: str) -> Verdict:
    """Say whether somebody may use a relic power or an ability that costs no action (four-doors.relics.windows)."""
    return window(state, seat) if state.rules.relic_windows else _running(state)


def _held(state: Position, seat: str, card: PlayerCard) -> Verdict:
    """Say whether a card is in a hand."""
    held = best_match(state.player(seat).hand, card)
    if held == card:
        return YES
    if held is None and state.full:
        return no(f"{_name(state, seat)} does not hold {card_name(card)}.", "actions.own-hand")
    told = _possible(state, card, held)
    if not told:
        return told
    return doubt(f"{_name(state, seat)}'s hand is not told; taking your word.", f"{_name(state, seat)}'s hand")


def _all_held(state: Position, seat: str, cards: Iterable[PlayerCard]) -> Judged:
    hand = state.player(seat).hand
    for card, n in Counter(cards).items():
        yield _held(state, seat, card)
        if card.known and hand.count(card) not in (0, *range(n, 99)):
            yield no(f"{_name(state, seat)} does not hold {card_name(card)} {n} times.", "actions.own-hand")


def _possible(state: Position, card: PlayerCard, held: PlayerCard | None = None) -> Verdict:
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
    return no(f"{_name(state, seat)} does not hold the {RELIC_NAMES[relic]}.", "relics.holder")


def _pays(box: Box, state: Position, move: m.Kindle | m.Oil | m.Lumen | m.Prism | m.Extra, relic: str) -> Judged:
    seat = mover(box, state, move)
    yield _holds(box, state, seat, relic)
    yield _held(state, seat, move.card)
    yield _shows(move.card, relic)


def _is(state: Position, seat: str, adventurer: str, solo: bool | None = None) -> Verdict:
    """Say whether somebody plays an adventurer; `solo`: whether the ability is the solo one or the other."""
    if solo is not None and solo != state.solo:
        which = "the game for one" if solo else "two or more players"
        return no(f"That ability of the {adventurer.title()} is for {which}.", "solo.instead")
    if state.player(seat).adventurer == adventurer:
        return YES
    if not state.player(seat).adventurer and not seat_of(state, adventurer):
        return doubt("The adventurer is not told; taking your word.", f"{_name(state, seat)}'s adventurer")
    return no(f"Only the {adventurer.title()} may do that.", f"adventurers.{adventurer}")


def _lies(state: Position, shadow: PlayerCard) -> Verdict:
    """Say whether a Shadow card lies beside its door."""
    lying = lying_as(state.tower, shadow)
    if lying == shadow:
        return YES
    if lying is None:
        reason = "No such Shadow card lies beside a door."
        return no(reason, "actions.any-shadow", where=(shadow.door or "",))
    return joined((_possible(state, shadow, lying), doubt("That shadow is not told; taking your word.", "the shadow")))


def _at_door(state: Position, seat: str, what: str, *clauses: str) -> Verdict:
    """Say whether a pawn stands at a door."""
    place = state.player(seat).at
    if place == BEACON:
        return no(f"{what} is done at a door; there is none on the Beacon.", "actions.not-on-beacon", *clauses)
    return YES if place else doubt(f"Where {_name(state, seat)} stands is not told.", f"{_name(state, seat)}'s place")


def _place(state: Position, place: str) -> Verdict:
    if place in state.tower.places():
        return YES
    return no(f"{place.title()} does not stand: choose {', '.join(state.tower.places())}.", "actions.move")


# --------------------------------------------------------------------------------------------------- setup and reveals


def _doors(box: Box, state: Position, move: m.Doors) -> Judged:
    if "doors" not in state.pending:
        yield no("The tower is built already.", "setup.tower")
    told = set(move.names)
    wrong = len(told) != DOORS or len(move.names) != DOORS or (box.named and told != set(box.doors))
    if wrong or not all(name.isalnum() and name != BEACON for name in told):
        yield no(f"Name each of the four doors once from the top: {', '.join(box.doors)}.", "setup.tower")


def _assign(box: Box, state: Position, move: m.Assign) -> Judged:
    if move.adventurer not in ADVENTURERS:
        yield no(f"The adventurers are {', '.join(ADVENTURERS)}.", "components.adventurers")
    if state.player(move.seat).adventurer:
        yield no(f"{_name(state, move.seat)} has an adventurer already.", "setup.adventurers")
    other = seat_of(state, move.adventurer)
    if other:
        yield no(f"{_name(state, other)} has the {move.adventurer.title()} already.", "setup.adventurers")


def _first(box: Box, state: Position, move: m.First) -> Judged:
    if "first" not in state.pending:
        yield no("Who begins is settled already.", "turn.first-player")


def _shadow(box: Box, state: Position, move: m.Shadow) -> Judged:
    if state.step == "setup":
        yield _may_lay(state)
    else:
        yield _running(state)
        yield _due(state) if state.due else YES
        if state.step != "fall" or state.to_draw:
            yield no("Shadows fall after the two cards are drawn.", "turn.steps")
        yield _pile_left(state, 1)
    yield _from_the_pile(state, move.card)
    if move.card != UNTOLD:
        yield _marked(state, move.card)


def _may_lay(state: Position) -> Verdict:
    if "doors" in state.pending:
        return no("First tell the doors from the top.", "setup.order")
    if "shadows" in state.pending:
        return YES
    return no("The nine Shadow cards lie there already.", "setup.nine-shadows")


def _marked(state: Position, card: PlayerCard) -> Verdict:
    if card.door is None or card.side is None:
        return no("Say its mark: a door and a side, or `?` if nobody saw it.", "shadows.placing")
    if card.door not in state.tower.names:
        return no(f"There is no door {card.door}.", "components.doors")
    return YES


def _from_the_pile(state: Position, card: PlayerCard) -> Verdict:
    """Say whether the next card of the draw pile may be this one."""
    if state.top and state.top[0] != UNTOLD:
        known = state.top[0]
        return YES if known.fits(card) else no(f"On top lies {card_name(known)}.", "pile.known-top")
    return _possible(state, card)


def _pile_left(state: Position, n: int) -> Verdict:
    if state.down < n:
        return no("The pile has run out: raise the level and shuffle first (`reshuffled`).", "pile.run-out")
    return YES


def _draw(box: Box, state: Position, move: m.Draw) -> Judged:
    room = _room(box, state, move)
    if isinstance(room, Verdict):
        yield room
        return
    if not 0 < len(move.cards) <= room:
        yield no(f"{room} to draw now, not {len(move.cards)}.", "draw.two")
    yield _pile_left(state, len(move.cards))
    for card in move.cards[:1]:
        yield _from_the_pile(state, card)
    for card in move.cards[1:]:
        yield _possible(state, card)


def _room(box: Box, state: Position, move: m.Draw) -> int | Verdict:
    """Return how many cards are to be drawn now, or why none are."""
    if state.step == "setup":
        seat = mover(box, state, move)
        if f"deal {seat}" not in state.pending or "shadows" in state.pending:
            return no("The nine Shadow cards come first, then the hands.", "setup.order")
        return HAND_SIZES[len(state.players)] - len(state.player(seat).hand)
    if state.ended:
        return no("The game is over.", "end.over")
    if state.to_draw:
        return state.to_draw
    if state.due:
        return _due(state)
    if state.full and state.step == "act" and not state.left:
        return 2
    return no("Two cards are drawn after the actions: say `done` first.", "turn.steps")


def needs_card(state: Position) -> bool:
    """Say whether a card must be drawn now (four-doors.pile.exact)."""
    if state.due or state.ended or state.step == "setup":
        return False
    return bool(state.to_draw) or state.falling > 0 or (state.step == "act" and state.full and not state.left)


def _reshuffled(box: Box, state: Position, move: m.Reshuffled) -> Judged:
    yield _running(state)
    if not state.full:
        return
    if state.down:
        yield no(f"{state.down} cards still lie in the pile.", "pile.run-out")
    if not needs_card(state):
        yield no("Nothing has to be drawn: an empty pile alone changes nothing.", "pile.exact")


# ------------------------------------------------------------------------------------------------------------- actions


def _illuminate(box: Box, state: Position, move: m.Illuminate) -> Judged:
    yield from _acting(box, state, move)
    seat = state.active
    yield _at_door(state, seat, "Illuminating")
    place = state.player(seat).at
    if place and not state.tower[place].shadows:
        yield no("No shadow lies at this door.", "actions.illuminate-needs-shadow", where=(place,))
    yield _held(state, seat, move.card)
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
        binder = _is(state, seat, "shadowbinder")
        reason = "One shadow for one card; only the Shadowbinder takes more."
        yield binder if binder else no(reason, "adventurers.shadowbinder")
    if len(shadows) > 3 or len({card.side for card in shadows}) > 1:
        yield no("Up to three shadows, all of one side.", "adventurers.shadowbinder")
    if place and any(card.door != place for card in shadows):
        yield no("That shadow lies at another door.", "actions.illuminate", where=(place,))
    yield from _lie_together(state, shadows)


def _lie_together(state: Position, shadows: tuple[PlayerCard, ...]) -> Judged:
    tower = state.tower
    for shadow in shadows:
        lying = lying_as(tower, shadow)
        if lying is None:
            yield no("Not so many such Shadow cards lie there.", "actions.any-shadow")
            return
        yield _lies(state, shadow)
        tower = remove(tower, lying)


def _step(box: Box, state: Position, move: m.Step) -> Judged:
    yield from _acting(box, state, move)
    if move.way not in ("up", "down"):
        yield no("A pawn moves up or down.", "actions.move")
    place = state.player(state.active).at
    if not place:
        yield no(f"Say first where {_name(state, state.active)} stands: `pawn` and the place.", "actions.move")
    if not state.tower.beside(place, "up" if move.way == "up" else "down"):
        above = "The Beacon is the top of the tower." if move.way == "up" else "Below is no further door."
        yield no(above, "actions.move")


def _search(box: Box, state: Position, move: m.Search) -> Judged:
    yield from _acting(box, state, move)
    if not state.down and not state.discard:
        yield advice("No card is left anywhere: searching loses the game.", "actions.search-empty", "end.cards")


def _give(box: Box, state: Position, move: m.Give) -> Judged:
    yield from _acting(box, state, move)
    yield from _handing(state, state.active, move)


def _handing(state: Position, giver: str, move: m.Give | m.Pass) -> Judged:
    """Giving and passing: to another player at the same door."""
    if move.seat == giver or not move.seat:
        yield no("Give to another player.", "actions.give")
    place = state.player(giver).at
    if not state.rules.give_on_beacon:
        yield _at_door(state, giver, "Giving", "actions.give-on-beacon")
    other = state.player(move.seat).at
    if place and other and place != other:
        yield no(f"{_name(state, move.seat)} stands at another place.", "actions.give")
    if not other or not place:
        yield doubt(f"Where {_name(state, move.seat)} stands is not told.", f"{_name(state, move.seat)}'s place")
    if move.card is not None:
        yield _held(state, giver, move.card)
    elif move.relic not in state.player(giver).relics:
        yield no(f"{_name(state, giver)} does not hold that relic.", "relics.holder")


def _find(box: Box, state: Position, move: m.Find) -> Judged:
    yield from _acting(box, state, move)
    seat = state.active
    yield _at_door(state, seat, "Finding a relic")
    place = state.player(seat).at
    if place and state.tower[place].found:
        yield no("The relic of this door is found already.", "actions.find-once", where=(place,))
    if len(move.cards) != 4:
        yield no(f"Four cards with its relic, not {len(move.cards)}.", "actions.find")
    yield from _all_held(state, seat, move.cards)
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
    yield from _acting(box, state, move)
    yield from _pays(box, state, move, "staff")
    if not any(door.shadows for door in state.tower.doors):
        yield no("No shadow lies at any door.", "relics.kindle")
    yield _lies(state, move.shadow)


def _oil(box: Box, state: Position, move: m.Oil) -> Judged:
    yield from _acting(box, state, move)
    yield from _pays(box, state, move, "oil")


def _shift(box: Box, state: Position, move: m.Shift) -> Judged:
    yield from _acting(box, state, move)
    yield _is(state, state.active, "placeshifter", solo=False)
    if move.to == BEACON:
        yield no("The Placeshifter moves pawns to doors, not to the Beacon.", "adventurers.placeshifter-doors")
    yield from _moved(state, move.seat, move.to)
    if move.seat != state.active:
        yield advice(f"With {_name(state, move.seat)}'s consent.", "adventurers.placeshifter-consent")


def _moved(state: Position, seat: str, to: str) -> Judged:
    yield _place(state, to)
    if state.player(seat).at == to:
        yield no(f"{_name(state, seat)} stands there already.", "adventurers.no-move")


def _recall(box: Box, state: Position, move: m.Recall) -> Judged:
    yield from _acting(box, state, move)
    yield _is(state, state.active, "summoner")
    yield _at_door(state, state.active, "Recalling")
    if move.card not in state.discard:
        yield no("That card is not in the discard pile.", "adventurers.summoner")
    place = state.player(state.active).at
    if move.card.door is None or not place:
        yield doubt("The card's shadow is not told; taking your word.", "what the card shows")
    elif move.card.door != place:
        yield no("Its shadow belongs to another door.", "adventurers.summoner", where=(place,))


def _swap(box: Box, state: Position, move: m.Swap) -> Judged:
    yield from _acting(box, state, move)
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
        yield from _acting(box, state, move)
        return
    yield _running(state)
    if state.step != "act":
        yield no("The shadows are falling already.", "turn.steps")
    if move.by and move.by != state.active:
        yield no(f"It is {_name(state, state.active)}'s turn.", "turn.own-turn")


# ---------------------------------------------------------------------------------------------------- what costs none


def _discard(box: Box, state: Position, move: m.Discard) -> Judged:
    seat = limited(state)
    if not seat:
        yield no("Cards are let go of only while over the hand limit.", "hand-limit.five")
    if state.to_draw:
        yield _settled(state)
    if move.by and move.by != seat:
        yield no(f"{_name(state, seat)} is over the limit and comes first.", "hand-limit.first", "hand-limit.order")
    yield _held(state, seat, move.card)


def _cast(box: Box, state: Position, move: m.Cast) -> Judged:
    seat = mover(box, state, move)
    yield window(state, seat)
    yield _held(state, seat, move.card)
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
        yield from _moved(state, move.seat, move.to)
    elif does.verb in ("clear", "summon", "top"):
        if not 0 < len(move.cards) <= does.n:
            yield no(f"Say what it picks: 1 to {does.n}.", "spells.no-effect")
        yield from _picked(state, does.verb, move.cards)
    elif move.cards or move.seat:
        yield no("That spell picks nothing.", "spells.no-effect")


def _picked(state: Position, verb: str, cards: tuple[PlayerCard, ...]) -> Judged:
    if verb == "clear":
        yield from _lie_together(state, cards)
        return
    heap = state.hollow if verb == "summon" else state.discard
    where = "Hollow" if verb == "summon" else "discard pile"
    for card, n in Counter(cards).items():
        if heap.count(card) < n:
            yield no(f"That card is not in the {where}.", "spells.no-effect", "spells.summon")


def _lumen(box: Box, state: Position, move: m.Lumen) -> Judged:
    seat = mover(box, state, move)
    yield _free_play(state, seat)
    if limited(state) == seat and not state.rules.lumen_over_limit:
        yield no("The Lumen Stone is no way down to five cards at this table.", "hand-limit.lumen")
    yield from _pays(box, state, move, "stone")
    yield from _moved(state, move.seat, move.to)
    if state.rules.lumen_consent and move.seat != seat:
        yield advice(f"With {_name(state, move.seat)}'s consent.", "relics.lumen-consent")


def _prism(box: Box, state: Position, move: m.Prism) -> Judged:
    seat = mover(box, state, move)
    yield _free_play(state, seat)
    if state.solo:
        yield no("Alone, the Prism gives one more action: `extra action`.", "solo.prism")
    yield from _pays(box, state, move, "prism")
    if move.seat == seat:
        yield no("Pass to another player.", "relics.prism")
    yield from _all_held(state, seat, (move.card, move.gift))


def _extra(box: Box, state: Position, move: m.Extra) -> Judged:
    if not state.solo:
        yield no("With others, the Prism passes a card: `prism`.", "solo.prism")
    yield _free_play(state, state.active)
    if state.step != "act" and not limited(state):
        yield no("One more action is of use only while acting.", "solo.prism-when")
    yield from _pays(box, state, move, "prism")


def _walk(box: Box, state: Position, move: m.Walk) -> Judged:
    yield window(state, state.active)
    if limited(state):
        yield _due(state)
    yield _is(state, state.active, "placeshifter", solo=True)
    if state.step != "act":
        yield no("Walking is free during the actions only.", "solo.placeshifter-when")
    yield from _moved(state, state.active, move.to)


def _dispel(box: Box, state: Position, move: m.Dispel) -> Judged:
    yield _running(state)
    seat = mover(box, state, move)
    yield _is(state, seat, "illuminant")
    if move.shadow.side not in state.dispel or move.shadow.door != state.player(seat).at:
        yield no("On entering a door, one shadow of each side with three may go.", "adventurers.illuminant")
    yield _lies(state, move.shadow)


def _pass(box: Box, state: Position, move: m.Pass) -> Judged:
    seat = mover(box, state, move)
    yield _free_play(state, seat)
    yield _is(state, seat, "bestower", solo=False)
    yield _followed(state)
    yield from _handing(state, seat, move)


def _toss(box: Box, state: Position, move: m.Toss) -> Judged:
    seat = mover(box, state, move)
    yield _free_play(state, seat)
    yield _is(state, seat, "bestower", solo=True)
    yield from _all_held(state, seat, move.cards)
    if move.take not in state.hollow and move.take not in move.cards:
        yield no("That card is not in the Hollow.", "solo.bestower")


def _stand(box: Box, state: Position, move: m.Stand) -> Judged:
    if not state.due or not state.due[0].startswith("stand "):
        yield no("No pawn has lost its door.", "shadows.displaced")
    if move.way not in ("up", "down"):
        yield no("Up or down.", "shadows.displaced")


# -------------------------------------------------------------------------------------------------------- observations


def _side(state: Position, door: str, side: str) -> Verdict:
    if side not in SIDES or door not in state.tower.names:
        return no(f"A side is one of {', '.join(state.tower.names)}, left or right.", "components.doors")
    return YES


def _mark(box: Box, state: Position, move: m.Mark) -> Judged:
    if state.step == "setup":
        yield _may_lay(state)
    else:
        yield _running(state)
        yield _due(state) if state.due else YES
        yield _pile_left(state, 1)
    yield _side(state, move.door, move.side)
    yield _from_the_pile(state, PlayerCard(door=move.door, side=move.side))


def _clear(box: Box, state: Position, move: m.Clear) -> Judged:
    yield _running(state)
    door = state.tower.find(move.door)
    if door is None or not door.side(move.side):
        yield no("No shadow lies on that side.", "actions.any-shadow", where=(move.door,))
        return
    here = door.side(move.side)
    if all(card.known for card in here) and len(set(here)) > 1:
        yield doubt("Which of its shadows went is not told.", "which shadow went")


def _relic(box: Box, state: Position, move: m.Relic) -> Judged:
    yield _running(state)
    door = state.tower.find(move.door)
    if door is None or door.found:
        yield no("That relic is found already, or its door does not stand.", "actions.find-once")


def _half(box: Box, state: Position, move: m.Half) -> Judged:
    door = state.tower.find(move.door)
    if door is None or door.half == move.half:
        yield no("The door lies so already, or does not stand.", "shadows.flip")


def _level(box: Box, state: Position, move: m.Level) -> Judged:
    yield _running(state)
    level = state.track.level + move.change
    if not move.change or level < 0 or (state.track.complete and level > len(state.track.rates)):
        yield no("The Shadow Level has no such space.", "setup.level")


def _rate(box: Box, state: Position, move: m.Rate) -> Judged:
    yield _running(state)
    if not 0 <= move.rate <= 24:
        yield no("A Shadow rate is a number from 0 to 24.", "setup.level")


def _skull(box: Box, state: Position, move: m.Skull) -> Judged:
    yield _running(state)


def _pawn(box: Box, state: Position, move: m.Pawn) -> Judged:
    if not state.tower.doors and "doors" in state.pending:
        yield no("First tell the doors from the top.", "setup.order")
    yield _place(state, move.to)
    if state.player(move.seat).at == move.to:
        yield no(f"{_name(state, move.seat)} stands there already.", "adventurers.no-move")


def _hold(box: Box, state: Position, move: m.Hold) -> Judged:
    if state.ended:
        yield _running(state)
    if "shadows" in state.pending:
        yield no("The nine Shadow cards come first, then the hands.", "setup.order")
    hand = state.player(move.seat).hand
    for card, n in Counter(card for card in move.cards if card != UNTOLD).items():
        if hand.count(card) < n:
            yield _possible(state, card)
            if card.known and state.unseen.count(card) + hand.count(card) < n and not _blank(state, card):
                yield no(f"{every_card(card)} has been seen already.", "components.player-cards")
    if state.full and len(move.cards) > state.down + len(hand):
        yield no("The pile does not hold so many cards.", "components.player-cards")


def _blank(state: Position, card: PlayerCard) -> bool:
    """Say whether the box has cards that are not wholly known and may be this one."""
    return any(not kind.known and kind.fits(card) for kind in state.unseen.kinds())


def _count(box: Box, state: Position, move: m.Count) -> Judged:
    yield _running(state)
    outside = sum(card.known for _, card in state.outside())
    if not 0 <= move.down <= 48 - outside:
        yield no(f"At most {48 - outside} cards can lie in the pile.", "components.player-cards")


def _name_it(box: Box, state: Position, move: m.Name) -> Judged:
    if move.place == "shadow":
        if not state.tower.loose:
            yield no("No shadow is untold.", "shadows.placing")
        yield _marked(state, move.card)
        yield _possible(state, move.card)
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
    yield _possible(state, move.card, old)


def _turn(box: Box, state: Position, move: m.Turn) -> Judged:
    yield _running(state)


def _depth(box: Box, state: Position, move: m.Depth) -> Judged:
    if move.depth not in DEPTHS or move.depth == state.depth:
        yield no(f"A game is followed {', '.join(DEPTHS)}; it is {state.depth} now.", "turn.steps")
    if state.step == "setup":
        yield _running(state)


_CHECKS: dict[type[Move], Any] = {
    m.Doors: _doors,
    m.Assign: _assign,
    m.First: _first,
    m.Shadow: _shadow,
    m.Draw: _draw,
    m.Reshuffled: _reshuffled,
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
