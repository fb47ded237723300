"""Every move that may be made, in words, as one question for the pad: first what is done, then with what, then to whom.

The moves are those of `Game.legal` and `Game.asides`; a menu is another way to write their list, and holds all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from companion.engine.game import Move
from companion.games.four_doors import moves as m
from companion.games.four_doors.cards import FLUX, RELIC_NAMES, RELICS, SUMMON, PlayerCard
from companion.games.four_doors.rules import FourDoors
from companion.games.four_doors.state import Position
from companion.games.four_doors.telling import side_words, title
from companion.ui.boards.four_doors_hand import face_words
from companion.ui.four_doors.pads import door_key, flame_key, swatch
from companion.ui.pad import Ask, Key, Picked, Step

Told: TypeAlias = tuple[str, tuple[Key, ...]]
"""What a step asks, and the keys that a move picks in it."""

REVEALS = (m.Doors, m.Assign, m.First, m.Shadow, m.Draw, m.Reshuffled)
"""What the tower and the pad ask in their own way."""
WORDS: Mapping[type[Move], tuple[str, str]] = {
    m.Illuminate: ("Illuminate", "clear a shadow here"),
    m.Step: ("Move", "to the next place"),
    m.Search: ("Search", "draw a card"),
    m.Give: ("Give", "to somebody here"),
    m.Find: ("Find", "the relic of this door"),
    m.Kindle: ("Kindle Staff", "clear a shadow anywhere"),
    m.Oil: ("Oil", "two shadows fewer"),
    m.Shift: ("Shift", "move a pawn to a door"),
    m.Recall: ("Recall", "from the discards"),
    m.Swap: ("Swap", "another adventurer"),
    m.Done: ("Done", "no more actions"),
    m.Discard: ("Let go", "too many cards"),
    m.Cast: ("Spell", "to the Hollow"),
    m.Lumen: ("Lumen Stone", "move a pawn"),
    m.Prism: ("Prism", "pass a card"),
    m.Extra: ("Prism", "one more action"),
    m.Walk: ("Walk", "for free"),
    m.Dispel: ("Dispel", "on entering"),
    m.Pass: ("Pass", "for free"),
    m.Toss: ("Toss", "two for one"),
    m.Stand: ("Stand", "up or down"),
    m.Clear: ("Gone", "a shadow went"),
    m.Relic: ("Relic", "it is found"),
}
"""What a kind of move is called on its key, and what it does."""


FEW = 8
"""So many moves of a kind stand side by side, each on one key."""
ACROSS, DOWN = 6, 4
"""So many cards stand beside each other over a grid, with so many keys under each at most."""
ALL, FEWER = "all", "fewer"
"""How many shadows of a side go, where several may."""
SHADOW = "Which shadow goes?"
"""The question which card beside a door is cleared; it is not the one that was paid."""
PAID = "Below what pays: which goes?"
"""The same, where the cards that may pay stand over the keys."""
NOTHING = "Nothing of it"
"""What the key says that leaves a menu."""


class Menu(msgspec.Struct, frozen=True):
    """A question about what is done, and the move that each answer is.

    Args:
        ask: the question.
        moves: each answer with the moves that it leaves: one, or those of a kind that are then asked for.
    """

    ask: Ask
    moves: Mapping[tuple[Picked, ...], tuple[Move, ...]]

    def left(self, value: Sequence[Picked]) -> tuple[Move, ...]:
        """Return the moves that an answer leaves."""
        return self.moves[tuple(value)]


def choices(moves: Iterable[Move]) -> list[Move]:
    """Return the moves that are chosen from a menu: all but what the table sees and tells."""
    return [move for move in dict.fromkeys(moves) if not isinstance(move, REVEALS)]


def uses(move: Move, card: PlayerCard, seat: str, mover: str) -> bool:
    """Say whether a move uses a card out of a hand.

    Args:
        move: the move.
        card: the card.
        seat: whose hand it is in.
        mover: who makes the move.
    """
    if mover != seat:
        return False
    paid = getattr(move, "card", None)
    if isinstance(move, m.Recall):
        return False
    return paid == card or (isinstance(move, m.Find | m.Toss) and card in move.cards)


def menu(game: FourDoors, state: Position, moves: Sequence[Move], name: str, prompt: str, joined: bool = False) -> Menu:
    """Return one question that leads to each of some moves; of several kinds, it asks for the kind first.

    Args:
        game: the game with its box.
        state: the position.
        moves: what may be chosen.
        name: of the question.
        prompt: what is asked first.
        joined: whether the kind is not asked for: whoever chooses sees from the card which one it is.
    """
    groups: dict[str, list[Move]] = {}
    for move in moves:
        groups.setdefault("" if joined else _verb(move), []).append(move)
    # Beside one side all shadows have the same mark.
    marked = len(set().union(*map(_sides, moves))) != 1
    paths = [(move, _path(game, state, move, marked)) for move in moves] if len(groups) == 1 else []
    crossed = _grid(_shortened(paths), name)
    if crossed is not None:
        return crossed
    if 1 < len(paths) <= FEW and len(paths[0][1]) > 1:
        return _flat(paths, name, prompt)
    if paths and paths[0][1]:
        return _stepwise(paths, name)
    keys = []
    for verb, group in groups.items():
        label, sub = _called(state, group[0])
        keys.append(Key(verb, label, sub=sub))
    step = Step(prompt, tuple(keys), columns=3 if len(keys) > 4 else max(2, len(keys)))
    return Menu(Ask(name, (step,), None, NOTHING), {((verb,),): tuple(group) for verb, group in groups.items()})


def _stepwise(paths: Sequence[tuple[Move, list[Told]]], name: str) -> Menu:
    """Return a question that asks for one pick after the other; what all moves have in common is not asked."""
    common = [all(path[at] == told for _, path in paths) for at, told in enumerate(paths[0][1])]
    if not all(common):
        paths = [(move, [told for told, same in zip(path, common, strict=True) if not same]) for move, path in paths]
    steps = _steps([path for _, path in paths])
    found: dict[tuple[Picked, ...], tuple[Move, ...]] = {}
    for move, path in paths:
        picked = tuple(step.sort([key.id for key in told[1]]) for step, told in zip(steps, path, strict=True))
        found[picked] = (move,)
    return Menu(Ask(name, tuple(steps), tuple(found), NOTHING), found)


def _shortened(paths: Sequence[tuple[Move, list[Told]]]) -> list[tuple[Move, list[Told]]]:
    """Return the paths, with all shadows of a side at once on one key and fewer of them on another (Shadowbinder)."""
    if any(len(path) != 2 or path[1][0] != SHADOW for _, path in paths):
        return list(paths)
    sets = [Counter(key.id for key in path[1][1]) for _, path in paths]
    most = max(sets, key=Counter.total, default=Counter())
    if most.total() < 2 or not all(keys <= most for keys in sets):
        return list(paths)
    out = []
    for (move, path), keys in zip(paths, sets, strict=True):
        number = Key(ALL, f"all {most.total()}") if keys == most else Key(FEWER, "fewer")
        out.append((move, [path[0], (path[1][0], (number,))]))
    return out


def _grid(paths: Sequence[tuple[Move, list[Told]]], name: str) -> Menu | None:
    """Return one question for two picks: the first ones stand over the keys of the second. None where they do not fit.

    Two taps less than one pick after the other, and nothing is left out: every pair has its key.
    """
    if not paths or any(len(path) != 2 or len(path[0][1]) != 1 or len(path[1][1]) != 1 for _, path in paths):
        return None
    first = {path[0][1][0].id: path[0][1][0] for _, path in paths}
    second = {path[1][1][0].id: path[1][1][0] for _, path in paths}
    if not (1 < len(first) <= ACROSS or FEWER in second) or not 1 < len(second) <= DOWN:
        return None
    found: dict[tuple[Picked, ...], tuple[Move, ...]] = {}
    for move, ((_, (over,)), (_, (under,))) in paths:
        value = ((f"{over.id} {under.id}",),)
        found[value] = (*found.get(value, ()), move)
    rows = sorted(second.values(), key=lambda key: key.id != ALL)
    keys = [replace(key, id=f"{over} {key.id}") for key in rows for over in first]
    heads = tuple(f"{key.label}\n{key.sub}".strip() for key in first.values())
    then = paths[0][1][1][0]
    prompt = PAID if then == SHADOW else f"Under the card: {then[:1].lower()}{then[1:]}"
    step = Step(prompt, tuple(keys), columns=len(first), heads=heads)
    return Menu(Ask(name, (step,), tuple(found), NOTHING), found)


def _flat(paths: Sequence[tuple[Move, list[Told]]], name: str, prompt: str) -> Menu:
    """Return a question with one key for each of a few moves, whatever they pick."""
    keys: list[Key] = []
    found: dict[tuple[Picked, ...], tuple[Move, ...]] = {}
    for number, (move, path) in enumerate(paths):
        picked = [key for _, told in path for key in told]
        label = " → ".join(key.label for key in picked)
        sub = " → ".join(key.sub for key in picked if key.sub)
        keys.append(Key(f"{number}", label, sub=sub))
        found[((f"{number}",),)] = (move,)
    return Menu(Ask(name, (Step(prompt, tuple(keys), columns=2),), None, NOTHING), found)


def _verb(move: Move) -> str:
    """Return the id of the key of a kind of move: its steps are alike."""
    kind = type(move).__name__.lower()
    if isinstance(move, m.Cast):
        kind = f"{kind} {move.card.spell or '?'} {'to' if move.seat else 'of' if move.cards else ''}".strip()
    return f"{move.by}:{kind}" if move.by else kind


def _called(state: Position, move: Move) -> tuple[str, str]:
    """Return what the key of a kind of move says, and what stands under it."""
    label, sub = WORDS.get(type(move), (type(move).__name__, ""))
    if isinstance(move, m.Cast):
        label = title(move.card.spell) if move.card.spell else "Spell"
    return label, state.player(move.by).name if move.by else sub


def _steps(paths: Sequence[list[Told]]) -> list[Step]:
    """Return the steps that paths of one kind share: each with every key that any of them picks."""
    out = []
    for at in range(len(paths[0])):
        keys: dict[str, Key] = {}
        for path in paths:
            keys |= {key.id: key for key in path[at][1]}
        counts = [len(path[at][1]) for path in paths]
        columns = 5 if len(keys) > 8 else 4 if len(keys) > 3 else max(2, len(keys))
        out.append(Step(paths[0][at][0], tuple(keys.values()), columns, max(counts), min(counts)))
    return out


# ------------------------------------------------------------------------------------------------------- one move


def _sides(move: Move) -> set[tuple[str | None, str | None]]:
    """Return the sides from which a move takes shadows."""
    shadows = move.shadows if isinstance(move, m.Illuminate) else ()
    shadows = (move.shadow,) if isinstance(move, m.Kindle | m.Dispel) else shadows
    return {(card.door, card.side) for card in shadows}


def _path(game: FourDoors, state: Position, move: Move, marked: bool) -> list[Told]:
    """Return what a move picks, step by step; `marked`: shadows that go are told by their marks, too."""
    match move:
        case m.Illuminate(card=card, shadows=shadows):
            return [_with(game, card), _gone(game, shadows, marked)]
        case m.Kindle(card=card, shadow=shadow):
            return [_with(game, card), _gone(game, (shadow,), marked)]
        case m.Find(cards=cards):
            return [("Which four?", (_four_key(game, cards),))]
        case m.Give(seat=seat, card=card, relic=relic) | m.Pass(seat=seat, card=card, relic=relic):
            what = card_key(game, card) if card is not None else _relic_key(game, relic)
            return [("What?", (what,)), _to_whom(state, seat)]
        case m.Oil(card=card) | m.Extra(card=card) | m.Discard(card=card) | m.Recall(card=card):
            return [("Which card?", (card_key(game, card),))]
        case m.Lumen(card=card, seat=seat, to=to):
            return [_with(game, card), _whose(state, seat), _where(to)]
        case m.Prism(card=card, gift=gift, seat=seat):
            return [_with(game, card), ("Which card is passed?", (card_key(game, gift),)), _to_whom(state, seat)]
        case m.Toss(cards=cards, take=take):
            two = tuple(card_key(game, card) for card in cards)
            return [("Which two go?", two), ("Which one comes?", (card_key(game, take),))]
    return _short_path(game, state, move, marked)


def _short_path(game: FourDoors, state: Position, move: Move, marked: bool) -> list[Told]:
    match move:
        case m.Cast(card=card, cards=cards, seat=seat, to=to):
            picks = [_which(game, cards)] if cards else []
            trip = [_whose(state, seat), _where(to)] if seat else []
            return [_with(game, card), *picks, *trip]
        case m.Shift(seat=seat, to=to):
            return [_whose(state, seat), _where(to)]
        case m.Walk(to=to):
            return [_where(to)]
        case m.Step(way=way) | m.Stand(way=way):
            return [("Which way?", (Key(way, "▲" if way == "up" else "▼", sub=way),))]
        case m.Dispel(shadow=shadow):
            return [_gone(game, (shadow,), marked)]
        case m.Swap(adventurer=adventurer):
            return [("Who now?", (Key(adventurer, title(adventurer)),))]
        case m.Clear(door=door, side=side):
            return [("Where?", (Key(f"{door}-{side}", f"{title(door)} {side}", sub=side, svg=swatch(door)),))]
        case m.Relic(door=door):
            return [("Which?", (door_key(door),))]
    return []


def _with(game: FourDoors, card: PlayerCard) -> Told:
    return "With which card?", (card_key(game, card),)


def _which(game: FourDoors, cards: Sequence[PlayerCard]) -> Told:
    return "Which?", tuple(card_key(game, card) for card in cards)


def _gone(game: FourDoors, shadows: Sequence[PlayerCard], marked: bool) -> Told:
    return SHADOW, tuple(card_key(game, card, marked) for card in shadows)


def _whose(state: Position, seat: str) -> Told:
    return "Whose pawn?", (Key(seat, state.player(seat).name),)


def _to_whom(state: Position, seat: str) -> Told:
    return "To whom?", (Key(seat, state.player(seat).name),)


def _where(to: str) -> Told:
    return "Where to?", (flame_key() if to == "beacon" else door_key(to),)


def _relic_key(game: FourDoors, door: str) -> Key:
    return Key(f"relic-{door}", game.box.relic_name(door), sub="the relic")


def _four_key(game: FourDoors, cards: Sequence[PlayerCard]) -> Key:
    """Return the key of four cards that find a relic: it names what lanterns go with them."""
    sides = ", ".join(side_words(card) or "?" for card in cards)
    return Key(
        " ".join(game.language.card(card) for card in cards), f"{face_words(cards[0])} × {len(cards)}", sub=sides
    )


def card_key(game: FourDoors, card: PlayerCard, marked: bool = True) -> Key:
    """Return the key of a card: its face, and under it its lanterns and its mark.

    Args:
        game: the game with its box.
        card: the card.
        marked: whether its mark is told; it need not be where all have the same.
    """
    sub = _lamps(card)
    if marked and card.door is not None and card.side is not None:
        name = title(card.door)[:2]
        sub = f"{sub} {f'◀{name}' if card.side == 'left' else f'{name}▶'}".strip()
    return Key(game.language.card(card), face_words(card), sub=sub)


def described_keys(doors: Iterable[str]) -> list[Key]:
    """Return the keys that describe a card which this box has not told yet: its face, and then its lanterns."""
    lanterns = tuple(door_key(door) for door in doors)
    lamps = (Step("Which lanterns?", lanterns, columns=4, most=len(lanterns)),)
    faces = [*((relic, RELIC_NAMES[relic]) for relic in RELICS), (FLUX, title(FLUX)), (SUMMON, title(SUMMON))]
    return [Key(face, words, then=lamps) for face, words in (*faces, ("spell", "Another spell"))]


def described(value: Sequence[Picked], mark: str) -> str:
    """Return a picked or a described card as table shorthand: "#17", "staff{gold,green}/purple-left".

    Args:
        value: what was picked.
        mark: its shadow mark.
    """
    face = value[0][0]
    return face if len(value) == 1 else f"{face}{{{','.join(value[1])}}}/{mark}"


def _lamps(card: PlayerCard) -> str:
    return " ".join(title(name)[:2] for name in card.lanterns or ())


__all__ = ["Menu", "card_key", "choices", "described", "described_keys", "menu", "uses"]
