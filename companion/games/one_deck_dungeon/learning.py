"""Lessons of One Deck Dungeon. Every answer is played by the rules and weighed by what it costs or by the odds."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from importlib.resources import files
from typing import Any

from msgspec.structs import replace

from companion.engine.errors import UnknownNameError
from companion.engine.lessons import Choice, Course, Lesson, Puzzle, Tip
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon import puzzles
from companion.games.one_deck_dungeon.coaching import tips
from companion.games.one_deck_dungeon.course import arrange
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.laying import open_cost
from companion.games.one_deck_dungeon.losses import WOUNDS
from companion.games.one_deck_dungeon.odds import meeting
from companion.games.one_deck_dungeon.party import health
from companion.games.one_deck_dungeon.poison import expected_damage
from companion.games.one_deck_dungeon.puzzles import KINDS, cost_words, costs, play, ranked, settled
from companion.games.one_deck_dungeon.rooms import boxes
from companion.games.one_deck_dungeon.rules import OneDeckDungeon
from companion.games.one_deck_dungeon.scoring import outcome
from companion.games.one_deck_dungeon.skilled import Skilled
from companion.games.one_deck_dungeon.splits import Pair, Split, Splits, means
from companion.games.one_deck_dungeon.state import Face, Position, Rolled
from companion.games.one_deck_dungeon.telling import card_words, people

Row = Mapping[str, Any]

REFUSED = (9,)
"""What is worse than anything that may be done: what the rules refuse."""
FACES = range(1, 7)


def course(game: OneDeckDungeon) -> Course:
    """Return everything that One Deck Dungeon teaches; `hand` of a puzzle is the die it is about, if any.

    Args:
        game: the game with a box whose cards are known.
    """
    told = tomllib.loads(files("companion.games.one_deck_dungeon").joinpath("lessons.toml").read_text(encoding="utf-8"))
    return Course(
        tuple(_puzzle(game, row["id"], row) for row in told["minute"]),
        tuple(_lesson(game, row) for row in told["lesson"]),
        tuple(Tip(row["id"], row["say"], _cited(row)) for row in told["tip"]),
        KINDS,
    )


def puzzle(game: OneDeckDungeon, kind: str, seed: int) -> Puzzle:
    """Make a puzzle of a kind that has no end.

    Args:
        game: the game and the cards it is played with.
        kind: "place".
        seed: the same seed gives the same puzzle.

    Raises:
        UnknownNameError: no such kind.
    """
    if kind not in dict(KINDS):
        raise UnknownNameError("puzzle", kind, tuple(dict(KINDS)))
    return puzzles.puzzle(game, seed)


def _lesson(game: OneDeckDungeon, row: Row) -> Lesson:
    made = tuple(_puzzle(game, f"{row['id']}-{n}", p) for n, p in enumerate(row["puzzle"], start=1))
    return Lesson(row["id"], row["title"], made, row["remember"])


def _puzzle(game: OneDeckDungeon, name: str, row: Row) -> Puzzle:
    made = _TASKS[row["task"]](game, _scene(game, row), row)
    return replace(made, id=name, say=row["say"], clauses=_cited(row), hand=row.get("die"))


def _cited(row: Row) -> tuple[str, ...]:
    return tuple(f"one-deck-dungeon.{clause}" for clause in row["clauses"])


def _scene(game: OneDeckDungeon, row: Row) -> Position:
    """Return the position that a lesson describes: heroes, what they have suffered, and steps played first."""
    state = puzzles.at_turn(game, row["heroes"], row.get("dungeon", ""), row.get("floor", 1), row.get("deck", "core"))
    for name, n in row.get("damage", {}).items():
        state = state.with_hero(replace(state.hero(name), damage=n))
    for name, n in row.get("poison", {}).items():
        state = state.with_hero(replace(state.hero(name), poison=n))
    state = replace(state, wounds=row.get("wounds", 0))
    state, refused = play(game, row.get("steps", ""), state)
    assert not refused, refused
    return state


def _ended(state: Position) -> str:
    """Return how the game has ended: "won", "lost", or nothing while it goes on."""
    ended = outcome(state)
    return "" if ended is None else "won" if ended.winners else "lost"


_ENDS = {"won": -1, "": 0, "lost": 1}
_END_WORDS = {"won": "the boss falls, and you win", "lost": "a hero falls, and the game is lost"}


# ------------------------------------------------------------------------------------------------- where a die goes


def _lay_task(game: OneDeckDungeon, state: Position, row: Row) -> Puzzle:
    """Make the puzzle of which box one die goes on; the dice left over are then placed as well as can be."""
    assert state.fight is not None
    numbers = range(1, len(boxes(game.cat, state, state.fight)) + 1)
    made = [_put(game, state, row["die"], n) for n in numbers]
    values = ranked([key for key, _, _ in made])
    choices = tuple(
        Choice(f"box/{n}", f"{row['die']} on box {n}", value, says, after)
        for n, value, (_, says, after) in zip(numbers, values, made, strict=True)
    )
    return Puzzle("", "", state, choices)


def _put(game: OneDeckDungeon, state: Position, die: str, n: int) -> tuple[tuple[int, ...], str, Position]:
    """Place a die on a box and finish; return what that comes to, in a key and in words, and where it leads."""
    after, refused = play(game, f"place {die} > {n}", state)
    if refused:
        return REFUSED, refused, state
    key, after = min(_finished(game, after), key=lambda found: found[0])
    says = _END_WORDS.get(_fate(game, after)) or f"what stays open costs {cost_words(costs(game, after))}"
    return key, f"{die} on box {n}: {says}.", after


def _finished(game: OneDeckDungeon, state: Position) -> Iterator[tuple[tuple[int, ...], Position]]:
    """Yield what every placement of the dice left comes to, no black die made."""
    waiting, seen = [state], {state}
    while waiting:
        at = waiting.pop()
        yield _worth(game, at), at
        for move in game.legal(at):
            if isinstance(move, m.Place) and (after := game.apply(at, move)) not in seen:
                seen.add(after)
                waiting.append(after)


def _worth(game: OneDeckDungeon, state: Position) -> tuple[int, ...]:
    cost = costs(game, state)
    return _ENDS[_fate(game, state)], cost.damage, cost.poison, cost.time


def _fate(game: OneDeckDungeon, state: Position) -> str:
    """Return how the game ends if the open boxes are paid for now; where nobody can fall that need not be played."""
    assert state.fight is not None
    heroes = [state.hero(handle) for handle in state.fight.part.heroes]
    left = [(health(game.cat, state, hero) or 0) - hero.damage for hero in heroes]
    if not state.at_boss and costs(game, state).damage < min(left):
        return ""
    return _ended(settled(game, state))


def _ways_task(game: OneDeckDungeon, state: Position, row: Row) -> Puzzle:
    """Make the puzzle of which way to place the whole roll is best."""
    return puzzles.placements(game, state)


def _chosen_task(game: OneDeckDungeon, state: Position, row: Row) -> Puzzle:
    """Make the puzzle of choosing between ways to place that the lesson names; how the game ends comes first."""
    done = [play(game, steps, state) for steps in row["ways"]]
    assert not any(refused for _, refused in done), done
    values = ranked([_worth(game, after) for after, _ in done])
    choices = tuple(
        Choice(f"way/{letter}", f"Way {letter}", value, _way_says(game, letter, after), after)
        for letter, value, (after, _) in zip(puzzles.LETTERS, values, done, strict=False)
    )
    return Puzzle("", "", state, choices)


def _way_says(game: OneDeckDungeon, letter: str, after: Position) -> str:
    said = _END_WORDS.get(_ended(settled(game, after)), "you play on")
    return f"{letter} costs {cost_words(costs(game, after))}: {said}."


# ------------------------------------------------------------------------------------------------------ black dice


def _black_task(game: OneDeckDungeon, state: Position, row: Row) -> Puzzle:
    """Make the puzzle of what the black die shows that some dice make."""
    after, refused = play(game, f"black {row['of']}", state)
    assert not refused, refused
    assert state.fight is not None
    assert after.fight is not None
    made = next(die for die in after.fight.dice if die not in state.fight.dice or _more(die, after, state))
    choices = tuple(
        Choice(str(n), f"a black {n}", int(n == made.value), f"They make a black {made.value}, not {n}.", state)
        if n != made.value
        else Choice(str(n), f"a black {n}", 1, f"{' and '.join(row['of'].split())} make a black {n}.", after)
        for n in row["numbers"]
    )
    return Puzzle("", "", state, choices, on_board=False)


def _more(die: Rolled, after: Position, before: Position) -> bool:
    assert after.fight is not None
    assert before.fight is not None
    return after.fight.dice.count(die) > before.fight.dice.count(die)


# ---------------------------------------------------------------------------------------------------- what is lost


def _cost_task(game: OneDeckDungeon, state: Position, row: Row) -> Puzzle:
    """Make the puzzle of what the open boxes cost, beside what they would cost without the foe's own rule."""
    assert state.fight is not None
    right = costs(game, state)
    asked = boxes(game.cat, state, state.fight)
    plain, whole = open_cost(asked, state.fight.placed), open_cost(asked, ())
    offered = sorted({right, plain, whole}, key=lambda cost: (cost.damage, cost.time, cost.poison))
    choices = tuple(
        Choice(str(n), cost_words(cost), int(cost == right), _cost_says(cost, right, plain), state)
        for n, cost in enumerate(offered, start=1)
    )
    return Puzzle("", "", state, choices, on_board=False)


