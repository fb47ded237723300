"""Probability questions of 4 KEYS, answered exactly.

Each pile is its own deck: the edition's cards of that pile minus every card seen, removed ones included. Cards that
nobody told stay among the unseen ones, wherever they lie.

    next-room    pile, room           the next top is this Room
    next-needs   pile, needs          the next top is a Door that needs exactly these symbols
    next-symbol  pile, symbol         the next top shows (Key: on either side) or needs (Door) this symbol
    symbols      pile, symbol, k, n   at least k of a symbol among the next n tops, each Key with its better side
    renewal      room, symbol or door a renewal uncovers at least one such card
    opens        pile, door           the next top is a Key with which this door ("bo:c3") opens if it is placed best
    reach        pile, room, n, points   the next n tops hold what this Compass, Chest or Fountain lacks for the points
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.engine import formulas
from companion.engine.draws import sum_law
from companion.engine.errors import EditionIncompleteError, TooFewCardsError, UnknownNameError, UnreadableError
from companion.engine.game import Question, number_in
from companion.engine.odds import Odds, Table
from companion.games.four_keys.cards import (
    ROOM_LEVEL,
    ROOM_NAMES,
    ROOMS_1,
    ROOMS_2,
    SHAPE_NAMES,
    SHAPES,
    Card,
    Door,
    Key,
    shape_words,
    symbols,
)
from companion.games.four_keys.dungeon import FULL, LINES, DoorCell, StartCell, cell_name, cell_number, covered
from companion.games.four_keys.moves import PILE_NAMES, PILES
from companion.games.four_keys.reach import Reach, reach_of
from companion.games.four_keys.state import Position, is_told, patterns, pile_of, top_card

if TYPE_CHECKING:
    import sympy

    from companion.games.four_keys.rules import FourKeys

CARDS_CLAUSE = "four-keys.components.cards"
KEY_PILES = (1, 3)
DOOR_PILES = (0, 2)


class Wanted(NamedTuple):
    """A kind of card: what it is called (one and several), and how much of it a card holds; None where nobody told."""

    one: str
    many: str
    value: Callable[[Card], int | None]
    clauses: tuple[str, ...]


def questions(game: FourKeys, state: Position) -> tuple[Question, ...]:
    """Return the questions that make sense now; `answer` takes other numbers of the same kinds too."""
    if state.finished:
        return ()
    asked: list[tuple[str, dict[str, str]]] = []
    open_piles = [i for i in range(len(PILES)) if _below(state, i)]
    for pile in open_piles:
        asked += _next_questions(state, pile)
    for pile in open_piles:
        n = str(min(3, _below(state, pile)))
        asked += [("symbols", {"pile": PILES[pile], "symbol": shape, "k": "2", "n": n}) for shape in SHAPES]
    if any(_below(state, i) for i in range(len(PILES))):
        asked += [("renewal", {"room": room}) for room in _rooms_left(state, open_piles)]
        asked += [("renewal", {"symbol": shape}) for shape in SHAPES if set(open_piles) & set(KEY_PILES)]
    asked += _dungeon_questions(state, open_piles)
    return tuple(_question(state, name, params) for name, params in asked)


def _next_questions(state: Position, pile: int) -> list[tuple[str, dict[str, str]]]:
    here = {"pile": PILES[pile]}
    rooms = _rooms_left(state, [pile])
    needs = sorted(
        {kind.needs for kind in state.piles[pile].unseen.kinds() if isinstance(kind, Door) and kind.needs},
        key=_needs_order,
    )
    return [
        *(("next-room", here | {"room": room}) for room in rooms),
        *(("next-symbol", here | {"symbol": shape}) for shape in SHAPES),
        *(("next-needs", here | {"needs": word}) for word in needs),
    ]


def _needs_order(word: str) -> tuple[int, list[int]]:
    return len(word), [SHAPES.index(s) for s in word]


def _rooms_left(state: Position, piles: Sequence[int]) -> list[str]:
    """Return the rooms that an unseen card of these piles may be, in the rulebook's order."""
    kinds = [kind for i in piles for kind in state.piles[i].unseen.kinds() if isinstance(kind, Door)]
    return [room for room in (*ROOMS_1, *ROOMS_2) if any(kind.room == room for kind in kinds)]


