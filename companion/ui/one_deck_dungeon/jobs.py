"""Jobs for the sofa: a foe, a hero or a dungeon that nobody has described is told part by part, and grows in sight."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import msgspec

from companion.engine.errors import CompanionError
from companion.games.one_deck_dungeon.abilities import (
    ANY,
    COMBAT,
    PERIL,
    ROOMS,
    Ability,
    ByHand,
    Cost,
    Cure,
    Heal,
    Price,
    Use,
)
from companion.games.one_deck_dungeon.boxes import Box
from companion.games.one_deck_dungeon.kinds import (
    FOREST,
    ITEM,
    SKILL,
    Boss,
    Card,
    DungeonCard,
    EncounterCard,
    Floor,
    HeroCard,
    HeroSide,
    Option,
    SkillCard,
)
from companion.games.one_deck_dungeon.reading import read_item
from companion.games.one_deck_dungeon.state import FLOORS
from companion.games.one_deck_dungeon.wording import read_cost
from companion.ui.one_deck_dungeon import describing as d
from companion.ui.pad import Answer, Ask

END = "end"
"""What closes a list, and what stands for a part that is not there or that nobody read."""
REVIEW = "review"
"""The last stage: everything is told."""


class Told(msgspec.Struct, frozen=True):
    """One thing that was told.

    Args:
        stage: what it is about.
        value: what was told; `END` where there is nothing, or no more.
    """

    stage: str
    value: Any


class Job:
    """A card that is being described.

    Args:
        name: its name; empty while nobody has told it.
        token: where it lies on the table; empty where it lies nowhere.

    Attributes:
        told: what was told so far, in order.
        typed: whether the name is typed here, and not what the table calls the card.
    """

    lists: ClassVar[tuple[str, ...]] = ()
    """Stages that go on until somebody says that there is no more."""
    nothing: ClassVar[dict[str, str]] = {}
    """What is said where a stage has nothing, or no more."""

    def __init__(self, name: str = "", token: str = "") -> None:
        self.name, self.token, self.typed = name, token, not name
        self.told: list[Told] = []

    # -------------------------------------------------------------------- what was told

    def all(self, stage: str) -> tuple[Any, ...]:
        """Return everything that was told at a stage."""
        return tuple(one.value for one in self.told if one.stage == stage and one.value != END)

    def one(self, stage: str) -> Any:
        """Return what was told at a stage; None for nothing."""
        found = self.all(stage)
        return found[-1] if found else None

    def plan(self) -> Iterator[str]:
        """Yield the stages in their order."""
        raise NotImplementedError

    @property
    def stage(self) -> str:
        """What is asked now: "name", a stage of the plan, or `REVIEW`."""
        if not self.name:
            return "name"
        return next((stage for stage in self.plan() if not self._closed(stage)), REVIEW)

    def _closed(self, stage: str) -> bool:
        values = [one.value for one in self.told if one.stage == stage]
        return END in values if stage.partition(" ")[0] in self.lists else bool(values)

    @property
    def card(self) -> Card:
        """The card as far as it is told."""
        raise NotImplementedError

    # -------------------------------------------------------------------------- asking

    def ask(self) -> Ask | None:
        """Return what the pad asks now; None where something is typed, or everything is told."""
        stage = self.stage
        asked = None if stage in ("name", REVIEW) else self._ask(stage)
        return msgspec.structs.replace(asked, waits=True) if asked is not None else None

    def _ask(self, stage: str) -> Ask | None:
        raise NotImplementedError

    def _read(self, stage: str, answer: Answer) -> Any:
        raise NotImplementedError

    def sentence(self) -> str:
        """Return the one sentence."""
        stage = self.stage
        if stage == "name":
            return "What is it called?"
        return f"{self.name}: is this right?" if stage == REVIEW else f"Describe {self.name}"

    def ends(self) -> str:
        """Return what the large button says that ends a stage with nothing, or with no more; empty where none may."""
        stage = self.stage
        word = stage.partition(" ")[0]
        if word in self.lists and not self.all(stage) and not self.empty(stage):
            return ""
        return self.nothing.get(word, "")

    def empty(self, stage: str) -> bool:
        """Say whether a list may have nothing in it."""
        return False

    # -------------------------------------------------------------------------- telling

    def answered(self, answer: Answer) -> None:
        """Take an answer of the pad."""
        stage = self.stage
        self.told.append(Told(stage, self._read(stage, answer)))

    def end(self) -> None:
        """End the stage: there is nothing, or no more."""
        self.told.append(Told(self.stage, END))

    def back(self) -> None:
        """Take back what was told last; with nothing told, the name that was typed."""
        if self.told:
            self.told.pop()
        elif self.typed:
            self.name = ""

    def called(self, name: str) -> None:
        """Take the name.

        Raises:
            CompanionError: it is none.
        """
        self.name = " ".join(name.split())
        if not any(letter.isalpha() for letter in self.name):
            self.name = ""
            raise CompanionError(f"A card has a name such as Razorbeak, not {name!r}.")


class FoeJob(Job):
    """A foe or a peril.

    Args:
        name: its name.
        token: where it lies.
        loot: what was told of its loot already: item and skill.
    """

    lists = ("boxes",)
    nothing: ClassVar[dict[str, str]] = {
        "boxes": "No more boxes", "rule": "It has no text", "item": "Not now", "arrows": "No arrows",
    }  # fmt: skip

    def __init__(self, name: str = "", token: str = "", loot: tuple[str, str] = ("", "")) -> None:
        super().__init__(name, token)
        self.item, self.skill = loot

    @property
    def kind(self) -> str:
        """Whether it is a combat or a peril; empty while that is not told."""
        told = self.one("kind")
        return str(told[0]) if told else ""

    def plan(self) -> Iterator[str]:
        """Yield the stages in their order."""
        yield "kind"
        if self.kind == COMBAT:
            yield from ("boxes", "rule")
        elif self.kind == PERIL:
            yield from ("pays 1", "boxes 1", "pays 2", "boxes 2", "arrows")
        if not self.item:
            yield "item"

    @property
    def card(self) -> EncounterCard:
        """The card as far as it is told."""
        kind, xp = self.one("kind") or (None, None)
        item = self.one("item") or self.item
        fight = self.kind == COMBAT
        return EncounterCard(
            FOREST, self.name or None, kind, xp,
            rule=(() if not fight else tuple(self.all("rule"))) if self.kind else None,
            boxes=(self.all("boxes") if fight else ()) if self.kind else None,
            options=(() if fight else tuple(map(self._option, (1, 2)))) if self.kind else None,
            item=read_item(item) if item else None, skill=self.skill or None,
        )  # fmt: skip

    def _option(self, n: int) -> Option:
        first = self.one("arrows") or ""
        other = {ITEM: SKILL, SKILL: ITEM}.get(first, "")
        return Option(self.all(f"boxes {n}"), self.one(f"pays {n}") or Cost(), first if n == 1 else other)

    def _ask(self, stage: str) -> Ask | None:
        word, _, n = stage.partition(" ")
        if word == "boxes":
            costs = d.PERIL_COSTS if n else d.COSTS
            asked = d.box_ask(len(self.all(stage)), "SAM", d.PLAIN, costs)
            return msgspec.structs.replace(asked, name=f"{asked.name} {n}".strip())
        asks: dict[str, Callable[[], Ask]] = {
            "kind": d.kind_ask,
            "pays": lambda: d.pays_ask(int(n)),
            "arrows": d.arrows_ask,
            "rule": lambda: d.text_ask(0, f"What does {self.name} do by its text?", d.FOE_TEXTS),
            "item": d.item_ask,
        }
        return asks[word]()

    def _read(self, stage: str, answer: Answer) -> Any:
        first = answer.value[0][0]
        match stage.partition(" ")[0]:
            case "kind":
                kind, worth = first.split()
                return kind, int(worth)
            case "boxes":
                return d.box_of(answer)
            case "pays":
                return read_cost(first)
            case "arrows":
                return END if first == "none" else first
            case "rule":
                return d.text_of(answer, d.FOE_TEXTS)
        return first


class HeroJob(Job):
    """A side of a hero card: dice and hearts.

    Args:
        name: the hero.
        solo: whether it is the 1P side.
    """

    def __init__(self, name: str, solo: bool) -> None:
        super().__init__(name)
        self.solo = solo

    def plan(self) -> Iterator[str]:
        """Yield the stages in their order."""
        yield from ("dice", "hearts")

    @property
    def card(self) -> HeroCard:
        """The card as far as it is told."""
        side = HeroSide(self.one("dice"), self.one("hearts"))
        return HeroCard(FOREST, self.name, side if self.solo else None, None if self.solo else side)

    def _ask(self, stage: str) -> Ask | None:
        if stage == "dice":
            return d.dice_ask()
        return d.number_ask("hearts", f"{self.name}: how many hearts?", range(2, 9))

    def _read(self, stage: str, answer: Answer) -> Any:
        return d.dice_of(answer) if stage == "dice" else int(answer.value[0][0])


class SkillJob(Job):
    """A skill or potion: of a card that was won, or the skill of a hero card.

    Args:
        name: its name; empty where it is typed.
        hero: the hero whose own skill it is; empty for a card that was won.
        solo: whether it stands on the 1P side of the hero.
    """

    nothing: ClassVar[dict[str, str]] = {"text": "We do it by hand"}

    def __init__(self, name: str = "", hero: str = "", solo: bool = False) -> None:
        super().__init__(name)
        self.hero, self.solo = hero, solo

    @property
    def potion(self) -> bool:
        """Whether it is a potion."""
        return bool(self.one("sort") == "potion")

    def plan(self) -> Iterator[str]:
        """Yield the stages in their order; a potion costs a token, and its hero's own skill is none."""
        if not self.hero:
            yield "sort"
        if not self.potion:
            yield "price"
        yield from ("rooms", "text")

    @property
    def ability(self) -> Ability:
        """What it does, as far as it is told."""
        rooms = self.one("rooms")
        told = self.one("text")
        does = told.does if told is not None else (Use((ByHand(""),)),) if self.stage == REVIEW else None
        if does is not None and self.potion and isinstance(does[0].effects[0], Heal | Cure):
            does = (Use(does[0].effects, ANY),)
        every = rooms == ROOMS
        return Ability(self.name, does, self.one("price") or Price(), () if every else rooms)

    @property
    def card(self) -> Card:
        """The card as far as it is told."""
        if not self.hero:
            return SkillCard(FOREST, self.potion, ability=self.ability)
        side = HeroSide(skill=self.ability)
        return HeroCard(FOREST, self.hero, side if self.solo else None, None if self.solo else side)

    def _ask(self, stage: str) -> Ask | None:
        asks = {"sort": d.sort_ask, "price": d.price_ask, "rooms": d.rooms_ask}
        return asks[stage]() if stage in asks else d.text_ask(0, f"What does {self.name} do?", d.SKILL_TEXTS)

    def _read(self, stage: str, answer: Answer) -> Any:
        first = answer.value[0][0]
        match stage:
            case "price":
                return d.price_of(answer)
            case "rooms":
                return tuple(first.split())
            case "text":
                return d.text_of(answer, d.SKILL_TEXTS)
        return first


