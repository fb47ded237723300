"""What the dice of Shadowgate show: the laws of a quest roll, an attack roll and the red die, as whole weights.

Nothing is guessed: a die whose faces nobody has told has no law, and `EditionIncompleteError` says which.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from companion.engine.errors import EditionIncompleteError
from companion.engine.odds import Table
from companion.games.shadowgate.cards import Card, Die
from companion.games.shadowgate.vocabulary import SKULL, TRAITS

Faces = tuple[str, ...]
"""What each face of a die shows: a number as text, `skull`, `staff` or a trait."""
ROLLED = 2
"""Black dice that a quest or an attack rolls."""


class Dice(NamedTuple):
    """The faces of the three colours; None for a colour of which some face is not told."""

    black: Faces | None = None
    red: Faces | None = None
    blue: Faces | None = None

    def of(self, colour: str) -> Faces:
        """Return the faces of one colour.

        Raises:
            EditionIncompleteError: nobody has told them all.
        """
        faces: Faces | None = getattr(self, colour)
        if faces is None:
            raise EditionIncompleteError(f"the faces of the {colour} dice: say what each of them shows")
        return faces


def dice_of(cards: Iterable[Card]) -> Dice:
    """Return the faces that a card list tells."""
    told = {
        card.colour: card.faces for card in cards if isinstance(card, Die) and card.faces and None not in card.faces
    }
    return Dice(**told)  # type: ignore[arg-type]


def worth(face: str) -> int:
    """Return what a face counts: its number; a skull, a staff and a trait count nothing."""
    return int(face) if face.isdecimal() else 0


@lru_cache(maxsize=64)
def pair_law(black: Faces) -> Table[int]:
    """Return the law of the total of two black dice (skulls count nothing)."""
    weights: dict[int, int] = {}
    for one, other in product(black, repeat=ROLLED):
        total = worth(one) + worth(other)
        weights[total] = weights.get(total, 0) + 1
    return Table(weights)


def reach(black: Faces, deficit: int) -> Fraction:
    """Return G(D): the chance that two black dice bring at least the deficit."""
    law = pair_law(black)
    return Fraction(reach_ways(black, deficit), law.total)


def reach_ways(black: Faces, deficit: int) -> int:
    """Return in how many of all rolls two black dice bring at least the deficit."""
    return sum(weight for total, weight in pair_law(black).items() if total >= deficit)


def most(black: Faces) -> int:
    """Return the largest total of two black dice."""
    return ROLLED * max(map(worth, black))


def skull_chance(faces: Faces) -> Fraction:
    """Return the chance that one die shows a skull."""
    return Fraction(faces.count(SKULL), len(faces))


class Attack(NamedTuple):
    """The law of one attack.

    Args:
        scores: attack score to weight, for attacks that do not fail; a score may be 0 all the same.
        fails: the weight of an attack that fails: it scores nothing and brings a Death card.
        total: of all weights.
    """

    scores: tuple[tuple[int, int], ...]
    fails: int
    total: int

    @property
    def still(self) -> int:
        """Return the weight of leaving the boss where it is."""
        return self.fails + dict(self.scores).get(0, 0)

    @property
    def moves(self) -> tuple[tuple[int, int], ...]:
        """Return scores that move the marker, with their weights."""
        return tuple((score, weight) for score, weight in self.scores if score)

    def kills(self, life: int) -> Fraction:
        """Return the chance that this attack brings a boss of so much life to 0."""
        return Fraction(sum(weight for score, weight in self.scores if score >= life > 0), self.total)

    @property
    def mean(self) -> Fraction:
        """Return the expected score."""
        return Fraction(sum(score * weight for score, weight in self.scores), self.total)

    @property
    def law(self) -> Table[int]:
        """Return the law of the score, a failed attack counting 0."""
        weights = dict(self.scores)
        weights[0] = self.still
        return Table(weights)


@lru_cache(maxsize=1024)
def attack(trait: int, black: Faces, blue: Faces | None = None, boost: int = 0, of_three: bool = False) -> Attack:
    """Return the law of an attack: a trait, two black dice, and the blue die of whoever has a Staff item equipped.

    Args:
        trait: the value of the trait chosen; below 0 it counts 0.
        black: faces of a black die.
        blue: faces of the blue die, None where it is not rolled.
        boost: what cards in play add to every roll; a score never falls below 0.
        of_three: whether any two skulls of the three dice fail (house rule), not only two on the black ones.
    """
    scores: dict[int, int] = {}
    fails = 0
    for faces in product(black, black, blue or ("0",)):
        counted = faces if of_three else faces[:ROLLED]
        if counted.count(SKULL) >= ROLLED:
            fails += 1
            continue
        score = max(0, max(0, trait) + sum(map(worth, faces)) + boost)
        scores[score] = scores.get(score, 0) + 1
    return Attack(tuple(sorted(scores.items())), fails, len(black) ** ROLLED * len(blue or ("0",)))


def defence(trait: int, need: int, black: Faces, blue: Faces | None = None, boost: int = 0) -> Fraction:
    """Return the chance that a player is spared by a boss: two skulls do not fail a defence (ruling 40)."""
    reached = sum(
        max(0, trait) + sum(map(worth, faces)) + boost >= need for faces in product(black, black, blue or ("0",))
    )
    return Fraction(reached, len(black) ** ROLLED * len(blue or ("0",)))


def curses_law(red: Faces, curses: int, stock: Sequence[int]) -> Table[tuple[int, ...]]:
    """Return the law of how many -1 tokens of each trait so many curses bring.

    Args:
        red: faces of the red die.
        curses: how many times it is rolled.
        stock: tokens of each trait left on the board; a curse on an empty stack brings nothing (ruling 6).
    """
    chances = [red.count(trait) for trait in TRAITS]
    weights: dict[tuple[int, ...], int] = {(0,) * len(TRAITS): 1}
    for _ in range(curses):
        before, weights = weights, {}
        for taken, weight in before.items():
            for i, chance in enumerate(chances):
                after = tuple(n + (j == i and n < stock[i]) for j, n in enumerate(taken))
                weights[after] = weights.get(after, 0) + weight * chance
    return Table(weights)
