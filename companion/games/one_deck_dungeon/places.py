"""Where encounter cards lie, and how people name the place: "door.1.2", "fight.1", "ana.item.1", "discard.3"."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.piles import Multiset
from companion.games.one_deck_dungeon.state import Face, Position

HEAPS = ("discard", "out")
ROWS = {"xp": "xp_cards", "tucked": "tucked"}


def card_at(state: Position, place: str) -> Face:
    """Return the card at a place.

    Raises:
        LookupError, ValueError: nothing lies there.
    """
    *where, number = place.split(".")
    if int(number) < 1:
        raise LookupError(place)
    return _row(state, where)[int(number) - 1]


def _row(state: Position, where: list[str]) -> tuple[Face, ...]:
    match where:
        case ["door", number] if int(number) > 0:
            return state.doors[int(number) - 1].cards
        case ["fight"] if state.fight is not None and not state.at_boss:
            return tuple(part.card for part in state.fight.parts)
        case ["loot"]:
            return tuple(part.card for part in state.spoils)
        case [heap] if heap in HEAPS:
            return tuple(getattr(state, heap))
        case [row] if row in ROWS:
            return tuple(getattr(state, ROWS[row]))
        case [handle, "item" | "skill" as kind]:
            hero = next((hero for hero in state.heroes if hero.handle == handle), None)
            if hero is not None:
                return hero.items if kind == "item" else hero.skills
    raise LookupError(".".join(where))


def exchanged(state: Position, place: str, new: Face) -> Position:
    """Return the position with a card told as another at a place.

    Raises:
        LookupError, ValueError: nothing lies there.
    """
    *where, number = place.split(".")
    row, at = _row(state, where), int(number) - 1
    cards = (*row[:at], new, *row[at + 1 :])
    match where:
        case ["door", door]:
            n = int(door) - 1
            doors = (*state.doors[:n], replace(state.doors[n], cards=cards), *state.doors[n + 1 :])
            return replace(state, doors=doors)
        case ["fight"] if state.fight is not None:
            parts = tuple(replace(part, card=card) for part, card in zip(state.fight.parts, cards, strict=True))
            return replace(state, fight=replace(state.fight, parts=parts))
        case ["loot"]:
            spoils = tuple(replace(part, card=card) for part, card in zip(state.spoils, cards, strict=True))
            return replace(state, spoils=spoils)
        case [heap] if heap in HEAPS:
            return replace(state, **{heap: Multiset.of(cards)})
        case [name] if name in ROWS:
            return replace(state, **{ROWS[name]: cards})
    hero = state.hero(where[0])
    return state.with_hero(replace(hero, items=cards) if where[1] == "item" else replace(hero, skills=cards))


def tellable(state: Position) -> tuple[str, ...]:
    """Return the places of cards that lie face up or tucked and are not wholly told; closed doors are not listed."""
    rows = [f"door.{n}" for n, door in enumerate(state.doors, start=1) if door.open]
    rows += ["fight"] if state.fight is not None and not state.at_boss else []
    rows += ["loot", *HEAPS, *ROWS]
    rows += [f"{hero.handle}.{kind}" for hero in state.heroes for kind in ("item", "skill")]
    return tuple(
        f"{row}.{n}" for row in rows for n, card in enumerate(_row(state, row.split(".")), start=1) if not card.known
    )