def _dungeon_questions(state: Position, open_piles: Sequence[int]) -> list[tuple[str, dict[str, str]]]:
    asked = []
    key_piles = [PILES[i] for i in open_piles if i in KEY_PILES]
    for player in state.players:
        for at in player.dungeon.closed():
            if getattr(player.dungeon.cells[at], "needs", None) is None:
                continue
            door = f"{player.handle}:{cell_name(at)}"
            asked += [("opens", {"pile": pile, "door": door}) for pile in key_piles]
            asked += [("renewal", {"door": door})] if key_piles else []
    for player in state.players:
        for at, cell in enumerate(player.dungeon.cells):
            if isinstance(cell, DoorCell) and (cell.room or "").split("-")[0] in ("compass", "chest", "fountain"):
                room = f"{player.handle}:{cell_name(at)}"
                asked += [("reach", {"room": room, "pile": pile}) for pile in _useful_piles(state, room, open_piles)]
    return asked


def _useful_piles(state: Position, room: str, open_piles: Sequence[int]) -> list[str]:
    """Return the piles with a card that would bring a room more points."""
    reach = _reach(state, room)
    return [PILES[i] for i in open_piles if any((reach.adds(kind) or 0) > 0 for kind in state.piles[i].unseen.kinds())]


def _question(state: Position, name: str, params: dict[str, str]) -> Question:
    return Question(name, _text(state, name, params), tuple(params.items()))


def _text(state: Position, name: str, params: dict[str, str]) -> str:
    """Return a question in words."""
    if name == "symbols":
        _, n = number_in(params, "k"), number_in(params, "n")
        wanted = _symbol(state, params)
        pile = _label(params)
        return f"Do the next {n} of {pile} hold at least {params['k']} {wanted.many}?"
    if name == "renewal":
        return f"Does a renewal show {_wanted(state, params).one}?"
    if name == "opens":
        return f"Is the next of {_label(params)} {_opener(state, params).one}?"
    if name == "reach":
        reach, n, points = _aim(state, params)
        return (
            f"Do the next {n} of {_label(params)} hold what {reach.name} lacks for {points} point{'s' * (points != 1)}?"
        )
    return f"Is the next of {_label(params)} {_wanted(state, params).one}?"


# ------------------------------------------------------------------------------------------------------- parameters


def _pile(params: dict[str, str]) -> int:
    text = params.get("pile", "")
    if text.upper() not in PILES:
        raise UnreadableError(text, "a pile: 1D, 1K, 2D or 2K")
    return PILES.index(text.upper())


def _label(params: dict[str, str]) -> str:
    return f"the {PILE_NAMES[_pile(params)]}"


def _cell(state: Position, text: str) -> tuple[str, int, DoorCell | StartCell]:
    """Read a door of a seat, `bo:c3`."""
    seat, _, name = text.partition(":")
    at = cell_number(name)
    cell = state.player(seat.lower()).dungeon.cells[at]
    if not isinstance(cell, DoorCell | StartCell):
        raise UnreadableError(text, "a seat and a cell with a door, such as bo:c3")
    return seat.lower(), at, cell


def _wanted(state: Position, params: dict[str, str]) -> Wanted:
    """Return what kind of card the parameters mean."""
    if "room" in params:
        return _room(params["room"])
    if "needs" in params:
        return _needs(params["needs"])
    if "symbol" in params:
        return _symbol(state, params)
    return _opener(state, params)


def _room(text: str) -> Wanted:
    names = {name.lower(): name for name in ROOM_LEVEL}
    if text.lower() not in names:
        raise UnreadableError(text, f"a room: {', '.join(ROOM_LEVEL)}")
    room = names[text.lower()]
    name = ROOM_NAMES[room]

    def value(card: Card) -> int | None:
        if not isinstance(card, Door) or card.level != ROOM_LEVEL[room]:
            return 0
        return None if card.room is None else int(card.room == room)

    clause = f"four-keys.components.rooms-level-{ROOM_LEVEL[room]}"
    return Wanted(f"{_article(name)} {name}", _plural(name), value, (clause, "four-keys.components.copies"))


