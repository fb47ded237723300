"""Why a turn is advised, in words: what it opens or helps, what it brings at once, and what it leaves to a rival."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.four_keys.cards import is_ajar, shape_words
from companion.games.four_keys.dungeon import DoorCell, Dungeon, KeyCell, StartCell, lacking
from companion.games.four_keys.gains import gains_of
from companion.games.four_keys.moves import Point, Renew, Take
from companion.games.four_keys.scoring import room_name, score
from companion.games.four_keys.state import Position, seat_of, top_card
from companion.games.four_keys.telling import card_name, cell_words
from companion.games.four_keys.turns import Choice, Turn
from companion.games.four_keys.worth import pointed_at

MUCH = 1.5
"""Points by which a card must do more for a rival than any other, to be worth a word."""
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def reason(choice: Choice, turn: Turn) -> str:
    """Return why a turn is good, as a phrase: "opens two doors, +7 now; leaves a Key (a Heart / a Cross) to Bo"."""
    moves = choice.moves(turn)
    before = choice.state
    after = before
    for move in moves:
        after = choice.game.apply(after, move)
    parts = [", ".join(_own(choice, before, after, turn)), _rival(choice, turn)]
    return "; ".join(part for part in parts if part)


def _own(choice: Choice, before: Position, after: Position, turn: Turn) -> Iterator[str]:
    """Yield what a turn does for the player's own dungeon."""
    seat = choice.seat
    old, new = before.player(seat).dungeon, after.player(seat).dungeon
    first = turn.first[0] if turn.first else None
    if isinstance(first, Renew):
        yield "new cards promise more than those that lie open"
    elif isinstance(first, Point):
        yield _arrow(new, first)
    elif turn.cell is None:
        yield "what lies there is not told"
    else:
        opened = list(_opened(old, new))
        yield _doors(opened) if opened else _waiting(old, new, turn.cell, before.rules.multiplicity)
    gained = _points(choice, new) - _points(choice, old)
    if gained > 0:
        yield f"{gained:+d} now"


def _points(choice: Choice, dungeon: Dungeon) -> int:
    return score(dungeon, seat=choice.seat, **choice.rules).points


def _opened(old: Dungeon, new: Dungeon) -> Iterator[str]:
    """Yield the names of the rooms that lie open now and did not before."""
    for before, after in zip(old.cells, new.cells, strict=True):
        ajar = isinstance(after, DoorCell) and is_ajar(after.room)
        if isinstance(after, DoorCell | StartCell) and after.open and not ajar and not getattr(before, "open", False):
            yield room_name(after)


def _doors(opened: list[str]) -> str:
    if len(opened) < 3:
        return f"opens the {' and the '.join(opened)}"
    return f"opens {_NUMBERS[min(len(opened), 9)]} doors"


def _waiting(old: Dungeon, new: Dungeon, cell: int, multiplicity: bool) -> str:
    """Say what a card that opens nothing is good for."""
    laid = new.cells[cell]
    if isinstance(laid, KeyCell):
        helped = [at for at in new.closed() if _lacks(new, at, multiplicity) < _lacks(old, at, multiplicity)]
        if helped:
            return f"helps {_NUMBERS[min(len(helped), 9)]} closed door{'s' * (len(helped) != 1)}"
        return f"shows {shape_words(laid.shows)} for doors to come" if laid.shows else "takes a space"
    if isinstance(laid, DoorCell) and laid.open:
        return f"the {room_name(laid)} is open at once"
    if isinstance(laid, DoorCell) and laid.needs is not None:
        return f"it then lacks {shape_words(lacking(laid.needs, new.symbols_at(cell)[0], multiplicity))}"
    return "does most there"


def _lacks(dungeon: Dungeon, at: int, multiplicity: bool) -> int:
    needs = getattr(dungeon.cells[at], "needs", None) or ""
    return len(lacking(needs, dungeon.symbols_at(at)[0], multiplicity))


def _arrow(dungeon: Dungeon, move: Point) -> str:
    target = pointed_at(move.cell, move.arrow)
    content = None if target is None else dungeon.cells[target]
    if isinstance(content, DoorCell | StartCell):
        return f"the {room_name(content)} can be copied{'' if content.open else ' once it is open'}"
    return "that space may still take a Room or the tile" if content is None else f"points at {cell_words(content)}"


def _rival(choice: Choice, turn: Turn) -> str:
    """Say what the turn keeps from the next rival, or leaves to them."""
    state = choice.state
    rival = next((seat_of(tile) for tile in state.order[1:] if seat_of(tile) != choice.seat), None)
    if rival is None or not turn.first or not isinstance(turn.first[0], Take):
        return ""
    wishes = _wishes(choice, rival)
    taken = None if turn.pile is None else wishes.pop(turn.pile, None)
    if not wishes:
        return ""
    best = max(wishes, key=lambda pile: wishes[pile])
    name = state.player(rival).name
    if taken is not None and taken - wishes[best] > MUCH:
        return f"{name} would want it most"
    rest = sorted(wishes.values())
    if wishes[best] > MUCH and (len(rest) < 2 or rest[-1] > rest[-2]):
        return f"leaves {card_name(top_card(state.piles[best]))} to {name}"
    return ""


def _wishes(choice: Choice, rival: str) -> dict[int, float]:
    """Return, for each pile whose card is told, what it would gain a rival."""
    number = next(i for i, player in enumerate(choice.state.players) if player.handle == rival)
    gains = gains_of(choice.outlook, choice.scene.plans[number])
    return {pile: gains.best(top)[0] for pile, top in enumerate(choice.scene.tops) if top is not None}
