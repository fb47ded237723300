"""What may be done: the moves of the one who acts, what the table may see, and what else is open to whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations

from msgspec.structs import replace

from companion.engine.game import Move
from companion.engine.told import possible
from companion.games.four_doors import moves as m
from companion.games.four_doors.box import Box
from companion.games.four_doors.cards import ADVENTURERS, SIDES, UNTOLD, PlayerCard, mark, order
from companion.games.four_doors.checks import check
from companion.games.four_doors.judging import window
from companion.games.four_doors.people import limited, seat_of, understood
from companion.games.four_doors.reveal_checks import needs_card
from companion.games.four_doors.state import Player, Position, patterns
from companion.games.four_doors.tower import BEACON, Door

# ------------------------------------------------------------------------------------------------------------- reveals


def seen(box: Box, state: Position) -> Iterator[Move]:
    """Yield what the table may see next, "nobody says" last."""
    if state.step == "setup":
        return _setup(box, state, state.pending[0])
    if state.pile_empty:
        return iter((m.Reshuffled(),))
    if state.to_draw or state.step != "fall":
        return (m.Draw((card,)) for card in (*next_cards(state), UNTOLD))
    return (m.Shadow(card) for card in (*next_cards(state, marked=True), UNTOLD))


def _setup(box: Box, state: Position, token: str) -> Iterator[Move]:
    word, *rest = token.split()
    if word == "doors":
        yield from (m.Doors(names) for names in permutations(box.doors))
    elif word == "shadows":
        yield from (m.Shadow(card) for card in (*next_cards(state, marked=True), UNTOLD))
    elif word == "adventurer":
        used = {player.adventurer for player in state.players}
        yield from (m.Assign(rest[0], name) for name in ADVENTURERS if name not in used)
    elif word == "deal":
        moves = (m.Draw((card,)) for card in (*next_cards(state), UNTOLD))
        yield from (_by(box, state, move, rest[0]) for move in moves)
    else:
        yield from (m.First(player.handle) for player in state.players)


def next_cards(state: Position, marked: bool = False) -> list[PlayerCard]:
    """Return what the next card of the pile may be told as.

    Args:
        state: the position.
        marked: only with a shadow mark, as a Shadow card needs one.
    """
    if state.top and state.top[0] != UNTOLD:
        known = state.top[0]
        return [known] if known.door is not None or not marked else marks_of(state)
    kinds = possible(state.unseen, patterns(state))
    if not state.full:
        fits = {card for card in marks_of(state) if any(card.fits(kind) for kind in kinds)}
        return sorted(fits, key=order)
    told = [card for card in kinds if not (marked and card.door is None) and card != UNTOLD]
    blank = marked and any(card.door is None for card in kinds)
    return told + [card for card in (marks_of(state) if blank else ()) if card not in told]


def marks_of(state: Position) -> list[PlayerCard]:
    """Return every shadow mark of the game."""
    return [mark(name, side) for name in state.tower.names for side in SIDES]


# ----------------------------------------------------------------------------------------------------------- decisions


def decisions(box: Box, state: Position) -> Iterator[Move]:
    """Yield the moves of the seat that decides."""
    if state.due:
        return _settling(state)
    return _actions(box, state) if state.full else _light(box, state)


def _settling(state: Position) -> Iterator[Move]:
    if state.due[0].startswith("stand "):
        yield from (m.Stand(way) for way in ("up", "down"))
        return
    yield from (m.Discard(card) for card in state.player(limited(state)).hand.kinds())


def _light(box: Box, state: Position) -> Iterator[Move]:
    """Where hands are not followed: shadows that go, relics that are found, and the end of the actions."""
    for door, side, cards in state.tower.sides():
        if cards:
            yield m.Clear(door.name, side)
    yield from (m.Relic(door.name) for door in state.tower.doors if not door.found)
    yield m.Done()


def _actions(box: Box, state: Position) -> Iterator[Move]:
    me = state.player(state.active)
    hand = tuple(me.hand.kinds())
    yield from _steps(state, me)
    yield m.Search()
    door = state.tower.find(me.at)
    if door is not None:
        yield from _illuminations(me, hand, door)
        yield from _findings(box, me, door)
    yield from _gifts(state, me, m.Give)
    yield from _powers(box, state, me, hand)
    yield from _abilities(box, state, me)
    yield m.Done()


def _steps(state: Position, me: Player) -> Iterator[Move]:
    if me.at and state.tower.beside(me.at, "up"):
        yield m.Step("up")
    if me.at and state.tower.beside(me.at, "down"):
        yield m.Step("down")


def _illuminations(me: Player, hand: tuple[PlayerCard, ...], door: Door) -> Iterator[Move]:
    lamps = [card for card in hand if card.lanterns is not None and door.name in card.lanterns]
    if not lamps:
        return
    most = 3 if me.adventurer == "shadowbinder" else 1
    groups = dict.fromkeys(
        shadows for side in SIDES for n in range(1, most + 1) for shadows in combinations(door.side(side), n)
    )
    for card in lamps:
        yield from (m.Illuminate(card, shadows) for shadows in groups)


def _findings(box: Box, me: Player, door: Door) -> Iterator[Move]:
    relic = box.relics.get(door.name)
    if door.found or relic is None:
        return
    shown = sorted((card for card in me.hand if card.relic == relic), key=order)
    yield from (m.Find(four) for four in dict.fromkeys(combinations(shown, 4)))


def _gifts(state: Position, me: Player, kind: type[m.Give] | type[m.Pass]) -> Iterator[Move]:
    if not me.at or (me.at == BEACON and not state.rules.give_on_beacon):
        return
    for other in state.players:
        if other.handle != me.handle and other.at == me.at:
            yield from (kind(other.handle, card) for card in me.hand.kinds())
            yield from (kind(other.handle, None, relic) for relic in me.relics)


def _powers(box: Box, state: Position, me: Player, hand: tuple[PlayerCard, ...]) -> Iterator[Move]:
    held = {box.relics.get(door) for door in me.relics}
    if "staff" in held:
        for card in hand:
            if card.relic == "staff":
                yield from (m.Kindle(card, shadow) for shadow in _shadows(state))
    if "oil" in held:
        yield from (m.Oil(card) for card in hand if card.relic == "oil")


def _shadows(state: Position) -> list[PlayerCard]:
    return list(dict.fromkeys(card for door in state.tower.doors for card in door.shadows))


def _abilities(box: Box, state: Position, me: Player) -> Iterator[Move]:
    if me.adventurer == "placeshifter" and not state.solo:
        for other in state.players:
            yield from (m.Shift(other.handle, door.name) for door in state.tower.doors if door.name != other.at)
    if me.adventurer == "summoner" and state.tower.find(me.at) is not None:
        yield from (m.Recall(card) for card in state.discard.kinds() if card.door == me.at)
    if state.solo:
        yield from (m.Swap(name) for name in ADVENTURERS if name != me.adventurer and box.starts.get(name) == me.at)


# -------------------------------------------------------------------------------------------------------------- asides


def asides(box: Box, state: Position) -> Iterator[Move]:
    """Yield what else may be done now: late and early reveals, spells, powers and abilities that cost no action."""
    if state.ended:
        return
    yield from _early(box, state)
    if state.step == "setup":
        return
    yield from _dispels(state)
    if state.full:
        for move in dict.fromkeys(_free(box, state)):
            verdict = check(box, state, move)
            if verdict.legal and not verdict.needs:
                yield move


def _early(box: Box, state: Position) -> Iterator[Move]:
    """Yield what the setup asks later, as far as it may be told at once."""
    for token in state.pending[1:]:
        for move in _early_of(box, state, token):
            if check(box, state, move):
                yield move


def _early_of(box: Box, state: Position, token: str) -> Iterator[Move]:
    if token.startswith("deal ") and "shadows" in state.pending:
        return iter(())
    return iter(()) if token == "shadows" and "doors" in state.pending else _setup(box, state, token)


def _dispels(state: Position) -> Iterator[Move]:
    seat = seat_of(state, "illuminant")
    door = state.tower.find(state.player(seat).at) if seat else None
    if door is not None:
        for side in state.dispel:
            yield from (m.Dispel(card) for card in dict.fromkeys(door.side(side)))


def _free(box: Box, state: Position) -> Iterator[Move]:
    """Yield free plays of everybody; those that may not be made now are sifted out by the caller."""
    if state.rules.relic_windows and not any(window(state, player.handle) for player in state.players):
        return
    for player in state.players:
        for move in _free_of(box, state, player):
            yield _by(box, state, move, player.handle)


def _by(box: Box, state: Position, move: Move, seat: str) -> Move:
    """Return the move with its seat named, where it would be taken for another's without."""
    return move if understood(box, state, move) == seat else replace(move, by=seat)


