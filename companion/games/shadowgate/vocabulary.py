"""The words in which a card list says what Shadowgate cards cost and do, and how they are read.

Three small languages, each one line of text in an edition:

* an **effect**: `gain 2 token, draw 1 item` (see `Effect`), nothing at all (the empty text), or `by hand`;
* an **ability**: an effect with the time it may be used, `start: gain 2 token` (see `Ability`);
* a **cost**: `strength 5, fire or mental 7` (see `Need`): what stands between commas is paid together, and *or* parts
  the ways to pay.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

TRAITS = ("strength", "resourceful", "mental")
"""The traits, in the order in which three numbers stand for them everywhere."""
ELEMENTS = ("ice", "fire", "wind")
"""The kinds of Magic token."""
TYPES = ("general", "weapon", "relic", "magic")
"""The types of Item card; a Wild item counts as several of them."""
SLOT_TYPES = ("relic", "weapon", "magic")
"""The types that are equipped (shadowgate: quick reference, item cards)."""
CATEGORIES = {
    "royal": "relic",
    "artifact": "relic",
    "staff": "relic",
    "melee": "weapon",
    "ranged": "weapon",
    "armor": "weapon",
    "fire": "magic",
    "ice": "magic",
    "wind": "magic",
}
"""Category of an item to its type."""

SKULL = "skull"
"""The face of a die, and the end of the torch track."""
STAFF = "staff"
"""The face of the blue die that counts nothing, as a skull does."""

VERBS = ("gain", "draw", "boost", "death", "torch", "curse")
"""What the rules resolve: see `Effect`."""
BY_HAND = "by hand"
OBJECTS: dict[str, tuple[str, ...]] = {
    "gain": (*TRAITS, "trait", *ELEMENTS, "token"),
    "draw": ("item", "puzzle", "staff", "riddle"),
    "boost": (*TRAITS, "trait", "all", "roll"),
}
"""What may follow the number of a verb; the other verbs take a number alone."""
WHENS = ("start", "turn", "game", "free", "always")
"""When an ability works: see `Ability`."""

MOST = 20
"""The largest number in an effect or for a trait in a cost."""


class Effect(msgspec.Struct, frozen=True):
    """One step of what a card does, written `verb n what`.

    * `gain n what`: take n tokens from the board: +1 tokens of a trait (`strength`, `resourceful`, `mental`, or `trait`
      for the taker's choice), or Magic tokens (`ice`, `fire`, `wind`, or `token` for the taker's choice). What the
      board lacks is not gained.
    * `draw n what`: the next n cards of the `item`, `puzzle` or `staff` deck into the Inventory; `draw 1 riddle` turns
      the next riddle face up.
    * `boost n what`: n more (or fewer) on a trait, on a `trait` of the user's choice, on `all` traits, or on every
      `roll` of the black dice (quest and attack). From an item or an ability it lasts until the end of the turn; from
      an ability that is `always` on, and from an event or Energy card, as long as that is in play.
    * `death n`: take n Death cards; a negative n gives as many back.
    * `torch n`: the Torch marker goes n numbers down; a negative n brings it back up, at most to 10.
    * `curse n`: be cursed n times (the red die says how); a negative n takes that many curses away.

    An event, an Energy card and a boss do all of it to every player, the torch once. What is no `boost` is done once,
    when the card is revealed, used or won.

    Args:
        verb: one of `VERBS`, or `by hand`: the table does what the card says and enters what came of it.
        n: how many; 0 for `by hand`.
        what: one of `OBJECTS[verb]`, or "".
    """

    verb: str
    n: int = 0
    what: str = ""

    def __str__(self) -> str:
        return self.verb if self.verb == BY_HAND else f"{self.verb} {self.n} {self.what}".rstrip()


class Ability(msgspec.Struct, frozen=True):
    """What a character or an item can do, and when.

    Args:
        when: `start` (once, when the game is set up), `turn` (once a turn, which is meant where nothing is written),
            `game` (once a game), `free` (as often as wished), `always` (by itself, as long as it is there).
        effects: the steps; () does nothing.
    """

    when: str = "turn"
    effects: tuple[Effect, ...] = ()

    @property
    def by_hand(self) -> bool:
        """Whether the table does it."""
        return any(step.verb == BY_HAND for step in self.effects)

    def __str__(self) -> str:
        does = ", ".join(map(str, self.effects))
        return does if self.when == "turn" else f"{self.when}: {does}"


class Need(msgspec.Struct, frozen=True):
    """One part of a cost.

    * kind `trait`: `what` is a trait and `n` the number it must reach (tokens, equipped symbols and dice count).
    * kind `token`: n Magic tokens of an element, or of any (`what` "token"), are discarded.
    * kind `item`: n items of a type or category are discarded: equipped ones, or General items (ruling 23).
    * kind `puzzle`: n Puzzle items from the Inventory: any (`what` "puzzle"), or the one of that name.
    * kind `by hand`: something written on the card; the table says whether it is met.

    Args:
        kind: as above.
        what: which.
        n: how much or how many; 0 for `by hand`.
    """

    kind: str
    what: str = ""
    n: int = 1

    def __str__(self) -> str:
        if self.kind == BY_HAND:
            return BY_HAND
        if self.kind == "puzzle" and self.what != "puzzle":
            return f"puzzle {self.what}"
        return self.what if self.n == 1 and self.kind != "trait" else f"{self.what} {self.n}"


Way = tuple[Need, ...]
"""Needs that are met together."""
Cost = tuple[Way, ...]
"""Ways to meet a cost, one of which is chosen; ((),) is met by doing nothing."""

_EFFECTS = (
    "an effect is `gain 2 token`, `draw 1 item`, `boost 1 strength`, `death 1`, `torch 1`, `curse 1`, several of them "
    "with commas between, or `by hand`"
)


def effects(text: str | None) -> tuple[Effect, ...]:
    """Read what a card does; what is not told is done by hand.

    Raises:
        ValueError: no such verb, object or number.
    """
    return (Effect(BY_HAND),) if text is None else _effects(text)


@lru_cache(maxsize=512)
def _effects(text: str) -> tuple[Effect, ...]:
    return tuple(_effect(part.split(), text) for part in text.lower().split(",")) if text.strip() else ()


def _effect(words: list[str], text: str) -> Effect:
    if words == BY_HAND.split():
        return Effect(BY_HAND)
    if len(words) not in (2, 3) or words[0] not in VERBS or not _is_whole(words[1]):
        raise ValueError(f"{_EFFECTS}: not {text!r}")
    verb, n, what = words[0], int(words[1]), "".join(words[2:])
    if what not in OBJECTS.get(verb, ("",)):
        raise ValueError(f"`{verb}` takes {', '.join(OBJECTS.get(verb, ('a number alone',)))}: not {text!r}")
    if not 1 <= abs(n) <= MOST or (n < 0 and verb in ("gain", "draw")):
        raise ValueError(f"the number of `{verb}` does not fit: {text!r}")
    return Effect(verb, n, what)


def _is_whole(word: str) -> bool:
    return word.lstrip("+-").isdecimal() and len(word) < 4


def ability(text: str | None) -> Ability:
    """Read what a character or an item can do; what is not told is done by hand, as often as wished.

    Raises:
        ValueError: no such time or effect.
    """
    return Ability("free", (Effect(BY_HAND),)) if text is None else _ability(text)


@lru_cache(maxsize=512)
def _ability(text: str) -> Ability:
    when, colon, does = text.lower().rpartition(":")
    when = when.strip()
    if colon and when not in WHENS:
        raise ValueError(f"an ability begins with {', '.join(WHENS)} and a colon, or with its effect: not {text!r}")
    return Ability(when or "turn", _effects(does))


def cost(text: str | None) -> Cost:
    """Read what a quest costs; what is not told is judged by hand.

    Raises:
        ValueError: a part that is no cost.
    """
    return ((Need(BY_HAND, n=0),),) if text is None else _cost(text)


@lru_cache(maxsize=512)
def _cost(text: str) -> Cost:
    ways = " ".join(text.lower().split()).split(" or ")
    return tuple(tuple(_need(part.split(), text) for part in way.split(",") if part.strip()) for way in ways)


def _need(words: list[str], text: str) -> Need:
    """Read one part of a cost: a word, and behind it a number or the name of a Puzzle item."""
    if words == BY_HAND.split():
        return Need(BY_HAND, n=0)
    word, rest = words[0], "-".join(words[1:])
    if word == "puzzle" and rest and not rest.isdecimal():
        return Need("puzzle", rest)
    n = int(rest or "1") if (rest or "1").isdecimal() else 0
    kind = _kind(word)
    if not kind or not 1 <= n <= MOST or (kind == "trait" and not rest):
        known = f"{', '.join(TRAITS)} with a number, {', '.join(TYPES)}, {', '.join(ELEMENTS)}, token, puzzle, by hand"
        raise ValueError(f"a cost is made of {known}, with commas and `or`: not {text!r}")
    return Need(kind, word, n)


def _kind(word: str) -> str:
    """Return what kind of need a word begins, "" for none; an element is paid with its token (ruling 23)."""
    if word in TRAITS:
        return "trait"
    if word in ELEMENTS or word == "token":
        return "token"
    if word in TYPES or word in CATEGORIES:
        return "item"
    return "puzzle" if word == "puzzle" else ""


def spell_effects(steps: tuple[Effect, ...]) -> str:
    """Return effects in their normal form."""
    return ", ".join(map(str, steps))


def spell_cost(ways: Cost) -> str:
    """Return a cost in its normal form."""
    return " or ".join(", ".join(map(str, way)) for way in ways)
