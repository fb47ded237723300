"""Hints and odds of 4 KEYS in the words of the table: what to do, where it lies, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine.advice import NOT_SEARCHED, Advice, Value
from companion.engine.errors import CompanionError
from companion.engine.game import Game, Question
from companion.games.four_keys.cards import ROOM_NAMES, SHAPE_NAMES, SHAPES, Card, Door, Key, shape_words
from companion.games.four_keys.dungeon import (
    ARROW_WORDS,
    GRID,
    NEIGHBOURS,
    Cell,
    DoorCell,
    Dungeon,
    KeyCell,
    StartCell,
    TileCell,
    cell_name,
    cell_number,
    laid,
)
from companion.games.four_keys.moves import PILE_LABELS, PILES, Place, Point, Renew, Take
from companion.games.four_keys.openings import best_spaces, what_opens
from companion.games.four_keys.scoring import SCORING_OPTIONS, room_name
from companion.games.four_keys.state import Position, seat_of, top_card
from companion.ui.advising import Line, OddsWords
from companion.ui.boards.places import cell_place, read_place
from companion.ui.common_adviser import TOP, CommonAdviser

ALIKE = 4
"""Turns that are asked for to each line that is shown: placings that are worth the same are one line."""
_SIDES = {1: "left of", -1: "right of", GRID: "above", -GRID: "below"}
"""From a neighbour's cell less the own one to where the own one lies."""


class FourKeysAdviser(CommonAdviser):
    """What 4 KEYS brings to its hints."""

    odds_words = OddsWords(
        tap="Tap a pile or a door",
        rail="Next tops",
        field="Any word: Compass, Heart, renewal",
        hint="next Key I",
        lost="try a room, a symbol or a pile",
    )

    def heading(self, lines: Sequence[Line]) -> str:
        """Return what the lines are ranked by."""
        margins = any(line.moves for line in lines)
        return "The best, by the margin over the best rival" if margins else "What would do most"

    def not_now(self, state: Position, seat: str) -> str:
        """Return why there is nothing to advise now; empty where there is."""
        if state.finished:
            return "The game is over."
        if not state.followed:
            return "" if any(_lacks(state, seat)) else "None of your closed doors waits for a key that can be laid."
        if state.mover != seat:
            return f"It is {state.player(state.mover).name}'s turn." if state.mover else "Nobody has to decide now."
        return "First tell the order of the tiles, then ask again." if "order" in state.pending else ""

    def think(self, game: Game, state: Position, seat: str, seconds: float, seed: int) -> tuple[Line, ...]:
        """Return the best lines: whole turns in Full, what a key would open in Light."""
        if not state.followed:
            return tuple(_key_lines(state, seat))
        found: Sequence[Advice] = game.advise(state, seat, TOP * ALIKE, seconds, seed)
        alike = _alike(game, state, found)
        return tuple(_line(game, state, seat, advice, places) for advice, places in alike[:TOP])

    def nudge(self, state: Position, seat: str, line: Line) -> str:
        """Return a push in the right direction."""
        if not line.moves:
            return "Look at the doors that lack only one more symbol."
        word = line.moves[0].split()[0]
        if word == "renew":
            return "Do these four cards do much for you? There is something else that a gold buys."
        if word == "point":
            return "What may still become of the spaces around it?"
        if " push " in line.moves[0]:
            return "Is the space you want really out of reach?"
        ghost = line.ghost[1] if line.ghost else None
        shows = (ghost.shows or "") if isinstance(ghost, KeyCell) else ""
        shapes = [shape for shape in dict.fromkeys(shows) if shape in _held(state, seat)]
        if shapes:
            return f"Look at your {' and '.join(_several(shape) for shape in shapes)}."
        return _where(state, seat)

    # ------------------------------------------------------------------------- odds

    def has_odds(self, state: Position) -> bool:
        """Say whether piles are followed, and the game goes on."""
        return state.followed and not state.finished

    def words(self, state: Position, question: Question) -> str:
        """Return a question as people at the table ask it: no cell codes, the piles by their short names."""
        params = dict(question.params)
        if question.id == "renewal":
            return f"A renewal shows {_wanted(state, params)}"
        pile = PILE_LABELS[PILES.index(params["pile"])]
        if question.id == "symbols":
            return f"{params['k']} {_several(params['symbol'])} in the next {params['n']} of {pile}"
        if question.id == "opens":
            return f"Next {pile} opens {_door(state, params['door'])}"
        if question.id == "reach":
            return f"{pile} brings {_door(state, params['room'])} more"
        return f"Next {pile}: {_wanted(state, params)}"

    def about(self, game: Game, state: Position, place: str, seat: str) -> tuple[Question, ...]:
        """Return the questions about a pile, a closed door, a Compass, a Chest or a Fountain."""
        spot = read_place(place)
        every = game.questions(state)
        if spot.kind in ("pile", "choice"):
            return tuple(sorted(_of_pile(every, PILES[spot.pile]), key=lambda q: _rank(q, seat)))
        if spot.kind == "cell" and spot.seat:
            named = {f"{spot.seat}:{cell_name(spot.cell)}"}
            return tuple(q for q in every if {dict(q.params).get("door"), dict(q.params).get("room")} & named)
        return ()

    def headlines(self, game: Game, state: Position, seat: str) -> tuple[Question, ...]:
        """Return for each Key pile whether its next card opens a door of the seat, and a renewal that would."""
        mine = [q for q in game.questions(state) if dict(q.params).get("door", "").startswith(f"{seat}:")]
        return tuple(sorted(mine, key=lambda q: q.id == "renewal"))


