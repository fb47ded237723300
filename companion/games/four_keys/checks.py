"""May this be done? One function a kind of move; a refusal says what is in the way, what is right, and the clause."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from typing import Any

from msgspec.structs import replace

from companion.engine.game import YES, Move, Verdict, cannot_tell, no
from companion.engine.piles import Multiset, Pile
from companion.engine.told import possible
from companion.games.four_keys.cards import ROOM_LEVEL, ROOM_NAMES, Card, Door, Key, is_ajar, key, shape_words
from companion.games.four_keys.dungeon import (
    ARROWS,
    FULL,
    GRID,
    NEIGHBOURS,
    SIZE,
    Cell,
    DoorCell,
    Dungeon,
    StartCell,
    TileCell,
    UntoldCell,
    cell_name,
    covered,
    lacking,
)
from companion.games.four_keys.moves import (
    HAND,
    PILE_LABELS,
    PILE_NAMES,
    PILES,
    Deal,
    Full,
    Gold,
    Light,
    Open,
    Order,
    Place,
    Point,
    Put,
    Renew,
    Reveal,
    Take,
)
from companion.games.four_keys.scoring import GOLD
from companion.games.four_keys.state import (
    Hand,
    Position,
    card_at,
    card_words,
    is_acolyte,
    is_told,
    patterns,
    pile_of,
    says_nothing,
    seat_of,
    start_patterns,
    top_card,
)

SEQUENCE = "four-keys.turn.sequence"


def check(state: Position, move: Move) -> Verdict:
    """Say whether a move may be made in a position."""
    seats = {player.handle for player in state.players}
    seat = getattr(move, "seat", "") or move.by
    if seat and seat not in seats:
        return no(f"Nobody at this table is called {seat}.", "four-keys.setup.players")
    judge: Callable[[Position, Any], Verdict] = _CHECKS[type(move)]
    return judge(state, move)


# ------------------------------------------------------------------------------------------------- setup and reveals


def tile_orders(state: Position) -> Iterator[tuple[str, ...]]:
    """Yield every order in which the tiles may stand at the start, each equally likely (four-keys.setup.order)."""
    seats = [player.handle for player in state.players]
    for order in permutations(seats):
        if len(seats) != 2:
            yield order
        elif not state.rules.start_order_2p:
            yield (*order, *(f"{seat}*" for seat in order))
        else:
            yield from _alternating(*order)


def _alternating(one: str, other: str) -> Iterator[tuple[str, ...]]:
    for a, c in ((one, f"{one}*"), (f"{one}*", one)):
        for b, d in ((other, f"{other}*"), (f"{other}*", other)):
            yield a, b, c, d


def _order(state: Position, move: Order) -> Verdict:
    if "order" not in state.pending:
        return no("The order of the tiles is settled already.", "four-keys.setup.order")
    if move.tiles in set(tile_orders(state)):
        return YES
    if len(state.players) == 2:
        clauses = ("four-keys.two-players.colours-alternate", "four-keys.two-players.start-order")
        return no(
            "Each player's two tiles stand on the line, colours in turn: name one player, then the other.", *clauses
        )
    return no("Each player's tile stands on the line once: name every player once.", "four-keys.setup.order")


def _deal(state: Position, move: Deal) -> Verdict:
    cell = state.player(move.seat).dungeon.cells[24]
    if not isinstance(cell, StartCell):
        return no(f"{_name(state, move.seat)} has no starting card on d4.", "four-keys.setup.starting-cards")
    if move.card is None:
        return YES if f"start {move.seat}" in state.pending else _told_already("starting card", "setup.starting-cards")
    old = card_at(cell)
    if is_told(old):
        return _told_already("starting card", "setup.starting-cards")
    if old is not None and not old.fits(move.card):
        return no("That is not what was told of this starting card before.", "four-keys.setup.starting-cards")
    return _unseen(state.starts, move.card, start_patterns(state, move.seat), "four-keys.setup.starting-cards")


def _told_already(what: str, clause: str) -> Verdict:
    return no(f"The {what} is told already; hold it to fix it.", f"four-keys.{clause}")


def _reveal(state: Position, move: Reveal) -> Verdict:
    if not state.followed:
        return _not_followed()
    if move.pile == HAND:
        return _reveal_hand(state, move)
    pile = state.piles[move.pile]
    if pile.top is None:
        return no(f"The pile of {PILE_NAMES[move.pile]} is empty.", "four-keys.collecting.empty-pile")
    if move.card is None:
        asked = PILES[move.pile] in state.pending
        return (
            YES
            if asked
            else no(f"The top of {PILE_LABELS[move.pile]} lies open already.", "four-keys.collecting.visible")
        )
    if is_told(top_card(pile)):
        return _told_already(f"top of {PILE_LABELS[move.pile]}", "collecting.visible")
    return _fitting(state, move.pile, PILES[move.pile], top_card(pile), move.card)


def _reveal_hand(state: Position, move: Reveal) -> Verdict:
    hand = state.hand
    if hand is None or is_told(hand.card):
        return no("No untold card is in hand.", "four-keys.collecting.top-card")
    if move.card is None:
        return (
            YES
            if "hand" in state.pending
            else no("The card in hand is untold already.", "four-keys.collecting.visible")
        )
    return _fitting(state, hand.pile, "hand", hand.card, move.card)


def _fitting(state: Position, pile: int, place: str, old: Card | None, new: Card) -> Verdict:
    """Check that a card may be the one that lies there: of this pile, as told before, and not all seen."""
    if pile_of(new) != pile:
        return no(f"That card does not come from the {PILE_NAMES[pile]}.", "four-keys.setup.piles")
    if old is not None and not old.fits(new):
        return no("That is not what was told of this card before; hold it to fix it.", "four-keys.collecting.visible")
    if says_nothing(new) or new == old:
        return no("That says nothing new of the card: say `?` for a card not told.", "four-keys.collecting.visible")
    return _unseen(state.piles[pile].unseen, new, patterns(state, pile, place), "four-keys.components.cards")


def _unseen(unseen: Multiset[Any], card: Card, told: Sequence[Card], clause: str) -> Verdict:
    """Check that some unseen card may be this one, given the cards elsewhere that are partly told."""
    if any(card.fits(kind) for kind in possible(unseen, told)):
        return YES
    return no(f"No unseen card of this box can be {card_words(card)}.", clause)


# ---------------------------------------------------------------------------------------------------------- decisions


def _not_followed() -> Verdict:
    return no("Only dungeons and gold are followed now; say `full` to follow the piles too.", SEQUENCE)


def _name(state: Position, seat: str) -> str:
    return state.player(seat).name


def _turn(state: Position, by: str) -> Verdict:
    """Check that a tile may begin its turn now, and that it is this seat's."""
    if not state.followed:
        return _not_followed()
    if "order" in state.pending:
        return no("First tell the order of the tiles: `order` and every player from the left.", "four-keys.setup.order")
    if state.hand is not None:
        return no(f"{_name(state, state.hand.seat)} has a card in hand: place it first.", SEQUENCE)
    if not state.order:
        return no("The game is over: every dungeon has its 15 cards.", "four-keys.end.fifteen")
    turn = seat_of(state.order[0])
    if by and by != turn:
        clauses = ("four-keys.turn.order", "four-keys.turn.leftmost-tile")
        return no(f"It is {_name(state, turn)}'s turn: that tile stands furthest left.", *clauses)
    return YES


