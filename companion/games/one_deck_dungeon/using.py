"""Which abilities may be used now, in which way, and what pays for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.abilities import ANY, FIGHT, Ability, Price, Use
from companion.games.one_deck_dungeon.boxes import COLOURS
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.party import feat, skills
from companion.games.one_deck_dungeon.rooms import room_kind
from companion.games.one_deck_dungeon.state import Dice, Fight, Hero, Position, Rolled, count, in_order


def own(fight: Fight, handle: str) -> list[Rolled]:
    """Return the free dice that a hero may pay with or change: the hero's own, and those of nobody alone."""
    return [die for die in fight.dice if die.owner in ("", handle)]


def held(cat: Catalogue, state: Position, hero: Hero, name: str) -> list[Ability]:
    """Return the copies of a skill that a hero has."""
    return [ability for known, ability in skills(cat, state, hero) if known == name]


def left(cat: Catalogue, state: Position, fight: Fight, hero: Hero, name: str) -> int:
    """Return how many copies of a skill a hero has not used yet in this encounter (one-deck-dungeon.skills.once)."""
    return len(held(cat, state, hero, name)) - fight.used.count((hero.handle, name))


def skill_uses(cat: Catalogue, state: Position, ability: Ability) -> tuple[Use, ...]:
    """Return the ways to use a skill in the present room."""
    assert state.fight is not None
    uses = ability.uses(FIGHT, room_kind(cat, state, state.fight))
    # A skill that changes rolls to resist acts by itself.
    return tuple(use for use in uses if not all(isinstance(effect, a.Resist) for effect in use.effects))


def skill_use(cat: Catalogue, state: Position, move: m.Skill) -> Use | None:
    """Return the way that a move names, None where there is none or the table does it by hand."""
    found = held(cat, state, state.hero(move.hero), move.name)
    uses = skill_uses(cat, state, found[0]) if found else ()
    return uses[move.use - 1] if 1 <= move.use <= len(uses) else None


# ---------------------------------------------------------------------------------------------------------------- feats


def feat_uses(cat: Catalogue, state: Position, hero: Hero) -> tuple[Use, ...]:
    """Return the ways to use a feat before the roll; there are none against the boss (one-deck-dungeon.boss.feats)."""
    ability = feat(cat, state, hero)
    if ability is None or state.fight is None or state.at_boss:
        return ()
    return ability.uses("ready", room_kind(cat, state, state.fight))


def stores(cat: Catalogue, state: Position, hero: Hero) -> bool:
    """Say whether a feat stores black dice that are rolled later."""
    ability = feat(cat, state, hero)
    return ability is not None and bool(ability.effects((a.Store,)))


def feat_use(cat: Catalogue, state: Position, move: m.Feat) -> Use | None:
    """Return the way that a move names, None for a feat of stored dice."""
    uses = feat_uses(cat, state, state.hero(move.hero))
    return uses[move.n - 1] if 1 <= move.n <= len(uses) else None


# -------------------------------------------------------------------------------------------------------------- potions


def potion_use(cat: Catalogue, state: Position, name: str) -> Use | None:
    """Return how a potion acts if it is used now, None where it cannot be used now or the table does it by hand."""
    ability = cat.ability(name)
    if ability is None:
        return None
    for when in moments(state):
        room = room_kind(cat, state, state.fight) if state.fight is not None else ""
        found = ability.uses(when, room)
        if found:
            return found[0]
    return None


def moments(state: Position) -> tuple[str, ...]:
    """Return the moments of potions that it is now, the best first."""
    fight = state.fight
    if fight is not None:
        if not fight.begun:
            return ("before", ANY) if not state.at_boss else (ANY,)
        return (FIGHT, ANY) if fight.thrown and not fight.untold else (ANY,)
    return ("turn", ANY) if state.step == "turn" and state.fresh else (ANY,)


# ------------------------------------------------------------------------------------------------------------- payments


def payments(fight: Fight, handle: str, price: Price) -> Iterator[Dice]:
    """Yield every way to pay for a skill with the dice that a hero has, alike ones once."""
    dice = own(fight, handle)
    if price.mana:
        blue = [die for die in dice if die.colour in "MH" and die.only != "armor"]
        for n in range(1, len(blue) + 1):
            found = dict.fromkeys(in_order(some) for some in combinations(blue, n))
            yield from (some for some in found if sum(die.value for die in some) >= price.mana)
        return
    number = sum(price.dice.counts())
    usable = [die for die in dice if not die.only and (count(price.dice, die.colour) or die.colour == "H")]
    found = dict.fromkeys(in_order(some) for some in combinations(usable, number))
    yield from (some for some in found if pays(some, price))


def pays(dice: Sequence[Rolled], price: Price) -> bool:
    """Say whether dice pay a price; a black die stands for any colour (one-deck-dungeon.skills.black-pays)."""
    if price.mana:
        good = all(die.colour in "MH" and die.only != "armor" for die in dice)
        return good and sum(die.value for die in dice) >= price.mana
    spent = Counter(die.colour for die in dice)
    if any(die.only for die in dice) or len(dice) != sum(price.dice.counts()):
        return False
    return all(spent[colour] <= count(price.dice, colour) for colour in COLOURS if colour != "H")


def payment_owner(dice: Sequence[Rolled]) -> str:
    """Return whose a black die is: of the one hero whose dice made it, else of nobody alone."""
    owners = {die.owner for die in dice}
    return owners.pop() if len(owners) == 1 else ""
