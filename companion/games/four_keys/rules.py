"""The rules of 4 KEYS: setup, who acts, what may be done, what it does, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import asdict, replace

from companion.engine.edition import Edition
from companion.engine.errors import CompanionError, UnreadableError
from companion.engine.game import (
    NOBODY,
    PARTY,
    TABLE,
    Actor,
    Game,
    Move,
    Outcome,
    Policy,
    Problem,
    Prompt,
    Question,
    ScoreSheet,
    Seat,
    Verdict,
    contradicting,
    no,
)
from companion.engine.odds import Distribution, Odds, Table
from companion.engine.piles import UNSEEN, UNTOLD, Multiset, Pile
from companion.engine.rulebook import Rulebook
from companion.engine.told import law, possible
from companion.games.four_keys import shorthand, telling
from companion.games.four_keys.cards import COPIES, ROOM_LEVEL, ROOM_NAMES, Card, Door, Key, Start, is_ajar
from companion.games.four_keys.checks import check, must_rebuild, point_seat, tile_orders
from companion.games.four_keys.dungeon import (
    CENTRE,
    FULL,
    Cell,
    DoorCell,
    Dungeon,
    KeyCell,
    StartCell,
    TileCell,
    UntoldCell,
    cell_name,
    cell_number,
)
from companion.games.four_keys.effects import apply
from companion.games.four_keys.moves import (
    HAND,
    PILES,
    AnyMove,
    Deal,
    Open,
    Order,
    Place,
    Point,
    Put,
    Renew,
    Reveal,
    Take,
)
from companion.games.four_keys.retelling import retell
from companion.games.four_keys.scoring import GOLD, SCORING_OPTIONS, problems, score
from companion.games.four_keys.state import (
    HouseRules,
    Player,
    Position,
    card_at,
    cell_known,
    contradictions,
    is_acolyte,
    is_told,
    patterns,
    pile_of,
    says_nothing,
    seat_of,
    start_patterns,
    top_card,
    untold_card,
)

DEPTHS = ("light", "full")


class FourKeys(Game):
    """4 KEYS for two to four players, bound to the cards of one box."""

    id = "four-keys"
    title = "4 KEYS"
    rules_version = 1
    seats_min = 2
    seats_max = 4
    state_type = Position
    move_type: ClassVar[Any] = AnyMove

    def __init__(self, edition: Edition, rulebook: Rulebook) -> None:
        super().__init__(edition, rulebook)
        self.decks = tuple(
            Multiset.of(card for card in edition.cards if pile_of(card) == pile) for pile in range(len(PILES))
        )
        self.starts = Multiset.of(card for card in edition.cards if isinstance(card, Start))

    def setup(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> Position:
        """Return the position before the order is drawn: a starting card and four gold for everyone."""
        if not self.seats_min <= len(seats) <= self.seats_max:
            raise CompanionError(f"4 KEYS is for two, three or four players, not {len(seats)}.")
        followed = _depth(options) == "full"
        start = Dungeon(gold=GOLD).put(CENTRE, StartCell())
        tops = tuple(Pile(len(deck), UNSEEN if followed else UNTOLD, deck) for deck in self.decks)
        asked = ("order", *(f"start {seat.handle}" for seat in seats), *PILES) if followed else ()
        players = tuple(Player(seat.handle, seat.name, start) for seat in seats)
        return Position(players, _house_rules(options), followed, tops, self.starts, pending=asked)

    def may_join(self, state: Position) -> Verdict:
        """Say that nobody may: a dungeon that begins later could not be finished (four-keys.setup.latecomer)."""
        reason = "All dungeons are finished in the same round: a late one could not be. Share a seat."
        return no(reason, "four-keys.setup.latecomer")

    def actor(self, state: Position) -> Actor:
        """Return who drives the game on; when only dungeons are followed, whoever cares to enter a card."""
        if state.pending:
            return TABLE
        if state.to_point:
            return state.to_point[0].split()[0]
        if state.finished:
            return NOBODY
        return state.mover if state.followed else PARTY

    def legal(self, state: Position) -> Iterator[Move]:
        """Yield the actor's moves. When only dungeons are followed, one untold card on every space stands for all."""
        if state.pending:
            return self._seen(state, state.pending[0])
        if state.to_point:
            return _arrows(state.to_point[0].split()[1])
        if state.finished:
            return iter(())
        return _turn(state) if state.followed else _any_card(state)

    def asides(self, state: Position) -> Iterator[Move]:
        """Yield late and early reveals, arrows still to point, and the next turn's moves where a reveal is pending."""
        for token in state.pending[1:]:
            yield from self._seen(state, token)
        if state.followed and (state.pending or state.to_point) and "order" not in state.pending:
            yield from _turn(state)
        yield from self._late(state)

    def check(self, state: Position, move: Move) -> Verdict:
        """Say whether the move may be made."""
        return check(state, move)

    def apply(self, state: Position, move: Move) -> Position:
        """Return the position after the move."""
        return apply(state, move)

    def force(self, state: Position, move: Move) -> Position | None:
        """Carry out a refused move that did happen, where the table makes sense of it."""
        return apply(state, move) if _possible(state, move) else None

    def named(self, move: Move, state: Position) -> Move:
        """Return a decision with the seat whose it is."""
        own = isinstance(move, Take | Renew | Place | Point | Open) and not move.by
        return replace(move, by=shorthand.understood(move, state)) if own else move

    def chances(self, state: Position) -> Distribution[Move]:
        """Return the law of what the table sees next."""
        if not state.pending:
            raise CompanionError("Nothing is about to be revealed.")
        return self._law(state, state.pending[0])

    def score(self, state: Position) -> tuple[ScoreSheet, ...]:
        """Return every seat's sheet."""
        rules = scoring_rules(state)
        return tuple(score(player.dungeon, seat=player.handle, **rules) for player in state.players)

    def outcome(self, state: Position) -> Outcome | None:
        """Return the winners: everyone with the most points shares the victory."""
        if not state.finished or state.to_point or state.pending:
            return None
        return _winners(state, self.score(state))

    def problems(self, state: Position) -> tuple[Problem, ...]:
        """Return what was missed or cannot be in every dungeon."""
        found = tuple(
            Problem(f"{player.name}: {p.text}", p.clauses, tuple(f"{player.handle}:{cell}" for cell in p.where))
            for player in state.players
            for p in problems(player.dungeon, state.rules.multiplicity)
        )
        return (*found, *contradicting(contradictions(state), "four-keys.components.cards"))

    def view(self, state: Position, viewer: str) -> Position:
        """Return the position itself: everything in 4 KEYS lies open."""
        return state

    def prompt(self, state: Position, viewer: str = "") -> Prompt:
        """Return the one sentence and the likeliest next step."""
        return telling.prompt(state, viewer)

    def questions(self, state: Position) -> tuple[Question, ...]:
        """Return the probability questions that make sense now."""
        from companion.games.four_keys import odds

        return odds.questions(self, state)

    def answer(self, state: Position, question: Question) -> Odds:
        """Answer one of them, exactly."""
        from companion.games.four_keys import odds

        return odds.answer(self, state, question)

    def evaluate(self, state: Position, seat: str) -> float:
        """Return a static estimate of the final margin of a seat."""
        from companion.games.four_keys import advice

        return advice.evaluate(self, state, seat)

    def policy(self, name: str) -> Policy:
        """Return a named policy."""
        from companion.games.four_keys import advice

        return advice.policy(name)

    def advise(self, state: Position, seat: str, top: int, seconds: float, seed: int) -> Any:
        """Return the best whole turns for a seat."""
        from companion.games.four_keys import advice

        return advice.advise(self, state, seat, top, seconds, seed)

    def parse(self, text: str, state: Position) -> Move:
        """Read one step of table shorthand."""
        return shorthand.parse(text, state, self.edition)

    def spell(self, move: Move, state: Position) -> str:
        """Return the move in normal form."""
        return shorthand.spell(move, state)

    def describe(self, move: Move, state: Position) -> str:
        """Return the move as a sentence for the log."""
        return telling.describe(move, state)

    def learns(self, state: Position, move: Move) -> tuple[Card, ...]:
        """Return the cards that this move tells in full and this box did not know."""
        card = _told_by(state, move)
        if card is None or not is_told(card):
            return ()
        pile = pile_of(card)
        unseen: Multiset[Any] = state.starts if pile is None else state.piles[pile].unseen
        return () if card in unseen else (card,)

    def with_cards(self, cards: Sequence[Card]) -> FourKeys:
        """Return the same rules bound to this box with cards learned in play."""
        return FourKeys(self.edition.learn(cards), self.rulebook)

    def tokens(self, state: Position) -> tuple[str, ...]:
        """Return the untold things: "hand", tops such as "2K", and cells such as "bo:e4"."""
        hand = ("hand",) if state.hand is not None and not is_told(state.hand.card) else ()
        tops = tuple(
            PILES[i] for i, p in enumerate(state.piles) if state.followed and p.down and not is_told(top_card(p))
        )
        return (*hand, *tops, *(f"{seat}:{cell_name(i)}" for seat, i, _ in state.untold_cards()))

    def tell(self, state: Position, token: str, text: str) -> Move:
        """Return the move that says what an untold thing is."""
        place = token.strip()
        if place.lower() == "hand" or place.upper() in PILES:
            return self.parse(f"reveal {place} {text}", state)
        seat, _, cell = place.partition(":")
        if cell and any(player.handle == seat for player in state.players):
            return _tell_cell(self, state, seat, cell, text)
        raise UnreadableError(token, "hand, a pile (1D 1K 2D 2K) or a cell of a seat (bo:e4)")

    def retell(
        self, history: Sequence[tuple[Any, Move]], state: Position, token: str, text: str
    ) -> tuple[int, Move] | None:
        """Find what told, wrongly, the thing that lies at a place now, and say what should have been told."""
        return retell(history, state, token, text)

    def progress(self, state: Position) -> str:
        """Return how far the game is."""
        if state.finished:
            return "all dungeons full"
        if state.followed:
            return f"round {state.round} of {state.rounds}"
        return f"{min(p.dungeon.card_count for p in state.players)} of {FULL} cards"

    def _seen(self, state: Position, token: str) -> Iterator[Move]:
        """Yield what the table may see for a pending token, "nobody says" last."""
        word, *rest = token.split()
        if word == "order":
            yield from (Order(tiles) for tiles in tile_orders(state))
        elif word == "start":
            yield from (Deal(rest[0], card) for card in _starts(state, rest[0]))
            yield Deal(rest[0], None)
        elif word == "room":
            yield from _rooms(state, rest[0], cell_number(rest[1]), True)
        else:
            index = HAND if word == "hand" else PILES.index(word)
            yield from (Reveal(index, card) for card in _candidates(state, index))
            yield Reveal(index, None)

    def _late(self, state: Position) -> Iterator[Move]:
        """Yield what may still be told although nobody asks for it any more."""
        for i, pile in enumerate(state.piles):
            if (
                state.followed
                and PILES[i] not in state.pending
                and pile.top is not None
                and not is_told(top_card(pile))
            ):
                yield from (Reveal(i, card) for card in _candidates(state, i))
        if state.hand is not None and "hand" not in state.pending and not is_told(state.hand.card):
            yield from (Reveal(HAND, card) for card in _candidates(state, HAND))
        for player in state.players:
            yield from _late_in(state, player)

    def _law(self, state: Position, token: str) -> Distribution[Move]:
        word, *rest = token.split()
        if word == "order":
            return Table({Order(tiles): 1 for tiles in tile_orders(state)})
        if word == "start":
            starts = law(state.starts, start_patterns(state, rest[0]), Start())
            return starts.map(lambda card: Deal(rest[0], _if_known(card)))
        if word == "room":
            return _room_law(state, rest[0], cell_number(rest[1]))
        pile = state.hand.pile if word == "hand" and state.hand else PILES.index(word)
        index = HAND if word == "hand" else pile
        tops = law(state.piles[pile].unseen, patterns(state, pile, word), untold_card(pile))
        return tops.map(lambda card: Reveal(index, _if_known(card)))