def _gold(state: Position) -> int:
    return state.player(seat_of(state.order[0])).dungeon.gold or 0


def _renew(state: Position, move: Renew) -> Verdict:
    if state.followed and state.hand is not None:
        return no("Renewing comes before the tile moves, not after.", "four-keys.renewing.when")
    turn = _turn(state, move.by)
    if not turn:
        return turn
    if is_acolyte(state.order[0]) and not state.rules.acolyte_renew:
        return no("Your Acolyte's turn cannot renew: no gold lies on it.", "four-keys.two-players.acolyte-renew")
    if _gold(state) < 1:
        return no(f"{_name(state, seat_of(state.order[0]))} has no gold left to renew.", "four-keys.renewing.cost")
    if not any(pile.down for pile in state.piles):
        return no("Every pile is empty: there is nothing to renew.", "four-keys.renewing.every-pile")
    return YES


def _take(state: Position, move: Take) -> Verdict:
    turn = _turn(state, move.by)
    if not turn:
        return turn
    space = _space(state, move)
    if not space:
        return space
    if is_acolyte(state.order[0]) and not state.rules.acolyte_collects:
        return YES
    return _stock(state, move)


def _space(state: Position, move: Take) -> Verdict:
    """Check the space of the Choice Line, with the push where somebody stands there."""
    standing = state.choice[move.pile]
    if move.push is None:
        if not standing:
            return YES
        clauses = ("four-keys.collecting.one-tile-a-space", "four-keys.pushing.occupied")
        return no(f"{_tile(state, standing)} stands there: push it for one gold, or take a free space.", *clauses)
    if not standing:
        return no("Nobody stands there: take the space without a push.", "four-keys.pushing.occupied")
    if is_acolyte(state.order[0]):
        return no("Your Acolyte cannot push; only your Adventurer can.", "four-keys.pushing.acolyte")
    if _gold(state) < 1:
        return no(f"{_name(state, seat_of(state.order[0]))} has no gold left to push.", "four-keys.pushing.cost")
    if move.push == move.pile or state.choice[move.push]:
        return no("A pushed tile goes to a free space: choose an empty one.", "four-keys.pushing.destination")
    return YES


