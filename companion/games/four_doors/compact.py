"""A position of The Four Doors in the compact form that advice works on: small numbers, copied cheaply.

Doors are numbers in the order of the box, the Beacon comes behind the last; a shadow mark is twice the door, one more
for the right side. Players are numbers in seating order. Cards that nobody told are drawn by lot from the unseen ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from companion.engine.errors import CompanionError
from companion.engine.piles import Multiset
from companion.games.four_doors.box import Box
from companion.games.four_doors.cards import FLUX, SIDES, PlayerCard, order
from companion.games.four_doors.state import Position
from companion.games.four_doors.tower import BEACON, CAPACITY

NOWHERE = -1
"""Where a displaced pawn stands, whom nobody holds a relic, which relic a spell shows."""
RUNNING, WON, LOST_DOOR, LOST_CARDS, LOST_SKULL = 0, 1, 2, 3, 4
_ENDED = {"": RUNNING, "won": WON, "door": LOST_DOOR, "cards": LOST_CARDS, "skull": LOST_SKULL}


class Piece:
    """A Player card.

    Args:
        card: the card itself.
        number: its place in the order of the cards of the box.
        mark: where it falls.
        lamps: its lanterns, a bit for each door.
        goal: the door of its relic, NOWHERE for a spell.
        verb, n: what its spell does; "flux" for Luminous Flux, "" for a relic.
    """

    __slots__ = ("card", "goal", "lamps", "mark", "n", "number", "verb")

    def __init__(self, card: PlayerCard, number: int, mark: int, lamps: int, goal: int, verb: str, n: int) -> None:
        self.card, self.number, self.mark = card, number, mark
        self.lamps, self.goal, self.verb, self.n = lamps, goal, verb, n

    def __repr__(self) -> str:
        return f"<{self.number}: {self.card.relic or self.card.spell}>"


BLANK = Piece(PlayerCard(), 99, NOWHERE, 0, NOWHERE, "", 0)
"""A card that will have been drawn, and nobody can know yet."""

Pieces = tuple[Piece, ...]


class Scene(NamedTuple):
    """What stays the same while a line is looked at.

    Args:
        box: the box.
        names: the doors in its order.
        handles: the seats in order.
        powers: for each door the relic that is found there.
        starts: adventurer to starting door.
        rates: the Shadow rate of each space; where the box does not tell them all, the last one is taken for the rest.
        skull: the space on which the game is lost.
        solo, give_on_beacon, overflow, stacks: the rules that matter.
    """

    box: Box
    names: tuple[str, ...]
    handles: tuple[str, ...]
    powers: tuple[str, ...]
    starts: dict[str, int]
    rates: tuple[int, ...]
    skull: int
    solo: bool
    give_on_beacon: bool
    overflow: bool
    stacks: bool

    @property
    def beacon(self) -> int:
        """The number of the Beacon."""
        return len(self.names)

    def place(self, name: str) -> int:
        """Return the number of a place."""
        if name == BEACON:
            return self.beacon
        return self.names.index(name) if name in self.names else NOWHERE

    def place_name(self, number: int) -> str:
        """Return the name of a place."""
        return BEACON if number == self.beacon else self.names[number]


class Board:
    """A position.

    Args:
        scene: what stays the same.
        sides: the Shadow cards of each mark.
        half, found: a bit for each door.
        tower: the doors that stand, from the top.
        at: where each pawn stands.
        who: the adventurers.
        hands: the Player cards of each player, in the order of their numbers.
        owner: who holds the relic of each door.
        top: cards known to lie on top of the pile, the next one first.
        pile: the rest of the pile, the next one last; None while a plan is made: then every draw is BLANK.
        down: cards in the pile.
        stock: how many cards of each mark the pile holds.
        discard, hollow: the cards there.
        level, ward, left, active, turn, drawn, ended: as in a position.
        falling: whether the shadows of this turn fall already.
        dispel: sides on which the Illuminant may discard a shadow.
    """

    __slots__ = (
        "active",
        "at",
        "discard",
        "dispel",
        "down",
        "drawn",
        "ended",
        "falling",
        "found",
        "half",
        "hands",
        "hollow",
        "left",
        "level",
        "owner",
        "pile",
        "scene",
        "sides",
        "stock",
        "top",
        "tower",
        "turn",
        "ward",
        "who",
    )

    scene: Scene
    sides: list[Pieces]
    half: int
    found: int
    tower: tuple[int, ...]
    at: list[int]
    who: list[str]
    hands: list[Pieces]
    owner: list[int]
    top: Pieces
    pile: list[Piece] | None
    down: int
    stock: list[int]
    discard: Pieces
    hollow: Pieces
    level: int
    ward: int
    left: int
    active: int
    turn: int
    drawn: int
    falling: bool
    dispel: tuple[int, ...]
    ended: int

    def copy(self) -> Board:
        """Return another board like this one, that may be changed."""
        new = Board.__new__(Board)
        new.scene, new.half, new.found, new.tower = self.scene, self.half, self.found, self.tower
        new.sides, new.at, new.who = self.sides[:], self.at[:], self.who[:]
        new.hands, new.owner, new.top = self.hands[:], self.owner[:], self.top
        new.pile = None if self.pile is None else self.pile[:]
        new.down, new.stock, new.discard, new.hollow = self.down, self.stock[:], self.discard, self.hollow
        new.level, new.ward, new.left, new.active = self.level, self.ward, self.left, self.active
        new.turn, new.drawn, new.falling, new.dispel = self.turn, self.drawn, self.falling, self.dispel
        new.ended = self.ended
        return new

    @property
    def key(self) -> tuple[object, ...]:
        """What two positions have in common that are the same for all that comes."""
        # Which cards lie there and how many tells the piles apart: cards alike are few.
        piles = (self.top, self.down, frozenset(self.discard), len(self.discard), frozenset(self.hollow))
        pawns = (tuple(self.at), tuple(self.who), tuple(self.hands), tuple(self.owner))
        return (tuple(self.sides), self.half, self.found, self.tower, *pawns, *piles, self.ward, self.left, self.ended)

    @property
    def needed(self) -> int:
        """The doors that stand and whose relics are not found, a bit for each."""
        bits = 0
        for door in self.tower:
            bits |= 1 << door
        return bits & ~self.found

    @property
    def rate(self) -> int:
        """The Shadow rate of the level."""
        rates = self.scene.rates
        return rates[self.level] if self.level < len(rates) else rates[-1]

    @property
    def bound(self) -> int:
        """How many Shadow cards are still to be drawn in the next fall, or in this one."""
        return max(0, self.rate - self.ward - (self.drawn if self.falling else 0))


def number_of(piece: Piece) -> int:
    """Return what pieces are sorted by."""
    return piece.number


def holding(hand: Iterable[Piece], *more: Piece) -> Pieces:
    """Return a hand with more cards in it."""
    return tuple(sorted((*hand, *more), key=number_of))


def without(hand: Pieces, piece: Piece) -> Pieces:
    """Return a hand, or a heap, with one card less."""
    at = hand.index(piece)
    return hand[:at] + hand[at + 1 :]


# -------------------------------------------------------------------------------------------------------------- making


class PieceMaker:
    """Turns cards into pieces, each kind once."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.names = box.doors
        self._numbers = {card: n for n, card in enumerate(sorted(box.deck.kinds(), key=repr))}
        self._made: dict[PlayerCard, Piece] = {}

    def __call__(self, card: PlayerCard) -> Piece:
        """Return the piece of a card; of one told in part only what is told counts."""
        piece = self._made.get(card)
        if piece is None:
            piece = self._made[card] = self._make(card)
        return piece

    def _make(self, card: PlayerCard) -> Piece:
        marked = card.door is not None and card.side is not None
        mark = 2 * self.names.index(card.door or "") + SIDES.index(card.side or "") if marked else NOWHERE
        lamps = sum(1 << self.names.index(name) for name in card.lanterns or ())
        door = self.box.door_of(card.relic or "")
        goal = self.names.index(door) if door else NOWHERE
        effect = self.box.effect(card.spell)
        verb = "flux" if card.spell == FLUX else effect.verb if card.spell else ""
        number = self._numbers.get(card, len(self._numbers) + len(self._made))
        return Piece(card, number, mark, lamps, goal, verb, effect.n)