def _of_pile(every: Sequence[Question], pile: str) -> Iterator[Question]:
    return (q for q in every if dict(q.params).get("pile") == pile and q.id != "reach")


def _rank(question: Question, seat: str) -> tuple[int, int]:
    """Order the questions about a pile: doors of the seat first, then symbols and rooms, then the rest."""
    mine = dict(question.params).get("door", "").startswith(f"{seat}:")
    kinds = ("opens", "next-symbol", "next-room", "next-needs", "symbols")
    return (0 if mine else 1 if question.id != "opens" else 2, kinds.index(question.id))


def _wanted(state: Position, params: dict[str, str]) -> str:
    """Return the kind of card that a question is about."""
    if "room" in params:
        return f"{'an' if ROOM_NAMES[params['room']][0] in 'AEIOU' else 'a'} {ROOM_NAMES[params['room']]}"
    if "needs" in params:
        return f"a door that needs {shape_words(params['needs'])}"
    if "symbol" in params:
        return f"a {SHAPE_NAMES[params['symbol']]}"
    return f"a key that opens {_door(state, params['door'])}"


def _door(state: Position, place: str) -> str:
    """Return a door or room of somebody: "Bo's Box Room door"."""
    seat, _, name = place.partition(":")
    player = state.player(seat)
    cell = player.dungeon[name]
    words = _neighbour(cell).removeprefix("the ") if cell is not None else "card"
    return f"{player.name}'s {words}"


# ------------------------------------------------------------------------------ lines


def _rules(state: Position) -> dict[str, bool]:
    return {name: getattr(state.rules, name) for name in SCORING_OPTIONS}


def _held(state: Position, seat: str) -> set[str]:
    """Return the symbols that the keys of a seat show."""
    cells = state.player(seat).dungeon.cells
    return {shape for cell in cells if isinstance(cell, KeyCell) for shape in cell.shows or ""}


def _where(state: Position, seat: str) -> str:
    """Return a push about the place, that fits what lies in the dungeon."""
    cells = [cell for cell in state.player(seat).dungeon.cells if cell is not None]
    if sum(isinstance(cell, KeyCell) for cell in cells) > 1:
        return "Where do the keys that you have already cross?"
    if any(isinstance(cell, StartCell | DoorCell) and not cell.open for cell in cells):
        return "What do your closed cards need, and which free spaces serve more than one of them?"
    return "Which card opens something soon, and leaves room around it?"