def _tile(state: Position, tile: str) -> str:
    return f"{_name(state, seat_of(tile))}'s {'Acolyte' if is_acolyte(tile) else 'tile'}"


def _stock(state: Position, move: Take) -> Verdict:
    """Check that there is a card to take (four-keys.collecting.empty-pile, four-keys.collecting.rebuild)."""
    pile = state.piles[move.pile]
    if move.source is not None and (pile.down or not must_rebuild(state, move) or can_rebuild(pile)):
        return no("The card comes from the pile of the space, as it can.", "four-keys.collecting.top-card")
    if pile.down:
        return YES
    if not must_rebuild(state, move):
        return no(f"The pile of {PILE_NAMES[move.pile]} is empty: choose another.", "four-keys.collecting.empty-pile")
    if can_rebuild(pile):
        return YES
    if move.source is None or not state.piles[move.source].down:
        return no(
            "This pile cannot be rebuilt: say from which other pile the card comes.", "four-keys.collecting.rebuild"
        )
    return YES


def must_rebuild(state: Position, move: Take) -> bool:
    """Say whether every free space has an empty pile and the player does not push."""
    return move.push is None and not any(state.piles[space].down for space in range(4) if not state.choice[space])


def can_rebuild(pile: Pile[Any]) -> bool:
    """Say whether cards of this pile lie in the box from renewals."""
    return bool(pile.removed) or pile.removed_untold > 0


def _place(state: Position, move: Place) -> Verdict:
    if not state.followed:
        return _not_followed()
    hand = state.hand
    if hand is None:
        return no("No card is in hand: take one first.", SEQUENCE)
    if move.by and move.by != hand.seat:
        return no(f"The card in hand is {_name(state, hand.seat)}'s.", "four-keys.turn.order")
    space = free_space(state.player(hand.seat).dungeon, move.cell)
    return _face(state, hand, move.face) if space else space