def _cost_says(cost: object, right: Any, plain: Any) -> str:
    if cost == right:
        return f"{cost_words(right)[0].upper()}{cost_words(right)[1:]}: only open boxes cost, then what the foe adds."
    if cost == plain:
        return "So the open boxes alone; the foe's own rule comes on top."
    return "That is every box; those that are covered cost nothing."


def _loot_task(game: OneDeckDungeon, state: Position, row: Row) -> Puzzle:
    """Make the puzzle of which loot helps most against the next foe."""
    plans = [(plan, *play(game, plan["steps"], state)) for plan in row["plan"]]
    face = Face(row["next"])
    hurts = [None if refused else _hurt(game, after, face) for _, after, refused in plans]
    values = ranked([REFUSED if hurt is None else (0, int(hurt * 10**9)) for hurt in hurts])
    choices = tuple(
        Choice(str(n), plan["label"], value, refused or _loot_says(game, plan["label"], face, hurt), after)
        for n, ((plan, after, refused), hurt, value) in enumerate(zip(plans, hurts, values, strict=True), start=1)
    )
    return Puzzle("", "", state, choices, on_board=False)


def _loot_says(game: OneDeckDungeon, label: str, face: Face, hurt: Fraction | None) -> str:
    return f"{label}: then the {card_words(game.cat, face)} takes {_tenths(hurt)} hearts on average."