GAME = FourKeys


def _depth(options: Mapping[str, Any]) -> str:
    depth = options.get("depth", "full")
    if depth not in DEPTHS:
        raise CompanionError(f"A game is followed {' or '.join(DEPTHS)}, not {depth!r}.")
    return str(depth)


def _house_rules(options: Mapping[str, Any]) -> HouseRules:
    names = HouseRules.__struct_fields__
    for name, value in options.items():
        if name == "depth":
            continue
        if name not in names:
            raise CompanionError(f"There is no house rule {name!r}; there are {', '.join(names)}.")
        if not isinstance(value, bool):
            raise CompanionError(f"The house rule {name} is on or off (true or false), not {value!r}.")
    return HouseRules(**{name: value for name, value in options.items() if name != "depth"})


def scoring_rules(state: Position) -> dict[str, bool]:
    """Return the house rules that the score depends on."""
    rules = asdict(state.rules)
    return {name: rules[name] for name in SCORING_OPTIONS}


def _if_known(card: Any) -> Any:
    """Return the card, or None where the box knows nothing about it."""
    return None if says_nothing(card) else card


def _starts(state: Position, seat: str) -> list[Start]:
    cell = state.player(seat).dungeon.cells[CENTRE]
    old = card_at(cell) if isinstance(cell, StartCell) else None
    kinds = possible(state.starts, start_patterns(state, seat))
    return [card for card in kinds if not says_nothing(card) and (old is None or old.fits(card)) and card != old]


