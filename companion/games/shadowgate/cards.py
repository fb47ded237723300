"""What the cards, boards and dice of Shadowgate are, how an edition lists them, and the counts that the rulebook gives.

A field that nobody has read from a box is None; a field that is printed as nothing is "", () or 0. Names are written in
small letters with dashes ("cavern-stairwell"). Three numbers for traits stand for Strength, Resourceful and Mental.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from companion.engine.edition import read_tables
from companion.engine.told import Printed
from companion.games.shadowgate import reading
from companion.games.shadowgate.vocabulary import BY_HAND, Cost, Effect, cost, effects

COLOURS = reading.CHOICES["die", "colour"]
DICE = 6
DECKS = reading.CHOICES["quest", "deck"]
KINDS = reading.CHOICES["quest", "kind"]
STAIRWELL, HALL, BARRIER = "cavern-stairwell", "banquet-hall", "great-barrier"
GATES = {STAIRWELL: "I", HALL: "II", BARRIER: "III"}
"""The quest cards that open what follows, and the deck that holds each."""
CHARACTERS = reading.CHOICES["character", "name"]
CHARACTER_NAMES = {
    "akaaria": "Akaaria T'ynn",
    "fezlyn": "Fezlyn Quickfoot",
    "gorin": "Gorin Truestrike",
    "jair": "Jair Cuthegar",
    "katalia": "Katalia Mar",
    "lakmir": "Lakmir the Timeless",
    "thuradun": "Thuradun Rae",
    "willowmere": "Willowmere",
}
BOSSES = reading.CHOICES["boss", "name"]
BOSS_NAMES = {"warlock-lord": "Talimar the Warlock Lord", "reaper": "The Reaper", "behemoth": "The Behemoth"}
SLOTS = 4
"""Equipped Item slots of a mat."""

PER_DECK = 15
ITEMS = 55
PUZZLES = 10
STAFFS = 3
RIDDLES = 10
ENERGIES = 7
TRAIT_TOKENS = 5
"""Two-sided tokens of each trait: +1 and -1."""
MAGIC_TOKENS = 5
"""Tokens of each element."""
DEATHS = 20
"""Death cards in the box; they have no limit."""
DEATH_COST, FATAL = 5, 5
"""XP that a Death card costs, and how many of them defeat a player in Competition Mode (shadowgate.death.fifth)."""
TORCH_START, TORCH_RESET = 10, 5
BOSS_LIFE, TIE_LIFE = 50, 25
ALWAYS, DRAWN = reading.CHOICES["board", "riddles"]


class _Told(Printed, frozen=True):
    """What all cards share."""

    def __str__(self) -> str:
        """Return its name, or what is told of a card without one, as an error names it."""
        told = (getattr(self, name) for name in self.__struct_fields__)
        named = getattr(self, "name", None) or " ".join(str(value) for value in told if value not in (None, (), ""))
        return named.replace("-", " ").title() or WORDS[type(self)].title()


class Board(_Told, frozen=True, tag="board"):
    """The Game board.

    Args:
        quest_spaces: how many Active Quest spaces there are.
        red_torch: the red numbers of the Torch track.
        red_boss: the red spaces of the Boss life track.
        riddles: `always` (one riddle lies face up, and the next is turned up when it is answered) or `drawn` (a riddle
            is turned up only by `draw 1 riddle`).
        djinn: what the Djinn Token does for who holds it, an ability; the rulebook does not tell.
    """

    quest_spaces: int | None = None
    red_torch: tuple[int, ...] | None = None
    red_boss: tuple[int, ...] | None = None
    riddles: str | None = None
    djinn: str | None = None


class Die(_Told, frozen=True, tag="die"):
    """The dice of one colour.

    Args:
        colour: black (numbers and skulls), red (traits) or blue (numbers, staffs and skulls).
        copies: how many there are.
        faces: what each face shows: a number as text, `skull`, `staff` or a trait; None for a face nobody has read.
    """

    colour: str
    copies: int | None = None
    faces: tuple[str | None, ...] | None = None


class Character(_Told, frozen=True, tag="character"):
    """A Character: one side of a Player mat.

    Args:
        name: one of `CHARACTERS`.
        mat: which of the four mats it is on; the other Character of that mat cannot be played beside it (ruling 2).
        star: whether this side has the gold star of Beginner Mode.
        traits: the base traits.
        ability: what it can do, an ability; "" for nothing.
        full: what it can do once fully equipped, an ability.
        slots: the four Equipped Item slots: `relic`, `weapon`, `magic`, `any`.
    """

    name: str
    mat: int | None = None
    star: bool | None = None
    traits: tuple[int | None, int | None, int | None] | None = None
    ability: str | None = None
    full: str | None = None
    slots: tuple[str | None, ...] | None = None


class QuestCard(_Told, frozen=True, tag="quest"):
    """A Quest card of the decks I to III.

    Args:
        deck: `I`, `II` or `III`.
        name: what it is called.
        kind: standard, monster, puzzle or event.
        cost: what it takes; an event has "" and cannot be attempted.
        torch: torches in the Quest Failure area: how far a failure moves the Torch marker.
        skulls: skulls there: Death cards of a failure.
        reward: an effect. Of an event: what it does when revealed, and (a boost) while it is in play.
        xp: experience points.
        bonus: symbols of the Quest Bonus, one item for each: types or categories.
        stays: whether an event lies there until it is cycled; False leaves the board once it is resolved.
    """

    deck: str
    name: str | None = None
    kind: str | None = None
    cost: str | None = None
    torch: int | None = None
    skulls: int | None = None
    reward: str | None = None
    xp: int | None = None
    bonus: tuple[str, ...] | None = None
    stays: bool | None = None

    def __str__(self) -> str:
        """Return what is told of it, as an error names it."""
        told = {name: getattr(self, name) for name in ("cost", "xp", "torch", "skulls")}
        parts = [f"{name} {value}" for name, value in told.items() if value not in (None, "")]
        head = self.name.replace("-", " ").title() if self.name else f"a quest of deck {self.deck}"
        return f"{head} ({', '.join(parts)})" if parts and not self.name else head


class ItemCard(_Told, frozen=True, tag="item"):
    """An Item card.

    Args:
        name: what it is called; several copies may share a name.
        types: `general`, or one of `weapon`, `relic`, `magic`; a Wild item lists several.
        categories: one for each type that is equipped (`melee`, `royal`, `ice`, …); () for a General item.
        traits: symbols it adds while equipped.
        ability: what it does when used, or `always` while equipped.
        discard: whether it is discarded after use.
        xp: experience points.
    """

    name: str | None = None
    types: tuple[str, ...] | None = None
    categories: tuple[str, ...] | None = None
    traits: tuple[int | None, int | None, int | None] | None = None
    ability: str | None = None
    discard: bool | None = None
    xp: int | None = None


class PuzzleCard(_Told, frozen=True, tag="puzzle"):
    """A Puzzle item: its name, by which Puzzle quests call for it, and its experience points."""

    name: str | None = None
    xp: int | None = None


class StaffCard(_Told, frozen=True, tag="staff"):
    """A piece of the Staff of Ages: a relic of the category Staff; all pieces share one slot.

    Args:
        name: what it is called.
        traits: symbols it adds while equipped.
        ability: what it does when used, or `always` while equipped.
        xp: experience points.
    """

    name: str | None = None
    traits: tuple[int | None, int | None, int | None] | None = None
    ability: str | None = None
    xp: int | None = None


class RiddleCard(_Told, frozen=True, tag="riddle"):
    """A Djinn Riddle.

    Args:
        name: its title, or the first words.
        answer: the card it wants: `death`, a type or category of item, `puzzle`, or the name of an item.
        reward: an effect.
        xp: experience points.
    """

    name: str | None = None
    answer: str | None = None
    reward: str | None = None
    xp: int | None = None


class EnergyCard(_Told, frozen=True, tag="energy"):
    """An Energy card: its name, what it does to every player while it is active (an effect), its experience points."""

    name: str | None = None
    effect: str | None = None
    xp: int | None = None


class BossCard(_Told, frozen=True, tag="boss"):
    """A Final Quest card.

    Args:
        name: one of `BOSSES`.
        star: whether it has the gold star of Beginner Mode.
        action: what the boss does to every player, an effect.
        defence: what a player rolls against it to be spared, `strength 6`: the trait, two black dice and with a Staff
            the blue one must reach the number; "" where nothing spares.
        xp: experience points for who lands the last blow.
    """

    name: str
    star: bool | None = None
    action: str | None = None
    defence: str | None = None
    xp: int | None = None


Card: TypeAlias = (
    Board | Die | Character | QuestCard | ItemCard | PuzzleCard | StaffCard | RiddleCard | EnergyCard | BossCard
)

TABLES: dict[str, type] = {
    "board": Board,
    "die": Die,
    "character": Character,
    "quest": QuestCard,
    "item": ItemCard,
    "puzzle": PuzzleCard,
    "staff": StaffCard,
    "riddle": RiddleCard,
    "energy": EnergyCard,
    "boss": BossCard,
}
"""The tables of a card list."""
WORDS = {kind: word for word, kind in TABLES.items()}
"""The word for each kind of card."""


def quest_cost(card: QuestCard) -> Cost:
    """Return the ways to meet a quest; what nobody told is judged by hand."""
    return cost(card.cost)


def quest_reward(card: QuestCard) -> tuple[Effect, ...]:
    """Return what a quest brings, or what an event does."""
    return effects(card.reward)


class ShadowgateSchema:
    """The card list of a box, as one TOML table for each kind of `TABLES`."""

    game = "shadowgate"
    card_type = Card

    def read(self, tables: Mapping[str, Any]) -> tuple[list[tuple[str, Card]], list[str]]:
        """Turn parsed TOML tables into cards.

        Returns:
            pairs of an id and a card, and every complaint about entries that cannot be read.
        """
        return read_tables(tables, {word: reading.reader(word, kind) for word, kind in TABLES.items()})

    def write(self, cards: Iterable[tuple[str, Card]]) -> dict[str, list[dict[str, Any]]]:
        """Return the cards as TOML tables; what is unknown is left out, and within a list it is "?"."""
        tables: dict[str, list[dict[str, Any]]] = {word: [] for word in TABLES}
        for name, card in cards:
            tables[WORDS[type(card)]].append({"id": name} | reading.row(card))
        return {word: rows for word, rows in tables.items() if rows}

    def check(self, cards: Sequence[Card]) -> list[str]:
        """Return every complaint about the counts of the rulebook, each naming its card and what is expected."""
        return [
            *_wrong_counts(cards),
            *_wrong_dice([card for card in cards if isinstance(card, Die)]),
            *_wrong_people([card for card in cards if isinstance(card, Character)]),
            *_wrong_quests([card for card in cards if isinstance(card, QuestCard)]),
            *_wrong_bosses([card for card in cards if isinstance(card, BossCard)]),
            *_wrong_puzzles(cards),
        ]

    def blank(self) -> list[tuple[str, Card]]:
        """Return what the rulebook alone tells: names, kinds, two Strengths and one ability; nothing printed else."""
        board: list[Card] = [Board()]
        dice: list[Card] = [Die(colour) for colour in COLOURS]
        people: list[Card] = [Character(name, **_TOLD.get(name, {})) for name in CHARACTERS]
        quests = {
            deck: [QuestCard(deck, **_EVENTS.get(deck, {})), *_unread(QuestCard(deck), PER_DECK - 1)] for deck in DECKS
        }
        bosses: list[Card] = [BossCard(name, star=name == BOSSES[0]) for name in BOSSES]
        groups: list[tuple[str, Sequence[Card]]] = [("board", board), ("", dice), ("", people)]
        groups += [(f"quest-{deck.lower()}-", quests[deck]) for deck in DECKS]
        groups += [("", _unread(ItemCard(), ITEMS)), ("puzzle", _unread(PuzzleCard(), PUZZLES))]
        groups += [("staff", _unread(StaffCard(), STAFFS)), ("riddle", _unread(RiddleCard(), RIDDLES))]
        groups += [("energy", _unread(EnergyCard(), ENERGIES)), ("", bosses)]
        return [(_id(stem, n, card), card) for stem, group in groups for n, card in enumerate(group, start=1)]


SCHEMA = ShadowgateSchema()

_TOLD: dict[str, dict[str, Any]] = {
    "katalia": {"traits": (1, None, None), "ability": "start: gain 2 token"},
    "jair": {"traits": (3, None, None)},
}
"""What the rulebook tells of mats, by name."""
_EVENTS: dict[str, dict[str, Any]] = {
    "I": {"name": STAIRWELL, "kind": "event"},
    "II": {"name": HALL, "kind": "event"},
    "III": {"name": BARRIER},
}
"""The quest cards that the rulebook names, by deck."""


def _unread(card: Card, n: int) -> list[Card]:
    return [card] * n


def _id(stem: str, n: int, card: Card) -> str:
    if isinstance(card, Die):
        return f"die-{card.colour}"
    if isinstance(card, Character | BossCard):
        return card.name
    return "board" if stem == "board" else f"{stem}{n}"


_COUNTS: dict[type, int] = {
    Board: 1,
    Die: len(COLOURS),
    Character: len(CHARACTERS),
    ItemCard: ITEMS,
    PuzzleCard: PUZZLES,
    StaffCard: STAFFS,
    RiddleCard: RIDDLES,
    EnergyCard: ENERGIES,
    BossCard: len(BOSSES),
}
_PLURALS: dict[type, str] = {
    Board: "board",
    Die: "colours of dice",
    Character: "characters",
    ItemCard: "Item cards",
    PuzzleCard: "Puzzle items",
    StaffCard: "Staff items",
    RiddleCard: "riddles",
    EnergyCard: "Energy cards",
    BossCard: "Final Quest cards",
}


def _wrong_counts(cards: Sequence[Card]) -> list[str]:
    counts: Counter[type] = Counter(type(card) for card in cards)
    return [
        f"a box has {right} {_PLURALS[kind]}, not {counts[kind]}"
        for kind, right in _COUNTS.items()
        if counts[kind] != right
    ]


def _twice(names: Iterable[str | None], what: str) -> list[str]:
    counts = Counter(name for name in names if name is not None)
    return [f"{name}: there is one {what} of that name, not {n}" for name, n in counts.items() if n > 1]


def _wrong_dice(dice: Sequence[Die]) -> list[str]:
    complaints = _twice((die.colour for die in dice), "entry for dice")
    told = [die.copies for die in dice if die.copies is not None]
    if len(told) == len(dice) == len(COLOURS) and sum(told) != DICE:
        complaints.append(f"a box has {DICE} dice, not {sum(told)}")
    if any(die.colour == "black" and die.copies is not None and die.copies < 2 for die in dice):
        complaints.append("black: a quest rolls 2 black dice, so there are at least 2")
    return complaints


def _wrong_people(people: Sequence[Character]) -> list[str]:
    complaints = _twice((card.name for card in people), "character")
    mats = Counter(card.mat for card in people if card.mat is not None)
    complaints += [f"mat {mat} has two characters, not {n}" for mat, n in mats.items() if n > 2]
    complaints += [
        f"{card.name}: a mat has {SLOTS} slots, not {len(card.slots)}"
        for card in people
        if card.slots is not None and len(card.slots) != SLOTS
    ]
    stars = Counter(card.mat for card in people if card.star and card.mat is not None)
    return complaints + [f"mat {mat}: one side has the star, not {n}" for mat, n in stars.items() if n > 1]


def _wrong_quests(quests: Sequence[QuestCard]) -> list[str]:
    decks = Counter(card.deck for card in quests)
    complaints = [f"deck {deck} has {PER_DECK} quests, not {decks[deck]}" for deck in DECKS if decks[deck] != PER_DECK]
    complaints += _twice((card.name for card in quests), "quest")
    names = {card.name: card for card in quests if card.name is not None}
    for gate, deck in GATES.items():
        if gate not in names:
            complaints.append(f"{gate}: it is a card of deck {deck}, and is missing")
        elif names[gate].deck != deck:
            complaints.append(f"{gate}: it is a card of deck {deck}, not of {names[gate].deck}")
    complaints += [
        f"{card.name}: an event costs nothing and cannot be attempted, so its cost is empty, not {card.cost!r}"
        for card in quests
        if card.kind == "event" and card.cost
    ]
    return complaints + [
        f"{card.name}: what is no event costs something, such as `strength 5`"
        for card in quests
        if card.kind not in (None, "event") and card.cost == ""
    ]


def _wrong_bosses(bosses: Sequence[BossCard]) -> list[str]:
    stars = [card.name for card in bosses if card.star]
    wrong = [name for name in stars if name != BOSSES[0]]
    return _twice((card.name for card in bosses), "Final Quest card") + [
        f"{name}: the star of Beginner Mode is on {BOSSES[0]}" for name in wrong
    ]


def _wrong_puzzles(cards: Sequence[Card]) -> list[str]:
    """Complain about Puzzle items that a quest calls for and that are not in the box."""
    there = {card.name for card in cards if isinstance(card, PuzzleCard)}
    if None in there:
        return []
    return [
        f"{card.name}: there is no Puzzle item {need.what!r}; there are {', '.join(sorted(filter(None, there)))}"
        for card in cards
        if isinstance(card, QuestCard) and card.cost not in (None, BY_HAND)
        for way in quest_cost(card)
        for need in way
        if need.kind == "puzzle" and need.what != "puzzle" and need.what not in there
    ]