def _hurt(game: OneDeckDungeon, state: Position, face: Face) -> Fraction:
    """Return the hearts that a foe takes on average under best play, with free skills."""
    found = meeting(game.cat, state, state.handles, face)
    return means(Skilled(found.fight, found.fighters), WOUNDS)[1]


def _tenths(number: Fraction | None) -> str:
    return f"{float(number or 0):.1f}"


# ------------------------------------------------------------------------------------------------------- the pairs


def _split_task(game: OneDeckDungeon, state: Position, row: Row) -> Puzzle:
    """Make the puzzle of which pair meets which of two cards; black dice are left out, so it is never too rosy."""
    faces = state.doors[state.opening].cards
    ways = [split for split in _splits(game, state).first() if split.meetings[0][1] == 0]
    ways.sort(key=lambda split: split.meetings[0][0])
    values = ranked([(int(-split.safe * 10**9), int(split.damage * 10**9)) for split in ways])
    first = card_words(game.cat, faces[0])
    choices = tuple(
        Choice(str(n), f"{people(state, pair)}: {first}", value, _split_says(state, split), after)
        for n, (split, value) in enumerate(zip(ways, values, strict=True), start=1)
        for pair in [split.meetings[0][0]]
        for after in [arrange(game.cat, state, (pair, split.meetings[1][0]), (1, 2), "")]
    )
    return Puzzle("", "", state, choices, on_board=False)