def missing(box: Box, state: Position) -> str:
    """Return what has to be told before plans can be made, "" where nothing is missing."""
    blank = sum(not card.known for card in box.deck)
    if blank:
        return f"Plans rest on what the cards show, and {blank} of this box's 48 Player cards are not told"
    if not box.named or len(box.relics) < len(box.doors):
        return "Plans rest on which relic is found at which door, and this box does not tell all four"
    if not state.full:
        return "Plans rest on the hands, and these are not followed: say `full` to follow them"
    lost = [player.name for player in state.players if not player.at and not _stands(state, player.handle)]
    if lost:
        return f"Plans rest on where the pawns stand, and {lost[0]}'s place is not told: say `pawn` and the place"
    unknown = [player.name for player in state.players if not player.adventurer]
    return f"Plans rest on the abilities, and {unknown[0]}'s adventurer is not told" if unknown else ""


def _stands(state: Position, seat: str) -> bool:
    return any(token.startswith(f"stand {seat} ") for token in state.due)


def scene_of(box: Box, state: Position) -> Scene:
    """Return what stays the same of a position."""
    names, track = box.doors, state.track
    return Scene(
        box,
        names,
        tuple(player.handle for player in state.players),
        tuple(box.relics.get(name, "") for name in names),
        {who: names.index(door) for who, door in box.starts.items() if door in names},
        track.rates,
        len(track.rates) if track.complete else 99,
        state.solo,
        state.rules.give_on_beacon,
        state.rules.wanderer_overflow,
        state.rules.oil_stacks,
    )


