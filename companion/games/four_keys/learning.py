"""Lessons, puzzles and the coach of 4 KEYS. Every answer is played out by the rules and counted by the scorer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.engine.errors import UnknownNameError
from companion.engine.game import NOBODY, TABLE, Move, Seat
from companion.engine.lessons import Choice, Course, Puzzle
from companion.engine.lessons import course as read_course
from companion.games.four_keys.cards import Card, Key, shape_words
from companion.games.four_keys.dungeon import (
    ARROW_WORDS,
    FULL,
    DoorCell,
    Dungeon,
    StartCell,
    cell_name,
)
from companion.games.four_keys.moves import PILE_LABELS, PILES, Take
from companion.games.four_keys.notation import parse_card
from companion.games.four_keys.placing import finished, laid_down
from companion.games.four_keys.rules import FourKeys
from companion.games.four_keys.scoring import room_name, score, scoring_rules
from companion.games.four_keys.state import Position, is_acolyte, seat_of

KINDS = (
    ("best-space", "Where does this card earn most?"),
    ("missed-opening", "Which door should be open?"),
    ("count", "What is this dungeon worth?"),
)
"""Puzzle kinds that can be made without end."""

_NUMBERS = ("Nothing opens", "One door opens", "Two doors open", "Three doors open")
_PEOPLE = ("ana", "bo", "cy", "dee")
_TRIES = 400


def course(game: FourKeys) -> Course:
    """Return everything that 4 KEYS teaches."""
    return read_course("companion.games.four_keys", partial(_puzzle, game), KINDS)


def _puzzle(game: FourKeys, name: str, row: Mapping[str, Any]) -> Puzzle:
    puzzle: Puzzle = _TASKS[row["task"]](game, row)
    return replace(puzzle, id=name, say=row["say"], clauses=tuple(row["clauses"]))


# -------------------------------------------------------------------------------------------------------------- tasks


def _place_task(game: FourKeys, row: Mapping[str, Any]) -> Puzzle:
    card = parse_card(row["card"], row["pile"])
    assert card is not None
    return placing(Dungeon.parse(row["board"]), card)


def placing(dungeon: Dungeon, card: Card) -> Puzzle:
    """Make the puzzle of laying a card where it earns most, with every space and side played out."""
    return Puzzle("", "", dungeon, tuple(_placings(dungeon, card)), card)


def _placings(dungeon: Dungeon, card: Card) -> Iterator[Choice]:
    for cell in dungeon.holes():
        name = cell_name(cell)
        for face, laid in laid_down(dungeon, cell, card):
            after = finished(laid, scoring_rules({}))
            place, label = (f"{name} {face}", f"{name} with {shape_words(face)} up") if face else (name, name)
            yield Choice(place, label, *_gain(dungeon, after, cell), after)


def _gain(before: Dungeon, after: Dungeon, cell: int) -> tuple[int, str]:
    """Return what a placement earns (points first, then doors opened), and the sentence that says so."""
    closed = set(before.closed())
    opened = sum(_is_open(after, i) for i in closed) + (
        _is_open(after, cell) and isinstance(after.cells[cell], DoorCell)
    )
    points = score(after).points - score(before).points
    words = _NUMBERS[opened] if opened < len(_NUMBERS) else f"{opened} doors open"
    return 100 * points + opened, f"{words}: {points:+d}." if points else f"{words}."


def _is_open(dungeon: Dungeon, cell: int) -> bool:
    content = dungeon.cells[cell]
    return isinstance(content, DoorCell | StartCell) and content.open


def _room_task(game: FourKeys, row: Mapping[str, Any]) -> Puzzle:
    dungeon = Dungeon.parse(row["board"])
    return Puzzle("", "", dungeon, tuple(_rooms(dungeon)))


def _rooms(dungeon: Dungeon) -> Iterator[Choice]:
    for line in score(dungeon).lines:
        if line.where and line.what != "Adventurer tile":
            yield Choice(line.where, line.what, line.points, f"{line.what}: {line.points} ({line.why}).", dungeon)


def missing(dungeon: Dungeon) -> Puzzle:
    """Make the puzzle of finding the closed door whose keys are all there."""
    ready = dungeon.ready()
    choices = []
    for cell in dungeon.closed():
        content = dungeon.cells[cell]
        assert isinstance(content, DoorCell | StartCell)
        why = next(line.why for line in score(dungeon).lines if line.where == cell_name(cell))
        opens = cell in ready
        says = f"Its keys are all there: the {room_name(content)} opens." if opens else f"It is {why}."
        after = dungeon.opened([cell]) if opens else dungeon
        choices.append(Choice(cell_name(cell), f"the door on {cell_name(cell)}", int(opens), says, after))
    return Puzzle("", "", dungeon, tuple(choices), clauses=("four-keys.opening.missed",))


def _arrow_task(game: FourKeys, row: Mapping[str, Any]) -> Puzzle:
    dungeon = Dungeon.parse(row["board"])
    cell = next(i for i, c in enumerate(dungeon.cells) if isinstance(c, DoorCell) and c.room == row["cell"])
    content = dungeon.cells[cell]
    assert isinstance(content, DoorCell)
    choices = []
    for arrow, word in ARROW_WORDS.items():
        after = dungeon.put(cell, replace(content, arrow=arrow))
        line = next(line for line in score(after).lines if line.where == cell_name(cell))
        choices.append(Choice(word, word, line.points, f"It {line.why}: {line.points}.", after))
    return Puzzle("", "", dungeon, tuple(choices), on_board=False)


def _push_task(game: FourKeys, row: Mapping[str, Any]) -> Puzzle:
    """Make the puzzle of a push: by the last tile of a round, or with the tiles after it staying out of the way."""
    steps = [step.strip() for step in row["steps"].split(";")]
    count = len(steps[0].split()) - 1
    state = game.setup([Seat(name, name.title()) for name in _PEOPLE[:count]], {})
    for step in steps:
        state = game.apply(state, game.parse(step, state))
    mover = seat_of(state.order[0])
    takes = [m for m in (*game.legal(state), *game.asides(state)) if isinstance(m, Take)]
    if "pile" in row:
        takes = [m for m in takes if m.pile == PILES.index(row["pile"]) and m.push is not None]
    choices = tuple(_push_choice(game, state, move, mover, row["wish"]) for move in takes)
    return Puzzle("", "", state, choices, on_board=False)


def _push_choice(game: FourKeys, state: Position, move: Take, mover: str, wish: str) -> Choice:
    after = game.apply(state, move)
    line = [tile for tile in after.choice if tile]
    victim = state.choice[move.pile]
    wished = line[0] == mover if wish == "first" else line.index(mover) < line.index(victim)
    names = ", ".join(state.player(seat_of(tile)).name for tile in line)
    where = PILE_LABELS[move.pile]
    label = where if move.push is None else f"{_victim(state, victim)} to {PILE_LABELS[move.push]}"
    if wish == "first" and move.push is not None:
        label = f"{where}, {label}"
    return Choice(game.spell(move, state), label, int(wished), f"Next round: {names}.", after)


def _victim(state: Position, tile: str) -> str:
    name = state.player(seat_of(tile)).name
    return f"{name}'s Acolyte" if is_acolyte(tile) else name


def counting(dungeon: Dungeon, rng: Random) -> Puzzle:
    """Make the puzzle of counting a finished dungeon, with four totals to choose from."""
    right = score(dungeon).points
    wrong = rng.sample([n for n in range(max(0, right - 6), right + 7) if n != right], 3)
    choices = [
        Choice(str(n), f"{n} points", int(n == right), _count_says(dungeon, n, right), dungeon) for n in (right, *wrong)
    ]
    clauses = ("four-keys.scoring.total", "four-keys.scoring.closed-door")
    return Puzzle("", "", dungeon, tuple(sorted(choices, key=lambda c: int(c.place))), on_board=False, clauses=clauses)


def _count_says(dungeon: Dungeon, said: int, right: int) -> str:
    if said == right:
        parts = " + ".join(str(line.points) for line in score(dungeon).lines if line.points)
        return f"{parts} = {right}."
    return f"{said} is {abs(said - right)} too {'many' if said > right else 'few'}."


_TASKS: dict[str, Callable[[FourKeys, Mapping[str, Any]], Puzzle]] = {
    "place": _place_task,
    "room": _room_task,
    "arrow": _arrow_task,
    "push": _push_task,
}


# ------------------------------------------------------------------------------------------------ puzzles without end


def puzzle(game: FourKeys, kind: str, seed: int) -> Puzzle:
    """Make a puzzle from a game that was played out with this seed.

    Args:
        game: the game and the cards it is played with.
        kind: "best-space", "missed-opening" or "count".
        seed: the same seed gives the same puzzle.

    Raises:
        UnknownNameError: no such kind.
    """
    makers = {"best-space": _best_space, "missed-opening": _missed_opening, "count": _count}
    if kind not in makers:
        raise UnknownNameError("puzzle", kind, tuple(makers))
    rng = Random(f"{kind} {seed}")
    for _ in range(_TRIES):
        made = makers[kind](game, rng)
        if made is not None:
            return replace(made, id=f"{kind}-{seed}")
    raise AssertionError(f"no {kind} puzzle in {_TRIES} games")


def _best_space(game: FourKeys, rng: Random) -> Puzzle | None:
    """Find a placement with one best space, a point better than the next, that opens a door."""
    for state in _placements(game, rng):
        hand = state.hand
        assert hand is not None
        dungeon = state.player(hand.seat).dungeon
        if hand.card is None or not 5 <= dungeon.card_count <= 12:
            continue
        made = placing(dungeon, hand.card)
        values = sorted((choice.value for choice in made.choices), reverse=True)
        if values[0] >= values[1] + 100 and values[0] % 100:
            return replace(made, say="Where does this card earn most?", clauses=("four-keys.opening.every-door",))
    return None


def _missed_opening(game: FourKeys, rng: Random) -> Puzzle | None:
    """Find a dungeon with an open door to be turned back, among at least two that are rightly closed."""
    for state in _placements(game, rng):
        assert state.hand is not None
        dungeon = state.player(state.hand.seat).dungeon
        cells = enumerate(dungeon.cells)
        opened = [i for i, c in cells if isinstance(c, DoorCell | StartCell) and c.open and c.needs]
        if dungeon.card_count >= 8 and opened and len(list(dungeon.closed())) > 1:
            made = missing(_shut(dungeon, rng.choice(opened)))
            return replace(made, say="Somebody missed an opening. Which door should be open?")
    return None


def _shut(dungeon: Dungeon, cell: int) -> Dungeon:
    content = dungeon.cells[cell]
    assert isinstance(content, DoorCell | StartCell)
    shut = replace(content, open=False, arrow="") if isinstance(content, DoorCell) else replace(content, open=False)
    return dungeon.put(cell, shut)


def _count(game: FourKeys, rng: Random) -> Puzzle | None:
    *_, last = _positions(game, rng)
    return replace(counting(last.players[0].dungeon, rng), say="The game is over. What is this dungeon worth?")


def _placements(game: FourKeys, rng: Random) -> Iterator[Position]:
    """Yield the positions of a game in which a card is about to be laid down."""
    return (state for state in _positions(game, rng) if state.hand is not None and not state.pending)


def _positions(game: FourKeys, rng: Random) -> Iterator[Position]:
    """Yield every position of a two-player game that is played greedily."""
    greedy = game.policy("greedy")
    state = game.setup([Seat("ana", "Ana"), Seat("bo", "Bo")], {})
    while (actor := game.actor(state)) != NOBODY:
        move: Move = game.chances(state).sample(rng) if actor == TABLE else greedy(game, state, rng)
        state = game.apply(state, move)
        yield state


# ---------------------------------------------------------------------------------------------------------- the coach


def tips(state: Position, seat: str) -> tuple[str, ...]:
    """Return the ids of the tips that fit a seat's situation now, the most pressing first."""
    dungeon = state.player(seat).dungeon
    acts = state.mover == seat
    acolyte = bool(state.order) and is_acolyte(state.order[0])
    hand = state.hand.card if state.hand is not None and state.hand.seat == seat else None
    facts = {
        "compass": any(token.split()[0] == seat for token in state.to_point),
        "two-sides": isinstance(hand, Key) and hand.known and hand.a != hand.b,
        "acolyte": acts and acolyte and state.hand is None,
        "no-gold": dungeon.gold == 0,
        "opened": any(_is_open(dungeon, i) and getattr(c, "needs", "") for i, c in enumerate(dungeon.cells)),
        "may-push": acts and not acolyte and state.hand is None and any(state.choice) and bool(dungeon.gold),
        "may-renew": acts and not acolyte and state.hand is None and state.round > 1 and bool(dungeon.gold),
        "new-round": state.followed and state.round > 1,
        "frame-fixed": len(dungeon.frames()) <= 4,
        "last-cards": FULL - 2 <= dungeon.card_count < FULL,
        "first-turn": acts and dungeon.card_count == 1,
    }
    return tuple(name for name, holds in facts.items() if holds)