def _splits(game: OneDeckDungeon, state: Position) -> Splits:
    """Return the ways to meet the cards of the door that has just been opened, as they stand once it is entered."""
    faces = state.doors[state.opening].cards

    def fight(pair: Pair, card: int) -> list[Fight]:
        others = tuple(handle for handle in state.handles if handle not in pair)
        there = arrange(game.cat, state, (pair, others), (card + 1, 2 - card), "")
        return [meeting(game.cat, there, pair, faces[card]).fight]

    return Splits(state.handles, fight)


def _split_says(state: Position, split: Split) -> str:
    pair = people(state, split.meetings[0][0])
    return f"{pair}: {in_hundred(split.safe)} that nobody falls, black dice left out."


def in_hundred(chance: Fraction) -> str:
    """Return a chance as so many in a hundred, 0 and 100 only where exactly so."""
    if chance in (0, 1):
        return f"{int(chance) * 100} in 100"
    return f"{min(99, max(1, round(chance * 100)))} in 100"


# ---------------------------------------------------------------------------------------------------------- poison


def _resist_task(game: OneDeckDungeon, state: Position, row: Row) -> Puzzle:
    """Make the puzzle of the least face that resists; each face is rolled."""
    rolled = {face: play(game, f"resist {face}", state)[0] for face in FACES}
    passing = [face for face, after in rolled.items() if _suffered(after) == _suffered(state)]
    choices = tuple(
        Choice(str(face), f"{face} or more", int(face == min(passing)), _resist_says(face, passing), rolled[face])
        for face in FACES
    )
    return Puzzle("", "", state, choices, on_board=False)


def _suffered(state: Position) -> int:
    return sum(hero.damage for hero in state.heroes) + sum(due.n for due in state.due if due.what == "sicken")


def _resist_says(face: int, passing: Sequence[int]) -> str:
    if face == min(passing):
        return f"{face} resists, and {face - 1} would not." if face > 1 else "Any face resists."
    if face in passing:
        return f"{face} resists, but so does {min(passing)}."
    return f"{face} does not resist: two hearts."


def _heal_task(game: OneDeckDungeon, state: Position, row: Row) -> Puzzle:
    """Make the puzzle of what to heal: hearts lost so far and to be expected of the poison that is left."""
    plans = [(plan, play(game, plan["steps"], state)[0]) for plan in row["plan"]]
    total = [_toll(after) for _, after in plans]
    values = ranked([(int(toll * 6),) for toll in total])
    choices = tuple(
        Choice(str(n), plan["label"], value, _heal_says(after, toll), after)
        for n, ((plan, after), toll, value) in enumerate(zip(plans, total, values, strict=True), start=1)
    )
    return Puzzle("", "", state, choices, on_board=False)


def _toll(state: Position) -> Fraction:
    """Return the hearts that are gone and those that the poison of a group is expected to take, no leaf in sight."""
    gone = sum(hero.damage for hero in state.heroes)
    return gone + expected_damage(state.tokens, hybrid=state.deck == "hybrid")


def _heal_says(after: Position, toll: Fraction) -> str:
    gone = sum(hero.damage for hero in after.heroes)
    more = f"{after.tokens} poison take {_tenths(toll - gone)} more on average"
    return f"{gone} heart{'s' * (gone != 1)} gone, and {more}."


_TASKS: dict[str, Callable[[OneDeckDungeon, Position, Row], Puzzle]] = {
    "lay": _lay_task,
    "ways": _ways_task,
    "chosen": _chosen_task,
    "black": _black_task,
    "cost": _cost_task,
    "loot": _loot_task,
    "split": _split_task,
    "resist": _resist_task,
    "heal": _heal_task,
}

__all__ = ["KINDS", "course", "in_hundred", "puzzle", "tips"]
