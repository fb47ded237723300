"""How fast the odds of The Four Doors are: `make bench`. Processor time: other work on the machine is left out."""

from __future__ import annotations

import time
from random import Random

import pytest

from companion.engine.edition import Edition
from companion.engine.piles import Multiset
from companion.games.four_doors import falls, forecast
from companion.games.four_doors.box import box_of
from companion.games.four_doors.cards import SIDES, UNTOLD
from companion.games.four_doors.state import HouseRules, Player, Position
from companion.games.four_doors.tower import Door, Tower, Track

BOX = box_of(Edition.load("four-doors", "practice"))
FALL_OF_SIX = Track((6, 6), 0, True)
FEW = (1, 1, 1, 1, 1, 1, 1, 1)
LATE = (3, 2, 3, 2, 3, 3, 2, 3)


def before_a_fall(shadows: tuple[int, ...], pile: int, discard: int = 0, untold: int = 0, found: str = "") -> Position:
    """Return a position before a fall of six.

    Args:
        shadows: how many lie on each side, from the top, left first.
        pile, discard: cards there, all of them told; what is in neither lies in the Hollow.
        untold: discards that nobody told, besides.
        found: the doors whose relics are found.
    """
    cards = sorted(BOX.deck, key=repr)
    Random(3).shuffle(cards)
    doors = []
    for n, name in enumerate(BOX.doors):
        sides = []
        for k, side in enumerate(SIDES):
            own = [card for card in cards if (card.door, card.side) == (name, side)][: shadows[2 * n + k]]
            cards = [card for card in cards if card not in own]
            sides.append(tuple(own))
        doors.append(Door(name, False, name in found, *sides))
    seen = pile + untold
    return Position(
        (Player("ana", "Ana"), Player("bo", "Bo")),
        HouseRules(),
        "full",
        Tower(tuple(doors)),
        FALL_OF_SIX,
        Multiset.of(cards[:seen]),
        pile,
        discard=Multiset.of([*cards[seen : seen + discard], *[UNTOLD] * untold]),
        hollow=Multiset.of(cards[seen + discard :]),
        step="fall",
        active="ana",
    )


def processor_time(rounds: int, state: Position) -> float:
    """Return the median processor time of the joint law in seconds, with nothing remembered from one to the next."""
    times = []
    for _ in range(rounds):
        falls.forget()
        start = time.process_time()
        forecast.fall_law(state)
        times.append(time.process_time() - start)
    return sorted(times)[rounds // 2]


@pytest.mark.parametrize("shadows", [FEW, LATE], ids=["few shadows", "many shadows"])
@pytest.mark.parametrize("found", ["", "purple blue"], ids=["no relic", "two relics"])
def test_the_joint_law_of_six_cards_from_one_pile(shadows: tuple[int, ...], found: str) -> None:
    state = before_a_fall(shadows, 48 - sum(shadows), found=found)
    assert processor_time(25, state) < 0.005


@pytest.mark.parametrize("shadows", [FEW, LATE], ids=["few shadows", "many shadows"])
@pytest.mark.parametrize("untold", [0, 4], ids=["discards told", "four discards untold"])
@pytest.mark.parametrize("pile", [1, 3, 5])
def test_the_joint_law_of_six_cards_across_a_shuffle(shadows: tuple[int, ...], untold: int, pile: int) -> None:
    state = before_a_fall(shadows, pile, discard=16, untold=untold, found="blue")
    assert processor_time(15, state) < 0.020


def test_the_clear_that_saves_most() -> None:
    state = before_a_fall(LATE, 28)
    times = []
    for _ in range(15):
        start = time.process_time()
        forecast.best_clear(BOX, state)
        times.append(time.process_time() - start)
    assert sorted(times)[7] < 0.050
