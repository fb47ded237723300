"""What each move does to a position. The caller has checked the move, or knows that it happened all the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.engine.game import Move
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.box import Box
from companion.games.shadowgate.cards import ItemCard, StaffCard, quest_reward
from companion.games.shadowgate.costs import is_general, shows, stage, value
from companion.games.shadowgate.course import (
    begin_turn,
    boosted,
    burn,
    curse,
    defence_of,
    die,
    drop,
    due_once,
    end_turn,
    fallen,
    gain,
    gate,
    left_board,
    penalty,
    push,
    revealed,
    run,
    struck,
    unlock,
)
from companion.games.shadowgate.decks import (
    best_match,
    blank,
    deck_of,
    merged,
    put_under,
    retold,
    shuffle_in,
    take,
    without,
)
from companion.games.shadowgate.state import (
    ACTION,
    CYCLED,
    EQUIP,
    PHASES,
    RESOLVE,
    Card,
    Gear,
    Player,
    Position,
    outside,
)
from companion.games.shadowgate.traits import followed, for_attack, roll_boost
from companion.games.shadowgate.vocabulary import SKULL, TRAITS, Ability, ability, effects

UNTOLD = "?"
_KEEPS_BONUS = (m.Bonus, m.Draw, m.Djinn, m.Deal, m.Red, m.Tokens, m.Uncurse)
"""Moves after which a Quest Bonus may still be paid: those that settle the reward, and the bonus itself."""


def apply(box: Box, state: Position, move: Move) -> Position:
    """Return the position after a move, with everything that follows by itself."""
    closes = not move.observation and not isinstance(move, _KEEPS_BONUS)
    if closes and state.bonus:
        state = replace(state, bonus=())
    carry: Callable[[Box, Position, Any], Position] = _EFFECTS[type(move)]
    return settle(box, carry(box, state, move))


def settle(box: Box, state: Position) -> Position:
    """Go on as far as nobody has to decide or see anything."""
    while not state.ended:
        state = unlock(fallen(state))
        if state.ended:
            break
        after = _onwards(box, state)
        if after is None:
            return state
        state = after
    return replace(state, step="over", due=(), attempt=0, attack="", dice=(), bonus=())


def _onwards(box: Box, state: Position) -> Position | None:
    if state.due:
        return due_once(box, state)
    if state.step == "setup":
        return begin_turn(state, state.first or state.players[0].handle, 1) if state.first else _nobody_first(state)
    if state.attempt:
        name = stage(box, state).name
        if name == "won":
            return completed(box, state, state.attempt)
        if name == "lost":
            return missed(box, state, state.attempt)
    return None


def _nobody_first(state: Position) -> Position:
    return replace(state, first=state.players[0].handle)


def reach(state: Position, phase: str) -> Position:
    """Enter a phase, closing those before it; who has filled every slot is fully equipped (shadowgate.full.when)."""
    if PHASES.index(state.phase) >= PHASES.index(phase):
        return state
    leaving = PHASES.index(state.phase) <= PHASES.index(EQUIP) < PHASES.index(phase)
    player = state.player(state.active)
    if leaving and state.full and player.filled and not player.full:
        state = state.with_player(replace(player, full=True))
    return replace(state, phase=phase)


def playing(state: Position) -> str:
    """Return the phase in which an item, a riddle or a trade is entered: Action while it is open, else Resolve."""
    return ACTION if PHASES.index(state.phase) <= PHASES.index(ACTION) else RESOLVE


# --------------------------------------------------------------------------------------------------- setup and reveals


def _assign(box: Box, state: Position, move: m.Assign) -> Position:
    if state.token == ["character", move.seat]:
        state = drop(state)
    else:
        state = replace(state, due=tuple(token for token in state.due if token != f"character {move.seat}"))
    if move.character == UNTOLD:
        return state
    player = replace(state.player(move.seat), character=move.character)
    state = state.with_player(player)
    told = box.ability(player, full=False)
    starts = told is not None and told.when == "start" and state.full
    return run(box, state, [move.seat], told.effects) if starts and told is not None else state


def _first(box: Box, state: Position, move: m.First) -> Position:
    state = replace(state, due=tuple(token for token in state.due if token != "first"))
    return replace(state, first=state.players[0].handle if move.seat == UNTOLD else move.seat)


def _deal(box: Box, state: Position, move: m.Deal) -> Position:
    if state.token[:2] in (["quest", str(move.space)], ["refill", str(move.space)]):
        state = drop(state)
    state, card = take(state, move.card.deck, move.card)
    replaced = state.step == "setup" and card.kind == "event" and not state.rules.setup_event_resolves
    if replaced:
        return push(shuffle_in(state, card), f"quest {move.space} I")
    return revealed(box, state.with_quest(move.space, card), move.space, card)


def _draw(box: Box, state: Position, move: m.Draw) -> Position:
    _, seat = state.token
    return _got(drop(state), seat, move.card)


def _got(state: Position, seat: str, card: Gear) -> Position:
    state, told = take(state, deck_of(card), card)
    player = state.player(seat)
    return state.with_player(replace(player, inventory=(*player.inventory, told)))


def _djinn(box: Box, state: Position, move: m.Djinn) -> Position:
    state = drop(state) if state.token == ["riddle"] else state
    state, card = take(state, "riddle", move.card)
    return replace(state, riddle=card)


def _energy(box: Box, state: Position, move: m.Energy) -> Position:
    word, *rest = state.token
    state, card = take(drop(state), "energy", move.card)
    if word == "spoil":
        return _won(state, rest[0], card)
    state = replace(state, energy=card)
    return run(box, state, [player.handle for player in state.fighters()], effects(card.effect))


def _boss(box: Box, state: Position, move: m.Boss) -> Position:
    state, card = take(drop(state), "boss", move.card)
    return replace(state, boss=card)


def _roll(box: Box, state: Position, move: m.Roll) -> Position:
    if state.attempt:
        return replace(state, dice=move.black)
    if state.attack:
        return _attacked(box, state, move)
    return _defended(box, state, move)


def _attacked(box: Box, state: Position, move: m.Roll) -> Position:
    seat, trait = state.active, state.attack
    state = replace(state, attack="")
    if _fatal(state, move):
        return die(state, seat)
    player = state.player(seat)
    score = for_attack(box, state, player, trait) + roll_boost(box, state, player)
    return hurt(box, state, score + sum(map(value, move.black)) + value(move.blue))


def _fatal(state: Position, move: m.Roll) -> bool:
    """Say whether the skulls of an attack make it fail (shadowgate.attack.skulls, shadowgate.attack.which-skulls)."""
    if state.rules.skulls_of_three:
        return (*move.black, move.blue).count(SKULL) >= 2
    return move.black.count(SKULL) == 2


def _defended(box: Box, state: Position, move: m.Roll) -> Position:
    seat = state.token[1]
    player = state.player(seat)
    trait, number = defence_of(state)
    total = roll_boost(box, state, player) + sum(map(value, move.black)) + value(move.blue)
    if trait:
        total += for_attack(box, state, player, trait)
    return drop(state) if total >= number else struck(box, drop(state), seat)


def hurt(box: Box, state: Position, score: int) -> Position:
    """Take an attack off the life of the boss, with the red spaces that it crosses (shadowgate.boss)."""
    life = max(0, state.life - max(0, score))
    reds = sum(life <= red < state.life for red in box.board.red_boss or ())
    state = replace(state, life=life)
    if life == 0:
        return _killed(crossed(state, reds, fights=False))
    return crossed(state, reds, fights=True) if reds else state


def crossed(state: Position, reds: int, fights: bool) -> Position:
    """Give the Energy cards of crossed red spaces; the boss acts once, if it still stands (shadowgate.boss.crossed)."""
    if not reds:
        return state
    seat = state.active
    if state.energy is not None:
        state = _won(replace(state, energy=None), seat, state.energy)
    more = [f"spoil {seat}"] * (reds - 1)
    return push(state, *more, *(("energy", "act") if fights else ()))


def _killed(state: Position) -> Position:
    seat = state.active
    if state.boss is not None:
        state = _won(replace(state, boss=None), seat, state.boss)
    return replace(state, killer=seat, due=(*state.due, "fall"))


def _won(state: Position, seat: str, card: Card) -> Position:
    player = state.player(seat)
    if state.tied:
        return state.with_player(replace(player, spoils=(*player.spoils, card)))
    return state.with_player(replace(player, done=(*player.done, card)))


def _red(box: Box, state: Position, move: m.Red) -> Position:
    word, *rest = state.token or [""]
    if word == "curse":
        return curse(drop(state), rest[0], move.trait) if move.trait in TRAITS else drop(state)
    return penalty(drop(state) if word == "red" else state, move.trait)


# --------------------------------------------------------------------------------------------------------------- equip


def _unequip(box: Box, state: Position, move: m.Unequip) -> Position:
    player, card = off_slots(state.player(state.active), move.card)
    state = _told_now(state, card, move.card)
    return state.with_player(replace(player, inventory=(*player.inventory, merged(move.card, card))))


def off_slots(player: Player, card: Gear) -> tuple[Player, Gear]:
    """Take a card off the slots of a mat; return it as it lay there."""
    held = best_match(player.equipped, card)
    if held is None:
        return player, blank(deck_of(card))  # type: ignore[return-value]
    slots = list(player.slots)
    at = next(n for n, cards in enumerate(slots) if held in cards)
    slots[at] = without(slots[at], held)
    return replace(player, slots=tuple(slots)), held


def off_inventory(player: Player, card: Gear) -> tuple[Player, Gear]:
    """Take a card out of an Inventory; return it as it lay there."""
    held = best_match(player.inventory, card)
    if held is None:
        return player, blank(deck_of(card))  # type: ignore[return-value]
    return replace(player, inventory=without(player.inventory, held)), held


def _told_now(state: Position, old: Card, new: Card) -> Position:
    """Note that a card which was not wholly told is told now."""
    after = merged(new, old)
    return state if old == after else retold(state, old, after)


def _equip(box: Box, state: Position, move: m.Equip) -> Position:
    state = reach(state, EQUIP)
    player, card = off_inventory(state.player(state.active), move.card)
    state = _told_now(state, card, move.card)
    slots = list(player.slots)
    slots[move.slot - 1] = (*slots[move.slot - 1], merged(move.card, card))
    return state.with_player(replace(player, slots=tuple(slots)))


def _flip(box: Box, state: Position, move: m.Flip) -> Position:
    state = reach(state, ACTION)
    return state.with_player(replace(state.player(state.active), full=True))


# ----------------------------------------------------------------------------------------------------- action, resolve


def discarded(state: Position, card: Gear) -> Position:
    """Put a card face up on the discard space."""
    return replace(state, discard=(*state.discard, card))


def from_mat(state: Position, seat: str, card: Gear) -> tuple[Position, Gear]:
    """Take a card off a mat, out of the slots first where it lies in both; a Puzzle item and a General item out of the
    Inventory first."""
    player = state.player(seat)
    bags = (off_inventory, off_slots) if _from_bag(card) else (off_slots, off_inventory)
    for bag in bags:
        after, held = bag(player, card)
        if after is not player:
            state = _told_now(state.with_player(after), held, card)
            return state, merged(card, held)
    return state, card


def _from_bag(card: Gear) -> bool:
    return not isinstance(card, ItemCard | StaffCard) or is_general(card) is True


def ability_of(card: Gear) -> Ability:
    """Return what a card does when it is used."""
    return ability(card.ability) if isinstance(card, ItemCard | StaffCard) else Ability("turn", ())


def _use(box: Box, state: Position, move: m.Use) -> Position:
    state = reach(state, playing(state))
    seat = state.active
    does = ability_of(move.card)
    goes = isinstance(move.card, ItemCard) and move.card.discard
    state = _worked(box, state, does, move.trait, "" if goes else key_of(move.card))
    if goes:
        # After its other instructions (shadowgate.items.discard); what they draw comes when it lies there.
        state, card = from_mat(state, seat, move.card)
        state = discarded(state, card)
    return state


def key_of(card: Gear) -> str:
    """Return the word by which a used card is remembered."""
    return f"card {card.name or UNTOLD}"


def _worked(box: Box, state: Position, does: Ability, trait: str, key: str) -> Position:
    """Carry out an ability; `key`: by what it is remembered, "" for a card that is discarded after it."""
    if key and does.when == "turn":
        state = replace(state, used=(*state.used, key))
    if key and does.when == "game":
        player = state.player(state.active)
        state = state.with_player(replace(player, spent=(*player.spent, key)))
    return run(box, boosted(state, does.effects, trait), [state.active], does.effects)


def _ability(box: Box, state: Position, move: m.Ability) -> Position:
    state = reach(state, ACTION)
    does = box.ability(state.player(state.active), move.full) or ability(None)
    return _worked(box, state, does, move.trait, "full" if move.full else "ability")


def _answer(box: Box, state: Position, move: m.Answer) -> Position:
    state = reach(state, playing(state))
    seat, riddle = state.active, state.riddle
    if move.card is None:
        state = replace(die(state, seat, -1), lost_deaths=state.lost_deaths + 1)
    else:
        state, card = from_mat(state, seat, move.card)
        state = discarded(state, card)
    if riddle is None:
        return state
    state = _won(replace(state, riddle=None), seat, riddle)
    if box.board.riddles == "always":
        state = push(state, "riddle")
    return run(box, boosted(state, effects(riddle.reward), ""), [seat], effects(riddle.reward))


def _trade(box: Box, state: Position, move: m.Trade) -> Position:
    state = replace(reach(state, playing(state)), traded=True)
    mine, given = off_inventory(state.player(state.active), move.card)
    theirs, taken = off_inventory(state.player(move.seat), move.other)
    state = _told_now(_told_now(state, given, move.card), taken, move.other)
    given, taken = merged(move.card, given), merged(move.other, taken)
    state = state.with_player(replace(mine, inventory=(*mine.inventory, taken)))
    return state.with_player(replace(theirs, inventory=(*theirs.inventory, given)))


# --------------------------------------------------------------------------------------------------------------- quest


def _cycle(box: Box, state: Position, move: m.Cycle) -> Position:
    again = state.phase == CYCLED
    card = state.quest(move.space)
    state = reach(state, RESOLVE if again else CYCLED).with_quest(move.space, None)
    state = put_under(state, card) if card is not None else state
    return push(state, f"quest {move.space} {move.deck}")


def _refill(box: Box, state: Position, move: m.Refill) -> Position:
    return push(drop(state), f"quest {state.token[1]} {move.deck}")


def _attempt(box: Box, state: Position, move: m.Attempt) -> Position:
    return replace(reach(state, RESOLVE), attempt=move.space, dice=())


def completed(box: Box, state: Position, space: int) -> Position:
    """A quest is completed: reward, points and perhaps a bonus for the seat whose turn it is (shadowgate.quests)."""
    seat, card = state.active, state.quest(space)
    state = replace(reach(state, RESOLVE), attempt=0, dice=()).with_quest(space, None)
    if card is None:
        return state
    state = gate(_won(state, seat, card), card.name or "")
    state = replace(state, bonus=(card.bonus or ()) if state.full else ())
    reward = quest_reward(card)
    return run(box, boosted(state, reward, ""), [seat], reward)


def missed(box: Box, state: Position, space: int) -> Position:
    """A quest is failed: torches and skulls (shadowgate.failure)."""
    card = state.quest(space)
    state = replace(reach(state, RESOLVE), attempt=0, dice=())
    if card is None:
        return state
    return die(burn(box, state, card.torch or 0), state.active, card.skulls or 0)


def _pay(box: Box, state: Position, move: m.Pay) -> Position:
    seat = state.active
    for paid in move.cards:
        state, card = from_mat(state, seat, paid)
        state = discarded(state, card)
    for token in move.tokens:
        state = gain(state, seat, token, -1)
    return completed(box, state, state.attempt)


def _give_up(box: Box, state: Position, move: m.GiveUp) -> Position:
    return missed(box, state, state.attempt)


def _bonus(box: Box, state: Position, move: m.Bonus) -> Position:
    seat = state.active
    left = list(state.bonus)
    left.remove(symbol_for(move.card, state.bonus))
    state, card = from_mat(state, seat, move.card)
    return replace(_won(state, seat, card), bonus=tuple(left))


def symbol_for(card: Gear, symbols: tuple[str, ...]) -> str:
    """Return the symbol of a Quest Bonus that a card is put away for: the rarest word that it shows."""
    fitting = [symbol for symbol in symbols if shows(card, symbol) is not False]
    categories = [symbol for symbol in fitting if isinstance(card, ItemCard) and symbol in (card.categories or ())]
    return (categories or fitting or list(symbols))[0]


def _attack(box: Box, state: Position, move: m.Attack) -> Position:
    return replace(reach(state, RESOLVE), attack=move.trait)


def _tokens(box: Box, state: Position, move: m.Tokens) -> Position:
    seat = state.token[1]
    state = drop(state)
    for token in move.tokens:
        state = gain(state, seat, token)
    return state


def _uncurse(box: Box, state: Position, move: m.Uncurse) -> Position:
    return curse(drop(state), state.token[1], move.trait, -1)


def _done(box: Box, state: Position, move: m.Done) -> Position:
    return end_turn(reach(state, RESOLVE))


# -------------------------------------------------------------------------------------------------------- observations


def _made(box: Box, state: Position, move: m.Made) -> Position:
    return completed(box, state, move.space) if move.space else drop(state)


def _failed(box: Box, state: Position, move: m.Failed) -> Position:
    if move.space:
        return missed(box, state, move.space)
    return struck(box, drop(state), state.token[1])


def _hit(box: Box, state: Position, move: m.Hit) -> Position:
    return hurt(box, replace(reach(state, RESOLVE), attack=""), move.score)


def _crossed(box: Box, state: Position, move: m.Crossed) -> Position:
    return crossed(state, move.number, fights=state.life > 0)


def _trait(box: Box, state: Position, move: m.Trait) -> Position:
    player = state.player(move.seat)
    at = TRAITS.index(move.trait)
    extra = list(player.extra)
    extra[at] = move.value - followed(box, state, player)[at]
    return state.with_player(replace(player, extra=(extra[0], extra[1], extra[2])))


def _xp(box: Box, state: Position, move: m.Xp) -> Position:
    player = state.player(move.seat)
    return state.with_player(replace(player, xp=player.xp + move.points))


def _death(box: Box, state: Position, move: m.Death) -> Position:
    return die(state, move.seat, move.number)


def _torch(box: Box, state: Position, move: m.Torch) -> Position:
    lower = move.number < state.torch
    reddened = (state.reddened or bool(box.is_red(move.number))) if lower else False
    return replace(state, torch=move.number, reddened=reddened)


def _penalty(box: Box, state: Position, move: m.Penalty) -> Position:
    return penalty(state, move.trait)


def _gate(box: Box, state: Position, move: m.Gate) -> Position:
    return gate(state, move.name)


def _leave(box: Box, state: Position, move: m.Leave) -> Position:
    return left_board(state, move.space)


def _token(box: Box, state: Position, move: m.Token) -> Position:
    word, _, trait = move.what.partition(" ")
    if word == "curse":
        return curse(state, move.seat, trait, move.number)
    return gain(state, move.seat, move.what, move.number)


def _get(box: Box, state: Position, move: m.Get) -> Position:
    return _got(state, move.seat, move.card)


def _lose(box: Box, state: Position, move: m.Lose) -> Position:
    state, card = from_mat(state, move.seat, move.card)
    return discarded(state, card)


def _flipped(box: Box, state: Position, move: m.Flipped) -> Position:
    return state.with_player(replace(state.player(move.seat), full=True))


def _out(box: Box, state: Position, move: m.Out) -> Position:
    return state.with_player(replace(state.player(move.seat), out=True))


def _life(box: Box, state: Position, move: m.Life) -> Position:
    if move.number < state.life:
        return hurt(box, replace(reach(state, RESOLVE), attack=""), state.life - move.number)
    return replace(state, life=move.number)


def _name(box: Box, state: Position, move: m.Name) -> Position:
    """Tell what a card is; what an unknown quest did when it was revealed follows now."""
    old = card_at(state, move.place)
    new = merged(move.card, old)
    state = retold(state, old, new)
    state = exchanged(state, move.place, old, new)
    if move.place.startswith("quest.") and getattr(old, "kind", "") is None and new != old:
        assert not isinstance(new, ItemCard)
        return revealed(box, state, int(move.place[6:]), new)  # type: ignore[arg-type]
    return state


def card_at(state: Position, place: str) -> Card:
    """Return the card at a place of `state.outside`.

    Raises:
        LookupError: nothing lies there.
    """
    for where, card in outside(state):
        if where == place:
            return card
    raise LookupError(place)


def exchanged(state: Position, place: str, old: Card, new: Card) -> Position:
    """Put a card in the place of another."""
    head, _, tail = place.partition(".")
    if head == "quest":
        return state.with_quest(int(tail), new)  # type: ignore[arg-type]
    if head in ("riddle", "energy", "boss"):
        return replace(state, **{head: new})
    if head in ("discard", "gone"):
        return replace(state, **{head: _swapped(getattr(state, head), old, new)})
    player = state.player(head)
    if tail.isdecimal():
        return state.with_player(replace(player, inventory=_swapped(player.inventory, old, new)))
    if tail.startswith("slot"):
        slots = tuple(_swapped(cards, old, new) if old in cards else cards for cards in player.slots)
        return state.with_player(replace(player, slots=slots))
    heap = "done" if tail.startswith("done") else "spoils"
    return state.with_player(replace(player, **{heap: _swapped(getattr(player, heap), old, new)}))


def _swapped(cards: tuple[Any, ...], old: Card, new: Card) -> tuple[Any, ...]:
    at = cards.index(old)
    return (*cards[:at], new, *cards[at + 1 :])


def _turn(box: Box, state: Position, move: m.Turn) -> Position:
    return begin_turn(replace(state, due=()), move.seat, state.turn)


def _depth(box: Box, state: Position, move: m.Depth) -> Position:
    return replace(state, depth=move.depth)


_EFFECTS: dict[type[Move], Any] = {
    m.Assign: _assign,
    m.First: _first,
    m.Deal: _deal,
    m.Draw: _draw,
    m.Djinn: _djinn,
    m.Energy: _energy,
    m.Boss: _boss,
    m.Roll: _roll,
    m.Red: _red,
    m.Unequip: _unequip,
    m.Equip: _equip,
    m.Flip: _flip,
    m.Use: _use,
    m.Ability: _ability,
    m.Answer: _answer,
    m.Trade: _trade,
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
    m.Made: _made,
    m.Failed: _failed,
    m.Hit: _hit,
    m.Crossed: _crossed,
    m.Trait: _trait,
    m.Xp: _xp,
    m.Death: _death,
    m.Torch: _torch,
    m.Penalty: _penalty,
    m.Gate: _gate,
    m.Leave: _leave,
    m.Token: _token,
    m.Get: _get,
    m.Lose: _lose,
    m.Flipped: _flipped,
    m.Out: _out,
    m.Life: _life,
    m.Name: _name,
    m.Turn: _turn,
    m.Depth: _depth,
}
