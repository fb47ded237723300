"""Effects as they happen, one after the other: what rolls dice, what changes them, and what acts on the party."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.abilities import PERIL, Effect, Which
from companion.games.one_deck_dungeon.bearing import (
    cure,
    exile,
    hurt,
    lay_doors,
    lose_time,
    owe,
    owe_poison,
    store,
)
from companion.games.one_deck_dungeon.boxes import COLOURS, GREY
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.laying import without
from companion.games.one_deck_dungeon.party import available, dice_of
from companion.games.one_deck_dungeon.rooms import curses, foe_of, room_kind
from companion.games.one_deck_dungeon.state import Dice, Due, Fight, Position, Rolled, Task, Throw, count, in_order

PICKING = (a.Add, a.Set, a.Reroll, a.Recolour, a.Trade)
"""Effects for which somebody chooses dice."""
WARDS = (a.Prevent, a.Halve, a.Convert)
"""Effects that wait until the consequences are summed."""

# ------------------------------------------------------------------------------------------------- outside of the dice


def perform(
    cat: Catalogue, state: Position, effect: Effect, hero: str, among: tuple[str, ...], times: int = 1
) -> Position:
    """Carry out an effect that touches no dice of a fight; one that the table does by hand does nothing here.

    Args:
        cat: the cards.
        state: the position.
        effect: what happens.
        hero: who causes it and bears it; "" where the party chooses.
        among: who may be chosen then.
        times: how often: effects of a dungeon are doubled for four.
    """
    match effect:
        case a.Lose(cost=cost):
            return _lost(cat, state, cost, hero, among, times)
        case a.Drain():
            holders = tuple(handle for handle in among if state.hero(handle).items)
            return owe(state, Due("drain", 1, holders))
        case a.Heal(n=n):
            return owe(state, Due("heal", n * times, (hero,) if hero else among))
        case a.Cure(n=n):
            return cure(state, hero, n) if hero else owe(state, Due("cleanse", n * times, among))
        case a.Store():
            return store(state, hero, effect) if hero else state
        case a.Doors(n=n):
            return lay_doors(cat, state, n)
        case a.Exile():
            return exile(state, effect)
        case a.Skip() if state.fight is not None:
            return replace(state, fight=state.fight.with_part(replace(state.fight.part, skipped=True)))
    return state


def _lost(cat: Catalogue, state: Position, cost: a.Cost, hero: str, among: tuple[str, ...], times: int) -> Position:
    state = lose_time(cat, state, cost.time * times)
    state = owe_poison(state, cost.poison * times, (hero,) if hero else among)
    if hero:
        return hurt(cat, state, hero, cost.damage * times)
    return owe(state, Due("damage", cost.damage * times, among))


# --------------------------------------------------------------------------------------------------------- the queue


def queue(state: Position, hero: str, effects: Sequence[Effect]) -> Position:
    """Put effects before everything else that waits in the fight."""
    assert state.fight is not None
    new = tuple(Task(hero, effect) for effect in effects)
    return replace(state, fight=replace(state.fight, tasks=(*new, *state.fight.tasks)))


def advance(cat: Catalogue, state: Position) -> Position:
    """Carry out what waits in the fight until somebody has to roll or to choose."""
    while state.fight is not None and state.fight.tasks and not state.due and not state.ended:
        after = _step(cat, state, state.fight, state.fight.tasks[0])
        if after is None:
            return state
        state = after
    return state


def _popped(fight: Fight, *instead: Task) -> Fight:
    return replace(fight, tasks=(*instead, *fight.tasks[1:]))


def _step(cat: Catalogue, state: Position, fight: Fight, task: Task) -> Position | None:
    """Return the position after the first task, None where it waits for the table or the party."""
    if task.throw is not None:
        return None if task.throw.dice or task.throw.drop else _landed(cat, state, fight, task)
    effect = task.effect
    if isinstance(effect, a.Roll):
        return replace(state, fight=_popped(fight, _thrown(fight, task.hero, effect)))
    if isinstance(effect, a.Gain):
        return replace(state, fight=_gained(_popped(fight), task.hero, effect))
    if isinstance(effect, PICKING):
        return None if candidates(fight, task) else picked(state, fight, task)
    if isinstance(effect, WARDS):
        return replace(state, fight=replace(_popped(fight), wards=(*fight.wards, effect)))
    after = replace(state, fight=_popped(fight))
    return perform(cat, after, effect, task.hero, fight.part.heroes) if effect is not None else after


def owner_of(fight: Fight, hero: str, owner: str) -> str | None:
    """Return whose dice an effect means: a handle, "" for anybody's, None for a partner who is not there."""
    if owner == a.PARTY:
        return ""
    if owner == a.OWN:
        return hero
    return next((other for other in fight.part.heroes if other != hero), None)