def _article(name: str) -> str:
    if name.endswith("Apartments"):
        return "the"
    return "an" if name[0] in "AEIOU" else "a"


def _plural(name: str) -> str:
    """Return "Magic Compasses", "Fountains of Wealth (Heart)", "Ajar Doors (0)", "Private Apartments"."""
    noun, rest = next(
        ((noun, name[len(noun) :]) for noun in ("Ajar Door", "Fountain") if name.startswith(noun)), (name, "")
    )
    ending = "es" if noun.endswith("ss") else "" if noun.endswith("s") else "s"
    return f"{noun}{ending}{rest}"


def _needs(text: str) -> Wanted:
    try:
        word = symbols(text.upper())
    except ValueError:
        raise UnreadableError(text, "a word of the symbols H, L, C, X") from None

    def value(card: Card) -> int | None:
        if not isinstance(card, Door):
            return 0
        return None if card.needs is None else int(card.needs == word)

    name = f"exactly {shape_words(word)}" if word else "no key"
    clauses = ("four-keys.opening.requirement",)
    return Wanted(f"a Door that needs just {name}", f"Doors that need just {name}", value, clauses)


def _symbol(state: Position, params: dict[str, str]) -> Wanted:
    """Return cards with a symbol: shown by a Key on its better side, or needed by a Door."""
    shape = params.get("symbol", "").upper()
    if shape not in SHAPE_NAMES:
        raise UnreadableError(params.get("symbol", ""), "a symbol: H, L, C or X")
    doors = "pile" in params and _pile(params) in DOOR_PILES
    name = SHAPE_NAMES[shape]
    many = _plural(name)

    def value(card: Card) -> int | None:
        if isinstance(card, Key) and not doors:
            return None if card.a is None or card.b is None else max(card.a.count(shape), card.b.count(shape))
        if isinstance(card, Door) and doors:
            return None if card.needs is None else card.needs.count(shape)
        return 0

    if doors:
        return Wanted(f"a Door that needs a {name}", f"{many} needed", value, ("four-keys.opening.requirement",))
    clauses = ("four-keys.components.key-faces", "four-keys.placement.key-side")
    return Wanted(f"a Key with a {name}", f"{many} (each Key's better side)", value, clauses)


def _opener(state: Position, params: dict[str, str]) -> Wanted:
    """Return the Keys with which a closed door opens if they are taken and placed best."""
    seat, at, cell = _cell(state, params.get("door", ""))
    where = f"{state.player(seat).name}'s door on {cell_name(at)}"
    if cell.open:
        raise UnreadableError(params["door"], "a door that is still closed")
    if cell.needs is None:
        raise EditionIncompleteError(f"Tell what {where} needs; then it can be said which Keys open it.")
    dungeon, needs = state.player(seat).dungeon, cell.needs
    present, _ = dungeon.symbols_at(at)
    room_for_it = _cards_after_hand(state, seat) < FULL and bool(set(dungeon.holes()) & set(LINES[at]))
    multiplicity = state.rules.multiplicity

    def value(card: Card) -> int | None:
        if not isinstance(card, Key) or not room_for_it:
            return 0
        opens = [face is not None and covered(needs, present + face, multiplicity) for face in (card.a, card.b)]
        return None if not any(opens) and not card.known else int(any(opens))

    clauses = ("four-keys.opening.row-and-column", "four-keys.placement.key-side")
    return Wanted(f"a Key that opens {where}", f"Keys that open {where}", value, clauses)


def _cards_after_hand(state: Position, seat: str) -> int:
    """Return how many cards a dungeon has once the card in its owner's hand is placed."""
    return state.player(seat).dungeon.card_count + (state.hand is not None and state.hand.seat == seat)


