"""What a room asks for: its boxes, with those of the dungeon, and the rules that hold in it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.abilities import BOSS, COMBAT, PERIL, Ability, Effect
from companion.games.one_deck_dungeon.boxes import Box
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.kinds import Boss, EncounterCard, Floor
from companion.games.one_deck_dungeon.state import DOORS, FLOORS, Fight, Position


def floors(cat: Catalogue, state: Position) -> tuple[Floor, ...]:
    """Return the floors that count now: all down to the present one, none against the boss."""
    card = cat.dungeons.get(state.dungeon)
    if card is None or card.floors is None or state.at_boss:
        return ()
    return card.floors[: min(state.floor, FLOORS)]


def boss(cat: Catalogue, state: Position) -> Boss | None:
    """Return the boss of the dungeon, None where nobody has told."""
    card = cat.dungeons.get(state.dungeon)
    return card.boss if card is not None else None


def boss_health(cat: Catalogue, state: Position) -> int | None:
    """Return the damage that kills the boss: doubled for four heroes."""
    foe = boss(cat, state)
    return None if foe is None or foe.health is None else foe.health * state.sets


def floor_rules(cat: Catalogue, state: Position) -> tuple[Ability, ...]:
    """Return what the floors do."""
    return tuple(rule for floor in floors(cat, state) for rule in floor.rules)


def door_limit(cat: Catalogue, state: Position) -> int:
    """Return the doors that exploring fills up to; a limit is not doubled for four (one-deck-dungeon.four.limit)."""
    limits = [e.doors for rule in floor_rules(cat, state) for e in rule.effects((a.Limit,)) if isinstance(e, a.Limit)]
    return min([DOORS, *limits])


def foe_of(cat: Catalogue, fight: Fight) -> EncounterCard | None:
    """Return the foe or peril of the present encounter, None where nobody has described it."""
    return cat.foe(fight.part.card)


def room_kind(cat: Catalogue, state: Position, fight: Fight) -> str:
    """Return "combat", "peril" or "boss"; "" where nobody has told."""
    if state.at_boss:
        return BOSS
    foe = foe_of(cat, fight)
    return (foe.kind or "") if foe is not None else ""


def described(cat: Catalogue, state: Position, fight: Fight) -> bool:
    """Say whether the present fight can be followed die by die."""
    if state.at_boss:
        foe = boss(cat, state)
        return foe is not None and foe.boxes is not None
    return cat.described(fight.part.card)


def own_rules(cat: Catalogue, state: Position, fight: Fight) -> tuple[Ability, ...]:
    """Return the rules of the foe, or of the boss."""
    if state.at_boss:
        enemy = boss(cat, state)
        return (enemy.rules or ()) if enemy is not None else ()
    foe = foe_of(cat, fight)
    return (foe.rule or ()) if foe is not None else ()


def curses(cat: Catalogue, state: Position, fight: Fight) -> list[Effect]:
    """Return everything that holds in the present fight: of the foe first, then of the floors, in their order."""
    kind = room_kind(cat, state, fight)
    found: list[Effect] = []
    for rule in (*own_rules(cat, state, fight), *floor_rules(cat, state)):
        for use in rule.does or ():
            if use.counts(use.when, kind) and (not rule.rooms or kind in rule.rooms):
                found += [effect for effect in use.effects if isinstance(effect, a.CURSES)]
    return found


def black_cost(cat: Catalogue, state: Position, fight: Fight) -> int:
    """Return how many dice a black die is made of (one-deck-dungeon.dice.black)."""
    return max([2, *(e.dice for e in curses(cat, state, fight) if isinstance(e, a.Black))])


def boxes(cat: Catalogue, state: Position, fight: Fight) -> tuple[Box, ...]:
    """Return the boxes of the present fight with their targets: those of the card, then those of the floors."""
    plain = _plain(cat, state, fight)
    rules = curses(cat, state, fight)
    hard = {e.colour for e in rules if isinstance(e, a.Harden)}
    targets = [e for e in rules if isinstance(e, a.Target)]
    return tuple(_set(box, _target(state, targets) if box.target == 0 else box.target, hard) for box in plain)


def _set(box: Box, target: int, hard: set[str]) -> Box:
    return replace(box, target=target, armor=box.armor or box.colour in hard)


def _plain(cat: Catalogue, state: Position, fight: Fight) -> tuple[Box, ...]:
    if state.at_boss:
        enemy = boss(cat, state)
        return (enemy.boxes or ()) if enemy is not None else ()
    foe = foe_of(cat, fight)
    if foe is None:
        return ()
    if foe.kind == PERIL:
        chosen = foe.options[fight.part.option - 1].boxes if foe.options and fight.part.option else ()
        return (*chosen, *(box for floor in floors(cat, state) for box in floor.peril))
    if foe.kind == COMBAT:
        return (*(foe.boxes or ()), *(box for floor in floors(cat, state) for box in floor.combat))
    return ()


def _target(state: Position, targets: Sequence[a.Target]) -> int:
    """Return the target of a box marked `*`; 24, the highest there is, where nothing tells."""
    values = []
    for target in targets:
        each = target.four if state.four and target.four else target.n
        number = open_doors(state) if target.per == "door" else state.wounds
        values.append(max(target.least, each * number))
    return max(values, default=24)


def open_doors(state: Position) -> int:
    """Return the open doors, that of the present encounters included (one-deck-dungeon.four.swarm)."""
    doors = [door for door in state.doors if door.open]
    if not state.rules.swarm_per_card:
        return len(doors) + 1
    return sum(len(door.cards) for door in doors) + (len(state.fight.parts) if state.fight is not None else 1)


def leaves(cat: Catalogue, state: Position) -> tuple[int, int]:
    """Return the leaves on open doors, and how many cards there may show one more."""
    seen = [cat.leaves(card) for door in state.doors if door.open for card in door.cards]
    return sum(n for n in seen if n is not None), (seen.count(None) if state.deck != "core" else 0)