def board_of(scene: Scene, state: Position, make: PieceMaker, random: Random) -> Board:
    """Return a position in compact form; what nobody told is drawn by lot from the unseen cards.

    Raises:
        CompanionError: the unseen cards cannot be what was told of some of them.
    """
    lot = _Lot(state.unseen, random)
    board = Board.__new__(Board)
    board.scene = scene
    _lay_tower(board, state, make, lot)
    _seat(board, state, make, lot)
    board.discard = tuple(make(lot.of(card)) for card in state.discard)
    board.hollow = tuple(make(lot.of(card)) for card in state.hollow)
    board.top = tuple(make(lot.of(card)) for card in state.top)
    board.pile = [make(card) for card in lot.rest(state.down - len(board.top))]
    board.down = len(board.top) + len(board.pile)
    board.stock = marks_in(scene, (*board.top, *board.pile))
    _set_turn(board, state)
    return board


def plan_board(scene: Scene, state: Position, make: PieceMaker) -> Board:
    """Return a position for making plans: cards that nobody told are blank, and so is every card to be drawn."""
    board = Board.__new__(Board)
    board.scene = scene
    blanks = _Blanks()
    _lay_tower(board, state, make, blanks)
    _seat(board, state, make, blanks)
    board.discard = tuple(make(card) if card.known else BLANK for card in state.discard)
    board.hollow = tuple(make(card) if card.known else BLANK for card in state.hollow)
    board.top = tuple(make(card) if card.known else BLANK for card in state.top)
    board.pile, board.down = None, state.down
    # Unseen cards lie anywhere among those that nobody told, so each draw is like a draw from all of them.
    board.stock = marks_in(scene, [*(make(card) for card in state.unseen), *board.top])
    _set_turn(board, state)
    return board


class _Blanks:
    """What stands for cards that nobody told while a plan is made: themselves, which show nothing."""

    def of(self, card: PlayerCard) -> PlayerCard:
        """Return the card as it is told."""
        return card