def _reach(state: Position, text: str) -> Reach:
    seat, at, cell = _cell(state, text)
    reach = reach_of(state, seat, at) if isinstance(cell, DoorCell) else None
    if reach is None:
        raise UnreadableError(text, "a seat and the cell of a Compass, a Treasure Chest Room or a Fountain")
    return reach


def _aim(state: Position, params: dict[str, str]) -> tuple[Reach, int, int]:
    """Return the room, how many tops are meant and the points aimed at; by default three, and one more than now."""
    reach = _reach(state, params.get("room", ""))
    n = number_in(params, "n") if "n" in params else min(3, max(1, _below(state, _pile(params))))
    return reach, n, number_in(params, "points") if "points" in params else min(reach.now + 1, reach.most)


# ----------------------------------------------------------------------------------------------------------- counting


def _below(state: Position, index: int) -> int:
    """Return how many further tops a pile still has; an untold top is the first of them."""
    pile = state.piles[index]
    return pile.down - 1 if top_card(pile) is not None else pile.down


def _law(state: Position, index: int, wanted: Wanted, drawn: int, best: int | None = None) -> Table[int]:
    """Return the law of how much of the wanted kind the next tops hold, or only so many of the best of them.

    Raises:
        TooFewCardsError: the pile does not hold so many further cards.
        EditionIncompleteError: it depends on cards that nobody has told.
    """
    if drawn > _below(state, index):
        raise TooFewCardsError(drawn, _below(state, index))
    pile = state.piles[index]
    values = {kind: wanted.value(kind) for kind in pile.unseen.kinds()}
    blank = sum(count for kind, count in pile.unseen.pairs if values[kind] is None)
    if blank:
        what = "both sides" if index in KEY_PILES else "what is printed on them"
        raise EditionIncompleteError(
            f"This box lacks {blank} of the {PILE_NAMES[index]}: tell {what}, and the chance of {wanted.one} is exact."
        )
    told = patterns(state, index)
    if best is None or best >= drawn:
        return sum_law(pile.unseen, told, lambda kind: values[kind] or 0, drawn)
    # A power of a base above every count keeps apart how many cards of each value are drawn.
    hands = sum_law(pile.unseen, told, lambda kind: (drawn + 1) ** (values[kind] or 0), drawn)
    return hands.map(lambda hand: _best(_hand(hand, drawn + 1), best))


def _hand(digits: int, base: int) -> dict[int, int]:
    """Return how many cards of each value a hand holds, from the digits of a number."""
    counts = {}
    value = 0
    while digits:
        digits, counts[value] = divmod(digits, base)
        value += 1
    return counts


def _best(hand: Mapping[int, int], best: int) -> int:
    """Return what the best so many cards of a hand come to; the hand as how many cards there are of each value."""
    total = 0
    for value in sorted(hand, reverse=True):
        taken = min(best, hand[value])
        total, best = total + value * taken, best - taken
    return total


def _held(pile: Any, wanted: Wanted) -> int:
    """Return how many unseen cards are of the wanted kind."""
    return sum(count for kind, count in pile.unseen.pairs if wanted.value(kind))


def _counted(state: Position, index: int, wanted: Wanted) -> str:
    """Return what was counted: "8 of 28 unseen level 2 Doors: a Magic Compass"."""
    pile = state.piles[index]
    return f"{_held(pile, wanted)} of {len(pile.unseen)} unseen {PILE_NAMES[index]}: {wanted.one}"


def _untold(state: Position, *piles: int) -> tuple[str, ...]:
    """Return what nobody has told and lies among the unseen cards of these piles."""
    found = []
    for index in piles:
        pile = state.piles[index]
        if pile.down and top_card(pile) is None:
            found.append(f"the top of {PILES[index]}")
        if pile.removed_untold:
            found.append(f"{pile.removed_untold} of {PILES[index]} put back into the box")
    if state.hand is not None and state.hand.pile in piles and not is_told(state.hand.card):
        found.append("the card in hand")
    for seat, at, cell in state.untold_cards():
        pile_number = _pile_of_cell(cell)
        if pile_number is None or pile_number in piles:
            found.append(f"{seat}:{cell_name(at)}")
    return tuple(found)


