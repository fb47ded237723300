"""Moves of The Four Doors as somebody would say what to do, and the places of the board that they touch."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.game import Move
from companion.games.four_doors import moves as m
from companion.games.four_doors.box import Box
from companion.games.four_doors.cards import PlayerCard
from companion.games.four_doors.people import mover
from companion.games.four_doors.state import Position
from companion.games.four_doors.telling import card_name, place_words, side_words, title
from companion.ui.boards.four_doors_places import side_place


def todos(box: Box, steps: Sequence[tuple[Move, Position]]) -> list[str]:
    """Return a line of play as things to do; of a walk only where it ends.

    Args:
        box: names of relics.
        steps: the moves, each with the position before it.
    """
    out = []
    for n, (move, state) in enumerate(steps):
        following = steps[n + 1][0] if n + 1 < len(steps) else None
        if isinstance(move, m.Step) and isinstance(following, m.Step) and following.way == move.way:
            continue
        out.append(todo(box, move, state))
    return [said for said in out if said]


def todo(box: Box, move: Move, state: Position) -> str:
    """Return a move as something to do: "clear Purple left with a Staff card"; empty for the end of the actions.

    Args:
        box: names of relics.
        move: the move.
        state: the position before it.
    """
    said = _action(box, move, state) or _free(box, move, state)
    by = mover(box, state, move)
    return f"{state.player(by).name}: {said}" if said and by and by != state.active else said


def _action(box: Box, move: Move, state: Position) -> str:
    match move:
        case m.Illuminate(card=card, shadows=shadows):
            return f"clear {_shadows(shadows)} with {_short(card)}"
        case m.Step(way=way):
            at = state.player(mover(box, state, move)).at
            return f"{way} to {place_words(state.tower.beside(at, 'up' if way == 'up' else 'down'))}"
        case m.Search():
            return "search"
        case m.Give(seat=seat, card=card, relic=relic) | m.Pass(seat=seat, card=card, relic=relic):
            gift = _short(card) if card is not None else f"the {box.relic_name(relic)}"
            return f"give {state.player(seat).name} {gift}"
        case m.Find():
            return f"find the {box.relic_name(state.player(mover(box, state, move)).at)}"
        case m.Kindle(shadow=shadow):
            return f"clear {side_words(shadow)} with the Kindle Staff"
        case m.Oil():
            return "use the Oil of Evermore: two shadows fewer"
        case m.Shift(seat=seat, to=to) | m.Lumen(seat=seat, to=to):
            return f"move {state.player(seat).name} to {place_words(to)}"
        case m.Recall(card=card):
            return f"take {_short(card)} from the discards"
        case m.Swap(adventurer=adventurer):
            return f"become the {title(adventurer)}"
    return ""


def _free(box: Box, move: Move, state: Position) -> str:
    match move:
        case m.Discard(card=card):
            return f"let go of {_short(card)}"
        case m.Cast(card=card, cards=cards, seat=seat, to=to):
            return f"cast {title(card.spell or 'a spell')}{_aim(state, cards, seat, to)}"
        case m.Prism(gift=gift, seat=seat):
            return f"pass {state.player(seat).name} {_short(gift)} with the Prism"
        case m.Extra():
            return "pay for one more action with the Prism"
        case m.Walk(to=to):
            return f"walk to {place_words(to)}"
        case m.Dispel(shadow=shadow):
            return f"clear {side_words(shadow)} on entering"
        case m.Toss(take=take):
            return f"toss two cards for {_short(take)}"
        case m.Stand(way=way):
            return f"stand {way}"
        case m.Clear(door=door, side=side):
            return f"clear {title(door)} {side}"
    return ""


def _aim(state: Position, cards: tuple[PlayerCard, ...], seat: str, to: str) -> str:
    if seat:
        return f": {state.player(seat).name} to {place_words(to)}"
    lying = _lying(state, cards)
    if lying:
        return f": clear {_shadows(lying)}"
    return f": take {', '.join(map(_short, cards))}" if cards else ""


def _lying(state: Position, cards: tuple[PlayerCard, ...]) -> tuple[PlayerCard, ...]:
    """Return those of some cards that lie beside doors."""
    shadows = [card for door in state.tower.doors for card in door.shadows]
    return tuple(card for card in cards if card in shadows)


def _shadows(shadows: tuple[PlayerCard, ...]) -> str:
    """Return the sides of shadows, each once: "Purple left (2) and Blue right"."""
    sides = [side_words(card) for card in shadows]
    counts = {side: sides.count(side) for side in dict.fromkeys(sides)}
    return " and ".join(f"{side} ({n})" if n > 1 else side for side, n in counts.items())


def _short(card: PlayerCard) -> str:
    """Return a card without its mark: "a Staff card"."""
    if card.relic:
        return f"{'an' if card.relic == 'oil' else 'a'} {title(card.relic)} card"
    return card_name(PlayerCard(card.relic, card.spell))


def touched(move: Move, state: Position, box: Box) -> tuple[str, ...]:
    """Return the places of the board that a move is about."""
    if isinstance(move, m.Illuminate):
        return tuple(dict.fromkeys(_place(card) for card in move.shadows))
    if isinstance(move, m.Cast):
        return tuple(dict.fromkeys(_place(card) for card in _lying(state, move.cards)))
    if isinstance(move, m.Kindle | m.Dispel):
        return (_place(move.shadow),)
    if isinstance(move, m.Clear):
        return (side_place(move.door, move.side),)
    if isinstance(move, m.Step):
        at = state.player(mover(box, state, move)).at
        return (f"door/{state.tower.beside(at, 'up' if move.way == 'up' else 'down')}",)
    if isinstance(move, m.Find):
        return (f"star/{state.player(mover(box, state, move)).at}",)
    return ()


def _place(card: PlayerCard) -> str:
    return side_place(card.door or "", card.side or "")
