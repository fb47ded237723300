"""What the coach says over a real game: which tips fit the party's situation now, the most pressing first."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.laying import armor_left
from companion.games.one_deck_dungeon.party import health
from companion.games.one_deck_dungeon.rooms import boxes, described
from companion.games.one_deck_dungeon.state import Position


def tips(cat: Catalogue, state: Position) -> tuple[str, ...]:
    """Return the ids of the tips that fit the party's situation now, the most pressing first.

    Args:
        cat: the cards.
        state: the position.
    """
    if state.ended or state.step == "setup":
        return ()
    return tuple(name for name, holds in _WHEN.items() if holds(cat, state))


def _last_heart(cat: Catalogue, state: Position) -> bool:
    limits = [(health(cat, state, hero), hero.damage) for hero in state.heroes]
    return any(limit is not None and limit - damage == 1 for limit, damage in limits)


def _share(cat: Catalogue, state: Position) -> bool:
    return bool(state.due) and state.due[0].what == "damage" and len(state.due[0].among) > 1


def _resist(cat: Catalogue, state: Position) -> bool:
    return state.step == "resist"


def _rolled(state: Position) -> bool:
    """Say whether dice lie there to be placed."""
    return state.fight is not None and bool(state.fight.dice) and not state.fight.closed and not state.due


def _armour(cat: Catalogue, state: Position) -> bool:
    fight = state.fight
    if fight is None or not _rolled(state) or not described(cat, state, fight):
        return False
    return bool(armor_left(boxes(cat, state, fight), fight.placed))


def _place(cat: Catalogue, state: Position) -> bool:
    return _rolled(state)


def _black(cat: Catalogue, state: Position) -> bool:
    return _rolled(state) and state.fight is not None and bool(state.fight.placed) and len(state.fight.dice) > 1


def _peril(cat: Catalogue, state: Position) -> bool:
    fight = state.fight
    if fight is None or state.at_boss or fight.part.option:
        return False
    foe = cat.foe(fight.part.card)
    return foe is not None and bool(foe.options)


def _meet(cat: Catalogue, state: Position) -> bool:
    return state.step == "meet"


def _split(cat: Catalogue, state: Position) -> bool:
    return state.step == "meet" and state.four


def _loot(cat: Catalogue, state: Position) -> bool:
    return state.step == "loot"


def _boss(cat: Catalogue, state: Position) -> bool:
    return state.at_boss


def _stairs(cat: Catalogue, state: Position) -> bool:
    return state.stairs_open


def _poison(cat: Catalogue, state: Position) -> bool:
    return state.tokens > 0


def _potion(cat: Catalogue, state: Position) -> bool:
    return state.potions > 0 and any(hero.damage > 1 for hero in state.heroes)


def _level(cat: Catalogue, state: Position) -> bool:
    return state.level > 1


def _light(cat: Catalogue, state: Position) -> bool:
    return not state.full and state.step == "turn"


def _first_turn(cat: Catalogue, state: Position) -> bool:
    return state.step == "turn" and state.turn == 1


def _doors(cat: Catalogue, state: Position) -> bool:
    return state.step == "turn" and any(not door.open for door in state.doors)


_WHEN: Mapping[str, Callable[[Catalogue, Position], bool]] = {
    "last-heart": _last_heart,
    "resist": _resist,
    "share": _share,
    "split": _split,
    "meet": _meet,
    "peril": _peril,
    "armour": _armour,
    "place": _place,
    "black": _black,
    "loot": _loot,
    "boss": _boss,
    "stairs": _stairs,
    "first-turn": _first_turn,
    "doors": _doors,
    "poison": _poison,
    "potion": _potion,
    "level": _level,
    "light": _light,
}
"""Each tip with when it fits, the most pressing first."""