def _pile_of_cell(cell: Any) -> int | None:
    from companion.games.four_keys.state import card_at

    card = card_at(cell)
    return -1 if isinstance(cell, StartCell) else pile_of(card)


def _recipe(
    state: Position, index: int, wanted: Wanted, drawn: tuple[int, int], at_least: int, law: Table[int]
) -> Callable[[], sympy.Expr]:
    """Return what builds the formula: by counting cards where no card is partly told, else ways over ways."""
    if patterns(state, index):
        ways = sum(weight for total, weight in law.items() if total >= at_least)
        return lambda: formulas.ratio(ways, law.total)
    sizes: dict[int, int] = {}
    for kind, count in state.piles[index].unseen.pairs:
        value = wanted.value(kind) or 0
        sizes[value] = sizes.get(value, 0) + count
    return lambda: _hypergeometric(sizes, drawn, at_least)


def _hypergeometric(sizes: Mapping[int, int], draw: tuple[int, int], at_least: int) -> sympy.Expr:
    """Return the unevaluated chance that the cards drawn come to at least so much.

    Args:
        sizes: how many cards there are by what each of them counts.
        draw: how many are drawn, and how many of them count, the best.
        at_least: what they have to come to.
    """
    drawn, best = draw
    there, none = sum(sizes.values()), sizes.get(0, 0)
    if drawn == at_least == 1:
        return formulas.ratio(there - none, there)
    if at_least == 1:
        return formulas.less_than_one(formulas.none_of(there, there - none, drawn))
    return formulas.plus(
        [
            formulas.hands(zip(sizes.values(), hand, strict=True), there, drawn)
            for hand in product(*(range(min(size, drawn) + 1) for size in sizes.values()))
            if sum(hand) == drawn and _best(dict(zip(sizes, hand, strict=True)), best) >= at_least
        ]
    )


# ------------------------------------------------------------------------------------------------------------ answers


def answer(game: FourKeys, state: Position, question: Question) -> Odds:
    """Answer a question exactly.

    Raises:
        UnknownNameError: there is no such question.
        UnreadableError: a parameter that says nothing in this position.
        EditionIncompleteError: the answer rests on cards that nobody has told.
        TooFewCardsError: more tops asked for than the pile holds.
    """
    teller = _ANSWERS.get(question.id)
    if teller is None:
        raise UnknownNameError("question", question.id, tuple(_ANSWERS))
    params = _params(question)
    odds = teller(state, params, question.text or _text(state, question.id, params))
    return odds if state.followed else _assuming(odds, (_LIGHT,))


_LIGHT = "Piles are not followed: the next top is the first card of the pile that nobody has told."


def _params(question: Question) -> dict[str, str]:
    """Return the parameters of a question.

    Raises:
        UnreadableError: one is missing, or does not belong to it.
    """
    params, (wanted, more) = dict(question.params), _PARAMETERS[question.id]
    alone = question.id == "renewal" and len(params) != 1
    if alone or not set(wanted) <= set(params) <= {*wanted, *more}:
        text = " ".join((question.id, *(f"{name}={value}" for name, value in params.items())))
        names = [f"{name}=" for name in (wanted or more)]
        joined = f"{', '.join(names[:-1])} {'and' if wanted else 'or'} {names[-1]}"
        raise UnreadableError(text, f"{question.id} with {joined}")
    return params


def _next(state: Position, params: dict[str, str], text: str) -> Odds:
    return _at_least(state, _pile(params), _wanted(state, params), 1, 1, text)


def _symbols(state: Position, params: dict[str, str], text: str) -> Odds:
    drawn, k = number_in(params, "n"), number_in(params, "k")
    return _at_least(state, _pile(params), _symbol(state, params), drawn, k, text)


