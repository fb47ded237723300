"""What follows by itself: effects, deaths, the torch, the ends of turns, the Final Quest, and what is due next.

`Position.due` holds what is settled next, each as words:

    character ana | first                what the setup asks
    quest 2 II     refill 2              a quest is revealed on a space; a deck is chosen for an empty one
    item ana       puzzle ana  staff ana a card is drawn
    riddle | boss | energy | spoil ana   a riddle, a boss, an Energy card is turned up; one more Energy card is gained
    tokens ana 2 token                   tokens are chosen
    curse ana      uncurse ana   red     the red die is rolled; a curse goes; the torch's red die
    leave 2                              an event leaves the board
    dusk | ember | next                  the round's torch, whether the red die is rolled, the next turn
    act            defend ana    fall    the boss acts; a seat rolls against it; the boss has fallen
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from companion.games.shadowgate.box import Box, kinds, supply
from companion.games.shadowgate.cards import (
    BARRIER,
    BOSS_LIFE,
    FATAL,
    HALL,
    STAIRWELL,
    TIE_LIFE,
    TORCH_RESET,
    TORCH_START,
    QuestCard,
)
from companion.games.shadowgate.decks import available
from companion.games.shadowgate.scoring import points
from companion.games.shadowgate.state import UNEQUIP, Position, Three
from companion.games.shadowgate.traits import added
from companion.games.shadowgate.vocabulary import ELEMENTS, TRAITS, Effect, cost, effects

UNLOCKS = {STAIRWELL: "II", HALL: "III"}
"""The event that opens each locked deck (shadowgate.locks)."""


def push(state: Position, *tokens: str) -> Position:
    """Put something before everything else that is due."""
    return replace(state, due=(*tokens, *state.due)) if tokens else state


def drop(state: Position) -> Position:
    """Strike out what is due first."""
    return replace(state, due=state.due[1:])


# ------------------------------------------------------------------------------------------------------ tokens, deaths


def bump(three: Three, at: int, n: int) -> Three:
    """Return three numbers with one of them changed, never below 0."""
    out = list(three)
    out[at] = max(0, out[at] + n)
    return (out[0], out[1], out[2])


def gain(state: Position, seat: str, what: str, n: int = 1) -> Position:
    """Give tokens of a trait or an element to a seat, as many as the board has (shadowgate.tokens.limited)."""
    player = state.player(seat)
    n = min(n, supply(state, what)) if n > 0 else n
    if what in ELEMENTS:
        return state.with_player(replace(player, magic=bump(player.magic, ELEMENTS.index(what), n)))
    return state.with_player(replace(player, plus=bump(player.plus, TRAITS.index(what), n)))


def curse(state: Position, seat: str, trait: str, n: int = 1) -> Position:
    """Give a seat a curse of a trait, or take it away (shadowgate.curses)."""
    player = state.player(seat)
    n = min(n, supply(state, trait)) if n > 0 else n
    return state.with_player(replace(player, curses=bump(player.curses, TRAITS.index(trait), n)))


def die(state: Position, seat: str, n: int = 1) -> Position:
    """Give Death cards to a seat, or take some back."""
    player = state.player(seat)
    if player.out:
        return state
    if state.tied:
        return state.with_player(replace(player, late_deaths=max(0, player.late_deaths + n)))
    return state.with_player(replace(player, deaths=max(0, player.deaths + n)))


def penalty(state: Position, trait: str) -> Position:
    """Lay the token of a trait beside the Torch track; what lay there goes back first (shadowgate.torch.replace)."""
    state = replace(state, penalty="")
    return replace(state, penalty=trait) if trait not in TRAITS or supply(state, trait) else state


def burn(box: Box, state: Position, steps: int) -> Position:
    """Move the Torch marker down, or up with a negative number (shadowgate.torch)."""
    if not state.torch:
        return state
    if steps < 0:
        return replace(state, torch=min(TORCH_START, state.torch - steps))
    for _ in range(steps):
        state = _burn_one(box, state)
    return state


def _burn_one(box: Box, state: Position) -> Position:
    if state.torch > 1:
        return replace(state, torch=state.torch - 1, reddened=state.reddened or bool(box.is_red(state.torch - 1)))
    for player in state.alive:
        state = die(state, player.handle)
    return replace(state, torch=TORCH_RESET, penalty="", reddened=False)


# ------------------------------------------------------------------------------------------------------------- effects


def run(box: Box, state: Position, seats: Sequence[str], steps: Iterable[Effect], trait: str = "") -> Position:
    """Carry out effects for some seats; the torch moves once for all of them.

    Args:
        box: the box.
        state: the position.
        seats: whom they befall, in order.
        steps: the effects; boosts are not among those that go on by themselves.
        trait: what a boost of one's choice goes to.
    """
    new: list[str] = []
    for step in steps:
        if step.verb == "torch":
            state = burn(box, state, step.n)
            continue
        for seat in seats:
            state, tokens = _one(state, seat, step)
            new += tokens
    return push(state, *new)


def _one(state: Position, seat: str, step: Effect) -> tuple[Position, list[str]]:
    if step.verb == "death":
        return die(state, seat, step.n), []
    if step.verb == "curse":
        return state, [f"curse {seat}"] * step.n if step.n > 0 else [f"uncurse {seat}"] * -step.n
    if step.verb == "gain":
        if step.what in (*TRAITS, *ELEMENTS):
            return gain(state, seat, step.what, step.n), []
        return state, [f"tokens {seat} {step.n} {step.what}"]
    if step.verb == "draw":
        return state, ["riddle" if step.what == "riddle" else f"{step.what} {seat}"] * step.n
    return state, []


def boosted(state: Position, steps: Iterable[Effect], trait: str) -> Position:
    """Add the boosts of an item or an ability until the end of the turn."""
    one, two, three, roll = (a + b for a, b in zip(state.boosts, added(steps, trait), strict=True))
    return replace(state, boosts=(one, two, three, roll))


def everybody(state: Position) -> list[str]:
    """Return the seats that something common befalls, from the one whose turn it is."""
    fighters = {player.handle for player in state.fighters()}
    return [player.handle for player in state.in_order(state.active) if player.handle in fighters]


def gate(state: Position, name: str) -> Position:
    """Open what one of the three named cards opens (shadowgate.locks, shadowgate.final.trigger)."""
    if name == BARRIER:
        return replace(state, barrier=True)
    deck = UNLOCKS.get(name, "")
    if not deck or deck in state.opened:
        return state
    return replace(state, opened=tuple(sorted((*state.opened, deck))))


def revealed(box: Box, state: Position, space: int, card: QuestCard) -> Position:
    """Resolve a quest card that has come to lie on a space (shadowgate.events)."""
    state = gate(state, card.name or "")
    if card.kind != "event":
        return state
    if card.stays is False:
        state = push(state, f"leave {space}")
    return run(box, state, everybody(state), effects(card.reward))


# ------------------------------------------------------------------------------------------------------- turns and end


def begin_turn(state: Position, seat: str, turn: int) -> Position:
    """Begin the turn of a seat."""
    return replace(
        state,
        step="turn",
        phase=UNEQUIP,
        active=seat,
        turn=turn,
        reddened=False,
        attempt=0,
        attack="",
        dice=(),
        bonus=(),
        boosts=(0, 0, 0, 0),
        used=(),
        traded=False,
    )


def end_turn(state: Position) -> Position:
    """Enter the End Phase (shadowgate.end-phase.order)."""
    state = replace(state, attempt=0, attack="", dice=(), bonus=(), phase="resolve")
    if state.final:
        return replace(state, due=(*state.due, "next"))
    empty = [f"refill {n}" for n, space in enumerate(state.spaces, start=1) if space.card is None]
    return replace(state, due=(*state.due, *empty, "dusk", "ember", "next"))


def fallen(state: Position) -> Position:
    """Take out whoever has a fifth Death card in Competition; it may end the turn, or the game (shadowgate.death)."""
    if state.mode == "competition":
        for player in state.players:
            if not player.out and player.deaths + player.late_deaths >= FATAL:
                state = state.with_player(replace(player, out=True))
    if state.step != "turn":
        return state
    if not state.fighters():
        return replace(state, ended="defeat", due=())
    if not state.player(state.active).out or "next" in state.due:
        return state
    mine = f" {state.active}"
    state = replace(state, due=tuple(token for token in state.due if not f"{token} ".count(f"{mine} ")))
    return end_turn(state)


def unlock(state: Position) -> Position:
    """Unlock the Final Quest, if the Great Barrier and all pieces of the Staff are out (shadowgate.final.trigger)."""
    if state.unlocked or state.final or not state.barrier or state.deck("staff").down or state.step != "turn":
        return state
    order = [player.handle for player in state.in_order(state.active) if not player.out]
    return replace(state, unlocked=True, waits=(*order[1:], *order[:1]))


def _next(box: Box, state: Position) -> Position:
    state = drop(state)
    if state.final:
        return begin_turn(state, state.next_seat(), state.turn + 1)
    if state.ends_round():
        state = replace(state, round=state.round + 1)
    if not state.unlocked:
        return begin_turn(state, state.next_seat(), state.turn + 1)
    waits = tuple(seat for seat in state.waits if not state.player(seat).out)
    if waits:
        return replace(begin_turn(state, waits[0], state.turn + 1), waits=waits[1:], extra=True)
    state = begin_turn(state, state.next_seat(), state.turn + 1)
    return replace(
        state, extra=False, waits=(), torch=0, penalty="", life=BOSS_LIFE, due=("boss", "energy", *state.due)
    )


def _fall(box: Box, state: Position) -> Position:
    """The boss is beaten: count up, and let a tie fight on (shadowgate.end, shadowgate.tie)."""
    state = drop(state)
    if state.tied:
        return replace(state, ended="tie", due=())
    totals = {player.handle: points(player) for player in state.alive}
    best = max(totals.values())
    tied = tuple(seat for seat, total in totals.items() if total == best)
    if len(tied) == 1:
        return replace(state, ended="boss", due=())
    order = [player.handle for player in state.in_order(state.killer)]
    seat = next(handle for handle in (*order[1:], order[0]) if handle in tied)
    bosses = state.deck("boss")
    if not bosses.down:
        # In Beginner Mode the other two lie in the box; one of them comes by chance (shadowgate.tie.beginner).
        state = state.with_deck("boss", replace(bosses, down=2, bottom=()))
    state = replace(state, tied=tied, life=TIE_LIFE, boss=None)
    due = ("boss",) if state.energy is not None else ("boss", "energy")
    return replace(begin_turn(state, seat, state.turn + 1), due=due)


# ----------------------------------------------------------------------------------------------- what is due, in order


def _pass(box: Box, state: Position) -> Position | None:
    return None


def _reveal(box: Box, state: Position) -> Position | None:
    """A quest is revealed: unless nothing may be, or its deck is empty."""
    _, space, deck = state.token
    gone = (not state.revealing and state.step == "turn") or state.quest(int(space)) is not None
    if gone:
        return drop(state)
    if state.deck(deck).down:
        return None
    return push(drop(state), f"refill {space}") if state.open_decks() else drop(state)


def _refill(box: Box, state: Position) -> Position | None:
    space = state.token[1]
    decks = state.open_decks()
    if not state.revealing or not decks or state.quest(int(space)) is not None:
        return drop(state)
    return push(drop(state), f"quest {space} {decks[0]}") if len(decks) == 1 else None


def _draw(box: Box, state: Position) -> Position | None:
    kind, seat = state.token
    if state.player(seat).out or not available(state, kind):
        return drop(state)
    if state.full:
        return None
    # Inventories are not followed; how many pieces of the Staff are found is.
    deck = state.deck(kind)
    if kind != "staff":
        return drop(state)
    return drop(state.with_deck(kind, replace(deck, down=deck.down - 1)))


def _riddle(box: Box, state: Position) -> Position | None:
    open_already = state.riddle is not None or not state.deck("riddle").down
    return drop(state) if open_already or not state.full else None


def _choose(box: Box, state: Position) -> Position | None:
    _, seat, number, choice = state.token
    left = sum(supply(state, what) for what in kinds(choice))
    if not state.full or state.player(seat).out or not left:
        return drop(state)
    if int(number) > left:
        return push(drop(state), f"tokens {seat} {left} {choice}")
    return None


def _curse(box: Box, state: Position) -> Position | None:
    return drop(state) if state.player(state.token[1]).out else None


def _uncurse(box: Box, state: Position) -> Position | None:
    player = state.player(state.token[1])
    held = [trait for trait, n in zip(TRAITS, player.curses, strict=True) if n]
    if not held:
        return drop(state)
    return curse(drop(state), player.handle, held[0], -1) if len(held) == 1 else None


def _leave(box: Box, state: Position) -> Position | None:
    space = int(state.token[1])
    return left_board(drop(state), space)


def left_board(state: Position, space: int) -> Position:
    """Take a card off its space and the board; another replaces it at once (shadowgate.events.replace)."""
    card = state.quest(space)
    state = state.with_quest(space, None)
    if card is not None:
        state = replace(state, gone=(*state.gone, card))
    if state.step == "setup":
        return push(state, f"quest {space} I")
    return push(state, f"refill {space}")


def _dusk(box: Box, state: Position) -> Position | None:
    state = drop(state)
    return burn(box, state, 1) if state.ends_round() else state


def _ember(box: Box, state: Position) -> Position | None:
    state = drop(state)
    return push(replace(state, reddened=False), "red") if state.reddened else state


def _energy(box: Box, state: Position) -> Position | None:
    return None if state.deck("energy").down else drop(state)


def _act(box: Box, state: Position) -> Position | None:
    boss = state.boss
    state = drop(state)
    if boss is None:
        return state
    if boss.defence:
        return push(state, *(f"defend {seat}" for seat in everybody(state)))
    return run(box, state, everybody(state), effects(boss.action))


def _defend(box: Box, state: Position) -> Position | None:
    return drop(state) if state.player(state.token[1]).out else None


_DUE: dict[str, Callable[[Box, Position], Position | None]] = {
    "quest": _reveal,
    "refill": _refill,
    "item": _draw,
    "puzzle": _draw,
    "staff": _draw,
    "riddle": _riddle,
    "tokens": _choose,
    "curse": _curse,
    "uncurse": _uncurse,
    "leave": _leave,
    "dusk": _dusk,
    "ember": _ember,
    "next": _next,
    "boss": _pass,
    "energy": _energy,
    "spoil": _energy,
    "act": _act,
    "defend": _defend,
    "fall": _fall,
}


def due_once(box: Box, state: Position) -> Position | None:
    """Settle what is due first, None where somebody must decide or tell something."""
    settle = _DUE.get(state.token[0])
    return settle(box, state) if settle is not None else None


def defence_of(state: Position) -> tuple[str, int]:
    """Return the trait and the number of the roll against the boss (shadowgate.boss.defence)."""
    boss = state.boss
    need = cost(boss.defence)[0][0] if boss is not None and boss.defence else None
    return (need.what, need.n) if need is not None and need.kind == "trait" else ("", 0)


def struck(box: Box, state: Position, seat: str) -> Position:
    """Let the action of the boss befall a seat that was not spared."""
    return run(box, state, [seat], effects(state.boss.action)) if state.boss is not None else state
