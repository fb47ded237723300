"""The course of encounters and boss rounds: from the split into pairs to the loot. Functions give new positions."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.abilities import BOSS, PERIL, Cost
from companion.games.one_deck_dungeon.bearing import hurt, lose_time, owe, owe_poison, sicken
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.laying import (
    armor_left,
    covered,
    open_cost,
    place,
    prevented,
    with_extras,
)
from companion.games.one_deck_dungeon.moves import Result
from companion.games.one_deck_dungeon.party import share
from companion.games.one_deck_dungeon.rooms import boss_health, boxes, curses, described, foe_of, own_rules, room_kind
from companion.games.one_deck_dungeon.state import Due, Fight, Part, Position, Rolled, Task
from companion.games.one_deck_dungeon.tasks import main_throw, perform


def arrange(
    cat: Catalogue, state: Position, groups: tuple[tuple[str, ...], ...], cards: tuple[int, ...], odd: str
) -> Position:
    """Begin the encounters of the open door, or a round against the boss.

    Args:
        cat: the cards.
        state: the position.
        groups: the heroes of each, in the order in which they are fought.
        cards: numbers of the cards of the door, from 1; none against the boss.
        odd: colours of which the odd die goes to the second pair.
    """
    if state.at_boss:
        parts = tuple(Part(group) for group in groups)
        return replace(state, step="fight", fight=Fight(parts, odd=odd))
    door = state.doors[state.opening]
    parts = tuple(Part(group, door.cards[n - 1]) for group, n in zip(groups, cards, strict=True))
    doors = (*state.doors[: state.opening], *state.doors[state.opening + 1 :])
    return replace(state, step="fight", doors=doors, fight=Fight(parts, odd=odd))


def begin(cat: Catalogue, state: Position) -> Position:
    """Begin the present encounter: the dice are counted, and what its text does before happens.

    Where dice are not followed, or nobody has described the foe or a hero, only the result is waited for.
    """
    fight = state.fight
    assert fight is not None
    untold = not state.full or not described(cat, state, fight) or not _dice_known(cat, state, fight)
    fight = replace(fight, begun=True, share=share(state, fight), untold=untold)
    state = replace(state, fight=fight)
    if not untold:
        state = _before(cat, state, fight)
        # What the text exiled or stored is not there to be rolled.
        state = replace(state, fight=replace(fight, share=share(state, fight)))
    return ready(cat, state)


def _dice_known(cat: Catalogue, state: Position, fight: Fight) -> bool:
    """Say whether the dice of all heroes in the fight are told."""
    sides = (cat.side(state.hero(handle).card, len(state.heroes)) for handle in fight.part.heroes)
    return all(side.dice is not None for side in sides)


def _before(cat: Catalogue, state: Position, fight: Fight) -> Position:
    kind = room_kind(cat, state, fight)
    when = "round" if kind == BOSS else "before"
    for rule in own_rules(cat, state, fight):
        for use in rule.uses(when, kind)[:1]:
            for effect in use.effects:
                state = perform(cat, state, effect, "", fight.part.heroes)
    return state


def ready(cat: Catalogue, state: Position) -> Position:
    """Put the roll of the encounter at the end of what waits, once it is known which dice are taken."""
    fight = state.fight
    if fight is None or not fight.begun or fight.untold or fight.closed or fight.thrown or fight.part.skipped:
        return state
    if needs_option(cat, state, fight) or any(task.throw is not None and task.throw.main for task in fight.tasks):
        return state
    throw = main_throw(cat, state, fight)
    return replace(state, fight=replace(fight, tasks=(*fight.tasks, Task("", None, throw))))


def needs_option(cat: Catalogue, state: Position, fight: Fight) -> bool:
    """Say whether the party still has to choose its way at a peril."""
    return room_kind(cat, state, fight) == PERIL and not fight.part.option


def option(cat: Catalogue, state: Position, n: int) -> Position:
    """Choose a way at a peril; its price is paid at once (one-deck-dungeon.peril.price)."""
    fight = state.fight
    assert fight is not None
    state = replace(state, fight=fight.with_part(replace(fight.part, option=n)))
    foe = foe_of(cat, fight)
    pays = foe.options[n - 1].pays if foe is not None and foe.options and not fight.untold else Cost()
    return ready(cat, perform(cat, state, a.Lose(pays), "", fight.part.heroes))


# -------------------------------------------------------------------------------------------------------- consequences


def lay(cat: Catalogue, state: Position, placed: tuple[tuple[int, Rolled], ...]) -> Fight:
    """Return the fight with more dice on boxes: armor first, whatever order they are told in.

    Args:
        cat: the cards.
        state: the position.
        placed: boxes, from 0, and dice that lie free.
    """
    fight = state.fight
    assert fight is not None
    asked = boxes(cat, state, fight)
    rules = curses(cat, state, fight)
    for at, die in sorted(placed, key=lambda pair: not asked[pair[0]].armor):
        fight = place(asked, fight, rules, at, die)
    return fight


def consequences(cat: Catalogue, state: Position, fight: Fight) -> Cost:
    """Return what the open boxes cost: summed, with what is added, less what is prevented, in this order."""
    asked = boxes(cat, state, fight)
    cost = with_extras(open_cost(asked, fight.placed), curses(cat, state, fight), not all(covered(asked, fight.placed)))
    if state.rules.poison_supply_damage:
        lacking = max(0, cost.poison - state.poison_left)
        cost = cost.plus(Cost(lacking, 0, -lacking))
    return prevented(cost, fight.wards)


def close(cat: Catalogue, state: Position) -> Position:
    """Sum the consequences of the present fight: poison, then damage is shared out, then time is lost."""
    fight = state.fight
    assert fight is not None
    asked = boxes(cat, state, fight)
    cost = consequences(cat, state, fight)
    done = covered(asked, fight.placed)
    skulls = [at for at, box in enumerate(asked) if box.skull]
    hits = sum(done[at] for at in skulls)
    gone = _survives(cat, state, fight) and bool(armor_left(asked, fight.placed))
    part = replace(fight.part, hits=hits, missed=len(skulls) - hits, gone=gone)
    state = replace(state, fight=replace(fight.with_part(part), closed=True, tasks=()))
    return pay(cat, state, cost)


def pay(cat: Catalogue, state: Position, cost: Cost) -> Position:
    """Owe the consequences; the stairs hurt after them (one-deck-dungeon.stairs.after)."""
    assert state.fight is not None
    among = state.fight.part.heroes
    state = owe_poison(state, cost.poison, among)
    state = owe(state, Due("damage", cost.damage, among))
    return lose_time(cat, state, cost.time)


def _survives(cat: Catalogue, state: Position, fight: Fight) -> bool:
    return any(isinstance(effect, a.Survive) for effect in curses(cat, state, fight))


def result(cat: Catalogue, state: Position, move: Result) -> Position:
    """Close the present fight with what the table saw it cost."""
    fight = state.fight
    assert fight is not None
    skulls = sum(box.skull for box in boxes(cat, state, fight)) if state.at_boss else 0
    part = replace(fight.part, hits=move.skulls, missed=max(0, skulls - move.skulls))
    stairs = tuple(due for due in state.due if due.what == "stairs")
    state = replace(state, due=stairs, fight=replace(fight.with_part(part), begun=True, closed=True, tasks=()))
    for handle, n in move.poison:
        state = sicken(state, handle, n)
    for handle, n in move.damage:
        state = hurt(cat, state, handle, n)
    return lose_time(cat, state, move.time)


def finish(cat: Catalogue, state: Position) -> Position:
    """End the present fight, and go on to the next one, to the loot, or to the next round."""
    fight = state.fight
    assert fight is not None
    if state.at_boss:
        state = _strike(cat, state, fight)
        if state.ended:
            return replace(state, fight=None)
    elif fight.part.gone:
        state = replace(state, discard=state.discard.add(fight.part.card))
    if fight.at + 1 < len(fight.parts):
        return replace(state, fight=Fight(fight.parts, fight.at + 1, fight.odd))
    if state.at_boss:
        return replace(state, fight=None, step="boss")
    return replace(state, fight=None, step="loot", spoils=tuple(part for part in fight.parts if not part.gone))


def _strike(cat: Catalogue, state: Position, fight: Fight) -> Position:
    """Let the covered skulls wound the boss (one-deck-dungeon.boss.damage)."""
    grown = sum(e.n for e in curses(cat, state, fight) if isinstance(e, a.Regrow)) * fight.part.missed
    wounds = max(0, state.wounds - grown) + fight.part.hits
    state = replace(state, wounds=wounds)
    hearts = boss_health(cat, state)
    return replace(state, ended="won") if hearts is not None and wounds >= hearts else state