def _at_least(
    state: Position, index: int, wanted: Wanted, drawn: int, k: int, text: str, best: int | None = None
) -> Odds:
    """Answer whether the next tops, or only so many of the best of them, hold at least k of what is wanted."""
    best = drawn if best is None else min(best, drawn)
    law = _law(state, index, wanted, drawn, best)
    return Odds.of(
        text,
        law.where(lambda total: total >= k),
        recipe=_recipe(state, index, wanted, (drawn, best), k, law),
        table=tuple((str(total), weight) for total, weight in law.items()),
        counted=_counted(state, index, wanted),
        untold=_untold(state, index),
        clauses=(CARDS_CLAUSE, *wanted.clauses),
    )


def _renewal(state: Position, params: dict[str, str], text: str) -> Odds:
    """Answer by the complement: the four piles are independent."""
    wanted = _wanted(state, params)
    piles = [i for i in range(len(PILES)) if _uncovers(state, i) and _may_hold(state, i, wanted)]
    misses = [1 - _law(state, i, wanted, 1).where(lambda total: total >= 1) for i in piles]
    none = Fraction(1)
    for miss in misses:
        none *= miss

    def recipe() -> sympy.Expr:
        return formulas.less_than_one(formulas.times([formulas.ratio(*miss.as_integer_ratio()) for miss in misses]))

    return Odds.of(
        text,
        1 - none,
        recipe=recipe,
        counted="; ".join(_counted(state, i, wanted) for i in piles) or f"no pile can uncover {wanted.one}",
        untold=_untold(state, *piles),
        clauses=(CARDS_CLAUSE, "four-keys.renewing.every-pile", *wanted.clauses),
    )


def _uncovers(state: Position, index: int) -> bool:
    """Say whether a pile still has a top after its first card was put back."""
    return state.piles[index].down > 1


def _may_hold(state: Position, index: int, wanted: Wanted) -> bool:
    return any(wanted.value(kind) != 0 for kind in state.piles[index].unseen.kinds())


def _opens(state: Position, params: dict[str, str], text: str) -> Odds:
    odds = _at_least(state, _pile(params), _opener(state, params), 1, 1, text)
    seat, at, _ = _cell(state, params["door"])
    _, untold = state.player(seat).dungeon.symbols_at(at)
    assumed = ["Keys in its row and column that nobody told are taken to show nothing."] if untold else []
    if state.hand is not None and state.hand.seat == seat:
        assumed.append("The card in hand is taken neither to help nor to be in the way.")
    return _assuming(odds, tuple(assumed))


def _assuming(odds: Odds, assumptions: tuple[str, ...]) -> Odds:
    from msgspec.structs import replace

    return replace(odds, assumptions=(*odds.assumptions, *assumptions))


def _reaches(state: Position, params: dict[str, str], text: str) -> Odds:
    reach, n, points = _aim(state, params)
    lacks = max(0, points - reach.now)
    wanted = Wanted(reach.one, reach.many, reach.adds, reach.clauses)
    if points > reach.most:
        odds = Odds.of(text, Fraction(0), counted=f"{reach.name} can reach {reach.most} points at most")
    elif reach.places:
        odds = _at_least(state, _pile(params), wanted, n, lacks, text, reach.places)
    else:
        odds = _at_least(state, _pile(params), reach.bringing(points), n, int(lacks > 0), text)
    bound = f"{reach.name} has {reach.now} point{'s' * (reach.now != 1)} now and can reach {reach.most} at most."
    return _assuming(odds, (bound, *reach.assumptions))


_PARAMETERS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "next-room": (("pile", "room"), ()),
    "next-needs": (("pile", "needs"), ()),
    "next-symbol": (("pile", "symbol"), ()),
    "symbols": (("pile", "symbol", "k", "n"), ()),
    "renewal": ((), ("room", "symbol", "door")),
    "opens": (("pile", "door"), ()),
    "reach": (("room", "pile"), ("n", "points")),
}
"""The parameters that a question must have, and those that it may have."""

_ANSWERS: dict[str, Callable[[Position, dict[str, str], str], Odds]] = {
    "next-room": _next,
    "next-needs": _next,
    "next-symbol": _next,
    "symbols": _symbols,
    "renewal": _renewal,
    "opens": _opens,
    "reach": _reaches,
}
