"""The questions of 4 KEYS for the pad, and their answers as table shorthand. Keys keep their places all evening."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement

from msgspec.structs import replace

from companion.games.four_keys.cards import (
    FRAME_CELLS,
    ROOM_NAMES,
    ROOMS_1,
    ROOMS_2,
    SHAPE_NAMES,
    SHAPES,
    Card,
    Door,
    Start,
    is_ajar,
    symbols,
)
from companion.games.four_keys.cards import Key as KeyCard
from companion.games.four_keys.moves import PILE_LABELS, PILES, Open, Order
from companion.ui.four_keys.glyphs import pair_svg, pile_svg, room_svg, start_svg, word_svg
from companion.ui.pad import Ask, Key, Picked, Step

NOTHING = "?"
"""The key that says: some card, nobody tells which."""
FACES = (*SHAPES, *("".join(pair) for pair in combinations_with_replacement(SHAPES, 2)))
"""Every face with one or two symbols, singles first."""
WORDS = tuple("".join(word) for n in (1, 2, 3) for word in combinations_with_replacement(SHAPES, n))
"""Everything that may open a door: one to three symbols."""
_SHORT = {
    "box": "Box",
    "throne": "Throne",
    "trap": "Trap",
    "control": "Control",
    "larder": "Larder",
    "apartments": "Apartm.",
    "compass": "Compass",
    "chest": "Chest",
    "monster": "Monster",
}
_CLOSED_1 = tuple(room for room in ROOMS_1 if not is_ajar(room))
_AJAR = tuple(room for room in ROOMS_1 if is_ajar(room))


# ---------------------------------------------------------------------- keys


def _symbol_keys() -> tuple[Key, ...]:
    return tuple(Key(letter, SHAPE_NAMES[letter], svg=word_svg(letter)) for letter in SHAPES)


def _spoken(word: str) -> str:
    return " and ".join(SHAPE_NAMES[letter] for letter in word)


def _face_keys() -> tuple[Key, ...]:
    return tuple(Key(face, _spoken(face), svg=word_svg(face)) for face in FACES)


def _room_key(room: str, then: tuple[Step, ...] = ()) -> Key:
    short = "Ajar" if is_ajar(room) else _SHORT.get(room, "Fountain")
    return Key(room, ROOM_NAMES[room], sub=short, svg=room_svg(room), then=then)


def _untold(sub: str, then: tuple[Step, ...] = ()) -> Key:
    return Key(NOTHING, "?", sub=sub, then=then)


def faces_step(prompt: str, more: Sequence[Key] = ()) -> Step:
    """Ask for one face of a Key: a single tap, one symbol or two."""
    return Step(prompt, (*_face_keys(), *more), columns=7)


def needs_step(prompt: str, more: Sequence[Key] = ()) -> Step:
    """Ask for what opens a door: symbols that gather, one to three."""
    return Step(prompt, (*_symbol_keys(), *more), columns=4, most=3)


# ---------------------------------------------------- a card laid down (light)


def laid_ask(name: str, kinds: Sequence[Sequence[Card]], later: str = "Not now") -> Ask:
    """Ask what lies on a space: the pile it came from, then what shows.

    Args:
        name: of the question.
        kinds: for each pile the kinds of card that may still come from it.
        later: what the key that skips it says.
    """
    keys = []
    for pile, label in enumerate(PILE_LABELS):
        level, door = pile // 2 + 1, pile % 2 == 0
        then = _door_step(level) if door else faces_step("Which side shows?")
        svg = pile_svg(level, door)
        keys.append(Key(PILES[pile], label, sub=label, svg=svg, enabled=bool(kinds[pile]), then=(then,)))
    answers = [((PILES[pile],), shown) for pile in range(4) for shown in _shown(pile, kinds[pile])]
    return Ask(name, (Step("From which pile?", tuple(keys), columns=4),), tuple(answers), later)


def _door_step(level: int) -> Step:
    ajar = tuple(_room_key(room) for room in _AJAR) if level == 1 else ()
    return needs_step("What opens it?", (*ajar, _untold("just a door")))


def _shown(pile: int, kinds: Sequence[Card]) -> list[Picked]:
    """List what may show of a card of a pile: a face, what opens a door, an Ajar Door, or nothing told."""
    found: dict[Picked, None] = {}
    for card in kinds:
        if isinstance(card, KeyCard):
            found |= dict.fromkeys((face,) for told in (card.a, card.b) for face in ([told] if told else FACES))
        elif isinstance(card, Door) and is_ajar(card.room):
            found[(card.room or "",)] = None
        elif isinstance(card, Door):
            found |= dict.fromkeys(tuple(word) for word in ([card.needs] if card.needs else WORDS))
    if pile % 2 == 0:
        found[(NOTHING,)] = None
    return list(found)


def laid_text(value: Sequence[Picked]) -> str:
    """Return the answer of `laid_ask` as the text of a cell: "+1H", "!?2{HL}", "ajar3"."""
    (pile,), shown = value
    level = pile[0]
    if pile.endswith("K"):
        return f"+{level}{shown[0]}"
    if shown == (NOTHING,):
        return f"!?{level}"
    return shown[0] if is_ajar(shown[0]) else f"!?{level}{{{symbols(''.join(shown))}}}"


# ------------------------------------------------------ a card turned up (full)


def card_ask(name: str, pile: int, kinds: Iterable[Card], later: str = "Not now") -> Ask:
    """Ask which card of a pile it is.

    Args:
        name: of the question.
        pile: 0..3.
        kinds: the cards that it may be.
        later: what the key that skips it says.
    """
    cards = list(kinds)
    label = PILE_LABELS[pile]
    return _door_ask(name, label, pile, cards, later) if pile % 2 == 0 else _key_ask(name, label, cards, later)


def _door_ask(name: str, label: str, pile: int, cards: Sequence[Card], later: str) -> Ask:
    return Ask(name, (_rooms_step(f"{label}: which?", pile),), _door_answers(pile, cards), later)


def _rooms_step(prompt: str, pile: int) -> Step:
    """Ask for the room of a Door, then for what opens it."""
    step = needs_step("What opens it?")
    keys = [_room_key(room, () if is_ajar(room) else (step,)) for room in _rooms_of(pile)]
    keys.insert(5 if pile == 0 else 4, _untold("room ?", (step,)))
    return Step(prompt, tuple(keys), columns=5)


def _rooms_of(pile: int) -> tuple[str, ...]:
    return (*_CLOSED_1, *_AJAR) if pile == 0 else ROOMS_2


def _door_answers(pile: int, cards: Iterable[Card]) -> tuple[tuple[Picked, ...], ...]:
    answers: dict[tuple[Picked, ...], None] = {}
    for card in cards:
        if not isinstance(card, Door):
            continue
        if is_ajar(card.room):
            answers[((card.room or "",),)] = None
            continue
        words = [tuple(word) for word in ([card.needs] if card.needs else WORDS)]
        named = [card.room] if card.room else [room for room in _rooms_of(pile) if not is_ajar(room)]
        answers |= dict.fromkeys(((room,), word) for word in words for room in (*named, NOTHING))
    return tuple(answers)


def _key_ask(name: str, label: str, cards: Sequence[Card], later: str) -> Ask:
    keys = [card for card in cards if isinstance(card, KeyCard)]
    if keys and all(card.known and len(card.a or "") == len(card.b or "") == 1 for card in keys):
        return _pair_ask(name, label, keys, later)
    return Ask(name, _sides_steps(f"{label}: the side up?"), _key_answers(keys), later)


def _sides_steps(prompt: str) -> tuple[Step, ...]:
    return faces_step(prompt), faces_step("And on its back?", [_untold("back ?")])


def _key_answers(keys: Sequence[KeyCard]) -> tuple[tuple[Picked, ...], ...]:
    answers: dict[tuple[Picked, ...], None] = {}
    for card in keys:
        ones, others = ([card.a] if card.a else FACES), ([card.b] if card.b else FACES)
        pairs = [(a, b) for a in ones for b in others]
        answers |= dict.fromkeys(((a,), (b,)) for pair in pairs for a, b in (pair, pair[::-1]))
    if not all(card.known for card in keys):
        answers |= dict.fromkeys((first, (NOTHING,)) for first, _ in list(answers))
    return tuple(answers)


def _pair_ask(name: str, label: str, cards: Sequence[KeyCard], later: str) -> Ask:
    """Ask for both sides at once, where every side shows one symbol."""
    pairs = list(combinations_with_replacement(SHAPES, 2))
    keys = tuple(Key(f"{a}/{b}", f"{SHAPE_NAMES[a]} / {SHAPE_NAMES[b]}", svg=pair_svg(a, b)) for a, b in pairs)
    answers = tuple(dict.fromkeys(((f"{card.a}/{card.b}",),) for card in cards))
    return Ask(name, (Step(f"{label}: which?", keys, columns=5),), answers, later)


def whole_ask(name: str, kinds: Sequence[Sequence[Card]], later: str = "Not now") -> Ask:
    """Ask what lies on a space with everything that is printed on it: the pile, then the whole card.

    Args:
        name: of the question.
        kinds: for each pile the kinds of card that it may be.
        later: what the key that skips it says.
    """
    keys, answers = [], []
    for pile, label in enumerate(PILE_LABELS):
        door, cards = pile % 2 == 0, kinds[pile]
        then = (_rooms_step("Which room?", pile),) if door else _sides_steps("Which side shows?")
        found = _door_answers(pile, cards) if door else _key_answers([c for c in cards if isinstance(c, KeyCard)])
        answers += [((PILES[pile],), *answer) for answer in found]
        svg = pile_svg(pile // 2 + 1, door)
        keys.append(Key(PILES[pile], label, sub=label, svg=svg, enabled=bool(found), then=then))
    return Ask(name, (Step("From which pile?", tuple(keys), columns=4),), tuple(answers), later)


def whole_text(value: Sequence[Picked]) -> str:
    """Return the answer of `whole_ask` as the text of a cell: "+1H(C)", "!box{HL}", "ajar3"."""
    (pile,), *card = value
    if pile.endswith("K"):
        (shown,), (hidden,) = card
        return f"+{pile[0]}{shown}" + ("" if hidden == NOTHING else f"({hidden})")
    text = card_text(PILES.index(pile), card)
    return text if is_ajar(text) else f"!{text}"


def card_text(pile: int, value: Sequence[Picked]) -> str:
    """Return the answer of `card_ask` as the text of a card: "box{HL}", "HL/C", "?1{H}"."""
    if pile % 2:
        return "/".join(picked[0] for picked in value)
    (room,) = value[0]
    named = f"?{pile // 2 + 1}" if room == NOTHING else room
    return named if len(value) == 1 else f"{named}{{{symbols(''.join(value[1]))}}}"


# ----------------------------------------------------------- what else is asked


def room_ask(name: str, level: int, moves: Iterable[Open], later: str = "Not now") -> Ask:
    """Ask what is behind a door that opened; rooms that cannot be are grey in their places."""
    possible = {move.room for move in moves if move.room}
    rooms = _CLOSED_1 if level == 1 else ROOMS_2
    keys = tuple(replace(_room_key(room), enabled=room in possible) for room in rooms)
    return Ask(name, (Step("The room?", keys, columns=5 if level == 1 else 4),), None, later)


def start_ask(name: str, who: str, cards: Iterable[Start], later: str = "Not now") -> Ask:
    """Ask which starting card somebody has: one of those known, or what it shows."""
    known = [card for card in cards if card.known]
    if known:
        keys = [
            Key(start_text(card), _start_words(card), svg=start_svg(card.needs or "", card.marked)) for card in known
        ]
        return Ask(name, (Step(f"{who}: which starting card?", tuple(keys), columns=2),), None, later)
    plan = tuple(Key(cell, cell) for cell in FRAME_CELLS)
    steps = (
        needs_step(f"{who}: what opens the starting card?"),
        Step("Which two spaces does it mark?", plan, columns=4, most=2, least=2),
    )
    return Ask(name, steps, None, later)


def _start_words(card: Start) -> str:
    return f"opens with {_spoken(card.needs or '')}, marks {' and '.join(card.marked or ())}"


def start_text(card: Start) -> str:
    """Return a starting card as text."""
    marked = f"({','.join(card.marked)})" if card.marked else ""
    return f"start{marked}{{{card.needs}}}" if card.needs else f"start{marked}"


def start_answer(value: Sequence[Picked]) -> str:
    """Return the answer of `start_ask` as the text of a starting card."""
    if len(value) == 1:
        return value[0][0]
    needs, marked = value
    return f"start({','.join(sorted(marked))}){{{symbols(''.join(needs))}}}"


def order_ask(orders: Sequence[Order], names: dict[str, str]) -> Ask:
    """Ask for the tiles on the Turn Order Line from the left, as far as it is not settled by itself."""
    tiles = list(dict.fromkeys(tile for order in orders for tile in sorted(order.tiles, key=lambda t: t.endswith("*"))))
    keys = tuple(
        Key(tile, names[tile.rstrip("*")], sub="Acolyte" if tile.endswith("*") else "Adventurer")
        for tile in tiles
        if len(names) > 2 or not tile.endswith("*") or any(order.tiles[0] == tile for order in orders)
    )
    steps = tuple(Step(f"Tile {i + 1} from the left?", keys, columns=2) for i in range(len(orders[0].tiles)))
    answers = tuple(tuple((tile,) for tile in order.tiles) for order in orders)
    return Ask("order", steps, answers, "")


def push_ask(pile: int, free: Iterable[int], who: str) -> Ask:
    """Ask where a pushed tile goes."""
    spaces = set(free)
    keys = tuple(
        Key(PILES[i], PILE_LABELS[i], svg=pile_svg(i // 2 + 1, i % 2 == 0), sub=PILE_LABELS[i], enabled=i in spaces)
        for i in range(4)
    )
    return Ask(f"push {PILES[pile]}", (Step(f"Push {who} where?", keys, columns=4),), None, "Not now")


def way_ask(name: str, verb: str) -> Ask:
    """Ask again which way an arrow points ("point"), or from which pile was taken ("take")."""
    if verb == "point":
        keys = tuple(
            Key(word, arrow, sub=word) for arrow, word in zip("↑→↓←", ("up", "right", "down", "left"), strict=True)
        )
        return Ask(name, (Step("Which way does it point?", keys, columns=4),))
    keys = tuple(
        Key(PILES[i], label, sub=label, svg=pile_svg(i // 2 + 1, i % 2 == 0)) for i, label in enumerate(PILE_LABELS)
    )
    return Ask(name, (Step("From which pile?", keys, columns=4),))