def _thrown(fight: Fight, hero: str, effect: a.Roll) -> Task:
    owner = owner_of(fight, hero, effect.owner)
    bare = replace(fight, tasks=fight.tasks[1:])
    groups = tuple(
        (owner, colour, n)
        for colour in COLOURS
        if owner is not None and (n := min(count(effect.pool, colour), available(bare, colour)))
    )
    risk = effect.risk
    throw = Throw(groups, effect.drop if groups else 0, effect.face, risk.damage, risk.time, hero)
    return Task(hero, None, throw)


def _gained(fight: Fight, hero: str, effect: a.Gain) -> Fight:
    """Add dice that are not rolled, as far as the supply goes (one-deck-dungeon.supply.short)."""
    owner = owner_of(fight, hero, effect.owner)
    for die in effect.dice if owner is not None else ():
        if available(fight, die.colour):
            new = Rolled(die.colour, die.value, owner or "", effect.only)
            fight = replace(fight, dice=in_order((*fight.dice, new)))
    return fight


# ------------------------------------------------------------------------------------------------------------- throws


def main_throw(cat: Catalogue, state: Position, fight: Fight) -> Throw:
    """Return the roll of the encounter: all dice of its heroes, or at a peril those of the colour chosen.

    The black dice of the level belong to nobody alone. No more is rolled than the supply holds, in the order of seats.
    """
    colours = rolled_colours(cat, state, fight)
    groups: list[tuple[str, str, int]] = []
    left = {colour: available(fight, colour) for colour in COLOURS}
    wanted = [(h, c, count(dice_of(cat, state, state.hero(h)), c)) for h in fight.part.heroes for c in COLOURS]
    level = cat.levels.get(state.level)
    shared = fight.part.heroes[0] if len(fight.part.heroes) == 1 else ""
    for owner, colour, n in (*wanted, (shared, "H", (level.bonus if level is not None else None) or 0)):
        n = min(n, left[colour]) if colour in colours else 0
        left[colour] -= n
        groups += [(owner, colour, n)] if n else []
    return Throw(_joined(groups), main=True)


def _joined(groups: Sequence[tuple[str, str, int]]) -> tuple[tuple[str, str, int], ...]:
    """Return groups of dice, those of one owner and colour as one, in the order of dice."""
    sums: Counter[tuple[str, str]] = Counter()
    for owner, colour, n in groups:
        sums[owner, colour] += n
    return tuple((o, c, n) for (o, c), n in sorted(sums.items(), key=lambda g: (g[0][0], COLOURS.index(g[0][1]))) if n)


def rolled_colours(cat: Catalogue, state: Position, fight: Fight) -> str:
    """Return the colours that are rolled: all, or those of the way chosen at a peril and black."""
    foe = foe_of(cat, fight)
    if room_kind(cat, state, fight) != PERIL or foe is None or not foe.options or not fight.part.option:
        return "".join(COLOURS)
    colours = {box.colour for box in foe.options[fight.part.option - 1].boxes}
    return "".join(COLOURS) if GREY in colours else "".join(colours | {"H"})


def with_more(throw: Throw, owner: str, colour: str, n: int) -> Throw:
    """Return a throw with more dice of a colour."""
    return replace(throw, dice=_joined([*throw.dice, (owner, colour, n)]))


def rolled(cat: Catalogue, state: Position, dice: Dice, left: tuple[tuple[str, str, int], ...]) -> Position:
    """Take in what was rolled of the first throw; when all of it is told, what it brings happens.

    Args:
        cat: the cards.
        state: the position.
        dice: what lies there now.
        left: the dice that are still to be told.
    """
    assert state.fight is not None
    task = state.fight.tasks[0]
    assert task.throw is not None
    throw = replace(task.throw, dice=left)
    task = replace(task, throw=throw, rolled=in_order((*task.rolled, *dice)))
    state = replace(state, fight=_popped(state.fight, task))
    if left or not throw.face or not any(die.value == throw.face for die in task.rolled):
        return state
    return hurt(cat, lose_time(cat, state, throw.time), throw.hero, throw.damage)