def _candidates(state: Position, index: int) -> list[Card]:
    """Return the cards of the box that may lie on a pile, or be the card in hand."""
    hand = state.hand
    if index == HAND:
        if hand is None:
            return []
        pile, old, place = hand.pile, hand.card, "hand"
    else:
        pile, old, place = index, top_card(state.piles[index]), PILES[index]
    kinds = possible(state.piles[pile].unseen, patterns(state, pile, place))
    return [card for card in kinds if not says_nothing(card) and (old is None or old.fits(card)) and card != old]


def _turn(state: Position) -> Iterator[Move]:
    """Yield the moves of the tile whose turn it is, or of the card in hand."""
    if state.hand is not None:
        yield from _placings(state)
    elif state.order:
        yield from _takings(state)


def _placings(state: Position) -> Iterator[Move]:
    hand = state.hand
    assert hand is not None
    faces = [""]
    if isinstance(hand.card, Key) and hand.card.known and hand.card.a != hand.card.b:
        faces = [hand.card.a or "", hand.card.b or ""]
    for cell in state.player(hand.seat).dungeon.holes():
        for face in faces:
            yield Place(cell, face)


def _takings(state: Position) -> Iterator[Move]:
    gold = state.player(seat_of(state.order[0])).dungeon.gold or 0
    acolyte = is_acolyte(state.order[0])
    if gold and any(p.down for p in state.piles) and (state.rules.acolyte_renew or not acolyte):
        yield Renew()
    collects = state.rules.acolyte_collects or not acolyte
    free = [space for space in range(4) if not state.choice[space]]
    for pile in range(4):
        if not state.choice[pile]:
            yield from _free_takes(state, pile, collects)
        elif gold and not acolyte and state.piles[pile].down:
            yield from (Take(pile, to) for to in free)