def free_space(dungeon: Dungeon, cell: int) -> Verdict:
    """Say whether a card may lie on a cell (four-keys.placement).

    Where the table insisted on a fifth row or column, the limit of four is gone and only touching counts.
    """
    where = (cell_name(cell),)
    if dungeon.cells[cell] is not None:
        return no("A card lies there already: choose an empty space.", "four-keys.placement.free-space", where=where)
    if not any(dungeon.cells[j] is not None for j in NEIGHBOURS[cell]):
        reason = "Nothing next to it yet. A card must touch another by a side."
        return no(reason, "four-keys.placement.orthogonal", where=where)
    top, bottom, left, right = dungeon.box()
    row, column = divmod(cell, GRID)
    fits = bottom - top < SIZE and right - left < SIZE
    if fits and max(bottom, row) - min(top, row) >= SIZE:
        return no("That would make a fifth row; four is the limit.", "four-keys.placement.four-by-four", where=where)
    if fits and max(right, column) - min(left, column) >= SIZE:
        return no("That would make a fifth column; four is the limit.", "four-keys.placement.four-by-four", where=where)
    if cell not in dungeon.holes():
        return no("That is outside the frame of four by four.", "four-keys.placement.four-by-four", where=where)
    return YES


def _face(state: Position, hand: Hand, face: str) -> Verdict:
    """Check the side that a card is laid down with (four-keys.placement.key-side, four-keys.placement.door-side-up)."""
    card = hand.card
    if hand.pile in (0, 2):
        ajar = isinstance(card, Door) and is_ajar(card.room)
        side = (
            "An Ajar Door shows its Room" if ajar else "Doors go in closed; it opens by itself when its keys are there"
        )
        return no(f"{side}: name the space only.", "four-keys.placement.door-side-up") if face else YES
    if isinstance(card, Key) and card.known:
        return _known_face(card, face)
    if not face or face == "?":
        return cannot_tell("The card was not told, so its side is not checked.", needs=("the card in hand",))
    level = 1 if hand.pile == 1 else 2
    told = card.a if isinstance(card, Key) else None
    seen = Key(level, face) if told in (None, face) else key(level, told, face)
    if not any(seen.fits(kind) for kind in state.piles[hand.pile].unseen.kinds()):
        return no(f"No unseen Key of {PILE_LABELS[hand.pile]} shows {shape_words(face)}.", "four-keys.components.cards")
    return cannot_tell("The card was not told; taking your word for its side.", needs=("the card in hand",))


def _known_face(card: Key, face: str) -> Verdict:
    if card.a == card.b:
        same = face in ("", card.a)
        return YES if same else no(f"Both sides show {shape_words(card.a or '')}.", "four-keys.placement.key-side")
    if face in card.faces:
        return YES
    sides = f"{shape_words(card.a or '')}, or {shape_words(card.b or '')}"
    return no(f"Say which side shows: {sides}.", "four-keys.placement.key-side")


def _point(state: Position, move: Point) -> Verdict:
    seat = point_seat(state, move)
    cell = state.player(seat).dungeon.cells[move.cell] if seat else None
    where = (cell_name(move.cell),)
    if not isinstance(cell, DoorCell) or cell.room not in ("compass", None):
        return no("There is no Compass: an arrow belongs to an open Compass.", "four-keys.rooms.compass", where=where)
    if not cell.open:
        return no(
            "Still closed: the arrow is pointed when the Compass opens.", "four-keys.rooms.compass-arrow", where=where
        )
    if cell.room is None:
        return no(
            "Say first what the open room is: `open`, the space and `compass`.", "four-keys.rooms.compass", where=where
        )
    if cell.arrow:
        return no("Its arrow is pointed already and stays so.", "four-keys.rooms.compass-stays", where=where)
    if move.arrow not in ARROWS:
        return no("An arrow points up, right, down or left.", "four-keys.rooms.compass-arrow")
    return YES


def point_seat(state: Position, move: Point | Open) -> str:
    """Return whose cell is meant: the seat named, else the one whose turn it is, else the only one with such a card."""
    if move.by:
        return move.by
    wanted = _waiting(state, move)
    if wanted:
        return wanted[0]
    return state.mover or (state.players[0].handle if len(state.players) == 1 else "")


def _waiting(state: Position, move: Point | Open) -> list[str]:
    """List the seats that this move without a name may mean, the one that just placed first."""
    name = cell_name(move.cell)
    tokens = state.to_point if isinstance(move, Point) else [t[5:] for t in state.pending if t.startswith("room ")]
    asked = [token.split()[0] for token in tokens if token.split()[1] == name]
    if asked:
        return asked
    fits = [p.handle for p in state.players if _awaits(p.dungeon.cells[move.cell], move)]
    return fits if len(fits) == 1 else []