def _landed(cat: Catalogue, state: Position, fight: Fight, task: Task) -> Position:
    """Let what holds here act on a roll: the toll of the dice first, then those discarded, then those weakened."""
    assert task.throw is not None
    rules, lost = curses(cat, state, fight), a.Cost()
    dice = list(task.rolled)
    for rule in rules:
        if isinstance(rule, a.Toll) and rule.face:
            n = sum(die.value == rule.face for die in dice)
            lost = a.Cost(lost.damage + n * rule.cost.damage, lost.time + n * rule.cost.time, lost.poison)
    for rule in rules:
        if isinstance(rule, a.Discard):
            dice = [d for d in dice if d.value not in rule.values or (rule.colours and d.colour not in rule.colours)]
    for rule in rules:
        if isinstance(rule, a.Weaken):
            dice = [replace(d, value=max(0, d.value - rule.n)) if d.colour == rule.colour else d for d in dice]
    fight = replace(_popped(fight), dice=in_order((*fight.dice, *dice)), thrown=fight.thrown or task.throw.main)
    return perform(cat, replace(state, fight=fight), a.Lose(lost), "", fight.part.heroes)


# ------------------------------------------------------------------------------------------------------------ choosing


def candidates(fight: Fight, task: Task) -> list[Rolled]:
    """Return the dice that may be chosen next for the effect that waits; none where the choice is over."""
    if task.throw is not None:
        return list(dict.fromkeys(task.rolled)) if task.throw.drop and not task.throw.dice else []
    effect = task.effect
    if not isinstance(effect, PICKING):
        return []
    which = effect.which
    if which.most and len(task.chosen) >= which.most:
        return []
    kinds = dict.fromkeys(fight.dice)
    return [die for die in kinds if _may(fight, task, which, die) and _supplied(fight, effect, task, die)]


def _may(fight: Fight, task: Task, which: Which, die: Rolled) -> bool:
    owner = owner_of(fight, task.hero, which.owner)
    if owner is None or die.only == "mana" or (owner and die.owner not in ("", owner)):
        return False
    if (which.colours and die.colour not in which.colours) or (which.values and die.value not in which.values):
        return False
    return not which.same or not task.chosen or task.chosen[0].value == die.value


def _supplied(fight: Fight, effect: Effect, task: Task, die: Rolled) -> bool:
    """Say whether the supply has the die that this one would be exchanged for (one-deck-dungeon.supply.short)."""
    new = effect.colour if isinstance(effect, a.Recolour) else effect.die.colour if isinstance(effect, a.Trade) else ""
    if not new or die.colour == new:
        return True
    return sum(other.colour != new for other in task.chosen) < available(fight, new)


def choose(state: Position, fight: Fight, dice: Dice) -> Position:
    """Take in dice chosen for the effect that waits."""
    task = fight.tasks[0]
    if task.throw is not None:
        left = list(task.rolled)
        for die in dice:
            left.remove(die)
        throw = replace(task.throw, drop=max(0, task.throw.drop - len(dice)))
        return replace(state, fight=_popped(fight, replace(task, throw=throw, rolled=tuple(left))))
    if not dice:
        return picked(state, fight, task)
    fight = without(fight, dice)
    return replace(state, fight=_popped(fight, replace(task, chosen=in_order((*task.chosen, *dice)))))


def picked(state: Position, fight: Fight, task: Task) -> Position:
    """Let the effect act on all chosen dice at once."""
    fight = _popped(fight)
    effect = task.effect
    if isinstance(effect, a.Reroll):
        groups = _joined([(die.owner, die.colour, 1) for die in task.chosen])
        again = Task(task.hero, None, Throw(groups, hero=task.hero))
        return replace(state, fight=replace(fight, tasks=(again, *fight.tasks)) if groups else fight)
    changed = [_changed(effect, die) for die in task.chosen]
    return replace(state, fight=replace(fight, dice=in_order((*fight.dice, *changed))))


def _changed(effect: Effect | None, die: Rolled) -> Rolled:
    match effect:
        case a.Add(n=n):
            return replace(die, value=min(6, max(1, die.value + n))) if die.value else die
        case a.Set(value=value):
            return replace(die, value=value)
        case a.Recolour(colour=colour):
            return replace(die, colour=colour)
        case a.Trade(die=new):
            return Rolled(new.colour, new.value, die.owner)
    return die
