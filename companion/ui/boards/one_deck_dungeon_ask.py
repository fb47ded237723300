"""The board of *just ask*: one or two fights that are tapped together, and how they go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap

import msgspec

from companion.engine.svg import glyph, rect, shorten, words
from companion.games.one_deck_dungeon.abilities import Ability, Cost
from companion.games.one_deck_dungeon.boxes import COLOURS, Box
from companion.games.one_deck_dungeon.kinds import Boss, Card, DungeonCard, EncounterCard, HeroCard, HeroSide, SkillCard
from companion.games.one_deck_dungeon.plainly import ability_words, price_words
from companion.ui.board import Item, Scene
from companion.ui.boards import one_deck_dungeon_look as look
from companion.ui.boards.one_deck_dungeon import GAP, LOOK, Rect, View, frame, plain, room
from companion.ui.boards.one_deck_dungeon_dice import Die, dice_on
from companion.ui.boards.one_deck_dungeon_fight import FightCard, boxes_drawn, days_drawn, head_drawn, laid, ways_drawn


class Asked(msgspec.Struct, frozen=True):
    """A fight that is asked about.

    Args:
        card: as it is drawn.
        pool: numbers of dice: S, A, M, H.
        hearts: hearts of each hero.
    """

    card: FightCard
    pool: tuple[int, int, int, int]
    hearts: tuple[int, ...]


def asking_scene(fights: Sequence[Asked], view: View) -> Scene:
    """Draw the fights beside each other; dice and hearts are tapped to make them more.

    Args:
        fights: what is asked about.
        view: how.
    """
    x, y, w, h = room(view)
    wide = min((w - GAP * (len(fights) - 1)) / max(1, len(fights)), 460.0)
    left = x + (w - wide * len(fights) - GAP * (len(fights) - 1)) / 2
    items: list[Item] = []
    for i, one in enumerate(fights):
        items += _fight(one, (left + i * (wide + GAP), y, wide, h))
    return frame(view, " and ".join(one.card.name for one in fights) or "A fight", items)


def _fight(one: Asked, at: Rect) -> list[Item]:
    x, y, w, h = at
    n = one.card.n
    key = f"card/{n}"
    head, row, tail = 46.0, 48.0, 88.0
    items = [plain(f"panel {n}", x, y, w, h, rect(1, 1, w - 2, h - 2, "od-panel", 10))]
    items.append(head_drawn(one.card, key, one.card.name, (x, y, w, head)))
    middle = h - head - 2 * row - tail
    where = (x, y + head, w, middle)
    if one.card.ways:
        items += ways_drawn(one.card, where)
    else:
        items.append(plain(f"boxes {n}", *where, boxes_drawn(one.card.boxes, w, middle)))
    top = y + head + middle
    each = w / 4
    for i, (colour, many) in enumerate(zip(COLOURS, one.pool, strict=True)):
        size = min(36.0, each - 8)
        body = look.die((each - size) / 2, (row - size) / 2, size, colour, many)
        label = f"{many} {look.COLOUR_NAMES[colour]} dice"
        where = (x + i * each, top, each, row)
        items.append(Item(f"dice {n} {colour}", *where, body, f"die/{colour}/{n}", label, str(many), counts=True))
    wide = (w - 6) / max(1, len(one.hearts))
    for i, many in enumerate(one.hearts, start=1):
        body = rect(2, 3, wide - 4, row - 6, "od-well", 8) + glyph(look.HEART, wide / 2 - 12, row / 2, 24, "od-heart")
        body += words(wide / 2 + 4, row / 2 + 7, many, 20, "od-x", "start")
        place = f"heart/{'ab'[i - 1]}/{n}"
        items.append(
            Item(
                f"hearts {n} {i}",
                x + 3 + (i - 1) * wide,
                top + row,
                wide,
                row,
                body,
                place,
                f"{many} hearts",
                str(many),
                counts=True,
            )
        )
    items.append(plain(f"days {n}", x, top + 2 * row, w, tail, days_drawn(one.card, w, 24.0, tail - 24)))
    return items


LETTER = 7.4
"""Width of a letter of small type, on average."""


class Part(msgspec.Struct, frozen=True):
    """Some boxes of a card that is being described.

    Args:
        words: what they are for; empty where nothing has to be said.
        boxes: the boxes.
    """

    words: str
    boxes: tuple[Box, ...]


def described_scene(card: Card | None, view: View, whole: bool = True) -> Scene:
    """Draw a card as far as it is described: its name, its boxes in parts, its texts.

    Args:
        card: the card; None while nobody has said which.
        view: how.
        whole: whether the whole board is free; else the keypad lies over its foot.
    """
    x, y, w, h = room(view)
    h = h if whole or h > 430 else h * 0.66
    name, tone, xp = _titled(card)
    top = FightCard(n=0, name=name or "Which card?", tone=tone, xp=xp)
    head = 42.0
    items = [plain("panel", x, y, w, h, rect(1, 1, w - 2, h - 2, "od-panel", 10))]
    items.append(head_drawn(top, "", top.name, (x, y, w, head), "title"))
    parts = _parts(card)
    lines = [part for line in _lines(card) for part in wrap(line, int(w / LETTER))]
    foot = 20.0 * len(lines)
    each = (h - head - foot - 8) / max(1, len(parts))
    for n, part in enumerate(parts):
        items.append(plain(f"part {n}", x, y + head + 2 + n * each, w, each, _part(part, w, each)))
    body = "".join(words(w / 2, 15 + 20 * n, shorten(line, w - 12, 14), 14, "od-soft") for n, line in enumerate(lines))
    items.append(plain("texts", x, y + h - foot - 4, w, foot, body, ". ".join(lines)))
    return frame(view, name or "A card", items)


def _part(part: Part, w: float, h: float) -> str:
    left = min(96.0, w * 0.27) if part.words else 0.0
    body = words(8, h / 2 + 5, shorten(part.words, left - 10, 13.5), 13.5, "od-b", "start") if part.words else ""
    boxes = zip(part.boxes, laid(part.boxes, w - left - 8, h, min(84.0, w * 0.17, h - 4)), strict=True)
    return body + "".join(look.box(left + bx, by, bw, bh, one) for one, (bx, by, bw, bh) in boxes)


def _titled(card: Card | None) -> tuple[str, str, int]:
    """Return name, tone and worth of a card."""
    match card:
        case EncounterCard():
            return card.name or "", card.kind or "plain", card.xp or 0
        case DungeonCard():
            return card.name or "", "boss", 0
        case HeroCard() | SkillCard():
            return card.name or "", "plain", 0
    return "", "plain", 0


def _parts(card: Card | None) -> list[Part]:
    """Return the boxes of a card: of a peril by option, of a dungeon by floor."""
    match card:
        case EncounterCard() if card.options:
            paid = [f"Way {n}: {_paid(option.pays)}" for n, option in enumerate(card.options, start=1)]
            return [Part(said, option.boxes) for said, option in zip(paid, card.options, strict=True)]
        case EncounterCard():
            return [Part("", card.boxes or ())]
        case DungeonCard():
            floors = [(f"{n} {kind}", getattr(one, kind)) for n, one in enumerate(card.floors or (), start=1)
                      for kind in ("peril", "combat")]  # fmt: skip
            boss = [Part("boss", card.boss.boxes or ())] if card.boss is not None else []
            return [*(Part(said, boxes) for said, boxes in floors), *boss]
    return []


def _paid(pays: Cost) -> str:
    signs = ((pays.damage, "♥"), (pays.time, "time"), (pays.poison, "poison"))
    return " ".join(f"{n} {sign}" for n, sign in signs if n) or "free"


def _lines(card: Card | None) -> list[str]:
    """Return the texts of a card, and what lies at its edges."""
    match card:
        case EncounterCard():
            edges = [f"item {card.item}"] * (card.item is not None) + [card.skill or ""] * bool(card.skill)
            return [*map(ability_words, card.rule or ()), *[", ".join(edges)] * bool(edges)]
        case DungeonCard(floors=floors, boss=Boss() as boss):
            rules = [(f"Floor {n}", rule) for n, one in enumerate(floors or (), start=1) for rule in one.rules]
            rules += [("Boss", rule) for rule in boss.rules or ()]
            hearts = [f"{boss.name}: {boss.health} hearts"] * bool(boss.health)
            return [*(f"{where}: {ability_words(rule)}" for where, rule in rules), *hearts]
        case SkillCard(ability=Ability() as ability):
            return _used(ability)
        case HeroCard(solo=HeroSide() as side) | HeroCard(party=HeroSide() as side) if side.skill is not None:
            return [side.skill.name, *_used(side.skill)]
        case HeroCard(solo=HeroSide() as side) | HeroCard(party=HeroSide() as side):
            counts = zip(COLOURS, side.dice.counts(), strict=True) if side.dice is not None else ()
            dice = ", ".join(f"{n} {look.COLOUR_NAMES[c]}" for c, n in counts if n)
            return [dice] * bool(dice) + [f"{side.health} hearts"] * bool(side.health)
    return []


def _used(ability: Ability) -> list[str]:
    """Return what a skill does, what it costs and where it may be used; before that is told, the rest."""
    if ability.does:
        return [ability_words(ability)]
    rooms = ", ".join(ability.rooms) if ability.rooms else "everywhere"
    price = price_words(ability.price) if ability.price is not None else ""
    return [" · ".join(filter(None, (rooms, price)))]


def tumbled_scene(
    boxes: Sequence[Box], lying: Mapping[int, Sequence[Die]], spare: Sequence[Die], size: tuple[int, int]
) -> Scene:
    """Draw boxes with the dice on them, and the dice beside them; a die that shows 0 was not rolled yet.

    Args:
        boxes: the boxes.
        lying: dice by the number of the box that they lie on, from 0.
        spare: the other dice.
        size: width and height in CSS pixels.
    """
    w, h = map(float, size)
    row = 40.0
    items = [
        plain(
            f"box {at}", x, y, wide, high, look.box(0, 0, wide, high, box, dice_on(lying.get(at, ()), wide, high, box))
        )
        for at, (box, (x, y, wide, high)) in enumerate(zip(boxes, laid(boxes, w, h - row - 4, 50), strict=True))
    ]
    left = (w - 38 * len(spare)) / 2
    for k, (colour, value) in enumerate(spare):
        body = look.die(2, 2, 34, colour, value or "?")
        items.append(plain(f"spare {k}", left + 38 * k, h - row, 38, 38, body))
    return Scene(w, h, "A Goblin and dice", tuple(items), LOOK)