def _awaits(cell: object, move: Point | Open) -> bool:
    if not isinstance(cell, DoorCell | StartCell):
        return False
    if isinstance(move, Point):
        return isinstance(cell, DoorCell) and cell.open and cell.room == "compass" and not cell.arrow
    return not cell.open or (isinstance(cell, DoorCell) and cell.room is None)


# ------------------------------------------------------------------------------------------------------- observations


def _open(state: Position, move: Open) -> Verdict:
    seat = point_seat(state, move)
    dungeon = state.player(seat).dungeon if seat else Dungeon()
    cell = dungeon.cells[move.cell]
    where = (cell_name(move.cell),)
    if not isinstance(cell, DoorCell | StartCell):
        return no("There is no door on that space.", "four-keys.opening.requirement", where=where)
    room = _room(state, cell, move, f"room {seat} {where[0]}" in state.pending)
    if not room or cell.open:
        return room
    return _opens(state, dungeon, cell, move.cell)


def _opens(state: Position, dungeon: Dungeon, cell: DoorCell | StartCell, at: int) -> Verdict:
    """Check that a closed door may lie open by now, by what is told of it and its keys."""
    word, untold = dungeon.symbols_at(at)
    if cell.needs is None:
        why = "What opens this door was not told; taking your word."
        return cannot_tell(why, "four-keys.opening.missed", needs=(f"what the door on {cell_name(at)} needs",))
    if covered(cell.needs, word, state.rules.multiplicity):
        return YES
    if untold:
        why = "A Key in its row or column was not told; taking your word."
        return cannot_tell(why, "four-keys.opening.missed", needs=("a Key in its row or column",))
    lacks = shape_words(lacking(cell.needs, word, state.rules.multiplicity))
    reason = f"Its keys are not there: it lacks {lacks} in its row and column."
    return no(reason, "four-keys.opening.row-and-column", "four-keys.opening.multiplicity", where=(cell_name(at),))


def _room(state: Position, cell: DoorCell | StartCell, move: Open, asked: bool) -> Verdict:
    """Check the room that a door is said to hide."""
    if isinstance(cell, StartCell):
        if cell.open:
            return no("The starting room lies open already.", "four-keys.opening.start")
        return YES if move.room in ("", "start") else no("Behind it is the starting room.", "four-keys.rooms.start")
    if cell.open and (cell.room is not None or not (move.room or asked)):
        return no("That room lies open already; hold it to fix it.", "four-keys.opening.turn-over")
    if not move.room:
        return YES
    if ROOM_LEVEL.get(move.room) != cell.level or is_ajar(move.room):
        return no(
            f"No closed door of level {cell.level} hides that room.", f"four-keys.components.rooms-level-{cell.level}"
        )
    if cell.room is not None:
        same = cell.room == move.room
        return YES if same else no(f"The door was told as the {ROOM_NAMES[cell.room]}.", "four-keys.collecting.visible")
    pile = 2 * cell.level - 2
    told = patterns(state, pile, f"{point_seat(state, move)} {cell_name(move.cell)}")
    door = Door(cell.level, move.room, cell.needs)
    return _unseen(state.piles[pile].unseen, door, told, "four-keys.components.copies")


def _gold_change(state: Position, move: Gold) -> Verdict:
    gold = (state.player(move.seat).dungeon.gold or 0) + move.change
    if 0 <= gold <= GOLD and move.change:
        return YES
    return no(f"A tile holds 0 to {GOLD} gold; that would be {gold}.", "four-keys.setup.gold")


def _put(state: Position, move: Put) -> Verdict:
    dungeon = state.player(move.seat).dungeon
    if isinstance(move.what, TileCell):
        return no("The Adventurer tile takes the last space by itself.", "four-keys.end.tile")
    old = dungeon.cells[move.cell]
    if old is None:
        return _put_new(state, dungeon, move)
    return _put_better(state, old, move)


