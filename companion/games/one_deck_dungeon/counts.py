"""What a card list of One Deck Dungeon is checked against: counts of a box, cards of one name, loot that exists."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import TypeVar

from companion.engine.told import is_known
from companion.games.one_deck_dungeon.abilities import COMBAT, PERIL, Ability, Target
from companion.games.one_deck_dungeon.boxes import GREY, Box
from companion.games.one_deck_dungeon.kinds import (
    CASTLE,
    CORE,
    FOREST,
    LEAF,
    REFERENCE,
    SETS,
    Card,
    DungeonCard,
    EncounterCard,
    HeroCard,
    HordesCard,
    LevelCard,
    SkillCard,
    StairsCard,
    handle,
)

ENCOUNTERS = 44
COPIES = 2
"""Cards of each name; they differ in loot and mark only."""
HALF = ENCOUNTERS // 2
"""Cards with the castle or the leaf: one half of a set, which goes into a hybrid deck."""
OF_KIND = {COMBAT: 24, PERIL: 20}
HEROES = DUNGEONS = 5
LEVELS = (1, 2, 3, 4)

CORE_XP = {2: 18, 3: 14, 4: 12}
CORE_ITEMS = {"S": 16, "A": 14, "M": 14}
CORE_HEARTS = 14

_Kind = TypeVar("_Kind", bound=Card)


def complaints_about(cards: Sequence[Card]) -> list[str]:
    """Return every complaint about a card list.

    Args:
        cards: all cards; sets of which there is no card are not asked for.
    """
    out = _wrong_table(cards)
    present = [name for name in SETS if any(getattr(card, "set", None) == name for card in cards)]
    if not present:
        out.append(f"a card list holds the cards of a set: {', '.join(SETS)}")
    for name in present:
        own = [card for card in cards if getattr(card, "set", None) == name]
        out += [f"{name} set: {complaint}" for complaint in _wrong_set(name, own)]
    return out + _wrong_loot(cards)


def _of(cards: Iterable[Card], kind: type[_Kind]) -> list[_Kind]:
    return [card for card in cards if isinstance(card, kind)]


def _wrong_table(cards: Sequence[Card]) -> list[str]:
    """Complain about the cards that belong to no set: levels, stairs, Hordes."""
    out = []
    levels = sorted(card.level for card in _of(cards, LevelCard))
    if levels != list(LEVELS):
        out.append(f"there is one level card of each level 1 to 4, not {levels}")
    sides = sorted(card.four for card in _of(cards, StairsCard))
    if sides != [False, True]:
        out.append(f"the stairs card has a side for four heroes and one for fewer, not {len(sides)} sides")
    if len(_of(cards, HordesCard)) > 1:
        out.append(f"there is one Hordes card, not {len(_of(cards, HordesCard))}")
    return out


def _wrong_set(name: str, cards: Sequence[Card]) -> list[str]:
    deck = _of(cards, EncounterCard)
    out = []
    if len(deck) != ENCOUNTERS:
        out.append(f"there are {ENCOUNTERS} encounter cards, not {len(deck)}")
    if len(_of(cards, HeroCard)) < HEROES:
        out.append(f"there are {HEROES} heroes, not {len(_of(cards, HeroCard))}")
    if len(_of(cards, DungeonCard)) < DUNGEONS:
        out.append(f"there are {DUNGEONS} dungeons, not {len(_of(cards, DungeonCard))}")
    turns = [card for card in _of(cards, SkillCard) if card.place == REFERENCE]
    if len(turns) != 1:
        out.append(f"the turn reference has one potion, not {len(turns)}")
    out += _twice(cards)
    out += _wrong_kinds(deck) + _wrong_marks(name, deck) + _wrong_names(deck)
    out += [complaint for card in deck for complaint in wrong_card(card)]
    out += [complaint for card in _of(cards, DungeonCard) for complaint in _wrong_dungeon(card)]
    return out + (_wrong_census(deck) if name == CORE else [])


def _twice(cards: Sequence[Card]) -> list[str]:
    """Complain about heroes, dungeons and skills that are there twice."""
    out = []
    for kind in (HeroCard, DungeonCard, SkillCard):
        names = Counter(card.name for card in cards if isinstance(card, kind) and card.name)
        out += [f"{name} is listed {n} times as a {_WORDS[kind]}; once is right" for name, n in names.items() if n > 1]
    return out


_WORDS: dict[type, str] = {HeroCard: "hero", DungeonCard: "dungeon", SkillCard: "skill"}


def _wrong_kinds(deck: Sequence[EncounterCard]) -> list[str]:
    counts = Counter(card.kind for card in deck)
    spare = counts[None]
    return [
        f"there are {right} {kind} cards, not {counts[kind]}"
        for kind, right in OF_KIND.items()
        if counts[kind] > right or counts[kind] + spare < right
    ]


def _wrong_marks(name: str, deck: Sequence[EncounterCard]) -> list[str]:
    mark, other = (CASTLE, LEAF) if name == CORE else (LEAF, CASTLE)
    counts = Counter(card.mark for card in deck)
    out = [f"its cards have no {other}, but {counts[other]} do"] if counts[other] else []
    if counts[mark] > HALF or counts[mark] + counts[None] < HALF:
        out.append(f"{HALF} cards have a {mark} beside the title, not {counts[mark]}")
    return out


def _wrong_names(deck: Sequence[EncounterCard]) -> list[str]:
    """Complain about names with more or fewer than two cards, and about two cards that differ in more than loot."""
    groups = defaultdict(list)
    for card in deck:
        groups[card.name].append(card)
    untold = len(groups.pop(None, []))
    out = []
    for name, cards in groups.items():
        if len(cards) > COPIES or len(cards) + untold < COPIES:
            out.append(f"there are {COPIES} cards of {name}, not {len(cards)}")
        if not all(card.face.fits(cards[0].face) for card in cards):
            differing = ", ".join(_differences(cards[0], cards[-1]))
            out.append(f"the two cards of {name} are alike but for item, skill and mark; they differ in {differing}")
    return out


def _differences(one: EncounterCard, other: EncounterCard) -> list[str]:
    fields = ("kind", "xp", "rule", "boxes", "options")
    return [name for name in fields if getattr(one, name) != getattr(other, name)]


def wrong_card(card: EncounterCard) -> list[str]:
    """Return complaints about boxes that no encounter card has, and about a variable target without a rule for it."""
    boxes = [*(card.boxes or ()), *(box for option in card.options or () for box in option.boxes)]
    out = [f"{card.name}: a box of an encounter has a colour, not {box}" for box in boxes if box.colour == GREY]
    out += [f"{card.name}: only bosses have skulls, not {box}" for box in boxes if box.skull]
    if card.kind == COMBAT and card.boxes == ():
        out.append(f"{card.name}: a combat has at least one box")
    return out + _wrong_targets(str(card.name), boxes, card.rule) + _poisoned(str(card.name), card.set, boxes)


def _wrong_targets(name: str, boxes: Iterable[Box], rules: Iterable[Ability] | None) -> list[str]:
    """Complain about boxes marked `*` while a told rule gives them no value."""
    starred = [box for box in boxes if not box.target]
    unknown = rules is None or any(rule.does is None for rule in rules)
    if not starred or unknown or any(rule.effects((Target,)) for rule in rules or ()):
        return []
    return [f"{name}: the box {starred[0]} needs a rule such as 'Swarm = target 4 per door'"]


def _poisoned(name: str, set_: str | None, boxes: Iterable[Box]) -> list[str]:
    wrong = [box for box in boxes if box.poison and set_ != FOREST]
    return [f"{name}: only Forest of Shadows has poison, not {box}" for box in wrong]


def _wrong_dungeon(card: DungeonCard) -> list[str]:
    name = str(card.name or (card.boss and card.boss.name))
    floors = [box for floor in card.floors or () for box in (*floor.peril, *floor.combat)]
    out = [f"{name}: only bosses have skulls, not {box}" for box in floors if box.skull]
    out += _poisoned(name, card.set, floors)
    boss = card.boss
    if boss is None or boss.boxes is None:
        return out
    if not any(box.skull for box in boss.boxes):
        out.append(f"{boss.name}: a boss has boxes with skulls (k), which wound it")
    return out + _wrong_targets(boss.name, boss.boxes, boss.rules) + _poisoned(boss.name, card.set, boss.boxes)


def _wrong_census(deck: Sequence[EncounterCard]) -> list[str]:
    """Compare the core deck with what is known of it: lanterns, items and hearts, a castle on one card of each name."""
    if not all(is_known(value) for card in deck for value in (card.name, card.xp, card.item, card.mark)):
        return []
    lanterns = Counter(card.xp for card in deck)
    items = Counter(card.item.dice for card in deck if card.item)
    hearts = sum(card.item.health for card in deck if card.item)
    out = [f"{n} cards have {xp} XP, not {lanterns[xp]}" for xp, n in CORE_XP.items() if lanterns[xp] != n]
    out += [f"{n} cards give a {dice} item, not {items[dice]}" for dice, n in CORE_ITEMS.items() if items[dice] != n]
    if hearts != CORE_HEARTS:
        out.append(f"{CORE_HEARTS} items have a heart, not {hearts}")
    castles = Counter(card.name for card in deck if card.mark == CASTLE)
    wrong = sorted({str(card.name) for card in deck if castles[card.name] != 1})
    return out + [f"one of the two cards of {name} has the castle, not {castles[name]}" for name in wrong]


def _wrong_loot(cards: Sequence[Card]) -> list[str]:
    """Complain about skills at the bottom of cards that are not in the list, unless some of the list are untold."""
    skills = {handle(card.name) for card in _of(cards, SkillCard)}
    if "" in skills:
        return []
    named = sorted({card.skill for card in _of(cards, EncounterCard) if card.skill})
    return [f"there is no skill or potion {name!r} in the list" for name in named if handle(name) not in skills]