def _free_takes(state: Position, pile: int, collects: bool) -> Iterator[Move]:
    move = Take(pile)
    if not collects or state.piles[pile].down:
        yield move
    elif must_rebuild(state, move):
        if check(state, move):
            yield move
        else:
            yield from (Take(pile, None, other) for other in range(4) if state.piles[other].down)


def _any_card(state: Position) -> Iterator[Move]:
    for player in state.players:
        if player.dungeon.card_count < FULL:
            for cell in player.dungeon.holes():
                for what in (KeyCell(None, None, 1), DoorCell(1), KeyCell(None, None, 2), DoorCell(2)):
                    yield Put(player.handle, cell, what)


def _arrows(cell: str) -> Iterator[Move]:
    return (Point(cell_number(cell), arrow) for arrow in "^>v<")


def _rooms(state: Position, seat: str, cell: int, asked: bool) -> Iterator[Move]:
    """Yield the rooms that may be behind a door of this level and requirement."""
    content = state.player(seat).dungeon.cells[cell]
    if not isinstance(content, DoorCell):
        return
    rooms = dict.fromkeys(room for room in COPIES if ROOM_LEVEL[room] == content.level and not is_ajar(room))
    moves = [_by(state, Open(cell, room), seat) for room in rooms]
    yield from (move for move in moves if check(state, move))
    if asked:
        yield _by(state, Open(cell), seat)


