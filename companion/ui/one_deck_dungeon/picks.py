"""Names to pick on the board: heroes, dungeons, foes and perils. Each keeps its place for the whole game."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.told import possible
from companion.games.one_deck_dungeon.abilities import COMBAT
from companion.games.one_deck_dungeon.boxes import COLOURS
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.kinds import CORE, FOREST, EncounterCard
from companion.games.one_deck_dungeon.state import Position, patterns
from companion.ui.boards.one_deck_dungeon import Tile

SET_NAMES = {CORE: "One Deck Dungeon", FOREST: "Forest of Shadows"}
COLUMNS = 4
"""Columns of foes: two of combats, two of perils."""
ANY = "any"
"""The place of a card whose name cannot be picked."""
UNKNOWN = Tile(f"foe/{ANY}", "Unknown card", "by its result")
"""What stands where nobody has told the names of a set."""


def hero_tiles(cat: Catalogue, state: Position) -> list[Tile]:
    """Return the hero cards of the box, those that are taken greyed in their place."""
    taken = {hero.card for hero in state.heroes}
    out = []
    for name, card in cat.heroes.items():
        side = card.side(len(state.heroes))
        pool = side.dice.counts() if side is not None and side.dice is not None else ()
        dice = tuple((colour, n) for colour, n in zip(COLOURS, pool, strict=False) if n)
        hearts = (side.health or 0) if side is not None else 0
        out.append(Tile(f"pick/{name}", card.name or name, "", "plain", 0, dice, hearts, name in taken))
    return out


def party_tiles(cat: Catalogue) -> list[Tile]:
    """Return the hero cards of the box with their sides for parties."""
    out = []
    for name, card in cat.heroes.items():
        side = card.side(2)
        counts = side.dice.counts() if side is not None and side.dice is not None else (0, 0, 0, 0)
        dice = tuple((colour, n) for colour, n in zip(COLOURS, counts, strict=True) if n)
        out.append(Tile(f"pick/{name}", card.name or name, "", "plain", 0, dice, (side.health or 0) if side else 0))
    return out


def dungeon_tiles(cat: Catalogue, state: Position) -> list[Tile]:
    """Return the dungeons of the box with their bosses; those that do not go with the deck greyed."""
    out = []
    for name, card in cat.dungeons.items():
        boss = card.boss.name if card.boss is not None else ""
        dots = "•" * (card.dots or 0)
        fits = cat.fits_deck(name, state.deck)
        out.append(Tile(f"pick/{name}", card.name or name, f"{boss} {dots}".strip(), "boss", gone=not fits))
    return out


def named_tiles(names: Sequence[str], labels: Sequence[str]) -> list[Tile]:
    """Return tiles of plain names."""
    return [Tile(f"pick/{name}", label) for name, label in zip(names, labels, strict=True)]


def set_tiles(cat: Catalogue, deck: str, shown: str) -> list[Tile]:
    """Return what leads from the names of one set to those of the other, for a hybrid deck."""
    if deck != "hybrid":
        return []
    return [Tile(f"set/{name}", label, tone="boss" if name == shown else "plain") for name, label in SET_NAMES.items()]


def has_names(cat: Catalogue, of_set: str) -> bool:
    """Say whether at least one card of a set has a name."""
    return any(card.set == of_set and card.name for card in cat.encounters.values())


def left(state: Position) -> set[str] | None:
    """Return the names of which a card may still be turned up; None where any may."""
    kinds = possible(state.unseen, patterns(state))
    if any(not kind.name for kind in kinds):
        return None
    return {kind.name for kind in kinds}


def foe_tiles(cat: Catalogue, of_set: str, names: set[str] | None) -> list[Tile]:
    """Return the foes and perils of a set row by row: two columns of combats by XP as printed, two of perils.

    Args:
        cat: the cards.
        of_set: "core" or "forest".
        names: those that may still come; None for all.
    """
    printed = [card for card in reversed(list(cat.encounters.values())) if card.set == of_set and card.name]
    combats = sorted((card for card in printed if card.kind == COMBAT), key=lambda card: card.xp or 9)
    perils = sorted((card for card in printed if card.kind != COMBAT), key=lambda card: card.xp or 9)
    rows = max(-(-len(combats) // 2), -(-len(perils) // 2), 1)
    columns = [combats[:rows], combats[rows:], *_halves(perils)]
    out = []
    for row in range(rows):
        for column in columns:
            out.append(_foe(column[row], names) if row < len(column) else Tile("", ""))
    return out


def _halves(cards: list[EncounterCard]) -> tuple[list[EncounterCard], list[EncounterCard]]:
    middle = -(-len(cards) // 2)
    return cards[:middle], cards[middle:]


def _foe(card: EncounterCard, names: set[str] | None) -> Tile:
    gone = names is not None and card.handle not in names
    return Tile(f"foe/{card.handle}", card.name or "", "", card.kind or "plain", card.xp or 0, gone=gone)
