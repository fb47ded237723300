"""One fight as a value: the dice, the boxes, what foe and floors do, and who may be hurt; with its text, both ways.

    6/4/3/2 | S6w:h A4:t S9w:hh | floor S3:h / M5:hh | rules black 3, extra 1h if 3t | wards prevent 1h | paid 1h3t |
    hearts 4 3 | tokens 5 | supply 4 | early

Sections stand in this order; all but the first two may be left out. The pool is strength/agility/magic/heroic. Rules
and wards are effects as `wording` writes them: curses of foe, floors and boss in their order, and what prevents
consequences. `paid` is lost before the fight whatever is rolled (Flames, Frost, what the option of a peril costs);
`hearts` is what each hero of the fight has left; `tokens` is how many poison tokens the supply holds. Left out, it
holds enough. `supply` is how many black dice there are for the fight, those that are rolled included; left out, there
are enough. `early` says that damage for want of tokens is a consequence, which may be prevented (a house rule).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import reduce
from typing import TypeVar

import msgspec

from companion.engine.errors import UnreadableError
from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.abilities import Cost, Effect
from companion.games.one_deck_dungeon.boxes import Box, Pool, read_boxes, spell_boxes
from companion.games.one_deck_dungeon.wording import read_cost, read_effect, spell_effect

UNLIMITED = -1

PLENTY = 99
"""More black dice than are ever made."""

SUPPLY = Pool(8, 8, 8, 6)
"""All dice that there are for one fight."""

MOST_HEROES = 2
"""Heroes that fight together."""

MOST_BOXES = 14
"""The most boxes of one fight: eight on the largest card of a boss or foe, two on each of three floors."""

WARDS = (a.Prevent, a.Halve, a.Convert)
"""Effects that take something off the consequences."""

E = TypeVar("E", bound=Effect)


class Fight(msgspec.Struct, frozen=True):
    """Everything that the odds of one encounter or boss round rest on.

    Args:
        pool: dice rolled; black ones of level, feats and items included.
        boxes: the card's boxes, every target known.
        rows: the boxes of each dungeon floor in play.
        rules: curses, those of the foe first, then those of the floors.
        wards: what is taken off the consequences.
        paid: lost before the roll, whatever comes; nothing prevents it.
        hearts: what each hero of the fight has left; empty if nobody asks.
        tokens: poison tokens in the supply, or `UNLIMITED`.
        early: whether damage for want of tokens may be prevented (house rule `poison_supply_damage`).
        supply: black dice that there are for the fight, those of the pool included, or `UNLIMITED`; no more lie
            there at any time (one-deck-dungeon.supply.short).
    """

    pool: Pool
    boxes: tuple[Box, ...]
    rows: tuple[tuple[Box, ...], ...] = ()
    rules: tuple[Effect, ...] = ()
    wards: tuple[Effect, ...] = ()
    paid: Cost = Cost()
    hearts: tuple[int, ...] = ()
    tokens: int = UNLIMITED
    early: bool = False
    supply: int = UNLIMITED

    @property
    def all_boxes(self) -> tuple[Box, ...]:
        """Return the boxes that must be filled, the card's first, as the floors change them."""
        hard = {rule.colour for rule in self.having(a.Harden)}
        boxes = self.boxes + tuple(box for row in self.rows for box in row)
        return tuple(msgspec.structs.replace(box, armor=box.armor or box.colour in hard) for box in boxes)

    @property
    def bearable(self) -> int | None:
        """Return the most damage that nobody falls of, shared out as well as can be, or `None` if nobody asks."""
        return sum(hearts - 1 for hearts in self.hearts) if self.hearts else None

    @property
    def joined(self) -> int:
        """Return how many dice make a black one."""
        return max([2, *(rule.dice for rule in self.having(a.Black))])

    def room(self, lying: int) -> int:
        """Return how many black dice may still come to so many that lie there (one-deck-dungeon.supply.short)."""
        return PLENTY if self.supply == UNLIMITED else max(0, self.supply - lying)

    @property
    def tolls(self) -> tuple[a.Toll, ...]:
        """Return what rolled faces cost by themselves."""
        return tuple(rule for rule in self.having(a.Toll) if rule.face)

    @property
    def fee(self) -> Cost:
        """Return what each use of a skill costs besides its price."""
        return reduce(Cost.plus, (rule.cost for rule in self.having(a.Toll) if not rule.face), Cost())

    def having(self, kind: type[E]) -> Iterator[E]:
        """Yield the rules of a kind."""
        return (rule for rule in self.rules if isinstance(rule, kind))

    def __str__(self) -> str:
        return spell_fight(self)