def _by(state: Position, move: Open | Point, seat: str) -> Open | Point:
    """Return the move with its seat named, where it would be taken for another's without."""
    return move if point_seat(state, move) == seat else replace(move, by=seat)


def _late_in(state: Position, player: Player) -> Iterator[Move]:
    """Yield what may be told late about one dungeon: its starting card, open rooms, arrows."""
    start = player.dungeon.cells[CENTRE]
    if isinstance(start, StartCell) and f"start {player.handle}" not in state.pending and not cell_known(start):
        yield from (Deal(player.handle, card) for card in _starts(state, player.handle))
    for i, cell in enumerate(player.dungeon.cells):
        if isinstance(cell, DoorCell) and cell.open:
            here = f"{player.handle} {cell_name(i)}"
            if cell.room is None and f"room {here}" not in state.pending:
                yield from _rooms(state, player.handle, i, False)
            elif cell.room == "compass" and not cell.arrow and here not in state.to_point[:1]:
                yield from (_by(state, Point(i, arrow), player.handle) for arrow in "^>v<")


def _room_law(state: Position, seat: str, cell: int) -> Distribution[Move]:
    content = state.player(seat).dungeon.cells[cell]
    assert isinstance(content, DoorCell)
    pile, card = 2 * content.level - 2, Door(content.level, content.room, content.needs)
    doors = law(state.piles[pile].unseen, patterns(state, pile, f"{seat} {cell_name(cell)}"), untold_card(pile))
    weights: dict[Move, int] = {}
    for kind, weight in doors.items():
        if isinstance(kind, Door) and card.fits(kind) and not is_ajar(kind.room):
            move = _by(state, Open(cell, kind.room or ""), seat)
            weights[move] = weights.get(move, 0) + weight
    return Table(weights or {_by(state, Open(cell), seat): 1})


def _possible(state: Position, move: Move) -> bool:
    """Say whether a refused move makes sense as something that happened."""
    if isinstance(move, Place):
        return state.hand is not None and state.player(state.hand.seat).dungeon.cells[move.cell] is None
    if isinstance(move, Take):
        seats = {seat_of(tile) for tile in state.order}
        source = move.pile if move.source is None else move.source
        ready = state.followed and state.hand is None and bool(state.piles[source].down)
        return ready and _stands(state, move) and (not move.by or move.by in seats) and bool(state.order)
    if isinstance(move, Renew):
        return state.followed and state.hand is None and bool(state.order)
    if isinstance(move, Point | Open):
        seat = point_seat(state, move)
        cell = state.player(seat).dungeon.cells[move.cell] if seat else None
        return _may_hide(cell, move.room) if isinstance(move, Open) else isinstance(cell, DoorCell)
    if isinstance(move, Reveal):
        return _stands_open(state, move)
    if isinstance(move, Deal):
        return isinstance(state.player(move.seat).dungeon.cells[CENTRE], StartCell)
    return isinstance(move, Put) and _may_lie(state, move)


