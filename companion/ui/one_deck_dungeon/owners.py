"""Whose dice are told: only where a skill of the encounter asks for it and both heroes roll the colour."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.abilities import Ability
from companion.games.one_deck_dungeon.boxes import COLOURS
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.party import skills
from companion.games.one_deck_dungeon.state import Position, Throw, count
from companion.games.one_deck_dungeon.using import skill_uses


class Row(msgspec.Struct, frozen=True):
    """Dice that are told together.

    Args:
        colour: their colour.
        many: how many there are.
        owner: whose they are: a handle, "" for nobody's alone; None where that is not told.
        name: what people call the owner; empty where it goes without saying.
    """

    colour: str
    many: int
    owner: str | None = None
    name: str = ""


def rows(cat: Catalogue, state: Position, throw: Throw) -> list[Row]:
    """Return the rows of the pad for a throw: one a colour, and one an owner only where that matters."""
    touched = _touched_here(cat, state, throw)
    out = []
    for colour in COLOURS:
        groups = [(owner, many) for owner, c, many in throw.dice if c == colour]
        if not groups:
            continue
        if colour in touched and len(groups) > 1:
            out += [Row(colour, many, owner, state.hero(owner).name if owner else "") for owner, many in groups]
        else:
            # What only one hero rolls is that hero's, without a word.
            owner = groups[0][0] if len(groups) == 1 else ""
            out.append(Row(colour, sum(many for _, many in groups), owner if touched else None))
    return out


def _touched_here(cat: Catalogue, state: Position, throw: Throw) -> set[str]:
    """Return the colours of which skills of the present encounter take or turn dice of one hero."""
    fight = state.fight
    if fight is None or not throw.main or len(fight.part.heroes) < 2:
        return set()
    held = (ability for handle in fight.part.heroes for _, ability in skills(cat, state, state.hero(handle)))
    return {colour for ability in held for colour in _touched(cat, state, ability)}


def _touched(cat: Catalogue, state: Position, ability: Ability) -> Iterator[str]:
    """Yield the colours of which a skill takes dice of its hero, or turns dice of one hero."""
    uses = skill_uses(cat, state, ability)
    price = ability.price
    if uses and price is not None and not price.free:
        yield from "MH" if price.mana else "H"
        yield from (colour for colour in COLOURS if count(price.dice, colour))
    for use in uses:
        for effect in use.effects:
            which = getattr(effect, "which", None)
            if which is not None and which.owner != a.PARTY:
                yield from which.colours or COLOURS


__all__ = ["Row", "rows"]
