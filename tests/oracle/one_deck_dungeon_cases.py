"""Random small fights, and the base foes."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from companion.games.one_deck_dungeon.abilities import Cost, Twice
from companion.games.one_deck_dungeon.boxes import Box, Pool
from companion.games.one_deck_dungeon.encounter import SUPPLY, Fight
from companion.games.one_deck_dungeon.wording import read_effect

FOES = {
    "goblin": "S4wx S3:h A4:t A4:ht S5:hh",
    "plague rat": "A4wx A3:ht S3:t S5:ht A5:tt",
    "beetle": "A3x A4x S5x M3x A4:tt S6:ht | rules survive",
    "skeleton": "M2x M4x S3:t S5:ht A5:ht S6:tt | rules extra 2t if open",
    "bandit": "A8w:hh A3:h A4:t S5:tt S5:ht | rules black 3",
    "shadow": "A10wx S5:ht M3:ht M4:ht M5:ht | rules toll 1t per skill",
    "ooze": "M2x M3x S4:ht S4:ht M5:tt S6:ht | rules toll 1t per 1",
    "wraith": "M9wx S5x S3:tt S5:hh M6:ht",
    "ogre": "S6w:h A4:t S9w:hh A5:ht S12w:hhh A6:ht",
    "phantom": "S4x A4x A5:hh A6:ht S5:ht S6:hh | rules discard 13",
    "ice elemental": "S11wx S3:t M4:hh M5:ht M6:ht | paid 3t",
    "fire elemental": "M3:t A3:t M6:ht M11w:hht A6:ht | paid 1h",
}
"""The base game's foes, the swarms at one open door."""

HEROES = {
    "warrior": "4/2/1",
    "rogue": "1/4/2",
    "mage": "1/2/4",
    "archer": "2/3/2",
    "paladin": "3/1/3",
}

RULES = (
    "black 3",
    "discard 13",
    "discard 2",
    "discard 1 H",
    "weaken H 1",
    "harden S",
    "toll 1t per 1",
    "toll 1h per 6",
    "extra 2t if open",
    "survive",
    "extra 1h if 1h",
    "extra 1h if 3t",
    "bar H",
    "twice",
)
WARDS = ("prevent 1h", "prevent 2t", "convert 1h into 1t", "halve")

DRAGONS_CAVE = "floor S3:h / M5:hh / S10wx"


def some_box(rng: Random, colours: str, most_wide: int = 14) -> Box:
    wide = rng.random() < 0.35
    cost = rng.choice(["", "h", "t", "ht", "hh", "htt", "p", "hp", "tp"])
    return Box(
        rng.choice(colours),
        rng.randint(2, most_wide) if wide else rng.randint(1, 6),
        wide,
        rng.random() < 0.3,
        rng.random() < 0.25,
        cost.count("h"),
        cost.count("t"),
        cost.count("p"),
    )


def some_fight(rng: Random, dice: int = 4, boxes: int = 4) -> Fight:
    """Return a random fight small enough to be counted out."""
    counts = [0, 0, 0, 0]
    for _ in range(rng.randint(1, dice)):
        counts[rng.choice([0, 0, 1, 1, 2, 3])] += 1
    rules = [read_effect(rule) for rule in RULES if rng.random() < 0.12]
    wards = [read_effect(ward) for ward in WARDS if rng.random() < 0.12]
    colours = rng.choice(["SAM", "SAM", "SA", "SSA", "SAG", "SMG", "SAH", "S"])
    drawn = [some_box(rng, colours) for _ in range(rng.randint(1, boxes))]
    if any(isinstance(rule, Twice) for rule in rules):
        # No card has a wide skull box whose first die is discarded.
        drawn = [replace(box, skull=box.skull and not box.wide) for box in drawn]
    cut = rng.randint(1, len(drawn))
    return Fight(
        Pool(*map(min, counts, SUPPLY.counts())),
        tuple(drawn[:cut]),
        (tuple(drawn[cut:]),) if drawn[cut:] else (),
        tuple(rules),
        tuple(wards),
        Cost(rng.choice([0, 0, 1]), rng.choice([0, 0, 2])),
        tuple(rng.randint(1, 3) for _ in range(rng.choice([0, 1, 2]))),
        rng.choice([-1, -1, 0, 1]),
    )
