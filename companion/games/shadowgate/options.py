"""What may be done: the moves of the one who acts, what the table may see, and what else is open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement

from companion.engine.game import NOBODY, TABLE, Actor, Move
from companion.engine.odds import Table
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.box import Box, kinds, supply
from companion.games.shadowgate.cards import CHARACTERS
from companion.games.shadowgate.checks import check
from companion.games.shadowgate.costs import shows, stage, value
from companion.games.shadowgate.decks import law, next_kinds
from companion.games.shadowgate.mat_checks import answers, fits_slot, needs_trait
from companion.games.shadowgate.mats import UNTOLD
from companion.games.shadowgate.phases import ability_of, playing
from companion.games.shadowgate.state import (
    ACTION,
    CYCLED,
    EQUIP,
    PHASES,
    RESOLVE,
    UNEQUIP,
    Card,
    Gear,
    Player,
    Position,
    outside,
)
from companion.games.shadowgate.table_checks import may_roll, roller, wields_staff
from companion.games.shadowgate.vocabulary import SKULL, TRAITS, Ability

_SEATS = ("tokens", "uncurse")
"""What is due from a seat; a deck for an empty space from whose turn it is, all else from the table."""
MOST_HIT = 20
"""The highest attack that is offered where the faces of the dice are not told."""


def actor(box: Box, state: Position) -> Actor:
    """Return who drives the game on."""
    if state.ended:
        return NOBODY
    if state.due:
        word, *rest = state.token
        return rest[0] if word in _SEATS else state.active if word == "refill" else TABLE
    if state.attempt:
        return state.active if stage(box, state).name == "pay" else TABLE
    return TABLE if state.attack else state.active


def legal(box: Box, state: Position) -> Iterator[Move]:
    """Yield the moves of the one who drives the game on."""
    if state.ended:
        return iter(())
    if state.due:
        return _due(box, state)
    if state.attempt:
        return _attempting(box, state)
    if state.attack:
        return iter(_rolls(box, state) or [m.Hit(score) for score in range(MOST_HIT + 1)])
    return _turn(box, state)


# ------------------------------------------------------------------------------------------------------------- reveals


def _due(box: Box, state: Position) -> Iterator[Move]:
    word, *rest = state.token
    if word == "character":
        return _characters(box, state, rest[0])
    if word == "first":
        return (m.First(seat) for seat in (*(player.handle for player in state.players), UNTOLD))
    if word == "tokens":
        return _choices(state, int(rest[1]), rest[2])
    if word == "uncurse":
        held = zip(TRAITS, state.player(rest[0]).curses, strict=True)
        return (m.Uncurse(trait) for trait, n in held if n)
    if word == "refill":
        return (m.Refill(deck) for deck in state.open_decks())
    if word in ("curse", "red"):
        return (m.Red(trait) for trait in (*TRAITS, UNTOLD))
    if word == "defend":
        return iter(_rolls(box, state) or [m.Made(0), m.Failed(0)])
    return (_turned_up(state, card) for card in next_kinds(state, _deck(state)))


def _deck(state: Position) -> str:
    """Return the deck whose next card is told now."""
    word, *rest = state.token
    return rest[1] if word == "quest" else "energy" if word == "spoil" else word


def _turned_up(state: Position, card: Card) -> Move:
    """Return the move that tells the next card."""
    word, *rest = state.token
    if word == "quest":
        return m.Deal(int(rest[0]), card)  # type: ignore[arg-type]
    if word == "riddle":
        return m.Djinn(card)  # type: ignore[arg-type]
    if word in ("energy", "spoil"):
        return m.Energy(card)  # type: ignore[arg-type]
    return m.Boss(card) if word == "boss" else m.Draw(card)  # type: ignore[arg-type]


def _characters(box: Box, state: Position, seat: str) -> Iterator[Move]:
    for name in CHARACTERS:
        move = m.Assign(seat, name)
        if check(box, state, move):
            yield move
    yield m.Assign(seat, UNTOLD)


def _choices(state: Position, number: int, choice: str) -> Iterator[Move]:
    for tokens in combinations_with_replacement(kinds(choice), number):
        if all(tokens.count(token) <= supply(state, token) for token in set(tokens)):
            yield m.Tokens(tokens)
    yield m.Tokens(())


def face_order(face: str) -> tuple[int, int]:
    """Return what faces are sorted by: numbers first, skulls last."""
    return (face == SKULL, value(face))


def _rolls(box: Box, state: Position) -> list[Move]:
    """Return the rolls that may be seen now; none where the faces are not told."""
    law_of = roll_law(box, state)
    if law_of is None:
        return []
    rolls = list(law_of)
    if not state.attempt and any(roll.blue for roll in rolls):
        rolls += dict.fromkeys(m.Roll(roll.black) for roll in rolls)
    return list(rolls)


def roll_law(box: Box, state: Position) -> Table[m.Roll] | None:
    """Return the law of the dice that are rolled now, None where their faces are not told.

    The blue die is rolled by who has a Staff item equipped, in an attack or a defence (shadowgate.attack.blue).
    """
    if box.black is None:
        return None
    player = state.player(roller(state))
    blues: Iterable[str] = ("",)
    if not state.attempt and wields_staff(player):
        if box.blue is None:
            return None
        blues = box.blue
    weights: dict[m.Roll, int] = {}
    for pair, weight in _pairs(box.black).items():
        for blue in blues:
            roll = m.Roll(pair, blue)
            weights[roll] = weights.get(roll, 0) + weight
    return Table(weights)


def _pairs(faces: tuple[str, ...]) -> dict[tuple[str, ...], int]:
    pairs: dict[tuple[str, ...], int] = {}
    for one in faces:
        for other in faces:
            pair = tuple(sorted((one, other), key=face_order))
            pairs[pair] = pairs.get(pair, 0) + 1
    return pairs


def _attempting(box: Box, state: Position) -> Iterator[Move]:
    at = stage(box, state)
    if at.name == "pay":
        yield from (m.Pay(payment.cards, payment.tokens) for payment in at.payments)
        yield m.GiveUp()
    elif at.name == "roll":
        yield from _rolls(box, state)
    else:
        yield from (m.Made(state.attempt), m.Failed(state.attempt))


def chances(box: Box, state: Position) -> Table[Move]:
    """Return the law of what the table sees next."""
    if state.due and state.token[0] not in ("character", "first", "curse", "red", "defend"):
        return Table({_turned_up(state, card): n for card, n in law(state, _deck(state)).items()})
    if state.token[:1] in (["curse"], ["red"]):
        return Table({m.Red(trait): box.red.count(trait) for trait in box.red})
    rolling = state.attack or state.token[:1] == ["defend"] or (state.attempt and stage(box, state).name == "roll")
    rolls = roll_law(box, state) if rolling else None
    if rolls is not None:
        return Table(dict(rolls.items()))
    return Table({move: 1 for move in legal(box, state) if not _nobody_says(move)})


def _nobody_says(move: Move) -> bool:
    return UNTOLD in (getattr(move, "seat", ""), getattr(move, "character", ""))


# ----------------------------------------------------------------------------------------------------------- decisions


def _turn(box: Box, state: Position) -> Iterator[Move]:
    """Yield what the seat may do whose turn it is: in the open phase, and in every later one."""
    player = state.player(state.active)
    at = PHASES.index(state.phase)
    if state.full:
        if state.bonus:
            yield from (m.Bonus(card) for card in _bonuses(state, player))
        if at <= PHASES.index(EQUIP):
            yield from _equipping(box, state, player)
        yield from _action(box, state, player)
    if at <= PHASES.index(CYCLED):
        yield from (m.Attack(trait) for trait in TRAITS) if state.final else _questing(state)
    yield m.Done()


def _bonuses(state: Position, player: Player) -> Iterator[Gear]:
    for card in dict.fromkeys((*player.equipped, *player.inventory)):
        if any(shows(card, symbol) is not False for symbol in state.bonus):
            yield card


def _equipping(box: Box, state: Position, player: Player) -> Iterator[Move]:
    if state.phase == UNEQUIP:
        yield from (m.Unequip(card) for card in dict.fromkeys(player.equipped))
    types = box.slots(player)
    for card in dict.fromkeys(player.inventory):
        for slot in _different(player, types):
            if fits_slot(box, state, player, card, slot):
                yield m.Equip(card, slot)
    if player.filled and not player.full:
        yield m.Flip()


def _different(player: Player, types: tuple[str | None, ...]) -> Iterator[int]:
    """Yield the slots, but of several free ones of a type only the first."""
    seen = set()
    for slot, (kind, cards) in enumerate(zip(types, player.slots, strict=True), start=1):
        if cards or kind is None:
            yield slot
        elif kind not in seen:
            seen.add(kind)
            yield slot


def _action(box: Box, state: Position, player: Player) -> Iterator[Move]:
    early = playing(state) == ACTION
    if early:
        yield from _abilities(box, state, player, free=False)
    yield from _uses(box, state, player, free=False)
    if state.riddle is not None:
        yield from _answers(state, player)
    if not state.traded:
        yield from _trades(state, player)


def _abilities(box: Box, state: Position, player: Player, free: bool) -> Iterator[Move]:
    for full in (False, True):
        does = box.ability(player, full)
        if does is not None and (player.full or not full) and (does.when == "free") == free:
            yield from _checked(box, state, (m.Ability(full, trait) for trait in _traits(does)))


def _uses(box: Box, state: Position, player: Player, free: bool) -> Iterator[Move]:
    """Yield the uses of cards; those without a limit stand with the asides, so that none is offered for ever."""
    cards = player.inventory if playing(state) == RESOLVE else (*player.inventory, *player.equipped)
    for card in dict.fromkeys(cards):
        does = ability_of(card)
        endless = does.when == "free" and getattr(card, "discard", None) is not True
        if does.effects and does.when not in ("always", "start") and endless == free:
            yield from _checked(box, state, (m.Use(card, trait) for trait in _traits(does)))


def _checked(box: Box, state: Position, moves: Iterable[Move]) -> Iterator[Move]:
    return (move for move in moves if check(box, state, move))


def _traits(does: Ability) -> tuple[str, ...]:
    return TRAITS if needs_trait(does) else ("",)


def _answers(state: Position, player: Player) -> Iterator[Move]:
    assert state.riddle is not None
    if player.deaths and answers(state.riddle.answer, None):
        yield m.Answer()
    for card in dict.fromkeys((*player.inventory, *player.equipped)):
        if answers(state.riddle.answer, card):
            yield m.Answer(card)


def _trades(state: Position, player: Player) -> Iterator[Move]:
    for other in state.players:
        if other.handle == player.handle or other.out:
            continue
        for card in dict.fromkeys(player.inventory):
            yield from (m.Trade(card, other.handle, theirs) for theirs in dict.fromkeys(other.inventory))


def _questing(state: Position) -> Iterator[Move]:
    for space in range(1, len(state.spaces) + 1):
        card = state.quest(space)
        if card is None:
            continue
        if card.kind != "event":
            yield m.Attempt(space)
        if not state.extra:
            decks = (deck for deck in state.opened if state.deck(deck).down or deck == card.deck)
            yield from (m.Cycle(space, deck) for deck in decks)


# -------------------------------------------------------------------------------------------------------------- asides


def asides(box: Box, state: Position) -> Iterator[Move]:
    """Yield what else may be done now: early parts of the setup, rolls not needed, giving up, free abilities."""
    if state.ended:
        return
    for token in state.due[1:]:
        word, *rest = token.split()
        if word == "character":
            yield from (m.Assign(rest[0], name) for name in CHARACTERS if check(box, state, m.Assign(rest[0], name)))
        elif word == "first":
            yield from (m.First(player.handle) for player in state.players)
    if state.token[:1] == ["refill"]:
        for deck in state.open_decks():
            yield from (m.Deal(int(state.token[1]), card) for card in next_kinds(state, deck))  # type: ignore[arg-type]
    elif state.attempt and not state.due:
        yield from _other_ways(box, state)
    elif not state.due and not state.attack and state.step == "turn" and state.full:
        yield from _endless(box, state)


def _other_ways(box: Box, state: Position) -> Iterator[Move]:
    name = stage(box, state).name
    if name != "roll" and may_roll(box, state):
        yield from _rolls(box, state)
    if name != "pay":
        yield m.GiveUp()


def _endless(box: Box, state: Position) -> Iterator[Move]:
    player = state.player(state.active)
    if playing(state) == ACTION:
        yield from _abilities(box, state, player, free=True)
    yield from _uses(box, state, player, free=True)


def tellable(state: Position) -> tuple[str, ...]:
    """Return the places of cards that are not wholly told."""
    return tuple(dict.fromkeys(place for place, card in outside(state) if not card.known))