def _free_of(box: Box, state: Position, player: Player) -> Iterator[Move]:
    held = {box.relics.get(door) for door in player.relics}
    yield from _casts(box, state, player)
    for card in player.hand.kinds():
        if card.relic == "stone" and "stone" in held:
            yield from (m.Lumen(card, *trip) for trip in _trips(state))
        if card.relic == "prism" and "prism" in held:
            yield from _prisms(state, player, card)
    if player.adventurer == "bestower":
        yield from _tosses(state, player) if state.solo else _gifts(state, player, m.Pass)
    if player.adventurer == "placeshifter" and state.solo:
        yield from (m.Walk(place) for place in state.tower.places() if place != player.at)


def _trips(state: Position) -> Iterator[tuple[str, str]]:
    for player in state.players:
        yield from ((player.handle, place) for place in state.tower.places() if place != player.at)


def _prisms(state: Position, player: Player, card: PlayerCard) -> Iterator[Move]:
    if state.solo:
        yield m.Extra(card)
        return
    for gift in player.hand.remove(card).kinds():
        yield from (m.Prism(card, gift, other.handle) for other in state.players if other.handle != player.handle)


def _tosses(state: Position, player: Player) -> Iterator[Move]:
    pairs = dict.fromkeys(combinations(sorted(player.hand, key=order), 2))
    for pair in pairs:
        for card in dict.fromkeys((*state.hollow.kinds(), *pair)):
            yield m.Toss(pair, card)