def _shape(game: Game, state: Position, moves: Sequence[str]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return a turn without the spaces where it lays a card, and these spaces."""
    told = [(move, text) for (move, _), text in zip(_steps(game, state, moves), moves, strict=False)]
    steps = tuple(f"place {move.face}" if isinstance(move, Place) else text for move, text in told)
    return steps, tuple(move.cell for move, _ in told if isinstance(move, Place))


def _alike(game: Game, state: Position, found: Sequence[Advice]) -> list[tuple[Advice, list[int]]]:
    """Join turns that differ only in the space and are worth the same; return each with its spaces, the best first."""
    joined: dict[tuple[str, ...], list[tuple[Advice, list[int]]]] = {}
    lines: list[tuple[Advice, list[int]]] = []
    for advice in found:
        steps, cells = _shape(game, state, advice.moves)
        same = (line for line in joined.get(steps, ()) if _as_good(line[0], advice))
        line = next(same, None) if len(cells) == 1 else None
        if line is None:
            line = (advice, [])
            lines.append(line)
            joined.setdefault(steps, []).append(line)
        line[1].extend(cells)
    return lines


def _as_good(one: Advice, other: Advice) -> bool:
    """Say whether two turns are worth the same as people read it; estimates are not told apart below half a point."""
    if one.value.exact is not None or other.value.exact is not None:
        return one.value.exact == other.value.exact
    return abs(one.value.mean - other.value.mean) < 0.5


def _line(game: Game, state: Position, seat: str, advice: Advice, cells: Sequence[int] = ()) -> Line:
    """Return advice in words, with what it would lay on the board; `cells` are the spaces that serve as well."""
    told = list(_steps(game, state, advice.moves))
    places = [PILES[move.pile] for move, _ in told if isinstance(move, Take)]
    ghost = None
    for move, before in told:
        if isinstance(move, Place) and before.hand is not None and before.hand.card is not None:
            ghost = (cell_place(seat, move.cell), lying(before.hand.card, move.face))
            places.append(ghost[0])
        elif isinstance(move, Point):
            places.append(f"{cell_place(seat, move.cell)}:{ARROW_WORDS[move.arrow]}")
    searched = advice.label != NOT_SEARCHED
    return Line(
        advice.moves,
        _sentence([_words(move, before, seat, cells) for move, before in told]),
        value_words(advice.value) if searched else "",
        advice.value.exact is not None,
        advice.why,
        _price(game, state, seat, advice),
        ghost,
        tuple(places),
    )


def _steps(game: Game, state: Position, moves: Sequence[str]) -> Iterator[tuple[object, Position]]:
    """Yield the moves of a line, each with the position before it, as far as they can be followed."""
    for text in moves:
        try:
            move = game.parse(text, state)
        except CompanionError:
            return
        yield move, state
        state = game.apply(state, move)


def lying(card: Card, face: str) -> Cell:
    """Return a card as it lies with a face up; the face of a `Place`."""
    side = int(isinstance(card, Key) and bool(face) and card.a != face)
    return laid(card, side)


def value_words(value: Value) -> str:
    """Return a value as people read it: exact "= +5", sampled "~ +2 to +5"."""
    if value.exact is not None:
        return f"= {float(value.exact):+.1f}".removesuffix(".0")
    low, high = round(value.low), round(value.high)
    return f"~ {low:+d}" if low == high else f"~ {low:+d} to {high:+d}"


def _price(game: Game, state: Position, seat: str, advice: Advice) -> str:
    if advice.price is None or not advice.obvious or advice.price < 0.5:
        return ""
    told = [_words(move, before, seat) for move, before in _steps(game, state, advice.obvious)]
    about = "" if advice.value.exact is not None else "about "
    return f"The obvious ({'; '.join(filter(None, told))}) costs {about}{advice.price:.0f}." if told else ""


def _sentence(parts: Sequence[str]) -> str:
    text = "; ".join(part for part in parts if part)
    return text[:1].upper() + text[1:]


def _words(move: object, state: Position, seat: str, cells: Sequence[int] = ()) -> str:
    """Return a move in table words, seen from the seat; `cells` are the spaces where it may lay its card as well."""
    if isinstance(move, Renew):
        return "renew the piles"
    if isinstance(move, Take):
        pushed = state.choice[move.pile]
        away = ""
        if move.push is not None and pushed:
            away = f"push {state.player(seat_of(pushed)).name} to {PILE_LABELS[move.push]} and "
        return f"{away}take {_top_words(state, move.pile if move.source is None else move.source)}"
    if isinstance(move, Place):
        shown = f"{shape_words(move.face)} up, " if move.face not in ("", "?") else ""
        dungeon = state.player(seat).dungeon
        spaces = list(dict.fromkeys(beside(dungeon, cell) for cell in (move.cell, *cells)))
        return f"{shown}{' or '.join(spaces[:TOP])}{' or a space like these' if len(spaces) > TOP else ''}"
    if isinstance(move, Point):
        return f"point the Compass {ARROW_WORDS[move.arrow]}"
    return ""


def _top_words(state: Position, pile: int) -> str:
    top = top_card(state.piles[pile])
    if isinstance(top, Door) and top.room:
        return f"the {room_name(laid(top))} from {PILE_LABELS[pile]}"  # type: ignore[arg-type]
    return PILE_LABELS[pile]


def beside(dungeon: Dungeon, cell: int) -> str:
    """Return where an empty space lies, by its neighbours: "left of the Throne Room, above the Heart key"."""
    told = []
    for at in sorted(NEIGHBOURS[cell], key=lambda i: _told_first(dungeon.cells[i])):
        content = dungeon.cells[at]
        if content is not None:
            told.append(f"{_SIDES[at - cell]} {_neighbour(content)}")
    return ", ".join(told[:2]) or "apart from the others"


def _told_first(cell: Cell | None) -> int:
    """Rooms have names that everybody finds; keys are many."""
    return 0 if isinstance(cell, DoorCell | StartCell) else 1


def _neighbour(cell: Cell) -> str:
    if isinstance(cell, StartCell):
        return "the start"
    if isinstance(cell, DoorCell):
        closed = "" if cell.open else " door"
        return f"the {room_name(cell)}{closed}" if cell.room else f"the closed level {cell.level} door"
    if isinstance(cell, KeyCell) and cell.shows:
        return f"the {'-'.join(SHAPE_NAMES[shape] for shape in cell.shows)} key"
    return "your tile" if isinstance(cell, TileCell) else "a card"


# ------------------------------------------------------------------------------ Light


def _lacks(state: Position, seat: str) -> Iterator[str]:
    """Yield what each closed door of a seat lacks, where that is known and not nothing."""
    dungeon = state.player(seat).dungeon
    for at in dungeon.closed():
        lacks = what_opens(dungeon, cell_name(at), multiplicity=state.rules.multiplicity).lacks
        if lacks:
            yield lacks


def _key_lines(state: Position, seat: str) -> Iterator[Line]:
    """Yield where a single symbol would do most, the best symbols first: exact, by what is certain at once."""
    dungeon = state.player(seat).dungeon
    found = [(space, shape) for shape in SHAPES for space in best_spaces(dungeon, shape, **_rules(state))[:1]]
    found.sort(key=lambda pair: (-len(pair[0].opens), -pair[0].gain, -len(pair[0].helps)))
    for space, shape in [pair for pair in found if pair[0].opens or pair[0].helps][:TOP]:
        at = cell_number(space.cell)
        doors = space.opens or space.helps
        names = " and ".join(_neighbour(cell) for cell in (dungeon[door] for door in doors) if cell is not None)
        place = cell_place(seat, at)
        yield Line(
            (),
            f"A {SHAPE_NAMES[shape]}, {beside(dungeon, at)}",
            f"= {space.gain:+d}",
            True,
            f"{'opens' if space.opens else 'helps'} {names}",
            "",
            (place, KeyCell(shape)),
            (place,),
        )


def _several(shape: str) -> str:
    name = SHAPE_NAMES[shape]
    return f"{name}{'es' if name.endswith('s') else 's'}"


ADVISER = FourKeysAdviser()

__all__ = ["ADVISER", "FourKeysAdviser", "beside", "value_words"]
