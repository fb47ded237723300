"""The present roll: the best placement and its alternatives, against trying every placement, and as it is drawn."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.games.one_deck_dungeon.encounter import read_fight
from companion.games.one_deck_dungeon.losses import PREFERENCES, Loss
from companion.games.one_deck_dungeon.placing import Placement, Present
from companion.games.one_deck_dungeon.reach import Reach
from tests.oracle.one_deck_dungeon_cases import FOES, some_fight
from tests.oracle.one_deck_dungeon_fight import Slow, fills, rolls


def lying(dice):
    return [[value for colour, value in dice if colour == name] for name in "SAMH"]


def undominated(losses: set[Loss]) -> set[Loss]:
    def beats(one: Loss, other: Loss) -> bool:
        return one != other and all(x <= y for x, y in zip(one[:3], other[:3], strict=True)) and one.loot >= other.loot

    return {loss for loss in losses if not any(beats(other, loss) for other in losses)}


def check_drawn(fight, dice, placement: Placement) -> None:
    """Every die is there when it is placed or joined, and covers what it is said to cover."""
    hand = Counter(dice)
    for black in placement.blacks:
        hand.subtract(black.of)
        assert len(black.of) == fight.joined
        assert min(value for _, value in black.of) == black.value
        hand["H", black.value] += 1
    for box, used in zip(placement.covered, placement.dice, strict=True):
        hand.subtract(used)
        assert fills(tuple(used), fight.all_boxes[box], fight)
    assert min(hand.values(), default=0) >= 0


@pytest.mark.parametrize("seed", range(40))
def test_every_alternative_and_the_way_to_it(seed):
    rng = Random(seed)
    fight = some_fight(rng, dice=5, boxes=5)
    slow = Slow(fight)
    dice, _ = rng.choice(list(rolls(fight)))
    present = Present(fight, lying(dice), 0)
    losses = {Loss(*slow.loss(covered, (0, 0))) for covered in slow.sets(dice)}
    for preference in PREFERENCES:
        priced = present.priced(preference)
        best = min(losses, key=lambda loss: slow.key(loss, preference))
        assert priced.proven
        assert tuple(priced.best.loss) == tuple(best)
        found = {priced.best.loss, *(other.loss for other in priced.others)}
        assert undominated(losses) <= found <= undominated(losses) | {best}
        for placement in (priced.best, *priced.others):
            check_drawn(fight, dice, placement)


def test_a_made_black_die_is_told_with_its_dice():
    fight = read_fight("2/0/0 | A4:h")
    placement = Present(fight, [[6, 4], [], [], []]).priced().best
    assert placement.loss == Loss(0, 0)
    assert [(black.value, sorted(black.of)) for black in placement.blacks] == [(4, [("S", 4), ("S", 6)])]
    assert placement.dice == ((("H", 4),),)


def test_the_smallest_die_that_will_do_is_placed():
    placement = Present(read_fight("3/0/0 | S3:h S6:h"), [[6, 5, 3], [], [], []]).priced().best
    assert placement.dice == ((("S", 3),), (("S", 6),))


def test_rolled_ones_cost_time_where_the_ooze_splits():
    present = Present(read_fight(f"1/1/0 | {FOES['ooze']}"), [[1], [1], [], []])
    assert present.priced().best.loss.time == Present(read_fight(f"1/1/0 | {FOES['ooze']}"), [[2], [2], [], []]).priced(
    ).best.loss.time + 2  # fmt: skip


def test_a_big_roll_is_placed_in_full():
    dice = [[6, 6, 5, 4, 3, 1], [6, 4, 3, 2], [6, 5, 2], [5, 3]]
    fight = read_fight(f"6/4/3/2 | {FOES['ogre']} | floor S3:h / M5:hh")
    priced = Present(fight, dice).priced()
    assert priced.proven
    hand = [(colour, value) for colour, values in zip("SAMH", dice, strict=True) for value in values]
    check_drawn(fight, hand, priced.best)


LARGE = "4/4/3/1 | S6w:h S9w:hh A8w:hh A10w:h M3:h G8w:t"
ROLL = [[6, 5, 2, 1], [5, 3, 1, 1], [4, 2, 1], [3]]


def test_where_not_everything_is_gone_through_that_is_said():
    fight = read_fight(LARGE)
    whole = Present(fight, ROLL)
    few = Reach(whole.plan.kinds, whole.plan.joined, ROLL, 20)
    assert all(any(part & ~mask == 0 for mask in whole.largest) for part in few.sets)
    assert not few.proven
    assert whole.proven


@pytest.mark.parametrize("seed", range(4))
def test_every_largest_set_can_be_drawn(seed):
    rng = Random(f"drawn {seed}")
    fight = read_fight(LARGE + (" | rules black 3" if seed % 2 else ""))
    roll = [[rng.randint(1, 6) for _ in values] for values in ROLL]
    hand = [(colour, value) for colour, values in zip("SAMH", roll, strict=True) for value in values]
    present = Present(fight, roll)
    for part in present.largest:
        placement = present.placement(part)
        assert sum(1 << box for box in placement.covered) == part
        check_drawn(fight, hand, placement)


def test_no_more_black_dice_are_made_than_needed():
    placement = Present(read_fight("3/2/0/1 | S4:h A4:h A5:h"), [[4, 4, 2], [5, 3], [], [4]]).priced().best
    assert placement.loss == Loss(0, 0)
    assert placement.blacks == ()
    assert placement.dice == ((("S", 4),), (("H", 4),), (("A", 5),))


def test_dice_that_a_box_is_covered_without_are_not_placed():
    placement = Present(read_fight("0/4/2 | A13w:h"), [[], [5, 3, 1, 1], [4, 4], []]).priced().best
    assert placement.loss == Loss(0, 0)
    assert placement.dice == ((("A", 5), ("H", 4), ("A", 3), ("A", 1)),)