def spell_fight(fight: Fight) -> str:
    """Write a fight as `read_fight` reads it."""
    sections = [
        str(fight.pool),
        spell_boxes(fight.boxes),
        _section("floor", " / ".join(spell_boxes(row) for row in fight.rows)),
        _section("rules", ", ".join(map(spell_effect, fight.rules))),
        _section("wards", ", ".join(map(spell_effect, fight.wards))),
        _section("paid", str(fight.paid) if fight.paid else ""),
        _section("hearts", " ".join(map(str, fight.hearts))),
        _section("tokens", "" if fight.tokens == UNLIMITED else str(fight.tokens)),
        _section("supply", "" if fight.supply == UNLIMITED else str(fight.supply)),
        "early" if fight.early else "",
    ]
    return " | ".join(section for at, section in enumerate(sections) if section or at < 2)


def _section(word: str, content: str) -> str:
    return f"{word} {content}" if content else ""


def read_fight(text: str) -> Fight:
    """Read a fight from its text.

    Raises:
        UnreadableError: if it is none, or no fight of the game can be so.
    """
    pool, *rest = (part.strip() for part in text.split("|"))
    boxes = rest.pop(0) if rest else ""
    found: dict[str, object] = {}
    for section in rest:
        word, _, content = section.partition(" ")
        if word.lower() not in _SECTIONS:
            raise UnreadableError(section, f"a section that begins with {', '.join(_SECTIONS)}")
        name, read = _SECTIONS[word.lower()]
        if name in found:
            raise UnreadableError(section, f"one section {word.lower()}, with all that belongs to it")
        found[name] = read(content.strip())
    fight = Fight(read_pool(pool), read_boxes(boxes), **found)  # type: ignore[arg-type]
    _check_boxes(fight, text)
    return fight


def _check_boxes(fight: Fight, text: str) -> None:
    """Refuse boxes that no fight has.

    Raises:
        UnreadableError: a target is not told, there are too many boxes, or dice add up in one that discards the first.
    """
    boxes = fight.all_boxes
    if any(not box.target for box in boxes):
        raise UnreadableError(text, "boxes whose targets are numbers: * must be worked out first")
    if len(boxes) > MOST_BOXES:
        raise UnreadableError(f"{len(boxes)} boxes", f"at most {MOST_BOXES}: no card has more together with its floors")
    wide = [box for box in boxes if box.wide and box.skull]
    if wide and any(fight.having(a.Twice)):
        raise UnreadableError(
            str(wide[0]), "a skull box that is not wide: with twice its first die is discarded, and none adds up"
        )


def read_pool(text: str) -> Pool:
    """Read a pool such as 6/4/3/2 (the last numbers may be left out).

    Raises:
        UnreadableError: if it is none, or more dice than the box holds for those who fight.
    """
    counts = [part.strip() for part in text.split("/")]
    if len(counts) > 4 or not all(re.fullmatch(r"[0-9]{1,2}", count) for count in counts):
        raise UnreadableError(text, "numbers of dice as strength/agility/magic/heroic, as in 6/4/3/2")
    pool = Pool(*map(int, counts))
    if any(many > limit for many, limit in zip(pool.counts(), SUPPLY.counts(), strict=True)):
        raise UnreadableError(text, f"at most {SUPPLY}, all dice that there are for one fight")
    return pool


def _read_rows(text: str) -> tuple[tuple[Box, ...], ...]:
    return tuple(read_boxes(row) for row in text.split("/"))


def _reader(kinds: tuple[type, ...], example: str) -> Callable[[str], tuple[Effect, ...]]:
    def read(text: str) -> tuple[Effect, ...]:
        effects = tuple(read_effect(part) for part in text.split(","))
        for effect in effects:
            if not isinstance(effect, kinds):
                raise UnreadableError(spell_effect(effect), f"effects such as {example}")
        return effects

    return read


def _read_numbers(text: str) -> tuple[int, ...]:
    if not re.fullmatch(r"[0-9]{1,2}( +[0-9]{1,2})*", text):
        raise UnreadableError(text, "numbers with blanks between them, as in 4 3")
    return tuple(map(int, text.split()))


def _read_hearts(text: str) -> tuple[int, ...]:
    hearts = _read_numbers(text)
    if len(hearts) > MOST_HEROES:
        raise UnreadableError(text, f"the hearts of at most {MOST_HEROES} heroes")
    return hearts


def _read_tokens(text: str) -> int:
    numbers = _read_numbers(text)
    if len(numbers) > 1:
        raise UnreadableError(text, "one number of tokens")
    return numbers[0]


def _read_supply(text: str) -> int:
    numbers = _read_numbers(text)
    if len(numbers) > 1:
        raise UnreadableError(text, "one number of black dice")
    return numbers[0]


def _read_nothing(text: str) -> bool:
    if text:
        raise UnreadableError(text, "nothing behind early")
    return True


_SECTIONS: dict[str, tuple[str, Callable[[str], object]]] = {
    "floor": ("rows", _read_rows),
    "rules": ("rules", _reader(a.CURSES, "black 3, extra 1h if 3t")),
    "wards": ("wards", _reader(WARDS, "prevent 1h, convert 1h into 1t, halve")),
    "paid": ("paid", read_cost),
    "hearts": ("hearts", _read_hearts),
    "tokens": ("tokens", _read_tokens),
    "supply": ("supply", _read_supply),
    "early": ("early", _read_nothing),
}
