"""Feats before a roll: what the party means to use behind an open door, and what that does to the odds on the cards.

Stored dice are rolled unless somebody spares them; a feat that rolls dice first is used where somebody says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.abilities import Ability, Use
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.feats import rolled_first
from companion.games.one_deck_dungeon.gaining import with_all_stored
from companion.games.one_deck_dungeon.helping import Help
from companion.games.one_deck_dungeon.party import feat
from companion.games.one_deck_dungeon.state import Position
from companion.ui.one_deck_dungeon.fights import Days, Met, Pair

STORED = 0
"""Stands for the stored dice of a hero in the place of the number of a use."""


class Aid(msgspec.Struct, frozen=True):
    """Something that a hero may use before the roll.

    Args:
        hero: whose it is.
        n: which use of the feat, from 1; `STORED` for the dice that are stored.
        name: what it is called: "Ana's stored die", "Eagle Eye (Di)".
    """

    hero: str
    n: int
    name: str


class Plans(msgspec.Struct, frozen=True):
    """What the party means to use.

    Args:
        spared: who keeps the stored dice.
        used: which use of a feat heroes make before the roll.
    """

    spared: tuple[str, ...] = ()
    used: tuple[tuple[str, int], ...] = ()

    def on(self, aid: Aid) -> bool:
        """Say whether something is to be used."""
        return (aid.hero, aid.n) in self.used if aid.n else aid.hero not in self.spared

    def turned(self, aid: Aid, pair: Pair) -> Plans:
        """Return the plans with something used, or spared where it was used; one feat rolls first for a pair."""
        if not aid.n:
            others = tuple(hero for hero in self.spared if hero != aid.hero)
            return replace(self, spared=others if aid.hero in self.spared else (*others, aid.hero))
        others_used = tuple(one for one in self.used if one[0] not in pair)
        return replace(self, used=others_used if self.on(aid) else (*others_used, (aid.hero, aid.n)))

    def met(self, cat: Catalogue, state: Position, pair: Pair, met: Met, room: str) -> Met:
        """Return what a pair has before it with what it means to use.

        Args:
            cat: the cards.
            state: the position.
            pair: who fights.
            met: what they have before them without feats.
            room: the kind of room: "combat" or "peril".
        """
        found = with_all_stored(cat, state, pair, met, [hero for hero in pair if hero not in self.spared])
        for hero, n in self.used:
            uses = _uses(cat, state, hero, room) if hero in pair else ()
            made = rolled_first(found, pair.index(hero), uses[n - 1]) if n <= len(uses) else None
            if made is not None:
                return made
        return found


def aids(cat: Catalogue, state: Position, pair: Pair, room: str) -> Iterator[Aid]:
    """Yield what heroes may use before a roll; nothing against the boss (one-deck-dungeon.boss.feats).

    Args:
        cat: the cards.
        state: the position.
        pair: who fights.
        room: the kind of room: "combat" or "peril".
    """
    for handle in () if state.at_boss else pair:
        hero = state.hero(handle)
        ability = feat(cat, state, hero)
        if ability is not None and hero.stored:
            yield Aid(handle, STORED, stored_name(hero.name, hero.stored))
        for n, use in enumerate(_uses(cat, state, handle, room), start=1):
            yield Aid(handle, n, _called(ability, use, hero.name))


def stored_name(hero: str, many: int) -> str:
    """Return stored dice by whose they are: "Ana's stored die"."""
    return f"{hero}'s stored {'die' if many == 1 else 'dice'}"


def _uses(cat: Catalogue, state: Position, handle: str, room: str) -> tuple[Use, ...]:
    ability = feat(cat, state, state.hero(handle))
    return ability.uses("ready", room) if ability is not None else ()


def _called(ability: Ability | None, use: Use, hero: str) -> str:
    """Return what a use of a feat is called: by its dice where there are several ways."""
    name = ability.name if ability is not None else "Feat"
    ways = len(ability.uses("ready")) if ability is not None else 1
    dice = sum(effect.pool.heroic for effect in use.effects if isinstance(effect, a.Roll))
    return f"{name}{f' ({dice})' if ways > 1 else ''}, {hero}"


def help_of(aid: Aid, with_it: Days, without: Days) -> Help | None:
    """Return what something is worth by the odds with it and without; None where these cannot be compared."""
    if with_it.about or without.about:
        return None
    hearts, time = (
        Fraction(before - after).limit_denominator(1000)
        for before, after in ((without.hearts, with_it.hearts), (without.time, with_it.time))
    )
    sure = with_it.exact and without.exact
    move = m.Feat(aid.hero, max(1, aid.n))
    return Help(move, with_it.safe - without.safe, hearts, time, Fraction(0), without.safe, sure)


__all__ = ["STORED", "Aid", "Plans", "aids", "help_of", "stored_name"]
