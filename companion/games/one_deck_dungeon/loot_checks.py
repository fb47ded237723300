"""May this be done: what is settled before anything else, poison, and loot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.game import YES, Move, Verdict
from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.party import places
from companion.games.one_deck_dungeon.refusals import (
    Judged,
    at_step,
    doubt,
    free,
    name,
    names,
    no,
    possible_card,
)
from companion.games.one_deck_dungeon.rooms import (
    leaves,
)
from companion.games.one_deck_dungeon.state import (
    Due,
    Face,
    Part,
    Position,
)
from companion.games.one_deck_dungeon.turns import needed

# ------------------------------------------------------------------------------------------------------------- settling


def _due(state: Position, *what: str) -> Due | None:
    return state.due[0] if state.due and state.due[0].what in what else None


def _damage(cat: Catalogue, state: Position, move: m.Damage) -> Judged:
    due = _due(state, "damage", "stairs")
    if due is None:
        yield free(state)
        yield no("No damage is to be shared out; to correct hearts say `set ana damage 2`.", "consequences.damage")
        return
    yield from _shared(state, due, move.shares, "damage")
    if due.what == "stairs" and any(n != 1 for _, n in move.shares):
        yield no(f"The stairs hurt {due.n} different heroes, one damage each.", "stairs.tokens", "four.stairs")


def _shared(state: Position, due: Due, shares: m.Shares, what: str) -> Judged:
    """Say whether what is owed is shared out among those who may bear it."""
    for handle, n in shares:
        if handle not in due.among:
            clauses = ("four.damage",) if state.four else ("consequences.damage",)
            yield no(f"{name(state, handle)} is not in this encounter: {names(state, due.among)} are.", *clauses)
        if n < 1:
            yield no("Name only heroes who take something.", "consequences.damage")
    if [handle for handle, _ in shares] != [h for h in state.handles if h in dict(shares)]:
        yield no("Name each hero once, in the order of seats.", "consequences.damage")
    total = sum(n for _, n in shares)
    if total != due.n:
        yield no(f"There is {due.n} {what} to share out, not {total}.", "consequences.damage")


def _poison(cat: Catalogue, state: Position, move: m.Poison) -> Judged:
    due = _due(state, "poison")
    if due is None:
        yield free(state)
        yield no("No poison is to be shared out; to correct tokens say `set ana poison 1`.", "poison.placed")
        return
    yield from _shared(state, due, move.shares, "poison")


def _choose(cat: Catalogue, state: Position, move: m.Choose) -> Judged:
    due = _due(state, "cleanse", "sicken")
    if due is None:
        yield free(state)
        yield no("No poison token goes now.", "poison.resist")
        return
    if move.hero not in due.among:
        yield no(f"{name(state, move.hero)} has no poison here: {names(state, due.among)}.", "poison.resist")


def _heal(cat: Catalogue, state: Position, move: m.Heal) -> Judged:
    due = _due(state, "heal")
    if due is None:
        yield free(state)
        yield no("Nothing heals now.", "potions.healing")
        return
    if move.hero not in due.among:
        yield no(f"{names(state, due.among)} is healed, not {name(state, move.hero)}.", "potions.healing")
    tokens = {"damage": state.hero(move.hero).damage, "poison": state.hero(move.hero).poison}
    if not tokens.get(move.what):
        yield no(f"{name(state, move.hero)} has no {move.what} to remove.", "poison.healed")


def _drain(cat: Catalogue, state: Position, move: m.Drain) -> Judged:
    due = _due(state, "drain")
    if due is None:
        yield free(state)
        yield no("No item is drained now.", "encounter.drain")
        return
    if move.hero not in due.among:
        yield no(f"{name(state, move.hero)} has no item to drain in this encounter.", "encounter.drain")
    if not 1 <= move.item <= len(state.hero(move.hero).items):
        yield no(f"{name(state, move.hero)} has {len(state.hero(move.hero).items)} items.", "encounter.drain")


def _resist(cat: Catalogue, state: Position, move: m.Resist) -> Judged:
    yield at_step(state, "resist")
    if not 0 <= move.die <= 6:
        yield no(f"{move.die} is no face of a die.", "dice.faces")
    if state.resisting:
        if move.group != state.resisting[0]:
            yield no(f"{names(state, state.resisting[0])} resist now.", "poison.groups")
        if not move.die:
            yield no("The group is chosen already: tell its die.", "poison.groups")
    elif len(move.group) != 2 or list(move.group) != [h for h in state.handles if h in move.group]:
        yield no("Two and two resist: name the first pair, in the order of seats.", "poison.groups")
    _, more = leaves(cat, state) if not state.at_boss else (0, 0)
    least = needed(cat, state, move.group)
    if move.die and move.die < least <= move.die + more:
        yield doubt("How many leaves lie open is not told; taking none of those.", "the leaves on open doors")


# ----------------------------------------------------------------------------------------------------------------- loot


def _loot(cat: Catalogue, state: Position, move: m.Loot) -> Judged:
    yield at_step(state, "loot")
    if not 1 <= move.n <= len(state.spoils):
        yield no(f"There is no card {move.n} to take; there are {len(state.spoils)}.", "loot.take")
        return
    part = state.spoils[move.n - 1]
    yield _face_of(state, part.card, move.card)
    judge = _LOOTS.get(move.what)
    if judge is None:
        yield no("A card is taken as an item, a skill, a potion or XP.", "loot.take")
        return
    if move.what != "xp" and move.xp:
        yield no("XP is told where the card is taken as XP.", "loot.xp")
    yield from judge(cat, state, part, move)


def _face_of(state: Position, known: Face, told: Face) -> Verdict:
    """Say whether a card that was told as one may be told as another now."""
    if not known.fits(told):
        return no(f"That card is {known}, not {told}.", "loot.take")
    if told.merged(known) == known:
        return YES
    return possible_card(state, told.merged(known), known)


def _loot_xp(cat: Catalogue, state: Position, part: Part, move: m.Loot) -> Judged:
    if move.hero or move.drop:
        yield no("XP goes to the party.", "loot.xp")
    if not 0 <= move.xp <= 9:
        yield no(f"A card is worth 0 to 9 XP, not {move.xp}.", "loot.xp")
    worth = cat.xp(part.card)
    if worth is not None and move.xp:
        yield no(f"{part.card} is worth {worth} XP.", "loot.xp")
    if worth is None and not move.xp:
        yield doubt("What the card is worth is not told; counting 0.", "its XP")


def _loot_gone(cat: Catalogue, state: Position, part: Part, move: m.Loot) -> Judged:
    foe = cat.foe(part.card)
    survives = foe is not None and any(rule.effects((a.Survive,)) for rule in foe.rule or ())
    if foe is not None and not survives:
        yield no(f"{part.card} is always won, whatever stayed open.", "loot.always")


def _loot_edge(cat: Catalogue, state: Position, part: Part, move: m.Loot) -> Judged:
    """Say whether an edge of a card may be taken at all (one-deck-dungeon.split.choice)."""
    foe = cat.foe(part.card)
    edge = "skill" if move.what == "potion" else move.what
    if foe is None or not foe.split:
        return
    if part.skipped:
        yield no("No way was chosen, so the card is XP only.", "split.skipped")
    elif not part.option:
        yield doubt("Which way was chosen is not told; taking your word.", "the way at the peril")
    elif foe.options is not None and foe.options[part.option - 1].edge != edge:
        yield no(f"The way chosen gives no {edge}: take the other edge, or XP.", "split.choice")


def _loot_item(cat: Catalogue, state: Position, part: Part, move: m.Loot) -> Judged:
    yield from _loot_edge(cat, state, part, move)
    if not move.card.merged(part.card).item:
        yield doubt("Which item it is was not told; its die is not counted.", "the item")
    yield from _room_for(cat, state, move, len(state.hero(move.hero).items) if move.hero else 0, 0)


def _loot_skill(cat: Catalogue, state: Position, part: Part, move: m.Loot) -> Judged:
    yield from _loot_edge(cat, state, part, move)
    known = move.card.merged(part.card).skill
    if not known:
        yield doubt("Which skill it is was not told.", "the skill")
    if known and cat.is_potion(known):
        yield no(f"{known} is a potion: it goes under the turn reference.", "loot.potion")
    yield from _room_for(cat, state, move, len(state.hero(move.hero).skills) if move.hero else 0, 1)


def _loot_potion(cat: Catalogue, state: Position, part: Part, move: m.Loot) -> Judged:
    yield from _loot_edge(cat, state, part, move)
    known = move.card.merged(part.card).skill
    if not known:
        yield doubt("Which potion it is was not told.", "the potion")
    if known and cat.is_potion(known) is False:
        yield no(f"{known} is a skill of one hero, no potion.", "loot.potion")
    if move.hero or move.drop:
        yield no("A potion goes to the party.", "loot.potion")


def _room_for(cat: Catalogue, state: Position, move: m.Loot, have: int, which: int) -> Judged:
    """Say whether a hero has a place, or makes one by turning a card there into XP."""
    if not move.hero:
        yield no(f"Say which hero takes the {move.what}.", "loot.take")
        return
    limit = places(cat, state)[which]
    if have < limit and move.drop:
        yield no("There is room: nothing has to make way.", "loot.replace")
    if have >= limit and not 1 <= move.drop <= have:
        what = f"{limit} {move.what}{'s' if limit != 1 else ''}"
        yield no(f"{name(state, move.hero)} may hold {what} at this level: say what makes way.", "loot.limit")


_LOOTS: dict[str, Callable[[Catalogue, Position, Part, m.Loot], Judged]] = {
    "xp": _loot_xp,
    "gone": _loot_gone,
    "item": _loot_item,
    "skill": _loot_skill,
    "potion": _loot_potion,
}


LOOT_CHECKS: dict[type[Move], Callable[[Catalogue, Position, Any], Judged]] = {
    m.Damage: _damage,
    m.Poison: _poison,
    m.Choose: _choose,
    m.Heal: _heal,
    m.Drain: _drain,
    m.Resist: _resist,
    m.Loot: _loot,
}
"""What judges each kind of move after an encounter, and of poison."""
