"""One fight as a value: the dice, the boxes, what foe and floor add, and who may be hurt; with its text, both ways.

    6/4/3/2 | S6w:h A4:t S9w:hh | floor S3:h / M5:hh / S10wx | rules dodge | cursed 2 | paid ht | prevent h | hearts 4 3

Sections stand in this order, all but the first two may be left out. The pool is strength/agility/magic/heroic. `paid`
is lost before the fight whatever is rolled (Flames, Frost, what a peril's option costs); `prevent` is what skills take
off the consequences; `hearts` is what each hero of the fight has left; `tokens` is how many poison tokens the supply
holds. Left out, it is enough.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from companion.engine.errors import UnreadableError
from companion.games.one_deck_dungeon.boxes import Box, Pool, read_boxes, spell_boxes

DODGE, ETHEREAL, SPLIT, UNDYING, SURVIVOR, FADE = "dodge", "ethereal", "split", "undying", "survivor", "fade"
STORM, FREEZING, BITING, AURA = "storm", "freezing", "biting", "aura"
BARRED, TWICE, KITING, HALVED = "barred", "twice", "kiting", "halved"

RULES: dict[str, str] = {
    DODGE: "a black die is made of three dice, not two",
    ETHEREAL: "1s and 3s are discarded on the roll",
    SPLIT: "1 time for each 1 rolled",
    UNDYING: "2 time if any box stays open",
    SURVIVOR: "no loot if an armor box stays open",
    FADE: "1 time for each skill used",
    STORM: "1 damage more if the consequences hold damage",
    FREEZING: "1 damage more if the consequences hold 3 time",
    BITING: "all strength boxes are armor",
    AURA: "rolled black dice count one less",
    BARRED: "no black dice on skull boxes",
    TWICE: "the first die on each skull box is discarded",
    KITING: "a single damage becomes 1 time",
    HALVED: "1 of every 2 damage is prevented, and no other",
}
"""What a foe, a floor, a boss or a hero adds to a fight."""

UNLIMITED = -1


class Fight(msgspec.Struct, frozen=True):
    """Everything that the odds of one encounter or boss round rest on.

    Args:
        pool: dice rolled; black ones of level, feats and items included.
        boxes: the card's boxes, every target known.
        rows: the boxes of each dungeon floor in play.
        rules: words of `RULES`, sorted.
        cursed: values that the floor or boss discards on the roll.
        paid: damage and time lost before the roll, whatever comes; nothing prevents them.
        prevent: damage and time taken off the consequences.
        hearts: what each hero of the fight has left; empty if nobody asks.
        tokens: poison tokens in the supply, or `UNLIMITED`.
    """

    pool: Pool
    boxes: tuple[Box, ...]
    rows: tuple[tuple[Box, ...], ...] = ()
    rules: tuple[str, ...] = ()
    cursed: tuple[int, ...] = ()
    paid: tuple[int, int] = (0, 0)
    prevent: tuple[int, int] = (0, 0)
    hearts: tuple[int, ...] = ()
    tokens: int = UNLIMITED

    @property
    def all_boxes(self) -> tuple[Box, ...]:
        """Return the boxes that must be filled, the card's first, as the floors change them."""
        boxes = self.boxes + tuple(box for row in self.rows for box in row)
        if BITING in self.rules:
            boxes = tuple(msgspec.structs.replace(box, armor=box.armor or box.colour == "S") for box in boxes)
        return boxes

    @property
    def bearable(self) -> int | None:
        """Return the most damage that nobody falls of, shared out as well as can be, or `None` if nobody asks."""
        return sum(hearts - 1 for hearts in self.hearts) if self.hearts else None

    def __str__(self) -> str:
        return spell_fight(self)


def spell_fight(fight: Fight) -> str:
    """Write a fight as `read_fight` reads it."""
    sections = [
        str(fight.pool),
        spell_boxes(fight.boxes),
        _section("floor", " / ".join(spell_boxes(row) for row in fight.rows)),
        _section("rules", " ".join(fight.rules)),
        _section("cursed", " ".join(map(str, fight.cursed))),
        _section("paid", _loss(fight.paid)),
        _section("prevent", _loss(fight.prevent)),
        _section("hearts", " ".join(map(str, fight.hearts))),
        _section("tokens", "" if fight.tokens == UNLIMITED else str(fight.tokens)),
    ]
    return " | ".join(section for at, section in enumerate(sections) if section or at < 2)


def _section(word: str, content: str) -> str:
    return f"{word} {content}" if content else ""


def _loss(loss: tuple[int, int]) -> str:
    return "h" * loss[0] + "t" * loss[1]


def read_fight(text: str) -> Fight:
    """Read a fight from its text.

    Raises:
        UnreadableError: if it is none.
    """
    pool, *rest = (part.strip() for part in text.split("|"))
    boxes = rest.pop(0) if rest else ""
    found: dict[str, object] = {}
    for section in rest:
        word, _, content = section.partition(" ")
        reader = _SECTIONS.get(word.lower())
        if reader is None:
            raise UnreadableError(section, f"a section that begins with {', '.join(_SECTIONS)}")
        name, read = reader
        found[name] = read(content.strip())
    fight = Fight(read_pool(pool), read_boxes(boxes), **found)  # type: ignore[arg-type]
    if any(not box.target for box in fight.all_boxes):
        raise UnreadableError(text, "boxes whose targets are numbers: * must be worked out first")
    return fight


def read_pool(text: str) -> Pool:
    """Read a pool such as 6/4/3/2 (the last numbers may be left out).

    Raises:
        UnreadableError: if it is none.
    """
    counts = [part.strip() for part in text.split("/")]
    if len(counts) > 4 or not all(re.fullmatch(r"\d{1,2}", count) for count in counts):
        raise UnreadableError(text, "numbers of dice as strength/agility/magic/heroic, as in 6/4/3/2")
    return Pool(*map(int, counts))


def _read_rows(text: str) -> tuple[tuple[Box, ...], ...]:
    return tuple(read_boxes(row) for row in text.split("/"))


def _read_rules(text: str) -> tuple[str, ...]:
    words = sorted(set(text.lower().split()))
    for word in words:
        if word not in RULES:
            raise UnreadableError(word, f"one of the rules {', '.join(RULES)}")
    return tuple(words)


def _read_loss(text: str) -> tuple[int, int]:
    if not re.fullmatch("[ht]*", text.lower()):
        raise UnreadableError(text, "h for each damage and t for each time, as in htt")
    return text.lower().count("h"), text.lower().count("t")


def _read_numbers(text: str) -> tuple[int, ...]:
    if not re.fullmatch(r"\d{1,2}( +\d{1,2})*", text):
        raise UnreadableError(text, "numbers with blanks between them, as in 4 3")
    return tuple(map(int, text.split()))


def _read_values(text: str) -> tuple[int, ...]:
    values = tuple(sorted(set(_read_numbers(text))))
    if not all(1 <= value <= 6 for value in values):
        raise UnreadableError(text, "values of dice, 1 to 6")
    return values


_SECTIONS: dict[str, tuple[str, Callable[[str], object]]] = {
    "floor": ("rows", _read_rows),
    "rules": ("rules", _read_rules),
    "cursed": ("cursed", _read_values),
    "paid": ("paid", _read_loss),
    "prevent": ("prevent", _read_loss),
    "hearts": ("hearts", _read_numbers),
    "tokens": ("tokens", lambda text: _read_numbers(text)[0]),
}