def _may_hide(cell: Cell | None, room: str) -> bool:
    """Say whether a room can be behind a card at all: one of the Rooms of its level that are behind a Door."""
    if isinstance(cell, StartCell):
        return room in ("", "start")
    return isinstance(cell, DoorCell) and (not room or (ROOM_LEVEL.get(room) == cell.level and not is_ajar(room)))


def _stands(state: Position, move: Take) -> bool:
    """Say whether the tiles of the Choice Line stand where the move says, and each finds a space."""
    if move.push is None or not state.choice[move.pile]:
        return move.push is None and not state.choice[move.pile]
    return move.push != move.pile and not state.choice[move.push]


def _stands_open(state: Position, move: Reveal) -> bool:
    pile = state.hand.pile if move.pile == HAND and state.hand is not None else move.pile
    if move.card is None or pile == HAND or pile_of(move.card) != pile:
        return False
    return move.pile == HAND or state.piles[pile].down > 0


def _may_lie(state: Position, move: Put) -> bool:
    dungeon = state.player(move.seat).dungeon
    old = dungeon.cells[move.cell]
    if isinstance(old, TileCell) or isinstance(move.what, TileCell):
        return False
    if isinstance(old, StartCell) or isinstance(move.what, StartCell):
        return type(old) is type(move.what)
    return dungeon.card_count < FULL or old is not None


def _told_by(state: Position, move: Move) -> Card | None:
    if isinstance(move, Reveal | Deal):
        return move.card
    if isinstance(move, Put):
        return card_at(move.what)
    if isinstance(move, Open) and move.room:
        seat = point_seat(state, move)
        cell = state.player(seat).dungeon.cells[move.cell]
        return Door(cell.level, move.room, cell.needs) if isinstance(cell, DoorCell) else None
    return None


def _tell_cell(game: FourKeys, state: Position, seat: str, cell: str, text: str) -> Move:
    """Read what is told of a cell: an arrow, a room, or the whole card."""
    content = state.player(seat).dungeon[cell]
    if isinstance(content, DoorCell) and content.open and content.room == "compass" and not content.arrow:
        return game.parse(f"{seat}: point {cell} {text}", state)
    if isinstance(content, DoorCell) and content.open and content.room is None and text.strip().lower() in ROOM_NAMES:
        return game.parse(f"{seat}: open {cell} {text}", state)
    if text.strip() == "?" and content is not None:
        return Put(seat, cell_number(cell), _unsaid(content))
    return game.parse(f"card {seat} {cell} {text}", state)


def _unsaid(cell: Cell) -> Cell:
    """Return a card of which nothing is told any more but where it came from and whether it lies open."""
    if isinstance(cell, KeyCell):
        return KeyCell(None, None, cell.level)
    if isinstance(cell, DoorCell):
        return DoorCell(cell.level, open=cell.open)
    return StartCell(open=cell.open) if isinstance(cell, StartCell) else UntoldCell()


def _winners(state: Position, sheets: tuple[ScoreSheet, ...]) -> Outcome:
    best = max(sheet.points for sheet in sheets)
    leaders = [sheet for sheet in sheets if sheet.points == best]
    rivals = [sheet for sheet in sheets if sheet.up_to >= best and sheet not in leaders]
    unsettled = rivals or (len(leaders) > 1 and not all(sheet.settled for sheet in leaders))
    if unsettled:
        return Outcome("What nobody told decides who wins.", (), "four-keys.end.winner")
    winners = tuple(sheet.seat for sheet in leaders)
    names = " and ".join(state.player(seat).name for seat in winners)
    if len(winners) > 1:
        return Outcome(f"{names} share the victory with {best} points.", winners, "four-keys.end.tie")
    return Outcome(f"{names} wins with {best} points.", winners, "four-keys.end.winner")