class DungeonJob(Job):
    """A dungeon: its three floors, and the boss on its back.

    Args:
        name: the dungeon.
        boss: its boss; empty while nobody has told the name.
    """

    lists = ("perils", "combats", "texts", "boxes")
    nothing: ClassVar[dict[str, str]] = {
        "perils": "No more boxes", "combats": "No more boxes", "texts": "No more text", "boxes": "No more boxes",
        "rule": "It has no text",
    }  # fmt: skip

    def __init__(self, name: str, boss: str = "") -> None:
        super().__init__(name)
        self.boss = boss or f"Boss of {name}"

    def plan(self) -> Iterator[str]:
        """Yield the stages in their order."""
        for n in range(1, FLOORS + 1):
            yield from (f"perils {n}", f"combats {n}", f"texts {n}")
        yield from ("health", "boxes", "rule")

    def empty(self, stage: str) -> bool:
        """Say whether a list may have nothing in it: floors may, a boss has boxes."""
        return stage != "boxes"

    @property
    def card(self) -> DungeonCard:
        """The card as far as it is told."""
        rules: tuple[Ability, ...] = self.all("rule")
        boss = Boss(self.boss, self.one("health"), self.all("boxes"), rules)
        return DungeonCard(FOREST, self.name, None, tuple(self._floor(n) for n in range(1, FLOORS + 1)), boss)

    def _floor(self, n: int) -> Floor:
        perils: tuple[Box, ...] = self.all(f"perils {n}")
        return Floor(perils, self.all(f"combats {n}"), self.all(f"texts {n}"))

    @property
    def at(self) -> str:
        """What of it is told now: "Floor 2, perils"."""
        word, _, n = self.stage.partition(" ")
        return f"Floor {n}, {word}" if n else self.boss

    def sentence(self) -> str:
        """Return the one sentence."""
        return super().sentence() if self.stage == REVIEW else f"{self.name}: {self.at}"

    def _ask(self, stage: str) -> Ask | None:
        word, _, n = stage.partition(" ")
        if word == "health":
            return d.number_ask("health", f"{self.boss}: how many hearts?", range(3, 17))
        if word == "rule":
            return d.text_ask(0, f"What does {self.boss} do by its text?", d.BOSS_TEXTS)
        if word == "texts":
            return d.text_ask(len(self.all(stage)), f"What does floor {n} do by its text?", d.FLOOR_TEXTS)
        colours = "SAM" if word == "boxes" else "SAMG"
        kinds, costs = (d.BOSSES, d.BOSS_COSTS) if word == "boxes" else (d.PLAIN, d.COSTS)
        asked = d.box_ask(len(self.all(stage)), colours, kinds, costs)
        return msgspec.structs.replace(asked, name=f"{asked.name} {stage}")

    def _read(self, stage: str, answer: Answer) -> Any:
        word = stage.partition(" ")[0]
        if word == "health":
            return int(answer.value[0][0])
        if word in ("texts", "rule"):
            return d.text_of(answer, d.FLOOR_TEXTS if word == "texts" else d.BOSS_TEXTS)
        return d.box_of(answer)


def taps(job: Job) -> int:
    """Return about how many taps a job takes."""
    return {FoeJob: 30, HeroJob: 5, SkillJob: 10, DungeonJob: 80}[type(job)]


__all__ = ["END", "REVIEW", "DungeonJob", "FoeJob", "HeroJob", "Job", "SkillJob", "Told", "taps"]
