"""How the party stands: everybody wins together, so there is one sheet for all, in the marks of the campaign sheet."""

from __future__ import annotations

from companion.engine.game import PARTY, Outcome, Problem, ScoreLine, ScoreSheet, contradicting
from companion.engine.told import clash
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.party import health, places, supply
from companion.games.one_deck_dungeon.rooms import boss_health, described
from companion.games.one_deck_dungeon.state import BOSS_FLOOR, FLOORS, MAX_LEVEL, Position, patterns

BOSS_MARKS = 3
"""Marks for killing the boss (one-deck-dungeon.end.marks)."""
TIER_MARKS = {"novice": 0, "standard": 1, "expert": 2}
"""Marks more for a boss killed on a tier (one-deck-dungeon.end.marks)."""
_MARKS = ("one-deck-dungeon.end.marks",)


def score(cat: Catalogue, state: Position) -> tuple[ScoreSheet, ...]:
    """Return the sheet of the party: a mark a floor, a mark a level gained, and those of the boss."""
    going = not state.ended
    floors = min(state.floor, BOSS_FLOOR) - 1
    first = 2 if state.tier == "novice" else 1
    levels = max(0, state.level - first)
    killed = state.ended == "won"
    boss, tier = BOSS_MARKS * killed, TIER_MARKS[state.tier] * killed
    hearts = boss_health(cat, state)
    lines = (
        ScoreLine("Floors", floors, FLOORS if going else floors, f"{floors} of {FLOORS} left behind", _MARKS),
        ScoreLine("Levels", levels, MAX_LEVEL - first if going else levels, f"level {state.level}", _MARKS),
        ScoreLine(
            "Boss",
            boss,
            BOSS_MARKS if going else boss,
            f"{state.wounds} of {hearts if hearts is not None else '?'} damage",
            _MARKS,
        ),
        ScoreLine("Tier", tier, TIER_MARKS[state.tier] if going else tier, f"{state.tier}, with the boss", _MARKS),
    )
    return (ScoreSheet(PARTY, lines, problems(cat, state)),)


def outcome(state: Position) -> Outcome | None:
    """Return how the game ended: everybody wins, or nobody."""
    if not state.ended:
        return None
    if state.ended == "won":
        return Outcome("The boss is dead.", state.handles, "one-deck-dungeon.end.won")
    return Outcome("A hero has no heart left.", (), "one-deck-dungeon.end.fallen")


def problems(cat: Catalogue, state: Position) -> tuple[Problem, ...]:
    """Return what is impossible in the position, and what the table does by itself."""
    found: list[Problem] = []
    limits = places(cat, state)
    for hero in state.heroes:
        hearts = health(cat, state, hero)
        if hearts is not None and hero.damage >= hearts and not state.ended:
            found.append(_problem(f"{hero.name} has no heart left.", "end.fallen"))
        for what, held, limit in (("items", hero.items, limits[0]), ("skills", hero.skills, limits[1])):
            if len(held) > limit:
                found.append(_problem(f"{hero.name} holds {len(held)} {what}; {limit} is the limit.", "loot.limit"))
    if state.tokens > state.poison_total:
        found.append(
            _problem(f"{state.tokens} poison tokens lie there; there are {state.poison_total}.", "poison.supply")
        )
    if min(supply(state).counts()) < 0:
        found.append(_problem("More dice lie on hero cards than there are.", "supply.dice"))
    if state.fight is not None and not described(cat, state, state.fight):
        found.append(_problem("Nobody has described this foe: enter the result.", "encounter.result"))
    clause = "one-deck-dungeon.components.encounters"
    found += contradicting(clash(state.unseen, patterns(state)), clause)
    if state.hordes:
        found.append(_problem("Hordes of the Things is in play: what its card says is done by hand.", "four.hordes"))
    return tuple(found)


def _problem(text: str, clause: str) -> Problem:
    return Problem(text, (f"one-deck-dungeon.{clause}",))