class _Lot:
    """The unseen cards, shuffled."""

    def __init__(self, unseen: Multiset[PlayerCard], random: Random) -> None:
        self.cards = sorted(unseen, key=order)
        random.shuffle(self.cards)

    def of(self, card: PlayerCard) -> PlayerCard:
        """Return a card as it is told, or one of the unseen ones that it may be."""
        if card.known:
            return card
        for n, other in enumerate(self.cards):
            if card.fits(other):
                return self.cards.pop(n)
        raise CompanionError("The unseen cards cannot be what was told of some of them: correct what was told.")

    def rest(self, count: int) -> list[PlayerCard]:
        """Return as many cards as lie in the pile."""
        return self.cards[:count]


def _lay_tower(board: Board, state: Position, make: PieceMaker, lot: _Lot | _Blanks) -> None:
    scene, tower = board.scene, state.tower
    board.sides = [() for _ in range(2 * len(scene.names))]
    board.half = board.found = 0
    for door in tower.doors:
        number = scene.names.index(door.name)
        board.half |= door.half << number
        for n, side in enumerate(SIDES):
            board.sides[2 * number + n] = holding(map(make, door.side(side)))
    for name in tower.found:
        board.found |= 1 << scene.names.index(name)
    board.tower = tuple(scene.names.index(door.name) for door in tower.doors)
    for _ in range(tower.loose if isinstance(lot, _Lot) else 0):
        _lay_loose(board, make(lot.of(PlayerCard())))


def _lay_loose(board: Board, piece: Piece) -> None:
    """Lay a Shadow card that nobody named: drawn by lot it may lie wherever there is room."""
    if piece.mark // 2 in board.tower and len(board.sides[piece.mark]) < CAPACITY:
        board.sides[piece.mark] = holding(board.sides[piece.mark], piece)


def _seat(board: Board, state: Position, make: PieceMaker, lot: _Lot | _Blanks) -> None:
    scene = board.scene
    board.at = [scene.place(player.at or _next_to(state, player.handle)) for player in state.players]
    board.who = [player.adventurer for player in state.players]
    board.hands = [holding(_piece(make, lot.of(card)) for card in player.hand) for player in state.players]
    board.owner = [NOWHERE] * len(scene.names)
    for n, player in enumerate(state.players):
        for name in player.relics:
            board.owner[scene.names.index(name)] = n


def _piece(make: PieceMaker, card: PlayerCard) -> Piece:
    return make(card) if card.known else BLANK


def _next_to(state: Position, seat: str) -> str:
    """Return the place above the door from which a pawn is displaced."""
    return next((token.split()[2] for token in state.due if token.startswith(f"stand {seat} ")), "")


def _set_turn(board: Board, state: Position) -> None:
    board.level, board.ward, board.turn = state.track.level, state.ward, state.turn
    board.active = board.scene.handles.index(state.active)
    board.left = state.left if state.step == "act" else 0
    board.falling, board.drawn = state.step in ("draw", "fall"), state.drawn if state.step == "fall" else 0
    door = state.tower.find(state.player(seat).at) if (seat := _illuminant(state)) else None
    sides = state.dispel if door is not None else ()
    board.dispel = tuple(2 * board.scene.names.index(door.name) + SIDES.index(side) for side in sides if door)
    board.ended = _ENDED[state.ended]


def _illuminant(state: Position) -> str:
    return next((player.handle for player in state.players if player.adventurer == "illuminant"), "")


def marks_in(scene: Scene, pieces: Sequence[Piece]) -> list[int]:
    """Return how many cards of each mark there are."""
    counts = Counter(piece.mark for piece in pieces)
    return [counts[mark] for mark in range(2 * len(scene.names))]


def actions(board: Board, player: int) -> int:
    """Return how many actions a player has in a turn."""
    return 4 if board.who[player] == "wanderer" and not board.scene.solo else 3
