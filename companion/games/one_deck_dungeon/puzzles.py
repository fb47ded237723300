"""Rolls that are placed: every way to lay them out, what each costs, and puzzles without end that have one best way.

The ways are all that the exact search of `placing` finds, black dice included; the rules then play each of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec
from msgspec.structs import replace

from companion.engine.game import Seat
from companion.engine.lessons import Choice, Puzzle
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.abilities import COMBAT, Cost
from companion.games.one_deck_dungeon.course import consequences
from companion.games.one_deck_dungeon.covers import maximal
from companion.games.one_deck_dungeon.losses import allowed
from companion.games.one_deck_dungeon.odds import present
from companion.games.one_deck_dungeon.placing import Placement, Present
from companion.games.one_deck_dungeon.rooms import boxes
from companion.games.one_deck_dungeon.rules import OneDeckDungeon
from companion.games.one_deck_dungeon.scoring import outcome
from companion.games.one_deck_dungeon.state import Position
from companion.games.one_deck_dungeon.turns import settle

WAYS = 4
"""Ways to place a roll that a puzzle shows, at most."""
LETTERS = "ABCD"
KINDS = (("place", "Place these dice"),)
"""Puzzle kinds that can be made without end."""
_TRIES = 400
_PARTIES = ("ana=warrior", "ana=mage", "ana=archer", "ana=paladin", "ana=warrior bo=rogue", "ana=archer bo=mage")
_DUNGEONS = ("dragons-cave", "yetis-cavern", "minotaurs-maze", "lichs-tomb")

Key = tuple[int, int, int]
"""What a placement comes to, the smaller the better: hearts, poison, time."""


class Laid(msgspec.Struct, frozen=True):
    """A roll as it was placed.

    Args:
        state: the position, before the consequences are summed.
        cost: what the open boxes cost.
        made: the black dice that were made, with what of: "S5 + A4 = H4".
    """

    state: Position
    cost: Cost
    made: tuple[str, ...] = ()

    @property
    def key(self) -> Key:
        """What it comes to."""
        return self.cost.damage, self.cost.poison, self.cost.time

    def label(self, letter: str) -> str:
        """Return its name, with the black dice it makes: "Way A: S5 + A4 = H4"."""
        return f"Way {letter}: {', '.join(self.made)}" if self.made else f"Way {letter}"


class Everything(Present):
    """A roll as it lies, with every way to place it that covers as much as can be covered."""

    def ways(self) -> tuple[Placement, ...]:
        """Return a placement for each largest set of boxes that can be covered, fewest hearts, poison, time first."""
        largest = sorted(maximal(allowed(self.fight, mask) for mask in self.largest))
        return tuple(sorted(map(self.placement, largest), key=_lost))


def _lost(way: Placement) -> Key:
    return way.loss.damage, way.loss.poison, way.loss.time


def everything(game: OneDeckDungeon, state: Position) -> Everything:
    """Return every way to place the roll that lies on the table; skills are left out.

    Raises:
        CompanionError: no roll lies there.
    """
    roll = present(game.cat, state)
    return Everything(roll.fight, roll.roll, 0)


# ------------------------------------------------------------------------------------------------- played by the rules


def at_turn(game: OneDeckDungeon, people: str, dungeon: str, floor: int = 1, deck: str = "core") -> Position:
    """Return the first turn of a game, or the boss's first round.

    Args:
        game: the game with a box whose cards are known.
        people: heroes with their cards: "ana=warrior bo=rogue".
        dungeon: its name, empty for one that nobody told.
        floor: 1 to 3, 4 before the boss.
        deck: which encounter cards: core, forest or hybrid.
    """
    pairs = [word.partition("=")[::2] for word in people.split()]
    state = game.setup([Seat(name, name.title()) for name, _ in pairs], {"deck": deck})
    heroes = tuple(replace(state.hero(name), card=card) for name, card in pairs)
    step = "boss" if floor == 4 else "setup"
    state = replace(state, heroes=heroes, pending=(), dungeon=dungeon, floor=floor, step=step)
    return follow(game, settle(game.cat, state))


def follow(game: OneDeckDungeon, state: Position) -> Position:
    """Return the position after what plays itself."""
    while (forced := game.automatic(state)) is not None:
        state = game.apply(state, forced)
    return state


def play(game: OneDeckDungeon, steps: str, state: Position) -> tuple[Position, str]:
    """Play steps in shorthand, parted by semicolons; return the position, and the refusal of a step if any."""
    for step in filter(None, map(str.strip, steps.split(";"))):
        move = game.parse(step, state)
        verdict = game.check(state, move)
        if not verdict.legal:
            return state, verdict.reason
        state = follow(game, game.apply(state, move))
    return state, ""


def laid(game: OneDeckDungeon, state: Position, way: Placement) -> Laid:
    """Play a placement by the rules: black dice first, then armor, then the other boxes."""
    made = []
    for black in way.blacks:
        said = " ".join(f"{colour}{value}" for colour, value in black.of)
        made.append(f"{said.replace(' ', ' + ')} = H{black.value}")
        state, refused = play(game, f"black {said}", state)
        assert not refused, refused
    assert state.fight is not None
    asked = boxes(game.cat, state, state.fight)
    pairs = sorted(zip(way.covered, way.dice, strict=True), key=lambda pair: not asked[pair[0]].armor)
    steps = [f"place {colour}{value} > {at + 1}" for at, dice in pairs for colour, value in dice]
    state, refused = play(game, "; ".join(steps), state)
    assert not refused, refused
    return Laid(state, costs(game, state), tuple(made))


def costs(game: OneDeckDungeon, state: Position) -> Cost:
    """Return what the open boxes of the present encounter cost, as the rules sum them."""
    assert state.fight is not None
    return consequences(game.cat, state, state.fight)


def settled(game: OneDeckDungeon, state: Position) -> Position:
    """Return the position after the consequences, damage shared out so that nobody falls where that can be."""
    state = follow(game, game.apply(state, m.Settle()))
    while state.due and not state.ended:
        afters = [follow(game, game.apply(state, move)) for move in game.legal(state)]
        state = min(afters, key=lambda after: after.ended == "fallen")
    return state


def cost_words(cost: Cost) -> str:
    """Return a loss as people say it: "2 hearts and 1 time"."""
    parts = [f"{cost.damage} heart{'s' * (cost.damage != 1)}"] * bool(cost.damage)
    parts += [f"{cost.poison} poison"] * bool(cost.poison) + [f"{cost.time} time"] * bool(cost.time)
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]])) or "nothing"


def ranked(keys: Sequence[tuple[int, ...]]) -> list[int]:
    """Return whole numbers that rank what answers come to, the smallest key highest."""
    order = sorted(set(keys), reverse=True)
    return [order.index(key) for key in keys]


# --------------------------------------------------------------------------------------------------------- the puzzles


def placements(game: OneDeckDungeon, state: Position, rng: Random | None = None) -> Puzzle:
    """Make the puzzle of which way to place a roll costs fewest hearts, then least poison, then least time.

    Args:
        game: the game.
        state: a roll that lies there, nothing placed.
        rng: in which order the ways are shown; without, as the boxes are numbered.
    """
    ways = list(everything(game, state).ways()[:WAYS])
    if rng is None:
        ways.sort(key=lambda way: way.covered)
    else:
        rng.shuffle(ways)
    done = [laid(game, state, way) for way in ways]
    values = ranked([one.key for one in done])
    choices = tuple(
        Choice(f"way/{letter}", one.label(letter), value, way_says(game, letter, one), one.state)
        for letter, one, value in zip(LETTERS, done, values, strict=False)
    )
    return Puzzle("", "", state, choices)


def way_says(game: OneDeckDungeon, letter: str, one: Laid) -> str:
    """Return what a way costs, and the end of the game where it is that."""
    ended = outcome(settled(game, one.state))
    return f"{letter} costs {cost_words(one.cost)}{': the game is lost' if ended and not ended.winners else ''}."


def puzzle(game: OneDeckDungeon, seed: int) -> Puzzle:
    """Make a puzzle of a roll that chance gave, with exactly one best way to place it.

    Args:
        game: the game and the cards it is played with.
        seed: the same seed gives the same puzzle.
    """
    rng = Random(f"place {seed}")
    for _ in range(_TRIES):
        state = _rolled(game, rng)
        if proven(game, state):
            clauses = ("boxes.small", "boxes.wide", "boxes.armor", "dice.black", "consequences.first")
            say = "No skills. Which way to place these dice costs fewest hearts, then least time?"
            cited = tuple(f"one-deck-dungeon.{clause}" for clause in clauses)
            return replace(placements(game, state, rng), id=f"place-{seed}", say=say, clauses=cited)
    raise AssertionError(f"no puzzle in {_TRIES} rolls")


def proven(game: OneDeckDungeon, state: Position) -> bool:
    """Say whether a roll has one best way among all, and at least two more that are worth a thought."""
    roll = everything(game, state)
    ways = roll.ways()
    if not roll.proven or len(ways) < WAYS - 1 or not any(_lost(ways[0])):
        return False
    return _lost(ways[0]) < _lost(ways[1]) and all(way.loss.loot for way in ways[:WAYS])


def _rolled(game: OneDeckDungeon, rng: Random) -> Position:
    """Roll the dice of some party before some foe of the core set."""
    foes = sorted(name for name, face in game.cards.ids.items() if _foe(game, name) and game.cat.described(face))
    state = at_turn(game, rng.choice(_PARTIES), rng.choice(_DUNGEONS))
    steps = f"explore; enter 1; card #{rng.choice(foes)}; fight"
    state, refused = play(game, steps, state)
    assert not refused, refused
    return follow(game, game.apply(state, game.chances(state).sample(rng)))


def _foe(game: OneDeckDungeon, name: str) -> bool:
    card = game.cat.foe(game.cards.ids[name])
    return card is not None and card.set == "core" and card.kind == COMBAT and name.endswith("-a")


__all__ = [
    "KINDS",
    "LETTERS",
    "WAYS",
    "Everything",
    "Laid",
    "at_turn",
    "cost_words",
    "costs",
    "everything",
    "follow",
    "laid",
    "placements",
    "play",
    "proven",
    "puzzle",
    "ranked",
    "settled",
    "way_says",
]
