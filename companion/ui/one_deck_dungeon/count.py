"""Just ask: one or two fights are tapped together, and read as they stand. No game is kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from companion.engine.edition import OUR_BOX, Edition, place_of
from companion.engine.errors import UnreadableError
from companion.engine.odds import Odds
from companion.engine.rulebook import Rulebook
from companion.games.one_deck_dungeon import encounter as e
from companion.games.one_deck_dungeon.abilities import PERIL
from companion.games.one_deck_dungeon.boxes import COLOURS, Box, Pool, read_box, spell_boxes
from companion.games.one_deck_dungeon.catalogue import Catalogue, catalogue_of, face_of
from companion.games.one_deck_dungeon.kinds import CORE, FOREST, EncounterCard, HeroSide
from companion.games.one_deck_dungeon.state import count
from companion.games.one_deck_dungeon.telling import pool_words
from companion.ui.boards.one_deck_dungeon import View, picking_scene
from companion.ui.boards.one_deck_dungeon_ask import Asked, asking_scene
from companion.ui.boards.one_deck_dungeon_fight import FightCard, Way
from companion.ui.boards.one_deck_dungeon_places import read_place
from companion.ui.kit import Drawn
from companion.ui.odds_items import odds_row
from companion.ui.one_deck_dungeon import describing, picks, said
from companion.ui.one_deck_dungeon.fights import ALIVE, Days, Met, printed, rank
from companion.ui.one_deck_dungeon.meeting import peril_ways
from companion.ui.one_deck_dungeon.thinking import Thinker
from companion.ui.pad import Answer, Ask
from companion.ui.panel import Button, Group, Item, Text

MOST_DICE = 8
MOST_HEARTS = 7
MOST_DOORS = 5
DOORS = re.compile(r"doors=(\d)")
COUNTING = "Still counting … so far this is sure; it goes no worse."
NO_WORSE = "Too many dice to count every way to use them: it goes no worse than this."


class Painted(msgspec.Struct, frozen=True):
    """A fight that is asked about.

    Args:
        name: of a foe or peril of the box; empty where boxes are told.
        boxes: boxes that somebody described.
        pool: the dice.
        hearts: hearts of the two heroes.
        way: the way at a peril; 0 for the better one.
    """

    name: str = ""
    boxes: tuple[Box, ...] = ()
    pool: Pool = Pool(2, 2, 2, 0)
    hearts: tuple[int, ...] = (4, 3)
    way: int = 0

    @property
    def line(self) -> str:
        """The fight as text."""
        return f"{self.name or spell_boxes(self.boxes) or '?'} {self.pool} {' '.join(map(str, self.hearts))}"


def _cat() -> Catalogue:
    """Return the cards that are known: core with the Forest of Our box, or, while that is empty, a made-up one."""
    file = place_of("one-deck-dungeon", OUR_BOX)
    return _known(file.stat().st_mtime_ns if file.is_file() else 0)


@lru_cache(maxsize=2)
def _known(written: int) -> Catalogue:
    """Return the cards as they were when the list of Our box was written; 0 where there is none."""
    own = catalogue_of(Edition.load("one-deck-dungeon", OUR_BOX)) if written else None
    if own is not None and any(card.set == FOREST and own.foe(face_of(card)) for card in own.cards):
        return own
    return catalogue_of(Edition.load("one-deck-dungeon", "practice"))


class Asking:
    """One or two fights being tapped together.

    Args:
        redraw: draws the page again.
        text: fights to begin with; empty for none.
    """

    title = "Just ask about a fight"
    hint = "goblin 3/4/1/0 4 3 / boulder 1/1/4/0 3 3"
    reads = "Odds"
    low = True

    def __init__(self, redraw: Callable[[], None], text: str = "") -> None:
        self._redraw = redraw
        self.thinker = Thinker(redraw)
        self._clear()
        if text:
            self.read(text)

    def _clear(self) -> None:
        self.fights: tuple[Painted, ...] = ()
        self.naming, self.heroes, self.describing = 1, 0, 0
        self.doors, self._first = 1, ""
        self.foes = CORE
        self._deep: set[str] = set()

    # -------------------------------------------------------------------- as text

    @property
    def text(self) -> str:
        """The fights as text, empty while nothing was tapped."""
        doors = f" doors={self.doors}" if self.doors > 1 else ""
        return " / ".join(one.line for one in self.fights) + doors

    def read(self, text: str) -> None:
        """Take fights from text: a name or boxes, a pool S/A/M/H, hearts; one fight a line, or with " / " between.

        How many doors lie open stands behind them: "doors=2".

        Raises:
            UnreadableError: it cannot be read.
        """
        told = DOORS.search(text)
        doors, text = int(told[1]) if told else 1, DOORS.sub("", text)
        lines = [line.strip() for line in text.replace("\n", " / ").split(" / ") if line.strip()]
        if len(lines) > 2:
            raise UnreadableError(text, "one fight or two")
        if not 1 <= doors <= MOST_DOORS:
            raise UnreadableError(f"doors={doors}", f"1 to {MOST_DOORS} open doors")
        self.fights, self.doors = tuple(map(_read, lines)), doors
        self.naming = 0 if self.fights else 1
        self.heroes = 0

    # ------------------------------------------------------------------ the odds

    def ways(self, one: Painted) -> tuple[int, ...]:
        """Return the ways of a peril, else 0."""
        card = _cat().encounters.get(one.name)
        return (1, 2) if card is not None and card.kind == PERIL and card.options else (0,)

    def fight(self, one: Painted, way: int = 0, doors: int = 0) -> Met | None:
        """Return a fight that is asked about at one way; None while it has no boxes.

        Args:
            one: the fight.
            way: the way at a peril.
            doors: open doors, a door of two cards as one of them; 0 for as many as were told.
        """
        return printed(_cat(), one.name, one.boxes, one.pool, one.hearts, way, doors or self.doors)

    @property
    def grows(self) -> bool:
        """Whether a box of a card asks for more with every open door."""
        return any(self.fight(one, doors=1) != self.fight(one, doors=2) for one in self.fights)

    def days(self, one: Painted, way: int = -1) -> Days | None:
        """Return how a fight goes at one way, or at the better one; None while it is unknown."""
        if way >= 0:
            return self.thinker.best(self.fight(one, way), ALIVE)
        options = [self.days(one, option) for option in ((one.way,) if one.way else self.ways(one))]
        found = [days for days in options if days is not None]
        return max(found, key=lambda days: rank(days, ALIVE)) if len(found) == len(options) else None

    @property
    def nobody(self) -> Fraction | None:
        """The chance that nobody falls in any of the fights."""
        chance = Fraction(1)
        for one in self.fights:
            days = self.days(one)
            if days is None:
                return None
            chance *= days.safe
        return chance if self.fights else None

    @property
    def exact(self) -> bool:
        """Whether the numbers are the odds, not only what is sure."""
        return all(days.exact for one in self.fights if (days := self.days(one)) is not None)

    @property
    def counting(self) -> bool:
        """Whether the odds are still being counted, so that what is told may still be bettered."""
        return not self.exact and self.thinker.waiting > 0

    def _think(self) -> None:
        self.thinker.want([self.fight(one, way) for one in self.fights for way in self.ways(one)], ALIVE)

    # ------------------------------------------------------------------ drawing

    def draw(self, size: tuple[int, int]) -> Drawn:
        """Draw the names to pick, the heroes to pick, or the fights."""
        view = View(size=size)
        if self.naming and not self.describing:
            tiles = picks.foe_tiles(_cat(), self.foes, None)
            return Drawn(
                picking_scene(tiles, picks.COLUMNS, view, "Which card?", picks.set_tiles(_cat(), "hybrid", self.foes))
            )
        if self.heroes:
            return Drawn(picking_scene(picks.party_tiles(_cat()), 2, view, "Which heroes?"))
        self._think()
        return Drawn(asking_scene([self._asked(n, one) for n, one in enumerate(self.fights, start=1)], view))

    def _asked(self, n: int, one: Painted) -> Asked:
        card = _cat().encounters.get(one.name)
        days, fight = self.days(one), self.fight(one, self.ways(one)[0])
        drawn = FightCard(
            n=n,
            name=(card.name or "") if card is not None else "Described",
            tone=(card.kind or "plain") if card is not None else "plain",
            xp=(card.xp or 0) if card is not None else 0,
            boxes=fight.fight.all_boxes if fight is not None and self.ways(one) == (0,) else (),
            ways=tuple(self._ways(one, card)) if card is not None and self.ways(one) != (0,) else (),
            safe=said.safe(days.safe, days.exact) if days is not None else "",
            days=tuple(map(said.cost, (days.good, days.usual, days.bad))) if days is not None else (),
            note="" if fight is not None else "Add its boxes: Describe it",
        )
        counts = one.pool.counts()
        return Asked(drawn, counts, one.hearts)

    def _ways(self, one: Painted, card: EncounterCard) -> list[Way]:
        both = [self.days(one, way) for way in (1, 2)]
        asked = [self.fight(one, way) for way in (1, 2)]
        return peril_ways(card.options or (), asked, both, one.way, ALIVE)

    def sentence(self) -> str:
        """Return the one sentence."""
        if self.describing:
            return f"{len(self._described().boxes)} boxes so far: add the next"
        if self.naming:
            return "Which card lies there?" if self.naming == 1 else "And the second card?"
        if self.heroes:
            who = "Tap the other hero, or Alone" if self._first else "Tap one hero or two"
            return f"Who fights {self._name(self.heroes)}? {who}"
        chance = self.nobody
        return self._nobody(chance) if chance is not None else "Tap the dice and the hearts"

    def _nobody(self, chance: Fraction) -> str:
        return said.nobody(chance, self.exact, counting=self.counting)

    def _name(self, n: int) -> str:
        card = _cat().encounters.get(self.fights[n - 1].name) if n <= len(self.fights) else None
        return (card.name or "it") if card is not None else "it"

    def heading(self) -> str:
        """Return the result in a few words."""
        chance = self.nobody
        return self._nobody(chance) if chance is not None else "A fight"

    def button(self) -> str:
        """Return what the large button says."""
        return "Read the odds" if self.fights else "Tap a card"

    # ----------------------------------------------------------------------- taps

    def tapped(self, place: str) -> None:
        """Take a tap: a name, a hero, one die more, one heart more, a way."""
        spot = read_place(place)
        if spot.kind == "set":
            self.foes = spot.name
        elif spot.kind == "foe":
            self._named(spot.name)
        elif spot.kind == "pick":
            self._joined(spot.name)
        elif spot.kind == "die":
            self._die(spot.n, spot.name)
        elif spot.kind == "heart":
            self._heart(spot.n, "ab".index(spot.name))
        elif spot.kind == "way":
            one = self.fights[int(spot.name) - 1]
            self._put(int(spot.name), replace(one, way=0 if one.way == spot.n else spot.n))
        elif spot.kind == "card":
            self.naming = spot.n
        self._redraw()

    def _named(self, name: str) -> None:
        n = self.naming
        if n <= len(self.fights):
            self._put(n, replace(self.fights[n - 1], name=name, boxes=(), way=0))
            self.naming = 0
        else:
            self.fights = (*self.fights, Painted(name))
            self.naming = 2 if n == 1 else 0

    def _put(self, n: int, one: Painted) -> None:
        self.fights = (*self.fights[: n - 1], one, *self.fights[n:])

    def _die(self, n: int, colour: str) -> None:
        one = self.fights[n - 1]
        counts = [count(one.pool, c) for c in COLOURS]
        at = COLOURS.index(colour)
        counts[at] = (counts[at] + 1) % (MOST_DICE + 1)
        self._put(n, replace(one, pool=Pool(*counts)))

    def _heart(self, n: int, hero: int) -> None:
        one = self.fights[n - 1]
        hearts = list(one.hearts)
        hearts[hero] = hearts[hero] % MOST_HEARTS + 1
        self._put(n, replace(one, hearts=tuple(hearts)))

    def _joined(self, name: str) -> None:
        """Take a hero into the present fight; two make it full, then the next fight is asked."""
        names = [self._first, name] if self._first else [name]
        self._gather([_cat().side(one, 2) for one in names])
        self._first = "" if self._first else name
        if not self._first:
            self._next_heroes()

    def _alone(self) -> None:
        """Let the hero who was tapped fight alone, with the side of a game for one."""
        self._gather([_cat().side(self._first, 1)])
        self._first = ""
        self._next_heroes()

    def _gather(self, sides: Sequence[HeroSide]) -> None:
        """Give the present fight the dice and the hearts of some heroes."""
        counts = [(side.dice or Pool()).counts() for side in sides]
        pool = Pool(*map(sum, zip(*counts, strict=True)))
        hearts = tuple(side.health or 3 for side in sides)
        self._put(self.heroes, replace(self.fights[self.heroes - 1], pool=pool, hearts=hearts))

    def _next_heroes(self) -> None:
        self.heroes = self.heroes + 1 if self.heroes < len(self.fights) else 0

    def act(self, name: str) -> None:
        """Do what a button of the tray says."""
        word, _, n = name.partition(" ")
        if word == "clear":
            self._clear()
        elif word == "one":
            self.naming = 0
        elif word == "heroes":
            self.heroes, self._first = (0 if self.heroes else 1), ""
        elif word == "alone":
            self._alone()
        elif word == "doors":
            self.doors = self.doors % MOST_DOORS + 1
        elif word == "describe":
            self.naming, self.describing = 0, int(n)
            if self.describing > len(self.fights):
                self.fights = (*self.fights, Painted())
        elif word == "unbox":
            one = self._described()
            self._put(self.describing, replace(one, boxes=one.boxes[:-1]))
        elif word == "second":
            self.naming = 2
        self._redraw()

    def _described(self) -> Painted:
        return self.fights[self.describing - 1]

    def ask(self) -> Ask | None:
        """Return what the pad asks: the next box of a card that is described."""
        if not self.describing:
            return None
        many = len(self._described().boxes)
        return describing.box_ask(many, later="Done" if many else "Not now")

    def answered(self, answer: Answer) -> None:
        """Take an answer of the pad: a box."""
        one = self._described()
        self._put(self.describing, replace(one, name="", boxes=(*one.boxes, describing.box_of(answer))))
        self._redraw()

    def later(self, ask: Ask) -> None:
        """Take "Done": the card is described."""
        if not self._described().boxes:
            self.fights = self.fights[: self.describing - 1]
            self.naming = self.describing
        self.describing = 0
        self._redraw()

    # ------------------------------------------------------------------- the tray

    def tray(self) -> Iterable[Item]:
        """Return what may be done besides."""
        if self.naming:
            said_n = "Combats left, perils right, by XP."
            chips = [self._chip(f"describe {self.naming}", "Describe it")]
            if self.naming == 2:
                chips.append(self._chip("one", "Only one card"))
        else:
            said_n = "Tap dice and hearts for one more; after the most they begin anew."
            chips = [self._chip("heroes", "Heroes", bool(self.heroes))]
            if self._first:
                chips.append(self._chip("alone", "Alone"))
            if len(self.fights) == 1:
                chips.append(self._chip("second", "Second card"))
            if self.grows:
                chips.append(self._chip("doors", f"Open doors: {self.doors}"))
        yield Group((Text(said_n, "small grow"),), "row")
        yield Group(tuple(chips), "chips")

    def _chip(self, name: str, text: str, on: bool = False) -> Button:
        return Button(name, text, lambda: self.act(name), look="chip", on=on)

    # ------------------------------------------------------------------- the answers

    def rows(self, book: Rulebook, where: str) -> Iterable[Item]:
        """Return the odds of each fight, each open to how it was worked out.

        Args:
            book: the digest.
            where: a word for the ids of the rows.
        """
        for n, one in enumerate(self.fights, start=1):
            days, fight = self.days(one), self.fight(one, one.way or self.ways(one)[0])
            if days is None or fight is None:
                continue
            name = self._name(n) if one.name else "The described card"
            yield Text(f"{name} with {pool_words(one.pool)}", "title")
            if not days.exact:
                yield Text(COUNTING if self.counting else NO_WORSE, "small")
            for label, loss in (("A good day", days.good), ("A usual day", days.usual), ("A bad day", days.bad)):
                yield Group((Text(label, "grow"), Text(said.loss_words(loss))), "row")
            odds = Odds.between(
                "Nobody falls",
                days.safe,
                days.safe if days.exact else Fraction(1),
                counted=f"every roll of {pool_words(one.pool)}, placed as well as can be",
                assumptions=("no skill, feat or potion is used",),
                clauses=("one-deck-dungeon.end.fallen",),
            )
            key = f"{where} {n}"
            yield odds_row(key, odds, book, key in self._deep, lambda key=key: self._open(key))  # type: ignore[misc]

    def _open(self, key: str) -> None:
        self._deep.add(key)
        self._redraw()


def _read(line: str) -> Painted:
    """Read one fight."""
    name, boxes, pool, hearts = "", [], Pool(2, 2, 2, 0), []
    for word in line.split():
        low = word.lower().lstrip("#")
        if low in _cat().encounters:
            name = low
        elif "/" in word:
            pool = e.read_pool(word)
        elif word.isdecimal():
            hearts.append(int(word))
        elif word != "?":
            try:
                boxes.append(read_box(word))
            except UnreadableError:
                known = "a name such as goblin, a box such as S6w:h, a pool such as 3/4/1/0, or hearts"
                raise UnreadableError(word, known) from None
    if any(not 1 <= n <= MOST_HEARTS for n in hearts) or max(pool.counts()) > MOST_DICE:
        raise UnreadableError(line, f"up to {MOST_DICE} dice of a colour and 1 to {MOST_HEARTS} hearts")
    return Painted(name, tuple(boxes), pool, tuple(hearts) or (4, 3))


__all__ = ["Asking", "Painted"]
