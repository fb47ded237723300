"""Fight or flee: eight dice on the start page. They are rolled, the best placement draws itself, and luck is named."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache

from companion.games.one_deck_dungeon.boxes import COLOURS
from companion.games.one_deck_dungeon.encounter import Fight, read_fight
from companion.games.one_deck_dungeon.fight import Encounter
from companion.games.one_deck_dungeon.losses import WOUNDS, Loss, ranking
from companion.games.one_deck_dungeon.placing import Die
from companion.ui.board import still
from companion.ui.boards.one_deck_dungeon_ask import tumbled_scene
from companion.ui.one_deck_dungeon import said
from companion.ui.one_deck_dungeon.rolled import Lying, Shown, shown, unused
from companion.ui.panel import Button, Group, Item, Picture, Text

FIGHT = "3/4/1/0 | S8wx S3:h A4:t A4:ht S5:hh"
"""A Warrior and a Rogue before a Goblin behind the second open door."""
SIZE = (340, 104)


@lru_cache(maxsize=1)
def _fight() -> Fight:
    return read_fight(FIGHT)


@lru_cache(maxsize=1)
def _law() -> Encounter:
    return Encounter(_fight())


def luck(loss: Loss) -> Fraction:
    """Return the share of rolls that come out worse than this, placed as well as can be."""
    rank = ranking(_fight(), WOUNDS)
    return _law().law(WOUNDS).where(lambda other: rank(other) > rank(loss))


class Tumble:
    """The dice card of the start page.

    Args:
        redraw: draws the page again.
        seed: of the dice; None for chance.
    """

    def __init__(self, redraw: Callable[[], None], seed: int | None = None) -> None:
        self._redraw = redraw
        self._rng = random.Random(seed)
        self.roll: Lying | None = None

    def throw(self) -> None:
        """Roll the eight dice."""
        counts = zip(COLOURS, _fight().pool.counts(), strict=True)
        dice = tuple((colour, self._rng.randint(1, 6)) for colour, n in counts for _ in range(n))
        self.roll = Lying(_fight(), dice)
        self._redraw()

    @property
    def best(self) -> Shown | None:
        """The best placement of the roll that lies there."""
        return shown(self.roll, WOUNDS)[0] if self.roll is not None else None

    def items(self) -> Iterable[Item]:
        """Return the card: the foe, the roll with its placement, and how lucky it was."""
        best = self.best
        lying: dict[int, tuple[Die, ...]] = {}
        spare: list[Die] = [
            (colour, 0) for colour, n in zip(COLOURS, _fight().pool.counts(), strict=True) for _ in range(n)
        ]
        words = "A Goblin, eight dice. What would it cost?"
        if best is not None and self.roll is not None:
            lying = dict(zip(best.placement.covered, best.placement.dice, strict=True))
            spare = unused(self.roll.dice, best.placement)
            words = f"{said.loss_words(best.loss).capitalize()}: {lucky(luck(best.loss))}."
        picture = still(tumbled_scene(_fight().all_boxes, lying, spare, SIZE))
        again = Button("roll", "Roll eight dice" if best is None else "Roll again", self.throw, look="primary")
        head = Group((Text("Fight or flee?", "title grow"), again), "row")
        yield Group((head, Picture(picture, "A Goblin with eight dice"), Text(words, "lead")), "card")


def lucky(share: Fraction) -> str:
    """Return how lucky a roll was: "luckier than 83 in 100"."""
    if share == 0:
        return "nothing comes out worse"
    return f"luckier than {said.hundred(share)} in 100"
