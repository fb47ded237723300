"""What the party loses and gets back: time, hearts, poison, dice and doors. Functions give new positions."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.boxes import COLOURS
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.party import (
    available,
    health,
    reference_uses,
    supply,
    triggered,
    with_potions,
)
from companion.games.one_deck_dungeon.rooms import door_limit
from companion.games.one_deck_dungeon.state import UNTOLD, Door, Due, Position, count, pool_of

STAIRS = {False: (3, 1), True: (6, 2)}
"""Tokens on the stairs and heroes hurt, by whether four play, where the card is not told."""


def lose_time(cat: Catalogue, state: Position, n: int) -> Position:
    """Spend time: cards from the deck to the discard, then tokens on the stairs; against the boss nothing."""
    if state.at_boss or n <= 0:
        return state
    gone = min(n, state.down)
    state = replace(state, down=state.down - gone, discard=state.discard.add(UNTOLD, gone))
    return _climb(cat, state, n - gone)


def _climb(cat: Catalogue, state: Position, n: int) -> Position:
    """Put tokens on the stairs; each time they are full they hurt (one-deck-dungeon.stairs.tokens)."""
    tokens, victims = stairs_limits(cat, state)
    full, rest = divmod(state.stairs + n, tokens)
    state = replace(state, stairs=rest)
    return owe(state, *(Due("stairs", victims, state.handles) for _ in range(full)))


def stairs_limits(cat: Catalogue, state: Position) -> tuple[int, int]:
    """Return how many tokens set the stairs off, and how many heroes they then hurt."""
    card = cat.stairs.get(state.four)
    tokens, victims = STAIRS[state.four]
    if card is None:
        return tokens, victims
    return card.tokens or tokens, card.victims or victims


def owe(state: Position, *dues: Due) -> Position:
    """Return the position with more to settle, after what is there already."""
    return replace(state, due=(*state.due, *(due for due in dues if due.n and due.among)))


def hurt(cat: Catalogue, state: Position, handle: str, n: int) -> Position:
    """Give a hero damage; what stores dice for it does so, and a hero without hearts loses the game."""
    for _ in range(n):
        hero = state.hero(handle)
        state = state.with_hero(replace(hero, damage=hero.damage + 1))
        for effect in triggered(cat, state, state.hero(handle), "damage"):
            if isinstance(effect, a.Store):
                state = store(state, handle, effect)
    return judged(cat, state)


def judged(cat: Catalogue, state: Position) -> Position:
    """Return the position, lost where a hero has no heart left (one-deck-dungeon.end.fallen)."""
    for hero in state.heroes:
        hearts = health(cat, state, hero)
        if hearts is not None and hero.damage >= hearts:
            return replace(state, ended="fallen")
    return state


def sicken(state: Position, handle: str, n: int) -> Position:
    """Put poison tokens on a hero, as far as there are any."""
    hero = state.hero(handle)
    return state.with_hero(replace(hero, poison=hero.poison + min(n, state.poison_left)))


def cure(state: Position, handle: str, n: int) -> Position:
    """Take poison tokens from a hero."""
    hero = state.hero(handle)
    return state.with_hero(replace(hero, poison=max(0, hero.poison - n)))


def owe_poison(state: Position, n: int, among: tuple[str, ...]) -> Position:
    """Owe poison tokens; for each that the supply lacks, a damage (one-deck-dungeon.poison.supply)."""
    waiting = sum(due.n for due in state.due if due.what == "poison")
    there = max(0, min(n, state.poison_left - waiting))
    return owe(state, Due("poison", there, among), Due("damage", n - there, among))


def store(state: Position, handle: str, effect: a.Store) -> Position:
    """Put black dice on a hero card, as far as the supply and the limit of the feat allow."""
    hero, wanted = state.hero(handle), count(effect.pool, "H")
    room = max(0, effect.most - hero.stored)
    n = min(wanted, room, _spare_black(state))
    state = state.with_hero(replace(hero, stored=hero.stored + n))
    fight = state.fight
    if fight is None or not fight.begun:
        return state
    less = pool_of({c: count(fight.share, c) - (n if c == "H" else 0) for c in COLOURS})
    return replace(state, fight=replace(fight, share=less))


def _spare_black(state: Position) -> int:
    """Return the black dice that may still be stored: of the supply, or of what is left of the pair's share."""
    whole = count(supply(state), "H")
    fight = state.fight
    return min(whole, available(fight, "H")) if fight is not None and fight.begun else whole


def gain_potions(cat: Catalogue, state: Position, n: int) -> Position:
    """Gain potion tokens; the Cure potion heals for each (one-deck-dungeon.cure.passive)."""
    before = state.potions
    state = with_potions(state, n)
    return cured(cat, state, "gain", state.potions - before)


def cured(cat: Catalogue, state: Position, when: str, times: int) -> Position:
    """Owe what the Cure potion heals by itself, on use or on gain."""
    for use in reference_uses(cat, state, when):
        heals = sum(effect.n for effect in use.effects if isinstance(effect, a.Heal))
        state = owe(state, *(Due("heal", heals, state.handles) for _ in range(times)))
    return state


def lay_doors(cat: Catalogue, state: Position, n: int) -> Position:
    """Add closed doors, up to the limit and as far as the deck goes; with four heroes a lone card is discarded."""
    size = 2 if state.four else 1
    for _ in range(min(n, door_limit(cat, state) - len(state.doors))):
        if state.down >= size:
            door = Door((UNTOLD,) * size)
            state = replace(state, doors=(*state.doors, door), down=state.down - size)
        elif state.down:
            state = replace(state, down=0, discard=state.discard.add(UNTOLD))
    return state


def exile(state: Position, effect: a.Exile) -> Position:
    """Put dice and poison tokens of the supply back into the box, as far as there are any."""
    left = supply(state)
    more = {c: count(state.exiled, c) + min(count(effect.pool, c), count(left, c)) for c in COLOURS}
    poison = state.poison_exiled + min(effect.poison, state.poison_left)
    return replace(state, exiled=pool_of(more), poison_exiled=poison)
