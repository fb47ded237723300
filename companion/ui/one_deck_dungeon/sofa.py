"""Cards that nobody has described: whatever lies here is told on a keypad, seen as it grows, and learned by the box."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.cards import FOREST_FOES
from companion.games.one_deck_dungeon.kinds import CORE, FOREST, handle
from companion.games.one_deck_dungeon.places import card_at
from companion.games.one_deck_dungeon.rooms import described as fight_described
from companion.games.one_deck_dungeon.state import UNTOLD, Face, Position
from companion.games.one_deck_dungeon.telling import title
from companion.ui.boards.one_deck_dungeon import View
from companion.ui.boards.one_deck_dungeon_ask import described_scene
from companion.ui.kit import Primary
from companion.ui.one_deck_dungeon.at_table import AtTable
from companion.ui.one_deck_dungeon.jobs import REVIEW, DungeonJob, FoeJob, HeroJob, Job, SkillJob, taps
from companion.ui.pad import Answer, Ask, Key, Step
from companion.ui.panel import Button, Field, Group, Item, Text

if TYPE_CHECKING:
    from companion.ui.board import Scene

TOLD = "told"
"""What the questions about a card that is described begin with."""
WHAT = f"{TOLD} what"
"""The question what is described."""
NEXT, OTHER = "next", "other"
"""The card that is being turned up, and one that does not lie here."""


class Subject(msgspec.Struct, frozen=True):
    """Something that nobody has described.

    Args:
        key: names it: a place such as "door.1.2", "hero ana", "dungeon", `NEXT` or `OTHER`.
        name: what people call it; empty for a card that nobody has named.
        begin: begins the job.
    """

    key: str
    name: str
    begin: Callable[[], Job]


class Sofa(AtTable):
    """What is done about cards that nobody has described."""

    _key = ""
    """What the description was begun under."""
    _left: tuple[tuple[str, int], Job] | None = None
    """A description that was left, with what it was begun under and the turn."""

    if TYPE_CHECKING:

        def button(self, name: str, text: str, sub: str = "", look: str = "chip", on: bool = False) -> Button:
            """Return a button of the tray."""

    # ------------------------------------------------------------------ what nobody described

    def here(self) -> list[Subject]:
        """Return what lies here now and nobody has described: cards, heroes, the dungeon with its boss."""
        return [*self._foes(), *self._heroes(), *self._skills(), *self._dungeon()]

    def _foes(self) -> Iterator[Subject]:
        state, told = self.state, set[str]()
        for place in _places(state):
            face = card_at(state, place)
            if not self.cat.described(face) and (face.name not in told or not face.name):
                told.add(face.name)
                yield self._foe(place, face)
        if state.step == "open" and self.shown_set == FOREST and not self.cat.complete:
            yield self._foe(NEXT, UNTOLD)

    def _foe(self, place: str, face: Face) -> Subject:
        name = title(face.name)
        return Subject(place, name, partial(FoeJob, name, place, (face.item, title(face.skill))))

    def _heroes(self) -> Iterator[Subject]:
        state, solo = self.state, len(self.state.heroes) == 1
        for hero in state.heroes:
            card = self.cat.heroes.get(hero.card)
            if card is not None and self.cat.side(hero.card, len(state.heroes)).dice is None:
                name = card.name or title(hero.card)
                yield Subject(f"hero {hero.handle}", name, partial(HeroJob, name, solo))

    def _skills(self) -> Iterator[Subject]:
        """Yield the skills and potions that somebody has and nobody described: those won, then those of hero cards."""
        state, solo = self.state, len(self.state.heroes) == 1
        won = [card.skill for hero in state.heroes for card in hero.skills] + [card.skill for card in state.tucked]
        for skill in dict.fromkeys(filter(None, won)):
            ability = self.cat.ability(skill)
            if ability is None or ability.does is None:
                yield Subject(f"skill {skill}", title(skill), partial(SkillJob, title(skill)))
        for hero in state.heroes:
            card = self.cat.heroes.get(hero.card)
            side = self.cat.side(hero.card, len(state.heroes))
            if card is not None and side.dice is not None and side.skill is None:
                name = card.name or title(hero.card)
                yield Subject(f"skill of {hero.handle}", f"{name}'s skill", partial(SkillJob, "", name, solo))

    def _dungeon(self) -> Iterator[Subject]:
        card = self.cat.dungeons.get(self.state.dungeon)
        if card is not None and (card.floors is None or card.boss is None or card.boss.boxes is None):
            boss = card.boss.name if card.boss is not None else ""
            yield Subject("dungeon", card.name or "", partial(DungeonJob, card.name or "", boss))

    def at_hand(self) -> list[Subject]:
        """Return what the table waits for the description of: the cards of the door, of the fight, of the loot."""
        state = self.state
        if state.step == "setup" or state.ended:
            return []
        if state.at_boss:
            return [] if state.fight is not None and fight_described(self.cat, state, state.fight) else self.here()
        beginnings = {"open": NEXT, "meet": f"door.{state.opening + 1}.", "fight": "fight.", "loot": "loot."}
        start = beginnings.get(state.step, "")
        return [one for one in self.here() if start and one.key.startswith((start, "hero"))]

    # ---------------------------------------------------------------------------- beginning

    def jobs(self) -> Iterable[tuple[str, str, str, Callable[[], None]]]:
        """Yield what the menu of the table offers: describing cards, and keeping them; id, words, small type, doing."""
        if not any(card.set == FOREST and not card.known for card in self.cat.cards) and not self.here():
            return
        yield "describe", "Describe a card", "what nobody has typed in; about 30 taps, once", self.describe
        new = len(self.session.table.new_cards)
        if new:
            words = f"Keep {new} new card{'s' * (new > 1)} in {self.game.edition.title}"
            yield "keep now", words, "known in the next game, however this one ends", self.keep

    def describe(self) -> None:
        """Ask what is described."""
        self.telling, self.choosing, self.job = "", True, None
        self.desk.refresh()

    def keep(self) -> None:
        """Save the cards that were told, whatever becomes of this game."""
        kept = self.session.table.keep_cards()
        self.desk.say(f"{kept} card{'s' * (kept != 1)} kept in {self.game.edition.title}.")
        self.desk.refresh()

    def begin(self, key: str) -> None:
        """Begin to describe what lies here under a key, or any other foe."""
        found = next((one for one in self.here() if one.key == key), None)
        self.choosing, self._key = False, key
        if self._left is not None and self._left[0] == (key, self.state.turn):
            self.job = self._left[1]
        else:
            self.job = found.begin() if found is not None else FoeJob()
        self._left = None

    def leave_job(self) -> None:
        """Leave what is being described; what was told of it is kept for whoever goes on with it in this turn."""
        if self.job is not None and self.job.told:
            self._left = ((self._key, self.state.turn), self.job)
            self.desk.say("What was told is kept: Describe it goes on from here.")
        self.job, self.choosing = None, False

    # ------------------------------------------------------------------------------- asking

    def job_ask(self) -> Ask | None:
        """Return what the pad asks about what is described."""
        if self.job is not None:
            return self.job.ask()
        keys = tuple(Key(one.key, one.name or _unnamed(one.key), sub=_where(one.key)) for one in self.here())
        keys = (*keys, Key(OTHER, "Another", sub="foe or peril"))
        return Ask(WHAT, (Step("What do you describe?", keys, min(3, max(2, len(keys)))),), None, "Nothing")

    def job_answered(self, answer: Answer) -> None:
        """Take an answer of the pad."""
        if answer.name == WHAT:
            self.begin(answer.value[0][0])
        elif self.job is not None:
            self.job.answered(answer)

    def job_act(self, name: str) -> None:
        """Do what a button says about what is described."""
        word, _, rest = name.partition(" ")
        job = self.job
        if word == "describe":
            subjects = self.at_hand()
            if len(subjects) == 1:
                self.begin(subjects[0].key)
            else:
                self.describe()
        elif word == "leave":
            self.leave_job()
        elif job is not None:
            self._told(job, word, rest)

    def _told(self, job: Job, word: str, rest: str) -> None:
        match word:
            case "end":
                job.end()
            case "back":
                job.back()
            case "called":
                job.called(rest or self.desk.field("name"))
                self._known_already(job)
            case "foot" if isinstance(job, FoeJob):
                job.skill = " ".join(self.desk.field("skill").split()) or job.skill
                self._save(job)
            case "save":
                self._save(job)

    def _known_already(self, job: Job) -> None:
        """Put a name away that the box has described already."""
        if isinstance(job, FoeJob) and self.cat.described(Face(handle(job.name))):
            self.desk.say(f"{job.name} is described already.")
            job.name = ""

    def _save(self, job: Job) -> None:
        """Let the box learn the card, and the table know which card lies there."""
        if not self.desk.enter(m.Describe(job.card)):
            return
        self.job = None
        if isinstance(job, FoeJob) and job.token:
            self._name(job)
        self.desk.say(f"{job.name} is described: {self.game.edition.title} can keep it.")

    def _name(self, job: FoeJob) -> None:
        """Tell the table which card lies there, with what was read of its loot."""
        item = str(job.card.item) if job.card.item is not None else ""
        face = Face(handle(job.name), item, handle(job.skill))
        text = self.game.cards.spell(face)
        state = self.state
        if job.token == NEXT:
            if state.step == "open":
                self.desk.enter(f"card {text}")
        elif job.token in _places(state) and card_at(state, job.token) != face:
            self.desk.tell(job.token, text)

    # ------------------------------------------------------------------------------ showing

    def job_scene(self, view: View) -> Scene:
        """Return the card as it grows."""
        job = self.job
        if job is None:
            return described_scene(None, view)
        return described_scene(job.card, view, job.stage == REVIEW)

    def job_sentence(self) -> str:
        """Return the one sentence."""
        return self.job.sentence() if self.job is not None else "Describe a card: which?"

    def job_tray(self) -> Iterable[Item]:
        """Return what lies in the tray while the pad asks nothing: the name is typed, or all is seen once more."""
        job = self.job
        assert job is not None
        if job.stage == "name":
            foes = FOREST_FOES if isinstance(job, FoeJob) else ()
            known = [name for name in foes if not self.cat.described(Face(handle(name)))]
            field = Field("name", "", hint="its name, as printed", enter="called", most=40)
            yield Group((field, self.button("called", "That is it")), "row")
            yield Group(tuple(self.button(f"called {name}", name) for name in known), "chips")
            return
        if isinstance(job, FoeJob):
            field = Field("skill", "", job.skill, hint="skill or potion at its foot", enter="foot", most=40)
            yield Group((field, self.button("foot", "Save with it")), "row")
        else:
            yield Group((Text("Compare it with the card.", "grow"),), "row")
        yield Group((), "chips")

    @property
    def told_last(self) -> tuple[str, str]:
        """What was told last of a card that is being described, for the button that takes it back, and its act."""
        job = self.job
        if job is None:
            return ("describing", "leave") if self.choosing else ("", "")
        return ("what you told last", "back") if job.told or (job.typed and job.name) else ("describing", "leave")

    def job_primary(self) -> Primary:
        """Return the large button."""
        job = self.job
        if job is None:
            return Primary("Tap what it is", "", "Leave it", "leave")
        beside = ("Leave it", "leave")
        if job.stage == REVIEW:
            bare = isinstance(job, FoeJob) and not job.skill
            return Primary("Save without it" if bare else "Save it", "save", *beside)
        ends = job.ends()
        if ends:
            return Primary(ends, "end", *beside)
        begun = "Tap it" if job.told else f"About {taps(job)} taps, once"
        return Primary("Type its name" if job.stage == "name" else begun, "", *beside)

    def unnamed(self) -> list[str]:
        """Return the places of the cards before the party that only lack a name, which the box knows."""
        known = any(card.name for card in self.cat.encounters.values())
        return [one.key for one in self.at_hand() if known and not one.name and one.key.startswith("door.")]

    def describing_chip(self) -> list[Button]:
        """Return the chip that leads to describing what lies here; none where everything is described."""
        found = self.at_hand() if not (self.session.watching or self.desk.trying) else []
        if not found:
            return []
        heroes = all(one.key.startswith("hero") for one in found)
        if self.unnamed():
            name = self.button("name", "Say which card it is", "one tap")
            return [name] if self.state.deck == CORE else [name, self.button("describe", "Describe it")]
        return [self.button("describe", f"Describe {found[0].name}" if heroes else "Describe it")]


def _places(state: Position) -> list[str]:
    """Return the places of cards that lie open."""
    doors = [
        f"door.{n}.{k}"
        for n, door in enumerate(state.doors, start=1)
        if door.open and not (state.step == "open" and n == state.opening + 1)
        for k in range(1, len(door.cards) + 1)
    ]
    fought = state.fight is not None and not state.at_boss
    parts = len(state.fight.parts) if state.fight is not None and fought else 0
    fight = [f"fight.{k}" for k in range(1, parts + 1)]
    return [*fight, *(f"loot.{k}" for k in range(1, len(state.spoils) + 1)), *doors]


def _unnamed(key: str) -> str:
    """Return what a card without a name is called for now."""
    return "This card" if key == NEXT else f"Card {key.rpartition('.')[2]}"


def _where(key: str) -> str:
    """Return where something lies, in small type."""
    word, *rest = key.split(".")
    if word == "door":
        return f"door {rest[0]}"
    if word.startswith("skill"):
        return "what it does"
    return {"fight": "now", "loot": "the loot", NEXT: "behind the door", "dungeon": "dungeon, boss"}.get(word, "hero")
