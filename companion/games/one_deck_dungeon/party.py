"""The party: hearts, dice and skills of its heroes, and the dice and tokens that they share."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.one_deck_dungeon.abilities import Ability, Effect, Resist, Use
from companion.games.one_deck_dungeon.boxes import COLOURS, Pool
from companion.games.one_deck_dungeon.catalogue import Catalogue, item_of
from companion.games.one_deck_dungeon.kinds import REFERENCE, handle
from companion.games.one_deck_dungeon.state import POTIONS, SUPPLY, Fight, Hero, Position, count, pool_of

UNLIMITED = (99, 99)
"""Places for items and skills where the level card is not told."""


def health(cat: Catalogue, state: Position, hero: Hero) -> int | None:
    """Return so much damage that kills a hero, None where the hero card is not told."""
    base = cat.side(hero.card, len(state.heroes)).health
    return None if base is None else base + sum(item_of(card.item).health for card in hero.items)


def dice_of(cat: Catalogue, state: Position, hero: Hero) -> Pool:
    """Return the dice of a hero: those of the card and those of the items."""
    pools = [cat.side(hero.card, len(state.heroes)).dice or Pool()]
    pools += [item_of(card.item).pool for card in hero.items]
    return pool_of({colour: sum(count(pool, colour) for pool in pools) for colour in COLOURS})


def abilities(cat: Catalogue, state: Position, hero: Hero) -> Iterator[tuple[str, Ability]]:
    """Yield what a hero has: the feat, the skill of the hero card, and the skills won; each with what people type."""
    side = cat.side(hero.card, len(state.heroes))
    for ability in (side.feat, side.skill):
        if ability is not None:
            yield handle(ability.name), ability
    for card in hero.skills:
        if card.skill:
            yield card.skill, cat.ability(card.skill) or Ability(card.skill)


def skills(cat: Catalogue, state: Position, hero: Hero) -> list[tuple[str, Ability]]:
    """Return the skills of a hero, without the feat; a name comes as often as the hero has it."""
    feat = cat.side(hero.card, len(state.heroes)).feat
    return [(name, ability) for name, ability in abilities(cat, state, hero) if ability is not feat]


def feat(cat: Catalogue, state: Position, hero: Hero) -> Ability | None:
    """Return the heroic feat of a hero, None where it is not told."""
    return cat.side(hero.card, len(state.heroes)).feat


def potion_kinds(cat: Catalogue, state: Position) -> tuple[str, ...]:
    """Return the potions that the party may use a token for."""
    reference = [name for name, card in cat.skills.items() if card.potion and card.place == REFERENCE]
    shown = [name for name in reference if name == state.reference] or [state.reference]
    basic = [state.basic] if state.basic else []
    return tuple(dict.fromkeys((*shown, *basic, *(card.skill for card in state.tucked if card.skill))))


def triggered(cat: Catalogue, state: Position, hero: Hero, when: str) -> Iterator[Effect]:
    """Yield the effects of a hero's abilities that act by themselves at a moment."""
    for _, ability in abilities(cat, state, hero):
        for use in ability.uses(when)[:1]:
            yield from use.effects


def reference_uses(cat: Catalogue, state: Position, when: str) -> tuple[Use, ...]:
    """Return what the potion of the turn reference does by itself: the Cure potion heals on use and on gain."""
    ability = cat.ability(state.reference)
    return ability.uses(when) if ability is not None else ()


def resist_bonus(cat: Catalogue, state: Position, group: tuple[str, ...]) -> int:
    """Return what the skills of a group add to its roll to Resist Poison (one-deck-dungeon.poison.roll-alone)."""
    held = [ability for handle in group for _, ability in abilities(cat, state, state.hero(handle))]
    return sum(e.n for ability in held for e in ability.effects((Resist,)) if isinstance(e, Resist))


def stored(state: Position) -> int:
    """Return the black dice that lie on hero cards."""
    return sum(hero.stored for hero in state.heroes)


def supply(state: Position) -> Pool:
    """Return the dice of all sets that are neither exiled nor stored (one-deck-dungeon.supply.dice)."""
    counts = {c: state.sets * count(SUPPLY, c) - count(state.exiled, c) for c in COLOURS}
    counts["H"] -= stored(state)
    return pool_of(counts)


def share(state: Position, fight: Fight) -> Pool:
    """Return the dice for the present encounter: all, or with four heroes half of each colour.

    The odd die of a colour goes to the first pair, or to the second where the party said so
    (one-deck-dungeon.four.supply).
    """
    whole = supply(state)
    if not state.four:
        return whole
    halves = {}
    for colour in COLOURS:
        more = (fight.at == 1) == (colour in fight.odd)
        halves[colour] = (count(whole, colour) + more) // 2
    return pool_of(halves)


def odd_colours(state: Position) -> str:
    """Return the colours of which two pairs cannot have the same number of dice."""
    return "".join(c for c in COLOURS if count(supply(state), c) % 2) if state.four else ""


def in_play(fight: Fight, colour: str) -> int:
    """Return how many dice of a colour are out of the supply in the present encounter."""
    dice = [*fight.dice, *(die for _, die in fight.placed)]
    dice += [die for task in fight.tasks for die in (*task.chosen, *task.rolled)]
    thrown = [entry for task in fight.tasks if task.throw is not None for entry in task.throw.dice]
    return sum(die.colour == colour for die in dice) + sum(n for _, c, n in thrown if c == colour)


def available(fight: Fight, colour: str) -> int:
    """Return how many dice of a colour may still be taken in the present encounter."""
    return max(0, count(fight.share, colour) - in_play(fight, colour))


def places(cat: Catalogue, state: Position) -> tuple[int, int]:
    """Return how many items and skills each hero may hold at the present level."""
    return cat.places(state.level, len(state.heroes)) or UNLIMITED


def with_potions(state: Position, n: int) -> Position:
    """Return the position with more potion tokens; what goes beyond the tokens there are is lost."""
    return replace(state, potions=min(POTIONS[len(state.heroes)], state.potions + n))