def _put_new(state: Position, dungeon: Dungeon, move: Put) -> Verdict:
    if dungeon.card_count >= FULL:
        return no("That dungeon has its 15 cards.", "four-keys.end.fifteen")
    if isinstance(move.what, StartCell):
        return no("Each player has one starting card.", "four-keys.setup.starting-cards")
    space = free_space(dungeon, move.cell)
    if not space:
        return space
    if state.followed and pile_of(card_at(move.what)) is None:
        return no(
            "Say which pile it came from: +1H for a level 1 Key, +2H for level 2.", "four-keys.collecting.top-card"
        )
    if isinstance(move.what, DoorCell) and move.what.open and not is_ajar(move.what.room):
        return _opens(state, dungeon, move.what, move.cell)
    return _known_copy(state, None, move)


def _put_better(state: Position, old: Cell, move: Put) -> Verdict:
    """Check that a card already there is only told better, not changed."""
    if old == move.what:
        return no("That is what lies there already.", "four-keys.placement.fixed")
    if isinstance(old, UntoldCell):
        return _known_copy(state, None, move)
    was_open, is_open = getattr(old, "open", False), getattr(move.what, "open", False)
    if not _agrees(old, move.what) or (was_open and not is_open):
        return no(
            "Another card lies there; hold it to fix it.", "four-keys.placement.fixed", where=(cell_name(move.cell),)
        )
    if isinstance(move.what, DoorCell | StartCell) and is_open and not was_open:
        return _opens(state, state.player(move.seat).dungeon, move.what, move.cell)
    return _known_copy(state, card_at(old), move)


def _agrees(old: Cell, new: Cell) -> bool:
    """Say whether a card as told now says nothing else than what was told before."""
    if type(old) is not type(new) or isinstance(old, TileCell):
        return False
    told = ((getattr(old, name), getattr(new, name)) for name in old.__struct_fields__ if name != "open")
    return all(before in (None, "", 0) or before == after for before, after in told)


def _known_copy(state: Position, old: Card | None, move: Put) -> Verdict:
    """Check that the box still holds a card like the one that is said to lie there."""
    card = card_at(move.what)
    here = f"{move.seat} {cell_name(move.cell)}"
    if card is None or is_told(old) or says_nothing(card):
        return YES
    if isinstance(move.what, StartCell):
        told = start_patterns(state, move.seat)
        return _unseen(state.starts, card, told, "four-keys.setup.starting-cards")
    levels = (1, 2) if isinstance(card, Key) and not card.level else (getattr(card, "level", 1),)
    verdicts = [_copy_of_level(state, card, level, here) for level in levels]
    return next((verdict for verdict in verdicts if verdict), verdicts[0])


def _copy_of_level(state: Position, card: Card, level: int, here: str) -> Verdict:
    card = replace(card, level=level)
    pile = pile_of(card)
    assert pile is not None
    return _unseen(state.piles[pile].unseen, card, patterns(state, pile, here), "four-keys.components.cards")


def _light(state: Position, move: Light) -> Verdict:
    if not state.followed:
        return no("Only dungeons and gold are followed already.", SEQUENCE)
    if state.hand is not None:
        return no("Place the card in hand first.", SEQUENCE)
    return YES


def _full(state: Position, move: Full) -> Verdict:
    if state.followed:
        return no("The piles are followed already.", SEQUENCE)
    sizes = {player.dungeon.card_count for player in state.players}
    if len(sizes) > 1 or max(sizes) >= FULL:
        return no("Finish the round first: every dungeon needs the same number of cards.", SEQUENCE)
    if len(state.players) == 2 and (max(sizes) - 1) % 2 and state.rules.acolyte_collects:
        return no("Finish the round first: with two players each round brings two cards.", SEQUENCE)
    return YES


_CHECKS: dict[type[Move], Any] = {
    Order: _order,
    Deal: _deal,
    Reveal: _reveal,
    Renew: _renew,
    Take: _take,
    Place: _place,
    Point: _point,
    Open: _open,
    Gold: _gold_change,
    Put: _put,
    Light: _light,
    Full: _full,
}
