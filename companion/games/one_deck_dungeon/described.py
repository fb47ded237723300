"""Cards that somebody describes at the table: what the box learns of them, and whether it can.

Of a foe both cards of its name are described, as they differ in loot and mark only. What was told of a card before, its
loot or one side of a hero card, stays (one-deck-dungeon.components.encounters).
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec.structs import replace

from companion.engine import told
from companion.engine.edition import Edition
from companion.engine.errors import CompanionError
from companion.engine.game import YES, Verdict
from companion.games.one_deck_dungeon.abilities import COMBAT, PERIL
from companion.games.one_deck_dungeon.counts import COPIES, wrong_card
from companion.games.one_deck_dungeon.kinds import (
    Boss,
    Card,
    DungeonCard,
    EncounterCard,
    HeroCard,
    HeroSide,
    SkillCard,
    handle,
)
from companion.games.one_deck_dungeon.refusals import no

NAMED = (EncounterCard, HeroCard, DungeonCard, SkillCard)
"""Cards that are described by their name."""
_PARTED = (*NAMED, HeroSide, Boss)
"""What may be told part by part."""
_CLAUSE = "components.encounters"


def name_of(card: Card) -> str:
    """Return the name of a card as printed; a dungeon without one goes by its boss. "" while nobody has told it."""
    if isinstance(card, DungeonCard) and not card.name:
        return card.boss.name if card.boss is not None else ""
    return getattr(card, "name", None) or ""


def taught(edition: Edition, card: Card) -> tuple[Card, ...]:
    """Return the cards that a box learns when somebody describes one.

    Args:
        edition: the box.
        card: what was read off the card; what was not read is None.
    """
    same = [own for own in edition.cards if _alike(own, card)]
    if not isinstance(card, EncounterCard):
        return (_once(same[0], card) if same else card,)
    own = next((n for n, one in enumerate(same) if _loot_fits(one, card)), len(same))
    copies = [*same, *(EncounterCard(card.set) for _ in range(COPIES - len(same)))][: max(COPIES, own)]
    bare = replace(card, item=None, skill=None, mark=None)
    return tuple(joined(one, card if n == own else bare) for n, one in enumerate(copies))


def _once(old: Card, new: Card) -> Card:
    """Return a card of which there is one; where a skill is printed the box knows better."""
    one: Card = joined(old, new)
    return replace(one, place=old.place) if isinstance(one, SkillCard) and isinstance(old, SkillCard) else one


def _alike(one: Card, other: Card) -> bool:
    return type(one) is type(other) and bool(name_of(other)) and handle(name_of(one)) == handle(name_of(other))


def _loot_fits(one: EncounterCard, other: EncounterCard) -> bool:
    pairs = ((one.item, other.item), (one.skill, other.skill), (one.mark, other.mark))
    return all(told.same(mine, theirs) for mine, theirs in pairs)


def joined(old: Any, new: Any) -> Any:
    """Return everything that two tellings of a card say; where both say something, the later one holds."""
    if new is None:
        return old
    if old is None or type(old) is not type(new) or not isinstance(new, _PARTED):
        return new
    fields = {name: joined(getattr(old, name), getattr(new, name)) for name in new.__struct_fields__}
    return replace(new, **fields)


def judged(edition: Edition, card: Card) -> Verdict:
    """Say whether a box can learn a card as it is described."""
    name = name_of(card) if isinstance(card, NAMED) else ""
    if not name:
        return no("A card is described by its name: `describe encounter name: Razorbeak …`.", _CLAUSE)
    lacking = _lacking(card)
    if lacking:
        return no(f"{name} is described by {lacking}.", _CLAUSE)
    if isinstance(card, EncounterCard) and (wrong := wrong_card(card)):
        return no(f"{wrong[0]}.", _CLAUSE)
    learned = taught(edition, card)
    if not _missing(edition, learned):
        return no(f"{name} is described in {edition.label} already.", _CLAUSE)
    try:
        wiser = edition.learn(learned)
    except CompanionError as error:
        return no(str(error), _CLAUSE)
    many = sum(_alike(one, card) for one in wiser.cards)
    if _missing(wiser, learned) or many > len(learned):
        return no(f"{edition.label} tells something else of {name}, or has no card left for it.", _CLAUSE)
    return YES


def _missing(edition: Edition, cards: tuple[Card, ...]) -> Counter[Card]:
    """Return the cards that a box does not list."""
    return Counter(cards) - Counter(edition.cards)


def _lacking(card: Card) -> str:
    """Return what a description lacks, in words; empty for nothing."""
    if not isinstance(card, EncounterCard):
        return ""
    if card.kind == COMBAT:
        return "" if card.boxes else "its boxes"
    if card.kind == PERIL:
        return "" if card.options else "its two options"
    return "its kind, combat or peril"
