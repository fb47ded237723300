"""Table shorthand of One Deck Dungeon: one step of text to a move and back. Anything is read in any case.

    hero ana warrior      dungeon yetis-cavern    basic antidote       card #goblin        (all may be ?)
    explore               enter 2                 flee                 descend             next
    fight                 fight ana+bo #goblin | cy+di #boulder        fight ana+bo | cy+di odd S
    fight ana+bo #goblin  (the other two have the other card; fight alone goes by seats)
    begin                 option 1                feat bo 1
    roll S 6 5 2 A 5 4    roll ana S 6 5 bo S 2 M 1 + H 3            roll ?
    skill ana dodge A4    skill ana haste M3 M2 way 2                  pick S4             pick
    potion healing bo     black S5 A4             place S6 > 3         take back 3         settle
    settle S6 > 3 A4 > 1  damage ana 2 bo 1       poison cy 1          on cy               heal bo damage
    drain ana 1           resist ana+bo 4         resist ana+bo        resist 4
    loot #goblin xp       loot #goblin item ana   loot 1 skill bo as #goblin-b over 2      loot #razorbeak xp worth 4
    result ana 1 time 2   result poison cy 1      result ana 1 skulls 2                    (observations)
    set ana damage 2      set potions 3           exile S              won                 lost
    is door.1.2 #ogre     light                   full
    describe encounter set: forest name: Wolf kind: combat xp: 2 boxes: A4:t S5:hh     (a card as in `printed`)

A die is `S6`, `S6.bo` where it has to be Bo's, and `S6+` where it is nobody's alone; a card is #goblin, #goblin-a or ?.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Sequence

from companion.engine.errors import AmbiguousError, UnreadableError
from companion.engine.game import Move
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon import printed
from companion.games.one_deck_dungeon.boxes import COLOURS
from companion.games.one_deck_dungeon.checks import basics
from companion.games.one_deck_dungeon.notation import (
    Cards,
    is_colour,
    read_die,
    read_group,
    read_name,
    read_shares,
)
from companion.games.one_deck_dungeon.party import potion_kinds, skills
from companion.games.one_deck_dungeon.state import UNTOLD, Dice, Face, Fight, Position, Rolled, in_order

USAGE = {
    "hero": "hero ana warrior",
    "dungeon": "dungeon yetis-cavern",
    "basic": "basic antidote",
    "card": "card #goblin, or card ?",
    "explore": "explore",
    "enter": "enter 2",
    "flee": "flee",
    "descend": "descend",
    "next": "next",
    "fight": "fight, or fight ana+bo #goblin | cy+di #boulder",
    "begin": "begin",
    "option": "option 1",
    "feat": "feat bo 1",
    "roll": "roll S 6 5 2 A 5 4, roll ana S 6 5 bo S 2, or roll ?",
    "skill": "skill ana dodge A4",
    "potion": "potion healing bo",
    "pick": "pick S4, or pick",
    "black": "black S5 A4",
    "place": "place S6 > 3",
    "take": "take back 3",
    "settle": "settle, or settle S6 > 3 A4 > 1",
    "damage": "damage ana 2 bo 1",
    "poison": "poison cy 1",
    "on": "on cy",
    "heal": "heal bo damage, or heal bo poison",
    "drain": "drain ana 1",
    "resist": "resist ana+bo 4, or resist 4",
    "loot": "loot #goblin item ana, loot #goblin potion, or loot #goblin xp",
    "result": "result ana 1 bo 2 time 3, or result ana 1 skulls 2",
    "set": "set ana damage 2, or set potions 3",
    "exile": "exile S, or exile poison",
    "won": "won",
    "lost": "lost",
    "is": "is door.1.2 #ogre",
    "describe": "describe encounter set: forest name: Wolf kind: combat xp: 2 rule: none boxes: A4:t S5:hh",
    "light": "light",
    "full": "full",
}
"""Every word that a step may begin with, and how it goes on."""

LOOTS = ("item", "skill", "potion", "xp", "gone")
PLAIN: dict[str, Callable[[], Move]] = {
    "explore": m.Explore,
    "flee": m.Flee,
    "descend": m.Descend,
    "next": m.Next,
    "begin": m.Begin,
    "won": lambda: m.End(True),
    "lost": lambda: m.End(False),
    "light": lambda: m.Depth("light"),
    "full": lambda: m.Depth("full"),
}
"""Steps of one word."""


class _Step:
    """One step being read."""

    def __init__(self, words: list[str], state: Position, cards: Cards) -> None:
        self.words, self.state, self.cards, self.cat = words, state, cards, cards.cat

    # -- pieces

    def exactly(self, *counts: int) -> None:
        """Make sure that so many words stand there."""
        if len(self.words) not in counts:
            raise ValueError(f"{len(self.words)} words")

    def hero_(self, word: str) -> str:
        """Read a hero."""
        return self.state.hero(word.lower()).handle

    @property
    def fight_(self) -> Fight | None:
        """The fight that is going on."""
        return self.state.fight

    @property
    def alone(self) -> str:
        """The only hero of the encounter, "" where there are two or none."""
        fight = self.fight_
        return fight.part.heroes[0] if fight is not None and len(fight.part.heroes) == 1 else ""

    def die(self, word: str, among: Iterable[Rolled]) -> Rolled:
        """Read a die as one of those that lie there."""
        return read_die(word, among, self.alone)

    def dice(self, words: Sequence[str], first: str = "") -> Dice:
        """Read free dice, each taken once; those of a hero come first."""
        left = sorted(self.fight_.dice, key=lambda die: die.owner != first) if self.fight_ is not None else []
        out = []
        for word in words:
            die = self.die(word, left)
            if die in left:
                left.remove(die)
            out.append(die)
        return in_order(out)

    # -- setup and reveals

    def hero(self) -> Move:
        self.exactly(2)
        return m.Assign(self.hero_(self.words[0]), self._name(self.words[1], self.cat.heroes, "a hero"))

    def _name(self, word: str, known: Iterable[str], what: str) -> str:
        low, names = word.lower(), list(known)
        if low == "?":
            return ""
        new = not self.cat.complete and not any(name.startswith(low) for name in names)
        return low if new else read_name(word, names, what)

    def dungeon(self) -> Move:
        self.exactly(1)
        return m.Dungeon(self._name(self.words[0], self.cat.dungeons, "a dungeon"))

    def basic(self) -> Move:
        self.exactly(1)
        return m.Basic(self._name(self.words[0], basics(self.cat), "a basic potion"))

    def card(self) -> Move:
        self.exactly(1)
        return m.Card(self.cards.read(self.words[0]))

    def roll(self) -> Move:
        if self.words in ([], ["?"]):
            return m.Roll()
        told: list[tuple[str | None, str, int]] = []
        owner: str | None = None
        colour = ""
        for word in self.words:
            if is_colour(word):
                colour = word.upper()
            elif word.isdigit():
                told.append((owner, _given(colour), int(word)))
            elif re.fullmatch("[SAMH]\\d", word, re.IGNORECASE):
                told.append((owner, word[0].upper(), int(word[1])))
            else:
                owner, colour = self._roller(word), ""
        return m.Roll(in_order([Rolled(c, value, who) for who, c, value in self._owned(told)]))

    def _roller(self, word: str) -> str:
        return "" if "+" in word else self.hero_(word.removesuffix(":"))

    def _owned(self, told: Sequence[tuple[str | None, str, int]]) -> list[tuple[str, str, int]]:
        """Say whose dice are, where nobody says it and only one hero can have them; else they are of nobody alone."""
        task = self.fight_.tasks[0] if self.fight_ is not None and self.fight_.tasks else None
        groups = task.throw.dice if task is not None and task.throw is not None else ()
        owners = {c: {who for who, colour, _ in groups if colour == c} for c in COLOURS}
        if any(who is not None for who, _, _ in told):
            return [(who or "", c, value) for who, c, value in told]
        if all(len(owners.get(c, ())) == 1 for _, c, _ in told):
            return [(next(iter(owners[c])), c, value) for _, c, value in told]
        return [("", c, value) for _, c, value in told]

    def resist(self) -> Move:
        self.exactly(1, 2)
        group = self.state.resisting[0] if self.state.resisting else ()
        words = list(self.words)
        if not words[0].isdigit():
            group = read_group(words.pop(0), self.state)
        return m.Resist(group, int(words[0]) if words else 0)

    # -- turns and fights

    def number(self) -> int:
        """Read the only word as a number."""
        self.exactly(1)
        return int(self.words[0])

    def enter(self) -> Move:
        return m.Enter(self.number())

    def option(self) -> Move:
        return m.Option(self.number())

    def fight(self) -> Move:
        words, odd = self.words, ""
        if len(words) > 1 and words[-2].lower() == "odd":
            words, odd = words[:-2], "".join(sorted(words[-1].upper(), key=COLOURS.index))
        parts = [part.split() for part in " ".join(words).split("|")]
        cards = () if self.state.at_boss else self._cards()
        groups, numbers = self._whole(parts, cards) if len(parts) == 1 else self._split(parts, cards)
        return m.Arrange(groups, numbers, odd)

    def _split(
        self, parts: Sequence[Sequence[str]], cards: Sequence[Face]
    ) -> tuple[tuple[m.Group, ...], tuple[int, ...]]:
        groups = tuple(read_group(part[0], self.state) for part in parts)
        return groups, self._met(parts, cards)

    def _whole(
        self, parts: Sequence[Sequence[str]], cards: Sequence[Face]
    ) -> tuple[tuple[m.Group, ...], tuple[int, ...]]:
        """Read a fight of which at most the first pair is named: the others have what is left."""
        handles = self.state.handles
        first, *names = parts[0] or ["+".join(handles[:2] if self.state.four else handles)]
        group = read_group(first, self.state)
        left = tuple(handle for handle in handles if handle not in group)
        number = self._card_number(names[0], cards) if names else 1
        rest = tuple(n for n in range(1, len(cards) + 1) if n != number)
        return (group, left) if left else (group,), (number, *rest) if cards else ()

    def _cards(self) -> tuple[Face, ...]:
        at = self.state.opening
        return self.state.doors[at].cards if at < len(self.state.doors) else ()

    def _met(self, parts: Sequence[Sequence[str]], cards: Sequence[Face]) -> tuple[int, ...]:
        """Return which card each group meets; where none is named, the first meets the first."""
        if self.state.at_boss:
            return ()
        if all(len(part) == 1 for part in parts):
            return tuple(range(1, len(parts) + 1))
        numbers: list[int] = []
        for _, word in parts:
            numbers.append(self._card_number(word, cards, numbers))
        return tuple(numbers)

    def _card_number(self, word: str, cards: Sequence[Face], used: Sequence[int] = ()) -> int:
        """Read which of some cards is meant: by number or by what is told of it; the first that is free."""
        if word.isdigit() or not cards:
            return int(word) if word.isdigit() else 1
        face = self.cards.read(word)
        fits = [n for n, card in enumerate(cards, start=1) if n not in used and card.fits(face)]
        named = [n for n in fits if cards[n - 1].name == face.name]
        if not fits:
            raise UnreadableError(word, "a card that lies there: " + " ".join(map(self.cards.spell, cards)))
        return (named or fits)[0]

    def feat(self) -> Move:
        self.exactly(1, 2)
        return m.Feat(self.hero_(self.words[0]), int(self.words[1]) if self.words[1:] else 1)

    def skill(self) -> Move:
        words, use = self.words, 1
        if len(words) > 2 and words[-2].lower() == "way":
            words, use = words[:-2], int(words[-1])
        hero = self.hero_(words[0])
        own = dict.fromkeys(name for name, _ in skills(self.cat, self.state, self.state.hero(hero)))
        name = self._own_or_any(words[1], own, f"a skill of {self.state.hero(hero).name}")
        return m.Skill(hero, name, self.dice(words[2:], hero), use)

    def _own_or_any(self, word: str, own: Iterable[str], what: str) -> str:
        """Read a name of what somebody has, else the whole name of anything in the box."""
        return word.lower() if word.lower() in self.cat.skills else read_name(word, own, what)

    def potion(self) -> Move:
        self.exactly(1, 2)
        hero = self.hero_(self.words[1]) if self.words[1:] else self.state.handles[0]
        return m.Potion(self._own_or_any(self.words[0], potion_kinds(self.cat, self.state), "a potion"), hero)

    def pick(self) -> Move:
        fight = self.fight_
        if fight is not None and fight.tasks and fight.tasks[0].throw is not None:
            return m.Pick(tuple(self.die(word, fight.tasks[0].rolled) for word in self.words))
        return m.Pick(self.dice(self.words))

    def black(self) -> Move:
        return m.Black(self.dice(self.words))

    def place(self) -> Move:
        placed = self._pairs(self.words)
        if len(placed) != 1:
            raise ValueError("one die on one box")
        return m.Place(placed[0][1], placed[0][0])

    def _pairs(self, words: Sequence[str]) -> tuple[tuple[int, Rolled], ...]:
        """Read dice on boxes, `S6 > 3 A4 > 1`."""
        if len(words) % 3 or any(mark != ">" for mark in words[1::3]):
            raise ValueError("a die, >, and the number of a box")
        left = list(self.fight_.dice) if self.fight_ is not None else []
        out = []
        for word, box in zip(words[::3], words[2::3], strict=True):
            die = self.die(word, left)
            if die in left:
                left.remove(die)
            out.append((int(box), die))
        return tuple(out)

    def take(self) -> Move:
        words = self.words[1:] if self.words[:1] and self.words[0].lower() == "back" else self.words
        (box,) = words
        return m.Take(int(box))

    def settle(self) -> Move:
        return m.Settle(self._pairs(self.words))

    def damage(self) -> Move:
        return m.Damage(read_shares(self.words, self.state))

    def poison(self) -> Move:
        return m.Poison(read_shares(self.words, self.state))

    def on(self) -> Move:
        self.exactly(1)
        return m.Choose(self.hero_(self.words[0]))

    def heal(self) -> Move:
        self.exactly(1, 2)
        what = read_name(self.words[1], ("damage", "poison"), "what is removed") if self.words[1:] else "damage"
        return m.Heal(self.hero_(self.words[0]), what)

    def drain(self) -> Move:
        self.exactly(2)
        return m.Drain(self.hero_(self.words[0]), int(self.words[1]))

    def loot(self) -> Move:
        words = list(self.words)
        more = {"as": "", "over": "0", "worth": "0"}
        while len(words) > 3 and words[-2].lower() in more:
            more[words[-2].lower()] = words[-1]
            words = words[:-2]
        self.words = words
        self.exactly(2, 3)
        spoils = tuple(part.card for part in self.state.spoils)
        n = self._card_number(words[0], spoils)
        face = self.cards.read(more["as"]) if more["as"] else self._told(words[0], spoils, n)
        what = read_name(words[1], LOOTS, "what it is taken as")
        hero = self.hero_(words[2]) if words[2:] else ""
        return m.Loot(n, what, hero, face, int(more["over"]), int(more["worth"]))

    def _told(self, word: str, spoils: Sequence[Face], n: int) -> Face:
        """Return what naming a card tells of it, beyond what was told before."""
        face = UNTOLD if word.isdigit() else self.cards.read(word)
        known = spoils[n - 1] if 1 <= n <= len(spoils) else UNTOLD
        return UNTOLD if face.merged(known) == known else face

    # -- observations

    def result(self) -> Move:
        groups: dict[str, list[str]] = {"": [], "poison": [], "time": [], "skulls": []}
        at = ""
        for word in self.words:
            if word.lower() in groups:
                at = word.lower()
            else:
                groups[at].append(word)
                at = "" if at in ("time", "skulls") else at
        numbers = {key: int(groups[key][0]) if groups[key] else 0 for key in ("time", "skulls")}
        hurt = read_shares(groups[""], self.state)
        return m.Result(hurt, numbers["time"], read_shares(groups["poison"], self.state), numbers["skulls"])

    def set(self) -> Move:
        self.exactly(2, 3)
        *who, what, n = self.words
        known = m.SETTABLE
        return m.Set(read_name(what, known, "what is set"), int(n), self.hero_(who[0]) if who else "")

    def exile(self) -> Move:
        self.exactly(1)
        word = self.words[0]
        return m.Exile(word.upper() if is_colour(word) else read_name(word, ("poison",), "S, A, M, H or poison"))

    def name(self) -> Move:
        self.exactly(2)
        return m.Name(self.words[0].lower(), self.cards.read(self.words[1]))

    def describe(self) -> Move:
        card = printed.parse(" ".join(self.words).replace(" > ", ">"), self.cards.edition)
        if card is None:
            raise ValueError("a card of which nothing is told")
        return m.Describe(card)


def _given(colour: str) -> str:
    if not colour:
        raise ValueError("a face without a colour")
    return colour


_READERS: dict[str, Callable[[_Step], Move]] = {
    word: getattr(_Step, "name" if word == "is" else word) for word in USAGE if word not in PLAIN
}


def parse(text: str, state: Position, cards: Cards) -> Move:
    """Read one step.

    Raises:
        UnreadableError: it cannot be read; the message says how such a step goes.
        AmbiguousError: it fits several things.
        UnknownCardError, UnknownNameError: it names a card or a hero that is not there.
    """
    verb, *words = text.replace(">", " > ").replace("|", " | ").split() or [""]
    verb = verb.lower()
    if verb not in USAGE:
        near = difflib.get_close_matches(verb, USAGE, 1)
        raise UnreadableError(text.strip(), USAGE[near[0]] if near else f"a step: {', '.join(USAGE)}")
    try:
        if verb in PLAIN:
            if words:
                raise ValueError("more than one word")
            return PLAIN[verb]()
        return _READERS[verb](_Step(words, state, cards))
    except (IndexError, ValueError) as fault:
        if isinstance(fault, UnreadableError | AmbiguousError):
            raise
        raise UnreadableError(text.strip(), USAGE[verb]) from None