def _casts(box: Box, state: Position, player: Player) -> Iterator[Move]:
    for card in player.hand.kinds():
        if card.spell:
            does = box.effect(card.spell)
            if does.verb == "move":
                yield from (m.Cast(card, (), *trip) for trip in _trips(state))
            elif does.verb in ("clear", "summon", "top"):
                yield from (m.Cast(card, picks) for picks in _picks(state, does.verb, does.n))
            else:
                yield m.Cast(card)


def _picks(state: Position, verb: str, n: int) -> Iterable[tuple[PlayerCard, ...]]:
    if verb == "clear":
        cards = [card for door in state.tower.doors for card in door.shadows]
    else:
        cards = list(state.hollow if verb == "summon" else state.discard)
    cards.sort(key=order)
    return dict.fromkeys(picks for k in range(1, n + 1) for picks in combinations(cards, k))


def tellable(state: Position) -> tuple[str, ...]:
    """Return the places of cards that are not wholly told: "bo.2", "purple.left.1", "shadow"."""
    out = ["shadow"] if state.tower.loose else []
    for door, side, cards in state.tower.sides():
        out += [f"{door.name}.{side}.{n}" for n, card in enumerate(cards, start=1) if not card.known]
    for player in state.players:
        out += [f"{player.handle}.{n}" for n, card in enumerate(player.hand, start=1) if not card.known]
    for heap, cards in (("discard", tuple(state.discard)), ("hollow", tuple(state.hollow)), ("top", state.top)):
        out += [f"{heap}.{n}" for n, card in enumerate(cards, start=1) if not card.known]
    return tuple(out)


def table_sees(state: Position) -> bool:
    """Say whether the next thing that happens is a reveal."""
    if state.step == "setup" or state.to_draw:
        return True
    return not state.due and (needs_card(state) or state.step in ("draw", "fall"))
